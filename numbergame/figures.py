"""Every drawing of the collection, in one style, and the one function that writes figures to disk.

A function here draws on the `Axes` it is given, or makes one, and returns it.  P-positions are
vermilion squares or hatched, N-positions blue circles or plain, so that colour is never the only cue.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import wraps
from itertools import groupby
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Patch, Rectangle
from matplotlib.ticker import MaxNLocator, PercentFormatter
from PIL import Image

from numbergame.files import FIGURES_VARIABLE, whole_file
from numbergame.number_game import CONTEST_LIMIT, Position
from numbergame.subtraction import Period

STYLE = Path(__file__).with_name("numbergame.mplstyle")

COLOUR = {"P": "#d55e00", "N": "#0072b2"}
MARKER = {"P": "s", "N": "o"}
HATCH = {"P": "///", "N": ""}

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def styled(draw: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Make a function draw in the collection's style, whatever the reader's own settings are."""

    @wraps(draw)
    def drawn(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        with plt.style.context(["default", str(STYLE)]):
            return draw(*args, **kwargs)

    return drawn


class Exported:
    """A figure on disk, shown in a notebook as the saved file, not as it was before it was saved."""

    def __init__(self, png: Path) -> None:
        self.png = png

    def _repr_png_(self) -> bytes:
        return self.png.read_bytes()

    def __repr__(self) -> str:
        return f"figures/{self.png.stem}.svg, figures/{self.png.name}"


@styled
def export(figure: Figure, name: str) -> Exported:
    """Write a figure as name.svg and name.png, and close it.

    The folder is the one that the environment names; without that, figures/ beside notebooks/ when
    that is where the program runs, else figures/ there.  It is made if it is missing.  The same
    figure gives the same bytes: no date, no version, no random identifiers.
    """
    here = Path.cwd()
    folder = (
        os.environ.get(FIGURES_VARIABLE) or (here.parent if here.name == "notebooks" else here) / "figures"
    )
    for ending, metadata in (("svg", {"Date": None, "Creator": None}), ("png", {"Software": None})):
        with whole_file(Path(folder) / f"{name}.{ending}") as draft:
            figure.savefig(draft, metadata=metadata)
            if ending == "png":
                _reduce_colours(draft)
    plt.close(figure)
    return Exported(Path(folder) / f"{name}.png")


def _reduce_colours(png: Path) -> None:
    """Store a PNG with a palette of 256 colours: half the size or less, and no difference to the eye."""
    with Image.open(png) as image:
        reduced = image.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        reduced.save(png, dpi=image.info["dpi"])


def _axes(ax: Axes | None, width: float = 7.2, height: float = 4.0) -> Axes:
    """Return the axes to draw on: those given, or those of a new figure of so many inches."""
    return plt.subplots(figsize=(width, height))[1] if ax is None else ax


def _count_in_integers(*axes: Axis) -> None:
    """Put an axis's ticks at round integers."""
    for axis in axes:
        axis.set_major_locator(MaxNLocator(nbins=11, integer=True, steps=[1, 2, 5, 10]))


# Strips of numbers and of heaps

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
    ax = _axes(ax, 0.34 * (limit + 4), 0.36 * len(rows) + (0.6 if title else 0.2))
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
    ax = _axes(ax, 7.2, 1.9)
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
    _count_in_integers(ax.xaxis)
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
    ax = _axes(ax, 7.2, 0.28 * len(blocks) + 1.0)
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


# The game as a graph

_INCHES = (1.6, 0.95)  # between neighbours in a layer, and between layers
_BENDS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)


