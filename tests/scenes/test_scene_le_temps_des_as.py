"""What there is to see of Le Temps des As, as data and in words."""

from __future__ import annotations

from typing import Any

import pytest

import skylib
from skylib.core.hexes import COLUMNS, distance, ray
from skylib.le_temps_des_as import fire
from skylib.maps import scene_text
from skylib.scenes import Scene, scene_of
from skylib.scenes.le_temps_des_as import arcs, ground, letters

CUP = "cup=4,2,3,2,1,2,1,1,1,1,2,1,3"
SCENARIOS = (
    "return-to-the-fold",
    "forced-passage",
    "voss-last-flight",
    "fire-on-the-balloons",
    "passage-of-the-geese",
    "new-raid",
)


def new(position: str | None = None, **settings: Any) -> Any:
    settings = {"scenario": "skirmish", "seed": 1} | settings
    return skylib.new_game("le-temps-des-as", position=position, **settings)


def flying(rest: str, points: int = 5, **settings: Any) -> Any:
    """The Spad in its movement."""
    return new(
        f"turn=2 stage=manoeuvre asked=Entente holder=Entente {CUP} | act members=SpadXIII-1 "
        f"points={points} die=5 step=next group=SpadXIII-1 | {rest}",
        **settings,
    )


def names(game: Any, hexes: Any) -> list[str]:
    return [game.setting.map.board.name(h) for h in hexes]


def one(layer: Any, kind: str) -> Any:
    found = [x for x in layer if x.kind == kind]
    assert len(found) == 1, f"{len(found)} of {kind}"
    return found[0]


def counter(scene: Scene, id: str) -> Any:
    (found,) = [c for c in scene.counters if c.id == id]
    return found


# ---- the ground ------------------------------------------------------------------------


def test_the_ground_is_made_once_and_knows_its_zones() -> None:
    game = new(setup="ready")
    made = ground(game.setting.map)
    assert ground(game.setting.map) is made
    board = made.board
    assert made.kinds_at(board.hex("0101")) == ("zone A4",)
    assert made.kinds_at(board.hex("1820")) == ("zone C1",)
    assert "R.F.C. training camp" in made.kinds_at(board.hex("0912"))
    assert "big city" in made.kinds_at(board.hex("0603"))
    # Every hex lies in exactly one zone.
    for hex in board:
        assert sum(k.startswith("zone ") for k in made.kinds_at(hex)) == 1


def test_the_whole_map_names_its_zones_and_a_close_up_does_not() -> None:
    game = new(setup="ready")  # the sides stand at opposite edges
    scene = scene_of(game)
    assert scene.around == ()
    assert {"A1", "B2", "C4"} <= {label.text for label in scene.labels}
    near = flying("SpadXIII-1 0914 N speed=4 | Albatros-1 0910 S speed=4 moved")
    scene = scene_of(near)
    assert scene.around and not {"A1", "B2"} & {label.text for label in scene.labels}
    assert scene_of(near, close=False).around == ()


def test_who_sets_up_sees_the_zones() -> None:
    game = new(
        scenario="new-raid",
        position="turn=1 stage=place asked=Entente holder=Entente cup=4,2,3,2,1,2,1,1,1,1,2,1,3 | "
        "Roland-1 1611 NW fire=1 | Roland-2 1612 NW | Roland-3 1613 NW | "
        "Albatros-4 1711 NW piloting=1 fire=2 | Camel-1 status=unplaced | Camel-2 status=unplaced",
    )
    scene = scene_of(game)
    assert scene.around == () and "A4" in {label.text for label in scene.labels}


def test_a_goal_far_away_brings_the_whole_map_and_its_zones() -> None:
    near = flying("SpadXIII-1 0914 N speed=4 | Albatros-1 0910 S speed=4 moved")
    board = near.setting.map.board
    there = board.hex("0912")
    assert there in scene_of(near, goal=(there,)).around
    scene = scene_of(near, goal=(there, board.hex("0101"), board.hex("1801")))
    assert scene.around == () and "A4" in {label.text for label in scene.labels}


# ---- counters ----------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_two_counters_of_a_side_have_the_same_letters(scenario: str) -> None:
    game = new(scenario=scenario, setup="ready")
    short = letters(game)
    for side in ("Entente", "Central"):
        mine = [short[p.id] for p in game.state.aircraft if p.side == side]
        assert len(set(mine)) == len(mine) and all(1 <= len(s) <= 2 for s in mine)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_aircraft_is_a_counter_with_its_level(scenario: str) -> None:
    game = new(scenario=scenario, setup="ready")
    scene = scene_of(game)
    real = {c.id: c for c in scene.counters if not c.ghost}
    assert set(real) == {p.id for p in game.state.aircraft if p.flying}
    for plane in game.state.aircraft:
        c = real[plane.id]
        assert (c.hex, c.level) == (plane.hex, plane.level)
        assert c.side == (0 if plane.side == "Entente" else 1)
        balloon = game.setting.sheet(plane).is_balloon
        assert c.kind == ("balloon" if balloon else "aircraft")
        assert (c.facing is None) is balloon


