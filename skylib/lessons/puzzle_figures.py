"""The figures that puzzles ask about, besides those that a game's own facts name.

They are worked out only when a test names them, for a search asks of thousands of
positions. Each game's own ones stand in a table at the end of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from skylib.core.games import Game
from skylib.core.hexes import COLUMNS, Hex, distance, ray
from skylib.eye_in_the_sky.photographs import develop
from skylib.eye_in_the_sky.state import SEATS
from skylib.flying_circus import (
    combat,
    decisions,
    ground_fire,
    introductory,
    introductory_flights,
    movement,
)
from skylib.flying_circus.field_of_fire import field
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.moves import Announce
from skylib.flying_circus.sighting import needed_points
from skylib.flying_circus.state import enemy_of
from skylib.le_temps_des_as import fire, pursuit
from skylib.le_temps_des_as.envelope import Flight
from skylib.le_temps_des_as.flights import envelope
from skylib.le_temps_des_as.sequence import last_allows_fire

__all__ = ["Figures", "figures", "is_settled", "takes_part", "told"]


class Figures(Mapping[str, str]):
    """The figures of one position, by name: those for puzzles first, then the game's facts.

    A figure for puzzles is named by what it is and whom it is about: ``answers A1``.
    """

    def __init__(self, game: Game[Any, Any], state: Any) -> None:
        self.game, self.state = game, state
        self._own = _FIGURES[game.name]
        self._known: dict[str, str] = {}
        self._facts: dict[str, str] | None = None

    @property
    def facts(self) -> dict[str, str]:
        if self._facts is None:
            self._facts = self.game._facts(self.state)
        return self._facts

    def __getitem__(self, name: str) -> str:
        if name not in self._known:
            what, _, id = name.rpartition(" ")
            if what in self._own:
                self._known[name] = str(self._own[what](self.game, self.state, id))
            else:
                self._known[name] = self.facts[name]
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.facts)

    def __len__(self) -> int:
        return len(self.facts)

    def __contains__(self, name: object) -> bool:
        return str(name).rpartition(" ")[0] in self._own or name in self.facts


def figures(game: Game[Any, Any], state: Any) -> Figures:
    """The figures of a position of a game."""
    return Figures(game, state)


def takes_part(move: Any) -> bool:
    """Whether a move belongs to a puzzle's row: to announce a plan decides nothing yet."""
    return not isinstance(move, Announce)


def is_settled(game: Game[Any, Any], who: str, before: Any, after: Any, until: str = "") -> bool:
    """Whether a move has brought a movement of that side to its end.

    In Eye in the Sky that is every own move, in Flying Circus a flight, in Le Temps des As
    the end of the whole movement, or with ``until`` "power" the moment when nothing but the
    power factor is left to be chosen.
    """
    if game.name == "eye-in-the-sky":
        return game._to_move(before) == who
    if game.name == "flying-circus":
        # A flight that ends the phase at once leaves no trace in what was flown.
        flew = len(after.flown) > len(before.flown) or after.phase != before.phase
        return before.step == "move" and before.mover == who and flew
    if game.name == "flying-circus-introductory":
        return before.mover == who and before.step == "move" and _flew(before, after)
    moving = _in_movement(before, until)
    return moving and not _in_movement(after, until)


def _flew(before: Any, after: Any) -> bool:
    return after.step == "fire" or after.turn != before.turn or len(after.done) > len(before.done)


def _in_movement(state: Any, until: str) -> bool:
    stages = ("manoeuvre", "opportunity", "clash") + (() if until == "power" else ("power",))
    return state.act is not None and state.stage in stages


# ---- Eye in the Sky ---------------------------------------------------------------------------


def _worth(game: Any, state: Any, seat: str) -> int:
    """What the photographs on board would score if they were landed now."""
    plane = state.planes[SEATS.index(seat)]
    return sum(d.points for d in develop(game.field, plane.photos, state.black)[0])


def _lead(game: Any, state: Any, seat: str) -> int:
    """The score less the best score of the others."""
    scores = {s: p.score for s, p in zip(SEATS, state.planes)}
    return scores.pop(seat) - max(scores.values(), default=0)


# ---- Flying Circus ------------------------------------------------------------------------------


