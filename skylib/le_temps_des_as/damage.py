"""Structure tests and the damage markers drawn from a cup (8.1, 8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from typing import TYPE_CHECKING, Any

from skylib.core.errors import DataError
from skylib.core.files import toml

from .sources import Table as Row
from .state import Aircraft

if TYPE_CHECKING:
    from .table import Table

__all__ = ["Marker", "EFFECTS", "load", "parse", "structure_test", "remove"]

EFFECTS = (
    "wing",
    "major-wing",
    "motor",
    "weapon-damaged",
    "fuel-tank",
    "weapon-destroyed",
    "killed",
    "wounded",
    "structure",
)
"""The nine effects of the table in 8.2."""


@dataclass(frozen=True, slots=True)
class Marker:
    """One kind of damage marker; ``position`` 1 is forward, 2 rear, 0 neither."""

    id: str
    name: str
    french: str
    effect: str
    position: int
    count: int


def load() -> tuple[dict[str, Marker], str]:
    """The markers that come with the package, and where their counts are from."""
    text = resources.files(__package__).joinpath("damage.toml").read_text("utf-8")
    data = toml(text, "damage.toml")
    return parse(data.get("marker", []), "damage.toml"), data["sources"]["count"]


def parse(
    rows: Iterable[Any], file: str, base: Mapping[str, Marker] | None = None
) -> dict[str, Marker]:
    """Markers from TOML rows. With ``base``, a row may give only the id and the count.

    Raises `DataError` naming file, marker and field.
    """
    out = dict(base or {})
    if not isinstance(rows, list):
        raise DataError("must be a list of tables", file=file, field="marker")
    seen: set[str] = set()
    for number, row in enumerate(rows, 1):
        id = row.get("id") if isinstance(row, dict) else None
        table = Row(
            row,
            f"marker {id if isinstance(id, str) else number}",
            file,
            ("id", "name", "french", "effect", "position", "count"),
        )
        id = table.text("id")
        if id in seen:
            raise table.error("id", "stands twice")
        seen.add(id)
        old = out.get(id)
        out[id] = Marker(
            id,
            table.text("name", old.name if old else None),
            table.text("french", old.french if old else None),
            table.one_of("effect", EFFECTS, old.effect if old else None),
            table.number("position", 0, 2, old.position if old else 0),
            table.number("count", 0, 30, old.count if old else None),
        )
    for effect in EFFECTS:
        if not any(m.effect == effect for m in out.values()):
            raise DataError(f"no marker has the effect {effect}", file=file, field="marker")
    if not any(m.count for m in out.values()):
        raise DataError("the cup is empty", file=file, field="marker")
    return out


def remove(table: Table, id: str, status: str, fate: str) -> None:
    """Take an aircraft out of play; its damage markers go back into the cup (8.2)."""
    plane = table.plane(id)
    table.cup_back(plane.markers)
    table.put(
        replace(
            plane,
            status=status,
            fate=fate,
            gone=table.state.turn,
            markers=(),
            jammed=(),
            pursues="",
            waits=False,
            out=False,
            debt=False,
        )
    )
    for other in table.state.aircraft:
        if other.pursues == id:
            table.put(replace(other, pursues="", waits=False))
    table.drop_from_group(id)


def structure_test(table: Table, target_id: str, modifier: int, cause: str) -> None:
    """The structure test of an aircraft that was hit, and everything that follows (8.1, 8.2)."""
    target = table.plane(target_id)
    sheet = table.sheet(target)
    die = table.dice.roll(6, f"structure test of {target_id}")
    result = die + modifier
    table.tell(
        f"structure test {die}{modifier:+d} = {result} against {sheet.structure} structure points",
        "TDA-STRUCTURE",
        ours=sheet.ours("structure"),
        structure_die=die,
        structure_total=result,
        structure_points=sheet.structure,
    )
    if result < sheet.structure:
        table.tell("minor damage, without effect", structure="minor")
        return
    marker = table.draw_marker(target_id)
    if marker is not None and marker.effect == "structure":
        extra = (table.dice.roll(6, "1d3 more structure damage") + 1) // 2
        result += extra
        table.tell(
            f"the Structure marker adds {extra}: {result}",
            "TDA-MARKERS",
            "TDA-D3",
            structure_total=result,
        )
        table.cup_back((marker.id,))
        marker = None
    if result >= 2 * sheet.structure:
        table.tell(
            f"{result} is at least twice {sheet.structure}: {target_id} is destroyed",
            structure="destroyed",
        )
    elif target.damaged:
        table.tell(f"{target_id} was damaged already and is destroyed", structure="destroyed")
    else:
        target = replace(target, damaged=True)
        table.put(target)
        table.tell(f"{target_id} is turned to its damaged side", structure="damaged")
        if marker is not None:
            apply_marker(table, target, marker, cause)
        return
    if marker is not None:  # drawn for an aircraft that is gone: straight back
        table.cup_back((marker.id,))
    remove(table, target_id, "destroyed", cause)


def apply_marker(table: Table, plane: Aircraft, marker: Marker, cause: str) -> None:
    """The effect of a drawn marker on an aircraft that survived the test (8.2)."""
    sheet = table.sheet(plane)
    position = marker.position if sheet.observer else min(marker.position, 1)
    plane = replace(plane, markers=(*plane.markers, marker.id))
    rule = "TDA-WING" if marker.effect in ("wing", "major-wing", "wounded") else "TDA-MARKERS"
    text = {
        "wing": "all manoeuvres but Straight Ahead cost one more",
        "major-wing": "all manoeuvres but Straight Ahead cost one more, red ones are forbidden",
        "motor": "all power factors are lost",
    }.get(marker.effect, "")
    if marker.effect == "motor":
        plane = replace(plane, power=0)
    elif marker.effect in ("weapon-damaged", "weapon-destroyed"):
        gun = gun_at(plane, sheet.guns, position)
        if gun is None:
            text = "no such gun: no effect"
        elif marker.effect == "weapon-damaged":
            text = f"the {gun} gun is silent until it is repaired"
        else:
            text = f"the {gun} gun is destroyed"
    elif marker.effect == "wounded":
        if position == 2:
            text = "the observer has -1 to fire"
            plane = replace(plane, observer=worse(plane.observer, "wounded"))
        else:
            text = "the pilot has -1 to fire, manoeuvres but Straight Ahead cost one more"
            plane = replace(plane, pilot=worse(plane.pilot, "wounded"))
    table.put(plane)
    if text:
        table.tell(f"{marker.name}: {text}", rule)
    if marker.effect == "fuel-tank":
        die = table.dice.roll(6, f"fuel tank of {plane.id}, 5 or more explodes")
        if die >= 5:
            table.tell(f"fuel tank {die}: {plane.id} explodes", "TDA-MARKERS", fuel_die=die)
            remove(table, plane.id, "destroyed", cause)
            return
        plane = replace(plane, power=max(0, plane.power - 1))
        table.put(plane)
        table.tell(f"fuel tank {die}: one power factor is lost", "TDA-MARKERS", fuel_die=die)
    elif marker.effect == "killed":
        kill(table, plane, position, cause)


def worse(man: str, hurt: str) -> str:
    """A man's state after a wound; the dead stay dead."""
    return man if man == "dead" else hurt


