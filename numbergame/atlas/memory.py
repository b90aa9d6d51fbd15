"""The memory that an atlas takes, told before the work begins."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil

from numbergame.atlas.schedule import Plan

NIM_VALUES_PACKED = 2.5
"""The bytes of the packed nim-values, divided by 2^(limit / 2): measured from 34 to 46."""
SCRATCH = 20
"""The bytes for each word of a piece that a thread needs to pack or unpack it."""

_CONTAINER = Path("/sys/fs/cgroup")


class Promise(NamedTuple):
    """The bytes of memory that a run takes besides what the process has at its start.

    rows: how many pieces are unpacked at once; the bytes that they, the packed pieces, and the threads take.
    """

    rows: int
    unpacked: int
    packed: int
    scratch: int

    @property
    def total(self) -> int:
        return self.unpacked + self.packed + self.scratch


def promise(plan: Plan, threads: int, nim_values: bool, keep: bool, rows: int) -> Promise:
    """Return the memory that a run takes with that many rows for unpacked pieces.

    keep: whether all packed pieces are kept to the end, or only those that are still to be read.
    """
    piece = max(plan.sizes)
    packed = packed_bytes(plan, nim_values)
    if not keep:
        packed *= most_at_once(plan) / sum(plan.sizes)
    row = (72 if nim_values else 8) * piece
    return Promise(rows, rows * row, int(packed), threads * SCRATCH * row // 8)


def packed_bytes(plan: Plan, nim_values: bool = False) -> float:
    """Return the bytes of the packed table of outcomes, and on request of nim-values.

    Divided by 2^(limit / 2), the packed outcomes fall along a line as the limit grows: measured from 40 to
    66, and an estimate beyond.  An odd limit has half as many more than the even one before.
    """
    outcomes = 0.24 - 0.0023 * (plan.limit - 50)
    scale = float(1 << plan.limit // 2) * (1 + plan.limit % 2 / 2)
    return scale * (outcomes + NIM_VALUES_PACKED * nim_values)


def rows_to_hold(plan: Plan, threads: int, workers: int = 1) -> tuple[int, int]:
    """Return how many pieces each worker best keeps unpacked, and the least number that will do.

    Best is a tenth of all, shared by the workers; the threads must have room for what they read at once.
    """
    least = min(threads * (1 + max(map(len, plan.reads))), len(plan))
    return max(least, len(plan) // 10 // workers), least


def checked_promise(plan: Plan, threads: int, nim_values: bool, keep: bool) -> Promise:
    """Return what a run takes; MemoryError if that is more than is available."""
    there = available()
    for rows in rows_to_hold(plan, threads):
        promised = promise(plan, threads, nim_values, keep, rows)
        if promised.total <= there:
            return promised
    what = "outcomes and nim-values" if nim_values else "outcomes"
    raise MemoryError(
        f"the {what} of the board 2..{plan.limit} need {promised.total / 1e9:.1f} GB of memory, "
        f"and {there / 1e9:.1f} GB are available"
    )


def available() -> int:
    """Return how many bytes can still be used; in a container, what it has left of its limit."""
    there = int(psutil.virtual_memory().available)
    with suppress(OSError, ValueError):  # no container, or the word "max" for its limit
        limit = int((_CONTAINER / "memory.max").read_text())
        used = int((_CONTAINER / "memory.current").read_text())
        stat = dict(line.split() for line in (_CONTAINER / "memory.stat").read_text().splitlines())
        there = min(there, limit - used + int(stat["inactive_file"]))  # files are read again when wanted
    return there


def most_at_once(plan: Plan) -> int:
    """Return the most words of solved pieces that are still to be read, at any time of a run."""
    sizes, readers = plan.sizes, [len(pieces) for pieces in plan.readers]
    words = most = 0
    for piece in reversed(range(len(plan))):
        words += sizes[piece]
        most = max(most, words)
        for read in plan.reads[piece]:
            readers[read] -= 1
            if not readers[read]:
                words -= sizes[read]
    return most
