"""Where things go when they would cover one another: stacks, levels, labels, marks.

Counters never lie under labels and a level never lies on a counter. Counters in one hex
overlap around its centre, on a plate with their number; the level stands behind the tail
or, if something is there, at the next free side; labels, beads and marks give way to
counters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin

from skylib.core.hexes import Board, Hex
from skylib.scenes import Counter, Ground, Scene

from . import look
from .lettering import text_width

__all__ = [
    "Arrangement",
    "Frame",
    "PlacedCounter",
    "Spot",
    "Stack",
    "arrange",
    "columns_at",
    "frame",
]

ROW_STEP = 3**0.5 / 2  # from one row of hexes to the next, in hex widths
MOST_WIDTH, MOST_HEIGHT = 720, 540
"""Pixels a map takes at most: beside a side panel, and above its status, at 1366 x 768."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the page that is shown, in hex widths, and its natural size in pixels."""

    west: float
    north: float
    east: float
    south: float

    @property
    def wide(self) -> float:
        return self.east - self.west

    @property
    def high(self) -> float:
        return self.south - self.north

    @property
    def width(self) -> int:
        """Natural width in pixels: as large as fits, no hex wider than 64."""
        hex_pixels = min(MOST_WIDTH / self.wide, MOST_HEIGHT / self.high, 64)
        return round(hex_pixels * self.wide)

    def hex_pixels(self, width: float | None = None) -> float:
        """Pixels of one hex width when the whole is that many pixels wide."""
        return (width or self.width) / self.wide


def frame(ground: Ground, around: Iterable[tuple[int, int]] = ()) -> Frame:
    """The board with room for the numbers at its edges, or a close-up.

    ``around`` are the hexes that a close-up must show; it has two hexes of room on each
    side, or two and a half where it is so wide that counters are larger than their hexes, is
    at least nine hexes wide and high, has the shape of the whole, and does not go beyond it.
    """
    board = ground.board
    west, north, east, south = board.extent
    side = 1.0 if ground.row_labels else 0.3
    top = 1.0 if ground.column_labels else 0.3
    whole = Frame(west - side, north - top, east + side, south + top)
    centres = [board.layout.centre(h) for h in around]
    if not centres:
        return whole
    xs, ys = [c[0] for c in centres], [c[1] for c in centres]
    across, down = max(xs) - min(xs), max(ys) - min(ys)
    room = 4.0 if max(across, down) <= 8 else 5.0
    wide, high = max(9.0, across + room), max(9.0, down + room)
    shape = whole.wide / whole.high
    wide, high = max(wide, high * shape), max(high, wide / shape)
    w, e = _span(min(xs), max(xs), wide, whole.west, whole.east)
    n, s = _span(min(ys), max(ys), high, whole.north, whole.south)
    return Frame(w, n, e, s)


def columns_at(ground: Ground, y: float) -> tuple[tuple[Hex, str], ...]:
    """The column numbers that stand right above or below the row of hexes at ``y``.

    In a board of rows every other row lies half a hex aside, and its columns with it.
    """
    first, last = ground.column_labels, ground.south_labels or ground.column_labels
    if not first or ground.board.layout.name != "rows":
        return first
    top, bottom = first[0][0][1], last[0][0][1]
    row = min(max(round(y / ROW_STEP), top), bottom)
    return first if (row - top) % 2 == 0 or (row - bottom) % 2 else last


def _span(low: float, high: float, long: float, least: float, most: float) -> tuple[float, float]:
    """Room of that length about ``low`` to ``high``, within ``least`` to ``most``."""
    if long >= most - least:
        return least, most
    start = min(max((low + high - long) / 2, least), most - long)
    return start, start + long


@dataclass(frozen=True, slots=True)
class Stack:
    """Counters that share a hex: how many, and in counter lengths the width of the plate
    under them and the place of their number."""

    number: int
    wide: float
    badge: tuple[float, float]

    def plate(self, scale: float) -> float:
        """The plate's size in hexes: the hex itself where counters fit into it."""
        return 1.0 if scale <= look.ROOMY else self.wide * scale


