"""Checks of the solved games against other rules, brute force, published values and theorems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import gcd
from typing import Any, NamedTuple

from numbergame.checks.published import (
    IRREDUCIBLE_BY_FROBENIUS_NUMBER,
    LEAST_WINNING_REPLY,
    NIM_VALUE_OF_3_AND_N,
    POJ_1143,
    POSITIONS_BY_FROBENIUS_NUMBER,
    POSITIONS_BY_GENUS,
    SUBTRACTION_GAMES,
    UVA_10404,
    ZOJ_1039,
    Published,
)
from numbergame.checks.rules import (
    RIGHT_RULES,
    WRONG_RULES,
    Numbers,
    SumsOfTwo,
    by_coin_problem,
    first_exposed,
)
from numbergame.judges import answer_bachet, answer_poj, answer_zoj
from numbergame.number_game import CONTEST_LIMIT, NumberGame, Position
from numbergame.solver import Solution, solve
from numbergame.subtraction import nim_period, outcome_period


class Check(NamedTuple):
    """Something that was checked: in how many cases, against which source, and whether it is true."""

    check: str
    cases: int
    source: str
    holds: bool


def sample_checks() -> list[Check]:
    """Return a check of each judge's sample, byte by byte."""
    judges = {answer_poj: POJ_1143, answer_zoj: ZOJ_1039, answer_bachet: UVA_10404}
    return [
        Check(
            "the judge's sample",
            len(list(answer(sample.values.input))),
            sample.source,
            "".join(answer(sample.values.input)) == sample.values.output,
        )
        for answer, sample in judges.items()
    ]


def rule_checks(solution: Solution[Position, int], limit: int = CONTEST_LIMIT) -> list[Check]:
    """Return a check of every solved move against each of the rules told in other ways."""
    moves = [(frozenset(p), move, frozenset(q)) for p in solution for move, q in solution.moves(p)]
    return [
        Check(f"moves by {name}", len(moves), "the rule", all(rule(p, m, limit) == q for p, m, q in moves))
        for name, rule in RIGHT_RULES.items()
    ]


def mistake_checks(solution: Solution[Position, int]) -> list[Check]:
    """Return a check of each common mistake: that some solved position exposes it, named as the source."""
    exposed = {name: first_exposed(rule, solution) for name, rule in WRONG_RULES.items()}
    return [
        Check(f"“{name}” is caught", len(solution), f"exposed by {position}", position is not None)
        for name, position in exposed.items()
    ]


def brute_force_check(solution: Solution[Position, int], limit: int) -> Check:
    """Return a check of all winning moves on the board 2..limit against a search by the definition."""
    searched = winning_moves_by_search(limit)
    agrees = all(moves == solution.winning_moves(Position(p)) for p, moves in searched.items())
    return Check(f"winning moves on 2..{limit} by brute force", len(searched), "the definition", agrees)


def winning_moves_by_search(limit: int) -> dict[Numbers, tuple[int, ...]]:
    """Return the winning moves of each position of the board 2..limit, by the coin problem and recursion."""
    found: dict[Numbers, tuple[int, ...]] = {}

    def winning(available: Numbers) -> tuple[int, ...]:
        if available not in found:
            options = {number: by_coin_problem(available, number, limit) for number in sorted(available)}
            found[available] = tuple(number for number, after in options.items() if not winning(after))
        return found[available]

    winning(frozenset(range(2, limit + 1)))
    return found


def sums_of_two_check(solution: Solution[Position, int], limit: int = CONTEST_LIMIT) -> Check:
    """Return a check that reading ZOJ's wording literally never changes which moves win."""
    game = SumsOfTwo(limit)
    literal = solve(game)
    agrees = all(
        literal.winning_moves(chosen) == solution.winning_moves(_after(chosen, limit)) for chosen in literal
    )
    return Check("winning moves with sums of two only", len(literal), "ZOJ 1039, read literally", agrees)


def _after(chosen: Iterable[int], limit: int) -> Position:
    """Return the position after numbers that may be forbidden already: the larger are passed over."""
    position = Position.board(limit)
    for number in chosen:
        if number in position:
            position = position.choose(number)
    return position


