"""The atlas: every position of the board 2..limit, solved by compiled code.

`atlas(40)` classifies 4,601,655 positions in a fraction of a second and `atlas(60)` 5,153,609,924 in a
minute.  Its table has one bit a slot, 1 for a P-position; `numbergame.atlas.kernel` tells how a position
becomes a slot and how 64 of them are solved at once.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Iterator
from contextlib import closing, suppress
from importlib import resources
from pathlib import Path
from typing import Any, SupportsIndex

import numpy as np
import pandas as pd
import psutil
from numpy.typing import NDArray
from tqdm import tqdm

from numbergame.atlas import kernel, store
from numbergame.atlas.kernel import Bytes, Integers, Words
from numbergame.atlas.schedule import Chunks, blocks_of_board, chunks_per_block, solved_parts
from numbergame.number_game import NumberGame, Position


class Atlas:
    """The outcome, and on request the nim-value, of every position of the board 2..limit.

    Made by `atlas` or `Atlas.load`; `len(atlas)` is the number of positions.
    """

    def __init__(self, limit: int, table: Words, counts: Integers, nim_table: Bytes | None = None) -> None:
        self.limit = limit
        self._blocks = blocks_of_board(limit)
        self._table = table
        self._counts = counts
        self._nim_table = nim_table

    def __len__(self) -> int:
        return int(self._counts[0].sum())

    def __repr__(self) -> str:
        return f"<Atlas of the board 2..{self.limit}: {len(self)} positions>"

    def counts(self) -> pd.DataFrame:
        """Return how many positions and P-positions have each Frobenius number 1..limit."""
        return pd.DataFrame(
            {
                "frobenius_number": range(1, self.limit + 1),
                "positions": self._counts[0, 1:],
                "p_positions": self._counts[1, 1:],
            }
        )

    def outcome(self, position: Position) -> str:
        """Return "P" or "N"; ValueError if a number above the limit is available."""
        slot = self._slot(position)
        return "P" if int(self._table[slot // 64]) >> slot % 64 & 1 else "N"

    def nim_value(self, position: Position) -> int:
        """Return the nim-value; ValueError if the atlas was made without, or as for `outcome`."""
        if self._nim_table is None:
            raise ValueError("this atlas has no nim-values: make it with nim_values=True")
        return int(self._nim_table[self._slot(position)])

    def winning_moves(self, position: Position) -> tuple[int, ...]:
        """Return the moves to P-positions, ascending; ValueError as for `outcome`."""
        self._slot(position)
        moves = NumberGame(self.limit).moves(position)
        return tuple(number for number, after in moves if self.outcome(after) == "P")

    def winning_first_moves(self) -> dict[int, tuple[int, ...]]:
        """Return the winning first moves of every board 2..k, by k from 2 to the limit."""
        return {end: self.winning_moves(Position.board(end)) for end in range(2, self.limit + 1)}

    def p_positions(self) -> Iterator[Position]:
        """Yield all P-positions, block by block, without holding them in memory."""
        for block in range(len(self._blocks.lower)):
            start, end = int(self._blocks.offset[block]), int(self._blocks.offset[block + 1])
            for first in range(start, end, _WORDS_AT_ONCE):
                words = self._table[first : min(first + _WORDS_AT_ONCE, end)]
                bits = np.unpackbits(words.view(np.uint8), bitorder="little")
                slots = np.flatnonzero(bits) + 64 * (first - start)
                yield from map(Position.from_bits, self._available(block, slots))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the atlas to a compact file; an error leaves what was there untouched."""
        arrays: dict[str, NDArray[Any]] = {"outcomes": self._table, "counts": self._counts.reshape(-1)}
        if self._nim_table is not None:
            arrays["nim_values"] = self._nim_table
        store.write(Path(path), self.limit, arrays)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Atlas:
        """Read what `save` wrote.

        ValueError if the file is no atlas, of another format, or damaged; MemoryError as for `atlas`.
        """
        with store.opened(Path(path)) as saved:
            _check_memory(saved.limit, "nim_values" in saved.names)
            arrays = saved.arrays()
        counts = arrays["counts"].reshape(2, saved.limit + 1)
        return cls(saved.limit, arrays["outcomes"], counts, arrays.get("nim_values"))

    def _slot(self, position: Position) -> int:
        """Return where the position is in the whole table."""
        if position.frobenius_number > self.limit:
            raise ValueError(
                f"{position.frobenius_number} is available in {position}, "
                f"and this is the atlas of the board 2..{self.limit}"
            )
        taken = ~position.bits
        lower = taken & (1 << self.limit // 2 + 1) - 1 & ~3
        block = int(np.searchsorted(self._blocks.lower, np.uint64(lower)))
        slot = sum((taken >> number & 1) << place for place, number in enumerate(self._free(block)))
        return 64 * int(self._blocks.offset[block]) + slot

    def _available(self, block: int, slots: NDArray[np.int64]) -> Iterator[int]:
        """Yield the bit sets of the available numbers of some slots of a block."""
        half = np.zeros(len(slots), np.uint64)  # bit k - 1 is number k here, so that 64 has a place
        for place, number in enumerate(self._free(block)):
            half |= (~slots >> place & 1).astype(np.uint64) << np.uint64(number - 1)
        lower = ~int(self._blocks.lower[block]) & (1 << self.limit // 2 + 1) - 1 & ~3
        return (lower | bits << 1 for bits in half.tolist())

    def _free(self, block: int) -> list[int]:
        """Return the free numbers of a block, by place."""
        free = int(self._blocks.free[block])
        return [self.limit - shift for shift in range(free.bit_length()) if free >> shift & 1]


_WORDS_AT_ONCE = 1 << 14
_CONTAINER_LIMIT = Path("/sys/fs/cgroup/memory.max")


def atlas(
    limit: SupportsIndex, *, threads: int | None = None, nim_values: bool = False, progress: bool = True
) -> Atlas:
    """Solve every position of the board 2..limit.

    limit: 1 to 64.  threads: how many work at once, by default one a processor.  nim_values: find
    these too, in 64 times the memory.  progress: show a bar on standard error.
    MemoryError, before any work is done, if the memory that is available is too small.
    """
    limit = operator.index(limit)
    threads = (os.cpu_count() or 1) if threads is None else threads
    if threads < 1:
        raise ValueError(f"at least 1 thread is needed, not {threads}")
    _check_memory(limit, nim_values)
    blocks = blocks_of_board(limit)
    slots = 64 * int(blocks.offset[-1])
    table = np.zeros(slots // 64, np.uint64)
    nim_table = np.zeros(slots, np.uint8) if nim_values else None
    counts = np.zeros((2, limit + 1), np.int64)

    def solve(chunks: Chunks, stop: Bytes) -> Integers:
        found = np.zeros_like(counts)
        kernel.solve_chunks(blocks, limit, *chunks, table, found, stop)
        if nim_table is not None:
            kernel.solve_nim_values(blocks, limit, *chunks, nim_table, stop)
        return found

    with (
        tqdm(total=slots, unit="slot", unit_scale=True, disable=not progress) as bar,
        closing(solved_parts(blocks, solve, threads)) as parts,
    ):
        for found, words in parts:
            counts += found
            bar.update(64 * words)
    return Atlas(limit, table, counts, nim_table)


def counts_to_64() -> pd.DataFrame:
    """Return the counts by Frobenius number that come with the package, made once by `atlas`."""
    with (resources.files("numbergame") / "data" / "atlas.csv").open(encoding="utf-8") as file:
        return pd.read_csv(file, comment="#")


def _check_memory(limit: int, nim_values: bool) -> None:
    """Raise MemoryError unless the tables of that board, and what fills them, fit into memory."""
    blocks = blocks_of_board(limit)
    words, chunks = int(blocks.offset[-1]), int(chunks_per_block(blocks).sum())
    need = (72 if nim_values else 8) * words + 48 * chunks
    there = _available_memory()
    if need > there:
        what = "outcomes and nim-values" if nim_values else "outcomes"
        raise MemoryError(
            f"the {what} of the board 2..{limit} need {need / 1e9:.1f} GB of memory, "
            f"and {there / 1e9:.1f} GB are available"
        )


def _available_memory() -> int:
    """Return how many bytes can still be used, in a container at most its limit."""
    there = int(psutil.virtual_memory().available)
    with suppress(OSError, ValueError):  # no such file, or the word "max" in it
        there = min(there, int(_CONTAINER_LIMIT.read_text()))
    return there
