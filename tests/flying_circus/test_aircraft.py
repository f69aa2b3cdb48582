"""The aircraft: what is printed, what follows, the bounds of what is ours, and chart files."""

import pickle
import re
from collections import Counter
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from skylib.core.errors import DataError, SkylibError
from skylib.flying_circus import aircraft as module
from skylib.flying_circus.aircraft import ENVIRONMENT, AircraftType, Charts, Gun
from skylib.flying_circus.scenarios import scenarios

FOLDER = Path(module.__file__).parent
EXAMPLE = FOLDER / "example-charts.toml"

# The Aircraft Available Chart, copied from the rulebook: the only authority on who flew when.
AVAILABLE = {
    ("german", 1915): ("Fokker E III", ""),
    ("german", 1916): ("Albatros D III", "Roland C II"),
    ("german", 1917): ("Albatros D III; Pfalz D III; Fokker Dr. I", "Roland C II"),
    ("german", 1918): ("Albatros D III; Pfalz D III; Fokker Dr. I; Fokker D VII", "Roland C II"),
    ("german", 1919): ("Albatros D III; Pfalz D III; Fokker Dr. I; Fokker D VII", "Roland C II"),
    ("allied", 1915): ("Nieuport 11; DH 2", "Nieuport 12"),
    ("allied", 1916): ("Nieuport 17a; Spad 7; DH 2", "Nieuport 12; Sopwith 1½ Strutter"),
    ("allied", 1917): (
        "Nieuport 17b; Spad 7; Spad 13; Sopwith Triplane; Sopwith Camel; SE 5a",
        "Nieuport 12; Sopwith 1½ Strutter; F2B",
    ),
    ("allied", 1918): (
        "Spad 13; SE 5a; Sopwith Camel",
        "Nieuport 12; Sopwith 1½ Strutter; F2B",
    ),
    ("allied", 1919): (
        "Nieuport 29; Sopwith Snipe; Spad 13; SE 5a; Sopwith Camel",
        "Nieuport 12; Sopwith 1½ Strutter; F2B",
    ),
}


@pytest.fixture(scope="module")
def charts() -> Charts:
    return Charts.ours()


@pytest.fixture
def broken(tmp_path):
    """Write a chart file and return the error that reading it raises."""

    def read(text: str, name: str = "mine.toml") -> DataError:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        with pytest.raises(DataError) as caught:
            Charts.read(path)
        assert str(path) in str(caught.value)
        assert caught.value.file == str(path)
        return caught.value

    return read


# ---- what the rulebook prints ---------------------------------------------------------


def test_nieuport_11_as_printed(charts):
    kind = charts["nieuport-11"]
    assert (kind.max_speed, kind.dive_maximum, kind.stall) == (8, 4, 3)
    assert kind.guns == (Gun("front", "fixed", 4, 5, "belt"),)
    assert kind.gun("front").ammunition == "5b"
    assert kind.gun("rear") is None
    for name in ("max_speed", "dive_maximum", "stall", "front_gun.table", "front_gun.ammunition"):
        assert kind.source(name) == "printed", name
    assert set(kind.ours) == {"climb_grades", "ceiling", "turn_left", "turn_right"}


def test_nieuport_11_derived(charts):
    kind = charts["nieuport-11"]
    assert kind.least_speed == 4
    assert kind.endurance == 5
    assert kind.dive_levels == 1


def test_camel_and_snipe_differ_in_climbing_alone(charts):
    camel, snipe = charts["sopwith-camel"], charts["sopwith-snipe"]
    assert (camel.climb_grades, snipe.climb_grades) == (4, 5)
    assert camel.source("climb_grades") == snipe.source("climb_grades") == "printed"
    for kind in (camel, snipe):
        assert (kind.turn_left, kind.turn_right) == ("B", "A")
        assert kind.source("turn_left") == kind.source("turn_right") == "printed"
    differ = {"id", "name", "years", "climb_grades", "sources"}
    for name in AircraftType.__dataclass_fields__:
        assert (getattr(camel, name) != getattr(snipe, name)) == (name in differ), name


def test_nieuports_17_differ_in_combat_table_alone(charts):
    a, b = charts["nieuport-17a"], charts["nieuport-17b"]
    for name in AircraftType.__dataclass_fields__:
        differ = name in {"id", "name", "years", "guns", "sources"}
        assert (getattr(a, name) != getattr(b, name)) == differ, name
    (gun_a,), (gun_b,) = a.guns, b.guns
    assert gun_a.table != gun_b.table
    assert (gun_a.mount, gun_a.boxes, gun_a.feed) == (gun_b.mount, gun_b.boxes, gun_b.feed)


