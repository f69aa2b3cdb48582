"""A line to type a move into, which says with Enter what was typed."""

from __future__ import annotations

from importlib import resources

import anywidget
import traitlets as t

from skylib.maps.begin import script

__all__ = ["MoveField"]


class MoveField(anywidget.AnyWidget):
    """Like ``ipywidgets.Text``, whose Enter can overtake the last letters typed.

    `on_msg` hears of Enter as ``{"event": "submit", "text": ...}``.
    """

    _esm = script((resources.files(__package__) / "move_field.js").read_text("utf-8"))
    _css = ".widget-text > .widget-label.skylib-move-label { width: 44px; flex: none; }"

    value = t.Unicode().tag(sync=True)
    description = t.Unicode().tag(sync=True)
    placeholder = t.Unicode().tag(sync=True)
