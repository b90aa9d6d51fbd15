"""Exercises of the notebooks: a question by its name, a hint after the second wrong try, a solution.

A cell holds the name and the reader's answer; the questions are in `questions`, a file a notebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from numbergame.teaching import questions
from numbergame.teaching.answers import Verdict
from numbergame.teaching.functions import shown
from numbergame.teaching.questions import Question

_NO_MARKDOWN = str.maketrans("", "", "*`")

_wrong_tries: Counter[str] = Counter()


@dataclass(frozen=True)
class Reply:
    """What an exercise says, which a notebook shows as Markdown."""

    markdown: str

    def _repr_markdown_(self) -> str:
        return self.markdown

    def __repr__(self) -> str:
        return self.markdown


@dataclass(frozen=True)
class Unfolding:
    """A solution and what it gives, which a notebook shows folded."""

    source: str
    result: str

    def _repr_html_(self) -> str:
        return (
            f"<details><summary>A solution</summary>\n<pre><code>{escape(self.source)}</code></pre>\n"
            f"<p>{escape(self.result.translate(_NO_MARKDOWN))}</p>\n</details>"
        )

    def __repr__(self) -> str:
        return f"{self.source}\n\n{self.result}"


def exercise(name: str, answer: Any = ...) -> Reply:
    """Ask the question of this name, or say whether an answer to it is right, and why.

    From the second wrong answer on there is a hint too.

    >>> exercise("01-win", [2])
    Only 2, 3 and 7 are left. Which moves win?
    <BLANKLINE>
    **Not yet:** 2 does not win, since the opponent can answer 3.
    """
    question = find(name)
    if answer is ... or answer is None:
        return Reply(f"{question}\n\n*Your turn: {question.kind.wanted}, and run the cell.*")
    verdict = question.kind.judge(answer)
    if verdict:
        return Reply(f"{question}\n\n**Right.** {verdict.why}")
    _wrong_tries[name] += 1
    said = f"{question}\n\n**Not yet:** {verdict.why}"
    if hint := _hint(question, _wrong_tries[name]):
        said += f"\n\n**Hint:** {hint}"
    return Reply(said)


def _hint(question: Question, tries: int) -> str:
    """Return the hint to the second, third … wrong try, the last one for all that follow; "" to the first."""
    return question.hints[min(tries - 2, len(question.hints) - 1)] if tries > 1 else ""


def show_solution(name: str) -> Unfolding:
    """Run the solution of the question of this name, and show it, folded, with what it gives."""
    question = find(name)
    answer = question.solved()
    verdict: Verdict = question.kind.judge(answer)
    result = (
        verdict.why if callable(answer) or hasattr(answer, "moves") else f"{shown(answer)}. {verdict.why}"
    )
    return Unfolding(question.program, result)


def find(name: str) -> Question:
    """Return the question of this name, as in "02-rule"; ValueError if there is none."""
    notebook, _, rest = name.partition("-")
    group = questions_of(notebook)
    if rest not in group:
        known = ", ".join(f"{notebook}-{other}" for other in group) or "none"
        raise ValueError(f"there is no question {name!r}; notebook {notebook} has {known}")
    return group[rest]


def questions_of(notebook: str) -> Mapping[str, Question]:
    """Return the questions of a notebook, given by its number as in "02", by their names without it."""
    for module in iter_modules(questions.__path__):
        if module.name.startswith(f"n{notebook}_"):
            group: Mapping[str, Question] = import_module(f"{questions.__name__}.{module.name}").QUESTIONS
            return group
    return {}


def question_names() -> list[str]:
    """Return the names of all questions, notebook by notebook."""
    notebooks = sorted(module.name[1:3] for module in iter_modules(questions.__path__))
    return [f"{notebook}-{rest}" for notebook in notebooks for rest in questions_of(notebook)]
