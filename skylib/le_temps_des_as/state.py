"""The state of a game: values that never change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from skylib.core.hexes import Hex
from skylib.core.rulings import Figure

from .manoeuvres import Choice

__all__ = [
    "Aircraft",
    "Activation",
    "Clash",
    "Happening",
    "State",
    "ROLLED",
    "STAGES",
    "other_side",
]

ROLLED = "on the die"  # the figure of a sum that was rolled; the others are modifiers

STAGES = (
    "place",  # the sides set up
    "roll",  # initiative is rolled
    "decide",  # take or give it
    "choose",  # which aircraft flies next
    "follow",  # a pursuer may fly right after its prey
    "manoeuvre",  # the next manoeuvre
    "balloon",  # rise, descend or stay
    "clash",  # an ace may change the collision roll
    "opportunity",  # fire that breaks in
    "power",  # the power factor, at the end of the movement
    "fire",  # own fire
    "recover",  # unjam, regain control
    "pursue",  # choose whom to pursue
    "over",
)


def other_side(side: str) -> str:
    """The opponent of a side."""
    return "Central" if side == "Entente" else "Entente"


@dataclass(frozen=True, slots=True)
class Aircraft:
    """One counter with all that lies on its line of the flight board.

    ``status`` is ``unplaced``, ``flying``, ``left`` (by a way the scenario allows) or
    ``destroyed``; ``fate`` says how it went.
    """

    id: str
    type: str
    side: str
    hex: Hex | None = None
    facing: int = 0
    level: int = 3
    speed: int = 0
    power: int = 0
    piloting: int = 0  # the ace's qualities
    fire: int = 0
    status: str = "unplaced"
    fate: str = ""
    gone: int = 0  # the turn in which it went
    damaged: bool = False
    markers: tuple[str, ...] = ()
    jammed: tuple[str, ...] = ()  # guns that jammed when firing
    pilot: str = "fit"  # fit, wounded, dead
    observer: str = ""  # the same; empty without one
    observer_flies: bool = False
    out: bool = False  # out of control
    debt: bool = False  # was above its maximum speed: must come down this turn
    passes: int = 0  # bombing passes left; -1 without limit
    bombed: int = 0  # the last turn in which it dropped bombs
    moved: bool = False
    waits: bool = False  # for its prey
    fired: str = ""  # its target in its own fire step this turn
    shots: tuple[str, ...] = ()  # opportunity fire this turn: "rear SpadXIII-1"
    pursues: str = ""
    changed_turn: int = 0  # a balloon's last change of level

    @property
    def flying(self) -> bool:
        return self.status == "flying"

    @property
    def ace(self) -> str:
        """The ace's qualities as printed, for example ``RP-1/Fire+2``; empty without one."""
        parts = [f"RP-{self.piloting}"] if self.piloting else []
        parts += [f"Fire+{self.fire}"] if self.fire else []
        return "/".join(parts)


@dataclass(frozen=True, slots=True)
class Activation:
    """The aircraft that fly now (several in formation) and their movement so far."""

    group: tuple[str, ...]  # those still flying their movement
    members: tuple[str, ...]  # all that began it together
    points: int
    die: int
    chain: tuple[Choice, ...] = ()
    effect: int = 0
    changed: bool = False
    entered: tuple[tuple[str, Hex], ...] = ()  # aircraft and the hex it came from
    crossed: tuple[tuple[str, Hex], ...] = ()  # hexes entered by the last manoeuvre
    ending: tuple[str, ...] = ()  # power factor still to choose
    firing: tuple[str, ...] = ()  # own fire still to come
    step: str = ""  # what comes next in the movement

    def came_from(self, id: str) -> Hex | None:
        """The hex from which an aircraft entered its present one this turn."""
        for who, hex in reversed(self.entered):
            if who == id:
                return hex
        return None


class Clash(NamedTuple):
    """Two aircraft that may collide: their dice, and what each ace took off (None: undecided)."""

    first: str
    second: str
    first_die: int
    second_die: int
    first_off: int | None
    second_off: int | None


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that came of a move: in words, by which rules, with which figures."""

    text: str
    rules: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    facts: tuple[tuple[str, Any], ...] = ()
    ours: tuple[str, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game."""

    turn: int
    stage: str
    asked: str  # the side that decides
    holder: str  # the side that has the initiative
    aircraft: tuple[Aircraft, ...]
    cup: tuple[int, ...]
    rolled: tuple[int, int] = (0, 0)  # initiative totals: Entente, Central
    last_side: str = ""  # who flew last (variant 14)
    order: tuple[str, ...] = ()  # of 13.1
    act: Activation | None = None
    pairs: tuple[tuple[str, str], ...] = ()  # collisions still to be tested
    clash: Clash | None = None
    followers: tuple[str, ...] = ()  # pursuers to be asked
    tried: tuple[str, ...] = ()  # recuperation attempts this turn: "Roland-1 rear"
    passed: tuple[str, ...] = ()  # sides that are done recuperating; pursuers that have chosen
    bombs: tuple[Hex, ...] = ()  # white dots that were hit
    result: tuple[tuple[str, ...], str] | None = None
    report: tuple[Happening, ...] = field(default=(), compare=False)  # of the last move

    def plane(self, id: str) -> Aircraft:
        """The aircraft of that name. Raises `KeyError`."""
        for plane in self.aircraft:
            if plane.id == id:
                return plane
        raise KeyError(id)

    def find(self, id: str) -> Aircraft | None:
        """The aircraft of that name, or None."""
        return next((p for p in self.aircraft if p.id == id), None)

    def of(self, side: str) -> tuple[Aircraft, ...]:
        """A side's aircraft and balloons in play."""
        return tuple(p for p in self.aircraft if p.side == side and p.status == "flying")
