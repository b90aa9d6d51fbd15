"""What is true of Sylver Coinage, checked on the searches of `numbergame.sylver`."""

from __future__ import annotations

import multiprocessing
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import gcd

import brute_force
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from numbergame.atlas import atlas
from numbergame.checks.published import LEAST_WINNING_REPLY
from numbergame.number_game import NumberGame, Position
from numbergame.solver import solve
from numbergame.sylver import (
    THEOREMS,
    LimitReached,
    SylverSolution,
    outcome,
    reply_table,
    solve_position,
    solve_positions,
)
from numbergame.sylver.search import Limits

LARGEST_BOARD = 16
ATLAS_LIMIT = 40
SEARCHES = pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
PRUNINGS = pytest.mark.parametrize("theorems", [(), *((name,) for name in THEOREMS), tuple(THEOREMS)])


@cache
def board_solution():
    return solve(NumberGame(LARGEST_BOARD))


@cache
def atlas_of_the_sample():
    return atlas(ATLAS_LIMIT, progress=False)


def sample_of_the_atlas(size):
    """Return random positions with no number above the atlas's limit, ordered, always the same ones."""
    chance = random.Random(40)
    sample = set()
    while len(sample) < size:
        chosen = chance.sample(range(2, ATLAS_LIMIT + 2), chance.randint(2, 9))
        if gcd(*chosen) == 1 and max(position := Position.generated_by(chosen), default=1) <= ATLAS_LIMIT:
            sample.add(position)
    return sorted(sample)


def coprime_pairs(most):
    return [(a, b) for b in range(3, most + 1) for a in range(2, b) if gcd(a, b) == 1]


def coprime_sets(most):
    numbers = st.lists(st.integers(2, most), min_size=2, max_size=5, unique=True)
    return numbers.filter(lambda chosen: gcd(*chosen) == 1)


@pytest.mark.no_cover
@SEARCHES
@PRUNINGS
def test_all_positions_of_a_board_have_the_winning_moves_that_backward_induction_finds(compiled, theorems):
    solution = board_solution()
    for position in solution:
        found = solve_position(position, compiled=compiled, theorems=theorems)
        assert found.winning_moves == solution.winning_moves(position)
        assert outcome(position, compiled=compiled, theorems=theorems) == solution[position].outcome


@SEARCHES
def test_outcomes_are_those_of_the_atlas_wherever_its_board_reaches(compiled):
    sample = sample_of_the_atlas(300)
    outcomes = {p: outcome(p, compiled=compiled, theorems=()) for p in sample}
    assert outcomes == {p: atlas_of_the_sample().outcome(p) for p in sample}
    assert set(outcomes.values()) == {"P", "N"}
    assert max(p.frobenius_number for p in sample) == ATLAS_LIMIT


@SEARCHES
def test_winning_moves_are_those_of_the_atlas(compiled):
    for position in random.Random(41).sample(sample_of_the_atlas(300), 30):
        expected = atlas_of_the_sample().winning_moves(position)
        assert solve_position(position, compiled=compiled).winning_moves == expected


@pytest.mark.parametrize("chosen", [(2, 3), (3, 4), (3, 5), (4, 5), (4, 7), (5, 6), (3, 7), (4, 5, 11)])
@SEARCHES
def test_the_outcome_is_that_of_the_rule_as_it_is_told(chosen, compiled):
    available = brute_force.available(chosen, limit=chosen[0] * chosen[1])  # beyond that all are sums
    expected = "N" if brute_force.wins(available) else "P"
    assert outcome(Position.generated_by(chosen), compiled=compiled) == expected


@SEARCHES
def test_the_published_least_replies_are_found(compiled):
    for pair, reply in LEAST_WINNING_REPLY.values.items():
        assert solve_position(Position.generated_by(pair), compiled=compiled).winning_moves[0] == reply


@SEARCHES
@PRUNINGS
def test_a_coprime_pair_wins_unless_it_is_two_and_three(compiled, theorems):
    for pair in coprime_pairs(9):
        expected = "P" if pair == (2, 3) else "N"
        assert outcome(Position.generated_by(pair), compiled=compiled, theorems=theorems) == expected


def test_irreducible_positions_win_without_help_of_a_theorem():
    irreducible = [p for p in board_solution() if p and (p.is_symmetric or p.is_pseudo_symmetric)]
    assert len(irreducible) > 50
    assert {outcome(p, theorems=()) for p in irreducible} == {"N"}


def test_who_may_take_two_or_three_but_not_both_wins_by_it():
    for position in board_solution():
        if (2 in position) != (3 in position):
            assert not position.choose(2 if 2 in position else 3)


def test_a_theorem_is_said_only_of_positions_that_win():
    for position, value in board_solution().items():
        if value.outcome == "P":
            assert not any(theorem(position) for theorem in THEOREMS.values())


