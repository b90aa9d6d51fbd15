"""The boards as a reader meets them: JupyterLab, a notebook run from its menu, a browser that clicks.

Where there is no browser these tests are skipped; where CI is set in the environment they fail.
The pictures they take go to the folder that NUMBERGAME_SCREENSHOTS names, to be looked at.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import brute_force
import nbformat
import pytest

import numbergame
from numbergame.play.explorer import LOOKS

ROOT = Path(numbergame.__file__).parent.parent
NOTEBOOK = ROOT / "notebooks" / "01-play-the-number-game.ipynb"
EXPLORE = ROOT / "notebooks" / "16-explore.ipynb"
BROWSER = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 120_000  # milliseconds, for what a slow machine does in its own time


def unavailable() -> str:
    """Return why no browser can be driven here, or nothing."""
    if not Path(BROWSER).exists():
        return f"there is no {BROWSER}"
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright is not installed"
    return ""


def cells_notebook(*sources: str) -> str:
    """Return the text of a notebook with these code cells."""
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": kernel})
    notebook.cells = [
        nbformat.v4.new_code_cell(source, id=f"cell-{number}") for number, source in enumerate(sources)
    ]
    return nbformat.writes(notebook)


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Path:
    """Return the folder whose notebooks are served."""
    folder = tmp_path_factory.mktemp("lab") / "notebooks"
    folder.mkdir()
    write_notebooks(folder)
    return folder


@pytest.fixture(scope="module")
def lab(served) -> Iterator[str]:
    """Serve the notebooks of a temporary folder in JupyterLab; the value is its address and token."""
    if reason := unavailable():
        if os.environ.get("CI"):
            pytest.fail(f"the browser tests must run here, but {reason}")
        pytest.skip(reason)
    folder, settings = served.parent, served.parent / "settings"
    news = settings / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    news.parent.mkdir(parents=True)
    news.write_text(json.dumps({"fetchNews": "false", "checkForUpdates": False}))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    token = secrets.token_hex()
    options = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": port,
        "ServerApp.port_retries": 0,
        "ServerApp.root_dir": served,
        "ServerApp.allow_root": True,
        "IdentityProvider.token": token,
        "LabApp.user_settings_dir": settings,
        "LabApp.workspaces_dir": folder / "workspaces",
        "LabApp.extension_manager": "readonly",
    }
    folders = {
        name: str(folder / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    }
    command = [sys.executable, "-m", "jupyterlab", "--no-browser"]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            command + [f"--{name}={value}" for name, value in options.items()],
            env={**os.environ, **folders, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=log,
        )
    try:
        wait_for(f"http://127.0.0.1:{port}/api/status?token={token}", server, folder / "log")
        yield f"http://127.0.0.1:{port}/lab/tree/{{}}?reset&token={token}"
    finally:
        server.terminate()
        server.wait(30)


def write_notebooks(folder: Path) -> None:
    """Put the notebooks that the tests run into a folder, the collection's first one among them."""
    shutil.copy(NOTEBOOK, folder)
    shutil.copy(EXPLORE, folder)
    for name, source in (
        ("board", "play()"),
        ("beginner", "play(opponent='beginner', seed=1)"),
        ("short", "play(start=[2, 5])"),
        ("bachet", "play_bachet()"),
        ("large", "play(26)"),
    ):
        text = cells_notebook("from numbergame.play import play, play_bachet", source)
        (folder / f"{name}.ipynb").write_text(text)


def wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Return when the server answers; fail, with its log, when it has ended or a minute has passed."""
    for _ in range(240):
        if server.poll() is not None:
            break
        try:
            urlopen(address).close()
            return
        except URLError:
            time.sleep(0.25)
    pytest.fail(f"JupyterLab does not answer:\n{log.read_text()}")


@pytest.fixture(scope="module")
def context(lab, tmp_path_factory):
    """Open a browser with a profile of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"),
            executable_path=BROWSER,
            headless=True,
            args=FLAGS,
            viewport={"width": 1280, "height": 1100},
        )
        context.set_default_timeout(PATIENCE)
        yield context
        context.close()


