"""What the rules say about a flight, step by step, and what else it could be.

Rulebook: Movement A to G; Turn Mode Summary Chart.
"""

from __future__ import annotations

from collections.abc import Mapping

from skylib.core.hexes import COLUMNS, Hex
from skylib.core.rulings import Figure, Ruling
from skylib.core.wording import are_left, counted, points_of

from .movement import (
    Flight,
    Spot,
    Task,
    ends_at,
    finish,
    first_spot,
    level_at,
    nearest,
    onward,
    trace,
)

__all__ = ["check_flight"]


def _may_follow(task: Task, spot: Spot, done: str) -> tuple[str, ...]:
    """What a refusal offers at a spot: the steps from which the flight can be brought to an end."""
    where = f"after {done}" if done else "at the start"
    if ends_at(task, spot):
        return (f"{where} end the flight",)
    steps = [step for step, then in onward(task, spot) if finish(task, then) is not None]
    if steps:
        return (f"{where} possible: {', '.join(steps)}",)
    return ("another beginning: from here no flight comes to an end",)


def check_flight(task: Task, flight: Flight) -> Ruling:
    """What the rules say about a flight, step by step: the first that fails refuses it.

    The figures are the movement points it spends; they add up to the speed.
    """
    spot: Spot | None = first_spot(task)
    done = ""
    for step in flight.steps:
        if spot is None:
            return Ruling(
                False,
                f"After {done} the aircraft has left the map; nothing follows",
                ("FC-ENTER-EXIT",),
                _figures(task, Flight(done.replace(" ", "")))[0],
                instead=(f"after {done} end the flight",),
            )
        ways = dict(onward(task, spot))
        if step not in ways:
            return _why_not(task, spot, done, step, ways)
        spot = ways[step]
        done = f"{done} {step}".strip()
    figures, rules = _figures(task, flight)
    name = task.around.board.name if task.around.board else str
    turn_reading = ()
    if task.around.both_directions and _mixes(flight):
        turn_reading = (("FC-TURN-MODE", "both-directions"),)
    if spot is None:
        return Ruling(
            True,
            "The flight leaves the map; points not yet spent are dropped",
            ("FC-ENTER-EXIT", *rules),
            figures,
            readings=turn_reading,
            facts=_facts(task, flight),
        )
    if spot.left or spot.dive or spot.climb:
        return _unfinished(task, spot, done, figures)
    end = Hex(spot.q, spot.r)
    level = level_at(task, spot)
    if (end, level) in task.around.occupied:
        return Ruling(
            False,
            f"Another aircraft is in {name(end)} at level {level}; no movement ends there",
            ("FC-STACK",),
            (*figures, Figure(str(level), "level of both", "FC-STACK")),
            instead=(
                "end in another hex or at another level; passing through is free"
                if nearest(task)
                else "another plan: every flight of this one ends with another aircraft",
            ),
        )
    return Ruling(
        True,
        f"{task.plan.speed} points spent, {counted(flight.hexes, 'hex', 'hexes')} entered; "
        f"ends in {name(end)} facing {COLUMNS.facing_name(spot.facing)} at level {level}",
        rules,
        figures,
        readings=turn_reading,
        facts=_facts(task, flight),
    )


def _mixes(flight: Flight) -> bool:
    return any("L" in run and "R" in run for run in flight.steps.split("F"))


def _facts(task: Task, flight: Flight) -> dict[str, int]:
    last = trace(task, flight)[-1]
    return {"points": last.spent, "hexes": flight.hexes, "level": last.place.level}


