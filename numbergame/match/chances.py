"""What a player can expect who moves at random against a perfect one: exact chances, no simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import zip_longest

from numbergame.game import M, P
from numbergame.solver import Solution


def first_blunder_chances(solution: Solution[P, M]) -> dict[P, list[Fraction]]:
    """Return, for each N-position, the chances that a random mover blunders first at its move 1, 2, ….

    The random mover is to move and chooses each move with the same chance; a blunder is a move that
    does not win.  The opponent answers with `best_move`, so that one blunder is the end of every hope:
    what the chances lack to 1 is the chance that the random mover wins.
    """
    chances: dict[P, list[Fraction]] = {}
    answered: dict[P, list[Fraction]] = {}  # P-position -> the chances once the opponent has moved
    for position in solution:
        moves = dict(solution.moves(position))
        winning = solution.winning_moves(position)
        if winning:
            later = [answered[moves[move]] for move in winning]
            chances[position] = [
                1 - Fraction(len(winning), len(moves)),
                *(
                    sum(column, Fraction(0)) / len(moves)
                    for column in zip_longest(*later, fillvalue=Fraction(0))
                ),
            ]
        else:
            answer = solution.best_move(position)
            answered[position] = [] if answer is None else chances[moves[answer]]
    return chances
