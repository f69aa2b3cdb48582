"""A scene as a PNG picture, made without a browser and without any font of the machine."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO

import resvg_py
from PIL import Image

from skylib.scenes import Scene

from .svg import scene_svg

__all__ = ["notebook_png", "scene_png", "svg_png"]


def svg_png(svg: str, zoom: float = 1.0) -> bytes:
    """An SVG picture of ours as PNG; it holds its own letters and needs no font."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts=True))


def scene_png(
    scene: Scene,
    width: int | None = None,
    around: Iterable[tuple[int, int]] = (),
    zoom: float = 2.0,
) -> bytes:
    """The scene as PNG: laid out as `scene_svg` does, drawn ``zoom`` times as fine."""
    return svg_png(scene_svg(scene, width, around), zoom)


@lru_cache(maxsize=16)
def notebook_png(
    scene: Scene, width: int | None = None, around: tuple[tuple[int, int], ...] = ()
) -> bytes:
    """The scene as a PNG of few colours, a third of the size: it is saved with a notebook.

    Kept for the last scenes, since a cell that is run again shows the same one.
    """
    image = Image.open(BytesIO(scene_png(scene, width, around, 1))).convert("RGB")
    out = BytesIO()
    few = image.quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()
