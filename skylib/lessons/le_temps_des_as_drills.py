"""What the engine asks about Le Temps des As, again and again, as hard as wished."""

from __future__ import annotations

import random
from dataclasses import replace

from skylib.core.wording import a_type
from skylib.le_temps_des_as import fire, stalling
from skylib.le_temps_des_as.fire import Shot
from skylib.le_temps_des_as.game import LeTempsDesAs
from skylib.le_temps_des_as.manoeuvres import Choice
from skylib.le_temps_des_as.moves import Move, chain_text, choice_text
from skylib.scenes import scene_of

from .drill_difficulty import chance, choices, grown, numbers_near
from .drill_sequence import START, Problem
from .le_temps_des_as_drill_positions import (
    before_the_roll,
    flying,
    meeting,
    name,
    stays,
    who,
)

__all__ = [
    "is_it_legal",
    "what_does_it_cost",
    "what_is_the_new_speed",
    "what_must_the_die_show",
    "which_gun_bears",
    "which_manoeuvre_is_legal",
    "who_decides_who_flies_first",
    "will_it_stall",
]


# ---- manoeuvres ----------------------------------------------------------------------------


def is_it_legal(rng: random.Random, difficulty: int = START) -> Problem:
    """Is this the next manoeuvre? Half are not, and are flown all the same.

    Harder: later in the movement, and refused for what was flown before or for one point
    or one step of speed.
    """
    wanted, near = rng.random() < 0.5, chance(rng, difficulty)
    for _ in range(30):
        game = flying(rng, before=rng.randrange(difficulty), difficulty=difficulty)
        legal = [m.choice for m in game.legal_moves() if m.choice]
        if pool := legal if wanted else _refused(rng, game, near):
            break
    choice = rng.choice(pool)
    move = Move("fly", choice=choice)
    ruling = game.check(move)
    before, flown = scene_of(game), scene_of(game, move)
    asked = f"{who(game)} Next: {choice_text(choice)}. Is that legal?"
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
        # Nobody stops an illegal manoeuvre at a table: it is flown, and judged after.
        scene_of(game) if ruling.allowed else flown,
        key,
        ruling.rules,
        near and not ruling.allowed,
    )


def which_manoeuvre_is_legal(rng: random.Random, difficulty: int = START) -> Problem:
    """Which of these manoeuvres is the only legal one? Harder: more of them, nearer misses."""
    count = choices(difficulty) - 1
    for _ in range(60):
        game = flying(
            rng,
            before=rng.randrange(difficulty),
            speed=rng.randrange(1, 4) if rng.random() < 0.6 else None,
            difficulty=difficulty,
        )
        legal = [m.choice for m in game.legal_moves() if m.choice]
        near = chance(rng, difficulty)
        close, far = (set(_refused(rng, game, kind, every=True)) for kind in (True, False))
        if legal and len(close | far) >= count and (len(close) >= count or not near):
            break
    right = rng.choice(legal)
    pools = [sorted(pool, key=choice_text) for pool in ((close, far) if near else (far, close))]
    wrong = [c for pool in pools for c in rng.sample(pool, len(pool))][:count]
    near = set(wrong) <= close
    texts = {choice_text(c): c for c in (right, *wrong)}
    names = rng.sample(list(texts), len(texts))
    moves = [Move("fly", choice=c) for c in texts.values()]
    rulings = [game.check(move) for move in moves]
    asked = f"{who(game)} Only one of these manoeuvres is legal now. Which?"
    before, key = scene_of(game), f"{game.position} {names}"
    because = "\n\n".join(f"{text}: {r.reason}" for text, r in zip(texts, rulings, strict=True))
    game.play(moves[0])
    return Problem(
        "which",
        asked,
        tuple(names),
        choice_text(right),
        because,
        before,
        scene_of(game),
        key,
        tuple(dict.fromkeys(rule for ruling in rulings for rule in ruling.rules)),
        near,
    )


def _refused(
    rng: random.Random, game: LeTempsDesAs, near: bool, every: bool = False
) -> list[Choice]:
    """Manoeuvres that are refused, near misses or others; those of one reason, each equally
    likely, or of every reason.

    Near misses: what was flown before forbids them, or one point or one step of speed.
    """
    env, flight = game.envelopes[0]
    by_reason: dict[str, list[Choice]] = {}
    for choice in env.options:
        code = env.refusal(flight, choice)
        if not code or code in ("side", "facing", "bomb"):
            continue
        close = code in ("red", "slip", "once", "five", "ground", "wing")
        if code == "points":
            close = env.cost(flight, choice) == flight.points + 1
        if code == "speed":
            limits = [n for n in env.limits(env.table[choice.manoeuvre]) if n is not None]
            close = any(abs(env.speed - n) == 1 for n in limits)
        if close is near:
            by_reason.setdefault(code, []).append(choice)
    if every:
        return [choice for some in by_reason.values() for choice in some]
    return by_reason[rng.choice(sorted(by_reason))] if by_reason else []


