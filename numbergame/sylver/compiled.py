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

A pair outlasts moves.  Let x and y be paired at Q, and z be another choice, z - x an element.  As x forbids
z, it leads after z to the position that it leads to from Q, and loses to y again.  No sum with z > x is x,
so y forbids x after z no more than before; choosing both leads to the same P-position, and y loses to x.
So x and y are still paired after z.

Only `solve` imports this module, and only when it needs it: numba is slow to load.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from numbergame._intrinsics import compiled, leading_zeros, ones
from numbergame.number_game import Position
from numbergame.sylver.search import Limits

# numba infers these types by itself, and knows more of them than a type checker can.
Word: TypeAlias = Any  # np.uint64
Words: TypeAlias = Any  # an array of np.uint64, of one or two dimensions
Elements: TypeAlias = tuple[Word, Word, Word, Word]
Key: TypeAlias = tuple[Word, Word]

MOST_AVAILABLE = 120
"""What 120 bits can hold.  No number is above 241 then: a Frobenius number F has at least (F + 1)/2 gaps."""

MOST_PAIRS = MOST_AVAILABLE
"""Pairs noted of a position.  More than 69 were never met; what has no room is not noted."""

FIRST_SLOTS = 1 << 12
MOST_LOAD = 0.65
GROWTH = 1.5
"""So a position takes at most 16 / 0.65 · 1.5 = 37 bytes, and 62 while the table moves to a larger one."""

FIRST_BATCH, MOST_BATCH = 4, 16
"""Positions looked up together: few at first, as most positions are decided by their largest moves."""

OPEN, FROBENIUS, KEY, MOVE, PAIRS, COLUMNS = 4, 8, 9, 11, 12, 13
"""Columns of the line of play: open moves, Frobenius number (0 before the first look), key, the move that
led to the position, the number of pairs."""

SLICE = 1 << 18
"""Positions searched between two looks at the clock and the keyboard."""

SYMMETRIC, PSEUDO_SYMMETRIC, TWO_THREE = 1, 2, 4
"""Flags of the theorems that may prune; `search` states and proves them."""
FLAGS = {"symmetric": SYMMETRIC, "pseudo-symmetric": PSEUDO_SYMMETRIC, "two-three": TWO_THREE}

U0, U1, U2, U3, U6, U32, U56 = (np.uint64(n) for n in (0, 1, 2, 3, 6, 32, 56))
U63, U64, U128, U255 = (np.uint64(n) for n in (63, 64, 128, 255))
UNKNOWN, NO_REPLY, SOME_REPLY = U0, U1, np.uint64(255)
KEY_BITS = np.uint64((1 << 56) - 1)
MIX_0, MIX_1, MIX_2 = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93))

searching = partial(compiled, makes_arrays=False)


def _extracted(_context: Any, _word: Any, _places: Any) -> Any:
    """Return the bits of a word at some places, moved together to the low end (x86 with BMI2 only)."""

    def code(_: Any, builder: Any, __: Any, words: Any) -> Any:
        word = ir.IntType(64)
        instruction = ir.FunctionType(word, (word, word))
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pext.64", (), instruction), words)

    return types.uint64(types.uint64, types.uint64), code


extracted: Any = intrinsic(_extracted)
HAS_EXTRACTED = "+bmi2" in cpu_target.target_context.codegen().magic_tuple()[2]


# Sets of numbers below 256


@searching
def shifted(e: Elements, by: Word) -> Elements:
    """Return the set with `by` (below 256) added to each number, cut to 256 bits."""
    a, b, c, d = e
    if by & U128:
        a, b, c, d = U0, U0, a, b
    if by & U64:
        a, b, c, d = U0, a, b, c
    low, high = by & U63, U63 - (by & U63)
    return a << low, b << low | a >> U1 >> high, c << low | b >> U1 >> high, d << low | c >> U1 >> high


@searching
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


@searching
def highest(word: Word) -> Word:
    """Return the place of the highest one in a word that is not 0."""
    return U63 - leading_zeros(word)


# The table of outcomes


