"""Counts, shares and maps, from tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import MaxNLocator, PercentFormatter

from numbergame.figures.style import COLOUR, HATCH, MARKER, axes_or_new, count_in_integers, styled

_MARK = "#cfe3f1"


@styled
def outcome_bars(table: pd.DataFrame, by: str, xlabel: str, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw how many P- and N-positions have each value of an integer column, one upon the other."""
    ax = axes_or_new(ax)
    counts = table.groupby([by, "outcome"], observed=False).size().unstack()
    below = np.zeros(len(counts))
    for outcome in ("P", "N"):
        heights = counts[outcome].to_numpy()
        there = heights > 0
        look: dict[str, Any] = {"fc": COLOUR[outcome] if outcome == "P" else "white", "ec": COLOUR[outcome]}
        look |= {"hatch": HATCH[outcome], "label": f"{outcome}-positions"}
        if outcome == "P":  # white lines; before matplotlib 3.11 a hatch has the colour of its edge
            look["hatchcolor" if hasattr(Patch, "set_hatchcolor") else "ec"] = "white"
        ax.bar(counts.index[there], heights[there], 0.8, bottom=below[there], lw=1.2, **look)
        below = below + heights
    ax.set_ylim(0, 1.05 * below.max())
    ax.set(xlabel=xlabel, ylabel="positions", title=title)
    count_in_integers(ax.xaxis)
    ax.legend()
    return ax


@styled
def share_line(
    share: pd.Series[float], xlabel: str, ylabel: str, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw a share between 0 and 1 against the series' integer index, in per cent from 0."""
    ax = axes_or_new(ax)
    ax.plot(share.index, share.to_numpy(), color=COLOUR["P"], marker=MARKER["P"], clip_on=False)
    ax.set(xlabel=xlabel, ylabel=ylabel, title=title)
    ax.set_ylim(0, None)
    count_in_integers(ax.xaxis)
    ax.yaxis.set_major_locator(MaxNLocator(steps=[1, 2, 5, 10]))
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return ax


@styled
def heat_map(
    table: pd.DataFrame, xlabel: str, ylabel: str, colour_label: str, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw a table of numbers as colours, its integer index upwards and its integer columns across.

    Missing values, rows and columns stay white.
    """
    ax = axes_or_new(ax, 7.2, 4.8)
    columns, rows = (range(labels.min(), labels.max() + 1) for labels in (table.columns, table.index))
    edges = [np.arange(labels.start, labels.stop + 1) - 0.5 for labels in (columns, rows)]
    every = table.reindex(index=rows, columns=columns)
    values = np.ma.masked_invalid(every.to_numpy(dtype=float))
    mesh = ax.pcolormesh(*edges, values, rasterized=True)
    assert ax.figure is not None
    ax.figure.colorbar(mesh, ax=ax, label=colour_label)
    ax.set(xlabel=xlabel, ylabel=ylabel, title=title)
    ax.grid(False)
    count_in_integers(ax.xaxis, ax.yaxis)
    return ax


@styled
def annotated_grid(
    table: pd.DataFrame,
    marked: pd.DataFrame,
    xlabel: str,
    ylabel: str,
    mark_label: str,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw a table of short texts in cells, its index downwards and its columns across.

    Missing texts have no cell.  `marked` is a table of truth values of the same shape: marked cells are
    tinted and their text is bold, which is what the legend calls `mark_label`.
    """
    ax = axes_or_new(ax, 0.58 * len(table.columns) + 0.8, 0.5 * len(table) + 0.9)
    for row, texts in enumerate(table.to_numpy()):
        for column, text in enumerate(texts):
            if not pd.isna(text):
                mark = bool(marked.iat[row, column])
                face = _MARK if mark else "white"
                corner = (column - 0.5, row - 0.5)
                ax.add_patch(Rectangle(corner, 1, 1, fc=face, ec="#bbbbbb", lw=0.8))
                look: dict[str, Any] = {"ha": "center", "va": "center", "linespacing": 0.95}
                ax.text(column, row, text, fontsize=10, weight="bold" if mark else "normal", **look)
    ax.set_xticks(range(len(table.columns)), table.columns)
    ax.set_yticks(range(len(table)), table.index)
    ax.set(xlim=(-0.6, len(table.columns) - 0.4), ylim=(len(table) - 0.4, -0.6))
    ax.set(xlabel=xlabel, ylabel=ylabel, title=title)
    ax.tick_params(length=0)
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.grid(False)
    ax.legend(handles=[Patch(fc=_MARK, ec="#bbbbbb", label=mark_label)], loc="upper right")
    return ax


@styled
def first_moves_grid(wins: Mapping[int, Iterable[int]], title: str = "", ax: Axes | None = None) -> Axes:
    """Draw which first moves win on each board: limit -> the winning numbers, a row a board.

    Many rows are lower, so that the figure stays within half a page.
    """
    limits = sorted(wins)
    row = min(0.24, 5 / len(limits))
    ax = axes_or_new(ax, 7.2, row * len(limits) + 1.2)
    board = [(number, limit) for limit in limits for number in range(2, limit + 1)]
    won = [(number, limit) for limit in limits for number in wins[limit]]
    for cells, size, colour, marker, words in (
        (board, 12, "#bbbbbb", "_", "does not win"),
        (won, 46, COLOUR["P"], MARKER["P"], "wins"),
    ):
        places = np.array(cells).reshape(-1, 2)  # there may be none
        area = size * (row / 0.24) ** 2
        ax.scatter(places[:, 0], places[:, 1], s=area, color=colour, marker=marker, label=words)
    ax.set(xlabel="first move", ylabel="limit of the board", title=title, xlim=(1, limits[-1] + 1))
    ax.set_ylim(limits[-1] + 0.9, limits[0] - 0.9)
    count_in_integers(ax.xaxis, ax.yaxis)
    ax.legend(loc="upper right")
    return ax


@styled
def growth(
    counts: Mapping[str, pd.Series[int]], xlabel: str, ylabel: str, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw named series against their integer index on a logarithmic scale."""
    ax = axes_or_new(ax)
    for (name, series), marker in zip(counts.items(), "os^dv", strict=False):
        ax.plot(series.index, series.to_numpy(), marker=marker, ms=4, label=name)
    ax.set(xlabel=xlabel, ylabel=ylabel, title=title, yscale="log")
    count_in_integers(ax.xaxis)
    ax.legend()
    return ax
