"""Setting up (12.1) and the map (2, 12)."""

import random

import pytest

from skylib.core.errors import DataError, NoSuchHex
from skylib.core.hexes import Hex, distance
from skylib.le_temps_des_as import charts, placement
from skylib.le_temps_des_as import map as maps
from skylib.le_temps_des_as.game import LeTempsDesAs

from .setups import allowed, play, refused

MAP = charts.ours().map


def test_zones_cover_the_map_once():
    count = {z: 0 for z in maps.ZONES}
    for hex in MAP.board.hexes:
        count[MAP.zone(hex)] += 1
    assert sum(count.values()) == len(MAP.board) == 360
    assert all(count.values())


@pytest.mark.parametrize(
    ("hex", "zone"),
    [
        ("0101", "A4"),
        ("1801", "C4"),
        ("0120", "A1"),
        ("1820", "C1"),
        ("0912", "B2"),
        ("0908", "B3"),
    ],
)
def test_zones_run_west_to_east_and_south_to_north(hex, zone):
    assert MAP.zone(MAP.board.hex(hex)) == zone


def test_edges_and_depths():
    board = MAP.board
    assert MAP.edge(Hex(-1, 5)) == "west"
    assert MAP.edge(Hex(18, 0)) == "east"
    assert MAP.edge(Hex(8, -5)) == "north"
    assert MAP.edge(Hex(8, 16)) == "south"
    assert MAP.depth(board.hex("0903"), "north") == 3
    assert MAP.depth(board.hex("0918"), "south") == 3
    assert MAP.outer_edges("A4") == ("north", "west") and MAP.outer_edges("B2") == ()
    with pytest.raises(NoSuchHex):
        MAP.zone(Hex(-1, 0))


def test_entries_are_three_deep():
    hexes = MAP.entry(("B4",))
    assert {MAP.place(h) for h in hexes} == {(c, r) for c in range(7, 13) for r in (1, 2, 3)}
    corner = MAP.entry(("C4",))
    assert len(corner) == 6 * 3 + 3 * 2
    assert len(MAP.entry(("C4",), "north")) == 18


def test_eight_edge_zones():
    from dataclasses import replace

    eight = replace(MAP, eight=True)
    board = MAP.board
    assert eight.zones_at(board.hex("0801")) == ("B4", "A4")
    assert eight.zones_at(board.hex("1101")) == ("B4", "C4")
    assert eight.zones_at(board.hex("0301")) == ("A4",)
    game = LeTempsDesAs.new_game("return-to-the-fold", readings={"TDA-MAP": "eight-zones"})
    allowed(game, "place DVII-1 1002 S", "TDA-MAP")
    usual = LeTempsDesAs.new_game("return-to-the-fold")
    refused(usual, "place DVII-1 1002 S", "TDA-MAP")


def test_every_printed_line_up():
    printed = {
        "return-to-the-fold": "SpadXIII-1 DVII-1 Albatros-2",
        "forced-passage": "Hanriot-1 Hanriot-2 DH4-3 DrI-1 DrI-2 DrI-3",
        "voss-last-flight": "SE5a-1 SE5a-2 SE5a-3 SE5a-4 DrI-1",
        "fire-on-the-balloons": (
            "Balloon-1 Balloon-2 Balloon-3 AEG-1 AEG-2 Albatros-3 SpadVII-1 SpadVII-2"
        ),
        "passage-of-the-geese": (
            "Gotha-1 Gotha-2 Albatros-3 Albatros-4 DrI-5 SE5a-1 SE5a-2 SE5a-3 SE5a-4 SE5a-5"
        ),
        "new-raid": "Roland-1 Roland-2 Roland-3 Albatros-4 Camel-1 Camel-2",
    }
    turns = dict(zip(printed, (8, 6, 10, 6, 8, 9), strict=True))
    for name, ids in printed.items():
        game = LeTempsDesAs.new_game(name, seed=1)
        assert [p.id for p in game.state.aircraft] == ids.split()
        assert game.setting.scenario.turns == turns[name]
    assert len(LeTempsDesAs.new_game("voss-last-flight", extra="yes").state.aircraft) == 6


STARTS = {  # (level, speed) of every aircraft as printed
    "return-to-the-fold": {"SpadXIII": (3, 6), "DVII": (4, 5), "Albatros": (3, 5)},
    "voss-last-flight": {"SE5a": (5, 6), "DrI": (4, 6)},
    "fire-on-the-balloons": {
        "Balloon": (2, 0),
        "AEG": (3, 5),
        "Albatros": (3, 5),
        "SpadVII": (3, 6),
    },
    "passage-of-the-geese": {"Gotha": (3, 4), "Albatros": (3, 4), "DrI": (4, 4), "SE5a": (5, 5)},
    "new-raid": {"Roland": (4, 4), "Albatros": (4, 4), "Camel": (5, 5)},
}


@pytest.mark.parametrize("name", STARTS)
def test_levels_and_speeds(name):
    game = LeTempsDesAs.new_game(name, seed=1, setup="ready")
    for plane in game.state.aircraft:
        assert (plane.level, plane.speed) == STARTS[name][plane.id.rpartition("-")[0]]


def test_who_sets_up_first_and_who_flies_first():
    expected = {
        "return-to-the-fold": ("Central", "Central"),
        "forced-passage": ("Entente", "Entente"),
        "voss-last-flight": ("Entente", "Central"),
        "fire-on-the-balloons": ("Central", "Entente"),
        "passage-of-the-geese": ("Central", "Entente"),
        "new-raid": ("Central", "Entente"),
    }
    for name, (first, holder) in expected.items():
        game = LeTempsDesAs.new_game(name, seed=1)
        assert game.to_move == first
        play(game, "ready", "ready")
        assert (game.state.stage, game.to_move, game.state.holder) == ("choose", holder, holder)


def test_placing_by_hand():
    game = LeTempsDesAs.new_game("return-to-the-fold", seed=1)
    refused(game, "place Albatros-2 1503 S", "TDA-SCENARIOS")
    refused(game, "place DVII-1 1404 S", "TDA-MAP")
    refused(game, "place DVII-1 9999 S", "TDA-MAP")
    refused(game, "place DVII-1 1503 S level 4", "TDA-SCENARIOS")
    refused(game, "place DVII-1 1503 S ace RP-1", "TDA-ACE")
    refused(game, "straight", "TDA-SCENARIOS")
    play(game, "place DVII-1 1503 S")
    assert game.state.plane("DVII-1").ace == "RP-1"
    play(game, "place Albatros-2 1803 NW", "place SpadXIII-1 1118 N")
    assert game.state.plane("SpadXIII-1").ace == "RP-1/Fire+1"
    assert game.state.stage == "choose"


def test_level_and_ace_by_choice():
    game = LeTempsDesAs.new_game("forced-passage", seed=1)
    refused(game, "place Hanriot-1 1003 S", "TDA-SCENARIOS")
    refused(game, "place Hanriot-1 1003 S level 4 ace RP-1", "TDA-ACE")
    play(game, "place Hanriot-1 1003 S level 5")
    refused(game, "place Hanriot-2 0903 S level 4 ace rp-1/fire+1", "TDA-ACE")
    play(game, "place Hanriot-2 0903 S level 4")
    assert game.state.plane("Hanriot-2").ace == "RP-1/Fire+1"
    assert game.state.plane("Hanriot-1").level == 5
    game = LeTempsDesAs.new_game("forced-passage", seed=1)
    play(game, "place Hanriot-1 1003 S level 4 ace rp-1/fire+1", "place Hanriot-2 0903 S level 4")
    assert [p.ace for p in game.state.aircraft[:2]] == ["RP-1/Fire+1", ""]


