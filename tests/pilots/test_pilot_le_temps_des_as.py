"""The computer player of Le Temps des As: legal, repeatable, and no fool."""

import pytest

from skylib.le_temps_des_as.game import LeTempsDesAs
from skylib.pilots.le_temps_des_as import choose, plan

SCENARIOS = list(LeTempsDesAs.scenarios())


def duel(
    entente, central, head="stage=choose holder=Entente", act="", line=("spad-xiii", "albatros-d3")
):
    sections = [head, *([f"act {act}"] if act else []), entente, central]
    return LeTempsDesAs.new_game(
        "skirmish", 1, position=" | ".join(sections), entente=line[0], central=line[1]
    )


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_decision_is_legal(scenario):
    game = LeTempsDesAs.new_game(scenario, seed=5)
    for _ in range(70):
        if game.outcome:
            break
        move = choose(game)
        assert move in game.legal_moves(), (move, game.position)
        game.play(move)
    assert game.state.stage != "place"


def test_the_same_game_gives_the_same_move():
    def line():
        game = LeTempsDesAs.new_game("return-to-the-fold", seed=9)
        for _ in range(25):
            game.play(choose(game))
        return [str(s.move) for s in game.history]

    assert line() == line()


def test_a_plan_is_a_whole_chain():
    game = duel("SpadXIII-1 0915 N speed=5", "Albatros-1 0903 S speed=5")
    assert plan(game) == ()
    game.play("choose SpadXIII-1", [4])
    chain = plan(game)
    assert all(r.allowed for r in game.check_chain(chain))


def test_it_turns_back_from_the_edge():
    game = duel("SpadXIII-1 0901 N speed=5", "Albatros-1 0912 S speed=5")
    game.play("choose SpadXIII-1", [1])
    while game.state.stage in ("manoeuvre", "opportunity"):
        game.play(choose(game))
    assert game.state.plane("SpadXIII-1").flying


def test_it_does_not_stall():
    game = duel("SpadXIII-1 0910 N speed=2", "Albatros-1 0101 S speed=5")
    game.play("choose SpadXIII-1", [4])
    while game.state.stage != "power":
        game.play(choose(game))
    move = choose(game)
    assert game.check(move).facts["stall chance"] == "0 of 6"


def test_it_does_not_fly_into_the_ground():
    game = duel("SpadXIII-1 0910 N speed=4 level=1", "Albatros-1 0904 S speed=5 level=1")
    game.play("choose SpadXIII-1", [4])
    while game.state.stage in ("manoeuvre", "opportunity"):
        game.play(choose(game), [2] if choose(game).kind == "fire" else [])
    assert game.state.plane("SpadXIII-1").flying


def test_it_flies_to_a_shot_and_fires():
    game = duel("SpadXIII-1 0912 N speed=4", "Albatros-1 0906 N speed=2 moved")
    game.play("choose SpadXIII-1", [1])
    while game.state.stage != "fire":
        game.play(choose(game))
    assert str(choose(game)) == "fire SpadXIII-1 front at Albatros-1"


def test_it_uses_opportunity_fire():
    game = duel("SpadXIII-1 0911 N speed=2", "Albatros-1 0907 S speed=4")
    game.play("choose SpadXIII-1", [1])
    game.play("straight")
    assert str(choose(game)) == "fire Albatros-1 front at SpadXIII-1"


def test_it_waits_for_a_better_shot_of_the_rear_gun():
    game = duel(
        "SpadXIII-1 0912 N speed=6",
        "Roland-1 0907 N speed=4",
        line=("spad-xiii", "roland-c2"),
    )
    game.play("choose SpadXIII-1", [4])
    game.play("straight")
    assert str(choose(game)) == "pass"


def test_it_saves_itself_from_a_collision():
    game = duel("SpadXIII-1 0908 N speed=3 piloting=1", "Albatros-1 0907 NE speed=3")
    game.play("choose SpadXIII-1", [1])
    game.play("straight", [4, 4])
    assert str(choose(game)) == "subtract"
    game.undo()
    game.play("straight", [4, 5])
    assert str(choose(game)) == "keep"


def test_it_does_not_collide_by_choice():
    game = duel("SpadXIII-1 0908 N speed=1", "Albatros-1 0907 NE speed=3")
    game.play("choose SpadXIII-1", [1])
    move = choose(game)
    game.play(move)
    assert game.state.plane("SpadXIII-1").hex != game.state.plane("Albatros-1").hex or (
        game.state.plane("SpadXIII-1").level != game.state.plane("Albatros-1").level
    )


def test_a_pursuer_waits_and_follows():
    game = duel("SpadXIII-1 0912 N speed=4 pursues=Albatros-1", "Albatros-1 0910 NE speed=4")
    assert str(choose(game)) == "wait SpadXIII-1"


def test_it_leaves_by_the_way_its_mission_asks_for():
    game = LeTempsDesAs.new_game("return-to-the-fold", seed=1, setup="ready")
    sections = [
        "SpadXIII-1 0308 NW speed=6" if s.startswith("Spad") else s
        for s in game.position.split(" | ")[1:]
    ]
    head = "turn=6 stage=choose holder=Entente"
    game = LeTempsDesAs.new_game(
        "return-to-the-fold", seed=1, position=" | ".join([head, *sections])
    )
    game.play("choose SpadXIII-1", [1])
    while not game.outcome:
        game.play(choose(game))
    assert game.state.plane("SpadXIII-1").status == "left"


def test_a_bomber_bombs():
    game = LeTempsDesAs.new_game("passage-of-the-geese", seed=1, setup="ready")
    sections = [
        "Gotha-1 0910 S speed=4 level=2" if s.startswith("Gotha-1") else s
        for s in game.position.split(" | ")[1:]
    ]
    head = "turn=2 stage=choose holder=Central"
    game = LeTempsDesAs.new_game(
        "passage-of-the-geese", seed=1, position=" | ".join([head, *sections])
    )
    game.play("choose Gotha-1", [1])
    while game.state.stage in ("manoeuvre", "opportunity"):
        game.play(choose(game))
    assert game.state.plane("Gotha-1").bombed == 2


def test_when_the_game_is_over():
    game = LeTempsDesAs.new_game("skirmish", seed=1, turns=1, setup="ready")
    while not game.outcome:
        game.play(choose(game))
    with pytest.raises(ValueError, match="over"):
        choose(game)