@dataclass(frozen=True, slots=True)
class PlacedCounter:
    """A counter with its hex centre, and in counter lengths: shift, size, level's place.

    ``stack`` is set for the first of several in one hex.
    """

    counter: Counter
    x: float
    y: float
    shift: tuple[float, float]
    size: float
    angle: float | None
    badge: tuple[float, float]
    stack: Stack | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something small is drawn, in hex widths on the page."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Places for everything in a scene that may have to give way."""

    scale: float  # length of a counter in hexes
    counters: tuple[PlacedCounter, ...]
    tokens: tuple[Spot, ...]
    labels: tuple[Spot, ...]
    points: tuple[tuple[Spot, ...], ...]  # for each mark the places of its discs or stars
    beads: tuple[tuple[Spot, ...], ...]  # for each path


def arrange(scene: Scene, hex_pixels: float | None = None) -> Arrangement:
    """Find a place for everything at that scale (the map's natural one if left out)."""
    board = scene.ground.board
    pixels = hex_pixels or frame(scene.ground).hex_pixels()
    scale = look.counter_scale(pixels)
    counters = place_counters(board, scene.counters, scale)
    taken = [
        (p.x + scale * p.shift[0], p.y + scale * p.shift[1], _radius(p) * scale) for p in counters
    ] + [
        (p.x + scale * p.badge[0], p.y + scale * p.badge[1], 0.2 * scale)
        for p in counters
        if p.counter.level is not None
    ]
    beads = []
    for path in scene.paths:
        spots = []
        for hex, _, _ in path.points:
            spots.append(_free(board, hex, taken, 0.25, 0.42))
            taken.append((spots[-1].x, spots[-1].y, 0.25))
        beads.append(tuple(spots))
    dots = tuple(
        tuple(_free(board, hex, taken, 0.18, 0.42, far=(0.0, 1.0)) for hex in mark.hexes)
        if mark.kind in ("legal", "hint")
        else ()
        for mark in scene.marks
    )
    taken += [(spot.x, spot.y, 0.18) for spots in dots for spot in spots]
    labels = _place_labels(scene, taken, pixels, scale)
    return Arrangement(scale, counters, _place_tokens(board, scene), labels, dots, tuple(beads))


# ---- counters ------------------------------------------------------------------------

_STACKS: tuple[tuple[float, float], ...] = (  # distance from the centre and size, by number
    (0.0, 1.0),
    (0.42, 0.84),
    (0.5, 0.78),
    (0.56, 0.74),
    (0.66, 0.7),
    (0.72, 0.66),
)


def _stack(number: int) -> list[tuple[float, float, float]]:
    """Shift and size of each of so many counters in one hex, in reading order."""
    far, size = _STACKS[min(number, len(_STACKS)) - 1]
    if number > len(_STACKS):
        far *= number / len(_STACKS)
    first = {2: 270, 3: 300, 4: 315}.get(number, 0)
    out = []
    for i in range(number):
        a = (first + 360 * i / number) * pi / 180
        out.append((far * sin(a), -far * cos(a), size))
    return out


