"""Moves as text, in English and in French."""

import pytest

from skylib.core.errors import MoveTextError
from skylib.le_temps_des_as import charts, moves
from skylib.le_temps_des_as.game import LeTempsDesAs
from skylib.le_temps_des_as.moves import Move, parse_chain, parse_choice

from .setups import fight, flying

TABLE = charts.ours().manoeuvres

SAME = [
    ("straight", ["Tout droit!", "tout droit", "STRAIGHT AHEAD", "straight-ahead"]),
    (
        "turn left descend",
        ["virage à gauche en descendant", "turn descend left", "Virage gauche descend"],
    ),
    ("tight turn right", ["virage serré à droite", "Virage serre droite", "tight-turn right"]),
    ("side slip left", ["glissade gauche", "sideslip l", "side-slip left"]),
    ("nosedive", ["piqué", "Pique", "nose dive"]),
    ("barrel roll left ace", ["tonneau à gauche as", "barrel-roll ace left"]),
    ("immelmann", ["Immelmann", "immelman"]),
    ("split-s", ["renversement", "Split S", "split-S"]),
    ("spin to NW", ["vrille NO", "vrille vers NW", "tailspin to the nw"]),
    ("chandelle right", ["Chandelle droite"]),
    ("straight climb", ["tout droit en montant", "straight up"]),
    ("straight bomb", ["tout droit bombe"]),
]


@pytest.mark.parametrize(("text", "others"), SAME)
def test_one_manoeuvre_many_names(text, others):
    choice = parse_choice(text, TABLE)
    assert moves.choice_text(choice) == text
    for other in others:
        assert parse_choice(other, TABLE) == choice, other


def test_every_choice_and_its_text():
    env, flight = flying("Camel-1 0910 N speed=5 piloting=1").envelopes[0]
    texts = set()
    for choice in env.options:
        text = moves.choice_text(choice)
        assert parse_choice(text, TABLE) == choice
        texts.add(text)
    assert len(texts) == len(env.options)
    assert flight.points == 5


BAD = [
    "",
    "   ",
    "loop",
    "straight sideways",
    "turn left left",
    "turn left right",
    "choose",
    "choose Nobody-1",
    "choose SpadXIII-1 SpadXIII-1",
    "power",
    "power much",
    "power +12",
    "fire SpadXIII-1 at Albatros-1",
    "fire SpadXIII-1 side at Albatros-1",
    "fire SpadXIII-1 front on Albatros-1",
    "place SpadXIII-1",
    "place SpadXIII-1 0910 NNE",
    "place SpadXIII-1 0910 N level",
    "place SpadXIII-1 0910 N level 10",
    "place SpadXIII-1 0910 N ace brave",
    "place SpadXIII-1 0910 N level 3 level 4",
    "unjam SpadXIII-1",
    "unjam SpadXIII-1 bow",
    "pursue SpadXIII-1",
    "test",
    "pass now",
    "take it",
    "x" * 500,
]


@pytest.mark.parametrize("text", BAD)
def test_unreadable_moves(text):
    game = fight()
    with pytest.raises(MoveTextError) as error:
        game.parse_move(text)
    assert str(error.value)
    assert text not in game.legal_moves()


GOOD = [
    "roll",
    "take",
    "give",
    "ready",
    "choose SpadXIII-1",
    "wait SpadXIII-1",
    "follow SpadXIII-1",
    "break SpadXIII-1",
    "power 0",
    "power +1",
    "power -2",
    "fire SpadXIII-1 front at Albatros-1",
    "pass",
    "subtract",
    "keep",
    "rise",
    "sink",
    "stay",
    "unjam SpadXIII-1 front",
    "test SpadXIII-1",
    "done",
    "pursue SpadXIII-1 Albatros-1",
    "pursue SpadXIII-1 nobody",
    "place SpadXIII-1 0910 N",
    "place SpadXIII-1 0910 NW level 4 ace RP-1/Fire+2",
]


@pytest.mark.parametrize("text", GOOD)
def test_text_and_move_are_each_others_inverse(text):
    game = fight()
    move = game.parse_move(text)
    assert str(move) == text and game.parse_move(str(move)) == move
    assert game.parse_move(text.upper()) == move


def test_every_kind_is_explained():
    kinds = {m.split()[0] for m in GOOD} | {"fly"}
    assert kinds == set(moves.KINDS)
    assert Move("fly").kind == "fly"


def test_initiative_in_words():
    game = fight()
    assert game.parse_move("take the initiative") == Move("take")
    assert game.parse_move("give initiative") == Move("give")
    assert game.parse_move("roll initiative") == Move("roll")


def test_chains_as_text():
    chain = parse_chain("straight; tight turn right; straight; straight", TABLE)
    assert moves.chain_text(chain) == "straight; tight turn right; straight; straight"
    assert (
        parse_chain("Tout droit! ; Virage serré à droite ; Tout droit ; tout droit", TABLE) == chain
    )


@pytest.mark.parametrize("text", ["", "straight;", "straight; loop", "; straight"])
def test_bad_chains(text):
    with pytest.raises(MoveTextError, match="manoeuvre"):
        parse_chain(text, TABLE)


def test_unknown_aircraft_are_named():
    with pytest.raises(MoveTextError, match="SpadXIII-1, Albatros-1"):
        fight().parse_move("choose Zeppelin-1")


def test_prompts_for_every_stage():
    game = LeTempsDesAs.new_game("skirmish", seed=1)
    assert "set up" in game.prompt
    assert "chooses" not in game.prompt
    assert "5 points left" in flying().prompt
