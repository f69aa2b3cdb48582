"""Sighting: was the target in the field of fire, without a break, for the last half?

Of two opponents one has moved in the phase just before, the other stood. Each movement
point of the mover is judged by where he is once it is spent: a hex entered, a hexside
turned (so the points of the very turn that brings the target in count), a level dived
to. Needed are half of the mover's points, a fraction rounded up.

Rulebook: Sighting A to F and I; Examples of Play, J.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from skylib.core.rulings import Figure, Ruling

from .field_of_fire import MOUNTS, check_field, in_field
from .movement import Flight, Instant, Place, Task, trace

__all__ = ["Moment", "Timeline", "moments_of", "timeline", "both_ways", "needed_points"]


class Moment(NamedTuple):
    """One movement point: its number, the step it belongs to, where everybody is, the test.

    ``counts`` marks the last half. ``why`` says in words why the target is, or is not, in
    the field of fire. A step that costs nothing (a first level of a dive, a climb) has no
    point and stands in no timeline.
    """

    number: int
    step: str
    firer: Place
    target: Place
    inside: bool
    counts: bool
    why: str
    rule: str


@dataclass(frozen=True)
class Timeline:
    """The sighting of one target by one gun, point by point.

    ``case`` is A if the target moved, B if the firer did, empty if neither. ``held`` are
    the points without a break up to the end; ``sighted`` needs ``held >= needed`` and the
    target in the field when all is flown.
    """

    mount: str
    case: str
    moments: tuple[Moment, ...]
    needed: int
    held: int
    firer: Place  # at the end
    target: Place
    in_field: bool  # at the end
    sighted: bool
    ruling: Ruling

    def __bool__(self) -> bool:
        return self.sighted

    def __str__(self) -> str:
        strip = "".join("#" if m.inside else "." for m in self.moments)
        half = len(strip) - self.needed
        return f"{strip[:half]}[{strip[half:]}] {'sighted' if self.sighted else 'not sighted'}"


def needed_points(speed: int) -> int:
    """Half of the movement points, a fraction rounded up: 4 of 8, 3 of 5, 4 of 7."""
    return (speed + 1) // 2


def moments_of(task: Task, flight: Flight) -> Iterator[tuple[int, Instant]]:
    """The movement points of a flight: each point's number with the step that spends it."""
    number = 0
    for instant in trace(task, flight):
        for _ in range(instant.cost):
            number += 1
            yield number, instant


def _level_read(place: Place, task: Task, reading: str) -> Place:
    """FC-SIGHT-CLIMB: with ``all-points`` who climbs counts as at the new level throughout."""
    if task.gains and reading == "all-points":
        return place._replace(level=task.start.level + 1)
    return place


def timeline(
    mount: str,
    firer: Place,
    target: Place,
    task: Task | None = None,
    flight: Flight | None = None,
    mover: str = "target",
    readings: Mapping[str, str] | None = None,
) -> Timeline:
    """Judge one direction of one pair.

    Args:
        mount: the firer's gun, fixed, swivel or ring.
        firer, target: where they are; of the mover, where he is when all is flown.
        task, flight: the movement just flown; None if neither of the two has moved.
        mover: ``firer`` or ``target``: whose movement it was.
        readings: FC-SIGHT-CLIMB and FC-SIGHT-NOT-MOVED; the defaults if left out.
    """
    readings = readings or {}
    climb = readings.get("FC-SIGHT-CLIMB", "new-level")
    end = check_field(mount, firer, target)
    if task is None or flight is None:
        return _neither(mount, firer, target, end, readings.get("FC-SIGHT-NOT-MOVED", "mover-only"))
    speed = task.plan.speed
    needed = needed_points(speed)
    by_firer = mover == "firer"
    moments = []
    for number, instant in moments_of(task, flight):
        here = _level_read(instant.place, task, climb)
        a, b = (here, target) if by_firer else (firer, here)
        test = check_field(mount, a, b)
        moments.append(
            Moment(
                number,
                instant.step,
                a,
                b,
                bool(test),
                number > speed - needed,
                test.reason,
                test.rule,
            )
        )
    held = 0
    for moment in reversed(moments):
        if not moment.inside:
            break
        held += 1
    sighted = held >= needed and bool(end)
    case = "B" if by_firer else "A"
    ruling = _ruling(mount, case, task, flight, moments, needed, held, end, sighted, climb)
    return Timeline(
        mount, case, tuple(moments), needed, held, firer, target, bool(end), sighted, ruling
    )


