"""The scenarios: every line of the rulebook, free choices, and scenario files."""

from collections import Counter
from pathlib import Path

import pytest

from skylib.core.errors import DataError, SkylibError
from skylib.flying_circus import scenarios as module
from skylib.flying_circus.aircraft import Charts
from skylib.flying_circus.scenarios import (
    Choice,
    check_line_up,
    choices,
    highest_start,
    read_scenarios,
    scenarios,
)

ALL = scenarios()
CHARTS = Charts.ours()
TEXT = (Path(module.__file__).parent / "scenarios.toml").read_text("utf-8")

# The rulebook's lists, copied line by line: German aircraft, Allied aircraft. Observation
# aircraft have the rulebook's asterisk. Free choices are None.
AIR = {
    "air-1915-a": ("Fokker E III", "DH 2"),
    "air-1915-b": ("Fokker E III; Fokker E III", "DH 2; Nieuport 11"),
    "air-1916-a": ("Albatros D III", "Nieuport 17a"),
    "air-1916-b": ("Albatros D III", "Spad 7"),
    "air-1916-c": ("Albatros D III; Albatros D III", "Nieuport 17a; Nieuport 17a; Spad 7"),
    "air-1917-a": ("Fokker Dr. I", "Sopwith Triplane"),
    "air-1917-b": ("Albatros D III; Fokker Dr. I", "Nieuport 17b; Sopwith Camel"),
    "air-1917-c": ("Albatros D III; Pfalz D III", "Sopwith Triplane; Sopwith Triplane"),
    "air-1917-d": ("Pfalz D III; Pfalz D III", "Spad 7; Spad 13"),
    "air-1917-e": (None, None),
    "air-1918-a": ("Fokker D VII", "SE 5a"),
    "air-1918-b": ("Fokker Dr. I", "SE 5a"),
    "air-1918-c": ("Fokker Dr. I; Pfalz D III", "Sopwith Camel; SE 5a"),
    "air-1918-d": (None, None),
    "air-1919-a": ("Fokker D VII", "Nieuport 29"),
    "air-1919-b": (None, None),
}
PHOTO = {
    "photo-1915-allied": ("Fokker E III; Fokker E III", "Nieuport 12*; Nieuport 11; DH 2"),
    "photo-1916-allied-a": ("Albatros D III; Albatros D III", "Sopwith 1½ Strutter*; Spad 7"),
    "photo-1916-allied-b": (
        "Albatros D III; Albatros D III",
        "Nieuport 12*; Nieuport 17a; Spad 7",
    ),
    "photo-1916-allied-c": ("Albatros D III; Albatros D III", None),
    "photo-1916-german-a": ("Roland C II*; Roland C II*", "Spad 7; Spad 7; Nieuport 17a"),
    "photo-1916-german-b": ("Roland C II*; Albatros D III", "Spad 7; Spad 7; DH 2"),
    "photo-1917-allied-a": ("Pfalz D III; Pfalz D III", "Sopwith 1½ Strutter*; Nieuport 17b"),
    "photo-1917-allied-b": ("Fokker Dr. I; Fokker Dr. I", "F2B*; SE 5a"),
    "photo-1917-allied-c": (
        "Fokker Dr. I; Fokker Dr. I; Pfalz D III",
        "Sopwith 1½ Strutter*; Sopwith Triplane; Sopwith Camel",
    ),
    "photo-1917-allied-d": (None, None),
    "photo-1917-german-a": ("Roland C II*; Pfalz D III", "Spad 13; Sopwith Camel"),
    "photo-1917-german-b": ("Roland C II*; Fokker Dr. I", "Sopwith Camel; SE 5a"),
    "photo-1917-german-c": (
        "Roland C II*; Fokker Dr. I; Pfalz D III",
        "Sopwith Camel; Sopwith Camel; Sopwith Triplane",
    ),
    "photo-1917-german-d": (None, None),
    "photo-1918-allied-a": ("Fokker Dr. I; Fokker D VII", "F2B*; SE 5a"),
    "photo-1918-allied-b": (
        "Fokker Dr. I; Fokker Dr. I; Fokker D VII",
        "F2B*; Sopwith Camel; Sopwith Camel",
    ),
    "photo-1918-allied-c": (None, None),
    "photo-1918-german-a": ("Roland C II*; Fokker D VII", "Sopwith Camel; Sopwith Camel"),
    "photo-1918-german-b": (None, None),
}
TRENCH = {
    "trench-1915-allied": ("Fokker E III; Fokker E III", "Nieuport 11; DH 2"),
    "trench-1915-german": ("Fokker E III", "DH 2"),
    "trench-1916-allied-a": ("Albatros D III; Albatros D III", "Spad 7; Spad 7"),
    "trench-1916-allied-b": ("Albatros D III; Albatros D III", "Nieuport 17a; DH 2"),
    "trench-1916-german-a": ("Albatros D III; Albatros D III", "Spad 7; DH 2"),
    "trench-1917-allied-a": ("Pfalz D III", "Spad 13"),
    "trench-1917-allied-b": ("Albatros D III; Fokker Dr. I", "Sopwith Camel; SE 5a"),
    "trench-1917-allied-c": (
        "Pfalz D III; Pfalz D III; Fokker Dr. I",
        "Sopwith Triplane; Sopwith Triplane; Sopwith Camel",
    ),
    "trench-1917-german-a": ("Pfalz D III; Pfalz D III", "Spad 7; Spad 13"),
    "trench-1917-german-b": ("Fokker Dr. I; Fokker Dr. I", "Sopwith Camel; Sopwith Camel"),
    "trench-1917-german-c": (
        "Fokker Dr. I; Fokker Dr. I; Pfalz D III",
        "Spad 13; Spad 13; SE 5a",
    ),
    "trench-1917-german-d": (None, None),
    "trench-1918-allied-a": ("Fokker Dr. I; Fokker D VII", "SE 5a; SE 5a"),
    "trench-1918-allied-b": (
        "Fokker D VII; Pfalz D III; Pfalz D III",
        "Sopwith Camel; Sopwith Camel; Spad 13",
    ),
    "trench-1918-allied-c": (None, None),
    "trench-1918-german-a": (
        "Fokker D VII; Fokker D VII; Fokker Dr. I",
        "Sopwith Camel; SE 5a; SE 5a",
    ),
    "trench-1918-german-b": (
        "Fokker D VII; Pfalz D III; Pfalz D III",
        "Spad 13; Spad 13; SE 5a",
    ),
    "trench-1918-german-c": (None, None),
}
ARTILLERY = {id.replace("trench", "artillery"): sides for id, sides in TRENCH.items()}
PRINTED = AIR | PHOTO | TRENCH | ARTILLERY


