"""What the engine asks about Le Temps des As, again and again."""

from __future__ import annotations

import random
from collections.abc import Iterable

from skylib.core.hexes import COLUMNS, distance
from skylib.le_temps_des_as import charts, fire, stalling
from skylib.le_temps_des_as.fire import Shot
from skylib.le_temps_des_as.game import LeTempsDesAs
from skylib.le_temps_des_as.manoeuvres import Choice
from skylib.le_temps_des_as.moves import Move, chain_text, choice_text
from skylib.scenes import scene_of

from .drill_sequence import Problem

__all__ = [
    "is_it_legal",
    "what_does_it_cost",
    "what_is_the_new_speed",
    "what_must_the_die_show",
    "which_gun_bears",
    "will_it_stall",
]

_FLYERS = ("spad-xiii", "se5a", "camel", "dh4", "hanriot-hd1")
_FAR = "Albatros-1 0302 S speed=4 moved"


# ---- manoeuvres ----------------------------------------------------------------------------


def is_it_legal(rng: random.Random) -> Problem:
    """Is this the next manoeuvre? Half of them are near misses."""
    game = _flying(rng, before=rng.randrange(3))
    legal = [m.choice for m in game.legal_moves() if m.choice]
    choice = rng.choice(legal) if rng.random() < 0.5 else _near_miss(rng, game, legal)
    move = Move("fly", choice=choice)
    ruling = game.check(move)
    before = scene_of(game)
    asked = f"{_who(game)} Next: {choice_text(choice)}. Is that legal?"
    key = f"{game.position} {move}"
    answers = ("legal", "not legal")
    if ruling.allowed:
        game.play(move)
    return Problem(
        "legal",
        asked,
        answers,
        answers[0 if ruling.allowed else 1],
        str(ruling),
        before,
        scene_of(game),
        key,
    )


def what_does_it_cost(rng: random.Random) -> Problem:
    """How many resource points does a chain cost?"""
    game = _flying(rng, points=20)
    env, flight = game.envelopes[0]
    chain: list[Choice] = []
    figures: list[str] = []
    total, at = 0, flight
    for _ in range(rng.choice((2, 3, 3))):
        options = [c for c in env.legal(at) if _stays(env.after(at, c))]
        choice = rng.choice([c for c in options if env.cost(at, c) > 1] or options)
        total += env.cost(at, choice)
        figures += [f"{f}" for f in env.figures(at, choice)]
        chain.append(choice)
        at = env.after(at, choice)
    before = scene_of(game)
    after = scene_of(game, Move("fly", choice=chain[0]), plan=chain[1:])
    wrong = sorted({total + d for d in (-2, -1, 1, 2) if total + d > 1})
    answers = sorted({total, *rng.sample(wrong, 3)})
    because = "\n\n".join([*figures, f"= {total} resource points"])
    return Problem(
        "cost",
        f"{_who(game, points=False)} What does this chain cost: {chain_text(chain)}?",
        tuple(map(str, answers)),
        str(total),
        because,
        before,
        after,
        chain_text(chain) + game.position,
    )


def _near_miss(rng: random.Random, game: LeTempsDesAs, legal: list[Choice]) -> Choice:
    """A manoeuvre that is refused, each reason equally likely."""
    env, flight = game.envelopes[0]
    by_reason: dict[str, list[Choice]] = {}
    for choice in env.options:
        code = env.refusal(flight, choice)
        if code and code not in ("side", "facing", "bomb"):
            by_reason.setdefault(code, []).append(choice)
    if not by_reason:
        return rng.choice(legal)
    # A refusal for want of points is near only if little is missing.
    if close := [
        c for c in by_reason.get("points", ()) if env.cost(flight, c) <= flight.points + 1
    ]:
        by_reason["points"] = close
    return rng.choice(by_reason[rng.choice(sorted(by_reason))])


# ---- speed ----------------------------------------------------------------------------------


