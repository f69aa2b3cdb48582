"""The stars of the levels: those of the logbook, or, if it is off, since the kernel started."""

from __future__ import annotations

from .logbook import own_logbook
from .results import Result, listen

__all__ = ["best_stars", "forget"]

_stars: dict[str, float] = {}


def _hear(result: Result) -> None:
    _better(_stars, result)


def _better(stars: dict[str, float], result: Result) -> None:
    if result.kind == "level" and result.right:
        stars[result.name] = max(result.stars, stars.get(result.name, 0))


def best_stars() -> dict[str, float]:
    """The most stars of each level ``GAME/NAME`` that has been done so far."""
    book = own_logbook()
    if book.path is None:
        return dict(_stars)
    stars: dict[str, float] = {}
    for entry in book.entries():
        _better(stars, entry.result)
    return stars


def forget() -> None:
    """As if nothing had been done since the kernel started."""
    _stars.clear()


listen(_hear)
