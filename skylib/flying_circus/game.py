"""The standard game: every scenario of the rulebook, by the protocol of `skylib.core.games`.

A phase goes so: the mover's aircraft enter or fly, each with its plan, in the order the
player likes; then both sides declare fire, the mover first, and all of it is carried out
at once. A side that has nothing to fire at is not asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import ClassVar, get_args

from skylib.core.dice import Dice, Source
from skylib.core.errors import NotAllowed, PositionError, SkylibError
from skylib.core.games import Game, Outcome, Setup, Step
from skylib.core.hexes import COLUMNS
from skylib.core.rulings import Ruling

from . import combat, decisions, ground_fire, legal, movement, positions
from .aircraft import AircraftType, Charts, Gun
from .map import LETTERS, Map
from .movement import Around, Plan, Task
from .moves import (
    Announce,
    Enter,
    Fire,
    Fly,
    Height,
    Move,
    Objective,
    Pass,
    Shot,
    parse_move,
)
from .passed_over import passed_over
from .patterns import can_fly, count_on, flights_on
from .scenarios import Choice, Scenario, check_line_up, choices, highest_start, scenarios
from .sighting import Timeline
from .state import (
    ENTERING,
    ENTRY_FACINGS,
    EXITED,
    FLYING,
    OFF,
    SHOT_DOWN,
    SIDES,
    Aircraft,
    Event,
    Flown,
    State,
    enemy_of,
)

__all__ = ["FlyingCircus"]


class FlyingCircus(Game[State, Move]):
    """One standard game. ``scenario`` is the scenario played, ``charts`` and ``map`` its data."""

    name: ClassVar[str] = "flying-circus"
    title: ClassVar[str] = "Flying Circus"
    package: ClassVar[str] = "skylib.flying_circus"
    end_rules: tuple[str, ...] = ("FC-SCENARIO-AIR",)  # or that of the scenario's kind
    move_types: ClassVar[tuple[type, ...]] = get_args(Move)

    def __init__(self, setup: Setup, source: Source) -> None:
        super().__init__(setup, source)
        options = setup.options
        self.scenario: Scenario = scenarios()[setup.scenario]
        self.charts = Charts.read(options["charts"]) if "charts" in options else Charts.default()
        self.map = Map.read(options["map"]) if "map" in options else Map.default()
        both = self.readings["FC-TURN-MODE"] == "both-directions"
        self._sky = Around(self.map.board, both_directions=both)
        self.line_ups = {side: self._line_up(side) for side in SIDES}
        self.end_rules = (self.mission_rule,)

    @classmethod
    def scenarios(cls) -> Mapping[str, str]:
        return {id: scenario.title for id, scenario in scenarios().items()}

    @classmethod
    def seats_for(cls, options: Mapping[str, str]) -> tuple[str, ...]:
        return SIDES

    @classmethod
    def options(cls) -> Mapping[str, str]:
        return {
            "allied": "the Allied aircraft of a free scenario, by comma: spad-7, camel, se5a",
            "german": "the German aircraft of a free scenario",
            "charts": "a chart file of your own",
            "map": "a map file of your own",
        }

    # ---- setting up ------------------------------------------------------------------------

    def _line_up(self, side: str) -> tuple[AircraftType, ...]:
        line_up = self.scenario.line_up(side)
        wanted = self.setup.options.get(side)
        if not isinstance(line_up, Choice):
            if wanted is not None:
                raise SkylibError(
                    f"{self.scenario.title} fixes the {side} aircraft; option {side} does not apply"
                )
            return tuple(self.charts[id] for id in line_up)
        if wanted is None:
            return tuple(self.charts[id] for id in self._usual(line_up))
        names = [n.strip(" []()'\"") for n in wanted.split(",")]
        types = tuple(self.charts.find(n) for n in names if n)
        ruling = check_line_up(line_up, [kind.id for kind in types], self.charts)
        if not ruling:
            raise NotAllowed(ruling)
        return types

    def _usual(self, choice: Choice) -> tuple[str, ...]:
        """The line-up of a free scenario when none is named: as varied as it may be, and for
        reconnaissance with one observation aircraft."""
        scouting = self.scenario.kind == "photo" and self.scenario.attacker == choice.side

        def merit(line_up: tuple[str, ...]) -> tuple[bool, int]:
            watchers = sum(self.charts[id].role == "observation" for id in line_up)
            return watchers == int(scouting), len(set(line_up))

        return max(choices(choice, self.charts), key=merit)

    @property
    def highest_start(self) -> int:
        """The highest level at which all aircraft of this game can enter."""
        ids = [kind.id for line_up in self.line_ups.values() for kind in line_up]
        top = highest_start(ids, self.charts)
        return min(top, decisions.THIN_AIR) if self.readings["FC-CEILING"] == "fifteen" else top

    def _begin(self, dice: Dice) -> State:
        height = self.scenario.height
        level = self.highest_start if height is None else min(height, self.highest_start)
        aircraft = tuple(
            Aircraft.new(f"{side[0].upper()}{i}", kind, level)
            for side in SIDES
            for i, kind in enumerate(self.line_ups[side], 1)
        )
        step = "move"
        if self.scenario.kind == "photo":
            step = "objective"
        elif height is None:
            step = "height"
        return State(step, self.scenario.first, aircraft)

    @property
    def mission_rule(self) -> str:
        """The rule that the scenario is won by."""
        return {
            "air": "FC-SCENARIO-AIR",
            "photo": "FC-SCENARIO-PHOTO",
            "trench": "FC-SCENARIO-TRENCH",
            "artillery": "FC-SCENARIO-ARTILLERY",
        }[self.scenario.kind]

    # ---- who, what ---------------------------------------------------------------------------

    def _to_move(self, state: State) -> str:
        return state.firing or state.mover

    def _prompt(self, state: State) -> str:
        side = self._to_move(state)
        who = side.capitalize()
        if state.step == "objective":
            return f"{who}: choose in secret the hex to photograph, or draw it"
        if state.step == "height":
            return (
                f"{who}: choose the height at which all aircraft enter, 1 to {self.highest_start}"
            )
        if state.step == "fire":
            shots = [str(shot) for shot in self.shots(state, side)]
            return f"{who}: fire, or pass. Possible: {'; '.join(shots) or 'nothing more'}"
        waiting = []
        for aircraft in state.to_fly():
            plan = state.plan_of(aircraft.id)
            if aircraft.status == OFF:
                waiting.append(f"{aircraft.id} enters")
            elif plan:
                waiting.append(f"{aircraft.id} flies at {plan}")
            else:
                waiting.append(f"{aircraft.id} flies")
        text = f"{who}: {', '.join(waiting)}"
        if side == self.scenario.attacker and state.objective:
            text += f" (objective {state.objective})"
        return text

    def score(self, state: State, side: str) -> int:
        """Victory points of a side; in air superiority the enemies shot down."""
        points, attacker = self.scenario.points, side == self.scenario.attacker
        total = sum(
            points.kill(attacker, a.type.role)
            for a in state.of(enemy_of(side))
            if a.status == SHOT_DOWN
        )
        if attacker:
            home = sum(a.photographed and a.status == EXITED for a in state.of(side))
            total += points.mission * (home + state.strafes)
        return total

    def _outcome(self, state: State) -> Outcome | None:
        left = {a.type.side for a in state.aircraft if not a.gone}
        if len(left) == len(SIDES):
            return None
        scores = {side: self.score(state, side) for side in SIDES}
        allied, german = scores["allied"], scores["german"]
        table = f"Allied {allied}, German {german} victory points"
        if self.scenario.kind == "air":  # each side's score is what the other has lost
            table = f"{german} Allied aircraft lost, {allied} German"
        if allied == german:
            return Outcome((), f"A draw: {table}", scores)
        winner = "allied" if allied > german else "german"
        return Outcome((winner,), f"{winner.capitalize()} wins: {table}", scores)

    # ---- what flights there are ---------------------------------------------------------------

    def around(self, state: State, id: str, crowded: bool = True) -> Around:
        """What a flight of that aircraft meets; with ``crowded`` off, the board alone."""
        if not crowded:
            return self._sky
        occupied = [(a.hex, a.level) for a in state.aircraft if a.hex and a.flying and a.id != id]
        if not occupied:
            return self._sky
        return Around(self.map.board, frozenset(occupied), self._sky.both_directions)

    def plans(self, state: State, id: str) -> tuple[Plan, ...]:
        """The plans open to an aircraft: the one announced, or all that are legal."""
        announced = state.plan_of(id)
        if announced:
            return (announced,)
        return tuple(decisions.plans(state[id], self.readings))

    def task(self, state: State, id: str, plan: Plan) -> Task:
        """What an aircraft is to fly under a plan. Only on the map or with its entry chosen."""
        return decisions.task_of(state[id], plan, self.room(state, id))

    def room(self, state: State, id: str) -> Around:
        """The surroundings, without the other aircraft if they leave no end to any flight.

        FC-STACK forbids to end with another aircraft at the same level. Where every
        flight of every plan would, there is nothing else to do, and it is no collision.
        """
        around = self.around(state, id)
        if not around.occupied or self._any(state, id, around):
            return around
        return self.around(state, id, crowded=False)

    def _any(self, state: State, id: str, around: Around) -> bool:
        aircraft = state[id]
        return any(
            can_fly(decisions.task_of(aircraft, plan, around)) for plan in self.plans(state, id)
        )

    def markers(self, aircraft: Aircraft, plan: Plan) -> tuple[int | None, ...]:
        """The settings of the climb marker open after a dive; None leaves it as it is."""
        if not plan.dive or self.readings["FC-DIVE"] == "reset":
            return (None,)
        grades = range(aircraft.type.climb_grades)
        return (None, *(grade for grade in grades if grade != aircraft.progress))

    def entries(self, aircraft: Aircraft) -> Iterator[Enter]:
        """The ways in of an aircraft that waits beyond its own edge."""
        for name, facing in self._ways_in[aircraft.side]:
            yield Enter(aircraft.id, name, facing)

    @cached_property
    def _ways_in(self) -> Mapping[str, tuple[tuple[str, int], ...]]:
        """The edge hexes of each side and the facings with which they are entered."""
        board = self.map.board
        return {
            side: tuple(
                (board.name(hex), facing)
                for hex in board.hexes
                if hex in self.map.edge(side)
                for facing in ENTRY_FACINGS[side]
                if COLUMNS.neighbour(hex, facing + 3) not in board.index
            )
            for side in SIDES
        }

    def shots(self, state: State, side: str) -> Iterator[Shot]:
        """Everything that a side may still declare in this combat phase."""
        yield from combat.fires(state, side, self.readings)
        kind, attacker = self.scenario.kind, self.scenario.attacker
        if side == attacker:
            asked = state if state.firing == side else state.but(firing=side)
            yield from ground_fire.strafes(asked, side, self.map, kind, attacker)
        yield from ground_fire.ground_fires(state, side, self.map)

    def _moves(self, state: State) -> Iterable[Move]:
        match state.step:
            case "objective":
                assert self.scenario.target_side is not None
                letters = LETTERS[self.scenario.target_side]
                return [*(Objective(letter) for letter in letters), Objective(None)]
            case "height":
                return [Height(level) for level in range(1, self.highest_start + 1)]
            case "fire":
                return [*self.shots(state, self._to_move(state)), Pass()]
        return _Movements(self, state)

    # ---- may it be done? ------------------------------------------------------------------------

    def _legal(self, state: State, move: Move) -> bool:
        return legal.is_legal(self, state, move)

    def _in_hindsight(self, move: Move, refused: Ruling) -> Ruling:
        last = next((s for s in reversed(self.history) if not isinstance(s.move, Announce)), None)
        if not isinstance(move, Fire) or last is None or not isinstance(last.move, Fly):
            return refused
        firer = self.state.find(move.id)
        if firer is None or self.state.step != "move" or last.after.mover == last.before.mover:
            return refused
        flown = self._flown(last.before, last.move).but(step="fire", firing=firer.side)
        why = combat.check_fire(flown, move, self.charts, self.readings)
        return passed_over(last.move.id, why, refused)

    def _check(self, state: State, move: Move) -> Ruling:
        return legal.ruling(self, state, move)

    # ---- doing it -----------------------------------------------------------------------------

    def _apply(self, state: State, move: Move, dice: Dice) -> State:
        if state.events:
            state = state.but(events=())
        match move:
            case Fly():
                return self._fly(state, move, dice)
            case Objective():
                letters = LETTERS[self.scenario.target_side or "german"]
                letter = move.letter or dice.choose(letters, "the objective, in secret")
                return replace(state, objective=letter, step="height")
            case Height():
                raised = tuple(replace(a, level=move.level) for a in state.aircraft)
                return replace(state, aircraft=raised, step="move")
            case Enter():
                hex = COLUMNS.neighbour(self.map.board.hex(move.name), move.facing + 3)
                entering = replace(state[move.id], status=ENTERING, hex=hex, facing=move.facing)
                return replace(state, aircraft=state.put(entering))
            case Announce():
                return state.but(plans=(*state.plans, (move.id, move.plan)))
            case Pass():
                return self._declared(state, dice, done=True)
        return self._declared(state.but(shots=(*state.shots, move)), dice)

    def _fly(self, state: State, move: Fly, dice: Dice) -> State:
        state = self._flown(state, move)
        if state.to_fly() or self._outcome(state):
            return state
        return self._declare(state, state.mover, dice)

    def _flown(self, state: State, move: Fly) -> State:
        """The state when a flight is flown, before anybody is asked for fire."""
        before = state[move.id]
        task = decisions.task_of(before, move.plan, self.around(state, move.id))
        end = movement.end_of(task, move.flight)
        assert end is not None
        steps = move.flight.steps
        progress = before.progress
        if move.plan.climb:
            progress = 0 if task.gains else progress + 1
        elif "D" in steps:
            if self.readings["FC-DIVE"] == "reset":
                progress = 0
            elif move.progress is not None:
                progress = move.progress
        elif self.readings["FC-PROGRESS-KEPT"] == "reset":
            progress = 0
        after = before.but(
            status=FLYING,
            hex=end.hex,
            facing=end.facing,
            level=end.level,
            speed=move.plan.speed,
            progress=progress,
            high=before.high + 1 if end.level > decisions.THIN_AIR else 0,
        )
        events: tuple[Event, ...] = ()
        if end.hex not in self.map.board.index:
            edge, home = legal.edge_beyond(self.map, end.hex, after.side)
            status = EXITED if home else SHOT_DOWN
            after = replace(after, status=status, hex=None, facing=0)
            text = f"{move.id} leaves over the {edge} edge"
            if home and after.photographed:
                text += " and brings its photograph home"
            elif not home:
                text += " and counts as shot down"
            events = (Event("exited" if home else "lost over an edge", move.id, text),)
        elif self.scenario.attacker and ground_fire.takes_photograph(
            after, state.objective, self.scenario.attacker, self.map
        ):
            after = replace(after, photographed=True)  # in secret: no event
        return state.but(
            aircraft=state.put(after),
            plans=tuple([p for p in state.plans if p[0] != move.id]),
            flown=(*state.flown, Flown(move.id, before.place, move.plan, move.flight)),
            events=events,
        )

    def _declare(self, state: State, side: str, dice: Dice) -> State:
        """Ask a side for its fire, or the next one, or carry out what is declared."""
        if next(self.shots(state, side), None) is not None:
            return state.but(step="fire", firing=side)
        if side == state.mover:
            return self._declare(state, enemy_of(side), dice)
        return self._resolve(state, dice)

    def _declared(self, state: State, dice: Dice, done: bool = False) -> State:
        side = self._to_move(state)
        if not done and next(self.shots(state, side), None) is not None:
            return state
        if side == state.mover:
            return self._declare(state, enemy_of(side), dice)
        return self._resolve(state, dice)

    def _resolve(self, state: State, dice: Dice) -> State:
        aircraft, events, strafes = combat.resolve(state, dice, self.charts, self.readings)
        return state.but(
            step="move",
            mover=enemy_of(state.mover),
            phase=state.phase + 1,
            aircraft=aircraft,
            plans=(),
            flown=(),
            firing=None,
            shots=(),
            strafes=state.strafes + strafes,
            events=(*state.events, *events),
        )

    def _explain(self, step: Step[State, Move]) -> Ruling:
        ruling = self._check(step.before, step.move)
        events = step.after.events
        if isinstance(step.move, Fly):
            ruling = self._acquired(step.before, step.move, ruling)
        if not events:
            return ruling
        facts = dict(ruling.facts)
        for event in events:
            if event.die:
                key = f"{event.who} {event.gun}".strip()
                facts |= {f"{key} die": event.die, f"{key} damage": event.damage}
                if event.range:
                    facts[f"{key} range"] = event.range
        ours = tuple(
            f"table {gun.table} at range {event.range}"
            for event in events
            if event.kind == "shot"
            and (found := step.before[event.who].gun(event.gun))
            and self.charts.table(gun := found[1]).ours(event.range)
        )
        happened = ". ".join(event.text for event in events)
        return replace(
            ruling,
            reason=f"{ruling.reason}. {happened}",
            ours=tuple(dict.fromkeys((*ruling.ours, *ours))),
            facts=facts,
        )

    def _acquired(self, before: State, move: Fly, ruling: Ruling) -> Ruling:
        """The ruling on a flight with what it sighted and who sighted it (Target Acquisition)."""
        state = self._flown(before, move)
        if not state[move.id].flying:
            return ruling
        facts = dict(ruling.facts)
        seen = []
        for firer, gun, target, line in self.sightings(state, move.id):
            pair = f"{firer.id} {gun.position}", target.id
            facts |= {
                f"{pair[0]} sights {pair[1]}": "yes" if line.sighted else "no",
                f"{pair[0]} held on {pair[1]}": line.held,
                f"{pair[0]} needed on {pair[1]}": line.needed,
                f"{pair[0]} inside {pair[1]}": sum(m.inside for m in line.moments),
            }
            if line.sighted:
                seen.append(f"{firer.id} ({gun.position} gun) has sighted {target.id}")
        if not seen:
            return replace(ruling, facts=facts)
        reason = f"{ruling.reason}. {'; '.join(seen)}"
        return replace(ruling, reason=reason, rules=(*ruling.rules, "FC-ACQUIRED"), facts=facts)

    def sightings(
        self, state: State, id: str | None = None
    ) -> Iterator[tuple[Aircraft, Gun, Aircraft, Timeline]]:
        """Every gun, target and sighting of this phase; with ``id`` only that aircraft's."""
        for firer in state.aircraft:
            for target in state.aircraft:
                if firer.side == target.side or not (firer.flying and target.flying):
                    continue
                if id is None or id in (firer.id, target.id):
                    for gun in firer.type.guns:
                        line = combat.sight(state, firer, gun, target, self.readings)
                        yield firer, gun, target, line

    # ---- text -----------------------------------------------------------------------------------

    def _parse(self, text: str, state: State) -> Move:
        move = parse_move(text, state.step)
        if isinstance(move, Fly) and move.plan.climb:
            aircraft = state.find(move.id)
            steps = move.flight.steps
            if (
                aircraft is not None
                and not decisions.gains_level(aircraft, move.plan)
                and steps.count("C") == 1
                and steps != "C"
            ):
                # Executing a climb that gains no level moves only the marker: where in the
                # flight it is done makes no difference, and the text leaves it out.
                return replace(move, flight=movement.Flight(steps.replace("C", "")))
        return move

    def _write(self, state: State) -> str:
        return positions.write(state, self.map.board)

    def _read(self, text: str) -> State:
        state = positions.read(text, self.charts, self.map)
        kind = self.scenario.kind
        if state.step == "objective" and kind != "photo":
            raise PositionError(f"{self.scenario.title} has no objective", field="phase")
        if state.step == "height" and self.scenario.height is not None:
            raise PositionError(f"{self.scenario.title} has a fixed height", field="phase")
        if state.objective and kind != "photo":
            raise PositionError(f"{self.scenario.title} has no objective", field="objective")
        return state

    def _facts(self, state: State) -> dict[str, str]:
        board, secret = self.map.board, not self._knows(state)
        facts = {
            "phase": str(state.phase),
            "mover": state.mover,
            "step": state.step,
            "strafes": str(state.strafes),
        }
        if self.scenario.kind == "photo":
            facts["objective"] = "secret" if secret else state.objective or "none"
        for side in SIDES:
            facts[f"score {side}"] = str(self.score(state, side))
        for a in state.aircraft:
            here = a.hex is not None and a.hex in board.index
            values: dict[str, object] = {
                "status": a.status,
                "hex": board.name(a.hex) if a.hex is not None and here else "off the map",
                "facing": COLUMNS.facing_name(a.facing),
                "level": a.level,
                "speed": a.speed,
                "max": a.max_speed,
                "dive max": a.dive_maximum,
                "stall": a.type.stall,
                "progress": a.progress,
            }
            for gun, track in zip(a.type.guns, a.guns):
                values[gun.position] = track.left
                values[f"{gun.position} silent"] = track.silent
            if a.type.role == "observation" and not secret:
                values["photograph"] = "yes" if a.photographed else "no"
            facts |= {f"{a.id} {name}": str(value) for name, value in values.items()}
        for a in state.aircraft:
            for gun in a.type.guns:
                for b in state.of(enemy_of(a.side)):
                    facts[f"{a.id} {gun.position} sights {b.id}"] = "no"
        if state.step == "fire":
            for firer, gun, target, line in self.sightings(state):
                if line.sighted:
                    facts[f"{firer.id} {gun.position} sights {target.id}"] = "yes"
        return facts

    def _knows(self, state: State) -> bool:
        """Whether who is asked now may know the objective."""
        return self._outcome(state) is not None or self._to_move(state) == self.scenario.attacker


