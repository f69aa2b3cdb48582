"""The legal flights of an aircraft at a speed, as a list: what ``skylib flights`` prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from skylib.core.errors import NotAllowed, SkylibError
from skylib.core.hexes import COLUMNS, Hex

from .aircraft import AircraftType, Charts
from .decisions import check_plan, task_of
from .game import FlyingCircus
from .movement import Around, Flight, Place, Plan, Task, flights, trace
from .state import ENTERING, Aircraft

__all__ = ["FlightList", "list_flights"]

_HERE = Hex(0, 0)


@dataclass(frozen=True)
class FlightList:
    """All flights of one plan, from the hex (0, 0), facing north, in open sky."""

    type: AircraftType
    plan: Plan
    task: Task
    flights: tuple[Flight, ...]

    def __len__(self) -> int:
        return len(self.flights)

    def end(self, flight: Flight) -> Place:
        """Where a flight ends."""
        return trace(self.task, flight)[-1].place

    def __str__(self) -> str:
        modes = self.type.turn_left
        if modes != self.type.turn_right:
            modes = f"{modes} left, {self.type.turn_right} right"
        head = f"{self.type.name}, turn mode {modes}, {self.plan}: {len(self)} flights"
        return "\n".join([head, *map(str, self.flights)])

    def data(self) -> dict[str, Any]:
        """The same for JSON. Ends are axial offsets: ``q`` columns east, ``r`` along them."""
        rows = []
        for flight in self.flights:
            hex, facing, level = self.end(flight)
            rows.append(
                {
                    "flight": str(flight),
                    "hexes": flight.hexes,
                    "q": hex.q,
                    "r": hex.r,
                    "facing": COLUMNS.facing_name(facing),
                    "levels": level - self.task.start.level,
                }
            )
        return {
            "aircraft": self.type.id,
            "turn_left": self.type.turn_left,
            "turn_right": self.type.turn_right,
            "plan": str(self.plan),
            "count": len(self),
            "flights": rows,
        }


def list_flights(
    aircraft: str,
    speed: int,
    climb: bool = False,
    dive: int = 0,
    *,
    charts: Charts | None = None,
    readings: Mapping[str, str] | None = None,
) -> FlightList:
    """The flights of an undamaged aircraft under a plan.

    Args:
        aircraft: a type by id or name, as `Charts.find` reads it.
        speed: movement points.
        climb: with the climb that gains a level.
        dive: levels to dive, 0 for none.

    Raises:
        SkylibError: for an unknown aircraft, or both a climb and a dive.
        NotAllowed: the aircraft cannot fly so; the ruling says why.
    """
    if climb and dive:
        raise SkylibError("an aircraft climbs or dives in a phase, not both")
    kind = (charts or Charts.default()).find(aircraft)
    chosen = FlyingCircus.rules().choose(readings)
    level = max(1, min(kind.ceiling - 1, 15))
    flier = replace(
        Aircraft.new("A1", kind, level),
        status=ENTERING,  # so that no step from an earlier speed limits it
        hex=_HERE,
        progress=kind.climb_grades - 1,
    )
    plan = Plan(speed, climb, dive)
    ruling = check_plan(flier, plan, {**chosen, "FC-START-SPEED": "free"})
    if not ruling:
        raise NotAllowed(ruling)
    around = Around(both_directions=chosen["FC-TURN-MODE"] == "both-directions")
    task = task_of(flier, plan, around)
    return FlightList(kind, plan, task, tuple(flights(task)))
