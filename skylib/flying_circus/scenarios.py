"""All scenarios of the rulebook ("Scenarios"), and the check of free choices.

A scenario says who flies what, who moves first, at what height, and what earns points. In
some the players choose their aircraft; `check_line_up` judges such a choice against the
Aircraft Available Chart and the scenario's limits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Literal

from ..core.errors import SkylibError
from ..core.rulings import Figure, Ruling
from .aircraft import HIGHEST_LEVEL, ROLES, SIDES, YEARS, AircraftType, Charts
from .datafile import Fields, load_file, load_ours, shown

__all__ = [
    "Scenario",
    "Choice",
    "VictoryPoints",
    "LineUp",
    "KINDS",
    "scenarios",
    "read_scenarios",
    "check_line_up",
    "choices",
    "highest_start",
]

Kind = Literal["air", "photo", "trench", "artillery"]
Side = Literal["allied", "german"]

KINDS: Mapping[str, str] = {
    "air": "Air superiority",
    "photo": "Photographic reconnaissance",
    "trench": "Trench strafing",
    "artillery": "Artillery strafing",
}
MOST_AIRCRAFT = 3  # a side: there are six sets of markers
_CHOOSERS = ("each", "one", *SIDES)

_FILE_FIELDS = ("title", "source", "points", "scenario")
_POINTS = ("mission", "attacker_kill", "defender_kill_observation", "defender_kill_fighter")
_SCENARIO_FIELDS = (
    *("kind", "year", "attacker", "letter", "first", "height", "chooser"),
    *SIDES,
)


@dataclass(frozen=True, slots=True)
class VictoryPoints:
    """What earns points. ``mission`` is each photograph flown home or each strafing;
    the rest is for aircraft shot down, by the attacker or by the defender.
    """

    section: str
    mission: int
    attacker_kill: int
    defender_kill_observation: int
    defender_kill_fighter: int

    def kill(self, by_attacker: bool, role: str) -> int:
        """Points for shooting down an aircraft of that role."""
        if by_attacker:
            return self.attacker_kill
        if role == "observation":
            return self.defender_kill_observation
        return self.defender_kill_fighter


@dataclass(frozen=True, slots=True)
class Choice:
    """A side whose aircraft are chosen: how many, from which year, and the limits.

    ``role`` is ``fighter`` where only fighters may fly, else None. ``chooser`` is who
    chooses: ``each`` player, ``one`` player for both sides, or a side.
    """

    side: Side
    year: int
    count: int
    most_of_a_type: int
    role: str | None
    chooser: str

    def __str__(self) -> str:
        what = "fighters" if self.role == "fighter" else "aircraft"
        text = f"any {self.count} {self.side.capitalize()} {what} of {self.year}"
        if self.most_of_a_type == 1:
            return f"{text}, no two of the same type"
        if self.most_of_a_type < self.count:
            return f"{text}, at most {self.most_of_a_type} of a type"
        return text


LineUp = tuple[str, ...] | Choice


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario. ``height`` is the level at which all start, or None where the attacker
    chooses it; ``attacker`` is the side that takes photographs or strafes, None in air
    superiority; ``first`` moves first.
    """

    id: str
    kind: Kind
    year: int
    letter: str
    title: str
    section: str
    allied: LineUp
    german: LineUp
    first: Side
    height: int | None
    attacker: Side | None
    points: VictoryPoints

    def line_up(self, side: str) -> LineUp:
        """The aircraft of a side: their ids, or a `Choice`."""
        if side not in SIDES:
            raise SkylibError(f"the sides are allied and german, not {side!r}")
        return self.german if side == "german" else self.allied

    @property
    def free(self) -> bool:
        """Whether any aircraft are chosen by the players."""
        return isinstance(self.allied, Choice) or isinstance(self.german, Choice)

    @property
    def target_side(self) -> Side | None:
        """The side that is photographed or strafed."""
        return {"allied": "german", "german": "allied"}.get(self.attacker or "")  # type: ignore[return-value]

    def describe(self, charts: Charts | None = None) -> str:
        """Both line-ups in words: ``2 Fokker E III against DH 2 and Nieuport 11``."""
        charts = charts or Charts.default()
        second = "german" if self.first == "allied" else "allied"
        sides = (_words(self.line_up(side), charts) for side in (self.first, second))
        return " against ".join(sides)

    def __str__(self) -> str:
        return self.title


def _words(line_up: LineUp, charts: Charts) -> str:
    if isinstance(line_up, Choice):
        return str(line_up)
    parts = [
        (f"{number} " if number > 1 else "") + charts[id].name
        for id, number in Counter(line_up).items()
    ]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def scenarios() -> Mapping[str, Scenario]:
    """Every scenario of the rulebook by its id, in the rulebook's order."""
    return _ours()


