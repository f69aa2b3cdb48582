"""The charts of Le Temps des As as tables for the lessons."""

from __future__ import annotations

from skylib.core.balance import load
from skylib.le_temps_des_as import charts, odds, scenarios
from skylib.le_temps_des_as.aircraft import Sheet
from skylib.le_temps_des_as.sources import is_ours

from .balance_chart import balance_chart
from .chart import Chart
from .le_temps_des_as_rows import shared_cells, signed

__all__ = ["CHARTS"]


def manoeuvres() -> Chart:
    """The manoeuvre table with the costs of all three classes (6.1.2)."""
    rows = []
    for row in charts.ours().manoeuvres.values():
        signs = ("★" if row.star else "") + ("●" if row.red else "")
        costs = [
            (str(row.cost[c]) if c in row.cost else "–") + ("◊" if row.ours(f"cost {c}") else "")
            for c in "ABC"
        ]
        cells = shared_cells(row, row.min_speed, row.max_speed)
        rows.append((f"{row.name} {signs}".strip(), row.french, *costs, *cells))
    return Chart(
        "Manoeuvre table",
        ("manoeuvre", "French", "A", "B", "C", "needs", "speed", "level", "fire", "def"),
        rows,
        (
            "A, B, C: cost in resource points by class. needs: speed at the start of the turn. "
            "speed: its effect at the end of the movement. level: ↑ ↓ built in, (↑↓) by choice. "
            "fire: may own fire follow. def: off opportunity fire.",
            "★ an ace may take the piloting quality off the cost; ● red: once a turn.",
        ),
    )


def aircraft() -> Chart:
    """The list of the aircraft (3.1)."""

    def value(sheet: Sheet, name: str, text: str) -> str:
        return text + ("◊" if sheet.ours(name) else "")

    rows = []
    for sheet in charts.ours().aircraft.values():
        guns = ", ".join(f"{gun} {signed(n)}" for gun, n in sheet.guns.items())
        special = ["two men"] if sheet.observer else []
        special += ["double controls"] if sheet.double_controls else []
        special += ["bombs"] if sheet.loadable else []
        rows.append(
            (
                sheet.name,
                value(sheet, "class", sheet.manoeuvrability),
                value(sheet, "hit", str(sheet.hit)),
                value(sheet, "structure", str(sheet.structure)),
                value(sheet, "max_speed", str(sheet.max_speed)),
                value(sheet, "power", f"±{sheet.power}"),
                value(sheet, "very_high", "☁" if sheet.very_high else "–"),
                guns,
                ", ".join(special) or "–",
            )
        )
    return Chart(
        "Aircraft",
        ("type", "class", "hit", "structure", "most", "power", "level 5", "guns", "special"),
        rows,
        ("guns: what each adds to the structure test of whoever it hits.",),
    )


def markers() -> Chart:
    """The damage markers and what they do (8.2)."""
    does = {
        "wing": "everything but Straight Ahead costs one more",
        "major-wing": "the same, and no red manoeuvre",
        "motor": "all power factors are lost",
        "weapon-damaged": "the gun is silent until repaired",
        "fuel-tank": "a die: 5 or more explodes; else one power factor is lost",
        "weapon-destroyed": "the gun is lost",
        "killed": "a dead pilot crashes, unless there are double controls",
        "wounded": "-1 to fire; a pilot also pays one more, but for Straight Ahead",
        "structure": "1d3 more on the structure test; back into the cup",
    }
    own = charts.ours()
    ours = "◊" if is_ours(own.counts_source) else ""
    rows = [(m.name, m.french, f"{m.count}{ours}", does[m.effect]) for m in own.markers.values()]
    return Chart(
        "Damage markers",
        ("marker", "French", "in the cup", "what it does"),
        rows,
        (
            "1 is the pilot and the front gun, 2 the observer and the rear gun; a single-seater "
            "takes either.",
        ),
    )


def chances() -> Chart:
    """Chances to hit by modifier and hit value, counted out (7.2)."""
    rows = []
    for total in range(-5, 4):
        cells = [f"{odds.hit_chance(total, hit) * 6} of 6" for hit in (3, 4, 5)]
        rows.append((signed(total), *cells))
    return Chart(
        "Chance to hit",
        ("modifiers in all", "hit value 3", "hit value 4", "hit value 5"),
        rows,
        ("Any shot has one chance in 36 to jam its gun: two natural sixes.",),
    )


def balance() -> Chart:
    """How often each side of the rulebook's scenarios won (12.2 to 12.7)."""
    titles = {id: scenario.title for id, scenario in scenarios.load().items()}
    how = "Our numbers, the suggested set-ups, the usual readings."
    return balance_chart(load("skylib.le_temps_des_as"), titles, how)


CHARTS = {
    "manoeuvres": manoeuvres,
    "aircraft": aircraft,
    "markers": markers,
    "chances": chances,
    "balance": balance,
}
"""Chart name to the function that makes it."""