@styled
def draw_dag(
    dag: nx.DiGraph,
    labelled: Collection[Hashable] | None = None,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw a small game: a box for each position, moves downwards, winning moves bold.

    P-positions are square vermilion boxes, N-positions round blue ones.  Where only some positions
    have their label yet, `labelled` has those; the others are grey.
    """
    places = _layered(dag)
    xs, ys = zip(*places.values(), strict=True)
    width, height = _INCHES[0] * (max(xs) - min(xs)), _INCHES[1] * (max(ys) - min(ys))
    ax = _axes(ax, max(4.0, width + 1.6), height + 1.3)
    boxes = {}
    for position, (x, y) in places.items():
        outcome = dag.nodes[position]["outcome"] if labelled is None or position in labelled else ""
        colour = COLOUR.get(outcome, "#bbbbbb")
        shape = {"P": "square,pad=0.3", "N": "round,pad=0.3,rounding_size=0.6"}.get(outcome, "round,pad=0.3")
        box = {"boxstyle": shape, "fc": colour if outcome == "P" else "white", "ec": colour, "lw": 1.8}
        ink = "white" if outcome == "P" else "black"
        words = f"{position}\n{outcome or '?'}"
        look: dict[str, Any] = {
            "ha": "center",
            "va": "center",
            "fontsize": 9,
            "color": ink,
            "bbox": box,
            "zorder": 5,
        }
        boxes[position] = ax.text(x, y, words, **look)
    for position, after in dag.edges:
        known = labelled is None or {position, after} <= set(labelled)
        wins = known and dag.nodes[after]["outcome"] == "P"
        arrow = {
            "arrowstyle": "-|>",
            "color": "black" if wins else "#aaaaaa",
            "lw": 2.2 if wins else 0.9,
            "patchA": boxes[position].get_bbox_patch(),
            "patchB": boxes[after].get_bbox_patch(),
            "shrinkA": 0,
            "shrinkB": 1,
            "connectionstyle": f"arc3,rad={_bend(places, position, after)}",
        }
        ax.annotate("", places[after], places[position], arrowprops=arrow, zorder=3 if wins else 1)
    ax.set(xlim=(min(xs) - 0.8, max(xs) + 0.8), ylim=(min(ys) - 0.5, max(ys) + 0.5), title=title)
    ax.axis("off")
    return ax


def _bend(places: Mapping[Hashable, tuple[float, float]], position: Hashable, after: Hashable) -> float:
    """Return how an arrow curves, the least that keeps it clear of the boxes of the layers between.

    The unit is that of matplotlib's arc3, the distance of the control point by the arrow's length;
    to the left is positive.
    """
    (x0, y0), (x1, y1) = places[position], places[after]
    between = [(x, y, 0.04 + 0.019 * len(str(node))) for node, (x, y) in places.items() if y1 < y < y0]
    if not between:
        return 0.0
    xs, ys, half_widths = np.repeat(between, 3, axis=0).T
    along = (y0 - ys + np.tile((-0.2, 0, 0.2), len(between))) / (y0 - y1)

    def clearance(bend: float) -> float:
        aside = 2 * along * (1 - along) * bend * (y0 - y1) * _INCHES[1] / _INCHES[0]
        gaps = np.abs(xs - x0 - (x1 - x0) * along + aside) - half_widths
        return min(0.06, float(gaps.min()))

    outward = math.copysign(1, -x0 - x1)
    return max((0.0, *(side * size for size in _BENDS for side in (outward, -outward))), key=clearance)


@styled
def draw_layers(dag: nx.DiGraph, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw a large game in layers, the start on top: dots for positions, faint lines for moves.

    Lines are one rasterised collection, so the 42,519 moves of the board 2..20 take a second.
    """
    places = _layered(dag)
    ax = _axes(ax, 7.2, 5.2)
    segments = [(places[position], places[after]) for position, after in dag.edges]
    wins = [dag.nodes[after]["outcome"] == "P" for _, after in dag.edges]
    for winning, colour, alpha in ((False, "#888888", 0.05), (True, "black", 0.10)):
        chosen = [segment for segment, win in zip(segments, wins, strict=True) if win == winning]
        ax.add_collection(LineCollection(chosen, colors=colour, alpha=alpha, lw=0.4, rasterized=True))
    for outcome, name in (("N", "N-position"), ("P", "P-position")):
        dots = np.array([places[node] for node, known in dag.nodes(data="outcome") if known == outcome])
        dots = dots.reshape(-1, 2)  # there may be none
        look: dict[str, Any] = {"color": COLOUR[outcome], "marker": MARKER[outcome], "label": name}
        ax.scatter(
            dots[:, 0], dots[:, 1], s=5 if outcome == "N" else 9, lw=0, rasterized=True, zorder=3, **look
        )
    ax.autoscale_view()
    ax.set(xticks=[], ylabel="layer: most moves played so far", title=title)
    ax.yaxis.set_major_formatter(lambda y, _: f"{abs(y):.0f}")
    _count_in_integers(ax.yaxis)
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.legend(markerscale=2.5, loc="upper left")
    return ax


@styled
def draw_degrees(dag: nx.DiGraph, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw how many positions have at least so many moves out, and so many moves in, on two log scales."""
    ax = _axes(ax)
    for words, degrees, colour, dashes in (
        ("moves out", dag.out_degree(), "black", "-"),
        ("moves in", dag.in_degree(), "#009e73", "--"),
    ):
        counts = np.bincount([degree for _, degree in degrees])
        at_least = counts[::-1].cumsum()[::-1]
        ax.step(np.arange(1, len(counts)), at_least[1:], color=colour, ls=dashes, label=words)
    ax.set(xscale="log", yscale="log", title=title, ylabel="positions with at least so many")
    ax.set_xlabel("moves out of a position, or into it")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter("{x:,.0f}")
    ax.legend()
    return ax


def _layered(dag: nx.DiGraph) -> dict[Hashable, tuple[float, float]]:
    """Return a place for each position: its layer downwards, centred across.

    Across, positions go by the mean place of the positions that lead to them (the barycentre rule of
    Sugiyama, Tagawa and Toda, 1981), so that fewer lines cross.
    """
    across: dict[Hashable, float] = {}
    nodes = sorted(dag, key=lambda node: dag.nodes[node]["layer"])
    for _, layer in groupby(nodes, key=lambda node: dag.nodes[node]["layer"]):
        barycentre = {
            node: float(np.mean([across[before] for before in dag.predecessors(node)] or [0]))
            for node in layer
        }
        ordered = sorted(barycentre, key=lambda node: barycentre[node])
        across |= {node: place - (len(ordered) - 1) / 2 for place, node in enumerate(ordered)}
    return {node: (across[node], -dag.nodes[node]["layer"]) for node in nodes}


# Counts, shares and maps from tables

_MARK = "#cfe3f1"


@styled
def outcome_bars(table: pd.DataFrame, by: str, xlabel: str, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw how many P- and N-positions have each value of an integer column, one upon the other."""
    ax = _axes(ax)
    counts = table.groupby([by, "outcome"], observed=False).size().unstack()
    below = np.zeros(len(counts))
    for outcome in ("P", "N"):
        heights = counts[outcome].to_numpy()
        there = heights > 0
        look: dict[str, Any] = {"fc": COLOUR[outcome] if outcome == "P" else "white", "ec": COLOUR[outcome]}
        look |= {"hatch": HATCH[outcome], "hatchcolor": "white", "label": f"{outcome}-positions"}
        ax.bar(counts.index[there], heights[there], 0.8, bottom=below[there], lw=1.2, **look)
        below = below + heights
    ax.set_ylim(0, 1.05 * below.max())
    ax.set(xlabel=xlabel, ylabel="positions", title=title)
    _count_in_integers(ax.xaxis)
    ax.legend()
    return ax


@styled
def share_line(
    share: pd.Series[float], xlabel: str, ylabel: str, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw a share between 0 and 1 against the series' integer index, in per cent from 0."""
    ax = _axes(ax)
    ax.plot(share.index, share.to_numpy(), color=COLOUR["P"], marker=MARKER["P"], clip_on=False)
    ax.set(xlabel=xlabel, ylabel=ylabel, title=title)
    ax.set_ylim(0, None)
    _count_in_integers(ax.xaxis)
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
    ax = _axes(ax, 7.2, 4.8)
    columns, rows = (range(labels.min(), labels.max() + 1) for labels in (table.columns, table.index))
    edges = [np.arange(labels.start, labels.stop + 1) - 0.5 for labels in (columns, rows)]
    every = table.reindex(index=rows, columns=columns)
    values = np.ma.masked_invalid(every.to_numpy(dtype=float))
    mesh = ax.pcolormesh(*edges, values, rasterized=True)
    assert ax.figure is not None
    ax.figure.colorbar(mesh, ax=ax, label=colour_label)
    ax.set(xlabel=xlabel, ylabel=ylabel, title=title)
    ax.grid(False)
    _count_in_integers(ax.xaxis, ax.yaxis)
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
    ax = _axes(ax, 0.58 * len(table.columns) + 0.8, 0.5 * len(table) + 0.9)
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
    ax = _axes(ax, 7.2, row * len(limits) + 1.2)
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
    _count_in_integers(ax.xaxis, ax.yaxis)
    ax.legend(loc="upper right")
    return ax


@styled
def growth(
    counts: Mapping[str, pd.Series[int]], xlabel: str, ylabel: str, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw named series against their integer index on a logarithmic scale."""
    ax = _axes(ax)
    for (name, series), marker in zip(counts.items(), "os^dv", strict=False):
        ax.plot(series.index, series.to_numpy(), marker=marker, ms=4, label=name)
    ax.set(xlabel=xlabel, ylabel=ylabel, title=title, yscale="log")
    _count_in_integers(ax.xaxis)
    ax.legend()
    return ax
