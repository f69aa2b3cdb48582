"""The Bokeh figure of a map: the ground as one picture, and a data source for each layer.

The sources start empty; `map.js` fills them from the layers' rows, at first and after each
change, so that what is drawn first and what is drawn later go the same way. Letters are
drawn as shapes: Bokeh's own text costs four times as much as all the rest of a painting.
"""

from __future__ import annotations

from typing import Any

from bokeh.embed import json_item
from bokeh.models import ColumnDataSource, Range1d
from bokeh.plotting import figure

from skylib.scenes import Ground

from . import look
from .arrange import frame

__all__ = ["map_figure", "map_item"]

_LINE = ("xs", "ys", "line", "width", "casing", "dash")
_AREA = ("xs", "ys", "tint", "alpha", "hatch", "ink", "step", "line", "width", "casing", "dash")


def map_figure(ground: Ground) -> figure:
    """A figure of the board's extent without axes or tools, y to the south.

    Its sources are named after what they draw: ``areas``, ``paths``, ``bodies`` and so on.
    The order of drawing is the order here: what comes later lies on top.
    """
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
    painter = _Painter(plot)
    painter.picture()
    painter.areas()
    painter.lines("mark-lines")
    painter.lines("paths")
    painter.texts("beads")
    painter.shapes("tokens", line_width=2.2)
    painter.letters("token-letters")
    painter.texts("numbers")
    painter.bodies()
    painter.lines("signs")
    painter.texts("roundels")
    painter.texts("levels")
    painter.texts("area-labels")
    painter.texts("labels")
    painter.shapes("points", fill_color="fill", line_width=1.8)
    painter.lines("cursor")
    painter.texts("edges")
    return plot


class _Painter:
    """Adds renderers to a figure, each with a source that has a name."""

    def __init__(self, plot: figure) -> None:
        self.plot = plot

    def source(self, name: str, *columns: str) -> ColumnDataSource:
        return ColumnDataSource({column: [] for column in columns}, name=name)

    def plain(self, renderer: Any) -> None:
        """A tap selects nothing and dims nothing."""
        renderer.nonselection_glyph = None
        renderer.selection_glyph = None

    def picture(self) -> None:
        """The ground; the browser fills in the picture's address."""
        source = self.source("ground", "url", "x", "y", "w", "h")
        fields = {name: name for name in ("url", "x", "y", "w", "h")}
        self.plain(self.plot.image_url(**fields, anchor="top_left", source=source, level="image"))

    def areas(self) -> None:
        """Tint, hatch and light outline; black markers; dark outline."""
        source = self.source("areas", *_AREA)
        self.plain(
            self.plot.multi_polygons(
                xs="xs",
                ys="ys",
                fill_color="tint",
                fill_alpha="alpha",
                hatch_pattern="hatch",
                hatch_color="ink",
                hatch_scale="step",
                hatch_weight=1,
                line_color=look.PAPER,
                line_width="casing",
                line_join="round",
                source=source,
            )
        )
        dots = self.source("dots", "xs", "ys")
        self.plain(
            self.plot.patches(xs="xs", ys="ys", fill_color="#000000", line_color=None, source=dots)
        )
        self.plain(
            self.plot.multi_polygons(
                xs="xs",
                ys="ys",
                fill_color=None,
                line_color="line",
                line_width="width",
                line_dash="dash",
                line_join="round",
                source=source,
            )
        )

    def lines(self, name: str) -> None:
        """Dark lines, each on a light casing."""
        shared = {"xs": "xs", "ys": "ys", "line_join": "round", "source": self.source(name, *_LINE)}
        self.plain(self.plot.multi_line(line_color=look.PAPER, line_width="casing", **shared))
        self.plain(
            self.plot.multi_line(line_color="line", line_width="width", line_dash="dash", **shared)
        )

    def shapes(self, name: str, line_width: float, fill_color: str = look.PAPER) -> None:
        """Small filled shapes with an outline."""
        columns = ("xs", "ys", "line", "fill") if fill_color == "fill" else ("xs", "ys", "line")
        self.plain(
            self.plot.patches(
                xs="xs",
                ys="ys",
                fill_color=fill_color,
                line_color="line",
                line_width=line_width,
                line_join="round",
                source=self.source(name, *columns),
            )
        )

    def bodies(self) -> None:
        """Silhouettes of aircraft on a light casing."""
        source = self.source("bodies", "xs", "ys", "fill", *_LINE[2:])
        shared = {"xs": "xs", "ys": "ys", "line_join": "round", "source": source}
        self.plain(
            self.plot.patches(fill_color=None, line_color=look.PAPER, line_width="casing", **shared)
        )
        self.plain(
            self.plot.patches(
                fill_color="fill",
                line_color="line",
                line_width="width",
                line_dash="dash",
                **shared,
            )
        )

    def texts(self, name: str) -> None:
        """Boxes, and the letters in them."""
        boxes = self.source(name, "xs", "ys", "fill", "line", "dash")
        self.plain(
            self.plot.patches(
                xs="xs",
                ys="ys",
                fill_color="fill",
                line_color="line",
                line_width=1.3,
                line_dash="dash",
                line_join="round",
                source=boxes,
            )
        )
        self.letters(f"{name}-text")

    def letters(self, name: str) -> None:
        """Letters as shapes with holes."""
        self.plain(
            self.plot.multi_polygons(
                xs="xs",
                ys="ys",
                fill_color="ink",
                line_color=None,
                source=self.source(name, "xs", "ys", "ink"),
            )
        )


def map_item(ground: Ground) -> dict[str, Any]:
    """The figure as the JSON that BokehJS embeds."""
    return dict(json_item(map_figure(ground)))
