"""The questions of the exercises, a file for each notebook, whose `QUESTIONS` maps names to them.

The question "rule" in the file of notebook 02 is the exercise "02-rule".
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any

from numbergame.teaching.answers import Kind, Reason


@dataclass(frozen=True)
class Question:
    """What is asked, as Markdown; the kind of answer; hints, the gentlest first; a solution.

    The solution is a program in Python, whose last line is the answer.
    """

    text: str
    kind: Kind
    hints: Sequence[str]
    solution: str

    def __str__(self) -> str:
        text = cleandoc(self.text)
        if not isinstance(self.kind, Reason):
            return text
        return "\n".join([text, "", *(f"* **{a}** {text}" for a, (text, _) in self.kind.statements.items())])

    @property
    def program(self) -> str:
        """The solution without the space around it."""
        return cleandoc(self.solution)

    def solved(self) -> Any:
        """Run the solution and return its answer."""
        *lines, last = ast.parse(self.program).body
        assert isinstance(last, ast.Expr), "the last line of a solution is its answer"
        names: dict[str, Any] = {"__name__": "solution"}
        exec(compile(ast.Module(lines, []), "<solution>", "exec"), names)
        return eval(compile(ast.Expression(last.value), "<solution>", "eval"), names)
