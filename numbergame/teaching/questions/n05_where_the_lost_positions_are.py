"""Questions of *Where the lost positions are*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from numbergame.number_game import NumberGame
from numbergame.solver import solve
from numbergame.teaching.answers import Number, Reason
from numbergame.teaching.functions import Function
from numbergame.teaching.questions import Question

Outcomes = Mapping[frozenset[int], str]


def _lost_share(outcomes: Outcomes, limit: int) -> float:
    board = [outcomes[position] for position in outcomes if max(position, default=1) <= limit]
    return board.count("P") / len(board)


def _boards() -> Iterator[tuple[Outcomes, int]]:
    outcomes = {frozenset(position): value.outcome for position, value in solve(NumberGame(11)).items()}
    yield from ((outcomes, limit) for limit in range(1, 12))


QUESTIONS = {
    "share": Question(
        "What per cent of the positions of the board 2..12 are P? Round to a whole number.",
        Number(
            23,
            "39 of 170.",
            {
                18: "that is the board 2..20.",
                39: "39 positions are P, but what per cent are they?",
                77: "that is how many are N.",
            },
        ),
        [
            "The positions of the board 2..12 are those of 2..20 whose largest number is at most 12.",
            "There are 170 of them.",
        ],
        """
        from numbergame import NumberGame, solve
        values = solve(NumberGame(12)).values()
        round(100 * sum(value.outcome == "P" for value in values) / len(values))
        """,
    ),
    "one-left": Question(
        "How many P-positions have exactly one number left?",
        Number(
            0,
            "Whoever is to move chooses it, and wins.",
            {
                1: "only the position with nothing left is P for so simple a reason.",
                2: "2 alone and 3 alone are the positions. Who wins there?",
            },
        ),
        ["What would you do if just one number were left?"],
        """
        from numbergame import NumberGame, solve
        solution = solve(NumberGame(20))
        sum(len(position) == 1 and solution[position].outcome == "P" for position in solution)
        """,
    ),
    "frobenius": Question(
        "Your opponent chose 4 and you chose 7. What is the Frobenius number of the position?",
        Number(
            17,
            "4·7 − 4 − 7 = 17, Sylvester's formula.",
            {n: f"{n} is available, but a larger number is too." for n in (2, 3, 5, 6, 9, 10, 13)},
        ),
        [
            "Which is the largest number that is still available?",
            "18 = 4 + 7 + 7, 19 = 4·3 + 7, 20 = 5·4 and 21 = 3·7.",
        ],
        """
        from numbergame import Position
        Position.after([4, 7]).frobenius_number
        """,
    ),
    "mirror": Question(
        """After 4 and 7 a friend says, without looking for a move: the player to move wins. What does she
        know?""",
        Reason(
            "a",
            {
                "a": (
                    "*x* is available exactly when 17 − *x* is forbidden or 0: the position is a mirror.",
                    "At a mirror the winning answer to 17 can be stolen.",
                ),
                "b": (
                    "17 is a prime.",
                    "the largest number left is odd at many lost positions, and a prime at some.",
                ),
                "c": (
                    "An even number of numbers is left.",
                    "most lost positions have an even number of numbers left.",
                ),
                "d": (
                    "Four P-positions of five have 2 among their numbers.",
                    "that says nothing of this position.",
                ),
            },
        ),
        ["Write the numbers from 0 to 17 in a row, and below them backwards."],
        '"a"',
    ),
    "largest": Question(
        """An odd number of numbers is left, and you have no time to think: you take the largest. In how many
        per cent of those positions of the board 2..20 does that win? Round to a whole number.""",
        Number(37, "655 of 1,759: more than a third."),
        [
            "`max(position) in solution.winning_moves(position)`",
            "Count only positions with `len(position) % 2 == 1`.",
        ],
        """
        from numbergame import NumberGame, solve
        solution = solve(NumberGame(20))
        odd = [position for position in solution if len(position) % 2 == 1]
        wins = [max(position) in solution.winning_moves(position) for position in odd]
        round(100 * sum(wins) / len(odd))
        """,
    ),
    "lost-share": Question(
        """One table is enough for all smaller boards. Write a function `lost_share(outcomes, limit)`:
        `outcomes` is a dict from each position of a board, a frozenset, to "P" or "N"; the share
        of P among the positions of the board 2..*limit* is wanted, a number from 0 to 1.""",
        Function("lost_share(outcomes, limit)", _lost_share, _boards),
        [
            "A position belongs to the board 2..*limit* if its largest number is at most *limit*.",
            "The position with nothing left belongs to every board: `max(position, default=1)`.",
        ],
        """
        def lost_share(outcomes, limit):
            board = [p for p in outcomes if max(p, default=1) <= limit]
            return sum(outcomes[p] == "P" for p in board) / len(board)

        lost_share
        """,
    ),
}
