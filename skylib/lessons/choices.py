"""A row of choices of which some are barred: those can be pressed too, and say why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import ipywidgets

__all__ = ["Choice", "ChoiceRow"]


class Choice(NamedTuple):
    """One button: its value, its text, a word on it, and whether the rules allow it."""

    value: Any
    text: str
    tip: str = ""
    allowed: bool = True


class ChoiceRow:
    """Buttons of which at most one is chosen.

    A barred button is drawn with a broken line and a cross, and is not disabled: who
    presses it is told the rule. ``chosen(value)`` is called for every press.
    """

    def __init__(self, label: str, chosen: Callable[[Any], object]) -> None:
        self._call = chosen
        self._choices: tuple[Choice, ...] = ()
        self._buttons: list[ipywidgets.Button] = []
        self._label = ipywidgets.HTML(f"<span class='skylib-choice-label'>{label}</span>")
        self._row = ipywidgets.HBox([], layout={"flex_flow": "row wrap"})
        self._row.add_class("skylib-choices")
        self.widget = ipywidgets.HBox([self._label, self._row])
        self.widget.add_class("skylib-choice-row")

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What is on offer, barred ones too."""
        return self._choices

    def show(self, choices: Sequence[Choice], chosen: Any = None) -> None:
        """Offer these; without any the row disappears."""
        self._choices = tuple(choices)
        self.widget.layout.display = "flex" if choices else "none"
        while len(self._buttons) < len(choices):
            self._buttons.append(self._made(len(self._buttons)))
        shown = tuple(self._buttons[: len(choices)])
        if self._row.children != shown:
            self._row.children = shown
        for button, choice in zip(shown, choices, strict=True):
            here = choice.value == chosen
            mark = "● " if here else "" if choice.allowed else "✗ "
            button.description = f"{mark}{choice.text}"
            button.tooltip = choice.tip
            classes = ["skylib-chosen"] if here else []
            classes += [] if choice.allowed else ["skylib-barred"]
            if set(button._dom_classes) != {"skylib-choice", *classes}:
                button._dom_classes = ("skylib-choice", *classes)

    def _made(self, place: int) -> ipywidgets.Button:
        button = ipywidgets.Button(layout={"width": "auto"})
        button.add_class("skylib-choice")
        button.on_click(lambda _: self._call(self._choices[place].value))
        return button
