"""Makes `skylib/maps/fonts/lettering.json` from DejaVu Sans Bold, with fontTools.

    python tests/maps/make_lettering.py [DejaVuSans-Bold.ttf]

Needed only to add a character; version 2.37 of the font, as in Debian's fonts-dejavu-core.

For each character: how far it advances, and its outline as rings x, y, x, y ... in
hundredths of the font size, y down from the baseline, curves as short lines.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")
CHARACTERS = (
    "".join(map(chr, [*range(33, 127), *range(0xA1, 0x100)])) + "ŒœŠšŽžŸ–—‘’“”„•…−←→↑↓◊●○✓✗★☆"
)
STEPS = 3  # lines for one curve


def lettering(path: Path = FONT) -> dict[str, Any]:
    """Character to advance and rings."""
    from fontTools.pens.basePen import BasePen
    from fontTools.ttLib import TTFont

    class Rings(BasePen):
        def __init__(self, glyphs: Any) -> None:
            super().__init__(glyphs)
            self.rings: list[list[tuple[float, float]]] = []

        def _moveTo(self, point: tuple[float, float]) -> None:
            self.rings.append([point])

        def _lineTo(self, point: tuple[float, float]) -> None:
            self.rings[-1].append(point)

        def _qCurveToOne(self, control: tuple[float, float], end: tuple[float, float]) -> None:
            (ax, ay), (bx, by), (cx, cy) = self.rings[-1][-1], control, end
            for i in range(1, STEPS + 1):
                t = i / STEPS
                u = 1 - t
                self.rings[-1].append(
                    (
                        u * u * ax + 2 * u * t * bx + t * t * cx,
                        u * u * ay + 2 * u * t * by + t * t * cy,
                    )
                )

    font = TTFont(str(path))
    names, glyphs, unit = font.getBestCmap(), font.getGlyphSet(), font["head"].unitsPerEm
    out: dict[str, Any] = {" ": [round(100 * font["hmtx"]["space"][0] / unit), []]}
    for character in CHARACTERS:
        if ord(character) not in names:
            continue
        name = names[ord(character)]
        pen = Rings(glyphs)
        glyphs[name].draw(pen)
        rings = []
        for ring in pen.rings:
            points = [(round(100 * x / unit), round(-100 * y / unit)) for x, y in ring]
            slim = [p for p, q in zip(points, points[-1:] + points[:-1]) if p != q]
            rings.append([n for point in slim for n in point])
        out[character] = [round(100 * font["hmtx"][name][0] / unit), rings]
    return out


def text(path: Path = FONT) -> str:
    """The file: one character a line, so that a change can be read."""
    rows = (
        f"{json.dumps(character, ensure_ascii=False)}:{json.dumps(row, separators=(',', ':'))}"
        for character, row in lettering(path).items()
    )
    return "{\n" + ",\n".join(rows) + "\n}\n"


if __name__ == "__main__":
    font = Path(sys.argv[1]) if len(sys.argv) > 1 else FONT
    file = Path(__file__).resolve().parents[2] / "skylib" / "maps" / "fonts" / "lettering.json"
    file.write_text(text(font), "utf-8")
