"""The files in data/: made again where that is quick, and checked against published values and each other."""

import csv
import importlib.util
import json
import random
from itertools import accumulate
from pathlib import Path

import brute_force
import pytest

from numbergame.atlas import atlas, known_counts
from numbergame.checks.published import LEAST_WINNING_REPLY, POSITIONS_BY_FROBENIUS_NUMBER, SUBTRACTION_GAMES
from numbergame.sylver import verify

DATA = Path(__file__).parents[1] / "data"
spec = importlib.util.spec_from_file_location("make", DATA / "make.py")
make = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make)


def table(name):
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def numbers(cell):
    return [int(number) for number in cell.split()]


@pytest.mark.parametrize("name", make.QUICK)
def test_a_fresh_run_equals_the_stored_file(name, tmp_path):
    make.make(name, tmp_path)
    assert (tmp_path / name).read_bytes() == (DATA / name).read_bytes()


def test_all_files_are_small_and_told_in_the_dictionary():
    files = [path for path in DATA.rglob("*") if path.suffix in {".csv", ".txt", ".json"}]
    assert {path.relative_to(DATA).as_posix() for path in files} == {*make.TABLES, *make.CERTIFICATES}
    assert sum(path.stat().st_size for path in files) < 5_000_000
    dictionary = (DATA / "README.md").read_text(encoding="utf-8")
    for name in make.TABLES:
        assert name in dictionary
        if name.endswith(".csv"):
            assert all(column in dictionary for column in table(name)[0])


def test_positions_and_what_wins_in_them_are_as_by_brute_force():
    rows = table("positions-2-20.csv")
    positions = {frozenset(numbers(row["position"])): row for row in rows}
    assert set(positions) == brute_force.every_position(20)
    for position, row in random.Random(1).sample(sorted(positions.items(), key=str), 300):
        moves = brute_force.winning_moves(position)
        assert numbers(row["winning_moves"]) == sorted(moves)
        assert row["outcome"] == ("N" if moves else "P")
        assert int(row["frobenius_number"]) == max(position, default=1)
        assert int(row["genus"]) == len(position | {1})


def test_the_counts_that_the_package_ships_are_the_file():
    assert known_counts().astype(str).to_dict("records") == table("counts.csv")


def test_counts_of_positions_begin_as_published():
    rows = table("counts.csv")
    published = POSITIONS_BY_FROBENIUS_NUMBER.values
    assert {int(row["frobenius_number"]): int(row["positions"]) for row in rows[:44]} == published
    for name, column in (("oeis-positions.txt", "positions"), ("oeis-p-positions.txt", "p_positions")):
        lines = [line.split(" ") for line in (DATA / name).read_text().splitlines()]
        assert lines == [[row["frobenius_number"], row[column]] for row in rows]


def test_counts_and_first_moves_are_what_the_atlas_finds():
    forty = atlas(40, progress=False)
    assert forty.counts().astype(str).to_dict("records") == table("counts.csv")[:40]
    rows = {int(row["limit"]): tuple(numbers(row["winning_first_moves"])) for row in table("first-moves.csv")}
    assert {limit: rows[limit] for limit in range(2, 41)} == forty.winning_first_moves()


def test_nim_values_add_up_to_the_counts():
    counts = table("counts.csv")
    positions = list(accumulate(int(row["positions"]) for row in counts))
    p_positions = list(accumulate(int(row["p_positions"]) for row in counts))
    rows = table("nim-values.csv")
    for limit in range(2, 45):
        here = {int(row["nim_value"]): int(row["positions"]) for row in rows if int(row["limit"]) == limit}
        assert sum(here.values()) == positions[limit - 1]
        assert here[0] == p_positions[limit - 1]


def test_periods_are_as_published_and_as_by_brute_force():
    periods = {tuple(numbers(row["takes"])): row for row in table("periods.csv")}
    for takes, known in SUBTRACTION_GAMES.values.items():
        for kind, (preperiod, period) in known.items():
            assert int(periods[takes][f"{kind}_preperiod"]) == preperiod
            assert int(periods[takes][f"{kind}_period"]) == period
    for takes, row in random.Random(1).sample(sorted(periods.items()), 40):
        values = brute_force.heap_nim_values(takes, 2000)
        found = brute_force.first_repetition(values, max(takes))
        assert found == (int(row["nim_value_preperiod"]), int(row["nim_value_period"]))


def test_replies_hold_the_published_ones():
    replies = {
        tuple(numbers(row["generators"])): numbers(row["winning_replies"]) for row in table("replies.csv")
    }
    for pair, least in LEAST_WINNING_REPLY.values.items():
        assert min(replies[pair]) == least
    # R. L. Hutchings: of two coprime numbers only 2 and 3 leave a P-position.
    assert [pair for pair, found in replies.items() if not found] == [(2, 3)]


@pytest.mark.parametrize("name", make.CERTIFICATES)
def test_a_stored_certificate_proves_what_it_says(name):
    proof = json.loads((DATA / name).read_text())
    assert verify(proof)
