"""The Scene: everything a map shows, as values that compare, and the same in words.

A scene names kinds, never colours: what a kind looks like is for `skylib.maps.look`.
Ground is what never changes during a game and is drawn once; everything else comes in
layers, and only the layers that differ from the last scene are sent to a screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from skylib.core.hexes import Board, Hex

__all__ = ["Fill", "Ground", "Area", "Token", "Path", "Counter", "Label", "Mark", "Scene", "LAYERS"]

MarkKind = Literal["selected", "legal", "last", "hint"]


@dataclass(frozen=True, slots=True)
class Fill:
    """Ground of one kind: ``field`` everywhere else, ``trench``, ``runway``, ``artillery``..."""

    kind: str
    hexes: tuple[Hex, ...]
    name: str = ""  # for the legend and the hover text


@dataclass(frozen=True, eq=False)
class Ground:
    """The board and what never changes on it. Compared by identity: make it once a map."""

    board: Board
    fills: tuple[Fill, ...] = ()
    row_labels: tuple[tuple[Hex, str], ...] = ()  # drawn outside the board, west and east
    column_labels: tuple[tuple[Hex, str], ...] = ()  # drawn outside, north and south
    title: str = ""
    south_labels: tuple[tuple[Hex, str], ...] = ()  # the columns of the last row, if others
    ours: str = ""  # what of it is not the rulebook's, for the legend

    def kinds_at(self, hex: Hex) -> tuple[str, ...]:
        """The names of the ground of a hex, for people."""
        return tuple(f.name or f.kind for f in self.fills if hex in f.hexes)


@dataclass(frozen=True, slots=True)
class Area:
    """Hexes shown as one outlined, hatched region: ``reach``, ``fire``, ``reported``..."""

    kind: str
    hexes: tuple[Hex, ...]
    side: int | None = None  # in a side's colour, where it belongs to one
    label: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """A small marker that lies in a hex: a photograph, a damage marker, an objective."""

    kind: str
    hex: Hex
    side: int | None = None
    letter: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Path:
    """A line from hex to hex; ``points`` are (hex, short text, kind) beads along it."""

    kind: str  # flown, planned, ghost, measured, line-of-fire
    hexes: tuple[Hex, ...]
    side: int | None = None
    points: tuple[tuple[Hex, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Counter:
    """An aircraft (or balloon): side gives colour and shape, letter and level are read."""

    id: str
    hex: Hex
    facing: int | None
    side: int
    letter: str
    name: str
    level: int | None = None
    ghost: bool = False
    state: str = ""  # active, damaged, down ... drawn as a ring or a cross
    kind: str = "aircraft"  # or balloon


@dataclass(frozen=True, slots=True)
class Label:
    """A short text in or beside a hex: a ``note``, a ``number`` that stays in the middle, or
    what stands ``beside`` a hex that it leaves free."""

    hex: Hex
    text: str
    kind: str = "note"


@dataclass(frozen=True, slots=True)
class Mark:
    """One of the four marks that cannot be confused: selected, legal, last, hint."""

    kind: MarkKind
    hexes: tuple[Hex, ...]


LAYERS = ("areas", "tokens", "paths", "counters", "labels", "marks")


@dataclass(frozen=True, slots=True)
class Scene:
    """What there is to see. ``words`` says the same for those who do not see it.

    ``around`` are the hexes that matter now: a map too large to be read whole shows them
    as a close-up. It is empty where the whole board is wanted.
    """

    ground: Ground
    areas: tuple[Area, ...] = ()
    tokens: tuple[Token, ...] = ()
    paths: tuple[Path, ...] = ()
    counters: tuple[Counter, ...] = ()
    labels: tuple[Label, ...] = ()
    marks: tuple[Mark, ...] = ()
    title: str = ""
    words: tuple[str, ...] = ()
    around: tuple[Hex, ...] = ()

    def changes(self, old: Scene | None) -> Mapping[str, Any]:
        """The fields that differ from ``old``; all of them if there is no old scene."""
        return {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if old is None or getattr(self, f.name) != getattr(old, f.name)
        }
