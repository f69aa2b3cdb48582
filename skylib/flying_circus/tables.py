"""Combat Results Tables: damage points by die and range.

The introductory game has one table, the standard game four, which the guns name
("How to Resolve Combat"). A low die is good for the firer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..core.errors import SkylibError
from .datafile import Fields, shown

__all__ = ["CombatTable", "tables_of", "TABLES", "DICE", "RANGES", "HIGHEST"]

TABLES = (1, 2, 3, 4)
DICE = range(1, 7)
RANGES = range(1, 9)  # hexes
HIGHEST = 6  # damage points of one attack

_CELL_FIELDS = ("die", "ranges", "source")
_TABLE_FIELDS = ("rows", "source", "cells")


@dataclass(frozen=True, slots=True)
class CombatTable:
    """Six rows (die 1 to 6) of eight columns (range 1 to 8), each cell with its source."""

    rows: tuple[tuple[int, ...], ...]
    sources: tuple[tuple[str, ...], ...] = field(compare=False)

    def damage(self, die: int, range: int) -> int:
        """The damage points of a die at a range in hexes. Raises `SkylibError` outside."""
        self._check(range, die)
        return self.rows[die - 1][range - 1]

    def source(self, die: int, range: int) -> str:
        """Where that cell is from: ``printed``, ``derived: …`` or ``ours: …``."""
        self._check(range, die)
        return self.sources[die - 1][range - 1]

    def odds(self, range: int) -> tuple[tuple[int, int], ...]:
        """What a shot at that range does: (damage, sixths), the most damage first."""
        self._check(range)
        return tuple(sorted(Counter(r[range - 1] for r in self.rows).items(), reverse=True))

    def column(self, range: int) -> tuple[int, ...]:
        """The damage of the dice 1 to 6 at that range."""
        self._check(range)
        return tuple(row[range - 1] for row in self.rows)

    def mean(self, range: int) -> float:
        """The mean damage of a shot at that range."""
        return sum(self.column(range)) / 6

    def ours(self, range: int) -> bool:
        """Whether any cell of that column is ours, not the rulebook's."""
        self._check(range)
        return any(row[range - 1].startswith("ours") for row in self.sources)

    def _check(self, range: int, die: int = 1) -> None:
        if range not in RANGES:
            raise SkylibError(f"the tables know ranges 1 to 8, not {range!r}")
        if die not in DICE:
            raise SkylibError(f"a die shows 1 to 6, not {die!r}")

    def __str__(self) -> str:
        lines = ["Die  " + "  ".join(map(str, RANGES))]
        lines += [f"  {d}  " + "  ".join(map(str, row)) for d, row in zip(DICE, self.rows)]
        return "\n".join(lines)

    @classmethod
    def of(cls, fields: Fields, default: str | None = None) -> CombatTable:
        """A table from its place in a chart file.

        ``rows`` are six lists of eight numbers; ``source`` says where they are from (or the
        file does, ``default``), and ``cells`` where single cells are from. Raises `DataError`.
        """
        rows = fields.items("rows")
        if len(rows) != 6:
            raise fields.error(f"must be 6 rows, one for each die, not {len(rows)}", "rows")
        numbers = tuple(_row(fields, die, row) for die, row in zip(DICE, rows))
        _falls(fields, numbers)
        source = fields.source("source", default)
        grid: list[list[str | None]] = [[source] * 8 for _ in DICE]
        for cell in fields.tables("cells", []):
            die = cell.integer("die", 1, 6)
            text = cell.source("source")
            for number in cell.items("ranges"):
                if type(number) is not int or number not in RANGES:
                    raise cell.error(f"must be numbers 1 to 8, not {shown(number)}", "ranges")
                grid[die - 1][number - 1] = text
            cell.done(_CELL_FIELDS)
        fields.done(_TABLE_FIELDS)
        if any(cell is None for row in grid for cell in row):
            raise fields.error("is missing: where are the numbers from?", "source")
        return cls(numbers, tuple(tuple(row) for row in grid))  # type: ignore[arg-type]


def _row(fields: Fields, die: int, row: object) -> tuple[int, ...]:
    if not isinstance(row, list) or len(row) != 8:
        raise fields.error(f"row of die {die} must be a list of 8 numbers", "rows")
    for range_, value in zip(RANGES, row):
        if type(value) is not int or not 0 <= value <= HIGHEST:
            raise fields.error(
                f"die {die}, range {range_} must be 0 to {HIGHEST}, not {shown(value)}", "rows"
            )
    return tuple(row)


def _falls(fields: Fields, rows: tuple[tuple[int, ...], ...]) -> None:
    """Damage never rises with the range or with the die, in any table of the game."""
    for die, row in zip(DICE, rows):
        for range_, value in zip(RANGES, row):
            if range_ > 1 and value > row[range_ - 2]:
                nearer = f"range {range_} than at range {range_ - 1}"
                raise fields.error(f"die {die} does more damage at {nearer}", "rows")
            if die > 1 and value > rows[die - 2][range_ - 1]:
                lower = f"die {die} does more damage than die {die - 1}"
                raise fields.error(f"{lower} at range {range_}", "rows")


def tables_of(fields: Fields, default: str | None) -> Mapping[int, CombatTable]:
    """The tables ``[table.1]`` to ``[table.4]`` that a chart file gives."""
    out: dict[int, CombatTable] = {}
    for key in fields.names():
        if key not in {str(n) for n in TABLES}:
            raise fields.error("is no table; they are numbered 1 to 4", key)
        out[int(key)] = CombatTable.of(fields.table(key, f"table {key}"), default)
    return dict(sorted(out.items()))
