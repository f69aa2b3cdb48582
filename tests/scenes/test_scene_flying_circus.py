"""What there is to see of the standard game."""

from __future__ import annotations

import pytest

import skylib
from skylib.core.hexes import COLUMNS, Hex, distance
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import Flight
from skylib.flying_circus.moves import Fly
from skylib.maps import scene_text
from skylib.scenes import Area, Scene, scene_of
from skylib.scenes.flying_circus import Pair, flight_task, place_after, reach_of, sighting

MOVE = (
    "phase 3 german move; A1 f2b 1718 NW level 10 speed 8; G1 fokker-d-vii 2217 N level 10 speed 8"
)
FLIGHT = "G1 speed 8: F F L L F F F"
WATCHED = Pair("G1", "front", "A1")


def game(
    position: str = MOVE, scenario: str = "photo-1917-allied-b", seed: int = 1
) -> FlyingCircus:
    return skylib.new_game(  # type: ignore[return-value]
        "flying-circus", scenario=scenario, seed=seed, position=position
    )


def draft(made: FlyingCircus, text: str) -> Fly:
    move = made.parse_move(text)
    assert isinstance(move, Fly)
    return move


def areas(scene: Scene, kind: str) -> list[Area]:
    return [a for a in scene.areas if a.kind == kind]


# ---- ground -----------------------------------------------------------------------------


def test_the_ground_shows_trenches_guns_and_letters_and_is_made_once() -> None:
    made = game()
    scene = scene_of(made)
    kinds = {fill.name: len(fill.hexes) for fill in scene.ground.fills}
    assert kinds["Allied trench"] == len(made.map.allied_trench)
    assert kinds["German trench"] == len(made.map.german_trench)
    for side in ("Allied", "German"):
        line = made.map.line(side.lower())
        assert kinds[f"{side} line, only drawn"] == len(line) - kinds[f"{side} trench"]
    assert kinds["Allied artillery"] == kinds["German artillery"] == 3
    letters = {label.text for label in scene.labels if label.text.isalpha()}
    assert letters == set("ABCDEFGH")
    assert scene_of(game()).ground is scene.ground


def test_sides_differ_and_counters_carry_id_and_level() -> None:
    by_id = {c.id: c for c in scene_of(game()).counters}
    assert by_id["A1"].side != by_id["G1"].side
    assert (by_id["A1"].letter, by_id["A1"].level) == ("A1", 10)
    assert by_id["G1"].state == "active" and by_id["A1"].state == ""


# ---- a flight under consideration ----------------------------------------------------------


def test_a_draft_is_a_path_with_its_movement_points_and_a_ghost() -> None:
    made = game()
    scene = scene_of(made, draft(made, FLIGHT))
    (path,) = scene.paths
    name = made.map.board.name
    assert [name(h) for h in path.hexes] == ["2217", "2216", "2215", "2116", "2016", "1917"]
    texts = [text for _, text, _ in path.points]
    assert texts == ["1", "2–5", "6", "7", "8"]  # one bead a hex, the turning hex holds four
    ghost = next(c for c in scene.counters if c.ghost)
    assert ghost.hex == path.hexes[-1]
    assert ghost.facing == COLUMNS.facing("SW")


def test_beads_tell_what_was_seen_and_split_where_sighting_begins() -> None:
    made = game()
    scene = scene_of(made, draft(made, FLIGHT), sight=WATCHED)
    beads = [(text, kind) for _, text, kind in scene.paths[0].points]
    assert beads == [
        ("1", "unseen"),
        ("2–4", "unseen"),
        ("5", "seen"),
        ("6", "seen"),
        ("7", "seen"),
        ("8", "seen"),
    ]


def test_scrubbing_moves_the_ghost_and_hides_what_comes_later() -> None:
    made = game()
    move = draft(made, FLIGHT)
    task = made.task(made.state, "G1", move.plan)
    for point in range(9):
        scene = scene_of(made, move, sight=WATCHED, upto=point, fields=[("G1", "front")])
        at = place_after(task, move.flight, point)
        ghosts = [c for c in scene.counters if c.ghost]
        assert [g.hex for g in ghosts] == ([at.hex] if point else [])
        (field,) = areas(scene, "fire")
        ahead = COLUMNS.neighbour(at.hex, at.facing)
        assert field.hexes[0] == ahead  # the field of fire moves with the ghost
        seen = [kind for _, _, kind in scene.paths[0].points if kind == "seen"]
        assert bool(seen) == (point >= 5)


