"""Three judges' formats: exact bytes for what is right, a line and a case for what is wrong."""

from __future__ import annotations

import random

import brute_force
import pytest

from numbergame.__main__ import main
from numbergame.checks import published
from numbergame.judges import (
    InputError,
    answer_bachet,
    answer_poj,
    answer_zoj,
)

LARGEST = 10**18  # the largest integer of an input, as UVA's numbers may be that large

# What is right, to the byte


@pytest.mark.parametrize(
    ("answer", "sample"),
    [
        (answer_poj, published.POJ_1143.values),
        (answer_zoj, published.ZOJ_1039.values),
        (answer_bachet, published.UVA_10404.values),
    ],
)
def test_the_judges_sample_is_answered_to_the_byte(answer, sample):
    assert "".join(answer(sample.input)) == sample.output
    assert "".join(answer(sample.input.splitlines(keepends=True))) == sample.output


@pytest.fixture(scope="module")
def positions() -> list[list[int]]:
    """Return the 3,514 non-empty positions of 2..20 in an arbitrary order, found by brute force."""
    found = [sorted(numbers) for numbers in brute_force.every_position(20) if numbers]
    random.Random(20).shuffle(found)
    assert len(found) == 3514
    return found


def as_cases(positions: list[list[int]]) -> str:
    return "".join(f"{len(numbers)} {' '.join(map(str, numbers))}\n" for numbers in positions)


def test_all_positions_are_answered_as_poj_wants(positions):
    expected = ""
    for case, numbers in enumerate(positions, 1):
        winning = brute_force.winning_moves(frozenset(numbers))
        expected += f"Test Case #{case}\n"
        if winning:
            expected += f"The winning moves are: {' '.join(map(str, winning))}\n\n"
        else:
            expected += "There's no winning move.\n\n"
    assert "".join(answer_poj(as_cases(positions) + "0\n")) == expected


def test_all_positions_are_answered_as_zoj_wants(positions):
    expected = ""
    for case, numbers in enumerate(positions, 1):
        winning = brute_force.winning_moves(frozenset(numbers))
        expected += f"Scenario #{case}:\n"
        if winning:
            expected += f"The winning moves are: {' '.join(map(str, winning))}.\n\n"
        else:
            expected += "There is no winning move.\n\n"
    assert "".join(answer_zoj(f"{len(positions)}\n" + as_cases(positions))) == expected


def test_any_bachet_line_is_answered_as_uva_wants():
    chance = random.Random(10404)
    text, expected = "", ""
    for _ in range(300):
        takes = [chance.randint(1, chance.choice([6, 60, 3000])) for _ in range(chance.randint(0, 10))]
        heap = chance.randint(0, 3000)
        text += f"{heap} {len(takes)} {' '.join(map(str, takes))}\n"
        lost = brute_force.lost_heaps(takes, heap + 1)[heap]
        expected += "Ollie wins\n" if lost else "Stan wins\n"
    assert "".join(answer_bachet(text)) == expected


def test_answers_do_not_depend_on_what_came_before(positions):
    few = positions[:60]
    alone = ["".join(answer_poj(as_cases([numbers]))).split("\n", 1)[1] for numbers in few]
    again = few + few[::-1]
    together = "".join(answer_poj(as_cases(again))).split("Test Case #")[1:]
    assert [text.split("\n", 1)[1] for text in together] == alone + alone[::-1]


# What is read: tokens


@pytest.mark.parametrize(
    "text",
    [
        "2 2 5\r\n2 2 3\r\n0\r\n",
        "2\t2\t5\n\n\n2   2 3\n0",
        "2\n2\n5\n2\n2\n3\n0\n",
        "2 2 5 2 2 3 0",
        "2 5 2 2 3 2",
        "3 2 5 2\n4 2 3 3 2\n",
        "02 002 5\n2 2 0000003\n0",
        "\n\n  2 2\n 5\n\n2 2 3",
        "2 2 5\n2 2 3\n0\n7 words that nobody reads",
    ],
)
def test_poj_reads_tokens_wherever_the_lines_break(text):
    expected = "Test Case #1\nThe winning moves are: 2\n\nTest Case #2\nThere's no winning move.\n\n"
    assert "".join(answer_poj(text)) == expected


