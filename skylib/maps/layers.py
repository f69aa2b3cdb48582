"""The layers of a scene as short rows for the browser: first drawing and changes alike.

Whole numbers are lattice steps (see `outline`); other places are hex widths on the page
with at most three decimals; shifts of counters and levels are in counter lengths, because
a counter keeps a readable size while the map is zoomed. What a kind looks like is sent
once, apart from the rows (`look.table`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from skylib.core.hexes import Board, Layout
from skylib.scenes import Area, Ground, Scene

from . import look
from .arrange import Spot, arrange, frame
from .outline import lattice_centre, outline, unit
from .shapes import AIRCRAFT, BALLOON, ROUNDEL, token_shape

__all__ = ["LAYERS", "board_table", "cursor_row", "shapes_table", "scene_layers"]

LAYERS = ("areas", "tokens", "paths", "counters", "labels", "marks")


def scene_layers(scene: Scene, hex_pixels: float | None = None) -> dict[str, list[Any]]:
    """Rows of each layer, arranged for that scale (the natural one if left out).

    * areas: kind, side, polygons (each a list of rings, each x, y, x, y ...), centres of
      the hexes that carry a dot, label, label's x and y
    * tokens: x, y, form, side, letter, name, hex's x and y
    * paths: kind, side, centres, beads (x, y, text, kind)
    * counters: x, y, shift x, shift y, size, angle, side, letter, level, ghost, state,
      kind, level's shift x and y, name, and for the first of several in one hex how many,
      the width of their plate, their number's shift x and y
    * labels: x, y, text, kind
    * marks: kind, centres, points (x, y)
    """
    board = scene.ground.board
    layout = board.layout
    places = arrange(scene, hex_pixels)

    def centres(hexes: Any) -> list[int]:
        return [n for h in hexes for n in lattice_centre(layout, h)]

    return {
        "areas": [_area(layout, area) for area in scene.areas if area.hexes],
        "tokens": [
            [
                *_at(spot),
                look.token(t.kind)[0],
                t.side,
                t.letter,
                t.name or look.token(t.kind)[1],
                *lattice_centre(layout, t.hex),
            ]
            for t, spot in zip(scene.tokens, places.tokens, strict=True)
        ],
        "paths": [
            [
                path.kind,
                path.side,
                centres(path.hexes),
                [
                    [*_at(spot), text, kind]
                    for (_, text, kind), spot in zip(path.points, beads, strict=True)
                ],
            ]
            for path, beads in zip(scene.paths, places.beads, strict=True)
        ],
        "counters": [
            [
                *lattice_centre(layout, p.counter.hex),
                *(_short(v) for v in (*p.shift, p.size)),
                None if p.angle is None else _short(p.angle),
                p.counter.side,
                p.counter.letter,
                p.counter.level,
                int(p.counter.ghost),
                p.counter.state,
                p.counter.kind,
                *(_short(v) for v in p.badge),
                p.counter.name,
                p.stack and [p.stack.number, p.stack.wide, *p.stack.badge],
            ]
            for p in places.counters
        ],
        "labels": [
            [*_at(spot), label.text, label.kind]
            for label, spot in zip(scene.labels, places.labels, strict=True)
        ],
        "marks": [
            [mark.kind, centres(mark.hexes), [_at(spot) for spot in spots]]
            for mark, spots in zip(scene.marks, places.points, strict=True)
        ],
    }


def _short(value: float) -> float | int:
    """Three decimals at most, and no ".0"."""
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded


def _at(spot: Spot) -> list[float | int]:
    return [_short(spot.x), _short(spot.y)]


@lru_cache(maxsize=256)
def _area(layout: Layout, area: Area) -> list[Any]:
    style = look.area(area.kind)
    rings = [
        [[n for point in ring for n in point] for ring in polygon]
        for polygon in outline(layout, area.hexes)
    ]
    dots = [n for h in area.hexes for n in lattice_centre(layout, h)] if style.dots else []
    row: list[Any] = [area.kind, area.side, rings, dots]
    if area.label:
        x, y = layout.centre(min(area.hexes, key=lambda h: layout.centre(h)[::-1]))
        row += [area.label, _short(x), _short(y - 0.55)]
    return row


def cursor_row(board: Board, hex: tuple[int, int] | None) -> list[int]:
    """The centre of the cursor's hex; empty when there is no cursor."""
    return [] if hex is None else list(lattice_centre(board.layout, hex))


def board_table(ground: Ground) -> dict[str, Any]:
    """What the browser needs to know of a board, sent once: names and ground for hovering."""
    board, view = ground.board, frame(ground)
    layout = board.layout

    def columns(labels: Any) -> list[Any]:
        return [[_short(layout.centre(h)[0]), text] for h, text in labels]

    return {
        "layout": layout.name,
        "unit": list(unit(layout)),
        "hexes": [n for h in board.hexes for n in h],
        "names": list(board.names),
        "ground": [
            [fill.name or fill.kind, [board.index[h] for h in fill.hexes if h in board]]
            for fill in ground.fills
        ],
        "frame": [view.west, view.north, view.east, view.south],
        "width": view.width,
        "rows": [[_short(layout.centre(h)[1]), text] for h, text in ground.row_labels],
        "columns": columns(ground.column_labels),
        "south": columns(ground.south_labels),
        "ends": [board.hexes[0].r, board.hexes[-1].r],
    }


def shapes_table() -> dict[str, Any]:
    """The silhouettes, sent once."""
    forms = dict.fromkeys(form for form, _ in look.TOKENS.values())
    return {
        "aircraft": AIRCRAFT,
        "balloon": BALLOON,
        "roundel": ROUNDEL,
        "tokens": {form: token_shape(form) for form in forms},
        "disc": token_shape("disc"),
    }
