"""The numbers of Eye in the Sky that are ours, read from its data."""

from __future__ import annotations

from collections.abc import Iterator

from .board import known_maps, load_map
from .flight import known_planes

__all__ = ["assumptions"]


def assumptions() -> Iterator[str]:
    """A line for each map, plane and variant that the rulebook does not print (EYE-OPTIONS)."""
    for name in known_maps():
        field = load_map(name)
        if field.source != "printed":
            yield (
                f"Map {name}, {field.title!r} ({field.source}): {len(field.board)} hexes, "
                f"{len(field.area)} of interest, {len(field.artillery)} artillery."
            )
    for name, plane in known_planes().items():
        if plane.source != "printed":
            far = ", ".join(map(str, plane.distances))
            yield (
                f"Plane {name}, {plane.name!r} ({plane.source}): flies {far} hexes, turns up to "
                f"{plane.left} sides left and {plane.right} right, "
                f"{'may' if plane.spiral else 'may not'} spiral."
            )
    yield (
        "Wind (ours): drawn each round; with it a plane may fly one hex farther than its "
        "longest flight, against it one hex less."
    )
    yield (
        "Guns (ours): a plane that ends a flight on or beside artillery loses its last "
        "photograph when a die of 6 shows 1."
    )
