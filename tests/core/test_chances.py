"""Everything that a move can come to, counted against the odds that the games themselves know."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import skylib
from skylib.core.chances import LONGEST, TooManyChances, outcomes
from skylib.core.games import Game
from skylib.core.hexes import distance
from skylib.flying_circus import combat
from skylib.flying_circus.moves import Fire
from skylib.le_temps_des_as import odds

HIT = (
    "turn=2 stage=fire asked=Entente holder=Entente cup=4,2,3,2,1,2,1,1,1,1,2,1,3 | "
    "act members=SpadXIII-1 points=0 die=5 step=fire group=SpadXIII-1 chain=straight "
    "firing=SpadXIII-1 | SpadXIII-1 0911 N speed=4 | Albatros-1 0908 N speed=4 moved"
)


def test_a_move_without_dice_has_one_outcome() -> None:
    game = skylib.new_game("eye-in-the-sky", seed=1)
    move = game.parse_move("fly 4")
    (only,) = outcomes(game, game.state, move)
    assert only.chance == 1
    assert only.rolls == ()
    assert only.after == game.play(move).after


def test_one_die_has_six_outcomes_and_the_game_is_untouched() -> None:
    game = skylib.new_game("eye-in-the-sky", seed=1, players="1", weather="wind")
    before, drawn = game.state, game.dice.position
    ways = list(outcomes(game, game.state, game.parse_move("fly 4")))
    assert [way.rolls[0].value for way in ways] == [1, 2, 3, 4, 5, 6]
    assert {way.chance for way in ways} == {Fraction(1, 6)}
    assert {way.after.wind for way in ways} == set(range(6))
    assert game.state == before
    assert game.dice.position == drawn


def test_a_shot_of_flying_circus_has_the_odds_of_its_table() -> None:
    record = Path(__file__).parents[1] / "flying_circus/golden/air.record"
    game: Any = skylib.replay(record).game
    alone = [
        step
        for step in game.history
        if len(step.rolls) == 1 and isinstance(step.move, Fire) and len(step.before.shots) == 0
    ]
    assert len(alone) > 3
    for step in alone:
        firer, target = step.before[step.move.id], step.before[step.move.target]
        gun = firer.gun(step.move.gun)[1]
        reach = distance(firer.hex, target.hex)
        known = combat.odds(game.charts, gun, reach, target)
        found = [
            (way.chance, way.after[target.id].status == "shot down")
            for way in outcomes(game, step.before, step.move)
        ]
        assert sum(chance for chance, _ in found) == 1
        assert sum(chance for chance, down in found if down) == Fraction(known.down, 6)


def test_a_shot_of_le_temps_des_as_has_the_odds_that_the_rules_count() -> None:
    game: Any = skylib.new_game("le-temps-des-as", scenario="skirmish", seed=1, position=HIT)
    move = game.parse_move("fire SpadXIII-1 front at Albatros-1")
    ways = list(outcomes(game, game.state, move))
    assert sum(way.chance for way in ways) == 1
    jam = sum(way.chance for way in ways if way.after.plane("SpadXIII-1").jammed)
    assert jam == odds.jam_chance()
    lost = sum(way.chance for way in ways if way.after.plane("Albatros-1").status == "destroyed")
    hurt = sum(way.chance for way in ways if way.after.plane("Albatros-1").damaged)
    assert 0 < lost < hurt < 1


def test_rows_of_dice_that_never_end_are_refused() -> None:
    class Tied(type(skylib.new_game("eye-in-the-sky", seed=1))):  # type: ignore[misc]
        def _apply(self, state: Any, move: Any, dice: Any) -> Any:
            while dice.roll(6, "a tie") == dice.roll(6, "a tie"):
                pass
            return state

    game: Game[Any, Any] = Tied.new_game(seed=1)
    with pytest.raises(TooManyChances, match=f"more than {LONGEST} dice"):
        list(outcomes(game, game.state, None))


def test_too_many_rows_are_refused() -> None:
    game = skylib.new_game("eye-in-the-sky", seed=1, players="1", weather="wind")
    with pytest.raises(TooManyChances, match="more than 3 rows"):
        list(outcomes(game, game.state, game.parse_move("fly 4"), 3))
