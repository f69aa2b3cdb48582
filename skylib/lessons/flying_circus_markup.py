"""The style sheet of the panels of Flying Circus, and what they share."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib import resources

import ipywidgets

from skylib.maps import look
from skylib.scenes.flying_circus_ground import SIDE

__all__ = ["OURS", "below", "fc_style", "side_style"]

OURS = "◊"
"""The sign of a figure that is ours because the rulebook's is missing."""


@cache
def fc_style() -> str:
    """The style sheet of these panels as a ``<style>`` element."""
    css = resources.files(__package__).joinpath("flying_circus.css").read_text("utf-8")
    return f"<style>{css}</style>"


def side_style(side: str) -> str:
    """A style attribute with the colours of a side."""
    colours = look.side(SIDE[side])
    return f'style="--side:{escape(colours.colour)};--dark:{escape(colours.dark)}"'


def below(*parts: ipywidgets.DOMWidget) -> tuple[ipywidgets.DOMWidget, ...]:
    """Parts that lie below a map; on a phone they come after the controls."""
    for part in parts:
        part.add_class("skylib-below")
    return parts
