"""Bachet's game: take an allowed number of stones from a heap; whoever takes the last stone wins.

The outcomes of the heaps 0, 1, 2 … under a set of takes are a sequence, and so are their nim-values.
Heap n depends on the max(takes) heaps before it alone, so a window of max(takes) values that comes a
second time proves that the sequence repeats from the first time on, for ever.  That, and nothing
less, is what a period means here.
"""

from __future__ import annotations

import operator
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import ClassVar, Final, NamedTuple, Protocol, SupportsIndex

from numbergame._heaps import NimValues, Outcomes
from numbergame.solver import Outcome

MAX_SEQUENCE = 1 << 24
"""Outcomes are worked out heap by heap up to here; a larger heap needs a period found before."""

MAX_NIM_SEQUENCE = 1 << 20
"""The same for nim-values, which take longer."""


class Period(NamedTuple):
    """Where a sequence begins to repeat, and after how many heaps it does: both least possible."""

    preperiod: int
    period: int


class SubtractionGame:
    """Bachet's game with these takes on a heap of `start` stones; positions and moves are integers.

    Takes are positive integers in any order, repeats allowed.  A heap with no legal take is lost for
    the player to move.  Games with the same takes and heap are equal.

    >>> game = SubtractionGame([4, 1, 3], heap=10)
    >>> game
    SubtractionGame([1, 3, 4], 10)
    >>> list(game.moves(3))
    [(1, 2), (3, 0)]
    """

    def __init__(self, takes: Iterable[SupportsIndex], heap: SupportsIndex) -> None:
        self.takes: Final = checked_takes(takes)
        self.start: Final = _checked_heap(heap)

    def moves(self, position: int) -> Iterator[tuple[int, int]]:
        """Yield each take that the heap allows, ascending, with the heap it leaves."""
        for take in self.takes[: bisect_right(self.takes, position)]:
            yield take, position - take

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SubtractionGame) or type(other) is not type(self):
            return NotImplemented  # a subclass may have another rule
        return (self.takes, self.start) == (other.takes, other.start)

    def __hash__(self) -> int:
        return hash((type(self), self.takes, self.start))

    def __repr__(self) -> str:
        return f"SubtractionGame({list(self.takes)}, {self.start})"


def checked_takes(takes: Iterable[SupportsIndex]) -> tuple[int, ...]:
    """Return the takes ascending, each once; ValueError for one below 1, TypeError if not whole."""
    numbers = sorted(set(map(operator.index, takes)))
    if numbers and numbers[0] < 1:
        raise ValueError(f"a take is at least 1 stone, not {numbers[0]}")
    return tuple(numbers)


def outcome(takes: Iterable[SupportsIndex], heap: SupportsIndex) -> Outcome:
    """Return "P" or "N" for a heap of any size.

    ValueError if the heap is larger than `MAX_SEQUENCE` and no period shows before.

    >>> outcome([1, 3, 8], 20)
    'N'
    """
    heap = _checked_heap(heap)
    takes = _that_fit(takes, heap)
    return "P" if _value_at(Outcomes, takes, heap, MAX_SEQUENCE) == "P" else "N"


def outcomes(takes: Iterable[SupportsIndex], length: int) -> str:
    """Return the outcomes of the heaps 0 … length - 1 as a string of P and N.

    >>> outcomes([1, 2, 3], 10)
    'PNNNPNNNPN'
    """
    return Outcomes(_that_fit(takes, length)).first(length)


def outcome_period(takes: Iterable[SupportsIndex]) -> Period:
    """Return the pre-period and period of the outcomes.

    ValueError if no window repeats within `MAX_SEQUENCE` heaps.

    >>> outcome_period([2, 4, 7])
    Period(preperiod=4, period=3)
    """
    takes = checked_takes(takes)
    return _proved_period(Outcomes, takes, MAX_SEQUENCE)


