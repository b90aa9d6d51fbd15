"""Search for the outcome of a position of Sylver Coinage: what may prune it and what may stop it.

Depth first, with a table of the outcomes found.  A position is first looked at: if a theorem or the
table already tells a winning move, it is N; only else are its unknown options searched.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Protocol

from numbergame.number_game import NumberGame, Position


def _is_symmetric(position: Position) -> bool:
    return position.is_symmetric and len(position) > 0


def _is_pseudo_symmetric(position: Position) -> bool:
    return position.is_pseudo_symmetric


def _has_one_of_2_and_3(position: Position) -> bool:
    return (2 in position) != (3 in position)


THEOREMS: Mapping[str, Callable[[Position], bool]] = MappingProxyType(
    {
        "symmetric": _is_symmetric,
        "pseudo-symmetric": _is_pseudo_symmetric,
        "two-three": _has_one_of_2_and_3,
    }
)
"""Theorems of the form "such a position is N", by name.

*symmetric*, *pseudo-symmetric* (strategy stealing; R. L. Hutchings, in Berlekamp, Conway and Guy,
*Winning Ways*, chapter 18).  Let F > 1 be the Frobenius number of the semigroup S of the numbers that
are not available, and let S be symmetric or pseudo-symmetric.  Choosing F forbids nothing else.  Any
other available x forbids F, because F - x is in S, or else x = F/2 and F = x + x.  If choosing F wins,
the position is N.  If not, the opponent wins with some reply x.  Then choosing x at once leaves the same
position, since x forbids F anyway, and so the position is N again.
For coprime a and b the semigroup ⟨a, b⟩ is symmetric (J. J. Sylvester, 1884), so {a, b} is N unless
it is {2, 3}: Hutchings's theorem.

*two-three*.  If exactly one of 2 and 3 is available, choosing it leaves nothing: every number above 1 is
a sum of 2s and 3s.
"""


class LimitReached(ValueError):
    """A search was stopped by its limits; nothing is known of the outcome."""


class Limits:
    """The positions and the seconds that a search may take, counted from now; None for no limit."""

    def __init__(self, max_positions: int | None = None, max_seconds: float | None = None) -> None:
        for name, limit in (("max_positions", max_positions), ("max_seconds", max_seconds)):
            if limit is not None and not limit > 0:
                raise ValueError(f"{name} must be more than 0, not {limit}")
        self.max_positions = sys.maxsize if max_positions is None else max_positions
        self.max_seconds = float("inf") if max_seconds is None else max_seconds
        self._start = time.perf_counter()

    @property
    def seconds(self) -> float:
        """The seconds since these limits were set."""
        return time.perf_counter() - self._start

    def check(self, positions: int) -> None:
        """Raise LimitReached if `positions` are all that are allowed, or if the time is up."""
        if positions >= self.max_positions:
            raise LimitReached(f"not solved with {positions:,} positions: give it a larger max_positions")
        if self.seconds > self.max_seconds:
            raise LimitReached(
                f"not solved in {self.max_seconds:g} seconds, after {positions:,} positions: "
                "give it a larger max_seconds"
            )


class Search(Protocol):
    """Outcomes of a root and of the positions it leads to.

    `positions` counts those whose outcome is in the table, `nbytes` is the most memory the table took.
    """

    positions: int

    @property
    def nbytes(self) -> int:
        """Return the most bytes that the table has taken."""

    def is_p_position(self, position: Position) -> bool:
        """Return whether the player to move loses; LimitReached if a limit is in the way."""


class PlainSearch:
    """A `Search` by the rule in `number_game`, for positions of any size."""

    def __init__(self, root: Position, theorems: Collection[str], limits: Limits) -> None:
        self._theorems = [THEOREMS[name] for name in theorems]
        self._limits = limits
        self._moves = NumberGame().moves
        self._is_p: dict[int, bool] = {}
        self._bytes_of_key = sys.getsizeof(root.bits)
        self.positions = 0

    @property
    def nbytes(self) -> int:
        """Return the bytes of the table and of its keys, none of which is larger than the root's."""
        return sys.getsizeof(self._is_p) + self.positions * self._bytes_of_key

    def is_p_position(self, position: Position) -> bool:
        """Return whether the player to move loses; LimitReached if a limit is in the way."""
        is_p = self._is_p
        if position.bits in is_p:
            return is_p[position.bits]
        # The line of play being searched, each position with its options that are not known yet.
        line = [(position, self._unknown_options(position))]
        while line:
            position, unknown = line[-1]
            known = is_p.get(unknown[-1].bits) if unknown else None
            if unknown and known is None:
                line.append((unknown[-1], self._unknown_options(unknown[-1])))
            elif unknown and known is False:
                unknown.pop()
            else:
                self._limits.check(self.positions)
                is_p[position.bits] = unknown is not None and not unknown
                self.positions += 1
                line.pop()
        return is_p[position.bits]

    def _unknown_options(self, position: Position) -> list[Position] | None:
        """Return the options of unknown outcome, smallest move first; None if the position is surely N."""
        if any(theorem(position) for theorem in self._theorems):
            return None
        unknown = []
        for _, option in self._moves(position):
            known = self._is_p.get(option.bits)
            if known:
                return None
            if known is None:
                unknown.append(option)
        return unknown
