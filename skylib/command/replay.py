"""``skylib replay``: a recorded game in words, with the ruling on every move."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import skylib
from skylib.core.errors import RecordError
from skylib.core.games import Game
from skylib.core.records import Entry, Narration, Record
from skylib.core.replays import Compared, Frame, Replay

from .arguments import record_from
from .page import harmless, wrapped

HELP = "tell a recorded game in words, move by move"
ABOUT = """Plays a record through and tells it in words: the narration, every move with its
ruling and figures, the dice, and what the record expects beside what was computed. Ends
with 1 if the file cannot be read, a move is refused or an expectation does not hold; what
comes before a refused move is told all the same."""
EXAMPLE = """\
  skylib replay my-game.txt
  skylib replay my-game.txt --brief
  skylib play eye-in-the-sky --seed 1 --games 1 --records | skylib replay -"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record; - reads the standard input")
    parser.add_argument(
        "--brief", action="store_true", help="moves and what came of them, no figures"
    )


def run(args: argparse.Namespace) -> int:
    record = record_from(args.file)
    try:
        replay = skylib.replay(record, strict=False)
    except RecordError as error:
        if error.replay is not None:  # what is sound is told before the fault
            _tell(error.replay, args.brief)
            sys.stdout.flush()
        raise
    _tell(replay, args.brief)
    print()
    print(wrapped(replay.game.prompt))
    failures = replay.failures
    if not failures:
        if replay.compared:
            print(f"All {len(replay.compared)} expectations hold.")
        return 0
    sys.stdout.flush()
    for failure in failures:
        print(f"skylib: {harmless(_place(record, failure))}: {_told(failure)}", file=sys.stderr)
    print(
        f"skylib: {len(failures)} of {len(replay.compared)} expectations do not hold",
        file=sys.stderr,
    )
    return 1


def _tell(replay: Replay, brief: bool) -> None:
    """The head and every move, in words."""
    print(_head(replay.record, replay.game))
    for frame in replay.frames:
        print()
        print(_frame(frame, brief))


def _head(record: Record, game: Game[Any, Any]) -> str:
    title = record.title or game.title
    lines = [title, "=" * len(title)]
    if record.title:
        lines.append(game.title)
    if record.source:
        lines.append(f"From: {record.source}")
    lines.append(f"Scenario: {game.scenarios()[game.setup.scenario]}")
    lines += [f"With {key}: {value}" for key, value in record.options]
    lines += [f"Reading of {id}: {reading}" for id, reading in record.readings]
    if record.position:
        lines.append(f"From the position: {record.position}")
    return "\n".join(wrapped(line, "", "    ") for line in lines)


def _frame(frame: Frame, brief: bool) -> str:
    item = frame.item
    if isinstance(item, Narration):
        return wrapped(item.text)
    assert isinstance(item, Entry)  # a replay has no other items
    lines = []
    if item.move:
        lines.append(harmless(f"{'Try, ' if item.is_try else ''}{item.who}: {item.move}"))
    if frame.step is not None and frame.step.rolls:
        rolled = ", ".join(f"{roll.value} for {roll.purpose}" for roll in frame.step.rolls)
        lines.append(wrapped(f"Dice: {rolled}", "    "))
    elif item.dice and not item.move:
        lines.append(f"Dice of the setup: {' '.join(map(str, item.dice))}")
    if frame.ruling is not None:
        text = str(frame.ruling)
        if brief:
            text = text.partition("\n")[0]
        for line in text.split("\n"):
            lead = len(line) - len(line.lstrip())
            lines.append(wrapped(line.lstrip(), " " * (4 + lead), " " * (8 + lead)))
    for compared in frame.compared:
        mark = "✓" if compared.holds else "✗"
        lines.append(wrapped(f"{mark} {_told(compared)}", "    ", "        "))
    return "\n".join(lines)


def _told(compared: Compared) -> str:
    return harmless(f"expected {compared}")


def _place(record: Record, compared: Compared) -> str:
    line = compared.expectation.line
    return f"{record.file}, line {line}" if line else str(record.file)
