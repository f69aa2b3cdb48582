"""Setting up (12.1): zones at most three hexes deep, formations, aces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from skylib.core.hexes import Hex, distance
from skylib.core.rulings import Figure, Ruling

from .map import DEEP, Map
from .moves import Move, ace_qualities
from .scenarios import Group
from .sources import is_ours
from .state import Aircraft, State

if TYPE_CHECKING:
    from .table import Setting, Table

__all__ = ["unplaced", "options", "refusal", "ruling", "place", "place_all", "line_up"]


def line_up(setting: Setting, extra: bool) -> tuple[Aircraft, ...]:
    """The counters of a scenario, not yet on the map."""
    out = []
    for group in setting.scenario.groups:
        sheet = setting.charts.aircraft[group.type]
        for number in (*group.numbers, *(group.extra if extra else ())):
            out.append(
                Aircraft(
                    f"{sheet.short}-{number}",
                    group.type,
                    group.side,
                    level=group.levels[0],
                    speed=group.speed,
                    power=sheet.power,
                    observer="fit" if sheet.observer else "",
                    passes=group.passes if sheet.loadable else 0,
                )
            )
    return tuple(out)


def group_of(setting: Setting, plane: Aircraft) -> Group:
    """The scenario's group of an aircraft."""
    number = int(plane.id.rpartition("-")[2])
    for group in setting.scenario.groups:
        if (group.type, group.side) == (plane.type, plane.side) and number in (
            *group.numbers,
            *group.extra,
        ):
            return group
    raise KeyError(plane.id)


def siblings(setting: Setting, state: State, group: Group) -> list[Aircraft]:
    """The aircraft of a group, in order."""
    return [
        p
        for p in state.aircraft
        if (p.type, p.side) == (group.type, group.side) and group_of(setting, p) is group
    ]


def unplaced(state: State, side: str) -> Aircraft | None:
    """The aircraft that a side sets up next."""
    return next((p for p in state.aircraft if p.side == side and p.status == "unplaced"), None)


@lru_cache(maxsize=256)
def entry_hexes(map: Map, group: Group) -> tuple[Hex, ...]:
    """Where a group may enter, its formation left aside."""
    if group.one_each:
        return tuple(h for z in group.zones for h in map.at_depth(z, DEEP))
    return map.entry(group.zones, group.edge)


@lru_cache(maxsize=256)
def entry_set(map: Map, group: Group) -> frozenset[Hex]:
    return frozenset(entry_hexes(map, group))


def ace_choices(setting: Setting, state: State, plane: Aircraft, group: Group) -> tuple[str, ...]:
    """Which ace may, or must, fly an aircraft; an empty text is no ace. A single entry is no
    choice and goes without saying."""
    family = siblings(setting, state, group)
    left = list(group.aces)
    for p in family:
        if p.status != "unplaced" and p.ace in left:
            left.remove(p.ace)
    if not left:
        return ("",)
    waiting = sum(p.status == "unplaced" for p in family)
    offers = tuple(dict.fromkeys(left))
    at_point = group.formation == "V" and waiting == len(family)
    if at_point or waiting <= len(left):
        return offers
    return ("", *offers)


def v_places(setting: Setting, state: State, group: Group) -> dict[Hex, int] | None:
    """In a V, the next hexes and the facing; None if the point is still to be set."""
    family = siblings(setting, state, group)
    placed = [p for p in family if p.hex is not None]
    if not placed:
        return None
    lead = placed[0]
    assert lead.hex is not None
    arms = [_arm(setting, lead.hex, lead.facing, side, len(family)) for side in (-2, 2)]
    here = {p.hex for p in placed[1:]}
    length = [sum(h in here for h in arm) for arm in arms]
    out = {}
    for i in (0, 1):
        if length[i] <= length[1 - i]:
            now = list(length)
            now[i] += 1
            if _fits(setting, group, arms, now, len(family) - 1):
                out[arms[i][length[i]]] = lead.facing
    return out


def _arm(setting: Setting, hex: Hex, facing: int, side: int, n: int) -> list[Hex]:
    out = []
    for _ in range(n):
        hex = setting.map.board.layout.neighbour(hex, facing + side)
        out.append(hex)
    return out


def _fits(
    setting: Setting, group: Group, arms: list[list[Hex]], length: list[int], wings: int
) -> bool:
    """Whether a V so far can be finished inside the entry zone."""
    zone = entry_set(setting.map, group)
    if any(h not in zone for i in (0, 1) for h in arms[i][: length[i]]):
        return False
    if sum(length) == wings:
        return True
    for i in (0, 1):
        if length[i] <= length[1 - i]:
            more = list(length)
            more[i] += 1
            if _fits(setting, group, arms, more, wings):
                return True
    return False


