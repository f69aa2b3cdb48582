"""Golden playthroughs: a whole game of every scenario, kept as a record."""

from pathlib import Path

import pytest

from skylib.core.balance import load as load_balance
from skylib.core.records import Record
from skylib.core.replays import replay
from skylib.le_temps_des_as import scenarios

from .setups import find

FOLDER = Path(__file__).parent / "golden"
PRINTED = [s.id for s in scenarios.load().values() if s.section.startswith("12.")]


@pytest.mark.parametrize("name", [*PRINTED, "skirmish"])
def test_golden_playthrough(name):
    record = Record.read(FOLDER / f"{name}.record")
    assert record.scenario == name and record.moves[0].move.startswith("place")
    played = replay(record, find)
    assert played.game.outcome is not None
    names = {c.expectation.name for c in played.compared}
    assert {"winner", "turn", "markers in the cup"} <= names
    assert str(Record.parse(str(played.game.record()))) == str(record)


def test_no_golden_record_is_left_over():
    assert {f.stem for f in FOLDER.glob("*.record")} == {*PRINTED, "skirmish"}


def test_the_balance_table():
    """No side of a scenario is hopeless with our numbers, as the published table has it."""
    table = load_balance("skylib.le_temps_des_as")
    assert [row.id for row in table.results] == PRINTED
    for row in table.results:
        assert min(row.wins.values()) >= table.games / 5, row
