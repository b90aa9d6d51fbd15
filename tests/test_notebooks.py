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


def write_notebook(root, stem, *sources, tags=(), metadata=None):
    """Write a notebook, not run: `tags` are those of its first cell, `metadata` are its own."""
    (root / "notebooks").mkdir(exist_ok=True)
    cells = [
        {
            "cell_type": "code",
            "id": f"c{n}",
            "metadata": {"tags": list(tags)} if tags and n == 0 else {},
            "source": s,
            "execution_count": None,
            "outputs": [],
        }
        for n, s in enumerate(sources)
    ]
    path = root / "notebooks" / f"{stem}.ipynb"
    stored = {"cells": cells, "metadata": metadata or {}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(stored))
    return path


def code_cells(path):
    return [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]


def complaints(capsys):
    return [line for line in capsys.readouterr().err.splitlines() if line.startswith("numbergame: ")]


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
    assert complaints(capsys) == [
        "numbergame: notebooks/01-one.ipynb: cell 1 differs",
        "numbergame: figures/01-a.svg differs",
        "numbergame: figures/old.png is made by no notebook",
    ]
    assert files(collection) == before


def test_a_check_finds_a_missing_figure_and_a_notebook_never_run(collection, capsys):
    assert main(["notebooks", "--check"]) == 1
    found = complaints(capsys)
    assert "numbergame: figures/01-a.png is missing" in found
    assert "numbergame: notebooks/02-two.ipynb: cell 1 differs" in found


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


# Kernels


@pytest.mark.parametrize("name", ["conda-env-foo-py", "ir"])
def test_whatever_kernel_a_notebook_names_it_runs_with_this_python(collection, name):
    path = write_notebook(
        collection,
        "02-two",
        "import sys\nsys.executable",
        metadata={"kernelspec": {"name": name, "display_name": "Another", "language": "R"}},
    )
    assert main(["notebooks", "02"]) == 0
    stored = json.loads(path.read_text())
    assert stored["metadata"]["kernelspec"]["name"] == "python3"
    assert stored["cells"][0]["outputs"][0]["data"]["text/plain"] == [repr(sys.executable)]


def test_a_kernel_that_starts_and_dies_is_told_in_one_line(collection):
    kernel = collection / "jupyter" / "kernels" / "python3"
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(
        json.dumps({"argv": ["/usr/bin/false"], "display_name": "Dead", "language": "python"})
    )
    run = start_run(collection, JUPYTER_PATH=str(collection / "jupyter"))
    _, errors = run.communicate(timeout=120)
    assert run.returncode == 1
    *bar, line = errors.splitlines()
    assert all("%|" in state or not state for state in bar)
    assert line.startswith("numbergame: 01-one.ipynb: the kernel does not start: ")


def test_what_is_stored_does_not_depend_on_a_home_that_can_be_written_or_on_known_fonts(collection):
    source = "import matplotlib.font_manager\nprint('drawn')"
    path = write_notebook(collection, "02-two", source)
    # No folder can be made below this home, whoever runs the test.
    home = {"HOME": "/dev/null/home", "XDG_CACHE_HOME": "", "XDG_CONFIG_HOME": "", "MPLCONFIGDIR": ""}
    run = start_run(collection, "02", **home)
    _, errors = run.communicate(timeout=120)
    assert run.returncode == 0, errors
    (output,) = code_cells(path)[0]["outputs"]
    assert output["text"] == ["drawn\n"]


# Parameters


PARAMETERS = ("limit = 20\nname = 'a board'", "print(2 * limit, name)", DRAW.format(name="03-b"))


def test_a_parameter_is_set_in_a_run_to_another_folder(collection):
    path = write_notebook(collection, "03-three", *PARAMETERS, tags=["parameters"])
    before = files(collection)
    assert main(["notebooks", "03", "--set", "limit=24", "--set", "name=it = x", "--to", "else/where"]) == 0
    after = files(collection)
    assert {name for name in after if name not in before} == {
        "else/where/notebooks/03-three.ipynb",
        "else/where/figures/03-b.png",
        "else/where/figures/03-b.svg",
    }
    assert {name: after[name] for name in before} == before
    first, injected, second, _ = code_cells(collection / "else" / "where" / "notebooks" / path.name)
    assert first["source"] == ["limit = 20\n", "name = 'a board'"]
    assert injected["metadata"]["tags"] == ["injected-parameters"]
    assert injected["source"] == ["limit = 24\n", "name = 'it = x'"]
    assert second["outputs"][0]["text"] == ["48 it = x\n"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["03", "--set", "limit=24"], "--set goes with --to FOLDER"),
        (["03", "--set", "limit", "--to", "x"], "--set takes NAME=VALUE, as in limit=24, not 'limit'"),
        (["03", "--set", "=24", "--to", "x"], "--set takes NAME=VALUE, as in limit=24, not '=24'"),
        (["03", "--set", "size=24", "--to", "x"], "03-three has no parameter 'size'; it has limit, name"),
        (
            ["03", "--set", "limit=2 4", "--to", "x"],
            "limit = '2 4': 03-three has limit = 20, of type int",
        ),
        (["03", "--set", "limit=4.5", "--to", "x"], "limit = '4.5': 03-three has limit = 20, of type int"),
        (["02", "--set", "limit=24", "--to", "x"], "02-two has no parameters"),
        (["--to", "."], "that is the folder of the collection itself: choose another"),
        (["--check", "--to", "x"], "--check compares with what is stored: it takes no --set and no --to"),
        (["--twice"], "--twice goes with --check"),
        (["--jobs", "0"], "at least 1 notebook runs at once, not 0"),
    ],
    ids=str,
)
def test_what_cannot_be_run_so_is_told_in_one_line_before_anything_runs(
    collection, capsys, arguments, complaint
):
    write_notebook(collection, "03-three", *PARAMETERS, tags=["parameters"])
    before = files(collection)
    assert main(["notebooks", *arguments]) == 2
    assert capsys.readouterr().err == f"numbergame: {complaint}\n"
    assert files(collection) == before