def _shots(game: FlyingCircus, state: Any, id: str) -> list[tuple[Any, Any, Any]]:
    """The shots open to an aircraft in this combat phase: gun, target, odds."""
    firer = state.find(id)
    if firer is None or not firer.flying or state.step != "fire":
        return []
    asked = replace(state, firing=firer.side)
    out = []
    for shot in combat.fires(asked, firer.side, game.readings):
        if shot.id == id:
            gun = firer.gun(shot.gun)[1]
            target = state[shot.target]
            reach = distance(firer.hex, target.hex)
            out.append((gun, target, combat.odds(game.charts, gun, reach, target)))
    return out


def _can_fire(game: Any, state: Any, id: str) -> int:
    """At how many aircraft it can fire now."""
    return len({target.id for _, target, _ in _shots(game, state, id)})


def _guns(game: Any, state: Any, id: str) -> int:
    """How many of its guns can fire now."""
    return len({gun.position for gun, _, _ in _shots(game, state, id)})


def _sixths(game: Any, state: Any, id: str) -> int:
    """With how many dice of six its best shot now brings an aircraft down."""
    return max((odds.down for _, _, odds in _shots(game, state, id)), default=0)


def _mean(game: Any, state: Any, id: str) -> float:
    """The mean damage of its best shot now."""
    best = max((odds.mean for _, _, odds in _shots(game, state, id)), default=0)
    return round(best, 2)


def _nearest(game: Any, state: Any, id: str) -> int:
    """The shortest range at which it can fire now; 99 if it cannot."""
    firer = state.find(id)
    return min((distance(firer.hex, t.hex) for _, t, _ in _shots(game, state, id)), default=99)


def _seen(game: Any, state: Any, id: str) -> int:
    """How many enemy guns can fire at it now."""
    me = state.find(id)
    if me is None or not me.flying or state.step != "fire":
        return 0
    enemy = enemy_of(me.side)
    asked = replace(state, firing=enemy)
    return sum(s.target == id for s in combat.fires(asked, enemy, game.readings))


def _strafes(game: Any, state: Any, id: str) -> int:
    """How many of its guns can strafe now."""
    me = state.find(id)
    if me is None or not me.flying or state.step != "fire":
        return 0
    asked = replace(state, firing=me.side)
    kind, attacker = game.scenario.kind, game.scenario.attacker
    shots = ground_fire.strafes(asked, me.side, game.map, kind, attacker)
    return sum(shot.id == id for shot in shots)


def _pictures(game: Any, state: Any, id: str) -> int:
    """1 if it has its photograph, which is a secret to the other side."""
    me = state.find(id)
    return int(me is not None and me.photographed)


def _answers(game: FlyingCircus, state: Any, id: str) -> int:
    """How many enemies can fly so next that a gun of theirs may fire at it."""
    me = state.find(id)
    if me is None or not me.flying:
        return 0
    spot = (*me.hex, me.level)
    others = frozenset(
        (a.hex, a.level) for a in state.aircraft if a.flying and a.id != id and a.hex
    )
    both = game.readings["FC-TURN-MODE"] == "both-directions"
    count = 0
    for enemy in state.of(enemy_of(me.side)):
        if enemy.flying:
            room = movement.Around(game.map.board, others - {(enemy.hex, enemy.level)}, both)
            rest = int(state.step == "fire")  # this combat phase is still to be sat out
            count += spot in _threat(enemy, rest, room, tuple(game.readings.items()))
    return count


@lru_cache(maxsize=64)
def _threat(
    enemy: Any, rest: int, room: movement.Around, readings: tuple[tuple[str, str], ...]
) -> frozenset[tuple[int, int, int]]:
    """Every hex and level at which a standing target can be sighted after some next flight."""
    read = dict(readings)
    spots: set[tuple[int, int, int]] = set()
    guns = [
        gun
        for gun, track in zip(enemy.type.guns, enemy.guns)
        if track.left and track.silent <= rest
    ]
    for plan in decisions.plans(enemy, read):
        task = decisions.task_of(enemy, plan, room)
        needed = needed_points(plan.speed)
        for flight in movement.flights(task):
            way = [i for i in movement.trace(task, flight) if i.cost]
            level = way[-1].place.level
            climbs = task.gains and read["FC-SIGHT-CLIMB"] == "all-points"
            for gun in guns:
                held, spent = None, 0
                for instant in reversed(way):
                    place = instant.place
                    if place.level != level and not climbs:
                        held = set()
                        break
                    q, r = place.hex
                    seen = {(q + dq, r + dr) for dq, dr in field(gun.mount, place.facing)}
                    held = seen if held is None else held & seen
                    spent += instant.cost
                    if spent >= needed or not held:
                        break
                if held and spent >= needed:
                    spots |= {(q, r, level) for q, r in held}
    return frozenset(spots)


