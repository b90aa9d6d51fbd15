"""Every drawing of the collection, in one style, and the one function that writes figures to disk.

A function here draws on the `Axes` it is given, or makes one, and returns it.  P-positions are
vermilion squares or hatched, N-positions blue circles or plain, so that colour is never the only cue.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from numbergame.files import whole_file
from numbergame.number_game import CONTEST_LIMIT, Position

FIGURES_VARIABLE = "NUMBERGAME_FIGURES"
"""The environment variable that names the folder `export` writes to."""

STYLE = Path(__file__).with_name("numbergame.mplstyle")

COLOUR = {"P": "#d55e00", "N": "#0072b2"}
MARKER = {"P": "s", "N": "o"}
HATCH = {"P": "///", "N": ""}

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def styled(draw: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Make a function draw in the collection's style, whatever the reader's own settings are."""

    @wraps(draw)
    def drawn(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        with plt.style.context(["default", str(STYLE)]):
            return draw(*args, **kwargs)

    return drawn


class Exported:
    """A figure on disk, shown in a notebook as the saved file, not as it was before it was saved."""

    def __init__(self, png: Path) -> None:
        self.png = png

    def _repr_png_(self) -> bytes:
        return self.png.read_bytes()

    def __repr__(self) -> str:
        return f"figures/{self.png.stem}.svg, figures/{self.png.name}"


@styled
def export(figure: Figure, name: str) -> Exported:
    """Write a figure as name.svg and name.png, and close it.

    The folder is the one that the environment names; without that, figures/ beside notebooks/ when
    that is where the program runs, else figures/ there.  It is made if it is missing.  The same
    figure gives the same bytes: no date, no version, no random identifiers.
    """
    here = Path.cwd()
    folder = (
        os.environ.get(FIGURES_VARIABLE) or (here.parent if here.name == "notebooks" else here) / "figures"
    )
    for ending, metadata in (("svg", {"Date": None, "Creator": None}), ("png", {"Software": None})):
        with whole_file(Path(folder) / f"{name}.{ending}") as draft:
            figure.savefig(draft, metadata=metadata)
    plt.close(figure)
    return Exported(Path(folder) / f"{name}.png")


_STATES = {
    # state: (face, edge, text colour)
    "available": ("white", "#0072b2", "black"),
    "chosen": ("black", "black", "white"),
    "forbidden": ("#eeeeee", "#eeeeee", "#767676"),
}


@styled
def play_strip(chosen: Sequence[int], limit: int = CONTEST_LIMIT, ax: Axes | None = None) -> Axes:
    """Draw a play on the board 2..limit, a strip of numbers after each move, from the top down.

    Available numbers are framed, chosen ones white on black, forbidden ones grey and struck through.
    ValueError if the numbers cannot be chosen in this order.
    """
    positions = [Position.after(chosen[:count], limit) for count in range(len(chosen) + 1)]
    if ax is None:
        _, ax = plt.subplots(figsize=(0.36 * (limit + 3), 0.55 * len(positions) + 0.5))
    for row, position in enumerate(positions):
        label = f"{chosen[row - 1]} is chosen" if row else "start"
        ax.text(1.2, row, label, ha="right", va="center")
        for number in range(2, limit + 1):
            taken = number in chosen[:row]
            _cell(ax, number, row, "available" if number in position else "chosen" if taken else "forbidden")
    ax.set(xlim=(-2.2, limit + 0.6), ylim=(len(positions) - 0.4, -0.6), aspect="equal")
    ax.axis("off")
    return ax


def _cell(ax: Axes, number: int, row: float, state: str) -> None:
    """Draw one number of a strip, 1 wide and 1 high around (number, row)."""
    face, edge, ink = _STATES[state]
    box = FancyBboxPatch(
        (number - 0.4, row - 0.4),
        0.8,
        0.8,
        boxstyle="round,pad=0,rounding_size=0.12",
        fc=face,
        ec=edge,
        lw=1.5,
    )
    ax.add_patch(box)
    weight = "normal" if state == "forbidden" else "bold"
    ax.text(number, row, str(number), ha="center", va="center", color=ink, fontsize=9, weight=weight)
    if state == "forbidden":
        ax.plot([number - 0.28, number + 0.28], [row, row], color=ink, lw=1)
