"""Pursuit and the order it breaks (9.2)."""

import pytest

from skylib.core.hexes import COLUMNS
from skylib.le_temps_des_as import pursuit

from .setups import FACINGS, allowed, fight, play, quietly, refused


def may_pursue(hunter, prey):
    game = fight(hunter, prey)
    a, b = game.state.aircraft
    return pursuit.pursuit_refusal(game.setting, a, b)


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_in_the_forward_line_within_four(facing, n):
    board = fight().setting.map.board
    hex = board.hex("0910")
    for _ in range(n):
        hex = COLUMNS.neighbour(hex, facing)
    name = board.name(hex)
    for other in range(6):
        code = may_pursue(f"SpadXIII-1 0910 {FACINGS[facing]}", f"DVII-1 {name} {FACINGS[other]}")
        if n == 5:
            assert code == "line"
        elif (other - facing) % 6 == 3:
            assert code == "facing"
        else:
            assert code == ""


def test_outside_the_line_or_the_levels():
    assert may_pursue("SpadXIII-1 0910 N", "DVII-1 1009 N") == "line"
    assert may_pursue("SpadXIII-1 0910 N level=5", "DVII-1 0908 N level=3") == "levels"
    assert may_pursue("SpadXIII-1 0910 N level=4", "DVII-1 0908 N level=3") == ""


def test_in_the_same_hex_only_from_above():
    assert may_pursue("SpadXIII-1 0910 N level=4", "DVII-1 0910 S level=3") == ""
    assert may_pursue("SpadXIII-1 0910 N level=3", "DVII-1 0910 S level=3") == "same-hex"
    assert may_pursue("SpadXIII-1 0910 N level=2", "DVII-1 0910 S level=3") == "same-hex"


def test_who_has_no_front_gun_or_no_control_pursues_nobody():
    game = fight("Hanriot-1 0908 N", "Roland-1 0910 N")
    roland = game.state.plane("Roland-1")
    assert pursuit.pursuit_refusal(game.setting, roland, game.state.plane("Hanriot-1")) == "gun"
    assert may_pursue("SpadXIII-1 0910 N out", "DVII-1 0908 N") == "gun"


def pursued(holder="Central", **more):
    return fight(
        "SpadXIII-1 0912 N speed=4 pursues=DVII-1",
        "DVII-1 0910 N speed=4 | Albatros-1 0303 S speed=3",
        head=f"stage=choose holder={holder}",
        **more,
    )


def test_the_pursuer_flies_right_after_its_prey():
    game = quietly(pursued(), "choose DVII-1: 1", *["straight"] * 4, "power 0")
    assert game.state.stage == "follow" and game.to_move == "Entente"
    allowed(game, "follow SpadXIII-1", "TDA-PURSUIT")
    refused(game, "choose Albatros-1", "TDA-PURSUIT")
    play(game, "follow SpadXIII-1: 4")
    assert game.state.stage == "manoeuvre" and game.state.act.group == ("SpadXIII-1",)
    play(game, *["straight"] * 5, "power 0")
    assert game.state.stage == "fire"
    ruling = game.check("fire SpadXIII-1 front at DVII-1")
    assert "TDA-PURSUIT" in ruling.rules and 1 in [f.value for f in ruling.figures]
    play(game, "pass")
    assert game.state.stage == "choose" and game.to_move == "Central"


def test_it_may_break_off():
    game = quietly(pursued(), "choose DVII-1: 1", *["straight"] * 4, "power 0", "break SpadXIII-1")
    assert game.state.plane("SpadXIII-1").pursues == "" and game.to_move == "Central"
    assert not game.state.plane("SpadXIII-1").moved


def test_it_may_wait_when_its_side_flies_first():
    game = pursued("Entente")
    allowed(game, "wait SpadXIII-1", "TDA-PURSUIT")
    play(game, "wait SpadXIII-1")
    assert game.to_move == "Central"
    refused(game, "choose SpadXIII-1", "TDA-SEQUENCE")
    quietly(game, "choose DVII-1: 1", *["straight"] * 4, "power 0")
    assert list(map(str, game.legal_moves())) == ["follow SpadXIII-1"]
    refused(game, "break SpadXIII-1", "TDA-PURSUIT")


def test_flying_normally_breaks_it_off():
    game = play(pursued("Entente"), "choose SpadXIII-1: 1")
    assert game.state.plane("SpadXIII-1").pursues == ""
    refused(pursued(), "wait Albatros-1", "TDA-PURSUIT")


