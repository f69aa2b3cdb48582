"""Our numbers inside the bounds of the text, and an owner's own charts in their place."""

from importlib import resources

import pytest

from skylib.core.errors import DataError
from skylib.le_temps_des_as import charts, checks
from skylib.le_temps_des_as.game import LeTempsDesAs

from .setups import fight

EXAMPLE = resources.files("skylib.le_temps_des_as").joinpath("examples", "charts.toml")


def test_ours_are_inside_the_bounds():
    assert list(checks.bounds(charts.ours())) == []


def test_printed_and_derived_cells_say_so():
    c = charts.ours()
    roland = c.aircraft["roland-c2"]
    for name in ("class", "hit", "structure", "max_speed", "power"):
        assert roland.source(name) == "printed, Turn 2"
    assert roland.source("very_high") == "ours"
    assert c.aircraft["spad-xiii"].source("structure").startswith("derived")
    assert c.aircraft["gotha-g4"].source("power") == "printed, 6.3"
    assert c.manoeuvres["spin"].source("defence") == "printed, Turn 3"
    assert c.manoeuvres["immelmann"].source("cost A") == "ours"
    assert c.counts_source == "ours" and c.map.source == "ours"


def test_the_documented_example_is_ours_unchanged():
    read = charts.read(EXAMPLE)
    ours = charts.ours()
    assert read.aircraft == ours.aircraft and read.manoeuvres == ours.manoeuvres
    assert read.cup == ours.cup
    assert read.map.board.hexes == ours.map.board.hexes
    assert read.aircraft["spad-vii"].source("hit") == "printed, the owner's charts"
    assert read.aircraft["spad-vii"].source("power") == "ours"
    assert read.manoeuvres["chandelle"].source("cost A") == "printed, the owner's charts"
    assert all(f.kind == "note" for f in checks.check_file(EXAMPLE))


def owner(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text, "utf-8")
    return file


def test_an_owners_numbers_replace_ours(tmp_path):
    file = owner(
        tmp_path,
        """
        [[aircraft]]
        id = "albatros-d3"
        hit = 3
        front = false
        rear = 1
        observer = true
        [[manoeuvre]]
        id = "turn"
        cost = { A = 2 }
        min_speed = 3
        [[manoeuvre]]
        id = "loop"
        name = "Loop"
        french = "Looping"
        cost = { A = 4, B = 5 }
        effect = -2
        altitude = "none"
        fire = true
        defence = 2
        path = ["ahead"]
        sides = "none"
        [[marker]]
        id = "motor"
        count = 9
        """,
    )
    game = LeTempsDesAs.new_game("skirmish", seed=1, charts=str(file), setup="ready")
    sheet = game.setting.charts.aircraft["albatros-d3"]
    assert sheet.hit == 3 and dict(sheet.guns) == {"rear": 1} and sheet.max_speed == 6
    row = game.setting.charts.manoeuvres["turn"]
    assert dict(row.cost) == {"A": 2, "B": 2, "C": 2} and row.min_speed == 3
    assert game.parse_move("looping").choice.manoeuvre == "loop"
    assert game.setting.charts.markers["motor"].count == 9
    assert game.setup.options["charts"] == str(file)
    ours = LeTempsDesAs.new_game("skirmish", seed=1)
    assert ours.setting.charts.aircraft["albatros-d3"].hit == 5


def test_the_environment_variable(tmp_path, monkeypatch):
    file = owner(tmp_path, '[[aircraft]]\nid = "camel"\nmax_speed = 9\n')
    monkeypatch.setenv(charts.VARIABLE, str(file))
    game = fight("Camel-1 0910 N")
    assert game.setting.charts.aircraft["camel"].max_speed == 9
    monkeypatch.setenv(charts.VARIABLE, str(tmp_path / "nowhere.toml"))
    with pytest.raises(DataError, match=r"nowhere\.toml"):
        fight()


def test_barring_a_class_and_lifting_a_condition(tmp_path):
    file = owner(
        tmp_path,
        '[[manoeuvre]]\nid = "split-s"\ncost = { C = 0 }\n'
        '[[manoeuvre]]\nid = "barrel-roll"\nmin_speed = false\n',
    )
    read = charts.read(file)
    assert "C" not in read.manoeuvres["split-s"].cost
    assert read.manoeuvres["barrel-roll"].min_speed is None