def _why_not(
    task: Task, spot: Spot, done: str, step: str, ways: Mapping[str, Spot | None]
) -> Ruling:
    """The ruling on a step that a spot does not offer.

    The figures add up to the points spent before it; limits stand beside them as text.
    """
    after = f"After {done}" if done else "At the start"
    spent = _figures(task, Flight(done.replace(" ", "")))[0]
    left = Figure(str(spot.left), points_of(spot.left, "left"), "FC-SPEED-FIXED")

    def no(reason: str, rules: tuple[str, ...], *limits: Figure, reading: str = "") -> Ruling:
        return Ruling(
            False,
            f"{after}: {reason}",
            rules,
            (*spent, *limits),
            instead=_may_follow(task, spot, done),
            readings=(("FC-TURN-MODE", reading),) if reading else (),
        )

    keep = task.dive_cost if spot.dive else 0
    dive = Figure(str(keep), points_of(keep, "the dive takes"), "FC-DIVE")
    entering = task.enters and spot.left == task.plan.speed
    if step == "F":
        if keep and spot.left:
            return no(
                f"the announced dive still takes {keep} of the {spot.left} points left",
                ("FC-DIVE", "FC-DECIDE"),
                left,
                dive,
            )
        speed = Figure(str(task.plan.speed), "speed announced", "FC-SPEED-FIXED")
        return no(f"all {task.plan.speed} points are spent", ("FC-SPEED-FIXED",), speed)
    if step == "D":
        if not task.plan.dive:
            return no("no dive was announced", ("FC-DECIDE",))
        if not spot.dive:
            return no("the whole dive is flown at once, in one hex, and it is done", ("FC-DIVE",))
        if entering:
            return no("the aircraft must come onto the map first", ("FC-ENTER-EXIT",))
        if spot.turned:
            return no("no dive in a hex with a turn in it", ("FC-TURN-DIVE-HEX",))
        return no(f"the dive takes {keep} points, {are_left(spot.left)}", ("FC-DIVE",), left, dive)
    if step == "C":
        if not task.plan.climb:
            return no("no climb was announced", ("FC-DECIDE",))
        if not task.gains:
            return no(
                "the Climb Progress Scale is not at its top: no level is gained", ("FC-CLIMB",)
            )
        if not spot.climb:
            return no("the climb has been executed; one level a phase", ("FC-CLIMB",))
        return no("the aircraft must come onto the map first", ("FC-ENTER-EXIT",))
    # A turn.
    to, mode = (-1, task.left) if step == "L" else (1, task.right)
    side = "left" if to < 0 else "right"
    if not spot.may_turn:
        if "D" in done.rpartition("F")[2]:
            return no("no turning in a hex in which the aircraft dives", ("FC-TURN-DIVE-HEX",))
        return no(
            "no turning in the hex where the movement begins; one hex forward first",
            ("FC-TURN-FIRST-HEX",),
        )
    rules = ("FC-TURN-MODE", *(("FC-TURN-DOUBLE",) if task.left is not task.right else ()))
    if spot.way not in (0, to):
        return no("one hex holds turns in one direction only", rules[:1], reading="one-direction")
    if spot.turned >= mode.sides:
        return no(
            f"turn mode {mode.letter} to the {side} allows {mode.sides} hexsides in a hex",
            rules,
            Figure(str(mode.sides), f"hexsides that mode {mode.letter} allows", "FC-TURN-MODE"),
        )
    cost = mode.costs[spot.turned]
    number = spot.turned + 1
    price = Figure(str(cost), f"points for hexside {number} in mode {mode.letter}", "FC-TURN-MODE")
    reserve = f", of which the dive takes {keep}" if keep else ""
    return no(
        f"hexside {number} to the {side} costs {cost} in turn mode {mode.letter}; "
        f"{counted(spot.left, 'point')} left{reserve}",
        rules,
        left,
        price,
        *((dive,) if keep else ()),
    )


def _unfinished(task: Task, spot: Spot, done: str, figures: tuple[Figure, ...]) -> Ruling:
    plan = task.plan
    instead = _may_follow(task, spot, done)
    if spot.left:
        return Ruling(
            False,
            f"All {plan.speed} points must be spent; {are_left(spot.left)}",
            ("FC-SPEED-FIXED",),
            (
                *figures,
                Figure(str(plan.speed), "speed announced", "FC-SPEED-FIXED"),
                Figure(str(spot.left), points_of(spot.left, "left"), "FC-SPEED-FIXED"),
            ),
            instead=instead,
        )
    if spot.dive:
        return Ruling(
            False,
            f"A dive of {plan.dive} was announced and is not flown",
            ("FC-DECIDE", "FC-DIVE"),
            (*figures, Figure(str(plan.dive), "levels of the dive announced", "FC-DECIDE")),
            instead=instead,
        )
    return Ruling(
        False,
        "The climb reaches the top of the Climb Progress Scale and must be executed",
        ("FC-CLIMB", "FC-CLIMB-ANYWHERE"),
        figures,
        instead=instead,
    )


def _figures(task: Task, flight: Flight) -> tuple[tuple[Figure, ...], tuple[str, ...]]:
    """The points of a flight as a sum, runs of forward hexes and turns together."""
    figures: list[Figure] = []
    rules = ["FC-MOVE", "FC-SPEED-FIXED"]
    straight = turning = 0
    sides = ""

    def flush() -> None:
        nonlocal straight, turning, sides
        if straight:
            figures.append(
                Figure(straight, f"{'hexes' if straight > 1 else 'hex'} forward", "FC-MOVE")
            )
        if sides:
            words = {"L": "left", "R": "right"}
            way = words[sides[0]] if len(set(sides)) == 1 else "left and right"
            count = f"{len(sides)} hexsides" if len(sides) > 1 else "1 hexside"
            figures.append(Figure(turning, f"turn {count} to the {way}", "FC-TURN-MODE"))
        straight = turning = 0
        sides = ""

    for instant in trace(task, flight):
        if instant.step == "F":
            if sides:
                flush()
            straight += 1
        elif instant.step in "LR":
            if straight:
                flush()
            sides += instant.step
            turning += instant.cost
        elif instant.step == "D":
            flush()
            level = instant.place.level
            figures.append(Figure(instant.cost, f"dive to level {level}", "FC-DIVE"))
        else:
            flush()
            figures.append(Figure(0, f"climb to level {instant.place.level}", "FC-CLIMB"))
    flush()
    for letters, rule in (("LR", "FC-TURN-MODE"), ("D", "FC-DIVE"), ("C", "FC-CLIMB-ANYWHERE")):
        if any(letter in flight.steps for letter in letters):
            rules.append(rule)
            if rule == "FC-TURN-MODE" and task.left is not task.right:
                rules.append("FC-TURN-DOUBLE")
    return tuple(figures), tuple(rules)
