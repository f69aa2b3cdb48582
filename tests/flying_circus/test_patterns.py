"""Flights looked up are the flights found: the same, in the same order, wherever they begin."""

from __future__ import annotations

import random

import pytest

from skylib.core.hexes import COLUMNS, Board, Hex
from skylib.flying_circus import patterns
from skylib.flying_circus.map import Map
from skylib.flying_circus.movement import (
    TURN_MODES,
    Around,
    Flight,
    Place,
    Plan,
    Task,
    count_flights,
    end_of,
    flights,
    trace,
)
from skylib.flying_circus.patterns import can_fly, count_on, flights_on, room

BOARD = Map.default().board
SMALL = Board.of_columns([7] * 8)


def task(board: Board | None, start: Hex, facing: int, mode: str, speed: int, **more) -> Task:
    gains, dive = more.get("gains", False), more.get("dive", 0)
    return Task(
        Place(start, facing, 6),
        Plan(speed, gains, dive),
        TURN_MODES[mode[0]],
        TURN_MODES[mode[-1]],
        gains,
        Around(board, frozenset(more.get("occupied", ())), more.get("both", False)),
    )


def same(one: Task) -> int:
    found = list(flights(one))
    assert list(flights_on(one)) == found
    for weight in (1, 4):
        assert count_on(one, weight) == count_flights(one, weight)
    assert can_fly(one) is bool(found)
    return len(found)


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("mode", ["A", "B", "C", "D", "BA"])
def test_everywhere_on_a_small_board(mode: str, facing: int):
    """Every hex of it is near an edge; with a dive, a climb, and both directions in turn."""
    for i, start in enumerate(SMALL.hexes):
        more = [{}, {"dive": 1}, {"gains": True}, {"both": True}, {"dive": 2}][i % 5]
        same(task(SMALL, start, facing, mode, 5, **more))


@pytest.mark.parametrize("facing", range(6))
def test_among_other_aircraft(facing: int):
    rng = random.Random(facing)
    fewer = 0
    for _ in range(12):
        start = rng.choice(BOARD.hexes)
        occupied = [(Hex(start.q + dq, start.r + dr), 6) for dq in (-2, 0, 2) for dr in (-3, 0, 2)]
        alone = same(task(BOARD, start, facing, "A", 6))
        fewer += alone - same(task(BOARD, start, facing, "A", 6, occupied=occupied))
        same(task(BOARD, start, facing, "C", 5, dive=1, occupied=[(h, 5) for h, _ in occupied]))
        same(task(BOARD, start, facing, "B", 4, gains=True, occupied=[(h, 7) for h, _ in occupied]))
    assert fewer > 100


@pytest.mark.parametrize(("hex", "facing"), [("0101", 2), ("0112", 1), ("4525", 5), ("4513", 4)])
def test_who_enters_comes_onto_the_map_first(hex: str, facing: int):
    start = COLUMNS.neighbour(BOARD.hex(hex), facing + 3)
    for more in ({}, {"dive": 1}, {"gains": True}):
        one = task(BOARD, start, facing, "D", 6, **more)
        assert one.enters and same(one)
        assert all(flight.steps[0] == "F" for flight in flights_on(one))


def test_without_a_board_and_with_too_many_flights_to_keep():
    assert same(task(None, Hex(0, 0), 0, "A", 7)) == same(task(BOARD, BOARD.hex("2313"), 4, "A", 7))
    crowd = task(BOARD, BOARD.hex("2313"), 0, "A", 9, gains=True)
    assert patterns._pattern_of(crowd) is None
    assert count_on(crowd) == count_flights(crowd) > patterns._MOST
    assert next(flights_on(crowd)) == next(flights(crowd))


def test_a_crowd_at_every_end_leaves_nothing():
    start = BOARD.hex("2313")
    ends = {
        trace(one, f)[-1].place for one in [task(BOARD, start, 0, "D", 4)] for f in flights(one)
    }
    full = task(BOARD, start, 0, "D", 4, occupied=[(end.hex, end.level) for end in ends])
    assert not can_fly(full) and count_on(full) == 0 and not list(flights_on(full))
    assert not can_fly(task(BOARD, start, 0, "D", 4, dive=2))  # five points, and it has four


def test_room_is_the_way_off_the_board():
    rooms = room(SMALL)
    assert set(rooms) == set(SMALL.hexes)
    for hex, free in rooms.items():
        near = [
            Hex(hex.q + q, hex.r + r)
            for q in range(-free, free + 1)
            for r in range(-free, free + 1)
            if abs(q + r) <= free
        ]
        assert any(h not in SMALL for h in near)
        assert all(
            h in SMALL
            for h in near
            if max(abs(h.q - hex.q), abs(h.r - hex.r)) < free
            and abs(h.q + h.r - hex.q - hex.r) < free
        )


@pytest.mark.parametrize("steps", ["FFFFF", "FLFFF", "FDFFFF", "LFFFF", "FFFF", "FFFFFF", "FLRFF"])
@pytest.mark.parametrize("more", [{}, {"dive": 1}, {"both": True}, {"gains": True}])
def test_the_end_of_a_flight(steps: str, more: dict):
    """The quick way to an end against the step by step one, for legal flights and others."""
    for start in SMALL.hexes[::5]:
        one = task(SMALL, start, 1, "A", 5, **more)
        legal = Flight(steps) in set(flights(one))
        end = end_of(one, Flight(steps))
        assert (end is not None) is legal
        if legal:
            assert end == trace(one, Flight(steps))[-1].place
