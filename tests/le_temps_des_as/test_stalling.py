"""The new speed, stall, over-speed and its debt, control (6.3, 6.4, 9.1)."""

import pytest

from .setups import allowed, fight, flying, play, refused


def spad(game):
    return game.state.plane("SpadXIII-1")


def test_power_factor_all_part_or_none():
    gotha = play(flying("Gotha-1 0910 N speed=3"), "straight", "straight", "straight")
    moves = [str(m) for m in gotha.legal_moves()]
    assert moves == ["power 0", "power +1", "power -1", "power +2", "power -2"]
    refused(gotha, "power +3", "TDA-SPEED")
    allowed(gotha, "power -2", "TDA-SPEED")
    assert gotha.check("power +2").facts["new speed"] == 5


def test_new_speed_is_the_sum():
    game = play(flying(die=4), "tight turn left", "side slip left", "straight descend", "straight")
    ruling = game.check("power +1")
    assert [f.value for f in ruling.figures] == [5, -2, -1, 1, 1]
    assert ruling.total == 4
    play(game, "power +1")
    assert spad(game).speed == 4


def test_points_may_exceed_the_maximum_speed():
    game = flying("Roland-1 0910 N speed=5", die=4)
    assert game.state.act.points == 6


def test_below_one_is_a_stall():
    game = play(flying("SpadXIII-1 0910 N speed=2"), "side slip left")
    assert game.check("power -1").facts["stall chance"] == "6 of 6"
    play(game, "power -1: 4")
    plane = spad(game)
    assert (plane.level, plane.speed, plane.out) == (2, 3, True)
    assert game.facts()["facing SpadXIII-1"] == "S"
    assert plane.hex == game.setting.map.board.hex("0809")


@pytest.mark.parametrize("die", range(1, 7))
def test_every_facing_of_a_stall(die):
    game = play(flying("SpadXIII-1 0910 N speed=2"), "side slip left", f"power -1: {die}")
    assert spad(game).facing == die - 1


def test_speed_one_is_a_control_test():
    game = play(flying("SpadXIII-1 0910 N speed=2"), "side slip left", "power 0: 5")
    assert (spad(game).speed, spad(game).out, spad(game).level) == (1, False, 3)
    game = play(flying("SpadXIII-1 0910 N speed=2"), "side slip left", "power 0: 4 1")
    assert (spad(game).speed, spad(game).out, spad(game).level) == (4, True, 2)
    ace = play(flying("SpadXIII-1 0910 N speed=2 piloting=1"), "side slip left", "power 0: 4")
    assert not spad(ace).out
    assert ace.last.ruling.facts["control total"] == 5


def test_a_stall_at_level_one_crashes():
    game = play(flying("SpadXIII-1 0910 N speed=2 level=1"), "side slip left", "power -1: 4")
    assert spad(game).status == "destroyed" and spad(game).fate == "crashed in a stall"


def test_above_the_maximum():
    game = play(flying("SpadXIII-1 0910 N speed=8"), "nosedive", *["straight"] * 6)
    ruling = game.check("power 0")
    assert ruling.facts["new speed"] == 11 and "TDA-STALL" in ruling.rules
    play(game, "power 0: 5")
    assert (spad(game).power, spad(game).debt, spad(game).out) == (0, True, False)


def test_the_debt_is_paid_or_the_aircraft_is_lost():
    start = "SpadXIII-1 0915 N speed=9 power=0 debt"
    lost = play(flying(start), *["straight"] * 9, "power 0")
    assert spad(lost).status == "destroyed"
    assert spad(lost).fate == "broke up above its maximum speed"
    good = play(flying(start), "tight turn left", *["straight"] * 4, "tight turn left", "straight")
    play(good, "power 0")
    assert spad(good).flying and not spad(good).debt and spad(good).speed == 5


def test_the_debt_waits_while_out_of_control():
    game = fight("SpadXIII-1 0910 N speed=9 power=0 debt out", "Albatros-1 0101 NW")
    play(game, "choose SpadXIII-1: 2")
    assert spad(game).debt and spad(game).flying and spad(game).out


def test_out_of_control_falls_again_and_does_not_fly():
    game = fight("SpadXIII-1 0910 N speed=3 level=3 out", "Albatros-1 0906 S")
    allowed(game, "choose SpadXIII-1", "TDA-STALLED")
    play(game, "choose SpadXIII-1: 3")
    plane = spad(game)
    assert (plane.level, plane.speed, plane.moved) == (2, 6, True)
    assert game.state.asked == "Central"