def read_scenarios(path: str | Path) -> Mapping[str, Scenario]:
    """Scenarios from a file of the form of ``scenarios.toml``. Raises `DataError`."""
    return _scenarios(load_file(path, "scenarios"))


# ---- free choices ---------------------------------------------------------------------


def check_line_up(choice: Choice, types: Sequence[str], charts: Charts | None = None) -> Ruling:
    """Whether these aircraft (ids) may fly in a free scenario.

    The number and the limits of doubles are the scenario's (FC-SCENARIO-FREE); side, year
    and role are the Aircraft Available Chart's (FC-AVAILABLE).
    """
    charts = charts or Charts.default()
    on_offer = charts.available(choice.side, choice.year, choice.role)
    offer = tuple(kind.name for kind in on_offer)
    for id in types:
        if (refused := _unavailable(choice, id, charts, offer)) is not None:
            return refused
    kinds = [charts.types[id] for id in types]
    figures = tuple(
        Figure(number, charts.types[id].name, "FC-SCENARIO-FREE")
        for id, number in Counter(types).items()
    )
    rules = ("FC-SCENARIO-FREE", "FC-AVAILABLE")
    if len(types) != choice.count:
        return Ruling(
            False,
            f"{len(types)} aircraft are chosen; the scenario wants {choice.count}",
            rules,
            (
                *figures,
                Figure(str(choice.count), "aircraft that the scenario wants", "FC-SCENARIO-FREE"),
            ),
            (str(choice),),
        )
    for id, number in Counter(types).items():
        if number > choice.most_of_a_type:
            limit = choice.most_of_a_type
            others = tuple(kind.name for kind in on_offer if kind.id != id)
            return Ruling(
                False,
                f"{number} are {charts.types[id].name}; the scenario allows {limit} of a type",
                rules,
                (*figures, Figure(str(limit), "of a type at the most", "FC-SCENARIO-FREE")),
                others,
            )
    watchers = sum(kind.role == "observation" for kind in kinds)
    seen = f", {watchers} of them for observation" if watchers else ""
    return Ruling(True, f"{len(types)} {_adjective(choice)} of {choice.year}{seen}", rules, figures)


def _adjective(choice: Choice) -> str:
    return f"{choice.side.capitalize()} {'fighters' if choice.role == 'fighter' else 'aircraft'}"


def _unavailable(choice: Choice, id: str, charts: Charts, offer: tuple[str, ...]) -> Ruling | None:
    """The refusal of one aircraft by side, year or role; None if it may fly."""
    kind: AircraftType | None = charts.types.get(id) if isinstance(id, str) else None
    figures: tuple[Figure, ...] = ()
    if kind is None:
        reason = f"there is no aircraft type {shown(id)}"
    elif kind.side != choice.side:
        reason = f"the {kind.name} is {kind.side.capitalize()}, not {choice.side.capitalize()}"
    elif choice.year not in kind.years:
        years = ", ".join(map(str, kind.years))
        reason = f"the {kind.name} flew in {years}, not in {choice.year}"
        figures = (
            Figure(years, f"the {kind.name} flew", "FC-AVAILABLE"),
            Figure(str(choice.year), "the scenario's year", "FC-SCENARIO-FREE"),
        )
    elif choice.role not in (None, kind.role):
        reason = f"the {kind.name} is an observation aircraft; only fighters fly here"
    else:
        return None
    return Ruling(False, reason, ("FC-AVAILABLE", "FC-SCENARIO-FREE"), figures, offer)


def choices(choice: Choice, charts: Charts | None = None) -> Iterator[tuple[str, ...]]:
    """Every line-up that `check_line_up` allows, in the order of the charts."""
    charts = charts or Charts.default()
    ids = [kind.id for kind in charts.available(choice.side, choice.year, choice.role)]
    for line_up in combinations_with_replacement(ids, choice.count):
        if max(Counter(line_up).values()) <= choice.most_of_a_type:
            yield line_up


def highest_start(types: Sequence[str], charts: Charts | None = None) -> int:
    """The highest level at which all these aircraft can start: the lowest of their ceilings.

    All aircraft start at the same level ("Starting"); a scenario's height above it is
    lowered to it.
    """
    charts = charts or Charts.default()
    return min((charts[id].ceiling for id in types), default=HIGHEST_LEVEL)


# ---- reading ----------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _ours() -> Mapping[str, Scenario]:
    return _scenarios(load_ours("scenarios.toml", "scenarios"))