def published_checks(solution: Solution[Position, int], limit: int = CONTEST_LIMIT) -> list[Check]:
    """Return a check of each published count and value that the solved board 2..limit reaches."""
    irreducible = [p for p in solution if p.is_symmetric or p.is_pseudo_symmetric]
    complete_genus = range((limit + 1) // 2 + 1)  # a Frobenius number is at most twice the genus less 1
    return [
        _counts(
            "positions by Frobenius number",
            POSITIONS_BY_FROBENIUS_NUMBER,
            range(1, limit + 1),
            [p.frobenius_number for p in solution],
        ),
        _counts(
            "symmetric and pseudo-symmetric ones",
            IRREDUCIBLE_BY_FROBENIUS_NUMBER,
            range(1, limit + 1),
            [p.frobenius_number for p in irreducible],
        ),
        _counts("positions by genus", POSITIONS_BY_GENUS, complete_genus[1:], [p.genus for p in solution]),
        _nim_values_of_3_and_n(),
        _least_replies(),
        _subtraction_periods(),
    ]


def _counts(what: str, published: Published[Mapping[int, int]], at: Iterable[int], found: list[int]) -> Check:
    cases = [key for key in at if key in published.values]
    agrees = all(found.count(key) == published.values[key] for key in cases)
    return Check(what, len(cases), published.source, agrees)


def _nim_values_of_3_and_n() -> Check:
    finite = {n: value for n, value in NIM_VALUE_OF_3_AND_N.values.items() if n % 3}
    found = {n: _solved(3, n)[Position.generated_by([3, n])].nim_value for n in finite}
    return Check("nim-values of {3, n}", len(finite), NIM_VALUE_OF_3_AND_N.source, found == finite)


def _least_replies() -> Check:
    replies = LEAST_WINNING_REPLY.values
    found = {pair: min(_solved(*pair).winning_moves(Position.generated_by(pair))) for pair in replies}
    return Check("least winning replies", len(replies), LEAST_WINNING_REPLY.source, found == replies)


def _solved(*generators: int) -> Solution[Position, int]:
    return solve(NumberGame(), Position.generated_by(generators))


def _subtraction_periods() -> Check:
    games = SUBTRACTION_GAMES.values
    found = {takes: {"outcome": outcome_period(takes), "nim_value": nim_period(takes)} for takes in games}
    return Check("periods of take-away games", len(games), SUBTRACTION_GAMES.source, found == games)


def theorem_checks(solution: Solution[Position, int]) -> list[Check]:
    """Return a check of each theorem on all solved positions, or all pairs, that it speaks of."""
    symmetric = [p for p in solution if p.frobenius_number > 1 and p.is_symmetric]
    pseudo_symmetric = [p for p in solution if p.frobenius_number > 1 and p.is_pseudo_symmetric]
    pairs = [(a, b) for b in range(3, 33) for a in range(2, b) if gcd(a, b) == 1 and a * b - a - b <= 30]
    coprime = [pair for pair in pairs if pair != (2, 3)]
    return [
        _all_won(solution, "a symmetric position is won", symmetric),
        _all_won(solution, "a pseudo-symmetric position is won", pseudo_symmetric),
        Check(
            "coprime {m, n} other than {2, 3} is won",
            len(coprime),
            "R. L. Hutchings, in Winning Ways, chapter 18",
            all(_solved(*pair)[Position.generated_by(pair)].outcome == "N" for pair in coprime),
        ),
        Check(
            "the longest play takes all numbers in turn",
            len(solution),
            "from the largest down, none forbids a smaller one",
            all(length == len(position) for position, length in longest_plays(solution).items()),
        ),
        _two_takes_check(30),
    ]


def _all_won(solution: Solution[Position, int], claim: str, positions: list[Position]) -> Check:
    won = all(solution[position].outcome == "N" for position in positions)
    return Check(claim, len(positions), "strategy stealing", won)


def longest_plays(solution: Solution[Any, Any]) -> dict[Any, int]:
    """Return the most moves that a play from each position can make."""
    longest: dict[Any, int] = {}
    for position in solution:
        longest[position] = max((1 + longest[after] for _, after in solution.moves(position)), default=0)
    return longest


def _two_takes_check(largest: int) -> Check:
    pairs = [(x, y) for y in range(2, largest + 1) for x in range(1, y)]
    agrees = all(
        outcome_period([x, y]) == (0, 2 * x if y % x == 0 and y // x % 2 else x + y) for x, y in pairs
    )
    source = "Winning Ways, chapter 4: 2x if y is an odd multiple of x, else x + y"
    return Check("the period of two takes x < y", len(pairs), source, agrees)
