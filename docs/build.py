"""Build the site: `python docs/build.py` writes all of it to _site/."""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import json
import pkgutil
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from types import ModuleType
from typing import Any, ParamSpec, TypeVar
from zipfile import ZIP_DEFLATED, ZipFile

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
BUILD = ROOT / "build" / "site"

sys.path[:0] = [str(ROOT), str(DOCS), str(DOCS / "play")]  # the module of this tree, whatever is installed

from lite import build_lite  # noqa: E402
from page import Page  # noqa: E402

from numbergame import NumberGame, Position, SubtractionGame  # noqa: E402
from numbergame.match import Settings  # noqa: E402

Cell = dict[str, Any]


def main() -> None:
    """Read the command line and build."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "_site", metavar="FOLDER", help="where to (_site)")
    parser.add_argument("--local", action="store_true", help="notebooks that ask for nothing from elsewhere")
    parser.add_argument("--without-lite", action="store_true", help="no notebooks that run")
    parser.add_argument("--archive", action="store_true", help="also pack the site into FOLDER.zip")
    arguments = parser.parse_args()
    site = arguments.to.resolve()
    for folder in (BUILD, site):
        shutil.rmtree(folder, ignore_errors=True)
    build_book(site)
    build_play(site)
    if not arguments.without_lite:
        build_lite(ROOT, site, BUILD, npm_package("pyodide"), local=arguments.local)
    if arguments.archive:
        pack(site)


# The book


def build_book(site: Path) -> None:
    """Lay out the pages of the book in a folder and let Sphinx make them; a warning is an error."""
    from sphinx.cmd.build import build_main

    pages, made = BUILD / "book", BUILD / "html"
    lay_out(pages)
    options = ["-q", "-W", "--keep-going", "-j", "auto", "-c", str(DOCS), "-d", str(BUILD / "doctrees")]
    if build_main([*options, str(pages), str(made)]):
        sys.exit("docs/build.py: the book has errors")
    shutil.copytree(made, site, ignore=shutil.ignore_patterns(".buildinfo"))
    for page in site.rglob("*.html"):
        page.write_text(with_names(page.read_text()))


def with_names(html: str) -> str:
    """Return a page whose controls are called what they show: the theme's are not, or have no name."""
    html = html.replace("<summary><span", '<summary aria-label="The pages below"><span')
    html = html.replace('<summary aria-label="Toggle hidden content">', "<summary>")
    search = r'(<button class="btn search-button-field[^>]*?) aria-label="Search"'
    return re.sub(search, r"\1", html)


