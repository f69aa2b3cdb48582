"""How a flight of the standard game can go on: its next steps, and the ways to a hex."""

from __future__ import annotations

from skylib.core.hexes import COLUMNS, Hex
from skylib.flying_circus.movement import Flight, Place, Task
from skylib.scenes.flying_circus import place_after, reach_of

__all__ = ["goes_on", "next_steps", "way_words", "ways_to"]


def _ways(task: Task, steps: str) -> list[Flight]:
    """The legal flights that begin with these steps."""
    reach = reach_of(task)
    return [
        way
        for ways in (*reach.places.values(), reach.exits)
        for way in ways
        if way.steps.startswith(steps)
    ]


def goes_on(task: Task, steps: str) -> bool:
    """Whether a legal flight begins with these steps."""
    return bool(_ways(task, steps))


def next_steps(task: Task, steps: str) -> set[str]:
    """The steps with which a legal flight goes on from these."""
    at = len(steps)
    return {way.steps[at] for way in _ways(task, steps) if len(way.steps) > at}


def ways_to(task: Task, hex: Hex, begun: Flight, again: bool = False) -> tuple[Flight, ...]:
    """The flights that end in a hex: for each facing and level the straightest first, then
    the rest.

    Those that go on from ``begun``, or all if none does. ``again`` says that the hex is
    chosen already: then all of them, if ``begun`` is one.
    """
    ways = reach_of(task).to(hex)
    on = [way for way in ways if way.steps.startswith(begun.steps)]
    found = list(ways) if not on or (again and begun in ways) else on
    by_end: dict[Place, list[Flight]] = {}
    for way in sorted(found, key=_crookedness):
        by_end.setdefault(place_after(task, way), []).append(way)
    firsts = [group[0] for group in by_end.values()]
    rest = [way for group in by_end.values() for way in group[1:]]
    return (*firsts, *rest)


def _crookedness(way: Flight) -> tuple[int, int, str]:
    return sum(step in "LR" for step in way.steps), len(way.steps), way.steps


def way_words(task: Task, way: Flight) -> str:
    """A flight with its end, for a list of them."""
    at = place_after(task, way)
    return f"facing {COLUMNS.facing_name(at.facing)}, level {at.level}: {way}"