def what_does_it_cost(rng: random.Random, difficulty: int = START) -> Problem:
    """How many resource points does a chain cost? Harder: longer, with an ace or damage."""
    game = flying(rng, points=20, difficulty=difficulty)
    env, flight = game.envelopes[0]
    chain: list[Choice] = []
    figures: list[str] = []
    total, plain, at = 0, 0, flight
    for _ in range((1, 2, 3, 3, 4)[difficulty - 1]):
        options = [c for c in env.legal(at) if stays(env.after(at, c))]
        if not options:
            break
        choice = rng.choice([c for c in options if env.cost(at, c) > 1] or options)
        total += env.cost(at, choice)
        items = env.figures(at, choice)
        plain += int(items[0].value)
        figures += [f"{f}" for f in items]
        chain.append(choice)
        at = env.after(at, choice)
    before = scene_of(game)
    after = scene_of(game, Move("fly", choice=chain[0]), plan=chain[1:])
    # Who forgets the ace, the wing or the climb, or counts manoeuvres, gets these.
    answers, near = numbers_near(rng, total, difficulty, (plain, len(chain)), least=1)
    return Problem(
        "cost",
        f"{who(game, points=False)} What does this chain cost: {chain_text(chain)}?",
        answers,
        str(total),
        "\n\n".join([*figures, f"= {total} resource points"]),
        before,
        after,
        chain_text(chain) + game.position,
        ("TDA-MANOEUVRE-COST",),
        near,
    )


# ---- speed ----------------------------------------------------------------------------------


def what_is_the_new_speed(rng: random.Random, difficulty: int = START) -> Problem:
    """The speed at the end of a movement, power factor included. Harder: longer movements."""
    game, plane = _ending(rng, rng.randrange(2, 3 + difficulty))
    power = rng.choice((-1, 0, 1)) if difficulty > 1 else 0
    move = Move("power", power=power)
    figures = stalling.speed_figures(game.setting, game.state, plane, power)
    right = sum(int(f.value) for f in figures)
    act = game.state.act
    assert act is not None
    usual = (plane.speed, right - power, right - 2 * power)
    answers, near = numbers_near(rng, right, difficulty, usual, least=-3)
    before = scene_of(game)
    return Problem(
        "speed",
        f"{name(game)} began the turn at speed {plane.speed} and flew: {chain_text(act.chain)}. "
        f"It ends with {move}. What is its new speed?",
        answers,
        str(right),
        "\n\n".join([*map(str, figures), f"= {right}"]),
        before,
        None,
        game.position + str(move),
        tuple(dict.fromkeys(f.rule for f in figures if f.rule)),
        near,
    )


def will_it_stall(rng: random.Random, difficulty: int = START) -> Problem:
    """Does this end in a stall, and how likely?

    Harder: the speed ends within one of a limit, on either side of it.
    """
    danger = rng.random() < 0.6
    near = chance(rng, difficulty, 0.1, 1.0)
    for _ in range(100):
        game, plane = _ending(rng, rng.randrange(1, 9))
        power = rng.choice((-1, 0, 1))
        move = Move("power", power=power)
        ruling = game.check(move)
        figures = stalling.speed_figures(game.setting, game.state, plane, power)
        speed = sum(int(f.value) for f in figures)
        most = game.setting.sheet(plane).max_speed
        # Beside a limit: one more or less would end otherwise.
        close = speed in (0, 1, 2, most, most + 1)
        if danger is (str(ruling.facts["stall chance"]) != "0 of 6") and close is near:
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
    return Problem(
        "stall",
        f"{name(game)} (maximum speed {most}) began at speed {plane.speed} and flew: "
        f"{chain_text(act.chain)}.{ace} It ends with {move}. Will it stall?",
        tuple(answers),
        right,
        str(ruling),
        scene_of(game),
        None,
        game.position + str(move),
        ruling.rules,
        close,
    )


def _ending(rng: random.Random, speed: int):  # type: ignore[no-untyped-def]
    """An aircraft at the end of its movement, with its power factor to choose."""
    for _ in range(200):
        game = flying(rng, speed=speed, points=rng.choice((speed, speed + 1)), markers=False)
        while game.state.stage == "manoeuvre":
            moves = [
                m
                for m in game.legal_moves()
                if m.choice and stays(game.envelopes[0][0].after(game.envelopes[0][1], m.choice))
            ]
            if not moves:
                break
            lively = [m for m in moves if m.choice and m.choice.manoeuvre != "straight"]
            game.play(rng.choice(lively if lively and rng.random() < 0.7 else moves))
        if game.state.stage == "power" and game.state.act:
            return game, game.state.plane(game.state.act.ending[0])
    raise AssertionError("no movement comes to its end")


# ---- fire -------------------------------------------------------------------------------------

_BEARS = {
    (True, True): "both",
    (True, False): "the front gun",
    (False, True): "the rear gun",
    (False, False): "neither",
}


