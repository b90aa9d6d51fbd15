"""A play between the reader and the computer: what a click does, and what is said about it.

The notebook's widget, the web page and the terminal draw a `Session`, and know nothing of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal, NamedTuple
from urllib.parse import parse_qsl, urlencode

from numbergame.match.cells import LEGEND, TITLE, Cell, GameName, cells, name_of, rule, why_no_move
from numbergame.match.history import history_lines, history_svg
from numbergame.match.players import Strategy, beginner, careless, perfect, random_move
from numbergame.match.record import HistoryPoint, Record, value_history
from numbergame.number_game import NumberGame, Position
from numbergame.solver import Solution, solve
from numbergame.subtraction import SubtractionGame

YOU, OPPONENT = "you", "opponent"

OPPONENTS: dict[str, str] = {
    "perfect": "Never gives a win away. Where it has lost, it delays the end as long as it can.",
    "careless": "Plays perfectly, but overlooks the best move as often as the blunder rate says.",
    "beginner": "Looks one move ahead: sees a move that wins at once, and otherwise chooses at random.",
    "random": "Chooses at random, each move with the same chance, and does not look ahead at all.",
}
"""The opponents, and what each of them does."""


class Form(NamedTuple):
    """What a board asks its reader for: a size, from these, and a detail in words of this kind."""

    size_label: str
    sizes: range
    detail_label: str
    detail_hint: str


FORMS: dict[GameName, Form] = {
    "number": Form("Largest number", range(6, 31), "Start from", "all, or as in: 2 5 7"),
    "bachet": Form("Stones", range(1, 41), "Allowed takes", "as in: 1 3 4"),
}


@dataclass(frozen=True)
class Settings:
    """What a play begins with; ValueError, in words for the reader, for what no board has.

    game: a `NumberGame` with a limit from 6 to 30, or a `SubtractionGame` on 1 to 40 stones.
    start: the position to begin with, for the Number Game; None is the whole board.
    opponent: "perfect", "careless", "beginner" or "random"; `OPPONENTS` says what each does.
    blunder_rate: how often a careless opponent overlooks the best move, 0 to 1.
    seed: with a seed the opponent's choices are the same each time.
    """

    game: NumberGame | SubtractionGame = field(default_factory=NumberGame)
    start: Position | None = None
    opponent: str = "perfect"
    blunder_rate: float = 0.25
    you_start: bool = True
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.opponent not in OPPONENTS:
            raise ValueError(f"the opponent is {', '.join(OPPONENTS)}, not {self.opponent!r}")
        careless(self.blunder_rate)
        form = self.form
        if self.size not in form.sizes:
            sizes = f"{form.sizes[0]} to {form.sizes[-1]}"
            raise ValueError(f"{form.size_label.lower()}: {sizes} on this board, not {self.size}")
        if isinstance(self.game, SubtractionGame):
            if not self.game.takes:
                raise ValueError("at least one take must be allowed")
            if self.start is not None:
                raise ValueError("Bachet's game starts from the whole heap")
        elif self.start is not None and self.start.frobenius_number > self.size:
            raise ValueError(f"{self.start.frobenius_number} is not on the board 2..{self.size}")

    @property
    def form(self) -> Form:
        """What the game's board asks for."""
        return FORMS[name_of(self.game)]

    @property
    def size(self) -> int:
        """The limit of the board, or the number of stones in the heap."""
        return self.game.limit if isinstance(self.game, NumberGame) else self.game.start

    @property
    def detail(self) -> str:
        """The position to start from, "" for the whole board, or the allowed takes, as text."""
        if isinstance(self.game, SubtractionGame):
            return " ".join(map(str, self.game.takes))
        return "" if self.start is None else str(self.start)

    def with_board(self, size: int, detail: str) -> Settings:
        """Return these settings with the size and the detail that a reader chose, as in 20 and "2 5 7"."""
        if isinstance(self.game, SubtractionGame):
            return replace(self, game=_heap(_numbers(detail), size))
        start = self.start if detail == self.detail else _start(detail, size)
        return replace(self, game=_board(size), start=start)

    def begin(self) -> Record[Any, Any]:
        """Return a play that has not begun."""
        return Record(self.game, self.game.start if self.start is None else self.start)

    def to_text(self, moves: Iterable[int] = ()) -> str:
        """Return the settings and the moves made as text that fits into a link; `from_text` reads it.

        >>> Settings(NumberGame(12), opponent="beginner").to_text([5, 7])
        'game=number&limit=12&opponent=beginner&moves=5.7'
        """
        fields: dict[str, object] = {"game": name_of(self.game)}
        if isinstance(self.game, SubtractionGame):
            fields |= {"heap": self.game.start, "takes": ".".join(map(str, self.game.takes))}
        else:
            fields["limit"] = self.game.limit
        if self.start is not None:
            fields["start"] = ".".join(map(str, self.start)) or "-"
        fields["opponent"] = self.opponent
        if self.opponent == "careless":
            fields["rate"] = self.blunder_rate
        if not self.you_start:
            fields["first"] = OPPONENT
        if self.seed is not None:
            fields["seed"] = self.seed
        if played := ".".join(map(str, moves)):
            fields["moves"] = played
        return urlencode(fields)


