"""The flight deck's controls for Eye in the Sky."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets

from skylib.core.games import Step
from skylib.core.hexes import ROWS, Hex
from skylib.eye_in_the_sky.flight import Fly, Home, Move, Spiral, path
from skylib.eye_in_the_sky.game import EyeInTheSky
from skylib.eye_in_the_sky.state import SEATS
from skylib.maps import look
from skylib.scenes import Scene, scene_of

from .controls import Controls as BaseControls
from .deck import FlightDeck
from .markup import away, put, table

__all__ = ["Controls"]

_NO_PHOTO = "none"
_EASTWARD = ("E", "SE", "SW", "W", "NW", "NE")  # facings in the order of their arrows


class Controls(BaseControls):
    """Distance or spiral, turn, photograph: three rows of buttons, and the same by keys."""

    keys = (
        ("↑ ↓", "farther, shorter, spiral"),
        ("← →", "turn"),
        ("p", "photograph"),
        ("c", "what photographs cover"),
    )

    def __init__(self, deck: FlightDeck) -> None:
        super().__init__(deck)
        self.covers = False
        self._setting = False
        self._way = ipywidgets.ToggleButtons(description="Distance", options=("2",))
        self._turn = ipywidgets.ToggleButtons(description="Then face", options=("E",))
        self._photo = ipywidgets.ToggleButtons(description="Photo", options=(_NO_PHOTO,))
        for row in (self._way, self._turn, self._photo):
            row.style = {"button_width": "auto", "description_width": "68px"}
            row.layout.display = "flex"
            row.observe(deck._guard(self._pressed), "value")
        self._wind = ipywidgets.HTML(layout={"display": "none"})
        self.above = (self._wind,)
        self.widget = ipywidgets.VBox([self._way, self._turn, self._photo])

    @property
    def game(self) -> EyeInTheSky:
        return self.deck.game  # type: ignore[return-value]

    # ---- the draft -----------------------------------------------------------------------

    def renew(self) -> None:
        self.draft = None
        put(self._wind, self._weather())
        self._offer()

    def set_draft(self, move: Any) -> None:
        self.draft = move
        self._offer()

    def _weather(self) -> str:
        """The wind of this round, with an arrow; empty without the variant."""
        wind = self.game.state.wind
        if wind is None:
            return ""
        arrow, name = "→↘↙←↖↗"[_EASTWARD.index(ROWS.facing_name(wind))], ROWS.facing_name(wind)
        return (
            f'<p class="skylib-note"><strong>{arrow} Wind to the {name}</strong> in this round: '
            "one hex farther with it, one less against it (variant of ours).</p>"
        )

    def _ways(self) -> list[str]:
        """What the first row offers: home, spiral, and the distances."""
        state = self.game.state
        if state.phase == "over":
            return []
        ways = [str(d) for d in self.game.distances(state)]
        if state.phase == "last":
            return ["home", *ways]
        return (["spiral"] if self.game.plane_types[state.turn].spiral else []) + ways

    def _turns(self, move: Move | None) -> dict[str, int]:
        """Facing names to what they mean for the draft."""
        plane = self.game.state.planes[self.game.state.turn]
        if isinstance(move, Spiral):
            return {ROWS.facing_name(f): f for f in range(6)}
        if isinstance(move, Fly):
            if self.game.destination(self.game.state, move)[2]:
                return {ROWS.facing_name(plane.facing + 3): 0}
            turns = sorted(self.game.plane_types[self.game.state.turn].turns)
            return {ROWS.facing_name(plane.facing + t): t for t in turns}
        return {}

    def _photos(self, move: Move | None) -> dict[str, int | None]:
        """Hex names that the draft may photograph."""
        if not isinstance(move, Fly):
            return {}
        state = self.game.state
        plane = state.planes[state.turn]
        along = (plane.hex, *path(plane.hex, plane.facing, move.distance))
        out: dict[str, int | None] = {_NO_PHOTO: None}
        for i, hex in enumerate(along):
            if self.game._legal(state, Fly(move.distance, 0, i)):
                out[self.game.field.board.name(hex)] = i
        return out

    def _offer(self) -> None:
        """Set the three rows of buttons to the draft."""
        move = self.draft
        self._setting = True
        try:
            way = None
            if isinstance(move, Fly):
                way = str(move.distance)
            elif move is not None:
                way = "spiral" if isinstance(move, Spiral) else "home"
            _set(self._way, self._ways(), way)
            turns = self._turns(move)
            wanted = (
                move.facing
                if isinstance(move, Spiral)
                else move.turn
                if isinstance(move, Fly)
                else None
            )
            _set(self._turn, list(turns), next((k for k, v in turns.items() if v == wanted), None))
            photos = self._photos(move)
            photo = move.photo if isinstance(move, Fly) else None
            _set(
                self._photo, list(photos), next((k for k, v in photos.items() if v == photo), None)
            )
        finally:
            self._setting = False

    def _pressed(self, change: Any) -> None:
        if self._setting or change["new"] is None:
            return
        owner, value = change["owner"], change["new"]
        if owner is self._way:
            self._go(value)
        elif owner is self._turn:
            turn = self._turns(self.draft)[value]
            self._draw(
                Spiral(turn) if isinstance(self.draft, Spiral) else self.draft._replace(turn=turn)
            )
        else:
            self._draw(self.draft._replace(photo=self._photos(self.draft)[value]))

    def _go(self, way: str) -> None:
        plane = self.game.state.planes[self.game.state.turn]
        if way == "home":
            self._draw(Home())
        elif way == "spiral":
            self._draw(Spiral(plane.facing))
        else:
            old = self.draft if isinstance(self.draft, Fly) else Fly(0)
            move = Fly(int(way), old.turn, old.photo)
            if not self.game._legal(self.game.state, move):
                move = Fly(int(way), 0, None)
            self._draw(move)

    def _draw(self, move: Move) -> None:
        self.draft = move
        self.deck.redraw()
        self._offer()

    # ---- taps and keys -----------------------------------------------------------------------

    def tells_next(self, step: Step[Any, Any]) -> bool:
        return self.deck.game.to_move != step.who  # the prompt is long, and one's own is known

    def tap(self, hex: Hex) -> None:
        state = self.game.state
        if state.phase == "over":
            return
        plane = state.planes[state.turn]
        if hex == plane.hex:
            if "spiral" in self._ways():
                facing = self.draft.facing if isinstance(self.draft, Spiral) else plane.facing - 1
                self._draw(Spiral((facing + 1) % 6))
            else:
                self.deck.map.status = f"The plane cannot spiral now. {self.game.prompt}"
            return
        for distance in self.game.distances(state):
            if path(plane.hex, plane.facing, distance)[-1] == hex:
                if isinstance(self.draft, Fly) and self.draft.distance == distance:
                    self._turn_on()
                else:
                    self._go(str(distance))
                return
        self.deck.map.status = (
            f"{self.game.field.board.name(hex)} is not straight ahead within reach. "
            f"{self.game.prompt}"
        )

    def _turn_on(self, step: int = 1) -> None:
        """The next turn the draft allows."""
        turns = list(self._turns(self.draft).values())
        if isinstance(self.draft, Spiral):
            self._draw(Spiral((self.draft.facing + step) % 6))
        elif isinstance(self.draft, Fly):
            i = turns.index(self.draft.turn) if self.draft.turn in turns else 0
            self._draw(self.draft._replace(turn=turns[(i + step) % len(turns)]))

    def key(self, key: str) -> bool:
        ways = self._ways()
        if key in ("ArrowUp", "ArrowDown"):
            if not ways:
                return True
            if self.draft is None:
                numbers = [w for w in ways if w.isdecimal()]
                way = numbers[0] if key == "ArrowUp" else ways[0]
            else:
                now = self._way.value
                i = ways.index(now) + (1 if key == "ArrowUp" else -1)
                way = ways[max(0, min(i, len(ways) - 1))]
            self._go(way)
        elif key in ("ArrowLeft", "ArrowRight"):
            if self.draft is None and "spiral" in ways:
                self._go("spiral")
            self._turn_by(-1 if key == "ArrowLeft" else 1)
        elif key in ways:
            self._go(key)
        elif key == "s" and "spiral" in ways:
            self._go("spiral")
        elif key == "p":
            photos = list(self._photos(self.draft).values())
            if photos:
                i = photos.index(self.draft.photo)
                self._draw(self.draft._replace(photo=photos[(i + 1) % len(photos)]))
            else:
                self.deck.map.status = "A photograph is taken on a flight: choose a distance first."
        elif key == "c":
            self.covers = not self.covers
            self.deck.redraw()
        else:
            return False
        return True

    def _turn_by(self, step: int) -> None:
        if isinstance(self.draft, Fly):
            turns = list(self._turns(self.draft).values())
            wanted = self.draft.turn + step
            if wanted in turns:
                self._draw(self.draft._replace(turn=wanted))
            else:
                self.deck.map.status = "The plane cannot turn farther at the end of this flight."
        elif isinstance(self.draft, Spiral):
            self._turn_on(step)

    # ---- showing -----------------------------------------------------------------------------

    def scene(self) -> Scene:
        return scene_of(self.game, self.draft, reach=True, footprints=self.covers)

    def scores(self) -> str:
        state, field = self.game.state, self.game.field
        mixed = len({kind.name for kind in self.game.plane_types}) > 1
        rows = []
        for seat, plane in zip(SEATS, state.planes, strict=False):
            here = "computer" if seat in self.deck.computer else "pilot"
            kind = self.game.plane_types[SEATS.index(seat)]
            if mixed and kind.source != "printed":
                here += f", {kind.name.casefold()}"
            rows.append((f"{seat} ({here})", str(plane.score), str(len(plane.photos))))
        seen = (field.area_mask & state.black).bit_count()
        whole = field.area_mask.bit_count()
        markup = table(("", "points", "photographs on board"), rows)
        for i, seat in enumerate(SEATS[: len(rows)]):
            colour = escape(look.side(i).colour)
            swatch = f'<span class="skylib-swatch" style="background:{colour}"></span> {seat}'
            markup = markup.replace(f'<th scope="row">{seat}', f'<th scope="row">{swatch}')
        tail = f"Reported: {seen} of {whole} hexes of the area of interest."
        return f'{markup}<p class="skylib-note">{tail}</p>'


def _set(row: ipywidgets.ToggleButtons, options: list[str], value: str | None) -> None:
    """Give a row its options and value in one message, touching only what differs."""
    with row.hold_sync():
        if tuple(row.options) != tuple(options):
            row.value = None
            row.options = options
            away(row, not options)
        if row.value != value:
            row.value = value