def which_gun_bears(rng: random.Random, difficulty: int = START) -> Problem:
    """Which gun of the two-seater bears on the Albatros?

    Harder: farther away, one hex or one level from bearing otherwise.
    """
    near = chance(rng, difficulty, 0.1, 1.0)
    wanted = rng.choice(tuple(_BEARS.values()))
    for _ in range(60):
        game = meeting(rng, near=round(grown(difficulty, 2, 5)))
        right = _bearing(game)
        if _nearly_otherwise(game, right) is near and (right == wanted or rng.random() < 0.1):
            break
    rulings = {gun: _shot(game, gun) for gun in ("front", "rear")}
    because = "\n\n".join(
        f"{gun}: {'bears' if r.allowed else r.reason} ({r.rule})" for gun, r in rulings.items()
    )
    return Problem(
        "bears",
        "The DH.4 (D) has ended its movement. Which of its guns bears on the Albatros (A)?",
        ("the front gun", "the rear gun", "both", "neither"),
        right,
        because,
        scene_of(game),
        scene_of(game, guns=["DH4-1"]),
        game.position,
        tuple(dict.fromkeys(r.rule for r in rulings.values())),
        _nearly_otherwise(game, right),
    )


def _shot(game: LeTempsDesAs, gun: str):  # type: ignore[no-untyped-def]
    return fire.ruling(game.setting, game.state, Shot("DH4-1", gun, "Albatros-1"), False)


def _bearing(game: LeTempsDesAs, **moved: object) -> str:
    """Which guns bear, perhaps with the Albatros moved."""
    state = game.state
    if moved:
        planes = tuple(
            replace(p, **moved) if p.id == "Albatros-1" else p  # type: ignore[arg-type]
            for p in state.aircraft
        )
        state = replace(state, aircraft=planes)
    front, rear = (
        fire.aim(game.setting, state, Shot("DH4-1", gun, "Albatros-1"), False)
        for gun in ("front", "rear")
    )
    return _BEARS[(not front, not rear)]


def _nearly_otherwise(game: LeTempsDesAs, right: str) -> bool:
    """Whether another gun would bear if the Albatros were two levels nearer, or a hex aside."""
    target, shooter = game.state.plane("Albatros-1"), game.state.plane("DH4-1")
    assert target.hex is not None
    if abs(target.level - shooter.level) == 2:
        return _bearing(game, level=shooter.level) != right
    layout = game.setting.map.board.layout
    beside = [layout.neighbour(target.hex, facing) for facing in range(6)]
    return any(_bearing(game, hex=h) != right for h in beside if h != shooter.hex)


def what_must_the_die_show(rng: random.Random, difficulty: int = START) -> Problem:
    """Work out a fire test. Harder: more modifiers, and answers close together."""
    near = chance(rng, difficulty, 0.1, 1.0)
    for _ in range(500):
        game = meeting(rng, near=4, ace=chance(rng, difficulty, 0.1, 0.7))
        shots = list(fire.own_shots(game.setting, game.state, "DH4-1"))
        if not shots:
            continue
        shot = rng.choice(shots)
        ruling = fire.ruling(game.setting, game.state, shot, False)
        if (len(ruling.figures) >= 2) is near:
            break
    else:
        raise AssertionError("no shot found")
    need = ruling.facts["needs"]
    right = f"{need} or more" if isinstance(need, int) else "it cannot hit"
    scale = [f"{n} or more" for n in range(1, 7)] + ["it cannot hit"]
    place = scale.index(right)
    others = [s for s in scale if s != right]
    rng.shuffle(others)
    if difficulty >= 3:
        others.sort(key=lambda s: abs(scale.index(s) - place))
    answers = sorted([right, *others[: choices(difficulty) - 1]], key=scale.index)
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
        ruling.rules,
        len(ruling.figures) >= 2,
    )


# ---- initiative ---------------------------------------------------------------------------------


def who_decides_who_flies_first(rng: random.Random, difficulty: int = START) -> Problem:
    """Dice and levels: which side decides? Harder: a difference of one, or a tie."""
    near = chance(rng, difficulty, 0.1, 1.0)
    for _ in range(100):
        game = before_the_roll(rng)
        dice = [rng.randint(1, 6), rng.randint(1, 6)]
        entente, central = game.state.aircraft
        totals = entente.level + dice[0], central.level + dice[1]
        higher_die = (dice[0] > dice[1]) - (dice[0] < dice[1])
        higher = (totals[0] > totals[1]) - (totals[0] < totals[1])
        # Near: who looks at the dice alone goes wrong, or the totals are (almost) equal.
        close = higher_die != higher or abs(totals[0] - totals[1]) <= 1
        if close is near:
            break
    before, holder = scene_of(game), game.state.holder
    names = [a_type(game.setting.sheet(plane).name) for plane in (entente, central)]
    step = game.play("roll", dice)
    return Problem(
        "initiative",
        f"The Entente has one aircraft, {names[0]} at level {entente.level}, and rolls "
        f"{dice[0]}. The Central side has {names[1]} at level {central.level} and rolls "
        f"{dice[1]}. Last turn {holder} had the initiative. Who decides now who flies first?",
        ("Entente", "Central"),
        game.state.asked,
        str(step.ruling),
        before,
        None,
        f"{game.position} {dice} {holder}",
        step.ruling.rules,
        close,
    )
