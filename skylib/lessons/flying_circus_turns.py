"""The turn modes side by side: one flight, what each of its steps costs in each mode."""

from __future__ import annotations

from typing import NamedTuple

import ipywidgets

from skylib.core.hexes import COLUMNS, Board, Hex
from skylib.flying_circus.flight_ruling import check_flight
from skylib.flying_circus.movement import (
    TURN_MODES,
    Around,
    Flight,
    Place,
    Plan,
    Task,
    TurnMode,
    trace,
)
from skylib.maps import MapWidget, scene_text
from skylib.scenes import Counter, Ground, Path, Scene

from .flying_circus_markup import fc_style
from .markup import alarmed, boxed, escape, style
from .shown import Shown, guarded

__all__ = ["Cost", "TurnModes", "costs"]

_PLENTY = 40  # points, so that only the turn modes forbid anything


class Cost(NamedTuple):
    """One step in one mode: what it costs, or why it is not allowed."""

    points: int
    refused: str = ""


MODES: dict[str, tuple[TurnMode, TurnMode]] = {
    **{f"mode {letter}": (mode, mode) for letter, mode in TURN_MODES.items()},
    "Camel: B left, A right": (TURN_MODES["B"], TURN_MODES["A"]),
}


def costs(left: TurnMode, right: TurnMode, steps: str, both: bool = False) -> list[Cost]:
    """The cost of each step; from the first refused one on every step is refused."""
    task = Task(
        Place(Hex(0, 0), 0, 5), Plan(_PLENTY), left, right, False, Around(None, frozenset(), both)
    )
    out: list[Cost] = []
    refused = ""
    for i, instant in enumerate(trace(task, Flight(steps))):
        if not refused:
            ruling = check_flight(task, Flight(steps[: i + 1]))
            if ruling.rule != "FC-SPEED-FIXED":  # only points are left to be spent
                refused = f"{ruling.reason} ({ruling.rule})"
        out.append(Cost(instant.cost, refused))
    return out


