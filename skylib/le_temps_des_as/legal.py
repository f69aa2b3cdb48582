"""The legal moves of every moment, and the ruling on any move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from skylib.core.hexes import distance
from skylib.core.rulings import Figure, Ruling
from skylib.core.wording import are_left, counted, points_of

from . import collision, fire, placement, pursuit, sequence, stalling
from .envelope import Envelope, Flight
from .flights import envelope, flight
from .manoeuvres import Choice, choice_text, one_of_each
from .moves import Move
from .odds import control_chance, stall_chance, unjam_chance
from .state import State
from .table import Setting

__all__ = ["moves", "is_legal", "offer", "ruling", "members", "BALLOON_CEILING"]

BALLOON_CEILING = 2
BALLOON_PAUSE = 3  # turns between two changes of level


def moves(setting: Setting, state: State) -> Iterator[Move]:
    """Every legal move, once each, in a fixed order."""
    stage = state.stage
    if stage == "place":
        yield Move("ready")
        yield from placement.options(setting, state)
    elif stage == "roll":
        yield Move("roll")
    elif stage == "decide":
        yield Move("take")
        yield Move("give")
    elif stage == "choose":
        ready = sequence.ready_to_choose(setting, state)
        yield from (Move("choose", (p.id,)) for p in ready)
        yield from (Move("choose", ids) for ids in sequence.formations(setting, state))
        yield from (Move("wait", (p.id,)) for p in ready if sequence.may_wait(state, p))
    elif stage == "follow":
        id = state.followers[0]
        yield Move("follow", (id,))
        if not state.plane(id).waits:
            yield Move("break", (id,))
    elif stage == "manoeuvre":
        yield from (Move("fly", choice=c) for c in choices(setting, state))
    elif stage == "balloon":
        yield Move("stay")
        for kind in ("rise", "sink"):
            if not balloon_refusal(state, kind):
                yield Move(kind)
    elif stage == "clash":
        yield Move("subtract")
        yield Move("keep")
    elif stage == "opportunity":
        for s in fire.shots_at(setting, state):
            yield Move("fire", (s.shooter,), gun=s.gun, target=s.target)
        yield Move("pass")
    elif stage == "power":
        power = state.plane(state.act.ending[0]).power  # type: ignore[union-attr]
        yield Move("power")
        for n in range(1, power + 1):
            yield Move("power", power=n)
            yield Move("power", power=-n)
    elif stage == "fire":
        for s in fire.own_shots(setting, state, state.act.firing[0]):  # type: ignore[union-attr]
            yield Move("fire", (s.shooter,), gun=s.gun, target=s.target)
        yield Move("pass")
    elif stage == "recover":
        yield from sequence.recuperation(setting, state, state.asked)
        yield Move("done")
    elif stage == "pursue":
        hunter = state.plane(state.followers[0])
        for prey in pursuit.candidates(setting, state, hunter):
            yield Move("pursue", (hunter.id,), target=prey)
        yield Move("pursue", (hunter.id,))


def is_legal(setting: Setting, state: State, move: Move) -> bool:
    """Whether a move is legal, without listing all of them where there are many."""
    if state.stage == "manoeuvre":
        return (
            move.kind == "fly"
            and move == Move("fly", choice=move.choice)
            and move.choice is not None
            and not formation_refusal(members(setting, state), move.choice)[0]
        )
    if state.stage == "place" and move.kind == "place":
        return _clean_place(move) and not placement.refusal(setting, state, move)
    return move in moves(setting, state)


def _clean_place(move: Move) -> bool:
    return move == Move(
        "place",
        move.aircraft,
        hex=move.hex,
        facing=move.facing,
        level=move.level,
        ace=move.ace,
    )


# ---- manoeuvres -----------------------------------------------------------------------------


def members(setting: Setting, state: State) -> list[tuple[Envelope, Flight]]:
    """The aircraft that fly now, as the manoeuvre table sees them."""
    assert state.act is not None
    planes = [state.plane(id) for id in state.act.group]
    return [(envelope(setting, state, p), flight(setting, state, p)) for p in planes]


def choices(setting: Setting, state: State) -> Iterator[Choice]:
    """The legal next manoeuvres: legal for every member, at the same cost."""
    group = members(setting, state)
    lead, start = group[0]
    for choice in lead.legal(start):
        if len(group) == 1 or not formation_refusal(group, choice)[0]:
            yield choice


def formation_refusal(group: list[tuple[Envelope, Flight]], choice: Choice) -> tuple[str, int]:
    """Why a formation may not fly a manoeuvre, and which member objects."""
    cost = None
    for place, (env, start) in enumerate(group):
        if code := env.refusal(start, choice):
            return code, place
        price = env.cost(start, choice)
        if cost is not None and price != cost:
            return "formation", place
        cost = price
    return "", 0


def group_offer(
    group: list[tuple[Envelope, Flight]], wanted: Choice | None = None
) -> tuple[str, ...]:
    """Manoeuvres for a refusal to name: legal for every member at the same cost."""
    lead, start = group[0]
    free = (c for c in lead.legal(start) if not formation_refusal(group, c)[0])
    return tuple(map(choice_text, one_of_each(free, wanted)))


def group_ruling(group: list[tuple[Envelope, Flight]], choice: Choice) -> Ruling:
    """What the rules say about a manoeuvre of one aircraft, or of a formation."""
    code, place = formation_refusal(group, choice)
    if code == "formation":
        costs = tuple(
            Figure(str(env.cost(start, choice)), f"for the {env.name}", "TDA-MANOEUVRE-COST")
            for env, start in group
        )
        text = ", ".join(f"{cost.value} {cost.what}" for cost in costs)
        return Ruling(
            False,
            f"a formation flies the same manoeuvres at the same cost; here they pay {text}",
            ("TDA-FORMATION",),
            costs,
            group_offer(group, choice),
        )
    env, start = group[place]
    told = env.ruling(start, choice)
    if told.allowed or len(group) == 1:
        return told
    return replace(told, instead=group_offer(group, choice))


# ---- rulings ----------------------------------------------------------------------------------

_STAGE_OF = {
    "place": ("place", "ready"),
    "roll": ("roll",),
    "decide": ("take", "give"),
    "choose": ("choose", "wait"),
    "follow": ("follow", "break"),
    "manoeuvre": ("fly",),
    "balloon": ("rise", "sink", "stay"),
    "clash": ("subtract", "keep"),
    "opportunity": ("fire", "pass"),
    "power": ("power",),
    "fire": ("fire", "pass"),
    "recover": ("unjam", "test", "done"),
    "pursue": ("pursue",),
}
_STAGE_RULE = {
    "place": "TDA-SCENARIOS",
    "roll": "TDA-INITIATIVE",
    "decide": "TDA-INITIATIVE",
    "choose": "TDA-SEQUENCE",
    "follow": "TDA-PURSUIT",
    "manoeuvre": "TDA-RP",
    "balloon": "TDA-BALLOON",
    "clash": "TDA-COLLISION",
    "opportunity": "TDA-OPPORTUNITY",
    "power": "TDA-SPEED",
    "fire": "TDA-FIRE-WHEN",
    "recover": "TDA-UNJAM",
    "pursue": "TDA-PURSUIT",
}


def ruling(setting: Setting, state: State, move: Move) -> Ruling:
    """What the rules say about a move; allowed exactly if it is legal."""
    stage = state.stage
    if move.kind not in _STAGE_OF.get(stage, ()):
        return _untimely(setting, state, move)
    if stage == "place":
        if move.kind == "ready":
            ours = any("ready" in g.ours for g in setting.scenario.groups if g.side == state.asked)
            return Ruling(
                True,
                "the rest is set up as the scenario suggests",
                ("TDA-SCENARIOS",),
                ours=("the suggested set-up",) if ours else (),
            )
        return placement.ruling(setting, state, move)
    if stage == "manoeuvre":
        assert move.choice is not None
        return group_ruling(members(setting, state), move.choice)
    if stage in ("opportunity", "fire") and move.kind == "fire":
        if stage == "fire" and move.aircraft != state.act.firing[:1]:  # type: ignore[union-attr]
            who = state.act.firing[0]  # type: ignore[union-attr]
            return Ruling(
                False,
                f"{who} has ended its movement and may fire now, not {move.aircraft[0]}",
                ("TDA-FIRE-WHEN",),
                instead=offer(setting, state),
            )
        if stage == "opportunity" and move.target not in state.act.group:  # type: ignore[union-attr]
            return Ruling(
                False,
                f"opportunity fire is at the aircraft that flies now, not at {move.target}",
                ("TDA-OPPORTUNITY",),
                instead=offer(setting, state),
            )
        shot = fire.Shot(move.aircraft[0], move.gun, move.target)
        return fire.ruling(setting, state, shot, stage == "opportunity")
    if is_legal(setting, state, move):
        return _allowed(setting, state, move)
    return _refused(setting, state, move)


_OFFERED = 6  # moves at the most that a refusal names


def offer(setting: Setting, state: State) -> tuple[str, ...]:
    """A few legal moves, for a refusal to name; of manoeuvres one way of each."""
    if state.stage == "manoeuvre":
        return group_offer(members(setting, state))
    return tuple(str(m) for m in islice(moves(setting, state), _OFFERED))


def _untimely(setting: Setting, state: State, move: Move) -> Ruling:
    """A move of another moment; where the reason is worth knowing, it is told."""
    stage = state.stage
    instead = offer(setting, state)
    rule = _STAGE_RULE.get(stage, "TDA-SEQUENCE")
    if move.kind == "fire":
        return _untimely_fire(setting, state, move, instead)
    if move.kind == "power" and stage == "manoeuvre":
        left = state.act.points  # type: ignore[union-attr]
        return Ruling(
            False,
            f"all resource points are to be spent first; {are_left(left)}",
            ("TDA-RP", "TDA-SPEED"),
            (Figure(str(left), f"resource {points_of(left, 'left')}", "TDA-RP"),),
            instead=instead,
        )
    if move.kind == "fly" and stage == "power":
        left = (Figure("0", "resource points left", "TDA-RP"),)
        return Ruling(False, "no resource points are left", ("TDA-RP",), left, instead)
    if move.kind == "fly" and stage in ("choose", "follow"):
        return Ruling(False, "say first which aircraft flies", ("TDA-SEQUENCE",), instead=instead)
    if move.kind in ("unjam", "test"):
        return Ruling(
            False,
            "guns are repaired and control is regained in the recuperation phase",
            ("TDA-UNJAM" if move.kind == "unjam" else "TDA-REGAIN", rule),
            instead=instead,
        )
    what = {
        "place": "the sides are setting up",
        "roll": "the initiative is to be rolled",
        "decide": f"{state.asked} takes or gives the initiative",
        "choose": f"{state.asked} chooses the aircraft that flies next",
        "follow": "a pursuer follows its prey or breaks off",
        "manoeuvre": "the next manoeuvre is asked for",
        "balloon": "the balloon rises, sinks or stays",
        "clash": "an ace may change the collision roll",
        "opportunity": f"{state.asked} may fire at the aircraft that flies, or pass",
        "power": "the power factor ends the movement",
        "fire": "own fire, or pass",
        "recover": "the recuperation phase",
        "pursue": "whom to pursue is asked",
    }[stage]
    return Ruling(False, f"not now: {what}", (rule,), instead=instead)


def _untimely_fire(setting: Setting, state: State, move: Move, instead: tuple[str, ...]) -> Ruling:
    act = state.act
    shooter = state.find(move.aircraft[0])
    if act is not None and shooter is not None:
        mover_side = state.plane(act.members[0]).side
        if shooter.side != mover_side and move.target in act.group:
            if not act.chain:
                return Ruling(
                    False,
                    f"{move.target} has not flown a manoeuvre yet",
                    ("TDA-OPPORTUNITY",),
                    instead=instead,
                )
            shot = fire.Shot(shooter.id, move.gun, move.target)
            if fire.aim(setting, state, shot, True):
                told = fire.ruling(setting, state, shot, True)
                return replace(told, instead=instead)
            return Ruling(
                False,
                "the moment has passed: opportunity fire is declared during the movement",
                ("TDA-OPPORTUNITY",),
                instead=instead,
            )
        if shooter.side == mover_side and shooter.id in act.members:
            last = setting.charts.manoeuvres[act.chain[-1].manoeuvre] if act.chain else None
            if state.stage == "power" and last is not None and not last.fire:
                return Ruling(
                    False,
                    f"its last manoeuvre was a {last.name}, after which it may not fire",
                    ("TDA-FIRE-WHEN", "TDA-MANOEUVRE-COST"),
                    instead=instead,
                    ours=last.ours("fire"),
                )
            shot = fire.Shot(shooter.id, move.gun, move.target)
            if state.stage == "power" and fire.aim(setting, state, shot, False):
                told = fire.ruling(setting, state, shot, False)
                return replace(told, instead=instead)
            return Ruling(
                False,
                "own fire comes after the last manoeuvre and the power factor",
                ("TDA-FIRE-WHEN",),
                instead=instead,
            )
    elif shooter is not None and shooter.moved:
        shot = fire.Shot(shooter.id, move.gun, move.target)
        if fire.aim(setting, state, shot, False):
            told = fire.ruling(setting, state, shot, False)
            return replace(told, instead=instead)
        return Ruling(
            False,
            f"own fire follows the aircraft's own movement, and {shooter.id} has ended its "
            "activation of this turn",
            ("TDA-FIRE-WHEN",),
            instead=instead,
        )
    return Ruling(
        False,
        "fire breaks in after a manoeuvre, or follows an aircraft's own movement",
        ("TDA-FIRE-WHEN",),
        instead=instead,
    )


def balloon_refusal(state: State, kind: str) -> str:
    """Why a balloon may not change its level, or an empty text (11.1)."""
    plane = state.plane(state.act.group[0])  # type: ignore[union-attr]
    if plane.changed_turn and state.turn - plane.changed_turn < BALLOON_PAUSE:
        turn = plane.changed_turn + BALLOON_PAUSE
        return f"it changed its level in turn {plane.changed_turn}; again in turn {turn}"
    if kind == "rise" and plane.level >= BALLOON_CEILING:
        return f"level {BALLOON_CEILING} is its highest"
    if kind == "sink" and plane.level <= 1:
        return "it is as low as it goes"
    return ""


def _balloon_figures(state: State) -> tuple[Figure, ...]:
    """The figures of that refusal: as text, for they do not add up."""
    plane = state.plane(state.act.group[0])  # type: ignore[union-attr]
    rule = "TDA-BALLOON"
    figures = (
        Figure(str(plane.level), "level", rule),
        Figure(str(BALLOON_CEILING), "highest level of a balloon", rule),
    )
    if not plane.changed_turn:
        return figures
    return (
        *figures,
        Figure(str(plane.changed_turn), "turn of its last change of level", rule),
        Figure(str(plane.changed_turn + BALLOON_PAUSE), "turn of the next change", rule),
    )


def _allowed(setting: Setting, state: State, move: Move) -> Ruling:
    kind, stage = move.kind, state.stage
    rule = _STAGE_RULE[stage]
    if kind == "power":
        return _power(setting, state, move)
    if kind == "choose":
        plane = state.plane(move.aircraft[0])
        if plane.out:
            return Ruling(True, f"{plane.id} is out of control and falls", ("TDA-STALLED", rule))
        if len(move.aircraft) > 1:
            return Ruling(
                True,
                "in formation: one risk die, the same manoeuvres",
                ("TDA-FORMATION", "TDA-RP", rule),
            )
        text = f"{plane.id} flies with {max(0, plane.speed)} or {max(0, plane.speed + 1)} points"
        if setting.sheet(plane).is_balloon:
            text = f"{plane.id} is next"
        if sequence.before_prey(state, plane):
            text += f"; that breaks off its pursuit of {plane.pursues}"
        rules = ("TDA-RP", rule, *(("TDA-OPTION-INITIATIVE",) if setting.each_aircraft else ()))
        if setting.alternate:
            rules += ("TDA-VARIANT-ALTERNATE",)
        return Ruling(True, text, rules)
    if kind in ("follow", "wait"):
        prey = state.plane(move.aircraft[0]).pursues
        when = "now, right after" if kind == "follow" else "later, right after"
        return Ruling(True, f"it flies {when} its prey {prey}", (rule, "TDA-PURSUIT"))
    if kind in ("subtract", "keep"):
        clash = state.clash
        assert clash is not None
        who = collision.undecided(clash)
        assert who is not None
        n = state.plane(who).piloting
        return Ruling(
            True,
            f"{clash.first} rolled {clash.first_die}, {clash.second} {clash.second_die}; "
            f"{who} may take {n} off; equal results destroy both",
            (rule, "TDA-ACE"),
        )
    if kind in ("unjam", "test"):
        plane = state.plane(move.aircraft[0])
        chance = unjam_chance(plane.piloting) if kind == "unjam" else control_chance(plane.piloting)
        need = 4 if kind == "unjam" else 5
        return Ruling(
            True,
            f"1d6{plane.piloting:+d} against {need}: {chance * 6} of 6",
            ("TDA-UNJAM",) if kind == "unjam" else ("TDA-REGAIN", "TDA-CONTROL-TEST"),
            facts={"chance": f"{chance * 6} of 6"},
        )
    if kind in ("rise", "sink", "stay"):
        return Ruling(True, f"the balloon may {kind}", (rule,))
    if kind == "pass":
        return Ruling(True, "fire is never an obligation", ("TDA-FIRE-WHEN", rule))
    texts = {
        "roll": "each side rolls 1d6 and adds its highest level",
        "take": f"{state.asked} flies first",
        "give": f"{state.asked} lets the opponent fly first",
        "break": "it will fly normally; the pursuit ends",
        "done": "nothing more is tried",
        "pursue": f"the prey is {move.target or 'nobody'}",
    }
    if kind == "roll" and setting.each_aircraft:
        return Ruling(True, "aircraft in the order of speed plus level", ("TDA-OPTION-INITIATIVE",))
    return Ruling(True, texts[kind], (rule,))


def _power(setting: Setting, state: State, move: Move) -> Ruling:
    plane = state.plane(state.act.ending[0])  # type: ignore[union-attr]
    sheet = setting.sheet(plane)
    figures = stalling.speed_figures(setting, state, plane, move.power)
    speed = sum(int(f.value) for f in figures)
    chance = stall_chance(speed, sheet.max_speed, plane.piloting)
    text = f"{plane.id} ends at speed {speed}"
    rules = ["TDA-SPEED"]
    ours = []
    for choice in state.act.chain:  # type: ignore[union-attr]
        ours += [
            o for o in setting.charts.manoeuvres[choice.manoeuvre].ours("effect") if o not in ours
        ]
    if speed > sheet.max_speed:
        text += f", above its maximum of {sheet.max_speed}"
        text += (
            ": eliminated, for it was so last turn already"
            if plane.debt
            else ": all power factors are lost, and a control test is due"
        )
        ours += sheet.ours("max_speed")
        rules += ["TDA-STALL", "TDA-CONTROL-TEST"]
    elif speed < 1:
        text += ": it stalls"
        rules += ["TDA-STALL", "TDA-STALLED"]
    elif speed == 1:
        text += ": a control test is due"
        rules += ["TDA-STALL", "TDA-CONTROL-TEST"]
    readings = ()
    if any(c.climb > 0 for c in state.act.chain):  # type: ignore[union-attr]
        readings = (("TDA-SPEED", setting.readings["TDA-SPEED"]),)
    facts = {"new speed": speed, "stall chance": f"{chance * 6} of 6"}
    return Ruling(True, text, tuple(rules), figures, (), readings, tuple(ours), facts)


def _refused(setting: Setting, state: State, move: Move) -> Ruling:
    kind, stage = move.kind, state.stage
    rule = _STAGE_RULE[stage]
    instead = offer(setting, state)
    plane = state.find(move.aircraft[0]) if move.aircraft else None

    def no(reason: str, *rules: str, figures: tuple[Figure, ...] = ()) -> Ruling:
        return Ruling(False, reason, rules or (rule,), figures, instead)

    if kind == "power":
        id = state.act.ending[0]  # type: ignore[union-attr]
        have = state.plane(id).power
        return no(
            f"{id} has {counted(have, 'power factor')}",
            figures=(Figure(str(have), "power factors", "TDA-SPEED"),),
        )
    if kind in ("rise", "sink"):
        return no(balloon_refusal(state, kind), figures=_balloon_figures(state))
    if plane is None:
        return no(f"there is no {' '.join(move.aircraft) or 'aircraft'} here")
    if not plane.flying:
        return no(f"{plane.id} is not in play")
    if kind in ("choose", "wait"):
        return _refused_choice(setting, state, move, no)
    if kind in ("follow", "break"):
        who = state.followers[0]
        if plane.id == who:
            return no(f"{who} has waited for its prey and follows it now")
        return no(f"{who} is asked, not {plane.id}")
    if kind == "unjam":
        if plane.side != state.asked:
            return no(f"{state.asked} recuperates now")
        code = sequence.recuperation_refusal(setting, state, plane, move.gun)
        return no(
            {
                "gun": f"{plane.id} has no {move.gun} gun",
                "destroyed": f"the {move.gun} gun is destroyed for good",
                "ready": f"the {move.gun} gun needs no repair",
                "tried": "one attempt a weapon and turn",
                "gunner": f"nobody is left at the {move.gun} gun",
            }[code],
            "TDA-UNJAM",
        )
    if kind == "test":
        if plane.side != state.asked:
            return no(f"{state.asked} recuperates now")
        if not plane.out:
            return no(f"{plane.id} is under control", "TDA-REGAIN")
        return no("one control test a turn", "TDA-REGAIN")
    who = state.followers[0]
    if plane.id != who:
        return no(f"{who} is asked, not {plane.id}")
    target = state.find(move.target)
    if target is None:
        return no(f"there is no {move.target}")
    code = pursuit.pursuit_refusal(setting, plane, target) or "side"
    figures = ()
    if code == "levels":
        apart = abs(plane.level - target.level)
        figures = (Figure(str(apart), "levels apart"), Figure("1", "at the most", rule))
    elif code == "line" and plane.hex is not None and target.hex is not None:
        reach = distance(plane.hex, target.hex)
        figures = (Figure(str(reach), "range"), Figure(str(pursuit.REACH), "at the most", rule))
    return no(
        {
            "gone": f"{target.id} is not in play",
            "gun": f"{plane.id} has no forward line of fire",
            "balloon": "balloons are not pursued",
            "levels": "the levels are more than one apart",
            "same-hex": "in the same hex only from above",
            "line": f"{target.id} is not in the forward line of fire within {pursuit.REACH}",
            "facing": f"{target.id} faces the pursuer",
            "side": f"{target.id} is on the same side",
        }[code],
        figures=figures,
    )


def _refused_choice(
    setting: Setting, state: State, move: Move, no: Callable[..., Ruling]
) -> Ruling:
    for id in move.aircraft:
        plane = state.find(id)
        if plane is None or not plane.flying:
            return no(f"{id} is not in play")
        if plane.side != state.asked:
            return no(f"{state.asked} chooses now, and {id} is not its aircraft")
        if plane.moved:
            return no(f"{id} has flown this turn already")
        if plane.waits:
            return no(f"{id} waits for its prey", "TDA-PURSUIT")
    if move.kind == "wait":
        hunter = state.plane(move.aircraft[0])
        if sequence.before_prey(state, hunter) and sequence.closes_ring(state, hunter):
            return no(
                "all would wait for one another: somebody in a ring of pursuits flies first",
                "TDA-PURSUIT",
            )
        return no(f"{hunter.id} pursues nobody that is still to fly", "TDA-PURSUIT")
    if len(move.aircraft) > 1:
        planes = [state.plane(id) for id in move.aircraft]
        if any(p.out for p in planes):
            return no("an aircraft out of control keeps no formation", "TDA-FORMATION")
        if any(setting.sheet(p).is_balloon for p in planes):
            return no("a balloon keeps no formation", "TDA-FORMATION")
        if len({p.speed for p in planes}) > 1:
            speeds = tuple(Figure(str(p.speed), f"speed of {p.id}") for p in planes)
            return no("a formation has one speed", "TDA-FORMATION", figures=speeds)
        if len({p.level for p in planes}) > 1:
            levels = tuple(Figure(str(p.level), f"level of {p.id}") for p in planes)
            return no("a formation has one level", "TDA-FORMATION", figures=levels)
        if not sequence.together(planes):
            return no("a formation's aircraft are adjacent", "TDA-FORMATION")
        listed = next(
            (ids for ids in sequence.formations(setting, state) if set(ids) == set(move.aircraft)),
            None,
        )
        if listed:
            return no(f"name them in order: choose {' '.join(listed)}", "TDA-FORMATION")
    head = sequence.ready_to_choose(setting, state)
    return no(
        f"aircraft by aircraft: {head[0].id if head else 'nobody'} is next",
        "TDA-OPTION-INITIATIVE",
    )