def test_reach_goes_on_from_the_steps_flown() -> None:
    made = game()
    plan = draft(made, FLIGHT).plan
    whole = reach_of(made.task(made.state, "G1", plan))
    everything = areas(scene_of(made, Fly("G1", plan, Flight("")), reach=True), "reach")[0]
    assert set(everything.hexes) == whole.hexes
    begun = areas(scene_of(made, Fly("G1", plan, Flight("FFL")), reach=True), "reach")[0]
    expected = {
        place.hex
        for place, ways in whole.places.items()
        if any(w.steps.startswith("FFL") for w in ways)
    }
    assert set(begun.hexes) == expected and expected < whole.hexes


@pytest.mark.parametrize("facing", COLUMNS.facings)
@pytest.mark.parametrize("column", ["17", "18"])
def test_fields_of_fire_on_any_facing_and_parity(facing: str, column: str) -> None:
    made = game(
        f"phase 3 german move; A1 f2b {column}11 {facing} level 10 speed 8; "
        "G1 fokker-d-vii 3317 N level 10 speed 8"
    )
    scene = scene_of(made, fields=[("A1", "front"), ("A1", "rear")])
    front, rear = areas(scene, "fire")
    here = made.state["A1"].hex
    assert here is not None
    assert len(front.hexes) == 8 and len(rear.hexes) == 78
    assert front.hexes[0] == COLUMNS.neighbour(here, COLUMNS.facing(facing))
    assert COLUMNS.neighbour(here, COLUMNS.facing(facing) + 3) not in rear.hexes
    numbers = [label.text for label in scene.labels if label.text.isdigit()]
    assert numbers == [str(n) for n in range(1, 9)]


def test_trials_stay_as_ghosts() -> None:
    made = game()
    tried = [draft(made, FLIGHT), draft(made, "G1 speed 8: F F F F F F F F")]
    scene = scene_of(made, Fly("G1", tried[0].plan, Flight("")), ghosts=tried)
    assert [p.kind for p in scene.paths].count("ghost") == 2
    assert sum(c.ghost for c in scene.counters) == 2


def test_a_free_first_level_of_a_dive_belongs_to_the_first_point() -> None:
    made = game(
        "phase 2 german move; A1 f2b 2010 NE level 10 speed 8; "
        "G1 pfalz-d-iii 2017 N level 12 speed 7",
        "photo-1917-allied-a",
    )
    move = draft(made, "G1 speed 7 dive 2: D F F")
    task = made.task(made.state, "G1", move.plan)
    levels = [place_after(task, move.flight, n).level for n in range(8)]
    assert levels == [12, 10, 10, 10, 10, 10, 10, 10]


# ---- what was flown and fired ----------------------------------------------------------------


def test_a_flown_flight_is_shown_and_coloured_by_the_shot() -> None:
    made = game()
    made.play(FLIGHT)
    scene = scene_of(made, made.parse_move("G1 fire front at A1"))
    kinds = [p.kind for p in scene.paths]
    assert kinds == ["flown", "line-of-fire"]
    assert [k for _, _, k in scene.paths[0].points][-1] == "seen"
    assert areas(scene, "fire")


def test_the_last_flights_are_still_shown_when_the_other_side_moves() -> None:
    made = game()
    made.play("G1 speed 8: F F F F F F F F")
    assert made.to_move == "allied" and not made.state.flown
    assert [p.kind for p in scene_of(made).paths] == ["flown"]


def test_damage_and_wrecks_are_marked_where_they_happened() -> None:
    made = game()
    made.play(FLIGHT)
    made.play("G1 fire front at A1")
    here = made.state["A1"].hex
    made.play("pass", [1])
    kinds = {(t.kind, t.hex) for t in scene_of(made).tokens}
    assert ("damage", here) in kinds or ("wreck", here) in kinds


def test_entries_are_offered_at_the_own_edge() -> None:
    made = skylib.new_game("flying-circus", scenario="air-1917-a", seed=1)
    scene = scene_of(made, reach=True)
    (mark,) = [m for m in scene.marks if m.kind == "legal"]
    assert set(mark.hexes) == made.map.west  # type: ignore[attr-defined]
    assert scene.around == ()  # the whole board
    entry = scene_of(made, made.parse_move("A1 enters 0112 SE"), reach=True)
    assert [c.hex for c in entry.counters if c.ghost] == [made.map.board.hex("0112")]  # type: ignore[attr-defined]


