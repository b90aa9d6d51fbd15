"""The page to play on, drawn in Python: at build time, and in the browser after every click.

A `Page` holds a session, or a trainer, and gives the page's parts as HTML by their ids.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from html import escape
from random import randrange
from typing import Any

from numbergame import NumberGame, SubtractionGame, solve
from numbergame.checks.published import POSITIONS_BY_FROBENIUS_NUMBER
from numbergame.match.cells import TITLE, Cell
from numbergame.match.session import FORMS, OPPONENTS, Session, Settings
from numbergame.match.session import from_text as play_from_text
from numbergame.teaching import GAMES, LEVELS, Trainer, sheets
from numbergame.teaching.trainer import WINNERS

Report = Callable[[float], None]
"""Told, now and then, which share of the work is done, 0 to 1."""

FIRST = {"number": Settings(), "bachet": Settings(SubtractionGame([1, 3, 4], 20))}
"""The boards that are shown before anybody has chosen one."""


class Page:
    """What the page shows, and what a click on it does."""

    def __init__(self, report: Report = lambda share: None) -> None:
        self.report = report
        self.session: Session | None = None
        self.trainer: Trainer | None = None
        self.draft = FIRST["number"]
        self.problem = ""

    # What can be done: each by its name and its arguments, as the page's elements say

    def do(self, action: str, *arguments: Any) -> str:
        """Do what was clicked, and return the parts of the page as JSON."""
        self.problem = ""
        try:
            getattr(self, f"do_{action}")(*arguments)
        except ValueError as problem:
            self.problem = f"That is not possible: {problem}."
        return json.dumps(self.parts())

    def do_open(self, link: str) -> None:
        """Show what a link says, the first board if it says nothing."""
        text = link.removeprefix("#")
        try:
            if text.startswith("train="):
                self.trainer = Trainer.from_text(text)
                return
            self.trainer = None
            self._begin(*(play_from_text(text) if text else (FIRST["number"], ())))
        except ValueError as problem:
            self.trainer = None
            if self.session is None:
                self._begin(FIRST["number"])
            self.problem = f"The link cannot be read: {problem}. It is not the board below that it meant."

    def do_click(self, index: str) -> None:
        """Choose what a cell stands for, or mark it in a puzzle."""
        if self.trainer is None:
            self._playing.click(int(index))
        elif (
            move := self.trainer.cells[int(index)].move
        ) is not None and self.trainer.puzzle.asks == "moves":
            self.trainer.mark(move)

    def do_hint(self) -> None:
        """Show the winning moves."""
        self._playing.hint()

    def do_undo(self) -> None:
        """Take back a move and its answer."""
        self._playing.undo()

    def do_history(self) -> None:
        """Show or hide the history."""
        self._playing.toggle_history()

    def do_new(self) -> None:
        """Begin again."""
        self._playing.new_game()

    def do_game(self, name: str) -> None:
        """Change to the other game."""
        self._begin(FIRST[name])

    def do_settings(self, size: str, detail: str, first: str, opponent: str, rate: str) -> None:
        """Begin with other settings; another opponent alone goes on with the play."""
        session = self._playing
        board = session.settings.with_board(_whole(size), detail)
        session.change_opponent(opponent, _share(rate))
        if not session.has_solved(board) or (first == "you") != board.you_start:
            self._begin(
                replace(session.settings, game=board.game, start=board.start, you_start=first == "you")
            )

    def do_train(self, game: str, level: str, seed: str = "") -> None:
        """Begin twenty puzzles; without a seed twenty that nobody has seen."""
        self.trainer = Trainer(game, level, int(seed) if seed else randrange(1, 10_000))

    def do_answer(self, winner: str | None = None) -> None:
        """Judge the answer to a puzzle."""
        if self.trainer:
            self.trainer.answer(winner)

    def do_next(self) -> None:
        """Go on to the next puzzle."""
        if self.trainer:
            self.trainer.next()

    def do_play(self) -> None:
        """Leave the puzzles for the board."""
        self.trainer = None
        if self.session is None:
            self._begin(FIRST["number"])

    @property
    def _playing(self) -> Session:
        if self.session is None:
            self._begin(FIRST["number"])
        assert self.session
        return self.session

    def _begin(self, settings: Settings, moves: Iterable[int] = ()) -> None:
        moves = tuple(moves)
        if self.session is not None and self.session.has_solved(settings) and not moves:
            self.session.new_game(settings)
        else:
            self.session = Session(settings, moves, solver=self._solve)

    def _solve(self, game: Any, start: Any) -> Any:
        return solve(Watched(game, self.report, _count(game, start)), start)

    # What is seen

    def parts(self) -> dict[str, str]:
        """Return the parts of the page by their ids: HTML, and the link as text."""
        if self.trainer is not None:
            return self._puzzle(self.trainer) | self._common()
        return self._play(self._playing) | self._common()

    def _common(self) -> dict[str, str]:
        return {"problem": escape(self.problem), "mode": "train" if self.trainer else "play"}

    def _play(self, session: Session) -> dict[str, str]:
        result = session.result or "open"
        history = session.history_svg() if session.history_shown else ""
        lines = "".join(f"<li>{escape(line)}</li>" for line in session.history_lines())
        words = f"<details><summary>In words</summary><ol>{lines}</ol></details>" if history else ""
        return {
            "title": escape(session.title),
            "rule": escape(session.rule),
            "settings": _settings(session),
            "board": _cells(session.cells),
            "legend": _legend(session.legend),
            "buttons": _buttons(
                {
                    "hint": "Hint",
                    "undo": "Undo",
                    "history": "Hide the history" if history else "Show the history",
                    "new": "New game",
                }
            ),
            "said": f'<span class="{result}">{escape(session.headline)}</span> {escape(session.message)}',
            "summary": escape(session.summary),
            "history": _without_style(history) + words,
            "link": session.to_text(),
        }

    def _puzzle(self, trainer: Trainer) -> dict[str, str]:
        verdict, moves = trainer.verdict, trainer.puzzle.asks == "moves"
        answers = (
            '<button type="button" data-do="answer">Answer</button>'
            if moves
            else "".join(
                f'<button type="button" data-do="answer" data-with="{outcome}">{words}</button>'
                for outcome, words in WINNERS.items()
            )
        )
        right = verdict is not None and bool(verdict)
        words = "" if verdict is None else escape(str(verdict))
        next_words = "The first puzzle again" if trainer.is_last else "Next puzzle"
        key = "".join(f"<li>{escape(line)}</li>" for line in sheets.solution_lines(trainer.puzzle))
        return {
            "title": escape(f"{TITLE[trainer.game]}: puzzles"),
            "rule": escape(trainer.question),
            "settings": _training(trainer),
            "board": _cells(trainer.cells, marking=moves),
            "legend": f"<p>{escape(sheets.given(trainer.puzzle))}</p>",
            "buttons": f'{answers}<button type="button" data-do="next">{next_words}</button>',
            "said": f'<span class="{"won" if right else "open"}">{words}</span>',
            "summary": escape(trainer.score),
            "history": f"<ul>{key}</ul>" if right else "",
            "link": trainer.to_text(),
        }


class Watched:
    """A game that reports how far it is solved, by counting the positions whose moves are asked for."""

    def __init__(self, game: Any, report: Report, count: int) -> None:
        self.game, self.start, self._report, self._count, self._met = game, game.start, report, count, 0

    def moves(self, position: Any) -> Any:
        """Yield the game's own moves."""
        self._met += 1
        if self._met % 1000 == 0:
            self._report(min(1.0, self._met / self._count))
        return self.game.moves(position)


