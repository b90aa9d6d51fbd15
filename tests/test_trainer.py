"""Puzzles one after another: judged by brute force, counted in a row, the same from the same link."""

import doctest

import brute_force
import pytest

from numbergame.teaching import Trainer, trainer


def truth(puzzle):
    """Return the winning moves of a puzzle of the Number Game, from the rule alone."""
    return brute_force.winning_moves(frozenset(puzzle.position))


def answer_right(row):
    if row.puzzle.asks == "moves":
        for move in truth(row.puzzle):
            row.mark(move)
        row.answer()
    else:
        row.answer("N" if truth(row.puzzle) else "P")


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_twenty_right_answers_make_a_row_of_twenty(level):
    row = Trainer("number", level, seed=3)
    for number in range(1, 21):
        assert row.question.startswith(f"Puzzle {number} of 20. ")
        answer_right(row)
        assert row.verdict
        assert row.in_a_row == number
        assert row.is_last == (number == 20)
        row.next()
    assert row.question.startswith("Puzzle 1 of 20. ")


def test_a_wrong_move_is_refuted_by_the_reply_and_ends_the_row():
    row = Trainer("number", "easy", seed=1)
    answer_right(row)
    row.next()
    row.next()
    wrong = next(move for move in row.puzzle.position if move not in truth(row.puzzle))
    row.mark(wrong)
    row.answer()
    assert row.verdict.right is False
    assert f"{wrong} does not win" in row.verdict.why
    assert (row.in_a_row, row.longest) == (0, 1)
    row.mark(wrong)
    answer_right(row)
    assert row.verdict and row.in_a_row == 0  # only the first answer to a puzzle counts


def test_a_mark_is_seen_on_its_cell_and_can_be_taken_away():
    row = Trainer("number", "medium", seed=2)
    move = max(row.puzzle.position)
    row.mark(move)
    assert [cell.move for cell in row.cells if cell.hinted] == [move]
    row.mark(move)
    assert not any(cell.hinted for cell in row.cells)


@pytest.mark.parametrize("text", ["train=number&level=hard&seed=12", "train=bachet&level=easy&seed=1"])
def test_a_link_gives_everybody_the_same_puzzles(text):
    once, again = Trainer.from_text(text), Trainer.from_text(text)
    assert once.to_text() == text
    assert [puzzle.position for puzzle in once.puzzles] == [puzzle.position for puzzle in again.puzzles]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("train=chess", "the game is number or bachet, not 'chess'"),
        ("", "the game is number or bachet, not ''"),
        ("train=number&level=top", "the level is easy or medium or hard, not 'top'"),
        ("train=number&seed=-1", "a seed is a number of at most nine digits, not '-1'"),
        ("train=number&seed=1&size=3", "there is no setting 'size' here"),
    ],
)
def test_a_damaged_link_is_refused_in_words(text, words):
    with pytest.raises(ValueError) as refused:
        Trainer.from_text(text)
    assert str(refused.value) == words


def test_the_examples_run():
    assert doctest.testmod(trainer).failed == 0
