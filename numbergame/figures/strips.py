"""Strips: positions, plays, sums and heaps, a cell a number."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from numbergame._look import COLOUR, DRAWN, MARKED, State
from numbergame.figures.style import WIDTH, axes_or_new, count_in_integers, styled
from numbergame.number_game import CONTEST_LIMIT, Position
from numbergame.solver import Solution
from numbergame.subtraction import Period

_MIN_CELLS = 23.5  # across a figure: with fewer, the cells of a short board would be giants
_CELLS_A_LETTER = 0.27  # of the words beside a strip
_MARGIN = 0.16

Row = tuple[str, Position, Sequence[int]]
"""The words beside a strip, its position and the chosen numbers."""


@styled
def play_strip(
    chosen: Sequence[int],
    limit: int = CONTEST_LIMIT,
    title: str = "",
    ax: Axes | None = None,
    *,
    solution: Solution[Position, int] | None = None,
) -> Axes:
    """Draw a play on the board 2..limit, a strip of numbers after each move, from the top down.

    Available numbers are framed, chosen ones white on black, forbidden ones grey and struck through.
    With a `solution` that has the positions, the outcome of each stands to the right of its strip, and who
    wins from there: the player who began, the "first", or the "second".

    ValueError if the numbers cannot be chosen in this order.
    """
    rows: list[Row] = []
    for count in range(len(chosen) + 1):
        words = f"after {chosen[count - 1]}" if count else "start"
        rows.append((words, Position.after(chosen[:count], limit), chosen[:count]))
    ax = _strips(rows, limit, title, ax, beside=0 if solution is None else 5)
    if solution is not None:
        for row, (_, position, _) in enumerate(rows):
            outcome = solution[position].outcome
            winner = ("first", "second")[(row + (outcome == "P")) % 2]
            draw_outcome(ax, limit + 1.4, row, outcome, height=0.8)
            ax.text(limit + 2.1, row, f"{winner} wins", ha="left", va="center", fontsize=9)
    return ax


@styled
def position_strips(
    positions: Iterable[Position], limit: int = CONTEST_LIMIT, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw positions of the board 2..limit, each as a strip beside its name, from the top down.

    The chosen numbers are the minimal generators on the board: the fewest choices that leave the position.
    """
    rows = [(str(position), position, position.minimal_generators) for position in positions]
    return _strips(rows, limit, title, ax)


