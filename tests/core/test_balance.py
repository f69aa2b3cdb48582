"""Tables of balance: what adds up is read, what does not is refused by name."""

import pytest

from skylib.core.balance import read
from skylib.core.errors import DataError

GOOD = """
games = 10
sides = ["Entente", "Central"]
[[scenario]]
id = "voss"
entente = 3
central = 5
draws = 2
turns = 4.5
"""


def test_a_table():
    table = read(GOOD, "balance.toml")
    assert (table.games, table.sides) == (10, ("Entente", "Central"))
    (row,) = table.rows
    assert row == ("voss", {"Entente": 3, "Central": 5}, 2, 4.5)


@pytest.mark.parametrize(
    "old, new, complaint",
    [
        ("draws = 2", "draws = 3", "voss.*does not add up to 10 games"),
        ("central = 5\ndraws = 2", "central = 8\ndraws = -1", "voss.*does not add up"),
        ("draws = 2", "", "draws"),
        ('id = "voss"', "", "id"),
        ("games = 10", "", "games"),
        ("turns = 4.5", 'turns = "long"', "long"),
        ("[[scenario]]", "[scenario]", "no table of balance"),
        ("games = 10", "games = ", "not TOML"),
    ],
)
def test_a_broken_table(old, new, complaint):
    with pytest.raises(DataError, match=f"balance.toml.*{complaint}|{complaint}"):
        read(GOOD.replace(old, new), "balance.toml")