def nim_value(takes: Iterable[SupportsIndex], heap: SupportsIndex) -> int:
    """Return the nim-value of a heap of any size.

    ValueError if the heap is larger than `MAX_NIM_SEQUENCE` and no period shows before.

    >>> nim_value([1, 2, 3], 10**30)
    0
    """
    heap = _checked_heap(heap)
    takes = _that_fit(takes, heap)
    return ord(_value_at(NimValues, takes, heap, MAX_NIM_SEQUENCE))


def nim_values(takes: Iterable[SupportsIndex], length: int) -> list[int]:
    """Return the nim-values of the heaps 0 … length - 1.

    >>> nim_values([1, 2, 3], 10)
    [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]
    """
    return list(map(ord, NimValues(_that_fit(takes, length)).first(length)))


def nim_period(takes: Iterable[SupportsIndex]) -> Period:
    """Return the pre-period and period of the nim-values.

    ValueError if no window repeats within `MAX_NIM_SEQUENCE` heaps.

    >>> nim_period([2, 4, 7])
    Period(preperiod=8, period=3)
    """
    takes = checked_takes(takes)
    return _proved_period(NimValues, takes, MAX_NIM_SEQUENCE)


def _checked_heap(heap: SupportsIndex) -> int:
    heap = operator.index(heap)
    if heap < 0:
        raise ValueError(f"a heap has at least 0 stones, not {heap}")
    return heap


def _that_fit(takes: Iterable[SupportsIndex], heap: int) -> tuple[int, ...]:
    """Return the takes that are no larger than the heap, so that the others cost nothing."""
    takes = checked_takes(takes)
    return takes[: bisect_right(takes, heap)]


class _Sequence(Protocol):
    """A sequence of values of the heaps 0, 1, 2 … under given takes, and what they are."""

    name: ClassVar[str]

    def __init__(self, takes: tuple[int, ...]) -> None: ...

    def first(self, length: int) -> str:
        """Return the first values, a character a heap."""


def _value_at(kind: type[_Sequence], takes: tuple[int, ...], heap: int, longest: int) -> str:
    """Return the value of a heap, by a period if one shows before the sequence is that long."""
    if heap >= longest and _window(takes) >= longest:
        raise _no_period(kind, takes, longest)
    sequence = kind(takes)
    for length in _lengths(takes, min(heap + 1, longest)):
        values = sequence.first(length)
        if heap < length:
            return values[heap]
        if period := _period(values, takes):
            return values[period.preperiod + (heap - period.preperiod) % period.period]
    raise _no_period(kind, takes, longest)


def _proved_period(kind: type[_Sequence], takes: tuple[int, ...], longest: int) -> Period:
    """Return the period of a sequence, working out only as much of it as proves one."""
    if _window(takes) >= longest:
        raise _no_period(kind, takes, longest)
    sequence = kind(takes)
    for length in _lengths(takes, longest):
        if period := _period(sequence.first(length), takes):
            return period
    raise _no_period(kind, takes, longest)


def _no_period(kind: type[_Sequence], takes: tuple[int, ...], longest: int) -> ValueError:
    return ValueError(
        f"no period of the {kind.name} shows in the first {longest} heaps with takes up to {takes[-1]}"
    )


def _lengths(takes: tuple[int, ...], last: int) -> Iterator[int]:
    """Yield doubling lengths in which a window may repeat, and `last` at the end.

    Where `last` is too short for that, it is the only one.
    """
    length = 4 * _window(takes) + 64
    while length < last:
        yield length
        length *= 2
    yield last


def _window(takes: tuple[int, ...]) -> int:
    """Return how many values in a row determine all that follow."""
    return takes[-1] if takes else 1


def _period(values: str, takes: tuple[int, ...]) -> Period | None:
    """Return the least pre-period and period, or None if the last window does not come earlier.

    The nearest earlier place of the last window gives the period; the last place where the sequence
    differs from itself one period on gives the pre-period.
    """
    backwards = values[::-1]
    period = backwards.find(backwards[: _window(takes)], 1)
    if period < 0:
        return None
    low, high = 0, len(values) - period
    while low < high:  # the least place from which the sequence agrees with itself one period on
        middle = (low + high) // 2
        if values[middle:-period] == values[middle + period :]:
            high = middle
        else:
            low = middle + 1
    return Period(low, period)
