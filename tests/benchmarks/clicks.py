"""Time the answer to a click on the largest board, beside the solving of it.

Run as `python tests/benchmarks/clicks.py`.  Every number of 2..30 is clicked from the start, and then
play goes on to the end with the largest number, so that both the widest and the longest boards occur.
"""

from __future__ import annotations

from time import perf_counter

from numbergame import NumberGame
from numbergame.match import Settings
from numbergame.play import Board


def seconds(act) -> float:
    """Return how long a call takes."""
    before = perf_counter()
    act()
    return perf_counter() - before


board = Board(Settings(NumberGame(30)))
solving = seconds(board.begin)
clicks = []
for button in board.strip.children:
    clicks.append(seconds(button.click))
    clicks.append(seconds(board.hint.click))
    clicks.append(seconds(board.undo.click))
while not board.session.result:
    clicks.append(seconds(board.strip.children[max(board.session.record.position) - 2].click))
print(f"solving {len(board.session.solution)} positions: {solving:.2f} s")
print(
    f"{len(clicks)} clicks: slowest {1000 * max(clicks):.1f} ms, 1/{solving / max(clicks):.0f} of the solving"
)
