"""A game as text: written by hand, read, replayed and checked.

::

    skylib record 1
    game: eye-in-the-sky
    title: Two first moves
    scenario: standard
    option players: 2
    reading EYE-PHOTO: with-destination
    seed: 7

    # A comment stays where it is.
    > Narration, shown between the moves.
    A: fly 3 photo 26.4
        dice: 4 2
        expect: score A = 0
    try B: fly 7
        expect: ruling = refused

Head lines are ``key: value`` up to the first empty line. Below it ``WHO: MOVE`` is
played, ``try WHO: MOVE`` only checked; ``dice:`` gives the numbers that the move
above drew (or, before the first move, the setup), ``expect: NAME = VALUE`` (or
``!=``) names a figure that the replay compares, after the move above or, below
narration, of the position there. Nothing of a record is ever executed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from .dice import as_seed
from .errors import (
    ReadError,
    RecordError,
)
from .games import Game, Step

__all__ = [
    "Record",
    "Narration",
    "Comment",
    "Entry",
    "Expectation",
    "record_of",
    "VERSION",
    "LARGEST",
]

VERSION = 1
LARGEST = 1_000_000  # characters; the longest games stay far below
_MAGIC = "skylib record "
_FIRST = re.compile(r"skylib record\b *(.*)")
_HEAD = re.compile(r"([a-z][a-z-]*)(?: ([A-Za-z0-9_-]+))?: *(.*)")
_SINGLE = ("game", "title", "source", "scenario", "seed", "position")


@dataclass(frozen=True)
class Narration:
    """A paragraph shown between moves; ``text`` may have several lines."""

    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Comment:
    """A line for the author's eyes, or an empty one (``blank``); kept, not shown."""

    text: str
    blank: bool = False
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Expectation:
    """A figure that the replay compares: ``name`` equals (or not) ``value``."""

    name: str
    value: str
    equal: bool = True
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.name} {'=' if self.equal else '!='} {self.value}".rstrip()


@dataclass(frozen=True)
class Entry:
    """A move (``who`` and ``move`` as text), or, with both empty, a look at the position:
    before the first move with the setup's dice."""

    who: str
    move: str
    dice: tuple[int, ...] | None = None
    expectations: tuple[Expectation, ...] = ()
    is_try: bool = False
    line: int = field(default=0, compare=False)


Item = Narration | Comment | Entry


