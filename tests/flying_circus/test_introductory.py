"""The introductory game: worked numbers, counts two ways, every rule, a game through."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skylib.core.dice import ScriptedDice
from skylib.core.errors import DiceError, MoveTextError, PositionError
from skylib.core.hexes import COLUMNS
from skylib.flying_circus.introductory import FlyingCircusIntroductory, IntroFly
from skylib.flying_circus.introductory_flights import flights
from skylib.flying_circus.movement import Flight

PAIR = "turn 3 allied move; A1 2012 N 10; G1 3012 S 10"


def game(position: str | None = PAIR, scenario: str = "1", dice=(), **settings):
    return FlyingCircusIntroductory.new_game(
        scenario, position=position, dice=ScriptedDice(dice), **settings
    )


def rule(g, move: str) -> str:
    ruling = g.check(move)
    assert (move in g.legal_moves()) is bool(ruling)
    return "yes" if ruling else ruling.rule


def test_ten_points_two_hexes():
    g = game()
    step = g.play("A1: L L L F L L F L L L")
    assert step.ruling.total == 10
    assert step.ruling.facts["hexes"] == 2
    assert [f.value for f in step.ruling.figures] == [3, 1, 2, 1, 3]


def test_six_points_leave_four():
    g = game("turn 3 allied fire; A1 2012 N 10; G1 2011 S 10", dice=[1])
    step = g.play("A1 fire at G1")
    assert g.facts()["G1 allowance"] == "4"
    assert step.ruling.total == 4


@pytest.mark.parametrize(
    ("move", "deciding"),
    [
        ("A1: F F F F F F F F F F", "yes"),
        ("A1: F F F F F F F F F", "FCI-SPEND-ALL"),
        ("A1: F F F F F F F F F F F", "FCI-SPEND-ALL"),
        ("A1: L F F F F F F F F F", "yes"),  # in the starting hex
        ("A1: L L L L F F F F F F", "FCI-TURN"),
        ("A1: L R F F F F F F F F", "FCI-TURN"),
        ("A1: F F F F F F F F F C", "FCI-STRAIGHT"),
        ("G1: F F F F F F F F F F", "FCI-SEQUENCE"),
        ("A2: F F F F F F F F F F", "FCI-SEQUENCE"),
        ("A1 enters 0112 SE", "FCI-SEQUENCE"),
        ("A1 fire at G1", "FCI-SEQUENCE"),
        ("pass", "FCI-SEQUENCE"),
    ],
)
def test_movement(move: str, deciding: str):
    assert rule(game(), move) == deciding


def test_both_directions():
    g = game(readings={"FC-TURN-MODE": "both-directions"})
    assert rule(g, "A1: L R F F F F F F F F") == "yes"


def test_the_edge_is_closed():
    g = game("turn 3 allied move; A1 2003 N 4; G1 3012 S 10")
    assert rule(g, "A1: F F F F") == "FCI-STRAIGHT"
    assert rule(g, "A1: F F L L") == "yes"


def test_no_end_with_another():
    g = game("turn 3 allied move; A1 2012 N 2; G1 2010 S 10")
    assert rule(g, "A1: F F") == "FCI-STACK"
    assert rule(game("turn 3 allied move; A1 2012 N 3; G1 2010 S 10"), "A1: F F F") == "yes"


FIRE = "turn 3 allied fire; A1 2012 N 10; A2 2512 N 10; G1 2008 S 10; G2 2003 S 10; G3 3012 S 10"


@pytest.mark.parametrize(
    ("move", "deciding"),
    [
        ("A1 fire at G1", "yes"),
        ("A1 fire at G2", "FCI-FIRE"),  # nine hexes
        ("A1 fire at G3", "FCI-FIRE"),  # not ahead
        ("A1 fire at A2", "FCI-FIRE"),
        ("A2 fire at G1", "FCI-FIRE"),
        ("G1 fire at A1", "FCI-SEQUENCE"),  # own combat phase only
        ("A1: F", "FCI-SEQUENCE"),
        ("pass", "yes"),
    ],
)
def test_fire(move: str, deciding: str):
    assert rule(game(FIRE), move) == deciding


@pytest.mark.parametrize("facing", range(6))
def test_eight_hexes_in_all_directions(facing: int):
    g = game()
    board = g.map.board
    here = board.hex("2013")
    there = here
    for n in range(1, 10):
        there = COLUMNS.neighbour(there, facing)
        name, to = board.name(there), COLUMNS.facing_name(facing)
        g = game(f"turn 3 allied fire; A1 2013 {to} 10; G1 {name} N 10")
        assert bool(g.check("A1 fire at G1")) is (n <= 8)


def test_once_in_a_combat_phase():
    g = game(FIRE.replace("2003", "2006"), dice=[6, 6])
    g.play("A1 fire at G1")
    assert g.to_move == "german"  # nobody else has a target


def test_shot_down_at_once_and_the_winner():
    g = game("turn 3 allied fire; A1 2012 N 10; G1 2011 S 6", dice=[1])
    step = g.play("A1 fire at G1")
    assert g.outcome.winners == ("allied",)
    assert "FCI-SHOT-DOWN" in step.ruling.rules
    assert g.facts()["G1 status"] == "shot down"


def test_setup_dice():
    g = FlyingCircusIntroductory.new_game("2", dice=ScriptedDice([3, 3, 2, 5]))
    assert g.to_move == "german"  # equal dice are rolled again
    assert len(g.setup_rolls) == 4
    assert len(g.legal_moves()) == 100
    assert rule(g, "G1 enters 0112 SE") == "FCI-SETUP"
    g.play("G1 enters 4512 SW")
    assert rule(g, "G1: L F F F F F F F F F") == "FCI-SETUP"
    g.play("G1: F L F F F F F F F F")
    with pytest.raises(DiceError):
        FlyingCircusIntroductory.new_game("1", dice=ScriptedDice([3, 3]))


def test_turns_alternate():
    g = FlyingCircusIntroductory.new_game("1", dice=ScriptedDice([5, 2]))
    for move in ("A1 enters 0112 SE", "A1: F F F F F F F F F F", "G1 enters 4512 SW"):
        g.play(move)
    g.play("G1: F F F F F F F F F F")
    assert g.to_move == "allied"
    assert g.facts()["turn"] == "3"


def test_counts_without_making():
    g = game("turn 3 allied move; A1 0103 N 6; G1 0203 S 10")
    moves = list(g.legal_moves())
    assert len(moves) == len(set(moves)) == len(g.legal_moves())
    for move in moves:
        assert g.check(move)
        assert g.parse_move(str(move)) == move
    assert IntroFly("A1", Flight("F")) not in g.legal_moves()


@settings(max_examples=8, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from("123"))
def test_play_undo_redo(seed: int, scenario: str):
    rng = random.Random(seed)
    g = FlyingCircusIntroductory.new_game(scenario, seed=seed)
    for _ in range(25):
        if g.outcome:
            break
        if g.state.step == "move":
            plane = rng.choice(g.state.waiting())
            if plane.hex is None:
                move = rng.choice(list(g._entries(plane)))
            else:
                sky = g.sky(g.state, plane.id)
                ways = list(islice(flights(plane.hex, plane.facing, plane.allowance, sky), 700))
                assert ways  # never a dead end
                move = IntroFly(plane.id, rng.choice(ways))
        else:
            move = next(iter(g.legal_moves()))
        before = g.position
        g.play(move)
        after = g.position
        g.undo()
        assert g.position == before
        g.redo()
        assert g.position == after
        assert game(after, scenario).state == g.state


@pytest.mark.parametrize("text", ["", "A1", "A1:", "A1: X", "A1 enters 0112 Q", "A1 fire G1"])
def test_bad_moves(text: str):
    with pytest.raises(MoveTextError):
        game().parse_move(text)


@pytest.mark.parametrize(
    "position",
    [
        "",
        "A1 2012 N 10; G1 3012 S 10",
        "turn 3 allied move; A1 2012 N 10",
        "turn 3 allied move; A1 2012 N 11; G1 3012 S 10",
        "turn 3 allied move; A1 2012 N 0; G1 3012 S 10",
        "turn 3 allied move; A1 9912 N 10; G1 3012 S 10",
        "turn 3 allied move; A1 2012 Q 10; G1 3012 S 10",
        "turn 3 allied move; A1 enters 2012 N 10; G1 3012 S 10",
        "turn 3 allied move; A1 2012 N 10; A1 2013 N 10; G1 3012 S 10",
        "turn 3 allied move; A1 2012 N 10; B1 3012 S 10",
        "turn 3 allied dance; A1 2012 N 10; G1 3012 S 10",
        "turn 3 allied move; A1 2012 N 10; G1 3012 S 10; done A1",
        "turn 3 allied move; A1 2012 N 10; G1 3012 S 10; done G1",
        "turn 3 allied move; A1 N 10; G1 3012 S 10",
    ],
)
def test_bad_positions(position: str):
    with pytest.raises(PositionError):
        game(position)


def test_a_shot_that_nobody_was_asked_for_is_explained():
    g = game("turn 3 allied move; A1 2020 N 10; G1 2001 S 10")
    g.play("A1: F F F F F F F F F F")
    assert g.to_move == "german"  # no combat: A1 cannot fire
    ruling = g.check("A1 fire at G1")
    assert ruling.reason.startswith("Nobody could fire after the flight of A1. The range is 9")
    assert ruling.rules == ("FCI-FIRE", "FCI-SEQUENCE")
    assert g.check("G1 fire at A1").reason == "There is no firing in this phase"
