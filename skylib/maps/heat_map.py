"""Shares as a grid of coloured cells: live with Bokeh, and as SVG where no kernel runs.

Every cell carries its number: nothing is told by colour alone. From needy to safe the cells
go from a strong orange to white, so that the eye finds first who needs something.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import anywidget
import traitlets as t
from ipywidgets import Widget, widget_serialization

from . import look
from .begin import script
from .ground import definitions, picture
from .lettering import Writer, text_width
from .widget import _shared_parts, _text

__all__ = ["Cell", "HeatMap", "cell_colour", "heat_map_svg"]

NEEDY = (0xE6, 0x9F, 0x00)  # the orange of Okabe and Ito
SAFE = (0xFF, 0xFF, 0xFF)
_SIZE = 15  # of letters in the picture, in pixels
_CELL = (64, 26)
_ASLANT = 0.6  # columns' names lie aslant, this steep


class Cell(NamedTuple):
    """One cell: its row and column by number, a share of 0 to 1, and the words of both."""

    row: int
    column: int
    share: float
    text: str  # in the cell, short
    words: str  # on hovering, whole


def cell_colour(share: float) -> str:
    """The colour of a share: orange at 0 to white at 1."""
    share = min(1.0, max(0.0, share))
    mixed = (round(a + (b - a) * share) for a, b in zip(NEEDY, SAFE, strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


class HeatMap(anywidget.AnyWidget):
    """The grid in the notebook, drawn by Bokeh; hovering tells a cell in words.

    Args:
        rows: names, from the top.
        columns: names, from the left.
        cells: what there is; where there is none the ground shows.
        label: the picture's name for screen readers.
    """

    _esm = script(_text("load.js"), _text("heat_map.js"))

    parts = t.Instance(Widget).tag(sync=True, **widget_serialization)
    item = t.Dict().tag(sync=True)
    label = t.Unicode("").tag(sync=True)

    def __init__(
        self, rows: Sequence[str], columns: Sequence[str], cells: Sequence[Cell], label: str
    ) -> None:
        super().__init__(parts=_shared_parts(), item=_item(rows, columns, cells), label=label)


def _width(columns: Sequence[str]) -> int:
    return 280 + 64 * len(columns)


def _item(rows: Sequence[str], columns: Sequence[str], cells: Sequence[Cell]) -> dict[str, Any]:
    """The Bokeh figure as JSON."""
    from bokeh.embed import json_item
    from bokeh.models import ColumnDataSource, FixedTicker, HoverTool
    from bokeh.plotting import figure

    plot = figure(
        x_range=(-0.5, max(1, len(columns)) - 0.5),
        y_range=(max(1, len(rows)) - 0.5, -0.5),
        x_axis_location="above",
        width=_width(columns),
        height=150 + 26 * len(rows),
        min_border_right=130,  # the last column's name lies aslant
        toolbar_location=None,
        tools="",
        outline_line_color=None,
        background_fill_color=look.PAGE,
        border_fill_color=look.PAGE,
    )
    for axis, names in ((plot.xaxis[0], columns), (plot.yaxis[0], rows)):
        # By number, so that two of the same name stay two.
        axis.ticker = FixedTicker(ticks=list(range(len(names))))
        axis.major_label_overrides = dict(enumerate(names))
        axis.major_label_text_color = look.INK
        axis.axis_line_color = axis.major_tick_line_color = None
        axis.minor_tick_line_color = None
    plot.xaxis[0].major_label_orientation = _ASLANT
    plot.grid.grid_line_color = None
    source = ColumnDataSource(
        {
            "x": [cell.column for cell in cells],
            "y": [cell.row for cell in cells],
            "fill": [cell_colour(cell.share) for cell in cells],
            "text": [cell.text for cell in cells],
            "words": [cell.words for cell in cells],
        }
    )
    boxes = plot.rect("x", "y", 0.96, 0.9, fill_color="fill", line_color=look.GRID, source=source)
    plot.text(
        "x",
        "y",
        "text",
        text_align="center",
        text_baseline="middle",
        text_color=look.INK,
        text_font_size="12px",
        source=source,
    )
    plot.add_tools(HoverTool(renderers=[boxes], tooltips="@words"))
    item: dict[str, Any] = json.loads(json.dumps(json_item(plot)))
    return item


def heat_map_svg(rows: Sequence[str], columns: Sequence[str], cells: Sequence[Cell]) -> str:
    """The same as an SVG picture."""
    pen = Writer()
    wide, high = _CELL
    left = 16 + max((text_width(name, _SIZE) for name in rows), default=0)
    longest = max((text_width(name, _SIZE) for name in columns), default=0)
    top = 16 + longest * 0.6 + _SIZE
    width = round(left + wide * len(columns) + longest * 0.8 + 16)
    height = top + high * len(rows) + 8
    body = [f'<rect width="{width}" height="{height:.0f}" fill="{look.PAGE}"/>']
    for number, name in enumerate(columns):
        across = left + wide * (number + 0.5)
        turned = f"translate({across:.1f} {top - 8:.1f}) rotate(-35)"
        half = text_width(name, _SIZE) / 2
        body.append(f'<g transform="{turned}">{pen.text(name, half, 0, _SIZE, look.INK)}</g>')
    for number, name in enumerate(rows):
        middle = top + high * (number + 0.5)
        body.append(pen.text(name, left - 8 - text_width(name, _SIZE) / 2, middle, _SIZE, look.INK))
    for cell in cells:
        x, y = left + wide * cell.column, top + high * cell.row
        body.append(
            f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{wide - 2}" height="{high - 2}" '
            f'fill="{cell_colour(cell.share)}" stroke="{look.GRID}"/>'
        )
        body.append(pen.text(cell.text, x + wide / 2, y + high / 2, _SIZE - 2, look.INK))
    return picture(width, height, [definitions(pen.defs), *body])
