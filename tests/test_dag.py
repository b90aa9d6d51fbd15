"""The solved game as a graph, and the files it is saved to."""

import json
import re
from collections import Counter

import networkx as nx
import pytest

from numbergame import GameSum, NumberGame, Position, solve
from numbergame.dag import game_dag, play_counts, portable, save_dag
from numbergame.subtraction import SubtractionGame


@pytest.fixture(scope="module")
def contest_dag(contest):
    return game_dag(contest)


@pytest.fixture(scope="module")
def small_dag():
    return game_dag(solve(NumberGame(8)))


def test_nodes_are_positions_and_edges_are_moves(contest, contest_dag):
    assert set(contest_dag) == set(contest)
    for position in contest:
        edges = [(move, after) for _, after, move in contest_dag.out_edges(position, data="move")]
        assert sorted(edges) == sorted(contest.moves(position))


class SortedNim:
    """Two heaps, the smaller first, of which a move takes one stone: both heaps of (1, 1) become (0, 1)."""

    start = (1, 1)

    def moves(self, position):
        for heap, stones in enumerate(position):
            if stones:
                yield f"heap {heap}", tuple(sorted((position[1 - heap], stones - 1)))


def test_two_moves_to_the_same_position_are_two_edges():
    dag = game_dag(solve(SortedNim()))
    assert set(dag) == {(1, 1), (0, 1), (0, 0)}
    assert sorted(move for *_, move in dag.edges(data="move")) == ["heap 0", "heap 1", "heap 1"]
    assert play_counts(dag) == {(1, 1): 2, (0, 1): 1, (0, 0): 1}


def test_a_position_stands_before_those_it_leads_to(contest_dag):
    place = {position: index for index, position in enumerate(contest_dag)}
    assert all(place[position] < place[after] for position, after in contest_dag.edges())
    assert place[NumberGame(20).start] == 0


def test_nodes_carry_the_values_of_the_solution(contest, contest_dag):
    for position, data in contest_dag.nodes(data=True):
        value = contest[position]
        assert (data["outcome"], data["nim_value"], data["remoteness"]) == value


def test_an_n_position_has_an_edge_to_a_p_position_and_a_p_position_has_none(contest_dag):
    outcome = contest_dag.nodes(data="outcome")
    for position in contest_dag:
        reaches_p = any(outcome[after] == "P" for after in contest_dag.successors(position))
        assert reaches_p == (outcome[position] == "N")


def test_the_layer_is_the_longest_way_from_the_start(contest_dag):
    start = NumberGame(20).start
    longest = {start: 0}
    for position in nx.topological_sort(contest_dag):
        for after in contest_dag.successors(position):
            longest[after] = max(longest.get(after, 0), longest[position] + 1)
    assert nx.get_node_attributes(contest_dag, "layer") == longest


def test_the_longest_play_takes_the_numbers_in_decreasing_order(contest_dag):
    # So it makes as many moves as there are numbers, from any position.
    assert nx.dag_longest_path_length(contest_dag, weight="none", default_weight=1) == 19


@pytest.mark.parametrize("limit", [1, 2, 5, 8])
def test_play_counts_agree_with_listing_every_play(limit):
    dag = game_dag(solve(NumberGame(limit)))

    def plays(position):
        return sum(plays(after) for _, after in position.moves()) if position else 1

    assert play_counts(dag) == {position: plays(position) for position in dag}


def test_play_counts_of_a_heap_of_ones_are_binomial():
    # Two heaps of which one stone is taken at a time: a play is an order of the two heaps' moves.
    heap = SubtractionGame([1], 6)
    dag = game_dag(solve(GameSum(heap, heap)))
    assert play_counts(dag)[6, 6] == 924  # 12 choose 6


def read_dot(path):
    """Read DOT by pydot and take back what DOT needs: the quotes, and the backslashes before some signs."""

    def plain(text):
        return re.sub(r"\\(.)", r"\1", text[1:-1] if text.startswith('"') else text)

    graph = nx.MultiDiGraph()
    for node, data in nx.nx_pydot.read_dot(path).nodes(data=True):
        numbers = {name: int(data[name]) for name in ("nim_value", "remoteness", "layer")}
        graph.add_node(plain(node), outcome=data["outcome"], **numbers)
    for node, after, move in nx.nx_pydot.read_dot(path).edges(data="move"):
        graph.add_edge(plain(node), plain(after), move=plain(move))
    return graph


