"""What flights of Flying Circus are worth, in damage points: by the exact odds of this combat
phase, and by how the place lies for the next one."""

from __future__ import annotations

from math import atan2, degrees
from typing import Any

from skylib.core.hexes import COLUMNS, distance
from skylib.flying_circus import combat, decisions, movement
from skylib.flying_circus.movement import Around
from skylib.flying_circus.moves import Fire, Fly, Pass
from skylib.flying_circus.sighting import is_sighted
from skylib.flying_circus.state import FLYING, SHOT_DOWN, SIDES, enemy_of

from . import pilot_for

__all__ = ["standing", "values"]

DOWN = 6.0  # an aircraft shot down, besides the damage
_CARE = 0.7  # own damage against the enemy's
_CLOSER, _AIM, _TAIL, _LEVEL, _EDGE = 0.06, 0.5, 0.4, 0.35, 0.5
_WAYS = 4  # flights looked at to one place


def standing(game: Any, state: Any) -> dict[str, float]:
    """Damage done to the enemy, 6 more for each aircraft shot down, and 6 for each mission
    point that is worth a fighter."""
    out = {}
    for side in SIDES:
        total = 0.0
        for enemy in state.of(enemy_of(side)):
            kind = enemy.type
            down = enemy.status == SHOT_DOWN
            total += kind.max_speed - (kind.stall if down else enemy.max_speed)
            total += DOWN * down
        attacker = side == game.scenario.attacker
        if attacker:
            pay = game.scenario.points.kill(True, "fighter") or 1
            kills = sum(
                game.scenario.points.kill(True, a.type.role)
                for a in state.of(enemy_of(side))
                if a.status == SHOT_DOWN
            )
            total += DOWN * (game.score(state, side) - kills) / pay
        out[side] = total
    return out


def values(game: Any, also: tuple[Any, ...]) -> dict[Any, float]:
    """Of a fire decision every shot; of a movement the best flight to each place."""
    state = game.state
    if state.step == "fire":
        return _fire(game, state)
    if state.step != "move":
        return {}
    heroes = {a.id for a in state.to_fly() if a.status == FLYING}
    asked = next((m.id for m in also if isinstance(m, Fly)), None)
    if asked is None and also:
        return {}
    hero = asked or next(iter(sorted(heroes)), None)
    if hero not in heroes:
        return {}
    chosen = pilot_for(game.name)(game)
    fixed = [m for m in (*also, chosen) if isinstance(m, Fly) and m.id == hero]
    return _Weighing(game, state, hero).values(fixed)


def _fire(game: Any, state: Any) -> dict[Any, float]:
    out: dict[Any, float] = {Pass(): 0.0}
    for shot in game._moves(state):
        if isinstance(shot, Fire):
            firer, target = state[shot.id], state[shot.target]
            gun = firer.gun(shot.gun)[1]
            out[shot] = _odds(game, gun, distance(firer.hex, target.hex), target)
    return out if len(out) > 1 else {}


def _odds(game: Any, gun: Any, reach: int, target: Any) -> float:
    odds = combat.odds(game.charts, gun, reach, target)
    return float(odds.mean + DOWN * odds.down / 6)


class _Weighing:
    """The flights of one aircraft."""

    def __init__(self, game: Any, state: Any, hero: str) -> None:
        self.game, self.state, self.me = game, state, state[hero]
        self.enemies = [a for a in state.of(enemy_of(self.me.side)) if a.flying]
        self.board = game.map.board
        self.room: Around = game.room(state, hero)

    def values(self, fixed: list[Any]) -> dict[Any, float]:
        game, out = self.game, {}
        for plan in game.plans(self.state, self.me.id):
            task = decisions.task_of(self.me, plan, self.room)
            for end, ways in movement.reachable(task).places.items():
                if end.hex not in self.board.index:
                    continue
                place = self.place(end)
                best = max(
                    ((self.exchange(task, end, way), way) for way in ways[:_WAYS]),
                    key=lambda pair: pair[0],
                )
                move = Fly(self.me.id, plan, best[1])
                if game._legal(self.state, move):
                    out[move] = place + best[0]
        for move in fixed:
            if move not in out:
                task = decisions.task_of(self.me, move.plan, self.room)
                end = movement.trace(task, move.flight)[-1].place
                if end.hex in self.board.index:
                    out[move] = self.place(end) + self.exchange(task, end, move.flight)
                else:
                    return {}  # who leaves the map has reasons that are not weighed here
        return out

    def exchange(self, task: Any, end: Any, flight: Any) -> float:
        """Expected damage done less taken in the combat phase after this flight."""
        game, total = self.game, 0.0
        for enemy in self.enemies:
            reach = distance(end.hex, enemy.hex)
            if reach > 8 or enemy.level != end.level:
                continue
            for gun, track in zip(self.me.type.guns, self.me.guns):
                if track.left and not track.silent:
                    seen = is_sighted(
                        gun.mount, end, enemy.place, task, flight, "firer", game.readings
                    )
                    total += _odds(game, gun, reach, enemy) if seen else 0.0
            for gun, track in zip(enemy.type.guns, enemy.guns):
                if track.left and not track.silent:
                    seen = is_sighted(
                        gun.mount, enemy.place, end, task, flight, "target", game.readings
                    )
                    total -= _CARE * _odds(game, gun, reach, self.me) if seen else 0.0
        return total

    def place(self, end: Any) -> float:
        """How a place lies: towards the nearest enemy and behind him, clear of the edge."""
        best = 0.0
        for number, enemy in enumerate(self.enemies):
            reach = distance(end.hex, enemy.hex)
            near = max(0.0, 1 - reach / 14)
            value = -_CLOSER * max(reach, 3) - _LEVEL * min(3, abs(end.level - enemy.level))
            aim = _off(end.hex, end.facing, enemy.hex)
            tail = 3 - _off(enemy.hex, enemy.facing, end.hex)
            value += near * (_AIM * (1.5 - aim) + _TAIL * (1.5 - tail))
            best = value if not number else max(best, value)
        hex = end.hex
        for steps in range(4):
            hex = COLUMNS.neighbour(hex, end.facing)
            if hex not in self.board.index:
                return best - _EDGE * (4 - steps)
        return best


def _off(here: Any, facing: int, there: Any) -> float:
    """How many hexsides a place lies off the facing: 0 straight ahead to 3 behind."""
    q, r = there[0] - here[0], there[1] - here[1]
    if not (q or r):
        return 0.0
    x, y = COLUMNS.centre((q, r))
    away = abs(degrees(atan2(x, -y)) % 360 - COLUMNS.angle(facing)) % 360
    return min(away, 360 - away) / 60
