"""What the engine asks about combat in Flying Circus: guns, shots, damage, who is first."""

from __future__ import annotations

import random
from dataclasses import replace

from skylib.core.hexes import Hex, distance
from skylib.core.wording import a_type, counted, listing
from skylib.flying_circus import combat, field_of_fire, positions
from skylib.flying_circus.aircraft import Charts
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import Place, Plan
from skylib.flying_circus.moves import Fire, Fly
from skylib.flying_circus.sighting import is_sighted
from skylib.flying_circus.state import FLYING, Aircraft, GunTrack
from skylib.scenes import scene_of
from skylib.scenes.flying_circus import reach_of

from .drill_difficulty import chance, grown, numbers_near
from .drill_sequence import START, Problem
from .flying_circus_cockpit import cockpit_text
from .flying_circus_drill_positions import (
    column,
    game_at,
    pair_game,
    shown,
    told,
    type_of,
    words_of,
)

__all__ = [
    "how_much_damage",
    "may_the_gun_fire",
    "what_can_the_shot_do",
    "which_gun_bears",
    "who_fires_first",
]


# ---- guns ----------------------------------------------------------------------------------


def which_gun_bears(rng: random.Random, difficulty: int = START) -> Problem:
    """Into the field of fire of which gun has the target come?

    Harder: farther away, just inside or just outside, at times on another level.
    """
    board = FlyingCircus.new_game("air-1918-a", seed=1).map.board
    here, facing = board.hex("1913"), rng.randrange(6)
    kind = type_of(rng, rng.choice(("allied", "german")), rear=chance(rng, difficulty, 0.6, 1.0))
    wanted = rng.choice(("front", "rear", "none"))
    near = chance(rng, difficulty, 0.1, 1.0)
    most = round(grown(difficulty, 3, 9))

    def bears(hex: Hex, level: int) -> str:
        for gun in kind.guns:
            if field_of_fire.in_field(gun.mount, Place(here, facing, 10), Place(hex, 0, level)):
                return gun.position
        return "none"

    def is_near(hex: Hex, level: int) -> bool:
        """Whether a hex beside it, or its own hex on the aircraft's level, answers otherwise."""
        beside = [h for h in board.neighbours(hex) if h != here]
        own = bears(hex, level)
        return any(bears(h, level) != own for h in beside) or bears(hex, 10) != own

    spots: dict[str, list[tuple[Hex, int]]] = {"front": [], "rear": [], "none": []}
    for hex in board:
        if 1 <= distance(here, hex) <= most:
            level = rng.choice((9, 11)) if chance(rng, difficulty, 0.0, 0.25) else 10
            spots[bears(hex, level)].append((hex, level))
    pool = spots[wanted] or spots["none"]
    hex, level = rng.choice([spot for spot in pool if is_near(*spot) is near] or pool)
    answers = {"front": "the front gun", "rear": "the rear gun", "none": "no gun"}
    right = bears(hex, level)
    rulings = {
        gun: field_of_fire.check_field(gun.mount, Place(here, facing, 10), Place(hex, 0, level))
        for gun in kind.guns
    }
    own, other = ("A1", "G1") if kind.side == "allied" else ("G1", "A1")
    enemy = Charts.default()["fokker-d-vii" if kind.side == "allied" else "se-5a"]
    lines = {
        own: words_of(own, kind, here, facing, 10, kind.max_speed),
        other: words_of(other, enemy, hex, rng.randrange(6), level, 8),
    }
    game = game_at(f"phase 3 {kind.side} move; {lines['A1']}; {lines['G1']}")
    fields = tuple((own, gun.position) for gun in kind.guns)
    mounts = ", ".join(f"{gun.position}: {gun.mount}" for gun in kind.guns)
    return Problem(
        "gun",
        f"{own} is {a_type(kind.name)} ({mounts}). "
        f"Which of its guns has {other} in its field of fire?",
        tuple(answers.values()),
        answers[right],
        "\n\n".join(
            f"{g.position.capitalize()} gun ({g.mount}): {ruling}" for g, ruling in rulings.items()
        ),
        scene_of(game, around=(here, hex)),
        scene_of(game, fields=fields, around=(here, hex)),
        f"{kind.id} {facing} {hex} {level}",
        tuple(dict.fromkeys(rule for ruling in rulings.values() for rule in ruling.rules)),
        is_near(hex, level),
    )