def options(setting: Setting, state: State) -> Iterator[Move]:
    """Every legal placement of the aircraft that is to be set up now."""
    plane = unplaced(state, state.asked)
    if plane is None:
        return
    group = group_of(setting, plane)
    board = setting.map.board
    levels: tuple[int | None, ...] = group.levels if len(group.levels) > 1 else (None,)
    aces = ace_choices(setting, state, plane, group)
    if len(aces) == 1:
        aces = ("",)
    facings = (0,) if setting.sheet(plane).is_balloon else range(6)
    for hex in entry_hexes(setting.map, group):
        for facing in facings:
            if refuse_hex(setting, state, plane, group, hex, facing):
                continue
            for level in levels:
                for ace in aces:
                    yield Move(
                        "place",
                        (plane.id,),
                        hex=board.name(hex),
                        facing=board.layout.facing_name(facing),
                        level=level,
                        ace=ace,
                    )


def refuse_hex(
    setting: Setting, state: State, plane: Aircraft, group: Group, hex: Hex, facing: int
) -> str:
    """Why an aircraft may not stand there, or an empty text."""
    if hex not in entry_set(setting.map, group):
        return "zone"
    if group.formation == "V":
        places = v_places(setting, state, group)
        if places is None:
            n = len(siblings(setting, state, group))
            arms = [_arm(setting, hex, facing, side, n) for side in (-2, 2)]
            return "" if _fits(setting, group, arms, [0, 0], n - 1) else "v-room"
        return "" if places.get(hex) == facing else "v"
    if group.near and not any(
        p.type == group.near and p.hex is not None and distance(p.hex, hex) <= group.within
        for p in state.aircraft
    ):
        return "near"
    if group.one_each:
        if facing:
            return "balloon"
        for p in siblings(setting, state, group):
            if p.hex is not None:
                if setting.map.zone(p.hex) == setting.map.zone(hex):
                    return "one-each"
                if distance(p.hex, hex) < group.one_each:
                    return "apart"
    return ""


def refusal(setting: Setting, state: State, move: Move) -> str:
    """The short name of the first check that a placement fails, or an empty text."""
    plane = unplaced(state, state.asked)
    if plane is None or move.aircraft != (plane.id,):
        return "order"
    group = group_of(setting, plane)
    hex = setting.map.board.find(move.hex)
    if hex is None:
        return "hex"
    facing = setting.map.board.layout.facing(move.facing)
    if code := refuse_hex(setting, state, plane, group, hex, facing):
        return code
    levels = group.levels if len(group.levels) > 1 else (None,)
    if move.level not in levels:
        return "level"
    aces = ace_choices(setting, state, plane, group)
    if move.ace not in (aces if len(aces) > 1 else ("",)):
        return "ace"
    return ""


def nearest(setting: Setting, state: State, move: Move) -> Move:
    """The legal placement that is most like a refused one; "ready" if there is none."""
    board = setting.map.board
    wanted = board.find(move.hex)

    def unlike(other: Move) -> tuple[int, bool, bool, bool]:
        away = 0 if wanted is None else distance(board.hex(other.hex), wanted)
        return (
            away,
            other.facing != move.facing,
            other.level != move.level,
            other.ace != move.ace,
        )

    return min(options(setting, state), key=unlike, default=Move("ready"))


