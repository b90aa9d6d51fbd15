"""The ideas stand in the notebooks: each definition is taken from its cells and tried by brute force."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import gcd, sqrt
from operator import xor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import brute_force as bf
import networkx as nx
import pytest

from numbergame import NumberGame, Position, solve

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
SMALL = 10
"""The limit of the board on which a definition is tried: 73 positions."""
CONSTANTS = {"golden"}
"""Names of the notebooks that are numbers, which definitions use."""

Test = Callable[[Any], None]
TESTS: dict[tuple[str, str], Test] = {}
"""(notebook, definition) -> the test of it, given all names that the notebook defines."""


@cache
def names_of(notebook: str) -> SimpleNamespace:
    """Return what the cells of a notebook define and import, and the constants."""
    (path,) = NOTEBOOKS.glob(f"{notebook}-*.ipynb")
    names: dict[str, Any] = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            for node in ast.parse("".join(cell["source"])).body:
                if _is_kept(node):
                    exec(compile(ast.Module([node], []), path.name, "exec"), names)
    return SimpleNamespace(**names)


def _is_kept(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) in CONSTANTS
    return isinstance(node, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef)


def defines(notebook: str, name: str) -> Callable[[Test], Test]:
    """Make a function the test of a definition of a notebook."""

    def register(test: Test) -> Test:
        TESTS[notebook, name] = test
        return test

    return register


def positions() -> list[bf.Numbers]:
    """Return the positions of the small board, those with few numbers first."""
    return sorted(bf.every_position(SMALL), key=lambda numbers: (len(numbers), sorted(numbers)))


def options_of(limit: int) -> bf.Options:
    """Return the positions of a board, each with those that one move leads to."""
    return {p: [bf.after_multiples(p, n) for n in p] for p in bf.every_position(limit)}


@cache
def plays_from(numbers: bf.Numbers) -> int:
    """Return the number of plays, each the order of its moves."""
    return sum(plays_from(bf.after_one_pass(numbers, n)) for n in numbers) if numbers else 1


def options(game: Any) -> dict[Any, list[Any]]:
    """Return the positions that a game of a notebook can reach, each with its options."""
    found: dict[Any, list[Any]] = {}
    waiting = [game.start]
    while waiting:
        position = waiting.pop()
        if position not in found:
            found[position] = [after for _, after in game.moves(position)]
            waiting += found[position]
    return found


def as_bits(position: Collection[int]) -> int:
    """Return the integer whose binary digits say which numbers are available."""
    return int("".join("01"[number in position] for number in range(SMALL, -1, -1)), 2)


def left_after(chosen: Collection[int]) -> bf.Numbers:
    """Return what is left after choices without a common divisor: all beyond the product is forbidden."""
    return bf.available(chosen, min(chosen) * max(chosen))


def coprime_pairs(largest: int) -> list[tuple[int, int]]:
    """Return the pairs from 2 up that have no common divisor."""
    return [(a, b) for a, b in combinations(range(2, largest + 1), 2) if gcd(a, b) == 1]


def gaps(position: bf.Numbers) -> set[int]:
    """Return the numbers that are no sum when all the others up to twice the limit are chosen."""
    numbers = set(range(1, 2 * SMALL + 2))
    return numbers - bf.sums(numbers - position - {1}, max(numbers))


def is_folded(position: bf.Numbers, middle: int) -> bool:
    """Return whether the gaps are half of 0..F, but for the middle: told by their number alone."""
    return 2 * len(gaps(position)) == max(gaps(position)) + 1 + middle


# In several notebooks


@defines("05", "choose")
@defines("06", "choose")
@defines("07", "choose")
@defines("11", "choose")
@defines("12", "choose")
@defines("13", "choose")
@defines("14", "choose")
@defines("15", "choose")
def _choose(names: Any) -> None:
    for position in positions():
        for number in position:
            assert names.choose(position, number) == bf.after_multiples(position, number)


@defines("05", "remoteness")
@defines("06", "remoteness")
def _remoteness_by_parity(names: Any) -> None:
    for position, plies in bf.plies_to_the_end(options_of(SMALL)).items():
        assert names.remoteness(position) == plies


@defines("07", "nim_value")
@defines("11", "nim_value")
def _nim_value(names: Any) -> None:
    for position, value in bf.nim_values(options_of(SMALL)).items():
        assert names.nim_value(position) == value


@defines("03", "gaps")
@defines("03", "frobenius_number")
@defines("03", "genus")
@defines("05", "gaps")
@defines("05", "frobenius_number")
@defines("05", "genus")
def _gaps(names: Any) -> None:
    for position in positions():
        assert names.gaps(position) == gaps(position)
        assert names.frobenius_number(position) == max(gaps(position))
        assert names.genus(position) == len(gaps(position))


@defines("11", "available")
@defines("12", "available")
def _available_without_a_limit(names: Any) -> None:
    triples = [(6, 10, 15), (4, 6, 9), (8, 12, 13)]
    for chosen in coprime_pairs(12) + triples:
        assert names.available(chosen) == left_after(chosen)


# 01: play the Number Game


@defines("01", "sums")
@defines("01", "available")
def _sums(names: Any) -> None:
    for size in range(4):
        for chosen in combinations(range(2, SMALL + 1), size):
            assert names.sums(chosen, SMALL) == bf.sums(chosen, SMALL) - {0}
            assert names.available(chosen, SMALL) == bf.available(chosen, SMALL)


@defines("01", "as_sum")
def _as_sum(names: Any) -> None:
    for chosen in combinations(range(2, SMALL + 1), 3):
        sums = bf.sums(chosen, 3 * SMALL)
        for number in range(3 * SMALL + 1):
            parts = names.as_sum(number, chosen)
            assert (parts is not None) == (number in sums)
            assert parts is None or (sum(parts) == number and set(parts) <= set(chosen))


@defines("01", "is_play")
def _is_play(names: Any) -> None:
    position = frozenset(range(2, 8))
    plays: set[tuple[int, ...]] = {()}
    waiting: list[tuple[bf.Numbers, tuple[int, ...]]] = [(position, ())]
    while waiting:
        position, moves = waiting.pop()
        if len(moves) < 3:
            after = [(bf.after_one_pass(position, number), (*moves, number)) for number in position]
            plays.update(moves for _, moves in after)
            waiting += after
    for length in range(4):
        for moves in product(range(2, 8), repeat=length):
            assert names.is_play(moves, 7) == (moves in plays)


@defines("01", "others")
def _others(names: Any) -> None:
    for position in positions():
        others = names.others(position)
        assert others.isdisjoint(position) and others | position == set(range(2, 21))


# 02: winning and losing


@defines("02", "choose")
@defines("02", "choose_by_multiples")
def _rules(names: Any) -> None:
    for rule, position in product((names.choose, names.choose_by_multiples), positions()):
        for number in position:
            assert rule(position, number) == bf.after_one_pass(position, number)


@defines("02", "wins")
def _wins(names: Any) -> None:
    assert all(names.wins(position) == bf.wins(position) for position in positions())


@defines("02", "winning_moves")
def _winning_moves(names: Any) -> None:
    assert all(names.winning_moves(position) == bf.winning_moves(position) for position in positions())


@defines("02", "winning_by")
def _winning_by(names: Any) -> None:
    for position in bf.every_position(7):
        assert names.winning_by(bf.after_multiples, position) == bf.winning_moves(position)


@defines("02", "asked")
def _asked(names: Any) -> None:
    asked = names.asked(7)
    assert asked[0] == frozenset(range(2, 8)) and set(asked) <= bf.every_position(7)

    def questions(position: bf.Numbers) -> int:  # those of a search that stops at the first win
        count = 1
        for number in sorted(position):
            count += questions(bf.after_multiples(position, number))
            if not bf.wins(bf.after_multiples(position, number)):
                break
        return count

    assert len(asked) == questions(frozenset(range(2, 8)))


@defines("02", "plays")
def _plays(names: Any) -> None:
    assert all(names.plays(position) == plays_from(position) for position in positions())


@defines("02", "positions")
def _positions(names: Any) -> None:
    for limit in range(2, SMALL + 1):
        assert names.positions(frozenset(range(2, limit + 1))) == bf.every_position_by_choices(limit)


@defines("02", "new_p")
@defines("02", "new_n")
@defines("02", "label")
def _label(names: Any) -> None:
    options = {p: {n: bf.after_multiples(p, n) for n in p} for p in bf.every_position(7)}
    assert names.new_p(options, {}) == [frozenset()] and names.new_n(options, {}) == []
    letters, rounds = names.label(options)
    assert letters == {position: "N" if bf.wins(position) else "P" for position in options}
    plies = bf.plies_to_the_end(options_of(7))
    for count, (lost, won) in enumerate(rounds, 1):
        assert {plies[position] for position in lost} == {2 * count - 2}
        assert {plies[position] for position in won} <= {2 * count - 1}


@defines("02", "remoteness")
def _remoteness(names: Any) -> None:
    for position, plies in bf.plies_to_the_end(options_of(SMALL)).items():
        assert names.remoteness(position) == plies


@defines("02", "best_play")
def _best_play(names: Any) -> None:
    plies = bf.plies_to_the_end(options_of(SMALL))
    for position in positions():
        moves = names.best_play(position)
        assert len(moves) == plies[position]
        for number in moves:
            assert plies[position] == 1 + plies[bf.after_one_pass(position, number)]
            position = bf.after_one_pass(position, number)


# 03: every position


@defines("03", "subsets")
def _subsets(names: Any) -> None:
    found = names.subsets(range(2, SMALL + 1))
    assert len(found) == len(set(map(frozenset, found))) == 2 ** (SMALL - 1)
    assert set.union(*found) == set(range(2, SMALL + 1))
    assert sorted(found, key=len) == found


@defines("03", "witness")
def _witness(names: Any) -> None:
    board = range(2, SMALL + 1)
    for size in range(SMALL):
        for numbers in map(frozenset, combinations(board, size)):
            pair = names.witness(numbers, SMALL)
            assert (pair is None) == (numbers in bf.every_position(SMALL))
            assert pair is None or (numbers.isdisjoint(pair) and sum(pair) in numbers)


@defines("03", "as_bits")
def _as_bits(names: Any) -> None:
    assert all(names.as_bits(position) == as_bits(position) for position in positions())


@defines("03", "closed_sets")
@defines("03", "positions")
def _positions_as_bits(names: Any) -> None:
    for limit in range(2, SMALL + 1):
        expected = sorted(map(as_bits, bf.every_position(limit)))
        assert names.closed_sets(limit).tolist() == expected == sorted(names.positions(limit))


@defines("03", "choose")
def _choose_on_bits(names: Any) -> None:
    for position in positions():
        for number in position:
            after = bf.after_multiples(position, number)
            assert names.choose(as_bits(position), number, SMALL) == as_bits(after)


@defines("03", "histories")
def _histories(names: Any) -> None:
    for limit in range(2, SMALL + 1):
        board = range(2, limit + 1)
        chosen = [some for size in range(limit) for some in combinations(board, size)]
        assert names.histories(limit) == Counter(as_bits(bf.available(some, limit)) for some in chosen)


@defines("03", "minimal_generators")
def _minimal_generators(names: Any) -> None:
    for position in positions():
        others = set(range(2, 2 * SMALL + 2)) - position
        needed = {n for n in others if n not in bf.sums(others - {n}, n)}
        assert names.minimal_generators(others) == needed


# 04: the game as a graph


@defines("04", "graph_of")
def _graph_of(names: Any) -> None:
    for limit in range(2, SMALL + 1):
        graph = {frozenset(p): [frozenset(q) for q in after] for p, after in names.graph_of(limit).items()}
        expected = options_of(limit)
        assert graph.keys() == expected.keys()
        assert all(Counter(graph[position]) == Counter(expected[position]) for position in graph)


@defines("04", "layers")
def _layers(names: Any) -> None:
    options: Any = {Position(p): list(map(Position, after)) for p, after in options_of(8).items()}
    generations = nx.topological_generations(nx.DiGraph(options))
    assert list(map(set, names.layers(options))) == list(map(set, generations))


@defines("04", "skeleton")
def _skeleton(names: Any) -> None:
    options = options_of(8)
    assert names.skeleton(options) == set(nx.transitive_reduction(nx.DiGraph(options)).edges)


@defines("04", "plays")
def _lists_of_moves(names: Any) -> None:
    plays = names.plays(Position.board(6))
    assert len(plays) == len(set(map(tuple, plays))) == plays_from(frozenset(range(2, 7)))
    for moves in plays:
        position = frozenset(range(2, 7))
        for number in moves:
            assert number in position
            position = bf.after_multiples(position, number)
        assert not position


@defines("04", "count_plays")
def _count_plays(names: Any) -> None:
    expected = {position: plays_from(position) for position in bf.every_position(SMALL)}
    assert names.count_plays(options_of(SMALL)) == expected


# 05: where the lost positions are


@defines("05", "in_passing")
def _in_passing(names: Any) -> None:
    for position in positions():
        for number in position:
            sums = bf.sums(set(range(2, SMALL + 1)) - position | {number}, SMALL)
            assert names.in_passing(position, number) == (position & sums) - {number}


@defines("05", "is_symmetric")
@defines("05", "is_pseudo_symmetric")
def _mirrors(names: Any) -> None:
    for position in positions():
        assert names.is_symmetric(position) == is_folded(position, 0)
        assert names.is_pseudo_symmetric(position) == is_folded(position, 1)


@defines("05", "can_steal")
def _can_steal(names: Any) -> None:
    thieves = {position for position in bf.every_position(SMALL) if position and names.can_steal(position)}
    assert all(map(bf.wins, thieves))
    for position in bf.every_position(SMALL) - {frozenset()}:
        last = max(position)
        spared = [n for n in position if n < last and last in bf.after_multiples(position, n)]
        assert (position in thieves) == (not spared)


# 06: which moves win


@cache
def plies_to_the_end() -> dict[Any, int]:
    """Return the remoteness of the positions of the small board."""
    return bf.plies_to_the_end(options_of(SMALL))


def slowest_answer(position: bf.Numbers) -> bf.Numbers:
    """Return what the perfect opponent leaves of a lost position, so that the game lasts longest."""
    after = [bf.after_multiples(position, number) for number in sorted(position)]
    return max(after, key=plies_to_the_end().__getitem__)


def plays_at_random(position: bf.Numbers) -> Iterator[tuple[list[int], Fraction, int | None]]:
    """Yield what a random player may choose up to its first blunder, the chance of that, and which move
    the blunder is, if any.
    """
    for number in sorted(position):
        after, chance = bf.after_multiples(position, number), Fraction(1, len(position))
        if bf.wins(after):
            yield [number], chance, 1
        elif not after:
            yield [number], chance, None
        else:
            for moves, later, blunder in plays_at_random(slowest_answer(after)):
                yield [number, *moves], chance * later, blunder and blunder + 1


@defines("06", "after_good_moves")
def _after_good_moves(names: Any) -> None:
    for position in positions():
        left = [bf.after_one_pass(position, number) for number in bf.winning_moves(position)]
        assert names.after_good_moves(position) == left


@defines("06", "after_answer")
def _after_answer(names: Any) -> None:
    for position in positions():
        if position and not bf.wins(position):
            assert names.after_answer(position) == slowest_answer(position)


@defines("06", "chance")
def _chance(names: Any) -> None:
    for position in bf.every_position(8):
        expected = sum(chance for _, chance, blunder in plays_at_random(position) if blunder is None)
        assert names.chance(position) == expected


@defines("06", "first_blunders")
def _first_blunders(names: Any) -> None:
    for position in bf.every_position(SMALL) - {frozenset()}:
        expected: Counter[Any] = Counter()
        for _, chance, blunder in plays_at_random(position):
            if blunder:
                expected[blunder] += chance
        assert Counter(dict(enumerate(names.first_blunders(position), 1))) == expected


@defines("06", "first_blunder")
def _first_blunder(names: Any) -> None:
    for moves, _, blunder in plays_at_random(frozenset(range(2, 9))):
        dice = iter(moves)
        rng = SimpleNamespace(choice=lambda numbers, dice=dice: numbers[numbers.index(next(dice))])
        assert names.first_blunder(frozenset(range(2, 9)), rng) == blunder


# 07: nim-values


@defines("07", "sum_wins")
@defines("07", "sum_value")
def _sums_of_boards(names: Any) -> None:
    options = options_of(6)
    both: bf.Options = {
        (a, b): [(after, b) for after in options[a]] + [(a, after) for after in options[b]]
        for a, b in product(options, repeat=2)
    }
    alone = bf.nim_values(options)
    for (a, b), value in bf.nim_values(both).items():
        assert names.sum_wins(a, b) == (value > 0)
        assert names.sum_value(a, b) == value == alone[a] ^ alone[b]


@defines("07", "mex")
def _mex(names: Any) -> None:
    for size in range(6):
        for values in permutations(range(5), size):
            assert names.mex(values) == min(set(range(6)) - set(values))


@defines("07", "part_to_change")
def _part_to_change(names: Any) -> None:
    for values in product(range(6), repeat=3):
        total = values[0] ^ values[1] ^ values[2]
        for wanted in range(total):
            part, value = names.part_to_change(values, wanted)
            others = [other for place, other in enumerate(values) if place != part]
            assert 0 <= value < values[part] and xor(*others) ^ value == wanted
        assert names.part_to_change(values, total) is None


@defines("07", "sum_move")
def _sum_move(names: Any) -> None:
    values = bf.nim_values(options_of(7))
    for boards in product(bf.every_position(7), repeat=2):
        if values[boards[0]] != values[boards[1]]:
            place, number = names.sum_move(list(boards))
            after = bf.after_multiples(boards[place], number)
            assert number in boards[place] and values[after] == values[boards[1 - place]]


# 08: Bachet's game


SETS_OF_TAKES = [takes for size in (1, 2, 3) for takes in combinations(range(1, 9), size)]


@defines("08", "letters")
def _letters(names: Any) -> None:
    for takes in SETS_OF_TAKES:
        assert names.letters(takes, 40) == bf.heap_outcomes(takes, 40)


@defines("08", "first_return")
def _first_return(names: Any) -> None:
    for word in map("".join, product("PN", repeat=7)):
        for width in 2, 3:
            windows = [word[place : place + width] for place in range(8 - width)]
            if len(set(windows)) == len(windows):
                assert names.first_return(word, width) is None
            else:
                assert names.first_return(word, width) == bf.first_repetition(word, width)


@defines("08", "letter")
def _letter(names: Any) -> None:
    for takes in SETS_OF_TAKES:
        expected = bf.heap_outcomes(takes, 150)
        assert all(names.letter(takes, heap) == expected[heap] for heap in (0, 1, 13, 90, 137, 149))
    ends = [names.letter([1, 2, 3], 4 * 10**17 + more) for more in range(4)]
    assert ends == ["P", "N", "N", "N"]


@defines("08", "two_takes_period")
def _two_takes_period(names: Any) -> None:
    for x, y in combinations(range(1, 16), 2):
        repetition = bf.first_repetition(bf.heap_outcomes((x, y), 4 * y), y)
        assert repetition == (0, names.two_takes_period(x, y))


@defines("08", "heap_values")
def _heap_values(names: Any) -> None:
    for takes in SETS_OF_TAKES:
        assert names.heap_values(takes, 40) == bf.heap_nim_values(takes, 40)


# 09: your own game


@defines("09", "Nim")
@defines("09", "NimForPupils")
def _nim(names: Any) -> None:
    for nim in names.Nim, names.NimForPupils:
        values = bf.nim_values(options(nim(2, 3, 4)))
        assert len(values) == 60
        assert all(value == a ^ b ^ c for (a, b, c), value in values.items())


@defines("09", "replace")
def _replace(names: Any) -> None:
    assert names.replace((1, 3, 3), 3, 2, 0) == (1, 2, 3)
    assert names.replace((2,), 2, 0, 0) == ()


def rows_by_definition(longest: int, splits: Callable[[int], list[tuple[int, int]]]) -> list[int]:
    """Return the nim-values of rows that a move splits in two, without the notebook's game."""
    options: bf.Options = {}
    waiting: list[tuple[int, ...]] = [(row,) for row in range(longest + 1)]
    while waiting:
        rows = waiting.pop()
        if rows not in options:
            after = [
                tuple(sorted((*rows[:i], *rows[i + 1 :], a, b)))
                for i, row in enumerate(rows)
                for a, b in splits(row)
            ]
            options[rows] = after
            waiting += after
    values = bf.nim_values(options)
    return [values[row,] for row in range(longest + 1)]


