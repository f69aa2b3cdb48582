"""What the engine asks about flights of Flying Circus: sighting, legality, cost."""

from __future__ import annotations

import random
from dataclasses import replace

from skylib.core.hexes import Hex
from skylib.core.wording import a_type, counted
from skylib.flying_circus import decisions, flight_ruling, movement
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import Flight, Place, Plan, Task
from skylib.flying_circus.moves import Announce, Fly
from skylib.flying_circus.sighting import Timeline
from skylib.scenes import scene_of
from skylib.scenes.flying_circus import Pair, sighting

from .drill_difficulty import chance, choices, numbers_near
from .drill_sequence import START, Problem
from .flying_circus_cockpit import cockpit_text
from .flying_circus_drill_positions import (
    ILLEGAL,
    LEGAL,
    drafts_of,
    pair_game,
    shown,
    type_of,
    why,
)

__all__ = [
    "how_many_points",
    "is_it_sighted",
    "is_the_decision_legal",
    "is_the_flight_legal",
    "which_flight_is_legal",
    "who_sights_whom",
]

SIGHTED, UNSEEN = "sighted", "not sighted"


# ---- sighting ----------------------------------------------------------------------------


def is_it_sighted(rng: random.Random, difficulty: int = START) -> Problem:
    """Has this gun sighted that aircraft?

    Harder: one point more or less decides, flights are faster, some dive.
    """
    near = chance(rng, difficulty, 0.2, 1.0)
    wanted = rng.random() < 0.5
    fitting: list[tuple[Fly, Pair, Timeline]] = []
    while not fitting:
        dives = chance(rng, difficulty, 0.0, 0.4)
        level = 10 + (rng.choice((1, 2)) if dives else 0)
        game = pair_game(rng, level, 10, difficulty=difficulty)
        firer, target = ("G1", "A1") if rng.random() < 0.5 else ("A1", "G1")
        gun = rng.choice(game.state[firer].type.guns)
        pair = Pair(firer, gun.position, target)
        for draft in drafts_of(rng, game, 160):
            line = sighting(game, pair, None, draft)
            if line is not None and line.sighted is wanted and _is_close(line) is near:
                fitting.append((draft, pair, line))
    draft, pair, line = rng.choice(fitting)
    mode = game.state["G1"].type.turn_left
    return Problem(
        "sighted",
        f"G1 flies {draft.plan}: {draft.flight}. Its turn mode is {mode}. "
        f"Has {firer} ({gun.position} gun, {gun.mount}) sighted {target}?",
        (SIGHTED, UNSEEN),
        SIGHTED if line.sighted else UNSEEN,
        why(pair, line),
        shown(game, draft),
        shown(game, draft, pair),
        f"{game.position} {draft} {pair}",
        line.ruling.rules,
        near,
    )


def _is_close(line: Timeline) -> bool:
    """Whether one point more or less, or the place at the end, decides."""
    if line.sighted:
        return line.held <= line.needed + 1
    return line.in_field or sum(m.inside for m in line.moments) >= line.needed - 1


def who_sights_whom(rng: random.Random, difficulty: int = START) -> Problem:
    """One flight, both directions: who may fire?

    Harder: two-seaters with a gun at the back, faster flights, close decisions.
    """
    answers = ("neither", "only G1", "only A1", "both")
    wanted = rng.choice(answers)
    near = chance(rng, difficulty, 0.2, 1.0)
    best: tuple[FlyingCircus, Fly, str, list[tuple[Pair, Timeline]]] | None = None
    for _ in range(25):
        rear = True if chance(rng, difficulty, 0.1, 0.9) else None
        game = pair_game(rng, 10, 10, rear=rear, difficulty=difficulty)
        for draft in drafts_of(rng, game, 120):
            every: list[tuple[Pair, Timeline]] = []
            for firer, target in (("G1", "A1"), ("A1", "G1")):
                for gun in game.state[firer].type.guns:
                    pair = Pair(firer, gun.position, target)
                    line = sighting(game, pair, None, draft)
                    if line is not None:
                        every.append((pair, line))
            seeing = {pair.firer for pair, line in every if line.sighted}
            right = answers[("G1" in seeing) + 2 * ("A1" in seeing)]
            if best is None or right == wanted:
                best = game, draft, right, every
            if right == wanted and any(_is_close(line) for _, line in every) is near:
                break
        else:
            continue
        break
    assert best is not None
    game, draft, right, every = best
    mode = game.state["G1"].type.turn_left
    guns = ", ".join(
        f"{id}: {' and '.join(f'{g.position} {g.mount}' for g in game.state[id].type.guns)}"
        for id in ("G1", "A1")
    )
    return Problem(
        "both ways",
        f"G1 flies {draft.plan}: {draft.flight}. Its turn mode is {mode}. The guns are {guns}. "
        "Who may fire at the other?",
        answers,
        right,
        "\n\n".join(why(*one) for one in every),
        shown(game, draft),
        shown(game, draft, Pair("G1", game.state["G1"].type.guns[0].position, "A1")),
        f"{game.position} {draft}",
        tuple(dict.fromkeys(rule for _, line in every for rule in line.ruling.rules)),
        any(_is_close(line) for _, line in every),
    )


