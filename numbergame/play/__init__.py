"""What is played with in a notebook: the board, and a small game to label by hand."""

from numbergame._extras import extra

with extra("play"):
    from numbergame.play.board import Board, play, play_bachet
    from numbergame.play.labelling import label_by_hand

__all__ = ["Board", "label_by_hand", "play", "play_bachet"]
