"""Sylver Coinage searched by compiled code: a position is its Kunz coordinates, packed into a word or two.

Let m be the root's least generator; it is an element of every position that the root leads to.  So each of
them is told by its *Kunz coordinates*: k_i, for i = 1 … m - 1, is the number of gaps congruent to i modulo m,
and n is a gap exactly if n // m < k_(n mod m) (E. Kunz, 1987; J. C. Rosales and P. A. García-Sánchez,
*Numerical Semigroups*, 2009).  Adding d = q·m + r to the elements lowers coordinates: k_i becomes at most
k_(i - r) + q or, if i < r, k_(i - r + m) + q + 1.  Choosing n adds 0, n, 2n or 3n, then 0, 4n, 8n or 12n …

In the table of outcomes each coordinate has the bits that the root's own needs, which is the largest; the
coordinate of 1, which is always a gap, is stored less 1.  The lowest bits are left for the reply: a winning
move, NO_REPLY in a P-position, or all ones when a theorem says no more than that there is one; 0 means that
the slot is empty.  If all that exceeds 64 bits, a slot is two words.  A root with at most 120 available
numbers always fits two, since k bits are enough for k gaps, and 8 for a reply.

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
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import psutil

from numbergame._intrinsics import compiled, leading_zeros, ones, prefetch
from numbergame.number_game import Position
from numbergame.sylver.search import LimitReached, Limits

# numba infers these types by itself, and knows more of them than a type checker can.
Word: TypeAlias = Any  # np.uint64
Words: TypeAlias = Any  # an array of np.uint64, of one to three dimensions
Coordinates: TypeAlias = Any  # an array of np.uint16, whose vectors have a minimum on every processor
Key: TypeAlias = tuple[Word, Word]

FIRST_SLOTS = 1 << 12
MAX_LOAD = 0.75
GROWTH = 1.25
"""So a position takes at most 1.25 / 0.75 = 1.67 slots."""
GROWTH_PARTS = 64
"""The table is moved in parts when it grows; one of them stands twice in memory."""

FIRST_BATCH, MAX_BATCH = 4, 16
"""Positions looked up together: few at first, as most positions are decided by their largest moves."""

MAX_PAIRS = 128
"""Pairs noted of a position.  More than 69 were never met; what has no room is not noted."""

MAX_LINE_WORDS = 1 << 27
"""The words of the line of play, a gigabyte, which only long lines of play fill."""

SLICE = 1 << 16
"""Positions searched between two looks at the clock and the keyboard."""

SYMMETRIC, PSEUDO_SYMMETRIC, TWO_THREE = 1, 2, 4
"""Flags of the theorems that may prune; `search` states and proves them."""
FLAGS = {"symmetric": SYMMETRIC, "pseudo-symmetric": PSEUDO_SYMMETRIC, "two-three": TWO_THREE}

U0, U1, U2, U4, U6, U32, U63 = (np.uint64(n) for n in (0, 1, 2, 4, 6, 32, 63))
LANES = 16
"""Coordinates, or zeros for want of more, that vector instructions take at once."""
MAX_COORDINATE = 2**16 - 1
UNKNOWN, NO_REPLY = U0, U1
MIX_0, MIX_1, MIX_2 = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93))

FROBENIUS, MOVE, PAIRS, KEY, FACTS = 0, 1, 2, 3, 5
"""Columns of `Line.facts`: Frobenius number (0 before the first look), the move that led to the position, the
number of pairs, the key of two words."""

searching = partial(compiled, _nrt=False, forceinline=True)
"""Compile for the search.  No references are counted, as nothing makes an array, which saves a quarter of the
time; and calls are inlined, as handing on a `Root` and a `Line` takes long, which saves more than a third."""


class Root(NamedTuple):
    """What stays the same in a search.

    modulus: m.  lanes: m - 1 rounded up to LANES.
    quotient, remainder: of each number by m; a quotient above F // m + 1, which lowers nothing, is that.
    shift, second: where k_(lane + 1) is in a key, and all ones if that is in the key's second word.
    offset: what is added to the sum of the shifted coordinates.
    some_reply: all ones in the bits of a reply.  wide: 1 if a slot is two words, 0 if one.  theorems: flags.
    """

    modulus: Word
    lanes: int
    quotient: Coordinates
    remainder: Words
    shift: Words
    second: Words
    offset: Words
    some_reply: Word
    wide: Word
    theorems: int


class Line(NamedTuple):
    """The line of play, one row a position, and places to work in.

    kunz: 1, then each coordinate plus 1; then 0, each coordinate and zeros.  So place m + i - r has what is
    added to q, whether or not r is larger than i.
    gaps, open: sets of numbers; 1 is a gap, and open are the available numbers that are not known to lose.
    facts: the columns named above.  pairs: the paired moves.
    batch: a row for each position looked up: the move, the key of two words, the slot.
    """

    kunz: Coordinates
    gaps: Words
    open: Words
    facts: Words
    pairs: Words
    batch: Words


# Kunz coordinates.  Loops over `lanes` have no branches, so that they become vector instructions.


@searching
def sources(root: Root, step: Word) -> tuple[Word, ...]:
    """Return where a row has k_(1 - r), and what is added to it, for a step, twice and thrice the step."""
    first, twice, thrice = root.modulus + U1, step + step, step + step + step
    return (
        first - root.remainder[step],
        root.quotient[step],
        first - root.remainder[twice],
        root.quotient[twice],
        first - root.remainder[thrice],
        root.quotient[thrice],
    )


@searching
def lowered(kunz: Coordinates, row: int, lane: Word, root: Root, sources: tuple[Word, ...]) -> Word:
    """Return a coordinate after no, one, two or three times a step was added to a row's elements."""
    a, more_a, b, more_b, c, more_c = sources
    coordinate = min(
        min(kunz[row, root.modulus + U1 + lane], np.uint16(kunz[row, a + lane] + more_a)),
        min(np.uint16(kunz[row, b + lane] + more_b), np.uint16(kunz[row, c + lane] + more_c)),
    )
    return np.uint64(coordinate)


