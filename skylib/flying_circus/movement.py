"""Movement: the plan announced, the flight flown, and where it can lead.

A *plan* is what Segments A and B announce: climb, dive or neither, and the speed.
A *flight* is a row of steps written ``F F L F D F C``:

* ``F`` one hex forward,
* ``L`` ``R`` one hexside of a turn,
* ``D`` the whole announced dive, in one hex,
* ``C`` the climb executed; written only in the phase in which it gains a level.

Rulebook: Sequence of Play; Movement A to G; Turn Mode Summary Chart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from skylib.core.errors import MoveTextError
from skylib.core.hexes import COLUMNS, Board, Hex

__all__ = [
    "TurnMode",
    "TURN_MODES",
    "DIVE_COST",
    "Place",
    "Plan",
    "Flight",
    "Around",
    "OPEN_SKY",
    "Task",
    "Instant",
    "Reach",
    "flights",
    "count_flights",
    "places",
    "reachable",
    "trace",
    "end_of",
    "is_flight",
    "nearest",
    "Spot",
    "first_spot",
    "onward",
    "ends_at",
    "finish",
    "level_at",
]

DIVE_COST = 5  # movement points of each level of a dive after the first (Movement E)


@dataclass(frozen=True, slots=True)
class TurnMode:
    """One row of the Turn Mode Summary Chart: the cost of each hexside in one hex."""

    letter: str
    costs: tuple[int, ...]

    @property
    def sides(self) -> int:
        """The most hexsides turned in one hex."""
        return len(self.costs)


TURN_MODES: Mapping[str, TurnMode] = {
    "A": TurnMode("A", (1, 1, 1)),
    "B": TurnMode("B", (2, 1, 1)),
    "C": TurnMode("C", (1, 1)),
    "D": TurnMode("D", (2, 1)),
}
"""The four turn modes, as printed."""


class Place(NamedTuple):
    """Where an aircraft is: hex, facing (0 to 5, clockwise from north), level."""

    hex: Hex
    facing: int
    level: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What is announced before a movement: the speed, and a climb or a dive or neither.

    ``str`` gives ``speed 8``, ``speed 8 climb`` or ``speed 7 dive 2``.
    """

    speed: int
    climb: bool = False
    dive: int = 0  # levels

    def __str__(self) -> str:
        climb = " climb" if self.climb else ""
        return f"speed {self.speed}{climb}{f' dive {self.dive}' if self.dive else ''}"

    @classmethod
    def parse(cls, text: str) -> Plan:
        """The inverse of ``str``. Raises `MoveTextError`."""
        words = text.split()
        if len(words) < 2 or words[0].lower() != "speed" or not _number(words[1]):
            raise MoveTextError(
                f"{text[:60]!r} is no plan; plans are 'speed 8', 'speed 8 climb' or "
                "'speed 7 dive 2'"
            )
        climb, dive, rest = False, 0, words[2:]
        while rest:
            said = rest.pop(0)
            word = said.lower()
            if word == "climb" and not climb:
                climb = True
            elif word == "dive" and not dive:
                dive = int(rest.pop(0)) if rest and _number(rest[0]) else 1
            elif word != "level" or climb or dive or rest:
                raise MoveTextError(
                    f"{said[:20]!r} in {text[:60]!r} is no part of a plan; plans are 'speed 8', "
                    "'speed 8 climb' or 'speed 7 dive 2'"
                )
        return cls(int(words[1]), climb, dive)


def _number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 3


_STEPS = "steps are F (forward), L and R (one hexside), D (the dive), C (the climb)"


