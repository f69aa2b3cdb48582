"""Altitude and speed decisions: every limit with a legal and a refused plan."""

from __future__ import annotations

from dataclasses import replace

import pytest

from skylib.core.hexes import Hex
from skylib.flying_circus.aircraft import Charts
from skylib.flying_circus.decisions import check_plan, gains_level, is_plan, legal_speeds, plans
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import Plan
from skylib.flying_circus.state import ENTERING, FLYING, Aircraft

DEFAULTS = dict(FlyingCircus.rules().choose())


def aircraft(kind: str = "sopwith-camel", **changes) -> Aircraft:
    made = Aircraft.new("A1", Charts.ours()[kind], 10)
    made = replace(made, status=FLYING, hex=Hex(10, 5), speed=made.max_speed)
    return replace(made, **changes)


def rule(a: Aircraft, text: str, **readings) -> str:
    """The deciding rule of a refusal, or yes."""
    plan = Plan.parse(text)
    used = DEFAULTS | readings
    ruling = check_plan(a, plan, used)
    assert is_plan(a, plan, used) is bool(ruling)
    assert (plan in set(plans(a, used))) is bool(ruling)
    if not ruling:
        assert ruling.instead
    return "yes" if ruling else ruling.rule


def test_the_climb_of_the_rulebook():
    """Maximum 9, current 9: a climb at 7 or 8."""
    a = aircraft(max_speed=9, speed=9)
    assert [rule(a, f"speed {s} climb") for s in (9, 8, 7, 6)] == [
        "FC-SPEED-CLIMB",
        "yes",
        "yes",
        "FC-SPEED-STEP",
    ]


def test_one_step_up_two_down():
    a = aircraft(speed=6, max_speed=9)
    assert legal_speeds(a, Plan(0), DEFAULTS) == (4, 5, 6, 7)
    assert rule(a, "speed 7") == "yes"
    assert rule(a, "speed 8") == "FC-SPEED-STEP"
    fast = aircraft("spad-13", speed=9)
    assert rule(fast, "speed 7") == "yes"
    assert rule(fast, "speed 6") == "FC-SPEED-STEP"


def test_stall_and_maximum():
    a = aircraft("nieuport-11", speed=4)  # stall 3, least speed 4
    assert rule(a, "speed 4") == "yes"
    assert rule(a, "speed 3") == "FC-SPEED-STALL"
    assert rule(a, "speed 0") == "FC-SPEED-STALL"
    assert rule(replace(a, speed=8), "speed 8") == "yes"
    assert rule(replace(a, speed=8), "speed 9") == "FC-SPEED-MAX"


def test_the_nieuport_11_dives_at_speed_4_only():
    a = aircraft("nieuport-11", speed=8)  # dive maximum 4
    assert legal_speeds(a, Plan(0, dive=1), DEFAULTS) == (4,)
    assert rule(a, "speed 4 dive 1") == "yes"
    assert rule(a, "speed 5 dive 1") == "FC-SPEED-DIVE"
    ruling = check_plan(a, Plan(4, dive=1), DEFAULTS)
    assert "FC-SPEED-DIVE-CUT" in ruling.rules
    assert rule(a, "speed 4 dive 2") == "FC-DIVE"


def test_a_dive_from_above_the_dive_maximum():
    """First cut to the dive maximum, then up to two steps less."""
    a = aircraft("spad-7", speed=10)  # dive maximum 8
    assert a.dive_maximum == 8
    assert legal_speeds(a, Plan(0, dive=1), DEFAULTS) == (6, 7, 8)
    assert rule(a, "speed 5 dive 1") == "FC-SPEED-STEP"
    ruling = check_plan(a, Plan(5, dive=1), DEFAULTS)
    assert "FC-SPEED-DIVE-CUT" in ruling.rules
    assert rule(a, "speed 9 dive 1") == "FC-SPEED-DIVE"


def test_a_dive_never_exceeds_the_maximum():
    a = aircraft("sopwith-camel", max_speed=5, speed=5)  # dive maximum 6
    assert rule(a, "speed 6 dive 1") == "FC-SPEED-MAX"


def test_a_dive_of_two_levels_needs_five_points():
    a = aircraft("sopwith-camel", speed=5)
    assert rule(a, "speed 5 dive 2") == "yes"
    assert rule(a, "speed 4 dive 2") == "FC-DIVE"


def test_only_the_nieuport_29_dives_three_levels():
    able = []
    for id, kind in Charts.ours().types.items():
        for speed in range(kind.stall + 1, kind.max_speed + 1):
            a = aircraft(id, speed=speed, level=min(10, kind.ceiling))
            if any(plan.dive == 3 for plan in plans(a, DEFAULTS)):
                able.append(id)
    assert set(able) == {"nieuport-29"}


def test_no_dive_below_level_1():
    assert rule(aircraft(level=2, speed=6), "speed 5 dive 1") == "yes"
    assert rule(aircraft(level=2, speed=6), "speed 5 dive 2") == "FC-DIVE-GROUND"
    assert rule(aircraft(level=1, speed=6), "speed 5 dive 1") == "FC-DIVE-GROUND"


