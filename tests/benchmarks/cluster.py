"""Measure the atlas on a local cluster of two processes, whole and with a worker killed.

    python tests/benchmarks/cluster.py           counts at 30, 44 and 56, ten killed workers at 56
    python tests/benchmarks/cluster.py 60        time at this limit, two processes against two threads

A killed worker loses the pieces that it holds, and Dask starts another in its place.  The moment is drawn at
random from the time that a whole run takes.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pandas as pd
from distributed import Client, LocalCluster

from numbergame.atlas import count_positions, known_counts

KILLS, KILLS_AT = 10, 56


@contextmanager
def two_processes() -> Iterator[Client]:
    """Yield a client of two workers of one thread each that have the compiled code loaded."""
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as machines,
        Client(machines, set_as_default=False) as client,
    ):
        count_positions(30, client=client, progress=False)
        yield client


def timed(limit: int, client: Client | None = None) -> float:
    """Return the seconds that a right count takes."""
    start = time.perf_counter()
    check(count_positions(limit, client=client, threads=None if client else 2, progress=False))
    return time.perf_counter() - start


def check(counts: pd.DataFrame) -> None:
    assert counts.equals(known_counts()[: len(counts)]), "the counts are wrong"


def kill_later(client: Client, seconds: float) -> threading.Timer:
    """Kill a worker process some seconds from now."""
    victim = random.choice(list(client.run(os.getpid).values()))
    timer = threading.Timer(seconds, os.kill, (victim, signal.SIGKILL))
    timer.start()
    return timer


def count_and_kill(client: Client) -> None:
    for limit in (30, 44, KILLS_AT):
        seconds = timed(limit, client)
        print(f"limit {limit}: counts right in {seconds:.1f} s", flush=True)
    kills = 0
    while kills < KILLS:
        moment = random.uniform(0.1, 0.9) * seconds
        timer = kill_later(client, moment)
        took = timed(KILLS_AT, client)
        timer.cancel()
        if took > moment:  # else the run was over before the kill
            kills += 1
            print(f"kill {kills} of {KILLS}: after {moment:.1f} s, counts right in {took:.1f} s", flush=True)


def compare_with_threads(limit: int, client: Client, repeats: int = 2) -> None:
    for _ in range(repeats):
        two_threads, cluster = timed(limit), timed(limit, client)
        print(
            f"limit {limit}: two threads {two_threads:.1f} s, two processes {cluster:.1f} s, "
            f"{cluster / two_threads:.2f} times as long",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("limit", nargs="?", type=int, help="compare the time at this limit with threads")
    limit = parser.parse_args().limit
    with two_processes() as client:
        if limit is None:
            count_and_kill(client)
        else:
            count_positions(30, threads=2, progress=False)
            compare_with_threads(limit, client)


if __name__ == "__main__":
    main()