def from_text(text: str) -> tuple[Settings, tuple[int, ...]]:
    """Return the settings and the moves of a text that `to_text` made; ValueError, in words, for any other.

    >>> settings, moves = from_text("game=bachet&heap=20&takes=1.3.4&moves=4")
    >>> settings.game, settings.opponent, moves
    (SubtractionGame([1, 3, 4], 20), 'perfect', (4,))
    """
    fields = _fields(text)
    game = fields.pop("game", None)
    needed = {"number": ("limit",), "bachet": ("heap", "takes")}.get(game or "")
    if needed is None:
        raise ValueError(f"the game is {' or '.join(TITLE)}, not {game!r}" if game else "it names no game")
    for name in needed:
        if name not in fields:
            raise ValueError(f"it has no {name}")
    if game == "bachet":
        settings = Settings(_heap(_numbers(fields.pop("takes")), _number(fields.pop("heap"))))
    else:
        limit = _number(fields.pop("limit"))
        settings = Settings(_board(limit), _start(fields.pop("start", ""), limit))
    if "opponent" in fields:
        settings = replace(settings, opponent=fields.pop("opponent"))
    if "rate" in fields:
        settings = replace(settings, blunder_rate=_rate(fields.pop("rate")))
    if "first" in fields:
        settings = replace(settings, you_start=_is_you(fields.pop("first")))
    if "seed" in fields:
        settings = replace(settings, seed=_number(fields.pop("seed")))
    moves = tuple(_numbers(fields.pop("moves", "")))
    if fields:
        raise ValueError(f"there is no setting {next(iter(fields))!r} here")
    record = settings.begin()
    for move in moves:
        if reason := why_no_move(record, move):
            raise ValueError(f"its move {move} cannot be made: {reason}")
        record = record.after(move)
    return settings, moves


