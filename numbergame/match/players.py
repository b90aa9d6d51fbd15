"""Players of any solved game, and the plays that they play out.

A player is a strategy: a function of the solution, the position and a random generator that returns a
move.  Player 0 moves first, player 1 second, then they take turns.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any, TypeAlias, TypeVar

from numbergame.game import Game, P
from numbergame.match.record import Record
from numbergame.solver import Solution, solve

M = TypeVar("M")

Strategy: TypeAlias = Callable[[Solution[Any, Any], Any, Random], Any]
"""`strategy(solution, position, rng) -> move`; ValueError where there is no move."""


def perfect(solution: Solution[P, M], position: P, rng: Random) -> M:
    """Return the fastest win, else the slowest loss."""
    move = solution.best_move(position)
    if move is None:
        raise _no_move(position)
    return move


def random_move(solution: Solution[P, M], position: P, rng: Random) -> M:
    """Return any move, each as likely as another."""
    return _any_of([move for move, _ in solution.moves(position)], position, rng)


def beginner(solution: Solution[P, M], position: P, rng: Random) -> M:
    """Return a move that ends the play if there is one, else any move: this looks one move ahead."""
    moves = solution.moves(position)
    ending = [move for move, after in moves if solution[after].remoteness == 0]
    return _any_of(ending or [move for move, _ in moves], position, rng)


def careless(blunder_rate: float) -> Strategy:
    """Return a strategy that overlooks the best move at this rate, 0 to 1, and is perfect otherwise.

    Overlooking is a random choice among the moves that do not win, or among all if all win.
    """
    if not 0 <= blunder_rate <= 1:
        raise ValueError(f"a blunder rate is 0 to 1, not {blunder_rate}")

    def overlooking(solution: Solution[P, M], position: P, rng: Random) -> M:
        if rng.random() >= blunder_rate:
            return perfect(solution, position, rng)
        moves = [move for move, _ in solution.moves(position)]
        winning = solution.winning_moves(position)
        return _any_of([move for move in moves if move not in winning] or moves, position, rng)

    return overlooking


def play_out(game: Game[P, M], a: Strategy, b: Strategy, seed: int) -> Record[P, M]:
    """Return the record of a play from the game's start in which `a` moves first, `b` second.

    The same game, strategies and seed give the same record.  The game is solved once and remembered,
    so that a tournament costs little more than its moves; it must be hashable, as objects are.
    """
    solution: Solution[P, M] = _solution(game)  # type: ignore[arg-type]
    rng = Random(seed)
    record = Record(game, game.start)
    while not record.is_over:
        strategy = (a, b)[record.turn]
        record = record.after(strategy(solution, record.position, rng))
    return record


@lru_cache(maxsize=4)
def _solution(game: Any) -> Solution[Any, Any]:
    """Return the solution of a game, remembered for the last few games."""
    return solve(game)


def _any_of(moves: list[M], position: P, rng: Random) -> M:
    if not moves:
        raise _no_move(position)
    return moves[int(rng.random() * len(moves))]


def _no_move(position: object) -> ValueError:
    return ValueError(f"no move from {position}")
