"""What a difficulty of 1 to 5 means in numbers: chances and counts that grow with it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from .drill_sequence import EASIEST, HARDEST

__all__ = ["chance", "choices", "grown", "numbers_near"]

T = TypeVar("T")


def grown(difficulty: int, low: float, high: float) -> float:
    """From ``low`` at the easiest to ``high`` at the hardest, in even steps."""
    return low + (high - low) * (difficulty - EASIEST) / (HARDEST - EASIEST)


def chance(rng: random.Random, difficulty: int, low: float = 0.0, high: float = 1.0) -> bool:
    """True with a probability that grows with the difficulty."""
    return rng.random() < grown(difficulty, low, high)


def choices(difficulty: int) -> int:
    """How many answers there are to choose from, where their number is free: 3 to 6."""
    return (3, 3, 4, 5, 6)[difficulty - 1]


def numbers_near(
    rng: random.Random,
    right: int,
    difficulty: int,
    tempting: Sequence[int] = (),
    least: int = 0,
) -> tuple[tuple[str, ...], bool]:
    """Numbers to choose from, the right one among them, in order; and whether the wrong
    ones are near: all within two of it.

    The easier the question, the farther apart they lie. ``tempting`` are wrong results that
    a usual mistake leads to; hard questions offer them first.
    """
    count = choices(difficulty)
    near = difficulty >= 4 or (difficulty >= 2 and rng.random() < 0.5)
    steps = (1, 2) if near else (3, 4, 5, 6)
    wrong: list[int] = []
    if near:
        wrong += [n for n in tempting if n != right and n >= least]
    pool = [right + sign * step for step in steps for sign in (-1, 1)]
    rng.shuffle(pool)
    wrong += [n for n in pool if n >= least]
    extra = right + max(steps) + 1
    wrong += [extra, extra + 1, extra + 2, extra + 3]
    chosen = list(dict.fromkeys(wrong))[: count - 1]
    return tuple(map(str, sorted({right, *chosen}))), near
