"""The rulebook's worked numbers: both turns, the Albatros, the ace's Split-S, the Camel."""

from importlib import resources

import pytest

from skylib.core.hexes import COLUMNS, distance
from skylib.core.records import Record
from skylib.core.replays import replay
from skylib.le_temps_des_as import fire, pursuit
from skylib.le_temps_des_as.game import LeTempsDesAs

from .setups import allowed, find, flying, play

FOLDER = resources.files("skylib.le_temps_des_as").joinpath("examples")
RECORDS = {
    "turn-2": 50,
    "turn-2-return-fire": 11,
    "turn-3": 36,
    "turn-3-carried-over": 16,
}


@pytest.mark.parametrize("name", RECORDS)
def test_record_replays_as_printed(name):
    record = Record.read(FOLDER.joinpath(f"{name}.record"))
    played = replay(record, find)
    assert len(played.compared) == RECORDS[name]
    assert not played.failures


@pytest.mark.parametrize("name", RECORDS)
def test_record_survives_a_round_trip(name):
    played = replay(Record.read(FOLDER.joinpath(f"{name}.record")), find)
    again = replay(Record.parse(str(played.game.record())), find)
    assert again.game.position == played.game.position
    assert str(again.record) == str(played.game.record())


def test_a_changed_figure_is_found():
    text = FOLDER.joinpath("turn-2.record").read_text("utf-8")
    wrong = text.replace("expect: speed SpadXIII-1 = 3", "expect: speed SpadXIII-1 = 4")
    assert wrong != text
    played = replay(Record.parse(wrong), find, strict=False)
    assert [c.computed for c in played.failures] == ["3"]


def test_albatros_side_slip_and_split_s_of_an_ace():
    game = flying("Albatros-1 0910 N speed=5")
    assert game.check("side slip left").facts["cost"] == 3
    assert game.check("split-s").facts["cost"] == 5
    ace = flying("Albatros-1 0910 N speed=5 piloting=1")
    assert ace.check("split-s ace").facts["cost"] == 4
    assert ace.check("side slip left").facts["cost"] == 3
    allowed(ace, "split-s ace", "TDA-ACE-STAR")


def test_camel_sum():
    game = flying("Camel-1 0910 N speed=4", die=1)
    play(game, "side slip left", "straight", "turn right descend")
    assert game.check("power +1").facts["new speed"] == 4
    assert game.state.act.effect == -1
    assert [f.value for f in game.check("power +1").figures] == [4, -1, -1, 1, 1]


def test_no_setup_keeps_all_that_turn_2_prints():
    """The search of facts.md, L34: arc, pursuit and a range below 4 never come together."""
    game = LeTempsDesAs.new_game("example-turn-2", seed=1)
    setting = game.setting
    spad, roland = game.state.plane("SpadXIII-1"), game.state.plane("Roland-1")
    from dataclasses import replace

    env, start = None, None
    play(game, "roll: 2 3", "take", "choose SpadXIII-1: 4")
    env, start = game.envelopes[0]
    for choice in game.parse_chain("straight; tight turn right; straight; straight"):
        start = env.after(start, choice)
    spad = replace(spad, hex=start.hex, facing=start.facing)
    found = []
    for n in (1, 2, 3, 4):
        hex = start.hex
        for _ in range(n):
            hex = COLUMNS.neighbour(hex, start.facing)
        for facing in range(6):
            first = replace(roland, hex=hex, facing=facing)
            if not fire.in_rear_arc(setting, first, spad.hex, "fan"):
                continue
            for side in (2, -2):
                one = COLUMNS.neighbour(hex, facing)
                two = COLUMNS.neighbour(one, facing + side)
                after = replace(roland, hex=two, facing=(facing + side) % 6)
                if (
                    distance(two, spad.hex) <= 4
                    and fire.in_rear_arc(setting, after, spad.hex, "fan")
                    and not pursuit.pursuit_refusal(setting, spad, after)
                ):
                    found.append((n, distance(two, spad.hex)))
    assert (3, 4) in found
    assert not [f for f in found if f[0] == 3 and f[1] < 4]
