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


def test_letters_and_batteries_lie_behind_the_line_of_their_side():
    for side, behind in (("allied", -1), ("german", 1)):
        line = OURS.line(side)
        assert OURS.trench(side) <= line
        for hex in (*OURS.letters_of(side).values(), *OURS.artillery(side)):
            _, here = OURS.board.layout.centre(hex)
            beside = [h for h in line if abs(OURS.board.layout.centre(h)[1] - here) < 1]
            assert beside
            assert all(behind * (hex.q - h.q) > 0 for h in beside), OURS.board.name(hex)


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
def test_a_strafer_needs_four_movements_and_has_to_come_back(side):
    """Why the map is as it is: the defender comes in time, and knows where to wait."""
    attacker = {"allied": "german", "german": "allied"}[side]
    fastest = {"allied": 11, "german": 10}[attacker]
    for targets, least in ((OURS.trench(side), 8), (OURS.artillery(side), 6)):
        for hex in targets:
            away = min(distance(hex, start) for start in OURS.edge(attacker))
            assert 3 * (fastest - 1) < away + 1 <= 4 * fastest
            assert min(distance(hex, other) for other in targets if other != hex) >= least
            assert 4 <= int(OURS.board.name(hex)[2:]) <= 22, "the defender has room"


@pytest.mark.parametrize("side", ["allied", "german"])
def test_the_front_is_one_unbroken_line_from_north_to_south(side):
    trench = OURS.line(side)
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
        OURS.allied_line,
        OURS.german_line,
        OURS.allied_artillery,
        OURS.german_artillery,
        frozenset(OURS.letters.values()),
    ]
    assert len(frozenset().union(*kinds)) == sum(map(len, kinds))
    gap = min(distance(a, b) for a in OURS.allied_line for b in OURS.german_line)
    assert gap >= 2, "no man's land lies between"


def test_sides():
    assert OURS.edge("allied") == OURS.west and OURS.edge("german") == OURS.east
    assert OURS.trench("german") == OURS.german_trench
    assert OURS.artillery("allied") == OURS.allied_artillery
    for ask in (OURS.edge, OURS.trench, OURS.line, OURS.artillery, OURS.letters_of):
        with pytest.raises(SkylibError, match="allied and german"):
            ask("french")


def test_everything_is_marked_as_ours():
    for name in (
        "columns",
        "rows",
        "letters.A",
        "letters.H",
        "trenches.german",
        "lines.allied",
        "artillery",
    ):
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
    assert small.line("allied") == small.line("german") == frozenset()


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
        ('"1704"', '"3704"', "trenches: hex 3704 is both Allied and German"),
        ('"1704"', '"1722"', "trenches, allied: hex 1722 stands twice"),
        ('"1704"', "1704", "trenches, allied: 1704 is no hex"),
        ('"1704"', '"<b>"', "trenches, allied: '<b>' is no hex"),
        ('"1704"', f'"{"x" * 300}"', "trenches, allied: 'xxx"),
        ('"1701"', '"3701"', "lines: hex 3701 is both Allied and German"),
        ('"1701"', '"1702"', "lines, allied: hex 1702 stands twice"),
        ("[lines]", "[lines]\nfrench = []", "lines, french: is no field"),
        ('["0707", "0613", "0719"]', "[]", "artillery, allied: names no hex"),
        ('["0707", "0613", "0719"]', '"0707"', "artillery, allied: must be a list"),
        ('"0707"', '"3907"', "artillery: hex 3907 is both Allied and German"),
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
