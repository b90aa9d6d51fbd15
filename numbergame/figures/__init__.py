"""A solved game in pictures, for matplotlib.

A function here draws on the `Axes` it is given, or makes one, and returns it; only `export` touches the disk.
"""

from numbergame import _look
from numbergame._extras import extra

with extra("figures"):
    from numbergame.figures.arcs import address_arcs
    from numbergame.figures.board import board_still
    from numbergame.figures.charts import (
        annotated_grid,
        first_moves_grid,
        growth,
        heat_map,
        kunz_columns,
        outcome_bars,
        ratio_line,
        reply_points,
        share_bars,
        share_line,
    )
    from numbergame.figures.graphs import (
        draw_certificate,
        draw_dag,
        draw_degrees,
        draw_labelling,
        draw_layers,
    )
    from numbergame.figures.page import draw_page
    from numbergame.figures.strips import (
        draw_cell,
        mirror_strip,
        play_strip,
        position_strips,
        rule_strips,
        sum_strips,
        take_away_strip,
    )
    from numbergame.figures.style import (
        HATCH,
        MARKER,
        STYLE,
        WINNING_MOVE,
        Exported,
        export,
        styled,
    )

COLOUR = _look.COLOUR
"""The colours of the outcomes, which mean nothing else."""

__all__ = [
    "COLOUR",
    "HATCH",
    "MARKER",
    "STYLE",
    "WINNING_MOVE",
    "Exported",
    "address_arcs",
    "annotated_grid",
    "board_still",
    "draw_cell",
    "draw_certificate",
    "draw_dag",
    "draw_degrees",
    "draw_labelling",
    "draw_layers",
    "draw_page",
    "export",
    "first_moves_grid",
    "growth",
    "heat_map",
    "kunz_columns",
    "mirror_strip",
    "outcome_bars",
    "play_strip",
    "position_strips",
    "ratio_line",
    "reply_points",
    "rule_strips",
    "share_bars",
    "share_line",
    "styled",
    "sum_strips",
    "take_away_strip",
]
