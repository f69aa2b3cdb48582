"""Balloons, guns on the ground, bombing (11)."""

import pytest

from skylib.core.errors import SkylibError
from skylib.le_temps_des_as.game import LeTempsDesAs

from .setups import allowed, fight, flying, play, quietly, refused


def scene(scenario, changes, head, readings=None, **options):
    """A scenario's suggested set-up with some counters put elsewhere."""
    game = LeTempsDesAs.new_game(scenario, seed=1, setup="ready", readings=readings, **options)
    counters = dict(s.split(" ", 1) for s in game.position.split(" | ")[1:])
    counters |= changes
    text = " | ".join([head, *(f"{id} {rest}" for id, rest in counters.items())])
    return LeTempsDesAs.new_game(scenario, seed=1, readings=readings, position=text, **options)


# ---- balloons ------------------------------------------------------------------------------


def balloons(head="stage=choose holder=Central", **changes):
    return scene("fire-on-the-balloons", {k.replace("_", "-"): v for k, v in changes.items()}, head)


def test_a_balloon_sinks_and_waits_three_turns():
    game = play(balloons(), "choose Balloon-1")
    assert [str(m) for m in game.legal_moves()] == ["stay", "sink"]
    refused(game, "rise", "TDA-BALLOON")
    play(game, "sink")
    plane = game.state.plane("Balloon-1")
    assert (plane.level, plane.changed_turn) == (1, 1)
    for turn, free in ((2, False), (3, False), (4, True)):
        later = balloons(
            f"turn={turn} stage=choose holder=Central",
            Balloon_1="0313 N level=1 changed_turn=1",
        )
        play(later, "choose Balloon-1")
        assert ("rise" in later.legal_moves()) is free
        if not free:
            refused(later, "rise", "TDA-BALLOON")
            assert "again in turn 4" in later.check("rise").reason


def test_a_balloon_does_not_sink_below_level_one():
    game = balloons(Balloon_1="0313 N level=1")
    play(game, "choose Balloon-1")
    refused(game, "sink", "TDA-BALLOON")


@pytest.mark.parametrize("hex", ["0309", "0711", "0516", "0317", "0613", "0210"])
def test_a_balloon_fires_all_round(hex):
    game = balloons(SpadVII_1=f"{hex} N level=3 speed=5")
    play(game, "choose Balloon-1", "stay")
    allowed(game, "fire Balloon-1 round at SpadVII-1", "TDA-BALLOON")


def test_a_balloon_is_slow():
    game = balloons("stage=choose holder=Entente", SpadVII_1="0309 S level=3 speed=4")
    quietly(game, "choose SpadVII-1: 1", "straight", "straight", "barrel roll left")
    assert game.state.stage == "power"
    game = balloons("stage=choose holder=Entente", SpadVII_1="0308 S level=2 speed=3")
    while game.state.stage != "power":
        quietly(game, "choose SpadVII-1: 1" if game.state.stage == "choose" else "straight")
    play(game, "power 0")
    ruling = game.check("fire SpadVII-1 front at Balloon-1")
    assert ruling.allowed
    assert [f.value for f in ruling.figures if f.rule == "TDA-BALLOON"] == [1]


def test_a_balloon_gives_no_opportunity_while_it_rises():
    game = balloons(SpadVII_1="0312 S level=2 speed=5")
    play(game, "choose Balloon-1", "stay")
    assert game.state.stage == "fire" and game.to_move == "Central"


# ---- guns on the ground -----------------------------------------------------------------------


def test_dca_fires_for_each_hex_entered():
    game = fight("SpadXIII-1 0912 N speed=3", "Albatros-1 0101 NW", dca_central="0910")
    step = play(game, "choose SpadXIII-1: 1").play("straight", [1])
    assert "TDA-DCA" in step.ruling.rules and step.ruling.facts["fire total"] == 1
    play(game, "straight: 5 3", "straight: 6 1")
    assert game.history[-2].ruling.facts["structure total"] == 4  # 3 + 1
    assert game.history[-1].ruling.facts["structure"] == "minor"
    assert "jam die" not in game.history[-1].ruling.facts


def test_dca_reaches_level_three_and_spares_friends():
    high = fight("SpadXIII-1 0912 N speed=3 level=4", "Albatros-1 0101 NW", dca_central="0910")
    play(high, "choose SpadXIII-1: 1", "straight")
    assert not high.last.rolls
    own = fight("SpadXIII-1 0912 N speed=3", "Albatros-1 0101 NW", dca_entente="0910")
    play(own, "choose SpadXIII-1: 1", "straight")
    assert not own.last.rolls


def test_dca_counts_speed_and_defence():
    game = fight("SpadXIII-1 0912 N speed=6", "Albatros-1 0101 NW", dca_central="0910 0911")
    play(game, "choose SpadXIII-1: 1")
    step = game.play("barrel roll", [6, 6])
    figures = [h.figures for h in step.after.report if h.figures]
    assert [[f.value for f in row] for row in figures] == [[6, -1, -1], [6, -1, -1]]


