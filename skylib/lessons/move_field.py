"""A line to type a move into, which says with Enter what was typed."""

from __future__ import annotations

from importlib import resources
from typing import Any

import anywidget
import traitlets as t

from skylib.maps.begin import script

__all__ = ["MoveField"]


class MoveField(anywidget.AnyWidget):
    """Like ``ipywidgets.Text``, but what was typed and what was entered come in their order.

    `value` is what has been typed so far, and follows the field, never leads it. `on_msg`
    hears of Enter as ``{"event": "submit", "text": ...}``.
    """

    _esm = script((resources.files(__package__) / "move_field.js").read_text("utf-8"))
    _css = ".widget-text > .widget-label.skylib-move-label { width: 44px; flex: none; }"

    value = t.Unicode()
    description = t.Unicode().tag(sync=True)
    placeholder = t.Unicode().tag(sync=True)
    cleared = t.Int(0).tag(sync=True)  # how often it was emptied

    def _handle_custom_msg(self, content: Any, buffers: Any) -> None:
        if content.get("event") == "typing":
            self.value = str(content.get("text", ""))
        super()._handle_custom_msg(content, buffers)

    def clear(self) -> None:
        """Empty the field."""
        self.value = ""
        self.cleared += 1
