"""The notebooks that run in the browser: JupyterLite, Python from npm, and the wheels of a lock file.

The published variant takes numpy, pandas, matplotlib and networkx from Pyodide's own distribution, at the
address below.  The local variant, which is what the tests run, has pure wheels alone and asks for nothing
from elsewhere.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name, parse_wheel_filename

DISTRIBUTION = "https://cdn.jsdelivr.net/pyodide/v{version}/full/"
"""Where Pyodide's project publishes the packages that it has compiled, by the version of its npm package."""

FROM_PIP = {
    "comm": "",
    "ipywidgets": "comm ipython traitlets widgetsnbextension jupyterlab-widgets",
    "jupyterlab-widgets": "",
    "pydot": "pyparsing",
}
"""The packages that Pyodide's distribution lacks, and what they need; requirements.txt has versions."""

KERNEL = {"piplite": "micropip", "ipykernel": "", "pyodide-kernel": "", "widgetsnbextension": ""}
"""The packages that come with JupyterLite's kernel."""

START = [
    "micropip",
    "piplite",
    "ipykernel",
    "pyodide-kernel",
    "jedi",
    "ipython",
    "ipywidgets",
    "comm",
    "numbergame",
]
"""What is loaded before the first cell runs; for one that is not here the kernel asks PyPI."""

SCIENCE = ["matplotlib", "networkx", "numpy", "pandas", "pillow", "pydot"]
"""What is loaded as well where it can be had: the packages of the extra `figures`."""

KERNELSPEC = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}

NEEDS_COMPILED = re.compile(r"numbergame\.atlas|numbergame\.sylver\.compiled")
"""What the code of a notebook says that uses compiled code, which no browser runs."""

COMPILED_NOTE = """> **In the browser** the compiled code of this notebook cannot run: a cell that uses it
> stops with a line that says what is lacking. The book has the notebook with all its outputs: {name}."""

Package = dict[str, Any]


def build_lite(root: Path, site: Path, work: Path, pyodide: Path, *, local: bool) -> None:
    """Build JupyterLite with the notebooks into site/lite."""
    folder, wheels = work / "lite", work / "wheels"
    wheels.mkdir(parents=True)
    base = json.loads((pyodide / "pyodide-lock.json").read_text())
    version = json.loads((pyodide / "package.json").read_text())["version"]
    packages = base["packages"]
    wanted = closure(START, packages | {name: {"depends": needs.split()} for name, needs in FROM_PIP.items()})
    fetch(root, [name for name in FROM_PIP], wheels, packages)
    if local:
        fetch(root, [name for name in wanted if name in packages], wheels, packages)
    run("hatchling", "build", "-t", "wheel", "-d", wheels, cwd=root)
    for name in KERNEL:
        shutil.copy(newest_kernel_wheel(name), wheels)

    static = folder / "static" / "pyodide"
    shutil.copytree(
        pyodide, static, ignore=shutil.ignore_patterns("*.d.ts", "*.map", "*.html", "node_modules")
    )
    shutil.copytree(wheels, static, dirs_exist_ok=True)
    own = {package["name"]: package for package in map(described, sorted(wheels.glob("*.whl")))}
    for package in own.values():
        known = packages.get(package["name"], {})
        needs = (FROM_PIP | KERNEL).get(package["name"], "").split()
        package["depends"] = known.get("depends", needs)
        package["imports"] = known.get("imports", [package["name"].replace("-", "_")])
    if local:
        base["packages"] = own
    else:
        address = DISTRIBUTION.format(version=version)
        away = {
            name: package | {"file_name": address + package["file_name"]}
            for name, package in packages.items()
        }
        base["packages"] = away | own
    (static / "pyodide-lock.json").write_text(json.dumps(base))
    start = START if local else START + SCIENCE
    settings = {
        "disablePyPIFallback": local,
        "loadPyodideOptions": {"lockFileURL": "./static/pyodide/pyodide-lock.json", "packages": start},
    }
    config = {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "The Number Game collection",
            "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": settings},
        },
    }
    (folder / "jupyter-lite.json").write_text(json.dumps(config))
    write_notebooks(root / "notebooks", work / "notebooks")
    options = ["--no-sourcemaps", "--no-unused-shared-packages", "--apps", "lab"]
    places = ["--lite-dir", folder, "--contents", work / "notebooks", "--output-dir", site / "lite"]
    run("jupyterlite_core", "build", *places, *options, cwd=work)
    check(site / "lite", start)


