"""What the engine asks about Eye in the Sky, again and again, as hard as wished."""

from __future__ import annotations

import random
from typing import Any

from skylib.core.hexes import ROWS, Hex, distance
from skylib.eye_in_the_sky.flight import Fly, Move, Spiral
from skylib.eye_in_the_sky.game import EyeInTheSky
from skylib.eye_in_the_sky.photographs import develop, figures
from skylib.eye_in_the_sky.state import Plane, State, write_position
from skylib.scenes import scene_of

from .drill_difficulty import chance, choices, grown, numbers_near
from .drill_sequence import START, Problem

__all__ = [
    "is_it_a_landing",
    "is_it_legal",
    "what_does_it_score",
    "where_does_it_end",
    "which_move_is_legal",
    "which_photograph_scores_most",
]


# ---- flights ---------------------------------------------------------------------------


def is_it_legal(rng: random.Random, difficulty: int = START) -> Problem:
    """Is this move legal? Half are not; they are flown on the map all the same.

    Harder: refused for a photograph or at the edge instead of a wild distance or turn; at
    the hardest in a wind.
    """
    game, words = _in_the_air(rng, difficulty)
    legal = rng.random() < 0.5
    move, near = _legal_move(rng, game, difficulty), False
    if not legal:
        move, near = _refused_move(rng, game, difficulty)
    ruling = game.check(move)
    before, flown = scene_of(game), scene_of(game, move)
    if ruling.allowed:
        game.play(move)
    return Problem(
        "legal",
        f"{words}Plane A wants to do this: {move}. Is the move legal?",
        ("legal", "not legal"),
        "legal" if ruling.allowed else "not legal",
        str(ruling),
        before,
        # Nobody stops an illegal move at a table: it is flown, and judged after.
        scene_of(game) if ruling.allowed else flown,
        f"{write_position(game, game.state)} {move}",
        ruling.rules,
        near,
    )


def which_move_is_legal(rng: random.Random, difficulty: int = START) -> Problem:
    """Which of these moves is the only legal one? Harder: more of them, nearer misses."""
    game, words = _in_the_air(rng, difficulty)
    right = _legal_move(rng, game, difficulty)
    wrong: list[Fly] = []
    nears = []
    for _ in range(60):
        move, near = _refused_move(rng, game, difficulty)
        if move not in wrong:
            wrong.append(move)
            nears.append(near)
        if len(wrong) == choices(difficulty) - 1:
            break
    moves = [right, *wrong]
    rng.shuffle(moves)
    before = scene_of(game)
    because = "\n\n".join(f"{m}: {game.check(m).reason}" for m in [right, *wrong])
    rules = dict.fromkeys(rule for m in [right, *wrong] for rule in game.check(m).rules)
    game.play(right)
    return Problem(
        "which",
        f"{words}Only one of these moves of plane A is legal. Which?",
        tuple(map(str, moves)),
        str(right),
        because,
        before,
        scene_of(game),
        f"{write_position(game, game.state)} {moves}",
        tuple(rules),
        all(nears),
    )


def where_does_it_end(rng: random.Random, difficulty: int = START) -> Problem:
    """In which hex does this flight end, facing where?

    Harder: more answers, nearer to the right one, and flights over the edge.
    """
    game = _somewhere(rng, 0.1 * (difficulty - 1))
    legal = [m for m in game.legal_moves() if isinstance(m, Fly) and m.photo is None]
    over = [m for m in legal if game.destination(game.state, m)[2]]
    move = rng.choice(over if over and chance(rng, difficulty, 0.0, 0.8) else legal)
    right = _end(game, move)
    # Near: the right hex and a wrong facing, or the right facing one hex too far or short.
    close, far = set(), set()
    for other in legal:
        same_turn = other.turn == move.turn
        apart = abs(other.distance - move.distance)
        near_one = (apart == 0) != same_turn or (same_turn and apart == 1)
        (close if near_one else far).add(_end(game, other))
    if move in over:
        hex, facing, _ = game.destination(game.state, move)
        close.add(_named(game, hex, facing + 3))
    hex, facing, _ = game.destination(game.state, move)
    far |= {_named(game, hex, facing + turn) for turn in (2, 3, 4)}
    near = chance(rng, difficulty, 0.1, 0.95)
    pools = [sorted(pool - {right}) for pool in ((close, far) if near else (far, close))]
    wrong = [name for pool in pools for name in rng.sample(pool, len(pool))]
    answers = [right, *list(dict.fromkeys(wrong))[: choices(difficulty) - 1]]
    rng.shuffle(answers)
    before = scene_of(game)
    step = game.play(move)
    return Problem(
        "end",
        f"Plane A: {move}. Where is it then?",
        tuple(answers),
        right,
        str(step.ruling),
        before,
        scene_of(game),
        f"{write_position(game, step.before)} {move}",
        step.ruling.rules,
        near,
    )


