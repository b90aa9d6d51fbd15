"""What several tests share: solved boards, and how long hypothesis looks for examples."""

from __future__ import annotations

import pytest
from hypothesis import settings

from numbergame import NumberGame, Position, Solution, solve

collect_ignore = ["benchmarks"]  # scripts: to import one is to run it

# The same examples on each run, and no deadline: a slow machine is no error.
settings.register_profile("numbergame", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("numbergame")


@pytest.fixture(scope="session")
def contest() -> Solution[Position, int]:
    """Return the contest's board 2..20, solved."""
    return solve(NumberGame(20))


@pytest.fixture(scope="session")
def large_board() -> Solution[Position, int]:
    """Return the board 2..24, solved: 14,930 positions."""
    return solve(NumberGame(24))
