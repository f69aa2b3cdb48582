"""The flights of a movement, looked up: found once in an open sky, then laid onto the board.

Which flights a turn mode and a plan allow does not depend on where the aircraft is, only
their way over the edge and the aircraft in the end hexes do. So the flights of each kind
are kept, as a tree of the hexes they enter; on the map whole branches are taken at once
where neither an edge nor another aircraft is near.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

from skylib.core.hexes import COLUMNS, Board, Hex, distance

from .movement import (
    Around,
    Flight,
    Place,
    Plan,
    Spot,
    Task,
    TurnMode,
    count_flights,
    ends_at,
    first_spot,
    flights,
    level_at,
    onward,
)

__all__ = ["flights_on", "count_on", "can_fly", "room"]

_MOST = 8000  # flights of one kind that are kept; a climb at high speed has more


class _Entered(NamedTuple):
    """A hex that some flights enter: which of them, and the hexes they enter from it."""

    q: int
    r: int
    left: int  # points, and so the most hexes, still to come
    first: int  # the flights are those from here
    last: int  # to before here
    steps: int  # that led into the hex
    onward: tuple[_Entered, ...]


class _Pattern(NamedTuple):
    """All flights of one kind from (0, 0) facing north, in the order of `movement.flights`."""

    flights: tuple[Flight, ...]
    hexes: tuple[_Entered, ...]
    ends: dict[tuple[int, int, int], tuple[int, ...]]  # (q, r, levels gained) to flights


@lru_cache(maxsize=128)
def _pattern(
    left: TurnMode, right: TurnMode, plan: Plan, gains: bool, both: bool, enters: bool
) -> _Pattern | None:
    """The flights of that kind; None if they are too many to be kept."""
    start = Place(Hex(0, 0), 0, 0)
    task = Task(start, plan, left, right, gains, Around(both_directions=both))
    if count_flights(task) > _MOST:
        return None
    found: list[Flight] = []
    ends: dict[tuple[int, int, int], list[int]] = {}

    def grow(steps: str, spot: Spot, hexes: list[_Entered]) -> None:
        if ends_at(task, spot):
            ends.setdefault((spot.q, spot.r, level_at(task, spot)), []).append(len(found))
            found.append(Flight(steps))
        for step, then in onward(task, spot):
            assert then is not None
            if step != "F":
                if not enters or steps:  # who enters comes onto the map first
                    grow(steps + step, then, hexes)
                continue
            first, then_on = len(found), []
            grow(steps + step, then, then_on)
            at = then.q, then.r, then.left
            hexes.append(_Entered(*at, first, len(found), len(steps) + 1, tuple(then_on)))

    hexes: list[_Entered] = []
    grow("", first_spot(task), hexes)
    return _Pattern(
        tuple(found), tuple(hexes), {place: tuple(ways) for place, ways in ends.items()}
    )


_rooms: WeakKeyDictionary[Board, dict[Hex, int]] = WeakKeyDictionary()


def room(board: Board) -> dict[Hex, int]:
    """How far each hex of a board is from the nearest hex off it."""
    found = _rooms.get(board)
    if found is None:
        index, found = board.index, {}
        edge = [h for h in board.hexes if any((h.q + q, h.r + r) not in index for q, r in _AROUND)]
        steps = 1
        while edge:
            found |= dict.fromkeys(edge, steps)
            near = {Hex(h.q + q, h.r + r) for h in edge for q, r in _AROUND}
            edge = [h for h in near if h in index and h not in found]
            steps += 1
        _rooms[board] = found
    return found


_AROUND = COLUMNS.steps


def flights_on(task: Task) -> Iterator[Flight]:
    """The same flights as `movement.flights`, in the same order."""
    pattern = _pattern_of(task)
    if pattern is None:
        yield from flights(task)
        return
    barred = _barred(pattern, task)
    for first, last, out in _on_board(pattern, task):
        if out:
            yield Flight(out)
        elif barred:
            yield from (
                flight
                for i, flight in enumerate(pattern.flights[first:last], first)
                if i not in barred
            )
        else:
            yield from pattern.flights[first:last]


def count_on(task: Task, after_dive: int = 1) -> int:
    """How many flights there are, as `movement.count_flights` counts them."""
    pattern = _pattern_of(task)
    if pattern is None:
        return count_flights(task, after_dive)
    weight = after_dive if task.plan.dive else 1
    total, barred = 0, _barred(pattern, task)
    for first, last, out in _on_board(pattern, task):
        if out:
            total += weight if "D" in out else 1
        else:
            total += weight * (last - first - sum(first <= i < last for i in barred))
    return total


def _pattern_of(task: Task) -> _Pattern | None:
    both = task.around.both_directions
    return _pattern(task.left, task.right, task.plan, task.gains, both, task.enters)


def _barred(pattern: _Pattern, task: Task) -> set[int]:
    """The flights of a pattern that would end with another aircraft at their level."""
    start, facing, level = task.start
    barred: set[int] = set()
    for hex, there in task.around.occupied:
        if distance(hex, start) <= task.plan.speed:
            offset = _turned(hex[0] - start[0], hex[1] - start[1], -facing % 6)
            barred.update(pattern.ends.get((*offset, there - level), ()))
    return barred


def _on_board(pattern: _Pattern, task: Task) -> Iterator[tuple[int, int, str]]:
    """The flights on the board: runs of the pattern's (from, to before), and the text of each
    flight that leaves the board on its way."""
    board, start = task.around.board, task.start.hex
    if board is None or room(board).get(start, 0) > task.plan.speed:
        return iter([(0, len(pattern.flights), "")])
    return _near_edge(pattern, task, board)


def _near_edge(pattern: _Pattern, task: Task, board: Board) -> Iterator[tuple[int, int, str]]:
    """The same where some flights may leave the board."""
    (q0, r0), facing, _ = task.start
    (qq, rq), (qr, rr) = _turned(1, 0, facing), _turned(0, 1, facing)
    rooms, known = room(board), pattern.flights

    def through(hexes: tuple[_Entered, ...], at: int, end: int) -> Iterator[tuple[int, int, str]]:
        for hex in hexes:
            q, r = q0 + hex.q * qq + hex.r * qr, r0 + hex.q * rq + hex.r * rr
            free = rooms.get((q, r), 0)  # type: ignore[call-overload]
            if free > hex.left:
                continue
            if at < hex.first:
                yield at, hex.first, ""
            if free:
                yield from through(hex.onward, hex.first, hex.last)
            else:
                yield 0, 0, known[hex.first].steps[: hex.steps]
            at = hex.last
        if at < end:
            yield at, end, ""

    return through(pattern.hexes, 0, len(known))


def _turned(q: int, r: int, sides: int) -> tuple[int, int]:
    """An offset turned clockwise by 0 to 5 hexsides."""
    for _ in range(sides):
        q, r = -r, q + r
    return q, r


def can_fly(task: Task) -> bool:
    """Whether a task has any legal flight.

    Other aircraft in all the end hexes can leave none, and so can a dive that takes all points
    of an aircraft that must first come onto the map; else the way straight on, or over the
    edge, is always open.
    """
    start, speed = task.start.hex, task.plan.speed
    if speed >= task.dive_cost + task.enters and all(
        distance(hex, start) > speed for hex, _ in task.around.occupied
    ):
        return True
    return next(flights_on(task), None) is not None
