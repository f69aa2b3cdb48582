"""The sequence of play (4): from one decision to the next.

`play` carries out the decision, `advance` goes on by the rules until somebody must decide
again. Nothing else changes a state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from skylib.core.hexes import Hex, distance
from skylib.core.rulings import Figure

from . import bombing, collision, damage, fire, placement, pursuit, scenarios, stalling
from .flights import envelope, flight
from .manoeuvres import Choice
from .moves import Move
from .state import ROLLED, Activation, Aircraft, State, other_side
from .table import Setting, Table

__all__ = ["play", "advance", "ready_to_choose", "formations", "recuperation"]

RISK = 4  # the least die that gives one more resource point


# ---- who may do what ----------------------------------------------------------------------


def ready_to_choose(setting: Setting, state: State) -> tuple[Aircraft, ...]:
    """The aircraft that the asked side may fly now."""
    if setting.each_aircraft:
        for id in state.order:
            plane = state.plane(id)
            if plane.flying and not plane.moved and not plane.waits:
                return (plane,)
        return ()
    return tuple(
        p for p in state.aircraft if p.side == state.asked and p.flying and not (p.moved or p.waits)
    )


def before_prey(state: State, plane: Aircraft) -> bool:
    """Whether a pursuer would fly before its prey, and so lose it (9.2)."""
    prey = state.find(plane.pursues) if plane.pursues else None
    return prey is not None and prey.flying and not prey.moved and not plane.out


def closes_ring(state: State, plane: Aircraft) -> bool:
    """Whether its waiting would close a ring in which everybody waits for somebody."""
    prey = state.find(plane.pursues)
    while prey is not None and prey.waits:
        prey = state.find(prey.pursues)
        if prey is not None and prey.id == plane.id:
            return True
    return False


def may_wait(state: State, plane: Aircraft) -> bool:
    """Whether a pursuer may let its turn wait for its prey (9.2)."""
    return before_prey(state, plane) and not plane.waits and not closes_ring(state, plane)


def formations(setting: Setting, state: State) -> Iterator[tuple[str, ...]]:
    """Groups of two or more that may fly as one (6.1.2): equal speed and level, each next to
    another of the group, none out of control."""
    first = ready_to_choose(setting, state)
    if not first:
        return
    side = first[0].side
    free = [
        p
        for p in state.aircraft
        if p.side == side
        and p.flying
        and not (p.moved or p.waits or p.out)
        and not setting.sheet(p).is_balloon
    ]
    for bits in range(1, 1 << len(free)):
        group = [p for i, p in enumerate(free) if bits >> i & 1]
        if len(group) < 2 or not together(group):
            continue
        if setting.each_aircraft and first[0] not in group:
            continue
        yield tuple(p.id for p in group)


def together(group: list[Aircraft]) -> bool:
    """Equal speed and level, and every one linked to the others by adjacent hexes."""
    if any((p.speed, p.level) != (group[0].speed, group[0].level) for p in group):
        return False
    reached, rest = [group[0]], group[1:]
    while rest:
        near = [
            p
            for p in rest
            if any(distance(p.hex, q.hex) <= 1 for q in reached)  # type: ignore[arg-type]
        ]
        if not near:
            return False
        reached += near
        rest = [p for p in rest if p not in near]
    return True


def recuperation(setting: Setting, state: State, side: str) -> tuple[Move, ...]:
    """What a side may still try in the recuperation phase (9.1)."""
    out = []
    for plane in state.of(side):
        for gun in setting.sheet(plane).guns:
            if recuperation_refusal(setting, state, plane, gun) == "":
                out.append(Move("unjam", (plane.id,), gun=gun))
        if plane.out and f"{plane.id} control" not in state.tried:
            out.append(Move("test", (plane.id,)))
    return tuple(out)


def recuperation_refusal(setting: Setting, state: State, plane: Aircraft, gun: str) -> str:
    """Why a gun may not be worked on, or an empty text."""
    if gun not in setting.sheet(plane).guns:
        return "gun"
    condition = fire.gun_state(setting, plane, gun)
    if condition == "destroyed":
        return "destroyed"
    if condition == "ready":
        return "ready"
    if f"{plane.id} {gun}" in state.tried:
        return "tried"
    if fire.gunner(plane, gun) in ("dead", ""):
        return "gunner"
    return ""


# ---- carrying out a decision ----------------------------------------------------------------


def play(table: Table, move: Move) -> None:
    """Carry out a legal move and go on to the next decision."""
    _DO[move.kind](table, move)
    advance(table)


def _place(table: Table, move: Move) -> None:
    placement.place(table, move)


def _ready(table: Table, move: Move) -> None:
    placement.place_all(table)


def _roll(table: Table, move: Move) -> None:
    if table.setting.each_aircraft:
        table.set(order=_order(table), stage="choose")
        return
    totals = []
    for side in ("Entente", "Central"):
        high = max(
            (p.level for p in table.state.of(side) if not table.sheet(p).is_balloon), default=0
        )
        die = table.dice.roll(6, f"initiative, {side}")
        totals.append(die + high)
        table.tell(
            f"{side}: {die} and highest level {high} make {die + high}",
            "TDA-INITIATIVE",
            figures=(),
            **{f"initiative_{side}": die + high},
        )
    entente, central = totals
    if entente == central:
        asked = table.state.holder
        table.tell(f"a tie: {asked} had the initiative and decides", "TDA-INITIATIVE", tie="yes")
    else:
        asked = "Entente" if entente > central else "Central"
        table.tell(f"{asked} decides", "TDA-INITIATIVE", tie="no")
    table.set(rolled=(entente, central), asked=asked, stage="decide")


def _order(table: Table) -> tuple[str, ...]:
    """The order of 13.1: speed plus level, ties by class, then by dice."""

    def rank(p: Aircraft) -> tuple[int, str]:
        letter = table.sheet(p).manoeuvrability
        return -(p.speed + p.level), letter if letter != "-" else "D"

    planes = [p for p in table.state.aircraft if p.flying]
    out: list[str] = []
    for key in sorted({rank(p) for p in planes}):
        out += _rolled_off(table, [p.id for p in planes if rank(p) == key])
    table.tell(f"order: {', '.join(out)}", "TDA-OPTION-INITIATIVE", order=" ".join(out))
    return tuple(out)


def _rolled_off(table: Table, ids: list[str]) -> list[str]:
    """Equal aircraft in decreasing order of their dice; equal dice roll again."""
    if len(ids) < 2:
        return ids
    dice = {id: table.dice.roll(6, f"order, {id}") for id in ids}
    out: list[str] = []
    for value in sorted(set(dice.values()), reverse=True):
        out += _rolled_off(table, [id for id in ids if dice[id] == value])
    return out


def _decide(table: Table, move: Move) -> None:
    asked = table.state.asked
    holder = asked if move.kind == "take" else other_side(asked)
    table.tell(f"{holder} flies first", "TDA-INITIATIVE", holder=holder)
    table.set(holder=holder, stage="choose", last_side="")


def _choose(table: Table, move: Move) -> None:
    ids = move.aircraft
    if move.kind == "follow":
        table.set(followers=table.state.followers[1:])
        table.put(replace(table.plane(ids[0]), waits=False))
    plane = table.plane(ids[0])
    if move.kind == "choose":
        for id in ids:
            if before_prey(table.state, table.plane(id)):
                table.tell(f"{id} flies before its prey: the pursuit is broken off", "TDA-PURSUIT")
                table.put(replace(table.plane(id), pursues=""))
    if table.sheet(plane).is_balloon:
        table.set(act=Activation(ids, ids, 0, 0, step="balloon"))
        return
    if plane.out:
        table.set(act=Activation(ids, ids, 0, 0, step="done"))
        table.tell(f"{ids[0]} is out of control and falls", "TDA-STALLED")
        stalling.stall(table, ids[0])
        _queue_fall(table, ids[0])
        return
    what = ids[0] if len(ids) == 1 else f"the formation of {ids[0]}"
    die = table.dice.roll(6, f"risk die of {what}")
    bonus = int(die >= RISK)
    points = max(0, plane.speed + bonus)
    rules = ("TDA-RP", "TDA-FORMATION") if len(ids) > 1 else ("TDA-RP",)
    figures = [Figure(plane.speed, "speed", "TDA-RP"), Figure(bonus, f"risk die {die}", "TDA-RP")]
    table.tell(
        f"{' '.join(ids)}: {points} resource points",
        *rules,
        figures=figures,
        points=points,
        risk_die=die,
    )
    table.set(act=Activation(ids, ids, points, die, step="next"))


def _wait(table: Table, move: Move) -> None:
    plane = table.plane(move.aircraft[0])
    table.put(replace(plane, waits=True))
    table.tell(f"{plane.id} waits for {plane.pursues}", "TDA-PURSUIT")


def _break(table: Table, move: Move) -> None:
    plane = table.plane(move.aircraft[0])
    table.put(replace(plane, pursues="", waits=False))
    table.set(followers=table.state.followers[1:])
    table.tell(f"{plane.id} gives up the pursuit", "TDA-PURSUIT")


def _fly(table: Table, move: Move) -> None:
    choice = move.choice
    act = table.state.act
    assert choice is not None and act is not None
    before = table.state
    crossed: dict[str, tuple[Hex, ...]] = {}
    entered = list(act.entered)
    lost: list[Aircraft] = []
    for id in act.group:
        plane = table.plane(id)
        env = envelope(table.setting, before, plane)
        start = flight(table.setting, before, plane)
        after = env.after(start, choice)
        _, way, _ = env.path(start, choice)
        crossed[id] = way
        last = plane.hex
        assert last is not None
        for hex in way:
            entered.append((id, last))
            last = hex
        points, effect, changed = after.points, after.effect, after.changed
        if after.off:
            lost.append(plane)
        else:
            table.put(replace(plane, hex=after.hex, facing=after.facing, level=after.level))
    table.act(
        points=points,
        effect=effect,
        changed=changed,
        chain=(*act.chain, choice),
        entered=tuple(entered),
        crossed=tuple((id, h) for id, way in crossed.items() for h in way),
        step="bomb",
    )
    for plane in lost:
        _leave(table, plane, crossed[plane.id])
        del crossed[plane.id]
    for id in list(crossed):
        if table.plane(id).level < 1:
            table.tell(f"{id} flies into the ground", "TDA-CRASH")
            damage.remove(table, id, "destroyed", "crashed")
            del crossed[id]
    table.set(pairs=collision.pairs_after(table.setting, table.state, before, crossed))


def _leave(table: Table, plane: Aircraft, way: tuple[Hex, ...]) -> None:
    """An aircraft leaves the map: by a way the scenario allows, or eliminated (6.1.2)."""
    ground = table.setting.map
    last = plane.hex
    assert last is not None
    for hex in way:
        if hex not in ground.board:
            break
        last = hex
    edge, zones = ground.edge(hex), ground.zones_at(last)
    place = f"by the {edge} edge in {zones[0]}"
    if table.setting.scenario.may_leave(plane.side, zones, edge, table.state.turn):
        table.tell(f"{plane.id} leaves {place}", "TDA-OFF-MAP", "TDA-SCENARIOS", exit=zones[0])
        damage.remove(table, plane.id, "left", f"left {place}")
    else:
        table.tell(f"{plane.id} leaves {place} and is eliminated", "TDA-OFF-MAP", exit=zones[0])
        damage.remove(table, plane.id, "destroyed", f"left the map {place}")


def _power(table: Table, move: Move) -> None:
    act = table.state.act
    assert act is not None
    id = act.ending[0]
    table.act(ending=act.ending[1:])
    if move.power:
        table.tell(f"power factor {move.power:+d}", "TDA-SPEED")
    stalling.end_movement(table, id, move.power)
    plane = table.plane(id)
    if not plane.flying:
        return
    if plane.out:
        _queue_fall(table, id)
    else:
        assert table.state.act is not None
        table.act(firing=(*table.state.act.firing, id))


def _queue_fall(table: Table, id: str) -> None:
    pairs = collision.pairs_at(table.setting, table.state, id)
    table.set(pairs=(*table.state.pairs, *pairs))


def _fire(table: Table, move: Move) -> None:
    opportunity = table.state.stage == "opportunity"
    if not opportunity:
        act = table.state.act
        assert act is not None
        table.act(firing=act.firing[1:])
    fire.resolve(table, fire.Shot(move.aircraft[0], move.gun, move.target), opportunity)


def _pass(table: Table, move: Move) -> None:
    act = table.state.act
    assert act is not None
    if table.state.stage == "opportunity":
        table.act(step="next")
    else:
        table.act(firing=act.firing[1:])


def _clash(table: Table, move: Move) -> None:
    collision.decide(table, move.kind == "subtract")


def _balloon(table: Table, move: Move) -> None:
    act = table.state.act
    assert act is not None
    plane = table.plane(act.group[0])
    change = {"rise": 1, "sink": -1, "stay": 0}[move.kind]
    if change:
        plane = replace(plane, level=plane.level + change, changed_turn=table.state.turn)
        table.put(plane)
        table.tell(f"{plane.id} goes to level {plane.level}", "TDA-BALLOON")
    else:
        table.tell(f"{plane.id} stays at level {plane.level}", "TDA-BALLOON")
    table.act(step="fire", firing=act.group)


def _unjam(table: Table, move: Move) -> None:
    plane, gun = table.plane(move.aircraft[0]), move.gun
    die = table.dice.roll(6, f"unjam, {plane.id} {gun}")
    figures = [Figure(die, ROLLED, "TDA-UNJAM")]
    if plane.piloting:
        figures.append(Figure(plane.piloting, "the ace's piloting quality", "TDA-ACE"))
    total = die + plane.piloting
    good = total >= 4
    table.tell(
        f"unjam {total} against 4: the {gun} gun {'fires again' if good else 'stays silent'}",
        "TDA-UNJAM",
        figures=figures,
        unjam_die=die,
        unjam="yes" if good else "no",
    )
    table.set(tried=(*table.state.tried, f"{plane.id} {gun}"))
    if not good:
        return
    if gun in plane.jammed:
        plane = replace(plane, jammed=tuple(g for g in plane.jammed if g != gun))
    sheet = table.sheet(plane)
    for id in plane.markers:
        marker = table.setting.charts.markers[id]
        position = marker.position if sheet.observer else min(marker.position, 1)
        if marker.effect == "weapon-damaged" and damage.gun_at(plane, sheet.guns, position) == gun:
            left = list(plane.markers)
            left.remove(id)
            plane = replace(plane, markers=tuple(left))
            table.cup_back((id,))
            break
    table.put(plane)


def _test(table: Table, move: Move) -> None:
    id = move.aircraft[0]
    table.set(tried=(*table.state.tried, f"{id} control"))
    if not stalling.control_test(table, id):
        table.tell(f"{id} stays out of control", "TDA-REGAIN")
        return
    plane = replace(table.plane(id), out=False)
    if plane.pilot == "dead":
        plane = replace(plane, observer_flies=True)
        table.tell(f"the observer flies {id}", "TDA-REGAIN")
    table.put(plane)
    table.tell(f"{id} is under control again", "TDA-REGAIN")


def _done(table: Table, move: Move) -> None:
    table.set(passed=(*table.state.passed, table.state.asked))


def _pursue(table: Table, move: Move) -> None:
    plane = table.plane(move.aircraft[0])
    table.put(replace(plane, pursues=move.target))
    table.set(followers=table.state.followers[1:])
    if move.target:
        table.tell(f"{plane.id} is in pursuit of {move.target}", "TDA-PURSUIT")


_DO = {
    "place": _place,
    "ready": _ready,
    "roll": _roll,
    "take": _decide,
    "give": _decide,
    "choose": _choose,
    "follow": _choose,
    "wait": _wait,
    "break": _break,
    "fly": _fly,
    "power": _power,
    "fire": _fire,
    "pass": _pass,
    "subtract": _clash,
    "keep": _clash,
    "rise": _balloon,
    "sink": _balloon,
    "stay": _balloon,
    "unjam": _unjam,
    "test": _test,
    "done": _done,
    "pursue": _pursue,
}


# ---- going on ---------------------------------------------------------------------------------


def advance(table: Table) -> None:
    """Go on by the rules until a side must decide, or the game is over."""
    while not _judged(table, final=False):
        if _step(table):
            return


def _judged(table: Table, final: bool) -> bool:
    """Whether the game is over; notes the verdict."""
    setting = table.setting
    if table.state.result is None:
        if table.state.stage == "place":
            return False
        verdict = scenarios.judge(setting.scenario, table.state, final, setting.readings)
        if verdict is None:
            return False
        if setting.scenario.id == "passage-of-the-geese":
            readings = (("TDA-SCENARIOS", setting.readings["TDA-SCENARIOS"]),)
        else:
            readings = ()
        table.set(
            result=verdict, stage="over", asked="", act=None, followers=(), pairs=(), clash=None
        )
        table.tell(
            verdict[1], "TDA-SCENARIOS", readings=readings, winner=" ".join(verdict[0]) or "nobody"
        )
    return True


def _ask(table: Table, stage: str, side: str) -> bool:
    table.set(stage=stage, asked=side)
    return True


def _step(table: Table) -> bool:
    """One step; True when somebody must decide."""
    state = table.state
    if state.stage == "place":
        return _placing(table)
    if state.stage in ("roll", "decide"):
        return True
    if state.clash is not None:
        who = collision.undecided(state.clash)
        assert who is not None
        return _ask(table, "clash", state.plane(who).side)
    if state.pairs:
        collision.begin(table)
        return False
    if state.act is not None:
        return _movement(table, state.act)
    if state.stage in ("recover", "pursue"):
        return _recovery(table)
    if state.followers:
        return _following(table)
    return _choosing(table)


def _placing(table: Table) -> bool:
    state = table.state
    first = table.setting.scenario.first
    for side in (first, other_side(first)):
        if placement.unplaced(state, side) is not None:
            return _ask(table, "place", side)
    _begin_turn(table, table.setting.scenario.first_turn)
    return False


def _begin_turn(table: Table, turn: int) -> None:
    scenario = table.setting.scenario
    table.set(
        turn=turn,
        tried=(),
        passed=(),
        followers=(),
        order=(),
        last_side="",
        aircraft=tuple(
            replace(p, moved=False, waits=False, fired="", shots=()) for p in table.state.aircraft
        ),
    )
    if turn == scenario.first_turn and scenario.initiative and not table.setting.each_aircraft:
        holder = scenario.initiative
        table.tell(f"{holder} has the initiative on the first turn", "TDA-SCENARIOS")
        table.set(holder=holder, stage="choose")
    else:
        table.set(stage="roll", asked=table.state.holder)


def _choosing(table: Table) -> bool:
    """Whose turn it is to choose an aircraft (4, 13.1, 14)."""
    state = table.state
    able = [p for p in state.aircraft if p.flying and not p.moved and not p.waits]
    if not able:
        waiting = [p for p in state.aircraft if p.flying and not p.moved]
        if not waiting:
            table.set(stage="recover")
            return False
        for plane in waiting:  # their prey cannot move any more: they fly now
            table.put(replace(plane, waits=False))
        return False
    if table.setting.each_aircraft:
        id = next(i for i in state.order if any(p.id == i for p in able))
        return _ask(table, "choose", state.plane(id).side)
    sides = (state.holder, other_side(state.holder))
    if table.setting.alternate and state.last_side:
        sides = (other_side(state.last_side), state.last_side)
    side = next(s for s in sides if any(p.side == s for p in able))
    return _ask(table, "choose", side)


def _following(table: Table) -> bool:
    plane = table.state.find(table.state.followers[0])
    if plane is None or not plane.flying or plane.out or plane.moved or not plane.pursues:
        table.set(followers=table.state.followers[1:])
        return False
    return _ask(table, "follow", plane.side)


def _movement(table: Table, act: Activation) -> bool:
    side = table.plane(act.members[0]).side
    if act.step == "balloon":
        return _ask(table, "balloon", side)
    if act.step == "bomb":
        if act.chain[-1].bomb:
            for id in act.group:
                bombing.drop(table, id)
        table.act(step="ground")
        return False
    if act.step == "ground":
        table.act(step="opportunity")
        bombing.ground_fire(table)
        return False
    if act.step == "opportunity":
        if next(fire.shots_at(table.setting, table.state), None) is not None:
            return _ask(table, "opportunity", other_side(side))
        table.act(step="next")
        return False
    if act.step == "next":
        if not act.group:
            table.act(step="done")
        elif act.points > 0:
            return _ask(table, "manoeuvre", side)
        else:
            table.act(step="power", ending=act.group)
        return False
    if act.step == "power":
        if act.ending:
            return _ask(table, "power", side)
        table.act(step="fire")
        return False
    if act.step == "fire":
        if act.firing and _may_fire(table, act):
            return _ask(table, "fire", side)
        if act.firing:
            table.act(firing=act.firing[1:])
        else:
            table.act(step="done")
        return False
    return _end_activation(table, act, side)


def _may_fire(table: Table, act: Activation) -> bool:
    plane = table.plane(act.firing[0])
    if not plane.flying or plane.out:
        return False
    if not table.sheet(plane).is_balloon and not last_allows_fire(table.setting, act.chain):
        return False
    return next(fire.own_shots(table.setting, table.state, plane.id), None) is not None


def last_allows_fire(setting: Setting, chain: tuple[Choice, ...]) -> bool:
    """Whether the last manoeuvre allows own fire (6.1.2, 7)."""
    return bool(chain) and setting.charts.manoeuvres[chain[-1].manoeuvre].fire


def _end_activation(table: Table, act: Activation, side: str) -> bool:
    for id in act.members:
        plane = table.plane(id)
        if not plane.moved:
            table.put(replace(plane, moved=True))
    table.set(act=None, last_side=side)
    hunters = [p.id for id in act.members for p in pursuit.pursuers_of(table.state, id)]
    table.set(followers=(*hunters, *(f for f in table.state.followers if f not in hunters)))
    table.set(stage="choose")
    return False


def _recovery(table: Table) -> bool:
    """Recuperation, pursuit, the end of the turn (9, 10)."""
    state = table.state
    for side in (state.holder, other_side(state.holder)):
        if side not in state.passed:
            if recuperation(table.setting, state, side):
                return _ask(table, "recover", side)
            table.set(passed=(*state.passed, side))
            return False
    if "pursuit" not in state.passed:
        pursuit.settle(table)
        table.set(passed=(*state.passed, "pursuit"), stage="pursue")
        return False
    if table.state.followers:
        return _ask(table, "pursue", state.plane(table.state.followers[0]).side)
    if state.turn >= table.setting.scenario.turns:
        _judged(table, final=True)
        return False
    _begin_turn(table, state.turn + 1)
    return False
