"""The numbers of Flying Circus that are ours, read from its data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from .aircraft import Charts
from .map import Map
from .tables import RANGES, CombatTable

__all__ = ["assumptions"]


def assumptions() -> Iterator[str]:
    """A line for each aircraft and table with figures of ours, and for parts of the map."""
    charts = Charts.ours()
    by_aircraft: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for figure in charts.figures():
        aircraft, comma, field = figure.place.partition(", ")
        if comma and figure.source.startswith("ours") and "die " not in field:
            words = field.replace("_", " ").replace(".", " ")
            by_aircraft[aircraft][_reason(figure.source)].append(f"{words} {figure.value}")
    for aircraft, reasons in by_aircraft.items():
        parts = [
            f"{', '.join(figures)} ({why})" if why else ", ".join(figures)
            for why, figures in reasons.items()
        ]
        yield f"Aircraft chart, {aircraft}: {'; '.join(parts)}."
    named = [("Introductory combat results table", charts.introductory)]
    named += [(f"Combat results table {n}", table) for n, table in charts.tables.items()]
    for title, table in named:
        yield from _rows(title, table)
    map = Map.default()
    for name, source in map.sources.items():
        if source.startswith("ours"):
            yield f"Map, {name.replace('_', ' ')}: {_reason(source) or 'ours'}."


def _reason(source: str) -> str:
    return source.partition(":")[2].strip()


def _rows(title: str, table: CombatTable) -> Iterator[str]:
    """The cells of a table that are ours, a line a die."""
    for die, row in enumerate(table.rows, 1):
        ours = [
            f"{value} at range {range_}"
            for range_, value in zip(RANGES, row)
            if table.source(die, range_).startswith("ours")
        ]
        if ours:
            yield f"{title}, die {die}: {', '.join(ours)}."
