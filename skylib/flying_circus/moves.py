"""The moves of the standard game and their text.

::

    objective E              the hex to photograph, chosen in secret
    objective drawn          the same, drawn with a die
    height 5                 the level at which all aircraft enter
    A1 enters 0112 SE        the edge hex and the facing with which it comes in
    A1 speed 8 climb         a plan announced before anything is flown
    A1 speed 8 climb: F F L  a plan (announced now or before) and its flight
    A1 speed 7 dive 2: D F F progress 3
    A1 fire front at G2
    A1 strafe front
    trench fire at G1        battery fire at G1
    pass                     no further fire in this combat phase
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from skylib.core.errors import MoveTextError, NoSuchHex, no_move
from skylib.core.hexes import COLUMNS, Board, Hex

from .movement import Flight, Plan

__all__ = [
    "Objective",
    "Height",
    "Enter",
    "Announce",
    "Fly",
    "Fire",
    "Strafe",
    "GroundFire",
    "Pass",
    "Move",
    "Shot",
    "EXAMPLES",
    "parse_common",
    "parse_move",
]


@dataclass(frozen=True, slots=True)
class Objective:
    """The hex to photograph, by its letter; None to draw it with a die."""

    letter: str | None

    def __str__(self) -> str:
        return f"objective {self.letter or 'drawn'}"


@dataclass(frozen=True, slots=True)
class Height:
    """The level at which all aircraft enter."""

    level: int

    def __str__(self) -> str:
        return f"height {self.level}"


@dataclass(frozen=True, slots=True)
class Enter:
    """Where an aircraft comes onto the map: the edge hex it first enters, and its facing."""

    id: str
    name: str  # of the hex
    facing: int

    def __str__(self) -> str:
        return f"{self.id} enters {self.name} {COLUMNS.facing_name(self.facing)}"


@dataclass(frozen=True, slots=True)
class Announce:
    """The altitude and speed decisions for an aircraft that flies later in this phase."""

    id: str
    plan: Plan

    def __str__(self) -> str:
        return f"{self.id} {self.plan}"


@dataclass(frozen=True, slots=True)
class Fly:
    """A plan and its flight. ``progress`` sets the climb marker after a dive."""

    id: str
    plan: Plan
    flight: Flight
    progress: int | None = None

    def __str__(self) -> str:
        progress = "" if self.progress is None else f" progress {self.progress}"
        return f"{self.id} {self.plan}: {self.flight}{progress}"


@dataclass(frozen=True, slots=True)
class Fire:
    """One gun's fire at one target."""

    id: str
    gun: str  # front or rear
    target: str

    def __str__(self) -> str:
        return f"{self.id} fire {self.gun} at {self.target}"


@dataclass(frozen=True, slots=True)
class Strafe:
    """A gun's fire at the trench or artillery hex below."""

    id: str
    gun: str

    def __str__(self) -> str:
        return f"{self.id} strafe {self.gun}"


@dataclass(frozen=True, slots=True)
class GroundFire:
    """Fire of the trench or the battery below an aircraft."""

    position: str  # trench or battery
    target: str

    def __str__(self) -> str:
        return f"{self.position} fire at {self.target}"


@dataclass(frozen=True, slots=True)
class Pass:
    """No further fire of this side in this combat phase."""

    def __str__(self) -> str:
        return "pass"


Shot = Fire | Strafe | GroundFire
Move = Objective | Height | Enter | Announce | Fly | Fire | Strafe | GroundFire | Pass

_ID = r"(?P<id>[a-z]\d)"
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(text, re.IGNORECASE))
    for name, text in (
        ("pass", r"pass"),
        ("objective", r"objective (?P<letter>[a-z]|drawn)"),
        ("height", r"height (?P<level>\d{1,2})"),
        ("enter", rf"{_ID} enters? (?P<hex>\d{{4}}) (?P<facing>[a-z]{{1,2}})"),
        (
            "fly",
            rf"{_ID} (?P<plan>speed [^:]+?) ?: ?(?P<flight>[^:]*?)"
            r"( progress (?P<progress>\d{1,2}))?",
        ),
        ("announce", rf"{_ID} (?P<plan>speed [^:]+)"),
        ("fire", rf"{_ID} fires? (?P<gun>front|rear) at (?P<target>[a-z]\d)"),
        ("strafe", rf"{_ID} strafes? (?P<gun>front|rear)"),
        ("ground", r"(?P<position>trench|battery) fires? at (?P<target>[a-z]\d)"),
    )
)
EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "objective": ("objective E", "objective drawn"),
    "height": ("height 5",),
    "move": ("A1 enters 0112 SE", "A1 speed 8", "A1 speed 8: F F L F", "A1 speed 7 dive 2: D F F"),
    "fire": ("A1 fire front at G1", "A1 strafe front", "trench fire at G1", "pass"),
}
"""What moves look like in each step of a phase."""
_LONGEST = 300


def parse_move(text: str, step: str | None = None) -> Move:
    """Read a move; upper and lower case and blanks do not matter.

    Raises `MoveTextError`, which says what is understood in that step, or in all of them.
    """
    words = " ".join(text.split())
    for name, form in _FORMS:
        if len(words) <= _LONGEST and (match := form.fullmatch(words)):
            return _made(name, match.groupdict())
    known = EXAMPLES[step] if step in EXAMPLES else tuple(chain(*EXAMPLES.values()))
    raise no_move(text, known)


def parse_common(text: str) -> Enter | Pass | None:
    """A move that the introductory game has too, or None. Raises `MoveTextError`."""
    words = " ".join(text.split())
    for name, form in _FORMS:
        if name in ("pass", "enter") and (match := form.fullmatch(words)):
            return _made(name, match.groupdict())  # type: ignore[return-value]
    return None


def _made(name: str, part: dict[str, str | None]) -> Move:
    def of(key: str) -> str:
        return (part[key] or "").strip()

    match name:
        case "pass":
            return Pass()
        case "objective":
            letter = of("letter").upper()
            return Objective(None if letter == "DRAWN" else letter)
        case "height":
            return Height(int(of("level")))
        case "ground":
            return GroundFire(of("position").lower(), of("target").upper())
    id = of("id").upper()
    match name:
        case "enter":
            try:
                return Enter(id, of("hex"), COLUMNS.facing(of("facing")))
            except NoSuchHex as error:
                raise MoveTextError(str(error)) from None
        case "announce":
            return Announce(id, Plan.parse(of("plan")))
        case "fly":
            progress = part["progress"]
            return Fly(
                id,
                Plan.parse(of("plan")),
                Flight.parse(of("flight")),
                None if progress is None else int(progress),
            )
        case "fire":
            return Fire(id, of("gun").lower(), of("target").upper())
    return Strafe(id, of("gun").lower())


def start_of(board: Board, move: Enter) -> Hex:
    """The hex off the board from which an entry's first step leads onto the map."""
    return COLUMNS.neighbour(board.hex(move.name), move.facing + 3)
