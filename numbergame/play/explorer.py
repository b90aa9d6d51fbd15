"""Look at a solved game in the notebook: choose rows and a picture of them, and take the code away.

A `View` is a program of a few lines, the one that is shown to be copied; its rows and its picture are what
that program makes.  The `Explorer` has the controls.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, get_args

import ipywidgets as widgets
import matplotlib.pyplot as plt
import pandas as pd
from IPython.display import display
from matplotlib.axes import Axes

from numbergame._files import whole_file
from numbergame.game import Game
from numbergame.number_game import CONTEST_LIMIT, NumberGame
from numbergame.solver import Solution, solve
from numbergame.subtraction import SubtractionGame
from numbergame.tables import moves_table, positions_table, save_table

__all__ = ["Explorer", "View", "explore"]

Rows = Literal["positions", "moves"]
Look = Literal["bars", "share", "heat map", "nim-values", "graph", "first moves"]

LOOKS: dict[Look, str] = {
    "bars": "how many P- and N-rows have each value of the first column",
    "share": "which share of them is P",
    "heat map": "how many rows have each pair of values of the two columns",
    "nim-values": "how many rows have each nim-value, by the first column",
    "graph": "all play below a position",
    "first moves": "which first moves win on each board of the Number Game",
}
"""The ways to look, and what each of them shows."""

MAX_ROWS_SHOWN = 10
"""How many of the rows are shown below the picture."""

_ONE_EQUALS_SIGN = re.compile("(?<![=!<>])=(?!=)")


@dataclass(frozen=True)
class View:
    """What is looked at in a solved game.

    solution: of the Number Game, of Bachet's game, or of a game of your own.
    kind: whether a row is a position or a move.
    where: which rows, as pandas writes it, as in "genus > 5 and symmetric"; "" for all.
    look: one of `LOOKS`; `by` and `other` are its columns, `position` is where its graph begins.
    """

    solution: Solution[Any, Any]
    kind: Rows = "positions"
    where: str = ""
    look: Look = "bars"
    by: str = "remoteness"
    other: str = "moves"
    position: Any = None

    def code(self) -> str:
        """Return the program that makes the rows and the picture, to be copied into a cell."""
        game = self.solution.game
        own = not isinstance(game, NumberGame | SubtractionGame)
        solved = "solution = solve(game)  # your game" if own else f"solution = solve({game!r})"
        return "\n".join([self._imports(), "", solved, self._make_rows(), self._draw()])

    def rows(self) -> pd.DataFrame:
        """Return the rows; ValueError, in words, where the filter is wrong."""
        known = self._run(self._imports())
        try:
            rows = self._run(self._make_rows(), known)["rows"]
        except Exception as problem:  # there is no end to what a filter can do wrong
            raise ValueError(self._what_is_wrong(problem)) from None
        assert isinstance(rows, pd.DataFrame)
        return rows

    def _what_is_wrong(self, problem: Exception) -> str:
        """Return in words why the filter cannot be used."""
        if _ONE_EQUALS_SIGN.search(self.where):
            return "the filter sets something: to compare, write == as in outcome == 'P'"
        if isinstance(problem, NameError):
            columns = ", ".join(replace(self, where="").rows())
            return f"the filter cannot be used: {problem}. The columns are {columns}"
        if isinstance(problem, SyntaxError):
            return "the filter is not complete, or a sign in it is wrong; one is, for example, nim_value > 2"
        if isinstance(problem, KeyError):
            return "the filter is no condition; one is, for example, nim_value > 2"
        return f"the filter cannot be used: {problem}"

    def draw(self) -> Axes:
        """Draw the picture; ValueError, in words, if there is none."""
        rows = self.rows()
        if rows.empty:
            raise ValueError("no row is left to look at: the filter lets none through")
        if self.look == "first moves" and not isinstance(self.solution.game, NumberGame):
            raise ValueError("only the Number Game has boards with first moves")
        ax: Axes = self._run(self._draw(), self._run(self._imports()) | {"rows": rows})["ax"]
        return ax

    def _run(self, program: str, known: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the names that are known after a part of the program."""
        names = {"solution": self.solution, **(known or {})}
        exec(program, names)
        return names

    def _imports(self) -> str:
        return (
            "from numbergame import NumberGame, Position, SubtractionGame, solve\n"
            "from numbergame.dag import game_dag\n"
            "from numbergame.figures import draw_dag, first_moves_grid, heat_map, outcome_bars, share_bars\n"
            f"from numbergame.tables import {self.kind}_table"
        )

    def _make_rows(self) -> str:
        rows = f"rows = {self.kind}_table(solution)"
        return f"{rows}\nrows = rows[rows.eval({self.where!r})]" if self.where.strip() else rows

    def _draw(self) -> str:
        by, other = self.by, "nim_value" if self.look == "nim-values" else self.other
        start = self.solution.game.start if self.position is None else self.position
        programs: dict[Look, str] = {
            "bars": f'ax = outcome_bars(rows, "{by}", "{_words(by)}")',
            "share": f'ax = share_bars(rows, "{by}", "{_words(by)}")',
            "heat map": _HEAT_MAP.format(by, other, _words(by), _words(other), self.kind),
            "nim-values": _HEAT_MAP.format(by, other, _words(by), _words(other), self.kind),
            "graph": f"ax = draw_dag(game_dag(solve(solution.game, {start!r})))",
            "first moves": _FIRST_MOVES,
        }
        return programs[self.look]


