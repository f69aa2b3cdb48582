"""What the engine asks about Flying Circus, again and again, as hard as wished."""

from __future__ import annotations

from .flying_circus_drills_combat import (
    how_much_damage,
    may_the_gun_fire,
    what_can_the_shot_do,
    which_gun_bears,
    who_fires_first,
)
from .flying_circus_drills_flight import (
    how_many_points,
    is_it_sighted,
    is_the_decision_legal,
    is_the_flight_legal,
    which_flight_is_legal,
    who_sights_whom,
)

__all__ = [
    "how_many_points",
    "how_much_damage",
    "is_it_sighted",
    "is_the_decision_legal",
    "is_the_flight_legal",
    "may_the_gun_fire",
    "what_can_the_shot_do",
    "which_flight_is_legal",
    "which_gun_bears",
    "who_fires_first",
    "who_sights_whom",
]