BAD = [
    ("not toml at all [", "is not TOML", ""),
    ("", "holds none", ""),
    ("[weather]\n", "weather", ""),
    ('[[aircraft]]\nid = "camel"\nhit = 12\n', "aircraft camel, hit", "1 to 9"),
    ('[[aircraft]]\nid = "camel"\nhit = "high"\n', "aircraft camel, hit", "whole number"),
    ('[[aircraft]]\nid = "camel"\nhitt = 4\n', "aircraft camel, hitt", "unknown field"),
    ('[[aircraft]]\nid = "camel"\nclass = "D"\n', "aircraft camel, class", "A, B, C"),
    ('[[aircraft]]\nid = "camel"\nvery_high = 1\n', "aircraft camel, very_high", "true or false"),
    ('[[aircraft]]\nid = "camel"\nbarred = ["loop"]\n', "aircraft camel, barred", "loop"),
    ('[[aircraft]]\nid = "camel"\nround = 0\n', "aircraft camel, round", "balloons"),
    ('[[aircraft]]\nid = "camel"\nrear = 0\n', "aircraft camel, rear", "observer"),
    ('[[aircraft]]\nid = "camel"\ndouble_controls = true\n', "double_controls", "observer"),
    ('[[aircraft]]\nid = "nieuport"\nhit = 5\n', "aircraft nieuport", "missing"),
    ('[[aircraft]]\nname = "Camel"\n', "aircraft 1, id", "missing"),
    ('[[aircraft]]\nid = "camel"\n[[aircraft]]\nid = "camel"\n', "camel, id", "twice"),
    ('[[aircraft]]\nid = "camel"\nshort = "Spad XIII"\n', "camel, short", "letters"),
    ('[[aircraft]]\nid = "camel"\nshort = "SE5a"\n', "short", "se5a"),
    ('[[aircraft]]\nid = "camel"\nsources = { hit = "seen" }\n', "sources", "printed"),
    ('[[aircraft]]\nid = "camel"\nsources = { speed = "ours" }\n', "sources", "speed"),
    ("aircraft = 3\n", "aircraft", "list"),
    ("[[aircraft]]\nid = 5\n", "aircraft 1, id", "text"),
    ('[[manoeuvre]]\nid = "straight"\ncost = { A = 2 }\n', "manoeuvre straight, cost", "1"),
    ('[[manoeuvre]]\nid = "turn"\ncost = { D = 2 }\n', "turn, cost, D", "unknown"),
    ('[[manoeuvre]]\nid = "turn"\ncost = 2\n', "turn, cost", "table"),
    ('[[manoeuvre]]\nid = "turn"\npath = ["sideways"]\n', "turn, path", "sideways"),
    ('[[manoeuvre]]\nid = "turn"\npath = []\n', "turn, path", "missing"),
    ('[[manoeuvre]]\nid = "turn"\nsides = "none"\n', "turn, sides", "either"),
    ('[[manoeuvre]]\nid = "spin"\naltitude = "climb"\n', "spin, altitude", "built in"),
    ('[[manoeuvre]]\nid = "spin"\neffect = 20\n', "spin, effect", "-6 to 6"),
    ('[[manoeuvre]]\nid = "loop"\n', "manoeuvre loop", "missing"),
    ('[[marker]]\nid = "wing"\ncount = -1\n', "marker wing, count", "0 to 30"),
    ('[[marker]]\nid = "luck"\ncount = 1\n', "marker luck", "missing"),
    ("[map]\ncolumns = 18\n", "map, rows", "missing"),
    ("map = 3\n", "map", "table"),
]


@pytest.mark.parametrize(("text", "where", "what"), BAD)
def test_bad_charts_name_file_row_and_field(tmp_path, text, where, what):
    file = owner(tmp_path, text)
    with pytest.raises(DataError) as error:
        charts.read(file)
    message = str(error.value)
    assert "mine.toml" in message and where in message and what in message
    findings = checks.check_file(file)
    assert [f.kind for f in findings] == ["error"]


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        charts.read(tmp_path / "none.toml")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="UTF-8"):
        charts.read(binary)
    assert checks.check_file(tmp_path / "what.txt")[0].kind == "error"


def test_charts_against_the_printed_text(tmp_path):
    file = owner(
        tmp_path,
        '[[aircraft]]\nid = "roland-c2"\nhit = 5\n'
        '[[manoeuvre]]\nid = "tight-turn"\ncost = { A = 3 }\nmin_speed = 5\n',
    )
    found = checks.check_file(file)
    assert all(f.kind == "note" for f in found)  # such charts can be used
    errors = [f.text for f in found if "contradicts the rulebook's text" in f.text]
    assert any("roland-c2, hit: 4 by the text, not 5" in e for e in errors)
    assert any("tight-turn, cost A: 2 by the text, not 3" in e for e in errors)
    assert any("speeds 4 and 5" in e for e in errors)


def test_judging_records(tmp_path):
    good = resources.files("skylib.le_temps_des_as").joinpath("examples", "turn-2.record")
    assert checks.check_file(good) == []
    text = good.read_text("utf-8")
    wrong = tmp_path / "wrong.record"
    wrong.write_text(text.replace("expect: points = 5", "expect: points = 6"), "utf-8")
    (finding,) = checks.check_file(wrong)
    assert finding.kind == "error" and "line" in finding.text and "it is 5" in finding.text
    other = tmp_path / "other.record"
    other.write_text(text.replace("game: le-temps-des-as", "game: chess"), "utf-8")
    assert "chess" in checks.check_file(other)[0].text
    broken = tmp_path / "broken.record"
    broken.write_text("no record", "utf-8")
    assert checks.check_file(broken)[0].kind == "error"
    silent = tmp_path / "silent.record"
    silent.write_text("skylib record 1\ngame: le-temps-des-as\nseed: 1\n\n", "utf-8")
    assert [str(f).split(":")[0] for f in checks.check_file(silent)] == ["note"]


def test_every_number_of_ours_is_on_the_page_of_assumptions():
    from skylib.le_temps_des_as.assumptions import assumptions

    lines = list(assumptions())
    text = "\n".join(lines)
    assert "Manoeuvre table, Immelmann: cost A 3" in text
    assert "Aircraft list, SE 5a: class B, hit 4" in text
    assert "Damage markers in the cup" in text and "18 columns of 20 hexes" in text
    roland = next(line for line in lines if "Roland" in line)
    assert roland == "Aircraft list, Roland C.II: very high no."  # all else is printed
    immelmann = next(line for line in lines if "Immelmann" in line)
    assert "fire no" in immelmann and "red" not in immelmann
    for row in charts.ours().manoeuvres.values():
        for letter in "ABC":
            listed = f"Manoeuvre table, {row.name}:" in text and any(
                line.startswith(f"Manoeuvre table, {row.name}:") and f"cost {letter} " in line
                for line in lines
            )
            assert listed is (row.source(f"cost {letter}") == "ours")
