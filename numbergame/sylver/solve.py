"""Sylver Coinage: the Number Game with no largest number, solved exactly from coprime generators.

Once the numbers chosen have no common divisor, only finitely many others are available, and
`Position.generated_by` says which.  `solve_position` finds all winning replies, `outcome` only who wins,
`reply_table` the replies to every coprime pair, and `prove` a proof that `numbergame.sylver.certificate`
checks without any of this.

A search is compiled where that pays and the position fits its table, as every position with up to 120
available numbers does; others, and all where numba is missing, are searched in plain Python.  There is no
limit but memory and time.  `max_positions` and `max_seconds` bound those, and `LimitReached` tells that they
were not enough.  `progress` is called while a search goes on, see `search.Progress`.

Many positions are solved by `solve_positions`, on many processors or machines where an `executor` is given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from concurrent.futures import Executor
from functools import partial
from math import gcd
from typing import Any, NamedTuple

from numbergame.number_game import Position
from numbergame.sylver.plain import PlainSearch
from numbergame.sylver.search import THEOREMS, Limits, Progress, Search

MAX_FOR_PLAIN = 40
"""Available numbers up to which a plain search ends before numba would be loaded."""


class SylverSolution(NamedTuple):
    """All winning moves from a position, and what it took to find them.

    positions: the positions whose outcome was found; nbytes: the most memory their table took.
    """

    position: Position
    winning_moves: tuple[int, ...]
    positions: int
    nbytes: int
    seconds: float

    @property
    def outcome(self) -> str:
        """ "P" or "N"."""
        return "N" if self.winning_moves else "P"

    def as_dict(self) -> dict[str, Any]:
        """Return the solution as plain values, for JSON or for a row of a table."""
        return {
            "generators": list(self.position.minimal_generators),
            "frobenius_number": self.position.frobenius_number,
            "genus": self.position.genus,
            "outcome": self.outcome,
            "winning_moves": list(self.winning_moves),
            "positions": self.positions,
            "bytes": self.nbytes,
            "seconds": round(self.seconds, 3),
        }


def solve_position(
    position: Position,
    *,
    theorems: Collection[str] = tuple(THEOREMS),
    compiled: bool | None = None,
    max_positions: int | None = None,
    max_seconds: float | None = None,
    progress: Progress | None = None,
) -> SylverSolution:
    """Return all winning moves from a position.

    theorems: the names of the `THEOREMS` that may prune the search.
    compiled: whether to search by compiled code; None to let the position decide.
    LimitReached if more than `max_positions` or `max_seconds` or more memory than there is are needed;
    ValueError for an unknown theorem, or for a compiled search that cannot hold the position.
    """
    limits = Limits(max_positions, max_seconds, progress)
    search = _search(position, theorems, compiled, limits)
    winning = tuple(move for move, after in position.moves() if search.is_p_position(after))
    return SylverSolution(position, winning, search.positions, search.nbytes, limits.seconds)


def outcome(
    position: Position,
    *,
    theorems: Collection[str] = tuple(THEOREMS),
    compiled: bool | None = None,
    max_positions: int | None = None,
    max_seconds: float | None = None,
    progress: Progress | None = None,
) -> str:
    """Return "P" or "N"; for an N-position this is less work than all its winning moves.

    The keywords are those of `solve_position`.
    """
    search = _search(position, theorems, compiled, Limits(max_positions, max_seconds, progress))
    return "P" if search.is_p_position(position) else "N"


def solve_positions(
    positions: Iterable[Position],
    *,
    compiled: bool | None = None,
    max_positions: int | None = None,
    max_seconds: float | None = None,
    executor: Executor | None = None,
) -> list[SylverSolution]:
    """Return the solution of each position, in the same order.

    executor: what solves them, each by itself, such as a `ProcessPoolExecutor` or, for many machines, what
    `get_executor()` of a Dask client returns; None for one after the other.  The other keywords are those of
    `solve_position`, for each position.
    """
    solve = partial(solve_position, compiled=compiled, max_positions=max_positions, max_seconds=max_seconds)
    return list(map(solve, positions) if executor is None else executor.map(solve, positions))


def reply_table(
    max_generator: int, *, compiled: bool | None = None, executor: Executor | None = None
) -> dict[tuple[int, int], SylverSolution]:
    """Return the solution of {a, b} for every coprime pair 2 ≤ a < b ≤ max_generator.

    The keywords are those of `solve_positions`.
    """
    pairs = [
        (a, b) for a in range(2, max_generator) for b in range(a + 1, max_generator + 1) if gcd(a, b) == 1
    ]
    solutions = solve_positions(map(Position.generated_by, pairs), compiled=compiled, executor=executor)
    return dict(zip(pairs, solutions, strict=True))


def prove(
    position: Position,
    *,
    max_positions: int | None = None,
    max_seconds: float | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Return a proof of the outcome of a position, as plain values for JSON; `certificate.verify` checks it.

    The claims name each position by its minimal generators.  An N-position is claimed with its least winning
    move, and what that leads to is claimed, too.  A P-position is claimed as "P", with all its options.
    LimitReached as for `solve_position`.
    """
    search = _search(position, (), None, Limits(max_positions, max_seconds, progress))
    claims: dict[str, int | str] = {}
    unproved = [position]
    while unproved:
        claimed = unproved.pop()
        if (name := _name(claimed)) in claims:
            continue
        options = claimed.moves()
        if search.is_p_position(claimed):
            claims[name] = "P"
            unproved += (option for _, option in options)
        else:
            claims[name], option = next((m, after) for m, after in options if search.is_p_position(after))
            unproved.append(option)
    return {
        "game": "Sylver Coinage",
        "generators": list(position.minimal_generators),
        "outcome": "P" if claims[_name(position)] == "P" else "N",
        "claims": claims,
    }


def _name(position: Position) -> str:
    """Return the key of a position among the claims of a certificate."""
    return " ".join(map(str, position.minimal_generators))


def _search(position: Position, theorems: Iterable[str], compiled: bool | None, limits: Limits) -> Search:
    """Return the search to use for a position."""
    names = tuple(theorems)
    if unknown := set(names) - set(THEOREMS):
        raise ValueError(f"unknown theorems: {', '.join(sorted(unknown))}; there are {', '.join(THEOREMS)}")
    if compiled is False or (compiled is None and len(position) <= MAX_FOR_PLAIN):
        return PlainSearch(position, names, limits)
    try:
        from numbergame.sylver.compiled import CompiledSearch, fits  # numba takes a while to load
    except ImportError:  # it is missing or switched off
        if compiled:
            raise
        return PlainSearch(position, names, limits)
    if fits(position):
        return CompiledSearch(position, names, limits)
    if compiled:
        raise ValueError(f"{len(position)} numbers are available: more than the compiled search can hold")
    return PlainSearch(position, names, limits)
