"""The compiled part of the atlas: 64 positions in one machine word.

The board 2..limit is split at h = limit // 2.  The forbidden numbers up to h form a set L that is
closed under addition within 2..h: one *block* of the atlas.  The numbers above h that no sum of
members of L forbids are the block's *free* numbers.  A position of the block is L with a set U of free
numbers that contains u + l, where that is free, for all u in U and l in L: two numbers above h have
a sum above the limit.  The place of a free number is its rank from the largest (place 0) downwards, so
U is an integer u < 2^(free numbers), the *slot* of the position: a direct index, no hashing.

* An upper move, to a free number x, stays in the block: u becomes u | c(x), c(x) the slot of {x + l}.
* A lower move, to y ≤ h, leads to the block of the closure of L ∪ {y}, which has fewer free numbers.
  Adding multiples of y distributes over union, so the new slot is the union of d(x) over x in U, d(x)
  the slot of {x, x + y, x + 2y, …} in the new block.

Slots 64w .. 64w + 63 are the bits of word w of the block, and w is the slot's part above the six lowest
places, the six largest free numbers.  These are so large that what they bring along stays
among the six lowest places, in this block and in all others.  So a move takes the 64 positions
of one word to positions of *one* other word, and their outcomes are fetched together: one load, then a
few shifts and masks that move the bits to where they belong.

Within a block the words go in *chunks* of at most 2^CHUNK_PLACES.  All moves of a chunk but the upper ones
inside it lead to finished words, so each is one pass over the chunk, a loop without branches.

Number sets are uint64: of numbers up to h, bit k is number k; of numbers above h, bit i is number
limit - i, so that adding l shifts right by l and what exceeds the limit drops out.  All values that meet in
an expression are uint64, because Numba makes a float of uint64 + int64.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])
compiled: Callable[[F], F] = numba.njit(cache=True, nogil=True)

Words = NDArray[np.uint64]
Counts = NDArray[np.int64]

CHUNK_PLACES = 9
"""A chunk has at most 2^9 words; its buffers stay in the nearest cache."""

_U = np.uint64
ONE, ALL = _U(1), _U(2**64 - 1)
WITH = np.array([sum(1 << slot for slot in range(64) if slot >> place & 1) for place in range(6)], _U)
"""WITH[b] has the slots of a word that contain place b."""
ABOVE = np.array([sum(1 << slot for slot in range(64) if slot & low == low) for low in range(64)], _U)
"""ABOVE[e] has the slots of a word that contain all places of e."""
LOWEST_ABSENT = np.array([int(ABOVE[(1 << place) - 1]) & ~int(WITH[place]) for place in range(6)], _U)
"""LOWEST_ABSENT[b] has the slots of a word whose lowest absent place is b."""
_SPREAD = np.array(
    [0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF], _U
)


class Blocks(NamedTuple):
    """The blocks of a board, ascending by `lower`; `offset` has one entry more, the number of words."""

    lower: Words
    free: Words
    offset: Words


class Layout(NamedTuple):
    """What the passes over one block need; arrays are reused from block to block.

    limit, lower, free, offset: of the block.
    number: the free number at each place; child: c of each place.
    low_valid: the slots of a word closed under the additions among its own six places.
    loses_to: for each slot of a word, that slot and those with an upper move to it inside the word.
    moves: the lower numbers that can be chosen; target: the offset of the block each leads to.
    image: d of each move and place; chunk_image: the union of d over each set of a chunk's places.
    """

    limit: int
    place_count: int
    lowest: int
    chunk: int
    offset: np.uint64
    nothing_free: int
    number: Counts
    child: Words
    low_valid: np.uint64
    loses_to: Words
    moves: Counts
    target: Words
    image: Words
    chunk_image: Words
    chunk_child: Words
    kept: Words
    added: Words
    kept_there: Words


@intrinsic  # type: ignore[untyped-decorator]
def leading_zeros(typing_context: Any, word: Any) -> Any:
    """Return the number of zeros above the highest one of a uint64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, 0))

    return types.uint64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def ones(typing_context: Any, word: Any) -> Any:
    """Return the number of ones in a uint64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@compiled
def bit(place: int) -> np.uint64:
    return ONE << _U(place)


@compiled
def has(word: np.uint64, place: int) -> bool:
    return word >> _U(place) & ONE != _U(0)


@compiled
def closure(lower: np.uint64, number: int, h: int) -> np.uint64:
    """Return the closed set `lower` of numbers 2..h with all sums that `number` adds."""
    closed = lower | ONE
    step = number
    while step <= h:
        closed |= closed << _U(step)
        step *= 2
    return closed & (bit(h + 1) - _U(2))


@compiled
def closed_sets(h: int) -> Words:
    """Return all subsets of 2..h that are closed under addition within 2..h."""
    found = np.zeros(1, np.uint64)
    for number in range(h, 1, -1):
        more = np.empty(2 * len(found), np.uint64)
        more[: len(found)] = found
        count = len(found)
        for larger in found:
            members = larger | bit(number)
            sums = (members << _U(number)) & (bit(h + 1) - ONE)
            if sums & ~members == _U(0):
                more[count] = members
                count += 1
        found = more[:count].copy()
    return found


@compiled
def free_numbers(lower: np.uint64, limit: int) -> np.uint64:
    """Return the numbers of the board above h that are no sum of members of `lower`."""
    h = limit // 2
    sums = lower >> ONE  # bit k - 1 is number k here, so that 64 has a place
    free = _U(0)
    for number in range(max(h + 1, 2), limit + 1):
        forced = False
        for member in range(2, h + 1):
            if has(lower, member) and has(sums, number - member - 1):
                forced = True
        if forced:
            sums |= bit(number - 1)
        else:
            free |= bit(limit - number)
    return free


@compiled
def all_free_numbers(lower: Words, limit: int) -> Words:
    """Return `free_numbers` of each set."""
    free = np.empty_like(lower)
    for block in range(len(lower)):
        free[block] = free_numbers(lower[block], limit)
    return free


@compiled
def find(lower: Words, wanted: np.uint64) -> int:
    """Return where `wanted` is in the ascending array `lower`."""
    low, high = 0, len(lower)
    while high - low > 1:
        middle = (low + high) // 2
        if lower[middle] <= wanted:
            low = middle
        else:
            high = middle
    return low


@compiled
def slot_of(numbers: np.uint64, free: np.uint64) -> np.uint64:
    """Return the slot of a set of numbers above h, those that are not free left out."""
    slot = _U(0)
    rest = numbers & free
    while rest:
        lowest = rest & (~rest + ONE)
        slot |= ONE << ones(free & (lowest - ONE))
        rest ^= lowest
    return slot


@compiled
def lay_out(blocks: Blocks, limit: int, block: int) -> Layout:
    """Return the tables for the passes over a block."""
    h = limit // 2
    lower, free = blocks.lower[block], blocks.free[block]
    number = np.empty(int(ones(free)), np.int64)
    child = np.empty(len(number), np.uint64)
    elements = lower | ONE
    place = 0
    for shift in range(limit - h):
        if has(free, shift):
            number[place] = limit - shift
            sums = _U(0)
            for element in range(min(shift, h) + 1):
                if has(elements, element):
                    sums |= bit(shift - element)
            child[place] = slot_of(sums, free)
            place += 1

    nothing_free = 1
    count = 0
    moves = np.empty(h + 1, np.int64)
    target = np.empty(h + 1, np.uint64)
    image = np.empty((h + 1, len(number)), np.uint64)
    for move in range(2, h + 1):
        if has(lower, move):
            continue
        nothing_free = move
        next_block = find(blocks.lower, closure(lower, move, h))
        next_free = blocks.free[next_block]
        moves[count] = move
        target[count] = blocks.offset[next_block]
        for place in range(len(number)):
            shift = limit - number[place]
            slot = _U(0)
            # If one of x, x + y, … is a sum in the new block, so are those after it.
            while shift >= 0 and has(next_free, shift):
                slot |= ONE << ones(next_free & (bit(shift) - ONE))
                shift -= move
            image[count, place] = slot
        count += 1
    lowest = min(len(number), 6)
    chunk = min(len(number) - lowest, CHUNK_PLACES)
    chunk_image = np.empty((count, 1 << chunk), np.uint64)
    for row in range(count):
        fill_unions(chunk_image[row], image[row, lowest : lowest + chunk])
    kept = np.full((count, 6), _U(6))
    added = np.zeros((count, 6), np.uint64)
    kept_there = np.zeros(count, np.uint64)
    for row in range(count):
        for place in range(lowest):
            if image[row, place] != _U(0):
                kept[row, place] = _U(63) - leading_zeros(image[row, place])
                kept_there[row] |= ONE << kept[row, place]
        for place in range(lowest):
            for other in range(place):
                if kept[row, other] != _U(6) and image[row, place] >> kept[row, other] & ONE:
                    added[row, place] |= bit(other)
    chunk_child = np.empty(1 << chunk, np.uint64)
    fill_unions(chunk_child, child[lowest : lowest + chunk])

    low_valid = ALL if lowest == 6 else bit(1 << lowest) - ONE
    for place in range(lowest):
        low_valid &= ABOVE[child[place]] | ~WITH[place]
    loses_to = np.empty(64, np.uint64)
    for slot in range(64):
        loses_to[slot] = bit(slot)
    for slot in range(1 << lowest):
        for place in range(lowest):
            if not has(_U(slot), place):
                loses_to[int(_U(slot) | child[place])] |= bit(slot)
    return Layout(
        limit, len(number), lowest, chunk, blocks.offset[block], nothing_free, number, child, low_valid,
        loses_to, moves[:count], target[:count], image[:count], chunk_image, chunk_child,
        kept, added, kept_there,
    )


@compiled
def fill_unions(unions: Words, parts: Words) -> None:
    """Set unions[s] to the union of parts[i] over the members i of s."""
    unions[0] = _U(0)
    for place in range(len(parts)):
        size = 1 << place
        for rest in range(size):
            unions[size + rest] = unions[rest] | parts[place]


@compiled
def union_of(parts: Words, members: np.uint64) -> np.uint64:
    """Return the union of parts[i] over the members i of a set."""
    union = _U(0)
    for place in range(len(parts)):
        if has(members, place):
            union |= parts[place]
    return union


@compiled
def add_place(outcomes: Words, place: int) -> None:
    """Let each slot of each word take the outcome of the slot that has `place` besides."""
    shift, without = ONE << _U(place), ~WITH[place]
    for i in range(len(outcomes)):
        outcomes[i] ^= (outcomes[i] ^ (outcomes[i] >> shift)) & without


@compiled
def add_place_where(outcomes: Words, slots: Words, place: int) -> None:
    """Do what `add_place` does in the words whose `slots` has `place`."""
    shift, without = ONE << _U(place), ~WITH[place]
    for i in range(len(outcomes)):
        wanted = _U(0) - (slots[i] >> _U(place) & ONE)
        outcomes[i] ^= (outcomes[i] ^ (outcomes[i] >> shift)) & without & wanted


@compiled
def bring_home(outcomes: Words, kept: Words) -> None:
    """Move the places of another block to those of this one.

    kept[b] is the place there of the number at place b here, 6 if it is not free there; then b makes no
    difference: the slots with it repeat those without it.  The places there that are no kept[b] are absent
    from all slots in use.
    """
    for place in range(len(kept) - 1, -1, -1):
        if kept[place] < _U(place):
            there = WITH[kept[place]]
            shift = bit(place) - (ONE << kept[place])
            for i in range(len(outcomes)):
                moved = outcomes[i] & there
                outcomes[i] = (outcomes[i] ^ moved) | (moved << shift)
    for place in range(len(kept)):
        if kept[place] == _U(6):
            shift = bit(place)
            for i in range(len(outcomes)):
                outcomes[i] |= outcomes[i] << shift


@compiled
def add_where(outcomes: Words, buffer: Words, place: int, added: np.uint64) -> None:
    """Let each slot that has `place` take the outcome of the slot that has `added` besides."""
    buffer[:] = outcomes
    for other in range(6):
        if has(added, other):
            add_place(buffer, other)
    for i in range(len(outcomes)):
        outcomes[i] ^= (outcomes[i] ^ buffer[i]) & WITH[place]


@compiled
def solve_chunk(
    layout: Layout, high: int, table: Words, counts: Counts, buffers: Words
) -> None:
    """Set the words of one chunk in `table` and count its positions by Frobenius number.

    high: the places of the slots above the chunk.  counts: positions and P-positions, one row each.
    """
    lowest, chunk = layout.lowest, layout.chunk
    above = lowest + chunk
    brought = union_of(layout.child[above:], _U(high))
    if (brought >> _U(above)) & ~_U(high) != _U(0):
        return
    needed = brought >> _U(lowest) & (bit(chunk) - ONE)
    base = layout.offset + (_U(high) << _U(chunk))

    words, valid, n = buffers[0], buffers[1], 0
    for word in range((1 << chunk) - 1, -1, -1):
        more = layout.chunk_child[word]
        if (needed | more >> _U(lowest)) & ~_U(word) == _U(0):
            words[n] = _U(word)
            valid[n] = layout.low_valid & ABOVE[(brought | more) & _U(63)]
            n += 1
    m = (n + 15) // 16 * 16
    words[n:m] = words[0]
    valid[n:m] = _U(0)
    words, valid, won = buffers[0, :m], buffers[1, :m], buffers[2, :m]
    outcomes, slots, buffer = buffers[3, :m], buffers[4, :m], buffers[5, :m]
    won[:] = _U(0)

    for place in range(above, layout.place_count):
        if has(_U(high), place - above):
            continue
        child = layout.child[place]
        start, added = base | child >> _U(lowest), _U(0)
        start = layout.offset
        more = (_U(high) << _U(chunk)) | (child >> _U(lowest))
        for i in range(m):
            outcomes[i] = table[start + (words[i] | more)]
        for other in range(6):
            if has(child, other):
                add_place(outcomes, other)
        for i in range(m):
            won[i] |= outcomes[i]

    for row in range(len(layout.moves)):
        image = layout.image[row]
        from_high = union_of(image[above:], _U(high))
        chunk_image = layout.chunk_image[row]
        target = layout.target[row]
        kept_there = layout.kept_there[row]
        possible = _U(0)
        for place in range(lowest, above):
            possible |= image[place]
        fixed = _U(63) & ~kept_there
        subcube = ALL
        for place in range(6):
            if has(fixed, place):
                subcube &= ~WITH[place]
        for i in range(m):
            slots[i] = from_high | chunk_image[words[i]]
            outcomes[i] = (table[target + (slots[i] >> _U(6))] >> (slots[i] & fixed)) & subcube
        for place in range(6):
            if has(kept_there & from_high, place):
                add_place(outcomes, place)
            elif has(kept_there & possible, place):
                add_place_where(outcomes, slots, place)
        bring_home(outcomes, layout.kept[row, :lowest])
        for place in range(lowest):
            added = layout.added[row, place]
            if added != _U(0):
                add_where(outcomes, buffer, place, added)
        for i in range(m):
            won[i] |= outcomes[i]

    for i in range(n):
        word = words[i]
        winning = won[i]
        for place in range(lowest, above):
            if not has(word, place - lowest):
                child = layout.child[place]
                outcome = table[base + (word | child >> _U(6))]
                for other in range(6 if child & _U(63) else 0):
                    if has(child, other):
                        outcome ^= (outcome ^ (outcome >> (ONE << _U(other)))) & ~WITH[other]
                winning |= outcome
        undecided = valid[i] & ~winning
        lost = _U(0)
        while undecided:
            slot = _U(63) - leading_zeros(undecided)
            lost |= ONE << slot
            undecided &= ~layout.loses_to[slot]
        outcomes[i] = lost
        table[base + word] = lost
    count_positions(layout, high, words[:n], valid, counts[0])
    count_positions(layout, high, words[:n], outcomes, counts[1])


@compiled
def count_positions(layout: Layout, high: int, words: Words, slots: Words, counts: Counts) -> None:
    """Add the numbers of set slots to `counts`, by the largest free number that is absent."""
    for place in range(layout.lowest):
        total = _U(0)
        for i in range(len(words)):
            total += ones(slots[i] & LOWEST_ABSENT[place])
        counts[layout.number[place]] += int(total)
    last = _U((1 << layout.lowest) - 1)
    for i in range(len(words)):
        if slots[i] >> last & ONE:
            word = _U(high) << _U(layout.chunk) | words[i]
            place = int(ones(word & ~(word + ONE))) + layout.lowest
            counts[layout.number[place] if place < layout.place_count else layout.nothing_free] += 1


@compiled
def solve_chunks(
    blocks: Blocks,
    limit: int,
    block_of: Counts,
    high_of: Counts,
    table: Words,
    counts: Counts,
    stop: NDArray[np.uint8],
) -> None:
    """Solve these chunks in turn, until `stop` is set; those that their moves lead to are solved.

    A chunk is a block and the places above the chunk; chunks of one block stand together.
    """
    buffers = np.empty((6, 16 + (1 << CHUNK_PLACES)), np.uint64)
    block = block_of[0]
    layout = lay_out(blocks, limit, block)
    for i in range(len(block_of)):
        if stop[0]:
            return
        if block_of[i] != block:
            block = block_of[i]
            layout = lay_out(blocks, limit, block)
        solve_chunk(layout, high_of[i], table, counts, buffers)


@compiled
def solve_nim_values(
    blocks: Blocks,
    limit: int,
    block_of: Counts,
    high_of: Counts,
    table: NDArray[np.uint8],
    stop: NDArray[np.uint8],
) -> None:
    """Do for nim-values what `solve_chunks` does for outcomes, one position at a time."""
    block = block_of[0]
    layout = lay_out(blocks, limit, block)
    for i in range(len(block_of)):
        if stop[0]:
            return
        if block_of[i] != block:
            block = block_of[i]
            layout = lay_out(blocks, limit, block)
        solve_nim_chunk(layout, high_of[i], table)


@compiled
def solve_nim_chunk(layout: Layout, high: int, table: NDArray[np.uint8]) -> None:
    """Set the nim-values of the slots of one chunk; a slot that is no position keeps its 0."""
    lowest, above = layout.lowest, layout.lowest + layout.chunk
    start = layout.offset * _U(64)
    brought = union_of(layout.child[above:], _U(high))
    from_high = np.empty(len(layout.moves), np.uint64)
    low_image = np.empty((len(layout.moves), 1 << lowest), np.uint64)
    for row in range(len(layout.moves)):
        from_high[row] = union_of(layout.image[row, above:], _U(high))
        fill_unions(low_image[row], layout.image[row, :lowest])
    for word in range((1 << layout.chunk) - 1, -1, -1):
        for low in range((1 << lowest) - 1, -1, -1):
            slot = (_U(high) << _U(above)) | (_U(word) << _U(lowest)) | _U(low)
            if (brought | layout.chunk_child[word] | union_of(layout.child[:lowest], _U(low))) & ~slot != _U(0):
                continue
            reached = _U(0)  # bit v: a move leads to nim-value v, which is below the 63 moves there can be
            for place in range(layout.place_count):
                if not has(slot, place):
                    reached |= ONE << _U(table[start + (slot | layout.child[place])])
            for row in range(len(layout.moves)):
                image = from_high[row] | layout.chunk_image[row, word] | low_image[row, low]
                reached |= ONE << _U(table[layout.target[row] * _U(64) + image])
            table[start + slot] = ones(reached & ~(reached + ONE))
