"""Outlines of hexes: exact, closed, with holes, in both layouts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skylib.core.hexes import COLUMNS, ROWS, Hex, Layout, disk, neighbours, ring
from skylib.maps.outline import lattice_centre, lattice_corners, outline, unit

LAYOUTS = pytest.mark.parametrize("layout", [ROWS, COLUMNS], ids=["rows", "columns"])
HEX_AREA = 12  # twice the area of a hex in lattice steps


def twice_area(ring_: tuple[tuple[int, int], ...]) -> int:
    return sum(x * v - u * y for (x, y), (u, v) in zip(ring_, ring_[1:] + ring_[:1]))


@LAYOUTS
def test_lattice_is_the_page(layout: Layout) -> None:
    ux, uy = unit(layout)
    for hex in disk((3, -2), 4):
        x, y = lattice_centre(layout, hex)
        assert (x * ux, y * uy) == pytest.approx(layout.centre(hex))
        for (cx, cy), corner in zip(lattice_corners(layout, hex), layout.corners(hex)):
            assert (cx * ux, cy * uy) == pytest.approx(corner)


@LAYOUTS
def test_one_hex_is_its_six_corners(layout: Layout) -> None:
    ((outer,),) = outline(layout, [(2, 5)])
    assert set(outer) == set(lattice_corners(layout, (2, 5)))
    assert twice_area(outer) == HEX_AREA


@LAYOUTS
def test_a_ring_has_a_hole(layout: Layout) -> None:
    ((outer, hole),) = outline(layout, ring(layout, (0, 0), 2))
    assert len(hole) == 18 and len(outer) == 30
    assert twice_area(outer) == 19 * HEX_AREA
    assert twice_area(hole) == -7 * HEX_AREA


@LAYOUTS
def test_groups_apart_are_polygons_apart(layout: Layout) -> None:
    polygons = outline(layout, [*disk((10, 0), 1), (0, 0), (0, 0)])
    assert [len(p) for p in polygons] == [1, 1]
    assert [twice_area(p[0]) for p in polygons] == [7 * HEX_AREA, HEX_AREA]


def test_nothing_has_no_outline() -> None:
    assert outline(ROWS, []) == ()


@settings(derandomize=True, deadline=None)
@given(
    st.sets(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), max_size=60),
    st.sampled_from([ROWS, COLUMNS]),
)
def test_areas_and_sides_add_up(hexes: set[tuple[int, int]], layout: Layout) -> None:
    polygons = outline(layout, sorted(hexes))
    rings = [ring_ for polygon in polygons for ring_ in polygon]
    assert sum(map(twice_area, rings)) == HEX_AREA * len(hexes)
    sides = sum(near not in hexes for h in hexes for near in neighbours(layout, Hex(*h)))
    assert sum(map(len, rings)) == sides
    for polygon in polygons:
        assert twice_area(polygon[0]) > 0
        assert all(twice_area(hole) < 0 for hole in polygon[1:])
    for ring_ in rings:
        assert len(set(ring_)) == len(ring_)
