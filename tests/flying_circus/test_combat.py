"""Joint combat: every case of the rules of fire, the order of damage, drums and belts."""

from __future__ import annotations

import pytest

from skylib.core.errors import NotAllowed
from skylib.flying_circus.aircraft import Charts
from skylib.flying_circus.state import SHOT_DOWN, Aircraft, GunTrack

from .positions_for_tests import game

# A Camel in the row behind a Dr.I, sighted all along: flown six hexes straight on.
TYPES = Charts.ours().types
CHASE = (
    "phase 3 allied fire; A1 sopwith-camel 2014 N level 10 speed 6; "
    "G1 fokker-dr-i 2010 N level 10 speed 8; flown A1 2020 N 10 speed 6: FFFFFF; firing allied"
)


def refused(g, move: str) -> str:
    ruling = g.check(move)
    assert not ruling, move
    assert move not in g.legal_moves()
    return ruling.rule


def test_a_shot():
    g = game(CHASE, dice=[1])
    assert [str(m) for m in g.legal_moves()] == ["A1 fire front at G1", "pass"]
    ruling = g.check("A1 fire front at G1")
    assert ruling
    assert ruling.facts["range"] == 4
    assert ruling.facts["held"] == 5  # the first hex is nine away
    gun, target = TYPES["sopwith-camel"].guns[0], TYPES["fokker-dr-i"]
    damage = Charts.ours().table(gun).damage(1, 4)
    step = g.play("A1 fire front at G1")
    assert step.rolls[0].sides == 6
    assert g.facts()["G1 max"] == str(target.max_speed - damage)
    assert g.facts()["G1 dive max"] == str(max(target.stall + 1, target.dive_maximum - damage))
    assert g.facts()["A1 front"] == str(gun.boxes - 1)
    assert step.ruling.facts["A1 front damage"] == damage
    assert step.ruling.ours  # the table is lost
    assert g.to_move == "german"


def test_fire_is_voluntary():
    g = game(CHASE)
    g.play("pass")
    assert g.state["A1"].guns[0].left == TYPES["sopwith-camel"].guns[0].boxes
    assert g.dice.position == 0


@pytest.mark.parametrize(
    ("change", "move", "rule"),
    [
        (("", ""), "A1 fire rear at G1", "FC-AIRCRAFT"),
        (("", ""), "A1 fire front at A1", "FC-COMBAT-JOINT"),
        (("", ""), "A1 fire front at G2", "FC-ONE-TARGET"),
        (("", ""), "A2 fire front at G1", "FC-COMBAT-JOINT"),
        (("speed 6; G1", "speed 6 front 0; G1"), "A1 fire front at G1", "FC-AMMO"),
        (("speed 6; G1", "speed 6 front 5 rest 1; G1"), "A1 fire front at G1", "FC-COMBAT-REST"),
        (("speed 6; G1", "speed 6 front 5 reload 2; G1"), "A1 fire front at G1", "FC-RELOAD"),
        (("2010 N level 10", "2010 N level 9"), "A1 fire front at G1", "FC-FIELD-LEVEL"),
        (("2010 N level 10", "2110 N level 10"), "A1 fire front at G1", "FC-FIELD-FIXED"),
        (("2010 N level 10", "2005 N level 10"), "A1 fire front at G1", "FC-RANGE"),
        (("2010 N level 10", "2014 N level 9"), "A1 fire front at G1", "FC-SAME-HEX"),
        (("", ""), "G1 fire front at A1", "FC-FIELD-FIXED"),
    ],
)
def test_refusals(change: tuple[str, str], move: str, rule: str):
    g = game(CHASE.replace(*change) if change[0] else CHASE)
    assert refused(g, move) == rule


def test_through_others():
    """Combat J: fire passes intervening aircraft and does nothing to them."""
    between = CHASE.replace("; flown", "; G2 fokker-dr-i 2012 N level 10 speed 8; flown")
    g = game(between, dice=[1])
    assert g.check("A1 fire front at G1")
    g.play("A1 fire front at G1")
    assert g.state["G2"].max_speed == TYPES["fokker-dr-i"].max_speed


