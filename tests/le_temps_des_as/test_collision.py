"""Collisions (6.5)."""

import pytest

from .setups import fight, flying, play, refused


def meet(entente="SpadXIII-1 0908 N speed=3", central="Albatros-1 0907 NE", dice="1 2"):
    game = fight(entente, central)
    id = entente.split()[0]
    return play(game, f"choose {id}: 1", f"straight: {dice}")


def test_equal_dice_destroy_both():
    game = meet(dice="4 4")
    assert {p.status for p in game.state.aircraft} == {"destroyed"}
    assert game.state.plane("SpadXIII-1").fate == "collided with Albatros-1"
    assert game.outcome.winners == ()


def test_different_dice_do_nothing():
    game = meet(dice="4 3")
    assert {p.status for p in game.state.aircraft} == {"flying"}
    assert game.history[-1].ruling.facts["collision"] == "no"


def test_another_level_is_safe():
    game = meet(central="Albatros-1 0907 NE level=4", dice="")
    assert {p.status for p in game.state.aircraft} == {"flying"}


def test_a_descent_into_the_same_level():
    game = fight("SpadXIII-1 0908 N speed=3 level=4", "Albatros-1 0907 NE")
    play(game, "choose SpadXIII-1: 1", "straight descend: 2 2")
    assert game.outcome is not None


def test_an_ace_decides_after_the_roll():
    game = meet("SpadXIII-1 0908 N speed=3 piloting=1", dice="4 4")
    assert game.state.stage == "clash" and game.to_move == "Entente"
    refused(game, "straight", "TDA-COLLISION")
    play(game, "subtract")
    assert game.state.plane("SpadXIII-1").flying
    game.undo()
    play(game, "keep")
    assert game.state.plane("SpadXIII-1").status == "destroyed"


def test_both_aces_decide():
    game = meet("SpadXIII-1 0908 N speed=3 piloting=1", "Albatros-1 0907 NE piloting=1", dice="4 4")
    play(game, "subtract")
    assert game.to_move == "Central"
    play(game, "subtract")
    assert game.state.plane("SpadXIII-1").status == "destroyed"


def test_own_aircraft_collide_too():
    game = fight("SpadXIII-1 0908 N speed=3 | Camel-1 0907 N speed=3", "Albatros-1 0101 NW")
    play(game, "choose SpadXIII-1: 1", "straight: 6 6")
    assert game.state.plane("Camel-1").status == "destroyed"


def test_balloons_are_no_aircraft():
    from skylib.le_temps_des_as.game import LeTempsDesAs

    game = LeTempsDesAs.new_game("fire-on-the-balloons", seed=1, setup="ready")
    sections = game.position.split(" | ")
    balloon = game.setting.map.board.name(game.state.plane("Balloon-2").hex)
    column, row = int(balloon[:2]), int(balloon[2:])
    sections = [
        f"SpadVII-1 {column:02}{row - 1:02} S level=2" if s.startswith("SpadVII-1") else s
        for s in sections
    ]
    game = LeTempsDesAs.new_game("fire-on-the-balloons", position=" | ".join(sections))
    play(game, "choose SpadVII-1: 1", "straight")
    assert game.state.plane("SpadVII-1").hex == game.state.plane("Balloon-2").hex
    assert game.state.stage == "opportunity"


def test_a_formation_does_not_collide_with_itself():
    game = fight("SE5a-1 0908 N speed=3 | SE5a-2 0909 N speed=3", "Albatros-1 0101 NW")
    play(game, "choose SE5a-1 SE5a-2: 1", "straight", "turn left", "power 0", "power 0")
    assert all(p.flying for p in game.state.aircraft)


def test_a_formation_that_crosses_may_collide():
    game = fight("SE5a-1 0908 S speed=3 | SE5a-2 0909 NE speed=3", "Albatros-1 0101 NW")
    # 0908 goes S to 0909; 0909 goes NE to 1008: they pass without meeting
    play(game, "choose SE5a-1 SE5a-2: 1", "straight")
    assert all(p.flying for p in game.state.aircraft)
    meeting = fight("SE5a-1 0908 SE speed=3 | SE5a-2 0909 NE speed=3", "Albatros-1 0101 NW")
    play(meeting, "choose SE5a-1 SE5a-2: 1", "straight: 3 3")
    assert meeting.state.plane("SE5a-1").status == "destroyed"
    assert meeting.state.plane("SE5a-2").status == "destroyed"


def test_a_stall_into_an_occupied_level():
    game = flying("SpadXIII-1 0910 N speed=2 level=4", central="Albatros-1 0809 N level=3")
    play(game, "side slip left", "power -1: 1 5 5")
    assert game.outcome is not None and game.outcome.winners == ()


@pytest.mark.parametrize("facing", ["N", "NE", "SE", "S", "SW", "NW"])
def test_from_every_side(facing):
    from skylib.core.hexes import COLUMNS

    board = fight().setting.map.board
    way = COLUMNS.facing(facing)
    origin = board.name(COLUMNS.neighbour(board.hex("0910"), way + 3))
    game = fight(f"SpadXIII-1 {origin} {facing} speed=3", "Albatros-1 0910 NE")
    play(game, "choose SpadXIII-1: 1", "straight: 2 2")
    assert game.outcome is not None
