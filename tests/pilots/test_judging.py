"""What the computer player thinks of moves, and what dice did, by exact odds."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import skylib
from skylib.core.records import Record
from skylib.pilots import pilot_for
from skylib.pilots.judging import (
    BOUNDS,
    UNITS,
    advantage,
    at,
    dice_owed,
    judge,
    standing,
)

ROOT = Path(__file__).parents[1]
STARTS: dict[str, dict[str, Any]] = {
    "eye-in-the-sky": {"scenario": "training"},
    "flying-circus": {"scenario": "air-1917-a"},
    "flying-circus-introductory": {"scenario": "1"},
    "le-temps-des-as": {"scenario": "skirmish", "setup": "ready"},
}
GOLDEN = {
    "eye-in-the-sky": "eye_in_the_sky/golden/two.record",
    "flying-circus": "flying_circus/golden/air.record",
    "flying-circus-introductory": "flying_circus/golden/introductory.record",
    "le-temps-des-as": "le_temps_des_as/golden/skirmish.record",
}


def lost(name: str, wild: bool) -> list[float]:
    """How much less than the best each move of a game is worth, the computer's or any."""
    game = skylib.new_game(name, seed=3, **STARTS[name])
    choose, draw, out = pilot_for(name), random.Random(4), []
    quiet = 2 if name == "eye-in-the-sky" else 8  # moves before anything is near
    for number in range(quiet + (7 if name == "eye-in-the-sky" else 14)):
        if game.outcome is not None:
            break
        move = choose(game)
        if wild and number >= quiet:
            move = draw.choice(list(game.legal_moves()))
        if number >= quiet:
            ranked = judge(game, move)
            values = {judged.move: judged.value for judged in ranked}
            if move in values:
                out.append(ranked[0].value - values[move])
        game.play(move)
    return out


@pytest.mark.parametrize("name", skylib.GAMES)
def test_the_computer_thinks_more_of_its_own_moves_than_of_any(name: str) -> None:
    own, any_move = lost(name, False), lost(name, True)
    assert len(own) > 4
    assert len(any_move) > 4
    assert sum(own) / len(own) < sum(any_move) / len(any_move)
    good = sum(loss <= BOUNDS[name][0] for loss in own)
    assert good > 0.6 * len(own)


@pytest.mark.parametrize("name", skylib.GAMES)
def test_values_are_ranked_and_of_legal_moves_and_always_the_same(name: str) -> None:
    game = skylib.new_game(name, seed=3, **STARTS[name])
    choose = pilot_for(name)
    seen = 0
    for _ in range(3 if name == "eye-in-the-sky" else 12):
        if game.outcome is not None:
            break
        ranked = judge(game)
        assert ranked == judge(game)
        assert [j.value for j in ranked] == sorted((j.value for j in ranked), reverse=True)
        assert all(j.move in game.legal_moves() for j in ranked[:40])
        seen += len(ranked) > 1
        game.play(choose(game))
    assert seen


def test_a_game_that_is_over_has_no_move_to_judge() -> None:
    record = Record.read(ROOT / GOLDEN["flying-circus-introductory"])
    game = skylib.replay(record).game
    assert game.outcome
    assert judge(game) == []


def test_looking_at_another_state_leaves_the_game_alone() -> None:
    game = skylib.new_game("eye-in-the-sky", seed=1)
    game.play("fly 4")
    there = at(game, game.history[0].before)
    assert there.to_move == "A"
    assert game.to_move == "B"
    there.play("fly 2")
    assert len(game.history) == 1


@pytest.mark.parametrize("name", skylib.GAMES)
def test_the_effects_of_the_dice_are_what_came_less_what_was_expected(name: str) -> None:
    game = skylib.replay(Record.read(ROOT / GOLDEN[name])).game
    from skylib.core.chances import outcomes

    rolled = [step for step in game.history if step.rolls]
    for step in rolled[:8]:
        owed = dice_owed(game, step)
        assert [die.roll for die in owed] == list(step.rolls)
        mean: dict[str, float] = {}
        for chance, _, after in outcomes(game, step.before, step.move):
            for who, value in advantage(game, after).items():
                mean[who] = mean.get(who, 0.0) + float(chance) * value
        for who, value in advantage(game, step.after).items():
            told = sum((die.effect or {})[who] for die in owed)
            assert told == pytest.approx(value - mean[who])
    assert rolled or name == "eye-in-the-sky"


def test_two_sides_gain_what_the_other_loses() -> None:
    game = skylib.replay(Record.read(ROOT / GOLDEN["flying-circus"])).game
    for step in game.history[::7]:
        have = advantage(game, step.after)
        assert sum(have.values()) == pytest.approx(0)
        assert set(have) == set(standing(game, step.after)) == {"allied", "german"}


def test_a_pilot_alone_is_measured_by_its_own_points() -> None:
    game = skylib.new_game("eye-in-the-sky", seed=1, players="1")
    assert advantage(game, game.state) == {"A": 0.0}


def test_every_game_has_a_unit_and_bounds() -> None:
    assert set(UNITS) == set(BOUNDS) == set(skylib.GAMES)
    assert all(0 < good < mistake for good, mistake in BOUNDS.values())
