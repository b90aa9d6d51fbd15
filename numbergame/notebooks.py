"""Run the notebook collection, keep its outputs and figures, or check that they are still true.

A notebook runs from top to bottom in a fresh kernel and in a temporary copy: its figures go to a
temporary folder too, and only when every cell has succeeded do notebook and figures take their places.
What is stored depends on nothing but the code and the packages, so a second run gives the same bytes.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from numbergame._extras import extra
from numbergame._files import FIGURES_VARIABLE, whole_file

with extra("notebooks"):
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, DeadKernelError
    from tqdm import tqdm

_METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_WIDGET = "application/vnd.jupyter.widget-view+json"


class NotebookError(Exception):
    """A cell of a notebook that failed: its notebook, its number among the code cells, its error."""


def notebook_paths(folder: Path, names: Iterable[str] = ()) -> list[Path]:
    """Return the notebooks of a folder in order: all, or those named by stem, file or leading number.

    ValueError if there is none, or none of a name.
    """
    everything = sorted(folder.glob("*.ipynb"))
    if not everything:
        raise ValueError(f"no notebooks in {folder}/: run this in the folder that holds notebooks/")
    chosen = set()
    for name in names:
        stem = Path(name).name.removesuffix(".ipynb")
        found = [path for path in everything if stem in (path.stem, path.stem.partition("-")[0])]
        if not found:
            raise ValueError(f"no notebook {name!r}; there are {', '.join(path.stem for path in everything)}")
        chosen.update(found)
    return [path for path in everything if path in chosen or not chosen]


def run(root: Path, names: Iterable[str] = ()) -> None:
    """Run notebooks of root/notebooks in order and write their outputs and their figures.

    NotebookError at the first cell that fails; the notebooks before it are written, it is not.
    """
    for path in _progress(notebook_paths(root / "notebooks", names)):
        with tempfile.TemporaryDirectory() as folder:
            fresh = _executed(path, Path(folder))
            for figure in sorted(Path(folder).iterdir()):
                with whole_file(root / "figures" / figure.name) as draft:
                    shutil.copyfile(figure, draft)
            with whole_file(path) as draft:
                draft.write_text(fresh, encoding="utf-8")


def check(root: Path, names: Iterable[str] = ()) -> list[str]:
    """Run notebooks of root/notebooks aside and return how what is stored differs from it, a line each.

    When all notebooks are run, a stored figure that none of them makes is a difference too.
    """
    names = list(names)
    differences = []
    made = set()
    for path in _progress(notebook_paths(root / "notebooks", names)):
        with tempfile.TemporaryDirectory() as folder:
            fresh = _executed(path, Path(folder))
            differences += _notebook_differences(path, fresh)
            for figure in sorted(Path(folder).iterdir()):
                made.add(figure.name)
                stored = root / "figures" / figure.name
                if not stored.exists():
                    differences.append(f"figures/{figure.name} is missing")
                elif stored.read_bytes() != figure.read_bytes():
                    differences.append(f"figures/{figure.name} differs")
    if not names:
        stored_names = {figure.name for figure in (root / "figures").glob("[!.]*")}
        differences += [f"figures/{name} is made by no notebook" for name in sorted(stored_names - made)]
    return differences


def _progress(paths: list[Path]) -> Iterator[Path]:
    """Yield the paths, showing the one at hand in a bar on standard error."""
    with tqdm(paths, unit="notebook") as bar:
        for path in bar:
            bar.set_description(path.stem)
            yield path


def _executed(path: Path, figures: Path) -> str:
    """Return the text of a notebook after a run that wrote its figures to a folder.

    The run has a thread of its own, so that an interrupt reaches this one, which then ends the kernel.
    """
    notebook = _read(path)
    begun: list[int] = []
    client = NotebookClient(
        notebook,
        timeout=None,
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
        on_cell_execute=lambda cell, cell_index: begun.append(cell_index),
        extra_arguments=["--log-level=40"],  # errors only: a fresh kernel has nothing else to say
        resources={"metadata": {"path": str(path.parent)}},
    )
    environment = {**os.environ, FIGURES_VARIABLE: str(figures)}
    with ThreadPoolExecutor(1) as executor:
        running = executor.submit(asyncio.run, client.async_execute(env=environment))
        try:
            running.result()
        except KeyboardInterrupt:
            _kill_kernel(client)
            raise
        except CellExecutionError as problem:
            reason = f"{problem.ename}: {problem.evalue}"
            raise NotebookError(f"{path.name}: cell {len(begun)}: {reason}") from None
        except DeadKernelError as problem:
            raise NotebookError(f"{path.name}: cell {len(begun)}: {problem}") from None
    # What a figure's output names is where the figure goes when the run has succeeded.
    return _stored_text(notebook).replace(f"{figures.as_posix()}/", "../figures/")


def _read(path: Path) -> Any:
    """Return the notebook of a file; NotebookError, with its name, if it is none."""
    try:
        notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        nbformat.validate(notebook)
    except (ValueError, TypeError, AttributeError, nbformat.ValidationError) as problem:
        reason = str(problem).partition("\n")[0]
        raise NotebookError(f"{path.name}: this is no notebook: {reason}") from None
    return notebook


def _kill_kernel(client: NotebookClient) -> None:
    """End a client's kernel at once, if it has one by now."""
    process = getattr(getattr(client.km, "provisioner", None), "process", None)
    if process is not None:
        process.kill()


def _stored_text(notebook: Any) -> str:
    """Return a notebook as it is stored: without what differs from run to run or machine to machine.

    A widget is stored as its text alone, since its model lives in the kernel that is gone.
    """
    notebook.metadata = nbformat.from_dict(_METADATA)  # type: ignore[no-untyped-call]
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(_WIDGET, None)
    nbformat.validate(notebook)
    return f"{nbformat.writes(notebook)}\n"  # type: ignore[no-untyped-call]


def _notebook_differences(path: Path, fresh: str) -> list[str]:
    """Return a line for each code cell of a stored notebook that is not as in the fresh text."""
    stored = path.read_text(encoding="utf-8")
    if stored == fresh:
        return []
    pairs = zip(_code_cells(stored), _code_cells(fresh), strict=True)
    cells = [number for number, (old, new) in enumerate(pairs, 1) if old != new]
    return [f"notebooks/{path.name}: cell {number} differs" for number in cells] or [
        f"notebooks/{path.name} is not stored as a run would store it"
    ]


def _code_cells(text: str) -> list[Any]:
    return [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
