"""The manoeuvre table (6.1.2): its rows, from our file or an owner's, and a choice of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, NamedTuple

from skylib.core.errors import DataError
from skylib.core.files import toml
from skylib.core.hexes import COLUMNS

from .sources import OWNERS, Table, is_ours, read_sources, tables

__all__ = ["Manoeuvre", "Choice", "choice_text", "load", "one_of_each", "parse"]

FIELDS = (
    "cost A",
    "cost B",
    "cost C",
    "min_speed",
    "max_speed",
    "effect",
    "levels",
    "altitude",
    "fire",
    "defence",
    "star",
    "red",
    "path",
    "sides",
)
WORDS = {
    "min_speed": "least speed",
    "max_speed": "greatest speed",
    "effect": "effect on the speed",
    "altitude": "change of level by choice",
    "fire": "fire after it",
    "path": "hexes and facing",
}
"""Cells whose names say too little beside the manoeuvre's."""
TOKENS = ("ahead", "slip", "ahead or slip", "turn 1", "turn 2", "turn 3", "any")
STRAIGHT = "straight"
SLIP = "side-slip"


@dataclass(frozen=True, slots=True)
class Manoeuvre:
    """One row of the manoeuvre table."""

    id: str
    name: str
    french: str
    also: tuple[str, ...]
    cost: Mapping[str, int] = field(hash=False)  # by class; a class it is barred to is missing
    min_speed: int | None
    max_speed: int | None
    effect: int
    levels: int
    altitude: str
    fire: bool
    defence: int
    star: bool
    red: bool
    path: tuple[str, ...]
    sides: str
    sources: Mapping[str, str] = field(default_factory=dict, hash=False, compare=False)

    @property
    def free_facing(self) -> bool:
        """It comes out facing as the pilot wishes."""
        return "any" in self.path

    def source(self, name: str) -> str:
        """Where a cell is from: ``printed, Turn 2``, ``derived, ...`` or ``ours``."""
        return self.sources.get(name, "ours")

    def ours(self, *names: str) -> tuple[str, ...]:
        """Those of the named cells that are ours, in words."""
        return tuple(
            f"{self.name}: {WORDS.get(name, name).replace('_', ' ')}"
            for name in names
            if is_ours(self.source(name))
        )


class Choice(NamedTuple):
    """One manoeuvre with everything the player chooses about it."""

    manoeuvre: str
    side: int = 0  # -1 left, +1 right
    climb: int = 0  # +1, -1: the change of level chosen at its end
    facing: int | None = None  # of a spin
    ace: bool = False  # the ace takes the piloting quality off the cost
    bomb: bool = False


def choice_text(choice: Choice) -> str:
    """A manoeuvre in words: ``turn left descend``."""
    words = [choice.manoeuvre.replace("-", " ") if choice.manoeuvre != "split-s" else "split-s"]
    if choice.side:
        words.append("right" if choice.side > 0 else "left")
    if choice.facing is not None:
        words += ["to", COLUMNS.facing_name(choice.facing)]
    if choice.climb:
        words.append("climb" if choice.climb > 0 else "descend")
    if choice.ace:
        words.append("ace")
    if choice.bomb:
        words.append("bomb")
    return " ".join(words)


_NAMED = 6  # ways of one manoeuvre at the most that a refusal names


def one_of_each(choices: Iterable[Choice], wanted: Choice | None = None) -> tuple[Choice, ...]:
    """Legal choices for a refusal to name: ways of the manoeuvre that was wanted, those most like
    it first, or else one way of each manoeuvre."""
    found = list(choices)
    if wanted is not None:
        own = [c for c in found if c.manoeuvre == wanted.manoeuvre]
        if own:
            own.sort(key=lambda c: sum(a != b for a, b in zip(c, wanted, strict=True)))
            return tuple(own[:_NAMED])
    first: dict[str, Choice] = {}
    for choice in found:
        first.setdefault(choice.manoeuvre, choice)
    return tuple(first.values())


