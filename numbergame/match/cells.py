"""How a play of either game looks on a board: a row of cells, each with its state and its words.

A face turns a record into cells and the settings of a board into a record to begin with.  It takes
what is legal and why from the game itself, and knows nothing of buttons.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from numbergame.match.record import Record
from numbergame.number_game import NumberGame, Position, why_not
from numbergame.subtraction import SubtractionGame


class Cell(NamedTuple):
    """One place of a board.

    state: "open" to a move, "taken" by a move made, "closed" for good, or "idle": there, but no move now.
    label, mark: what is written on it, large and small.
    note: what there is to say about it: who took it and when, or why it is no move.
    move: the move that it stands for, None unless it is open.
    """

    state: str
    label: str
    mark: str
    note: str
    move: Any = None


class Face(Protocol):
    """What the board needs to know of a game: its settings in words, and its cells."""

    name: str
    size_label: str
    sizes: range
    detail_label: str
    detail_hint: str

    def begin(self, size: int, detail: str) -> Record[Any, Any]:
        """Return a play that has not begun; ValueError, in words for the player, if there is none."""

    def rule(self, record: Record[Any, Any]) -> str:
        """Return the rule of the game in a sentence or two."""

    def cells(self, record: Record[Any, Any], names: Sequence[str]) -> list[Cell]:
        """Return the cells of a play whose players have these names."""


class NumberFace:
    """The Number Game: the size is the board's limit, the detail the numbers available at the start."""

    name = "The Number Game"
    size_label = "Largest number"
    sizes = range(6, 31)
    detail_label = "Start from"
    detail_hint = "all, or as in: 2 5 7"

    def begin(self, size: int, detail: str) -> Record[Position, int]:
        """Return a play on the board 2..size, from the position named in `detail` if any."""
        game = NumberGame(checked_size(self, size))
        if not detail.strip():
            return Record(game, game.start)
        start = Position(() if detail.strip() == str(Position()) else _numbers(detail))
        if start.frobenius_number > size:
            raise ValueError(f"{start.frobenius_number} is not on the board 2..{size}")
        return Record(game, start)

    def rule(self, record: Record[Any, Any]) -> str:
        """Return the rule."""
        return (
            "Choose a number that is not a sum of chosen numbers, repeats allowed. "
            "Who cannot choose any more loses."
        )

    def cells(self, record: Record[Any, Any], names: Sequence[str]) -> list[Cell]:
        """Return the cells of the numbers 2 … limit."""
        assert isinstance(record.game, NumberGame)
        chosen = (*record.start.minimal_generators, *record.moves)
        return [self._cell(record, number, chosen, names) for number in range(2, record.game.limit + 1)]

    def _cell(
        self, record: Record[Position, int], number: int, chosen: tuple[int, ...], names: Sequence[str]
    ) -> Cell:
        label = str(number)
        if number in record.position:
            return Cell("open", label, "", f"choose {number}", number)
        if number in record.moves:
            return _taken(label, record.moves.index(number), names)
        if number in chosen:
            return Cell("taken", label, "before", f"{number} was chosen before the start")
        return Cell("closed", label, "", why_not(number, chosen))


class StoneFace:
    """Bachet's game: the size is the heap, the detail the allowed takes.

    Stones are taken from the right end, so a stone stands for taking it and all to the right of it.
    """

    name = "Bachet's game"
    size_label = "Stones"
    sizes = range(1, 41)
    detail_label = "Allowed takes"
    detail_hint = "as in: 1 3 4"

    def begin(self, size: int, detail: str) -> Record[int, int]:
        """Return a play on a heap of `size` stones with the takes named in `detail`."""
        takes = _numbers(detail)
        if not takes:
            raise ValueError("at least one take must be allowed")
        return Record(SubtractionGame(takes, checked_size(self, size)), size)

    def rule(self, record: Record[Any, Any]) -> str:
        """Return the rule, with the allowed takes."""
        assert isinstance(record.game, SubtractionGame)
        return f"Take {_or(record.game.takes)} stones from the right end. Who cannot take any more loses."

    def cells(self, record: Record[Any, Any], names: Sequence[str]) -> list[Cell]:
        """Return the cells of the stones, left to right."""
        assert isinstance(record.game, SubtractionGame)
        legal = {take for take, _ in record.game.moves(record.position)}
        left = [self._stone(take, take in legal, record.game.takes) for take in range(record.position, 0, -1)]
        for ply in reversed(range(len(record.moves))):
            left += [_taken("○", ply, names)] * record.moves[ply]
        return left

    def _stone(self, take: int, legal: bool, takes: Sequence[int]) -> Cell:
        if legal:
            return Cell("open", "●", f"take {take}", f"take {take}", take)
        return Cell("idle", "●", "", f"{take} is not an allowed take; {_or(takes)} is")


def checked_size(face: Face, size: int) -> int:
    """Return the size of a board; ValueError if the face has no such board."""
    if size not in face.sizes:
        sizes = f"{face.sizes[0]} to {face.sizes[-1]}"
        raise ValueError(f"{face.size_label.lower()}: {sizes} on this board, not {size}")
    return size


def _taken(label: str, ply: int, names: Sequence[str]) -> Cell:
    name = names[ply % 2]
    return Cell("taken", label, f"{name[:3]} {ply + 1}", f"{name}, move {ply + 1}")


def _numbers(text: str) -> list[int]:
    """Return the numbers of a text, separated by blanks or commas; ValueError for anything else."""
    words = text.replace(",", " ").split()
    for word in words:
        if not (word.isascii() and word.isdigit()):
            raise ValueError(f"{word!r} is not a number")
    return [int(word) for word in words]


def _or(numbers: Sequence[int]) -> str:
    """Return numbers as in "1, 3 or 4"."""
    *first, last = map(str, numbers)
    return f"{', '.join(first)} or {last}" if first else last
