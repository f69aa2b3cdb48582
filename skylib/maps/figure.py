"""The Bokeh figure of a map: the ground as one picture, and three planes of shapes on it.

The planes' sources start empty; `js/painter.js` fills them from the layers' rows, at first and
after each change, so that what is drawn first and what is drawn later go the same way.

Few renderers, because Bokeh repaints and repositions each of them at every change. Letters
and hatches are shapes, too: Bokeh's own text took four times as long as all the rest, and
its own hatches are made anew with every change, which took longer still.
"""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skylib.core.errors import SkylibError

from . import look

if TYPE_CHECKING:
    from bokeh.plotting import figure

__all__ = ["PLANES", "bokeh_version", "figure_item", "map_figure"]

TESTED = ["3.9", "3.10"]
"""Versions of Bokeh that `figure.json` is known to fit."""

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


def bokeh_version() -> str:
    """The version of the Bokeh that is installed, without loading it.

    Raises `SkylibError` if there is none: maps as SVG, PNG and words do without.
    """
    try:
        return version("bokeh")
    except PackageNotFoundError:
        raise SkylibError(
            "live maps need Bokeh, which is not installed; this does it:\n"
            "  pip install 'bokeh>=3.9,<4'\n"
            "scene_svg, scene_png and scene_text of skylib.maps draw without it"
        ) from None


def map_figure() -> figure:
    """A figure without axes or tools, y to the south; the browser sets its ranges."""
    from bokeh.models import ColumnDataSource, Range1d
    from bokeh.plotting import figure

    plot = figure(
        x_range=Range1d(0, 1),
        y_range=Range1d(1, 0),
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
    for renderer in drawn[1:]:  # on a canvas of their own: a move does not paint the ground anew
        renderer.level = "overlay"
    return plot


def build_item() -> dict[str, Any]:
    """The figure as the JSON that BokehJS embeds, with ids that do not change."""
    from bokeh.embed import json_item

    text = json.dumps(json_item(map_figure()))
    ids = dict.fromkeys(re.findall(r'"id": "([^"]+)"', text))
    for number, id in enumerate(ids, 1):
        text = text.replace(f'"{id}"', f'"skylib-{number}"')
    item: dict[str, Any] = json.loads(text)
    return _stamped(item, "")


def figure_item() -> dict[str, Any]:
    """The same from a file, as long as the file is known to fit the installed Bokeh.

    Loading Bokeh takes a second and 30 MB, which a learner's kernel can do without: the
    figure is the same for all maps. Another version of Bokeh builds it anew.
    """
    stored = json.loads((files(__package__) / "figure.json").read_text("utf-8"))
    installed = bokeh_version()
    fits = ".".join(installed.split(".")[:2]) in stored["bokeh"]
    item: dict[str, Any] = stored["item"] if fits else build_item()
    return _stamped(item, installed)


def _stamped(item: dict[str, Any], version: str) -> dict[str, Any]:
    item["version"] = item["doc"]["version"] = version
    return item


def write() -> None:
    """Write `figure.json` anew: ``python -m skylib.maps.figure``.

    Add a version of Bokeh to TESTED only when the browser tests have passed with it.
    """
    path = Path(__file__).with_name("figure.json")
    path.write_text(json.dumps({"bokeh": TESTED, "item": build_item()}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    write()
