"""What the engine asks about Flying Circus, again and again; half of it are near misses."""

from __future__ import annotations

import random
from dataclasses import replace

from skylib.core.hexes import COLUMNS, Hex, distance
from skylib.flying_circus import combat, decisions, field_of_fire, movement, positions
from skylib.flying_circus.aircraft import AircraftType, Charts
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import Flight, Place, Plan, Task
from skylib.flying_circus.moves import Announce, Fire, Fly
from skylib.flying_circus.sighting import Timeline, is_sighted
from skylib.flying_circus.state import FLYING, Aircraft, GunTrack
from skylib.scenes import Scene, scene_of
from skylib.scenes.flying_circus import Pair, flight_task, reach_of, sighting

from .drill_sequence import Problem
from .flying_circus_cockpit import cockpit_text

__all__ = [
    "how_many_points",
    "how_much_damage",
    "is_it_sighted",
    "is_the_decision_legal",
    "is_the_flight_legal",
    "may_the_gun_fire",
    "which_gun_bears",
    "who_fires_first",
    "who_sights_whom",
]

SIGHTED, UNSEEN = "sighted", "not sighted"
LEGAL, ILLEGAL = "legal", "not legal"


# ---- positions -------------------------------------------------------------------------


def _game(position: str) -> FlyingCircus:
    return FlyingCircus.new_game("air-1918-a", seed=1, position=position)


def _words(id: str, kind: AircraftType, hex: Hex, facing: int, level: int, speed: int) -> str:
    name = FlyingCircus.new_game("air-1918-a", seed=1).map.board.name(hex)
    return f"{id} {kind.id} {name} {COLUMNS.facing_name(facing)} level {level} speed {speed}"


def _type(rng: random.Random, side: str, rear: bool | None = None) -> AircraftType:
    kinds = [
        kind
        for kind in Charts.default().types.values()
        if kind.side == side and rear in (None, kind.gun("rear") is not None)
    ]
    return rng.choice(kinds)


def _pair_game(
    rng: random.Random, level: int, their_level: int, rear: bool | None = None
) -> FlyingCircus:
    """G1 is to fly, A1 stands by, three to eight hexes away."""
    board = FlyingCircus.new_game("air-1918-a", seed=1).map.board
    here = board.hex("2213")
    there = rng.choice([h for h in board if 3 <= distance(h, here) <= 8])
    allied, german = _type(rng, "allied", rear), _type(rng, "german")
    a = _words("A1", allied, here, rng.randrange(6), their_level, allied.max_speed - 1)
    toward = min(range(6), key=lambda f: distance(COLUMNS.neighbour(there, f), here))
    facing = (toward + rng.choice((-1, -1, 0, 1, 1))) % 6
    speed = rng.randint(german.least_speed + 1, german.max_speed)
    return _game(f"phase 3 german move; {a}; {_words('G1', german, there, facing, level, speed)}")


def _drafts(rng: random.Random, game: FlyingCircus, count: int = 250) -> list[Fly]:
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


def _shown(game: FlyingCircus, draft: Fly, pair: Pair | None = None) -> Scene:
    """A flight on a close-up of its own; with a pair its points are coloured."""
    task = flight_task(game, draft)
    assert task is not None
    hexes = [task.start.hex, *(i.place.hex for i in movement.trace(task, draft.flight))]
    hexes += [a.hex for a in game.state.aircraft if a.hex is not None]
    inside = sorted({h for h in hexes if h in game.map.board.index})
    fields = ((pair.firer, pair.gun),) if pair else ()
    return scene_of(game, draft, sight=pair, fields=fields, around=inside)


def _why(line: Timeline) -> str:
    return f"{line}\n\n{line.ruling}"


# ---- sighting ----------------------------------------------------------------------------


def is_it_sighted(rng: random.Random) -> Problem:
    """Has this gun sighted that aircraft?"""
    while True:
        dives = rng.random() < 0.25
        game = _pair_game(rng, 10 if not dives else 10 + rng.choice((1, 2)), 10)
        by_mover = rng.random() < 0.5
        firer, target = ("G1", "A1") if by_mover else ("A1", "G1")
        gun = rng.choice(game.state[firer].type.guns)
        pair = Pair(firer, gun.position, target)
        seen, nearly = [], []
        for draft in _drafts(rng, game):
            line = sighting(game, pair, None, draft)
            if line is None:
                continue
            if line.sighted:
                seen.append((draft, line))
            elif line.in_field or sum(m.inside for m in line.moments) >= line.needed - 1:
                nearly.append((draft, line))
        if seen and nearly:
            break
    draft, line = rng.choice(seen if rng.random() < 0.5 else nearly)
    mode = game.state["G1"].type.turn_left
    asked = (
        f"G1 flies {draft.plan}: {draft.flight}. Its turn mode is {mode}. "
        f"Has {firer} ({gun.position} gun, {gun.mount}) sighted {target}?"
    )
    return Problem(
        "sighted",
        asked,
        (SIGHTED, UNSEEN),
        SIGHTED if line.sighted else UNSEEN,
        _why(line),
        _shown(game, draft),
        _shown(game, draft, pair),
        f"{game.position} {draft} {pair}",
    )


