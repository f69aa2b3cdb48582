"""The aircraft types and what their charts say ("Aircraft Capability Summary Chart").

The rulebook prints the roster by years and one row of the chart; the rest of ours lies in
``aircraft.toml`` and ``tables.toml``, each figure with its source. Who owns the printed
game brings a chart file of the same form (``example-charts.toml`` explains it): an
argument of `Charts.read`, or the environment variable SKYLIB_FLYING_CIRCUS_CHARTS.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from ..core.errors import SkylibError
from .datafile import shown
from .tables import RANGES, CombatTable

__all__ = [
    "Gun",
    "AircraftType",
    "Charts",
    "Sourced",
    "ENVIRONMENT",
    "HIGHEST_LEVEL",
    "MOUNTS",
    "FEEDS",
    "TURN_MODES",
]

Side = Literal["allied", "german"]
Position = Literal["front", "rear"]
Mount = Literal["fixed", "swivel", "ring"]
Feed = Literal["belt", "single", "double"]
TurnMode = Literal["A", "B", "C", "D"]

ENVIRONMENT = "SKYLIB_FLYING_CIRCUS_CHARTS"
HIGHEST_LEVEL = 22  # "a maximum of 22" altitude markers
FASTEST = 20  # movement points; far above any speed the game knows
YEARS = range(1915, 1920)
SIDES = ("allied", "german")
NATIONS = {"French": "allied", "British": "allied", "German": "german"}
ROLES = ("fighter", "observation")
MOUNTS: Mapping[Position, tuple[Mount, ...]] = {"front": ("fixed",), "rear": ("swivel", "ring")}
TURN_MODES = ("A", "B", "C", "D")
FEEDS: Mapping[str, Feed] = {"b": "belt", "sd": "single", "dd": "double"}  # as printed


@dataclass(frozen=True, slots=True)
class Gun:
    """One gun mount: where it points, which table it uses, how it is fed.

    ``boxes`` is how often it can fire in a game; ``feed`` says when it must reload:
    belt never, single drum after every firing, double drum after every second.
    """

    position: Position
    mount: Mount
    table: int
    boxes: int
    feed: Feed

    @property
    def ammunition(self) -> str:
        """As the chart prints it: ``5b``, ``6sd``, ``8dd``."""
        return f"{self.boxes}{next(k for k, feed in FEEDS.items() if feed == self.feed)}"


@dataclass(frozen=True, slots=True)
class AircraftType:
    """One row of the chart. Speeds are movement points (about 20 km/h each), the ceiling
    a level (thousands of feet), ``climb_grades`` the own movement phases of climbing that
    gain one level. ``sources`` tells of every field where it is from.
    """

    id: str
    name: str
    side: Side
    nation: str
    role: Literal["fighter", "observation"]
    years: tuple[int, ...]
    max_speed: int
    dive_maximum: int
    stall: int
    climb_grades: int
    ceiling: int
    turn_left: TurnMode
    turn_right: TurnMode
    guns: tuple[Gun, ...]
    sources: Mapping[str, str] = field(compare=False, repr=False)

    @property
    def least_speed(self) -> int:
        """The slowest speed it may fly: one above the stall speed."""
        return self.stall + 1

    @property
    def endurance(self) -> int:
        """Damage points that shoot it down: from the maximum speed to the stall speed."""
        return self.max_speed - self.stall

    @property
    def dive_levels(self) -> int:
        """Levels that it can dive in one phase: the first free, each further five points."""
        return 1 + min(self.max_speed, self.dive_maximum) // 5

    def gun(self, position: Position) -> Gun | None:
        """The front or the rear gun, or None."""
        return next((gun for gun in self.guns if gun.position == position), None)

    def source(self, name: str) -> str:
        """Where a field is from: ``printed``, ``derived: section`` or ``ours: where from``.

        Names are those of this class; of a gun ``front_gun.table`` and so on.
        """
        try:
            return self.sources[name]
        except KeyError:
            raise SkylibError(f"{self.name} has no field {name!r} with a source") from None

    @property
    def ours(self) -> tuple[str, ...]:
        """The fields whose figures are ours, because the rulebook's chart is lost."""
        return tuple(name for name, source in self.sources.items() if source.startswith("ours"))

    def __str__(self) -> str:
        return self.name


