"""Questions of *Open questions*."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from numbergame.number_game import NumberGame
from numbergame.solver import solve
from numbergame.teaching.answers import Number, Reason
from numbergame.teaching.functions import Function
from numbergame.teaching.questions import Question
from numbergame.teaching.questions._cases import positions_to, wins

Claim = Callable[[frozenset[int]], bool]


def _first_counterexample(claim: Claim, positions: list[frozenset[int]]) -> frozenset[int] | None:
    return next((position for position in positions if not claim(position)), None)


def _even_if_lost(position: frozenset[int]) -> bool:
    return wins(position) or len(position) % 2 == 0


def _won_if_odd(position: frozenset[int]) -> bool:
    return len(position) % 2 == 0 or wins(position)


def _has_two_if_large(position: frozenset[int]) -> bool:
    return 2 in position or len(position) < 4


def _is_small(position: frozenset[int]) -> bool:
    return len(position) < 6


def _anything(position: frozenset[int]) -> bool:
    return True


def _nothing(position: frozenset[int]) -> bool:
    return False


def _claims() -> Iterator[tuple[Claim, list[frozenset[int]]]]:
    positions = [position for (position,) in positions_to(9)]
    for claim in (_anything, _nothing, _is_small, _has_two_if_large, _even_if_lost, _won_if_odd):
        yield claim, positions
        yield claim, positions[::-1]
        yield claim, []


def _lost_boards(limit: int) -> list[int]:
    solution = solve(NumberGame(limit))
    by_limit = {
        position.frobenius_number: value for position, value in solution.items() if _is_board(set(position))
    }
    return sorted(board for board, value in by_limit.items() if board > 1 and value.outcome == "P")


def _is_board(numbers: set[int]) -> bool:
    return numbers == set(range(2, len(numbers) + 2))


QUESTIONS = {
    "proved": Question(
        "All even boards up to 2..58 were solved, and each is won for whoever begins. What is proved?",
        Reason(
            "b",
            {
                "a": (
                    "That all even boards are won.",
                    "nobody has looked at 2..60, and a pattern may stop: odd boards seemed to have one, too.",
                ),
                "b": (
                    "That these boards are won, and nothing about larger ones.",
                    "A count is a proof of what was counted.",
                ),
                "c": (
                    "That a reason exists, which only has to be found.",
                    "patterns without a reason do occur.",
                ),
                "d": (
                    "Nothing at all, as a computer may err.",
                    "it was counted in two ways that share no program. For the boards counted it is as "
                    "good as most proofs.",
                ),
            },
        ),
        ["Which boards were looked at?"],
        '"b"',
    ),
    "odd": Question(
        """510 of the 623 lost positions of the board 2..20 have an even number of available numbers. What
        per cent is that? Round to a whole number.""",
        Number(
            82,
            "Far more than half, and nobody knows why.",
            {18: "that is the per cent with an odd number.", 81: "round it up: it is 81.9."},
        ),
        ["`100 * 510 / 623`"],
        "round(100 * 510 / 623)",
    ),
    "counterexample": Question(
        """A claim stands until somebody finds a counterexample. Write a function `counterexample(claim,
        positions)`: `claim` is a function that gives `True` or `False` for a position,
        `positions` a list. Return the first position for which the claim is false, or `None` if
        there is none.""",
        Function("counterexample(claim, positions)", _first_counterexample, _claims),
        ["Go through the positions, and return the first for which `not claim(position)`."],
        """
        def counterexample(claim, positions):
            for position in positions:
                if not claim(position):
                    return position

        counterexample
        """,
    ),
    "lost-boards": Question(
        """Write a function `lost_boards(limit)`: the list of those boards 2..*k*, with *k* from 2 to
        *limit*, that are lost for whoever begins, each by its *k*. You may use the package.""",
        Function("lost_boards(limit)", _lost_boards, lambda: ((limit,) for limit in range(1, 19))),
        [
            "The board 2..*k* is a position of every larger board: `Position.board(k)`.",
            "One call of `solve(NumberGame(limit))` knows them all.",
        ],
        """
        from numbergame import NumberGame, Position, solve

        def lost_boards(limit):
            solution = solve(NumberGame(limit))
            boards = {k: Position.board(k) for k in range(2, limit + 1)}
            return [k for k, board in boards.items() if solution[board].outcome == "P"]

        lost_boards
        """,
    ),
}
