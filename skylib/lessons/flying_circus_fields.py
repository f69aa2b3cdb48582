"""Fields of fire to try: any aircraft, any of its guns, any facing, a target anywhere."""

from __future__ import annotations

from typing import Any

import ipywidgets

from skylib.core.hexes import COLUMNS, Board, Hex
from skylib.core.rulings import Ruling
from skylib.flying_circus import field_of_fire
from skylib.flying_circus.aircraft import AircraftType, Charts
from skylib.flying_circus.movement import Place
from skylib.maps import MapWidget, scene_text
from skylib.scenes import Area, Counter, Ground, Label, Path, Scene
from skylib.scenes.flying_circus_ground import SIDE

from .flying_circus_markup import fc_style
from .markup import alarmed, boxed, escape, style
from .shown import Shown, guarded

__all__ = ["FieldViewer"]

_LEVEL = 10


class FieldViewer(Shown):
    """An aircraft in the middle of an empty sky with the field of fire of one gun.

    Tap a hex: a target is put there, and the ruling says whether the gun may fire into it.
    """

    def __init__(
        self, aircraft: str = "spad-7", gun: str | None = None, target: str | None = None
    ) -> None:
        self.charts = Charts.default()
        self.type: AircraftType = self.charts.find(aircraft)
        self.gun = self.type.gun(gun) if gun else self.type.guns[0]  # type: ignore[arg-type]
        self.gun = self.gun or self.type.guns[0]
        self.facing = 0
        self.level = _LEVEL  # of the target
        self.board = Board.of_columns([19] * 23)
        self.here = self.board.hex("1210")
        self.target: Hex | None = self.board.hex(target) if target else None
        norths = {h.q: h for h in reversed(self.board.hexes)}
        self.ground = Ground(
            self.board,
            (),
            (),
            tuple((h, f"{q + 1:02}") for q, h in sorted(norths.items())),
            "An empty sky",
        )
        self._setting = False
        self._build()
        self.refresh()

    def _build(self) -> None:
        guard = lambda act: guarded(self._error, act)  # noqa: E731
        self.map = MapWidget(label="map of a field of fire")
        self.map.layout.width = "100%"
        self.map.on_tap(self.tap)
        self.map.key_handler = self._key
        self._types = ipywidgets.Dropdown(
            options=[(f"{t.name} ({t.side})", t.id) for t in self.charts.types.values()],
            value=self.type.id,
            description="Aircraft",
        )
        self._guns = ipywidgets.ToggleButtons(description="Gun", options=[self.gun.position])
        self._facings = ipywidgets.ToggleButtons(
            description="Facing", options=COLUMNS.facings, value="N"
        )
        self._levels = ipywidgets.ToggleButtons(
            description="Target",
            options=[("same level", 0), ("one higher", 1), ("one lower", -1)],
            value=0,
        )
        for row in (self._guns, self._facings, self._levels):
            row.style = {"button_width": "auto", "description_width": "60px"}
        self._types.style = {"description_width": "60px"}
        for row in (self._types, self._guns, self._facings, self._levels):
            row.observe(guard(self._changed), "value")
        self._count = ipywidgets.HTML()
        self._verdict = ipywidgets.HTML()
        side = ipywidgets.VBox(
            [self._types, self._guns, self._facings, self._levels, self._count, self._verdict],
            layout={"flex": "1 1 300px", "min_width": "min(260px, 100%)", "max_width": "460px"},
        )
        left = ipywidgets.Box([self.map], layout={"flex": "1 1 340px", "max_width": "620px"})
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(style() + fc_style()),
                ipywidgets.HBox([left, side], layout={"flex_flow": "row wrap"}),
            ]
        )
        self.widget.add_class("skylib-deck")

    def _error(self, error: Exception) -> None:
        self._verdict.value = boxed("error", alarmed(str(error)))

    def _changed(self, change: Any) -> None:
        if self._setting or change["new"] is None:
            return
        owner = change["owner"]
        if owner is self._types:
            self.type = self.charts[change["new"]]
            self.gun = self.type.guns[0]
        elif owner is self._guns:
            self.gun = self.type.gun(change["new"]) or self.gun
        elif owner is self._facings:
            self.facing = COLUMNS.facing(change["new"])
        else:
            self.level = _LEVEL + change["new"]
        self.refresh()

    def _key(self, key: str, modifiers: tuple[str, ...] = ()) -> bool:
        """Brackets turn the aircraft; the arrows are the map's own cursor."""
        if key not in ("[", "]"):
            return False
        self.turn(1 if key == "]" else -1)
        return True

    def turn(self, sides: int) -> None:
        """Turn the aircraft so many hexsides, right positive."""
        self.facing = (self.facing + sides) % 6
        self.refresh()

    def tap(self, hex: Hex) -> None:
        """Put the target on a hex."""
        self.target = hex
        self.refresh()

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes of the field, nearest first."""
        return field_of_fire.hexes(self.gun.mount, self.here, self.facing)

    def ruling(self) -> Ruling | None:
        """Whether the target is in the field; None without one."""
        if self.target is None:
            return None
        firer = Place(self.here, self.facing, _LEVEL)
        return field_of_fire.check_field(
            self.gun.mount, firer, Place(self.target, self.facing, self.level)
        )

    def _summary(self) -> str:
        return (
            f"{self.type.name}, {self.gun.position} gun, {self.gun.mount}: "
            f"{len(self.hexes)} hexes within {field_of_fire.REACH}."
        )

    def refresh(self) -> None:
        """Show the present state."""
        self._setting = True
        try:
            self._types.value = self.type.id
            positions = [gun.position for gun in self.type.guns]
            if list(self._guns.options) != positions:
                self._guns.options = positions
            self._guns.value = self.gun.position
            self._facings.value = COLUMNS.facing_name(self.facing)
        finally:
            self._setting = False
        self.map.show(self.scene())
        self._count.value = boxed("story", f"<p>{escape(self._summary())}</p>")
        ruling = self.ruling()
        if ruling is None:
            text = (
                "Tap a hex, or go to it with the arrow keys and press Enter, to put a target there."
            )
            self._verdict.value = boxed("goal", f"<p>{text}</p>")
        else:
            self._verdict.value = ruling._repr_html_()
            text = ruling.reason
        self.map.status = f"{self._summary()} {text}"

    def scene(self) -> Scene:
        """The field on the map."""
        side = SIDE[self.type.side]
        hexes = tuple(h for h in self.hexes if h in self.board.index)
        letter = f"{self.type.side[0].upper()}1"
        counters = [Counter(letter, self.here, self.facing, side, letter, self.type.name, _LEVEL)]
        paths: tuple[Path, ...] = ()
        labels: tuple[Label, ...] = ()
        if self.gun.mount == "fixed":
            labels = tuple(Label(h, str(n), "number") for n, h in enumerate(hexes, 1))
        if self.target is not None:
            enemy = "G1" if letter == "A1" else "A1"
            counters.append(
                Counter(enemy, self.target, 3, 1 - side, enemy, "the target", self.level)
            )
            if (ruling := self.ruling()) and ruling.allowed:
                paths = (Path("line-of-fire", (self.here, self.target), side),)
        return Scene(
            self.ground,
            (Area("fire", hexes, side),),
            (),
            paths,
            tuple(counters),
            labels,
            (),
            "A field of fire",
            (self._summary(),),
        )

    def picture(self) -> Scene:
        return self.scene()

    def text(self) -> str:
        ruling = self.ruling()
        return scene_text(self.scene()) + (f"\n{ruling}" if ruling is not None else "")
