"""How a play of either game looks on a board: a row of cells, each with its state and its words.

What is legal, and why the rest is not, comes from the game itself; here is no button and no page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from numbergame._look import State
from numbergame.match.record import Record
from numbergame.number_game import NumberGame, Position, why_not
from numbergame.subtraction import SubtractionGame

GameName = Literal["number", "bachet"]

TITLE: dict[GameName, str] = {"number": "The Number Game", "bachet": "Bachet's game"}

LEGEND: dict[GameName, dict[State, str]] = {
    "number": {
        "available": "may be chosen",
        "chosen": "chosen",
        "forbidden": "forbidden: a sum of chosen numbers",
    },
    "bachet": {
        "available": "may be taken now, with all stones to the right of it",
        "idle": "no allowed take begins here",
        "chosen": "taken",
    },
}
"""What the states of a cell mean on each game's board."""


class Cell(NamedTuple):
    """One place of a board.

    label, mark: what is written on it, large and small.
    note: what there is to say about it: who chose it and when, or why it is no move.
    move: the move that it stands for, None unless it is available.
    hinted: whether it is shown as a winning move.
    """

    state: State
    label: str
    mark: str
    note: str
    move: Any = None
    hinted: bool = False


def name_of(game: object) -> GameName:
    """Return the short name of a game that has a board; TypeError for any other game."""
    if isinstance(game, NumberGame):
        return "number"
    if isinstance(game, SubtractionGame):
        return "bachet"
    raise TypeError(f"there is no board for {game!r}")


def rule(game: object) -> str:
    """Return the rule of a game in two sentences."""
    if isinstance(game, SubtractionGame):
        return f"Take {_or(game.takes)} stones from the right end. Whoever cannot take any more loses."
    return (
        "Choose a number that is not a sum of chosen numbers, repeats allowed. "
        "Whoever cannot choose any more loses."
    )


def cells(record: Record[Any, Any], names: Sequence[str] = ("first", "second")) -> list[Cell]:
    """Return the cells of a play whose players have these names, the first to move first.

    They are the numbers 2 … limit, or the stones from left to right: stones are taken from the right
    end, so a stone stands for taking it and all to the right of it.

    >>> play = Record(NumberGame(8), Position.board(8), (3, 4))
    >>> for cell in cells(play, ("you", "opponent"))[1:6]:
    ...     print(cell.label, cell.state, "-", cell.note)
    3 chosen - you, move 1
    4 chosen - opponent, move 2
    5 available - choose 5
    6 forbidden - 6 = 3 + 3
    7 forbidden - 7 = 3 + 4
    """
    name_of(record.game)  # refuses a game that has no board
    if isinstance(record.game, NumberGame):
        return [_number(record, number, names) for number in range(2, record.game.limit + 1)]
    row = [_stone(record, take) for take in range(record.position, 0, -1)]
    for index in reversed(range(len(record.moves))):
        row += [_chosen("○", index, names)] * record.moves[index]
    return row


def why_no_move(record: Record[Any, Any], move: int) -> str:
    """Return why a move cannot be made now, as in "7 = 3 + 4"; "" if it can be."""
    game = record.game
    if isinstance(game, SubtractionGame):
        if move not in game.takes:
            return f"{move} is not an allowed take; {_or(game.takes)} is"
        return "" if move <= record.position else f"there are not {move} stones left"
    assert isinstance(game, NumberGame)
    if move > game.limit:
        return f"{move} is not on the board 2..{game.limit}"
    before = record.start.minimal_generators
    return (
        f"{move} was chosen before the start" if move in before else why_not(move, (*before, *record.moves))
    )


def _number(record: Record[Position, int], number: int, names: Sequence[str]) -> Cell:
    label = str(number)
    if number in record.position:
        return Cell("available", label, "", f"choose {number}", number)
    if number in record.moves:
        return _chosen(label, record.moves.index(number), names)
    reason = why_no_move(record, number)
    if number in record.start.minimal_generators:
        return Cell("chosen", label, "before", reason)
    return Cell("forbidden", label, "", reason)


def _stone(record: Record[int, int], take: int) -> Cell:
    if reason := why_no_move(record, take):
        return Cell("idle", "●", "", reason)
    return Cell("available", "●", f"take {take}", f"take {take}", take)


def _chosen(label: str, index: int, names: Sequence[str]) -> Cell:
    name = names[index % 2]
    short = name if len(name) <= 4 else f"{name[:3]}."
    return Cell("chosen", label, f"{short} {index + 1}", f"{name}, move {index + 1}")


def _or(numbers: Sequence[int]) -> str:
    """Return numbers as in "1, 3 or 4"."""
    *first, last = map(str, numbers)
    return f"{', '.join(first)} or {last}" if first else last
