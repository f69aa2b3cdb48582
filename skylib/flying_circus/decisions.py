"""Segments A and B of a movement phase: climb, dive or level, and at what speed.

Rulebook: Sequence of Play (Altitude and Speed Decision Segments); Movement C, the case
on the Climb Progress Scale, E; A Note on Altitude.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from skylib.core.rulings import Figure, Ruling
from skylib.core.wording import counted

from .aircraft import AircraftType
from .movement import DIVE_COST, TURN_MODES, Around, Plan, Task
from .state import ENTERING, OFF, Aircraft

__all__ = [
    "THIN_AIR",
    "LONGEST_ABOVE",
    "reference_speed",
    "speed_limit",
    "legal_speeds",
    "plans",
    "is_plan",
    "check_plan",
    "gains_level",
    "ours_of",
    "task_of",
]

THIN_AIR = 15  # thousands of feet (A Note on Altitude)
LONGEST_ABOVE = 24  # own movement phases in a row above it, in one of the readings


def reference_speed(aircraft: Aircraft, plan: Plan, readings: Mapping[str, str]) -> int | None:
    """The speed from which the steps of one up and two down count, or None where any will do.

    A dive first cuts it to the dive maximum; damage may have cut it to the maximum
    (FC-FORCED-SPEED). An aircraft that enters has none of its own (FC-START-SPEED).
    """
    if aircraft.status in (OFF, ENTERING):
        if readings["FC-START-SPEED"] == "free":
            return None
        speed = aircraft.max_speed
    else:
        speed = aircraft.speed
    if readings["FC-FORCED-SPEED"] == "cut":
        speed = min(speed, aircraft.max_speed)
    if plan.dive:
        speed = min(speed, aircraft.dive_maximum)
    return speed


def speed_limit(aircraft: Aircraft, plan: Plan) -> int:
    """The highest speed that the altitude decision leaves, steps apart (Movement C2, C4, C5)."""
    limit = aircraft.max_speed
    if plan.climb:
        limit -= 1
    if plan.dive:
        limit = min(limit, aircraft.dive_maximum)
    return limit


def legal_speeds(aircraft: Aircraft, plan: Plan, readings: Mapping[str, str]) -> tuple[int, ...]:
    """The speeds open to an altitude decision, slowest first; ``plan.speed`` plays no part."""
    limit = speed_limit(aircraft, plan)
    least = max(aircraft.type.stall + 1, _dive_points(aircraft, plan))
    base = reference_speed(aircraft, plan, readings)
    if base is None:
        return tuple(range(least, limit + 1))
    if base - 2 > limit and not plan.climb and not plan.dive:
        return (base - 2,)  # FC-FORCED-SPEED: as far down as two steps allow
    return tuple(range(max(least, base - 2), min(limit, base + 1) + 1))


def _dive_points(aircraft: Aircraft, plan: Plan) -> int:
    """The points that a dive takes; who enters needs one more, to come onto the map with."""
    if not plan.dive:
        return 0
    return DIVE_COST * (plan.dive - 1) + (aircraft.status in (OFF, ENTERING))


def gains_level(aircraft: Aircraft, plan: Plan) -> bool:
    """Whether the announced climb reaches the top of the Climb Progress Scale."""
    return plan.climb and aircraft.progress + 1 >= aircraft.type.climb_grades


def task_of(aircraft: Aircraft, plan: Plan, around: Around) -> Task:
    """What an aircraft on the map (or entering it) is to fly under a plan."""
    return Task(
        aircraft.place,
        plan,
        TURN_MODES[aircraft.type.turn_left],
        TURN_MODES[aircraft.type.turn_right],
        gains_level(aircraft, plan),
        around,
    )


def _altitude_decisions(aircraft: Aircraft) -> Iterator[Plan]:
    yield Plan(0)
    yield Plan(0, climb=True)
    for levels in range(1, aircraft.level):
        if DIVE_COST * (levels - 1) > aircraft.max_speed:
            return
        yield Plan(0, dive=levels)


def plans(aircraft: Aircraft, readings: Mapping[str, str]) -> Iterator[Plan]:
    """Every legal plan of an aircraft: level flight first, then the climb, then dives."""
    for decision in _altitude_decisions(aircraft):
        if _altitude_refused(aircraft, decision, readings) is None:
            for speed in legal_speeds(aircraft, decision, readings):
                yield Plan(speed, decision.climb, decision.dive)


def is_plan(aircraft: Aircraft, plan: Plan, readings: Mapping[str, str]) -> bool:
    """Whether a plan is legal: the quick test, without reasons."""
    return _altitude_refused(aircraft, plan, readings) is None and plan.speed in legal_speeds(
        aircraft, plan, readings
    )


def _level_after(aircraft: Aircraft, plan: Plan) -> int:
    return aircraft.level - plan.dive + gains_level(aircraft, plan)


def _altitude_refused(aircraft: Aircraft, plan: Plan, readings: Mapping[str, str]) -> Ruling | None:
    """The ruling against an altitude decision, or None. Speed plays no part.

    What is allowed instead `check_plan` adds: it takes all plans to find it.
    """
    level, name = aircraft.level, aircraft.id
    if plan.climb and plan.dive:
        return Ruling(False, "No aircraft climbs and dives in one movement phase", ("FC-DECIDE",))
    if plan.dive < 0:
        return Ruling(False, "A dive goes down by at least one level", ("FC-DIVE",))
    if plan.dive and plan.dive >= level:
        return Ruling(
            False,
            f"A dive of {plan.dive} from level {level} would go below level 1",
            ("FC-DIVE-GROUND",),
            (
                Figure(level, "level"),
                Figure(-plan.dive, "levels of the dive", "FC-DIVE"),
                Figure("1", "lowest level", "FC-DIVE-GROUND"),
            ),
            readings=(("FC-DIVE-GROUND", readings["FC-DIVE-GROUND"]),),
        )
    if plan.climb and level >= aircraft.type.ceiling:
        return Ruling(
            False,
            f"{name} is at its maximum altitude, level {aircraft.type.ceiling}",
            ("FC-CLIMB",),
            (
                Figure(str(level), "level"),
                Figure(str(aircraft.type.ceiling), "maximum altitude", "FC-CLIMB"),
            ),
            ours=ours_of(aircraft.type, "ceiling"),
        )
    return _thin_air(aircraft, plan, readings)


def _thin_air(aircraft: Aircraft, plan: Plan, readings: Mapping[str, str]) -> Ruling | None:
    """A Note on Altitude: the readings that limit flying above 15."""
    reading = readings["FC-CEILING"]
    after = _level_after(aircraft, plan)
    if reading == "off" or after <= THIN_AIR:
        return None
    over = after - THIN_AIR
    if reading == "fifteen":
        # Who is above it already (in a position set up so) must come down a level a phase.
        if after < aircraft.level:
            return None
        reason = f"No flying above level {THIN_AIR}; this ends at {after}"
        limit = Figure(str(THIN_AIR), "highest level", "FC-CEILING")
        so_far = Figure(str(aircraft.level), "level now")
    else:
        # One level a phase can always be dived, so it must leave a phase for each but the last.
        spent = aircraft.high + 1
        if over - 1 <= LONGEST_ABOVE - spent or plan.dive:
            return None
        reason = (
            f"Level {after} after {spent} phases above {THIN_AIR}: "
            f"it could not be down again after {LONGEST_ABOVE}"
        )
        limit = Figure(
            str(LONGEST_ABOVE), f"most phases in a row above level {THIN_AIR}", "FC-CEILING"
        )
        so_far = Figure(str(spent), f"phases above level {THIN_AIR}, this one included")
    return Ruling(
        False,
        reason,
        ("FC-CEILING",),
        (Figure(str(after), "level after this phase"), so_far, limit),
        readings=(("FC-CEILING", reading),),
    )


def ours_of(kind: AircraftType, *fields: str) -> tuple[str, ...]:
    """The figures of a type that are not the rulebook's, in words."""
    return tuple(
        f"{kind.name}, {name.replace('_', ' ')} {getattr(kind, name)}"
        for name in fields
        if kind.source(name).startswith("ours")
    )


