"""The optional rules (13) and the variant (14); initiative (5), order and formation."""

import pytest

from skylib.le_temps_des_as import fire

from .setups import FACINGS, allowed, fight, play, quietly, refused

# ---- initiative ---------------------------


def rolled(dice, holder="Entente", **more):
    game = fight(
        "SpadXIII-1 0915 N level=5",
        "Albatros-1 0303 S level=4",
        f"stage=roll holder={holder}",
        **more,
    )
    return play(game, f"roll: {dice}")


def test_the_higher_total_decides():
    game = rolled("3 5")
    assert game.facts()["initiative Entente"] == "8" and game.facts()["initiative Central"] == "9"
    assert game.state.stage == "decide" and game.to_move == "Central"
    play(game, "give")
    assert game.state.holder == "Entente" and game.to_move == "Entente"
    game.undo()
    play(game, "take")
    assert game.state.holder == "Central" and game.to_move == "Central"


@pytest.mark.parametrize("holder", ["Entente", "Central"])
def test_a_tie_goes_to_the_holder(holder):
    game = rolled("2 3", holder)
    assert game.to_move == holder and game.last.ruling.facts["tie"] == "yes"


def test_decisions_of_another_moment():
    game = fight("SpadXIII-1 0915 N", "Albatros-1 0303 S", "stage=roll holder=Entente")
    refused(game, "take", "TDA-INITIATIVE")
    refused(game, "choose SpadXIII-1", "TDA-INITIATIVE")
    refused(rolled("1 6"), "roll", "TDA-INITIATIVE")


def test_the_side_in_phase_flies_all_its_aircraft_first():
    game = fight("SpadXIII-1 0915 N speed=2 | Camel-1 0518 N speed=2", "Albatros-1 0303 S speed=2")
    refused(game, "choose Albatros-1", "TDA-SEQUENCE")
    play(game, "choose Camel-1: 1", "straight", "straight", "power 0")
    refused(game, "choose Camel-1", "TDA-SEQUENCE")
    assert [str(m) for m in game.legal_moves()] == ["choose SpadXIII-1"]
    play(game, "choose SpadXIII-1: 1", "straight", "straight", "power 0")
    assert game.to_move == "Central"


@pytest.mark.parametrize(("die", "points"), [(1, 5), (3, 5), (4, 6), (6, 6)])
def test_risk_die(die, points):
    game = play(fight("SpadXIII-1 0915 N speed=5"), f"choose SpadXIII-1: {die}")
    assert game.state.act.points == points and game.last.ruling.total == points


def test_no_points_no_manoeuvre():
    game = play(fight("SpadXIII-1 0915 N speed=-1"), "choose SpadXIII-1: 6")
    assert game.state.stage == "power" and game.state.act.points == 0


# ---- formation ---------------------------


def test_formation_on_one_die():
    game = fight(
        "SE5a-1 0915 N speed=4 | SE5a-2 1015 N speed=4 | SE5a-3 0318 N speed=4",
        "Albatros-1 0303 S",
    )
    moves = [str(m) for m in game.legal_moves()]
    assert "choose SE5a-1 SE5a-2" in moves
    refused(game, "choose SE5a-1 SE5a-3", "TDA-FORMATION")
    play(game, "choose se5a-2 SE5a-1: 4")
    assert [r.value for r in game.last.rolls] == [4]
    assert "TDA-FORMATION" in game.last.ruling.rules
    play(game, "turn left", "straight", "straight", "straight descend")
    hexes = [game.facts()[f"hex SE5a-{n}"] for n in (1, 2)]
    play(game, "straight") if game.state.stage == "manoeuvre" else None
    assert len(set(hexes)) == 2
    assert game.state.stage == "power" and game.state.act.ending == ("SE5a-1", "SE5a-2")
    play(game, "power +1", "power 0")
    assert [game.state.plane(f"SE5a-{n}").speed for n in (1, 2)] == [5, 4]
    assert game.state.plane("SE5a-1").moved and game.state.plane("SE5a-2").moved


@pytest.mark.parametrize(
    ("second", "word"),
    [
        ("SE5a-2 1015 N speed=5", "speed"),
        ("SE5a-2 1015 N speed=4 level=4", "level"),
        ("SE5a-2 1215 N speed=4", "adjacent"),
        ("SE5a-2 1015 N speed=4 out", "control"),
    ],
)
def test_no_formation(second, word):
    game = fight(f"SE5a-1 0915 N speed=4 | {second}", "Albatros-1 0303 S")
    refused(game, "choose SE5a-1 SE5a-2", "TDA-FORMATION")
    assert word in game.check("choose SE5a-1 SE5a-2").reason


