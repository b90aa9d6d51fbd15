"""Puzzles drawn with a seed, at a level, each with its full solution.

A puzzle asks for all winning moves of a won position, or who wins; what makes it hard is how many
moves there are, how few of them win, and how many plies the end is away.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from numbergame.number_game import NumberGame
from numbergame.solver import Solution, solve
from numbergame.subtraction import SubtractionGame
from numbergame.teaching.answers import Verdict, judge_outcome, judge_winning_moves

GAMES = ("number", "bachet")
LEVELS = ("easy", "medium", "hard")
MAX_PUZZLES = 40
"""The longest sheet; every level of either game has enough positions for it."""


@dataclass(frozen=True)
class Puzzle:
    """A position of a solved game, and what is asked: "moves", all winning moves, or "winner"."""

    asks: str
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
        """Return a winning answer to each move of a position that is lost for the player to move."""
        return self._refutations(self.position)

    def _refutations(self, lost: Any) -> dict[Any, Any]:
        return {move: self.solution.best_move(after) for move, after in self.solution.moves(lost)}

    def judge(self, answer: Any) -> Verdict:
        """Judge a pupil's answer: a list of moves, or "N" (the player to move wins) or "P"."""
        judge = judge_winning_moves if self.asks == "moves" else judge_outcome
        return judge(answer, self.position, self.solution.game)


def draw(seed: int, count: int, level: str, game: str) -> tuple[Puzzle, ...]:
    """Draw puzzles of distinct positions; the same arguments always give the same ones.

    Puzzles that ask for all winning moves and that ask who wins take turns.  Fewer puzzles of the same
    seed are the first of more.  ValueError for a level or game that is not there, a negative seed, or a
    count that is not 1 to `MAX_PUZZLES`.
    """
    for word, words in ((level, LEVELS), (game, GAMES)):
        if word not in words:
            raise ValueError(f"{word!r} is none of {', '.join(words)}")
    if not 1 <= operator.index(count) <= MAX_PUZZLES:
        raise ValueError(f"a worksheet has 1 to {MAX_PUZZLES} puzzles, not {count}")
    if operator.index(seed) < 0:
        raise ValueError(f"a seed is at least 0, not {seed}")
    rng = Random(seed)  # only its random() is the same in every Python
    pools = {
        outcome: iter(sorted(pool, key=lambda _: rng.random()))
        for outcome, pool in _pools(game, level).items()
    }
    puzzles = []
    for index in range(count):
        asks = "winner" if index % 2 else "moves"
        outcome = "P" if asks == "winner" and rng.random() < 0.5 else "N"
        puzzles.append(Puzzle(asks, *next(pools[outcome])))
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


_NUMBER_RANGES = {
    "easy": _Range(range(3, 7), range(1, 7), 6),
    "medium": _Range(range(6, 10), range(5, 10), 3),
    "hard": _Range(range(9, 14), range(9, 15), 1),
}
_BACHET_RANGES = {
    # level: the heaps, the largest take, and what the positions are like
    "easy": (range(4, 13), 4, _Range(range(2, 4), range(1, 7), 3)),
    "medium": (range(10, 21), 6, _Range(range(3, 4), range(5, 13), 2)),
    "hard": (range(18, 31), 8, _Range(range(3, 5), range(7, 31), 1)),
}


@lru_cache
def _pools(game: str, level: str) -> dict[str, list[tuple[Solution[Any, Any], Any]]]:
    """Return the positions of a level with their solutions, apart by outcome, in a fixed order."""
    pools: dict[str, list[tuple[Solution[Any, Any], Any]]] = {"N": [], "P": []}
    for solution, position in (_number_positions if game == "number" else _bachet_positions)(level):
        pools[solution[position].outcome].append((solution, position))
    return pools


def _number_positions(level: str) -> Iterator[tuple[Solution[Any, Any], Any]]:
    solution = solve(NumberGame())
    for position in sorted(solution):
        if _NUMBER_RANGES[level].has(solution, position):
            yield solution, position


def _bachet_positions(level: str) -> Iterator[tuple[Solution[Any, Any], Any]]:
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
