"""The speed and altitude decision: two rows of buttons; what is barred says why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import ipywidgets

from skylib.core.rulings import Ruling
from skylib.flying_circus import decisions
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import Plan
from skylib.flying_circus.moves import Announce, Fly
from skylib.flying_circus.state import Aircraft

from .choices import Choice, ChoiceRow
from .markup import escape

__all__ = ["Decision", "nearest", "runs"]


def nearest(game: FlyingCircus, aircraft: Aircraft, wanted: Plan) -> Plan:
    """The legal plan of that altitude decision whose speed is nearest to the wanted one."""
    speeds = decisions.legal_speeds(aircraft, wanted, game.readings)
    if not speeds:
        return wanted
    return replace(wanted, speed=min(speeds, key=lambda s: (abs(s - wanted.speed), -s)))


def runs(numbers: Sequence[int]) -> str:
    """Rising numbers in short: 4, 9–11."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and groups[-1][-1] == number - 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    return ", ".join(str(g[0]) if len(g) == 1 else f"{g[0]}–{g[-1]}" for g in groups)


class Decision:
    """What is to be decided before a flight. ``replan(plan)`` is called for every press.

    The reasons of all barred buttons are folded up under one line; whoever presses a barred
    one is shown its ruling.
    """

    def __init__(
        self, guard: Callable[..., Callable[..., None]], replan: Callable[[Plan], object]
    ) -> None:
        self._replan = replan
        self._game: FlyingCircus | None = None
        self._draft: Fly | None = None
        self.altitude = ChoiceRow("Altitude", guard(self.choose_altitude))
        self.speed = ChoiceRow("Speed", guard(self.choose_speed))
        self.why = ipywidgets.HTML()
        self.widget = ipywidgets.VBox([self.altitude.widget, self.speed.widget, self.why])

    def hide(self) -> None:
        """Nobody has anything to decide."""
        self._draft = None
        self.altitude.show([])
        self.speed.show([])
        self.why.value = ""
        self.why.layout.display = "none"

    def show(self, game: FlyingCircus, draft: Fly) -> None:
        """Offer what the aircraft of the draft may announce."""
        self._game, self._draft = game, draft
        aircraft, plan = game.state[draft.id], draft.plan
        why: list[tuple[str, Ruling]] = []
        altitudes = []
        for text, decision in _altitudes(aircraft):
            ruling = self._check(nearest(game, aircraft, replace(decision, speed=plan.speed)))
            altitudes.append(Choice(decision, text, ruling.reason, bool(ruling)))
            if not ruling:
                why.append((text, ruling))
        self.altitude.show(altitudes, replace(plan, speed=0))
        speeds = []
        barred: dict[str, tuple[list[int], Ruling]] = {}
        for speed in range(aircraft.type.stall, aircraft.type.max_speed + 1):
            ruling = self._check(replace(plan, speed=speed))
            speeds.append(Choice(speed, str(speed), ruling.reason, bool(ruling)))
            if not ruling:
                barred.setdefault(ruling.rule, ([], ruling))[0].append(speed)
        self.speed.show(speeds, plan.speed)
        names = [name for name, _ in why]
        if barred:
            every = sorted(speed for numbers, _ in barred.values() for speed in numbers)
            names.append(f"speed {runs(every)}")
        why += [(f"speed {runs(numbers)}", ruling) for numbers, ruling in barred.values()]
        self.why.value = _folded(names, why)
        self.why.layout.display = "" if why else "none"

    def _check(self, plan: Plan) -> Ruling:
        """The ruling on a plan; what is announced already cannot be changed."""
        game, draft = self._game, self._draft
        assert game is not None and draft is not None
        announced = game.state.plan_of(draft.id)
        if announced and plan != announced:
            return game.check(Announce(draft.id, plan))
        return decisions.check_plan(game.state[draft.id], plan, game.readings)

    # ---- pressed ----------------------------------------------------------

    def choose_altitude(self, decision: Plan) -> None:
        """Climb, keep the level or dive, at the nearest speed that goes with it."""
        game, draft = self._game, self._draft
        assert game is not None and draft is not None
        aircraft = game.state[draft.id]
        self._replan(nearest(game, aircraft, replace(decision, speed=draft.plan.speed)))

    def choose_speed(self, speed: int) -> None:
        """Another speed for the same altitude decision."""
        assert self._draft is not None
        self._replan(replace(self._draft.plan, speed=speed))

    def next_altitude(self) -> None:
        """The next altitude decision that is allowed, round and round."""
        assert self._draft is not None
        allowed: list[Any] = [c.value for c in self.altitude.choices if c.allowed]
        now = replace(self._draft.plan, speed=0)
        at = allowed.index(now) + 1 if now in allowed else 0
        if allowed:
            self.choose_altitude(allowed[at % len(allowed)])


def _altitudes(aircraft: Aircraft) -> Iterator[tuple[str, Plan]]:
    """The altitude decisions that its chart knows, legal or not."""
    yield "level", Plan(0)
    yield "climb", Plan(0, climb=True)
    for levels in range(1, max(2, aircraft.type.dive_levels) + 1):
        yield f"dive {levels}", Plan(0, dive=levels)


def _folded(names: Sequence[str], why: Sequence[tuple[str, Ruling]]) -> str:
    """One line that names what is barred; the reasons unfold below it."""
    if not why:
        return ""
    reasons = "".join(
        f"<li><b>{escape(name)}</b>: {escape(ruling.reason)} ({escape(ruling.rule)})</li>"
        for name, ruling in why
    )
    return (
        f'<details class="skylib-why"><summary>Why not {escape(", ".join(names))}?</summary>'
        f"<ul>{reasons}</ul></details>"
    )
