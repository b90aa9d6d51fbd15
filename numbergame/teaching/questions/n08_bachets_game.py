"""Questions of *Bachet's game*."""

from __future__ import annotations

from numbergame.subtraction import SubtractionGame
from numbergame.teaching.answers import Number, Numbers, Reason, WinningMoves
from numbergame.teaching.functions import Strategy
from numbergame.teaching.questions import Question

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
