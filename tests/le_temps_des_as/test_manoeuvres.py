"""The manoeuvre table, rule by rule, and its geometry in six facings."""

import pytest

from skylib.core.hexes import COLUMNS, Hex
from skylib.le_temps_des_as import charts
from skylib.le_temps_des_as.envelope import Envelope, Flight
from skylib.le_temps_des_as.manoeuvres import Choice

from .setups import FACINGS, allowed, fight, flying, play, refused

TABLE = charts.ours().manoeuvres
BOARD = charts.ours().map.board


def env(letter="A", speed=5, **more):
    return Envelope(TABLE, BOARD, letter, "test aircraft", speed, **more)


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("start", ["0909", "1009"])
def test_geometry(facing, start):
    """Where each manoeuvre leads, worked out on the page: angles and unit steps."""
    import math

    hex = BOARD.hex(start)

    def step(at, way):
        x, y = COLUMNS.centre(at)
        angle = math.radians(60 * (way % 6))
        return COLUMNS.hex_at(x + math.sin(angle), y - math.cos(angle))

    one = step(hex, facing)
    expected = {
        Choice("straight"): (one, facing),
        Choice("turn", 1): (one, facing + 1),
        Choice("turn", -1): (one, facing - 1),
        Choice("tight-turn", 1): (one, facing + 2),
        Choice("tight-turn", -1): (one, facing - 2),
        Choice("side-slip", 1): (step(hex, facing + 1), facing),
        Choice("side-slip", -1): (step(hex, facing - 1), facing),
        Choice("nosedive"): (one, facing),
        Choice("barrel-roll"): (one, facing),
        Choice("barrel-roll", 1): (step(hex, facing + 1), facing),
        Choice("barrel-roll", -1): (step(hex, facing - 1), facing),
        Choice("immelmann"): (one, facing + 3),
        Choice("split-s"): (hex, facing + 3),
        Choice("chandelle", 1): (one, facing + 2),
        Choice("chandelle", -1): (one, facing - 2),
        **{Choice("spin", facing=f): (hex, f) for f in range(6)},
    }
    flight = Flight(hex, facing, 3, 9)
    for choice, (where, towards) in expected.items():
        after = env().after(flight, choice)
        assert (after.hex, after.facing) == (where, towards % 6), choice
    levels = {"nosedive": -1, "split-s": -1, "spin": -1, "immelmann": 1, "chandelle": 1}
    for choice in expected:
        assert env().after(flight, choice).level == 3 + levels.get(choice.manoeuvre, 0)


def test_costs_by_class_as_printed():
    printed = {
        ("straight", "A"): 1,
        ("straight", "C"): 1,
        ("turn", "C"): 2,
        ("tight-turn", "A"): 2,
        ("tight-turn", "C"): 4,
        ("side-slip", "A"): 2,
        ("side-slip", "B"): 3,
        ("split-s", "B"): 5,
        ("spin", "A"): 2,
    }
    for (id, letter), cost in printed.items():
        assert TABLE[id].cost[letter] == cost
        assert TABLE[id].source(f"cost {letter}").startswith(("printed", "derived"))
    for row in TABLE.values():
        assert row.cost["A"] <= row.cost["B"] <= row.cost["C"]


def test_points_are_spent_exactly():
    game = flying(die=4)
    assert game.state.act.points == 6
    play(game, "straight", "tight turn right")
    refused(game, "power 0", "TDA-RP")
    play(game, "straight", "straight", "straight")
    assert game.state.stage == "power"
    refused(game, "straight", "TDA-RP")


def test_too_dear():
    game = play(flying("Albatros-1 0910 N speed=4"), "straight", "straight")
    refused(game, "tight turn left", "TDA-RP")
    assert game.check("tight turn left").total == 3
    allowed(game, "turn left", "TDA-MANOEUVRE-COST")


def test_red_manoeuvres_once_each_or_one_in_all():
    game = play(flying("SpadXIII-1 0910 N speed=4 level=4", die=4), "spin to N")
    refused(game, "spin to S", "TDA-RED-ONCE")
    a = env(speed=4)
    spun = Flight(Hex(8, 5), 0, 3, 9, reds=("spin",))
    assert a.refusal(spun, Choice("split-s")) == ""
    one = env(speed=4, red_once="one-in-all")
    assert one.refusal(spun, Choice("split-s")) == "red"
    assert ("TDA-RED-ONCE", "one-in-all") in one.ruling(spun, Choice("split-s")).readings


