"""A flight under way, all of it in a gun's field, but too short yet to be sighted."""

from __future__ import annotations

import pytest

from skylib import lessons

POSITION = (
    "phase 3 allied move; A1 sopwith-camel 1214 N level 10 speed 8; "
    "G1 fokker-dr-i 1810 SW level 10 speed 8"
)


@pytest.fixture
def deck(monkeypatch: pytest.MonkeyPatch) -> lessons.FlightDeck:
    monkeypatch.setenv("SKYLIB_RAISE", "1")
    return lessons.fly("flying-circus", scenario="air-1917-b", seed=2, position=POSITION)


def test_each_point_of_the_flight_can_be_looked_at(deck: lessons.FlightDeck) -> None:
    for number in range(1, 9):
        deck.map.receive({"event": "key", "key": "ArrowUp", "modifiers": []})
        assert deck.map.error == ""
        assert f"{number} of 8 points spent" in deck.map.status or number == 8


def test_the_ruling_says_that_what_is_flown_is_not_enough(deck: lessons.FlightDeck) -> None:
    from skylib.flying_circus.sighting import timeline
    from skylib.scenes import flying_circus as scenes

    said = []
    original = timeline

    def heard(*args: object) -> object:
        line = original(*args)  # type: ignore[arg-type]
        said.append(line.ruling.reason)
        return line

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scenes, "timeline", heard)
        deck.map.receive({"event": "key", "key": "ArrowUp", "modifiers": []})
    assert any("All that is flown so far counts" in reason for reason in said), said
