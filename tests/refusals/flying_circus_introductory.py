"""Moves to be refused in the introductory game of Flying Circus."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from skylib.flying_circus.introductory import (
    FlyingCircusIntroductory,
    IntroFire,
    IntroFly,
    IntroMove,
)
from skylib.flying_circus.introductory_flights import nearest
from skylib.flying_circus.movement import Flight
from skylib.flying_circus.moves import Enter, Pass

from .judged import Forms, puzzles, spoilt

_IDS = ("A1", "A2", "A3", "G1", "G2", "G3")
# In the row ahead of one another, too far, side by side, off the map, in a corner, hemmed in.
_BY_HAND = (
    "turn 3 allied fire; A1 2010 N 7; A2 2012 N 3; G1 2006 N 2; G2 2107 S 10",
    "turn 3 allied fire; A1 2020 N 7; A2 2021 N 4; G1 2006 N 2; G2 2107 S 10; done A2",
    "turn 4 german fire; A1 2010 N 7; A2 shot-down 0; G1 2014 N 2; G2 off 10",
    "turn 1 allied move; A1 0101 NW 4; A2 enters 0112 SE 10; G1 0102 NW 3; G2 off 10",
    "turn 2 german move; A1 4412 N 1; A2 4411 N 2; G1 4413 N 1; G2 enters 4512 SW 1",
    "turn 2 german move; A1 0101 N 1; G1 shot-down 0",
    "turn 1 allied move; A1 0101 S 4; G1 4501 N 9",
    "turn 1 allied move; A1 2010 N 3; G1 2007 N 9",
)
_ASKED = ("A1: L L L F", "A1: F F F", "A1: F F F D")


def positions(folder: Path) -> Iterator[FlyingCircusIntroductory]:
    """Games at many moments, each to be looked at before the next is asked for."""
    rng = random.Random(2)
    for text in _BY_HAND:
        for reading in ("one-direction", "both-directions"):
            yield FlyingCircusIntroductory.new_game(
                "2", position=text, readings={"FC-TURN-MODE": reading}
            )
    for seed, scenario in enumerate("123"):
        game = FlyingCircusIntroductory.new_game(scenario, seed=seed)
        for _ in range(12):
            yield game
            game.play(str(_any(game, rng)))
    yield from puzzles("flying-circus-introductory")


def _any(game: FlyingCircusIntroductory, rng: random.Random) -> IntroMove:
    for move in attempts(game, rng):
        if move in game.legal_moves():
            return move
    return next(iter(game.legal_moves()))


def flown(game: FlyingCircusIntroductory, id: str, rng: random.Random) -> Flight:
    """A flight of an airplane that is legal but for a step too many, too few or another one."""
    airplane = game.state.find(id)
    steps = "".join(rng.choices("FFFLR", k=rng.randint(1, 10)))
    if airplane is not None and airplane.hex is not None:
        sky = game.sky(game.state, id)
        legal = nearest(airplane.hex, airplane.facing, airplane.allowance, Flight(steps), sky)
        steps = legal.steps if legal else steps
    return Flight(spoilt(steps, rng))


def attempts(game: FlyingCircusIntroductory, rng: random.Random) -> Iterator[IntroMove]:
    """Moves of every kind, most of them not legal."""
    for text in _ASKED:
        yield game.parse_move(text)
    yield Pass()
    names = ["0101", "0112", "4501", "4512", "2212", "0125", "4525"]
    for id in _IDS:
        yield Enter(id, rng.choice(names), rng.randrange(6))
        yield IntroFire(id, rng.choice(_IDS))
        for _ in range(4):
            yield IntroFly(id, flown(game, id, rng))
    for a in game.state.airplanes:
        for b in game.state.airplanes:
            yield IntroFire(a.id, b.id)


def _may_go_on(game: Any, move: IntroFly, match: re.Match[str]) -> bool:
    """Whether, after such steps, each of those named leads to a legal flight, and no other."""
    airplane = game.state.find(move.id)
    begun = match["done"].replace(" ", "") if match["done"] else ""
    named = set(match["steps"].split(", "))
    sky = game.sky(game.state, move.id)
    for step in "FLRDC":
        wanted = Flight(begun + step)
        best = nearest(airplane.hex, airplane.facing, airplane.allowance, wanted, sky)
        follows = best is not None and best.steps.startswith(wanted.steps)
        if follows != (step in named):
            return False
        if follows and IntroFly(move.id, best) not in game.legal_moves():
            return False
    return True


def _ends(game: Any, move: IntroFly, match: re.Match[str]) -> bool:
    return IntroFly(move.id, Flight(match["done"].replace(" ", ""))) in game.legal_moves()


def _dead_end(game: Any, move: IntroFly, match: re.Match[str]) -> bool:
    """Whether no legal flight begins with the steps of the refused one up to its fault."""
    airplane, sky = game.state.find(move.id), game.sky(game.state, move.id)
    best = nearest(airplane.hex, airplane.facing, airplane.allowance, move.flight, sky)
    return best is not None and best.steps != move.flight.steps


def _elsewhere(game: Any, move: IntroFly, match: re.Match[str]) -> bool:
    return any(other.id == move.id for other in game.legal_moves())


_DONE = r"(at the start|after (?P<done>[FLR](?: [FLR])*))"
FORMS: Forms = {
    rf"{_DONE} possible: (?P<steps>[FLR](?:, [FLR])*)": _may_go_on,
    rf"{_DONE} end the flight": _ends,
    "another beginning: from here no flight comes to an end": _dead_end,
    "end in another hex; passing through is free": _elsewhere,
}
