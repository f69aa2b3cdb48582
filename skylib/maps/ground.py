"""The ground as SVG: drawn once a map, as a picture under everything that moves."""

from __future__ import annotations

from collections.abc import Iterable

from skylib.core.hexes import Board, Hex
from skylib.scenes import Fill, Ground

from . import look
from .arrange import Frame, columns_at, frame
from .lettering import Writer
from .outline import lattice_corners, outline, unit

__all__ = [
    "definitions",
    "ground_elements",
    "ground_svg",
    "number",
    "outline_path",
    "picture",
    "sign",
]

# Signs in a box of one hex width about (0, 0). Each is a path; "S" strokes, "F" fills.
_SIGNS = {
    "zigzag": ("S", "M-.26 .08 L-.13 -.1 L0 .08 L.13 -.1 L.26 .08"),
    "crenel": ("S", "M-.28 .09 H-.17 V-.09 H-.05 V.09 H.07 V-.09 H.19 V.09 H.28"),
    "waves": (
        "S",
        "M-.26 -.06 q.065 -.1 .13 0 t.13 0 t.13 0 t.13 0 M-.26 .1 q.065 -.1 .13 0 t.13 0 t.13 0"
        " t.13 0",
    ),
    "gun": (
        "F",
        "M-.3 .14 L.2 -.2 L.27 -.11 L-.03 .1 A.13 .13 0 1 1 -.2 .13 L-.3 .21 Z",
    ),
    "target": ("S", "M-.2 0 A.2 .2 0 1 0 .2 0 A.2 .2 0 1 0 -.2 0 M-.3 0 H.3 M0 -.3 V.3"),
    "houses": ("F", "M-.3 .2 V-.02 L-.19 -.13 L-.08 -.02 V-.16 L.07 -.3 L.22 -.16 V.2 Z"),
    "trees": ("F", "M-.28 .2 L-.14 -.1 L0 .2 Z M0 .12 L.14 -.2 L.28 .12 Z"),
    "dot": ("F", "M-.07 0 A.07 .07 0 1 0 .07 0 A.07 .07 0 1 0 -.07 0 Z"),
}


def sign(kind: str, x: float, y: float, scale: float) -> str:
    """The sign of a kind of ground at a place in pixels; nothing if it has none."""
    style = look.ground(kind)
    if style.sign not in _SIGNS:
        return ""
    how, path = _SIGNS[style.sign]
    paint = (
        f'fill="{style.ink}"'
        if how == "F"
        else f'fill="none" stroke="{style.ink}" stroke-width=".07"'
    )
    return (
        f'<path transform="translate({number(x)} {number(y)}) scale({number(scale)})"'
        f' d="{path}" {paint}/>'
    )