def ruling(setting: Setting, state: State, move: Move) -> Ruling:
    """What the rules say about a placement."""
    code = refusal(setting, state, move)
    rule = "TDA-MAP"
    ours = ("the size of the map",) if is_ours(setting.map.source) else ()
    if not code:
        reading = (("TDA-MAP", setting.readings[rule]),) if setting.map.eight else ()
        return Ruling(
            True,
            f"{move.aircraft[0]} enters at {move.hex}, facing {move.facing}",
            (rule, "TDA-SCENARIOS"),
            readings=reading,
            ours=ours,
        )
    plane = unplaced(state, state.asked)
    if plane is None or code == "order":
        who = plane.id if plane else "nobody"
        example = suggestion(setting, state) if plane else Move("ready")
        return Ruling(
            False,
            f"{who} is to be set up now",
            ("TDA-SCENARIOS",),
            instead=(str(example), "ready"),
        )
    group = group_of(setting, plane)
    zones = ", ".join(group.zones) + (f" at the {group.edge} edge" if group.edge else "")
    levels = " or ".join(map(str, group.levels))
    aces = ace_choices(setting, state, plane, group)
    words = {
        "hex": (rule, f"there is no hex {move.hex}"),
        "zone": (rule, f"it enters by {zones}, at most {DEEP} hexes deep"),
        "v": ("TDA-SCENARIOS", "it takes its place in the V, behind and beside the point"),
        "v-room": (rule, "behind that point the V does not fit into the zone"),
        "near": (
            "TDA-SCENARIOS",
            f"the escort stands at most {group.within} hexes from a "
            + (setting.charts.aircraft[group.near].name if group.near else ""),
        ),
        "balloon": ("TDA-BALLOON", "a balloon has no facing; say N"),
        "one-each": ("TDA-SCENARIOS", "one balloon in each zone"),
        "apart": ("TDA-SCENARIOS", f"balloons stand at least {group.one_each} hexes apart"),
        "level": ("TDA-SCENARIOS", f"it starts at level {levels}")
        if len(group.levels) > 1
        else ("TDA-SCENARIOS", f"its level is {levels} without saying"),
        "ace": ("TDA-ACE", "the ace goes without saying")
        if len(aces) == 1
        else ("TDA-ACE", f"the choice is {', '.join(a or 'no ace' for a in aces)}"),
    }
    why, text = words[code]
    limits: dict[str, tuple[int | str, str]] = {
        "zone": (DEEP, "hexes deep at the most"),
        "near": (group.within, "hexes from it at the most"),
        "apart": (group.one_each, "hexes apart at the least"),
        "level": (levels, "open to it"),
    }
    figures = (Figure(str(limits[code][0]), limits[code][1], why),) if code in limits else ()
    offered = (str(nearest(setting, state, move)), "ready")
    return Ruling(False, text, (why,), figures, offered, ours=ours if why == rule else ())


def place(table: Table, move: Move) -> None:
    """Set one aircraft up."""
    plane = table.plane(move.aircraft[0])
    group = group_of(table.setting, plane)
    aces = ace_choices(table.setting, table.state, plane, group)
    piloting, fire = ace_qualities(move.ace or (aces[0] if len(aces) == 1 else ""))
    layout = table.setting.map.board.layout
    table.put(
        replace(
            plane,
            hex=table.setting.map.board.hex(move.hex),
            facing=layout.facing(move.facing),
            level=move.level if move.level is not None else plane.level,
            piloting=piloting,
            fire=fire,
            status="flying",
        )
    )


def suggestion(setting: Setting, state: State) -> Move:
    """The suggested placement of the aircraft that is to be set up now, else the first legal."""
    plane = unplaced(state, state.asked)
    assert plane is not None
    group = group_of(setting, plane)
    number = siblings(setting, state, group).index(plane)
    aces = ace_choices(setting, state, plane, group)
    ace = "" if len(aces) == 1 else next((a for a in aces if a), "")
    level = group.levels[0] if len(group.levels) > 1 else None
    if number < len(group.ready):
        hex, facing = group.ready[number].split()
        move = Move("place", (plane.id,), hex=hex, facing=facing, level=level, ace=ace)
        if not refusal(setting, state, move):
            return move
    for move in options(setting, state):
        if move.ace == ace:
            return move
    raise AssertionError(f"no place for {plane.id}")


def place_all(table: Table) -> None:
    """Set the side's remaining aircraft up as the scenario suggests."""
    while unplaced(table.state, table.state.asked) is not None:
        place(table, suggestion(table.setting, table.state))


def place_fixed(table: Table) -> None:
    """Put every aircraft where a fixed scenario has it."""
    board = table.setting.map.board
    for plane in table.state.aircraft:
        group = group_of(table.setting, plane)
        hex, facing = group.ready[siblings(table.setting, table.state, group).index(plane)].split()
        aces = group.aces
        piloting, fire = ace_qualities(aces[0]) if aces else (0, 0)
        table.put(
            replace(
                plane,
                hex=board.hex(hex),
                facing=board.layout.facing(facing),
                piloting=piloting,
                fire=fire,
                status="flying",
                pursues=group.pursues,
                markers=group.markers,
                damaged=bool(group.markers),
            )
        )
    cup = list(table.state.cup)
    ids = list(table.setting.charts.markers)
    for plane in table.state.aircraft:
        for marker in plane.markers:
            cup[ids.index(marker)] -= 1
    table.set(cup=tuple(cup))
