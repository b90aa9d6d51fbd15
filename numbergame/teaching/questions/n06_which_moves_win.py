"""Questions of *Which moves win*."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from numbergame.number_game import NumberGame, Position
from numbergame.teaching.answers import Number, WinningMoves
from numbergame.teaching.functions import Function
from numbergame.teaching.questions import Question
from numbergame.teaching.questions._cases import after, positions_to


@cache
def _chance(available: frozenset[int]) -> Fraction:
    if not available:
        return Fraction(0)
    return sum((1 - _chance(after(available, n)) for n in available), Fraction(0)) / len(available)


QUESTIONS = {
    "twelve": Question(
        "Which first moves win on the board 2..12?",
        WinningMoves(Position.board(12), NumberGame(12)),
        [
            "There are four of them, and none is small.",
            "Read the row of 12 in the picture of the first moves.",
        ],
        """
        from numbergame import NumberGame, solve
        game = NumberGame(12)
        solve(game).winning_moves(game.start)
        """,
    ),
    "random": Question(
        """On the board 2..4, what is the chance that a random player who begins beats a perfect one? A
        decimal, to two places.""",
        Number(
            1 / 3,
            "One move of three, 4, leaves 2 3; after it the perfect player cannot help losing.",
            {
                0.67: "that is the chance of the perfect player.",
                0.5: "after 4 the perfect player has no good answer at all.",
            },
            tolerance=0.005,
        ),
        ["Which of the three first moves win, and what can the perfect player do after it?"],
        "1 / 3",
    ),
    "all-win": Question(
        """In how many positions of the board 2..20 is every move a winning move? (The end, without a move,
        does not count.)""",
        Number(
            2,
            "2 alone and 3 alone: nowhere else do all moves win.",
            {3: "the end does not count.", 0: "there are some."},
        ),
        [
            "Think of positions with very few numbers left, or let the computer count.",
            "`len(solution.winning_moves(position)) == len(position)`",
        ],
        """
        from numbergame import NumberGame, solve
        solution = solve(NumberGame(20))
        sum(0 < len(position) == len(solution.winning_moves(position)) for position in solution)
        """,
    ),
    "only-twenty": Question(
        "In how many positions is 20 the only winning move?",
        Number(50, "In fifty positions nothing wins but the number that forbids nothing else."),
        ["`solution.winning_moves(position)` is a tuple: compare it with `(20,)`."],
        """
        from numbergame import NumberGame, solve
        solution = solve(NumberGame(20))
        sum(solution.winning_moves(position) == (20,) for position in solution)
        """,
    ),
    "two-random": Question(
        """Now *both* players choose at random, each available number with the same chance. Write a function
        `chance(available)`: the chance that the player to move wins.""",
        Function("chance(available)", _chance, lambda: positions_to(9)),
        [
            "With nothing left it is 0. Otherwise it is the mean, over all moves, of the chance that the "
            "*other* one does not win.",
            "After a move the other player is to move, so the mover wins with chance `1 - chance(…)`.",
        ],
        """
        from functools import cache

        def after(available, number):
            forbidden = {0, *range(2, max(available) + 1)} - available
            for other in range(number, max(available) + 1):
                if other - number in forbidden:
                    forbidden.add(other)
            return available - forbidden

        @cache
        def chance(available):
            if not available:
                return 0
            others = [chance(after(available, number)) for number in available]
            return sum(1 - other for other in others) / len(others)

        chance
        """,
    ),
}
