"""One flight, or two side by side, played point by point with the sighting strip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets

from skylib.core.errors import SkylibError
from skylib.core.hexes import Hex, distance
from skylib.flying_circus import flight_ruling
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import Task, trace
from skylib.flying_circus.moves import Fly
from skylib.flying_circus.state import enemy_of
from skylib.maps import MapWidget, scene_text
from skylib.scenes import Scene, scene_of
from skylib.scenes.flying_circus import Pair, flight_task, place_after, sighting

from .flying_circus_markup import fc_style
from .flying_circus_sight import strip_rows
from .flying_circus_strip import strip_html, strip_text
from .markup import alarmed, boxed, escape, style
from .shown import Shown, guarded

__all__ = ["FlightPlayer"]


class FlightPlayer(Shown):
    """Flights of one aircraft past an opponent who stands still, on a slider.

    Args:
        moves: the flights, as texts like ``A1 speed 8: F F R R F F F``; each is shown on a
            map of its own, all of them moved by one slider.
        watch: the opponent, or one for each flight; the nearest one if left out.
        first: the gun whose eyes colour the movement points first, like ``A1 rear``; the
            mover's first gun if left out.
        settings: those of ``new_game``: scenario, position, readings …
    """

    def __init__(
        self,
        *moves: str,
        watch: str | Sequence[str] | None = None,
        first: str = "",
        **settings: Any,
    ) -> None:
        if not moves:
            raise SkylibError("which flight? For example 'A1 speed 8: F F F F F F F F'")
        self.game = FlyingCircus.new_game(**{"seed": 1, **settings})
        self.flights: list[Fly] = []
        self.tasks: list[Task] = []
        for text in moves:
            move = self.game.parse_move(text)
            task = flight_task(self.game, move) if isinstance(move, Fly) else None
            if task is None or not isinstance(move, Fly):
                raise SkylibError(f"{text!r} is no flight of an aircraft on the map")
            self.flights.append(move)
            self.tasks.append(task)
        others = [watch] if isinstance(watch, str) else list(watch or [self._nearest()])
        self.watch = [others[min(i, len(others) - 1)] for i in range(len(moves))]
        self.mover = self.flights[0].id
        self.pairs = [self._pairs(other) for other in self.watch]
        names = [f"{pair.firer} {pair.gun}" for pair in self.pairs[0]]
        if first and first not in names:
            raise SkylibError(f"there is no gun {first!r}; there are {', '.join(names)}")
        self.eye = names.index(first) if first else 0
        self._around = self._close_up()
        self.point = self.last = max(f.plan.speed for f in self.flights)
        self._build()
        self.go(0)

    def _nearest(self) -> str:
        state = self.game.state
        mover = state[self.flights[0].id]
        there = [a for a in state.of(enemy_of(mover.side)) if a.flying]
        if not there or mover.hex is None:
            raise SkylibError("nobody is there to be sighted")
        return min(there, key=lambda a: distance(mover.hex, a.hex)).id  # type: ignore[arg-type]

    def _pairs(self, other: str) -> tuple[Pair, ...]:
        state = self.game.state
        return tuple(
            Pair(a, gun.position, b)
            for a, b in ((self.mover, other), (other, self.mover))
            for gun in state[a].type.guns
        )

    def pair(self, i: int = 0) -> Pair:
        """The pair whose eyes colour the points of a flight."""
        return self.pairs[i][min(self.eye, len(self.pairs[i]) - 1)]

    def _close_up(self) -> tuple[Hex, ...]:
        """The hexes of all flights and of the opponent, so that all maps show the same."""
        board = self.game.map.board
        out = [h for id in self.watch if (h := self.game.state[id].hex) is not None]
        for move, task in zip(self.flights, self.tasks, strict=True):
            places = [task.start, *(i.place for i in trace(task, move.flight))]
            out += [p.hex for p in places]
        return tuple(sorted({h for h in out if h in board.index}))

    # ---- the widgets -----------------------------------------------------------------------

    def _build(self) -> None:
        guard = lambda handler: guarded(self._error, handler)  # noqa: E731
        self._slider = ipywidgets.IntSlider(0, 0, self.last, description="Point")
        self._slider.style = {"description_width": "40px"}
        self._slider.layout = {"flex": "1 1 260px"}
        self._slider.observe(guard(lambda change: self.go(change["new"])), "value")
        self._play = ipywidgets.Play(value=0, min=0, max=self.last, interval=900)
        ipywidgets.jslink((self._play, "value"), (self._slider, "value"))
        self._eyes = ipywidgets.ToggleButtons(
            options=[(f"{p.firer} {p.gun} gun", i) for i, p in enumerate(self.pairs[0])],
            value=self.eye,
            description="Seen by",
        )
        self._eyes.style = {"button_width": "auto", "description_width": "56px"}
        self._eyes.observe(guard(lambda change: self.see(change["new"])), "value")
        self._said: list[ipywidgets.HTML] = []
        self.maps: list[MapWidget] = []
        self._strips: list[ipywidgets.HTML] = []
        self._verdicts: list[ipywidgets.HTML] = []
        columns = []
        single = len(self.flights) == 1
        for move in self.flights:
            map = MapWidget(label=f"map of {move}")
            map.layout.width = "100%"
            map.layout.max_width = "560px"
            map.key_handler = self._key
            strip, said, verdict = (ipywidgets.HTML() for _ in range(3))
            self._said.append(said)
            self.maps.append(map)
            self._strips.append(strip)
            self._verdicts.append(verdict)
            if single:
                columns = [
                    ipywidgets.VBox(
                        [strip, map], layout={"flex": "1 1 340px", "max_width": "700px"}
                    ),
                    ipywidgets.VBox(
                        [said, verdict],
                        layout={
                            "flex": "1 1 280px",
                            "min_width": "min(260px, 100%)",
                            "max_width": "440px",
                        },
                    ),
                ]
            else:
                head = ipywidgets.HTML(f'<p class="skylib-prompt">{escape(str(move))}</p>')
                columns.append(
                    ipywidgets.VBox(
                        [head, strip, map, said, verdict],
                        layout={
                            "flex": "1 1 340px",
                            "min_width": "min(280px, 100%)",
                            "max_width": "580px",
                        },
                    )
                )
        top = [self._play, self._slider, self._eyes]
        rows: list[ipywidgets.Widget] = [
            ipywidgets.HTML(style() + fc_style()),
            ipywidgets.HBox(top, layout={"flex_flow": "row wrap"}),
        ]
        rows.append(ipywidgets.HBox(columns, layout={"flex_flow": "row wrap"}))
        self.widget = ipywidgets.VBox(rows)
        self.widget.add_class("skylib-deck")

    def _error(self, error: Exception) -> None:
        self._said[0].value = boxed("error", alarmed(str(error)))

    def _key(self, key: str, modifiers: tuple[str, ...] = ()) -> bool:
        """The arrows go from point to point."""
        steps = {"ArrowLeft": -1, "ArrowRight": 1, "ArrowDown": -1, "ArrowUp": 1}
        if key in steps:
            self.go(self.point + steps[key])
        elif key in ("Home", "End"):
            self.go(0 if key == "Home" else self.last)
        else:
            return False
        return True

    # ---- point by point ----------------------------------------------------------------------

    def go(self, point: int) -> None:
        """Show the moment when so many movement points are spent."""
        self.point = max(0, min(point, self.last))
        self._slider.value = self.point
        for i in range(len(self.flights)):
            self._fill(i)

    def see(self, eye: int) -> None:
        """Look with the eyes of another gun, by its place among the pairs."""
        self.eye = eye
        self._eyes.value = eye
        self.go(self.point)

    def _fill(self, i: int) -> None:
        move, task = self.flights[i], self.tasks[i]
        at = min(self.point, move.plan.speed)
        self.maps[i].show(self.scene(i, at))
        rows = strip_rows(self.game, self.mover, self.watch[i], move)
        title = f"{move.id} at {move.plan}, turn mode {self._mode(task)}"
        self._strips[i].value = strip_html(title, task, move.flight, rows, at or None, at)
        said = self._words(i, at)
        self.maps[i].status = said
        self._said[i].value = boxed("story", f"<p>{escape(said)}</p>")
        line = sighting(self.game, self.pair(i), None, move)
        done = at == move.plan.speed and line is not None
        self._verdicts[i].value = self._verdict(i, line) if done else ""

    def _verdict(self, i: int, line: Any) -> str:
        head = f"{self.pair(i)} at the end of this flight: "
        word = "sighted, it may fire" if line.sighted else "not sighted, it may not fire"
        return f'<p class="skylib-prompt">{escape(head + word)}</p>' + line.ruling._repr_html_()

    @staticmethod
    def _mode(task: Task) -> str:
        if task.left == task.right:
            return task.left.letter
        return f"{task.left.letter} left, {task.right.letter} right"

    def _words(self, i: int, at: int) -> str:
        move, task = self.flights[i], self.tasks[i]
        if not at:
            return f"{move.id} has not moved yet. Slide, play, or press → on the map."
        pair = self.pair(i)
        line = sighting(self.game, pair, None, move)
        moments = () if line is None else line.moments
        moment = next((m for m in moments if m.number == at), None)
        if moment is None:
            return f"Point {at}."
        words = {"F": "forward", "L": "turning left", "R": "turning right", "D": "diving"}
        half = " It is one of the last half." if moment.counts else ""
        inside = "In view" if moment.inside else "Not in view"
        where = place_after(task, move.flight, at)
        return (
            f"Point {at}, {words[moment.step]}, level {where.level}. "
            f"{inside} of {pair.firer}: {moment.why}.{half}"
        )

    def scene(self, i: int = 0, at: int | None = None) -> Scene:
        """The map of one flight with the fields of fire of both."""
        pair = self.pair(i)
        other = self.pairs[i][-1] if pair.firer == self.mover else self.pairs[i][0]
        return scene_of(
            self.game,
            self.flights[i],
            sight=pair,
            upto=at,
            fields=((pair.firer, pair.gun), (other.firer, other.gun)),
            around=self._around,
        )

    def picture(self) -> Scene:
        return self.scene()

    def text(self) -> str:
        lines = [f"{len(self.flights)} flights, point by point:"]
        if len(self.flights) == 1:
            lines = [f"A flight past {self.watch[0]}, point by point:"]
        for i, (move, task) in enumerate(zip(self.flights, self.tasks, strict=True)):
            rows = strip_rows(self.game, self.mover, self.watch[i], move)
            legal = flight_ruling.check_flight(task, move.flight)
            note = "" if legal else f" (not a legal flight: {legal.reason})"
            lines.append(strip_text(f"{move}{note}", task, move.flight, rows))
        lines.append(scene_text(self.scene()))
        return "\n".join(lines)
