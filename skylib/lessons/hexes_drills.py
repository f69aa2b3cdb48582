"""What is asked about hexes themselves: distances, facings, names."""

from __future__ import annotations

import random

from skylib.core.hexes import ROWS, Board, Hex, distance, ray
from skylib.scenes import Counter, Ground, Mark, Scene

from .drill_sequence import Problem

__all__ = ["how_far", "what_lies_ahead"]

_BOARD = Board.of_rows([12 if i % 2 == 0 else 13 for i in range(11)])
_GROUND = Ground(
    _BOARD,
    (),
    tuple((h, str(h.r + 1)) for h in _BOARD if Hex(h.q - 1, h.r) not in _BOARD),
    tuple((h, str(i)) for i, h in enumerate((h for h in _BOARD if h.r == 0), 1)),
    "an empty board",
)


def _scene(here: Hex, facing: int, shown: Hex | None = None) -> Scene:
    plane = Counter("A", here, facing, 0, "A", "an aircraft", state="active")
    marks = (Mark("selected", (shown,)),) if shown is not None else ()
    return Scene(_GROUND, counters=(plane,), marks=marks, title="An empty board")


def how_far(rng: random.Random) -> Problem:
    """How many hexes away is the marked hex?"""
    here = rng.choice([h for h in _BOARD if len(_BOARD.neighbours(h)) == 6])
    there = rng.choice([h for h in _BOARD if 1 <= distance(here, h) <= 6])
    right = distance(here, there)
    answers = tuple(str(n) for n in range(max(1, right - 1), right + 3))
    name = _BOARD.name(there)
    return Problem(
        "far",
        f"How many hexes is {name} away from the aircraft?",
        answers,
        str(right),
        f"Count the hexes entered on a shortest way, that of {name} included, "
        f"that of the aircraft not: {right}.",
        _scene(here, 0, there),
        None,
        f"{here}{there}",
    )


def what_lies_ahead(rng: random.Random) -> Problem:
    """Which hex lies so many hexes straight ahead?"""
    while True:
        here, facing, n = rng.choice(_BOARD.hexes), rng.randrange(6), rng.choice((2, 3))
        there = ray(ROWS, here, facing, n)[-1]
        if there in _BOARD:
            break
    others = {ray(ROWS, here, facing + turn, n)[-1] for turn in (-1, 1)}
    others |= {ray(ROWS, here, facing, n + step)[-1] for step in (-1, 1)}
    names = sorted({_BOARD.name(h) for h in others if h in _BOARD and h != there})
    answers = [_BOARD.name(there), *rng.sample(names, min(3, len(names)))]
    rng.shuffle(answers)
    return Problem(
        "ahead",
        f"The aircraft faces {ROWS.facing_name(facing)}. Which hex lies {n} hexes straight ahead?",
        tuple(answers),
        _BOARD.name(there),
        f"From {_BOARD.name(here)} the row runs over "
        + ", ".join(_BOARD.name(h) for h in ray(ROWS, here, facing, n))
        + ".",
        _scene(here, facing),
        _scene(here, facing, there),
        f"{here}{facing}{n}",
    )
