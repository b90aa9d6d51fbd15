"""The strip of a position: its states are told apart by form, by tags without styles, and by text alone."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from brute_force import sums
from hypothesis import given
from hypothesis import strategies as st

from numbergame import NumberGame, Position, solve
from numbergame._look import LOOK, in_marks

POSITIONS = sorted(solve(NumberGame(12)))
STATES = ("available", "chosen", "forbidden")


def states_by_definition(position, end=20):
    """Return the state of each number 2..end: of the rest, chosen are those that are no sum of others."""
    rest = {number for number in range(2, end) if number not in position}
    states = {}
    for number in range(2, end + 1):
        is_sum = number in sums(rest - {number}, number)
        states[number] = "available" if number in position else "forbidden" if is_sum else "chosen"
    return states


class Strip(HTMLParser):
    """The cells of a strip: the tag, the attributes and the text that each number stands in."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: dict[int, str] = {}
        self.attributes: dict[int, dict[str, str]] = {}
        self.text = ""
        self.open: list[tuple[str, dict[str, str]]] = []
        self.feed(html)
        assert not self.open, "every tag is closed"

    def handle_starttag(self, tag, attrs):
        self.open.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        self.text += data
        if data.isdigit():
            self.tags[int(data)], self.attributes[int(data)] = self.open[-1]


def stripped(html: str) -> str:
    """Return HTML without styles and classes, as viewers that allow none show it."""
    return re.sub(r'\s(style|class)="[^"]*"', "", html)


def states_by_tags(html: str) -> dict[int, str]:
    """Read the states where there are no styles: bold available, marked chosen, struck through forbidden."""
    words = {"b": "available", "mark": "chosen", "s": "forbidden"}
    return {number: words[tag] for number, tag in Strip(stripped(html)).tags.items()}


def states_by_text(html: str) -> dict[int, str]:
    """Read the states from the text alone: 5 is available, [4] chosen, (8) forbidden."""
    words = {"": "available", "[": "chosen", "(": "forbidden"}
    found = re.findall(r"(?:^|(?<=\s))([\[(]?)(\d+)[\])]?(?=\s)", Strip(html).text)
    return {int(number): words[mark] for mark, number in found}


@given(st.sampled_from(POSITIONS))
def test_without_styles_the_tags_tell_the_states_apart(position):
    assert states_by_tags(position._repr_html_()) == states_by_definition(position)


@given(st.sampled_from(POSITIONS))
def test_the_text_alone_tells_the_states_apart(position):
    assert states_by_text(position._repr_html_()) == states_by_definition(position)


def test_the_text_alone_can_be_read():
    text = Strip(Position.after([4, 3])._repr_html_()).text
    assert text.startswith("2 [3] [4] 5 (6) (7) (8) ")
    assert text.endswith(" (20) – [chosen], (forbidden)")
    assert [in_marks("●", state) for state in (*STATES, "idle")] == ["●", "[●]", "(●)", "●"]


def test_form_tells_the_states_apart_without_colour():
    frames = {state: re.search("border:([^;]*)", look)[1] for state, look in LOOK.items()}
    grounds = {state: re.search("background:([^;]*)", look)[1] for state, look in LOOK.items()}
    assert frames["available"] == frames["chosen"] != frames["forbidden"]
    assert grounds["available"] == grounds["forbidden"] != grounds["chosen"]
    assert [state for state, look in LOOK.items() if "line-through" in look] == ["forbidden"]


# Colours


def theme(name: str) -> dict[str, str]:
    """Return the variables of one of JupyterLab's themes, as it is installed."""
    folder = Path(sys.prefix, "share/jupyter/lab/themes/@jupyterlab", f"theme-{name}-extension")
    return dict(re.findall(r"(--jp-[\w-]+):([^;}]*)", (folder / "index.css").read_text()))


