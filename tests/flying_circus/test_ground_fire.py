"""Trenches, batteries, strafing, photographs: each rule with a legal and a refused case."""

from __future__ import annotations

import pytest

from skylib.core.hexes import COLUMNS
from skylib.flying_circus.ground_fire import ground_damage
from skylib.flying_circus.map import Map

from .positions_for_tests import game

MAP = Map.default()
BOARD = MAP.board


def above(hexes, at: int = 0) -> tuple[str, str]:
    """A hex of the ground and the hex six to its south, from which a flight north ends there."""
    found = []
    for hex in sorted(hexes):
        start = hex
        for _ in range(6):
            start = COLUMNS.neighbour(start, 3)
        if start in BOARD:
            found.append((BOARD.name(hex), BOARD.name(start)))
    return found[at]


TRENCH = above(MAP.german_trench)
BATTERY = above(MAP.german_artillery)


def low(place: tuple[str, str], level: int = 1, scenario: str = "trench-1917-allied-b", dice=()):
    """Camels that fly six hexes north and end above a place."""
    position = (
        f"phase 3 allied move; A1 sopwith-camel {place[1]} N level {level} speed 6; "
        "G1 fokker-dr-i 4402 S level 9 speed 8"
    )
    g = game(position, scenario, dice)
    g.play("A1 speed 6: F F F F F F")
    return g


def moves(g) -> list[str]:
    return [str(m) for m in g.legal_moves()]


def test_dice_of_the_ground():
    assert [ground_damage("trench", die) for die in range(1, 7)] == [1, 0, 0, 0, 0, 0]
    assert [ground_damage("battery", die) for die in range(1, 7)] == [1, 2, 0, 0, 0, 0]


@pytest.mark.parametrize(("die", "points"), [(1, 1), (2, 0)])
def test_a_trench_fires(die: int, points: int):
    g = low(TRENCH, scenario="air-1917-b", dice=[die])
    assert g.to_move == "german"
    assert moves(g) == ["trench fire at A1", "pass"]
    before = g.state["A1"].max_speed
    g.play("trench fire at A1")
    assert g.state["A1"].max_speed == before - points
    assert g.state.mover == "german"


@pytest.mark.parametrize(("die", "points"), [(1, 1), (2, 2), (3, 0)])
def test_a_battery_fires(die: int, points: int):
    g = low(BATTERY, scenario="air-1917-b", dice=[die])
    assert moves(g) == ["battery fire at A1", "pass"]
    before = g.state["A1"].max_speed
    step = g.play("battery fire at A1")
    assert g.state["A1"].max_speed == before - points
    assert step.ruling.facts["battery damage"] == points
    assert "FC-FLAK-ARTILLERY" in step.ruling.rules


def test_ground_fire_reaches_level_1_only():
    g = low(TRENCH, level=2, scenario="air-1917-b")
    assert g.state.step == "move"  # nobody could fire


def test_ground_fire_refused():
    g = low(TRENCH)
    assert g.to_move == "allied"  # may strafe
    assert g.check("trench fire at A1").rule == "FC-FLAK-TRENCH"  # not asked yet
    g.play("pass")
    assert g.check("battery fire at A1").rule == "FC-FLAK-ARTILLERY"
    assert g.check("trench fire at G1").rule == "FC-FLAK-TRENCH"
    assert g.check("trench fire at G3").rule == "FC-FLAK-TRENCH"
    assert g.check("trench fire at A1")


def test_ground_fire_follows_the_movement_only():
    """Not again after the enemy's movement (FC-GROUND-TIMING)."""
    g = low(TRENCH, scenario="air-1917-b", dice=[6])
    g.play("trench fire at A1")
    g.play("G1 speed 8: F F F F F F F F")
    assert g.state.mover == "allied"
    assert g.state.step == "move"


def test_each_position_fires_once():
    both = (
        f"phase 3 allied fire; A1 sopwith-camel {TRENCH[0]} N level 1 speed 6; "
        f"G1 fokker-dr-i 4402 S level 9 speed 8; flown A1 {TRENCH[1]} N 1 speed 6: FFFFFF; "
        "firing german; shot trench fire at A1"
    )
    g = game(both)
    assert g.check("trench fire at A1").rule == "FC-FLAK-LIMIT"
    assert moves(g) == ["pass"]


# ---- strafing ----------------------------------------------------------------------------------


def test_strafing_a_trench():
    g = low(TRENCH)
    assert moves(g) == ["A1 strafe front", "pass"]
    ruling = g.check("A1 strafe front")
    assert ruling
    boxes = g.state["A1"].guns[0].left
    g.play("A1 strafe front")
    g.play("pass")  # the trench does not fire back
    facts = g.facts()
    assert facts["A1 front"] == str(boxes - 2)
    assert facts["A1 front silent"] == "1"
    assert facts["strafes"] == "1"
    assert facts["score allied"] == "3"
    assert facts["score german"] == "0"


