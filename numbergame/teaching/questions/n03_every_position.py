"""Questions of *Every position*."""

from __future__ import annotations

from numbergame.number_game import NumberGame, Position, why_not
from numbergame.solver import solve
from numbergame.teaching.answers import Number, Numbers, Reason, available_after
from numbergame.teaching.functions import Function
from numbergame.teaching.questions import Question


def _positions(limit: int) -> list[frozenset[int]]:
    return sorted(map(frozenset, solve(NumberGame(limit))), key=lambda p: (len(p), sorted(p)))


def _is_mirror(available: frozenset[int]) -> bool:
    position = Position(available)
    return position.is_symmetric or position.is_pseudo_symmetric


def _why_no_generator(number: int) -> str:
    if number in (2, 3, 7):
        return f"{number} is available, so no choices have made it."
    reason = why_not(number, (4, 5, 6))
    return f"{number} need not be chosen: {reason}." if " + " in reason else ""


QUESTIONS = {
    "available": Question(
        "4, 6 and 9 have been chosen on the board 2..20. Which numbers are available?",
        available_after(4, 6, 9),
        ["All even numbers from 4 on are sums of 4 and 6. Which odd ones are 9, or 9 and an even sum?"],
        """
        from numbergame import Position
        Position.after([4, 6, 9])
        """,
    ),
    "generators": Question(
        """2, 3 and 7 are left, of as long a board as you like. Which are the minimal generators, the numbers
        that must have been chosen?""",
        Numbers(
            [4, 5, 6],
            "They forbid everything but 2, 3 and 7, and none is a sum of the others.",
            _why_no_generator,
        ),
        [
            "4 is forbidden, and no smaller number is. So it was chosen itself.",
            "8 = 4 + 4. What about 5, 6, 9, 10, 11?",
        ],
        """
        from numbergame import Position
        Position({2, 3, 7}).minimal_generators
        """,
    ),
    "three-left": Question(
        "On the board 2..20, how many positions have exactly three numbers left?",
        Number(
            7,
            "They are the numerical semigroups of genus 4: 1 is always a gap, too.",
            {6: "those are the ones with 2. Is there one without?"},
        ),
        [
            "Three numbers left and the 1 make four gaps, and the largest gap is at most 7.",
            "With 2 and 3 left, the third is 4, 5, 6 or 7.",
        ],
        """
        from numbergame import NumberGame, solve
        sum(len(position) == 3 for position in solve(NumberGame(20)))
        """,
    ),
    "top-down": Question(
        """To leave just 2 and 5 on the board 2..20, the other numbers are chosen from 20 down. Why is each
        of them still available when its turn comes?""",
        Reason(
            "b",
            {
                "a": (
                    "Because the order of the moves does not matter.",
                    "the order does not matter for what is left, but after 3 nobody can choose 6.",
                ),
                "b": (
                    "Because all numbers chosen before it are larger, and so are their sums.",
                    "So no sum of them is as small.",
                ),
                "c": (
                    "Because 2 and 5 are not chosen.",
                    "4 would be forbidden by 2, but 9 by 3 as well, and 3 is chosen.",
                ),
                "d": (
                    "Because there are only nineteen numbers.",
                    "going up from 3 on the same board, 6 and 9 are forbidden at once.",
                ),
            },
        ),
        ["After 20, 19, 18 and 17: what is the least sum of these?"],
        '"b"',
    ),
    "mirror": Question(
        """Write a function `is_mirror(available)` that tells (`True` or `False`) whether a position, a
        frozenset of available numbers, is a mirror: with *F* the Frobenius number, exactly one of *x* and
        *F* − *x* is a gap, for each *x* from 0 to *F* but *F*/2.""",
        Function("is_mirror(available)", _is_mirror, lambda: ((p,) for p in _positions(10))),
        [
            "The gaps are the available numbers and 1. The largest of them is *F*.",
            "Go through x = 0, 1, … F, leave out the one with 2x = F, and compare `x in gaps` with "
            "`F - x in gaps`.",
        ],
        """
        def is_mirror(available):
            gaps = {1} | available
            f = max(gaps)
            pairs = [(x, f - x) for x in range(f + 1) if x != f - x]
            return all((x in gaps) != (y in gaps) for x, y in pairs)

        is_mirror
        """,
    ),
}
