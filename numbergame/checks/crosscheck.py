"""Checks of the solved games against other rules, brute force, published values and theorems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
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
    by_ascending_pass,
    by_coin_problem,
    first_exposed,
)
from numbergame.judges import answer_bachet, answer_poj, answer_zoj
from numbergame.match.chances import first_blunder_chances
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
    judges = {
        "POJ": (answer_poj, POJ_1143),
        "ZOJ": (answer_zoj, ZOJ_1039),
        "UVA": (answer_bachet, UVA_10404),
    }
    return [
        Check(
            f"{judge} judge's sample",
            len(list(answer(sample.values.input))),
            sample.source,
            "".join(answer(sample.values.input)) == sample.values.output,
        )
        for judge, (answer, sample) in judges.items()
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


def recount_checks(solution: Solution[Position, int]) -> list[Check]:
    """Return a check of each great count of the collection by a second way, on a solved board."""
    return [
        _plays_check(solution),
        _remoteness_check(solution),
        _random_player_check(solution),
        _nim_value_check(solution),
    ]


def _plays_check(solution: Solution[Position, int]) -> Check:
    start = next(reversed(list(solution)))
    found = play_counts(solution)[start]
    agrees = found == plays_from_above(frozenset(start))
    source = f"{found:,}, counted again from the start down, on plain sets"
    return Check("plays from the start to the end", len(solution), source, agrees)


def play_counts(solution: Solution[Any, Any]) -> dict[Any, int]:
    """Return how many plays lead from each position to an end: those of its options, added up."""
    counts: dict[Any, int] = {}
    for position in solution:
        counts[position] = sum(counts[after] for _, after in solution.moves(position)) or 1
    return counts


def plays_from_above(start: Numbers) -> int:
    """Return how many plays a position of the Number Game has, counting the ways that lead down from it.

    A position with more numbers comes before one with fewer, and hands its ways on to its options.
    """
    limit = max(start, default=1)
    ways: Counter[Numbers] = Counter({start: 1})
    for size in range(len(start), 0, -1):
        for position in [position for position in ways if len(position) == size]:
            here = ways.pop(position)
            for number in position:
                ways[by_ascending_pass(position, number, limit)] += here
    return ways[frozenset()]


def _remoteness_check(solution: Solution[Position, int]) -> Check:
    found = {position: value.remoteness for position, value in solution.items()}
    agrees = found == remoteness_by_rounds(solution)
    return Check(
        "remoteness", len(solution), "round by round: what can be forced within 0, 1, 2 … moves", agrees
    )


def remoteness_by_rounds(solution: Solution[Any, Any]) -> dict[Any, int]:
    """Return within how many plies the winner can force the end, from the moves alone, in rounds.

    A position is lost within k plies if each move leads to one won within k - 1, and won if some move leads
    to one lost within k - 1.
    """
    options = {position: [after for _, after in solution.moves(position)] for position in solution}
    won: dict[Any, int] = {}
    lost: dict[Any, int] = {}
    for plies in range(len(options)):
        waiting = [position for position in options if position not in won and position not in lost]
        if not waiting:
            break
        now_won = [position for position in waiting if any(after in lost for after in options[position])]
        now_lost = [position for position in waiting if all(after in won for after in options[position])]
        won |= dict.fromkeys(now_won, plies)
        lost |= dict.fromkeys(now_lost, plies)
    return won | lost


def _random_player_check(solution: Solution[Position, int]) -> Check:
    by_position = first_blunder_chances(solution)
    starts = [
        start for start in solution if by_position.get(start) and set(start) == set(range(2, len(start) + 2))
    ]
    agrees = all(by_position[start] == blunders_from_above(solution, start) for start in starts)
    return Check(
        "a random player's chances", len(starts), "its plays followed from the start of each board", agrees
    )


def blunders_from_above(solution: Solution[Any, Any], start: Any) -> list[Fraction]:
    """Return the chances that a random mover, to move at `start`, blunders first at its move 1, 2, ….

    Whoever has not blundered is followed down: with which chance is it in which position?
    """
    chances = []
    places: dict[Any, Fraction] = {start: Fraction(1)}
    while places:
        later: dict[Any, Fraction] = {}
        blundered = Fraction(0)
        for position, chance in places.items():
            moves = solution.moves(position)
            for _, after in moves:
                if solution[after].outcome == "N":
                    blundered += chance / len(moves)
                elif (answer := solution.best_move(after)) is not None:
                    place = dict(solution.moves(after))[answer]
                    later[place] = later.get(place, Fraction(0)) + chance / len(moves)
        chances.append(blundered)
        places = later
    return chances


def _nim_value_check(solution: Solution[Position, int]) -> Check:
    found = {position: value.nim_value for position, value in solution.items()}
    agrees = found == losing_heaps(solution)
    source = f"0 to {max(found.values())}, by the heap of Nim beside which a position is lost"
    return Check("nim-values", len(solution), source, agrees)


def losing_heaps(solution: Solution[Any, Any]) -> dict[Any, int]:
    """Return the size of the heap of Nim beside which each position is lost, from outcomes alone.

    By Sprague and Grundy there is just one, and its size is the position's nim-value.  Whoever is to move
    loses if no move, in the position or in the heap, leads to a lost pair.
    """
    lost: set[tuple[Any, int]] = set()
    heaps: dict[Any, int] = {}
    for position in solution:
        options = [after for _, after in solution.moves(position)]
        for heap in range(len(options) + 1):
            smaller = any((position, less) in lost for less in range(heap))
            if not smaller and not any((after, heap) in lost for after in options):
                lost.add((position, heap))
                heaps[position] = heap
    return heaps
