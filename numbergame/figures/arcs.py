"""A table of positions as a line of addresses, with an arc for each move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch

from numbergame.figures.strips import draw_outcome
from numbergame.figures.style import WIDTH, axes_or_new, styled

_LETTER = 0.2  # of a name, in addresses
_ROUND = 0.32  # how high an arc goes, for each address that it passes


@styled
def address_arcs(
    table: Mapping[int, tuple[str, str]],
    moves: Iterable[tuple[int, int]],
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw a table, the address of each position mapped to its name and its outcome, and its moves.

    A move to a higher address is an arc above the line, one to a lower address would be below it.
    An address without a position stays grey.
    """
    moves = list(moves)
    size = max(table) + 1
    top = 1 + _ROUND * max((abs(end - start) for start, end in moves), default=0)
    foot = -1.7 - _LETTER * max(len(name) for name, _ in table.values())
    ax = axes_or_new(ax, WIDTH * (top - foot) / size + 0.4)
    for address in range(size):
        name, outcome = table.get(address, ("", ""))
        if outcome:
            draw_outcome(ax, address, 0, outcome, height=0.86)
        else:
            ax.bar(address, 0.86, width=0.86, bottom=-0.43, fc="#dddddd", lw=0)
        ax.text(address, -0.75, str(address), ha="center", va="top", fontsize=8, color="#595959")
        ax.text(address, -1.6, name, ha="center", va="top", fontsize=8, rotation=90)
    for start, end in moves:
        look: dict[str, Any] = {"color": "#777777", "lw": 0.7, "gid": f"{start} to {end}"}
        curve = f"arc3,rad={-2 * _ROUND}"
        ends: dict[str, Any] = {"posA": (start, 0.5), "posB": (end, 0.5), "shrinkA": 0, "shrinkB": 0}
        arrow = FancyArrowPatch(**ends, connectionstyle=curve, arrowstyle="-|>", mutation_scale=6, **look)
        ax.add_patch(arrow)
    ax.set(xlim=(-0.7, size - 0.3), ylim=(foot, top), aspect="equal", title=title)
    ax.axis("off")
    return ax
