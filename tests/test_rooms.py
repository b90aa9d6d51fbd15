"""The rules of the house: data flows one way, and each room has the packages of its extra and no others."""

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

# What a room may import from elsewhere, by the extra that brings it. A folder's word is for all its files;
# every room that is not listed has the standard library only.
FIGURES = {"networkx", "pandas", "matplotlib", "numpy", "PIL", "pydot", "pyarrow"}
COMPILED = {"numba", "llvmlite", "numpy", "pandas", "psutil", "pyarrow", "tqdm"}
PACKAGES = {
    "play": {"ipywidgets", "IPython"},
    "play.explorer": FIGURES,
    "dag": FIGURES,
    "tables": FIGURES,
    "figures": FIGURES,
    "atlas": COMPILED | {"dask", "distributed"},
    "sylver.compiled": COMPILED,
    "_intrinsics": COMPILED,
    "notebooks": {"matplotlib", "nbclient", "nbformat", "tqdm"},
}
# The way of the data. A room uses those of its own step and of the steps before, none after.
STEPS = (
    ("game", "number_game"),
    ("solver",),
    ("subtraction", "judges"),
    ("dag", "tables", "match"),
    ("figures",),
    ("play", "teaching"),
    ("__main__",),
)


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
        assert packages_of(module) == set(), module


@pytest.mark.parametrize("folder", ["match", "teaching", "checks"])
def test_a_folder_that_needs_only_the_standard_library_uses_no_room_that_needs_more(uses, folder):
    for room in rooms_in(folder):
        for module in {room, *nx.descendants(uses, room)}:
            assert packages_of(module) == set(), (room, module)


def test_the_plain_search_of_sylver_coinage_needs_only_the_standard_library(uses):
    for module in {"sylver.plain", *nx.descendants(uses, "sylver.plain")}:
        assert packages_of(module) == set(), module


def test_what_checks_a_proof_uses_no_other_room(uses):
    assert list(uses.successors("sylver.certificate")) == []


@pytest.mark.parametrize("room", MODULES)
def test_a_room_has_the_packages_of_its_extra_and_no_others(room):
    allowed = [packages for name, packages in PACKAGES.items() if room in rooms_in(name)]
    assert packages_of(room) <= set().union(*allowed)


@pytest.mark.parametrize("room", PACKAGES)
def test_every_room_with_an_extra_is_there(room):
    assert rooms_in(room)


EARLIER_AND_LATER = [
    (earlier, later)
    for step, names in enumerate(STEPS)
    for earlier in names
    for later in sum(STEPS[step + 1 :], ())
]


@pytest.mark.parametrize(("earlier", "later"), EARLIER_AND_LATER)
def test_nothing_runs_back_up(uses, earlier, later):
    assert rooms_in(earlier) and rooms_in(later)
    for room in rooms_in(earlier):
        assert not nx.descendants(uses, room) & rooms_in(later), room


def test_nothing_uses_the_run_of_the_collection_but_the_command_line(uses):
    assert list(uses.predecessors("notebooks")) == ["__main__"]


def rooms_in(name):
    """Return the rooms of a folder, or the one room of that name."""
    return {room for room in MODULES if room == name or room.startswith(f"{name}.")}


def packages_of(room):
    """Return the top-level names that a room imports from neither the house nor the standard library."""
    return {name.partition(".")[0] for name in imports(MODULES[room])} - {
        "numbergame",
        *sys.stdlib_module_names,
    }