def what_is_the_new_speed(rng: random.Random) -> Problem:
    """The speed at the end of a movement, power factor included."""
    game, plane = _ending(rng, rng.randrange(3, 7))
    power = rng.choice((-1, 0, 1))
    move = Move("power", power=power)
    figures = stalling.speed_figures(game.setting, game.state, plane, power)
    right = sum(int(f.value) for f in figures)
    act = game.state.act
    assert act is not None
    answers = sorted({right, *rng.sample([right - 2, right - 1, right + 1, right + 2], 3)})
    before = scene_of(game)
    because = "\n\n".join([*map(str, figures), f"= {right}"])
    return Problem(
        "speed",
        f"{_name(game)} began the turn at speed {plane.speed} and flew: {chain_text(act.chain)}. "
        f"It ends with {move}. What is its new speed?",
        tuple(map(str, answers)),
        str(right),
        because,
        before,
        None,
        game.position + str(move),
    )


def will_it_stall(rng: random.Random) -> Problem:
    """Does this end in a stall, and how likely?"""
    danger = rng.random() < 0.65
    for _ in range(100):
        game, plane = _ending(rng, rng.randrange(1, 9))
        move = Move("power", power=rng.choice((-1, 0, 1)))
        ruling = game.check(move)
        if danger is (str(ruling.facts["stall chance"]) != "0 of 6"):
            break
    act = game.state.act
    assert act is not None
    right = {"0 of 6": "no danger", "6 of 6": "it stalls"}.get(
        str(ruling.facts["stall chance"]), str(ruling.facts["stall chance"])
    )
    answers = ["no danger", "it stalls", "4 of 6", "3 of 6"]
    if right not in answers:
        answers.append(right)
    ace = f" An ace ({plane.ace}) flies it." if plane.ace else ""
    most = game.setting.sheet(plane).max_speed
    return Problem(
        "stall",
        f"{_name(game)} (maximum speed {most}) began at speed {plane.speed} and flew: "
        f"{chain_text(act.chain)}.{ace} It ends with {move}. Will it stall?",
        tuple(answers),
        right,
        str(ruling),
        scene_of(game),
        None,
        game.position + str(move),
    )


def _ending(rng: random.Random, speed: int):  # type: ignore[no-untyped-def]
    """An aircraft at the end of its movement, with its power factor to choose."""
    for _ in range(200):
        game = _flying(rng, speed=speed, points=rng.choice((speed, speed + 1)), markers=False)
        while game.state.stage == "manoeuvre":
            moves = [
                m
                for m in game.legal_moves()
                if m.choice and _stays(game.envelopes[0][0].after(game.envelopes[0][1], m.choice))
            ]
            if not moves:
                break
            lively = [m for m in moves if m.choice and m.choice.manoeuvre != "straight"]
            game.play(rng.choice(lively if lively and rng.random() < 0.7 else moves))
        if game.state.stage == "power" and game.state.act:
            return game, game.state.plane(game.state.act.ending[0])
    raise AssertionError("no movement comes to its end")


# ---- fire -------------------------------------------------------------------------------------


def which_gun_bears(rng: random.Random) -> Problem:
    """Which gun of the two-seater bears on the Albatros? Many are just outside."""
    game = _meeting(rng, near=5)
    front, rear = (
        fire.aim(game.setting, game.state, Shot("DH4-1", gun, "Albatros-1"), False)
        for gun in ("front", "rear")
    )
    right = {
        (True, True): "both",
        (True, False): "the front gun",
        (False, True): "the rear gun",
        (False, False): "neither",
    }[(not front, not rear)]
    because = "\n\n".join(f"{gun}: {_aimed(game, gun)}" for gun in ("front", "rear"))
    return Problem(
        "bears",
        "The DH.4 (D) has ended its movement. Which of its guns bears on the Albatros (A)?",
        ("the front gun", "the rear gun", "both", "neither"),
        right,
        because,
        scene_of(game),
        scene_of(game, guns=["DH4-1"]),
        game.position,
    )


