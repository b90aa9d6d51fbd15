"""What holds for all compiled code: it works where nothing can be kept, and says what it needs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import numbergame


def run(command, folder=None, **environment):
    """Run a command of the package in this folder, by default of the one that is tested."""
    return subprocess.run(
        [sys.executable, "-m", "numbergame", *command],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def package_without_a_cache(tmp_path_factory):
    """Return the folder of a copy of the package in which no machine code can be kept."""
    folder = tmp_path_factory.mktemp("read-only")
    package = Path(
        shutil.copytree(
            Path(numbergame.__file__).parent,
            folder / "numbergame",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    )
    for room in (package, package / "atlas", package / "sylver"):
        (room / "__pycache__").touch()  # a file: no folder of this name can be made, not even by root
    return str(folder)


@pytest.mark.parametrize("command", [["atlas", "12"], ["sylver", "11", "13"]], ids=" ".join)
def test_it_works_where_no_folder_for_machine_code_can_be_written(command, package_without_a_cache):
    nowhere = {"XDG_CACHE_HOME": os.devnull, "NUMBA_CACHE_DIR": "", "PYTHONPATH": ""}
    found = run([*command, "--json"], package_without_a_cache, **nowhere)
    assert found.returncode == 0, found.stderr
    expected = json.loads(run([*command, "--json"]).stdout)
    assert without_seconds(json.loads(found.stdout)) == without_seconds(expected)


def without_seconds(facts):
    return facts | {"seconds": None} if isinstance(facts, dict) else facts


def test_an_atlas_says_in_one_line_that_it_needs_compiled_code():
    refused = run(["atlas", "20"], NUMBA_DISABLE_JIT="1")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "numbergame: this needs compiled code: unset NUMBA_DISABLE_JIT\n"


def test_sylver_coinage_is_searched_plainly_where_compiled_code_is_switched_off():
    replies = [
        json.loads(run(["sylver", "10", "11", "--json"], NUMBA_DISABLE_JIT=switch).stdout)["winning_moves"]
        for switch in ("0", "1")
    ]
    assert replies[0] == replies[1]
