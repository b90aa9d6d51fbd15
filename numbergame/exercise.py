"""Check a reader's answer: say whether it is right and what is wrong with it, but not the answer.

The cells that ask hold no answers either: what is expected is worked out from the question.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import Any

from numbergame.game import Game
from numbergame.number_game import NumberGame
from numbergame.solver import solve

ASK = "Your turn: put your answer in place of None and run the cell again."


def check(answer: Any, expected: Any) -> None:
    """Print whether an answer is what is expected: a number, a word, or a collection in any order.

    A wrong number is too small or too large; of a wrong collection, what does not belong is named,
    and whether anything is missing.  None is no answer yet.
    """
    print(_verdict(answer, expected))


def _verdict(answer: Any, expected: Any) -> str:
    if answer is None:
        return ASK
    if isinstance(expected, Collection) and not isinstance(expected, str):
        if not isinstance(answer, Collection) or isinstance(answer, str):
            return "Not yet: the answer is a list, such as [2, 5]."
        return _collection_verdict(answer, expected)
    if answer == expected:
        return "Right."
    if isinstance(expected, int | float) and isinstance(answer, int | float):
        return f"Not yet: {answer} is too {'small' if answer < expected else 'large'}."
    return f"Not yet: it is not {answer!r}."


def _collection_verdict(answer: Collection[Any], expected: Collection[Any]) -> str:
    wrong = [item for item in answer if item not in expected]
    if wrong:
        return f"Not yet: {', '.join(map(str, wrong))} {'does' if len(wrong) == 1 else 'do'} not belong."
    if any(item not in answer for item in expected):
        return (
            "Not yet: all of these belong, but something is missing."
            if answer
            else "Not yet: there are some."
        )
    return "Right."


def check_winning_moves(
    answer: Collection[Any] | None, position: Hashable, game: Game[Any, Any] | None = None
) -> None:
    """Print whether these are all the winning moves of a position, by default of the Number Game.

    A move that cannot be made is named with the reason; one that does not win, with an answer to it.
    """
    if answer is None:
        print(ASK)
        return
    game = game or NumberGame()
    solution = solve(game, position)
    options = dict(solution.moves(position))
    for move in answer:
        if move not in options:
            print(f"Not yet: {move} cannot be chosen here.")
            return
        if move not in solution.winning_moves(position):
            reply = solution.best_move(options[move])
            print(f"Not yet: {move} does not win, since the opponent can answer {reply}.")
            return
    print(_collection_verdict(answer, solution.winning_moves(position)))


def check_outcome(answer: str | None, position: Hashable, game: Game[Any, Any] | None = None) -> None:
    """Print whether "P" or "N" is the outcome of a position, by default of the Number Game."""
    expected = solve(game or NumberGame(), position)[position].outcome
    reasons = {
        "N": "Not yet: some move leaves a P-position. Look for it.",
        "P": "Not yet: every move leaves an N-position. Try one, and find the reply.",
    }
    if answer in (None, expected):
        print(ASK if answer is None else "Right.")
    elif answer in ("P", "N"):
        print(reasons[expected])
    else:
        print('Not yet: the answer is "P" or "N".')
