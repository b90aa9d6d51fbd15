"""What README shows is what happens."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
PYTHON = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
SHELL = re.findall(r"(?:^    .*\n|^\n(?=    ))+", README, re.MULTILINE)
COMMANDS = [
    (command.partition("#")[0].strip(), output)
    for block in SHELL
    for command, output in re.findall(r"^    \$ (.*)\n((?:(?!    \$).*\n)*)", block, re.MULTILINE)
]


def test_every_line_of_python_gives_the_value_beside_it():
    names: dict[str, object] = {}
    shown = 0
    for block in PYTHON:
        for statement in ast.parse(block).body:
            source = ast.get_source_segment(block, statement)
            if isinstance(statement, ast.Expr):
                comment = block.splitlines()[statement.end_lineno - 1][statement.end_col_offset :].strip()
                value = repr(eval(source, names))
                assert re.match(rf"# {re.escape(value)}(?!\w)", comment), (source, value)
                shown += 1
            else:
                exec(source, names)
    assert shown


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder for all commands: a later one may read what an earlier one wrote."""
    return tmp_path_factory.mktemp("readme")


@pytest.mark.parametrize(("command", "output"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_every_command_prints_what_is_below_it(folder, command, output):
    program = f'numbergame() {{ "{sys.executable}" -m numbergame "$@"; }}\n'
    ran = subprocess.run(
        ["bash", "-c", program + command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr
    expected = re.sub(r"^    ", "", output, flags=re.MULTILINE).strip()
    if expected:
        assert ran.stdout.strip() == expected
    else:
        assert ran.stdout or ">" in command


def test_readme_shows_both_languages():
    assert PYTHON and any(output for _, output in COMMANDS)
