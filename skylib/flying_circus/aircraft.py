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
from .datafile import Fields, load_file, load_ours, shown
from .tables import RANGES, TABLES, CombatTable, tables_of

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

_IDENTITY = ("name", "side", "nation", "role", "years")
_FIGURES = ("max_speed", "dive_maximum", "stall", "climb_grades", "ceiling")
_FIELDS = (*_IDENTITY, *_FIGURES, "turn_mode", "front_gun", "rear_gun", "source", "sources")
_GUN_FIELDS = ("mount", "table", "ammunition")
_SOURCED = (
    *_IDENTITY,
    *_FIGURES,
    *("turn_mode", "turn_left", "turn_right"),
    *(gun + part for gun in ("front_gun", "rear_gun") for part in ("", ".mount", ".table")),
    *("front_gun.ammunition", "rear_gun.ammunition"),
)
_FILE_FIELDS = ("name", "replaces", "source", "sources", "aircraft", "table", "introductory")


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
        return _ours()

    @classmethod
    def default(cls) -> Charts:
        """The charts in force: those that the environment variable names, else ours.

        A file is read once. Raises `DataError`, also when there is no such file.
        """
        path = os.environ.get(ENVIRONMENT, "").strip()
        return _cached(path) if path else _ours()

    @classmethod
    def read(cls, path: str | Path) -> Charts:
        """An owner's chart file.

        With ``replaces = "all"`` nothing of ours stays; otherwise each aircraft and each
        table that the file gives takes the place of ours. Raises `DataError` naming file,
        aircraft and field.
        """
        return _read(load_file(path, "charts"))

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
        wanted = _folded(text)
        names = {kind.id: (_folded(kind.id), _folded(kind.name)) for kind in self.types.values()}
        fits = [id for id, folded in names.items() if wanted in folded]
        if not fits and wanted:
            fits = [id for id, folded in names.items() if any(wanted in name for name in folded)]
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


def _folded(text: str) -> str:
    """A name without case, points, spaces and Roman numerals: ``Dr. I`` is ``dr1``."""
    parts = re.findall(r"[a-z]+|\d+", text.lower().replace("½", "1/2"))
    return "".join(_ROMAN.get(part, part) for part in parts)


# ---- reading ------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _ours() -> Charts:
    aircraft = load_ours("aircraft.toml", "charts")
    charts = Charts({}, {}, _NO_TABLE, "")
    charts = _merged(charts, aircraft)
    return _merged(charts, load_ours("tables.toml", "charts"))


@lru_cache(maxsize=4)
def _cached(path: str) -> Charts:
    return Charts.read(path)


_NO_TABLE = CombatTable((), ())


def _read(fields: Fields) -> Charts:
    return _merged(_ours(), fields)


def _merged(base: Charts, fields: Fields) -> Charts:
    """``base`` with what a chart file gives in place of its own."""
    ours = not base.types or base.introductory is _NO_TABLE  # our own two files are being read
    name = fields.text("name", longest=60)
    everything = fields.choice("replaces", ("all", "named"), "named") == "all"
    default = fields.source("source", None)
    common = _sources(fields)
    rows = fields.table("aircraft", "", {})
    given = {id: _type(id, rows, base, default, common, ours) for id in rows.names()}
    tables = tables_of(fields.table("table", "", {}), default)
    introductory = None
    if "introductory" in fields:
        place = fields.table("introductory", "introductory table")
        introductory = CombatTable.of(place, default)
    fields.done(_FILE_FIELDS)
    if everything:
        _complete(fields, base, given, tables, introductory)
    elif not (given or tables or introductory):
        raise fields.error("gives no aircraft and no table")
    return Charts(
        {**base.types, **given},
        dict(sorted({**base.tables, **tables}.items())),
        introductory or base.introductory,
        name,
    )


def _complete(
    fields: Fields,
    base: Charts,
    given: Mapping[str, AircraftType],
    tables: Mapping[int, CombatTable],
    introductory: CombatTable | None,
) -> None:
    """With ``replaces = "all"`` a file gives every type and every table."""
    if missing := [id for id in base.types if id not in given]:
        raise fields.error(f"is missing ({len(missing)} missing in all)", f"aircraft {missing[0]}")
    if missing_tables := [number for number in TABLES if number not in tables]:
        raise fields.error("is missing", f"table {missing_tables[0]}")
    if introductory is None:
        raise fields.error("is missing", "introductory")


def _sources(fields: Fields) -> dict[str, str]:
    """The table ``sources``: field to source."""
    table = fields.table("sources", default={})
    out = {}
    for key in table.names():
        if key not in _SOURCED:
            table.done(_SOURCED)
        out[key] = table.source(key)
    return out