@pytest.fixture
def board(lab, context, request):
    """Run a notebook from the menu; the value is its board, ready to click."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    page = context.new_page()
    notebook = getattr(request, "param", "board.ipynb")
    board = opened(page, lab.format(notebook))
    all_cells = 20 if notebook == "bachet.ipynb" else len(range(2, 21))
    expect(board.locator(".numbergame-cell")).to_have_count(all_cells)
    yield board
    page.close()


def run(page, address, cells="run-all"):
    """Open a notebook, and run all of its cells or, with `cells="run"`, the one that is selected."""
    page.goto(address)
    page.locator(".jp-Notebook .jp-Cell").first.wait_for()
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    if cells == "run":
        page.locator(".jp-CodeCell .cm-content").first.click()
    page.locator(".jp-MenuBar, .lm-MenuBar").get_by_text("Run", exact=True).click()
    page.locator(f'[data-command="runmenu:{cells}"]').click()


def opened(page, address):
    """Open a notebook, run all of its cells and return the first board it shows."""
    run(page, address)
    board = page.locator(".numbergame-board").first
    board.wait_for()
    board.scroll_into_view_if_needed()
    return board


def press(board, label: str) -> None:
    """Click one of the buttons below the strip."""
    board.get_by_role("button", name=label, exact=True).click()


def says(board, words) -> None:
    """Wait until the board says these words."""
    from playwright.sync_api import expect

    expect(board.locator(".numbergame-status")).to_contain_text(words)


def in_state(board, state: str):
    """Return the cells in a state."""
    return board.locator(f".numbergame-cell.numbergame-{state}")


def click_through(board, choose) -> None:
    """Click the cells that `choose` finds, one a turn, until the game is over.

    The history, which is asked for, is what the board draws last, so the board is up to date when the
    history is another.
    """
    from playwright.sync_api import expect

    press(board, "Show history")
    history = board.locator(".numbergame-history svg")
    history.wait_for()
    while "Your turn" in board.locator(".numbergame-status").inner_text():
        before = history.get_attribute("aria-label")
        choose(board).click()
        expect(history).not_to_have_attribute("aria-label", before)


def hinted_move(board):
    press(board, "Hint")
    in_state(board, "hinted").first.wait_for()
    return in_state(board, "hinted").first


def picture(board, name: str) -> None:
    """Take a picture of the board, if somebody wants to look at it."""
    if folder := os.environ.get("NUMBERGAME_SCREENSHOTS"):
        board.screenshot(path=Path(folder) / f"{name}.png")


@pytest.mark.parametrize("board", [NOTEBOOK.name], indirect=True)
def test_the_first_notebook_shows_a_board_and_the_hinted_moves_win(board):
    says(board, "Your turn")
    picture(board, "start")
    hinted_move(board)
    picture(board, "hint")
    click_through(board, hinted_move)
    says(board, "You win: the opponent cannot move.")
    picture(board, "won")


def test_a_game_given_away_is_lost_and_the_history_shows_where(board):
    press(board, "Hint")
    in_state(board, "hinted").first.wait_for()
    in_state(board, "available").last.click()
    says(board, "The opponent answers")
    press(board, "Hint")
    says(board, "No move wins against best play")
    picture(board, "lost-hint")
    click_through(board, lambda board: in_state(board, "available").last)
    says(board, "You lose: you cannot move.")
    says(board, "Given away by you 20 (move 1)")
    assert board.locator(".numbergame-history svg text", has_text="20?").count() == 1
    picture(board, "lost")


@pytest.mark.parametrize("board", ["beginner.ipynb"], indirect=True)
def test_the_beginner_is_beaten_by_the_hints(board):
    says(board, "Your turn")
    assert "Looks one move ahead" in board.locator(".numbergame-about").inner_text()
    picture(board, "beginner")
    click_through(board, hinted_move)
    says(board, "You win")


@pytest.mark.parametrize("board", ["short.ipynb"], indirect=True)
def test_the_history_is_hidden_until_the_end_or_until_asked_for(board):
    from playwright.sync_api import expect

    history = board.locator(".numbergame-history svg")
    says(board, "Your turn")
    assert "winning" not in board.locator(".numbergame-status").inner_text()
    expect(history).to_have_count(0)
    press(board, "Show history")
    expect(history).to_have_count(1)
    press(board, "Hide history")
    expect(history).to_have_count(0)
    press(board, "New game")
    in_state(board, "available").last.click()
    says(board, "You lose")
    expect(history).to_have_count(1)


def test_the_board_is_one_line_where_the_output_is_900_pixels_wide(board):
    page, output = board.page, board.locator("xpath=ancestor::*[contains(@class,'jp-OutputArea-output')]")
    width = page.viewport_size["width"]
    for _ in range(2):  # the notebook's margins may change with the page
        excess = output.bounding_box()["width"] - 900
        width -= round(excess)
        page.set_viewport_size({"width": width, "height": 1100})
        page.wait_for_timeout(500)
    assert abs(output.bounding_box()["width"] - 900) < 2
    boxes = [cell.bounding_box() for cell in board.locator(".numbergame-cell").all()]
    assert len(boxes) == 19
    assert len({box["y"] for box in boxes}) == 1
    assert boxes == sorted(boxes, key=lambda box: box["x"])
    assert boxes[-1]["x"] + boxes[-1]["width"] <= output.bounding_box()["x"] + 900
    picture(board, "900-pixels")


def test_undo_takes_back_the_move_and_its_answer(board):
    from playwright.sync_api import expect

    in_state(board, "available").first.click()
    says(board, "The opponent answers")
    press(board, "Undo")
    says(board, "Taken back")
    expect(in_state(board, "available")).to_have_count(len(range(2, 21)))


def test_a_forbidden_number_is_refused_with_its_reason(board):
    in_state(board, "available").nth(3).click()
    says(board, "The opponent answers")
    forbidden = in_state(board, "forbidden").first
    reason = forbidden.get_attribute("title")
    assert "=" in reason
    chosen = in_state(board, "chosen").count()
    forbidden.click()
    says(board, f"cannot be chosen: {reason}")
    assert in_state(board, "chosen").count() == chosen
    forbidden.hover()
    picture(board, "refused")


def test_the_board_is_played_with_the_keyboard_alone(board):
    board.locator(".numbergame-cell").nth(4).focus()
    board.page.keyboard.press("Tab")
    board.page.keyboard.press("Enter")
    says(board, "The opponent answers")
    sixth = board.locator(".numbergame-cell").nth(5)
    assert "numbergame-chosen" in sixth.get_attribute("class")
    assert sixth.evaluate("cell => cell === document.activeElement")


@pytest.mark.parametrize("board", ["bachet.ipynb"], indirect=True)
def test_bachets_game_is_won_on_the_same_board(board):
    says(board, "Your turn")
    picture(board, "bachet-start")
    click_through(board, hinted_move)
    says(board, "You win")
    picture(board, "bachet-won")


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_every_cell_can_be_read_as_the_browser_draws_it(board, theme):
    """The contrast of each cell's ink on its ground, computed from the colours on the screen."""
    page = board.page
    with_theme(page, theme)
    in_state(board, "available").nth(3).click()  # 5
    says(board, "The opponent answers")
    press(board, "Hint")
    says(board, "Winning move: 16.")
    picture(board, f"cells-{theme.split()[-1].lower()}")
    ground = luminance(page.evaluate(_COLOUR_OF, [board.element_handle(), "page"]))
    assert (ground < 0.5) == theme.endswith("Dark")
    for state in ("available", "chosen", "forbidden", "hinted"):
        cell = in_state(board, state).first.element_handle()
        ink, behind = (luminance(page.evaluate(_COLOUR_OF, [cell, which])) for which in ("color", "ground"))
        assert (max(ink, behind) + 0.05) / (min(ink, behind) + 0.05) >= 4.5, state


