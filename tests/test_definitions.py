"""The ideas stand in the notebooks: each definition is taken from its cells and tried by brute force."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import brute_force as bf
import pytest

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


# All of them


@pytest.mark.parametrize(("notebook", "name"), TESTS)
def test_a_definition_of_a_notebook_is_right(notebook: str, name: str) -> None:
    names = names_of(notebook)
    assert hasattr(names, name), f"notebook {notebook} does not define {name}"
    TESTS[notebook, name](names)
