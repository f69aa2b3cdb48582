"""Aiming, the fire test, opportunity fire, jamming (7)."""

import pytest

from skylib.core.hexes import COLUMNS, Hex, distance, fan, ray
from skylib.le_temps_des_as import fire

from .setups import FACINGS, allowed, fight, play, refused


def after_move(entente, central, mover="SpadXIII-1", die=1, move="straight", **more):
    """The moment after the mover's first manoeuvre."""
    game = fight(entente, central, **more)
    return play(game, f"choose {mover}: {die}", move)


def bearing(shooter, gun, hexes, target_level=3, readings=None, opportunity=True):
    """The hexes in which a gun bears on a target."""
    game = fight("Hanriot-1 0101 N level=3", shooter, readings=readings)
    state, setting = game.state, game.setting
    from dataclasses import replace

    from skylib.le_temps_des_as.state import Activation

    out = set()
    for hex in hexes:
        planes = tuple(
            replace(p, hex=hex, level=target_level) if p.side == "Entente" else p
            for p in state.aircraft
        )
        s = replace(state, aircraft=planes, act=Activation(("Hanriot-1",), ("Hanriot-1",), 1, 1))
        shot = fire.Shot(shooter.split()[0], gun, "Hanriot-1")
        if not fire.aim(setting, s, shot, opportunity):
            out.add(hex)
    return out


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("start", ["0910", "1010"])
def test_front_gun_bears_straight_ahead_only(facing, start):
    game = fight()
    board = game.setting.map.board
    hex = board.hex(start)
    around = [h for h in board.hexes if h != hex]
    shooter = f"Albatros-1 {start} {FACINGS[facing]}"
    assert bearing(shooter, "front", around) == set(ray(COLUMNS, hex, facing, 4))


@pytest.mark.parametrize("facing", range(6))
def test_rear_gun_and_its_readings(facing):
    board = fight().setting.map.board
    hex = board.hex("0910")
    around = [h for h in board.hexes if h != hex]
    shooter = f"Roland-1 0910 {FACINGS[facing]}"
    whole = set(fan(COLUMNS, hex, (facing + 3) % 6, 120, 4))
    behind = set(ray(COLUMNS, hex, facing + 3, 4))
    rows = {h for side in (2, 3, 4) for h in ray(COLUMNS, hex, facing + side, 4)}
    assert len(whole) == 24 and len(rows) == 12
    assert bearing(shooter, "rear", around) == whole
    assert bearing(shooter, "rear", around, target_level=4) == whole
    assert bearing(shooter, "rear", around, target_level=2) == whole - behind
    r = {"TDA-ARC-REAR": "rows"}
    assert bearing(shooter, "rear", around, readings=r) == rows
    assert bearing(shooter, "rear", around, 2, readings=r) == rows - behind
    r = {"TDA-ARC-REAR": "fan-one-hex"}
    assert bearing(shooter, "rear", around, 2, readings=r) == whole - set(
        ray(COLUMNS, hex, facing + 3, 1)
    )


@pytest.mark.parametrize("levels", [(1, 3), (3, 1), (5, 3)])
def test_targets_are_at_most_one_level_away(levels):
    mover, shooter = levels
    game = after_move(
        f"SpadXIII-1 0911 N speed=3 level={mover}", f"Albatros-1 0907 S level={shooter}"
    )
    assert game.state.stage == "manoeuvre"
    refused(game, "fire Albatros-1 front at SpadXIII-1", "TDA-ARC-ALTITUDE")


def test_range_is_four_at_most():
    game = after_move("SpadXIII-1 0913 N speed=3", "Albatros-1 0907 S")
    refused(game, "fire Albatros-1 front at SpadXIII-1", "TDA-RANGE")
    near = after_move("SpadXIII-1 0912 N speed=3", "Albatros-1 0907 S")
    allowed(near, "fire Albatros-1 front at SpadXIII-1", "TDA-ARC-FRONT")
    ruling = near.check("fire Albatros-1 front at SpadXIII-1")
    assert ruling.facts["range"] == 4
    assert [f.what for f in ruling.figures] == ["long range, 4 hexes"]


