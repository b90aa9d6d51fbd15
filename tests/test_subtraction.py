"""Bachet's game: outcomes, nim-values and proved periods."""

from __future__ import annotations

import random
from math import gcd

import brute_force
import pytest

from numbergame import NumberGame, solve
from numbergame.checks import published
from numbergame.subtraction import (
    Period,
    SubtractionGame,
    nim_period,
    nim_value,
    nim_values,
    outcome,
    outcome_period,
    outcomes,
)

JUDGES_TAKES = (1, 23, 38, 11, 7, 5, 4, 8, 3, 13)
SMALL_SETS = [
    (1,),
    (5,),
    (1, 2, 3),
    (2, 3),
    (2, 4, 7),
    (1, 3, 6),
    (3, 5, 9),
    (4, 6),
    (2, 3, 5, 7, 11),
    JUDGES_TAKES,
]

# Values, heap by heap

# Takes around the sizes where the outcomes are worked out in another way: a word of 64 heaps, and 2048.
EDGES = [
    (63,), (64,), (65,), (1, 64), (62, 63, 64, 65), (127, 128, 129), (1, 2047), (1, 2048), (1, 2049),
    (2047, 2048), (2048, 2049), (2048,), (2049, 2111, 2112, 2113), (3, 64, 2048, 4095), (2, 5000, 7001),
    (2048, 4096, 6144), (2500, 2501, 9999), (60, 61, 2050, 2051, 5555),
]  # fmt: skip


@pytest.mark.parametrize("takes", [*SMALL_SETS, *EDGES], ids=str)
def test_outcomes_are_those_of_the_definition(takes):
    length = 4 * max(takes) + 300
    assert outcomes(takes, length) == brute_force.heap_outcomes(takes, length)


@pytest.mark.parametrize("seed", range(30))
def test_outcomes_of_random_takes_of_all_magnitudes_are_those_of_the_definition(seed):
    chance = random.Random(seed)
    takes = [int(2 ** chance.uniform(0, 13.5)) for _ in range(chance.randint(1, 10))]
    length = chance.randint(10_000, 25_000)
    assert outcomes(takes, length) == brute_force.heap_outcomes(takes, length)


@pytest.mark.parametrize("takes", SMALL_SETS, ids=str)
def test_nim_values_are_those_of_the_definition(takes):
    assert nim_values(takes, 500) == brute_force.heap_nim_values(takes, 500)


@pytest.mark.parametrize("length", [0, 1, 2, 63, 64, 65, 128, 1000])
def test_a_sequence_is_as_long_as_asked(length):
    assert outcomes([1, 3, 4], length) == brute_force.heap_outcomes([1, 3, 4], length)
    assert nim_values([1, 3, 4], length) == brute_force.heap_nim_values([1, 3, 4], length)


def test_a_heap_with_no_legal_take_is_lost():
    assert (
        outcome([5], 4) == outcome([], 7) == outcome([1], 0) == outcome([], 0) == outcome([], 10**18) == "P"
    )
    assert nim_value([5], 4) == nim_value([], 10**18) == 0
    assert outcomes([], 5) == "PPPPP" and nim_values([], 3) == [0, 0, 0]


def test_order_and_repeats_of_the_takes_do_not_matter():
    assert outcomes([8, 3, 1, 3, 8], 50) == outcomes((1, 3, 8), 50) == outcomes({3, 8, 1}, 50)
    assert outcome_period([4, 1, 3, 3]) == outcome_period([1, 3, 4])
    assert SubtractionGame([4, 1, 4], 9).takes == (1, 4)


def test_takes_larger_than_the_heap_do_not_matter():
    assert outcomes([2, 3, 10**18, 10**30], 40) == outcomes([2, 3], 40)
    assert outcome([2, 3, 10**18], 10**6) == outcome([2, 3], 10**6)


def test_the_game_solved_move_by_move_gives_the_same_values():
    for takes in SMALL_SETS:
        solution = solve(SubtractionGame(takes, 70), *range(71))
        assert "".join(solution[heap].outcome for heap in range(71)) == outcomes(takes, 71)
        assert [solution[heap].nim_value for heap in range(71)] == nim_values(takes, 71)


