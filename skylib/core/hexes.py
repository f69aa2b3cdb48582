"""Hexes: one frozen value, two layouts, boards of any outline.

A hex is a pair ``(q, r)`` of axial coordinates. A facing is a number 0 to 5,
counted clockwise, so that turning one hexside to the right is ``+1``. What a
facing is called, and where a hex lies on the page, is up to the layout:

* ``ROWS``: rows of pointy-top hexes, facings E SE SW W NW NE.
* ``COLUMNS``: columns of flat-top hexes, facings N NE SE S SW NW.

The page has x to the east and y to the south; the centres of two neighbours are
1 apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import atan2, cos, isfinite, pi, sin, sqrt
from typing import NamedTuple

from .errors import NoSuchHex

__all__ = [
    "Hex",
    "Layout",
    "ROWS",
    "COLUMNS",
    "Board",
    "distance",
    "turned",
    "facing_difference",
    "neighbours",
    "ray",
    "ring",
    "disk",
    "fan",
    "bearing",
]

_ROOT3_2 = sqrt(3) / 2


class Hex(NamedTuple):
    """One hex in axial coordinates."""

    q: int
    r: int


# ---- directions -------------------------------------------------------------------
# One set of six steps serves both layouts. In axial coordinates the pointy-top list
# starts in the east, the flat-top list in the north; both go round clockwise.

_ROW_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_COLUMN_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


@dataclass(frozen=True)
class Layout:
    """How hexes lie on the page and what their six facings are called."""

    name: str
    facings: tuple[str, ...]
    steps: tuple[tuple[int, int], ...] = field(repr=False)
    first_angle: float = field(repr=False)  # of facing 0, degrees clockwise from north

    def facing(self, text: str) -> int:
        """The facing (0 to 5) of that name; upper or lower case. Raises `NoSuchHex`."""
        try:
            return self.facings.index(text.strip().upper())
        except ValueError:
            raise NoSuchHex(
                f"{text!r} is no facing of this board; facings are {' '.join(self.facings)}"
            ) from None

    def facing_name(self, facing: int) -> str:
        """The name of a facing, for example ``NE``."""
        return self.facings[facing % 6]

    def angle(self, facing: int) -> float:
        """Degrees clockwise from north."""
        return (self.first_angle + 60 * facing) % 360

    def centre(self, hex: tuple[int, int]) -> tuple[float, float]:
        """The hex's centre on the page, (x east, y south); neighbours are 1 apart."""
        q, r = hex
        if self.name == "rows":
            return q + r / 2, r * _ROOT3_2
        return q * _ROOT3_2, r + q / 2

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex that holds the point (x east, y south), by cube rounding."""
        if self.name == "rows":
            r = y / _ROOT3_2
            q = x - r / 2
        else:
            q = x / _ROOT3_2
            r = y - q / 2
        s = -q - r
        rq, rr, rs = round(q), round(r), round(s)
        dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
        if dq > dr and dq > ds:
            rq = -rr - rs
        elif dr > ds:
            rr = -rq - rs
        return Hex(rq, rr)

    def corners(self, hex: tuple[int, int], scale: float = 1.0) -> list[tuple[float, float]]:
        """The six corners, clockwise; corner ``i`` lies left of side ``i``, corner ``i+1`` right.

        ``scale`` shrinks the hex about its centre.
        """
        x, y = self.centre(hex)
        radius = scale / sqrt(3)
        out = []
        for i in range(6):
            a = (self.first_angle - 30 + 60 * i) * pi / 180
            out.append((x + radius * sin(a), y - radius * cos(a)))
        return out

    def neighbour(self, hex: tuple[int, int], facing: int) -> Hex:
        """The hex next to ``hex`` on the side of ``facing``."""
        dq, dr = self.steps[facing % 6]
        return Hex(hex[0] + dq, hex[1] + dr)


ROWS = Layout("rows", ("E", "SE", "SW", "W", "NW", "NE"), _ROW_STEPS, 90.0)
COLUMNS = Layout("columns", ("N", "NE", "SE", "S", "SW", "NW"), _COLUMN_STEPS, 0.0)


# ---- plain functions ----------------------------------------------------------------


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Hexes between ``a`` and ``b``, counting the hex of ``b`` and not that of ``a``."""
    dq = a[0] - b[0]
    dr = a[1] - b[1]
    if (dq >= 0) == (dr >= 0):
        return abs(dq + dr)
    return max(abs(dq), abs(dr))


