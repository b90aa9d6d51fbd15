"""Both games straight from their definitions: plain sets, no bit tricks, nothing shared with the module.

Slow on purpose.  What the module says is compared with what these functions say.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from functools import cache
from itertools import combinations

Numbers = frozenset[int]


# The Number Game: numbers, sums, and three ways of applying a move


def sums(chosen: Collection[int], largest: int) -> set[int]:
    """Return the numbers up to `largest` that are sums of chosen ones, repeats allowed: the coin problem."""
    found = {0}
    for number in range(1, largest + 1):
        if any(number - coin in found for coin in chosen):
            found.add(number)
    return found


def available(chosen: Collection[int], limit: int) -> Numbers:
    """Return the numbers of 2..limit that are no sum of chosen ones."""
    return frozenset(range(2, limit + 1)) - sums(chosen, limit)


def after_one_pass(position: Numbers, number: int) -> Numbers:
    """Return what is left after a move: one ascending pass that extends the forbidden numbers."""
    largest = max(position)
    forbidden = {0} | (set(range(2, largest + 1)) - position)
    for candidate in range(number, largest + 1):
        if candidate - number in forbidden:
            forbidden.add(candidate)
    return position - forbidden


def after_multiples(position: Numbers, number: int) -> Numbers:
    """Return what is left after a move: a number goes if taking multiples of `number` off it can end at
    0 or at a forbidden number.
    """
    return frozenset(
        candidate
        for candidate in position
        if all(
            rest == 1 or rest in position
            for rest in range(candidate - number, -1, -number)  # candidate - number, candidate - 2·number …
        )
        and candidate != number
    )


@cache
def every_position(limit: int) -> frozenset[Numbers]:
    """Return the positions that play on 2..limit can reach, walked one move at a time."""
    found: set[Numbers] = set()
    waiting = [frozenset(range(2, limit + 1))]
    while waiting:
        position = waiting.pop()
        if position not in found:
            found.add(position)
            waiting += (after_multiples(position, number) for number in position)
    return frozenset(found)


def every_position_by_choices(limit: int) -> set[Numbers]:
    """Return what is available after each of the 2^(limit - 1) sets of chosen numbers."""
    board = range(2, limit + 1)
    return {available(chosen, limit) for size in range(limit) for chosen in combinations(board, size)}


@cache
def wins(position: Numbers) -> bool:
    """Return whether the player to move wins: some move leaves a position that does not."""
    return any(not wins(after_multiples(position, number)) for number in position)


def winning_moves(position: Numbers) -> list[int]:
    """Return the moves that leave the other player without a win, ascending."""
    return sorted(number for number in position if not wins(after_multiples(position, number)))


# Any game, as a dict from each position to the positions one move leads to

Options = dict[Hashable, Collection[Hashable]]


def nim_values(options: Options) -> dict[Hashable, int]:
    """Return the nim-values by Grundy's own definition: the least heap no option equals."""

    @cache
    def nim_value(position: Hashable) -> int:
        taken = sorted({nim_value(option) for option in options[position]})
        return next((value for value, other in enumerate(taken) if value != other), len(taken))

    return {position: nim_value(position) for position in options}


def plies_to_the_end(options: Options) -> dict[Hashable, int]:
    """Return each position's remoteness: the least number of plies within which its winner can force the end.

    No recursion: after round k, `won` and `lost` hold what is decided within k plies.
    """
    won: dict[Hashable, int] = {}
    lost: dict[Hashable, int] = {}
    for plies in range(len(options) + 1):
        newly_won = [p for p in options if p not in won and any(o in lost for o in options[p])]
        newly_lost = [p for p in options if p not in lost and all(o in won for o in options[p])]
        won |= dict.fromkeys(newly_won, plies)
        lost |= dict.fromkeys(newly_lost, plies)
    return won | lost


# Bachet's game


def lost_heaps(takes: Collection[int], length: int) -> list[bool]:
    """Return for each heap below `length` whether the player to move loses."""
    lost: list[bool] = []
    for heap in range(length):
        lost.append(not any(take <= heap and lost[heap - take] for take in takes))
    return lost


def heap_outcomes(takes: Collection[int], length: int) -> str:
    """Return the same as a string of P and N."""
    return "".join("NP"[is_lost] for is_lost in lost_heaps(takes, length))


def heap_nim_values(takes: Collection[int], length: int) -> list[int]:
    """Return the nim-values of the heaps below `length`."""
    values: list[int] = []
    for heap in range(length):
        options = {values[heap - take] for take in takes if take <= heap}
        value = 0
        while value in options:
            value += 1
        values.append(value)
    return values


def first_repetition(values: Iterable[Hashable], width: int) -> tuple[int, int]:
    """Return (pre-period, period): where the first window of `width` values comes that comes again, and
    how much later it does.
    """
    seen: dict[tuple[Hashable, ...], int] = {}
    for place, window in enumerate(_windows(values, width)):
        if window in seen:
            return seen[window], place - seen[window]
        seen[window] = place
    raise AssertionError("no window comes again")


def _windows(values: Iterable[Hashable], width: int) -> Iterator[tuple[Hashable, ...]]:
    window: tuple[Hashable, ...] = ()
    for value in values:
        window = (*window, value)[-width:]
        if len(window) == width:
            yield window
