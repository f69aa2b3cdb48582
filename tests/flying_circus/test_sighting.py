"""Sighting: the rulebook's numbers, cases A to F, the climb, J, both verdicts the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skylib.core.hexes import COLUMNS, Hex
from skylib.flying_circus.movement import TURN_MODES, Flight, Place, Plan, Task, flights, trace
from skylib.flying_circus.sighting import both_ways, is_sighted, needed_points, timeline

READINGS = {"FC-SIGHT-CLIMB": "new-level", "FC-SIGHT-NOT-MOVED": "mover-only"}


def go(hex: Hex, *facings: int) -> Hex:
    for facing in facings:
        hex = COLUMNS.neighbour(hex, facing)
    return hex


def task(speed: int, facing: int = 0, mode: str = "B", level: int = 5, **plan) -> Task:
    gains = plan.pop("gains", False)
    return Task(
        Place(Hex(0, 0), facing, level),
        Plan(speed, gains or plan.pop("climb", False), plan.pop("dive", 0)),
        TURN_MODES[mode],
        TURN_MODES[mode],
        gains,
    )


def fly(t: Task, steps: str, target: Place, mount: str = "fixed", rear: str = "swivel", **readings):
    return both_ways(t, Flight(steps), mount, target, rear, READINGS | readings)


def test_half_of_the_points():
    assert [needed_points(s) for s in (8, 5, 7, 4)] == [4, 3, 4, 2]


@pytest.mark.parametrize("f", range(6))
def test_example_1_the_turn_that_brings_the_target_in_counts(f: int):
    target = go(Hex(0, 0), f, f, f - 1, f - 1, f - 1)
    mine, _ = fly(task(4, f), "FFL", Place(target, f, 5))
    assert mine.sighted
    assert (mine.held, mine.needed, mine.case) == (2, 2, "B")
    assert str(mine) == "..[##] sighted"
    assert "FC-SIGHT-TURN-MOVER" in mine.ruling.rules


@pytest.mark.parametrize("f", range(6))
def test_example_2_only_the_last_side_counts(f: int):
    target = go(Hex(0, 0), f, *[f - 2] * 3)
    mine, _ = fly(task(4, f), "FLL", Place(target, f, 5))
    assert not mine.sighted
    assert (mine.held, mine.needed) == (1, 2)
    assert mine.ruling.total == -1


@pytest.mark.parametrize("f", range(6))
def test_the_combat_example(f: int):
    """Two hexes, two hexsides, three hexes at speed 8; at speed 5 it ends in the turning hex."""
    at_turn = go(Hex(0, 0), f, f)
    target = go(at_turn, *[f - 2] * 5)
    there = Place(target, f - 1, 5)
    there = there._replace(facing=(f - 1) % 6)
    mine, its = fly(task(8, f), "FFLLFFF", there)
    assert (mine.held, mine.needed, mine.sighted, its.sighted) == (4, 4, True, True)
    mine, its = fly(task(5, f), "FFLL", there)
    assert (mine.held, mine.needed, mine.sighted, its.sighted) == (1, 3, False, True)


@pytest.mark.parametrize("f", range(6))
def test_the_dive_of_case_f(f: int):
    target = Place(go(Hex(0, 0), *[f] * 7), (f + 1) % 6, 10)
    mine, its = fly(task(7, f, level=12, dive=2), "DFF", target)
    assert (mine.held, mine.needed, its.held) == (7, 4, 7)
    assert mine.sighted
    assert its.sighted
    assert "FC-SIGHT-DIVE" in mine.ruling.rules


def test_the_free_level_counts_for_nothing():
    target = Place(go(Hex(0, 0), *[0] * 8), 3, 10)
    mine, _ = fly(task(7, level=11, dive=1), "FFFFDFFF", target)
    assert (mine.held, mine.needed) == (3, 4)
    assert not mine.sighted
    assert mine.ruling.rule == "FC-SIGHT-LEVEL"
    mine, _ = fly(task(7, level=11, dive=1), "FFFDFFFF", target)
    assert mine.sighted


def test_case_c_without_a_break():
    """Speed 7: six points inside, the last outside."""
    firer, t = Place(Hex(0, 0), 0, 5), task(7, mode="C")
    t = Task(Place(go(Hex(0, 0), 0, 0), 0, 5), t.plan, t.left, t.right)
    flight = Flight("FFFFFFF")
    line = timeline("fixed", firer, _end(t, flight), t, flight, "target", READINGS)
    assert [m.inside for m in line.moments] == [True] * 6 + [False]
    assert (line.held, line.needed, line.sighted) == (0, 4, False)
    assert "FC-SIGHT-CONTINUOUS" in line.ruling.rules


def _end(t: Task, flight: Flight) -> Place:
    return trace(t, flight)[-1].place


@pytest.mark.parametrize("f", range(6))
def test_case_d_one_sided_and_mutual(f: int):
    head_on = Place(go(Hex(0, 0), *[f] * 10), (f + 3) % 6, 5)
    mine, its = fly(task(6, f), "FFFFFF", head_on, rear="fixed")
    assert mine.sighted
    assert its.sighted
    away = head_on._replace(facing=f)
    mine, its = fly(task(6, f), "FFFFFF", away, rear="fixed")
    assert mine.sighted
    assert not its.sighted


def test_case_a_and_b():
    target = Place(go(Hex(0, 0), *[0] * 10), 3, 5)
    mine, its = fly(task(6), "FFFFFF", target, rear="fixed")
    assert mine.case == "B"
    assert mine.ruling.rule == "FC-SIGHT-FIRER-MOVED"
    assert its.case == "A"
    assert its.ruling.rule == "FC-SIGHT-TARGET-MOVED"
    assert [m.number for m in mine.moments if m.counts] == [4, 5, 6]


def test_a_standing_firer_counts_turns():
    """J: the mover's turning points count as any other."""
    firer = Place(go(Hex(0, 0), 0, 0, 0, 0, 0), 3, 5)
    _, its = fly(task(4), "FFL", firer, rear="fixed")
    assert its.held == 4
    assert "FC-SIGHT-TURN-STILL" in its.ruling.rules


