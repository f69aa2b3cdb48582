"""The standard game: sequence, decisions, entries and exits, scenarios, positions, secrets."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from skylib.core.dice import ScriptedDice
from skylib.core.errors import MoveTextError, NotAllowed, PositionError, SkylibError
from skylib.core.games import perft
from skylib.flying_circus import movement
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import OPEN_SKY, Flight, Plan
from skylib.flying_circus.moves import Announce, Fly, parse_move

from .positions_for_tests import game

PAIR = (
    "phase 3 allied move; A1 sopwith-camel 2014 N level 10 speed 6; "
    "G1 fokker-dr-i 3010 N level 10 speed 8"
)


def rule(g: FlyingCircus, move: str) -> str:
    ruling = g.check(move)
    assert (move in g.legal_moves()) is bool(ruling)
    return "yes" if ruling else ruling.rule


# ---- the course of play ---------------------------------------------------------------------


def test_the_beginning():
    g = FlyingCircus.new_game("air-1917-b", seed=1)
    assert g.to_move == "allied"
    assert [a.id for a in g.state.aircraft] == ["A1", "A2", "G1", "G2"]
    assert {a.level for a in g.state.aircraft} == {15}
    assert "A1 enters" in g.prompt
    g.play("A1 enters 0110 SE")
    assert g.facts()["A1 status"] == "entering"
    assert rule(g, "A1 speed 8: L F") == "FC-TURN-FIRST-HEX"
    g.play("A1 speed 6: F F F F F F")
    assert g.facts()["A1 hex"] == "0612"
    g.play("A2 enters 0112 NE")
    g.play("A2 speed 6: F F F F F F")
    assert g.to_move == "german"  # no fire: nobody is there yet
    assert g.facts()["phase"] == "2"


def test_germans_move_first_in_1918():
    assert FlyingCircus.new_game("air-1918-a", seed=1).to_move == "german"


def test_sequence():
    g = game(PAIR)
    assert rule(g, "G1 speed 8: F F F F F F F F") == "FC-SEQUENCE"
    assert rule(g, "A1 fire front at G1") == "FC-SEQUENCE"
    assert rule(g, "pass") == "FC-SEQUENCE"
    assert rule(g, "A1 enters 0110 SE") == "FC-SEQUENCE"
    assert rule(g, "A3 speed 6: F F F F F F") == "FC-SEQUENCE"
    assert rule(g, "objective E") == "FC-SEQUENCE"
    assert rule(g, "height 4") == "FC-SEQUENCE"
    g.play("A1 speed 6: F F F F F F")
    assert g.to_move == "german"


def test_each_aircraft_once():
    g = game(PAIR.replace("; G1", "; A2 sopwith-camel 2414 N level 10 speed 6; G1"))
    g.play("A2 speed 6: F F F F F F")  # in any order
    assert rule(g, "A2 speed 6: F F F F F F") == "FC-SEQUENCE"
    assert rule(g, "A1 speed 6: F F F F F F") == "yes"


def test_a_plan_announced_cannot_be_changed():
    g = game(PAIR)
    assert rule(g, "A1 speed 7 climb") == "yes"
    g.play("A1 speed 7 climb")
    assert rule(g, "A1 speed 6: F F F F F F") == "FC-DECIDE"
    assert rule(g, "A1 speed 7") == "FC-DECIDE"
    assert rule(g, "A1 speed 7 climb") == "FC-SEQUENCE"
    assert all(isinstance(m, Fly) and m.plan == Plan(7, True) for m in g.legal_moves())
    g.play("A1 speed 7 climb: F F F F F F F")
    assert g.facts()["A1 progress"] == "1"


def test_the_climb_over_four_phases():
    g = game(PAIR.replace("speed 6", "speed 6 progress 2"))
    g.play("A1 speed 6 climb: F F F C F F F")  # executed, and no level gained: C is left out
    assert str(g.last.move) == "A1 speed 6 climb: F F F F F F"
    assert (g.facts()["A1 level"], g.facts()["A1 progress"]) == ("10", "3")
    g.play("G1 speed 8: F F F F F F F F")
    assert rule(g, "A1 speed 6 climb: F F F F F F") == "FC-CLIMB"
    g.play("A1 speed 6 climb: F F F F F F C")
    assert (g.facts()["A1 level"], g.facts()["A1 progress"]) == ("11", "0")


@pytest.mark.parametrize(("reading", "left"), [("kept", "2"), ("reset", "0")])
def test_climb_progress_in_level_flight(reading: str, left: str):
    g = game(PAIR.replace("speed 6", "speed 6 progress 2"), readings={"FC-PROGRESS-KEPT": reading})
    g.play("A1 speed 6: F F F F F F")
    assert g.facts()["A1 progress"] == left


def test_the_climb_marker_after_a_dive():
    g = game(PAIR.replace("speed 6", "speed 6 progress 2"))
    assert rule(g, "A1 speed 6 dive 1: D F F F F F F progress 3") == "yes"
    assert rule(g, "A1 speed 6 dive 1: D F F F F F F progress 2") == "FC-DIVE"
    assert rule(g, "A1 speed 6 dive 1: D F F F F F F progress 4") == "FC-DIVE"
    assert rule(g, "A1 speed 6: F F F F F F progress 3") == "FC-DIVE"
    g.play("A1 speed 6 dive 1: D F F F F F F progress 3")
    assert g.facts()["A1 progress"] == "3"
    assert g.facts()["A1 level"] == "9"
    g = game(PAIR.replace("speed 6", "speed 6 progress 2"), readings={"FC-DIVE": "reset"})
    assert rule(g, "A1 speed 6 dive 1: D F F F F F F progress 3") == "FC-DIVE"
    g.play("A1 speed 6 dive 1: D F F F F F F")
    assert g.facts()["A1 progress"] == "0"


def test_the_reading_on_turns():
    both = {"FC-TURN-MODE": "both-directions"}
    assert rule(game(PAIR), "A1 speed 6: F R L F F F") == "FC-TURN-MODE"
    assert rule(game(PAIR, readings=both), "A1 speed 6: F R L F F F") == "yes"


# ---- stacking -------------------------------------------------------------------------------


def test_no_end_with_another():
    g = game(PAIR.replace("; G1", "; A2 sopwith-camel 2008 S level 10 speed 6; G1"))
    assert rule(g, "A1 speed 6: F F F F F F") == "FC-STACK"
    assert rule(g, "A1 speed 7: F F F F F F F") == "yes"


CORNERED = (
    "phase 3 allied move; A1 dh2 2014 N level 1 speed 3 max 3 dive 3; "
    "G1 fokker-dr-i 2011 N level 1 speed 8"
)


def test_where_every_end_is_held_there_is_no_collision(monkeypatch):
    """Six aircraft cannot hold every end; a crowd of our making can."""
    g = game(CORNERED)
    task = g.task(g.state, "A1", Plan(3))
    ends = {
        place.hex
        for plan in g.plans(g.state, "A1")
        for place in movement.places(replace(task, plan=plan, around=OPEN_SKY))
    }
    crowd = frozenset((hex, 1) for hex in ends)
    real = FlyingCircus.around

    def crowded(self, state, id, crowded=True):
        around = real(self, state, id, crowded)
        return replace(around, occupied=crowd if crowded else frozenset())

    monkeypatch.setattr(FlyingCircus, "around", crowded)
    moves = list(g.legal_moves())
    assert moves
    assert len(moves) == len(g.legal_moves())
    ruling = g.check("A1 speed 3: F F F")
    assert ruling
    assert ruling.rule == "FC-STACK"
    assert ("FC-STACK", "players-agree") in ruling.readings
    g.play("A1 speed 3: F F F")


# ---- entry and exit -------------------------------------------------------------------------


def test_entries():
    g = FlyingCircus.new_game("air-1915-a", seed=1)
    assert len(g.legal_moves()) == 50
    assert len(list(g.legal_moves())) == 50
    for bad in ("A1 enters 0112 SW", "A1 enters 4512 SW", "A1 enters 0212 SE", "A1 enters 0112 N"):
        assert rule(g, bad) == "FC-ENTER-EXIT"
    assert rule(g, "G1 enters 4512 SW") == "FC-SEQUENCE"
    assert rule(g, "A1 speed 5: F F F F F") == "FC-SEQUENCE"
    g.play("A1 enters 0112 SE")
    assert rule(g, "A1 enters 0113 SE") == "FC-SEQUENCE"


@pytest.mark.parametrize(
    ("place", "status"),
    [
        ("0110 NW", "exited"),
        ("0110 SW", "exited"),
        ("4510 NE", "shot down"),
        ("1001 N", "shot down"),
        ("1025 S", "shot down"),
        ("0101 N", "shot down"),
    ],
)
def test_leaving_the_map(place: str, status: str):
    other = "A2 sopwith-camel 2014 N level 10 speed 6"
    g = game(PAIR.replace("2014 N", place).replace("; G1", f"; {other}; G1"))
    step = g.play("A1 speed 6: F")
    assert g.state["A1"].status == status
    assert step.ruling.rule == "FC-ENTER-EXIT"
    assert g.facts()["score german"] == ("0" if status == "exited" else "1")
    assert rule(g, "A1 speed 6: F F F F F F") == "FC-SEQUENCE"


def test_germans_leave_eastwards():
    g = game(PAIR.replace("allied move", "german move").replace("3010 N", "4510 NE"))
    g.play("G1 speed 8: F")
    assert g.state["G1"].status == "exited"
    assert g.outcome.winners == ()
    assert g.to_move is None
    assert not g.check("A1 speed 6: F F F F F F")


def test_victory_is_by_aircraft_shot_down():
    g = game(PAIR.replace("2014 N", "4510 NE"))
    g.play("A1 speed 6: F")
    assert g.outcome.winners == ("german",)
    assert g.outcome.scores == {"allied": 0, "german": 1}


@pytest.mark.parametrize(
    ("scenario", "position", "scores"),
    [
        (
            "photo-1917-allied-c",
            "A1 sopwith-strutter shot-down level 4; A2 sopwith-camel shot-down level 4; "
            "G1 fokker-dr-i shot-down level 4; G2 fokker-dr-i 3010 N level 4 speed 6",
            {"allied": 3, "german": 15},
        ),
        (
            "trench-1917-german-a",
            "A1 spad-7 shot-down level 1; A2 spad-13 exited level 1; "
            "G1 pfalz-d-iii shot-down level 1; strafes 2",
            {"allied": 5, "german": 9},
        ),
        (
            "artillery-1917-german-a",
            "A1 spad-7 exited level 1; G1 pfalz-d-iii 3010 N level 1 speed 6; strafes 1",
            {"allied": 0, "german": 3},
        ),
        (
            "photo-1917-german-a",
            "A1 spad-13 2010 N level 4 speed 8; G1 roland-c-ii exited level 4 photo; objective B",
            {"allied": 0, "german": 15},
        ),
    ],
)
def test_victory_points(scenario: str, position: str, scores: dict[str, int]):
    g = game(f"phase 9 german move; {position}", scenario)
    assert g.outcome is not None
    assert g.outcome.scores == scores


# ---- choices before the start ---------------------------------------------------------------


def test_objective_and_height():
    g = FlyingCircus.new_game("photo-1917-allied-b", seed=1)
    assert g.to_move == "allied"
    assert [str(m) for m in g.legal_moves()] == [
        "objective E",
        "objective F",
        "objective G",
        "objective H",
        "objective drawn",
    ]
    assert rule(g, "objective A") == "FC-SCENARIO-PHOTO"
    g.play("objective F")
    top = g.highest_start
    assert rule(g, f"height {top}") == "yes"
    assert rule(g, f"height {top + 1}") == "FC-SCENARIO-PHOTO"
    assert rule(g, "height 0") == "FC-SCENARIO-PHOTO"
    g.play("height 4")
    assert {a.level for a in g.state.aircraft} == {4}


def test_the_objective_drawn_with_a_die():
    g = FlyingCircus.new_game("photo-1917-german-a", dice=ScriptedDice([3]))
    step = g.play("objective drawn")
    assert step.rolls[0].sides == 4
    assert g.state.objective == "C"


def test_strafers_choose_the_height():
    g = FlyingCircus.new_game("trench-1917-german-a", seed=1)
    assert g.to_move == "german"
    assert len(g.legal_moves()) == g.highest_start
    assert rule(g, "objective E") == "FC-SEQUENCE"


def test_thin_air_limits_the_height():
    used = {"FC-CEILING": "fifteen"}
    g = FlyingCircus.new_game("trench-1917-german-b", seed=1, readings=used)
    assert g.highest_start == 15
    assert FlyingCircus.new_game("trench-1917-german-b", seed=1).highest_start > 15


def test_free_choice():
    g = FlyingCircus.new_game(
        "air-1917-e", seed=1, allied="spad-7, camel, se5a", german="Albatros, Pfalz, Dr. I"
    )
    assert [a.type.id for a in g.state.aircraft] == [
        "spad-7",
        "sopwith-camel",
        "se-5a",
        "albatros-d-iii",
        "pfalz-d-iii",
        "fokker-dr-i",
    ]


@pytest.mark.parametrize(
    ("chosen", "deciding"),
    [
        ("spad-7, spad-7, camel", "FC-SCENARIO-FREE"),  # no two the same
        ("spad-7, camel", "FC-SCENARIO-FREE"),  # three
        ("spad-7, camel, nieuport-29", "FC-AVAILABLE"),  # not of that year
        ("spad-7, camel, fokker-dr-i", "FC-AVAILABLE"),  # not of that side
        ("spad-7, camel, f2b", "FC-AVAILABLE"),  # fighters only
    ],
)
def test_free_choice_refused(chosen: str, deciding: str):
    with pytest.raises(NotAllowed) as error:
        FlyingCircus.new_game("air-1917-e", seed=1, allied=chosen)
    assert deciding in error.value.ruling.rules


def test_choice_where_there_is_none():
    with pytest.raises(SkylibError, match="fixes the allied aircraft"):
        FlyingCircus.new_game("air-1917-a", seed=1, allied="camel")
    with pytest.raises(SkylibError):
        FlyingCircus.new_game("air-1917-e", seed=1, allied="zeppelin, camel, spad-7")
    with pytest.raises(SkylibError, match="no scenario"):
        FlyingCircus.new_game("air-1920-a", seed=1)


@pytest.mark.parametrize("name", FlyingCircus.scenarios())
def test_every_scenario_begins(name: str):
    g = FlyingCircus.new_game(name, seed=1)
    assert g.legal_moves()
    assert g.prompt
    assert 1 <= len(g.state.of("allied")) <= 3
    scenario = g.scenario
    if scenario.kind == "photo":
        watchers = [a for a in g.state.of(scenario.attacker) if a.type.role == "observation"]
        assert watchers
    assert FlyingCircus.new_game(name, position=g.position, seed=1).state == g.state


# ---- legal moves: the set, its count, the quick test ----------------------------------------


@pytest.mark.parametrize("climb", [0, 3])
def test_the_set_agrees_with_itself(climb: int):
    position = (
        f"phase 3 allied move; A1 dh2 0105 NE level 3 speed 5 max 6 progress {climb}; "
        "G1 fokker-dr-i 0304 N level 3 speed 8"
    )
    g = game(position)
    moves = list(g.legal_moves())
    assert len(moves) == len(set(moves)) == len(g.legal_moves()) == perft(g, 1)
    for move in moves:
        assert move in g.legal_moves()
        assert g.check(move)
        assert g.parse_move(str(move)) == move
    kinds = {type(m) for m in moves}
    assert kinds == {Announce, Fly}
    for plan in (Plan(9), Plan(2), Plan(5, True, 1), Plan(4, dive=3)):
        assert Announce("A1", plan) not in g.legal_moves()
        assert not g.check(Announce("A1", plan))


def test_legal_moves_are_lazy():
    g = game(PAIR)
    first = list(islice(iter(g.legal_moves()), 3))
    assert len(first) == 3
    assert "A1 speed 6: F F F F F F" in g.legal_moves()
    assert "nonsense" not in g.legal_moves()
    assert Fly("A1", Plan(6), Flight("FFFF")) not in g.legal_moves()


# ---- texts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "objective E",
        "objective drawn",
        "height 10",
        "A1 enters 0112 SE",
        "A1 speed 8",
        "A1 speed 8 climb",
        "A1 speed 7 dive 2",
        "A1 speed 8 climb: F F L F C F F F",
        "A1 speed 7 dive 2: D F F progress 3",
        "A1 fire front at G2",
        "G1 fire rear at A3",
        "A1 strafe rear",
        "trench fire at G1",
        "battery fire at A2",
        "pass",
    ],
)
def test_move_texts(text: str):
    assert str(parse_move(text)) == text
    assert str(parse_move(text.lower())) == text
    assert str(parse_move(f"  {text.replace(' ', '  ')} ")) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A1",
        "A1 speed",
        "A1 speed x: F",
        "A1 speed 8:",
        "A1 speed 8: X",
        "A1 enters 0112 Q",
        "A1 fire at G1",
        "A1 fire side at G1",
        "objective 5",
        "height x",
        "x" * 301,
        "A1 speed 8: F: F",
    ],
)
def test_bad_move_texts(text: str):
    with pytest.raises(MoveTextError):
        parse_move(text)


GOOD = (
    "phase 3 allied fire; A1 f2b 2014 N level 10 speed 6 max 8 dive 5 progress 2 front 4 rest 1 "
    "rear 6 reload 2 high 3 photo; A2 se-5a enters 0110 SE level 10; A3 se-5a off level 10; "
    "G1 fokker-dr-i 2010 N level 10 speed 8; G2 fokker-dr-i shot-down level 3; "
    "G3 fokker-dr-i exited level 4; flown A1 2020 N 10 speed 6: FFFFFF; firing german; "
    "shot trench fire at A1; objective G; strafes 2"
)


def test_positions_round_trip():
    g = game(GOOD, "photo-1917-allied-b")
    again = game(g.position, "photo-1917-allied-b")
    assert again.state == g.state
    assert again.position == g.position
    f = g.facts()
    assert (f["A1 rear silent"], f["A1 progress"], f["A2 status"]) == ("2", "2", "entering")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("phase 3", "phase x"),
        ("phase 3 allied fire", "phase 3 allied dance"),
        ("phase 3 allied fire", "phase 3 french fire"),
        ("phase 3 allied fire; ", ""),
        ("2014 N", "9914 N"),
        ("2014 N", "2014 Q"),
        ("f2b", "zeppelin"),
        ("A1 f2b", "A1 fokker-d-vii"),
        ("A1 f2b", "B1 f2b"),
        ("A2 se-5a", "A1 se-5a"),
        ("level 10 speed 6 max", "speed 6 max"),
        ("level 10 speed 6 max", "level 10 max"),
        ("speed 6 max 8", "speed 66 max 8"),
        ("progress 2", "progress 99"),
        ("progress 2", "progress 2 progress 2"),
        ("front 4", "front 40"),
        ("front 4", "middle 4"),
        ("rest 1", "rest 9"),
        ("enters 0110 SE", "enters 2010 SE"),
        ("enters 0110 SE", "enters 4510 SW"),
        ("FFFFFF", "FFF"),
        ("flown A1", "flown G1"),
        ("flown A1", "flown A9"),
        ("firing german; ", ""),
        ("shot trench fire at A1", "shot pass"),
        ("shot trench fire at A1", "shot A9 fire front at G1"),
        ("objective G", "objective X"),
        ("strafes 2", "strafes x"),
        ("; flown", "; plan G1 speed 8; flown"),
        ("; flown", "; nonsense; flown"),
    ],
)
def test_bad_positions(old: str, new: str):
    assert old in GOOD
    with pytest.raises(PositionError):
        game(GOOD.replace(old, new), "photo-1917-allied-b")


def test_positions_of_the_wrong_kind():
    with pytest.raises(PositionError, match="objective"):
        game(PAIR + "; objective E")
    with pytest.raises(PositionError, match="no german"):
        game(PAIR.partition("; G1")[0])
    with pytest.raises(PositionError, match="fixed height"):
        game(PAIR.replace("move", "height"))
    with pytest.raises(PositionError, match="too long"):
        game(PAIR + ";" * 5000)


# ---- rulings --------------------------------------------------------------------------------


def test_every_rule_that_a_ruling_names_exists():
    """The ids in the code are those of rules.toml."""
    import re
    from pathlib import Path

    import skylib.flying_circus

    folder = Path(skylib.flying_circus.__file__).parent
    named = set()
    for file in folder.glob("*.py"):
        named |= set(re.findall(r'"(FCI?-[A-Z-]+)"', file.read_text("utf-8")))
    assert named <= set(FlyingCircus.rules())
    assert len(named) > 55


def test_a_flight_tells_what_it_sighted():
    g = game(PAIR.replace("3010 N", "2004 S"))
    step = g.play("A1 speed 6: F F F F F F")
    assert "FC-ACQUIRED" in step.ruling.rules
    assert step.ruling.facts["A1 front sights G1"] == "yes"
    assert step.ruling.facts["G1 front sights A1"] == "yes"
    assert step.ruling.facts["A1 front held on G1"] == 5


def test_neither_moved_in_a_game():
    """FC-SIGHT-NOT-MOVED: a position in which nobody has just moved."""
    position = (
        "phase 3 allied fire; A1 sopwith-camel 2014 N level 10 speed 6; "
        "G1 fokker-dr-i 2010 S level 10 speed 8; firing allied"
    )
    assert rule(game(position), "A1 fire front at G1") == "FC-SIGHT-NOT-MOVED"
    still = {"FC-SIGHT-NOT-MOVED": "still-counts"}
    assert rule(game(position, readings=still), "A1 fire front at G1") == "yes"


def test_own_charts_and_map(tmp_path):
    from importlib import resources

    text = resources.files("skylib.flying_circus").joinpath("map.toml").read_text("utf-8")
    map_file = tmp_path / "map.toml"
    map_file.write_text(text.replace('A = "0812"', 'A = "0912"'), "utf-8")
    g = FlyingCircus.new_game("air-1917-a", seed=1, map=map_file)
    assert g.map.board.name(g.map.letters["A"]) == "0912"
    assert g.record().options == (("map", str(map_file)),)
    with pytest.raises(SkylibError):
        FlyingCircus.new_game("air-1917-a", seed=1, charts=tmp_path / "none.toml")