class Sourced(NamedTuple):
    """One figure with its source: where it stands, what it is, where it is from."""

    place: str
    value: int | str
    source: str


@dataclass(frozen=True, slots=True)
class Charts:
    """All that the charts of the box say: aircraft types, combat tables, the introductory one."""

    types: Mapping[str, AircraftType]
    tables: Mapping[int, CombatTable]
    introductory: CombatTable
    name: str

    @classmethod
    def ours(cls) -> Charts:
        """The charts that come with the program."""
        return _cached("")

    @classmethod
    def default(cls) -> Charts:
        """The charts in force: those that the environment variable names, else ours.

        A file is read once. Raises `DataError`, also when there is no such file.
        """
        return _cached(os.environ.get(ENVIRONMENT, "").strip())

    @classmethod
    def read(cls, path: str | Path) -> Charts:
        """An owner's chart file.

        With ``replaces = "all"`` nothing of ours stays; otherwise each aircraft and each
        table that the file gives takes the place of ours. Raises `DataError` naming file,
        aircraft and field.
        """
        from .chartfile import read_charts  # which needs this module's values

        return read_charts(path)

    def __getitem__(self, id: str) -> AircraftType:
        try:
            return self.types[id]
        except KeyError:
            close = get_close_matches(str(id), self.types, 1)
            hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(self.types)}"
            raise SkylibError(f"there is no aircraft type {shown(id)}; {hint}") from None

    def find(self, text: str) -> AircraftType:
        """A type by its id or name, however it is written: ``Dr. I``, ``dr1``, ``camel``.

        Raises `SkylibError` if nothing, or more than one type, fits.
        """
        wanted = _words(text)
        names = {id: (_words(id), _words(kind.name)) for id, kind in self.types.items()}
        fits: list[str] = []
        for fit in (_same, _within) if wanted else ():
            fits = fits or [id for id, both in names.items() if any(fit(wanted, n) for n in both)]
        if len(fits) == 1:
            return self.types[fits[0]]
        if fits:
            raise SkylibError(f"{shown(text)} may be {', '.join(fits)}")
        return self[text.strip()]

    def available(self, side: str, year: int, role: str | None = None) -> tuple[AircraftType, ...]:
        """The types of a side in a year, as the Aircraft Available Chart lists them."""
        return tuple(
            kind
            for kind in self.types.values()
            if kind.side == side and year in kind.years and role in (None, kind.role)
        )

    def table(self, gun: Gun) -> CombatTable:
        """The combat table of a gun."""
        return self.tables[gun.table]

    def figures(self) -> Iterator[Sourced]:
        """Every figure of the charts with its source: aircraft first, then the tables."""
        for kind in self.types.values():
            for name, source in kind.sources.items():
                yield Sourced(f"{kind.name}, {name}", _figure(kind, name), source)
        named = [("introductory table", self.introductory)]
        named += [(f"table {number}", table) for number, table in self.tables.items()]
        for title, table in named:
            for die, row in enumerate(table.rows, 1):
                for range_, value in zip(RANGES, row):
                    place = f"{title}, die {die}, range {range_}"
                    yield Sourced(place, value, table.source(die, range_))


def _figure(kind: AircraftType, name: str) -> int | str:
    if name.startswith(("front_gun", "rear_gun")):
        part, _, which = name.partition(".")
        gun = kind.gun("front" if part == "front_gun" else "rear")
        return "none" if gun is None else getattr(gun, which)
    value = getattr(kind, name)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value


_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7"}


def _words(text: str) -> list[str]:
    """The words and numbers of a name, without case and Roman numerals: ``Dr. I`` is dr 1."""
    parts = re.findall(r"[a-z]+|\d+", text.lower().replace("½", " 1/2"))
    return [_ROMAN.get(part, part) for part in parts]


def _same(wanted: list[str], name: list[str]) -> bool:
    return "".join(wanted) == "".join(name)


def _within(wanted: list[str], name: list[str]) -> bool:
    """Whether the words stand in the name, one after the other."""
    return any(name[i : i + len(wanted)] == wanted for i in range(len(name)))


@lru_cache(maxsize=4)
def _cached(path: str) -> Charts:
    """The charts of a file, or ours; read once."""
    from .chartfile import our_charts, read_charts

    return read_charts(path) if path else our_charts()
