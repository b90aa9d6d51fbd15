"""Questions of *Your own game*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from numbergame.game import GameSum
from numbergame.subtraction import SubtractionGame
from numbergame.teaching.answers import Number, Numbers, Reason
from numbergame.teaching.functions import OwnGame
from numbergame.teaching.questions import Question

_NIM = GameSum(*[SubtractionGame(range(1, 6), 5)] * 3)
"""Nim with three heaps of up to 5 stones."""


def _heaps() -> Iterator[tuple[int, ...]]:
    heaps = combinations_with_replacement(range(6), 3)
    yield from sorted(heaps, key=lambda heaps: (sum(heaps), heaps))


QUESTIONS = {
    "nim": Question(
        """Write Nim with three heaps as a game of your own: an object whose `start` is the tuple `(3, 4,
        5)`, and whose `moves(position)` gives, for a tuple of heaps, each move together with the
        tuple after it. A move takes any number of stones from one heap. What you call the moves,
        and in which order the heaps stand, is up to you.""",
        OwnGame(_NIM, _heaps, lambda heaps: tuple(sorted(heaps))),
        [
            "For each heap, and each number from 1 to that heap, there is one move.",
            "Keep all three heaps, also when one is empty: `(*heaps[:i], heaps[i] - take, *heaps[i + 1:])`.",
        ],
        """
        class Nim:
            start = (3, 4, 5)

            def moves(self, heaps):
                for i, heap in enumerate(heaps):
                    for take in range(1, heap + 1):
                        yield (i, take), (*heaps[:i], heap - take, *heaps[i + 1 :])

        Nim()
        """,
    ),
    "kayles": Question(
        """Kayles: five pins stand in a row, numbered 1 to 5. A throw knocks down one pin, or two that stand
        side by side. You knock down one pin. Which one wins?""",
        Numbers(
            [3],
            "Two pins on each side are left, and you copy on one side what the opponent does on the other.",
            lambda pin: (
                f"the rows that are left are not of the same length: {pin - 1} and {5 - pin}."
                if pin in (1, 2, 4, 5)
                else ""
            ),
        ),
        ["When can you copy every throw of the opponent?"],
        "(1 + 5) // 2",
    ),
    "wythoff": Question(
        """Wythoff's game: two heaps; take any number from one, or the same number from both. The lost pairs
        begin (0, 0), (1, 2), (3, 5). Which pair comes next? Answer with its two heaps.""",
        Numbers([4, 7], "4 is the least number not yet in a pair, and the differences go 0, 1, 2, 3."),
        [
            "Every number is in just one pair. Which is the least that is still missing?",
            "The differences are 0, 1, 2, …",
        ],
        """
        from math import floor, sqrt
        golden = (1 + sqrt(5)) / 2
        [floor(3 * golden), floor(3 * golden**2)]
        """,
    ),
    "misere": Question(
        """Misère Nim: whoever takes the last stone *loses*. The heaps are 1 and 2, and you are to move. How
        many stones do you take from the heap of 2?""",
        Number(
            2,
            "One stone is left, and the opponent must take it.",
            {1: "the heaps are 1 and 1 then: the opponent takes one, and the last stone is yours."},
        ),
        ["What must be left so that the opponent takes the last stone?"],
        "2",
    ),
    "why-not-add": Question(
        """Two misère games, each lost for whoever is to move when it is played alone, lie side by side. Why
        does the sum tell nothing by their nim-values?""",
        Reason(
            "b",
            {
                "a": (
                    "Because misère games may go on for ever.",
                    "they end when the normal game does, or a move later.",
                ),
                "b": (
                    "Because the copying player makes the last move of all, which is the one that loses.",
                    "Nim-values add since the second player answers in the same part and so moves last; "
                    "here moving last is bad.",
                ),
                "c": (
                    "Because the remoteness counts an extra move.",
                    "it does, but that is not what makes sums fail.",
                ),
            },
        ),
        ["How does the second player win a sum of two equal games under normal play?"],
        '"b"',
    ),
}