def lay_out(pages: Path) -> None:
    """Write the sources of the book as Sphinx reads them: docs/, README, the notebooks, the API's pages."""
    apart = shutil.ignore_patterns("*.py", "*.json", "_static", "play", "node_modules", "__pycache__")
    shutil.copytree(DOCS, pages, ignore=apart)
    for page in pages.rglob("*.md"):  # here the notebooks lie beside the pages, not beside docs/
        page.write_text(page.read_text().replace("../notebooks/", "notebooks/"))
    address = re.search(r'html_baseurl = "(.*)"', (DOCS / "conf.py").read_text())
    assert address
    readme = (ROOT / "README.md").read_text()
    (pages / "README.md").write_text(at_home(readme, address[1]))
    for name in ("LICENSE", "CITATION.cff", "CONTRIBUTING.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, pages)
    shutil.copytree(ROOT / "figures", pages / "figures")
    data = ROOT / "data" / "README.md"
    if data.exists():
        (pages / "data.md").write_text(data.read_text())
    (pages / "notebooks").mkdir()
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        notebook = for_the_book(json.loads(path.read_text()))
        (pages / "notebooks" / path.name).write_text(json.dumps(notebook))
    write_api(pages / "api")


def at_home(readme: str, address: str) -> str:
    """Return README as the site's front page: links to the site and to docs/ lead from page to page."""
    readme = re.sub(r"\n\(`https:.*?\)\n", "", readme, flags=re.DOTALL)
    readme = readme.replace("](docs/", "](")
    to_page = rf"\[([^]]*)\]\({re.escape(address)}([^)]*)\)"
    return re.sub(to_page, r'<a href="\2">\1</a>', readme)


def for_the_book(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook with what the book shows otherwise: folds, words for pictures, links to boards."""
    cells: list[Cell] = []
    for cell in notebook["cells"]:
        cells.append(cell)
        if cell["cell_type"] == "markdown":  # JupyterLab's anchors have the heading's capitals
            source = "".join(cell["source"])
            cell["source"] = re.sub(r"(?<=\]\()[^)\s]*#[^)\s]*", lambda link: lower_anchor(link[0]), source)
        if cell["cell_type"] == "code":
            fold(cell)
            describe_pictures(cell)
            if settings := board_in("".join(cell["source"])):
                link = (
                    f'<a href="../play/index.html#{escape(settings.to_text())}">Play on this board here.</a>'
                )
                cells.append(
                    {"cell_type": "markdown", "id": f"board-{len(cells)}", "metadata": {}, "source": link}
                )
    language = {"language_info": {"name": "python", "pygments_lexer": "ipython3"}}
    return notebook | {"cells": cells, "metadata": language | notebook["metadata"]}


def lower_anchor(link: str) -> str:
    """Return a link within the book with its anchor as Sphinx writes it; another link as it is."""
    place, _, anchor = link.partition("#")
    return link if "://" in link else f"{place}#{anchor.lower()}"


def describe_pictures(cell: Cell) -> None:
    """Give a cell's pictures the words that are stored beside them, as the book's pages read them."""
    stored = [output.get("metadata", {}).get("image/png", {}).get("alt") for output in cell["outputs"]]
    if words := " ".join(filter(None, stored)):
        cell["metadata"]["mystnb"] = {"image": {"alt": words}}


def board_in(source: str) -> Settings | None:
    """Return the settings of the board that a cell shows, None if it shows none."""
    import numbergame.play

    if not re.search(r"^play(_bachet)?\(", source, re.MULTILINE):
        return None
    call = next(node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    assert isinstance(call.func, ast.Name)
    given = [ast.literal_eval(argument) for argument in call.args]
    named = {keyword.arg or "": ast.literal_eval(keyword.value) for keyword in call.keywords}
    bound = inspect.signature(getattr(numbergame.play, call.func.id)).bind(*given, **named)
    bound.apply_defaults()
    board = bound.arguments
    common = {name: board[name] for name in ("opponent", "blunder_rate", "you_start", "seed")}
    if call.func.id == "play_bachet":
        return Settings(SubtractionGame(board["takes"], board["heap"]), **common)
    start = None if board["start"] is None else Position(board["start"])
    return Settings(NumberGame(board["limit"]), start, **common)


def fold(cell: Cell) -> None:
    """Hide the source of a cell that is a claim or whose source is collapsed in JupyterLab."""
    metadata = cell["metadata"]
    tags = metadata.setdefault("tags", [])
    if "claim" in tags or metadata.get("jupyter", {}).get("source_hidden"):
        tags.append("hide-input")


# The page to play on


def build_play(site: Path) -> None:
    """Put the page to play on together: its first board drawn, Python for the browser, the module."""
    folder = site / "play"
    shutil.copytree(DOCS / "play", folder, ignore=shutil.ignore_patterns("page.py", "__pycache__"))
    page = Page()
    page.do_open("")
    html = (folder / "index.html").read_text()
    for part, drawn in page.parts().items():
        html = html.replace(f"{{{part}}}", drawn)
    (folder / "index.html").write_text(html)
    shutil.copytree(npm_package("pyodide"), folder / "pyodide", ignore=not_for_the_browser)
    with ZipFile(folder / "numbergame.zip", "w", ZIP_DEFLATED) as archive:
        archive.write(DOCS / "play" / "page.py", "page.py")
        for path in sorted((ROOT / "numbergame").rglob("*.py")):
            archive.write(path, path.relative_to(ROOT))


def npm_package(name: str) -> Path:
    """Return the folder of a package that docs/package.json names, installed if it is not yet."""
    folder = DOCS / "node_modules" / name
    if not folder.exists():
        subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=DOCS, check=True)
    return folder


def not_for_the_browser(folder: str, names: list[str]) -> set[str]:
    """Return which files of Pyodide's package the page never asks for."""
    needed = {"pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip"}
    return set(names) - needed


# The archive


def pack(site: Path) -> None:
    """Pack the site into one file, with the line that starts it."""
    (site / "START.txt").write_text(START)
    with ZipFile(site.with_suffix(".zip"), "w", ZIP_DEFLATED) as archive:
        for path in sorted(site.rglob("*")):
            archive.write(path, Path("numbergame-site") / path.relative_to(site))


START = """The Number Game collection: to read, to play, to run.

Start it with Python on this computer:

    python -m http.server --directory numbergame-site

and open http://localhost:8000 in a browser. No network is needed.
"""


# The API's pages


def write_api(folder: Path) -> None:
    """Write a page for each room of the package, with all of its public names, each told once."""
    folder.mkdir()
    rooms: dict[str, list[str]] = {}
    told: dict[int, str] = {}
    for name in modules():
        module = importlib.import_module(name)
        members, links = [], []
        for member in public_names(module):
            if member not in vars(module):  # handed out when asked for, and told where it is written
                continue
            value = getattr(module, member)
            place = f"{name}.{member}"
            if (
                not (inspect.isclass(value) or inspect.isroutine(value))
                or told.setdefault(id(value), place) == place
            ):
                members.append(member)
            else:
                links.append(f":py:obj:`{member} <{told[id(value)]}>`")
        room = ".".join(name.split(".")[:2])
        rooms.setdefault(room, []).append(section(name, members, links))
    for room, sections in rooms.items():
        (folder / f"{room}.md").write_text("\n".join(sections))
    toctree = ["```{toctree}", ":maxdepth: 2", "", *rooms, "```", ""]
    (folder / "index.md").write_text(
        "\n".join(["# The module", "", "Every public name, by room.", "", *toctree])
    )


def modules() -> Iterator[str]:
    """Yield the names of the package and of its public modules, a room before what is in it."""
    import numbergame

    yield "numbergame"
    for module in pkgutil.walk_packages(numbergame.__path__, "numbergame."):
        if not any(part.startswith("_") for part in module.name.split(".")):
            yield module.name


def public_names(module: ModuleType) -> list[str]:
    """Return what a module offers: its `__all__`, or what it defines under a name without underscore."""
    if hasattr(module, "__all__"):
        return list(module.__all__)
    tree = ast.parse(inspect.getsource(module))
    names = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign):
            names += [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.append(node.target.id)
    variables = TypeVar, ParamSpec  # of types, which no reader calls
    return [name for name in names if name[0] != "_" and not isinstance(getattr(module, name), variables)]


def section(name: str, members: list[str], links: list[str]) -> str:
    """Return the part of a page that documents a module: its members, and links to those told elsewhere."""
    heading = "##" if name.count(".") > 1 else "#"
    lines = [f"{heading} {name}", "", "```{eval-rst}", f".. automodule:: {name}"]
    if members:
        lines += [f"   :members: {', '.join(members)}", "   :undoc-members:", "   :show-inheritance:"]
    else:  # the module may have the name of a function, as in teaching.worksheet
        lines.append("   :no-index:")
    if links:
        lines += ["", f"From here, and told where it is imported from: {', '.join(links)}."]
    return "\n".join([*lines, "```", ""])


if __name__ == "__main__":
    main()