def test_case_e_levels():
    target = Place(go(Hex(0, 0), *[0] * 6), 3, 6)
    mine, _ = fly(task(4), "FFFF", target)
    assert not mine.sighted
    assert mine.ruling.rule == "FC-FIELD-LEVEL"


def test_the_climb_and_its_reading():
    target = Place(go(Hex(0, 0), *[0] * 8), 3, 6)
    t = task(6, gains=True)
    assert fly(t, "FFCFFFF", target)[0].held == 4
    late, _ = fly(t, "FFFFCFF", target)
    assert (late.held, late.sighted) == (2, False)
    assert ("FC-SIGHT-CLIMB", "new-level") in late.ruling.readings
    late, _ = fly(t, "FFFFCFF", target, **{"FC-SIGHT-CLIMB": "all-points"})
    assert (late.held, late.sighted) == (6, True)
    assert ("FC-SIGHT-CLIMB", "all-points") in late.ruling.readings


def test_neither_moved():
    a, b = Place(Hex(0, 0), 0, 5), Place(Hex(0, -4), 0, 5)
    line = timeline("fixed", a, b, readings=READINGS)
    assert not line.sighted
    assert line.ruling.rule == "FC-SIGHT-NOT-MOVED"
    assert line.case == ""
    still = READINGS | {"FC-SIGHT-NOT-MOVED": "still-counts"}
    assert timeline("fixed", a, b, readings=still).sighted
    assert not timeline("fixed", b, a, readings=still).sighted
    assert is_sighted("fixed", a, b, None, None, "target", still)
    assert not is_sighted("fixed", a, b, None, None, "target", READINGS)


@settings(deadline=None, derandomize=True)
@given(
    st.sampled_from("ABCD"),
    st.integers(2, 8),
    st.integers(0, 5),
    st.sampled_from(["fixed", "swivel", "ring"]),
    st.integers(-8, 8),
    st.integers(-8, 8),
    st.sampled_from([(0, False), (1, False), (2, False), (0, True)]),
    st.integers(0, 10**6),
    st.sampled_from(["new-level", "all-points"]),
)
def test_the_quick_verdict_is_the_timelines(mode, speed, facing, mount, q, r, how, pick, climb):
    dive, gains = how
    if dive == 2 and speed < 5:
        return
    t = task(speed, facing, mode, dive=dive, gains=gains)
    ways = list(flights(t))
    flight = ways[pick % len(ways)]
    end = _end(t, flight)
    other = Place(Hex(q, r), pick % 6, end.level)
    readings = READINGS | {"FC-SIGHT-CLIMB": climb}
    for firer, target, mover in ((end, other, "firer"), (other, end, "target")):
        line = timeline(mount, firer, target, t, flight, mover, readings)
        assert line.sighted is is_sighted(mount, firer, target, t, flight, mover, readings)
        assert len(line.moments) == speed
        assert line.ruling.allowed is line.sighted
        assert sum(m.counts for m in line.moments) == line.needed == needed_points(speed)
