"""Exploring a game: rows, picture and the code that is shown agree, and mistakes are answered in words."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from brute_force import every_position, winning_moves, wins
from matplotlib.patches import Rectangle

from numbergame import NumberGame, Position, SubtractionGame, solve
from numbergame.play.explorer import LOOKS, Explorer, View


@pytest.fixture(scope="module")
def board():
    return solve(NumberGame(8))


@pytest.fixture(autouse=True)
def no_figure_stays_open():
    yield
    plt.close("all")


def heights(ax):
    """Return the bars of a picture: where each stands, from where and how high."""
    bars = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    return sorted((round(bar.get_center()[0], 6), bar.get_y(), bar.get_height()) for bar in bars)


def colours(ax):
    """Return the numbers behind the colours of a heat map, if a picture is one."""
    return [mesh.get_array().tolist() for mesh in ax.collections if mesh.get_array() is not None]


def test_a_filter_chooses_the_rows_that_the_definition_chooses(board):
    rows = View(board, where="outcome == 'P' and moves > 2").rows()
    assert {frozenset(position) for position in rows.position} == {
        numbers for numbers in every_position(8) if not wins(numbers) and len(numbers) > 2
    }


def test_bars_count_the_positions_that_the_definition_counts(board):
    ax = View(board, by="moves").draw()
    lost = [len(numbers) for numbers in every_position(8) if not wins(numbers)]
    won = [len(numbers) for numbers in every_position(8) if wins(numbers)]
    expected = [(n, 0, lost.count(n)) for n in set(lost)] + [
        (n, lost.count(n), won.count(n)) for n in set(won)
    ]
    assert heights(ax) == sorted(expected)


def test_first_moves_are_those_of_the_definition(board):
    code = View(board, look="first moves").code()
    names = {}
    exec(code, names)
    for limit in range(3, 9):
        start = frozenset(range(2, limit + 1))
        assert list(names["solution"].winning_moves(Position.board(limit))) == winning_moves(start)


@pytest.mark.parametrize("kind", ["positions", "moves"])
@pytest.mark.parametrize("look", LOOKS)
def test_the_code_that_is_shown_makes_the_same_rows_and_picture(board, kind, look):
    by = "nim_value" if kind == "positions" else "move"
    view = View(board, kind, "outcome == 'N'", look, by, by, Position({2, 3, 5}))
    if (kind, look) == ("moves", "nim-values"):
        pytest.skip("a move has no nim-value")
    names = {}
    exec(view.code(), names)
    pd.testing.assert_frame_equal(names["rows"], view.rows())
    drawn = view.draw()
    assert heights(names["ax"]) == heights(drawn)
    assert colours(names["ax"]) == colours(drawn)
    assert [text.get_text() for text in names["ax"].texts] == [text.get_text() for text in drawn.texts]


def test_the_graph_begins_at_the_position(board):
    ax = View(board, look="graph", position=Position({2, 3})).draw()
    assert {"2 3\nP", "2\nN", "3\nN", "-\nP"} <= {text.get_text() for text in ax.texts}


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("genus >", "the filter is not complete"),
        ("outcome = 'P'", "to compare, write == as in outcome == 'P'"),
        ("genus > 3 and outcome = 'P'", "to compare, write =="),
        ("colour == 3", "the filter cannot be used: name 'colour' is not defined. The columns are"),
        ("genus + 1", "the filter is no condition"),
        ("genus > 'a'", "the filter cannot be used"),
        ("genus", "the filter is no condition"),
        ("genus > 99", "no row is left to look at"),
    ],
)
def test_a_wrong_filter_is_answered_in_words(board, where, words):
    with pytest.raises(ValueError, match=words):
        View(board, where=where).draw()


def test_a_large_graph_and_a_game_without_boards_are_refused_in_words(board):
    with pytest.raises(ValueError, match="draw_layers"):
        View(solve(NumberGame(12)), look="graph").draw()
    with pytest.raises(ValueError, match="only the Number Game"):
        View(solve(SubtractionGame([1, 2], 9)), look="first moves").draw()


# The controls


@pytest.fixture
def explorer(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("numbergame.play.explorer.CONTEST_LIMIT", 8)
    return Explorer()


def test_at_first_the_picture_goes_by_the_first_columns(explorer):
    assert (explorer.by.value, explorer.other.value) == explorer.by.options[:2]


def test_a_limit_a_column_and_a_filter_change_what_is_seen(explorer):
    assert f"{len(every_position(8))} rows" in explorer.words.value
    before = explorer.picture.value
    explorer.by.value = "genus"
    explorer.where.value = "outcome == 'P'"
    assert explorer.picture.value != before
    assert "NumberGame(8)" in explorer.code.value and "genus" in explorer.code.value
    lost = sum(not wins(numbers) for numbers in every_position(8))
    assert f"{lost} rows" in explorer.words.value


def test_a_wrong_filter_leaves_the_picture_and_says_why(explorer):
    before = explorer.picture.value
    explorer.where.value = "genus >"
    assert "Not shown: the filter is not complete" in explorer.words.value
    assert explorer.picture.value == before


def test_a_position_is_typed_and_one_that_is_not_there_is_named(explorer):
    explorer.look.value = "graph"
    explorer.position.value = "2 3 5"
    assert "Position({2, 3, 5})" in explorer.code.value
    explorer.position.value = "2 99"
    assert "&#x27;2 99&#x27; is no position of this game" in explorer.words.value


def test_bachets_game_and_a_game_of_the_readers_own_can_be_explored():
    class Nim:
        start = (1, 2)

        def moves(self, heaps):
            for i, heap in enumerate(heaps):
                for left in range(heap):
                    yield (i, left), (*heaps[:i], left, *heaps[i + 1 :])

    explorer = Explorer(Nim())
    assert "6 rows" in explorer.words.value and "your game" in explorer.code.value
    explorer.game.value = "Bachet's game"
    explorer.takes.value = "1 2"
    assert "SubtractionGame([1, 2], 60)" in explorer.code.value
    explorer.takes.value = "one"
    assert "No such game: takes are numbers, as in 1 3 4, not &#x27;one&#x27;." in explorer.words.value


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_save_writes_the_picture_and_the_rows(explorer, tmp_path, ending):
    explorer.name.value, explorer.ending.value = "mine", ending
    explorer.save_button.click()
    assert f"Saved: mine.{ending} and mine.csv" in explorer.words.value
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([f"mine.{ending}", "mine.csv"])
    assert len((tmp_path / "mine.csv").read_text().splitlines()) == len(every_position(8)) + 1


@pytest.mark.parametrize("name", ["", "../mine", "a/b"])
def test_nothing_is_saved_without_a_name_or_elsewhere(explorer, tmp_path, name):
    explorer.name.value = name
    explorer.save_button.click()
    assert "Not saved" in explorer.words.value
    assert list(tmp_path.iterdir()) == []


def test_no_figure_stays_open(explorer):
    explorer.by.value = "genus"
    assert plt.get_fignums() == []


def test_explore_is_a_function_whatever_was_imported_before():
    from numbergame.play import explore

    assert callable(explore)
