"""The stepper: a record played back move by move, with what it says and what it expects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ipywidgets

from skylib import replay
from skylib.core.errors import SkylibError
from skylib.core.games import Game
from skylib.core.records import Entry, Narration, Record
from skylib.core.replays import Compared, Frame
from skylib.core.rulings import sentences
from skylib.core.wording import counted
from skylib.maps import MapWidget, scene_text
from skylib.scenes import Scene, scene_of

from .controls import panel_of
from .markup import boxed, escape, paragraphs, style, table
from .shown import Shown, guarded

__all__ = ["Stepper", "stand_at", "stop_scene", "stops_of"]


class Stepper(Shown):
    """A record on a map: back, next, a slider, play.

    Each stop shows the story so far, the move with its ruling, and every figure that the
    record expects beside what the engine computed. A figure that differs is shown as such.
    """

    def __init__(self, record: Record | str | Path) -> None:
        self.replay = replay(record, strict=False)
        self.game = self.replay.game
        self.stops = stops_of(self.replay.frames)
        self.at = 0
        self._beside = panel_of(self.game.name)
        in_column = self._beside is not None and self._beside.in_column
        self._build(in_column)
        self.go(0)

    def _build(self, in_column: bool) -> None:
        self.map = MapWidget(label=f"{self.game.title}: {self.replay.record.title or 'replay'}")
        self.map.layout.width = "100%"
        self.map.key_handler = self._key
        self._guard = lambda handler: guarded(self.show_error, handler)
        self._title = ipywidgets.HTML(
            f'<p class="skylib-prompt">{escape(self.replay.record.title or "Replay")}</p>'
        )
        self._story = ipywidgets.HTML()
        self._where = ipywidgets.IntSlider(
            0, 0, max(len(self.stops) - 1, 0), description="Step", readout=False
        )
        self._where.layout.width = "auto"
        self._where.observe(self._guard(self._slid), "value")
        self._play = ipywidgets.Play(
            value=0, min=0, max=max(len(self.stops) - 1, 0), interval=2500, description="Play"
        )
        ipywidgets.jslink((self._play, "value"), (self._where, "value"))
        buttons = []
        for text, tip, step in (
            ("◀ Back", "one step back (←)", -1),
            ("Next ▶", "one step on (→)", 1),
        ):
            button = ipywidgets.Button(description=text, tooltip=tip, layout={"width": "auto"})
            button.on_click(self._guard(lambda _, step=step: self.go(self.at + step)))
            buttons.append(button)
        self._panel = ipywidgets.HTML()
        side = ipywidgets.VBox(
            [
                self._title,
                ipywidgets.HBox([*buttons, self._play], layout={"flex_flow": "row wrap"}),
                self._where,
                self._story,
                *([] if in_column else [self._panel]),
            ],
            layout={"flex": "1 1 300px", "min_width": "min(260px, 100%)", "max_width": "460px"},
        )
        beside = ipywidgets.VBox(
            [self._panel] if in_column else [],
            layout={
                "flex": "1 1 0",
                "min_width": "min(230px, 100%)",
                "max_width": "460px",
                "display": "" if in_column else "none",
            },
        )
        left = ipywidgets.Box([self.map], layout={"flex": "1 1 340px", "max_width": "640px"})
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(style()),
                ipywidgets.HBox(
                    [left, side, beside],
                    layout={"flex_flow": "row wrap"},
                ),
            ]
        )
        self.widget.add_class("skylib-deck")

    def show_error(self, error: Exception) -> None:
        self._story.value = boxed("error", f"<p>{escape(str(error))}</p>")
        self.map.status = str(error)

    def _key(self, key: str, modifiers: tuple[str, ...] = ()) -> bool:
        steps = {"ArrowLeft": -1, "ArrowRight": 1, "ArrowUp": -1, "ArrowDown": 1}
        if key in steps:
            self.go(self.at + steps[key])
        elif key in ("<", ">"):  # the map keeps Home and End for the page
            self.go(0 if key == "<" else len(self.stops) - 1)
        else:
            return False
        return True

    def _slid(self, change: dict[str, Any]) -> None:
        if change["new"] != self.at:  # moved by hand, not by `go`
            self.go(change["new"])

    def go(self, at: int) -> None:
        """Show a stop, 0 being the first; beyond the ends it stays at the end."""
        if not self.stops:
            raise SkylibError("this record tells nothing")
        at = max(0, min(at, len(self.stops) - 1))
        stand_at(self.game, self.stops[at])
        self.at = at
        self._where.value = at
        self.map.show(self.scene())
        self._story.value = self._markup()
        if self._beside:
            self._panel.value = self._beside.markup(self.game)
        self.map.status = self._words()

    def next(self) -> None:
        """One stop on."""
        self.go(self.at + 1)

    def back(self) -> None:
        """One stop back."""
        self.go(self.at - 1)

    def scene(self) -> Scene:
        """The map at this stop; a move that was only tried is shown as planned."""
        return stop_scene(self.game, self.stops[self.at])

    def _words(self) -> str:
        """The status line, which screen readers announce: story, moves, what differs."""
        words = [f"Step {self.at + 1} of {len(self.stops)}."]
        for frame in self.stops[self.at]:
            if isinstance(frame.item, Narration):
                words.append(frame.item.text)
            elif frame.ruling is not None:
                words.append(f"{sentences(_move(frame))} – {frame.ruling.reason}")
            words += [f"Expected {c}." for c in frame.compared if not c.holds]
        return " ".join(words)

    def _markup(self) -> str:
        out = [f'<p class="skylib-note">Step {self.at + 1} of {len(self.stops)}</p>']
        for frame in self.stops[self.at]:
            if isinstance(frame.item, Narration):
                out.append(boxed("story", paragraphs(frame.item.text)))
            elif frame.ruling is not None:
                head = f'<p class="skylib-prompt">{escape(sentences(_move(frame)))}</p>'
                out.append(head + frame.ruling._repr_html_())
            if frame.compared:
                out.append(_table(frame.compared))
        return "".join(out)

    def picture(self) -> Scene:
        return self.scene()

    def text(self) -> str:
        lines = [f"{self.game.title}: {self.replay.record.title or 'a record'}"]
        held = sum(c.holds for c in self.replay.compared)
        lines.append(
            f"{counted(len(self.replay.record.moves), 'move')}; "
            f"{held} of {len(self.replay.compared)} expected figures hold."
        )
        for stop in self.stops:
            for frame in stop:
                if isinstance(frame.item, Narration):
                    lines.append(f"  {' '.join(frame.item.text.split())}")
                elif frame.item.move:
                    lines.append(f"{_move(frame)}")
                lines += [f"    {c}" for c in frame.compared if not c.holds]
        lines.append(scene_text(self.scene()))
        return "\n".join(lines)


def _move(frame: Frame) -> str:
    item = frame.item
    assert isinstance(item, Entry)
    return f"{'Tried, ' if item.is_try else ''}{item.who}: {item.move}"


def stand_at(game: Game[Any, Any], stop: list[Frame]) -> None:
    """Undo or redo a replayed game until it stands at a stop."""
    played = stop[-1].played
    while len(game.history) > played:
        game.undo()
    while len(game.history) < played:
        game.redo()


def stop_scene(game: Game[Any, Any], stop: list[Frame]) -> Scene:
    """The map at the stop where the game stands; a move that was only tried is planned."""
    for frame in stop:
        item = frame.item
        if (
            isinstance(item, Entry)
            and item.is_try
            and frame.ruling is not None
            and frame.ruling.allowed
        ):
            return scene_of(game, game.parse_move(item.move))
    panel = panel_of(game.name)
    expected = [c.expectation.name for frame in stop for c in frame.compared]
    return scene_of(game, **(panel.wishes(game, expected) if panel else {}))


def stops_of(frames: tuple[Frame, ...]) -> list[list[Frame]]:
    """Narration belongs to the move after it, the last one to the end. A record of one move
    has a stop before it."""
    stops: list[list[Frame]] = []
    waiting: list[Frame] = []
    for frame in frames:
        if isinstance(frame.item, Narration) and not any(
            isinstance(f.item, Narration) for f in waiting
        ):
            waiting.append(frame)
            continue
        if isinstance(frame.item, Narration):
            stops.append(waiting)
            waiting = [frame]
        else:
            stops.append([*waiting, frame])
            waiting = []
    if waiting:
        stops.append(waiting)
    if len(stops) == 1 and len(stops[0]) > 1:
        return [stops[0][:-1], stops[0][-1:]]  # one move only: first where it begins
    return stops


def _table(compared: tuple[Compared, ...]) -> str:
    rows: list[tuple[Any, ...]] = [
        (
            c.expectation.name,
            ("" if c.expectation.equal else "not ") + c.expectation.value,
            "none" if c.computed is None else c.computed,
            "✓\u00a0agrees" if c.holds else "✗\u00a0differs",
        )
        for c in compared
    ]
    return table(("figure", "expected", "computed", ""), rows)
