"""Puzzles drawn with a seed, at a level, each with its full solution.

A puzzle asks for all winning moves of a won position, or who wins; what makes it hard is how many
moves there are, how few of them win, and how many plies the end is away.  The Number Game and Bachet's
game have levels of their own; of any other game the positions are put in order by how far the end is, and
the levels are the thirds of them.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any, Literal, NamedTuple, Protocol, get_args

from numbergame.game import Game, M, P
from numbergame.match.cells import GameName
from numbergame.number_game import NumberGame
from numbergame.solver import Solution, solve
from numbergame.subtraction import SubtractionGame
from numbergame.teaching.answers import Verdict, judge_outcome, judge_winning_moves

Level = Literal["easy", "medium", "hard"]
"""How hard a puzzle is."""

GAMES: tuple[GameName, ...] = get_args(GameName)
"""The games that have levels of their own, by their short names."""

LEVELS: tuple[Level, ...] = get_args(Level)
"""The levels, the easiest first."""

MAX_PUZZLES = 40
"""The longest sheet; every level of either game has enough positions for it."""


class SheetGame(Game[P, M], Protocol[P, M]):
    """A game that can be put on a worksheet: it says its name and its rule, and shows its positions."""

    @property
    def name(self) -> str:
        """What the game is called, as in "Nim"."""

    @property
    def rule(self) -> str:
        """The rule, for pupils, in a few sentences."""

    def show(self, position: P) -> str:
        """Return a position in words, as in "Heaps: 3, 4 and 5."."""


@dataclass(frozen=True)
class Puzzle:
    """A position of a solved game, and what is asked: "moves", all winning moves, or "winner"."""

    asks: Literal["moves", "winner"]
    solution: Solution[Any, Any]
    position: Any

    @property
    def winning_moves(self) -> tuple[Any, ...]:
        """All winning moves; none where the player to move loses."""
        return self.solution.winning_moves(self.position)

    def answers_after(self, move: Any) -> dict[Any, Any]:
        """Return a winning answer to each reply to a winning move."""
        after = dict(self.solution.moves(self.position))[move]
        return self._refutations(after)

    def refutations(self) -> dict[Any, Any]:
        """Return a winning answer to each move that does not win: to all of them in a lost position."""
        return self._refutations(self.position)

    def _refutations(self, position: Any) -> dict[Any, Any]:
        winning = self.solution.winning_moves(position)
        moves = dict(self.solution.moves(position))
        return {move: self.solution.best_move(after) for move, after in moves.items() if move not in winning}

    def judge(self, answer: Any) -> Verdict:
        """Judge a pupil's answer: a list of moves, or "N" (the player to move wins) or "P"."""
        judge = judge_winning_moves if self.asks == "moves" else judge_outcome
        return judge(answer, self.position, self.solution.game)


def draw(seed: int, count: int, level: Level, game: GameName | SheetGame[Any, Any]) -> tuple[Puzzle, ...]:
    """Draw puzzles of distinct positions; the same arguments always give the same ones.

    Puzzles that ask for all winning moves and that ask who wins take turns.  Fewer puzzles of the same
    seed are the first of more.  ValueError for a level or a name of a game that is not there, a negative
    seed, a count that is not 1 to `MAX_PUZZLES`, or a game with too few positions.

    >>> [list(puzzle.winning_moves) for puzzle in draw(7, 3, "hard", "number")]
    [[7], [], [19]]
    """
    if level not in LEVELS:
        raise ValueError(f"{level!r} is none of {', '.join(LEVELS)}")
    if isinstance(game, str) and game not in GAMES:
        raise ValueError(f"{game!r} is none of {', '.join(GAMES)}")
    if not 1 <= operator.index(count) <= MAX_PUZZLES:
        raise ValueError(f"a worksheet has 1 to {MAX_PUZZLES} puzzles, not {count}")
    if operator.index(seed) < 0:
        raise ValueError(f"a seed is at least 0, not {seed}")
    rng = Random(seed)  # only its random() is the same in every Python
    pools = {
        outcome: iter(sorted(pool, key=lambda _: rng.random()))
        for outcome, pool in (_pools(game, level) if isinstance(game, str) else _thirds(game, level)).items()
    }
    puzzles = []
    for index in range(count):
        asks: Literal["moves", "winner"] = "winner" if index % 2 else "moves"
        outcome = "P" if asks == "winner" and rng.random() < 0.5 else "N"
        if (drawn := next(pools[outcome], None)) is None:
            raise ValueError(f"{game!r} has too few {level} positions for {count} puzzles")
        puzzles.append(Puzzle(asks, *drawn))
    return tuple(puzzles)


