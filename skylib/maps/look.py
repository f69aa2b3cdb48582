"""What each kind of thing looks like. Nothing else in the library names a colour.

Colours are those of Okabe and Ito; nothing is told by colour alone: sides differ in shape
and letter, areas in hatch and line, the four marks in form. `pairs` lists every text and
every mark with the ground it may stand on; a test holds them to a contrast of 4.5 and 3.
Lengths are hex widths where they scale with the map, CSS pixels where they do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

__all__ = [
    "AREAS",
    "BEADS",
    "GROUNDS",
    "INK",
    "MARKS",
    "PATHS",
    "SIDES",
    "TOKENS",
    "AreaLook",
    "GroundLook",
    "PathLook",
    "SideLook",
    "area",
    "bead",
    "contrast",
    "counter_scale",
    "ground",
    "mark_scale",
    "pairs",
    "path",
    "side",
    "table",
    "text_size",
    "token",
]

INK = "#16202e"  # lines and letters
SOFT_INK = "#4a5160"  # row and column numbers
PAPER = "#ffffff"  # boxes behind text, the light half of double lines
PAGE = "#fdfcf8"  # around the board
GRID = "#807b66"


@dataclass(frozen=True, slots=True)
class SideLook:
    """A side: its colour, a dark one for lines, a pale one for ghosts, its wing shape."""

    colour: str
    dark: str
    pale: str
    name: str
    shape: str


SIDES = (
    SideLook("#0072B2", "#00527f", "#d3e6f2", "blue", "square wings"),
    SideLook("#D55E00", "#943f00", "#f9dfcc", "vermillion", "swept wings"),
    SideLook("#009E73", "#006348", "#cfece3", "green", "round wings"),
    SideLook("#CC79A7", "#8c3f6a", "#f5e3ed", "purple", "bird wings"),
)


def side(number: int | None) -> SideLook:
    """The look of a side; sides beyond the fourth begin again."""
    return SIDES[(number or 0) % len(SIDES)]


@dataclass(frozen=True, slots=True)
class GroundLook:
    """Ground: the fill of its hexes, the sign in each, a line around all of them."""

    fill: str
    name: str
    sign: str = ""
    ink: str = INK
    border: str = ""
    dash: tuple[float, ...] = ()


GROUNDS = {
    "field": GroundLook("#f6f3e8", "open ground"),
    "aoi": GroundLook("#ece2bd", "area of interest", border="#6b5500", dash=(7, 4)),
    "runway": GroundLook("#d9dade", "runway", "runway", "#4b5058", "#4b5058"),
    "artillery": GroundLook("#efd9d0", "artillery", "gun", "#7d2a10"),
    "water": GroundLook("#dbe9f2", "water", "waves", "#2f5f7a"),
    "allied-trench": GroundLook("#dde7f0", "Allied trench", "zigzag", "#3b6186", "#3b6186"),
    "german-trench": GroundLook("#f1dfd6", "German trench", "crenel", "#93502f", "#93502f"),
    # The front between the trench hexes: the same signs on open ground, without a border.
    "allied-line": GroundLook("#f6f3e8", "Allied line, only drawn", "zigzag", "#3b6186"),
    "german-line": GroundLook("#f6f3e8", "German line, only drawn", "crenel", "#93502f"),
    "objective": GroundLook("#f3e6a8", "objective", "target", "#5c4a00"),
    "city": GroundLook("#e2dcd6", "city", "houses", "#5d534a"),
    "wood": GroundLook("#dcead3", "wood", "trees", "#3f6a2c"),
    "zone": GroundLook("#efeaf3", "zone", border="#6a4c86", dash=(2, 3)),
}
_OTHER_GROUND = GroundLook("#e9e6e0", "", "dot", "#5a5648", "#5a5648")


def ground(kind: str) -> GroundLook:
    """The look of ground; plain grey with a dot for a kind that is not in the list."""
    return GROUNDS.get(kind, _OTHER_GROUND)


@dataclass(frozen=True, slots=True)
class AreaLook:
    """An area: tint, hatch, and a double outline, light outside and dark inside.

    ``dots`` puts a black marker into each hex. ``own`` takes the side's dark colour for
    line and hatch where the area belongs to a side.
    """

    name: str
    tint: str = PAPER
    alpha: float = 0.0
    hatch: str = ""  # / \ x - | . or none
    step: float = 9  # pixels between the hatch lines
    ink: str = INK
    line: str = INK
    width: float = 2.0
    dash: tuple[float, ...] = ()
    dots: bool = False
    own: bool = True


AREAS = {
    "reach": AreaLook("in reach", PAPER, 0.45, "/", 9, "#2f5d7c", INK, 2.2),
    "fire": AreaLook("field of fire", "#D55E00", 0.10, "x", 10, "#9a3d00", "#7a2f00", 2.2),
    "fire-dead": AreaLook("out of the gun's sight", "#808080", 0.12, "-", 7, "#595959", "#474747"),
    "reported": AreaLook(
        "already photographed", "#000000", 0.16, "", 8, "#000000", "#000000", 1.6, (), True, False
    ),
    "footprint": AreaLook(
        "seen by a photograph", "#56B4E9", 0.22, "|", 8, "#00527f", "#00527f", 2.0, (6, 3)
    ),
    "fan": AreaLook("fan", "#CC79A7", 0.12, "\\", 9, "#7d3560", "#7d3560", 2.0, (9, 3, 2, 3)),
    "zone": AreaLook("zone", "#6a4c86", 0.06, "", 9, "#6a4c86", "#5a3d75", 2.0, (2, 4)),
    "goal": AreaLook("goal", "#F0E442", 0.45, "", 8, "#5c4a00", "#5c4a00", 3.4, own=False),
}
_OTHER_AREA = AreaLook("area", "#808080", 0.10, ".", 9, "#4a4a4a", "#333333", 2.0, (5, 3))


def area(kind: str) -> AreaLook:
    """The look of an area; grey with dots for a kind that is not in the list."""
    return AREAS.get(kind, _OTHER_AREA)


@dataclass(frozen=True, slots=True)
class PathLook:
    """A line from hex to hex, dark on a light casing."""

    name: str
    width: float = 3.0
    dash: tuple[float, ...] = ()
    line: str = INK
    end: str = ""  # arrow, cross or none
    own: bool = True


PATHS = {
    "flown": PathLook("flown", 3.4, (), end="arrow"),
    "planned": PathLook("planned", 3.0, (9, 5), end="arrow"),
    "ghost": PathLook("tried", 2.6, (2, 4), "#454b57", end="arrow"),
    "measured": PathLook("measured", 2.4, (2, 3), "#454b57", "cross", own=False),
    "line-of-fire": PathLook("line of fire", 2.4, (12, 3, 2, 3), "#8a1c00", "cross", own=False),
}
_OTHER_PATH = PathLook("line", 2.4, (4, 3), "#333333")


def path(kind: str) -> PathLook:
    """The look of a line; short dashes for a kind that is not in the list."""
    return PATHS.get(kind, _OTHER_PATH)


BEADS = {
    "": (PAPER, INK),
    "seen": ("#bfe5d8", "#00452f"),
    "unseen": ("#e9e9e9", "#3d3d3d"),
    "turn": ("#fbe3a1", "#4a3300"),
    "fire": ("#f9d5bd", "#7a2f00"),
}
"""Kind of bead on a path: fill and ink. Seen beads have a full ring, unseen a broken one."""


def bead(kind: str) -> tuple[str, str]:
    """Fill and ink of a bead; plain for a kind that is not in the list."""
    return BEADS.get(kind, BEADS[""])


TOKENS = {
    "photo": ("square", "photograph"),
    "damage": ("burst", "damage"),
    "objective": ("diamond", "objective"),
    "gun": ("triangle", "gun"),
    "wreck": ("cross", "wreck"),
    "bombed": ("cross", "hit by bombs"),
    "flak": ("burst", "anti-aircraft fire"),
}


def token(kind: str) -> tuple[str, str]:
    """The form and the name of a token; a disc for a kind that is not in the list."""
    return TOKENS.get(kind, ("disc", kind.replace("-", " ")))


class MarkLook(NamedTuple):
    """A mark: its form, its colour, what it is called."""

    form: str
    colour: str
    name: str


MARKS = {
    "selected": MarkLook("hexagon, thick line", "#000000", "selected"),
    "legal": MarkLook("disc", "#00527f", "may be chosen"),
    "last": MarkLook("hexagon, dashed line", "#6b2f52", "last move"),
    "hint": MarkLook("star", "#F0E442", "hint"),
}

# ---- sizes -------------------------------------------------------------------------

COUNTER = 1.1  # length of an aircraft in hexes, where hexes are large enough
LEAST_COUNTER = 36.0  # and its least length in pixels


def counter_scale(hex_pixels: float) -> float:
    """Length of a counter in hexes when a hex is that many pixels wide."""
    return max(COUNTER, LEAST_COUNTER / hex_pixels)


ROOMY = 1.2  # counters of this length or less lie inside their hexes


def mark_scale(counter: float) -> float:
    """Size of the line around a hex with a counter of that length, in hexes."""
    return 1.15 * counter if counter > ROOMY else 1.0


def text_size(hex_pixels: float, hexes: float, least: float = 10.5, most: float = 30.0) -> float:
    """Height of text in pixels: so many hexes, within bounds that can be read."""
    return min(most, max(least, hexes * hex_pixels))


# ---- contrast ----------------------------------------------------------------------


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """The contrast of two colours (``#rrggbb``) as WCAG 2 counts it, 1 to 21."""
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


def mixed(below: str, above: str, alpha: float) -> str:
    """The colour of ``above`` laid over ``below`` with that opacity."""
    pairs = [(int(below[i : i + 2], 16), int(above[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(b + (a - b) * alpha):02x}" for b, a in pairs)


class Pair(NamedTuple):
    """Something seen on something else, and the least contrast it must have."""

    what: str
    colour: str
    on: str
    least: float


def pairs() -> Iterator[Pair]:
    """Every text and every mark with every ground it may stand on."""
    text, mark = 4.5, 3.0
    yield Pair("letter on the roundel, level in its box", INK, PAPER, text)
    yield Pair("row and column numbers", SOFT_INK, PAGE, text)
    yield Pair("border of the board", INK, PAGE, mark)
    for name, (fill, ink) in BEADS.items():
        yield Pair(f"bead {name or 'plain'}", ink, fill, text)
    for s in SIDES:
        yield Pair(f"token letter, {s.name}", s.dark, PAPER, text)
        yield Pair(f"line, {s.name}", s.dark, PAPER, mark)
        yield Pair(f"counter's outline on the counter, {s.name}", PAPER, INK, mark)
        yield Pair(f"counter's outline on a ghost, {s.name}", s.dark, s.pale, mark)
    for kind, g in [*GROUNDS.items(), ("other", _OTHER_GROUND)]:
        yield Pair(f"grid on {kind}", GRID, g.fill, mark)
        yield Pair(f"counter's outline on {kind}", INK, g.fill, mark)
        if g.sign:
            yield Pair(f"sign of {kind}", g.ink, g.fill, mark)
        if g.border:
            yield Pair(f"border of {kind}", g.border, g.fill, mark)
        for a, area_ in [*AREAS.items(), ("other", _OTHER_AREA)]:
            under = mixed(g.fill, area_.tint, area_.alpha)
            yield Pair(f"line of {a} on {kind}", area_.line, under, mark)
            yield Pair(f"hatch of {a} on {kind}", area_.ink, under, mark)
            if g.sign:
                yield Pair(f"sign of {kind} under {a}", g.ink, under, mark)
            if area_.own:
                for s in SIDES:
                    yield Pair(f"{s.name} line of {a} on {kind}", s.dark, under, mark)
        for p in [*PATHS.values(), _OTHER_PATH]:
            yield Pair(f"{p.name} path on its casing", p.line, PAPER, mark)
        for m in MARKS.values():
            ink = INK if m.form == "star" else m.colour  # the star is seen by its outline
            yield Pair(f"{m.name} on {kind}", ink, g.fill, mark)


def table() -> dict[str, Any]:
    """All of it as plain data for the browser; the last entry of each is the default."""

    def plain(looks: dict[str, Any], other: Any) -> dict[str, Any]:
        return {k: asdict(v) for k, v in looks.items()} | {"": asdict(other)}

    return {
        "ink": INK,
        "soft": SOFT_INK,
        "paper": PAPER,
        "counter": [COUNTER, LEAST_COUNTER],
        "roomy": ROOMY,
        "sides": [[s.colour, s.dark, s.pale] for s in SIDES],
        "areas": plain(AREAS, _OTHER_AREA),
        "paths": plain(PATHS, _OTHER_PATH),
        "beads": {k: list(v) for k, v in BEADS.items()},
        "tokens": {k: v[0] for k, v in TOKENS.items()},
        "marks": {k: m.colour for k, m in MARKS.items()},
    }
