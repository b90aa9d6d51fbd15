"""The strip of numbers that stands for a position in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Collection

_CELL = "display:inline-block;min-width:1.9em;padding:.2em 0;margin:1px;text-align:center;border-radius:3px;"
_LOOK = {
    "available": "border:2px solid #0072b2;color:#000;background:#fff;font-weight:bold",
    "chosen": "border:2px solid #000;color:#fff;background:#000;font-weight:bold",
    "forbidden": "border:2px solid #ddd;color:#767676;background:#f2f2f2;text-decoration:line-through",
}


def strip_html(
    numbers: Collection[int],
    available: Collection[int],
    chosen: Collection[int],
    reason: Callable[[int], str],
    beyond: str = "",
) -> str:
    """Return HTML that shows each number as available, chosen or forbidden, and then the words `beyond`.

    A number that is neither available nor chosen is forbidden; `reason` gives the words, plain letters
    and signs, shown when the pointer rests on it.  Form tells the three states apart as well as colour:
    available numbers are framed, chosen ones white on black, forbidden ones struck through.  The label says
    in words which are available.
    """
    cells = []
    for number in numbers:
        state = "available" if number in available else "chosen" if number in chosen else "forbidden"
        title = reason(number) if state == "forbidden" else state
        cells.append(f'<span title="{title}" style="{_CELL}{_LOOK[state]}">{number}</span>')
    listed = " ".join(str(number) for number in numbers if number in available) or "none"
    label = f"available: {listed}{' ' * bool(beyond)}{beyond}"
    style = "font-family:sans-serif;line-height:2.2"
    return f'<div role="img" aria-label="{label}" style="{style}">{"".join(cells)}{beyond}</div>'
