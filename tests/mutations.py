"""Break the code at random places, and see whether the tests notice: python tests/mutations.py [ROOM ...]

The places are drawn with a fixed seed before anything is run, from each folder of the package and from
the flat core. Each change is made in a copy of the project, where the tests of the room run until one
fails. A change that no test notices is printed as a diff: it is a hole in the tests, or a change that
means nothing. Takes an hour or more; needs `pip install cosmic-ray`.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
SEED = 2026
SECONDS = 240
"""How long the processor may work on the tests of a room before a change counts as noticed: it made
something endless."""

CORE = ["game", "number_game", "subtraction", "solver", "judges", "_heaps", "dag", "tables"]
ROOMS = {
    # room: how many changes, its modules (a folder has all of its own), the tests that look at it
    "core": (24, CORE, "number_game solver subtraction judges properties dag tables"),
    "match": (12, [], "match session play chances terminal"),
    "teaching": (12, [], "answers exercises worksheet trainer labelling"),
    "checks": (12, [], "crosscheck published data"),
    "figures": (12, [], "figures board"),
    "play": (12, [], "play labelling_board explore"),
    "sylver": (12, [], "sylver certificate"),
    "atlas": (12, [], "atlas"),
}


class Mutation(NamedTuple):
    """A change: the file, the operator of cosmic-ray and which of its places in the file."""

    path: Path
    operator: str
    occurrence: int
    line: int


def drawn(room: str) -> list[Mutation]:
    """Return the changes of a room, always the same ones."""
    count, modules, _ = ROOMS[room]
    folder = ROOT / "numbergame"
    paths = [folder / f"{name}.py" for name in modules] or sorted((folder / room).rglob("*.py"))
    places: dict[tuple[Path, Any], list[Mutation]] = defaultdict(list)
    for path in paths:
        for place, mutation in mutations_of(path):
            places[path, place].append(mutation)
    chance = random.Random(f"{SEED} {room}")
    chosen = chance.sample(sorted(places), min(count, len(places)))
    return [chance.choice(places[place]) for place in chosen]


def mutations_of(path: Path) -> Iterator[tuple[Any, Mutation]]:
    """Yield every change that can be made in a file, with its place; annotations of types are left alone."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    source = path.read_text(encoding="utf-8")
    tree, silent = get_ast(source), annotations(source)
    for name in sorted(operator_names()):
        try:
            operator = get_operator(name)()
        except TypeError:  # one that wants to be told names
            continue
        occurrence = 0
        for node in ast_nodes(tree):
            for start, stop in operator.mutation_positions(node):
                if not any(first <= start < last for first, last in silent):
                    yield (start, stop), Mutation(path, name, occurrence, start[0])
                occurrence += 1


def annotations(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return where the annotations of a program are: from and to (line, column)."""
    spans = []
    for node in ast.walk(ast.parse(source)):
        for name in ("annotation", "returns"):
            part = getattr(node, name, None)
            if part is not None:
                spans.append(((part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)))
    return spans


def mutated(mutation: Mutation, source: str) -> str:
    """Return the program after the change."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    changed = mutate_code(source, get_operator(mutation.operator)(), mutation.occurrence)
    assert changed is not None and changed != source, mutation
    return changed


def tests_of(mutation: Mutation, room: str) -> list[str]:
    """Return the tests of a room, with those first that are likeliest to notice: the examples of the
    changed module, then the files that speak of it most.
    """
    files = [f"tests/test_{name}.py" for name in ROOMS[room][2].split()]
    module = mutation.path.stem
    files.sort(key=lambda name: -(ROOT / name).read_text(encoding="utf-8").count(module))
    return [str(mutation.path.relative_to(ROOT)), *files]


def survives(mutation: Mutation, copy: Path, tests: list[str]) -> bool:
    """Return whether all tests of a room pass with the change in place."""
    target = copy / mutation.path.relative_to(ROOT)
    source = target.read_text(encoding="utf-8")
    target.write_text(mutated(mutation, source), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-xq", "--numprocesses=0", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(
            command,
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy)},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)),
            capture_output=True,
            check=False,
        )
        return done.returncode == 0
    finally:
        target.write_text(source, encoding="utf-8")


def main() -> None:
    """Draw the changes, try them and print a line for each, and at the end how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rooms", nargs="*", help=f"of {', '.join(ROOMS)}; all by default")
    parser.add_argument("--list", action="store_true", help="only print what is drawn")
    options = parser.parse_args()
    chosen = {room: drawn(room) for room in options.rooms or ROOMS}
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", "_site", "__pycache__", ".*_cache"))
        for room, mutations in chosen.items():
            caught = 0
            for mutation in mutations:
                source = mutation.path.read_text(encoding="utf-8")
                where = f"{mutation.path.relative_to(ROOT)}:{mutation.line} {mutation.operator}"
                if options.list:
                    print(where)
                elif survives(mutation, copy, tests_of(mutation, room)):
                    print(f"survived {where}")
                    lines = source.splitlines(), mutated(mutation, source).splitlines()
                    print(*list(difflib.unified_diff(*lines, n=0, lineterm=""))[2:], sep="\n", flush=True)
                else:
                    caught += 1
                    print(f"caught   {where}", flush=True)
            if not options.list:
                print(f"{room}: {caught} of {len(mutations)} caught", flush=True)


if __name__ == "__main__":
    main()
