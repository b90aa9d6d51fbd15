"""A still picture of the board, for readers of a notebook who do not run it."""

from __future__ import annotations

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from numbergame.figures.strips import draw_cell
from numbergame.figures.style import COLOUR, MARKER, styled
from numbergame.match import HistoryPoint, Record, value_history
from numbergame.match.cells import cells
from numbergame.number_game import Position
from numbergame.solver import Solution

_LOOK = [(COLOUR["N"], MARKER["N"]), (COLOUR["P"], MARKER["P"])]


@styled
def board_still(
    record: Record[Position, int], solution: Solution[Position, int], names: tuple[str, str], title: str = ""
) -> Axes:
    """Draw a play of the Number Game as the board shows it: the numbers, and below them who was winning.

    `names` are the players', the first to move first.  Returns the axes of the value history.
    """
    figure = plt.figure(figsize=(7.2, 3.9))
    strip, history = figure.subplots(2, 1, height_ratios=(1, 2.6))
    for number, cell in enumerate(cells(record, names), start=2):
        draw_cell(strip, number, 0, cell.state)
        strip.text(number, 0.95, cell.mark.replace(" ", "\n"), ha="center", va="center", fontsize=8)
    strip.set(xlim=(1.4, number + 0.6), ylim=(1.5, -0.5), aspect="equal", title=title)
    strip.axis("off")
    return _draw_history(history, value_history(record, solution), names)


def _draw_history(ax: Axes, values: list[HistoryPoint[int]], names: tuple[str, str]) -> Axes:
    """Draw a point a position: player 0 winning is above the middle, the height the plies to the end.

    A move that crosses the middle gave the win away, and is marked "?".
    """
    heights = [(1, -1)[value.winner] * (value.remoteness + 1) for value in values]
    ax.plot(heights, color="#888888", lw=1.2, zorder=1)
    for ply, (value, height) in enumerate(zip(values, heights, strict=True)):
        colour, marker = _LOOK[value.winner]
        ax.plot(ply, height, color=colour, marker=marker, ms=7)
        if ply:
            side = 1 if height > 0 else -1
            words = f"{value.move}{'?' * value.is_blunder}"
            ax.annotate(
                words, (ply, height), (0, 13 * side), textcoords="offset points", ha="center", va="center"
            )
    most = max(map(abs, heights)) + 7
    ax.axhline(0, color="#555555", lw=1)
    ax.set(ylim=(-most, most), xlabel="moves made", xticks=range(len(values)), ylabel="plies to the end")
    ax.set_yticks([-most / 2, most / 2], [f"{names[1]}\nwinning", f"{names[0]}\nwinning"])
    ax.grid(False)
    return ax
