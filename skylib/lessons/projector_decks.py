"""The decks of screens that come with the games: entries in ``projector/GAME.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from skylib import find_game
from skylib.core.errors import DataError, SkylibError

from .projector_screens import (
    CardScreen,
    DrillScreen,
    QuestionScreen,
    SayScreen,
    Screen,
    steps_of,
)
from .tasks import find_question

__all__ = ["Deck", "ScreenPlan", "decks", "find_deck", "question_screen", "screens_of"]

KINDS: dict[str, set[str]] = {  # the field that makes a screen's kind, and its other fields
    "say": {"rule"},
    "rules": set(),
    "replay": {"steps"},
    "question": set(),
    "drill": {"seed"},
    "flight": {"first", "points", "settings"},
}


@dataclass(frozen=True)
class ScreenPlan:
    """What a deck says of one screen (of several, for a record): its kind and its fields."""

    kind: str
    fields: dict[str, Any]


@dataclass(frozen=True)
class Deck:
    """A lesson for the projector. ``minutes`` is what it takes with votes."""

    game: str
    name: str
    title: str
    lesson: str  # the notebook that it goes with
    minutes: int
    screens: tuple[ScreenPlan, ...]


@cache
def decks(game: str) -> dict[str, Deck]:
    """The decks of a game by name. Raises `DataError` for a bad file."""
    name = find_game(game).name
    file = f"projector/{name}.toml"
    source = resources.files(__package__).joinpath(file)
    data = tomllib.loads(source.read_text("utf-8")) if source.is_file() else {}
    return {k: read_deck(name, k, v, file) for k, v in data.items()}


def find_deck(name: str) -> Deck:
    """The deck ``GAME/NAME``. Raises `SkylibError` for an unknown one."""
    game, _, deck = name.partition("/")
    there = decks(game)
    if deck not in there:
        raise SkylibError(f"{game} has no deck {deck!r}; there are {', '.join(there) or 'none'}")
    return there[deck]


def read_deck(game: str, name: str, data: Any, file: str) -> Deck:
    """A deck from its table. Raises `DataError` naming deck, screen and field."""
    wanted: dict[str, Callable[[Any], bool]] = {
        "title": _is_text,
        "lesson": _is_text,
        "minutes": lambda v: isinstance(v, int) and v > 0,
        "screen": lambda v: isinstance(v, list) and bool(v),
    }
    if not isinstance(data, dict):
        raise DataError("is no table", file=file, field=name)
    for key, fits in wanted.items():
        if not fits(data.get(key)):
            raise DataError(f"{key} is missing or not of its kind", file=file, field=name)
    if extra := sorted(set(data) - set(wanted)):
        raise DataError(f"unknown field {extra[0]!r}", file=file, field=name)
    screens = tuple(
        _screen(row, file, f"{name}, screen {n}") for n, row in enumerate(data["screen"], 1)
    )
    return Deck(game, name, data["title"], data["lesson"], data["minutes"], screens)


def _screen(row: Any, file: str, where: str) -> ScreenPlan:
    kinds = [key for key in KINDS if isinstance(row, dict) and key in row]
    if len(kinds) != 1:
        raise DataError(f"needs one of {', '.join(KINDS)}", file=file, field=where)
    (kind,) = kinds
    if extra := sorted(set(row) - KINDS[kind] - {kind}):
        raise DataError(f"unknown field {extra[0]!r}", file=file, field=where)
    checks: dict[str, Callable[[Any], bool]] = {
        "say": _is_text,
        "rule": lambda v: _is_text(v) or (_is_list(v, str) and bool(v)),
        "replay": _is_text,
        "question": _is_text,
        "rules": lambda v: _is_list(v, str) and bool(v),
        "drill": lambda v: _is_list(v, str),
        "steps": lambda v: _is_list(v, int),
        "seed": lambda v: isinstance(v, int),
        "flight": _is_text,
        "first": _is_text,
        "points": lambda v: _is_list(v, int),
        "settings": lambda v: isinstance(v, dict),
    }
    for key, value in row.items():
        if not checks[key](value):
            raise DataError(f"{key} is not of its kind: {value!r}", file=file, field=where)
    if kind == "say" and "rule" not in row:
        raise DataError("a sentence names its rule", file=file, field=where)
    return ScreenPlan(kind, dict(row))


def screens_of(deck: Deck) -> list[Screen]:
    """The screens of a deck. Raises `SkylibError` for a name that is not there."""
    return [screen for plan in deck.screens for screen in _screens(deck.game, plan)]


def _screens(game: str, plan: ScreenPlan) -> list[Screen]:
    from skylib import lessons  # which offers the deck that is being made

    fields = plan.fields
    if plan.kind == "say":
        told = fields["rule"]
        return [SayScreen(game, fields["say"], (told,) if isinstance(told, str) else tuple(told))]
    if plan.kind == "rules":
        return [CardScreen(game, tuple(fields["rules"]))]
    if plan.kind == "question":
        return [question_screen(fields["question"])]
    if plan.kind == "flight":
        from .projector_flights import FlightScreen  # of one game; loaded only when asked for

        rest = {key: fields[key] for key in ("first", "points", "settings") if key in fields}
        return [FlightScreen(fields["flight"], **rest)]
    if plan.kind == "drill":
        return [DrillScreen(lessons.drill(game, *fields["drill"], seed=fields.get("seed", 1)))]
    return list(steps_of(lessons.find_record(fields["replay"]), fields.get("steps", ())))


def question_screen(name: str) -> QuestionScreen:
    """The screen of a question ``GAME/QUESTION``. Raises `SkylibError` for an unknown one."""
    from skylib import lessons

    found = find_question(name)
    return QuestionScreen(name, found.asked, found.answers, lambda: lessons.predict(name))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_list(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(type(v) is kind for v in value)
