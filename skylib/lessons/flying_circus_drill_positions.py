"""Positions for the drills of Flying Circus: two aircraft, one to fly, and its flights."""

from __future__ import annotations

import random

from skylib.core.hexes import COLUMNS, Hex, distance
from skylib.core.wording import listing
from skylib.flying_circus import decisions, movement
from skylib.flying_circus.aircraft import AircraftType, Charts
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import Plan
from skylib.flying_circus.moves import Fly
from skylib.flying_circus.sighting import Timeline
from skylib.flying_circus.tables import DICE, RANGES, CombatTable
from skylib.scenes import Scene, scene_of
from skylib.scenes.flying_circus import Pair, flight_task, reach_of

from .drill_difficulty import grown
from .drill_sequence import HARDEST

__all__ = [
    "LEGAL",
    "ILLEGAL",
    "drafts_of",
    "game_at",
    "pair_game",
    "column",
    "shown",
    "told",
    "type_of",
    "why",
    "words_of",
]

LEGAL, ILLEGAL = "legal", "not legal"


def game_at(position: str) -> FlyingCircus:
    return FlyingCircus.new_game("air-1918-a", seed=1, position=position)


def words_of(id: str, kind: AircraftType, hex: Hex, facing: int, level: int, speed: int) -> str:
    name = FlyingCircus.new_game("air-1918-a", seed=1).map.board.name(hex)
    return f"{id} {kind.id} {name} {COLUMNS.facing_name(facing)} level {level} speed {speed}"


def type_of(rng: random.Random, side: str, rear: bool | None = None) -> AircraftType:
    kinds = [
        kind
        for kind in Charts.default().types.values()
        if kind.side == side and rear in (None, kind.gun("rear") is not None)
    ]
    return rng.choice(kinds)


def pair_game(
    rng: random.Random,
    level: int,
    their_level: int,
    rear: bool | None = None,
    difficulty: int = HARDEST,
) -> FlyingCircus:
    """G1 is to fly, A1 stands by, three to eight hexes away; the harder, the faster G1 is."""
    board = FlyingCircus.new_game("air-1918-a", seed=1).map.board
    here = board.hex("2213")
    there = rng.choice([h for h in board if 3 <= distance(h, here) <= 8])
    allied, german = type_of(rng, "allied", rear), type_of(rng, "german")
    a = words_of("A1", allied, here, rng.randrange(6), their_level, allied.max_speed - 1)
    toward = min(range(6), key=lambda f: distance(COLUMNS.neighbour(there, f), here))
    facing = (toward + rng.choice((-1, -1, 0, 1, 1))) % 6
    least, most = german.least_speed + 1, german.max_speed
    speed = rng.randint(least, least + round(grown(difficulty, 0.4, 1) * (most - least)))
    return game_at(
        f"phase 3 german move; {a}; {words_of('G1', german, there, facing, level, speed)}"
    )


def drafts_of(rng: random.Random, game: FlyingCircus, count: int = 250) -> list[Fly]:
    """Some of the flights open to G1."""
    aircraft = game.state["G1"]
    plan = Plan(aircraft.speed)
    if aircraft.level > game.state["A1"].level:
        levels = aircraft.level - game.state["A1"].level
        if levels >= aircraft.level:
            return []
        speeds = decisions.legal_speeds(aircraft, Plan(0, dive=levels), game.readings)
        if not speeds:
            return []
        plan = Plan(speeds[-1], dive=levels)
    task = game.task(game.state, "G1", plan)
    board = game.map.board.index
    ways = [
        w for place, found in reach_of(task).places.items() if place.hex in board for w in found
    ]
    return [Fly("G1", plan, way) for way in rng.sample(ways, min(count, len(ways)))]


def shown(game: FlyingCircus, draft: Fly, pair: Pair | None = None) -> Scene:
    """A flight on a close-up of its own; with a pair its points are coloured."""
    task = flight_task(game, draft)
    assert task is not None
    hexes = [task.start.hex, *(i.place.hex for i in movement.trace(task, draft.flight))]
    hexes += [a.hex for a in game.state.aircraft if a.hex is not None]
    inside = sorted({h for h in hexes if h in game.map.board.index})
    fields = ((pair.firer, pair.gun),) if pair else ()
    return scene_of(game, draft, sight=pair, fields=fields, around=inside)


def column(table: CombatTable, reach: int) -> str:
    """What the table says at a range: die 1: 4, die 2: 3, …"""
    return ", ".join(f"die {die}: {table.damage(die, reach)}" for die in DICE)


def told(table: CombatTable, reach: int, difficulty: int) -> str:
    """The table in a question, since nobody knows it by heart: the column of the range, or
    the whole, in which the range has to be found, where it is harder."""
    if difficulty <= 2:
        return f"At that range the table says: {column(table, reach)}."
    rows = (f"{die}: " + " ".join(str(table.damage(die, r)) for r in RANGES) for die in DICE)
    return f"Damage at ranges 1 to {RANGES[-1]} with a die of {'; of '.join(rows)}."


def why(pair: Pair, line: Timeline) -> str:
    """How a pair stands: whose gun it is and what was in its field, then the ruling."""
    inside = [moment.number for moment in line.moments if moment.inside]
    where = "never in its field"
    if inside:
        where = f"in its field at point{'s' if len(inside) > 1 else ''} {listing(inside)}"
        where += f" of {len(line.moments)}"
    verdict = "sighted" if line.sighted else "not sighted"
    return f"{pair.firer}'s {pair.gun} gun: {pair.target} {verdict}, {where}.\n\n{line.ruling}"
