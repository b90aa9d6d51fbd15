"""The value history of a play: a small plot, a point a position, of who was winning and how near the end.

It is written as SVG text, since the board draws it anew after every click and has a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from numbergame.match.record import Standing

_WIDTH, _HALF, _LEFT, _RIGHT = 720, 100, 160, 24
_COLOUR = ("#0072b2", "#d55e00")


def history_svg(standings: Sequence[Standing], moves: Sequence[str], names: Sequence[str]) -> str:
    """Return the plot as SVG: above the middle line player 0 is winning, below it player 1.

    The distance from the middle is the plies to the end.  A move that crosses the line gave the win
    away and is marked "?".  Circles and squares tell the players apart as well as place and colour.
    """
    most = max(3, *(standing.remoteness for standing in standings))
    step = (_WIDTH - _LEFT - _RIGHT) / max(10, len(moves))
    points = [
        (_LEFT + ply * step, _HALF + (2 * standing.winner - 1) * (12 + 56 * standing.remoteness / most))
        for ply, standing in enumerate(standings)
    ]
    parts = [_frame(names, most)]
    parts.append(f'<polyline points="{_path(points)}" fill="none" stroke="#888" stroke-width="1.5"/>')
    for ply, ((x, y), standing) in enumerate(zip(points, standings, strict=True)):
        if ply:
            blunder = standing.winner != standings[ply - 1].winner
            parts.append(_move(x, y, moves[ply - 1], standing.winner, blunder))
        parts.append(_point(x, y, _in_words(ply, standing, names), standing.winner))
    label = escape(f"Value history. {_in_words(len(moves), standings[-1], names)}", quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {2 * _HALF}" role="img" '
        f'aria-label="{label}" style="width:100%;max-width:{_WIDTH}px;background:#fff;'
        f'font:12px sans-serif">{"".join(parts)}</svg>'
    )


def _frame(names: Sequence[str], most: int) -> str:
    """Return the middle line, the two halves' names and their scales."""
    parts = []
    for player, name in enumerate(names):
        side = 2 * player - 1
        far, near = _HALF + side * 68, _HALF + side * 12
        parts.append(
            f'<text x="8" y="{_HALF + side * 40 + 4}" font-weight="bold">{escape(name)} winning</text>'
        )
        parts += [_scale(far, f"{most} plies"), _scale(near, "the end")]
    parts.append(f'<line x1="8" x2="{_WIDTH - 8}" y1="{_HALF}" y2="{_HALF}" stroke="#555"/>')
    return "".join(parts)


def _scale(y: float, words: str) -> str:
    return (
        f'<line x1="{_LEFT - 14}" x2="{_WIDTH - 8}" y1="{y}" y2="{y}" stroke="#e5e5e5"/>'
        f'<text x="{_LEFT - 18}" y="{y + 4}" text-anchor="end" fill="#555" font-size="10">{words}</text>'
    )


def _path(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _move(x: float, y: float, move: str, winner: int, blunder: bool) -> str:
    """Return a move's label, on the side of its point that is away from the middle."""
    place = y + (20 if winner else -12)
    weight = ' font-weight="bold"' if blunder else ""
    return (
        f'<text x="{x:.1f}" y="{place:.1f}" text-anchor="middle"{weight}>{escape(move)}{"?" * blunder}</text>'
    )


def _point(x: float, y: float, words: str, winner: int) -> str:
    title = f"<title>{escape(words)}</title>"
    if winner:
        return (
            f'<rect x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10" fill="{_COLOUR[1]}">{title}</rect>'
        )
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5.5" fill="{_COLOUR[0]}">{title}</circle>'


def _in_words(ply: int, standing: Standing, names: Sequence[str]) -> str:
    """Return a standing in words, as in "After move 3: you winning, 4 plies to the end"."""
    when = f"After move {ply}" if ply else "At the start"
    return f"{when}: {names[standing.winner]} winning, {standing.remoteness} plies to the end"
