"""What the engine asks about the introductory game of Flying Circus."""

from __future__ import annotations

import random
from itertools import islice

from skylib.core.hexes import COLUMNS, Hex, distance
from skylib.flying_circus.introductory import (
    FlyingCircusIntroductory,
    IntroFire,
    IntroFly,
    flights,
)
from skylib.flying_circus.movement import Flight
from skylib.scenes import scene_of

from .drill_sequence import Problem

__all__ = ["is_the_flight_legal", "may_it_fire", "what_is_left"]


def _game(position: str) -> FlyingCircusIntroductory:
    return FlyingCircusIntroductory.new_game("1", seed=1, position=position)


def _somewhere(rng: random.Random, points: int) -> FlyingCircusIntroductory:
    """A1 is to fly, G1 stands near."""
    board = FlyingCircusIntroductory.new_game("1", seed=1).map.board
    here = board.hex("1813")
    there = rng.choice([h for h in board if 2 <= distance(h, here) <= 7])
    face = lambda: rng.choice(COLUMNS.facings)  # noqa: E731
    return _game(
        f"turn 5 allied move; A1 {board.name(here)} {face()} {points}; "
        f"G1 {board.name(there)} {face()} 10"
    )


def is_the_flight_legal(rng: random.Random) -> Problem:
    """A whole flight: legal or not?"""
    points = rng.randint(4, 10)
    game = _somewhere(rng, points)
    airplane = game.state.find("A1")
    assert airplane is not None and airplane.hex is not None
    sky = game.sky(game.state, "A1")
    some = list(islice(flights(airplane.hex, airplane.facing, points, sky), 3000))
    move = IntroFly("A1", rng.choice(some))
    if rng.random() < 0.5:
        steps = move.flight.steps
        tries = [
            steps + "F",
            steps[:-1],
            steps.replace("LF", "LR", 1),
            steps.replace("RF", "RL", 1),
            "LLLL" + steps[4:],
            "RRRR" + steps[4:],
        ]
        wrong = [IntroFly("A1", Flight(t)) for t in dict.fromkeys(tries) if t != steps]
        move = rng.choice([m for m in wrong if not game.check(m)])
    ruling = game.check(move)
    before = scene_of(game, move)
    return Problem(
        "legal",
        f"A1 has a movement allowance of {points} and flies {move.flight}. Is that legal?",
        ("legal", "not legal"),
        "legal" if ruling else "not legal",
        str(ruling),
        before,
        None,
        f"{game.position} {move}",
    )


def may_it_fire(rng: random.Random) -> Problem:
    """Is the enemy in the row of hexes ahead, and near enough?"""
    board = FlyingCircusIntroductory.new_game("1", seed=1).map.board
    here, facing = board.hex("1813"), rng.randrange(6)
    hex: Hex = here
    for _ in range(rng.randint(1, 9)):
        hex = COLUMNS.neighbour(hex, facing)
    if rng.random() < 0.4:
        hex = COLUMNS.neighbour(hex, rng.randrange(6))
    if hex == here:
        hex = COLUMNS.neighbour(here, facing)
    game = _game(
        f"turn 5 allied fire; A1 {board.name(here)} {COLUMNS.facing_name(facing)} 10; "
        f"G1 {board.name(hex)} {rng.choice(COLUMNS.facings)} 8"
    )
    shot = IntroFire("A1", "G1")
    ruling = game.check(shot)
    return Problem(
        "fire",
        "A1 has moved. May it fire at G1?",
        ("yes", "no"),
        "yes" if ruling else "no",
        str(ruling),
        scene_of(game),
        scene_of(game, shot, rows=True),
        game.position,
    )


def what_is_left(rng: random.Random) -> Problem:
    """A shot, a die: what movement allowance has the target then?"""
    game = FlyingCircusIntroductory.new_game("1", seed=1)
    reach, die, before = rng.randint(1, 8), rng.randint(1, 6), rng.randint(1, 10)
    damage = game.table.damage(die, reach)
    target = f"18{13 - reach:02}"
    played = _game(f"turn 5 allied fire; A1 1813 N 10; G1 {target} SE {before}")
    shown = scene_of(played, IntroFire("A1", "G1"))
    step = played.play("A1 fire at G1", [die])
    left = before - damage
    right = str(left) if left > 0 else "shot down"
    wrong = {str(n) for n in range(max(1, left - 2), max(4, left + 3))} | {"shot down"}
    answers = [right, *rng.sample(sorted(wrong - {right}), min(3, len(wrong - {right})))]
    answers.sort(key=lambda a: (a == "shot down", a.zfill(2)))
    return Problem(
        "left",
        f"A1 fires at G1 at range {reach} and rolls {die}. G1 has {before} movement points. "
        "What has it then?",
        tuple(answers),
        right,
        str(step.ruling) + f"\n\n{game.table}",
        shown,
        scene_of(played),
        f"{reach} {die} {before}",
    )
