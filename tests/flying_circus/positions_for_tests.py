"""Games that start from a position, for the tests of combat and of ground fire."""

from __future__ import annotations

from skylib.core.dice import ScriptedDice
from skylib.flying_circus.game import FlyingCircus


def game(position: str, scenario: str = "air-1917-b", dice=(), **settings) -> FlyingCircus:
    """A game that stands at a position, its dice scripted."""
    return FlyingCircus.new_game(scenario, position=position, dice=ScriptedDice(dice), **settings)
