"""Whether a gun may fire at all: loaded, rested, and without a target yet.

Rulebook: Combat C and G; Ammunition and Reloading.
"""

from __future__ import annotations

from skylib.core.rulings import Figure, Ruling

from .aircraft import AircraftType, Gun
from .moves import GroundFire
from .state import Aircraft, State

__all__ = ["check_gun", "check_side", "gun_ours"]


def gun_ours(kind: AircraftType, position: str) -> tuple[str, ...]:
    """The ammunition of a gun, where it is ours."""
    name = f"{position}_gun.ammunition"
    if not kind.sources.get(name, "").startswith("ours"):
        return ()
    return (f"{kind.name}, {position} gun, ammunition",)


def check_side(state: State, side: str, id: str) -> Ruling | None:
    """The ruling against a shot that is right but not yet, or no longer, asked for."""
    if side == state.firing:
        return None
    return Ruling(
        False,
        f"{(state.firing or 'nobody').capitalize()} declares fire now, not the side of {id}",
        ("FC-COMBAT-JOINT",),
    )


def check_gun(
    state: State, id: str, position: str, boxes: int = 1
) -> Ruling | tuple[Aircraft, int, Gun]:
    """The gun that is to fire, or the ruling against it (Combat C, G; Ammunition A, B)."""
    aircraft = state.find(id)
    if aircraft is None:
        return Ruling(False, f"There is no aircraft {id}", ("FC-COMBAT-JOINT",))
    if not aircraft.flying:
        return Ruling(False, f"{id} is not on the map ({aircraft.status})", ("FC-COMBAT-JOINT",))
    found = aircraft.gun(position)
    if found is None:
        have = " or ".join(gun.position for gun in aircraft.type.guns)
        return Ruling(
            False,
            f"The {aircraft.type.name} has no {position} gun",
            ("FC-AIRCRAFT",),
            instead=(f"use its {have} gun",),
            ours=(f"{aircraft.type.name}: no {position} gun",)
            if aircraft.type.sources.get(f"{position}_gun", "").startswith("ours")
            else (),
        )
    index, gun = found
    track = aircraft.guns[index]
    if track.left < boxes:
        reason = (
            f"The {position} gun of {id} is empty"
            if not track.left
            else f"The {position} gun of {id} has {track.left} box left, {boxes} are needed"
        )
        return Ruling(
            False,
            reason,
            ("FC-AMMO",),
            (
                Figure(str(track.left), "boxes left", "FC-AMMO"),
                Figure(str(boxes), "box needed" if boxes == 1 else "boxes needed", "FC-AMMO"),
            ),
            ours=gun_ours(aircraft.type, position),
        )
    if track.silent:
        left = Figure(str(track.silent), "combat phases still silent")
        if track.reloading:
            drum = "single" if gun.feed == "single" else "double"
            return Ruling(
                False,
                f"The {position} gun of {id} is being reloaded ({drum} drum)",
                ("FC-RELOAD",),
                (left,),
                instead=(
                    f"fire it {track.silent} combat phases on"
                    if track.silent > 1
                    else "fire it in the next combat phase",
                ),
            )
        return Ruling(
            False,
            f"The {position} gun of {id} fired in the last combat phase",
            ("FC-COMBAT-REST",),
            (left,),
            instead=("fire it in the next combat phase",),
        )
    for shot in state.shots:
        if not isinstance(shot, GroundFire) and (shot.id, shot.gun) == (id, position):
            return Ruling(
                False,
                f"The {position} gun of {id} has its target in this combat phase: {shot}",
                ("FC-ONE-TARGET",),
            )
    return aircraft, index, gun
