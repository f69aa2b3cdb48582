"""A computer player for the standard game of Flying Circus.

It weighs every place it can reach in this phase: what it could hit from there and what
could hit it, now and after the enemy's next movement, how the place serves the mission,
and how near the edges are. What depends on turn mode, speed and offsets alone comes from
`flying_circus_tables`. It plays the scenario's victory points, strafes and photographs
when it attacks, and goes home when its work is done or its guns are empty. The longer
nobody fires, the bolder it gets; out of a circle in which nobody can shoot it breaks away
and comes back.

The same position gives the same move, and no die is looked at before it is rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from heapq import nlargest
from operator import itemgetter
from zlib import crc32

from skylib.core.errors import SkylibError
from skylib.core.hexes import COLUMNS, Hex, distance
from skylib.flying_circus import combat, decisions, movement
from skylib.flying_circus.field_of_fire import REACH
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.ground_fire import PHOTO_LEVELS, STRAFE_COST
from skylib.flying_circus.movement import Flight, Plan
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
from skylib.flying_circus.state import OFF, Aircraft, State, enemy_of
from skylib.flying_circus.tables import CombatTable

from . import flying_circus_tables as tables
from .flying_circus_tables import code, hex_of

__all__ = ["choose"]

# How it weighs. Found by letting versions play each other.
_DOWN = 6.0  # an aircraft shot down, in damage points; times what the scenario pays for it
_CARE = 0.5  # own damage against the enemy's
_FEAR = 0.2  # damage the enemy may do in its next movement
_SHY = 1.0  # the same for who photographs or flies home
_NEXT = 1.5  # mean damage of its own next movement, wherever the enemy goes before
_APPROACH = 10  # phases in which nobody is expected to fire
_SHOT = 6  # phases of patience that a shot buys
_PATIENCE = 8  # phases without a shot in which caution goes
_CYCLE, _OPEN = 10, 4  # of ten phases without a shot it draws apart in four
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
_LONGEST = 150  # phases after which everybody goes home
_POOR_SHOT = 0.3  # mean damage below which a scarce box is kept
_CANDIDATES = 20  # places looked at closely
_WAYS = 10  # flights looked at for each of them
_GUESSES = 40  # enemy movements reckoned with
_SURE = 0.8  # mean damage of the next movement if the enemy's way is known: a shot now is more
_NEAREST = 8  # places on the shortest way reckoned with then


def choose(game: FlyingCircus) -> Move:
    """The move that the computer would make for the side to move.

    Raises `SkylibError` when the game is over.
    """
    state = game.state
    if game.outcome is not None:
        raise SkylibError("the game is over")
    match state.step:
        case "objective":
            return Objective(_nearest(game))
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


def _pay(game: FlyingCircus, target: Aircraft) -> float:
    """What the scenario pays for shooting down a target, beside a fighter's price."""
    points, attacker = game.scenario.points, game.scenario.attacker
    attacks = attacker is not None and target.side != attacker
    return points.kill(attacks, target.type.role) / (points.kill(attacks, "fighter") or 1)


def _worth(points: float, down: float, pay: float) -> float:
    """What a mean damage and a chance of shooting down are worth."""
    return points + _DOWN * down * pay


@lru_cache(maxsize=4096)
def _worths(table: CombatTable, endurance: int, pay: float) -> tuple[float, ...]:
    """What a shot is worth by range (0 at range 0) at a target that can take so much."""
    out = [0.0]
    for reach in range(1, REACH + 1):
        column = table.column(reach)
        down = sum(points >= endurance for points in column)
        out.append(_worth(table.mean(reach), down / 6, pay))
    return tuple(out)


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
            worth = _worth(odds.mean, odds.down / 6, _pay(game, target))
            if worth > best[0]:
                best = worth, shot
    return best[1]


