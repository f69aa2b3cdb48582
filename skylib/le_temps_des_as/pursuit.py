"""Pursuit (9.2): who hangs on whose tail, and flies right after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from skylib.core.hexes import Hex, Layout, distance

from .state import Aircraft, State

if TYPE_CHECKING:
    from .table import Setting, Table

__all__ = ["in_front_line", "pursuit_refusal", "candidates", "settle", "pursuers_of"]

REACH = 4


def in_front_line(layout: Layout, hex: Hex, facing: int, other: Hex, reach: int = REACH) -> bool:
    """Whether ``other`` lies straight ahead at range 1 to ``reach``."""
    dq, dr = layout.steps[facing % 6]
    n = distance(hex, other)
    return 1 <= n <= reach and (hex[0] + dq * n, hex[1] + dr * n) == tuple(other)


def pursuit_refusal(setting: Setting, hunter: Aircraft, prey: Aircraft) -> str:
    """Why ``hunter`` is not in a situation to pursue ``prey``; empty if it is (9.2)."""
    if not (hunter.flying and prey.flying) or hunter.hex is None or prey.hex is None:
        return "gone"
    if hunter.out or "front" not in setting.sheet(hunter).guns:
        return "gun"
    if setting.sheet(prey).is_balloon:
        return "balloon"
    if abs(hunter.level - prey.level) > 1:
        return "levels"
    if hunter.hex == prey.hex:
        return "" if hunter.level > prey.level else "same-hex"
    layout = setting.map.board.layout
    if not in_front_line(layout, hunter.hex, hunter.facing, prey.hex):
        return "line"
    if in_front_line(layout, prey.hex, prey.facing, hunter.hex):
        return "facing"
    return ""


def candidates(setting: Setting, state: State, hunter: Aircraft) -> tuple[str, ...]:
    """The aircraft that ``hunter`` may pursue next turn."""
    return tuple(
        p.id
        for p in state.aircraft
        if p.side != hunter.side and not pursuit_refusal(setting, hunter, p)
    )


def settle(table: Table) -> None:
    """Mark and unmark pursuits; who has several candidates is left to be asked."""
    asked = []
    for hunter in table.state.aircraft:
        if not hunter.flying:
            continue
        prey = candidates(table.setting, table.state, hunter)
        if len(prey) > 1:
            asked.append(hunter.id)
            continue
        target = prey[0] if prey else ""
        if target != hunter.pursues:
            table.put(replace(hunter, pursues=target))
        if target:
            table.tell(
                f"{hunter.id} is in pursuit of {target}",
                "TDA-PURSUIT",
                **{f"pursuit_{hunter.id}": target},
            )
    table.set(followers=tuple(asked))


def pursuers_of(state: State, prey: str) -> Iterator[Aircraft]:
    """Those that may fly right after their prey: marked, able, not yet moved."""
    for plane in state.aircraft:
        if plane.pursues == prey and plane.flying and not plane.out and not plane.moved:
            yield plane
