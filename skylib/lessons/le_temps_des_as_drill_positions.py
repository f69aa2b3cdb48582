"""Positions for the drills of Le Temps des As: one aircraft in its movement, or two that meet."""

from __future__ import annotations

import random
from collections.abc import Iterable

from skylib.core.hexes import COLUMNS, distance
from skylib.core.wording import counted
from skylib.le_temps_des_as import charts
from skylib.le_temps_des_as.game import LeTempsDesAs
from skylib.le_temps_des_as.moves import chain_text

from .drill_difficulty import chance
from .drill_sequence import START

__all__ = ["before_the_roll", "flying", "meeting", "name", "stays", "who"]

_FLYERS = ("spad-xiii", "se5a", "camel", "dh4", "hanriot-hd1")
_FAR = "Albatros-1 0302 S speed=4 moved"


def _new(position: str, entente: str) -> LeTempsDesAs:
    return LeTempsDesAs.new_game("skirmish", seed=1, position=position, entente=entente)


def _cup(markers: Iterable[str] = ()) -> str:
    """What the cup holds when those markers are on aircraft."""
    out = list(markers)
    counts = []
    for id, marker in charts.ours().markers.items():
        counts.append(marker.count - out.count(id))
    return ",".join(map(str, counts))


def flying(
    rng: random.Random,
    before: int = 0,
    speed: int | None = None,
    points: int | None = None,
    markers: bool = True,
    difficulty: int = START,
) -> LeTempsDesAs:
    """One aircraft in the middle of the map, in its movement, that many manoeuvres flown.

    The harder, the more often with an ace at the stick, or with a wing hit.
    """
    type = rng.choice(_FLYERS)
    sheet = charts.ours().aircraft[type]
    id = f"{sheet.short}-1"
    speed = rng.randrange(2, sheet.max_speed + 1) if speed is None else min(speed, sheet.max_speed)
    points = speed + rng.randrange(2) if points is None else points
    level = rng.randrange(1, 6 if sheet.very_high else 5)
    words = [f"level={level}", f"speed={speed}"]
    if chance(rng, difficulty, 0.0, 0.6):
        words.append("piloting=1")
    hurt = []
    if markers and chance(rng, difficulty, 0.0, 0.6):
        hurt = [rng.choice(("wing", "major-wing"))]
    if hurt:
        words += ["damaged", f"markers={hurt[0]}"]
    place = f"{rng.randrange(7, 12):02}{rng.randrange(8, 13):02} {rng.choice(COLUMNS.facings)}"
    game = _new(
        f"turn=2 stage=manoeuvre asked=Entente holder=Entente cup={_cup(hurt)} | act members={id} "
        f"points={points} die={4 if points > speed else 2} step=next group={id} | "
        f"{id} {place} {' '.join(words)} | {_FAR}",
        type,
    )
    for _ in range(before):
        env, flight = game.envelopes[0]
        moves = [
            m
            for m in game.legal_moves()
            if m.choice
            and stays(env.after(flight, m.choice))
            and env.after(flight, m.choice).points > 0
        ]
        if not moves:
            break
        lively = [m for m in moves if m.choice and m.choice.manoeuvre != "straight"]
        game.play(rng.choice(lively or moves))
    return game


def stays(flight) -> bool:  # type: ignore[no-untyped-def]
    """Whether a flight stays on the map and in the air."""
    return not (flight.off or flight.down)


def meeting(rng: random.Random, near: int, ace: bool = False) -> LeTempsDesAs:
    """A DH.4 that has ended its movement, and an Albatros near it."""
    board = charts.ours().map.board
    hex = board.hex("0910")
    facing = rng.randrange(6)
    # Often on one of the six rows, where the doubtful cases are.
    way = rng.random()
    if way < 0.1:
        there = hex
    elif way < 0.7:
        there = hex
        side = rng.choice((0, 0, 2, 3, 3, 4, 1, 5))
        for _ in range(rng.randrange(1, near + 1)):
            there = board.layout.neighbour(there, facing + side)
    else:
        there = rng.choice([h for h in board if 1 <= distance(hex, h) <= near])
    level = rng.randrange(2, 5)
    other = min(5, max(1, level + rng.choice((-2, -1, -1, -1, 0, 0, 0, 1, 1, 2))))
    other = min(other, 4)
    words = " fire=1" if ace else ""
    position = (
        f"turn=2 stage=choose asked=Central holder=Entente cup={_cup()} | "
        f"DH4-1 0910 {COLUMNS.facing_name(facing)} level={level} speed=4 moved{words} | "
        f"Albatros-1 {board.name(there)} {rng.choice(COLUMNS.facings)} level={other} "
        f"speed={rng.choice((1, 2, 3, 4, 5, 6, 6))}"
    )
    return _new(position, "dh4")


def before_the_roll(rng: random.Random) -> LeTempsDesAs:
    """The beginning of a turn: initiative is about to be rolled."""
    holder = rng.choice(("Entente", "Central"))
    type = rng.choice(_FLYERS)
    words = []
    for id, place in ((f"{charts.ours().aircraft[type].short}-1", "0912"), ("Albatros-1", "0808")):
        facing = rng.choice(COLUMNS.facings)
        words.append(
            f"{id} {place} {facing} level={rng.randrange(1, 5)} speed={rng.randrange(2, 6)}"
        )
    position = f"turn=2 stage=roll asked=Entente holder={holder} cup={_cup()} | "
    return _new(position + " | ".join(words), type)


def name(game: LeTempsDesAs) -> str:
    act = game.state.act
    assert act is not None
    plane = game.state.plane(act.members[0])
    return f"The {game.setting.sheet(plane).name}"


def who(game: LeTempsDesAs, points: bool = True) -> str:
    """The aircraft with all that matters for its next manoeuvre."""
    act = game.state.act
    assert act is not None
    plane = game.state.plane(act.members[0])
    sheet = game.setting.sheet(plane)
    out = [f"The {sheet.name}: class {sheet.manoeuvrability}", f"speed {plane.speed} at the start"]
    out.append(f"level {plane.level}" + (" (it has the cloud)" if sheet.very_high else ""))
    if plane.ace:
        out.append(f"an ace {plane.ace}")
    out += [game.setting.charts.markers[m].name.lower() + " hit" for m in plane.markers]
    if points:
        out.append(f"{counted(act.points, 'point')} left")
    text = ", ".join(out) + "."
    if act.chain:
        text += f" Flown so far: {chain_text(act.chain)}."
    return text
