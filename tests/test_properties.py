"""What must hold whatever is played: properties, on examples that hypothesis looks for."""

from __future__ import annotations

from itertools import combinations
from math import gcd

import brute_force
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from numbergame import GameSum, NumberGame, Position, mex, solve
from numbergame.judges import InputError, answer_bachet, answer_poj, answer_zoj
from numbergame.number_game import shortest_sum, why_not
from numbergame.subtraction import (
    SubtractionGame,
    nim_period,
    nim_value,
    nim_values,
    outcome,
    outcome_period,
    outcomes,
)

LIMIT = 60


@st.composite
def plays(draw: st.DrawFn, limit: int = LIMIT) -> tuple[int, ...]:
    """Draw a legal play on 2..limit: each number still available when it is chosen."""
    wanted = draw(st.lists(st.integers(2, limit), unique=True, max_size=8))
    return legal(wanted, limit)


def legal(wanted: list[int], limit: int) -> tuple[int, ...]:
    """Return the numbers that may be chosen in this order, leaving out those that may not."""
    chosen: list[int] = []
    for number in wanted:
        if number in brute_force.available(chosen, limit):
            chosen.append(number)
    return tuple(chosen)


positions = plays().map(lambda play: Position.after(play, LIMIT))
small_positions = plays(12).map(lambda play: Position.after(play, 12))
take_sets = st.sets(st.integers(1, 40), max_size=6)


# The rule


@given(plays())
def test_what_is_left_is_what_no_choices_add_up_to(play):
    assert set(Position.after(play, LIMIT)) == brute_force.available(play, LIMIT)


@given(st.data(), plays())
def test_the_order_of_choices_does_not_matter(data, play):
    other_order = data.draw(st.permutations(play))
    # In another order some of the numbers may be forbidden already; they are sums then, and add nothing.
    assert Position.after(legal(other_order, LIMIT), LIMIT) == Position.after(play, LIMIT)


@given(positions)
def test_closing_what_is_closed_changes_nothing(position):
    assert Position(position) == position
    assert Position.after([g for g in position.minimal_generators if g <= LIMIT], LIMIT) == position
    assert Position.generated_by(position.minimal_generators) == position


@given(positions)
def test_the_forbidden_numbers_are_closed_under_addition(position):
    end = position.frobenius_number
    forbidden = [n for n in range(2, end + 1) if n not in position]
    assert not any(a + b in position for a in forbidden for b in forbidden)


@given(plays())
def test_an_available_number_is_never_a_combination(play):
    position = Position.after(play, LIMIT)
    for number in range(2, LIMIT + 1):
        terms = shortest_sum(number, play)
        assert (terms is None) == (number in position)
        assert terms is None or (sum(terms) == number and set(terms) <= set(play))
        assert (why_not(number, play) == "") == (number in position)


@given(st.data(), positions)
def test_a_move_takes_its_number_and_only_takes(data, position):
    assume(position)
    number = data.draw(st.sampled_from(list(position)))
    after = position.choose(number)
    assert set(after) == brute_force.after_one_pass(frozenset(position), number)
    assert number not in after and set(after) < set(position) and after < position


@given(st.data(), positions)
def test_two_moves_that_stay_legal_can_be_made_in_either_order(data, position):
    pairs = combinations(position, 2)
    in_either_order = [(a, b) for a, b in pairs if b in position.choose(a) and a in position.choose(b)]
    assume(in_either_order)
    a, b = data.draw(st.sampled_from(in_either_order))
    assert position.choose(a).choose(b) == position.choose(b).choose(a)


@given(st.sets(st.integers(2, 16)))
def test_a_set_is_a_position_or_is_refused(numbers):
    largest = max(numbers, default=1)
    gone = [n for n in range(2, largest + 1) if n not in numbers]
    leaves_them = brute_force.available(gone, largest) == numbers
    try:
        assert set(Position(numbers)) == numbers
        assert leaves_them
    except ValueError as problem:
        assert not leaves_them and "is listed, but" in str(problem)


@given(st.lists(st.integers(2, 40), min_size=1, max_size=5))
def test_generators_leave_what_they_do_not_add_up_to(generators):
    try:
        position = Position.generated_by(generators)
    except ValueError:
        assert gcd(*generators) > 1
        return
    assert gcd(*generators) == 1
    assert set(position) == brute_force.available(generators, 1700)  # beyond Schur's bound, 39 · 39
    assert set(position.minimal_generators) <= set(generators)