@pytest.mark.parametrize(
    ("scenario", "side"), [("voss-last-flight", 4), ("passage-of-the-geese", 5)]
)
def test_v_formation(scenario, side):
    """Whatever point is chosen, the V closes inside the zone, with an ace at the point."""
    rng = random.Random(1)
    for _ in range(15):
        game = LeTempsDesAs.new_game(scenario, seed=1)
        if scenario == "passage-of-the-geese":
            play(game, "ready")
        for _ in range(side):
            moves = [m for m in game.legal_moves() if m.kind == "place"]
            assert moves
            game.play(rng.choice(moves))
        planes = [p for p in game.state.aircraft if p.type == "se5a"]
        lead = planes[0]
        assert lead.piloting == 1
        assert len({p.facing for p in planes}) == 1
        zone = placement.entry_set(game.setting.map, placement.group_of(game.setting, lead))
        assert all(p.hex in zone for p in planes)
        arms = [distance(lead.hex, p.hex) for p in planes[1:]]
        assert sorted(arms) == [1, 1, 2, 2][: side - 1]


def test_v_refusals():
    game = LeTempsDesAs.new_game("voss-last-flight", seed=1)
    refused(game, "place SE5a-1 0903 N", "TDA-MAP")
    play(game, "place SE5a-1 0903 S")
    refused(game, "place SE5a-2 0803 S", "TDA-SCENARIOS")
    refused(game, "place SE5a-2 0802 N", "TDA-SCENARIOS")
    allowed(game, "place SE5a-2 0802 S", "TDA-SCENARIOS")


def test_balloons_and_escort():
    game = LeTempsDesAs.new_game("fire-on-the-balloons", seed=1)
    refused(game, "place Balloon-1 0213 N", "TDA-MAP")
    refused(game, "place Balloon-1 0313 S", "TDA-BALLOON")
    play(game, "place Balloon-1 0313 N")
    refused(game, "place Balloon-2 0314 N", "TDA-SCENARIOS")
    refused(game, "place Balloon-2 0918 S", "TDA-BALLOON")
    play(game, "place Balloon-2 0918 N", "place Balloon-3 1613 N")
    geese = LeTempsDesAs.new_game("passage-of-the-geese", seed=1)
    play(geese, "place Gotha-1 0903 S", "place Gotha-2 0803 S")
    refused(geese, "place Albatros-3 1603 S", "TDA-SCENARIOS")
    allowed(geese, "place Albatros-3 1203 S")


def test_any_placement_leads_into_the_game():
    rng = random.Random(2)
    for name in list(LeTempsDesAs.scenarios())[:7]:
        game = LeTempsDesAs.new_game(name, seed=1)
        while game.state.stage == "place":
            moves = [m for m in game.legal_moves() if m.kind == "place"]
            move = rng.choice(moves)
            assert game.check(move).allowed and game.parse_move(str(move)) == move
            game.play(move)
        assert all(p.flying for p in game.state.aircraft)


MAP_ERRORS = [
    ("columns = 18", "columns = 3", "columns"),
    ("rows = 20", 'rows = "many"', "rows"),
    ("B = [7, 12]", "B = [8, 12]", "B"),
    ("1 = [16, 20]", "1 = [16, 19]", "1"),
    ("C = [13, 18]", "C = [13]", "C"),
    ('hexes = ["0912"]', 'hexes = ["0101"]', "hexes"),
    ('hexes = ["0912"]', 'hexes = ["9999"]', "hexes"),
    ('zones = ["B2"]', 'zones = ["Z9"]', "zones"),
]


@pytest.mark.parametrize(("old", "new", "field"), MAP_ERRORS)
def test_bad_maps(old, new, field):
    from importlib import resources

    text = resources.files("skylib.le_temps_des_as").joinpath("map.toml").read_text("utf-8")
    assert old in text
    import tomllib

    with pytest.raises(DataError, match=field):
        maps.parse(tomllib.loads(text.replace(old, new)), "map.toml")
