"""Questions of *Every position*."""

from __future__ import annotations

from numbergame.number_game import NumberGame, why_not
from numbergame.solver import solve
from numbergame.teaching.answers import Number, Numbers, Reason, available_after
from numbergame.teaching.functions import Function
from numbergame.teaching.questions import Question


def _positions(limit: int) -> set[frozenset[int]]:
    return set(map(frozenset, solve(NumberGame(limit))))


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
    "positions": Question(
        """Write the enumeration: a function `positions(limit)` that returns all positions of the board
        2..*limit* as a set of frozensets, the start and the end included.""",
        Function("positions(limit)", _positions, lambda: ((limit,) for limit in range(1, 13))),
        [
            "Keep a set of the positions found and a list of those still to look at; begin with the whole "
            "board in both.",
            "Take one from the list, make each of its moves, and put what is new into both.",
        ],
        """
        def after(available, number):
            forbidden = {0, *range(2, max(available) + 1)} - available
            for other in range(number, max(available) + 1):
                if other - number in forbidden:
                    forbidden.add(other)
            return available - forbidden

        def positions(limit):
            start = frozenset(range(2, limit + 1))
            found, waiting = {start}, [start]
            while waiting:
                position = waiting.pop()
                for number in position:
                    new = after(position, number)
                    if new not in found:
                        found.add(new)
                        waiting.append(new)
            return found

        positions
        """,
    ),
    "stealing": Question(
        """At a mirror, *F* is the largest number left. Choosing *F* does not win, as the opponent has a
        winning answer *y*. Which sentence ends the proof that the player to move wins?""",
        Reason(
            "b",
            {
                "a": (
                    "The opponent's answer *y* must be smaller than *F*, and smaller numbers lose.",
                    "*y* wins for the opponent: that is how it was chosen.",
                ),
                "b": (
                    "Choose *y* yourself at once: it forbids *F* as well, and leaves the position that the "
                    "opponent would have left.",
                    "*F* − *y* is forbidden at a mirror, or is *y* itself, so *F* = (*F* − *y*) + *y* goes "
                    "with *y*.",
                ),
                "c": (
                    "Choose *F* anyway: the opponent may not find *y*.",
                    "a proof must work against every opponent.",
                ),
                "d": (
                    "A mirror has an odd number of numbers left, so that the player to move makes the last "
                    "move.",
                    "a move may forbid one number or many; counting does not settle who moves last.",
                ),
            },
        ),
        ["What does *y* forbid?", "The winning answer can be *stolen*."],
        '"b"',
    ),
}
