"""What every search for the outcome of a position of Sylver Coinage has: what prunes it and what stops it.

A search goes depth first, with a table of the outcomes found.  A position is first looked at: if a theorem
or the table already tells a winning move, it is N; only else are its unknown options searched.  `plain`
and `compiled` are two such searches.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Protocol, TypeAlias

from numbergame.number_game import Position


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


SECONDS_BETWEEN_REPORTS = 1.0


class LimitReached(ValueError):
    """A search was stopped by its limits or by want of memory; nothing is known of the outcome."""


Progress: TypeAlias = Callable[[int, int, float], None]
"""What is called about once a second with the positions found, the bytes of the table, the seconds taken."""


class Limits:
    """The positions and the seconds that a search may take, counted from now; None for no limit."""

    def __init__(
        self,
        max_positions: int | None = None,
        max_seconds: float | None = None,
        progress: Progress | None = None,
    ) -> None:
        for name, limit in (("max_positions", max_positions), ("max_seconds", max_seconds)):
            if limit is not None and not limit > 0:
                raise ValueError(f"{name} must be more than 0, not {limit}")
        self.max_positions = sys.maxsize if max_positions is None else max_positions
        self.max_seconds = float("inf") if max_seconds is None else max_seconds
        self._progress = progress
        self._next_report = SECONDS_BETWEEN_REPORTS
        self._start = time.perf_counter()

    @property
    def seconds(self) -> float:
        """The seconds since these limits were set."""
        return time.perf_counter() - self._start

    def check(self, search: Search) -> None:
        """Raise LimitReached if a search has taken all that it may; report its progress when it is time."""
        positions, seconds = search.positions, self.seconds
        if positions >= self.max_positions:
            raise LimitReached(f"not solved with {positions:,} positions: give it a larger max_positions")
        if seconds > self.max_seconds:
            raise LimitReached(
                f"not solved in {self.max_seconds:g} seconds, after {positions:,} positions: "
                "give it a larger max_seconds"
            )
        if self._progress is not None and seconds > self._next_report:
            self._progress(positions, search.nbytes, seconds)
            self._next_report = seconds + SECONDS_BETWEEN_REPORTS


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
