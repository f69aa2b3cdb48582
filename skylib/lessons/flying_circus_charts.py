"""The aircraft chart of any type to look at, with the source of each of its figures, and the
table of how the scenarios balance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import ipywidgets

from skylib.core.balance import HOPELESS, load
from skylib.core.errors import SkylibError
from skylib.core.wording import counted
from skylib.flying_circus.aircraft import AircraftType, Charts
from skylib.flying_circus.scenarios import KINDS, scenarios
from skylib.flying_circus.state import FLYING, Aircraft

from .chart import Chart
from .flying_circus_cockpit import FEEDS, cockpit_html, cockpit_text
from .flying_circus_markup import OURS, fc_style
from .markup import alarmed, boxed, said, style, table
from .shown import Shown, guarded

__all__ = ["CHARTS", "ChartViewer"]

_FIELDS = {
    "max_speed": "maximum horizontal speed",
    "dive_maximum": "dive maximum speed",
    "stall": "stall speed",
    "climb_grades": "phases of climbing to gain a level",
    "turn_left": "turn mode",
    "ceiling": "maximum altitude",
    "front_gun.table": "front gun: combat table",
    "front_gun.ammunition": "front gun: ammunition",
    "rear_gun.table": "rear gun: combat table",
    "rear_gun.ammunition": "rear gun: ammunition",
}


class ChartViewer(Shown):
    """One chart with its markers, damage to try, and where each figure is from."""

    def __init__(self, aircraft: str = "nieuport-11", speed: int | None = None) -> None:
        self.charts = Charts.default()
        self.type: AircraftType = self.charts.find(aircraft)
        self.speed = speed
        self.damage = 0
        self._setting = False
        self._types = ipywidgets.Dropdown(
            options=[(f"{t.name} ({t.side})", t.id) for t in self.charts.types.values()],
            value=self.type.id,
            description="Aircraft",
        )
        self._damage = ipywidgets.IntSlider(0, 0, self.type.endurance, description="Damage")
        for row in (self._types, self._damage):
            row.style = {"description_width": "60px"}
            row.observe(guarded(self._error, self._changed), "value")
        self._chart, self._sources, self._words = (ipywidgets.HTML() for _ in range(3))
        left = ipywidgets.VBox(
            [self._types, self._damage, self._chart, self._words],
            layout={"flex": "1 1 340px", "max_width": "480px"},
        )
        right = ipywidgets.VBox([self._sources], layout={"flex": "1 1 340px", "min_width": "280px"})
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(style() + fc_style()),
                ipywidgets.HBox([left, right], layout={"flex_flow": "row wrap"}),
            ]
        )
        self.widget.add_class("skylib-deck")
        self.refresh()

    def _error(self, error: Exception) -> None:
        self._words.value = boxed("error", alarmed(str(error)))

    def _changed(self, change: Any) -> None:
        if self._setting:
            return
        if change["owner"] is self._types:
            self.type = self.charts[change["new"]]
            self.speed, self.damage = None, 0
        else:
            self.damage = change["new"]
        self.refresh()

    def aircraft(self) -> Aircraft:
        """The aircraft as the chart shows it."""
        kind = self.type
        id = f"{kind.side[0].upper()}1"
        level = min(10, kind.ceiling)
        fresh = Aircraft.new(id, kind, level)
        fresh = replace(fresh, status=FLYING, speed=self.speed or kind.max_speed - 1)
        return fresh.damaged(self.damage) if self.damage else fresh

    def refresh(self) -> None:
        """Show the present choice."""
        self._setting = True
        try:
            self._damage.max = self.type.endurance
            self._damage.value = self.damage
        finally:
            self._setting = False
        self._chart.value = cockpit_html(self.aircraft())
        self._sources.value = table(("figure", "", "where it is from"), self._rows())
        self._words.value = boxed("story", said(self._said()))

    def _said(self) -> str:
        kind, a = self.type, self.aircraft()
        if a.gone:
            return f"{self.damage} damage points: shot down. Speed has fallen to the stall speed."
        left = a.max_speed - kind.stall
        least, dive = kind.stall + 1, min(a.max_speed, a.dive_maximum)
        fly = f"at {least} to {a.max_speed}" if left > 1 else f"at {least} only"
        climb = f"in a climb up to {a.max_speed - 1}" if left > 1 else "and cannot climb"
        return (
            f"It may fly {fly}, {climb}, in a dive up to {dive}. "
            f"{counted(left, 'damage point')} more would shoot it down."
        )

    def _rows(self) -> Iterator[tuple[str, str, str]]:
        kind = self.type
        for field, words in _FIELDS.items():
            gun_name, _, part = field.partition(".")
            if part:
                gun = kind.gun(gun_name.removesuffix("_gun"))  # type: ignore[arg-type]
                if gun is None:
                    continue
                value: object = getattr(gun, part)
                if part == "ammunition":
                    value = f"{value}: {counted(gun.boxes, 'box', 'boxes')}, {FEEDS[gun.feed]}"
            else:
                value = getattr(kind, field)
            if field == "turn_left" and kind.turn_left != kind.turn_right:
                value = f"{kind.turn_left} left, {kind.turn_right} right"
            source = kind.source(field)
            sign = f" {OURS}" if source.startswith("ours") else ""
            yield words, f"{value}{sign}", source

    def text(self) -> str:
        lines = [cockpit_text(self.aircraft()), self._said()]
        lines += [f"  {what}: {value} [{source}]" for what, value, source in self._rows()]
        return "\n".join(lines)


def balance_chart(kind: str | None = None) -> Chart:
    """What equal computer players made of the scenarios, with our numbers; with ``kind``
    (air, photo, trench, artillery) only those. Raises `SkylibError` for another kind."""
    if kind is not None and kind not in KINDS:
        raise SkylibError(f"there are no scenarios {kind!r}; there are {', '.join(KINDS)}")
    charts, known, whole = Charts.ours(), scenarios(), load("skylib.flying_circus")
    rows, notes = [], []
    for result in whole.results:
        scenario = known[result.id]
        if kind is not None and scenario.kind != kind:
            continue
        wins = [f"{result.share(side):.0%}" for side in ("allied", "german")]
        if result.why:
            if result.why not in notes:
                notes.append(result.why)
            wins.append(_STARS[notes.index(result.why)])
        rows.append(
            (
                scenario.title,
                scenario.describe(charts),
                " ".join([wins[0], *wins[2:]]),
                wins[1],
                f"{result.draws / result.games:.0%}",
                f"{result.length:.0f}",
            )
        )
    first = (
        f"{whole.games} games of each scenario between equal computer players with our charts "
        f"and map, {whole.date}. Wins are of the decided games, draws of all; the first named "
        "moves first."
    )
    reasons = tuple(f"{_STARS[i]} {why}" for i, why in enumerate(notes))
    few = (f"A side below {HOPELESS:.0%} has its reason below.",) if reasons else ()
    return Chart(
        "How the scenarios balance",
        ("scenario", "aircraft", "Allied wins", "German wins", "draws", "phases"),
        rows,
        (first, *few, *reasons),
    )


_STARS = ("¹", "²", "³", "⁴")

CHARTS = {"balance": balance_chart}
