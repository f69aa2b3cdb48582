"""``skylib check``: are these files sound? Records, rules, and the games' data files.

A game's package may offer a module ``checks``, with one of two functions:

``judge(path)`` returns a sentence on what the file holds, or None if the file is none of
this game's, and raises `SkylibError` for one that does not fit.

``check_file(path)`` is for a game whose files do not show whose they are. It returns None,
the error, or findings with a ``kind`` (error or note) and a ``text``; beside it
``remarks(path)`` may return further notes as texts.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import skylib
from skylib import find_game
from skylib.core.errors import DataError, ReadError, SkylibError
from skylib.core.records import Record
from skylib.core.rulings import RuleBook
from skylib.core.wording import counted

from .arguments import GameType, add_json, game_type, rulebooks
from .page import harmless, print_json, wrapped

HELP = "say whether record files and data files are sound"
ABOUT = """Reads each file and says what it is and whether it is sound: records are replayed and
their expectations compared; maps, aircraft, charts, scenarios and rules are checked field by
field. Ends with 1 if any file is not sound."""
EXAMPLE = """\
  skylib check my-game.txt
  skylib check my-map.toml my-plane.toml --json"""

_LARGEST = 4_000_000  # bytes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="records and data files")
    parser.add_argument(
        "--game", metavar="GAME", type=game_type, help="whose files they are, if they do not say"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    rows = [verdict(file, args.game) for file in args.files]
    if args.json:
        print_json(rows)
    else:
        for row in rows:
            if row["sound"]:
                print(harmless(f"{row['file']}: {row['what']}"))
                for note in row["notes"]:
                    print(wrapped(f"note: {note}", "  ", "    "))
            else:
                sys.stdout.flush()
                for message in row["messages"]:
                    print(f"skylib: {harmless(message)}", file=sys.stderr)
    return 0 if all(row["sound"] for row in rows) else 1


class Verdict(NamedTuple):
    """What a file is, what is wrong with it, and what else somebody should know."""

    what: str
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def verdict(file: str, game: GameType | None = None) -> dict[str, Any]:
    """What there is to say about one file, as JSON has it."""
    line, field = None, None
    try:
        said = judge(file, game)
    except ReadError as error:
        said = Verdict("", (str(error) if error.file else f"{file}: {error}",))
        line, field = error.line, error.field
    except SkylibError as error:
        said = Verdict("", (f"{file}: {error}",))
    return {
        "file": file,
        "sound": not said.faults,
        "what": said.what or None,
        "messages": list(said.faults),
        "notes": list(said.notes),
        "line": line,
        "field": field,
    }


def judge(file: str, game: GameType | None = None) -> Verdict:
    """The verdict on one file; ``game`` says whose it is. Raises `SkylibError` for a bad one."""
    data = _beginning(file)
    if not file.endswith(".toml") or data.lstrip(b"\xef\xbb\xbf").startswith(b"skylib record"):
        return _judge_record(file)
    return _judge_data(file, game)


def _beginning(file: str) -> bytes:
    try:
        if Path(file).stat().st_size > _LARGEST:
            raise DataError(f"is larger than {_LARGEST} bytes", file=file)
        with open(file, "rb") as stream:
            return stream.read(100)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise DataError(f"cannot be read: {reason}", file=file) from None


def _judge_record(file: str) -> Verdict:
    record = Record.read(file)
    replay = skylib.replay(record, strict=False)
    faults = tuple(
        f"{file}, line {failure.expectation.line}: expected {failure}"
        for failure in replay.failures
    )
    moves, held = len(record.moves), len(replay.compared) - len(faults)
    what = f"a record of {replay.game.title}, {counted(moves, 'move')}"
    if replay.compared:
        what += f", {held} of {len(replay.compared)} expectations hold"
    return Verdict(what, faults)


def _judge_data(file: str, game: GameType | None) -> Verdict:
    head = _toml(file)
    if "rule" in head:
        book = RuleBook.read(file)
        return Verdict(f"{len(book)} rules of {book.title}")
    name = head.get("game")
    if game is None and isinstance(name, str):
        try:
            game = find_game(name)
        except SkylibError as error:
            raise DataError(str(error), file=file, field="game") from None
    for asked in [game] if game else rulebooks():
        said = _ask(asked, file, in_doubt=game is None)
        if said is not None:
            return said._replace(what=f"{said.what}, for {asked.title}")
    more = "" if game else "; --game says whose it is meant to be"
    raise DataError(
        f"is no kind of file that {game.title if game else 'a game here'} knows{more}", file=file
    )


def _ask(game: GameType, file: str, in_doubt: bool) -> Verdict | None:
    """The verdict of a game's package, or None if the file is none of this game's."""
    checks = _checks_of(game.package)
    if checks is None:
        return None
    if hasattr(checks, "judge"):
        what = checks.judge(file)
        return None if what is None else Verdict(what)
    found = checks.check_file(file)
    if isinstance(found, SkylibError):
        if in_doubt:
            return None
        raise found
    faults = tuple(finding.text for finding in found or () if finding.kind == "error")
    notes = [finding.text for finding in found or () if finding.kind != "error"]
    if faults and in_doubt:
        return None
    if not faults and hasattr(checks, "remarks"):
        notes += checks.remarks(file)
    return Verdict("a data file", faults, tuple(notes))


def _checks_of(package: str) -> Any:
    module = f"{package}.checks"
    return import_module(module) if find_spec(module) else None


def _toml(file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(Path(file).read_text("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise DataError(f"is not UTF-8 text (byte {error.start})", file=file) from None
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", file=file) from None
    except RecursionError:
        raise DataError("is not TOML: it is nested too deeply", file=file) from None
    except ValueError as error:  # TOML's own errors, and numbers of thousands of digits
        raise DataError(f"is not TOML: {error}", file=file) from None
