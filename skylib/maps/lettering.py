"""Letters as outlines: the same on every machine, in every browser, and exactly as wide.

The outlines are those of DejaVu Sans Bold (`fonts/lettering.json`, made by
`tests/maps/make_lettering.py`): for each character its advance and its rings in hundredths
of the font size, y down from the baseline.
"""

from __future__ import annotations

import gzip
import json
from functools import lru_cache
from importlib import resources
from typing import Any

__all__ = ["Writer", "lettering_bytes", "text_width"]

_OTHER = "?"  # stands for a character that is not in the table
_MIDDLE = 0.36  # of the size: half the height of a capital, from baseline to middle


def _file() -> bytes:
    return (resources.files(__package__) / "fonts" / "lettering.json").read_bytes()


@lru_cache
def lettering_bytes() -> bytes:
    """The table of letters, packed for the browser."""
    return gzip.compress(_file(), 9, mtime=0)


@lru_cache
def _letters() -> dict[str, Any]:
    return dict(json.loads(_file()))


def _letter(character: str) -> Any:
    letters = _letters()
    return letters.get(character) or letters[_OTHER]


def text_width(text: str, size: float) -> float:
    """The width of a line of text, in the unit of ``size``."""
    return size * float(sum(_letter(c)[0] for c in text)) / 100


class Writer:
    """Writes text into an SVG picture; `defs` holds each letter that was used, once."""

    def __init__(self) -> None:
        self.defs: dict[str, str] = {}

    def text(self, text: str, x: float, y: float, size: float, ink: str, halo: str = "") -> str:
        """A line of text with its middle at a place; ``halo`` is a colour around it."""
        across, parts = 0, []
        for character in text:
            name = f"letter-{ord(character):x}"
            advance, rings = _letter(character)
            if rings:
                if name not in self.defs:
                    self.defs[name] = f'<path id="{name}" d="{_path(rings)}"/>'
                parts.append(f'<use href="#{name}" x="{across}"/>')
            across += advance
        if not parts:
            return ""
        scale = size / 100
        paint = f' stroke="{halo}" stroke-width="28" paint-order="stroke"' if halo else ""
        return (
            f'<g aria-hidden="true" fill="{ink}"{paint} transform="translate('
            f"{x - across * scale / 2:.2f} {y + _MIDDLE * size:.2f}) scale({scale:.4f})"
            f'">{"".join(parts)}</g>'
        )


def _path(rings: list[list[int]]) -> str:
    return "".join(f"M{ring[0]} {ring[1]}L" + " ".join(map(str, ring[2:])) + "Z" for ring in rings)
