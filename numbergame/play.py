"""The board in the notebook: play either game against the computer, see who was winning, take it back.

The rules, the reasons and the values come from the core by way of `faces` and `match`; here are only
the controls.  `play()` shows the Number Game, `play_bachet()` Bachet's game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from html import escape
from random import Random
from typing import Any

import ipywidgets as widgets
from IPython.display import display

from numbergame.match import (
    Record,
    Standing,
    Strategy,
    blunders,
    human,
    perfect,
    play_out,
    random_move,
    standings,
)
from numbergame.match.cells import Cell, Face, NumberFace, StoneFace
from numbergame.match.history import history_svg
from numbergame.number_game import CONTEST_LIMIT, Position
from numbergame.solver import Solution, solve

__all__ = ["Board", "Strategy", "human", "perfect", "play", "play_bachet", "play_out", "random_move"]

YOU, OPPONENT = "you", "opponent"
OPPONENTS = ("perfect", "random", "human")


def play(
    limit: int = CONTEST_LIMIT,
    start: Iterable[int] | None = None,
    *,
    opponent: str = "perfect",
    blunder_rate: float = 0.25,
    you_start: bool = True,
    seed: int | None = None,
) -> None:
    """Show a board of the Number Game on 2..limit, limit 6 to 30, to be played on.

    `start` has the numbers available at the beginning, the whole board by default.  The opponent is
    "perfect", "random" or "human", who gives wins away at the blunder rate.  With a seed its choices are
    the same each time.  ValueError for settings that no board has.
    """
    detail = "" if start is None else str(Position(start))
    _show(Board(NumberFace(), limit, detail, opponent, blunder_rate, you_start, seed))


def play_bachet(
    heap: int = 21,
    takes: Iterable[int] = (1, 3, 4),
    *,
    opponent: str = "perfect",
    blunder_rate: float = 0.25,
    you_start: bool = True,
    seed: int | None = None,
) -> None:
    """Show a board of Bachet's game with these takes on a heap of 1 to 40 stones; the rest as in `play`."""
    detail = " ".join(map(str, takes))
    _show(Board(StoneFace(), heap, detail, opponent, blunder_rate, you_start, seed))


def _show(board: Board) -> None:
    """Show a board, then begin: what takes long is seen to be at work."""
    display(board)  # type: ignore[no-untyped-call]
    board.begin()