def check_plan(aircraft: Aircraft, plan: Plan, readings: Mapping[str, str]) -> Ruling:
    """What the rules say about a plan: each limit on altitude and speed in its own ruling."""
    refused = _altitude_refused(aircraft, plan, readings)
    if refused is not None:
        return replace(refused, instead=_near(aircraft, plan, readings))
    speeds = legal_speeds(aircraft, plan, readings)
    base = reference_speed(aircraft, plan, readings)
    used = _readings_used(aircraft, plan, readings)
    # As texts: a speed and a limit stand side by side, they do not add up.
    figures = [Figure(str(plan.speed), "speed announced", "FC-DECIDE")]
    if base is not None:
        figures.append(Figure(str(base), "speed from which steps count", "FC-SPEED-STEP"))
    if plan.speed in speeds:
        return _allowed(aircraft, plan, base, used)
    instead = _instead(aircraft, plan, speeds, readings)

    def no(
        reason: str, rule: str, value: int, what: str, *fields: str, more: tuple[Figure, ...] = ()
    ) -> Ruling:
        return Ruling(
            False,
            reason,
            (rule,),
            (figures[0], Figure(str(value), what, rule), *more),
            instead,
            used,
            ours_of(aircraft.type, *fields),
        )

    kind, top, dive_max = aircraft.type, aircraft.max_speed, aircraft.dive_maximum
    if plan.speed <= kind.stall:
        return no(
            f"Speed {plan.speed} is not above the stall speed {kind.stall}",
            "FC-SPEED-STALL",
            kind.stall,
            "stall speed",
            "stall",
        )
    if plan.speed > top and speeds != (plan.speed,):
        return no(
            f"The maximum horizontal speed is {top}",
            "FC-SPEED-MAX",
            top,
            "maximum horizontal speed",
            "max_speed",
        )
    if plan.climb and plan.speed > top - 1:
        return no(
            f"A climb needs a speed at least one below the maximum {top}",
            "FC-SPEED-CLIMB",
            top - 1,
            "highest speed in a climb",
            "max_speed",
            more=(Figure(str(top), "maximum horizontal speed", "FC-SPEED-MAX"),),
        )
    if plan.dive and plan.speed > dive_max:
        return no(
            f"In a dive the speed is at most the dive maximum {dive_max}",
            "FC-SPEED-DIVE",
            dive_max,
            "dive maximum speed",
            "dive_maximum",
        )
    if plan.dive and plan.speed < (points := _dive_points(aircraft, plan)):
        cost = DIVE_COST * (plan.dive - 1)
        enters = (Figure("1", "point to come onto the map", "FC-ENTER-EXIT"),)
        levels = counted(plan.dive, "level")
        first = f", and 1 the way onto the map; speed {plan.speed} has too few"
        return no(
            f"A dive of {levels} takes {cost} points"
            + (first if points > cost else f"; speed {plan.speed} has fewer"),
            "FC-DIVE",
            cost,
            "points for the dive",
            more=(
                Figure(str(plan.dive), "levels of the dive", "FC-DIVE"),
                *(enters if points > cost else ()),
            ),
        )
    assert base is not None
    cut = ("FC-SPEED-DIVE-CUT",) if plan.dive and aircraft.speed > dive_max else ()
    origin = f"the dive maximum {base}" if cut else f"{base}"
    return Ruling(
        False,
        f"From {origin} the speed rises by one step at most and falls by two; not to {plan.speed}",
        ("FC-SPEED-STEP", *cut),
        tuple(figures),
        instead,
        used,
    )