def test_dca_can_bring_an_aircraft_down():
    game = fight("SpadXIII-1 0912 N speed=3 damaged", "Albatros-1 0101 NW", dca_central="0910")
    play(game, "choose SpadXIII-1: 1")
    game.play("straight", [5, 4, 1])
    assert game.state.plane("SpadXIII-1").fate == "shot down by the DCA"


def test_dca_hexes_must_exist():
    with pytest.raises(SkylibError, match="dca_central"):
        fight(dca_central="9999")


# ---- bombing ---------------------------------------------------------------------------------


def raid(roland="0504 N level=2 speed=4", readings=None, head="stage=choose holder=Central"):
    return scene("new-raid", {"Roland-1": roland + " passes=2"}, head, readings)


@pytest.mark.parametrize(("level", "die", "hit"), [(3, 6, True), (3, 5, False), (2, 5, True)])
def test_bombing_by_level(level, die, hit):
    game = play(raid(f"0504 N level={level} speed=4"), "choose Roland-1: 1")
    allowed(game, "straight bomb", "TDA-BOMBING")
    game.play("straight bomb", [die])
    assert game.facts()["bombs"] == ("0503" if hit else "none")
    assert game.state.plane("Roland-1").passes == 1


@pytest.mark.parametrize(("level", "die", "hit"), [(2, 4, False), (1, 4, True), (1, 3, False)])
def test_bombing_lower_down(level, die, hit):
    game = play(raid(f"0504 N level={level} speed=4"), "choose Roland-1: 1")
    game.play("straight bomb", [die])
    assert game.facts()["bombs"] == ("0503" if hit else "none")


def test_bombing_is_refused_too_high_too_fast_elsewhere():
    game = play(raid("0504 N level=4 speed=4"), "choose Roland-1: 1")
    refused(game, "straight bomb", "TDA-BOMBING")
    allowed(game, "straight descend bomb", "TDA-BOMBING")
    fast = play(raid("0504 N level=2 speed=5"), "choose Roland-1: 1")
    refused(fast, "straight bomb", "TDA-BOMBING")
    away = play(raid("0509 N level=2 speed=4"), "choose Roland-1: 1")
    refused(away, "straight bomb", "TDA-BOMBING")
    dead = play(raid("0504 N level=2 speed=4 observer=dead"), "choose Roland-1: 1")
    refused(dead, "straight bomb", "TDA-BOMBING")
    turning = play(raid("0504 N level=2 speed=4"), "choose Roland-1: 1")
    refused(turning, "turn left bomb", "TDA-BOMBING")


def test_a_refused_bomb_says_what_is_missing():
    def reason(game, aircraft):
        if game.state.stage == "choose":
            play(game, f"choose {aircraft}: 1")
        ruling = game.check("straight bomb")
        assert not ruling.allowed and ruling.rules == ("TDA-BOMBING",)
        return str(ruling)

    assert "no bombing pass left" in reason(
        scene(
            "new-raid",
            {"Roland-1": "0504 N level=2 speed=4 passes=0"},
            "stage=choose holder=Central",
        ),
        "Roland-1",
    )
    assert "observer is dead" in reason(raid("0504 N level=2 speed=4 observer=dead"), "Roland-1")
    assert "Albatros D.III carries no bombs" in reason(raid(), "Albatros-4")
    assert "nothing to bomb" in reason(flying("Roland-1 0912 N level=2 speed=4"), "Roland-1")
    away = reason(raid("0509 N level=2 speed=4"), "Roland-1")
    assert "no bombing target" in away


def test_speed_counts_at_the_start_of_the_turn():
    game = play(raid("0505 N level=2 speed=4"), "choose Roland-1: 4", "straight")
    assert game.state.act.points == 4
    allowed(game, "straight bomb")


def test_two_passes_by_the_roll_or_by_the_turn():
    line = "0605 N level=1 speed=4"  # 0604 and 0603 are white dots, one behind the other
    by_roll = play(raid(line), "choose Roland-1: 1", "straight bomb: 1", "straight bomb: 6")
    assert by_roll.state.plane("Roland-1").passes == 0
    assert by_roll.facts()["bombs"] == "0603"
    by_turn = raid(line, {"TDA-BOMBING": "one-turn"})
    play(by_turn, "choose Roland-1: 1", "straight bomb: 1", "straight bomb: 6")
    assert by_turn.state.plane("Roland-1").passes == 1
    assert ("TDA-BOMBING", "one-turn") in by_turn.last.ruling.readings


def test_loaded_aircraft_climb_dearly_until_the_bombs_are_gone():
    game = play(raid("0512 N level=2 speed=4"), "choose Roland-1: 1")
    assert game.check("straight climb").facts["cost"] == 2
    empty = scene(
        "new-raid",
        {"Roland-1": "0512 N level=2 speed=4 passes=0"},
        "stage=choose holder=Central",
    )
    play(empty, "choose Roland-1: 1")
    assert empty.check("straight climb").facts["cost"] == 1


def test_gothas_bomb_without_limit():
    game = scene(
        "passage-of-the-geese",
        {"Gotha-1": "0911 S level=1 speed=4"},
        "stage=choose holder=Central",
    )
    play(game, "choose Gotha-1: 1")
    game.play("straight bomb", [1])
    assert game.state.plane("Gotha-1").passes == -1 and game.state.plane("Gotha-1").bombed == 1
