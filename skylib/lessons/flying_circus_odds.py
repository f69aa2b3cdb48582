"""Combat tables and ammunition to try: what a shot can do, and when a gun may fire again."""

from __future__ import annotations

from typing import Any

import ipywidgets

from skylib.flying_circus.aircraft import Charts
from skylib.flying_circus.state import GunTrack

from .flying_circus_markup import fc_style
from .flying_circus_table import odds_html, odds_text, table_html
from .markup import alarmed, boxed, style, table
from .shown import Shown, guarded

__all__ = ["Cadence", "OddsViewer", "cadence"]


class OddsViewer(Shown):
    """Any gun at any target at any range: the table lit, the odds as bars."""

    def __init__(
        self, firer: str = "spad-7", target: str = "albatros-d-iii", range: int = 2
    ) -> None:
        self.charts = Charts.default()
        kinds = self.charts.types.values()
        guns = [
            (f"{kind.name}, {gun.position} gun (table {gun.table})", (kind.id, gun.position))
            for kind in kinds
            for gun in kind.guns
        ]
        first = self.charts.find(firer)
        self._gun = ipywidgets.Dropdown(
            options=guns, value=(first.id, first.guns[0].position), description="Gun"
        )
        self._target = ipywidgets.Dropdown(
            options=[(kind.name, kind.id) for kind in kinds],
            value=self.charts.find(target).id,
            description="Target",
        )
        self._range = ipywidgets.IntSlider(range, 1, 8, description="Range")
        self._hit = ipywidgets.IntSlider(0, 0, 9, description="Hit before")
        for row in (self._gun, self._target, self._range, self._hit):
            row.style = {"description_width": "70px"}
            row.observe(guarded(self._error, lambda _: self.refresh()), "value")
        self._shown = ipywidgets.HTML()
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(style() + fc_style()),
                ipywidgets.HBox(
                    [
                        ipywidgets.VBox([self._gun, self._target, self._range, self._hit]),
                        self._shown,
                    ],
                    layout={"flex_flow": "row wrap"},
                ),
            ]
        )
        self.widget.add_class("skylib-deck")
        self.refresh()

    def _error(self, error: Exception) -> None:
        self._shown.value = boxed("error", alarmed(str(error)))

    @property
    def _enough(self) -> int:
        return max(1, self.charts[self._target.value].endurance - self._hit.value)

    def _table(self) -> Any:
        kind, position = self._gun.value
        gun = self.charts[kind].gun(position)
        assert gun is not None
        return gun, self.charts.table(gun)

    def refresh(self) -> None:
        """Show the present choice."""
        gun, found = self._table()
        name = self.charts[self._target.value].name
        title = f"Table {gun.table}"
        self._shown.value = (
            f'<div class="skylib-pair">{table_html(found, title, self._range.value, self._enough)}'
            f"{odds_html(found, self._range.value, self._enough, f'the {name}', say=True)}</div>"
        )

    def text(self) -> str:
        gun, found = self._table()
        name = self.charts[self._target.value].name
        who = self.charts[self._gun.value[0]].name
        odds = odds_text(found, self._range.value, self._enough, f"the {name}")
        return f"{who}, {gun.position} gun, table {gun.table}:\n{found}\n{odds}"


def cadence(feed: str, boxes: int = 6, phases: int = 9) -> list[str]:
    """What a gun does in each combat phase if it fires whenever it may: fires, rests, reloads
    or is empty."""
    track, out = GunTrack(boxes), []
    for _ in range(phases):
        if not track.left:
            out.append("empty")
        elif track.silent:
            out.append("reloads" if track.reloading else "rests")
        else:
            track = track.fired(boxes, feed)
            out.append("fires")
        track = track.rested()
    return out


class Cadence(Shown):
    """The three ways of feeding a gun, phase by phase."""

    def __init__(self, boxes: int = 6) -> None:
        self.boxes = boxes
        self.widget = ipywidgets.HTML(style() + fc_style() + self._markup())

    def _rows(self) -> list[tuple[str, ...]]:
        names = {"belt": "belt (b)", "single": "single drum (sd)", "double": "double drum (dd)"}
        signs = {"fires": "✹ fires", "rests": "– rests", "reloads": "↻ reloads", "empty": "empty"}
        return [
            (name, *(signs[word] for word in cadence(feed, self.boxes)))
            for feed, name in names.items()
        ]

    def _head(self) -> tuple[str, ...]:
        return ("combat phase", *(str(n) for n in range(1, 10)))

    def _markup(self) -> str:
        return table(self._head(), self._rows(), f"Firing whenever it may, {self.boxes} boxes")

    def text(self) -> str:
        rows = [self._head(), *self._rows()]
        wide = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        return "\n".join(
            "  ".join(cell.ljust(w) for cell, w in zip(row, wide, strict=True)).rstrip()
            for row in rows
        )
