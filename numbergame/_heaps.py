"""The heaps 0, 1, 2 … of a subtraction game in turn: their nim-values, and their outcomes 64 at a time."""

from __future__ import annotations

import operator
from array import array
from bisect import bisect_right
from functools import reduce
from sys import byteorder
from typing import ClassVar

from numbergame.solver import mex


class NimValues:
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


class Outcomes:
    """The outcomes of the first heaps, 64 heaps at a time.

    A word is 64 heaps, bit by bit; `lost` has the P-positions of each.  The near takes, those below
    `_FAR`, are looked up: which heaps of a word are N-positions by an earlier P-position determines
    the word, and what it makes of the heaps after it.  A far take leads out of the stretch of words
    it starts in, so that what it makes of the next stretch is an earlier stretch, shifted.

    >>> Outcomes((1, 2, 3)).first(10)
    'PNNNPNNNPN'

    For 2**18 heaps and ten takes this takes a tenth of the time or less of a loop over heaps and takes.
    """

    name: ClassVar[str] = "outcomes"

    def __init__(self, takes: tuple[int, ...]) -> None:
        near = bisect_right(takes, _FAR - 1)
        self.far = takes[near:]
        self.near = Word(takes[:near])
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


class Word(dict[int, tuple[int, int]]):
    """What near takes make of 64 heaps in a row, put together from quarters, once for each case.

    The key has the heaps that are N-positions by a take to a P-position before the 64.  The value has
    the P-positions among the 64, and all heaps counted from the first of the 64 that reach those.

    With takes 1 and 3 and no P-position before, the even heaps are lost; of the heaps that reach them,
    heap 65 lies in the next 64 and is bit 65:

    >>> lost, reached = Word((1, 3))[0]
    >>> hex(lost), hex(reached)
    ('0x5555555555555555', '0x2aaaaaaaaaaaaaaaa')

    Few cases come up, since words repeat as the outcomes do.  Without the table, 2**18 heaps mostly take
    three to five times as long; with takes for which words seldom repeat (30 takes spread below 2,000)
    it gains next to nothing.
    """

    def __init__(self, takes: tuple[int, ...]) -> None:
        self.quarter = Quarter(takes)

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


class Quarter(dict[int, tuple[int, int]]):
    """The same of 16 heaps in a row, heap by heap; few cases, so that most words find theirs known.

    >>> lost, reached = Quarter((1, 3))[0]
    >>> hex(lost), hex(reached)
    ('0x5555', '0x2aaaa')

    It gains where words seldom repeat: with takes spread up to 1,000 or 2,000, words put together heap by
    heap take 1.5 to 1.9 times as long.  With small takes it gains nothing.
    """

    def __init__(self, takes: tuple[int, ...]) -> None:
        self.takes = takes
        self.reach = sum(1 << take for take in takes if take < _QUARTER)

    def __missing__(self, won: int) -> tuple[int, int]:
        lost, decided = 0, won
        while undecided := ~decided & _ALL_OF_QUARTER:
            first = undecided & -undecided
            lost |= first
            decided |= first | first * self.reach
        reached = reduce(operator.or_, (lost << take for take in self.takes), 0)
        self[won] = lost, reached
        return lost, reached