def test_each_theorem_prunes_and_can_be_switched_off():
    position = Position.generated_by([7, 9, 11])
    unpruned = solve_position(position, theorems=()).positions
    for name in THEOREMS:
        assert solve_position(position, theorems=[name]).positions != unpruned, name


def test_a_theorem_answers_for_numbers_no_search_could_reach():
    assert outcome(Position.generated_by([1000, 1001]), max_positions=1) == "N"


@given(coprime_sets(14))
@settings(max_examples=60, deadline=None)
def test_plain_and_compiled_searches_agree(chosen):
    position = Position.generated_by(chosen)
    assume(len(position) <= 45)
    plain = solve_position(position, compiled=False, theorems=())
    for theorems in ((), tuple(THEOREMS)):
        compiled = solve_position(position, compiled=True, theorems=theorems)
        assert compiled.winning_moves == plain.winning_moves


@given(coprime_sets(12))
@settings(max_examples=60, deadline=None)
def test_a_position_wins_exactly_by_moves_to_positions_that_lose(chosen):
    position = Position.generated_by(chosen)
    assume(0 < len(position) <= 40)
    winning = solve_position(position, compiled=True).winning_moves
    for move in position:
        assert (outcome(position.choose(move), compiled=True) == "P") == (move in winning)


@pytest.mark.parametrize(
    "chosen",
    [
        pytest.param((2, 127), id="one word and a half"),
        pytest.param((3, 64), id="a number that fills a word"),
        pytest.param((3, 122), id="the largest Frobenius number"),
        pytest.param((4, 63, 65), id="two words"),
        pytest.param((5, 49, 61), id="three words"),
    ],
)
def test_words_and_bits_are_the_same_set(chosen):
    position = Position.generated_by(chosen)
    plain = solve_position(position, compiled=False, theorems=())
    assert solve_position(position, compiled=True, theorems=()).winning_moves == plain.winning_moves


def test_a_pair_that_has_no_room_is_not_noted_anywhere_else(monkeypatch):
    from numbergame.sylver import compiled

    monkeypatch.setattr(compiled, "MAX_PAIRS", 1)
    root = Position({2, 3, 5, 7, 11})
    line = compiled._line(root, compiled._root(root, 0))
    line.open[1] = root.bits
    compiled.pair(line, 1, np.uint64(2), np.uint64(3))
    compiled.pair(line, 1, np.uint64(5), np.uint64(7))
    assert line.pairs[1:3].tolist() == [[[2, 3]], [[0, 0]]]
    assert line.open[1] == 1 << 11


@pytest.mark.parametrize("room", [1, 4])
def test_with_room_for_few_pairs_a_search_takes_longer_and_finds_the_same(room, monkeypatch):
    from numbergame.sylver import compiled

    position = Position.generated_by([9, 11, 29])
    with_all = solve_position(position, compiled=True, theorems=())
    monkeypatch.setattr(compiled, "MAX_PAIRS", room)
    with_few = solve_position(position, compiled=True, theorems=())
    assert with_few.winning_moves == with_all.winning_moves
    assert with_few.positions > with_all.positions


def test_positions_too_large_for_a_table_are_searched_plainly():
    position = Position.generated_by([1000, 1001])
    assert outcome(position) == "N"
    with pytest.raises(ValueError, match="more than the compiled search can hold"):
        outcome(position, compiled=True)


@pytest.mark.parametrize("chosen", [(3, 500), (5, 77), (40, *range(41, 60)), (3, 40_000)])
def test_no_frobenius_number_and_no_least_generator_is_too_large_by_itself(chosen):
    from numbergame.sylver.compiled import fits

    fitting = fits(Position.generated_by(chosen))
    assert fitting