class Board(widgets.VBox):  # type: ignore[misc]
    """A board that shows one record; each click makes another record and shows that.

    `begin` must be called once, when the board is shown.  `record`, `solution` and `you`, the reader's
    number as a player, are there from then on.
    """

    record: Record[Any, Any]
    solution: Solution[Any, Any]
    you: int

    def __init__(
        self,
        face: Face,
        size: int,
        detail: str,
        opponent: str,
        blunder_rate: float,
        you_start: bool,
        seed: int | None,
    ) -> None:
        if opponent not in OPPONENTS:
            raise ValueError(f"the opponent is {', '.join(OPPONENTS)}, not {opponent!r}")
        human(blunder_rate)  # a ValueError now rather than at the first click
        face.begin(size, detail)
        self.face = face
        self.rng = Random(seed)
        self.solved_settings: tuple[int, str] | None = None
        self._make_controls(size, detail, opponent, blunder_rate, you_start)
        self.rule, self.status, self.history = _text("rule"), _text("status"), _text("history")
        self.strip = widgets.Box(layout=widgets.Layout(flex_flow="row wrap"))
        settings = (self.size, self.detail, self.starts, self.opponent, self.blunder_rate)
        super().__init__(
            [
                widgets.HTML(f"<style>{_CSS}</style>"),
                _row(*settings),
                self.rule,
                self.strip,
                _row(self.hint, self.undo, self.new_game),
                self.status,
                self.history,
            ]
        )
        self.add_class("numbergame-board")

    def __repr__(self) -> str:
        return f"{self.face.name}, a board to play on: run the notebook to see it"

    # The controls

    def _make_controls(
        self, size: int, detail: str, opponent: str, blunder_rate: float, you_start: bool
    ) -> None:
        face, wide = self.face, {"description_width": "initial"}
        self.size = widgets.IntSlider(
            size,
            face.sizes[0],
            face.sizes[-1],
            description=face.size_label,
            continuous_update=False,
            style=wide,
        )
        self.detail = widgets.Text(
            detail,
            description=face.detail_label,
            placeholder=face.detail_hint,
            continuous_update=False,
            style=wide,
            layout=widgets.Layout(width="18em"),
        )
        self.starts = widgets.Dropdown(
            options=[(YOU, True), (OPPONENT, False)],
            value=you_start,
            description="First",
            style=wide,
            layout=widgets.Layout(width="10em"),
        )
        self.opponent = widgets.Dropdown(
            options=OPPONENTS,
            value=opponent,
            description="Opponent",
            style=wide,
            layout=widgets.Layout(width="12em"),
        )
        self.blunder_rate = widgets.FloatSlider(
            blunder_rate, min=0, max=1, step=0.05, description="Blunder rate", style=wide
        )
        self.hint = _button("Hint", "show the winning moves", self._show_hint)
        self.undo = _button("Undo", "take back your last move and the answer to it", self._take_back)
        self.new_game = _button("New game", "begin again", self.begin)
        for setting in (self.size, self.detail, self.starts):
            setting.observe(lambda change: self.begin(), "value")
        self.opponent.observe(lambda change: self._show_blunder_rate(), "value")
        self._show_blunder_rate()

    def _show_blunder_rate(self) -> None:
        self.blunder_rate.layout.display = "" if self.opponent.value == "human" else "none"

    # What happens

    def begin(self) -> None:
        """Begin a new game with the settings as they are, solving it first if it is not solved yet."""
        settings = self.size.value, self.detail.value
        try:
            record = self.face.begin(*settings)
        except ValueError as problem:
            self._say(f"No such game: {problem}.")
            return
        if settings != self.solved_settings:
            with self._at_work():
                self.solution = solve(record.game, record.start)
            self.solved_settings = settings
        self.record, self.you = record, 0 if self.starts.value else 1
        self.rule.value = escape(self.face.rule(record))
        self.strip.children = [self._cell_button(index) for index in range(len(self._cells()))]
        self._answer()

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Show that the board is being solved, with nothing to click on meanwhile."""
        self.strip.children, self.history.value, self.solved_settings = (), "", None
        self.hint.disabled = self.undo.disabled = True
        self.status.value = f"Solving the game … {_WORKING}"
        try:
            yield
        except BaseException:
            self._say("The game is not solved. “New game” tries again.")
            raise
        self.hint.disabled = self.undo.disabled = False

    def _click(self, index: int) -> None:
        cell = self._cells()[index]
        if self.record.is_over:
            self._show("The game is over.")
        elif cell.state == "open":
            self.record = self.record.after(cell.move)
            self._answer()
        else:
            self._show(f"{cell.label} cannot be chosen: {cell.note}.")

    def _answer(self) -> None:
        """Let the opponent move if it is to, and show the board."""
        words = ""
        if self.record.turn != self.you and not self.record.is_over:
            move = self._strategy()(self.solution, self.record.position, self.rng)
            words = f"The opponent {'answers' if self.record.moves else 'begins with'} {move}."
            self.record = self.record.after(move)
        self._show(words)

    def _strategy(self) -> Strategy:
        if self.opponent.value == "human":
            return human(self.blunder_rate.value)
        return perfect if self.opponent.value == "perfect" else random_move

    def _take_back(self) -> None:
        """Go back to before the reader's last move, if there is one."""
        plies = len(self.record.moves)
        before = next((ply for ply in reversed(range(plies)) if ply % 2 == self.you), None)
        if before is None:
            self._show("There is no move of yours to take back.")
            return
        self.record = self.record.back_to(before)
        self._show("Taken back.")

    def _show_hint(self) -> None:
        """Outline the winning moves, or say that there is none and which move loses slowest."""
        winning = self.solution.winning_moves(self.record.position)
        best = self.solution.best_move(self.record.position)
        if best is None:
            self._show("The game is over.")
        elif winning:
            self._show(f"Winning: {_listed(winning)}.", hinted=winning)
        else:
            self._show(f"You are lost; the slowest loss is {best}.")

    # What is seen

    def _cells(self) -> list[Cell]:
        return self.face.cells(self.record, self._names())

    def _names(self) -> tuple[str, str]:
        """Return the players' names, the first to move first."""
        return (YOU, OPPONENT) if self.you == 0 else (OPPONENT, YOU)

    def _cell_button(self, index: int) -> widgets.Button:
        button = _button("", "", lambda: self._click(index))
        button.add_class("numbergame-cell")
        return button

    def _show(self, words: str, hinted: tuple[Any, ...] = ()) -> None:
        """Show the record, with these words about what has just happened."""
        for button, cell in zip(self.strip.children, self._cells(), strict=True):
            is_hinted = cell.state == "open" and cell.move in hinted
            mark = f"★ {cell.mark}".strip() if is_hinted else cell.mark
            with button.hold_sync():
                button.description = f"{cell.label}\n{mark}"
                button.tooltip = cell.note
                look = "hinted" if is_hinted else cell.state
                button._dom_classes = ("numbergame-cell", f"numbergame-{look}")
        self._say(f"{words} {self._turn_in_words()}".strip())
        self.history.value = self._history()

    def _history(self) -> str:
        """Return the value history as the reader sees it: player 0 of the plot, the one above, is you."""
        seen = [
            Standing(standing.winner ^ self.you, standing.remoteness)
            for standing in standings(self.record, self.solution)
        ]
        return history_svg(seen, [str(move) for move in self.record.moves], (YOU, OPPONENT))

    def _turn_in_words(self) -> str:
        """Return whose turn it is, or how the game ended, move by move."""
        if not self.record.is_over:
            return "Your turn."
        won = self.record.winner == self.you
        result = "You win: the opponent cannot move." if won else "You lose: you cannot move."
        names, record = self._names(), self.record
        moves = [f"{names[ply % 2]}\N{NO-BREAK SPACE}{move}" for ply, move in enumerate(record.moves)]
        given_away = [f"{moves[ply]} (move {ply + 1})" for ply in blunders(record, self.solution)]
        return (
            f"{result} Moves: {_listed(moves)}. A win was given away by: {_listed(given_away) or 'nobody'}."
        )

    def _say(self, words: str) -> None:
        self.status.value = f'<div role="status">{escape(words)}</div>'


