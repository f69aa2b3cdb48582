"""The comparison of pictures: blind for how letters are drawn, not for what is changed."""

from __future__ import annotations

import io

import pytest

pytest.importorskip("PIL", reason="needs Pillow")
from pictures import differs
from PIL import Image, ImageDraw, ImageFilter


def page(moved: int = 0, words: str = "Fly straight ahead", high: int = 400) -> Image.Image:
    image = Image.new("RGB", (600, high), "white")
    draw = ImageDraw.Draw(image)
    for line in range(18):
        draw.text((20, 14 + 20 * line), f"{words}, {line} hexes", fill="black")
    draw.rectangle((300 + moved, 40, 420 + moved, 80), fill="#1976d2")
    draw.polygon([(500, 300), (580, 340), (480, 380)], fill="#D55E00")
    return image


def png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    "other",
    [page(), page().filter(ImageFilter.GaussianBlur(0.7)), page(moved=1), page(high=404)],
    ids=["same", "softer letters", "a pixel off", "a little higher"],
)
def test_alike(other: Image.Image) -> None:
    assert differs(png(other), png(page())) == ("", b"")


@pytest.mark.parametrize(
    "other, why",
    [
        (page(moved=60), "different"),
        (page(high=460), "size"),
        (Image.new("RGB", (600, 400), "white"), "different"),
        (Image.eval(page(), lambda v: 255 - v), "different"),
        (page().crop((0, 0, 590, 400)), "size"),
    ],
    ids=["a button moved", "higher", "empty", "dark", "narrower"],
)
def test_unlike(other: Image.Image, why: str) -> None:
    words, picture = differs(png(other), png(page()))
    assert why in words
    assert bool(picture) == (why == "different")