def test_a_value_that_the_notebook_cannot_take_is_the_error_of_its_cell(collection, capsys):
    write_notebook(collection, "03-three", "limit = 20", "1 / limit", tags=["parameters"])
    assert main(["notebooks", "03", "--set", "limit=0", "--to", "x"]) == 1
    assert complaints(capsys) == ["numbergame: 03-three.ipynb: cell 3: ZeroDivisionError: division by zero"]
    assert not (collection / "x").exists()


# Cells


@pytest.mark.parametrize("tag", ["claim", "solution"])
def test_a_claim_and_a_solution_are_stored_folded(collection, tag):
    path = write_notebook(collection, "02-two", "assert True", "2", tags=[tag])
    assert main(["notebooks", "02"]) == 0
    folded, other = code_cells(path)
    assert folded["metadata"] == {"jupyter": {"source_hidden": True}, "tags": [tag]}
    assert other["metadata"] == {}


def test_the_words_of_a_picture_are_kept(collection):
    source = (
        "from IPython.display import display\n"
        "picture, words = {'image/svg+xml': '<svg/>'}, {'image/svg+xml': {'alt': 'a line'}}\n"
        "display(picture, metadata=words, raw=True)"
    )
    path = write_notebook(collection, "02-two", source)
    assert main(["notebooks", "02"]) == 0
    (output,) = code_cells(path)[0]["outputs"]
    assert output["metadata"] == {"image/svg+xml": {"alt": "a line"}}


def test_a_cell_that_breaks_when_it_runs_again_is_named(collection, capsys):
    write_notebook(collection, "02-two", "n = 1", "# nothing", "n += 1\nassert n == 2")
    assert main(["notebooks"]) == 0
    assert main(["notebooks", "--check"]) == 0
    capsys.readouterr()
    assert main(["notebooks", "--check", "--twice"]) == 1
    assert complaints(capsys) == ["numbergame: 02-two.ipynb: cell 3, run again: AssertionError: "]


def test_a_cell_that_changes_a_later_one_when_it_runs_again_is_found(collection, capsys):
    write_notebook(collection, "02-two", "n = 1", "n += 1\nn", "", "n")
    assert main(["notebooks"]) == 0
    capsys.readouterr()
    assert main(["notebooks", "--check", "--twice"]) == 1
    assert complaints(capsys) == ["numbergame: notebooks/02-two.ipynb: cell 4 differs"]


def test_cells_that_can_run_again_are_found_true(collection):
    assert main(["notebooks"]) == 0
    assert main(["notebooks", "--check", "--twice"]) == 0


# Several at once


def test_any_number_of_jobs_stores_the_same_bytes(collection):
    write_notebook(collection, "03-three", "3", DRAW.format(name="03-c"))
    assert main(["notebooks", "--jobs", "1"]) == 0
    one_by_one = files(collection)
    for name in ("01-one", "02-two", "03-three"):
        assert main(["notebooks", "--jobs", "3"]) == 0, name
    assert files(collection) == one_by_one


def test_two_jobs_run_at_once(collection):
    """Each of two notebooks waits for the other's word."""
    cell = (
        "import pathlib, time\npathlib.Path('{mine}').touch()\n"
        "for _ in range(600):\n    if pathlib.Path('{other}').exists():\n        break\n    time.sleep(0.1)\n"
        "else:\n    raise TimeoutError('alone')"
    )
    write_notebook(collection, "01-one", cell.format(mine="a", other="b"))
    write_notebook(collection, "02-two", cell.format(mine="b", other="a"))
    assert main(["notebooks", "--jobs", "2"]) == 0


def start_run(root, *arguments, **environment):
    """Start a run as a person at a terminal does: there an interrupt is not ignored, as below nohup."""
    return subprocess.Popen(
        [sys.executable, "-m", "numbergame", "notebooks", *arguments],
        cwd=root,
        env={**os.environ, **environment},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def test_an_interrupt_ends_the_run_with_130_its_kernels_and_leaves_the_old_files(collection):
    for name in ("01-one", "02-two"):
        source = f"import os, time\nopen('{name}', 'w').write(str(os.getpid()))\ntime.sleep(600)"
        write_notebook(collection, name, source)
    before = files(collection)
    run = start_run(collection, "--jobs", "2")
    started = [collection / "notebooks" / name for name in ("01-one", "02-two")]
    while not all(path.exists() and path.read_text() for path in started):
        assert run.poll() is None
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    kernels = [int(path.read_text()) for path in started]
    for path in started:
        path.unlink()
    assert run.returncode == 130
    assert "Traceback" not in errors
    assert files(collection) == before
    for kernel in kernels:
        with pytest.raises(ProcessLookupError):
            os.kill(kernel, 0)


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
    for _ in range(3):
        for name, content in old.items():
            (collection / name).write_bytes(content)
        run = start_run(collection)
        time.sleep(rng.uniform(0.3, 1.1) * whole_run)
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        left = {name: content for name, content in files(collection).items() if ".writing-" not in name}
        assert set(left) == set(good)
        assert all(left[name] in (old[name], good[name]) for name in left)
