"""The table on which a move is carried out: the state as it changes, the dice, what happens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from skylib.core.dice import Dice
from skylib.core.hexes import Hex
from skylib.core.rulings import Figure

from .aircraft import Sheet
from .charts import Charts
from .damage import Marker
from .map import Map
from .scenarios import Scenario
from .sources import is_ours
from .state import Aircraft, Happening, State

__all__ = ["Setting", "Table"]


@dataclass(frozen=True, eq=False)
class Setting:
    """What stays the same during a game: numbers, scenario, readings, options."""

    charts: Charts
    map: Map
    scenario: Scenario
    readings: dict[str, str]
    each_aircraft: bool = False  # option 13.1
    deflection: bool = False  # option 13.2
    alternate: bool = False  # variant 14
    ground_guns: tuple[tuple[str, Hex], ...] = ()  # side and hex of each DCA

    def sheet(self, plane: Aircraft) -> Sheet:
        return self.charts.aircraft[plane.type]


@dataclass(eq=False)
class Table:
    """Carries out one move. Only `Game._apply` makes one."""

    setting: Setting
    state: State
    dice: Dice
    report: list[Happening] = field(default_factory=list)

    def sheet(self, plane: Aircraft) -> Sheet:
        return self.setting.charts.aircraft[plane.type]

    def plane(self, id: str) -> Aircraft:
        return self.state.plane(id)

    def put(self, plane: Aircraft) -> None:
        """Put a changed aircraft in the place of the old one."""
        self.state = replace(
            self.state,
            aircraft=tuple(plane if p.id == plane.id else p for p in self.state.aircraft),
        )

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **changes)

    def act(self, **changes: Any) -> None:
        """Change fields of the present activation."""
        assert self.state.act is not None
        self.set(act=replace(self.state.act, **changes))

    def tell(
        self,
        text: str,
        *rules: str,
        figures: Iterable[Figure] = (),
        ours: Iterable[str] = (),
        readings: Iterable[tuple[str, str]] = (),
        **facts: Any,
    ) -> None:
        """Note something that happened; facts are named with blanks for underscores."""
        named = tuple((k.replace("_", " "), v) for k, v in facts.items())
        self.report.append(
            Happening(text, rules, tuple(figures), named, tuple(ours), tuple(readings))
        )

    # ---- the cup -------------------------------------------------------------------------

    def draw_marker(self, id: str) -> Marker | None:
        """Draw a damage marker from the cup, each equally likely; None from an empty cup."""
        cup = self.state.cup
        total = sum(cup)
        if not total:
            self.tell("the cup is empty: no marker", "TDA-MARKERS")
            return None
        number = self.dice.roll(total, f"damage marker for {id}")
        for place, (marker, count) in enumerate(
            zip(self.setting.charts.markers.values(), cup, strict=True)
        ):
            number -= count
            if number <= 0:
                self.set(cup=(*cup[:place], cup[place] - 1, *cup[place + 1 :]))
                ours = ("how many of each marker the cup holds",)
                self.tell(
                    f"the marker drawn is {marker.name}",
                    "TDA-MARKERS",
                    ours=ours if is_ours(self.setting.charts.counts_source) else (),
                    marker=marker.id,
                )
                return marker
        raise AssertionError("a number beyond the cup")

    def cup_back(self, markers: Iterable[str]) -> None:
        """Put markers back into the cup."""
        cup = list(self.state.cup)
        ids = list(self.setting.charts.markers)
        for id in markers:
            cup[ids.index(id)] += 1
        self.set(cup=tuple(cup))

    # ---- the aircraft that fly now ----------------------------------------------------------

    def drop_from_group(self, id: str) -> None:
        """An aircraft ends its movement here: gone, or out of control."""
        if (plane := self.state.find(id)) is not None and not plane.moved:
            act = self.state.act
            if act and id in act.group:
                self.put(replace(plane, moved=True))
        act = self.state.act
        if act is not None:
            self.act(
                group=tuple(g for g in act.group if g != id),
                ending=tuple(g for g in act.ending if g != id),
                firing=tuple(g for g in act.firing if g != id),
            )
