"""Files of a user's own, to begin with: a copy of ours, beside the notebook."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from skylib import find_game
from skylib.core.errors import SkylibError

__all__ = ["FILES", "copy_file"]

FILES = {
    "eye-in-the-sky/map": "maps/training.toml",
    "flying-circus/charts": "example-charts.toml",
    "flying-circus/map": "map.toml",
    "le-temps-des-as/charts": "examples/charts.toml",
}
"""What can be copied, by ``GAME/WHAT``, and where it lies in the game's package."""


def copy_file(name: str, folder: str | Path = ".") -> Path:
    """Write a copy of the file ``GAME/WHAT`` as ``GAME-WHAT.toml``; returns its path.

    Raises `SkylibError` for an unknown name, for a file that is there already (it is left
    as it is), and where nothing can be written.
    """
    if name not in FILES:
        raise SkylibError(f"there is no file {name!r} to copy; there are {', '.join(FILES)}")
    game = find_game(name.partition("/")[0])
    source = resources.files(game.package).joinpath(FILES[name])
    path = Path(folder) / f"{name.replace('/', '-')}.toml"
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(source.read_text("utf-8"))
    except FileExistsError:
        raise SkylibError(f"{path} is there already and is left as it is") from None
    except OSError as error:
        raise SkylibError(f"{path} cannot be written: {error.strerror or error}") from None
    return path
