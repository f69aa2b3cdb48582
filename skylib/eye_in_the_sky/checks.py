"""Whether a teacher's file fits: a battlefield or a plane."""

from __future__ import annotations

from pathlib import Path

from skylib.core.files import read_toml

from .board import load_map
from .flight import load_plane

__all__ = ["judge"]


def judge(path: str | Path) -> str | None:
    """What a TOML file holds: a sentence, or None if it is no file of this game.

    Raises `DataError` naming file and field for a map or a plane that does not fit.
    """
    file = str(path)
    data = read_toml(path)
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
