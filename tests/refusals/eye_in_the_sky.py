"""Moves to be refused in Eye in the Sky."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from skylib.eye_in_the_sky.flight import Fly, Home, Move, Spiral
from skylib.eye_in_the_sky.game import EyeInTheSky

from .judged import Forms

_SETTINGS: tuple[dict[str, str], ...] = (
    {},
    {"scenario": "training", "players": "1", "rounds": "9"},
    {"scenario": "training", "players": "4", "planes": "fast,slow,rotary,standard"},
    {"scenario": "training", "weather": "wind", "guns": "fire", "rounds": "7"},
)
_NO_SPIRAL = """
[stiff]
name = "Stiff scout"
source = "ours"
distances = [1, 2]
left = 0
right = 1
spiral = false
"""

FORMS: Forms = {}


def positions(folder: Path) -> Iterator[EyeInTheSky]:
    """Games at many moments, each to be looked at before the next is asked for."""
    rng = random.Random(1)
    stiff = folder / "stiff.toml"
    stiff.write_text(_NO_SPIRAL, "utf-8")
    settings = [*_SETTINGS, {"scenario": "training", "planes": str(stiff)}]
    for number, setting in enumerate(settings):
        readings = {"EYE-PHOTO": "with-destination"} if number % 2 else {}
        game = EyeInTheSky.new_game(seed=number, readings=readings, **setting)
        for _ in range(25):
            yield game
            if game.outcome:
                break
            game.play(rng.choice(list(game.legal_moves())))
    for phase in (
        "last round 5; first A; to move B; A 12.1 E done; B 5.5 E",
        "over round 5; A 12.1 E points 7 home; B 5.5 E points 9 home",
    ):
        yield EyeInTheSky.new_game("training", position=phase)


def attempts(game: EyeInTheSky, rng: random.Random) -> Iterator[Move]:
    """Moves of every kind, most of them not legal."""
    yield Home()
    yield Spiral(rng.randrange(6))
    for _ in range(25):
        far = rng.choice((0, 1, 2, 3, 4, 5, 9, 30))
        turn = rng.choice((0, 0, 0, -1, 1, -2, 2, 5))
        photo = rng.choice((None, None, 0, 1, far - 1, far, far + 1, 40))
        yield Fly(far, turn, photo if photo is None or photo >= 0 else None)
