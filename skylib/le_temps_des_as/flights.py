"""From an aircraft of a game to the `Envelope` and `Flight` that the manoeuvre table works with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import bombing
from .envelope import Envelope, Flight
from .manoeuvres import SLIP
from .state import Aircraft, State

if TYPE_CHECKING:
    from .table import Setting

__all__ = ["envelope", "flight", "surcharges"]


def surcharges(setting: Setting, plane: Aircraft) -> tuple[str, ...]:
    """What makes all manoeuvres but Straight Ahead dearer by one each (8.2)."""
    out = []
    for id in plane.markers:
        effect = setting.charts.markers[id].effect
        if effect == "wing":
            out.append("wing hit")
        elif effect == "major-wing":
            out.append("major wing hit")
    flyer = plane.observer if plane.observer_flies else plane.pilot
    if flyer == "wounded":
        out.append("wounded pilot")
    return tuple(out)


def envelope(setting: Setting, state: State, plane: Aircraft) -> Envelope:
    """What an aircraft may do this turn."""
    sheet = setting.sheet(plane)
    readings = setting.readings
    return Envelope(
        setting.charts.manoeuvres,
        setting.map.board,
        sheet.manoeuvrability,
        sheet.name,
        plane.speed,
        sheet.very_high,
        plane.piloting,
        bombing.loaded(setting, plane),
        surcharges(setting, plane),
        any(setting.charts.markers[m].effect == "major-wing" for m in plane.markers),
        sheet.barred,
        readings["TDA-RED-ONCE"],
        0 if readings["TDA-SPEED"] == "climb-free" else -1,
        readings["TDA-SPEED-CONDITION"] == "spin-fast",
        bombing.targets_for(setting, state, plane),
        tuple(f for f in ("class", "very_high", "barred") if sheet.ours(f)),
        bombing.why_not(setting, state, plane),
    )


def flight(setting: Setting, state: State, plane: Aircraft) -> Flight:
    """Where an aircraft stands in its movement; before it, with no points."""
    assert plane.hex is not None
    act = state.act
    if act is None or plane.id not in act.group:
        return Flight(plane.hex, plane.facing, plane.level, 0)
    table = setting.charts.manoeuvres
    reds = {c.manoeuvre for c in act.chain if table[c.manoeuvre].red}
    slipped = bool(act.chain) and act.chain[-1].manoeuvre == SLIP
    return Flight(
        plane.hex,
        plane.facing,
        plane.level,
        act.points,
        act.effect,
        act.changed,
        slipped,
        tuple(sorted(reds)),
    )
