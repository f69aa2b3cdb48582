"""The questions of a drill in their order: the same for everybody with the same seed.

A question has an address: the game and kind, the seed, and a key ``DIFFICULTY.NUMBER`` (with
``.VARIANT`` if the plain one would have repeated the question before it). The address alone
makes the question again, on another day and in another notebook. What a learner answers
changes which difficulty is asked next, never what is asked at that difficulty.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import NamedTuple

from skylib import find_game
from skylib.core.errors import SkylibError
from skylib.scenes import Scene

from .question import Question

__all__ = [
    "EASIEST",
    "HARDEST",
    "START",
    "Maker",
    "Posed",
    "Problem",
    "Sequence",
    "check_difficulty",
    "makers_of",
    "recall",
]

EASIEST, START, HARDEST = 1, 2, 5
_KEY = re.compile(r"([1-5])\.([1-9][0-9]{0,5})(?:\.([1-9][0-9]?))?")
_VARIANTS = 50


@dataclass(frozen=True)
class Problem:
    """One question of a drill with its map; ``kind`` tells the drills' kinds apart.

    ``rules`` are the ids of the rules that decide it. ``near`` says that the wrong answer
    is nearly right, or the right one nearly wrong: figures that a drill is measured by.
    """

    kind: str
    asked: str
    answers: tuple[str, ...]
    right: str
    because: str
    before: Scene | None = None
    after: Scene | None = None
    key: str = field(default="", compare=False)
    rules: tuple[str, ...] = ()
    near: bool = False

    def question(self, answered: Callable[[str, bool], object] | None = None) -> Question:
        """The problem as a predict-then-look question."""
        return Question(
            self.asked,
            self.answers,
            self.right,
            self.because,
            self.before,
            self.after,
            answered=answered,
        )


Maker = Callable[[random.Random, int], Problem]
"""Makes a question of a difficulty, `EASIEST` to `HARDEST`; the random numbers decide which."""


class Posed(NamedTuple):
    """A problem with its address."""

    problem: Problem
    name: str  # GAME/KIND
    seed: int
    key: str

    @property
    def difficulty(self) -> int:
        return int(self.key[0])

    def is_like(self, other: Posed | None) -> bool:
        """Whether it asks the same as another."""
        if other is None:
            return False
        one, two = self.problem, other.problem
        return (one.asked, one.key) == (two.asked, two.key)


class Sequence:
    """The endless questions of one difficulty: every kind once in each round."""

    def __init__(self, makers: Mapping[str, Maker], seed: int, difficulty: int) -> None:
        self._makers, self._seed, self._difficulty = dict(makers), seed, difficulty
        self._number = 0
        self._last: Posed | None = None

    def __next__(self) -> Posed:
        round_, place = divmod(self._number, len(self._makers))
        names = sorted(self._makers)
        random.Random(f"{self._seed} {self._difficulty} round {round_}").shuffle(names)
        self._number += 1
        for variant in range(_VARIANTS):
            key = f"{self._difficulty}.{self._number}" + (f".{variant}" if variant else "")
            posed = _pose(self._makers[names[place]], names[place], self._seed, key)
            if not posed.is_like(self._last):
                break
        self._last = posed
        return posed


def _pose(maker: Maker, name: str, seed: int, key: str) -> Posed:
    rng = random.Random(f"{seed} {name} {key}")
    return Posed(maker(rng, int(key[0])), name, seed, key)


def check_difficulty(difficulty: int) -> int:
    """The difficulty itself. Raises `SkylibError` if there is no such."""
    if not isinstance(difficulty, int) or not EASIEST <= difficulty <= HARDEST:
        raise SkylibError(f"a difficulty is {EASIEST} to {HARDEST}, not {difficulty!r}")
    return difficulty


def makers_of(game: str) -> dict[str, Maker]:
    """The makers of a game's drills, or those of ``hexes``, by ``GAME/KIND``.

    Raises `SkylibError` if there is no such game.
    """
    name = game if game == "hexes" else find_game(game).name
    module = import_module(f"{__package__}.{name.replace('-', '_')}_drills")
    return {f"{name}/{kind.replace('_', '-')}": getattr(module, kind) for kind in module.__all__}


def recall(name: str, seed: int | None, key: str) -> Posed:
    """The question at an address. Raises `SkylibError` if this version has none there."""
    match = _KEY.fullmatch(key)
    if match is None or seed is None:
        raise SkylibError(f"there is no question {key!r} in the drill {name!r}")
    makers = makers_of(name.partition("/")[0])
    if name not in makers:
        raise SkylibError(f"there is no drill {name!r}; there are {', '.join(makers)}")
    return _pose(makers[name], name, seed, key)
