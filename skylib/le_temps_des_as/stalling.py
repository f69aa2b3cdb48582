"""The end of a movement: new speed, over-speed and its debt, stall, control test (6.3, 6.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from skylib.core.rulings import Figure

from . import damage
from .state import ROLLED, Aircraft, State

if TYPE_CHECKING:
    from .table import Setting, Table

__all__ = ["speed_figures", "end_movement", "control_test", "stall"]

STALL_GAIN = 3
CONTROL = 5


def speed_figures(
    setting: Setting, state: State, plane: Aircraft, power: int
) -> tuple[Figure, ...]:
    """The new speed, item by item (6.3)."""
    figures = [Figure(plane.speed, "speed at the start of the turn", "TDA-SPEED")]
    climb = 0 if setting.readings["TDA-SPEED"] == "climb-free" else -1
    for choice in state.act.chain if state.act else ():
        row = setting.charts.manoeuvres[choice.manoeuvre]
        if row.effect:
            figures.append(Figure(row.effect, row.name, "TDA-MANOEUVRE-COST"))
        if choice.climb < 0:
            figures.append(Figure(1, "descent", "TDA-SPEED"))
        elif choice.climb > 0 and climb:
            figures.append(Figure(climb, "climb", "TDA-SPEED"))
    if power:
        figures.append(Figure(power, "power factor", "TDA-SPEED"))
    return tuple(figures)


def end_movement(table: Table, id: str, power: int) -> None:
    """Set the new speed of an aircraft and apply the table of 6.4."""
    plane = table.plane(id)
    sheet = table.sheet(plane)
    assert table.state.act is not None
    speed = plane.speed + table.state.act.effect + power
    had_debt = plane.debt
    plane = replace(plane, speed=speed, debt=False)
    table.put(plane)
    table.tell(f"{id} ends at speed {speed}", "TDA-SPEED", new_speed=speed)
    if speed > sheet.max_speed:
        ours = sheet.ours("max_speed")
        if had_debt:
            table.tell(
                f"{id} is above its maximum of {sheet.max_speed} a second turn: eliminated",
                "TDA-STALL",
                ours=ours,
            )
            damage.remove(table, id, "destroyed", "broke up above its maximum speed")
            return
        table.tell(
            f"{speed} is above the maximum of {sheet.max_speed}: all power factors are lost for "
            "good, and next turn must bring it down",
            "TDA-STALL",
            ours=ours,
            over_speed="yes",
        )
        table.put(replace(plane, power=0, debt=True))
        if not control_test(table, id):
            stall(table, id)
    elif speed < 1:
        table.tell(f"speed {speed} is below 1: a stall", "TDA-STALL")
        stall(table, id)
    elif speed == 1:
        table.tell("speed 1: a control test", "TDA-STALL")
        if not control_test(table, id):
            stall(table, id)


def control_test(table: Table, id: str) -> bool:
    """1d6 plus the ace's piloting quality, 5 or more succeeds (6.4)."""
    plane = table.plane(id)
    die = table.dice.roll(6, f"control test of {id}")
    figures = [Figure(die, ROLLED, "TDA-CONTROL-TEST")]
    if plane.piloting:
        figures.append(Figure(plane.piloting, "the ace's piloting quality", "TDA-ACE"))
    total = die + plane.piloting
    good = total >= CONTROL
    table.tell(
        f"control test {total} against {CONTROL}: {'under control' if good else 'failed'}",
        "TDA-CONTROL-TEST",
        figures=figures,
        control_die=die,
        control_total=total,
        control="yes" if good else "no",
    )
    return good


def stall(table: Table, id: str) -> None:
    """A stall: one level down, a random facing, speed +3; at level 0 it crashes (6.4)."""
    plane = table.plane(id)
    die = table.dice.roll(6, f"facing of {id} in its stall")
    facing = die - 1
    plane = replace(
        plane,
        facing=facing,
        level=plane.level - 1,
        speed=plane.speed + STALL_GAIN,
        out=True,
        pursues="",
        waits=False,
    )
    table.put(plane)
    name = table.setting.map.board.layout.facing_name(facing)
    table.tell(
        f"{id} stalls: level {plane.level}, facing {name}, speed {plane.speed}, out of control",
        "TDA-STALLED",
        stall="yes",
    )
    table.drop_from_group(id)
    if plane.level < 1:
        table.tell(f"{id} crashes", "TDA-CRASH")
        damage.remove(table, id, "destroyed", "crashed in a stall")