def test_arc_refusals_name_their_rule():
    game = after_move("SpadXIII-1 0911 N speed=3", "Albatros-1 0907 NE")
    refused(game, "fire Albatros-1 front at SpadXIII-1", "TDA-ARC-FRONT")
    game = after_move("SpadXIII-1 0911 N speed=3", "Roland-1 0907 S")
    refused(game, "fire Roland-1 rear at SpadXIII-1", "TDA-ARC-REAR")
    game = after_move("SpadXIII-1 0911 N speed=3 level=2", "Roland-1 0907 N")
    refused(game, "fire Roland-1 rear at SpadXIII-1", "TDA-ARC-REAR")
    assert "dead angle" in game.check("fire Roland-1 rear at SpadXIII-1").reason
    refused(game, "fire Roland-1 front at SpadXIII-1", "TDA-AIRCRAFT")


MODIFIERS = [
    ("SpadXIII-1 0909 N speed=2", "Albatros-1 0906 S", 1, "low"),
    ("SpadXIII-1 0909 N speed=6", "Albatros-1 0906 S", -1, "high"),
    ("SpadXIII-1 0909 N speed=5 level=4", "Albatros-1 0906 S", -1, "level"),
    ("SpadXIII-1 0911 N speed=5", "Albatros-1 0906 S", -1, "long range"),
    ("SpadXIII-1 0909 N speed=5", "Albatros-1 0906 S fire=2", 2, "ace"),
    ("SpadXIII-1 0909 N speed=5", "Albatros-1 0906 S pilot=wounded damaged", -1, "wounded"),
    ("SpadXIII-1 0909 N speed=5", "Roland-1 0906 N observer=wounded damaged", -1, "wounded"),
    ("SpadXIII-1 0909 N speed=3", "Albatros-1 0906 S", 0, None),
]


@pytest.mark.parametrize(("entente", "central", "total", "word"), MODIFIERS)
def test_modifiers(entente, central, total, word):
    game = after_move(entente, central)
    gun = "rear" if "Roland" in central else "front"
    ruling = game.check(f"fire {central.split()[0]} {gun} at SpadXIII-1")
    assert ruling.allowed
    assert ruling.total == total
    if word:
        assert any(word in f.what for f in ruling.figures)


def test_defence_counts_against_opportunity_fire_only():
    game = after_move("SpadXIII-1 0909 N speed=4", "Albatros-1 0907 S", move="barrel roll")
    ruling = game.check("fire Albatros-1 front at SpadXIII-1")
    assert ruling.total == -1 and "TDA-OPPORTUNITY" in ruling.rules
    game = after_move("SpadXIII-1 0909 N speed=4 level=4", "Albatros-1 0908 S", move="spin to S")
    assert game.check("fire Albatros-1 front at SpadXIII-1").total == -3


def test_same_hex_bonus_and_the_side_of_entry():
    ahead = after_move("SpadXIII-1 0908 N speed=3 level=4", "Albatros-1 0907 S level=3")
    assert ahead.state.stage == "opportunity"
    ruling = ahead.check("fire Albatros-1 front at SpadXIII-1")
    assert ruling.allowed and [f.value for f in ruling.figures] == [-1, 1]
    side = after_move("SpadXIII-1 0908 N speed=3 level=4", "Albatros-1 0907 SE level=3")
    refused(side, "fire Albatros-1 front at SpadXIII-1", "TDA-OPPORTUNITY")
    rear = after_move("SpadXIII-1 0908 N speed=3 level=4", "Roland-1 0907 N level=3")
    allowed(rear, "fire Roland-1 rear at SpadXIII-1", "TDA-ARC-REAR")
    below = after_move("SpadXIII-1 0908 N speed=3 level=2", "Roland-1 0907 N level=3")
    refused(below, "fire Roland-1 rear at SpadXIII-1", "TDA-ARC-REAR")
    beside = after_move("SpadXIII-1 0908 N speed=3 level=2", "Roland-1 0907 NE level=3")
    allowed(beside, "fire Roland-1 rear at SpadXIII-1")


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("entry", range(6))
def test_same_hex_all_sides(facing, entry):
    """The mover comes from every side; the front gun needs side 0, the rear gun 2, 3 or 4."""
    board = fight().setting.map.board
    hex = board.hex("0910")
    origin = COLUMNS.neighbour(hex, facing + entry)
    heading = FACINGS[(facing + entry + 3) % 6]
    name = board.name(origin)
    game = after_move(
        f"SpadXIII-1 {name} {heading} speed=3 level=4", f"DVII-1 0910 {FACINGS[facing]} level=3"
    )
    shot = "fire DVII-1 front at SpadXIII-1"
    assert game.check(shot).allowed is (entry == 0)
    two = after_move(
        f"SpadXIII-1 {name} {heading} speed=3 level=4", f"Roland-1 0910 {FACINGS[facing]} level=3"
    )
    assert two.check("fire Roland-1 rear at SpadXIII-1").allowed is (entry in (2, 3, 4))