def number(value: float) -> str:
    """A coordinate as short as it can be written, to a hundredth of a pixel."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def outline_path(board: Board, hexes: Iterable[Hex], scale: float, frame: Frame) -> str:
    """The border of a set of hexes as one path, holes included, in pixels."""
    ux, uy = unit(board.layout)
    out = []
    for polygon in outline(board.layout, hexes):
        for ring in polygon:
            points = (
                f"{number((x * ux - frame.west) * scale)} {number((y * uy - frame.north) * scale)}"
                for x, y in ring
            )
            out.append(f"M{'L'.join(points)}Z")
    return "".join(out)


def ground_elements(ground: Ground, view: Frame, scale: float, writer: Writer) -> list[str]:
    """The ground as SVG elements; ``scale`` is pixels a hex width."""
    board = ground.board
    out = [
        f'<rect width="{number(view.wide * scale)}" height="{number(view.high * scale)}"'
        f' fill="{look.PAGE}"/>'
    ]
    edge = outline_path(board, board.hexes, scale, view)
    out.append(f'<path d="{edge}" fill="{look.ground("field").fill}"/>')
    kinds: dict[Hex, str] = dict.fromkeys(board.hexes, "field")
    for fill in ground.fills:
        kinds.update((h, fill.kind) for h in fill.hexes if h in board)
    for kind in dict.fromkeys(kinds.values()):
        if kind != "field":
            path = outline_path(board, [h for h, k in kinds.items() if k == kind], scale, view)
            out.append(f'<path d="{path}" fill="{look.ground(kind).fill}"/>')
    # The grid comes after all fills, so that no fill covers half of a line.
    thin = number(min(1.5, max(0.7, 0.03 * scale)))
    out.append(
        f'<path data-part="grid" stroke-width="{thin}" d="{_grid(board, scale, view)}" fill="none"'
        f' stroke="{look.GRID}" stroke-linejoin="round"/>'
    )
    for fill in ground.fills:
        out += _fill_details(board, fill, kinds, scale, view)
    out.append(
        f'<path d="{edge}" fill="none" stroke="{look.INK}"'
        f' stroke-width="{number(min(3.5, max(1.2, 0.06 * scale)))}" stroke-linejoin="round"/>'
    )
    numbers = _edge_numbers(ground, scale, view, writer)
    return [*out, f'<g data-part="numbers">{"".join(numbers)}</g>']  # last: view.js cuts it off


def _grid(board: Board, scale: float, view: Frame) -> str:
    """The three eastern or southern sides of each hex: every side inside the board once."""
    ux, uy = unit(board.layout)
    first = 0 if board.layout.name == "rows" else 1
    out = []
    for hex in board.hexes:
        corners = lattice_corners(board.layout, hex)
        points = (corners[first + i] for i in range(4))
        out.append(
            "M"
            + "L".join(
                f"{number((x * ux - view.west) * scale)} {number((y * uy - view.north) * scale)}"
                for x, y in points
            )
        )
    return "".join(out)


def _fill_details(
    board: Board, fill: Fill, kinds: dict[Hex, str], scale: float, view: Frame
) -> list[str]:
    style = look.ground(fill.kind)
    hexes = tuple(h for h in fill.hexes if h in board)
    out = []
    if style.border and hexes:
        path = outline_path(board, hexes, scale, view)
        dash = " ".join(number(d * scale / 26) for d in style.dash)
        out.append(
            f'<path d="{path}" fill="none" stroke="{style.border}"'
            f' stroke-width="{number(max(1.2, 0.07 * scale))}" stroke-dasharray="{dash}"/>'
        )
    shown = tuple(h for h in hexes if kinds[h] == fill.kind)
    if style.sign == "runway":
        return out + _runway(board, shown, style.ink, scale, view)
    if style.sign:
        out += [sign(fill.kind, *_at(board, hex, scale, view), scale) for hex in shown]
    return out


def _runway(board: Board, hexes: tuple[Hex, ...], ink: str, scale: float, view: Frame) -> list[str]:
    """A strip along the hexes in the order given, with a broken white centre line."""
    if not hexes:
        return []
    points = [_at(board, h, scale, view) for h in hexes]
    if len(points) == 1:
        x, y = points[0]
        points = [(x - 0.2 * scale, y), (x + 0.2 * scale, y)]
    line = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return [
        f'<polyline points="{line}" fill="none" stroke="{ink}"'
        f' stroke-width="{number(0.44 * scale)}" stroke-linecap="square"/>',
        f'<polyline points="{line}" fill="none" stroke="{look.PAPER}"'
        f' stroke-width="{number(0.07 * scale)}"'
        f' stroke-dasharray="{number(0.26 * scale)} {number(0.18 * scale)}"/>',
    ]


def _edge_numbers(ground: Ground, scale: float, view: Frame, writer: Writer) -> list[str]:
    """The numbers of rows and columns, half a hex from the edges of what is shown."""
    board, size = ground.board, min(0.5 * scale, 13.0)
    places = []
    for hex, text in ground.row_labels:
        _, y = board.layout.centre(hex)
        if view.north + 0.4 < y < view.south - 0.4:
            places += [(view.west + 0.5, y, text), (view.east - 0.5, y, text)]
    for y in (view.north + 0.5, view.south - 0.5):
        for hex, text in columns_at(ground, y):
            x, _ = board.layout.centre(hex)
            if view.west + 0.4 < x < view.east - 0.4:
                places.append((x, y, text))
    return [
        writer.text(
            text, (x - view.west) * scale, (y - view.north) * scale, size, look.SOFT_INK, look.PAGE
        )
        for x, y, text in places
    ]


def _at(board: Board, hex: tuple[int, int], scale: float, view: Frame) -> tuple[float, float]:
    x, y = board.layout.centre(hex)
    return (x - view.west) * scale, (y - view.north) * scale


def ground_svg(ground: Ground, width: int | None = None) -> str:
    """The ground alone as an SVG picture, by default in its natural size."""
    view = frame(ground)
    width = width or view.width
    scale = view.hex_pixels(width)
    writer = Writer()
    body = ground_elements(ground, view, scale, writer)
    return picture(width, view.high * scale, [definitions(writer.defs), *body])


def definitions(defs: dict[str, str]) -> str:
    """What elements refer to by name."""
    return f"<defs>{''.join(defs.values())}</defs>"


def picture(width: int, height: float, body: list[str]) -> str:
    """Elements as a whole SVG picture of that size in pixels."""
    high = number(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{high}"'
        f' viewBox="0 0 {width} {high}" role="img">{"".join(body)}</svg>'
    )
