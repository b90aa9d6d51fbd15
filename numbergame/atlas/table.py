"""The atlas: every position of the board 2..limit, solved by compiled code.

`atlas(40)` classifies 4,601,655 positions in a fraction of a second and `atlas(60)` 5,153,609,924 in a
minute.  Its table has one bit a slot, 1 for a P-position, and is kept in packed pieces;
`numbergame.atlas.kernel` tells how a position becomes a slot and how 64 of them are solved at once.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from tqdm import tqdm

from numbergame.atlas import kernel, store
from numbergame.atlas.kernel import Bytes
from numbergame.atlas.memory import checked_promise
from numbergame.atlas.piece import MAX_NIM_LIMIT, Counts, nim_store, outcome_store, solve_piece
from numbergame.atlas.schedule import NIM_PIECE_PLACES, PIECE_PLACES, Plan, solved_pieces
from numbergame.atlas.store import Store
from numbergame.number_game import NumberGame, Position

if TYPE_CHECKING:
    from distributed import Client

ROWS_TO_ASK = 32
"""How many pieces an atlas that is asked keeps unpacked, at 8 MB a piece or less."""


class Atlas:
    """The outcome, and on request the nim-value, of every position of the board 2..limit.

    Made by `atlas` or `Atlas.load`; `len(atlas)` is the number of positions.
    """

    def __init__(
        self,
        plan: Plan,
        counts: Counts,
        outcomes: Sequence[bytes],
        nim_values: Sequence[bytes] | None = None,
    ) -> None:
        self.limit = plan.limit
        self._plan = plan
        self._counts = counts
        self._outcomes = outcome_store(plan, ROWS_TO_ASK, outcomes)
        self._nim_values = None if nim_values is None else nim_store(plan, ROWS_TO_ASK, nim_values)

    def __len__(self) -> int:
        return int(self._counts.positions[0].sum())

    def __repr__(self) -> str:
        return f"<Atlas of the board 2..{self.limit}: {len(self)} positions>"

    def counts(self) -> pd.DataFrame:
        """Return how many positions and P-positions have each Frobenius number 1..limit."""
        return _table_of_counts(self._counts)

    def nim_value_counts(self) -> pd.DataFrame:
        """Return how many positions of each board 2..k have each nim-value, for k from 2 to the limit.

        ValueError if the atlas was made without nim-values.
        """
        self._with_nim_values()
        by_board = self._counts.nim_values.cumsum(axis=0)
        limit, value = np.nonzero(by_board)
        table = pd.DataFrame({"limit": limit, "nim_value": value, "positions": by_board[limit, value]})
        return table[table.limit >= 2].reset_index(drop=True)

    def outcome(self, position: Position) -> str:
        """Return "P" or "N"; ValueError if a number above the limit is available."""
        word, bit = divmod(self._slot(position), 64)
        return "P" if int(self._read(self._outcomes, word, 1)[0]) >> bit & 1 else "N"

    def nim_value(self, position: Position) -> int:
        """Return the nim-value; ValueError if the atlas was made without, or as for `outcome`."""
        word, byte = divmod(self._slot(position), 64)
        return int(self._read(self._with_nim_values(), word, 1)[byte])

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
        at_once = 1 << kernel.CHUNK_PLACES  # never in two pieces
        offset = self._plan.blocks.offset.tolist()
        for block, start in enumerate(offset[:-1]):
            for first in range(start, offset[block + 1], at_once):
                words = self._read(self._outcomes, first, min(offset[block + 1] - first, at_once))
                bits = np.unpackbits(words.view(np.uint8), bitorder="little")
                slots = np.flatnonzero(bits) + 64 * (first - start)
                yield from map(Position.from_bits, self._available(block, slots))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the atlas to a file, in packed pieces; an error leaves what was there untouched.

        OSError, before anything is written, if there is no room for it.
        """
        header = {
            "limit": self.limit,
            "piece_places": self._plan.places,
            "positions": self._counts.positions.tolist(),
            "nim_values": self._counts.nim_values.tolist(),
        }
        tables = {"outcomes": self._outcomes.frames}
        if self._nim_values is not None:
            tables["nim_values"] = self._nim_values.frames
        store.write(Path(path), header, tables)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Atlas:
        """Open what `save` wrote; its pieces are read when they are asked for.

        ValueError if the file is no atlas, of a former format, or damaged; damage in a piece is told
        when the piece is read.
        """
        header, tables = store.read(Path(path))
        plan = Plan(header["limit"], header["piece_places"])
        counts = Counts(np.array(header["positions"]), np.array(header["nim_values"]))
        return cls(plan, counts, **tables)

    def _with_nim_values(self) -> Store:
        if self._nim_values is None:
            raise ValueError("this atlas has no nim-values: make it with nim_values=True")
        return self._nim_values

    def _read(self, table: Store, word: int, count: int) -> NDArray[Any]:
        """Return what the table has for some words of one piece."""
        piece = int(kernel.place_of(self._plan.start, np.uint64(word)))
        scale = table.sizes[piece] // self._plan.sizes[piece]
        first = word - int(self._plan.start[piece])
        with table.held([piece]):
            return table.piece(piece)[scale * first : scale * (first + count)].copy()

    def _slot(self, position: Position) -> int:
        """Return where the position is in the whole table."""
        if position.frobenius_number > self.limit:
            raise ValueError(
                f"{position.frobenius_number} is available in {position}, "
                f"and this is the atlas of the board 2..{self.limit}"
            )
        taken = ~position.bits
        lower = taken & (1 << self.limit // 2 + 1) - 1 & ~3
        block = int(kernel.block_of(self._plan.blocks.lower, np.uint64(lower)))
        slot = sum((taken >> number & 1) << place for place, number in enumerate(self._free(block)))
        return 64 * int(self._plan.blocks.offset[block]) + slot

    def _available(self, block: int, slots: NDArray[np.int64]) -> Iterator[int]:
        """Yield the bit sets of the available numbers of some slots of a block."""
        h = self.limit // 2
        upper = np.zeros(len(slots), np.uint64)  # bit 0 is number h + 1 here
        for place, number in enumerate(self._free(block)):
            upper |= (~slots >> place & 1).astype(np.uint64) << np.uint64(number - h - 1)
        lower = ~int(self._plan.blocks.lower[block]) & (1 << h + 1) - 1 & ~3
        return (lower | bits << h + 1 for bits in upper.tolist())

    def _free(self, block: int) -> list[int]:
        """Return the free numbers of a block, by place."""
        free = int(self._plan.blocks.free[block])
        return [self.limit - shift for shift in range(free.bit_length()) if free >> shift & 1]


def atlas(
    limit: SupportsIndex,
    *,
    threads: int | None = None,
    nim_values: bool = False,
    progress: bool = True,
    client: Client | None = None,
) -> Atlas:
    """Solve every position of the board 2..limit.

    limit: 1 to 80; with nim-values 1 to 64.  threads: how many work at once, by default one a processor.
    nim_values: find these too, in 64 times the memory.  progress: show a bar on standard error.
    client: of a Dask cluster, whose workers then solve the pieces, in the threads that they have.
    MemoryError, before any work is done, if the memory that is available is too small.
    """
    limit = operator.index(limit)
    if client is not None:
        if nim_values:
            raise ValueError("a cluster finds no nim-values")
        plan = Plan.of_tasks(limit)
        return Atlas(plan, *_solved_on(client, plan, threads, keep=True, progress=progress))
    if nim_values and limit > MAX_NIM_LIMIT:
        raise ValueError(f"nim-values are found up to a limit of {MAX_NIM_LIMIT}, not {limit}")
    plan = Plan.of(limit, NIM_PIECE_PLACES if nim_values else PIECE_PLACES)
    counts, tables = _solved(plan, threads, nim_values, keep=True, progress=progress)
    return Atlas(plan, counts, *(table.frames for table in tables))


def count_positions(
    limit: SupportsIndex,
    *,
    threads: int | None = None,
    progress: bool = True,
    client: Client | None = None,
) -> pd.DataFrame:
    """Return the counts of `atlas(limit)` without keeping the atlas, in less memory."""
    limit = operator.index(limit)
    if client is not None:
        counts, _ = _solved_on(client, Plan.of_tasks(limit), threads, keep=False, progress=progress)
    else:
        counts, _ = _solved(Plan.of(limit), threads, nim_values=False, keep=False, progress=progress)
    return _table_of_counts(counts)


def known_counts() -> pd.DataFrame:
    """Return the counts by Frobenius number that come with the package, those of data/counts.csv."""
    shipped = resources.files("numbergame") / "data" / "counts.csv"
    in_clone = Path(__file__).parents[2] / "data" / "counts.csv"
    return pd.read_csv(str(in_clone if in_clone.exists() else shipped))


def _solved(
    plan: Plan, threads: int | None, nim_values: bool, keep: bool, progress: bool
) -> tuple[Counts, list[Store]]:
    """Solve a board in threads; return the counts and its tables, empty unless they are to keep."""
    threads = (os.cpu_count() or 1) if threads is None else threads
    if threads < 1:
        raise ValueError(f"at least 1 thread is needed, not {threads}")
    rows = checked_promise(plan, threads, nim_values, keep).rows
    tables = [outcome_store(plan, rows)]
    if nim_values:
        tables.append(nim_store(plan, rows))
    counts = Counts.zero(plan.limit)
    readers = [len(pieces) for pieces in plan.readers]

    def solve(piece: int, stop: Bytes) -> Counts:
        with ExitStack() as stack:
            for table in tables:
                stack.enter_context(table.held(plan.reads[piece]))
            return solve_piece(plan, tables, piece, stop)

    with _bar(plan, progress) as bar, closing(solved_pieces(plan, solve, threads)) as pieces:
        for piece, found in pieces:
            for total, part in zip(counts, found, strict=True):
                total += part
            bar.update(64 * plan.sizes[piece])
            for read in plan.reads[piece]:
                readers[read] -= 1
                if not readers[read] and not keep:
                    for table in tables:
                        table.drop(read)
    return counts, tables


def _solved_on(
    client: Client, plan: Plan, threads: int | None, keep: bool, progress: bool
) -> tuple[Counts, list[bytes]]:
    """Solve a board on a cluster; return the counts and the packed pieces, empty unless they are to keep."""
    from numbergame.atlas import cluster

    if threads is not None:
        raise ValueError("the threads of a cluster are those of its workers")
    counts, frames = Counts.zero(plan.limit), [b""] * len(plan)
    with _bar(plan, progress) as bar, closing(cluster.solved_pieces(plan, client, keep)) as pieces:
        for solved in pieces:
            counts.positions[:] += solved.positions
            frames[solved.piece] = solved.frame
            bar.update(64 * plan.sizes[solved.piece])
    return counts, frames


def _bar(plan: Plan, progress: bool) -> tqdm:
    return tqdm(total=64 * sum(plan.sizes), unit="slot", unit_scale=True, disable=not progress)


def _table_of_counts(counts: Counts) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "frobenius_number": range(1, counts.positions.shape[1]),
            "positions": counts.positions[0, 1:],
            "p_positions": counts.positions[1, 1:],
        }
    )
