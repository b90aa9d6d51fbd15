"""Worksheets: every key is read back and checked by a solver of its own, straight from the rules."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from html import unescape
from html.parser import HTMLParser

import brute_force
import pytest

from numbergame.match.session import from_text
from numbergame.teaching import GAMES, LEVELS, MAX_PUZZLES, draw, sheets, worksheet

# Positions are what the key's own words say: the available numbers, or a heap with its takes.


@cache
def options(position):
    """Return each move of a position with what it leaves."""
    if isinstance(position, frozenset):
        return {number: brute_force.after_multiples(position, number) for number in position}
    heap, takes = position
    return {take: (heap - take, takes) for take in takes if take <= heap}


@cache
def winning_moves(position) -> frozenset[int]:
    if isinstance(position, frozenset):
        return frozenset(brute_force.winning_moves(position))
    heap, takes = position
    is_lost = brute_force.lost_heaps(takes, heap + 1)
    return frozenset(take for take, (rest, _) in options(position).items() if is_lost[rest])


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)))


def position_given(line: str):
    """Return the position that a line of the sheet describes."""
    first, second = line.rstrip(".").split(". ")
    if line.startswith("Stones"):
        return *numbers(first), numbers(second)
    available = frozenset(numbers(second))
    assert available == brute_force.available(numbers(first), 20)
    return available


@cache
def assert_right(block: str) -> None:
    """Check one puzzle of a key: who wins, all winning moves, and an answer to every reply."""
    heading, given, verdict, *lines = (line for line in block.splitlines() if line)
    position = position_given(given)
    winning = winning_moves(position)
    if not winning:
        assert "Find all winning moves" not in heading
        assert verdict == "The other player wins: every move has a winning answer."
        answers = dict(numbers(line) for line in lines)
        assert set(answers) == set(options(position))
        for move, answer in answers.items():
            assert answer in winning_moves(options(position)[move])
        return
    assert verdict.startswith("The player to move wins.")
    assert numbers(verdict) == tuple(sorted(winning))
    assert [numbers(line)[0] for line in lines] == sorted(winning)
    for line in lines:
        move, *pairs = numbers(line)
        after = options(position)[move]
        answers = dict(zip(pairs[::2], pairs[1::2], strict=True))
        assert set(answers) == set(options(after))
        assert answers or line == f"- {move}: no reply is left."
        for reply, answer in answers.items():
            assert answer in winning_moves(options(after)[reply])


def puzzles_of(key: str) -> list[str]:
    """Return the puzzles of a key, each without its number."""
    return [block.strip() for block in re.split(r"^## \d+\. ", key, flags=re.MULTILINE)[1:]]


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_the_keys_of_a_thousand_seeds_are_right(game, level):
    seen = set()
    for seed in range(1000):
        blocks = puzzles_of(worksheet(seed, 8, level, game).key)
        assert len(blocks) == 8
        for block in blocks:
            assert_right(block)
        seen.update(blocks)
    assert len(seen) > 80  # the seeds do draw different positions


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_even_the_longest_sheet_has_distinct_positions(game, level):
    for seed in range(20):
        puzzles = draw(seed, MAX_PUZZLES, level, game)
        assert len({(repr(puzzle.solution.game), puzzle.position) for puzzle in puzzles}) == MAX_PUZZLES


def test_both_answers_to_who_wins_occur():
    outcomes = [
        puzzle.solution[puzzle.position].outcome
        for seed in range(100)
        for puzzle in draw(seed, 2, "medium", "number")
        if puzzle.asks == "winner"
    ]
    assert 30 < outcomes.count("P") < 70
    assert len(outcomes) == 100


@pytest.mark.parametrize("game", GAMES)
def test_a_harder_sheet_is_further_from_the_end_and_has_fewer_winning_moves(game):
    def mean(level, measure):
        puzzles = [puzzle for seed in range(50) for puzzle in draw(seed, 8, level, game)]
        won = [puzzle for puzzle in puzzles if puzzle.winning_moves]
        return sum(map(measure, won)) / len(won)

    far = [mean(level, lambda puzzle: puzzle.solution[puzzle.position].remoteness) for level in LEVELS]
    share = [
        mean(level, lambda p: len(p.winning_moves) / len(p.solution.moves(p.position))) for level in LEVELS
    ]
    assert far[0] < far[1] < far[2]
    assert share[0] > share[1] > share[2]


def test_a_shorter_sheet_is_the_beginning_of_a_longer_one():
    assert puzzles_of(worksheet(7, 3).key) == puzzles_of(worksheet(7, 9).key)[:3]


def test_the_sheet_asks_what_the_key_answers_and_answers_nothing():
    for game in GAMES:
        pages = worksheet(3, 6, "easy", game)
        for asked, answered in zip(puzzles_of(pages.sheet), puzzles_of(pages.key), strict=True):
            assert asked.splitlines()[:3] == answered.splitlines()[:3]
            assert "wins." not in asked and "answered" not in asked


class Page(HTMLParser):
    """The text of a page, its open tags, and the state of each cell of its strips."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.cells: list[tuple[str, str]] = []
        self.state = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.state = dict(attributes).get("class", "") if tag == "span" else ""
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.state:
            self.cells.append((self.state, data))
            self.state = ""
        elif "style" not in self.open and data.strip():
            self.words.append(data.strip())


