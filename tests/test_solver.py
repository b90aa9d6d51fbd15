"""Outcomes, nim-values, remoteness and moves, of the Number Game and of games that a teacher writes."""

from __future__ import annotations

import re
import sys
from math import gcd

import brute_force
import pytest

from numbergame import GameSum, NumberGame, Position, Solution, mex, solve
from numbergame.checks import published
from numbergame.subtraction import SubtractionGame

# Games of a teacher, three lines each


class Nim:
    start = (3, 4, 5)

    def moves(self, heaps):
        for i, heap in enumerate(heaps):
            yield from (((i, left), (*heaps[:i], left, *heaps[i + 1 :])) for left in range(heap))


class Chomp:
    """A bar of chocolate: its rows' lengths, top row longest; the square (0, 0) is poisoned."""

    start = (4, 4, 4)

    def moves(self, rows):
        squares = [(r, c) for r, row in enumerate(rows) for c in range(row) if (r, c) != (0, 0)]
        yield from (((r, c), (*rows[:r], *(min(row, c) for row in rows[r:]))) for r, c in squares)


class Rope:
    """Cut one unit off a rope; the longest play there is."""

    start = 10_000

    def moves(self, length):
        return [("cut", length - 1)] if length else []


class Roundabout:
    """The exits of a roundabout, and one way in: play can go round for ever."""

    start = "in"

    def moves(self, place):
        return [("drive", {"in": "north", "north": "east", "east": "south", "south": "north"}[place])]


def options_of(solution: Solution) -> brute_force.Options:
    """Return the game that was solved as a dict from each position to its options."""
    return {position: [after for _, after in solution.game.moves(position)] for position in solution}


@pytest.fixture(
    scope="module",
    params=[
        NumberGame(12),
        Nim(),
        Chomp(),
        SubtractionGame([2, 5, 6], 60),
        SubtractionGame([3, 4], 2),
        GameSum(NumberGame(5), SubtractionGame([1, 2, 4], 6)),
    ],
    ids=["number game", "nim", "chomp", "bachet", "no move at all", "sum"],
)
def solution(request) -> Solution:
    """Return several games, solved."""
    return solve(request.param)


# What holds for every game


def test_every_reachable_position_is_solved_and_no_other(solution):
    reached, waiting = set(), [solution.game.start]
    while waiting:
        if (position := waiting.pop()) not in reached:
            reached.add(position)
            waiting += (after for _, after in solution.game.moves(position))
    assert set(solution) == reached
    assert len(solution) == len(reached)


def test_a_position_comes_after_all_that_it_leads_to(solution):
    met = set()
    for position in solution:
        assert all(after in met for _, after in solution.game.moves(position))
        met.add(position)


def test_nim_values_follow_grundys_definition(solution):
    expected = brute_force.nim_values(options_of(solution))
    assert {p: value.nim_value for p, value in solution.items()} == expected


def test_remoteness_is_the_least_number_of_plies_that_force_the_end(solution):
    expected = brute_force.plies_to_the_end(options_of(solution))
    assert {p: value.remoteness for p, value in solution.items()} == expected


def test_the_outcome_agrees_with_nim_value_and_remoteness(solution):
    for value in solution.values():
        assert value.outcome in ("P", "N")
        assert (value.outcome == "P") == (value.nim_value == 0) == (value.remoteness % 2 == 0)


def test_winning_moves_are_the_moves_to_p_positions(solution):
    for position, value in solution.items():
        moves = list(solution.game.moves(position))
        assert solution.moves(position) == tuple(moves)
        winning = solution.winning_moves(position)
        assert winning == tuple(move for move, after in moves if solution[after].outcome == "P")
        assert bool(winning) == (value.outcome == "N")


def test_the_best_move_is_the_fastest_win_or_the_slowest_loss(solution):
    for position, value in solution.items():
        after = {move: solution[option] for move, option in solution.game.moves(position)}
        best = solution.best_move(position)
        if not after:
            assert best is None
        elif value.outcome == "N":
            wins = {move: option.remoteness for move, option in after.items() if option.outcome == "P"}
            assert best == min(wins, key=lambda move: wins[move])
        else:
            assert best == max(after, key=lambda move: after[move].remoteness)


def test_best_play_lasts_as_long_as_the_remoteness_says(solution):
    for position in solution:
        plies, here = 0, position
        while (move := solution.best_move(here)) is not None:
            here = dict(solution.moves(here))[move]
            plies += 1
        assert plies == solution[position].remoteness