class Session:
    """A play with the board it is played on; each action changes it and says what happened.

    The opponent answers at once, and begins where it is to.  Making a session solves its game, which
    takes seconds on the largest boards; `solver` may solve it in another way, as one that shows progress.

    >>> session = Session(Settings(NumberGame(8)))
    >>> session.hint()
    >>> print(session.message)
    Winning move: 8.
    >>> session.choose(4)
    >>> print(session.message, session.headline)
    The opponent answers 5. Your turn.
    >>> session.choose(8)
    >>> print(session.message)
    8 cannot be chosen: 8 = 4 + 4.
    """

    settings: Settings
    record: Record[Any, Any]
    solution: Solution[Any, Any]
    message: str
    """What has just happened, "" if there is nothing to say."""
    hinted: tuple[Any, ...]
    """The moves that are shown as winning, until the next action."""

    _history_wanted: bool | None
    """What you said about the history; None while you have said nothing."""

    def __init__(
        self,
        settings: Settings | None = None,
        moves: Iterable[int] = (),
        solver: Callable[[Any, Any], Solution[Any, Any]] = solve,
    ) -> None:
        self.settings = settings or Settings()
        self._solver = solver
        begun = self.settings.begin()
        self.solution = solver(begun.game, begun.start)
        self._begin(Record(begun.game, begun.start, tuple(moves)))

    @classmethod
    def from_text(cls, text: str) -> Session:
        """Return the session of a text that `to_text` made; ValueError, in words, for any other."""
        return cls(*from_text(text))

    def to_text(self) -> str:
        """Return the game, its board, the moves and the settings as text that fits into a link."""
        return self.settings.to_text(self.record.moves)

    # What the reader can do

    def click(self, index: int) -> None:
        """Choose what the cell at this place stands for, or say why that cannot be."""
        cell = self.cells[index]
        if cell.move is not None:
            self.choose(cell.move)
        elif self.record.is_over:
            self._say("The game is over.")
        else:
            self._say(f"{cell.label} cannot be chosen: {cell.note}.")

    def choose(self, move: int) -> None:
        """Make a move and let the opponent answer, or say why the move cannot be made."""
        if self.record.is_over:
            self._say("The game is over.")
        elif why_no_move(self.record, move):
            self.why(move)
        else:
            self.record = self.record.after(move)
            self._answer()

    def why(self, move: int) -> None:
        """Say why a move cannot be made, or that it can."""
        reason = why_no_move(self.record, move)
        self._say(f"{move} cannot be chosen: {reason}." if reason else f"{move} can be chosen.")

    def hint(self) -> None:
        """Show the winning moves, or say that there is none and which move delays the end longest."""
        winning = self.solution.winning_moves(self.record.position)
        if self.record.is_over:
            self._say("The game is over.")
        elif winning:
            self._say(f"Winning {'moves' if len(winning) > 1 else 'move'}: {_listed(winning)}.", winning)
        else:
            slowest = self.solution.best_move(self.record.position)
            self._say(f"No move wins against best play. {slowest} delays the end longest.")

    def undo(self) -> None:
        """Take back your last move and the answer to it."""
        mine = [index for index in range(len(self.record.moves)) if index % 2 == self.you]
        if mine:
            self.record = self.record.back_to(mine[-1])
            self._say("Taken back.")
        else:
            self._say("There is no move of yours to take back.")

    def toggle_history(self) -> None:
        """Show the history, or hide it again."""
        self._history_wanted = not self.history_shown

    def new_game(self, settings: Settings | None = None) -> None:
        """Begin again, with other settings if they are given; only another game or start is solved anew."""
        settings = settings or self.settings
        begun = settings.begin()
        if not self.has_solved(settings):
            self.solution = self._solver(begun.game, begun.start)
        self.settings = settings
        self._begin(begun)

    def has_solved(self, settings: Settings) -> bool:
        """Return whether a new game with these settings begins at once: it is on the board of this one."""
        return (settings.game, settings.start) == (self.settings.game, self.settings.start)

    def change_opponent(self, opponent: str, blunder_rate: float) -> None:
        """Let another opponent answer from now on."""
        self.settings = replace(self.settings, opponent=opponent, blunder_rate=blunder_rate)

    # What is seen and said

    @property
    def title(self) -> str:
        """What the game is called."""
        return TITLE[name_of(self.settings.game)]

    @property
    def rule(self) -> str:
        """The rule of the game in two sentences."""
        return rule(self.settings.game)

    @property
    def cells(self) -> list[Cell]:
        """The cells of the board, the hinted ones marked."""
        return [
            cell._replace(hinted=True) if cell.move in self.hinted and cell.move is not None else cell
            for cell in cells(self.record, self.names)
        ]

    @property
    def legend(self) -> dict[Any, str]:
        """What each state of a cell means."""
        return dict(LEGEND[name_of(self.settings.game)])

    @property
    def you(self) -> int:
        """Your number as a player: 0 if you begin."""
        return 0 if self.settings.you_start else 1

    @property
    def names(self) -> tuple[str, str]:
        """The players' names, the first to move first."""
        return (YOU, OPPONENT) if self.you == 0 else (OPPONENT, YOU)

    @property
    def result(self) -> Literal["won", "lost"] | None:
        """How the play ended for you; None while it goes on."""
        if not self.record.is_over:
            return None
        return "won" if self.record.winner == self.you else "lost"

    @property
    def headline(self) -> str:
        """Whose turn it is, or who has won."""
        return {
            None: "Your turn.",
            "won": "You win: the opponent cannot move.",
            "lost": "You lose: you cannot move.",
        }[self.result]

    @property
    def summary(self) -> str:
        """After the end, the moves and the mistakes; "" before."""
        if not self.record.is_over:
            return ""
        moves = [f"{self.names[index % 2]} {move}" for index, move in enumerate(self.record.moves)]
        mistakes = [
            f"{moves[count - 1]} (move {count})"
            for count, point in enumerate(self.history)
            if point.is_blunder
        ]
        given_away = f"Given away by {_listed(mistakes)}." if mistakes else "Nobody gave a win away."
        return f"Moves: {_listed(moves) or 'none'}. {given_away}"

    @property
    def history(self) -> list[HistoryPoint[Any]]:
        """Who was winning after each move; where a win was given away is marked as a blunder."""
        return value_history(self.record, self.solution)

    @property
    def history_shown(self) -> bool:
        """Whether the history is to be seen: after the end, and before it if you asked for it."""
        return self.record.is_over if self._history_wanted is None else self._history_wanted

    def history_svg(self) -> str:
        """Return the history as a plot, an SVG element in which you are above the line."""
        return history_svg(self.history, self.names, above=self.you)

    def history_lines(self) -> list[str]:
        """Return the history in words, a line a position."""
        return history_lines(self.history, self.names)

    # The rest

    def _begin(self, record: Record[Any, Any]) -> None:
        self.record = record
        self._history_wanted = None
        self._answer()

    def _answer(self) -> None:
        """Let the opponent move if it is to."""
        if self.record.is_over or self.record.turn == self.you:
            self._say("")
            return
        move = self._strategy()(self.solution, self.record.position, self._rng())
        words = "answers" if self.record.moves else "begins with"
        self.record = self.record.after(move)
        self._say(f"The opponent {words} {move}.")

    def _strategy(self) -> Strategy:
        strategies: dict[str, Callable[[], Strategy]] = {
            "perfect": lambda: perfect,
            "careless": lambda: careless(self.settings.blunder_rate),
            "beginner": lambda: beginner,
            "random": lambda: random_move,
        }
        return strategies[self.settings.opponent]()

    def _rng(self) -> Random:
        """Return the generator of the opponent's next move: a session read from text plays on as it was."""
        seed = self.settings.seed
        return Random() if seed is None else Random(f"{seed} {len(self.record.moves)}")

    def _say(self, message: str, hinted: tuple[Any, ...] = ()) -> None:
        self.message, self.hinted = message, hinted


