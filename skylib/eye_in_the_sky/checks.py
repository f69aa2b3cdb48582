"""Whether a teacher's file fits: a battlefield or a plane."""

from __future__ import annotations

import tomllib
from pathlib import Path

from skylib.core.errors import DataError

from .board import load_map
from .flight import load_plane

__all__ = ["judge"]


def judge(path: str | Path) -> str | None:
    """What a TOML file holds: a sentence, or None if it is no file of this game.

    Raises `DataError` naming file and field for a map or a plane that does not fit.
    """
    file = str(path)
    try:
        data = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", file=file) from None
    except UnicodeDecodeError:
        raise DataError("is not UTF-8 text", file=file) from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"is not TOML: {error}", file=file) from None
    if {"rows", "widths", "runway"} & set(data):
        field = load_map(file)
        return (
            f"a map, {field.title!r} ({field.source}), {len(field.board)} hexes, "
            f"{len(field.area)} of interest"
        )
    if data and all(
        isinstance(v, dict) and {"distances", "spiral"} & set(v) for v in data.values()
    ):
        plane = load_plane(file)
        return f"a plane, {plane.name!r} ({plane.source})"
    return None
