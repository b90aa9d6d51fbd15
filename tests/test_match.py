"""Records, players, cells and the value history of a play."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numbergame import GameSum, NumberGame, Position, solve
from numbergame.match import (
    Record,
    Settings,
    beginner,
    blunders,
    careless,
    perfect,
    play_out,
    random_move,
    value_history,
)
from numbergame.match.cells import cells
from numbergame.match.history import history_lines, history_svg
from numbergame.subtraction import SubtractionGame

BOARD = NumberGame()
SOLUTION = solve(BOARD)
RNG = Random(1)


# Opponents


def test_the_perfect_player_wins_every_won_position_of_the_board_against_every_reply():
    """Exhaustive: a position is safe if the reply to its one move leaves only safe positions."""
    plies: dict[Position, int] = {}  # the longest play from a position in which the perfect player moves
    won = sorted(position for position, value in SOLUTION.items() if value.outcome == "N")
    for position in won:  # a move leaves a smaller bit set, so every later position comes earlier
        after = position.choose(perfect(SOLUTION, position, RNG))
        replies = [after.choose(reply) for reply in after]
        assert all(reply in plies for reply in replies), f"a reply to {position} wins"
        plies[position] = 1 + max((1 + plies[reply] for reply in replies), default=0)
    assert len(plies) == len(won) > 2000
    assert all(plies[position] == SOLUTION[position].remoteness for position in won)


def test_two_perfect_players_take_as_many_plies_as_the_remoteness():
    for position in SOLUTION:
        record = Record(BOARD, position)
        while not record.is_over:
            record = record.after(perfect(SOLUTION, record.position, RNG))
        assert len(record.moves) == SOLUTION[position].remoteness


def test_the_random_player_makes_every_move_about_equally_often():
    position = Position({2, 3, 4, 5, 6})
    rng = Random(5)
    counts = Counter(random_move(SOLUTION, position, rng) for _ in range(5000))
    assert set(counts) == set(position)
    assert all(850 < count < 1150 for count in counts.values())


def test_a_careless_player_who_never_blunders_is_perfect():
    for position in list(SOLUTION)[1::50]:
        assert careless(0)(SOLUTION, position, Random(3)) == perfect(SOLUTION, position, RNG)


def test_a_careless_player_who_always_blunders_never_wins_where_a_move_does_not():
    rng = Random(3)
    for position in list(SOLUTION)[1:]:
        move = careless(1)(SOLUTION, position, rng)
        assert move in position
        if set(SOLUTION.winning_moves(position)) != set(position):
            assert SOLUTION[position.choose(move)].outcome == "N"


def test_a_careless_player_blunders_at_the_rate():
    position, rng = BOARD.start, Random(3)
    player = careless(0.3)
    blunders = sum(
        player(SOLUTION, position, rng) not in SOLUTION.winning_moves(position) for _ in range(2000)
    )
    assert 520 < blunders < 680


@pytest.mark.parametrize("rate", [-0.1, 1.1, float("nan")])
def test_a_blunder_rate_is_a_share(rate):
    with pytest.raises(ValueError, match="a blunder rate is 0 to 1"):
        careless(rate)


@pytest.mark.parametrize("player", [perfect, random_move, beginner, careless(0.5)])
def test_no_player_moves_where_there_is_no_move(player):
    with pytest.raises(ValueError, match="no move"):
        player(SOLUTION, Position(), RNG)


def test_a_beginner_ends_the_game_if_one_move_does():
    rng = Random(3)
    ending = {p: [n for n in p if not p.choose(n)] for p in SOLUTION if p}
    ending = {position: moves for position, moves in ending.items() if moves}
    assert all(beginner(SOLUTION, position, rng) in moves for position, moves in ending.items())


def test_a_beginner_chooses_any_move_where_none_ends_the_game():
    rng = Random(3)
    assert {beginner(SOLUTION, BOARD.start, rng) for _ in range(1000)} == set(BOARD.start)


def test_a_beginner_can_be_beaten_and_is_better_than_chance():
    """Exact, over every play: how often a reader wins who begins and moves at random."""
    against = {player: chance_of_random_first(player) for player in (beginner, random_move)}
    assert Fraction(1, 5) < against[beginner] < Fraction(9, 20)
    assert Fraction(9, 20) < against[random_move] < Fraction(11, 20)


def chance_of_random_first(opponent):
    """Return the chance to win of a random mover who begins on 2..12, by the moves the opponent may make."""
    solution = solve(NumberGame(12))
    chances = {}  # (position, whether the random mover is to move) -> the random mover's chance

    def mean(values):
        return sum(values, Fraction(0)) / len(values)

    for position in solution:
        after = dict(solution.moves(position))
        if not after:
            chances[position, True], chances[position, False] = Fraction(0), Fraction(1)
            continue
        chances[position, True] = mean([chances[end, False] for end in after.values()])
        replies = {opponent(solution, position, Spread(place / 64)) for place in range(64)}
        chances[position, False] = mean([chances[after[reply], True] for reply in replies])
    return chances[solution.game.start, True]


class Spread(Random):
    """A generator that always gives the same share, so that going through shares finds every choice."""

    def __init__(self, share):
        self.share = share

    def random(self):
        return self.share


class OneHeap:
    """A heap of three stones, of which any number may be taken. All objects are equal."""

    start = 3
    asked = 0

    def __eq__(self, other):
        return isinstance(other, OneHeap)

    def __hash__(self):
        return 3

    def moves(self, heap):
        OneHeap.asked += 1
        return [(take, heap - take) for take in range(1, heap + 1)]


def test_equal_games_are_solved_once():
    asked = [0]
    for seed in (1, 2, 3):
        play_out(OneHeap(), perfect, perfect, seed)
        asked.append(OneHeap.asked)
    first, second, third = (after - before for before, after in pairwise(asked))
    assert second == third == first - 4  # the heaps 0 to 3 are looked at once, and then never again


# Records


@given(st.integers(0, 10**6))
def test_no_number_of_a_play_is_a_sum_of_earlier_ones(seed):
    chosen = play_out(BOARD, random_move, careless(0.5), seed).moves
    sums = {0}
    for number in chosen:
        assert number not in sums
        sums = {more for total in sums for more in range(total, 21, number)}
    assert set(range(2, 21)) <= sums | set(chosen)  # nothing is left


def test_a_play_is_the_same_for_the_same_seed():
    plays = [play_out(BOARD, random_move, random_move, seed).moves for seed in (1, 1, 2)]
    assert plays[0] == plays[1] != plays[2]


def test_the_perfect_player_wins_the_board_when_first():
    for seed in range(50):
        record = play_out(BOARD, perfect, random_move, seed)
        assert record.winner == 0
        assert len(record.moves) % 2 == 1
        assert 0 not in [ply % 2 for ply in blunders(record, SOLUTION)]


def test_an_illegal_move_is_refused():
    record = Record(BOARD, BOARD.start).after(3).after(4)
    with pytest.raises(ValueError, match="7 cannot be played at 2 5"):
        record.after(7)
    assert record.moves == (3, 4)
    assert record.back_to(1).moves == (3,)


def test_whoever_made_the_last_move_won():
    assert Record(BOARD, Position()).winner == 1  # player 0 cannot move at all
    assert Record(BOARD, Position({2}), (2,)).winner == 0
    assert Record(BOARD, Position({2, 5})).winner is None


def test_choosing_five_instead_of_two_gives_the_win_away():
    """From {2, 5}, 2 leaves nothing, and 5 leaves the other player 2."""
    record = Record(BOARD, Position({2, 5}), (5, 2))
    assert value_history(record, SOLUTION) == [(None, False, 0, 1), (5, True, 1, 1), (2, False, 1, 0)]
    assert blunders(record, SOLUTION) == [0]


def test_perfect_play_comes_nearer_the_end_by_one_ply_a_move():
    record = play_out(BOARD, perfect, perfect, 1)
    assert {point.winner for point in value_history(record, SOLUTION)} == {0}
    remoteness = [point.remoteness for point in value_history(record, SOLUTION)]
    assert remoteness == list(range(len(record.moves), -1, -1))


# Cells


def row_after(settings, *moves):
    """Return the cells after these moves."""
    record = settings.begin()
    for move in moves:
        record = record.after(move)
    return cells(record, ("you", "opponent"))


def by_label(row):
    return {cell.label: cell for cell in row}


def test_a_number_shows_who_chose_it_and_when_and_a_sum_its_terms():
    by_number = by_label(row_after(Settings(), 3, 4))
    assert by_number["3"][:4] == ("chosen", "3", "you 1", "you, move 1")
    assert by_number["4"][:4] == ("chosen", "4", "opp. 2", "opponent, move 2")
    assert by_number["7"][:4] == ("forbidden", "7", "", "7 = 3 + 4")
    assert [cell.move for cell in by_number.values() if cell.state == "available"] == [2, 5]


@given(st.integers(0, 10**6), st.integers(6, 20))
def test_reasons_are_sums_of_chosen_numbers(seed, limit):
    record = play_out(NumberGame(limit), random_move, random_move, seed)
    forbidden = [cell for cell in cells(record) if cell.state == "forbidden"]
    assert {int(cell.label) for cell in forbidden} == set(range(2, limit + 1)) - set(record.moves)
    for cell in forbidden:
        number, terms = cell.note.split(" = ")
        parts = [int(term) for term in terms.split(" + ")]
        assert sum(parts) == int(number) == int(cell.label)
        assert len(parts) > 1 and set(parts) <= set(record.moves)


def test_a_board_may_start_from_any_position():
    by_number = by_label(row_after(Settings(NumberGame(8), Position({2, 5}))))
    assert by_number["3"].note == "3 was chosen before the start"
    assert by_number["8"].note == "8 = 4 + 4"
    assert [label for label, cell in by_number.items() if cell.state == "available"] == ["2", "5"]


def test_only_the_two_games_have_a_board():
    both = GameSum(NumberGame(3), NumberGame(4))
    with pytest.raises(TypeError, match="there is no board for GameSum"):
        cells(Record(both, both.start))


@given(st.integers(1, 40), st.sets(st.integers(1, 9), min_size=1), st.integers(0, 10**6))
def test_a_stone_stands_for_all_stones_to_its_right(heap, takes, seed):
    game = SubtractionGame(takes, heap)
    moves = play_out(game, random_move, random_move, seed).moves
    record = Record(game, heap, moves[: seed % (len(moves) + 1)])
    row = cells(record, ("you", "opponent"))
    assert len(row) == heap
    left = record.position
    assert {left - place for place in range(left) if row[place].state == "available"} == {
        cell.move for cell in row if cell.state == "available"
    }
    assert {cell.move for cell in row if cell.state == "available"} == {
        take for take in takes if take <= left
    }
    assert [cell.state for cell in row[left:]] == ["chosen"] * (heap - left)
    numbers = [int(cell.mark.split()[1]) for cell in row[left:]]
    assert numbers == sorted(numbers, reverse=True)  # the first to go stood at the right end
    assert [numbers.count(ply) for ply, _ in enumerate(record.moves, 1)] == list(record.moves)


# The value history


@given(st.integers(0, 10**6), st.integers(0, 1))
def test_the_history_marks_the_blunders_and_draws_within_its_frame(seed, above):
    record = play_out(BOARD, careless(0.4), careless(0.4), seed)
    history = value_history(record, SOLUTION)
    svg = ElementTree.fromstring(history_svg(history, ("you", "opponent"), above))
    name = "{http://www.w3.org/2000/svg}"
    texts = [text.text or "" for text in svg.iter(f"{name}text")]
    marked = [text for text in texts if text.endswith("?")]
    assert marked == [f"{record.moves[index]}?" for index in blunders(record, SOLUTION)]
    _, _, width, height = map(float, svg.get("viewBox").split())
    (middle,) = {line.get("y1") for line in svg.iter(f"{name}line") if line.get("stroke-opacity") is None}
    circles = [(float(p.get("cx")), float(p.get("cy"))) for p in svg.iter(f"{name}circle")]
    squares = [(float(p.get("x")) + 5, float(p.get("y")) + 5) for p in svg.iter(f"{name}rect")]
    assert len(circles) + len(squares) == len(record.moves) + 1
    assert all(0 < x < width for x, y in circles + squares)
    assert all(y < float(middle) for x, y in circles) and all(y > float(middle) for x, y in squares)
    assert len(circles) == sum(point.winner == above for point in history)
    assert all(12 < float(text.get("y")) < height - 2 for text in svg.iter(f"{name}text"))


def test_the_history_explains_its_signs_in_whole_words():
    history = value_history(Record(BOARD, Position({2, 5}), (5, 2)), SOLUTION)
    svg = ElementTree.fromstring(history_svg(history, ("you", "opponent")))
    words = " ".join(svg.itertext())
    assert "? is a mistake: the move gave the win away" in words
    assert words.count("you winning") and words.count("opponent winning")
    texts = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("the end") == 1
    assert texts.count("3 moves to the end") == 2
    assert not re.search(r"\bpl(y|ies)\b|\bopp\b", words)


def test_the_history_in_words():
    history = value_history(Record(BOARD, Position({2, 5}), (5, 2)), SOLUTION)
    assert history_lines(history, ("you", "opponent")) == [
        "At the start: you winning, 1 move to the end.",
        "After move 1, you 5: opponent winning, 1 move to the end. A mistake: it gave the win away.",
        "After move 2, opponent 2: opponent winning, the end.",
    ]
