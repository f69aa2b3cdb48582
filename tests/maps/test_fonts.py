"""The letters of the maps: outlines of DejaVu Sans Bold, with its licence."""

from __future__ import annotations

import gzip
import json
from importlib import resources
from itertools import pairwise
from xml.etree import ElementTree

import make_lettering
import pytest

from skylib.maps.lettering import Writer, lettering_bytes, text_width

FOLDER = resources.files("skylib.maps") / "fonts"
NEEDED = (
    "".join(map(chr, range(32, 127)))
    + "äöüßéèêàâçîïôûŒœÄÖÜÉ"  # names in French and German
    + "–—‘’“”…×−°◊✓✗●○←→↑↓"
)


def letters() -> dict[str, list]:
    return json.loads((FOLDER / "lettering.json").read_text("utf-8"))


def area(ring: list[int]) -> float:
    points = list(zip(ring[::2], ring[1::2]))
    return sum(x * v - u * y for (x, y), (u, v) in zip(points, points[1:] + points[:1])) / 2


def test_the_licence_lies_beside_them() -> None:
    text = (FOLDER / "LICENSE-DejaVu.txt").read_text("utf-8")
    assert "Bitstream Vera Fonts Copyright" in text and "Tavmjong Bah" in text
    assert sorted(p.name for p in FOLDER.iterdir()) == ["LICENSE-DejaVu.txt", "lettering.json"]


def test_all_that_maps_write_is_there() -> None:
    table = letters()
    assert not [c for c in NEEDED if c not in table]
    for character, (advance, rings) in table.items():
        assert advance > 0 and (rings or character in " \xad"), character
        assert all(len(ring) >= 6 and len(ring) % 2 == 0 for ring in rings)


@pytest.mark.parametrize(
    ("characters", "holes"), [("CEFGHIJKLMNSTUVWXYZ1234567", 0), ("ADOPQR0469", 1), ("B8", 2)]
)
def test_letters_have_their_holes(characters: str, holes: int) -> None:
    """Holes run the other way round than outlines."""
    for character in characters:
        areas = [area(ring) for ring in letters()[character][1]]
        expected = {"4": 1, "6": 1, "9": 1, "0": 1}.get(character, holes)
        assert sum(a < 0 for a in areas) == expected, character
        assert sum(areas) > 300, character


def test_they_are_those_of_the_font() -> None:
    pytest.importorskip("fontTools", reason="needs fontTools to read the font")
    if not make_lettering.FONT.exists():
        pytest.skip("needs DejaVu Sans Bold: apt-get install fonts-dejavu-core")
    assert make_lettering.text() == (FOLDER / "lettering.json").read_text("utf-8")


def test_they_travel_packed() -> None:
    assert json.loads(gzip.decompress(lettering_bytes())) == letters()
    assert len(lettering_bytes()) < 25_000


def test_longer_text_is_wider() -> None:
    for short, long in pairwise(["", "1", "12", "Entry", "Entry zone", "Entry zone 3 é"]):
        assert text_width(short, 10) < text_width(long, 10)
    assert text_width("11", 20) == 2 * text_width("11", 10) == 4 * text_width("1", 10)
    assert text_width("\N{SNOWMAN}", 10) == text_width("?", 10)


def test_a_line_of_text_stands_in_the_middle_of_its_place() -> None:
    writer = Writer()
    group = ElementTree.fromstring(writer.text("A 1", 100, 50, 20, "#16202e"))
    assert [use.get("x") for use in group] == ["0", "112"]  # the blank takes room
    assert [use.get("href") for use in group] == ["#letter-41", "#letter-31"]
    assert set(writer.defs) == {"letter-41", "letter-31"}
    left = 100 - text_width("A 1", 20) / 2
    assert group.get("transform") == f"translate({left:.2f} 57.20) scale(0.2000)"
    assert writer.text(" ", 0, 0, 20, "#000000") == ""
