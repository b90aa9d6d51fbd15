"""Every finite acyclic impartial game solved by backward induction."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import count, islice
from typing import Generic, NamedTuple

from numbergame.game import Game, M, P


class Value(NamedTuple):
    """What perfect play makes of a position.

    outcome: "P" if the Previous player wins, "N" if the Next one does.
    nim_value: the mex of the options' nim-values (Sprague 1935, Grundy 1939); 0 exactly for "P".
    remoteness: the plies to the end when the winner hurries and the loser delays (Steinhaus 1925).
    """

    outcome: str
    nim_value: int
    remoteness: int


class Solution(Mapping[P, Value], Generic[P, M]):
    """The solved part of a game: each position maps to its `Value`.

    Iteration meets the ends of the game first: a position comes after all positions it leads to.
    Made by `solve`.
    """

    def __init__(self, game: Game[P, M]) -> None:
        self.game = game
        self._values: dict[P, Value] = {}
        self._winning_moves: dict[P, tuple[M, ...]] = {}

    def __getitem__(self, position: P) -> Value:
        return self._values[position]

    def __iter__(self) -> Iterator[P]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"<Solution of {self.game!r}: {len(self)} positions>"

    def moves(self, position: P) -> tuple[tuple[M, P], ...]:
        """Return the moves from a solved position with the positions they lead to, in the game's order."""
        self._values[position]  # a KeyError for a position that was not solved
        return tuple(self.game.moves(position))

    def winning_moves(self, position: P) -> tuple[M, ...]:
        """Return the moves to P-positions, in the game's order; none exactly when `position` is P."""
        return self._winning_moves[position]

    def best_move(self, position: P) -> M | None:
        """Return the fastest win, else the slowest loss, the first of equals; None when nothing can move.

        Either is a move to a position one ply nearer the end, in remoteness, and of the other outcome.
        """
        value = self[position]
        for move, after in self.moves(position):
            if self[after].remoteness == value.remoteness - 1 and self[after].outcome != value.outcome:
                return move
        return None

    def _add(self, position: P, moves: list[tuple[M, P]], options: list[Value]) -> None:
        """Add a position, given its moves and the value that each leads to."""
        wins = [
            (option.remoteness, move)
            for (move, _), option in zip(moves, options, strict=True)
            if option.outcome == "P"
        ]
        if wins:
            nim_value = mex(option.nim_value for option in options)
            value = Value("N", nim_value, 1 + min(remoteness for remoteness, _ in wins))
        else:
            value = Value("P", 0, 1 + max((option.remoteness for option in options), default=-1))
        self._values[position] = value
        self._winning_moves[position] = tuple(move for _, move in wins)


def mex(values: Iterable[int]) -> int:
    """Return the least non-negative integer that is not among `values`."""
    present = set(values)
    return next(value for value in count() if value not in present)


def solve(game: Game[P, M], *positions: P) -> Solution[P, M]:
    """Solve every position reachable from the given ones, by default from the game's start.

    Depth first with a stack of its own, so the length of play is not bounded by Python's recursion.
    ValueError, showing the cycle, if play can come back to a position.
    """
    solution = Solution(game)
    values = solution._values
    for root in positions or (game.start,):
        if not isinstance(root, Hashable):
            raise TypeError(f"a position must be hashable, and {root!r} is not")
        # The line of play being explored: position -> its moves, and the values of the first of them.
        line: dict[P, tuple[list[tuple[M, P]], list[Value]]] = {}
        if root not in values:
            line[root] = list(game.moves(root)), []
        while line:
            position, (moves, options) = next(reversed(line.items()))
            for _, after in islice(moves, len(options), None):
                value = values.get(after)
                if value is None:
                    if after in line:
                        raise ValueError(f"play can repeat: {_cycle(line, after)}")
                    line[after] = list(game.moves(after)), []
                    break
                options.append(value)
            else:
                solution._add(position, moves, options)
                del line[position]
    return solution


def _cycle(line: Iterable[P], repeated: P) -> str:
    """Return the part of the line of play from `repeated` back to itself, as text."""
    positions = list(line)
    return " → ".join(map(str, [*positions[positions.index(repeated) :], repeated]))
