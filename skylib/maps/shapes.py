"""Silhouettes in outline: one aircraft shape for each side, a balloon, small signs.

All lie in a box of about 1 by 1 about the point (0, 0), x to the right, y down the page,
nose up; `turned` turns them to a facing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

__all__ = [
    "AIRCRAFT",
    "BALLOON",
    "ROUNDEL",
    "Points",
    "aircraft",
    "regular",
    "star",
    "token_shape",
    "turned",
]

Points = tuple[tuple[float, float], ...]

ROUNDEL = (0.0, -0.09, 0.25)
"""Centre and radius of the white disc that carries the letter."""


def _from_half(right: str) -> Points:
    """The whole outline from the x and y of its right half, nose to tail."""
    numbers = [float(n) for n in right.split()]
    half = list(zip(numbers[::2], numbers[1::2], strict=True))
    return tuple(half) + tuple((-x, y) for x, y in reversed(half) if x)


_NOSE = "0 -.6  .05 -.56  .17 -.55  .17 -.51  .08 -.5  .11 -.42 "

AIRCRAFT: tuple[Points, ...] = (
    # Side 0: straight wings with square tips, straight tail.
    _from_half(
        _NOSE + ".11 -.31  .53 -.31  .56 -.28  .56 .08  .53 .11  .1 .11  .06 .36  .23 .37"
        " .25 .4  .25 .52  .05 .53  0 .58"
    ),
    # Side 1: wings swept back to a point, arrow tail.
    _from_half(
        _NOSE + ".11 -.37  .58 .02  .62 .15  .56 .19  .12 .09  .07 .31  .27 .5  .25 .57"
        " .07 .5  0 .54"
    ),
    # Side 2: round wings and a round tail.
    _from_half(
        _NOSE + ".12 -.33  .28 -.39  .44 -.36  .55 -.26  .59 -.12  .54 .02  .43 .11  .28 .14"
        " .11 .12  .07 .33  .17 .34  .24 .4  .25 .47  .19 .53  .07 .55  0 .56"
    ),
    # Side 3: bird wings with a notched trailing edge, swallow tail.
    _from_half(
        _NOSE + ".12 -.3  .36 -.42  .6 -.18  .62 -.04  .47 -.1  .4 .1  .29 .02  .22 .16"
        " .1 .12  .06 .3  .27 .58  .08 .52  0 .44"
    ),
)

BALLOON: Points = _from_half(
    "0 -.54  .14 -.51  .26 -.41  .33 -.26  .36 -.08  .33 .1  .26 .24  .3 .3  .3 .52 .08 .4  0 .56"
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


def token_shape(form: str) -> Points:
    """The outline of a token, about 1 in radius."""
    return _TOKENS.get(form, regular(16, 1))


_TOKENS = {
    "square": regular(4, 1.2, 45),
    "diamond": regular(4, 1.3),
    "triangle": regular(3, 1.3),
    "burst": star(8, 1.35, 0.95),
    "cross": regular(4, 1.1, 45),
}