def place_counters(
    board: Board, counters: Sequence[Counter], scale: float
) -> tuple[PlacedCounter, ...]:
    """Spread counters that share a hex, then find a side for each level."""
    together: dict[Hex, list[int]] = {}
    for i, counter in enumerate(counters):
        together.setdefault(Hex(*counter.hex), []).append(i)
    placed: list[PlacedCounter | None] = [None] * len(counters)
    for hex, members in together.items():
        x, y = board.layout.centre(hex)
        for i, (dx, dy, size) in zip(members, _stack(len(members)), strict=True):
            c = counters[i]
            angle = None if c.facing is None else board.layout.angle(c.facing)
            placed[i] = PlacedCounter(c, x, y, (dx, dy), size, angle, (0.0, 0.0))
    out = [p for p in placed if p is not None]
    middles = [(p.x + scale * p.shift[0], p.y + scale * p.shift[1], _radius(p)) for p in out]
    badges: list[tuple[float, float]] = []
    for i, p in enumerate(out):
        if p.counter.level is None:
            continue
        best = min(_badge_places(p), key=lambda at: _crowding(i, p, at, scale, middles, badges))
        badges.append((p.x + scale * best[0], p.y + scale * best[1]))
        out[i] = replace(p, badge=(round(best[0], 3), round(best[1], 3)))
    for members in together.values():
        real = [i for i in members if not counters[i].ghost]
        if len(real) > 1:
            p, near = out[real[0]], [middles[i][:2] for i in members]
            stack = _stack_at(p, len(members), len(real), scale, [*badges, *near])
            out[real[0]] = replace(p, stack=stack)
    return tuple(out)


def _stack_at(
    p: PlacedCounter, spread: int, number: int, scale: float, taken: Sequence[tuple[float, float]]
) -> Stack:
    """The plate of a stack; its number stands above or below, or where room is left between
    levels and letters."""
    far, size = _STACKS[min(spread, len(_STACKS)) - 1]
    wide = round(2 * (far + 0.38 * size), 3)

    def crowding(at: tuple[float, float]) -> float:
        x, y = p.x + scale * at[0], p.y + scale * at[1]
        return sum(max(0.0, 0.6 * scale - hypot(tx - x, ty - y)) for tx, ty in taken)

    turns = (0, 180, 60, 300, 120, 240)
    places = [(wide / 2 * sin(t * pi / 180), -wide / 2 * cos(t * pi / 180)) for t in turns]
    x, y = min(places, key=lambda at: round(crowding(at), 6))
    return Stack(number, wide, (round(x, 3), round(y, 3)))


def _badge_places(p: PlacedCounter) -> Iterable[tuple[float, float]]:
    tail = 140.0 if p.angle is None else p.angle + 180
    for turn in (0, -45, 45, -75, 75, -105, 105):
        a = (tail + turn) * pi / 180
        far = 0.2 + 0.52 * p.size
        yield p.shift[0] + far * sin(a), p.shift[1] - far * cos(a)


def _crowding(
    own: int,
    p: PlacedCounter,
    at: tuple[float, float],
    scale: float,
    middles: Sequence[tuple[float, float, float]],
    badges: Sequence[tuple[float, float]],
) -> float:
    x, y = p.x + scale * at[0], p.y + scale * at[1]
    near = 0.0
    for i, (mx, my, radius) in enumerate(middles):
        if i != own:
            near += max(0.0, scale * (radius + 0.25) - hypot(mx - x, my - y))
    for bx, by in badges:
        near += 2 * max(0.0, scale * 0.55 - hypot(bx - x, by - y))
    return round(near, 6)


# ---- what gives way --------------------------------------------------------------------


def _place_tokens(board: Board, scene: Scene) -> tuple[Spot, ...]:
    """Tokens of one hex stand side by side, below the middle if a counter is there."""
    together: dict[Hex, list[int]] = {}
    for i, token in enumerate(scene.tokens):
        together.setdefault(Hex(*token.hex), []).append(i)
    covered = {Hex(*c.hex) for c in scene.counters}
    spots: list[Spot] = [Spot(0, 0)] * len(scene.tokens)
    for hex, members in together.items():
        x, y = board.layout.centre(hex)
        down = 0.2 if hex in covered else 0.0
        step = 0.34 if len(members) < 4 else 1 / len(members)
        for place, i in enumerate(members):
            spots[i] = Spot(x + step * (place - (len(members) - 1) / 2), y + down)
    return tuple(spots)


