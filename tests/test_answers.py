"""Answers to exercises are judged rightly, with a reason that is true and does not tell the answer."""

from __future__ import annotations

from itertools import combinations

import brute_force
import numpy as np
import pandas as pd
import pytest

from numbergame import GameSum, NumberGame, Position, solve
from numbergame.subtraction import SubtractionGame
from numbergame.teaching import judge_outcome, judge_winning_moves
from numbergame.teaching.answers import Number, Numbers, WinningMove, WinningMoves

SMALL_BOARD = solve(NumberGame(8))


@pytest.mark.parametrize("position", list(SMALL_BOARD), ids=str)
def test_exactly_the_set_of_winning_moves_is_right(position):
    winning = set(brute_force.winning_moves(frozenset(position)))
    for size in range(len(position) + 1):
        for answer in combinations(position, size):
            assert bool(judge_winning_moves(answer, position)) == (set(answer) == winning)
    assert judge_outcome("N" if winning else "P", position)
    assert not judge_outcome("P" if winning else "N", position)


def test_the_order_of_the_moves_and_repeats_do_not_matter():
    assert judge_winning_moves([6, 4, 5, 4], Position({2, 3, 4, 5, 6}))


@pytest.mark.parametrize("position", [p for p, v in SMALL_BOARD.items() if v.outcome == "N"], ids=str)
def test_an_incomplete_answer_is_not_told_what_is_missing(position):
    winning = SMALL_BOARD.winning_moves(position)
    for answer in ([], winning[:-1], winning[1:]):
        verdict = judge_winning_moves(answer, position)
        assert not verdict
        assert not any(character.isdigit() for character in verdict.why)


@pytest.mark.parametrize("position", list(SMALL_BOARD), ids=str)
def test_a_losing_move_is_named_with_a_reply_that_wins(position):
    for move in set(position) - set(brute_force.winning_moves(frozenset(position))):
        why = judge_winning_moves([move], position).why
        reply = int(why.rstrip(".").split()[-1])
        assert why == f"{move} does not win, since the opponent can answer {reply}."
        assert reply in brute_force.winning_moves(frozenset(position.choose(move)))


def test_a_forbidden_number_is_named_with_its_sum():
    verdict = judge_winning_moves([7], Position({2, 5}))
    assert str(verdict) == "Not yet: 7 cannot be chosen: 7 = 3 + 4."


def test_a_take_that_the_heap_does_not_allow_is_no_move():
    assert judge_winning_moves([3], 2, SubtractionGame([1, 3], 2)).why == "3 is not a move here."


def test_all_takes_that_leave_a_multiple_of_four_win():
    game = SubtractionGame([1, 2, 3], 20)
    for heap in range(20):
        assert judge_winning_moves([heap % 4] if heap % 4 else [], heap, game)
        assert judge_outcome("N" if heap % 4 else "P", heap, game)


def test_none_is_no_answer_yet():
    position = Position({2, 5})
    for verdict in (judge_winning_moves(None, position), judge_outcome(None, position)):
        assert verdict.right is None and not verdict
        assert str(verdict) == "No answer yet."


@pytest.mark.parametrize("answer", [5, "2", 2.5, ["a"], [2.5], [[2]], np.array([7, 9])])
def test_moves_of_another_kind_are_refused_in_words(answer):
    assert str(judge_winning_moves(answer, Position({2, 5}))).startswith("Not yet: ")


@pytest.mark.parametrize("answer", ["you", 1, ["N"], np.array([1, 2])])
def test_an_outcome_is_p_or_n(answer):
    assert judge_outcome(answer, Position({2, 5})).why == 'the answer is "P" or "N".'


def test_a_wrong_number_is_not_said_to_be_too_small_or_too_large():
    assert Number(10).judge(10)
    assert Number(10).judge(np.int64(10))
    assert Number(10, instead={9: "nine is the other one."}).judge(9).why == "nine is the other one."
    assert Number(np.int64(10)).judge(11).why == "it is not 11."
    assert Number(10).judge("ten").why == Number(1).judge(True).why == "the answer is a number."


def test_a_rounded_number_is_right_as_far_as_the_question_says():
    third = Number(1 / 3, tolerance=0.005)
    assert third.judge(0.33) and third.judge(np.float64(0.3333))
    assert not third.judge(0.34) and not third.judge(float("nan"))


def test_a_number_alone_and_a_list_of_one_are_the_same_answer():
    assert Number(7).judge([7]) and Number(7).judge(np.array([7]))
    assert Numbers([7]).judge(7) and Numbers([7]).judge({7})
    assert WinningMoves(Position({2, 3, 7})).judge(7)
    assert WinningMove(Position({2, 3, 7})).judge([7])
    assert not Number(7).judge([7, 8]) and not WinningMove(Position({2, 3, 7})).judge([7, 2])


def test_a_move_that_is_a_pair_is_one_move():
    boards, position = GameSum(NumberGame(), NumberGame()), (Position({2}), Position({2, 5}))
    assert WinningMoves(position, boards).judge((1, 5))
    assert WinningMoves(position, boards).judge([(1, 5)])
    assert WinningMove(position, boards).judge([1, 5])
    assert WinningMove(position, boards).judge((1, 2)).why.startswith("(1, 2) does not win")
    assert WinningMove(position, boards).judge((0, 7)).why == "(0, 7) is not a move here."


def test_of_wrong_numbers_one_is_named_with_its_reason():
    assert Numbers({2, 5}).judge([5, 2])
    assert Numbers({2, 5}).judge([2, 3, 7]).why == "3 does not belong."
    assert Numbers({2, 5}, why_wrong=lambda n: f"{n} is odd.").judge([2, 3]).why == "3 is odd."
    assert Numbers((2, 5)).judge([2]).why == "all of these belong, but something is missing."
    assert Numbers((2, 5)).judge([]).why == "it is not empty."
    assert Numbers((2, 5)).judge("2 5").why == "the answer is a list of numbers, such as [2, 5]."
    assert Numbers(()).judge([])


def test_arrays_and_series_are_collections():
    assert Numbers([2, 5]).judge(np.array([5, 2]))
    assert Numbers([2, 5]).judge(pd.Series([5, 2]))
    assert Numbers([2, 5]).judge(Position({2, 5}))
    assert Numbers([2, 5]).judge(pd.Series([2, 7])).why == "7 does not belong."
    for several in ([5, 7], np.array([2, 5]), pd.Series([2, 5])):
        assert Number(5).judge(several).why == "the answer is a number."


def test_a_mark_tells_a_wrong_answer_from_one_left_out():
    answers = ([2], [5], None)
    assert [judge_winning_moves(given, Position({2, 5})).mark for given in answers] == [
        "right",
        "wrong",
        "left out",
    ]