def test_no_climb_and_dive_at_once():
    ruling = check_plan(aircraft(speed=6), Plan(5, True, 1), DEFAULTS)
    assert ruling.rule == "FC-DECIDE"


def test_no_climb_above_the_ceiling():
    top = Charts.ours()["sopwith-camel"].ceiling
    assert rule(aircraft(level=top, speed=6), "speed 6 climb") == "FC-CLIMB"
    assert rule(aircraft(level=top - 1, speed=6), "speed 6 climb") == "yes"


def test_the_climb_gains_a_level_at_the_top_of_the_scale():
    a = aircraft(speed=6)  # four grades
    assert [gains_level(replace(a, progress=p), Plan(6, True)) for p in range(4)] == [
        False,
        False,
        False,
        True,
    ]


def test_slow_aircraft_cannot_climb():
    """A maximum one above the stall speed leaves no speed for a climb."""
    a = aircraft("nieuport-11", max_speed=4, speed=4)
    ruling = check_plan(a, Plan(4, True), DEFAULTS)
    assert not ruling
    assert ruling.instead == ("speed 4", "speed 4 dive 1")


@pytest.mark.parametrize(("reading", "speeds"), [("cut", (4, 5)), ("two-steps", (7,))])
def test_forced_speed(reading: str, speeds: tuple[int, ...]):
    a = aircraft("spad-13", speed=9, max_speed=5, dive_maximum=5)
    if reading == "cut":
        speeds = (5,)  # the stall speed is 4
    used = DEFAULTS | {"FC-FORCED-SPEED": reading}
    assert legal_speeds(a, Plan(0), used) == speeds
    ruling = check_plan(a, Plan(speeds[0]), used)
    assert ruling
    assert ("FC-FORCED-SPEED", reading) in ruling.readings
    if reading == "two-steps":
        assert rule(a, "speed 7 climb", **used) == "FC-SPEED-MAX"
        assert rule(a, "speed 5 dive 1", **used) == "yes"


def test_the_speed_at_the_start():
    a = aircraft("spad-7", speed=0, status=ENTERING)  # stall 4, maximum 10
    assert legal_speeds(a, Plan(0), DEFAULTS) == tuple(range(5, 11))
    assert legal_speeds(a, Plan(0, True), DEFAULTS) == tuple(range(5, 10))
    used = DEFAULTS | {"FC-START-SPEED": "maximum"}
    assert legal_speeds(a, Plan(0), used) == (8, 9, 10)
    assert ("FC-START-SPEED", "maximum") in check_plan(a, Plan(9), used).readings


def test_thin_air_forbidden():
    used = {"FC-CEILING": "fifteen"}
    a = aircraft(level=15, speed=6, progress=3)
    assert rule(a, "speed 6 climb", **used) == "FC-CEILING"
    assert rule(a, "speed 6 climb") == "yes"
    assert rule(replace(a, progress=0), "speed 6 climb", **used) == "yes"  # no level gained
    above = replace(a, level=17)
    assert rule(above, "speed 6", **used) == "FC-CEILING"
    assert rule(above, "speed 6 dive 1", **used) == "yes"


def test_thin_air_for_24_phases():
    used = {"FC-CEILING": "twenty-four-phases"}
    a = aircraft(level=16, speed=6, high=23)
    assert rule(a, "speed 6", **used) == "yes"
    assert rule(replace(a, high=24), "speed 6", **used) == "FC-CEILING"
    assert rule(replace(a, high=24), "speed 6 dive 1", **used) == "yes"
    # From level 18 three dives are needed: the last of 24 phases may end at 16.
    high = replace(a, level=18, high=21)
    assert rule(high, "speed 6", **used) == "yes"
    assert rule(replace(high, high=22), "speed 6", **used) == "FC-CEILING"


def test_figures_that_are_ours_are_named():
    a = aircraft("fokker-e-iii", speed=7)
    ruling = check_plan(replace(a, id="G1"), Plan(9), DEFAULTS)
    assert any("Fokker E III" in text for text in ruling.ours)
    printed = check_plan(aircraft("nieuport-11", speed=8), Plan(9), DEFAULTS)
    assert printed.ours == ()


def test_who_enters_keeps_a_point_to_come_onto_the_map():
    """A dive of two levels takes all of speed 5: flown where? It must come onto the map first."""
    entering = aircraft("sopwith-camel", status="entering", speed=0, hex=Hex(-1, 13), facing=1)
    assert rule(entering, "speed 5 dive 2") == "FC-DIVE"
    assert "1 the way onto the map" in check_plan(entering, Plan(5, dive=2), DEFAULTS).reason
    assert rule(entering, "speed 6 dive 2") == "yes"
    assert rule(aircraft("sopwith-camel", speed=5), "speed 5 dive 2") == "yes"