def is_it_a_landing(rng: random.Random, difficulty: int = START) -> Problem:
    """Does this move end in a landing?

    Harder: it misses by one facing or by one hex only, and comes in with a turn.
    """
    game = _new()
    field = game.field
    goal, facing = rng.choice(field.runway), field.landing_facing
    near = False
    if rng.random() < 0.55:
        near = chance(rng, difficulty)
        if near and rng.random() < 0.4:
            beside = {n for h in field.runway for n in field.board.neighbours(h)}
            goal = rng.choice(sorted(beside - set(field.runway)))
        else:
            facing = (facing + (rng.choice((-1, 1)) if near else rng.choice((2, 3, 4)))) % 6
    # Stand so that some flight or spiral ends on that hex.
    spirals: list[tuple[Plane, Move]] = [(Plane(goal, rng.randrange(6)), Spiral(facing))]
    straight: list[tuple[Plane, Move]] = []
    turning: list[tuple[Plane, Move]] = []
    for turn in (-1, 0, 1):
        direction = (facing - turn) % 6
        for n in (2, 3, 4):
            dq, dr = ROWS.steps[direction]
            start = Hex(goal.q - dq * n, goal.r - dr * n)
            if start in field.board:
                pair = Plane(start, direction), Fly(n, turn)
                (turning if turn else straight).append(pair)
    ways = [*spirals, *straight]
    if turning and chance(rng, difficulty, 0.1, 0.9):
        ways = turning
    plane, move = rng.choice(ways)
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
        tuple(dict.fromkeys(("EYE-LAND", *step.ruling.rules))),
        near,
    )


# ---- photographs -----------------------------------------------------------------------


def what_does_it_score(rng: random.Random, difficulty: int = START) -> Problem:
    """What do these photographs score when the plane lands?

    Harder: more photographs that overlap, hexes that are black already, guns and borders
    of the area, and answers that differ by little.
    """
    game = _new()
    field = game.field
    photos = [_interesting(rng, game, difficulty)]
    for _ in range(rng.choice(((0,), (0, 1), (1,), (1, 2), (2,))[difficulty - 1])):
        photos.append(_another(rng, game, photos, difficulty))
    black = _blackened(rng, game, photos, difficulty)
    home = Plane(field.runway[0], 0, tuple(photos))
    game = _at(State((home, Plane(field.take_off, 0)), 0, black))
    before = scene_of(game, reach=False, footprints=True)
    step = game.play(Spiral(field.landing_facing))
    right = int(step.ruling.facts["points"])
    # Who forgets what is black or overlaps, or counts a gun as a field, gets these.
    alone = sum(d.points for p in photos for d in develop(field, (p,), 0)[0])
    fresh = sum(d.points for d in develop(field, tuple(photos), 0)[0])
    answers, near = numbers_near(rng, right, difficulty, (alone, fresh, right - 17, right + 20))
    names = ", ".join(field.board.name(h) for h in photos)
    return Problem(
        "score",
        f"Plane A lands with photographs of {names}. Hexes with a dot are black already. "
        "How many points?",
        answers,
        str(right),
        str(step.ruling),
        before,
        scene_of(game),
        f"{names} {black}",
        step.ruling.rules,
        near,
    )


def which_photograph_scores_most(rng: random.Random, difficulty: int = START) -> Problem:
    """Which of these hexes is worth most as a photograph?

    Harder: more of them, and the best is better by a few points only.
    """
    game = _new()
    field = game.field
    near = chance(rng, difficulty, 0.0, 1.0)
    while True:
        spots = [_interesting(rng, game, difficulty)]
        for _ in range(choices(difficulty) - 1):
            spots.append(_another(rng, game, spots, difficulty, most=6))
        black = _blackened(rng, game, spots, difficulty)
        sums = {spot: develop(field, (spot,), black)[0][0] for spot in spots}
        best, second = sorted((d.points for d in sums.values()), reverse=True)[:2]
        if best > second and (best - second <= 4) is near and len(sums) == len(spots):
            break
    right = max(spots, key=lambda spot: sums[spot].points)
    plane = Plane(field.take_off, 0, tuple(spots))
    shown = _at(State((plane, Plane(field.take_off, 0)), 0, black))
    name = field.board.name
    lines = []
    for spot in sorted(spots, key=lambda spot: -sums[spot].points):
        items = "; ".join(map(str, figures(field, (sums[spot],))))
        lines.append(f"{name(spot)}: {sums[spot].points} points ({items})")
    return Problem(
        "most",
        "Each of these hexes could be photographed. Hexes with a dot are black already. "
        "Which photograph scores most?",
        tuple(map(name, spots)),
        name(right),
        "\n\n".join(
            [*lines, "An artillery hex is 20, a hex of the area 3, any other 1 (EYE-SCORE)."]
        ),
        scene_of(shown),
        scene_of(shown, footprints=True),
        f"{spots} {black}",
        ("EYE-SCORE",),
        near,
    )


# ---- positions -------------------------------------------------------------------------


def _new(**settings: Any) -> EyeInTheSky:
    return EyeInTheSky.new_game(seed=1, **settings)


