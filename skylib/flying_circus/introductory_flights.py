"""Which flights there are in the introductory game, and why another is none.

Rulebook: Introductory Game, Movement A to F.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from skylib.core.hexes import COLUMNS, Board, Hex, distance
from skylib.core.rulings import Figure, Ruling
from skylib.core.wording import are_left, counted, points_of

from .movement import Flight

__all__ = [
    "OPEN_SKY",
    "Sky",
    "check_flight",
    "count_flights",
    "flights",
    "is_flight",
    "nearest",
    "next_steps",
    "path",
    "places",
    "ways",
]

SIDES_IN_A_HEX = 3  # Movement B


class _Spot(NamedTuple):
    left: int
    q: int
    r: int
    facing: int
    turned: int
    way: int
    may_turn: bool  # only not before it has come onto the map


class Sky(NamedTuple):
    """What a flight meets: the board, the hexes held by others, the reading on turns."""

    board: Board | None = None
    occupied: frozenset[Hex] = frozenset()
    both_directions: bool = False


OPEN_SKY = Sky()
NOTHING = Flight("")


def _first(start: Hex, facing: int, points: int, sky: Sky) -> _Spot:
    on_map = sky.board is None or start in sky.board.index
    return _Spot(points, start[0], start[1], facing, 0, 0, on_map)


def _onward(spot: _Spot, sky: Sky) -> list[tuple[str, _Spot]]:
    left, q, r, facing, turned, way, may_turn = spot
    if not left:
        return []
    out = []
    dq, dr = COLUMNS.steps[facing]
    if sky.board is None or (q + dq, r + dr) in sky.board.index:
        out.append(("F", _Spot(left - 1, q + dq, r + dr, facing, 0, 0, True)))
    if may_turn and turned < SIDES_IN_A_HEX:
        for step, to in (("L", -1), ("R", 1)):
            if way in (0, to):
                now = 0 if sky.both_directions else to
                out.append((step, _Spot(left - 1, q, r, (facing + to) % 6, turned + 1, now, True)))
    return out


def flights(start: Hex, facing: int, points: int, sky: Sky = OPEN_SKY) -> Iterator[Flight]:
    """Every legal flight of that many points, once each, worked out as asked for."""

    def on(steps: str, spot: _Spot) -> Iterator[Flight]:
        if not spot.left:
            if (spot.q, spot.r) not in sky.occupied:
                yield Flight(steps)
            return
        for step, then in _onward(spot, sky):
            yield from on(steps + step, then)

    return on("", _first(start, facing, points, sky))


def count_flights(start: Hex, facing: int, points: int, sky: Sky = OPEN_SKY) -> int:
    """How many flights there are, counted without making them."""
    known: dict[_Spot, int] = {}

    def count(spot: _Spot) -> int:
        if not spot.left:
            return int((spot.q, spot.r) not in sky.occupied)
        if spot not in known:
            known[spot] = sum(count(then) for _, then in _onward(spot, sky))
        return known[spot]

    return count(_first(start, facing, points, sky))


def _spot_after(start: Hex, facing: int, points: int, sky: Sky, begun: Flight) -> _Spot | None:
    spot: _Spot | None = _first(start, facing, points, sky)
    for step in begun.steps:
        spot = dict(_onward(spot, sky)).get(step) if spot else None
    return spot


def next_steps(
    start: Hex, facing: int, points: int, sky: Sky = OPEN_SKY, begun: Flight = NOTHING
) -> tuple[str, ...]:
    """The steps with which a flight that has begun so may go on."""
    spot = _spot_after(start, facing, points, sky, begun)
    return tuple(step for step, _ in _onward(spot, sky)) if spot else ()


def places(
    start: Hex, facing: int, points: int, sky: Sky = OPEN_SKY, begun: Flight = NOTHING
) -> frozenset[tuple[Hex, int]]:
    """Every hex and facing in which a flight that has begun so can end."""
    first = _spot_after(start, facing, points, sky, begun)
    todo = [first] if first else []
    seen = set(todo)
    out = set()
    while todo:
        spot = todo.pop()
        if not spot.left:
            if (spot.q, spot.r) not in sky.occupied:
                out.add((Hex(spot.q, spot.r), spot.facing))
            continue
        for _, then in _onward(spot, sky):
            if then not in seen:
                seen.add(then)
                todo.append(then)
    return frozenset(out)


def ways(
    start: Hex, facing: int, points: int, end: Hex, sky: Sky = OPEN_SKY, begun: Flight = NOTHING
) -> Iterator[Flight]:
    """The flights that have begun so and end in a hex."""

    def on(steps: str, spot: _Spot) -> Iterator[Flight]:
        if distance((spot.q, spot.r), end) > spot.left:
            return
        if not spot.left:
            if end not in sky.occupied:
                yield Flight(steps)
            return
        for step, then in _onward(spot, sky):
            yield from on(steps + step, then)

    first = _spot_after(start, facing, points, sky, begun)
    return on(begun.steps, first) if first else iter(())


def path(start: Hex, facing: int, flight: Flight) -> tuple[tuple[Hex, int], ...]:
    """Hex and facing after each step, legal or not."""
    out = []
    hex = Hex(*start)
    for step in flight.steps:
        if step == "F":
            hex = COLUMNS.neighbour(hex, facing)
        else:
            facing = (facing + (1 if step == "R" else -1)) % 6
        out.append((hex, facing))
    return tuple(out)


def is_flight(start: Hex, facing: int, points: int, flight: Flight, sky: Sky) -> bool:
    """Whether a flight is legal: the quick test, without reasons."""
    spot = _first(start, facing, points, sky)
    for step in flight.steps:
        spot = dict(_onward(spot, sky)).get(step)  # type: ignore[assignment]
        if spot is None:
            return False
    return not spot.left and (spot.q, spot.r) not in sky.occupied


def _finish(spot: _Spot, sky: Sky) -> str | None:
    """Steps that bring a flight from a spot to a legal end, or None if none do."""
    dead: set[_Spot] = set()

    def on(at: _Spot) -> str | None:
        if at in dead:
            return None
        if not at.left and (at.q, at.r) not in sky.occupied:
            return ""
        for step, then in _onward(at, sky):
            rest = on(then)
            if rest is not None:
                return step + rest
        dead.add(at)
        return None

    return on(spot)


def nearest(
    start: Hex, facing: int, points: int, flight: Flight = NOTHING, sky: Sky = OPEN_SKY
) -> Flight | None:
    """A legal flight that begins like this one for as long as it can; None if there is none."""
    spots = [_first(start, facing, points, sky)]
    for step in flight.steps:
        ways = dict(_onward(spots[-1], sky))
        if step not in ways:
            break
        spots.append(ways[step])
    for flown in range(len(spots) - 1, -1, -1):
        rest = _finish(spots[flown], sky)
        if rest is not None:
            return Flight(flight.steps[:flown] + rest)
    return None


def _may_follow(spot: _Spot, done: str, sky: Sky) -> tuple[str, ...]:
    """What a refusal offers at a spot: the steps from which the flight can be brought to an end."""
    where = f"after {done}" if done else "at the start"
    if not spot.left and (spot.q, spot.r) not in sky.occupied:
        return (f"{where} end the flight",)
    steps = [step for step, then in _onward(spot, sky) if _finish(then, sky) is not None]
    if steps:
        return (f"{where} possible: {', '.join(steps)}",)
    return ("another beginning: from here no flight comes to an end",)


def _spent(steps: str) -> tuple[Figure, ...]:
    """The points of a flight as a sum, runs of forward hexes and of hexsides."""
    figures = []
    for run in re.findall(r"F+|[LR]+", steps):
        if run[0] == "F":
            what = "hexes forward" if len(run) > 1 else "hex forward"
            figures.append(Figure(len(run), what, "FCI-STRAIGHT"))
        else:
            what = "hexsides turned" if len(run) > 1 else "hexside turned"
            figures.append(Figure(len(run), what, "FCI-TURN"))
    return tuple(figures)


def check_flight(start: Hex, facing: int, points: int, flight: Flight, sky: Sky) -> Ruling:
    """What the rules say about a flight; the figures are the points it spends."""
    spot = _first(start, facing, points, sky)
    done = ""
    for step in flight.steps:
        ways = dict(_onward(spot, sky))
        if step not in ways:
            return _why_not(spot, done, step, points, sky)
        spot = ways[step]
        done = f"{done} {step}".strip()
    figures = _spent(flight.steps)
    rules = ("FCI-SPEND-ALL", "FCI-ALLOWANCE", "FCI-STRAIGHT")
    if set(flight.steps) & set("LR"):
        rules += ("FCI-TURN",)
    if spot.left:
        return Ruling(
            False,
            f"All {points} points must be spent; {are_left(spot.left)}",
            ("FCI-SPEND-ALL",),
            (*figures, *_allowance(spot, points)),
            _may_follow(spot, done, sky),
        )
    name = sky.board.name if sky.board else str
    end = Hex(spot.q, spot.r)
    if end in sky.occupied:
        return Ruling(
            False,
            f"Another aircraft is in {name(end)}; no movement ends there",
            ("FCI-STACK",),
            figures,
            ("end in another hex; passing through is free",),
        )
    return Ruling(
        True,
        f"{counted(points, 'point')} spent, {counted(flight.hexes, 'hex', 'hexes')} travelled; "
        f"ends in {name(end)} facing {COLUMNS.facing_name(spot.facing)}",
        rules,
        figures,
        facts={"points": len(flight.steps), "hexes": flight.hexes},
    )


def _allowance(spot: _Spot, points: int) -> tuple[Figure, ...]:
    """The allowance and what is left of it, as text: they do not add up with what is spent."""
    return (
        Figure(str(points), "movement allowance", "FCI-ALLOWANCE"),
        Figure(str(spot.left), points_of(spot.left, "left"), "FCI-SPEND-ALL"),
    )


def _why_not(spot: _Spot, done: str, step: str, points: int, sky: Sky) -> Ruling:
    after = f"After {done}" if done else "At the start"
    figures = (*_spent(done.replace(" ", "")), *_allowance(spot, points))
    readings: tuple[tuple[str, str], ...] = ()
    if step in "DC":
        reason, rule = "there is no altitude in the introductory game", "FCI-STRAIGHT"
    elif not spot.left:
        reason, rule = f"all {points} points are spent", "FCI-SPEND-ALL"
    elif step == "F":
        reason, rule = "the hex ahead is off the map", "FCI-STRAIGHT"
    elif not spot.may_turn:
        reason, rule = "it must come onto the map first", "FCI-SETUP"
    elif spot.turned >= SIDES_IN_A_HEX:
        reason, rule = "three hexsides have been turned in this hex", "FCI-TURN"
    else:
        reason, rule = "one hex holds turns in one direction only", "FCI-TURN"
        readings = (("FC-TURN-MODE", "one-direction"),)
    instead = _may_follow(spot, done, sky)
    return Ruling(False, f"{after}: {reason}", (rule,), figures, instead, readings)
