"""What the computer player of Flying Circus works out once and looks up ever after.

Which flights there are, from where a gun will bear, how good a stance towards an enemy is:
all that depends on turn mode, speed and offsets alone. Hexes stand here as single numbers,
so that a difference of two numbers is an offset and one look into a table answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import atan2, degrees
from weakref import WeakKeyDictionary

from skylib.core.hexes import COLUMNS, Board, Hex, distance
from skylib.flying_circus import movement
from skylib.flying_circus.field_of_fire import REACH, field
from skylib.flying_circus.movement import TURN_MODES, Place, Plan, Task
from skylib.flying_circus.sighting import needed_points

__all__ = [
    "code",
    "hex_of",
    "rotated",
    "off",
    "task",
    "rows",
    "bearings",
    "danger",
    "menu",
    "ends",
    "last_half",
    "path",
    "ranges",
    "bears",
    "free_ahead",
]

_STRIDE = 1 << 10  # more than twice the height of any board, so that offsets stay apart
FREE_SKY = 5  # hexes ahead that are looked at

Menu = tuple[tuple[int, tuple[str, ...]], ...]


def code(hex: tuple[int, int]) -> int:
    """A hex, or an offset between two, as one number."""
    return hex[0] * _STRIDE + hex[1]


def hex_of(number: int) -> Hex:
    """The inverse of `code`."""
    r = (number + _STRIDE // 2) % _STRIDE - _STRIDE // 2
    return Hex((number - r) // _STRIDE, r)


def rotated(q: int, r: int, sides: int) -> tuple[int, int]:
    """An offset turned clockwise by that many hexsides."""
    for _ in range(sides % 6):
        q, r = -r, q + r
    return q, r


@lru_cache(maxsize=1 << 16)
def _off(q: int, r: int, facing: int) -> float:
    x, y = COLUMNS.centre((q, r))
    bearing = degrees(atan2(x, -y)) % 360
    away = abs(bearing - COLUMNS.angle(facing)) % 360
    return min(away, 360 - away) / 60


def off(here: tuple[int, int], facing: int, there: tuple[int, int]) -> float:
    """How many hexsides a place lies off the facing: 0 straight ahead to 3 behind."""
    q, r = there[0] - here[0], there[1] - here[1]
    return _off(q, r, facing) if q or r else 0.0


# ---- flights ------------------------------------------------------------------------------


def task(left: str, right: str, speed: int, both: bool, dive: int = 0) -> Task:
    """A flight from (0, 0) facing north in an open sky, with level 0 for its start."""
    return Task(
        Place(Hex(0, 0), 0, 0),
        Plan(speed, dive=dive),
        TURN_MODES[left],
        TURN_MODES[right],
        around=movement.Around(both_directions=both),
    )


@lru_cache(maxsize=1024)
def menu(left: str, right: str, speed: int, dive: int, facing: int, both: bool, ways: int) -> Menu:
    """Where one kind of flight ends, each place with at most so many of its flights.

    A place is the code of its offset times six plus its facing.
    """
    if facing:  # the same flights, turned
        out = []
        for key, steps in menu(left, right, speed, dive, 0, both, ways):
            offset, end = divmod(key, 6)
            turned = code(rotated(*hex_of(offset), facing))
            out.append((turned * 6 + (end + facing) % 6, steps))
        return tuple(out)
    reach = movement.reachable(task(left, right, speed, both, dive))
    return tuple(
        (code(place.hex) * 6 + place.facing, tuple(f.steps for f in flights[:ways]))
        for place, flights in reach.places.items()
    )


@lru_cache(maxsize=1024)
def ends(left: str, right: str, speed: int, facing: int, both: bool) -> frozenset[int]:
    """The offsets of all hexes in which a level flight at that speed may end."""
    if facing:
        found = ends(left, right, speed, 0, both)
        return frozenset(code(rotated(*hex_of(offset), facing)) for offset in found)
    return frozenset(key // 6 for key, _ in menu(left, right, speed, 0, 0, both, 1))


@lru_cache(maxsize=1 << 16)
def _flown(
    left: str, right: str, speed: int, dive: int, facing: int, steps: str
) -> tuple[tuple[int, int, int, int], ...]:
    """Each step that costs points: points, offset, facing, levels above the end."""
    flight = movement.Flight(steps)
    start = task(left, right, speed, False, dive)
    out = []
    for instant in movement.trace(start, flight):
        if instant.cost:
            (q, r), towards, level = instant.place
            offset = code(rotated(q, r, facing))
            out.append((instant.cost, offset, (towards + facing) % 6, level + dive))
    return tuple(out)


@lru_cache(maxsize=1 << 16)
def last_half(
    left: str, right: str, speed: int, dive: int, facing: int, steps: str
) -> tuple[tuple[int, int, int], ...]:
    """The places of a flight's last half, latest first: offset, facing, levels above the end.

    Who is in a field of fire in all of them is sighted (Sighting).
    """
    needed = needed_points(speed)
    out = []
    for points, *place in reversed(_flown(left, right, speed, dive, facing, steps)):
        out.append(tuple(place))
        needed -= points
        if needed <= 0:
            break
    return tuple(out)  # type: ignore[arg-type]


def path(left: str, right: str, speed: int, dive: int, facing: int, steps: str) -> tuple[int, ...]:
    """The offsets that a flight passes."""
    return tuple(step[1] for step in _flown(left, right, speed, dive, facing, steps))


# ---- where guns bear ------------------------------------------------------------------------


@lru_cache(maxsize=32)
def ranges(mount: str, facing: int) -> Mapping[int, int]:
    """The field of fire of a gun type: offset of the target, and the range there."""
    return {code(offset): distance((0, 0), offset) for offset in field(mount, facing)}


@lru_cache(maxsize=8)
def bears(mount: str) -> Mapping[int, int]:
    """The field of fire of a gun type on any facing: the range there.

    The key is the code of the target's offset times six, less the firer's facing.
    """
    return {
        offset * 6 - facing: reach
        for facing in range(6)
        for offset, reach in ranges(mount, facing).items()
    }


@lru_cache(maxsize=256)
def rows(left: str, right: str, speed: int, both: bool) -> dict[tuple[int, int], int]:
    """Where a fixed gun can have a standing target after a movement at that speed.

    Facing north from (0, 0): the target's offset, and the shortest range at which it is
    in the row ahead for the last half of some flight. Once the target is in the row a
    turn would lose it: so of the last half only the first step may be a turn, and all
    that follows is straight on.
    """
    needed = needed_points(speed)
    before = speed - needed
    lined_up = [
        (place, needed - 1) for place in movement.places(task(left, right, before + 1, both))
    ]
    # A first hexside that costs two points may begin the last half with its second.
    came = [Place(Hex(0, 0), 0, 0)] if before == 1 else []
    if before > 1:
        came = list(movement.places(task(left, right, before - 1, both)))
    for (q, r), facing, level in came if needed > 1 else ():
        dq, dr = COLUMNS.steps[facing]
        for mode, to in ((TURN_MODES[left], -1), (TURN_MODES[right], 1)):
            if mode.costs[0] == 2:
                there = Place(Hex(q + dq, r + dr), (facing + to) % 6, level)
                lined_up.append((there, needed - 2))
    out: dict[tuple[int, int], int] = {}
    for ((q, r), facing, _), straight in lined_up:
        dq, dr = COLUMNS.steps[facing]
        for ahead in range(straight + 1, REACH + 1):
            hex, reach = (q + dq * ahead, r + dr * ahead), ahead - straight
            if reach < out.get(hex, REACH + 1):
                out[hex] = reach
    return out


@lru_cache(maxsize=1024)
def bearings(left: str, right: str, speed: int, facing: int, both: bool) -> Mapping[int, int]:
    """`rows` for any facing, by the code of the target's offset."""
    found = rows(left, right, speed, both)
    return {code(rotated(*offset, facing)): reach for offset, reach in found.items()}


@lru_cache(maxsize=2048)
def danger(
    left: str, right: str, slowest: int, fastest: int, facing: int, both: bool
) -> Mapping[int, int]:
    """Where an aircraft's front gun may bear after its next movement, with the range there."""
    out: dict[int, int] = {}
    for speed in range(slowest, fastest + 1):
        for offset, reach in bearings(left, right, speed, facing, both).items():
            if reach < out.get(offset, REACH + 1):
                out[offset] = reach
    return out


# ---- the board -----------------------------------------------------------------------------

_skies: WeakKeyDictionary[Board, dict[int, int]] = WeakKeyDictionary()


def free_ahead(board: Board) -> Mapping[int, int]:
    """For each hex's code times six plus a facing: the hexes of the board ahead, 5 at most.

    What is not in it lies off the board.
    """
    sky = _skies.get(board)
    if sky is None:
        sky = {}
        for q, r in board.hexes:
            for facing, (dq, dr) in enumerate(COLUMNS.steps):
                free = 0
                while free < FREE_SKY and (q + dq * (free + 1), r + dr * (free + 1)) in board.index:
                    free += 1
                sky[code((q, r)) * 6 + facing] = free
        _skies[board] = sky
    return sky
