"""A playground for hexes: tap two hexes, see distance, direction, rays and fans."""

from __future__ import annotations

import ipywidgets

from skylib.core.errors import SkylibError
from skylib.core.hexes import (
    COLUMNS,
    ROWS,
    Board,
    Hex,
    bearing,
    disk,
    distance,
    facing_difference,
    fan,
    ray,
)
from skylib.maps import MapWidget, scene_text
from skylib.scenes import Area, Counter, Ground, Mark, Path, Scene

from .markup import alarmed, boxed, escape, style
from .shown import Shown, guarded

__all__ = ["HexPlayground"]

_SHOWS = {
    "nothing more": "nothing",
    "straight ahead": "ray",
    "fan of 60 degrees": "60",
    "fan of 120 degrees": "120",
    "within two hexes": "disk",
}


class HexPlayground(Shown):
    """A small empty board with one aircraft: tap to move it, turn it, measure."""

    def __init__(self, layout: str = "rows") -> None:
        if layout == "rows":
            board = Board.of_rows([12 if i % 2 == 0 else 13 for i in range(11)])
            self.layout, self.here = ROWS, board.hex("6.6")
        elif layout == "columns":
            board = Board.of_columns([10] * 13)
            self.layout, self.here = COLUMNS, board.hex("0605")
        else:
            raise SkylibError(f"hexes lie in 'rows' or in 'columns', not in {layout!r}")
        self.board = board
        first = [h for h in board if h.r == board.hexes[0].r] if layout == "rows" else []
        wests: dict[int, Hex] = {}
        tops: dict[int, Hex] = {}
        for hex in board:
            wests.setdefault(hex.r, hex)
            tops.setdefault(hex.q, hex)
        if layout == "rows":
            rows = tuple((h, str(r + 1)) for r, h in wests.items())
            columns = tuple((h, str(i)) for i, h in enumerate(first, 1))
        else:
            rows = ()
            columns = tuple((h, f"{q + 1:02}") for q, h in tops.items())
        self.ground = Ground(board, (), rows, columns, "an empty board")
        self.facing = 0
        self.target: Hex | None = None
        self.shows = "nothing"
        self._build()
        self.refresh()

    def _build(self) -> None:
        self.map = MapWidget(label="playground of hexes")
        self.map.layout.width = "100%"
        self.map.on_tap(self.tap)
        self.map.key_handler = self._key
        self._facing = ipywidgets.ToggleButtons(
            options=self.layout.facings, description="Facing", value=self.layout.facings[0]
        )
        self._shows = ipywidgets.Dropdown(options=_SHOWS, description="Show")
        guard = lambda handler: guarded(self._error, handler)  # noqa: E731
        self._facing.style = {"button_width": "auto"}
        self._facing.observe(guard(self._faced), "value")
        self._shows.observe(guard(self._showed), "value")
        move = ipywidgets.Button(description="Fly there", tooltip="put the aircraft on that hex")
        move.on_click(guard(lambda _: self.fly_there()))
        self._words = ipywidgets.HTML()
        side = ipywidgets.VBox(
            [self._facing, self._shows, move, self._words],
            layout={"flex": "1 1 300px", "min_width": "min(260px, 100%)", "max_width": "420px"},
        )
        left = ipywidgets.Box([self.map], layout={"flex": "1 1 340px", "max_width": "600px"})
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(style()),
                ipywidgets.HBox([left, side], layout={"flex_flow": "row wrap"}),
            ]
        )
        self.widget.add_class("skylib-deck")

    def _error(self, error: Exception) -> None:
        self._words.value = boxed("error", alarmed(str(error)))

    def _faced(self, change: dict[str, str]) -> None:
        self.facing = self.layout.facing(change["new"])
        self.refresh()

    def _showed(self, change: dict[str, str]) -> None:
        self.shows = change["new"]
        self.refresh()

    def _key(self, key: str, modifiers: tuple[str, ...] = ()) -> bool:
        """Brackets turn the aircraft; the rest is the map's own cursor."""
        if key not in ("[", "]"):
            return False
        self.turn(-1 if key == "[" else 1)
        return True

    def tap(self, hex: Hex) -> None:
        """Measure from the aircraft to a hex."""
        self.target = None if hex == self.here else hex
        self.refresh()

    def turn(self, sides: int) -> None:
        """Turn the aircraft that many hex sides, right positive."""
        self._facing.value = self.layout.facing_name(self.facing + sides)

    def fly_there(self) -> None:
        """Put the aircraft on the measured hex."""
        if self.target is None:
            raise SkylibError("Tap another hex first: the aircraft flies there.")
        self.here, self.target = self.target, None
        self.refresh()

    def measure(self) -> str:
        """What there is to say about the aircraft and the measured hex."""
        name = self.board.name
        here = (
            f"The aircraft is on {name(self.here)}, facing {self.layout.facing_name(self.facing)}."
        )
        if self.target is None:
            return f"{here} Tap another hex to measure."
        n = distance(self.here, self.target)
        degrees = bearing(self.layout, self.here, self.target) or 0.0
        text = f"{here} {name(self.target)} is {n} hex{'es' if n > 1 else ''} away."
        for facing in range(6):
            if self.target in ray(self.layout, self.here, facing, n):
                turns = facing_difference(self.facing, facing)
                side = "left" if turns < 0 else "right"
                count = f"{abs(turns)} hex side{'s' if abs(turns) > 1 else ''} to the {side}"
                ahead = "straight ahead" if turns == 0 else f"{count} of straight ahead"
                return f"{text} It lies on a straight row of hexes, {ahead}."
        ahead = (degrees - self.layout.angle(self.facing) + 180) % 360 - 180
        side = "right" if ahead > 0 else "left"
        return f"{text} It lies {abs(round(ahead))} degrees to the {side}, on no straight row."

    def scene(self) -> Scene:
        reach = 4
        hexes: tuple[Hex, ...] = ()
        if self.shows == "ray":
            hexes = ray(self.layout, self.here, self.facing, reach)
        elif self.shows in ("60", "120"):
            hexes = fan(self.layout, self.here, self.facing, int(self.shows), reach)
        elif self.shows == "disk":
            hexes = disk(self.here, 2)
        inside = tuple(h for h in hexes if h in self.board)
        areas = (Area("fan", inside, 0),) if inside else ()
        paths, marks = (), ()
        if self.target is not None:
            paths = (Path("measured", (self.here, self.target)),)
            marks = (Mark("selected", (self.target,)),)
        plane = Counter("A", self.here, self.facing, 0, "A", "an aircraft", state="active")
        return Scene(
            self.ground, areas, (), paths, (plane,), (), marks, "An empty board", (self.measure(),)
        )

    def refresh(self) -> None:
        """Show the present state."""
        self.map.show(self.scene())
        text = self.measure()
        self._words.value = boxed("story", f"<p>{escape(text)}</p>")
        self.map.status = text

    def picture(self) -> Scene:
        return self.scene()

    def text(self) -> str:
        return scene_text(self.scene())
