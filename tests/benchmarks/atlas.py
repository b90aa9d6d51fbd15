"""Measure the atlas: speed and memory by limit, two threads against one, and a C++ memo search.

    python tests/benchmarks/atlas.py              limits 40 and 50, threads, memo search
    python tests/benchmarks/atlas.py 60           these limits only
    python tests/benchmarks/atlas.py 64 --csv counts.csv

Each run is a process of its own, so that its peak memory is its own, and is measured after a run on the
board 2..2, so that compilation, or the loading of compiled code, stands apart.
"""

from __future__ import annotations

import argparse
import io
import multiprocessing
import os
import resource
import subprocess
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pandas as pd

MEMO_LIMIT = 36
REPEATS = 5


class Run(NamedTuple):
    """The counts, the seconds and the bytes of memory at their peak."""

    counts: pd.DataFrame
    seconds: float
    peak: int

    def __str__(self) -> str:
        positions = int(self.counts.positions.sum())
        return (
            f"limit {len(self.counts)}: {positions:,} positions in {self.seconds:.2f} s, "
            f"{positions / self.seconds / 1e6:,.1f} million a second, peak memory {self.peak / 1e9:.2f} GB"
        )


def run(limit: int, threads: int, repeats: int = 1, progress: bool = False) -> Run:
    """Return the fastest of some runs in a process of their own."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(run_here, limit, threads, repeats, progress).result()


def run_here(limit: int, threads: int, repeats: int, progress: bool) -> Run:
    from numbergame.atlas import atlas

    atlas(2, progress=False)
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        counts = atlas(limit, threads=threads, progress=progress).counts()
        best = min(best, time.perf_counter() - start)
    return Run(counts, best, 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def memo_search(limit: int) -> tuple[pd.DataFrame, float]:
    """Return the counts and the seconds of the C++ memo search."""
    source = Path(__file__).with_name("atlas_memo.cpp")
    with tempfile.TemporaryDirectory() as directory:
        program = Path(directory) / "memo"
        subprocess.run(["g++", "-O2", "-std=c++17", str(source), "-o", str(program)], check=True)
        output = subprocess.run([program, str(limit)], check=True, capture_output=True, text=True).stdout
    seconds, table = output.split("\n", 1)
    names = ["frobenius_number", "positions", "p_positions"]
    return pd.read_csv(io.StringIO(table), sep=" ", names=names), float(seconds)


def compare_with_memo_search() -> None:
    expected, memo_seconds = memo_search(MEMO_LIMIT)
    found = run(MEMO_LIMIT, threads=os.cpu_count() or 1, repeats=REPEATS)
    assert found.counts.equals(expected), "the atlas and the memo search disagree"
    print(
        f"limit {MEMO_LIMIT}: C++ memo search {memo_seconds:.2f} s, atlas {found.seconds:.3f} s, "
        f"{memo_seconds / found.seconds:.0f} times as fast, equal counts"
    )


def compare_threads(limit: int = 54) -> None:
    one, two = run(limit, threads=1), run(limit, threads=2)
    print(
        f"limit {limit}: one thread {one.seconds:.2f} s, two threads {two.seconds:.2f} s, "
        f"{one.seconds / two.seconds:.2f} times as fast"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("limits", nargs="*", type=int, metavar="LIMIT")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write the counts of the last limit")
    options = parser.parse_args()
    for limit in options.limits or (40, 50):
        made = run(limit, options.threads, repeats=REPEATS if limit <= 40 else 1, progress=limit > 50)
        print(made, flush=True)
        if options.csv and limit == options.limits[-1]:
            made.counts.to_csv(options.csv, index=False, lineterminator="\n")
    if not options.limits:
        compare_threads()
        compare_with_memo_search()


if __name__ == "__main__":
    main()
