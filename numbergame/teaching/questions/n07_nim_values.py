"""Questions of *Nim-values*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from numbergame.game import GameSum
from numbergame.number_game import NumberGame, Position
from numbergame.solver import mex
from numbergame.subtraction import SubtractionGame
from numbergame.teaching.answers import Number, Numbers, WinningMove
from numbergame.teaching.functions import Function, Strategy
from numbergame.teaching.questions import Question


def _value_lists() -> Iterator[tuple[list[int]]]:
    for length in range(5):
        yield from ((list(values),) for values in product(range(5), repeat=length))


_HEAPS = GameSum(*[SubtractionGame(range(1, 8), 7)] * 3)
"""Nim with three heaps of up to 7 stones."""


def _heaps() -> Iterator[tuple[int, ...]]:
    yield from sorted(product(range(8), repeat=3), key=lambda heaps: (sum(heaps), heaps))


QUESTIONS = {
    "by-hand": Question(
        """What is the nim-value of the position with 2, 3 and 7 left? Work it out by hand. (4, 5 and 6 are
        forbidden, so 2 forbids 7, and so does 3.)""",
        Number(
            2,
            "Its options 3, 2 and 2 3 have the nim-values 1, 1 and 0.",
            {
                0: "0 is for P-positions. Does no move win?",
                1: "1 is the nim-value of one of its options.",
                3: "3 is larger than it need be: the *least* number missing is wanted.",
            },
        ),
        [
            "Its options are 3, 2 and 2 3. What are their nim-values?",
            "The nim-values of the options are 1, 1 and 0.",
        ],
        """
        from numbergame import NumberGame, Position, solve
        position = Position({2, 3, 7})
        solve(NumberGame(), position)[position].nim_value
        """,
    ),
    "sum": Question(
        """Three boards lie side by side: on the first (board 0) 2 is left, on the second (board 1) 3 and 5,
        on the third (board 2) 2 and 5. Which move wins? Answer with the board and the number, as
        in `(1, 5)`.""",
        WinningMove((Position({2}), Position({3, 5}), Position({2, 5})), GameSum(*[NumberGame()] * 3)),
        [
            "The nim-values of the three are 1, 2 and 2. What is their exclusive-or?",
            "After a winning move the exclusive-or is 0. Two equal ones cancel already.",
        ],
        """
        from numbergame import GameSum, NumberGame, Position, solve
        boards = (Position({2}), Position({3, 5}), Position({2, 5}))
        solution = solve(GameSum(*[NumberGame()] * 3), boards)
        solution.best_move(boards)
        """,
    ),
    "heaps": Question(
        """The board 2..20 lies beside a heap, from which 1, 3 or 4 stones may be taken. For which heaps from
        0 to 8 does the *second* player win?""",
        Numbers([4, 6], "There the heap's nim-value is 2, as the board's is."),
        ["The second player wins exactly when the two nim-values are equal.", "The board's nim-value is 2."],
        """
        from numbergame import NumberGame, solve
        from numbergame.subtraction import nim_values
        game = NumberGame(20)
        board = solve(game)[game.start].nim_value
        [heap for heap, value in enumerate(nim_values([1, 3, 4], 9)) if value == board]
        """,
    ),
    "two-boards": Question(
        """On one board 2..20 only 2 has been chosen; a second board 2..20 lies untouched beside it. What is
        the nim-value of the sum?""",
        Number(
            11,
            "The nim-values are 9 and 2, in binary 1001 and 0010; their exclusive-or is 1011.",
            {7: "that is their difference, not their exclusive-or."},
        ),
        ["Look up both nim-values, and write them in binary.", "In Python `^` is the exclusive-or."],
        """
        from numbergame import NumberGame, Position, solve
        solution = solve(NumberGame(20))
        solution[Position.after([2])].nim_value ^ solution[Position.board(20)].nim_value
        """,
    ),
    "mex": Question(
        """Without looking above: write a function `mex(values)`, the least number 0, 1, 2 … that is not in
        the list `values`.""",
        Function("mex(values)", mex, _value_lists),
        ["Begin with 0, and go up as long as the number is there.", "An empty list has mex 0."],
        """
        def mex(values):
            number = 0
            while number in values:
                number += 1
            return number

        mex
        """,
    ),
    "nim": Question(
        """The step that is the theorem: write a function `nim_move(heaps)` for Nim with three heaps, where
        any number of stones may be taken from one heap. It gets a tuple such as `(1, 4, 6)` and
        returns a winning move as the heap's place (0, 1 or 2) and the number of stones to take,
        as in `(2, 1)`. It is only asked where there is a winning move.""",
        Strategy("nim_move(heaps)", _HEAPS, _heaps),
        [
            "Let *x* be the exclusive-or of all heaps. A heap *h* is to become `h ^ x`, so that the "
            "exclusive-or is 0.",
            "It can become that only if `h ^ x` is smaller than *h*. Some heap always can.",
        ],
        """
        def nim_move(heaps):
            x = heaps[0] ^ heaps[1] ^ heaps[2]
            for place, heap in enumerate(heaps):
                if heap ^ x < heap:
                    return place, heap - (heap ^ x)

        nim_move
        """,
    ),
}