@pytest.mark.parametrize("game", GAMES)
def test_the_page_to_print_says_what_the_markdown_says(game):
    pages = worksheet(7, 8, "medium", game)
    texts = pages.texts()
    for markdown, name in ((pages.sheet, "sheet"), (pages.key, "key")):
        page = Page(texts[f"{game}-medium-7-{name}.html"])
        assert not page.open
        plain = [re.sub("^(#+|-) |_{3,}", "", line).strip() for line in markdown.splitlines() if line]
        for line in plain:
            assert any(line in words for words in page.words), line


def test_the_strip_on_the_page_frames_the_available_numbers():
    pages = worksheet(7, 1)
    page = Page(pages.texts()["number-medium-7-sheet.html"])
    available = [int(label) for state, label in page.cells if state == "available"]
    assert available == list(pages.puzzles[0].position)
    assert [int(label) for _, label in page.cells] == list(range(2, 21))


@pytest.mark.parametrize(
    ("game", "words", "states"),
    [
        (
            "number",
            "Framed numbers are available, dotted ones were chosen, the others are sums",
            {"available", "chosen", "forbidden"},
        ),
        (
            "bachet",
            "A framed stone can be taken now, together with all stones to the right",
            {"available", "idle"},
        ),
    ],
)
def test_the_page_says_how_to_read_its_strips(game, words, states):
    texts = worksheet(7, 8, "medium", game).texts()
    sheet, key = texts[f"{game}-medium-7-sheet.html"], texts[f"{game}-medium-7-key.html"]
    assert words in sheet and words not in key
    assert {state for state, _ in Page(sheet).cells} == states
    assert ".available { border: 2px solid" in sheet and ".chosen { border: 2px dotted" in sheet


# What the levels promise


def of_all_seeds(level, game):
    return [puzzle for seed in range(50) for puzzle in draw(seed, 20, level, game)]


def test_a_hard_puzzle_has_one_winning_move_among_many_and_a_far_end():
    for puzzle in of_all_seeds("hard", "number"):
        assert 9 <= len(puzzle.position) <= 13
        assert 9 <= puzzle.solution[puzzle.position].remoteness <= 14
        assert len(puzzle.winning_moves) == 1 or (not puzzle.winning_moves and puzzle.asks == "winner")


def test_a_hard_heap_has_one_winning_take_of_three_or_more_and_a_far_end():
    for puzzle in of_all_seeds("hard", "bachet"):
        assert 18 <= puzzle.position <= 30
        assert len(puzzle.solution.moves(puzzle.position)) in (3, 4)
        assert puzzle.solution[puzzle.position].remoteness >= 7
        assert len(puzzle.winning_moves) == 1 or (not puzzle.winning_moves and puzzle.asks == "winner")


def test_an_easy_puzzle_is_small_and_near_its_end():
    easy = of_all_seeds("easy", "number")
    assert {len(puzzle.position) for puzzle in easy} == {3, 4, 5, 6}
    assert max(puzzle.solution[puzzle.position].remoteness for puzzle in easy) == 6
    for puzzle in of_all_seeds("easy", "bachet"):
        assert 4 <= puzzle.position <= 12 and puzzle.solution[puzzle.position].remoteness <= 6


