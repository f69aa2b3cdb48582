"""Joint combat: who may fire at whom, the one exception to simultaneous fire, damage.

Rulebook: Joint Combat Phase; Combat A to K; How to Resolve Combat; Ammunition and
Reloading.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from skylib.core.dice import Dice
from skylib.core.hexes import distance
from skylib.core.rulings import Figure, Ruling
from skylib.core.wording import by_faces, counted

from .aircraft import AircraftType, Charts, Gun
from .field_of_fire import check_field, in_field
from .ground_fire import ground_damage
from .guns import check_gun, check_side, gun_ours
from .movement import TURN_MODES, Instant, Task, trace
from .moves import Fire, GroundFire, Shot, Strafe
from .sighting import Timeline, is_sighted, timeline
from .state import Aircraft, Event, Flown, State, enemy_of

__all__ = [
    "task_flown",
    "path_of",
    "sight",
    "check_fire",
    "may_fire",
    "fires",
    "fires_first",
    "Odds",
    "odds",
    "resolve",
]


@lru_cache(maxsize=4096)
def _task(kind: AircraftType, flown: Flown) -> Task:
    return Task(
        flown.start,
        flown.plan,
        TURN_MODES[kind.turn_left],
        TURN_MODES[kind.turn_right],
        "C" in flown.flight.steps,
    )


def task_flown(aircraft: Aircraft, flown: Flown) -> Task:
    """The task behind a movement that was flown."""
    return _task(aircraft.type, flown)


def path_of(state: State, id: str) -> tuple[Instant, ...]:
    """What an aircraft has flown in this phase, step by step; empty if it did not move."""
    flown = state.flown_by(id)
    return trace(task_flown(state[id], flown), flown.flight) if flown else ()


def sight(
    state: State, firer: Aircraft, gun: Gun, target: Aircraft, readings: Mapping[str, str]
) -> Timeline:
    """The sighting of a target by a gun in this combat phase, point by point."""
    task, flight, mover = _movement(state, firer, target)
    return timeline(gun.mount, firer.place, target.place, task, flight, mover, readings)


def _movement(state: State, firer: Aircraft, target: Aircraft):
    for who, aircraft in (("firer", firer), ("target", target)):
        if flown := state.flown_by(aircraft.id):
            return task_flown(aircraft, flown), flown.flight, who
    return None, None, "target"


def _sighted(
    state: State, firer: Aircraft, gun: Gun, target: Aircraft, readings: Mapping[str, str]
) -> bool:
    if not in_field(gun.mount, firer.place, target.place):
        return False
    task, flight, mover = _movement(state, firer, target)
    return is_sighted(gun.mount, firer.place, target.place, task, flight, mover, readings)


# ---- may it fire? ------------------------------------------------------------------------


def check_fire(state: State, shot: Fire, charts: Charts, readings: Mapping[str, str]) -> Ruling:
    """What the rules say about a shot: gun, field of fire, level, range, sighting."""
    found = check_gun(state, shot.id, shot.gun)
    if isinstance(found, Ruling):
        return found
    firer, index, gun = found
    target = state.find(shot.target)
    if target is None:
        return Ruling(False, f"There is no aircraft {shot.target}", ("FC-ONE-TARGET",))
    if target.side == firer.side:
        return Ruling(False, f"{target.id} is a friend", ("FC-COMBAT-JOINT",))
    if not target.flying:
        return Ruling(
            False, f"{target.id} is not on the map ({target.status})", ("FC-COMBAT-JOINT",)
        )
    field = check_field(gun.mount, firer.place, target.place)
    if not field:
        return field
    seen = sight(state, firer, gun, target, readings)
    if not seen:
        return seen.ruling
    if (refused := check_side(state, firer.side, firer.id)) is not None:
        return refused
    reach = distance(firer.hex, target.hex)
    chance = odds(charts, gun, reach, target)
    rules = ["FC-COMBAT-JOINT", *seen.ruling.rules, "FC-CRT"]
    if fires_first(state, shot):
        rules.append("FC-CLIMB-ATTACK")
    table = charts.table(gun)
    ours = (f"table {gun.table} at range {reach}",) if table.ours(reach) else ()
    ours += gun_ours(firer.type, gun.position)
    return Ruling(
        True,
        f"{shot.id} may fire its {gun.position} gun at {target.id} at range {reach}, "
        f"table {gun.table}; {by_faces(chance.down)}",
        tuple(dict.fromkeys(rules)),
        (
            Figure(firer.guns[index].left, "boxes before", "FC-AMMO"),
            Figure(-1, "box spent", "FC-AMMO"),
        ),
        readings=seen.ruling.readings,
        ours=ours,
        facts={
            "range": reach,
            "table": gun.table,
            "needed": seen.needed,
            "held": seen.held,
            "sighted": "yes",
            "shot down with": chance.down,
        },
    )


def may_fire(state: State, shot: Fire, readings: Mapping[str, str]) -> bool:
    """Whether a shot is legal: the quick test, without reasons."""
    firer, target = state.find(shot.id), state.find(shot.target)
    if firer is None or target is None or not (firer.flying and target.flying):
        return False
    found = firer.gun(shot.gun)
    if found is None or firer.side == target.side or firer.side != state.firing:
        return False
    index, gun = found
    track = firer.guns[index]
    if not track.left or track.silent or _used(state, shot.id, shot.gun):
        return False
    return _sighted(state, firer, gun, target, readings)


def _used(state: State, id: str, gun: str) -> bool:
    for shot in state.shots:
        if not isinstance(shot, GroundFire) and (shot.id, shot.gun) == (id, gun):
            return True
    return False


def fires(state: State, side: str, readings: Mapping[str, str]) -> Iterator[Fire]:
    """Every shot that a side may still declare at an aircraft."""
    targets = [a for a in state.of(enemy_of(side)) if a.flying]
    for firer in state.of(side) if targets else ():
        if not firer.flying:
            continue
        for gun, track in zip(firer.type.guns, firer.guns):
            if not track.left or track.silent or _used(state, firer.id, gun.position):
                continue
            for target in targets:
                if target.level == firer.level and _sighted(state, firer, gun, target, readings):
                    yield Fire(firer.id, gun.position, target.id)


# ---- what comes of it ----------------------------------------------------------------------


def fires_first(state: State, shot: Fire) -> bool:
    """Whether a shot's damage counts before the target's rear gun replies (Combat F).

    It does if the firer climbed, in the movement just flown, from a lower level into the
    field of that rear gun and has stayed in it since.
    """
    found = state[shot.target].gun("rear")
    if found is None:
        return False
    path = path_of(state, shot.id)
    climb = next((i for i, instant in enumerate(path) if instant.step == "C"), None)
    if climb is None:
        return False
    target = state[shot.target].place
    return all(in_field(found[1].mount, target, i.place) for i in path[climb:])


@dataclass(frozen=True, slots=True)
class Odds:
    """What a shot can do: (damage, dice of six) from the most on; dice that bring it down."""

    damage: tuple[tuple[int, int], ...]
    down: int

    @property
    def mean(self) -> float:
        """The mean damage."""
        return sum(points * sixths for points, sixths in self.damage) / 6


def odds(charts: Charts, gun: Gun, reach: int, target: Aircraft) -> Odds:
    """The chances of one shot at a range against this target as it is."""
    damage = charts.table(gun).odds(reach)
    enough = target.max_speed - target.type.stall
    return Odds(damage, sum(sixths for points, sixths in damage if points >= enough))


def resolve(
    state: State, dice: Dice, charts: Charts, readings: Mapping[str, str]
) -> tuple[tuple[Aircraft, ...], tuple[Event, ...], int]:
    """Carry out all declared fire.

    Returns the aircraft afterwards, what happened in order, and how many strafings were
    made. Dice are rolled for climbing attacks first, then in the order of declaration.
    Every attack stands alone (Combat H); all damage but that of climbing attacks takes
    effect when all dice are rolled.
    """
    cut = readings["FC-FORCED-SPEED"] == "cut"
    first = [s for s in state.shots if isinstance(s, Fire) and fires_first(state, s)]
    rest = [s for s in state.shots if s not in first]
    events: list[Event] = []
    damage: dict[str, int] = {}
    shot_down: set[str] = set()

    def take(shots: list[Shot], early: bool) -> None:
        for shot in shots:
            event = _one(state, shot, dice, charts, early)
            events.append(event)
            if event.damage:
                damage[event.target] = damage.get(event.target, 0) + event.damage
        for id, points in damage.items():
            aircraft = state[id]
            if id not in shot_down and aircraft.max_speed - points <= aircraft.type.stall:
                shot_down.add(id)
                events.append(Event("shot down", id, f"{id} is shot down"))

    take(list(first), True)
    # Only the reply is lost: the exception to simultaneous fire is read as narrowly as
    # it is written.
    silenced = {(s.target, s.id) for s in first if s.target in shot_down}
    lost = [
        s for s in rest if isinstance(s, Fire) and s.gun == "rear" and (s.id, s.target) in silenced
    ]
    for shot in lost:
        text = f"{shot.id} is shot down before its rear gun can reply to {shot.target}"
        events.append(Event("no reply", shot.id, text, shot.target, "rear"))
    rest = [s for s in rest if s not in lost]
    take(rest, False)

    spent: dict[tuple[str, str], int] = {}
    for shot in (*first, *rest):
        if not isinstance(shot, GroundFire):
            spent[shot.id, shot.gun] = 2 if isinstance(shot, Strafe) else 1
    out = []
    for aircraft in state.aircraft:
        if aircraft.flying and (state.shots or any(t.silent for t in aircraft.guns)):
            guns = tuple(
                (
                    track.fired(gun.boxes, gun.feed, spent[aircraft.id, gun.position])
                    if (aircraft.id, gun.position) in spent
                    else track
                ).rested()
                for gun, track in zip(aircraft.type.guns, aircraft.guns)
            )
            if guns != aircraft.guns:
                aircraft = aircraft.but(guns=guns)
            if points := damage.get(aircraft.id, 0):
                aircraft = aircraft.damaged(points, cut)
        out.append(aircraft)
    return tuple(out), tuple(events), sum(isinstance(s, Strafe) for s in state.shots)


def _one(state: State, shot: Shot, dice: Dice, charts: Charts, early: bool) -> Event:
    if isinstance(shot, Strafe):
        return Event("strafed", shot.id, f"{shot.id} strafes with its {shot.gun} gun", gun=shot.gun)
    if isinstance(shot, GroundFire):
        die = dice.roll(6, str(shot))
        points = ground_damage(shot.position, die)
        text = f"The {shot.position} fires at {shot.target}: die {die}, {_points(points)}"
        return Event("ground fire", shot.position, text, shot.target, "", die, 0, points)
    firer, target = state[shot.id], state[shot.target]
    found = firer.gun(shot.gun)
    assert found is not None
    reach = distance(firer.hex, target.hex)
    die = dice.roll(6, f"{shot.id} {shot.gun} gun at {shot.target}, range {reach}")
    points = charts.table(found[1]).damage(die, reach)
    text = f"{shot.id} fires its {shot.gun} gun at {shot.target}, range {reach}: die {die}"
    text += f", {_points(points)}"
    if early:
        text += ", before the rear gun replies"
    return Event("shot", shot.id, text, shot.target, shot.gun, die, reach, points, early)


def _points(points: int) -> str:
    return "no effect" if not points else counted(points, "damage point")