_COLOUR_OF = """([element, which]) => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const layers = [];
  for (let e = element; e; e = e.parentElement) layers.unshift(getComputedStyle(e).backgroundColor);
  if (which === "color") layers.push(getComputedStyle(element).color);
  for (const layer of ["white", ...layers]) { canvas.fillStyle = layer; canvas.fillRect(0, 0, 1, 1); }
  return Array.from(canvas.getImageData(0, 0, 1, 1).data).slice(0, 3);
}"""


def luminance(colour) -> float:
    """Return the relative luminance, 0 to 1, of red, green and blue up to 255."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def with_theme(page, theme: str) -> None:
    """Choose a theme from JupyterLab's menu."""
    page.locator(".jp-MenuBar, .lm-MenuBar").get_by_text("Settings", exact=True).click()
    page.locator(".lm-Menu-item", has_text="Theme").first.hover()
    page.locator(".lm-Menu-item", has_text=re.compile(f"^{theme}$")).click()
    page.locator(f'body[data-jp-theme-name="{theme}"]').wait_for(state="attached")


def test_the_board_can_be_read_where_the_output_is_as_narrow_as_a_phone(board):
    board.evaluate("board => board.style.width = '340px'")
    board.page.wait_for_timeout(500)
    press(board, "Show history")
    board.locator(".numbergame-history svg").wait_for()
    picture(board, "phone")
    boxes = [cell.bounding_box() for cell in board.locator(".numbergame-cell").all()]
    left = board.bounding_box()["x"]
    assert all(box["width"] >= 40 for box in boxes)
    assert all(left <= box["x"] and box["x"] + box["width"] <= left + 340 for box in boxes)