# ---- Flying Circus, introductory game -----------------------------------------------------


def _rows(game: Any, state: Any, id: str) -> list[tuple[int, Any]]:
    """The enemies in an airplane's row ahead, each with the range, when it may fire."""
    me = state.find(id)
    if me is None or not me.flying or state.step != "fire":
        return []
    row = ray(COLUMNS, me.hex, me.facing, introductory.REACH)
    enemies = (a for a in state.of(enemy_of(me.side)) if a.flying and a.hex in row)
    return [(distance(me.hex, a.hex), a) for a in enemies]


def _intro_fire(game: Any, state: Any, id: str) -> int:
    return len(_rows(game, state, id))


def _intro_nearest(game: Any, state: Any, id: str) -> int:
    return min((reach for reach, _ in _rows(game, state, id)), default=99)


def _intro_sixths(game: Any, state: Any, id: str) -> int:
    return max(
        (
            sum(points >= target.allowance for points in game.table.column(reach))
            for reach, target in _rows(game, state, id)
        ),
        default=0,
    )


def _intro_answers(game: Any, state: Any, id: str) -> int:
    """How many enemies can bring it into their row ahead with their next flight."""
    me = state.find(id)
    if me is None or not me.flying:
        return 0
    count = 0
    for enemy in state.of(enemy_of(me.side)):
        if enemy.flying and enemy.hex is not None:
            sky = game.sky(state, enemy.id)
            # Its own place apart: nobody can end there, and from there nobody is in a row.
            free = sky._replace(occupied=sky.occupied - {me.hex})
            count += me.hex in _intro_threat(enemy, free)
    return count


@lru_cache(maxsize=256)
def _intro_threat(enemy: Any, sky: introductory_flights.Sky) -> frozenset[Hex]:
    ends = introductory_flights.places(enemy.hex, enemy.facing, enemy.allowance, sky)
    return frozenset(h for hex, to in ends for h in ray(COLUMNS, hex, to, introductory.REACH))


# ---- Le Temps des As ----------------------------------------------------------------------


def _hits(game: Any, state: Any, id: str) -> int:
    """With how many dice of six its best own shot hits when its movement ends here."""
    me = state.find(id)
    if me is None or not me.flying or me.out or state.act is None or id not in state.act.members:
        return 0
    if not last_allows_fire(game.setting, state.act.chain):
        return 0
    best = 0
    for shot in fire.own_shots(game.setting, state, id):
        plus = sum(int(f.value) for f in fire.modifiers(game.setting, state, shot, False))
        hit = game.setting.sheet(state.plane(shot.target)).hit
        best = max(best, sum(die + plus >= hit for die in range(1, 7)))
    return best


def _under_fire(game: Any, state: Any, id: str) -> int:
    """How many enemy guns bear on it where it stands."""
    me = state.find(id)
    if me is None or not me.flying:
        return 0
    return sum(
        not fire.aim(game.setting, state, fire.Shot(enemy.id, gun, id), False)
        for enemy in state.aircraft
        if enemy.side != me.side and enemy.flying
        for gun in game.setting.sheet(enemy).guns
    )


def _tails(game: Any, state: Any, id: str) -> int:
    """How many enemies it is in a situation to pursue."""
    me = state.find(id)
    return len(pursuit.candidates(game.setting, state, me)) if me and me.flying else 0


def _tailed(game: Any, state: Any, id: str) -> int:
    """How many enemies are in a situation to pursue it."""
    me = state.find(id)
    if me is None or not me.flying:
        return 0
    return sum(
        not pursuit.pursuit_refusal(game.setting, enemy, me)
        for enemy in state.aircraft
        if enemy.side != me.side
    )