@given(st.integers(3, 122), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_120_available_numbers_always_fit_whatever_the_least_generator(least, chance):
    from numbergame.sylver.compiled import fits

    position = Position.generated_by([least, *range(least + 1, 2 * least)])
    while True:  # make more numbers available, by taking minimal generators out of the semigroup
        more = [n for n in position.minimal_generators if n > least]
        larger = Position.from_bits(position.bits | 1 << chance.choice(more))
        if len(larger) > 120:
            break
        position = larger
    assert fits(position)


@pytest.mark.parametrize("least", range(3, 21))
def test_both_searches_agree_on_random_positions_with_any_least_generator(least):
    chance = random.Random(least)
    for _ in range(8):
        chosen = [least]
        while gcd(*chosen) > 1 or len(Position.generated_by(chosen)) > 22:
            chosen.append(chance.randint(least + 1, 4 * least))
        position = Position.generated_by(chosen)
        assert outcome(position, compiled=True, theorems=()) == outcome(position, compiled=False)


@pytest.mark.parametrize("chosen", [(7, 9), (9, 11, 29), (18, 19, *range(22, 34)), (3, 64)])
def test_keys_of_two_words_find_what_keys_of_one_word_find(chosen, monkeypatch):
    from numbergame.sylver import compiled

    position = Position.generated_by(chosen)
    monkeypatch.setattr(compiled, "FIRST_SLOTS", 64)
    one_word = solve_position(position, compiled=True, theorems=())
    # A reply that takes so many bits leaves room for few coordinates beside it.
    monkeypatch.setattr(compiled, "_reply_bits", lambda root: 58)
    assert compiled._root(position, 0).wide
    two_words = solve_position(position, compiled=True, theorems=())
    assert two_words.winning_moves == one_word.winning_moves
    assert two_words.positions == one_word.positions


@given(coprime_sets(40), st.data())
@settings(max_examples=100, deadline=None)
def test_a_move_lowers_coordinates_as_the_rule_takes_numbers_away(chosen, data):
    from numbergame.sylver import compiled

    position = Position.generated_by(chosen)
    assume(position and compiled.fits(position))
    root = compiled._root(position, 0)
    kunz = compiled._line(position, root).kunz
    modulus = position.multiplicity
    kunz[1, modulus + 1 : 2 * modulus] = position.kunz_coordinates
    kunz[1, 1:modulus] = np.add(position.kunz_coordinates, 1)
    move = data.draw(st.sampled_from(list(position)))
    compiled.choose(kunz, 1, np.uint64(move), np.uint64(position.frobenius_number), root)
    after = position.choose(move)
    coordinates = [sum(gap % modulus == i for gap in after.gaps) for i in range(1, modulus)]
    assert kunz[2, modulus + 1 : 2 * modulus].tolist() == coordinates
    assert kunz[2, : modulus + 1].tolist() == [1, *(k + 1 for k in coordinates), 0]


@pytest.mark.parametrize("chosen", [(2, 65_535), (3, 40_000), (3, 40_001, 58_000)])
@pytest.mark.parametrize("move", [5, 7, 101, 20_003, 39_997])
def test_coordinates_as_large_as_fit_are_lowered_by_the_rule(chosen, move):
    from numbergame.sylver import compiled

    position = Position.generated_by(chosen)
    assert compiled.fits(position)
    root, modulus = compiled._root(position, 0), position.multiplicity
    kunz = np.zeros((4, modulus + int(root.lanes) + 1), np.uint16)
    kunz[:, 0] = 1
    kunz[1, modulus + 1 : 2 * modulus] = position.kunz_coordinates
    kunz[1, 1:modulus] = np.add(position.kunz_coordinates, 1)
    compiled.choose(kunz, 1, np.uint64(move), np.uint64(position.frobenius_number), root)
    after = Position.generated_by([*chosen, move])
    assert kunz[2, modulus + 1 : 2 * modulus].tolist() == list(after.kunz_coordinates_modulo(modulus))


def test_larger_coordinates_do_not_fit():
    from numbergame.sylver.compiled import fits

    assert not fits(Position.generated_by([2, 65_537]))


def test_the_published_p_positions_with_many_numbers_available_lose():
    assert outcome(Position.generated_by([16, 20, 34, 58, 291])) == "P"


def test_the_table_grows_in_place_and_keeps_every_position(monkeypatch):
    from numbergame.sylver import compiled

    plain = solve_position(Position.generated_by([10, 11]), compiled=False, theorems=())
    monkeypatch.setattr(compiled, "FIRST_SLOTS", 64)
    found = solve_position(Position.generated_by([10, 11]), compiled=True, theorems=())
    assert found.winning_moves == plain.winning_moves
    monkeypatch.setattr(compiled, "FIRST_SLOTS", 1 << 16)
    never_grown = solve_position(Position.generated_by([10, 11]), compiled=True, theorems=())
    assert found.positions == never_grown.positions < 3 << 14


def test_positions_are_found_in_as_few_steps_as_if_their_slots_were_random():
    from numbergame.sylver import compiled

    root = Position.generated_by([10, 11])
    search = compiled.CompiledSearch(root, (), Limits())
    search.is_p_position(root)
    table, places = search._table, np.flatnonzero(search._table)
    steps = []
    for place in places[::20]:
        key = table[place] & ~search._root.some_reply, np.uint64(0)
        steps.append((place - int(compiled.first_slot(table, key, search._root))) % len(table))
    load = len(places) / len(table)
    knuth = load / (1 - load) / 2  # The Art of Computer Programming, volume 3, section 6.4: linear probing
    assert 0.5 * knuth < np.mean(steps) < 1.5 * knuth


def test_a_position_takes_at_most_14_bytes_at_any_time():
    found = solve_position(Position.generated_by([12, 13]), compiled=True)
    assert found.positions > 10_000
    assert found.nbytes <= 14 * found.positions


def test_a_search_without_memory_says_so(monkeypatch):
    from numbergame.sylver import compiled

    class NoMemory:
        available = 0

    monkeypatch.setattr(compiled.psutil, "virtual_memory", NoMemory)
    with pytest.raises(LimitReached, match="not solved with the memory here, after 3,072 positions"):
        solve_position(Position.generated_by([12, 13]), compiled=True)


@SEARCHES
def test_a_search_reports_its_progress(compiled, monkeypatch):
    from numbergame.sylver import search

    monkeypatch.setattr(search, "SECONDS_BETWEEN_REPORTS", 0.1)
    reports = []
    with pytest.raises(LimitReached):
        outcome(
            Position.generated_by([19, 21, 41]),
            compiled=compiled,
            theorems=(),
            max_seconds=2,
            progress=lambda *report: reports.append(report),
        )
    assert len(reports) >= 3
    positions, nbytes, seconds = zip(*reports, strict=True)
    assert list(positions) == sorted(positions) and positions[0] < positions[-1]
    assert list(seconds) == sorted(seconds) and seconds[-1] <= 2
    assert all(size >= 8 * count for count, size in zip(positions, nbytes, strict=True))


@SEARCHES
def test_a_search_keeps_to_its_number_of_positions(compiled):
    position = Position.generated_by([7, 9])
    needed = solve_position(position, compiled=compiled).positions
    assert solve_position(position, compiled=compiled, max_positions=needed).positions == needed
    for most in (1, needed - 1):
        with pytest.raises(LimitReached, match=f"not solved with {most:,} positions"):
            solve_position(position, compiled=compiled, max_positions=most)


@SEARCHES
def test_a_search_keeps_to_its_time(compiled):
    with pytest.raises(LimitReached, match=r"not solved in 0\.2 seconds"):
        solve_position(Position.generated_by([19, 21, 41]), compiled=compiled, max_seconds=0.2)


@pytest.mark.parametrize("limit", [{"max_positions": 0}, {"max_positions": -5}, {"max_seconds": 0}])
def test_a_limit_must_leave_something(limit):
    with pytest.raises(ValueError, match="must be more than 0"):
        solve_position(Position.generated_by([4, 5]), **limit)


def test_an_unknown_theorem_is_named():
    with pytest.raises(ValueError, match="unknown theorems: hutching; there are symmetric"):
        solve_position(Position.generated_by([4, 5]), theorems=["hutching"])


def test_infinite_positions_are_refused():
    with pytest.raises(ValueError, match="multiple of 2: infinitely many"):
        Position.generated_by([4, 6])


def test_the_reply_table_has_every_coprime_pair_and_all_its_replies():
    table = reply_table(7, compiled=False)
    assert sorted(table) == sorted(coprime_pairs(7))
    for pair, found in table.items():
        assert isinstance(found, SylverSolution)
        assert found.winning_moves == solve_position(Position.generated_by(pair), theorems=()).winning_moves
    assert [pair for pair, found in table.items() if found.outcome == "P"] == [(2, 3)]


def test_processes_find_the_same_reply_table():
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        spread = reply_table(8, compiled=False, executor=executor)
    alone = reply_table(8, compiled=False)
    assert replies(spread) == replies(alone)


def test_the_workers_of_a_dask_cluster_find_the_same_solutions():
    distributed = pytest.importorskip("distributed")
    positions = [Position.generated_by(pair) for pair in coprime_pairs(8)]
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        spread = solve_positions(positions, compiled=False, executor=client.get_executor())
    assert [found.position for found in spread] == positions
    assert [found.winning_moves for found in spread] == [
        found.winning_moves for found in solve_positions(positions, compiled=False)
    ]


def replies(table):
    return [(pair, found.winning_moves) for pair, found in table.items()]


def test_a_solution_is_plain_values_for_json():
    found = solve_position(Position.generated_by([5, 4])).as_dict()
    assert (found["generators"], found["frobenius_number"], found["genus"]) == ([4, 5], 11, 6)
    assert (found["outcome"], found["winning_moves"]) == ("N", [11])
    assert found["positions"] > 0
    lost = solve_position(Position.generated_by([2, 3])).as_dict()
    assert (lost["outcome"], lost["winning_moves"], lost["frobenius_number"]) == ("P", [], 1)


def test_numba_is_loaded_only_for_a_compiled_search():
    code = (
        "import sys; from numbergame import Position; from numbergame.sylver import solve_position;"
        "solve_position(Position.generated_by([4, 5])); print('numba' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"
