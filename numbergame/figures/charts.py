"""Counts, shares and maps, from tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import FixedLocator, MaxNLocator, PercentFormatter

from numbergame._look import COLOUR, State
from numbergame.figures.strips import draw_cell
from numbergame.figures.style import (
    HATCH,
    MARKER,
    WIDTH,
    WINNING_MOVE,
    axes_or_new,
    count_in_integers,
    hatch_in_white,
    styled,
)
from numbergame.number_game import Position

Outcome = Literal["P", "N"]

MAX_WRITTEN_CELLS = 40
"""A heat map with no more cells than this has its numbers written in them, and no colour bar."""

_MARK = "#dcdcdc"
_MAX_ROWS_ALL_LABELLED = 24
_MAX_LETTERS_ABOVE_BARS = 75
_LEGEND_ABOVE = 26  # points between axes and title, where the legend stands between them


@styled
def outcome_bars(table: pd.DataFrame, by: str, xlabel: str, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw how many P- and N-positions have each value of an integer column, N upon P.

    `table` has a row a position, with its `outcome`.
    """
    ax = axes_or_new(ax)
    _stacked_bars(ax, _outcomes_by(table, by))
    ax.set_ylim(0, 1.05 * ax.dataLim.ymax)
    ax.set(xlabel=xlabel, ylabel="positions", title=title)
    ax.yaxis.set_major_formatter("{x:,.0f}")
    count_in_integers(ax.xaxis)
    ax.legend()
    return ax


