"""A play of a game, move by move: the record, what each move was worth, and players to play it.

A player is a strategy: a function of the solution, the position and a random generator that returns a
move.  Player 0 moves first, player 1 second, then they take turns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from numbergame.game import Game, P
from numbergame.solver import Solution, solve

M = TypeVar("M")

Strategy: TypeAlias = Callable[[Solution[Any, Any], Any, Random], Any]
"""`strategy(solution, position, rng) -> move`; ValueError where there is no move."""


@dataclass(frozen=True)
class Record(Generic[P, M]):
    """A play so far: the game, the position it began with and the moves made, all of them legal."""

    game: Game[P, M]
    start: P
    moves: tuple[M, ...] = ()

    def __post_init__(self) -> None:
        self.positions  # noqa: B018 - a record with an illegal move is refused at once

    @cached_property
    def positions(self) -> tuple[P, ...]:
        """The positions from the start to the present one; one more than there are moves."""
        positions = [self.start]
        for move in self.moves:
            options = dict(self.game.moves(positions[-1]))
            if move not in options:
                raise ValueError(f"{move} cannot be played at {positions[-1]}")
            positions.append(options[move])
        return tuple(positions)

    @property
    def position(self) -> P:
        """The present position."""
        return self.positions[-1]

    @property
    def turn(self) -> int:
        """The player to move, 0 or 1."""
        return len(self.moves) % 2

    @property
    def is_over(self) -> bool:
        """Whether the player to move cannot."""
        return not any(True for _ in self.game.moves(self.position))

    @property
    def winner(self) -> int | None:
        """The player who made the last move, once the play is over."""
        return 1 - self.turn if self.is_over else None

    def after(self, move: M) -> Record[P, M]:
        """Return the record with one more move; ValueError if it is not legal."""
        return Record(self.game, self.start, (*self.moves, move))

    def back_to(self, plies: int) -> Record[P, M]:
        """Return the record of the first `plies` moves alone."""
        return Record(self.game, self.start, self.moves[:plies])


class Standing(NamedTuple):
    """Who wins from a position under best play, player 0 or 1, and in how many plies (remoteness)."""

    winner: int
    remoteness: int


def standings(record: Record[P, M], solution: Solution[P, M]) -> list[Standing]:
    """Return the standing of each position of a play, the start's first."""
    values = [solution[position] for position in record.positions]
    return [
        Standing((ply + (value.outcome == "P")) % 2, value.remoteness) for ply, value in enumerate(values)
    ]


def blunders(record: Record[P, M], solution: Solution[P, M]) -> list[int]:
    """Return which moves of a play gave a win away, by their index, the first move's being 0."""
    winners = [standing.winner for standing in standings(record, solution)]
    return [ply for ply in range(len(record.moves)) if winners[ply] != winners[ply + 1]]


def perfect(solution: Solution[P, M], position: P, rng: Random) -> M:
    """Return the fastest win, else the slowest loss."""
    move = solution.best_move(position)
    if move is None:
        raise _no_move(position)
    return move


def random_move(solution: Solution[P, M], position: P, rng: Random) -> M:
    """Return any move, each as likely as another."""
    return _any_of([move for move, _ in solution.moves(position)], position, rng)


def human(blunder_rate: float) -> Strategy:
    """Return a strategy that overlooks the best move at this rate, 0 to 1, and is perfect otherwise.

    Overlooking is a random choice among the moves that do not win, or among all if all win.
    """
    if not 0 <= blunder_rate <= 1:
        raise ValueError(f"a blunder rate is 0 to 1, not {blunder_rate}")

    def blundering(solution: Solution[P, M], position: P, rng: Random) -> M:
        if rng.random() >= blunder_rate:
            return perfect(solution, position, rng)
        moves = [move for move, _ in solution.moves(position)]
        winning = solution.winning_moves(position)
        return _any_of([move for move in moves if move not in winning] or moves, position, rng)

    return blundering


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