# From text to values


def _fields(text: str) -> dict[str, str]:
    """Return the named fields of a text like "game=number&limit=20"."""
    try:
        pairs = parse_qsl(text, keep_blank_values=True, strict_parsing=True, max_num_fields=20)
    except ValueError:
        raise ValueError("it is not of the form game=…&limit=…") from None
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("it says something twice")
    return fields


def _numbers(text: str) -> list[int]:
    """Return the numbers of a text, separated by blanks, commas or dots; ValueError for anything else."""
    return [_number(word) for word in text.replace(",", " ").replace(".", " ").split()]


def _number(word: str) -> int:
    """Return a number written in digits, at most nine of them."""
    if not (word.isascii() and word.isdigit()):
        raise ValueError(f"{_shortened(word)} is not a number")
    if len(word) > 9:
        raise ValueError(f"{_shortened(word)} is too large a number")
    return int(word)


def _rate(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise ValueError(f"{_shortened(word)} is not a blunder rate") from None


def _is_you(word: str) -> bool:
    if word not in (YOU, OPPONENT):
        raise ValueError(f"first to move is {YOU} or {OPPONENT}, not {_shortened(word)}")
    return word == YOU


def _shortened(word: str) -> str:
    return repr(word if len(word) <= 20 else f"{word[:20]}…")


def _board(limit: int) -> NumberGame:
    """Return the game on a board of this limit, which is checked before the board is made."""
    return NumberGame(_checked(limit, "number"))


def _heap(takes: Iterable[int], heap: int) -> SubtractionGame:
    return SubtractionGame(takes, _checked(heap, "bachet"))


def _checked(size: int, game: GameName) -> int:
    form = FORMS[game]
    if size not in form.sizes:
        sizes = f"{form.sizes[0]} to {form.sizes[-1]}"
        raise ValueError(f"{form.size_label.lower()}: {sizes} on this board, not {size}")
    return size


def _start(text: str, limit: int) -> Position | None:
    """Return the position with these available numbers; None, the whole board, for a text without any."""
    if not text.strip():
        return None
    if text.strip() == str(Position()):
        return Position()
    numbers = _numbers(text)
    if max(numbers) > limit:
        raise ValueError(f"{max(numbers)} is not on the board 2..{limit}")
    return Position(numbers)


def _listed(moves: Iterable[Any]) -> str:
    return ", ".join(map(str, moves))
