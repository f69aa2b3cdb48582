"""The rules file: every rule of the checklist, every reading selectable, the stated defaults."""

import pytest

from skylib.core.errors import SkylibError
from skylib.le_temps_des_as.game import LeTempsDesAs

IDS = [
    "SCALE",
    "D3",
    "AIRCRAFT",
    "ACE",
    "SEQUENCE",
    "INITIATIVE",
    "RP",
    "MANOEUVRE-COST",
    "ACE-STAR",
    "RED-ONCE",
    "SPEED-CONDITION",
    "SIDESLIP",
    "OFF-MAP",
    "FORMATION",
    "ALTITUDE-ONCE",
    "ALTITUDE-COST",
    "ALTITUDE-FIVE",
    "CRASH",
    "SPEED",
    "STALL",
    "CONTROL-TEST",
    "STALLED",
    "COLLISION",
    "FIRE-WHEN",
    "ARC-FRONT",
    "ARC-REAR",
    "ARC-ALTITUDE",
    "RANGE",
    "FIRE-TEST",
    "OPPORTUNITY",
    "JAM",
    "STRUCTURE",
    "MARKERS",
    "WING",
    "UNJAM",
    "REGAIN",
    "PURSUIT",
    "BALLOON",
    "DCA",
    "BOMBING",
    "MAP",
    "SCENARIOS",
    "OPTION-INITIATIVE",
    "OPTION-DEFLECTION",
    "VARIANT-ALTERNATE",
    "EXAMPLE-TURN-2",
    "EXAMPLE-TURN-3",
]
DEFAULTS = {
    "TDA-ACE": "any-gun",
    "TDA-RED-ONCE": "each",
    "TDA-SPEED-CONDITION": "spin-slow",
    "TDA-SPEED": "climb-minus-one",
    "TDA-FIRE-WHEN": "per-gun",
    "TDA-ARC-REAR": "fan",
    "TDA-FIRE-TEST": "pursuit-marked",
    "TDA-JAM": "shot-counts",
    "TDA-BOMBING": "one-roll",
    "TDA-MAP": "twelve-zones",
    "TDA-SCENARIOS": "both-gothas",
    "TDA-EXAMPLE-TURN-3": "own-start",
}


def test_every_rule_of_the_checklist():
    assert list(LeTempsDesAs.rules()) == [f"TDA-{id}" for id in IDS]


def test_defaults():
    rules = LeTempsDesAs.rules()
    assert {id: r.default for id, r in rules.items() if r.readings} == DEFAULTS
    assert all(r.doubt for r in rules.values() if r.readings)


@pytest.mark.parametrize(
    ("id", "reading"),
    [(id, r.id) for id, rule in LeTempsDesAs.rules().items() for r in rule.readings],
)
def test_every_reading_is_selectable(id, reading):
    game = LeTempsDesAs.new_game("skirmish", seed=1, readings={id: reading}, setup="ready")
    assert game.readings[id] == reading and game.setting.readings[id] == reading
    for _ in range(40):
        if game.outcome:
            break
        moves = list(game.legal_moves())
        game.play(moves[len(game.history) % len(moves)])
    assert game.history


def test_unknown_readings():
    with pytest.raises(SkylibError, match="TDA-RED-ONCE"):
        LeTempsDesAs.new_game(readings={"TDA-RED-ONCE": "never"})
    with pytest.raises(SkylibError, match="TDA-NONE"):
        LeTempsDesAs.new_game(readings={"TDA-NONE": "x"})


def test_the_engine_names_no_rule_that_is_not_there():
    import re
    from pathlib import Path

    import skylib.le_temps_des_as as package

    named = set()
    for file in Path(package.__file__).parent.glob("*.py"):
        named |= set(re.findall(r'"(TDA-[A-Z0-9-]+)"', file.read_text("utf-8")))
    assert named <= set(LeTempsDesAs.rules())
    structural = {"TDA-SCALE", "TDA-EXAMPLE-TURN-2"}  # no decision of the engine is theirs
    assert set(LeTempsDesAs.rules()) - named <= structural


def test_turn_three_reading():
    usual = LeTempsDesAs.new_game("example-turn-3", seed=1)
    other = LeTempsDesAs.new_game(
        "example-turn-3", seed=1, readings={"TDA-EXAMPLE-TURN-3": "carried-over"}
    )
    assert usual.state.plane("SpadXIII-1").speed == 4
    assert other.state.plane("SpadXIII-1").speed == 3


def test_no_stacking_limit_and_five_levels():
    game = LeTempsDesAs.new_game("forced-passage", seed=1)
    game.play("place Hanriot-1 1003 S level 4 ace RP-1/Fire+1")
    assert game.check("place Hanriot-2 1003 S level 4").allowed