def test_a_medium_puzzle_is_between_them():
    for puzzle in of_all_seeds("medium", "number"):
        assert 6 <= len(puzzle.position) <= 9 and len(puzzle.winning_moves) <= 3
        assert 5 <= puzzle.solution[puzzle.position].remoteness <= 9
    for puzzle in of_all_seeds("medium", "bachet"):
        assert 10 <= puzzle.position <= 20 and len(puzzle.winning_moves) <= 2
        assert 5 <= puzzle.solution[puzzle.position].remoteness <= 12


@pytest.mark.parametrize(
    ("level", "game", "nearest"),
    [
        ("easy", "number", 1),
        ("medium", "number", 5),
        ("hard", "number", 9),
        ("easy", "bachet", 1),
        ("medium", "bachet", 5),
        ("hard", "bachet", 7),
    ],
)
def test_the_nearest_end_that_a_level_promises_does_occur(level, game, nearest):
    assert min(puzzle.solution[puzzle.position].remoteness for puzzle in of_all_seeds(level, game)) == nearest


# A game of one's own


class Nim:
    """Nim on a few heaps, as a teacher would write it."""

    name = "Nim & Co."
    rule = "Take any number of stones from one heap. Whoever cannot take any more loses."

    def __init__(self, *heaps):
        self.start = heaps

    def moves(self, heaps):
        for place, heap in enumerate(heaps):
            for take in range(1, heap + 1):
                yield (place + 1, take), (*heaps[:place], heap - take, *heaps[place + 1 :])

    def show(self, heaps):
        return f"Heaps: {', '.join(map(str, heaps))}."


@pytest.mark.parametrize("level", LEVELS)
def test_the_key_to_a_game_of_ones_own_is_right(level):
    for seed in range(20):
        for puzzle in worksheet(seed, 8, level, Nim(3, 4, 5)).puzzles:
            a, b, c = puzzle.position
            assert bool(puzzle.winning_moves) == (a ^ b ^ c != 0)
            for place, take in puzzle.winning_moves:
                heaps = [a, b, c]
                heaps[place - 1] -= take
                assert heaps[0] ^ heaps[1] ^ heaps[2] == 0
            assert puzzle.judge(
                list(puzzle.winning_moves) if puzzle.asks == "moves" else "PN"[a ^ b ^ c != 0]
            )


def test_a_sheet_of_a_game_of_ones_own_says_its_rule_and_shows_its_positions():
    pages = worksheet(3, 4, "easy", Nim(3, 4, 5))
    assert pages.sheet.startswith("# Nim & Co., worksheet 3, easy\n")
    assert Nim.rule in pages.sheet
    assert pages.sheet.count("Heaps: ") == 4
    texts = pages.texts()
    assert list(texts) == [
        f"nim-co-easy-3-{part}" for part in ("sheet.md", "key.md", "sheet.html", "key.html")
    ]
    page = Page(texts["nim-co-easy-3-sheet.html"])
    assert not page.open and not page.cells
    assert "Nim & Co., worksheet 3, easy" in page.words and Nim.rule in page.words


def test_the_levels_of_a_game_of_ones_own_are_further_and_further_from_the_end():
    far = [
        max(puzzle.solution[puzzle.position].remoteness for puzzle in draw(1, 20, level, Nim(3, 4, 5)))
        for level in LEVELS
    ]
    assert far[0] < far[1] < far[2]


def test_a_game_with_too_few_positions_is_told_so():
    with pytest.raises(ValueError, match="too few easy positions for 8 puzzles"):
        draw(1, 8, "easy", Nim(2, 1))


# For a program that asks


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_as_plain_data_hold_what_the_key_says(game):
    data = worksheet(5, 20, "medium", game).data()
    assert json.loads(json.dumps(data)) == data
    assert len(data) == 20
    for puzzle in data:
        position = position_given(puzzle["given"])
        winning = winning_moves(position)
        assert set(puzzle["moves"]) == set(options(position))
        assert puzzle["outcome"] == "PN"[bool(winning)]
        assert puzzle["winning_moves"] == sorted(winning)
        replies = dict(puzzle["replies"])
        assert set(replies) == set(options(position)) - winning
        assert all(reply in winning_moves(options(position)[move]) for move, reply in replies.items())