@pytest.mark.parametrize("text", ["2\n2\n2 5\n0\n", "2 2 2 5 0", "\r\n2\r\n3\t2 5 2\r\n\r\n0\r\n\r\n"])
def test_zoj_reads_tokens_and_counts_of_nothing(text):
    expected = "Scenario #1:\nThe winning moves are: 2.\n\nScenario #2:\nThere is no winning move.\n\n"
    assert "".join(answer_zoj(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "20 3 1 3 8\n22 3 1 3 8\n",
        "20 3\n1 3\n8 22 3 8 3 1\n\n",
        "20 4 1 3 8 1\r\n22 5 3 1 99 1000 8",
        "020\t3 01 3 8\r\n\r\n22\n3\n1\n8\n3\n",
    ],
)
def test_bachet_reads_tokens_wherever_the_lines_break(text):
    assert "".join(answer_bachet(text)) == "Stan wins\nOllie wins\n"


def test_nothing_to_answer_is_no_answer():
    for text in ("", "\n \n", "0\n", "0"):
        assert list(answer_poj(text)) == []
    assert list(answer_zoj("0\n")) == []
    for text in ("", "\r\n\r\n"):
        assert list(answer_bachet(text)) == []


def test_the_edges_of_what_a_case_may_say_are_answered():
    assert list(answer_bachet("0 0\n0 1 1\n7 0\n")) == ["Ollie wins\n"] * 3
    assert list(answer_bachet(f"{LARGEST} 2 1 2\n")) == ["Stan wins\n" if LARGEST % 3 else "Ollie wins\n"]
    assert list(answer_bachet(f"5 2 {LARGEST} 1\n")) == ["Stan wins\n"]
    odd = [n for n in range(3, 30 + 1) if n % 2]
    assert "The winning moves are: 3\n" in "".join(answer_poj(as_cases([odd])))


def test_bachet_answers_are_given_as_the_lines_come():
    lines = iter(["20 3 1 3 8\n", "22 3 1 3 8\n"])
    answers = answer_bachet(lines)
    assert next(answers) == "Stan wins\n"
    assert next(answers) == "Ollie wins\n"


# What is wrong.  Each entry: the bad input, the line in it and the case in it where the error is, and
# words of the message.

HUGE = "9" * 5000