def _at(state: State, **settings: Any) -> EyeInTheSky:
    position = write_position(_new(**settings), state)
    return _new(position=position, **settings)


def _somewhere(rng: random.Random, edge: float, wind: int | None = None) -> EyeInTheSky:
    """Plane A in the air, near an edge with that probability, with a few photographs."""
    field = _new().field
    board = field.board
    hexes = (
        [h for h in board if len(board.neighbours(h)) < 6] if rng.random() < edge else board.hexes
    )
    photos = tuple(rng.sample(board.hexes, rng.randrange(3)))
    plane = Plane(rng.choice(hexes), rng.randrange(6), photos)
    state = State((plane, Plane(field.take_off, 0)), 0, wind=wind)
    return _at(state, **({} if wind is None else {"weather": "wind"}))


def _in_the_air(rng: random.Random, difficulty: int) -> tuple[EyeInTheSky, str]:
    """A position of a difficulty, and what is to be said of it: the hardest are windy."""
    wind = rng.randrange(6) if difficulty == 5 and rng.random() < 0.6 else None
    game = _somewhere(rng, grown(difficulty, 0.05, 0.6), wind)
    if wind is None:
        return game, ""
    words = (
        f"The wind blows towards {ROWS.facing_name(wind)} (a variant of ours: with it a plane "
        "may fly one hex farther, against it one less). "
    )
    return game, words


def _end(game: EyeInTheSky, move: Fly) -> str:
    hex, facing, _ = game.destination(game.state, move)
    return _named(game, hex, facing)


def _named(game: EyeInTheSky, hex: Hex, facing: int) -> str:
    return f"{game.field.board.name(hex)} facing {ROWS.facing_name(facing)}"


def _legal_move(rng: random.Random, game: EyeInTheSky, difficulty: int) -> Fly:
    """A legal flight; the harder, the more often with a photograph, or in need of care."""
    moves = [m for m in game.legal_moves() if isinstance(m, Fly)]
    with_photo = chance(rng, difficulty, 0.1, 0.9)
    return rng.choice([m for m in moves if (m.photo is not None) is with_photo] or moves)


def _refused_move(rng: random.Random, game: EyeInTheSky, difficulty: int) -> tuple[Fly, bool]:
    """A flight that is refused, and whether it is a near miss.

    Near misses: the photograph of the hex where the flight ends, a turn at the edge, the
    distance that the wind forbids, two sides of a turn. The others are flights that no
    plane can make.
    """
    near = chance(rng, difficulty)
    base = _legal_move(rng, game, difficulty)
    distances = game.distances(game.state)
    if not near:
        photo = base.photo if base.photo in (0, 1) else None
        tries = [Fly(n, base.turn, photo) for n in (1, 6, 7)]
        tries += [base._replace(turn=turn) for turn in (-3, 3)]
    else:
        over = game.destination(game.state, base)[2]
        tries = [base._replace(photo=base.distance), base._replace(turn=rng.choice((-2, 2)))]
        tries += [base._replace(distance=n) for n in (min(distances) - 1, max(distances) + 1)]
        if over:
            tries += [base._replace(turn=turn, photo=None) for turn in (-1, 1)]
    return rng.choice([m for m in tries if not game.check(m).allowed]), near


def _interesting(rng: random.Random, game: EyeInTheSky, difficulty: int) -> Hex:
    """A hex well inside the area, or, harder, near its border or near artillery."""
    field = game.field
    if chance(rng, difficulty, 0.1, 0.5) and field.artillery:
        gun = rng.choice(field.artillery)
        return rng.choice([h for h in field.board if distance(h, gun) <= 3])
    area = set(field.area)
    border = [h for h in field.area if any(n not in area for n in field.board.neighbours(h))]
    if chance(rng, difficulty, 0.1, 0.8):
        return rng.choice(border)
    return rng.choice([h for h in field.area if all(distance(h, b) > 1 for b in border)])


def _another(
    rng: random.Random, game: EyeInTheSky, photos: list[Hex], difficulty: int, most: int = 4
) -> Hex:
    """One more hex: apart from the others, or, harder, so near that they overlap."""
    board = game.field.board
    near = chance(rng, difficulty, 0.0, 0.9)
    pool = [
        h
        for h in board
        if h not in photos
        and (1 <= distance(h, photos[-1]) <= most if near else distance(h, photos[-1]) >= 5)
    ]
    area = set(game.field.area)
    return rng.choice([h for h in pool if h in area] or pool)


def _blackened(rng: random.Random, game: EyeInTheSky, photos: list[Hex], difficulty: int) -> int:
    """What earlier photographs near these have blackened: nothing, or, harder, up to three."""
    field, black = game.field, 0
    for _ in range(rng.choice(((0,), (0, 0, 1), (0, 1), (1, 2), (2, 3))[difficulty - 1])):
        near = rng.choice(photos)
        black |= field.footprints[rng.choice([h for h in field.board if distance(h, near) < 5])]
    return black
