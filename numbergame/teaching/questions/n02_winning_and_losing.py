"""Questions of *Winning and losing*."""

from numbergame.number_game import NumberGame, Position
from numbergame.teaching.answers import Number, Reason, WinningMove, WinningMoves
from numbergame.teaching.functions import Function
from numbergame.teaching.questions import Question
from numbergame.teaching.questions._cases import after, moves_to, positions_to, wins

QUESTIONS = {
    "rule": Question(
        """Write the rule: a function `after(available, number)` that takes a frozenset of available numbers
        and the one that is chosen, and returns the set of those available afterwards.""",
        Function("after(available, number)", after, lambda: moves_to(10)),
        [
            "All numbers from 2 up to the largest available one that are not available are forbidden; with "
            "0 they are what *number* can be added to.",
            "Go through the numbers upwards. One becomes forbidden if it is *number* more than 0 or than a "
            "forbidden one, and then counts as forbidden for those that follow.",
        ],
        """
        def after(available, number):
            forbidden = {0, *range(2, max(available) + 1)} - available
            for other in range(number, max(available) + 1):
                if other - number in forbidden:
                    forbidden.add(other)
            return available - forbidden

        after
        """,
    ),
    "wins": Question(
        """Write the recurrence: a function `wins(available)` that tells (`True` or `False`) whether the
        player to move wins with these numbers, a frozenset. It may call itself, and a function for the
        rule.""",
        Function("wins(available)", wins, lambda: positions_to(9)),
        [
            "A position is won if *some* move leaves a position that is lost.",
            "`any(not wins(…) for number in available)`",
        ],
        """
        def after(available, number):
            forbidden = {0, *range(2, max(available) + 1)} - available
            for other in range(number, max(available) + 1):
                if other - number in forbidden:
                    forbidden.add(other)
            return available - forbidden

        def wins(available):
            return any(not wins(after(available, number)) for number in available)

        wins
        """,
    ),
    "two-four-seven": Question(
        "Only 2, 4 and 7 are left. Which moves win? (An empty list, `[]`, if none does.)",
        WinningMoves(Position({2, 4, 7})),
        ["3 and 5 are forbidden already: 7 = 2 + 5.", "Can a move leave nothing?"],
        """
        from numbergame import NumberGame, Position, solve
        position = Position({2, 4, 7})
        solve(NumberGame(), position).winning_moves(position)
        """,
    ),
    "seven": Question(
        "The whole board 2..7 is lost for whoever begins. Your opponent begins with 6. What do you answer?",
        WinningMove(Position({2, 3, 4, 5, 7}), NumberGame(7)),
        [
            "2 and 3 answer each other. Look for another pair that does, and forbid the fifth number.",
            "5 and 7 answer each other, too.",
        ],
        """
        from numbergame import NumberGame, Position, solve
        position = Position.after([6], limit=7)
        solve(NumberGame(7)).best_move(position)
        """,
    ),
    "why-lost": Question(
        "2, 3, 5 and 7 are left, and whoever is to move loses. Which sentence proves it?",
        Reason(
            "c",
            {
                "a": (
                    "Every play from there has an even number of moves.",
                    "that is not so: choose 2, and after the answer 3 the play is over; choose 7, then 2, "
                    "then 3: three moves. A proof speaks of answers, not of all plays.",
                ),
                "b": (
                    "Four numbers are left, and four is even.",
                    "in 2, 4, 5 and 7 four numbers are left too, and 2 wins. How many are left does not "
                    "settle who wins.",
                ),
                "c": (
                    "2 and 3 answer each other, and so do 5 and 7: each pair leaves a position that is "
                    "lost again.",
                    "Every move has an answer after which the same player is to move in a lost position. "
                    "That is the definition.",
                ),
                "d": (
                    "After 7 the opponent can answer 5, which wins.",
                    "that is true, but it refutes one move. To be lost, every move must have an answer.",
                ),
            },
        ),
        ["To be lost means: *every* move has a winning answer."],
        '"c"',
    ),
    "round": Question(
        """Label the positions round by round. In which round does 2 3 7 get its letter? (The end, with
        nothing left, gets its letter in round 1, together with the positions that lead to it.)""",
        Number(
            2,
            "Its winning move, 7, leads to 2 3, which gets its letter at the beginning of round 2.",
            {
                1: "no move from 2 3 7 ends the game, so it is not won in round 1.",
                3: "the round counts pairs of letters, P and N; remoteness counts moves.",
            },
        ),
        ["Which move wins, and when does the position after it get its letter?"],
        """
        from numbergame import NumberGame, Position, solve
        position = Position({2, 3, 7})
        solve(NumberGame(), position)[position].remoteness // 2 + 1
        """,
    ),
}
