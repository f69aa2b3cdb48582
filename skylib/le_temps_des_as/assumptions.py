"""The numbers of Le Temps des As that are ours, read from its data."""

from __future__ import annotations

from collections.abc import Iterator

from . import charts
from .aircraft import FIELDS as AIRCRAFT_FIELDS
from .aircraft import Sheet
from .manoeuvres import FIELDS as MANOEUVRE_FIELDS
from .manoeuvres import Manoeuvre

__all__ = ["assumptions"]


def assumptions() -> Iterator[str]:
    """A line for each manoeuvre and aircraft with figures of ours, the markers and the map."""
    ours = charts.ours()
    for row in ours.manoeuvres.values():
        cells = [f"{_words(f)} {_cell(row, f)}" for f in MANOEUVRE_FIELDS if _is_ours(row, f)]
        if cells:
            yield f"Manoeuvre table, {row.name}: {', '.join(cells)}."
    for sheet in ours.aircraft.values():
        figures = [
            f"{_words(f)} {_figure(sheet, f)}" for f in AIRCRAFT_FIELDS if _is_ours(sheet, f)
        ]
        if figures:
            yield f"Aircraft list, {sheet.name}: {', '.join(figures)}."
    if ours.counts_source == "ours":
        mix = ", ".join(f"{m.name} {m.count}" for m in ours.markers.values())
        yield f"Damage markers in the cup, {sum(ours.cup)} in all: {mix}."
    if ours.map.source == "ours":
        dots = "; ".join(
            f"{t.name} on {', '.join(map(ours.map.board.name, t.hexes))}" for t in ours.map.targets
        )
        yield f"Map: {ours.map.columns} columns of {ours.map.rows} hexes; white dots: {dots}."


def _is_ours(row: Manoeuvre | Sheet, name: str) -> bool:
    """Whether a figure is ours and says something: no condition, gun or second man says nothing."""
    if row.source(name) != "ours":
        return False
    if isinstance(row, Manoeuvre):
        return _cell(row, name) is not None
    value = _figure(row, name)
    return value is not None and (value != "no" or name == "very_high")


def _words(name: str) -> str:
    return name.replace("_", " ")


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value


def _cell(row: Manoeuvre, name: str) -> object:
    if name.startswith("cost "):
        return row.cost.get(name[5:], "barred")
    if name == "path":
        return " then ".join(row.path)
    value = _plain(getattr(row, name))
    return None if name == "levels" and value == 0 else value


def _figure(sheet: Sheet, name: str) -> object:
    if name == "class":
        return sheet.manoeuvrability
    if name in ("front", "rear", "round"):
        modifier = sheet.guns.get(name)
        return None if modifier is None else f"gun {modifier:+d}"
    if name == "barred":
        return " and ".join(sorted(sheet.barred)) or None
    return _plain(getattr(sheet, name))
