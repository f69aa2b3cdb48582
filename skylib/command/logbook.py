"""``skylib logbook``: what a learner has done, and the logbook as text to carry along."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from skylib.core.errors import ReadError, SkylibError

from .page import harmless

HELP = "what you have done in the lessons, and what to repeat"
ABOUT = """What the lessons have kept of levels, questions, drills and puzzles, and what is to be
repeated. --export writes the whole logbook as text to copy; --import adds such a text, and
adding it twice adds nothing. The variable SKYLIB_LOGBOOK names another file, or 'off'."""
EXAMPLE = """\
  skylib logbook
  skylib logbook --export"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--export", action="store_true", help="write it as text to copy and paste")
    way.add_argument(
        "--import",
        dest="text",
        metavar="FILE",
        help="add the logbook in a text file, or in what is typed or piped in (-)",
    )


def run(args: argparse.Namespace) -> int:
    from skylib.lessons.logbook_summary import summary_text, summed

    # The package shows its function by the module's name.
    from skylib.lessons.logbook_view import own_logbook

    book = own_logbook()
    if args.export:
        print(book.export())
        return 0
    if args.text is not None:
        new = book.merge(_text(args.text))
        if book.warning or book.path is None:
            raise SkylibError(book.warning or "SKYLIB_LOGBOOK is off: nothing can be added")
        print(f"{new} result{' was' if new == 1 else 's were'} new.")
        return 0
    due = book.to_repeat()
    later = len(book.to_repeat(due=False)) - len(due)
    print(harmless(summary_text(summed(book.entries()), due, later, book.complaints())))
    print(f"\nKept in {book.path}." if book.path else "\nKept nowhere: SKYLIB_LOGBOOK is off.")
    return 0


def _text(name: str) -> str:
    """The text of a file, or of the standard input. Raises `ReadError`."""
    from skylib.lessons.logbook_text import MOST_TEXT

    try:
        if name == "-":
            data = sys.stdin.buffer.read(MOST_TEXT + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST_TEXT + 1)
        return data.decode("utf-8-sig")
    except OSError as error:
        raise ReadError(f"cannot be read: {error.strerror or error}", file=name) from None
    except UnicodeDecodeError:
        raise ReadError("is no text", file=name) from None
