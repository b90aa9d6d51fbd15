"""A small game to label by hand in the notebook: `teaching.labelling` knows which letter is certain."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import Any

import ipywidgets as widgets
from IPython.display import display

from numbergame.game import Game
from numbergame.teaching.labelling import Labelling

__all__ = ["LabellingBoard", "label_by_hand"]


def label_by_hand(game: Game[Any, Any]) -> None:
    """Show the positions of a small game as buttons, to be given the letters P and N."""
    display(LabellingBoard(game))  # type: ignore[no-untyped-call]


class LabellingBoard(widgets.VBox):  # type: ignore[misc]
    """A button for each position, the start on top, in rows by how many moves a position has."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.labelling = Labelling(game)
        self.letter = widgets.ToggleButtons(options=["P", "N"], description="Letter")
        self.status = widgets.HTML()
        self.buttons = {position: self._position_button(position) for position in self.labelling.moves}
        super().__init__([self.letter, *self._rows(), self._controls(), self.status])
        self._say("Choose a letter, then click on a position. Which one is certain from the beginning?")

    def __repr__(self) -> str:
        return "A small game to label by hand: run the notebook to see it"

    def _rows(self) -> list[widgets.Box]:
        moves = self.labelling.moves
        ordered = sorted(moves, key=lambda position: -len(moves[position]))
        return [
            widgets.Box([self.buttons[position] for position in row], layout=_WRAPPED)
            for _, row in groupby(ordered, key=lambda position: len(moves[position]))
        ]

    def _controls(self) -> widgets.Box:
        next_round = widgets.Button(description="Next round", tooltip="give all letters that are certain now")
        again = widgets.Button(description="Start again")
        next_round.on_click(lambda _: self.next_round())
        again.on_click(lambda _: self.start_again())
        return widgets.Box([next_round, again], layout=_WRAPPED)

    def _position_button(self, position: Any) -> widgets.Button:
        moves = self.labelling.moves[position].items()
        leads = ", ".join(f"{move} leads to {after}" for move, after in moves) or "no move"
        button = widgets.Button(description=f"{position}: ?", tooltip=leads, layout={"width": "auto"})
        button.on_click(lambda _: self.give(position))
        return button

    def give(self, position: Any) -> None:
        """Give a position the letter that is chosen, or say why it cannot have it yet."""
        objection = self.labelling.give(position, self.letter.value)
        self._show()
        self._say(objection or f"{position} is {self.letter.value}. {self._left()}")

    def next_round(self) -> None:
        """Give the letters of one round."""
        lost, won = self.labelling.round()
        self._show()
        new = "; ".join(
            f"{letter}: {', '.join(map(str, positions))}"
            for letter, positions in (("P", lost), ("N", won))
            if positions
        )
        self._say(f"{f'New: {new}.' if new else 'No new letter.'} {self._left()}")

    def start_again(self) -> None:
        """Take all letters back."""
        self.labelling.letters.clear()
        self._show()
        self._say("No position has a letter.")

    def _left(self) -> str:
        left = len(self.labelling.moves) - len(self.labelling.letters)
        return f"{left} without a letter." if left else "Every position has its letter."

    def _show(self) -> None:
        for position, button in self.buttons.items():
            letter = self.labelling.letters.get(position, "?")
            button.description = f"{position}: {letter}"
            button.style.font_weight = "normal" if letter == "?" else "bold"

    def _say(self, words: str) -> None:
        self.status.value = f'<div role="status">{escape(words)}</div>'


_WRAPPED = widgets.Layout(flex_flow="row wrap")
