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
from skylib.flying_circus import flight_ruling, movement
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import Flight, Plan, Task
from skylib.flying_circus.moves import Announce, Enter, Fire, Fly, Height, Objective, Pass
from skylib.flying_circus.state import OFF, SIDES
from skylib.scenes import Scene, scene_of
from skylib.scenes.flying_circus import Pair, flight_task, place_after
from skylib.scenes.flying_circus_ground import SIDE

from .choices import Choice, ChoiceRow
from .controls import Controls as BaseControls
from .deck import FlightDeck
from .flying_circus_cockpit import cockpit_html, summary
from .flying_circus_decision import Decision, nearest
from .flying_circus_entry import EntryRow, entry_words
from .flying_circus_hands import KEYS, Hands
from .flying_circus_line import FlightLine
from .flying_circus_markup import below, fc_style
from .flying_circus_shots import ShotRow
from .flying_circus_sight import SightPanel
from .flying_circus_steps import StepButtons
from .flying_circus_trials import TrialBook
from .flying_circus_ways import goes_on, next_steps, ways_to
from .markup import escape, put
from .turn_sign import turn_sign

__all__ = ["Controls"]

_LISTED = 80  # moves in the list beside the map


class Controls(BaseControls):
    """Who flies, the altitude and speed decisions, the flight step by step, and fire."""

    keys = KEYS
    map_width = "660px"

    def __init__(self, deck: FlightDeck) -> None:
        super().__init__(deck)
        self.id = ""  # who is to fly
        self.fields = True
        self.target: Hex | None = None  # tapped, to be reached
        self.trials = TrialBook()
        guard = deck._guard
        row = lambda label, act: ChoiceRow(label, guard(act))  # noqa: E731
        self.first = row("Choose", self.take)
        self.who = row("Aircraft", self.choose_aircraft)
        self._entry = EntryRow("Facing", guard(self.take))
        self.decision = Decision(guard, self._replan)
        self._words = ipywidgets.HTML()
        self.line = FlightLine(guard, self._choose_marker, self.change)
        self._hands = Hands(self)
        try_ = deck._button("Try", self.trial, "fly it on trial and take it back (t)")
        self._say = deck._button("Announce", self.announce, "fix altitude and speed now")
        self.steps = StepButtons(deck, "LFRDC", self.step, self.back, try_, self._say)
        self.shots = ShotRow(deck, guard(self.choose_shot), self.hold)
        self.sight = SightPanel(guard(self._scrubbed))
        self.cockpits = ipywidgets.HTML()
        self.under = below(self.sight.widget, self.sight.odds, self.cockpits)
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(fc_style()),
                self._words,
                self.first.widget,
                self.who.widget,
                self._entry.widget,
                self.decision.widget,
                self.steps.widget,
                self.line.widget,
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
        return "Enter" if self.entering else "Fly"

    @property
    def asks(self) -> str:  # type: ignore[override]
        """What is to be chosen before anything can be committed."""
        if self.game.state.step == "fire":
            return "choose a shot first (n takes the next one), or hold fire (p)"
        if self.entering:
            return f"choose first where {self.id} comes in: tap a marked hex, or take ↑ ↓ ← →"
        return "choose first: press a button, take n for the next choice, or use the list"

    @property
    def entering(self) -> bool:
        """Whether the aircraft to fly has still to come onto the map."""
        return bool(self.id) and self.game.state[self.id].status == OFF

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

    def change(self, flight: Flight, target: Hex | None = None) -> None:
        """Another flight for the same plan, to the hex that was tapped if there is one."""
        self.draft = replace(self.draft, flight=flight, progress=None)
        self.target = target if target is not None else self.target
        self.sight.upto = None
        self._draw()

    def _set_out(self, steps: str) -> None:
        """A flight step by step, to no hex in particular."""
        self.target = None
        self.change(Flight(steps))

    def _task(self) -> Task | None:
        return flight_task(self.game, self.draft) if isinstance(self.draft, Fly) else None

    def _draw(self) -> None:
        """Show a changed draft everywhere, on the map first."""
        self.sight.watch(self.game, self.draft, self.id)
        self.deck.redraw()
        self._offer()
        self.deck.relist()
        self.deck._commit.description = self.verb
        self.deck._scores.value = self.scores()

    # ---- what is on offer ----------------------------------------------------------

    def _offer(self) -> None:
        """Set all controls to the draft and the moment."""
        put(self._words, self._said_of_the_aircraft())
        self._offer_first()
        self._offer_aircraft()
        self._entry.offer(self.game, self.draft)
        self._offer_flight()
        self.shots.offer(self.game, self.draft)
        self.sight.show(self.game, self.draft, self.id)
        self.cockpits.value = self._cockpits()

    def _said_of_the_aircraft(self) -> str:
        """Who flies, in a line: what is to be known for the decision."""
        state = self.game.state
        if not self.id or self.game.outcome:
            return ""
        aircraft = state[self.id]
        text = summary(aircraft)
        if self.entering:
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
        self.first.show(choices, self.draft)

    @property
    def _choosing(self) -> bool:
        return self.game.state.step in ("objective", "height") and not self.game.outcome

    def _offer_aircraft(self) -> None:
        state = self.game.state
        moving = state.step == "move" and not self.game.outcome
        waiting = state.to_fly() if moving else ()
        choices = [Choice(a.id, f"{a.id} {a.type.name}") for a in waiting]
        self.who.show(choices if len(choices) > 1 else [], self.id)

    def _offer_flight(self) -> None:
        draft, task = self.draft, self._task()
        if task is None:
            for part in (self.decision, self.steps, self.line):
                part.hide()
            return
        self.decision.show(self.game, draft)
        wanted = ("D" if draft.plan.dive else "") + ("C" if task.gains else "")
        without = [letter for letter in "DC" if letter not in wanted]
        self.steps.show(next_steps(task, draft.flight.steps), without)
        announced = self.game.state.plan_of(draft.id)
        self._say.layout.display = "none" if announced else "inline-flex"
        ways = () if self.target is None else self.ways_to(self.target)
        self.line.show(self.game, draft, task, ways, self.trials.words(self.id))

    def ways_to(self, hex: Hex) -> tuple[Flight, ...]:
        """The flights to a hex, the best first; those that go on from the draft if any do."""
        task = self._task()
        if task is None:
            return ()
        return ways_to(task, hex, self.draft.flight, again=self.target == hex)

    # ---- pressed ----------------------------------------------------------

    def choose_aircraft(self, id: str) -> None:
        """This one flies next."""
        self.id = id
        self.draft, self.target, self.sight.upto = None, None, None
        self._begin()
        self._draw()

    def take(self, move: Any) -> None:
        """Take a move as the draft and show it."""
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

    def choose_shot(self, shot: Any) -> None:
        """Take a shot as the draft, with its ruling; a barred one only shows that."""
        if isinstance(shot, Fire):
            self.sight.pair = Pair(shot.id, shot.gun, shot.target)
        ruling = self.game.check(shot)
        self.draft = shot if ruling else None
        self._draw()
        self.deck.show_ruling(ruling)

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
            self.deck.show_ruling(flight_ruling.check_flight(task, flight))
            return None
        self._set_out(flight.steps)
        return None

    def back(self) -> None:
        """Take the last step back."""
        if isinstance(self.draft, Fly) and self.draft.flight.steps:
            self._set_out(self.draft.flight.steps[:-1])

    def trial(self) -> None:
        """Fly the draft on trial: it stays on the map as a ghost, and the flight is taken back."""
        if not isinstance(self.draft, Fly):
            raise SkylibError("only a flight can be tried")
        ruling = self.game.check(self.draft)
        if not ruling:
            self.deck.show_ruling(ruling)
            return
        ruling = self.trials.add(self.draft)
        self._set_out("")
        self.deck.show_ruling(ruling)

    def announce(self) -> None:
        """Fix altitude and speed before the flight, as at a table."""
        if isinstance(self.draft, Fly):
            self.deck.play(Announce(self.draft.id, self.draft.plan))

    def hold(self) -> None:
        """No further fire in this phase."""
        self.deck.play(Pass())

    def tap(self, hex: Hex) -> None:
        self._hands.tap(hex)

    def key(self, key: str) -> bool:
        return self._hands.key(key)

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
        if self.entering and draft is None:
            return f"{self.id} comes in next."
        if task is None or self.game.check(draft):
            return super().said()
        at = place_after(task, draft.flight)
        board = self.game.map.board
        where = f"at {board.name(at.hex)}" if at.hex in board.index else "off the map"
        spent = sum(i.cost for i in movement.trace(task, draft.flight))
        text = f"{draft.id} {draft.plan}"
        text += f": {draft.flight}" if draft.flight.steps else ","
        text += f" {where} facing {COLUMNS.facing_name(at.facing)}, level {at.level}; "
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
            flights: Any = self.ways_to(self.target)
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
        what, of = "Victory points", SIDES
        if game.scenario.kind == "air":  # each side's score is what the other has lost
            what, of = "Aircraft lost", tuple(reversed(SIDES))
        counts = zip(SIDES, of, strict=True)
        points = ", ".join(f"{a.capitalize()} {game.score(game.state, b)}" for a, b in counts)
        return f'<p class="skylib-why">{what}: {points}</p>'

    def _cockpits(self) -> str:
        """The charts of all aircraft, that of the one concerned first and unfolded."""
        first = self.id
        if self.game.state.step == "fire":
            first = self.sight.pair.firer if self.sight.pair else ""
        crew = sorted(self.game.state.aircraft, key=lambda a: a.id != first)
        if self.game.state.step in ("objective", "height"):
            crew = [replace(a, level=0) for a in crew]  # not chosen yet
        return "".join(
            cockpit_html(a, a.side in self.deck.computer, folded=a.id != first) for a in crew
        )