def _row_values(game: Any, longest: int) -> list[int]:
    return [0] + [bf.nim_values(options(game(row)))[row,] for row in range(1, longest + 1)]


def pins(row: int) -> list[tuple[int, int]]:
    return [(left, row - n - left) for n in (1, 2) for left in range(row - n + 1)]


@defines("09", "Kayles")
@defines("09", "kayles_values")
def _kayles(names: Any) -> None:
    expected = rows_by_definition(7, pins)
    assert _row_values(names.Kayles, 7) == expected == names.kayles_values(7)


@defines("09", "DawsonsChess")
def _dawsons_chess(names: Any) -> None:
    def files(row: int) -> list[tuple[int, int]]:
        return [(max(file - 1, 0), max(row - file - 2, 0)) for file in range(row)]

    assert _row_values(names.DawsonsChess, 8) == rows_by_definition(8, files)


@defines("09", "GrundysGame")
def _grundys_game(names: Any) -> None:
    def heaps(heap: int) -> list[tuple[int, int]]:
        return [(part, heap - part) for part in range(1, heap) if part != heap - part]

    assert _row_values(names.GrundysGame, 9) == rows_by_definition(9, heaps)


@defines("09", "Wythoff")
def _wythoff(names: Any) -> None:
    expected = {
        (a, b): [(a - n, b) for n in range(1, a + 1)]
        + [(a, b - n) for n in range(1, b + 1)]
        + [(a - n, b - n) for n in range(1, min(a, b) + 1)]
        for a, b in product(range(7), repeat=2)
    }
    found = options(names.Wythoff(6, 6))
    assert {pair: sorted(after) for pair, after in found.items()} == {
        pair: sorted(after) for pair, after in expected.items()
    }


