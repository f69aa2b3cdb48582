"""Planes: those that come along, and files of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

import skylib
from skylib.core.errors import DataError, SkylibError
from skylib.eye_in_the_sky.flight import known_planes, load_plane

GOOD = """
[own]
name = "My <plane>"
source = "ours"
distances = [1, 4]
left = 2
right = 0
spiral = false
"""
ODD = ["5", "-1", "1.5", "true", '"x"', "[]", "[3, 2]", "[2, 2]", "[0]", "[10]", "[true]", "{}"]


def test_the_printed_plane() -> None:
    plane = load_plane()
    assert plane.source == "printed"
    assert plane.distances == (2, 3, 4)
    assert plane.turns == (0, -1, 1)
    assert plane.spiral


def test_every_other_plane_is_marked_as_ours() -> None:
    planes = known_planes()
    assert {k for k, p in planes.items() if p.source == "printed"} == {"standard"}
    assert {p.source for k, p in planes.items() if k != "standard"} == {"ours"}


def test_a_plane_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(GOOD)
    game = skylib.new_game(
        "eye-in-the-sky",
        scenario="training",
        players=1,
        planes=str(file),
        position="play round 1; A 6.6 E; black",
        seed=1,
    )
    moves = {str(m) for m in game.legal_moves()}
    assert {m for m in moves if "photo" not in m} == {
        f"fly {d}{t}" for d in (1, 4) for t in ("", " left", " left 2")
    }
    ruling = game.check("spiral E")
    assert not ruling.allowed
    assert ruling.rules == ("EYE-OPTIONS", "EYE-SPIRAL")
    assert ruling.reason == "the My <plane> cannot spiral"
    assert "My &lt;plane&gt;" in ruling._repr_html_()
    assert game.check("fly 4").ours == ("the My <plane>",)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('name = "My <plane>"', "", ["own.name", "missing"]),
        ('source = "ours"', 'source = "mine"', ["own.source", "printed, derived or ours"]),
        ("distances = [1, 4]", "distances = [4, 1]", ["own.distances", "1 to 9", "[4, 1]"]),
        ("left = 2", "left = 3", ["own.left", "0, 1 or 2", "3"]),
        ("right = 0", "", ["own.right", "None"]),
        ("spiral = false", 'spiral = "no"', ["own.spiral", "true or false"]),
        ("spiral = false", "spiral = false\nspeed = 3", ["own.speed", "no field"]),
        ("[own]", "[own]\nname = 1", ["not TOML"]),
        ("[own]", "x = 1\n[own]", ["one plane, not 2"]),
        (GOOD, "own = 3", ["own", "no table"]),
        (GOOD, "", ["one plane, not 0"]),
    ],
)
def test_a_plane_that_does_not_fit_names_file_and_field(
    tmp_path: Path, old: str, new: str, words: list[str]
) -> None:
    assert old in GOOD
    file = tmp_path / "bad.toml"
    file.write_text(GOOD.replace(old, new))
    with pytest.raises(DataError) as error:
        load_plane(str(file))
    for word in ("bad.toml", *words):
        assert word in str(error.value)


@pytest.mark.parametrize("odd", ODD)
def test_any_value_anywhere_is_a_plane_or_one_clear_error(tmp_path: Path, odd: str) -> None:
    file = tmp_path / "own.toml"
    for line in GOOD.strip().splitlines()[1:]:
        file.write_text(GOOD.replace(line, f"{line.partition(' = ')[0]} = {odd}"))
        try:
            plane = load_plane(str(file))
        except DataError as error:
            assert "own.toml" in str(error)
            assert str(error.field).startswith("own.")
        else:
            assert plane.distances == tuple(sorted(set(plane.distances)))


def test_planes_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(SkylibError, match="no plane 'kite'; there are standard, fast"):
        load_plane("kite")
    with pytest.raises(DataError, match=r"gone\.toml: cannot be read"):
        load_plane(str(tmp_path / "gone.toml"))
