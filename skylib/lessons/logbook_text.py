"""The logbook as text to copy and paste: short, checksummed, safe to paste twice.

    [skylib logbook 1:
    eJyrVkrLz1eyUkpKLFKqBQA…
    :9f86d081884c7d65 end]

Between the colons stands compressed JSON in base64; line breaks, spaces, and marks of
quotation that mail adds do no harm. The checksum is the beginning of the SHA-256 of the
compressed bytes: it finds what was cut or mistyped, not what somebody forges.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from skylib.core.errors import ReadError

from .logbook_entry import Entry, entry_of
from .results import Result

__all__ = ["MOST_TEXT", "read_block", "write_block"]

MOST_TEXT = 4_000_000  # letters; a year of diligence has some ten thousand
_MOST_DATA = 4_000_000  # bytes once unpacked
_MOST_ROWS = 100_000
_VERSION = 1
_WIDTH = 76
_USUAL = (None, None, None, "", None, 0, 0, None)  # what the end of a row is, if left out
# Whatever a mail program, a chat or a web page puts between two letters.
_BETWEEN = re.compile(r"[\s>\u00ad\u200b-\u200f\u2060\ufeff]+")
_BLOCK = re.compile(r"\[skyliblogbook([0-9]{1,4}):([A-Za-z0-9+/]*):([0-9a-f]{16})end\]")


def write_block(entries: Iterable[Entry], who: str = "") -> str:
    """Entries, and whose they are, as a block of text."""
    names: dict[str, int] = {}
    rules: dict[tuple[str, ...], int] = {(): 0}
    rows: list[list[Any]] = []
    before = 0
    for entry in sorted(entries, key=lambda e: e.time):
        result = entry.result
        row: list[Any] = [
            entry.time - before,
            names.setdefault(f"{result.kind} {result.name}", len(names)),
            _code(result),
            result.key,
            result.seed,
            rules.setdefault(result.rules, len(rules)),
            result.hints,
            json.loads(entry.more) if entry.more else None,
        ]
        before = entry.time
        while len(row) > 3 and row[-1] == _USUAL[len(row) - 1]:
            row.pop()
        rows.append(row)
    data: dict[str, Any] = {"names": list(names), "rules": list(rules), "rows": rows}
    if who:
        data["who"] = who
    packed = zlib.compress(json.dumps(data, separators=(",", ":")).encode("ascii"), 9)
    body = base64.b64encode(packed).decode("ascii").rstrip("=")
    check = sha256(packed).hexdigest()[:16]
    lines = [body[i : i + _WIDTH] for i in range(0, len(body), _WIDTH)]
    return "\n".join([f"[skylib logbook {_VERSION}:", *lines, f":{check} end]"])


def _code(result: Result) -> int:
    """Right in the first bit, whole stars in the next two, half a star in the last."""
    whole = int(result.stars)
    return int(result.right) + 2 * whole + 8 * (result.stars != whole)


def read_block(text: str) -> tuple[list[Entry], str]:
    """The entries of the blocks in a text, and whose they are (empty if nobody says).

    Raises:
        ReadError: there is no block, it is damaged, or it is none of ours.
    """
    if len(text) > MOST_TEXT:
        raise ReadError("the text is too long to be a logbook")
    blocks = _BLOCK.findall(_BETWEEN.sub("", text))
    if not blocks:
        if "[skylib" in text:
            raise ReadError(
                "the logbook is not whole; copy from '[skylib logbook' to 'end]', both included"
            )
        raise ReadError("there is no logbook in this text; it begins with '[skylib logbook'")
    entries: dict[tuple[object, ...], Entry] = {}
    who = ""
    for version, body, check in blocks:
        if int(version) > _VERSION:
            raise ReadError("the logbook is from a later version of skylib; update this one")
        found, name = _read(body, check)
        who = who or name
        entries |= {entry.identity: entry for entry in found}
    return list(entries.values()), who


def _read(body: str, check: str) -> tuple[list[Entry], str]:
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), validate=True)
    except binascii.Error:
        packed = b""
    if sha256(packed).hexdigest()[:16] != check:
        raise ReadError("the logbook is damaged: its checksum is another; copy it once more")
    try:
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(packed, _MOST_DATA)
        if not unpacker.eof:
            raise ReadError("the logbook is too large, or cut")
        return _rows(json.loads(plain))
    except ReadError:
        raise
    # Whoever forges a checksum may write anything at all in here.
    except (zlib.error, ValueError, TypeError, LookupError, RecursionError, AttributeError):
        raise ReadError("the logbook holds what no logbook holds") from None


def _rows(data: Any) -> tuple[list[Entry], str]:
    names, rules = data["names"], data["rules"]
    who = data.get("who", "")
    if not isinstance(who, str) or len(who) > 200:
        raise ReadError("the logbook's owner is no name")
    if len(data["rows"]) > _MOST_ROWS:
        raise ReadError("the logbook holds more than anybody could have done")
    entries = []
    time = 0
    for row in data["rows"]:
        step, name, code, key, seed, rule, hints, more = [*row, *_USUAL[len(row) :]]
        if not isinstance(code, int) or min(name, rule, code) < 0 or code > 15:
            raise ReadError("the logbook holds a number that is out of bounds")
        time += step
        kind, _, name = names[name].partition(" ")
        table = dict(more or {}) | {
            "time": time,
            "kind": kind,
            "name": name,
            "right": bool(code & 1),
            "stars": (code >> 1 & 3) + (code >> 3) / 2,
            "hints": hints,
            "key": key,
            "seed": seed,
            "rules": rules[rule],
        }
        entries.append(entry_of(table))
    return entries, who
