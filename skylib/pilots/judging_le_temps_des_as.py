"""What the computer player of Le Temps des As thinks of each move, in aircraft."""

from __future__ import annotations

from typing import Any

from skylib.le_temps_des_as import fire
from skylib.le_temps_des_as.envelope import Flight
from skylib.le_temps_des_as.flights import envelope, flight
from skylib.le_temps_des_as.moves import Move

from . import le_temps_des_as as pilot

__all__ = ["standing", "values"]


def standing(game: Any, state: Any) -> dict[str, float]:
    """Enemy aircraft destroyed count 1 each, those on their damaged side a half."""
    out = {}
    for side in ("Entente", "Central"):
        enemies = [p for p in state.aircraft if p.side != side]
        lost = sum(p.status == "destroyed" for p in enemies)
        hurt = sum(p.damaged and p.status != "destroyed" for p in enemies)
        out[side] = lost + 0.5 * hurt
    return out


def values(game: Any, also: tuple[Any, ...]) -> dict[Any, float]:
    """Of a manoeuvre the best whole movement that begins so; of fire every shot; of the power
    factor the speeds. Other decisions are taken by habit."""
    state, setting = game.state, game.setting
    if state.stage == "manoeuvre" and len(state.act.group) == 1:
        return _manoeuvres(game, state)
    if state.stage == "power":
        plane = state.plane(state.act.ending[0])
        planner = pilot.Planner(game, state, plane)
        speed = plane.speed + state.act.effect
        return {
            move: planner.speed_worth(speed + move.power, plane.level)
            for move in game._moves(state)
            if move.kind == "power"
        }
    if state.stage in ("fire", "opportunity"):
        return _shots(setting, state)
    return {}


def _manoeuvres(game: Any, state: Any) -> dict[Any, float]:
    plane = state.plane(state.act.group[0])
    planner = pilot.Planner(game, state, plane)
    env = envelope(game.setting, state, plane)
    start: Flight = flight(game.setting, state, plane)
    table = game.setting.charts.manoeuvres
    out = {}
    for choice in env.legal(start):
        after = env.after(start, choice)
        value = planner.step_worth(env, start, after, choice)
        if after.points == 0 or after.off or after.down:
            value += planner.end_worth(after, table[choice.manoeuvre].fire)
        else:
            value += planner.search(env, after)[0]
        out[Move("fly", choice=choice)] = value
    return out


def _shots(setting: Any, state: Any) -> dict[Any, float]:
    out: dict[Any, float] = {Move("pass"): 0.0}
    opportunity = state.stage == "opportunity"
    shots = (
        fire.shots_at(setting, state)
        if opportunity
        else fire.own_shots(setting, state, state.act.firing[0])
    )
    for shot in shots:
        prey = pilot.mission(setting, state, state.plane(shot.shooter)).prey
        worth = pilot.shot_worth(setting, state, shot, opportunity, prey.get(shot.target, 1.0))
        out[Move("fire", (shot.shooter,), gun=shot.gun, target=shot.target)] = worth
    return out if len(out) > 1 else {}