def test_what_is_unusual_is_said_beside_the_counter() -> None:
    game = new(
        f"turn=2 stage=choose asked=Central holder=Central {CUP.replace('=4', '=3')} | "
        "SpadXIII-1 0914 N speed=9 power=0 debt moved | Camel-1 1014 N speed=4 out moved | "
        "Roland-1 0910 S speed=4 damaged markers=wing",
        entente="spad-xiii camel",
        central="roland-c2",
    )
    said = {label.hex: label.text for label in scene_of(game).labels}
    board = game.setting.map.board
    assert said[board.hex("0914")] == "too fast"
    assert said[board.hex("1014")] == "stalled"
    assert said[board.hex("0910")] == "damaged"
    loaded = new(scenario="passage-of-the-geese", setup="ready")
    assert sum(label.text == "loaded" for label in scene_of(loaded).labels) == 2


def test_the_aircraft_that_flies_is_ringed() -> None:
    game = flying("SpadXIII-1 0914 N speed=4 | Albatros-1 0302 S speed=4 moved")
    scene = scene_of(game)
    assert counter(scene, "SpadXIII-1").state == "active"
    assert counter(scene, "Albatros-1").state == ""


# ---- paths and ghosts ---------------------------------------------------------------------


def test_the_chain_so_far_is_a_path_with_numbers_and_its_start() -> None:
    game = new(
        f"turn=2 stage=choose asked=Entente holder=Entente {CUP} | "
        "SpadXIII-1 0914 N speed=4 | Albatros-1 0302 S speed=4 moved"
    )
    game.play("choose SpadXIII-1", [5])
    for move in ("straight", "tight turn right", "straight"):
        game.play(move)
    scene = scene_of(game)
    path = one(scene.paths, "flown")
    assert names(game, path.hexes) == ["0914", "0913", "0912", "1012"]
    assert [(n, t) for n, t in zip(names(game, (p[0] for p in path.points)), "123", strict=True)]
    start = counter(scene, "SpadXIII-1 start")
    assert start.ghost and names(game, [start.hex]) == ["0914"] and start.facing == 0
    game.undo()
    assert names(game, one(scene_of(game).paths, "flown").hexes) == ["0914", "0913", "0912"]


def test_the_path_stays_until_somebody_else_flies() -> None:
    game = new(
        f"turn=2 stage=choose asked=Entente holder=Entente {CUP} | "
        "SpadXIII-1 0914 N speed=4 | Albatros-1 0302 S speed=4"
    )
    game.play("choose SpadXIII-1", [1])
    for _ in range(4):
        game.play("straight")
    game.play("power 0")
    assert len(one(scene_of(game).paths, "flown").hexes) == 5
    game.play("choose Albatros-1", [1])
    assert not scene_of(game).paths


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("column", (9, 10))
def test_a_planned_manoeuvre_is_drawn_where_it_ends(facing: int, column: int) -> None:
    name = COLUMNS.facing_name(facing)
    game = flying(f"SpadXIII-1 {column:02}10 {name} speed=4 | Albatros-1 0302 S speed=4 moved")
    before = game.position
    for move in list(game.legal_moves()):
        scene = scene_of(game, move)
        ghost = counter(scene, "SpadXIII-1 draft")
        other = skylib.new_game(
            "le-temps-des-as", scenario="skirmish", seed=1, position=game.position
        )
        other.play(move)
        plane = other.state.plane("SpadXIII-1")
        assert (ghost.hex, ghost.facing, ghost.level) == (plane.hex, plane.facing, plane.level)
        assert ghost.ghost and one(scene.paths, "planned").hexes[-1] == plane.hex
    assert game.position == before


def test_a_plan_is_drawn_to_its_end() -> None:
    game = flying("SpadXIII-1 0914 N speed=4 | Albatros-1 0302 S speed=4 moved")
    plan = game.parse_chain("tight turn right; straight; straight")
    scene = scene_of(game, game.parse_move("straight"), plan=plan)
    ghost = counter(scene, "SpadXIII-1 draft")
    assert names(game, [ghost.hex]) == ["1113"] and ghost.facing == 2
    assert "After that: tight turn right; straight; straight." in scene.words


def test_reach_marks_every_hex_where_the_next_manoeuvre_may_end() -> None:
    game = flying("SpadXIII-1 0914 N speed=4 | Albatros-1 0302 S speed=4 moved")
    marked = {h for m in scene_of(game, reach=True).marks if m.kind == "legal" for h in m.hexes}
    env, flight = game.envelopes[0]
    assert marked == {env.path(flight, m.choice)[0] for m in game.legal_moves()}


def test_flying_off_the_map_is_shown_without_a_ghost() -> None:
    game = flying("SpadXIII-1 0901 N speed=4 | Albatros-1 0918 S speed=4 moved")
    scene = scene_of(game, game.parse_move("straight"))
    assert not [c for c in scene.counters if c.id.endswith("draft")]
    assert scene_text(scene)


