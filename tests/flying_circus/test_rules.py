"""The rules as data: every id, the readings on offer and their defaults."""

import re
from importlib import resources

from skylib.core.rulings import RuleBook

BOOK = RuleBook.load("skylib.flying_circus")

_CHECKLIST = """
FCI-ALLOWANCE FCI-SPEND-ALL FCI-STRAIGHT FCI-TURN FCI-STACK FCI-FIRE FCI-CRT FCI-SHOT-DOWN
FCI-SETUP FCI-SEQUENCE
FC-SEQUENCE FC-DECIDE FC-SPEED-STEP FC-SPEED-DIVE-CUT FC-SPEED-STALL FC-SPEED-MAX
FC-SPEED-CLIMB FC-SPEED-DIVE FC-SPEED-FIXED FC-FORCED-SPEED FC-MOVE FC-TURN-FIRST-HEX
FC-TURN-MODE FC-TURN-DOUBLE FC-TURN-DIVE-HEX FC-CLIMB FC-CLIMB-ANYWHERE FC-DIVE
FC-DIVE-GROUND FC-STACK FC-FACING FC-TRIAL FC-TRACKS FC-START-SPEED FC-PROGRESS-KEPT
FC-COMBAT-JOINT FC-COMBAT-REST FC-FIELD-FIXED FC-FIELD-SWIVEL FC-FIELD-RING FC-FIELD-LEVEL
FC-SAME-HEX FC-SIMULTANEOUS FC-CLIMB-ATTACK FC-ONE-TARGET FC-NO-COMBINE FC-CRT
FC-FIRE-THROUGH FC-RANGE
FC-SIGHT FC-SIGHT-TARGET-MOVED FC-SIGHT-FIRER-MOVED FC-SIGHT-CONTINUOUS FC-SIGHT-EACH
FC-SIGHT-LEVEL FC-SIGHT-DIVE FC-SIGHT-CLIMB FC-SIGHT-TURN-STILL FC-SIGHT-TURN-MOVER
FC-ACQUIRED FC-SIGHT-NOT-MOVED
FC-AMMO FC-RELOAD FC-FLAK-TRENCH FC-FLAK-ARTILLERY FC-GROUND-TIMING FC-FLAK-LIMIT
FC-AIRCRAFT FC-AVAILABLE FC-CEILING FC-MAP FC-ENTER-EXIT FC-SCENARIO-AIR FC-SCENARIO-PHOTO
FC-SCENARIO-TRENCH FC-SCENARIO-ARTILLERY FC-SCENARIO-FREE
"""
IDS = _CHECKLIST.split()

READINGS = {  # the default first
    "FC-FORCED-SPEED": ["cut", "two-steps"],
    "FC-TURN-MODE": ["one-direction", "both-directions"],
    "FC-DIVE": ["any", "reset"],
    "FC-DIVE-GROUND": ["level-one"],
    "FC-STACK": ["players-agree"],
    "FC-START-SPEED": ["free", "maximum"],
    "FC-PROGRESS-KEPT": ["kept", "reset"],
    "FC-SIGHT-CLIMB": ["new-level", "all-points"],
    "FC-SIGHT-NOT-MOVED": ["mover-only", "still-counts"],
    "FC-CEILING": ["off", "fifteen", "twenty-four-phases"],
}


def test_every_rule_once_in_order():
    assert list(BOOK) == IDS
    assert (BOOK.game, BOOK.title) == ("flying_circus", "Flying Circus")
    assert len({rule.title for rule in BOOK.values()}) == len(IDS)
    assert len({rule.statement for rule in BOOK.values()}) == len(IDS)


def test_readings_and_defaults():
    found = {rule.id: [r.id for r in rule.readings] for rule in BOOK.values() if rule.readings}
    assert found == READINGS
    for id, readings in READINGS.items():
        assert BOOK[id].default == readings[0]
        assert BOOK[id].doubt, "a reading needs a doubt that it settles"
    assert dict(BOOK.choose()) == {id: readings[0] for id, readings in READINGS.items()}


def test_every_reading_can_be_chosen():
    for id, readings in READINGS.items():
        for reading in readings:
            assert BOOK.choose({id: reading})[id] == reading


def test_introductory_and_standard_rules_stand_apart():
    for rule in BOOK.values():
        assert rule.id.startswith("FCI-") == rule.section.startswith("Introductory Game")


def test_whole_sentences():
    for rule in BOOK.values():
        texts = [
            rule.statement,
            *(r.text for r in rule.readings),
            *([rule.doubt] * bool(rule.doubt)),
        ]
        for text in texts:
            assert re.match(r"[A-Z0-9]", text) and text.rstrip()[-1] in ".?", (rule.id, text)
        assert not rule.title.endswith(".")


def test_what_the_rulebook_does_not_say_is_marked():
    text = resources.files("skylib.flying_circus").joinpath("rules.toml").read_text("utf-8")
    assert text.count('source = "ours"') == 6
    for id in ("FC-FORCED-SPEED", "FC-DIVE-GROUND", "FC-START-SPEED", "FC-PROGRESS-KEPT"):
        assert BOOK[id].source == "ours"