def test_control_is_regained_in_the_recuperation_phase():
    game = fight("SpadXIII-1 0918 N speed=3 out", "Albatros-1 0903 S speed=3")
    refused(game, "test SpadXIII-1", "TDA-REGAIN")
    play(game, "choose SpadXIII-1: 1", "choose Albatros-1: 1", *["straight"] * 3, "power 0")
    assert game.state.stage == "recover"
    allowed(game, "test SpadXIII-1", "TDA-REGAIN")
    refused(game, "unjam SpadXIII-1 front", "TDA-UNJAM")
    bad = play(game, "test SpadXIII-1: 4")
    assert spad(bad).out
    game.undo()
    play(game, "test SpadXIII-1: 5")
    assert not spad(game).out and game.state.turn == 2


def test_one_control_test_a_turn():
    game = fight("SpadXIII-1 0918 N speed=3 out jammed=front", "Albatros-1 0903 S speed=3")
    play(game, "choose SpadXIII-1: 1", "choose Albatros-1: 1", *["straight"] * 3, "power 0")
    play(game, "test SpadXIII-1: 1")
    refused(game, "test SpadXIII-1", "TDA-REGAIN")
    allowed(game, "unjam SpadXIII-1 front", "TDA-UNJAM")


def test_double_controls_let_the_observer_fly():
    game = fight("DH4-1 0918 N speed=3 pilot=dead out damaged", "Albatros-1 0903 S speed=3")
    play(game, "choose DH4-1: 1", "choose Albatros-1: 1", *["straight"] * 3, "power 0")
    play(game, "test DH4-1: 6")
    plane = game.state.plane("DH4-1")
    assert plane.observer_flies and not plane.out
    from skylib.le_temps_des_as import fire

    assert fire.gunner(plane, "rear") == "" and fire.gunner(plane, "front") == "fit"


def test_unjam():
    game = fight("SpadXIII-1 0918 N speed=3 jammed=front", "Albatros-1 0903 S speed=3")
    play(game, "choose SpadXIII-1: 1", *["straight"] * 3, "power 0")
    play(game, "choose Albatros-1: 1", *["straight"] * 3, "power 0")
    refused(game, "unjam SpadXIII-1 rear", "TDA-UNJAM")
    refused(game, "test SpadXIII-1", "TDA-REGAIN")
    play(game, "unjam SpadXIII-1 front: 3")
    assert spad(game).jammed == ("front",) and game.state.turn == 2
    game.undo()
    play(game, "unjam SpadXIII-1 front: 4")
    assert spad(game).jammed == ()


def test_unjam_with_the_piloting_quality():
    game = fight("SpadXIII-1 0918 N speed=3 jammed=front piloting=1", "Albatros-1 0903 S speed=3")
    play(game, "choose SpadXIII-1: 1", *["straight"] * 3, "power 0")
    play(game, "choose Albatros-1: 1", *["straight"] * 3, "power 0", "unjam SpadXIII-1 front: 3")
    assert spad(game).jammed == ()
    assert game.last.ruling.total == 4


def test_a_repaired_weapon_marker_goes_back_to_the_cup():
    game = fight(
        "SpadXIII-1 0918 N speed=3 damaged markers=weapon-damaged-1", "Albatros-1 0903 S speed=3"
    )
    play(game, "choose SpadXIII-1: 1", *["straight"] * 3, "power 0")
    play(game, "choose Albatros-1: 1", *["straight"] * 3, "power 0")
    before = sum(game.state.cup)
    play(game, "unjam SpadXIII-1 front: 4")
    assert spad(game).markers == () and sum(game.state.cup) == before + 1
    assert spad(game).damaged


def test_a_destroyed_weapon_is_not_repaired():
    game = fight(
        "SpadXIII-1 0918 N speed=3 damaged markers=weapon-destroyed-1 jammed=front",
        "Albatros-1 0903 S speed=3 jammed=front",
    )
    play(game, "choose SpadXIII-1: 1", *["straight"] * 3, "power 0")
    play(game, "choose Albatros-1: 1", *["straight"] * 3, "power 0")
    assert game.state.asked == "Central"
    refused(game, "unjam SpadXIII-1 front", "TDA-UNJAM")
    allowed(game, "done", "TDA-UNJAM")