@defines("09", "Chomp")
def _chomp(names: Any) -> None:
    def bites(bar: frozenset[tuple[int, int]]) -> list[frozenset[tuple[int, int]]]:
        pieces = bar - {(0, 0)}
        return [frozenset(p for p in bar if p[0] < row or p[1] < column) for row, column in pieces]

    for bar, after in options(names.Chomp(3, 3)).items():
        left = [frozenset((r, c) for r, n in enumerate(rows) for c in range(n)) for rows in after]
        whole = frozenset((r, c) for r, n in enumerate(bar) for c in range(n))
        assert sorted(map(sorted, left)) == sorted(map(sorted, bites(whole)))


@defines("09", "Euclid")
@defines("09", "euclid_is_won")
def _euclid(names: Any) -> None:
    @cache
    def won(small: int, large: int) -> bool:
        rests = range(large - small, -1, -small) if small else ()
        return any(not won(*sorted((small, rest))) for rest in rests)

    for a, b in product(range(1, 13), repeat=2):
        assert names.euclid_is_won(a, b) == won(*sorted((a, b)))
        assert (bf.nim_values(options(names.Euclid(a, b)))[a, b] > 0) == won(*sorted((a, b)))


@defines("09", "Coin")
def _coin(names: Any) -> None:
    coin = names.Coin()
    assert [sorted(after for _, after in coin.moves(square)) for square in (1, 2, 3)] == [[2], [1, 3], [2]]


