"""How the scenarios balance with our numbers: what equal computer players made of them.

The table is ``balance.toml``, which ``tests/benchmarks/balance_flying_circus.py`` of the
repository plays and writes.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

__all__ = ["Result", "Balance", "balance", "HOPELESS"]

HOPELESS = 0.15  # of the decided games; a side below it needs a reason


@dataclass(frozen=True, slots=True)
class Result:
    """The games of one scenario: who won how many, how long they were on average in
    movement phases, and, where a side wins less than `HOPELESS`, why that is so."""

    scenario: str
    allied: int
    german: int
    draws: int
    phases: float
    why: str = ""

    @property
    def games(self) -> int:
        """How many were played."""
        return self.allied + self.german + self.draws

    def share(self, side: str) -> float:
        """A side's part of the decided games; one half if none was decided."""
        decided = self.allied + self.german
        wins = self.german if side == "german" else self.allied
        return wins / decided if decided else 0.5

    @property
    def lopsided(self) -> bool:
        """Whether a side has next to no chance."""
        return min(self.share("allied"), self.share("german")) < HOPELESS


@dataclass(frozen=True, slots=True)
class Balance:
    """The whole table: the day it was written, the games of each scenario, the results."""

    date: str
    games: int
    results: tuple[Result, ...]

    def of(self, scenario: str) -> Result:
        """The results of a scenario. Raises `KeyError`."""
        for result in self.results:
            if result.scenario == scenario:
                return result
        raise KeyError(scenario)


@lru_cache(maxsize=1)
def balance() -> Balance:
    """The table that comes with the program."""
    data = tomllib.loads(resources.files(__package__).joinpath("balance.toml").read_text("utf-8"))
    results = tuple(
        Result(
            row["id"],
            row["allied"],
            row["german"],
            row["draws"],
            row["phases"],
            row.get("why", ""),
        )
        for row in data["scenario"]
    )
    return Balance(data["date"].isoformat(), data["games"], results)
