"""The rule of the Number Game told in other ways, right and wrong, to check the module against.

Nothing here uses bit sets.  A rule takes the available numbers, the chosen one and the limit of the
board, and gives the numbers still available; the forbidden numbers are 0 and those of the board that
are not available.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from numbergame.number_game import CONTEST_LIMIT, Position
from numbergame.solver import Solution, solve

Numbers = frozenset[int]
Rule = Callable[[Numbers, int, int], Numbers]


def _forbidden(available: Numbers, limit: int) -> set[int]:
    return {0, *range(2, limit + 1)} - available


# The rule told rightly, three times


def by_ascending_pass(available: Numbers, chosen: int, limit: int) -> Numbers:
    """Forbid, from the least number up, whatever is `chosen` more than a forbidden number."""
    forbidden = _forbidden(available, limit)
    for number in range(chosen, limit + 1):
        if number - chosen in forbidden:
            forbidden.add(number)
    return available - forbidden


def by_subtracting_multiples(available: Numbers, chosen: int, limit: int) -> Numbers:
    """Forbid the multiples of `chosen`, and all that is a multiple more than a forbidden number."""
    forbidden = _forbidden(available, limit)
    multiples = range(chosen, limit + 1, chosen)
    return frozenset(n for n in available if all(n - multiple not in forbidden for multiple in multiples))


def by_coin_problem(available: Numbers, chosen: int, limit: int) -> Numbers:
    """Forbid every sum of forbidden numbers and `chosen`, all of them coins of which there is no end."""
    coins = {*_forbidden(available, limit), chosen} - {0}
    payable = {0}
    for amount in range(1, limit + 1):
        if any(amount - coin in payable for coin in coins):
            payable.add(amount)
    return available - payable


RIGHT_RULES: Mapping[str, Rule] = {
    "one ascending pass": by_ascending_pass,
    "multiples, then subtracting them": by_subtracting_multiples,
    "the coin problem, from the definition": by_coin_problem,
}


# The rule as people write it by mistake


def multiples_only(available: Numbers, chosen: int, limit: int) -> Numbers:
    """Forbid the multiples of `chosen` and no sums."""
    return available - frozenset(range(chosen, limit + 1, chosen))


def no_cascade(available: Numbers, chosen: int, limit: int) -> Numbers:
    """Forbid `chosen` more than what was forbidden before, but not sums with what is forbidden now."""
    return available - {number + chosen for number in _forbidden(available, limit)}


def descending_pass(available: Numbers, chosen: int, limit: int) -> Numbers:
    """Forbid `chosen`, then pass from the greatest number down, too early for what comes after."""
    forbidden = _forbidden(available, limit) | {chosen}
    for number in range(limit, chosen, -1):
        if number - chosen in forbidden:
            forbidden.add(number)
    return available - forbidden


def one_forbidden(available: Numbers, chosen: int, limit: int) -> Numbers:
    """Take 1 for a forbidden number, so that chosen + 1 is forbidden too."""
    return by_ascending_pass(available - {chosen + 1}, chosen, limit)


def last_left_out(available: Numbers, chosen: int, limit: int) -> Numbers:
    """Stop below the limit, where "number < limit" stands for "number <= limit"."""
    return by_ascending_pass(available, chosen, limit - 1) - {chosen}


WRONG_RULES: Mapping[str, Rule] = {
    "multiples only": multiples_only,
    "sums without cascading": no_cascade,
    "a descending pass": descending_pass,
    "1 counted as forbidden": one_forbidden,
    "< limit in place of <= limit": last_left_out,
}


class RuleGame:
    """The Number Game on the board 2..limit by any rule; positions are sets of available numbers."""

    def __init__(self, rule: Rule, limit: int = CONTEST_LIMIT) -> None:
        self.rule = rule
        self.limit = limit
        self.start: Numbers = frozenset(range(2, limit + 1))

    def moves(self, position: Numbers) -> Iterator[tuple[int, Numbers]]:
        """Yield each available number, ascending, with what the rule leaves available."""
        for number in sorted(position):
            yield number, self.rule(position, number, self.limit)


def first_exposed(rule: Rule, solution: Solution[Position, int]) -> Position | None:
    """Return the smallest solved position of the board 2..20 of whose winning moves a rule is wrong.

    Smallest by how many numbers are available, then by which; None if there is none.
    """
    for position in sorted(solution, key=lambda position: (len(position), list(position))):
        if winning_moves_by(rule, position) != solution.winning_moves(position):
            return position
    return None


def winning_moves_by(rule: Rule, position: Position) -> tuple[int, ...]:
    """Return what would be the winning moves of a position of the board 2..20 by a rule."""
    numbers = frozenset(position)
    return solve(RuleGame(rule), numbers).winning_moves(numbers)


class SumsOfTwo:
    """The Number Game as ZOJ 1039 words it, read literally: forbidden are sums of two multiples.

    A sum of multiples of three chosen numbers is allowed unless two of them make it as well, so a
    position is the set of chosen numbers; a multiple of another chosen number adds nothing to it.
    """

    def __init__(self, limit: int = CONTEST_LIMIT) -> None:
        self.limit = limit
        self.start: Numbers = frozenset()

    def available(self, chosen: Numbers) -> list[int]:
        """Return the numbers that are no multiple of a chosen number and no sum of two of them."""
        multiples = {m for number in chosen for m in range(number, self.limit + 1, number)}
        sums = multiples | {a + b for a, b in combinations(sorted(multiples), 2)}
        return [number for number in range(2, self.limit + 1) if number not in sums]

    def moves(self, position: Numbers) -> Iterator[tuple[int, Numbers]]:
        """Yield each available number with the chosen numbers after it, multiples of it left out."""
        for number in self.available(position):
            yield number, frozenset(other for other in position if other % number) | {number}
