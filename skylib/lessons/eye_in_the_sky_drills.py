"""What the engine asks about Eye in the Sky, again and again."""

from __future__ import annotations

import random

from skylib.core.hexes import ROWS, Hex
from skylib.eye_in_the_sky.flight import Fly, Move, Spiral
from skylib.eye_in_the_sky.game import EyeInTheSky
from skylib.eye_in_the_sky.state import Plane, State, write_position
from skylib.scenes import scene_of

from .drill_sequence import Problem

__all__ = ["is_it_a_landing", "is_it_legal", "what_does_it_score", "where_does_it_end"]


def is_it_legal(rng: random.Random) -> Problem:
    """Is this move legal? Half of them are near misses."""
    game = _somewhere(rng)
    legal = rng.random() < 0.5
    move = rng.choice([m for m in game.legal_moves() if isinstance(m, Fly)])
    if not legal:
        move = _near_miss(rng, game, move)
    ruling = game.check(move)
    before = scene_of(game)
    if ruling.allowed:
        game.play(move)
    return Problem(
        "legal",
        f"Plane A wants to do this: {move}. Is the move legal?",
        ("legal", "not legal"),
        "legal" if ruling.allowed else "not legal",
        str(ruling),
        before,
        scene_of(game),
        f"{write_position(game, game.state)} {move}",
    )


def where_does_it_end(rng: random.Random) -> Problem:
    """In which hex does this flight end, facing where?"""
    game = _somewhere(rng)
    move = rng.choice([m for m in game.legal_moves() if isinstance(m, Fly) and m.photo is None])
    right = _end(game, move)
    others = {
        _end(game, m)
        for m in game.legal_moves()
        if isinstance(m, Fly) and (m.turn != move.turn or abs(m.distance - move.distance) < 2)
    } - {right}
    answers = [right, *rng.sample(sorted(others), min(3, len(others)))]
    if len(answers) == 1:
        plane = game.state.planes[0]
        answers.append(
            f"{game.field.board.name(plane.hex)} facing {ROWS.facing_name(plane.facing)}"
        )
    rng.shuffle(answers)
    before = scene_of(game)
    step = game.play(move)
    return Problem(
        "end",
        f"Plane A: {move}. Where is it then?",
        tuple(dict.fromkeys(answers)),
        right,
        str(step.ruling),
        before,
        scene_of(game),
        str(move),
    )


def is_it_a_landing(rng: random.Random) -> Problem:
    """Does this move end in a landing?"""
    game = _new()
    field = game.field
    goal = rng.choice(field.runway)
    facing = rng.choice([field.landing_facing, *range(6)])
    # Stand so that some flight or spiral ends on the runway hex.
    choices: list[tuple[Plane, Move]] = [(Plane(goal, rng.randrange(6)), Spiral(facing))]
    for direction in range(6):
        turn = (facing - direction + 1) % 6 - 1
        if turn in (-1, 0, 1):
            for n in (2, 3, 4):
                dq, dr = ROWS.steps[direction]
                start = Hex(goal.q - dq * n, goal.r - dr * n)
                if start in field.board:
                    choices.append((Plane(start, direction), Fly(n, turn)))
    plane, move = rng.choice(choices)
    photos = tuple(rng.sample(field.board.hexes, 2))
    game = _at(State((plane._replace(photos=photos), Plane(field.take_off, 0)), 0))
    before = scene_of(game)
    step = game.play(move)
    landed = step.ruling.facts["landing"] == "yes"
    why = (
        f"A landing ends on a runway hex facing {ROWS.facing_name(field.landing_facing)} "
        "(EYE-LAND).\n\n"
    )
    return Problem(
        "landing",
        f"Plane A: {move}. Is that a landing?",
        ("a landing", "no landing"),
        "a landing" if landed else "no landing",
        why + str(step.ruling),
        before,
        scene_of(game),
        write_position(game, step.before) + str(move),
    )


def what_does_it_score(rng: random.Random) -> Problem:
    """What do these photographs score when the plane lands?"""
    game = _new()
    field = game.field
    photos = tuple(_interesting(rng, game) for _ in range(rng.choice((1, 1, 2))))
    black = 0
    for _ in range(rng.randrange(3)):
        near = rng.choice(photos)
        black |= field.footprints[
            rng.choice([h for h in field.board if abs(h.q - near.q) + abs(h.r - near.r) < 5])
        ]
    home = Plane(field.runway[0], 0, photos)
    game = _at(State((home, Plane(field.take_off, 0)), 0, black))
    before = scene_of(game, reach=False, footprints=True)
    step = game.play(Spiral(field.landing_facing))
    right = int(step.ruling.facts["points"])
    wrong = {right + d for d in rng.sample([-20, -9, -6, -3, -1, 1, 3, 6, 9, 20], 3)}
    answers = sorted({right, *(w for w in wrong if w >= 0)} | {right + 2})
    names = ", ".join(field.board.name(h) for h in photos)
    return Problem(
        "score",
        f"Plane A lands with photographs of {names}. Hatched hexes are black already. "
        "How many points?",
        tuple(map(str, answers)),
        str(right),
        str(step.ruling),
        before,
        scene_of(game),
        names,
    )


# ---- positions -------------------------------------------------------------------------


def _new() -> EyeInTheSky:
    return EyeInTheSky.new_game(seed=1)


def _at(state: State) -> EyeInTheSky:
    return EyeInTheSky.new_game(seed=1, position=write_position(_new(), state))


def _somewhere(rng: random.Random) -> EyeInTheSky:
    """Plane A in the air, near an edge every third time, with a few photographs."""
    field = _new().field
    board = field.board
    edge = [h for h in board if len(board.neighbours(h)) < 6]
    hex = rng.choice(edge if rng.random() < 0.33 else board.hexes)
    photos = tuple(rng.sample(board.hexes, rng.randrange(3)))
    plane = Plane(hex, rng.randrange(6), photos)
    return _at(State((plane, Plane(field.take_off, 0)), 0))


def _end(game: EyeInTheSky, move: Fly) -> str:
    hex, facing, _ = game.destination(game.state, move)
    return f"{game.field.board.name(hex)} facing {ROWS.facing_name(facing)}"


def _near_miss(rng: random.Random, game: EyeInTheSky, move: Fly) -> Fly:
    """A move that is wrong by a little."""
    over = game.destination(game.state, move)[2]
    tries = [
        Fly(rng.choice((1, 5)), 0),
        move._replace(turn=rng.choice((-2, 2))),
        move._replace(photo=move.distance),
    ]
    if over:
        tries.append(Fly(move.distance, rng.choice((-1, 1))))
    wrong = [m for m in tries if not game.check(m).allowed]
    return rng.choice(wrong)


def _interesting(rng: random.Random, game: EyeInTheSky) -> Hex:
    """A hex near the border of the area, near artillery, or anywhere."""
    field = game.field
    kind = rng.random()
    if kind < 0.3 and field.artillery:
        gun = rng.choice(field.artillery)
        return rng.choice([h for h in field.board if abs(h.q - gun.q) + abs(h.r - gun.r) <= 2])
    if kind < 0.8:
        area = set(field.area)
        return rng.choice(
            [h for h in field.area if any(n not in area for n in field.board.neighbours(h))]
        )
    return rng.choice(field.board.hexes)
