"""Questions of *Worksheets for a class*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from numbergame.number_game import Position
from numbergame.subtraction import SubtractionGame
from numbergame.teaching.answers import WinningMove, WinningMoves
from numbergame.teaching.functions import Function
from numbergame.teaching.questions import Question


def _mark(key: Mapping[int, set[int]], answers: Mapping[int, Any]) -> dict[int, str]:
    return {
        puzzle: "left out" if puzzle not in answers else "right" if set(answers[puzzle]) == moves else "wrong"
        for puzzle, moves in key.items()
    }


def _pupils() -> Iterator[tuple[dict[int, set[int]], dict[int, list[int]]]]:
    key = {1: {2}, 2: set[int](), 3: {4, 5, 6}}
    choices: list[list[list[int] | None]] = [
        [[2], [5], [], None],
        [[], [3], None],
        [[4, 5, 6], [6, 5, 4], [4, 5], None],
    ]
    yield {}, {}
    for given in product(*choices):
        yield key, {puzzle: moves for puzzle, moves in enumerate(given, 1) if moves is not None}


QUESTIONS = {
    "reply": Question(
        """4, 5 and 6 have been chosen; 2, 3 and 7 are left. You choose 7, and your opponent chooses 2. What
        do you answer?""",
        WinningMove(Position({3})),
        ["After 7 two numbers were left."],
        """
        from numbergame import NumberGame, Position, solve
        solve(NumberGame(), Position({3})).best_move(Position({3}))
        """,
    ),
    "medium": Question(
        "A puzzle of a medium sheet: 2, 3, 4, 5, 6, 7, 10, 12 and 14 are available. Which moves win?",
        WinningMoves(Position({2, 3, 4, 5, 6, 7, 10, 12, 14})),
        ["There are three, and they are not small."],
        """
        from numbergame import NumberGame, Position, solve
        position = Position({2, 3, 4, 5, 6, 7, 10, 12, 14})
        solve(NumberGame(), position).winning_moves(position)
        """,
    ),
    "stones": Question(
        """Bachet's game with 8 stones and takes 1, 2 and 3. Your opponent begins and takes 3. How many do
        you take?""",
        WinningMove(5, SubtractionGame([1, 2, 3], 5)),
        ["Which heaps are lost for whoever is to move? They are multiples of something."],
        "5 % 4",
    ),
    "mark": Question(
        """Write a function `mark(key, answers)`. `key` is a dict from the number of each puzzle to the set
        of its winning moves; `answers` has a list of moves, in any order, under the number of
        each puzzle that the pupil worked on. Return a dict from each puzzle of the key to
        "right", "wrong" or "left out".""",
        Function("mark(key, answers)", _mark, _pupils),
        [
            "An empty list is an answer: no move wins. What was left out has no number in `answers`.",
            "Compare as sets, so that the order does not matter.",
        ],
        """
        def mark(key, answers):
            marks = {}
            for puzzle, moves in key.items():
                if puzzle not in answers:
                    marks[puzzle] = "left out"
                else:
                    marks[puzzle] = "right" if set(answers[puzzle]) == moves else "wrong"
            return marks

        mark
        """,
    ),
}
