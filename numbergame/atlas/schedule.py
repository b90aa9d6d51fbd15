"""The plan of an atlas: its pieces, which of them each one reads, and the threads that solve them."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cached_property, lru_cache
from typing import TypeVar

import numpy as np

from numbergame.atlas import kernel
from numbergame.atlas.kernel import Blocks, Bytes, Words

Result = TypeVar("Result")

MAX_LIMIT = 80
"""A larger board has more than five million blocks, and a table of more than 3 terabytes."""

PIECE_PLACES = 20
"""A piece has at most 2^20 words, 8 MB: some 0.1 s of work, for 1 ms of Python."""
NIM_PIECE_PLACES = 16
"""With nim-values a piece has at most 2^16 words and 4 MB of nim-values."""


@lru_cache(maxsize=1)
def blocks_of_board(limit: int) -> Blocks:
    """Return the blocks of the board 2..limit; ValueError if there is no atlas of that board."""
    if not 1 <= limit <= MAX_LIMIT:
        raise ValueError(f"an atlas has a limit from 1 to {MAX_LIMIT}, not {limit}")
    lower = kernel.closed_sets(limit // 2)
    free = kernel.free_numbers(lower, limit)
    places = np.maximum(np.bitwise_count(free).astype(np.int64) - kernel.WORD_PLACES, 0)
    offset = np.concatenate([[0], np.cumsum(1 << places)]).astype(np.uint64)
    return Blocks(lower, free, offset)


class Plan:
    """The pieces of the table of a board, at ascending addresses.

    A move leads to a higher address, so a piece reads only itself and pieces after it.
    places: a piece has at most 2^places words.  start: the address of each piece, and of the end.
    """

    def __init__(self, limit: int, places: int) -> None:
        self.limit = limit
        self.blocks = blocks_of_board(limit)
        self.places = places
        self.start: Words = kernel.cut(self.blocks, places)

    @classmethod
    def of(cls, limit: int, most_places: int = PIECE_PLACES) -> Plan:
        """Return the plan for threads, with pieces of at most 2^most_places words.

        A smaller table has fewer pieces, and smaller ones: those that the threads read are a part of all.
        """
        return cls(limit, _places(_bits_of_table(limit) * 2 // 3, most_places))

    @classmethod
    def of_tasks(cls, limit: int) -> Plan:
        """Return the plan for a cluster, where each piece costs milliseconds besides: 2^7 pieces or more."""
        return cls(limit, _places(_bits_of_table(limit) - 8, PIECE_PLACES))

    def __len__(self) -> int:
        return len(self.start) - 1

    @property
    def sizes(self) -> list[int]:
        """The number of words of each piece."""
        sizes: list[int] = np.diff(self.start).tolist()
        return sizes

    @cached_property
    def reads(self) -> list[list[int]]:
        """The other pieces that each piece reads, ascending."""
        arguments = self.blocks, self.limit, self.start, self.places
        return [kernel.reads_of(*arguments, piece).tolist() for piece in range(len(self))]

    @cached_property
    def readers(self) -> list[list[int]]:
        """The other pieces that read each piece, ascending."""
        readers: list[list[int]] = [[] for _ in self.reads]
        for piece, read in enumerate(self.reads):
            for other in read:
                readers[other].append(piece)
        return readers


def _bits_of_table(limit: int) -> int:
    """Return how many bits the number of words of a board's table has."""
    return int(blocks_of_board(limit).offset[-1]).bit_length()


def _places(wanted: int, most: int) -> int:
    return min(max(wanted, kernel.CHUNK_PLACES), most)


def solved_pieces(
    plan: Plan, solve: Callable[[int, Bytes], Result], threads: int
) -> Generator[tuple[int, Result], None, None]:
    """Solve all pieces, some at once and the last first, and yield each with what `solve` returned.

    When the caller stops early or is interrupted, so do the threads, within one chunk.
    """
    missing = [len(read) for read in plan.reads]
    ready = [-piece for piece, count in enumerate(missing) if not count]
    heapq.heapify(ready)
    at_work: dict[Future[Result], int] = {}
    stop = np.zeros(1, np.uint8)
    with ThreadPoolExecutor(threads) as pool:
        try:
            while ready or at_work:
                while ready and len(at_work) < threads:
                    piece = -heapq.heappop(ready)
                    at_work[pool.submit(solve, piece, stop)] = piece
                for future in wait(at_work, return_when=FIRST_COMPLETED).done:
                    piece = at_work.pop(future)
                    for reader in plan.readers[piece]:
                        missing[reader] -= 1
                        if not missing[reader]:
                            heapq.heappush(ready, -reader)
                    yield piece, future.result()
        finally:
            stop[0] = 1
            pool.shutdown(cancel_futures=True)