class _Movements:
    """The moves of a movement phase: made as they are asked for, counted without being made."""

    def __init__(self, game: FlyingCircus, state: State) -> None:
        self.game, self.state = game, state

    def __iter__(self) -> Iterator[Move]:
        game, state = self.game, self.state
        for aircraft in state.to_fly():
            if aircraft.status == OFF:
                yield from game.entries(aircraft)
                continue
            tasks = list(self._tasks(aircraft))
            if state.plan_of(aircraft.id) is None:
                for plan, task in tasks:
                    if can_fly(task):
                        yield Announce(aircraft.id, plan)
            for plan, task in tasks:
                markers = game.markers(aircraft, plan)
                for flight in flights_on(task):
                    if plan.dive and "D" in flight.steps:
                        for marker in markers:
                            yield Fly(aircraft.id, plan, flight, marker)
                    else:
                        yield Fly(aircraft.id, plan, flight)

    def __len__(self) -> int:
        game, state = self.game, self.state
        total = 0
        for aircraft in state.to_fly():
            if aircraft.status == OFF:
                total += len(game._ways_in[aircraft.side])
                continue
            for plan, task in self._tasks(aircraft):
                count = count_on(task, len(game.markers(aircraft, plan)))
                total += count + (count > 0 and state.plan_of(aircraft.id) is None)
        return total

    def _tasks(self, aircraft: Aircraft) -> Iterator[tuple[Plan, Task]]:
        room = self.game.room(self.state, aircraft.id)
        for plan in self.game.plans(self.state, aircraft.id):
            yield plan, decisions.task_of(aircraft, plan, room)
