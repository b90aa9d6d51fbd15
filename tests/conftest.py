"""Solved boards that several tests look at."""

from __future__ import annotations

import pytest

from numbergame import NumberGame, Position, Solution, solve


@pytest.fixture(scope="session")
def contest() -> Solution[Position, int]:
    """Return the contest's board 2..20, solved."""
    return solve(NumberGame(20))


@pytest.fixture(scope="session")
def large_board() -> Solution[Position, int]:
    """Return the board 2..24, solved: 14,930 positions."""
    return solve(NumberGame(24))