@dataclass(frozen=True)
class Record:
    """A record in memory; ``str(record)`` is its text and `Record.parse` the inverse."""

    game: str
    scenario: str | None = None
    title: str | None = None
    source: str | None = None
    seed: int | str | None = None
    position: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    items: tuple[Item, ...] = ()
    file: str | None = field(default=None, compare=False)
    lines: tuple[tuple[str, int], ...] = field(default=(), compare=False)  # of head fields

    @property
    def moves(self) -> tuple[Entry, ...]:
        """The moves that are played."""
        return tuple(i for i in self.items if isinstance(i, Entry) and i.move and not i.is_try)

    @classmethod
    def read(cls, path: str | Path) -> Record:
        """Read a record file. Raises `RecordError` for one that is none."""
        path = Path(path)
        try:
            size = path.stat().st_size
            data = b"" if size > 4 * LARGEST else path.read_bytes()
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = 1 + error.object.count(b"\n", 0, error.start)
            raise RecordError("is not UTF-8 text", file=str(path), line=line) from None
        except OSError as error:
            raise RecordError(f"cannot be read: {error.strerror}", file=str(path)) from None
        except ValueError as error:  # a name that no file can have
            raise RecordError(f"cannot be read: {error}", file=repr(str(path))) from None
        if size > 4 * LARGEST:
            raise RecordError(f"is too large for a record ({size} bytes)", file=str(path))
        return cls.parse(text, file=str(path))

    @classmethod
    def parse(cls, text: str, file: str | None = None) -> Record:
        """Read a record from text. Raises `RecordError` with line and field."""
        return _Reader(text, file).record()

    def __str__(self) -> str:
        head = [f"{_MAGIC}{VERSION}", f"game: {self.game}"]
        for key in ("title", "source", "scenario"):
            if (value := getattr(self, key)) is not None:
                head.append(f"{key}: {value}")
        head += [f"option {k}: {v}" for k, v in self.options]
        head += [f"reading {k}: {v}" for k, v in self.readings]
        for key in ("position", "seed"):
            if (value := getattr(self, key)) is not None:
                head.append(f"{key}: {value}")
        return "\n".join([*head, "", *(_written(i) for i in self.items)]) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the text to a file, whole or not at all."""
        path = Path(path)
        part = path.with_name(path.name + ".part")
        part.write_text(str(self), "utf-8", newline="\n")
        part.replace(path)


def _written(item: Item) -> str:
    if isinstance(item, Narration):
        return "\n".join(f"> {line}".rstrip() for line in item.text.split("\n"))
    if isinstance(item, Comment):
        return "" if item.blank else f"# {item.text}".rstrip()
    lines = [f"{'try ' if item.is_try else ''}{item.who}: {item.move}"] if item.move else []
    if item.dice is not None:
        lines.append(f"    dice: {' '.join(map(str, item.dice))}")
    lines += [f"    expect: {e}" for e in item.expectations]
    return "\n".join(lines)


class _Reader:
    def __init__(self, text: str, file: str | None) -> None:
        self.file = file
        if len(text) > LARGEST:
            raise RecordError(
                f"is too large for a record: {len(text)} characters, {LARGEST} at most", file=file
            )
        self.lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if self.lines and self.lines[-1] == "":
            self.lines.pop()

    def fail(self, message: str, line: int, name: str | None = None) -> RecordError:
        return RecordError(message, file=self.file, line=line, field=name)

    def record(self) -> Record:
        first = self.lines[0].strip().lstrip("\ufeff") if self.lines else ""
        match = _FIRST.fullmatch(first)
        if not match:
            raise self.fail(f"a record begins with the line {_MAGIC + str(VERSION)!r}", 1)
        if match[1] != str(VERSION):
            raise self.fail(
                f"is of version {match[1][:40]!r}; this program reads {VERSION}", 1, "version"
            )
        head, at = self.head()
        return replace(head, items=tuple(self.body(at)), file=self.file)

    def head(self) -> tuple[Record, int]:
        single: dict[str, Any] = {}
        options: dict[str, str] = {}
        readings: dict[str, str] = {}
        places: dict[str, int] = {}
        at = 1
        while at < len(self.lines) and self.lines[at].strip():
            line, number = self.lines[at].strip(), at + 1
            at += 1
            match = _HEAD.fullmatch(line)
            if not match:
                raise self.fail(f"a head line is 'key: value', not {line[:60]!r}", number)
            key, name, value = match[1], match[2], match[3].strip()
            if key in ("option", "reading") and name:
                into = options if key == "option" else readings
                if name in into:
                    raise self.fail("stands twice", number, f"{key} {name}")
                into[name] = value
                places[f"{key} {name}"] = number
            elif key in _SINGLE and not name:
                if key in single:
                    raise self.fail("stands twice", number, key)
                if not value:
                    raise self.fail("is empty", number, key)
                single[key] = value
                places[key] = number
            else:
                raise self.fail(f"unknown head field {line.partition(':')[0][:40]!r}", number)
        if "game" not in single:
            raise self.fail("the head does not name the game", 1, "game")
        if "seed" in single:
            single["seed"] = as_seed(single["seed"])
        return (
            Record(
                **single,
                options=tuple(options.items()),
                readings=tuple(readings.items()),
                lines=tuple(places.items()),
            ),
            at + 1,
        )

    def body(self, at: int) -> Iterator[Item]:
        entry: Entry | None = None
        started = False
        while at < len(self.lines):
            line, number = self.lines[at].strip(), at + 1
            at += 1
            key, _, value = line.partition(":")
            key, value = key.strip(), value.strip()
            if key in ("dice", "expect"):
                if entry is None:
                    if started and key == "dice":
                        raise self.fail("stand below no move", number, key)
                    entry = Entry("", "", line=number)
                    started = True
                entry = self.detail(entry, key, value, number)
                continue
            if entry is not None:
                yield entry
                entry = None
            if line.startswith(">"):
                text = [line[1:].removeprefix(" ")]
                while at < len(self.lines) and self.lines[at].strip().startswith(">"):
                    text.append(self.lines[at].strip()[1:].removeprefix(" "))
                    at += 1
                yield Narration("\n".join(text), number)
            elif not line or line.startswith("#"):
                yield Comment(line[1:].removeprefix(" "), not line, number)
            elif value and key:
                started = True
                is_try = key.startswith("try ")
                who = key[4:].strip() if is_try else key
                entry = Entry(who, " ".join(value.split()), is_try=is_try, line=number)
            else:
                raise self.fail(
                    f"is no move ('WHO: MOVE'), narration ('> text') or comment: {line[:60]!r}",
                    number,
                )
        if entry is not None:
            yield entry

    def detail(self, entry: Entry, key: str, value: str, number: int) -> Entry:
        if key == "dice":
            if entry.is_try:
                raise self.fail("a move that is only tried draws no dice", number, "dice")
            if entry.dice is not None:
                raise self.fail("stands twice for one move", number, "dice")
            if not re.fullmatch(r"\d{1,3}( +\d{1,3})*", value):
                raise self.fail(f"are numbers like '4 2', not {value[:40]!r}", number, "dice")
            return replace(entry, dice=tuple(map(int, value.split())))
        match = re.fullmatch(r"(.+?) (!?=)(?: (.*))?", value)
        if not match:
            raise self.fail(f"is 'NAME = VALUE', not {value[:60]!r}", number, "expect")
        expected = Expectation(match[1].strip(), (match[3] or "").strip(), match[2] == "=", number)
        return replace(entry, expectations=(*entry.expectations, expected))


# ---- writing a game down ----------------------------------------------------------------


def record_of(game: Game[Any, Any]) -> Record:
    """A game so far as a record. A game that came from a record keeps its narration."""
    setup = game.setup
    items: list[Item] = []
    old = list(game.text_so_far.items) if game.text_so_far else []
    told = any(isinstance(i, Entry) and not i.move and i.dice is not None for i in old)
    if game.setup_rolls and not told:
        items.append(Entry("", "", tuple(r.value for r in game.setup_rolls)))
    for step in game.history:
        dice = tuple(r.value for r in step.rolls) or None
        here: Entry | None = None
        while old:
            item = old.pop(0)
            if isinstance(item, Entry) and item.move and not item.is_try:
                same = item.who == step.who and _same_move(game, item.move, step)
                if same and item.dice in (None, dice):
                    here = replace(item, dice=dice)
                else:
                    old.clear()  # the game has left the record
                break
            items.append(item)
        items.append(here or Entry(step.who, str(step.move), dice))
    while old and not (isinstance(old[0], Entry) and old[0].move and not old[0].is_try):
        items.append(old.pop(0))
    text = game.text_so_far
    return Record(
        game.name,
        setup.scenario,
        text.title if text else None,
        text.source if text else None,
        setup.seed,
        setup.position,
        tuple(setup.options.items()),
        tuple(setup.readings.changed().items()),
        tuple(items),
    )


def _same_move(game: Game[Any, Any], text: str, step: Step[Any, Any]) -> bool:
    """Whether the text of a record, which may be written another way, is the move played."""
    try:
        return bool(game._parse(text, step.before) == step.move)
    except ReadError:
        return False
