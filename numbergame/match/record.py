"""A play of a game, move by move: the record, and what each move was worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from numbergame.game import Game, P
from numbergame.solver import Solution

M = TypeVar("M")


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