@searching
def lower(kunz: Coordinates, row: int, target: int, step: Word, root: Root) -> None:
    """Make row `target` another row after no, one, two or three times `step` was added to its elements."""
    places = sources(root, step)
    for lane in range(root.lanes):
        coordinate = lowered(kunz, row, np.uint64(lane), root, places)
        kunz[target, root.modulus + U1 + np.uint64(lane)] = coordinate
    for residue in range(1, np.int64(root.modulus)):
        kunz[target, residue] = kunz[target, root.modulus + np.uint64(residue)] + U1


@searching
def lowered_key(kunz: Coordinates, row: int, step: Word, root: Root) -> Key:
    """Return the key of a row after no, one, two or three times `step` was added to its elements."""
    places = sources(root, step)
    key, second = root.offset[0], root.offset[1]
    if not root.wide:
        for lane in range(root.lanes):
            key += lowered(kunz, row, np.uint64(lane), root, places) << (root.shift[lane] & U63)
        return key, second
    for lane in range(root.lanes):
        field = lowered(kunz, row, np.uint64(lane), root, places) << (root.shift[lane] & U63)
        key += field & ~root.second[lane]
        second += field & root.second[lane]
    return key, second


@searching
def nearly_chosen(kunz: Coordinates, i: int, number: Word, frobenius: Word, root: Root) -> tuple[int, Word]:
    """Return a row and a step such that `lower` makes of that row row i after `number` is chosen.

    What the next two rows hold is lost.
    """
    row, step = i, number
    while U4 * step <= frobenius:
        target = i + 1 if row == i + 2 else i + 2
        lower(kunz, row, target, step, root)
        row, step = target, U4 * step
    return row, step


@searching
def key_after(kunz: Coordinates, i: int, number: Word, frobenius: Word, root: Root) -> Key:
    """Return the key of the position after `number` is chosen from row i; the next two rows are lost."""
    row, step = nearly_chosen(kunz, i, number, frobenius, root)
    return lowered_key(kunz, row, step, root)


@searching
def choose(kunz: Coordinates, i: int, number: Word, frobenius: Word, root: Root) -> None:
    """Make row i + 1 the coordinates after `number` is chosen from row i: the rule of the game."""
    row, step = nearly_chosen(kunz, i, number, frobenius, root)
    lower(kunz, row, i + 1, step, root)