_HEAT_MAP = """counts = rows.groupby(["{1}", "{0}"]).size().unstack()
ax = heat_map(counts, "{2}", "{3}", "{4}")"""
_FIRST_MOVES = """boards = [Position.board(limit) for limit in range(2, solution.game.limit + 1)]
ax = first_moves_grid({board.frobenius_number: solution.winning_moves(board) for board in boards})"""


def _words(column: str) -> str:
    """Return a column's name as people write it."""
    return column.replace("nim_value", "nim-value").replace("_", " ")


def integer_columns(kind: Rows, solution: Solution[Any, Any]) -> list[str]:
    """Return the columns of a table that can be looked at: those of integers."""
    table = (positions_table if kind == "positions" else moves_table)(solution)
    return [name for name in table if pd.api.types.is_integer_dtype(table[name]) and name != "position"]


def explore(game: Game[Any, Any] | None = None) -> None:
    """Show controls to explore a game: the Number Game, Bachet's game, or `game`, one of your own."""
    display(Explorer(game))  # type: ignore[no-untyped-call]


class Explorer(widgets.VBox):  # type: ignore[misc]
    """Controls above a picture, the rows behind it and the code that makes it."""

    def __init__(self, game: Game[Any, Any] | None = None) -> None:
        self.own = game
        names = ["The Number Game", "Bachet's game", *(["Your game"] if game is not None else [])]
        self.game = widgets.Dropdown(options=names, value=names[-1] if game else names[0], description="Game")
        self.limit = widgets.BoundedIntText(CONTEST_LIMIT, min=3, max=26, description="Limit")
        self.heap = widgets.BoundedIntText(60, min=1, max=2000, description="Stones")
        self.takes = widgets.Text("1 3 4", description="Takes", continuous_update=False)
        self.kind = widgets.Dropdown(options=get_args(Rows), description="Rows")
        ways = [(f"{look}: {LOOKS[look]}", look) for look in LOOKS]
        self.look = widgets.Dropdown(options=ways, description="Look")
        self.by = widgets.Dropdown(description="Column")
        self.other = widgets.Dropdown(description="and")
        self.where = widgets.Text(
            description="Filter", placeholder="genus > 5 and symmetric", continuous_update=False
        )
        self.position = widgets.Combobox(
            description="Position", placeholder="as in: 2 3 5", continuous_update=False
        )
        self.name = widgets.Text(description="Save as", placeholder="a name", continuous_update=False)
        self.ending = widgets.Dropdown(options=["svg", "png", "pdf"], layout={"width": "6em"})
        self.save_button = widgets.Button(description="Save")
        self.picture = widgets.Image(format="png", layout={"max_width": "100%", "width": "720px"})
        self.words, self.table, self.code = widgets.HTML(), widgets.HTML(), widgets.HTML()
        super().__init__([*self._control_rows(), self.words, self.picture, self.table, self.code])
        self._begin()
        for control in (self.game, self.limit, self.heap, self.takes):
            control.observe(lambda _: self._begin(), "value")
        self.kind.observe(lambda _: self._offer_columns(), "value")
        for control in (self.kind, self.look, self.by, self.other, self.where, self.position):
            control.observe(lambda _: self._show(), "value")
        self.save_button.on_click(lambda _: self.save())

    def __repr__(self) -> str:
        return "Controls to explore a game: run the notebook to see them"

    def _control_rows(self) -> list[widgets.Box]:
        rows = (
            (self.game, self.limit, self.heap, self.takes),
            (self.kind, self.where),
            (self.look, self.by, self.other, self.position),
            (self.name, self.ending, self.save_button),
        )
        return [widgets.Box(row, layout=widgets.Layout(flex_flow="row wrap")) for row in rows]

    def _begin(self) -> None:
        """Solve the game that is chosen, offer what can be chosen of it, and show it."""
        for control, name in ((self.limit, "The Number Game"), (self.heap, "Bachet's game")):
            control.layout.display = "" if self.game.value == name else "none"
        self.takes.layout.display = self.heap.layout.display
        try:
            self.solution = solve(self._chosen_game())
        except (ValueError, TypeError) as problem:
            self._say(f"No such game: {problem}.")
            return
        self._positions = {str(position): position for position in reversed(self.solution)}
        self.position.options = list(self._positions)[:500]
        self.position.value = ""
        self._offer_columns()
        self._show()

    def _chosen_game(self) -> Game[Any, Any]:
        if self.game.value == "The Number Game":
            return NumberGame(self.limit.value)
        if self.game.value == "Bachet's game":
            return SubtractionGame(_numbers(self.takes.value), self.heap.value)
        assert self.own is not None
        return self.own

    def _offer_columns(self) -> None:
        columns = integer_columns(self.kind.value, self.solution)
        for control, index in ((self.by, 0), (self.other, 1)):
            kept = control.value
            control.options = columns
            control.value = kept if kept in columns else columns[min(index, len(columns) - 1)]

    @property
    def view(self) -> View:
        """The view that the controls show; ValueError for a position that is not in the game."""
        text = self.position.value.strip()
        if text and text not in self._positions:
            raise ValueError(f"{text!r} is no position of this game")
        return View(
            self.solution,
            self.kind.value,
            self.where.value,
            self.look.value,
            self.by.value,
            self.other.value,
            self._positions.get(text),
        )

    def _show(self) -> None:
        """Show what the controls say, or in words why it cannot be shown."""
        try:
            view = self.view
            rows, image = view.rows(), _png(view.draw)
        except ValueError as problem:
            self._say(f"Not shown: {problem}.")
            return
        self.picture.value = image
        self.table.value = rows.head(MAX_ROWS_SHOWN).to_html(index=False, border=0, na_rep="none")
        self.code.value = f"<pre>{escape(view.code())}</pre>"
        self._say(f"{len(rows):,} rows.")

    def save(self) -> None:
        """Write the picture and the rows, under the name that the reader gives, beside the notebook."""
        name = self.name.value.strip()
        if not name or Path(name).name != name:
            self._say("Not saved: give a name, without a folder.")
            return
        picture, rows = Path(f"{name}.{self.ending.value}"), Path(f"{name}.csv")
        try:
            view = self.view
            with whole_file(picture) as draft:
                _write(view.draw, draft, self.ending.value)
            save_table(view.rows(), rows)
        except (ValueError, OSError) as problem:
            self._say(f"Not saved: {problem}.")
            return
        self._say(f"Saved: {picture} and {rows}.")

    def _say(self, words: str) -> None:
        self.words.value = f'<div role="status">{escape(words)}</div>'


def _numbers(text: str) -> list[int]:
    """Return the numbers of a text; ValueError, in words, if it has anything else."""
    try:
        return [int(word) for word in text.split()]
    except ValueError:
        raise ValueError(f"takes are numbers, as in 1 3 4, not {text!r}") from None


def _png(draw: Callable[[], Axes]) -> bytes:
    """Return a picture as the bytes of a PNG."""
    file = BytesIO()
    _write(draw, file, "png")
    return file.getvalue()


def _write(draw: Callable[[], Axes], file: Any, ending: str) -> None:
    """Draw a picture into a file; whatever comes of it, no figure stays open."""
    before = set(plt.get_fignums())
    try:
        figure = draw().figure
        assert figure is not None
        figure.savefig(file, format=ending)  # type: ignore[union-attr]
    finally:
        for number in set(plt.get_fignums()) - before:
            plt.close(number)
