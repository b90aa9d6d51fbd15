"""What several tests share: solved boards, and how long hypothesis looks for examples."""

from __future__ import annotations

import pytest
from hypothesis import settings

from numbergame import NumberGame, Position, Solution, solve

collect_ignore = ["benchmarks"]  # scripts: to import one is to run it

CORE = {"number_game", "solver", "subtraction", "judges", "match", "session", "terminal", "chances"}
"""The tests of the core and of a play, by the names of their files."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of the gate."""
    words = "with --cov, trace the tests of the core and of a play alone: to trace all takes twice as long"
    parser.addoption("--trace-core", action="store_true", help=words)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is not to be traced."""
    if config.getoption("--trace-core"):
        for item in items:
            if item.path.stem.removeprefix("test_") not in CORE:
                item.add_marker("no_cover")


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
