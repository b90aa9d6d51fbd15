"""Questions of *Play the Number Game*."""

from itertools import product

from numbergame.number_game import Position, why_not
from numbergame.subtraction import SubtractionGame
from numbergame.teaching.answers import Number, WinningMove, WinningMoves, available_after
from numbergame.teaching.functions import Function
from numbergame.teaching.questions import Question


def _is_sum(number: int, a: int, b: int) -> bool:
    return any(number == i * a + j * b for i, j in product(range(number + 1), repeat=2))


def _why_not_largest(number: int) -> str:
    reason = why_not(number, (4, 5))
    return (
        f"{number} is not available: {reason}."
        if reason
        else f"{number} is available, and so is a larger one."
    )


QUESTIONS = {
    "available": Question(
        "On the board 2..20, 5 and 7 have been chosen. Which numbers are still available?",
        available_after(5, 7),
        [
            "Strike out the multiples of 5, then of 7, then what is a 7 more than a number struck out.",
            "10 of them.",
        ],
        """
        from numbergame import Position
        Position.after([5, 7])
        """,
    ),
    "largest": Question(
        "4 and 5 have been chosen. What is the largest number that is still available?",
        Number(
            11,
            "From 12 on, every number is a sum of fours and fives.",
            {number: _why_not_largest(number) for number in range(2, 41) if number != 11},
        ),
        ["12 = 4 + 4 + 4, 13 = 4 + 4 + 5, 14 = 4 + 5 + 5 and 15 = 5 + 5 + 5. What about the numbers above?"],
        """
        from numbergame import Position
        max(Position.after([4, 5]))
        """,
    ),
    "win": Question(
        "Only 2, 3 and 7 are left. Which moves win?",
        WinningMoves(Position({2, 3, 7})),
        [
            "After each of the three moves, look at what your opponent can still choose.",
            "When just 2 and 3 are left, whoever is to move loses.",
        ],
        """
        from numbergame import NumberGame, Position, solve
        position = Position({2, 3, 7})
        solve(NumberGame(), position).winning_moves(position)
        """,
    ),
    "stones": Question(
        "Bachet's game: 21 stones, and 1, 2 or 3 may be taken. You are to move. How many do you take?",
        WinningMove(21, SubtractionGame([1, 2, 3], 21)),
        ["With 4 stones left whoever is to move loses: what one takes, the other completes to 4."],
        "21 % 4",
    ),
    "sum": Question(
        """Write a function `is_sum(number, a, b)` that tells (`True` or `False`) whether `number` is a sum
        of as many *a* and *b* as you like, so that it is forbidden once *a* and *b* are chosen.""",
        Function(
            "is_sum(number, a, b)",
            _is_sum,
            lambda: ((n, a, b) for n in range(2, 21) for b in range(2, 12) for a in range(2, b)),
        ),
        [
            "How often can *a* be in the sum? Try 0, 1, 2 … times, and look at what is left.",
            "What is left must be a multiple of *b*: the remainder `% b` is 0. Nothing left is a multiple "
            "too.",
        ],
        """
        def is_sum(number, a, b):
            return any((number - part) % b == 0 for part in range(0, number + 1, a))

        is_sum
        """,
    ),
}
