"""The value history of a play: who was winning after each move, and how near the end, as plot and in words.

The plot is written as SVG text, since a board draws it anew after every click and has a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from numbergame._look import GROUND, INK
from numbergame.match.record import HistoryPoint

_WIDTH, _MIDDLE, _HEIGHT = 720, 100, 232
"""The frame, its middle line, and its height with the legend below."""

_LEFT, _RIGHT = 176, 24
"""The room beside the points: on the left for the words of each half."""

_NEAR, _FAR = 12, 68
"""How far from the middle line the end of the play is, and the point with the most moves to the end."""

_LEGEND_Y = 220


def history_svg(history: Sequence[HistoryPoint[Any]], names: Sequence[str], above: int = 0) -> str:
    """Return the plot as SVG: in the upper half the player `above` is winning, in the lower half the other.

    `names` are the players', the first to move first.  The distance from the middle line is the moves
    to the end.  A move that crosses the line gave the win away and is marked "?".  Filled circles and
    hollow squares tell the players apart as well as the place does.
    """
    most = max(3, *(point.remoteness for point in history))
    step = (_WIDTH - _LEFT - _RIGHT) / max(10, len(history) - 1)
    places = [
        (
            _LEFT + index * step,
            _MIDDLE + _side(point, above) * (_NEAR + (_FAR - _NEAR) * point.remoteness / most),
        )
        for index, point in enumerate(history)
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts = [_frame((names[above], names[1 - above]), most)]
    parts.append(f'<polyline points="{path}" fill="none" stroke="currentColor" stroke-opacity="0.5"/>')
    for line, (x, y), point in zip(history_lines(history, names), places, history, strict=True):
        side = _side(point, above)
        if point.move is not None:
            parts.append(_move(x, y, point, side))
        parts.append(_mark(x, y, side, line))
    parts.append(_legend())
    label = escape(" ".join(history_lines(history, names)), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{label}" fill="currentColor" style="width:100%;min-width:560px;max-width:{_WIDTH}px;'
        f'color:{INK};background:{GROUND};font:12px sans-serif">{"".join(parts)}</svg>'
    )


def history_lines(history: Sequence[HistoryPoint[Any]], names: Sequence[str]) -> list[str]:
    """Return the history in words, a line a position, as in "After move 1, you 5: opponent winning, …"."""
    lines = []
    for index, point in enumerate(history):
        when = f"After move {index}, {names[(index - 1) % 2]} {point.move}" if index else "At the start"
        count = point.remoteness
        end = f"{count} {'move' if count == 1 else 'moves'} to the end" if count else "the end"
        mistake = " A mistake: it gave the win away." if point.is_blunder else ""
        lines.append(f"{when}: {names[point.winner]} winning, {end}.{mistake}")
    return lines


def _side(point: HistoryPoint[Any], above: int) -> int:
    """Return where a point lies: -1 above the middle line, 1 below it."""
    return -1 if point.winner == above else 1


def _frame(halves: Sequence[str], most: int) -> str:
    """Return the middle line, the two halves' names and how far from the end they are."""
    parts = []
    for side, name in zip((-1, 1), halves, strict=True):
        y = _MIDDLE + side * (_NEAR + _FAR) / 2
        parts.append(f'<text x="8" y="{y + 4:.0f}" font-weight="bold">{escape(name)} winning</text>')
        parts.append(_level(_MIDDLE + side * _FAR, f"{most} moves to the end", ' stroke-opacity="0.15"'))
    parts.append(_level(_MIDDLE, "the end"))
    return "".join(parts)


def _level(y: float, words: str, faint: str = "") -> str:
    return (
        f'<line x1="{_LEFT - 14}" x2="{_WIDTH - 8}" y1="{y}" y2="{y}" stroke="currentColor"{faint}/>'
        f'<text x="{_LEFT - 18}" y="{y + 4}" text-anchor="end" font-size="11">{words}</text>'
    )


def _move(x: float, y: float, point: HistoryPoint[Any], side: int) -> str:
    """Return a move's label, on the side of its point that is away from the middle."""
    place = y + (20 if side > 0 else -12)
    weight = ' font-weight="bold"' if point.is_blunder else ""
    words = f"{escape(str(point.move))}{'?' * point.is_blunder}"
    return f'<text x="{x:.1f}" y="{place:.1f}" text-anchor="middle"{weight}>{words}</text>'


def _mark(x: float, y: float, side: int, words: str) -> str:
    title = f"<title>{escape(words)}</title>"
    if side > 0:
        return (
            f'<rect x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10" fill="{GROUND}" '
            f'stroke="currentColor" stroke-width="2">{title}</rect>'
        )
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5.5">{title}</circle>'


def _legend() -> str:
    words = (
        "A point is a position; beside it is the move that led to it. "
        "? is a mistake: the move gave the win away."
    )
    return f'<text x="8" y="{_LEGEND_Y}" font-size="11">{words}</text>'
