"""Drawings: what they show, and the files they are exported to."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import to_hex
from PIL import Image, ImageColor

from numbergame import NumberGame, Position, solve
from numbergame._files import FIGURES_VARIABLE
from numbergame.dag import game_dag
from numbergame.figures import (
    STYLE,
    address_arcs,
    annotated_grid,
    draw_certificate,
    draw_dag,
    draw_degrees,
    draw_labelling,
    draw_layers,
    draw_page,
    export,
    first_moves_grid,
    growth,
    heat_map,
    kunz_columns,
    mirror_strip,
    outcome_bars,
    play_strip,
    position_strips,
    ratio_line,
    reply_points,
    rule_strips,
    share_bars,
    share_line,
    sum_strips,
    take_away_strip,
)
from numbergame.match.cells import Cell
from numbergame.subtraction import Period
from numbergame.tables import positions_table

VERMILION, BLUE, BLACK, WHITE = "#d55e00", "#0072b2", "#000000", "#ffffff"


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


def patches(ax, kind):
    """Return what a figure has of a kind of patch: name -> patch, by the id that the SVG has, too."""
    return {
        patch.get_gid().removeprefix(kind).strip(): patch
        for patch in ax.patches
        if (patch.get_gid() or "").startswith(kind)
    }


def cells(ax, state):
    """Return the places (number, row) of the cells of a strip that are in a state."""
    found = [patch.get_bbox() for patch in ax.patches if patch.get_gid() == state]
    return {(round(box.x0 + 0.4), round(box.y0 + 0.4)) for box in found}


def words(ax):
    return {text.get_text() for text in ax.texts}


GRID = pd.DataFrame({3: ["a", "b"], 5: [None, "c"]}, index=[2, 4])
PROOF = {"claims": {"3 4 5": 2, "2 3": "P"}}  # only 2 is left after 3, 4 and 5

DRAWINGS = {
    "play_strip": lambda table, dag, **given: play_strip([4, 3, 2], **given),
    "rule_strips": lambda table, dag, **given: rule_strips(
        [3], 4, {"right": [2, 5], "wrong": [2]}, 6, **given
    ),
    "mirror_strip": lambda table, dag, **given: mirror_strip(Position({2, 5}), **given),
    "sum_strips": lambda table, dag, **given: sum_strips([(Position({2}), 1), (3, 2)], 4, **given),
    "take_away_strip": lambda table, dag, **given: take_away_strip(
        "PNNPNN", Period(0, 3), marked=[1], mark_label="wrong", **given
    ),
    "draw_dag": lambda table, dag, **given: draw_dag(dag, **given),
    "draw_certificate": lambda table, dag, **given: draw_certificate(PROOF, **given),
    "position_strips": lambda table, dag, **given: position_strips(dag, 6, **given),
    "draw_degrees": lambda table, dag, **given: draw_degrees(dag, **given),
    "draw_layers": lambda table, dag, **given: draw_layers(dag, **given),
    "outcome_bars": lambda table, dag, **given: outcome_bars(table, "genus", "genus", **given),
    "share_bars": lambda table, dag, **given: share_bars(table, "genus", "genus", **given),
    "share_line": lambda table, dag, **given: share_line(series([0.5, 0.2]), "limit", "share", **given),
    "ratio_line": lambda table, dag, **given: ratio_line(series([2.5, 4.9]), "limit", "ratio", **given),
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
    "reply_points": lambda table, dag, **given: reply_points({5: [7], 7: [5]}, band=(-2, 2), **given),
    "kunz_columns": lambda table, dag, **given: kunz_columns(Position({2, 4, 7}), **given),
}


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_a_drawing_goes_on_the_axes_it_is_given(draw, table, dag):
    _, ax = plt.subplots()
    assert draw(table, dag, ax=ax) is ax
    assert plt.get_fignums() == [ax.figure.number]


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_nothing_of_a_drawing_is_cut_off(draw, table, dag):
    ax = draw(table, dag)
    ax.figure.canvas.draw()
    inside = ax.get_window_extent().padded(2)  # pixels
    lines = [line.get_xydata() for line in ax.lines if line.get_transform() == ax.transData]
    points = [marks.get_offsets() for marks in ax.collections if isinstance(marks, PathCollection)]
    assert all(
        inside.contains(*place) for places in lines + points for place in ax.transData.transform(places)
    )
    for box in [patch.get_window_extent() for patch in ax.patches]:
        assert inside.x0 <= box.x0 and inside.y0 <= box.y0 and box.x1 <= inside.x1 and box.y1 <= inside.y1
    page = ax.figure.bbox.padded(1)
    for box in [text.get_window_extent() for text in ax.texts]:
        assert page.x0 <= box.x0 and page.y0 <= box.y0 and box.x1 <= page.x1 and box.y1 <= page.y1


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_a_drawing_has_the_width_and_the_style_of_the_collection(draw, table, dag):
    with plt.rc_context({"axes.titlelocation": "center", "font.size": 30}):  # a reader's own settings
        ax = draw(table, dag, title="What we found")
    assert ax.get_title(loc="left") == "What we found"
    assert ax.get_title(loc="center") == ""
    assert (ax.title.get_size(), ax.xaxis.label.get_size()) == (11, 10)
    assert ax.figure.get_figwidth() == 7.2


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


# Files


def test_export_makes_figures_beside_notebooks_closes_and_shows_the_saved_file(tmp_path, monkeypatch):
    monkeypatch.delenv(FIGURES_VARIABLE, raising=False)
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    shown = export(play_strip([4, 3, 2]).figure, "a-play", alt="Four strips.")
    saved = sorted(path.name for path in (tmp_path / "figures").iterdir())
    assert saved == ["a-play.png", "a-play.svg"]
    picture, metadata = shown._repr_png_()
    assert picture == (tmp_path / "figures" / "a-play.png").read_bytes()
    assert metadata == {"alt": "Four strips.", "width": 720}
    assert repr(shown) == "../figures/a-play.png"
    assert plt.get_fignums() == []


def test_export_elsewhere_makes_figures_there(tmp_path, monkeypatch):
    monkeypatch.delenv(FIGURES_VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    assert repr(export(play_strip([4]).figure, "a-play", alt="Two strips.")) == "figures/a-play.png"
    assert (tmp_path / "figures" / "a-play.svg").exists()


def test_a_figure_without_words_is_refused_and_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.setenv(FIGURES_VARIABLE, str(tmp_path))
    with pytest.raises(ValueError, match="a-play: say in words what this figure shows"):
        export(play_strip([4]).figure, "a-play", alt=" ")
    assert list(tmp_path.iterdir()) == []


def test_the_words_are_in_the_svg_where_a_screen_reader_looks(tmp_path, monkeypatch):
    monkeypatch.setenv(FIGURES_VARIABLE, str(tmp_path))
    export(play_strip([4], title="4 <first>").figure, "a-play", alt="2 & 3 are left.")
    root = ElementTree.parse(tmp_path / "a-play.svg").getroot()
    title, description = list(root)[:2]
    assert (title.text, description.text) == ("4 <first>", "2 & 3 are left.")
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"


def test_a_figure_has_a_white_margin_on_each_side(tmp_path, monkeypatch):
    monkeypatch.setenv(FIGURES_VARIABLE, str(tmp_path))
    export(
        outcome_bars(positions_table(solve(NumberGame(6))), "genus", "x", "A title").figure, "a", alt="Bars."
    )
    pixels = np.asarray(Image.open(tmp_path / "a.png").convert("L"))
    assert pixels.shape[1] == 1080
    edges = [pixels[:15], pixels[-15:], pixels[:, :15], pixels[:, -15:]]
    assert all((edge == 255).all() for edge in edges)


def test_a_failed_export_leaves_the_old_figure(tmp_path, monkeypatch):
    monkeypatch.setenv(FIGURES_VARIABLE, str(tmp_path))
    (tmp_path / "a-play.svg").write_text("old")
    figure = play_strip([4]).figure
    figure.text(0.5, 0.5, r"$\nonsense$")
    with pytest.raises(ValueError, match="nonsense"):
        export(figure, "a-play", alt="words")
    assert [path.name for path in tmp_path.iterdir()] == ["a-play.svg"]
    assert (tmp_path / "a-play.svg").read_text() == "old"


# Strips


def test_the_strip_of_a_play_tells_the_three_states_apart():
    ax = play_strip([4, 3], limit=6)
    assert cells(ax, "chosen") == {(4, 1), (4, 2), (3, 2)}
    assert cells(ax, "forbidden") == {(6, 2)}
    assert cells(ax, "available") == {
        *((number, 0) for number in (2, 3, 4, 5, 6)),
        *((number, 1) for number in (2, 3, 5, 6)),
        *((number, 2) for number in (2, 5)),
    }
    bold = {(text.get_text(), text.get_position()[1]) for text in ax.texts if text.get_weight() == "bold"}
    (stroke,) = ax.lines
    assert 5.5 < min(stroke.get_xdata()) < 6 < max(stroke.get_xdata()) < 6.5
    assert list(stroke.get_ydata()) == [2, 2]
    assert ("6", 2) not in bold and {("5", 2), ("3", 2)} < bold
    faces = {patch.get_gid(): to_hex(patch.get_facecolor()) for patch in ax.patches}
    assert (faces["chosen"], faces["available"]) == (BLACK, WHITE)


def test_a_play_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match=r"6 cannot be chosen: 6 = 3 \+ 3"):
        play_strip([3, 6])


def test_beside_a_play_stands_who_is_winning_and_changes_where_the_win_is_given_away():
    # On 2..3 whoever moves second wins; on 2..4 the first player wins by 4, and gives it away by 2.
    solution = solve(NumberGame(4))
    ax = play_strip([2, 3], limit=4, solution=solution)
    beside = [text.get_text() for text in ax.texts if text.get_position()[0] > 5]
    assert beside == ["N", "first wins", "N", "second wins", "P", "second wins"]


def test_the_strips_of_positions_show_the_fewest_choices_that_leave_them():
    ax = position_strips([Position(), Position({2, 5})], limit=6)
    assert cells(ax, "chosen") == {(2, 0), (3, 0), (3, 1), (4, 1)}
    assert cells(ax, "available") == {(2, 1), (5, 1)}


def test_a_wrong_rule_has_a_ring_where_it_differs_from_the_right_one():
    ax = rule_strips([3, 8, 10], 2, {"right": [], "a": [7], "b": []}, limit=10)
    rings = [patch.get_bbox() for patch in ax.patches if patch.get_gid() == "wrong"]
    assert [(round(box.x0 + 0.49), round(box.y0 + 0.49)) for box in rings] == [(7, 2)]
    assert cells(ax, "available") == {(2, 0), (4, 0), (5, 0), (7, 0), (7, 2)}
    assert {"before", "right", "a", "b"} < words(ax)


@pytest.mark.parametrize(
    ("draw", "rows"),
    [
        (lambda: play_strip([4, 3], limit=6), 3),
        (lambda: position_strips([Position(), Position({2, 5})], limit=6), 2),
        (lambda: rule_strips([3], 4, {"right": [2, 5], "wrong": [2]}, limit=6), 3),
        (lambda: sum_strips([(Position({2, 5}), 2), (Position(), 0)], limit=6), 2),
    ],
    ids=["play", "positions", "rules", "sum"],
)
def test_a_strip_has_one_cell_for_each_number_of_its_board(draw, rows):
    ax = draw()
    drawn = [cells(ax, state) for state in ("available", "chosen", "forbidden")]
    assert sorted(set.union(*drawn)) == [(number, row) for number in range(2, 7) for row in range(rows)]
    assert sum(map(len, drawn)) == 5 * rows
    labels = {text.get_position(): text.get_text() for text in ax.texts if text.get_text().isdigit()}
    assert all(labels[cell] == str(cell[0]) for cell in set.union(*drawn))


def test_a_mirror_has_one_gap_in_each_column():
    ax = mirror_strip(Position({2, 5}))  # 0 | 5, 1 | 4, 2 | 3
    assert cells(ax, "available") == {(0, 1), (1, 0), (2, 0)}
    assert cells(ax, "forbidden") == {(0, 0), (1, 1), (2, 1)}
    assert [text.get_text() for text in ax.texts if text.get_position()[1] > 1.5] == ["1", "1", "1", "gaps"]


def test_the_middle_of_a_mirror_has_no_partner_and_two_gaps_are_counted():
    ax = mirror_strip(Position({2, 4}))  # 0 | 4, 1 | 3, and 2 alone
    assert {text.get_text() for text in ax.texts if text.get_position()[1] > 1.5} == {"1", "F/2", "gaps"}
    ax = mirror_strip(Position({2, 3, 4, 5}))  # 0 | 5, 1 | 4, 2 | 3
    assert [text.get_text() for text in ax.texts if text.get_position()[1] > 1.5] == ["1", "2", "2", "gaps"]


@pytest.mark.parametrize(("heap", "total", "outcome"), [(3, "2 = 10", "N"), (1, "0 = 00", "P")])
def test_a_sum_is_worth_the_exclusive_or_of_its_parts(heap, total, outcome):
    ax = sum_strips([(Position({2, 5}), 2), (heap, {3: 0, 1: 2}[heap])], limit=6)
    assert {"2 = 10", total, outcome} < words(ax)
    assert sum(line.get_gid() == "stone" for line in ax.lines) == heap
    assert cells(ax, "available") == {(2, 0), (5, 0)}


def test_a_heap_that_is_lost_is_filled_and_says_p():
    ax = take_away_strip("PNNPNNPNN", Period(0, 3))
    bars = [bar for container in ax.containers for bar in container]
    filled = {
        round(bar.get_x() + bar.get_width() / 2) for bar in bars if to_hex(bar.get_facecolor()) == VERMILION
    }
    plain = {round(bar.get_x() + bar.get_width() / 2) for bar in bars if to_hex(bar.get_facecolor()) == WHITE}
    assert (filled, plain) == ({0, 3, 6}, {1, 2, 4, 5, 7, 8})
    letters = {text.get_position()[0]: text.get_text() for text in ax.texts if text.get_text() in ("P", "N")}
    assert letters == dict(enumerate("PNNPNNPNN"))


def test_brackets_span_the_preperiod_and_two_periods():
    ax = take_away_strip("PPPNPNPN", Period(2, 2))
    spans = [(min(line.get_xdata()), max(line.get_xdata())) for line in ax.lines]
    assert spans == [(-0.4, 1.4), (1.6, 3.4), (3.6, 5.4)]  # heaps 0-1, 2-3, 4-5
    below = {text.get_text(): text.get_position()[0] for text in ax.texts if len(text.get_text()) > 1}
    assert below == pytest.approx({"pre-period 2": 0.5, "period 2": 2.5, "again": 4.5})


def test_heaps_that_the_text_points_at_have_ticks_and_marks():
    ax = take_away_strip("PNPNPN", Period(0, 2), ticks=[0, 3], marked=[4, 1], mark_label="wrong")
    assert list(ax.get_xticks()) == [0, 3]
    (marks,) = [line for line in ax.lines if line.get_marker() == "v"]
    assert list(marks.get_xdata()) == [1, 4]
    assert [text.get_text() for text in ax.legend_.get_texts()] == ["wrong"]


# Graphs


def curve(arrow):
    """Return points along an arrow of a drawn figure without its head, in pixels."""
    path = arrow.get_transform().transform_path(arrow.get_path())
    ends = [k for k, code in enumerate(path.codes) if code == path.MOVETO] + [len(path)]
    line = path.vertices[: ends[1]]
    t = np.linspace(0, 1, 100)[:, None]
    return np.concatenate(
        [
            (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t**2 * (1 - t) * c + t**3 * d
            for a, b, c, d in (line[k : k + 4] for k in range(0, len(line) - 3, 3))
        ]
    )


def test_boxes_tell_p_from_n_by_colour_form_and_letter(dag):
    ax = draw_dag(dag)
    boxes = patches(ax, "box")
    outcomes = {"-": "P", "2": "N", "3": "N", "2 3": "P", "2 5": "N", "2 3 4": "N", "2 3 4 5 6": "N"}
    for name, outcome in outcomes.items():
        assert to_hex(boxes[name].get_edgecolor()) == {"P": VERMILION, "N": BLUE}[outcome]
        assert to_hex(boxes[name].get_facecolor()) == {"P": VERMILION, "N": WHITE}[outcome]
        assert (boxes[name].get_boxstyle().rounding_size > 0.1) == (outcome == "N")
        assert f"{name}\n{outcome}" in words(ax)
    assert len(boxes) == len(dag) == 15


def test_the_arrows_of_winning_moves_alone_are_bold_and_all_others_thin(dag):
    ax = draw_dag(dag)
    arrows = patches(ax, "arrow")
    assert len(arrows) == 39
    bold = {name for name, arrow in arrows.items() if arrow.get_linewidth() > 1.5}
    lost = {"-", "2 3", "2 3 4 5", "2 3 4 6", "2 3 5 6"}  # as notebook 02 finds by hand
    assert bold == {name for name in arrows if name.split(", ")[2] in lost}
    assert {"2 3 4 5 6, 4, 2 3 5 6", "2 3, 2, 3"} & bold == {"2 3 4 5 6, 4, 2 3 5 6"}
    assert {to_hex(arrow.get_edgecolor()) for name, arrow in arrows.items() if name in bold} == {BLACK}


def test_a_move_is_written_on_every_arrow_of_a_small_graph_and_on_the_bold_ones_of_a_larger(dag):
    small = game_dag(solve(NumberGame(5)))
    for graph, moves in ((small, 23), (dag, 12)):
        ax = draw_dag(graph)
        ax.figure.canvas.draw()
        labels = [text for text in ax.texts if (text.get_gid() or "").startswith("move")]
        assert len(labels) == moves
        arrows = list(patches(ax, "arrow").items())
        for label in labels:
            name, arrow = arrows[int(label.get_gid().split()[1])]
            assert label.get_text() == name.split(", ")[1]
            place = ax.transData.transform(label.get_position())
            assert np.hypot(*(curve(arrow) - place).T).min() < 4  # pixels


def test_two_moves_to_the_same_position_are_two_arrows_with_their_moves():
    dag = nx.MultiDiGraph()
    dag.add_node("1 1", outcome="N", layer=0)
    dag.add_node("0 1", outcome="P", layer=1)
    dag.add_edge("1 1", "0 1", move="left")
    dag.add_edge("1 1", "0 1", move="right")
    ax = draw_dag(dag)
    arrows = patches(ax, "arrow")
    assert set(arrows) == {"1 1, left, 0 1", "1 1, right, 0 1"}
    ax.figure.canvas.draw()
    first, second = (curve(arrow) for arrow in arrows.values())
    assert abs(first[0][0] - second[0][0]) > 5  # pixels: they are side by side
    assert {"left", "right"} < words(ax)


def test_a_title_makes_a_graph_a_little_higher_and_nothing_else(dag):
    plain, titled = draw_dag(dag).figure, draw_dag(dag, title="The board 2..6").figure
    assert 0 < titled.get_figheight() - plain.get_figheight() < 0.5  # inches
    assert titled.get_figwidth() == plain.get_figwidth()


def test_long_moves_are_written_beside_each_other():
    dag = nx.MultiDiGraph()
    dag.add_node("start", outcome="P", layer=0)
    for k in range(4):
        dag.add_node(f"after {k}", outcome="N", layer=1)
        dag.add_edge("start", f"after {k}", move=(k, "a long move"))
    ax = draw_dag(dag)
    ax.figure.canvas.draw()
    moves = [text.get_window_extent() for text in ax.texts if (text.get_gid() or "").startswith("move")]
    assert len(moves) == 4
    assert not any(a.overlaps(b) for k, a in enumerate(moves) for b in moves[:k])


def test_positions_without_a_label_yet_show_no_outcome(dag):
    ax = draw_dag(dag, labelled=[Position()])
    letters = [text.get_text()[-1] for text in ax.texts]
    assert sorted(letters) == ["?"] * 14 + ["P"]
    assert not {to_hex(box.get_edgecolor()) for box in patches(ax, "box").values()} & {BLUE}


@pytest.mark.parametrize("limit", [5, 6, 7])
def test_an_arrow_runs_under_no_box_and_ends_at_its_own(limit):
    dag = game_dag(solve(NumberGame(limit)))
    ax = draw_dag(dag)
    ax.figure.canvas.draw()
    boxes = {name: box.get_window_extent() for name, box in patches(ax, "box").items()}
    for name, arrow in patches(ax, "arrow").items():
        before, _, after = name.split(", ")
        points = curve(arrow)
        for other in set(boxes) - {before, after}:
            assert not any(boxes[other].contains(*point) for point in points), (name, other)
        (left, top), (right, bottom) = points[0], points[-1]
        assert boxes[before].x0 < left < boxes[before].x1
        assert boxes[after].x0 < right < boxes[after].x1
        assert abs(top - boxes[before].y0) < 3 and 0 <= bottom - boxes[after].y1 < 20  # the head's length


def test_no_two_boxes_touch_and_all_of_them_lie_within_the_axes():
    ax = draw_dag(game_dag(solve(NumberGame(7))))
    boxes = [box.get_bbox() for box in patches(ax, "box").values()]
    assert not any(a.overlaps(b) for k, a in enumerate(boxes) for b in boxes[:k])
    left, right = ax.get_xlim()
    assert all(left <= box.x0 and box.x1 <= right for box in boxes)


def test_a_game_with_too_many_moves_for_arrows_is_refused_at_once():
    with pytest.raises(ValueError, match="use draw_layers"):
        draw_dag(game_dag(solve(NumberGame(12))))


def test_a_picture_of_the_labelling_shows_what_is_new_in_each_round():
    game = game_dag(solve(NumberGame(3)))  # 2 3 on top, 2 and 3, the end
    rounds = {Position(): 1, Position({2}): 1, Position({3}): 1, Position({2, 3}): 2}
    start, first, second, empty = draw_labelling(game, rounds).axes
    edges = []
    for ax in (start, first, second):
        edges.append({name: box.get_linewidth() > 2 for name, box in patches(ax, "box").items()})
    names = ("2 3", "2", "3", "-")
    assert [[known[name] for name in names] for known in edges] == [
        [False, False, False, False],
        [False, True, True, True],
        [True, False, False, False],
    ]
    assert words(start) == {f"{name}\n?" for name in names}
    assert words(second) == {"2 3\nP", "2\nN", "3\nN", "-\nP"}
    assert not empty.patches
    for ax in (start, first, second):
        left, right = ax.get_xlim()
        for box in patches(ax, "box").values():
            x0, x1 = box.get_path().vertices[:, 0].min(), box.get_path().vertices[:, 0].max()
            assert left < x0 < x1 < right  # no box is cut off


def test_the_bar_of_a_layer_is_as_long_as_its_positions_and_its_p_part_comes_first(dag):
    ax = draw_layers(dag)
    losing, winning = ax.containers
    # Layers of 2..6 by numbers available, from 5 down to 0, as notebook 02 labels them by hand.
    assert [bar.get_width() for bar in losing] == [0, 3, 0, 1, 0, 1]
    assert [bar.get_width() for bar in winning] == [1, 0, 4, 3, 2, 0]
    assert [bar.get_x() for bar in losing] == [0] * 6
    assert [bar.get_x() for bar in winning] == [0, 3, 0, 1, 0, 1]
    assert {to_hex(bar.get_facecolor()) for bar in losing} == {VERMILION}
    assert losing[1].get_hatch() and not winning[0].get_hatch()


def test_beside_a_layer_stand_the_numbers_available_and_the_share_that_is_p(dag):
    ax = draw_layers(dag)
    rows = {}
    for text in ax.texts:
        rows.setdefault(text.get_position()[1], []).append((text.get_position()[0], text.get_text()))
    shown = {row: [text for _, text in sorted(found)] for row, found in rows.items()}
    assert shown[-1] == ["available", "positions", "P"]
    assert shown[0] == ["5", "1", "0%"]
    assert shown[3] == ["2", "4", "25%"]


def test_lines_between_layers_are_the_winning_moves_alone(dag):
    ax = draw_layers(dag)
    (lines,) = [collection for collection in ax.collections if isinstance(collection, LineCollection)]
    assert lines.get_rasterized() and to_hex(lines.get_color()[0][:3]) == BLACK
    # Three from the start, three to 2 3, and six to the end.
    ends = sorted(round(float(segment[1][1]) + 0.28) for segment in lines.get_segments())
    assert ends == [1] * 3 + [3] * 3 + [5] * 6
    losing, winning = ax.containers
    for (x0, y0), (x1, y1) in lines.get_segments():
        n, p = winning[round(y0 - 0.28)], losing[round(y1 + 0.28)]
        assert n.get_x() < x0 < n.get_x() + n.get_width()
        assert 0 < x1 < p.get_width()


def test_a_game_without_n_positions_is_drawn_in_layers_too():
    losing, winning = draw_layers(game_dag(solve(NumberGame(1)))).containers
    assert [bar.get_width() for bar in (*losing, *winning)] == [1, 0]


def test_a_proof_shows_every_move_of_a_lost_position_and_one_answer_of_a_won_one():
    ax = draw_certificate({"claims": {"3 4 5": 2, "2 3": "P"}})  # 2 is left; choosing it leaves nothing
    assert set(patches(ax, "arrow")) == {"3 4 5, 2, 2 3"}
    assert {"3 4 5\nN", "2 3\nP", "2"} == words(ax)
    # Lost: 2 and 3 available. Each is answered by the other.
    ax = draw_certificate({"claims": {"4 5 6 7": "P", "2 5": 3, "3 4 5": 2, "2 3": "P"}})
    arrows = patches(ax, "arrow")
    assert set(arrows) == {
        "4 5 6 7, 2, 2 5",
        "4 5 6 7, 3, 3 4 5",
        "2 5, 3, 2 3",
        "3 4 5, 2, 2 3",
    }
    assert {name for name, arrow in arrows.items() if arrow.get_linewidth() > 1.5} == {
        "2 5, 3, 2 3",
        "3 4 5, 2, 2 3",
    }


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
    assert {(255, 255, 255), ImageColor.getrgb(VERMILION)} < set(common)


# Charts

SEVEN = pd.DataFrame({"size": [1, 1, 1, 1, 3, 3, 4], "outcome": ["P", "N", "N", "N", "P", "P", "N"]})


def heights(bars):
    return {round(bar.get_x() + bar.get_width() / 2): (bar.get_y(), bar.get_height()) for bar in bars}


def test_bars_are_as_high_as_the_counts_n_upon_p():
    ax = outcome_bars(SEVEN, "size", "size")
    losing, winning = ax.containers
    assert heights(losing) == {1: (0, 1), 3: (0, 2)}
    assert heights(winning) == {1: (1, 3), 4: (0, 1)}
    assert {to_hex(bar.get_facecolor()) for bar in losing} == {VERMILION}
    assert {to_hex(bar.get_edgecolor()) for bar in winning} == {BLUE}
    assert losing[0].get_hatch() and not winning[0].get_hatch()
    assert [text.get_text() for text in ax.legend_.get_texts()] == ["P-positions", "N-positions"]
    assert ax.get_ylim()[1] > 4


def test_bars_of_shares_are_all_as_high_and_say_how_many_there_are():
    ax = share_bars(SEVEN, "size", "size")
    losing, winning = ax.containers
    assert heights(losing) == {1: (0, 0.25), 3: (0, 1)}
    assert heights(winning) == {1: (0.25, 0.75), 4: (0, 1)}
    assert [(text.get_position()[0], text.get_text()) for text in ax.texts] == [(1, "4"), (3, "2"), (4, "1")]


@pytest.mark.parametrize("values", [5, 20, 24, 30])
def test_the_numbers_above_bars_of_shares_do_not_overlap(values):
    sizes = [size for size in range(values) for _ in range(1_500 if size % 2 else 3)]
    ax = share_bars(pd.DataFrame({"size": sizes, "outcome": "N"}), "size", "size", "A title")
    ax.figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert len(boxes) == values
    assert not any(a.overlaps(b) for a, b in pairwise(boxes))
    assert max(box.y1 for box in boxes) < ax.legend_.get_window_extent().y0


def test_a_game_all_of_whose_positions_are_p_has_bars():
    losing, *_ = outcome_bars(pd.DataFrame({"size": [2], "outcome": ["P"]}), "size", "size").containers
    assert heights(losing) == {2: (0, 1)}


@pytest.mark.parametrize(("outcome", "colour"), [("P", VERMILION), ("N", BLUE)])
def test_a_line_of_shares_goes_through_the_shares(outcome, colour):
    share = pd.Series([0.5, 0.25, 0.125], index=[3, 5, 6])
    (line,) = share_line(share, "x", "y", outcome=outcome).lines
    assert line.get_xydata().tolist() == [[3, 0.5], [5, 0.25], [6, 0.125]]
    assert line.get_color() == colour
    ax = share_line(share, "x", "y")
    assert ax.lines[0].get_color() not in (VERMILION, BLUE)
    assert ax.get_ylim()[0] == 0


def test_a_line_of_ratios_goes_through_the_ratios_on_a_plain_scale():
    ax = ratio_line(pd.Series([2.5, 4.9], index=[2, 64]), "x", "y")
    one, line = ax.lines
    assert line.get_xydata().tolist() == [[2, 2.5], [64, 4.9]]
    assert list(one.get_ydata()) == [1, 1]
    assert (ax.get_yscale(), ax.get_ylim()[0]) == ("linear", 0)


def test_a_small_heat_map_has_its_numbers_in_its_cells_and_says_what_white_means():
    ax = heat_map(
        pd.DataFrame({1: [7, None], 3: [None, 2]}, index=[0, 1]), "x", "y", "things", white="no thing"
    )
    assert {text.get_position(): text.get_text() for text in ax.texts} == {(1, 0): "7", (3, 1): "2"}
    values = ax.collections[0].get_array()
    assert np.ma.getmaskarray(values).tolist() == [[False, True, True], [True, True, False]]
    assert (values[0, 0], values[1, 2]) == (7, 2)
    assert [text.get_text() for text in ax.legend_.get_texts()] == ["in the cells: things; white: no thing"]
    assert len(ax.figure.axes) == 1


def test_a_large_heat_map_has_its_values_as_colours_and_a_colour_bar():
    table = pd.DataFrame(np.arange(49).reshape(7, 7))
    ax = heat_map(table, "x", "y", "things")
    mesh = ax.collections[0]
    assert mesh.get_array().tolist() == table.to_numpy().tolist()
    assert mesh.get_coordinates()[0][0].tolist() == [-0.5, -0.5]
    assert len(set(map(tuple, mesh.to_rgba(mesh.get_array()).reshape(-1, 4)))) > 40
    assert not ax.texts and ax.figure.axes[1].get_ylabel() == "things"
    assert ax.legend_ is None  # nothing is white


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


def test_first_moves_stand_on_the_row_of_their_board_and_a_lost_board_is_marked():
    ax = first_moves_grid({4: [4], 5: [], 6: [4, 6]})
    board, wins, lost = (collection.get_offsets().tolist() for collection in ax.collections)
    assert wins == [[4, 4], [4, 6], [6, 6]]
    assert lost == [[6, 5]]
    assert board == [[number, limit] for limit in (4, 5, 6) for number in range(2, limit + 1)]
    assert ax.get_ylim()[0] > 6 > 4 > ax.get_ylim()[1]  # the least board on top, and all of them to be seen
    assert ax.get_xlim()[0] < 2 < 6 < ax.get_xlim()[1]
    _, diamonds, squares = ax.collections
    assert to_hex(diamonds.get_facecolor()[0]) == BLACK
    assert to_hex(squares.get_facecolor()[0]) == VERMILION


def test_the_boards_that_the_text_points_at_are_labelled():
    few, many = ({limit: [2] for limit in range(2, last + 1)} for last in (12, 40))
    assert list(first_moves_grid(few).get_yticks()) == list(range(2, 13))
    assert list(first_moves_grid(many).get_yticks()) == list(range(3, 41, 2))
    assert list(first_moves_grid(many, ticks=[29, 39]).get_yticks()) == [29, 39]


def test_growth_goes_through_its_points_on_a_logarithmic_scale():
    ax = growth({"sets": series([2, 4, 8]), "P-positions": series([1, 1, 2])}, "x", "y")
    sets, losing = ax.lines
    assert sets.get_xydata().tolist() == [[1, 2], [2, 4], [3, 8]]
    assert losing.get_xydata().tolist() == [[1, 1], [2, 1], [3, 2]]
    assert ax.get_yscale() == "log"
    assert (to_hex(losing.get_color()), losing.get_marker()) == (VERMILION, "s")
    assert to_hex(sets.get_color()) not in (VERMILION, BLUE)
    assert [text.get_text() for text in ax.legend_.get_texts()] == ["sets", "P-positions"]


def test_replies_are_points_above_their_number_within_a_band():
    ax = reply_points({5: [7], 13: [23, 28]}, band=(-2, 15))
    band, points = ax.collections
    assert points.get_offsets().tolist() == [[5, 7], [13, 23], [13, 28]]
    corners = band.get_paths()[0].vertices.tolist()
    assert {(5, 3), (5, 20), (13, 11), (13, 28)} <= {(x, y) for x, y in corners}
    assert ax.lines[0].get_xydata().tolist() == [[5, 5], [13, 13]]


def test_the_columns_of_a_semigroup_are_its_residues_and_their_cells_its_gaps():
    ax = kunz_columns(Position.generated_by([3, 5]))  # gaps 1 2 4 7; 1 4 7 have residue 1, and 2 has 2
    labels = {}
    for text in ax.texts:
        x, y = text.get_position()
        labels[x, y] = text.get_text()
    assert [labels[1, level] for level in range(4)] == ["1", "4", "7", "10"]
    assert [labels[2, level] for level in range(2)] == ["2", "5"]
    assert labels[0, 0] == "3"
    assert cells(ax, "available") == {(1, 0), (1, 1), (1, 2), (2, 0)}
    assert (cells(ax, "chosen"), cells(ax, "forbidden")) == ({(0, 0), (2, 1)}, {(1, 3)})
    assert [labels[residue, -0.95] for residue in range(3)] == ["0", "3", "1"]


def test_the_looks_of_outcomes_belong_to_no_other_series():
    with plt.style.context(["default", str(STYLE)]):
        colours = plt.rcParams["axes.prop_cycle"].by_key()["color"]
    near = [VERMILION, BLUE]
    for colour in colours:
        for other in near:
            apart = np.subtract(ImageColor.getrgb(to_hex(colour)), ImageColor.getrgb(other))
            assert np.abs(apart).sum() > 100


def test_a_page_has_a_frame_for_each_available_number_and_words_for_each_puzzle():
    row = [Cell("forbidden", "2", "", ""), Cell("available", "3", "", ""), Cell("chosen", "4", "", "")]
    ax = draw_page(
        "Title", "The rule.", [("Who wins?", row, "Given.", "Why?"), ("Again", [], "More.", "Who?")]
    )
    words = [text.get_text() for text in ax.texts]
    assert words == [
        *("Title", "Name:", "The rule.", "1. Who wins?", "2", "3", "4", "Given.", "Why?"),
        *("2. Again", "More.", "Who?"),
    ]
    frames = {patch.get_gid(): patch for patch in ax.patches if patch.get_gid()}
    assert frames["available"].get_linestyle() in ("-", "solid")
    assert frames["chosen"].get_linestyle() in (":", "dotted")
    assert frames["forbidden"].get_linewidth() == 0


def test_a_table_has_a_letter_at_each_address_and_an_arc_for_each_move():
    table = {0: ("2 3", "P"), 1: ("2", "N"), 3: ("-", "P")}
    ax = address_arcs(table, [(0, 1), (1, 3)])
    letters = {text.get_position()[0]: text.get_text() for text in ax.texts if text.get_text() in "PN"}
    assert {address: letter for address, letter in letters.items() if letter} == {0: "P", 1: "N", 3: "P"}
    assert {patch.get_gid() for patch in ax.patches if patch.get_gid()} == {"0 to 1", "1 to 3"}
