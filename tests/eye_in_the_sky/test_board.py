"""The battlefield: rows, area, artillery, runway, every reading, and files of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

import skylib
from skylib.core.errors import DataError, SkylibError
from skylib.core.hexes import ROWS
from skylib.eye_in_the_sky.board import black_runs, known_maps, load_map, read_runs

STANDARD = load_map()


def row_widths(field: object) -> list[int]:
    rows: dict[int, int] = {}
    for hex in field.board:  # type: ignore[attr-defined]
        rows[hex.r] = rows.get(hex.r, 0) + 1
    return list(rows.values())


def ends(field: object, row: int) -> tuple[float, float]:
    """The x of a row's first and last centre."""
    xs = [ROWS.centre(h)[0] for h in field.board if h.r == row - 1]  # type: ignore[attr-defined]
    return xs[0], xs[-1]


def test_the_board_has_26_rows_of_20_and_22() -> None:
    assert row_widths(STANDARD) == [20, 22] * 13
    assert len(STANDARD.board) == 546


@pytest.mark.parametrize(
    ("shape", "west", "east", "hexes", "area"),
    [
        ("east", 0.5, 1.5, 546, 180),
        ("west", 1.5, 0.5, 546, 180),
        ("regular", 0.5, 0.5, 533, 174),
    ],
)
def test_each_reading_of_the_board(
    shape: str, west: float, east: float, hexes: int, area: int
) -> None:
    field = load_map("standard", shape)
    (w1, e1), (w2, e2) = ends(field, 1), ends(field, 2)
    assert (w1 - w2, e2 - e1) == (west, east)
    assert len(field.board) == hexes
    assert len(field.area) == field.area_mask.bit_count() == area


def test_the_area_covers_rows_9_to_20_three_hexes_short_of_the_edges() -> None:
    by_row: dict[int, list[int]] = {}
    for hex in STANDARD.area:
        row, place = map(int, STANDARD.board.name(hex).split("."))
        by_row.setdefault(row, []).append(place)
    assert list(by_row) == list(range(9, 21))
    for row, places in by_row.items():
        width = 20 if row % 2 else 22
        assert places == list(range(4, width - 2))
    assert [len(p) for p in by_row.values()] == [14, 16] * 6


def test_artillery_stands_in_row_4_on_5_10_15_20_from_the_east() -> None:
    names = {STANDARD.board.name(h) for h in STANDARD.artillery}
    assert names == {"4.18", "4.13", "4.8", "4.3"}


def test_the_runway_is_three_hexes_from_the_south_west_corner() -> None:
    names = [STANDARD.board.name(h) for h in STANDARD.runway]
    assert names == ["26.1", "26.2", "26.3"]
    assert STANDARD.board.name(STANDARD.take_off) == "26.3"
    assert ROWS.facing_name(STANDARD.take_off_facing) == "E"
    assert ROWS.facing_name(STANDARD.landing_facing) == "SE"


@pytest.mark.parametrize(
    ("setup", "landing", "hex", "facing"),
    [
        ("eastern", "as-printed", "26.3", "SE"),
        ("eastern", "east", "26.3", "E"),
        ("eastern", "south-west", "26.3", "SW"),
        ("corner", "as-printed", "26.1", "SW"),
        ("corner", "east", "26.1", "E"),
        ("corner", "south-west", "26.1", "SW"),
    ],
)
def test_each_reading_of_take_off_and_landing(
    setup: str, landing: str, hex: str, facing: str
) -> None:
    game = skylib.new_game(
        "eye-in-the-sky", seed=1, readings={"EYE-SETUP": setup, "EYE-LAND": landing}
    )
    assert game.facts()["hex A"] == hex
    assert game.facts()["facing A"] == "E"
    assert ROWS.facing_name(game.field.landing_facing) == facing


def test_a_photograph_covers_nineteen_hexes_where_there_are_so_many() -> None:
    sizes = {n: STANDARD.footprints[STANDARD.board.hex(n)].bit_count() for n in ("13.10", "1.1")}
    assert sizes == {"13.10": 19, "1.1": 8}


def test_points_of_hexes() -> None:
    board = STANDARD.board
    assert STANDARD.points(board.mask([board.hex("1.1")])) == 1
    assert STANDARD.points(board.mask([board.hex("10.10")])) == 3
    assert STANDARD.points(board.mask([board.hex("4.18")])) == 20
    # All there is to earn (facts C2), without the bonus for completing the picture.
    assert STANDARD.points(board.mask(board)) == 180 * 3 + 362 + 4 * 20


def test_black_hexes_as_text_and_back() -> None:
    board = STANDARD.board
    for names in ([], ["1.1"], ["9.4", "9.5", "9.6", "10.1"], [board.name(h) for h in board]):
        mask = board.mask(board.hex(n) for n in names)
        assert read_runs(board, black_runs(board, mask).split()) == mask
    assert black_runs(board, board.mask(map(board.hex, ["9.4", "9.5", "10.6"]))) == "9.4-9.5 10.6"


@pytest.mark.parametrize("word", ["99.1", "9.5-9.4", "x", "9.4-", "-9.4"])
def test_black_hexes_that_do_not_exist(word: str) -> None:
    if word == "9.4-":
        assert read_runs(STANDARD.board, [word]).bit_count() == 1
        return
    with pytest.raises(SkylibError):
        read_runs(STANDARD.board, [word])


