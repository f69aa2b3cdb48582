"""The text board, word for word, and hexes in a sentence."""

from __future__ import annotations

import pytest
from boards import COLUMNS_GROUND, ROWS_GROUND, columns_scene, rows_scene

from skylib.core.hexes import COLUMNS, ROWS, Hex
from skylib.maps.words import bearing_words, describe_hex, hex_list, scene_text
from skylib.scenes import Area, Counter, Scene, Token

ROWS_TEXT = """\
Round 7: Blue to fly
Blue leads by 12 points.
Aircraft:
  B Blue: hex 14.9 (area of interest), facing E, active
    to R Red: range 4, 1 o'clock, south-east
    to G Green: range 12, 4 o'clock, south-west
    to P Purple: range 12, 4 o'clock, south-west
  R Red: hex 16.12 (area of interest), facing NW
    to B Blue: range 4, 11 o'clock, north-west
    to G Green: range 14, 9 o'clock, south-west
    to P Purple: range 14, 9 o'clock, south-west
  G Green: hex 26.3 (runway), facing E
    to B Blue: range 12, 10 o'clock, north-east
    to R Red: range 14, 11 o'clock, north-east
    to P Purple: in the same hex
  P Purple: hex 26.3 (runway), facing E
    to B Blue: range 12, 10 o'clock, north-east
    to R Red: range 14, 11 o'clock, north-east
    to G Green: in the same hex
Tried out:
  B Blue, tried: hex 14.12 (area of interest), facing NE
Areas:
  already photographed: 38 hexes: 10.7 to 10.9, 11.6 to 11.9, 12.6 to 12.10, 13.6 to 13.9, \
13.14 to 13.16, 14.7 to 14.9, 14.14 to 14.17, 15.13 to 15.17, 16.14 to 16.17, 17.14 to 17.16
  seen by a photograph of B: 19 hexes: 16.6 to 16.8, 17.5 to 17.8, 18.5 to 18.9, 19.5 to 19.8, \
20.6 to 20.8
  in reach of B (reach): 12 hexes: 10.11, 11.10, 12.10, 13.9, 14.10 to 14.13, 15.9, 16.10, 17.10, \
18.11
Lines:
  flown of B: 14.6 14.7 14.8 14.9
  tried of B: 14.9 14.10 14.11 14.12 (1 in 14.10, 2 in 14.11)
Markers:
  photograph by Blue: 18.7
  photograph by Red: 20.12
Marks:
  selected: 14.9
  may be chosen: 14.13, 17.10
  last move: 14.6
  hint: 10.11"""


def test_the_text_board_word_for_word() -> None:
    assert scene_text(rows_scene()) == ROWS_TEXT


def test_levels_balloons_and_labels_are_told() -> None:
    text = scene_text(columns_scene())
    assert text.startswith("Sighting: may the Albatros fire?\nThe Albatros has had")
    for line in (
        "Aircraft and balloons:",
        "  D Albatros D III: hex 1713, facing SE, level 9, active",
        "    to S Spad VII: range 4, 12 o'clock, south-east, same level",
        "    to F Fokker look-alike: range 5, 12 o'clock, south-east, 3 levels higher",
        "  b balloon: hex 3010, level 2",
        "    to W wreck: range 3, south-east, 2 levels lower",
        "  planned of D: 1413 1412 1411 1512 1612 1713 (2 in 1412 unseen, 5 in 1411 seen, "
        "6 in 1512 seen)",
        "  Entry zone 3: 1014",
        "  two damage: 2411",
    ):
        assert line in text.split("\n")


def test_an_empty_scene_has_words() -> None:
    assert scene_text(Scene(ROWS_GROUND)) == "Test rows"
    assert scene_text(Scene(ROWS_GROUND, title="Start")) == "Start"


@pytest.mark.parametrize("layout", [ROWS, COLUMNS], ids=["rows", "columns"])
@pytest.mark.parametrize("facing", range(6))
def test_the_clock_at_every_facing(layout: object, facing: int) -> None:
    """Straight ahead is twelve, the sides of the hex are two hours apart."""
    ground = ROWS_GROUND if layout is ROWS else COLUMNS_GROUND
    here = ground.board.hex("10.10") if layout is ROWS else ground.board.hex("1010")
    flier = Counter("a", here, facing, 0, "A", "a")
    hours = []
    for turn in range(6):
        near = ground.board.layout.neighbour(here, facing + turn)
        hours.append(bearing_words(ground.board, flier, near).split()[0])
    assert hours == ["12", "2", "4", "6", "8", "10"]
    ahead_right = ground.board.layout.neighbour(
        ground.board.layout.neighbour(here, facing), facing + 1
    )
    assert bearing_words(ground.board, flier, ahead_right).startswith("1 o'clock")


def test_a_balloon_has_no_nose() -> None:
    board = COLUMNS_GROUND.board
    balloon = Counter("b", board.hex("1010"), None, 0, "b", "balloon", kind="balloon")
    assert bearing_words(board, balloon, board.hex("1005")) == "north"
    assert bearing_words(board, balloon, board.hex("1010")) == "in the same hex"


def test_lists_of_hexes() -> None:
    board = ROWS_GROUND.board
    row = [board.hex(f"1.{n}") for n in (1, 2, 3, 5, 6, 20)] + [board.hex("2.1")]
    assert hex_list(board, row) == "1.1 to 1.3, 1.5, 1.6, 1.20, 2.1"
    assert hex_list(board, [board.hex("1.1"), Hex(-9, 0), Hex(-8, 0)]) == "1.1, 2 off the board"
    assert hex_list(board, []) == ""


def test_a_hex_in_a_sentence() -> None:
    scene = rows_scene()
    board = scene.ground.board
    here = board.hex("14.9")
    assert describe_hex(scene, here) == (
        "Hex 14.9, area of interest, B Blue, facing E, active, already photographed."
    )
    assert describe_hex(scene, board.hex("4.3"), here) == "Hex 4.3, artillery. 11 hexes from 14.9."
    assert describe_hex(scene, board.hex("14.10"), here) == (
        "Hex 14.10, area of interest, in reach (reach). 1 hex from 14.9."
    )
    assert describe_hex(scene, board.hex("26.3")) == (
        "Hex 26.3, runway, G Green, facing E, P Purple, facing E."
    )
    assert describe_hex(scene, board.hex("10.11")) == (
        "Hex 10.11, area of interest, in reach (reach), hint."
    )


def test_kinds_without_a_look_still_have_words() -> None:
    board = ROWS_GROUND.board
    scene = Scene(
        ROWS_GROUND,
        areas=(Area("mist", (board.hex("3.3"),)),),
        tokens=(Token("flag-pole", board.hex("3.3"), 2),),
    )
    assert scene_text(scene) == (
        "Test rows\nAreas:\n  area: 1 hex: 3.3\nMarkers:\n  flag pole of green: 3.3"
    )
