"""Silhouettes in outline: one aircraft shape for each side, a balloon, small signs.

All lie in a box of about 1 by 1 about the point (0, 0), x to the right, y down the page,
nose up; `turned` turns them to a facing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

__all__ = ["AIRCRAFT", "BALLOON", "ROUNDEL", "Points", "aircraft", "regular", "star", "turned"]

Points = tuple[tuple[float, float], ...]

ROUNDEL = (0.0, -0.09, 0.25)
"""Centre and radius of the white disc that carries the letter."""


def _both_halves(right: Sequence[tuple[float, float]]) -> Points:
    left = [(-x, y) for x, y in reversed(right) if x]
    return tuple(right) + tuple(left)


_NOSE = ((0.0, -0.6), (0.05, -0.56), (0.17, -0.55), (0.17, -0.51), (0.08, -0.5), (0.11, -0.42))

AIRCRAFT: tuple[Points, ...] = (
    # Side 0: straight wings with square tips, straight tail.
    _both_halves(
        (*_NOSE, (0.11, -0.31), (0.53, -0.31), (0.56, -0.28), (0.56, 0.08), (0.53, 0.11))
        + ((0.1, 0.11), (0.06, 0.36), (0.23, 0.37), (0.25, 0.4), (0.25, 0.52), (0.05, 0.53))
        + ((0.0, 0.58),)
    ),
    # Side 1: wings swept back to a point, arrow tail.
    _both_halves(
        (*_NOSE, (0.11, -0.37), (0.58, 0.02), (0.62, 0.15), (0.56, 0.19), (0.12, 0.09))
        + ((0.07, 0.31), (0.27, 0.5), (0.25, 0.57), (0.07, 0.5), (0.0, 0.54))
    ),
    # Side 2: round wings and a round tail.
    _both_halves(
        (*_NOSE, (0.12, -0.33), (0.28, -0.39), (0.44, -0.36), (0.55, -0.26), (0.59, -0.12))
        + ((0.54, 0.02), (0.43, 0.11), (0.28, 0.14), (0.11, 0.12), (0.07, 0.33), (0.17, 0.34))
        + ((0.24, 0.4), (0.25, 0.47), (0.19, 0.53), (0.07, 0.55), (0.0, 0.56))
    ),
    # Side 3: bird wings with notched trailing edge, swallow tail.
    _both_halves(
        (*_NOSE, (0.12, -0.3), (0.36, -0.42), (0.6, -0.18), (0.62, -0.04), (0.47, -0.1))
        + ((0.4, 0.1), (0.29, 0.02), (0.22, 0.16), (0.1, 0.12), (0.06, 0.3), (0.27, 0.58))
        + ((0.08, 0.52), (0.0, 0.44))
    ),
)

BALLOON: Points = (
    tuple(
        (round(0.36 * sin(a * pi / 8), 3), round(-0.08 - 0.46 * cos(a * pi / 8), 3))
        for a in range(7)
    )
    + ((0.3, 0.3), (0.3, 0.52), (0.08, 0.4), (0.0, 0.56), (-0.08, 0.4), (-0.3, 0.52))
    + tuple(
        (round(-0.36 * sin(a * pi / 8), 3), round(-0.08 - 0.46 * cos(a * pi / 8), 3))
        for a in range(6, 0, -1)
    )
)


def aircraft(side: int) -> Points:
    """The silhouette of a side; sides beyond the fourth begin again."""
    return AIRCRAFT[side % len(AIRCRAFT)]


def regular(corners: int, radius: float, first: float = 0.0) -> Points:
    """A regular polygon; ``first`` is the bearing of its first corner in degrees."""
    angles = ((first + 360 * i / corners) * pi / 180 for i in range(corners))
    return tuple((radius * sin(a), -radius * cos(a)) for a in angles)


def star(points: int, outer: float, inner: float) -> Points:
    """A star with its first point up."""
    out = []
    for i in range(2 * points):
        radius, a = (inner, outer)[i % 2 == 0], i * pi / points
        out.append((radius * sin(a), -radius * cos(a)))
    return tuple(out)


def turned(points: Sequence[tuple[float, float]], degrees: float) -> Points:
    """The points turned clockwise about (0, 0)."""
    a = degrees * pi / 180
    c, s = cos(a), sin(a)
    return tuple((x * c - y * s, x * s + y * c) for x, y in points)
