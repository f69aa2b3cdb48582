"""Goals of a lesson: a sentence, and a test on the figures of the position."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from skylib.core.errors import SkylibError
from skylib.core.games import Game

__all__ = ["Goal", "holds"]

_TEST = re.compile(r"(.+?) (>=|<=|!=|=|>|<) (.+)")


def holds(test: str, facts: Mapping[str, str]) -> bool:
    """Whether ``NAME OP VALUE and NAME OP VALUE or ...`` is true of a game's facts.

    The operators are = != < > <= >=; "and" binds closer than "or"; a value may be the name
    of another figure. Raises `SkylibError` for a test that cannot be read or names no figure.
    """
    # Every part is looked at, so that a slip in a later one does not wait for its day.
    return any([all([_one(p.strip(), facts) for p in way.split(" and ")]) for way in _ways(test)])


def _ways(test: str) -> list[str]:
    return test.split(" or ")


def _one(part: str, facts: Mapping[str, str]) -> bool:
    match = _TEST.fullmatch(part)
    if not match:
        raise SkylibError(f"{part!r} is no test like 'score A >= 10'")
    name, operator, wanted = match.groups()
    if name not in facts:
        raise SkylibError(f"there is no figure {name!r}; there are {', '.join(facts)}")
    have, wanted = facts[name], facts.get(wanted, wanted)
    if operator == "=":
        return have == wanted
    if operator == "!=":
        return have != wanted
    try:
        a, b = float(have), float(wanted)
    except ValueError:
        raise SkylibError(f"{part!r} compares {have!r}, which is no number") from None
    return {">=": a >= b, "<=": a <= b, ">": a > b, "<": a < b}[operator]


@dataclass(frozen=True)
class Goal:
    """What the learner is to reach, in how many moves at the most, with hints in steps.

    ``reached`` and ``failed`` are tests for `holds`. ``hints`` lead from a nudge over the
    rule and the hexes to the answer.
    """

    text: str
    reached: str
    moves: int | None = None
    failed: str = ""
    hints: tuple[str, ...] = ()

    def verdict(self, game: Game[Any, Any], who: str, steps: int | None = None) -> str:
        """``reached``, ``failed`` or, while it is open, an empty text.

        What comes first counts: flying on after the goal is reached loses nothing. The
        moves allowed to ``who`` are used up when the others have answered the last one.
        With ``steps`` only so many moves of the game are judged.
        """
        return self.judged(game, who, steps)[0]

    def judged(
        self, game: Game[Any, Any], who: str, steps: int | None = None
    ) -> tuple[str, dict[str, str]]:
        """The verdict, and the figures of the position that decided it."""
        history = game.history[:steps]
        states = [game.history[0].before if game.history else game.state]
        states += [step.after for step in history]
        movers = [step.who for step in history]
        facts: dict[str, str] = {}
        for at, state in enumerate(states):
            facts = game._facts(state)
            if holds(self.reached, facts):
                return "reached", facts
            if self.failed and holds(self.failed, facts):
                return "failed", facts
            answered = at == len(movers) or movers[at] == who
            if self.moves is not None and answered and movers[:at].count(who) >= self.moves:
                return "failed", facts
        return "failed" if game._outcome(states[-1]) else "", facts