# ---- the rulebook's lists -----------------------------------------------------------------


def test_all_scenarios_in_the_rulebooks_order():
    assert list(ALL) == list(PRINTED)
    kinds = Counter(scenario.kind for scenario in ALL.values())
    assert kinds == {"air": 16, "photo": 19, "trench": 18, "artillery": 18}
    assert sum(not s.free for s in ALL.values() if s.kind != "artillery") == 42
    assert len({scenario.title for scenario in ALL.values()}) == len(ALL)


@pytest.mark.parametrize("id", PRINTED)
def test_line_ups(id):
    scenario = ALL[id]
    assert scenario.id == id
    for side, printed in zip(("german", "allied"), PRINTED[id]):
        line_up = scenario.line_up(side)
        if printed is None:
            assert isinstance(line_up, Choice)
            continue
        names = printed.split("; ")
        assert Counter(CHARTS[t].name for t in line_up) == Counter(n.strip("*") for n in names)
        watchers = {CHARTS[t].name for t in line_up if CHARTS[t].role == "observation"}
        assert watchers == {name.strip("*") for name in names if name.endswith("*")}


@pytest.mark.parametrize("id", PRINTED)
def test_fixed_line_ups_agree_with_the_available_chart(id):
    for side in ("allied", "german"):
        line_up = ALL[id].line_up(side)
        if isinstance(line_up, Choice):
            assert (line_up.side, line_up.year) == (side, ALL[id].year)
            continue
        on_offer = {kind.id for kind in CHARTS.available(side, ALL[id].year)}
        assert set(line_up) <= on_offer
        assert len(line_up) <= 3 and max(Counter(line_up).values()) <= 2


@pytest.mark.parametrize("id", AIR)
def test_air_superiority_starts(id):
    scenario = ALL[id]
    height = {1915: 5, 1916: 10}.get(scenario.year, 15)
    first = "allied" if scenario.year <= 1917 else "german"
    assert (scenario.height, scenario.first) == (height, first)
    assert scenario.attacker is None and scenario.target_side is None
    points = scenario.points
    assert points.mission == 0
    assert {points.kill(a, r) for a in (True, False) for r in ("fighter", "observation")} == {1}


