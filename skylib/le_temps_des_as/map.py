"""The map (2, 12): its hexes, the zones A to C by 1 to 4, edges, white dots, entries and exits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from typing import Any

from skylib.core.errors import DataError, NoSuchHex
from skylib.core.files import toml
from skylib.core.hexes import Board, Hex

from .sources import Table, origin_of

__all__ = ["Map", "Target", "EDGES", "ZONES", "load", "parse"]

EDGES = ("north", "east", "south", "west")
ZONES = tuple(c + r for c in "ABC" for r in "1234")
DEEP = 3  # hexes from the edge that an entry may reach (12.1)


@dataclass(frozen=True)
class Target:
    """White dots that a scenario may have bombed."""

    name: str
    zones: tuple[str, ...]
    hexes: tuple[Hex, ...]


@dataclass(frozen=True, eq=False)
class Map:
    """The hexes and how they divide into zones. ``eight`` is the reading of eight edge zones."""

    columns: int
    rows: int
    zones: Mapping[str, tuple[int, int]] = field(repr=False)
    targets: tuple[Target, ...] = ()
    source: str = "ours"
    eight: bool = False

    @cached_property
    def board(self) -> Board:
        return Board.of_columns([self.rows] * self.columns)

    def place(self, hex: Hex) -> tuple[int, int]:
        """Column from the west and row from the north, from 1; also off the map."""
        return hex.q + 1, hex.r + hex.q // 2 + 1

    def zone(self, hex: Hex) -> str:
        """The zone of a hex, for example ``B2``. Raises `NoSuchHex` off the map."""
        if hex not in self.board:
            raise NoSuchHex(f"{tuple(hex)} lies off the map")
        return self._zone(*self.place(hex))

    def _zone(self, column: int, row: int) -> str:
        column = min(max(column, 1), self.columns)
        row = min(max(row, 1), self.rows)
        letter = next(c for c in "ABC" if self.zones[c][0] <= column <= self.zones[c][1])
        number = next(n for n in "1234" if self.zones[n][0] <= row <= self.zones[n][1])
        return letter + number

    def zones_at(self, hex: Hex) -> tuple[str, ...]:
        """The zones that a hex counts as for entries and exits.

        With eight edge zones (reading of TDA-MAP) A and C reach to the middle of the map,
        and B keeps its third where a scenario names it.
        """
        column, row = self.place(hex)
        zone = self._zone(column, row)
        if self.eight and zone[0] == "B":
            return zone, ("A" if 2 * column <= self.columns else "C") + zone[1]
        return (zone,)

    def edge(self, off: Hex) -> str:
        """The edge by which an aircraft left that is now just off the map."""
        column, row = self.place(off)
        if column < 1:
            return "west"
        if column > self.columns:
            return "east"
        return "north" if row < 1 else "south"

    def depth(self, hex: Hex, edge: str) -> int:
        """How many hexes deep from that edge a hex lies; the outermost is 1."""
        column, row = self.place(hex)
        return {
            "north": row,
            "south": self.rows + 1 - row,
            "west": column,
            "east": self.columns + 1 - column,
        }[edge]

    def outer_edges(self, zone: str) -> tuple[str, ...]:
        """The edges of the map that a zone lies on."""
        out = []
        if zone[1] == "4":
            out.append("north")
        if zone[0] == "C":
            out.append("east")
        if zone[1] == "1":
            out.append("south")
        if zone[0] == "A":
            out.append("west")
        return tuple(out)

    def entry(self, zones: tuple[str, ...], edge: str | None = None) -> tuple[Hex, ...]:
        """The hexes where aircraft of these zones may start: at most three deep (12.1)."""
        return tuple(
            h
            for h in self.board.hexes
            if any(z in zones and self._deep(h, z, edge) for z in self.zones_at(h))
        )

    def _deep(self, hex: Hex, zone: str, edge: str | None) -> bool:
        edges = (edge,) if edge else self.outer_edges(zone)
        return any(self.depth(hex, e) <= DEEP for e in edges)

    def at_depth(self, zone: str, deep: int) -> tuple[Hex, ...]:
        """The hexes of an edge zone exactly that deep from its outer edges."""
        edges = self.outer_edges(zone)
        return tuple(
            h
            for h in self.board.hexes
            if zone == self._zone(*self.place(h)) and min(self.depth(h, e) for e in edges) == deep
        )

    def bombing_targets(self, zones: tuple[str, ...]) -> Target | None:
        """The white dots of exactly these zones."""
        return next((t for t in self.targets if set(t.zones) == set(zones)), None)


def load() -> Map:
    """The map that comes with the package."""
    text = resources.files(__package__).joinpath("map.toml").read_text("utf-8")
    return parse(toml(text, "map.toml"), "map.toml")


def parse(data: Any, file: str, origin: str = "ours") -> Map:
    """A map from TOML, whose source is ``origin`` unless it says otherwise.

    Raises `DataError` naming file and field.
    """
    table = Table(data, "map", file, ("columns", "rows", "source", "zones", "target"))
    columns, rows = table.number("columns", 6, 60), table.number("rows", 8, 60)
    given = Table(data.get("zones"), "map, zones", file, (*"ABC", *"1234"))
    zones: dict[str, tuple[int, int]] = {}
    for key in "ABC1234":
        pair = given.row.get(key)
        if (
            not isinstance(pair, list)
            or len(pair) != 2
            or not all(type(n) is int for n in pair)
            or pair[0] > pair[1]
        ):
            raise given.error(key, f"must be [first, last], not {pair!r}")
        zones[key] = (pair[0], pair[1])
    for keys, size in (("ABC", columns), ("4321", rows)):
        at = 1
        for key in keys:
            if zones[key][0] != at:
                raise given.error(key, f"must begin at {at}, not {zones[key][0]}")
            at = zones[key][1] + 1
        if at != size + 1:
            raise given.error(keys[-1], f"must end at {size}, not {at - 1}")
    plain = Map(columns, rows, zones)
    targets = []
    for number, row in enumerate(data.get("target", []), 1):
        t = Table(row, f"target {number}", file, ("name", "zones", "hexes"))
        names = t.texts("zones")
        if not names or any(z not in ZONES for z in names):
            raise t.error("zones", f"must be zones A1 to C4, not {list(names)}")
        hexes = []
        for name in t.texts("hexes"):
            try:
                hex = plain.board.hex(name)
            except NoSuchHex as error:
                raise t.error("hexes", str(error)) from None
            if plain.zone(hex) not in names:
                raise t.error("hexes", f"{name} lies in zone {plain.zone(hex)}, not in {names}")
            hexes.append(hex)
        if not hexes:
            raise t.error("hexes", "are missing")
        targets.append(Target(t.text("name"), names, tuple(hexes)))
    source = table.text("source", origin)
    origin_of(source, file, "map, source")
    return Map(columns, rows, zones, tuple(targets), source)


def need_targets(map: Map, file: str) -> None:
    """Raises `DataError` unless the map has the white dots that 12.6 and 12.7 need."""
    for zones, least, section in ((("B2",), 1, "12.6"), (("A4", "B4"), 3, "12.7")):
        target = map.bombing_targets(zones)
        if target is None or len(target.hexes) < least:
            raise DataError(
                f"{section} needs at least {least} white dot(s) in {'-'.join(zones)}",
                file=file,
                field="map, target",
            )
