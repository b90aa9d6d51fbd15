"""The command line: what it prints where, its exit statuses, and how it is interrupted."""

from __future__ import annotations

import gc
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import brute_force
import pytest

from numbergame.__main__ import main
from numbergame.checks import published
from numbergame.number_game import Position
from numbergame.sylver import prove
from numbergame.sylver.certificate import verify

ROOT = Path(__file__).parents[1]
# The default buffering of standard output, whatever the one who runs the tests prefers.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
ENVIRONMENT["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
PROGRAM = [sys.executable, "-m", "numbergame"]

JUDGES = {
    "poj": published.POJ_1143.values,
    "zoj": published.ZOJ_1039.values,
    "bachet": published.UVA_10404.values,
}


def ran(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program as a process of its own."""
    return subprocess.run(
        [*PROGRAM, *arguments], input=stdin, env=ENVIRONMENT, capture_output=True, text=True, timeout=60
    )


def in_a_shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which NUMBERGAME stands for the program."""
    program = " ".join(f"'{word}'" for word in PROGRAM)
    return subprocess.run(
        ["bash", "-c", line.replace("NUMBERGAME", program)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=60,
    )


# Judges


@pytest.mark.parametrize("judge", JUDGES)
def test_a_judges_sample_goes_from_file_to_standard_output(judge, tmp_path, capsys):
    (tmp_path / "sample.txt").write_text(JUDGES[judge].input)
    assert main([judge, str(tmp_path / "sample.txt")]) == 0
    assert capsys.readouterr() == (JUDGES[judge].output, "")


@pytest.mark.parametrize("arguments", [[], ["-"]])
@pytest.mark.parametrize("judge", JUDGES)
def test_a_judges_sample_goes_from_standard_input_to_standard_output(judge, arguments, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO(JUDGES[judge].input))
    assert main([judge, *arguments]) == 0
    assert capsys.readouterr() == (JUDGES[judge].output, "")


@pytest.mark.parametrize("judge", JUDGES)
def test_a_process_answers_to_the_byte(judge):
    given = JUDGES[judge].input.encode()
    answered = subprocess.run([*PROGRAM, judge], input=given, env=ENVIRONMENT, capture_output=True)
    assert answered.stdout == JUDGES[judge].output.encode()
    assert (answered.returncode, answered.stderr) == (0, b"")


def test_bad_input_is_one_line_on_standard_error_after_the_answers():
    answered = ran("poj", stdin="2 2 5\n1 1\n2 2 3\n")
    assert answered.stdout == "Test Case #1\nThe winning moves are: 2\n\n"
    assert answered.stderr == ("numbergame: line 2: case 2: an available number is at least 2, not 1\n")
    assert answered.returncode == 2


def test_a_file_that_cannot_be_read_is_named(tmp_path, capsys):
    assert main(["poj", str(tmp_path / "none.txt")]) == 2
    assert capsys.readouterr() == ("", f"numbergame: {tmp_path / 'none.txt'}: No such file or directory\n")
    assert main(["bachet", str(tmp_path)]) == 2
    assert capsys.readouterr() == ("", f"numbergame: {tmp_path}: Is a directory\n")


def test_a_judge_command_leaves_garbage_collection_as_it_was(tmp_path):
    (tmp_path / "bad.txt").write_text("x")
    assert gc.isenabled()
    for arguments in (["zoj", str(tmp_path / "bad.txt")], ["poj", str(tmp_path / "bad.txt")]):
        assert main(arguments) == 2
        assert gc.isenabled()


# One position


def facts(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    """Return what a command prints as its one JSON object."""
    assert main([*arguments, "--json"]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 1 and err == ""
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


EXAMPLE = {
    "available": [2, 5],
    "outcome": "N",
    "nim_value": 2,
    "remoteness": 1,
    "winning_moves": [2],
    "best_move": 2,
    "minimal_generators": [3, 4],
    "frobenius_number": 5,
    "genus": 3,
    "multiplicity": 3,
    "symmetric": True,
    "pseudo_symmetric": False,
}


@pytest.mark.parametrize(
    "arguments",
    [["2", "5"], ["5", "2", "2"], ["--chosen", "4", "3"], ["--chosen", "3", "4", "--limit", "5"]],
    ids=" ".join,
)
def test_a_position_is_told_by_what_is_available_or_by_what_was_chosen(arguments, capsys):
    assert facts(capsys, "moves", *arguments) == EXAMPLE


def test_a_position_is_told_in_words(capsys):
    assert main(["moves", "2", "5"]) == 0
    out, err = capsys.readouterr()
    lines = dict(line.split(":", 1) for line in out.splitlines())
    assert lines["available"].split() == ["2", "5"]
    assert lines["outcome"].strip() == "N, the Next player wins"
    assert lines["nim-value"].strip() == "2"
    assert lines["winning moves"].strip() == "2"
    assert lines["symmetric"].strip() == "yes"
    assert err == ""


def test_when_nothing_is_available_there_is_nothing_to_win(capsys):
    told = facts(capsys, "moves")
    assert told["outcome"] == "P" and told["best_move"] is None
    assert told["winning_moves"] == told["available"] == []
    assert main(["moves", "--chosen", "2", "3"]) == 0
    assert "winning moves:      none" in capsys.readouterr().out


def test_the_whole_board_is_solved(capsys):
    told = facts(capsys, "moves", "--chosen")
    assert told["available"] == list(range(2, 21))
    assert told["winning_moves"] == brute_force.winning_moves(frozenset(range(2, 21)))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["2", "6"], "6 is listed, but 3 is not, and 6 = 3 + 3"),
        (["1"], "1 is listed, but only numbers greater than 1 can be chosen"),
        (["-3"], "-3 is listed"),
        (["--chosen", "4", "8"], "8 cannot be chosen: 8 = 4 + 4"),
        (["--chosen", "21"], "21 is not on the board 2..20"),
        (["--chosen", "--limit", "0"], "the limit of a board is 1 to"),
        (["--chosen", "--limit", "99999999"], "the limit of a board is 1 to"),
        (["--chosen", "--limit", "31"], "30 is the largest solved here"),
        (["2", "5", "--limit", "9"], "--limit goes with --chosen"),
        (["--limit", "9"], "--limit goes with --chosen"),
        ([str(10**30)], "is the largest number here"),
    ],
    ids=str,
)
def test_what_is_no_position_is_refused(arguments, words, capsys):
    assert main(["moves", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("numbergame: ") and words in err and err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nothing"],
        ["moves", "x"],
        ["moves", "2.0"],
        ["moves", "2", "--chosen", "4"],
        ["period"],
        ["poj", "a", "b"],
    ],
    ids=str,
)
def test_a_command_that_is_not_understood_is_refused(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    out, err = capsys.readouterr()
    assert out == "" and "usage: numbergame" in err


def test_help_names_every_command(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["--help"])
    assert stop.value.code == 0
    out = capsys.readouterr().out
    assert all(name in out for name in ("poj", "zoj", "bachet", "moves", "period", "notebooks"))


# Periods


@pytest.mark.parametrize("takes", [(1, 3, 4), (2, 4, 7), (5,)])
def test_a_period_is_told_with_the_values_that_repeat(takes, capsys):
    told = facts(capsys, "period", *map(str, takes))
    preperiod, period = brute_force.first_repetition(brute_force.heap_outcomes(takes, 200), max(takes))
    nim_preperiod, nim_period = brute_force.first_repetition(
        brute_force.heap_nim_values(takes, 200), max(takes)
    )
    assert told == {
        "takes": list(takes),
        "outcome": {"preperiod": preperiod, "period": period},
        "nim_value": {"preperiod": nim_preperiod, "period": nim_period},
        "outcomes": brute_force.heap_outcomes(takes, preperiod + period),
        "nim_values": brute_force.heap_nim_values(takes, nim_preperiod + nim_period),
    }


def test_a_period_is_told_in_words(capsys):
    assert main(["period", "7", "2", "4", "2"]) == 0
    lines = dict(line.split(":", 1) for line in capsys.readouterr().out.splitlines())
    assert lines["takes"].split() == ["2", "4", "7"]
    assert lines["outcome"].strip() == "pre-period 4, period 3"
    assert lines["nim-value"].strip() == "pre-period 8, period 3"
    assert lines["outcomes"].split() == [*"PPNN", "|", *"NNP"]


def test_a_long_period_is_cut_in_words(capsys):
    assert main(["period", "1", "2", "999"]) == 0
    for line in capsys.readouterr().out.splitlines():
        assert len(line) < 110


@pytest.mark.parametrize(
    ("takes", "words"),
    [
        (["0"], "a take is at least 1 stone, not 0"),
        (["3", "-1"], "not -1"),
        (["1", str(10**18)], "no period of the outcomes shows"),
    ],
    ids=str,
)
def test_takes_with_no_period_are_refused(takes, words, capsys):
    assert main(["period", *takes]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("numbergame: ") and words in err and err.count("\n") == 1


# Processes


def test_the_program_says_how_it_ended():
    assert ran("moves", "2", "5", "--json").returncode == 0
    refused = ran("moves", "6")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "numbergame: 6 is listed, but 2 and 4 are not, and 6 = 2 + 4\n"


def modules_loaded(statement: str) -> set[str]:
    """Return the top-level names of the modules that a statement loads in a fresh interpreter."""
    program = (
        "import sys; before = set(sys.modules)\n"
        f"{statement}\n"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before}, file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(run.stderr.split())


def test_importing_the_package_imports_nothing_but_the_standard_library():
    loaded = modules_loaded("import numbergame")
    assert "numbergame" in loaded
    assert loaded - {"numbergame"} <= sys.stdlib_module_names


def test_the_core_commands_import_nothing_but_the_standard_library(tmp_path):
    for judge, sample in JUDGES.items():
        (tmp_path / judge).write_text(sample.input)
    for arguments in (
        *([judge, str(tmp_path / judge)] for judge in JUDGES),
        ["moves", "2", "5"],
        ["period", "2"],
    ):
        loaded = modules_loaded(f"from numbergame.__main__ import main; main({arguments})")
        assert "numbergame" in loaded
        assert loaded - {"numbergame"} <= sys.stdlib_module_names


def test_an_interrupt_ends_the_program_without_a_traceback():
    program = subprocess.Popen(
        [*PROGRAM, "bachet"],
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A shell in the background has its children ignore the signal; a person at a terminal has not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert program.stdin and program.stdout and program.stderr
    program.stdin.write(b"20 3 1 3 8\n" * 5_000)  # enough for the first answers to come, and no end of input
    program.stdin.flush()
    first = os.read(program.stdout.fileno(), 10)
    program.send_signal(signal.SIGINT)
    rest = program.stdout.read()
    assert program.wait(timeout=60) == 130
    assert program.stderr.read() == b""
    answers = (first + rest).decode().splitlines(keepends=True)
    assert answers and set(answers) == {"Stan wins\n"}
    program.stdin.close()
    program.stdout.close()
    program.stderr.close()


def test_a_reader_that_goes_away_is_no_error():
    many = "yes '20 3 1 3 8' | head -20000"
    for line in (
        f"{many} | NUMBERGAME bachet | head -1",
        f"({many}; echo x) | NUMBERGAME bachet | head -1",
        "(echo '22 3 1 3 8'; sleep 0.3; echo x) | NUMBERGAME bachet | true; echo Stan wins",
    ):
        ended = in_a_shell(line)
        assert ended.stdout == "Stan wins\n"
        assert ended.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("text", ["20 3 1 3 8", "20 3 1 3 8\\nx"])
@pytest.mark.parametrize("times", [1, 5000])
def test_a_full_disk_is_told_in_words(text, times):
    ended = in_a_shell(f"(yes '20 3 1 3 8' | head -{times}; printf '{text}') | NUMBERGAME bachet > /dev/full")
    assert ended.stderr == "numbergame: No space left on device\n"
    assert ended.returncode == 2


def test_a_closed_stream_is_told_in_words():
    for line, out, err in (
        ("NUMBERGAME poj <&-", "", "numbergame: standard input is closed\n"),
        ("echo 1 2 | NUMBERGAME poj >&-", "", "numbergame: standard output is closed\n"),
        ("echo x | NUMBERGAME poj 2>&-", "", ""),
    ):
        ended = in_a_shell(line)
        assert (ended.returncode, ended.stdout, ended.stderr) == (2, out, err)


def test_the_atlas_counts_positions_by_frobenius_number(capsys, tmp_path):
    expected = published.POSITIONS_BY_FROBENIUS_NUMBER.values
    assert main(["atlas", "12", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["frobenius_number"]: row["positions"] for row in rows} == {
        n: expected[n] for n in range(1, 13)
    }
    assert main(["atlas", "12", "--csv", str(tmp_path / "counts.csv")]) == 0
    lines = (tmp_path / "counts.csv").read_text().splitlines()
    assert lines[0] == "frobenius_number,positions,p_positions"
    assert [list(map(int, line.split(","))) for line in lines[1:]] == [list(row.values()) for row in rows]
    assert capsys.readouterr().out == ""


def test_an_atlas_that_is_too_large_is_refused(capsys):
    assert main(["atlas", "81"]) == 2
    assert capsys.readouterr().err == "numbergame: an atlas has a limit from 1 to 80, not 81\n"


def test_sylver_finds_the_winning_replies_without_a_largest_number(capsys, tmp_path):
    proof = tmp_path / "proof.json"
    assert main(["sylver", "5", "4", "--json", "--certificate", str(proof)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["generators"], answer["frobenius_number"], answer["genus"]) == ([4, 5], 11, 6)
    assert (answer["outcome"], answer["winning_moves"]) == ("N", [11])
    assert verify(json.loads(proof.read_text()))


def test_sylver_says_in_words_who_wins(capsys):
    assert main(["sylver", "2", "3"]) == 0
    assert "outcome:            P, the Previous player wins\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["4", "6"], "every generator is a multiple of 2: infinitely many numbers stay available"),
        (["1", "5"], "generators are integers greater than 1, at least two of them"),
        (
            ["12", "13", "--max-positions", "100"],
            "not solved with 100 positions: give it a larger max_positions",
        ),
    ],
)
def test_sylver_refuses_what_it_cannot_solve_and_writes_nothing(capsys, tmp_path, arguments, complaint):
    proof = tmp_path / "proof.json"
    assert main(["sylver", *arguments, "--certificate", str(proof)]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"numbergame: {complaint}\n")
    assert not proof.exists()


@pytest.mark.parametrize("command", [["atlas", "64", "--csv"], ["sylver", "19", "21", "41", "--certificate"]])
def test_a_file_that_cannot_be_written_is_refused_before_the_work_is_done(capsys, tmp_path, command):
    assert main([*command, str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"numbergame: {tmp_path} is not a file\n"


def test_the_proof_keeps_to_the_time_given_too(capsys, tmp_path):
    proof = tmp_path / "proof.json"
    assert main(["sylver", "12", "13", "--max-seconds", "1e-9", "--certificate", str(proof)]) == 2
    assert "not solved in 1e-09 seconds" in capsys.readouterr().err
    assert not proof.exists()
    with pytest.raises(ValueError, match="not solved in 1e-09 seconds"):
        prove(Position.generated_by([12, 13]), max_seconds=1e-9)


def test_a_long_search_tells_its_progress_until_it_is_interrupted_and_leaves_no_proof(tmp_path):
    proof = tmp_path / "proof.json"
    search = subprocess.Popen(
        [sys.executable, "-m", "numbergame", "sylver", "19", "21", "41", "--certificate", str(proof)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert search.stderr is not None
    told = b""
    while b" MB\r" not in told:
        told += search.stderr.read(1)
    search.send_signal(signal.SIGINT)
    answer, rest = search.communicate()
    assert (search.returncode, answer, proof.exists()) == (130, b"", False)
    lines = (told + rest).decode().strip().split("\r")
    assert all(re.fullmatch(r"[\d,]+ positions, [\d,]+ a second, [\d,]+ MB *", line) for line in lines)


# What an extra brings

WITHOUT_EXTRAS = """\
import sys
sys.modules |= dict.fromkeys(
    ("networkx", "pandas", "matplotlib", "numpy", "PIL", "numba", "llvmlite", "nbclient", "nbformat",
     "ipywidgets", "IPython", "tqdm", "psutil", "pyarrow", "dask", "distributed")
)
"""


def without_extras(statement: str) -> subprocess.CompletedProcess[str]:
    """Run a statement where Python finds none of the packages that an extra brings."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_EXTRAS + statement],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("statement", "extra"),
    [
        ("from numbergame.figures import export", "figures"),
        ("from numbergame.dag import game_dag", "figures"),
        ("from numbergame.tables import positions_table", "figures"),
        ("from numbergame.play import play", "play"),
        ("from numbergame.atlas import atlas", "compiled"),
        ("from numbergame.notebooks import run", "notebooks"),
    ],
)
def test_an_import_that_needs_an_extra_says_which(statement, extra):
    last = without_extras(statement).stderr.splitlines()[-1]
    assert last.startswith("ModuleNotFoundError: ")
    assert last.endswith(f" is not installed; it comes with numbergame[{extra}]")


@pytest.mark.parametrize(
    ("arguments", "extra"), [(["atlas", "12"], "compiled"), (["notebooks"], "notebooks")]
)
def test_a_command_that_needs_an_extra_says_which_in_one_line(arguments, extra):
    ended = without_extras(f"from numbergame.__main__ import main; sys.exit(main({arguments}))")
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert ended.stderr.endswith(f" is not installed; it comes with numbergame[{extra}]\n")


@pytest.mark.parametrize(
    "arguments",
    [["moves", "2", "5"], ["period", "1", "3", "4"], ["sylver", "4", "5"], ["worksheet"]],
    ids=" ".join,
)
def test_a_command_of_the_standard_library_needs_no_extra(arguments, tmp_path):
    place = f"import os; os.chdir({str(tmp_path)!r}); "
    ended = without_extras(f"{place}from numbergame.__main__ import main; sys.exit(main({arguments}))")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout
