"""Victory as each scenario has it (12.2 to 12.7), judged on positions set down by hand."""

from dataclasses import replace

import pytest

from skylib.core.errors import DataError, SkylibError
from skylib.le_temps_des_as import scenarios
from skylib.le_temps_des_as.game import LeTempsDesAs

from .setups import play, quietly


def verdict(scenario, changes, final=False, turn=1, bombs=(), readings=None):
    """The winners, or None while it is open, with some counters changed."""
    game = LeTempsDesAs.new_game(scenario, seed=1, setup="ready", readings=readings)
    planes = tuple(replace(p, **changes.get(p.id, {})) for p in game.state.aircraft)
    hexes = tuple(game.setting.map.board.hex(h) for h in bombs)
    state = replace(game.state, aircraft=planes, turn=turn, bombs=hexes)
    found = scenarios.judge(game.setting.scenario, state, final, game.setting.readings)
    return None if found is None else found[0]


def lost(turn=1, fate="shot down"):
    return {"status": "destroyed", "gone": turn, "fate": fate}


LEFT = {"status": "left", "gone": 3, "fate": "left"}
WOUNDED = {"damaged": True}
E, C, DRAW = ("Entente",), ("Central",), ()

FOLD = [
    ({}, False, 1, None),
    ({}, True, 8, DRAW),
    ({"Albatros-2": lost(5)}, False, 5, E),
    ({"Albatros-2": lost(6)}, False, 6, None),
    ({"SpadXIII-1": lost(7)}, False, 7, C),
    ({"SpadXIII-1": lost(8)}, False, 8, DRAW),
    ({"SpadXIII-1": lost(2, "collided with DVII-1")}, False, 2, DRAW),
    (
        {
            "SpadXIII-1": lost(2, "collided with DVII-1"),
            "DVII-1": lost(2, "collided with SpadXIII-1"),
        },
        False,
        2,
        DRAW,
    ),
    ({"SpadXIII-1": LEFT}, False, 6, DRAW),
    ({"SpadXIII-1": lost(3, "left the map by the west edge in A3")}, False, 3, C),
]


@pytest.mark.parametrize(("changes", "final", "turn", "winners"), FOLD)
def test_return_to_the_fold(changes, final, turn, winners):
    assert verdict("return-to-the-fold", changes, final, turn) == winners


PASSAGE = [
    ({}, False, None),
    ({}, True, DRAW),
    ({"DH4-3": LEFT}, False, E),
    ({"DH4-3": LEFT | {"observer": "dead"}}, False, None),
    ({"DH4-3": LEFT | {"observer": "dead"}, "Hanriot-1": WOUNDED}, False, C),
    ({"DH4-3": lost(), "Hanriot-2": lost()}, False, C),
    ({"Hanriot-2": WOUNDED}, True, C),
    ({"Hanriot-2": WOUNDED}, False, None),
    ({"DH4-3": lost()}, True, DRAW),
]


@pytest.mark.parametrize(("changes", "final", "winners"), PASSAGE)
def test_forced_passage(changes, final, winners):
    assert verdict("forced-passage", changes, final) == winners


VOSS = [
    ({}, False, None),
    ({}, True, DRAW),
    ({"DrI-1": lost()}, False, E),
    ({"DrI-1": lost(), "SE5a-3": lost()}, False, DRAW),
    ({"DrI-1": LEFT, "SE5a-3": lost()}, False, C),
    ({"DrI-1": LEFT}, False, DRAW),
    ({"SE5a-3": lost()}, True, DRAW),
]


@pytest.mark.parametrize(("changes", "final", "winners"), VOSS)
def test_voss(changes, final, winners):
    assert verdict("voss-last-flight", changes, final) == winners


ALL = {f"Balloon-{n}": lost() for n in (1, 2, 3)}
BALLOONS = [
    ({}, False, None),
    ({}, True, C),
    (ALL, False, None),
    (ALL | {"SpadVII-2": LEFT | WOUNDED}, False, E),
    (ALL, True, C),
    ({"SpadVII-1": LEFT, "SpadVII-2": LEFT}, False, C),
    ({"SpadVII-1": lost(), "SpadVII-2": lost()}, False, C),
    ({"Balloon-1": lost(), "SpadVII-1": LEFT}, False, None),
]


@pytest.mark.parametrize(("changes", "final", "winners"), BALLOONS)
def test_balloons(changes, final, winners):
    assert verdict("fire-on-the-balloons", changes, final) == winners


HOME = LEFT | {"bombed": 3}
GEESE = [
    ({}, False, (), "both-gothas", None),
    ({}, True, (), "both-gothas", E),
    ({"Gotha-1": HOME, "Gotha-2": HOME}, False, ("0912",), "both-gothas", C),
    ({"Gotha-1": HOME, "Gotha-2": HOME}, False, (), "both-gothas", E),
    ({"Gotha-1": HOME, "Gotha-2": LEFT}, False, ("0912",), "both-gothas", E),
    ({"Gotha-1": lost()}, False, ("0912",), "both-gothas", E),
    ({"Gotha-1": lost()}, False, ("0912",), "any-gotha", None),
    ({"Gotha-1": lost(), "Gotha-2": HOME}, False, ("0912",), "any-gotha", C),
    ({"Gotha-1": lost(), "Gotha-2": lost()}, False, ("0912",), "any-gotha", E),
]


@pytest.mark.parametrize(("changes", "final", "bombs", "reading", "winners"), GEESE)
def test_geese(changes, final, bombs, reading, winners):
    found = verdict("passage-of-the-geese", changes, final, 4, bombs, {"TDA-SCENARIOS": reading})
    assert found == winners


OUT = {f"Roland-{n}": LEFT for n in (1, 2, 3)} | {"Albatros-4": LEFT}
THREE = ("0503", "0603", "0702")
RAID = [
    ({}, False, (), None),
    ({}, True, (), DRAW),
    (OUT, False, THREE, C),
    (OUT, False, THREE[:2], DRAW),
    (OUT | {"Roland-1": lost()}, False, THREE, C),
    (OUT | {"Roland-1": lost()}, False, THREE[:2], E),
    ({"Roland-1": lost()}, True, THREE[:2], E),
    ({"Roland-1": lost()}, False, (), None),
    (OUT | {"Albatros-4": {}}, False, THREE, None),
    (OUT | {"Albatros-4": {}}, True, THREE, DRAW),
    ({f"Roland-{n}": lost() for n in (1, 2, 3)}, False, (), E),
]


@pytest.mark.parametrize(("changes", "final", "bombs", "winners"), RAID)
def test_new_raid(changes, final, bombs, winners):
    assert verdict("new-raid", changes, final, 5, bombs) == winners


SKIRMISH = [
    ({}, False, None),
    ({}, True, DRAW),
    ({"Albatros-1": WOUNDED}, True, E),
    ({"SpadXIII-1": lost()}, False, C),
    ({"SpadXIII-1": lost(), "Albatros-1": lost()}, False, DRAW),
]


@pytest.mark.parametrize(("changes", "final", "winners"), SKIRMISH)
def test_skirmish(changes, final, winners):
    assert verdict("skirmish", changes, final) == winners


# ---- ways off the map ----------------------------------------------------------------------


def leaving(scenario, id, counter, turn=1):
    game = LeTempsDesAs.new_game(scenario, seed=1, setup="ready")
    side = game.state.plane(id).side
    sections = [
        f"{id} {counter}" if s.startswith(id + " ") else s for s in game.position.split(" | ")[1:]
    ]
    head = f"turn={turn} stage=choose holder={side}"
    game = LeTempsDesAs.new_game(scenario, seed=1, position=" | ".join([head, *sections]))
    quietly(game, f"choose {id}: 1", "straight")
    return game.state.plane(id).status


def test_exits():
    spad = "return-to-the-fold", "SpadXIII-1"
    assert leaving(*spad, "0108 NW speed=4", 6) == "left"
    assert leaving(*spad, "0112 NW speed=4", 7) == "left"
    assert leaving(*spad, "0108 NW speed=4", 5) == "destroyed"
    assert leaving(*spad, "0103 NW speed=4", 6) == "destroyed"
    assert leaving("voss-last-flight", "DrI-1", "0401 N speed=4 level=4") == "left"
    assert leaving("voss-last-flight", "DrI-1", "0103 NW speed=4 level=4") == "destroyed"
    assert leaving("fire-on-the-balloons", "SpadVII-1", "0103 NW speed=4") == "left"
    assert leaving("fire-on-the-balloons", "AEG-1", "0103 NW speed=4") == "destroyed"
    assert leaving("new-raid", "Roland-1", "1810 NE speed=4") == "left"
    assert leaving("new-raid", "Camel-1", "1810 NE speed=4 level=3") == "destroyed"