@defines("09", "Misere")
@defines("09", "misere_nim_is_lost")
def _misere(names: Any) -> None:
    @cache
    def won(heaps: tuple[int, ...]) -> bool:  # with no stone left, whoever is to move has won
        after = [(*heaps[:i], left, *heaps[i + 1 :]) for i, h in enumerate(heaps) for left in range(h)]
        return not after or any(not won(rest) for rest in after)

    values = bf.nim_values(options(names.Misere(names.Nim(3, 3, 2))))
    for heaps in product(range(4), range(4), range(3)):
        assert names.misere_nim_is_lost(heaps) == (not won(heaps)) == (values[heaps] == 0)


# 10: cross-check


def forbidden_before(position: bf.Numbers) -> set[int]:
    """Return 0 and the numbers of the small board that are not available."""
    return {0} | set(range(2, SMALL + 1)) - position


def moves_on_the_small_board() -> list[tuple[bf.Numbers, int]]:
    """Return each position of the small board with each of its moves."""
    return [(position, number) for position in positions() for number in position]


@defines("10", "choose")
@defines("10", "choose_by_multiples")
@defines("10", "choose_by_coins")
def _three_rules(names: Any) -> None:
    for rule in names.choose, names.choose_by_multiples, names.choose_by_coins:
        for position, number in moves_on_the_small_board():
            assert rule(position, number, SMALL) == bf.after_multiples(position, number)