def turned(facing: int, sides: int) -> int:
    """The facing after turning that many hexsides, right positive, left negative."""
    return (facing + sides) % 6


def facing_difference(a: int, b: int) -> int:
    """Hexsides from facing ``a`` to ``b`` the short way: -2 to 3, right positive."""
    d = (b - a) % 6
    return d if d <= 3 else d - 6


def neighbours(layout: Layout, hex: tuple[int, int]) -> tuple[Hex, ...]:
    """The six hexes around ``hex``, clockwise from facing 0."""
    q, r = hex
    return tuple(Hex(q + dq, r + dr) for dq, dr in layout.steps)


def ray(layout: Layout, hex: tuple[int, int], facing: int, reach: int) -> tuple[Hex, ...]:
    """The hexes straight ahead at range 1 to ``reach``, nearest first."""
    q, r = hex
    dq, dr = layout.steps[facing % 6]
    return tuple(Hex(q + dq * n, r + dr * n) for n in range(1, reach + 1))


def ring(layout: Layout, hex: tuple[int, int], radius: int, facing: int = 0) -> tuple[Hex, ...]:
    """The ``6 * radius`` hexes at that distance, clockwise from the one at ``facing``."""
    if radius == 0:
        return (Hex(*hex),)
    steps = layout.steps
    dq, dr = steps[facing % 6]
    q, r = hex[0] + dq * radius, hex[1] + dr * radius
    out = []
    for side in range(6):
        dq, dr = steps[(facing + side + 2) % 6]
        for _ in range(radius):
            out.append(Hex(q, r))
            q, r = q + dq, r + dr
    return tuple(out)


def disk(hex: tuple[int, int], radius: int) -> tuple[Hex, ...]:
    """Every hex within ``radius``: ``1 + 3 * radius * (radius + 1)`` of them."""
    q0, r0 = hex
    return tuple(
        Hex(q0 + q, r0 + r)
        for q in range(-radius, radius + 1)
        for r in range(max(-radius, -q - radius), min(radius, -q + radius) + 1)
    )


def fan(
    layout: Layout, hex: tuple[int, int], facing: int, degrees: int, reach: int
) -> tuple[Hex, ...]:
    """The hexes at range 1 to ``reach`` within ``degrees / 2`` of ``facing``, borders included.

    ``degrees`` is 0, 60, 120, ... 360. At range n a fan of 120 degrees holds 2n + 1
    hexes, one of 60 degrees those within half a ring side of the straight row.
    """
    if degrees % 60 or not 0 <= degrees <= 360:
        raise ValueError(f"a fan spans 0, 60, 120 ... 360 degrees, not {degrees}")
    out: list[Hex] = []
    for n in range(1, reach + 1):
        around = ring(layout, hex, n, facing)
        # On a ring, index i stands at exactly 30 degrees for i = n / 2, 60 for i = n ...
        half = n * degrees // 120
        if 2 * half + 1 >= 6 * n:
            out.extend(around)
        else:
            out.extend(around[i % (6 * n)] for i in range(-half, half + 1))
    return tuple(out)


def bearing(layout: Layout, a: tuple[int, int], b: tuple[int, int]) -> float | None:
    """Degrees clockwise, from north, of ``b`` seen from ``a``; None in the same hex."""
    if a[0] == b[0] and a[1] == b[1]:
        return None
    ax, ay = layout.centre(a)
    bx, by = layout.centre(b)
    return round(atan2(bx - ax, ay - by) * 180 / pi, 6) % 360


# ---- boards -------------------------------------------------------------------------