def _listed(moves: Iterable[Any]) -> str:
    return ", ".join(map(str, moves))


def _text(name: str) -> widgets.HTML:
    return widgets.HTML().add_class(f"numbergame-{name}")


def _row(*children: widgets.Widget) -> widgets.Box:
    return widgets.Box(children, layout=widgets.Layout(flex_flow="row wrap", align_items="center"))


def _button(label: str, about: str, act: Callable[[], None]) -> widgets.Button:
    button = widgets.Button(description=label, tooltip=about)
    button.on_click(lambda _: act())
    return button


_WORKING = '<span class="numbergame-working" role="progressbar" aria-label="solving"></span>'

_CSS = """
.numbergame-cell { width: 4.6em; height: 3.6em; margin: 2px; padding: 2px 0; border-radius: 4px;
  white-space: pre; line-height: 1.35; font-size: 13px; border: 2px solid #0072b2;
  background: #fff; color: #000; font-weight: bold; }
.numbergame-cell.numbergame-taken { background: #000; color: #fff; border-color: #000; }
.numbergame-cell.numbergame-closed { background: #f2f2f2; color: #6b6b6b; border: 2px solid #ddd;
  font-weight: normal; text-decoration: line-through; }
.numbergame-cell.numbergame-idle { background: #f2f2f2; border-color: #ddd; font-weight: normal; }
.numbergame-cell.numbergame-hinted { border: 4px double #000; background: #fff3c4; }
.numbergame-cell:focus { outline: 3px solid #e69f00; outline-offset: 1px; }
.numbergame-status { min-height: 3.2em; }
.numbergame-status .widget-html-content, .numbergame-rule .widget-html-content { line-height: 1.5;
  white-space: normal; }
.numbergame-working { display: inline-block; width: 12em; height: 10px; border: 1px solid #555;
  background: linear-gradient(90deg, #0072b2 30%, #fff 30%) 0 0 / 200% 100%;
  animation: numbergame-working 1.2s linear infinite; }
@keyframes numbergame-working { from { background-position: 200% 0; } to { background-position: 0 0; } }
"""
