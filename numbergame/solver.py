"""Every finite acyclic impartial game solved by backward induction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Any, Generic, Literal, NamedTuple, TypeAlias

from numbergame.game import Game, M, P

Outcome: TypeAlias = Literal["P", "N"]
"""Who wins under best play: the Previous player or the Next one."""


class Value(NamedTuple):
    """What perfect play makes of a position.

    outcome: "P" if the Previous player wins, "N" if the Next one does.
    nim_value: the mex of the options' nim-values (Sprague 1935, Grundy 1939); 0 exactly for "P".
    remoteness: the plies to the end when the winner hurries and the loser delays (Steinhaus 1925).
    """

    outcome: Outcome
    nim_value: int
    remoteness: int


class Solution(Mapping[P, Value], Generic[P, M]):
    """The solved part of a game: each position maps to its `Value`.

    Iteration meets the ends of the game first: a position comes after all positions it leads to, and
    `reversed` has the start first.  Made by `solve`.

    >>> from numbergame import NumberGame, Position
    >>> solution = solve(NumberGame(5))
    >>> solution[Position({2, 3})]
    Value(outcome='P', nim_value=0, remoteness=2)
    >>> solution.winning_moves(Position({2, 5}))
    (2,)
    >>> len(solution)
    11
    """

    def __init__(self, game: Game[P, M]) -> None:
        self.game = game
        self._values: dict[P, Value] = {}
        self._winning_moves: dict[P, tuple[M, ...]] = {}

    def __getitem__(self, position: P) -> Value:
        return self._values[position]

    def __iter__(self) -> Iterator[P]:
        return iter(self._values)

    def __reversed__(self) -> Iterator[P]:
        return reversed(self._values)

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

    def extend(self, position: P) -> None:
        """Solve one more position and all that it leads to, as far as they are not solved yet.

        Depth first with a stack of its own, so the length of play is not bounded by Python's recursion.
        Errors as of `solve`.
        """
        if self._value(position) is not None:
            return
        known = self._values.get
        moves = list(self.game.moves(position))
        line = [(position, moves, iter(moves), list[Value]())]  # the line of play being explored
        in_line = {position}
        while line:
            position, moves, ahead, options = line[-1]
            for _, after in ahead:
                try:
                    value = known(after)
                except TypeError as error:
                    raise TypeError(f"a position must be hashable, and {after!r} is not") from error
                if value is None:
                    if after in in_line:
                        raise ValueError(f"play can repeat: {_cycle(line, after)}")
                    moves = list(self.game.moves(after))
                    line.append((after, moves, iter(moves), []))
                    in_line.add(after)
                    break
                options.append(value)
            else:
                value = self._add(position, moves, options)
                line.pop()
                in_line.remove(position)
                if line:
                    line[-1][-1].append(value)

    def _value(self, position: P) -> Value | None:
        """Return the value of a position, None if it is not known; TypeError if it cannot be hashed."""
        try:
            return self._values.get(position)
        except TypeError as error:
            raise TypeError(f"a position must be hashable, and {position!r} is not") from error

    def _add(self, position: P, moves: list[tuple[M, P]], options: list[Value]) -> Value:
        """Add a position, given its moves and the value that each leads to; return its own."""
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
        return value


def mex(values: Iterable[int]) -> int:
    """Return the least non-negative integer that is not among `values`.

    >>> mex([0, 1, 3])
    2
    """
    present = set(values)
    return next(value for value in count() if value not in present)


def solve(game: Game[P, M], *positions: P) -> Solution[P, M]:
    """Solve every position reachable from the given ones, by default from the game's start.

    The time is linear in the moves, whatever the length of play.  ValueError, showing the cycle, if
    play can come back to a position; TypeError, naming it, for a position that cannot be hashed.

    >>> from numbergame import NumberGame, SubtractionGame
    >>> solve(NumberGame(20))
    <Solution of NumberGame(20): 3515 positions>
    >>> solve(SubtractionGame([1, 2, 3], heap=10)).winning_moves(10)
    (2,)
    """
    solution = Solution(game)
    for position in positions or (game.start,):
        solution.extend(position)
    return solution


def _cycle(line: Iterable[tuple[Any, ...]], repeated: object) -> str:
    """Return the part of the line of play from `repeated` back to itself, as text."""
    positions = [position for position, *_ in line]
    return " → ".join(map(str, [*positions[positions.index(repeated) :], repeated]))
