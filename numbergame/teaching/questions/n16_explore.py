"""Questions of *Explore*."""

from __future__ import annotations

from numbergame.number_game import NumberGame
from numbergame.solver import solve
from numbergame.teaching.answers import Number, Numbers
from numbergame.teaching.functions import Function
from numbergame.teaching.questions import Question


def _first_moves(limit: int) -> list[int]:
    game = NumberGame(limit)
    return list(solve(game).winning_moves(game.start))


QUESTIONS = {
    "most-left": Question(
        "In the lost positions of the board 2..20, at most how many numbers are available?",
        Number(
            18,
            "Four lost positions have 18 numbers: one number was chosen, and forbids nothing else.",
            {19: "that is the whole board. Is it lost?", 17: "there are larger ones."},
        ),
        ["Sort the lost positions by the number of their moves.", 'The filter is `outcome == "P"`.'],
        """
        from numbergame import NumberGame, solve
        solution = solve(NumberGame(20))
        max(len(position) for position in solution if solution[position].outcome == "P")
        """,
    ),
    "five-left": Question(
        """How many numbers are available in lost positions? On the board 2..20 some counts do not occur at
        all, although positions with so many numbers exist. Which counts from 0 to 19?""",
        Numbers(
            [1, 3, 5, 19],
            "Up to five, only even counts are lost.",
            lambda count: f"a lost position with {count} numbers exists.",
        ),
        [
            "Group the lost positions by the number of their moves.",
            "There are four such counts, all of them odd.",
        ],
        """
        from numbergame import NumberGame, solve
        solution = solve(NumberGame(20))
        found = {len(position) for position in solution if solution[position].outcome == "P"}
        set(range(20)) - found
        """,
    ),
    "first-moves": Question(
        """Write a function `first_moves(limit)` that returns the list of the first moves that win on the
        board 2..*limit*. You may use the package.""",
        Function(
            "first_moves(limit)",
            lambda limit: set(_first_moves(limit)),
            lambda: ((limit,) for limit in range(1, 17)),
        ),
        ["`solve(game)` has `winning_moves(position)`, and `game.start` is the whole board."],
        """
        from numbergame import NumberGame, solve

        def first_moves(limit):
            game = NumberGame(limit)
            return list(solve(game).winning_moves(game.start))

        first_moves
        """,
    ),
}
