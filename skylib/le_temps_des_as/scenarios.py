"""The scenarios (12): line-ups, entries, turn limits, exits and the judging of victory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import Any

from skylib.core.errors import SkylibError
from skylib.core.files import toml
from skylib.core.wording import counted

from .aircraft import SIDES, Sheet
from .map import EDGES, ZONES
from .moves import ace_text
from .sources import Table, is_ours, origin_of
from .state import Aircraft, State, other_side

__all__ = ["Group", "Exit", "Scenario", "load", "parse", "skirmish", "judge", "Verdict"]

Verdict = tuple[tuple[str, ...], str]
"""The winners and why; no winner is a draw."""


@dataclass(frozen=True)
class Group:
    """Aircraft of one type that enter together."""

    side: str
    type: str
    numbers: tuple[int, ...]
    levels: tuple[int, ...]
    speed: int
    zones: tuple[str, ...]
    edge: str | None = None
    aces: tuple[str, ...] = ()
    formation: str = ""
    near: str = ""
    within: int = 0
    one_each: int = 0
    passes: int = 0
    extra: tuple[int, ...] = ()
    ready: tuple[str, ...] = ()
    pursues: str = ""
    markers: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()  # the fields that the rulebook does not give


@dataclass(frozen=True)
class Exit:
    """A way off the map that is no elimination."""

    side: str
    zones: tuple[str, ...]
    edge: str | None = None
    from_turn: int = 1


@dataclass(frozen=True)
class Scenario:
    """One scenario. ``first`` sets up first, ``initiative`` is who has it on the first turn."""

    id: str
    title: str
    section: str
    turns: int
    first: str
    initiative: str
    holder: str
    goals: Mapping[str, str]
    groups: tuple[Group, ...]
    exits: tuple[Exit, ...] = ()
    target: tuple[str, ...] = ()
    first_turn: int = 1
    fixed: bool = False
    ours: tuple[str, ...] = ()  # the fields that the rulebook does not give

    def may_leave(self, side: str, zones: tuple[str, ...], edge: str, turn: int) -> bool:
        """Whether leaving there, then, is a way out and no elimination."""
        return any(
            e.side == side
            and any(z in e.zones for z in zones)
            and e.edge in (None, edge)
            and turn >= e.from_turn
            for e in self.exits
        )


@lru_cache(maxsize=1)
def load() -> dict[str, Scenario]:
    """The scenarios that come with the package, by id."""
    text = resources.files(__package__).joinpath("scenarios.toml").read_text("utf-8")
    return parse(toml(text, "scenarios.toml"), "scenarios.toml")


def parse(data: Mapping[str, Any], file: str) -> dict[str, Scenario]:
    """Scenarios from TOML. Raises `DataError` naming file, scenario and field."""
    out: dict[str, Scenario] = {}
    whole = _Origin(data, "scenarios", file)
    for row in data.get("scenario", []):
        t = Table(
            row,
            f"scenario {row.get('id')}",
            file,
            (
                *("id", "title", "section", "turns", "first", "initiative", "holder", "goals"),
                *("group", "exits", "target", "first_turn", "fixed", "source", "sources"),
            ),
        )
        id = t.text("id")
        if id in out:
            raise t.error("id", "stands twice")
        goals = row.get("goals")
        if not isinstance(goals, dict) or set(goals) != set(SIDES):
            raise t.error("goals", "must name a goal for Entente and for Central")
        first = t.one_of("first", SIDES)
        initiative = t.one_of("initiative", SIDES) if "initiative" in row else ""
        exits = tuple(_exit(e, f"scenario {id}, exits", file) for e in row.get("exits", []))
        origin = _Origin(row, f"scenario {id}", file, whole)
        groups = tuple(_group(g, f"scenario {id}", file, origin) for g in row.get("group", []))
        if {g.side for g in groups} != set(SIDES):
            raise t.error("group", "both sides need aircraft")
        out[id] = Scenario(
            id,
            t.text("title"),
            t.text("section"),
            t.number("turns", 1, 60),
            first,
            initiative,
            t.one_of("holder", SIDES, initiative or "Entente"),
            goals,
            groups,
            exits,
            t.texts("target"),
            t.number("first_turn", 1, 60, 1),
            t.flag("fixed"),
            origin.ours(
                set(row) - {"id", "title", "section", "goals", "source", "sources", "group"}
            ),
        )
    return out


class _Origin:
    """Where the fields of a table are from: its ``sources``, or those around it, name single
    fields; ``source`` is that of all others."""

    def __init__(self, row: Mapping[str, Any], name: str, file: str, around: _Origin | None = None):
        table = Table(row, name, file, row)
        self._source = table.text("source", around._source if around else "printed")
        given = row.get("sources", {})
        if not isinstance(given, dict):
            raise table.error("sources", f"must be a table, not {given!r}")
        if "source" in row:
            self._sources = dict(given)
        else:
            self._sources = {**(around._sources if around else {}), **given}
        for key, value in (("source", self._source), *self._sources.items()):
            origin_of(value, file, f"{name}, {key}")

    def ours(self, fields: Iterable[str]) -> tuple[str, ...]:
        """Those of the fields that are ours, in their order."""
        return tuple(sorted(f for f in fields if is_ours(self._sources.get(f, self._source))))


def _zones(t: Table, key: str = "zones") -> tuple[str, ...]:
    zones = t.texts(key)
    if not zones or any(z not in ZONES for z in zones):
        raise t.error(key, f"must be zones A1 to C4, not {list(zones)}")
    return zones


def _exit(row: Any, name: str, file: str) -> Exit:
    t = Table(row, name, file, ("side", "zones", "edge", "from_turn"))
    edge = t.one_of("edge", EDGES) if "edge" in t.row else None
    return Exit(t.one_of("side", SIDES), _zones(t), edge, t.number("from_turn", 1, 60, 1))


def _group(row: Any, name: str, file: str, around: _Origin) -> Group:
    t = Table(
        row,
        f"{name}, group {row.get('type')}",
        file,
        (
            *("side", "type", "numbers", "levels", "speed", "zones", "edge", "aces", "formation"),
            *("near", "within", "one_each", "passes", "extra", "ready", "pursues", "markers"),
            "sources",
        ),
    )

    def numbers(key: str, low: int, high: int) -> tuple[int, ...]:
        value = t.row.get(key, [])
        if not isinstance(value, list) or not all(
            type(n) is int and low <= n <= high for n in value
        ):
            raise t.error(key, f"must be numbers from {low} to {high}, not {value!r}")
        return tuple(value)

    aces = t.texts("aces")
    for ace in aces:
        if ace_text(ace) != ace:
            raise t.error("aces", f"must be like 'RP-1/Fire+2', not {ace!r}")
    if not numbers("numbers", 1, 20) or not numbers("levels", 1, 5):
        raise t.error("numbers", "and levels may not be empty")
    if len(aces) > len(numbers("numbers", 1, 20)):
        raise t.error("aces", "are more than aircraft")
    return Group(
        t.one_of("side", SIDES),
        t.text("type"),
        numbers("numbers", 1, 20),
        numbers("levels", 1, 5),
        t.number("speed", 0, 12),
        _zones(t),
        t.one_of("edge", EDGES) if "edge" in t.row else None,
        aces,
        t.one_of("formation", ("V", "")) if "formation" in t.row else "",
        t.text("near") if "near" in t.row else "",
        t.number("within", 0, 10, 0),
        t.number("one_each", 0, 10, 0),
        t.number("passes", -1, 9, 0),
        numbers("extra", 1, 20),
        t.texts("ready"),
        t.text("pursues") if "pursues" in t.row else "",
        t.texts("markers"),
        _Origin(t.row, t.name, file, around).ours(set(t.row) - {"side", "sources"}),
    )


def skirmish(
    base: Scenario,
    sheets: Mapping[str, Sheet],
    line_ups: Mapping[str, str],
    turns: str | None,
) -> Scenario:
    """The free skirmish with the line-ups asked for: types divided by blanks or commas, each
    perhaps with an ace (``spad-xiii:RP-1/Fire+1 camel``).

    Raises `SkylibError` naming the option.
    """
    groups: list[Group] = []
    used: dict[str, int] = {}
    for side in SIDES:
        pattern = next(g for g in base.groups if g.side == side)
        text = line_ups.get(side)
        words = text.replace(",", " ").split() if text is not None else [pattern.type]
        if not 1 <= len(words) <= 8:
            raise SkylibError(f"option {side.lower()}: a line-up has 1 to 8 aircraft")
        columns = sorted(range(2, 18), key=lambda c: (abs(c - 9), c))
        for place, word in enumerate(words):
            type, _, ace = word.partition(":")
            sheet = sheets.get(type.lower())
            if sheet is None or sheet.is_balloon:
                offer = ", ".join(s.id for s in sheets.values() if not s.is_balloon)
                raise SkylibError(f"option {side.lower()}: no aircraft {type!r}; there are {offer}")
            if ace and not ace_text(ace):
                raise SkylibError(f"option {side.lower()}: {ace!r} is no ace like RP-1/Fire+2")
            used[sheet.id] = used.get(sheet.id, 0) + 1
            row = "18 N" if side == "Entente" else "03 S"
            groups.append(
                replace(
                    pattern,
                    type=sheet.id,
                    numbers=(used[sheet.id],),
                    speed=min(pattern.speed, sheet.max_speed),
                    aces=(ace_text(ace),) if ace else (),
                    ready=(f"{columns[place]:02}{row}",),
                )
            )
    if turns is not None and not (turns.isdigit() and 1 <= int(turns) <= 60):
        raise SkylibError(f"option turns: a number from 1 to 60, not {turns!r}")
    return replace(base, groups=tuple(groups), turns=int(turns) if turns else base.turns)


# ---- judging -------------------------------------------------------------------------------


def judge(
    scenario: Scenario, state: State, final: bool, readings: Mapping[str, str]
) -> Verdict | None:
    """Who has won, if it is decided; ``final`` when the last turn is over."""
    return _JUDGES.get(scenario.id, _skirmish)(scenario, state, final, readings)


def _lost(plane: Aircraft) -> bool:
    return plane.status == "destroyed"


def _of(state: State, side: str, type: str | None = None) -> tuple[Aircraft, ...]:
    return tuple(p for p in state.aircraft if p.side == side and type in (None, p.type))


def _names(planes: tuple[Aircraft, ...] | list[Aircraft], one: str = "", many: str = "") -> str:
    """The aircraft by name, and the verb that goes with one or with several of them."""
    *first, last = (p.id for p in planes)
    names = f"{', '.join(first)} and {last}" if first else last
    return f"{names} {many if first else one}".rstrip()


def _fold(s: Scenario, state: State, final: bool, _: Mapping[str, str]) -> Verdict | None:
    """12.2. Whoever reaches the goal first has won; a collision serves neither side."""
    spad = _of(state, "Entente")[0]
    germans = [
        p
        for p in _of(state, "Central")
        if _lost(p) and p.gone < 6 and not p.fate.startswith("collided")
    ]
    if germans:
        return ("Entente",), f"{_names(germans, 'was', 'were')} destroyed before turn 6"
    if _lost(spad) and not spad.fate.startswith("collided"):
        if spad.gone < s.turns:
            return ("Central",), f"{spad.id} was destroyed before the last turn"
        return (), f"{spad.id} was destroyed on the last turn, too late: a draw"
    if spad.status == "left":
        return (), f"{spad.id} is home, and neither side has reached its goal: a draw"
    if _lost(spad):
        return (), f"{spad.id} {spad.fate}, which serves neither side: a draw"
    if not state.of("Central") and state.turn >= 6:
        return (), "no German aircraft is left, but too late for the Entente: a draw"
    return ((), "neither side has reached its goal: a draw") if final else None


def _passage(s: Scenario, state: State, final: bool, _: Mapping[str, str]) -> Verdict | None:
    """12.3."""
    dh4 = _of(state, "Entente", "dh4")[0]
    hanriots = [p for p in _of(state, "Entente", "hanriot-hd1") if p.damaged or _lost(p)]
    if dh4.status == "left" and dh4.observer != "dead":
        return ("Entente",), f"{dh4.id} is through with its observer alive"
    failed = dh4.status not in ("flying", "unplaced") or dh4.observer == "dead"
    if (failed or final) and hanriots:
        return ("Central",), f"{dh4.id} is not through, and {_names(hanriots, 'was', 'were')} hit"
    if final or (failed and not (state.of("Central") and state.of("Entente"))):
        return (), f"{dh4.id} is not through, but no Hanriot was hit: a draw"
    return None


def _voss(s: Scenario, state: State, final: bool, _: Mapping[str, str]) -> Verdict | None:
    """12.4."""
    voss = _of(state, "Central")[0]
    british = [p for p in _of(state, "Entente") if _lost(p)]
    if _lost(voss):
        if not british:
            return ("Entente",), f"{voss.id} is destroyed and no pilot was lost"
        return (), f"{voss.id} is destroyed, and {_names(british, 'is', 'are')} too: a draw"
    if voss.status == "left":
        if british:
            return ("Central",), f"{voss.id} has destroyed {_names(british)} and escaped"
        return (), f"{voss.id} has escaped without a victory: a draw"
    return ((), f"{voss.id} is still in the fight: a draw") if final else None


def _balloons(s: Scenario, state: State, final: bool, _: Mapping[str, str]) -> Verdict | None:
    """12.5."""
    balloons = [p for p in _of(state, "Central", "balloon") if not _lost(p)]
    home = [p for p in _of(state, "Entente") if p.status == "left"]
    if not balloons and home:
        return ("Entente",), f"all balloons are destroyed and {_names(home, 'has', 'have')} escaped"
    flying = [p for p in _of(state, "Entente") if p.status in ("flying", "unplaced")]
    if not flying or final:
        if balloons:
            return ("Central",), f"{_names(balloons)} still stands"
        return ("Central",), "all balloons are destroyed, but no aircraft has escaped"
    return None


def _geese(s: Scenario, state: State, final: bool, readings: Mapping[str, str]) -> Verdict | None:
    """12.6. The reading says whether both Gothas or any of them must bomb and come home."""
    gothas = _of(state, "Central", "gotha-g4")
    home = [p for p in gothas if p.status == "left" and p.bombed]
    possible = [p for p in gothas if p.status in ("flying", "unplaced") or p in home]
    need = len(gothas) if readings["TDA-SCENARIOS"] == "both-gothas" else 1
    if state.bombs and len(home) >= need:
        return ("Central",), f"the camp is hit and {_names(home)} is home"
    if len(possible) < need:
        gone = [p for p in gothas if p not in possible]
        return ("Entente",), f"{_names(gone)} cannot fulfil the task any more"
    if not state.bombs and not any(p.flying or p.status == "unplaced" for p in gothas):
        return ("Entente",), "the camp was not hit"
    return (("Entente",), "the Germans have not fulfilled their task in time") if final else None


def _raid(s: Scenario, state: State, final: bool, _: Mapping[str, str]) -> Verdict | None:
    """12.7."""
    germans = _of(state, "Central")
    out = [p for p in germans if p.status == "left"]
    still = [p for p in germans if p.status in ("flying", "unplaced")]
    hits = len(state.bombs)
    if hits >= 3 and out and not still:
        return ("Central",), f"the city was hit on {hits} hexes and {_names(out)} is home"
    rolands_able = [p for p in still if p.type == "roland-c2"]
    hopeless = not still or (hits < 3 and not rolands_able)
    if final or hopeless:
        lost = [p for p in germans if p.type == "roland-c2" and _lost(p)]
        why = f"the city was hit on {hits} of 3 hexes" if hits < 3 else "not all have left in time"
        if lost:
            return ("Entente",), f"{why}, and {_names(lost, 'is', 'are')} destroyed"
        if final or not still or not state.of("Entente"):
            return (), f"{why}, but no Roland is destroyed: a draw"
        if not any(p.flying for p in germans if p.type == "roland-c2"):
            return (), f"{why}, and no Roland is left to destroy: a draw"
    return None


def score(state: State, side: str) -> int:
    """The points of a side in a free skirmish: two for each enemy lost, one for each damaged."""
    return sum(
        2 if _lost(p) else int(p.damaged) for p in state.aircraft if p.side == other_side(side)
    )


def _skirmish(s: Scenario, state: State, final: bool, _: Mapping[str, str]) -> Verdict | None:
    alive = {
        side: any(p.status in ("flying", "unplaced") for p in _of(state, side)) for side in SIDES
    }
    if not final and all(alive.values()):
        return None
    points = {side: score(state, side) for side in SIDES}
    text = f"{counted(points['Entente'], 'point')} to {points['Central']}"
    if points["Entente"] == points["Central"]:
        return (), f"{text}: a draw"
    best = max(SIDES, key=lambda side: points[side])
    return (best,), f"{best} wins, {text} (Entente to Central)"


_JUDGES: dict[str, Callable[[Scenario, State, bool, Mapping[str, str]], Verdict | None]] = {
    "return-to-the-fold": _fold,
    "forced-passage": _passage,
    "voss-last-flight": _voss,
    "fire-on-the-balloons": _balloons,
    "passage-of-the-geese": _geese,
    "new-raid": _raid,
}
