"""The panel below the map: the sighting strip of one flight for one pair, with its slider."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from skylib.core.hexes import distance
from skylib.flying_circus import combat
from skylib.flying_circus.field_of_fire import REACH
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import Flight, Task, trace
from skylib.flying_circus.moves import Fly
from skylib.flying_circus.sighting import Timeline
from skylib.flying_circus.state import Aircraft, enemy_of
from skylib.scenes.flying_circus import Pair, flight_task, place_after, sighting

from .flying_circus_markup import fc_style
from .flying_circus_strip import StripRow, strip_html
from .flying_circus_table import odds_html, table_html

__all__ = ["SightPanel", "strip_rows"]


def strip_rows(game: FlyingCircus, a: str, b: str, draft: Fly | None = None) -> list[StripRow]:
    """The rows of the strip for two opponents: every gun of each at the other."""
    rows = []
    for firer, target in ((a, b), (b, a)):
        for gun in game.state[firer].type.guns:
            line = sighting(game, Pair(firer, gun.position, target), None, draft)
            if line is not None or (draft is not None and not draft.flight.steps):
                rows.append(StripRow(f"{firer} {gun.position} → {target}", line))
    return rows


class SightPanel:
    """Which pair is watched, the strip of its flight, and the odds if it may fire.

    ``widget`` is the strip with its slider, ``odds`` the table with the range lit.

    ``pair`` is the direction that colours the movement points; ``upto`` the point to which
    the learner has scrubbed, None for the end. ``scrubbed`` is called when either changes.
    """

    def __init__(self, scrubbed: Callable[[Any], object]) -> None:
        self.pair: Pair | None = None
        self.upto: int | None = None
        self._scrubbed = scrubbed
        self._setting = False
        self._task: Task | None = None
        self._flight = Flight("")
        self._mover = ""
        self._line: Timeline | None = None
        self._pairs = ipywidgets.Dropdown(description="Watch", layout={"width": "250px"})
        self._pairs.style = {"description_width": "44px"}
        self._pairs.observe(self._changed, "value")
        self._point = ipywidgets.IntSlider(0, 0, 1, description="Point")
        self._point.style = {"description_width": "40px"}
        self._point.layout = {"flex": "1 1 200px"}
        self._point.observe(self._moved, "value")
        self._strip = ipywidgets.HTML()
        self.odds = ipywidgets.HTML()
        self._top = ipywidgets.HBox([self._pairs, self._point], layout={"flex_flow": "row wrap"})
        self.widget = ipywidgets.VBox([ipywidgets.HTML(fc_style()), self._top, self._strip])
        self.widget.add_class("skylib-sight")

    # ---- what there is to watch ------------------------------------------------------------

    def _subject(self, game: FlyingCircus, draft: Any, id: str) -> tuple[str, Task, Flight] | None:
        """The flight of the strip: the draft, or the one flown by one of the pair."""
        if isinstance(draft, Fly):
            task = flight_task(game, draft)
            return (draft.id, task, draft.flight) if task else None
        state = game.state
        wanted = self.pair
        for flown in state.flown:
            if wanted is None or flown.id in (wanted.firer, wanted.target):
                task = combat.task_flown(state[flown.id], flown)
                return flown.id, task, flown.flight
        return None

    def _opponents(self, game: FlyingCircus, id: str) -> list[Aircraft]:
        side = enemy_of(game.state[id].side)
        return [a for a in game.state.of(side) if a.flying]

    def _options(self, game: FlyingCircus, draft: Any, id: str) -> list[tuple[str, Pair]]:
        movers = [draft.id] if isinstance(draft, Fly) else [f.id for f in game.state.flown]
        out = []
        for mover in movers:
            if not (isinstance(draft, Fly) or game.state[mover].flying):
                continue
            for other in self._opponents(game, mover):
                for firer, target in ((mover, other.id), (other.id, mover)):
                    for gun in game.state[firer].type.guns:
                        pair = Pair(firer, gun.position, target)
                        out.append((f"{firer} {gun.position} gun at {target}", pair))
        return out

    def watch(self, game: FlyingCircus, draft: Any, id: str) -> list[tuple[str, Pair]]:
        """Choose whom to watch if the pair is not there any more; all that could be watched."""
        options = self._options(game, draft, id)
        values = [pair for _, pair in options]
        if self.pair not in values:
            near = sorted(values, key=lambda p: self._far(game, p))
            self.pair = near[0] if near else None
        return options

    def show(self, game: FlyingCircus, draft: Any, id: str) -> None:
        """Show the strip for the moment; without a flight and an opponent, nothing."""
        options = self.watch(game, draft, id)
        subject = self._subject(game, draft, id) if self.pair else None
        self.widget.layout.display = "flex" if subject else "none"
        if subject is None:
            self.odds.value = ""
        self._setting = True
        try:
            if tuple(self._pairs.options) != tuple(options):
                self._pairs.options = options
            if subject is not None and self.pair is not None:
                self._pairs.value = self.pair
                self._fill(game, draft, *subject)
        finally:
            self._setting = False

    @staticmethod
    def _far(game: FlyingCircus, pair: Pair) -> tuple[int, bool]:
        a, b = game.state[pair.firer], game.state[pair.target]
        far = distance(a.hex, b.hex) if a.hex is not None and b.hex is not None else 99
        return far, a.side != game.state.mover

    def _fill(self, game: FlyingCircus, draft: Any, mover: str, task: Task, flight: Flight) -> None:
        self._task, self._flight, self._mover = task, flight, mover
        spent = sum(i.cost for i in trace(task, flight))
        at = spent if self.upto is None else min(self.upto, spent)
        self._point.max = task.plan.speed  # not what is spent: a limit that moves is a message more
        self._point.value = at
        assert self.pair is not None
        self._line = sighting(game, self.pair, None, draft if isinstance(draft, Fly) else None)
        other = self.pair.target if self.pair.firer == mover else self.pair.firer
        rows = strip_rows(game, mover, other, draft if isinstance(draft, Fly) else None)
        mode = task.left.letter
        if task.left != task.right:
            mode = f"{mode} left, {task.right.letter} right"
        title = f"{mover} at {task.plan}, turn mode {mode}: the last half must be in view"
        self._strip.value = strip_html(title, task, flight, rows, at or None)
        self.odds.value = self._odds_markup(game, task, flight, draft)

    def _odds_markup(self, game: FlyingCircus, task: Task, flight: Flight, draft: Any) -> str:
        """Table and odds of the watched gun, if its target is sighted when all is flown."""
        pair = self.pair
        assert pair is not None
        line = sighting(game, pair, None, draft if isinstance(draft, Fly) else None)
        firer, target = game.state[pair.firer], game.state[pair.target]
        found = firer.gun(pair.gun)
        done = sum(i.cost for i in trace(task, flight)) == task.plan.speed
        if line is None or not line.sighted or not done or found is None:
            return ""
        reach = distance(line.firer.hex, line.target.hex)
        if not 1 <= reach <= REACH:
            return ""
        table = game.charts.table(found[1])
        enough = target.max_speed - target.type.stall
        title = f"Table {found[1].table}: {pair.firer} {pair.gun} gun"
        return (
            f'<div class="skylib-pair">{table_html(table, title, reach, enough)}'
            f"{odds_html(table, reach, enough, pair.target)}</div>"
        )

    # ---- what the learner does -----------------------------------------------------------------

    def _changed(self, change: Any) -> None:
        if not self._setting and change["new"] is not None:
            self.pair = change["new"]
            self._scrubbed(change)

    def _moved(self, change: Any) -> None:
        if not self._setting:
            self.upto = change["new"]
            self._scrubbed(change)

    def scrub(self, point: int | None) -> None:
        """Go to a movement point; None is the end."""
        self.upto = point
        self._scrubbed(None)

    def fields(self, game: FlyingCircus) -> tuple[tuple[str, str], ...]:
        """The fields of fire to show: the watched gun, and when it comes to fire what can
        answer it."""
        if self.pair is None or self._task is None:
            return ()
        answers: list[tuple[str, str]] = []
        if game.state.step == "fire":
            guns = game.state[self.pair.target].type.guns
            answers = [(self.pair.target, gun.position) for gun in guns]
        return ((self.pair.firer, self.pair.gun), *answers[:1])

    def said(self) -> str:
        """The point that is looked at, in words."""
        if self._task is None:
            return ""
        at = place_after(self._task, self._flight, self.upto)
        text = f"{self._mover} at point {self._point.value}: level {at.level}."
        moments = self._line.moments if self._line else ()
        now = next((m for m in moments if m.number == self._point.value), None)
        if now is None or self.pair is None:
            return text
        view = "In view" if now.inside else "Not in view"
        return f"{text} {view} of {self.pair.firer}'s {self.pair.gun} gun: {now.why}."
