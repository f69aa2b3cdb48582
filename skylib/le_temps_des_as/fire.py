"""Aiming, the fire test, opportunity fire and jamming (7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import atan2, degrees
from typing import TYPE_CHECKING, NamedTuple

from skylib.core.hexes import Hex, distance
from skylib.core.rulings import Figure, Ruling

from . import damage
from .odds import hit_chance
from .pursuit import in_front_line, pursuit_refusal
from .state import ROLLED, Aircraft, State

if TYPE_CHECKING:
    from .table import Setting, Table

__all__ = ["Shot", "RANGE", "aim", "shots_at", "own_shots", "modifiers", "ruling", "resolve"]

RANGE = 4


class Shot(NamedTuple):
    """A gun and its target."""

    shooter: str
    gun: str
    target: str


def gunner(plane: Aircraft, gun: str) -> str:
    """How the man at a gun is: ``fit``, ``wounded``, ``dead``, or empty if nobody is there."""
    if gun == "rear":
        return "" if plane.observer_flies else plane.observer
    if gun == "front" and plane.observer_flies:
        return plane.observer
    return plane.pilot


def gun_state(setting: Setting, plane: Aircraft, gun: str) -> str:
    """``ready``, ``jammed``, ``damaged``, ``destroyed``, or ``none`` if it has no such gun."""
    sheet = setting.sheet(plane)
    if gun not in sheet.guns:
        return "none"
    for id in plane.markers:
        marker = setting.charts.markers[id]
        if marker.effect in ("weapon-damaged", "weapon-destroyed"):
            position = marker.position if sheet.observer else min(marker.position, 1)
            if damage.gun_at(plane, sheet.guns, position) == gun:
                return "damaged" if marker.effect == "weapon-damaged" else "destroyed"
    return "jammed" if gun in plane.jammed else "ready"


def off_nose(setting: Setting, a: Hex, facing: int, b: Hex) -> float:
    """Degrees, 0 to 180, between a facing in ``a`` and the direction of ``b``."""
    layout = setting.map.board.layout
    (ax, ay), (bx, by) = layout.centre(a), layout.centre(b)
    angle = degrees(atan2(bx - ax, ay - by)) - layout.angle(facing)
    return round(abs((angle + 180) % 360 - 180), 6)


def straight_behind(setting: Setting, plane: Aircraft, hex: Hex) -> bool:
    """Whether a hex lies in the row straight behind an aircraft."""
    assert plane.hex is not None
    return in_front_line(setting.map.board.layout, plane.hex, plane.facing + 3, hex, RANGE)


def in_rear_arc(setting: Setting, plane: Aircraft, hex: Hex, reading: str) -> bool:
    """Whether a hex at range 1 to 4 lies in the rear arc, the dead angle left aside (7.1)."""
    assert plane.hex is not None
    if reading == "rows":
        layout = setting.map.board.layout
        return any(
            in_front_line(layout, plane.hex, plane.facing + side, hex, RANGE) for side in (2, 3, 4)
        )
    return off_nose(setting, plane.hex, plane.facing, hex) >= 120


def aim(setting: Setting, state: State, shot: Shot, opportunity: bool) -> str:
    """The short name of the first check that a shot fails, or an empty text."""
    shooter, target = state.find(shot.shooter), state.find(shot.target)
    if shooter is None or target is None or not shooter.flying:
        return "gone"
    if not target.flying or target.side == shooter.side or target.hex is None:
        return "target"
    if shot.gun not in setting.charts.aircraft[shooter.type].guns:
        return "gun"
    if abs(shooter.level - target.level) > 1:
        return "levels"
    assert shooter.hex is not None
    range = distance(shooter.hex, target.hex)
    if range > RANGE:
        return "range"
    if gun_state(setting, shooter, shot.gun) != "ready":
        return "silent"
    if shooter.out:
        return "out"
    if gunner(shooter, shot.gun) in ("dead", ""):
        return "gunner"
    if opportunity and any(s.partition(" ")[0] == shot.gun for s in shooter.shots):
        return "again"
    if setting.readings["TDA-FIRE-WHEN"] == "one-target":
        so_far = {s.partition(" ")[2] for s in shooter.shots} | ({shooter.fired} - {""})
        if so_far and target.id not in so_far:
            return "second"
    if shot.gun == "round":
        return ""
    if range == 0:
        return _same_hex(setting, state, shooter, shot.gun, target, opportunity)
    if shot.gun == "front":
        ahead = in_front_line(
            setting.map.board.layout, shooter.hex, shooter.facing, target.hex, RANGE
        )
        return "" if ahead else "arc"
    reading = setting.readings["TDA-ARC-REAR"]
    if not in_rear_arc(setting, shooter, target.hex, reading):
        return "arc"
    if (
        target.level < shooter.level
        and straight_behind(setting, shooter, target.hex)
        and (reading != "fan-one-hex" or range == 1)
    ):
        return "dead-angle"
    return ""


def _same_hex(
    setting: Setting, state: State, shooter: Aircraft, gun: str, target: Aircraft, opp: bool
) -> str:
    if not opp:
        return "dead-angle" if gun == "rear" and target.level < shooter.level else ""
    came = state.act.came_from(target.id) if state.act else None
    if came is None or shooter.hex is None:
        return "same-hex"
    layout = setting.map.board.layout
    sides = {layout.neighbour(shooter.hex, shooter.facing + s): s for s in range(6)}
    side = sides.get(came)
    if gun == "front":
        return "" if side == 0 else "same-hex"
    if side not in (2, 3, 4):
        return "same-hex"
    return "dead-angle" if side == 3 and target.level < shooter.level else ""


def shots_at(setting: Setting, state: State) -> Iterator[Shot]:
    """The opportunity fire that may break in now (7.3)."""
    act = state.act
    if act is None or not act.chain:
        return
    for target in act.group:
        plane = state.plane(target)
        for shooter in state.aircraft:
            if shooter.side != plane.side and shooter.flying:
                for gun in setting.sheet(shooter).guns:
                    shot = Shot(shooter.id, gun, target)
                    if not aim(setting, state, shot, True):
                        yield shot


def own_shots(setting: Setting, state: State, id: str) -> Iterator[Shot]:
    """The shots open to an aircraft that has ended its movement (7)."""
    plane = state.find(id)
    if plane is None:
        return
    for gun in setting.sheet(plane).guns:
        for target in state.aircraft:
            if target.side != plane.side and target.flying:
                shot = Shot(id, gun, target.id)
                if not aim(setting, state, shot, False):
                    yield shot


def modifiers(setting: Setting, state: State, shot: Shot, opportunity: bool) -> tuple[Figure, ...]:
    """The modifiers of a fire test, each with its rule (7.2)."""
    shooter, target = state.plane(shot.shooter), state.plane(shot.target)
    assert shooter.hex is not None and target.hex is not None
    rule = "TDA-FIRE-TEST"
    out = []
    range = distance(shooter.hex, target.hex)
    balloon = setting.sheet(target).is_balloon
    if balloon:
        out.append(Figure(1, "a balloon counts as slow", "TDA-BALLOON"))
    elif target.speed <= 2:
        out.append(Figure(1, f"target speed {target.speed} is low", rule))
    elif target.speed >= 6:
        out.append(Figure(-1, f"target speed {target.speed} is high", rule))
    if target.level != shooter.level:
        out.append(Figure(-1, "one level apart", rule))
    if range == 0:
        out.append(Figure(1, "same hex", rule))
    if range == RANGE:
        out.append(Figure(-1, f"long range, {RANGE} hexes", rule))
    if shot.gun == "front" and not pursuit_refusal(setting, shooter, target):
        marked = shooter.pursues == target.id
        if marked or setting.readings[rule] == "pursuit-situation":
            out.append(Figure(1, "in pursuit of the target", "TDA-PURSUIT"))
    if setting.deflection and deflected(setting, shooter, target):
        out.append(Figure(-1, "deflection", "TDA-OPTION-DEFLECTION"))
    if opportunity and state.act and state.act.chain:
        row = setting.charts.manoeuvres[state.act.chain[-1].manoeuvre]
        if row.defence:
            out.append(Figure(-row.defence, f"the target's {row.name}", "TDA-OPPORTUNITY"))
    if shooter.fire and (shot.gun == "front" or setting.readings["TDA-ACE"] == "any-gun"):
        out.append(Figure(shooter.fire, "the ace's fire quality", "TDA-ACE"))
    if gunner(shooter, shot.gun) == "wounded":
        out.append(Figure(-1, "the man at the gun is wounded", "TDA-WING"))
    return tuple(out)


def deflected(setting: Setting, shooter: Aircraft, target: Aircraft) -> bool:
    """Option 13.2: the shooter lies three-quarters ahead of the target: 30 to 90 degrees off
    its nose."""
    if shooter.hex is None or target.hex is None or shooter.hex == target.hex:
        return False
    if setting.sheet(target).is_balloon:
        return False
    return 30 <= off_nose(setting, target.hex, target.facing, shooter.hex) <= 90


def _ours(setting: Setting, state: State, shot: Shot, opportunity: bool) -> tuple[str, ...]:
    out = list(setting.sheet(state.plane(shot.target)).ours("hit"))
    out += setting.sheet(state.plane(shot.shooter)).ours(shot.gun)
    if opportunity and state.act and state.act.chain:
        out += setting.charts.manoeuvres[state.act.chain[-1].manoeuvre].ours("defence")
    return tuple(out)


def _readings(setting: Setting, state: State, shot: Shot) -> tuple[tuple[str, str], ...]:
    out = []
    if shot.gun == "rear":
        out.append(("TDA-ARC-REAR", setting.readings["TDA-ARC-REAR"]))
        if state.plane(shot.shooter).fire:
            out.append(("TDA-ACE", setting.readings["TDA-ACE"]))
    if shot.gun == "front" and not pursuit_refusal(
        setting, state.plane(shot.shooter), state.plane(shot.target)
    ):
        out.append(("TDA-FIRE-TEST", setting.readings["TDA-FIRE-TEST"]))
    return tuple(out)


def ruling(setting: Setting, state: State, shot: Shot, opportunity: bool) -> Ruling:
    """What the rules say about a shot, with its modifiers and its chance, or why not."""
    code = aim(setting, state, shot, opportunity)
    when = "TDA-OPPORTUNITY" if opportunity else "TDA-FIRE-WHEN"
    if code:
        rule, reason, limits = _why_not(setting, state, shot, code, when)
        others = (
            shots_at(setting, state) if opportunity else own_shots(setting, state, shot.shooter)
        )
        instead = (*(f"fire {s.shooter} {s.gun} at {s.target}" for s in others), "pass")
        readings: tuple[tuple[str, str], ...] = ()
        if code in ("arc", "dead-angle") and shot.gun == "rear":
            readings = (("TDA-ARC-REAR", setting.readings["TDA-ARC-REAR"]),)
        if code == "second":
            readings = (("TDA-FIRE-WHEN", setting.readings["TDA-FIRE-WHEN"]),)
        return Ruling(False, reason, (rule,), limits, instead[-6:], readings)
    figures = modifiers(setting, state, shot, opportunity)
    total = sum(int(f.value) for f in figures)
    hit = setting.sheet(state.plane(shot.target)).hit
    chance = hit_chance(total, hit)
    need = max(1, hit - total)
    text = (
        f"1d6{total:+d} against hit value {hit}: "
        + (f"needs {need} or more" if need <= 6 else "cannot hit")
        + f", {chance.numerator * 6 // chance.denominator} of 6"
    )
    sides = {
        "front": "TDA-ARC-FRONT",
        "rear": "TDA-ARC-REAR",
        "round": "TDA-BALLOON",
    }
    rules = tuple(
        dict.fromkeys(
            (
                *("TDA-FIRE-TEST", when, sides[shot.gun], "TDA-RANGE", "TDA-ARC-ALTITUDE"),
                *(f.rule for f in figures),
            )
        )
    )
    facts = {
        "range": distance(state.plane(shot.shooter).hex, state.plane(shot.target).hex),  # type: ignore[arg-type]
        "needs": need if need <= 6 else "more than 6",
        "chance": f"{chance.numerator * 6 // chance.denominator} of 6",
        "hit value": hit,
        "modifiers": f"{total:+d}",
    }
    return Ruling(
        True,
        text,
        rules,
        figures,
        (),
        _readings(setting, state, shot),
        _ours(setting, state, shot, opportunity),
        facts,
    )


def _why_not(
    setting: Setting, state: State, shot: Shot, code: str, when: str
) -> tuple[str, str, tuple[Figure, ...]]:
    """The rule that a shot fails, why, and the figures as text: they do not add up."""
    shooter, target = state.find(shot.shooter), state.find(shot.target)
    gun = f"the {shot.gun} gun of {shot.shooter}"
    if code == "gone" or shooter is None or target is None:
        return when, f"{shot.shooter} is not in play" if shooter else f"no {shot.shooter}", ()
    if code == "target":
        if target.side == shooter.side:
            return when, f"{target.id} is on the same side", ()
        return when, f"{target.id} is not in play", ()
    assert shooter.hex is not None and target.hex is not None
    range = distance(shooter.hex, target.hex)
    apart = abs(shooter.level - target.level)
    limits: tuple[Figure, ...] = ()
    if code == "levels":
        limits = (
            Figure(str(apart), "levels apart", "TDA-ARC-ALTITUDE"),
            Figure("1", "at the most", "TDA-ARC-ALTITUDE"),
        )
    elif code == "range":
        limits = (
            Figure(str(range), "range", "TDA-RANGE"),
            Figure(str(RANGE), "at the most", "TDA-RANGE"),
        )
    rule, reason = {
        "gun": ("TDA-AIRCRAFT", f"{shooter.id} has no {shot.gun} gun"),
        "levels": ("TDA-ARC-ALTITUDE", f"the target is {apart} levels away; at most 1"),
        "range": ("TDA-RANGE", f"the range is {range}; at most {RANGE}"),
        "silent": (
            "TDA-JAM" if shot.gun in shooter.jammed else "TDA-MARKERS",
            f"{gun} is {gun_state(setting, shooter, shot.gun)}",
        ),
        "out": ("TDA-STALLED", f"{shooter.id} is out of control"),
        "gunner": ("TDA-MARKERS", f"nobody is left at {gun}"),
        "again": ("TDA-OPPORTUNITY", f"{gun} has had its opportunity fire this turn"),
        "second": ("TDA-FIRE-WHEN", f"{shooter.id} has fired at another target this turn"),
        "arc": (
            "TDA-ARC-FRONT" if shot.gun == "front" else "TDA-ARC-REAR",
            f"{target.id} is outside the fire arc of {gun}",
        ),
        "dead-angle": (
            "TDA-ARC-REAR",
            f"{target.id} is straight behind and below: the dead angle of {gun}",
        ),
        "same-hex": (
            "TDA-OPPORTUNITY",
            f"{target.id} did not enter the hex by the arc of {gun}",
        ),
    }[code]
    return rule, reason, limits


def resolve(table: Table, shot: Shot, opportunity: bool) -> None:
    """The fire test, the jam, and the structure test of a target that is hit."""
    setting, state = table.setting, table.state
    figures = modifiers(setting, state, shot, opportunity)
    readings = _readings(setting, state, shot)
    ours = _ours(setting, state, shot, opportunity)
    shooter, target = state.plane(shot.shooter), state.plane(shot.target)
    if opportunity:
        shooter = replace(shooter, shots=(*shooter.shots, f"{shot.gun} {shot.target}"))
    else:
        shooter = replace(shooter, fired=shot.target)
    table.put(shooter)
    sheet = setting.sheet(target)
    modifier = setting.sheet(shooter).guns[shot.gun]
    jams = fire_test(table, f"{shot.shooter} at {shot.target}", figures, sheet.hit, ours, readings)
    hit, jammed = jams
    if jammed:
        table.put(replace(table.plane(shot.shooter), jammed=(*shooter.jammed, shot.gun)))
    if hit:
        if modifier:
            table.tell(
                f"{setting.sheet(shooter).name}: {modifier:+d} to the structure test",
                "TDA-STRUCTURE",
                ours=setting.sheet(shooter).ours(shot.gun),
            )
        damage.structure_test(table, shot.target, modifier, f"shot down by {shot.shooter}")


def fire_test(
    table: Table,
    what: str,
    figures: tuple[Figure, ...],
    hit_value: int,
    ours: tuple[str, ...] = (),
    readings: tuple[tuple[str, str], ...] = (),
    may_jam: bool = True,
) -> tuple[bool, bool]:
    """Roll a fire test. Returns whether it hits and whether the gun jams (7.2, 7.4)."""
    die = table.dice.roll(6, f"fire test, {what}")
    total = die + sum(int(f.value) for f in figures)
    hit = total >= hit_value
    table.tell(
        f"fire test {total} against hit value {hit_value}: {'hit' if hit else 'miss'}",
        "TDA-FIRE-TEST",
        figures=(Figure(die, ROLLED, "TDA-FIRE-TEST"), *figures),
        ours=ours,
        readings=readings,
        fire_die=die,
        fire_total=total,
        hit_value=hit_value,
        hit="yes" if hit else "no",
    )
    if die != 6 or not may_jam:
        return hit, False
    again = table.dice.roll(6, "natural 6: another 6 jams the gun")
    jammed = again == 6
    spoils = table.setting.readings["TDA-JAM"] == "jam-spoils"
    table.tell(
        f"natural 6, rolled again: {again}, the gun {'jams' if jammed else 'does not jam'}"
        + (" and the shot is spoilt" if jammed and spoils and hit else ""),
        "TDA-JAM",
        readings=(("TDA-JAM", table.setting.readings["TDA-JAM"]),) if jammed else (),
        jam_die=again,
        jam="yes" if jammed else "no",
    )
    if jammed and spoils:
        hit = False
    return hit, jammed