@searching
def squeezed(word: Word, squeeze: Words, i: int) -> Word:
    """Return the bits of `word` at the places squeeze[i, 6], moved together to the low end.

    Processors with BMI2 have an instruction for it.  Else step k moves the bits at squeeze[i, k] down by
    2**k: H. S. Warren, Hacker's Delight, section 7-4.
    """
    if HAS_EXTRACTED:
        return extracted(word, squeeze[i, 6])
    word &= squeeze[i, 6]
    for k in range(6):
        moving = word & squeeze[i, k]
        word = word ^ moving | moving >> np.uint64(1 << k)
    return word


@searching
def with_word(key: Key, word: Word, squeeze: Words, i: int) -> Key:
    """Return `key` with the available numbers of word i, whose elements are `word`, put in."""
    available, place = squeezed(~word, squeeze, i), squeeze[i, 7]
    if place < U64:
        return key[0] | available << place, key[1] | available >> U1 >> (U63 - place)
    return key[0], key[1] | available << (place - U64)


@searching
def with_words(key: Key, e: Elements, squeeze: Words, i: int) -> Key:
    """Return `key` with the available numbers of word i and all higher words put in."""
    if i <= 0:
        key = with_word(key, e[0], squeeze, 0)
    if i <= 1:
        key = with_word(key, e[1], squeeze, 1)
    if i <= 2:
        key = with_word(key, e[2], squeeze, 2)
    return with_word(key, e[3], squeeze, 3)


@searching
def key_of(e: Elements, squeeze: Words) -> Key:
    """Return the available numbers as two words, bit k for the k-th number available at the root."""
    return with_words((U0, U0), e, squeeze, 0)


@searching
def first_slot(table: Words, key: Key) -> Any:
    """Return the slot where the search for `key` begins."""
    mixed = key[0] * MIX_0 ^ (key[1] + MIX_1) * MIX_1
    mixed = (mixed ^ mixed >> U32) * MIX_2
    return np.int64((mixed >> U32) * np.uint64(len(table)) >> U32)


@searching
def slot_of(table: Words, key: Key, slot: Any) -> Any:
    """Return the slot, at or after `slot`, that holds `key` or is the empty one where it belongs."""
    while table[slot, 1] and (table[slot, 0] != key[0] or table[slot, 1] & KEY_BITS != key[1]):
        slot += 1
        if slot == len(table):
            slot = 0
    return slot


@searching
def reply_in(table: Words, key: Key) -> Word:
    """Return the reply stored for `key`, UNKNOWN if there is none."""
    return table[slot_of(table, key, first_slot(table, key)), 1] >> U56


@searching
def store(table: Words, key: Key, reply: Word) -> None:
    """Write a position and its reply into the table."""
    slot = slot_of(table, key, first_slot(table, key))
    table[slot, 0], table[slot, 1] = key[0], key[1] | reply << U56


@searching
def copy_into(larger: Words, table: Words) -> None:
    """Store every position of `table` in the empty table `larger`."""
    for slot in range(len(table)):
        if table[slot, 1]:
            store(larger, (table[slot, 0], table[slot, 1] & KEY_BITS), table[slot, 1] >> U56)


# The search.  The line of play is an array with one row a position: four words of elements, four words of
# open moves, which are not known to lose, and more in the columns named above.  Row i of `pairs` has the
# moves that are paired at row i of the line.


@searching
def elements_of(line: Words, i: int) -> Elements:
    """Return the position of a row of the line of play."""
    return line[i, 0], line[i, 1], line[i, 2], line[i, 3]


@searching
def put(line: Words, i: int, position: Elements, key: Key, move: Word) -> None:
    """Make a row of the line of play a position that `move` led to, not yet looked at."""
    line[i, 0], line[i, 1], line[i, 2], line[i, 3] = position
    line[i, FROBENIUS] = U0
    line[i, KEY], line[i, KEY + 1] = key
    line[i, MOVE] = move
    line[i, PAIRS] = U0


@searching
def is_open(line: Words, i: int, move: Word) -> Any:
    """Return whether a move is among the open moves."""
    return line[i, OPEN + (move >> U6)] >> (move & U63) & U1 == U1


@searching
def close(line: Words, i: int, move: Word) -> None:
    """Strike a move from the open moves."""
    line[i, OPEN + (move >> U6)] &= ~(U1 << (move & U63))


@searching
def forbids(line: Words, i: int, move: Word, other: Word) -> Any:
    """Return whether a move forbids another: taking it away again and again leads to an element."""
    while other >= move:
        other -= move
        if line[i, other >> U6] >> (other & U63) & U1:
            return True
    return False


