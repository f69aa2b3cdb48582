"""Somebody before a screen, without a browser: events as the browser sends them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ipywidgets

from skylib.core.hexes import Hex
from skylib.maps import MapWidget

__all__ = ["Pilot", "widgets_of"]


class Pilot:
    """Somebody before a screen: taps, presses keys and buttons, types."""

    def __init__(self, shown: Any) -> None:
        self.shown = shown
        self.map: MapWidget = shown.map

    def tap(self, hex: str | Hex, event: str = "tap") -> None:
        """Tap a hex, given itself or by its name, in its middle."""
        scene = self.map.scene
        assert scene is not None
        board = scene.ground.board
        hex = board.hex(hex) if isinstance(hex, str) else hex
        x, y = board.layout.centre(hex)
        self.map.receive({"event": event, "x": x, "y": y})

    def press(self, *keys: str) -> None:
        """Press keys while the map has the focus."""
        for key in keys:
            self.map.receive({"event": "key", "key": key, "modifiers": []})

    def click(self, description: str) -> None:
        """Click a button that shows this text."""
        buttons = [
            w
            for w in widgets_of(self.shown.widget)
            if isinstance(w, ipywidgets.Button) and w.description == description
        ]
        assert len(buttons) == 1, f"{len(buttons)} buttons {description!r}"
        # ipywidgets would catch and log what a handler raises; here it fails the test.
        for handler in tuple(buttons[0]._click_handlers.callbacks):
            handler(buttons[0])

    def type(self, text: str) -> None:
        """Type a move and press Enter."""
        self.shown._typed.value = text
        # What the browser sends for Enter; here an error fails the test.
        for handler in tuple(self.shown._typed._msg_callbacks.callbacks):
            handler(self.shown._typed, {"event": "submit"}, [])

    @property
    def ruling(self) -> str:
        """The box of the ruling, as markup."""
        return str(self.shown._ruling.value)

    @property
    def status(self) -> str:
        return str(self.map.status)


def widgets_of(widget: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """A widget and everything shown in it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from widgets_of(child)
