"""Trenches and artillery: their fire at low aircraft, strafing, and photographs.

Rulebook: Anti-aircraft Fire A to C; Trench Strafing Scenarios; Artillery Strafing;
Photographic Reconnaissance Scenarios.
"""

from __future__ import annotations

from collections.abc import Iterator

from skylib.core.rulings import Figure, Ruling

from .guns import check_gun, check_side, gun_ours
from .map import Map
from .moves import GroundFire, Strafe
from .state import Aircraft, State, enemy_of

__all__ = [
    "STRAFE_COST",
    "PHOTO_LEVELS",
    "ground_damage",
    "ground_hexes",
    "check_ground_fire",
    "ground_fires",
    "check_strafe",
    "strafes",
    "takes_photograph",
]

STRAFE_COST = 2  # boxes of the gun's track
GROUND_LEVEL = 1  # the level of all that happens between aircraft and ground
PHOTO_LEVELS = (3, 4)
_RULES = {"trench": "FC-FLAK-TRENCH", "battery": "FC-FLAK-ARTILLERY"}
_WORDS = {"trench": "trench", "artillery": "artillery position"}


def ground_damage(position: str, die: int) -> int:
    """Damage points of ground fire: a trench hits with 1, a battery with 1 and 2."""
    return die if die <= (1 if position == "trench" else 2) else 0


def ground_hexes(map: Map, position: str, side: str) -> frozenset:
    """The trench or battery hexes that a side holds."""
    return map.trench(side) if position == "trench" else map.artillery(side)


def _ours(map: Map, position: str, side: str) -> tuple[str, ...]:
    """The ground that a side holds, where it is ours."""
    return map.ours(f"{'trenches' if position == 'trench' else 'artillery'}.{side}")


def check_ground_fire(state: State, shot: GroundFire, map: Map) -> Ruling:
    """What the rules say about a trench's or a battery's fire at the aircraft above it."""
    rule = _RULES[shot.position]
    target = state.find(shot.target)
    if target is None or not target.flying:
        return Ruling(False, f"There is no aircraft {shot.target} on the map", (rule,))
    owner = enemy_of(target.side)
    if owner != state.firing:
        return Ruling(False, f"The {shot.position} is to fire at the enemies of its side", (rule,))
    if state.flown_by(target.id) is None:
        return Ruling(
            False,
            f"{target.id} has not moved in the phase just before",
            ("FC-GROUND-TIMING", rule),
            instead=("ground fire follows the movement that ends above it",),
        )
    if target.hex not in ground_hexes(map, shot.position, owner):
        return Ruling(
            False,
            f"{target.id} has not ended its movement above an enemy {shot.position}",
            (rule,),
            ours=_ours(map, shot.position, owner),
        )
    if target.level != GROUND_LEVEL:
        return Ruling(
            False,
            f"{target.id} is at level {target.level}; ground fire reaches level 1 only",
            (rule,),
            (
                Figure(str(target.level), f"level of {target.id}"),
                Figure(str(GROUND_LEVEL), "level that ground fire reaches", rule),
            ),
        )
    if shot in state.shots:
        return Ruling(
            False,
            "Each position fires at one aircraft, once, in a combat phase",
            ("FC-FLAK-LIMIT", rule),
        )
    dice = "1: one point" if shot.position == "trench" else "1: one point, 2: two points"
    return Ruling(
        True,
        f"The {shot.position} in {map.board.name(target.hex)} may fire at {target.id}; die {dice}",
        (rule, "FC-FLAK-LIMIT", "FC-GROUND-TIMING"),
        ours=_ours(map, shot.position, owner),
    )


def ground_fires(state: State, side: str, map: Map) -> Iterator[GroundFire]:
    """The ground fire that a side may still declare."""
    if side == state.mover:
        return
    for target in state.of(enemy_of(side)):
        if target.flying and target.level == GROUND_LEVEL and state.flown_by(target.id):
            for position in _RULES:
                shot = GroundFire(position, target.id)
                if target.hex in ground_hexes(map, position, side) and shot not in state.shots:
                    yield shot


