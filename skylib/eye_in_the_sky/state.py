"""A moment of Eye in the Sky, and its text form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from skylib.core.errors import NoSuchHex, PositionError
from skylib.core.hexes import ROWS, Hex

from .board import black_runs, read_runs

if TYPE_CHECKING:
    from .game import EyeInTheSky

__all__ = ["SEATS", "Plane", "State", "read_position", "write_position"]

SEATS = "ABCD"


class Plane(NamedTuple):
    """One pilot: where the plane is, undeveloped photographs, points, flights over the
    edge, and what the pilot does in the last round (empty until then)."""

    hex: Hex
    facing: int
    photos: tuple[Hex, ...] = ()
    score: int = 0
    edges: int = 0
    ending: str = ""  # done, home, flown


class State(NamedTuple):
    """A moment of the game; ``black`` is a mask of the board's hexes."""

    planes: tuple[Plane, ...]
    turn: int
    black: int = 0
    round: int = 1
    phase: str = "play"  # play, last, over
    first: int = 0
    wind: int | None = None  # the facing it blows to


_PLANE = re.compile(
    r"(?P<seat>[A-D]) (?P<hex>\S+) (?P<facing>[A-Z]{1,2})(?: points (?P<points>-?\d{1,6}))?"
    r"(?: edges (?P<edges>\d{1,6}))?(?: (?P<ending>done|home|flown))?"
    r"(?: photos (?P<photos>[\d. ]+))?"
)


def write_position(game: EyeInTheSky, state: State) -> str:
    """A state as text; `read_position` is the inverse."""
    board = game.field.board
    parts = [
        f"{state.phase} round {state.round}",
        f"first {SEATS[state.first]}",
        f"to move {SEATS[state.turn]}",
    ]
    if state.wind is not None:
        parts.append(f"wind {ROWS.facing_name(state.wind)}")
    for seat, plane in zip(SEATS, state.planes, strict=False):
        words = [seat, board.name(plane.hex), ROWS.facing_name(plane.facing)]
        words += [f"points {plane.score}", f"edges {plane.edges}"]
        if plane.ending:
            words.append(plane.ending)
        if plane.photos:
            words.append("photos " + " ".join(board.name(h) for h in plane.photos))
        parts.append(" ".join(words))
    parts.append(f"black {black_runs(board, state.black)}".strip())
    return "; ".join(parts)


def read_position(game: EyeInTheSky, text: str) -> State:
    """A state from its text. Raises `PositionError`."""
    try:
        return _read_state(game, text)
    except NoSuchHex as error:
        raise PositionError(str(error)) from None


def _read_state(game: EyeInTheSky, text: str) -> State:
    board = game.field.board
    planes: dict[str, Plane] = {}
    values: dict[str, str] = {}
    black = 0
    for part in (p.strip() for p in text.split(";")):
        if match := _PLANE.fullmatch(part):
            if match["seat"] in planes:
                raise PositionError(f"pilot {match['seat']} stands twice")
            planes[match["seat"]] = Plane(
                board.hex(match["hex"]),
                ROWS.facing(match["facing"]),
                tuple(board.hex(n) for n in (match["photos"] or "").split()),
                int(match["points"] or 0),
                int(match["edges"] or 0),
                match["ending"] or "",
            )
        elif match := re.fullmatch(r"(play|last|over) round (\d{1,6})", part):
            values["phase"], values["round"] = match[1], match[2]
        elif match := re.fullmatch(r"(first|to move|wind) ([A-Z]{1,2})", part):
            values[match[1]] = match[2]
        elif part == "black" or part.startswith("black "):
            black = read_runs(board, part.split()[1:])
        elif part:
            raise PositionError(f"cannot read {part[:60]!r}")
    seats = SEATS[: game.players]
    if list(planes) != list(seats):
        raise PositionError(f"the pilots are {', '.join(seats)} in this order")
    for key in ("first", "to move"):
        if values.setdefault(key, "A") not in seats:
            raise PositionError(f"{key} is one of {', '.join(seats)}")
    wind = ROWS.facing(values["wind"]) if "wind" in values else None
    if (wind is None) == (game.weather == "wind"):
        raise PositionError("a wind is given exactly if the weather is wind")
    phase = values.get("phase", "play")
    state = State(
        tuple(planes.values()),
        seats.index(values["to move"]),
        black,
        int(values.get("round", 1)),
        phase,
        seats.index(values["first"]),
        wind,
    )
    chosen = [bool(p.ending) for p in state.planes]
    if phase == "play" and any(chosen):
        raise PositionError("a pilot's last choice belongs to the last round")
    if phase == "play" and game.complete(black):
        raise PositionError("the area of interest is wholly black: that is the last round")
    if phase == "last" and chosen[state.turn]:
        raise PositionError(f"{values['to move']} has chosen already")
    if phase == "over" and not all(chosen):
        raise PositionError("the game is over only when every pilot has chosen")
    return state
