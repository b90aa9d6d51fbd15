"""Questions of *How far can we go?*"""

from __future__ import annotations

from collections.abc import Iterator

from numbergame.number_game import NumberGame, Position
from numbergame.solver import solve
from numbergame.teaching.answers import Number, Numbers
from numbergame.teaching.functions import Function
from numbergame.teaching.questions import Question


def _slot(free: list[int], position: frozenset[int]) -> int:
    return sum(2**place for place, number in enumerate(reversed(free)) if number not in position)


def _slots() -> Iterator[tuple[list[int], frozenset[int]]]:
    for limit in range(2, 11):
        for position in solve(NumberGame(limit)):
            lower = [number for number in range(limit // 2, 1, -1) if number not in position]
            block = Position.after(lower, limit)
            yield [number for number in block if number > limit // 2], frozenset(position)


QUESTIONS = {
    "blocks": Question(
        "How many blocks has the board 2..12? Not all of it needs solving.",
        Number(
            15,
            "A block for each position of the board 2..6.",
            {
                6: "that is the board 2..8.",
                170: "that is how many positions it has.",
                26: "those are the positions of 2..7. What is the lower half of 2..12?",
            },
        ),
        [
            "A block is a choice of what is forbidden in the lower half.",
            "The lower half is 2..6, a board of its own.",
        ],
        """
        from numbergame import NumberGame, solve
        len(solve(NumberGame(6)))
        """,
    ),
    "slot": Question(
        """On the board 2..8, only 3 is forbidden in the lower half, and the slot is 5, written 101. Which
        numbers are available?""",
        Numbers(
            [2, 4, 7],
            "The digits 1 0 1 of the slot belong to 5, 7 and 8: 5 and 8 are forbidden.",
            lambda number: {
                3: "3 is forbidden.",
                6: "6 = 3 + 3 is forbidden.",
                5: "its digit in the slot is 1: it is forbidden.",
                8: "its digit in the slot is 1: it is forbidden.",
            }.get(number, ""),
        ),
        ["Free are 5, 7 and 8. A digit of the slot belongs to each of them.", "A 1 is a forbidden number."],
        """
        from numbergame import Position
        free = [5, 7, 8]
        forbidden = [number for place, number in enumerate(reversed(free)) if 5 >> place & 1]
        Position.after([3, *forbidden], limit=8)
        """,
    ),
    "billion": Question(
        "What is the limit of the first board with more than a billion (1,000,000,000) positions?",
        Number(56, "The board 2..56 has 1,278,879,632 positions."),
        [
            "Two more on the limit make about twice as many; 2..40 has 4,601,655.",
            "A thousand is about ten doublings, so about 20 numbers on.",
        ],
        """
        from numbergame.atlas import known_counts
        counts = known_counts()
        int(counts.frobenius_number[counts.positions.cumsum() > 10**9].min())
        """,
    ),
    "thirty": Question(
        "Which first moves win on the board 2..30? Read them off the picture.",
        Numbers([7, 16, 24, 25, 26, 27, 29, 30], "Eight of the 29 first moves."),
        ["There are eight of them, and just one is below 10."],
        """
        from numbergame import Position
        from numbergame.atlas import atlas
        atlas(30, progress=False).winning_moves(Position.board(30))
        """,
    ),
    "number-it": Question(
        """Write a function `slot(free, position)` that returns the slot of a position as a number: `free` is
        the ascending list of the free numbers of its block, `position` the frozenset of its available
        numbers. A free number that is not available has the digit 1. As in every binary number the last
        digit, here that of the largest free number, counts 1, the one before 2, then 4 and so on.""",
        Function("slot(free, position)", _slot, lambda: sorted(_slots(), key=lambda case: len(case[0]))),
        [
            "Go through `free` from its end: `enumerate(reversed(free))` gives the places 0, 1, 2 …",
            "At place *k* a number counts `2 ** k`.",
        ],
        """
        def slot(free, position):
            places = enumerate(reversed(free))
            return sum(2**place for place, number in places if number not in position)

        slot
        """,
    ),
}
