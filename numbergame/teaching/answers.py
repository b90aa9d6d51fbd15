"""Tell a reader's answer right or wrong, and why, without giving the right one away.

A wrong answer is refuted as an opponent would do it: a move that cannot be made is named with its
reason, a move that does not win with a reply to it.  Each class here is a kind of answer that a
question can want; `functions` has the kinds that are programs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Any, Literal, Protocol

from numbergame.game import Game
from numbergame.number_game import NumberGame, Position, why_not
from numbergame.solver import Solution, solve

Mark = Literal["right", "wrong", "left out"]


@dataclass(frozen=True)
class Verdict:
    """What there is to say about an answer; true in a condition exactly if the answer is right.

    `right` is None where no answer has been given.
    """

    right: bool | None
    why: str

    def __bool__(self) -> bool:
        return self.right is True

    def __str__(self) -> str:
        if self.right is None:
            return self.why
        return ("Right. " if self.right else "Not yet: ") + self.why

    @property
    def mark(self) -> Mark:
        """The verdict in a word, for a list of marks."""
        if self.right is None:
            return "left out"
        return "right" if self.right else "wrong"


LEFT_OUT = Verdict(None, "No answer yet.")


class Kind(Protocol):
    """A kind of answer: what the reader is to write, and how it is judged."""

    @property
    def wanted(self) -> str:
        """What the reader is to do, as in "put a number in place of `...`"."""

    def judge(self, answer: Any) -> Verdict:
        """Return whether an answer is right, and why."""


@dataclass(frozen=True)
class Number:
    """One number; `instead` says of likely wrong ones what they are."""

    right: Real | int | float
    why: str = "The computation gives the same."
    instead: Mapping[Any, str] = field(default_factory=dict)
    tolerance: float = 0

    wanted = "put a number in place of `...`"

    def judge(self, answer: Any) -> Verdict:
        """Judge a number; a list of just one number is that number."""
        if is_collection(answer) and len(answer) == 1:
            (answer,) = answer
        if not _is_number(answer):
            return Verdict(False, "the answer is a number.")
        if abs(answer - self.right) <= self.tolerance:
            return Verdict(True, self.why)
        return Verdict(False, self.instead.get(answer, f"it is not {answer}."))


@dataclass(frozen=True)
class Numbers:
    """A collection of numbers in any order; `why_wrong` says of a number why it does not belong."""

    right: Collection[int]
    why: str = "Nothing is missing, and nothing is too much."
    why_wrong: Callable[[int], str] = lambda number: ""

    wanted = "put a list of numbers, as in `[2, 5]`, in place of `...`"

    def judge(self, answer: Any) -> Verdict:
        """Judge numbers; one alone is a list of one."""
        numbers = list(answer) if is_collection(answer) else [answer]
        if not all(map(_is_number, numbers)):
            return Verdict(False, "the answer is a list of numbers, such as [2, 5].")
        for number in numbers:
            if number not in self.right:
                why = self.why_wrong(int(number)) if isinstance(number, Integral) else ""
                return Verdict(False, why or f"{number} does not belong.")
        if all(number in numbers for number in self.right):
            return Verdict(True, self.why)
        return Verdict(
            False, "all of these belong, but something is missing." if numbers else "it is not empty."
        )


def available_after(*chosen: int, limit: int = 20) -> Numbers:
    """Return the kind of answer that lists what is available on the board 2..limit after some choices."""

    def why_wrong(number: int) -> str:
        if number > limit:
            return f"{number} is not on the board 2..{limit}."
        return f"{number} is not available: {why_not(number, chosen)}."

    return Numbers(Position.after(chosen, limit), why_wrong=why_wrong)


@dataclass(frozen=True)
class WinningMoves:
    """All winning moves of a position, by default of the Number Game."""

    position: Any
    game: Game[Any, Any] = field(default_factory=NumberGame)

    wanted = "put a list of moves, as in `[2, 5]`, in place of `...`"

    def judge(self, answer: Any) -> Verdict:
        """Judge moves as `judge_winning_moves` does."""
        return judge_winning_moves(answer, self.position, self.game)


@dataclass(frozen=True)
class WinningMove:
    """One winning move of a position, by default of the Number Game."""

    position: Any
    game: Game[Any, Any] = field(default_factory=NumberGame)

    wanted = "put a move in place of `...`"

    def judge(self, answer: Any) -> Verdict:
        """Judge a move; a list of just one move is that move."""
        solution = solve(self.game, self.position)
        moves = _moves(answer, [move for move, _ in solution.moves(self.position)])
        if len(moves) != 1:
            return Verdict(False, "the answer is one move.")
        refutation = refuted(moves[0], self.position, solution)
        return Verdict(not refutation, refutation or "After it every reply has a winning answer.")


@dataclass(frozen=True)
class Reason:
    """One of several statements, each under a letter with what there is to say about it."""

    right: str
    statements: Mapping[str, tuple[str, str]]

    wanted = 'put a letter, as in `"a"`, in place of `...`'

    def judge(self, answer: Any) -> Verdict:
        """Judge a letter."""
        if not isinstance(answer, str) or answer.lower() not in self.statements:
            letters = ", ".join(f'"{letter}"' for letter in self.statements)
            return Verdict(False, f"the answer is one of {letters}.")
        return Verdict(answer.lower() == self.right, self.statements[answer.lower()][1])


def judge_winning_moves(answer: Any, position: Any, game: Game[Any, Any] | None = None) -> Verdict:
    """Return whether these are all winning moves of a position, by default of the Number Game.

    >>> print(judge_winning_moves([2, 5], Position({2, 5})))
    Not yet: 5 does not win, since the opponent can answer 2.
    >>> print(judge_winning_moves(2, Position({2, 5})))
    Right. After it every reply has a winning answer, and no other move wins.
    """
    if answer is None:
        return LEFT_OUT
    solution = solve(game or NumberGame(), position)
    moves = _moves(answer, [move for move, _ in solution.moves(position)])
    for move in moves:
        if refutation := refuted(move, position, solution):
            return Verdict(False, refutation)
    winning = solution.winning_moves(position)
    if not all(move in moves for move in winning):
        return Verdict(False, "all of these win, but something is missing." if moves else "there are some.")
    if not winning:
        return Verdict(True, "The opponent has a winning answer to every move.")
    these = "it" if len(winning) == 1 else "each of these"
    return Verdict(True, f"After {these} every reply has a winning answer, and no other move wins.")


def judge_outcome(answer: Any, position: Any, game: Game[Any, Any] | None = None) -> Verdict:
    """Return whether "P" or "N" is the outcome of a position, by default of the Number Game.

    >>> print(judge_outcome("P", Position({2, 5})))
    Not yet: some move leaves a P-position. Look for it.
    """
    if answer is None:
        return LEFT_OUT
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


def refuted(move: Any, position: Any, solution: Solution[Any, Any]) -> str:
    """Return why a move does not win, with the reply that shows it, or why it is no move; "" if it wins."""
    for other, after in solution.moves(position):
        if _same_move(move, other):
            if solution[after].outcome == "P":
                return ""
            return f"{move} does not win, since the opponent can answer {solution.best_move(after)}."
    return _no_move(move, position)


def _moves(answer: Any, moves: list[Any]) -> list[Any]:
    """Return the moves of an answer; one alone, which may be a tuple itself, is a list of one."""
    alone = isinstance(answer, tuple) and any(isinstance(move, tuple) for move in moves)
    if alone or not is_collection(answer) or any(_same_move(answer, move) for move in moves):
        return [answer]
    return list(answer)  # of a pandas series `in` would ask the index


def _same_move(answer: Any, move: Any) -> bool:
    """Return whether an answer, which may be anything, is this move."""
    if isinstance(move, tuple):
        return isinstance(answer, tuple | list) and tuple(answer) == move
    return isinstance(answer, type(move) | Integral) and answer == move


def is_collection(value: Any) -> bool:
    """Return whether a value is a collection of answers."""
    return isinstance(value, Collection) and not isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _no_move(move: Any, position: Any) -> str:
    """Return why a move cannot be made."""
    if isinstance(position, Position) and isinstance(move, Integral):
        if move in position.minimal_generators:
            return f"{move} is not available."
        return f"{move} cannot be chosen: {why_not(int(move), position.minimal_generators)}."
    return f"{move!r} is not a move here."