def who_sights_whom(rng: random.Random) -> Problem:
    """One flight, both directions: who may fire?"""
    answers = ("neither", "only G1", "only A1", "both")
    wanted = rng.choice(answers)
    best: tuple[FlyingCircus, Fly, str, list[Timeline]] | None = None
    for _ in range(25):
        game = _pair_game(rng, 10, 10, rear=True)
        for draft in _drafts(rng, game, 150):
            lines = []
            for firer, target in (("G1", "A1"), ("A1", "G1")):
                for gun in game.state[firer].type.guns:
                    line = sighting(game, Pair(firer, gun.position, target), None, draft)
                    if line is not None:
                        lines.append(line)
            count = len(game.state["G1"].type.guns)
            mover, other = (
                any(x.sighted for x in lines[:count]),
                any(x.sighted for x in lines[count:]),
            )
            right = answers[mover + 2 * other]
            if best is None or right == wanted:
                best = game, draft, right, lines
            if right == wanted and (wanted != "neither" or any(x.in_field for x in lines)):
                break
        else:
            continue
        break
    assert best is not None
    game, draft, right, lines = best
    guns = ", ".join(
        f"{id}: {' and '.join(f'{g.position} {g.mount}' for g in game.state[id].type.guns)}"
        for id in ("G1", "A1")
    )
    return Problem(
        "both ways",
        f"G1 flies {draft.plan}: {draft.flight}. The guns are {guns}. Who may fire at the other?",
        answers,
        right,
        "\n\n".join(_why(x) for x in lines),
        _shown(game, draft),
        _shown(game, draft, Pair("G1", game.state["G1"].type.guns[0].position, "A1")),
        f"{game.position} {draft}",
    )


# ---- movement ------------------------------------------------------------------------------


def is_the_flight_legal(rng: random.Random) -> Problem:
    """A whole flight with its plan: legal or not?"""
    while True:
        game = _pair_game(rng, rng.choice((10, 10, 11, 12)), 10)
        drafts = _drafts(rng, game, 40)
        if drafts:
            break
    draft = rng.choice(drafts)
    if rng.random() < 0.5:
        draft = _spoilt(rng, game, draft)
    ruling = game.check(draft)
    aircraft = game.state["G1"]
    before = _shown(game, draft)
    return Problem(
        "legal",
        f"G1, a {aircraft.type.name} of turn mode {aircraft.type.turn_left}, flies {draft.plan}: "
        f"{draft.flight}. Is the flight legal?",
        (LEGAL, ILLEGAL),
        LEGAL if ruling else ILLEGAL,
        str(ruling),
        before,
        None,
        f"{game.position} {draft}",
    )


def _spoilt(rng: random.Random, game: FlyingCircus, draft: Fly) -> Fly:
    """A flight that is wrong by a little."""
    steps = draft.flight.steps
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
    wrong = [
        replace(draft, flight=Flight(t))
        for t in dict.fromkeys(tries)
        if t and t != steps and not game.check(replace(draft, flight=Flight(t)))
    ]
    return rng.choice(wrong)


def is_the_decision_legal(rng: random.Random) -> Problem:
    """Altitude and speed as announced: legal or not?"""
    game = _pair_game(rng, 10, 10)
    aircraft = game.state["G1"]
    near = [
        Plan(speed, climb, dive)
        for climb, dive in ((False, 0), (True, 0), (False, 1), (False, 2))
        for speed in range(max(1, aircraft.speed - 3), aircraft.speed + 3)
    ]
    good = [p for p in near if decisions.is_plan(aircraft, p, game.readings)]
    bad = [p for p in near if p not in good]
    plan = rng.choice(good if rng.random() < 0.5 and good else bad)
    ruling = game.check(Announce("G1", plan))
    a = aircraft
    return Problem(
        "decision",
        f"G1, a {a.type.name}, flew at speed {a.speed}. Maximum {a.max_speed}, dive maximum "
        f"{a.dive_maximum}, stall {a.type.stall}. It announces: {plan}. Is that legal?",
        (LEGAL, ILLEGAL),
        LEGAL if ruling else ILLEGAL,
        str(ruling) + "\n\n" + cockpit_text(aircraft),
        None,
        None,
        f"{a.type.id} {a.speed} {plan}",
    )


