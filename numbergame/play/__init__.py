"""What is played with in a notebook: the board, a small game to label by hand, a solved game to explore."""

from typing import Any

from numbergame._extras import extra

with extra("play"):
    from numbergame.play.board import Board, play, play_bachet
    from numbergame.play.labelling import label_by_hand

__all__ = ["Board", "explore", "label_by_hand", "play", "play_bachet"]


def __getattr__(name: str) -> Any:
    """Load what draws figures only when it is asked for: the board needs none."""
    if name != "explore":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with extra("figures"):
        from numbergame.play.explorer import explore
    return explore