# Sets of numbers


@searching
def highest(word: Word) -> Word:
    """Return the place of the highest one in a word that is not 0."""
    return U63 - leading_zeros(word)


@searching
def contains(numbers: Words, i: int, number: Word) -> Any:
    """Return whether a number is in the set of row i."""
    return numbers[i, number >> U6] >> (number & U63) & U1 == U1


@searching
def remove(numbers: Words, i: int, number: Word) -> None:
    """Take a number out of the set of row i."""
    numbers[i, number >> U6] &= ~(U1 << (number & U63))


# The table of outcomes


@searching
def first_slot(table: Words, key: Key, root: Root) -> Any:
    """Return the slot where the search for `key` begins.

    A key's place among all keys is about the same in tables of any length; `_grow` needs that.
    """
    mixed = key[0] * MIX_0 ^ (key[1] + MIX_1) * MIX_1
    mixed = (mixed ^ mixed >> U32) * MIX_2
    return (mixed >> U32) * (np.uint64(len(table)) >> root.wide) >> U32


@searching
def slot_of(table: Words, key: Key, slot: Word, root: Root) -> Any:
    """Return the place of the slot that holds `key` or is the empty one where it belongs, from `slot` on."""
    place = slot << root.wide
    while table[place] and (
        (table[place] ^ key[0]) > root.some_reply or (root.wide and table[place + U1] != key[1])
    ):
        place += U1 + root.wide
        if place == np.uint64(len(table)):
            place = U0
    return place


@searching
def reply_at(table: Words, place: Word, root: Root) -> Word:
    """Return the reply in a slot, UNKNOWN if it is empty."""
    return table[place] & root.some_reply


@searching
def reply_in(table: Words, key: Key, root: Root) -> Word:
    """Return the reply stored for `key`, UNKNOWN if there is none."""
    return reply_at(table, slot_of(table, key, first_slot(table, key, root), root), root)


@searching
def store(table: Words, key: Key, reply: Word, root: Root) -> None:
    """Write a position and its reply into the table."""
    place = slot_of(table, key, first_slot(table, key, root), root)
    table[place] = key[0] | reply
    if root.wide:
        table[place + U1] = key[1]


@searching
def store_all(table: Words, slots: Words, root: Root) -> None:
    """Store the positions of other slots in the table."""
    for place in range(U0, np.uint64(len(slots)), U1 + root.wide):
        if slots[place]:
            reply = slots[place] & root.some_reply
            second = slots[place + U1] if root.wide else U0
            store(table, (slots[place] ^ reply, second), reply, root)


# The search


@searching
def put(line: Line, i: int, key: Key, move: Word, root: Root) -> None:
    """Complete a row of the line of play, which has its coordinates: `move` led there; not yet looked at."""
    line.facts[i, FROBENIUS] = U0
    line.facts[i, MOVE] = move
    line.facts[i, PAIRS] = U0
    line.facts[i, KEY], line.facts[i, KEY + 1] = key
    for word in range(line.gaps.shape[1]):
        line.gaps[i, word] = line.gaps[i - 1, word]
    for residue in range(U1, root.modulus):
        height = np.uint64(line.kunz[i - 1, root.modulus + residue])
        while height > line.kunz[i, root.modulus + residue]:
            height -= U1
            remove(line.gaps, i, height * root.modulus + residue)


@searching
def forbids(line: Line, i: int, move: Word, other: Word) -> Any:
    """Return whether a move forbids another: taking it away again and again leads to an element."""
    while other >= move:
        other -= move
        if not contains(line.gaps, i, other):
            return True
    return False


@searching
def pair(line: Line, i: int, move: Word, other: Word) -> None:
    """Strike two paired moves, which lose, and note the pair if there is room: only then it is inherited."""
    remove(line.open, i, move)
    remove(line.open, i, other)
    count = line.facts[i, PAIRS]
    if count < np.uint64(line.pairs.shape[1]):
        line.pairs[i, count, 0], line.pairs[i, count, 1] = move, other
        line.facts[i, PAIRS] = count + U1