def _place_labels(
    scene: Scene, taken: Sequence[tuple[float, float, float]], hex_pixels: float, scale: float
) -> tuple[Spot, ...]:
    """Numbers stay in their hex, where they mean something; other labels give way to
    counters, levels, dots and one another, and stay on the page, free of its edge's numbers.
    Those of the kind ``beside`` leave their hex free, and give way to all other labels."""
    board, view = scene.ground.board, frame(scene.ground, scene.around)
    size = look.text_size(hex_pixels, 0.36) / hex_pixels
    spots: dict[int, Spot] = {}
    boxes: list[tuple[Spot, float, float]] = []  # of the labels before, half width, half height

    def over(spot: Spot, wide: float, high: float) -> float:
        """How far a label with its middle there would lie over something else, in all."""
        out = max(0.0, view.north + 0.7 + high - spot.y, spot.y + high + 0.7 - view.south)
        out += max(0.0, view.west + wide - spot.x, spot.x + wide - view.east)
        for x, y, r in taken:
            aside, above = abs(x - spot.x) - wide, abs(y - spot.y) - high
            out += max(0.0, r - hypot(max(aside, 0.0), max(above, 0.0)))
        for other, w, h in boxes:
            aside, above = abs(other.x - spot.x) - w - wide, abs(other.y - spot.y) - h - high
            out += max(0.0, min(-aside, -above))
        return out

    for i in sorted(range(len(scene.labels)), key=lambda i: scene.labels[i].kind == "beside"):
        label = scene.labels[i]
        x, y = board.layout.centre(label.hex)
        spot = Spot(x, y)
        if label.kind != "number":
            wide, high = (text_width(label.text, size) + 0.5 * size) / 2, 0.68 * size
            rings = _rings(x, y, wide, high, scale, free=label.kind == "beside")
            spot = min(rings, key=lambda at: round(over(at, wide, high), 6))
            boxes.append((spot, wide, high))
        spots[i] = spot
    return tuple(spots[i] for i in range(len(scene.labels)))


def _rings(x: float, y: float, wide: float, high: float, scale: float, free: bool) -> list[Spot]:
    """Where a label of that half width and height may stand: on its hex, unless that is to stay
    free, or around it, the better places first; farther off where counters are that many
    hexes long."""
    spots = [] if free else [Spot(x, y)]
    for far in (0.9, 1.25, 1.6, *((0.9 * scale, 1.25 * scale) if scale > look.ROOMY else ())):
        out = far + 0.1 + high if free else far
        # Below and above first; beside it a label begins where the counter ends.
        for turn in (180, 0, 90, 270, 135, 225, 45, 315):
            a = turn * pi / 180
            aside = (out - 0.3 + wide) if turn in (90, 270) else max(out, wide)
            spots.append(Spot(x + aside * sin(a), y - out * cos(a)))
    return spots


def _radius(p: PlacedCounter) -> float:
    """What a counter takes, in counter lengths: its silhouette, or the ring of its state."""
    return (0.78 if p.counter.state else 0.55) * p.size


def _free(
    board: Board,
    hex: tuple[int, int],
    taken: Sequence[tuple[float, float, float]],
    room: float,
    step: float,
    far: Sequence[float] = (0.0, 1.0, 1.6),
) -> Spot:
    """The hex's centre, or the first place around it that no counter or level takes.

    If none is free, the one that overlaps least.
    """
    x, y = board.layout.centre(hex)
    best, least = Spot(x, y), float("inf")
    for rings in far:
        for turn in (180, 135, 225, 90, 270, 45, 315, 0) if rings else (0,):
            a = turn * pi / 180
            sx, sy = x + rings * step * sin(a), y - rings * step * cos(a)
            over = sum(max(0.0, r + room - hypot(tx - sx, ty - sy)) for tx, ty, r in taken)
            if over < least - 1e-9:
                best, least = Spot(sx, sy), over
            if over == 0:
                return best
    return best
