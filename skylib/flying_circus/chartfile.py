"""Reading chart files: ``aircraft.toml`` and ``tables.toml``, or an owner's own.

``example-charts.toml`` explains the form. See `skylib.flying_circus.aircraft.Charts`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from .aircraft import (
    FEEDS,
    HIGHEST_LEVEL,
    MOUNTS,
    NATIONS,
    ROLES,
    SIDES,
    TURN_MODES,
    YEARS,
    AircraftType,
    Charts,
    Gun,
    Position,
    TurnMode,
)
from .datafile import Fields, load_file, load_ours, shown
from .tables import TABLES, CombatTable, tables_of

__all__ = ["our_charts", "read_charts"]

FASTEST = 20  # movement points; far above any speed the game knows

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
class _Contents:
    """What one file gives."""

    name: str
    types: Mapping[str, AircraftType]
    tables: Mapping[int, CombatTable]
    introductory: CombatTable | None


def our_charts() -> Charts:
    """The charts that come with the program."""
    aircraft = _contents(load_ours("aircraft.toml", "charts"), None)
    tables = _contents(load_ours("tables.toml", "charts"), None)
    assert tables.introductory is not None
    return Charts(aircraft.types, tables.tables, tables.introductory, aircraft.name)


def read_charts(path: str | Path) -> Charts:
    """Our charts with what an owner's file gives in their place. Raises `DataError`."""
    base = Charts.ours()
    given = _contents(load_file(path, "charts"), base)
    return Charts(
        {**base.types, **given.types},
        {**base.tables, **given.tables},
        given.introductory or base.introductory,
        given.name,
    )


def _contents(fields: Fields, base: Charts | None) -> _Contents:
    """What a file gives; ``base`` are the charts that it changes (None: the file is ours)."""
    name = fields.text("name", longest=60)
    everything = fields.choice("replaces", ("all", "named"), "named") == "all"
    default = fields.source("source", None)
    common = _sources(fields)
    rows = fields.table("aircraft", "", {})
    types = {id: _type(id, rows, base, default, common) for id in rows.names()}
    tables = tables_of(fields.table("table", "", {}), default)
    introductory = None
    if "introductory" in fields:
        place = fields.table("introductory", "introductory table")
        introductory = CombatTable.of(place, default)
    fields.done(_FILE_FIELDS)
    contents = _Contents(name, types, tables, introductory)
    if everything and base is not None:
        _complete(fields, base, contents)
    elif not (types or tables or introductory):
        raise fields.error("gives no aircraft and no table")
    return contents


def _complete(fields: Fields, base: Charts, given: _Contents) -> None:
    """With ``replaces = "all"`` a file gives every type and every table."""
    missing = [f"aircraft {id}" for id in base.types if id not in given.types]
    missing += [f"table {number}" for number in TABLES if number not in given.tables]
    missing += [] if given.introductory else ["introductory"]
    if missing:
        more = f"; {len(missing)} parts are" if len(missing) > 1 else ""
        raise fields.error(f'is missing, though replaces = "all"{more}', missing[0])


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
    base: Charts | None,
    default: str | None,
    common: Mapping[str, str],
) -> AircraftType:
    known = base.types.get(id) if base else None
    if base and known is None:
        close = get_close_matches(id, base.types, 1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(base.types)}"
        raise rows.error(f"is no aircraft of the game; {hint}", f"aircraft {shown(id)}")
    row = rows.table(id, f"aircraft {id}")
    own = _sources(row)
    row_default = row.source("source", None)

    def source(name: str) -> str:
        group = name.partition(".")[0] if "." in name else _GROUP.get(name, name)
        if found := own.get(name) or own.get(group):
            return found
        if known is not None and name in _IDENTITY and identity[name] == getattr(known, name):
            return known.sources[name]  # written out or not, it is the rulebook's
        for found in (row_default, common.get(name), common.get(group), default):
            if found:
                return found
        raise row.error("says nowhere where the figure is from (source, sources)", name)

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


def _identity(row: Fields, known: AircraftType | None) -> dict[str, Any]:
    """Name, side, nation, role and years; the game's own types may leave them out."""

    def default(name: str) -> dict[str, Any]:
        return {} if known is None else {"default": getattr(known, name)}

    name = row.text("name", longest=40, **default("name"))
    nation = row.choice("nation", NATIONS, **default("nation"))
    side = row.choice("side", SIDES, **default("side"))
    if NATIONS[nation] != side:
        raise row.error(f"must be {NATIONS[nation]}, as {nation} aircraft are, not {side}", "side")
    if known is not None and side != known.side:
        raise row.error(f"is {known.side} in every scenario, not {side}", "side")
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
