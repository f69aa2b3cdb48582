"""The flight deck's controls for the introductory game of Flying Circus."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import ipywidgets

from skylib.core.errors import SkylibError
from skylib.core.hexes import COLUMNS, Hex
from skylib.core.wording import counted
from skylib.flying_circus.introductory import FlyingCircusIntroductory, IntroFire, IntroFly
from skylib.flying_circus.introductory_flights import next_steps, places, ways
from skylib.flying_circus.movement import Flight
from skylib.flying_circus.moves import Enter, Pass
from skylib.flying_circus.state import OFF, SIDES, enemy_of
from skylib.scenes import Scene, scene_of
from skylib.scenes.flying_circus_ground import SIDE
from skylib.scenes.flying_circus_introductory import end_of

from .choices import Choice, ChoiceRow
from .controls import Controls as BaseControls
from .deck import FlightDeck
from .flying_circus_entry import EntryRow, entries_at, entry_by_key, entry_words
from .flying_circus_introductory_allowance import allowance_markup
from .flying_circus_introductory_odds import odds_markup
from .flying_circus_markup import below, fc_style
from .flying_circus_steps import ARROWS, StepButtons
from .markup import escape
from .turn_sign import turn_sign

__all__ = ["Controls"]

_LISTED = 80


class Controls(BaseControls):
    """Who flies, the flight step by step, and fire along the row ahead."""

    keys = (
        ("↑", "forward"),
        ("← →", "turn"),
        ("Backspace", "one step back"),
        ("n", "next choice"),
        ("g", "rows of fire"),
        ("p", "hold fire"),
    )
    map_width = "660px"

    def __init__(self, deck: FlightDeck) -> None:
        super().__init__(deck)
        self.id = ""
        self.rows = True
        self.target: Hex | None = None
        guard = deck._guard
        self._who = ChoiceRow("Aircraft", guard(self._choose_aircraft))
        self._entry = EntryRow("Facing", guard(self._set))
        self._shots = ChoiceRow("Fire", guard(self._choose_shot))
        self._words = ipywidgets.HTML()
        self.steps = StepButtons(deck, "LFR", self.step, self.back)
        self._hold = deck._button("Hold fire", self.hold, "no fire in this phase (p)")
        self._odds = ipywidgets.HTML()
        self._allowance = ipywidgets.HTML()
        self.under = below(self._odds, self._allowance)
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(fc_style()),
                self._who.widget,
                self._entry.widget,
                self.steps.widget,
                self._words,
                self._shots.widget,
                ipywidgets.HBox([self._hold]),
            ]
        )

    @property
    def game(self) -> FlyingCircusIntroductory:
        return self.deck.game  # type: ignore[return-value]

    @property
    def verb(self) -> str:  # type: ignore[override]
        """The word on the button that commits."""
        if self.game.state.step == "fire":
            return "Fire"
        return "Enter" if self._entering else "Fly"

    @property
    def asks(self) -> str:  # type: ignore[override]
        """What is to be chosen before anything can be committed."""
        if self.game.state.step == "fire":
            return "choose a shot first (n takes the next one), or hold fire (p)"
        return f"choose first where {self.id} comes in: tap a marked hex, or take ↑ ↓ ← →"

    # ---- the draft -------------------------------------------------------------------------

    def renew(self) -> None:
        state = self.game.state
        self.draft, self.target = None, None
        moving = state.step == "move" and not self.game.outcome
        waiting = [a.id for a in state.waiting()] if moving else []
        if self.id not in waiting:
            self.id = waiting[0] if waiting else ""
        self._begin()
        self._offer()

    def set_draft(self, move: Any) -> None:
        self.draft, self.target = move, None
        if isinstance(move, IntroFly | Enter):
            self.id = move.id
        self._offer()

    def _begin(self) -> None:
        airplane = self.game.state.find(self.id)
        if airplane is not None and airplane.hex is not None:
            self.draft = IntroFly(self.id, Flight(""))

    def _set(self, move: Any) -> None:
        self.draft = move
        self._draw()

    def _draw(self) -> None:
        self.deck.redraw()
        self._offer()
        self.deck.relist()
        self.deck._commit.description = self.verb

    def _start(self) -> tuple[Any, ...]:
        """What the engine asks about the draft's flight: start, facing, points and sky."""
        airplane = self.game.state.find(self.id)
        assert airplane is not None and airplane.hex is not None
        sky = self.game.sky(self.game.state, self.id)
        return airplane.hex, airplane.facing, airplane.allowance, sky

    def _offer(self) -> None:
        game, state = self.game, self.game.state
        moving = state.step == "move" and not game.outcome
        waiting = state.waiting() if moving else ()
        self._who.show([Choice(a.id, a.id) for a in waiting] if len(waiting) > 1 else [], self.id)
        self._entry.offer(game, self.draft)
        self._words.value = self._line() if moving else ""
        self._words.layout.display = "" if self._words.value else "none"
        if isinstance(self.draft, IntroFly):
            self.steps.show(next_steps(*self._start(), self.draft.flight))
        else:
            self.steps.hide()
        firing = state.step == "fire" and not game.outcome
        self._hold.layout.display = "inline-flex" if firing else "none"
        shots = []
        for firer in state.waiting() if firing else ():
            for target in state.of(enemy_of(state.mover)):
                shot = IntroFire(firer.id, target.id)
                ruling = game.check(shot)
                text = f"{firer.id} → {target.id}"
                if ruling:
                    text += f", range {ruling.facts['range']}"
                shots.append(Choice(shot, text, ruling.reason, bool(ruling)))
        shots.sort(key=lambda c: not c.allowed)
        self._shots.show(shots, self.draft)
        self._odds.value = odds_markup(game, self.draft)
        self._allowance.value = allowance_markup(state.airplanes, self.deck.computer)

    def _line(self) -> str:
        if not isinstance(self.draft, IntroFly):
            airplane = self.game.state.find(self.id)
            if airplane is None or airplane.status != OFF:
                return ""
            text = entry_words(self.id, airplane.side)
            return f'<p class="skylib-why">{escape(text)}</p>'
        points = self._start()[2]
        steps = str(self.draft.flight) or "nothing flown yet"
        spent = len(self.draft.flight.steps)
        return (
            f'<p class="skylib-why"><strong>{escape(steps)}</strong> '
            f"({spent} of {counted(points, 'point')})</p>"
        )

    # ---- pressed, tapped, keyed -----------------------------------------------------------------

    def _choose_aircraft(self, id: str) -> None:
        self.id = id
        self.draft, self.target = None, None
        self._begin()
        self._draw()

    def _choose_shot(self, shot: IntroFire) -> None:
        ruling = self.game.check(shot)
        self.draft = shot if ruling else None
        self._draw()
        self.deck.show_ruling(ruling)

    def step(self, letter: str) -> None:
        """Add a step to the flight; one that the rules refuse shows their ruling."""
        if not isinstance(self.draft, IntroFly):
            raise SkylibError("nobody is to fly a step now")
        flight = Flight(self.draft.flight.steps + letter)
        if letter not in next_steps(*self._start(), self.draft.flight):
            self.deck.show_ruling(self.game.check(IntroFly(self.id, flight)))
            return
        self.draft, self.target = IntroFly(self.id, flight), None
        self._draw()

    def back(self) -> None:
        """Take the last step back."""
        if isinstance(self.draft, IntroFly) and self.draft.flight.steps:
            self.draft = replace(self.draft, flight=Flight(self.draft.flight.steps[:-1]))
            self.target = None
            self._draw()

    def hold(self) -> None:
        """No further fire in this phase."""
        self.deck.play(Pass())

    def _ways_to(self, hex: Hex) -> list[Flight]:
        """Flights to a hex, for each facing the one that turns least first."""
        start, facing, points, sky = self._start()
        begun = self.draft.flight if self.target != hex else Flight("")
        found = list(islice(ways(start, facing, points, hex, sky, begun), 4000))
        found = found or list(islice(ways(start, facing, points, hex, sky), 4000))
        best: dict[int, Flight] = {}
        for way in sorted(found, key=lambda w: (sum(s != "F" for s in w.steps), w.steps)):
            best.setdefault(end_of(start, facing, way)[1], way)
        return list(best.values())

    def tap(self, hex: Hex) -> None:
        game, state = self.game, self.game.state
        if game.outcome:
            return
        if state.step == "fire":
            here = {a.id for a in state.airplanes if a.hex == hex}
            shots = [c for c in self._shots.choices if c.value.target in here]
            if shots:
                self._choose_shot(shots[0].value)
            return
        other = next((a for a in state.waiting() if a.hex == hex and a.id != self.id), None)
        if other is not None:
            self._choose_aircraft(other.id)
        elif isinstance(self.draft, IntroFly):
            self._tap_end(hex)
        elif self.id:
            moves = entries_at(game, self.id, game.map.board.name(hex))
            if not moves:
                self.deck.show_ruling(game.check(Enter(self.id, game.map.board.name(hex), 1)))
                return
            again = self.draft in moves
            self._set(moves[(moves.index(self.draft) + 1) % len(moves) if again else 0])

    def _tap_end(self, hex: Hex) -> None:
        found = self._ways_to(hex)
        if not found:
            name = self.game.map.board.name(hex)
            points = self._start()[2]
            self.deck.map.status = f"No flight of {counted(points, 'point')} ends in {name}."
            return
        again = self.target == hex and self.draft.flight in found
        at = (found.index(self.draft.flight) + 1) % len(found) if again else 0
        self.target = hex
        self.draft = IntroFly(self.id, found[at])
        self._draw()

    def key(self, key: str) -> bool:
        if key == "g":
            self.rows = not self.rows
            self.deck.redraw()
        elif key == "p" and self.game.state.step == "fire":
            self.hold()
        elif key == "n" and self._next_choice():
            pass
        elif isinstance(self.draft, IntroFly) and key in ARROWS:
            self.step(ARROWS[key])
        elif isinstance(self.draft, IntroFly) and key == "Backspace":
            self.back()
        elif self._entering and (entry := self._entry_by_key(key)):
            self._set(entry)
        else:
            return False
        return True

    @property
    def _entering(self) -> bool:
        """Whether the airplane to fly has still to come onto the map."""
        airplane = self.game.state.find(self.id)
        return airplane is not None and airplane.status == OFF

    def _entry_by_key(self, key: str) -> Enter | None:
        airplane = self.game.state.find(self.id)
        assert airplane is not None
        return entry_by_key(self.game, self.id, airplane.side, self.draft, key)

    def _next_choice(self) -> bool:
        """The next possible shot, or the next airplane to move."""
        if shots := [c.value for c in self._shots.choices if c.allowed]:
            at = (shots.index(self.draft) + 1) % len(shots) if self.draft in shots else 0
            self._choose_shot(shots[at])
        elif self._who.choices:
            ids = [c.value for c in self._who.choices]
            self._choose_aircraft(ids[(ids.index(self.id) + 1) % len(ids)])
        else:
            return False
        return True

    # ---- showing --------------------------------------------------------------------------------

    def scene(self) -> Scene:
        return scene_of(self.game, self.draft, reach=True, rows=self.rows)

    def said(self) -> str:
        if self.id and self.draft is None:
            return f"{self.id} comes in next."
        if not isinstance(self.draft, IntroFly) or self.game.check(self.draft):
            return super().said()
        start, facing, points, _ = self._start()
        hex, facing = end_of(start, facing, self.draft.flight)
        board = self.game.map.board
        where = board.name(hex) if hex in board.index else "the edge"
        left = points - len(self.draft.flight.steps)
        going_on = next_steps(*self._start(), self.draft.flight)
        return (
            f"{self.draft.id} at {where} facing {COLUMNS.facing_name(facing)}; {left} of "
            f"{counted(points, 'point')} left. Next: {', '.join(going_on) or 'nothing'}."
        )

    def offers(self) -> tuple[str, ...]:
        game = self.game
        if game.outcome:
            return ()
        if isinstance(self.draft, IntroFly):
            if self.target is not None:
                return tuple(str(IntroFly(self.id, w)) for w in self._ways_to(self.target))
            ends = sorted(places(*self._start(), self.draft.flight))
            flights: dict[str, None] = {}
            for hex, _ in ends[:_LISTED]:
                start, facing, points, sky = self._start()
                way = next(ways(start, facing, points, hex, sky, self.draft.flight), None)
                if way is not None:
                    flights[str(IntroFly(self.id, way))] = None
            return tuple(flights)
        moves = (m for m in game.legal_moves() if not isinstance(m, IntroFly))
        return tuple(map(str, islice(moves, 200)))

    def heading(self) -> str:
        game, side = self.game, self.game.to_move
        moment = f"player turn {game.state.turn}"
        if side:
            moment += ": movement" if game.state.step == "move" else ": fire"
        return turn_sign(
            side or "", SIDE[side] if side else None, self.deck.computer, moment, game.prompt
        )

    def scores(self) -> str:
        """Who is left on each side; the allowance stands below the map."""
        left = (f"{s.capitalize()} {len(self.game.state.of(s))}" for s in SIDES)
        return f'<p class="skylib-why">Still flying: {escape(", ".join(left))}</p>'
