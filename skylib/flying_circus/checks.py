"""Judging data files: does a chart, map or scenario file fit, and does it agree with the text?

`check_file` says whether the program can use a file, `departures` what in a set of charts
contradicts the rulebook. A chart file may do that and still be used: the figures of who owns
the printed game are better than our reading of the text, but a slip should be seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..core.errors import DataError
from .aircraft import AircraftType, Charts
from .datafile import KINDS, load_file
from .map import Map
from .scenarios import read_scenarios, scenarios

__all__ = ["KINDS", "check_file", "remarks", "departures"]

_READERS = {"charts": Charts.read, "map": Map.read, "scenarios": read_scenarios}

# What the rulebook's text says of single figures (type, field, value).
_PRINTED = (
    ("nieuport-11", "max_speed", 8),
    ("nieuport-11", "dive_maximum", 4),
    ("nieuport-11", "stall", 3),
    ("sopwith-camel", "climb_grades", 4),
    ("sopwith-snipe", "climb_grades", 5),
)
_PRINTED_ROWS = {
    1: (6, 5, 3, 2, 2, 2, 2, 1),
    2: (5, 4, 2, 2, 1, 1, 1, 1),
    3: (4, 3, 2, 1),
}
_SAME_CHART = (  # two types on one chart, and what alone differs
    ("sopwith-camel", "sopwith-snipe", "climb_grades", "note B"),
    ("nieuport-17a", "nieuport-17b", "front_gun.table", "note A"),
)
_DOUBLE_MODE = ("sopwith-camel", "sopwith-snipe")
_RING = "roland-c-ii"
_THREE_LEVELS = "nieuport-29"
_TWO_LEVELS = (9, 10)  # "about half of the other planes", of nineteen
_PHOTO_LEVEL = 4


def check_file(path: str | Path) -> DataError | None:
    """What is wrong with a chart, map or scenario file; None if it fits.

    The error names the file and, as far as there is one, the aircraft and the field.
    """
    try:
        _READERS[load_file(path).kind](path)
    except DataError as error:
        return error
    return None


def remarks(path: str | Path) -> list[str]:
    """Where a file that fits contradicts the rulebook's text. Raises `DataError` if it does
    not fit. Only chart files can; of the printed map and its letters the text keeps nothing.
    """
    if load_file(path).kind != "charts":
        return []
    return departures(Charts.read(path))


def departures(charts: Charts) -> list[str]:
    """Each statement of the rulebook that these charts contradict, with its section."""
    return [
        *_printed(charts),
        *_pairs(charts),
        *_dives(charts),
        *_guns(charts),
        *_ceilings(charts),
        *_introductory(charts),
    ]


def _printed(charts: Charts) -> Iterator[str]:
    for id, ours in Charts.ours().types.items():
        kind = charts.types[id]
        if (kind.role, kind.years) != (ours.role, ours.years):
            years = ", ".join(map(str, ours.years))
            yield f"{kind.name}: {ours.role} aircraft of {years} (Aircraft Available Chart)"
    for id, name, value in _PRINTED:
        kind = charts.types[id]
        if getattr(kind, name) != value:
            yield (
                f"{kind.name}, {name}: {getattr(kind, name)}, but the chart prints {value} "
                "(Aircraft Capability Summary Chart)"
            )
    gun = charts.types["nieuport-11"].gun("front")
    if gun is None or (gun.table, gun.ammunition) != (4, "5b"):
        yield (
            "Nieuport 11, front_gun: the chart prints table 4 and ammunition 5b "
            "(Aircraft Capability Summary Chart)"
        )
    for kind in charts.types.values():
        modes = (kind.turn_left, kind.turn_right)
        if kind.id in _DOUBLE_MODE:
            if modes != ("B", "A"):
                yield f"{kind.name}, turn_mode: B to the left and A to the right (Turn Mode Chart)"
        elif modes[0] != modes[1]:
            yield f"{kind.name}, turn_mode: one mode both ways (Turn Mode Summary Chart)"


def _pairs(charts: Charts) -> Iterator[str]:
    for first, second, differs, note in _SAME_CHART:
        a, b = charts.types[first], charts.types[second]
        for name, x, y in _figures(a, b):
            where = f"Aircraft Capability Summary Chart, {note}"
            if name == differs and x == y:
                yield f"{a.name} and {b.name}: {name} is what differs, not {x} for both ({where})"
            elif name != differs and x != y:
                yield f"{a.name} and {b.name}: {name} is the same, not {x} and {y} ({where})"


def _figures(a: AircraftType, b: AircraftType) -> Iterator[tuple[str, object, object]]:
    for name in ("max_speed", "dive_maximum", "stall", "climb_grades", "ceiling"):
        yield name, getattr(a, name), getattr(b, name)
    yield "turn_mode", (a.turn_left, a.turn_right), (b.turn_left, b.turn_right)
    for position in ("front", "rear"):
        guns = a.gun(position), b.gun(position)  # type: ignore[arg-type]
        for part in ("mount", "table", "ammunition"):
            x, y = (gun and getattr(gun, part) for gun in guns)
            if x is not None or y is not None:
                yield f"{position}_gun.{part}", x, y


def _dives(charts: Charts) -> Iterator[str]:
    levels = {kind.id: kind.dive_levels for kind in charts.types.values()}
    for id, most in levels.items():
        if (most >= 3) != (id == _THREE_LEVELS) or most > 3:
            yield (
                f"{charts.types[id].name}: dives up to {most} levels, but the Nieuport 29 alone "
                "dives three (Movement, E)"
            )
    two = sum(most == 2 for most in levels.values())
    if two not in _TWO_LEVELS:
        yield f"{two} types dive two levels, but about half of nineteen do (Movement, E)"


def _guns(charts: Charts) -> Iterator[str]:
    for kind in charts.types.values():
        rear = kind.gun("rear")
        if kind.role == "fighter" and rear is not None:
            yield f"{kind.name}, rear_gun: fighters have none (Aircraft Available Chart)"
        if kind.role == "observation" and rear is None:
            yield f"{kind.name}, rear_gun: observation aircraft have one (Aircraft Available Chart)"
        if rear is not None and (rear.mount == "ring") != (kind.id == _RING):
            yield f"{kind.name}, rear_gun: the Roland C II alone has a ring mount (Combat, E)"


def _ceilings(charts: Charts) -> Iterator[str]:
    for scenario in scenarios().values():
        for side in ("allied", "german"):
            line_up = scenario.line_up(side)
            for id in dict.fromkeys(line_up) if isinstance(line_up, tuple) else ():
                kind = charts.types[id]
                if scenario.height is not None and kind.ceiling < scenario.height:
                    yield (
                        f"{kind.name}, ceiling: {kind.ceiling}, but {scenario.title} starts at "
                        f"level {scenario.height}"
                    )
    for kind in charts.types.values():
        if kind.role == "observation" and kind.ceiling < _PHOTO_LEVEL:
            yield f"{kind.name}, ceiling: photographs are taken at level 3 or 4"


def _introductory(charts: Charts) -> Iterator[str]:
    for die, printed in _PRINTED_ROWS.items():
        row = charts.introductory.rows[die - 1][: len(printed)]
        if row != printed:
            yield (
                f"introductory table, die {die}: {' '.join(map(str, row))}, but "
                f"{' '.join(map(str, printed))} is printed (Combat Results Table)"
            )
    if all(charts.introductory.rows[-1]):
        yield "introductory table: some shot has no effect (Combat Results Table)"
