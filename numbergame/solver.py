"""Every finite acyclic impartial game solved by backward induction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
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
    """The solved part of a game: each position maps to its `Value`, ends of the game first.

    A position comes after all positions it leads to.  Made by `solve`.
    """

    def __init__(self, game: Game[P, M], values: dict[P, Value], roots: tuple[P, ...]) -> None:
        self.game = game
        self.roots = roots
        self._values = values

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
        self._values[position]  # a position that was not solved is a KeyError here
        return tuple(self.game.moves(position))

    def winning_moves(self, position: P) -> tuple[M, ...]:
        """Return the moves to P-positions, in the game's order; none exactly when `position` is P."""
        return tuple(move for move, after in self.moves(position) if self[after].outcome == "P")

    def best_move(self, position: P) -> M | None:
        """Return the fastest win, else the slowest loss, the first of equals; None when nothing can move."""
        moves = self.moves(position)
        if not moves:
            return None
        if self[position].outcome == "N":
            wins = ((move, after) for move, after in moves if self[after].outcome == "P")
            return min(wins, key=lambda option: self[option[1]].remoteness)[0]
        return max(moves, key=lambda option: self[option[1]].remoteness)[0]


def mex(values: Iterable[int]) -> int:
    """Return the least non-negative integer that is not among `values`."""
    present = set(values)
    return next(value for value in count() if value not in present)


def solve(game: Game[P, M], *positions: P) -> Solution[P, M]:
    """Solve every position reachable from the given ones, by default from the game's start.

    Depth first with a stack of its own, so the length of play is not bounded by Python's recursion.
    ValueError, showing the cycle, if play can come back to a position.
    """
    roots = positions or (game.start,)
    values: dict[P, Value] = {}
    for root in roots:
        if root in values:
            continue
        # The line of play being explored: position -> (its options, those not yet looked at).
        line = {root: _options(game, root)}
        while line:
            position, (options, unseen) = next(reversed(line.items()))
            for option in unseen:
                if option in line:
                    raise ValueError(f"play can repeat: {_cycle(line, option)}")
                if option not in values:
                    line[option] = _options(game, option)
                    break
            else:
                values[position] = _value([values[option] for option in options])
                del line[position]
    return Solution(game, values, roots)


def _options(game: Game[P, M], position: P) -> tuple[list[P], Iterator[P]]:
    """Return the positions that one move reaches, as a list and as an iterator over that list."""
    options = [after for _, after in game.moves(position)]
    return options, iter(options)


def _value(options: list[Value]) -> Value:
    """Return the value of a position from its options' values."""
    lost = [option.remoteness for option in options if option.outcome == "P"]
    if lost:
        return Value("N", mex(option.nim_value for option in options), 1 + min(lost))
    return Value("P", 0, 1 + max((option.remoteness for option in options), default=-1))


def _cycle(line: Iterable[P], repeated: P) -> str:
    """Return the part of the line of play from `repeated` back to itself, as text."""
    positions = list(line)
    return " → ".join(map(str, [*positions[positions.index(repeated) :], repeated]))