READERS = {
    ".graphml": nx.read_graphml,
    ".gexf": nx.read_gexf,
    ".json": lambda path: nx.node_link_graph(json.loads(path.read_text()), edges="edges"),
    ".dot": read_dot,
}


class Told:
    """A game told by a table: position -> its moves and where each leads."""

    def __init__(self, start, table):
        self.start = start
        self.table = table

    def moves(self, position):
        yield from self.table.get(position, ())


AWKWARD = {
    "a:b": [("x", 'e"f'), ("x", ""), ("y", ""), ("", "a\\"), ("digraph", "<b>"), (" ", " c ")],
    'e"f': [('"', ""), ("a:b", "12"), ("a->b", "1 2")],
    "": [("1", "strict"), ("é", "ü"), ("\t", "tab\tand\nline"), (";", "a&b")],
}


@pytest.mark.parametrize("ending", READERS)
@pytest.mark.parametrize(
    "game",
    [
        NumberGame(8),
        SortedNim(),
        Told("a:b", AWKWARD),
        Told(3, {3: [(1, 2), ("all", 0)], 2: [(1, 1), ("all", 0)], 1: [(1, 0), ("all", 0)]}),
        Told(2, {2: [(0.5, 1), (True, 0)], 1: [(2**70, 0)]}),
        GameSum(NumberGame(4), SubtractionGame([1, 2], 2)),
        NumberGame(1),
    ],
    ids=["numbers", "nim", "awkward", "all", "kinds", "sum", "end"],
)
def test_a_saved_graph_reads_back_equal(game, tmp_path, ending):
    solution = solve(game)
    path = tmp_path / f"dag{ending}"
    save_dag(game_dag(solution), path)
    again = READERS[ending](path)
    assert set(again) == {str(position) for position in solution}
    for position, value in solution.items():
        data = again.nodes[str(position)]
        assert (data["outcome"], data["nim_value"], data["remoteness"]) == value
    moves = [(p, move, after) for p in solution for move, after in solution.moves(p)]
    integers = ending != ".dot" and all(type(move) is int for _, move, _ in moves)
    assert Counter(again.edges(data="move")) == Counter(
        (str(p), str(after), move if integers else str(move)) for p, move, after in moves
    )


def test_each_edge_of_a_graphml_file_has_an_id_of_its_own(small_dag, tmp_path):
    save_dag(small_dag, tmp_path / "dag.graphml")
    ids = re.findall(r'<edge [^>]*id="(\d+)"', (tmp_path / "dag.graphml").read_text())
    assert len(ids) == len(set(ids)) == small_dag.number_of_edges()


def test_what_no_file_can_hold_is_refused_and_nothing_is_written(tmp_path):
    for table, words in (
        ({0: [(1, "1"), (2, 1)]}, "2 positions have the same text, '1'"),
        ({0: [(1, "a\x00")]}, "cannot be saved"),
        ({0: [("\x1b", 1)]}, "cannot be saved"),
    ):
        dag = game_dag(solve(Told(0, table)))
        for ending in READERS:
            with pytest.raises(ValueError, match=words):
                save_dag(dag, tmp_path / f"dag{ending}")
    assert list(tmp_path.iterdir()) == []


def test_positions_are_named_as_people_write_them(small_dag):
    assert "2 5" in portable(small_dag)
    assert "-" in portable(small_dag)
    assert Position({2, 5}) in small_dag


def test_an_unknown_ending_is_refused_and_nothing_is_written(small_dag, tmp_path):
    with pytest.raises(ValueError, match=r"dag\.png: a graph is saved as \.graphml, \.gexf, \.json, \.dot"):
        save_dag(small_dag, tmp_path / "dag.png")
    assert list(tmp_path.iterdir()) == []
