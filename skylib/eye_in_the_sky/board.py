"""The battlefield of Eye in the Sky, read from a map file (rulebook: Material)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from skylib.core.errors import DataError, NoSuchHex, SkylibError
from skylib.core.files import read_toml, toml
from skylib.core.hexes import ROWS, Board, Hex, disk

__all__ = ["Battlefield", "known_maps", "load_map"]

_LARGEST_ROW, _MOST_ROWS = 60, 60
PHOTO_RADIUS = 2


@dataclass(frozen=True, eq=False)
class Battlefield:
    """A board with what lies on it. Masks have a bit for each hex, see `Board.index`."""

    title: str
    source: str
    board: Board
    runway: tuple[Hex, ...]
    take_off: Hex
    take_off_facing: int
    landing_facing: int
    area: tuple[Hex, ...]
    artillery: tuple[Hex, ...]
    area_mask: int
    artillery_mask: int
    footprints: Mapping[Hex, int]

    def points(self, mask: int) -> int:
        """What the hexes of a mask score: 20 artillery, 3 area of interest, 1 elsewhere."""
        guns = mask & self.artillery_mask
        area = mask & self.area_mask & ~guns
        return 20 * guns.bit_count() + 3 * area.bit_count() + (mask & ~area & ~guns).bit_count()


def known_maps() -> dict[str, str]:
    """The maps that come with the library: name to title."""
    names = {}
    for entry in resources.files(__package__).joinpath("maps").iterdir():
        if entry.name.endswith(".toml"):
            names[entry.name[:-5]] = str(toml(entry.read_text("utf-8"), entry.name)["title"])
    return dict(sorted(names.items()))


def load_map(
    name: str = "standard", shape: str = "east", setup: str = "eastern", landing: str = "as-printed"
) -> Battlefield:
    """A battlefield by name, or from a teacher's TOML file.

    ``shape``, ``setup`` and ``landing`` are the readings of EYE-MAP, EYE-SETUP and
    EYE-LAND. Raises `SkylibError` for an unknown name, `DataError` naming file and
    field for a file that does not fit. A file is read anew each time: a teacher may
    just have changed it.
    """
    if name.endswith(".toml"):
        return _Reader(read_toml(name), name).battlefield(shape, setup, landing)
    return _load_ours(name, shape, setup, landing)


@lru_cache(maxsize=16)
def _load_ours(name: str, shape: str, setup: str, landing: str) -> Battlefield:
    if name not in known_maps():
        raise SkylibError(
            f"there is no map {name!r}; there are {', '.join(known_maps())}, "
            "or the path of a .toml file"
        )
    file = f"maps/{name}.toml"
    text = resources.files(__package__).joinpath(file).read_text("utf-8")
    return _Reader(toml(text, file), file).battlefield(shape, setup, landing)


class _Reader:
    def __init__(self, data: Mapping[str, Any], file: str) -> None:
        self.data, self.file = data, file

    def fail(self, field: str, message: str) -> DataError:
        return DataError(message, file=self.file, field=field)

    def table(self, key: str, known: set[str]) -> Mapping[str, Any]:
        value = self.data.get(key)
        if not isinstance(value, dict):
            raise self.fail(key, "is missing or no table")
        self.only(value, f"{key}.", known)
        return value

    def only(self, table: Mapping[str, Any], where: str, known: set[str]) -> None:
        if extra := sorted(set(table) - known):
            raise self.fail(where + extra[0], f"is no field here; fields are {_and(known)}")

    def number(self, table: Mapping[str, Any], key: str, where: str, low: int, high: int) -> int:
        value = table.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.fail(f"{where}{key}", f"is a whole number {low} to {high}, not {value!r}")
        return value

    def battlefield(self, shape: str, setup: str, landing: str) -> Battlefield:
        known = {"title", "source", "rows", "widths", "overhang", "runway", "area", "artillery"}
        self.only(self.data, "", known)
        for key in ("title", "source"):
            if not isinstance(self.data.get(key), str):
                raise self.fail(key, "is missing or not text")
        if self.data["source"] not in ("printed", "derived", "ours"):
            raise self.fail("source", "is printed, derived or ours")
        board, rows = self.board(shape)
        runway = self.runway(rows)
        facing = self.facing()
        take_off = runway[0] if setup == "corner" else runway[-1]
        printed = "SW" if setup == "corner" else "SE"
        landing_name = {"as-printed": printed, "east": "E", "south-west": "SW"}[landing]
        area = self.area(board, rows)
        artillery = self.artillery(rows)
        return Battlefield(
            self.data["title"],
            self.data["source"],
            board,
            runway,
            take_off,
            facing,
            ROWS.facing(landing_name),
            area,
            artillery,
            board.mask(area),
            board.mask(artillery),
            {hex: board.mask(disk(hex, PHOTO_RADIUS)) for hex in board},
        )

    def board(self, shape: str) -> tuple[Board, list[list[Hex]]]:
        count = self.number(self.data, "rows", "", 1, _MOST_ROWS)
        widths = self.data.get("widths")
        if (
            not isinstance(widths, list)
            or len(widths) != 2
            or not all(type(w) is int and 3 <= w <= _LARGEST_ROW for w in widths)
        ):
            raise self.fail("widths", f"are two whole numbers 3 to {_LARGEST_ROW}, not {widths!r}")
        overhang = self.data.get("overhang", "even")
        if overhang not in ("east", "west", "even", "reading"):
            raise self.fail("overhang", f"is east, west, even or reading, not {overhang!r}")
        odd, even = widths
        if overhang == "reading":
            if shape == "regular":
                even = odd + (1 if even > odd else -1 if even < odd else 0)
            overhang = shape if shape != "regular" else "even"
        if overhang == "even" and abs(even - odd) > 1:
            raise self.fail("overhang", "even needs widths that differ by one hex at the most")
        # Even rows begin half a hex west of odd ones; each further hex of difference
        # lies at the east end, or, with an overhang in the west, shifts the row by one.
        start = -0.5 if even > odd or even == odd else 0.5
        if overhang == "west" and abs(even - odd) > 1:
            start -= abs(even - odd) - 1 if even > odd else -(abs(even - odd) - 1)
        starts = [0.0 if i % 2 == 0 else start for i in range(count)]
        board = Board.of_rows([odd if i % 2 == 0 else even for i in range(count)], starts)
        rows: list[list[Hex]] = [[] for _ in range(count)]
        for hex in board:
            rows[hex.r].append(hex)
        return board, rows

    def runway(self, rows: list[list[Hex]]) -> tuple[Hex, ...]:
        table = self.table("runway", {"row", "first", "length", "facing"})
        row = rows[self.number(table, "row", "runway.", 1, len(rows)) - 1]
        first = self.number(table, "first", "runway.", 1, len(row))
        length = self.number(table, "length", "runway.", 1, len(row) - first + 1)
        return tuple(row[first - 1 : first - 1 + length])

    def facing(self) -> int:
        name = self.data["runway"].get("facing", "E")
        try:
            return ROWS.facing(name if isinstance(name, str) else repr(name))
        except NoSuchHex as error:
            raise self.fail("runway.facing", str(error)) from None

    def area(self, board: Board, rows: list[list[Hex]]) -> tuple[Hex, ...]:
        area = self.data.get("area")
        by_name = isinstance(area, dict) and "hexes" in area
        table = self.table("area", {"hexes"} if by_name else {"first_row", "last_row", "free"})
        if by_name:
            hexes = self.named(board, table["hexes"])
        else:
            first = self.number(table, "first_row", "area.", 1, len(rows))
            last = self.number(table, "last_row", "area.", first, len(rows))
            free = self.number(table, "free", "area.", 0, _LARGEST_ROW)
            hexes = [h for row in rows[first - 1 : last] for h in row[free : len(row) - free]]
        if not hexes:
            raise self.fail("area", "holds no hex")
        return tuple(hexes)

    def named(self, board: Board, names: Any) -> list[Hex]:
        if not isinstance(names, list) or len(set(map(str, names))) != len(names):
            raise self.fail("area.hexes", "is a list of hex names, each once")
        try:
            return [board.hex(str(n)) for n in names]
        except NoSuchHex as error:
            raise self.fail("area.hexes", str(error)) from None

    def artillery(self, rows: list[list[Hex]]) -> tuple[Hex, ...]:
        entries = self.data.get("artillery", [])
        if not isinstance(entries, list) or not all(isinstance(e, dict) for e in entries):
            raise self.fail("artillery", "is a row of [[artillery]] tables")
        out = []
        for i, entry in enumerate(entries, 1):
            where = f"artillery {i}: "
            self.only(entry, where, {"row", "from_east"})
            row = rows[self.number(entry, "row", where, 1, len(rows)) - 1]
            out.append(row[-self.number(entry, "from_east", where, 1, len(row))])
        if len(set(out)) != len(out):
            raise self.fail("artillery", "stands twice on one hex")
        return tuple(out)


def _and(names: set[str]) -> str:
    return ", ".join(sorted(names))


def black_runs(board: Board, mask: int) -> str:
    """A mask as text, neighbours in a row joined: ``9.4-9.8 10.3``."""
    runs: list[tuple[str, str]] = []
    last: Hex | None = None
    for hex in board.hexes_of(mask):
        name = board.name(hex)
        if last is not None and hex.r == last.r and hex.q == last.q + 1:
            runs[-1] = (runs[-1][0], name)
        else:
            runs.append((name, name))
        last = hex
    return " ".join(a if a == b else f"{a}-{b}" for a, b in runs)


def read_runs(board: Board, words: Iterable[str]) -> int:
    """The inverse of `black_runs`. Raises `NoSuchHex`."""
    mask = 0
    for word in words:
        first, _, last = word.partition("-")
        a, b = board.index[board.hex(first)], board.index[board.hex(last or first)]
        if b < a:
            raise NoSuchHex(f"{word!r} runs backwards")
        mask |= ((1 << (b - a + 1)) - 1) << a
    return mask
