"""The flight deck's controls for the standard game of Flying Circus."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import ipywidgets

from skylib.core.errors import SkylibError
from skylib.core.hexes import COLUMNS, Hex
from skylib.flying_circus import decisions, movement
from skylib.flying_circus.combat import task_flown
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import DIVE_COST, Flight, Plan, Task, Trials
from skylib.flying_circus.moves import (
    Announce,
    Enter,
    Fire,
    Fly,
    GroundFire,
    Height,
    Objective,
    Pass,
    Strafe,
)
from skylib.flying_circus.state import OFF, SIDES, Aircraft, enemy_of
from skylib.scenes import Scene, scene_of
from skylib.scenes.flying_circus import Pair, flight_task, place_after, reach_of

from .choices import Choice, ChoiceRow
from .controls import Controls as BaseControls
from .deck import FlightDeck
from .flying_circus_cockpit import cockpit_html
from .flying_circus_markup import fc_style
from .flying_circus_sight import SightPanel, strip_rows
from .flying_circus_strip import strip_html
from .markup import escape

__all__ = ["Controls", "panel"]

_LISTED = 80  # moves in the list beside the map
_STEPS = {"ArrowUp": "F", "ArrowLeft": "L", "ArrowRight": "R", "d": "D", "c": "C"}


def panel(game: FlyingCircus) -> str:
    """What a replayed game shows beside its story: the strips of the flights just flown."""
    state, out = game.state, []
    for flown in state.flown:
        if not state[flown.id].flying:
            continue
        task = task_flown(state[flown.id], flown)
        for other in state.of(enemy_of(state.mover)):
            if other.flying:
                rows = strip_rows(game, flown.id, other.id)
                title = f"{flown.id} at {flown.plan}"
                out.append(strip_html(title, task, flown.flight, rows, narrow=True))
    return fc_style() + "".join(out) if out else ""


class Controls(BaseControls):
    """Who flies, the altitude and speed decisions, the flight step by step, and fire."""

    keys = (
        ("↑", "forward"),
        ("← →", "turn"),
        ("d", "dive"),
        ("c", "climb"),
        ("Backspace", "one step back"),
        ("4–9", "speed"),
        ("a", "altitude"),
        ("n", "next aircraft"),
        ("t", "trial"),
        ("g", "fields of fire"),
        ("p", "hold fire"),
    )
    map_width = "660px"

    def __init__(self, deck: FlightDeck) -> None:
        super().__init__(deck)
        self.id = ""  # who is to fly
        self.fields = True
        self.target: Hex | None = None  # tapped, to be reached
        self.trials: dict[str, Trials] = {}
        self._ghosts: dict[str, list[Fly]] = {}
        self._phase = 0
        self._setting = False
        guard = deck._guard
        row = lambda label, act: ChoiceRow(label, guard(act))  # noqa: E731
        self._who = row("Aircraft", self._choose_aircraft)
        self._entry = row("Facing", self._choose_entry)
        self._altitude = row("Altitude", self._choose_altitude)
        self._speed = row("Speed", self._choose_speed)
        self._marker = row("Climb at", self._choose_marker)
        self._first = row("Choose", self._choose_first)
        self._shots = row("Fire", self._choose_shot)
        self._why = ipywidgets.HTML()
        self._flight = ipywidgets.HTML()
        self._ways = ipywidgets.Dropdown(layout={"width": "100%", "display": "none"})
        self._ways.description = "Ways there"
        self._ways.style = {"description_width": "70px"}
        self._ways.observe(guard(self._way_chosen), "value")
        self._buttons = {
            step: deck._button(text, lambda step=step: self.step(step), tip)
            for step, text, tip in (
                ("L", "↶ left", "turn one hexside to the left (←)"),
                ("F", "↑ forward", "one hex forward (↑)"),
                ("R", "right ↷", "turn one hexside to the right (→)"),
                ("D", "⤓ dive", "the announced dive, in this hex (d)"),
                ("C", "⤒ climb", "gain the level here (c)"),
            )
        }
        back = deck._button("⌫ back", self.back, "one step back (Backspace)")
        self._try = deck._button("Try", self.trial, "fly it on trial and take it back (t)")
        self._say = deck._button("Announce", self.announce, "fix altitude and speed now")
        self._hold = deck._button("Hold fire", self.hold, "no further fire (p)")
        self._stepping = ipywidgets.HBox(
            [*self._buttons.values(), back, self._try, self._say],
            layout={"flex_flow": "row wrap"},
        )
        self.sight = SightPanel(guard(self._scrubbed))
        self.above, self.under = (self.sight.widget,), (self.sight.odds,)
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(fc_style()),
                self._first.widget,
                self._who.widget,
                self._entry.widget,
                self._altitude.widget,
                self._speed.widget,
                self._why,
                self._stepping,
                self._flight,
                self._marker.widget,
                self._ways,
                self._shots.widget,
                self._hold,
            ]
        )

    @property
    def game(self) -> FlyingCircus:
        return self.deck.game  # type: ignore[return-value]

    @property
    def verb(self) -> str:  # type: ignore[override]
        """The word on the button that commits."""
        step = self.game.state.step
        if step == "fire":
            return "Fire"
        if step in ("objective", "height"):
            return "Choose"
        return "Enter" if isinstance(self.draft, Enter) else "Fly"

    # ---- the draft ----------------------------------------------------------

    def renew(self) -> None:
        state = self.game.state
        if self._phase != state.phase or not self.game.history:
            self._phase = state.phase
            self.trials, self._ghosts = {}, {}
        self.draft, self.target = None, None
        self.sight.upto = None
        waiting = [a.id for a in state.to_fly()] if state.step == "move" else []
        if self.game.outcome:
            waiting = []
        if self.id not in waiting:
            self.id = waiting[0] if waiting else ""
        if self.id:
            self._begin()
        self._offer()

    def set_draft(self, move: Any) -> None:
        self.draft = move
        self.target = None
        self.sight.upto = None
        if isinstance(move, Fly | Enter | Announce):
            self.id = move.id
        if isinstance(move, Announce):
            self.draft = Fly(move.id, move.plan, Flight(""))
        if isinstance(move, Fire):
            self.sight.pair = Pair(move.id, move.gun, move.target)
        self._offer()

    def _begin(self) -> None:
        """An empty flight for the aircraft to fly, with a plan near what it does now."""
        aircraft = self.game.state[self.id]
        if aircraft.hex is None:
            return
        announced = self.game.state.plan_of(self.id)
        plan = announced or self._nearest(Plan(aircraft.speed or aircraft.max_speed))
        self.draft = Fly(self.id, plan, Flight(""))

    def _nearest(self, wanted: Plan) -> Plan:
        """The legal plan of that altitude decision whose speed is nearest to the wanted one."""
        aircraft = self.game.state[self.id]
        speeds = decisions.legal_speeds(aircraft, wanted, self.game.readings)
        if not speeds:
            return wanted
        return replace(wanted, speed=min(speeds, key=lambda s: (abs(s - wanted.speed), -s)))

    def _task(self) -> Task | None:
        return flight_task(self.game, self.draft) if isinstance(self.draft, Fly) else None

    def _draw(self) -> None:
        """Show a changed draft everywhere."""
        self._offer()
        self.deck.redraw()
        self.deck.relist()
        self.deck._commit.description = self.verb
        self.deck._scores.value = self.scores()

    # ---- what is on offer ----------------------------------------------------------

    def _offer(self) -> None:
        """Set all controls to the draft and the moment."""
        self._setting = True
        try:
            state, over = self.game.state, bool(self.game.outcome)
            moving = state.step == "move" and not over
            self._offer_first()
            waiting = state.to_fly() if moving else ()
            self._who.show(
                [Choice(a.id, f"{a.id} {a.type.name}") for a in waiting]
                if len(waiting) > 1
                else [],
                self.id,
            )
            self._offer_entry()
            flying = isinstance(self.draft, Fly)
            self._offer_plan() if flying else self._hide_plan()
            self._offer_shots()
            self.sight.show(self.game, self.draft, self.id)
        finally:
            self._setting = False

    def _offer_first(self) -> None:
        game, step = self.game, self.game.state.step
        choices: list[Choice] = []
        if step == "objective":
            choices = [
                Choice(m, m.letter or "draw it")
                for m in game.legal_moves()
                if isinstance(m, Objective)
            ]
        elif step == "height":
            choices = [Choice(m, str(m.level)) for m in game.legal_moves() if isinstance(m, Height)]
        self._first.show(choices, self.draft)

    def _offer_entry(self) -> None:
        draft, choices = self.draft, []
        if isinstance(draft, Enter):
            choices = [
                Choice(m, f"{COLUMNS.facing_name(m.facing)} into {m.name}")
                for m in self._entries(draft.name)
            ]
        self._entry.show(choices, draft)

    def _entries(self, name: str) -> list[Enter]:
        moves = (Enter(self.id, name, facing) for facing in range(6))
        return [m for m in moves if self.game.check(m)]

    def _hide_plan(self) -> None:
        for row in (self._altitude, self._speed, self._marker):
            row.show([])
        self._why.value = self._flight.value = ""
        self._ways.layout.display = self._stepping.layout.display = "none"
        state = self.game.state
        if state.step == "move" and not self.game.outcome and self.id:
            edge = "west" if state[self.id].side == "allied" else "east"
            self._why.value = (
                f'<p class="skylib-why">{escape(self.id)} comes in over the {edge} edge: '
                "tap one of the marked hexes, or choose from the list.</p>"
            )

    def _decisions(self, aircraft: Aircraft) -> Iterator[tuple[str, Plan]]:
        """The altitude decisions that its chart knows, legal or not."""
        yield "level", Plan(0)
        yield "climb", Plan(0, climb=True)
        for levels in range(1, max(2, aircraft.type.dive_levels) + 1):
            yield f"dive {levels}", Plan(0, dive=levels)

    def _offer_plan(self) -> None:
        game, plan = self.game, self.draft.plan
        aircraft, readings = game.state[self.draft.id], game.readings
        announced = game.state.plan_of(self.draft.id)
        why: list[str] = []
        altitudes = []
        for text, decision in self._decisions(aircraft):
            best = self._nearest(replace(decision, speed=plan.speed))
            ruling = decisions.check_plan(aircraft, best, readings)
            if announced:
                ruling = game.check(Announce(self.draft.id, best)) if best != announced else ruling
            altitudes.append(Choice(decision, text, ruling.reason, bool(ruling)))
            if not ruling:
                why.append(f"Not {text}: {ruling.reason} ({ruling.rule}).")
        self._altitude.show(altitudes, replace(plan, speed=0))
        speeds = []
        reasons: dict[str, tuple[list[int], str]] = {}
        for speed in range(aircraft.type.stall, aircraft.type.max_speed + 1):
            wanted = replace(plan, speed=speed)
            ruling = decisions.check_plan(aircraft, wanted, readings)
            if announced and wanted != announced:
                ruling = game.check(Announce(self.draft.id, wanted))
            speeds.append(Choice(speed, str(speed), ruling.reason, bool(ruling)))
            if not ruling:
                reasons.setdefault(ruling.rule, ([], ruling.reason))[0].append(speed)
        self._speed.show(speeds, plan.speed)
        for rule, (barred, reason) in reasons.items():
            runs = f"{barred[0]}" if len(barred) == 1 else ", ".join(map(str, barred))
            why.append(f"Not {runs}: {reason} ({rule}).")
        self._why.value = f'<p class="skylib-why">{"<br>".join(map(escape, why))}</p>'
        self._stepping.layout.display = "flex"
        self._say.layout.display = "none" if announced else "inline-flex"
        self._offer_flight()

    def _offer_flight(self) -> None:
        draft, task = self.draft, self._task()
        if task is None:
            return
        going_on = self._next_steps(task)
        for step, button in self._buttons.items():
            possible = step in going_on
            button.style.button_color = None if possible else "#f1efea"
            if step in "DC":
                wanted = draft.plan.dive if step == "D" else task.gains
                button.layout.display = "inline-flex" if wanted else "none"
        spent = sum(i.cost for i in movement.trace(task, draft.flight))
        steps = str(draft.flight) or "nothing flown yet"
        trials = self.trials.get(self.id, Trials())
        words = f"{spent} of {draft.plan.speed} points"
        dive = DIVE_COST * (draft.plan.dive - 1)
        if dive > 0 and "D" not in draft.flight.steps:
            words += f", {dive} of them for the dive"
        tried = ""
        if trials.flown:
            tried = f"<br>Trials: {len(trials.flown)} of {Trials.LIMIT}. "
            tried += escape(trials.check(called=trials.may_be_called).reason)
        self._flight.value = (
            f'<p class="skylib-why"><strong>{escape(steps)}</strong> ({words}){tried}</p>'
        )
        self._offer_marker()
        ways = self._ways_to(self.target) if self.target is not None else ()
        name = self.game.map.board.name
        self._ways.layout.display = "flex" if len(ways) > 1 else "none"
        if len(ways) > 1:
            self._ways.options = [(self._way_words(task, w), w) for w in ways[:_LISTED]]
            self._ways.value = draft.flight if draft.flight in ways[:_LISTED] else ways[0]
            self._ways.description = f"{len(ways)} ways"
            self._ways.tooltip = f"flights that end in {name(self.target)}"

    def _way_words(self, task: Task, way: Flight) -> str:
        at = place_after(task, way)
        return f"facing {COLUMNS.facing_name(at.facing)}, level {at.level}: {way}"

    def _offer_marker(self) -> None:
        draft = self.draft
        aircraft = self.game.state[draft.id]
        choices = []
        if "D" in draft.flight.steps and self.game.readings["FC-DIVE"] == "any":
            choices = [Choice(None, f"{aircraft.progress} as it is", "leave the climb marker")]
            choices += [
                Choice(g, str(g), "the climb marker may be set anywhere after a dive (FC-DIVE)")
                for g in range(aircraft.type.climb_grades)
                if g != aircraft.progress
            ]
        self._marker.show(choices, draft.progress)

    def _offer_shots(self) -> None:
        game, state = self.game, self.game.state
        firing = state.step == "fire" and not game.outcome
        self._hold.layout.display = "inline-flex" if firing else "none"
        choices = []
        if firing:
            side = game.to_move or ""
            for shot in self._possible(side):
                ruling = game.check(shot)
                text = str(shot).replace(" fire ", " ").replace(" at ", " → ")
                if ruling and isinstance(shot, Fire):
                    down = ruling.facts["shot down with"]
                    text += f", range {ruling.facts['range']}, shot down {down} of 6"
                choices.append(Choice(shot, text, ruling.reason, bool(ruling)))
            choices.sort(key=lambda c: not c.allowed)
        self._shots.show(choices, self.draft)

    def _possible(self, side: str) -> Iterator[Any]:
        """Every gun of a side with every enemy, and what the ground can do."""
        state = self.game.state
        for firer in state.of(side):
            if firer.flying:
                for gun in firer.type.guns:
                    for target in state.of(enemy_of(side)):
                        if target.flying:
                            yield Fire(firer.id, gun.position, target.id)
        for shot in self.game.legal_moves():
            if isinstance(shot, Strafe | GroundFire):
                yield shot

    # ---- pressed ----------------------------------------------------------

    def _choose_aircraft(self, id: str) -> None:
        self.id = id
        self.draft, self.target, self.sight.upto = None, None, None
        self._begin()
        self._draw()

    def _choose_first(self, move: Any) -> None:
        self.draft = move
        self._draw()

    def _choose_entry(self, move: Enter) -> None:
        self.draft = move
        self._draw()

    def _replan(self, plan: Plan) -> None:
        """Take a new plan; a refused one is answered with its ruling."""
        ruling = self.game.check(Announce(self.id, plan))
        if not ruling:
            self.deck.show_ruling(ruling)
            return
        old = self.draft.flight
        self.draft = Fly(self.id, plan, old)
        self.target, self.sight.upto = None, None
        task = self._task()
        if task is None or not self._goes_on(task, old.steps):
            self.draft = Fly(self.id, plan, Flight(""))
        self._draw()

    def _choose_altitude(self, decision: Plan) -> None:
        self._replan(self._nearest(replace(decision, speed=self.draft.plan.speed)))

    def _choose_speed(self, speed: int) -> None:
        self._replan(replace(self.draft.plan, speed=speed))

    def _choose_marker(self, progress: int | None) -> None:
        self.draft = replace(self.draft, progress=progress)
        self._draw()

    def _choose_shot(self, shot: Any) -> None:
        if isinstance(shot, Fire):
            self.sight.pair = Pair(shot.id, shot.gun, shot.target)
        ruling = self.game.check(shot)
        self.draft = shot if ruling else None
        self._draw()
        self.deck.show_ruling(ruling)

    def _way_chosen(self, change: Any) -> None:
        if not self._setting and change["new"] is not None:
            self.draft = replace(self.draft, flight=change["new"], progress=None)
            self.sight.upto = None
            self._draw()

    def _scrubbed(self, _: Any = None) -> None:
        self.sight.show(self.game, self.draft, self.id)
        self.deck.map.show(self.scene())
        self.deck.map.status = self.sight.said()

    # ---- flying step by step ----------------------------------------------------------

    def _goes_on(self, task: Task, steps: str) -> bool:
        """Whether a legal flight begins with these steps."""
        reach = reach_of(task)
        return any(
            way.steps.startswith(steps)
            for ways in (*reach.places.values(), reach.exits)
            for way in ways
        )

    def _next_steps(self, task: Task) -> set[str]:
        """The steps with which a legal flight goes on from the draft."""
        begun = self.draft.flight.steps
        reach = reach_of(task)
        return {
            way.steps[len(begun)]
            for ways in (*reach.places.values(), reach.exits)
            for way in ways
            if len(way.steps) > len(begun) and way.steps.startswith(begun)
        }

    def step(self, letter: str) -> None:
        """Add a step to the flight; one that the rules refuse shows their ruling."""
        task = self._task()
        if task is None:
            raise SkylibError("nobody is to fly a step now")
        flight = Flight(self.draft.flight.steps + letter)
        if not self._goes_on(task, flight.steps):
            ruling = movement.check_flight(task, flight)
            if letter == "D" and not self.draft.plan.dive and not self.draft.flight.steps:
                return self._choose_altitude(Plan(0, dive=1))
            if letter == "C" and not self.draft.plan.climb and not self.draft.flight.steps:
                return self._choose_altitude(Plan(0, climb=True))
            self.deck.show_ruling(ruling)
            return None
        self.draft = replace(self.draft, flight=flight, progress=None)
        self.target, self.sight.upto = None, None
        self._draw()
        return None

    def back(self) -> None:
        """Take the last step back."""
        if isinstance(self.draft, Fly) and self.draft.flight.steps:
            self.draft = replace(
                self.draft, flight=Flight(self.draft.flight.steps[:-1]), progress=None
            )
            self.target, self.sight.upto = None, None
            self._draw()

    def trial(self) -> None:
        """Fly the draft on trial: it stays on the map as a ghost, and the flight is taken back."""
        if not isinstance(self.draft, Fly):
            raise SkylibError("only a flight can be tried")
        ruling = self.game.check(self.draft)
        if not ruling:
            self.deck.show_ruling(ruling)
            return
        trials = self.trials.get(self.id, Trials()).tried(self.draft.flight)
        self.trials[self.id] = trials
        self._ghosts.setdefault(self.id, []).append(self.draft)
        self.draft = Fly(self.id, self.draft.plan, Flight(""))
        self.target, self.sight.upto = None, None
        self._draw()
        self.deck.show_ruling(trials.check(called=trials.may_be_called))

    def announce(self) -> None:
        """Fix altitude and speed before the flight, as at a table."""
        if isinstance(self.draft, Fly):
            self.deck.play(Announce(self.draft.id, self.draft.plan))

    def hold(self) -> None:
        """No further fire in this phase."""
        self.deck.play(Pass())

    def _ways_to(self, hex: Hex) -> tuple[Flight, ...]:
        """The flights to a hex that go on from the draft's steps, the straightest first for
        each facing; all flights there if none goes on."""
        task = self._task()
        if task is None:
            return ()
        ways = reach_of(task).to(hex)
        begun = self.draft.flight.steps
        on = [w for w in ways if w.steps.startswith(begun)]
        if self.target == hex and self.draft.flight in ways:
            on = list(ways)
        found = on or list(ways)
        rank = lambda w: (sum(s in "LR" for s in w.steps), len(w.steps), w.steps)  # noqa: E731
        by_end: dict[Any, list[Flight]] = {}
        for way in sorted(found, key=rank):
            by_end.setdefault(place_after(task, way), []).append(way)
        firsts = [ways[0] for ways in by_end.values()]
        rest = [way for ways in by_end.values() for way in ways[1:]]
        return tuple((*firsts, *rest))

    # ---- taps and keys ----------------------------------------------------------

    def tap(self, hex: Hex) -> None:
        state = self.game.state
        if self.game.outcome:
            return
        if state.step == "fire":
            self._tap_target(hex)
        elif state.step == "move" and self.id:
            mine = next((a for a in state.to_fly() if a.hex == hex and a.id != self.id), None)
            if mine is not None:
                self._choose_aircraft(mine.id)
            elif state[self.id].status == OFF:
                self._tap_entry(hex)
            else:
                self._tap_end(hex)

    def _tap_entry(self, hex: Hex) -> None:
        name = self.game.map.board.name(hex)
        moves = self._entries(name)
        if not moves:
            self.deck.show_ruling(self.game.check(Enter(self.id, name, 1)))
            return
        again = isinstance(self.draft, Enter) and self.draft in moves
        at = (moves.index(self.draft) + 1) % len(moves) if again else 0
        self.draft = moves[at]
        self._draw()

    def _tap_end(self, hex: Hex) -> None:
        ways = self._ways_to(hex)
        if not ways:
            self.deck.map.status = self._why_not_there(hex)
            return
        again = self.target == hex and self.draft.flight in ways
        at = (ways.index(self.draft.flight) + 1) % len(ways) if again else 0
        self.target, self.sight.upto = hex, None
        self.draft = replace(self.draft, flight=ways[at], progress=None)
        self._draw()

    def _why_not_there(self, hex: Hex) -> str:
        """Which other decisions would lead to a hex."""
        game, name = self.game, self.game.map.board.name(hex)
        plans = [
            str(plan)
            for plan in game.plans(game.state, self.id)
            if hex in reach_of(game.task(game.state, self.id, plan)).hexes
        ]
        text = f"No flight of {self.draft.plan} ends in {name}."
        if plans:
            return f"{text} These would: {', '.join(plans)}."
        return f"{text} Nor does one of any other decision in this phase."

    def _tap_target(self, hex: Hex) -> None:
        here = {a.id for a in self.game.state.aircraft if a.hex == hex}
        shots = [c for c in self._shots.choices if getattr(c.value, "target", "") in here]
        if shots:
            values = [c.value for c in shots if c.allowed] or [shots[0].value]
            at = (values.index(self.draft) + 1) % len(values) if self.draft in values else 0
            self._choose_shot(values[at])

    def key(self, key: str) -> bool:
        step = self.game.state.step
        if key == "g":
            self.fields = not self.fields
            self.deck.redraw()
        elif key == "p" and step == "fire":
            self.hold()
        elif key == "n" and self._who.choices:
            ids = [c.value for c in self._who.choices]
            self._choose_aircraft(ids[(ids.index(self.id) + 1) % len(ids)])
        elif isinstance(self.draft, Fly) and key in _STEPS:
            self.step(_STEPS[key])
        elif isinstance(self.draft, Fly) and key == "Backspace":
            self.back()
        elif isinstance(self.draft, Fly) and key == "t":
            self.trial()
        elif isinstance(self.draft, Fly) and key == "a":
            self._next_altitude()
        elif isinstance(self.draft, Fly) and key in "123456789" and len(key) == 1:
            self._choose_speed(int(key))
        else:
            return False
        return True

    def _next_altitude(self) -> None:
        allowed = [c.value for c in self._altitude.choices if c.allowed]
        now = replace(self.draft.plan, speed=0)
        at = allowed.index(now) + 1 if now in allowed else 0
        if allowed:
            self._choose_altitude(allowed[at % len(allowed)])

    # ---- showing ----------------------------------------------------------

    def scene(self) -> Scene:
        draft = self.draft
        hint = None
        return scene_of(
            self.game,
            draft,
            reach=True,
            fields=self.sight.fields(self.game) if self.fields else (),
            ghosts=self._ghosts.get(self.id, ()) if isinstance(draft, Fly) else (),
            sight=self.sight.pair,
            upto=self.sight.upto,
            hint=hint,
        )

    def said(self) -> str:
        draft = self.draft
        task = self._task()
        if task is None or self.game.check(draft):
            return super().said()
        at = place_after(task, draft.flight)
        board = self.game.map.board
        where = board.name(at.hex) if at.hex in board.index else "off the map"
        spent = sum(i.cost for i in movement.trace(task, draft.flight))
        text = f"{draft.id} {draft.plan}: {draft.flight}" if draft.flight.steps else str(draft.id)
        text += f" at {where} facing {COLUMNS.facing_name(at.facing)}, level {at.level}; "
        text += f"{spent} of {draft.plan.speed} points spent."
        going_on = self._next_steps(task)
        return f"{text} Next: {', '.join(s for s in 'FLRDC' if s in going_on) or 'nothing'}."

    def offers(self) -> tuple[str, ...]:
        game = self.game
        if game.outcome:
            return ()
        task = self._task()
        if task is None:
            moves = (m for m in game.legal_moves() if self._listable(m))
            return tuple(map(str, islice(moves, 200)))
        if self.target is not None:
            flights: Any = self._ways_to(self.target)
        else:
            begun = self.draft.flight.steps
            flights = (w for w in movement.flights(task) if w.steps.startswith(begun))
        return tuple(str(replace(self.draft, flight=w)) for w in islice(flights, _LISTED))

    def _listable(self, move: Any) -> bool:
        return (
            not isinstance(move, Fly | Announce)
            and getattr(move, "id", self.id)
            in (
                self.id,
                "",
            )
        ) or self.game.state.step == "fire"

    def scores(self) -> str:
        game, state = self.game, self.game.state
        out = []
        first = self.id
        if state.step == "fire":
            first = self.sight.pair.firer if self.sight.pair else ""
        what = "shot down" if game.scenario.kind == "air" else "victory points"
        points = ", ".join(f"{side.capitalize()} {game.score(state, side)}" for side in SIDES)
        out.append(f'<p class="skylib-why">{escape(what.capitalize())}: {escape(points)}</p>')
        crew = sorted(state.aircraft, key=lambda a: a.id != first)
        for aircraft in crew:
            computer = aircraft.side in self.deck.computer
            out.append(cockpit_html(aircraft, computer, folded=aircraft.id != first))
        return "".join(out)