@dataclass(frozen=True, slots=True)
class Flight:
    """The steps of one movement; ``str`` writes them apart, ``F F L F``."""

    steps: str

    def __str__(self) -> str:
        return " ".join(self.steps)

    @classmethod
    def parse(cls, text: str) -> Flight:
        """Read steps, apart or together, in either case. Raises `MoveTextError`."""
        steps = "".join(text.split())
        if not steps:
            raise MoveTextError(f"a flight needs steps; {_STEPS}")
        for step in steps:
            if step.upper() not in "FLRDC":
                raise MoveTextError(f"{step!r} is no step of a flight; {_STEPS}")
        if len(steps) > 100:
            raise MoveTextError("a flight has at most a few dozen steps")
        return cls(steps.upper())

    @property
    def hexes(self) -> int:
        """How many hexes it enters."""
        return self.steps.count("F")


@dataclass(frozen=True)
class Around:
    """What a flight meets: the board's edges, the other aircraft, the reading on turns.

    ``occupied`` holds (hex, level) of every other aircraft.
    """

    board: Board | None = None
    occupied: frozenset[tuple[Hex, int]] = frozenset()
    both_directions: bool = False  # FC-TURN-MODE: left and right in one hex


OPEN_SKY = Around()
NOTHING = Flight("")


@dataclass(frozen=True)
class Task:
    """All that decides which flights are legal: where from, which plan, which turn modes.

    ``gains`` is set when the announced climb reaches the top of the Climb Progress
    Scale, so that the flight executes it with ``C``. A start off the board is an entry:
    the first step leads onto the map.
    """

    start: Place
    plan: Plan
    left: TurnMode
    right: TurnMode
    gains: bool = False
    around: Around = OPEN_SKY

    @property
    def enters(self) -> bool:
        """Whether the aircraft comes onto the map in this movement."""
        board = self.around.board
        return board is not None and self.start.hex not in board.index

    @property
    def dive_cost(self) -> int:
        """Movement points the announced dive takes."""
        return DIVE_COST * (self.plan.dive - 1) if self.plan.dive else 0


# ---- which flights there are ------------------------------------------------------------


class Spot(NamedTuple):
    """A moment of a flight: all that decides how it may go on."""

    left: int  # points still to be spent
    q: int
    r: int
    facing: int
    may_turn: bool  # has come forward, and does not dive in this hex
    turned: int  # hexsides in this hex
    way: int  # -1 left, +1 right, 0 not turned or either
    dive: bool  # still to be flown
    climb: bool


def first_spot(task: Task) -> Spot:
    """The moment before the first step."""
    (q, r), facing, _ = task.start
    return Spot(
        task.plan.speed, q, r, facing, False, 0, 0, task.plan.dive > 0, task.gains
    )  # Movement B: no turn in the first hex


def onward(task: Task, spot: Spot) -> list[tuple[str, Spot | None]]:
    """The steps possible from a spot; None for one that leaves the board."""
    left, q, r, facing, may_turn, turned, way, dive, climb = spot
    keep = task.dive_cost if dive else 0
    out: list[tuple[str, Spot | None]] = []
    if left > keep:
        dq, dr = COLUMNS.steps[facing]
        hex = Hex(q + dq, r + dr)
        board = task.around.board
        if board is not None and hex not in board.index:
            out.append(("F", None))
        else:
            out.append(("F", Spot(left - 1, hex[0], hex[1], facing, True, 0, 0, dive, climb)))
    if may_turn:
        either = task.around.both_directions
        for step, to, mode in (("L", -1, task.left), ("R", 1, task.right)):
            if way in (0, to) and turned < len(mode.costs):
                rest = left - mode.costs[turned]
                if rest >= keep:
                    now = 0 if either else to
                    out.append(
                        (
                            step,
                            Spot(rest, q, r, (facing + to) % 6, True, turned + 1, now, dive, climb),
                        )
                    )
    if (dive or climb) and not (task.enters and left == task.plan.speed):
        if dive and not turned and left >= keep:
            out.append(("D", Spot(left - keep, q, r, facing, False, 0, 0, False, climb)))
        if climb:
            out.append(("C", spot._replace(climb=False)))
    return out


def level_at(task: Task, spot: Spot) -> int:
    """The level at a moment of the flight."""
    level = task.start.level
    if not spot.dive:
        level -= task.plan.dive
    if task.gains and not spot.climb:
        level += 1
    return level


