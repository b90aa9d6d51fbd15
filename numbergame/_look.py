"""How the game looks: the palette, the words and looks of a cell's states, the strip of a notebook.

Colours in HTML are those of JupyterLab's theme, light or dark, and where there is no theme black on white.
Figures are white cards in both.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, Literal

State = Literal["available", "chosen", "forbidden", "idle"]
"""What a cell of a board is: open to a move, chosen, forbidden for good, or a stone that is no move now."""

INK = "var(--jp-ui-font-color0,#000)"
GROUND = "var(--jp-layout-color0,#fff)"
FAINT_INK = "var(--jp-ui-font-color2,#595959)"

LOOK: dict[State, str] = {
    "available": f"border:2px solid {INK};color:{INK};background:{GROUND};font-weight:bold",
    "chosen": f"border:2px solid {INK};color:{GROUND};background:{INK};font-weight:bold",
    "forbidden": f"border:2px solid transparent;color:{FAINT_INK};background:{GROUND};"
    "font-weight:normal;text-decoration:line-through",
    "idle": f"border:2px solid transparent;color:{FAINT_INK};background:{GROUND};font-weight:normal",
}
"""The style of a cell in each state: framed, filled, struck through, or plain; no colour is needed."""

DRAWN: dict[State, tuple[str, str, str]] = {
    "available": ("white", "#333333", "black"),
    "chosen": ("black", "black", "white"),
    "forbidden": ("#eeeeee", "#eeeeee", "#6b6b6b"),
    "idle": ("white", "#cccccc", "#6b6b6b"),
}
"""The colours of a cell in a figure: its face, its edge, its ink."""

COLOUR: Final = {"P": "#d55e00", "N": "#0072b2"}
"""The colours of the outcomes, which mean nothing else."""

MARKED = "#aa4499"
"""The colour of what a text points at: a cell that is wrong, a heap that breaks a pattern."""

_CELL = "display:inline-block;min-width:1.9em;padding:.2em 0;margin:1px;text-align:center;border-radius:3px;"
_TAG: dict[State, str] = {"available": "b", "chosen": "mark", "forbidden": "s", "idle": "span"}
_MARKS: dict[State, tuple[str, str]] = {
    "available": ("", ""),
    "chosen": ("[", "]"),
    "forbidden": ("(", ")"),
    "idle": ("", ""),
}


def in_marks(label: str, state: State) -> str:
    """Return a label as plain text shows it: 5 if it is available or idle, [5] chosen, (5) forbidden."""
    before, after = _MARKS[state]
    return before + label + after


def strip_html(
    numbers: Collection[int],
    available: Collection[int],
    chosen: Collection[int],
    reason: Callable[[int], str],
    beyond: str = "",
) -> str:
    """Return HTML that shows each number as available, chosen or forbidden, and then the words `beyond`.

    A number that is neither available nor chosen is forbidden; `reason` gives the words, plain letters
    and signs, shown when the pointer rests on it.  The states are told apart three times: by form (framed,
    filled, struck through); by tags, where styles are stripped (bold, marked, struck through); and by
    marks in the text, with their legend, which have no size where there are styles.
    """
    cells = []
    for number in numbers:
        state: State = "available" if number in available else "chosen" if number in chosen else "forbidden"
        title = reason(number) if state == "forbidden" else state
        before, after = map(_unseen, _MARKS[state])
        tag, style = _TAG[state], _CELL + LOOK[state]
        cells.append(f'<{tag} title="{title}" style="{style}">{before}{number}{after}</{tag}>')
    listed = " ".join(str(number) for number in numbers if number in available) or "none"
    label = f"available: {listed}{' ' * bool(beyond)}{beyond}"
    words = " ".join(filter(None, [*cells, beyond, _unseen("– [chosen], (forbidden)")]))
    style = f"font-family:sans-serif;line-height:2.2;color:{INK}"
    return f'<div role="img" aria-label="{label}" style="{style}">{words}</div>'


def _unseen(words: str) -> str:
    """Return words that are text, to be read and copied, and take no room where there are styles."""
    return f'<span style="font-size:0">{words}</span>' if words else ""
