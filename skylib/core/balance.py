"""How a game's scenarios balance: results of games of the computer against itself.

A game that publishes them has a ``balance.toml``: ``date``, ``games`` (played of each
scenario), ``sides``, ``unit`` (in what a game's length is counted), and for each
``[[scenario]]`` its ``id``, the games won by each side, ``draws``, ``length`` on average,
and ``why``, where a side has next to no chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from .errors import DataError
from .files import toml

__all__ = ["HOPELESS", "Balance", "Result", "load", "read"]

HOPELESS = 0.15  # of the decided games; a side below it needs a reason


@dataclass(frozen=True, slots=True)
class Result:
    """The games of one scenario: how many each side won, draws, how long they were on
    average, and, where a side wins less than `HOPELESS`, why that is so."""

    id: str
    wins: Mapping[str, int]
    draws: int
    length: float
    why: str = ""

    @property
    def games(self) -> int:
        """How many were played."""
        return sum(self.wins.values()) + self.draws

    def share(self, side: str) -> float:
        """A side's part of the decided games; its fair part if none was decided."""
        decided = sum(self.wins.values())
        return self.wins[side] / decided if decided else 1 / len(self.wins)

    @property
    def lopsided(self) -> bool:
        """Whether a side has next to no chance."""
        return min(map(self.share, self.wins)) < HOPELESS


@dataclass(frozen=True, slots=True)
class Balance:
    """The whole table; ``games`` were played of every scenario."""

    date: str
    games: int
    sides: tuple[str, ...]
    unit: str
    results: tuple[Result, ...]

    def of(self, scenario: str) -> Result:
        """The results of a scenario. Raises `KeyError`."""
        for result in self.results:
            if result.id == scenario:
                return result
        raise KeyError(scenario)


@cache
def load(package: str) -> Balance:
    """The published table of a game's package. Raises `DataError` for a bad file."""
    file = resources.files(package).joinpath("balance.toml")
    return read(file.read_text("utf-8"), str(file))


def read(text: str, file: str) -> Balance:
    """A table from its TOML text. Raises `DataError` naming file, scenario and field."""
    data = toml(text, file)
    try:
        games, sides = int(data["games"]), tuple(data["sides"])
        results = tuple(_result(row, games, sides, file) for row in data["scenario"])
        return Balance(str(data["date"]), games, sides, str(data["unit"]), results)
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(f"is no table of balance: {error}", file=file) from None


def _result(row: Mapping[str, Any], games: int, sides: tuple[str, ...], file: str) -> Result:
    wins = {side: int(row[side.lower()]) for side in sides}
    draws = int(row["draws"])
    if min(draws, *wins.values()) < 0 or sum(wins.values()) + draws != games:
        raise DataError(f"does not add up to {games} games", file=file, field=str(row["id"]))
    return Result(str(row["id"]), wins, draws, float(row["length"]), str(row.get("why", "")))
