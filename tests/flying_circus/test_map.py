"""The map: its frame, our ground, and map files."""

from pathlib import Path

import pytest

from skylib.core.errors import DataError, SkylibError
from skylib.core.hexes import distance, neighbours
from skylib.flying_circus import map as module
from skylib.flying_circus.map import Map

OURS = Map.default()
TEXT = (Path(module.__file__).parent / "map.toml").read_text("utf-8")


def test_frame():
    assert OURS is Map.default()
    assert len(OURS.board) == 45 * 25
    assert OURS.board.names[0] == "0101" and OURS.board.names[-1] == "4525"
    assert OURS.board.hex("4501") in OURS.board
    assert {OURS.board.name(hex)[:2] for hex in OURS.west} == {"01"}
    assert {OURS.board.name(hex)[:2] for hex in OURS.east} == {"45"}
    assert len(OURS.west) == len(OURS.east) == 25


def test_letters_a_and_b_as_found():
    assert OURS.board.name(OURS.letters["A"]) == "0812"
    assert OURS.board.name(OURS.letters["B"]) == "2014"
    assert list(OURS.letters) == list("ABCDEFGH")


def test_letters_lie_on_their_own_ground():
    def column(hex):
        return int(OURS.board.name(hex)[:2])

    allied_line = min(map(column, OURS.allied_trench))
    german_line = max(map(column, OURS.german_trench))
    assert allied_line > 20, "the lines lie east of hex B"
    assert all(column(hex) < allied_line for hex in OURS.letters_of("allied").values())
    assert max(map(column, OURS.letters_of("german").values())) <= 45
    for letter, hex in OURS.letters_of("german").items():
        row = int(OURS.board.name(hex)[2:])
        beside = [h for h in OURS.german_trench if abs(int(OURS.board.name(h)[2:]) - row) <= 1]
        assert column(hex) > max(map(column, beside)), letter
    assert all(column(hex) < allied_line for hex in OURS.allied_artillery)
    assert all(column(hex) > german_line for hex in OURS.german_artillery)


def test_both_sides_fly_as_far():
    """Letters and batteries lie as far from the edge of who wants to reach them."""

    def ways(hexes, edge):
        return sorted(min(distance(hex, start) for start in edge) for hex in hexes)

    assert ways(OURS.letters_of("german").values(), OURS.west) == ways(
        OURS.letters_of("allied").values(), OURS.east
    )
    assert ways(OURS.german_artillery, OURS.west) == ways(OURS.allied_artillery, OURS.east)
    assert len(OURS.allied_trench) == len(OURS.german_trench)


@pytest.mark.parametrize("side", ["allied", "german"])
def test_trenches_are_one_unbroken_line_from_north_to_south(side):
    trench = OURS.trench(side)
    rows = {int(OURS.board.name(hex)[2:]) for hex in trench}
    assert rows == set(range(1, 26))
    start = next(hex for hex in trench if OURS.board.name(hex).endswith("01"))
    seen, todo = {start}, [start]
    while todo:
        for hex in neighbours(OURS.board.layout, todo.pop()):
            if hex in trench and hex not in seen:
                seen.add(hex)
                todo.append(hex)
    assert seen == trench
    ends = [hex for hex in trench if sum(n in trench for n in OURS.board.neighbours(hex)) == 1]
    assert len(ends) == 2


def test_nothing_lies_on_anything_else():
    kinds = [
        OURS.allied_trench,
        OURS.german_trench,
        OURS.allied_artillery,
        OURS.german_artillery,
        frozenset(OURS.letters.values()),
    ]
    assert len(frozenset().union(*kinds)) == sum(map(len, kinds))
    gap = min(distance(a, b) for a in OURS.allied_trench for b in OURS.german_trench)
    assert gap >= 2, "no man's land lies between"


def test_sides():
    assert OURS.edge("allied") == OURS.west and OURS.edge("german") == OURS.east
    assert OURS.trench("german") == OURS.german_trench
    assert OURS.artillery("allied") == OURS.allied_artillery
    for ask in (OURS.edge, OURS.trench, OURS.artillery, OURS.letters_of):
        with pytest.raises(SkylibError, match="allied and german"):
            ask("french")


