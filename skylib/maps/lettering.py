"""How wide text is, so that the box around it can be drawn to fit without a browser."""

from __future__ import annotations

__all__ = ["text_width"]

# Advance widths of DejaVu Sans Bold, hundredths of the font size, from blank to tilde.
_TABLE = """
35 46 52 84 70 100 87 31 46 46 52 84 38 42 38 37 70 70 70 70 70 70 70 70
70 70 40 40 84 84 84 58 100 77 76 73 83 68 68 82 84 37 37 77 64 100 84 85
73 85 77 72 68 81 77 110 77 72 73 46 37 46 84 50 50 67 72 59 72 68 44 72
71 34 34 67 34 104 71 69 72 72 49 60 48 71 65 92 65 65 58 71 37 71 84
"""
_WIDTHS = [int(n) for n in _TABLE.split()]
_OTHER = 90  # wider than any letter with an accent


def text_width(text: str, size: float) -> float:
    """The width of a line of bold text, in the unit of ``size``."""
    return size * sum(_WIDTHS[ord(c) - 32] if " " <= c <= "~" else _OTHER for c in text) / 100