@searching
def is_sum(line: Line, i: int, number: Word, total: Word) -> Any:
    """Return whether a total is a number and an element; without a branch, as no guess would serve."""
    above = np.uint64(total > number)
    rest = (total - number) * above
    return (line.gaps[i, rest >> U6] >> (rest & U63) & U1 ^ U1) & above


@searching
def inherit(line: Line, i: int) -> None:
    """Pair what is paired one row before, where the module's docstring says that it stays so."""
    z = line.facts[i, MOVE]
    for k in range(line.facts[i - 1, PAIRS]):
        x, y = line.pairs[i - 1, k, 0], line.pairs[i - 1, k, 1]
        if is_sum(line, i - 1, x, z) | is_sum(line, i - 1, y, z):
            pair(line, i, x, y)


@searching
def learned(line: Line, i: int, move: Word, reply: Word, root: Root) -> Word:
    """Return the reply to a position if the reply to one of its moves tells it, else UNKNOWN."""
    if reply == NO_REPLY:
        return move
    if reply == root.some_reply:
        remove(line.open, i, move)
    elif forbids(line, i, reply, move):
        return reply
    else:
        pair(line, i, move, reply)
    return UNKNOWN


@searching
def fill(line: Line, now: int, size: int, below: Word, table: Words, root: Root) -> int:
    """Put at most `size` open moves below a number, largest first, into the batch, and return how many.

    Memory is slow, but can bring all their slots while the next keys are made.
    """
    count = 0
    frobenius = line.facts[now, FROBENIUS]
    for word in range(np.int64(below - U1 >> U6), -1, -1):
        numbers = line.open[now, word]
        if word == np.int64(below >> U6):
            numbers &= (U1 << (below & U63)) - U1
        while numbers and count < size:
            place = highest(numbers)
            numbers ^= U1 << place
            move = np.uint64(64 * word) + place
            key = key_after(line.kunz, now, move, frobenius, root)
            line.batch[count, 0] = move
            line.batch[count, 1], line.batch[count, 2] = key
            slot = first_slot(table, key, root)
            prefetch(table, slot << root.wide)
            line.batch[count, 3] = slot
            count += 1
    return count


@searching
def is_proved(line: Line, i: int, theorems: int) -> Any:
    """Return whether a theorem says that a position is N.

    Its row learns the Frobenius number and which moves are open.
    """
    frobenius, genus = U0, U0
    for word in range(line.gaps.shape[1]):
        gaps = line.gaps[i, word]
        line.open[i, word] = gaps
        if gaps:
            frobenius = np.uint64(64 * word) + highest(gaps)
            genus += ones(gaps)
    remove(line.open, i, U1)
    line.facts[i, FROBENIUS] = frobenius
    if theorems & SYMMETRIC and genus + genus == frobenius + U1 and genus > U1:
        return True
    if theorems & PSEUDO_SYMMETRIC and genus + genus == frobenius + U2:
        return True
    return theorems & TWO_THREE and (line.gaps[i, 0] >> U2 ^ line.gaps[i, 0] >> np.uint64(3)) & U1


@searching
def first_look(line: Line, i: int, table: Words, root: Root) -> Word:
    """Return the reply to a position if the table tells it, else UNKNOWN."""
    size, below = FIRST_BATCH, line.facts[i, FROBENIUS] + U1
    while True:
        count = fill(line, i, size, below, table, root)
        if not count:
            return UNKNOWN
        for j in range(count):
            move = line.batch[j, 0]
            if contains(line.open, i, move):
                key = line.batch[j, 1], line.batch[j, 2]
                known = reply_at(table, slot_of(table, key, line.batch[j, 3], root), root)
                if known != UNKNOWN:
                    reply = learned(line, i, move, known, root)
                    if reply != UNKNOWN:
                        return reply
        if size == FIRST_BATCH and i > 1:
            inherit(line, i)
        size, below = MAX_BATCH, line.batch[count - 1, 0]


@searching
def next_look(line: Line, i: int, table: Words, root: Root) -> Word:
    """Return the reply to a position, UNKNOWN once an open move leads to an unknown one: the next row."""
    for word in range(line.open.shape[1] - 1, -1, -1):
        while line.open[i, word]:
            move = np.uint64(64 * word) + highest(line.open[i, word])
            key = key_after(line.kunz, i, move, line.facts[i, FROBENIUS], root)
            known = reply_in(table, key, root)
            if known == UNKNOWN:
                choose(line.kunz, i, move, line.facts[i, FROBENIUS], root)
                put(line, i + 1, key, move, root)
                return UNKNOWN
            reply = learned(line, i, move, known, root)
            if reply != UNKNOWN:
                return reply
    return NO_REPLY


