"""What there is to see of Eye in the Sky, as data and in words."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import pytest

import skylib
from skylib.core.hexes import Hex, disk
from skylib.eye_in_the_sky.flight import Fly, Home, Spiral
from skylib.scenes import Area, Counter, Mark, Path, Scene, Token, scene_of

LAST = (
    "last round 9; to move A; A 2.9 W points 96; B 12.3 E points 96 done; "
    "black 5.4-5.9 6.4-6.10 7.4-7.9 8.4-8.10 9.4-9.9"
)


def new(**settings: Any) -> Any:
    return skylib.new_game("eye-in-the-sky", **{"scenario": "training", "seed": 1} | settings)


def names(game: Any, hexes: tuple[Hex, ...]) -> list[str]:
    return [game.field.board.name(h) for h in hexes]


def one(scene: Scene, kind: type, name: str) -> Any:
    """The only area, path or mark of a kind."""
    layer = {Area: scene.areas, Path: scene.paths, Mark: scene.marks}[kind]
    found = [x for x in layer if x.kind == name]
    assert len(found) == 1, f"{len(found)} of {name}"
    return found[0]


# ---- the ground ------------------------------------------------------------------------


def test_the_ground_of_the_printed_board() -> None:
    ground = scene_of(new(scenario="standard")).ground
    kinds = {f.kind: f for f in ground.fills}
    assert {k: len(f.hexes) for k, f in kinds.items()} == {"aoi": 180, "runway": 3, "artillery": 4}
    name = ground.board.name
    assert [name(h) for h in kinds["runway"].hexes] == ["26.1", "26.2", "26.3"]
    assert [name(h) for h in kinds["artillery"].hexes] == ["4.18", "4.13", "4.8", "4.3"]
    assert [text for _, text in ground.row_labels] == [str(n) for n in range(1, 27)]
    assert [name(h) for h, _ in ground.row_labels] == [f"{n}.1" for n in range(1, 27)]
    assert [(name(h), text) for h, text in ground.column_labels] == [
        (f"1.{n}", str(n)) for n in range(1, 21)
    ]
    assert [(name(h), text) for h, text in ground.south_labels] == [
        (f"26.{n}", str(n)) for n in range(1, 23)
    ]


def test_no_hex_has_two_fills() -> None:
    for scenario in ("standard", "training"):
        fills = scene_of(new(scenario=scenario)).ground.fills
        hexes = [h for fill in fills for h in fill.hexes]
        assert len(hexes) == len(set(hexes))


def test_the_ground_is_one_object_through_a_game_and_between_games() -> None:
    game = new()
    ground = scene_of(game).ground
    game.play("fly 3")
    assert scene_of(game).ground is ground
    game.undo()
    assert scene_of(game, Fly(2)).ground is ground
    assert scene_of(new(players=4)).ground is ground
    assert scene_of(new(scenario="standard")).ground is not ground
    assert scene_of(new(readings={"EYE-SETUP": "corner"})).ground is not ground


# ---- the start -------------------------------------------------------------------------


def test_the_start() -> None:
    game = new(players=3)
    scene = scene_of(game)
    start = game.field.board.hex("12.3")
    assert scene.counters == (
        Counter("A", start, 0, 0, "A", "Reconnaissance plane of A", state="active"),
        Counter("B", start, 0, 1, "B", "Reconnaissance plane of B"),
        Counter("C", start, 0, 2, "C", "Reconnaissance plane of C"),
    )
    assert scene.areas == scene.tokens == scene.paths == scene.labels == scene.marks == ()
    assert scene.title == game.field.title
    assert scene.words == (
        "Round 1: A at 12.3, facing E, no photographs on board. Spiral or fly?",
        "A: 0 points, at 12.3 facing E, no photographs on board, on the runway.",
        "B: 0 points, at 12.3 facing E, no photographs on board, on the runway.",
        "C: 0 points, at 12.3 facing E, no photographs on board, on the runway.",
        "Reported so far: 0 of the 32 hexes of the area of interest.",
    )


def test_the_words_count_in_good_english() -> None:
    game = new(
        players=4,
        position="play round 4; first A; to move B; A 12.1 E points 1; B 11.3 W points -1 "
        "photos 7.6; C 11.1 E; D 10.3 NE points 2 photos 7.6 7.7; black 7.6",
    )
    words = scene_of(game).words
    assert words[1] == "A: 1 point, at 12.1 facing E, no photographs on board, on the runway."
    assert words[2] == (
        "B: -1 point, at 11.3 facing W, photographs on board: 7.6, 1 hex from the runway."
    )
    assert words[3].endswith(", 1 hex from the runway.")
    assert words[4] == (
        "D: 2 points, at 10.3 facing NE, photographs on board: 7.6, 7.7, 2 hexes from the runway."
    )
    assert words[5] == "Reported so far: 1 of the 32 hexes of the area of interest."


def test_the_wind_is_told_and_is_ours() -> None:
    game = new(weather="wind", position="play round 3; wind SW; A 9.3 E; B 12.3 E; black")
    assert "The wind blows to the SW (variant of ours)." in scene_of(game).words


# ---- a draft ---------------------------------------------------------------------------


def test_a_flight_under_consideration() -> None:
    game = new()
    board = game.field.board
    scene = scene_of(game, Fly(3, -1, 2))
    path = one(scene, Path, "planned")
    assert names(game, path.hexes) == ["12.3", "12.4", "12.5", "12.6"] and path.side == 0
    assert [(board.name(h), text) for h, text, _ in path.points] == [
        ("12.4", "1"),
        ("12.5", "2"),
        ("12.6", "3"),
    ]
    (ghost,) = [c for c in scene.counters if c.ghost]
    assert (ghost.hex, ghost.facing, ghost.side) == (board.hex("12.6"), 5, 0)
    cover = one(scene, Area, "footprint")
    assert set(cover.hexes) == {h for h in disk(board.hex("12.5"), 2) if h in board}
    assert scene.words[-1].startswith("Planned: fly 3 left photo 2. flies E to 12.6, facing NE")


def test_a_spiral_under_consideration() -> None:
    game = new()
    scene = scene_of(game, Spiral(4))
    (ghost,) = [c for c in scene.counters if c.ghost]
    assert (ghost.hex, ghost.facing) == (game.field.take_off, 4)
    assert not scene.paths and not scene.areas


def test_home_under_consideration() -> None:
    game = new(position=LAST)
    (ghost,) = [c for c in scene_of(game, Home()).counters if c.ghost]
    assert (ghost.hex, ghost.facing) == (game.field.take_off, game.field.take_off_facing)


@pytest.mark.parametrize("reading, back", [("last-hex", "6.13"), ("start-hex", "6.11")])
def test_a_flight_over_the_edge_stays_on_the_board(reading: str, back: str) -> None:
    game = new(players=1, readings={"EYE-EDGE": reading}, position="play round 3; A 6.11 E; black")
    scene = scene_of(game, Fly(4))
    assert names(game, one(scene, Path, "planned").hexes) == ["6.11", "6.12", "6.13"]
    (ghost,) = [c for c in scene.counters if c.ghost]
    assert (names(game, (ghost.hex,)), ghost.facing) == ([back], 3)


@pytest.mark.parametrize(
    "text", ["fly 7", "fly 1", "fly 3 left 2", "fly 3 photo end", "fly 2 photo 9", "fly 99"]
)
def test_a_refused_move_can_be_shown_too(text: str) -> None:
    game = new()
    scene = scene_of(game, game.parse_move(text))
    assert_valid(scene)
    assert scene.words[-1] == f"Planned: {game.parse_move(text)}. {game.check(text).reason}"


def test_nothing_is_planned_when_the_game_is_over() -> None:
    game = new(position=LAST)
    game.play("home")
    scene = scene_of(game, Fly(3), reach=True)
    assert all(not c.ghost and c.state == "" for c in scene.counters)
    assert [p.kind for p in scene.paths] == [] and [a.kind for a in scene.areas] == ["reported"]
    assert scene.words[0] == game.prompt


# ---- after moves -----------------------------------------------------------------------


def test_the_last_move_is_marked_in_the_colour_of_who_flew_it() -> None:
    game = new()
    game.play("fly 4 left")
    scene = scene_of(game)
    flown = one(scene, Path, "flown")
    assert names(game, flown.hexes) == ["12.3", "12.4", "12.5", "12.6", "12.7"]
    assert flown.side == 0
    assert names(game, one(scene, Mark, "last").hexes) == ["12.7"]
    assert [c.id for c in scene.counters if c.state == "active"] == ["B"]
    game.play("spiral W")
    scene = scene_of(game)
    assert not scene.paths  # a spiral goes nowhere
    assert names(game, one(scene, Mark, "last").hexes) == ["12.3"]


def test_a_landing_is_marked_where_the_wheels_touched() -> None:
    game = new(players=1, position="play round 6; A 9.4 SW photos 7.6; black")
    game.play("fly 3 left")
    scene = scene_of(game)
    assert names(game, one(scene, Mark, "last").hexes) == ["12.3"]
    assert scene.counters[0].hex == game.field.take_off
    assert not scene.tokens
    assert set(one(scene, Area, "reported").hexes) == set(disk(game.field.board.hex("7.6"), 2))


def test_a_flight_over_the_edge_ends_where_the_board_does() -> None:
    game = new(players=1, position="play round 3; A 6.11 E; black")
    game.play("fly 4")
    scene = scene_of(game)
    assert names(game, one(scene, Path, "flown").hexes) == ["6.11", "6.12", "6.13"]
    assert names(game, one(scene, Mark, "last").hexes) == ["6.13"]


def test_photographs_lie_on_the_map_by_pilot() -> None:
    game = new(position="play round 5; A 8.6 NE photos 7.6 7.6; B 4.8 W photos 7.6; black")
    board = game.field.board
    hex = board.hex("7.6")
    assert scene_of(game).tokens == (
        Token("photo", hex, 0, "A", "photograph of A"),
        Token("photo", hex, 0, "A", "photograph of A"),
        Token("photo", hex, 1, "B", "photograph of B"),
    )
    assert not scene_of(game).areas
    cover = one(scene_of(game, footprints=True), Area, "footprint")
    assert set(cover.hexes) == set(disk(hex, 2)) and cover.side == 0


def test_black_hexes() -> None:
    game = new(position="play round 6; A 7.5 E; B 12.3 E; black 5.5-5.7 6.5")
    assert names(game, one(scene_of(game), Area, "reported").hexes) == ["5.5", "5.6", "5.7", "6.5"]


def test_reach_is_where_legal_flights_end() -> None:
    game = new()
    scene = scene_of(game, reach=True)
    assert names(game, one(scene, Area, "reach").hexes) == ["12.5", "12.6", "12.7"]
    assert one(scene, Mark, "legal").hexes == one(scene, Area, "reach").hexes
    assert not scene_of(game).areas


def test_a_hint_is_marked() -> None:
    game = new()
    scene = scene_of(game, hint=Fly(4, 1))
    assert names(game, one(scene, Mark, "hint").hexes) == ["12.7"]


def test_the_last_round() -> None:
    game = new(position=LAST)
    scene = scene_of(game, reach=True)
    assert scene.words[0] == "Last round: A, come home at once, or fly one more move?"
    # Coming home is no flight; two of the three flights of 2.9 to the west end on the board.
    assert names(game, one(scene, Area, "reach").hexes) == ["2.7", "2.6", "2.5"]


# ---- changes ---------------------------------------------------------------------------


def test_changes() -> None:
    game = new()
    first = scene_of(game)
    assert set(first.changes(None)) == {f.name for f in fields(Scene)}
    assert first.changes(first) == {}
    assert scene_of(game).changes(first) == {}  # made anew, but equal
    game.play("fly 3")
    second = scene_of(game)
    assert set(second.changes(first)) == {"counters", "paths", "marks", "words"}
    assert second.changes(first)["counters"] == second.counters
    drafted = scene_of(game, Fly(2, 0, 0))
    assert set(drafted.changes(second)) == {"areas", "counters", "paths", "words"}


# ---- every state of random games -------------------------------------------------------


def assert_valid(scene: Scene) -> None:
    """All hexes on the board, all values of the right kind, everything hashable."""
    board = scene.ground.board
    for area in scene.areas:
        assert area.hexes and len(set(area.hexes)) == len(area.hexes)
        assert all(h in board for h in area.hexes), area
    for token in scene.tokens:
        assert token.hex in board and token.letter == "ABCD"[token.side or 0]
    for path in scene.paths:
        assert len(path.hexes) >= 1 and all(h in board for h in path.hexes), path
        assert all(h in path.hexes for h, _, _ in path.points)
    for counter in scene.counters:
        assert counter.hex in board and counter.facing in range(6), counter
    ids = [c.id for c in scene.counters]
    assert len(ids) == len(set(ids))
    for mark in scene.marks:
        assert all(h in board for h in mark.hexes), mark
    assert all(w and w == w.strip() for w in scene.words)
    hash((scene.areas, scene.tokens, scene.paths, scene.counters, scene.marks, scene.words))


@pytest.mark.parametrize("seed", range(6))
def test_every_state_of_random_games(seed: int) -> None:
    rng = random.Random(seed)
    settings: dict[str, Any] = {
        "scenario": rng.choice(["standard", "training"]),
        "players": seed % 4 + 1,
        "seed": seed,
        "rounds": 12,
        "planes": rng.choice(["standard", "fast", "slow", "rotary"]),
        "weather": rng.choice(["none", "wind"]),
        "guns": rng.choice(["none", "fire"]),
        "readings": {
            "EYE-MAP": rng.choice(["east", "west", "regular"]),
            "EYE-EDGE": rng.choice(["last-hex", "start-hex"]),
            "EYE-PHOTO": rng.choice(["not-destination", "with-destination"]),
        },
    }
    game = new(**settings)
    while not game.outcome:
        moves = list(game.legal_moves())
        move = rng.choice(moves)
        assert_valid(scene_of(game, rng.choice(moves), reach=True, footprints=True, hint=move))
        game.play(move)
    assert_valid(scene_of(game, reach=True, footprints=True))


def test_another_plane_is_named_beside_it() -> None:
    assert scene_of(new(planes="standard")).labels == ()
    assert scene_of(new(planes="rotary")).labels == ()  # all fly the same
    scene = scene_of(new(planes="standard,rotary"))
    (label,) = scene.labels
    assert label.text == "B: rotary scout" and label.hex == scene.counters[1].hex
    (both,) = scene_of(new(planes="fast,rotary")).labels
    assert both.text == "A: fast scout, B: rotary scout"
    assert any(line.startswith("B (rotary scout): ") for line in scene.words)
