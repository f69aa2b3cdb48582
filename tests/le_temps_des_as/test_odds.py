"""Odds counted exactly, against rolls of the engine's own procedures."""

import random
from fractions import Fraction

import pytest

from skylib.core.dice import Dice, SeededDice
from skylib.le_temps_des_as import charts, damage, odds
from skylib.le_temps_des_as.game import LeTempsDesAs
from skylib.le_temps_des_as.table import Table

from .setups import fight

SIXTH = Fraction(1, 6)


def test_figures_of_the_text():
    assert odds.control_chance() == 2 * SIXTH and odds.control_chance(1) == 3 * SIXTH
    assert odds.jam_chance() == Fraction(1, 36)
    assert odds.hit_chance(0, 5) == 2 * SIXTH
    assert odds.collision_chance() == SIXTH
    assert odds.unjam_chance() == 3 * SIXTH and odds.unjam_chance(1) == 4 * SIXTH
    assert odds.risk_chance() == Fraction(1, 2)
    assert [odds.bombing_chance(n) for n in (1, 2, 3, 4, 5)] == [
        3 * SIXTH,
        2 * SIXTH,
        SIXTH,
        0,
        0,
    ]


def test_stall_chance():
    assert odds.stall_chance(0, 6) == 1
    assert odds.stall_chance(1, 6) == 4 * SIXTH
    assert odds.stall_chance(2, 6) == 0
    assert odds.stall_chance(6, 6) == 0
    assert odds.stall_chance(7, 6, 1) == 3 * SIXTH


@pytest.mark.parametrize("modifier", range(-5, 5))
@pytest.mark.parametrize("hit", range(2, 7))
def test_shots_add_up(modifier, hit):
    for spoils in (False, True):
        shot = odds.shot_odds(modifier, hit, spoils)
        assert sum(shot) == 1
        assert shot.hit + shot.hit_and_jam == odds.hit_chance(modifier, hit, spoils)
        assert shot.hit_and_jam + shot.miss_and_jam == odds.jam_chance()


def test_collision_with_qualities():
    assert odds.collision_chance(1) == Fraction(5, 36)
    assert odds.collision_chance(1, 1) == SIXTH


@pytest.mark.parametrize("modifier", [0, 1])
@pytest.mark.parametrize("damaged", [False, True])
@pytest.mark.parametrize("who", ["SpadXIII-1", "Hanriot-1", "DH4-1"])
def test_structure_against_the_engine(who, modifier, damaged):
    """Ten thousand structure tests by the engine's own procedure."""
    game = fight(f"{who} 0910 N", "Albatros-1 0101 NW")
    sheet = game.setting.sheet(game.state.plane(who))
    cup = [
        (
            m.effect,
            m.count,
            m.effect == "killed" and not sheet.observer,
        )
        for m in charts.ours().markers.values()
    ]
    expected = odds.structure_odds(modifier, sheet.structure, damaged, cup)
    assert sum(expected) == 1
    from dataclasses import replace

    state = game.state
    if damaged:
        state = replace(state, aircraft=tuple(replace(p, damaged=True) for p in state.aircraft))
    dice = Dice(SeededDice(5))
    counts = {"minor": 0, "damaged": 0, "destroyed": 0}
    n = 4000
    for _ in range(n):
        table = Table(game.setting, state, dice)
        damage.structure_test(table, who, modifier, "test")
        plane = table.plane(who)
        if not plane.flying:
            counts["destroyed"] += 1
        else:
            counts["damaged" if plane.damaged and not damaged else "minor"] += 1
    for name, share in zip(counts, expected, strict=True):
        sigma = (float(share) * (1 - float(share)) / n) ** 0.5
        assert abs(counts[name] / n - float(share)) <= 4.5 * sigma + 1e-9, name


def test_shots_against_a_hundred_thousand_rolls():
    rng = random.Random(7)
    for modifier, hit in ((0, 5), (-1, 5), (2, 4), (-2, 6)):
        counts = [0] * 4
        n = 100_000
        for _ in range(n):
            die = rng.randint(1, 6)
            jam = die == 6 and rng.randint(1, 6) == 6
            counts[(0 if die + modifier >= hit else 2) + jam] += 1
        for seen, share in zip(counts, odds.shot_odds(modifier, hit), strict=True):
            p = float(share)
            assert abs(seen / n - p) <= 4.5 * (p * (1 - p) / n) ** 0.5 + 1e-9


def test_no_cup_no_marker():
    assert odds.structure_odds(0, 5, False, []) == (4 * SIXTH, 2 * SIXTH, 0)
    assert odds.structure_odds(0, 3, False, []) == (2 * SIXTH, 3 * SIXTH, SIXTH)


def test_the_ruling_gives_the_same_chance():
    game = fight("SpadXIII-1 0909 N speed=3", "Albatros-1 0906 S")
    game.play("choose SpadXIII-1", [1])
    game.play("straight")
    ruling = game.check("fire Albatros-1 front at SpadXIII-1")
    assert ruling.facts["chance"] == "2 of 6" and ruling.facts["needs"] == 5
    assert isinstance(game, LeTempsDesAs)
