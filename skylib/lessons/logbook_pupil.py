"""A pupil's results as a small text file: read by people above, by the teacher's cell below.

skylib results of Ada Lovelace
written 2026-11-30 09:41 UTC
…
[skylib logbook 1:
…
"""

from __future__ import annotations

import os
import re
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from skylib.core.errors import ReadError, SkylibError

from .logbook import Logbook, own_logbook
from .logbook_entry import Entry
from .logbook_summary import summary_text, summed
from .logbook_text import read_block, write_block

__all__ = ["ENDING", "MOST_BYTES", "Handed", "clean_name", "read_results", "save_results"]

ENDING = ".skylib.txt"
MOST_BYTES = 1_000_000  # a diligent pupil's file has some ten thousand
_NAME = 60
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
_LEAVE = "What follows is the same for the computer. Please leave it as it is."


class Handed(NamedTuple):
    """What one file says: whose results, and what they did."""

    who: str
    entries: list[Entry]
    file: str


def clean_name(who: str) -> str:
    """A name without line breaks and letters that do not show. Raises `SkylibError` if
    nothing is left of it, or if it is too long."""
    name = " ".join("".join(c if c.isprintable() else " " for c in str(who)).split())
    if not name:
        raise SkylibError(
            "write your name first, so that your teacher knows whose results these are"
        )
    if len(name) > _NAME:
        raise SkylibError(f"a name has {_NAME} letters at the most")
    return name


def save_results(
    who: str, folder: str | Path = ".", book: Logbook | None = None, now: datetime | None = None
) -> Path:
    """Write a pupil's results as ``NAME.skylib.txt`` into a folder; returns the file.

    A pupil's own earlier file is replaced, somebody else's of the same name never.
    Raises `SkylibError` for a bad name or a folder that cannot be written.
    """
    name = clean_name(who)
    book = book or own_logbook()
    entries = book.entries()
    when = (now or datetime.now(UTC)).astimezone(UTC)
    text = "\n".join(
        [
            f"skylib results of {name}",
            f"written {when:%Y-%m-%d %H:%M} UTC",
            "",
            summary_text(summed(entries), book.to_repeat(), 0),
            "",
            _LEAVE,
            write_block(entries, name),
            "",
        ]
    )
    try:
        path = _free_path(Path(folder), name)
        part = path.with_name(f".{path.name}.part")
        part.write_text(text, "utf-8")
        part.replace(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise SkylibError(f"your results cannot be written into {folder}: {reason}") from None
    return path


def _free_path(folder: Path, name: str) -> Path:
    """Where the file goes: over an earlier one of the same pupil, beside another's."""
    base = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\-\s]", "", name)).strip("-") or "pupil"
    if _RESERVED.fullmatch(base):
        base = f"{base}-"
    for number in range(1, 1000):
        path = folder / (base + (f"-{number}" if number > 1 else "") + ENDING)
        if not os.path.lexists(path):
            return path
        try:
            if read_results(path).who == name:
                return path
        except ReadError:
            continue
    raise SkylibError(f"there are too many files of {name} in {folder}")


def read_results(path: Path) -> Handed:
    """What a pupil's file says, checked as if a stranger had written it.

    Links are not followed, nothing but a small plain file of text is read. Raises
    `ReadError` with what is wrong.
    """

    def refuse(message: str) -> ReadError:
        return ReadError(message, file=path.name)

    try:
        about = path.lstat()
        if stat.S_ISLNK(about.st_mode):
            raise refuse("is a link to another file and is not followed")
        if not stat.S_ISREG(about.st_mode):
            raise refuse("is no file")
        if about.st_size > MOST_BYTES:
            raise refuse(
                f"is too large: {about.st_size} bytes, where a pupil's file has a few thousand"
            )
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise refuse(f"cannot be read: {error.strerror or error}") from None
    if not data.strip():
        raise refuse("is empty")
    try:
        text = data.decode(
            "utf-8-sig" if not data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-16"
        )
    except UnicodeDecodeError:
        raise refuse("is no text") from None
    if "\x00" in text:
        raise refuse("is no text")
    try:
        entries, who = read_block(text)
    except ReadError as error:
        raise refuse(error.message) from None
    try:
        who = clean_name(who)
    except SkylibError:
        raise refuse("does not say whose results these are") from None
    return Handed(who, entries, path.name)
