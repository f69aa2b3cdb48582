"""The fonts that lie in `skylib/maps/fonts`: DejaVu, cut down, with their licence.

They were made from fonts-dejavu-core with fontTools:

    python -m fontTools.subset DejaVuSans.ttf --output-file=fonts/DejaVuSans.ttf \\
        --no-hinting --desubroutinize --layout-features=kern --name-IDs='*' --notdef-outline \\
        --unicodes=U+0020-007E,U+00A0-017F,U+2010-2015,U+2018-201D,...
"""

from __future__ import annotations

from importlib import resources
from itertools import pairwise

import pytest

from skylib.maps.lettering import text_width

FONTS = resources.files("skylib.maps") / "fonts"
NEEDED = (
    "".join(map(chr, range(32, 127)))
    + "äöüßéèêàâçîïôûŒœ"  # names in French and German
    + "–—‘’“”…×−°"
    + "◊✓✗●○←→↑↓⟲"[:-1]
)


def test_the_licence_lies_beside_them() -> None:
    text = (FONTS / "LICENSE-DejaVu.txt").read_text("utf-8")
    assert "Bitstream Vera Fonts Copyright" in text and "Tavmjong Bah" in text


@pytest.mark.parametrize("name", ["DejaVuSans", "DejaVuSans-Bold"])
def test_they_hold_what_the_maps_write(name: str) -> None:
    library = pytest.importorskip("fontTools.ttLib")
    font = library.TTFont(str(FONTS / f"{name}.ttf"))
    missing = [c for c in NEEDED if ord(c) not in font.getBestCmap()]
    assert not missing
    assert len((FONTS / f"{name}.ttf").read_bytes()) < 60_000


def test_widths_are_those_of_the_font() -> None:
    library = pytest.importorskip("fontTools.ttLib")
    font = library.TTFont(str(FONTS / "DejaVuSans-Bold.ttf"))
    names, widths, unit = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    for code in range(32, 127):
        assert text_width(chr(code), 1) == pytest.approx(widths[names[code]][0] / unit, abs=0.006)
    for letter in "äöüéèçŒ":
        assert text_width(letter, 100) >= 0.7 * widths[names[ord(letter)]][0] / unit * 100


def test_longer_text_is_wider() -> None:
    for short, long in pairwise(["", "1", "12", "Entry", "Entry zone", "Entry zone 3 é"]):
        assert text_width(short, 10) < text_width(long, 10)