def _dropped(game: Any, state: Any, id: str) -> int:
    """1 if it has dropped its bombs this turn."""
    me = state.find(id)
    return int(me is not None and me.bombed == state.turn)


def _reach(game: Any, state: Any, id: str) -> int:
    """How many enemies that still fly this turn can end their movement with a shot at it,
    with the best risk die and nobody in their way."""
    me = state.find(id)
    if me is None or not me.flying:
        return 0
    return sum(
        _can_reach(game, state, enemy, me)
        for enemy in state.aircraft
        if enemy.side != me.side and enemy.flying and not (enemy.moved or enemy.out)
    )


_ENDS: dict[tuple[Any, ...], frozenset[tuple[Hex, int, int]]] = {}


def _can_reach(game: Any, state: Any, enemy: Any, me: Any) -> bool:
    key = enemy, game.setup.scenario, tuple(game.readings.items())
    if key not in _ENDS:
        if len(_ENDS) > 50:
            _ENDS.clear()
        _ENDS[key] = frozenset(_movement_ends(game, state, enemy))
    for hex, facing, level in _ENDS[key]:
        if abs(level - me.level) > 1 or distance(hex, me.hex) > fire.RANGE:
            continue
        there = replace(enemy, hex=hex, facing=facing, level=level)
        alone = replace(state, aircraft=(there, me), act=None)
        for gun in game.setting.sheet(enemy).guns:
            if not fire.aim(game.setting, alone, fire.Shot(enemy.id, gun, me.id), False):
                return True
    return False


def _movement_ends(game: Any, state: Any, plane: Any) -> Iterator[tuple[Hex, int, int]]:
    """Where its next movement can end in a way that allows fire: hex, facing, level."""
    env = envelope(game.setting, state, plane)
    table = game.setting.charts.manoeuvres
    for points in {plane.speed, plane.speed + 1}:
        todo = [Flight(plane.hex, plane.facing, plane.level, points)]
        seen = set(todo)
        while todo:
            spot = todo.pop()
            for choice in env.legal(spot):
                after = env.after(spot, choice)
                if after.off or after.down:
                    continue
                if after.points == 0:
                    if table[choice.manoeuvre].fire:
                        yield after.hex, after.facing, after.level
                elif after not in seen:
                    seen.add(after)
                    todo.append(after)


_FIGURES: dict[str, dict[str, Callable[[Any, Any, str], object]]] = {
    "eye-in-the-sky": {"worth": _worth, "lead": _lead},
    "flying-circus": {
        "can fire": _can_fire,
        "guns": _guns,
        "sixths": _sixths,
        "mean": _mean,
        "nearest": _nearest,
        "seen": _seen,
        "strafes": _strafes,
        "pictures": _pictures,
        "answers": _answers,
    },
    "flying-circus-introductory": {
        "can fire": _intro_fire,
        "nearest": _intro_nearest,
        "sixths": _intro_sixths,
        "answers": _intro_answers,
    },
    "le-temps-des-as": {
        "hits": _hits,
        "under fire": _under_fire,
        "tails": _tails,
        "tailed": _tailed,
        "reach": _reach,
        "dropped": _dropped,
    },
}

_TOLD = {
    "worth": "points on board of {}",
    "lead": "lead of {}",
    "can fire": "aircraft that {} can fire at now",
    "guns": "guns of {} that can fire now",
    "sixths": "chances in 6 that the best shot of {} brings an enemy down",
    "mean": "mean damage of the best shot of {}",
    "nearest": "range of the nearest shot of {} (99: none)",
    "seen": "enemy guns that can fire at {} now",
    "strafes": "guns of {} that can strafe now",
    "pictures": "photographs of the objective by {}",
    "answers": "enemies whose next flight can bring a gun to bear on {}",
    "hits": "chances in 6 that the best shot of {} hits",
    "under fire": "enemy guns that bear on {}",
    "tails": "enemies that {} is in a situation to pursue",
    "tailed": "enemies in a situation to pursue {}",
    "dropped": "bombing of {} this turn (1: done)",
    "reach": "enemies still to fly that can end with a shot at {}",
}


def told(name: str) -> str:
    """A figure's name in words."""
    what, _, id = name.rpartition(" ")
    return _TOLD[what].format(id) if what in _TOLD else name