# ---- movement ------------------------------------------------------------------------------


def is_the_flight_legal(rng: random.Random, difficulty: int = START) -> Problem:
    """A whole flight with its plan: legal or not? Half are not, and are flown all the same.

    Harder: refused for one point or one hex side; the flight is not drawn beforehand.
    """
    game, drafts = _some_flights(rng, difficulty)
    draft, near = rng.choice(drafts), False
    if rng.random() < 0.5:
        near = chance(rng, difficulty)
        draft = rng.choice(_spoilt(game, draft, near))
    ruling = game.check(draft)
    kind = game.state["G1"].type
    flown = shown(game, draft)
    return Problem(
        "legal",
        f"G1, {a_type(kind.name)} of turn mode {kind.turn_left}, flies {draft.plan}: "
        f"{draft.flight}. Is the flight legal?",
        (LEGAL, ILLEGAL),
        LEGAL if ruling else ILLEGAL,
        str(ruling),
        # Nobody stops an illegal flight at a table: it is flown, and judged after.
        flown if difficulty < 4 else scene_of(game, around=flown.around),
        flown,
        f"{game.position} {draft}",
        ruling.rules,
        near,
    )


def which_flight_is_legal(rng: random.Random, difficulty: int = START) -> Problem:
    """Which of these flights is the only legal one? Harder: more of them, nearer misses."""
    game, drafts = _some_flights(rng, difficulty)
    right = rng.choice(drafts)
    wrong: dict[Fly, bool] = {}
    for _ in range(60):
        near = chance(rng, difficulty)
        spoilt = rng.choice(_spoilt(game, rng.choice((right, right, *drafts)), near))
        if spoilt.plan == right.plan:
            wrong.setdefault(spoilt, near)
        if len(wrong) == choices(difficulty) - 1:
            break
    drafts = [right, *wrong]
    rng.shuffle(drafts)
    kind = game.state["G1"].type
    flown = shown(game, right)
    return Problem(
        "which",
        f"G1, {a_type(kind.name)} of turn mode {kind.turn_left}, flies {right.plan}. "
        "Only one of these flights is legal. Which?",
        tuple(str(d.flight) for d in drafts),
        str(right.flight),
        "\n\n".join(f"{d.flight}: {game.check(d).reason}" for d in (right, *wrong)),
        scene_of(game, around=flown.around),
        flown,
        f"{game.position} {drafts}",
        tuple(dict.fromkeys(rule for d in drafts for rule in game.check(d).rules)),
        all(wrong.values()),
    )


def _some_flights(rng: random.Random, difficulty: int) -> tuple[FlyingCircus, list[Fly]]:
    """A position and flights open in it; the harder, the more often with a dive."""
    drafts: list[Fly] = []
    while not drafts:
        level = 10 + (rng.choice((1, 2)) if chance(rng, difficulty, 0.0, 0.7) else 0)
        game = pair_game(rng, level, 10, difficulty=difficulty)
        drafts = [d for d in drafts_of(rng, game, 40) if len(set(d.flight.steps)) > 1]
    return game, drafts


def _spoilt(game: FlyingCircus, draft: Fly, near: bool) -> list[Fly]:
    """The flight made wrong: by a point or a hex side (near), or by far."""
    steps = draft.flight.steps
    tries = [steps + "FF", steps[:-2], "L" + steps, "RR" + steps, steps + "FFF"]
    if near:
        tries = [
            steps[:-1],
            steps + "F",
            steps.replace("FL", "LF", 1),
            steps.replace("FR", "RF", 1),
            steps.replace("D", "", 1),
            steps.replace("LF", "LL", 1),
            steps.replace("RF", "RR", 1),
            steps.replace("FF", "FLR", 1),
            steps.replace("D", "LD", 1),
            "R" + steps[1:],
        ]
    changed = [replace(draft, flight=Flight(t)) for t in dict.fromkeys(tries) if t and t != steps]
    return [other for other in changed if not game.check(other)]