# Bodies of a Number Game case: a count and numbers.  True of POJ and ZOJ alike.
BAD_CASES = [
    # cut short
    ("1", 1, "the input ends"),
    ("3 2 5", 1, "the input ends"),
    ("2\n2", 2, "the input ends"),
    ("2\n\n2\n\n\n", 3, "the input ends"),
    (f"{LARGEST} 2 3", 1, "the input ends"),
    # not a number
    ("x", 1, "'x' is not a whole number"),
    ("2 2 five", 1, "'five' is not a whole number"),
    ("2 2\nfive", 2, "'five' is not a whole number"),
    ("2 2 5,", 1, "'5,' is not a whole number"),
    ("2 2,5", 1, "'2,5' is not a whole number"),
    ("1.0 2", 1, "'1.0' is not a whole number"),
    ("1 2.0", 1, "'2.0' is not a whole number"),
    ("1 2e0", 1, "'2e0' is not a whole number"),
    ("1 +2", 1, "'+2' is not a whole number"),
    ("1 0x2", 1, "'0x2' is not a whole number"),
    ("1 2_0", 1, "'2_0' is not a whole number"),
    ("1 --2", 1, "'--2' is not a whole number"),
    ("1 -", 1, "'-' is not a whole number"),
    ("1 ٢", 1, "'٢' is not a whole number"),
    ("1 ２", 1, "'２' is not a whole number"),
    ("1 ²", 1, "'²' is not a whole number"),
    ("1 \x00", 1, r"'\x00' is not a whole number"),
    ("1 NaN", 1, "'NaN' is not a whole number"),
    ("1 {2}", 1, "'{2}' is not a whole number"),
    ("# 2 5", 1, "'#' is not a whole number"),
    (f"1 {'y' * 5000}", 1, "yyy...' is not a whole number"),
    # out of range
    ("-1 2", 1, "a count is at least 0, not -1"),
    (f"{LARGEST + 1} 2", 1, f"a count is at most {LARGEST}, not {LARGEST + 1}"),
    (f"{HUGE} 2", 1, f"a count is at most {LARGEST}, not 999"),
    ("1 1", 1, "an available number is at least 2, not 1"),
    ("2 1 2", 1, "an available number is at least 2, not 1"),
    ("1 0", 1, "an available number is at least 2, not 0"),
    ("1 -2", 1, "an available number is at least 2, not -2"),
    ("1\n\n-2", 3, "an available number is at least 2, not -2"),
    (f"1 -{HUGE}", 1, "an available number is at least 2, not -999"),
    ("1 31", 1, "an available number is at most 30, not "),
    (f"1 {LARGEST}", 1, f"an available number is at most 30, not {LARGEST}"),
    (f"1 {HUGE}", 1, "an available number is at most 30, not 999"),
    # sets that cannot occur: the case begins on the line that is named
    ("1 4", 1, "4 is listed, but 2 is not, and 4 = 2 + 2"),
    ("1 6", 1, "6 is listed, but"),
    ("2 2 6", 1, "6 is listed, but 3 is not, and 6 = 3 + 3"),
    ("2 3 7", 1, "7 is listed, but"),
    ("3 2\n3\n8", 1, "8 is listed, but 4 is not, and 8 = 4 + 4"),
    ("\n\n2 2\n20", 3, "20 is listed, but"),
    ("2 5 5", 1, "5 is listed, but"),
]  # fmt: skip

BAD_HEAPS = [
    # cut short
    ("20", 1, "the input ends"),
    ("20 1", 1, "the input ends"),
    ("20 3 1 3", 1, "the input ends"),
    ("20\n3\n1\n3\n\n", 4, "the input ends"),
    (f"20 {LARGEST} 1", 1, "the input ends"),
    # not a number
    ("x", 1, "'x' is not a whole number; a heap"),
    ("x 1 1", 1, "'x' is not a whole number; a heap"),
    ("20 x", 1, "'x' is not a whole number; a count"),
    ("20 1 x", 1, "'x' is not a whole number; a take"),
    ("20 1\nx", 2, "'x' is not a whole number; a take"),
    ("20\nx", 2, "'x' is not a whole number; a count"),
    ("20, 1 1", 1, "'20,' is not a whole number"),
    ("20 2 1,3", 1, "'1,3' is not a whole number"),
    ("20.0 1 1", 1, "'20.0' is not a whole number"),
    ("1e6 1 1", 1, "'1e6' is not a whole number"),
    ("20 1.0 1", 1, "'1.0' is not a whole number"),
    ("20 1 1.0", 1, "'1.0' is not a whole number"),
    ("+20 1 1", 1, "'+20' is not a whole number"),
    ("0x14 1 1", 1, "'0x14' is not a whole number"),
    ("1_000 1 1", 1, "'1_000' is not a whole number"),
    ("--20 1 1", 1, "'--20' is not a whole number"),
    ("- 1 1", 1, "'-' is not a whole number"),
    ("٢ 1 1", 1, "'٢' is not a whole number"),
    ("20 1 １", 1, "'１' is not a whole number"),
    ("20 1 ¹", 1, "'¹' is not a whole number"),
    ("20 \x00 1", 1, r"'\x00' is not a whole number"),
    ("NaN 1 1", 1, "'NaN' is not a whole number"),
    ("inf 1 1", 1, "'inf' is not a whole number"),
    ("20 1 [1]", 1, "'[1]' is not a whole number"),
    ("# 1 1", 1, "'#' is not a whole number"),
    (f"{'y' * 5000} 1 1", 1, "yyy...' is not a whole number"),
    # out of range
    ("-1 1 1", 1, "a heap is at least 0, not -1"),
    ("-0 1 1", 1, "a heap is at least 0, not -0"),
    (f"{LARGEST + 1} 1 1", 1, f"a heap is at most {LARGEST}, not {LARGEST + 1}"),
    (f"{HUGE} 1 1", 1, f"a heap is at most {LARGEST}, not 999"),
    (f"-{HUGE} 1 1", 1, "a heap is at least 0, not -999"),
    ("20 -1 1", 1, "a count is at least 0, not -1"),
    (f"20 {LARGEST + 1} 1", 1, f"a count is at most {LARGEST}, not {LARGEST + 1}"),
    (f"20 {HUGE} 1", 1, f"a count is at most {LARGEST}, not 999"),
    ("20 1 0", 1, "a take is at least 1, not 0"),
    ("20 3 1 0 3", 1, "a take is at least 1, not 0"),
    ("20 1 00", 1, "a take is at least 1, not 00"),
    ("20 1 -3", 1, "a take is at least 1, not -3"),
    ("20 2 1\n\n-3", 3, "a take is at least 1, not -3"),
    (f"20 1 {LARGEST + 1}", 1, f"a take is at most {LARGEST}, not {LARGEST + 1}"),
    (f"20 1 {HUGE}", 1, f"a take is at most {LARGEST}, not 999"),
    # no period within reach
    (f"{LARGEST} 2 1 {LARGEST - 1}", 1, "no period of the outcomes shows"),
    (f"\n{LARGEST} 2\n{LARGEST - 1} 1", 2, "no period of the outcomes shows"),
]  # fmt: skip

