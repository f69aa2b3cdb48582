"""The map: trenches, artillery positions, lettered hexes, and the two edges ("Game-Map").

Nothing on the ground affects movement. Between the trench hexes of a side a map may draw its
front line, which has no effect at all. The printed layout is lost; ours is the data file
``map.toml``, which a teacher can copy, edit and read with `Map.read`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from ..core.errors import SkylibError
from ..core.hexes import Board, Hex
from .datafile import Fields, load_file, load_ours, shown

__all__ = ["Map", "LETTERS", "WIDEST"]

LETTERS = {"allied": "ABCD", "german": "EFGH"}  # whose ground they lie on
WIDEST = 99  # columns, and rows: names have two digits for each

_FILE_FIELDS = (
    *("title", "columns", "rows", "first_column_low"),
    *("letters", "trenches", "lines", "artillery", "sources"),
)
_SOURCED = (
    *("columns", "rows", "first_column_low", "letters", "trenches", "lines", "artillery"),
    *(f"letters.{letter}" for letters in LETTERS.values() for letter in letters),
    *(f"{kind}.{side}" for kind in ("trenches", "lines", "artillery") for side in LETTERS),
)


@dataclass(frozen=True, slots=True)
class Map:
    """A board with what lies on its ground. The hex sets are those of the side that holds
    them; ``west`` and ``east`` are the columns at the edges, Allied and German. A line is the
    front as it is drawn: of its hexes only those among the trenches are trench hexes.
    """

    title: str
    board: Board
    allied_trench: frozenset[Hex]
    german_trench: frozenset[Hex]
    allied_artillery: frozenset[Hex]
    german_artillery: frozenset[Hex]
    letters: Mapping[str, Hex]
    west: frozenset[Hex]
    east: frozenset[Hex]
    sources: Mapping[str, str] = field(repr=False)
    allied_line: frozenset[Hex] = frozenset()
    german_line: frozenset[Hex] = frozenset()

    @classmethod
    def default(cls) -> Map:
        """The map that comes with the program."""
        return _ours()

    @classmethod
    def read(cls, path: str | Path) -> Map:
        """A map from a file of the form of ``map.toml``. Raises `DataError`."""
        return _map(load_file(path, "map"))

    def trench(self, side: str) -> frozenset[Hex]:
        """The trench hexes that a side holds."""
        return self.german_trench if _side(side) == "german" else self.allied_trench

    def line(self, side: str) -> frozenset[Hex]:
        """The front line that is drawn for a side; it has no effect on play."""
        return self.german_line if _side(side) == "german" else self.allied_line

    def artillery(self, side: str) -> frozenset[Hex]:
        """The artillery positions that a side holds."""
        return self.german_artillery if _side(side) == "german" else self.allied_artillery

    def letters_of(self, side: str) -> Mapping[str, Hex]:
        """The four lettered hexes on a side's ground."""
        return {letter: self.letters[letter] for letter in LETTERS[_side(side)]}

    def edge(self, side: str) -> frozenset[Hex]:
        """The edge by which a side enters and leaves: Allied west, German east."""
        return self.east if _side(side) == "german" else self.west

    def ours(self, *names: str) -> tuple[str, ...]:
        """Those of the named parts that are ours, in words."""
        return tuple(
            f"the map: {name.replace('_', ' ').partition('.')[0]}"
            for name in names
            if self.source(name).startswith("ours")
        )

    def source(self, name: str) -> str:
        """Where a part is from: ``letters.A``, ``trenches.german``, ``rows`` …"""
        for key in (name, name.partition(".")[0]):
            if key in self.sources:
                return self.sources[key]
        raise SkylibError(f"the map has no part {name!r} with a source")


def _side(side: str) -> str:
    if side not in LETTERS:
        raise SkylibError(f"the sides are allied and german, not {side!r}")
    return side


@lru_cache(maxsize=1)
def _ours() -> Map:
    return _map(load_ours("map.toml", "map"))


def _map(fields: Fields) -> Map:
    title = fields.text("title", longest=80)
    columns = fields.integer("columns", 2, WIDEST)
    rows = fields.integer("rows", 1, WIDEST)
    board = Board.of_columns([rows] * columns, fields.truth("first_column_low", False))
    letters = _letters(fields.table("letters"), board)
    ground: dict[tuple[str, str], frozenset[Hex]] = {}
    for part in ("trenches", "artillery", "lines"):
        drawn = part == "lines"  # which a map may do without
        table = fields.table(part, default={}) if drawn else fields.table(part)
        for side in LETTERS:
            lies = not drawn or side in table.names()
            ground[part, side] = _hexes(table, side, board) if lies else frozenset()
        table.done(LETTERS)
        if both := ground[part, "allied"] & ground[part, "german"]:
            name = board.name(min(both))
            raise fields.error(f"hex {name} is both Allied and German", part)
    sources = _sources(fields)
    fields.done(_FILE_FIELDS)
    return Map(
        title,
        board,
        ground["trenches", "allied"],
        ground["trenches", "german"],
        ground["artillery", "allied"],
        ground["artillery", "german"],
        letters,
        frozenset(board.hexes[:rows]),
        frozenset(board.hexes[-rows:]),
        sources,
        ground["lines", "allied"],
        ground["lines", "german"],
    )


def _letters(table: Fields, board: Board) -> dict[str, Hex]:
    out: dict[str, Hex] = {}
    for letter in "".join(LETTERS.values()):
        hex = _hex(table, letter, table.text(letter, longest=20), board)
        if hex in out.values():
            raise table.error(f"hex {board.name(hex)} has a letter already", letter)
        out[letter] = hex
    table.done("ABCDEFGH")
    return out


def _hexes(table: Fields, side: str, board: Board) -> frozenset[Hex]:
    out: set[Hex] = set()
    for name in table.items(side):
        hex = _hex(table, side, name, board)
        if hex in out:
            raise table.error(f"hex {name} stands twice", side)
        out.add(hex)
    if not out:
        raise table.error("names no hex", side)
    return frozenset(out)


def _hex(table: Fields, key: str, name: object, board: Board) -> Hex:
    hex = board.find(name) if isinstance(name, str) else None
    if hex is None:
        first, last = board.names[0], board.names[-1]
        raise table.error(
            f"{shown(name)} is no hex of this board, whose hexes run from {first!r} to {last!r}",
            key,
        )
    return hex


def _sources(fields: Fields) -> dict[str, str]:
    """Where the parts are from; a part of which a file says nothing is its author's own."""
    table = fields.table("sources", default={})
    out = {}
    for key in table.names():
        if key not in _SOURCED:
            table.done(_SOURCED)
        out[key] = table.source(key)
    for key in _SOURCED[:7]:
        out.setdefault(key, f"ours: {Path(fields.file).name}")
    return out
