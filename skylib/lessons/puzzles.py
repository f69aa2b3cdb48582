"""Puzzles as data: positions in which exactly a few flights do it, in ``puzzles/GAME.toml``.

What is stored beside a position (the solutions, how many moves there are, how hard it is)
was found by trying every legal move, and a test finds it again.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from skylib import find_game
from skylib.core.errors import DataError, SkylibError
from skylib.core.games import Game

__all__ = ["GRADES", "Puzzle", "find_puzzle", "grade_of", "puzzles_of"]

GRADES = (1, 2, 3, 4, 5)
_BOUNDS = (0.04, 0.012, 0.004, 0.001)  # shares above which a puzzle is of grade 1, 2, 3, 4


@dataclass(frozen=True)
class Puzzle:
    """One position with a question.

    Args:
        name: ``GAME/NAME``.
        motif: what kind of thing is to be found; puzzles of one motif are alike in that.
        who: the seat or side that is to find it.
        asked: the question, a sentence.
        reached: the test for `holds`, on the figures when ``moves`` own moves are made.
        failed: a test that must not hold on the way.
        until: how far a movement is played, where that is not its end (`is_settled`).
        moves: how many own moves (flights, or movements of an aircraft) there are.
        solutions: every row of own moves that does it, whatever the others answer and
            whatever the dice show.
        legal: how many legal moves there are at first.
        rows: how many rows of own moves were looked at.
        share: the chance that a pilot who draws each move at random does it.
        computer: what the computer player does: ``finds`` it, or ``misses`` it.
        grade: 1 (easy) to 5; see `grade_of`.
        hints: a nudge, the rule, the place.
        settings: the game's settings, with the position.
    """

    name: str
    motif: str
    title: str
    who: str
    asked: str
    reached: str
    solutions: tuple[str, ...]
    legal: int
    rows: int
    share: float
    computer: str
    grade: int
    moves: int = 1
    failed: str = ""
    until: str = ""
    hints: tuple[str, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def game(self) -> str:
        """The game's name."""
        return self.name.partition("/")[0]

    def new_game(self) -> Game[Any, Any]:
        """The position, ready to be played."""
        return find_game(self.game).new_game(**{"seed": 1} | self.settings)


def grade_of(share: float, computer: str) -> int:
    """How hard a puzzle is, 1 to 5, by two measures.

    The share is the chance that a pilot who draws every move at random solves it: above
    1 in 25 is grade 1, 1 in 83 grade 2, 1 in 250 grade 3, 1 in 1000 grade 4, the rest 5. A
    puzzle whose answer is not what the computer player would fly is one grade harder.
    """
    grade = 1 + sum(share < bound for bound in _BOUNDS)
    return min(5, grade + (computer != "finds"))


_TEXTS = ("motif", "title", "who", "asked", "reached", "computer")
_COUNTS = ("legal", "rows", "grade")
_OTHERS = ("solutions", "share", "settings")
_MORE = ("moves", "failed", "until", "hints")


@cache
def puzzles_of(game: str) -> dict[str, Puzzle]:
    """A game's puzzles by short name, the easy ones first. Raises `DataError` for a bad file."""
    name = find_game(game).name
    file = f"puzzles/{name}.toml"
    source = resources.files(__package__).joinpath(file)
    return read_puzzles(source.read_text("utf-8"), name, file) if source.is_file() else {}


def read_puzzles(text: str, game: str, file: str) -> dict[str, Puzzle]:
    """Puzzles from the text of a file. Raises `DataError` naming puzzle and field."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"is no TOML: {error}", file=file) from None
    if extra := sorted(set(data) - {"puzzle"}):
        raise DataError("is no table of puzzles", file=file, field=extra[0])
    found = [_puzzle(f"{game}/{k}", v, file, k) for k, v in data.get("puzzle", {}).items()]
    found.sort(key=lambda puzzle: puzzle.grade)
    return {puzzle.name.partition("/")[2]: puzzle for puzzle in found}


def _puzzle(name: str, data: Any, file: str, key: str) -> Puzzle:
    def fail(field: str, message: str) -> DataError:
        return DataError(message, file=file, field=f"{key}.{field}")

    if not isinstance(data, dict):
        raise DataError("is no table", file=file, field=key)
    for needed in (*_TEXTS, *_COUNTS, *_OTHERS):
        if needed not in data:
            raise fail(needed, "is missing")
    if extra := sorted(set(data) - {*_TEXTS, *_COUNTS, *_OTHERS, *_MORE}):
        raise fail(extra[0], "is no field of a puzzle")
    for text in (*_TEXTS, "failed", "until"):
        if not isinstance(data.get(text, ""), str):
            raise fail(text, "is text")
    for count in (*_COUNTS, "moves"):
        if type(data.get(count, 1)) is not int or data.get(count, 1) < 1:
            raise fail(count, "is a whole number, 1 or more")
    if data["grade"] not in GRADES:
        raise fail("grade", f"is 1 to 5, not {data['grade']}")
    if not isinstance(data["share"], float) or not 0 < data["share"] <= 1:
        raise fail("share", "is a number above 0, at most 1")
    if data["computer"] not in ("finds", "misses"):
        raise fail("computer", "is finds or misses")
    for texts in ("solutions", "hints"):
        value = data.get(texts, [])
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise fail(texts, "is a list of texts")
    if not data["solutions"]:
        raise fail("solutions", "are none")
    if not isinstance(data["settings"], dict) or not isinstance(
        data["settings"].get("position"), str
    ):
        raise fail("settings", "are a table, with a position")
    lists = {k: tuple(data.get(k, ())) for k in ("solutions", "hints")}
    return Puzzle(name, **{**data, **lists})


def find_puzzle(name: str) -> Puzzle:
    """The puzzle ``GAME/NAME``. Raises `SkylibError` for an unknown one."""
    game, _, short = name.partition("/")
    there = puzzles_of(game)
    if short not in there:
        raise SkylibError(f"{game} has no puzzle {short!r}; there are {', '.join(there) or 'none'}")
    return there[short]