def test_no_opportunity_before_the_first_manoeuvre():
    game = fight("SpadXIII-1 0909 N speed=3", "Albatros-1 0906 S")
    play(game, "choose SpadXIII-1: 1")
    refused(game, "fire Albatros-1 front at SpadXIII-1", "TDA-OPPORTUNITY")


def test_one_opportunity_a_gun_and_turn():
    game = after_move("SpadXIII-1 0911 N speed=3", "Albatros-1 0907 S")
    play(game, "fire Albatros-1 front at SpadXIII-1: 1")
    assert game.state.stage == "manoeuvre"
    play(game, "straight")
    refused(game, "fire Albatros-1 front at SpadXIII-1", "TDA-OPPORTUNITY")
    assert game.state.plane("Albatros-1").shots == ("front SpadXIII-1",)


def test_the_moment_does_not_come_back():
    game = after_move("SpadXIII-1 0911 N speed=3", "Albatros-1 0907 S")
    play(game, "pass")
    refused(game, "fire Albatros-1 front at SpadXIII-1", "TDA-OPPORTUNITY")
    assert "moment has passed" in game.check("fire Albatros-1 front at SpadXIII-1").reason
    assert game.state.stage == "manoeuvre"
    play(game, "straight")
    allowed(game, "fire Albatros-1 front at SpadXIII-1")


def test_both_guns_of_a_two_seater_have_a_shot_each():
    game = fight(
        "SpadXIII-1 0914 N speed=3 | Camel-1 0904 S speed=3", "AEG-1 0909 N", head="stage=choose"
    )
    play(game, "choose SpadXIII-1: 1", "straight", "fire AEG-1 rear at SpadXIII-1: 1")
    play(game, "straight", "straight", "power 0", "pass", "choose Camel-1: 1", "straight")
    allowed(game, "fire AEG-1 front at Camel-1")
    refused(game, "fire AEG-1 rear at Camel-1", "TDA-OPPORTUNITY")


def test_one_target_reading():
    readings = {"TDA-FIRE-WHEN": "one-target"}
    game = fight(
        "SpadXIII-1 0914 N speed=3 | Camel-1 0904 S speed=3",
        "AEG-1 0909 N",
        readings=readings,
    )
    play(game, "choose SpadXIII-1: 1", "straight", "fire AEG-1 rear at SpadXIII-1: 1")
    play(game, "straight", "straight", "power 0", "pass", "choose Camel-1: 1", "straight")
    refused(game, "fire AEG-1 front at Camel-1", "TDA-FIRE-WHEN")


def test_own_fire_after_the_last_manoeuvre_that_allows_it():
    game = fight("SpadXIII-1 0913 N speed=3", "Albatros-1 0907 NE")
    play(game, "choose SpadXIII-1: 1", "straight", "straight", "straight")
    refused(game, "fire SpadXIII-1 front at Albatros-1", "TDA-FIRE-WHEN")
    play(game, "power 0")
    allowed(game, "fire SpadXIII-1 front at Albatros-1", "TDA-FIRE-WHEN")
    allowed(game, "pass", "TDA-FIRE-WHEN")
    rolled = fight("SpadXIII-1 0912 N speed=4", "Albatros-1 0907 NE")
    play(rolled, "choose SpadXIII-1: 1", "straight", "straight", "barrel roll", "power 0")
    assert rolled.state.stage == "choose" and rolled.state.asked == "Central"
    refused(rolled, "fire SpadXIII-1 front at Albatros-1", "TDA-FIRE-WHEN")


def test_friends_are_no_targets():
    game = fight("SpadXIII-1 0913 N speed=3 | Camel-1 0910 N speed=3", "Albatros-1 0907 NE")
    play(game, "choose SpadXIII-1: 1", "straight")
    assert game.state.stage == "manoeuvre"
    refused(game, "fire Camel-1 front at SpadXIII-1", "TDA-FIRE-WHEN")


