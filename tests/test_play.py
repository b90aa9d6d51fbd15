"""The board in the notebook: each control does one thing to the session, and what it says is shown."""

from __future__ import annotations

import inspect
import re

import brute_force
import pytest

from numbergame import NumberGame, Position, SubtractionGame
from numbergame.match import OPPONENTS, Settings
from numbergame.play import Board, play, play_bachet


def number_board(limit=20, start=None, opponent="perfect", you_start=True):
    board = Board(Settings(NumberGame(limit), start, opponent, you_start=you_start, seed=1))
    board.begin()
    return board


def click(board, number):
    board.strip.children[number - 2].click()


def words(board):
    return " ".join(re.sub("<[^>]*>", " ", board.status.value).split())


def hinted(board):
    """Return the cells that show a winning move."""
    return [button for button in board.strip.children if "numbergame-hinted" in button._dom_classes]


def test_the_hinted_moves_win():
    board = number_board()
    board.hint.click()
    winning = [int(button.description.split("\n")[0]) for button in hinted(board)]
    assert winning == [5, 7, 12, 16, 18, 19]  # see 06-which-moves-win
    assert all("★" in button.description for button in hinted(board))
    assert [button for button in board.strip.children if "winning" in button.tooltip] == hinted(board)
    while not board.session.result:
        board.hint.click()
        hinted(board)[0].click()
        assert not hinted(board)
    assert "You win: the opponent cannot move." in words(board)


def test_a_cell_has_the_class_of_its_state_and_its_words():
    board = number_board(start=Position({2, 5}))
    looks = {button._dom_classes[1].removeprefix("numbergame-") for button in board.strip.children}
    assert looks == {"available", "chosen", "forbidden"}
    assert board.strip.children[5].tooltip == "7 = 3 + 4"
    click(board, 7)
    assert words(board) == "7 cannot be chosen: 7 = 3 + 4. Your turn."


def test_a_lost_play_says_so_and_shows_the_history():
    board = number_board(start=Position({2, 5}))
    assert board.history.value == ""
    click(board, 5)
    assert "numbergame-lost" in board.status.value
    assert "You lose: you cannot move. Moves: you 5, opponent 2. Given away by you 5" in words(board)
    assert board.history.value.startswith("<svg")
    board.undo.click()
    assert board.history.value == ""


def test_the_history_is_shown_and_hidden_by_its_button():
    board = number_board(8)
    assert (board.history.value, board.history_button.description) == ("", "Show history")
    board.history_button.click()
    assert board.history.value.startswith("<svg")
    assert board.history_button.description == "Hide history"
    board.history_button.click()
    assert board.history.value == ""


def test_a_change_of_the_board_begins_a_new_game():
    board = number_board()
    click(board, 20)
    board.size.value = 8
    assert board.session.record.moves == ()
    assert len(board.strip.children) == 7
    board.starts.value = False
    assert len(board.session.record.moves) == 1
    board.detail.value = "2 5"
    assert board.session.settings.start == Position({2, 5})


def test_a_setting_that_cannot_be_leaves_the_game_as_it_is():
    board = number_board()
    click(board, 20)
    moves = board.session.record.moves
    board.detail.value = "2 <b>"
    assert "No such board: &#x27;&lt;b&gt;&#x27; is not a number." in board.status.value
    assert board.session.record.moves == moves


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_board_says_what_each_opponent_does(opponent):
    board = number_board(8)
    click(board, 8)
    moves = board.session.record.moves
    board.opponent.value = opponent
    assert OPPONENTS[opponent] in board.about.value
    assert board.session.settings.opponent == opponent
    assert board.session.record.moves == moves
    assert (board.blunder_rate.layout.display == "") == (opponent == "careless")


def test_an_interrupted_solving_says_so_and_can_be_tried_again(monkeypatch):
    board = number_board(8)

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("numbergame.play.board.Session", interrupted)
        board.size.value = 9
    assert "not solved" in words(board)
    assert board.hint.disabled and board.undo.disabled and board.history_button.disabled
    assert board.strip.children == ()
    board.new_game.click()
    assert len(board.strip.children) == 8
    assert not board.hint.disabled


def test_bachets_board_is_won_by_the_hints():
    board = Board(Settings(SubtractionGame([1, 3, 4], 20)))
    board.begin()
    while not board.session.result:
        board.hint.click()
        hinted(board)[0].click()
    assert "You win" in words(board)


def test_the_boards_that_are_shown_first_can_be_won():
    heap, takes = (inspect.signature(play_bachet).parameters[name].default for name in ("heap", "takes"))
    assert (heap, takes) == (20, (1, 3, 4))  # as at the terminal and on the site
    assert brute_force.heap_outcomes(takes, heap + 1)[heap] == "N"
    assert brute_force.wins(frozenset(range(2, inspect.signature(play).parameters["limit"].default + 1)))
    for show in (play, play_bachet):
        assert inspect.signature(show).parameters["you_start"].default is True


def test_a_board_that_cannot_be_is_refused_before_anything_is_shown(capsys):
    for show in (lambda: play(40), lambda: play(opponent="clever"), lambda: play_bachet(takes=[])):
        with pytest.raises(ValueError, match=r"6 to 30|the opponent is|at least one take"):
            show()
    assert capsys.readouterr().out == ""


def test_the_board_is_a_short_sentence_where_it_cannot_be_shown():
    assert repr(number_board(6)) == "The Number Game, a board to play on: run the notebook to see it"
