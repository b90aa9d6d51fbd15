"""A page of a worksheet as the printer makes it, in black and white."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Rectangle

from numbergame.figures.style import WIDTH, axes_or_new, styled
from numbergame.match.cells import Cell

Section = tuple[str, Sequence[Cell], str, str]
"""A puzzle: its heading, the cells of its board (none for a game without one), the position, the blank."""

_SIDE = 0.45  # inches between the paper's edge and the words
_LINE = 0.2
_LETTERS = 88  # on a line
_PITCH = 0.325  # from a cell to the next, less where a row is long
_LOOK = {
    # state: (edge, line style, width, ink, weight)
    "available": ("black", "-", 1.6, "black", "bold"),
    "chosen": ("black", ":", 1.4, "black", "normal"),
    "forbidden": ("none", "-", 0, "#555555", "normal"),
    "idle": ("none", "-", 0, "#555555", "normal"),
}


@styled
def draw_page(title: str, words: str, sections: Iterable[Section], ax: Axes | None = None) -> Axes:
    """Draw a worksheet on paper: its title, a line for the name, the words, and a section a puzzle.

    Available numbers are framed, chosen ones have a dotted frame, forbidden ones are struck through.
    """
    sections = list(sections)
    lines = textwrap.wrap(words, _LETTERS)
    height = 1.55 + _LINE * len(lines) + sum(1.42 if row else 1.1 for _, row, _, _ in sections)
    ax = axes_or_new(ax, height)
    ax.add_patch(Rectangle((0.05, 0.05), WIDTH - 0.1, height - 0.1, fc="white", ec="#999999", lw=1))
    y = 0.5
    _write(ax, y, title, fontsize=13, weight="bold")
    y = _blank(ax, y + 0.4, "Name:") + 0.3
    for line in lines:
        _write(ax, y, line)
        y += _LINE
    for number, (heading, cells, given, blank) in enumerate(sections, 1):
        y += 0.2
        _write(ax, y, f"{number}. {heading}", fontsize=11, weight="bold")
        y += 0.34
        pitch = min(_PITCH, (WIDTH - 2 * _SIDE) / max(len(cells), 1))
        for place, cell in enumerate(cells):
            _cell(ax, _SIDE + (place + 0.46) * pitch, y, cell, 0.8 * pitch)
        y += 0.32 if cells else 0
        _write(ax, y, given)
        y = _blank(ax, y + 0.33, blank) + 0.14
    ax.set(xlim=(0, WIDTH), ylim=(height, 0), aspect="equal")
    ax.axis("off")
    return ax


def _write(ax: Axes, y: float, words: str, fontsize: float = 9, weight: str = "normal") -> None:
    ax.text(_SIDE, y, words, ha="left", va="center", fontsize=fontsize, weight=weight)


def _blank(ax: Axes, y: float, words: str) -> float:
    """Draw a line to write on, with the words before it; return where it is."""
    _write(ax, y, words)
    ax.plot([_SIDE, WIDTH - _SIDE], [y + 0.13, y + 0.13], color="black", lw=0.8)
    return y + 0.13


def _cell(ax: Axes, x: float, y: float, cell: Cell, width: float) -> None:
    edge, style, line, ink, weight = _LOOK[cell.state]
    box = "round,pad=0,rounding_size=0.03"
    look: dict[str, Any] = {"fc": "none", "ec": edge, "ls": style, "lw": line, "gid": cell.state}
    ax.add_patch(FancyBboxPatch((x - width / 2, y - 0.11), width, 0.22, boxstyle=box, **look))
    ax.text(x, y, cell.label, ha="center", va="center", fontsize=9, color=ink, weight=weight)
    if cell.state == "forbidden":
        ax.plot([x - 0.1, x + 0.1], [y, y], color=ink, lw=0.9)
