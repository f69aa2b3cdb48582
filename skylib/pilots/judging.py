"""What the computer player thinks of every move: `judge`, and whose game it looks like: `standing`.

Both speak of one measure a game, named in `UNITS`; the exact side of it (damage done, points
scored) is the engine's, the rest is how the computer player weighs a position.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from importlib import import_module
from typing import Any, NamedTuple

from skylib.core.chances import TooManyChances, outcomes
from skylib.core.dice import Roll
from skylib.core.games import Game, Step

__all__ = [
    "BOUNDS",
    "UNITS",
    "DieOwed",
    "Judged",
    "advantage",
    "at",
    "dice_owed",
    "judge",
    "standing",
]

UNITS = {
    "eye-in-the-sky": "points",
    "flying-circus": "damage points",
    "flying-circus-introductory": "damage points",
    "le-temps-des-as": "aircraft",
}
"""In what moves and positions are measured, by game."""

BOUNDS = {
    "eye-in-the-sky": (4.0, 15.0),
    "flying-circus": (0.4, 1.2),
    "flying-circus-introductory": (0.4, 1.2),
    "le-temps-des-as": (0.15, 0.6),
}
"""How much worse than the best a move may be and still be good, and still be no mistake."""


class Judged(NamedTuple):
    """A move and what the computer player thinks it is worth."""

    move: Any
    value: float


class DieOwed(NamedTuple):
    """One die of a move: what it showed, its mean, and what it did to each side's advantage
    against what was to be expected; None where the chances are too many to count."""

    roll: Roll
    mean: float
    effect: dict[str, float] | None


def _part(name: str) -> Any:
    return import_module(f"{__package__}.judging_{name.replace('-', '_')}")


def at(game: Game[Any, Any], state: Any) -> Game[Any, Any]:
    """The same game standing at another state of it, to look at only."""
    there = copy(game)
    there._state = state
    there.history, there._undone = [], []
    return there


def judge(game: Game[Any, Any], *also: Any) -> list[Judged]:
    """The moves worth a thought with their values, the best first; ``also`` are weighed too.

    Empty where the computer player weighs nothing: it has one move only, the game is over, or
    the decision is of a kind that it takes by habit (where to enter, whom to pursue).
    """
    if game.outcome is not None or not game.legal_moves():
        return []
    values: Callable[..., dict[Any, float]] = _part(game.name).values
    found = values(game, also)
    ranked = [Judged(move, value) for move, value in found.items()]
    return sorted(ranked, key=lambda judged: (-judged.value, str(judged.move)))


def standing(game: Game[Any, Any], state: Any) -> dict[str, float]:
    """What each side has to show for itself in a state, counted, not guessed."""
    return _part(game.name).standing(game, state)  # type: ignore[no-any-return]


def advantage(game: Game[Any, Any], state: Any) -> dict[str, float]:
    """Each side's standing less the best of the others'; its own where there are none."""
    have = standing(game, state)
    return {
        who: value - max((v for other, v in have.items() if other != who), default=0.0)
        for who, value in have.items()
    }


def dice_owed(game: Game[Any, Any], step: Step[Any, Any]) -> list[DieOwed]:
    """Every die of a played move: its mean, and its effect by exact odds.

    The effect of a die is what the expectation became when it was seen, less what it was just
    before; the effects of a move's dice add up to all that luck did in it.
    """
    if not step.rolls:
        return []
    shown = [roll.value for roll in step.rolls]
    weights = [0.0] * (len(shown) + 1)
    sums: list[dict[str, float]] = [{} for _ in weights]
    known: dict[Any, dict[str, float]] = {}
    try:
        for chance, rolls, after in outcomes(game, step.before, step.move):
            if after not in known:
                known[after] = advantage(game, after)
            part = float(chance)
            for seen in range(len(shown) + 1):
                if [roll.value for roll in rolls[:seen]] != shown[:seen]:
                    break
                weights[seen] += part
                for who, value in known[after].items():
                    sums[seen][who] = sums[seen].get(who, 0.0) + part * value
    except TooManyChances:
        return [DieOwed(roll, (roll.sides + 1) / 2, None) for roll in step.rolls]
    means = [{who: v / w for who, v in s.items()} for s, w in zip(sums, weights)]
    return [
        DieOwed(
            roll,
            (roll.sides + 1) / 2,
            {who: means[i + 1][who] - means[i][who] for who in means[i]},
        )
        for i, roll in enumerate(step.rolls)
    ]