@searching
def search(line: Line, depth: int, table: Words, stored: int, stop: int, root: Root) -> tuple[int, int]:
    """Search until the line of play, whose last row is `depth`, is empty or `stop` positions are stored.

    Return the depth and the number of positions stored by then.
    """
    answer = UNKNOWN  # the reply to the position last stored, which the last row's open move leads to
    while depth and stored < stop:
        i = depth
        reply = UNKNOWN
        if answer != UNKNOWN:
            reply = learned(line, i, line.facts[i + 1, MOVE], answer, root)
        elif not line.facts[i, FROBENIUS]:
            proved = is_proved(line, i, root.theorems)
            reply = root.some_reply if proved else first_look(line, i, table, root)
        if reply == UNKNOWN:
            reply = next_look(line, i, table, root)
        if reply == UNKNOWN:
            depth += 1
        else:
            store(table, (line.facts[i, KEY], line.facts[i, KEY + 1]), reply, root)
            stored += 1
            depth -= 1
        answer = reply
    return depth, stored


class CompiledSearch:
    """`PlainSearch` compiled, for a root that `fits`.

    `positions` counts the positions whose outcome is known, `nbytes` is the most memory that the
    table has taken.
    """

    def __init__(self, root: Position, theorems: Collection[str], limits: Limits) -> None:
        self.positions = 0
        self._limits = limits
        self._root = _root(root, sum(FLAGS[name] for name in theorems))
        self._line = _line(root, self._root)
        slots = FIRST_SLOTS << int(self._root.wide)
        self._room = _reserved(slots)
        self._table = self._room[:slots]
        self.nbytes = self._table.nbytes

    def is_p_position(self, position: Position) -> bool:
        """Return whether the player to move from `position` loses; LimitReached if a limit is in the way."""
        key = self._begin(position)
        depth = 1 if reply_in(self._table, key, self._root) == UNKNOWN else 0
        while depth:
            full = int(MAX_LOAD * len(self._table)) // (1 + int(self._root.wide))
            stop = min(self.positions + SLICE, full, self._limits.max_positions)
            depth, self.positions = search(self._line, depth, self._table, self.positions, stop, self._root)
            if depth:
                self._limits.check(self)
            if self.positions == full:
                self._grow()
        return bool(reply_in(self._table, key, self._root) == NO_REPLY)

    def _begin(self, position: Position) -> Any:
        """Make the first row of the line of play a position, and return its key."""
        line, modulus = self._line, int(self._root.modulus)
        coordinates = np.array(position.kunz_coordinates_modulo(modulus), np.uint16)
        line.kunz[1, 1:modulus] = coordinates + U1
        line.kunz[1, modulus + 1 : 2 * modulus] = coordinates
        line.gaps[1] = np.frombuffer((position.bits | 2).to_bytes(line.gaps[1].nbytes, "little"), np.uint64)
        line.facts[1] = 0
        line.facts[1, KEY:] = lowered_key(
            line.kunz, 1, self._root.modulus, self._root
        )  # an element: no change
        return line.facts[1, KEY], line.facts[1, KEY + 1]

    def _grow(self) -> None:
        """Make the table longer in place, and move its positions up to where they belong now, the last first.

        A part begins at an empty slot, so that all its positions belong behind it, where every other position
        has been moved already.  The positions before the first empty slot may belong to the end.
        """
        width = 1 + int(self._root.wide)
        end = len(self._table) // width
        part = end // GROWTH_PARTS
        self._lengthen(int(GROWTH * end) * width)
        slots = self._table.reshape(-1, width)
        first = int(np.argmin(slots[:end, 0] != 0))
        before = self._taken(slots[:first])
        while end > first:
            start = max(end - part, first)
            while slots[start, 0]:
                start -= 1
            store_all(self._table, self._taken(slots[start:end]), self._root)
            end = start
        store_all(self._table, before, self._root)

    def _lengthen(self, words: int) -> None:
        """Make the table longer where it is; LimitReached if there is no memory for it."""
        more = 8 * (words - len(self._table))
        if words > len(self._room) or more > psutil.virtual_memory().available:
            raise LimitReached(f"not solved with the memory here, after {self.positions:,} positions")
        self._table = self._room[:words]

    def _taken(self, slots: Words) -> Words:
        """Take the positions out of some slots and return them."""
        positions = slots.ravel().copy()
        slots[:] = 0
        self.nbytes = max(self.nbytes, self._table.nbytes + positions.nbytes)
        return positions


