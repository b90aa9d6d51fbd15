"""Questions of *Cross-check*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from numbergame.number_game import Position
from numbergame.teaching.answers import Numbers, Reason, WinningMoves
from numbergame.teaching.functions import Function
from numbergame.teaching.questions import Question


def _available(chosen: tuple[int, ...], limit: int) -> set[int]:
    payable = {0}
    for amount in range(1, limit + 1):
        if any(amount - number in payable for number in chosen):
            payable.add(amount)
    return set(range(2, limit + 1)) - payable


def _choices() -> Iterator[tuple[tuple[int, ...], int]]:
    for size in range(4):
        yield from ((chosen, 14) for chosen in combinations(range(2, 15), size))


QUESTIONS = {
    "multiples": Question(
        'The wrong rule "multiples only" finds no winning move for {2, 5}. Which is the right one?',
        WinningMoves(Position({2, 5})),
        ["3 and 4 are forbidden, and 5 = 2 + 3."],
        """
        from numbergame import NumberGame, Position, solve
        position = Position({2, 5})
        solve(NumberGame(), position).winning_moves(position)
        """,
    ),
    "sixth": Question(
        """Here is a sixth mistake: choosing a number forbids itself and its double, and nothing else. Which
        is the smallest position that exposes it? Smallest means: with the fewest numbers, and
        then the smallest numbers. Answer with its numbers.""",
        Numbers([2, 5], "By the mistake 2 leaves 5, and 5 leaves 2, so that neither wins."),
        [
            "With one number left the mistake does no harm. With two?",
            "In which position is a number a sum that is no double?",
        ],
        """
        from numbergame import NumberGame, Position, solve
        from numbergame.checks.rules import first_exposed
        sixth = lambda available, chosen, limit: available - {chosen, 2 * chosen}
        first_exposed(sixth, solve(NumberGame(20)))
        """,
    ),
    "always-n": Question(
        """A broken solver says N for every position but the end, and that every move wins. Which check
        catches it?""",
        Reason(
            "c",
            {
                "a": (
                    "The published counts of positions.",
                    "it finds the right positions; only what it says of them is wrong.",
                ),
                "b": (
                    "The theorem that every mirror is won.",
                    "it says so, too: of mirrors it speaks the truth.",
                ),
                "c": (
                    "Winning moves by brute force, from the definition.",
                    "From 2 3 it finds two winning moves, where there is none.",
                ),
                "d": ("The rule told in three other ways.", "its moves lead to the right positions."),
            },
        ),
        ["Which of the checks looks at winning moves, and at lost positions?"],
        '"c"',
    ),
    "rule": Question(
        """Tell the rule in one more way that is right: a function `available(chosen, limit)` that takes
        *all* chosen numbers at once, a tuple, and returns the set of the numbers of 2..*limit*
        that are no sum of them.""",
        Function("available(chosen, limit)", _available, _choices),
        [
            "The chosen numbers are coins. Which amounts can be paid?",
            "Go up from 1: an amount can be paid if some coin less can be paid; 0 can.",
        ],
        """
        def available(chosen, limit):
            payable = {0}
            for amount in range(1, limit + 1):
                if any(amount - coin in payable for coin in chosen):
                    payable.add(amount)
            return set(range(2, limit + 1)) - payable

        available
        """,
    ),
}