@styled
def rule_strips(
    chosen: Sequence[int],
    move: int,
    left: Mapping[str, Collection[int]],
    limit: int = CONTEST_LIMIT,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw what a move leaves by the right rule and by others, a strip each, below the strip before the move.

    `left` maps the words for a rule to the numbers that it leaves available; the first one is right.  A
    number about which another rule differs from it has a thick ring.
    """
    before = Position.after(chosen, limit)
    right = set(next(iter(left.values())))
    names = ["before", *left]
    ax = _strip_axes(ax, len(names), limit, title, words=names)
    rows = [set(before), *map(set, left.values())]
    for row, (words, numbers) in enumerate(zip(names, rows, strict=True)):
        made = {*chosen, move} if row else set(chosen)
        ax.text(1, row, words, ha="right", va="center", fontsize=9)
        for number in range(2, limit + 1):
            draw_cell(ax, number, row, _state(number, numbers, made))
            if row and (number in numbers) != (number in right):
                _ring(ax, number, row)
    return ax


def _ring(ax: Axes, number: float, row: float) -> None:
    """Draw the ring that marks a cell as wrong."""
    corner = (number - 0.49, row - 0.49)
    style = "round,pad=0,rounding_size=0.18"
    ax.add_patch(
        FancyBboxPatch(corner, 0.98, 0.98, boxstyle=style, fc="none", ec=MARKED, lw=2.2, gid="wrong")
    )


@styled
def mirror_strip(position: Position, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw the numbers 0 … F folded in the middle, F being the Frobenius number: F - x stands below x.

    Gaps (1 and the available numbers) are framed, the others grey and struck through; 0 is one of them.
    Below a pair stands how many of the two are gaps.  The position is a mirror, symmetric or
    pseudo-symmetric, if it is 1 everywhere but at F/2, which has no partner.
    """
    frobenius = position.frobenius_number
    columns = frobenius // 2 + 1
    names = ("x", "F − x", "gaps")
    ax = _strip_axes(ax, 3, columns, title, words=names, first=0)
    gaps = set(position.gaps)
    for x in range(columns):
        pair = sorted({x, frobenius - x})
        for row, number in enumerate(pair):
            draw_cell(ax, x, row, "available" if number in gaps else "forbidden", label=number)
        count = sum(number in gaps for number in pair)
        alone = len(pair) == 1
        ax.text(
            x,
            1.95,
            "F/2" if alone else str(count),
            ha="center",
            va="center",
            fontsize=9,
            color="black" if alone or count == 1 else MARKED,
            weight="normal" if alone or count == 1 else "bold",
        )
    for row, words in enumerate(names):
        ax.text(-1, row if row < 2 else 1.95, words, ha="right", va="center", fontsize=9)
    return ax


@styled
def sum_strips(
    parts: Sequence[tuple[Position | int, int]],
    limit: int = CONTEST_LIMIT,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw the parts of a sum, a strip each, with their nim-values in binary, and the value of the sum below.

    A part is a position of the board 2..limit, or a number of stones, and its nim-value.  The value of the
    sum is their exclusive-or; it is P if that is 0, and N otherwise.
    """
    ax = _strip_axes(ax, len(parts) + 1.1, limit, title, beside=4.2, above=0.7)
    ax.text(limit + 4.6, -0.85, "nim-value", ha="right", va="center", fontsize=9, color="#555555")
    total = 0
    digits = max(value.bit_length() for _, value in parts) or 1
    for row, (part, value) in enumerate(parts):
        total ^= value
        if isinstance(part, Position):
            for number in range(2, limit + 1):
                draw_cell(ax, number, row, _state(number, part, part.minimal_generators))
        else:
            for stone in range(part):
                ax.plot(stone + 2, row, "o", ms=9, mfc="#dddddd", mec="#333333", gid="stone")
        _value(ax, limit, row, f"{value} = {value:0{digits}b}", "normal")
    foot = len(parts) + 0.1
    ax.plot([limit + 1, limit + 4.6], [foot - 0.6] * 2, color="#333333", lw=1)
    outcome = "N" if total else "P"
    _value(ax, limit, foot, f"{total} = {total:0{digits}b}", "bold")
    ax.text(limit - 0.7, foot, "the sum", ha="right", va="center", fontsize=9)
    draw_outcome(ax, limit, foot, outcome, height=0.8)
    return ax


def _value(ax: Axes, limit: int, row: float, words: str, weight: str) -> None:
    ax.text(limit + 4.6, row, words, ha="right", va="center", fontsize=10, weight=weight)


def _strips(rows: Sequence[Row], limit: int, title: str, ax: Axes | None, beside: float = 0) -> Axes:
    """Draw strips from the top down, with room for `beside` cells to the right of them."""
    ax = _strip_axes(ax, len(rows), limit, title, words=[words for words, _, _ in rows], beside=beside)
    for row, (words, position, chosen) in enumerate(rows):
        ax.text(1, row, words, ha="right", va="center", fontsize=9)
        for number in range(2, limit + 1):
            draw_cell(ax, number, row, _state(number, position, chosen))
    return ax


def _strip_axes(
    ax: Axes | None,
    rows: float,
    last: int,
    title: str,
    words: Iterable[str] = (),
    first: int = 2,
    beside: float = 0,
    above: float = 0,
) -> Axes:
    """Return axes for strips of the numbers first..last, the rows downwards, the words to the left of them.

    There is room for `beside` cells to the right and `above` cells on top.  The cells of short boards are
    as large as those of the contest's, and new axes as high as the strips need.
    """
    low = first - 1 - _CELLS_A_LETTER * max(map(len, words), default=0)
    high = max(last + 0.6 + beside, low + _MIN_CELLS)
    room = WIDTH - 2 * _MARGIN
    ax = axes_or_new(ax, room / (high - low) * (rows + above + 0.2) + (0.35 if title else 0) + 2 * _MARGIN)
    ax.set(xlim=(low, high), ylim=(rows - 0.4, -0.6 - above), aspect="equal", title=title, anchor="W")
    ax.axis("off")
    return ax


def _state(number: int, available: Collection[int], chosen: Collection[int]) -> State:
    return "available" if number in available else "chosen" if number in chosen else "forbidden"


def draw_cell(ax: Axes, x: float, row: float, state: State, label: int | None = None) -> None:
    """Draw one number of a strip, "available", "chosen", "forbidden" or "idle", 1 by 1 around (x, row).

    The number is `label`, or x itself.
    """
    face, edge, ink = DRAWN[state]
    corner = (x - 0.4, row - 0.4)
    style = "round,pad=0,rounding_size=0.12"
    ax.add_patch(FancyBboxPatch(corner, 0.8, 0.8, boxstyle=style, fc=face, ec=edge, lw=1.5, gid=state))
    weight = "bold" if state in ("available", "chosen") else "normal"
    words = str(x if label is None else label)
    ax.text(x, row, words, ha="center", va="center", color=ink, fontsize=9, weight=weight)
    if state == "forbidden":
        ax.plot([x - 0.3, x + 0.3], [row, row], color=ink, lw=1)


@styled
def take_away_strip(
    outcomes: str,
    period: Period,
    title: str = "",
    ax: Axes | None = None,
    *,
    ticks: Iterable[int] | None = None,
    marked: Collection[int] = (),
    mark_label: str = "",
) -> Axes:
    """Draw the outcomes of the heaps 0, 1, 2 …, with brackets below the pre-period and two periods.

    `outcomes` is a string of P and N, one letter a heap; it should reach past two periods.  `ticks` are the
    heaps whose sizes are written.  Above the `marked` heaps is an arrowhead, which `mark_label` explains.
    """
    ax = axes_or_new(ax, 2.2 if marked else 1.9)
    fontsize = min(8, 300 / len(outcomes))
    for heap, outcome in enumerate(outcomes):
        draw_outcome(ax, heap, 0, outcome, height=1, fontsize=fontsize)
    if marked:
        heaps = sorted(marked)
        ax.plot(heaps, [0.78] * len(heaps), "v", ms=7, color=MARKED, label=mark_label, clip_on=False)
        ax.legend(loc="lower right", bbox_to_anchor=(1, 0.93), borderaxespad=0, handletextpad=0.2)
    first, second = period.preperiod, period.preperiod + period.period
    for start, stop, words in (
        (0, first, f"pre-period {period.preperiod}"),
        (first, second, f"period {period.period}"),
        (second, second + period.period, "again"),
    ):
        if stop > start:
            _bracket(ax, start - 0.4, min(stop, len(outcomes)) - 0.6, -0.75, words)
    top = 1.15 if marked else 0.7
    ax.set(xlim=(-0.8, len(outcomes) - 0.2), ylim=(-1.6, top), xlabel="stones in the heap", title=title)
    if ticks is None:
        count_in_integers(ax.xaxis)
    else:
        ax.set_xticks(list(ticks))
    ax.yaxis.set_visible(False)
    ax.spines[["left", "bottom"]].set_visible(False)
    return ax


def draw_outcome(ax: Axes, x: float, y: float, outcome: str, height: float, fontsize: float = 8) -> None:
    """Draw the letter of an outcome in a box around (x, y)."""
    face, ink = (COLOUR["P"], "white") if outcome == "P" else ("white", COLOUR["N"])
    ax.bar(x, height, width=0.86, bottom=y - height / 2, fc=face, ec=COLOUR[outcome], lw=1.2)
    ax.text(x, y, outcome, ha="center", va="center", fontsize=fontsize, weight="bold", color=ink)


def _bracket(ax: Axes, left: float, right: float, y: float, words: str) -> None:
    """Draw a bracket open to the top, with words below it."""
    ax.plot([left, left, right, right], [y, y - 0.2, y - 0.2, y], color="#333333", lw=1.2)
    ax.text((left + right) / 2, y - 0.3, words, ha="center", va="top", fontsize=9)