def ends_at(task: Task, spot: Spot) -> bool:
    """Whether a flight may end here: all points spent, all announced done, nobody there."""
    return (
        spot.left == 0
        and not spot.dive
        and not spot.climb
        and ((spot.q, spot.r), level_at(task, spot)) not in task.around.occupied
    )


def flights(task: Task) -> Iterator[Flight]:
    """Every legal flight of a task, once each, in a fixed order, worked out as asked for."""

    def on(steps: str, spot: Spot) -> Iterator[Flight]:
        if ends_at(task, spot):
            yield Flight(steps)
        for step, then in onward(task, spot):
            if then is None:
                yield Flight(steps + step)
            else:
                yield from on(steps + step, then)

    return on("", first_spot(task))


def count_flights(task: Task, after_dive: int = 1) -> int:
    """How many flights `flights` gives, counted without making them.

    A flight that has dived counts ``after_dive`` times: once for each setting that the
    climb marker may then be given.
    """
    known: dict[Spot, int] = {}

    def count(spot: Spot) -> int:
        total = known.get(spot)
        if total is None:
            weight = after_dive if task.plan.dive and not spot.dive else 1
            total = weight if ends_at(task, spot) else 0
            for _, then in onward(task, spot):
                total += weight if then is None else count(then)
            known[spot] = total
        return total

    return count(first_spot(task))


def places(task: Task) -> frozenset[Place]:
    """Every place where a legal flight can end on the board, without the flights."""
    seen = {first_spot(task)}
    todo = list(seen)
    out = set()
    while todo:
        spot = todo.pop()
        if ends_at(task, spot):
            out.add(Place(Hex(spot.q, spot.r), spot.facing, level_at(task, spot)))
        for _, then in onward(task, spot):
            if then is not None and then not in seen:
                seen.add(then)
                todo.append(then)
    return frozenset(out)