class Board:
    """A set of named hexes in one layout, in reading order.

    ``board.index[hex]`` is the place of a hex in ``board.hexes``: the bit that stands
    for it in a bit mask.
    """

    def __init__(self, layout: Layout, names: Iterable[tuple[Hex, str]]) -> None:
        pairs = tuple(names)
        self.layout = layout
        self.hexes: tuple[Hex, ...] = tuple(h for h, _ in pairs)
        self.names: tuple[str, ...] = tuple(n for _, n in pairs)
        self.index: dict[Hex, int] = {h: i for i, h in enumerate(self.hexes)}
        self._by_name = {n: h for h, n in pairs}
        if len(self.index) != len(pairs) or len(self._by_name) != len(pairs):
            raise ValueError("a board names each of its hexes once")

    @classmethod
    def of_rows(
        cls,
        widths: Sequence[int],
        starts: Sequence[float] | None = None,
        name: str = "{row}.{place}",
    ) -> Board:
        """Rows of pointy-top hexes, row 1 in the north, place 1 in the west.

        ``widths`` counts each row's hexes. ``starts`` gives the x of each row's first
        hex; rows must differ by half a hex from their neighbours. Without it every
        row starts half a hex east or west of the last: a wider one to the west, a narrower
        one to the east, one of the same width to and fro, first to the west.
        """
        if starts is None:
            starts, shift = [0.0] if widths else [], 0.5
            for north, south in pairwise(widths):
                shift = -shift if north == south else -0.5 if south > north else 0.5
                starts.append(starts[-1] + shift)
        pairs = []
        for i, (width, start) in enumerate(zip(widths, starts, strict=True)):
            shift = start - i / 2
            if shift != int(shift):
                raise ValueError(
                    f"row {i + 1} must begin half a hex beside row {i}, not at {start}"
                )
            for place in range(1, width + 1):
                hex = Hex(int(shift) + place - 1, i)
                pairs.append((hex, name.format(row=i + 1, place=place)))
        return cls(ROWS, pairs)

    @classmethod
    def of_columns(
        cls,
        heights: Sequence[int],
        first_low: bool = False,
        name: str = "{column:02}{row:02}",
    ) -> Board:
        """Columns of flat-top hexes, column 1 in the west, row 1 in the north.

        Every second column lies half a hex lower; with ``first_low`` the first does.
        """
        pairs = []
        for i, height in enumerate(heights):
            top = -((i + 1) // 2) if first_low else -(i // 2)
            for row in range(1, height + 1):
                pairs.append((Hex(i, top + row - 1), name.format(column=i + 1, row=row)))
        return cls(COLUMNS, pairs)

    def __contains__(self, hex: object) -> bool:
        return hex in self.index

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.hexes)

    def __len__(self) -> int:
        return len(self.hexes)

    def name(self, hex: tuple[int, int]) -> str:
        """The name of a hex, for example ``4.16`` or ``0812``; `NoSuchHex` off the board."""
        try:
            return self.names[self.index[hex]]  # type: ignore[index]
        except KeyError:
            raise NoSuchHex(f"{tuple(hex)} lies off the board") from None

    def hex(self, name: str) -> Hex:
        """The hex of that name; `NoSuchHex` if the board has none."""
        try:
            return self._by_name[name.strip()]
        except KeyError:
            raise NoSuchHex(
                f"there is no hex {name!r} on this board; "
                f"its hexes run from {self.names[0]} to {self.names[-1]}"
            ) from None

    def find(self, name: str) -> Hex | None:
        """The hex of that name, or None."""
        return self._by_name.get(name)

    def hex_at(self, x: float, y: float) -> Hex | None:
        """The hex under a point of the page, or None off the board."""
        if not (isfinite(x) and isfinite(y)):
            return None
        hex = self.layout.hex_at(x, y)
        return hex if hex in self.index else None

    def neighbours(self, hex: tuple[int, int]) -> tuple[Hex, ...]:
        """The neighbours of ``hex`` that lie on the board."""
        return tuple(h for h in neighbours(self.layout, hex) if h in self.index)

    def mask(self, hexes: Iterable[tuple[int, int]]) -> int:
        """A bit mask of those hexes that lie on the board."""
        index = self.index
        bits = 0
        for hex in hexes:
            i = index.get(hex)  # type: ignore[call-overload]
            if i is not None:
                bits |= 1 << i
        return bits

    def hexes_of(self, mask: int) -> tuple[Hex, ...]:
        """The hexes of a bit mask, in reading order."""
        out = []
        while mask:
            low = mask & -mask
            out.append(self.hexes[low.bit_length() - 1])
            mask ^= low
        return tuple(out)

    @cached_property
    def extent(self) -> tuple[float, float, float, float]:
        """West, north, east and south of all hexes with their corners."""
        corners = [c for h in self.hexes for c in self.layout.corners(h)]
        xs, ys = [c[0] for c in corners], [c[1] for c in corners]
        return min(xs), min(ys), max(xs), max(ys)
