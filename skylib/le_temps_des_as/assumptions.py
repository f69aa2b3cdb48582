"""The numbers of Le Temps des As that are ours, read from its data."""

from __future__ import annotations

from collections.abc import Iterator

from . import charts, scenarios
from .aircraft import FIELDS as AIRCRAFT_FIELDS
from .aircraft import Sheet
from .manoeuvres import FIELDS as MANOEUVRE_FIELDS
from .manoeuvres import Manoeuvre
from .scenarios import Scenario
from .sources import is_ours

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
    if is_ours(ours.counts_source):
        mix = ", ".join(f"{m.name} {m.count}" for m in ours.markers.values())
        yield f"Damage markers in the cup, {sum(ours.cup)} in all: {mix}."
    if is_ours(ours.map.source):
        dots = "; ".join(
            f"{t.name} on {', '.join(map(ours.map.board.name, t.hexes))}" for t in ours.map.targets
        )
        zones = ", ".join(
            f"{key} {first} to {last}" for key, (first, last) in ours.map.zones.items()
        )
        yield (
            f"Map: {ours.map.columns} columns of {ours.map.rows} hexes; zones {zones}; "
            f"white dots: {dots}."
        )
    for scenario in scenarios.load().values():
        yield from _scenario(scenario)


def _scenario(scenario: Scenario) -> Iterator[str]:
    """What the rulebook does not give of a scenario: first of itself, then of its groups."""
    if own := [f"{_words(f)} {_shown(getattr(scenario, f))}" for f in scenario.ours]:
        yield f"Scenario {scenario.title}: {'; '.join(own)}."
    for group in scenario.groups:
        if own := [f"{_words(f)} {_shown(getattr(group, f))}" for f in group.ours]:
            yield f"Scenario {scenario.title}, {group.side}, {group.type}: {'; '.join(own)}."


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _is_ours(row: Manoeuvre | Sheet, name: str) -> bool:
    """Whether a figure is ours and says something: no condition, gun or second man says nothing."""
    if not is_ours(row.source(name)):
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
