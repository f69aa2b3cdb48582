"""The moves of Eye in the Sky counted a second way, from the rulebook, in rows and places.

Nothing here uses the engine: a hex is (row, place), both from 1, and neighbours are found
by the parity of the row. Even rows, the long ones, stand out half a hex in the west and the
rest in the east; or, with ``west``, so many hexes more in the west.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

Cell = tuple[int, int]
ROUND = ("E", "SE", "SW", "W", "NW", "NE")


@dataclass(frozen=True)
class Field:
    """A board of rows: ``odd`` and ``even`` are the widths of odd and even rows, ``west``
    the whole hexes that an even row begins farther west than half a hex."""

    rows: int
    odd: int
    even: int
    west: int = 0

    def inside(self, cell: Cell) -> bool:
        row, place = cell
        return 1 <= row <= self.rows and 1 <= place <= (self.odd if row % 2 else self.even)


def step(field: Field, cell: Cell, facing: str) -> Cell:
    """One hex on. An even row begins half a hex farther west than an odd one."""
    row, place = cell
    if facing == "E":
        return row, place + 1
    if facing == "W":
        return row, place - 1
    row_on = row + (1 if facing[0] == "S" else -1)
    if row % 2:  # from an odd row: place p lies between p and p + 1 of the even rows
        return row_on, place + field.west + (1 if facing[1] == "E" else 0)
    return row_on, place - field.west - (0 if facing[1] == "E" else 1)


@dataclass(frozen=True)
class Stand:
    """Where a plane is and where it faces."""

    cell: Cell
    facing: str


def moves(field: Field, stand: Stand) -> list[tuple[str, Stand]]:
    """Every move by its text, and where it leads (the runway is left to the caller)."""
    out = [(f"spiral {f}", replace(stand, facing=f)) for f in ROUND]
    at = ROUND.index(stand.facing)
    back = ROUND[(at + 3) % 6]
    for hexes in (2, 3, 4):
        line = [stand.cell]
        while len(line) <= hexes and field.inside(step(field, line[-1], stand.facing)):
            line.append(step(field, line[-1], stand.facing))
        flown = len(line) - 1
        if flown < hexes:  # over the edge: back on the hex it left, turned about
            ends = [("", Stand(line[-1], back))]
            pictures = range(flown + 1)
        else:
            ends = [
                (turn, Stand(line[-1], ROUND[(at + by) % 6]))
                for turn, by in (("", 0), (" left", -1), (" right", 1))
            ]
            pictures = range(flown)
        for turn, end in ends:
            for picture in (None, *pictures):
                text = f"fly {hexes}{turn}"
                if picture is not None:
                    text += " photo start" if picture == 0 else f" photo {picture}"
                out.append((text, end))
    return out


def count(
    field: Field,
    runway: set[Cell],
    take_off: Stand,
    stands: tuple[Stand, ...],
    depth: int,
    turn: int = 0,
) -> int:
    """Rows of ``depth`` moves from here, the pilots in turn."""
    options = moves(field, stands[turn])
    if depth == 1:
        return len(options)
    total = 0
    for _, end in options:
        if end.cell in runway and end.facing == "SE":
            end = take_off
        after = (*stands[:turn], end, *stands[turn + 1 :])
        total += count(field, runway, take_off, after, depth - 1, (turn + 1) % len(stands))
    return total


# ---- photographs ---------------------------------------------------------------------------


def shown(field: Field, cell: Cell) -> set[Cell]:
    """The hexes of the board within two of a marker: two steps any way."""
    near = {cell}
    for _ in range(2):
        near |= {step(field, c, facing) for c in near for facing in ROUND}
    return {c for c in near if field.inside(c)}


@dataclass
class Ledger:
    """Markers, black hexes and points, kept as the rulebook's section on scoring says."""

    field: Field
    area: frozenset[Cell]
    guns: frozenset[Cell]
    black: set[Cell]
    markers: dict[str, list[Cell]]
    points: dict[str, int]

    def hand_in(self, who: str) -> None:
        """Take a pilot's markers off one by one."""
        for marker in self.markers[who]:
            for cell in shown(self.field, marker):
                if cell in self.black:
                    continue
                self.black.add(cell)
                self.points[who] += 20 if cell in self.guns else 3 if cell in self.area else 1
                if cell in self.area and self.area <= self.black:
                    self.points[who] += 20
        self.markers[who] = []
