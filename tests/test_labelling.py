"""Letters given by hand: taken as soon as they are certain, refused with the move that is in the way."""

import pytest
from brute_force import every_position, wins

from numbergame import NumberGame, Position
from numbergame.teaching.labelling import Labelling


def test_rounds_give_every_position_the_letter_that_the_definition_gives():
    labelling = Labelling(NumberGame(7))
    while any(labelling.round()):
        pass
    assert {frozenset(position): letter for position, letter in labelling.letters.items()} == {
        numbers: "N" if wins(numbers) else "P" for numbers in every_position(7)
    }


def test_the_board_of_six_takes_three_rounds():
    labelling = Labelling(NumberGame(6))
    rounds = [labelling.round() for _ in range(4)]
    assert [(len(lost), len(won)) for lost, won in rounds] == [(1, 6), (1, 3), (3, 1), (0, 0)]


def test_a_letter_that_is_certain_is_taken():
    labelling = Labelling(NumberGame(3))
    assert labelling.give(Position(), "P") == ""
    assert labelling.give(Position({2}), "N") == ""
    assert labelling.give(Position({3}), "N") == ""
    assert labelling.give(Position({2, 3}), "P") == ""


@pytest.mark.parametrize("letter", ["P", "N"])
def test_a_letter_given_too_early_is_refused_with_the_move_that_is_unknown(letter):
    labelling = Labelling(NumberGame(4))
    assert (
        labelling.give(Position({2, 3, 4}), letter)
        == "Too early: the move 2 leads to 3, which has no letter yet."
    )
    assert labelling.letters == {}


def test_a_wrong_letter_is_refused_with_the_reason():
    labelling = Labelling(NumberGame(3))
    assert labelling.give(Position(), "N") == "Not N: no move leads to a P-position."
    labelling.give(Position(), "P")
    assert labelling.give(Position({2}), "P") == "Not P: the move 2 leads to -, which is P."
    assert labelling.letters == {Position(): "P"}
