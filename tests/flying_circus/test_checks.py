"""Judging files, and what in a set of charts contradicts the rulebook's text."""

from dataclasses import replace
from pathlib import Path

import pytest

from skylib.core.errors import DataError
from skylib.flying_circus import checks
from skylib.flying_circus.aircraft import Charts, Gun
from skylib.flying_circus.checks import check_file, departures, remarks

FOLDER = Path(checks.__file__).parent
OURS = Charts.ours()
FILES = ["aircraft.toml", "tables.toml", "map.toml", "scenarios.toml", "example-charts.toml"]


@pytest.mark.parametrize("name", FILES)
def test_our_own_files_fit(name):
    assert check_file(FOLDER / name) is None
    assert remarks(FOLDER / name) == []


def test_a_file_of_another_kind():
    assert "rules.toml, kind: is missing" in str(check_file(FOLDER / "rules.toml"))


@pytest.mark.parametrize("name", FILES)
def test_a_file_cut_in_half_gives_one_error(name, tmp_path):
    text = (FOLDER / name).read_text("utf-8")
    path = tmp_path / name
    path.write_text(text[: text.rindex('"')], "utf-8")  # within the last text
    error = check_file(path)
    assert isinstance(error, DataError) and error.file == str(path)
    assert "is not TOML" in str(error)
    with pytest.raises(DataError):
        remarks(path)


def test_no_file(tmp_path):
    assert "cannot be read" in str(check_file(tmp_path / "none.toml"))
    assert "cannot be read" in str(check_file(tmp_path))


@pytest.mark.parametrize("kind", ["charts", "map", "scenarios", "rules"])
def test_the_kind_decides_what_is_expected(kind, tmp_path):
    path = tmp_path / "x.toml"
    path.write_text(f'game = "flying_circus"\nkind = "{kind}"\n', "utf-8")
    error = check_file(path)
    first = {"charts": "name", "map": "title", "scenarios": "title", "rules": "kind"}[kind]
    assert error.field == first


# ---- against the text -----------------------------------------------------------------------


def changed(id: str, **fields) -> Charts:
    return replace(OURS, types={**OURS.types, id: replace(OURS.types[id], **fields)})


def gun(id: str, position: str = "front", **fields) -> tuple[Gun, ...]:
    return tuple(replace(g, **fields) if g.position == position else g for g in OURS.types[id].guns)


def test_ours_contradict_nothing():
    assert departures(OURS) == []


@pytest.mark.parametrize(
    ("charts", "remark"),
    [
        (changed("nieuport-11", stall=2), "Nieuport 11, stall: 2, but the chart prints 3"),
        (changed("nieuport-11", max_speed=9), "Nieuport 11, max_speed: 9"),
        (changed("nieuport-11", guns=gun("nieuport-11", boxes=6)), "table 4 and ammunition 5b"),
        (changed("sopwith-camel", climb_grades=5), "Sopwith Camel, climb_grades: 5"),
        (changed("sopwith-camel", turn_left="A"), "B to the left and A to the right"),
        (changed("spad-7", turn_left="A"), "Spad 7, turn_mode: one mode both ways"),
        (changed("sopwith-snipe", ceiling=21), "ceiling is the same, not 19 and 21"),
        (changed("nieuport-17b", guns=gun("nieuport-17b", table=4)), "is what differs, not 4"),
        (changed("nieuport-17b", guns=gun("nieuport-17b", boxes=9)), "ammunition is the same"),
        (changed("nieuport-29", dive_maximum=9), "Nieuport 29: dives up to 2 levels"),
        (changed("nieuport-29", dive_maximum=15, max_speed=16), "dives up to 4 levels"),
        (changed("spad-13", dive_maximum=10), "Spad 13: dives up to 3 levels"),
        (changed("spad-13", dive_maximum=4, stall=3), "8 types dive two levels"),
        (changed("f2b", guns=gun("f2b", "rear", mount="ring")), "Roland C II alone has a ring"),
        (
            changed("roland-c-ii", guns=gun("roland-c-ii", "rear", mount="swivel")),
            "Roland C II, rear_gun: the Roland C II alone",
        ),
        (changed("f2b", guns=OURS["f2b"].guns[:1]), "F2B, rear_gun: observation aircraft have"),
        (changed("spad-7", guns=OURS["f2b"].guns), "Spad 7, rear_gun: fighters have none"),
        (changed("spad-7", ceiling=14), "Spad 7, ceiling: 14, but Air superiority 1917 d"),
        (changed("f2b", ceiling=3), "F2B, ceiling: photographs are taken at level 3 or 4"),
        (changed("f2b", role="fighter"), "F2B: observation aircraft of 1917, 1918, 1919"),
        (changed("dh2", years=(1915,)), "DH 2: fighter aircraft of 1915, 1916"),
        (replace(OURS, introductory=OURS.tables[1]), "introductory table, die 1: 6 5 4"),
    ],
)
def test_departures(charts, remark):
    found = departures(charts)
    assert any(remark in line for line in found), found


def test_a_table_in_which_every_shot_hits():
    rows = (*OURS.introductory.rows[:3], *[(1,) * 8] * 3)
    charts = replace(OURS, introductory=replace(OURS.introductory, rows=rows))
    assert any("some shot has no effect" in line for line in departures(charts))


def test_remarks_on_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    text = (FOLDER / "example-charts.toml").read_text("utf-8")
    path.write_text(text.replace("stall = 3  ", "stall = 2  ", 1), "utf-8")
    assert check_file(path) is None
    assert len(remarks(path)) == 1 and remarks(path)[0].startswith("Nieuport 11, stall: 2")
