"""What a replay of the standard game shows beside its story."""

from __future__ import annotations

from skylib.flying_circus.combat import task_flown
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.state import enemy_of

from .flying_circus_markup import fc_style
from .flying_circus_sight import strip_rows
from .flying_circus_strip import strip_html

__all__ = ["beside"]


def beside(game: FlyingCircus) -> str:
    """The sighting strips of the flights just flown, one for each pair of opponents."""
    state, out = game.state, []
    for flown in state.flown:
        if not state[flown.id].flying:
            continue
        task = task_flown(state[flown.id], flown)
        for other in state.of(enemy_of(state.mover)):
            if other.flying:
                rows = strip_rows(game, flown.id, other.id)
                title = f"{flown.id} at {flown.plan}"
                out.append(strip_html(title, task, flown.flight, rows, narrow=True))
    return fc_style() + "".join(out) if out else ""
