"""The sign above a deck's controls: whose turn it is, and which."""

from __future__ import annotations

from collections.abc import Sequence

from skylib.maps import look

from .markup import escape

__all__ = ["turn_sign"]

_NOBODY = "#3d4450"


def turn_sign(
    side: str, number: int | None, computer: Sequence[str], moment: str, prompt: str
) -> str:
    """The sign as markup, with what is asked below it.

    Args:
        side: who is asked; empty when the game is over.
        number: the side's number, which gives the colour; None for nobody's.
        computer: the sides that the computer plays; the others are people.
        moment: turn and phase.
        prompt: what is asked.
    """
    colour = _NOBODY if number is None else look.side(number).dark
    who = side.capitalize() or "Game over"
    if side in computer:
        who += " (computer)"
    elif side and computer:
        who += " (you)"
    return (
        f'<div class="skylib-turn" style="background:{colour}"><strong>{escape(who)}</strong> '
        f"<span>{escape(moment)}</span></div>"
        f'<p class="skylib-prompt">{escape(prompt)}</p>'
    )