def test_a_shot_is_a_line_of_fire_before_and_after() -> None:
    game = new(
        f"turn=2 stage=fire asked=Entente holder=Entente {CUP} | act members=SpadXIII-1 "
        "group=SpadXIII-1 points=0 die=5 step=fire chain=straight firing=SpadXIII-1 | "
        "SpadXIII-1 0911 N speed=4 | Albatros-1 0908 N speed=4 moved"
    )
    move = game.parse_move("fire SpadXIII-1 front at Albatros-1")
    line = one(scene_of(game, move).paths, "line-of-fire")
    assert names(game, line.hexes) == ["0911", "0908"]
    assert not [p for p in scene_of(game).paths if p.kind == "line-of-fire"]
    game.play(move, [1])
    assert one(scene_of(game).paths, "line-of-fire").hexes == line.hexes


# ---- where guns bear -------------------------------------------------------------------------


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("column", (9, 10))
@pytest.mark.parametrize("reading", ("fan", "rows", "fan-one-hex"))
def test_outlined_arcs_are_where_the_engine_lets_guns_fire(
    facing: int, column: int, reading: str
) -> None:
    """Every hex of the map, a target one level lower and one at the same level."""
    name = COLUMNS.facing_name(facing)
    here = f"{column:02}10"
    for level in (3, 2):
        game = new(
            f"turn=2 stage=choose asked=Central holder=Central {CUP} | DH4-1 {here} {name} level=3 "
            f"speed=4 moved | Albatros-1 0101 S level={level} speed=4",
            entente="dh4",
            readings={"TDA-ARC-REAR": reading},
        )
        shown = arcs(game, game.state.plane("DH4-1"))
        free = {h for a in shown if a.kind == "fire" for h in a.hexes}
        dead = {h for a in shown if a.kind == "fire-dead" for h in a.hexes}
        assert not free & dead
        centre = game.setting.map.board.hex(here)
        for hex in game.setting.map.board:
            if not 1 <= distance(centre, hex) <= 5:
                continue
            there = game.setting.map.board.name(hex)
            moved = new(
                game.position.replace("Albatros-1 0101", f"Albatros-1 {there}"),
                entente="dh4",
                readings={"TDA-ARC-REAR": reading},
            )
            bears = any(
                not fire.aim(moved.setting, moved.state, fire.Shot("DH4-1", g, "Albatros-1"), False)
                for g in ("front", "rear")
            )
            assert bears is (hex in free or (level == 3 and hex in dead)), (there, level)


def test_a_silent_gun_has_no_arc_and_a_ghost_takes_its_guns_along() -> None:
    rest = "SpadXIII-1 0914 N speed=4 {} | Albatros-1 0302 S speed=4 moved"
    jammed = flying(rest.format("jammed=front"))
    assert not scene_of(jammed, guns=["SpadXIII-1"]).areas
    game = flying(rest.format(""))
    scene = scene_of(game, game.parse_move("turn right"), guns=["SpadXIII-1"])
    board = game.setting.map.board
    assert one(scene.areas, "fire").hexes == ray(board.layout, board.hex("0913"), 1, 4)


def test_a_balloon_fires_all_round() -> None:
    game = new(scenario="fire-on-the-balloons", setup="ready")
    (area,) = arcs(game, game.state.plane("Balloon-2"))
    hex = game.state.plane("Balloon-2").hex
    inside = [h for h in game.setting.map.board if distance(hex, h) <= 4]
    assert set(area.hexes) == set(inside)


# ---- words ---------------------------------------------------------------------------------------


def test_words_tell_what_the_map_tells() -> None:
    game = new(
        f"turn=2 stage=choose asked=Entente holder=Entente {CUP.replace('=4', '=3')} | "
        "SpadXIII-1 0914 N level=4 speed=4 piloting=1 fire=2 pursues=Roland-1 | "
        "Roland-1 0912 N level=4 speed=3 damaged markers=wing moved | "
        "Albatros-1 0302 S status=destroyed fate=shot_down gone=1",
        central="roland-c2 albatros-d3",
    )
    text = scene_text(scene_of(game))
    assert "hex 0914, facing N, level 4, speed 4 of 8, power 1, ace RP-1/Fire+2" in text
    assert "pursues Roland-1" in text and "markers Wing" in text and "has flown" in text
    assert "Albatros D.III): shot down." in text


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenes_of_whole_games(scenario: str) -> None:
    """Every position of a game can be drawn and told, and drawing changes nothing."""
    import random

    rng = random.Random(3)
    game = new(scenario=scenario, setup="ready")
    for _ in range(120):
        if game.outcome:
            break
        before = game.position
        move = rng.choice(list(game.legal_moves()))
        scene = scene_of(game, move, reach=True, guns=[p.id for p in game.state.aircraft])
        for counter_ in scene.counters:
            assert counter_.hex in scene.ground.board
        for area in scene.areas:
            assert area.hexes and all(h in scene.ground.board for h in area.hexes)
        assert scene_text(scene) and game.position == before
        assert scene == scene_of(game, move, reach=True, guns=[p.id for p in game.state.aircraft])
        game.play(move)
    assert scene_text(scene_of(game))