@given(positions)
def test_a_position_reads_back_from_what_it_shows(position):
    assert Position.parse(str(position)) == position == eval(repr(position))


# Solutions


@given(st.lists(st.integers(0, 30)))
def test_mex_is_missing_and_all_below_it_are_there(values):
    least = mex(values)
    assert least not in values and set(range(least)) <= set(values)


@given(small_positions)
def test_a_position_is_solved_as_by_brute_force(position):
    solution = solve(NumberGame(), position)
    assert list(solution.winning_moves(position)) == brute_force.winning_moves(frozenset(position))


@given(small_positions, take_sets, st.integers(0, 12))
def test_the_nim_value_of_a_sum_is_the_exclusive_or(position, takes, heap):
    numbers, stones = NumberGame(12), SubtractionGame(takes, heap)
    both = solve(GameSum(numbers, stones), (position, heap))
    alone = solve(numbers, position)[position].nim_value, solve(stones)[heap].nim_value
    assert both[(position, heap)].nim_value == alone[0] ^ alone[1]


@given(st.dictionaries(st.integers(0, 25), st.sets(st.integers(0, 25)), min_size=1))
def test_any_acyclic_game_is_solved_by_definition(edges):
    options = {p: sorted(o for o in edges.get(p, ()) if o < p) for p in range(26)}

    class Graph:
        start = 25

        def moves(self, position):
            return [(option, option) for option in options[position]]

    solution = solve(Graph(), *options)
    nim = brute_force.nim_values(options)
    plies = brute_force.plies_to_the_end(options)
    for position, value in solution.items():
        assert value.nim_value == nim[position]
        assert value.remoteness == plies[position]
        assert (value.outcome == "P") == (nim[position] == 0)


# Bachet's game


@given(take_sets, st.integers(0, 400))
def test_the_heaps_are_as_by_brute_force(takes, length):
    assert outcomes(takes, length) == brute_force.heap_outcomes(takes, length)
    assert nim_values(takes, length) == brute_force.heap_nim_values(takes, length)


@given(st.sets(st.one_of(st.integers(1, 70), st.integers(1990, 2120), st.integers(1, 6000)), max_size=7))
@settings(max_examples=40)
def test_near_and_far_takes_together_are_as_by_brute_force(takes):
    assert outcomes(takes, 9000) == brute_force.heap_outcomes(takes, 9000)


@given(st.sets(st.integers(1, 12), min_size=1, max_size=5))
def test_a_period_is_proved_by_a_window_and_no_shorter_one_is(takes):
    length = 6000
    sequence = brute_force.heap_outcomes(takes, length)
    assert outcome_period(takes) == brute_force.first_repetition(sequence, max(takes))
    values = brute_force.heap_nim_values(takes, length)
    assert nim_period(takes) == brute_force.first_repetition(values, max(takes))


@given(st.sets(st.integers(1, 14), min_size=1, max_size=5), st.integers(0, 10**18))
def test_a_heap_of_any_size_is_solved(takes, heap):
    preperiod, period = brute_force.first_repetition(brute_force.heap_outcomes(takes, 6000), max(takes))
    like = heap if heap < preperiod else preperiod + (heap - preperiod) % period
    assert outcome(takes, heap) == brute_force.heap_outcomes(takes, like + 1)[-1]
    assert (outcome(takes, heap) == "P") == (nim_value(takes, heap) == 0)


@given(take_sets, st.integers(2, 9))
def test_stones_by_the_handful_are_the_same_game(takes, hand):
    bundled = outcomes([hand * take for take in takes], hand * 100)
    assert bundled == "".join(letter * hand for letter in outcomes(takes, 100))


# Judges

words = st.one_of(
    st.integers(-2, 31).map(str), st.sampled_from(["x", "1.5", "", "\n", "\t", "٣", "-", "10" * 30])
)


@given(st.lists(words, max_size=30).map(" ".join))
@settings(max_examples=150)
def test_no_text_at_all_ends_in_anything_but_answers_or_an_error_with_its_line(text):
    for answer in (answer_poj, answer_zoj, answer_bachet):
        try:
            answers = list(answer(text))
        except InputError as problem:
            assert 1 <= problem.line <= 1 + text.count("\n")
            assert str(problem).startswith(f"line {problem.line}: ")
        else:
            assert all(given_answer.endswith("\n") for given_answer in answers)
