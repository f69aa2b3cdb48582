"""The Bokeh figure of a map: the ground as one picture, and a data source for each layer.

The sources start empty; `map.js` fills them from the layers' rows, at first and after each
change, so that what is drawn first and what is drawn later go the same way.
"""

from __future__ import annotations

from typing import Any

from bokeh.core.properties import value
from bokeh.embed import json_item
from bokeh.models import ColumnDataSource, Range1d
from bokeh.plotting import figure

from skylib.scenes import Ground

from . import look
from .arrange import frame

__all__ = ["map_figure", "map_item"]

_TEXT = {
    "text_font": value(look.SCREEN_FONT),
    "text_font_style": "bold",
    "text_font_size": "12px",
    "text_align": "center",
    "text_baseline": "middle",
}
_BOX = {
    "padding": (2, 4),
    "background_fill_color": look.PAPER,
    "border_line_color": "line",
    "border_radius": 3,
}


def map_figure(ground: Ground) -> figure:
    """A figure of the board's extent without axes or tools, y to the south.

    Its sources are named ``areas``, ``dots``, ``paths`` and so on; the glyphs that
    scale with the map are named ``glyph:`` and the source.
    """
    view = frame(ground)
    plot = figure(
        x_range=Range1d(view.west, view.east),
        y_range=Range1d(view.south, view.north),
        sizing_mode="stretch_both",
        min_width=60,
        min_height=60,
        toolbar_location=None,
        tools="",
        min_border=0,
        outline_line_color=None,
        background_fill_color=look.PAGE,
        border_fill_color=look.PAGE,
        output_backend="canvas",
    )
    plot.axis.visible = False
    plot.grid.visible = False
    sources: dict[str, ColumnDataSource] = {}

    def source(name: str, *columns: str) -> ColumnDataSource:
        if name not in sources:
            sources[name] = ColumnDataSource({c: [] for c in columns}, name=name)
        return sources[name]

    def named(renderer: Any, name: str) -> None:
        renderer.glyph.name = f"glyph:{name}"
        renderer.nonselection_glyph = None
        renderer.selection_glyph = None

    # The picture's address is filled in by the browser.
    picture = plot.image_url(
        url="url",
        x="x",
        y="y",
        w="w",
        h="h",
        anchor="top_left",
        source=source("ground", "url", "x", "y", "w", "h"),
    )
    named(picture, "ground")

    areas = source("areas", "xs", "ys", "tint", "alpha", "hatch", "ink", "step", "line", "width")
    areas.data.update({"casing": [], "dash": []})
    named(
        plot.multi_polygons(
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
            source=areas,
        ),
        "areas",
    )
    dots = source("dots", "xs", "ys")
    named(plot.patches(xs="xs", ys="ys", color="#000000", line_width=0, source=dots), "dots")
    named(
        plot.multi_polygons(
            xs="xs",
            ys="ys",
            fill_color=None,
            line_color="line",
            line_width="width",
            line_dash="dash",
            line_join="round",
            source=areas,
        ),
        "area-lines",
    )
    _lines(plot.patches, source("mark-lines", "xs", "ys", "line", "width", "casing", "dash"), named)
    _lines(plot.multi_line, source("paths", "xs", "ys", "line", "width", "casing", "dash"), named)
    tokens = source("tokens", "xs", "ys", "line")
    named(
        plot.patches(
            xs="xs",
            ys="ys",
            fill_color=look.PAPER,
            line_color="line",
            line_width=2.2,
            line_join="round",
            source=tokens,
        ),
        "tokens",
    )
    texts = source("token-letters", "x", "y", "text", "ink")
    named(plot.text("x", "y", "text", text_color="ink", source=texts, **_TEXT), "token-letters")
    for name, alpha in (("numbers", 1.0), ("edges", 0.85)):
        data = source(name, "x", "y", "text")
        named(
            plot.text(
                "x",
                "y",
                "text",
                text_color=look.INK,
                background_fill_color=look.PAPER,
                background_fill_alpha=alpha,
                border_radius=3,
                padding=(1, 3),
                anchor="center",
                source=data,
                **_TEXT,
            ),
            name,
        )
    bodies = source("bodies", "xs", "ys", "fill", "line", "width", "casing", "dash")
    named(
        plot.patches(
            xs="xs",
            ys="ys",
            fill_color=None,
            line_color=look.PAPER,
            line_width="casing",
            line_join="round",
            source=bodies,
        ),
        "body-casings",
    )
    named(
        plot.patches(
            xs="xs",
            ys="ys",
            fill_color="fill",
            line_color="line",
            line_width="width",
            line_dash="dash",
            line_join="round",
            source=bodies,
        ),
        "bodies",
    )
    _lines(plot.multi_line, source("signs", "xs", "ys", "line", "width", "casing", "dash"), named)
    roundels = source("roundels", "x", "y", "radius", "line")
    named(
        plot.circle(
            "x",
            "y",
            radius="radius",
            fill_color=look.PAPER,
            line_color="line",
            line_width=1.2,
            source=roundels,
        ),
        "roundels",
    )
    letters = source("letters", "x", "y", "text", "ink", "size")
    named(
        plot.text(
            "x",
            "y",
            "text",
            text_color="ink",
            source=letters,
            **_TEXT | {"text_font_size": {"field": "size"}},
        ),
        "letters",
    )
    for name in ("beads", "area-labels", "labels", "levels"):
        boxes = source(name, "x", "y", "text", "ink", "fill", "line", "dash")
        round_box = {"border_radius": 11, "padding": (2, 7)} if name == "beads" else {}
        named(
            plot.text(
                "x",
                "y",
                "text",
                text_color="ink",
                source=boxes,
                border_line_width=1.2,
                border_line_dash="dash",
                **_TEXT | _BOX | round_box | {"background_fill_color": "fill"},
                anchor="center",
            ),
            name,
        )
    points = source("points", "xs", "ys", "fill", "line")
    named(
        plot.patches(
            xs="xs",
            ys="ys",
            fill_color="fill",
            line_color="line",
            line_width=1.8,
            line_join="round",
            source=points,
        ),
        "points",
    )
    _lines(plot.multi_line, source("cursor", "xs", "ys", "line", "width", "casing", "dash"), named)
    return plot


def _lines(draw: Any, data: ColumnDataSource, named: Any) -> None:
    """A dark line on a light casing, both from one source."""
    plain = {"fill_color": None} if draw.__name__ == "patches" else {}
    shared = {"xs": "xs", "ys": "ys", "line_join": "round", "source": data} | plain
    named(draw(line_color=look.PAPER, line_width="casing", **shared), f"{data.name}-casing")
    named(draw(line_color="line", line_width="width", line_dash="dash", **shared), data.name)


def map_item(ground: Ground) -> dict[str, Any]:
    """The figure as the JSON that BokehJS embeds."""
    return dict(json_item(map_figure(ground)))
