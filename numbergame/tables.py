"""A solved game as pandas tables: one row a position, or one row a move."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Hashable, Iterable
from numbers import Integral
from pathlib import Path
from typing import Any, Literal

from numbergame._extras import extra
from numbergame._files import whole_file
from numbergame.number_game import Position
from numbergame.solver import Solution

with extra("figures"):
    import pandas as pd

OUTCOMES = pd.CategoricalDtype(["P", "N"])

_POSITION_COLUMNS = ("position", "option")
_MOVE_COLUMNS = ("move", "best_move")
_OUTCOME_COLUMNS = ("outcome", "option_outcome")


def positions_table(solution: Solution[Any, Any]) -> pd.DataFrame:
    """Return a table of the solved positions, those that lead to others first.

    Columns: position; outcome, nim_value and remoteness; moves and winning_moves, how many there are;
    best_move, missing at the ends.  For the Number Game also frobenius_number, genus, multiplicity,
    symmetric and pseudo_symmetric of the position's semigroup.

    >>> from numbergame import NumberGame, solve
    >>> table = positions_table(solve(NumberGame(4)))
    >>> table[["position", "outcome", "nim_value", "moves", "best_move"]]
      position outcome  nim_value  moves  best_move
    0    2 3 4       N          3      3          4
    1      2 3       P          0      2          2
    2      2 4       N          2      2          2
    3        2       N          1      1          2
    4        3       N          1      1          3
    5        -       P          0      0       <NA>
    """
    rows = [_position_row(solution, position) for position in reversed(solution)]
    table = pd.DataFrame(rows)
    table["best_move"] = _best_moves([row["best_move"] for row in rows])
    return _typed(table)


def _position_row(solution: Solution[Any, Any], position: Hashable) -> dict[str, Any]:
    row = {
        "position": position,
        **solution[position]._asdict(),
        "moves": len(solution.moves(position)),
        "winning_moves": len(solution.winning_moves(position)),
        "best_move": solution.best_move(position),
    }
    if isinstance(position, Position):
        row |= {
            "frobenius_number": position.frobenius_number,
            "genus": position.genus,
            "multiplicity": position.multiplicity,
            "symmetric": position.is_symmetric,
            "pseudo_symmetric": position.is_pseudo_symmetric,
        }
    return row


def moves_table(solution: Solution[Any, Any]) -> pd.DataFrame:
    """Return a table of the moves from all solved positions, in the order of `positions_table`.

    Columns: position and its outcome; move; option, the position it leads to, with option_outcome;
    winning, whether the move wins, and best, whether it is the one `best_move` names.

    >>> from numbergame import NumberGame, Position, solve
    >>> moves_table(solve(NumberGame(), Position({2, 5})))[["position", "move", "option", "winning"]]
      position  move option  winning
    0      2 5     2      -     True
    1      2 5     5      2    False
    2        2     2      -     True
    """
    rows = []
    for position in reversed(solution):
        best = solution.best_move(position)
        for move, option in solution.moves(position):
            option_outcome = solution[option].outcome
            rows.append(
                {
                    "position": position,
                    "outcome": solution[position].outcome,
                    "move": move,
                    "option": option,
                    "option_outcome": option_outcome,
                    "winning": option_outcome == "P",
                    "best": move == best,
                }
            )
    columns = ["position", "outcome", "move", "option", "option_outcome", "winning", "best"]
    return _typed(pd.DataFrame(rows, columns=columns))


def _typed(table: pd.DataFrame) -> pd.DataFrame:
    """Give the outcomes their type."""
    return table.astype({name: OUTCOMES for name in _OUTCOME_COLUMNS if name in table})


def _best_moves(moves: list[Any]) -> pd.Series[Any]:
    """Return a column of moves, None where there is none, as integers of 64 bits if they are."""
    integers = [move for move in moves if isinstance(move, Integral) and not isinstance(move, bool)]
    if not all(-(2**63) <= int(move) < 2**63 for move in integers):
        return pd.Series(moves, dtype="object")
    return pd.Series(moves, dtype="Int64" if len(integers) == len(moves) - moves.count(None) else None)


def save_table(table: pd.DataFrame, path: str | os.PathLike[str]) -> None:
    """Write a table as CSV or Parquet, by the file's ending; `load_table` reads an equal one back.

    Positions are written as their text, such as "2 5" in the Number Game.  ValueError for any other
    ending, or for moves that a table cannot hold, as those of a sum of games.
    """
    path = Path(path)
    _check_ending(path)
    text = table.copy()
    for name in text.columns.intersection(_POSITION_COLUMNS):
        text[name] = text[name].map(str).astype("str")
    for name, dtype in text.dtypes.items():
        if pd.api.types.is_object_dtype(dtype) and len(text):
            raise ValueError(f"{path}: a table cannot hold what is in the column {name}")
    with whole_file(path) as draft:
        if path.suffix == ".csv":
            text.to_csv(draft, index=False, quoting=_quoting(text))
        else:
            text.to_parquet(draft, index=False)


def _quoting(table: pd.DataFrame) -> Literal[0, 2]:
    """Return how a CSV file quotes: all text and the header if moves are text, so that "1" is not 1."""
    texts = any(pd.api.types.is_string_dtype(table[name]) for name in _MOVE_COLUMNS if name in table)
    return csv.QUOTE_NONNUMERIC if texts else csv.QUOTE_MINIMAL


def load_table(
    path: str | os.PathLike[str], read_position: Callable[[str], Any] = Position.parse
) -> pd.DataFrame:
    """Return the table that `save_table` wrote, with its positions and types.

    `read_position` makes a position of its text; for Bachet's game it is `int`.
    """
    path = Path(path)
    _check_ending(path)
    table = _read_csv(path) if path.suffix == ".csv" else pd.read_parquet(path)
    for name in table.columns.intersection(_POSITION_COLUMNS):
        table[name] = pd.Series([read_position(text) for text in table[name]])
    return _typed(table)


def _read_csv(path: Path) -> pd.DataFrame:
    """Return the table of a CSV file, its positions as text; the others have their types."""
    table = pd.read_csv(path)
    texts = pd.read_csv(path, dtype="str", keep_default_na=False)  # since "" and "NA" may be positions
    for name in table.columns.intersection(_POSITION_COLUMNS):
        table[name] = texts[name]
    with open(path, encoding="utf-8") as file:
        read_moves = list if file.read(1) == '"' else _numbers
    if "move" in table:
        table["move"] = pd.Series(read_moves(texts.move))
    if "best_move" in table:
        some = table.moves > 0 if "moves" in table else texts.best_move != ""  # "" may be a move
        moves = zip(read_moves(texts.best_move), some, strict=True)
        table["best_move"] = _best_moves([move if there else None for move, there in moves])
    return table


def _numbers(texts: Iterable[str]) -> list[Any]:
    """Return numbers, or truth values, from their text; None for none."""
    words = {"": None, "True": True, "False": False}
    return [words[text] if text in words else _number(text) for text in texts]


def _number(text: str) -> int | float:
    try:
        return int(text)
    except ValueError:
        return float(text)


def _check_ending(path: Path) -> None:
    if path.suffix not in (".csv", ".parquet"):
        raise ValueError(f"{path}: a table is saved as .csv or .parquet, not as {path.suffix or 'no ending'}")