class _Range(NamedTuple):
    """What positions of a level are like: moves to choose from, plies to the end, winning moves."""

    moves: range
    remoteness: range
    most_winning: int

    def has(self, solution: Solution[Any, Any], position: Any) -> bool:
        """Return whether a position is of this level."""
        return (
            solution[position].remoteness in self.remoteness
            and len(solution.winning_moves(position)) <= self.most_winning
            and len(solution.moves(position)) in self.moves
        )


_NUMBER_RANGES: dict[Level, _Range] = {
    "easy": _Range(range(3, 7), range(1, 7), 6),
    "medium": _Range(range(6, 10), range(5, 10), 3),
    "hard": _Range(range(9, 14), range(9, 15), 1),
}
_BACHET_RANGES: dict[Level, tuple[range, int, _Range]] = {
    # level: the heaps, the largest take, and what the positions are like
    "easy": (range(4, 13), 4, _Range(range(2, 4), range(1, 7), 3)),
    "medium": (range(10, 21), 6, _Range(range(3, 4), range(5, 13), 2)),
    "hard": (range(18, 31), 8, _Range(range(3, 5), range(7, 31), 1)),
}


_Pools = dict[str, list[tuple[Solution[Any, Any], Any]]]
"""Positions with their solutions, apart by outcome, in a fixed order."""


@lru_cache
def _pools(game: GameName, level: Level) -> _Pools:
    """Return the positions of a level of one of the two games."""
    pools: _Pools = {"N": [], "P": []}
    for solution, position in (_number_positions if game == "number" else _bachet_positions)(level):
        pools[solution[position].outcome].append((solution, position))
    return pools


def _thirds(game: SheetGame[Any, Any], level: Level) -> _Pools:
    """Return the positions of a level of any game: a third of those with a choice, of either outcome."""
    solution = solve(game)
    pools: _Pools = {"N": [], "P": []}
    for position in sorted(solution, key=lambda position: solution[position].remoteness):
        if len(solution.winning_moves(position)) < len(solution.moves(position)) > 1:
            pools[solution[position].outcome].append((solution, position))
    third = LEVELS.index(level)
    return {
        outcome: pool[third * len(pool) // 3 : (third + 1) * len(pool) // 3]
        for outcome, pool in pools.items()
    }


def _number_positions(level: Level) -> Iterator[tuple[Solution[Any, Any], Any]]:
    solution = solve(NumberGame())
    for position in sorted(solution):
        if _NUMBER_RANGES[level].has(solution, position):
            yield solution, position


def _bachet_positions(level: Level) -> Iterator[tuple[Solution[Any, Any], Any]]:
    heaps, largest, wanted = _BACHET_RANGES[level]
    for takes in _subsets(range(1, largest + 1), wanted.moves):
        solution = solve(SubtractionGame(takes, heaps[-1]), *heaps)
        for heap in heaps:
            if wanted.has(solution, heap):
                yield solution, heap


def _subsets(numbers: Iterable[int], sizes: Iterable[int]) -> Iterator[tuple[int, ...]]:
    numbers = list(numbers)
    for size in sizes:
        yield from combinations(numbers, size)
