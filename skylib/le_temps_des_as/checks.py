"""Judging files of this game: rules, charts, records. For a ``skylib check`` command.

A finding is an error (the file cannot be used) or a note (it can, but somebody should know).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from skylib.core.errors import ReadError
from skylib.core.files import read_toml
from skylib.core.records import Record
from skylib.core.replays import replay

from . import charts
from .aircraft import FIELDS as AIRCRAFT_FIELDS
from .charts import Charts
from .manoeuvres import FIELDS as MANOEUVRE_FIELDS
from .sources import is_ours

__all__ = ["Finding", "check_file", "check_charts", "check_record", "bounds"]


class Finding(NamedTuple):
    """One thing to say about a file."""

    kind: str  # error or note
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"


def check_file(path: str | Path) -> list[Finding]:
    """Judge a file by its kind: a ``.record``, or charts in ``.toml``. No findings: all is well."""
    path = Path(path)
    if path.suffix == ".record":
        return list(check_record(path))
    if path.suffix == ".toml":
        return list(check_charts(path))
    return [Finding("error", f"{path}: is neither a .record nor a .toml file")]


def check_charts(path: str | Path) -> Iterator[Finding]:
    """Judge an owner's charts: whether they can be read, fit the printed text, and what they
    change."""
    try:
        data = read_toml(path)
        read = charts.read(path)
    except ReadError as error:
        yield Finding("error", str(error))
        return
    for text in bounds(read):
        yield Finding("note", f"{path}: contradicts the rulebook's text: {text}")
    ours = charts.ours()
    for kind, fields, new, old in (
        ("aircraft", AIRCRAFT_FIELDS, read.aircraft, ours.aircraft),
        ("manoeuvre", MANOEUVRE_FIELDS, read.manoeuvres, ours.manoeuvres),
    ):
        for row in data.get(kind, []):
            id = row["id"]
            if id not in old:
                yield Finding("note", f"{path}: {kind} {id} is new")
                continue
            left = [f for f in fields if is_ours(new[id].source(f)) and _tells(new[id], f)]
            if left:
                yield Finding(
                    "note", f"{path}: {kind} {id}: still ours are {', '.join(map(_name, left))}"
                )


def _tells(row: Any, field: str) -> bool:
    """Whether a field of a row says something: a gun it has, a condition, a flag that is set."""
    if field in ("front", "rear", "round"):
        return field in row.guns
    if field.startswith("cost ") or field == "class":
        return True
    return getattr(row, field) not in (None, False, 0, frozenset())


def _name(field: str) -> str:
    return field.replace("_", " ")


def check_record(path: str | Path) -> Iterator[Finding]:
    """Judge a record: whether it can be read, replays, and every expectation holds."""
    from .game import LeTempsDesAs

    try:
        record = Record.read(path)
        if record.game != LeTempsDesAs.name:
            yield Finding("error", f"{path}: is a record of {record.game}")
            return
        played = replay(record, lambda name: LeTempsDesAs, strict=False)
    except ReadError as error:
        yield Finding("error", str(error))
        return
    for compared in played.failures:
        yield Finding("error", f"{path}, line {compared.expectation.line}: {compared}")
    if not played.compared:
        yield Finding("note", f"{path}: expects nothing")


# What the rulebook's text prints or fixes by its arithmetic. Charts that say otherwise can be
# used, for whoever owns the printed table knows better; but a slip should be seen.
_MANOEUVRES = {
    "straight": {"cost A": (1, 1), "cost B": (1, 1), "cost C": (1, 1), "effect": (0, 0)},
    "turn": {"cost A": (1, 2), "cost B": (1, 2), "cost C": (2, 2), "effect": (-1, -1)},
    "tight-turn": {"cost A": (2, 2), "cost B": (2, 4), "cost C": (4, 4), "effect": (-2, -2)},
    "side-slip": {"cost A": (2, 2), "cost B": (3, 3), "cost C": (3, 9), "effect": (-1, -1)},
    "nosedive": {"effect": (3, 3), "levels": (-1, -1)},
    "barrel-roll": {"defence": (1, 1)},
    "split-s": {"cost A": (1, 5), "cost B": (5, 5), "cost C": (5, 9)},
    "spin": {
        "cost A": (2, 2),
        "cost B": (2, 9),
        "cost C": (2, 9),
        "effect": (2, 2),
        "levels": (-1, -1),
        "defence": (3, 3),
    },
}
_FLAGS = {
    ("straight", "fire"): True,
    ("spin", "fire"): False,
    ("split-s", "star"): True,
    ("barrel-roll", "star"): True,
    ("immelmann", "red"): True,
    ("split-s", "red"): True,
    ("spin", "red"): True,
    ("chandelle", "red"): True,
}
_AIRCRAFT = {
    "spad-xiii": {"hit": (5, 5), "structure": (4, 12), "max_speed": (8, 8), "power": (1, 1)},
    "spad-vii": {"max_speed": (6, 12)},
    "se5a": {"max_speed": (6, 12)},
    "camel": {"max_speed": (5, 12), "power": (1, 4)},
    "hanriot-hd1": {"max_speed": (6, 12)},
    "dh4": {"max_speed": (6, 12)},
    "albatros-d3": {"max_speed": (5, 12)},
    "fokker-dr1": {"max_speed": (6, 12)},
    "fokker-d7": {"max_speed": (5, 12)},
    "gotha-g4": {"max_speed": (4, 12), "power": (2, 2)},
    "aeg-c4": {"max_speed": (5, 12)},
    "roland-c2": {"hit": (4, 4), "structure": (4, 4), "max_speed": (5, 5), "power": (1, 1)},
}
_CLASSES = {"spad-xiii": "A", "camel": "A", "albatros-d3": "B", "roland-c2": "C", "balloon": "-"}
_CLOUDS = ("spad-xiii", "se5a", "camel", "hanriot-hd1", "fokker-dr1")


def bounds(read: Charts) -> Iterator[str]:
    """Where charts contradict what the rulebook's text prints or implies, in words."""
    for id, fields in _MANOEUVRES.items():
        row = read.manoeuvres[id]
        for name, (low, high) in fields.items():
            if name.startswith("cost "):
                value = row.cost.get(name[5:])
                if value is None and (id, name) == ("split-s", "cost C"):
                    continue  # may be barred
            else:
                value = getattr(row, name)
            if value is None or not low <= value <= high:
                yield f"manoeuvre {id}, {name}: {_range(low, high)} by the text, not {value}"
    for (id, name), wanted in _FLAGS.items():
        if getattr(read.manoeuvres[id], name) is not wanted:
            yield f"manoeuvre {id}, {name}: {str(wanted).lower()} by the text"
    for row in read.manoeuvres.values():
        costs = [row.cost[c] for c in "ABC" if c in row.cost]
        if costs != sorted(costs):
            yield f"manoeuvre {row.id}, cost: A is the best class and C the worst, not {costs}"
    tight = read.manoeuvres["tight-turn"]
    if (tight.min_speed or 0) > 4 or (tight.max_speed or 9) < 5:
        yield "manoeuvre tight-turn, min_speed: it is flown at speeds 4 and 5 in turn 2"
    for id, fields in _AIRCRAFT.items():
        sheet = read.aircraft[id]
        for name, (low, high) in fields.items():
            value = getattr(sheet, name)
            if not low <= value <= high:
                yield f"aircraft {id}, {name}: {_range(low, high)} by the text, not {value}"
    for id, letter in _CLASSES.items():
        if (found := read.aircraft[id].manoeuvrability) != letter:
            yield f"aircraft {id}, class: {letter} by the text, not {found}"
    for id in _CLOUDS:
        if not read.aircraft[id].very_high:
            yield f"aircraft {id}, very_high: the text has it at level 5"
    for id in ("dh4",):
        if not read.aircraft[id].double_controls:
            yield f"aircraft {id}, double_controls: true by the text"
    if read.aircraft["spad-xiii"].guns.get("front") != 1:
        yield "aircraft spad-xiii, front: two guns, +1 by the text"
    if dict(read.aircraft["roland-c2"].guns) != {"rear": 0}:
        yield "aircraft roland-c2, rear: one gun at the rear with 0 by the text"
    if dict(read.aircraft["balloon"].guns) != {"round": 0}:
        yield "aircraft balloon, round: one gun all round with 0 by the text"


def _range(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"
