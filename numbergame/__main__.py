"""The command line: `numbergame …`, also `python -m numbergame …`.

Answers go to standard output, everything else to standard error.  Exit status 0 is success, 1 a
notebook that failed, a check that found a difference or a cluster that does not answer, 2 bad input, 130 an
interrupt.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from io import TextIOWrapper
from typing import Any, TextIO

from numbergame.judges import MAX_LISTED, answer_bachet, answer_poj, answer_zoj
from numbergame.number_game import CONTEST_LIMIT, NumberGame, Position
from numbergame.solver import solve
from numbergame.subtraction import (
    SubtractionGame,
    checked_takes,
    nim_period,
    nim_values,
    outcome_period,
    outcomes,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = _parser().parse_args(arguments)
    try:
        if sys.stdout is None:
            raise ValueError("standard output is closed")
        try:
            status = options.command(options)
        finally:
            sys.stdout.flush()  # the answers come out before a word about why there are no more
        return int(status or 0)
    except (ValueError, OSError, MemoryError, ImportError) as problem:
        return _stopped(problem)
    except KeyboardInterrupt:
        return 130


def _stopped(problem: Exception) -> int:
    """Say on standard error why the command stops; return its exit status."""
    if isinstance(problem, OSError) and problem.filename is None and sys.stdout is not None:
        # Standard output takes no more; drop what waits for it, or Python complains at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(problem, BrokenPipeError):  # the reader of the answers has gone: nobody to tell
            return 141
    if isinstance(problem, OSError) and problem.strerror:
        where = "" if problem.filename is None else f"{problem.filename}: "
        problem = ValueError(where + problem.strerror)
    if sys.stderr is not None:  # else print would turn to standard output
        print(f"numbergame: {problem}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="numbergame", description="The Number Game and Bachet's game.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int | None], about: str) -> Any:
        added = commands.add_parser(name, help=about, description=about)
        added.set_defaults(command=run)
        return added

    for name, answer, judge in (
        ("poj", answer_poj, "POJ 1143"),
        ("zoj", answer_zoj, "ZOJ 1039"),
        ("bachet", answer_bachet, "UVA 10404"),
    ):
        judged = command(name, _judge, f"answer {judge}'s input")
        judged.add_argument("file", nargs="?", metavar="FILE", help="the input; standard input by default")
        judged.set_defaults(answer=answer)

    play = command("play", _play, "play a game against the computer, here in the terminal")
    play.add_argument("--game", choices=("number", "bachet"), default="number", help="which game (number)")
    play.add_argument(
        "--limit", type=int, help=f"the Number Game's largest number, 6 to 30 ({CONTEST_LIMIT})"
    )
    play.add_argument("--start", nargs="+", type=int, metavar="NUMBER", help="start with these available")
    play.add_argument("--heap", type=int, help="Bachet's game: how many stones, 1 to 40 (20)")
    play.add_argument("--takes", nargs="+", type=int, metavar="TAKE", help="the allowed takes (1 3 4)")
    play.add_argument("--opponent", default="perfect", help="perfect, careless, beginner or random (perfect)")
    play.add_argument(
        "--blunder-rate", type=float, default=0.25, metavar="R", help="how often the careless one errs (0.25)"
    )
    play.add_argument("--second", action="store_true", help="let the opponent begin")
    play.add_argument("--seed", type=int, help="the same seed makes the opponent choose the same")

    moves = command("moves", _moves, "solve one Number Game position")
    which = moves.add_mutually_exclusive_group()
    which.add_argument(
        "available", nargs="*", type=int, default=[], metavar="NUMBER", help="what is available"
    )
    which.add_argument("--chosen", nargs="*", type=int, metavar="NUMBER", help="the numbers chosen, in order")
    moves.add_argument("--limit", type=int, help=f"with --chosen, the board's limit ({CONTEST_LIMIT})")
    moves.add_argument("--json", action="store_true", help="print one JSON object")

    period = command("period", _period, "find the periods of Bachet's game with these takes")
    period.add_argument("takes", nargs="+", type=int, metavar="TAKE")
    period.add_argument("--json", action="store_true", help="print one JSON object")

    notebooks = command("notebooks", _notebooks, "run the notebooks and write their outputs and figures")
    notebooks.add_argument(
        "names", nargs="*", metavar="NAME", help="a notebook's name or number; all by default"
    )
    notebooks.add_argument("--jobs", type=int, metavar="N", help="how many run at once; one a processor")
    notebooks.add_argument("--check", action="store_true", help="compare with what is stored; write nothing")
    notebooks.add_argument(
        "--twice", action="store_true", help="with --check, run each cell again: none may fail then"
    )
    notebooks.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another value of a notebook's parameter, with --to",
    )
    notebooks.add_argument("--to", metavar="FOLDER", help="write notebooks and figures into a folder instead")

    atlas = command("atlas", _atlas, "count the positions and P-positions of a board by Frobenius number")
    atlas.add_argument("limit", type=int, metavar="LIMIT", help="the board's largest number, 1 to 80")
    atlas.add_argument("--threads", type=int, metavar="N", help="how many work at once; one a processor")
    atlas.add_argument(
        "--scheduler", metavar="ADDRESS", help="let the workers of a Dask cluster work, as in tcp://HOST:8786"
    )
    atlas.add_argument(
        "--plan", action="store_true", help="print what it takes on 1 to 16 machines, and do not count"
    )
    form = atlas.add_mutually_exclusive_group()
    form.add_argument("--csv", metavar="FILE", help="write the table to a file instead")
    form.add_argument("--json", action="store_true", help="print a JSON list with an object a row")

    sylver = command("sylver", _sylver, "find the winning replies with no largest number (Sylver Coinage)")
    sylver.add_argument(
        "generators", nargs="+", type=int, metavar="NUMBER", help="the numbers chosen, coprime"
    )
    sylver.add_argument("--max-positions", type=int, metavar="N", help="give up after so many positions")
    sylver.add_argument("--max-seconds", type=float, metavar="S", help="give up after so many seconds")
    sylver.add_argument("--certificate", metavar="FILE", help="write a proof of the outcome, as JSON")
    sylver.add_argument("--json", action="store_true", help="print one JSON object")

    worksheet = command("worksheet", _worksheet, "write a class sheet and its key, as Markdown and HTML")
    worksheet.add_argument("--seed", type=int, default=1, help="the same seed draws the same sheet (1)")
    worksheet.add_argument("--count", type=int, default=8, help="how many puzzles (8)")
    worksheet.add_argument("--level", default="medium", help="easy, medium or hard (medium)")
    worksheet.add_argument("--game", default="number", help="number or bachet (number)")
    worksheet.add_argument(
        "--site", metavar="ADDRESS", help="where the site is published: a link to play from each position"
    )
    worksheet.add_argument(
        "--folder",
        default=".",
        help="where to write GAME-LEVEL-SEED-sheet and -key, .md and .html; by default here",
    )
    return parser


def _judge(options: argparse.Namespace) -> None:
    collects = gc.isenabled()
    gc.disable()  # solved games have no reference cycles, and looking for some costs a fifth of the time
    try:
        with _opened(options.file) as lines:
            sys.stdout.writelines(options.answer(lines))
    finally:
        if collects:
            gc.enable()


@contextmanager
def _opened(file: str | None) -> Iterator[TextIO]:
    """Yield the text of a file or of standard input; bytes that are no text become words like �."""
    if file is not None and file != "-":
        with open(file, encoding="utf-8-sig", errors="replace") as lines:
            yield lines
        return
    if sys.stdin is None:
        raise ValueError("standard input is closed")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
    yield sys.stdin


def _play(options: argparse.Namespace) -> None:
    from numbergame.match import Session, Settings
    from numbergame.match.terminal import play_in_terminal

    if sys.stdin is None:
        raise ValueError("standard input is closed")
    given = {name for name in ("limit", "start", "heap", "takes") if getattr(options, name) is not None}
    other = given & ({"heap", "takes"} if options.game == "number" else {"limit", "start"})
    if other:
        raise ValueError(f"--{min(other)} does not go with --game {options.game}")
    settings = Settings(
        NumberGame(CONTEST_LIMIT if options.limit is None else options.limit)
        if options.game == "number"
        else SubtractionGame(options.takes or (1, 3, 4), 20 if options.heap is None else options.heap),
        None if options.start is None else Position(options.start),
        options.opponent,
        options.blunder_rate,
        not options.second,
        options.seed,
    )
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # stones where the terminal has no such signs
    with _opened(None) as lines:
        play_in_terminal(Session(settings), lines, sys.stdout)


def _moves(options: argparse.Namespace) -> None:
    if options.chosen is not None:
        limit = CONTEST_LIMIT if options.limit is None else options.limit
        position = Position.after(options.chosen, limit)
    elif options.limit is not None:
        raise ValueError("--limit goes with --chosen")
    else:
        position = Position(options.available)
    if position.frobenius_number > MAX_LISTED:
        raise ValueError(
            f"{position.frobenius_number} is still available; {MAX_LISTED} is the largest solved here"
        )
    solution = solve(NumberGame(), position)
    value = solution[position]
    facts = {
        "available": list(position),
        **value._asdict(),
        "winning_moves": list(solution.winning_moves(position)),
        "best_move": solution.best_move(position),
        "minimal_generators": list(position.minimal_generators),
        "frobenius_number": position.frobenius_number,
        "genus": position.genus,
        "multiplicity": position.multiplicity,
        "symmetric": position.is_symmetric,
        "pseudo_symmetric": position.is_pseudo_symmetric,
    }
    _print(facts, options.json, outcome=_OUTCOMES[value.outcome])


_OUTCOMES = {"N": "N, the Next player wins", "P": "P, the Previous player wins"}


def _period(options: argparse.Namespace) -> None:
    takes = checked_takes(options.takes)
    outcome, nim_value = outcome_period(takes), nim_period(takes)
    facts: dict[str, Any] = {
        "takes": list(takes),
        "outcome": outcome._asdict(),
        "nim_value": nim_value._asdict(),
        "outcomes": outcomes(takes, sum(outcome)),
        "nim_values": nim_values(takes, sum(nim_value)),
    }
    _print(
        facts,
        options.json,
        outcome=f"pre-period {outcome.preperiod}, period {outcome.period}",
        nim_value=f"pre-period {nim_value.preperiod}, period {nim_value.period}",
        outcomes=_split(facts["outcomes"], outcome.preperiod),
        nim_values=_split(facts["nim_values"], nim_value.preperiod),
    )


def _split(values: Sequence[Any], preperiod: int) -> str:
    """Return the values in words, a bar before those that repeat, cut after forty."""
    words = [*map(str, values[:preperiod]), "|", *map(str, values[preperiod:])]
    return " ".join(words if len(words) <= 40 else [*words[:40], "..."])


def _notebooks(options: argparse.Namespace) -> int:
    from pathlib import Path

    from numbergame import notebooks

    root = Path.cwd()
    if options.twice and not options.check:
        raise ValueError("--twice goes with --check")
    if options.check and (options.to or options.set):
        raise ValueError("--check compares with what is stored: it takes no --set and no --to")
    if options.set and not options.to:
        raise ValueError("--set goes with --to FOLDER")
    try:
        if options.check:
            differences = notebooks.check(root, options.names, jobs=options.jobs, twice=options.twice)
        else:
            to = Path(options.to) if options.to else None
            notebooks.run(root, options.names, jobs=options.jobs, parameters=_parameters(options.set), to=to)
            return 0
    except notebooks.NotebookError as problem:
        print(f"numbergame: {problem}", file=sys.stderr)
        return 1
    for difference in differences:
        print(f"numbergame: {difference}", file=sys.stderr)
    return 1 if differences else 0


def _parameters(settings: Sequence[str]) -> dict[str, str]:
    """Return the parameters that NAME=VALUE settings give."""
    pairs = [setting.partition("=") for setting in settings]
    for setting, (name, equals, _) in zip(settings, pairs, strict=True):
        if not (name and equals):
            raise ValueError(f"--set takes NAME=VALUE, as in limit=24, not {setting!r}")
    return {name: value for name, _, value in pairs}


def _atlas(options: argparse.Namespace) -> int:
    if options.scheduler is None or options.plan:
        _write_atlas_table(options)
        return 0
    from numbergame.atlas.cluster import ClusterError, connected

    try:
        with connected(options.scheduler) as client:
            _write_atlas_table(options, client)
    except ClusterError as problem:
        print(f"numbergame: {problem}", file=sys.stderr)
        return 1
    return 0


def _write_atlas_table(options: argparse.Namespace, client: Any = None) -> None:
    from numbergame._files import whole_file
    from numbergame.atlas import count_positions, forecast

    # The file is opened first: a folder that cannot be written to costs no minutes of work.
    with nullcontext() if options.csv is None else whole_file(options.csv) as draft:
        if options.plan:
            table = forecast(options.limit, threads=options.threads)
        else:
            table = count_positions(options.limit, threads=options.threads, client=client)
        if draft is not None:
            table.to_csv(draft, index=False, lineterminator="\n")
        elif options.json:
            print(table.to_json(orient="records"))
        else:
            print(table.to_string(index=False))


def _sylver(options: argparse.Namespace) -> None:
    import json

    from numbergame._files import whole_file
    from numbergame.sylver import prove, solve_position

    position = Position.generated_by(options.generators)
    limits = {"max_positions": options.max_positions, "max_seconds": options.max_seconds}
    file = nullcontext() if options.certificate is None else whole_file(options.certificate)
    with file as draft, _progress_line() as progress:
        solution = solve_position(position, **limits, progress=progress)
        if draft is not None:
            proof = prove(position, **limits, progress=progress)
            draft.write_text(json.dumps(proof) + "\n", encoding="utf-8")
    _print(solution.as_dict(), options.json, outcome=_OUTCOMES[solution.outcome])


@contextmanager
def _progress_line() -> Iterator[Callable[[int, int, float], None]]:
    """Yield what writes over a line on standard error how far a search has come; end the line at last."""
    shown = ""

    def show(positions: int, nbytes: int, seconds: float) -> None:
        nonlocal shown
        if sys.stderr is None:
            return
        line = f"{positions:,} positions, {positions / seconds:,.0f} a second, {nbytes / 1e6:,.0f} MB"
        print("\r" + line.ljust(len(shown)), end="", file=sys.stderr, flush=True)
        shown = line

    try:
        yield show
    finally:
        if shown:
            print(file=sys.stderr)


def _worksheet(options: argparse.Namespace) -> None:
    from pathlib import Path

    from numbergame.teaching import worksheet

    sheet = worksheet(options.seed, options.count, options.level, options.game, options.site)
    for path in sheet.write(Path(options.folder)):
        print(path)


def _print(facts: dict[str, Any], as_json: bool, **in_words: str) -> None:
    """Print facts as one JSON object, or a line each for people, some of them in other words."""
    if as_json:
        import json

        print(json.dumps(facts))
        return
    for name, fact in (facts | in_words).items():
        label = name.replace("_", " ").replace("nim ", "nim-").replace("pseudo ", "pseudo-") + ":"
        print(f"{label:20}{_worded(fact)}")


def _worded(fact: Any) -> str:
    """Return a fact as people write it."""
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, list):
        return " ".join(map(str, fact)) or "none"
    return "none" if fact is None else str(fact)


if __name__ == "__main__":
    sys.exit(main())
