"""Where the boxes and arrows of a small graph go: Sugiyama, Tagawa and Toda's method (1981).

Positions lie in layers.  An arrow that crosses a layer has a place of its own there, so that it runs
between the boxes; places go by the mean of their neighbours, so that few arrows cross.  The unit is an inch.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np

_LAYER = 0.95  # from layer to layer
_CHARACTER = 0.082  # width of a letter of 9 points
_PORT = 0.11  # between arrows that meet at a box
_LANE = 0.16  # what an arrow needs between boxes
_GAP = 0.16  # between boxes
_BOX = 0.36
_STRETCH = 1.5  # how much wider than it needs a graph may be drawn, where there is room
_SWEEPS = 24

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass
class Layout:
    """Boxes and arrows in inches: the first layer has height 0, the others lie below, x is 0 in the middle.

    A path is a chain of cubic Bézier curves, from the foot of a box to the head of another.  `scale` is 1, or
    less where the graph had to be made smaller to fit its width.
    """

    places: dict[Hashable, tuple[float, float]]
    widths: dict[Hashable, float]
    arrows: list[tuple[Hashable, Hashable, Any]]
    paths: list[Floats]
    scale: float
    height: float
    half_width: float

    @property
    def box_points(self) -> Floats:
        """Points along the middle of each box, which no words should touch."""
        return np.array(
            [
                (x + share * self.widths[node], y)
                for node, (x, y) in self.places.items()
                for share in (-0.5, -0.25, 0, 0.25, 0.5)
            ]
        )


def layers(dag: nx.DiGraph) -> list[list[Hashable]]:
    """Return the positions of each layer that is not empty, from the top down."""
    found: dict[int, list[Hashable]] = defaultdict(list)
    for node, layer in dag.nodes(data="layer"):
        found[layer].append(node)
    return [found[layer] for layer in sorted(found)]


def layered(dag: nx.DiGraph, width: float) -> Layout:
    """Return a layout that is at most so wide."""
    rows: list[list[Any]] = [list(row) for row in layers(dag)]
    layer = {node: number for number, row in enumerate(rows) for node in row}
    arrows = sorted(
        ((before, after, move) for before, after, move in dag.edges(data="move")),
        key=lambda arrow: (layer[arrow[0]], layer[arrow[1]]),
    )
    chains: list[list[Any]] = []  # for each arrow the places it goes through, both ends among them
    for index, (before, after, _) in enumerate(arrows):
        lanes = [("lane", index, number) for number in range(layer[before] + 1, layer[after])]
        for lane, number in zip(lanes, range(layer[before] + 1, layer[after]), strict=True):
            rows[number].append(lane)
        chains.append([before, *lanes, after])
    above, below = defaultdict(list), defaultdict(list)
    for chain in chains:
        for upper, lower in pairwise(chain):
            below[upper].append(lower)
            above[lower].append(upper)
    lanes_ = {place for chain in chains for place in chain[1:-1]}
    widths = {
        node: max(
            0.3,
            _CHARACTER * len(str(node)) + 0.2,
            _PORT * (max(len(above[node]), len(below[node])) + 1),
        )
        for node in dag
    }
    half = {node: (widths[node] + _GAP) / 2 for node in dag} | dict.fromkeys(lanes_, _LANE / 2)
    rows = _fewest_crossings(rows, above, below)
    across = _straightened(rows, above, below, half)
    reach = max(max(abs(across[place]) + half[place] for place in row) for row in rows)
    stretch = min(_STRETCH, width / 2 / reach)
    scale = min(1.0, stretch)
    across = {place: x * stretch for place, x in across.items()}
    level = {place: -_LAYER * scale * number for number, row in enumerate(rows) for place in row}
    widths = {node: scale * value for node, value in widths.items()}
    out, into = _ports(chains, across, widths, scale)
    paths = [
        _path(chain, across, level, out[index], into[index], _BOX * scale / 2)
        for index, chain in enumerate(chains)
    ]
    return Layout(
        {node: (across[node], level[node]) for node in dag},
        widths,
        arrows,
        paths,
        scale,
        _LAYER * scale * (len(rows) - 1),
        reach * stretch,
    )


def _fewest_crossings(rows: list[list[Any]], above: Any, below: Any) -> list[list[Any]]:
    """Return the rows in the order that has the fewest crossings of those that sweeping meets."""
    best, fewest = rows, _crossings(rows, below)
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        neighbours = above if down else below
        rows = [list(row) for row in rows]
        for number in range(1, len(rows)) if down else range(len(rows) - 2, -1, -1):
            fixed = _shares(rows[number - 1 if down else number + 1]) | _shares(rows[number])
            rows[number].sort(
                key=lambda place: float(np.mean([fixed[other] for other in neighbours[place] or [place]]))
            )
        if (crossings := _crossings(rows, below)) < fewest:
            best, fewest = rows, crossings
    return best


def _shares(row: list[Any]) -> dict[Any, float]:
    """Return how far along its row each place is, from 0 to 1."""
    return {place: k / max(1, len(row) - 1) for k, place in enumerate(row)}


def _crossings(rows: list[list[Any]], below: Any) -> int:
    """Return how many pairs of lines between neighbouring rows cross."""
    total = 0
    for upper, lower in pairwise(rows):
        order = {place: k for k, place in enumerate(lower)}
        ends = np.array(
            [order[other] for place in upper for other in sorted(below[place], key=order.__getitem__)]
        )
        total += sum(int((ends[:k] > end).sum()) for k, end in enumerate(ends))
    return total


def _straightened(rows: list[list[Any]], above: Any, below: Any, half: dict[Any, float]) -> dict[Any, float]:
    """Return how far across each place is: near the mean of its neighbours, and clear of those beside it."""
    across: dict[Any, float] = {}
    for row in rows:
        _spread(row, [0.0] * len(row), half, across)
    for sweep in range(_SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            wishes = []
            for place in row:
                near = above[place] + below[place]
                wishes.append(float(np.mean([across[other] for other in near])) if near else 0.0)
            _spread(row, wishes, half, across)
    middle = (min(across.values()) + max(across.values())) / 2
    return {place: x - middle for place, x in across.items()}


def _spread(row: list[Any], wishes: list[float], half: dict[Any, float], across: dict[Any, float]) -> None:
    """Put a row's places, in order, as near to their wishes as their widths allow (least squares).

    With the room that each place needs taken off, the order alone must be kept: isotonic regression, by
    pooling neighbours that are out of order.
    """
    offsets, reach = [], 0.0
    for place in row:
        offsets.append(reach + half[place])
        reach += 2 * half[place]
    pools: list[tuple[float, int]] = []  # mean, size
    for wish, offset in zip(wishes, offsets, strict=True):
        pools.append((wish - offset, 1))
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            (mean, size), (last, count) = pools[-2:]
            pools[-2:] = [((mean * size + last * count) / (size + count), size + count)]
    means = [mean for mean, size in pools for _ in range(size)]
    for place, mean, offset in zip(row, means, offsets, strict=True):
        across[place] = mean + offset


def _ports(
    chains: list[list[Any]], across: dict[Any, float], widths: dict[Any, float], scale: float
) -> tuple[dict[int, float], dict[int, float]]:
    """Return where each arrow leaves its box and where it enters the next, from left to right."""
    found: tuple[dict[int, float], dict[int, float]] = {}, {}
    for ends, at, towards in ((found[0], 0, 1), (found[1], -1, -2)):
        meeting = defaultdict(list)
        for index, chain in enumerate(chains):
            meeting[chain[at]].append(index)
        for node, indices in meeting.items():
            indices.sort(key=lambda index: across[chains[index][towards]])
            step = min(_PORT * 1.6 * scale, 0.86 * widths[node] / len(indices))
            for k, index in enumerate(indices):
                ends[index] = across[node] + step * (k - (len(indices) - 1) / 2)
    return found


def _path(
    chain: list[Any],
    across: dict[Any, float],
    level: dict[Any, float],
    start: float,
    end: float,
    half: float,
) -> Floats:
    """Return the curve of an arrow: upright where it passes boxes, and an S from each layer to the next."""
    points = [(start, level[chain[0]] - half)]
    for lower in chain[1:]:
        last = lower is chain[-1]
        x, y = points[-1]
        to, bottom = (end if last else across[lower]), level[lower] + half
        middle = (y + bottom) / 2
        points += [(x, middle), (to, middle), (to, bottom)]
        if not last:
            foot = level[lower] - half
            points += [(to, bottom - half / 2), (to, foot + half / 2), (to, foot)]
    return np.array(points)
