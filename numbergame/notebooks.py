"""Run the notebook collection, keep its outputs and figures, or check that they are still true.

A notebook runs from top to bottom in a fresh kernel of this Python, several notebooks at once.  Its figures
go to a temporary folder, and only when every cell has succeeded do notebook and figures take their places.
What is stored depends on nothing but the code and the packages, so a second run gives the same bytes.
"""

from __future__ import annotations

import ast
import asyncio
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from copy import deepcopy
from pathlib import Path
from typing import Any

from numbergame._extras import extra
from numbergame._files import FIGURES_VARIABLE, whole_file

with extra("notebooks"):
    import matplotlib.font_manager
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError
    from tqdm import tqdm

_METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_WIDGET = "application/vnd.jupyter.widget-view+json"
_FOLDED = {"claim", "solution"}
"""The tags of cells whose source is stored folded: those that guard the prose, or show an answer."""


class NotebookError(Exception):
    """A notebook that is none, a kernel that does not start, or a cell that fails: which, and how."""


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


def run(
    root: Path,
    names: Iterable[str] = (),
    *,
    jobs: int | None = None,
    parameters: Mapping[str, str] | None = None,
    to: Path | None = None,
) -> None:
    """Run notebooks of root/notebooks and write their outputs and their figures.

    jobs: how many run at once, as many as there are processors if it is None.
    parameters: values, as text, in place of those of the notebook's cell tagged `parameters`.
    to: the folder whose notebooks/ and figures/ are written, in place of those of root.
    NotebookError at the first cell that fails; the notebooks before it are written, it is not.
    """
    place = root if to is None else to
    if to is not None and to.resolve() == root.resolve():
        raise ValueError("that is the folder of the collection itself: choose another")
    if parameters and to is None:
        raise ValueError("other parameters are for another folder: say which")

    def keep(path: Path, fresh: str, figures: Path) -> None:
        for figure in sorted(figures.iterdir()):
            with whole_file(place / "figures" / figure.name) as draft:
                shutil.copyfile(figure, draft)
        with whole_file(place / "notebooks" / path.name) as draft:
            draft.write_text(fresh, encoding="utf-8", newline="\n")

    _execute(notebook_paths(root / "notebooks", names), keep, jobs, parameters or {})


def check(
    root: Path, names: Iterable[str] = (), *, jobs: int | None = None, twice: bool = False
) -> list[str]:
    """Run notebooks of root/notebooks aside and return how what is stored differs from it, a line each.

    When all notebooks are run, a stored figure that none of them makes is a difference too.
    twice: run each cell a second time before the next, as a reader may; what that puts out is not compared,
    but no cell may fail, nor may a later one put out anything else.
    """
    names = list(names)
    differences = []
    made = set()

    def compare(path: Path, fresh: str, figures: Path) -> None:
        differences.extend(_notebook_differences(path, fresh))
        for figure in sorted(figures.iterdir()):
            made.add(figure.name)
            stored = root / "figures" / figure.name
            if not stored.exists():
                differences.append(f"figures/{figure.name} is missing")
            elif stored.read_bytes() != figure.read_bytes():
                differences.append(f"figures/{figure.name} differs")

    _execute(notebook_paths(root / "notebooks", names), compare, jobs, {}, twice)
    if not names:
        stored_names = {figure.name for figure in (root / "figures").glob("[!.]*")}
        differences += [f"figures/{name} is made by no notebook" for name in sorted(stored_names - made)]
    return differences


def _execute(
    paths: list[Path],
    use: Callable[[Path, str, Path], None],
    jobs: int | None,
    parameters: Mapping[str, str],
    twice: bool = False,
) -> None:
    """Run notebooks, several at once; hand each, in order, to `use`: its path, its text, its figures' folder.

    The kernels are watched by threads, so that an interrupt reaches this one, which then ends them all.
    """
    jobs = (os.cpu_count() or 1) if jobs is None else jobs
    if jobs < 1:
        raise ValueError(f"at least 1 notebook runs at once, not {jobs}")
    runs = [_Run(path, _prepared(path, parameters), twice) for path in paths]
    with (
        tempfile.TemporaryDirectory() as folder,
        tqdm(total=len(paths), unit="notebook") as bar,
        ThreadPoolExecutor(jobs) as executor,
    ):
        environment = {
            **os.environ,
            # The fonts were searched for when this module was imported: a kernel that did so would say it in
            # an output. The folder is a temporary one where the reader's own cannot be written.
            "MPLCONFIGDIR": matplotlib.get_cachedir(),
            "IPYTHONDIR": str(Path(folder, "ipython")),
        }
        drawn = [Path(folder, "figures", path.stem) for path in paths]
        ends = []
        for run, figures in zip(runs, drawn, strict=True):
            figures.mkdir(parents=True)
            ends.append(executor.submit(run.execute_in, {**environment, FIGURES_VARIABLE: str(figures)}))
            ends[-1].add_done_callback(lambda _: bar.update())
        try:
            for run, figures, end in zip(runs, drawn, ends, strict=True):
                end.result()
                # What a figure's output names is where the figure goes when the run has succeeded.
                text = _stored_text(run.nb).replace(f"{figures.as_posix()}/", "../figures/")
                use(run.path, text, figures)
        finally:  # after an error or an interrupt some still run
            executor.shutdown(wait=False, cancel_futures=True)
            while wait(ends, timeout=0.1).not_done:
                for run in runs:
                    run.kill()


