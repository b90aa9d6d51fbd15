"""The board in the notebook: play either game against the computer, see who was winning, take it back.

`match.session` knows what a click does and what is said; here are only the controls.  `play()` shows
the Number Game, `play_bachet()` Bachet's game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from html import escape

import ipywidgets as widgets
from IPython.display import display

from numbergame._look import FAINT_INK, GROUND, INK, LOOK
from numbergame.match import OPPONENTS, Session, Settings
from numbergame.match.cells import LEGEND, TITLE, GameName, name_of
from numbergame.match.session import OPPONENT, YOU
from numbergame.number_game import CONTEST_LIMIT, NumberGame, Position
from numbergame.subtraction import SubtractionGame

__all__ = ["Board", "play", "play_bachet"]


def play(
    limit: int = CONTEST_LIMIT,
    start: Iterable[int] | None = None,
    *,
    opponent: str = "perfect",
    blunder_rate: float = 0.25,
    you_start: bool = True,
    seed: int | None = None,
) -> None:
    """Show a board of the Number Game on 2..limit, limit 6 to 30, to be played on.

    `start` has the numbers available at the beginning, the whole board by default.  The opponent is
    "perfect", "careless", who overlooks the best move at the blunder rate, "beginner" or "random".  With
    a seed its choices are the same each time.  ValueError for settings that no board has.
    """
    position = start if start is None or isinstance(start, Position) else Position(start)
    _show(Settings(NumberGame(limit), position, opponent, blunder_rate, you_start, seed))


def play_bachet(
    heap: int = 20,
    takes: Iterable[int] = (1, 3, 4),
    *,
    opponent: str = "perfect",
    blunder_rate: float = 0.25,
    you_start: bool = True,
    seed: int | None = None,
) -> None:
    """Show a board of Bachet's game with these takes on a heap of 1 to 40 stones; the rest as in `play`."""
    _show(Settings(SubtractionGame(takes, heap), None, opponent, blunder_rate, you_start, seed))


def _show(settings: Settings) -> None:
    """Show a board, then begin: what takes long is seen to be at work."""
    board = Board(settings)
    display(board)  # type: ignore[no-untyped-call]
    board.begin()


