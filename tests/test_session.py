"""A play between the reader and the computer, without a page, a widget or a terminal."""

from __future__ import annotations

import re

import brute_force
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numbergame import NumberGame, Position, SubtractionGame, solve
from numbergame.match import OPPONENTS, Session, Settings
from numbergame.match.session import from_text

BOARD = Settings()
TWO_AND_FIVE = Settings(start=Position({2, 5}))


def begun_on(limit, start=None, **settings):
    return Session(Settings(NumberGame(limit), start, **settings))


def on_stones(heap, takes, **settings):
    return Session(Settings(SubtractionGame(takes, heap), **settings))


def hinted(session):
    return [cell.move for cell in session.cells if cell.hinted]


# What a reader can do


def test_the_hinted_moves_win_on_every_board():
    for limit in range(6, 17):
        board = frozenset(range(2, limit + 1))
        session = begun_on(limit, you_start=brute_force.wins(board))
        while not session.result:
            session.hint()
            session.choose(hinted(session)[0])
        assert session.result == "won"
        assert session.headline == "You win: the opponent cannot move."
        assert session.summary.endswith("Nobody gave a win away.")


@given(st.integers(6, 14), st.data())
def test_a_hint_marks_exactly_the_winning_moves_until_the_next_action(limit, data):
    session = begun_on(limit, opponent="random", seed=data.draw(st.integers(0, 99)))
    for _ in range(data.draw(st.integers(0, 2))):
        assume(not session.result)
        session.choose(data.draw(st.sampled_from(sorted(session.record.position))))
    assume(not session.result)
    session.hint()
    assert hinted(session) == brute_force.winning_moves(frozenset(session.record.position))
    session.toggle_history()
    session.choose(max(session.record.position))
    assert hinted(session) == []


def test_a_hint_in_a_lost_position_names_what_delays_the_end():
    session = Session(Settings(start=Position({2, 3})))
    session.hint()
    assert session.message == "No move wins against best play. 2 delays the end longest."


def test_one_winning_move_is_spoken_of_as_one():
    session = Session(TWO_AND_FIVE)
    session.hint()
    assert session.message == "Winning move: 2."


def test_a_forbidden_number_is_refused_with_the_reason_and_nothing_changes():
    session = Session(TWO_AND_FIVE)
    for index, words in (
        (5, "7 cannot be chosen: 7 = 3 + 4."),
        (1, "3 cannot be chosen: 3 was chosen before the start."),
    ):
        session.click(index)
        assert session.message == words
    for move, words in (
        (21, "21 cannot be chosen: 21 is not on the board 2..20."),
        (1, "1 cannot be chosen: only numbers greater than 1 can be chosen."),
    ):
        session.choose(move)
        assert session.message == words
    assert session.record.moves == ()


def test_a_take_that_is_not_allowed_is_refused():
    session = on_stones(2, [1, 3, 4])
    session.choose(2)
    assert session.message == "2 cannot be chosen: 2 is not an allowed take; 1, 3 or 4 is."
    session.choose(3)
    assert session.message == "3 cannot be chosen: there are not 3 stones left."
    session.click(0)
    assert session.message == "● cannot be chosen: 2 is not an allowed take; 1, 3 or 4 is."


def test_the_end_names_the_move_that_gave_the_win_away():
    session = Session(TWO_AND_FIVE)
    assert session.summary == ""
    session.choose(5)
    assert session.message == "The opponent answers 2."
    assert session.headline == "You lose: you cannot move."
    assert session.summary == "Moves: you 5, opponent 2. Given away by you 5 (move 1)."


def test_after_the_end_there_is_nothing_to_choose_but_a_move_can_be_taken_back():
    session = Session(TWO_AND_FIVE)
    session.choose(2)
    assert session.result == "won"
    for action in (lambda: session.choose(5), lambda: session.click(3), session.hint):
        action()
        assert session.message == "The game is over."
    session.undo()
    assert session.record.moves == () and session.result is None


def test_a_board_with_nothing_left_is_lost_at_once():
    session = Session(Settings(start=Position()))
    assert session.headline == "You lose: you cannot move."
    assert session.summary == "Moves: none. Nobody gave a win away."


def test_the_opponent_who_begins_keeps_its_first_move_when_all_is_taken_back():
    session = begun_on(12, you_start=False)
    opening = session.record.moves
    assert session.message == f"The opponent begins with {opening[0]}."
    session.choose(min(session.record.position))
    assert len(session.record.moves) > 1
    session.undo()
    assert (session.record.moves, session.message) == (opening, "Taken back.")
    session.undo()
    assert (session.record.moves, session.message) == (opening, "There is no move of yours to take back.")


