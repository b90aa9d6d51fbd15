"""A play of a game, move by move: the record, and what each move was worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from numbergame.game import Game, P
from numbergame.solver import Solution

M = TypeVar("M")


@dataclass(frozen=True)
class Record(Generic[P, M]):
    """A play so far: the game, the position it began with and the moves made, all of them legal.

    positions: those from the start to the present one, one more than there are moves.  They follow from the
    moves; a longer record of the same play is given those of the shorter one, so as not to find them again.
    """

    game: Game[P, M]
    start: P
    moves: tuple[M, ...] = ()
    positions: tuple[P, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        positions = [*self.positions] or [self.start]
        for move in self.moves[len(positions) - 1 :]:
            options = dict(self.game.moves(positions[-1]))
            if move not in options:
                raise ValueError(f"{move} cannot be played at {positions[-1]}")
            positions.append(options[move])
        object.__setattr__(self, "positions", tuple(positions))

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
        return Record(self.game, self.start, (*self.moves, move), self.positions)

    def back_to(self, count: int) -> Record[P, M]:
        """Return the record of the first `count` moves alone."""
        return Record(self.game, self.start, self.moves[:count])


class HistoryPoint(NamedTuple, Generic[M]):
    """A position of a play: how it was reached, and what best play makes of it.

    move: the move that led to it, None at the start.
    is_blunder: whether that move gave a win away.
    winner: the player, 0 or 1, who wins from here under best play.
    remoteness: the moves to the end, when the winner hurries and the loser delays.
    """

    move: M | None
    is_blunder: bool
    winner: int
    remoteness: int


def value_history(record: Record[P, M], solution: Solution[P, M]) -> list[HistoryPoint[M]]:
    """Return a point for each position of a play, the start's first.

    From {2, 5}, 2 wins at once; who chooses 5 leaves 2 to the other player:

    >>> from numbergame import NumberGame, Position, solve
    >>> record = Record(NumberGame(), Position({2, 5}), (5, 2))
    >>> for point in value_history(record, solve(record.game, record.start)):
    ...     print(point.move, point.is_blunder, point.winner, point.remoteness)
    None False 0 1
    5 True 1 1
    2 False 1 0
    """
    history: list[HistoryPoint[M]] = []
    for count, (move, position) in enumerate(zip((None, *record.moves), record.positions, strict=True)):
        value = solution[position]
        winner = (count + (value.outcome == "P")) % 2
        is_blunder = bool(history) and winner != history[-1].winner
        history.append(HistoryPoint(move, is_blunder, winner, value.remoteness))
    return history


def blunders(record: Record[P, M], solution: Solution[P, M]) -> list[int]:
    """Return which moves of a play gave a win away, by their index, the first move's being 0."""
    return [count - 1 for count, point in enumerate(value_history(record, solution)) if point.is_blunder]
