"""What a replay of the standard game shows beside its story."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from skylib.flying_circus.combat import task_flown
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.moves import Fly
from skylib.flying_circus.state import enemy_of
from skylib.scenes import Scene
from skylib.scenes.flying_circus import Pair, sighting

from .flying_circus_drill_positions import shown
from .flying_circus_drill_positions import why as told
from .flying_circus_markup import fc_style
from .flying_circus_sight import strip_rows
from .flying_circus_strip import strip_html

__all__ = ["beside", "why", "wishes"]

_PAIR = re.compile(r"(\w+) (front|rear) (?:sights|held on|needed on|inside) (\w+)")


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


def wishes(game: FlyingCircus, names: Sequence[str]) -> dict[str, Any]:
    """The map looks through the gun of which a record expects figures: "G1 front held on A1"."""
    for found in filter(None, map(_PAIR.fullmatch, names)):
        pair = Pair(*found.groups())
        if game.state.flown and all(game.state.find(i) for i in (pair.firer, pair.target)):
            return {"sight": pair, "fields": ((pair.firer, pair.gun),)}
    return {}


def why(game: FlyingCircus, move: str, name: str) -> tuple[str, Scene, tuple[str, ...]] | None:
    """What a flight that is yet to be flown brings into whose sights, where a figure speaks of
    it: "G1 front held on A1"."""
    found = _PAIR.fullmatch(name)
    if found is None:
        return None
    pair, draft = Pair(*found.groups()), game.parse_move(move)
    line = sighting(game, pair, None, draft)
    if not isinstance(draft, Fly) or line is None:
        return None
    return told(pair, line), shown(game, draft, pair), line.ruling.rules
