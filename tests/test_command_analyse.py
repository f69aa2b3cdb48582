"""`skylib analyse`: a recorded game with what the computer player thinks of each move."""

from __future__ import annotations

from pathlib import Path

import pytest

from skylib.command import run

GOLDEN = Path(__file__).parent / "flying_circus/golden/introductory.record"
RECORD = """skylib record 1
game: flying-circus-introductory
title: A short one
scenario: 1
position: turn 5 allied move; A1 1212 N 5; G1 1207 N 3
seed: 5

allied: A1: F F F F L
german: G1: L F F
"""


def test_a_game_is_told_with_marks_and_luck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "short.record"
    file.write_text(RECORD, "utf-8")
    assert run.main(["analyse", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("A short one\n===========\n1. allied: A1: F F F F L")
    assert "damage points" in out
    assert "less than the best of" in out
    assert "allied: " in out
    assert "mistake" in out


def test_at_a_terminal_each_move_is_named_as_it_is_weighed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "short.record"
    file.write_text(RECORD, "utf-8")
    assert run.main(["analyse", str(file)]) == 0
    piped = capsys.readouterr()
    assert piped.err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert run.main(["analyse", str(file)]) == 0
    seen = capsys.readouterr()
    assert seen.err.splitlines() == [
        "weighed 1 of 2, allied: A1: F F F F L",
        "weighed 2 of 2, german: G1: L F F",
    ]
    assert seen.out == piped.out


def test_marked_moves_alone_are_fewer_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = GOLDEN
    assert run.main(["analyse", str(file)]) == 0
    whole = capsys.readouterr().out
    assert run.main(["analyse", str(file), "--marked"]) == 0
    marked = capsys.readouterr().out
    assert len(marked) < len(whole)
    assert "good: " not in marked.partition("Good is")[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no record at all", "a record begins with"),
        ("skylib record 1\ngame: chess\n\n", "there is no game 'chess'"),
        ("skylib record 1\ngame: eye-in-the-sky\nseed: 1\n\n", "no move to look at"),
        ("skylib record 1\ngame: eye-in-the-sky\nseed: 1\n\nA: fly 99\n", "fly 99"),
    ],
)
def test_what_cannot_be_analysed_ends_with_1_and_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    file = tmp_path / "bad.record"
    file.write_text(text, "utf-8")
    assert run.main(["analyse", str(file)]) == 1
    assert told in capsys.readouterr().err


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["analyse", str(tmp_path / "nothing")]) == 1
    assert "cannot be read" in capsys.readouterr().err
