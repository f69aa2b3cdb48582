"""Fields of fire: the hexes into which each of the three gun types may fire.

Rulebook: Combat E and the Field of Fire Diagrams. A field lies flat: both aircraft
must be at the same level, whatever their climb progress.
"""

from __future__ import annotations

from functools import cache

from skylib.core.hexes import COLUMNS, Board, Hex, disk, distance, fan, ray
from skylib.core.rulings import Figure, Ruling

from .movement import Place

__all__ = ["REACH", "MOUNTS", "field", "hexes", "in_field", "check_field"]

REACH = 8  # hexes, all guns (Combat E, K)
BLIND = 2  # hexes straight behind a rear gun
MOUNTS = {
    "fixed": "FC-FIELD-FIXED",
    "swivel": "FC-FIELD-SWIVEL",
    "ring": "FC-FIELD-RING",
}
"""The three gun types, each with its rule."""

_HERE = Hex(0, 0)


@cache
def field(mount: str, facing: int) -> frozenset[tuple[int, int]]:
    """The offsets (q, r) of a gun type's field, for an aircraft of that facing."""
    ahead = ray(COLUMNS, _HERE, facing, REACH)
    if mount == "fixed":
        return frozenset(ahead)
    blind = ray(COLUMNS, _HERE, facing + 3, BLIND)
    if mount == "swivel":
        return frozenset(fan(COLUMNS, _HERE, facing + 3, 120, REACH)) - frozenset(blind)
    if mount == "ring":
        return frozenset(disk(_HERE, REACH)) - {_HERE} - frozenset(ahead) - frozenset(blind)
    raise ValueError(f"a gun is {', '.join(MOUNTS)}, not {mount!r}")


def hexes(
    mount: str, hex: tuple[int, int], facing: int, board: Board | None = None
) -> tuple[Hex, ...]:
    """The hexes of a gun's field, nearest first; with a board only those on it."""
    q, r = hex
    out = (Hex(q + dq, r + dr) for dq, dr in field(mount, facing % 6))
    return tuple(
        sorted(
            (h for h in out if board is None or h in board.index),
            key=lambda h: (distance(hex, h), h),
        )
    )


def in_field(mount: str, firer: Place, target: Place) -> bool:
    """Whether a target is in the field of fire: the hexes and the level."""
    return firer.level == target.level and (
        target.hex[0] - firer.hex[0],
        target.hex[1] - firer.hex[1],
    ) in field(mount, firer.facing)


def check_field(mount: str, firer: Place, target: Place) -> Ruling:
    """Whether a target is in the field of fire, and if not, why."""
    rule = MOUNTS[mount]
    reach = distance(firer.hex, target.hex)
    figures = (Figure(str(reach), "range", "FC-RANGE"),)
    if reach == 0 and firer.level == target.level:  # flying through its hex
        return Ruling(
            False,
            "In one hex with the target: a field of fire begins in the next hex",
            (rule, "FC-SAME-HEX"),
            figures,
            instead=("be in another hex, at the target's level, when the movement ends",),
        )
    if reach == 0:
        return Ruling(
            False,
            "Aircraft in one hex are at different levels, and no gun reaches another level",
            ("FC-SAME-HEX", "FC-FIELD-LEVEL"),
            figures,
            instead=("be in another hex, at the target's level, when the movement ends",),
        )
    if firer.level != target.level:
        return Ruling(
            False,
            f"The firer is at level {firer.level}, the target at level {target.level}",
            ("FC-FIELD-LEVEL",),
            (
                *figures,
                Figure(str(firer.level), "level of the firer", "FC-FIELD-LEVEL"),
                Figure(str(target.level), "level of the target", "FC-FIELD-LEVEL"),
            ),
            instead=(f"be at level {target.level} when the movement ends",),
        )
    if reach > REACH:
        return Ruling(
            False,
            f"The range is {reach} hexes; no gun reaches farther than {REACH}",
            ("FC-RANGE", rule),
            (*figures, Figure(str(REACH), "hexes that a gun reaches", "FC-RANGE")),
            instead=(f"come within {REACH} hexes",),
        )
    if in_field(mount, firer, target):
        return Ruling(
            True, f"In the field of fire at range {reach}", (rule, "FC-FIELD-LEVEL"), figures
        )
    offset = (target.hex[0] - firer.hex[0], target.hex[1] - firer.hex[1])
    if mount == "fixed":
        reason = "The target is not in the row of hexes straight ahead"
        instead = "a fixed gun needs the target straight ahead"
    elif offset in ray(COLUMNS, _HERE, firer.facing + 3, BLIND):
        reason = f"The target is in the blind spot, {reach} straight behind"
        instead = "a rear gun fires past its own tail from range 3 on"
    elif mount == "ring":
        reason = "The target is in the row straight ahead, where a ring-mounted gun cannot fire"
        instead = "all other hexes within range but the blind spot are in the field"
    else:
        reason = "The target is not within the 120 degrees to the rear"
        figures += (Figure("120 degrees", "between both rear rows", rule),)
        instead = "a swivel gun fires between the rows to the rear left and the rear right"
    return Ruling(False, reason, (rule,), figures, instead=(instead,))