@pytest.mark.parametrize("id", [id for id in PRINTED if id not in AIR])
def test_missions_start_with_the_attacker_who_chooses_the_height(id):
    scenario = ALL[id]
    assert id.split("-")[2] == scenario.attacker == scenario.first
    assert scenario.height is None
    assert {scenario.attacker, scenario.target_side} == {"allied", "german"}


def test_victory_points():
    def points(kind):
        p = next(s.points for s in ALL.values() if s.kind == kind)
        return p.mission, *(
            p.kill(*case)
            for case in ((True, "fighter"), (False, "observation"), (False, "fighter"))
        )

    assert points("photo") == (15, 3, 10, 5)
    assert points("trench") == (3, 3, 5, 5)
    assert points("artillery") == points("trench")


def test_artillery_flies_the_line_ups_of_trench_strafing():
    for id in TRENCH:
        trench, artillery = ALL[id], ALL[id.replace("trench", "artillery")]
        for name in ("year", "letter", "allied", "german", "first", "height", "attacker"):
            assert getattr(trench, name) == getattr(artillery, name)
        assert artillery.section == "Artillery Strafing"
        assert trench.section == "Trench Strafing Scenarios"


FREE = {  # how many, most of a type, fighters only, who chooses
    "air-1917-e": (3, 1, "fighter", "each"),
    "air-1918-d": (3, 2, "fighter", "one"),
    "air-1919-b": (3, 2, "fighter", "one"),
    "photo-1916-allied-c": (3, 3, None, "allied"),
    "photo-1917-allied-d": (3, 2, None, "one"),
    "photo-1917-german-d": (3, 2, None, "one"),
    "photo-1918-allied-c": (3, 2, None, "one"),
    "photo-1918-german-b": (3, 2, None, "one"),
    "trench-1917-german-d": (3, 2, None, "one"),
    "trench-1918-allied-c": (3, 2, None, "one"),
    "trench-1918-german-c": (3, 2, None, "one"),
}


def test_free_choices():
    assert [id for id, s in ALL.items() if s.free and s.kind != "artillery"] == list(FREE)
    for id, wanted in FREE.items():
        for side in ("allied", "german"):
            choice = ALL[id].line_up(side)
            if isinstance(choice, Choice):
                found = (choice.count, choice.most_of_a_type, choice.role, choice.chooser)
                assert found == wanted, id


def test_words():
    assert ALL["air-1915-b"].describe() == "DH 2 and Nieuport 11 against 2 Fokker E III"
    assert ALL["air-1918-a"].describe() == "Fokker D VII against SE 5a"
    assert ALL["photo-1917-allied-c"].title == "Photographic reconnaissance 1917 Allied c"
    assert "no two of the same type" in ALL["air-1917-e"].describe()
    assert str(ALL["photo-1916-allied-c"].allied) == "any 3 Allied aircraft of 1916"
    with pytest.raises(SkylibError, match="allied and german"):
        ALL["air-1915-a"].line_up("french")


# ---- free line-ups ------------------------------------------------------------------------


def judged(id, side, *types):
    return check_line_up(ALL[id].line_up(side), types, CHARTS)


def test_allowed_line_ups():
    ruling = judged("air-1917-e", "german", "albatros-d-iii", "pfalz-d-iii", "fokker-dr-i")
    assert ruling.allowed and ruling.total == 3
    assert ruling.rules == ("FC-SCENARIO-FREE", "FC-AVAILABLE")
    assert judged("air-1918-d", "german", "fokker-d-vii", "fokker-d-vii", "pfalz-d-iii")
    assert judged("air-1919-b", "allied", "sopwith-camel", "sopwith-camel", "sopwith-snipe")
    ruling = judged("photo-1917-allied-d", "allied", "f2b", "spad-7", "f2b")
    assert ruling and "2 of them for observation" in ruling.reason
    assert judged("photo-1916-allied-c", "allied", "spad-7", "spad-7", "spad-7")


