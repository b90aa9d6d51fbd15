"""The examples in the docstrings of the core show what happens."""

import doctest
from importlib import import_module

import pytest

ROOMS = ["_heaps", "dag", "game", "judges", "number_game", "solver", "subtraction", "tables"]


@pytest.mark.parametrize("room", ROOMS)
def test_every_example_shows_what_happens(room):
    ran = doctest.testmod(import_module(f"numbergame.{room}"))
    assert ran.attempted > 0 and ran.failed == 0
