"""The movement allowance of everybody in the introductory game, as bars of ten boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from skylib.core.wording import counted
from skylib.flying_circus.introductory import ALLOWANCE, Airplane
from skylib.flying_circus.state import SHOT_DOWN

from .flying_circus_markup import side_style
from .markup import escape

__all__ = ["allowance_markup"]


def allowance_markup(airplanes: Iterable[Airplane], computer: Sequence[str]) -> str:
    """One bar for each airplane; ``computer`` are the sides that it plays."""
    return "".join(_bar(a, "computer" if a.side in computer else "pilot") for a in airplanes)


def _bar(airplane: Airplane, who: str) -> str:
    boxes = "".join(
        f'<td class="{"now" if n <= airplane.allowance else "lost"}" aria-hidden="true">'
        f"<b>{n}</b></td>"
        for n in range(1, ALLOWANCE + 1)
    )
    down = airplane.status == SHOT_DOWN
    word = "shot down" if down else counted(airplane.allowance, "point")
    whose = f"{airplane.side.capitalize()}, {who}"
    return (
        f'<div class="skylib-cockpit" {side_style(airplane.side)}><div class="head">'
        f'<span>{escape(airplane.id)}</span><span class="whose">{escape(whose)}</span></div>'
        f'<table class="skylib-track"><tr><th scope="row">{word}</th>{boxes}</tr></table></div>'
    )
