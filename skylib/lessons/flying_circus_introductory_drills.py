"""What the engine asks about the introductory game of Flying Circus, as hard as wished."""

from __future__ import annotations

import random
from itertools import islice

from skylib.core.hexes import COLUMNS, Hex, distance, ray
from skylib.core.wording import counted
from skylib.flying_circus.introductory import REACH, FlyingCircusIntroductory, IntroFire, IntroFly
from skylib.flying_circus.introductory_flights import flights
from skylib.flying_circus.movement import Flight
from skylib.scenes import scene_of

from .drill_difficulty import chance, choices, grown, numbers_near
from .drill_sequence import START, Problem
from .flying_circus_drill_positions import column, told

__all__ = [
    "how_likely_is_it_shot_down",
    "is_the_flight_legal",
    "may_it_fire",
    "what_is_left",
    "which_flight_is_legal",
    "whom_may_it_fire_at",
]


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


# ---- flights ---------------------------------------------------------------------------


def is_the_flight_legal(rng: random.Random, difficulty: int = START) -> Problem:
    """A whole flight: legal or not? Half are not, and are flown all the same.

    Harder: longer flights, refused for one point or one hex side.
    """
    game, some = _some_flights(rng, difficulty)
    move, near = rng.choice(some), False
    if rng.random() < 0.5:
        near = chance(rng, difficulty)
        move = rng.choice(_spoilt(game, move, near))
    ruling = game.check(move)
    points = game.state.find("A1").allowance  # type: ignore[union-attr]
    flown = scene_of(game, move)
    return Problem(
        "legal",
        f"A1 has a movement allowance of {points} and flies {move.flight}. Is that legal?",
        ("legal", "not legal"),
        "legal" if ruling else "not legal",
        str(ruling),
        # Nobody stops an illegal flight at a table: it is flown, and judged after.
        flown if difficulty < 4 else scene_of(game),
        flown,
        f"{game.position} {move}",
        ruling.rules,
        near,
    )


def which_flight_is_legal(rng: random.Random, difficulty: int = START) -> Problem:
    """Which of these flights is the only legal one? Harder: more of them, nearer misses."""
    game, some = _some_flights(rng, difficulty)
    right = rng.choice(some)
    wrong: dict[IntroFly, bool] = {}
    for _ in range(60):
        near = chance(rng, difficulty)
        wrong.setdefault(rng.choice(_spoilt(game, rng.choice((right, *some)), near)), near)
        if len(wrong) == choices(difficulty) - 1:
            break
    moves = [right, *wrong]
    rng.shuffle(moves)
    points = game.state.find("A1").allowance  # type: ignore[union-attr]
    return Problem(
        "which",
        f"A1 has a movement allowance of {points}. Only one of these flights is legal. Which?",
        tuple(str(m.flight) for m in moves),
        str(right.flight),
        "\n\n".join(f"{m.flight}: {game.check(m).reason}" for m in (right, *wrong)),
        scene_of(game),
        scene_of(game, right),
        f"{game.position} {moves}",
        tuple(dict.fromkeys(rule for m in moves for rule in game.check(m).rules)),
        all(wrong.values()),
    )


def _some_flights(
    rng: random.Random, difficulty: int
) -> tuple[FlyingCircusIntroductory, list[IntroFly]]:
    """A position and flights open in it, all with a turn; the harder, the longer."""
    points = rng.randint(2 + difficulty, 5 + difficulty)
    game = _somewhere(rng, points)
    airplane = game.state.find("A1")
    assert airplane is not None and airplane.hex is not None
    sky = game.sky(game.state, "A1")
    every = list(islice(flights(airplane.hex, airplane.facing, points, sky), 20_000))
    some = [f for f in rng.sample(every, min(400, len(every))) if len(set(f.steps)) > 1]
    return game, [IntroFly("A1", flight) for flight in some]


def _spoilt(game: FlyingCircusIntroductory, move: IntroFly, near: bool) -> list[IntroFly]:
    """The flight made wrong: by a point or a hex side (near), or by far."""
    steps = move.flight.steps
    tries = [steps + "FF", steps[:-2], "LLLLL", "RRRRRR" + steps[:1], steps + "FFF"]
    if near:
        tries = [
            steps + "F",
            steps[:-1],
            steps.replace("LF", "LR", 1),
            steps.replace("RF", "RL", 1),
            "LLLL" + steps[4:],
            "RRRR" + steps[4:],
        ]
    wrong = [IntroFly("A1", Flight(t)) for t in dict.fromkeys(tries) if t and t != steps]
    return [m for m in wrong if not game.check(m)]


# ---- fire ------------------------------------------------------------------------------