def _reserved(least: int) -> Words:
    """Return at least so many zeros, and as many as there is memory for.

    The system gives memory to a part of them when it is first written, and does it in large pages, whose
    addresses are found quickly; an array that is made longer later has small ones.
    """
    words = max(psutil.virtual_memory().available // 8, least)
    while True:
        try:
            return np.zeros(words, np.uint64)
        except MemoryError:  # this process may take less
            words //= 2


def fits(root: Position) -> bool:
    """Return whether `CompiledSearch` can hold `root`."""
    words = (len(root) + 4) * (root.multiplicity + root.frobenius_number // 32 + 2 * MAX_PAIRS)
    largest = 2 * (root.frobenius_number // root.multiplicity + 1) + 1  # what `lowered` adds up
    return words <= MAX_LINE_WORDS and largest <= MAX_COORDINATE and bool(_places(root))


def _places(root: Position) -> list[tuple[int, int]]:
    """Return for each coordinate its word of the key and its lowest bit there; [] if there is no room.

    The widest are placed first, so that what is left at the end of the first word is filled by narrow ones.
    """
    coordinates = root.kunz_coordinates
    widths = [(largest - (i == 0)).bit_length() for i, largest in enumerate(coordinates)]
    places, ends = [(0, 0)] * len(widths), [_reply_bits(root), 0]
    for i in sorted(range(len(widths)), key=lambda i: -widths[i]):
        if widths[i]:  # else nothing is stored, and any place in a word will do
            word = 0 if ends[0] + widths[i] <= 64 else 1
            places[i] = word, ends[word]
            ends[word] += widths[i]
    return places if ends[1] <= 64 else []


def _reply_bits(root: Position) -> int:
    """Return the bits of a reply: enough for every move and, above those, SOME_REPLY."""
    return (root.frobenius_number + 1).bit_length()


def _root(position: Position, theorems: int) -> Root:
    """Return what stays the same in the search of a position."""
    modulus, places = position.multiplicity, _places(position)
    lanes = -(-(modulus - 1) // LANES) * LANES
    shift, second = np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64)
    offset = np.zeros(2, np.uint64)
    shift[: modulus - 1] = [place for _, place in places]
    second[: modulus - 1] = [2**64 - 1 if word else 0 for word, _ in places]
    offset[places[0][0]] = 2**64 - (1 << places[0][1])
    numbers = np.arange(3 * position.frobenius_number + 4, dtype=np.uint64)
    quotient, remainder = np.divmod(numbers, np.uint64(modulus))
    quotient = np.minimum(quotient, position.frobenius_number // modulus + 1).astype(np.uint16)
    some_reply = np.uint64((1 << _reply_bits(position)) - 1)
    wide = np.uint64(max(word for word, _ in places))
    return Root(
        np.uint64(modulus), lanes, quotient, remainder, shift, second, offset, some_reply, wide, theorems
    )


def _line(position: Position, root: Root) -> Line:
    """Return room for the longest line of play from a position."""
    rows, words = len(position) + 4, position.frobenius_number // 64 + 1
    line = Line(
        kunz=np.zeros((rows, int(root.modulus) + root.lanes + 1), np.uint16),
        gaps=np.zeros((rows, words), np.uint64),
        open=np.zeros((rows, words), np.uint64),
        facts=np.zeros((rows, FACTS), np.uint64),
        pairs=np.zeros((rows, MAX_PAIRS, 2), np.uint64),
        batch=np.zeros((MAX_BATCH, 4), np.uint64),
    )
    line.kunz[:, 0] = 1
    return line
