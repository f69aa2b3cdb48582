"""What is asked of every refusal, whatever game it is of.

A refusal names rules of its game; every number it speaks of stands among its figures; and
what it says would be allowed instead is allowed: a move is legal now, and anything else is
of a known form that is checked by itself.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import skylib
from skylib.core.errors import MoveTextError
from skylib.core.games import Game
from skylib.core.rulings import Ruling

Form = Callable[[Game[Any, Any], Any, "re.Match[str]"], bool]
Forms = Mapping[str, Form]
"""Pattern of what may be said instead besides moves, with the test whether it is true now."""

# A number that stands for itself: not part of a name (A1, SpadXIII-1, 26.4) nor a hex (0112).
_NUMBER = re.compile(r"(?<![\w.+/-])[+-]?\d+(?![\w/]|\.\d|-\d)")
_HEX = re.compile(r"\b\d{4}\b")


OVER: Forms = {
    "take a move back": lambda game, move, match: game.can_undo,
    "start a new game": lambda game, move, match: game.outcome is not None,
}


def puzzles(name: str) -> Iterator[Any]:
    """A game of each puzzle of that name: positions in which something is at stake."""
    file = Path(skylib.__file__).parent / "lessons" / "puzzles" / f"{name}.toml"
    for puzzle in tomllib.loads(file.read_text("utf-8"))["puzzle"].values():
        yield skylib.new_game(name, **puzzle["settings"])


def spoilt(steps: str, rng: random.Random, letters: str = "FLRDC") -> str:
    """The steps of a flight as they are, or with a step too many, too few or another one."""
    where = rng.randrange(len(steps))
    return rng.choice(
        (
            steps,
            steps[:-1] or "L",
            steps + rng.choice(letters),
            steps[:where] + rng.choice(letters) + steps[where + 1 :],
            steps[:where] + rng.choice("LR") * 4 + steps[where:],
            steps[:where] + rng.choice("DC") + steps[where:],
        )
    )


def faults(
    game: Game[Any, Any],
    move: Any,
    ruling: Ruling,
    forms: Forms,
    names: tuple[str, ...] = (),
    legal: dict[str, str] | None = None,
) -> Iterator[str]:
    """Everything that is wrong with a refusal. ``names`` hold numbers that say nothing, ``legal``
    keeps what was found of moves that are offered at this moment."""
    legal = {} if legal is None else legal
    yield from _wrong_words(ruling)
    yield from _wrong_rules(game, ruling)
    yield from _missing_figures(ruling, names, game)
    if not ruling.instead:
        yield "says nothing of what would be allowed"
    for text in ruling.instead:
        if fault := _untrue(game, move, text, forms, legal):
            yield fault


def faults_of_others(ruling: Ruling, true: bool, names: tuple[str, ...] = ()) -> Iterator[str]:
    """What is wrong with a refusal that is not of a move; ``true``: so is what it offers."""
    yield from _wrong_words(ruling)
    yield from _missing_figures(ruling, names)
    if not ruling.rules:
        yield "names no rule"
    if not (ruling.instead and true):
        yield f"says instead nothing that is so: {ruling.instead}"


def _wrong_words(ruling: Ruling) -> Iterator[str]:
    for text in (ruling.reason, *ruling.instead, *(f.what for f in ruling.figures)):
        if not text.strip() or text != " ".join(text.split()):
            yield f"is empty, or has blanks too many: {text!r}"
        if re.search(r"\bNone\b|\(\)|\[\]|object at", text):
            yield f"speaks of Python: {text!r}"


def _wrong_rules(game: Game[Any, Any], ruling: Ruling) -> Iterator[str]:
    book = game.rules()
    if not ruling.rules:
        yield "names no rule"
    for id in (*ruling.rules, *(f.rule for f in ruling.figures if f.rule)):
        if id not in book:
            yield f"names a rule that is none: {id}"
    for id, reading in ruling.readings:
        if id not in book or reading not in [r.id for r in book[id].readings]:
            yield f"names a reading that is none: {id} {reading}"
        elif game.readings[id] != reading:
            yield f"names a reading that is not in force: {id} {reading}"


def numbers(text: str, names: tuple[str, ...] = ()) -> set[int]:
    """The numbers that a text speaks of."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    return {int(n) for n in _NUMBER.findall(_HEX.sub(" ", text))}


def _missing_figures(
    ruling: Ruling, names: tuple[str, ...], game: Game[Any, Any] | None = None
) -> Iterator[str]:
    known = {abs(int(n)) for f in ruling.figures for n in _NUMBER.findall(f"{f.value} {f.what}")}
    known.add(abs(int(ruling.total)))
    over = str(game.outcome)[1:] if game is not None and game.outcome else ""  # a report
    for number in sorted(numbers(ruling.reason.replace(over, ""), names)):
        if abs(number) not in known:
            yield f"speaks of {number} and has no figure for it"


def _untrue(game: Game[Any, Any], move: Any, text: str, forms: Forms, legal: dict[str, str]) -> str:
    """What is wrong with something that is said to be allowed instead, or an empty text."""
    known = [
        (form, m)
        for pattern, form in {**OVER, **forms}.items()
        if (m := re.fullmatch(pattern, text))
    ]
    if known:
        true = all(form(game, move, match) for form, match in known)
        return "" if true else f"says instead what is not so: {text!r}"
    if text not in legal:
        legal[text] = _not_legal(game, text)
    return legal[text]


def _not_legal(game: Game[Any, Any], text: str) -> str:
    try:
        other = game.parse_move(text)
    except MoveTextError:
        return f"says instead what is no move and of no known form: {text!r}"
    if other not in game.legal_moves():
        return f"names instead a move that is not legal: {text!r}"
    if str(other) != text:
        return f"names instead a move in another spelling: {text!r} for {str(other)!r}"
    return ""
