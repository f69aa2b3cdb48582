"""A computer player for the introductory game of Flying Circus.

Every place it can reach is weighed by the shot it gives now, by what each enemy could do
to it after flying next, and by the shots it may hope for in its own next turn. The longer
a fight lasts, the bolder it grows. The same position gives the same move, and no die is
looked at before it is rolled.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from zlib import crc32

from skylib.core.errors import SkylibError
from skylib.core.hexes import COLUMNS, Hex, distance, ray
from skylib.flying_circus.introductory import (
    REACH,
    Airplane,
    FlyingCircusIntroductory,
    IntroFire,
    IntroFly,
    IntroMove,
    IntroState,
)
from skylib.flying_circus.introductory_flights import OPEN_SKY, Sky, flights, is_flight, path
from skylib.flying_circus.movement import Flight
from skylib.flying_circus.moves import Enter, Pass
from skylib.flying_circus.state import enemy_of

__all__ = ["choose", "rated"]

# How it weighs, in damage points.
_DOWN = 4.0  # shooting an airplane down, besides
_CARE = 0.6  # what the enemy's best answer may do, against what the own shot does now
_NEXT = 0.5  # what the own next turn may bring
_CLOSER = 0.1  # each hex nearer
_WHIM = 0.1
_PATIENCE = 80  # player turns


@lru_cache(maxsize=256)
def _menu(points: int, facing: int, both: bool) -> tuple[tuple[Hex, int, tuple[str, ...]], ...]:
    """Every end of a flight of that many points from (0, 0), with some of its flights."""
    sky = Sky(both_directions=both) if both else OPEN_SKY
    found: dict[tuple[Hex, int], list[str]] = {}
    for flight in flights(Hex(0, 0), facing, points, sky):
        ways = found.setdefault(path(Hex(0, 0), facing, flight)[-1], [])
        if len(ways) < 8:
            ways.append(flight.steps)
    return tuple((hex, to, tuple(ways)) for (hex, to), ways in found.items())


@lru_cache(maxsize=256)
def _rows(points: int, facing: int, both: bool) -> dict[tuple[int, int], int]:
    """The offsets that can be brought into the row ahead, each with the shortest range."""
    out: dict[tuple[int, int], int] = {}
    for hex, to, _ in _menu(points, facing, both):
        for reach, there in enumerate(ray(COLUMNS, hex, to, REACH), 1):
            if reach < out.get(there, REACH + 1):
                out[there] = reach
    return out


def choose(game: FlyingCircusIntroductory) -> IntroMove:
    """The move that the computer would make for the side to move.

    Raises `SkylibError` when the game is over.
    """
    if game.outcome is not None:
        raise SkylibError("the game is over")
    state = game.state
    if state.step == "fire":
        return _fire(game, state)
    plane = state.waiting()[0]
    if plane.hex is None:
        return _enter(game, state, plane)
    return _fly(game, state, plane)


def _value(game: FlyingCircusIntroductory, target: Airplane, reach: int) -> float:
    """The mean worth of a shot: damage, and the chance of shooting down."""
    column = game.table.column(reach)
    down = sum(points >= target.allowance for points in column) / 6
    return sum(min(points, target.allowance) for points in column) / 6 + _DOWN * down


def _fire(game: FlyingCircusIntroductory, state: IntroState) -> IntroMove:
    def worth(shot: IntroFire) -> float:
        firer, target = state.find(shot.id), state.find(shot.target)
        assert firer is not None and target is not None
        assert firer.hex is not None and target.hex is not None
        return _value(game, target, distance(firer.hex, target.hex))

    shots = list(game._shots(state))
    return max(shots, key=worth) if shots else Pass()


def _enter(game: FlyingCircusIntroductory, state: IntroState, plane: Airplane) -> Enter:
    """In the middle of the edge, or in line with the enemy, apart from the others."""
    board = game.map.board
    entries = list(game._entries(plane))
    enemies = [a for a in state.of(enemy_of(plane.side)) if a.hex is not None]
    rows = [COLUMNS.centre(a.hex)[1] for a in enemies if a.hex is not None]
    rows = rows or [COLUMNS.centre(board.hex(e.name))[1] for e in entries]
    middle = sum(rows) / len(rows)
    own = [a.hex for a in state.of(plane.side) if a.hex is not None]

    def cost(entry: Enter) -> float:
        hex = board.hex(entry.name)
        away = abs(COLUMNS.centre(COLUMNS.neighbour(hex, entry.facing))[1] - middle)
        return away + 2 * sum(max(0, 3 - distance(hex, other)) for other in own)

    return min(entries, key=cost)


def _fly(game: FlyingCircusIntroductory, state: IntroState, plane: Airplane) -> IntroFly:
    best: tuple[float, Flight] | None = None
    for score, flight, _ in rated(game, state, plane):
        if best is None or score > best[0]:
            best = score, flight
    if best is not None:
        return IntroFly(plane.id, best[1])
    assert plane.hex is not None
    sky = game.sky(state, plane.id)
    first = next(flights(plane.hex, plane.facing, plane.allowance, sky))
    return IntroFly(plane.id, first)


def rated(
    game: FlyingCircusIntroductory, state: IntroState, plane: Airplane
) -> Iterator[tuple[float, Flight, tuple[Hex, int]]]:
    """Every place that an airplane can reach: its score, a flight there, hex and facing."""
    assert plane.hex is not None
    sky = game.sky(state, plane.id)
    both = sky.both_directions
    enemies = [a for a in state.of(enemy_of(plane.side)) if a.flying and a.hex is not None]
    care = _CARE * max(0.0, 1 - state.turn / _PATIENCE)
    board = game.map.board
    middle = board.hexes[len(board.hexes) // 2]
    q, r = plane.hex
    for offset, facing, ways in _menu(plane.allowance, plane.facing, both):
        hex = Hex(q + offset[0], r + offset[1])
        if hex not in board.index or hex in sky.occupied:
            continue
        score = _WHIM * (crc32(f"{state.turn} {hex} {facing}".encode()) % 100) / 100
        shot = 0.0
        for enemy in enemies:
            there = enemy.hex
            assert there is not None
            reach = distance(hex, there)
            if reach <= REACH and there in ray(COLUMNS, hex, facing, REACH):
                shot = max(shot, _value(game, enemy, reach))
            back = _rows(enemy.allowance, enemy.facing, both).get(
                (hex[0] - there[0], hex[1] - there[1])
            )
            if back is not None:
                score -= care * _value(game, plane, back)
            ahead = _rows(plane.allowance, facing, both).get((there[0] - hex[0], there[1] - hex[1]))
            if ahead is not None:
                score += _NEXT * _value(game, enemy, ahead) / len(enemies)
        goals = [e.hex for e in enemies if e.hex is not None] or [middle]
        score += shot - _CLOSER * min(distance(hex, goal) for goal in goals)
        way = next(
            (
                w
                for w in ways
                if is_flight(plane.hex, plane.facing, plane.allowance, Flight(w), sky)
            ),
            None,
        )
        if way is not None:
            yield score, Flight(way), (hex, facing)