# Marking


def test_the_keys_answers_are_marked_right_and_others_wrong():
    for game in GAMES:
        pages = worksheet(11, 8, "medium", game)
        right = {
            number: list(puzzle.winning_moves)
            if puzzle.asks == "moves"
            else puzzle.solution[puzzle.position].outcome
            for number, puzzle in enumerate(pages.puzzles, 1)
        }
        assert [verdict.right for verdict in pages.mark(right)] == [True] * 8
        wrong = {
            n: answer[1:] if isinstance(answer, list) else "NP"[answer == "N"] for n, answer in right.items()
        }
        assert [verdict.right for verdict in pages.mark(wrong)] == [False] * 8


def test_a_puzzle_without_an_answer_is_neither_right_nor_wrong():
    verdicts = worksheet(7, 3).mark({1: [2]})
    assert [verdict.right for verdict in verdicts] == [False, None, None]


def test_an_answer_to_no_puzzle_is_refused():
    with pytest.raises(ValueError, match="there is no puzzle 4, only 1 to 3"):
        worksheet(7, 3).mark({4: "N"})


# The command


def run(folder, *options):
    command = [sys.executable, "-m", "numbergame", "worksheet", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_the_command_writes_four_files_and_prints_their_paths(tmp_path):
    done = run(tmp_path, "--seed", "7", "--count", "8", "--level", "medium")
    assert done.returncode == 0, done.stderr
    names = [f"number-medium-7-{part}" for part in ("sheet.md", "key.md", "sheet.html", "key.html")]
    assert done.stdout.splitlines() == names
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    for name in names:
        assert (tmp_path / name).read_bytes() == worksheet(7).texts()[name].encode()


def test_the_same_seed_gives_the_same_bytes_in_another_process(tmp_path):
    for folder in ("a", "b"):
        assert run(tmp_path, "--game", "bachet", "--level", "hard", "--folder", folder).returncode == 0
    first, second = (
        {path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()} for folder in ("a", "b")
    )
    assert first == second and len(first) == 4


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--level", "cruel"], "'cruel' is none of easy, medium, hard"),
        (["--game", "chess"], "'chess' is none of number, bachet"),
        (["--count", "0"], "a worksheet has 1 to 40 puzzles, not 0"),
        (["--count", "41"], "a worksheet has 1 to 40 puzzles, not 41"),
        (["--seed", "-1"], "a seed is at least 0, not -1"),
    ],
)
def test_what_cannot_be_drawn_is_named_and_nothing_is_written(tmp_path, options, reason):
    done = run(tmp_path, *options)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"numbergame: {reason}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path):
    (tmp_path / "taken").write_text("mine")
    done = run(tmp_path, "--folder", "taken")
    assert done.returncode == 2
    assert done.stderr.startswith("numbergame: taken")
    assert (tmp_path / "taken").read_text() == "mine"


def test_when_one_file_cannot_be_written_none_is(tmp_path, monkeypatch):
    pages = worksheet(7)
    texts = pages.texts()
    last = list(texts)[-1]
    monkeypatch.setattr(type(pages), "texts", lambda self: texts | {last: "\ud800"})  # not writable
    with pytest.raises(UnicodeEncodeError):
        pages.write(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_with_a_site_each_puzzle_links_to_a_board_with_its_position(game, level):
    for seed in range(5):
        sheet = worksheet(seed, 8, level, game, site="https://school.example/games")
        for text in sheet.texts().values():
            links = re.findall(r"https://school\.example/games/play/index\.html#([^)\"]+)", text)
            assert len(links) == 8
            for link, puzzle in zip(links, sheet.puzzles, strict=True):
                settings, moves = from_text(unescape(link))
                assert settings.begin().position == puzzle.position
                takes = re.findall(r"takes: ([0-9, ]+)", sheets.given(puzzle))
                assert [settings.detail.replace(" ", ", ")] == takes or game == "number"
                assert not moves
        assert "school.example" not in "".join(worksheet(seed, 8, level, game).texts().values())
