"""The style of every drawing, and the one function that writes figures to disk.

P-positions are vermilion squares or hatched, N-positions blue circles or plain, so that colour is never the
only cue.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from PIL import Image

from numbergame._files import FIGURES_VARIABLE, whole_file

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
            if ending == "png":
                _reduce_colours(draft)
    plt.close(figure)
    return Exported(Path(folder) / f"{name}.png")


def _reduce_colours(png: Path) -> None:
    """Store a PNG with a palette of 256 colours: half the size or less, and no difference to the eye."""
    with Image.open(png) as image:
        reduced = image.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        reduced.save(png, dpi=image.info["dpi"])


def axes_or_new(ax: Axes | None, width: float = 7.2, height: float = 4.0) -> Axes:
    """Return the axes to draw on: those given, or those of a new figure of so many inches."""
    return plt.subplots(figsize=(width, height))[1] if ax is None else ax


def count_in_integers(*axes: Axis) -> None:
    """Put an axis's ticks at round integers."""
    for axis in axes:
        axis.set_major_locator(MaxNLocator(nbins=11, integer=True, steps=[1, 2, 5, 10]))
