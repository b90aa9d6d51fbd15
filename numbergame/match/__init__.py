"""A play of a game: its record, its players, how it looks on a board, and who was winning."""

from numbergame.match.chances import first_blunder_chances
from numbergame.match.players import Strategy, beginner, careless, perfect, play_out, random_move
from numbergame.match.record import HistoryPoint, Record, blunders, value_history
from numbergame.match.session import OPPONENTS, Session, Settings

__all__ = [
    "OPPONENTS",
    "HistoryPoint",
    "Record",
    "Session",
    "Settings",
    "Strategy",
    "beginner",
    "blunders",
    "careless",
    "first_blunder_chances",
    "perfect",
    "play_out",
    "random_move",
    "value_history",
]