def test_the_moves_are_the_takes_that_fit():
    game = SubtractionGame([7, 1, 3], 5)
    assert game.start == 5
    assert list(game.moves(5)) == [(1, 4), (3, 2)]
    assert list(game.moves(7)) == [(1, 6), (3, 4), (7, 0)]
    assert list(game.moves(0)) == []
    assert repr(game) == "SubtractionGame([1, 3, 7], 5)"


def test_equal_games_are_one_key():
    assert SubtractionGame([1, 3], 9) == SubtractionGame((3, 1, 1), heap=9)
    assert len({SubtractionGame([1, 3], 9), SubtractionGame([3, 1], 9)}) == 1
    assert SubtractionGame([1, 3], 9) != SubtractionGame([1, 3], 8) != SubtractionGame([1, 2], 8)
    assert SubtractionGame([], 5) != NumberGame(5)


def test_the_heap_must_be_given():
    with pytest.raises(TypeError, match="heap"):
        SubtractionGame([1, 2, 3])


# Periods


@pytest.mark.parametrize("takes", SMALL_SETS, ids=str)
def test_a_period_is_the_first_window_that_comes_again(takes):
    outcomes_again = brute_force.first_repetition(brute_force.heap_outcomes(takes, 3000), max(takes))
    assert outcome_period(takes) == outcomes_again
    nim_values_again = brute_force.first_repetition(brute_force.heap_nim_values(takes, 3000), max(takes))
    assert nim_period(takes) == nim_values_again


def test_every_set_of_takes_up_to_eight_has_the_period_of_its_first_repeated_window():
    for bits in range(1, 2**8):
        takes = [take for take in range(1, 9) if bits >> (take - 1) & 1]
        sequence = brute_force.heap_outcomes(takes, 300)
        assert outcome_period(takes) == brute_force.first_repetition(sequence, max(takes))
        values = brute_force.heap_nim_values(takes, 300)
        assert nim_period(takes) == brute_force.first_repetition(values, max(takes))


def test_the_judges_takes_are_not_a_matter_of_six():
    assert outcome_period(JUDGES_TAKES) == Period(31, 6)
    lost = [heap for heap in range(31) if brute_force.lost_heaps(JUDGES_TAKES, 31)[heap]]
    assert {2, 14, 26} <= set(lost)
    assert [outcome(JUDGES_TAKES, heap) for heap in (2, 14, 26)] == ["P"] * 3


@pytest.mark.parametrize(("takes", "periods"), published.SUBTRACTION_GAMES.values.items(), ids=str)
def test_periods_are_as_published(takes, periods):
    assert outcome_period(takes) == periods["outcome"]
    assert nim_period(takes) == periods["nim_value"]


def test_two_takes_have_the_period_of_the_theorem():
    for x in range(1, 25):
        for y in range(x + 1, 50):
            odd_multiple = y % x == 0 and y // x % 2 == 1
            assert outcome_period([x, y]) == (0, 2 * x if odd_multiple else x + y)


def test_the_takes_from_one_to_k_repeat_after_one_more():
    for k in range(1, 30):
        assert outcome_period(range(1, k + 1)) == nim_period(range(1, k + 1)) == (0, k + 1)
        assert nim_values(range(1, k + 1), 3 * k) == [heap % (k + 1) for heap in range(3 * k)]


def test_takes_with_a_common_factor_repeat_that_much_later():
    for factor in (2, 7, 100, 3000):
        for takes in ([2, 4, 7], [1, 3, 6]):
            scaled = [factor * take for take in takes]
            preperiod, period = outcome_period(takes)
            assert outcome_period(scaled) == (factor * preperiod, factor * period)
            assert gcd(*scaled) % factor == 0


def test_no_takes_at_all_repeat_at_once():
    assert outcome_period([]) == nim_period([]) == Period(preperiod=0, period=1)


