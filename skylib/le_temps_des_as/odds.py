"""Odds by counting every roll: exact fractions, nothing simulated."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

__all__ = [
    "hit_chance",
    "jam_chance",
    "Shooting",
    "shot_odds",
    "control_chance",
    "stall_chance",
    "collision_chance",
    "risk_chance",
    "unjam_chance",
    "bombing_chance",
    "structure_odds",
    "Structure",
]

DIE = range(1, 7)


def at_least(number: int) -> Fraction:
    """The chance of that number or more on one die."""
    return Fraction(sum(d >= number for d in DIE), 6)


def hit_chance(modifier: int, hit_value: int, jam_spoils: bool = False) -> Fraction:
    """The chance that a fire test hits (7.2); a jam spoils the shot only by that reading (7.4)."""
    total = Fraction(0)
    for die in DIE:
        if die + modifier >= hit_value:
            total += Fraction(5 if die == 6 and jam_spoils else 6, 36)
    return total


def jam_chance() -> Fraction:
    """The chance that a shot jams its gun: two natural sixes (7.4)."""
    return Fraction(1, 36)


class Shooting(NamedTuple):
    """What one shot may bring; the four chances add up to 1."""

    hit: Fraction  # hits, the gun does not jam
    hit_and_jam: Fraction
    miss: Fraction
    miss_and_jam: Fraction


def shot_odds(modifier: int, hit_value: int, jam_spoils: bool = False) -> Shooting:
    """Hit and jam together, counted over both dice."""
    counts = [0, 0, 0, 0]
    for die in DIE:
        for again in DIE:
            jam = die == 6 and again == 6
            hit = die + modifier >= hit_value and not (jam and jam_spoils)
            counts[(0 if hit else 2) + jam] += 1
    return Shooting(*(Fraction(n, 36) for n in counts))


def control_chance(piloting: int = 0) -> Fraction:
    """The chance of a control test: 5 or more with the ace's piloting quality (6.4)."""
    return at_least(5 - piloting)


def stall_chance(speed: int, max_speed: int, piloting: int = 0) -> Fraction:
    """The chance to stall when the movement ends at that speed (6.4)."""
    if speed < 1:
        return Fraction(1)
    if speed == 1 or speed > max_speed:
        return 1 - control_chance(piloting)
    return Fraction(0)


def collision_chance(first_off: int = 0, second_off: int = 0) -> Fraction:
    """The chance of equal rolls when both aces take that much off, whatever is rolled (6.5)."""
    return Fraction(sum(a - first_off == b - second_off for a in DIE for b in DIE), 36)


def risk_chance() -> Fraction:
    """The chance of one more resource point (6.1.1)."""
    return at_least(4)


def unjam_chance(piloting: int = 0) -> Fraction:
    """The chance to repair a gun: 4 or more with the piloting quality (9.1)."""
    return at_least(4 - piloting)


def bombing_chance(level: int) -> Fraction:
    """The chance to hit from a level (11.3)."""
    return at_least({1: 4, 2: 5, 3: 6}.get(level, 7))


class Structure(NamedTuple):
    """What a structure test may bring; the three chances add up to 1."""

    minor: Fraction
    damaged: Fraction  # turned over, and still flying
    destroyed: Fraction


def structure_odds(
    modifier: int,
    structure: int,
    damaged: bool,
    cup: Iterable[tuple[str, int, bool]],
) -> Structure:
    """The outcome of a hit (8.2), markers and all.

    Args:
        modifier: what the attacker's guns add.
        structure: the target's structure points.
        damaged: whether it is on its damaged side already.
        cup: for each kind of marker its effect, how many the cup holds, and whether it is
            deadly here (a dead pilot without anybody to take over).
    """
    kinds = [(effect, count, deadly) for effect, count, deadly in cup if count > 0]
    total = sum(count for _, count, _ in kinds)
    minor = hurt = lost = Fraction(0)
    for die in DIE:
        share = Fraction(1, 6)
        result = die + modifier
        if result < structure:
            minor += share
            continue
        if damaged or result >= 2 * structure:
            lost += share
            continue
        if not total:
            hurt += share
            continue
        for effect, count, deadly in kinds:
            part = share * Fraction(count, total)
            if effect == "structure":
                high = Fraction(sum(result + n >= 2 * structure for n in (1, 2, 3)), 3)
                lost += part * high
                hurt += part * (1 - high)
            elif effect == "fuel-tank":
                lost += part * at_least(5)
                hurt += part * (1 - at_least(5))
            elif deadly:
                lost += part
            else:
                hurt += part
    return Structure(minor, hurt, lost)
