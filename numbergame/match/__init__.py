"""A play of a game: its record, its players, how it looks on a board, and who was winning."""

from numbergame.match.chances import first_blunder_chances
from numbergame.match.players import Strategy, human, perfect, play_out, random_move
from numbergame.match.record import Record, Standing, blunders, standings

__all__ = [
    "Record",
    "Standing",
    "Strategy",
    "blunders",
    "first_blunder_chances",
    "human",
    "perfect",
    "play_out",
    "random_move",
    "standings",
]
