"""A still picture of the board, for readers of a notebook who do not run it."""

from __future__ import annotations

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from numbergame.figures.strips import draw_cell
from numbergame.figures.style import WIDTH, styled
from numbergame.match import HistoryPoint, Record, value_history
from numbergame.match.cells import cells
from numbergame.number_game import Position
from numbergame.solver import Solution

_FILL = ("#333333", "white")  # of the first and the second player: no outcome's colours
_MARKER = ("o", "s")


@styled
def board_still(
    record: Record[Position, int], solution: Solution[Position, int], names: tuple[str, str], title: str = ""
) -> Axes:
    """Draw a play of the Number Game as the board shows it: the numbers, and below them who was winning.

    `names` are the players', the first to move first.  The history below the strip has a point a position:
    the first player is winning above the middle line, and the distance from it is the number of moves to
    the end.  A move that crosses the line gave the win away, and is marked "?".

    Returns the axes of the history.
    """
    figure = plt.figure(figsize=(WIDTH, 4.1))
    strip, history = figure.subplots(2, 1, height_ratios=(1, 3))
    for number, cell in enumerate(cells(record, names), start=2):
        draw_cell(strip, number, 0, cell.state)
        strip.text(number, 0.95, cell.mark.replace(" ", "\n"), ha="center", va="center", fontsize=8)
    strip.set(xlim=(1.4, number + 0.6), ylim=(1.5, -0.5), aspect="equal", title=title)
    strip.axis("off")
    return _draw_history(history, value_history(record, solution), names)


def _draw_history(ax: Axes, values: list[HistoryPoint[int]], names: tuple[str, str]) -> Axes:
    """Draw a point a position, above the middle where player 0 is winning."""
    heights = [(1, -1)[value.winner] * (value.remoteness + 1) for value in values]
    ax.plot(heights, color="#888888", lw=1.2, zorder=1)
    for ply, (value, height) in enumerate(zip(values, heights, strict=True)):
        marker, fill = _MARKER[value.winner], _FILL[value.winner]
        ax.plot(ply, height, ms=7, color="#333333", marker=marker, mfc=fill, mew=1.5)
        if ply:
            ax.annotate(
                f"{value.move}{'?' * value.is_blunder}",
                (ply, height),
                (0, 13 if height > 0 else -13),
                textcoords="offset points",
                ha="center",
                va="center",
                weight="bold" if value.is_blunder else "normal",
            )
    most = max(map(abs, heights)) + 7
    ax.axhline(0, color="#555555", lw=1)
    ax.set(ylim=(-most, most), xlabel="moves made", xticks=range(len(values)), ylabel="moves to the end")
    ax.set_yticks([-most / 2, most / 2], [f"{names[1]}\nwinning", f"{names[0]}\nwinning"])
    ax.grid(False)
    handle = Line2D([], [], ls="", marker="$?$", color="black", ms=7, label="gave the win away")
    ax.legend(handles=[handle], loc="upper right", handletextpad=0.2)
    return ax
