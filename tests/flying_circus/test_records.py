"""The rulebook's examples and whole games as records: every expectation must hold."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

import skylib
from skylib.core.records import Entry, Record

EXAMPLES = Path(str(resources.files("skylib.flying_circus").joinpath("examples")))
GOLDEN = Path(__file__).parent / "golden"
RECORDS = sorted(EXAMPLES.glob("*.record")) + sorted(GOLDEN.glob("*.record"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_it_replays(path: Path):
    replay = skylib.replay(path)  # strict: the first expectation that fails raises
    assert replay.compared
    assert str(Record.parse(str(replay.record))) == str(replay.record)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.record")), ids=lambda path: path.stem)
def test_an_example_names_its_section(path: Path):
    record = Record.read(path)
    assert record.title
    assert record.source
    assert any(entry.expectations for entry in record.items if isinstance(entry, Entry))


def test_all_examples_are_there():
    assert {path.stem for path in EXAMPLES.glob("*.record")} == {
        "altitude",
        "climbing",
        "combat",
        "combat-at-speed-5",
        "introductory-damage",
        "introductory-flight",
        "sighting-in-a-dive",
        "sighting-without-a-break",
        "straight",
        "turning",
        "turning-and-sighting-1",
        "turning-and-sighting-2",
    }


@pytest.mark.parametrize("kind", ["air", "photo", "trench", "artillery", "introductory"])
def test_a_whole_game_of_each_kind(kind: str):
    replay = skylib.replay(GOLDEN / f"{kind}.record")
    assert replay.game.outcome is not None
    if kind != "introductory":
        assert replay.game.scenario.kind == kind
