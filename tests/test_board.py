"""The still picture of the board shows what the board shows."""

import matplotlib.pyplot as plt
import pytest

from numbergame import NumberGame, solve
from numbergame.figures import board_still
from numbergame.match import Record, value_history


@pytest.fixture
def history():
    game = NumberGame(9)
    record = Record(game, game.start, (4, 7, 5))
    solution = solve(game)
    yield board_still(record, solution, ("you", "opponent"), title="A play"), record, solution
    plt.close("all")


def test_the_strip_says_who_took_what_and_when(history):
    strip = history[0].figure.axes[0]
    words = {text.get_text() for text in strip.texts}
    assert {"you\n1", "opp.\n2", "you\n3"} <= words
    assert strip.get_title(loc="left") == "A play"


def test_a_point_is_above_the_middle_exactly_if_the_first_player_is_winning(history):
    ax, record, solution = history
    heights = list(ax.lines[0].get_ydata())
    values = value_history(record, solution)
    assert [height > 0 for height in heights] == [value.winner == 0 for value in values]
    assert [abs(height) - 1 for height in heights] == [value.remoteness for value in values]


def test_a_move_that_gives_the_win_away_has_a_question_mark(history):
    ax, record, solution = history
    winners = [value.winner for value in value_history(record, solution)]
    expected = [
        f"{move}{'?' if winners[ply] != winners[ply + 1] else ''}" for ply, move in enumerate(record.moves)
    ]
    assert [text.get_text() for text in ax.texts] == expected
