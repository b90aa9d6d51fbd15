"""Tell a reader's answer right or wrong, and why, without giving the right one away.

The cells that ask hold no answers either: what is expected is worked out from the question.  A cell
prints its verdict with a `check…` function; the `judge…` functions return it, to mark many answers.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

from numbergame.game import Game
from numbergame.number_game import NumberGame, Position, why_not
from numbergame.solver import solve


@dataclass(frozen=True)
class Verdict:
    """What there is to say about an answer; true in a condition exactly if the answer is right.

    `right` is None where no answer has been given yet.
    """

    right: bool | None
    why: str

    def __bool__(self) -> bool:
        return self.right is True

    def __str__(self) -> str:
        if self.right is None:
            return self.why
        return ("Right. " if self.right else "Not yet: ") + self.why


ASK = Verdict(None, "Your turn: put your answer in place of None and run the cell again.")


def check(answer: Any, expected: Any) -> None:
    """Print whether an answer is what is expected: a number, a word, or a collection in any order.

    A wrong number is too small or too large; of a wrong collection, what does not belong is named,
    and whether anything is missing.  None is no answer yet.
    """
    print(judge(answer, expected))


def check_winning_moves(answer: Any, position: Any, game: Game[Any, Any] | None = None) -> None:
    """Print whether these are all the winning moves of a position, by default of the Number Game.

    A move that cannot be made is named with the reason; one that does not win, with an answer to it.
    """
    print(judge_winning_moves(answer, position, game))


def check_outcome(answer: Any, position: Any, game: Game[Any, Any] | None = None) -> None:
    """Print whether "P" or "N" is the outcome of a position, by default of the Number Game."""
    print(judge_outcome(answer, position, game))


def judge(answer: Any, expected: Any) -> Verdict:
    """Return the verdict that `check` prints."""
    if answer is None:
        return ASK
    if _is_collection(expected):
        return _judge_collection(answer, expected)
    if _is_collection(answer):
        return Verdict(False, "the answer is a single value, not a list.")
    if answer == expected:
        return Verdict(True, "The computation gives the same.")
    if isinstance(expected, Real) and isinstance(answer, Real):
        return Verdict(False, f"{answer} is too {'small' if answer < expected else 'large'}.")
    return Verdict(False, f"it is not {answer!r}.")


def judge_winning_moves(answer: Any, position: Any, game: Game[Any, Any] | None = None) -> Verdict:
    """Return the verdict that `check_winning_moves` prints."""
    if answer is None:
        return ASK
    solution = solve(game or NumberGame(), position)
    winning, options = solution.winning_moves(position), dict(solution.moves(position))
    for move in answer if _is_collection(answer) else ():
        if move not in list(options):  # a list, since a wrong answer may not be hashable
            return Verdict(False, _no_move(move, position))
        if move not in winning:
            reply = solution.best_move(options[move])
            return Verdict(False, f"{move} does not win, since the opponent can answer {reply}.")
    verdict = _judge_collection(answer, winning)
    if not verdict:
        return verdict
    if not winning:
        return Verdict(True, "The opponent has a winning answer to every move.")
    return Verdict(True, "After each of these every reply has a winning answer, and no other move wins.")


def judge_outcome(answer: Any, position: Any, game: Game[Any, Any] | None = None) -> Verdict:
    """Return the verdict that `check_outcome` prints."""
    if answer is None:
        return ASK
    if not isinstance(answer, str) or answer not in ("P", "N"):
        return Verdict(False, 'the answer is "P" or "N".')
    outcome = solve(game or NumberGame(), position)[position].outcome
    if answer == outcome:
        why = {"N": "Some move leaves a P-position.", "P": "Every move leaves an N-position."}
        return Verdict(True, why[outcome])
    reasons = {
        "N": "some move leaves a P-position. Look for it.",
        "P": "every move leaves an N-position. Try one, and find the reply.",
    }
    return Verdict(False, reasons[outcome])


def _judge_collection(answer: Any, expected: Collection[Any]) -> Verdict:
    if not _is_collection(answer):
        return Verdict(False, "the answer is a list, such as [2, 5].")
    answer = list(answer)  # of a pandas series `in` would ask the index
    if wrong := [item for item in answer if item not in expected]:
        return Verdict(
            False, f"{', '.join(map(str, wrong))} {'does' if len(wrong) == 1 else 'do'} not belong."
        )
    if all(item in answer for item in expected):
        return Verdict(True, "Nothing is missing and nothing is too much.")
    if len(answer) > 0:
        return Verdict(False, "all of these belong, but something is missing.")
    return Verdict(False, "there are some.")


def _is_collection(value: Any) -> bool:
    return isinstance(value, Collection) and not isinstance(value, str)


def _no_move(move: Any, position: Any) -> str:
    """Return why a move cannot be made."""
    if isinstance(position, Position) and isinstance(move, Integral):
        if move in position.minimal_generators:
            return f"{move} is not available."
        return f"{move} cannot be chosen: {why_not(int(move), position.minimal_generators)}."
    return f"{move!r} is not a move here."