@defines("10", "winning_by")
def _winning_by_any_rule(names: Any) -> None:
    for position in positions():
        assert names.winning_by(bf.after_one_pass, position) == bf.winning_moves(position)


@defines("10", "exposed_by")
def _exposed_by(names: Any) -> None:
    names.exposed_by.__globals__["by_size"] = positions()  # which the notebook finds on 2..20

    def only_itself(position: bf.Numbers, number: int) -> bf.Numbers:
        return position - {number}

    def wins_wrongly(position: bf.Numbers) -> list[int]:  # one by one: who moves last depends on how many
        return sorted(position) if len(position) % 2 else []

    smallest = next(p for p in positions() if wins_wrongly(p) != bf.winning_moves(p))
    assert names.exposed_by(only_itself) == smallest


@defines("10", "multiples_only")
def _multiples_only(names: Any) -> None:
    for position, number in moves_on_the_small_board():
        left = {n for n in position if n % number}
        assert names.multiples_only(position, number, SMALL) == left


@defines("10", "no_cascade")
def _no_cascade(names: Any) -> None:
    for position, number in moves_on_the_small_board():
        once = {before + number for before in forbidden_before(position)}
        assert names.no_cascade(position, number, SMALL) == position - once


@defines("10", "descending")
def _descending(names: Any) -> None:
    for position, number in moves_on_the_small_board():
        once = {before + number for before in forbidden_before(position) | {number}}
        assert names.descending(position, number, SMALL) == position - once


