"""Running a collection: whole or not at all, the same bytes each time, and errors that say where."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from numbergame import notebooks
from numbergame.__main__ import main

# A cell that writes a figure where `numbergame.figures.export` would, without the time to draw one.
DRAW = """\
import os, pathlib
for ending in ("png", "svg"):
    path = pathlib.Path(os.environ["NUMBERGAME_FIGURES"], "{name}." + ending)
    path.write_text("a figure\\n" * 100_000)"""


def write_notebook(root, stem, *sources):
    (root / "notebooks").mkdir(exist_ok=True)
    cells = [
        {
            "cell_type": "code",
            "id": f"c{n}",
            "metadata": {},
            "source": s,
            "execution_count": None,
            "outputs": [],
        }
        for n, s in enumerate(sources)
    ]
    path = root / "notebooks" / f"{stem}.ipynb"
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    return path


def files(root):
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.fixture
def collection(tmp_path, monkeypatch):
    """Two small notebooks, not run yet, and the command line run beside them."""
    write_notebook(tmp_path, "01-one", "1 + 1", DRAW.format(name="01-a"))
    write_notebook(tmp_path, "02-two", "print('two')")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_run_stores_outputs_and_figures_and_a_check_finds_them_true(collection, capsys):
    assert main(["notebooks"]) == 0
    stored = files(collection)
    assert set(stored) == {
        "notebooks/01-one.ipynb",
        "notebooks/02-two.ipynb",
        "figures/01-a.png",
        "figures/01-a.svg",
    }
    first, second = (json.loads(stored[f"notebooks/{name}.ipynb"])["cells"] for name in ("01-one", "02-two"))
    assert first[0]["outputs"][0]["data"]["text/plain"] == ["2"]
    assert [cell["execution_count"] for cell in first] == [1, 2]
    assert second[0]["outputs"][0]["text"] == ["two\n"]
    assert main(["notebooks", "--check"]) == 0
    assert main(["notebooks"]) == 0
    assert files(collection) == stored
    assert capsys.readouterr().out == ""


def test_a_check_names_what_differs_and_writes_nothing(collection, capsys):
    assert main(["notebooks"]) == 0
    path = collection / "notebooks" / "01-one.ipynb"
    path.write_text(path.read_text().replace('"2"', '"3"'))
    with (collection / "figures" / "01-a.svg").open("a") as svg:
        svg.write(" ")
    (collection / "figures" / "old.png").write_bytes(b"")
    (collection / "figures" / ".writing-left-by-a-kill").mkdir()
    before = files(collection)
    capsys.readouterr()
    assert main(["notebooks", "--check"]) == 1
    complaints = [line for line in capsys.readouterr().err.splitlines() if line.startswith("numbergame: ")]
    assert complaints == [
        "numbergame: notebooks/01-one.ipynb: cell 1 differs",
        "numbergame: figures/01-a.svg differs",
        "numbergame: figures/old.png is made by no notebook",
    ]
    assert files(collection) == before


def test_a_check_finds_a_missing_figure_and_a_notebook_never_run(collection, capsys):
    assert main(["notebooks", "--check"]) == 1
    complaints = capsys.readouterr().err
    assert "numbergame: figures/01-a.png is missing\n" in complaints
    assert "numbergame: notebooks/02-two.ipynb: cell 1 differs\n" in complaints


def test_a_failing_cell_is_named_and_its_notebook_stays_as_it_was(collection, capsys):
    write_notebook(collection, "02-two", DRAW.format(name="02-b"), "x = 1\nassert x == 2, 'no'", "3")
    write_notebook(collection, "03-three", "3")
    before = files(collection)
    assert main(["notebooks"]) == 1
    assert capsys.readouterr().err.endswith("numbergame: 02-two.ipynb: cell 2: AssertionError: no\n")
    after = files(collection)
    assert after["notebooks/01-one.ipynb"] != before["notebooks/01-one.ipynb"]
    assert after["notebooks/02-two.ipynb"] == before["notebooks/02-two.ipynb"]
    assert after["notebooks/03-three.ipynb"] == before["notebooks/03-three.ipynb"]
    assert "figures/02-b.svg" not in after


def test_a_kernel_that_dies_is_an_error_that_names_the_cell(collection, capsys):
    write_notebook(collection, "02-two", "1", "import os\nos._exit(1)")
    assert main(["notebooks", "02"]) == 1
    assert "numbergame: 02-two.ipynb: cell 2: Kernel died" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "not JSON", "[]", '{"cells": [], "nbformat": 4}', '{"cells": [{}]}'])
def test_a_file_that_is_no_notebook_is_named(collection, capsys, text):
    (collection / "notebooks" / "02-two.ipynb").write_text(text)
    assert main(["notebooks", "02"]) == 1
    assert "numbergame: 02-two.ipynb: this is no notebook: " in capsys.readouterr().err


def test_a_check_passes_over_what_a_killed_run_left(collection, capsys):
    assert main(["notebooks"]) == 0
    (collection / "figures" / ".writing-1234").mkdir()
    assert main(["notebooks", "--check"]) == 0


@pytest.mark.parametrize("name", ["02", "02-two", "02-two.ipynb", "notebooks/02-two.ipynb"])
def test_one_notebook_is_run_by_name_or_number(collection, name):
    (path,) = notebooks.notebook_paths(collection / "notebooks", [name])
    assert path.name == "02-two.ipynb"


def test_an_unknown_notebook_is_refused_with_the_names_there_are(collection, capsys):
    assert main(["notebooks", "04"]) == 2
    assert capsys.readouterr().err == "numbergame: no notebook '04'; there are 01-one, 02-two\n"


def test_a_folder_without_notebooks_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["notebooks"]) == 2
    assert "run this in the folder that holds notebooks/" in capsys.readouterr().err


def start_run(root):
    command = [sys.executable, "-m", "numbergame", "notebooks"]
    return subprocess.Popen(command, cwd=root, stderr=subprocess.PIPE, text=True, start_new_session=True)


def test_an_interrupt_ends_the_run_with_130_and_the_old_files(collection):
    write_notebook(collection, "01-one", "open('started', 'w').close()\nimport time\ntime.sleep(600)")
    before = files(collection)
    run = start_run(collection)
    started = collection / "notebooks" / "started"
    while not started.exists():
        assert run.poll() is None
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    started.unlink()
    assert run.returncode == 130
    assert "Traceback" not in errors
    assert files(collection) == before


def test_killed_at_any_moment_every_file_is_as_it_was_or_as_it_should_be(collection):
    assert main(["notebooks"]) == 0
    good = files(collection)
    for path in (collection / "figures").iterdir():
        path.write_text("old")
    write_notebook(collection, "02-two", "print('two')")
    old = files(collection)
    start = time.monotonic()
    start_run(collection).communicate()
    whole_run = time.monotonic() - start
    rng = random.Random(2000)
    for _ in range(6):
        for name, content in old.items():
            (collection / name).write_bytes(content)
        run = start_run(collection)
        time.sleep(rng.uniform(0.3, 1.1) * whole_run)
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        left = {name: content for name, content in files(collection).items() if ".writing-" not in name}
        assert set(left) == set(good)
        assert all(left[name] in (old[name], good[name]) for name in left)
