"""A computer player for the standard game of Flying Circus.

It weighs every place it can reach in this phase: what it could hit from there and what
could hit it, now and after the enemy's next movement, how the place serves the mission,
and how near the edges are. Which flights there are, and from where a fixed gun will have
a target in its row for the last half of a movement, depends on turn mode and speed alone;
both are worked out once and kept. It plays the scenario's victory points, strafes and
photographs when it attacks, and goes home when its work is done or its guns are empty.

The same position gives the same move, and no die is looked at before it is rolled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, degrees
from zlib import crc32

from skylib.core.errors import SkylibError
from skylib.core.hexes import COLUMNS, Hex, distance
from skylib.flying_circus import combat, decisions, movement
from skylib.flying_circus.field_of_fire import REACH, field
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.ground_fire import PHOTO_LEVELS, STRAFE_COST
from skylib.flying_circus.movement import TURN_MODES, Flight, Place, Plan, Task
from skylib.flying_circus.moves import (
    Enter,
    Fire,
    Fly,
    GroundFire,
    Height,
    Move,
    Objective,
    Pass,
    Strafe,
)
from skylib.flying_circus.sighting import is_sighted, needed_points
from skylib.flying_circus.state import OFF, Aircraft, State, enemy_of

__all__ = ["choose"]

# How it weighs. Found by letting versions play each other.
_DOWN = 6.0  # an aircraft shot down, in damage points; times what the scenario pays for it
_CARE = 0.5  # own damage against the enemy's
_FEAR = 0.2  # damage the enemy may do in its next movement
_NEXT = 3.0  # mean damage of its own next movement, wherever the enemy goes before
_PATIENCE = 60  # phases
_CIRCLING = 24  # phases after which it draws apart now and then
_APART = 16  # hexes
_WHIM = 0.1  # so that two computers do not circle for ever
_CLOSER = 0.12  # each hex nearer to a target
_AIM = 0.8  # facing the target
_TAIL = 0.5  # being behind it
_LEVEL = 0.7  # each level away from the target's
_LOW = 0.4  # each level below it, besides
_SPEED = 0.05
_MISSION = 0.6  # each hex nearer to where the mission is
_DONE = 40.0  # the mission's own flight: a photograph, a strafing position, the way out
_EDGE = 1.5  # each hex short of free sky ahead
_FREE_SKY = 5
_LONGEST = 150  # phases after which everybody goes home
_POOR_SHOT = 0.3  # mean damage below which a scarce box is kept
_CANDIDATES = 30  # places looked at closely
_WAYS = 10  # flights looked at for each of them
_GUESSES = 60  # enemy movements reckoned with


def choose(game: FlyingCircus) -> Move:
    """The move that the computer would make for the side to move.

    Raises `SkylibError` when the game is over.
    """
    state = game.state
    if game.outcome is not None:
        raise SkylibError("the game is over")
    match state.step:
        case "objective":
            return Objective(None)
        case "height":
            # Photographs are taken from 4 or 3; who strafes comes in low.
            level = 4 if game.scenario.kind == "photo" else 1
            return Height(min(level, game.highest_start))
        case "fire":
            return _fire(game, state)
    aircraft = state.to_fly()[0]
    if aircraft.status == OFF:
        return _enter(game, state, aircraft)
    return _Flier(game, state, aircraft).best()


# ---- firing --------------------------------------------------------------------------------


def _worth(game: FlyingCircus, target: Aircraft, points: float, down: float) -> float:
    """What a mean damage and a chance of shooting down are worth against a target."""
    kinds = game.scenario.points
    attacker = target.side != game.scenario.attacker
    pay = kinds.kill(attacker and game.scenario.attacker is not None, target.type.role)
    usual = kinds.kill(attacker and game.scenario.attacker is not None, "fighter") or 1
    return points + _DOWN * down * pay / usual


def _fire(game: FlyingCircus, state: State) -> Move:
    """The best shot open to the side asked, or a pass."""
    best: tuple[float, Move] = (0.0, Pass())
    for shot in game._moves(state):
        if isinstance(shot, Strafe | GroundFire):
            return shot
        if isinstance(shot, Fire):
            firer, target = state[shot.id], state[shot.target]
            index, gun = firer.gun(shot.gun)  # type: ignore[misc]
            reach = distance(firer.hex, target.hex)
            odds = combat.odds(game.charts, gun, reach, target)
            scarce = firer.guns[index].left <= 2
            if odds.mean < _POOR_SHOT * (2 if scarce else 1) and not odds.down:
                continue
            worth = _worth(game, target, odds.mean, odds.down / 6)
            if worth > best[0]:
                best = worth, shot
    return best[1]


# ---- entering ---------------------------------------------------------------------------------


def _enter(game: FlyingCircus, state: State, aircraft: Aircraft) -> Move:
    """The entry hex in line with the mission or the enemy, apart from the others."""
    entries = list(game._entries(aircraft))
    board = game.map.board
    goals = _goals(game, state, aircraft)
    if not goals:
        goals = [a.hex for a in state.of(enemy_of(aircraft.side)) if a.hex is not None]
    y = (
        sum(COLUMNS.centre(goal)[1] for goal in goals) / len(goals)
        if goals
        else sum(COLUMNS.centre(board.hex(e.name))[1] for e in entries) / len(entries)
    )
    own = [a for a in state.of(aircraft.side) if a.hex is not None and a.id != aircraft.id]

    def merit(entry: Enter) -> float:
        hex = board.hex(entry.name)
        here = COLUMNS.centre(hex)[1]
        toward = COLUMNS.centre(COLUMNS.neighbour(hex, entry.facing))[1]
        crowd = sum(max(0, 3 - distance(hex, a.hex)) for a in own)
        return abs(here - y) + abs(toward - y) + 2 * crowd

    return min(entries, key=merit)


def _goals(game: FlyingCircus, state: State, aircraft: Aircraft) -> list[Hex]:
    """Where the mission takes an aircraft; empty for one without a mission of its own."""
    scenario = game.scenario
    if aircraft.side != scenario.attacker or scenario.target_side is None:
        return []
    if scenario.kind == "photo":
        if aircraft.type.role != "observation" or aircraft.photographed or not state.objective:
            return []
        return [game.map.letters[state.objective]]
    if not any(track.left >= STRAFE_COST for track in aircraft.guns):
        return []
    ground = game.map.trench if scenario.kind == "trench" else game.map.artillery
    return sorted(ground(scenario.target_side))


# ---- flying -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Menu:
    """Ends of one kind of flight from the hex (0, 0) at level 0, each with its flights."""

    ends: tuple[tuple[Place, tuple[str, ...]], ...]


@lru_cache(maxsize=1024)
def _menu(left: str, right: str, speed: int, dive: int, facing: int, both: bool) -> _Menu:
    if facing:  # the same flights, turned
        return _Menu(
            tuple(
                (Place(Hex(*_rotated(*end.hex, facing)), (end.facing + facing) % 6, end.level), w)
                for end, w in _menu(left, right, speed, dive, 0, both).ends
            )
        )
    reach = movement.reachable(_task(left, right, speed, both, dive))
    return _Menu(
        tuple((p, tuple(f.steps for f in ways[:_WAYS])) for p, ways in reach.places.items())
    )


def _task(left: str, right: str, speed: int, both: bool, dive: int = 0) -> Task:
    return Task(
        Place(Hex(0, 0), 0, 0),
        Plan(speed, dive=dive),
        TURN_MODES[left],
        TURN_MODES[right],
        around=movement.Around(both_directions=both),
    )


def _rotated(q: int, r: int, sides: int) -> tuple[int, int]:
    """An offset turned clockwise by that many hexsides."""
    for _ in range(sides % 6):
        q, r = -r, q + r
    return q, r


@lru_cache(maxsize=256)
def _rows(left: str, right: str, speed: int, both: bool) -> dict[tuple[int, int], int]:
    """Where a fixed gun can have a standing target after a movement at that speed.

    Facing north from (0, 0): the target's offset, and the shortest range at which it is
    in the row ahead for the last half of some flight. Once the target is in the row a
    turn would lose it: so of the last half only the first step may be a turn, and all
    that follows is straight on.
    """
    needed = needed_points(speed)
    before = speed - needed
    lined_up = [
        (place, needed - 1) for place in movement.places(_task(left, right, before + 1, both))
    ]
    # A first hexside that costs two points may begin the last half with its second.
    came = [Place(Hex(0, 0), 0, 0)] if before == 1 else []
    if before > 1:
        came = list(movement.places(_task(left, right, before - 1, both)))
    for (q, r), facing, level in came if needed > 1 else ():
        dq, dr = COLUMNS.steps[facing]
        for mode, to in ((TURN_MODES[left], -1), (TURN_MODES[right], 1)):
            if mode.costs[0] == 2:
                there = Place(Hex(q + dq, r + dr), (facing + to) % 6, level)
                lined_up.append((there, needed - 2))
    out: dict[tuple[int, int], int] = {}
    for ((q, r), facing, _), straight in lined_up:
        dq, dr = COLUMNS.steps[facing]
        for ahead in range(straight + 1, REACH + 1):
            hex, reach = (q + dq * ahead, r + dr * ahead), ahead - straight
            if reach < out.get(hex, REACH + 1):
                out[hex] = reach
    return out


class _Flier:
    """The choice of one aircraft's movement."""

    def __init__(self, game: FlyingCircus, state: State, aircraft: Aircraft) -> None:
        self.game, self.state, self.me = game, state, aircraft
        self.board = game.map.board
        self.readings = game.readings
        self.both = self.readings["FC-TURN-MODE"] == "both-directions"
        self.enemies = [a for a in state.of(enemy_of(aircraft.side)) if a.flying]
        self.occupied = {(a.hex, a.level) for a in state.aircraft if a.flying and a is not aircraft}
        self.goals = _goals(game, state, aircraft)
        self.home = self.goes_home()
        # Who only evades never wins: the longer the fight, the bolder.
        self.caution = _FEAR * max(0.0, 1 - self.state.phase / _PATIENCE)
        # Two equals can circle for ever. Now and then both draw apart, to come back head on.
        self.opens = state.phase > _CIRCLING and state.phase // 8 % 3 == 2
        self.threats = [t for e in self.enemies if (t := self.threat_of(e))]
        self.guesses = [(e, self.guess(e)) for e in self.enemies]
        q, r = aircraft.place.hex
        limit = aircraft.max_speed + 1
        self.near_edge = any(
            Hex(q + dq * limit, r + dr * limit) not in self.board.index for dq, dr in COLUMNS.steps
        )

    # ---- what it is out for

    def goes_home(self) -> bool:
        """Whether its work is done: the photograph taken, the guns empty, or it grows late."""
        me, scenario = self.me, self.game.scenario
        if me.photographed or self.state.phase > _LONGEST:
            return True
        if self.goals:
            return False
        if scenario.kind in ("trench", "artillery") and me.side == scenario.attacker:
            return True  # no more ammunition for strafing
        return not any(track.left for track in me.guns)

    def threat_of(self, enemy: Aircraft):
        """An enemy's front gun as it may bear after the enemy's next movement."""
        found = enemy.gun("front")
        if found is None:
            return None
        index, gun = found
        track = enemy.guns[index]
        if not track.left or track.silent > 1:
            return None
        kind = enemy.type
        top = min(enemy.speed + 1, enemy.max_speed)
        low = max(kind.stall + 1, enemy.speed - 2)
        rows = [_rows(kind.turn_left, kind.turn_right, s, self.both) for s in range(low, top + 1)]
        table = self.game.charts.table(gun)
        means = {reach: table.mean(reach) for reach in range(1, REACH + 1)}
        return enemy, rows, means

    def guess(self, enemy: Aircraft) -> list[Hex]:
        """Some of the hexes to which an enemy may fly before the next own movement."""
        kind, (q, r) = enemy.type, enemy.place.hex
        speed = min(max(enemy.speed, kind.stall + 1), enemy.max_speed)
        menu = _menu(kind.turn_left, kind.turn_right, speed, 0, enemy.facing, self.both)
        step = max(1, len(menu.ends) // _GUESSES)
        return [Hex(q + end.hex[0], r + end.hex[1]) for end, _ in menu.ends[::step]]

    def prospect(self, end: Place, speed: int) -> float:
        """The mean damage of the front gun's best shot in the movement after the enemy's."""
        found = self.me.gun("front")
        if self.opens or found is None or not self.me.guns[found[0]].left:
            return 0.0
        kind = self.me.type
        rows = _rows(kind.turn_left, kind.turn_right, speed, self.both)
        table = self.game.charts.table(found[1])
        best = 0.0
        for enemy, hexes in self.guesses:
            if abs(enemy.level - end.level) > 1:
                continue
            total = 0.0
            for hex in hexes:
                offset = _rotated(hex[0] - end.hex[0], hex[1] - end.hex[1], -end.facing)
                reach = rows.get(offset)
                if reach is not None:
                    total += table.mean(reach)
            near = 1.0 if enemy.level == end.level else 0.4
            best = max(best, near * total / max(1, len(hexes)))
        return best

    # ---- the choice

    def best(self) -> Move:
        """The best movement found, or any legal one."""
        found = []
        for plan in self.plans():
            for end, ways in self.ends(plan):
                found.append((self.static(end, plan) + self.hope(end), plan, end, ways))
        found.sort(key=lambda item: -item[0])
        best: tuple[float, Plan, str] | None = None
        for rough, plan, end, ways in found[:_CANDIDATES]:
            base = rough - self.hope(end) + _NEXT * self.prospect(end, plan.speed)
            base += _WHIM * (crc32(f"{self.state.phase} {end} {plan}".encode()) % 100) / 100
            task = decisions.task_of(self.me, plan, movement.OPEN_SKY)
            for steps in ways[:_WAYS]:
                flight = Flight(steps)
                if self.on_map(task, flight):
                    score = base + self.exchange(task, end, flight)
                    if best is None or score > best[0]:
                        best = score, plan, steps
        out = self.way_out()
        if out is not None and (best is None or self.home):
            return out
        if best is None:
            return self.anything()
        return self.move(best[1], best[2])

    def move(self, plan: Plan, steps: str) -> Move:
        progress = None
        if plan.dive and self.readings["FC-DIVE"] == "any":
            top = self.me.type.climb_grades - 1
            progress = top if top != self.me.progress else None
        move = Fly(self.me.id, plan, Flight(steps), progress)
        return move if self.game._legal(self.state, move) else self.anything()

    def anything(self) -> Move:
        """The first legal movement, one that stays on the map if there is any."""
        spare: Move | None = None
        for plan in self.game.plans(self.state, self.me.id):
            task = self.game.task(self.state, self.me.id, plan)
            for flight in movement.flights(task):
                move = Fly(self.me.id, plan, flight)
                if movement.trace(task, flight)[-1].place.hex in self.board.index:
                    return move
                spare = spare or move
        assert spare is not None
        return spare

    def plans(self) -> list[Plan]:
        """The plans worth a look: dives and climbs only towards where it wants to be."""
        legal = list(self.game.plans(self.state, self.me.id))
        if len(legal) == 1:
            return legal
        low, high = self.wanted_levels()
        level = self.me.level

        def useful(plan: Plan) -> bool:
            if plan.climb:
                return level < high
            if plan.dive:
                return level - plan.dive >= low
            return True

        return [plan for plan in legal if useful(plan)] or legal

    def wanted_levels(self) -> tuple[int, int]:
        scenario = self.game.scenario
        if self.goals:
            return (min(PHOTO_LEVELS), max(PHOTO_LEVELS)) if scenario.kind == "photo" else (1, 1)
        if self.home or not self.enemies:
            return self.me.level, self.me.level
        levels = [e.level for e in self.enemies]
        return min(levels), max(levels)

    def ends(self, plan: Plan) -> Iterator[tuple[Place, tuple[str, ...]]]:
        """The places a plan reaches on the map, each with its flights."""
        me = self.me
        kind, task = me.type, decisions.task_of(me, plan, movement.OPEN_SKY)
        entering = me.place.hex not in self.board.index
        up = int(task.gains)
        menu = _menu(kind.turn_left, kind.turn_right, plan.speed, plan.dive, me.facing, self.both)
        q, r = me.place.hex
        for end, ways in menu.ends:
            hex = Hex(q + end.hex[0], r + end.hex[1])
            level = me.level + end.level + up
            if hex not in self.board.index or (hex, level) in self.occupied:
                continue
            if entering:
                ways = tuple(w for w in ways if w[0] == "F")
            if up:  # the climb at once: what counts is time at the new level
                ways = tuple(f"{w[0]}C{w[1:]}" if entering else f"C{w}" for w in ways)
            if ways:
                yield Place(hex, end.facing, level), ways

    def on_map(self, task: Task, flight: Flight) -> bool:
        """Whether a flight that ends on the map stays on it."""
        index = self.board.index
        return not self.near_edge or all(i.place.hex in index for i in movement.trace(task, flight))

    # ---- how good a place is

    def static(self, end: Place, plan: Plan) -> float:
        """The worth of a place apart from fire in this phase."""
        score = _SPEED * plan.speed - self.caution * self.fear(end) - self.edge(end)
        if self.home:
            column = end.hex[0] if self.me.side == "allied" else -end.hex[0]
            west = self.me.side == "allied"
            homeward = end.facing in ((4, 5) if west else (1, 2))
            return score - _MISSION * column + _AIM * homeward
        if self.goals:
            return score + self.mission(end)
        return score + max(
            (self.hunt(end, enemy) for enemy in self.enemies), default=self.seek(end)
        )

    def seek(self, end: Place) -> float:
        """Without an enemy in sight: towards the middle."""
        middle = self.board.hexes[len(self.board.hexes) // 2]
        return -_CLOSER * distance(end.hex, middle)

    def hunt(self, end: Place, enemy: Aircraft) -> float:
        """Closing in on an enemy, at its level or above, behind it and facing it."""
        there = enemy.place
        reach = distance(end.hex, there.hex)
        if self.opens:
            return _CLOSER * min(reach, _APART)
        gap = end.level - there.level
        score = -_CLOSER * max(reach, 4) - _LEVEL * abs(gap)
        if gap < 0:
            score += _LOW * gap
        aim = _off(end.hex, end.facing, there.hex)
        tail = 3 - _off(there.hex, there.facing, end.hex)
        near = max(0.0, 1 - reach / 12)
        score += near * (_AIM * (1.5 - aim) + _TAIL * (1.5 - tail))
        value = _worth(self.game, enemy, 1.0, 0.2) / _worth(self.game, enemy, 1.0, 0.0)
        return score * 1.0 + 0.2 * value - 0.05 * (enemy.max_speed - enemy.type.stall)

    def mission(self, end: Place) -> float:
        scenario = self.game.scenario
        if scenario.kind == "photo":
            there = self.goals[0]
            if end.hex == there and end.level in PHOTO_LEVELS:
                return _DONE
            away = min(abs(end.level - level) for level in PHOTO_LEVELS)
            return -_MISSION * self.way(end, there) - away
        ready = any(t.left >= STRAFE_COST and t.silent == 0 for t in self.me.guns)
        near = min(self.way(end, goal) for goal in self.goals)
        score = -_MISSION * near - (end.level - 1)
        if near == 0 and end.level == 1:
            score += _DONE if ready else -1.0
        return score

    def way(self, end: Place, goal: Hex) -> float:
        """Hexes to a goal, and what turning towards it will cost."""
        reach = distance(end.hex, goal)
        if not reach:
            return 0
        off = _off(end.hex, end.facing, goal)
        short = max(0, 5 - reach)  # too near to turn onto
        return reach + off * (1.5 + short)

    def edge(self, end: Place) -> float:
        """The price of flying towards an edge (not the way home)."""
        dq, dr = COLUMNS.steps[end.facing]
        q, r = end.hex
        for n in range(1, _FREE_SKY + 1):
            q, r = q + dq, r + dr
            if (q, r) not in self.board.index:
                if self.home and self.own_edge(q):
                    return 0.0
                return _EDGE * (_FREE_SKY + 1 - n)
        return 0.0

    def own_edge(self, q: int) -> bool:
        return q < 0 if self.me.side == "allied" else q > self.board.hexes[-1].q

    def fear(self, end: Place) -> float:
        """The damage the enemy's front guns may do after the enemy's next movement."""
        total = 0.0
        for enemy, rows, means in self.threats:
            gap = enemy.level - end.level
            if gap < -1 or gap > 1:
                continue
            offset = _rotated(end.hex[0] - enemy.hex[0], end.hex[1] - enemy.hex[1], -enemy.facing)
            reach = min((row.get(offset, 9) for row in rows), default=9)
            if reach <= REACH:
                total += means[reach] * (1.0 if gap == 0 else 0.5 if gap == 1 else 0.2)
        return total

    def hope(self, end: Place) -> float:
        """What it could hit from a place, if the flight there gives it the sight."""
        return sum(self.chances(end, None, None))

    def chances(self, end: Place, task: Task | None, flight: Flight | None) -> Iterator[float]:
        """The worth of each gun's best shot; without a task as if all were sighted."""
        for gun, track in zip(self.me.type.guns, self.me.guns):
            if not track.left or track.silent:
                continue
            best = 0.0
            for enemy in self.enemies:
                offset = (enemy.hex[0] - end.hex[0], enemy.hex[1] - end.hex[1])
                if enemy.level != end.level or offset not in field(gun.mount, end.facing):
                    continue
                if task is not None and not is_sighted(
                    gun.mount, end, enemy.place, task, flight, "firer", self.readings
                ):
                    continue
                odds = combat.odds(self.game.charts, gun, distance(end.hex, enemy.hex), enemy)
                best = max(best, _worth(self.game, enemy, odds.mean, odds.down / 6))
            yield best

    def exchange(self, task: Task, end: Place, flight: Flight) -> float:
        """Fire given less fire taken in the combat phase right after this flight."""
        score = sum(self.chances(end, task, flight))
        for enemy in self.enemies:
            for gun, track in zip(enemy.type.guns, enemy.guns):
                if not track.left or track.silent:
                    continue
                if is_sighted(gun.mount, enemy.place, end, task, flight, "target", self.readings):
                    reach = distance(end.hex, enemy.hex)
                    odds = combat.odds(self.game.charts, gun, reach, self.me)
                    score -= _CARE * _worth(self.game, self.me, odds.mean, odds.down / 6)
        return score

    # ---- the way home

    def way_out(self) -> Move | None:
        """A flight over the own edge, if one is in reach."""
        if not self.home:
            return None
        for plan in self.game.plans(self.state, self.me.id):
            if plan.climb or plan.dive:
                continue
            task = decisions.task_of(self.me, plan, self.game.around(self.state, self.me.id))
            column = self.me.place.hex[0]
            width = self.board.hexes[-1].q
            away = column + 1 if self.me.side == "allied" else width - column + 1
            if away > plan.speed:
                continue
            for flight in movement.flights(task):
                end = movement.trace(task, flight)[-1].place.hex
                if end not in self.board.index and self.own_edge(end[0]):
                    return Fly(self.me.id, plan, flight)
        return None


@lru_cache(maxsize=65536)
def _off_angle(q: int, r: int, facing: int) -> float:
    x, y = COLUMNS.centre((q, r))
    bearing = degrees(atan2(x, -y)) % 360
    away = abs(bearing - COLUMNS.angle(facing)) % 360
    return min(away, 360 - away) / 60


def _off(here: tuple[int, int], facing: int, there: tuple[int, int]) -> float:
    """How many hexsides a place lies off the facing: 0 straight ahead to 3 behind."""
    q, r = there[0] - here[0], there[1] - here[1]
    return _off_angle(q, r, facing) if q or r else 0.0