class Board(widgets.VBox):  # type: ignore[misc]
    """A board that shows a session: each control does one thing to it, and what it then says is shown.

    `begin` must be called once, when the board is shown; `session` is there from then on.
    """

    session: Session | None = None

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._make_controls(settings)
        game = name_of(settings.game)
        self.about, self.rule = _text("about"), _text("rule")
        self.status, self.history = _text("status"), _text("history")
        self.strip = widgets.Box().add_class("numbergame-strip")
        super().__init__(
            [
                widgets.HTML(f"<style>{_CSS}</style>"),
                _row(self.size, self.detail, self.starts, self.opponent, self.blunder_rate),
                self.about,
                self.rule,
                self.strip,
                widgets.HTML(_legend(game)).add_class("numbergame-legend"),
                _row(self.hint, self.undo, self.new_game, self.history_button),
                self.status,
                self.history,
            ]
        )
        self.add_class("numbergame-board")
        self._show_opponent()

    def __repr__(self) -> str:
        return f"{TITLE[name_of(self.settings.game)]}, a board to play on: run the notebook to see it"

    # The controls

    def _make_controls(self, settings: Settings) -> None:
        form, wide = settings.form, {"description_width": "initial"}
        self.size = widgets.IntSlider(
            settings.size,
            form.sizes[0],
            form.sizes[-1],
            description=form.size_label,
            continuous_update=False,
            style=wide,
        )
        self.detail = widgets.Text(
            settings.detail,
            description=form.detail_label,
            placeholder=form.detail_hint,
            continuous_update=False,
            style=wide,
            layout=widgets.Layout(width="18em"),
        )
        self.starts = widgets.Dropdown(
            options=[(YOU, True), (OPPONENT, False)],
            value=settings.you_start,
            description="First",
            style=wide,
            layout=widgets.Layout(width="10em"),
        )
        self.opponent = widgets.Dropdown(
            options=list(OPPONENTS),
            value=settings.opponent,
            description="Opponent",
            style=wide,
            layout=widgets.Layout(width="13em"),
        )
        self.blunder_rate = widgets.FloatSlider(
            settings.blunder_rate, min=0, max=1, step=0.05, description="Blunder rate", style=wide
        )
        self.hint = _button("Hint", "show the winning moves", lambda: self._act(Session.hint))
        self.undo = _button(
            "Undo", "take back your last move and the answer to it", lambda: self._act(Session.undo)
        )
        self.new_game = _button("New game", "begin again", self.begin)
        self.history_button = _button(
            "Show history", "who was winning after each move", lambda: self._act(Session.toggle_history)
        )
        for setting in (self.size, self.detail, self.starts):
            setting.observe(lambda change: self.begin(), "value")
        for setting in (self.opponent, self.blunder_rate):
            setting.observe(lambda change: self._change_opponent(), "value")

    def _change_opponent(self) -> None:
        opponent, rate = self.opponent.value, self.blunder_rate.value
        self.settings = replace(self.settings, opponent=opponent, blunder_rate=rate)
        if self.session is not None:
            self.session.change_opponent(opponent, rate)
        self._show_opponent()

    def _show_opponent(self) -> None:
        """Say what the opponent does, and show the blunder rate where it counts."""
        name = self.opponent.value
        self.about.value = escape(f"The {name} opponent: {OPPONENTS[name]}")
        self.blunder_rate.layout.display = "" if name == "careless" else "none"

    # What happens

    def begin(self) -> None:
        """Begin a new game with the settings as they are, solving it first if it is not solved yet."""
        try:
            settings = self.settings.with_board(self.size.value, self.detail.value)
        except ValueError as problem:
            self._say(f"<p>{escape(f'No such board: {problem}.')}</p>")
            return
        self.settings = replace(settings, you_start=self.starts.value)
        if self.session is not None and self.session.has_solved(self.settings):
            self.session.new_game(self.settings)
        else:
            with self._at_work():
                self.session = Session(self.settings)
        self.rule.value = escape(self.session.rule)
        self.strip.children = [self._cell_button(index) for index in range(len(self.session.cells))]
        self.strip.layout.max_width = f"{4.4 * len(self.strip.children)}em"
        self._show()

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Show that the board is being solved, with nothing to click on meanwhile."""
        self.session, self.strip.children, self.history.value = None, (), ""
        self._enable(False)
        self._say(f"<p>Solving the game … {_WORKING}</p>")
        try:
            yield
        except BaseException:
            self._say("<p>The game is not solved. “New game” tries again.</p>")
            raise
        self._enable(True)

    def _enable(self, enabled: bool) -> None:
        for button in (self.hint, self.undo, self.history_button):
            button.disabled = not enabled

    def _act(self, action: Callable[[Session], None]) -> None:
        """Do something to the session, and show what comes of it."""
        assert self.session is not None  # the buttons are off, or not there, while there is none
        action(self.session)
        self._show()

    # What is seen

    def _cell_button(self, index: int) -> widgets.Button:
        button = _button("", "", lambda: self._act(lambda session: session.click(index)))
        button.add_class("numbergame-cell")
        return button

    def _show(self) -> None:
        """Show the session."""
        session = self.session
        assert session is not None
        for button, cell in zip(self.strip.children, session.cells, strict=True):
            mark = f"★ {cell.mark}".strip() if cell.hinted else cell.mark
            classes = ("numbergame-cell", f"numbergame-{cell.state}")
            with button.hold_sync():
                button.description = f"{cell.label}\n{mark}"
                button.tooltip = f"{cell.note}, a winning move" if cell.hinted else cell.note
                button._dom_classes = (*classes, "numbergame-hinted") if cell.hinted else classes
        ended = f" numbergame-{session.result}" if session.result else ""
        self._say(
            f"<p>{escape(session.message)}</p>"
            f'<p class="numbergame-headline{ended}">{escape(session.headline)}</p>'
            f"<p>{escape(session.summary)}</p>"
        )
        self.history_button.description = "Hide history" if session.history_shown else "Show history"
        self.history.value = session.history_svg() if session.history_shown else ""

    def _say(self, html: str) -> None:
        self.status.value = f'<div role="status">{html}</div>'


def _text(name: str) -> widgets.HTML:
    return widgets.HTML().add_class(f"numbergame-{name}")


def _row(*children: widgets.Widget) -> widgets.Box:
    return widgets.Box(children, layout=widgets.Layout(flex_flow="row wrap", align_items="center"))


def _button(label: str, about: str, act: Callable[[], None]) -> widgets.Button:
    button = widgets.Button(description=label, tooltip=about)
    button.on_click(lambda _: act())
    return button


def _legend(game: GameName) -> str:
    """Return what the states of a cell mean, each beside a cell of its look."""
    labels = {"chosen": "○"} if game == "bachet" else {}
    sample = "●" if game == "bachet" else "7"
    keys = [
        (f"numbergame-{state}", labels.get(state, sample), words) for state, words in LEGEND[game].items()
    ]
    keys.append(("numbergame-chosen", "opp. 2", f"{LEGEND[game]['chosen']} by the opponent, as move 2"))
    keys.append(("numbergame-available numbergame-hinted", "★", "a winning move, after a hint"))
    return "".join(
        f'<span class="numbergame-entry"><span class="numbergame-key {look}">{label}</span> {words}</span>'
        for look, label, words in keys
    )


_WORKING = '<span class="numbergame-working" role="progressbar" aria-label="solving"></span>'

_STATES = "\n".join(f".numbergame-board .numbergame-{state} {{ {look} }}" for state, look in LOOK.items())

_CSS = f"""
.numbergame-strip {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(40px, 1fr)); gap: 2px;
  width: 100%; margin: 6px 0; overflow: visible; }}