def test_strafing_artillery_is_another_scenario():
    assert moves(low(BATTERY)) == ["battery fire at A1", "pass"]
    g = low(BATTERY, scenario="artillery-1917-allied-b")
    assert moves(g) == ["A1 strafe front", "pass"]
    assert low(TRENCH, scenario="artillery-1917-allied-b").check("A1 strafe front").rule == (
        "FC-SCENARIO-ARTILLERY"
    )


@pytest.mark.parametrize(
    ("scenario", "level", "place", "rule"),
    [
        ("air-1917-b", 1, TRENCH, "FC-SCENARIO-TRENCH"),  # no strafing there
        ("trench-1917-german-a", 1, TRENCH, "FC-SCENARIO-TRENCH"),  # the other side strafes
    ],
)
def test_strafing_refused(scenario: str, level: int, place: tuple[str, str], rule: str):
    g = low(place, level, scenario)
    assert g.check("A1 strafe front").rule == rule


def fire_step(extra: str = "", level: int = 1, hex: str = TRENCH[0], flown: bool = True) -> str:
    start = f"; flown A1 {TRENCH[1]} N {level} speed 6: FFFFFF" if flown else ""
    return (
        f"phase 3 allied fire; A1 f2b {hex} N level {level} speed 6{extra}; "
        f"G1 fokker-dr-i 4402 S level 9 speed 8{start}; firing allied"
    )


@pytest.mark.parametrize(
    ("position", "move", "rule"),
    [
        (fire_step(" front 1"), "A1 strafe front", "FC-AMMO"),
        (fire_step(" rear 0"), "A1 strafe rear", "FC-AMMO"),
        (fire_step(" front 5 rest 1"), "A1 strafe front", "FC-COMBAT-REST"),
        (fire_step(" rear 6 reload 1"), "A1 strafe rear", "FC-RELOAD"),
        (fire_step(level=2), "A1 strafe front", "FC-SCENARIO-TRENCH"),
        (fire_step(flown=False), "A1 strafe front", "FC-GROUND-TIMING"),
        (fire_step(hex="3020", flown=False), "A1 strafe front", "FC-GROUND-TIMING"),
    ],
)
def test_strafing_conditions(position: str, move: str, rule: str):
    g = game(position, "trench-1917-allied-b")
    assert g.check(move).rule == rule
    assert move not in g.legal_moves()


def test_strafing_with_one_gun_only():
    g = game(fire_step(), "trench-1917-allied-b")
    assert moves(g) == ["A1 strafe front", "A1 strafe rear", "pass"]
    g.play("A1 strafe rear")
    assert g.to_move == "german"
    shot = fire_step() + "; shot A1 strafe rear"
    g = game(shot, "trench-1917-allied-b")
    assert "FC-ONE-TARGET" in g.check("A1 strafe front").rules


# ---- photographs ---------------------------------------------------------------------------


def recon(level: int = 4, kind: str = "f2b", objective: str = "E", end: str = "E"):
    target = MAP.letters[end]
    start = target
    for _ in range(6):
        start = COLUMNS.neighbour(start, 3)
    position = (
        f"phase 3 allied move; A1 {kind} {BOARD.name(start)} N level {level} speed 6; "
        f"G1 fokker-dr-i 4402 S level 9 speed 8; objective {objective}"
    )
    g = game(position, "photo-1917-allied-b")
    g.play("A1 speed 6: F F F F F F")
    return g


@pytest.mark.parametrize(
    ("settings", "taken"),
    [
        ({}, True),
        ({"level": 3}, True),
        ({"level": 2}, False),
        ({"level": 5}, False),
        ({"kind": "se-5a"}, False),  # no observation aircraft
        ({"end": "F"}, False),  # not the objective
        ({"objective": "G", "end": "G"}, True),
    ],
)
def test_taking_a_photograph(settings: dict, taken: bool):
    assert recon(**settings).state["A1"].photographed is taken


def test_a_photograph_counts_when_it_is_home():
    position = (
        "phase 9 allied move; A1 f2b 0210 NW level 4 speed 6 photo; A2 se-5a 2010 N level 4 "
        "speed 8; G1 fokker-dr-i 4402 S level 9 speed 8; objective E"
    )
    g = game(position, "photo-1917-allied-b")
    assert g.facts()["score allied"] == "0"
    step = g.play("A1 speed 6: F F")
    assert step.ruling.rule == "FC-ENTER-EXIT"
    assert g.state["A1"].status == "exited"
    assert g.facts()["score allied"] == "15"
    assert "photograph home" in step.ruling.reason


def test_the_objective_stays_secret():
    g = recon()
    assert g.to_move == "german"
    assert g.facts()["objective"] == "secret"
    assert "A1 photograph" not in g.facts()
    assert "objective" not in g.prompt
    g.play("G1 speed 8: F F F F F F F F")
    assert g.to_move == "allied"
    assert g.facts()["objective"] == "E"
    assert g.facts()["A1 photograph"] == "yes"
    assert "objective E" in g.prompt