def test_a_board_that_takes_long_shows_that_it_is_working(lab, context):
    page = context.new_page()
    board = opened(page, lab.format("large.ipynb"))
    board.locator(".numbergame-working").wait_for()
    picture(board, "working")
    board.locator(".numbergame-cell").first.wait_for()
    says(board, "Your turn")
    assert board.locator(".numbergame-working").count() == 0
    page.close()


def test_the_last_notebook_explores_another_board_and_keeps_what_it_shows(served, lab, context):
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    page = context.new_page()
    run(page, lab.format(EXPLORE.name), cells="run")
    status = page.locator(".jp-OutputArea-output [role=status]").first
    expect(status).to_have_text("3,515 rows.")

    def fill(label: str, text: str) -> None:
        page.get_by_label(label, exact=True).first.fill(text)
        page.keyboard.press("Enter")

    fill("Limit", "8")
    positions = brute_force.every_position(8)
    expect(status).to_have_text(f"{len(positions)} rows.")
    shown = page.locator(".jp-OutputArea-output img").first
    bars = shown.get_attribute("src")
    page.get_by_label("Look", exact=True).first.select_option(label=f"heat map: {LOOKS['heat map']}")
    expect(shown).not_to_have_attribute("src", bars)
    page.get_by_label("Column", exact=True).first.select_option("genus")
    page.get_by_label("and", exact=True).first.select_option("remoteness")
    code = page.locator(".jp-OutputArea-output pre", has_text="rows.groupby").first
    expect(code).to_contain_text('rows.groupby(["remoteness", "genus"])')
    fill("Filter", "outcome = 'P'")
    expect(status).to_contain_text("to compare, write ==")
    fill("Filter", "outcome == 'P'")
    lost = [numbers for numbers in positions if not brute_force.wins(numbers)]
    expect(status).to_have_text(f"{len(lost)} rows.")
    fill("Save as", "mine")
    page.get_by_role("button", name="Save", exact=True).first.click()
    expect(status).to_have_text("Saved: mine.svg and mine.csv.")
    picture(page.locator(".jp-OutputArea-output").first, "explore")
    assert (served / "mine.svg").read_text().rstrip().endswith("</svg>")
    assert len((served / "mine.csv").read_text().splitlines()) == len(lost) + 1
    page.close()
