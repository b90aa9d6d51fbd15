"""The labelling of a small game by hand: which letter a position may be given, and why not yet."""

from __future__ import annotations

from typing import Generic

from numbergame.game import Game, M, P


class Labelling(Generic[P, M]):
    """The positions that play can reach, and the letters, P or N, that they have been given so far.

    >>> from numbergame import NumberGame, Position
    >>> labelling = Labelling(NumberGame(3))
    >>> labelling.give(Position({2, 3}), "P")
    'Too early: the move 2 leads to 3, which has no letter yet.'
    >>> labelling.give(Position(), "P")
    ''
    >>> labelling.letters
    {Position({}): 'P'}
    """

    def __init__(self, game: Game[P, M]) -> None:
        self.moves = _reachable(game)
        self.letters: dict[P, str] = {}

    def give(self, position: P, letter: str) -> str:
        """Give a position its letter; return why it cannot be given, "" if it was.

        N needs a move to a P; P needs the letters of all that the moves lead to.
        """
        objection = self._objection(position, letter)
        if not objection:
            self.letters[position] = letter
        return objection

    def round(self) -> tuple[list[P], list[P]]:
        """Give letters for one round; return the positions that became P, and those that became N by then."""
        unknown = [position for position in self.moves if position not in self.letters]
        lost = [position for position in unknown if not self.give(position, "P")]
        won = [position for position in unknown if position not in lost and not self.give(position, "N")]
        return lost, won

    def _objection(self, position: P, letter: str) -> str:
        options = self.moves[position]
        winning = [move for move, after in options.items() if self.letters.get(after) == "P"]
        unknown = [move for move, after in options.items() if after not in self.letters]
        if (letter == "N" and winning) or (letter == "P" and not winning and not unknown):
            return ""
        if letter == "P" and winning:
            return f"Not P: the move {winning[0]} leads to {options[winning[0]]}, which is P."
        if unknown:
            return (
                f"Too early: the move {unknown[0]} leads to {options[unknown[0]]}, which has no letter yet."
            )
        return "Not N: no move leads to a P-position."


def _reachable(game: Game[P, M]) -> dict[P, dict[M, P]]:
    """Return the moves of every position that play can reach, the start first."""
    moves: dict[P, dict[M, P]] = {}
    waiting = [game.start]
    while waiting:
        position = waiting.pop(0)
        if position not in moves:
            moves[position] = dict(game.moves(position))
            waiting += moves[position].values()
    return moves
