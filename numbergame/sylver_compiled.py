"""Sylver Coinage searched by compiled code: up to 120 available numbers, 16 bytes each in the table.

A position is the set of its *elements*, the numbers that are not available (0 among them), as a
tuple of four 64-bit words; every number above its Frobenius number is an element.  In the table of
outcomes it is stored as the set of its available numbers, compressed to 120 bits: bit k stands for
the k-th number that was available at the root.  The eight highest bits of the second word hold the
reply: a winning move, NO_REPLY in a P-position, SOME_REPLY when a theorem says no more than that there
is one; 0 means that the slot is empty.

A reply proves more than the outcome of its position.  Let y, then x be choices from Q that lead to a
P-position.  Then x, too, may be chosen from Q.  If y is still available after x, choosing it leads to
that same P-position, so x is no winning move from Q; if it is not, the P-position follows Q directly.
So the search of Q can skip x as soon as it knows the reply x to y: the two are *paired*.

Only `sylver` imports this module, and only when it needs it: numba is slow to load.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from numbergame.number_game import Position
from numbergame.sylver_search import Limits

# numba infers these types by itself, and knows more of them than a type checker can.
Word: TypeAlias = Any  # np.uint64
Words: TypeAlias = Any  # an array of np.uint64, of one or two dimensions
Elements: TypeAlias = tuple[Word, Word, Word, Word]
Key: TypeAlias = tuple[Word, Word]

MOST_AVAILABLE = 120
"""What 120 bits can hold.  No number is above 241 then: a Frobenius number F has at least (F + 1)/2 gaps."""

FIRST_SLOTS = 1 << 12
MOST_LOAD = 0.65
GROWTH = 1.5
"""So a position takes at most 16 / 0.65 · 1.5 = 37 bytes, and 62 while the table moves to a larger one."""

BATCH = 16
"""Positions looked up together."""

SLICE = 1 << 18
"""Positions searched between two looks at the clock and the keyboard."""

SYMMETRIC, PSEUDO_SYMMETRIC, TWO_THREE = 1, 2, 4
"""Flags of the theorems that may prune; `sylver_search` states and proves them."""
FLAGS = {"symmetric": SYMMETRIC, "pseudo-symmetric": PSEUDO_SYMMETRIC, "two-three": TWO_THREE}

U0, U1, U2, U3, U6, U32, U56, U63, U64, U128 = (np.uint64(n) for n in (0, 1, 2, 3, 6, 32, 56, 63, 64, 128))
UNKNOWN, NO_REPLY, SOME_REPLY = U0, U1, np.uint64(255)
KEY_BITS = np.uint64((1 << 56) - 1)
MIX_0, MIX_1, MIX_2 = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93))

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile `function` at its first call and keep the machine code on disk."""
    machine_code: Any = njit(cache=True)(function)
    return cast(Function, machine_code)


def _leading_zeros(_context: Any, _word: Any) -> Any:
    """Return the number of zeros before the highest one in a word."""
    return types.uint64(types.uint64), lambda _, builder, __, words: builder.ctlz(words[0], ir.IntType(1)(0))


def _ones(_context: Any, _word: Any) -> Any:
    """Return the number of ones in a word."""
    return types.uint64(types.uint64), lambda _, builder, __, words: builder.ctpop(words[0])


# Instructions that the processor has and Python has not.
leading_zeros: Any = intrinsic(_leading_zeros)
ones: Any = intrinsic(_ones)


# Sets of numbers below 256


@compiled
def shifted(e: Elements, by: Word) -> Elements:
    """Return the set with `by` (below 256) added to each number, cut to 256 bits."""
    a, b, c, d = e
    if by & U128:
        a, b, c, d = U0, U0, a, b
    if by & U64:
        a, b, c, d = U0, a, b, c
    low, high = by & U63, U63 - (by & U63)
    return a << low, b << low | a >> U1 >> high, c << low | b >> U1 >> high, d << low | c >> U1 >> high


