"""For a class: exercises with hints and solutions, puzzles, sheets with their keys."""

from numbergame.teaching.answers import Verdict, judge_outcome, judge_winning_moves
from numbergame.teaching.exercises import exercise, show_solution
from numbergame.teaching.puzzles import GAMES, LEVELS, MAX_PUZZLES, Level, Puzzle, SheetGame, draw
from numbergame.teaching.trainer import Trainer
from numbergame.teaching.worksheet import Worksheet, worksheet

__all__ = [
    "GAMES",
    "LEVELS",
    "MAX_PUZZLES",
    "Level",
    "Puzzle",
    "SheetGame",
    "Trainer",
    "Verdict",
    "Worksheet",
    "draw",
    "exercise",
    "judge_outcome",
    "judge_winning_moves",
    "show_solution",
    "worksheet",
]
