"""All numbers of the game in one value: ours, or an owner's own charts in their place.

An owner of the printed game puts the figures of its charts into one TOML file (an example is
`examples/charts.toml`) and names it as the option ``charts`` of a new game or in the
environment variable ``SKYLIB_LE_TEMPS_DES_AS_CHARTS``. The file may hold any of ``[[aircraft]]``,
``[[manoeuvre]]``, ``[[marker]]`` and ``[map]``; a row need give only what differs from ours. A
``source`` at its head says where all of it is from, if not from the printed game.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from skylib.core.errors import DataError
from skylib.core.files import read_toml, toml

from . import aircraft, damage, manoeuvres
from . import map as maps
from .aircraft import Sheet
from .damage import Marker
from .manoeuvres import Manoeuvre
from .map import Map
from .sources import OWNERS, origin_of

__all__ = ["Charts", "ours", "read", "parse", "chosen", "VARIABLE"]

VARIABLE = "SKYLIB_LE_TEMPS_DES_AS_CHARTS"


@dataclass(frozen=True, eq=False)
class Charts:
    """Aircraft list, manoeuvre table, markers and map; ``file`` is where they are from."""

    aircraft: Mapping[str, Sheet]
    manoeuvres: Mapping[str, Manoeuvre]
    markers: Mapping[str, Marker]
    map: Map
    counts_source: str = "ours"
    file: str | None = None

    @property
    def cup(self) -> tuple[int, ...]:
        """How many of each marker the full cup holds, in the order of ``markers``."""
        return tuple(m.count for m in self.markers.values())


@lru_cache(maxsize=1)
def ours() -> Charts:
    """The charts that come with the package."""
    markers, counts = damage.load()
    return Charts(aircraft.load(), manoeuvres.load(), markers, maps.load(), counts)


def read(path: str | Path) -> Charts:
    """An owner's charts over ours. Raises `DataError` naming file, row and field."""
    return _merge(read_toml(path), str(path))


def parse(text: str, file: str = "charts.toml") -> Charts:
    """The same from TOML text."""
    return _merge(toml(text, file), file)


def chosen(path: str | None = None) -> Charts:
    """The charts of a game: those named, else those of the environment variable, else ours."""
    path = path or os.environ.get(VARIABLE)
    return read(path) if path else ours()


def _merge(data: dict[str, Any], file: str) -> Charts:
    known = ("aircraft", "manoeuvre", "marker", "map")
    data = dict(data)
    origin = origin_of(data.pop("source", OWNERS), file)
    for key in data:
        if key not in known:
            offer = ", ".join(known)
            raise DataError(f"unknown table; there are {offer}, and source", file=file, field=key)
    if not data:
        raise DataError(f"holds none of {', '.join(known)}", file=file)
    base = ours()
    table = manoeuvres.parse(data.get("manoeuvre", []), file, base.manoeuvres, origin)
    sheets = aircraft.parse(data.get("aircraft", []), file, base.aircraft, table, origin)
    markers = damage.parse(data.get("marker", []), file, base.markers)
    ground = maps.parse(data["map"], file, origin) if "map" in data else base.map
    maps.need_targets(ground, file)
    counts = origin if "marker" in data else base.counts_source
    shorts: dict[str, str] = {}
    for sheet in sheets.values():
        if (other := shorts.setdefault(sheet.short.lower(), sheet.id)) != sheet.id:
            raise DataError(
                f"{sheet.short!r} is the short name of {other} too",
                file=file,
                field=f"aircraft {sheet.id}, short",
            )
    return Charts(sheets, table, markers, ground, counts, file)