def how_many_points(rng: random.Random) -> Problem:
    """What does a flight with turns, perhaps with a dive, cost?"""
    kind = _type(rng, rng.choice(("allied", "german")))
    modes = {"L": kind.turn_left, "R": kind.turn_right}
    steps = "F"
    for _ in range(rng.randint(2, 3)):
        way = rng.choice("LR")
        sides = rng.randint(1, movement.TURN_MODES[modes[way]].sides)
        steps += way * sides + "F" * rng.randint(1, 2)
    dive = rng.choice((0, 0, 0, 1, 2))
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
    word = f" D is a dive of {dive} level{'s' if dive > 1 else ''}." if dive else ""
    wrong = {spent + d for d in (-2, -1, 1, 2)} | {len(steps)}
    answers = sorted({spent, *rng.sample(sorted(wrong - {spent}), 3)})
    ruling = movement.check_flight(replace(task, plan=Plan(spent, dive=dive)), Flight(steps))
    return Problem(
        "points",
        f"A {kind.name} turns in mode {mode}. How many movement points does this flight take: "
        f"{' '.join(steps)}?{word}",
        tuple(map(str, answers)),
        str(spent),
        str(ruling),
        None,
        None,
        f"{kind.id} {steps} {dive}",
    )


# ---- combat --------------------------------------------------------------------------------


def which_gun_bears(rng: random.Random) -> Problem:
    """Into the field of fire of which gun has the target come?"""
    board = FlyingCircus.new_game("air-1918-a", seed=1).map.board
    here, facing = board.hex("1913"), rng.randrange(6)
    kind = _type(rng, rng.choice(("allied", "german")), rear=rng.random() < 0.8)
    wanted = rng.choice(("front", "rear", "none"))
    spots: dict[str, list[tuple[Hex, int]]] = {"front": [], "rear": [], "none": []}
    rows = {h for f in range(6) for h in _row(here, f, 9)}
    for hex in board:
        far = distance(here, hex)
        if not 1 <= far <= 9 or (far > 3 and hex not in rows and rng.random() < 0.8):
            continue
        level = 10 if rng.random() < 0.85 else 9
        found = "none"
        for gun in kind.guns:
            if field_of_fire.in_field(gun.mount, Place(here, facing, 10), Place(hex, 0, level)):
                found = gun.position
        spots[found].append((hex, level))
    pool = spots[wanted] or spots["none"]
    hex, level = rng.choice(pool)
    answers = {"front": "the front gun", "rear": "the rear gun", "none": "no gun"}
    right = "none"
    because = []
    for gun in kind.guns:
        ruling = field_of_fire.check_field(gun.mount, Place(here, facing, 10), Place(hex, 0, level))
        because.append(f"{gun.position} gun ({gun.mount}): {ruling}")
        if ruling:
            right = gun.position
    own, other = ("A1", "G1") if kind.side == "allied" else ("G1", "A1")
    enemy = Charts.default()["fokker-d-vii" if kind.side == "allied" else "se-5a"]
    lines = {
        own: _words(own, kind, here, facing, 10, kind.max_speed),
        other: _words(other, enemy, hex, rng.randrange(6), level, 8),
    }
    game = _game(f"phase 3 {kind.side} move; {lines['A1']}; {lines['G1']}")
    fields = tuple((own, gun.position) for gun in kind.guns)
    return Problem(
        "gun",
        f"{own} is a {kind.name} ({', '.join(f'{g.position}: {g.mount}' for g in kind.guns)}). "
        f"Which of its guns has {other} in its field of fire?",
        tuple(answers.values()),
        answers[right],
        "\n\n".join(because),
        scene_of(game, around=(here, hex)),
        scene_of(game, fields=fields, around=(here, hex)),
        f"{kind.id} {facing} {hex} {level}",
    )


def _row(hex: Hex, facing: int, reach: int) -> list[Hex]:
    out = []
    for _ in range(reach):
        hex = COLUMNS.neighbour(hex, facing)
        out.append(hex)
    return out


