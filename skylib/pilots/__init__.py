"""Computer players, one module a game, loaded only when asked for.

A pilot is a function that takes a game under way and returns the move it would make
for the side to move::

    choose = pilot_for("eye-in-the-sky")
    game.play(choose(game))
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from skylib.core.errors import SkylibError

__all__ = ["pilot_for"]


def pilot_for(game_name: str) -> Callable[[Any], Any]:
    """The computer player of a game, by the game's name.

    It lives in ``skylib.pilots.<name with underscores>`` and is called ``choose``.
    Raises `SkylibError` for an unknown game, or one without a computer player.
    """
    from skylib import find_game

    name = find_game(game_name).name
    module = f"{__name__}.{name.replace('-', '_')}"
    if find_spec(module) is None:
        raise SkylibError(f"there is no computer player for {name} yet")
    return import_module(module).choose  # type: ignore[no-any-return]