def write_notebooks(source: Path, target: Path) -> None:
    """Copy the notebooks; one that uses compiled code says in a first cell that it does not run here."""
    target.mkdir()
    for path in sorted(source.glob("*.ipynb")):
        notebook = json.loads(path.read_text())
        code = "".join("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code")
        if NEEDS_COMPILED.search(code):
            words = COMPILED_NOTE.format(name=path.stem)
            cell = {"cell_type": "markdown", "id": "in-the-browser", "metadata": {}, "source": words}
            notebook["cells"].insert(0, cell)
        notebook["metadata"]["kernelspec"] = KERNELSPEC
        (target / path.name).write_text(json.dumps(notebook))


def run(module: str, *arguments: object, cwd: Path) -> None:
    """Run a module of this Python, quietly; what it says is shown if it fails."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"docs/lite.py: {' '.join(command)} failed:\n{done.stdout}")


def closure(names: list[str], packages: dict[str, Package]) -> list[str]:
    """Return packages with all that they need."""
    found: list[str] = []
    waiting = list(names)
    while waiting:
        name = str(canonicalize_name(waiting.pop()))
        if name not in found:
            found.append(name)
            waiting += packages.get(name, {}).get("depends", [])
    return found


def fetch(root: Path, names: list[str], wheels: Path, packages: dict[str, Package]) -> None:
    """Fetch pure wheels, those that Pyodide has at its version, the others at that of requirements.txt."""
    pins = dict(line.split("==") for line in (root / "requirements.txt").read_text().split() if "==" in line)
    wanted = [f"{name}=={packages[name]['version'] if name in packages else pins[name]}" for name in names]
    options = ["--no-deps", "--only-binary", ":all:", "--python-version", "3.14", "--platform", "any"]
    run("pip", "download", "--disable-pip-version-check", *options, "--dest", wheels, *wanted, cwd=root)


def newest_kernel_wheel(name: str) -> Path:
    """Return the newest of the wheels of this name that JupyterLite's kernel brings."""
    shared = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
    folder = shared / "@jupyterlite" / "pyodide-kernel-extension" / "static" / "pypi"
    found = folder.glob(f"{name.replace('-', '_')}-*.whl")
    return max(found, key=lambda path: parse_wheel_filename(path.name)[1])


def described(wheel: Path) -> Package:
    """Return what a lock file says of a wheel that lies beside it."""
    name, version, _, _ = parse_wheel_filename(wheel.name)
    return {
        "name": str(name),
        "version": str(version),
        "file_name": wheel.name,
        "sha256": sha256(wheel.read_bytes()).hexdigest(),
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
    }


def check(lite: Path, start: list[str]) -> None:
    """Look at the files that came out, as a wrong setting only warns; AssertionError says what is wrong."""
    config = json.loads((lite / "jupyter-lite.json").read_text())["jupyter-config-data"]
    kernel = config["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    assert kernel["loadPyodideOptions"]["packages"] == start, kernel
    assert (lite / kernel["pyodideUrl"]).is_file(), kernel["pyodideUrl"]
    lock_file = lite / kernel["loadPyodideOptions"]["lockFileURL"]
    packages = json.loads(lock_file.read_text())["packages"]
    for name in closure(start, packages):
        assert name in packages, f"{name} is not in the lock file"
        place = packages[name]["file_name"]
        assert place.startswith("https://") or (lock_file.parent / place).is_file(), place
    names = {extension["name"] for extension in config["federated_extensions"]}
    assert {"@jupyterlite/pyodide-kernel-extension", "@jupyter-widgets/jupyterlab-manager"} <= names, names
    assert list((lite / "files").glob("*.ipynb")), "there are no notebooks"
