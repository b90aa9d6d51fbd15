"""The labelling by hand in a notebook: buttons that take letters and refuse them in words."""

import pytest

from numbergame import NumberGame, Position
from numbergame.play.labelling import LabellingBoard


@pytest.fixture
def board():
    return LabellingBoard(NumberGame(4))


def test_there_is_a_button_for_each_position_and_no_letter(board):
    assert sorted(button.description for button in board.buttons.values()) == [
        "-: ?", "2 3 4: ?", "2 3: ?", "2 4: ?", "2: ?", "3: ?"
    ]  # fmt: skip


def test_a_letter_given_too_early_is_refused_with_the_move(board):
    board.buttons[Position({2, 3})].click()
    assert "Too early: the move 2 leads to 3, which has no letter yet." in board.status.value
    assert board.buttons[Position({2, 3})].description == "2 3: ?"


def test_letters_are_given_one_by_one_with_what_is_left(board):
    board.buttons[Position()].click()
    assert "- is P. 5 without a letter." in board.status.value
    board.letter.value = "N"
    board.buttons[Position({3})].click()
    assert board.buttons[Position({3})].description == "3: N"


def test_rounds_label_the_whole_game_and_it_can_start_again(board):
    board.next_round()
    assert "New: P: -; N:" in board.status.value
    board.next_round()
    assert "Every position has its letter." in board.status.value
    assert board.buttons[Position({2, 3, 4})].description == "2 3 4: N"
    board.next_round()
    assert "No new letter." in board.status.value
    board.start_again()
    assert {button.description[-1] for button in board.buttons.values()} == {"?"}


def test_a_reader_who_does_not_run_the_notebook_is_told_what_it_is(board):
    assert repr(board) == "A small game to label by hand: run the notebook to see it"
