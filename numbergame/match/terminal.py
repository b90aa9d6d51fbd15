"""The board in a terminal: a session as text, played line by line."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill
from typing import TextIO

from numbergame._look import State, in_marks
from numbergame.match.cells import Cell
from numbergame.match.session import OPPONENTS, Session

_WIDTH = 79

_NUMBERS: dict[State, str] = {"available": "5", "chosen": "5", "forbidden": "5"}
_STONES: dict[State, str] = {"available": "3", "chosen": "○", "idle": "●"}

HELP = (
    "A number makes that move. hint: the winning moves. undo: take back your last move. "
    "why 7: why 7 cannot be chosen. history: show or hide who was winning. new: begin again. quit: end."
)


def play_in_terminal(session: Session, lines: Iterable[str], out: TextIO) -> None:
    """Play a session by the lines that the reader writes, until "quit" or the last line."""
    opponent = session.settings.opponent
    _print(out, f"{session.title}. {session.rule}", f"The {opponent} opponent: {OPPONENTS[opponent]}")
    _print(out, f"On the board: {legend(session)}.", HELP)
    _show(session, out)
    for line in lines:
        words = line.lower().split()
        if words == ["quit"]:
            return
        problem = _act(session, words)
        if problem:
            _print(out, problem)
            _prompt(out)
        else:
            _show(session, out)
    out.write("\n")


def board_text(cells: Iterable[Cell]) -> str:
    """Return cells as plain text: what may be chosen is a number, and a winning one after a hint has a star.

    >>> print(board_text(Session().cells))
    2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
    """
    return " ".join(_cell_text(cell) for cell in cells)


def legend(session: Session) -> str:
    """Return what the marks of the text mean, as in "5 may be chosen; [5] chosen, …"."""
    samples = _STONES if "idle" in session.legend else _NUMBERS
    return "; ".join(f"{in_marks(samples[state], state)} {words}" for state, words in session.legend.items())


def _cell_text(cell: Cell) -> str:
    label = cell.label if cell.move is None else str(cell.move)
    return in_marks(label, cell.state) + "*" * cell.hinted


def _act(session: Session, words: list[str]) -> str:
    """Do what a line says; return what is wrong with the line, or nothing."""
    actions = {
        "hint": session.hint,
        "undo": session.undo,
        "history": session.toggle_history,
        "new": session.new_game,
    }
    match words:
        case [word] if word in actions:
            actions[word]()
        case [word] if _is_number(word):
            session.choose(int(word))
        case ["why", word] if _is_number(word):
            session.why(int(word))
        case ["help"]:
            return HELP
        case []:
            return "Write a move, or help."
        case _:
            return f"{' '.join(words)!r} is neither a move nor a command; help says what there is."
    return ""


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 10


def _show(session: Session, out: TextIO) -> None:
    """Write the board, what has happened and whose turn it is."""
    _print(out, "", board_text(session.cells), "")
    if session.message:
        _print(out, session.message)
    if session.result:
        _print(out, f"*** {session.headline} ***", session.summary)
    else:
        _print(out, session.headline)
    if session.history_shown:
        _print(out, *session.history_lines())
    _prompt(out)


def _prompt(out: TextIO) -> None:
    out.write("> ")
    out.flush()


def _print(out: TextIO, *paragraphs: str) -> None:
    for words in paragraphs:
        out.write(fill(words, _WIDTH, break_on_hyphens=False, break_long_words=False) + "\n")
