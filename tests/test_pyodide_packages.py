"""Every notebook runs with just the packages that the browser has, or says in its first cell what it lacks.

The packages are those of Pyodide's distribution, at its versions, installed beside ours; the browser itself
is tested in test_site.py.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LACKING = ["numba", "llvmlite", "pyarrow", "psutil"]

RUN = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell

path, *lacking = sys.argv[1:]


class Lacking:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in lacking:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Lacking)
shell = InteractiveShell.instance()
for cell in json.load(open(path))["cells"]:
    if cell["cell_type"] == "code":
        shell.run_cell("".join(cell["source"])).raise_error()
"""


@pytest.fixture(scope="module")
def browsers_packages(tmp_path_factory) -> Path:
    """Install the compiled packages of the browser's Python, at its versions, into a folder."""
    lock = ROOT / "docs" / "node_modules" / "pyodide" / "pyodide-lock.json"
    if not lock.exists():
        if not shutil.which("npm"):
            pytest.skip("there is no npm")
        subprocess.run(["npm", "ci", "--ignore-scripts"], cwd=ROOT / "docs", check=True, capture_output=True)
    known = json.loads(lock.read_text())["packages"]
    names = ["matplotlib", "networkx", "numpy", "pandas", "pillow"]
    wanted = [f"{name}=={known[name]['version']}" for name in names]
    folder = tmp_path_factory.mktemp("packages")
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        str(folder),
        *wanted,
    ]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def title_of(path: Path) -> str:
    """Return the title of a notebook, its first heading."""
    return "".join(json.loads(path.read_text())["cells"][0]["source"]).splitlines()[0].removeprefix("# ")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_with_the_browsers_packages_or_says_what_it_lacks(path, browsers_packages, tmp_path):
    sys.path.insert(0, str(ROOT / "docs"))
    from lite import write_notebooks

    (tmp_path / "in").mkdir()
    shutil.copy(path, tmp_path / "in")
    write_notebooks(tmp_path / "in", tmp_path / "notebooks")
    first = json.loads((tmp_path / "notebooks" / path.name).read_text())["cells"][0]["source"]
    if "In the browser" in "".join(first):
        assert title_of(path) in (ROOT / "docs" / "run.md").read_text()
        return
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(browsers_packages), str(ROOT)]),
        "MPLBACKEND": "agg",
        "NUMBERGAME_FIGURES": str(tmp_path),
        "IPYTHONDIR": str(tmp_path),
    }
    done = subprocess.run(
        [sys.executable, "-c", RUN, path.name, *LACKING],
        cwd=tmp_path / "notebooks",
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert done.returncode == 0, done.stdout[-3000:]
