"""What an atlas takes on several machines, told from its plan before any work is done."""

from __future__ import annotations

import operator
import os
from typing import SupportsIndex

import pandas as pd

from numbergame.atlas.memory import most_at_once, packed_bytes, promise, rows_to_hold
from numbergame.atlas.schedule import Plan

BARE = 260_000_000
"""The bytes of a worker process that has solved nothing yet: measured."""
SECONDS_A_WORD = 125e-9
"""What one processor takes for a word of the table, with packing and unpacking: measured at 60 and 64."""
NETWORK = 125_000_000
"""The bytes a second that a machine receives, at a gigabit a second."""
MACHINES = (1, 2, 4, 8, 16)
"""The numbers of machines that a forecast tells about."""


def forecast(limit: SupportsIndex, *, threads: int | None = None) -> pd.DataFrame:
    """Return what the counts of the board 2..limit take on 1 to 16 machines, a row each.

    threads: of each machine, by default as many as this one has processors.
    memory_gb: in each machine.  minutes: the work divided by the threads, or the longest row of pieces that
    wait for each other, if that is more, and the time in which a machine receives its share.
    network_gb: what all machines receive from others.
    """
    plan = Plan.of_tasks(operator.index(limit))
    threads = (os.cpu_count() or 1) if threads is None else threads
    words, packed = sum(plan.sizes), packed_bytes(plan)
    to_be_read = packed * most_at_once(plan) / words
    one_after_another = max(urgency(plan))
    found = []
    for machines in MACHINES:
        rows, _ = rows_to_hold(plan, threads, machines)
        received = packed * _read_from_others(plan, machines) / words
        memory = bytes_of_worker(plan, threads, rows) + to_be_read * (1 + received / packed) / machines
        seconds = SECONDS_A_WORD * max(words / (machines * threads), one_after_another)
        seconds += received / machines / NETWORK
        found.append((machines, memory / 1e9, seconds / 60, received / 1e9))
    return pd.DataFrame(found, columns=["machines", "memory_gb", "minutes", "network_gb"]).round(1)


def bytes_of_worker(plan: Plan, threads: int, rows: int) -> int:
    """Return the memory of a worker that keeps so many pieces unpacked, without the packed ones."""
    promised = promise(plan, threads, nim_values=False, keep=True, rows=rows)
    return BARE + promised.unpacked + promised.scratch


def placed(plan: Plan, workers: int) -> list[int]:
    """Return which worker solves each piece.

    Pieces of a level do not wait for each other.  A level is cut in the order of the addresses, so that a
    worker has neighbours, which read the same pieces.
    """
    level = [0] * len(plan)
    for piece in reversed(range(len(plan))):
        level[piece] = max((1 + level[read] for read in plan.reads[piece]), default=0)
    words = [0] * (1 + max(level))
    for piece, size in enumerate(plan.sizes):
        words[level[piece]] += size
    place, before = [], [0] * len(words)
    for piece, size in enumerate(plan.sizes):
        here = level[piece]
        place.append(before[here] * workers // words[here])
        before[here] += size
    return place


def urgency(plan: Plan) -> list[int]:
    """Return for each piece the words of the longest row, from it on, of pieces that wait for each other."""
    words = plan.sizes
    for piece, readers in enumerate(plan.readers):
        words[piece] += max((words[reader] for reader in readers), default=0)
    return words


def _read_from_others(plan: Plan, workers: int) -> int:
    """Return how many words the workers read of pieces that another has solved, each once a worker."""
    place = placed(plan, workers)
    readers = ({place[reader] for reader in readers} for readers in plan.readers)
    return sum(
        size * len(places - {home}) for size, places, home in zip(plan.sizes, readers, place, strict=True)
    )
