"""What there is to see of the introductory game."""

from __future__ import annotations

import pytest

import skylib
from skylib.core.hexes import COLUMNS
from skylib.flying_circus.introductory import FlyingCircusIntroductory, IntroFly
from skylib.flying_circus.introductory_flights import flights
from skylib.flying_circus.movement import Flight
from skylib.maps import scene_text
from skylib.scenes import scene_of
from skylib.scenes.flying_circus_introductory import end_of, row_of

MOVE = "turn 3 allied move; A1 1012 NE 5; G1 1410 S 10"


def game(position: str = MOVE) -> FlyingCircusIntroductory:
    return skylib.new_game(  # type: ignore[return-value]
        "flying-circus-introductory", scenario="1", seed=1, position=position
    )


def test_reach_is_where_the_legal_flights_end() -> None:
    made = game()
    a = made.state.find("A1")
    assert a is not None and a.hex is not None
    for begun in ("", "F", "FL", "LL"):
        scene = scene_of(made, IntroFly("A1", Flight(begun)), reach=True)
        (area,) = [x for x in scene.areas if x.kind == "reach"]
        expected = {
            end_of(a.hex, a.facing, f)[0]
            for f in flights(a.hex, a.facing, 5, made.sky(made.state, "A1"))
            if f.steps.startswith(begun)
        }
        assert set(area.hexes) == expected, begun


def test_the_allowance_stands_beside_the_counter() -> None:
    scene = scene_of(game())
    assert {label.text for label in scene.labels} == {"5 points", "10 points"}
    assert all(c.level is None for c in scene.counters)  # there is no altitude


@pytest.mark.parametrize("facing", COLUMNS.facings)
def test_the_row_of_fire(facing: str) -> None:
    made = game(f"turn 3 allied fire; A1 2012 {facing} 5; G1 2010 S 10")
    (area, _) = [x for x in scene_of(made, rows=True).areas if x.kind == "fire"]
    board = made.map.board
    assert area.hexes == row_of(board.hex("2012"), COLUMNS.facing(facing), board)
    assert len(area.hexes) == 8


def test_a_shot_is_a_line_and_leaves_damage_or_a_wreck() -> None:
    made = game("turn 3 allied fire; A1 1012 N 10; G1 1011 N 10")
    drawn = scene_of(made, made.parse_move("A1 fire at G1"))
    assert [p.kind for p in drawn.paths] == ["line-of-fire"]
    made.play("A1 fire at G1", [1])
    assert [(t.kind, t.letter) for t in scene_of(made).tokens] == [("damage", "6")]
    last = game("turn 3 allied fire; A1 1012 N 10; G1 1011 N 3")
    last.play("A1 fire at G1", [1])
    assert [t.kind for t in scene_of(last).tokens] == ["wreck"]


def test_words_name_places_and_allowances() -> None:
    text = scene_text(scene_of(game()))
    assert "A1: at 1012 facing NE, movement allowance 5." in text
    assert "level" not in text


def test_entries_show_the_edge() -> None:
    made = skylib.new_game("flying-circus-introductory", scenario="2", seed=1)
    scene = scene_of(made, reach=True)
    side = made.state.mover  # type: ignore[attr-defined]
    (mark,) = [m for m in scene.marks if m.kind == "legal"]
    assert set(mark.hexes) == made.map.edge(side)  # type: ignore[attr-defined]
