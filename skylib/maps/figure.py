"""The Bokeh figure of a map: the ground as one picture, and three planes of shapes on it.

The planes' sources start empty; `map.js` fills them from the layers' rows, at first and
after each change, so that what is drawn first and what is drawn later go the same way.

Few renderers, because Bokeh repaints and repositions each of them at every change. Letters
and hatches are shapes, too: Bokeh's own text took four times as long as all the rest, and
its own hatches are made anew with every change, which took longer still.
"""

from __future__ import annotations

from typing import Any

from bokeh.embed import json_item
from bokeh.models import ColumnDataSource, Range1d
from bokeh.plotting import figure

from skylib.scenes import Ground

from . import look
from .arrange import frame

__all__ = ["PLANES", "map_figure", "map_item"]

_SHAPE = ("xs", "ys", "fill", "line", "width", "dash")
PLANES = {
    "ground": ("url", "x", "y", "w", "h"),
    "low": _SHAPE,
    "lines": ("xs", "ys", "line", "width", "dash"),
    "high": _SHAPE,
}
"""Sources and their columns, in the order of drawing:

ground; areas with tint, hatch, double outline, markers and labels, and the lines of marks;
paths; beads, tokens, counters, labels, discs and stars, the cursor.
"""


def map_figure(ground: Ground) -> figure:
    """A figure of the board's extent without axes or tools, y to the south."""
    view = frame(ground)
    plot = figure(
        x_range=Range1d(view.west, view.east),
        y_range=Range1d(view.south, view.north),
        sizing_mode="stretch_both",
        min_width=60,
        min_height=60,
        title=None,
        toolbar_location=None,
        tools="",
        min_border=0,
        outline_line_color=None,
        background_fill_color=look.PAGE,
        border_fill_color=look.PAGE,
        output_backend="canvas",
    )
    plot.below, plot.left, plot.center = [], [], []
    sources = {
        name: ColumnDataSource({column: [] for column in columns}, name=name)
        for name, columns in PLANES.items()
    }
    places = {"xs": "xs", "ys": "ys"}
    line = {"line_color": "line", "line_width": "width", "line_dash": "dash"}
    drawn = [
        plot.image_url(
            **{column: column for column in PLANES["ground"]},
            anchor="top_left",
            source=sources["ground"],
        ),
        plot.multi_polygons(
            **places, **line, fill_color="fill", line_join="round", source=sources["low"]
        ),
        plot.multi_line(**places, **line, line_join="round", source=sources["lines"]),
        plot.multi_polygons(
            **places, **line, fill_color="fill", line_join="round", source=sources["high"]
        ),
    ]
    for renderer in drawn:  # a tap selects nothing and dims nothing
        renderer.nonselection_glyph = None
        renderer.selection_glyph = None
        renderer.muted_glyph = None
    return plot


def map_item(ground: Ground) -> dict[str, Any]:
    """The figure as the JSON that BokehJS embeds."""
    return dict(json_item(map_figure(ground)))
