"""Make the files of this folder: `python data/make.py NAME …`; without a name all that take under a minute.

The dictionary of the files and columns is README.md beside this file.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import gcd
from pathlib import Path
from typing import Any

from numbergame import NumberGame, Position, solve
from numbergame._files import whole_file
from numbergame.atlas import atlas, count_positions, known_counts
from numbergame.checks.published import LEAST_WINNING_REPLY
from numbergame.subtraction import nim_period, outcome_period
from numbergame.sylver import LimitReached, prove, solve_position

COUNTED_TO = 68
FIRST_MOVES_TO = 56
NIM_VALUES_TO = 44
LARGEST_TAKE = 40
LARGEST_OF_A_PAIR = 20
MAX_POSITIONS = 3_000_000
"""The search for the replies to a pair of numbers ends after so many positions."""

Row = Iterable[Any]


def positions() -> Iterator[Row]:
    yield (
        "position", "outcome", "nim_value", "remoteness", "winning_moves",
        "minimal_generators", "frobenius_number", "genus",
    )  # fmt: skip
    solution = solve(NumberGame(20))
    for position in reversed(solution):
        yield (
            _words(position), *solution[position], _words(solution.winning_moves(position)),
            _words(position.minimal_generators), position.frobenius_number, position.genus,
        )  # fmt: skip


def counts() -> Iterator[Row]:
    yield "frobenius_number", "positions", "p_positions"
    yield from count_positions(COUNTED_TO).itertuples(index=False)


def oeis_positions() -> Iterator[Row]:
    return zip(known_counts().frobenius_number, known_counts().positions, strict=True)


def oeis_p_positions() -> Iterator[Row]:
    return zip(known_counts().frobenius_number, known_counts().p_positions, strict=True)


def first_moves() -> Iterator[Row]:
    yield "limit", "winning_first_moves"
    for limit, moves in atlas(FIRST_MOVES_TO).winning_first_moves().items():
        yield limit, _words(moves)


def nim_values() -> Iterator[Row]:
    yield "limit", "nim_value", "positions"
    yield from atlas(NIM_VALUES_TO, nim_values=True).nim_value_counts().itertuples(index=False)


def periods() -> Iterator[Row]:
    yield "takes", "outcome_preperiod", "outcome_period", "nim_value_preperiod", "nim_value_period"
    for size in (1, 2, 3):
        for takes in combinations(range(1, LARGEST_TAKE + 1), size):
            yield _words(takes), *outcome_period(takes), *nim_period(takes)


def replies() -> Iterator[Row]:
    yield "generators", "frobenius_number", "genus", "winning_replies", "positions"
    for pair in combinations(range(2, LARGEST_OF_A_PAIR + 1), 2):
        if gcd(*pair) == 1:
            position = Position.generated_by(pair)
            try:
                found = solve_position(position, max_positions=MAX_POSITIONS)
            except LimitReached:
                continue
            known = position.frobenius_number, position.genus
            yield _words(pair), *known, _words(found.winning_moves), found.positions


TABLES: dict[str, Callable[[], Iterator[Row]]] = {
    "positions-2-20.csv": positions,
    "counts.csv": counts,
    "oeis-positions.txt": oeis_positions,
    "oeis-p-positions.txt": oeis_p_positions,
    "first-moves.csv": first_moves,
    "nim-values.csv": nim_values,
    "periods.csv": periods,
    "replies.csv": replies,
}
LONG = ("counts.csv", "first-moves.csv", "replies.csv")
CERTIFICATES = {
    f"certificates/{m}-{n}-{reply}.json": (m, n, reply)
    for (m, n), reply in LEAST_WINNING_REPLY.values.items()
}
QUICK = [name for name in (*TABLES, *CERTIFICATES) if name not in LONG]


def make(name: str, folder: Path) -> None:
    """Write one file of this name into a folder."""
    with whole_file(folder / name) as draft, draft.open("w", encoding="utf-8", newline="") as file:
        if name in CERTIFICATES:
            file.write(json.dumps(prove(Position.generated_by(CERTIFICATES[name]))) + "\n")
        else:
            delimiter = "," if name.endswith(".csv") else " "
            csv.writer(file, delimiter=delimiter, lineterminator="\n").writerows(TABLES[name]())


def _words(numbers: Iterable[int]) -> str:
    """Return numbers as a cell of a table."""
    return " ".join(map(str, numbers))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=QUICK, metavar="NAME")
    for wanted in parser.parse_args().names:
        make(wanted, Path(__file__).parent)