def test_one_turn_mode_for_all_others(charts):
    double = {kind.id for kind in charts.types.values() if kind.turn_left != kind.turn_right}
    assert double == {"sopwith-camel", "sopwith-snipe"}


def test_twenty_types(charts):
    sides = Counter(kind.side for kind in charts.types.values())
    assert sides == {"allied": 14, "german": 6}
    roster = Counter((kind.nation, kind.role) for kind in charts.types.values())
    assert roster == {
        ("German", "fighter"): 5,
        ("German", "observation"): 1,
        ("British", "fighter"): 5,
        ("British", "observation"): 2,
        ("French", "fighter"): 6,
        ("French", "observation"): 1,
    }


@pytest.mark.parametrize(("side", "year"), AVAILABLE)
def test_available_chart(charts, side, year):
    fighters, observation = (
        {name for name in text.split("; ") if name} for text in AVAILABLE[side, year]
    )
    assert {kind.name for kind in charts.available(side, year, "fighter")} == fighters
    assert {kind.name for kind in charts.available(side, year, "observation")} == observation
    assert {kind.name for kind in charts.available(side, year)} == fighters | observation


def test_every_year_of_a_type_is_in_the_chart(charts):
    for kind in charts.types.values():
        years = {y for (side, y), names in AVAILABLE.items() if kind.name in "; ".join(names)}
        assert set(kind.years) == years, kind.name


# ---- bounds of what is ours -------------------------------------------------------------


def test_dives(charts):
    levels = {kind.id: kind.dive_levels for kind in charts.types.values()}
    assert [id for id, most in levels.items() if most >= 3] == ["nieuport-29"]
    assert max(levels.values()) == 3
    assert sum(most == 2 for most in levels.values()) in (9, 10)
    fast = charts["nieuport-29"]
    assert fast.dive_maximum >= 10 and fast.max_speed >= 10 and fast.dive_maximum < 15
    assert all(kind.dive_maximum <= 9 for kind in charts.types.values() if kind is not fast)


@pytest.mark.parametrize("id", list(Charts.ours().types))
def test_each_type_can_fly_climb_and_dive(charts, id):
    kind = charts[id]
    assert 1 <= kind.stall < kind.max_speed
    assert kind.dive_maximum > kind.stall, "a dive needs a speed above the stall speed"
    assert kind.max_speed - 1 > kind.stall, "a climb needs one step below the maximum"
    assert kind.climb_grades >= 1
    assert 1 <= kind.ceiling <= 22
    assert kind.dive_maximum <= kind.max_speed
    assert all(1 <= gun.boxes <= 10 and gun.table in charts.tables for gun in kind.guns)


def test_guns(charts):
    for kind in charts.types.values():
        front, rear = kind.gun("front"), kind.gun("rear")
        assert front is None or front.mount == "fixed"
        assert (rear is not None) == (kind.role == "observation"), kind.name
        assert kind.role == "observation" or front is not None
        if rear is not None:
            assert rear.mount == ("ring" if kind.id == "roland-c-ii" else "swivel")
    both = [k for k in charts.types.values() if len(k.guns) == 2]
    assert both, "the rulebook speaks of aircraft with a front and a rear gun"


def test_every_feed_and_every_table_is_used(charts):
    guns = [gun for kind in charts.types.values() for gun in kind.guns]
    assert {gun.feed for gun in guns} == {"belt", "single", "double"}
    assert {gun.table for gun in guns} == {1, 2, 3, 4}
    assert {k.turn_left for k in charts.types.values()} == {"A", "B", "C", "D"}


def test_ceilings_reach_the_scenarios(charts):
    for scenario in scenarios().values():
        for side in ("allied", "german"):
            line_up = scenario.line_up(side)
            for id in line_up if isinstance(line_up, tuple) else ():
                assert charts[id].ceiling >= (scenario.height or 4), (scenario.id, id)
    assert sum(kind.ceiling > 15 for kind in charts.types.values()) >= 7  # "many"


def test_some_table_can_bring_the_nieuport_11_down_at_once(charts):
    most = max(max(map(max, table.rows)) for table in charts.tables.values())
    assert most >= charts["nieuport-11"].endurance


# ---- sources ----------------------------------------------------------------------------


