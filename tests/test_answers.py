"""Answers to exercises are judged rightly, with a reason that is true and does not tell the answer."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from numbergame import NumberGame, Position, solve
from numbergame.subtraction import SubtractionGame
from numbergame.teaching import (
    check,
    check_outcome,
    check_winning_moves,
    judge,
    judge_outcome,
    judge_winning_moves,
)

SMALL_BOARD = solve(NumberGame(8))


def brute_force_winning_moves(available: frozenset[int]) -> set[int]:
    """Return the winning moves from the definition: sums of forbidden numbers are forbidden."""

    def after(position: frozenset[int], move: int) -> frozenset[int]:
        forbidden = {n for n in range(2, 30) if n not in position} | {move}
        while True:
            sums = {a + b for a in forbidden for b in forbidden if a + b < 30} | forbidden
            if sums == forbidden:
                return position - forbidden
            forbidden = sums

    return {move for move in available if not brute_force_winning_moves(after(available, move))}


@pytest.mark.parametrize("position", list(SMALL_BOARD), ids=str)
def test_exactly_the_set_of_winning_moves_is_right(position):
    winning = brute_force_winning_moves(frozenset(position))
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
    for move in set(position) - brute_force_winning_moves(frozenset(position)):
        why = judge_winning_moves([move], position).why
        reply = int(why.rstrip(".").split()[-1])
        assert why == f"{move} does not win, since the opponent can answer {reply}."
        assert reply in brute_force_winning_moves(frozenset(position.choose(move)))


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
    for verdict in (judge_winning_moves(None, position), judge_outcome(None, position), judge(None, 1)):
        assert verdict.right is None and not verdict
        assert "in place of None" in str(verdict)


@pytest.mark.parametrize("answer", [2, "2", 2.5, ["a"], [2.5], [[2]], np.array([7, 9])])
def test_moves_of_another_kind_are_refused_in_words(answer):
    assert str(judge_winning_moves(answer, Position({2, 5}))).startswith("Not yet: ")


@pytest.mark.parametrize("answer", ["you", 1, ["N"], np.array([1, 2])])
def test_an_outcome_is_p_or_n(answer):
    assert judge_outcome(answer, Position({2, 5})).why == 'the answer is "P" or "N".'


def test_a_wrong_number_is_told_to_be_too_small_or_too_large():
    assert judge(10, 10)
    assert judge(9, 10).why == "9 is too small."
    assert judge(11, np.int64(10)).why == "11 is too large."
    assert judge(0.25, np.float64(0.5)).why == "0.25 is too small."
    assert judge("ten", 10).why == "it is not 'ten'."


def test_of_a_wrong_collection_what_does_not_belong_is_named():
    assert judge([5, 2], Position({2, 5}))
    assert judge([2, 3, 7], {2, 5}).why == "3, 7 do not belong."
    assert judge([2], (2, 5)).why == "all of these belong, but something is missing."
    assert judge([], (2, 5)).why == "there are some."
    assert judge(2, (2, 5)).why == "the answer is a list, such as [2, 5]."
    assert judge([], ())


def test_arrays_and_series_are_collections():
    assert judge(np.array([5, 2]), Position({2, 5}))
    assert judge(pd.Series([5, 2]), Position({2, 5}))
    assert judge(pd.Series([2, 7]), Position({2, 5})).why == "7 does not belong."
    for several in ([5], np.array([2, 5]), pd.Series([2, 5])):
        assert judge(several, 5).why == "the answer is a single value, not a list."


def test_a_cell_prints_its_verdict(capsys):
    check(3, expected=4)
    check_outcome("P", Position({2, 3}))
    check_winning_moves([2], Position({2, 5}))
    assert capsys.readouterr().out.splitlines() == [
        "Not yet: 3 is too small.",
        "Right. Every move leaves an N-position.",
        "Right. After each of these every reply has a winning answer, and no other move wins.",
    ]
