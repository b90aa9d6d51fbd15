"""The files that set the project up agree with each other and with what the README promises."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LINES = [line.strip() for line in (ROOT / "requirements.txt").read_text().splitlines()]
PINNED = [Requirement(line) for line in LINES if line and line[0] not in "#-"]
PINS = {requirement.name: requirement for requirement in PINNED}
EXTRAS = {
    name: [Requirement(line) for line in lines] for name, lines in PROJECT["optional-dependencies"].items()
}
DIRECT = {
    needed.name: needed for extra in EXTRAS.values() for needed in extra if needed.name != PROJECT["name"]
}
README = (ROOT / "README.md").read_text()
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def version(requirement):
    (pin,) = requirement.specifier
    assert pin.operator == "=="
    return pin.version


def test_every_requirement_is_pinned_to_one_version_once():
    assert len(PINS) == len(PINNED) > 100
    assert all(version(requirement) for requirement in PINNED)


def test_the_requirements_name_no_index_and_end_with_the_project_itself():
    assert [line for line in LINES if line.startswith("-")] == ["-e ."]
    assert LINES[-1] == "-e ."
    assert not any("://" in line for line in LINES)


@pytest.mark.parametrize("needed", [needed for extra in EXTRAS.values() for needed in extra], ids=str)
def test_what_an_extra_needs_is_pinned_within_its_bounds(needed):
    if needed.name == PROJECT["name"]:
        assert needed.extras <= set(EXTRAS)
    else:
        assert Version(version(PINS[needed.name])) in needed.specifier


def test_the_package_alone_needs_no_other():
    assert PROJECT["dependencies"] == []


def test_conda_users_get_the_same_versions():
    dependencies = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    (by_pip,) = (entry["pip"] for entry in dependencies if isinstance(entry, dict))
    python, pip, *by_conda = (entry for entry in dependencies if isinstance(entry, str))
    assert pip == "pip"
    # One exact version: Binder's builder takes no range, and then falls back to Python 3.10.
    assert re.fullmatch(r"python=3\.\d+", python)
    assert Version(python.removeprefix("python=")) in SpecifierSet(PROJECT["requires-python"])
    assert by_pip[-1] == "-e ."
    versions = dict(entry.split("=") for entry in by_conda) | dict(entry.split("==") for entry in by_pip[:-1])
    assert versions == {name: version(PINS[name]) for name in DIRECT}


def test_only_the_module_is_packaged():
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    wheel = build["targets"]["wheel"]
    assert wheel["packages"] == ["numbergame"]
    assert wheel["force-include"] == {"data/counts.csv": "numbergame/data/counts.csv"}


def test_the_version_is_the_one_that_the_changelog_opens_with_and_that_is_cited():
    first = re.search(r"^## (.*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert first and first[1] == PROJECT["version"] == cited["version"]
    assert cited["authors"] == PROJECT["authors"]
    license = (ROOT / "LICENSE").read_text()
    assert all(f"Copyright (c) 2026 {author['name']}\n" in license for author in PROJECT["authors"])


def test_the_readme_opens_with_the_two_commands_and_the_gate_runs_the_second():
    assert "pip install -r requirements.txt && numbergame notebooks\n" in README
    assert "pip install -r requirements.txt && pytest\n" in README
    gate = (ROOT / ".ci" / "run").read_text()
    assert "README.md" in gate
    assert "numbergame notebooks --check" in gate


def test_every_file_that_the_readme_links_to_is_there():
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README) + re.findall(
        r'(?:src|href)="(?!https?:)([^"#]+)"', README
    )
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_executed_in_order_short_celled_and_in_the_index(path):
    assert path.stat().st_size < 1_000_000
    assert f"notebooks/{path.name}" in README
    cells = json.loads(path.read_text())["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    assert max(len(cell["source"]) for cell in code) <= 15
    assert max(len(line.rstrip("\n")) for cell in code for line in cell["source"]) <= 88
    outputs = [output for cell in code for output in cell["outputs"]]
    assert not any(output["output_type"] == "error" or output.get("name") == "stderr" for output in outputs)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_the_title_that_the_readme_gives_and_ends_with_the_way_on(path):
    first, *_, last = json.loads(path.read_text())["cells"]
    number, title = path.stem[:2], first["source"][0].removeprefix("# ").strip()
    assert f"[{number} {title}](notebooks/{path.name})" in README
    assert "## The way on\n" in last["source"]


def test_hardly_a_visible_cell_has_nothing_but_assertions():
    cells = [cell for path in NOTEBOOKS for cell in json.loads(path.read_text())["cells"]]
    visible = [cell for cell in cells if "claim" not in cell["metadata"].get("tags", [])]
    silent = ["".join(cell["source"]) for cell in visible if cell.get("outputs") == []]
    assert len([source for source in silent if re.search(r"^\s*assert ", source, re.MULTILINE)]) <= 20


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_figure_is_exported_in_the_cell_that_draws_it(path):
    """In a cell of its own, run a second time, an export finds a figure that is closed."""
    for cell in json.loads(path.read_text())["cells"]:
        source = "".join(cell["source"])
        if found := re.search(r"^export\(\s*(\w+)(?:\.figure)?,", source, re.MULTILINE):
            assert re.search(rf"^{found[1]}\b.* = ", source, re.MULTILINE)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_links_only_to_files_that_are_there(path):
    text = "".join("".join(cell["source"]) for cell in json.loads(path.read_text())["cells"])
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", text)
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_the_workflow_follows_the_published_schema():
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    done = subprocess.run([*command, str(ROOT / ".github" / "workflows" / "gate.yml")], capture_output=True)
    assert done.returncode == 0, done.stdout.decode()
