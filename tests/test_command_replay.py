"""`skylib replay`: a recorded game in words."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from skylib.command import run

RECORD = """skylib record 1
game: eye-in-the-sky
title: First flights
source: by hand
scenario: standard
option players: 2
option weather: wind
reading EYE-WIN: draw
seed: 7

# for the author's eyes
> Both pilots stand on the runway.
> The wind blows.
    expect: hexes = 546
A: fly 3 photo start
    expect: photos A = 1
try B: fly 9
    expect: ruling = refused
    expect: by EYE-FLY = yes
B: spiral NE
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(RECORD, "utf-8")
    return path


def test_tells_all_there_is(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["replay", str(file)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    assert lines[:3] == ["First flights", "=============", "Eye in the Sky"]
    for text in (
        "From: by hand",
        "With players: 2",
        "With weather: wind",
        "Reading of EYE-WIN: draw",
        "Both pilots stand on the runway.",
        "The wind blows.",
        "A: fly 3 photo start",
        "Try, B: fly 9",
        "    Refused: ",
        "    Instead: ",
        "    By EYE-FLY",
        "    ✓ expected photos A = 1: yes",
        "    ✓ expected ruling = refused: yes",
        "B: spiral NE",
        "    Dice: ",
        "All 4 expectations hold.",
    ):
        assert any(line.startswith(text) for line in lines), text
    assert "author" not in out
    assert lines.index("A: fly 3 photo start") < lines.index("Try, B: fly 9")


def test_brief_leaves_out_the_figures(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["replay", str(file), "--brief"]) == 0
    out = capsys.readouterr().out
    assert "Refused: " in out and "Instead: " not in out and "By EYE" not in out


def test_an_expectation_that_does_not_hold(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(RECORD.replace("photos A = 1", "photos A = 2"), "utf-8")
    assert run.main(["replay", str(file)]) == 1
    out, err = capsys.readouterr()
    assert "✗ expected photos A = 2: no, it is 1" in out
    assert "B: spiral NE" in out  # the game is told to its end all the same
    first, last = err.splitlines()
    assert first == f"skylib: {file}, line 16: expected photos A = 2: no, it is 1"
    assert last == "skylib: 1 of 4 expectations do not hold"


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("skylib record 1", "skylib record 2", 1, ""),
        ("skylib record 1", "hello", 1, ""),
        ("game: eye-in-the-sky", "game: chess", 2, ""),
        ("scenario: standard", "scenario: moon", 5, ""),
        ("reading EYE-WIN: draw", "reading EYE-NONE: draw", 8, ""),
        ("A: fly 3 photo start", "A: fly 9", 15, "The wind blows."),
        ("A: fly 3 photo start", "B: fly 3", 15, "The wind blows."),
        ("A: fly 3 photo start", "A: loop the loop", 15, "The wind blows."),
        ("B: spiral NE", "B: spiral NE\n    dice: 3 3 3", 20, "Try, B: fly 9"),
        ("B: spiral NE", "B: fly 9", 20, "A: fly 3 photo start"),
        ("B: spiral NE", "???", 20, ""),
    ],
)
def test_a_bad_record(
    old: str, new: str, line: int, told: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(RECORD.replace(old, new, 1), "utf-8")
    assert run.main(["replay", str(file)]) == 1
    out, err = capsys.readouterr()
    assert told in out if told else out == ""  # what comes before the fault is told
    assert "B: fly 9\n    Allowed" not in out and "prompt" not in out
    assert err.startswith(f"skylib: {file}, line {line}")
    assert "Traceback" not in err


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"\x00" * 10_000_000, b"x" * 2_000_000])
def test_noise(data: bytes, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(data)
    assert run.main(["replay", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"skylib: {file}") and len(err) < 500


def test_missing_file_and_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path, tmp_path / "none.txt"):
        assert run.main(["replay", str(path)]) == 1
        assert capsys.readouterr().err.startswith(f"skylib: {path}: cannot be read: ")


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for text, code in ((RECORD, 0), ("hello", 1)):
        stdin = io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8")
        monkeypatch.setattr("sys.stdin", stdin)
        assert run.main(["replay", "-"]) == code
        out, err = capsys.readouterr()
        assert bool(out) is (code == 0)
        assert ("standard input" in err) is (code == 1)


def test_a_record_writes_nothing_to_the_terminal_but_text(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile = RECORD.replace("First flights", "\x1b[2Jgone \x07").replace("The wind", "\x9b31mThe")
    file.write_text(hostile, "utf-8")
    assert run.main(["replay", str(file)]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out and "\x07" not in out and "\x9b" not in out
    assert "\\x1b[2Jgone" in out
