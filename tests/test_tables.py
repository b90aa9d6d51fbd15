"""The solved game as tables, and the files they are saved to."""

import pandas as pd
import pytest

from numbergame import GameSum, NumberGame, Position, solve
from numbergame.checks.published import POSITIONS_BY_FROBENIUS_NUMBER, POSITIONS_BY_GENUS
from numbergame.subtraction import SubtractionGame
from numbergame.tables import load_table, moves_table, positions_table, save_table


@pytest.fixture(scope="module")
def positions(contest):
    return positions_table(contest)


@pytest.fixture(scope="module")
def moves(contest):
    return moves_table(contest)


def test_there_is_a_row_for_each_position_the_start_first(positions, contest):
    assert list(positions.position) == list(reversed(list(contest)))
    assert positions.position[0] == Position.board(20)


def test_rows_agree_with_the_solution(positions, contest):
    for row in positions.itertuples():
        assert (row.outcome, row.nim_value, row.remoteness) == contest[row.position]
        assert row.moves == len(row.position)
        assert row.winning_moves == len(contest.winning_moves(row.position))
        assert row.genus == row.moves + 1


def test_the_best_move_is_missing_only_where_the_game_is_over(positions):
    assert list(positions.position[positions.best_move.isna()]) == [Position()]


def test_there_is_a_row_for_each_move(moves, contest):
    rows = set(zip(moves.position, moves.move, moves.option, strict=True))
    assert len(rows) == len(moves)
    assert rows == {(p, move, after) for p in contest for move, after in contest.moves(p)}


def test_a_move_wins_exactly_when_it_leads_to_a_p_position(moves, contest):
    for position, group in moves.groupby("position", sort=False):
        assert tuple(group.move[group.winning]) == contest.winning_moves(position)
        assert list(group.move[group.best]) == [contest.best_move(position)]


def test_positions_by_frobenius_number_are_as_published(positions):
    counts = positions.frobenius_number.value_counts()
    published = POSITIONS_BY_FROBENIUS_NUMBER.values
    assert counts.to_dict() == {number: published[number] for number in range(1, 21)}


def test_positions_by_genus_are_as_published_up_to_half_the_limit(positions):
    # A semigroup of genus g has a Frobenius number of at most 2g - 1.
    counts = positions.genus.value_counts()
    assert all(counts[genus] == POSITIONS_BY_GENUS.values[genus] for genus in range(1, 11))


def test_outcomes_are_categories_and_only_the_best_move_can_be_missing(positions, moves):
    assert positions.outcome.dtype == moves.outcome.dtype == pd.CategoricalDtype(["P", "N"])
    nullable = [name for name in positions if isinstance(positions[name].dtype, pd.Int64Dtype)]
    assert nullable == ["best_move"]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
@pytest.mark.parametrize("table", [positions_table, moves_table])
@pytest.mark.parametrize("game", [NumberGame(10), NumberGame(1), SubtractionGame([1, 3, 4], 12)], ids=repr)
def test_a_saved_table_reads_back_equal(tmp_path, game, table, ending):
    before = table(solve(game))
    read = Position.parse if isinstance(game, NumberGame) else int
    save_table(before, tmp_path / f"table.{ending}")
    pd.testing.assert_frame_equal(load_table(tmp_path / f"table.{ending}", read), before)


class Told:
    """A game from "" to "end" with these moves there, each also by way of "NA"."""

    start = ""

    def __init__(self, *moves):
        self.told = moves

    def moves(self, position):
        for move in self.told:
            if position == "":
                yield move, "NA"
            if position != "end":
                yield move, "end"


TEXTS = [("1",), ("", "NA"), ("nan", "True"), ('say "a, b"', "2\n3"), ("take one", "all")]
NUMBERS = [(0.5,), (1, 0.5), (-(2**63), 7), (1, 2, 3)]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
@pytest.mark.parametrize("table", [positions_table, moves_table])
@pytest.mark.parametrize("moves", TEXTS + NUMBERS, ids=repr)
def test_moves_and_positions_of_any_text_read_back_equal(tmp_path, moves, table, ending):
    before = table(solve(Told(*moves)))
    save_table(before, tmp_path / f"table.{ending}")
    pd.testing.assert_frame_equal(load_table(tmp_path / f"table.{ending}", str), before)


@pytest.mark.parametrize("moves", [(0.5,), (2**63,), (2**64, 1), ("1",), (True,)], ids=repr)
def test_a_best_move_that_is_no_integer_of_64_bits_stays_as_it_is(moves):
    table = positions_table(solve(Told(*moves)))
    assert list(table.position) == ["", "NA", "end"]
    assert list(table.best_move)[:2] == [moves[0]] * 2 and pd.isna(table.best_move[2])
    assert [type(move) for move in table.best_move.astype(object)][:2] == [type(moves[0])] * 2


def test_best_moves_read_back_equal_without_the_column_of_how_many_moves_there_are(tmp_path):
    table = positions_table(solve(NumberGame(6)))[["position", "best_move"]]
    save_table(table, tmp_path / "table.csv")
    pd.testing.assert_frame_equal(load_table(tmp_path / "table.csv"), table)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_positions_of_one_number_each_read_back_as_positions(tmp_path, ending):
    table = positions_table(solve(NumberGame(5)))
    table = table[table.moves == 1].reset_index(drop=True)
    save_table(table, tmp_path / f"table.{ending}")
    again = load_table(tmp_path / f"table.{ending}")
    assert set(again.position) == {Position({2}), Position({3})}
    pd.testing.assert_frame_equal(again, table)


def test_a_table_of_moves_that_no_file_holds_is_refused(tmp_path):
    table = moves_table(solve(GameSum(NumberGame(3), SubtractionGame([1], 1))))
    with pytest.raises(ValueError, match=r"table\.csv: a table cannot hold what is in the column move"):
        save_table(table, tmp_path / "table.csv")
    assert list(tmp_path.iterdir()) == []


def test_a_position_is_written_as_its_numbers(tmp_path):
    save_table(positions_table(solve(NumberGame(5), Position({2, 5}))), tmp_path / "table.csv")
    lines = (tmp_path / "table.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in lines] == ["position", "2 5", "2", "-"]


def test_a_sum_of_games_has_a_table_but_no_semigroup():
    table = positions_table(solve(GameSum(NumberGame(3), SubtractionGame([1], 1))))
    assert "genus" not in table
    assert table.best_move[0] in {(0, 2), (0, 3), (1, 1)}


@pytest.mark.parametrize("action", [lambda path: save_table(pd.DataFrame(), path), load_table])
def test_an_unknown_ending_is_refused(tmp_path, action):
    with pytest.raises(
        ValueError, match=r"table\.xlsx: a table is saved as \.csv or \.parquet, not as \.xlsx"
    ):
        action(tmp_path / "table.xlsx")
