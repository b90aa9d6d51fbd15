"""Questions of *The game as a graph*."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping

from numbergame.number_game import NumberGame, Position
from numbergame.solver import solve
from numbergame.teaching.answers import Number, Numbers, Reason
from numbergame.teaching.functions import Function
from numbergame.teaching.questions import Question

Options = Mapping[Hashable, Collection[Hashable]]


def _longest(options: Options, start: Hashable) -> int:
    return max((1 + _longest(options, after) for after in options[start]), default=0)


def _graphs() -> Iterator[tuple[Options, Hashable]]:
    """Yield small games: a heap with takes 1 and 2, one with two ways for each take, and boards."""
    yield {"end": []}, "end"
    yield {"start": ["end"], "end": []}, "start"
    for heap in range(2, 7):
        yield {n: [n - take for take in (1, 2) if take <= n] for n in range(heap + 1)}, heap
        yield {n: [n - 1, n - 1] if n else [] for n in range(heap + 1)}, heap
    for limit in range(2, 10):
        solution = solve(NumberGame(limit))
        yield (
            {str(p): [str(after) for _, after in solution.moves(p)] for p in solution},
            str(Position.board(limit)),
        )


QUESTIONS = {
    "plays": Question(
        """How many different plays are there from 2 3 6 7 11? Count the ways down in its picture, from the
        bottom up.""",
        Number(
            20,
            "The plays from its five options add up.",
            {
                5: "it has five moves, but plays go on after them.",
                8: "that is how many positions it has.",
                19: "that is how many moves its picture has.",
            },
        ),
        [
            "Write a 1 at the bottom. Then, upwards, write at each position the sum of what stands at the "
            "ends of its arrows.",
            "From 2 there is one play, from 3 one, from 2 3 two.",
        ],
        """
        from numbergame import NumberGame, Position

        def count_plays(position):
            return sum(count_plays(after) for _, after in NumberGame().moves(position)) or 1

        count_plays(Position({2, 3, 6, 7, 11}))
        """,
    ),
    "longest": Question(
        "How many moves does the longest play from 2 3 5 7 make?",
        Number(
            4,
            "Take the numbers from the largest down: each forbids only itself.",
            {2: "that is the shortest play, as 2 and 3 end everything."},
        ),
        ["Which of the four numbers forbids none of the others?", "Begin with 7."],
        """
        from numbergame import Position
        len(Position({2, 3, 5, 7}))
        """,
    ),
    "several": Question(
        "Which moves of the position 2 4 5 forbid more than the number that is chosen?",
        Numbers([2], "2 forbids 4 = 2 + 2, and 5 = 2 + 3 as well."),
        ["3 is forbidden already. Which sums of 4 or 5 with something forbidden are 5 or less?"],
        """
        from numbergame import Position
        position = Position({2, 4, 5})
        [number for number in position if len(position.choose(number)) < len(position) - 1]
        """,
    ),
    "no-cycle": Question(
        "Why can no play come back to a position that it has left?",
        Reason(
            "d",
            {
                "a": (
                    "Because the players do not want to.",
                    "the rules make it impossible, whatever the players want.",
                ),
                "b": (
                    "Because there are only finitely many positions.",
                    "in a finite graph one can walk in a circle, too.",
                ),
                "c": (
                    "Because every move forbids several numbers.",
                    "some moves forbid only the number chosen. What do all moves have in common?",
                ),
                "d": (
                    "Because every move makes the set of available numbers smaller.",
                    "What is forbidden stays forbidden, so no later set can be the same.",
                ),
            },
        ),
        ["What becomes of the number that is chosen?"],
        '"d"',
    ),
    "longest-play": Question(
        """Write a function `longest(options, start)` that returns how many moves the longest play from
        `start` to an end makes. `options` is a dict from each position to the list of positions one
        move later.""",
        Function("longest(options, start)", _longest, _graphs),
        [
            "The longest play begins with one move, and goes on with the longest play from there.",
            "From an end the longest play makes 0 moves: `max` takes a `default` for that.",
        ],
        """
        def longest(options, start):
            return max((1 + longest(options, after) for after in options[start]), default=0)

        longest
        """,
    ),
}