def test_waiting_for_a_prey_that_is_gone():
    lost = fight(
        "SpadXIII-1 0912 N speed=4 pursues=DVII-1 level=4",
        "DVII-1 0903 N speed=4 | Albatros-1 0303 S speed=3",
    )
    quietly(lost, "wait SpadXIII-1", "choose DVII-1: 1", *["straight"] * 3)
    assert lost.state.plane("DVII-1").status == "destroyed"
    assert lost.state.plane("SpadXIII-1").pursues == ""
    assert lost.state.stage == "choose" and lost.to_move == "Entente"
    allowed(lost, "choose SpadXIII-1")


def test_the_bonus_needs_the_mark_or_the_situation():
    scene = ("SpadXIII-1 0911 N speed=3", "DVII-1 0906 NE speed=4")
    marked = play(fight(*scene), "choose SpadXIII-1: 1", *["straight"] * 3, "power 0")
    assert marked.check("fire SpadXIII-1 front at DVII-1").total == 0
    assert ("TDA-FIRE-TEST", "pursuit-marked") in marked.check(
        "fire SpadXIII-1 front at DVII-1"
    ).readings
    free = fight(*scene, readings={"TDA-FIRE-TEST": "pursuit-situation"})
    play(free, "choose SpadXIII-1: 1", *["straight"] * 3, "power 0")
    assert free.check("fire SpadXIII-1 front at DVII-1").total == 1


def test_marked_at_the_end_of_the_turn_and_asked_when_several():
    game = fight(
        "SpadXIII-1 0914 N speed=3",
        "DVII-1 0910 N speed=2 moved | Albatros-1 0909 N speed=2 moved",
    )
    play(game, "choose SpadXIII-1: 1", *["straight"] * 3, "power 0", "pass")
    assert game.state.stage == "pursue" and game.to_move == "Entente"
    assert [str(m) for m in game.legal_moves()] == [
        "pursue SpadXIII-1 DVII-1",
        "pursue SpadXIII-1 Albatros-1",
        "pursue SpadXIII-1 nobody",
    ]
    refused(game, "pursue DVII-1 SpadXIII-1", "TDA-PURSUIT")
    play(game, "pursue SpadXIII-1 Albatros-1")
    assert game.state.plane("SpadXIII-1").pursues == "Albatros-1"
    single = fight("SpadXIII-1 0914 N speed=3", "DVII-1 0910 N speed=2 moved")
    play(single, "choose SpadXIII-1: 1", *["straight"] * 3, "power 0", "pass")
    assert single.state.plane("SpadXIII-1").pursues == "DVII-1" and single.state.turn == 2


def test_a_mark_goes_when_the_situation_goes():
    scene = fight(
        "SpadXIII-1 0914 N speed=3 pursues=DVII-1 moved",
        "DVII-1 0910 NE speed=3",
        head="stage=choose holder=Central",
    )
    play(scene, "choose DVII-1: 1", *["straight"] * 3, "power 0")
    assert scene.state.plane("SpadXIII-1").pursues == ""


def test_balloons_are_not_pursued():
    from skylib.le_temps_des_as.game import LeTempsDesAs

    game = LeTempsDesAs.new_game("fire-on-the-balloons", seed=1, setup="ready")
    balloons = [p for p in game.state.of("Central") if p.type == "balloon"]
    assert len(balloons) == 3
    for plane in game.state.of("Entente"):
        for balloon in balloons:
            assert pursuit.pursuit_refusal(game.setting, plane, balloon) == "balloon"


def test_a_ring_of_pursuits_does_not_wait_for_ever():
    """Found by play: four aircraft, each on the tail of the next."""
    game = fight(
        "SE5a-1 0810 N speed=3 pursues=Albatros-1 | SE5a-2 0709 SW speed=3 pursues=DrI-1",
        "Albatros-1 0808 SW speed=3 pursues=SE5a-2 | DrI-1 0609 SE speed=3 pursues=SE5a-1",
    )
    play(game, "wait SE5a-1", "wait SE5a-2")
    assert game.to_move == "Central"
    play(game, "wait Albatros-1")
    refused(game, "wait DrI-1", "TDA-PURSUIT")
    assert "ring" in game.check("wait DrI-1").reason
    allowed(game, "choose DrI-1")
    play(game, "choose DrI-1: 1")
    assert game.state.plane("DrI-1").pursues == ""
