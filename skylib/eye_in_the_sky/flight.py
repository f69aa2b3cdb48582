"""Moves and flights of Eye in the Sky (rulebook: The turn)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

from skylib.core.errors import DataError, MoveTextError, SkylibError, no_move
from skylib.core.files import read_toml, toml
from skylib.core.hexes import ROWS, Board, Hex

__all__ = [
    "FORMS",
    "Fly",
    "Home",
    "Move",
    "PlaneType",
    "Spiral",
    "flight_moves",
    "load_plane",
    "path",
]


class Spiral(NamedTuple):
    """Stay in the hex and take a facing (EYE-SPIRAL)."""

    facing: int

    def __str__(self) -> str:
        return f"spiral {ROWS.facing_name(self.facing)}"


class Fly(NamedTuple):
    """Fly ``distance`` hexes ahead, turn ``turn`` sides (right positive), and perhaps
    photograph the hex reached after ``photo`` hexes, 0 being the start (EYE-FLY)."""

    distance: int
    turn: int = 0
    photo: int | None = None

    def __str__(self) -> str:
        text = f"fly {self.distance}"
        if self.turn:
            text += " left" if self.turn < 0 else " right"
            if abs(self.turn) > 1:
                text += f" {abs(self.turn)}"
        if self.photo is not None:
            text += " photo start" if self.photo == 0 else f" photo {self.photo}"
        return text


class Home(NamedTuple):
    """In the last round: back to the runway at once (EYE-LAST-ROUND)."""

    def __str__(self) -> str:
        return "home"


Move = Spiral | Fly | Home

_FLY = re.compile(r"fly (\d+)(?: (left|right)(?: (\d))?)?(?: photo (start|end|\d+(?:\.\d+)?))?")


FORMS = ("fly 3", "fly 4 left photo 2", "spiral NE", "home")


def parse_move(
    text: str, board: Board, hex: Hex, facing: int, forms: Sequence[str] = FORMS
) -> Move:
    """A move from its text. A photograph may also be named by its hex (``photo 26.4``).

    Raises `MoveTextError` for text that is no move; ``forms`` it says are understood.
    """
    words = " ".join(text.lower().replace(",", " ").split())
    if words == "home":
        return Home()
    if match := re.fullmatch(r"spiral (e|se|sw|w|nw|ne)", words):
        return Spiral(ROWS.facing(match[1]))
    match = _FLY.fullmatch(words)
    if not match or len(match[1]) > 2:
        raise no_move(text, forms)
    distance = int(match[1])
    turn = int(match[3] or 1) * (-1 if match[2] == "left" else 1) if match[2] else 0
    photo: int | None = None
    if (where := match[4]) == "start":
        photo = 0
    elif where == "end":
        photo = distance
    elif where and "." in where:
        along = [hex, *path(hex, facing, distance)]
        names = {board.names[board.index[h]]: i for i, h in enumerate(along) if h in board}
        if where not in names:
            raise MoveTextError(
                f"hex {where} does not lie along this flight; it touches {', '.join(names)}"
            )
        photo = names[where]
    elif where:
        photo = int(where)
    return Fly(distance, turn, photo)


def path(hex: Hex, facing: int, distance: int) -> tuple[Hex, ...]:
    """The hexes of a straight flight, without the start; some may lie off the board."""
    q, r = hex
    dq, dr = ROWS.steps[facing]
    return tuple(Hex(q + dq * n, r + dr * n) for n in range(1, distance + 1))


@dataclass(frozen=True)
class PlaneType:
    """What a plane can do: see planes.toml."""

    name: str
    source: str
    distances: tuple[int, ...]
    left: int
    right: int
    spiral: bool

    @property
    def turns(self) -> tuple[int, ...]:
        """Sides it may turn at the end of a flight, none first, left before right."""
        return (0, *range(-1, -self.left - 1, -1), *range(1, self.right + 1))


def flight_moves(
    plane: PlaneType,
    distances: tuple[int, ...],
    board: Board,
    hex: Hex,
    facing: int,
    with_end: bool,
) -> tuple[Fly, ...]:
    """Every flying move from a hex: distance, turn, photograph.

    A flight over the edge does not turn, since the plane is put back facing the other
    way; it may photograph every hex of the board that it touched (EYE-EDGE).
    """
    moves: list[Fly] = []
    for distance in distances:
        inside = 0
        for h in path(hex, facing, distance):
            if h not in board:
                break
            inside += 1
        over_edge = inside < distance
        last = inside if over_edge or with_end else distance - 1
        photos = (None, *range(last + 1))
        for turn in (0,) if over_edge else plane.turns:
            moves += [Fly(distance, turn, photo) for photo in photos]
    return tuple(moves)


@lru_cache
def known_planes() -> dict[str, PlaneType]:
    """The planes that come with the library."""
    text = resources.files(__package__).joinpath("planes.toml").read_text("utf-8")
    return {k: _plane(k, v, "planes.toml") for k, v in toml(text, "planes.toml").items()}


def load_plane(name: str = "standard") -> PlaneType:
    """A plane by name, or the single plane of a teacher's TOML file.

    Raises `SkylibError` for an unknown name, `DataError` for a file that does not fit.
    """
    if name.endswith(".toml"):
        data = read_toml(name)
        if len(data) != 1:
            raise DataError(f"holds one plane, not {len(data)}", file=name)
        ((key, value),) = data.items()
        return _plane(key, value, name)
    planes = known_planes()
    if name not in planes:
        raise SkylibError(
            f"there is no plane {name!r}; there are {', '.join(planes)}, "
            "or the path of a .toml file"
        )
    return planes[name]


def _plane(key: str, data: Any, file: str) -> PlaneType:
    def fail(field: str, message: str) -> DataError:
        return DataError(message, file=file, field=f"{key}.{field}")

    if not isinstance(data, dict):
        raise DataError("is no table", file=file, field=key)
    if extra := sorted(set(data) - {"name", "source", "distances", "left", "right", "spiral"}):
        raise fail(extra[0], "is no field of a plane")
    if not isinstance(data.get("name"), str):
        raise fail("name", "is missing or not text")
    if data.get("source") not in ("printed", "derived", "ours"):
        raise fail("source", "is printed, derived or ours")
    distances = data.get("distances")
    if (
        not isinstance(distances, list)
        or not distances
        or not all(type(d) is int and 1 <= d <= 9 for d in distances)
        or sorted(set(distances)) != distances
    ):
        raise fail("distances", f"are rising whole numbers 1 to 9, not {distances!r}")
    for side in ("left", "right"):
        if type(data.get(side)) is not int or not 0 <= data[side] <= 2:
            raise fail(side, f"is 0, 1 or 2 hex sides, not {data.get(side)!r}")
    if not isinstance(data.get("spiral"), bool):
        raise fail("spiral", "is true or false")
    return PlaneType(
        data["name"], data["source"], tuple(distances), data["left"], data["right"], data["spiral"]
    )
