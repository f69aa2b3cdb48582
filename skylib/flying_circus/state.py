"""One moment of a game: the aircraft with their charts, the phase, what was flown and fired.

All values are frozen; a game goes on by making new ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from skylib.core.hexes import Hex

from .movement import Flight, Place, Plan

if TYPE_CHECKING:
    from .aircraft import AircraftType, Gun
    from .moves import Shot

__all__ = ["SIDES", "ENTRY_FACINGS", "enemy_of", "GunTrack", "Aircraft", "Flown", "Event", "State"]

SIDES = ("allied", "german")
ENTRY_FACINGS = {"allied": (1, 2), "german": (4, 5)}  # NE, SE from the west; SW, NW from the east

OFF, ENTERING, FLYING, EXITED, SHOT_DOWN = "off", "entering", "flying", "exited", "shot down"
_GONE = (EXITED, SHOT_DOWN)


def enemy_of(side: str) -> str:
    """The other side."""
    return "german" if side == "allied" else "allied"


class GunTrack(NamedTuple):
    """The Ammunition Supply Track of one gun.

    ``left`` boxes are unspent; ``silent`` combat phases must still be sat out;
    ``reloading`` says that a drum is being changed meanwhile.
    """

    left: int
    silent: int = 0
    reloading: bool = False

    def fired(self, boxes: int, feed: str, used: int = 1) -> GunTrack:
        """The track after a shot that spends ``used`` boxes (Ammunition and Reloading A, B).

        ``boxes`` is the length of the track, ``feed`` belt, single or double.
        """
        before, left = boxes - self.left, self.left - used
        drum = {"belt": 0, "single": 1, "double": 2}[feed]
        dot = bool(drum and left and (boxes - left) // drum > before // drum)
        # Counted down at the end of every combat phase, this one too: 2 is silent in
        # one further phase (Combat C), 3 in two (Reloading B).
        return GunTrack(left, 3 if dot else 2, dot)

    def rested(self) -> GunTrack:
        """The track when a combat phase has ended."""
        if not self.silent:
            return self
        return GunTrack(self.left, self.silent - 1, self.reloading and self.silent > 1)


@dataclass(frozen=True, slots=True)
class Aircraft:
    """One aircraft with all that its chart shows.

    ``status`` is off (not yet on the map), entering (its entry hex is chosen), flying,
    exited or shot down; ``hex`` is None for all but entering and flying. ``speed`` is the
    current horizontal speed, 0 before the entry. ``guns`` runs beside ``type.guns``.
    ``high`` counts its own phases in a row above level 15. ``photographed`` is set once it
    has the picture of the objective.
    """

    id: str
    type: AircraftType
    level: int
    max_speed: int
    dive_maximum: int
    guns: tuple[GunTrack, ...]
    status: str = OFF
    hex: Hex | None = None
    facing: int = 0
    speed: int = 0
    progress: int = 0
    high: int = 0
    photographed: bool = False

    @classmethod
    def new(cls, id: str, type: AircraftType, level: int) -> Aircraft:
        """An aircraft before its entry, whole and loaded."""
        return cls(
            id,
            type,
            level,
            type.max_speed,
            type.dive_maximum,
            tuple(GunTrack(gun.boxes) for gun in type.guns),
        )

    @property
    def side(self) -> str:
        """``allied`` or ``german``."""
        return self.type.side

    @property
    def flying(self) -> bool:
        """Whether it is on the map."""
        return self.status == FLYING

    @property
    def gone(self) -> bool:
        """Whether it is out of the game."""
        return self.status in _GONE

    @property
    def place(self) -> Place:
        """Hex, facing and level; only for an aircraft that is flying or entering."""
        assert self.hex is not None
        return Place(self.hex, self.facing, self.level)

    def gun(self, position: str) -> tuple[int, Gun] | None:
        """The gun in front or rear with its place in ``guns``, or None."""
        for i, gun in enumerate(self.type.guns):
            if gun.position == position:
                return i, gun
        return None

    def but(self, **changes: Any) -> Aircraft:
        """This aircraft with those fields changed: `dataclasses.replace`, in less time."""
        values = _aircraft_values(self)
        return Aircraft(*(changes.get(name, old) for name, old in zip(_AIRCRAFT_FIELDS, values)))

    def damaged(self, points: int, cut: bool = True) -> Aircraft:
        """After damage (How to Resolve Combat).

        Each point lowers both maxima by one step; the dive maximum stays above the
        stall speed; at or below it the maximum brings the aircraft down. ``cut`` is the
        default reading of FC-FORCED-SPEED.
        """
        stall = self.type.stall
        top = max(stall, self.max_speed - points)
        down = {"status": SHOT_DOWN, "hex": None, "facing": 0} if top <= stall else {}
        return replace(
            self,
            max_speed=top,
            dive_maximum=max(stall + 1, self.dive_maximum - points)
            if points
            else self.dive_maximum,
            speed=min(self.speed, max(top, stall)) if cut else self.speed,
            **down,
        )


_AIRCRAFT_FIELDS = tuple(Aircraft.__dataclass_fields__)
_aircraft_values = attrgetter(*_AIRCRAFT_FIELDS)


@dataclass(frozen=True, slots=True)
class Flown:
    """A movement of this phase: who, from where, the plan, the flight."""

    id: str
    start: Place
    plan: Plan
    flight: Flight


@dataclass(frozen=True, slots=True)
class Event:
    """Something that came of a move, with the die if one was rolled.

    ``kind`` is shot, strafed, ground fire, shot down, exited, lost over an edge,
    photographed, level gained.
    """

    kind: str
    who: str
    text: str
    target: str = ""
    gun: str = ""
    die: int = 0
    range: int = 0
    damage: int = 0
    first: bool = False  # counted before the rear gun replies (Combat F)


@dataclass(frozen=True, slots=True)
class State:
    """The whole game at one moment.

    ``step`` is objective, height, move or fire. ``phase`` counts movement phases from 1;
    ``mover`` is whose it is. ``plans`` are announced and not yet flown; ``flown`` are the
    movements of this phase in their order; ``shots`` what is declared in this combat
    phase, while ``firing`` is the side now asked. ``events`` tell what came of the last
    move and do not belong to the position.
    """

    step: str
    mover: str
    aircraft: tuple[Aircraft, ...]
    phase: int = 1
    plans: tuple[tuple[str, Plan], ...] = ()
    flown: tuple[Flown, ...] = ()
    firing: str | None = None
    shots: tuple[Shot, ...] = ()
    objective: str | None = None
    strafes: int = 0
    events: tuple[Event, ...] = field(default=(), compare=False)

    def but(self, **changes: Any) -> State:
        """This state with those fields changed: `dataclasses.replace`, in a third of the time."""
        values = _state_values(self)
        return State(*(changes.get(name, old) for name, old in zip(_STATE_FIELDS, values)))

    def __getitem__(self, id: str) -> Aircraft:
        """The aircraft of that id. Raises `KeyError`."""
        for aircraft in self.aircraft:
            if aircraft.id == id:
                return aircraft
        raise KeyError(id)

    def find(self, id: str) -> Aircraft | None:
        """The aircraft of that id, or None."""
        for aircraft in self.aircraft:
            if aircraft.id == id:
                return aircraft
        return None

    def of(self, side: str) -> tuple[Aircraft, ...]:
        """The aircraft of a side, those out of the game too."""
        return tuple([a for a in self.aircraft if a.type.side == side])

    def plan_of(self, id: str) -> Plan | None:
        """The plan announced for an aircraft that has not flown it, or None."""
        for who, plan in self.plans:
            if who == id:
                return plan
        return None

    def flown_by(self, id: str) -> Flown | None:
        """The movement an aircraft has flown in this phase, or None."""
        for flown in self.flown:
            if flown.id == id:
                return flown
        return None

    def to_fly(self) -> tuple[Aircraft, ...]:
        """The mover's aircraft that have still to move in this phase."""
        done = [flown.id for flown in self.flown]
        mover = self.mover
        return tuple(
            [
                a
                for a in self.aircraft
                if a.type.side == mover and a.status not in _GONE and a.id not in done
            ]
        )

    def put(self, *changed: Aircraft) -> tuple[Aircraft, ...]:
        """All aircraft, with those of the same id replaced."""
        by_id = {a.id: a for a in changed}
        return tuple([by_id.get(a.id, a) for a in self.aircraft])


_STATE_FIELDS = tuple(State.__dataclass_fields__)
_state_values = attrgetter(*_STATE_FIELDS)
