"""Puzzles one after another, the same twenty for everybody with the same link."""

from __future__ import annotations

from typing import TypeVar
from urllib.parse import parse_qsl, urlencode

from numbergame.match import Record
from numbergame.match.cells import Cell, GameName, cells
from numbergame.teaching.answers import Verdict
from numbergame.teaching.puzzles import GAMES, LEVELS, Level, Puzzle, draw

Word = TypeVar("Word", bound=str)

COUNT = 20
"""How many puzzles a link gives."""

WINNERS = {"N": "The player to move wins", "P": "The other player wins"}
"""The answers to the question who wins."""


class Trainer:
    """A row of puzzles, the one that is to be answered, and how many were right in a row.

    >>> trainer = Trainer("number", "easy", seed=1)
    >>> trainer.question
    'Puzzle 1 of 20. Mark all winning moves.'
    >>> for move in trainer.puzzle.winning_moves:
    ...     trainer.mark(move)
    >>> trainer.answer()
    >>> trainer.verdict.right, trainer.in_a_row
    (True, 1)
    """

    marked: set[int]
    """The moves that are marked as winning."""
    verdict: Verdict | None
    """What there is to say about the last answer; None while there is no answer."""

    _counted: bool

    def __init__(self, game: GameName = "number", level: Level = "easy", seed: int = 1) -> None:
        self.game, self.level, self.seed = game, level, seed
        self.puzzles = draw(seed, COUNT, level, game)
        self.index = self.in_a_row = self.longest = 0
        self._ask()

    @classmethod
    def from_text(cls, text: str) -> Trainer:
        """Return the trainer of a text that `to_text` made; ValueError, in words, for any other."""
        return cls(*from_text(text))

    def to_text(self) -> str:
        """Return what the puzzles are drawn with, as text that fits into a link.

        >>> Trainer("bachet", "hard", 7).to_text()
        'train=bachet&level=hard&seed=7'
        """
        return urlencode({"train": self.game, "level": self.level, "seed": self.seed})

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is to be answered."""
        return self.puzzles[self.index]

    @property
    def question(self) -> str:
        """Which puzzle it is, and what it asks."""
        asks = {"moves": "Mark all winning moves.", "winner": "Who wins?"}[self.puzzle.asks]
        return f"Puzzle {self.index + 1} of {COUNT}. {asks}"

    @property
    def cells(self) -> list[Cell]:
        """The cells of the position, the marked ones hinted."""
        row = cells(Record(self.puzzle.solution.game, self.puzzle.position))
        return [cell._replace(hinted=cell.move is not None and cell.move in self.marked) for cell in row]

    @property
    def score(self) -> str:
        """How many answers were right in a row, in words."""
        return f"Right in a row: {self.in_a_row}. Longest row: {self.longest}."

    @property
    def is_last(self) -> bool:
        """Whether no puzzle comes after this one."""
        return self.index == COUNT - 1

    def mark(self, move: int) -> None:
        """Mark a move as winning, or take the mark away."""
        self.marked ^= {move}
        self.verdict = None

    def answer(self, winner: str | None = None) -> None:
        """Judge the marked moves, or "N" or "P"; only the first answer to a puzzle counts for the row."""
        answer = sorted(self.marked) if self.puzzle.asks == "moves" else winner
        self.verdict = self.puzzle.judge(answer)
        if not self._counted:
            self._counted = True
            self.in_a_row = self.in_a_row + 1 if self.verdict else 0
            self.longest = max(self.longest, self.in_a_row)

    def next(self) -> None:
        """Go on to the next puzzle; after the last comes the first."""
        self.index = (self.index + 1) % COUNT
        self._ask()

    def _ask(self) -> None:
        self.marked, self.verdict, self._counted = set(), None, False


def from_text(text: str) -> tuple[GameName, Level, int]:
    """Return the game, the level and the seed of a text that `Trainer.to_text` made.

    ValueError, in words for the reader, for any other text.
    """
    fields = dict(parse_qsl(text, keep_blank_values=True))
    game, level, seed = fields.pop("train", ""), fields.pop("level", "easy"), fields.pop("seed", "1")
    known = _one_of("game", game, GAMES), _one_of("level", level, LEVELS)
    if not (seed.isascii() and seed.isdigit() and len(seed) < 10):
        raise ValueError(f"a seed is a number of at most nine digits, not {seed[:20]!r}")
    if fields:
        raise ValueError(f"there is no setting {next(iter(fields))!r} here")
    return *known, int(seed)


def _one_of(name: str, word: str, words: tuple[Word, ...]) -> Word:
    """Return the word that this is one of; ValueError, in words, if it is none."""
    for known in words:
        if word == known:
            return known
    raise ValueError(f"the {name} is {' or '.join(words)}, not {word[:20]!r}")
