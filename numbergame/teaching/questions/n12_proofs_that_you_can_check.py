"""Questions of *Proofs that you can check*."""

from __future__ import annotations

from collections.abc import Iterator

from numbergame.number_game import Position
from numbergame.teaching.answers import Number, Reason, WinningMove
from numbergame.teaching.functions import Function
from numbergame.teaching.questions import Question
from numbergame.teaching.questions._cases import Numbers, after, positions_to, wins


def _is_lost(position: Numbers, lost: frozenset[Numbers]) -> bool:
    return all(
        any(after(option, reply) in lost for reply in option)
        for option in (after(position, number) for number in position)
    )


def _claims() -> Iterator[tuple[Numbers, frozenset[Numbers]]]:
    """Yield positions of the board 2..8 with the true set of lost ones, and with parts of it."""
    everything = [position for (position,) in positions_to(8)]
    lost = [position for position in everything if not wins(position)]
    for claimed in (lost, lost[:2], lost[1:], lost[::2], lost[1::2], []):
        yield from ((position, frozenset(claimed)) for position in everything)


QUESTIONS = {
    "what": Question(
        """A certificate is to prove that a position is *lost* for whoever is to move. What must it claim?""",
        Reason(
            "d",
            {
                "a": ("One move that loses.", "the player to move would choose another one."),
                "b": ("One winning move.", "that proves that a position is *won*."),
                "c": (
                    "The whole play that a perfect player would make.",
                    "one play says nothing about other moves.",
                ),
                "d": (
                    "For every move, a winning answer.",
                    "With every move refuted, none is left that wins.",
                ),
            },
        ),
        ["To be lost means: *every* move leads to a won position."],
        '"d"',
    ),
    "reply": Question(
        """The proof that 11 wins after 4 and 5 must have an answer to each of the moves 2, 3, 6 and 7. What
        does it answer to 6?""",
        WinningMove(Position.after([4, 5, 11, 6])),
        ["2, 3 and 7 are left. Which of them leaves 2 and 3 only?"],
        """
        from numbergame import NumberGame, Position, solve
        position = Position.after([4, 5, 11, 6])
        solve(NumberGame(), position).best_move(position)
        """,
    ),
    "claims": Question(
        """Only 2 and 3 are left. How many claims does the shortest proof need that this is lost for whoever
        is to move? A claim is needed for the position itself and for what each of its moves
        leaves. Do not count the end, with nothing left, which is P by the rules.""",
        Number(
            3,
            "With 2 and 3 left it is P; after 2 choose 3; after 3 choose 2.",
            {
                2: "and a claim for the position itself.",
                1: "what if the opponent chooses 2?",
                4: "the end needs none.",
            },
        ),
        ["What is left after 2, and what after 3?"],
        "1 + 2",
    ),
    "check": Question(
        """Write the heart of a checker: a function `is_lost(position, lost)`. `position` is a frozenset of
        available numbers, `lost` a set of positions that are already proved to be lost. It tells
        (`True` or `False`) whether to every move from the position there is an answer that leaves
        a position of `lost`.""",
        Function("is_lost(position, lost)", _is_lost, _claims),
        [
            "`all(… for number in position)` over the moves, and in it `any(… for reply in option)` over "
            "the answers.",
            "With nothing left there is no move, and `all` of nothing is `True`: the end is lost.",
        ],
        """
        def after(available, number):
            forbidden = {0, *range(2, max(available) + 1)} - available
            for other in range(number, max(available) + 1):
                if other - number in forbidden:
                    forbidden.add(other)
            return available - forbidden

        def is_lost(position, lost):
            options = [after(position, number) for number in position]
            return all(
                any(after(option, reply) in lost for reply in option) for option in options
            )

        is_lost
        """,
    ),
}