def test_the_dh4_wins_by_leaving():
    game = LeTempsDesAs.new_game("forced-passage", seed=1, setup="ready")
    sections = [
        "DH4-3 0520 S level=4 speed=4" if s.startswith("DH4") else s
        for s in game.position.split(" | ")[1:]
    ]
    position = " | ".join(["stage=choose holder=Entente", *sections])
    game = LeTempsDesAs.new_game("forced-passage", seed=1, position=position)
    quietly(game, "choose DH4-3: 1", "straight")
    assert game.outcome.winners == E and "observer alive" in str(game.outcome)
    assert game.to_move is None and not game.check("straight").allowed


def test_the_last_turn_ends_the_game():
    game = LeTempsDesAs.new_game("skirmish", seed=3, turns=1, setup="ready")
    while not game.outcome:
        moves = [str(m) for m in game.legal_moves()]
        quiet = ("pass", "straight", "power 0", "done")
        play(game, next((m for m in quiet if m in moves), moves[0]))
    assert game.state.turn == 1 and game.outcome.winners == DRAW
    assert game.outcome.scores == {"Entente": 0, "Central": 0}


# ---- options of the line-up -------------------------------------------------------------------


def test_free_line_ups():
    game = LeTempsDesAs.new_game(
        "skirmish",
        seed=1,
        entente="spad-xiii:RP-1/Fire+1 camel",
        central="roland-c2, roland-c2",
        setup="ready",
    )
    assert [p.id for p in game.state.aircraft] == ["SpadXIII-1", "Camel-1", "Roland-1", "Roland-2"]
    assert game.state.plane("SpadXIII-1").ace == "RP-1/Fire+1"
    both = LeTempsDesAs.new_game("skirmish", seed=1, entente="camel", central="camel")
    assert [p.id for p in both.state.aircraft] == ["Camel-1", "Camel-2"]


BAD_OPTIONS = [
    ({"entente": "zeppelin"}, "zeppelin"),
    ({"entente": ""}, "1 to 8"),
    ({"central": "balloon"}, "balloon"),
    ({"central": "camel:XX"}, "XX"),
    ({"turns": "0"}, "turns"),
    ({"turns": "many"}, "turns"),
    ({"deflection": "perhaps"}, "deflection"),
    ({"setup": "later"}, "setup"),
    ({"extra": "yes"}, "voss"),
    ({"alternate": "yes", "aircraft_initiative": "yes"}, "13.1"),
    ({"weather": "fog"}, "weather"),
]


@pytest.mark.parametrize(("options", "word"), BAD_OPTIONS)
def test_bad_options(options, word):
    with pytest.raises(SkylibError, match=word):
        LeTempsDesAs.new_game("skirmish", seed=1, **options)


def test_line_ups_are_for_skirmishes():
    with pytest.raises(SkylibError, match="skirmish"):
        LeTempsDesAs.new_game("new-raid", seed=1, entente="camel")
    with pytest.raises(SkylibError, match="skirmish"):
        LeTempsDesAs.new_game("new-raid", seed=1, turns=3)


BAD_FILES = [
    ("turns = 8", "turns = 0", "turns"),
    ('first = "Central"', 'first = "Nobody"', "first"),
    ('zones = ["B1", "C1"]', 'zones = ["D1"]', "zones"),
    ('aces = ["RP-1/Fire+1"]', 'aces = ["brave"]', "aces"),
    ("levels = [3]", "levels = [7]", "levels"),
    ("speed = 6", 'speed = "fast"', "speed"),
    ('ready = ["1118 N"]', 'redy = ["1118 N"]', "redy"),
]


@pytest.mark.parametrize(("old", "new", "field"), BAD_FILES)
def test_bad_scenario_files(old, new, field):
    import tomllib
    from importlib import resources

    text = resources.files("skylib.le_temps_des_as").joinpath("scenarios.toml").read_text("utf-8")
    assert old in text
    with pytest.raises(DataError, match=field):
        scenarios.parse(tomllib.loads(text.replace(old, new, 1)), "scenarios.toml")