def test_a_formation_goes_on_without_a_lost_member():
    game = fight(
        "SE5a-1 0913 N speed=4 damaged | SE5a-2 1013 N speed=4", "Albatros-1 0908 S fire=2"
    )
    play(game, "choose SE5a-1 SE5a-2: 1", "straight")
    play(game, "fire Albatros-1 front at SE5a-1: 5 6 1")
    assert game.state.plane("SE5a-1").status == "destroyed"
    assert game.state.act.group == ("SE5a-2",)
    quietly(game, "straight", "straight", "straight", "power 0")
    assert game.state.plane("SE5a-2").moved


# ---- aircraft by aircraft (13.1) ---------------------------


def one_by_one(dice="", entente=None, central=None):
    game = fight(
        entente or "SpadXIII-1 0915 N level=3 speed=5 | Camel-1 0518 N level=4 speed=6",
        central or "Albatros-1 0303 S level=5 speed=6 | DVII-1 1203 S level=4 speed=6",
        "stage=roll holder=Entente",
        aircraft_initiative="yes",
    )
    return play(game, f"roll: {dice}")


def test_order_by_speed_plus_level_then_class_then_dice():
    game = one_by_one("2 5")
    assert game.state.order == ("Albatros-1", "DVII-1", "Camel-1", "SpadXIII-1")
    assert game.to_move == "Central"
    refused(game, "choose SpadXIII-1", "TDA-SEQUENCE")
    allowed(game, "choose Albatros-1", "TDA-OPTION-INITIATIVE")
    refused(game, "choose DVII-1", "TDA-OPTION-INITIATIVE")


def test_class_breaks_ties():
    game = one_by_one(
        "",
        "SE5a-1 0915 N level=4 speed=5 | Camel-1 0518 N level=4 speed=5",
        "Roland-1 0303 S level=4 speed=5",
    )
    assert game.state.order == ("Camel-1", "SE5a-1", "Roland-1")
    assert not game.last.rolls


def test_equal_dice_roll_again():
    game = one_by_one("3 3 1 6")
    assert game.state.order[1:3] == ("DVII-1", "Camel-1")


# ---- deflection (13.2) ---------------------------


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("target", range(6))
def test_deflection_three_quarters_ahead(facing, target):
    """The shooter looks along ``facing`` at a target three hexes ahead."""
    from skylib.core.hexes import COLUMNS

    board = fight().setting.map.board
    hex = board.hex("0910")
    for _ in range(3):
        hex = COLUMNS.neighbour(hex, facing)
    game = fight(
        f"SpadXIII-1 0910 {FACINGS[facing]}",
        f"DVII-1 {board.name(hex)} {FACINGS[target]}",
        deflection="yes",
    )
    shooter, prey = game.state.aircraft
    towards = (target - facing - 3) % 6
    assert fire.deflected(game.setting, shooter, prey) is (towards in (1, 5))
    shot = fire.Shot("SpadXIII-1", "front", "DVII-1")
    figures = fire.modifiers(game.setting, game.state, shot, False)
    assert any(f.rule == "TDA-OPTION-DEFLECTION" for f in figures) is (towards in (1, 5))
    off = fight(f"SpadXIII-1 0910 {FACINGS[facing]}", f"DVII-1 {board.name(hex)} {FACINGS[target]}")
    assert not any(
        f.rule == "TDA-OPTION-DEFLECTION"
        for f in fire.modifiers(off.setting, off.state, shot, False)
    )


# ---- alternating (14) ---------------------------


def test_sides_alternate():
    game = fight(
        "SpadXIII-1 0915 N speed=2 | Camel-1 0518 N speed=2 | Camel-2 1518 N speed=2",
        "Albatros-1 0303 S speed=2",
        alternate="yes",
    )
    allowed(game, "choose Camel-2", "TDA-VARIANT-ALTERNATE")
    play(game, "choose Camel-2: 1", "straight", "straight", "power 0")
    assert game.to_move == "Central"
    play(game, "choose Albatros-1: 1", "straight", "straight", "power 0")
    assert game.to_move == "Entente"
    play(game, "choose Camel-1: 1", "straight", "straight", "power 0")
    assert game.to_move == "Entente"  # the other side has none left
