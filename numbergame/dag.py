"""A solved game as a directed graph for networkx, and files that other programs open."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from numbergame._extras import extra
from numbergame._files import whole_file
from numbergame.solver import Solution

with extra("figures"):
    import networkx as nx


def game_dag(solution: Solution[Any, Any]) -> nx.MultiDiGraph:
    """Return the graph with a node for each solved position and an edge for each move.

    A node has the position's outcome, nim_value, remoteness and layer: the most moves that a play
    from one of the graph's sources to it can make.  An edge has its move; moves that lead to the same
    position are edges side by side, numbered from 0.  A position comes before those it leads to.

    >>> from numbergame import NumberGame, Position, solve
    >>> dag = game_dag(solve(NumberGame(5)))
    >>> print(dag)
    MultiDiGraph with 11 nodes and 23 edges
    >>> dag.nodes[Position({2, 3})]
    {'outcome': 'P', 'nim_value': 0, 'remoteness': 2, 'layer': 2}
    >>> dag.edges[Position({2, 3}), Position({2}), 0]
    {'move': 3}
    """
    dag = nx.MultiDiGraph()
    for position in reversed(solution):
        dag.add_node(position, **solution[position]._asdict())
    for position in list(dag):
        dag.add_edges_from((position, after, {"move": move}) for move, after in solution.moves(position))
    for layer, positions in enumerate(nx.topological_generations(dag)):
        for position in positions:
            dag.nodes[position]["layer"] = layer
    return dag


def play_counts(dag: nx.DiGraph) -> dict[Hashable, int]:
    """Return how many different plays lead from each position to an end of the game, exactly.

    >>> from numbergame import NumberGame, Position, solve
    >>> counts = play_counts(game_dag(solve(NumberGame(20))))
    >>> print(f"{counts[Position.board(20)]:,}")
    1,553,249,011,342
    """
    counts: dict[Hashable, int] = {}
    for position in reversed(list(nx.topological_sort(dag))):
        counts[position] = sum(counts[after] for _, after in dag.out_edges(position)) or 1
    return counts


def portable(dag: nx.DiGraph) -> nx.MultiDiGraph:
    """Return a copy that every format can hold: nodes named by their text, moves as integers or text.

    A Number Game position is named as in "2 5", its end as "-".  Moves that are not all integers are
    text, all of them.  Edges are numbered through, since GraphML wants an id for each.  ValueError if two
    positions have the same text, or if a text has a control character, which most formats cannot hold.
    """
    names = {position: _checked_text(position) for position in dag}
    for name, count in Counter(names.values()).items():
        if count > 1:
            raise ValueError(f"{count} positions have the same text, {name!r}")
    integers = all(type(move) is int for _, _, move in dag.edges(data="move"))
    copy = nx.MultiDiGraph()
    copy.add_nodes_from((names[position], data) for position, data in dag.nodes(data=True))
    for number, (position, after, data) in enumerate(dag.edges(data=True)):
        move = data["move"] if integers else _checked_text(data["move"])
        copy.add_edge(names[position], names[after], number, **{**data, "move": move})
    return copy


def _checked_text(value: object) -> str:
    """Return a value as text; ValueError if it has a character that XML has no way to write."""
    text = str(value)
    if bad := _NOT_IN_XML.search(text):
        raise ValueError(f"{text!r} cannot be saved: it has the character {bad[0]!r}")
    return text


_NOT_IN_XML = re.compile(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _write_json(dag: nx.DiGraph, path: Path) -> None:
    path.write_text(json.dumps(nx.node_link_data(dag, edges="edges")), encoding="utf-8")


def _write_dot(dag: nx.DiGraph, path: Path) -> None:
    """Write DOT with every name and text in quotes, since pydot leaves some of them bare."""
    quoted = nx.relabel_nodes(dag, _quoted)
    for _, _, edge in quoted.edges(data=True):
        edge["move"] = _quoted(edge["move"])
    nx.nx_pydot.write_dot(quoted, path)


def _quoted(value: object) -> str:
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


_WRITERS: dict[str, Callable[[nx.DiGraph, Path], None]] = {
    ".graphml": nx.write_graphml_xml,
    ".gexf": nx.write_gexf,
    ".json": _write_json,
    ".dot": _write_dot,
}


def save_dag(dag: nx.DiGraph, path: str | os.PathLike[str]) -> None:
    """Write a graph as GraphML, GEXF, node-link JSON or DOT, by the file's ending.

    Positions and moves are written as `portable` has them.  ValueError for any other ending.
    """
    ending = Path(path).suffix
    if ending not in _WRITERS:
        raise ValueError(f"{path}: a graph is saved as {', '.join(_WRITERS)}, not as {ending or 'no ending'}")
    with whole_file(path) as draft:
        _WRITERS[ending](portable(dag), draft)