@dataclass(frozen=True)
class Reach:
    """Where a task can lead: each place with its flights, and the flights off the board."""

    places: Mapping[Place, tuple[Flight, ...]]
    exits: tuple[Flight, ...]

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hexes in which a flight can end."""
        return frozenset(place.hex for place in self.places)

    def to(
        self, hex: Hex, facing: int | None = None, level: int | None = None
    ) -> tuple[Flight, ...]:
        """The flights that end in a hex, with that facing and level if they are given."""
        return tuple(
            flight
            for place, ways in self.places.items()
            if place.hex == hex and facing in (None, place.facing) and level in (None, place.level)
            for flight in ways
        )


def reachable(task: Task) -> Reach:
    """Every hex, facing and level that a legal flight reaches, each with all its flights."""
    found: dict[Place, list[Flight]] = {}
    exits: list[Flight] = []

    def on(steps: str, spot: Spot) -> None:
        if ends_at(task, spot):
            place = Place(Hex(spot.q, spot.r), spot.facing, level_at(task, spot))
            found.setdefault(place, []).append(Flight(steps))
        for step, then in onward(task, spot):
            if then is None:
                exits.append(Flight(steps + step))
            else:
                on(steps + step, then)

    on("", first_spot(task))
    return Reach({place: tuple(ways) for place, ways in found.items()}, tuple(exits))


# ---- one flight, step by step ------------------------------------------------------------


class Instant(NamedTuple):
    """One step of a flight: the letter, its cost, the points spent so far, the place after.

    A dive of several levels gives one instant for each level.
    """

    step: str
    cost: int
    spent: int
    place: Place


@lru_cache(maxsize=4096)
def _trace(
    start: Place, speed: int, dive: int, left: TurnMode, right: TurnMode, steps: str
) -> tuple[Instant, ...]:
    (q, r), facing, level = start
    spent = turned = 0
    out = []
    for step in steps:
        cost = 0
        if step == "F":
            dq, dr = COLUMNS.steps[facing]
            q, r, turned, cost = q + dq, r + dr, 0, 1
        elif step in "LR":
            costs = (left if step == "L" else right).costs
            cost = costs[min(turned, len(costs) - 1)]
            turned += 1
            facing = (facing + (1 if step == "R" else -1)) % 6
        elif step == "C":
            level += 1
        else:
            for n in range(dive):
                level -= 1
                cost = DIVE_COST if n else 0
                spent += cost
                out.append(Instant(step, cost, spent, Place(Hex(q, r), facing, level)))
            continue
        spent += cost
        out.append(Instant(step, cost, spent, Place(Hex(q, r), facing, level)))
    return tuple(out)


def trace(task: Task, flight: Flight) -> tuple[Instant, ...]:
    """A flight step by step, legal or not."""
    plan = task.plan
    return _trace(task.start, plan.speed, plan.dive, task.left, task.right, flight.steps)


def end_of(task: Task, flight: Flight) -> Place | None:
    """Where a flight leads, on the board or off it; None if it breaks a rule on its way.

    Who else is at the end is not looked at. The quick test, without reasons.
    """
    (q, r), facing, level = task.start
    plan, around, entering = task.plan, task.around, task.enters
    index = around.board.index if around.board is not None else None
    either, steps, last = around.both_directions, COLUMNS.steps, len(flight.steps) - 1
    left, keep, climb = plan.speed, task.dive_cost, task.gains
    dive, may_turn, turned, way = plan.dive > 0, False, 0, 0
    for i, step in enumerate(flight.steps):
        if step == "F":
            if left <= keep:
                return None
            dq, dr = steps[facing]
            q, r, left, may_turn, turned, way, entering = (
                q + dq,
                r + dr,
                left - 1,
                True,
                0,
                0,
                False,
            )
            if index is not None and (q, r) not in index:
                return Place(Hex(q, r), facing, level) if i == last else None
        elif step in "LR":
            to, costs = (-1, task.left.costs) if step == "L" else (1, task.right.costs)
            if not may_turn or way not in (0, to) or turned >= len(costs):
                return None
            left -= costs[turned]
            if left < keep:
                return None
            facing, turned, way = (facing + to) % 6, turned + 1, 0 if either else to
        elif entering:
            return None
        elif step == "D":
            if not dive or turned or left < keep:
                return None
            left, keep, dive, may_turn, level = left - keep, 0, False, False, level - plan.dive
        elif step == "C" and climb:
            climb, level = False, level + 1
        else:
            return None
    return None if left or dive or climb else Place(Hex(q, r), facing, level)


def is_flight(task: Task, flight: Flight) -> bool:
    """Whether a flight is legal: the quick test, without reasons."""
    end = end_of(task, flight)
    return end is not None and (end.hex, end.level) not in task.around.occupied


def finish(task: Task, spot: Spot | None) -> str | None:
    """Steps that end a flight from a spot, on the board if they can, or None if none do.

    ``spot`` is None for a flight that has left the board and so has ended.
    """
    dead: set[Spot] = set()

    def on(at: Spot | None, off_board: bool) -> str | None:
        if at is None:
            return "" if off_board else None
        if at in dead:
            return None
        if ends_at(task, at):
            return ""
        for step, then in onward(task, at):
            rest = on(then, off_board)
            if rest is not None:
                return step + rest
        dead.add(at)
        return None

    on_board = on(spot, False)
    if on_board is not None:
        return on_board
    dead.clear()
    return on(spot, True)


def nearest(task: Task, flight: Flight = NOTHING) -> Flight | None:
    """A legal flight that begins like this one for as long as it can; None if there is none."""
    spots: list[Spot | None] = [first_spot(task)]
    for step in flight.steps:
        spot = spots[-1]
        ways = dict(onward(task, spot)) if spot else {}
        if step not in ways:
            break
        spots.append(ways[step])
    for flown in range(len(spots) - 1, -1, -1):
        rest = finish(task, spots[flown])
        if rest is not None:
            return Flight(flight.steps[:flown] + rest)
    return None
