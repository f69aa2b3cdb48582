"""What the computer player of the introductory game thinks of each move, in damage points."""

from __future__ import annotations

from typing import Any

from skylib.core.hexes import distance
from skylib.flying_circus.introductory import ALLOWANCE, IntroFire, IntroFly
from skylib.flying_circus.introductory_flights import path
from skylib.flying_circus.moves import Pass
from skylib.flying_circus.state import SHOT_DOWN, SIDES, enemy_of

from . import flying_circus_introductory as pilot

__all__ = ["standing", "values"]


def standing(game: Any, state: Any) -> dict[str, float]:
    """Damage done to the enemy, and 4 more for each airplane shot down."""
    return {
        side: float(
            sum(
                ALLOWANCE - a.allowance + pilot._DOWN * (a.status == SHOT_DOWN)
                for a in state.airplanes
                if a.side == enemy_of(side)
            )
        )
        for side in SIDES
    }


def values(game: Any, also: tuple[Any, ...]) -> dict[Any, float]:
    """Of a fire decision every shot; of a movement the best flight to each place."""
    state = game.state
    if state.step == "fire":
        out: dict[Any, float] = {Pass(): 0.0}
        for shot in game._shots(state):
            if isinstance(shot, IntroFire):
                firer, target = state.find(shot.id), state.find(shot.target)
                out[shot] = pilot._value(game, target, distance(firer.hex, target.hex))
        return out if len(out) > 1 else {}
    asked = next((m.id for m in also if isinstance(m, IntroFly)), None)
    if asked is None and also:
        return {}
    plane = state.find(asked) if asked else state.waiting()[0]
    if plane is None or plane.hex is None or not plane.flying:
        return {}
    rated = list(pilot.rated(game, state, plane))
    found = {IntroFly(plane.id, flight): score for score, flight, _ in rated}
    by_end = {end: score for score, _, end in rated}
    for move in also:
        end = path(plane.hex, plane.facing, move.flight)[-1]
        if end in by_end:
            found[move] = by_end[end]
    return found