def test_the_history_is_hidden_until_asked_for_or_until_the_end():
    session = begun_on(8, opponent="random", seed=1)
    assert not session.history_shown
    session.toggle_history()
    assert session.history_shown
    session.new_game()
    assert not session.history_shown
    while not session.result:
        assert not session.history_shown
        session.choose(min(session.record.position))
    assert session.history_shown
    session.toggle_history()
    assert not session.history_shown


def test_you_are_above_the_line_of_the_history_whoever_begins():
    for you_start in (True, False):
        session = Session(Settings(start=Position({2, 5}), you_start=you_start))
        while not session.result:
            session.choose(min(session.record.position))
        mark = "<circle" if session.result == "won" else "<rect"
        assert session.history_svg().rindex("<title>After move") > session.history_svg().rindex(mark)
        assert session.history_lines()[-1].endswith(
            f"{'you' if session.result == 'won' else 'opponent'} winning, the end."
        )


def test_an_unchanged_board_is_not_solved_again():
    session = begun_on(8)
    solution = session.solution
    session.new_game(Settings(NumberGame(8), opponent="beginner", you_start=False))
    assert session.solution is solution
    assert (session.settings.opponent, len(session.record.moves)) == ("beginner", 1)
    session.new_game(Settings(NumberGame(9)))
    assert session.solution is not solution
    assert len(session.cells) == 8


# Opponents


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("you_start", [True, False])
def test_every_opponent_plays_to_the_end(opponent, you_start):
    session = begun_on(12, opponent=opponent, you_start=you_start, seed=3)
    while not session.result:
        session.choose(max(session.record.position))
    assert re.match("You (win|lose)", session.headline)


@pytest.mark.parametrize("opponent", ["careless", "beginner", "random"])
def test_with_a_seed_the_opponent_chooses_the_same_each_time(opponent):
    def plays(seed):
        played = []
        for limit in range(6, 15):
            session = begun_on(limit, opponent=opponent, seed=seed)
            while not session.result:
                session.choose(max(session.record.position))
            played.append(session.record.moves)
        return played

    assert plays(1) == plays(1) != plays(2)


def test_the_opponent_can_be_changed_during_a_play():
    session = begun_on(10, opponent="random")
    session.choose(10)
    moves = session.record.moves
    session.change_opponent("careless", 0.5)
    assert session.record.moves == moves
    assert (session.settings.opponent, session.settings.blunder_rate) == ("careless", 0.5)


def test_the_perfect_opponent_wins_wherever_it_can():
    given_away = 0
    for limit in range(6, 13):
        session = begun_on(limit)
        while not session.result:
            position = frozenset(session.record.position)
            session.choose(max(position))
            if max(position) not in brute_force.winning_moves(position):
                given_away += 1
                assert not brute_force.wins(frozenset(session.record.position))
    assert given_away > 7


