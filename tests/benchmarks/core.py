"""Measure the core: `python tests/benchmarks/core.py`.

Each figure is the best of several runs of a process of its own, its start included; CPU seconds are user
and system together.  What is compared with something is compared inside one run, turn by turn.  The
yardstick for the Number Game is memo.cpp, a memo search compiled here with g++ -O2.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from numbergame import NumberGame, solve

HERE = Path(__file__).parent
ENVIRONMENT = os.environ | {"PYTHONPATH": str(HERE.parents[1])}
PYTHON = [sys.executable]
NUMBERGAME = [*PYTHON, "-m", "numbergame"]


class Cost(NamedTuple):
    """What a process cost, in seconds."""

    wall: float
    cpu: float


def cost(command: Sequence[str | Path], stdin: Path | None = None) -> Cost:
    """Return what one run of a command costs."""
    with open(stdin or os.devnull) as lines:
        before, start = _cpu_of_children(), time.perf_counter()
        subprocess.run(command, stdin=lines, stdout=subprocess.DEVNULL, env=ENVIRONMENT, check=True)
        return Cost(time.perf_counter() - start, _cpu_of_children() - before)


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def best(*costs: Callable[[], Cost], runs: int = 7) -> list[Cost]:
    """Return the least cost of each, run in turn so that all meet the same machine."""
    turns = [[run() for run in costs] for _ in range(runs)]
    return [Cost(*map(min, zip(*column, strict=True))) for column in zip(*turns, strict=True)]


def number_game(folder: Path) -> None:
    """Compare `numbergame poj` on every position of the contest with the compiled search."""
    cases = [list(position) for position in solve(NumberGame()) if position]
    text = "".join(f"{len(numbers)} {' '.join(map(str, numbers))}\n" for numbers in cases) + "0\n"
    (file := folder / "positions.txt").write_text(text)
    subprocess.run(["g++", "-O2", "-o", folder / "memo", HERE / "memo.cpp"], check=True)
    answers = [
        subprocess.run(command, input=text.encode(), capture_output=True, env=ENVIRONMENT, check=True).stdout
        for command in ([*NUMBERGAME, "poj"], [folder / "memo"])
    ]
    assert answers[0] == answers[1], "the two programs answer differently"
    ours, compiled = best(lambda: cost([*NUMBERGAME, "poj"], file), lambda: cost([folder / "memo"], file))
    print(f"poj, all {len(cases)} positions:  {ours.wall:.3f} s, compiled {compiled.wall:.4f} s,", end=" ")
    print(f"ratio {ours.wall / compiled.wall:.1f} (10 at most), of CPU {ours.cpu / compiled.cpu:.1f}")


def bachet(folder: Path) -> None:
    """Measure `numbergame bachet` on 100 heaps of a million with ten takes of several kinds."""
    chance = random.Random(10404)
    kinds: dict[str, Callable[[], list[int]]] = {
        "takes up to 30": lambda: chance.sample(range(1, 31), 10),
        "1 and takes up to 10^6": lambda: [1, *chance.sample(range(2, 10**6 + 1), 9)],
        "takes up to 10^6": lambda: chance.sample(range(2, 10**6 + 1), 10),
        "takes of all magnitudes": lambda: [int(10 ** chance.uniform(0, 6)) for _ in range(10)],
        "takes up to 2000": lambda: chance.sample(range(1, 2001), 10),
    }
    for kind, takes in kinds.items():
        lines = (f"1000000 10 {' '.join(map(str, takes()))}\n" for _ in range(100))
        (file := folder / "heaps.txt").write_text("".join(lines))
        (measured,) = best(lambda file=file: cost([*NUMBERGAME, "bachet"], file), runs=3)  # type: ignore[misc]
        print(f"bachet, 100 lines, {kind + ':':24} {measured.cpu:.2f} s of CPU (2 at most)")


def huge_heap() -> None:
    """Measure a heap of 10^18 with takes up to 60 inside a process."""
    from numbergame.subtraction import outcome

    chance = random.Random(60)
    seconds = []
    for _ in range(50):
        takes = chance.sample(range(1, 61), chance.randint(2, 10))
        start = time.perf_counter()
        outcome(takes, 10**18)
        seconds.append(time.perf_counter() - start)
    seconds.sort()
    print(f"a heap of 10^18, takes up to 60:  median {1000 * seconds[25]:.1f} ms, ", end="")
    print(f"slowest of 50 {1000 * seconds[-1]:.1f} ms")


def start() -> None:
    """Measure `import numbergame`, beyond what the interpreter costs by itself."""
    with_it, without = best(
        lambda: cost([*PYTHON, "-c", "import numbergame"]), lambda: cost([*PYTHON, "-c", ""]), runs=15
    )
    print(f"import numbergame:  {1000 * (with_it.wall - without.wall):.0f} ms (50 at most)", end=", ")
    print(f"after {1000 * without.wall:.0f} ms of Python's own start")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        number_game(Path(name))
        bachet(Path(name))
    huge_heap()
    start()
