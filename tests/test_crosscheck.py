"""The checks of the cross-check notebook hold for the solution, and fail for one that is wrong."""

import pytest

from numbergame import NumberGame, Position, Solution, Value, solve
from numbergame.checks import crosscheck as cc
from numbergame.checks.rules import (
    RIGHT_RULES,
    WRONG_RULES,
    RuleGame,
    SumsOfTwo,
    first_exposed,
    winning_moves_by,
)


@pytest.fixture(scope="module")
def solution():
    return solve(NumberGame(12))


def all_checks(solution, limit=12):
    return [
        *cc.rule_checks(solution, limit),
        cc.brute_force_check(solution, limit),
        cc.sums_of_two_check(solution, limit),
        *cc.published_checks(solution, limit),
        *cc.theorem_checks(solution),
    ]


class Tampered(Solution):
    """A solution in which one thing is wrong."""

    def __init__(self, right, wrong=lambda position, value: value, wins=lambda p, m: m, moves=lambda p, m: m):
        super().__init__(right.game)
        self._values = {p: wrong(p, value) for p, value in right.items()}
        self._winning_moves = {p: wins(p, right.winning_moves(p)) for p in right}
        self._wrong_moves = moves

    def moves(self, position):
        return self._wrong_moves(position, super().moves(position))


def test_every_check_holds_on_a_solved_board(solution):
    checks = [*cc.sample_checks(), *all_checks(solution)]
    assert [check.check for check in checks if not check.holds] == []
    assert min(check.cases for check in checks) > 2


def failing(solution):
    return {check.check for check in all_checks(solution) if not check.holds}


def test_a_wrong_outcome_fails_the_theorem_it_breaks(solution):
    symmetric = Position.generated_by([4, 5])
    assert symmetric in solution
    wrong = Tampered(solution, wrong=lambda p, value: Value("P", 0, 2) if p == symmetric else value)
    assert failing(wrong) == {"a symmetric position is won"}


def test_a_wrong_winning_move_fails_brute_force(solution):
    wrong = Tampered(solution, wins=lambda p, moves: moves[1:] if p == Position({2, 5}) else moves)
    assert failing(wrong) == {"winning moves on 2..12 by brute force", "winning moves with sums of two only"}


def test_a_missing_sum_fails_all_other_ways_to_move(solution):
    def too_few_forbidden(position, moves):
        return [(move, Position() if move == 2 else after) for move, after in moves]

    assert failing(Tampered(solution, moves=too_few_forbidden)) >= {
        f"moves by {name}" for name in RIGHT_RULES
    }


def test_a_missing_position_fails_the_published_counts(solution):
    wrong = Tampered(solution)
    del wrong._values[Position.board(12)]
    assert failing(wrong) == {"positions by Frobenius number"}


@pytest.mark.parametrize("rule", RIGHT_RULES.values(), ids=RIGHT_RULES)
def test_a_right_rule_is_never_exposed(rule):
    assert first_exposed(rule, solve(NumberGame(9))) is None


@pytest.mark.parametrize("rule", WRONG_RULES.values(), ids=WRONG_RULES)
def test_a_wrong_rule_is_exposed_by_the_smallest_position_and_no_smaller_one(rule):
    contest = solve(NumberGame(20))
    exposed = first_exposed(rule, contest)
    assert winning_moves_by(rule, exposed) != contest.winning_moves(exposed)
    smaller = [p for p in contest if (len(p), list(p)) < (len(exposed), list(exposed))]
    assert all(winning_moves_by(rule, p) == contest.winning_moves(p) for p in smaller)


def test_a_rule_plays_as_the_number_game_does(solution):
    for rule in RIGHT_RULES.values():
        by_rule = solve(RuleGame(rule, 12))
        assert {Position(p): value for p, value in by_rule.items()} == dict(solution)


def test_sums_of_two_leave_open_what_only_three_numbers_make():
    literal = SumsOfTwo(20)
    assert 17 in literal.available(frozenset({4, 6, 7}))
    assert literal.available(frozenset({4, 3})) == [2, 5]


def test_every_mistake_is_a_check_that_names_the_position_that_exposes_it():
    checks = cc.mistake_checks(solve(NumberGame(20)))
    assert len(checks) == len(WRONG_RULES) and all(check.holds for check in checks)
    assert checks[0].source == "exposed by 2 5"
    assert [check.holds for check in cc.mistake_checks(solve(NumberGame(1)))] == [False] * len(WRONG_RULES)