.numbergame-cell {{ width: 100%; height: 46px; margin: 0; padding: 2px 0; border-radius: 4px;
  white-space: pre; line-height: 1.4; overflow: visible; }}
.numbergame-key {{ display: inline-block; min-width: 1.7em; text-align: center; border-radius: 4px;
  line-height: 1.4; }}
.numbergame-entry {{ display: inline-block; margin-right: 1.5em; }}
{_STATES}
.numbergame-board .numbergame-cell {{ font-size: 10.5px; font-weight: normal; }}
.numbergame-board .numbergame-cell::first-line {{ font-size: 15px; font-weight: bold; }}
.numbergame-board .numbergame-forbidden::first-line, .numbergame-board .numbergame-idle::first-line
  {{ font-weight: normal; }}
.numbergame-board .numbergame-hinted {{ border: 4px double {INK}; }}
.numbergame-board .numbergame-cell:focus {{ outline: 3px solid #e69f00; outline-offset: 1px; }}
.numbergame-board .widget-html-content {{ line-height: 1.5; white-space: normal; color: {INK}; }}
.numbergame-board .numbergame-about .widget-html-content,
.numbergame-board .numbergame-legend .widget-html-content {{ color: {FAINT_INK}; }}
.numbergame-history {{ overflow-x: auto; }}
.numbergame-status {{ min-height: 4.6em; }}
.numbergame-status p {{ margin: 0 0 4px; }}
.numbergame-headline {{ font-weight: bold; }}
.numbergame-won, .numbergame-lost {{ display: inline-block; font-size: 1.6em; padding: .2em .6em;
  border: 3px solid {INK}; border-radius: 6px; }}
.numbergame-won {{ color: {GROUND}; background: {INK}; }}
.numbergame-working {{ display: inline-block; width: 12em; height: 10px; border: 1px solid {INK};
  background: linear-gradient(90deg, {INK} 30%, {GROUND} 30%) 0 0 / 200% 100%;
  animation: numbergame-working 1.2s linear infinite; }}
@keyframes numbergame-working {{ from {{ background-position: 200% 0; }} to {{ background-position: 0 0; }} }}
"""
