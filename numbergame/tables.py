"""A solved game as pandas tables: one row a position, or one row a move."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from numbers import Real
from pathlib import Path
from typing import Any

from numbergame._extras import extra
from numbergame._files import whole_file
from numbergame.number_game import Position
from numbergame.solver import Solution

with extra("figures"):
    import pandas as pd

OUTCOMES = pd.CategoricalDtype(["P", "N"])

_POSITION_COLUMNS = ("position", "option")
_DTYPES = {"outcome": OUTCOMES, "option_outcome": OUTCOMES, "best_move": "Int64"}


def positions_table(solution: Solution[Any, Any]) -> pd.DataFrame:
    """Return a table of the solved positions, those that lead to others first.

    Columns: position; outcome, nim_value and remoteness; moves and winning_moves, how many there are;
    best_move, missing at the ends.  For the Number Game also frobenius_number, genus, multiplicity,
    symmetric and pseudo_symmetric of the position's semigroup.
    """
    rows = [_position_row(solution, position) for position in reversed(solution)]
    return _typed(pd.DataFrame(rows))


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
    """Give the columns their types; moves that are no numbers stay as they are."""
    dtypes = {name: dtype for name, dtype in _DTYPES.items() if name in table}
    if "best_move" in table and not all(isinstance(move, Real) for move in table.best_move.dropna()):
        del dtypes["best_move"]
    return table.astype(dtypes)


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
            text.to_csv(draft, index=False)
        else:
            text.to_parquet(draft, index=False)


def load_table(
    path: str | os.PathLike[str], read_position: Callable[[str], Any] = Position.parse
) -> pd.DataFrame:
    """Return the table that `save_table` wrote, with its positions and types.

    `read_position` makes a position of its text; for Bachet's game it is `int`.
    """
    path = Path(path)
    _check_ending(path)
    if path.suffix == ".csv":
        table = pd.read_csv(path, dtype=dict.fromkeys(_POSITION_COLUMNS, "str"))
    else:
        table = pd.read_parquet(path)
    for name in table.columns.intersection(_POSITION_COLUMNS):
        table[name] = pd.Series([read_position(text) for text in table[name]])
    return _typed(table)


def _check_ending(path: Path) -> None:
    if path.suffix not in (".csv", ".parquet"):
        raise ValueError(f"{path}: a table is saved as .csv or .parquet, not as {path.suffix or 'no ending'}")
