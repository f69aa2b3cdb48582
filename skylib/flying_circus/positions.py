"""A position of the standard game as one line of text, written and read.

Parts stand between semicolons::

    phase 7 allied move; A1 camel 0812 NE level 10 speed 7 max 9 dive 6 progress 2 front 5;
    G1 roland-c-ii 3012 SW level 10 speed 6 max 7 dive 4 front 5 rear 4 reload 2;
    flown A1 0810 NE 10 speed 8: FFLFFFF; objective E; strafes 1

An aircraft is ``off``, ``enters 0112 SE``, on a hex with a facing, ``exited`` or
``shot-down``. What is left out is as on a fresh chart: full speed limits, full
ammunition, progress 0. ``rest N`` and ``reload N`` behind a gun are the combat phases it
must still sit out. While shots are declared there are ``firing SIDE`` and ``shot MOVE``.
"""

from __future__ import annotations

from dataclasses import replace

from skylib.core.errors import MoveTextError, NoSuchHex, PositionError, SkylibError
from skylib.core.hexes import COLUMNS, Board, Hex

from .aircraft import AircraftType, Charts
from .combat import path_of
from .map import Map
from .movement import Flight, Place, Plan
from .moves import Fire, GroundFire, Strafe, parse_move
from .state import (
    ENTERING,
    EXITED,
    FLYING,
    OFF,
    SHOT_DOWN,
    SIDES,
    Aircraft,
    Flown,
    GunTrack,
    State,
)

__all__ = ["write", "read"]

STEPS = ("objective", "height", "move", "fire")


def write(state: State, board: Board) -> str:
    """The text of a state."""
    parts = [f"phase {state.phase} {state.mover} {state.step}"]
    parts += [_aircraft(a, board) for a in state.aircraft]
    parts += [f"plan {id} {plan}" for id, plan in state.plans]
    for flown in state.flown:
        start = _place(flown.start.hex, flown.start.facing, board)
        flight = flown.flight.steps
        parts.append(f"flown {flown.id} {start} {flown.start.level} {flown.plan}: {flight}")
    if state.firing:
        parts.append(f"firing {state.firing}")
    parts += [f"shot {shot}" for shot in state.shots]
    if state.objective:
        parts.append(f"objective {state.objective}")
    if state.strafes:
        parts.append(f"strafes {state.strafes}")
    return "; ".join(parts)


def _place(hex: Hex, facing: int, board: Board) -> str:
    name = COLUMNS.facing_name(facing)
    if hex in board.index:
        return f"{board.name(hex)} {name}"
    return f"enters {board.name(COLUMNS.neighbour(hex, facing))} {name}"


def _aircraft(a: Aircraft, board: Board) -> str:
    words = [a.id, a.type.id]
    if a.status in (FLYING, ENTERING):
        assert a.hex is not None
        words.append(_place(a.hex, a.facing, board))
    else:
        words.append(a.status.replace(" ", "-"))
    words.append(f"level {a.level}")
    if a.speed:
        words.append(f"speed {a.speed}")
    words.append(f"max {a.max_speed} dive {a.dive_maximum} progress {a.progress}")
    for gun, track in zip(a.type.guns, a.guns):
        words.append(f"{gun.position} {track.left}")
        if track.silent:
            words.append(f"{'reload' if track.reloading else 'rest'} {track.silent}")
    if a.high:
        words.append(f"high {a.high}")
    if a.photographed:
        words.append("photo")
    return " ".join(words)


# ---- reading -----------------------------------------------------------------------------


def read(text: str, charts: Charts, map: Map) -> State:
    """The inverse of `write`. Raises `PositionError` saying which part does not fit."""
    reader = _Reader(charts, map)
    if len(text) > 5000:
        raise PositionError("is too long for a position")
    for part in text.split(";"):
        words = part.split()
        if words:
            reader.part(words)
    return reader.state()


