"""The Number Game and Bachet's game: solved, drawn and taught."""

from numbergame.game import Game, GameSum
from numbergame.number_game import NumberGame, Position
from numbergame.solver import Solution, Value, mex, solve
from numbergame.subtraction import SubtractionGame

__all__ = [
    "Game",
    "GameSum",
    "NumberGame",
    "Position",
    "Solution",
    "SubtractionGame",
    "Value",
    "mex",
    "solve",
]
