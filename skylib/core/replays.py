"""Replaying a record: game, positions, and what was expected beside what came.

Nothing here knows a game; each replays by its own rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .dice import AskedDice
from .errors import (
    DataError,
    DiceError,
    DiceNeeded,
    NotAllowed,
    PositionError,
    ReadError,
    RecordError,
    SkylibError,
)
from .games import Game, Step
from .records import Comment, Entry, Expectation, Item, Record
from .rulings import Ruling
from .wording import counted

__all__ = ["Replay", "Frame", "Compared", "replay"]


@dataclass(frozen=True)
class Compared:
    """An expectation beside what the engine computed."""

    expectation: Expectation
    computed: str | None

    @property
    def holds(self) -> bool:
        return (self.computed == self.expectation.value) is self.expectation.equal

    def __str__(self) -> str:
        e = self.expectation
        if self.holds:
            return f"{e}: yes"
        return f"{e}: no, " + (
            "there is no such figure" if self.computed is None else f"it is {self.computed}"
        )


@dataclass(frozen=True)
class Frame:
    """One stop of a replay: the item, how many moves are played by then, what was found."""

    item: Item
    played: int
    ruling: Ruling | None = None
    compared: tuple[Compared, ...] = ()
    step: Step[Any, Any] | None = None


@dataclass(frozen=True)
class Replay:
    """A record played through. ``game`` stands at its end; undo leads back."""

    record: Record
    game: Game[Any, Any]
    frames: tuple[Frame, ...]

    def __repr__(self) -> str:
        held = len(self.compared) - len(self.failures)
        told = f", {held} of {len(self.compared)} expectations hold" if self.compared else ""
        return f"<Replay of {self.record.game}: {counted(len(self.record.moves), 'move')}{told}>"

    @property
    def failures(self) -> tuple[Compared, ...]:
        """The expectations that do not hold."""
        return tuple(c for f in self.frames for c in f.compared if not c.holds)

    @property
    def compared(self) -> tuple[Compared, ...]:
        """Every expectation with what was computed."""
        return tuple(c for f in self.frames for c in f.compared)


def replay(
    record: Record | str | Path,
    find_game: Callable[[str], type[Game[Any, Any]]],
    strict: bool = True,
) -> Replay:
    """Play a record through.

    Args:
        record: a record, or its file.
        find_game: gives the game class for a record's ``game``.
        strict: raise for the first expectation that does not hold; otherwise the
            replay keeps it in ``failures``.

    Raises:
        RecordError: with line and field, for anything that does not replay as written.
    """
    if not isinstance(record, Record):
        record = Record.read(record)
    places = dict(record.lines)

    def fail(error: object, line: int | None, name: str | None = None) -> RecordError:
        return RecordError(str(error), file=record.file, line=line or None, field=name)

    try:
        cls = find_game(record.game)
    except SkylibError as error:
        raise fail(error, places.get("game"), "game") from None
    game = _start(cls, record, fail)
    game.text_so_far = record

    frames: list[Frame] = []
    try:
        for item in record.items:
            if not isinstance(item, Comment):
                frames.append(_frame(game, item, strict, fail))
    except RecordError as error:
        error.replay = Replay(record, game, tuple(frames))
        raise
    return Replay(record, game, tuple(frames))


def _frame(
    game: Game[Any, Any], item: Item, strict: bool, fail: Callable[..., RecordError]
) -> Frame:
    """Play one item of a record."""
    if not isinstance(item, Entry):
        return Frame(item, len(game.history))
    ruling: Ruling | None = None
    step: Step[Any, Any] | None = None
    if item.move:
        if game.outcome and not item.is_try:
            raise fail(f"the game is over: {game.outcome}", item.line, item.who)
        if item.who != game.to_move and not game.outcome:
            raise fail(f"{game.to_move} is to move, not {item.who}", item.line, item.who)
        try:
            if item.is_try:
                ruling = game.check(item.move)
            else:
                step = game.play(item.move, item.dice or ())
                ruling = step.ruling
        except NotAllowed as error:
            raise fail(error, item.line, f"{item.who}: {item.move}") from None
        except DiceError as error:
            raise fail(_missing(error), item.line, "dice") from None
        except SkylibError as error:
            text = error.message if isinstance(error, ReadError) else error
            raise fail(text, item.line, f"{item.who}: {item.move}") from None
    facts = game.facts() | _ruling_facts(ruling) if item.expectations else {}
    compared = tuple(Compared(e, facts.get(e.name)) for e in item.expectations)
    if strict:
        for c in compared:
            if not c.holds:
                raise fail(c, c.expectation.line, "expect")
    return Frame(item, len(game.history), ruling, compared, step)


def _start(
    cls: type[Game[Any, Any]], record: Record, fail: Callable[..., RecordError]
) -> Game[Any, Any]:
    """The game at the beginning of a record; each error names the line that is to blame."""
    places = dict(record.lines)

    def blame(error: SkylibError, name: str) -> RecordError:
        return fail(error, places.get(name), name)

    try:
        cls._known_scenario(record.scenario)
    except SkylibError as error:
        raise blame(error, "scenario") from None
    for option, _ in record.options:
        try:
            cls._known_options([option])
        except SkylibError as error:
            raise blame(error, f"option {option}") from None
    for rule, reading in record.readings:
        try:
            cls.rules().choose({rule: reading})
        except SkylibError as error:
            raise blame(error, f"reading {rule}") from None
    first = next((i for i in record.items if isinstance(i, Entry)), Entry("", ""))
    setup = first if not first.move else Entry("", "")
    try:
        return cls.new_game(
            record.scenario,
            record.seed,
            dict(record.readings),
            dice=AskedDice() if record.seed is None else None,
            position=record.position,
            setup_dice=setup.dice or (),
            **dict(record.options),
        )
    except DiceError as error:
        raise fail(_missing(error), setup.line, "dice") from None
    except PositionError as error:
        raise fail(error.message, places.get("position"), "position") from None
    except SkylibError as error:
        options = [f"option {name}" for name, value in record.options if _about(error, name, value)]
        raise (blame(error, options[0]) if options else fail(error, None)) from None


def _about(error: SkylibError, option: str, value: str) -> bool:
    """Whether an error speaks of an option: by its name, or of the file that it names."""
    if isinstance(error, DataError) and error.file:
        return error.file in value
    quoted = any(repr(part.strip()) in str(error) for part in value.split(","))
    return quoted or re.search(rf"\b{re.escape(option)}\b", str(error)) is not None


def _missing(error: DiceError) -> DiceError | str:
    """A record has nobody to ask for dice."""
    if isinstance(error, DiceNeeded):
        return f"a die of {error.sides} sides is missing for {error.purpose}"
    return error


def _ruling_facts(ruling: Ruling | None) -> dict[str, str]:
    if ruling is None:
        return {}
    facts = {
        "ruling": "allowed" if ruling.allowed else "refused",
        "rule": ruling.rule,
        "total": str(ruling.total),
    }
    facts |= {f"by {id}": "yes" for id in ruling.rules}
    facts |= {f.what: str(f.value) for f in ruling.figures}
    return facts | {k: str(v) for k, v in ruling.facts.items()}
