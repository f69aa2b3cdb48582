"""The introductory table with the range lit: of the shot, or of where the flight would end."""

from __future__ import annotations

from typing import Any

from skylib.core.hexes import COLUMNS, Hex, distance
from skylib.flying_circus.introductory import (
    REACH,
    Airplane,
    FlyingCircusIntroductory,
    IntroFire,
    IntroFly,
)
from skylib.flying_circus.state import enemy_of
from skylib.scenes.flying_circus_introductory import end_of

from .flying_circus_table import odds_html, table_html

__all__ = ["odds_markup"]


def odds_markup(game: FlyingCircusIntroductory, draft: Any) -> str:
    """The table and the odds for a draft; empty if nobody would be shot at."""
    found = None
    if isinstance(draft, IntroFire):
        found = _fired_at(game, draft)
    elif isinstance(draft, IntroFly):
        found = _ahead(game, draft)
    if found is None:
        return ""
    target, reach = found
    table = table_html(game.table, "Introductory table", reach, target.allowance)
    bars = odds_html(game.table, reach, target.allowance, target.id)
    return f'<div class="skylib-pair">{table}{bars}</div>'


def _fired_at(game: FlyingCircusIntroductory, shot: IntroFire) -> tuple[Airplane, int] | None:
    firer, target = game.state.find(shot.id), game.state.find(shot.target)
    if firer is None or target is None or firer.hex is None or target.hex is None:
        return None
    return target, distance(firer.hex, target.hex)


def _ahead(game: FlyingCircusIntroductory, flight: IntroFly) -> tuple[Airplane, int] | None:
    """Who would be in the row ahead, and how far, once the whole flight is flown."""
    airplane = game.state.find(flight.id)
    if airplane is None or airplane.hex is None:
        return None
    if len(flight.flight.steps) != airplane.allowance:
        return None
    at, facing = end_of(airplane.hex, airplane.facing, flight.flight)
    enemies = {a.hex: a for a in game.state.of(enemy_of(game.state.mover)) if a.flying}
    hex: Hex = at
    for reach in range(1, REACH + 1):
        hex = COLUMNS.neighbour(hex, facing)
        if hex in enemies:
            return enemies[hex], reach
    return None
