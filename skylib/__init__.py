"""skylib: three board games of First World War flying, whose rules explain themselves.

>>> import skylib
>>> game = skylib.new_game("eye-in-the-sky", players=2, seed=1)
>>> print(game.play("fly 4 photo 26.4").ruling)
Allowed: flies E to 26.7, facing E, and photographs 26.4.
By EYE-FLY, EYE-PHOTO

A game is kept as a record, which is text, and played through again; a map is drawn of any
moment (`skylib.scenes` says what is to be seen, `skylib.maps` draws it).

>>> game.record().save("a.record")                                       # doctest: +SKIP
>>> skylib.replay("a.record").game.position == game.position             # doctest: +SKIP
True
>>> from skylib.maps import scene_svg
>>> from skylib.scenes import scene_of
>>> scene_svg(scene_of(game))[:4]
'<svg'
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from .core.errors import SkylibError
from .core.games import Game
from .core.records import Record
from .core.replays import Replay
from .core.replays import replay as _replay

__version__ = "0.1.0"
__all__ = ["GAMES", "find_game", "new_game", "replay", "Game", "Record", "SkylibError"]

GAMES = {
    "eye-in-the-sky": "skylib.eye_in_the_sky.game:EyeInTheSky",
    "flying-circus": "skylib.flying_circus.game:FlyingCircus",
    "flying-circus-introductory": "skylib.flying_circus.introductory:FlyingCircusIntroductory",
    "le-temps-des-as": "skylib.le_temps_des_as.game:LeTempsDesAs",
}
"""Every game's name and where its class lives; loaded only when asked for."""


def find_game(name: str) -> type[Game[Any, Any]]:
    """The class of a game, by name; case, blanks and underscores do not matter.

    Raises `SkylibError` for an unknown name.
    """
    key = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
    if key not in GAMES:
        raise SkylibError(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    module, _, attribute = GAMES[key].partition(":")
    return getattr(import_module(module), attribute)  # type: ignore[no-any-return]


def new_game(name: str, scenario: str | None = None, **settings: Any) -> Game[Any, Any]:
    """Start a game by name; scenario and settings are those of `Game.new_game`."""
    return find_game(name).new_game(scenario, **settings)


def replay(record: Record | str | Path, strict: bool = True) -> Replay:
    """Play a record, or a record file, through; see `skylib.core.replays.replay`."""
    return _replay(record, find_game, strict)
