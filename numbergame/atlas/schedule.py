"""Which parts of an atlas wait for which, and the threads that solve them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from numbergame.atlas import kernel
from numbergame.atlas.kernel import Blocks, Bytes, Integers, Words

LARGEST_LIMIT = 64
"""The numbers of a board are the bits of one machine word."""


class Chunks(NamedTuple):
    """Chunks of words: the block of each, and the part of its slots above the chunk."""

    block: Integers
    high: Integers


@lru_cache(maxsize=1)
def blocks_of_board(limit: int) -> Blocks:
    """Return the blocks of the board 2..limit; ValueError if there is no atlas of that board."""
    if not 1 <= limit <= LARGEST_LIMIT:
        raise ValueError(f"an atlas has a limit from 1 to {LARGEST_LIMIT}, not {limit}")
    lower = kernel.closed_sets(limit // 2)
    free = kernel.free_numbers(lower, limit)
    offset = np.concatenate([[0], np.cumsum(1 << word_places(free))]).astype(np.uint64)
    return Blocks(lower, free, offset)


def word_places(free: Words) -> Integers:
    """Return by how many places the words of each block are numbered."""
    return np.maximum(np.bitwise_count(free).astype(np.int64) - kernel.WORD_PLACES, 0)


def chunks_per_block(blocks: Blocks) -> Integers:
    """Return how many chunks each block has."""
    return 1 << np.maximum(word_places(blocks.free) - kernel.CHUNK_PLACES, 0)


def solved_parts(
    blocks: Blocks, solve: Callable[[Chunks, Bytes], Integers], threads: int
) -> Generator[tuple[Integers, int], None, None]:
    """Solve all chunks, some at once, and yield what `solve` returned with the number of words done.

    When the caller stops early or is interrupted, so do the threads, within one chunk.
    """
    words = 1 << np.minimum(word_places(blocks.free), kernel.CHUNK_PLACES)
    stop = np.zeros(1, np.uint8)
    with ThreadPoolExecutor(threads) as pool:
        try:
            for stage in stages(blocks):
                parts = [
                    (pool.submit(solve, part, stop), int(words[part.block].sum()))
                    for part in parts_of(stage, threads)
                ]
                for future, size in parts:
                    yield future.result(), size
        finally:
            stop[0] = 1
            pool.shutdown(cancel_futures=True)


def stages(blocks: Blocks) -> Iterator[Chunks]:
    """Yield all chunks in groups; what the moves of a chunk lead to is in earlier groups or in itself.

    A lower move adds members to L, an upper move that leaves the chunk keeps L and adds places above the
    chunk.  So all chunks with equal numbers of members of L and of places above can go at once.
    """
    per_block = chunks_per_block(blocks)
    block = np.repeat(np.arange(len(per_block)), per_block)
    high = np.arange(len(block)) - (np.cumsum(per_block) - per_block)[block]
    members = np.bitwise_count(blocks.lower).astype(np.int64)
    rank = 64 * members[block] + np.bitwise_count(high)
    order = np.argsort(-rank, kind="stable")
    for stage in np.split(order, np.flatnonzero(np.diff(rank[order])) + 1):
        yield Chunks(block[stage], high[stage])


def parts_of(stage: Chunks, threads: int) -> Iterator[Chunks]:
    """Cut a stage into parts, smaller towards its end so that the threads finish together."""
    done, size = 0, len(stage.block)
    while done < size:
        end = done + min(max((size - done) // (4 * threads), 8), 256)
        yield Chunks(stage.block[done:end], stage.high[done:end])
        done = end
