"""One line of the logbook: a result and when it was told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from skylib.core.errors import ReadError

from .results import Result

__all__ = ["Entry", "as_line", "entry_of", "moment", "read_line"]

_START = datetime(1970, 1, 1, tzinfo=UTC)
_LAST = 253_402_300_799_999  # the end of the year 9999, beyond which no date is written
_TEXT = 2000  # letters in any one text; nothing of ours comes near
_STARS = (0, 0.5, 1, 1.5, 2, 2.5, 3)
_KNOWN = ("time", "kind", "name", "right", "stars", "hints", "seed", "key", "rules")


@dataclass(frozen=True, slots=True)
class Entry:
    """A result with its time in milliseconds since 1970 (UTC).

    ``more`` holds, as JSON, what a later version wrote and this one does not know, so
    that it is handed on and not lost.
    """

    time: int
    result: Result
    more: str = ""

    @property
    def identity(self) -> tuple[object, ...]:
        """What tells two entries apart: merging keeps one of each."""
        result = self.result
        return self.time, result.kind, result.name, result.seed, result.key, result.right

    @property
    def item(self) -> tuple[str, str, int | None, str]:
        """What was tried: the same level, or the same question of a drill."""
        result = self.result
        return result.kind, result.name, result.seed, result.key


def moment(time: int) -> datetime:
    """Milliseconds since 1970 as a date in UTC."""
    return _START + timedelta(milliseconds=time)


def as_line(entry: Entry) -> str:
    """The entry as one line of JSON; what has its usual value is left out."""
    result = entry.result
    stamp = moment(entry.time).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    data: dict[str, Any] = {
        "time": stamp,
        "kind": result.kind,
        "name": result.name,
        "right": result.right,
    }
    if stars := result.stars:
        data["stars"] = int(stars) if stars == int(stars) else stars
    for name in ("hints", "key"):
        if value := getattr(result, name):
            data[name] = value
    if result.seed is not None:
        data["seed"] = result.seed
    if result.rules:
        data["rules"] = list(result.rules)
    if entry.more:
        data = json.loads(entry.more) | data
    return json.dumps(data, ensure_ascii=True, separators=(",", ":"))


def read_line(text: str) -> Entry:
    """The entry of a line. Raises `ReadError` with what is wrong."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ReadError("is no JSON") from None
    if not isinstance(data, dict):
        raise ReadError("is no JSON object")
    return entry_of(data)


def entry_of(data: Mapping[str, Any]) -> Entry:
    """The entry in a table of values, each of them checked. Raises `ReadError`."""
    more = {k: v for k, v in data.items() if k not in _KNOWN}
    rules = data.get("rules", [])
    if not isinstance(rules, list) or len(rules) > 100:
        raise ReadError("is no list of rules", field="rules")
    seed = data.get("seed")
    try:
        result = Result(
            _text(data, "kind"),
            _text(data, "name"),
            _flag(data, "right"),
            _stars(data),
            _whole(data, "hints", 1000),
            None if seed is None else _whole(data, "seed", 1 << 63, -(1 << 63)),
            _text(data, "key", ""),
            tuple(_text({"rules": rule}, "rules") for rule in rules),
        )
        kept = json.dumps(more, separators=(",", ":")) if more else ""
    except ReadError:
        raise
    except (ValueError, RecursionError) as error:
        raise ReadError(str(error)) from None
    if len(kept) > _TEXT:
        raise ReadError("holds too much that is unknown")
    return Entry(_time(data.get("time")), result, kept)


def _text(data: Mapping[str, Any], field: str, missing: str | None = None) -> str:
    value = data.get(field, missing)
    if not isinstance(value, str) or len(value) > _TEXT:
        raise ReadError("is no short text", field=field)
    if any(not letter.isprintable() for letter in value):
        raise ReadError("holds letters that cannot be printed", field=field)
    return value


def _flag(data: Mapping[str, Any], field: str) -> bool:
    value = data.get(field)
    if not isinstance(value, bool):
        raise ReadError("is neither true nor false", field=field)
    return value


def _stars(data: Mapping[str, Any]) -> float:
    """0 to 3 stars, half ones as well; whole ones as whole numbers."""
    value = data.get("stars", 0)
    if not isinstance(value, int | float) or isinstance(value, bool) or value not in _STARS:
        raise ReadError("is no number of stars", field="stars")
    return int(value) if value == int(value) else value


def _whole(data: Mapping[str, Any], field: str, most: int, least: int = 0) -> int:
    value = data.get(field, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ReadError("is no whole number within bounds", field=field)
    return value


def _time(value: Any) -> int:
    """A time as ISO text with its zone, or as milliseconds."""
    if isinstance(value, str):
        try:
            date = datetime.fromisoformat(value)
        except ValueError:
            raise ReadError("is no date", field="time") from None
        if date.tzinfo is None:
            raise ReadError("names no time zone", field="time")
        value = (date - _START) // timedelta(milliseconds=1)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _LAST:
        raise ReadError("is no date", field="time")
    return value
