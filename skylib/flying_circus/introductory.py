"""The introductory game: one number for speed and health, turning anywhere, own fire only.

A set of rules of its own; nothing carries over from the standard game. Moves::

    A1 enters 0112 SE        the edge hex and the facing with which it comes in
    A1: L L L F R R F L L L  a flight; every F, L and R costs one point
    A1 fire at G1
    pass

Rulebook: Introductory Game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, get_args

from skylib.core.dice import Dice, Source
from skylib.core.errors import NoSuchHex, PositionError, no_move
from skylib.core.games import Game, Outcome, Setup, Step
from skylib.core.hexes import COLUMNS, Hex, distance, ray
from skylib.core.rulings import Figure, Ruling
from skylib.core.wording import by_faces, counted

from .aircraft import Charts
from .introductory_flights import (
    NOTHING,
    Sky,
    check_flight,
    count_flights,
    flights,
    is_flight,
    nearest,
    path,
)
from .map import Map
from .movement import Flight
from .moves import Enter, Pass, parse_common
from .passed_over import passed_over
from .state import ENTERING, ENTRY_FACINGS, FLYING, OFF, SHOT_DOWN, SIDES, enemy_of

__all__ = [
    "ALLOWANCE",
    "REACH",
    "Airplane",
    "IntroState",
    "IntroFly",
    "IntroFire",
    "FlyingCircusIntroductory",
]

ALLOWANCE = 10  # points at the start (General Course of Play)
REACH = 8  # hexes (Combat F)


@dataclass(frozen=True, slots=True)
class Airplane:
    """One airplane; ``allowance`` is its movement allowance, which damage lowers.

    ``status`` is off, entering, flying or shot down.
    """

    id: str
    side: str
    allowance: int = ALLOWANCE
    status: str = OFF
    hex: Hex | None = None
    facing: int = 0

    @property
    def flying(self) -> bool:
        return self.status == FLYING

    def damaged(self, points: int) -> Airplane:
        """After damage: below an allowance of one it is shot down."""
        left = max(0, self.allowance - points)
        if left:
            return replace(self, allowance=left)
        return replace(self, allowance=0, status=SHOT_DOWN, hex=None, facing=0)


@dataclass(frozen=True, slots=True)
class IntroState:
    """One moment: whose player turn, moving or firing, who has done so already.

    ``step`` is move or fire. ``events`` tell what came of the last move and do not belong
    to the position.
    """

    mover: str
    airplanes: tuple[Airplane, ...]
    step: str = "move"
    turn: int = 1  # player turns, from 1
    done: tuple[str, ...] = ()  # have moved, or in the combat phase fired
    events: tuple[str, ...] = field(default=(), compare=False)

    def find(self, id: str) -> Airplane | None:
        """The airplane of that id, or None."""
        return next((a for a in self.airplanes if a.id == id), None)

    def of(self, side: str) -> tuple[Airplane, ...]:
        """The airplanes of a side that are not shot down."""
        return tuple(a for a in self.airplanes if a.side == side and a.status != SHOT_DOWN)

    def waiting(self) -> tuple[Airplane, ...]:
        """The mover's airplanes that have not yet moved, or not yet fired."""
        return tuple(a for a in self.of(self.mover) if a.id not in self.done)

    def put(self, changed: Airplane) -> tuple[Airplane, ...]:
        """All airplanes, with the one of the same id replaced."""
        return tuple(changed if a.id == changed.id else a for a in self.airplanes)


@dataclass(frozen=True, slots=True)
class IntroFly:
    """A flight of one airplane."""

    id: str
    flight: Flight

    def __str__(self) -> str:
        return f"{self.id}: {self.flight}"


@dataclass(frozen=True, slots=True)
class IntroFire:
    """One airplane's fire at another."""

    id: str
    target: str

    def __str__(self) -> str:
        return f"{self.id} fire at {self.target}"


