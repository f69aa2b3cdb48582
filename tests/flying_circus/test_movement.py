"""Movement: worked numbers, every case with a legal and a refused flight, counts two ways."""

from __future__ import annotations

from itertools import product

import pytest

from skylib.core.errors import MoveTextError
from skylib.core.hexes import COLUMNS, Board, Hex
from skylib.flying_circus.flight_ruling import check_flight
from skylib.flying_circus.movement import (
    TURN_MODES,
    Around,
    Flight,
    Place,
    Plan,
    Task,
    count_flights,
    flights,
    is_flight,
    places,
    reachable,
    trace,
)

ORIGIN = Hex(0, 0)


def task(
    speed: int,
    mode: str = "B",
    *,
    right: str | None = None,
    dive: int = 0,
    climb: bool = False,
    gains: bool = False,
    facing: int = 0,
    level: int = 10,
    start: Hex = ORIGIN,
    around: Around | None = None,
) -> Task:
    return Task(
        Place(start, facing, level),
        Plan(speed, climb or gains, dive),
        TURN_MODES[mode],
        TURN_MODES[right or mode],
        gains,
        around or Around(),
    )


def check(t: Task, text: str):
    flight = Flight.parse(text)
    ruling = check_flight(t, flight)
    assert is_flight(t, flight) is bool(ruling)
    return ruling


# ---- worked numbers ------------------------------------------------------------------------


def test_turning_maneuver_of_the_rulebook():
    ruling = check(task(8), "F L L F L F")
    assert ruling.allowed
    assert ruling.total == 8
    assert ruling.facts["hexes"] == 3
    assert [figure.value for figure in ruling.figures] == [1, 3, 1, 2, 1]


def test_dive_of_the_rulebook():
    t = task(7, dive=2, level=12)
    assert check(t, "D F F").total == 7
    assert [(i.cost, i.place.level) for i in trace(t, Flight("DFF"))] == [
        (0, 11),
        (5, 10),
        (1, 10),
        (1, 10),
    ]


def test_straight_movement_of_the_rulebook():
    assert check(task(8), "FFFFFFFF").facts["hexes"] == 8


# ---- perft, counted a second way ------------------------------------------------------------

COSTS = {"A": [1, 1, 1], "B": [2, 1, 1], "C": [1, 1], "D": [2, 1]}


def spent(steps: str, left: list[int], right: list[int], dive: int, both: bool) -> int | None:
    """The points of a row of steps by the letter of the rules, or None if it breaks one.

    Written apart from the engine: it looks at whole flights, hex by hex.
    """
    if steps.count("D") != (dive > 0) or steps.count("C") > 1:
        return None
    total = steps.count("F")
    for number, hex in enumerate(steps.split("F")):
        turns = [s for s in hex if s in "LR"]
        if turns and (number == 0 or "D" in hex):
            return None
        if len(set(turns)) > 1 and not both:
            return None
        for n, side in enumerate(turns):
            costs = left if side == "L" else right
            if n >= len(costs):
                return None
            total += costs[n]
        total += 5 * (dive - 1) if "D" in hex else 0
    return total


def brute(t: Task, climb: bool = False) -> set[str]:
    left, right = COSTS[t.left.letter], COSTS[t.right.letter]
    letters = "FLR" + ("D" if t.plan.dive else "") + ("C" if climb else "")
    found = set()
    longest = t.plan.speed + bool(t.plan.dive) + climb
    for length in range(1, longest + 1):
        for steps in map("".join, product(letters, repeat=length)):
            points = spent(steps, left, right, t.plan.dive, t.around.both_directions)
            if points == t.plan.speed and steps.count("C") == climb:
                found.add(steps)
    return found


@pytest.mark.parametrize(("mode", "count"), [("A", 2877), ("B", 339), ("C", 2095), ("D", 251)])
@pytest.mark.parametrize("facing", range(6))
def test_flights_at_speed_10(mode: str, count: int, facing: int):
    t = task(10, mode, facing=facing)
    assert count_flights(t) == count
    found = [flight.steps for flight in flights(t)]
    assert len(found) == len(set(found)) == count
    if facing == 0:
        assert set(found) == brute(t)