@styled
def share_bars(table: pd.DataFrame, by: str, xlabel: str, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw which share of the positions with each value of an integer column is P, and which is N.

    Every bar is 100 % high, so that also a value that few positions have can be seen; above it stands how
    many there are, upright where there is no room for it.  `table` has a row a position, with its `outcome`.
    """
    ax = axes_or_new(ax)
    counts = _outcomes_by(table, by)
    total = counts.sum(axis="columns")
    _stacked_bars(ax, counts.div(total, axis="index"))
    words = {value: f"{count:,}" for value, count in total.items()}
    width = (total.index.max() - total.index.min() + 1) * max(map(len, words.values()))
    upright = width > _MAX_LETTERS_ABOVE_BARS
    for value, word in words.items():
        rotation = 90 if upright else 0
        ax.text(value, 1.02, word, ha="center", va="bottom", fontsize=8, color="#444444", rotation=rotation)
    ax.set(xlabel=xlabel, ylabel="share of the positions", ylim=(0, 1.16 if upright else 1.08))
    ax.set_title(title, pad=_LEGEND_ABOVE)
    ax.yaxis.set_major_locator(FixedLocator([0, 0.2, 0.4, 0.6, 0.8, 1]))
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    count_in_integers(ax.xaxis)
    ax.legend(loc="lower right", bbox_to_anchor=(1, 1), borderaxespad=0.2, ncols=2)
    return ax


def _outcomes_by(table: pd.DataFrame, by: str) -> pd.DataFrame:
    """Return the numbers of P- and N-positions, a row a value of the column."""
    counts = table.groupby([by, "outcome"], observed=False).size().unstack(fill_value=0)
    return counts.reindex(columns=["P", "N"], fill_value=0)


def _stacked_bars(ax: Axes, heights: pd.DataFrame) -> None:
    """Draw the columns P and N as bars, N upon P; a height of 0 has no bar."""
    below = np.zeros(len(heights))
    for outcome in ("P", "N"):
        own = heights[outcome].to_numpy()
        there = own > 0
        look: dict[str, Any] = {"fc": COLOUR[outcome] if outcome == "P" else "white", "ec": COLOUR[outcome]}
        look |= {"hatch": HATCH[outcome], "label": f"{outcome}-positions", "lw": 1.2}
        bars = ax.bar(heights.index[there], own[there], 0.8, bottom=below[there], **look)
        if outcome == "P":
            hatch_in_white(bars)
        below = below + own


@styled
def share_line(
    share: pd.Series[float],
    xlabel: str,
    ylabel: str,
    title: str = "",
    ax: Axes | None = None,
    *,
    outcome: Outcome | None = None,
) -> Axes:
    """Draw a share between 0 and 1 against the series' integer index, in per cent from 0.

    Name the `outcome` if this is the share of positions with it: it then has the outcome's colour and mark.
    """
    ax = axes_or_new(ax)
    look: dict[str, Any] = {"marker": "o"}
    if outcome:
        look = {"color": COLOUR[outcome], "marker": MARKER[outcome]}
    ax.plot(share.index, share.to_numpy(), clip_on=False, **look)
    ax.set(xlabel=xlabel, ylabel=ylabel, title=title)
    ax.set_ylim(0, None)
    count_in_integers(ax.xaxis)
    ax.yaxis.set_major_locator(MaxNLocator(steps=[1, 2, 5, 10]))
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return ax


@styled
def ratio_line(
    ratio: pd.Series[float], xlabel: str, ylabel: str, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw a ratio of two counts against the series' integer index, on a plain scale from 0.

    A line stands at 1, where the two counts are equal.
    """
    ax = axes_or_new(ax)
    ax.axhline(1, color="#8a8a8a", lw=1, ls="--")
    ax.plot(ratio.index, ratio.to_numpy(), marker="o", clip_on=False)
    ax.set(xlabel=xlabel, ylabel=ylabel, title=title)
    ax.set_ylim(0, None)
    count_in_integers(ax.xaxis)
    return ax


@styled
def heat_map(
    table: pd.DataFrame,
    xlabel: str,
    ylabel: str,
    colour_label: str,
    title: str = "",
    ax: Axes | None = None,
    *,
    white: str = "none",
) -> Axes:
    """Draw a table of numbers as colours, its integer index upwards and its integer columns across.

    Missing values, rows and columns stay white; `white` says below the map what that means.  A map of
    at most `MAX_WRITTEN_CELLS` values has them written in its cells; a larger one has a colour bar.
    """
    columns, rows = (range(labels.min(), labels.max() + 1) for labels in (table.columns, table.index))
    edges = [np.arange(labels.start, labels.stop + 1) - 0.5 for labels in (columns, rows)]
    every = table.reindex(index=rows, columns=columns)
    values = np.ma.masked_invalid(every.to_numpy(dtype=float))
    ax = axes_or_new(ax, 4.9)
    mesh = ax.pcolormesh(*edges, values, rasterized=True)
    if values.count() <= MAX_WRITTEN_CELLS:
        for row, column in np.argwhere(~np.ma.getmaskarray(values)):
            value = values[row, column]
            ink = "white" if value < 0.6 * values.max() else "black"
            look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 9, "color": ink}
            ax.text(columns[column], rows[row], f"{value:g}", **look)
        mesh_label = f"in the cells: {colour_label}; "
    else:
        assert ax.figure is not None
        ticks = MaxNLocator(nbins=9, integer=True, steps=[1, 2, 5, 10])
        ax.figure.colorbar(mesh, ax=ax, label=colour_label, ticks=ticks)
        mesh_label = ""
    if values.mask.any():
        ax.plot([], [], "s", mfc="white", mec="#8a8a8a", ms=9, label=f"{mesh_label}white: {white}")
        ax.legend(loc="lower right", bbox_to_anchor=(1, 1), borderaxespad=0.2, handletextpad=0.2)
        ax.set_title(title, pad=_LEGEND_ABOVE)
    else:
        ax.set_title(title)
    ax.set(xlabel=xlabel, ylabel=ylabel)
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
    ax = axes_or_new(ax, 0.47 * len(table) + 0.9)
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
def first_moves_grid(
    wins: Mapping[int, Iterable[int]],
    title: str = "",
    ax: Axes | None = None,
    *,
    ticks: Iterable[int] | None = None,
) -> Axes:
    """Draw which first moves win on each board: limit -> the winning numbers, a row a board.

    Winning moves are black diamonds.  A board without one is lost for the player who begins, and has a
    square in P's colour at the end of its row.  `ticks` are the boards whose limits are written: all of
    them, or where they are many the odd ones, on which most such boards are.
    """
    limits = sorted(wins)
    row = min(0.24, 5 / len(limits))
    ax = axes_or_new(ax, row * len(limits) + 1.3)
    if ticks is None:
        ticks = [k for k in limits if len(limits) <= _MAX_ROWS_ALL_LABELLED or k % 2]
    board = [(number, limit) for limit in limits for number in range(2, limit + 1)]
    won = [(number, limit) for limit in limits for number in wins[limit]]
    lost = [(limit + 1, limit) for limit in limits if not list(wins[limit])]
    for cells, size, colour, marker, words in (
        (board, 12, "#b0b0b0", "_", "does not win"),
        (won, 34, WINNING_MOVE["color"], WINNING_MOVE["marker"], "wins"),
        (lost, 40, COLOUR["P"], MARKER["P"], "P: no first move wins"),
    ):
        places = np.array(cells).reshape(-1, 2)  # there may be none
        area = size * (row / 0.24) ** 2
        ax.scatter(places[:, 0], places[:, 1], s=area, color=colour, marker=marker, label=words, lw=0.8)
    ax.set(xlabel="first move", ylabel="limit of the board", title=title, xlim=(1, limits[-1] + 2))
    ax.set_ylim(limits[-1] + 0.9, limits[0] - 0.9)
    count_in_integers(ax.xaxis)
    ax.set_xticks([number for number in ax.get_xticks() if 2 <= number <= limits[-1]])
    ax.set_yticks(list(ticks))
    ax.legend(loc="upper right", markerscale=min(2, 0.24 / row))
    return ax