def test_the_objective_is_shown_only_to_who_may_know_it() -> None:
    made = skylib.new_game("flying-circus", scenario="photo-1917-allied-b", seed=1)
    made.play("objective E")
    made.play("height 5")
    assert [t.letter for t in scene_of(made).tokens] == ["E"]
    made.play("A1 enters 0112 SE")
    made.play("A2 enters 0110 SE")
    for id in ("A1", "A2"):
        move = next(
            m for m in made.legal_moves() if isinstance(m, Fly) and m.id == id and not m.plan.climb
        )
        made.play(move)
    assert made.to_move == "german"
    assert scene_of(made).tokens == ()
    assert "objective" not in scene_text(scene_of(made)).lower().replace("lettered", "")


# ---- close-ups and words ---------------------------------------------------------------------


def test_the_close_up_holds_still_while_a_flight_is_tried() -> None:
    made = game()
    first = scene_of(made, Fly("G1", draft(made, FLIGHT).plan, Flight(""))).around
    assert scene_of(made, draft(made, FLIGHT)).around == first
    assert {made.state["A1"].hex, made.state["G1"].hex} <= set(first)
    assert all(h in made.map.board for h in first)


def test_words_say_everything_that_the_chart_says() -> None:
    made = game(
        "phase 3 german move; A1 f2b 1718 NW level 10 speed 8 max 9 dive 6 progress 2 front 4 "
        "rest 1 rear 3 reload 2; G1 fokker-d-vii 2217 N level 9 speed 8"
    )
    text = scene_text(scene_of(made))
    for part in (
        "1718 facing NW",
        "level 10",
        "maximum 9",
        "dive maximum 6",
        "climb progress 2",
        "front gun 4",
        "resting",
        "rear gun 3",
        "reloading",
        "1 level",
    ):
        assert part in text, part


def test_words_of_a_draft_do_not_judge_it() -> None:
    made = game()
    text = "\n".join(scene_of(made, draft(made, "G1 speed 8: L F F F F F F F")).words)
    assert "Planned" in text and "efused" not in text and "no turning" not in text


def test_sighting_of_a_draft_is_that_of_the_flight_played() -> None:
    made = game()
    before = sighting(made, WATCHED, None, draft(made, FLIGHT))
    made.play(FLIGHT)
    after = sighting(made, WATCHED)
    assert before is not None and after is not None
    assert (before.held, before.sighted) == (after.held, after.sighted) == (4, True)


def test_every_scenario_can_be_seen_from_its_first_move() -> None:
    for name in FlyingCircus.scenarios():
        made = skylib.new_game("flying-circus", scenario=name, seed=1)
        scene = scene_of(made, reach=True)
        assert scene.title and scene.words


def test_scenes_of_one_position_are_equal() -> None:
    assert scene_of(game(), reach=True) == scene_of(game(), reach=True)
    made = game()
    other = scene_of(made, draft(made, FLIGHT))
    assert set(other.changes(scene_of(made))) <= {"paths", "counters", "marks", "words", "labels"}


def test_distance_labels_match_the_range() -> None:
    made = game()
    scene = scene_of(made, fields=[("G1", "front")])
    here = made.state["G1"].hex
    assert here is not None
    for label in scene.labels:
        if label.text.isdigit():
            assert distance(here, Hex(*label.hex)) == int(label.text)


@pytest.mark.parametrize(
    "text",
    ["G1 speed 7 dive 2: F D F", "G1 speed 7 dive 2: D F F", "G1 speed 7 dive 1: F F F F D F F F"],
)
def test_a_level_on_the_map_is_that_of_the_point_s_sighting(text: str) -> None:
    """The free first level of a dive goes with the next point, on the map as in the strip."""
    made = game(
        "phase 2 german move; A1 f2b 2010 NE level 10 speed 8; "
        "G1 pfalz-d-iii 2017 N level 12 speed 7",
        "photo-1917-allied-a",
    )
    move = draft(made, text)
    task = flight_task(made, move)
    line = sighting(made, Pair("G1", "front", "A1"), None, move)
    assert task is not None and line is not None
    for moment in line.moments:
        at = place_after(task, move.flight, moment.number)
        assert (at.hex, at.facing, at.level) == tuple(moment.firer)[:3], moment
    assert place_after(task, move.flight, 0) == task.start
    assert place_after(task, move.flight) == place_after(task, move.flight, move.plan.speed)