@compiled
def chosen(e: Elements, number: Word, frobenius: Word) -> Elements:
    """Return the elements after `number` is chosen: the rule of the game.

    Adding 0 or 1, then 0 or 2, then 0 or 4 … times `number` reaches every multiple that matters.
    """
    step = number
    while step <= frobenius:
        a, b, c, d = shifted(e, step)
        e = e[0] | a, e[1] | b, e[2] | c, e[3] | d
        step += step
    return e


@compiled
def highest(word: Word) -> Word:
    """Return the place of the highest one in a word that is not 0."""
    return U63 - leading_zeros(word)


@compiled
def elements_of(row: Words) -> Elements:
    """Return the position of a row of the line of play."""
    return row[0], row[1], row[2], row[3]


# The table of outcomes


@compiled
def squeezed(word: Word, squeeze: Words, i: int) -> Word:
    """Return the bits of `word` at the places squeeze[i, 6], moved together to the low end.

    Step k moves the bits at squeeze[i, k] down by 2**k: H. S. Warren, Hacker's Delight, section 7-4.
    """
    word &= squeeze[i, 6]
    for k in range(6):
        moving = word & squeeze[i, k]
        word = word ^ moving | moving >> np.uint64(1 << k)
    return word


@compiled
def with_word(key: Key, word: Word, squeeze: Words, i: int) -> Key:
    """Return `key` with the available numbers of word i, whose elements are `word`, put in."""
    available, place = squeezed(~word, squeeze, i), squeeze[i, 7]
    if place < U64:
        return key[0] | available << place, key[1] | available >> U1 >> (U63 - place)
    return key[0], key[1] | available << (place - U64)


@compiled
def with_words(key: Key, e: Elements, squeeze: Words, i: int) -> Key:
    """Return `key` with the available numbers of word i and all higher words put in."""
    if i <= 0:
        key = with_word(key, e[0], squeeze, 0)
    if i <= 1:
        key = with_word(key, e[1], squeeze, 1)
    if i <= 2:
        key = with_word(key, e[2], squeeze, 2)
    return with_word(key, e[3], squeeze, 3)


@compiled
def key_of(e: Elements, squeeze: Words) -> Key:
    """Return the available numbers as two words, bit k for the k-th number available at the root."""
    return with_words((U0, U0), e, squeeze, 0)


@compiled
def first_slot(table: Words, key: Key) -> Any:
    """Return the slot where the search for `key` begins."""
    mixed = key[0] * MIX_0 ^ (key[1] + MIX_1) * MIX_1
    mixed = (mixed ^ mixed >> U32) * MIX_2
    return np.int64((mixed >> U32) * np.uint64(len(table)) >> U32)


@compiled
def slot_of(table: Words, key: Key, slot: Any) -> Any:
    """Return the slot, at or after `slot`, that holds `key` or is the empty one where it belongs."""
    while table[slot, 1] and (table[slot, 0] != key[0] or table[slot, 1] & KEY_BITS != key[1]):
        slot += 1
        if slot == len(table):
            slot = 0
    return slot


@compiled
def reply_in(table: Words, key: Key) -> Word:
    """Return the reply stored for `key`, UNKNOWN if there is none."""
    return table[slot_of(table, key, first_slot(table, key)), 1] >> U56


@compiled
def store(table: Words, key: Key, reply: Word) -> None:
    """Write a position and its reply into the table."""
    slot = slot_of(table, key, first_slot(table, key))
    table[slot, 0], table[slot, 1] = key[0], key[1] | reply << U56


@compiled
def copy_into(larger: Words, table: Words) -> None:
    """Store every position of `table` in the empty table `larger`."""
    for slot in range(len(table)):
        if table[slot, 1]:
            store(larger, (table[slot, 0], table[slot, 1] & KEY_BITS), table[slot, 1] >> U56)


# The search.  The line of play is an array with one row a position: four words of elements, four words
# of the moves that are not known to lose, and the Frobenius number, 0 until the position is looked at.


