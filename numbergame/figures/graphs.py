"""The game as a graph: every box and arrow of a small one, the layers of a large one."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch
from matplotlib.path import Path

from numbergame._look import COLOUR
from numbergame.figures._layout import Layout, layered, layers
from numbergame.figures.style import (
    HATCH,
    WIDTH,
    WINNING_MOVE,
    axes_or_new,
    hatch_in_white,
    styled,
)
from numbergame.number_game import Position

MAX_ARROWS = 150
"""`draw_dag` refuses graphs with more arrows than this: nobody could follow them."""

MAX_LABELLED_ARROWS = 35
"""Where a graph has more arrows than this, `draw_dag` writes the moves on bold arrows alone."""

_UNKNOWN = "#8a8a8a"
_PLAIN_ARROW = "#9a9a9a"
_BOX = 0.36  # height of a box, in inches, where its letters have 9 points
_HALF_LETTER = 0.033  # of a move on its arrow, which has 8 points
_MARGIN = 0.16


class _Look(NamedTuple):
    """How a box looks: its fill, edge, edge's width and dashes, and its letters' colour."""

    fill: str
    edge: str
    width: float
    dashes: str
    ink: str


@styled
def draw_dag(
    dag: nx.DiGraph,
    labelled: Collection[Hashable] | None = None,
    title: str = "",
    ax: Axes | None = None,
    *,
    new: Collection[Hashable] = (),
) -> Axes:
    """Draw a small game: a box for each position, an arrow downwards for each move, winning moves bold.

    P-positions are filled square vermilion boxes, N-positions round blue frames.  The move is written on
    its arrow: on all arrows if there are at most `MAX_LABELLED_ARROWS`, else on the bold ones.  Two
    moves to the same position are two arrows.

    Where only some positions have their label yet, `labelled` has those; the others are dashed and
    grey, with "?".  Of the labelled ones, those in `new` have a thick edge: they were just labelled.

    ValueError for a graph with more than `MAX_ARROWS` moves: `draw_layers` draws those.
    """
    if len(dag.edges) > MAX_ARROWS:
        raise ValueError(
            f"{len(dag.edges)} moves are too many to draw one by one, {MAX_ARROWS} are the most: "
            "use draw_layers, or draw a part of the graph"
        )
    layout = layered(dag, WIDTH - 2 * _MARGIN)
    if ax is None:
        height = layout.height + 2 * _MARGIN + (0.35 if title else 0) + 0.28
        ax = axes_or_new(None, height)
    _draw_graph(ax, dag, layout, dag if labelled is None else labelled, new)
    ax.set_title(title)
    return ax


def _draw_graph(
    ax: Axes,
    dag: nx.DiGraph,
    layout: Layout,
    labelled: Collection[Hashable],
    new: Collection[Hashable],
    words: bool = True,
) -> None:
    """Draw boxes and arrows where the layout has them, in inches; `words` are the moves on arrows."""
    known = {node: dag.nodes[node]["outcome"] if node in labelled else "" for node in dag}
    for node, (x, y) in layout.places.items():
        look = _look(known[node], node in new)
        width, height = layout.widths[node], _BOX * layout.scale
        rounding = height / 2 if known[node] == "N" else 0.001
        ax.add_patch(
            FancyBboxPatch(
                (x - width / 2, y - height / 2),
                width,
                height,
                boxstyle=f"round,pad=0,rounding_size={rounding}",
                fc=look.fill,
                ec=look.edge,
                lw=look.width * layout.scale,
                ls=look.dashes,
                zorder=5,
                gid=f"box {node}",
            )
        )
        ax.text(
            x,
            y - 0.01 * layout.scale,
            f"{node}\n{known[node] or '?'}",
            ha="center",
            va="center",
            fontsize=9 * layout.scale,
            linespacing=1.0,
            color=look.ink,
            zorder=6,
        )
    winning = [known[before] == "N" and known[after] == "P" for before, after, _ in layout.arrows]
    for (before, after, move), path, wins in zip(layout.arrows, layout.paths, winning, strict=True):
        ax.add_patch(
            FancyArrowPatch(
                path=Path(path, [Path.MOVETO] + [Path.CURVE4] * (len(path) - 1)),
                arrowstyle="-|>,head_length=0.35,head_width=0.16",
                mutation_scale=(16 if wins else 12) * layout.scale,
                color=WINNING_MOVE["color"] if wins else _PLAIN_ARROW,
                lw=(2.0 if wins else 0.9) * layout.scale,
                shrinkA=0,
                shrinkB=0,
                zorder=3 if wins else 2,
                gid=f"arrow {before}, {move}, {after}",
            )
        )
    if words:
        all_of_them = len(layout.arrows) <= MAX_LABELLED_ARROWS
        _write_moves(ax, layout, [wins or all_of_them for wins in winning], winning)
    sides = layout.half_width + 0.02, layout.height + _BOX * layout.scale
    # As wide as the page where it is narrower, so that all boxes of a collection have one size.
    side = max(sides[0], WIDTH / 2 - _MARGIN)
    low = -layout.height - _BOX * layout.scale / 2 - 0.03
    ax.set(xlim=(-side, side), ylim=(low, _BOX * layout.scale / 2 + 0.03), aspect="equal")
    ax.axis("off")


def _look(outcome: str, new: bool) -> _Look:
    if not outcome:
        return _Look("white", _UNKNOWN, 1.0, "--", "#595959")
    colour = COLOUR[outcome]
    edge = "black" if new and outcome == "P" else colour
    return _Look(
        colour if outcome == "P" else "white",
        edge,
        3.4 if new else 1.4,
        "-",
        "white" if outcome == "P" else "black",
    )


def _write_moves(ax: Axes, layout: Layout, wanted: Iterable[bool], winning: Iterable[bool]) -> None:
    """Write moves on their arrows, each where it is farthest from other arrows and from other moves."""
    curves = [_points(path) for path in layout.paths]
    words = [str(move) for _, _, move in layout.arrows]
    # Half the width of what is longer than a number of two digits, which the distances below leave room for.
    long = [layout.scale * _HALF_LETTER * max(0, len(text) - 2) for text in words]
    written: list[np.ndarray[Any, Any]] = []
    reach: list[float] = []
    for index, (wish, wins) in enumerate(zip(wanted, winning, strict=True)):
        if not wish:
            continue
        others = np.concatenate([curve for k, curve in enumerate(curves) if k != index] or [np.empty((0, 2))])
        boxes = layout.box_points

        def room(
            point: np.ndarray[Any, Any],
            others: np.ndarray[Any, Any] = others,
            boxes: np.ndarray[Any, Any] = boxes,
            long: float = long[index],
        ) -> float:
            lines = _nearest(point, others, long)
            moves = _nearest(point, np.array(written).reshape(-1, 2), long + np.array(reach))
            return min(lines, 0.14) + 1.5 * min(moves, 0.24) + 0.5 * min(_nearest(point, boxes), 0.2)

        best = max(curves[index][2:-3], key=room)
        written.append(best)
        reach.append(long[index])
        ax.text(
            best[0],
            best[1],
            words[index],
            fontsize=8 * layout.scale,
            weight="bold" if wins else "normal",
            color="black" if wins else "#444444",
            ha="center",
            va="center",
            zorder=4,
            bbox={"boxstyle": "round,pad=0.12", "fc": "white", "ec": "none"},
            gid=f"move {index}",
        )


def _nearest(point: np.ndarray[Any, Any], points: np.ndarray[Any, Any], reach: Any = 0.0) -> float:
    """Return the least distance to the points, where so much of the way across is no distance."""
    across, down = np.abs(points - point).T
    return float(np.hypot(np.maximum(across - reach, 0), down).min()) if len(points) else 1.0


def _points(path: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return points along a chain of cubic Bézier curves."""
    t = np.linspace(0, 1, 12)[:, None]
    parts = []
    for start in range(0, len(path) - 3, 3):
        a, b, c, d = path[start : start + 4]
        parts.append((1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * c + t**3 * d)
    return np.concatenate(parts)


@styled
def draw_labelling(dag: nx.DiGraph, rounds: Mapping[Hashable, int], title: str = "") -> Figure:
    """Draw how a small game gets its labels, a panel for the start and one for the end of each round.

    `rounds` tells in which round, from 1, each position gets its label.  A box is in one of four states:
    not yet known (dashed, "?"), just labelled P or N (thick edge), and labelled before (thin edge).
    Winning moves are bold from the round on in which both ends have labels.
    """
    last = max(rounds.values())
    layout = layered(dag, (WIDTH - 0.6) / 2)
    rows = (last + 2) // 2
    panel = layout.height + _BOX * layout.scale + 0.5
    figure, axes = plt.subplots(rows, 2, figsize=(WIDTH, rows * panel + 1.0), squeeze=False)
    for number, ax in enumerate(axes.flat):
        if number > last:
            ax.axis("off")
            continue
        known = [node for node, when in rounds.items() if when <= number]
        new = [node for node, when in rounds.items() if when == number]
        _draw_graph(ax, dag, layout, known, new, words=False)
        ax.set_xlim(-layout.half_width - 0.05, layout.half_width + 0.05)
        labels = f"{len(new)} new label{'s' * (len(new) != 1)}"
        ax.set_title(f"round {number}: {labels}" if number else "at the start: no label", fontsize=10)
    figure.suptitle(title, x=0.02, ha="left", fontsize=11, weight="bold")
    figure.legend(handles=_state_handles(), loc="outside lower left", ncols=4, handlelength=1.6)
    return figure


def _state_handles() -> list[Line2D]:
    """Return the legend of the four states of a box: a marker each."""
    looks = (
        ("not yet known", _look("", False), "s"),
        ("just labelled P", _look("P", True), "s"),
        ("just labelled N", _look("N", True), "o"),
        ("labelled before", _look("N", False), "o"),
    )
    return [
        Line2D(
            [],
            [],
            ls="",
            marker=marker,
            ms=10,
            mfc=look.fill,
            mec=look.edge,
            mew=look.width * 0.7,
            label=name,
        )
        for name, look, marker in looks
    ]


@styled
def draw_layers(dag: nx.DiGraph, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw a large game in layers, the start on top, each layer a bar as long as it has positions.

    The P-part of a bar comes first and is hatched.  Black lines are the winning moves, from the N-part of
    one bar to the P-part of another; other moves are not drawn.  Beside each bar stands the share that is
    P, and, where the positions of a layer all have as many numbers available, how many.

    Within a part, positions go by the mean place of those that lead to them, so that fewer lines cross.
    The lines are one rasterised collection, so the board 2..20 takes a second.
    """
    rows = layers(dag)
    counts = [{mark: sum(dag.nodes[n]["outcome"] == mark for n in row) for mark in "PN"} for row in rows]
    longest = max(map(len, rows))
    ax = axes_or_new(ax, 0.32 * len(rows) + 1.3)
    lines = _winning_lines(dag, rows)
    look: dict[str, Any] = {"colors": WINNING_MOVE["color"], "lw": 0.4, "rasterized": True, "zorder": 2}
    alpha = min(0.6, max(0.08, 60 / max(len(lines), 1)))
    ax.add_collection(LineCollection(lines, alpha=alpha, label="winning move", **look))
    for mark in "PN":
        left = [0 if mark == "P" else count["P"] for count in counts]
        bars = ax.barh(
            range(len(rows)),
            [count[mark] for count in counts],
            _BAR,
            left=left,
            fc=COLOUR["P"] if mark == "P" else "white",
            ec=COLOUR[mark],
            lw=0.9,
            hatch=HATCH[mark],
            label=f"{mark}-positions",
            zorder=3,
        )
        if mark == "P":
            hatch_in_white(bars)
    available = [{len(node) for node in row if isinstance(node, Position)} for row in rows]
    for row, (count, sizes) in enumerate(zip(counts, available, strict=True)):
        total = count["P"] + count["N"]
        ax.text(1.13 * longest, row, f"{total:,}", ha="right", va="center", fontsize=8.5)
        ax.text(1.24 * longest, row, f"{count['P'] / total:.0%}", ha="right", va="center", fontsize=8.5)
        if len(sizes) == 1:
            ax.text(-0.03 * longest, row, f"{min(sizes)}", ha="right", va="center", fontsize=8.5)
    for x, words in ((-0.03, "available"), (1.13, "positions"), (1.24, "P")):
        if words != "available" or any(map(len, available)):
            ax.text(x * longest, -1, words, ha="right", va="center", fontsize=8.5, color="#555555")
    ax.set(xlim=(-0.17 * longest, 1.26 * longest), ylim=(len(rows) - 0.5, -1.5), title=title)
    ax.set(xticks=[], yticks=[])
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.grid(False)
    handles, _ = ax.get_legend_handles_labels()
    handles = [*handles[1:], Line2D([], [], color=WINNING_MOVE["color"], lw=1, label="winning moves")]
    ax.legend(handles=handles, loc="lower right", bbox_to_anchor=(0.84, 0.02), frameon=True, edgecolor="none")
    return ax


_BAR = 0.56  # height of a layer's bar, of 1 from layer to layer


def _winning_lines(
    dag: nx.DiGraph, rows: list[list[Hashable]]
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the lines of the winning moves, from the foot of one bar to the head of another."""
    across: dict[Hashable, float] = {}
    layer: dict[Hashable, int] = {}
    for number, row in enumerate(rows):
        mean = {node: float(np.mean([across[m] for m in dag.predecessors(node)] or [0])) for node in row}
        ordered = sorted(row, key=lambda node: (dag.nodes[node]["outcome"] == "N", mean[node]))
        across |= {node: place + 0.5 for place, node in enumerate(ordered)}
        layer |= dict.fromkeys(row, number)
    return [
        ((across[before], layer[before] + _BAR / 2), (across[after], layer[after] - _BAR / 2))
        for before, after in dag.edges()
        if dag.nodes[after]["outcome"] == "P"
    ]


@styled
def draw_certificate(certificate: Mapping[str, Any], title: str = "", ax: Axes | None = None) -> Axes:
    """Draw the claims of a proof as a graph: below a P-position every move, below an N-position one answer.

    A box is a position, named by its minimal generators.  What is bold is the move that the proof claims to
    win.  ValueError for a proof of more than `MAX_ARROWS` moves.
    """
    dag = nx.MultiDiGraph()
    for name, claim in certificate["claims"].items():
        position = Position.generated_by(map(int, name.split()))
        dag.add_node(name, outcome="P" if claim == "P" else "N")
        for move, after in position.moves():
            if claim in ("P", move):
                dag.add_edge(name, " ".join(map(str, after.minimal_generators)), move=move)
    for number, generation in enumerate(nx.topological_generations(dag)):
        for node in generation:
            dag.nodes[node]["layer"] = number
    return draw_dag(dag, title=title, ax=ax)


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