def gun_at(plane: Aircraft, guns: Mapping[str, int], position: int) -> str | None:
    """The gun that a marker of that position speaks of."""
    wanted = {0: ("front", "round", "rear"), 1: ("front", "round"), 2: ("rear",)}[position]
    return next((g for g in wanted if g in guns), None)


def kill(table: Table, plane: Aircraft, position: int, cause: str) -> None:
    """An aviator is killed (8.2); a dead pilot crashes the aircraft unless the observer can fly."""
    sheet = table.sheet(plane)
    if sheet.is_balloon:  # nobody flies it; its gunner is the only aviator
        table.put(replace(plane, pilot="dead"))
        table.tell("the balloon's gunner is killed", "TDA-MARKERS")
        return
    if position == 2:
        table.tell("the observer is killed", "TDA-MARKERS")
        plane = replace(plane, observer="dead")
        table.put(plane)
        if not plane.observer_flies:
            return
    else:
        table.tell("the pilot is killed", "TDA-MARKERS")
        plane = replace(plane, pilot="dead", piloting=0, fire=0)
        table.put(plane)
        if sheet.double_controls and plane.observer != "dead":
            table.tell(
                f"{plane.id} has double controls: the observer may try to fly it in the "
                "recuperation phase; until then it is out of control",
                "TDA-REGAIN",
            )
            table.put(replace(plane, out=True, pursues="", waits=False))
            table.drop_from_group(plane.id)
            return
    table.tell(f"nobody is left to fly {plane.id}: it crashes", "TDA-MARKERS")
    remove(table, plane.id, "destroyed", cause)
