"""A scene as a PNG picture, made without a browser and without any font of the machine."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO

from skylib.core.errors import SkylibError
from skylib.scenes import Scene

from .svg import scene_svg

try:
    import resvg_py
    from PIL import Image
except ImportError:  # a Python that runs in a browser has none of them
    resvg_py = None

__all__ = ["can_draw", "notebook_png", "picture", "scene_png", "svg_picture", "svg_png"]


def can_draw() -> bool:
    """Whether this Python can make PNG pictures; one that runs in a browser cannot."""
    return resvg_py is not None


def svg_png(svg: str, zoom: float = 1.0) -> bytes:
    """An SVG picture of ours as PNG; it holds its own letters and needs no font.

    Raises `SkylibError` where `can_draw` says no.
    """
    if not can_draw():
        raise SkylibError(
            "PNG pictures need resvg-py and Pillow, which are not here; "
            "scene_svg draws the same picture as SVG"
        )
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


def picture(
    scene: Scene, width: int | None = None, around: tuple[tuple[int, int], ...] = ()
) -> dict[str, str]:
    """The picture that is saved with a notebook, by its type: PNG, or else SVG.

    JupyterLab shows a PNG even in a notebook that it does not trust, an SVG only in others.
    """
    if can_draw():
        return {"image/png": b64encode(notebook_png(scene, width, around)).decode("ascii")}
    return {"image/svg+xml": scene_svg(scene, width, around)}


def svg_picture(svg: str, zoom: float = 1.0) -> dict[str, str]:
    """An SVG picture of ours as it is saved with a notebook: as PNG, or else as it is."""
    if can_draw():
        return {"image/png": b64encode(svg_png(svg, zoom)).decode("ascii")}
    return {"image/svg+xml": svg}
