"""Collisions (6.5): same hex and level during or at the end of a movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skylib.core.hexes import Hex
from skylib.core.rulings import Figure

from . import damage
from .state import Clash, State

if TYPE_CHECKING:
    from .table import Setting, Table

__all__ = ["pairs_after", "pairs_at", "begin", "decide", "undecided"]


def pairs_after(
    setting: Setting, state: State, before: State, crossed: dict[str, tuple[Hex, ...]]
) -> tuple[tuple[str, str], ...]:
    """Whom the aircraft that just flew a manoeuvre may collide with.

    Hexes on the way count at the old level, the last one at the new level.
    """
    out = []
    for id, way in crossed.items():
        mover, old = state.plane(id), before.plane(id)
        if not mover.flying:
            continue
        moved = (mover.hex, mover.level) != (old.hex, old.level)
        for other in state.aircraft:
            if other.id == id or not other.flying or setting.sheet(other).is_balloon:
                continue
            here = moved and (other.hex, other.level) == (mover.hex, mover.level)
            if other.id in crossed:  # in formation: only where they end, and each pair once
                were = before.plane(other.id)
                apart = (were.hex, were.level) != (old.hex, old.level)
                if here and apart and (other.id, id) not in out:
                    out.append((id, other.id))
            elif here or (other.level == old.level and other.hex in way[:-1]):
                out.append((id, other.id))
    return tuple(out)


def pairs_at(setting: Setting, state: State, id: str) -> tuple[tuple[str, str], ...]:
    """Whom an aircraft that has just fallen into its hex and level may collide with."""
    mover = state.plane(id)
    if not mover.flying:
        return ()
    return tuple(
        (id, p.id)
        for p in state.aircraft
        if p.id != id
        and p.flying
        and not setting.sheet(p).is_balloon
        and (p.hex, p.level) == (mover.hex, mover.level)
    )


def begin(table: Table) -> None:
    """Roll for the next pair; aces are asked afterwards."""
    (first, second), *rest = table.state.pairs
    table.set(pairs=tuple(rest))
    a, b = table.plane(first), table.plane(second)
    if not (a.flying and b.flying):
        return
    dice = table.dice.roll(6, f"collision, {first}"), table.dice.roll(6, f"collision, {second}")
    table.tell(
        f"{first} and {second} share a hex and level: {dice[0]} and {dice[1]}",
        "TDA-COLLISION",
        collision_dice=f"{dice[0]} {dice[1]}",
    )
    clash = Clash(first, second, *dice, None if a.piloting else 0, None if b.piloting else 0)
    table.set(clash=clash)
    if undecided(clash) is None:
        settle(table)


def undecided(clash: Clash) -> str | None:
    """The aircraft whose ace may still change its roll."""
    if clash.first_off is None:
        return clash.first
    return clash.second if clash.second_off is None else None


def decide(table: Table, subtract: bool) -> None:
    """An ace's player takes the piloting quality off the roll, or not."""
    clash = table.state.clash
    assert clash is not None
    who = undecided(clash)
    assert who is not None
    off = table.plane(who).piloting if subtract else 0
    if who == clash.first:
        clash = clash._replace(first_off=off)
    else:
        clash = clash._replace(second_off=off)
    table.set(clash=clash)
    if undecided(clash) is None:
        settle(table)


def settle(table: Table) -> None:
    """Equal results destroy both aircraft."""
    clash = table.state.clash
    assert clash is not None
    table.set(clash=None)
    first = clash.first_die - (clash.first_off or 0)
    second = clash.second_die - (clash.second_off or 0)
    crash = first == second
    table.tell(
        f"{first} against {second}: " + ("they collide" if crash else "no collision"),
        "TDA-COLLISION",
        figures=(
            Figure(first, clash.first, "TDA-COLLISION"),
            Figure(-second, clash.second, "TDA-COLLISION"),
        ),
        collision="yes" if crash else "no",
    )
    if crash:
        damage.remove(table, clash.first, "destroyed", f"collided with {clash.second}")
        damage.remove(table, clash.second, "destroyed", f"collided with {clash.first}")
