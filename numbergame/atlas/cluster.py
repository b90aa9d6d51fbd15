"""The pieces of an atlas, solved by the workers of a Dask cluster.

A task solves one piece and returns it packed, with its counts.  Dask carries packed pieces to the tasks that
read them, drops those that no task needs any more, and makes again what was lost with a worker.  The
workers and the scheduler need the same numbergame as the client.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from concurrent.futures import CancelledError
from typing import NamedTuple, cast
from uuid import uuid4

import numpy as np

from numbergame._extras import extra
from numbergame.atlas import memory
from numbergame.atlas.kernel import Integers
from numbergame.atlas.memory import packed_bytes, rows_to_hold
from numbergame.atlas.needs import bytes_of_worker, placed, urgency
from numbergame.atlas.piece import outcome_store, solve_piece
from numbergame.atlas.schedule import Plan

with extra("cluster"):
    from dask import config
    from dask.base import annotate
    from distributed import (
        Client,
        KilledWorker,
        Scheduler,
        SchedulerPlugin,
        Worker,
        WorkerPlugin,
        as_completed,
        get_worker,
    )
    from distributed.comm.addressing import get_address_host_port

Key = tuple[str, int]

USABLE = 0.6
"""The share of a worker's memory that the unpacked pieces may fill: beyond 0.7 Dask writes packed pieces to
disk, and at 0.8 it stops giving work to the worker."""


class Solved(NamedTuple):
    """A piece, packed, and its counts: positions and P-positions, a row each, by Frobenius number."""

    piece: int
    frame: bytes
    positions: Integers


class Bench(WorkerPlugin):
    """What a worker process keeps from task to task: the plan, and some pieces unpacked."""

    def __init__(self, limit: int, places: int, rows: int) -> None:
        self.arguments = limit, places, rows

    def setup(self, worker: Worker) -> None:
        limit, places, rows = self.arguments
        self.plan = Plan(limit, places)
        self.table = outcome_store(self.plan, rows)


class Replacement(SchedulerPlugin):
    """Lets any worker solve the pieces of one that is lost.

    With `allow_other_workers` Dask does so while there are others.  Where there are none for a moment, a task
    would wait for the address of the lost one, which does not come back.
    name: what the keys of the tasks begin with.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def remove_worker(self, scheduler: Scheduler, worker: str, **_: object) -> None:
        for key, task in scheduler.tasks.items():
            ours = isinstance(key, tuple) and str(key[0]).startswith(self.name)
            if ours and worker in (task.worker_restrictions or ()):
                task.worker_restrictions = None


class ClusterError(Exception):
    """The scheduler does not answer, or workers that were lost cannot be made up for."""


def connected(address: str, seconds: float = 5) -> Client:
    """Return a client of a scheduler; ValueError if that is no address, ClusterError if nobody answers."""
    get_address_host_port(address)
    try:
        return Client(address, timeout=seconds, set_as_default=False)
    except OSError as problem:
        raise ClusterError(f"no Dask scheduler answers at {address}") from problem


def solved_pieces(plan: Plan, client: Client, keep: bool) -> Generator[Solved, None, None]:
    """Solve all pieces on a cluster and yield each, with an empty frame unless it is to keep.

    When the caller stops early or is interrupted, all tasks are cancelled.
    MemoryError, before any work is done, if a worker has too little memory; ClusterError if there is none,
    or what was lost with workers cannot be made up for.
    """
    rooms = client.run(_room)
    if not rooms:
        raise ClusterError("the cluster has no workers")
    name = f"atlas-{plan.limit}-{uuid4().hex[:8]}"
    rows = _checked_rows(plan, list(rooms.values()))
    client.register_plugin(Bench(plan.limit, plan.places, rows), name)
    client.register_plugin(Replacement(name), name)
    tasks, wanted = _tasks(plan, name, keep)
    workers, place, urgent = list(rooms), placed(plan, len(rooms)), urgency(plan)
    where = {key: workers[place[key[1]]] for key in tasks}
    when = {key: urgent[key[1]] for key in tasks}
    with (
        config.set({"distributed.admin.large-graph-warning-threshold": "10 GB"}),
        annotate(workers=where.get, priority=when.get, allow_other_workers=True),
    ):
        waiting = as_completed(client.get(tasks, wanted, sync=False), loop=client.loop)
    try:
        for some in waiting.batches():
            yield from client.gather(some)
    except CancelledError:
        raise ClusterError("the Dask scheduler is gone, and with it the work") from None
    except KilledWorker as problem:
        raise ClusterError(str(problem)) from None
    finally:
        if client.status == "running":
            client.cancel(list(waiting.futures))
            client.unregister_worker_plugin(name)
            client.unregister_scheduler_plugin(name)


def _tasks(plan: Plan, name: str, keep: bool) -> tuple[dict[Key, tuple[object, ...]], list[Key]]:
    """Return the tasks by their keys, and the keys of those whose results the client receives."""
    tasks: dict[Key, tuple[object, ...]] = {
        (name, piece): (_solve, name, piece, [(name, read) for read in reads])
        for piece, reads in enumerate(plan.reads)
    }
    if keep:
        return tasks, list(tasks)
    counts = {(f"{name}-counts", piece): (_without_frame, (name, piece)) for piece in range(len(plan))}
    return tasks | counts, list(counts)


def _solve(name: str, piece: int, read: Sequence[Solved]) -> Solved:
    bench = cast(Bench, get_worker().plugins[name])
    frames = {other.piece: other.frame for other in read}
    with bench.table.held(frames, frames):
        counts = solve_piece(bench.plan, [bench.table], piece, np.zeros(1, np.uint8))
    return Solved(piece, bench.table.taken(piece), counts.positions)


def _without_frame(solved: Solved) -> Solved:
    return solved._replace(frame=b"")


def _room(dask_worker: Worker) -> tuple[int, int]:
    """Return the number of a worker's threads and the bytes of its memory."""
    return dask_worker.state.nthreads, dask_worker.memory_manager.memory_limit or memory.available()


def _checked_rows(plan: Plan, rooms: Sequence[tuple[int, int]]) -> int:
    """Return how many pieces each worker keeps unpacked; MemoryError if one has no room for the least.

    A quarter of all saves most of the unpacking, where there is room for all packed pieces besides.
    """
    threads = max(threads for threads, _ in rooms)
    there = min(bytes for _, bytes in rooms)
    best, least = rows_to_hold(plan, threads, len(rooms))
    for rows, packed in ((max(best, len(plan) // 4), packed_bytes(plan)), (best, 0), (least, 0)):
        needed = (bytes_of_worker(plan, threads, rows) + packed) / USABLE
        if needed <= there:
            return rows
    raise MemoryError(
        f"the board 2..{plan.limit} needs {needed / 1e9:.2f} GB of memory in a worker of {threads} threads, "
        f"and one has {there / 1e9:.2f} GB"
    )