def test_red_reading_reaches_the_game():
    game = flying(
        "SpadXIII-1 0910 N speed=4 level=4", die=4, readings={"TDA-RED-ONCE": "one-in-all"}
    )
    assert game.envelopes[0][0].red_once == "one-in-all"


def test_speed_condition_counts_the_start_of_the_turn():
    refused(flying("SpadXIII-1 0910 N speed=3", die=6), "tight turn left", "TDA-SPEED-CONDITION")
    game = play(flying("SpadXIII-1 0910 N speed=4"), "straight")
    assert game.state.act.points == 3
    allowed(game, "tight turn left", "TDA-SPEED-CONDITION")
    refused(flying("SpadXIII-1 0910 N speed=5"), "spin to N", "TDA-SPEED-CONDITION")
    allowed(flying("SpadXIII-1 0910 N speed=4"), "spin to N", "TDA-SPEED-CONDITION")
    fast = {"TDA-SPEED-CONDITION": "spin-fast"}
    allowed(flying("SpadXIII-1 0910 N speed=5", readings=fast), "spin to N")
    refused(flying("SpadXIII-1 0910 N speed=3", readings=fast), "spin to N", "TDA-SPEED-CONDITION")
    refused(flying("SpadXIII-1 0910 N speed=4"), "immelmann", "TDA-SPEED-CONDITION")
    allowed(flying("SpadXIII-1 0910 N speed=5"), "immelmann")


def test_no_two_side_slips_in_a_row():
    game = play(flying("SpadXIII-1 0910 N speed=5"), "side slip left")
    refused(game, "side slip right", "TDA-SIDESLIP")
    allowed(play(game, "straight"), "side slip right")


def test_one_change_of_level():
    game = play(flying("SpadXIII-1 0910 N speed=5"), "straight descend")
    assert game.state.plane("SpadXIII-1").level == 2
    refused(game, "straight climb", "TDA-ALTITUDE-ONCE")
    refused(game, "nosedive", "TDA-ALTITUDE-ONCE")
    allowed(game, "straight")


def test_level_change_only_where_the_table_allows_it():
    game = flying("SpadXIII-1 0910 N speed=5")
    refused(game, "tight turn left climb", "TDA-MANOEUVRE-COST")
    refused(game, "side slip left climb", "TDA-MANOEUVRE-COST")
    allowed(game, "side slip left descend", "TDA-ALTITUDE-ONCE")


def test_climbing_costs():
    a = env(very_high=True)
    four = Flight(Hex(8, 5), 0, 4, 9)
    assert a.cost(four, Choice("straight", climb=1)) == 2
    assert a.cost(four._replace(level=3), Choice("straight", climb=1)) == 1
    assert a.cost(four, Choice("straight", climb=-1)) == 1
    loaded = env("C", very_high=True, loaded=True)
    assert loaded.cost(four._replace(level=2), Choice("straight", climb=1)) == 2
    assert loaded.cost(four, Choice("straight", climb=1)) == 3
    assert [f.rule for f in loaded.figures(four, Choice("straight", climb=1))][1:] == [
        "TDA-ALTITUDE-COST"
    ] * 2
    assert a.cost(four, Choice("immelmann")) == TABLE["immelmann"].cost["A"] + 1


def test_level_five_needs_the_cloud():
    refused(flying("Albatros-1 0910 N speed=5 level=4"), "straight climb", "TDA-ALTITUDE-FIVE")
    allowed(flying("SpadXIII-1 0910 N speed=5 level=4"), "straight climb", "TDA-ALTITUDE-COST")
    refused(flying("SpadXIII-1 0910 N speed=5 level=5"), "straight climb", "TDA-ALTITUDE-FIVE")


def test_into_the_ground():
    game = flying("SpadXIII-1 0910 N speed=5 level=1")
    refused(game, "straight descend", "TDA-CRASH")
    allowed(game, "nosedive", "TDA-CRASH")
    play(game, "nosedive")
    assert game.state.plane("SpadXIII-1").status == "destroyed"
    assert game.state.plane("SpadXIII-1").fate == "crashed"