@compiled
def wins_with_reply(row: Words, move: Word, reply: Word) -> Any:
    """Strike a move and the reply to it from the open moves; return whether the reply wins at once.

    It does if it forbids the move: if taking it from the move again and again leads to an element.
    """
    row[4 + (move >> U6)] &= ~(U1 << (move & U63))
    if reply == SOME_REPLY:
        return False
    row[4 + (reply >> U6)] &= ~(U1 << (reply & U63))
    rest = move
    while rest >= reply:
        rest -= reply
        if row[rest >> U6] >> (rest & U63) & U1:
            return True
    return False


@compiled
def is_open(row: Words, move: Word) -> Any:
    """Return whether a move is among the row's open moves."""
    return row[4 + (move >> U6)] >> (move & U63) & U1 == U1


@compiled
def first_batch(row: Words, below: Word, batch: Words, table: Words, squeeze: Words) -> int:
    """Put the largest open moves below a number into `batch`, and return how many.

    A row of `batch` has the move, the key of the position it leads to, the slot where to look for the key,
    and what is there.  The loads of the last loop do not wait for each other: memory is slow, but can
    serve them all at once.
    """
    count = 0
    elements = elements_of(row)
    for i in range(np.int64(below - U1 >> U6), -1, -1):
        numbers = row[4 + i]
        if i == np.int64(below >> U6):
            numbers &= (U1 << (below & U63)) - U1
        if not numbers or count == BATCH:
            continue
        # A move of word i changes no lower word: their part of the key is the same for all such moves.
        lower = (U0, U0)
        if i > 0:
            lower = with_word(lower, elements[0], squeeze, 0)
        if i > 1:
            lower = with_word(lower, elements[1], squeeze, 1)
        if i > 2:
            lower = with_word(lower, elements[2], squeeze, 2)
        while numbers and count < BATCH:
            place = highest(numbers)
            numbers ^= U1 << place
            move = np.uint64(64 * i) + place
            key = with_words(lower, chosen(elements, move, row[8]), squeeze, i)
            batch[count, 0] = move
            batch[count, 1], batch[count, 2] = key
            batch[count, 3] = first_slot(table, key)
            count += 1
    for j in range(count):
        batch[j, 4] = table[np.int64(batch[j, 3]), 1]
    return count


@compiled
def first_look(row: Words, batch: Words, table: Words, squeeze: Words, theorems: int) -> Word:
    """Return the reply to the row's position if theorems or the table tell it, else UNKNOWN.

    The row learns its Frobenius number and which of its moves are open.
    """
    elements = elements_of(row)
    frobenius, genus = U1, U1
    for i in range(4):
        row[4 + i] = ~elements[i] if i else ~elements[i] & ~U3
        if row[4 + i]:
            frobenius = np.uint64(64 * i) + highest(row[4 + i])
            genus += ones(row[4 + i])
    row[8] = frobenius
    if theorems & SYMMETRIC and genus + genus == frobenius + U1 and genus > U1:
        return SOME_REPLY
    if theorems & PSEUDO_SYMMETRIC and genus + genus == frobenius + U2:
        return SOME_REPLY
    if theorems & TWO_THREE and (elements[0] >> U2 ^ elements[0] >> U3) & U1:
        return SOME_REPLY
    count = first_batch(row, np.uint64(256), batch, table, squeeze)
    while count:
        for j in range(count):
            move, key = batch[j, 0], (batch[j, 1], batch[j, 2])
            if not is_open(row, move):
                continue
            reply = table[slot_of(table, key, np.int64(batch[j, 3])), 1] >> U56
            if reply == NO_REPLY:
                return move
            if reply != UNKNOWN and wins_with_reply(row, move, reply):
                return reply
        count = first_batch(row, batch[count - 1, 0], batch, table, squeeze)
    if row[4] | row[5] | row[6] | row[7]:
        return UNKNOWN
    return NO_REPLY


