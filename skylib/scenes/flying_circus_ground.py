"""The ground of Flying Circus: trenches, artillery positions and lettered hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skylib.core.hexes import Hex

from .scene import Fill, Ground, Label

if TYPE_CHECKING:
    from skylib.flying_circus.map import Map

__all__ = ["SIDE", "ground", "letters"]

SIDE = {"allied": 0, "german": 1}
"""The number of each side on the map."""

_grounds: dict[int, tuple[Map, Ground]] = {}


def ground(map: Map) -> Ground:
    """The map without aircraft; made once for each map."""
    if id(map) not in _grounds:
        while len(_grounds) > 15:
            del _grounds[next(iter(_grounds))]
        _grounds[id(map)] = map, _made(map)
    return _grounds[id(map)][1]


def letters(map: Map) -> tuple[Label, ...]:
    """The letters A to H, each in its hex."""
    return tuple(Label(hex, letter, "number") for letter, hex in sorted(map.letters.items()))


def _made(map: Map) -> Ground:
    board = map.board
    fills = []
    for side in SIDE:
        if drawn := map.line(side) - map.trench(side):
            name = f"{side.capitalize()} line, only drawn"
            fills.append(Fill(f"{side}-line", _ordered(map, drawn), name))
    for side in SIDE:
        name = side.capitalize()
        fills.append(Fill(f"{side}-trench", _ordered(map, map.trench(side)), f"{name} trench"))
    for side in SIDE:
        name = f"{side.capitalize()} artillery"
        fills.append(Fill("artillery", _ordered(map, map.artillery(side)), name))
    fills.append(Fill("objective", tuple(map.letters.values()), "lettered hex"))
    norths: dict[int, Hex] = {}
    for hex in board:
        norths.setdefault(hex.q, hex)
    columns = tuple((hex, f"{q + 1:02}") for q, hex in norths.items())
    first = next(iter(norths))
    rows = tuple(
        (hex, board.name(hex)[-2:])
        for hex in board
        if hex.q == first and (int(board.name(hex)[-2:]) % 2)
    )
    parts = ("columns", "rows", "letters", "trenches", "artillery")
    ours = "the map is ours: the printed one is lost" if map.ours(*parts) else ""
    return Ground(board, tuple(fills), rows, columns, map.title, ours=ours)


def _ordered(map: Map, hexes: frozenset[Hex]) -> tuple[Hex, ...]:
    return tuple(h for h in map.board if h in hexes)