@defines("10", "one_forbidden")
def _one_forbidden(names: Any) -> None:
    for position, number in moves_on_the_small_board():
        gone = {
            before + times * number
            for before in forbidden_before(position) | {1}
            for times in range(1, SMALL)
        }
        assert names.one_forbidden(position, number, SMALL) == position - gone


@defines("10", "last_left_out")
def _last_left_out(names: Any) -> None:
    for position, number in moves_on_the_small_board():
        spared = (position & {SMALL}) - {number}
        left = bf.after_multiples(position, number) | spared
        assert names.last_left_out(position, number, SMALL) == left
    assert 20 in names.last_left_out(frozenset(range(2, 21)), 2)


@defines("10", "sums_of_two")
def _sums_of_two(names: Any) -> None:
    for chosen in combinations(range(2, 13), 3):
        gone = {i * a + j * b for a, b in combinations(chosen, 2) for i, j in product(range(8), repeat=2)}
        assert names.sums_of_two(set(chosen), 14) == set(range(2, 15)) - gone


@defines("10", "is_position")
def _is_position(names: Any) -> None:
    board = range(2, SMALL + 1)
    sets = [frozenset(some) for size in range(SMALL) for some in combinations(board, size)]
    assert {some for some in sets if names.is_position(some, SMALL)} == bf.every_position(SMALL)


@defines("10", "plays_from_above")
def _plays_from_above(names: Any) -> None:
    for limit in range(2, SMALL + 1):
        board = frozenset(range(2, limit + 1))
        assert names.plays_from_above(board) == plays_from(board)


@defines("10", "losing_heap")
def _losing_heap(names: Any) -> None:
    lost: set[tuple[bf.Numbers, int]] = set()
    values = bf.nim_values(options_of(SMALL))
    assert all(names.losing_heap(position, lost) == values[position] for position in positions())


@defines("10", "chance_from_above")
def _chance_from_above(names: Any) -> None:
    names.chance_from_above.__globals__["solution"] = solve(NumberGame(8))  # the notebook's has 2..20
    for position in bf.every_position(8) - {frozenset()}:
        expected = sum(chance for _, chance, blunder in plays_at_random(position) if blunder is None)
        assert names.chance_from_above(Position(position)) == expected


# 11: beyond the board


@defines("11", "replies")
def _replies(names: Any) -> None:
    for pair in coprime_pairs(7):
        assert names.replies(left_after(pair)) == bf.winning_moves(left_after(pair))


@defines("11", "is_mirror")
def _is_mirror(names: Any) -> None:
    for position in positions():
        assert names.is_mirror(position) == (is_folded(position, 0) or is_folded(position, 1))


@defines("11", "winning_moves")
def _winning_moves_by_search(names: Any) -> None:
    for position in positions():
        assert names.winning_moves(Position(position)) == tuple(bf.winning_moves(position))


@defines("11", "pairs_with")
def _pairs_with(names: Any) -> None:
    expected = {n: tuple(bf.winning_moves(left_after((4, n)))) for n in (5, 7, 9, 11)}
    assert names.pairs_with(4, 11) == expected


@defines("11", "replies_after")
def _replies_after(names: Any) -> None:
    for numbers in [5, 7], [7, 10, 11]:
        expected = {n: tuple(bf.winning_moves(left_after((6, 9, n)))) for n in numbers}
        assert names.replies_after([6, 9], numbers) == expected


@defines("11", "partner")
def _partner(names: Any) -> None:
    assert names.partner(2) == 3 and names.partner(3) == 2
    for number in range(5, 20, 2):
        assert names.partner(number) in bf.winning_moves(left_after((4, 6, number)))
        assert names.partner(names.partner(number)) == number


@defines("11", "pair")
@defines("11", "answered")
def _pair(names: Any) -> None:
    assert not names.pair(0)
    for j in range(1, 5):
        left = left_after((4, 6, 4 * j + 1, 4 * j + 3))
        assert set(names.pair(j)) == left and not bf.wins(left)
        assert names.answered(j)


@defines("11", "opening")
def _opening(names: Any) -> None:
    primes = {n for n in range(5, 201) if all(n % d for d in range(2, n))}
    smooth = {2**a * 3**b for a, b in product(range(8), range(6))} & set(range(2, 201))
    known = {2, 3, 4, 6, 8, 9, 12}
    for n in range(2, 201):
        answer = "wins" if n in primes else "?" if n in smooth - known else "loses"
        assert names.opening(n) == answer


# 12: proofs that you can check


WAYS = ["smallest_first", "known_first"]


@defines("12", "known_first")
@defines("12", "smallest_first")
def _orders(names: Any) -> None:
    known = {position: not bf.wins(position) for position in bf.every_position(7)}
    for position in positions():
        assert names.smallest_first(position, known) == sorted(position)
        order = names.known_first(position, known)
        wins_at_once = [known.get(bf.after_multiples(position, number), False) for number in order]
        assert sorted(order) == sorted(position)
        assert wins_at_once == sorted(wins_at_once, reverse=True)