def test_one_target_for_a_gun():
    between = CHASE.replace("; flown", "; G2 fokker-dr-i 2012 N level 10 speed 8; flown")
    two = between.replace("A1 sopwith-camel", "A2 sopwith-camel 2213 N level 10 speed 6; A1 f2b")
    g = game(two.replace("flown A1", "flown A2 2219 N 10 speed 6: FFFFFF; flown A1"))
    state = g.state
    shots = [str(m) for m in g.legal_moves()]
    assert shots == ["A1 fire front at G1", "A1 fire front at G2", "pass"]
    after = g._apply(state, g.parse_move("A1 fire front at G2"), game(CHASE, dice=[6]).dice)
    assert after.mover == "german"  # no other gun had a target: carried out at once


def test_two_guns_two_targets():
    position = (
        (
            "phase 3 allied fire; A1 f2b 2014 N level 10 speed 6; "
            "G1 fokker-dr-i 2010 N level 10 speed 8; G2 fokker-dr-i 2018 N level 10 speed 8; "
            "flown A1 2017 N 10 speed 3: FFF; firing allied"
        )
        .replace("speed 3", "speed 4")
        .replace("2017 N", "2018 N")
        .replace("FFF;", "FFFF;")
    )
    position = position.replace("G2 fokker-dr-i 2018", "G2 fokker-dr-i 2022")
    g = game(position, dice=[6, 6, 6])
    g.play("A1 fire front at G1")
    assert refused(g, "A1 fire front at G2") in ("FC-ONE-TARGET", "FC-FIELD-FIXED")
    assert refused(g, "A1 fire front at G1") == "FC-ONE-TARGET"
    g.play("A1 fire rear at G2")
    assert g.to_move == "german"
    g.play("pass") if g.state.step == "fire" else None
    boxes = [gun.boxes for gun in TYPES["f2b"].guns]
    assert [track.left for track in g.state["A1"].guns] == [boxes[0] - 1, boxes[1] - 1]


MUTUAL = (
    "phase 3 allied fire; A1 sopwith-camel 2014 N level 10 speed 6 max {a}; "
    "G1 fokker-dr-i 2013 S level 10 speed 6 max {g}; flown A1 2020 N 10 speed 6: FFFFFF; "
    "firing allied"
)


def test_fire_is_simultaneous():
    """Both die of the same combat phase: whoever declares first."""
    last = TYPES["sopwith-camel"].stall + 1, TYPES["fokker-dr-i"].stall + 1
    g = game(MUTUAL.format(a=last[0], g=last[1]), dice=[1, 1])
    g.play("A1 fire front at G1")
    assert g.state["G1"].flying  # nothing happens before both have declared
    assert g.dice.position == 0
    g.play("G1 fire front at A1")
    assert {a.status for a in g.state.aircraft} == {SHOT_DOWN}
    assert g.outcome is not None
    assert g.outcome.winners == ()
    assert g.outcome.scores == {"allied": 1, "german": 1}


def test_no_combined_fire():
    """Combat H: two attacks, two dice."""
    position = CHASE.replace(
        "; flown",
        "; A2 sopwith-camel 2007 S level 10 speed 6; flown A2 2001 S 10 speed 6: FFFFFF; flown",
    ).replace("2020", "2020")
    g = game(position, dice=[6, 6])
    g.play("A1 fire front at G1")
    g.play("A2 fire front at G1")
    if g.state.step == "fire":
        g.play("pass")
    assert g.dice.position == 2


# ---- Combat F: the climbing attack -----------------------------------------------------------

CLIMB = (
    "phase 3 german move; A1 f2b 2010 N level 10 speed 6 max {top}; "
    "G1 fokker-dr-i 2020 N level 9 speed 6 progress 3; G2 fokker-dr-i 4410 N level 2 speed 8"
)


def climb_position(steps: int) -> str:
    """The target's maximum stands that many steps above its stall speed."""
    kind = TYPES["f2b"]
    return CLIMB.format(top=min(kind.max_speed, kind.stall + steps))


def climbing(top: int, flight: str, dice):
    g = game(climb_position(top), "photo-1917-allied-b", dice)
    g.play(f"G1 speed 6 climb: {flight}")
    g.play("G2 speed 8: F F F F F F F F")
    return g