# What is wrong with the frame of ZOJ's input: the whole input, line, where, words, answers before it.
BAD_FRAMES = [
    ("", "line 1", "the input ends where the number of scenarios should follow", 0),
    ("\n\n", "line 1", "the input ends", 0),
    ("x\n2 2 5\n", "line 1", "'x' is not a whole number; the number of scenarios", 0),
    ("-1\n2 2 5\n", "line 1", "the number of scenarios is at least 0, not -1", 0),
    (f"{LARGEST + 1}\n2 2 5\n", "line 1", f"the number of scenarios is at most {LARGEST}", 0),
    ("0\n2 2 5\n", "line 2", "the input goes on after the last of its 0 cases", 0),
    ("1\n2 2 5\n\n2 2 3\n", "line 4: case 1", "the input goes on after the last of its 1 cases", 1),
    ("1\n2 2 5 7\n", "line 2: case 1", "the input goes on after the last of its 1 cases", 1),
    ("2\n2 2 5\n", "line 2: case 2", "the input ends where a count should follow", 1),
    (f"{LARGEST}\n2 2 5\n2 2 3\n", "line 3: case 3", "the input ends where a count should follow", 2),
]


@pytest.mark.parametrize(
    ("answer", "lines", "answers_after"),
    [
        (answer_poj, ["2 2 5\n", "2 2\n", "3\n", "1 2\n", "0\n"], [1, 1, 2, 3, 3]),
        (answer_zoj, ["3\n", "2 2 5\n", "2 2\n", "3\n", "1 2\n"], [0, 1, 1, 2, 3]),
        (answer_bachet, ["20 3 1 3 8\n", "22 3 1\n", "3 8\n"], [1, 1, 2]),
    ],
)
def test_a_case_is_answered_as_soon_as_its_last_line_is_read(answer, lines, answers_after):
    read = []
    answers = answer(read.append(line) or line for line in lines)
    seen = []
    for _ in answers:
        seen.append(len(read))
    assert seen == [answers_after.index(n) + 1 for n in range(1, answers_after[-1] + 1)]


GOOD_CASES = "2 2 5\n\n2\n2 3\n"  # two cases on four lines
GOOD_HEAPS = "20 3 1 3 8\n\n22 3 1\n3 8\n"


