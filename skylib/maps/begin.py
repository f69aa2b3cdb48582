"""What the browser's side of every widget of ours begins with."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

__all__ = ["script"]


@lru_cache
def script(*texts: str) -> str:
    """A module for the browser: ``js/begin.js`` and these texts, the last of which exports.

    The exported object must name ``initialize``, which begin.js has.
    """
    begin = (resources.files(__package__) / "js" / "begin.js").read_text("utf-8")
    return "\n".join((begin, *texts))