class TurnModes(Shown):
    """A flight of steps F, L and R, and a table of what it costs in every turn mode."""

    def __init__(self, flight: str = "F L L F F R") -> None:
        self.steps = Flight.parse(flight).steps
        self.mode = next(iter(MODES))
        self.board = Board.of_columns([9] * 13)
        self.start = Place(self.board.hex("0706"), 0, 5)
        norths = {h.q: h for h in reversed(self.board.hexes)}
        labels = tuple((h, f"{q + 1:02}") for q, h in sorted(norths.items()))
        self.ground = Ground(self.board, (), (), labels, "An empty sky")
        self._build()
        self.refresh()

    def _build(self) -> None:
        guard = lambda act: guarded(self._error, lambda *_: act())  # noqa: E731
        self.map = MapWidget(label="map of the flight")
        self.map.layout.width = "100%"
        self.map.key_handler = self._key
        buttons = []
        for text, act, tip in (
            ("↶ left", lambda: self.add("L"), "turn one hexside to the left (←)"),
            ("↑ forward", lambda: self.add("F"), "one hex forward (↑)"),
            ("right ↷", lambda: self.add("R"), "turn one hexside to the right (→)"),
            ("⌫ back", self.back, "one step back (Backspace)"),
            ("Empty", self.clear, "begin again"),
        ):
            button = ipywidgets.Button(description=text, tooltip=tip, layout={"width": "auto"})
            button.on_click(guard(act))
            buttons.append(button)
        self._modes = ipywidgets.ToggleButtons(options=list(MODES), description="On the map")
        self._modes.style = {"button_width": "auto", "description_width": "80px"}
        self._modes.observe(guard(self._moded), "value")
        self._table = ipywidgets.HTML()
        self._words = ipywidgets.HTML()
        side = ipywidgets.VBox(
            [
                ipywidgets.HBox(buttons, layout={"flex_flow": "row wrap"}),
                self._table,
                self._modes,
                self._words,
            ],
            layout={"flex": "1 1 380px", "min_width": "min(280px, 100%)", "max_width": "640px"},
        )
        left = ipywidgets.Box([self.map], layout={"flex": "1 1 320px", "max_width": "520px"})
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(style() + fc_style()),
                ipywidgets.HBox([left, side], layout={"flex_flow": "row wrap"}),
            ]
        )
        self.widget.add_class("skylib-deck")

    def _error(self, error: Exception) -> None:
        self._words.value = boxed("error", alarmed(str(error)))

    def _moded(self) -> None:
        self.mode = self._modes.value
        self.refresh()

    def _key(self, key: str, modifiers: tuple[str, ...] = ()) -> bool:
        step = {"ArrowUp": "F", "ArrowLeft": "L", "ArrowRight": "R"}.get(key)
        if step:
            self.add(step)
        elif key == "Backspace":
            self.back()
        else:
            return False
        return True

    def add(self, step: str) -> None:
        """Add a step, as long as the flight stays on the small board."""
        if len(self.steps) < 16:
            self.steps += step
            self.refresh()

    def back(self) -> None:
        """Take the last step back."""
        self.steps = self.steps[:-1]
        self.refresh()

    def clear(self) -> None:
        """An empty flight."""
        self.steps = ""
        self.refresh()

    def _task(self, name: str) -> Task:
        left, right = MODES[name]
        return Task(self.start, Plan(_PLENTY), left, right)

    def total(self, name: str) -> int | None:
        """The points that the flight takes in a mode, or None where it is not allowed."""
        found = costs(*MODES[name], self.steps)
        return None if any(c.refused for c in found) else sum(c.points for c in found)

    def refresh(self) -> None:
        """Show the present flight."""
        self.map.show(self.scene())
        self._table.value = self._markup()
        refused = next((c.refused for c in costs(*MODES[self.mode], self.steps) if c.refused), "")
        total = self.total(self.mode)
        text = f"In {self.mode} this flight is not possible. {refused}"
        if total is not None:
            hexes = self.steps.count("F")
            text = f"In {self.mode} this flight takes {total} points and enters {hexes} hexes."
        self._words.value = boxed("refused" if refused else "story", f"<p>{escape(text)}</p>")
        self.map.status = text

    def _markup(self) -> str:
        head = "".join(f'<th scope="col">{s}</th>' for s in self.steps)
        rows = []
        for name, modes in MODES.items():
            cells = []
            for cost in costs(*modes, self.steps):
                if cost.refused:
                    cells.append(f'<td title="{escape(cost.refused)}">✗</td>')
                else:
                    cells.append(f"<td>{cost.points}</td>")
            total = self.total(name)
            sum_ = "not possible" if total is None else f"{total} points"
            kind = " lit" if name == self.mode else ""
            rows.append(
                f'<tr><th scope="row" class="wide{kind}">{escape(name)}</th>{"".join(cells)}'
                f'<td class="wide lit">{sum_}</td></tr>'
            )
        return (
            '<div class="skylib-strip-box"><table class="skylib-crt"><caption>What each step costs'
            f'</caption><thead><tr><th scope="col">step</th>{head}<th scope="col">in all</th></tr>'
            f"</thead><tbody>{''.join(rows)}</tbody></table></div>"
        )

    def scene(self) -> Scene:
        """The flight with the points that it spends in each hex in the chosen mode."""
        task = self._task(self.mode)
        along, at = [self.start.hex], self.start
        beads: list[tuple[Hex, str, str]] = []
        first = 1  # of the points spent in this hex
        for instant in trace(task, Flight(self.steps)):
            if instant.place.hex not in self.board.index:
                break
            at, last = instant.place, instant.spent
            if instant.step == "F":
                along.append(at.hex)
                first = last
                beads.append((at.hex, str(last), ""))
            else:
                beads[-1:] = [(at.hex, f"{first}–{last}", "turn")]
        start = Counter("start", self.start.hex, 0, 0, "A", "where it starts")
        end = Counter("end", at.hex, at.facing, 0, "A", "where it is then", ghost=True)
        counters = (start, end) if self.steps else (start,)
        name = self.board.name
        words = (
            f"From {name(self.start.hex)} facing N: {' '.join(self.steps) or 'no step yet'}.",
            f"It ends in {name(at.hex)} facing {COLUMNS.facing_name(at.facing)}.",
        )
        path = Path("planned", tuple(along), 0, tuple(beads))
        return Scene(
            self.ground, (), (), (path,), counters, (), (), "One flight, every turn mode", words
        )

    def picture(self) -> Scene:
        return self.scene()

    def text(self) -> str:
        lines = [f"The flight {' '.join(self.steps)} in every turn mode:"]
        for name, modes in MODES.items():
            found = costs(*modes, self.steps)
            cells = " ".join("x" if c.refused else str(c.points) for c in found)
            total = self.total(name)
            end = "not possible" if total is None else f"{total} points"
            lines.append(f"  {name}: {cells} = {end}")
        lines.append(scene_text(self.scene()))
        return "\n".join(lines)