def stopped(judge: str, text: str, tmp_path, capsys) -> tuple[str, str]:
    """Run a judge's command on a bad input; return what is printed on the two outputs."""
    file = tmp_path / "input.txt"
    file.write_bytes(text.encode())
    assert main([judge, str(file)]) == 2
    return capsys.readouterr()


def assert_one_error(err: str, where: str, words: str) -> None:
    """Check that an error is one short line that says where and what."""
    assert err.startswith(f"numbergame: {where}: "), err
    assert words in err
    assert err.count("\n") == 1 and err.endswith("\n") and len(err) < 250


@pytest.mark.parametrize(("bad", "line", "words"), BAD_CASES, ids=lambda value: repr(value)[:30])
def test_poj_names_the_line_and_the_case(bad, line, words, tmp_path, capsys):
    out, err = stopped("poj", bad, tmp_path, capsys)
    assert out == ""
    assert_one_error(err, f"line {line}: case 1", words)

    out, err = stopped("poj", GOOD_CASES + bad, tmp_path, capsys)
    assert out == "Test Case #1\nThe winning moves are: 2\n\nTest Case #2\nThere's no winning move.\n\n"
    assert_one_error(err, f"line {line + 4}: case 3", words)


@pytest.mark.parametrize(("bad", "line", "words"), BAD_CASES, ids=lambda value: repr(value)[:30])
def test_zoj_names_the_line_and_the_case(bad, line, words, tmp_path, capsys):
    out, err = stopped("zoj", "1\n" + bad, tmp_path, capsys)
    assert out == ""
    assert_one_error(err, f"line {line + 1}: case 1", words)

    out, err = stopped("zoj", "9\n" + GOOD_CASES + bad, tmp_path, capsys)
    assert out == ("Scenario #1:\nThe winning moves are: 2.\n\nScenario #2:\nThere is no winning move.\n\n")
    assert_one_error(err, f"line {line + 5}: case 3", words)


@pytest.mark.parametrize(("bad", "where", "words", "answers"), BAD_FRAMES, ids=lambda value: repr(value)[:30])
def test_zoj_names_what_is_wrong_with_the_number_of_scenarios(bad, where, words, answers, tmp_path, capsys):
    out, err = stopped("zoj", bad, tmp_path, capsys)
    assert out.count("Scenario #") == answers
    assert_one_error(err, where, words)


@pytest.mark.parametrize(("bad", "line", "words"), BAD_HEAPS, ids=lambda value: repr(value)[:30])
def test_bachet_names_the_line_and_the_case(bad, line, words, tmp_path, capsys):
    out, err = stopped("bachet", bad, tmp_path, capsys)
    assert out == ""
    assert_one_error(err, f"line {line}: case 1", words)

    out, err = stopped("bachet", GOOD_HEAPS + bad, tmp_path, capsys)
    assert out == "Stan wins\nOllie wins\n"
    assert_one_error(err, f"line {line + 4}: case 3", words)


def test_bytes_that_are_no_text_are_an_error_like_any_other(tmp_path, capsys):
    file = tmp_path / "input.bin"
    for judge in ("poj", "zoj", "bachet"):
        file.write_bytes(b"\xff\xfe2\x00 \x002\x00")
        assert main([judge, str(file)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("numbergame: line 1: ") and "is not a whole number" in err
        assert err.count("\n") == 1


def test_a_byte_order_mark_is_no_part_of_the_first_number(tmp_path, capsys):
    file = tmp_path / "input.txt"
    file.write_bytes(b"\xef\xbb\xbf1 2\r\n")
    assert main(["poj", str(file)]) == 0
    assert capsys.readouterr().out == "Test Case #1\nThe winning moves are: 2\n\n"


def test_an_error_is_a_value_error_that_knows_its_line():
    with pytest.raises(InputError) as problem:
        list(answer_poj("1 2\n\n1 x\n"))
    assert isinstance(problem.value, ValueError) and problem.value.line == 3
