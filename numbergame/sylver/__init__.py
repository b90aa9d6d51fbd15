"""Sylver Coinage: the Number Game with no largest number, solved, proved and checked."""

from numbergame.sylver.certificate import flaw, verify
from numbergame.sylver.search import THEOREMS, LimitReached
from numbergame.sylver.solve import (
    SylverSolution,
    outcome,
    prove,
    reply_table,
    solve_position,
    solve_positions,
)

__all__ = [
    "THEOREMS",
    "LimitReached",
    "SylverSolution",
    "flaw",
    "outcome",
    "prove",
    "reply_table",
    "solve_position",
    "solve_positions",
    "verify",
]
