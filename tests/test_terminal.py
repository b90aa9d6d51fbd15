"""The board in a terminal: lines in, text out."""

from __future__ import annotations

import io
import re

import brute_force
import pytest

from numbergame import NumberGame, Position, SubtractionGame
from numbergame.__main__ import main
from numbergame.match import Session, Settings
from numbergame.match.terminal import play_in_terminal


def played(settings, *lines):
    """Return what the terminal shows after each of these lines, the first entry before any."""
    out = io.StringIO()
    play_in_terminal(Session(settings), [f"{line}\n" for line in lines], out)
    return [" ".join(part.split()) for part in out.getvalue().split("> ")]


TWO_AND_FIVE = Settings(NumberGame(8), Position({2, 5}))


def test_the_board_tells_the_states_apart():
    assert "2 [3] [4] 5 (6) (7) (8) Your turn." in played(TWO_AND_FIVE)[0]
    assert "5 may be chosen; [5] chosen; (5) forbidden: a sum of chosen numbers." in played(TWO_AND_FIVE)[0]


def test_a_won_and_a_lost_play():
    won = played(TWO_AND_FIVE, "2")[1]
    assert "*** You win: the opponent cannot move. ***" in won
    lost = played(TWO_AND_FIVE, "5")[1]
    assert "*** You lose: you cannot move. ***" in lost
    assert "After move 1, you 5: opponent winning, 1 move to the end. A mistake" in lost


def test_hints_undo_and_reasons():
    shown = played(TWO_AND_FIVE, "hint", "why 7", "why 5", "7", "5", "undo")
    assert shown[1] == "2* [3] [4] 5 (6) (7) (8) Winning move: 2. Your turn."
    assert shown[2].endswith("7 cannot be chosen: 7 = 3 + 4. Your turn.")
    assert shown[3].endswith("5 can be chosen. Your turn.")
    assert shown[4].endswith("7 cannot be chosen: 7 = 3 + 4. Your turn.")
    assert shown[6] == "2 [3] [4] 5 (6) (7) (8) Taken back. Your turn."


def test_the_history_comes_when_it_is_asked_for():
    shown = played(TWO_AND_FIVE, "history", "history", "new")
    assert "At the start" not in shown[0]
    assert shown[1].endswith("At the start: you winning, 1 move to the end.")
    assert "At the start" not in shown[2]


@pytest.mark.parametrize("line", ["xyz", "", "why", "5 5", "-5", "5.0", "٥", "9" * 5000])
def test_a_line_that_is_no_move_is_answered_and_changes_nothing(line):
    answer, after = played(TWO_AND_FIVE, line, "hint")[1:3]
    assert "help" in answer
    assert after.startswith("2* [3] [4] 5")


def test_the_play_ends_with_quit_or_with_the_last_line():
    assert len(played(TWO_AND_FIVE, "quit", "2")) == 2
    assert len(played(TWO_AND_FIVE)) == 2


def test_stones_that_can_be_taken_show_how_many():
    shown = played(Settings(SubtractionGame([1, 3, 4], 6)), "hint", "4")
    assert "● ● 4 3 ● 1 Your turn." in shown[0]
    assert shown[1].startswith("● ● 4* 3 ● 1")
    assert shown[2].startswith("1 [○] [○] [○] [○] [○]")


def run(monkeypatch, capsys, text, *arguments):
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    status = main(["play", *arguments])
    return status, *capsys.readouterr()


def test_the_command_plays_both_games(monkeypatch, capsys):
    status, out, err = run(monkeypatch, capsys, "2\n", "--limit", "8", "--start", "2", "5")
    assert (status, err) == (0, "")
    assert "You win" in out
    status, out, err = run(monkeypatch, capsys, "", "--game", "bachet", "--heap", "6", "--second")
    assert (status, err) == (0, "")
    assert "The opponent begins with 4." in out


def test_the_heap_of_the_command_can_be_won(monkeypatch, capsys):
    _, out, _ = run(monkeypatch, capsys, "", "--game", "bachet")
    stones = re.search(r"\n((?:[●\d]+ ?)+)\n", out)[1].split()
    takes = [int(stone) for stone in stones if stone != "●"]
    assert brute_force.heap_outcomes(takes, len(stones) + 1)[-1] == "N"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--limit", "5"], "largest number: 6 to 30 on this board, not 5"),
        (["--start", "6"], "6 is listed, but 2 and 4 are not, and 6 = 2 + 4"),
        (["--heap", "9"], "--heap does not go with --game number"),
        (["--game", "bachet", "--limit", "9"], "--limit does not go with --game bachet"),
        (["--game", "bachet", "--heap", "0"], "stones: 1 to 40 on this board, not 0"),
        (["--opponent", "clever"], "the opponent is perfect, careless, beginner, random, not 'clever'"),
    ],
)
def test_a_board_that_cannot_be_is_refused_in_one_line(monkeypatch, capsys, arguments, reason):
    assert run(monkeypatch, capsys, "", *arguments) == (2, "", f"numbergame: {reason}\n")