@defines("12", "is_lost")
def _is_lost(names: Any) -> None:
    for way, sure in product(WAYS, (names.surely_won, lambda left: False)):
        known: dict[bf.Numbers, bool] = {}
        for position in positions():
            lost = names.is_lost(position, known, getattr(names, way), sure)
            assert lost == (not bf.wins(position))


@defines("12", "surely_won")
def _surely_won(names: Any) -> None:
    for position in positions():
        mirror = is_folded(position, 0) or is_folded(position, 1)
        one_of_2_and_3 = len(position & {2, 3}) == 1
        assert names.surely_won(position) == (one_of_2_and_3 or (mirror and position != frozenset()))
        assert not names.surely_won(position) or bf.wins(position)


@defines("12", "searched")
def _searched(names: Any) -> None:
    def search(position: bf.Numbers) -> None:  # in order, up to the first win
        if position not in met:
            met.add(position)
            for number in sorted(position):
                search(bf.after_multiples(position, number))
                if not bf.wins(bf.after_multiples(position, number)):
                    break

    for pair in coprime_pairs(6):
        met: set[bf.Numbers] = set()
        for number in left_after(pair):
            search(bf.after_multiples(left_after(pair), number))
        assert names.searched(pair) == len(met)


@defines("12", "without_table")
def _without_table(names: Any) -> None:
    @cache
    def questions(position: bf.Numbers) -> int:
        asked = sorted(position)
        if bf.wins(position):
            asked = [number for number in asked if number <= bf.winning_moves(position)[0]]
        return 1 + sum(questions(bf.after_multiples(position, number)) for number in asked)

    for position in bf.every_position(8):
        assert names.without_table(position) == (not bf.wins(position), questions(position))


@defines("12", "replies")
def _replies_of_a_pair(names: Any) -> None:
    for pair in coprime_pairs(7):
        expected = tuple(bf.winning_moves(left_after(pair)))
        assert names.replies(pair) == expected
        assert names.replies(pair, order=names.known_first, sure=names.surely_won) == expected


@defines("12", "minimal")
def _minimal(names: Any) -> None:
    for size in (1, 2, 3, 4):
        for chosen in combinations(range(2, 13), size):
            needed = [n for n in chosen if n not in bf.sums(set(chosen) - {n}, n)]
            assert names.minimal(chosen) == needed


@defines("12", "options")
def _options(names: Any) -> None:
    for pair in coprime_pairs(7):
        left = left_after(pair)
        found = names.options(" ".join(map(str, pair)))
        assert list(found) == sorted(left)
        for number, name in found.items():
            generators = tuple(map(int, name.split()))
            assert left_after(generators) == bf.after_multiples(left, number)
            assert not any(n in bf.sums(set(generators) - {n}, n) for n in generators)


PROVED = ["2 3", "3 4", "3 5", "4 5", "4 7"]


def left_of(name: str) -> bf.Numbers:
    """Return what is left of a position that is named by its generators, such as "4 5"."""
    return left_after(tuple(map(int, name.split())))


@defines("12", "make_proof")
def _make_proof(names: Any) -> None:
    for name in PROVED:
        claims = names.make_proof(name)
        assert name in claims
        proved = {left_of(claimed) for claimed in claims}
        for claimed, claim in claims.items():
            left = left_of(claimed)
            if claim == "P":
                assert not bf.wins(left) and {bf.after_multiples(left, n) for n in left} <= proved
            else:
                after = bf.after_multiples(left, claim)
                assert not bf.wins(after) and after in proved


@defines("12", "misfit")
@defines("12", "proves")
@defines("12", "altered")
def _proofs_are_told_from_altered_ones(names: Any) -> None:
    for name in PROVED:
        claims = names.make_proof(name)
        assert names.misfit(claims) is None and names.proves(claims, name)
        changed = list(names.altered(claims))
        answers = sum(len(left_of(claimed)) + 1 for claimed in claims)  # each move, or that it is lost
        assert len({frozenset(other.items()) for other in changed}) == len(changed) == answers
        assert not any(names.proves(other, name) for other in changed)
    assert not names.proves(names.make_proof("3 4"), "3 5")


@defines("12", "kunz")
@defines("12", "bits")
@defines("12", "lower")
def _kunz(names: Any) -> None:
    for chosen in (4, 5), (5, 6), (5, 7, 9), (6, 7), (6, 9, 10):
        left, m = left_after(chosen), min(chosen)

        def heights(numbers: bf.Numbers, m: int = m) -> list[int]:  # steps of m to the first sum
            classes = ([r + m * k not in numbers | {1} for k in range(20)] for r in range(1, m))
            return [sums.index(True) for sums in classes]

        assert names.kunz(left, m) == heights(left)
        assert names.bits(chosen) == sum(len(f"{height:b}") for height in heights(left) if height)
        for number in left:
            assert names.lower(heights(left), number) == heights(bf.after_multiples(left, number))


# 13: how far can we go?


@defines("13", "sums")
def _sums_with_0(names: Any) -> None:
    for size in range(4):
        for chosen in combinations(range(2, SMALL + 1), size):
            assert names.sums(chosen, SMALL) == bf.sums(chosen, SMALL)