def _type(
    id: str,
    rows: Fields,
    base: Charts,
    default: str | None,
    common: Mapping[str, str],
    ours: bool,
) -> AircraftType:
    known = base.types.get(id)
    if known is None and not ours:
        close = get_close_matches(id, base.types, 1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(base.types)}"
        raise rows.error(f"is no aircraft of the game; {hint}", f"aircraft {shown(id)}")
    row = rows.table(id, f"aircraft {id}")
    own = _sources(row)
    row_default = row.source("source", None)

    def source(name: str) -> str:
        group = name.partition(".")[0] if "." in name else _GROUP.get(name, name)
        for found in (own.get(name), own.get(group), row_default):
            if found:
                return found
        if name in _IDENTITY and known is not None and name not in stated:
            return known.sources[name]
        for found in (common.get(name), common.get(group), default):
            if found:
                return found
        raise row.error("says nowhere where the figure is from (source, sources)", name)

    stated = {name for name in _IDENTITY if name in row}
    identity = _identity(row, known)
    max_speed = row.integer("max_speed", 2, FASTEST)
    stall = row.integer("stall", 1, FASTEST)
    if stall >= max_speed:
        raise row.error(f"must be below the maximum speed {max_speed}, not {stall}", "stall")
    dive_maximum = row.integer("dive_maximum", 1, FASTEST)
    if dive_maximum <= stall:
        raise row.error(
            f"must be above the stall speed {stall}, not {dive_maximum}", "dive_maximum"
        )
    climb_grades = row.integer("climb_grades", 1, 20)
    ceiling = row.integer("ceiling", 1, HIGHEST_LEVEL)
    turn_left, turn_right = _turn_modes(row)
    guns = tuple(gun for position in ("front", "rear") if (gun := _gun(row, position)))
    if not guns:
        raise row.error("has neither a front_gun nor a rear_gun", "front_gun")
    row.done(_FIELDS)
    names = [*_IDENTITY, *_FIGURES, "turn_left", "turn_right"]
    sources = {name: source(name) for name in names}
    for position in ("front", "rear"):
        if any(gun.position == position for gun in guns):
            sources[f"{position}_gun.mount"] = source(f"{position}_gun.mount")
            sources[f"{position}_gun.table"] = source(f"{position}_gun.table")
            sources[f"{position}_gun.ammunition"] = source(f"{position}_gun.ammunition")
        else:
            sources[f"{position}_gun"] = source(f"{position}_gun")
    return AircraftType(
        id,
        **identity,
        max_speed=max_speed,
        dive_maximum=dive_maximum,
        stall=stall,
        climb_grades=climb_grades,
        ceiling=ceiling,
        turn_left=turn_left,
        turn_right=turn_right,
        guns=guns,
        sources=sources,
    )


_GROUP = {"turn_left": "turn_mode", "turn_right": "turn_mode"}


def _identity(row: Fields, known: AircraftType | None) -> dict:
    """Name, side, nation, role and years; the game's own types may leave them out."""

    def default(name: str) -> dict:
        return {} if known is None else {"default": getattr(known, name)}

    name = row.text("name", longest=40, **default("name"))
    nation = row.choice("nation", NATIONS, **default("nation"))
    side = row.choice("side", SIDES, **default("side"))
    if NATIONS[nation] != side:
        raise row.error(f"must be {NATIONS[nation]}, as {nation} aircraft are, not {side}", "side")
    role = row.choice("role", ROLES, **default("role"))
    if "years" in row or known is None:
        years = row.items("years")
        for year in years:
            if type(year) is not int or year not in YEARS:
                raise row.error(f"must be years 1915 to 1919, not {shown(year)}", "years")
        if not years or sorted(set(years)) != years:
            raise row.error("must be one or more years in order, each once", "years")
        years = tuple(years)
    else:
        years = known.years
    return {"name": name, "side": side, "nation": nation, "role": role, "years": years}


def _turn_modes(row: Fields) -> tuple[TurnMode, TurnMode]:
    """``turn_mode = "B"``, or ``{ left = "B", right = "A" }``."""
    if isinstance(row.peek("turn_mode"), dict):
        both = row.table("turn_mode")
        left, right = both.choice("left", TURN_MODES), both.choice("right", TURN_MODES)
        both.done(("left", "right"))
        return left, right  # type: ignore[return-value]
    mode = row.choice("turn_mode", TURN_MODES)
    return mode, mode  # type: ignore[return-value]


def _gun(row: Fields, position: Position) -> Gun | None:
    key = f"{position}_gun"
    if key not in row:
        return None
    gun = row.table(key)
    mounts = MOUNTS[position]
    mount = gun.choice("mount", mounts, *([mounts[0]] if position == "front" else []))
    table = gun.integer("table", TABLES[0], TABLES[-1])
    text = gun.text("ammunition", longest=20)
    match = re.fullmatch(r"([1-9]|10) ?(b|sd|dd)", text)
    if not match:
        raise gun.error(
            f"must be 1 to 10 with b, sd or dd behind it, as in 5b, not {shown(text)}",
            "ammunition",
        )
    gun.done(_GUN_FIELDS)
    return Gun(position, mount, table, int(match[1]), FEEDS[match[2]])  # type: ignore[arg-type]