@searching
def pair(line: Words, i: int, pairs: Words, move: Word, other: Word) -> None:
    """Strike two paired moves, which lose, and note the pair if there is room: only then it is inherited."""
    close(line, i, move)
    close(line, i, other)
    count = np.int64(line[i, PAIRS])
    if count < pairs.shape[1]:
        pairs[i, count, 0], pairs[i, count, 1] = move, other
        line[i, PAIRS] = np.uint64(count + 1)


@searching
def is_sum(line: Words, i: int, number: Word, total: Word) -> Any:
    """Return whether a total is a number and an element; without a branch, as no guess would serve."""
    rest = total - number & U255
    return line[i, rest >> U6] >> (rest & U63) & U1 & np.uint64(total > number)


@searching
def inherit(line: Words, i: int, pairs: Words) -> None:
    """Pair what is paired one row before, where the module's docstring says that it stays so."""
    z = line[i, MOVE]
    for k in range(np.int64(line[i - 1, PAIRS])):
        x, y = pairs[i - 1, k, 0], pairs[i - 1, k, 1]
        if is_sum(line, i - 1, x, z) | is_sum(line, i - 1, y, z):
            pair(line, i, pairs, x, y)


@searching
def learned(line: Words, i: int, pairs: Words, move: Word, reply: Word) -> Word:
    """Return the reply to a position if the reply to one of its moves tells it, else UNKNOWN."""
    if reply == NO_REPLY:
        return move
    if reply == SOME_REPLY:
        close(line, i, move)
    elif forbids(line, i, reply, move):
        return reply
    else:
        pair(line, i, pairs, move, reply)
    return UNKNOWN


@searching
def fill(batch: Words, size: int, line: Words, now: int, below: Word, table: Words, squeeze: Words) -> int:
    """Put at most `size` open moves below a number, largest first, into `batch`, and return how many.

    A row of `batch` has the move, the key of the position it leads to, the slot where to look for the key,
    and what is there.  The loads of the last loop do not wait for each other: memory is slow, but can
    serve them all at once.
    """
    count = 0
    elements, frobenius = elements_of(line, now), line[now, FROBENIUS]
    for i in range(np.int64(below - U1 >> U6), -1, -1):
        numbers = line[now, OPEN + i]
        if i == np.int64(below >> U6):
            numbers &= (U1 << (below & U63)) - U1
        if not numbers or count == size:
            continue
        # A move of word i changes no lower word: their part of the key is the same for all such moves.
        lower = (U0, U0)
        if i > 0:
            lower = with_word(lower, elements[0], squeeze, 0)
        if i > 1:
            lower = with_word(lower, elements[1], squeeze, 1)
        if i > 2:
            lower = with_word(lower, elements[2], squeeze, 2)
        while numbers and count < size:
            place = highest(numbers)
            numbers ^= U1 << place
            move = np.uint64(64 * i) + place
            key = with_words(lower, chosen(elements, move, frobenius), squeeze, i)
            batch[count, 0] = move
            batch[count, 1], batch[count, 2] = key
            batch[count, 3] = first_slot(table, key)
            count += 1
    for j in range(count):
        batch[j, 4] = table[batch[j, 3], 1]
    return count


@searching
def is_proved(line: Words, i: int, theorems: int) -> Any:
    """Return whether a theorem says that a position is N.

    Its row learns the Frobenius number and which moves are open.
    """
    frobenius, genus = U1, U1
    for k in range(4):
        numbers = ~line[i, k] if k else ~line[i, k] & ~U3
        line[i, OPEN + k] = numbers
        if numbers:
            frobenius = np.uint64(64 * k) + highest(numbers)
            genus += ones(numbers)
    line[i, FROBENIUS] = frobenius
    if theorems & SYMMETRIC and genus + genus == frobenius + U1 and genus > U1:
        return True
    if theorems & PSEUDO_SYMMETRIC and genus + genus == frobenius + U2:
        return True
    return theorems & TWO_THREE and (line[i, 0] >> U2 ^ line[i, 0] >> U3) & U1


