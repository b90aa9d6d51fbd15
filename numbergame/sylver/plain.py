"""A search of Sylver Coinage in plain Python, for positions of any size, independent of the compiled one."""

from __future__ import annotations

import sys
from collections.abc import Collection

from numbergame.number_game import Position
from numbergame.sylver.search import THEOREMS, Limits


class PlainSearch:
    """A `Search` by the rule in `number_game`, for positions of any size."""

    def __init__(self, root: Position, theorems: Collection[str], limits: Limits) -> None:
        self._theorems = [THEOREMS[name] for name in theorems]
        self._limits = limits
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
                self._limits.check(self)
                is_p[position.bits] = unknown is not None and not unknown
                self.positions += 1
                line.pop()
        return is_p[position.bits]

    def _unknown_options(self, position: Position) -> list[Position] | None:
        """Return the options of unknown outcome, smallest move first; None if the position is surely N."""
        if any(theorem(position) for theorem in self._theorems):
            return None
        unknown = []
        for _, option in position.moves():
            known = self._is_p.get(option.bits)
            if known:
                return None
            if known is None:
                unknown.append(option)
        return unknown
