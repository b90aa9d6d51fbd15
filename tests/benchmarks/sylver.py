"""Measure the searches of Sylver Coinage: positions, positions a second, bytes a position.

    python tests/benchmarks/sylver.py [quick]

`quick` leaves out the positions that take more than about ten seconds.  The first line compares the
plain and the compiled search in the same run, so its ratio does not depend on the machine.
"""

from __future__ import annotations

import sys
import time

from numbergame.number_game import Position
from numbergame.sylver import THEOREMS, SylverSolution, reply_table, solve_position

LARGE_PAIRS = 17
PLAIN_PAIRS = 13
SINGLE = [(11, 16, 58), (13, 16, 140), (16, 26, 62, 85, 98, 134)]


def line(name: str, found: SylverSolution) -> str:
    """Return a line of the report."""
    replies = ", ".join(map(str, found.winning_moves)) or "none: P"
    return (
        f"{name:36} {found.positions:>12,} positions {found.seconds:8.2f} s "
        f"{found.positions / found.seconds:>10,.0f}/s {found.nbytes / found.positions:5.1f} bytes each  "
        f"winning replies: {replies}"
    )


def name_of(position: Position) -> str:
    """Return a position as its generators in braces."""
    return f"{{{', '.join(map(str, position.minimal_generators))}}}"


def solved(*generators: int, compiled: bool = True, theorems: tuple[str, ...] = ()) -> SylverSolution:
    """Return the solution of a position."""
    return solve_position(Position.generated_by(generators), compiled=compiled, theorems=theorems)


def main(quick: bool) -> None:
    """Print the report."""
    solved(16, 17)  # compile, load
    plain, compiled = solved(12, 13, compiled=False), solved(12, 13)
    print(line("{12, 13} plain", plain))
    print(line("{12, 13} compiled", compiled))
    print(f"the compiled search takes 1/{plain.seconds / compiled.seconds:.0f} of the time\n")
    print(line("{16, 17} no theorem", solved(16, 17)))
    print(line("{16, 17} all theorems", solved(16, 17, theorems=tuple(THEOREMS))))
    start = time.perf_counter()
    pairs = reply_table(PLAIN_PAIRS, compiled=False)
    print(f"plain:    {len(pairs)} coprime pairs up to {PLAIN_PAIRS} in {time.perf_counter() - start:.1f} s")
    if quick:
        return
    start = time.perf_counter()
    pairs = reply_table(LARGE_PAIRS)
    print(f"compiled: {len(pairs)} coprime pairs up to {LARGE_PAIRS} in {time.perf_counter() - start:.1f} s")
    for generators in SINGLE:
        position = Position.generated_by(generators)
        print(line(name_of(position), solve_position(position)), flush=True)


if __name__ == "__main__":
    main(quick=sys.argv[1:] == ["quick"])
