"""The introductory game's flights, counted two ways."""

from __future__ import annotations

from itertools import product

import pytest

from skylib.core.hexes import Hex
from skylib.flying_circus.introductory_flights import Sky, count_flights, flights


def legal(steps: str, points: int, both: bool) -> bool:
    """By the letter of the rules, hex by hex."""
    if len(steps) != points:
        return False
    return all(len(turns) <= 3 and (both or len(set(turns)) <= 1) for turns in steps.split("F"))


@pytest.mark.parametrize("points", range(1, 9))
@pytest.mark.parametrize("both", [False, True])
def test_flights_counted_two_ways(points: int, both: bool):
    want = {s for s in map("".join, product("FLR", repeat=points)) if legal(s, points, both)}
    sky = Sky(both_directions=both)
    for facing in range(6):
        found = [f.steps for f in flights(Hex(0, 0), facing, points, sky)]
        assert len(found) == len(set(found)) == count_flights(Hex(0, 0), facing, points, sky)
        assert set(found) == want
