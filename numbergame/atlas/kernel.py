"""The compiled part of the atlas: 64 positions in one machine word.

The board 2..limit is split at h = limit // 2.  The forbidden numbers up to h form a set L that is
closed under addition within 2..h; the positions with this L are a *block*.  The numbers above h that are
no sum of members of L are the block's *free* numbers.  A position is L with a set U of free numbers
that contains u + l, if that is free, for all u in U and l in L; two numbers above h have a sum above
the limit.  The *place* of a free number is its rank from the largest, place 0, downwards, so that U is an
integer below 2^(free numbers), the *slot* of the position: a direct index, no hashing.

* An upper move, to a free number x, stays in the block: the slot u becomes u | c(x), where c(x) is the
  slot of the free numbers among x and x + l.
* A lower move, to y ≤ h, leads to the block of the closure of L ∪ {y}; what is free there is free here.
  Adding multiples of y distributes over union, so the new slot is the union of d(x) over x in U, where
  d(x) is the slot, in the new block, of its free numbers among x, x + y, x + 2y, …

Bit j of word w of a block is slot 64w + j: j is the part of the slot on the six lowest places, those of
the six largest free numbers.  What they bring along is larger still and free before and after the move,
so it is among the six lowest places of either block.  A move therefore takes the 64 positions of one
word to positions of *one* other word, and their outcomes are found together: one load, then a few
shifts and masks that move each bit to where it belongs.

The words of a block go in *chunks* of at most 2^CHUNK_PLACES.  Of the moves of a chunk all but some upper
ones lead to other chunks, finished before, so each is a few passes over the chunk without a branch.

The blocks stand in lexicographic order of L: of two blocks the later one has the least number that only one
of them has.  A lower move to y adds y and larger numbers, an upper move adds places.  So every move leads to
a higher *address*, an address being a word's number in the table of all words.

The table is a row of *pieces*: a block of more words than a piece is cut by its highest places, smaller
blocks are put together.  The moves of a chunk to one number read words of one piece: what the places
of the chunk become is among the places of a chunk there, and the places above are the same for all words.

Sets of numbers are uint64.  Of numbers up to h, bit k is number k; of numbers above h, bit i is number
limit - i, so that adding l shifts right by l and what exceeds the limit drops out.  All that meets in an
expression is uint64, for Numba makes a float of uint64 + int64.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numbergame._intrinsics import compiled, leading_zeros, ones

Words = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]

WORD_PLACES = 6
CHUNK_PLACES = 9
"""A chunk has at most 2^9 words, so that its buffers stay in the nearest cache."""
PASS = 16
"""Passes run over a multiple of 16 words, which leaves no rest behind vector instructions."""

_U = np.uint64
NONE, ONE, ALL = _U(0), _U(1), _U(2**64 - 1)
LOW = _U(63)
"""The six lowest places of a slot."""
WITH = np.array([sum(1 << slot for slot in range(64) if slot >> place & 1) for place in range(6)], _U)
"""WITH[b] is the slots of a word that have place b."""
ABOVE = np.array([sum(1 << slot for slot in range(64) if slot & low == low) for low in range(64)], _U)
"""ABOVE[e] is the slots of a word that have all places of e."""
LACKING_FIRST = np.array([int(ABOVE[(1 << place) - 1]) & ~int(WITH[place]) for place in range(6)], _U)
"""LACKING_FIRST[b] is the slots of a word that have all places below b, and not b."""


class Blocks(NamedTuple):
    """The blocks of a board, in lexicographic order of L.

    lower: L.  free: the free numbers.  offset: the number of words before the block, and of all at last.
    """

    lower: Words
    free: Words
    offset: Words


class Pieces(NamedTuple):
    """The pieces of a table that are unpacked.

    start: the address of each piece's first word, and the number of all words at last.
    row: in which row of `words` each piece is.
    words: a piece a row.
    """

    start: Words
    row: Integers
    words: Words


class NimPieces(NamedTuple):
    """The same for nim-values: 64 bytes in place of a word."""

    start: Words
    row: Integers
    values: Bytes


class Layout(NamedTuple):
    """The tables for the passes over one block; a row is a lower move, a column a place.

    offset: of the block's words.  nothing_free: the Frobenius number when all free numbers are forbidden.
    low, chunk: how many places there are in a word and in a chunk; the rest is above.
    number: the free numbers.  child: c of each.  chunk_child: the union of c for each set of chunk places.
    valid: the slots of a word that contain c of each of their low places.
    losing_to: for each slot of a word, that slot and those with an upper move to it inside the word.
    target: the offset of the block that a lower move leads to.
    image: d of each move and number.  chunk_image: the union of d for each set of chunk places.
    kept: where each low place is in the other block, 6 if its number is not free there.
    kept_there: the places that `kept` has in the other block, as a set.
    added: the low places that each low place brings along.
    """

    offset: np.uint64
    nothing_free: int
    low: int
    chunk: int
    number: Integers
    child: Words
    chunk_child: Words
    valid: np.uint64
    losing_to: Words
    target: Words
    image: Words
    chunk_image: Words
    kept: Words
    kept_there: Words
    added: Words


class Chunk(NamedTuple):
    """A chunk at work; the arrays have an entry for each of its words, descending, and a few more.

    high: the part of its slots above the chunk.  start: the address of its first word.
    word_count: how many words have a position.
    words: the words, counted from the chunk's start.  valid: their slots that are positions.
    won: those found to have a move to a P-position.  outcomes, slots, spare: for one move.
    """

    high: np.uint64
    start: np.uint64
    word_count: int
    words: Words
    valid: Words
    won: Words
    outcomes: Words
    slots: Words
    spare: Words


# Sets


@compiled
def bit(place: int) -> np.uint64:
    """Return the set of one place."""
    return ONE << _U(place)


@compiled
def has(places: np.uint64, place: int) -> bool:
    """Return whether a set has a place."""
    return bool(places >> _U(place) & ONE)


@compiled
def union_of(parts: Words, members: np.uint64) -> np.uint64:
    """Return the union of parts[i] over the members i of a set."""
    union = NONE
    for place in range(len(parts)):
        if has(members, place):
            union |= parts[place]
    return union


@compiled
def fill_unions(unions: Words, parts: Words) -> None:
    """Set unions[s] to the union of parts[i] over the members i of s, for each set s."""
    unions[0] = NONE
    for place in range(len(parts)):
        size = 1 << place
        for rest in range(size):
            unions[size + rest] = unions[rest] | parts[place]


@compiled
def slot_of(numbers: np.uint64, free: np.uint64) -> np.uint64:
    """Return the slot of the free numbers in a set of numbers above h."""
    slot = NONE
    rest = numbers & free
    while rest:
        lowest = rest & (~rest + ONE)
        slot |= ONE << ones(free & (lowest - ONE))
        rest ^= lowest
    return slot


# Blocks


def closed_sets(h: int) -> Words:
    """Return all subsets of 2..h that are closed under addition within 2..h, in lexicographic order."""
    up_to_h = _U((2 << h) - 1)
    found = np.zeros(1, _U)
    for number in range(h, 1, -1):
        more = found | _U(1 << number)
        sums = more << _U(number) & up_to_h
        found = np.concatenate([found, more[sums & ~more == 0]])
    return found


@compiled
def free_numbers(lower: Words, limit: int) -> Words:
    """Return for each L the numbers of the board above h that are no sum of members."""
    h = limit // 2
    free = np.empty_like(lower)
    for block in range(len(lower)):
        sums = NONE
        for number in range(max(h + 1, 2), limit + 1):
            for member in range(2, h + 1):
                rest = number - member
                if has(lower[block], member) and (
                    has(lower[block], rest) if rest <= h else has(sums, limit - rest)
                ):
                    sums |= bit(limit - number)
                    break
        free[block] = ~sums & (bit(limit - max(h, 1)) - ONE)
    return free


@compiled
def closure(lower: np.uint64, number: int, h: int) -> np.uint64:
    """Return L with `number` and all sums up to h that it adds.

    Adding 0 or 1, then 0 or 2, then 0 or 4 … times `number` adds every multiple.
    """
    closed = lower | ONE
    step = number
    while step <= h:
        closed |= closed << _U(step)
        step *= 2
    return closed & (bit(h + 1) - _U(2))


@compiled
def block_of(lower: Words, wanted: np.uint64) -> int:
    """Return the index of an L in lexicographic order."""
    low, high = 0, len(lower)
    while high - low > 1:
        middle = (low + high) // 2
        differing = lower[middle] ^ wanted
        if wanted & differing & (~differing + ONE) or not differing:
            low = middle
        else:
            high = middle
    return low


@compiled
def place_of(start: Words, address: np.uint64) -> int:
    """Return the index of the part of the table that has an address, the parts given by their starts."""
    low, high = 0, len(start)
    while high - low > 1:
        middle = (low + high) // 2
        if start[middle] <= address:
            low = middle
        else:
            high = middle
    return low


# The tables for a block


@compiled
def lay_out(blocks: Blocks, limit: int, block: int) -> Layout:
    """Return the tables for a block."""
    h = limit // 2
    lower, free = blocks.lower[block], blocks.free[block]
    number, child = upper_moves(lower, free, limit)
    target, image = lower_moves(blocks, limit, block, number)
    low = min(len(number), WORD_PLACES)
    chunk = min(len(number) - low, CHUNK_PLACES)
    above = low + chunk

    chunk_child = np.empty(1 << chunk, np.uint64)
    fill_unions(chunk_child, child[low:above])
    chunk_image = np.empty((len(target), 1 << chunk), np.uint64)
    for row in range(len(target)):
        fill_unions(chunk_image[row], image[row, low:above])

    valid = ALL if low == WORD_PLACES else bit(1 << low) - ONE
    losing_to = np.empty(64, np.uint64)
    for slot in range(64):
        losing_to[slot] = bit(slot)
    for place in range(low):
        valid &= ABOVE[child[place]] | ~WITH[place]
        for slot in range(1 << low):
            if not has(_U(slot), place):
                losing_to[_U(slot) | child[place]] |= bit(slot)

    kept, kept_there, added = low_moves(image[:, :low])
    nothing_free = 1
    for candidate in range(2, h + 1):
        if not has(lower, candidate):
            nothing_free = candidate
    return Layout(
        blocks.offset[block], nothing_free, low, chunk, number, child, chunk_child, valid, losing_to,
        target, image, chunk_image, kept, kept_there, added,
    )  # fmt: skip


@compiled
def upper_moves(lower: np.uint64, free: np.uint64, limit: int) -> tuple[Integers, Words]:
    """Return the free numbers by place, and c of each."""
    number = np.empty(int(ones(free)), np.int64)
    child = np.empty(len(number), np.uint64)
    elements = lower | ONE
    place = 0
    for shift in range(limit - limit // 2):
        if has(free, shift):
            sums = NONE
            for element in range(shift + 1):
                if has(elements, element):
                    sums |= bit(shift - element)
            number[place], child[place] = limit - shift, slot_of(sums, free)
            place += 1
    return number, child


@compiled
def lower_moves(blocks: Blocks, limit: int, block: int, number: Integers) -> tuple[Words, Words]:
    """Return the offset of the block that each lower move leads to, and d of each move and number."""
    h = limit // 2
    lower = blocks.lower[block]
    target = np.empty(h, np.uint64)
    image = np.empty((h, len(number)), np.uint64)
    row = 0
    for move in range(2, h + 1):
        if not has(lower, move):
            other = block_of(blocks.lower, closure(lower, move, h))
            target[row] = blocks.offset[other]
            for place in range(len(number)):
                shift = limit - number[place]
                image[row, place] = NONE
                # When one of x, x + y, … is a sum in the other block, so are all after it.
                while shift >= 0 and has(blocks.free[other], shift):
                    image[row, place] |= ONE << ones(blocks.free[other] & (bit(shift) - ONE))
                    shift -= move
            row += 1
    return target[:row], image[:row]


@compiled
def low_moves(image: Words) -> tuple[Words, Words, Words]:
    """Return `kept`, `kept_there` and `added` of a layout from d of the low places."""
    rows, low = image.shape
    kept = np.full((rows, low), _U(WORD_PLACES))
    kept_there = np.zeros(rows, np.uint64)
    added = np.zeros((rows, low), np.uint64)
    for row in range(rows):
        for place in range(low):
            if image[row, place] != NONE:
                # The least number that d(x) has is x.
                kept[row, place] = LOW - leading_zeros(image[row, place])
                kept_there[row] |= ONE << kept[row, place]
                for other in range(place):
                    if kept[row, other] < _U(WORD_PLACES) and image[row, place] >> kept[row, other] & ONE:
                        added[row, place] |= bit(other)
    return kept, kept_there, added


# Passes over the outcomes of many words


@compiled
def add_place(outcomes: Words, place: int) -> None:
    """Let each slot take the outcome of the slot that has `place` besides."""
    shift, without = bit(place), ~WITH[place]
    for i in range(len(outcomes)):
        outcomes[i] ^= (outcomes[i] ^ (outcomes[i] >> shift)) & without


@compiled
def add_place_where(outcomes: Words, slots: Words, place: int) -> None:
    """Do what `add_place` does in the words whose `slots` has the place."""
    shift, without = bit(place), ~WITH[place]
    for i in range(len(outcomes)):
        wanted = NONE - (slots[i] >> _U(place) & ONE)
        outcomes[i] ^= (outcomes[i] ^ (outcomes[i] >> shift)) & without & wanted


@compiled
def add_places_to(outcomes: Words, spare: Words, place: int, added: np.uint64) -> None:
    """Let each slot with `place` take the outcome of the slot that has the `added` places besides."""
    for i in range(len(outcomes)):  # spare[:] = outcomes takes four seconds to compile
        spare[i] = outcomes[i]
    for other in range(WORD_PLACES):
        if has(added, other):
            add_place(spare, other)
    for i in range(len(outcomes)):
        outcomes[i] ^= (outcomes[i] ^ spare[i]) & WITH[place]


@compiled
def bring_home(outcomes: Words, kept: Words) -> None:
    """Move the places of another block to those of this one.

    A low place that is not kept makes no difference: the slots with it repeat those without it.
    Only slots whose places are all in `kept` may have an outcome.
    """
    for place in range(len(kept) - 1, -1, -1):
        if kept[place] < _U(place):
            there = WITH[kept[place]]
            shift = bit(place) - (ONE << kept[place])
            for i in range(len(outcomes)):
                moved = outcomes[i] & there
                outcomes[i] = (outcomes[i] ^ moved) | (moved << shift)
    for place in range(len(kept)):
        if kept[place] == _U(WORD_PLACES):
            shift = bit(place)
            for i in range(len(outcomes)):
                outcomes[i] |= outcomes[i] << shift


# Outcomes


@compiled
def solve_piece(
    blocks: Blocks, limit: int, pieces: Pieces, piece: int, counts: Integers, stop: Bytes
) -> None:
    """Set the words of a piece, the last first, and count its positions; return when `stop` is set.

    All words of the piece are 0, and the pieces that it reads are solved and unpacked.
    counts: positions and P-positions, a row each, by Frobenius number.
    """
    buffers = np.empty((6, PASS + (1 << CHUNK_PLACES)), np.uint64)
    start, end = pieces.start[piece], pieces.start[piece + 1]
    while end > start:
        block = place_of(blocks.offset, end - ONE)
        layout = lay_out(blocks, limit, block)
        first = max(start, layout.offset)
        while end > first:
            if stop[0]:
                return
            end -= ONE << _U(layout.chunk)
            solve_chunk(layout, (end - layout.offset) >> _U(layout.chunk), pieces, counts, buffers)


@compiled
def words_from(pieces: Pieces, address: np.uint64) -> Words:
    """Return the words of a piece from an address on."""
    piece = place_of(pieces.start, address)
    return pieces.words[pieces.row[piece], address - pieces.start[piece] :]


@compiled
def solve_chunk(layout: Layout, high: np.uint64, pieces: Pieces, counts: Integers, buffers: Words) -> None:
    """Set the words of a chunk and count its positions."""
    above = layout.low + layout.chunk
    chunk = begin(layout, high, buffers)
    if chunk.word_count == 0:
        return
    for place in range(above, len(layout.number)):
        if not has(high, place - above):
            try_upper_move(layout, place, chunk, pieces)
    for row in range(len(layout.target)):
        try_lower_move(layout, row, chunk, pieces)
    decide(layout, chunk, words_from(pieces, chunk.start))
    count_positions(layout, chunk, chunk.valid, counts[0])
    count_positions(layout, chunk, chunk.outcomes, counts[1])


@compiled
def begin(layout: Layout, high: np.uint64, buffers: Words) -> Chunk:
    """Return the chunk with its words that have a position, none of them won so far."""
    low, above = layout.low, layout.low + layout.chunk
    brought = union_of(layout.child[above:], high)
    closed = (brought >> _U(above)) & ~high == NONE
    words, valid = buffers[0], buffers[1]
    count = 0
    for word in range((1 << layout.chunk) - 1 if closed else -1, -1, -1):
        needed = brought | layout.chunk_child[word]
        if needed >> _U(low) & (bit(layout.chunk) - ONE) & ~_U(word) == NONE:
            words[count] = word
            valid[count] = layout.valid & ABOVE[needed & LOW]
            count += 1
    size = (count + PASS - 1) // PASS * PASS
    words[count:size] = NONE
    valid[count:size] = NONE
    buffers[2, :size] = NONE
    return Chunk(
        high, layout.offset + (high << _U(layout.chunk)), count, words[:size], valid[:size],
        buffers[2, :size], buffers[3, :size], buffers[4, :size], buffers[5, :size],
    )  # fmt: skip


@compiled
def try_upper_move(layout: Layout, place: int, chunk: Chunk, pieces: Pieces) -> None:
    """Mark as won the positions from which the free number of a place above the chunk wins."""
    words, won, outcomes = chunk.words, chunk.won, chunk.outcomes
    child = layout.child[place]
    in_chunk = (ONE << _U(layout.chunk)) - ONE
    part = (chunk.high << _U(layout.chunk)) | (child >> _U(WORD_PLACES))
    there = words_from(pieces, layout.offset + (part & ~in_chunk))
    for i in range(len(words)):
        outcomes[i] = there[words[i] | (part & in_chunk)]
    for other in range(WORD_PLACES):
        if has(child, other):
            add_place(outcomes, other)
    for i in range(len(words)):
        won[i] |= outcomes[i]


@compiled
def try_lower_move(layout: Layout, row: int, chunk: Chunk, pieces: Pieces) -> None:
    """Mark as won the positions from which a lower move wins."""
    words, won, outcomes, slots = chunk.words, chunk.won, chunk.outcomes, chunk.slots
    low, above = layout.low, layout.low + layout.chunk
    image, chunk_image = layout.image[row], layout.chunk_image[row]
    kept_there = layout.kept_there[row]
    from_high = union_of(image[above:], chunk.high)
    below = (ONE << _U(above)) - ONE
    there = words_from(pieces, layout.target[row] + ((from_high & ~below) >> _U(WORD_PLACES)))
    from_chunk = chunk_image[len(chunk_image) - 1]

    # The low places of the other block that no low place here becomes are the same in all 64 slots.
    fixed = LOW & ~kept_there
    others_absent = ALL
    for place in range(WORD_PLACES):
        if has(fixed, place):
            others_absent &= ~WITH[place]
    for i in range(len(words)):
        slots[i] = (from_high & below) | chunk_image[words[i]]
        outcomes[i] = (there[slots[i] >> _U(WORD_PLACES)] >> (slots[i] & fixed)) & others_absent
    for place in range(WORD_PLACES):
        if has(kept_there & from_high, place):
            add_place(outcomes, place)
        elif has(kept_there & from_chunk, place):
            add_place_where(outcomes, slots, place)
    bring_home(outcomes, layout.kept[row])
    for place in range(low):
        if layout.added[row, place]:
            add_places_to(outcomes, chunk.spare, place, layout.added[row, place])
    for i in range(len(words)):
        won[i] |= outcomes[i]


@compiled
def decide(layout: Layout, chunk: Chunk, here: Words) -> None:
    """Try the moves that stay in the chunk, and set the outcomes in the chunk and in the table.

    here: the words of the table from the chunk's first.
    """
    for i in range(chunk.word_count):
        word = chunk.words[i]
        undecided = chunk.valid[i] & ~chunk.won[i]
        for place in range(layout.low, layout.low + layout.chunk):
            if not has(word, place - layout.low):
                child = layout.child[place]
                outcomes = here[word | (child >> _U(WORD_PLACES))]
                if child & LOW:
                    for other in range(WORD_PLACES):
                        if has(child, other):
                            outcomes ^= (outcomes ^ (outcomes >> bit(other))) & ~WITH[other]
                undecided &= ~outcomes
        lost = NONE
        while undecided:
            # A move adds places: the highest slot has no move to another undecided one.
            slot = LOW - leading_zeros(undecided)
            lost |= ONE << slot
            undecided &= ~layout.losing_to[slot]
        chunk.outcomes[i] = lost
        here[word] = lost


@compiled
def count_positions(layout: Layout, chunk: Chunk, slots: Words, counts: Integers) -> None:
    """Add the numbers of the given slots to `counts`, by the largest free number they lack."""
    for place in range(layout.low):
        total = NONE
        for i in range(chunk.word_count):
            total += ones(slots[i] & LACKING_FIRST[place])
        counts[layout.number[place]] += int(total)
    full = _U((1 << layout.low) - 1)
    for i in range(chunk.word_count):
        if slots[i] >> full & ONE:
            word = (chunk.high << _U(layout.chunk)) | chunk.words[i]
            place = layout.low + int(ones(word & ~(word + ONE)))
            lacked = layout.number[place] if place < len(layout.number) else layout.nothing_free
            counts[lacked] += 1


# Nim-values


@compiled
def solve_nim_values(
    blocks: Blocks, limit: int, pieces: NimPieces, piece: int, counts: Integers, stop: Bytes
) -> None:
    """Do for nim-values, a byte a slot, what `solve_piece` does for outcomes.

    counts: positions, a row for each Frobenius number and a column for each nim-value.
    """
    start, end = pieces.start[piece], pieces.start[piece + 1]
    while end > start:
        block = place_of(blocks.offset, end - ONE)
        layout = lay_out(blocks, limit, block)
        first = max(start, layout.offset)
        while end > first:
            if stop[0]:
                return
            end -= ONE << _U(layout.chunk)
            solve_nim_chunk(layout, (end - layout.offset) >> _U(layout.chunk), pieces, counts)


@compiled
def solve_nim_chunk(layout: Layout, high: np.uint64, pieces: NimPieces, counts: Integers) -> None:
    """Set the nim-values of a chunk one by one; a slot that is no position keeps its 0."""
    low, above = layout.low, layout.low + layout.chunk
    below = bit(above) - ONE
    high_slots = high << _U(above)
    brought = union_of(layout.child[above:], high)
    if brought & ~below & ~high_slots:
        return
    low_child = np.empty(1 << low, np.uint64)
    fill_unions(low_child, layout.child[:low])

    # For each move the row and the column in which the outcomes of the chunk's positions begin.
    here_row, here = nim_place(pieces, layout.offset + (high << _U(layout.chunk)))
    places, rows = len(layout.number), len(layout.target)
    upper_row, upper = np.empty(places, np.int64), np.empty(places, np.uint64)
    for place in range(places):
        start = (high_slots | layout.child[place]) & ~below
        upper_row[place], upper[place] = nim_place(pieces, layout.offset + (start >> _U(WORD_PLACES)))
    lower_row, lower = np.empty(rows, np.int64), np.empty(rows, np.uint64)
    low_image = np.empty((rows, 1 << low), np.uint64)
    for row in range(rows):
        fill_unions(low_image[row], layout.image[row, :low])
        from_high = union_of(layout.image[row, above:], high)
        address = layout.target[row] + ((from_high & ~below) >> _U(WORD_PLACES))
        lower_row[row], lower[row] = nim_place(pieces, address)
        for rest in range(1 << low):
            low_image[row, rest] |= from_high & below

    for word in range((1 << layout.chunk) - 1, -1, -1):
        for rest in range((1 << low) - 1, -1, -1):
            slot = (_U(word) << _U(low)) | _U(rest)
            if (brought | layout.chunk_child[word] | low_child[rest]) & below & ~slot:
                continue
            reached = NONE  # as a set; no nim-value exceeds the number of moves, at most 63
            for place in range(places):
                if not has(high_slots | slot, place):
                    column = upper[place] + (slot | (layout.child[place] & below))
                    reached |= bit(pieces.values[upper_row[place], column])
            for row in range(rows):
                column = lower[row] + (layout.chunk_image[row, word] | low_image[row, rest])
                reached |= bit(pieces.values[lower_row[row], column])
            value = ones(reached & ~(reached + ONE))
            pieces.values[here_row, here + slot] = value
            largest = int(ones((high_slots | slot) & ~((high_slots | slot) + ONE)))
            lacked = layout.number[largest] if largest < places else layout.nothing_free
            counts[lacked, value] += 1


@compiled
def nim_place(pieces: NimPieces, address: np.uint64) -> tuple[int, np.uint64]:
    """Return the row and the column of the first nim-value of a word."""
    piece = place_of(pieces.start, address)
    return pieces.row[piece], (address - pieces.start[piece]) << _U(WORD_PLACES)


# Pieces


@compiled
def cut(blocks: Blocks, places: int) -> Words:
    """Return the address of each piece, and the number of all words at last.

    A piece has at most 2^places words.
    """
    most = ONE << _U(places)
    end = blocks.offset[len(blocks.lower)]
    start = np.zeros(2 * int(end >> _U(places)) + 3, np.uint64)
    last = 0
    for block in range(len(blocks.lower)):
        address = blocks.offset[block]
        while address < blocks.offset[block + 1]:
            size = min(blocks.offset[block + 1] - address, most)
            if address + size - start[last] > most:
                last += 1
                start[last] = address
            address += size
    start[last + 1] = end
    return start[: last + 2]


@compiled
def reads_of(blocks: Blocks, limit: int, start: Words, places: int, piece: int) -> Integers:
    """Return the other pieces that the moves from a piece lead to, ascending."""
    seen = np.zeros(len(start) - 1 - piece, np.bool_)
    first = place_of(blocks.offset, start[piece])
    last = place_of(blocks.offset, start[piece + 1] - ONE)
    for block in range(first, last + 1):
        if blocks.offset[block + 1] - blocks.offset[block] <= ONE << _U(places):
            mark_whole_block(blocks, limit, start, piece, block, seen)
        else:
            mark_part_of_block(blocks, limit, start, places, piece, block, seen)
    seen[0] = False
    return np.flatnonzero(seen) + piece


@compiled
def mark_whole_block(blocks: Blocks, limit: int, start: Words, piece: int, block: int, seen: Flags) -> None:
    """Mark the pieces of the blocks that the lower moves from a block lead to, counted from `piece`."""
    h = limit // 2
    for move in range(2, h + 1):
        if not has(blocks.lower[block], move):
            other = block_of(blocks.lower, closure(blocks.lower[block], move, h))
            seen[place_of(start, blocks.offset[other]) - piece] = True


@compiled
def mark_part_of_block(
    blocks: Blocks, limit: int, start: Words, places: int, piece: int, block: int, seen: Flags
) -> None:
    """Mark the pieces that the moves from a part of a block lead to, counted from `piece`."""
    above = _U(places + WORD_PLACES)
    high = ((start[piece] - blocks.offset[block]) >> _U(places)) << above
    number, child = upper_moves(blocks.lower[block], blocks.free[block], limit)
    brought = union_of(child, high)
    if (brought >> above << above) & ~high:
        return  # no position has these high places
    target, image = lower_moves(blocks, limit, block, number)
    for place in range(above, len(number)):
        part = (high | child[place]) >> above << above
        seen[place_of(start, blocks.offset[block] + (part >> _U(WORD_PLACES))) - piece] = True
    for row in range(len(target)):
        part = union_of(image[row], high) >> above << above
        seen[place_of(start, target[row] + (part >> _U(WORD_PLACES))) - piece] = True


@compiled
def squeeze(words: Words, squeezed: Bytes) -> int:
    """Set `squeezed` to which bytes of each word are not 0, and these bytes; return its length.

    Nine bytes of ten are 0.  What is left, a byte a word and the others, packs in half the time, into three
    quarters of the size.
    """
    length = len(words)
    for i in range(len(words)):
        present = NONE
        if words[i]:
            for place in range(8):
                byte = words[i] >> _U(8 * place) & _U(255)
                squeezed[length] = byte
                not_0 = _U(byte != NONE)
                present |= not_0 << _U(place)
                length += int(not_0)
        squeezed[i] = present
    return length


@compiled
def spread(squeezed: Bytes, words: Words) -> None:
    """Undo `squeeze`; there is one byte more, of any value, at the end of `squeezed`."""
    following = len(words)
    for i in range(len(words)):
        word, present = NONE, _U(squeezed[i])
        if present:
            for place in range(8):
                not_0 = present >> _U(place) & ONE
                word |= (_U(squeezed[following]) * not_0) << _U(8 * place)
                following += int(not_0)
        words[i] = word
