"""Bombs (11.3) and guns on the ground, the DCA (11.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from skylib.core.hexes import Hex, distance
from skylib.core.rulings import Figure

from . import damage
from .fire import fire_test
from .state import Aircraft, State

if TYPE_CHECKING:
    from .table import Setting, Table

__all__ = ["targets_for", "why_not", "loaded", "drop", "ground_fire", "NEEDS"]

NEEDS = {1: 4, 2: 5, 3: 6}
"""Level to the least die that hits."""
DCA_CEILING = 3
DCA_STRUCTURE = 1


def loaded(setting: Setting, plane: Aircraft) -> bool:
    """Whether an aircraft still carries bombs."""
    return setting.sheet(plane).loadable and plane.passes != 0


def targets_for(setting: Setting, state: State, plane: Aircraft) -> frozenset[Hex]:
    """The white dots that an aircraft may bomb now; none without bombs or a living observer."""
    if why_not(setting, state, plane):
        return frozenset()
    target = setting.map.bombing_targets(setting.scenario.target)
    return frozenset(target.hexes) if target else frozenset()


def why_not(setting: Setting, state: State, plane: Aircraft) -> str:
    """Why an aircraft can bomb nothing now, wherever it flies (11.3); empty if it can."""
    if not setting.scenario.target:
        return "this scenario has nothing to bomb"
    sheet = setting.sheet(plane)
    if not sheet.loadable:
        return f"the {sheet.name} carries no bombs"
    if not plane.observer:
        return f"the {sheet.name} has no observer, and bombs need one"
    if plane.observer == "dead":
        return "its observer is dead, and bombs need a living one"
    same_pass = setting.readings["TDA-BOMBING"] == "one-turn" and plane.bombed == state.turn
    if plane.passes == 0 and not same_pass:
        return "it has no bombing pass left"
    return ""


def drop(table: Table, id: str) -> None:
    """Bomb the white dots that the last Straight Ahead flew over."""
    plane = table.plane(id)
    act = table.state.act
    assert act is not None
    targets = targets_for(table.setting, table.state, plane)
    reading = table.setting.readings["TDA-BOMBING"]
    for who, hex in act.crossed:
        if who != id or hex not in targets:
            continue
        need = NEEDS.get(plane.level, 7)
        die = table.dice.roll(6, f"bombs of {id}")
        hit = die >= need
        name = table.setting.map.board.name(hex)
        table.tell(
            f"bombs on {name} from level {plane.level}: {die}, needs {need}: "
            + ("hit" if hit else "miss"),
            "TDA-BOMBING",
            readings=(("TDA-BOMBING", reading),) if plane.passes > 0 else (),
            bomb_die=die,
            bomb="hit" if hit else "miss",
        )
        used = plane.passes > 0 and not (reading == "one-turn" and plane.bombed == table.state.turn)
        plane = replace(plane, passes=plane.passes - used, bombed=table.state.turn)
        table.put(plane)
        if hit and hex not in table.state.bombs:
            table.set(bombs=(*table.state.bombs, hex))
        if not targets_for(table.setting, table.state, plane):
            break


def ground_fire(table: Table) -> None:
    """A shot for each hex that the last manoeuvre entered in the zone of enemy DCA (11.2)."""
    act = table.state.act
    assert act is not None
    for id, hex in act.crossed:
        for side, gun in table.setting.ground_guns:
            plane = table.plane(id)
            if side == plane.side or not plane.flying or plane.level > DCA_CEILING:
                continue
            if distance(gun, hex) > 1:
                continue
            row = table.setting.charts.manoeuvres[act.chain[-1].manoeuvre]
            figures = []
            if plane.speed <= 2:
                figures.append(Figure(1, f"target speed {plane.speed} is low", "TDA-FIRE-TEST"))
            elif plane.speed >= 6:
                figures.append(Figure(-1, f"target speed {plane.speed} is high", "TDA-FIRE-TEST"))
            if row.defence:
                figures.append(Figure(-row.defence, f"the target's {row.name}", "TDA-OPPORTUNITY"))
            table.tell(f"the DCA at {table.setting.map.board.name(gun)} fires at {id}", "TDA-DCA")
            sheet = table.sheet(plane)
            hit, _ = fire_test(
                table,
                f"DCA at {id}",
                tuple(figures),
                sheet.hit,
                sheet.ours("hit") + row.ours("defence"),
                may_jam=False,
            )
            if hit:
                damage.structure_test(table, id, DCA_STRUCTURE, "shot down by the DCA")