@pytest.mark.parametrize("takes", [(2, 3, 4001), (1, 5000, 5003), (2047, 2049), (97, 3000, 3501)], ids=str)
def test_a_long_period_repeats_and_nothing_shorter_does(takes):
    preperiod, period = outcome_period(takes)
    window = max(takes)
    sequence = brute_force.heap_outcomes(takes, preperiod + period + window)
    assert sequence[preperiod : preperiod + window] == sequence[preperiod + period :]
    assert preperiod == 0 or sequence[preperiod - 1] != sequence[preperiod + period - 1]
    whole = sequence[preperiod : preperiod + period]
    for divisor in range(1, period):
        if period % divisor == 0:
            assert whole[:divisor] * (period // divisor) != whole


# Large heaps


@pytest.mark.parametrize("takes", SMALL_SETS, ids=str)
def test_a_heap_of_any_size_is_where_its_period_puts_it(takes):
    preperiod, period = brute_force.first_repetition(brute_force.heap_outcomes(takes, 3000), max(takes))
    pattern = brute_force.heap_outcomes(takes, preperiod + period)
    nim_preperiod, nim_repeats = brute_force.first_repetition(
        brute_force.heap_nim_values(takes, 3000), max(takes)
    )
    nim_pattern = brute_force.heap_nim_values(takes, nim_preperiod + nim_repeats)
    for heap in [10**6, 10**9 + 7, *range(10**18 - 40, 10**18 + 1), 10**40]:
        assert outcome(takes, heap) == pattern[preperiod + (heap - preperiod) % period]
        assert nim_value(takes, heap) == nim_pattern[nim_preperiod + (heap - nim_preperiod) % nim_repeats]


def test_a_huge_heap_with_far_takes_follows_the_theorem_of_two_takes():
    for x, y in ((3000, 5000), (4001, 12003), (1, 100_000)):
        odd_multiple = y % x == 0 and y // x % 2 == 1
        period = 2 * x if odd_multiple else x + y
        pattern = brute_force.heap_outcomes([x, y], period)
        for heap in range(10**18, 10**18 + 10**5, 9_973):
            assert outcome([x, y], heap) == pattern[heap % period]


@pytest.mark.parametrize(
    "takes",
    [
        (7, 60, 511, 4_000, 33_333, 250_000, 900_001),
        (300_000, 400_001, 1_000_000),
    ],
    ids=str,
)
def test_a_heap_of_a_million_is_right_where_no_window_repeats_before(takes):
    assert outcomes(takes, 10**6 + 1) == brute_force.heap_outcomes(takes, 10**6 + 1)
    assert outcome(takes, 10**6) == outcomes(takes, 10**6 + 1)[-1]


def test_a_heap_that_no_period_reaches_is_refused_in_words():
    with pytest.raises(ValueError, match="of the outcomes shows in the first 16777216 heaps"):
        outcome([1, 2**24], 10**18)
    with pytest.raises(ValueError, match="nim-values shows in the first 1048576 heaps"):
        nim_value([1, 2**20], 10**18)
    with pytest.raises(ValueError, match=f"with takes up to {10**18}"):
        outcome_period([2, 10**18])
    with pytest.raises(ValueError, match=f"with takes up to {10**18}"):
        nim_period([2, 10**18])


# What is refused


@pytest.mark.parametrize("takes", [[0], [3, -1], [0, 1]])
def test_a_take_below_one_is_refused(takes):
    for use in (
        lambda: SubtractionGame(takes, 5),
        lambda: outcome(takes, 5),
        lambda: outcomes(takes, 5),
        lambda: nim_value(takes, 5),
        lambda: nim_values(takes, 5),
        lambda: outcome_period(takes),
        lambda: nim_period(takes),
    ):
        with pytest.raises(ValueError, match=f"a take is at least 1 stone, not {min(takes)}"):
            use()


def test_a_heap_below_nothing_is_refused():
    for use in (
        lambda: SubtractionGame([1], -1),
        lambda: outcome([1], -1),
        lambda: nim_value([1], -1),
    ):
        with pytest.raises(ValueError, match="a heap has at least 0 stones, not -1"):
            use()


@pytest.mark.parametrize("thing", [1.0, "1", None])
def test_only_whole_numbers_are_takes_and_heaps(thing):
    for use in (
        lambda: SubtractionGame([thing], 3),
        lambda: SubtractionGame([1], thing),
        lambda: outcome([thing], 3),
        lambda: outcome([1], thing),
        lambda: nim_period([thing]),
    ):
        with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
            use()