@pytest.mark.parametrize("mode", "ABCD")
@pytest.mark.parametrize("speed", range(1, 9))
def test_flights_at_every_speed(mode: str, speed: int):
    t = task(speed, mode)
    found = {flight.steps for flight in flights(t)}
    assert found == brute(t)
    assert count_flights(t) == len(found)


@pytest.mark.parametrize("speed", [3, 5, 7])
def test_flights_of_the_camel(speed: int):
    t = task(speed, "B", right="A")
    assert {flight.steps for flight in flights(t)} == brute(t)


@pytest.mark.parametrize(("speed", "dive"), [(4, 1), (5, 2), (7, 2)])
def test_flights_with_a_dive(speed: int, dive: int):
    t = task(speed, "A", dive=dive)
    found = {flight.steps for flight in flights(t)}
    assert found == brute(t)
    assert count_flights(t) == len(found)
    assert count_flights(t, after_dive=3) == 3 * len(found)


def test_flights_with_a_dive_of_three_levels():
    t = task(12, "C", dive=3)
    found = [flight.steps for flight in flights(t)]
    assert all(spent(s, [1, 1], [1, 1], 3, False) == 12 for s in found)
    assert {"DFF", "FDF", "FFD", "DFL", "DFR", "FLFD"} & set(found) == {
        "DFF",
        "FDF",
        "FFD",
        "DFL",
        "DFR",
    }
    assert len(found) == 5


def test_flights_with_a_climb_executed_anywhere():
    t = task(6, "B", gains=True)
    assert {flight.steps for flight in flights(t)} == brute(t, climb=True)


def test_flights_with_both_directions_in_a_hex():
    t = task(6, "B", right="A", around=Around(both_directions=True))
    assert {flight.steps for flight in flights(t)} == brute(t)
    assert check(t, "F L R F F").allowed
    assert check(t, "F L R F F").readings == (("FC-TURN-MODE", "both-directions"),)


# ---- every case -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("t", "legal", "refused", "rule"),
    [
        (task(4), "F F F F", "F F F", "FC-SPEED-FIXED"),  # all points
        (task(4), "F F F F", "F F F F F", "FC-SPEED-FIXED"),  # and no more
        (task(4), "F L F", "L F F", "FC-TURN-FIRST-HEX"),
        (task(8, "D"), "F L L F F F F", "F L L L F F F", "FC-TURN-MODE"),
        (task(4, "B"), "F F L", "F F F L", "FC-TURN-MODE"),
        (task(6, "A"), "F L L L F F", "F L R F F F", "FC-TURN-MODE"),
        (task(7, dive=2), "F D F", "F D L", "FC-TURN-DIVE-HEX"),
        (task(7, "A", dive=1), "F L F D F F F F", "F L D F F F F F", "FC-TURN-DIVE-HEX"),
        (task(7, dive=2), "D F F", "F F F F F F F", "FC-DIVE"),
        (task(7, dive=1), "D F F F F F F F", "D D F F F F F F F", "FC-DIVE"),
        (task(7, dive=1), "F F F F F F F D", "F F F F F F F", "FC-DECIDE"),
        (task(5), "F F F F F", "F F F F F D", "FC-DECIDE"),
        (task(5), "F F F F F", "F F F F F C", "FC-DECIDE"),
        (task(5, gains=True), "F F C F F F", "F F F F F", "FC-CLIMB"),
        (task(5, gains=True), "F L C F F", "C F F F F F C", "FC-CLIMB"),
        (task(5, climb=True), "F F F F F", "F F C F F F", "FC-CLIMB"),
    ],
)
def test_cases(t: Task, legal: str, refused: str, rule: str):
    assert check(t, legal).allowed
    ruling = check(t, refused)
    assert not ruling.allowed
    assert rule in ruling.rules
    assert ruling.instead


