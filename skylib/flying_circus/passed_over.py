"""A shot that nobody was asked for, since nobody could fire after the last flight."""

from __future__ import annotations

from dataclasses import replace

from skylib.core.rulings import Ruling

__all__ = ["passed_over"]


def passed_over(flier: str, why: Ruling, refused: Ruling) -> Ruling:
    """The refusal of such a shot, with what was in its way.

    Args:
        flier: the aircraft that flew last.
        why: the ruling on the shot where it would have been fired.
        refused: the refusal of the shot now.
    """
    if why.allowed:
        return refused
    return replace(
        why,
        reason=f"Nobody could fire after the flight of {flier}. {why.reason}",
        rules=tuple(dict.fromkeys((*why.rules, *refused.rules))),
        instead=refused.instead,  # the flight is over: what would have helped comes too late
    )
