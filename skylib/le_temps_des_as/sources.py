"""Where a number is from: printed, derived or ours; and reading a table with clear errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from skylib.core.errors import DataError

__all__ = ["KINDS", "OWNERS", "Table", "is_ours", "origin_of", "read_sources", "tables"]

KINDS = ("printed", "derived", "ours")
OWNERS = "printed, the owner's charts"
"""The source of what an owner's file gives, where it does not say otherwise."""


def origin_of(value: Any, file: str, field: str = "source") -> str:
    """A source as a file gives it. Raises `DataError` unless it begins with one of the kinds."""
    if not isinstance(value, str) or value.partition(",")[0].strip() not in KINDS:
        raise DataError(
            f"must begin with printed, derived or ours, not {value!r}", file=file, field=field
        )
    return value


def is_ours(source: str) -> bool:
    """Whether a source says that a number is ours, with or without a reason."""
    return source.partition(",")[0].strip() == "ours"


class Table:
    """One table of a data file, read field by field; every error names file, row and field."""

    def __init__(self, row: Any, name: str, file: str, known: Iterable[str]) -> None:
        self.file, self.name = file, name
        if not isinstance(row, dict):
            raise DataError(f"must be a table, not {row!r}", file=file, field=name)
        self.row: Mapping[str, Any] = row
        known = set(known)
        for key in row:
            if key not in known:
                offer = ", ".join(sorted(known))
                raise self.error(key, f"unknown field; there are {offer}")

    def error(self, key: str, message: str) -> DataError:
        return DataError(message, file=self.file, field=f"{self.name}, {key}")

    def text(self, key: str, default: str | None = None) -> str:
        value = self.row.get(key, default)
        if not isinstance(value, str) or not value.strip():
            raise self.error(key, "is missing" if value is None else f"must be text, not {value!r}")
        return value.strip()

    def one_of(self, key: str, options: tuple[str, ...], default: str | None = None) -> str:
        value = self.text(key, default)
        if value not in options:
            raise self.error(key, f"must be one of {', '.join(options)}, not {value!r}")
        return value

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self.optional(key, low, high)
        if value is None:
            if default is None:
                raise self.error(key, "is missing")
            return default
        return value

    def optional(self, key: str, low: int, high: int) -> int | None:
        value = self.row.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.error(key, f"must be a whole number from {low} to {high}, not {value!r}")
        return value

    def flag(self, key: str) -> bool:
        value = self.row.get(key, False)
        if not isinstance(value, bool):
            raise self.error(key, f"must be true or false, not {value!r}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.row.get(key, [])
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise self.error(key, f"must be a list of texts, not {value!r}")
        return tuple(value)


def read_sources(table: Table, fields: Iterable[str]) -> dict[str, str]:
    """Field to source, for example ``printed, Turn 2``. Fields not named are ours."""
    given = table.row.get("sources", {})
    if not isinstance(given, dict):
        raise table.error("sources", f"must be a table, not {given!r}")
    fields = tuple(fields)
    for key, value in given.items():
        if key not in fields:
            raise table.error("sources", f"names an unknown field {key!r}")
        origin_of(value, table.file, f"{table.name}, sources, {key}")
    return {key: given.get(key, "ours") for key in fields}


def tables(rows: Any, kind: str, file: str, known: Iterable[str]) -> Iterator[tuple[str, Table]]:
    """Each row of a list of tables with its id. Raises `DataError` for what is no list, for a
    row that is no table, and for an id that stands twice."""
    if not isinstance(rows, list):
        raise DataError("must be a list of tables", file=file, field=kind)
    seen: set[str] = set()
    for number, row in enumerate(rows, 1):
        id = row.get("id") if isinstance(row, dict) else None
        table = Table(row, f"{kind} {id if isinstance(id, str) else number}", file, known)
        id = table.text("id")
        if id in seen:
            raise table.error("id", "stands twice")
        seen.add(id)
        yield id, table