def may_the_gun_fire(rng: random.Random, difficulty: int = START) -> Problem:
    """Rest and reloading: may this gun fire in that phase?

    Harder: drums that are changed, more phases, and the last burst just before.
    """
    feed = rng.choice(("belt", "single", "double")[: 1 + difficulty // 2])
    near = chance(rng, difficulty, 0.2, 1.0)
    for _ in range(200):
        boxes = rng.randint(2, 3 + difficulty)
        now = rng.randint(3, 4 + difficulty)
        track, fired = GunTrack(boxes), []
        for phase in range(1, now):
            if _is_ready(track) and (not fired or rng.random() < 0.75):
                track = track.fired(boxes, feed)
                fired.append(phase)
            before, track = track, track.rested()
        # Near: a phase earlier, or a phase later, the answer is another.
        ready = _is_ready(track)
        close = _is_ready(before) != ready or _is_ready(track.rested()) != ready
        if close is near:
            break
    names = {"belt": "belt-fed", "single": "fed by single drums", "double": "fed by double drums"}
    state = "it is ready" if ready else "it is empty" if not track.left else "it rests"
    if track.silent and track.reloading:
        state = "its drum is being changed"
    rules = ("FC-COMBAT-REST", "FC-RELOAD", "FC-AMMO")
    return Problem(
        "ammunition",
        f"A gun with {counted(boxes, 'box', 'boxes')}, {names[feed]}, has fired in combat "
        f"phase{'s' if len(fired) > 1 else ''} {listing(fired)}. May it fire in phase {now}?",
        ("yes", "no"),
        "yes" if ready else "no",
        f"In phase {now} {state}: {counted(track.left, 'box', 'boxes')} left ({', '.join(rules)}).",
        None,
        None,
        f"{feed} {boxes} {fired} {now}",
        rules,
        close,
    )


def _is_ready(track: GunTrack) -> bool:
    return bool(track.left) and not track.silent


# ---- who is first ----------------------------------------------------------------------------


def who_fires_first(rng: random.Random, difficulty: int = START) -> Problem:
    """The one exception to simultaneous fire: does it apply?

    Harder: there is a climb, or there is a rear gun, and still all is simultaneous.
    """
    wanted = rng.random() < 0.5
    near = chance(rng, difficulty, 0.1, 0.9)
    found = None
    tries = 0
    while found is None or (found[2] != wanted and tries < 20):
        rear = True if wanted or (near and rng.random() < 0.5) else None
        found = _attack(rng, wanted or near, rear, difficulty) or found
        tries += 1
    game, draft, first = found
    before = shown(game, draft)
    game.play(draft)
    guns = game.state["A1"].type.guns
    has_rear = any(g.position == "rear" for g in guns)
    words = "a rear gun" if has_rear else "no rear gun"
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
        ("FC-CLIMB-ATTACK", "FC-SIMULTANEOUS"),
        not first and (draft.plan.climb or has_rear),
    )


def _attack(
    rng: random.Random, climbs: bool, rear: bool | None, difficulty: int
) -> tuple[FlyingCircus, Fly, bool] | None:
    """G1 with a flight that sights A1, perhaps with a climb to its level, and whether its
    damage counts first."""
    game = pair_game(rng, 9 if climbs else 10, 10, rear=rear, difficulty=difficulty)
    aircraft = game.state["G1"]
    if climbs:
        top = aircraft.type.climb_grades - 1
        speed = min(aircraft.speed, aircraft.max_speed - 1)
        raised = replace(aircraft, progress=top, speed=speed)
        state = replace(game.state, aircraft=game.state.put(raised))
        game = game_at(positions.write(state, game.map.board))
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


# ---- damage ----------------------------------------------------------------------------------


def what_can_the_shot_do(rng: random.Random, difficulty: int = START) -> Problem:
    """Work out the shot: with how many of the six faces does it bring the target down?

    Harder: the range has to be found in the whole table; the target has been hit before.
    """
    charts = Charts.default()
    near = chance(rng, difficulty, 0.2, 1.0)
    for _ in range(200):
        firer = type_of(rng, rng.choice(("allied", "german")))
        kind = type_of(rng, "german" if firer.side == "allied" else "allied")
        gun = rng.choice(firer.guns)
        reach = rng.randint(1, 8 if difficulty > 2 else 4)
        hits = rng.randint(0, kind.endurance - 1)
        target = _hit(kind, hits)
        found = combat.odds(charts, gun, reach, target)
        if (0 < found.down < 6) is near:
            break
    table = charts.table(gun)
    need = target.max_speed - kind.stall
    shot = told(table, reach, difficulty)
    hit = [die for die in range(1, 7) if table.damage(die, reach) >= need]
    faces = f"the faces {', '.join(map(str, hit))}" if hit else "no face"
    usual = (6 - found.down, sum(n for points, n in found.damage if points))
    fair = [n for n in usual if 0 <= n <= 6]
    answers, _ = numbers_near(rng, found.down, max(2, difficulty), fair)
    answers = tuple(a for a in answers if int(a) <= 6)
    if len(answers) < 2:
        answers = tuple(sorted({*answers, str((found.down + 3) % 7)}))
    return Problem(
        "shot",
        f"{a_type(firer.name, begins=True)} fires its {gun.position} gun (table {gun.table}) at "
        f"range {reach}. The target, {a_type(kind.name)}, has a maximum speed of "
        f"{target.max_speed} and a stall speed of {kind.stall}. {shot} With how many of the six "
        "faces of the die is it shot down?",
        answers,
        str(found.down),
        f"It falls with {need} damage points or more: {target.max_speed} − {kind.stall} "
        f"(FC-CRT). Table {gun.table} gives that at range {reach} with {faces}.\n\n"
        f"At range {reach}: {column(table, reach)}.",
        None,
        None,
        f"{firer.id} {gun.position} {kind.id} {hits} {reach}",
        ("FC-CRT",),
        0 < found.down < 6,
    )


def _hit(kind, hits: int) -> Aircraft:  # type: ignore[no-untyped-def]
    """An aircraft in the air with so many damage points."""
    fresh = replace(
        Aircraft.new(f"{kind.side[0].upper()}1", kind, 8), status=FLYING, speed=kind.max_speed
    )
    return fresh.damaged(hits) if hits else fresh


def how_much_damage(rng: random.Random, difficulty: int = START) -> Problem:
    """How many damage points bring it down? Harder: hit before, answers close together."""
    kind = type_of(rng, rng.choice(("allied", "german")))
    most = round(grown(difficulty, 0, kind.endurance - 1))
    hits = rng.randint(1 if difficulty > 2 and most else 0, max(0, most))
    aircraft = _hit(kind, hits)
    right = aircraft.max_speed - kind.stall
    usual = (kind.endurance, aircraft.dive_maximum - kind.stall, aircraft.max_speed, right - 1)
    answers, near = numbers_near(rng, right, difficulty, usual, least=1)
    return Problem(
        "damage",
        f"{a_type(kind.name, begins=True)} has a maximum speed of {aircraft.max_speed}, a dive "
        f"maximum of {aircraft.dive_maximum} and a stall speed of {kind.stall}. How many damage "
        "points more shoot it down?",
        answers,
        str(right),
        f"It falls when its maximum speed reaches the stall speed: {aircraft.max_speed} − "
        f"{kind.stall} = {right} (FC-CRT).\n\n{cockpit_text(aircraft)}",
        None,
        None,
        f"{kind.id} {hits}",
        ("FC-CRT",),
        near,
    )
