"""A flight of Flying Circus on the projector, point by point, with the eyes of one gun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from skylib.core.errors import SkylibError
from skylib.scenes.flying_circus import sighting

from .flying_circus_flights import FlightPlayer
from .projector_screens import BESIDE_A_MAP, Beat, Line, Screen, pages
from .shown import close_all

__all__ = ["FlightScreen"]


@dataclass
class FlightScreen(Screen):
    """One flight past one opponent, and at its end whether the gun has sighted.

    Args:
        flight: like ``G1 speed 8: F F L L F F F``.
        first: the gun whose eyes are looked through, like ``A1 rear``; the mover's first one
            if left out.
        points: the movement points to stop at; all of them if left out.
        settings: those of the game.
    """

    flight: str
    first: str = ""
    points: Sequence[int] = ()
    settings: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def _player(self) -> FlightPlayer:
        player = FlightPlayer(self.flight, first=self.first, **self.settings)
        close_all(player.widget)
        if wrong := [n for n in self.points if not 1 <= n <= player.last]:
            raise SkylibError(f"{self.flight!r} has points 1 to {player.last}, not {wrong[0]}")
        return player

    @cached_property
    def beats(self) -> tuple[Beat, ...]:
        player = self._player
        out: list[Beat] = []
        for point in self.points or range(1, player.last + 1):
            player.go(point)
            told = [(Line("move", self.flight),), (Line("say", player.maps[0].status),)]
            scene = player.scene(0, point)
            out += [Beat("Point by point", page, scene) for page in pages(told, BESIDE_A_MAP)]
        pair = player.pair()
        line = sighting(player.game, pair, None, player.flights[0])
        if line is not None:
            word = "sighted: it may fire." if line.sighted else "not sighted: it may not fire."
            told = [(Line("move", f"{pair}: {word}"),), (Line("reason", line.ruling.reason),)]
            out.append(Beat("What is true", pages(told, BESIDE_A_MAP)[0], player.scene()))
        return tuple(out)

    def text(self) -> str:
        last = self.beats[-1].lines
        return "\n".join([f"Point by point: {self.flight}", *(line.text for line in last)])
