"""Le Temps des As on the protocol that all games share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from skylib.core.dice import Dice, Source
from skylib.core.errors import MoveTextError, NoSuchHex, SkylibError
from skylib.core.games import Game, Outcome, Setup, Step
from skylib.core.rulings import Figure, Ruling, sentences
from skylib.core.wording import are_left, counted, points_of

from . import charts, legal, placement, position, scenarios, sequence
from .aircraft import SIDES
from .envelope import Envelope, Flight
from .manoeuvres import Choice
from .moves import Move, parse, parse_chain
from .state import State
from .table import Setting, Table

__all__ = ["LeTempsDesAs"]


class LeTempsDesAs(Game[State, Move]):
    """One game of Le Temps des As; a move is one decision (see `moves.KINDS`)."""

    name: ClassVar[str] = "le-temps-des-as"
    title: ClassVar[str] = "Le Temps des As"
    package: ClassVar[str] = "skylib.le_temps_des_as"
    end_rules: tuple[str, ...] = ("TDA-SCENARIOS",)
    move_types: ClassVar[tuple[type, ...]] = (Move,)

    def __init__(self, setup: Setup, source: Source) -> None:
        super().__init__(setup, source)
        self.setting = _setting(setup)

    @classmethod
    def scenarios(cls) -> Mapping[str, str]:
        return {s.id: s.title for s in scenarios.load().values()}

    @classmethod
    def seats_for(cls, options: Mapping[str, str]) -> tuple[str, ...]:
        return SIDES

    @classmethod
    def choices(cls) -> Mapping[str, tuple[str, ...]]:
        yes_or_no = ("aircraft_initiative", "deflection", "alternate", "extra")
        return {"setup": ("ready",)} | dict.fromkeys(yes_or_no, ("yes",))

    @classmethod
    def options(cls) -> Mapping[str, str]:
        return {
            "setup": "'ready' starts with the suggested set-up; otherwise the sides place theirs",
            "aircraft_initiative": "'yes': aircraft by aircraft, option 13.1",
            "deflection": "'yes': deflection, option 13.2",
            "alternate": "'yes': the sides alternate aircraft by aircraft, variant 14",
            "extra": "'yes': the fifth SE 5a of 12.4",
            "entente": "the Entente's line-up in a skirmish, like 'spad-xiii:RP-1/Fire+1 camel'",
            "central": "the Central Powers' line-up in a skirmish",
            "turns": "how many turns a skirmish lasts",
            "dca_entente": "hexes with Entente guns on the ground (11.2), like '0912 1010'",
            "dca_central": "hexes with Central guns on the ground (11.2)",
            "charts": "a file with an owner's own charts (TOML)",
        }

    # ---- looking -----------------------------------------------------------------------

    @property
    def envelopes(self) -> tuple[tuple[Envelope, Flight], ...]:
        """The aircraft that fly now, as the manoeuvre table sees them; for chains and screens."""
        if self.state.stage != "manoeuvre":
            return ()
        return tuple(legal.members(self.setting, self.state))

    def chains(self) -> Iterator[tuple[Choice, ...]]:
        """Every whole chain that the aircraft now flying may still fly, once each, lazily.

        A formation's chains are those of its first member that the others may fly as well.
        """
        group = list(self.envelopes)
        if len(group) == 1:
            yield from group[0][0].chains(group[0][1])
        elif group:
            yield from _common_chains(group)

    def parse_chain(self, text: str) -> tuple[Choice, ...]:
        """A chain from its text: ``straight; tight turn right; straight``."""
        return parse_chain(text, self.setting.charts.manoeuvres)

    def check_chain(self, text: str | tuple[Choice, ...]) -> tuple[Ruling, ...]:
        """The rulings on a chain's manoeuvres one after the other, as if nobody fired; the last
        is the first refusal, or says that points are left or the chain is whole."""
        chain = self.parse_chain(text) if isinstance(text, str) else text
        if not self.envelopes:
            return (self._check(self.state, Move("fly", choice=chain[0])),)
        group = list(self.envelopes)
        out: list[Ruling] = []
        for choice in chain:
            code, place = legal.formation_refusal(group, choice)
            flight = group[place][1]
            if flight.points <= 0 or flight.off or flight.down:
                none = (Figure("0", "resource points left", "TDA-RP"),)
                instead = ("end the chain before it",)
                out.append(Ruling(False, "no resource points are left", ("TDA-RP",), none, instead))
                return tuple(out)
            out.append(legal.group_ruling(group, choice))
            if code:
                return tuple(out)
            group = [(e, e.after(f, choice)) for e, f in group]
        left = group[0][1]
        if left.points > 0 and not (left.off or left.down):
            out.append(
                Ruling(
                    False,
                    f"all points must be spent; {are_left(left.points)}",
                    ("TDA-RP",),
                    (
                        Figure(
                            str(left.points), f"resource {points_of(left.points, 'left')}", "TDA-RP"
                        ),
                    ),
                    legal.group_offer(group),
                )
            )
        return tuple(out)

    # ---- the protocol --------------------------------------------------------------------

    def _begin(self, dice: Dice) -> State:
        setting = self.setting
        scenario = setting.scenario
        planes = placement.line_up(setting, self.setup.options.get("extra") == "yes")
        state = State(
            turn=scenario.first_turn,
            stage="place",
            asked=scenario.first,
            holder=scenario.holder,
            aircraft=planes,
            cup=setting.charts.cup,
        )
        table = Table(setting, state, dice)
        if scenario.fixed:
            placement.place_fixed(table)
            if setting.readings["TDA-EXAMPLE-TURN-3"] == "carried-over" and scenario.id == (
                "example-turn-3"
            ):
                table.put(replace(table.plane("SpadXIII-1"), speed=3))
        elif self.setup.options.get("setup") == "ready":
            for side in (scenario.first, *(s for s in SIDES if s != scenario.first)):
                table.set(asked=side)
                placement.place_all(table)
        sequence.advance(table)
        return replace(table.state, report=tuple(table.report))

    def _moves(self, state: State) -> Iterable[Move]:
        return legal.moves(self.setting, state)

    def _legal(self, state: State, move: Move) -> bool:
        return isinstance(move, Move) and legal.is_legal(self.setting, state, move)

    def _check(self, state: State, move: Move) -> Ruling:
        return legal.ruling(self.setting, state, move)

    def _apply(self, state: State, move: Move, dice: Dice) -> State:
        table = Table(self.setting, state, dice)
        sequence.play(table, move)
        return replace(table.state, report=tuple(table.report))

    def _to_move(self, state: State) -> str:
        return state.asked

    def _outcome(self, state: State) -> Outcome | None:
        if state.result is None:
            return None
        scores = {}
        if self.setup.scenario == "skirmish":
            scores = {side: scenarios.score(state, side) for side in SIDES}
        return Outcome(state.result[0], state.result[1], scores)

    def _prompt(self, state: State) -> str:
        return _PROMPTS[state.stage](self, state)

    def _parse(self, text: str, state: State) -> Move:
        names = {p.id.lower(): p.id for p in state.aircraft}

        def find(word: str) -> str:
            if (id := names.get(word.lower())) is None:
                raise MoveTextError(
                    f"there is no {word!r} here; there are {', '.join(names.values())}"
                )
            return id

        def offer() -> tuple[str, ...]:
            return legal.offer(self.setting, state)

        move = parse(text, self.setting.charts.manoeuvres, find, offer)
        if move.kind == "choose" and len(move.aircraft) > 1:
            order = [p.id for p in state.aircraft]
            move = replace(move, aircraft=tuple(sorted(move.aircraft, key=order.index)))
        return move

    def _write(self, state: State) -> str:
        return position.write(self.setting, state)

    def _read(self, text: str) -> State:
        return position.read(self.setting, text)

    def _facts(self, state: State) -> dict[str, str]:
        return _facts(self.setting, state)

    def _explain(self, step: Step[State, Move]) -> Ruling:
        base = self._check(step.before, step.move)
        report = step.after.report
        if not report:
            return base
        figures = base.figures
        if step.move.kind in ("fire", "choose", "follow", "test", "unjam"):
            figures = next((h.figures for h in report if h.figures), base.figures)

        # What was said of a move beforehand gives way to what came of it.
        before = (base.reason,) if step.move.kind in ("fly", "place", "wait", "pass") else ()

        def merged(first: tuple[Any, ...], rest: Iterable[tuple[Any, ...]]) -> tuple[Any, ...]:
            return tuple(dict.fromkeys((*first, *(x for r in rest for x in r))))

        return Ruling(
            True,
            sentences(*before, *(h.text for h in report)),
            merged(base.rules, (h.rules for h in report)),
            figures,
            (),
            merged(base.readings, (h.readings for h in report)),
            merged(base.ours, (h.ours for h in report)),
            dict(base.facts) | {k: v for h in report for k, v in h.facts},
        )


# ---- making the setting ------------------------------------------------------------------------


def _setting(setup: Setup) -> Setting:
    options = setup.options
    for key in ("aircraft_initiative", "deflection", "alternate", "extra"):
        if options.get(key, "no") not in ("yes", "no"):
            raise SkylibError(f"option {key} is yes or no, not {options[key]!r}")
    if options.get("setup", "placed") not in ("placed", "ready"):
        raise SkylibError(f"option setup is placed or ready, not {options['setup']!r}")
    each = options.get("aircraft_initiative") == "yes"
    alternate = options.get("alternate") == "yes"
    if each and alternate:
        raise SkylibError(
            "options aircraft_initiative (13.1) and alternate (14) both say who flies next: "
            "choose one of them, as 14 advises"
        )
    numbers = charts.chosen(options.get("charts"))
    scenario = scenarios.load()[setup.scenario]
    line_ups = {side: options[side.lower()] for side in SIDES if side.lower() in options}
    if scenario.id == "skirmish":
        scenario = scenarios.skirmish(scenario, numbers.aircraft, line_ups, options.get("turns"))
    elif line_ups or "turns" in options:
        key = "turns" if not line_ups else next(iter(line_ups)).lower()
        raise SkylibError(f"option {key} is for the scenario skirmish only")
    if options.get("extra") == "yes" and not any(g.extra for g in scenario.groups):
        raise SkylibError("option extra is for the scenario voss-last-flight only")
    readings = dict(setup.readings)
    ground = numbers.map
    if readings["TDA-MAP"] == "eight-zones":
        ground = replace(ground, eight=True)
    guns = []
    for side in SIDES:
        for name in options.get(f"dca_{side.lower()}", "").replace(",", " ").split():
            try:
                guns.append((side, ground.board.hex(name)))
            except NoSuchHex as error:
                raise SkylibError(f"option dca_{side.lower()}: {error}") from None
    return Setting(
        numbers,
        ground,
        scenario,
        readings,
        each,
        options.get("deflection") == "yes",
        alternate,
        tuple(guns),
    )


def _common_chains(group: list[tuple[Envelope, Flight]]) -> Iterator[tuple[Choice, ...]]:
    lead, start = group[0]
    for choice in lead.legal(start):
        if legal.formation_refusal(group, choice)[0]:
            continue
        after = [(e, e.after(f, choice)) for e, f in group]
        done = after[0][1].points == 0
        alive = [(e, f) for e, f in after if not (f.off or f.down)]
        if done or not alive:
            yield (choice,)
        else:
            for rest in _common_chains(alive):
                yield (choice, *rest)


# ---- in words ------------------------------------------------------------------------------------


def _who(state: State) -> str:
    return " and ".join(state.act.group) if state.act else ""


def _manoeuvre_prompt(game: LeTempsDesAs, state: State) -> str:
    act = state.act
    assert act is not None
    left = counted(act.points, "point")
    return f"{state.asked}: the next manoeuvre of {_who(state)}, {left} left"


_PROMPTS = {
    "place": lambda g, s: f"{s.asked}: set up {placement.unplaced(s, s.asked).id}",
    "roll": lambda g, s: f"Turn {s.turn}: roll for the initiative",
    "decide": lambda g, s: f"{s.asked}: take the initiative or give it",
    "choose": lambda g, s: f"{s.asked}: which aircraft flies now",
    "follow": lambda g, s: f"{s.asked}: {s.followers[0]} may fly right after its prey",
    "manoeuvre": _manoeuvre_prompt,
    "balloon": lambda g, s: f"{s.asked}: {_who(s)} rises, sinks or stays",
    "clash": lambda g, s: f"{s.asked}: may the ace take something off the collision roll",
    "opportunity": lambda g, s: f"{s.asked}: fire at {_who(s)} now, or pass",
    "power": lambda g, s: f"{s.asked}: the power factor of {s.act.ending[0]}",
    "fire": lambda g, s: f"{s.asked}: {s.act.firing[0]} may fire",
    "recover": lambda g, s: f"{s.asked}: recuperation",
    "pursue": lambda g, s: f"{s.asked}: whom does {s.followers[0]} pursue",
    "over": lambda g, s: s.result[1] if s.result else "the game is over",
}


def _facts(setting: Setting, state: State) -> dict[str, str]:
    board = setting.map.board
    facts = {
        "turn": str(state.turn),
        "stage": state.stage,
        "to move": state.asked,
        "holder": state.holder,
        "initiative Entente": str(state.rolled[0]),
        "initiative Central": str(state.rolled[1]),
        "markers in the cup": str(sum(state.cup)),
        "bombs": " ".join(board.name(h) for h in state.bombs) or "none",
    }
    if state.act:
        facts |= {"points": str(state.act.points), "effect": f"{state.act.effect:+d}"}
    if state.result:
        facts |= {"winner": " ".join(state.result[0]) or "nobody"}
    for p in state.aircraft:
        facts |= {
            f"hex {p.id}": board.name(p.hex) if p.hex else "none",
            f"facing {p.id}": board.layout.facing_name(p.facing),
            f"level {p.id}": str(p.level),
            f"speed {p.id}": str(p.speed),
            f"power {p.id}": str(p.power),
            f"status {p.id}": p.status,
            f"side {p.id}": "damaged" if p.damaged else "fit",
            f"markers {p.id}": " ".join(p.markers) or "none",
            f"pursues {p.id}": p.pursues or "nobody",
            f"control {p.id}": "out" if p.out else "yes",
        }
    return facts