def test_everything_is_marked_as_ours():
    for name in ("columns", "rows", "letters.A", "letters.H", "trenches.german", "artillery"):
        assert OURS.source(name).startswith("ours: "), name
    assert "Phoenix" in OURS.source("letters.B") and "Phoenix" not in OURS.source("letters.C")
    with pytest.raises(SkylibError, match="no part 'rivers'"):
        OURS.source("rivers")


# ---- map files --------------------------------------------------------------------------


def test_a_map_of_ones_own(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(
        """
game = "flying_circus"
kind = "map"
title = "Small"
columns = 5
rows = 4
first_column_low = true
[letters]
A = "0101"
B = "0102"
C = "0103"
D = "0104"
E = "0501"
F = "0502"
G = "0503"
H = "0504"
[trenches]
allied = ["0201", "0202"]
german = ["0401"]
[artillery]
allied = ["0203"]
german = ["0403"]
""",
        "utf-8",
    )
    small = Map.read(path)
    assert len(small.board) == 20 and len(small.east) == 4
    assert (
        small.board.layout.centre(small.board.hex("0101"))[1]
        == 0.5 + (small.board.layout.centre(small.board.hex("0201"))[1])
    )
    assert small.source("letters.A") == "ours: small.toml"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('A = "0812"', "", "letters, A: is missing"),
        ('A = "0812"', "A = 812", "letters, A: must be a text, not 812"),
        ('A = "0812"', 'A = "812"', "letters, A: '812' is no hex of this board"),
        ('A = "0812"', 'A = "4601"', "letters, A: '4601' is no hex of this board, whose hexes run"),
        ('A = "0812"', 'A = "2014"', "letters, B: hex 2014 has a letter already"),
        ('A = "0812"', 'A = "0812"\nJ = "0813"', "letters, J: is no field"),
        ("columns = 45", "columns = 100", "columns: must be a whole number 2 to 99, not 100"),
        ("columns = 45", 'columns = "45"', "columns: must be a whole number"),
        ("columns = 45", "columns = 20", "is no hex of this board"),
        ("rows = 25", "rows = 0", "rows: must be a whole number 1 to 99, not 0"),
        ("first_column_low = false", "first_column_low = 1", "must be true or false, not 1"),
        ('"2101"', '"2401"', "trenches: hex 2401 is both Allied and German"),
        ('"2101"', '"2102"', "trenches, allied: hex 2102 stands twice"),
        ('"2101"', "2101", "trenches, allied: 2101 is no hex"),
        ('"2101"', '"<b>"', "trenches, allied: '<b>' is no hex"),
        ('"2101"', f'"{"x" * 300}"', "trenches, allied: 'xxx"),
        ('["1004", "1210", "0916", "1121"]', "[]", "artillery, allied: names no hex"),
        ('["1004", "1210", "0916", "1121"]', '"1704"', "artillery, allied: must be a list"),
        ('"1004"', '"3604"', "artillery: hex 3604 is both Allied and German"),
        ("[artillery]", "[artillery]\nfrench = []", "artillery, french: is no field"),
        ("[artillery]", "[batteries]", "artillery: is missing"),
        ('rows = "ours: a sheet', 'rows = "a sheet', "sources, rows: must be printed"),
        ("[sources]", '[sources]\nriver = "printed"', "sources, river: is no field"),
        ("columns = 45", "columns = 45\nriver = 1", "river: is no field"),
        ('title = "Our map of the front"', "", "title: is missing"),
        ('kind = "map"', 'kind = "charts"', "kind: holds charts, not map"),
        ("[letters]", "[letters", "is not TOML"),
    ],
)
def test_one_clear_error(tmp_path, old, new, message):
    assert old in TEXT
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError) as caught:
        Map.read(path)
    text = str(caught.value)
    assert text.startswith(str(path)) and message in text
    assert "\n" not in text and len(text) < len(str(path)) + 250
