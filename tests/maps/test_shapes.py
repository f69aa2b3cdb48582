"""Silhouettes: a clear nose, one shape for each side, the letter's disc inside."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from skylib.core.hexes import COLUMNS, ROWS
from skylib.maps.shapes import AIRCRAFT, BALLOON, ROUNDEL, aircraft, regular, star, turned


def far_apart(a: tuple[tuple[float, float], ...], b: tuple[tuple[float, float], ...]) -> float:
    """The greatest distance from a corner of one outline to the nearest of the other."""
    return max(
        max(min(hypot(x - u, y - v) for u, v in other) for x, y in one)
        for one, other in ((a, b), (b, a))
    )


def inside(points: tuple[tuple[float, float], ...], x: float, y: float) -> bool:
    odd = False
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


@pytest.mark.parametrize("shape", [*AIRCRAFT, BALLOON])
def test_the_two_halves_are_alike(shape: tuple[tuple[float, float], ...]) -> None:
    assert {(round(x, 6), round(y, 6)) for x, y in shape} == {
        (round(-x, 6), round(y, 6)) for x, y in shape
    }
    assert all(abs(x) <= 0.65 and abs(y) <= 0.65 for x, y in shape)


@pytest.mark.parametrize("layout", [ROWS, COLUMNS])
@pytest.mark.parametrize("side", range(4))
def test_no_two_facings_look_alike(side: int, layout: object) -> None:
    seen = [turned(aircraft(side), layout.angle(f)) for f in range(6)]  # type: ignore[attr-defined]
    for a, b in combinations(seen, 2):
        assert far_apart(a, b) > 0.2


def test_no_two_sides_look_alike() -> None:
    for a, b in combinations(AIRCRAFT, 2):
        assert far_apart(a, b) > 0.1


@pytest.mark.parametrize("facing", range(6))
def test_the_nose_points_where_the_aircraft_faces(facing: int) -> None:
    for layout in (ROWS, COLUMNS):
        nose = turned([(0.0, -0.6)], layout.angle(facing))[0]
        x, y = layout.centre(layout.neighbour((0, 0), facing))
        assert nose == pytest.approx((0.6 * x, 0.6 * y))


@pytest.mark.parametrize("shape", [*AIRCRAFT, BALLOON])
def test_the_letter_lies_on_the_silhouette(shape: tuple[tuple[float, float], ...]) -> None:
    x, y, radius = ROUNDEL
    assert inside(shape, x, y)
    covered = sum(inside(shape, x + radius * px, y + radius * py) for px, py in regular(24, 1))
    assert covered >= 12  # the disc may stick out beside the fuselage, not float beside it


def test_regular_and_star() -> None:
    assert regular(4, 1)[1] == pytest.approx((1, 0))
    assert len(star(5, 1, 0.4)) == 10 and star(5, 1, 0.4)[0] == pytest.approx((0, -1))
