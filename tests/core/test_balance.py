"""Tables of balance: what adds up is read, what does not is refused by name."""

import pytest

from skylib.core.balance import Result, read
from skylib.core.errors import DataError

GOOD = """
games = 10
sides = ["Entente", "Central"]
date = 2026-11-30
unit = "turns"
[[scenario]]
id = "voss"
entente = 3
central = 5
draws = 2
length = 4.5
"""


def test_a_table():
    table = read(GOOD, "balance.toml")
    assert (table.games, table.sides, table.unit) == (10, ("Entente", "Central"), "turns")
    assert table.date == "2026-11-30"
    assert table.results == (Result("voss", {"Entente": 3, "Central": 5}, 2, 4.5),)
    assert table.of("voss").share("Central") == 5 / 8 and not table.of("voss").lopsided


@pytest.mark.parametrize(
    "old, new, complaint",
    [
        ("draws = 2", "draws = 3", "voss.*does not add up to 10 games"),
        ("central = 5\ndraws = 2", "central = 8\ndraws = -1", "voss.*does not add up"),
        ("draws = 2", "", "draws"),
        ('id = "voss"', "", "id"),
        ("games = 10", "", "games"),
        ("length = 4.5", 'length = "long"', "long"),
        ('unit = "turns"', "", "unit"),
        ("[[scenario]]", "[scenario]", "no table of balance"),
        ("games = 10", "games = ", "not TOML"),
    ],
)
def test_a_broken_table(old, new, complaint):
    with pytest.raises(DataError, match=f"balance.toml.*{complaint}|{complaint}"):
        read(GOOD.replace(old, new), "balance.toml")