def computed(style: str, name: str, variables: dict[str, str]) -> str:
    """Return the value of a style's property, its variable looked up, or the fallback where there is none."""
    value = re.search(rf"(?:^|;){name}:([^;]*)", style)[1]
    variable, fallback = re.fullmatch(r"var\((--[\w-]+),(.*)\)", value).groups()
    return variables.get(variable, fallback)


def rgb(colour: str, ground: tuple[float, ...] = (1, 1, 1)) -> tuple[float, ...]:
    """Return the red, green and blue, 0 to 1, of a colour on an opaque ground."""
    if colour == "white":
        return 1, 1, 1
    if colour.startswith("#"):
        digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
        return tuple(int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4))
    *parts, share = map(float, re.fullmatch(r"rgba\((.*)\)", colour)[1].split(","))
    return tuple(share * part / 255 + (1 - share) * below for part, below in zip(parts, ground, strict=True))


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (Web Content Accessibility Guidelines 2.2)."""

    def luminance(colour):
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_that_of_the_guidelines():
    assert contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21)
    assert contrast(rgb("#767676"), rgb("#fff")) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("name", ["light", "dark", "none"])
@pytest.mark.parametrize("state", LOOK)
def test_every_state_can_be_read_in_every_theme(state, name):
    variables = {} if name == "none" else theme(name)
    ground = rgb(computed(LOOK[state], "background", variables))
    assert contrast(rgb(computed(LOOK[state], "color", variables), ground), ground) >= 4.5


@pytest.mark.parametrize(("name", "page"), [("none", "#fff"), ("light", "#fff"), ("dark", "#111")])
@pytest.mark.parametrize("state", ["available", "chosen"])
def test_the_frame_is_seen_on_the_page(state, name, page):
    frame = re.search(r"border:2px solid (var\([^)]*\))", LOOK[state])[1]
    colour = computed(f"border:{frame}", "border", {} if name == "none" else theme(name))
    assert contrast(rgb(colour), rgb(page)) >= 4.5


# What else a strip says


def test_the_pointer_finds_the_reasons():
    titles = {number: cell["title"] for number, cell in shown(Position.after([4, 3])).items()}
    assert list(titles) == list(range(2, 21))
    assert titles[2] == titles[5] == "available"
    assert titles[3] == titles[4] == "chosen"
    assert titles[7] == "7 = 3 + 4"
    for number in range(6, 21):
        left, right = titles[number].split(" = ")
        assert int(left) == number == sum(map(int, right.split(" + ")))


def test_the_strip_is_longer_where_larger_numbers_are_available():
    cells = shown(Position.generated_by([5, 7]))
    assert list(cells) == list(range(2, 24))
    assert cells[23]["title"] == "available"


def test_the_strip_says_in_words_what_is_available():
    assert 'aria-label="available: 2 5"' in Position.after([4, 3])._repr_html_()
    assert 'aria-label="available: none"' in Position()._repr_html_()


def test_the_strip_of_a_huge_position_stays_short():
    position = Position.generated_by([400, 401])
    html = position._repr_html_()
    assert len(html) < 100_000
    assert str(position.frobenius_number) in html


def shown(position):
    return Strip(position._repr_html_()).attributes


# The notebooks as they are stored


STRIP = re.compile(r'<div role="img" aria-label="available: .*?</div>', re.DOTALL)


def stored_strips(notebook: Path) -> list[str]:
    """Return the strips in the stored outputs of a notebook."""
    cells = json.loads(notebook.read_text())["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    html = "".join("".join(output.get("data", {}).get("text/html", [])) for output in outputs)
    return STRIP.findall(html)


NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def test_notebooks_show_strips():
    assert len([path for path in NOTEBOOKS if stored_strips(path)]) >= 5


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_stored_strip_keeps_its_meaning_without_styles(notebook):
    for strip in stored_strips(notebook):
        by_tags = states_by_tags(strip)
        listed = re.search('aria-label="available: ([^"…]*)', strip)[1].split()
        position = Position(map(int, [word for word in listed if word != "none"]))
        assert by_tags == states_by_text(strip) == states_by_definition(position, max(by_tags))
