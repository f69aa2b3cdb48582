"""Data files of the game: TOML read field by field, with errors that say where.

Charts, maps and scenarios all come through here, ours and those that people bring, so
nothing in a file is trusted: size, encoding, types, ranges, names and unknown fields are
looked at, and every fault is one `DataError` that names the file and the field.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from importlib import resources
from pathlib import Path
from typing import Any

from ..core.errors import DataError

__all__ = ["Fields", "load_ours", "load_file", "parse", "LARGEST"]

GAME = "flying_circus"
KINDS = ("charts", "map", "scenarios")
LARGEST = 1_000_000  # bytes; our own files stay below a twentieth of it

_SOURCE = re.compile(r"printed|(derived|ours): \S.*", re.DOTALL)
_MISSING = object()


def load_ours(name: str, kind: str) -> Fields:
    """The data file of that name that lies beside the code."""
    return parse(resources.files(__package__).joinpath(name).read_text("utf-8"), name, kind)


def load_file(path: str | Path, kind: str | None = None) -> Fields:
    """A data file from disk, its kind checked. Raises `DataError`."""
    file = str(path)
    try:
        with open(path, "rb") as stream:
            data = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise DataError(f"cannot be read: {reason}", file=file) from None
    if len(data) > LARGEST:
        raise DataError(f"is larger than {LARGEST} bytes", file=file)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"is not UTF-8 text (byte {error.start})", file=file) from None
    return parse(text, file, kind)


def parse(text: str, file: str, kind: str | None = None) -> Fields:
    """TOML text as `Fields`; ``kind`` is what the file must say it is (None: any)."""
    try:
        data = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"is not TOML: {error}", file=file) from None
    except (RecursionError, ValueError) as error:  # endless nesting, numbers of 5000 digits
        what = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise DataError(f"is not TOML: {what}", file=file) from None
    fields = Fields(data, file)
    fields.choice("game", (GAME,))
    found = fields.choice("kind", KINDS)
    fields.kind = found
    if kind is not None and found != kind:
        raise DataError(f"holds {found}, not {kind}", file=file, field="kind")
    return fields


def shown(value: object) -> str:
    """A value of a file for an error message: short, on one line, without control characters."""
    text = ascii(value) if not isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Fields:
    """One table of a data file. Each getter takes its field; `done` refuses what is left."""

    def __init__(self, data: Mapping[str, Any], file: str, where: str = "") -> None:
        self.file, self.where = file, where
        self.kind = ""  # of a whole file: charts, map or scenarios
        self._data = dict(data)

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def error(self, message: str, key: str = "") -> DataError:
        """The error to raise about a field of this table (or, without one, the table)."""
        place = ", ".join(part for part in (self.where, key and _short(key)) if part)
        return DataError(message, file=self.file, field=place or None)

    def _take(self, key: str, default: object) -> Any:
        if key in self._data:
            return self._data.pop(key)
        if default is _MISSING:
            raise self.error("is missing", key)
        return default

    def integer(self, key: str, low: int, high: int, default: Any = _MISSING) -> int:
        """A whole number from ``low`` to ``high``."""
        value = self._take(key, default)
        if value is default and default is not _MISSING:
            return value
        if type(value) is not int or not low <= value <= high:
            raise self.error(f"must be a whole number {low} to {high}, not {shown(value)}", key)
        return value

    def text(self, key: str, default: Any = _MISSING, longest: int = 200) -> str:
        """A text of one line that is not empty."""
        value = self._take(key, default)
        if value is default and default is not _MISSING:
            return value
        if not isinstance(value, str) or not value.strip():
            raise self.error(f"must be a text, not {shown(value)}", key)
        if len(value) > longest:
            raise self.error(f"is longer than {longest} characters", key)
        if not value.isprintable():
            raise self.error(f"holds control characters: {shown(value)}", key)
        return value.strip()

    def choice(self, key: str, options: Iterable[str], default: Any = _MISSING) -> str:
        """One of a few words."""
        value = self._take(key, default)
        if value is default and default is not _MISSING:
            return value
        options = tuple(options)
        if not isinstance(value, str) or value not in options:
            offer = ", ".join(options)
            raise self.error(f"must be {_one_of(options)}{offer}, not {shown(value)}", key)
        return value

    def truth(self, key: str, default: Any = _MISSING) -> bool:
        """``true`` or ``false``."""
        value = self._take(key, default)
        if not isinstance(value, bool):
            raise self.error(f"must be true or false, not {shown(value)}", key)
        return value

    def source(self, key: str, default: Any = _MISSING) -> str:
        """Where a figure is from: ``printed``, ``derived: …`` or ``ours: …``."""
        value = self.text(key, default, longest=400)
        if value is default and default is not _MISSING:
            return value
        if not _SOURCE.fullmatch(value):
            raise self.error(
                f"must be printed, 'derived: section' or 'ours: where from', not {shown(value)}",
                key,
            )
        return value

    def items(self, key: str, default: Any = _MISSING) -> list[Any]:
        """A list of anything."""
        value = self._take(key, default)
        if not isinstance(value, list):
            raise self.error(f"must be a list, not {shown(value)}", key)
        return value

    def table(self, key: str, where: str | None = None, default: Any = _MISSING) -> Fields:
        """A table inside this one."""
        value = self._take(key, default)
        if not isinstance(value, dict):
            raise self.error(f"must be a table, not {shown(value)}", key)
        if where is None:
            where = ", ".join(part for part in (self.where, key) if part)
        return Fields(value, self.file, where)

    def tables(self, key: str, default: Any = _MISSING) -> list[Fields]:
        """A list of tables; each is named by its place, counted from 1."""
        out = []
        for number, value in enumerate(self.items(key, default), 1):
            if not isinstance(value, dict):
                raise self.error(f"must be tables, not {shown(value)}", key)
            where = ", ".join(part for part in (self.where, f"{key} {number}") if part)
            out.append(Fields(value, self.file, where))
        return out

    def peek(self, key: str) -> Any:
        """The value of a field as it stands in the file, unchecked and not taken; else None."""
        return self._data.get(key)

    def names(self) -> list[str]:
        """The fields that nobody has taken yet."""
        return list(self._data)

    def done(self, known: Iterable[str] = ()) -> None:
        """Refuse fields that nobody took; ``known`` are the names to suggest from."""
        for key in self._data:
            close = get_close_matches(key, list(known), 1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise self.error(f"is no field of this place{hint}", key)


def _one_of(options: tuple[str, ...]) -> str:
    return "one of " if len(options) > 1 else ""


def _short(key: str) -> str:
    return key if key.isprintable() and len(key) <= 60 else shown(key)
