"""``skylib check``: are these files sound? Records, rules, and the games' data files.

A game's package may offer a module ``checks`` with ``judge(path)``. It returns a sentence
on what the file holds, or None if the file is none of this game's, and raises
`SkylibError` for one that does not fit.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import skylib
from skylib import GAMES, find_game
from skylib.core.errors import DataError, ReadError, SkylibError
from skylib.core.records import Record
from skylib.core.rulings import RuleBook

from .arguments import add_json
from .page import harmless, print_json

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
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    rows = [verdict(file) for file in args.files]
    if args.json:
        print_json(rows)
    else:
        for row in rows:
            if row["sound"]:
                print(harmless(f"{row['file']}: {row['what']}"))
            else:
                sys.stdout.flush()
                for message in row["messages"]:
                    print(f"skylib: {harmless(message)}", file=sys.stderr)
    return 0 if all(row["sound"] for row in rows) else 1


def verdict(file: str) -> dict[str, Any]:
    """What there is to say about one file, as JSON has it."""
    try:
        what, faults = judge(file)
    except ReadError as error:
        text = str(error) if error.file else f"{file}: {error}"
        return _row(file, None, [text], error.line, error.field)
    except SkylibError as error:
        return _row(file, None, [f"{file}: {error}"])
    return _row(file, what, faults)


def _row(
    file: str,
    what: str | None,
    messages: list[str],
    line: int | None = None,
    field: str | None = None,
) -> dict[str, Any]:
    return {
        "file": file,
        "sound": not messages,
        "what": what,
        "messages": messages,
        "line": line,
        "field": field,
    }


def judge(file: str) -> tuple[str, list[str]]:
    """What a file is, and what does not hold in it. Raises `SkylibError` for a bad one."""
    data = _beginning(file)
    if not file.endswith(".toml") or data.lstrip(b"\xef\xbb\xbf").startswith(b"skylib record"):
        return _judge_record(file)
    return _judge_data(file), []


def _beginning(file: str) -> bytes:
    try:
        if Path(file).stat().st_size > _LARGEST:
            raise DataError(f"is larger than {_LARGEST} bytes", file=file)
        with open(file, "rb") as stream:
            return stream.read(100)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise DataError(f"cannot be read: {reason}", file=file) from None


def _judge_record(file: str) -> tuple[str, list[str]]:
    record = Record.read(file)
    replay = skylib.replay(record, strict=False)
    faults = [
        f"{file}, line {failure.expectation.line}: expected {failure}"
        for failure in replay.failures
    ]
    moves, held = len(record.moves), len(replay.compared) - len(faults)
    what = f"a record of {replay.game.title}, {moves} move{'' if moves == 1 else 's'}"
    if replay.compared:
        what += f", {held} of {len(replay.compared)} expectations hold"
    return what, faults


def _judge_data(file: str) -> str:
    head = _toml(file)
    name = head.get("game")
    if "rule" in head:
        book = RuleBook.read(file)
        return f"{len(book)} rules of {book.title}"
    if isinstance(name, str):
        try:
            game = find_game(name)
        except SkylibError as error:
            raise DataError(str(error), file=file, field="game") from None
        asked = [game]
    else:
        asked = [find_game(game) for game in GAMES]
    for game in asked:
        ask = _judge_of(game.package)
        said = ask(file) if ask else None
        if said is not None:
            return f"{said}, for {game.title}"
    raise DataError("is no kind of file that a game here knows", file=file)


def _judge_of(package: str) -> Callable[[str], str | None] | None:
    module = f"{package}.checks"
    return import_module(module).judge if find_spec(module) else None


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
