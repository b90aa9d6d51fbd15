"""The game as a graph."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping
from itertools import groupby
from typing import Any

import networkx as nx
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from numbergame.figures.style import COLOUR, MARKER, axes_or_new, count_in_integers, styled

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
    ax = axes_or_new(ax, max(4.0, width + 1.6), height + 1.3)
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
    for position, after in dag.edges():
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
    ax = axes_or_new(ax, 7.2, 5.2)
    segments = [(places[position], places[after]) for position, after in dag.edges()]
    wins = [dag.nodes[after]["outcome"] == "P" for _, after in dag.edges()]
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
    count_in_integers(ax.yaxis)
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.legend(markerscale=2.5, loc="upper left")
    return ax


@styled
def draw_degrees(dag: nx.DiGraph, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw how many positions have at least so many moves out, and so many moves in, on two log scales."""
    ax = axes_or_new(ax)
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
