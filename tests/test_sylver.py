"""What is true of Sylver Coinage, checked on the searches of `numbergame.sylver`."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import cache
from math import gcd
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
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
)

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


def wins_by_definition(available, chosen):
    """Return whether the player to move wins, from the rule as it is told, without bit sets or tables."""

    def is_sum(number):
        return number == 0 or any(number >= c and is_sum(number - c) for c in chosen)

    return any(
        not wins_by_definition([n for n in available if n > move or not is_sum(n)], [*chosen, move])
        for move in available
        if not is_sum(move)
    )


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
    available = list(Position.generated_by(chosen))
    expected = "N" if wins_by_definition(available, list(chosen)) else "P"
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
    if len(position) <= 45:
        plain = solve_position(position, compiled=False, theorems=())
        for theorems in ((), tuple(THEOREMS)):
            assert (
                solve_position(position, compiled=True, theorems=theorems).winning_moves
                == plain.winning_moves
            )


@given(coprime_sets(12))
@settings(max_examples=60, deadline=None)
def test_a_position_wins_exactly_by_moves_to_positions_that_lose(chosen):
    position = Position.generated_by(chosen)
    if len(position) <= 40:
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


@pytest.mark.parametrize("has_instruction", [False, True], ids=["steps", "instruction"])
def test_available_numbers_move_together_in_order(has_instruction, monkeypatch):
    from numba import njit

    from numbergame.sylver import compiled

    if has_instruction and not compiled.HAS_EXTRACTED:
        pytest.skip("this processor has no such instruction")
    monkeypatch.setattr(compiled, "HAS_EXTRACTED", has_instruction)
    squeezed = njit(compiled.squeezed.py_func)
    random = Random(3)
    for _ in range(300):
        places = random.getrandbits(64) & (random.getrandbits(64) | random.getrandbits(64))
        word = random.getrandbits(64)
        bits = [word >> k & 1 for k in range(64) if places >> k & 1]
        expected = sum(bit << k for k, bit in enumerate(bits))
        assert squeezed(np.uint64(word), compiled._squeeze(places), 0) == expected


def test_a_pair_that_has_no_room_is_not_noted_anywhere_else():
    from numbergame.sylver import compiled

    line = np.zeros((2, compiled.COLUMNS), np.uint64)
    line[0, compiled.OPEN] = (1 << 2) + (1 << 3) + (1 << 5) + (1 << 7) + (1 << 11)
    pairs = np.zeros((2, 1, 2), np.uint64)
    compiled.pair(line, 0, pairs, np.uint64(2), np.uint64(3))
    compiled.pair(line, 0, pairs, np.uint64(5), np.uint64(7))
    assert pairs.tolist() == [[[2, 3]], [[0, 0]]]
    assert line[0, compiled.OPEN] == 1 << 11


@pytest.mark.parametrize("room", [1, 4])
def test_with_room_for_few_pairs_a_search_takes_longer_and_finds_the_same(room, monkeypatch):
    from numbergame.sylver import compiled

    position = Position.generated_by([9, 11, 29])
    with_all = solve_position(position, compiled=True, theorems=())
    monkeypatch.setattr(compiled, "MOST_PAIRS", room)
    with_few = solve_position(position, compiled=True, theorems=())
    assert with_few.winning_moves == with_all.winning_moves
    assert with_few.positions > with_all.positions


def test_large_positions_work_without_compiled_code():
    position = Position.generated_by([3, 500])
    assert position.frobenius_number == 997
    assert solve_position(position).winning_moves
    with pytest.raises(ValueError, match="more than the compiled search can hold"):
        solve_position(position, compiled=True)


def test_the_table_grows_while_a_search_goes_on():
    plain = solve_position(Position.generated_by([10, 11]), compiled=False)
    for most in (None, 10**9):
        found = solve_position(Position.generated_by([11, 12]), compiled=True, max_positions=most)
        assert found.positions > 3000  # more than the first table holds
        assert found.nbytes <= 64 * found.positions
    assert plain.winning_moves == solve_position(Position.generated_by([10, 11]), compiled=True).winning_moves


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