# ---- files -----------------------------------------------------------------------------------


def test_every_map_that_comes_along_can_be_played() -> None:
    assert next(iter(skylib.find_game("eye-in-the-sky").scenarios())) == "standard"
    for name in known_maps():
        game = skylib.new_game("eye-in-the-sky", scenario=name, seed=1)
        game.play("fly 2")


GOOD = """
title = "Mine"
source = "ours"
rows = 6
widths = [8, 9]
[runway]
row = 6
first = 1
length = 2
facing = "E"
[area]
hexes = ["2.4", "2.5", "3.4"]
[[artillery]]
row = 1
from_east = 2
"""


def test_a_map_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD)
    game = skylib.new_game("eye-in-the-sky", map=str(file), seed=1)
    assert game.facts()["area left"] == "3"
    assert game.facts()["hex A"] == "6.2"
    again = skylib.replay(game.record()).game
    assert again.state == game.state
    # The teacher changes the file and starts again, in the same kernel.
    file.write_text(GOOD.replace('"3.4"]', '"3.4", "3.5"]'))
    changed = skylib.new_game("eye-in-the-sky", map=str(file), seed=1)
    assert changed.facts()["area left"] == "4"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('title = "Mine"', "", ["title"]),
        ('source = "ours"', 'source = "guess"', ["source", "printed, derived or ours"]),
        ("rows = 6", "rows = 0", ["rows", "1 to 60", "0"]),
        ("rows = 6", "rows = true", ["rows"]),
        ("rows = 6", "rows = 6\ncolour = 1", ["colour", "no field"]),
        ("widths = [8, 9]", "widths = [8]", ["widths"]),
        ("widths = [8, 9]", "widths = [8, 99]", ["widths"]),
        ("widths = [8, 9]", "widths = [8, 11]\noverhang = 'even'", ["overhang"]),
        ("widths = [8, 9]", "widths = [8, 9]\noverhang = 'up'", ["overhang", "up"]),
        ("length = 2", "length = 20", ["runway.length", "1 to 9"]),
        ('facing = "E"', 'facing = "N"', ["runway.facing", "E SE SW W NW NE"]),
        ('facing = "E"', "facing = 3", ["runway.facing"]),
        ("[runway]", "[runaway]", ["runaway"]),
        ("[runway]", "[[runway]]", ["runway", "no table"]),
        ("[area]", "[[area]]", ["area", "no table"]),
        ("length = 2", "lenght = 2", ["runway.lenght", "no field", "first, length, row"]),
        ("from_east = 2", "from_west = 2", ["artillery 1: from_west", "from_east, row"]),
        ("hexes = [", "free = 3\nhexes = [", ["area.free", "fields are hexes"]),
        ('hexes = ["2.4", "2.5", "3.4"]', 'hexes = ["2.4", "2.4"]', ["area.hexes", "once"]),
        ('hexes = ["2.4", "2.5", "3.4"]', 'hexes = ["9.9"]', ["area.hexes", "9.9"]),
        ('hexes = ["2.4", "2.5", "3.4"]', "hexes = []", ["area", "no hex"]),
        ('hexes = ["2.4", "2.5", "3.4"]', "first_row = 3\nlast_row = 2\nfree = 1", ["last_row"]),
        ("from_east = 2", "from_east = 9", ["artillery 1", "from_east"]),
        ("from_east = 2", "from_east = 2\n[[artillery]]\nrow = 1\nfrom_east = 2", ["twice"]),
        ("[[artillery]]", "[artillery]", ["artillery"]),
        ("rows = 6", "rows = ", ["not TOML"]),
    ],
)
def test_a_map_that_does_not_fit_names_file_and_field(
    tmp_path: Path, old: str, new: str, words: list[str]
) -> None:
    assert old in GOOD
    file = tmp_path / "mine.toml"
    file.write_text(GOOD.replace(old, new))
    with pytest.raises(DataError) as error:
        load_map(str(file))
    for word in ("mine.toml", *words):
        assert word in str(error.value)


ODD = [
    "5",
    "-1",
    "1.5",
    "true",
    '"x"',
    "[]",
    "[1, 2]",
    "[[]]",
    "{}",
    "{a = 1}",
    "nan",
    "1979-05-27",
]


@pytest.mark.parametrize("odd", ODD)
def test_any_value_anywhere_is_a_map_or_one_clear_error(tmp_path: Path, odd: str) -> None:
    file = tmp_path / "mine.toml"
    fields = [line for line in GOOD.splitlines() if " = " in line]
    texts = [GOOD.replace(f, f"{f.partition(' = ')[0]} = {odd}") for f in fields]
    rest = GOOD[: GOOD.index("[runway]")]
    texts += [f"{rest}{key} = {odd}\n" for key in ("runway", "area", "artillery")]
    for text in texts:
        file.write_text(text)
        try:
            load_map(str(file))
        except DataError as error:
            assert "mine.toml" in str(error)
            assert error.field, text


def test_maps_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(SkylibError, match=r"no map 'moon'.*standard"):
        load_map("moon")
    with pytest.raises(DataError, match="cannot be read"):
        load_map(str(tmp_path / "gone.toml"))
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match="not UTF-8"):
        load_map(str(tmp_path / "bad.toml"))