def who_fires_first(rng: random.Random) -> Problem:
    """The one exception to simultaneous fire: does it apply?"""
    wanted = rng.random() < 0.5
    found = None
    tries = 0
    while found is None or (found[2] != wanted and tries < 20):
        found = _attack(rng, wanted or rng.random() < 0.6) or found
        tries += 1
    game, draft, first = found
    before = _shown(game, draft)
    game.play(draft)
    guns = game.state["A1"].type.guns
    words = "a rear gun" if any(g.position == "rear" for g in guns) else "no rear gun"
    answers = ("G1's damage counts first", "all damage counts at once")
    rule = FlyingCircus.rules()["FC-CLIMB-ATTACK" if first else "FC-SIMULTANEOUS"]
    return Problem(
        "first",
        f"G1 flies {draft.plan}: {draft.flight} and has sighted A1, which has {words}. Both want "
        "to fire. Whose damage counts first?",
        answers,
        answers[0] if first else answers[1],
        f"{rule.statement} ({rule.id})",
        before,
        None,
        game.position,
    )


def _attack(rng: random.Random, climbs: bool) -> tuple[FlyingCircus, Fly, bool] | None:
    """G1 with a flight that sights A1, perhaps with a climb to its level, and whether its
    damage counts first."""
    game = _pair_game(rng, 9 if climbs else 10, 10, rear=climbs or rng.random() < 0.6)
    aircraft = game.state["G1"]
    if climbs:
        top = aircraft.type.climb_grades - 1
        speed = min(aircraft.speed, aircraft.max_speed - 1)
        raised = replace(aircraft, progress=top, speed=speed)
        state = replace(game.state, aircraft=game.state.put(raised))
        game = _game(positions.write(state, game.map.board))
    plan = Plan(game.state["G1"].speed, climb=climbs)
    gun = aircraft.type.gun("front")
    if gun is None:
        return None
    task, target = game.task(game.state, "G1", plan), game.state["A1"].place
    ends = list(reach_of(task).places.items())
    for end, ways in rng.sample(ends, len(ends)):
        if not field_of_fire.in_field(gun.mount, end, target):
            continue
        way = rng.choice(ways)
        if is_sighted(gun.mount, end, target, task, way, "firer", game.readings):
            draft = Fly("G1", plan, way)
            game.play(draft)
            first = combat.fires_first(game.state, Fire("G1", "front", "A1"))
            game.undo()
            return game, draft, first
    return None


def how_much_damage(rng: random.Random) -> Problem:
    """How many damage points bring it down?"""
    kind = _type(rng, rng.choice(("allied", "german")))
    hits = rng.randint(0, kind.endurance - 1)
    id = f"{kind.side[0].upper()}1"
    fresh = replace(Aircraft.new(id, kind, 8), status=FLYING, speed=kind.max_speed)
    aircraft = fresh.damaged(hits)
    right = aircraft.max_speed - kind.stall
    wrong = {right + d for d in (-2, -1, 1, 2)} | {aircraft.max_speed, aircraft.dive_maximum}
    answers = sorted({right, *rng.sample(sorted(w for w in wrong if w > 0 and w != right), 3)})
    return Problem(
        "damage",
        f"A {kind.name} has a maximum speed of {aircraft.max_speed}, a dive maximum of "
        f"{aircraft.dive_maximum} and a stall speed of {kind.stall}. How many damage points more "
        "shoot it down?",
        tuple(map(str, answers)),
        str(right),
        f"It falls when its maximum speed reaches the stall speed: {aircraft.max_speed} − "
        f"{kind.stall} = {right} (FC-CRT).\n\n{cockpit_text(aircraft)}",
        None,
        None,
        f"{kind.id} {hits}",
    )


def may_the_gun_fire(rng: random.Random) -> Problem:
    """Rest and reloading: may this gun fire in that phase?"""
    feed = rng.choice(("belt", "single", "double"))
    boxes = rng.randint(3, 6)
    track, fired = GunTrack(boxes), []
    now = rng.randint(3, 7)
    for phase in range(1, now):
        ready = bool(track.left) and not track.silent
        if ready and (not fired or rng.random() < 0.75):
            track = track.fired(boxes, feed)
            fired.append(phase)
        track = track.rested()
    ready = bool(track.left) and not track.silent
    names = {"belt": "belt-fed", "single": "fed by single drums", "double": "fed by double drums"}
    state = "it is ready" if ready else "it is empty" if not track.left else "it rests"
    if track.silent and track.reloading:
        state = "its drum is being changed"
    rules = "FC-COMBAT-REST, FC-RELOAD, FC-AMMO"
    return Problem(
        "ammunition",
        f"A gun with {boxes} boxes, {names[feed]}, has fired in combat phase "
        f"{' and '.join(map(str, fired))}. May it fire in phase {now}?",
        ("yes", "no"),
        "yes" if ready else "no",
        f"In phase {now} {state}: {track.left} boxes are left ({rules}).",
        None,
        None,
        f"{feed} {boxes} {fired} {now}",
    )
