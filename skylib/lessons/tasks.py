"""Levels and questions as data: small entries in ``tasks/GAME.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from skylib import find_game
from skylib.core.errors import SkylibError

from .level_data import Level, fields_of, read_level

__all__ = [
    "Asked",
    "Doubt",
    "Level",
    "doubts",
    "find_doubt",
    "find_level",
    "find_question",
    "tasks",
]


@dataclass(frozen=True)
class Asked:
    """A question that one move decides; ``by`` names the figure with the answer, or
    "ruling": the first answer is for an allowed move, the second for a refused one.
    ``dice`` are the numbers that the move draws, ``show`` what the map shows besides, once
    the truth is told (wishes of the game's scene)."""

    game: str
    asked: str
    answers: tuple[str, ...]
    move: str
    by: str = "ruling"
    right: str | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    show: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Doubt:
    """A move that the readings of a rule judge differently, or make end differently."""

    game: str
    rule: str
    move: str
    settings: dict[str, Any] = field(default_factory=dict)
    dice: tuple[int, ...] = ()


@cache
def tasks(game: str) -> tuple[dict[str, Level], dict[str, Asked]]:
    """The levels and questions of a game, by name. Raises `DataError` for a bad file."""
    name, file, data = _data(game)
    levels = {k: read_level(name, v, file, k) for k, v in data.get("level", {}).items()}
    questions = {k: _question(name, v, file, k) for k, v in data.get("question", {}).items()}
    return levels, questions


@cache
def doubts(game: str) -> dict[str, Doubt]:
    """The doubts of a game, by name. Raises `DataError` for a bad file."""
    name, file, data = _data(game)
    return {k: _doubt(name, v, file, k) for k, v in data.get("doubt", {}).items()}


def _data(game: str) -> tuple[str, str, dict[str, Any]]:
    """The game's full name, the name of its file, and what stands in it."""
    name = find_game(game).name
    file = f"tasks/{name}.toml"
    source = resources.files(__package__).joinpath(file)
    return name, file, tomllib.loads(source.read_text("utf-8")) if source.is_file() else {}


def find_level(name: str) -> Level:
    """The level ``GAME/NAME``. Raises `SkylibError` for an unknown one."""
    game, _, level = name.partition("/")
    return _find(tasks(game)[0], level, f"{game} has no level")


def find_question(name: str) -> Asked:
    """The question ``GAME/NAME``. Raises `SkylibError` for an unknown one."""
    game, _, question = name.partition("/")
    return _find(tasks(game)[1], question, f"{game} has no question")


def find_doubt(name: str) -> Doubt:
    """The doubt ``GAME/NAME``. Raises `SkylibError` for an unknown one."""
    game, _, doubt = name.partition("/")
    return _find(doubts(game), doubt, f"{game} has no doubt")


def _find(there: dict[str, Any], name: str, complaint: str) -> Any:
    if name not in there:
        raise SkylibError(f"{complaint} {name!r}; there are {', '.join(there) or 'none'}")
    return there[name]


def _question(game: str, data: Any, file: str, name: str) -> Asked:
    needed = {"asked", "answers", "move"}
    d = fields_of(data, file, name, needed, {"by", "right", "settings", "dice", "show"})
    return Asked(
        game,
        d["asked"],
        tuple(d["answers"]),
        d["move"],
        d.get("by", "ruling"),
        d.get("right"),
        d.get("settings", {}),
        tuple(d.get("dice", ())),
        d.get("show", {}),
    )


def _doubt(game: str, data: Any, file: str, name: str) -> Doubt:
    d = fields_of(data, file, name, {"rule", "move"}, {"settings", "dice"})
    return Doubt(game, d["rule"], d["move"], d.get("settings", {}), tuple(d.get("dice", ())))
