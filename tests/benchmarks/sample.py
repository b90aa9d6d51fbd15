"""Check a saved atlas, larger than other programs can make, on positions drawn at random.

    python tests/benchmarks/sample.py 66.atlas

Each position has one of the two largest numbers of the board available.  Its outcome is compared with the
recurrence over its moves, which brute force makes from the definition; and where the search of Sylver Coinage
ends soon, with what that finds.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from numbergame import Position
from numbergame.atlas import Atlas
from numbergame.sylver import LimitReached, solve_position

sys.path.append(str(Path(__file__).parents[1]))
import brute_force

MAX_POSITIONS = 20_000


def drawn(limit: int) -> brute_force.Numbers:
    """Return what is available after some moves that leave one of the two largest numbers available."""
    position = brute_force.available([], limit)
    for _ in range(random.randrange(2, 14)):
        number = random.choice(sorted(position))
        after = brute_force.after_one_pass(position, number)
        if after and max(after) >= limit - 1:
            position = after
    return position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--count", type=int, default=500)
    options = parser.parse_args()
    atlas = Atlas.load(options.file)
    random.seed(1)
    outcomes: Counter[str] = Counter()
    searched: Counter[str] = Counter()
    for position in {drawn(atlas.limit) for _ in range(options.count)}:
        after = (brute_force.after_multiples(position, number) for number in position)
        expected = "N" if any(atlas.outcome(Position(other)) == "P" for other in after) else "P"
        assert atlas.outcome(Position(position)) == expected, sorted(position)
        outcomes[expected] += 1
        try:
            solution = solve_position(Position(position), max_positions=MAX_POSITIONS)
        except LimitReached:
            continue
        assert solution.outcome == expected, sorted(position)
        searched[expected] += 1
    print(f"{options.file}: the recurrence holds at {outcomes['P']:,} P- and {outcomes['N']:,} N-positions")
    print(f"the search of Sylver Coinage agrees at {searched['P']:,} P- and {searched['N']:,} N-positions")


if __name__ == "__main__":
    main()