def test_every_figure_has_a_source(charts):
    figures = list(charts.figures())
    assert all(re.match(r"printed$|(derived|ours): .", figure.source) for figure in figures)
    assert len({figure.place for figure in figures}) == len(figures)
    cells = [
        figure for figure in figures if "table, die" in figure.place or "range" in figure.place
    ]
    assert len(cells) == 5 * 48
    assert sum(figure.source == "printed" for figure in cells) == 20


def test_what_is_printed_and_no_more(charts):
    identity = {"name", "side", "nation", "role", "years"}
    printed = {
        (kind.id, name)
        for kind in charts.types.values()
        for name, source in kind.sources.items()
        if source == "printed" and name not in identity
    }
    nieuport = ("max_speed", "dive_maximum", "stall", "front_gun.table", "front_gun.ammunition")
    assert printed == {
        *(("nieuport-11", name) for name in (*nieuport, "rear_gun")),
        *((id, "climb_grades") for id in ("sopwith-camel", "sopwith-snipe")),
        *(
            (id, f"turn_{to}")
            for id in ("sopwith-camel", "sopwith-snipe")
            for to in ("left", "right")
        ),
        ("roland-c-ii", "rear_gun.mount"),
    }


def test_an_unknown_field_has_no_source(charts):
    with pytest.raises(SkylibError, match="Spad 7 has no field 'colour'"):
        charts["spad-7"].source("colour")


# ---- finding, values ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("nieuport-11", "nieuport-11"),
        ("Nieuport 11", "nieuport-11"),
        ("dr1", "fokker-dr-i"),
        ("Fokker Dr. I", "fokker-dr-i"),
        ("D VII", "fokker-d-vii"),
        ("e3", "fokker-e-iii"),
        ("CAMEL", "sopwith-camel"),
        ("dh 2", "dh2"),
        ("se5a", "se-5a"),
        ("F2b", "f2b"),
        ("1 1/2 strutter", "sopwith-strutter"),
        ("Sopwith 1½ Strutter", "sopwith-strutter"),
        ("17b", "nieuport-17b"),
    ],
)
def test_find(charts, text, id):
    assert charts.find(text).id == id


def test_every_name_and_id_is_found(charts):
    for kind in charts.types.values():
        assert charts.find(kind.id) is kind
        assert charts.find(kind.name) is kind


def test_find_says_what_it_may_be(charts):
    with pytest.raises(SkylibError, match="'spad' may be spad-7, spad-13"):
        charts.find("spad")
    with pytest.raises(SkylibError, match="did you mean spad-7"):
        charts["spad7"]
    for nothing in ("zeppelin", "", "...", "x" * 500):
        with pytest.raises(SkylibError, match="there is no aircraft type") as caught:
            charts.find(nothing)
        assert len(str(caught.value)) < 400


def test_values_are_frozen_hashable_and_can_be_sent(charts):
    kind = charts["spad-7"]
    with pytest.raises(FrozenInstanceError):
        kind.stall = 1
    assert hash(kind) == hash(pickle.loads(pickle.dumps(kind)))
    assert pickle.loads(pickle.dumps(charts)) == charts


# ---- an owner's chart file -------------------------------------------------------------------

HEAD = 'game = "flying_circus"\nkind = "charts"\nname = "Mine"\n'
SPAD = """
[aircraft.spad-7]
max_speed = 9
dive_maximum = 7
stall = 3
climb_grades = 5
ceiling = 17
turn_mode = "D"
front_gun = { table = 2, ammunition = "7dd" }
"""


def test_the_example_reads(charts):
    mine = Charts.read(EXAMPLE)
    assert mine.name == "An example of a chart file"
    assert set(mine.types) == set(charts.types)
    assert list(mine.types) == list(charts.types), "the order stays"
    assert mine["nieuport-11"].source("ceiling") == "ours: an example"
    assert mine["nieuport-11"].source("max_speed") == "printed"
    assert mine.tables[4].source(1, 1) == "ours: another example"
    assert mine["spad-7"] is charts["spad-7"]


def test_the_example_names_every_type(charts):
    text = EXAMPLE.read_text("utf-8")
    named = set(re.findall(r"[a-z0-9-]+", text.split("The ids are")[1].split("[aircraft")[0]))
    assert set(charts.types) <= named


def test_one_type_takes_the_place_of_ours(tmp_path, charts):
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + 'source = "printed"\n' + SPAD, "utf-8")
    mine = Charts.read(path)
    kind = mine["spad-7"]
    assert (kind.max_speed, kind.turn_left, kind.guns[0].ammunition) == (9, "D", "7dd")
    assert (kind.name, kind.years, kind.nation) == ("Spad 7", (1916, 1917), "French")
    assert kind.source("stall") == "printed" and not kind.ours
    assert kind.source("nation") == charts["spad-7"].source("nation")
    assert {k: v for k, v in mine.types.items() if k != "spad-7"} == {
        k: v for k, v in charts.types.items() if k != "spad-7"
    }
    assert mine.tables == charts.tables