# Settings


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Settings(NumberGame(5)), "largest number: 6 to 30 on this board, not 5"),
        (lambda: Settings(NumberGame(31)), "largest number: 6 to 30 on this board, not 31"),
        (lambda: Settings(NumberGame(8), Position.board(9)), "9 is not on the board 2..8"),
        (lambda: Settings(SubtractionGame([], 20)), "at least one take must be allowed"),
        (lambda: Settings(SubtractionGame([1], 41)), "stones: 1 to 40 on this board, not 41"),
        (lambda: Settings(SubtractionGame([1], 4), Position()), "Bachet's game starts from the whole heap"),
        (lambda: Settings(opponent="clever"), "is perfect, careless, beginner, random, not 'clever'"),
        (lambda: Settings(opponent="careless", blunder_rate=2), "a blunder rate is 0 to 1, not 2"),
        (lambda: BOARD.with_board(8, "2 5 x"), "'x' is not a number"),
        (lambda: BOARD.with_board(8, "2 -5"), "'-5' is not a number"),
        (lambda: BOARD.with_board(8, "6"), "6 is listed, but"),
        (lambda: BOARD.with_board(8, "2 3 4 5 9"), "9 is not on the board 2..8"),
        (lambda: BOARD.with_board(10**9, ""), "largest number: 6 to 30"),
        (lambda: BOARD.with_board(20, "1234567890"), "'1234567890' is too large a number"),
        (lambda: Settings(SubtractionGame([1], 4)).with_board(4, "0 1"), "at least 1 stone"),
        (lambda: Settings(SubtractionGame([1], 4)).with_board(4, ""), "at least one take"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_the_reason(make, reason):
    with pytest.raises(ValueError, match=re.escape(reason)):
        make()


def test_a_reader_writes_numbers_with_blanks_or_commas():
    assert BOARD.with_board(8, "2, 5").start == Position({2, 5})
    assert BOARD.with_board(8, " ").start is None
    assert TWO_AND_FIVE.with_board(8, "-").start == Position()
    assert Settings(SubtractionGame([1], 4)).with_board(9, "3 2").game == SubtractionGame([2, 3], 9)


def test_a_position_stays_the_same_position_while_its_text_is_not_changed():
    settings = TWO_AND_FIVE.with_board(8, TWO_AND_FIVE.detail)
    assert settings.start is TWO_AND_FIVE.start


# Text for links


@st.composite
def sessions(draw):
    """Draw a session in the middle of a play."""
    if draw(st.booleans()):
        limit = draw(st.integers(6, 10))
        positions = sorted(solve(NumberGame(limit)))
        game, start = NumberGame(limit), draw(st.none() | st.sampled_from(positions))
    else:
        takes = draw(st.sets(st.integers(1, 9), min_size=1))
        game, start = SubtractionGame(takes, draw(st.integers(1, 40))), None
    opponent, rate = draw(st.sampled_from(list(OPPONENTS))), draw(st.floats(0, 1))
    rate = rate if opponent == "careless" else 0.25
    seed = draw(st.integers(0, 10**6) if opponent != "perfect" else st.none())
    session = Session(Settings(game, start, opponent, rate, draw(st.booleans()), seed))
    for _ in range(draw(st.integers(0, 4))):
        if not session.result:
            moves = [move for move, _ in session.record.game.moves(session.record.position)]
            session.choose(draw(st.sampled_from(moves)))
    return session


@given(sessions())
def test_a_session_comes_back_from_its_text(session):
    text = session.to_text()
    assert re.fullmatch(r"[A-Za-z0-9=&.\-]+", text)  # nothing that a link must quote
    again = Session.from_text(text)
    assert again.settings == session.settings
    assert again.record == session.record
    assert again.headline == session.headline


@given(sessions(), st.data())
def test_a_session_from_text_plays_on_as_the_first_one_would(session, data):
    assume(not session.result)
    again = Session.from_text(session.to_text())
    move = data.draw(st.sampled_from([m for m, _ in session.record.game.moves(session.record.position)]))
    session.choose(move)
    again.choose(move)
    assert again.record == session.record


def test_a_link_is_short_and_can_be_read():
    session = Session(TWO_AND_FIVE)
    session.choose(5)
    assert session.to_text() == "game=number&limit=20&start=2.5&opponent=perfect&moves=5.2"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it names no game"),
        ("hello", "it is not of the form game=…&limit=…"),
        ("limit=20", "it names no game"),
        ("game=chess&limit=20", "the game is number or bachet, not 'chess'"),
        ("game=number", "it has no limit"),
        ("game=bachet&heap=20", "it has no takes"),
        ("game=number&limit=99", "largest number: 6 to 30 on this board, not 99"),
        ("game=number&limit=٢٠", "'٢٠' is not a number"),
        ("game=number&limit=20&limit=12", "it says something twice"),
        ("game=number&limit=20&colour=red", "there is no setting 'colour' here"),
        ("game=number&limit=20&heap=20", "there is no setting 'heap' here"),
        ("game=number&limit=20&start=2.5.6", "6 is listed, but"),
        ("game=number&limit=20&start=999999999", "999999999 is not on the board 2..20"),
        ("game=number&limit=20&moves=3.4.7", "its move 7 cannot be made: 7 = 3 + 4"),
        ("game=number&limit=20&moves=3.x", "'x' is not a number"),
        ("game=bachet&heap=20&takes=1.3.4&moves=2", "its move 2 cannot be made: 2 is not an allowed take"),
        ("game=number&limit=20&first=nobody", "first to move is you or opponent, not 'nobody'"),
        ("game=number&limit=20&opponent=careless&rate=often", "'often' is not a blunder rate"),
        ("game=number&limit=20&opponent=careless&rate=nan", "a blunder rate is 0 to 1, not nan"),
        ("game=number&limit=20&opponent=clever", "not 'clever'"),
        ("game=number&limit=20&seed=-1", "'-1' is not a number"),
        ("game=number&limit=20&moves=" + "9" * 5000, "'99999999999999999999…' is too large a number"),
        ("&".join(f"a{n}=1" for n in range(99)), "it is not of the form"),
    ],
)
def test_damaged_text_is_refused_in_words(text, reason):
    with pytest.raises(ValueError, match=re.escape(reason)):
        from_text(text)


@given(sessions(), st.data())
def test_text_damaged_anywhere_is_refused_in_words_or_is_a_board(session, data):
    text = session.to_text()
    place = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:place] + data.draw(st.characters()) + text[place + 1 :]
    try:
        settings, moves = from_text(damaged)
    except ValueError as problem:
        assert re.fullmatch(r"[^\n]+", str(problem))
    else:
        assert from_text(settings.to_text(moves)) == (settings, moves)
