"""The combat tables: what is printed, the bounds of what is ours, and reading them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skylib.core.errors import DataError, SkylibError
from skylib.flying_circus.aircraft import Charts
from skylib.flying_circus.datafile import parse
from skylib.flying_circus.tables import CombatTable, tables_of

CHARTS = Charts.ours()
ALL = {"introductory": CHARTS.introductory, **CHARTS.tables}


def test_introductory_rows_as_printed():
    table = CHARTS.introductory
    assert table.rows[0] == (6, 5, 3, 2, 2, 2, 2, 1)
    assert table.rows[1] == (5, 4, 2, 2, 1, 1, 1, 1)
    assert table.rows[2][:4] == (4, 3, 2, 1)
    for die in range(1, 7):
        for range_ in range(1, 9):
            printed = die <= 2 or (die == 3 and range_ <= 4)
            assert (table.source(die, range_) == "printed") == printed
            assert printed or table.source(die, range_).startswith("ours: ")


def test_introductory_bounds():
    table = CHARTS.introductory
    assert all(value in (0, 1) for value in table.rows[2][4:])
    for row in table.rows[3:]:
        assert all(value <= most for value, most in zip(row, (4, 3, 2, 1, 1, 1, 1, 1)))
    assert any(value == 0 for row in table.rows for value in row)
    bounds = [(2.5, 4.5), (2, 3.5), (1.17, 2.17), (0.83, 1.33), *[(0.5, 1.17)] * 3, (0.33, 1)]
    for range_, (low, high) in enumerate(bounds, 1):
        assert low - 0.01 <= table.mean(range_) <= high + 0.01


@pytest.mark.parametrize("name", ALL)
def test_damage_never_rises(name):
    table = ALL[name]
    for die in range(1, 7):
        for range_ in range(1, 9):
            value = table.damage(die, range_)
            assert 0 <= value <= 6
            assert range_ == 8 or value >= table.damage(die, range_ + 1)
            assert die == 6 or value >= table.damage(die + 1, range_)
    assert table.damage(1, 1) > table.damage(6, 1)


def test_tables_run_from_strong_to_weak():
    for number in (1, 2, 3):
        strong, weak = CHARTS.tables[number], CHARTS.tables[number + 1]
        for die in range(1, 7):
            for range_ in range(1, 9):
                assert strong.damage(die, range_) >= weak.damage(die, range_)
        assert sum(map(strong.mean, range(1, 9))) > sum(map(weak.mean, range(1, 9)))


def test_standard_tables_are_ours():
    assert set(CHARTS.tables) == {1, 2, 3, 4}
    for table in CHARTS.tables.values():
        assert all(source.startswith("ours: ") for row in table.sources for source in row)
        assert all(table.ours(range_) for range_ in range(1, 9))


def test_odds_of_the_introductory_table():
    assert CHARTS.introductory.odds(1) == ((6, 1), (5, 1), (4, 1), (3, 1), (2, 1), (1, 1))


@given(st.sampled_from(list(ALL)), st.integers(1, 8))
def test_odds_say_what_the_dice_do(name, range_):
    table = ALL[name]
    odds = table.odds(range_)
    assert sum(sixths for _, sixths in odds) == 6
    rolled = [table.damage(die, range_) for die in range(1, 7)]
    assert [damage for damage, sixths in odds for _ in range(sixths)] == sorted(rolled)[::-1]
    assert table.column(range_) == tuple(rolled)
    assert table.mean(range_) == pytest.approx(sum(d * s for d, s in odds) / 6)


@pytest.mark.parametrize(("die", "range_"), [(0, 1), (7, 1), (1, 0), (1, 9), (-1, 3), (3, -1)])
def test_outside_the_table(die, range_):
    for ask in (CHARTS.introductory.damage, CHARTS.introductory.source):
        with pytest.raises(SkylibError, match="not"):
            ask(die, range_)


def test_odds_outside():
    for range_ in (0, 9):
        with pytest.raises(SkylibError, match="ranges 1 to 8"):
            CHARTS.introductory.odds(range_)


def test_text_form():
    lines = str(CHARTS.introductory).splitlines()
    assert lines[0].split() == ["Die", *"12345678"]
    assert lines[1].split() == ["1", *"65322221"]
    assert len(lines) == 7


# ---- reading ------------------------------------------------------------------------------

ROWS = [[6, 5, 4, 3, 2, 1, 1, 0]] * 3 + [[2, 1, 0, 0, 0, 0, 0, 0]] * 3
HEAD = 'game = "flying_circus"\nkind = "charts"\n'


def read(rows: object = ROWS, more: str = 'source = "printed"', number: object = 1) -> CombatTable:
    text = f"{HEAD}[table.{number}]\nrows = {rows}\n{more}\n"
    return tables_of(parse(text, "my.toml").table("table", ""), None)[1]


def changed(die: int, range_: int, value: object) -> list:
    rows = [list(row) for row in ROWS]
    rows[die - 1][range_ - 1] = value
    return rows


def test_reads():
    table = read()
    assert table.rows == tuple(map(tuple, ROWS))
    assert table.source(6, 8) == "printed"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (ROWS[:5], "table 1, rows: must be 6 rows, one for each die, not 5"),
        ([*ROWS[:5], [0] * 7], "row of die 6 must be a list of 8 numbers"),
        (changed(2, 3, 7), "die 2, range 3 must be 0 to 6, not 7"),
        (changed(2, 3, -1), "die 2, range 3 must be 0 to 6, not -1"),
        (changed(2, 3, 1.5), "die 2, range 3 must be 0 to 6, not 1.5"),
        (changed(2, 3, "4"), "die 2, range 3 must be 0 to 6, not '4'"),
        (changed(1, 3, 6), "die 1 does more damage at range 3 than at range 2"),
        (changed(5, 1, 3), "die 5 does more damage than die 4 at range 1"),
        ("3", "table 1, rows: must be a list, not 3"),
        ('"' + "x" * 500 + '"', "must be a list, not 'xxx"),
    ],
)
def test_bad_rows(rows, message):
    with pytest.raises(DataError, match=r"my\.toml") as caught:
        read(rows)
    assert message in str(caught.value) and len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("", "table 1, source: is missing"),
        ('source = "none"', "table 1, source: must be printed"),
        ('source = "printed"\nnote = 1', "table 1, note: is no field"),
        (
            'source = "printed"\ncells = [{die = 7, ranges = [1], source = "ours: x"}]',
            "table 1, cells 1, die: must be a whole number 1 to 6, not 7",
        ),
        (
            'source = "printed"\ncells = [{die = 1, ranges = [9], source = "ours: x"}]',
            "table 1, cells 1, ranges: must be numbers 1 to 8, not 9",
        ),
        (
            'source = "printed"\ncells = [{die = 1, ranges = [1]}]',
            "table 1, cells 1, source: is missing",
        ),
        ('source = "printed"\ncells = [3]', "table 1, cells: must be tables, not 3"),
    ],
)
def test_bad_sources(more, message):
    with pytest.raises(DataError) as caught:
        read(more=more)
    assert message in str(caught.value)


@pytest.mark.parametrize("number", [0, 5, "x"])
def test_tables_are_numbered_1_to_4(number):
    with pytest.raises(DataError, match=f"{number}: is no table"):
        read(number=number)
