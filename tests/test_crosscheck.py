"""The checks of the cross-check notebook hold for the solution, and each fails where something is wrong."""

from fractions import Fraction

import brute_force
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
        *cc.recount_checks(solution),
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


MOVES = {f"moves by {name}" for name in RIGHT_RULES}


def at(place, wrong):
    """Return a function that gives what is right everywhere but at one position."""
    return lambda position, right: wrong(right) if position == place else right


SYMMETRIC = Position.generated_by([4, 5])
PSEUDO_SYMMETRIC = Position.generated_by([3, 5, 7])
TWO_FIVE = Position({2, 5})


def without(position):
    def tampered(solution):
        wrong = Tampered(solution)
        del wrong._values[position]
        return wrong

    return tampered


def leaving_nothing_after_two(position, moves):
    return [(move, Position() if move == 2 else after) for move, after in moves]


def exact(check):
    """Return a group of one check, on the board 2..12."""
    return lambda solution: [check(solution, 12)]


# what is wrong: (how, which checks look at it, those that fail)
TAMPERED = {
    "a symmetric position said to be lost": (
        lambda s: Tampered(s, wrong=at(SYMMETRIC, lambda v: v._replace(outcome="P"))),
        cc.theorem_checks,
        {"a symmetric position is won"},
    ),
    "a pseudo-symmetric position said to be lost": (
        lambda s: Tampered(s, wrong=at(PSEUDO_SYMMETRIC, lambda v: v._replace(outcome="P"))),
        cc.theorem_checks,
        {"a pseudo-symmetric position is won"},
    ),
    "a move left out": (
        lambda s: Tampered(s, moves=lambda p, moves: [m for m in moves if len(m[1]) < len(p) - 1]),
        cc.theorem_checks,
        {"the longest play takes all numbers in turn"},
    ),
    "a winning move left out": (
        lambda s: Tampered(s, wins=at(TWO_FIVE, lambda moves: moves[1:])),
        exact(cc.brute_force_check),
        {"winning moves on 2..12 by brute force"},
    ),
    "a losing move said to win": (
        lambda s: Tampered(s, wins=at(TWO_FIVE, lambda moves: (2, 5))),
        exact(cc.sums_of_two_check),
        {"winning moves with sums of two only"},
    ),
    "a wrong remoteness": (
        lambda s: Tampered(s, wrong=at(TWO_FIVE, lambda v: v._replace(remoteness=3))),
        cc.recount_checks,
        {"remoteness"},
    ),
    "a wrong nim-value": (
        lambda s: Tampered(s, wrong=at(TWO_FIVE, lambda v: v._replace(nim_value=3))),
        cc.recount_checks,
        {"nim-values"},
    ),
    "a missing position": (
        without(Position.board(12)),
        lambda s: cc.published_checks(s, 12),
        {"positions by Frobenius number"},
    ),
    "a missing position of small genus": (
        without(Position({2, 3, 4})),
        lambda s: cc.published_checks(s, 12),
        {"positions by Frobenius number", "positions by genus"},
    ),
    "a missing mirror": (
        without(SYMMETRIC),
        lambda s: cc.published_checks(s, 12),
        {"positions by Frobenius number", "symmetric and pseudo-symmetric ones", "positions by genus"},
    ),
    "a move that forbids too much": (
        lambda s: Tampered(s, moves=leaving_nothing_after_two),
        lambda s: cc.rule_checks(s, 12),
        MOVES,
    ),
    "a move that forbids too much, counted": (
        lambda s: Tampered(s, moves=leaving_nothing_after_two),
        lambda s: cc.recount_checks(s)[:1],
        {"plays from the start to the end"},
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_is_wrong_fails_the_checks_that_look_at_it(solution, what):
    tamper, group, caught = TAMPERED[what]
    assert {check.check for check in group(tamper(solution)) if not check.holds} == caught


def test_a_random_player_that_is_given_other_chances_is_found_out(solution, monkeypatch):
    right = cc.first_blunder_chances(solution)
    start = Position.board(12)
    monkeypatch.setattr(cc, "first_blunder_chances", lambda s: right | {start: right[start][:-1]})
    failing = {check.check for check in cc.recount_checks(solution) if not check.holds}
    assert failing == {"a random player's chances"}


@pytest.mark.parametrize("judge", ["answer_poj", "answer_zoj", "answer_bachet"])
def test_a_judge_that_answers_otherwise_fails_its_sample(monkeypatch, judge):
    right = getattr(cc, judge)
    monkeypatch.setattr(
        cc, judge, lambda text: [line.replace("wins", "loses").replace(": ", ":") for line in right(text)]
    )
    assert [check.holds for check in cc.sample_checks()].count(False) == 1


def wrong_solve(game, *positions):
    """Solve, and leave out the least winning move and raise the nim-value of everything."""
    return Tampered(
        solve(game, *positions),
        wrong=lambda p, value: Value("P", value.nim_value + 1, value.remoteness),
        wins=lambda p, moves: moves[1:] or (99,),
    )


@pytest.mark.parametrize(
    "check", ["nim-values of {3, n}", "least winning replies", "coprime {m, n} other than {2, 3} is won"]
)
def test_a_wrong_solver_fails_what_is_known_of_pairs(solution, monkeypatch, check):
    monkeypatch.setattr(cc, "solve", wrong_solve)
    checks = [*cc.published_checks(solution, 12), *cc.theorem_checks(solution)]
    assert [c.holds for c in checks if c.check == check] == [False]


@pytest.mark.parametrize("takes", [(1, 2), (1, 3), (29, 30)])
def test_one_wrong_period_of_two_takes_is_found(solution, monkeypatch, takes):
    right = cc.outcome_period
    monkeypatch.setattr(cc, "outcome_period", lambda given: (0, 9) if tuple(given) == takes else right(given))
    (check,) = (c for c in cc.theorem_checks(solution) if c.check.startswith("the period of two takes"))
    assert not check.holds


@pytest.mark.parametrize("function", ["outcome_period", "nim_period"])
def test_a_wrong_period_of_a_published_game_is_found(solution, monkeypatch, function):
    monkeypatch.setattr(cc, function, lambda takes: (1, 1))
    (check,) = (c for c in cc.published_checks(solution, 12) if c.check.startswith("periods"))
    assert not check.holds


def test_each_kind_of_check_is_seen_to_fail_above(solution):
    seen = {name for _, _, caught in TAMPERED.values() for name in caught}
    seen |= {
        "a random player's chances",
        "nim-values of {3, n}",
        "least winning replies",
        "coprime {m, n} other than {2, 3} is won",
        "the period of two takes x < y",
        "periods of take-away games",
    }
    assert seen == {check.check for check in all_checks(solution)}


def test_a_check_looks_at_all_positions_of_the_board(solution):
    assert len(solution) == 170  # 1 + 1 + 2 + 2 + 5 + 4 + 11 + 10 + 21 + 22 + 51 + 40, OEIS A124506
    assert cc.brute_force_check(solution, 12).cases == 170
    assert [check.cases for check in cc.recount_checks(solution)] == [170, 170, 6, 170]


# The second ways themselves


def test_plays_are_counted_as_a_list_of_them_would(solution):
    for position, count in cc.play_counts(solution).items():
        if len(position) < 7:
            assert count == cc.plays_from_above(frozenset(position)) == len(list(lines(frozenset(position))))


def lines(position):
    """Yield every play from a position, as its moves."""
    if not position:
        yield ()
    for number in position:
        for rest in lines(brute_force.after_multiples(position, number)):
            yield number, *rest


def test_the_contests_board_has_as_many_plays_as_the_collection_says(contest):
    assert cc.play_counts(contest)[Position.board(20)] == 1_553_249_011_342
    assert all(check.holds for check in cc.recount_checks(contest))


def test_remoteness_and_heaps_are_those_of_brute_force(solution):
    options = {p: [brute_force.after_multiples(p, n) for n in p] for p in brute_force.every_position(12)}
    plain = {frozenset(position): position for position in solution}
    by_rounds, heaps = cc.remoteness_by_rounds(solution), cc.losing_heaps(solution)
    assert brute_force.plies_to_the_end(options) == {p: by_rounds[plain[p]] for p in options}
    assert brute_force.nim_values(options) == {p: heaps[plain[p]] for p in options}


def test_a_random_player_wins_one_game_of_three_on_the_smallest_won_board():
    small = solve(NumberGame(4))
    assert sum(cc.blunders_from_above(small, Position.board(4))) == Fraction(2, 3)


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
