"""The browser's side of the projector: large words, counts and bars, keys, full screen."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from typing import Any

import anywidget
import traitlets as t

from skylib.maps.begin import script

__all__ = ["Stage"]


def _text(name: str) -> str:
    return (resources.files(__package__) / name).read_text("utf-8")


class Stage(anywidget.AnyWidget):
    """Everything of a screen but its map, which lies beside it in the same box.

    Attributes:
        view: what is to be seen, as plain values: head, lines, answers, phase, right answers
            (empty before the reveal), place and number of the screens.
        counts: hands counted for each answer.
        said: the line that screen readers announce.
    """

    _esm = script(_text("projector.js"))
    _css = _text("projector.css")

    view = t.Dict().tag(sync=True)
    counts = t.List(t.Int(min=0)).tag(sync=True)
    said = t.Unicode().tag(sync=True)
    error = t.Unicode().tag(sync=True)

    def __init__(
        self, heard: Callable[[str], object], counted: Callable[[list[int]], object]
    ) -> None:
        super().__init__()
        self._heard, self._counted = heard, counted
        self.on_msg(self._receive)

    def _receive(self, _: Any, content: Any, __: Any) -> None:
        if not isinstance(content, dict):
            return
        if isinstance(word := content.get("do"), str):
            self._heard(word)
        elif isinstance(hands := content.get("hands"), list):
            self._counted(hands)
