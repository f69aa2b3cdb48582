"""What is asked about hexes themselves: distances, facings, names."""

from __future__ import annotations

import random

from skylib.core.hexes import ROWS, Board, Hex, distance, ray
from skylib.scenes import Counter, Ground, Mark, Scene

from .drill_difficulty import chance, choices, numbers_near
from .drill_sequence import START, Problem

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


def how_far(rng: random.Random, difficulty: int = START) -> Problem:
    """How many hexes away is the marked hex? Harder: farther, off the straight rows."""
    crooked = chance(rng, difficulty, 0.1, 0.95)
    most = 3 + difficulty
    while True:
        here = rng.choice([h for h in _BOARD if len(_BOARD.neighbours(h)) == 6])
        rows = {h for facing in range(6) for h in ray(ROWS, here, facing, most)}
        pool = [
            h
            for h in _BOARD
            if (difficulty + 1) // 2 <= distance(here, h) <= most and (h not in rows) is crooked
        ]
        if here in pool:
            pool.remove(here)
        if pool:
            break
    there = rng.choice(pool)
    right = distance(here, there)
    answers, near = numbers_near(rng, right, max(2, difficulty), least=1)
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
        near=near and crooked,
    )


def what_lies_ahead(rng: random.Random, difficulty: int = START) -> Problem:
    """Which hex lies so many hexes straight ahead? Harder: farther, more to choose from."""
    while True:
        here, facing = rng.choice(_BOARD.hexes), rng.randrange(6)
        n = rng.choice((difficulty, difficulty + 1))
        there = ray(ROWS, here, facing, n)[-1]
        if there in _BOARD:
            break
    # Far answers lie in another direction, near ones one hex too far, too short or aside.
    far = {ray(ROWS, here, facing + turn, n)[-1] for turn in (-2, -1, 1, 2, 3)}
    close = {ray(ROWS, here, facing, n + step)[-1] for step in (-1, 1) if n + step}
    close |= set(_BOARD.neighbours(there))
    near = chance(rng, difficulty, 0.1, 0.9)
    pools = [
        sorted({_BOARD.name(h) for h in pool if h in _BOARD and h not in (there, here)})
        for pool in ((close, far) if near else (far, close))
    ]
    wrong = [name for pool in pools for name in rng.sample(pool, len(pool))]
    answers = [_BOARD.name(there), *list(dict.fromkeys(wrong))[: choices(difficulty) - 1]]
    rng.shuffle(answers)
    return Problem(
        "ahead",
        f"The aircraft faces {ROWS.facing_name(facing)}. Which hex lies "
        f"{n} hex{'es' if n > 1 else ''} straight ahead?",
        tuple(answers),
        _BOARD.name(there),
        f"From {_BOARD.name(here)} the row runs over "
        + ", ".join(_BOARD.name(h) for h in ray(ROWS, here, facing, n))
        + ".",
        _scene(here, facing),
        _scene(here, facing, there),
        f"{here}{facing}{n}",
        near=near,
    )