# The games of a teacher, by their theorems


def test_nim_is_the_exclusive_or_of_its_heaps():
    for (a, b, c), value in solve(Nim()).items():
        assert value.nim_value == a ^ b ^ c


def test_chomp_is_won_by_the_first_player():
    for rows in range(1, 5):
        for columns in range(1, 5):
            solution = solve(Chomp(), (columns,) * rows)
            assert solution[(columns,) * rows].outcome == ("P" if rows == columns == 1 else "N")


def test_square_chomp_is_won_by_leaving_an_l():
    for side in (2, 3, 4):
        assert solve(Chomp(), (side,) * side).winning_moves((side,) * side) == ((1, 1),)


def test_a_deep_game_does_not_hit_the_recursion_limit():
    assert sys.getrecursionlimit() < 10_000
    assert solve(Rope())[10_000] == ("P", 0, 10_000)
    heap = solve(SubtractionGame([1], 100_001))
    assert heap[100_001] == ("N", 1, 100_001)


# The Number Game


def test_every_position_of_the_contest_is_right(contest):
    positions = brute_force.every_position(20)
    assert {frozenset(position) for position in contest} == positions
    assert len(positions - {frozenset()}) == 3514
    for position in contest:
        numbers = frozenset(position)
        assert (contest[position].outcome == "N") == brute_force.wins(numbers)
        assert list(contest.winning_moves(position)) == brute_force.winning_moves(numbers)


def test_the_winner_is_the_same_on_every_board(large_board):
    for limit in (4, 11, 17, 20):
        solution = solve(NumberGame(limit))
        assert all(large_board[position] == value for position, value in solution.items())


def test_two_and_three_together_lose(contest):
    assert contest[Position.after([2, 3])].outcome == "P"
    assert contest.winning_moves(Position({2})) == (2,)


def test_two_answers_three_and_three_answers_two(contest):
    for position in contest:
        if 2 not in position and 3 in position:
            assert 3 in contest.winning_moves(position)
        if 3 not in position and 2 in position:
            after = position.choose(2)
            assert after == Position() and 2 in contest.winning_moves(position)


COPRIME_PAIRS_IN_REACH = [
    (m, n) for m in range(2, 30) for n in range(m + 1, 30) if m * n - m - n <= 29 and gcd(m, n) == 1
]


@pytest.mark.parametrize(("m", "n"), COPRIME_PAIRS_IN_REACH)
def test_a_coprime_pair_is_won_by_the_next_player_except_two_and_three(m, n):
    position = Position.generated_by([m, n])
    assert solve(NumberGame(), position)[position].outcome == ("P" if (m, n) == (2, 3) else "N")


def test_symmetric_and_pseudo_symmetric_positions_are_won_by_the_next_player(large_board):
    seen = 0
    for position, value in large_board.items():
        largest = position.frobenius_number
        if largest > 1 and (position.is_symmetric or position.is_pseudo_symmetric):
            seen += 1
            assert value.outcome == "N"
            for number in position:  # the strategy to steal: every other move takes the largest gap too
                assert largest not in position.choose(number)
    assert seen > 100


def test_the_longest_play_takes_the_available_numbers_downwards(contest):
    for position in contest:
        here = position
        for number in sorted(position, reverse=True):
            here = here.choose(number)
        assert here == Position()


def test_no_play_is_longer_than_the_available_numbers(contest):
    longest: dict[Position, int] = {}
    for position in contest:  # ends first
        longest[position] = max((1 + longest[after] for _, after in contest.moves(position)), default=0)
        assert longest[position] == len(position)


@pytest.mark.parametrize(("n", "nim_value"), published.NIM_VALUE_OF_3_AND_N.values.items())
def test_the_nim_value_of_three_and_n_is_as_published(n, nim_value):
    if n % 3 == 0:
        with pytest.raises(ValueError, match="infinitely many"):
            Position.generated_by([3, n])
        return
    position = Position.generated_by([3, n])
    assert solve(NumberGame(), position)[position].nim_value == nim_value


@pytest.mark.parametrize(("pair", "reply"), published.LEAST_WINNING_REPLY.values.items())
def test_the_least_winning_reply_is_as_published(pair, reply):
    position = Position.generated_by(pair)
    assert min(solve(NumberGame(), position).winning_moves(position)) == reply


# Sums of games


