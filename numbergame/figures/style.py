"""The style of every drawing, and the one function that writes figures to disk.

The two outcome colours mean outcomes and nothing else: P-positions are vermilion squares or hatched,
N-positions blue circles or plain, so that colour is never the only cue.  A winning move is black and bold:
an arrow or a line, or a diamond where it stands for itself.  All other series have neutral colours.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar
from xml.sax.saxutils import escape

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from PIL import Image

from numbergame._files import FIGURES_VARIABLE, whole_file

STYLE = Path(__file__).with_name("numbergame.mplstyle")
"""The file of matplotlib settings that every drawing uses."""

MARKER: Final = {"P": "s", "N": "o"}
"""The marks of the outcomes: squares and circles."""

HATCH: Final = {"P": "///", "N": ""}
"""The hatches of the outcomes, for bars."""

WINNING_MOVE: Final = {"color": "black", "marker": "D"}
"""How a winning move is marked."""

WIDTH = 7.2
"""The width of every figure, in inches."""

_PIXELS_AN_INCH = 100  # as a notebook shows a figure: its letters are then as large as the text around it

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
    """A figure on disk, shown in a notebook as the saved file, not as it was before it was saved.

    Its words for those who cannot see it are stored with the picture, and become its `alt` in HTML.
    """

    def __init__(self, png: Path, alt: str, width: int) -> None:
        self.png = png
        self.alt = alt
        self.width = width

    def _repr_png_(self) -> tuple[bytes, dict[str, Any]]:
        return self.png.read_bytes(), {"alt": self.alt, "width": self.width}

    def __repr__(self) -> str:
        return self.png.as_posix()


@styled
def export(figure: Figure, name: str, *, alt: str) -> Exported:
    """Write a figure as name.svg and name.png, close it, and return what a notebook shows.

    `alt` says in words what there is to see; it is stored in the SVG and beside the picture in the
    notebook.  ValueError if it is empty.

    The folder is the one that the environment names; without that, figures/ beside notebooks/ when
    that is where the program runs, else figures/ there.  It is made if it is missing.  The same
    figure gives the same bytes: no date, no version, no random identifiers.
    """
    if not alt.strip():
        raise ValueError(f"{name}: say in words what this figure shows, for those who cannot see it")
    folder = _folder()
    for ending, metadata in (("svg", {"Date": None, "Creator": None}), ("png", {"Software": None})):
        with whole_file(folder / f"{name}.{ending}") as draft:
            figure.savefig(draft, metadata=metadata)
            if ending == "png":
                _reduce_colours(draft)
            else:
                _describe(draft, _title(figure) or name, alt)
    plt.close(figure)
    return Exported(folder / f"{name}.png", alt, round(_PIXELS_AN_INCH * figure.get_figwidth()))


def _folder() -> Path:
    """Return the folder that figures are written to, by its shortest name from here."""
    if named := os.environ.get(FIGURES_VARIABLE):
        return Path(named)
    return Path("../figures") if Path.cwd().name == "notebooks" else Path("figures")


def _title(figure: Figure) -> str:
    """Return the first title of a figure on one line, "" if it has none."""
    titles = [ax.get_title(loc="left") for ax in figure.axes]
    return " ".join(next(filter(None, titles), "").split())


def _describe(svg: Path, title: str, alt: str) -> None:
    """Put a title and a description into an SVG, where screen readers look for them."""
    words = f'<title id="title">{escape(title)}</title>\n <desc id="desc">{escape(alt)}</desc>'
    text = svg.read_text(encoding="utf-8")
    text = re.sub(
        r"<svg ([^>]*)>",
        lambda tag: f'<svg role="img" aria-labelledby="title desc" {tag[1]}>\n {words}',
        text,
        count=1,
    )
    svg.write_text(text, encoding="utf-8", newline="\n")


def _reduce_colours(png: Path) -> None:
    """Store a PNG with a palette of 256 colours: half the size or less, and no difference to the eye."""
    with Image.open(png) as image:
        reduced = image.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        reduced.save(png, dpi=image.info["dpi"])


def axes_or_new(ax: Axes | None, height: float = 4.0) -> Axes:
    """Return the axes to draw on: those given, or those of a new figure so many inches high."""
    return plt.subplots(figsize=(WIDTH, height))[1] if ax is None else ax


def count_in_integers(*axes: Axis) -> None:
    """Put an axis's ticks at round integers."""
    for axis in axes:
        axis.set_major_locator(MaxNLocator(nbins=11, integer=True, steps=[1, 2, 5, 10]))


def hatch_in_white(bars: Iterable[Any]) -> None:
    """Give filled bars white hatching, whatever the colour of their edge."""
    for bar in bars:
        if hasattr(bar, "set_hatchcolor"):  # from matplotlib 3.11 on; before, hatches had the edge's colour
            bar.set_hatchcolor("white")
        else:
            bar.set_edgecolor("white")