@pytest.mark.parametrize(
    ("id", "side", "types", "rule", "reason"),
    [
        ("air-1917-e", "allied", "spad-7 spad-7 se-5a", "FREE", "2 are Spad 7"),
        ("air-1918-d", "german", "fokker-d-vii fokker-d-vii fokker-d-vii", "FREE", "3 are Fokker"),
        ("air-1917-e", "allied", "spad-7 se-5a", "FREE", "2 aircraft are chosen; the scenario"),
        ("air-1917-e", "allied", "spad-7 se-5a spad-13 sopwith-camel", "FREE", "4 aircraft"),
        ("air-1917-e", "allied", "", "FREE", "0 aircraft are chosen"),
        ("air-1917-e", "allied", "spad-7 se-5a f2b", "AVAILABLE", "F2B is an observation"),
        ("air-1917-e", "allied", "spad-7 se-5a dh2", "AVAILABLE", "DH 2 flew in 1915, 1916, not"),
        ("air-1917-e", "allied", "spad-7 se-5a roland-c-ii", "AVAILABLE", "Roland C II is German"),
        ("air-1917-e", "allied", "spad-7 se-5a zeppelin", "AVAILABLE", "no aircraft type 'zep"),
        ("photo-1917-german-d", "german", "fokker-d-vii roland-c-ii", "AVAILABLE", "not in 1917"),
    ],
)
def test_refused_line_ups(id, side, types, rule, reason):
    ruling = judged(id, side, *types.split())
    assert not ruling
    assert ruling.rule == {"FREE": "FC-SCENARIO-FREE"}.get(rule, "FC-AVAILABLE")
    assert reason in ruling.reason
    assert ruling.instead


def test_hostile_line_ups():
    for wrong in (None, 7, "x" * 1000, ["spad-7"]):
        ruling = judged("air-1917-e", "allied", wrong, "spad-7", "se-5a")
        assert not ruling and "no aircraft type" in ruling.reason
        assert len(ruling.reason) < 120


@pytest.mark.parametrize("id", list(FREE))
def test_choices_are_what_the_check_allows(id):
    for side in ("allied", "german"):
        choice = ALL[id].line_up(side)
        if not isinstance(choice, Choice):
            continue
        listed = list(choices(choice, CHARTS))
        assert listed and len(set(listed)) == len(listed)
        ids = list(CHARTS.types)
        brute = {
            (a, b, c)
            for i, a in enumerate(ids)
            for j, b in enumerate(ids[i:], i)
            for c in ids[j:]
            if check_line_up(choice, (a, b, c), CHARTS)
        }
        assert set(listed) == brute


def test_germans_of_1917_have_one_line_up_of_three_different_fighters():
    assert list(choices(ALL["air-1917-e"].german)) == [
        ("albatros-d-iii", "pfalz-d-iii", "fokker-dr-i")
    ]


def test_highest_start():
    assert highest_start(["fokker-dr-i"]) == 20
    assert highest_start(["fokker-dr-i", "roland-c-ii"]) == CHARTS["roland-c-ii"].ceiling
    assert highest_start([]) == 22
    for id in AIR:
        scenario = ALL[id]
        for side in ("allied", "german"):
            line_up = scenario.line_up(side)
            ways = choices(line_up) if isinstance(line_up, Choice) else [line_up]
            assert all(highest_start(types) >= scenario.height for types in ways)


# ---- scenario files -----------------------------------------------------------------------

SMALL = """
game = "flying_circus"
kind = "scenarios"
title = "Mine"

[points.air]
section = "A duel"
mission = 0
attacker_kill = 1
defender_kill_observation = 1
defender_kill_fighter = 1

[points.trench]
section = "A raid"
mission = 3
attacker_kill = 3
defender_kill_observation = 5
defender_kill_fighter = 5

[[scenario]]
kind = "air"
year = 1917
letter = "a"
first = "german"
height = 12
allied = ["spad-7", "f2b"]
german = ["fokker-dr-i"]

[[scenario]]
kind = "trench"
year = 1918
attacker = "german"
chooser = "one"
allied = { count = 2, most_of_a_type = 1 }
german = ["fokker-d-vii"]
"""