def test_jam_and_its_reading():
    game = after_move("SpadXIII-1 0909 N speed=3", "Albatros-1 0906 S")
    play(game, "fire Albatros-1 front at SpadXIII-1: 6 6 1")
    assert game.state.plane("Albatros-1").jammed == ("front",)
    assert game.last.ruling.facts["hit"] == "yes" and game.last.ruling.facts["jam"] == "yes"
    assert game.last.ruling.facts["structure"] == "minor"
    spoilt = after_move(
        "SpadXIII-1 0909 N speed=3", "Albatros-1 0906 S", readings={"TDA-JAM": "jam-spoils"}
    )
    play(spoilt, "fire Albatros-1 front at SpadXIII-1: 6 6")
    assert spoilt.state.plane("Albatros-1").jammed == ("front",)
    assert "structure" not in spoilt.last.ruling.facts
    no_jam = after_move("SpadXIII-1 0909 N speed=6", "Albatros-1 0906 S", die=1)
    play(no_jam, "fire Albatros-1 front at SpadXIII-1: 6 5 1")
    assert no_jam.state.plane("Albatros-1").jammed == ()


def test_a_jam_is_tested_after_a_miss_too():
    game = after_move("SpadXIII-1 0911 N speed=6 level=4", "Albatros-1 0906 S")
    step = game.play("fire Albatros-1 front at SpadXIII-1", [6, 6])
    assert step.ruling.facts["hit"] == "no" and step.ruling.facts["jam"] == "yes"
    play(game, "straight")
    refused(game, "fire Albatros-1 front at SpadXIII-1", "TDA-JAM")


def test_silent_guns_do_not_fire():
    game = after_move(
        "SpadXIII-1 0909 N speed=3", "Albatros-1 0906 S damaged markers=weapon-destroyed-2"
    )
    refused(game, "fire Albatros-1 front at SpadXIII-1", "TDA-MARKERS")
    game = after_move("SpadXIII-1 0909 N speed=3", "Roland-1 0906 N damaged observer=dead")
    refused(game, "fire Roland-1 rear at SpadXIII-1", "TDA-MARKERS")
    game = after_move("SpadXIII-1 0909 N speed=3", "Albatros-1 0906 S out")
    refused(game, "fire Albatros-1 front at SpadXIII-1", "TDA-STALLED")


def test_fire_quality_readings():
    game = after_move("SpadXIII-1 0909 N speed=3", "Roland-1 0906 N fire=1")
    assert game.check("fire Roland-1 rear at SpadXIII-1").total == 1
    strict = after_move(
        "SpadXIII-1 0909 N speed=3", "Roland-1 0906 N fire=1", readings={"TDA-ACE": "pilot-gun"}
    )
    assert strict.check("fire Roland-1 rear at SpadXIII-1").total == 0
    assert ("TDA-ACE", "pilot-gun") in strict.check("fire Roland-1 rear at SpadXIII-1").readings


def test_a_shot_that_cannot_hit_says_so():
    game = after_move(
        "SpadXIII-1 0911 N speed=6 level=4", "Albatros-1 0906 S pilot=wounded damaged"
    )
    ruling = game.check("fire Albatros-1 front at SpadXIII-1")
    assert ruling.allowed and ruling.facts["needs"] == "more than 6"
    assert ruling.facts["chance"] == "0 of 6"


def test_range_agrees_with_the_distance():
    board = fight().setting.map.board
    hex = board.hex("0910")
    for h in fan(COLUMNS, hex, 0, 360, 4):
        assert 1 <= distance(hex, h) <= 4
    assert isinstance(hex, Hex)


def test_a_shot_after_a_spin_is_refused_for_the_spin():
    game = fight(
        "SpadXIII-1 0910 N level=3 speed=4",
        "Albatros-1 0908 N level=3",
        "stage=power asked=Entente holder=Entente",
        "members=SpadXIII-1 points=0 die=2 step=power group=SpadXIII-1 chain=straight;spin_to_N "
        "effect=2 ending=SpadXIII-1",
    )
    ruling = game.check("fire SpadXIII-1 front at Albatros-1")
    assert not ruling.allowed and ruling.rules[0] == "TDA-FIRE-WHEN"
    assert "its last manoeuvre was a Spin" in str(ruling) and "power" in str(ruling.instead)
