"""Taps and keys on the map of the standard game: what they mean at each moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from skylib.core.hexes import Hex
from skylib.flying_circus.moves import Enter, Fly
from skylib.scenes.flying_circus import reach_of

from .flying_circus_entry import entries_at, entry_by_key
from .flying_circus_steps import ARROWS

if TYPE_CHECKING:
    from .flying_circus import Controls

__all__ = ["Hands", "KEYS"]

KEYS = (
    ("↑", "forward"),
    ("← →", "turn"),
    ("d", "dive"),
    ("c", "climb"),
    ("Backspace", "one step back"),
    ("4–9", "speed"),
    (", .", "slower, faster"),
    ("a", "altitude"),
    ("n", "next choice"),
    ("t", "trial"),
    ("g", "fields of fire"),
    ("p", "hold fire"),
)
_STEPS = ARROWS | {"d": "D", "c": "C"}
_FASTER = {",": -1, ".": 1}


class Hands:
    """What a tap or a key does; everything else is up to the controls."""

    def __init__(self, controls: Controls) -> None:
        self.controls = controls

    def _next(self, moves: Sequence[Any], take: Callable[[Any], object]) -> None:
        """The first of these moves, or the one after the draft if it is among them."""
        draft = self.controls.draft
        if moves:
            take(moves[(moves.index(draft) + 1) % len(moves) if draft in moves else 0])

    # ---- taps ----------------------------------------------------------

    def tap(self, hex: Hex) -> None:
        """A hex was tapped: a target, an aircraft to fly, an entry, the end of a flight."""
        controls, game = self.controls, self.controls.game
        state = game.state
        if game.outcome:
            return
        if state.step == "fire":
            self._next(controls.shots.at(game, hex), controls.choose_shot)
        elif state.step == "move" and controls.id:
            others = (a for a in state.to_fly() if a.hex == hex and a.id != controls.id)
            if (mine := next(others, None)) is not None:
                controls.choose_aircraft(mine.id)
            elif controls.entering:
                self._tap_entry(hex)
            else:
                self._tap_end(hex)

    def _tap_entry(self, hex: Hex) -> None:
        controls, game = self.controls, self.controls.game
        name = game.map.board.name(hex)
        moves = entries_at(game, controls.id, name)
        if not moves:
            controls.deck.show_ruling(game.check(Enter(controls.id, name, 1)))
            return
        self._next(moves, controls.take)

    def _tap_end(self, hex: Hex) -> None:
        controls = self.controls
        ways = controls.ways_to(hex)
        if not ways:
            controls.deck.map.status = self._why_not_there(hex)
            return
        flight = controls.draft.flight
        again = controls.target == hex and flight in ways
        controls.change(ways[(ways.index(flight) + 1) % len(ways) if again else 0], hex)

    def _why_not_there(self, hex: Hex) -> str:
        """Which other decisions would lead to a hex."""
        controls, game = self.controls, self.controls.game
        plans = [
            str(plan)
            for plan in game.plans(game.state, controls.id)
            if hex in reach_of(game.task(game.state, controls.id, plan)).hexes
        ]
        text = f"No flight of {controls.draft.plan} ends in {game.map.board.name(hex)}."
        if plans:
            return f"{text} These would: {', '.join(plans)}."
        return f"{text} Nor does one of any other decision in this phase."

    # ---- keys ----------------------------------------------------------

    def key(self, key: str) -> bool:
        """A key; True if it meant something here."""
        controls = self.controls
        if key == "g":
            controls.fields = not controls.fields
            controls.deck.redraw()
        elif key == "p" and controls.game.state.step == "fire":
            controls.hold()
        elif key == "n" and self._next_choice():
            pass
        elif controls.entering:
            return self._entry_key(key)
        elif isinstance(controls.draft, Fly):
            return self._flight_key(key)
        else:
            return False
        return True

    def _next_choice(self) -> bool:
        """The next of whatever is to be chosen: shot, objective, height, aircraft."""
        controls = self.controls
        if controls.game.outcome:
            return False
        if shots := [c.value for c in controls.shots.choices if c.allowed]:
            self._next(shots, controls.choose_shot)
        elif controls.first.choices:
            self._next([c.value for c in controls.first.choices], controls.take)
        elif controls.who.choices:
            ids = [c.value for c in controls.who.choices]
            controls.choose_aircraft(ids[(ids.index(controls.id) + 1) % len(ids)])
        else:
            return False
        return True

    def _entry_key(self, key: str) -> bool:
        controls = self.controls
        side = controls.game.state[controls.id].side
        entry = entry_by_key(controls.game, controls.id, side, controls.draft, key)
        if entry is not None:
            controls.take(entry)
        return entry is not None

    def _flight_key(self, key: str) -> bool:
        controls = self.controls
        if key in _STEPS:
            controls.step(_STEPS[key])
        elif key == "Backspace":
            controls.back()
        elif key == "t":
            controls.trial()
        elif key == "a":
            controls.decision.next_altitude()
        elif key in _FASTER:
            controls.decision.choose_speed(controls.draft.plan.speed + _FASTER[key])
        elif len(key) == 1 and key in "123456789":
            controls.decision.choose_speed(int(key))
        else:
            return False
        return True
