"""What photographs are worth (rulebook: Scoring)."""

from __future__ import annotations

from typing import NamedTuple

from skylib.core.hexes import Hex
from skylib.core.rulings import Figure

from .board import Battlefield

__all__ = ["Developed", "develop", "figures"]

COMPLETION = 20


class Developed(NamedTuple):
    """One photograph handed in: its hex, what it blackened of each kind, the bonus."""

    hex: Hex
    elsewhere: int
    area: int
    artillery: int
    completes: bool

    @property
    def points(self) -> int:
        return self.elsewhere + 3 * self.area + 20 * self.artillery + COMPLETION * self.completes


def develop(
    field: Battlefield, photos: tuple[Hex, ...], black: int
) -> tuple[tuple[Developed, ...], int]:
    """Hand in photographs one by one (EYE-SCORE, EYE-COMPLETE).

    Returns what each of them scored, and the black hexes afterwards as a mask.
    """
    out = []
    for hex in photos:
        new = field.footprints[hex] & ~black
        guns = new & field.artillery_mask
        area = new & field.area_mask
        before = field.area_mask & ~black
        black |= new
        out.append(
            Developed(
                hex,
                (new & ~field.area_mask & ~guns).bit_count(),
                (area & ~guns).bit_count(),
                guns.bit_count(),
                bool(before) and not field.area_mask & ~black,
            )
        )
    return tuple(out), black


def figures(field: Battlefield, developed: tuple[Developed, ...]) -> tuple[Figure, ...]:
    """The sum of a landing, item by item."""
    out = []
    for d in developed:
        where = f"photograph {field.board.name(d.hex)}"
        if d.artillery:
            out.append(Figure(20 * d.artillery, f"{where}: {d.artillery} artillery", "EYE-SCORE"))
        if d.area:
            out.append(Figure(3 * d.area, f"{where}: {d.area} x 3 in the area", "EYE-SCORE"))
        if d.elsewhere:
            out.append(Figure(d.elsewhere, f"{where}: {d.elsewhere} x 1 elsewhere", "EYE-SCORE"))
        if not (d.artillery or d.area or d.elsewhere):
            out.append(Figure(0, f"{where}: all black already", "EYE-SCORE"))
        if d.completes:
            out.append(Figure(COMPLETION, f"{where}: completes the picture", "EYE-COMPLETE"))
    return tuple(out)