@compiled
def next_look(row: Words, after: Words, table: Words, squeeze: Words) -> Word:
    """Return the reply to the row's position, UNKNOWN once an open move leads to an unknown one, `after`."""
    elements = elements_of(row)
    for i in range(3, -1, -1):
        while row[4 + i]:
            move = np.uint64(64 * i) + highest(row[4 + i])
            position = chosen(elements, move, row[8])
            reply = reply_in(table, key_of(position, squeeze))
            if reply == NO_REPLY:
                return move
            if reply == UNKNOWN:
                after[0], after[1], after[2], after[3] = position
                after[8] = U0
                return UNKNOWN
            if wins_with_reply(row, move, reply):
                return reply
    return NO_REPLY


@compiled
def search(
    line: Words, depth: int, table: Words, stored: int, stop: int, squeeze: Words, theorems: int
) -> tuple[int, int]:
    """Search until the line of play, `depth` rows long, is empty or `stop` positions are stored.

    Return the depth and the number of positions stored by then.
    """
    batch = np.empty((BATCH, 5), np.uint64)
    while depth and stored < stop:
        row = line[depth - 1]
        reply = UNKNOWN if row[8] else first_look(row, batch, table, squeeze, theorems)
        if reply == UNKNOWN:
            reply = next_look(row, line[depth], table, squeeze)
        if reply == UNKNOWN:
            depth += 1
        else:
            store(table, key_of(elements_of(row), squeeze), reply)
            stored += 1
            depth -= 1
    return depth, stored


def fits(root: Position) -> bool:
    """Return whether `CompiledSearch` can hold `root`."""
    return len(root) <= MOST_AVAILABLE


@compiled
def known_reply(row: Words, table: Words, squeeze: Words) -> Word:
    """Return the reply stored for the row's position, UNKNOWN if there is none."""
    return reply_in(table, key_of(elements_of(row), squeeze))


class CompiledSearch:
    """`PlainSearch` compiled, for a root that `fits`, with a table of 16 bytes a slot.

    `positions` counts the positions whose outcome is known, `nbytes` is the most memory that the
    table has taken.
    """

    def __init__(self, root: Position, theorems: Collection[str], limits: Limits) -> None:
        self.positions = 0
        self._limits = limits
        self._theorems = sum(FLAGS[name] for name in theorems)
        self._squeeze = _squeeze(root.bits)
        self._table = np.zeros((FIRST_SLOTS, 2), np.uint64)
        self.nbytes = self._table.nbytes

    def is_p_position(self, position: Position) -> bool:
        """Return whether the player to move from `position` loses; LimitReached if a limit is in the way."""
        line = np.zeros((MOST_AVAILABLE + 2, 9), np.uint64)
        line[0, :4] = _words(~(position.bits | 2))
        depth = 1 if known_reply(line[0], self._table, self._squeeze) == UNKNOWN else 0
        while depth:
            full = int(MOST_LOAD * len(self._table))
            stop = min(self.positions + SLICE, full, self._limits.max_positions)
            depth, self.positions = search(
                line, depth, self._table, self.positions, stop, self._squeeze, self._theorems
            )
            if depth:
                self._limits.check(self.positions)
            if self.positions == full:
                self._grow()
        return bool(known_reply(line[0], self._table, self._squeeze) == NO_REPLY)

    def _grow(self) -> None:
        larger = np.zeros((int(GROWTH * len(self._table)), 2), np.uint64)
        self.nbytes = max(self.nbytes, self._table.nbytes + larger.nbytes)
        copy_into(larger, self._table)
        self._table = larger


def _words(bits: int) -> list[int]:
    """Return the four words of a set of numbers."""
    return [bits >> 64 * i & (1 << 64) - 1 for i in range(4)]


def _squeeze(available: int) -> Words:
    """Return what moves the bits of `available` together, one row a word, for `key_of`.

    A row has the steps and the places for `squeezed`, and in column 7 where the word goes in the key.
    """
    rows = np.zeros((4, 8), np.uint64)
    start = 0
    for i, word in enumerate(_words(available)):
        steps, rank = [0] * 6, 0
        for place in range(64):
            if word >> place & 1:
                way = place - rank
                for k in range(6):
                    if way >> k & 1:
                        steps[k] |= 1 << place - (way & (1 << k) - 1)
                rank += 1
        rows[i] = [*steps, word, start]
        start += rank
    return rows
