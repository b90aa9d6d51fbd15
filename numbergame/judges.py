"""The text formats of three judges: read the cases, answer them, print exactly what they accept.

POJ 1143 and ZOJ 1039 ask for the winning moves of Number Game positions, UVA 10404 for the winner of
Bachet's game.  Input is read by tokens, so blank lines, tabs, CR LF and a case broken over lines are
fine.  Each answer is yielded as soon as its case is read, so that somebody at a terminal sees it
at once.  An input that breaks its format is an `InputError` that names the line and the case; the
answers to the cases before it have been yielded by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from numbergame.number_game import NumberGame, Position
from numbergame.solver import Solution
from numbergame.subtraction import outcome

MAX_LISTED = 30
"""The largest number that a Number Game case may list; the board 2..30 has 130,502 positions."""

MAX_INTEGER = 10**18
"""The largest heap, take or count that a case may name."""


class InputError(ValueError):
    """An input that breaks its format, and the line where it does."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


def answer_poj(lines: str | Iterable[str]) -> Iterator[str]:
    """Yield POJ 1143's answer to each case, with the empty line after it.

    >>> print(*answer_poj(["2 2 5", "2 2 3", "0"]), sep="", end="")
    Test Case #1
    The winning moves are: 2
    <BLANKLINE>
    Test Case #2
    There's no winning move.
    <BLANKLINE>
    """
    for case, moves in enumerate(map(_winning_moves_in_words(), _poj_cases(_Tokens(lines))), 1):
        found = f"The winning moves are: {moves}" if moves else "There's no winning move."
        yield f"Test Case #{case}\n{found}\n\n"


def answer_zoj(lines: str | Iterable[str]) -> Iterator[str]:
    """Yield ZOJ 1039's answer to each scenario, with the empty line after it.

    >>> print(*answer_zoj(["1", "2 2 5"]), sep="", end="")
    Scenario #1:
    The winning moves are: 2.
    <BLANKLINE>
    """
    for case, moves in enumerate(map(_winning_moves_in_words(), _zoj_cases(_Tokens(lines))), 1):
        found = f"The winning moves are: {moves}." if moves else "There is no winning move."
        yield f"Scenario #{case}:\n{found}\n\n"


def answer_bachet(lines: str | Iterable[str]) -> Iterator[str]:
    """Yield UVA 10404's answer to each case.

    >>> print(*answer_bachet(["20 3 1 3 8", "22 3 1 3 8"]), sep="", end="")
    Stan wins
    Ollie wins
    """
    tokens = _Tokens(lines)
    while tokens.more():
        tokens.begin_case()
        heap = tokens.whole_number("a heap", 0, MAX_INTEGER)
        takes = tokens.counted_numbers("a take", 1, MAX_INTEGER)
        try:
            winner = "Stan" if outcome(takes, heap) == "N" else "Ollie"
        except ValueError as problem:
            raise tokens.error(str(problem), tokens.case_line) from None
        yield f"{winner} wins\n"


def _poj_cases(tokens: _Tokens) -> Iterator[Position]:
    """Yield the position of each case, up to a count of 0 or the end of the input."""
    while tokens.more():
        tokens.begin_case()
        position = _position(tokens)
        if position is None:
            return
        yield position


def _zoj_cases(tokens: _Tokens) -> Iterator[Position]:
    """Yield the position of each of the scenarios that the first number announces."""
    scenarios = tokens.whole_number("the number of scenarios", 0, MAX_INTEGER)
    for _ in range(scenarios):
        tokens.begin_case()
        yield _position(tokens) or Position()
    if tokens.more():
        raise tokens.error(f"the input goes on after the last of its {scenarios} cases")


def _position(tokens: _Tokens) -> Position | None:
    """Return the position that a count and so many available numbers make; None for a count of 0."""
    numbers = tokens.counted_numbers("an available number", 2, MAX_LISTED)
    try:
        return Position(numbers) if numbers else None
    except ValueError as problem:
        raise tokens.error(str(problem), tokens.case_line) from None


def _winning_moves_in_words() -> Callable[[Position], str]:
    """Return a function of positions that writes their winning moves, ascending; it solves none twice."""
    solution = Solution(NumberGame())

    @cache
    def in_words(position: Position) -> str:
        solution.extend(position)
        return " ".join(map(str, solution.winning_moves(position)))

    return in_words


class _Tokens:
    """The words of an input one by one, with the line of the last one and the case it belongs to."""

    def __init__(self, lines: str | Iterable[str]) -> None:
        self.line = self.case_line = 1
        self.case = 0
        self._words = self._split(lines.split("\n") if isinstance(lines, str) else lines)
        self._ahead: str | None = None

    def _split(self, lines: Iterable[str]) -> Iterator[str]:
        for number, line in enumerate(lines, 1):
            if words := line.split():
                self.line = number
                yield from words

    def more(self) -> bool:
        """Return whether there is another word."""
        self._ahead = self._ahead or next(self._words, None)
        return self._ahead is not None

    def begin_case(self) -> None:
        """Count a case that begins at the next word."""
        self.case += 1
        self.more()
        self.case_line = self.line

    def error(self, message: str, line: int | None = None) -> InputError:
        """Return an error at a line, by default that of the last word, naming the present case."""
        where = f"case {self.case}: " if self.case else ""
        return InputError(line or self.line, where + message)

    def whole_number(self, name: str, least: int, most: int) -> int:
        """Return the next word as an integer of least..most; `name` says what it stands for."""
        word = self._ahead or next(self._words, None)
        self._ahead = None
        if word is None:
            raise self.error(f"the input ends where {name} should follow")
        if word.isascii() and word.isdigit() and len(word) <= _MAX_DIGITS:
            number = int(word)
            if least <= number <= most:
                return number
        raise self.error(_complaint(word, name, least, most))

    def counted_numbers(self, name: str, least: int, most: int) -> set[int]:
        """Return the numbers of a list that a count comes before, each once."""
        count = self.whole_number("a count", 0, MAX_INTEGER)
        return {self.whole_number(name, least, most) for _ in range(count)}


_MAX_DIGITS = 2 * len(str(MAX_INTEGER))  # leading zeros are read, within reason


def _complaint(word: str, name: str, least: int, most: int) -> str:
    """Return what is wrong with a word where an integer of least..most should be."""
    digits = word.removeprefix("-")
    short = word if len(word) <= 24 else word[:20] + "..."
    if not (digits.isascii() and digits.isdigit()):
        return f"{short!r} is not a whole number; {name} should stand here"
    if digits != word or (len(word) <= _MAX_DIGITS and int(word) < least):
        return f"{name} is at least {least}, not {short}"
    return f"{name} is at most {most}, not {short}"
