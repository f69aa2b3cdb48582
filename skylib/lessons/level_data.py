"""Levels as data: a position, a goal, what the other side does, and what a wrong answer meets.

A level stands in ``tasks/GAME.toml`` under ``[level.NAME]``; the order of the file is the
order of the ladder. The fields:

    title        a few words
    lesson       the lesson that teaches it, like eye-in-the-sky/1-flying
    rules        ids of the rules that it teaches
    goal         the sentence; reached, failed: its tests (see `skylib.lessons.goals`)
    places       the hexes that the goal names: the map marks them from the start
    there        how to be there: the facing, the level
    around       hexes that a close-up shows besides the aircraft, where the map is too large
                 to be read whole
    moves        how many moves are allowed
    hints        in steps: a nudge, the rule, the hexes; the answer follows by itself
    hexes        those that the map marks with the third hint
    solution     one way to do it, as moves
    settings     of the game: scenario, seed, position, readings ...
    computer     the seats that the computer plays
    answers      the moves that it plays first, where they are legal
    wrong        what a failed try meets: a list of tables. when: a test, the first that holds
                 counts, none holds always; say: what went wrong; rule: by which rule; plays:
                 moves that then happen on the map, or "computer" for what the computer does
    fails        lines of moves that look good and do not reach the goal, for the tests
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from skylib.core.errors import DataError

from .goals import Goal, holds

__all__ = ["Level", "Wrong", "fields_of", "read_level"]

_NEEDED = {"goal", "reached"}
_KNOWN = {
    "answers",
    "around",
    "computer",
    "failed",
    "fails",
    "hexes",
    "hints",
    "lesson",
    "moves",
    "places",
    "rules",
    "settings",
    "solution",
    "there",
    "title",
    "wrong",
}


@dataclass(frozen=True)
class Wrong:
    """What a failed try meets: a sentence, the rule, and moves that happen on the map.

    ``plays`` are texts of moves, or "computer" alone.
    """

    say: str
    rule: str = ""
    when: str = ""
    plays: tuple[str, ...] = ()


@dataclass(frozen=True)
class Level:
    """A position with a goal; ``solution`` is one way to reach it. See the module's text."""

    game: str
    goal: Goal
    settings: dict[str, Any] = field(default_factory=dict)
    computer: tuple[str, ...] = ()
    solution: tuple[str, ...] = ()
    name: str = ""
    title: str = ""
    lesson: str = ""
    rules: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    there: str = ""
    around: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    fails: tuple[tuple[str, ...], ...] = ()

    @property
    def full_name(self) -> str:
        """``GAME/NAME``."""
        return f"{self.game}/{self.name}"

    def went_wrong(self, facts: Mapping[str, str]) -> Wrong | None:
        """What a failed try meets that ended with these figures."""
        return next((w for w in self.wrong if not w.when or holds(w.when, facts)), None)


def fields_of(data: Any, file: str, name: str, needed: set[str], known: set[str]) -> dict[str, Any]:
    """A table of a file with the needed and no unknown fields, else `DataError`."""
    if not isinstance(data, dict):
        raise DataError("is no table", file=file, field=name)
    if missing := sorted(needed - set(data)):
        raise DataError(f"{missing[0]} is missing", file=file, field=name)
    if extra := sorted(set(data) - known - needed):
        raise DataError(f"unknown field {extra[0]!r}", file=file, field=name)
    return data


def read_level(game: str, data: Any, file: str, name: str) -> Level:
    """A level from its table. Raises `DataError` that names the field."""
    d = fields_of(data, file, name, _NEEDED, _KNOWN)
    solution = _texts(d, "solution", file, name)
    hints = _texts(d, "hints", file, name)
    if solution:
        hints = (*hints, f"One way: {'; '.join(solution)}.")
    fails = d.get("fails", [])
    if not isinstance(fails, list):
        raise DataError("fails is a list of lists of moves", file=file, field=name)
    return Level(
        game,
        Goal(d["goal"], d["reached"], d.get("moves"), d.get("failed", ""), hints),
        d.get("settings", {}),
        _texts(d, "computer", file, name),
        solution,
        name,
        d.get("title", name),
        d.get("lesson", ""),
        _texts(d, "rules", file, name),
        _texts(d, "places", file, name),
        d.get("there", ""),
        _texts(d, "around", file, name),
        _texts(d, "hexes", file, name),
        _texts(d, "answers", file, name),
        tuple(_wrong(w, file, name) for w in d.get("wrong", ())),
        tuple(_texts({"fails": line}, "fails", file, name) for line in fails),
    )


def _wrong(data: Any, file: str, name: str) -> Wrong:
    d = fields_of(data, file, f"{name}, wrong", {"say"}, {"when", "rule", "plays"})
    plays = d.get("plays", [])
    if plays == "computer":
        plays = ["computer"]
    moves = _texts({"plays": plays}, "plays", file, f"{name}, wrong")
    return Wrong(d["say"], d.get("rule", ""), d.get("when", ""), moves)


def _texts(data: dict[str, Any], key: str, file: str, name: str) -> tuple[str, ...]:
    """A list of texts, for a text alone would be read letter by letter."""
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise DataError(f"{key} is a list of texts", file=file, field=name)
    return tuple(value)
