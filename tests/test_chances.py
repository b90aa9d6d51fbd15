"""The chances of a player who moves at random, against every play there is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from numbergame import NumberGame, Position, solve
from numbergame.match import first_blunder_chances
from numbergame.subtraction import SubtractionGame

GAMES = [NumberGame(limit) for limit in range(2, 11)] + [SubtractionGame([1, 3, 4], 19)]


def winning_chance_over_all_plays(solution, position, random_to_move=True):
    """Return the random mover's chance to make the last move, by following every play to its end."""
    moves = solution.moves(position)
    if not moves:
        return Fraction(not random_to_move)
    if not random_to_move:
        return winning_chance_over_all_plays(solution, dict(moves)[solution.best_move(position)])
    return sum(winning_chance_over_all_plays(solution, after, False) for _, after in moves) / len(moves)


def test_on_the_board_to_4_only_4_keeps_the_win_and_then_it_is_safe():
    # 4 leaves 2 and 3; the opponent takes one of them, and the other one is the last move.
    chances = first_blunder_chances(solve(NumberGame(4)))
    assert chances[Position.board(4)] == [Fraction(2, 3), 0]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_what_the_chances_lack_to_one_is_the_chance_to_win(game):
    solution = solve(game)
    chances = first_blunder_chances(solution)
    for position in solution:
        expected = winning_chance_over_all_plays(solution, position)
        assert 1 - sum(chances.get(position, [1])) == expected


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_exactly_the_n_positions_have_something_to_give_away(game):
    solution = solve(game)
    chances = first_blunder_chances(solution)
    assert set(chances) == {position for position, value in solution.items() if value.outcome == "N"}


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_first_move_blunders_as_often_as_a_move_does_not_win(game):
    solution = solve(game)
    for position, (first, *_) in first_blunder_chances(solution).items():
        losing = [move for move, after in solution.moves(position) if solution[after].outcome == "N"]
        assert first == Fraction(len(losing), len(solution.moves(position)))
