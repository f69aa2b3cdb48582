"""A table whose rows can be chosen, and that says of the others why they cannot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Literal

import anywidget
import traitlets as t

from skylib.maps.begin import script

__all__ = ["ChoiceRow", "ChoiceTable"]


def _text(name: str) -> str:
    return (resources.files(__package__) / name).read_text("utf-8")


@dataclass(frozen=True)
class ChoiceRow:
    """One row. ``state`` is open, closed (not now) or never (not this turn at all).

    ``cells`` begin with the row's name; a cell that ends with ◊ holds a number of ours.
    ``sign`` stands behind the name, and ``means`` says what it means. ``move`` is for whoever
    made the row.
    """

    key: str
    cells: tuple[str, ...]
    state: Literal["open", "closed", "never"] = "open"
    reason: str = ""
    hot: str = ""
    sign: str = ""
    means: str = ""
    move: Any = field(default=None, compare=False)


class ChoiceTable(anywidget.AnyWidget):
    """Rows with a button each; `on_pick` hears of every row picked, open or not."""

    _esm = script(_text("choice_table.js"))
    _css = _text("choice_table.css")

    caption = t.Unicode().tag(sync=True)
    head = t.List(t.Unicode()).tag(sync=True)
    foot = t.Unicode().tag(sync=True)
    rows = t.List(t.Dict()).tag(sync=True)
    version = t.Int().tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self._listeners: list[Callable[[str], object]] = []
        self._shown: tuple[Any, ...] = ()
        self.on_msg(self._heard)

    def on_pick(self, listener: Callable[[str], object]) -> None:
        """Call ``listener`` with the key of a row that was picked."""
        self._listeners.append(listener)

    def _heard(self, _: Any, content: dict[str, Any], __: Any) -> None:
        if isinstance(key := content.get("pick"), str):
            self.pick(key)

    def pick(self, key: str) -> None:
        """What a click on a row does."""
        for listener in self._listeners:
            listener(key)

    def show(
        self,
        caption: str,
        head: Sequence[str],
        rows: Sequence[ChoiceRow],
        chosen: str = "",
        foot: str = "",
    ) -> None:
        """Show these rows, one message to the browser; nothing is sent if nothing differs.

        A head like ``def|taken off enemy fire`` explains itself when pointed at.
        """
        shown = (caption, tuple(head), tuple(rows), chosen, foot)
        if shown == self._shown:
            return
        self._shown = shown
        with self.hold_sync():
            self.caption, self.head, self.foot = caption, list(head), foot
            self.rows = [
                {
                    "key": r.key,
                    "cells": list(r.cells),
                    "state": r.state,
                    "reason": r.reason,
                    "hot": r.hot,
                    "sign": r.sign,
                    "means": r.means,
                    "chosen": r.key == chosen,
                }
                for r in rows
            ]
            self.version += 1