def test_a_climbing_attack_hits_first():
    g = climbing(1, "F F C F F F F", [1])
    assert "FC-CLIMB-ATTACK" in g.check("G1 fire front at A1").rules
    g.play("G1 fire front at A1")
    step = g.play("A1 fire rear at G1")  # declared, and never fired
    assert g.state["A1"].status == SHOT_DOWN
    assert g.dice.position == 1
    assert g.state["A1"].guns[1].left == TYPES["f2b"].guns[1].boxes
    assert "before its rear gun can reply" in step.ruling.reason
    assert g.state["G1"].max_speed == TYPES["fokker-dr-i"].max_speed


def test_the_rear_gun_replies_if_it_survives():
    g = climbing(9, "F F C F F F F", [6, 6])
    g.play("G1 fire front at A1")
    g.play("A1 fire rear at G1")
    assert g.dice.position == 2
    assert g.state["A1"].guns[1].left == TYPES["f2b"].guns[1].boxes - 1


def test_an_attack_that_did_not_climb_into_the_field_is_simultaneous():
    level = climb_position(1).replace("2020 N level 9", "2020 N level 10")
    g = game(level, "photo-1917-allied-b", [1, 6])
    g.play("G1 speed 6: F F F F F F")
    g.play("G2 speed 8: F F F F F F F F")
    assert "FC-CLIMB-ATTACK" not in g.check("G1 fire front at A1").rules
    g.play("G1 fire front at A1")
    g.play("A1 fire rear at G1")
    assert g.state["A1"].status == SHOT_DOWN
    assert g.dice.position == 2


def test_climbing_outside_the_field_and_flying_in_is_simultaneous():
    g = climbing(1, "C F F F F F F", [1, 6])  # ten hexes away when it climbs
    assert "FC-CLIMB-ATTACK" not in g.check("G1 fire front at A1").rules
    g.play("G1 fire front at A1")
    g.play("A1 fire rear at G1")
    assert g.dice.position == 2


# ---- damage -----------------------------------------------------------------------------------


def test_damage_lowers_both_maxima():
    kind = TYPES["spad-13"]
    a = Aircraft.new("A1", kind, 5).damaged(2)
    assert (a.max_speed, a.dive_maximum) == (kind.max_speed - 2, kind.dive_maximum - 2)


def test_the_dive_maximum_never_falls_to_the_stall_speed():
    kind = TYPES["sopwith-camel"]
    a = Aircraft.new("A1", kind, 5).damaged(kind.endurance - 1)
    assert (a.max_speed, a.dive_maximum, a.status) == (kind.stall + 1, kind.stall + 1, "off")
    n11 = Aircraft.new("A1", Charts.ours()["nieuport-11"], 5)
    assert n11.damaged(4).dive_maximum == 4


def test_at_the_stall_speed_it_is_shot_down():
    n11 = Aircraft.new("A1", Charts.ours()["nieuport-11"], 5)
    assert n11.damaged(4).status != SHOT_DOWN
    down = n11.damaged(5)
    assert (down.status, down.max_speed, down.hex) == (SHOT_DOWN, 3, None)
    assert n11.damaged(9).max_speed == 3


@pytest.mark.parametrize("reading", ["cut", "two-steps"])
def test_current_speed_after_damage(reading: str):
    g = game(
        CHASE.replace("2010 N level 10 speed 8", "2013 N level 10 speed 8"),
        dice=[1],
        readings={"FC-FORCED-SPEED": reading},
    )
    g.play("A1 fire front at G1")
    table = Charts.ours().table(TYPES["sopwith-camel"].guns[0])
    top = TYPES["fokker-dr-i"].max_speed - table.damage(1, 1)
    assert g.facts()["G1 max"] == str(top)
    assert g.facts()["G1 speed"] == (str(min(8, top)) if reading == "cut" else "8")


# ---- ammunition ---------------------------------------------------------------------------------


