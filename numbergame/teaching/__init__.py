"""For a class: the check of a reader's answer, puzzles, sheets with their keys."""

from numbergame.teaching.answers import (
    Verdict,
    check,
    check_outcome,
    check_winning_moves,
    judge,
    judge_outcome,
    judge_winning_moves,
)
from numbergame.teaching.puzzles import GAMES, LEVELS, MAX_PUZZLES, Puzzle, draw
from numbergame.teaching.worksheet import Worksheet, worksheet

__all__ = [
    "GAMES",
    "LEVELS",
    "MAX_PUZZLES",
    "Puzzle",
    "Verdict",
    "Worksheet",
    "check",
    "check_outcome",
    "check_winning_moves",
    "draw",
    "judge",
    "judge_outcome",
    "judge_winning_moves",
    "worksheet",
]
