"""One piece of an atlas: the tables it is in, and how it is solved and counted there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import NamedTuple

import numpy as np

from numbergame.atlas import kernel
from numbergame.atlas.kernel import Bytes, Integers
from numbergame.atlas.schedule import Plan
from numbergame.atlas.store import Store

MAX_NIM_LIMIT = 64
"""The nim-values that the moves of a position lead to are the bits of one machine word."""


class Counts(NamedTuple):
    """How many positions were found.

    positions: all and P-positions, a row each, by Frobenius number.
    nim_values: a row a Frobenius number and a column a nim-value.
    """

    positions: Integers
    nim_values: Integers

    @classmethod
    def zero(cls, limit: int) -> Counts:
        return cls(np.zeros((2, limit + 1), np.int64), np.zeros((limit + 1, MAX_NIM_LIMIT), np.int64))


def solve_piece(plan: Plan, tables: Sequence[Store], piece: int, stop: Bytes) -> Counts:
    """Solve a piece in the table of outcomes and, if there is one, that of nim-values; return its counts.

    The pieces that it reads are held.
    """
    found = Counts.zero(plan.limit)
    with ExitStack() as stack:
        for table in tables:
            stack.enter_context(table.made(piece))
        outcomes, *nim_values = tables
        pieces = kernel.Pieces(plan.start, outcomes.row, outcomes.unpacked)
        kernel.solve_piece(plan.blocks, plan.limit, pieces, piece, found.positions, stop)
        for table in nim_values:
            values = kernel.NimPieces(plan.start, table.row, table.unpacked)
            kernel.solve_nim_values(plan.blocks, plan.limit, values, piece, found.nim_values, stop)
    return found


def outcome_store(plan: Plan, rows: int, frames: Sequence[bytes] = ()) -> Store:
    """Return a table of outcomes, a bit a slot."""
    return Store(plan.sizes, np.uint64, rows, frames)


def nim_store(plan: Plan, rows: int, frames: Sequence[bytes] = ()) -> Store:
    """Return a table of nim-values, a byte a slot."""
    return Store([64 * words for words in plan.sizes], np.uint8, rows, frames)
