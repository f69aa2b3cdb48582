"""Fields of fire: counts, all six facings, both column parities, and every refusal."""

from __future__ import annotations

import pytest

from skylib.core.hexes import COLUMNS, Hex, bearing, disk, distance
from skylib.flying_circus.field_of_fire import check_field, field, hexes, in_field
from skylib.flying_circus.map import Map
from skylib.flying_circus.movement import Place

BOARD = Map.default().board


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize(("mount", "count"), [("fixed", 8), ("swivel", 78), ("ring", 206)])
def test_how_many_hexes(mount: str, count: int, facing: int):
    assert len(field(mount, facing)) == count


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("name", ["2012", "2112"])  # an even and an odd column
def test_fields_by_bearing(name: str, facing: int):
    """Counted a second way: by the angle and the distance of every hex within eight."""
    here = BOARD.hex(name)
    nose = COLUMNS.angle(facing)
    want: dict[str, set[Hex]] = {"fixed": set(), "swivel": set(), "ring": set()}
    for hex in disk(here, 8):
        angle = bearing(COLUMNS, here, hex)
        if angle is None:
            continue
        off = round(min((angle - nose) % 360, (nose - angle) % 360), 3)
        blind = off == 180 and distance(here, hex) <= 2
        if off == 0:
            want["fixed"].add(hex)
        elif not blind:
            want["ring"].add(hex)
            if off >= 120:
                want["swivel"].add(hex)
    for mount, expected in want.items():
        assert set(hexes(mount, here, facing)) == expected
    # A fan holds 2 n + 1 hexes at range n, without the blind spot.
    for n in range(1, 9):
        at_range = [h for h in want["swivel"] if distance(here, h) == n]
        assert len(at_range) == 2 * n + 1 - (n <= 2)


def test_only_hexes_of_the_board():
    corner = BOARD.hex("0101")
    assert all(hex in BOARD for hex in hexes("ring", corner, 0, BOARD))
    assert len(hexes("ring", corner, 0, BOARD)) < 206
    assert distance(hexes("ring", corner, 0)[0], corner) == 1  # nearest first


def go(hex: Hex, facing: int, n: int) -> Hex:
    for _ in range(n):
        hex = COLUMNS.neighbour(hex, facing)
    return hex


@pytest.mark.parametrize("facing", range(6))
def test_rulings(facing: int):
    here = Place(Hex(10, 3), facing, 5)
    ahead, behind = go(here.hex, facing, 3), go(here.hex, facing + 3, 2)

    def rule(mount: str, hex: Hex, level: int = 5) -> str:
        target = Place(hex, 0, level)
        ruling = check_field(mount, here, target)
        assert bool(ruling) is in_field(mount, here, target)
        return "yes" if ruling else ruling.rule

    assert rule("fixed", ahead) == "yes"
    assert rule("fixed", behind) == "FC-FIELD-FIXED"
    assert rule("swivel", ahead) == "FC-FIELD-SWIVEL"
    assert rule("swivel", behind) == "FC-FIELD-SWIVEL"
    assert rule("swivel", go(here.hex, facing + 3, 3)) == "yes"
    assert rule("swivel", go(here.hex, facing + 2, 1)) == "yes"
    assert rule("swivel", go(here.hex, facing + 1, 1)) == "FC-FIELD-SWIVEL"
    assert rule("ring", ahead) == "FC-FIELD-RING"
    assert rule("ring", behind) == "FC-FIELD-RING"
    assert rule("ring", go(here.hex, facing + 1, 8)) == "yes"
    assert rule("fixed", ahead, 6) == "FC-FIELD-LEVEL"
    assert rule("fixed", here.hex, 6) == "FC-SAME-HEX"
    assert rule("fixed", go(here.hex, facing, 8)) == "yes"
    assert rule("fixed", go(here.hex, facing, 9)) == "FC-RANGE"


def test_the_blind_spot_says_so():
    here = Place(Hex(0, 0), 0, 5)
    ruling = check_field("swivel", here, Place(Hex(0, 1), 0, 5))
    assert "blind spot" in ruling.reason
    assert ruling.instead


def test_an_unknown_gun():
    with pytest.raises(ValueError, match="fixed, swivel, ring"):
        field("cannon", 0)