@styled
def growth(
    counts: Mapping[str, pd.Series[int]], xlabel: str, ylabel: str, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw named series against their integer index on a logarithmic scale.

    Series named "P-positions" and "N-positions" have the colour and the mark of the outcome.
    """
    ax = axes_or_new(ax)
    for (name, series), marker in zip(counts.items(), "o^dvX", strict=False):
        look: dict[str, Any] = {"marker": marker}
        if name in ("P-positions", "N-positions"):
            look = {"marker": MARKER[name[0]], "color": COLOUR[name[0]]}
        ax.plot(series.index, series.to_numpy(), ms=4, label=name, **look)
    ax.set(xlabel=xlabel, ylabel=ylabel, title=title, yscale="log")
    count_in_integers(ax.xaxis)
    ax.legend()
    return ax


@styled
def reply_points(
    replies: Mapping[int, Iterable[int]],
    xlabel: str = "n",
    title: str = "",
    ax: Axes | None = None,
    *,
    band: tuple[int, int] | None = None,
) -> Axes:
    """Draw winning replies as points: n -> the replies to n, black diamonds above n.

    The dashed line is where a reply would equal n.  `band` is the least and the greatest difference
    reply - n of a band to be shaded.
    """
    ax = axes_or_new(ax, 4.4)
    points = [(n, reply) for n, found in replies.items() for reply in found]
    places = np.array(points).reshape(-1, 2)
    ends = np.array([min(replies), max(replies)])
    if band:
        label = f"{_signed(band[0])} to {_signed(band[1])}"
        ax.fill_between(
            ends, ends + band[0], ends + band[1], color="#dcdcdc", lw=0, label=f"reply − n: {label}"
        )
    look: dict[str, Any] = {**WINNING_MOVE}
    ax.plot(ends, ends, color="#8a8a8a", lw=1, ls="--", label="reply = n")
    ax.scatter(places[:, 0], places[:, 1], s=26, label="winning reply", zorder=3, **look)
    ax.set(xlabel=xlabel, ylabel="winning reply", title=title)
    ax.set_ylim(0, None)
    count_in_integers(ax.xaxis, ax.yaxis)
    ax.legend(loc="upper left")
    return ax


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else f"+{number}"


@styled
def kunz_columns(position: Position, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw a semigroup by residues: the gaps with the same residue are cells, one upon the other.

    How many they are is the residue's Kunz coordinate, written below.  Residues are those by the
    multiplicity m, the least chosen number.  On top of a column is the least number of the semigroup with
    its residue, black if it is a minimal generator, else grey and struck through.
    """
    m = position.multiplicity
    gaps = position.gaps
    heights = [sum(gap % m == residue for gap in gaps) for residue in range(m)]
    ax = axes_or_new(ax, 0.34 * (max(heights) + 2) + 1.1)
    for residue, height in enumerate(heights):
        for level in range(height):
            draw_cell(ax, residue, level, "available", label=residue + m * level)
        least = residue + m * height or m
        state: State = "chosen" if least in position.minimal_generators else "forbidden"
        draw_cell(ax, residue, height, state, label=least)
        ax.text(residue, -0.95, f"{height}", ha="center", va="center", weight="bold")
    ax.text(-1.1, -0.95, "Kunz coordinate", ha="right", va="center")
    ax.text(-1.1, -1.75, f"residue by {m}", ha="right", va="center", color="#555555")
    for residue in range(m):
        ax.text(residue, -1.75, str(residue), ha="center", va="center", color="#555555")
    high = max(heights) + 0.6
    left = -5.0
    side = max(m, left + WIDTH / 0.34 - 1.5)
    ax.set(xlim=(left, side), ylim=(-2.2, high), aspect="equal", title=title, anchor="W")
    ax.axis("off")
    return ax