class _Reader:
    def __init__(self, charts: Charts, map: Map) -> None:
        self.charts, self.map, self.board = charts, map, map.board
        self.head: tuple[int, str, str] | None = None
        self.aircraft: dict[str, Aircraft] = {}
        self.plans: list[tuple[str, Plan]] = []
        self.flown: list[Flown] = []
        self.shots: list[Fire | Strafe | GroundFire] = []
        self.firing: str | None = None
        self.objective: str | None = None
        self.strafes = 0

    def part(self, words: list[str]) -> None:
        key = words[0].lower()
        try:
            if key == "phase":
                self.phase(words)
            elif key == "plan":
                self.plans.append((self.known(words, 1), Plan.parse(" ".join(words[2:]))))
            elif key == "flown":
                self.flight(words)
            elif key == "firing":
                self.firing = self.one_of(words, 1, SIDES, "a side")
            elif key == "shot":
                shot = parse_move(" ".join(words[1:]))
                if not isinstance(shot, Fire | Strafe | GroundFire):
                    raise PositionError(f"{' '.join(words[1:])!r} is no shot", field="shot")
                self.shots.append(shot)
            elif key == "objective":
                self.objective = self.one_of(words, 1, tuple("ABCDEFGH"), "a letter").upper()
            elif key == "strafes":
                self.strafes = self.number(words, 1, 0, 999, "strafes")
            else:
                self.one(words)
        except (MoveTextError, NoSuchHex) as error:
            raise PositionError(str(error), field=" ".join(words[:2])) from None

    def phase(self, words: list[str]) -> None:
        if self.head:
            raise PositionError("stands twice", field="phase")
        number = self.number(words, 1, 1, 100_000, "phase")
        side = self.one_of(words, 2, SIDES, "a side")
        self.head = number, side, self.one_of(words, 3, STEPS, "a step")

    def one_of(self, words: list[str], at: int, offer: tuple[str, ...], what: str) -> str:
        word = words[at] if at < len(words) else ""
        for choice in offer:
            if word.lower() == choice.lower():
                return choice
        raise PositionError(
            f"{word[:20]!r} is not {what}: {', '.join(offer)}", field=" ".join(words[:2])
        )

    def number(self, words: list[str], at: int, low: int, high: int, field: str) -> int:
        word = words[at] if at < len(words) else ""
        if not (word.isascii() and word.isdigit()) or not low <= int(word[:9]) <= high:
            raise PositionError(f"must be {low} to {high}, not {word[:20]!r}", field=field)
        return int(word)

    def known(self, words: list[str], at: int) -> str:
        return self.one_of(words, at, tuple(self.aircraft), "an aircraft named before")

    def place(self, words: list[str], at: int) -> tuple[Hex, int, bool, int]:
        """Hex and facing, whether it is an entry, and where the text goes on."""
        enters = words[at].lower() == "enters" if at < len(words) else False
        at += enters
        if at + 1 >= len(words):
            raise PositionError("needs a hex and a facing", field=" ".join(words[:2]))
        hex, facing = self.board.hex(words[at]), COLUMNS.facing(words[at + 1])
        if enters:
            hex = COLUMNS.neighbour(hex, facing + 3)
            if hex in self.board.index:
                raise PositionError(
                    f"{words[at]} {words[at + 1]} does not come in over an edge", field=words[0]
                )
        return hex, facing, enters, at + 2

    def flight(self, words: list[str]) -> None:
        id = self.known(words, 1)
        hex, facing, _, at = self.place(words, 2)
        level = self.number(words, at, 1, 99, "level")
        plan, colon, flight = " ".join(words[at + 1 :]).partition(":")
        if not colon:
            raise PositionError("needs a plan, a colon and a flight", field=f"flown {id}")
        self.flown.append(
            Flown(id, Place(hex, facing, level), Plan.parse(plan), Flight.parse(flight))
        )

    def one(self, words: list[str]) -> None:
        id = words[0].upper()
        side = {"A": "allied", "G": "german"}.get(id[:1])
        if side is None or id[1:] not in ("1", "2", "3"):
            raise PositionError(f"{words[0][:20]!r} begins no part of a position", field=words[0])
        if id in self.aircraft:
            raise PositionError("stands twice", field=id)
        if len(words) < 3:
            raise PositionError("needs a type and a place", field=id)
        try:
            kind = self.charts[words[1].lower()]
        except SkylibError as error:
            raise PositionError(str(error), field=id) from None
        if kind.side != side:
            raise PositionError(f"the {kind.name} is {kind.side}", field=id)
        aircraft = Aircraft.new(id, kind, 1)
        status = words[2].lower().replace("-", " ")
        if status in (OFF, EXITED, SHOT_DOWN):
            aircraft, at = replace(aircraft, status=status), 3
        else:
            hex, facing, enters, at = self.place(words, 2)
            status = ENTERING if enters else FLYING
            aircraft = replace(aircraft, status=status, hex=hex, facing=facing)
        self.aircraft[id] = self.settings(aircraft, kind, words, at)

    def settings(self, a: Aircraft, kind: AircraftType, words: list[str], at: int) -> Aircraft:
        limits = {
            "level": ("level", 1, kind.ceiling),
            # One that was shot down may have been cut down to its stall speed.
            "speed": ("speed", kind.stall + (a.status != SHOT_DOWN), kind.max_speed),
            "max": ("max_speed", kind.stall, kind.max_speed),
            "dive": ("dive_maximum", kind.stall + 1, kind.dive_maximum),
            "progress": ("progress", 0, kind.climb_grades - 1),
            "high": ("high", 0, 999),
        }
        seen: set[str] = set()
        while at < len(words):
            key = words[at].lower()
            field = f"{a.id} {key}"
            if key in seen and key not in ("rest", "reload"):
                raise PositionError("stands twice", field=field)
            seen.add(key)
            at += 1
            if key == "photo":
                a = replace(a, photographed=True)
                continue
            if key in limits:
                name, low, high = limits[key]
                a = replace(a, **{name: self.number(words, at, low, high, field)})
            elif key in ("front", "rear"):
                a, at = self.gun(a, key, words, at)
            else:
                raise PositionError(
                    f"{words[at - 1][:20]!r} is no setting of an aircraft", field=a.id
                )
            at += 1
        if "level" not in seen:
            raise PositionError("needs a level", field=a.id)
        if a.status == FLYING and not a.speed:
            raise PositionError("needs a speed", field=a.id)
        if a.max_speed <= kind.stall and not a.gone:
            raise PositionError("has fallen to its stall speed and is down", field=f"{a.id} max")
        return a

    def gun(self, a: Aircraft, key: str, words: list[str], at: int) -> tuple[Aircraft, int]:
        found = a.gun(key)
        field = f"{a.id} {key}"
        if found is None:
            raise PositionError(f"the {a.type.name} has no {key} gun", field=a.id)
        index, gun = found
        track = GunTrack(self.number(words, at, 0, gun.boxes, field))
        if at + 1 < len(words) and words[at + 1].lower() in ("rest", "reload"):
            reloading = words[at + 1].lower() == "reload"
            silent = self.number(words, at + 2, 1, 2 if reloading else 1, f"{field} silence")
            track, at = track._replace(silent=silent, reloading=reloading), at + 2
        guns = (*a.guns[:index], track, *a.guns[index + 1 :])
        return replace(a, guns=guns), at

    def state(self) -> State:
        if self.head is None:
            raise PositionError("needs a part like 'phase 1 allied move'", field="phase")
        phase, mover, step = self.head
        for side in SIDES:
            if not any(a.side == side for a in self.aircraft.values()):
                raise PositionError(f"has no {side} aircraft")
        moves = [id for id, _ in self.plans] + [flown.id for flown in self.flown]
        for id in moves:
            if self.aircraft[id].side != mover:
                raise PositionError(f"{id} does not move in this phase", field=id)
            if moves.count(id) > 1:
                raise PositionError(f"{id} has more than one plan or flight", field=id)
        for a in self.aircraft.values():
            if a.status == ENTERING and self.entry(a) not in self.map.edge(a.side):
                raise PositionError("does not come in over its own edge", field=a.id)
        if (step == "fire") != (self.firing is not None):
            raise PositionError("'firing' belongs to the step 'fire', and only there")
        for shot in self.shots:
            ids = (shot.target,) if isinstance(shot, GroundFire) else (shot.id,)
            if any(id not in self.aircraft for id in ids):
                raise PositionError(f"'{shot}' names no aircraft of the position", field="shot")
        state = State(
            step,
            mover,
            tuple(self.aircraft.values()),
            phase,
            tuple(self.plans),
            tuple(self.flown),
            self.firing,
            tuple(self.shots),
            self.objective,
            self.strafes,
        )
        if step == "move" and not state.to_fly() and all(not a.gone for a in state.aircraft):
            raise PositionError(f"no {mover} aircraft is left to move", field="phase")
        for flown in self.flown:
            path = path_of(state, flown.id)
            if not path or (state[flown.id].flying and path[-1].place != state[flown.id].place):
                raise PositionError("does not lead to where it is now", field=f"flown {flown.id}")
        return state

    def entry(self, a: Aircraft) -> Hex:
        assert a.hex is not None
        return COLUMNS.neighbour(a.hex, a.facing)
