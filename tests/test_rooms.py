"""Data flows one way: no import circle, and a core that needs nothing but the standard library."""

import ast
import os
import sys
from pathlib import Path

import networkx as nx
import pytest

import numbergame

HOUSE = Path(numbergame.__file__).parent


def room_of(path):
    """Return the name that an import gives a file of the house, as in "sylver.plain"."""
    parts = path.relative_to(HOUSE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {room_of(path): path for path in HOUSE.rglob("*.py")}
CORE = ("__init__", "game", "number_game", "subtraction", "solver", "judges")


def imports(path):
    """Yield every module that a file imports, also inside its functions."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by a relative name"
            for alias in node.names:  # a name of a room, or of something in it
                name = f"{node.module}.{alias.name}"
                yield name if name.removeprefix("numbergame.") in MODULES else node.module


@pytest.fixture(scope="module")
def uses():
    graph = nx.DiGraph()
    graph.add_nodes_from(MODULES)
    for module, path in MODULES.items():
        for name in imports(path):
            package, _, room = name.partition(".")
            if package == "numbergame" and room in MODULES:
                graph.add_edge(module, room)
    return graph


def test_the_rooms_are_told_by_every_file_in_every_folder():
    assert len(MODULES) == sum(len(files) for _, _, files in sources())
    assert {"game", "__main__"} <= set(MODULES)


def sources():
    """Walk through the house, by another way than the rooms were listed."""
    for folder, folders, files in os.walk(HOUSE):
        yield folder, folders, [name for name in files if name.endswith(".py")]


def test_there_is_no_import_circle(uses):
    assert list(nx.simple_cycles(uses)) == []


@pytest.mark.parametrize("room", CORE)
def test_the_core_needs_only_the_standard_library(uses, room):
    for module in {room, *nx.descendants(uses, room)}:
        packages = {name.partition(".")[0] for name in imports(MODULES[module])}
        assert packages <= {"numbergame", *sys.stdlib_module_names}, module


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("game", "solver"),
        ("solver", "dag"),
        ("solver", "tables"),
        ("dag", "figures"),
        ("tables", "figures"),
        ("figures", "play"),
        ("match", "teaching"),
        ("number_game", "judges"),
    ],
)
def test_a_lower_room_never_uses_a_higher_one(uses, lower, higher):
    assert not nx.has_path(uses, lower, higher)  # an error, too, where either room is no longer there