def test_sources_nearest_first(tmp_path):
    path = tmp_path / "mine.toml"
    text = HEAD + 'source = "ours: file"\n[sources]\nceiling = "ours: all ceilings"\n' + SPAD
    path.write_text(text + 'sources = { turn_mode = "derived: x", front_gun = "printed" }\n')
    kind = Charts.read(path)["spad-7"]
    assert kind.source("stall") == "ours: file"
    assert kind.source("ceiling") == "ours: all ceilings"
    assert kind.source("turn_left") == kind.source("turn_right") == "derived: x"
    assert kind.source("front_gun.table") == kind.source("front_gun.mount") == "printed"


def test_all_of_ours_may_be_replaced(tmp_path, broken):
    ours = (
        (FOLDER / "aircraft.toml").read_text("utf-8"),
        (FOLDER / "tables.toml").read_text("utf-8"),
    )
    tables = ours[1].split('name = "our charts"')[1]
    whole = ours[0].replace('name = "our charts"', 'name = "Whole"\nreplaces = "all"') + tables
    path = tmp_path / "whole.toml"
    path.write_text(whole, "utf-8")
    mine = Charts.read(path)
    assert mine.types == Charts.ours().types and mine.tables == Charts.ours().tables
    error = broken(whole.split("[table.4]")[0])
    assert error.field == "table 4"
    two_less = re.sub(r"(?s)\[aircraft\.dh2\].*?(?=\[aircraft\.sopwith-camel\])", "", whole)
    error = broken(two_less)  # the DH 2 and the Triplane
    assert error.field == "aircraft dh2" and "2 parts are" in str(error)


def test_environment_variable(tmp_path, monkeypatch, charts):
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + 'source = "printed"\n' + SPAD, "utf-8")
    monkeypatch.setenv(ENVIRONMENT, str(path))
    assert Charts.default()["spad-7"].max_speed == 9
    assert Charts.default() is Charts.default()
    assert Charts.ours() is charts
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "nothing.toml"))
    with pytest.raises(DataError, match=r"nothing\.toml: cannot be read"):
        Charts.default()
    monkeypatch.setenv(ENVIRONMENT, " ")
    assert Charts.default() is charts
    monkeypatch.delenv(ENVIRONMENT)
    assert Charts.default() is charts


