"""What a finite acyclic impartial game is, and how two of them are played as one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Final, Protocol, TypeVar

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", covariant=True)


class Game(Protocol[P, M]):
    """An impartial game under normal play: whoever cannot move loses.

    Any object with these two names is a game; there is nothing to inherit from.  Positions must be
    hashable, a position must determine its moves, and no line of play may come back to a position.

    >>> from numbergame import solve
    >>> class OneOrTwo:
    ...     start = 4
    ...     def moves(self, stones):
    ...         return [(take, stones - take) for take in (1, 2) if take <= stones]
    >>> solve(OneOrTwo()).winning_moves(4)
    (1,)
    """

    @property
    def start(self) -> P:
        """The position where play begins."""

    def moves(self, position: P) -> Iterable[tuple[M, P]]:
        """Yield each legal move from `position` with the position it leads to."""


class GameSum:
    """Several games side by side: a turn is one move in one of them.

    A position is the tuple of the parts' positions, a move the pair (index of the part, move there).
    By the theorem of Sprague and Grundy its nim-value is the exclusive-or of the parts' nim-values.
    Sums of equal games in the same order are equal.

    >>> from numbergame import SubtractionGame, solve
    >>> both = GameSum(SubtractionGame([1, 2], 4), SubtractionGame([1, 2], 5))
    >>> solve(both).winning_moves(both.start)
    ((0, 2), (1, 1))
    """

    def __init__(self, *games: Game[Any, Any]) -> None:
        self.games: Final = games

    @property
    def start(self) -> tuple[Any, ...]:
        """The position where every part is at its own start."""
        return tuple(game.start for game in self.games)

    def moves(self, position: tuple[Any, ...]) -> Iterator[tuple[tuple[int, Any], tuple[Any, ...]]]:
        """Yield the moves of every part, each leaving the other parts as they are."""
        for index, (game, part) in enumerate(zip(self.games, position, strict=True)):
            for move, after in game.moves(part):
                yield (index, move), (*position[:index], after, *position[index + 1 :])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameSum) or type(other) is not type(self):
            return NotImplemented  # a subclass may have another rule
        return self.games == other.games

    def __hash__(self) -> int:
        return hash((type(self), self.games))

    def __repr__(self) -> str:
        return f"GameSum({', '.join(map(repr, self.games))})"