@searching
def first_look(line: Words, i: int, pairs: Words, batch: Words, table: Words, squeeze: Words) -> Word:
    """Return the reply to a position if the table tells it, else UNKNOWN."""
    size = FIRST_BATCH
    count = fill(batch, size, line, i, np.uint64(256), table, squeeze)
    while count:
        for j in range(count):
            move = batch[j, 0]
            if is_open(line, i, move):
                slot = slot_of(table, (batch[j, 1], batch[j, 2]), np.int64(batch[j, 3]))
                known = table[slot, 1] >> U56
                if known != UNKNOWN:
                    reply = learned(line, i, pairs, move, known)
                    if reply != UNKNOWN:
                        return reply
        if size == FIRST_BATCH and i:
            inherit(line, i, pairs)
        size = MOST_BATCH
        count = fill(batch, size, line, i, batch[count - 1, 0], table, squeeze)
    return UNKNOWN


@searching
def next_look(line: Words, i: int, pairs: Words, table: Words, squeeze: Words) -> Word:
    """Return the reply to a position, UNKNOWN once an open move leads to an unknown one: the next row."""
    elements = elements_of(line, i)
    for k in range(3, -1, -1):
        while line[i, OPEN + k]:
            move = np.uint64(64 * k) + highest(line[i, OPEN + k])
            position = chosen(elements, move, line[i, FROBENIUS])
            key = key_of(position, squeeze)
            known = reply_in(table, key)
            if known == UNKNOWN:
                put(line, i + 1, position, key, move)
                return UNKNOWN
            reply = learned(line, i, pairs, move, known)
            if reply != UNKNOWN:
                return reply
    return NO_REPLY


@searching
def search(
    line: Words,
    pairs: Words,
    depth: int,
    batch: Words,
    table: Words,
    stored: int,
    stop: int,
    squeeze: Words,
    theorems: int,
) -> tuple[int, int]:
    """Search until the line of play, `depth` rows long, is empty or `stop` positions are stored.

    Return the depth and the number of positions stored by then.  What `batch` holds does not matter.
    """
    answer = UNKNOWN  # the reply to the position last stored, which the last row's open move leads to
    while depth and stored < stop:
        i = depth - 1
        reply = UNKNOWN
        if answer != UNKNOWN:
            reply = learned(line, i, pairs, line[depth, MOVE], answer)
        elif not line[i, FROBENIUS]:
            if is_proved(line, i, theorems):
                reply = SOME_REPLY
            else:
                reply = first_look(line, i, pairs, batch, table, squeeze)
        if reply == UNKNOWN:
            reply = next_look(line, i, pairs, table, squeeze)
        if reply == UNKNOWN:
            depth += 1
        else:
            store(table, (line[i, KEY], line[i, KEY + 1]), reply)
            stored += 1
            depth -= 1
        answer = reply
    return depth, stored


def fits(root: Position) -> bool:
    """Return whether `CompiledSearch` can hold `root`."""
    return len(root) <= MOST_AVAILABLE


@searching
def begin(line: Words, squeeze: Words) -> None:
    """Complete the first row of the line of play, which has only the elements of a position."""
    position = elements_of(line, 0)
    put(line, 0, position, key_of(position, squeeze), U0)


@searching
def known_reply(line: Words, table: Words) -> Word:
    """Return the reply stored for the first row's position, UNKNOWN if there is none."""
    return reply_in(table, (line[0, KEY], line[0, KEY + 1]))


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
        line = np.zeros((MOST_AVAILABLE + 2, COLUMNS), np.uint64)
        pairs = np.zeros((MOST_AVAILABLE + 2, MOST_PAIRS, 2), np.uint64)
        batch = np.zeros((MOST_BATCH, 5), np.uint64)
        line[0, :OPEN] = _words(~(position.bits | 2))
        begin(line, self._squeeze)
        depth = 1 if known_reply(line, self._table) == UNKNOWN else 0
        while depth:
            full = int(MOST_LOAD * len(self._table))
            stop = min(self.positions + SLICE, full, self._limits.max_positions)
            depth, self.positions = search(
                line,
                pairs,
                depth,
                batch,
                self._table,
                self.positions,
                stop,
                self._squeeze,
                self._theorems,
            )
            if depth:
                self._limits.check(self.positions)
            if self.positions == full:
                self._grow()
        return bool(known_reply(line, self._table) == NO_REPLY)

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
