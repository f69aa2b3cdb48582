"""``skylib logbook``."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from skylib.command.run import main
from skylib.lessons.logbook_view import own_logbook
from skylib.lessons.results import Result


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "logbook.jsonl"
    monkeypatch.setenv("SKYLIB_LOGBOOK", str(path))
    return path


def test_what_was_done(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["logbook"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Logbook. Nothing is in it yet") and f"Kept in {place}." in out
    own_logbook().add(Result("level", "eye-in-the-sky/first-flight", True, stars=3))
    assert main(["logbook"]) == 0
    assert "eye-in-the-sky/first-flight  ★★★" in capsys.readouterr().out


def test_out_and_in(
    place: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own_logbook().add(Result("drill", "hexes/how-far", False, seed=4, key="2.1"))
    assert main(["logbook", "--export"]) == 0
    text = capsys.readouterr().out
    file = tmp_path / "text.txt"
    file.write_text(text)
    monkeypatch.setenv("SKYLIB_LOGBOOK", str(tmp_path / "other.jsonl"))
    for said in ("1 result was new.", "0 results were new."):
        assert main(["logbook", "--import", str(file)]) == 0
        assert capsys.readouterr().out.strip() == said
    assert len(own_logbook().entries()) == 1
    stdin = SimpleNamespace(buffer=io.BytesIO(text.encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    assert main(["logbook", "--import", "-"]) == 0
    assert "0 results were new." in capsys.readouterr().out


@pytest.mark.parametrize(
    "data, complaint",
    [
        (b"hello", "there is no logbook in this text"),
        (b"\xff\x00", "is no text"),
        (None, "cannot be read"),
    ],
)
def test_what_cannot_be_added(
    place: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    data: bytes | None,
    complaint: str,
) -> None:
    file = tmp_path / "text.txt"
    if data is not None:
        file.write_bytes(data)
    assert main(["logbook", "--import", str(file)]) == 1
    assert complaint in capsys.readouterr().err
    assert not place.exists()


def test_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKYLIB_LOGBOOK", "off")
    assert main(["logbook"]) == 0
    assert "SKYLIB_LOGBOOK is off" in capsys.readouterr().out
    assert main(["logbook", "--export"]) == 0
    file = tmp_path / "text.txt"
    file.write_text(capsys.readouterr().out)
    assert main(["logbook", "--import", str(file)]) == 1
    assert "SKYLIB_LOGBOOK is off" in capsys.readouterr().err


def test_only_one_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["logbook", "--export", "--import", "x"]) == 2
    assert "not allowed with" in capsys.readouterr().err
