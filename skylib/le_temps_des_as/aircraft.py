"""The list of the aircraft (3.1): what a counter and the list tell of each type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from skylib.core.files import toml

from .sources import OWNERS, Table, is_ours, read_sources, tables

__all__ = ["Sheet", "CLASSES", "SIDES", "GUNS", "load", "parse"]

CLASSES = ("A", "B", "C", "-")
SIDES = ("Entente", "Central")
GUNS = ("front", "rear", "round")
FIELDS = (
    "class",
    "hit",
    "structure",
    "max_speed",
    "power",
    "very_high",
    "front",
    "rear",
    "round",
    "observer",
    "double_controls",
    "loadable",
    "barred",
)

WORDS = {
    "hit": "hit value",
    "structure": "structure points",
    "max_speed": "maximum speed",
    "power": "power factor",
    "front": "front gun",
    "rear": "rear gun",
}
"""Figures whose names say too little beside the aircraft's."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One type of aircraft. ``guns`` maps a gun to what it adds to the structure test."""

    id: str
    name: str
    short: str  # begins the counter's name: SpadXIII-1
    side: str
    manoeuvrability: str  # A, B, C; "-" for a balloon
    hit: int
    structure: int
    max_speed: int
    power: int
    very_high: bool
    guns: Mapping[str, int] = field(hash=False)
    observer: bool = False
    double_controls: bool = False
    loadable: bool = False
    barred: frozenset[str] = frozenset()
    sources: Mapping[str, str] = field(default_factory=dict, hash=False, compare=False)

    @property
    def is_balloon(self) -> bool:
        return self.manoeuvrability == "-"

    def source(self, name: str) -> str:
        """Where a figure is from: ``printed, Turn 2``, ``derived, 12.3`` or ``ours``."""
        return self.sources.get(name, "ours")

    def ours(self, *names: str) -> tuple[str, ...]:
        """Those of the named figures that are ours, in words."""
        return tuple(
            f"{self.name}: {WORDS.get(name, name).replace('_', ' ')}"
            for name in names
            if is_ours(self.source(name))
        )


def load() -> dict[str, Sheet]:
    """The sheets that come with the package, by id."""
    text = resources.files(__package__).joinpath("aircraft.toml").read_text("utf-8")
    return parse(toml(text, "aircraft.toml").get("aircraft", []), "aircraft.toml")


def parse(
    rows: Iterable[Any],
    file: str,
    base: Mapping[str, Sheet] | None = None,
    manoeuvres: Iterable[str] | None = None,
    origin: str = OWNERS,
) -> dict[str, Sheet]:
    """Sheets from TOML rows. With ``base``, a row may leave out what a known sheet has.

    Figures that an owner's file gives are from ``origin`` unless its ``sources`` say otherwise.

    Raises `DataError` naming file, aircraft and field.
    """
    out = dict(base or {})
    known = ("id", "name", "short", "side", "sources", *FIELDS)
    for id, table in tables(rows, "aircraft", file, known):
        owner = origin if base is not None else ""
        out[id] = _sheet(table, id, out.get(id), owner, manoeuvres)
    return out


def _sheet(
    table: Table, id: str, old: Sheet | None, owner: str, manoeuvres: Iterable[str] | None
) -> Sheet:
    sources = read_sources(table, FIELDS)
    if owner:
        given = table.row.get("sources", {})
        for name in FIELDS:
            if name in table.row:
                sources[name] = given.get(name, owner)
            elif old is not None:
                sources[name] = old.source(name)
    letter = table.one_of("class", CLASSES, old.manoeuvrability if old else None)
    balloon = letter == "-"
    guns = dict(old.guns) if old else {}
    for gun in GUNS:
        if table.row.get(gun) is False:  # an owner may take a gun away
            guns.pop(gun, None)
        elif (modifier := table.optional(gun, -3, 3)) is not None:
            guns[gun] = modifier
    if ("round" in guns) is not balloon or (balloon and len(guns) > 1):
        raise table.error("round", "a gun all round is for balloons, front and rear are for others")
    barred = table.texts("barred") if "barred" in table.row else tuple(old.barred if old else ())
    if manoeuvres is not None and (unknown := set(barred) - set(manoeuvres)):
        raise table.error("barred", f"there is no manoeuvre {sorted(unknown)[0]!r}")

    def flag(name: str, value: bool) -> bool:
        return table.flag(name) if name in table.row else value

    short = table.text("short", old.short if old else None)
    if not short.isalnum():
        raise table.error("short", f"must be letters and figures only, not {short!r}")
    sheet = Sheet(
        id=id,
        name=table.text("name", old.name if old else None),
        short=short,
        side=table.one_of("side", SIDES, old.side if old else None),
        manoeuvrability=letter,
        hit=table.number("hit", 1, 9, old.hit if old else None),
        structure=table.number("structure", 1, 12, old.structure if old else None),
        max_speed=table.number(
            "max_speed", 0 if balloon else 2, 12, old.max_speed if old else None
        ),
        power=table.number("power", 0, 4, old.power if old else None),
        very_high=flag("very_high", old.very_high if old else False),
        guns=guns,
        observer=flag("observer", old.observer if old else False),
        double_controls=flag("double_controls", old.double_controls if old else False),
        loadable=flag("loadable", old.loadable if old else False),
        barred=frozenset(barred),
        sources=sources,
    )
    if sheet.double_controls and not sheet.observer:
        raise table.error("double_controls", "need an observer")
    if "rear" in sheet.guns and not sheet.observer:
        raise table.error("rear", "a rear gun needs an observer")
    return sheet
