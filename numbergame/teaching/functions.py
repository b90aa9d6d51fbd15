"""Answers that are programs: each is tried on many cases, and the smallest that it gets wrong is shown."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from copy import deepcopy
from dataclasses import dataclass
from itertools import islice
from math import isclose
from numbers import Integral, Real
from typing import Any

from numbergame.game import Game
from numbergame.solver import solve
from numbergame.teaching.answers import Verdict, refuted

MAX_ITEMS = 1_000_000
"""Of what a generator yields, no more is looked at."""

_WRITE_ABOVE = "write the function above, and put its name in place of `...`"


@dataclass(frozen=True)
class Function:
    """A function that gives what `right` gives, in every case.

    signature: how it is called, as in "after(available, number)".
    cases: makes the tuples of arguments, the smallest first; each call gets copies of its own.
    """

    signature: str
    right: Callable[..., Any]
    cases: Callable[[], Iterable[tuple[Any, ...]]]

    wanted = _WRITE_ABOVE

    @property
    def name(self) -> str:
        """What the function is called in messages."""
        return self.signature.partition("(")[0]

    def judge(self, answer: Any) -> Verdict:
        """Try a function on all cases; the first that it gets wrong is the verdict."""
        if not callable(answer):
            return Verdict(False, f"the answer is a function, `{self.signature}`.")
        cases = list(self.cases())
        for arguments in cases:
            if misfit := _misfit(answer, self.signature, arguments):
                return Verdict(False, misfit)
            call = f"{self.name}({', '.join(map(shown, arguments))})"
            given, problem = _called(answer, arguments)
            if problem:
                return Verdict(False, f"`{call}` stops with {problem}.")
            right = self.right(*deepcopy(arguments))
            if not same(given, right):
                forgotten = ". Is there a return in it?" if given is None else "."
                return Verdict(
                    False, f"`{call}` gives `{shown(given)}`, and it is `{shown(right)}`{forgotten}"
                )
        return Verdict(True, f"It agrees in all {len(cases):,} cases that were tried.")


@dataclass(frozen=True)
class Strategy:
    """A function that gives a winning move for each of some positions that have one."""

    signature: str
    game: Game[Any, Any]
    positions: Callable[[], Iterable[Any]]
    given: Callable[[Any], Any] = lambda position: position
    """What the function is called with, made of a position."""

    wanted = _WRITE_ABOVE

    def judge(self, answer: Any) -> Verdict:
        """Let a strategy move in each won position; the first move that does not win is refuted."""
        if not callable(answer):
            return Verdict(False, f"the answer is a function, `{self.signature}`.")
        positions = list(self.positions())
        solution = solve(self.game, *positions)
        won = [position for position in positions if solution[position].outcome == "N"]
        for position in won:
            argument = self.given(position)
            if misfit := _misfit(answer, self.signature, (argument,)):
                return Verdict(False, misfit)
            move, problem = _called(answer, (argument,))
            if problem:
                return Verdict(False, f"at `{shown(argument)}` it stops with {problem}.")
            if refutation := refuted(move, position, solution):
                return Verdict(False, f"at `{shown(argument)}`, {refutation}")
        return Verdict(True, f"It wins from all {len(won):,} positions that were tried.")


@dataclass(frozen=True)
class OwnGame:
    """A game written by the reader: from each position its moves lead where those of `right` do.

    `plain` tells positions that are the same but for how they are written, as in Nim (1, 2) and (2, 1).
    """

    right: Game[Any, Any]
    positions: Callable[[], Iterable[Any]]
    plain: Callable[[Any], Any] = lambda position: position

    wanted = "write the game above, and put an object of it in place of `...`"

    def judge(self, answer: Any) -> Verdict:
        """Compare the moves of a game, position by position."""
        if isinstance(answer, type):
            return Verdict(False, f"this is the class: put {answer.__name__}() for a game of it.")
        if not hasattr(answer, "start") or not callable(getattr(answer, "moves", None)):
            return Verdict(False, "the answer is a game, an object with `start` and `moves(position)`.")
        positions = list(self.positions())
        for position in positions:
            moves, problem = _called(answer.moves, (position,))
            if problem:
                return Verdict(False, f"`moves({shown(position)})` stops with {problem}.")
            try:
                given = Counter(self.plain(after) for _, after in moves)
            except Exception:  # whatever the reader's positions are
                return Verdict(
                    False, f"`moves({shown(position)})` is to give pairs of a move and a position."
                )
            right = Counter(self.plain(after) for _, after in self.right.moves(position))
            for more, fewer, words in ((given, right, "does not lead"), (right, given, "does lead")):
                if extra := more - fewer:
                    return Verdict(
                        False, f"a move from `{shown(position)}` {words} to `{shown(min(extra))}`."
                    )
        return Verdict(True, f"Its moves are right in all {len(positions):,} positions that were tried.")


def shown(value: Any) -> str:
    """Return a value as people write it: sets ascending, the rest as Python does.

    >>> shown(frozenset({5, 2}))
    '{2, 5}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{shown(key)}: {shown(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Set) and value:
        try:
            return "{" + ", ".join(map(shown, sorted(value, key=_order))) + "}"
        except TypeError:
            return repr(value)
    if isinstance(value, tuple | list):
        inner = ", ".join(map(shown, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' * (len(value) == 1)})"
    return "{}" if isinstance(value, Set) else str(value) if isinstance(value, Real) else repr(value)


def _order(value: Any) -> Any:
    """Return what sets and numbers are sorted by."""
    return (len(value), sorted(value)) if isinstance(value, Set) else value


def same(given: Any, right: Any) -> bool:
    """Return whether what a reader's function gave is what is right, however it is written.

    A set may be any collection, a list any sequence; numbers that are not whole may be rounded.
    """
    try:
        if isinstance(right, Set):
            return not isinstance(given, str) and {_frozen(item) for item in given} == set(right)
        if isinstance(right, tuple | list):
            given = list(given)
            return len(given) == len(right) and all(map(same, given, right))
        if isinstance(right, Real) and not isinstance(right, Integral):
            return isclose(given, right, abs_tol=1e-9)
        return right is given if right is None else bool(given == right)
    except (TypeError, ValueError):
        return False


def _frozen(item: Any) -> Any:
    return frozenset(item) if isinstance(item, Set) else item


def _misfit(answer: Callable[..., Any], signature: str, arguments: tuple[Any, ...]) -> str:
    """Return what there is to say of a function that cannot be called with these arguments, else ""."""
    try:
        inspect.signature(answer).bind(*arguments)
    except TypeError:
        return f"the function is called as in `{signature}`."
    except ValueError:  # a built-in function that does not tell
        return ""
    return ""


def _called(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, str]:
    """Return what a reader's function gives, and "" or the error in words."""
    try:
        given = function(*deepcopy(arguments))
        return (list(islice(given, MAX_ITEMS)) if isinstance(given, Iterator) else given), ""
    except Exception as error:  # whatever a reader's function does wrong
        return None, f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
