"""The buttons with which a flight is flown step by step; both games share them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import ipywidgets

if TYPE_CHECKING:
    from .deck import FlightDeck

__all__ = ["ARROWS", "StepButtons"]

ARROWS = {"ArrowUp": "F", "ArrowLeft": "L", "ArrowRight": "R"}
"""The keys that fly a step in both games."""

_STEPS = {
    "L": ("↶ left", "turn one hexside to the left (←)"),
    "F": ("↑ forward", "one hex forward (↑)"),
    "R": ("right ↷", "turn one hexside to the right (→)"),
    "D": ("⤓ dive", "the announced dive, in this hex (d)"),
    "C": ("⤒ climb", "gain the level here (c)"),
}


class StepButtons:
    """A button for each step of a flight, one to go back, and more behind them.

    A step that the rules refuse now has a pale button, which can be pressed too and then
    says why not.
    """

    def __init__(
        self,
        deck: FlightDeck,
        letters: str,
        step: Callable[[str], object],
        back: Callable[[], object],
        *more: ipywidgets.Widget,
    ) -> None:
        self.buttons = {
            letter: deck._button(_STEPS[letter][0], lambda one=letter: step(one), _STEPS[letter][1])
            for letter in letters
        }
        last = deck._button("⌫ back", back, "one step back (Backspace)")
        self.widget = ipywidgets.HBox(
            [*self.buttons.values(), last, *more], layout={"flex_flow": "row wrap"}
        )

    def show(self, possible: Collection[str], without: Collection[str] = ()) -> None:
        """Show which steps go on from the draft; the buttons of ``without`` are left away."""
        self.widget.layout.display = "flex"
        for letter, button in self.buttons.items():
            button.style.button_color = None if letter in possible else "#f1efea"
            button.layout.display = "none" if letter in without else "inline-flex"

    def hide(self) -> None:
        """Nobody flies."""
        self.widget.layout.display = "none"
