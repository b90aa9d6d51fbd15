"""Questions of *Bachet's game*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from numbergame.subtraction import SubtractionGame, outcome_period, outcomes
from numbergame.teaching.answers import Number, Numbers, Reason, WinningMoves
from numbergame.teaching.functions import Function, Strategy
from numbergame.teaching.questions import Question


def _take_sets(largest: int) -> Iterator[tuple[int, ...]]:
    for size in (1, 2, 3):
        yield from combinations(range(1, largest + 1), size)


def _first_window(values: str, width: int) -> tuple[int, int]:
    seen: dict[str, int] = {}
    for place in range(len(values) - width + 1):
        window = values[place : place + width]
        if window in seen:
            return seen[window], place - seen[window]
        seen[window] = place
    raise AssertionError("no window comes again")


def _sequences() -> Iterator[tuple[str, int]]:
    for takes in _take_sets(7):
        period = outcome_period(takes)
        yield outcomes(takes, period.preperiod + period.period + 2 * takes[-1]), takes[-1]


QUESTIONS = {
    "ten": Question(
        "With takes 1, 2 and 3 and a heap of 10, which takes win?",
        WinningMoves(10, SubtractionGame([1, 2, 3], 10)),
        ["A heap of 4 is lost: whatever is taken, the other takes the rest. So is 8."],
        "10 % 4",
    ),
    "period": Question(
        "With which period do the outcomes of takes 1, 2 and 3 repeat?",
        Number(
            4,
            "PNNN, again and again. Each outcome depends on the three before it, so a window of three "
            "settles all that follow.",
            {3: "3 is the width of the window that proves a period.", 8: "8 is twice the period."},
        ),
        ["Write down the outcomes of the heaps 0, 1, 2 … and look for the P."],
        """
        from numbergame.subtraction import outcome_period
        outcome_period([1, 2, 3]).period
        """,
    ),
    "lost": Question(
        "Takes 3, 5 and 8: which heaps below 12 are lost for the player to move?",
        Numbers(
            [0, 1, 2, 11],
            "In 0, 1 and 2 nothing can be taken; from 11 each take leaves 8, 6 or 3.",
            lambda heap: (
                f"from {heap} a take leaves a heap where nothing can be taken."
                if heap in range(3, 11)
                else ""
            ),
        ),
        ["From which heaps can nothing be taken?", "From 3 to 10 some take leaves 0, 1 or 2."],
        """
        from numbergame.subtraction import outcomes
        [heap for heap, letter in enumerate(outcomes([3, 5, 8], 12)) if letter == "P"]
        """,
    ),
    "window": Question(
        """A program finds that with largest take 8 the outcomes 100 to 107 are the same as the outcomes 89
        to 96. Why does the pattern of length 11 go on for ever?""",
        Reason(
            "c",
            {
                "a": (
                    "A pattern that is seen nine times in a row does not stop.",
                    "the notebook has a pattern that was seen six times, and stopped.",
                ),
                "b": (
                    "Outcomes of subtraction games always have a period.",
                    "they have, but not always this one.",
                ),
                "c": (
                    "Each outcome is settled by the eight before it, so that equal windows have equal "
                    "continuations.",
                    "The two windows go on in the same way for ever.",
                ),
                "d": (
                    "11 is larger than 8.",
                    "how long the period is does not matter. What settles the next outcome?",
                ),
            },
        ),
        ["Which outcomes must you know to work out that of heap 108?"],
        '"c"',
    ),
    "outcomes": Question(
        """Write a function `outcomes(takes, length)`: the outcomes of the heaps 0 … *length* − 1 as a text
        of P and N, as in "PNNNP" for takes 1, 2 and 3 and length 5.""",
        Function(
            "outcomes(takes, length)", outcomes, lambda: ((takes, 4 * takes[-1]) for takes in _take_sets(6))
        ),
        ["Go up from heap 0. A heap is N if some take that it allows leaves a heap that is P."],
        """
        def outcomes(takes, length):
            letters = ""
            for heap in range(length):
                wins = any(take <= heap and letters[heap - take] == "P" for take in takes)
                letters += "N" if wins else "P"
            return letters

        outcomes
        """,
    ),
    "find-period": Question(
        """Write a function `find_period(values, width)`: `values` is a text of outcomes. Find the first
        window of *width* outcomes that has come before, and return where it came first and how
        much later it comes again: the pre-period and the period. It always comes.""",
        Function("find_period(values, width)", _first_window, _sequences),
        [
            "`values[place : place + width]` is a window. Keep a dict from each window to its place.",
            "The pre-period is the place in the dict, the period the difference of the two places.",
        ],
        """
        def find_period(values, width):
            seen = {}
            for place in range(len(values)):
                window = values[place : place + width]
                if window in seen:
                    return seen[window], place - seen[window]
                seen[window] = place

        find_period
        """,
    ),
    "strategy": Question(
        """Takes 1, 3 and 4 again. Write a function `take(heap)` that wins wherever it is possible, without a
        search: look at the remainder of the heap. It is only asked where there is a winning take.""",
        Strategy("take(heap)", SubtractionGame([1, 3, 4], 200), lambda: range(201)),
        [
            "The lost heaps leave the remainders 0 and 2 when they are divided by 7.",
            "From each other remainder, which take leads to 0 or 2?",
        ],
        """
        def take(heap):
            return {1: 1, 3: 3, 4: 4, 5: 3, 6: 4}[heap % 7]

        take
        """,
    ),
}
