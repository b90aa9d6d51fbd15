"""A worksheet and its key in words: as Markdown, and as HTML that prints in black and white.

What the rule is and how a position looks is told by the game of the puzzles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from numbergame.match import Record, Settings
from numbergame.match.cells import TITLE, Cell, cells, name_of
from numbergame.number_game import NumberGame
from numbergame.subtraction import SubtractionGame
from numbergame.teaching.puzzles import Puzzle

_ASKS = {"moves": "Find all winning moves", "winner": "Who wins?"}
_BLANK = "_" * 30
_PLAY = "Play from here"


def name(game: Any) -> str:
    """Return what a game is called."""
    return TITLE[name_of(game)] if _has_board(game) else str(game.name)


def rule(game: Any) -> str:
    """Return the rule of a game, for pupils."""
    if isinstance(game, NumberGame):
        return (
            f"Two players take turns. Choose a number of 2..{game.limit} that is not a sum of numbers "
            "already chosen, the same number as often as you like. Whoever cannot choose any more loses."
        )
    if isinstance(game, SubtractionGame):
        return (
            "Two players take turns to take stones from a heap, an allowed number each time. "
            "Whoever cannot take any more loses."
        )
    return str(game.rule)


def legend(game: Any) -> str:
    """Return how to read the strips of a game that has a board, "" for any other."""
    if isinstance(game, NumberGame):
        return "Framed numbers are available, dotted ones were chosen, the others are sums of chosen numbers."
    if isinstance(game, SubtractionGame):
        return "A framed stone can be taken now, together with all stones to the right of it."
    return ""


def rule_and_legend(game: Any) -> str:
    """Return the words above the puzzles."""
    return f"{rule(game)} {legend(game)}".strip()


Section = tuple[str, Sequence[Cell], str, str]
"""A puzzle on a page: what it asks, the cells of its board if it has one, the position, the blank."""


def section(puzzle: Puzzle) -> Section:
    """Return the parts of a puzzle on a page."""
    return _ASKS[puzzle.asks], _row(puzzle), given(puzzle), blank(puzzle)


def _row(puzzle: Puzzle) -> list[Cell]:
    """Return the cells of the position, none if its game has no board."""
    game = puzzle.solution.game
    return cells(Record(game, puzzle.position)) if _has_board(game) else []


def _has_board(game: Any) -> bool:
    return isinstance(game, NumberGame | SubtractionGame)


def link(puzzle: Puzzle, site: str) -> str:
    """Return the address of the puzzle's position on the site's page to play on, "" if it has no board there.

    site: the address of the front page, as in "https://numbergame.example/".
    """
    game = puzzle.solution.game
    if isinstance(game, NumberGame):
        settings = Settings(game, puzzle.position)
    elif isinstance(game, SubtractionGame):
        settings = Settings(SubtractionGame(game.takes, puzzle.position))
    else:
        return ""
    return f"{site.rstrip('/')}/play/index.html#{settings.to_text()}"


def markdown(title: str, puzzles: Sequence[Puzzle], with_key: bool, site: str | None = None) -> str:
    """Return the puzzles, with room for answers or with the key, as Markdown; with a site, with links."""
    blocks = [f"# {title}"]
    if not with_key:
        blocks += [f"Name: {_BLANK}", rule(puzzles[0].solution.game)]
    for number, puzzle in enumerate(puzzles, 1):
        blocks += [f"## {number}. {_ASKS[puzzle.asks]}", given(puzzle)]
        if with_key:
            blocks += [verdict(puzzle), "\n".join(f"- {line}" for line in solution_lines(puzzle))]
        else:
            blocks.append(f"{blank(puzzle)} {_BLANK}")
        if address := site and link(puzzle, site):
            blocks.append(f"[{_PLAY}]({address})")
    return "\n\n".join(blocks) + "\n"


def html(title: str, puzzles: Sequence[Puzzle], with_key: bool, site: str | None = None) -> str:
    """Return the puzzles, with room for answers or with the key, as HTML; with a site, with links."""
    title, game = _text(title), puzzles[0].solution.game
    parts = [f"<h1>{title}</h1>"]
    if not with_key:
        parts += ['<p class="blank">Name:</p>', f"<p>{_text(rule_and_legend(game))}</p>"]
    for number, puzzle in enumerate(puzzles, 1):
        parts.append(f"<section>\n<h2>{number}. {_ASKS[puzzle.asks]}</h2>")
        parts += [*_strip(puzzle), f"<p>{_text(given(puzzle))}</p>"]
        if with_key:
            lines = "\n".join(f"<li>{_text(line)}</li>" for line in solution_lines(puzzle))
            parts.append(f"<p>{_text(verdict(puzzle))}</p>\n<ul>\n{lines}\n</ul>")
        else:
            parts.append(f'<p class="blank">{blank(puzzle)}</p>')
        if address := site and link(puzzle, site):
            parts.append(f'<p><a href="{escape(address)}">{_PLAY}</a></p>')
        parts.append("</section>")
    head = f'<meta charset="utf-8">\n<title>{title}</title>\n<style>{_CSS}</style>'
    body = "\n".join(parts)
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n'


def given(puzzle: Puzzle) -> str:
    """Return the position in words."""
    game: Any = puzzle.solution.game
    if isinstance(game, SubtractionGame):
        return f"Stones: {puzzle.position}. Allowed takes: {_listed(game.takes)}."
    if not isinstance(game, NumberGame):
        return str(game.show(puzzle.position))
    chosen = [number for number in puzzle.position.minimal_generators if number <= game.limit]
    return f"Chosen so far: {_listed(chosen)}. Available: {_listed(puzzle.position)}."


def blank(puzzle: Puzzle) -> str:
    """Return what stands before the room for the answer."""
    if puzzle.asks == "moves":
        return "Winning moves:"
    return "The player to move, or the other one? Why?"


def verdict(puzzle: Puzzle) -> str:
    """Return who wins, and how."""
    if puzzle.winning_moves:
        return f"The player to move wins. All winning moves: {_listed(puzzle.winning_moves)}."
    return "The other player wins: every move has a winning answer."


def solution_lines(puzzle: Puzzle) -> list[str]:
    """Return a line for each winning move with the answers to all replies, or the answers to all moves."""
    if puzzle.winning_moves:
        return [f"{move}: {_answers(puzzle.answers_after(move))}" for move in puzzle.winning_moves]
    return [f"{move} is answered by {answer}." for move, answer in puzzle.refutations().items()]


def _answers(answers: Mapping[Any, Any]) -> str:
    if not answers:
        return "no reply is left."
    (reply, answer), *others = answers.items()
    rest = "".join(f", {reply} by {answer}" for reply, answer in others)
    return f"the reply {reply} is answered by {answer}{rest}."


def _strip(puzzle: Puzzle) -> list[str]:
    """Return the position as a row of cells whose borders tell their states, if its game has a board."""
    spans = "".join(f'<span class="{cell.state}">{cell.label}</span>' for cell in _row(puzzle))
    return [f'<div class="strip" aria-hidden="true">{spans}</div>'] if spans else []


def _text(words: str) -> str:
    """Return words as HTML has them."""
    return escape(words, quote=False)


def _listed(values: Iterable[Any]) -> str:
    return ", ".join(map(str, values)) or "none"


_CSS = """
body { font: 12pt/1.45 sans-serif; max-width: 44em; margin: 2em auto; padding: 0 1em; color: #000; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin: 1.6em 0 .4em; }
section { break-inside: avoid; }
.strip span { display: inline-block; min-width: 1.7em; margin: 1px; text-align: center;
  border: 1px solid transparent; border-radius: 3px; }
.strip .available { border: 2px solid #000; font-weight: bold; }
.strip .chosen { border: 2px dotted #000; }
.strip .forbidden { color: #555; text-decoration: line-through; }
.blank { border-bottom: 1px solid #000; padding-bottom: 1.6em; }
@page { margin: 18mm; }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 11pt; } }
"""