def may_it_fire(rng: random.Random, difficulty: int = START) -> Problem:
    """Is the enemy in the row of hexes ahead, and near enough?

    Harder: farther away, one hex beside the row, or one hex out of reach.
    """
    board = FlyingCircusIntroductory.new_game("1", seed=1).map.board
    here, facing = board.hex("1813"), rng.randrange(6)
    near = chance(rng, difficulty, 0.1, 1.0)
    row = ray(COLUMNS, here, facing, REACH + 2)
    most = round(grown(difficulty, 4, REACH))
    if rng.random() < 0.5:
        hex = row[rng.randrange(most // 2 if near else 0, most)]
    elif near:
        beside = {n for h in row[1:most] for n in board.neighbours(h)} - set(row[:REACH])
        hex = rng.choice([*sorted(beside - {here}), *row[REACH:]])
    else:
        other = (facing + rng.choice((1, 2, 3, 4, 5))) % 6
        hex = ray(COLUMNS, here, other, most)[rng.randrange(most)]
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
        ruling.rules,
        near,
    )


def whom_may_it_fire_at(rng: random.Random, difficulty: int = START) -> Problem:
    """Two enemies: at which of them may it fire? Harder: just beside the row, or far."""
    board = FlyingCircusIntroductory.new_game("2", seed=1).map.board
    here, facing = board.hex("1813"), rng.randrange(6)
    row = ray(COLUMNS, here, facing, REACH + 2)
    most = round(grown(difficulty, 5, REACH))
    near = chance(rng, difficulty, 0.1, 1.0)
    inside = list(row[:most])
    beside = {n for h in row[1:most] for n in board.neighbours(h)} - set(row[:REACH]) - {here}
    outside = [*sorted(beside), *row[REACH:]] if near else _behind(board, here, facing, most)
    picks: list[Hex] = []
    while len(set(picks)) < 2:
        picks = [rng.choice(inside if rng.random() < 0.5 else outside) for _ in "ab"]
    words = [
        f"G{i} {board.name(h)} {rng.choice(COLUMNS.facings)} {rng.randint(4, 10)}"
        for i, h in enumerate(picks, 1)
    ]
    game = FlyingCircusIntroductory.new_game(
        "2",
        seed=1,
        position=f"turn 5 allied fire; A1 {board.name(here)} {COLUMNS.facing_name(facing)} 10; "
        + "; ".join(words),
    )
    rulings = [game.check(IntroFire("A1", id)) for id in ("G1", "G2")]
    answers = ("neither", "only G1", "only G2", "either of them")
    return Problem(
        "whom",
        "A1 has moved. At whom may it fire?",
        answers,
        answers[bool(rulings[0]) + 2 * bool(rulings[1])],
        "\n\n".join(map(str, rulings)),
        scene_of(game),
        scene_of(game, rows=True),
        game.position,
        tuple(dict.fromkeys(rule for ruling in rulings for rule in ruling.rules)),
        near and not all(rulings),
    )


def _behind(board, here: Hex, facing: int, most: int) -> list[Hex]:  # type: ignore[no-untyped-def]
    """Hexes that nobody would take for the row ahead."""
    return [h for turn in (2, 3, 4) for h in ray(COLUMNS, here, facing + turn, most)]


# ---- damage ----------------------------------------------------------------------------


def what_is_left(rng: random.Random, difficulty: int = START) -> Problem:
    """A shot, a die: what movement allowance has the target then? Harder: farther, nearer."""
    game = FlyingCircusIntroductory.new_game("1", seed=1)
    near = chance(rng, difficulty, 0.1, 0.7)
    while True:
        reach = rng.randint(1, round(grown(difficulty, 3, REACH)))
        die, before = rng.randint(1, 6), rng.randint(1, 10)
        left = before - game.table.damage(die, reach)
        # Near: one point more or less would shoot it down, or spare it.
        if (-1 <= left <= 1) is near:
            break
    played = _shot_at(reach, before)
    shown = scene_of(played, IntroFire("A1", "G1"))
    step = played.play("A1 fire at G1", [die])
    right = str(left) if left > 0 else "shot down"
    steps = (-1, 1, 2, -2, 3, -3, 4, 5)
    wrong = [str(left + s) for s in steps if 0 < left + s <= 10]
    if near or difficulty > 2:
        wrong.insert(0, "shot down")
    wrong = list(dict.fromkeys(w for w in [*wrong, "shot down", "1", "2", "3"] if w != right))
    answers = [right, *wrong[: choices(difficulty) - 1]]
    answers.sort(key=lambda a: (a == "shot down", a.zfill(2)))
    return Problem(
        "left",
        f"A1 fires at G1 at range {reach} and rolls {die}. G1 has "
        f"{counted(before, 'movement point')}. {told(game.table, reach, difficulty)} "
        "What has G1 then?",
        tuple(answers),
        right,
        f"{step.ruling}\n\nAt range {reach}: {column(game.table, reach)}.",
        shown,
        scene_of(played),
        f"{reach} {die} {before}",
        step.ruling.rules,
        near,
    )


def how_likely_is_it_shot_down(rng: random.Random, difficulty: int = START) -> Problem:
    """Work out the shot: with how many faces of the die does the target go down?

    Harder: farther away, and neither sure nor impossible.
    """
    near = chance(rng, difficulty, 0.1, 1.0)
    for _ in range(200):
        reach = rng.randint(1, round(grown(difficulty, 3, REACH)))
        before = rng.randint(1, 10)
        game = _shot_at(reach, before)
        shot = IntroFire("A1", "G1")
        ruling = game.check(shot)
        right = int(ruling.facts["shot down with"])
        if (0 < right < 6) is near:
            break
    answers, _ = numbers_near(rng, right, max(2, difficulty), (6 - right, 0))
    answers = tuple(a for a in answers if int(a) <= 6)
    if len(answers) < 3:
        answers = tuple(sorted({*answers, "3", "6" if right < 6 else "5"}))
    return Problem(
        "likely",
        f"A1 is about to fire at G1 at range {reach}. G1 has "
        f"{counted(before, 'movement point')}. {told(game.table, reach, difficulty)} With how many "
        "of the six faces of the die is it shot down?",
        answers,
        str(right),
        f"{ruling}\n\nAt range {reach}: {column(game.table, reach)}.",
        scene_of(game),
        scene_of(game, shot),
        f"{reach} {before}",
        ruling.rules,
        0 < right < 6,
    )


def _shot_at(reach: int, allowance: int) -> FlyingCircusIntroductory:
    """A1 north of nobody but G1, which is so far ahead of it."""
    return _game(f"turn 5 allied fire; A1 1813 N 10; G1 18{13 - reach:02} SE {allowance}")
