"""Boards and scenes that the tests of the maps draw: one of rows, one of columns."""

from __future__ import annotations

from skylib.core.hexes import COLUMNS, ROWS, Board, Hex, disk, fan, ray
from skylib.scenes import Area, Counter, Fill, Ground, Label, Mark, Path, Scene, Token


def rows_ground() -> Ground:
    """26 rows, 20 and 22 hexes wide by turns, with a runway, guns and an inner area."""
    widths = [20 if i % 2 == 0 else 22 for i in range(26)]
    starts = [0.0 if i % 2 == 0 else -0.5 for i in range(26)]
    board = Board.of_rows(widths, starts)
    inner = tuple(
        board.hex(f"{row}.{place}")
        for row in range(9, 21)
        for place in range(4, widths[row - 1] - 2)
    )
    return Ground(
        board,
        (
            Fill("aoi", inner, "area of interest"),
            Fill("runway", tuple(board.hex(f"26.{n}") for n in (1, 2, 3)), "runway"),
            Fill("artillery", tuple(board.hex(f"4.{n}") for n in (3, 8, 13, 18)), "artillery"),
        ),
        row_labels=tuple((board.hex(f"{row}.1"), str(row)) for row in range(1, 27)),
        title="Test rows",
    )


def columns_ground() -> Ground:
    """45 columns of 30 hexes, with trenches, water and an objective."""
    board = Board.of_columns([30] * 45)

    def at(column: int, row: int) -> Hex:
        return board.hex(f"{column:02}{row:02}")

    allied = tuple(at(18 + (r // 7) % 2, r) for r in range(1, 31))
    german = tuple(at(28 - (r // 5) % 2, r) for r in range(1, 31))
    water = tuple(at(c, r) for c in range(4, 9) for r in range(5, 9))
    return Ground(
        board,
        (
            Fill("allied-trench", allied, "Allied trench"),
            Fill("german-trench", german, "German trench"),
            Fill("water", water, "lake"),
            Fill("objective", (at(20, 14),), "objective"),
            Fill("city", (at(38, 20), at(38, 21), at(39, 21)), "Cambrai"),
        ),
        column_labels=tuple((at(c, 1), f"{c:02}") for c in range(1, 46)),
        row_labels=tuple((at(1, r), f"{r:02}") for r in range(1, 31)),
        title="Test columns",
    )


ROWS_GROUND = rows_ground()
COLUMNS_GROUND = columns_ground()


def rows_scene(ground: Ground = ROWS_GROUND) -> Scene:
    """A busy moment of a game of photographs."""
    board = ground.board
    here = board.hex("14.9")
    on_board = tuple(h for h in disk(board.hex("12.8"), 2) if h in board)
    black = on_board + tuple(h for h in disk(board.hex("15.15"), 2) if h in board)
    reach = tuple(h for f in (5, 0, 1) for h in ray(ROWS, here, f, 4) if h in board)
    return Scene(
        ground,
        areas=(
            Area("reported", tuple(dict.fromkeys(black))),
            Area("footprint", disk(board.hex("18.7"), 2), 0),
            Area("reach", reach, 0, "reach"),
        ),
        tokens=(
            Token("photo", board.hex("18.7"), 0, "B", "photograph by Blue"),
            Token("photo", board.hex("20.12"), 1, "R", "photograph by Red"),
        ),
        paths=(
            Path("flown", (*ray(ROWS, here, 3, 3)[::-1], here), 0),
            Path(
                "ghost",
                (here, *ray(ROWS, here, 0, 3)),
                0,
                tuple((h, str(i + 1), "") for i, h in enumerate(ray(ROWS, here, 0, 2))),
            ),
        ),
        counters=(
            Counter("blue", here, 0, 0, "B", "Blue", state="active"),
            Counter("try", ray(ROWS, here, 0, 3)[-1], 5, 0, "B", "Blue, tried", ghost=True),
            Counter("red", board.hex("16.12"), 4, 1, "R", "Red"),
            Counter("green", board.hex("26.3"), 0, 2, "G", "Green"),
            Counter("purple", board.hex("26.3"), 0, 3, "P", "Purple"),
        ),
        marks=(
            Mark("selected", (here,)),
            Mark("legal", (ray(ROWS, here, 0, 4)[-1], ray(ROWS, here, 1, 3)[-1])),
            Mark("last", (ray(ROWS, here, 3, 3)[-1],)),
            Mark("hint", (ray(ROWS, here, 5, 4)[-1],)),
        ),
        title="Round 7: Blue to fly",
        words=("Blue leads by 12 points.",),
    )


def columns_scene(ground: Ground = COLUMNS_GROUND) -> Scene:
    """A dogfight with levels, a field of fire, a balloon and a wreck."""
    board = ground.board
    here = board.hex("1713")
    target = board.hex("2015")
    lane = tuple(h for h in ray(COLUMNS, here, 2, 6) if h in board)
    wide = tuple(h for h in fan(COLUMNS, here, 2, 60, 8) if h in board and h not in lane)
    return Scene(
        ground,
        areas=(Area("fire", lane, 1), Area("fan", wide)),
        tokens=(Token("damage", board.hex("2411"), None, "2", "two damage"),),
        paths=(
            Path(
                "planned",
                tuple(map(board.hex, ("1413", "1412", "1411", "1512", "1612", "1713"))),
                1,
                (
                    (board.hex("1412"), "2", "unseen"),
                    (board.hex("1411"), "5", "seen"),
                    (board.hex("1512"), "6", "seen"),
                ),
            ),
            Path("line-of-fire", (here, target)),
        ),
        counters=(
            Counter("d", here, 2, 1, "D", "Albatros D III", level=9, state="active"),
            Counter("s", target, 4, 0, "S", "Spad VII", level=9),
            Counter("f", board.hex("2116"), 0, 0, "F", "Fokker look-alike", level=12),
            Counter("g", board.hex("1413"), 0, 1, "D", "Albatros, before", level=8, ghost=True),
            Counter("b", board.hex("3010"), None, 2, "b", "balloon", level=2, kind="balloon"),
            Counter("w", board.hex("3212"), 3, 3, "W", "wreck", level=0, state="down"),
            Counter("x", board.hex("2411"), 5, 2, "X", "Camel", level=10, state="damaged"),
        ),
        labels=(
            *(Label(h, str(i + 1), "number") for i, h in enumerate(lane)),
            Label(board.hex("1014"), "Entry zone 3"),
        ),
        marks=(
            Mark("selected", (here,)),
            Mark("legal", (board.hex("1812"), board.hex("1811"), target)),
            Mark("last", (board.hex("1612"),)),
            Mark("hint", (board.hex("1911"),)),
        ),
        title="Sighting: may the Albatros fire?",
        words=("The Albatros has had the Spad in view for the last half of its flight.",),
    )
