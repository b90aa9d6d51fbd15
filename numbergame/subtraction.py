"""Bachet's game: take an allowed number of stones from a heap; who takes the last stone wins.

The outcomes of the heaps 0, 1, 2 … under a set of takes are a sequence, and so are their nim-values.
Heap n depends on the max(takes) heaps before it alone, so a window of max(takes) values that comes a
second time proves that the sequence repeats from the first time on, for ever.  That, and nothing
less, is what a period means here.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from sys import byteorder
from typing import ClassVar, NamedTuple, Protocol, SupportsIndex

from numbergame.solver import mex
from numbergame.whole import whole

LONGEST_SEQUENCE = 1 << 24
"""Outcomes are worked out heap by heap up to here; a larger heap needs a period found before."""

LONGEST_NIM_SEQUENCE = 1 << 20
"""The same for nim-values, which take longer."""


class Period(NamedTuple):
    """Where a sequence begins to repeat, and after how many heaps it does: both least possible."""

    preperiod: int
    period: int


class SubtractionGame:
    """Bachet's game with these takes on a heap of `start` stones; positions and moves are integers.

    Takes are positive integers in any order, repeats allowed.  A heap with no legal take is lost for
    the player to move.
    """

    def __init__(self, takes: Iterable[SupportsIndex], heap: SupportsIndex = 0) -> None:
        self.takes = checked_takes(takes)
        self.start = _checked_heap(heap)

    def moves(self, position: int) -> Iterator[tuple[int, int]]:
        """Yield each take that the heap allows, ascending, with the heap it leaves."""
        for take in self.takes[: bisect_right(self.takes, position)]:
            yield take, position - take

    def __repr__(self) -> str:
        return f"SubtractionGame({list(self.takes)}, {self.start})"


def checked_takes(takes: Iterable[SupportsIndex]) -> tuple[int, ...]:
    """Return the takes ascending, each once; ValueError for one below 1, TypeError if not whole."""
    numbers = sorted(set(map(whole, takes)))
    if numbers and numbers[0] < 1:
        raise ValueError(f"a take is at least 1 stone, not {numbers[0]}")
    return tuple(numbers)


def outcome(takes: Iterable[SupportsIndex], heap: SupportsIndex) -> str:
    """Return "P" or "N" for a heap of any size.

    ValueError if the heap is larger than `LONGEST_SEQUENCE` and no period shows before.
    """
    heap = _checked_heap(heap)
    takes = _that_fit(takes, heap)
    return _value_at(_Outcomes, takes, heap, LONGEST_SEQUENCE)


def outcomes(takes: Iterable[SupportsIndex], length: int) -> str:
    """Return the outcomes of the heaps 0 … length - 1 as a string of P and N."""
    return _Outcomes(_that_fit(takes, length)).first(length)


def outcome_period(takes: Iterable[SupportsIndex]) -> Period:
    """Return the pre-period and period of the outcomes.

    ValueError if no window repeats within `LONGEST_SEQUENCE` heaps.
    """
    takes = checked_takes(takes)
    return _proved_period(_Outcomes, takes, LONGEST_SEQUENCE)


def nim_value(takes: Iterable[SupportsIndex], heap: SupportsIndex) -> int:
    """Return the nim-value of a heap of any size.

    ValueError if the heap is larger than `LONGEST_NIM_SEQUENCE` and no period shows before.
    """
    heap = _checked_heap(heap)
    takes = _that_fit(takes, heap)
    return ord(_value_at(_NimValues, takes, heap, LONGEST_NIM_SEQUENCE))


def nim_values(takes: Iterable[SupportsIndex], length: int) -> list[int]:
    """Return the nim-values of the heaps 0 … length - 1."""
    return list(map(ord, _NimValues(_that_fit(takes, length)).first(length)))


def nim_period(takes: Iterable[SupportsIndex]) -> Period:
    """Return the pre-period and period of the nim-values.

    ValueError if no window repeats within `LONGEST_NIM_SEQUENCE` heaps.
    """
    takes = checked_takes(takes)
    return _proved_period(_NimValues, takes, LONGEST_NIM_SEQUENCE)


def _checked_heap(heap: SupportsIndex) -> int:
    heap = whole(heap)
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


class _NimValues:
    """The nim-values of the first heaps, one heap at a time."""

    name: ClassVar[str] = "nim-values"

    def __init__(self, takes: tuple[int, ...]) -> None:
        self.takes = takes
        self.values: list[int] = []

    def first(self, length: int) -> str:
        """Return the nim-values of the heaps 0 … length - 1, each as the character with that code."""
        values = self.values
        for heap in range(len(values), length):
            values.append(mex(values[heap - take] for take in self.takes if take <= heap))
        return "".join(map(chr, values[:length]))


_WORD = 64
_ALL = (1 << _WORD) - 1
_FAR = 32 * _WORD


class _Outcomes:
    """The outcomes of the first heaps, 64 heaps at a time.

    A word is 64 heaps, bit by bit; `lost` has the P-positions of each.  The near takes, those below
    `_FAR`, are looked up: which heaps of a word are N-positions by an earlier P-position determines
    the word, and what it makes of the heaps after it.  A far take leads out of the stretch of words
    it starts in, so that what it makes of the next stretch is an earlier stretch, shifted.
    """

    name: ClassVar[str] = "outcomes"

    def __init__(self, takes: tuple[int, ...]) -> None:
        near = bisect_right(takes, _FAR - 1)
        self.far = takes[near:]
        self.near = _Word(takes[:near])
        self.carry = 0  # the N-positions that near takes make of the heaps not yet worked out
        # Before heap 0 come words of imagined heaps, none of them lost, for the far takes to reach.
        self.before = -(-takes[-1] // _WORD) if self.far else 0
        self.lost = array("Q", bytes(8 * self.before))

    def first(self, length: int) -> str:
        """Return the outcomes of the heaps 0 … length - 1 as a string of P and N."""
        if length < 1:
            return ""
        words = self.before - (-length // _WORD)
        while len(self.lost) < words:
            self._extend(min(words - len(self.lost), self.far[0] // _WORD if self.far else words))
        losing = self._bits(self.before, words) & (1 << length) - 1
        return f"{losing:0{length}b}"[::-1].translate(_LETTERS)

    def _extend(self, words: int) -> None:
        """Work out so many further words, no more than the least far take leads out of."""
        won = 0
        for take in self.far:
            word, offset = divmod(len(self.lost) * _WORD - take, _WORD)
            won |= self._bits(word, word + words + 1) >> offset
        won &= (1 << words * _WORD) - 1
        near, carry = self.near, self.carry
        for won_by_far in memoryview(won.to_bytes(8 * words, byteorder)).cast("Q"):
            lost, reached = near[(won_by_far | carry) & _ALL]
            carry = (carry | reached) >> _WORD
            self.lost.append(lost)
        self.carry = carry

    def _bits(self, start: int, stop: int) -> int:
        """Return the words from `start` to before `stop` as one integer, the first word lowest."""
        return int.from_bytes(self.lost[start:stop].tobytes(), byteorder)


_LETTERS = str.maketrans("01", "NP")


class _Word(dict[int, tuple[int, int]]):
    """What near takes make of 64 heaps in a row, put together from quarters, once for each case.

    The key has the heaps that are N-positions by a take to a P-position before the 64.  The value has
    the P-positions among the 64, and all heaps counted from the first of the 64 that reach those.
    """

    def __init__(self, takes: tuple[int, ...]) -> None:
        self.quarter = _Quarter(takes)

    def __missing__(self, won: int) -> tuple[int, int]:
        lost, reached = 0, 0
        for place in range(0, _WORD, _QUARTER):
            lost_here, reached_from_here = self.quarter[(won | reached) >> place & _ALL_OF_QUARTER]
            lost |= lost_here << place
            reached |= reached_from_here << place
        self[won] = lost, reached
        return lost, reached


_QUARTER = _WORD // 4
_ALL_OF_QUARTER = (1 << _QUARTER) - 1


class _Quarter(dict[int, tuple[int, int]]):
    """The same of 16 heaps in a row, heap by heap; few cases, so that most words find theirs known."""

    def __init__(self, takes: tuple[int, ...]) -> None:
        self.takes = takes
        self.reach = sum(1 << take for take in takes if take < _QUARTER)

    def __missing__(self, won: int) -> tuple[int, int]:
        lost, decided = 0, won
        while undecided := ~decided & _ALL_OF_QUARTER:
            first = undecided & -undecided
            lost |= first
            decided |= first | first * self.reach
        reached = reduce(or_, (lost << take for take in self.takes), 0)
        self[won] = lost, reached
        return lost, reached