def test_scenarios_of_ones_own(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(SMALL, "utf-8")
    mine = read_scenarios(path)
    assert list(mine) == ["air-1917-a", "trench-1918-german"]
    assert mine["air-1917-a"].height == 12
    assert mine["trench-1918-german"].free


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"spad-7"', '"spad7"', "scenario 1, allied: 'spad7' is no aircraft of the game"),
        ('"spad-7"', "7", "scenario 1, allied: 7 is no aircraft of the game"),
        ('"spad-7"', '"pfalz-d-iii"', "scenario 1, allied: the Pfalz D III is german"),
        ('"spad-7"', '"dh2"', "scenario 1, allied: the DH 2 did not fly in 1917"),
        ('["spad-7", "f2b"]', "[]", "scenario 1, allied: must be 1 to 3 aircraft, not 0"),
        ('"f2b"]', '"f2b", "f2b", "f2b"]', "must be 1 to 3 aircraft, not 4"),
        ('["spad-7", "f2b"]', '"spad-7"', "scenario 1, allied: must be a list"),
        ("year = 1917", "year = 1914", "scenario 1, year: must be a whole number 1915 to 1919"),
        ("height = 12", "height = 23", "scenario 1, height: must be a whole number 1 to 22"),
        ("height = 12", "", "scenario 1, height: is missing"),
        (
            'first = "german"',
            'first = "french"',
            "scenario 1, first: must be one of allied, german",
        ),
        ('letter = "a"', 'letter = "A"', "scenario 1, letter: must be a letter a to z, not 'A'"),
        ('letter = "a"', 'letter = "ab"', "scenario 1, letter: is longer than 1"),
        ('letter = "a"', 'letter = "a"\nwind = 3', "scenario 1, wind: is no field"),
        ('letter = "a"', 'attacker = "allied"', "scenario 1, attacker: is no field"),
        ('letter = "a"', 'chooser = "each"', "scenario 1, chooser: is there although no side"),
        ('chooser = "one"', "", "scenario 2, chooser: is missing"),
        ('chooser = "one"', 'chooser = "cat"', "scenario 2, chooser: must be one of each, one"),
        ("count = 2", "count = 4", "scenario 2, allied, count: must be a whole number 1 to 3"),
        ("count = 2, ", "", "scenario 2, allied, count: is missing"),
        ("count = 2", 'role = "bomber", count = 2', "allied, role: must be one of fighter"),
        ("count = 2", "counts = 2, count = 2", "allied, counts: is no field"),
        ('attacker = "german"', "", "scenario 2, attacker: is missing"),
        ('kind = "trench"', 'kind = "photo"', "scenario 2, kind: is photo, of which [points]"),
        ('kind = "trench"', 'kind = "naval"', "scenario 2, kind: must be one of air, photo"),
        ("mission = 3", "mission = 100", "points, trench, mission: must be a whole number 0 to 99"),
        ("mission = 3", "missions = 3", "points, trench, mission: is missing"),
        ('section = "A raid"', "", "points, trench, section: is missing"),
        ("[points.trench]", "[points.naval]", "points, naval: is no field"),
        ('section = "A duel"', 'section = "A duel"\nline_ups_of = "trench"', "of its own although"),
        ('title = "Mine"', 'title = "Mine"\nauthor = "x"', "author: is no field"),
        ('title = "Mine"', "", "title: is missing"),
        ('kind = "scenarios"', 'kind = "map"', "kind: holds map, not scenarios"),
        ("height = 12", "height = 12 13", "is not TOML"),
    ],
)
def test_one_clear_error(tmp_path, old, new, message):
    assert old in SMALL
    path = tmp_path / "mine.toml"
    path.write_text(SMALL.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError) as caught:
        read_scenarios(path)
    text = str(caught.value)
    assert text.startswith(str(path)) and message in text and "\n" not in text


def test_no_scenario_twice_and_not_none(tmp_path):
    path = tmp_path / "mine.toml"
    head, first, _ = SMALL.split("[[scenario]]")
    path.write_text(head + f"[[scenario]]{first}[[scenario]]{first}", "utf-8")
    with pytest.raises(DataError, match="scenario air-1917-a: stands twice"):
        read_scenarios(path)
    path.write_text("scenario = []\n" + head, "utf-8")
    with pytest.raises(DataError, match="scenario: are none"):
        read_scenarios(path)


def test_a_choice_that_nobody_can_fill(tmp_path):
    path = tmp_path / "mine.toml"
    text = SMALL.replace("year = 1918", "year = 1915").replace(
        '["fokker-d-vii"]', '["fokker-e-iii"]'
    )
    text = text.replace("count = 2,", 'count = 3, role = "observation",')
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match="scenario 2, allied: no line-up fits the choice"):
        read_scenarios(path)