@pytest.mark.parametrize(
    ("old", "new", "field", "message"),
    [
        ("max_speed = 9\n", "", "max_speed", "is missing"),
        ("max_speed = 9", 'max_speed = "9"', "max_speed", "whole number 2 to 20, not '9'"),
        ("max_speed = 9", "max_speed = 9.5", "max_speed", "whole number 2 to 20, not 9.5"),
        ("max_speed = 9", "max_speed = true", "max_speed", "whole number 2 to 20, not True"),
        ("max_speed = 9", "max_speed = -9", "max_speed", "not -9"),
        ("stall = 3", "stall = 9", "stall", "below the maximum speed 9, not 9"),
        ("dive_maximum = 7", "dive_maximum = 3", "dive_maximum", "above the stall speed 3"),
        ("climb_grades = 5", "climb_grades = 0", "climb_grades", "1 to 20, not 0"),
        ("ceiling = 17", "ceiling = 23", "ceiling", "1 to 22, not 23"),
        ('turn_mode = "D"', 'turn_mode = "E"', "turn_mode", "one of A, B, C, D, not 'E'"),
        ('turn_mode = "D"', 'turn_mode = { left = "B" }', "turn_mode, right", "is missing"),
        ('turn_mode = "D"', "turn_mode = [1]", "turn_mode", "one of A, B, C, D, not [1]"),
        ("table = 2", "table = 5", "front_gun, table", "1 to 4, not 5"),
        ('"7dd"', '"7x"', "front_gun, ammunition", "as in 5b, not '7x'"),
        ('"7dd"', '"11b"', "front_gun, ammunition", "1 to 10"),
        ('"7dd"', "7", "front_gun, ammunition", "must be a text, not 7"),
        ("table = 2,", 'mount = "ring", table = 2,', "front_gun, mount", "must be fixed"),
        ("table = 2,", "tabel = 2, table = 2,", "front_gun, tabel", "did you mean table"),
        ("front_gun", "rear_gun", "rear_gun, mount", "is missing"),
        ("front_gun = {", "#", "front_gun", "neither a front_gun nor a rear_gun"),
        ("stall", "stal", "stall", "is missing"),
        ("stall = 3", "stall = 3\nspeed = 4", "speed", "is no field of this place"),
        ("stall = 3", 'stall = 3\nside = "german"', "side", "must be allied"),
        (
            "stall = 3",
            'stall = 3\nside = "german"\nnation = "German"',
            "side",
            "allied in every scenario",
        ),
        ("stall = 3", "stall = 3\nyears = [1914]", "years", "1915 to 1919, not 1914"),
        ("stall = 3", "stall = 3\nyears = [1917, 1916]", "years", "in order, each once"),
        ("stall = 3", 'stall = 3\nname = " "', "name", "must be a text"),
        ("stall = 3", 'stall = 3\nname = "a\\u0000b"', "name", "control characters"),
        ("stall = 3", f'stall = 3\nname = "{"x" * 41}"', "name", "longer than 40"),
        ("stall = 3", 'stall = 3\nsource = "a friend"', "source", "'derived: section'"),
        ("stall = 3", 'stall = 3\nsources = { wings = "printed" }', "sources, wings", "no field"),
        ("aircraft.spad-7", "aircraft.spad7", "spad7", "did you mean spad-7"),
        ("aircraft.spad-7", "aircraft.zeppelin", "zeppelin", "is no aircraft of the game"),
    ],
)
def test_one_clear_error(broken, old, new, field, message):
    assert SPAD.count(old) >= 1
    error = broken(HEAD + 'source = "printed"\n' + SPAD.replace(old, new))
    assert message in str(error)
    assert "aircraft" in error.field and field in error.field
    if "spad7" not in field and "zeppelin" not in field:
        assert error.field.startswith("aircraft spad-7")
    assert "\n" not in str(error)


def test_a_source_must_be_said(broken):
    error = broken(HEAD + SPAD)
    assert error.field == "aircraft spad-7, max_speed" and "where the figure is from" in str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "game: is missing"),
        ('game = "chess"\nkind = "charts"', "game: must be flying_circus, not 'chess'"),
        ('game = "flying_circus"\nkind = "map"', "kind: holds map, not charts"),
        ('game = "flying_circus"\nkind = "charts"', "name: is missing"),
        (HEAD, "gives no aircraft and no table"),
        (HEAD + "[aircraft]\n", "gives no aircraft and no table"),
        (HEAD + "aircraft = 3\n", "aircraft: must be a table, not 3"),
        (HEAD + "[aircraft]\nspad-7 = 3\n", "spad-7: must be a table, not 3"),
        (HEAD + 'replaces = "some"\n' + SPAD, "replaces: must be one of all, named"),
        (HEAD + 'source = "printed"\nextra = 1\n' + SPAD, "extra: is no field of this place"),
        (HEAD + 'source = "printed"\n' + SPAD[:75], "is not TOML"),
        (HEAD + 'source = "printed"\n' + SPAD + SPAD, "is not TOML"),
        (HEAD + "x = " + "[" * 5000, "is not TOML"),
        (HEAD + "x = " + "9" * 5000, "is not TOML"),
        ("\x00\x01", "is not TOML"),
    ],
)
def test_bad_files(broken, text, message):
    assert message in str(broken(text))


def test_a_file_cut_anywhere_reads_or_gives_one_clear_error(tmp_path):
    path = tmp_path / "cut.toml"
    whole = HEAD + 'source = "printed"\n' + SPAD
    good = 0
    for end in range(len(whole) + 1):
        path.write_text(whole[:end], "utf-8")
        try:
            Charts.read(path)
            good += 1
        except DataError as error:
            assert str(error).startswith(str(path))
    assert good == 2  # the whole file, with and without its last line end


def test_files_that_are_no_text(tmp_path):
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="is not UTF-8 text"):
        Charts.read(path)
    path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(DataError, match="is larger than"):
        Charts.read(path)
    with pytest.raises(DataError, match="cannot be read"):
        Charts.read(tmp_path)
    with pytest.raises(DataError, match="cannot be read"):
        Charts.read("nul\x00l.toml")


def test_windows_line_ends_and_byte_order_mark(tmp_path):
    path = tmp_path / "mine.toml"
    text = (HEAD + 'source = "printed"\n' + SPAD).replace("\n", "\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert Charts.read(path)["spad-7"].max_speed == 9
