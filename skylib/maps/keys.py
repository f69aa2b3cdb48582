"""Arrow keys on hexes: two of the four arrows follow a row, the other two zigzag.

In rows of pointy-top hexes left and right go west and east; up and down lean to the side
that brings the cursor back below where it was, so that up and down undo each other and a
walk keeps to its column. In columns of flat-top hexes it is the other way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from skylib.core.hexes import Board, Hex
from skylib.scenes import Scene

__all__ = ["ARROWS", "move", "start"]

ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")

_ROWS = {  # facings: one that is straight, or the pair to zigzag between (odd, even row)
    "ArrowRight": (0, 0),
    "ArrowLeft": (3, 3),
    "ArrowUp": (5, 4),
    "ArrowDown": (1, 2),
}
_COLUMNS = {
    "ArrowUp": (0, 0),
    "ArrowDown": (3, 3),
    "ArrowRight": (2, 1),
    "ArrowLeft": (4, 5),
}


def start(scene: Scene) -> Hex:
    """Where the cursor begins: the selected hex, who is to move, what is in reach, the first
    counter, or the middle of the board."""
    board = scene.ground.board
    real = [c for c in scene.counters if not c.ghost]
    places = [h for m in scene.marks if m.kind == "selected" for h in m.hexes]
    places += [c.hex for c in real if "active" in c.state]
    places += [_middle(board, a.hexes) for a in scene.areas if a.kind == "reach" and a.hexes]
    places += [c.hex for c in real]
    for hex in places:
        if hex in board:
            return Hex(*hex)
    return _middle(board, board.hexes)


def _middle(board: Board, hexes: Sequence[tuple[int, int]]) -> Hex:
    """The one of these hexes that lies nearest to the middle of them all."""
    centres = [board.layout.centre(h) for h in hexes]
    x = (min(c[0] for c in centres) + max(c[0] for c in centres)) / 2
    y = (min(c[1] for c in centres) + max(c[1] for c in centres)) / 2
    at = min(range(len(hexes)), key=lambda i: hypot(centres[i][0] - x, centres[i][1] - y))
    return Hex(*hexes[at])


def move(scene: Scene, cursor: Hex | None, key: str) -> Hex:
    """The cursor's hex after an arrow key. At the edge it stays, or slips to the other side
    of the zigzag; without a cursor the key only shows it."""
    if cursor is None:
        return start(scene)
    board = scene.ground.board
    if board.layout.name == "rows":
        facings, place = _ROWS[key], cursor.r
    else:
        facings, place = _COLUMNS[key], cursor.q
    for facing in (facings[place % 2], facings[1 - place % 2]):
        hex = board.layout.neighbour(cursor, facing)
        if hex in board:
            return hex
    return cursor
