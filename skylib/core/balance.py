"""How a game's scenarios balance: results of games of the computer against itself.

A game that publishes them has a ``balance.toml``: ``games`` (played of each scenario),
``sides``, and for each ``[[scenario]]`` its ``id``, the games won by each side, ``draws``,
and ``turns`` that a game lasts on average.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Any, NamedTuple

from .errors import DataError
from .files import toml

__all__ = ["Balance", "Row", "load", "read"]


class Row(NamedTuple):
    """One scenario: games won by each side, draws, and the turns that a game lasts."""

    id: str
    wins: Mapping[str, int]
    draws: int
    turns: float


class Balance(NamedTuple):
    """The whole table; ``games`` were played of every scenario."""

    games: int
    sides: tuple[str, ...]
    rows: tuple[Row, ...]


def load(package: str) -> Balance:
    """The published table of a game's package. Raises `DataError` for a bad file."""
    file = resources.files(package).joinpath("balance.toml")
    return read(file.read_text("utf-8"), str(file))


def read(text: str, file: str) -> Balance:
    """A table from its TOML text. Raises `DataError` naming file, scenario and field."""
    data = toml(text, file)
    try:
        games, sides = int(data["games"]), tuple(data["sides"])
        rows = tuple(_row(row, games, sides, file) for row in data["scenario"])
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(f"is no table of balance: {error}", file=file) from None
    return Balance(games, sides, rows)


def _row(row: Mapping[str, Any], games: int, sides: tuple[str, ...], file: str) -> Row:
    wins = {side: int(row[side.lower()]) for side in sides}
    draws = int(row["draws"])
    if min(draws, *wins.values()) < 0 or sum(wins.values()) + draws != games:
        raise DataError(f"does not add up to {games} games", file=file, field=str(row["id"]))
    return Row(str(row["id"]), wins, draws, float(row["turns"]))