def _aimed(game: LeTempsDesAs, gun: str) -> str:
    ruling = fire.ruling(game.setting, game.state, Shot("DH4-1", gun, "Albatros-1"), False)
    return f"{'bears' if ruling.allowed else ruling.reason} ({ruling.rule})"


def what_must_the_die_show(rng: random.Random) -> Problem:
    """Work out a fire test."""
    for _ in range(500):
        game = _meeting(rng, near=4, ace=rng.random() < 0.4)
        if shots := list(fire.own_shots(game.setting, game.state, "DH4-1")):
            break
    else:
        raise AssertionError("no shot found")
    shot = rng.choice(shots)
    ruling = fire.ruling(game.setting, game.state, shot, False)
    need = ruling.facts["needs"]
    right = f"{need} or more" if isinstance(need, int) else "it cannot hit"
    answers = [f"{n} or more" for n in range(3, 7)] + ["it cannot hit"]
    if right not in answers:
        answers.insert(0, right)
    state = game.state
    shooter, target = state.plane("DH4-1"), state.plane("Albatros-1")
    hit = game.setting.sheet(target).hit
    ace = f", ace {shooter.ace}" if shooter.ace else ""
    chase = ", in pursuit" if shooter.pursues == target.id else ""
    return Problem(
        "fire",
        f"The DH.4 (level {shooter.level}{ace}{chase}) fires its {shot.gun} gun at the Albatros "
        f"(level {target.level}, speed {target.speed}, hit value {hit}). "
        "What must the die show?",
        tuple(answers),
        right,
        str(ruling),
        scene_of(game),
        scene_of(game, Move("fire", (shot.shooter,), gun=shot.gun, target=shot.target)),
        game.position + str(shot),
    )


# ---- positions ----------------------------------------------------------------------------


def _new(position: str, entente: str) -> LeTempsDesAs:
    return LeTempsDesAs.new_game("skirmish", seed=1, position=position, entente=entente)


def _cup(markers: Iterable[str] = ()) -> str:
    """What the cup holds when those markers are on aircraft."""
    out = list(markers)
    counts = []
    for id, marker in charts.ours().markers.items():
        counts.append(marker.count - out.count(id))
    return ",".join(map(str, counts))


def _flying(
    rng: random.Random,
    before: int = 0,
    speed: int | None = None,
    points: int | None = None,
    markers: bool = True,
) -> LeTempsDesAs:
    """One aircraft in the middle of the map, in its movement, that many manoeuvres flown."""
    type = rng.choice(_FLYERS)
    sheet = charts.ours().aircraft[type]
    id = f"{sheet.short}-1"
    speed = rng.randrange(2, sheet.max_speed + 1) if speed is None else min(speed, sheet.max_speed)
    points = speed + rng.randrange(2) if points is None else points
    level = rng.randrange(1, 6 if sheet.very_high else 5)
    words = [f"level={level}", f"speed={speed}"]
    if rng.random() < 0.3:
        words.append("piloting=1")
    hurt = [rng.choice(("wing", "major-wing"))] if markers and rng.random() < 0.3 else []
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
            and _stays(env.after(flight, m.choice))
            and env.after(flight, m.choice).points > 0
        ]
        if not moves:
            break
        lively = [m for m in moves if m.choice and m.choice.manoeuvre != "straight"]
        game.play(rng.choice(lively or moves))
    return game


def _stays(flight) -> bool:  # type: ignore[no-untyped-def]
    return not (flight.off or flight.down)


def _meeting(rng: random.Random, near: int, ace: bool = False) -> LeTempsDesAs:
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


def _name(game: LeTempsDesAs) -> str:
    act = game.state.act
    assert act is not None
    plane = game.state.plane(act.members[0])
    return f"The {game.setting.sheet(plane).name}"


def _who(game: LeTempsDesAs, points: bool = True) -> str:
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
        out.append(f"{act.points} point{'s' if act.points != 1 else ''} left")
    text = ", ".join(out) + "."
    if act.chain:
        text += f" Flown so far: {chain_text(act.chain)}."
    return text