def test_star_and_ace():
    game = flying("SpadXIII-1 0910 N speed=5 piloting=1")
    allowed(game, "barrel roll ace", "TDA-ACE-STAR")
    allowed(game, "barrel roll")
    refused(game, "straight ace", "TDA-ACE-STAR")
    refused(flying("SpadXIII-1 0910 N speed=5"), "barrel roll ace", "TDA-ACE-STAR")
    cheap = env(piloting=3)
    flight = Flight(Hex(8, 5), 0, 3, 9)
    assert cheap.cost(flight, Choice("barrel-roll", ace=True)) == 1
    assert sum(f.value for f in cheap.figures(flight, Choice("barrel-roll", ace=True))) == 1


def test_wing_and_wound_make_all_but_straight_dearer():
    game = flying("SpadXIII-1 0910 N speed=5 damaged markers=wing pilot=wounded")
    assert game.check("straight").facts["cost"] == 1
    assert game.check("tight turn left").facts["cost"] == 4
    assert game.check("tight turn left").total == 4
    assert "TDA-WING" in game.check("tight turn left").rules
    plain = flying("SpadXIII-1 0910 N speed=5")
    assert plain.check("tight turn left").facts["cost"] == 2


def test_major_wing_forbids_red():
    game = flying("SpadXIII-1 0910 N speed=5 damaged markers=major-wing", die=6)
    refused(game, "immelmann", "TDA-WING")
    allowed(game, "tight turn left", "TDA-WING")


def test_barred_manoeuvres():
    refused(flying("Gotha-1 0910 N speed=5"), "immelmann", "TDA-AIRCRAFT")
    refused(flying("Gotha-1 0910 N speed=5"), "barrel roll", "TDA-AIRCRAFT")


def test_sides_and_facings_must_be_said():
    game = flying("SpadXIII-1 0910 N speed=4")
    refused(game, "turn", "TDA-MANOEUVRE-COST")
    refused(game, "straight left", "TDA-MANOEUVRE-COST")
    refused(game, "spin", "TDA-MANOEUVRE-COST")
    refused(game, "straight to N", "TDA-MANOEUVRE-COST")
    assert game.check("turn").instead[:2] == ("turn left", "turn right")


def test_off_the_map():
    game = flying("SpadXIII-1 0901 N speed=5")
    allowed(game, "straight", "TDA-OFF-MAP")
    play(game, "straight")
    assert game.state.plane("SpadXIII-1").status == "destroyed"
    assert "left the map by the north edge in B4" in game.state.plane("SpadXIII-1").fate


def test_climb_readings():
    usual = play(flying("SpadXIII-1 0910 N speed=2"), "straight climb", "straight")
    assert usual.check("power 0").facts["new speed"] == 1
    free = flying("SpadXIII-1 0910 N speed=2", readings={"TDA-SPEED": "climb-free"})
    play(free, "straight climb", "straight")
    assert free.check("power 0").facts["new speed"] == 2
    assert ("TDA-SPEED", "climb-free") in free.check("power 0").readings


def test_numbers_of_ours_are_marked():
    game = flying("SE5a-1 0910 N speed=5")
    assert "Turn: cost B" in game.check("turn left").ours
    roland = flying("Roland-1 0910 N speed=5")
    assert "Turn: cost C" not in roland.check("turn left").ours


@pytest.mark.parametrize("facing", FACINGS)
def test_side_slip_keeps_the_facing(facing):
    game = play(flying(f"SpadXIII-1 0910 {facing} speed=5"), "side slip right")
    assert game.facts()["facing SpadXIII-1"] == facing


def test_fire_and_defence_cells_of_the_text():
    assert TABLE["straight"].fire and not TABLE["spin"].fire
    assert TABLE["spin"].defence == 3 and TABLE["barrel-roll"].defence == 1
    assert {r.id for r in TABLE.values() if r.red} == {"immelmann", "split-s", "spin", "chandelle"}
    assert TABLE["barrel-roll"].star and TABLE["split-s"].star


def test_formation_flies_at_one_cost():
    """The ace's reduction is none of the wing man's: together they pay the full price."""
    game = fight("SE5a-1 0915 N speed=5 piloting=1 | SE5a-2 1015 N speed=5", "Albatros-1 0101 NW")
    play(game, "choose SE5a-1 SE5a-2: 4")
    refused(game, "barrel roll ace", "TDA-ACE-STAR")
    hurt = fight(
        "SE5a-1 0915 N speed=5 damaged markers=wing | SE5a-2 1015 N speed=5", "Albatros-1 0101 NW"
    )
    play(hurt, "choose SE5a-1 SE5a-2: 4")
    refused(hurt, "turn left", "TDA-FORMATION")
    allowed(hurt, "straight")