def is_the_decision_legal(rng: random.Random, difficulty: int = START) -> Problem:
    """Altitude and speed as announced: legal or not?

    Harder: one step of speed decides, with climbs and dives.
    """
    game = pair_game(rng, 10, 10, difficulty=difficulty)
    aircraft = game.state["G1"]
    near = chance(rng, difficulty, 0.1, 1.0)
    ways = [(False, 0), (True, 0), (False, 1), (False, 2)]
    if not chance(rng, difficulty, 0.2, 0.9):
        ways = ways[:1]

    def legal(plan: Plan) -> bool:
        return plan.speed > 0 and decisions.is_plan(aircraft, plan, game.readings)

    plans = [
        Plan(speed, climb, dive)
        for climb, dive in ways
        for speed in range(max(1, aircraft.speed - 5), aircraft.speed + 6)
    ]

    def is_near(plan: Plan) -> bool:
        beside = [replace(plan, speed=plan.speed + step) for step in (-1, 1)]
        return any(legal(other) is not legal(plan) for other in beside if other.speed > 0)

    wanted = rng.random() < 0.5
    pool = [p for p in plans if legal(p) is wanted]
    pool = pool or plans
    plan = rng.choice([p for p in pool if is_near(p) is near] or pool)
    ruling = game.check(Announce("G1", plan))
    a = aircraft
    return Problem(
        "decision",
        f"G1, {a_type(a.type.name)}, flew at speed {a.speed}. Maximum {a.max_speed}, dive maximum "
        f"{a.dive_maximum}, stall {a.type.stall}. It announces: {plan}. Is that legal?",
        (LEGAL, ILLEGAL),
        LEGAL if ruling else ILLEGAL,
        str(ruling) + "\n\n" + cockpit_text(aircraft),
        None,
        None,
        f"{a.type.id} {a.speed} {plan}",
        ruling.rules,
        is_near(plan),
    )


def how_many_points(rng: random.Random, difficulty: int = START) -> Problem:
    """What does a flight with turns, perhaps with a dive, cost? Harder: longer, diving."""
    kind = type_of(rng, rng.choice(("allied", "german")))
    modes = {"L": kind.turn_left, "R": kind.turn_right}
    steps = "F"
    for _ in range((1, 2, 2, 3, 4)[difficulty - 1]):
        way = rng.choice("LR")
        sides = rng.randint(1, movement.TURN_MODES[modes[way]].sides)
        steps += way * sides + "F" * rng.randint(1, 2)
    dive = rng.choice((1, 2)) if chance(rng, difficulty, 0.0, 0.6) else 0
    if dive:
        steps += "DF"
    task = Task(
        Place(Hex(0, 0), 0, 10),
        Plan(40, dive=dive),
        movement.TURN_MODES[kind.turn_left],
        movement.TURN_MODES[kind.turn_right],
    )
    spent = movement.trace(task, Flight(steps))[-1].spent
    mode = kind.turn_left
    if kind.turn_left != kind.turn_right:
        mode = f"{kind.turn_left} to the left and {kind.turn_right} to the right"
    word = f" D is a dive of {counted(dive, 'level')}." if dive else ""
    # Who counts every step as one point, or every turn as a point too many, gets these.
    usual = (len(steps), steps.count("F"), spent + steps.count("L") + steps.count("R"))
    answers, near = numbers_near(rng, spent, difficulty, usual, least=1)
    ruling = flight_ruling.check_flight(replace(task, plan=Plan(spent, dive=dive)), Flight(steps))
    sum_only = replace(ruling, reason=ruling.reason.partition(";")[0])  # there is no map
    return Problem(
        "points",
        f"{a_type(kind.name, begins=True)} turns in mode {mode}. How many movement points does "
        f"this flight take: {' '.join(steps)}?{word}",
        answers,
        str(spent),
        str(sum_only),
        None,
        None,
        f"{kind.id} {steps} {dive}",
        ruling.rules,
        near,
    )
