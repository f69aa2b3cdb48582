"""How the commands write: wrapped text, tables, JSON, and nothing that harms a terminal."""

from __future__ import annotations

import json
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Any

__all__ = ["harmless", "print_json", "table", "width", "wrapped"]

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def width() -> int:
    """Columns to write in: those of the terminal, but no line too long to read."""
    return max(40, min(100, shutil.get_terminal_size((88, 24)).columns))


def harmless(text: str) -> str:
    """Text from a file for a terminal: control and direction characters written out."""
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def wrapped(text: str, indent: str = "", hang: str | None = None) -> str:
    """A paragraph, or several lines each of its own, wrapped and indented."""
    rest = indent if hang is None else hang
    lines = []
    for number, line in enumerate(harmless(text).split("\n")):
        lines += textwrap.wrap(
            line,
            width(),
            initial_indent=rest if number else indent,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]
    return "\n".join(lines)


def table(rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> str:
    """Rows as columns; ``right`` are the numbers of those that end flush."""
    texts = [[harmless(str(cell)) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(size) if i in right else cell.ljust(size)
            for i, (cell, size) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in texts
    )


def print_json(data: Any) -> None:
    """Data as indented JSON; letters stay letters where the output can show them."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    print(json.dumps(data, indent=2, ensure_ascii=not encoding.startswith("utf")))