@defines("13", "blocks")
def _blocks(names: Any) -> None:
    for limit in range(2, SMALL + 1):
        lower, upper = set(range(2, limit // 2 + 1)), set(range(limit // 2 + 1, limit + 1))
        blocks = names.blocks(limit)
        assert set(blocks) == {frozenset(lower - position) for position in bf.every_position(limit)}
        for forbidden, free in blocks.items():
            assert free == sorted(upper & bf.available(forbidden, limit))


@defines("13", "addresses")
def _addresses(names: Any) -> None:
    for limit in range(2, SMALL + 1):
        table = names.addresses(limit)
        assert set(table) == bf.every_position(limit)
        assert list(table.values()) == sorted(set(table.values()))
        assert table[frozenset(range(2, limit + 1))] == 0
        assert max(table.values()) < sum(2 ** len(free) for free in names.blocks(limit).values())
        for position, address in table.items():
            assert all(address < table[bf.after_multiples(position, number)] for number in position)


@defines("13", "outcomes")
def _outcomes(names: Any) -> None:
    for limit in range(2, SMALL + 1):
        expected = {x: "PN"[bf.wins(position)] for position, x in names.addresses(limit).items()}
        assert names.outcomes(limit) == expected


# 14: open questions


@defines("14", "wins")
def _wins_again(names: Any) -> None:
    assert all(names.wins(position) == bf.wins(position) for position in positions())


@defines("14", "board")
@defines("14", "positions")
@defines("14", "count")
@defines("14", "lost_by_parity")
def _positions_of_boards(names: Any) -> None:
    for limit in range(2, SMALL + 1):
        found = bf.every_position_by_choices(limit)
        lost = [position for position in found if not bf.wins(position)]
        assert names.positions(names.board(limit)) == found
        assert names.count(limit) == (len(found), len(lost))
        even, odd = ([len(p) % 2 for p in some].count for some in (lost, found))
        assert names.lost_by_parity(limit) == {"even": [even(0), odd(0)], "odd": [even(1), odd(1)]}


@defines("14", "score")
def _score(names: Any) -> None:
    first = {limit: bf.winning_moves(frozenset(range(2, limit + 1))) for limit in range(2, SMALL + 1)}
    moves = sum(range(1, SMALL))
    wins = sum(map(len, first.values()))
    assert names.score(lambda limit, n: n in first[limit], first) == (moves, moves)
    assert names.score(lambda limit, n: n not in first[limit], first) == (0, moves)
    assert names.score(lambda limit, n: True, first) == (wins, moves)


# 15: worksheets for a class


@defines("15", "winning_moves")
@defines("15", "refutations")
def _key_of_a_sheet(names: Any) -> None:
    for position in positions():
        winning = bf.winning_moves(position)
        replies = names.refutations(position)
        assert names.winning_moves(position) == winning
        assert set(replies) == position - set(winning)
        for move, reply in replies.items():
            assert reply in bf.winning_moves(bf.after_multiples(position, move))


@defines("15", "Queen")
def _queen(names: Any) -> None:
    values = bf.nim_values(options(names.Queen()))
    assert values.keys() == set(product(range(8), repeat=2))
    pairs = {(0, 0), (1, 2), (3, 5), (4, 7)}  # Wythoff's
    assert {square for square in values if not values[square]} == pairs | {(b, a) for a, b in pairs}


# 16: explore


@defines("16", "table")
@defines("16", "where")
@defines("16", "counts")
def _rows(names: Any) -> None:
    rows = names.table(solve(NumberGame(SMALL)))
    expected = Counter((len(p), len(gaps(p)), "PN"[bf.wins(p)]) for p in positions())
    assert Counter((row["moves"], row["genus"], row["outcome"]) for row in rows) == expected
    lost = names.where(rows, lambda row: row["outcome"] == "P")
    assert len(lost) == sum(not bf.wins(position) for position in positions())
    for moves, (p, n) in names.counts(rows, "moves").items():
        outcomes = [bf.wins(position) for position in positions() if len(position) == moves]
        assert (p, n) == (outcomes.count(False), outcomes.count(True))


@defines("16", "Euclid")
def _euclid_from_21_and_13(names: Any) -> None:
    game = names.Euclid()
    found = options(game)
    assert (21, 13) in found
    for large, small in found:
        moves = dict(game.moves((large, small)))
        assert sorted(moves) == (list(range(small, large + 1, small)) if small else [])
        for taken, after in moves.items():
            assert after == tuple(sorted((large - taken, small), reverse=True))
    for (large, small), value in bf.nim_values(found).items():
        assert (value > 0) == (large == small or large > small * (1 + sqrt(5)) / 2 > 0)


# All of them


def test_each_notebook_from_02_to_14_has_a_definition_that_is_tried() -> None:
    notebooks = {f"{number:02}" for number in range(2, 15)}
    assert notebooks <= {notebook for notebook, _ in TESTS}
    assert len(TESTS) >= 45


@pytest.mark.parametrize(("notebook", "name"), TESTS)
def test_a_definition_of_a_notebook_is_right(notebook: str, name: str) -> None:
    names = names_of(notebook)
    assert hasattr(names, name), f"notebook {notebook} does not define {name}"
    TESTS[notebook, name](names)
