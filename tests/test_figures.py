"""Drawings: what they show, and the files they are exported to."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection
from PIL import Image, ImageColor

from numbergame import NumberGame, Position, solve
from numbergame._files import FIGURES_VARIABLE
from numbergame.dag import game_dag
from numbergame.figures import (
    COLOUR,
    annotated_grid,
    draw_blocks,
    draw_dag,
    draw_degrees,
    draw_layers,
    export,
    first_moves_grid,
    growth,
    heat_map,
    outcome_bars,
    play_strip,
    position_strips,
    share_line,
    take_away_strip,
)
from numbergame.subtraction import outcome_period, outcomes
from numbergame.tables import positions_table


@pytest.fixture(autouse=True)
def no_figure_is_left_open():
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def table():
    return positions_table(solve(NumberGame(12)))


@pytest.fixture(scope="module")
def dag():
    return game_dag(solve(NumberGame(6)))


def series(values):
    return pd.Series(values, index=range(1, len(values) + 1))


GRID = pd.DataFrame({3: ["a", "b"], 5: [None, "c"]}, index=[2, 4])

DRAWINGS = {
    "play_strip": lambda table, dag, **given: play_strip([4, 3, 2], **given),
    "take_away_strip": lambda table, dag, **given: take_away_strip(
        outcomes([2, 4, 7], 20), outcome_period([2, 4, 7]), **given
    ),
    "draw_blocks": lambda table, dag, **given: draw_blocks(
        {Position({2, 3, 4}): {0: "N", 2: "P"}}, 4, **given
    ),
    "draw_dag": lambda table, dag, **given: draw_dag(dag, **given),
    "position_strips": lambda table, dag, **given: position_strips(dag, 6, **given),
    "draw_degrees": lambda table, dag, **given: draw_degrees(dag, **given),
    "draw_layers": lambda table, dag, **given: draw_layers(dag, **given),
    "outcome_bars": lambda table, dag, **given: outcome_bars(table, "genus", "genus", **given),
    "share_line": lambda table, dag, **given: share_line(series([0.5, 0.2]), "limit", "share", **given),
    "heat_map": lambda table, dag, **given: heat_map(
        table.pivot_table(index="nim_value", columns="moves", values="genus"), "x", "y", "genus", **given
    ),
    "annotated_grid": lambda table, dag, **given: annotated_grid(
        GRID, GRID == "a", "x", "y", "an a", **given
    ),
    "first_moves_grid": lambda table, dag, **given: first_moves_grid({2: [2], 3: [], 4: [4]}, **given),
    "growth": lambda table, dag, **given: growth(
        {"positions": series([1, 2, 4])}, "limit", "positions", **given
    ),
}


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_a_drawing_goes_on_the_axes_it_is_given(draw, table, dag):
    _, ax = plt.subplots()
    assert draw(table, dag, ax=ax) is ax
    assert plt.get_fignums() == [ax.figure.number]


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_a_drawing_states_its_finding_in_the_style_of_the_collection(draw, table, dag):
    with plt.rc_context({"axes.titlelocation": "center", "font.size": 30}):  # a reader's own settings
        ax = draw(table, dag, title="What we found")
    assert ax.get_title(loc="left") == "What we found"
    assert ax.get_title(loc="center") == ""
    assert ax.xaxis.label.get_size() == 11


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_the_same_drawing_gives_the_same_bytes_without_date_or_version(
    draw, table, dag, tmp_path, monkeypatch
):
    written = []
    for folder in ("one", "two"):
        monkeypatch.setenv(FIGURES_VARIABLE, str(tmp_path / folder))
        export(draw(table, dag, title="x").figure, "drawing", alt="words")
        written.append([(tmp_path / folder / f"drawing.{ending}").read_bytes() for ending in ("svg", "png")])
    assert written[0] == written[1]
    svg, png = written[0]
    assert not re.search(rb"<dc:date>|Matplotlib v", svg)
    assert b"Software" not in png


def test_export_makes_figures_beside_notebooks_closes_and_shows_the_saved_file(tmp_path, monkeypatch):
    monkeypatch.delenv(FIGURES_VARIABLE, raising=False)
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    shown = export(play_strip([4, 3, 2]).figure, "a-play", alt="words")
    saved = sorted(path.name for path in (tmp_path / "figures").iterdir())
    assert saved == ["a-play.png", "a-play.svg"]
    assert shown._repr_png_() == (tmp_path / "figures" / "a-play.png").read_bytes()
    assert repr(shown) == "figures/a-play.svg, figures/a-play.png"
    assert plt.get_fignums() == []


def test_export_elsewhere_makes_figures_there(tmp_path, monkeypatch):
    monkeypatch.delenv(FIGURES_VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    export(play_strip([4]).figure, "a-play", alt="words")
    assert (tmp_path / "figures" / "a-play.svg").exists()


def test_a_failed_export_leaves_the_old_figure(tmp_path, monkeypatch):
    monkeypatch.setenv(FIGURES_VARIABLE, str(tmp_path))
    (tmp_path / "a-play.svg").write_text("old")
    figure = play_strip([4]).figure
    figure.text(0.5, 0.5, r"$\nonsense$")
    with pytest.raises(ValueError, match="nonsense"):
        export(figure, "a-play", alt="words")
    assert [path.name for path in tmp_path.iterdir()] == ["a-play.svg"]
    assert (tmp_path / "a-play.svg").read_text() == "old"


def test_the_strip_of_a_play_tells_the_three_states_apart():
    ax = play_strip([4, 3], limit=6)
    bold = {
        (text.get_text(), round(text.get_position()[1])) for text in ax.texts if text.get_weight() == "bold"
    }
    struck = {(round(sum(line.get_xdata()) / 2), round(line.get_ydata()[0])) for line in ax.lines}
    assert struck == {(6, 2)}
    assert ("6", 2) not in bold
    assert ("5", 2) in bold


def test_a_play_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match=r"6 cannot be chosen: 6 = 3 \+ 3"):
        play_strip([3, 6])


def test_boxes_tell_p_from_n_by_colour_form_and_letter(dag):
    ax = draw_dag(dag)
    boxes = {text.get_text(): text.get_bbox_patch() for text in ax.texts if text.get_text()}
    p, n = boxes["2 3\nP"], boxes["2 5\nN"]
    assert p.get_facecolor() != n.get_facecolor()
    assert type(p.get_boxstyle()) is not type(n.get_boxstyle())
    assert len(boxes) == len(dag) == 15


def test_positions_without_a_label_yet_show_no_outcome(dag):
    ax = draw_dag(dag, labelled=[Position()])
    letters = [text.get_text()[-1] for text in ax.texts if text.get_text()]
    assert sorted(letters) == ["?"] * 14 + ["P"]


@pytest.mark.parametrize("limit", [4, 5, 6])
def test_an_arrow_runs_under_no_box_but_those_at_its_ends(limit):
    dag = game_dag(solve(NumberGame(limit)))
    ax = draw_dag(dag)
    ax.figure.canvas.draw()
    boxes = {
        text.get_text().split("\n")[0]: text.get_bbox_patch().get_window_extent()
        for text in ax.texts
        if text.get_text()
    }
    arrows = [text for text in ax.texts if not text.get_text()]
    for (position, after), arrow in zip(dag.edges(), arrows, strict=True):
        path = arrow.arrow_patch.get_transform().transform_path(arrow.arrow_patch.get_path())
        start, control, end = path.vertices[:3]  # of a quadratic Bézier curve; then follows the arrow's head
        t = np.linspace(0, 1, 200)[:, None]
        points = (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t**2 * end
        for name, box in boxes.items():
            if name not in (str(position), str(after)):
                assert not any(box.contains(*point) for point in points), (position, after, name)


def test_a_part_of_a_game_is_drawn_as_high_as_its_own_layers():
    dag = game_dag(solve(NumberGame(12)))
    end = [position for position in dag if len(position) < 2]
    ax = draw_dag(dag.subgraph(end))
    assert ax.get_ylim()[1] - ax.get_ylim()[0] == pytest.approx(2)


def test_the_strips_of_positions_show_the_fewest_choices_that_leave_them():
    ax = position_strips([Position(), Position({2, 5})], limit=6)
    black = {
        (patch.get_x() + 0.4, patch.get_y() + 0.4)
        for patch in ax.patches
        if patch.get_facecolor()[:3] == (0, 0, 0)
    }
    assert {(round(x), round(y)) for x, y in black} == {(2, 0), (3, 0), (3, 1), (4, 1)}


def test_the_lines_of_degrees_count_the_positions_with_at_least_so_many(dag):
    out, into = draw_degrees(dag).lines
    assert list(out.get_ydata()) == [sum(len(position) >= k for position in dag) for k in range(1, 6)]
    assert out.get_linestyle() != into.get_linestyle()
    assert into.get_ydata()[0] == 14  # all but the start


def test_a_png_keeps_its_colours_and_its_resolution(dag, tmp_path, monkeypatch):
    monkeypatch.setenv(FIGURES_VARIABLE, str(tmp_path))
    export(draw_dag(dag).figure, "a-dag", alt="words")
    with Image.open(tmp_path / "a-dag.png") as image:
        assert image.mode == "P" and round(image.info["dpi"][0]) == 150
        common = [colour for _, colour in sorted(image.convert("RGB").getcolors())[-3:]]
    assert {(255, 255, 255), ImageColor.getrgb(COLOUR["P"])} < set(common)


def test_the_full_board_is_two_rasterised_collections_of_lines():
    ax = draw_layers(game_dag(solve(NumberGame(14))))
    lines = [collection for collection in ax.collections if isinstance(collection, LineCollection)]
    assert all(collection.get_rasterized() for collection in ax.collections)
    assert sum(len(collection.get_segments()) for collection in lines) == sum(
        len(position) for position in solve(NumberGame(14))
    )


def test_bars_are_as_high_as_the_counts(table):
    ax = outcome_bars(table, "genus", "genus")
    losing, winning = ax.containers
    for outcome, bars in (("P", losing), ("N", winning)):
        heights = {round(bar.get_x() + 0.4): round(bar.get_height()) for bar in bars}
        assert heights == table[table.outcome == outcome].groupby("genus").size().to_dict()
    assert losing[0].get_hatch() != winning[0].get_hatch()


def test_a_block_has_a_slot_for_each_set_of_its_free_numbers_and_letters_for_its_positions():
    nothing_closed, two_closed = Position.board(5), Position.after([2], limit=5)  # free: 3 4 5 and 3 5
    ax = draw_blocks({nothing_closed: {0: "P", 5: "N"}, two_closed: {3: "P"}}, 5)
    bars = [bar for container in ax.containers for bar in container]
    cells = sorted((round(bar.get_y() + 0.4), round(bar.get_x() + 0.43)) for bar in bars)
    assert cells == [(0, 7 + slot) for slot in range(8)] + [(1, 7 + slot) for slot in range(4)]
    letters = {text.get_position(): text.get_text() for text in ax.texts if text.get_text() in ("P", "N")}
    assert letters == {(7, 0): "P", (12, 0): "N", (10, 1): "P"}


def test_a_grid_of_many_boards_stays_within_half_a_page():
    few, many = (
        first_moves_grid({limit: [limit] for limit in range(2, last + 1)}).figure for last in (6, 60)
    )
    assert few.get_figheight() < many.get_figheight() < 6.5


def test_an_annotated_grid_has_a_cell_for_each_text_and_marks_by_weight_and_tint():
    ax = annotated_grid(GRID, GRID == "a", "x", "y", "an a")
    assert [(t.get_text(), *t.get_position(), t.get_weight()) for t in ax.texts] == [
        ("a", 0, 0, "bold"),
        ("b", 0, 1, "normal"),
        ("c", 1, 1, "normal"),
    ]
    tints = [patch.get_facecolor() for patch in ax.patches]
    assert len(tints) == 3 and tints[0] != tints[1] == tints[2]
    assert ax.legend_.get_patches()[0].get_facecolor() == tints[0]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["3", "5"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["2", "4"]


def test_boards_on_which_no_first_move_wins_are_drawn_too():
    squares = first_moves_grid({3: (), 5: ()}).collections[-1]
    assert len(squares.get_offsets()) == 0


def test_a_game_without_n_positions_is_drawn_in_layers_too():
    dots = draw_layers(game_dag(solve(NumberGame(1)))).collections[-1]
    assert dots.get_offsets().tolist() == [[0, 0]]
