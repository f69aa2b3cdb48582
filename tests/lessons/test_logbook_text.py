"""The logbook as text: short, safe to paste twice, and closed to whatever is no logbook."""

from __future__ import annotations

import base64
import json
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_logbook import Clock, drilled, entries

from skylib.core.errors import ReadError
from skylib.lessons.logbook import Logbook
from skylib.lessons.logbook_entry import Entry, as_line, read_line
from skylib.lessons.logbook_text import MOST_TEXT, read_block, write_block
from skylib.lessons.results import Result


def block(data: Any) -> str:
    """A block with a good checksum around anything."""
    packed = zlib.compress(data if isinstance(data, bytes) else json.dumps(data).encode())
    body = base64.b64encode(packed).decode().rstrip("=")
    return f"[skylib logbook 1: {body} :{sha256(packed).hexdigest()[:16]} end]"


@settings(max_examples=40)
@given(st.lists(entries, max_size=6, unique_by=lambda e: e.identity), st.text(max_size=20))
def test_what_is_written_is_read(some: list[Entry], who: str) -> None:
    text = write_block(some, who)
    assert text.isascii() and max(map(len, text.splitlines())) <= 80
    found, name = read_block(text)
    assert sorted(found, key=str) == sorted(some, key=str)
    assert name == who


def test_it_is_short() -> None:
    """A long evening of drills, as a chat or mail still takes it."""
    some = [
        Entry(
            1_700_000_000_000 + n * 17_389,
            Result(
                "drill",
                f"eye-in-the-sky/{('is-it-legal', 'where-does-it-end')[n % 2]}",
                n % 7 > 0,
                seed=11,
                key=f"{1 + n % 5}.{n}",
                rules=("EYE-MOVE",),
            ),
        )
        for n in range(200)
    ]
    assert len(write_block(some)) < 200 * 14


@pytest.mark.parametrize(
    "spoil",
    [
        lambda t: t.replace("\n", "\r\n"),
        lambda t: t.replace("\n", ""),
        lambda t: "> " + t.replace("\n", "\n> "),
        lambda t: "  ".join(t),
        lambda t: "Hello,\n\n\ufeff" + t.replace("\n", "\u200b\n \t") + "\n-- \nAda",
        lambda t: t + "\n\nand once more\n" + t,
    ],
)
def test_line_wraps_and_spaces_do_no_harm(spoil: Any) -> None:
    some = [Entry(n, drilled(n)) for n in range(30)]
    assert read_block(spoil(write_block(some, "Ada"))) == (some, "Ada")


def test_half_stars_are_kept() -> None:
    some = [
        Entry(n, Result("level", f"eye-in-the-sky/{n}", right, stars=stars))
        for n, (right, stars) in enumerate([(True, 1.5), (True, 2.5), (True, 3), (False, 0)])
    ]
    assert read_block(write_block(some)) == (some, "")
    assert [read_line(as_line(entry)) for entry in some] == some
    assert as_line(some[2]).endswith('"stars":3}')


def test_merging_twice_adds_nothing(tmp_path: Path) -> None:
    one, two = (Logbook(tmp_path / name, clock=Clock()) for name in "ab")
    memory = Logbook(None)
    for number in range(3):
        one.add(drilled(number))
    two.add(drilled(7))
    text = one.export()
    for book, there in ((two, 1), (memory, 0), (one, 3)):
        assert book.merge(text) == (0 if book is one else 3)
        assert book.merge(text) == 0
        assert len(book.entries()) == (3 if book is one else there + 3)
    assert one.merge(two.export()) == 1
    assert set(one.entries()) == set(two.entries())


def test_merging_hands_on_what_is_unknown(tmp_path: Path) -> None:
    one, two = Logbook(tmp_path / "a"), Logbook(tmp_path / "b")
    assert one.path is not None
    line = '{"time":9,"kind":"drill","name":"hexes/x","right":true,"mood":"glad"}\n'
    one.path.write_text(line)
    two.merge(one.export())
    assert two.path is not None
    assert json.loads(two.path.read_text())["mood"] == "glad"


def test_merging_where_nothing_can_be_written(tmp_path: Path) -> None:
    book = Logbook(tmp_path)
    text = write_block([Entry(1, drilled())])
    assert [book.merge(text), book.merge(text)] == [1, 0]
    assert len(book.entries()) == 1 and "cannot be kept" in book.warning


def damaged(text: str) -> str:
    place = text.index("\n") + 10
    return text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]


GOOD = write_block([Entry(n, drilled(n)) for n in range(5)])


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("", "there is no logbook in this text"),
        ("what a nice day", "there is no logbook in this text"),
        (GOOD[:-30], "not whole"),
        (GOOD.replace(":", "", 1), "not whole"),
        (damaged(GOOD), "checksum"),
        (GOOD[:60] + GOOD[62:], "checksum"),
        (GOOD.replace("logbook 1", "logbook 2"), "later version"),
        ("x" * (MOST_TEXT + 1), "too long"),
        (block(b"no JSON"), "no logbook holds"),
        (block(b"\xff\x00"), "no logbook holds"),
        (block(b"[" * 200_000), "no logbook holds"),
        (block(b" " * 50_000_000), "too large"),
        (block([]), "no logbook holds"),
        (block({}), "no logbook holds"),
        (block({"names": [], "rules": [], "rows": 3}), "no logbook holds"),
        (block({"names": ["drill x"], "rules": [[]], "rows": [[1]]}), "out of bounds"),
        (block({"names": ["drill x"], "rules": [[]], "rows": [[1, 9, 1]]}), "no logbook holds"),
        (block({"names": ["drill x"], "rules": [[]], "rows": [[1, -1, 1]]}), "out of bounds"),
        (block({"names": ["drill x"], "rules": [[]], "rows": [[1, 0, 99]]}), "bounds"),
        (block({"names": ["drill x"], "rules": [[]], "rows": [[1, 0, 1.5]]}), "out of bounds"),
        (block({"names": ["duel x"], "rules": [[]], "rows": [[1, 0, 1]]}), "'duel'"),
        (block({"names": ["drill \u202e"], "rules": [[]], "rows": [[1, 0, 1]]}), "printed"),
        (block({"names": [7], "rules": [[]], "rows": [[1, 0, 1]]}), "no logbook holds"),
        (block({"names": ["drill x"], "rules": [[]], "rows": [[1e99, 0, 1]]}), "no date"),
        (block({"names": ["drill x"], "rules": [[]], "rows": [[1] * 9]}), "no logbook holds"),
        (block({"names": ["drill x"], "rules": [[]], "rows": [[1, 0, 1, 5]]}), "key"),
        (block({"names": ["x"], "rules": [[]], "rows": [[]] * 100_001}), "more than anybody"),
        (block({"names": [], "rules": [], "rows": [], "who": 5}), "no name"),
    ],
)
def test_what_is_no_logbook_is_refused(text: str, complaint: str, tmp_path: Path) -> None:
    book = Logbook(tmp_path / "logbook.jsonl")
    book.add(drilled())
    before = book.entries()
    with pytest.raises(ReadError, match=complaint):
        book.merge(text)
    assert book.entries() == before


@given(st.binary(max_size=60))
def test_no_bytes_bring_it_down(data: bytes) -> None:
    for text in (block(data), data.decode("latin-1"), f"[skylib logbook 1: {data!r} end]"):
        with pytest.raises(ReadError):
            read_block(text)
