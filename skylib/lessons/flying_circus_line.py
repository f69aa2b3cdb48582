"""The flight of the draft in a line, with what else there is to choose about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from skylib.flying_circus import movement
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import DIVE_COST, Flight, Task
from skylib.flying_circus.moves import Fly

from .choices import Choice, ChoiceRow
from .flying_circus_ways import way_words
from .markup import away, escape, put

__all__ = ["FlightLine"]

_LISTED = 80  # ways in the list


class FlightLine:
    """The steps so far and the points spent; the climb marker after a dive; and, for a hex
    that was tapped, the list of all ways there.

    ``marked(progress)`` and ``chosen(flight)`` are called for what is chosen.
    """

    def __init__(
        self,
        guard: Callable[..., Callable[..., None]],
        marked: Callable[[int | None], object],
        chosen: Callable[[Flight], object],
    ) -> None:
        self._chosen = chosen
        self._setting = False
        self.words = ipywidgets.HTML()
        self.marker = ChoiceRow("Climb at", guard(marked))
        self.ways = ipywidgets.Dropdown(layout={"width": "100%"})
        away(self.ways)
        self.ways.style = {"description_width": "70px"}
        self.ways.observe(guard(self._way_chosen), "value")
        self.widget = ipywidgets.VBox([self.words, self.marker.widget, self.ways])

    def hide(self) -> None:
        """Nobody flies."""
        put(self.words, "")
        self.marker.show([])
        away(self.ways)

    def show(
        self, game: FlyingCircus, draft: Fly, task: Task, ways: tuple[Flight, ...], tried: str
    ) -> None:
        """Show a draft: ``ways`` to the hex that was tapped, ``tried`` a word on trials."""
        spent = sum(i.cost for i in movement.trace(task, draft.flight))
        words = f"{spent} of {draft.plan.speed} points"
        dive = DIVE_COST * (draft.plan.dive - 1)
        if dive > 0 and "D" not in draft.flight.steps:
            words += f", {dive} of them for the dive"
        steps = escape(str(draft.flight) or "nothing flown yet")
        tried = f"<br>{tried}" if tried else ""
        put(self.words, f'<p class="skylib-why"><strong>{steps}</strong> ({words}){tried}</p>')
        self._offer_marker(game, draft)
        self._offer_ways(draft, task, ways)

    def _offer_marker(self, game: FlyingCircus, draft: Fly) -> None:
        """Where the climb marker may be set after a dive, if the reading leaves it open."""
        aircraft, choices = game.state[draft.id], []
        if "D" in draft.flight.steps and game.readings["FC-DIVE"] == "any":
            choices = [Choice(None, f"{aircraft.progress} as it is", "leave the climb marker")]
            choices += [
                Choice(g, str(g), "the climb marker may be set anywhere after a dive (FC-DIVE)")
                for g in range(aircraft.type.climb_grades)
                if g != aircraft.progress
            ]
        self.marker.show(choices, draft.progress)

    def _offer_ways(self, draft: Fly, task: Task, ways: tuple[Flight, ...]) -> None:
        away(self.ways, len(ways) < 2)
        if len(ways) < 2:
            return
        listed = ways[:_LISTED]
        self._setting = True
        try:
            self.ways.options = [(way_words(task, way), way) for way in listed]
            self.ways.value = draft.flight if draft.flight in listed else ways[0]
        finally:
            self._setting = False
        self.ways.description = f"{len(ways)} ways"
        self.ways.tooltip = "flights that end in the hex that was tapped"

    def _way_chosen(self, change: Any) -> None:
        if not self._setting and change["new"] is not None:
            self._chosen(change["new"])
