"""A solved game as a directed graph for networkx, and files that other programs open."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from numbergame._extras import extra
from numbergame._files import whole_file
from numbergame.solver import Solution

with extra("figures"):
    import networkx as nx


def game_dag(solution: Solution[Any, Any]) -> nx.DiGraph:
    """Return the graph with a node for each solved position and an edge for each move.

    A node has the position's outcome, nim_value, remoteness and layer: the most moves that a play
    from one of the graph's sources to it can make.  An edge has its move.  A position comes before
    those it leads to.
    """
    dag = nx.DiGraph()
    for position in reversed(list(solution)):
        dag.add_node(position, **solution[position]._asdict())
    for position in list(dag):
        dag.add_edges_from((position, after, {"move": move}) for move, after in solution.moves(position))
    for layer, positions in enumerate(nx.topological_generations(dag)):
        for position in positions:
            dag.nodes[position]["layer"] = layer
    return dag


def play_counts(dag: nx.DiGraph) -> dict[Hashable, int]:
    """Return how many different plays lead from each position to an end of the game, exactly."""
    counts: dict[Hashable, int] = {}
    for position in reversed(list(nx.topological_sort(dag))):
        counts[position] = sum(counts[after] for after in dag.successors(position)) or 1
    return counts


def portable(dag: nx.DiGraph) -> nx.DiGraph:
    """Return a copy that every format can hold: nodes named by their text, moves as integers or text.

    A Number Game position is named as in "2 5", its end as "-".
    """
    copy = nx.relabel_nodes(dag, str)
    for _, _, edge in copy.edges(data=True):
        if not isinstance(edge["move"], int):
            edge["move"] = str(edge["move"])
    return copy


def _write_json(dag: nx.DiGraph, path: Path) -> None:
    path.write_text(json.dumps(nx.node_link_data(dag, edges="edges")), encoding="utf-8")


_WRITERS: dict[str, Callable[[nx.DiGraph, Path], None]] = {
    ".graphml": nx.write_graphml_xml,
    ".gexf": nx.write_gexf,
    ".json": _write_json,
    ".dot": nx.nx_pydot.write_dot,
}


def save_dag(dag: nx.DiGraph, path: str | os.PathLike[str]) -> None:
    """Write a graph as GraphML, GEXF, node-link JSON or DOT, by the file's ending.

    ValueError for any other ending.
    """
    ending = Path(path).suffix
    if ending not in _WRITERS:
        raise ValueError(f"{path}: a graph is saved as {', '.join(_WRITERS)}, not as {ending or 'no ending'}")
    with whole_file(path) as draft:
        _WRITERS[ending](portable(dag), draft)
