"""Data files: one clear error for each way in which a file cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from skylib.core.errors import DataError
from skylib.core.files import read_text, read_toml, toml


def test_a_file_is_read_with_and_without_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    for mark in (b"", b"\xef\xbb\xbf"):
        file.write_bytes(mark + b'name = "Gr\xc3\xbcn"\n')
        assert read_toml(file) == {"name": "Grün"}


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"a = \n", "is not TOML: .*line 1"),
        (b"a = 1\na = 2\n", "is not TOML: .*line 2"),
        (b"a = " + b"[" * 100_000, "is not TOML"),
    ],
)
def test_a_file_that_does_not_fit(tmp_path: Path, content: bytes, word: str) -> None:
    file = tmp_path / "own.toml"
    file.write_bytes(content)
    with pytest.raises(DataError, match=rf"own\.toml: {word}"):
        read_toml(file)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"gone\.toml: cannot be read: No such file"):
        read_text(tmp_path / "gone.toml")
    with pytest.raises(DataError, match="cannot be read: Is a directory"):
        read_text(tmp_path)
    with pytest.raises(DataError, match=r"cannot be read: .*null"):
        read_text("a\0b")


def test_toml_text_names_its_file() -> None:
    assert toml("a = 1", "x.toml") == {"a": 1}
    with pytest.raises(DataError) as error:
        toml("a", "x.toml")
    assert error.value.file == "x.toml"
