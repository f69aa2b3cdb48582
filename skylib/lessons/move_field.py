"""A line to type a move into, which says with Enter what was typed."""

from __future__ import annotations

from importlib import resources
from typing import Any

import anywidget
import traitlets as t

from skylib.maps.begin import script

__all__ = ["MoveField"]


class MoveField(anywidget.AnyWidget):
    """Like ``ipywidgets.Text``, but nothing that is typed gets lost or comes too late.

    A synced text is sent when the kernel is idle: the last letters would arrive after the Enter
    that plays them, and stand there again for a move. So letters and Enter go as messages, in
    their order. `on_msg` hears of Enter as ``{"event": "submit", "text": ...}``; ``value`` is
    what stands in the line, and may be set.
    """

    _esm = script((resources.files(__package__) / "move_field.js").read_text("utf-8"))
    _css = ".widget-text > .widget-label.skylib-move-label { width: 44px; flex: none; }"

    value = t.Unicode()
    description = t.Unicode().tag(sync=True)
    placeholder = t.Unicode().tag(sync=True)
    _line = t.List([0, ""]).tag(sync=True)  # what Python has put there, and how many times
    _typing = False  # whether the value comes from the browser

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.on_msg(self._heard)

    def _heard(self, _: Any, content: dict[str, Any], __: Any) -> None:
        """Letters from the browser, which has them already."""
        if "text" in content:
            self._typing = True
            try:
                self.value = content["text"]
            finally:
                self._typing = False

    @t.observe("value")
    def _put(self, change: Any) -> None:
        if not self._typing:
            self._line = [self._line[0] + 1, change["new"]]
