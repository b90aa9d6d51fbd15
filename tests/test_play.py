"""Records, opponents and the board: what happens between two clicks."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numbergame import NumberGame, Position, solve
from numbergame.match import (
    Record,
    Standing,
    blunders,
    human,
    perfect,
    play_out,
    random_move,
    standings,
)
from numbergame.match.cells import NumberFace, StoneFace
from numbergame.match.history import history_svg
from numbergame.play import Board
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


def test_a_human_who_never_blunders_is_perfect():
    for position in list(SOLUTION)[1::50]:
        assert human(0)(SOLUTION, position, Random(3)) == perfect(SOLUTION, position, RNG)


def test_a_human_who_always_blunders_never_wins_where_a_move_does_not():
    rng = Random(3)
    for position in list(SOLUTION)[1:]:
        move = human(1)(SOLUTION, position, rng)
        assert move in position
        if set(SOLUTION.winning_moves(position)) != set(position):
            assert SOLUTION[position.choose(move)].outcome == "N"


def test_a_human_blunders_at_the_rate():
    position, rng = BOARD.start, Random(3)
    player = human(0.3)
    blunders = sum(
        player(SOLUTION, position, rng) not in SOLUTION.winning_moves(position) for _ in range(2000)
    )
    assert 520 < blunders < 680


@pytest.mark.parametrize("rate", [-0.1, 1.1, float("nan")])
def test_a_blunder_rate_is_a_share(rate):
    with pytest.raises(ValueError, match="a blunder rate is 0 to 1"):
        human(rate)


@pytest.mark.parametrize("player", [perfect, random_move, human(0.5)])
def test_no_player_moves_where_there_is_no_move(player):
    with pytest.raises(ValueError, match="no move"):
        player(SOLUTION, Position(), RNG)


# Records


@given(st.integers(0, 10**6))
def test_no_number_of_a_play_is_a_sum_of_earlier_ones(seed):
    chosen = play_out(BOARD, random_move, human(0.5), seed).moves
    sums = {0}
    for number in chosen:
        assert number not in sums
        sums |= {total + number * times for total in sums for times in range(1, 11)}
        sums |= {a + b for a in sums for b in sums if a + b <= 20}
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
    assert standings(record, SOLUTION) == [Standing(0, 1), Standing(1, 1), Standing(1, 0)]
    assert blunders(record, SOLUTION) == [0]


def test_perfect_play_comes_nearer_the_end_by_one_ply_a_move():
    record = play_out(BOARD, perfect, perfect, 1)
    assert {standing.winner for standing in standings(record, SOLUTION)} == {0}
    remoteness = [standing.remoteness for standing in standings(record, SOLUTION)]
    assert remoteness == list(range(len(record.moves), -1, -1))


# Faces


def cells(face, size, detail, *moves):
    """Return the cells after these moves, by label or by place from the right."""
    record = face.begin(size, detail)
    for move in moves:
        record = record.after(move)
    return face.cells(record, ("you", "opponent"))


def test_a_number_shows_who_chose_it_and_when_and_a_sum_its_terms():
    by_number = {cell.label: cell for cell in cells(NumberFace(), 20, "", 3, 4)}
    assert by_number["3"][:4] == ("taken", "3", "you 1", "you, move 1")
    assert by_number["4"][:4] == ("taken", "4", "opp 2", "opponent, move 2")
    assert by_number["7"][:4] == ("closed", "7", "", "7 = 3 + 4")
    assert [cell.move for cell in by_number.values() if cell.state == "open"] == [2, 5]


@given(st.integers(0, 10**6), st.integers(6, 20))
def test_reasons_are_sums_of_chosen_numbers(seed, limit):
    record = play_out(NumberGame(limit), random_move, random_move, seed)
    for cell in NumberFace().cells(record, ("you", "opponent")):
        if cell.state == "closed":
            number, terms = cell.note.split(" = ")
            parts = [int(term) for term in terms.split(" + ")]
            assert sum(parts) == int(number) == int(cell.label)
            assert len(parts) > 1 and set(parts) <= set(record.moves)


def test_a_board_may_start_from_any_position():
    by_number = {cell.label: cell for cell in cells(NumberFace(), 8, "2, 5")}
    assert by_number["3"].note == "3 was chosen before the start"
    assert by_number["8"].note == "8 = 4 + 4"
    assert [label for label, cell in by_number.items() if cell.state == "open"] == ["2", "5"]


def test_a_board_with_nothing_left_is_lost_at_once():
    assert "You lose: you cannot move." in words(number_board(detail=str(Position())))


@pytest.mark.parametrize(
    ("face", "size", "detail", "reason"),
    [
        (NumberFace(), 5, "", "largest number: 6 to 30 on this board, not 5"),
        (NumberFace(), 31, "", "largest number: 6 to 30"),
        (NumberFace(), 8, "2 5 x", "'x' is not a number"),
        (NumberFace(), 8, "2 -5", "'-5' is not a number"),
        (NumberFace(), 8, "6", "6 is listed, but"),
        (NumberFace(), 8, "2 3 4 5 9", "9 is"),
        (StoneFace(), 21, "", "at least one take"),
        (StoneFace(), 21, "0 1", "at least 1 stone"),
        (StoneFace(), 41, "1", "stones: 1 to 40"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_the_reason(face, size, detail, reason):
    with pytest.raises(ValueError, match=re.escape(reason)):
        face.begin(size, detail)


@given(st.integers(1, 40), st.sets(st.integers(1, 9), min_size=1), st.integers(0, 10**6))
def test_a_stone_stands_for_all_stones_to_its_right(heap, takes, seed):
    game = SubtractionGame(takes, heap)
    moves = play_out(game, random_move, random_move, seed).moves
    record = Record(game, heap, moves[: seed % (len(moves) + 1)])
    row = StoneFace().cells(record, ("you", "opponent"))
    assert len(row) == heap
    left = record.position
    assert {left - place for place in range(left) if row[place].state == "open"} == {
        cell.move for cell in row if cell.state == "open"
    }
    assert {cell.move for cell in row if cell.state == "open"} == {take for take in takes if take <= left}
    assert [cell.state for cell in row[left:]] == ["taken"] * (heap - left)
    numbers = [int(cell.mark.split()[1]) for cell in row[left:]]
    assert numbers == sorted(numbers, reverse=True)  # the first to go stood at the right end
    assert [numbers.count(ply) for ply, _ in enumerate(record.moves, 1)] == list(record.moves)


# The value history


@given(st.integers(0, 10**6))
def test_the_history_marks_the_blunders_and_draws_within_its_frame(seed):
    record = play_out(BOARD, human(0.4), human(0.4), seed)
    plot = history_svg(standings(record, SOLUTION), list(map(str, record.moves)), ("you", "opponent"))
    svg = ElementTree.fromstring(plot)
    name = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in svg.iter(f"{name}text")]
    marked = [text for text in texts if text.endswith("?")]
    assert marked == [f"{record.moves[ply]}?" for ply in blunders(record, SOLUTION)]
    _, _, width, height = map(float, svg.get("viewBox").split())
    points = [(float(p.get("cx")), float(p.get("cy"))) for p in svg.iter(f"{name}circle")]
    points += [(float(p.get("x")) + 5, float(p.get("y")) + 5) for p in svg.iter(f"{name}rect")]
    assert len(points) == len(record.moves) + 1
    assert all(0 < x < width for x, y in points)
    you_winning = sum(standing.winner == 0 for standing in standings(record, SOLUTION))
    assert sum(y < height / 2 for x, y in points) == you_winning == len(list(svg.iter(f"{name}circle")))
    assert all(12 < float(text.get("y")) < height - 2 for text in svg.iter(f"{name}text"))


# The board


def number_board(limit=20, detail="", opponent="perfect", you_start=True):
    board = Board(NumberFace(), limit, detail, opponent, 0.25, you_start, 1)
    board.begin()
    return board


def click(board, number):
    board.strip.children[number - 2].click()


def words(board):
    return re.sub("<[^>]*>", "", board.status.value)


def looks(board):
    """Return the state that each cell shows."""
    return [button._dom_classes[-1].removeprefix("numbergame-") for button in board.strip.children]


def test_the_hinted_moves_win_on_every_board():
    for limit in range(6, 21):
        board = number_board(limit, you_start=solve(NumberGame(limit))[Position.board(limit)].outcome == "N")
        while not board.record.is_over:
            board.hint.click()
            click(board, 2 + looks(board).index("hinted"))
        assert "You win" in words(board)
        assert "given away by: nobody" in words(board)


def test_a_hint_outlines_exactly_the_winning_moves_until_the_next_move():
    board = number_board()
    board.hint.click()
    outlined = [number for number, look in enumerate(looks(board), 2) if look == "hinted"]
    assert tuple(outlined) == SOLUTION.winning_moves(BOARD.start)
    assert all("★" in board.strip.children[number - 2].description for number in outlined)
    click(board, 20)
    assert "hinted" not in looks(board)


def test_a_hint_in_a_lost_position_names_the_slowest_loss():
    board = number_board(detail="2 3")
    board.hint.click()
    assert "You are lost; the slowest loss is 2." in words(board)


def test_a_click_on_a_forbidden_number_changes_nothing_but_the_words():
    board = number_board(detail="2 5")
    click(board, 7)
    assert "7 cannot be chosen: 7 = 3 + 4." in words(board)
    click(board, 3)
    assert "3 cannot be chosen: 3 was chosen before the start." in words(board)
    assert board.record.moves == ()


def test_the_end_names_the_move_that_gave_the_win_away():
    board = number_board(detail="2 5")
    click(board, 5)
    assert "Moves: you 5, opponent 2." in words(board).replace("\N{NO-BREAK SPACE}", " ")
    assert words(board).replace("\N{NO-BREAK SPACE}", " ").endswith("given away by: you 5 (move 1).")


def test_after_the_end_a_click_says_that_the_game_is_over():
    board = number_board(detail="2 5")
    click(board, 2)
    assert "You win" in words(board)
    click(board, 5)
    assert "The game is over" in words(board)
    board.hint.click()
    assert "The game is over" in words(board)
    board.undo.click()
    assert board.record.moves == ()


def test_the_opponent_who_starts_keeps_its_first_move_when_all_is_taken_back():
    board = number_board(you_start=False)
    opening = board.record.moves
    assert len(opening) == 1
    click(board, board.solution.best_move(board.record.position))
    assert len(board.record.moves) == 3
    board.undo.click()
    assert board.record.moves == opening
    board.undo.click()
    assert board.record.moves == opening
    assert "no move of yours" in words(board)


@pytest.mark.parametrize("you_start", [True, False])
def test_the_history_has_you_above_whoever_starts(you_start):
    board = number_board(9, opponent="random", you_start=you_start)
    while not board.record.is_over:
        click(board, min(board.record.position))
    svg = ElementTree.fromstring(board.history.value)
    words = [title.text for title in svg.iter("{http://www.w3.org/2000/svg}title")]
    you_won = "You win" in board.status.value
    assert words[-1].endswith(f"{'you' if you_won else 'opponent'} winning, 0 plies to the end")
    last = list(svg)[-1]
    assert last.tag.endswith("circle" if you_won else "rect")


def test_a_change_of_the_board_begins_a_new_game():
    board = number_board()
    click(board, 20)
    board.size.value = 8
    assert board.record.moves == ()
    assert len(board.strip.children) == 7
    board.starts.value = False
    assert len(board.record.moves) == 1


def test_a_setting_that_cannot_be_leaves_the_game_as_it_is():
    board = number_board()
    click(board, 20)
    moves = board.record.moves
    board.detail.value = "2 <b>"
    assert "&#x27;&lt;b&gt;&#x27; is not a number" in board.status.value
    assert board.record.moves == moves


def test_the_blunder_rate_is_seen_only_with_a_human_opponent():
    board = number_board()
    assert board.blunder_rate.layout.display == "none"
    board.opponent.value = "human"
    assert board.blunder_rate.layout.display == ""


@pytest.mark.parametrize("opponent", ["perfect", "random", "human"])
def test_every_opponent_plays_to_the_end(opponent):
    board = number_board(opponent=opponent, you_start=False)
    while not board.record.is_over:
        click(board, max(board.record.position))
    assert re.search("You (win|lose)", words(board))


def test_an_interrupted_solving_says_so_and_can_be_tried_again(monkeypatch):
    board = number_board(8)

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("numbergame.play.solve", interrupted)
        board.size.value = 9
    assert "not solved" in words(board)
    assert board.hint.disabled and board.undo.disabled
    board.new_game.click()
    assert len(board.strip.children) == 8
    assert not board.hint.disabled


def test_bachets_board_is_won_by_the_hints():
    board = Board(StoneFace(), 21, "1 3 4", "perfect", 0.25, False, 1)
    board.begin()
    if board.solution[21].outcome == "N":  # 21 is a multiple of 7: the second player wins
        pytest.fail("21 stones are lost for the first player")
    while not board.record.is_over:
        board.hint.click()
        board.strip.children[looks(board).index("hinted")].click()
    assert "You win" in words(board)


def test_an_opponent_or_a_rate_that_is_none_is_refused():
    with pytest.raises(ValueError, match="the opponent is perfect, random, human, not 'clever'"):
        Board(NumberFace(), 20, "", "clever", 0.25, True, None)
    with pytest.raises(ValueError, match="blunder rate"):
        Board(NumberFace(), 20, "", "human", 2, True, None)
    with pytest.raises(ValueError, match="6 to 30"):
        Board(NumberFace(), 40, "", "human", 0.2, True, None)


def test_the_board_is_a_short_sentence_where_it_cannot_be_shown():
    assert repr(number_board(6)) == "The Number Game, a board to play on: run the notebook to see it"