def _scenarios(fields: Fields) -> dict[str, Scenario]:
    fields.text("title", longest=80)
    fields.source("source", "printed")
    points, line_ups_of = _points(fields.table("points"))
    read = [_scenario(row, points) for row in fields.tables("scenario")]
    if not read:
        raise fields.error("are none", "scenario")
    fields.done(_FILE_FIELDS)
    for kind, model in line_ups_of.items():
        if any(scenario.kind == kind for scenario in read):
            raise fields.error(
                f"has line-ups of its own although it takes those of {model}", f"points, {kind}"
            )
        read += [
            _alike(scenario, kind, points[kind]) for scenario in read if scenario.kind == model
        ]
    out: dict[str, Scenario] = {}
    for scenario in read:
        if scenario.id in out:
            raise fields.error("stands twice", f"scenario {scenario.id}")
        out[scenario.id] = scenario
    return out


def _points(table: Fields) -> tuple[dict[str, VictoryPoints], dict[str, str]]:
    points: dict[str, VictoryPoints] = {}
    line_ups_of: dict[str, str] = {}
    for kind in table.names():
        if kind not in KINDS:
            table.done(KINDS)
        row = table.table(kind)
        section = row.text("section")
        points[kind] = VictoryPoints(section, *(row.integer(name, 0, 99) for name in _POINTS))
        model = row.choice("line_ups_of", [k for k in KINDS if k != kind], None)
        if model:
            line_ups_of[kind] = model
        row.done(("section", *_POINTS, "line_ups_of"))
    return points, line_ups_of


def _scenario(row: Fields, points: Mapping[str, VictoryPoints]) -> Scenario:
    kind = row.choice("kind", KINDS)
    if kind not in points:
        raise row.error(f"is {kind}, of which [points] says nothing", "kind")
    year = row.integer("year", YEARS[0], YEARS[-1])
    letter = row.text("letter", "", longest=1)
    if letter and not "a" <= letter <= "z":
        raise row.error(f"must be a letter a to z, not {shown(letter)}", "letter")
    attacker = None
    if kind == "air":
        first = row.choice("first", SIDES)
        height: int | None = row.integer("height", 1, HIGHEST_LEVEL)
    else:  # the attacker moves first and chooses the height
        first = attacker = row.choice("attacker", SIDES)
        height = None
    chooser = row.choice("chooser", _CHOOSERS, None)
    allied, german = (_line_up(row, side, year, chooser) for side in SIDES)
    if chooser and not (isinstance(allied, Choice) or isinstance(german, Choice)):
        raise row.error("is there although no side is chosen", "chooser")
    row.done(_SCENARIO_FIELDS)
    return Scenario(
        _id(kind, year, attacker, letter),
        kind,  # type: ignore[arg-type]
        year,
        letter,
        _title(kind, year, attacker, letter),
        points[kind].section,
        allied,
        german,
        first,  # type: ignore[arg-type]
        height,
        attacker,  # type: ignore[arg-type]
        points[kind],
    )


def _id(kind: str, year: int, attacker: str | None, letter: str) -> str:
    return "-".join(part for part in (kind, str(year), attacker, letter) if part)


def _title(kind: str, year: int, attacker: str | None, letter: str) -> str:
    who = attacker.capitalize() if attacker else ""
    return " ".join(part for part in (f"{KINDS[kind]} {year}", who, letter) if part)


def _line_up(row: Fields, side: str, year: int, chooser: str | None) -> LineUp:
    known = Charts.ours()
    if isinstance(row.peek(side), dict):
        table = row.table(side)
        if chooser is None:
            raise row.error("is missing: who chooses the aircraft?", "chooser")
        choice = Choice(
            side,  # type: ignore[arg-type]
            year,
            table.integer("count", 1, MOST_AIRCRAFT),
            table.integer("most_of_a_type", 1, MOST_AIRCRAFT),
            table.choice("role", ROLES, None),
            chooser,
        )
        table.done(("count", "most_of_a_type", "role"))
        if next(choices(choice, known), None) is None:
            raise row.error(f"no line-up fits the choice of {choice}", side)
        return choice
    ids = row.items(side)
    if not 1 <= len(ids) <= MOST_AIRCRAFT:
        raise row.error(f"must be 1 to {MOST_AIRCRAFT} aircraft, not {len(ids)}", side)
    for id in ids:
        kind = known.types.get(id) if isinstance(id, str) else None
        if kind is None:
            raise row.error(f"{shown(id)} is no aircraft of the game", side)
        if kind.side != side:
            raise row.error(f"the {kind.name} is {kind.side}", side)
        if year not in kind.years:
            raise row.error(f"the {kind.name} did not fly in {year}", side)
    return tuple(ids)


def _alike(model: Scenario, kind: str, points: VictoryPoints) -> Scenario:
    """A scenario of another kind with the line-ups of ``model``."""
    return Scenario(
        _id(kind, model.year, model.attacker, model.letter),
        kind,  # type: ignore[arg-type]
        model.year,
        model.letter,
        _title(kind, model.year, model.attacker, model.letter),
        points.section,
        model.allied,
        model.german,
        model.first,
        model.height,
        model.attacker,
        points,
    )
