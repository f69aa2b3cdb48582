"""A computer player of Le Temps des As: plans a whole chain, then flies it.

It weighs what a chain may bring by the exact odds: its own shot at the end, the shots it draws on
the way, collisions, a stall, the edge of the map, and what the scenario asks of its side.
It sees what a player sees and rolls no dice of its own: the same game gives the same move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from skylib.core.hexes import Hex, distance, fan, ray
from skylib.le_temps_des_as import collision, fire, legal
from skylib.le_temps_des_as.envelope import Envelope, Flight
from skylib.le_temps_des_as.flights import envelope, flight
from skylib.le_temps_des_as.game import LeTempsDesAs
from skylib.le_temps_des_as.manoeuvres import Choice
from skylib.le_temps_des_as.moves import Move
from skylib.le_temps_des_as.odds import bombing_chance, control_chance, hit_chance
from skylib.le_temps_des_as.state import Aircraft, State
from skylib.le_temps_des_as.table import Setting

__all__ = ["choose", "plan"]

BEAM = 150  # flights kept for each number of points left
LOST = 4.0  # what an aircraft is worth to its own side


def choose(game: LeTempsDesAs) -> Move:
    """The move of the side that is asked. Raises `ValueError` when the game is over."""
    state, setting = game.state, game.setting
    if state.stage == "over":
        raise ValueError("the game is over")
    return _DECIDE[state.stage](game, setting, state)


# ---- what a side wants -----------------------------------------------------------------------


@dataclass(frozen=True)
class Mission:
    """What one aircraft is after now."""

    prey: dict[str, float] = field(default_factory=dict)  # worth of each enemy
    exits: tuple[str, ...] = ()  # zones to leave by; empty to stay
    edge: str | None = None
    dots: frozenset[Hex] = frozenset()  # white dots still to be bombed
    caution: float = 1.0  # how dear its own skin is


def mission(setting: Setting, state: State, plane: Aircraft) -> Mission:
    """The mission of an aircraft in its scenario."""
    enemies = [p for p in state.aircraft if p.side != plane.side and p.flying]
    prey = {p.id: 1.5 if p.damaged else 1.0 for p in enemies}
    name = setting.scenario.id
    if name == "return-to-the-fold" and plane.side == "Entente" and state.turn >= 6:
        return Mission(prey, ("A2", "A3"), caution=1.3)
    if name == "forced-passage":
        if plane.type == "dh4":
            return Mission(prey, ("A1", "B1", "C1"), caution=1.2)
        if plane.side == "Central":
            dh4 = any(p.type == "dh4" and p.observer != "dead" for p in enemies)
            prey = {
                p.id: (3.0 if p.type == "dh4" and dh4 else 1.0) + 0.5 * p.damaged for p in enemies
            }
            return Mission(prey, caution=0.6)
    if name == "voss-last-flight" and plane.side == "Central":
        if any(p.side == "Entente" and p.status == "destroyed" for p in state.aircraft):
            return Mission(prey, ("A4", "B4", "C4"), "north", caution=1.5)
        return Mission({k: v + 0.5 for k, v in prey.items()}, caution=1.2)
    if name == "fire-on-the-balloons" and plane.side == "Entente":
        balloons = [p for p in enemies if p.type == "balloon"]
        if not balloons:
            return Mission({}, ("A4", "B4", "C4"), caution=1.5)
        worth = {p.id: 3.0 if p.type == "balloon" else 0.3 for p in enemies}
        return Mission(worth, caution=0.7)
    if name == "passage-of-the-geese":
        if plane.type == "gotha-g4":
            return _bomber(setting, state, plane, prey, once=True)
        if plane.side == "Entente":
            prey = {p.id: (3.0 if p.type == "gotha-g4" else 0.8) + 0.8 * p.damaged for p in enemies}
            return Mission(prey, caution=0.6)
    if name == "new-raid":
        if plane.type == "roland-c2":
            return _bomber(setting, state, plane, prey, once=False)
        if plane.side == "Central" and (state.turn >= 6 or len(state.bombs) >= 3):
            return Mission(prey, ("C1", "C2", "C3", "C4"))
        if plane.side == "Entente":
            prey = {p.id: 2.0 if p.type == "roland-c2" else 0.8 for p in enemies}
            return Mission({k: v + 0.5 * state.plane(k).damaged for k, v in prey.items()})
    return Mission(prey)


def _bomber(
    setting: Setting, state: State, plane: Aircraft, prey: dict[str, float], once: bool
) -> Mission:
    exits = next(e.zones for e in setting.scenario.exits if e.side == plane.side)
    target = setting.map.bombing_targets(setting.scenario.target)
    dots = frozenset(target.hexes) if target else frozenset()
    left = dots if once else dots - frozenset(state.bombs)
    if once:
        wanted = not plane.bombed or not state.bombs
    else:
        wanted = len(state.bombs) < 3 and plane.passes != 0
    hopeless = plane.observer == "dead"
    time = setting.scenario.turns - state.turn
    home = min((_to_zones(setting, plane.hex, exits), 99))
    late = home > 4 * time + 3 and not once
    if wanted and left and not hopeless and not late:
        return Mission({k: 0.4 * v for k, v in prey.items()}, (), None, left, 0.8)
    return Mission({k: 0.3 * v for k, v in prey.items()}, exits, None, frozenset(), 1.0)


_ZONE_CACHE: dict[tuple[int, tuple[str, ...], str | None], tuple[Hex, ...]] = {}


def _zone_hexes(setting: Setting, zones: tuple[str, ...], edge: str | None) -> tuple[Hex, ...]:
    """The outermost hexes of the zones, where an aircraft leaves."""
    key = (id(setting.map), zones, edge)
    if key not in _ZONE_CACHE:
        if len(_ZONE_CACHE) > 200:
            _ZONE_CACHE.clear()
        ground = setting.map
        _ZONE_CACHE[key] = tuple(
            h
            for h in ground.board.hexes
            if any(z in zones for z in ground.zones_at(h))
            and any(
                ground.depth(h, e) == 1
                for e in ((edge,) if edge else ground.outer_edges(ground.zone(h)))
            )
        )
    return _ZONE_CACHE[key]


def _to_zones(
    setting: Setting, hex: Hex | None, zones: tuple[str, ...], edge: str | None = None
) -> int:
    if hex is None:
        return 99
    return min(distance(hex, h) for h in _zone_hexes(setting, zones, edge)) + 1


# ---- odds of a shot ----------------------------------------------------------------------------


def harm(setting: Setting, gun: int, target: Aircraft) -> float:
    """How much a hit hurts: 1 is destroyed, damage counts half."""
    sheet = setting.sheet(target)
    worst = 0.0
    for die in range(1, 7):
        result = die + gun
        if result < sheet.structure:
            continue
        worst += 1.0 if target.damaged or result >= 2 * sheet.structure else 0.5
    return worst / 6


def shot_worth(
    setting: Setting, state: State, shot: fire.Shot, opportunity: bool, worth: float
) -> float:
    """What a shot is expected to bring."""
    target = state.plane(shot.target)
    figures = fire.modifiers(setting, state, shot, opportunity)
    chance = hit_chance(sum(int(f.value) for f in figures), setting.sheet(target).hit)
    gun = setting.sheet(state.plane(shot.shooter)).guns[shot.gun]
    return float(chance) * harm(setting, gun, target) * worth


# ---- planning a chain ---------------------------------------------------------------------


@dataclass(frozen=True)
class Gun:
    """An enemy gun that may fire during the movement, and the hexes it bears on."""

    hexes: frozenset[Hex]
    behind: frozenset[Hex]  # not against lower targets
    level: int
    hex: Hex
    bonus: int
    hurt: float


class Planner:
    """Weighs chains of one aircraft."""

    def __init__(self, game: LeTempsDesAs, state: State, plane: Aircraft) -> None:
        self.setting, self.state, self.plane = game.setting, state, plane
        self.sheet = self.setting.sheet(plane)
        self.board = self.setting.map.board
        self.layout = self.board.layout
        self.mission = mission(self.setting, state, plane)
        self.enemies = [p for p in state.aircraft if p.side != plane.side and p.flying]
        self.others = {
            (p.hex, p.level)
            for p in state.aircraft
            if p.flying and p.id != plane.id and not self.setting.sheet(p).is_balloon
        }
        self.guns = list(self._enemy_guns())
        self.fired: dict[tuple[Hex, int, int], float] = {}
        self.ends: dict[tuple[Hex, int, int, bool], float] = {}
        self.speeds: dict[tuple[int, int], tuple[float, int]] = {}
        self.failure = 1 - float(control_chance(plane.piloting))

    def _enemy_guns(self) -> Iterator[Gun]:
        hit = self.sheet.hit
        speed = self.plane.speed
        base = (speed <= 2) - (speed >= 6)
        for enemy in self.enemies:
            if enemy.out or enemy.hex is None:
                continue
            for gun, modifier in self.setting.sheet(enemy).guns.items():
                if any(s.startswith(gun) for s in enemy.shots):
                    continue
                if fire.gun_state(self.setting, enemy, gun) != "ready":
                    continue
                man = fire.gunner(enemy, gun)
                if man in ("", "dead"):
                    continue
                behind: frozenset[Hex] = frozenset()
                if gun == "front":
                    hexes = frozenset(ray(self.layout, enemy.hex, enemy.facing, 4))
                elif gun == "rear":
                    hexes = frozenset(fan(self.layout, enemy.hex, enemy.facing + 3, 120, 4))
                    behind = frozenset(ray(self.layout, enemy.hex, enemy.facing + 3, 4))
                else:
                    hexes = frozenset(fan(self.layout, enemy.hex, 0, 360, 4))
                bonus = base + enemy.fire - (man == "wounded") - hit
                bonus += gun == "front" and enemy.pursues == self.plane.id
                hurt = harm(self.setting, modifier, self.plane)
                yield Gun(hexes, behind, enemy.level, enemy.hex, bonus, hurt)

    def exposure(self, hex: Hex, level: int, defence: int) -> float:
        """What the shots at an aircraft there are expected to cost it."""
        key = (hex, level, defence)
        if key not in self.fired:
            cost = 0.0
            for gun in self.guns:
                apart = level - gun.level
                if hex not in gun.hexes or abs(apart) > 1 or (apart < 0 and hex in gun.behind):
                    continue
                modifier = gun.bonus - defence - abs(apart) - (distance(hex, gun.hex) == 4)
                cost += max(0, min(6, 7 + modifier)) / 6 * gun.hurt
            self.fired[key] = cost * LOST * self.mission.caution
        return self.fired[key]

    # -- one step ----------------------------------------------------------------------------

    def step_worth(self, env: Envelope, before: Flight, after: Flight, choice: Choice) -> float:
        """What a single manoeuvre brings or costs on the way."""
        if after.down:
            return -10.0
        if after.off:
            return self.leaving(before, after)
        row = self.setting.charts.manoeuvres[choice.manoeuvre]
        worth = -self.exposure(after.hex, after.level, row.defence)
        if (after.hex, after.level) in self.others and (
            (after.hex, after.level) != (before.hex, before.level)
        ):
            worth -= LOST * (0.04 if self.plane.piloting else 0.17)
        if choice.bomb:
            worth += 6.0 * float(bombing_chance(after.level)) + 1.0
        return worth

    def leaving(self, before: Flight, after: Flight) -> float:
        """Leaving the map: a joy where the mission asks for it, else a loss."""
        ground = self.setting.map
        _, edge = before, ground.edge(after.hex)
        zones = ground.zones_at(before.hex)
        allowed = self.setting.scenario.may_leave(self.plane.side, zones, edge, self.state.turn)
        if allowed and self.mission.exits and any(z in self.mission.exits for z in zones):
            return 12.0
        return -3.0 if allowed else -10.0

    # -- the end of a chain --------------------------------------------------------------------

    def end_worth(self, end: Flight, fires: bool) -> float:
        """How good it is to end the movement so."""
        if end.off or end.down:
            return 0.0
        key = (end.hex, end.facing, end.level, fires)
        if key not in self.ends:
            self.ends[key] = self._place_worth(end, fires)
        return self.ends[key] + self._speed_worth(end)[0]

    def _speed_worth(self, end: Flight) -> tuple[float, int]:
        """The worth of the new speed and the power factor that gives it."""
        key = (end.effect, end.level)
        if key not in self.speeds:
            self.speeds[key] = self._best_power(end)
        return self.speeds[key]

    def _best_power(self, end: Flight) -> tuple[float, int]:
        best = (-99.0, 0)
        power = self.plane.power
        for use in sorted(range(-power, power + 1), key=abs):
            worth = self.speed_worth(self.plane.speed + end.effect + use, end.level)
            best = max(best, (worth, use), key=lambda pair: pair[0])
        return best

    def speed_worth(self, speed: int, level: int) -> float:
        """How good a speed is to go on with."""
        top = self.sheet.max_speed
        fail = self.failure
        fall = 9.0 if level <= 1 else 2.5
        if speed > top:
            return -9.0 if self.plane.debt else -2.0 - 1.5 * (speed - top) - fail * fall
        if speed < 1:
            return -fall - 0.3 * (1 - speed)
        if speed == 1:
            return -0.3 - fail * fall
        if self.mission.dots:
            return -0.6 * max(0, speed - 4) - 0.3 * max(0, 3 - speed)
        if self.mission.exits:
            return 0.25 * min(speed, top)
        wish = min(top - 1, 5)
        return -0.18 * abs(speed - wish) - 0.35 * (speed == 2)

    def _place_worth(self, end: Flight, fires: bool) -> float:
        worth = 0.0
        if fires and (shot := self._best_shot(end)) > 0:
            worth += shot * 2.5
        worth += self._room(end)
        m = self.mission
        if m.dots:
            worth -= min(self._way(end, d) for d in m.dots) * 0.55
            worth -= 0.5 * abs(end.level - 2) if end.level > 2 else 0.2 * (2 - end.level)
        elif m.exits:
            worth -= 0.6 * min(
                self._way(end, h) for h in _zone_hexes(self.setting, m.exits, m.edge)
            )
        worth += self._hunting(end) * (0.25 if m.dots or m.exits else 1.0)
        worth -= self._danger(end) * m.caution
        return worth

    def _way(self, end: Flight, goal: Hex) -> float:
        """Hexes to a goal, and something for the turns to face it."""
        n = distance(end.hex, goal)
        if n == 0:
            return 2.5
        return n + 0.02 * fire.off_nose(self.setting, end.hex, end.facing, goal)

    def _room(self, end: Flight) -> float:
        """Flying towards a near edge is a trap."""
        if self.mission.exits:
            return 0.0
        room = 0
        for hex in ray(self.layout, end.hex, end.facing, 4):
            if hex not in self.board:
                break
            room += 1
        column, row = self.setting.map.place(end.hex)
        margin = min(
            column, row, self.setting.map.columns + 1 - column, self.setting.map.rows + 1 - row
        )
        return -(0.0, 0.1, 0.4, 1.0, 2.2)[4 - room] - (0.5 if margin <= 2 else 0.0)

    def _best_shot(self, end: Flight) -> float:
        best = 0.0
        guns = self.setting.sheet(self.plane).guns
        for enemy in self.enemies:
            assert enemy.hex is not None
            apart = end.level - enemy.level
            n = distance(end.hex, enemy.hex)
            if abs(apart) > 1 or n > 4:
                continue
            sheet = self.setting.sheet(enemy)
            for gun, power in guns.items():
                if not self._bears(gun, end, enemy, n):
                    continue
                modifier = self.plane.fire - abs(apart) - (n == 4) + (n == 0)
                if sheet.is_balloon or enemy.speed <= 2:
                    modifier += 1
                elif enemy.speed >= 6:
                    modifier -= 1
                modifier += gun == "front" and self.plane.pursues == enemy.id
                chance = float(hit_chance(modifier, sheet.hit))
                worth = self.mission.prey.get(enemy.id, 1.0)
                best = max(best, chance * harm(self.setting, power, enemy) * worth)
        return best

    def _bears(self, gun: str, end: Flight, enemy: Aircraft, n: int) -> bool:
        assert enemy.hex is not None
        if fire.gun_state(self.setting, self.plane, gun) != "ready":
            return False
        if fire.gunner(self.plane, gun) in ("", "dead"):
            return False
        if n == 0:
            return gun != "rear" or enemy.level >= end.level
        if gun == "front":
            return enemy.hex in ray(self.layout, end.hex, end.facing, 4)
        angle = fire.off_nose(self.setting, end.hex, end.facing, enemy.hex)
        return angle >= 120 and not (angle == 180 and enemy.level < end.level)

    def _hunting(self, end: Flight) -> float:
        """Being near the prey, nose on it, and best of all behind it."""
        best = -3.0 if self.mission.prey else 0.0
        for enemy in self.enemies:
            assert enemy.hex is not None
            worth = self.mission.prey.get(enemy.id, 0.5)
            hex = enemy.hex
            if not enemy.moved and not self.setting.sheet(enemy).is_balloon and not enemy.out:
                ahead = [h for h in ray(self.layout, hex, enemy.facing, 3) if h in self.board]
                hex = ahead[-1] if ahead else hex
            n = distance(end.hex, hex)
            nose = fire.off_nose(self.setting, end.hex, end.facing, hex) if n else 0.0
            value = -0.10 * n - 0.006 * nose - 0.25 * max(0, abs(end.level - enemy.level) - 1)
            if enemy.moved and 1 <= n <= 4 and nose == 0 and abs(end.level - enemy.level) <= 1:
                tail = fire.off_nose(self.setting, enemy.hex, enemy.facing, end.hex)
                value += 0.9 if tail > 0 else 0.2
            best = max(best, value + 0.25 * worth)
        return best + 0.08 * end.level

    def _danger(self, end: Flight) -> float:
        """Enemies that still fly this turn, or hang on the tail for the next."""
        total = 0.0
        for enemy in self.enemies:
            if enemy.out or enemy.hex is None:
                continue
            guns = self.setting.sheet(enemy).guns
            apart = abs(end.level - enemy.level)
            n = distance(end.hex, enemy.hex)
            if "front" not in guns or apart > 2 or n == 0:
                continue
            nose = fire.off_nose(self.setting, enemy.hex, enemy.facing, end.hex)
            tail = fire.off_nose(self.setting, end.hex, end.facing, enemy.hex)
            if enemy.moved:
                if n <= 4 and nose == 0 and apart <= 1:
                    total += 0.7 if tail > 0 else 0.3
            elif n <= enemy.speed + 4 and nose <= 75:
                total += (0.35 if nose <= 30 else 0.2) * (1.3 if tail >= 90 else 0.8)
        return total

    # -- searching --------------------------------------------------------------------------------

    def search(self, env: Envelope, start: Flight) -> tuple[float, tuple[Choice, ...]]:
        """The best whole chain from here: flights of equal points together, the best kept."""
        layers: dict[int, dict[Flight, tuple[float, tuple[Choice, ...]]]] = {
            start.points: {start: (0.0, ())}
        }
        table = self.setting.charts.manoeuvres
        best: tuple[float, tuple[Choice, ...]] = (-1e9, ())
        for points in range(start.points, 0, -1):
            layer = layers.pop(points, {})
            items = list(layer.items())
            if len(items) > BEAM:
                items.sort(key=lambda item: -(item[1][0] + self._promise(item[0])))
                del items[BEAM:]
            for before, (worth, chain) in items:
                for choice in env.legal(before):
                    after = env.after(before, choice)
                    value = worth + self.step_worth(env, before, after, choice)
                    longer = (*chain, choice)
                    if after.points == 0 or after.off or after.down:
                        value += self.end_worth(after, table[choice.manoeuvre].fire)
                        if value > best[0]:
                            best = (value, longer)
                        continue
                    into = layers.setdefault(after.points, {})
                    if (old := into.get(after)) is None or value > old[0]:
                        into[after] = (value, longer)
        return best

    def _promise(self, f: Flight) -> float:
        key = (f.hex, f.facing, f.level, True)
        if key not in self.ends:
            self.ends[key] = self._place_worth(f, True)
        return self.ends[key] - 0.1 * abs(f.effect)


def plan(game: LeTempsDesAs) -> tuple[Choice, ...]:
    """The chain that the aircraft now flying means to fly; empty if none is asked for."""
    state = game.state
    if state.stage != "manoeuvre" or state.act is None:
        return ()
    plane = state.plane(state.act.group[0])
    planner = Planner(game, state, plane)
    env = envelope(game.setting, state, plane)
    return planner.search(env, flight(game.setting, state, plane))[1]


# ---- one decision after the other ---------------------------------------------------------


def _manoeuvre(game: LeTempsDesAs, setting: Setting, state: State) -> Move:
    assert state.act is not None
    chain = plan(game)
    if chain and len(state.act.group) == 1:
        return Move("fly", choice=chain[0])
    if chain and not legal.formation_refusal(legal.members(setting, state), chain[0])[0]:
        return Move("fly", choice=chain[0])
    return next(iter(legal.moves(setting, state)))


def _power(game: LeTempsDesAs, setting: Setting, state: State) -> Move:
    assert state.act is not None
    plane = state.plane(state.act.ending[0])
    planner = Planner(game, state, plane)
    end = Flight(plane.hex, plane.facing, plane.level, 0, state.act.effect)  # type: ignore[arg-type]
    return Move("power", power=planner._speed_worth(end)[1])


def _order(game: LeTempsDesAs, setting: Setting, state: State) -> Move:
    """Pursuers wait for their prey; of the rest whoever is nearest to an enemy flies first."""
    best: tuple[float, Move] | None = None
    for move in legal.moves(setting, state):
        if move.kind == "wait":
            return move
        if len(move.aircraft) > 1:
            continue
        plane = state.plane(move.aircraft[0])
        near = min(
            (
                distance(plane.hex, p.hex)
                for p in state.aircraft
                if p.side != plane.side and p.flying
            ),
            default=0,
        )
        if best is None or near < best[0]:
            best = (near, move)
    assert best is not None
    return best[1]


def _opportunity(game: LeTempsDesAs, setting: Setting, state: State) -> Move:
    """Fire when the chance is good, or when it will hardly get better."""
    act = state.act
    assert act is not None
    best: tuple[float, Move] | None = None
    for shot in fire.shots_at(setting, state):
        shooter = state.plane(shot.shooter)
        worth = shot_worth(
            setting, state, shot, True, mission(setting, state, shooter).prey.get(shot.target, 1.0)
        )
        if best is None or worth > best[0]:
            best = (worth, Move("fire", (shot.shooter,), gun=shot.gun, target=shot.target))
    if best is None or best[0] <= 0:
        return Move("pass")
    figures = fire.modifiers(
        setting, state, fire.Shot(best[1].aircraft[0], best[1].gun, best[1].target), True
    )
    hit = setting.sheet(state.plane(best[1].target)).hit
    chance = float(hit_chance(sum(int(f.value) for f in figures), hit))
    if chance < 0.3 and act.points >= 2 and best[1].gun != "front":
        return Move("pass")
    return best[1]


def _own_fire(game: LeTempsDesAs, setting: Setting, state: State) -> Move:
    act = state.act
    assert act is not None
    worth = mission(setting, state, state.plane(act.firing[0])).prey
    best: tuple[float, Move] = (0.0, Move("pass"))
    for shot in fire.own_shots(setting, state, act.firing[0]):
        value = shot_worth(setting, state, shot, False, worth.get(shot.target, 1.0))
        if value > best[0]:
            best = (value, Move("fire", (shot.shooter,), gun=shot.gun, target=shot.target))
    return best[1]


def _clash(game: LeTempsDesAs, setting: Setting, state: State) -> Move:
    """Take the quality off exactly if the results would be equal otherwise."""
    clash = state.clash
    assert clash is not None
    who = collision.undecided(clash)
    first = clash.first_die - (clash.first_off or 0)
    second = clash.second_die - (clash.second_off or 0)
    return Move("subtract" if first == second and who else "keep")


def _decide(game: LeTempsDesAs, setting: Setting, state: State) -> Move:
    """Fly first with a shot in reach, else see what the enemy does."""
    for mine in state.of(state.asked):
        guns = setting.sheet(mine).guns
        for enemy in state.aircraft:
            if enemy.side == mine.side or not enemy.flying or "front" not in guns:
                continue
            n = distance(mine.hex, enemy.hex)  # type: ignore[arg-type]
            nose = fire.off_nose(setting, mine.hex, mine.facing, enemy.hex)  # type: ignore[arg-type]
            if n <= mine.speed + 3 and nose <= 60 and abs(mine.level - enemy.level) <= 2:
                return Move("take")
    return Move("give")


def _balloon(game: LeTempsDesAs, setting: Setting, state: State) -> Move:
    """A balloon goes down when an attacker comes, so that he must come down too."""
    assert state.act is not None
    plane = state.plane(state.act.group[0])
    near = any(
        p.side != plane.side and p.flying and distance(p.hex, plane.hex) <= 9  # type: ignore[arg-type]
        for p in state.aircraft
    )
    if near and not legal.balloon_refusal(state, "sink"):
        return Move("sink")
    return Move("stay")


def _pursue(game: LeTempsDesAs, setting: Setting, state: State) -> Move:
    hunter = state.plane(state.followers[0])
    worth = mission(setting, state, hunter).prey
    moves = list(legal.moves(setting, state))
    return max(moves, key=lambda m: worth.get(m.target, 0.0) if m.target else -1.0)


def _first(game: LeTempsDesAs, setting: Setting, state: State) -> Move:
    return next(iter(legal.moves(setting, state)))


_DECIDE = {
    "place": lambda g, t, s: Move("ready"),
    "roll": _first,
    "decide": _decide,
    "choose": _order,
    "follow": _first,
    "manoeuvre": _manoeuvre,
    "balloon": _balloon,
    "clash": _clash,
    "opportunity": _opportunity,
    "power": _power,
    "fire": _own_fire,
    "recover": _first,
    "pursue": _pursue,
}