def _allowed(
    aircraft: Aircraft, plan: Plan, base: int | None, used: tuple[tuple[str, str], ...]
) -> Ruling:
    rules = ["FC-DECIDE", "FC-SPEED-STEP"]
    if plan.climb:
        rules += ["FC-SPEED-CLIMB", "FC-CLIMB"]
    if plan.dive:
        rules += ["FC-SPEED-DIVE", "FC-DIVE"]
        if base is not None and base < aircraft.speed:
            rules.insert(2, "FC-SPEED-DIVE-CUT")
    what = "climbs" if plan.climb else f"dives {plan.dive}" if plan.dive else "stays level"
    grade = aircraft.progress + 1
    if plan.climb and gains_level(aircraft, plan):
        what += f", grade {grade} of {aircraft.type.climb_grades}: a level is gained"
    elif plan.climb:
        what += f", grade {grade} of {aircraft.type.climb_grades}"
    start = (Figure(base, "speed so far", "FC-SPEED-STEP"),) if base is not None else ()
    change = plan.speed - base if base is not None else plan.speed
    return Ruling(
        True,
        f"{aircraft.id} {what} at speed {plan.speed}",
        tuple(rules),
        (*start, Figure(change, "steps" if base is not None else "speed chosen", "FC-SPEED-STEP")),
        readings=used,
        ours=ours_of(aircraft.type, "climb_grades") if plan.climb else (),
        facts={"speed": plan.speed, "gains level": "yes" if gains_level(aircraft, plan) else "no"},
    )


def _readings_used(
    aircraft: Aircraft, plan: Plan, readings: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    used = []
    if aircraft.status in (OFF, ENTERING):
        used.append(("FC-START-SPEED", readings["FC-START-SPEED"]))
    elif aircraft.speed > aircraft.max_speed:
        used.append(("FC-FORCED-SPEED", readings["FC-FORCED-SPEED"]))
    return tuple(used)


def _instead(
    aircraft: Aircraft, plan: Plan, speeds: tuple[int, ...], readings: Mapping[str, str]
) -> tuple[str, ...]:
    if speeds:
        return tuple(str(Plan(speed, plan.climb, plan.dive)) for speed in speeds)
    return _near(aircraft, plan, readings)


_OFFERED = 4  # plans that a refusal names


def _near(aircraft: Aircraft, plan: Plan, readings: Mapping[str, str]) -> tuple[str, ...]:
    """The legal plans that are most like a refused one, in altitude first and then in speed."""

    def unlike(other: Plan) -> tuple[int, int]:
        return abs(_rise(plan) - _rise(other)), abs(plan.speed - other.speed)

    return tuple(map(str, sorted(plans(aircraft, readings), key=unlike)[:_OFFERED]))


def _rise(plan: Plan) -> int:
    return plan.climb - plan.dive
