"""Strips: positions, plays, heaps and the blocks of an atlas, a cell a number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from numbergame.figures.style import COLOUR, axes_or_new, count_in_integers, styled
from numbergame.number_game import CONTEST_LIMIT, Position
from numbergame.subtraction import Period

_STATES = {
    # state: (face, edge, ink)
    "available": ("white", COLOUR["N"], "black"),
    "chosen": ("black", "black", "white"),
    "forbidden": ("#eeeeee", "#eeeeee", "#767676"),
}


@styled
def play_strip(
    chosen: Sequence[int], limit: int = CONTEST_LIMIT, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw a play on the board 2..limit, a strip of numbers after each move, from the top down.

    Available numbers are framed, chosen ones white on black, forbidden ones grey and struck through.
    ValueError if the numbers cannot be chosen in this order.
    """
    rows = []
    for count in range(len(chosen) + 1):
        words = f"after {chosen[count - 1]}" if count else "start"
        rows.append((words, Position.after(chosen[:count], limit), chosen[:count]))
    return _strips(rows, limit, title, ax)


@styled
def position_strips(
    positions: Iterable[Position], limit: int = CONTEST_LIMIT, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw positions of the board 2..limit, each as a strip beside its name, from the top down.

    The chosen numbers are the minimal generators on the board: the fewest choices that leave the position.
    """
    rows = [(str(position), position, position.minimal_generators) for position in positions]
    return _strips(rows, limit, title, ax)


def _strips(
    rows: Sequence[tuple[str, Position, Sequence[int]]], limit: int, title: str, ax: Axes | None
) -> Axes:
    """Draw strips from the top down; a row has the words beside it, the position and the chosen numbers."""
    ax = axes_or_new(ax, 0.34 * (limit + 4), 0.36 * len(rows) + (0.6 if title else 0.2))
    for row, (words, position, chosen) in enumerate(rows):
        ax.text(1, row, words, ha="right", va="center", fontsize=10)
        for number in range(2, limit + 1):
            state = "available" if number in position else "chosen" if number in chosen else "forbidden"
            draw_cell(ax, number, row, state)
    ax.set(xlim=(-1.8, limit + 0.6), ylim=(len(rows) - 0.4, -0.6), aspect="equal", title=title)
    ax.axis("off")
    return ax


def draw_cell(ax: Axes, number: int, row: float, state: str) -> None:
    """Draw one number of a strip, "available", "chosen" or "forbidden", 1 by 1 around (number, row)."""
    face, edge, ink = _STATES[state]
    corner = (number - 0.4, row - 0.4)
    style = "round,pad=0,rounding_size=0.12"
    ax.add_patch(FancyBboxPatch(corner, 0.8, 0.8, boxstyle=style, fc=face, ec=edge, lw=1.5))
    weight = "normal" if state == "forbidden" else "bold"
    ax.text(number, row, str(number), ha="center", va="center", color=ink, fontsize=9, weight=weight)
    if state == "forbidden":
        ax.plot([number - 0.3, number + 0.3], [row, row], color=ink, lw=1)


@styled
def take_away_strip(outcomes: str, period: Period, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw the outcomes of the heaps 0, 1, 2 …, with brackets below the pre-period and two periods.

    `outcomes` is a string of P and N, one letter a heap; it should reach past two periods.
    """
    ax = axes_or_new(ax, 7.2, 1.9)
    for heap, outcome in enumerate(outcomes):
        _outcome_cell(ax, heap, 0, outcome, height=1)
    first, second = period.preperiod, period.preperiod + period.period
    for start, stop, words in (
        (0, first, f"pre-period {period.preperiod}"),
        (first, second, f"period {period.period}"),
        (second, second + period.period, "again"),
    ):
        if stop > start:
            _bracket(ax, start - 0.4, min(stop, len(outcomes)) - 0.6, -0.75, words)
    ax.set(xlim=(-0.8, len(outcomes) - 0.2), ylim=(-1.9, 0.7), xlabel="stones in the heap", title=title)
    count_in_integers(ax.xaxis)
    ax.yaxis.set_visible(False)
    ax.spines[["left", "bottom"]].set_visible(False)
    return ax


def _outcome_cell(ax: Axes, x: float, y: float, outcome: str, height: float) -> None:
    """Draw the letter of an outcome in a box around (x, y)."""
    face, ink = (COLOUR["P"], "white") if outcome == "P" else ("white", COLOUR["N"])
    ax.bar(x, height, width=0.86, bottom=y - height / 2, fc=face, ec=COLOUR[outcome], lw=1.2)
    ax.text(x, y, outcome, ha="center", va="center", fontsize=8, weight="bold", color=ink)


def _bracket(ax: Axes, left: float, right: float, y: float, words: str) -> None:
    """Draw a bracket open to the top, with words below it."""
    ax.plot([left, left, right, right], [y, y - 0.2, y - 0.2, y], color="#333333", lw=1.2)
    ax.text((left + right) / 2, y - 0.3, words, ha="center", va="top", fontsize=9)


@styled
def draw_blocks(
    blocks: Mapping[Position, Mapping[int, str]], limit: int, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw how an atlas splits the board 2..limit: each block's strip, and its slots beside it.

    A block is named by the position in which just its lower numbers are chosen; it maps slots to
    outcomes.  It has a slot for each set of the numbers that are free, which are those above
    limit // 2 that the strip has available.  A slot that no position has stays empty.
    """
    ax = axes_or_new(ax, 7.2, 0.28 * len(blocks) + 1.0)
    _strips([("", position, position.minimal_generators) for position in blocks], limit, title, ax)
    first, longest = limit + 2, 0
    for row, (position, outcomes) in enumerate(blocks.items()):
        slots = 2 ** sum(number > limit // 2 for number in position)
        longest = max(longest, slots)
        for slot in range(slots):
            if slot in outcomes:
                _outcome_cell(ax, first + slot, row, outcomes[slot], height=0.8)
            else:
                ax.bar(first + slot, 0.8, width=0.86, bottom=row - 0.4, fc="#dddddd", lw=0)
    middle = limit // 2 + 0.5
    ax.plot([middle, middle], [-1.1, len(blocks) - 0.5], color="#333333", lw=1)
    for x, y, words in (
        (middle / 2 + 0.75, -0.8, "lower half"),
        (middle / 2 + limit / 2 + 0.25, -0.8, "upper half"),
        (first + (longest - 1) / 2, -1.5, "slots"),
    ):
        ax.text(x, y, words, ha="center", va="center", fontsize=8, color="#595959")
    for slot in range(longest):
        ax.text(first + slot, -0.8, str(slot), ha="center", va="center", fontsize=8, color="#595959")
    ax.set(xlim=(1.4, first + longest - 0.4), ylim=(len(blocks) - 0.4, -1.9))
    return ax