def fires_in(feed: str, boxes: int, phases: int) -> list[int]:
    """The phases in which a gun fires that fires whenever it may; the first is 0."""
    track, out = GunTrack(boxes), []
    for phase in range(phases):
        if track.left and not track.silent:
            out.append(phase)
            track = track.fired(boxes, feed)
        track = track.rested()
    return out


@pytest.mark.parametrize(
    ("feed", "phases"),
    [("belt", [0, 2, 4, 6, 8]), ("single", [0, 3, 6, 9, 12]), ("double", [0, 2, 5, 7, 10])],
)
def test_when_guns_fire(feed: str, phases: list[int]):
    assert fires_in(feed, 10, phases[-1] + 1) == phases


def test_an_empty_gun_stays_empty():
    assert fires_in("belt", 3, 40) == [0, 2, 4]
    track = GunTrack(1).fired(1, "single")
    assert track == GunTrack(0, 2, False)  # nothing left to load


def test_strafing_with_drums():
    assert GunTrack(6).fired(6, "single", 2) == GunTrack(4, 3, True)
    assert GunTrack(8).fired(8, "double", 2) == GunTrack(6, 3, True)
    assert GunTrack(7).fired(8, "double", 2).reloading
    assert GunTrack(5).fired(5, "belt", 2) == GunTrack(3, 2, False)


def test_a_gun_rests_in_play():
    g = game(CHASE, dice=[6])
    g.play("A1 fire front at G1")
    assert g.facts()["A1 front silent"] == "1"
    g.play("G1 speed 8: F F F F F F F F")
    assert g.facts()["A1 front silent"] == "0"


def test_reloading_reads_in_the_position():
    position = CHASE.replace("A1 sopwith-camel", "A1 nieuport-12").replace(
        "speed 6; G1", "speed 6 rear 5 reload 2; G1"
    )
    g = game(position)
    assert g.facts()["A1 rear silent"] == "2"
    assert "reload 2" in g.position
    with pytest.raises(NotAllowed):
        g.play("A1 fire rear at G1")


START = (
    "phase 2 german move; A1 f2b 2006 N level {level} speed 8; "
    "G1 fokker-d-vii 2022 N level 10 speed 8"
)


@pytest.mark.parametrize(
    ("level", "flight", "deciding", "reason"),
    [
        (10, "G1 speed 7: F F F F F F F", "FC-RANGE", "The range is 9 hexes"),
        (10, "G1 speed 8: F F F F F F F F", "FC-SIGHT-FIRER-MOVED", "Only the last 1 of 8 points"),
        (9, "G1 speed 8: F F F F F F F F", "FC-FIELD-LEVEL", "at level 10, the target at level 9"),
    ],
)
def test_a_shot_that_nobody_was_asked_for_is_explained(level, flight, deciding, reason):
    g = game(START.format(level=level), "photo-1917-allied-b")
    g.play(flight)
    assert g.state.step == "move" and g.to_move == "allied"  # no combat: nobody can fire
    for shot in ("G1 fire front at A1", "A1 fire rear at G1"):
        ruling = g.check(shot)
        assert not ruling
        assert ruling.reason.startswith("Nobody could fire after the flight of G1. ")
        assert "A1 speed 8" in ruling.instead
        with pytest.raises(NotAllowed, match="Nobody could fire"):
            g.play(shot)
    ruling = g.check("G1 fire front at A1")
    assert deciding in ruling.rules and reason in ruling.reason
    g.play("A1 speed 8")  # announced, not yet flown
    assert reason in g.check("G1 fire front at A1").reason


def test_before_the_first_flight_fire_is_not_asked_for():
    g = game(START.format(level=10), "photo-1917-allied-b")
    assert g.check("G1 fire front at A1").reason == "Fire belongs to the joint combat phase"


def test_flying_through_the_targets_hex_is_told_as_such():
    position = (
        "phase 2 german move; A1 f2b 2012 SE level 10 speed 8; "
        "G1 fokker-d-vii 2017 N level 10 speed 8"
    )
    g = game(position, "photo-1917-allied-b")
    g.play("G1 speed 6: F F F F F F")
    ruling = g.check("A1 fire rear at G1")
    assert "In one hex with the target" in ruling.reason
    assert "different levels" not in ruling.reason
