"""A scene as an SVG picture, for pages without a kernel and for printing."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from skylib.core.hexes import Board, Hex
from skylib.scenes import Area, Mark, Path, Scene, Token

from . import look
from .arrange import Arrangement, Frame, PlacedCounter, Spot, arrange, frame
from .ground import definitions, ground_elements, number, outline_path, picture
from .lettering import Writer, text_width
from .outline import lattice_centre, lattice_corners, unit
from .shapes import BALLOON, ROUNDEL, Points, aircraft, regular, star, token_shape, turned

__all__ = ["scene_svg"]


def scene_svg(
    scene: Scene, width: int | None = None, around: Iterable[tuple[int, int]] = ()
) -> str:
    """The scene as SVG text, ``width`` pixels wide (its natural size if left out).

    ``around`` makes it a close-up of these hexes instead of those that the scene names.
    """
    view = frame(scene.ground, around or scene.around)
    width = int(width or view.width)
    if width < 1:
        raise ValueError(f"a picture is at least 1 pixel wide, not {width}")
    pen = _Pen(scene.ground.board, view, view.hex_pixels(width))
    places = arrange(scene, pen.scale)
    counters = {Hex(*c.hex) for c in scene.counters}
    body = ground_elements(scene.ground, view, pen.scale, pen.writer)
    # Black markers after all tints, outlines after all markers: no area hides another.
    for draw in (pen.area_ground, pen.area_dots, pen.area_line):
        for area in scene.areas:
            if area.hexes:
                body += draw(area)
    body += pen.plates(places)
    for mark in scene.marks:
        body += pen.mark_line(mark, counters, places.scale)
    for path in scene.paths:
        body += pen.path(path)
    for token, spot in zip(scene.tokens, places.tokens, strict=True):
        body += pen.token(token, spot)
    labels = list(zip(scene.labels, places.labels, strict=True))
    for label, spot in labels:
        if label.kind == "number":  # counters lie on these, never the other way round
            body += pen.number_label(label.text, spot)
    bodies, signs = pen.counters(places)
    body += bodies
    for path, beads in zip(scene.paths, places.beads, strict=True):
        body += pen.beads(path, beads)  # where no place is free, they are still to be read
    body += signs
    for label, spot in labels:
        if label.kind != "number":
            body += pen.label(label.text, spot)
    for mark, spots in zip(scene.marks, places.points, strict=True):
        body += pen.mark_points(mark, spots)
    title = escape(scene.title or scene.ground.title or "Map")
    head = [f"<title>{title}</title>", definitions(pen.writer.defs | pen.hatches)]
    return picture(width, view.high * pen.scale, head + body)


class _Pen:
    """Draws onto a page of one scale; collects the hatches that are used."""

    def __init__(self, board: Board, view: Frame, scale: float) -> None:
        self.board, self.view, self.scale = board, view, scale
        self.writer = Writer()
        self.hatches: dict[str, str] = {}

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.view.west) * self.scale, (y - self.view.north) * self.scale

    def polygon(self, points: Points, x: float, y: float, size: float, paint: str) -> str:
        text = " ".join(f"{number(x + px * size)},{number(y + py * size)}" for px, py in points)
        return f'<polygon points="{text}" {paint}/>'

    def text(self, text: str, x: float, y: float, size: float, ink: str) -> str:
        return self.writer.text(text, x, y, size, ink)

    def box(self, text: str, x: float, y: float, size: float, ink: str, line: str) -> str:
        """Text in a white box that is drawn to fit it."""
        wide, high = text_width(text, size) + 0.5 * size, 1.35 * size
        return (
            f'<rect x="{number(x - wide / 2)}" y="{number(y - high / 2)}" rx="{number(size / 4)}"'
            f' width="{number(wide)}" height="{number(high)}" fill="{look.PAPER}"'
            f' stroke="{line}" stroke-width="1.2"/>' + self.text(text, x, y, size, ink)
        )

    # ---- areas ---------------------------------------------------------------------

    def hatch(self, kind: str, ink: str, step: float) -> str:
        """The paint of a hatch; its pattern goes to the definitions."""
        name = f"hatch-{ord(kind)}-{ink[1:]}-{number(step)}"
        s = number(step)
        h = number(step / 2)
        path = {
            "/": f"M0 {s}L{s} 0M-1 1L1 -1M{number(step - 1)} {number(step + 1)}l2 -2",
            "\\": f"M0 0L{s} {s}M-1 {number(step - 1)}l2 2M{number(step - 1)} -1l2 2",
            "x": f"M0 {s}L{s} 0M0 0L{s} {s}",
            "-": f"M0 {h}H{s}",
            "|": f"M{h} 0V{s}",
        }.get(kind)
        inner = (
            f'<circle cx="{h}" cy="{h}" r="1.1" fill="{ink}"/>'
            if path is None
            else f'<path d="{path}" stroke="{ink}" stroke-width="1"/>'
        )
        self.hatches[name] = (
            f'<pattern id="{name}" patternUnits="userSpaceOnUse" width="{s}" height="{s}">'
            f"{inner}</pattern>"
        )
        return f"url(#{name})"

    def area_colours(self, area: Area) -> tuple[str, str]:
        """Line and hatch: the side's dark colour where the area belongs to a side."""
        style = look.area(area.kind)
        if style.own and area.side is not None:
            return look.side(area.side).dark, look.side(area.side).dark
        return style.line, style.ink

    def area_ground(self, area: Area) -> list[str]:
        """Tint, hatch, and the light half of the outline."""
        style, (_, ink) = look.area(area.kind), self.area_colours(area)
        path = outline_path(self.board, area.hexes, self.scale, self.view)
        out = []
        if style.alpha:
            out.append(f'<path d="{path}" fill="{style.tint}" fill-opacity="{style.alpha}"/>')
        if style.hatch:
            out.append(f'<path d="{path}" fill="{self.hatch(style.hatch, ink, style.step)}"/>')
        return [*out, self.stroke(path, look.PAPER, style.width + 3, ())]

    def area_dots(self, area: Area) -> list[str]:
        if not look.area(area.kind).dots:
            return []
        paint = f'fill="{self.area_colours(area)[0]}"'
        centres = (self.at(*self.board.layout.centre(h)) for h in area.hexes)
        return [self.polygon(regular(6, 1), x, y, self.dot, paint) for x, y in centres]

    def area_line(self, area: Area) -> list[str]:
        """The dark half of the outline, and the label at its northern end."""
        style, (line, _) = look.area(area.kind), self.area_colours(area)
        path = outline_path(self.board, area.hexes, self.scale, self.view)
        out = [self.stroke(path, line, style.width, style.dash)]
        if area.label:
            top = min(area.hexes, key=lambda h: self.board.layout.centre(h)[::-1])
            x, y = self.at(*self.board.layout.centre(top))
            size = look.text_size(self.scale, 0.36)
            out.append(self.box(area.label, x, y - 0.55 * self.scale, size, look.INK, line))
        return out

    @property
    def dot(self) -> float:
        """Radius of the black marker of a photographed hex."""
        return max(2.2, 0.15 * self.scale)

    def stroke(self, path: str, ink: str, width: float, dash: tuple[float, ...]) -> str:
        dashes = f' stroke-dasharray="{" ".join(map(number, dash))}"' if dash else ""
        return (
            f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{number(width)}"'
            f' stroke-linejoin="round"{dashes}/>'
        )

    # ---- marks ---------------------------------------------------------------------

    def mark_line(self, mark: Mark, counters: set[Hex], scale: float) -> list[str]:
        out = []
        colour = look.MARKS[mark.kind].colour
        for hex in mark.hexes:
            wide = look.mark_scale(scale) if hex in counters else 1.0
            if mark.kind == "selected":
                path = self.hexagon(hex, wide)
                out.append(self.stroke(path, look.PAPER, 6.4, ()))
                out.append(self.stroke(path, colour, 3.4, ()))
            elif mark.kind == "last":
                path = self.hexagon(hex, 0.86 * wide)
                out.append(self.stroke(path, look.PAPER, 4.6, ()))
                out.append(self.stroke(path, colour, 2.4, (4, 3)))
        return out

    def hexagon(self, hex: tuple[int, int], wide: float) -> str:
        """A hexagon about a hex's centre, ``wide`` times as large as the hex."""
        layout = self.board.layout
        ux, uy = unit(layout)
        x, y = lattice_centre(layout, hex)
        points = (
            self.at((x + (cx - x) * wide) * ux, (y + (cy - y) * wide) * uy)
            for cx, cy in lattice_corners(layout, hex)
        )
        return f"M{'L'.join(f'{number(px)} {number(py)}' for px, py in points)}Z"

    def mark_points(self, mark: Mark, spots: tuple[Spot, ...]) -> list[str]:
        out = []
        for spot in spots:
            x, y = self.at(spot.x, spot.y)
            if mark.kind == "legal":
                r = number(max(4.0, 0.17 * self.scale))
                out.append(
                    f'<circle cx="{number(x)}" cy="{number(y)}" r="{r}" stroke-width="2"'
                    f' fill="{look.MARKS["legal"].colour}" stroke="{look.PAPER}"/>'
                )
            else:
                size = max(9.0, 0.34 * self.scale)
                paint = f'fill="{look.MARKS["hint"].colour}" stroke="{look.INK}" stroke-width="1.8"'
                out.append(self.polygon(star(5, 1, 0.45), x, y, size, paint))
        return out

    # ---- lines ---------------------------------------------------------------------

    def path(self, path: Path) -> list[str]:
        style = look.path(path.kind)
        own = style.own and path.side is not None
        line = look.side(path.side).dark if own else style.line
        points = [self.at(*self.board.layout.centre(h)) for h in path.hexes]
        out = []
        if len(points) > 1:
            text = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
            out.append(self.stroke(text, look.PAPER, style.width + 3.2, ()))
            out.append(self.stroke(text, line, style.width, style.dash))
        if style.end == "cross" and points:
            x, y = points[-1]
            r = max(6.0, 0.3 * self.scale)
            ring = (
                f"M{number(x - r)} {number(y)}a{number(r)} {number(r)} 0 1 0 {number(2 * r)} 0"
                f"a{number(r)} {number(r)} 0 1 0 {number(-2 * r)} 0"
                f"M{number(x - 1.4 * r)} {number(y)}h{number(2.8 * r)}"
                f"M{number(x)} {number(y - 1.4 * r)}v{number(2.8 * r)}"
            )
            out += [self.stroke(ring, look.PAPER, 4.4, ()), self.stroke(ring, line, 2, ())]
        return out

    def beads(self, path: Path, beads: tuple[Spot, ...]) -> list[str]:
        out = []
        size = look.text_size(self.scale, 0.34)
        for (_, text, kind), spot in zip(path.points, beads, strict=True):
            x, y = self.at(spot.x, spot.y)
            fill, ink = look.bead(kind)
            wide = max(1.5 * size, text_width(text, size) + 0.6 * size)
            dash = ' stroke-dasharray="2.5 2"' if kind == "unseen" else ""
            out.append(
                f'<rect x="{number(x - wide / 2)}" y="{number(y - 0.75 * size)}"'
                f' rx="{number(0.75 * size)}" width="{number(wide)}"'
                f' height="{number(1.5 * size)}" fill="{fill}" stroke="{ink}"'
                f' stroke-width="1.4"{dash}/>'
            )
            if text:
                out.append(self.text(text, x, y, size, ink))
        return out

    # ---- tokens, counters, labels ----------------------------------------------------

    def token(self, token: Token, spot: Spot) -> list[str]:
        form, _ = look.token(token.kind)
        dark = look.INK if token.side is None else look.side(token.side).dark
        x, y = self.at(spot.x, spot.y)
        r = max(7.5, 0.28 * self.scale)
        paint = f'fill="{look.PAPER}" stroke="{dark}" stroke-width="2.2" stroke-linejoin="round"'
        shape = token_shape(form)
        out = [self.polygon(shape, x, y, r, paint)]
        if token.letter:
            out.append(self.text(token.letter, x, y, 1.25 * r, dark))
        elif form == "cross":
            d = 0.5 * r
            cross = f"M{number(x - d)} {number(y - d)}l{number(2 * d)} {number(2 * d)}"
            cross += f"m0 {number(-2 * d)}l{number(-2 * d)} {number(2 * d)}"
            out.append(self.stroke(cross, dark, 2.2, ()))
        return out

    def counters(self, places: Arrangement) -> tuple[list[str], list[str]]:
        """The silhouettes, and their letters and levels, which nothing may cover."""
        # Low aircraft first, so that the higher one lies on top; ghosts below all.
        order = sorted(places.counters, key=lambda p: (not p.counter.ghost, p.counter.level or 0))
        length = places.scale * self.scale
        signs, bodies, letters, levels = [], [], [], []
        for p in order:
            x, y = self.at(p.x, p.y)
            at = x + p.shift[0] * length, y + p.shift[1] * length
            bodies += self.silhouette(p, *at, length * p.size)
            signs += self.signs(p, *at, length * p.size)
            letters += self.roundel(p, *at, length * p.size)
            if p.counter.level is not None:
                size = max(10.5, min(0.34 * length, 22))
                x, y = x + p.badge[0] * length, y + p.badge[1] * length
                levels.append(self.box(str(p.counter.level), x, y, size, look.INK, look.INK))
            if p.stack is not None:
                levels.append(self.stack_number(p, length))
        return bodies + signs, letters + levels

    def plates(self, places: Arrangement) -> list[str]:
        """What lies under the counters that share a hex."""
        out = []
        for p in places.counters:
            if p.stack is not None:
                path = self.hexagon(p.counter.hex, p.stack.plate(places.scale))
                hex = self.hexagon(p.counter.hex, 1.0)
                out.append(self.stroke(path, look.PAPER, 5.6, ()))
                out.append(
                    f'<path d="{path}" fill="{look.PAPER}" fill-opacity="0.85"'
                    f' stroke="{look.INK}" stroke-width="2.4" stroke-linejoin="round"/>'
                )
                out.append(self.stroke(hex, look.INK, 1.2, (2, 2)))
        return out

    def stack_number(self, p: PlacedCounter, length: float) -> str:
        """How many share a hex: dark, so that nobody reads a level."""
        assert p.stack is not None
        x, y = self.at(p.x, p.y)
        x, y = x + p.stack.badge[0] * length, y + p.stack.badge[1] * length
        size = max(10.5, min(0.3 * length, 18))
        text = f"×{p.stack.number}"
        wide, high = text_width(text, size) + 0.5 * size, 1.35 * size
        return (
            f'<rect x="{number(x - wide / 2)}" y="{number(y - high / 2)}" rx="{number(size / 4)}"'
            f' width="{number(wide)}" height="{number(high)}" fill="{look.INK}"'
            f' stroke="{look.PAPER}" stroke-width="1.2"/>' + self.text(text, x, y, size, look.PAPER)
        )

    def silhouette(self, p: PlacedCounter, x: float, y: float, size: float) -> list[str]:
        c, s = p.counter, look.side(p.counter.side)
        shape = turned(BALLOON if c.kind == "balloon" else aircraft(c.side), p.angle or 0.0)
        casing = f'fill="none" stroke="{look.PAPER}" stroke-width="4.4" stroke-linejoin="round"'
        paint = (
            f'fill="{s.pale}" stroke="{s.dark}" stroke-dasharray="3 2"'
            if c.ghost
            else f'fill="{s.colour}" stroke="{look.INK}"'
        )
        return [
            self.polygon(shape, x, y, size, casing),
            self.polygon(shape, x, y, size, f'{paint} stroke-width="1.5" stroke-linejoin="round"'),
        ]

    def signs(self, p: PlacedCounter, x: float, y: float, size: float) -> list[str]:
        """The ring of a state, and the cross of what is down."""
        state = p.counter.state
        if not state:
            return []
        r = number(0.72 * size)
        circle = (
            f"M{number(x - 0.72 * size)} {number(y)}a{r} {r} 0 1 0 {number(1.44 * size)} 0"
            f"a{r} {r} 0 1 0 {number(-1.44 * size)} 0"
        )
        dash = () if state == "active" else (4.0, 3.0)
        out = [self.stroke(circle, look.PAPER, 5.4, ()), self.stroke(circle, look.INK, 2.6, dash)]
        if state == "down":
            d = 0.5 * size
            cross = f"M{number(x - d)} {number(y - d)}l{number(2 * d)} {number(2 * d)}"
            cross += f"m0 {number(-2 * d)}l{number(-2 * d)} {number(2 * d)}"
            out += [self.stroke(cross, look.PAPER, 6, ()), self.stroke(cross, look.INK, 3.2, ())]
        return out

    def roundel(self, p: PlacedCounter, x: float, y: float, size: float) -> list[str]:
        """The white disc with the letter."""
        c = p.counter
        rx, ry, radius = ROUNDEL
        ((tx, ty),) = turned([(rx, ry)], p.angle or 0.0)
        ink = look.side(c.side).dark if c.ghost else look.INK
        x, y, r = x + tx * size, y + ty * size, radius * size
        letter = 1.45 * r / max(1.0, 0.75 * len(c.letter))
        return [
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{look.PAPER}"'
            f' stroke="{ink}" stroke-width="1.2"/>',
            self.text(c.letter, x, y, letter, ink),
        ]

    def label(self, text: str, spot: Spot) -> list[str]:
        size = look.text_size(self.scale, 0.36)
        return [self.box(text, *self.at(spot.x, spot.y), size, look.INK, look.SOFT_INK)]

    def number_label(self, text: str, spot: Spot) -> list[str]:
        """A number in a hex: a box without a border."""
        size = look.text_size(self.scale, 0.36)
        return [self.box(text, *self.at(spot.x, spot.y), size, look.INK, "none")]