def check_strafe(state: State, shot: Strafe, map: Map, kind: str, attacker: str | None) -> Ruling:
    """What the rules say about strafing.

    ``kind`` is the scenario's, ``attacker`` the side that strafes in it.
    """
    rule = "FC-SCENARIO-ARTILLERY" if kind == "artillery" else "FC-SCENARIO-TRENCH"
    if kind not in _WORDS:
        return Ruling(False, "Only strafing scenarios have strafing", (rule,))
    found = check_gun(state, shot.id, shot.gun, STRAFE_COST)
    if isinstance(found, Ruling):
        return found
    aircraft, index, _ = found
    if aircraft.side != attacker:
        return Ruling(
            False, f"In this scenario the {(attacker or '').capitalize()} side strafes", (rule,)
        )
    if state.flown_by(aircraft.id) is None:
        return Ruling(
            False,
            f"{aircraft.id} has not moved in the phase just before",
            ("FC-GROUND-TIMING", rule),
            instead=("strafing follows the movement that ends above the target",),
        )
    position = "trench" if kind == "trench" else "battery"
    if aircraft.hex not in ground_hexes(map, position, enemy_of(aircraft.side)):
        return Ruling(
            False,
            f"{aircraft.id} has not ended its movement above an enemy {_WORDS[kind]}",
            (rule,),
            ours=_ours(map, position, enemy_of(aircraft.side)),
        )
    if aircraft.level != GROUND_LEVEL:
        return Ruling(
            False,
            f"{aircraft.id} is at level {aircraft.level}; strafing is done at level 1",
            (rule,),
            (
                Figure(str(aircraft.level), f"level of {aircraft.id}"),
                Figure(str(GROUND_LEVEL), "level of strafing", rule),
            ),
            instead=(f"end a movement above the target at level {GROUND_LEVEL}",),
        )
    for other in state.shots:
        if isinstance(other, Strafe) and other.id == shot.id:
            return Ruling(
                False, f"{shot.id} strafes with one gun only: {other}", (rule, "FC-ONE-TARGET")
            )
    if (refused := check_side(state, aircraft.side, aircraft.id)) is not None:
        return refused
    left = aircraft.guns[index].left
    return Ruling(
        True,
        f"{shot.id} strafes the enemy {_WORDS[kind]} below with its {shot.gun} gun",
        (rule, "FC-GROUND-TIMING", "FC-AMMO"),
        (Figure(left, "boxes before", "FC-AMMO"), Figure(-STRAFE_COST, "boxes spent", rule)),
        ours=(
            *_ours(map, position, enemy_of(aircraft.side)),
            *gun_ours(aircraft.type, shot.gun),
        ),
    )


def strafes(state: State, side: str, map: Map, kind: str, attacker: str | None) -> Iterator[Strafe]:
    """The strafings that a side may still declare."""
    if kind not in _WORDS or side != attacker or side != state.mover:
        return
    for aircraft in state.of(side):
        if aircraft.flying and aircraft.level == GROUND_LEVEL:
            for gun in aircraft.type.guns:
                shot = Strafe(aircraft.id, gun.position)
                if check_strafe(state, shot, map, kind, attacker):
                    yield shot


def takes_photograph(aircraft: Aircraft, objective: str | None, attacker: str, map: Map) -> bool:
    """Whether an aircraft that has just ended its movement photographs the objective.

    Only an observation aircraft of the reconnaissance side does, at level 3 or 4, and only
    once; nobody else learns of it before it is home.
    """
    return (
        objective is not None
        and aircraft.side == attacker
        and aircraft.type.role == "observation"
        and not aircraft.photographed
        and aircraft.level in PHOTO_LEVELS
        and aircraft.hex == map.letters[objective]
    )