class _Run(NotebookClient):
    """The run of one notebook in a kernel of its own, each cell once or twice."""

    def __init__(self, path: Path, notebook: Any, twice: bool) -> None:
        super().__init__(
            notebook,
            kernel_name="python3",  # this Python, which is stored, whatever kernel the file names
            timeout=None,
            record_timing=False,
            store_widget_state=False,
            coalesce_streams=True,
            extra_arguments=["--log-level=40"],  # errors only: a fresh kernel has nothing else to say
            resources={"metadata": {"path": str(path.parent)}},
        )
        self.path = path
        self.twice = twice
        self.cells = 0
        self.place = "the kernel does not start"

    def execute_in(self, environment: dict[str, str]) -> None:
        """Run every cell in a kernel with an environment; NotebookError where that fails."""
        try:
            asyncio.run(self._execute_in(environment))
        except CellExecutionError as problem:
            raise NotebookError(
                f"{self.path.name}: {self.place}: {problem.ename}: {problem.evalue}"
            ) from None
        except RuntimeError as problem:  # the kernel is dead
            raise NotebookError(f"{self.path.name}: {self.place}: {problem}") from None

    async def _execute_in(self, environment: dict[str, str]) -> None:
        self.create_kernel_manager()
        await self.async_start_new_kernel(env=environment)
        await self.async_start_new_kernel_client()
        await self.async_execute()

    async def async_execute_cell(
        self, cell: Any, cell_index: int, execution_count: int | None = None, store_history: bool = True
    ) -> Any:
        """Run a cell; if each is to run twice, run it again, and store what the first run put out."""
        if cell.cell_type != "code":
            return cell
        self.cells += 1
        self.place = f"cell {self.cells}"
        await super().async_execute_cell(cell, cell_index, execution_count, store_history)
        if self.twice and cell.source.strip():
            self.place += ", run again"
            await super().async_execute_cell(deepcopy(cell), cell_index, None, store_history=False)
            self.code_cells_executed -= 1
            self.nb.cells[cell_index] = cell
        return cell

    def kill(self) -> None:
        """End the kernel at once, if there is one by now."""
        process = getattr(getattr(self.km, "provisioner", None), "process", None)
        if process is not None:
            process.kill()


def _prepared(path: Path, parameters: Mapping[str, str]) -> Any:
    """Return the notebook of a file, a cell with other parameters after the one tagged so."""
    notebook = _read(path)
    if not parameters:
        return notebook
    places = [place for place, cell in enumerate(notebook.cells) if "parameters" in _tags(cell)]
    if not places:
        raise ValueError(f"{path.stem} has no parameters")
    defaults = _literals(notebook.cells[places[0]].source)
    values = {name: _value(path.stem, name, text, defaults) for name, text in parameters.items()}
    source = "\n".join(f"{name} = {value!r}" for name, value in values.items())
    cell = nbformat.v4.new_code_cell(  # type: ignore[no-untyped-call]
        source, id="injected-parameters", metadata={"tags": ["injected-parameters"]}
    )
    notebook.cells.insert(places[0] + 1, cell)
    return notebook


def _literals(source: str) -> dict[str, Any]:
    """Return the names that a cell gives a plain value, with it."""
    assigned = [statement for statement in ast.parse(source).body if isinstance(statement, ast.Assign)]
    return {
        target.id: statement.value.value
        for statement in assigned
        for target in statement.targets
        if isinstance(target, ast.Name) and isinstance(statement.value, ast.Constant)
    }


def _value(notebook: str, name: str, text: str, defaults: Mapping[str, Any]) -> Any:
    """Return the value that a text gives a parameter, of the kind that its default has."""
    if name not in defaults:
        raise ValueError(f"{notebook} has no parameter {name!r}; it has {', '.join(defaults) or 'none'}")
    kind = type(defaults[name])
    try:
        value = text if kind is str else ast.literal_eval(text)
    except (ValueError, SyntaxError):
        value = None
    if type(value) is not kind:
        raise ValueError(
            f"{name} = {text!r}: {notebook} has {name} = {defaults[name]!r}, of type {kind.__name__}"
        )
    return value


def _tags(cell: Any) -> set[str]:
    return set(cell.metadata.get("tags", ()))


def _read(path: Path) -> Any:
    """Return the notebook of a file; NotebookError, with its name, if it is none."""
    try:
        notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        nbformat.validate(notebook)
    except (ValueError, TypeError, AttributeError, nbformat.ValidationError) as problem:
        reason = str(problem).partition("\n")[0]
        raise NotebookError(f"{path.name}: this is no notebook: {reason}") from None
    return notebook


def _stored_text(notebook: Any) -> str:
    """Return a notebook as it is stored: without what differs from run to run or machine to machine.

    A widget is stored as its text alone, since its model lives in the kernel that is gone.  Claims and
    solutions are stored folded.
    """
    notebook.metadata = nbformat.from_dict(_METADATA)  # type: ignore[no-untyped-call]
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if _FOLDED & _tags(cell):
            cell.metadata["jupyter"] = {**cell.metadata.get("jupyter", {}), "source_hidden": True}
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