def test_the_camel_turns_differently_left_and_right():
    t = task(4, "B", right="A")
    assert check(t, "F R R F").allowed
    assert not check(t, "F L L F").allowed
    ruling = check(t, "F R F F")
    assert "FC-TURN-DOUBLE" in ruling.rules
    assert "FC-TURN-DOUBLE" in check(t, "F F F L").rules


def test_no_flight_ends_with_another_at_its_level():
    there = COLUMNS.neighbour(COLUMNS.neighbour(ORIGIN, 0), 0)
    level = Around(occupied=frozenset({(there, 10)}))
    t = task(2, "A", around=level)
    ruling = check(t, "F F")
    assert not ruling.allowed
    assert ruling.rule == "FC-STACK"
    assert check(task(3, "A", around=level), "F F F").allowed  # passing through
    other = Around(occupied=frozenset({(there, 9)}))
    assert check(task(2, "A", around=other), "F F").allowed
    assert count_flights(t) == count_flights(task(2, "A")) - 1


@pytest.mark.parametrize("facing", range(6))
def test_over_the_edge(facing: int):
    board = Board.of_columns([5] * 5)
    middle = board.hex("0303")
    t = task(6, "A", facing=facing, start=middle, around=Around(board))
    ruling = check(t, "F F F")
    assert ruling.allowed
    assert ruling.rule == "FC-ENTER-EXIT"
    assert not check(t, "F F F F").allowed  # nothing follows
    for flight in flights(t):
        on = [i.place.hex in board for i in trace(t, flight)]
        assert all(on[:-1])
    assert count_flights(t) == len(list(flights(t)))


def test_an_entry_begins_with_a_hex():
    board = Board.of_columns([5] * 5)
    start = COLUMNS.neighbour(board.hex("0103"), 5)
    t = task(4, "A", dive=1, facing=2, start=start, around=Around(board))
    assert t.enters
    assert check(t, "F D F F F").allowed
    assert check(t, "F L F F D").allowed
    ruling = check(t, "D F F F F")
    assert not ruling.allowed
    assert ruling.rule == "FC-ENTER-EXIT"
    assert all(flight.steps[0] == "F" for flight in flights(t))


# ---- where it leads ---------------------------------------------------------------------------


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("mode", "AD")
def test_reach_holds_every_flight_once(mode: str, facing: int):
    t = task(7, mode, facing=facing, dive=1)
    reach = reachable(t)
    assert set(reach.places) == places(t)
    assert sum(len(ways) for ways in reach.places.values()) == count_flights(t)
    for place, ways in reach.places.items():
        assert place.level == 9
        for flight in ways:
            assert trace(t, flight)[-1].place == place
    some = next(iter(reach.places))
    assert set(reach.places[some]) <= set(reach.to(some.hex))
    assert reach.to(some.hex, some.facing, some.level) == reach.places[some]
    assert reach.to(Hex(99, 99)) == ()


def test_turning_the_start_turns_the_reach():
    counts = {len(places(task(8, "C", facing=facing))) for facing in range(6)}
    assert len(counts) == 1


# ---- texts ---------------------------------------------------------------------------------------


def test_plan_texts():
    for plan in (Plan(8), Plan(8, climb=True), Plan(7, dive=2), Plan(5, True, 1)):
        assert Plan.parse(str(plan)) == plan
    assert Plan.parse("speed 7 dive") == Plan(7, dive=1)
    assert Plan.parse("Speed 7 level") == Plan(7)
    for bad in ("", "speed", "speed x", "8", "speed 8 hover", "speed 8 climb climb", "speed 9999"):
        with pytest.raises(MoveTextError):
            Plan.parse(bad)


def test_flight_texts():
    assert str(Flight.parse("f f l FD")) == "F F L F D"
    assert Flight.parse(str(Flight("FFLFDFC"))) == Flight("FFLFDFC")
    for bad in ("", "F X", "F" * 101, "ÄF"):
        with pytest.raises(MoveTextError):
            Flight.parse(bad)