def _nearest(game: FlyingCircus) -> str:
    """The letter with the shortest way from the own edge."""
    scenario, ground = game.scenario, game.map
    assert scenario.attacker is not None and scenario.target_side is not None
    edge = ground.edge(scenario.attacker)
    letters = ground.letters_of(scenario.target_side)
    return min(letters, key=lambda letter: min(distance(letters[letter], h) for h in edge))


# ---- entering ---------------------------------------------------------------------------------


def _enter(game: FlyingCircus, state: State, aircraft: Aircraft) -> Move:
    """The entry hex in line with the mission or the enemy, apart from the others."""
    entries = list(game.entries(aircraft))
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


class _Stances(dict[int, float]):
    """How good it is to be somewhere from an enemy of one facing: near, facing it, behind it.

    The key is the code of the enemy's hex times six, less the own place: so one look
    tells of both the way there and the own facing. Worked out when first asked for.
    """

    def __init__(self, theirs: int) -> None:
        super().__init__()
        self.theirs = theirs

    def __missing__(self, key: int) -> float:
        facing = -key % 6
        here, there = (0, 0), hex_of((key + facing) // 6)
        reach = distance(here, there)
        aim = tables.off(here, facing, there)
        tail = 3 - tables.off(there, self.theirs, here)
        near = max(0.0, 1 - reach / 12)
        worth = near * (_AIM * (1.5 - aim) + _TAIL * (1.5 - tail)) - _CLOSER * max(reach, 4)
        self[key] = worth
        return worth


_stances = tuple(_Stances(facing) for facing in range(6))


class _Gun:
    """A gun that may fire now: where it bears, and what each shot is worth to its side."""

    __slots__ = ("mount", "field", "worth")

    def __init__(self, mount: str, field: Mapping[int, int], worth: tuple[float, ...]) -> None:
        self.mount, self.field, self.worth = mount, field, worth


class _Enemy:
    """One opponent, as the flier sees it."""

    __slots__ = (
        "aircraft",
        "at",
        "level",
        "facing",
        "guns",
        "mine",
        "danger",
        "means",
        "price",
        "guesses",
        "sure",
    )

    def __init__(self, flier: _Flier, aircraft: Aircraft) -> None:
        game, me = flier.game, flier.me
        self.aircraft, self.level, self.facing = aircraft, aircraft.level, aircraft.facing
        self.at = code(aircraft.place.hex)
        # What its guns can do to the flier, and the flier's to it, in this combat phase.
        self.guns = _guns(game, aircraft, me)
        self.mine = _guns(game, me, aircraft)
        self.danger: Mapping[int, int] = {}
        self.means: tuple[float, ...] = ()
        self.threaten(flier)
        value = _worth(1.0, 0.2, _pay(game, aircraft))
        self.sure = False  # whether it goes for targets that everybody knows
        self.price = 0.2 * value - 0.05 * (aircraft.max_speed - aircraft.type.stall)
        self.guesses = self.guess(flier)

    def threaten(self, flier: _Flier) -> None:
        """Its front gun as it may bear after its next movement."""
        found = self.aircraft.gun("front")
        if found is None:
            return
        index, gun = found
        track = self.aircraft.guns[index]
        if not track.left or track.silent > 1:
            return
        kind = self.aircraft.type
        top = min(self.aircraft.speed + 1, self.aircraft.max_speed)
        low = max(kind.stall + 1, self.aircraft.speed - 2)
        self.danger = tables.danger(
            kind.turn_left, kind.turn_right, low, top, self.facing, flier.both
        )
        self.means = _means(flier.game.charts.table(gun))

    def guess(self, flier: _Flier) -> list[int]:
        """Some of the hexes to which it may fly before the flier's next movement.

        Who strafes will be over its targets again if it can. What is to be photographed is
        secret, and its way not to be guessed.
        """
        kind, at = self.aircraft.type, self.at
        if flier.game.scenario.kind != "photo":
            goals = _goals(flier.game, flier.state, self.aircraft)
            if goals:
                self.sure = True
                return self.strafing(flier, goals)
        speed = min(max(self.aircraft.speed, kind.stall + 1), self.aircraft.max_speed)
        menu = tables.menu(
            kind.turn_left, kind.turn_right, speed, 0, self.facing, flier.both, _WAYS
        )
        ends = [at + key // 6 for key, _ in menu]
        return ends[:: max(1, len(ends) // _GUESSES)]

    def strafing(self, flier: _Flier, goals: list[Hex]) -> list[int]:
        """The hexes over which it may strafe after its next movement, at any speed open to it;
        if there are none, where it may be on the shortest way there."""
        plane, kind = self.aircraft, self.aircraft.type
        low = max(plane.speed - 2, kind.stall + 1)
        top = min(plane.speed + 1, plane.max_speed)
        within: set[int] = set()
        for speed in range(low, top + 1):
            within |= tables.ends(kind.turn_left, kind.turn_right, speed, self.facing, flier.both)
        over = [code(goal) for goal in goals if code(goal) - self.at in within]
        if over:
            return over
        menu = tables.menu(kind.turn_left, kind.turn_right, top, 0, self.facing, flier.both, _WAYS)
        start = self.at * 6
        ways = sorted(
            (min(_way(hex_of((start + key) // 6), key % 6, goal) for goal in goals), start + key)
            for key, _ in menu
        )
        return [place // 6 for _, place in ways[:_NEAREST]]


@lru_cache(maxsize=64)
def _means(table: CombatTable) -> tuple[float, ...]:
    """Mean damage by range, 0 at range 0."""
    return (0.0, *(table.mean(reach) for reach in range(1, REACH + 1)))


def _guns(game: FlyingCircus, firer: Aircraft, target: Aircraft) -> list[_Gun]:
    """The guns of an aircraft that may fire in the coming combat phase."""
    out = []
    for gun, track in zip(firer.type.guns, firer.guns):
        if track.left and not track.silent:
            table = game.charts.table(gun)
            endurance = target.max_speed - target.type.stall
            worth = _worths(table, endurance, _pay(game, target))
            out.append(_Gun(gun.mount, tables.ranges(gun.mount, firer.facing), worth))
    return out


def _boxes_spent(state: State) -> int:
    """How many boxes of ammunition all guns together have fired."""
    return sum(
        gun.boxes - track.left
        for aircraft in state.aircraft
        for gun, track in zip(aircraft.type.guns, aircraft.guns)
    )


class _Flier:
    """The choice of one aircraft's movement."""

    def __init__(self, game: FlyingCircus, state: State, aircraft: Aircraft) -> None:
        self.game, self.state, self.me = game, state, aircraft
        self.board = game.map.board
        self.sky = tables.free_ahead(self.board)
        self.here = code(aircraft.place.hex)
        self.entering = aircraft.place.hex not in self.board.index
        self.readings = game.readings
        self.both = self.readings["FC-TURN-MODE"] == "both-directions"
        self.occupied = {
            (code(a.hex), a.level)
            for a in state.aircraft
            if a.flying and a is not aircraft and a.hex is not None
        }
        self.goals = _goals(game, state, aircraft)
        self.home = self.goes_home()
        # Who only evades never wins: the longer nobody has fired, the bolder.
        waited = state.phase - _APPROACH - _SHOT * _boxes_spent(state)
        self.caution = _FEAR * min(1.0, max(0.0, 1 - waited / _PATIENCE))
        if self.home or (self.goals and game.scenario.kind == "photo"):
            self.caution = _SHY
        # Two equals in a tight circle never get a shot: they draw apart and come back head on.
        self.opens = waited > 0 and state.phase % _CYCLE < _OPEN
        (q, r), limit = aircraft.place.hex, aircraft.max_speed
        self.near_edge = any(
            (q + dq * limit, r + dr * limit) not in self.board.index for dq, dr in COLUMNS.steps
        )
        self.enemies = [_Enemy(self, a) for a in state.of(enemy_of(aircraft.side)) if a.flying]
        self.sure = any(enemy.sure for enemy in self.enemies)

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

    # ---- the choice

    def best(self) -> Move:
        """The best movement found, or any legal one."""
        found = []
        known: dict[int, dict[int, tuple[float, float]]] = {}
        for plan in self.plans():
            level = self.level_after(plan)
            if level not in known:
                known[level] = {}
            seen, judge, speed = known[level], self.judge(level), _SPEED * plan.speed
            for place, ways in self.ends(plan, level):
                worth = seen.get(place)
                if worth is None:
                    worth = seen[place] = judge(place)
                found.append((worth[0] + worth[1] + speed, worth[0] + speed, plan, place, ways))
        if self.sure:  # what can be hit next counts everywhere, not only where all else is well
            found = [
                (score + self.prospect(place, self.level_after(plan), plan.speed), *rest)
                for score, *rest in found
                for _, plan, place, _ in [rest]
            ]
        found = nlargest(_CANDIDATES, found, key=itemgetter(0))
        best: tuple[float, Plan, str] | None = None
        for _, rough, plan, place, ways in found:
            level = self.level_after(plan)
            score = rough + self.prospect(place, level, plan.speed)
            whim = crc32(f"{self.state.phase} {place} {level} {plan}".encode()) % 100
            score += _WHIM * whim / 100
            found_way = self.way(plan, place, level, ways)
            if found_way is not None and (best is None or score + found_way[0] > best[0]):
                best = score + found_way[0], plan, self.steps_of(plan, found_way[1])
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

    def level_after(self, plan: Plan) -> int:
        """The level at which a plan ends."""
        return self.me.level - plan.dive + decisions.gains_level(self.me, plan)

    def ends(self, plan: Plan, level: int) -> list[tuple[int, tuple[str, ...]]]:
        """The places on the map that a plan reaches, each with its flights.

        A place is the code of its hex times six plus the facing.
        """
        me, sky, start = self.me, self.sky, self.here * 6
        kind = me.type
        crowd = {at for at, there in self.occupied if there == level}
        menu = tables.menu(
            kind.turn_left, kind.turn_right, plan.speed, plan.dive, me.facing, self.both, _WAYS
        )
        out = [(start + key, ways) for key, ways in menu if start + key in sky]
        if crowd:
            out = [(place, ways) for place, ways in out if place // 6 not in crowd]
        if self.entering:  # its first step leads onto the map
            first = ((place, tuple(w for w in ways if w[0] == "F")) for place, ways in out)
            out = [(place, ways) for place, ways in first if ways]
        return out

    def steps_of(self, plan: Plan, way: str) -> str:
        """A flight of the menu with the climb at once: what counts is time at the new level."""
        if not decisions.gains_level(self.me, plan):
            return way
        return f"{way[0]}C{way[1:]}" if self.entering else f"C{way}"

    # ---- how good a place is

    def judge(self, level: int) -> Callable[[int], tuple[float, float]]:
        """What judges the places at a level: the worth apart from fire in this phase, and
        what could be hit from there if the flight gives the sight."""
        sky, home, goals = self.sky, self.home, self.goals
        edges = [-_EDGE * (tables.FREE_SKY - free) for free in range(tables.FREE_SKY + 1)]
        fears = list(self.fears(level))
        stances = []
        if not (self.home or self.goals or self.opens):
            stances = [self.hunt(level, enemy) for enemy in self.enemies]
        guns = [
            (i, tables.bears(gun.mount), enemy.at * 6, gun.worth)
            for enemy in self.enemies
            if enemy.level == level
            for i, gun in enumerate(enemy.mine)
        ]

        def look(place: int) -> tuple[float, float]:
            at = place // 6
            score = 0.0 if home and self.homeward(place % 6) else edges[sky[place]]
            for there, danger, price in fears:
                reach = danger.get(at - there)
                if reach is not None:
                    score -= price[reach]
            if stances:
                score += max([table[there - place] + worth for table, there, worth in stances])
            elif home:
                score += self.way_home(at, place % 6)
            elif goals:
                score += self.mission(hex_of(at), place % 6, level)
            else:
                score += self.seek(hex_of(at))
            if not guns:
                return score, 0.0
            best: dict[int, float] = {}
            for i, field, there, worths in guns:
                reach = field.get(there - place)
                if reach is not None and worths[reach] > best.get(i, 0.0):
                    best[i] = worths[reach]
            return score, sum(best.values())

        return look

    def fears(self, level: int) -> Iterator[tuple[int, Mapping[int, int], tuple[float, ...]]]:
        """For each enemy: where it is, where its front gun may bear after its next movement,
        and what the damage there costs, by range."""
        for enemy in self.enemies if self.caution else ():
            gap = enemy.level - level
            if -1 <= gap <= 1:
                price = self.caution * (1.0 if gap == 0 else 0.5 if gap == 1 else 0.2)
                yield enemy.at, enemy.danger, tuple(price * mean for mean in enemy.means)

    def hunt(self, level: int, enemy: _Enemy) -> tuple[_Stances, int, float]:
        """Closing in on an enemy, at its level or above: the table of stances towards it,
        where it is, and what is the same for all places at a level."""
        gap = level - enemy.level
        worth = enemy.price - _LEVEL * abs(gap) + _LOW * min(0, gap)
        return _stances[enemy.facing], enemy.at * 6, worth

    def way_home(self, at: int, facing: int) -> float:
        """Towards the own edge."""
        column = hex_of(at).q
        return _AIM * self.homeward(facing) - _MISSION * (
            column if self.me.side == "allied" else -column
        )

    def homeward(self, facing: int) -> bool:
        """Whether a facing leads to the own edge."""
        return facing in ((4, 5) if self.me.side == "allied" else (1, 2))

    def seek(self, hex: Hex) -> float:
        """Away from the enemies for a while, or without any towards the middle."""
        if self.enemies:
            reach = max(min(distance(hex, hex_of(e.at)), _APART) for e in self.enemies)
            return _CLOSER * reach
        middle = self.board.hexes[len(self.board.hexes) // 2]
        return -_CLOSER * distance(hex, middle)

    def mission(self, hex: Hex, facing: int, level: int) -> float:
        scenario = self.game.scenario
        if scenario.kind == "photo":
            there = self.goals[0]
            if hex == there and level in PHOTO_LEVELS:
                return _DONE
            away = min(abs(level - wanted) for wanted in PHOTO_LEVELS)
            return -_MISSION * _way(hex, facing, there) - away
        ready = any(t.left >= STRAFE_COST and t.silent == 0 for t in self.me.guns)
        near = min(_way(hex, facing, goal) for goal in self.goals)
        score = -_MISSION * near - (level - 1)
        if near == 0 and level == 1:
            score += _DONE if ready else -1.0
        return score

    def prospect(self, place: int, level: int, speed: int) -> float:
        """What the front gun's best shot in the movement after the enemy's is worth: its mean
        damage, wherever the enemy goes before.

        Where the enemy's way is known it pays to come at any speed then open.
        """
        found = self.me.gun("front")
        if self.opens or found is None or not self.me.guns[found[0]].left:
            return 0.0
        kind = self.me.type
        left, right = kind.turn_left, kind.turn_right
        at, facing = divmod(place, 6)
        means = _means(self.game.charts.table(found[1]))
        best = 0.0
        for enemy in self.enemies:
            if -1 <= enemy.level - level <= 1:
                low = top = speed
                if enemy.sure:
                    low, top = max(speed - 2, kind.stall + 1), min(speed + 1, self.me.max_speed)
                bearings = tables.danger(left, right, low, top, facing, self.both)
                total = 0.0
                for there in enemy.guesses:
                    reach = bearings.get(there - at)
                    if reach is not None:
                        total += means[reach]
                near = 1.0 if enemy.level == level else 0.4
                best = max(best, near * total / max(1, len(enemy.guesses)))
        return best * (_SURE if self.sure else _NEXT)

    # ---- fire in the combat phase right after the flight

    def way(
        self, plan: Plan, place: int, level: int, ways: tuple[str, ...]
    ) -> tuple[float, str] | None:
        """The best of the flights to a place: fire given less fire taken; None if none
        stays on the map."""
        at = place // 6
        given = []  # gun, where the enemy is, what it is worth
        taken = []
        for enemy in self.enemies:
            if enemy.level != level:
                continue
            for i, gun in enumerate(enemy.mine):
                reach = tables.bears(gun.mount).get(enemy.at * 6 - place)
                if reach is not None:
                    given.append((i, gun.mount, enemy.at, gun.worth[reach]))
            for gun in enemy.guns:
                reach = gun.field.get(at - enemy.at)
                if reach is not None:
                    taken.append((gun.field, enemy.at, gun.worth[reach]))
        best: tuple[float, str] | None = None
        for steps in ways:
            if not self.on_map(plan, steps):
                continue
            if not given and not taken:
                return 0.0, steps
            score = self.exchange(plan, steps, given, taken)
            if best is None or score > best[0]:
                best = score, steps
        return best

    def exchange(
        self,
        plan: Plan,
        steps: str,
        given: list[tuple[int, str, int, float]],
        taken: list[tuple[Mapping[int, int], int, float]],
    ) -> float:
        """What the shots that a flight gives are worth, less those that it takes."""
        kind, here = self.me.type, self.here
        half = tables.last_half(
            kind.turn_left, kind.turn_right, plan.speed, plan.dive, self.me.facing, steps
        )
        shots = [0.0] * len(self.me.guns)
        for i, mount, there, worth in given:
            if worth > shots[i] and all(
                not up and (there - here - offset) * 6 - facing in tables.bears(mount)
                for offset, facing, up in half
            ):
                shots[i] = worth
        score = sum(shots)
        for field, there, worth in taken:
            if all(not up and here + offset - there in field for offset, _, up in half):
                score -= _CARE * worth
        return score

    def on_map(self, plan: Plan, steps: str) -> bool:
        """Whether a flight that ends on the map stays on it."""
        if not self.near_edge:
            return True
        kind, here, sky = self.me.type, self.here, self.sky
        passed = tables.path(
            kind.turn_left, kind.turn_right, plan.speed, plan.dive, self.me.facing, steps
        )
        return all((here + offset) * 6 in sky for offset in passed)

    # ---- the way home

    def way_out(self) -> Move | None:
        """A flight over the own edge, if one is in reach."""
        if not self.home:
            return None
        for plan in self.game.plans(self.state, self.me.id):
            if plan.climb or plan.dive:
                continue
            column = self.me.place.hex[0]
            width = self.board.hexes[-1].q
            away = column + 1 if self.me.side == "allied" else width - column + 1
            if away > plan.speed:
                continue
            task = decisions.task_of(self.me, plan, self.game.around(self.state, self.me.id))
            for flight in movement.flights(task):
                end = movement.trace(task, flight)[-1].place.hex
                if end not in self.board.index and self.own_edge(end[0]):
                    return Fly(self.me.id, plan, flight)
        return None

    def own_edge(self, q: int) -> bool:
        return q < 0 if self.me.side == "allied" else q > self.board.hexes[-1].q


@lru_cache(maxsize=1 << 16)
def _way(hex: Hex, facing: int, goal: Hex) -> float:
    """Hexes to a goal, and what turning towards it will cost."""
    reach = distance(hex, goal)
    if not reach:
        return 0
    short = max(0, 5 - reach)  # too near to turn onto
    return reach + tables.off(hex, facing, goal) * (1.5 + short)
