"""Sentences that are put together read like sentences."""

from __future__ import annotations

import pytest

from skylib.core.wording import a_type, are_left, by_faces, counted, listing, points_of
from skylib.flying_circus.aircraft import Charts

VOWELS = {"Albatros D III", "F2B", "SE 5a"}


@pytest.mark.parametrize("name", [kind.name for kind in Charts.default().types.values()])
def test_every_type_has_its_article(name: str) -> None:
    assert a_type(name) == f"{'an' if name in VOWELS else 'a'} {name}"
    assert a_type(name, begins=True) == f"{'An' if name in VOWELS else 'A'} {name}"


def test_one_and_many() -> None:
    assert (counted(1, "hex", "hexes"), counted(2, "hex", "hexes")) == ("1 hex", "2 hexes")
    assert (are_left(1), are_left(0)) == ("1 is left", "0 are left")
    assert (are_left(1, "point"), are_left(2, "point")) == ("1 point is left", "2 points are left")
    assert (points_of(1, "left"), points_of(3, "left")) == ("point left", "points left")
    assert [listing(range(1, n)) for n in (2, 3, 4)] == ["1", "1 and 2", "1, 2 and 3"]
    assert [by_faces(n).split()[3] for n in (0, 1, 6)] == ["none", "1", "all"]
