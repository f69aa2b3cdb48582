"""What there is to see, as plain data: a game state in, a `Scene` out."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from skylib.core.games import Game

from .scene import Area, Counter, Fill, Ground, Label, Mark, Path, Scene, Token

__all__ = [
    "Area",
    "Counter",
    "Fill",
    "Ground",
    "Label",
    "Mark",
    "Path",
    "Scene",
    "Token",
    "scene_of",
]


def scene_of(game: Game[Any, Any], draft: Any = None, **wishes: Any) -> Scene:
    """The scene of any game; ``wishes`` are those of the game's own ``scene`` function."""
    module = import_module(f"{__name__}.{game.name.replace('-', '_')}")
    return module.scene(game, draft, **wishes)  # type: ignore[no-any-return]
