"""The solved game as a graph, and the files it is saved to."""

import json

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
        edges = {(edge["move"], after) for after, edge in contest_dag[position].items()}
        assert edges == set(contest.moves(position))


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
        after = list(dag.successors(position))
        return sum(plays(option) for option in after) if after else 1

    assert play_counts(dag) == {position: plays(position) for position in dag}


def test_play_counts_of_a_heap_of_ones_are_binomial():
    # Two heaps of which one stone is taken at a time: a play is an order of the two heaps' moves.
    heap = SubtractionGame([1], 6)
    dag = game_dag(solve(GameSum(heap, heap)))
    assert play_counts(dag)[6, 6] == 924  # 12 choose 6


READERS = {
    ".graphml": nx.read_graphml,
    ".gexf": nx.read_gexf,
    ".json": lambda path: nx.node_link_graph(json.loads(path.read_text()), edges="edges"),
}


@pytest.mark.parametrize("ending", READERS)
def test_a_saved_graph_reads_back_equal(small_dag, tmp_path, ending):
    path = tmp_path / f"dag{ending}"
    save_dag(small_dag, path)
    again = READERS[ending](path)
    expected = portable(small_dag)
    names = ("outcome", "nim_value", "remoteness", "layer")
    assert set(again) == set(expected)
    for node in expected:
        assert [again.nodes[node][name] for name in names] == [expected.nodes[node][name] for name in names]
    assert {(u, v): d["move"] for u, v, d in again.edges(data=True)} == {
        (u, v): d["move"] for u, v, d in expected.edges(data=True)
    }


def test_a_graph_saved_as_dot_reads_back_equal_as_text(small_dag, tmp_path):
    save_dag(small_dag, tmp_path / "dag.dot")
    again = nx.nx_pydot.read_dot(tmp_path / "dag.dot")
    expected = portable(small_dag)

    def plain(graph):
        # DOT has no numbers, and quotes what has blanks.
        nodes = {
            str(node).strip('"'): {key: str(value).strip('"') for key, value in data.items()}
            for node, data in graph.nodes(data=True)
        }
        edges = {
            (str(u).strip('"'), str(v).strip('"'), str(data["move"]).strip('"'))
            for u, v, data in graph.edges(data=True)
        }
        return nodes, edges

    assert plain(again) == plain(expected)


def test_positions_are_named_as_people_write_them(small_dag):
    assert "2 5" in portable(small_dag)
    assert "-" in portable(small_dag)
    assert Position({2, 5}) in small_dag


def test_a_sum_of_games_is_saved_too(tmp_path):
    dag = game_dag(solve(GameSum(NumberGame(4), SubtractionGame([1, 2], 2))))
    for ending in READERS:
        save_dag(dag, tmp_path / f"sum{ending}")
        assert READERS[ending](tmp_path / f"sum{ending}").number_of_edges() == dag.number_of_edges()


def test_an_unknown_ending_is_refused_and_nothing_is_written(small_dag, tmp_path):
    with pytest.raises(ValueError, match=r"dag\.png: a graph is saved as \.graphml, \.gexf, \.json, \.dot"):
        save_dag(small_dag, tmp_path / "dag.png")
    assert list(tmp_path.iterdir()) == []