def load() -> dict[str, Manoeuvre]:
    """The table that comes with the package, by id."""
    text = resources.files(__package__).joinpath("manoeuvres.toml").read_text("utf-8")
    return parse(toml(text, "manoeuvres.toml").get("manoeuvre", []), "manoeuvres.toml")


def parse(
    rows: Iterable[Any],
    file: str,
    base: Mapping[str, Manoeuvre] | None = None,
    origin: str = OWNERS,
) -> dict[str, Manoeuvre]:
    """Manoeuvres from TOML rows. With ``base``, a row may leave out what a known one has; what it
    gives is from ``origin`` unless its ``sources`` say otherwise.

    Raises `DataError` naming file, manoeuvre and field.
    """
    out = dict(base or {})
    known = ("id", "name", "french", "also", "cost", "sources", *FIELDS[3:])
    for id, table in tables(rows, "manoeuvre", file, known):
        out[id] = _manoeuvre(table, id, out.get(id), origin if base is not None else "")
    if STRAIGHT in out and any(out[STRAIGHT].cost.get(c) != 1 for c in "ABC"):
        raise DataError(
            "costs 1 in every class (Turn 2 and 3)", file=file, field=f"manoeuvre {STRAIGHT}, cost"
        )
    return out


def _manoeuvre(table: Table, id: str, old: Manoeuvre | None, owner: str) -> Manoeuvre:
    given_cost = table.row.get("cost", {})
    costs = Table(given_cost, f"{table.name}, cost", table.file, ("A", "B", "C"))
    cost = dict(old.cost) if old else {}
    for letter in "ABC":
        value = costs.number(letter, 0, 12, cost.get(letter, 0))
        cost.pop(letter, None)
        if value:
            cost[letter] = value
    if not cost:
        raise table.error("cost", "is missing: no class could fly it")
    sources = read_sources(table, FIELDS)
    if owner:
        given = table.row.get("sources", {})
        for name in FIELDS:
            letter = name.removeprefix("cost ")
            if name in table.row or (name.startswith("cost ") and letter in given_cost):
                sources[name] = given.get(name, owner)
            elif old is not None:
                sources[name] = old.source(name)
    path = table.texts("path") if "path" in table.row else (old.path if old else ())
    for token in path:
        if token not in TOKENS:
            raise table.error("path", f"knows {', '.join(TOKENS)}, not {token!r}")
    if not path:
        raise table.error("path", "is missing")
    sides = table.one_of("sides", ("none", "either", "optional"), old.sides if old else None)
    for token in path:
        if sides != "either" and token in ("slip", "turn 1", "turn 2"):
            raise table.error("sides", f"must be 'either' where the path has {token!r}")

    def flag(name: str, value: bool) -> bool:
        return table.flag(name) if name in table.row else value

    def limit(name: str, value: int | None) -> int | None:
        if table.row.get(name) is False:  # an owner may take a condition away
            return None
        return table.optional(name, 0, 12) if name in table.row else value

    levels = table.number("levels", -1, 1, old.levels if old else 0)
    altitude = table.one_of(
        "altitude", ("none", "climb", "descend", "either"), old.altitude if old else None
    )
    if levels and altitude != "none":
        raise table.error("altitude", "must be none where a change of level is built in")
    return Manoeuvre(
        id=id,
        name=table.text("name", old.name if old else None),
        french=table.text("french", old.french if old else None),
        also=table.texts("also") if "also" in table.row else (old.also if old else ()),
        cost=cost,
        min_speed=limit("min_speed", old.min_speed if old else None),
        max_speed=limit("max_speed", old.max_speed if old else None),
        effect=table.number("effect", -6, 6, old.effect if old else None),
        levels=levels,
        altitude=altitude,
        fire=flag("fire", old.fire if old else False),
        defence=table.number("defence", 0, 6, old.defence if old else None),
        star=flag("star", old.star if old else False),
        red=flag("red", old.red if old else False),
        path=tuple(path),
        sides=sides,
        sources=sources,
    )