def _count(game: Any, start: Any) -> int:
    """Return how many positions a board has, or at most has if play begins elsewhere."""
    if not isinstance(game, NumberGame):
        return 1000
    return sum(POSITIONS_BY_FROBENIUS_NUMBER.values[number] for number in range(1, game.limit + 1))


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError(f"{text[:20]!r} is not a whole number")
    return int(text)


def _share(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{text[:20]!r} is not a blunder rate from 0 to 1") from None


# The parts, as HTML


def _cells(cells: Iterable[Cell], marking: bool = False) -> str:
    """Return a button a cell, its state told by class, by sign and by its name."""
    buttons = []
    for index, cell in enumerate(cells):
        look = f"cell {cell.state}{' hinted' * cell.hinted}"
        mark = f"★ {cell.mark}".strip() if cell.hinted else cell.mark
        state = f"{cell.state}{', marked' if cell.hinted and marking else ', winning' if cell.hinted else ''}"
        name = f"{cell.label}, {state}: {cell.note}"
        pressed = f' aria-pressed="{str(cell.hinted).lower()}"' if marking and cell.move is not None else ""
        buttons.append(
            f'<button type="button" id="cell-{index}" class="{look}" data-do="click" data-with="{index}" '
            f'title="{escape(cell.note)}" aria-label="{escape(name)}"{pressed}>'
            f"<b>{escape(cell.label)}</b><small>{escape(mark)}</small></button>"
        )
    return "".join(buttons)


def _legend(legend: dict[Any, str]) -> str:
    items = (
        f'<li><span class="cell {state}"></span> {escape(words)}</li>' for state, words in legend.items()
    )
    return f"<ul>{''.join(items)}</ul>"


def _buttons(words: dict[str, str]) -> str:
    return "".join(
        f'<button type="button" data-do="{action}">{label}</button>' for action, label in words.items()
    )


def _settings(session: Session) -> str:
    settings, form = session.settings, FORMS[_name(session)]
    rate = settings.blunder_rate
    shown = "" if settings.opponent == "careless" else " hidden"
    size = (
        f'<input id="size" name="size" type="number" min="{form.sizes[0]}" max="{form.sizes[-1]}" '
        f'value="{settings.size}" inputmode="numeric">'
    )
    detail = (
        f'<input id="detail" name="detail" value="{escape(settings.detail)}" '
        f'placeholder="{escape(form.detail_hint)}" autocomplete="off">'
    )
    rate_input = f'<input id="rate" name="rate" type="number" min="0" max="1" step="0.05" value="{rate}">'
    return "".join(
        [
            _label("Game", _select("game", {name: TITLE[name] for name in FORMS}, _name(session))),
            _label(form.size_label, size),
            _label(form.detail_label, detail),
            _label(
                "First to move", _select("first", {"you": "you", "opponent": "opponent"}, session.names[0])
            ),
            _label("Opponent", _select("opponent", {name: name for name in OPPONENTS}, settings.opponent)),
            f"<div{shown}>{_label('Blunder rate', rate_input)}</div>",
            f'<p id="about">{escape(OPPONENTS[settings.opponent])}</p>',
        ]
    )


def _training(trainer: Trainer) -> str:
    names = {name: TITLE[name] for name in GAMES}
    on_paper = f"numbergame worksheet --game {trainer.game} --level {trainer.level} --seed {trainer.seed}"
    return "".join(
        [
            _label("Game", _select("train-game", names, trainer.game)),
            _label("Level", _select("train-level", {level: level for level in LEVELS}, trainer.level)),
            '<button type="button" data-do="train">Twenty other puzzles</button>',
            '<p id="about">The link gives everybody these twenty puzzles. On paper: '
            f"<code>{on_paper} --count 20</code></p>",
        ]
    )


def _label(words: str, control: str) -> str:
    return f"<label><span>{words}</span> {control}</label>"


def _select(name: str, options: dict[Any, str], chosen: str) -> str:
    items = (
        f'<option value="{value}"{" selected" * (value == chosen)}>{escape(words)}</option>'
        for value, words in options.items()
    )
    return f'<select id="{name}" name="{name}">{"".join(items)}</select>'


def _name(session: Session) -> Any:
    return "number" if isinstance(session.settings.game, NumberGame) else "bachet"


def _without_style(svg: str) -> str:
    """Return the plot without a style attribute, which the page's policy forbids; its stylesheet has one."""
    return re.sub(r' style="[^"]*"', "", svg)
