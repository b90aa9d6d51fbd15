"""Published values: each carries its source, and they agree with one another and with brute force."""

from __future__ import annotations

import re
from collections import Counter
from math import gcd

import brute_force
import pytest

from numbergame.checks import published

EVERY = [value for value in vars(published).values() if isinstance(value, published.Published)]


PUBLISHED_IN = re.compile(r"OEIS A\d{6}|(POJ|ZOJ|UVA) \d+|Sicherman|textbook")


def test_every_value_names_its_source():
    assert len(EVERY) == 12
    for value in EVERY:
        assert PUBLISHED_IN.search(value.source) and value.values


def test_published_values_cannot_be_changed():
    for table in EVERY:
        with pytest.raises(TypeError):
            table.values[1] = 0


def test_the_counts_of_small_boards_are_those_of_brute_force():
    gap_sets = [{1, *numbers} for numbers in brute_force.every_position(15)]
    by_largest = Counter(max(gaps) for gaps in gap_sets)
    assert by_largest == {f: published.POSITIONS_BY_FROBENIUS_NUMBER.values[f] for f in range(1, 16)}
    assert published.POSITIONS_BY_GENUS.values[0] == 1  # without a gap: all numbers, as 1 is chosen
    by_genus = Counter(len(gaps) for gaps in gap_sets)
    for genus in range(1, 9):  # the Frobenius number is at most 2·genus - 1
        assert by_genus[genus] == published.POSITIONS_BY_GENUS.values[genus]
    # Irreducible: in no other way the intersection of larger semigroups with the same largest gap,
    # so that of the sets with that largest gap they are those with the fewest gaps possible.
    for largest in range(1, 16):
        fewest = (largest + 2) // 2
        found = sum(max(gaps) == largest and len(gaps) == fewest for gaps in gap_sets)
        assert found == published.IRREDUCIBLE_BY_FROBENIUS_NUMBER.values[largest]


def test_the_contests_board_has_3515_positions():
    counts = published.POSITIONS_BY_FROBENIUS_NUMBER.values
    assert sum(counts[f] for f in range(1, 21)) == 3515 == len(brute_force.every_position(20))


def test_the_nim_values_of_three_and_n_are_those_of_brute_force():
    for n in range(4, 14):
        if gcd(3, n) == 1:
            start = brute_force.available((3, n), 3 * n)
            options = _options_from(start)
            expected = published.NIM_VALUE_OF_3_AND_N.values[n]
            assert brute_force.nim_values(options)[start] == expected


def test_the_least_winning_replies_are_those_of_brute_force():
    for (m, n), reply in published.LEAST_WINNING_REPLY.values.items():
        assert brute_force.winning_moves(brute_force.available((m, n), m * n))[0] == reply


def test_the_subtraction_games_are_those_of_brute_force():
    for takes, periods in published.SUBTRACTION_GAMES.values.items():
        outcomes = brute_force.heap_outcomes(takes, 100)
        assert brute_force.first_repetition(outcomes, max(takes)) == periods["outcome"]
        nim_values = brute_force.heap_nim_values(takes, 100)
        assert brute_force.first_repetition(nim_values, max(takes)) == periods["nim_value"]


def _options_from(start: frozenset[int]) -> brute_force.Options:
    """Return the positions that play from `start` reaches, each with its options."""
    options: brute_force.Options = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position not in options:
            options[position] = [brute_force.after_multiples(position, number) for number in position]
            waiting += options[position]
    return options


def values_of_rows(longest, options):
    """Return the nim-values of the rows 1 to `longest`; an option is the pair of rows that a move leaves."""
    values = [0]
    for row in range(1, longest + 1):
        reached = {values[a] ^ values[b] for a, b in options(row)}
        values.append(min(set(range(len(reached) + 1)) - reached))
    return dict(enumerate(values))


def test_the_published_values_of_kayles_dawsons_chess_and_grundys_game():
    for known, options in (
        (published.KAYLES, lambda n: [(a, n - k - a) for k in (1, 2) for a in range(n - k + 1)]),
        (published.DAWSONS_CHESS, lambda n: [(max(a - 1, 0), max(n - a - 2, 0)) for a in range(n)]),
        (published.GRUNDYS_GAME, lambda n: [(a, n - a) for a in range(1, n) if a != n - a]),
    ):
        found = values_of_rows(20, options)
        assert len(known.values) == 20
        assert dict(known.values) == {row: found[row] for row in range(1, 21)}
