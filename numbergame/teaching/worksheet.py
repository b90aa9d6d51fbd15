"""Worksheets for a class: a sheet of puzzles, the key to it, and the marking of a pupil's answers."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numbergame._files import whole_file
from numbergame.match.cells import GameName
from numbergame.teaching import sheets
from numbergame.teaching.answers import Verdict
from numbergame.teaching.puzzles import Level, Puzzle, SheetGame, draw


@dataclass(frozen=True)
class Worksheet:
    """The puzzles of a sheet, numbered from 1, and what they were drawn with.

    In a notebook it shows itself as the pupils see it.  site: where the page to play on is published, None
    for a sheet without links.
    """

    game: GameName | SheetGame[Any, Any]
    level: Level
    seed: int
    puzzles: tuple[Puzzle, ...]
    site: str | None = None

    @property
    def sheet(self) -> str:
        """The sheet for the class, as Markdown."""
        return sheets.markdown(self._title, self.puzzles, with_key=False, site=self.site)

    @property
    def key(self) -> str:
        """The key, as Markdown."""
        return sheets.markdown(f"Key to: {self._title}", self.puzzles, with_key=True, site=self.site)

    @property
    def _title(self) -> str:
        return f"{sheets.name(self.puzzles[0].solution.game)}, worksheet {self.seed}, {self.level}"

    def _repr_markdown_(self) -> str:
        return self.sheet

    def __repr__(self) -> str:
        return f"<Worksheet: {self._title}, {len(self.puzzles)} puzzles>"

    def page(self) -> tuple[str, str, list[sheets.Section]]:
        """Return what is printed for the class: the title, the rule, and the parts of each puzzle.

        `figures.draw_page(*sheet.page())` draws it.
        """
        return (
            self._title,
            sheets.rule_and_legend(self.puzzles[0].solution.game),
            [sheets.section(puzzle) for puzzle in self.puzzles],
        )

    def mark(self, answers: Mapping[int, Any]) -> list[Verdict]:
        """Judge a pupil's answers, given by the puzzles' numbers; one missing is not answered yet.

        An answer is a list of moves, or "N" if the player to move wins and "P" if the other does.
        """
        numbers = range(1, len(self.puzzles) + 1)
        for number in answers:
            if number not in numbers:
                raise ValueError(f"there is no puzzle {number!r}, only 1 to {len(numbers)}")
        return [puzzle.judge(answers.get(number)) for number, puzzle in enumerate(self.puzzles, 1)]

    def data(self) -> list[dict[str, Any]]:
        """Return the puzzles with all answers as plain data, for a program that asks them.

        given: the position in words.  replies: each move that does not win, with a winning answer to it.

        >>> worksheet(seed=49, count=1, level="easy").data()[0]["replies"]
        [[4, 2], [7, 2]]
        """
        return [
            {
                "asks": puzzle.asks,
                "given": sheets.given(puzzle),
                "moves": [move for move, _ in puzzle.solution.moves(puzzle.position)],
                "outcome": puzzle.solution[puzzle.position].outcome,
                "winning_moves": list(puzzle.winning_moves),
                "replies": [[move, reply] for move, reply in puzzle.refutations().items()],
            }
            for puzzle in self.puzzles
        ]

    def texts(self) -> dict[str, str]:
        """Return the sheet and the key, each as Markdown and as HTML to print, by file name."""
        name = (
            f"{self.game if isinstance(self.game, str) else _slug(self.game.name)}-{self.level}-{self.seed}"
        )
        key_title = f"Key to: {self._title}"
        return {
            f"{name}-sheet.md": self.sheet,
            f"{name}-key.md": self.key,
            f"{name}-sheet.html": sheets.html(self._title, self.puzzles, with_key=False, site=self.site),
            f"{name}-key.html": sheets.html(key_title, self.puzzles, with_key=True, site=self.site),
        }

    def write(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write the sheet and the key to files in a folder and return their paths, all four or none."""
        paths = []
        with ExitStack() as drafts:
            for name, text in self.texts().items():
                paths.append(Path(folder) / name)
                draft = drafts.enter_context(whole_file(paths[-1]))
                draft.write_text(text, encoding="utf-8", newline="\n")
        return paths


def _slug(name: str) -> str:
    """Return a name as file names have it."""
    return re.sub(r"\W+", "-", name.lower()).strip("-")


def worksheet(
    seed: int = 1,
    count: int = 8,
    level: Level = "medium",
    game: GameName | SheetGame[Any, Any] = "number",
    site: str | None = None,
) -> Worksheet:
    """Return the worksheet of a seed: of one of the two games by its name, or of a game of your own.

    The same arguments always give the same sheet; ValueError as in `puzzles.draw`.  With the address of a
    published site each puzzle of one of the two games has a link to a board with its position.

    >>> print(worksheet(seed=49, count=1, level="easy").puzzles[0].position)
    2 4 7
    """
    return Worksheet(game, level, seed, draw(seed, count, level, game), site)
