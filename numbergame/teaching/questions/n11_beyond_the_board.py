"""Questions of *Beyond the board*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import gcd

from numbergame.number_game import Position
from numbergame.teaching.answers import Numbers, WinningMove, WinningMoves
from numbergame.teaching.functions import Function
from numbergame.teaching.questions import Question


def _frobenius(a: int, b: int) -> int:
    return max(n for n in range(1, a * b) if not any((n - part) % b == 0 for part in range(0, n + 1, a)))


def _why_not_prime(prime: int) -> str:
    if prime <= 3 or 77 % prime == 0:
        return ""
    return f"{prime} has no common divisor with 77, so that the opponent wins, by Hutchings's theorem."


def _choices() -> Iterator[tuple[tuple[int, ...]]]:
    for size in (1, 2, 3):
        yield from ((chosen,) for chosen in combinations(range(2, 16), size))


QUESTIONS = {
    "five-six": Question(
        "In Sylver Coinage 5 and 6 have been chosen. Which moves win? The grid of pairs knows.",
        WinningMoves(Position.generated_by([5, 6])),
        ["There is one, and it is the largest number that is left."],
        """
        from numbergame import NumberGame, Position, solve
        position = Position.generated_by([5, 6])
        solve(NumberGame(), position).winning_moves(position)
        """,
    ),
    "four-six": Question(
        "4, 6 and 99 have been chosen. Which moves win?",
        Numbers([97], "97 and 99 are a pair, 4·24 + 1 and 4·24 + 3."),
        ["After 4 and 6 the odd numbers 4*j* + 1 and 4*j* + 3 answer each other.", "99 = 4·24 + 3."],
        """
        from numbergame import Position
        from numbergame.sylver import solve_position
        solve_position(Position.generated_by([4, 6, 99]), compiled=False).winning_moves
        """,
    ),
    "pair": Question(
        "4, 6, 13 and 15 have been chosen, and then your opponent chose 9. What do you answer?",
        WinningMove(Position.generated_by([4, 6, 9, 13, 15])),
        ["13 and 15 are a pair, and so are 9 and …"],
        """
        from numbergame import NumberGame, Position, solve
        position = Position.generated_by([4, 6, 9, 13, 15])
        solve(NumberGame(), position).best_move(position)
        """,
    ),
    "seventy-seven": Question(
        "Your opponent opens with 77. Which primes are sure to win?",
        Numbers(
            [7, 11],
            "Each leaves the position that it would have left as an opening, since 77 is a multiple of it.",
            _why_not_prime,
        ),
        ["An opening with a prime from 5 on wins. When does 77 make no difference?"],
        "[p for p in range(5, 77) if 77 % p == 0]",
    ),
    "frobenius": Question(
        """Write a function `frobenius(a, b)`: the largest number that is no sum of *a* and *b*, which have
        no common divisor.""",
        Function(
            "frobenius(a, b)",
            _frobenius,
            lambda: ((a, b) for b in range(3, 20) for a in range(2, b) if gcd(a, b) == 1),
        ),
        ["Sylvester found a formula. Try 2 and 3, 2 and 5, 3 and 4, 3 and 5.", "It is *ab* less something."],
        """
        def frobenius(a, b):
            return a * b - a - b

        frobenius
        """,
    ),
    "finite": Question(
        """Write a function `is_finite(chosen)` that tells (`True` or `False`) whether only finitely many
        numbers are available after these choices, a tuple.""",
        Function("is_finite(chosen)", lambda chosen: gcd(*chosen) == 1, _choices),
        [
            "After 4 and 6 all odd numbers are left. Why?",
            "What do all sums of the chosen numbers have in common?",
        ],
        """
        from math import gcd

        def is_finite(chosen):
            return gcd(*chosen) == 1

        is_finite
        """,
    ),
}
