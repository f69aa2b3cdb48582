"""The outline of a set of hexes, exact: corners are whole numbers on a fine lattice.

In rows of pointy-top hexes the lattice step is half a hex wide and a sixth of the root
of three high; in columns it is the other way round. Whole numbers join without
rounding, and they travel to the browser in a few bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from skylib.core.hexes import Hex, Layout

__all__ = ["unit", "lattice_centre", "lattice_corners", "outline", "Polygon", "Ring"]

Ring = tuple[tuple[int, int], ...]
Polygon = tuple[Ring, ...]
"""The outer ring, clockwise on the page, and then the holes, the other way round."""

_SIXTH = sqrt(3) / 6
_ROW_CORNERS = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))
_COLUMN_CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))


def unit(layout: Layout) -> tuple[float, float]:
    """The lattice step on the page, (east, south), in distances of two hexes."""
    return (0.5, _SIXTH) if layout.name == "rows" else (_SIXTH, 0.5)


def lattice_centre(layout: Layout, hex: tuple[int, int]) -> tuple[int, int]:
    """The centre of a hex in lattice steps."""
    q, r = hex
    return (2 * q + r, 3 * r) if layout.name == "rows" else (3 * q, 2 * r + q)


def lattice_corners(layout: Layout, hex: tuple[int, int]) -> Ring:
    """The six corners in lattice steps, in the order of `Layout.corners`."""
    x, y = lattice_centre(layout, hex)
    offsets = _ROW_CORNERS if layout.name == "rows" else _COLUMN_CORNERS
    return tuple((x + dx, y + dy) for dx, dy in offsets)


def outline(layout: Layout, hexes: Iterable[tuple[int, int]]) -> tuple[Polygon, ...]:
    """The polygons that border the hexes, one for each connected group, with its holes.

    Points are in lattice steps; multiply them by `unit`. Groups come in the order in
    which their first hex is given.
    """
    order = list(dict.fromkeys(Hex(*h) for h in hexes))
    left = set(order)
    polygons = []
    for first in order:
        if first not in left:
            continue
        group = _group(layout, first, left)
        left -= group
        polygons.append(_border(layout, [h for h in order if h in group], group))
    return tuple(polygons)


def _group(layout: Layout, first: Hex, among: set[Hex]) -> set[Hex]:
    group, todo = {first}, [first]
    while todo:
        hex = todo.pop()
        for facing in range(6):
            near = layout.neighbour(hex, facing)
            if near in among and near not in group:
                group.add(near)
                todo.append(near)
    return group


def _border(layout: Layout, ordered: list[Hex], group: set[Hex]) -> Polygon:
    # Three hexes meet in a corner, so a corner on the border has one way in and one out.
    following: dict[tuple[int, int], tuple[int, int]] = {}
    for hex in ordered:
        corners = lattice_corners(layout, hex)
        for side in range(6):
            if layout.neighbour(hex, side) not in group:
                following[corners[side]] = corners[(side + 1) % 6]
    rings = []
    while following:
        start, point = following.popitem()
        ring = [start]
        while point != start:
            ring.append(point)
            point = following.pop(point)
        low = ring.index(min(ring))
        rings.append(tuple(ring[low:] + ring[:low]))
    rings.sort(key=lambda ring: (_area(ring) < 0, ring))
    return tuple(rings)


def _area(ring: Ring) -> int:
    """Twice the area; positive when the ring runs clockwise on the page."""
    return sum(x * v - u * y for (x, y), (u, v) in zip(ring, ring[1:] + ring[:1]))
