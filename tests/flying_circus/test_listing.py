"""The list of flights."""

from __future__ import annotations

import json

import pytest

from skylib.core.errors import NotAllowed, SkylibError
from skylib.flying_circus.listing import list_flights


def test_the_camel():
    found = list_flights("camel", 4)
    text = str(found).splitlines()
    assert text[0] == f"Sopwith Camel, turn mode B left, A right, speed 4: {len(found)} flights"
    assert len(text) == len(found) + 1
    assert "F F F F" in text
    assert "F R R R" in text  # mode A to the right
    assert "F L L" in text  # mode B to the left: 1 + 2 + 1


def test_as_data():
    data = list_flights("Camel", 5, dive=1).data()
    assert json.loads(json.dumps(data)) == data
    assert data["count"] == len(data["flights"])
    row = next(r for r in data["flights"] if r["flight"] == "D F F F F F")
    assert row == {
        "flight": "D F F F F F",
        "hexes": 5,
        "q": 0,
        "r": -5,
        "facing": "N",
        "levels": -1,
    }
    assert {r["levels"] for r in list_flights("camel", 5, climb=True).data()["flights"]} == {1}


def test_what_cannot_be_flown():
    with pytest.raises(NotAllowed, match="maximum horizontal speed"):
        list_flights("nieuport 11", 9)
    with pytest.raises(NotAllowed, match="stall"):
        list_flights("nieuport 11", 3)
    with pytest.raises(NotAllowed, match="dive maximum"):
        list_flights("nieuport 11", 5, dive=1)
    with pytest.raises(SkylibError, match="not both"):
        list_flights("nieuport 11", 4, climb=True, dive=1)
    with pytest.raises(SkylibError):
        list_flights("zeppelin", 4)


def test_the_reading_on_turns():
    both = {"FC-TURN-MODE": "both-directions"}
    assert len(list_flights("camel", 5, readings=both)) > len(list_flights("camel", 5))