def is_sighted(
    mount: str,
    firer: Place,
    target: Place,
    task: Task | None,
    flight: Flight | None,
    mover: str,
    readings: Mapping[str, str],
) -> bool:
    """The verdict alone, quickly; the same as ``timeline(...).sighted``."""
    if not in_field(mount, firer, target):
        return False
    if task is None or flight is None:
        return readings.get("FC-SIGHT-NOT-MOVED", "mover-only") == "still-counts"
    climb = readings.get("FC-SIGHT-CLIMB", "new-level")
    needed = needed_points(task.plan.speed)
    for instant in reversed(trace(task, flight)):
        if not instant.cost:
            continue
        here = _level_read(instant.place, task, climb)
        if not (
            in_field(mount, here, target) if mover == "firer" else in_field(mount, firer, here)
        ):
            return False
        needed -= instant.cost
        if needed <= 0:
            return True
    return False


def both_ways(
    task: Task,
    flight: Flight,
    mover_mount: str,
    standing: Place,
    standing_mount: str,
    readings: Mapping[str, str] | None = None,
) -> tuple[Timeline, Timeline]:
    """One flight past a standing opponent: does the mover sight him, does he sight the mover?"""
    end = trace(task, flight)[-1].place
    return (
        timeline(mover_mount, end, standing, task, flight, "firer", readings),
        timeline(standing_mount, standing, end, task, flight, "target", readings),
    )


def _neither(mount: str, firer: Place, target: Place, end: Ruling, reading: str) -> Timeline:
    sighted = bool(end) and reading == "still-counts"
    if not end:
        reason = f"Not in the field of fire: {end.reason}"
    elif sighted:
        reason = "Neither has moved, and the target stood in the field of fire all the time"
    else:
        reason = "Neither has moved in this phase; only a pair with a mover in it can be sighted"
    ruling = Ruling(
        sighted,
        reason,
        ("FC-SIGHT-NOT-MOVED", "FC-SIGHT") if end else (*end.rules, "FC-SIGHT"),
        end.figures,
        end.instead or (() if sighted else ("have one of the two move first",)),
        readings=(("FC-SIGHT-NOT-MOVED", reading),) if end else (),
        facts={"sighted": "yes" if sighted else "no"},
    )
    return Timeline(mount, "", (), 0, 0, firer, target, bool(end), sighted, ruling)


def _ruling(
    mount: str,
    case: str,
    task: Task,
    flight: Flight,
    moments: list[Moment],
    needed: int,
    held: int,
    end: Ruling,
    sighted: bool,
    climb: str,
) -> Ruling:
    rule = "FC-SIGHT-FIRER-MOVED" if case == "B" else "FC-SIGHT-TARGET-MOVED"
    speed = task.plan.speed
    ever = sum(m.inside for m in moments)
    rules = [rule, "FC-SIGHT", MOUNTS[mount]]
    half = moments[-needed:]
    if any(m.step in "LR" for m in half):
        rules.append("FC-SIGHT-TURN-MOVER" if case == "B" else "FC-SIGHT-TURN-STILL")
    if "D" in flight.steps:
        rules.append("FC-SIGHT-DIVE")
    readings: tuple[tuple[str, str], ...] = ()
    if task.gains and "C" in flight.steps:
        rules.append("FC-SIGHT-CLIMB")
        readings = (("FC-SIGHT-CLIMB", climb),)
    instead: tuple[str, ...] = ()
    limits: tuple[Figure, ...] = ()
    if sighted:
        reason = f"In the field of fire for the last {held} of {speed} points; {needed} are needed"
    elif not end:
        reason = f"When all is flown: {end.reason}"
        rules = [*end.rules, *rules]
        instead = end.instead
        limits = end.figures
    else:
        out = next((m for m in reversed(moments) if not m.inside), None)
        reason = f"Only the last {held} of {speed} points in the field of fire; {needed} are needed"
        limits = (Figure(str(speed), "points of the movement", "FC-SPEED-FIXED"),)
        if out is None:  # a flight under way: what is flown so far is inside, and too little
            reason += ". All that is flown so far counts"
        else:
            reason += f". At point {out.number}: {out.why}"
            limits += (Figure(str(out.number), "the last point outside the field"),)
            limits += check_field(mount, out.firer, out.target).figures
        if out is not None and out.rule == "FC-FIELD-LEVEL":
            rules.insert(0, "FC-SIGHT-LEVEL")
        elif ever >= needed:
            reason += f". {ever} points inside in all do not help with a break between"
            limits += (Figure(str(ever), "points inside in all"),)
            rules.insert(0, "FC-SIGHT-CONTINUOUS")
        instead = (f"have the target in the field for the last {needed} points",)
    if not end and ever >= needed:
        rules.insert(0, "FC-SIGHT-CONTINUOUS")
    return Ruling(
        sighted,
        reason,
        tuple(dict.fromkeys(rules)),
        (Figure(held, "held"), Figure(-needed, "needed", "FC-SIGHT"), *limits),
        instead,
        readings,
        facts={
            "sighted": "yes" if sighted else "no",
            "held": held,
            "needed": needed,
            "points inside": ever,
            "range": end.figures[0].value,
        },
    )