def test_the_nim_value_of_a_sum_is_the_exclusive_or_of_its_parts():
    parts = NumberGame(7), SubtractionGame([1, 3, 4], 9), Nim()
    alone = [solve(part, *starts) for part, starts in zip(parts, ((), (), ((1, 2),)), strict=True)]
    total = solve(GameSum(*parts), (parts[0].start, 9, (1, 2)))
    assert len(total) == len(alone[0]) * len(alone[1]) * len(alone[2])
    for position, value in total.items():
        a, b, c = (one[part].nim_value for one, part in zip(alone, position, strict=True))
        assert value.nim_value == a ^ b ^ c


def test_a_game_beside_itself_is_lost():
    for game in (NumberGame(8), SubtractionGame([2, 3], 11)):
        twice = GameSum(game, game)
        assert solve(twice)[twice.start].outcome == "P"


def test_a_turn_in_a_sum_is_a_move_in_one_part():
    both = GameSum(SubtractionGame([1, 2], 2), NumberGame(3))
    assert both.start == (2, Position({2, 3}))
    assert dict(both.moves(both.start)) == {
        (0, 1): (1, Position({2, 3})),
        (0, 2): (0, Position({2, 3})),
        (1, 2): (2, Position({3})),
        (1, 3): (2, Position({2})),
    }
    assert both == GameSum(SubtractionGame([2, 1], 2), NumberGame(3)) != GameSum(*reversed(both.games))
    assert len({both, GameSum(*both.games)}) == 1
    assert repr(both) == "GameSum(SubtractionGame([1, 2], 2), NumberGame(3))"


def test_the_sum_of_no_games_is_lost():
    assert solve(GameSum())[()].outcome == "P"


# What is solved, and what is refused


def test_only_what_the_given_positions_lead_to_is_solved():
    two_roots = solve(NumberGame(), Position({2}), Position({3}))
    assert set(two_roots) == {Position(), Position({2}), Position({3})}
    with pytest.raises(KeyError):
        two_roots[Position({2, 5})]
    for ask in (two_roots.moves, two_roots.winning_moves, two_roots.best_move):
        with pytest.raises(KeyError):
            ask(Position({2, 5}))
    assert Position({2, 5}) not in two_roots
    assert repr(two_roots) == "<Solution of NumberGame(20): 3 positions>"


def test_solving_a_position_twice_is_solving_it_once():
    once = solve(Nim(), (2, 3))
    assert dict(solve(Nim(), (2, 3), (1, 1), (2, 3))) == dict(once)
    assert list(solve(Nim(), (2, 3), (2, 3))) == list(once)


def test_play_that_can_repeat_is_an_error_that_shows_the_cycle():
    with pytest.raises(ValueError, match=r"^play can repeat: north → east → south → north$"):
        solve(Roundabout())


def test_a_move_that_stays_is_a_cycle_too():
    class Pass:
        start = 1

        def moves(self, position):
            return [("pass", position)]

    with pytest.raises(ValueError, match=r"^play can repeat: 1 → 1$"):
        solve(Pass())


def test_mex_is_the_least_number_that_is_missing():
    assert mex([]) == 0
    assert mex([1, 2]) == 0
    assert mex([0, 1, 3, 1]) == 2
    assert mex(iter(range(100))) == 100


def test_a_position_that_is_not_hashable_is_refused_in_words():
    with pytest.raises(TypeError, match=r"a position must be hashable, and \[2, 5\] is not"):
        solve(NumberGame(), [2, 5])


@pytest.mark.parametrize("stones", [[1], ([1], 2)])
def test_a_position_that_is_not_hashable_is_named_wherever_play_meets_it(stones):
    class Careless:
        start = 3

        def moves(self, position):
            yield "take one", position - 1 if position > 2 else stones

    with pytest.raises(TypeError, match=re.escape(f"a position must be hashable, and {stones!r} is not")):
        solve(Careless())


def test_the_start_comes_first_in_reverse(contest):
    assert list(reversed(contest)) == list(contest)[::-1]
    assert next(reversed(contest)) == NumberGame(20).start


def test_a_solution_is_extended_by_what_it_lacks():
    asked = []

    class Asked(NumberGame):
        def moves(self, position):
            asked.append(position)
            return super().moves(position)

    solution = solve(Asked(), Position.board(7))
    solution.extend(Position.board(9))
    solution.extend(Position.board(8))
    assert dict(solution) == dict(solve(NumberGame(9)))
    assert len(asked) == len(set(asked)) == len(solution)
