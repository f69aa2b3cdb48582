"""Data files: read as text or TOML, with one clear error for a file that cannot be."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from .errors import DataError

__all__ = ["read_text", "read_toml", "toml"]


def read_text(path: str | Path) -> str:
    """The text of a file. Raises `DataError` naming it."""
    try:
        return Path(path).read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise DataError("is not UTF-8 text", file=str(path)) from None
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", file=str(path)) from None
    except ValueError as error:  # a name that no file can have
        raise DataError(f"cannot be read: {error}", file=repr(str(path))) from None


def toml(text: str, file: str) -> dict[str, Any]:
    """TOML text as data. Raises `DataError` with the file and, in words, the line."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DataError(f"is not TOML: {error}", file=file) from None


def read_toml(path: str | Path) -> dict[str, Any]:
    """The data of a TOML file. Raises `DataError` naming it."""
    return toml(read_text(path), str(path))
