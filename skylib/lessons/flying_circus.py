"""The flight deck's controls for the standard game of Flying Circus.

The parts lie in files of their own: the decision, the steps, the ways to a hex, the trials,
the shots, the sighting strip, the cockpits. Here they meet the draft, the taps and the keys.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import ipywidgets

from skylib.core.errors import SkylibError
from skylib.core.hexes import COLUMNS, Hex
from skylib.flying_circus import movement
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import DIVE_COST, Flight, Plan, Task
from skylib.flying_circus.moves import Announce, Enter, Fire, Fly, Height, Objective, Pass
from skylib.flying_circus.state import OFF, SIDES
from skylib.scenes import Scene, scene_of
from skylib.scenes.flying_circus import Pair, flight_task, place_after, reach_of
from skylib.scenes.flying_circus_ground import SIDE

from .choices import Choice, ChoiceRow
from .controls import Controls as BaseControls
from .deck import FlightDeck
from .flying_circus_cockpit import cockpit_html, summary
from .flying_circus_decision import Decision, nearest
from .flying_circus_entry import EntryRow, entries_at, entry_by_key, entry_words
from .flying_circus_markup import fc_style
from .flying_circus_shots import ShotRow
from .flying_circus_sight import SightPanel
from .flying_circus_steps import ARROWS, StepButtons
from .flying_circus_trials import TrialBook
from .flying_circus_ways import goes_on, next_steps, way_words, ways_to
from .markup import escape
from .turn_sign import turn_sign

__all__ = ["Controls"]

_LISTED = 80  # moves in the list beside the map
_STEPS = ARROWS | {"d": "D", "c": "C"}


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
        ("n", "next choice"),
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
        self.trials = TrialBook()
        self._setting = False
        guard = deck._guard
        row = lambda label, act: ChoiceRow(label, guard(act))  # noqa: E731
        self._first = row("Choose", self._take)
        self._who = row("Aircraft", self._choose_aircraft)
        self._entry = EntryRow("Facing", guard(self._take))
        self.decision = Decision(guard, self._replan)
        self._words = ipywidgets.HTML()
        self._flight = ipywidgets.HTML()
        self._marker = row("Climb at", self._choose_marker)
        self._ways = ipywidgets.Dropdown(layout={"width": "100%", "display": "none"})
        self._ways.style = {"description_width": "70px"}
        self._ways.observe(guard(self._way_chosen), "value")
        try_ = deck._button("Try", self.trial, "fly it on trial and take it back (t)")
        self._say = deck._button("Announce", self.announce, "fix altitude and speed now")
        self.steps = StepButtons(deck, "LFRDC", self.step, self.back, try_, self._say)
        self.shots = ShotRow(deck, guard(self._choose_shot), self.hold)
        self.sight = SightPanel(guard(self._scrubbed))
        self.cockpits = ipywidgets.HTML()
        self.under = (self.sight.widget, self.sight.odds, self.cockpits)
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(fc_style()),
                self._words,
                self._first.widget,
                self._who.widget,
                self._entry.widget,
                self.decision.widget,
                self.steps.widget,
                self._flight,
                self._marker.widget,
                self._ways,
                self.shots.widget,
                ipywidgets.HBox([self.shots.hold]),
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
        return "Enter" if self._entering else "Fly"

    @property
    def _entering(self) -> bool:
        """Whether the aircraft to fly has still to come onto the map."""
        return bool(self.id) and self.game.state[self.id].status == OFF

    @property
    def seats(self) -> tuple[str, ...]:
        return SIDES

    # ---- the draft ----------------------------------------------------------

    def renew(self) -> None:
        state = self.game.state
        self.trials.turn_to(state.phase, fresh=not self.game.history)
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
        plan = self.game.state.plan_of(self.id) or nearest(
            self.game, aircraft, Plan(aircraft.speed or aircraft.max_speed)
        )
        self.draft = Fly(self.id, plan, Flight(""))

    def _change(self, flight: Flight) -> None:
        """Another flight for the same plan."""
        self.draft = replace(self.draft, flight=flight, progress=None)
        self.sight.upto = None

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
            _put(self._words, self._said_of_the_aircraft())
            self._offer_first()
            self._offer_aircraft()
            self._entry.offer(self.game, self.draft)
            if isinstance(self.draft, Fly):
                self.decision.show(self.game, self.draft)
                self._offer_flight()
            else:
                self._hide_flight()
            self.shots.offer(self.game, self.draft)
            self.sight.show(self.game, self.draft, self.id)
            self.cockpits.value = self._cockpits()
        finally:
            self._setting = False

    def _said_of_the_aircraft(self) -> str:
        """Who flies, in a line: what is to be known for the decision."""
        state = self.game.state
        if not self.id or self.game.outcome:
            return ""
        aircraft = state[self.id]
        text = summary(aircraft)
        if self._entering:
            name = f"{aircraft.id} {aircraft.type.name}"
            text = entry_words(name, aircraft.side, f" at level {aircraft.level}")
        return f'<p class="skylib-why">{escape(text)}</p>'

    def _offer_first(self) -> None:
        """Before the first flight: the objective, then the height."""
        choices: list[Choice] = []
        for move in self.game.legal_moves() if self._choosing else ():
            if isinstance(move, Objective):
                choices.append(Choice(move, move.letter or "draw it"))
            elif isinstance(move, Height):
                choices.append(Choice(move, str(move.level)))
        self._first.show(choices, self.draft)

    @property
    def _choosing(self) -> bool:
        return self.game.state.step in ("objective", "height") and not self.game.outcome

    def _offer_aircraft(self) -> None:
        state = self.game.state
        moving = state.step == "move" and not self.game.outcome
        waiting = state.to_fly() if moving else ()
        choices = [Choice(a.id, f"{a.id} {a.type.name}") for a in waiting]
        self._who.show(choices if len(choices) > 1 else [], self.id)

    def _hide_flight(self) -> None:
        self.decision.hide()
        self.steps.hide()
        self._marker.show([])
        _put(self._flight, "")
        self._ways.layout.display = "none"

    def _offer_flight(self) -> None:
        draft, task = self.draft, self._task()
        if task is None:
            return self._hide_flight()
        wanted = ("D" if draft.plan.dive else "") + ("C" if task.gains else "")
        without = [letter for letter in "DC" if letter not in wanted]
        self.steps.show(next_steps(task, draft.flight.steps), without)
        announced = self.game.state.plan_of(draft.id)
        self._say.layout.display = "none" if announced else "inline-flex"
        spent = sum(i.cost for i in movement.trace(task, draft.flight))
        words = f"{spent} of {draft.plan.speed} points"
        dive = DIVE_COST * (draft.plan.dive - 1)
        if dive > 0 and "D" not in draft.flight.steps:
            words += f", {dive} of them for the dive"
        tried = self.trials.words(self.id)
        _put(
            self._flight,
            f'<p class="skylib-why"><strong>{escape(str(draft.flight) or "nothing flown yet")}'
            f"</strong> ({words}){f'<br>{tried}' if tried else ''}</p>",
        )
        self._offer_marker()
        self._offer_ways(task)
        return None

    def _offer_marker(self) -> None:
        """Where the climb marker may be set after a dive, if the reading leaves it open."""
        draft, aircraft = self.draft, self.game.state[self.draft.id]
        choices = []
        if "D" in draft.flight.steps and self.game.readings["FC-DIVE"] == "any":
            choices = [Choice(None, f"{aircraft.progress} as it is", "leave the climb marker")]
            choices += [
                Choice(g, str(g), "the climb marker may be set anywhere after a dive (FC-DIVE)")
                for g in range(aircraft.type.climb_grades)
                if g != aircraft.progress
            ]
        self._marker.show(choices, draft.progress)

    def _offer_ways(self, task: Task) -> None:
        """The flights to the hex that was tapped, if there are several."""
        ways = self._ways_to(self.target) if self.target is not None else ()
        self._ways.layout.display = "flex" if len(ways) > 1 else "none"
        if len(ways) > 1 and self.target is not None:
            flight = self.draft.flight
            self._ways.options = [(way_words(task, w), w) for w in ways[:_LISTED]]
            self._ways.value = flight if flight in ways[:_LISTED] else ways[0]
            self._ways.description = f"{len(ways)} ways"
            self._ways.tooltip = f"flights that end in {self.game.map.board.name(self.target)}"

    def _ways_to(self, hex: Hex) -> tuple[Flight, ...]:
        task = self._task()
        if task is None:
            return ()
        return ways_to(task, hex, self.draft.flight, again=self.target == hex)

    # ---- pressed ----------------------------------------------------------

    def _choose_aircraft(self, id: str) -> None:
        self.id = id
        self.draft, self.target, self.sight.upto = None, None, None
        self._begin()
        self._draw()

    def _take(self, move: Any) -> None:
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
        if task is None or not goes_on(task, old.steps):
            self.draft = Fly(self.id, plan, Flight(""))
        self._draw()

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
            self._change(change["new"])
            self._draw()

    def _scrubbed(self, _: Any = None) -> None:
        self.sight.show(self.game, self.draft, self.id)
        self.deck.map.show(self.scene())
        self.deck.map.status = self.sight.said()

    # ---- flying step by step ----------------------------------------------------------

    def step(self, letter: str) -> None:
        """Add a step to the flight; one that the rules refuse shows their ruling."""
        task = self._task()
        if task is None:
            raise SkylibError("nobody is to fly a step now")
        flight = Flight(self.draft.flight.steps + letter)
        if not goes_on(task, flight.steps):
            if letter == "D" and not self.draft.plan.dive and not self.draft.flight.steps:
                return self.decision.choose_altitude(Plan(0, dive=1))
            if letter == "C" and not self.draft.plan.climb and not self.draft.flight.steps:
                return self.decision.choose_altitude(Plan(0, climb=True))
            self.deck.show_ruling(movement.check_flight(task, flight))
            return None
        self.target = None
        self._change(flight)
        self._draw()
        return None

    def back(self) -> None:
        """Take the last step back."""
        if isinstance(self.draft, Fly) and self.draft.flight.steps:
            self.target = None
            self._change(Flight(self.draft.flight.steps[:-1]))
            self._draw()

    def trial(self) -> None:
        """Fly the draft on trial: it stays on the map as a ghost, and the flight is taken back."""
        if not isinstance(self.draft, Fly):
            raise SkylibError("only a flight can be tried")
        ruling = self.game.check(self.draft)
        if not ruling:
            self.deck.show_ruling(ruling)
            return
        ruling = self.trials.add(self.draft)
        self.target = None
        self._change(Flight(""))
        self._draw()
        self.deck.show_ruling(ruling)

    def announce(self) -> None:
        """Fix altitude and speed before the flight, as at a table."""
        if isinstance(self.draft, Fly):
            self.deck.play(Announce(self.draft.id, self.draft.plan))

    def hold(self) -> None:
        """No further fire in this phase."""
        self.deck.play(Pass())

    # ---- taps ----------------------------------------------------------

    def tap(self, hex: Hex) -> None:
        state = self.game.state
        if self.game.outcome:
            return
        if state.step == "fire":
            self._next_of(self.shots.at(self.game, hex), self._choose_shot)
        elif state.step == "move" and self.id:
            mine = next((a for a in state.to_fly() if a.hex == hex and a.id != self.id), None)
            if mine is not None:
                self._choose_aircraft(mine.id)
            elif self._entering:
                self._tap_entry(hex)
            else:
                self._tap_end(hex)

    def _next_of(self, moves: list[Any], take: Any) -> None:
        """The first of these moves, or the one after the draft if it is among them."""
        if moves:
            at = (moves.index(self.draft) + 1) % len(moves) if self.draft in moves else 0
            take(moves[at])

    def _tap_entry(self, hex: Hex) -> None:
        name = self.game.map.board.name(hex)
        moves = entries_at(self.game, self.id, name)
        if not moves:
            self.deck.show_ruling(self.game.check(Enter(self.id, name, 1)))
            return
        self._next_of(moves, self._take)

    def _tap_end(self, hex: Hex) -> None:
        ways = self._ways_to(hex)
        if not ways:
            self.deck.map.status = self._why_not_there(hex)
            return
        again = self.target == hex and self.draft.flight in ways
        at = (ways.index(self.draft.flight) + 1) % len(ways) if again else 0
        self.target = hex
        self._change(ways[at])
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

    # ---- keys ----------------------------------------------------------

    def key(self, key: str) -> bool:
        if key == "g":
            self.fields = not self.fields
            self.deck.redraw()
        elif key == "p" and self.game.state.step == "fire":
            self.hold()
        elif key == "n" and self._next_choice():
            pass
        elif self._entering:
            return self._entry_key(key)
        elif isinstance(self.draft, Fly):
            return self._flight_key(key)
        else:
            return False
        return True

    def _flight_key(self, key: str) -> bool:
        if key in _STEPS:
            self.step(_STEPS[key])
        elif key == "Backspace":
            self.back()
        elif key == "t":
            self.trial()
        elif key == "a":
            self.decision.next_altitude()
        elif len(key) == 1 and key in "123456789":
            self.decision.choose_speed(int(key))
        else:
            return False
        return True

    def _next_choice(self) -> bool:
        """The next of whatever is to be chosen: shot, objective, height, aircraft."""
        if self.game.outcome:
            return False
        if shots := [c.value for c in self.shots.choices if c.allowed]:
            self._next_of(shots, self._choose_shot)
        elif self._first.choices:
            self._next_of([c.value for c in self._first.choices], self._take)
        elif self._who.choices:
            ids = [c.value for c in self._who.choices]
            self._choose_aircraft(ids[(ids.index(self.id) + 1) % len(ids)])
        else:
            return False
        return True

    def _entry_key(self, key: str) -> bool:
        side = self.game.state[self.id].side
        entry = entry_by_key(self.game, self.id, side, self.draft, key)
        if entry is not None:
            self._take(entry)
        return entry is not None

    # ---- showing ----------------------------------------------------------

    def scene(self) -> Scene:
        draft = self.draft
        return scene_of(
            self.game,
            draft,
            reach=True,
            fields=self.sight.fields(self.game) if self.fields else (),
            ghosts=self.trials.ghosts(self.id) if isinstance(draft, Fly) else (),
            sight=self.sight.pair,
            upto=self.sight.upto,
        )

    def heading(self) -> str:
        game, state = self.game, self.game.state
        side = game.to_move
        moment = f"turn {(state.phase + 1) // 2}, phase {state.phase}"
        if self._choosing:
            moment = "before the first turn"
        elif side:
            what = "movement" if state.step == "move" else "fire"
            moment += f": {state.mover.capitalize()} {what}"
            if state.step == "fire" and side != state.mover:
                moment += ", the answer"
        return turn_sign(
            side or "", SIDE[side] if side else None, self.deck.computer, moment, game.prompt
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
        going_on = next_steps(task, draft.flight.steps)
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
        if self.game.state.step == "fire":
            return True
        return not isinstance(move, Fly | Announce) and getattr(move, "id", self.id) == self.id

    def scores(self) -> str:
        game = self.game
        what = "Shot down" if game.scenario.kind == "air" else "Victory points"
        points = ", ".join(f"{side.capitalize()} {game.score(game.state, side)}" for side in SIDES)
        return f'<p class="skylib-why">{what}: {points}</p>'

    def _cockpits(self) -> str:
        """The charts of all aircraft, that of the one concerned first and unfolded."""
        first = self.id
        if self.game.state.step == "fire":
            first = self.sight.pair.firer if self.sight.pair else ""
        crew = sorted(self.game.state.aircraft, key=lambda a: a.id != first)
        return "".join(
            cockpit_html(a, a.side in self.deck.computer, folded=a.id != first) for a in crew
        )


def _put(line: ipywidgets.HTML, markup: str) -> None:
    """Set a line of markup; an empty one takes no room."""
    line.value = markup
    line.layout.display = "" if markup else "none"
