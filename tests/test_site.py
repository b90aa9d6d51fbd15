"""The site as it is built: its links, its pictures, its words, and the page to play on in a browser.

Where there is no npm or no browser these tests are skipped; where CI is set in the environment they fail.
NUMBERGAME_SITE names a folder with a site that is built already, NUMBERGAME_SCREENSHOTS one for pictures.
"""

from __future__ import annotations

import functools
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import brute_force
import pytest
from test_browser import _COLOUR_OF, BROWSER, FLAGS, PATIENCE, cells_notebook, luminance, unavailable

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PAGES = ["index.html", "notebooks/01-play-the-number-game.html", "play/index.html"]
WITH_TABLES = "notebooks/05-where-the-lost-positions-are.html"  # strips, figures and wide tables, too


def skip_or_fail(reason: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(f"the site must be tested here, but {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """Build the whole site, its notebooks that run in the variant that needs no network."""
    if built := os.environ.get("NUMBERGAME_SITE"):
        return Path(built)
    if not shutil.which("npm"):
        skip_or_fail("there is no npm")
    if importlib.util.find_spec("myst_nb") is None:
        skip_or_fail("the extra docs is not installed")
    folder = tmp_path_factory.mktemp("site") / "numbergame"
    command = [sys.executable, "docs/build.py", "--local", "--to", str(folder)]
    done = subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return folder


# What the files say


class Links(HTMLParser):
    """The ids of a page, where it leads, and what it loads."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.pictures: list[dict[str, str | None]] = []
        self.feed(page.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids |= {found[name] for name in ("id", "name") if found.get(name)}  # type: ignore[misc]
        if tag == "a" and found.get("href"):
            self.links.append(found["href"] or "")
        if tag in ("script", "img", "source", "iframe") and found.get("src"):
            self.loaded.append(found["src"] or "")
        if tag == "link" and found.get("rel") in ("stylesheet", "icon", "preload", "modulepreload"):
            self.loaded.append(found["href"] or "")
        if tag == "img":
            self.pictures.append(found)


@pytest.fixture(scope="module")
def pages(site) -> dict[Path, Links]:
    """Read every page of the site but JupyterLite's own and a template of the theme's."""
    paths = site.rglob("*.html")
    return {
        path: Links(path) for path in paths if not {"lite", "_static"} & set(path.relative_to(site).parts)
    }


def is_elsewhere(address: str) -> bool:
    return bool(urlsplit(address).scheme or urlsplit(address).netloc)


def test_every_link_and_picture_of_the_site_is_there(site, pages):
    missing = []
    for page, links in pages.items():
        for address in [*links.links, *links.loaded]:
            parts = urlsplit(address)
            if is_elsewhere(address):
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if not target.exists():
                missing.append(f"{page.relative_to(site)}: {address}")
            named = parts.fragment and target in pages and target.parent.name != "play"
            if named and unquote(parts.fragment) not in pages[target].ids:
                missing.append(f"{page.relative_to(site)}: {address}")
    assert missing == []
    assert sum(len(links.links) for links in pages.values()) > 500


def test_no_page_loads_anything_from_elsewhere(pages):
    assert [address for links in pages.values() for address in links.loaded if is_elsewhere(address)] == []


def test_every_notebook_is_in_the_book_with_its_outputs(site, pages):
    for notebook in NOTEBOOKS:
        page = site / "notebooks" / f"{notebook.stem}.html"
        cells = json.loads(notebook.read_text())["cells"]
        pictures = [
            output
            for cell in cells
            for output in cell.get("outputs", [])
            if "image/png" in output.get("data", {})
        ]
        assert len([p for p in pages[page].pictures if "_images" in (p["src"] or "")]) >= len(pictures)
        assert f"notebooks/{notebook.name[:3]}" in (site / "index.html").read_text()


def test_the_words_of_a_picture_are_in_the_book(site, pages):
    for notebook in NOTEBOOKS:
        told = {p.get("alt") for p in pages[site / "notebooks" / f"{notebook.stem}.html"].pictures}
        for cell in json.loads(notebook.read_text())["cells"]:
            for output in cell.get("outputs", []):
                if words := output.get("metadata", {}).get("image/png", {}).get("alt"):
                    assert any(words in (alt or "") for alt in told), words


def test_claims_and_solutions_are_folded(site):
    for notebook in NOTEBOOKS:
        metadata = [cell["metadata"] for cell in json.loads(notebook.read_text())["cells"]]
        folded = [
            m for m in metadata if "claim" in m.get("tags", []) or m.get("jupyter", {}).get("source_hidden")
        ]
        text = (site / "notebooks" / f"{notebook.stem}.html").read_text()
        assert len(re.findall(r'class="[^"]*\btag_hide-input\b', text)) == len(folded)


def test_where_a_notebook_shows_the_board_the_book_leads_to_it(site, pages):
    links = pages[site / "notebooks" / "01-play-the-number-game.html"].links
    boards = [parse_qs(urlsplit(link).fragment) for link in links if "play/index.html#" in link]
    assert {board["game"][0] for board in boards} == {"number", "bachet"}


def test_the_reference_has_every_public_name(site):
    from sphinx.util.inventory import InventoryFile

    with (site / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, uri: uri)
    known = {name for kind in inventory if kind.startswith("py:") for name in inventory[kind]}
    short = {name.rpartition(".")[2] for name in known}
    rooms = [
        "",
        ".figures",
        ".match",
        ".teaching",
        ".checks",
        ".sylver",
        ".atlas",
        ".play",
        ".tables",
        ".dag",
    ]
    for room in rooms:
        module = importlib.import_module(f"numbergame{room}")
        names = getattr(module, "__all__", [])
        assert [name for name in names if name not in short] == []
    assert {"numbergame.solve", "numbergame.Position", "numbergame.match.Session"} <= known


def test_the_address_of_the_site_is_one_setting(site):
    (address,) = re.findall(r'^html_baseurl = "(.*)"', (ROOT / "docs" / "conf.py").read_text(), re.MULTILINE)
    readme = (ROOT / "README.md").read_text()
    used = set(re.findall(r"https://[^)`\s]*\.example/", readme))
    assert used == {address}
    assert address not in (site / "index.html").read_text().replace(f'href="{address}', "")


def test_the_page_to_play_on_has_a_board_before_python_and_a_strict_policy(site):
    page = (site / "play" / "index.html").read_text()
    assert page.count('class="cell available" data-do="click"') == 19
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert "default-src 'none'" in policy and "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy and "http" not in policy and "*" not in policy
    assert not re.search(r' style="| on\w+="|<script(?![^>]*src=)', page)


def test_the_javascript_has_no_rule_and_no_sentence(site):
    for name in ("play.js", "worker.js"):
        code = re.sub(r"//.*", "", (site / "play" / name).read_text())
        texts = re.findall(r'"([^"]*)"|`([^`]*)`', code)
        assert [text for text in texts if re.search(r"[A-Za-z]+ [a-z]+ [a-z]+", " ".join(text))] == []


def test_the_snippets_of_the_page_on_own_games_run():
    text = (ROOT / "docs" / "own-game.md").read_text()
    space: dict[str, object] = {}
    claimed = 0
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(block, space)
        for expression, value in re.findall(r"^(\S.*?)(?:  |\n)# ([\d\[].*)$", block, re.MULTILINE):
            assert eval(expression, space) == eval(value)
            claimed += 1
    assert claimed == 2


# In the browser

SHORT_NOTEBOOK = """
from numbergame import NumberGame, Position, solve
from numbergame.play import play, play_bachet
print(len(solve(NumberGame(20))))
Position({2, 5})
play(12)
play_bachet(12, [1, 3, 4])
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(site) -> Iterator[str]:
    """Serve the site in a sub-folder of a plain server."""
    if reason := unavailable():
        skip_or_fail(reason)
    write_short_notebook(site)
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{site.name}/"
    server.shutdown()
    server.server_close()


def write_short_notebook(site: Path) -> None:
    """Put a notebook that needs no package but ours beside those of the site's JupyterLite."""
    notebook = json.loads(cells_notebook(*SHORT_NOTEBOOK.strip().splitlines()))
    notebook["metadata"]["kernelspec"] = {"name": "python", "display_name": "Python (Pyodide)"}
    (site / "lite" / "files" / "short.ipynb").write_text(json.dumps(notebook))
    listing = site / "lite" / "api" / "contents" / "all.json"
    contents = json.loads(listing.read_text())
    contents["content"].append(contents["content"][0] | {"name": "short.ipynb", "path": "short.ipynb"})
    listing.write_text(json.dumps(contents))


@pytest.fixture(scope="module")
def browser(address):
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def outside() -> list[str]:
    """Collect the addresses outside this machine that a page asked for."""
    return []


def opened(browser, outside, address, **settings):
    """Open a page in a context of its own that refuses and counts what is not on this machine."""
    context = browser.new_context(**settings)
    context.set_default_timeout(PATIENCE)

    def refuse(route):
        if urlsplit(route.request.url).hostname == "127.0.0.1":
            route.continue_()
        else:
            outside.append(route.request.url)
            route.abort()

    context.route(re.compile(r"^https?:|^wss?:"), refuse)
    page = context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("console", lambda m: page.problems.append(m.text) if m.type == "error" else None)
    page.goto(address)
    return page


def picture(page, name: str) -> None:
    if folder := os.environ.get("NUMBERGAME_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.fixture(scope="module")
def board(browser, outside, address):
    """Open the page to play on, and wait until Python is ready."""
    from playwright.sync_api import expect

    begun = time.perf_counter()
    page = opened(browser, outside, f"{address}play/index.html", viewport={"width": 1280, "height": 900})
    page.locator("#cell-3").click()  # played when Python is ready
    expect(page.locator("#loading")).to_be_hidden()
    settled(page)
    print(f"the page to play on was ready after {time.perf_counter() - begun:.1f} s")
    assert chosen(page)["moves"][0] == 5
    yield page
    assert page.problems == []
    page.context.close()


def settled(page) -> None:
    """Wait until all that was clicked has been answered."""
    from playwright.sync_api import expect

    expect(page.locator("body")).to_have_attribute("aria-busy", "false")


def press(page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    settled(page)


def goes_to(page, link: str) -> None:
    """Follow a link to a board or to puzzles."""
    page.evaluate("link => { document.body.setAttribute('aria-busy', 'true'); location.hash = link }", link)
    settled(page)


def chosen(page) -> dict[str, list]:
    """Return what the page's link says."""
    fields = parse_qs(urlsplit(page.url).fragment)
    return fields | {"moves": [int(move) for move in "".join(fields.get("moves", [])).split(".") if move]}


def said(page) -> str:
    return page.locator("#said").inner_text()


def choose(page, number: int) -> None:
    page.locator(f"#cell-{number - 2}").click()
    settled(page)


def test_who_follows_the_hints_wins(board):
    goes_to(board, "game=number&limit=20&opponent=perfect")
    while "Your turn" in said(board):
        press(board, "Hint")
        board.locator(".cell.hinted").first.click()
        settled(board)
    assert "You win" in said(board)
    assert "Nobody gave a win away" in board.locator("#summary").inner_text()
    assert board.locator("#history svg").count() == 1
    picture(board, "page-won")


def test_a_win_given_away_is_a_loss_and_named(board):
    goes_to(board, "game=number&limit=20&start=2.5")
    assert board.locator("#history svg").count() == 0
    choose(board, 5)
    assert "You lose" in said(board) and "The opponent answers 2" in said(board)
    assert "Given away by you 5" in board.locator("#summary").inner_text()
    picture(board, "page-lost")


def test_undo_takes_back_the_move_and_its_answer(board):
    goes_to(board, "game=number&limit=12")
    choose(board, 7)
    assert len(chosen(board)["moves"]) == 2
    press(board, "Undo")
    assert chosen(board)["moves"] == []
    assert board.locator("#board .available").count() == 11


def test_a_forbidden_number_is_refused_with_its_reason(board):
    goes_to(board, "game=number&limit=20&moves=4.5")
    choose(board, 8)
    assert "8 cannot be chosen: 8 = 4 + 4." in said(board)
    assert chosen(board)["moves"] == [4, 5]


def test_bachets_game_is_won_on_the_same_page(board):
    goes_to(board, "game=bachet&heap=20&takes=1.3.4")
    assert board.locator("#board .cell").count() == 20
    while "Your turn" in said(board):
        press(board, "Hint")
        board.locator(".cell.hinted").first.click()
        settled(board)
    assert "You win" in said(board)
    picture(board, "page-bachet")


def test_the_settings_begin_another_play(board):
    goes_to(board, "game=number&limit=12")
    board.locator("#size").fill("9")
    board.locator("#size").press("Tab")
    settled(board)
    assert board.locator("#board .available").count() == 8
    board.locator("#opponent").select_option("beginner")
    board.locator("#first").select_option("opponent")
    settled(board)
    assert chosen(board)["opponent"] == ["beginner"] and len(chosen(board)["moves"]) == 1
    board.locator("#size").fill("31")
    board.locator("#size").press("Tab")
    settled(board)
    assert "6 to 30 on this board, not 31" in board.locator("#problem").inner_text()


def test_a_share_link_shows_the_same_play_elsewhere(board, browser, outside):
    goes_to(board, "game=number&limit=14&opponent=beginner&moves=5.8")
    link, cells = board.url, board.locator("#board").inner_text()
    other = opened(browser, outside, link)
    settled(other)
    assert other.locator("#board").inner_text() == cells
    assert other.locator("#opponent").input_value() == "beginner"
    other.context.close()


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("game=number&limit=20&moves=4.8", "its move 8 cannot be made: 8 = 4 + 4"),
        ("game=chess", "the game is number or bachet, not 'chess'"),
        ("train=number&seed=x", "a seed is a number of at most nine digits, not 'x'"),
    ],
)
def test_a_damaged_link_is_refused_in_words(board, link, reason):
    goes_to(board, link)
    assert f"The link cannot be read: {reason}." in board.locator("#problem").inner_text()
    assert board.locator("#board .cell").count() > 0


def test_the_page_is_played_with_the_keyboard_alone(board):
    goes_to(board, "game=number&limit=12")
    board.locator("#cell-4").focus()
    board.keyboard.press("ArrowRight")
    board.keyboard.press("Enter")
    settled(board)
    assert chosen(board)["moves"][0] == 7
    assert board.evaluate("document.activeElement.id") == "cell-5"
    for _ in range(30):
        board.keyboard.press("Tab")
        if board.evaluate("document.activeElement.dataset.do") == "undo":
            break
    board.keyboard.press("Space")
    settled(board)
    assert chosen(board)["moves"] == []


def test_a_puzzle_is_refuted_by_the_reply_and_right_ones_are_counted(board):
    goes_to(board, "train=number&level=easy&seed=1")
    available = [int(text) for text in board.locator("#board .available b").all_inner_texts()]
    right = brute_force.winning_moves(frozenset(available))
    wrong = next(number for number in available if number not in right)
    choose(board, wrong)
    press(board, "Answer")
    assert f"{wrong} does not win" in said(board)
    choose(board, wrong)
    for number in right:
        choose(board, number)
    press(board, "Answer")
    assert "Right." in said(board)
    picture(board, "page-puzzle")
    press(board, "Next puzzle")
    assert "Puzzle 2 of 20. Who wins?" in board.locator("#rule").inner_text()
    available = [int(text) for text in board.locator("#board .available b").all_inner_texts()]
    wins = brute_force.wins(frozenset(available))
    press(board, "The player to move wins" if wins else "The other player wins")
    assert "Right in a row: 1." in board.locator("#summary").inner_text()


RANDOM_PLAYS = """async ([limit, count]) => {
  const settle = async () => {
    while (document.body.getAttribute("aria-busy") !== "false") await new Promise(r => setTimeout(r, 2));
  };
  const links = [];
  for (let play = 0; play < count; play++) {
    document.querySelector('[data-do="new"]').click();
    await settle();
    while (!document.querySelector("#said .won, #said .lost")) {
      const cells = document.querySelectorAll(".cell.available[data-do]");
      cells[Math.floor(Math.random() * cells.length)].click();
      await settle();
    }
    links.push(location.hash);
  }
  return links;
}"""


def test_on_200_random_plays_the_answers_win_wherever_a_move_wins(board):
    plays = 0
    for limit, count in ((7, 40), (8, 40), (9, 40), (10, 40), (11, 40)):
        goes_to(board, f"game=number&limit={limit}&opponent=perfect")
        for link in board.evaluate(RANDOM_PLAYS, [limit, count]):
            moves = [int(move) for move in parse_qs(link[1:])["moves"][0].split(".")]
            for turn in range(1, len(moves), 2):
                position = brute_force.available(moves[:turn], limit)
                winning = brute_force.winning_moves(position)
                assert not winning or moves[turn] in winning
            plays += 1
    assert plays == 200


def test_a_large_board_shows_its_progress_and_the_page_stays_alive(board):
    from playwright.sync_api import expect

    goes_to(board, "game=number&limit=12")
    board.evaluate("location.hash = 'game=number&limit=26'")
    expect(board.locator("#solving")).to_be_visible()
    board.locator("#address").click()  # the page answers while the board is solved
    expect(board.locator("#solving")).to_be_hidden()
    assert board.locator("#board .available").count() == 25


@pytest.mark.parametrize(
    "path", [*PAGES, WITH_TABLES, "api/numbergame.number_game.html", "lessons/twelve.html"]
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_fits_a_phone_and_axe_finds_nothing_serious(browser, outside, address, path, scheme):
    axe = ROOT / "docs" / "node_modules" / "axe-core" / "axe.min.js"
    size = {"width": 360, "height": 740}
    page = opened(
        browser,
        outside,
        address + path,
        color_scheme=scheme,
        viewport=size,
        bypass_csp=True,
        reduced_motion="reduce",
    )
    if path.startswith("play"):
        settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    picture(page, f"{path.replace('/', '-').removesuffix('.html')}-360-{scheme}")
    page.set_viewport_size({"width": 1280, "height": 900})
    picture(page, f"{path.replace('/', '-').removesuffix('.html')}-1280-{scheme}")
    page.add_script_tag(path=axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    serious = [
        f"{violation['id']}: {violation['nodes'][0]['html'][:200]}"
        for violation in found
        if violation["impact"] in ("serious", "critical")
    ]
    page.context.close()
    assert serious == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_the_book_a_chosen_number_is_filled_and_an_available_one_is_not(browser, outside, address, scheme):
    page = opened(browser, outside, address + PAGES[1], color_scheme=scheme)
    strip = page.locator('.cell_output [role="img"]:has(mark)').first

    def ground(part) -> float:
        return luminance(page.evaluate(_COLOUR_OF, [part.element_handle(), "ground"]))

    around, available, chosen = map(ground, (strip, strip.locator("b").first, strip.locator("mark").first))
    page.context.close()
    assert (around < 0.5) == (scheme == "dark")
    assert available == around
    assert (max(chosen, around) + 0.05) / (min(chosen, around) + 0.05) >= 4.5


def test_a_notebook_shows_strips_solves_and_plays_without_the_network(browser, outside, address):
    from playwright.sync_api import expect

    page = opened(browser, outside, f"{address}lite/lab/index.html?path=short.ipynb")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for()
    page.get_by_text("Python (Pyodide) | Idle").wait_for()
    page.locator(".jp-MenuBar, .lm-MenuBar").get_by_text("Run", exact=True).click()
    page.locator('[data-command="runmenu:run-all"]').click()
    expect(page.locator(".numbergame-board")).to_have_count(2)
    expect(page.locator(".jp-OutputArea-output").filter(has_text="3515")).to_be_visible()
    expect(page.locator('[role="img"][aria-label^="available: 2 5"]')).to_be_visible()
    picture(page, "lite")
    page.context.close()


def test_nothing_was_asked_for_outside_this_machine(outside, board):
    assert outside == []
