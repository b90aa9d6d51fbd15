"""What many questions try functions on: small positions as plain sets, and the rule on plain sets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from numbergame.number_game import NumberGame
from numbergame.solver import solve

Numbers = frozenset[int]


def after(available: Numbers, number: int) -> Numbers:
    """Return what is available after a move: what takes off `number` again and again end nowhere forbidden.

    >>> sorted(after(frozenset({2, 5, 6}), 6))
    [2, 5]
    """

    def is_forbidden(other: int) -> bool:
        rest = other - number
        return rest >= 0 and (rest == 0 or (rest > 1 and rest not in available) or is_forbidden(rest))

    return frozenset(other for other in available if not is_forbidden(other))


@cache
def wins(available: Numbers) -> bool:
    """Return whether some move leaves a position that is lost."""
    return any(not wins(after(available, number)) for number in available)


def positions_to(limit: int) -> Iterator[tuple[Numbers]]:
    """Yield each position of the board 2..limit in a tuple of its own, the smallest first."""
    found = map(frozenset, solve(NumberGame(limit)))
    yield from (
        (position,) for position in sorted(found, key=lambda numbers: (len(numbers), sorted(numbers)))
    )


def moves_to(limit: int) -> Iterator[tuple[Numbers, int]]:
    """Yield each position of the board 2..limit with each of its moves, the smallest first."""
    for (position,) in positions_to(limit):
        yield from ((position, number) for number in sorted(position))