_EXAMPLES = {"move": ("A1: F F L F", "A1 enters 0112 SE"), "fire": ("A1 fire at G1", "pass")}
IntroMove = Enter | IntroFly | IntroFire | Pass


class FlyingCircusIntroductory(Game[IntroState, IntroMove]):
    """One introductory game with one, two or three aircraft a side."""

    name: ClassVar[str] = "flying-circus-introductory"
    title: ClassVar[str] = "Flying Circus, introductory game"
    package: ClassVar[str] = "skylib.flying_circus"
    end_rules: tuple[str, ...] = ("FCI-SETUP", "FCI-SHOT-DOWN")
    move_types: ClassVar[tuple[type, ...]] = get_args(IntroMove)

    def __init__(self, setup: Setup, source: Source) -> None:
        super().__init__(setup, source)
        options = setup.options
        self.charts = Charts.read(options["charts"]) if "charts" in options else Charts.default()
        self.map = Map.read(options["map"]) if "map" in options else Map.default()
        self.table = self.charts.introductory

    @classmethod
    def scenarios(cls) -> Mapping[str, str]:
        return {
            "1": "One aircraft a side",
            "2": "Two aircraft a side",
            "3": "Three aircraft a side",
        }

    @classmethod
    def seats_for(cls, options: Mapping[str, str]) -> tuple[str, ...]:
        return SIDES

    @classmethod
    def options(cls) -> Mapping[str, str]:
        return {"charts": "a chart file of your own", "map": "a map file of your own"}

    def _begin(self, dice: Dice) -> IntroState:
        allied = german = 0
        while allied == german:  # How to Set-up: the high roller is first
            allied = dice.roll(6, "who is first: allied")
            german = dice.roll(6, "who is first: german")
        number = int(self.setup.scenario)
        airplanes = tuple(
            Airplane(f"{side[0].upper()}{i}", side) for side in SIDES for i in range(1, number + 1)
        )
        return IntroState("allied" if allied > german else "german", airplanes)

    def _to_move(self, state: IntroState) -> str:
        return state.mover

    def _prompt(self, state: IntroState) -> str:
        who = state.mover.capitalize()
        if state.step == "fire":
            return f"{who}: fire, or pass. Possible: {'; '.join(map(str, self._shots(state)))}"
        todo = (f"{a.id} {'enters' if a.status == OFF else 'flies'}" for a in state.waiting())
        return f"{who}: {', '.join(todo)}"

    def _outcome(self, state: IntroState) -> Outcome | None:
        for side in SIDES:
            if not state.of(side):
                winner = enemy_of(side)
                scores = {
                    s: sum(a.side != s and a.status == SHOT_DOWN for a in state.airplanes)
                    for s in SIDES
                }
                return Outcome((winner,), f"{winner.capitalize()} has shot down the enemy", scores)
        return None

    # ---- moves ------------------------------------------------------------------------------

    def sky(self, state: IntroState, id: str) -> Sky:
        """What a flight of that airplane meets."""
        occupied = frozenset(a.hex for a in state.airplanes if a.flying and a.hex and a.id != id)
        both = self.readings["FC-TURN-MODE"] == "both-directions"
        return Sky(self.map.board, occupied, both)

    def _entries(self, airplane: Airplane) -> Iterator[Enter]:
        board = self.map.board
        for hex in board.hexes:
            if hex in self.map.edge(airplane.side):
                for facing in ENTRY_FACINGS[airplane.side]:
                    if COLUMNS.neighbour(hex, facing + 3) not in board.index:
                        yield Enter(airplane.id, board.name(hex), facing)

    def _shots(self, state: IntroState) -> Iterator[IntroFire]:
        for firer in state.waiting():
            if firer.flying and firer.hex is not None:
                row = ray(COLUMNS, firer.hex, firer.facing, REACH)
                for target in state.of(enemy_of(state.mover)):
                    if target.flying and target.hex in row:
                        yield IntroFire(firer.id, target.id)

    def _moves(self, state: IntroState) -> Iterable[IntroMove]:
        if state.step == "fire":
            return [*self._shots(state), Pass()]
        return _IntroMovements(self, state)

    def _legal(self, state: IntroState, move: IntroMove) -> bool:
        if isinstance(move, IntroFly) and state.step == "move":
            airplane = state.find(move.id)
            if airplane is None or airplane not in state.waiting() or airplane.hex is None:
                return False
            sky = self.sky(state, move.id)
            return is_flight(airplane.hex, airplane.facing, airplane.allowance, move.flight, sky)
        return bool(self._judge(state, move))

    def _in_hindsight(self, move: IntroMove, refused: Ruling) -> Ruling:
        last = self.last
        if not isinstance(move, IntroFire) or last is None or not isinstance(last.move, IntroFly):
            return refused
        mover, firer = last.before.mover, self.state.find(move.id)
        if firer is None or firer.side != mover or last.after.mover == mover:
            return refused
        flown = replace(self.state, mover=mover, step="fire", done=())
        return passed_over(last.move.id, self._judge(flown, move), refused)

    def _check(self, state: IntroState, move: IntroMove) -> Ruling:
        ruling = self._judge(state, move)
        if ruling.allowed:
            return ruling
        return replace(ruling, instead=(*ruling.instead, *self._offer(state, move)))

    def _offer(self, state: IntroState, move: IntroMove) -> tuple[str, ...]:
        """Legal moves for a refusal to name: all fire and passing, or a move of the airplane that
        was to move, or else of each one that waits."""
        if state.step == "fire":
            return tuple(map(str, self._moves(state)))
        waiting = state.waiting()
        own = [a for a in waiting if a.id == getattr(move, "id", "")]
        found = (self._example(state, a, move) for a in own or waiting)
        return tuple(str(example) for example in found if example)

    def _example(self, state: IntroState, airplane: Airplane, move: IntroMove) -> IntroMove | None:
        """A legal move of an airplane that waits, as near as may be to one that was refused."""
        if airplane.hex is None:
            entries = list(self._entries(airplane))
            return entries[len(entries) // 2]
        begun = move.flight if isinstance(move, IntroFly) else NOTHING
        sky = self.sky(state, airplane.id)
        flight = nearest(airplane.hex, airplane.facing, airplane.allowance, begun, sky)
        return IntroFly(airplane.id, flight) if flight else None

    def _judge(self, state: IntroState, move: IntroMove) -> Ruling:
        """The ruling on a move; what a refusal may name instead is left to `_check`."""
        match move:
            case Enter():
                return self._check_enter(state, move)
            case IntroFly():
                return self._check_fly(state, move)
            case IntroFire():
                return self._check_fire(state, move)
        if state.step != "fire":
            return self._not_now(state, "An aircraft cannot stand still; all of them move")
        return Ruling(True, "Combat is voluntary; no more of it now", ("FCI-FIRE",))

    def _not_now(self, state: IntroState, reason: str) -> Ruling:
        return Ruling(False, reason, ("FCI-SEQUENCE",))

    def _own(self, state: IntroState, id: str, step: str) -> Ruling | Airplane:
        airplane = state.find(id)
        if airplane is None:
            return self._not_now(state, f"There is no aircraft {id}")
        if airplane.status == SHOT_DOWN:
            return Ruling(False, f"{id} is shot down", ("FCI-SHOT-DOWN",))
        if airplane.side != state.mover:
            return self._not_now(state, f"It is the {state.mover.capitalize()} player turn")
        if state.step != step:
            what = "moving" if state.step == "fire" else "firing"
            return self._not_now(state, f"There is no {what} in this phase")
        if id in state.done:
            done = "moved" if step == "move" else "fired"
            return self._not_now(state, f"{id} has {done} in this phase")
        return airplane

    def _check_enter(self, state: IntroState, move: Enter) -> Ruling:
        airplane = self._own(state, move.id, "move")
        if isinstance(airplane, Ruling):
            return airplane
        if airplane.status != OFF:
            return self._not_now(state, f"{move.id} has its entry already")
        edge = "west" if airplane.side == "allied" else "east"
        if move not in self._entries(airplane):
            facings = " or ".join(COLUMNS.facing_name(f) for f in ENTRY_FACINGS[airplane.side])
            return Ruling(
                False,
                f"{move.id} comes in over the {edge} edge, facing {facings}",
                ("FCI-SETUP",),
                ours=self.map.ours("columns", "rows"),
            )
        return Ruling(
            True,
            f"{move.id} comes in over the {edge} edge with its first hex",
            ("FCI-SETUP",),
            ours=self.map.ours("columns", "rows"),
        )

    def _check_fly(self, state: IntroState, move: IntroFly) -> Ruling:
        airplane = self._own(state, move.id, "move")
        if isinstance(airplane, Ruling):
            return airplane
        if airplane.hex is None:
            return self._not_now(state, f"{move.id} must choose its entry first")
        sky = self.sky(state, move.id)
        return check_flight(airplane.hex, airplane.facing, airplane.allowance, move.flight, sky)

    def _check_fire(self, state: IntroState, move: IntroFire) -> Ruling:
        firer = self._own(state, move.id, "fire")
        if isinstance(firer, Ruling):
            return firer
        if not firer.flying:  # in a position set up so
            return Ruling(False, f"{move.id} is not on the map", ("FCI-FIRE",))
        target = state.find(move.target)
        if target is None or not target.flying:
            return Ruling(False, f"{move.target} is not on the map", ("FCI-FIRE",))
        if target.side == firer.side:
            return Ruling(False, f"{move.target} is a friend", ("FCI-FIRE",))
        assert firer.hex is not None and target.hex is not None
        reach = distance(firer.hex, target.hex)
        figures = (Figure(str(reach), "range", "FCI-FIRE"),)
        if reach > REACH:
            figures += (Figure(str(REACH), "hexes that fire reaches", "FCI-FIRE"),)
            return Ruling(
                False, f"The range is {reach}; fire reaches {REACH} hexes", ("FCI-FIRE",), figures
            )
        if target.hex not in ray(COLUMNS, firer.hex, firer.facing, REACH):
            return Ruling(
                False,
                f"{move.target} is not in the row of hexes straight ahead of {move.id}",
                ("FCI-FIRE",),
                figures,
            )
        ours = (f"introductory table at range {reach}",) if self.table.ours(reach) else ()
        down = sum(points >= target.allowance for points in self.table.column(reach))
        return Ruling(
            True,
            f"{move.id} may fire at {move.target} at range {reach}; {by_faces(down)}",
            ("FCI-FIRE", "FCI-CRT"),
            figures,
            ours=ours,
            facts={"range": reach, "shot down with": down},
        )

    # ---- doing it ---------------------------------------------------------------------------

    def _apply(self, state: IntroState, move: IntroMove, dice: Dice) -> IntroState:
        state = replace(state, events=())
        match move:
            case Enter():
                hex = COLUMNS.neighbour(self.map.board.hex(move.name), move.facing + 3)
                airplane = state.find(move.id)
                assert airplane is not None
                entering = replace(airplane, status=ENTERING, hex=hex, facing=move.facing)
                return replace(state, airplanes=state.put(entering))
            case IntroFly():
                airplane = state.find(move.id)
                assert airplane is not None and airplane.hex is not None
                hex, facing = path(airplane.hex, airplane.facing, move.flight)[-1]
                flown = replace(airplane, status=FLYING, hex=hex, facing=facing)
                state = replace(state, airplanes=state.put(flown), done=(*state.done, move.id))
                if state.waiting():
                    return state
                return self._next(replace(state, step="fire", done=()))
            case IntroFire():
                return self._next(self._fire(state, move, dice))
        return self._next(state, over=True)

    def _fire(self, state: IntroState, move: IntroFire, dice: Dice) -> IntroState:
        firer, target = state.find(move.id), state.find(move.target)
        assert firer is not None and target is not None
        assert firer.hex is not None and target.hex is not None
        reach = distance(firer.hex, target.hex)
        die = dice.roll(6, f"{move.id} at {move.target}, range {reach}")
        points = self.table.damage(die, reach)
        after = target.damaged(points)
        text = f"Die {die} at range {reach}: {counted(points, 'damage point')}"
        text += (
            f"; {target.id} is shot down"
            if after.status == SHOT_DOWN
            else f"; {target.id} has {after.allowance} left"
        )
        return replace(
            state, airplanes=state.put(after), done=(*state.done, move.id), events=(text,)
        )

    def _next(self, state: IntroState, over: bool = False) -> IntroState:
        """The next player turn, unless there is still something to fire at."""
        if not over and next(self._shots(state), None) is not None:
            return state
        return replace(
            state, mover=enemy_of(state.mover), step="move", turn=state.turn + 1, done=()
        )

    def _explain(self, step: Step[IntroState, IntroMove]) -> Ruling:
        ruling = self._check(step.before, step.move)
        if not step.after.events or not isinstance(step.move, IntroFire):
            return ruling
        target = step.before.find(step.move.target)
        after = step.after.find(step.move.target)
        assert target is not None and after is not None
        die = step.rolls[0].value
        damage = self.table.damage(die, int(ruling.facts["range"]))
        rules = ruling.rules
        if after.status == SHOT_DOWN:
            rules = (*rules, "FCI-SHOT-DOWN")
        return replace(
            ruling,
            reason=f"{ruling.reason}. {step.after.events[0]}",
            rules=(*rules, "FCI-ALLOWANCE"),
            figures=(
                Figure(target.allowance, "allowance before", "FCI-ALLOWANCE"),
                Figure(-damage, "damage points", "FCI-CRT"),
            ),
            facts={**ruling.facts, "die": die, "damage": damage},
        )

    # ---- text ---------------------------------------------------------------------------------

    def _parse(self, text: str, state: IntroState) -> IntroMove:
        if (common := parse_common(text)) is not None:
            return common
        words = " ".join(text.split())
        if match := re.fullmatch(r"([ag]\d) ?: ?(.*)", words, re.IGNORECASE):
            return IntroFly(match[1].upper(), Flight.parse(match[2]))
        if match := re.fullmatch(r"([ag]\d) fires? at ([ag]\d)", words, re.IGNORECASE):
            return IntroFire(match[1].upper(), match[2].upper())
        raise no_move(text, _EXAMPLES[state.step])

    def _write(self, state: IntroState) -> str:
        parts = [f"turn {state.turn} {state.mover} {state.step}"]
        board = self.map.board
        for a in state.airplanes:
            if a.hex is None:
                place = a.status.replace(" ", "-")
            elif a.status == ENTERING:
                name = board.name(COLUMNS.neighbour(a.hex, a.facing))
                place = f"enters {name} {COLUMNS.facing_name(a.facing)}"
            else:
                place = f"{board.name(a.hex)} {COLUMNS.facing_name(a.facing)}"
            parts.append(f"{a.id} {place} {a.allowance}")
        if state.done:
            parts.append(f"done {' '.join(state.done)}")
        return "; ".join(parts)

    def _read(self, text: str) -> IntroState:
        head = None
        done: tuple[str, ...] = ()
        airplanes: dict[str, Airplane] = {}
        for part in text[:2000].split(";"):
            words = part.split()
            if not words:
                continue
            field = words[0]
            try:
                if field == "turn" and len(words) == 4 and words[1].isdigit():
                    if words[2] not in SIDES or words[3] not in ("move", "fire"):
                        raise PositionError("is 'turn 3 allied move'", field="turn")
                    head = int(words[1]), words[2], words[3]
                elif field == "done":
                    done = tuple(words[1:])
                else:
                    airplane = self._read_one(words)
                    if airplane.id in airplanes:
                        raise PositionError("stands twice", field=airplane.id)
                    airplanes[airplane.id] = airplane
            except NoSuchHex as error:
                raise PositionError(str(error), field=field) from None
        if head is None:
            raise PositionError("needs a part like 'turn 1 allied move'", field="turn")
        state = IntroState(head[1], tuple(airplanes.values()), head[2], head[0], done)
        for side in SIDES:
            if not any(a.side == side for a in state.airplanes):
                raise PositionError(f"has no {side} aircraft")
        if unknown := [id for id in done if state.find(id) not in state.of(state.mover)]:
            raise PositionError(f"{unknown[0]} is not the mover's", field="done")
        if state.step == "move" and not state.waiting() and state.of(state.mover):
            raise PositionError("nobody is left to move", field="done")
        return state

    def _read_one(self, words: list[str]) -> Airplane:
        id = words[0].upper()
        side = {"A": "allied", "G": "german"}.get(id[:1])
        if side is None or id[1:] not in ("1", "2", "3"):
            raise PositionError(f"{words[0][:20]!r} begins no part of a position")
        place, number = words[1:-1], words[-1]
        if not (number.isascii() and number.isdigit() and int(number[:3]) <= ALLOWANCE):
            raise PositionError(f"ends with an allowance 0 to {ALLOWANCE}", field=id)
        airplane = Airplane(id, side, int(number))
        if place == ["off"]:
            return airplane
        if place == ["shot-down"]:
            return replace(airplane, status=SHOT_DOWN, allowance=0)
        enters = place[:1] == ["enters"]
        if len(place) != 2 + enters:
            raise PositionError("needs a hex, a facing and an allowance", field=id)
        hex, facing = self.map.board.hex(place[-2]), COLUMNS.facing(place[-1])
        if not airplane.allowance:
            raise PositionError("has no allowance left and is shot down", field=id)
        if not enters:
            return replace(airplane, status=FLYING, hex=hex, facing=facing)
        start = COLUMNS.neighbour(hex, facing + 3)
        if hex not in self.map.edge(side) or start in self.map.board.index:
            raise PositionError("does not come in over its own edge", field=id)
        return replace(airplane, status=ENTERING, hex=start, facing=facing)

    def _facts(self, state: IntroState) -> dict[str, str]:
        facts = {"turn": str(state.turn), "mover": state.mover, "step": state.step}
        board = self.map.board
        for a in state.airplanes:
            here = a.hex is not None and a.hex in board.index
            facts |= {
                f"{a.id} status": a.status,
                f"{a.id} hex": board.name(a.hex) if a.hex is not None and here else "off the map",
                f"{a.id} facing": COLUMNS.facing_name(a.facing),
                f"{a.id} allowance": str(a.allowance),
            }
        return facts


class _IntroMovements:
    """The moves of a movement phase: made as they are asked for, counted without being made."""

    def __init__(self, game: FlyingCircusIntroductory, state: IntroState) -> None:
        self.game, self.state = game, state

    def __iter__(self) -> Iterator[IntroMove]:
        for a in self.state.waiting():
            if a.hex is None:
                yield from self.game._entries(a)
                continue
            sky = self.game.sky(self.state, a.id)
            for flight in flights(a.hex, a.facing, a.allowance, sky):
                yield IntroFly(a.id, flight)

    def __len__(self) -> int:
        total = 0
        for a in self.state.waiting():
            if a.hex is None:
                total += sum(1 for _ in self.game._entries(a))
            else:
                sky = self.game.sky(self.state, a.id)
                total += count_flights(a.hex, a.facing, a.allowance, sky)
        return total
