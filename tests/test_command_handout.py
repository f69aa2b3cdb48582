"""``skylib handout``: names, files, folders and wrong arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

from skylib.command import handout as command
from skylib.command.run import main


def test_a_lesson_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["handout", "eye-in-the-sky/5-play"]) == 0
    assert "Eye in the Sky 5" in (tmp_path / "5-play.html").read_text("utf-8")
    assert capsys.readouterr().out.startswith("5-play.html: Eye in the Sky 5")
    assert [p.name for p in tmp_path.iterdir()] == ["5-play.html"]


def test_a_file_with_its_answers_apart(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = root / "notebooks" / "eye-in-the-sky" / "4-worked-round.ipynb"
    output = tmp_path / "deep" / "round.html"
    line = ["handout", str(source), "--output", str(output), "--answers", "apart"]
    assert main([*line, "--questions", "0"]) == 0
    assert output.is_file() and (tmp_path / "deep" / "round-answers.html").is_file()
    assert "round-answers.html" in capsys.readouterr().out


def test_all_lessons_and_an_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = command._lessons
    few = ["00-start-here", "eye-in-the-sky/4-worked-round"]
    monkeypatch.setattr(command, "_lessons", lambda course: [n for n in found(course) if n in few])
    assert main(["handout", "--all", str(tmp_path), "--questions", "0"]) == 0
    index = (tmp_path / "index.html").read_text("utf-8")
    for name in few:
        assert f'href="{name}.html"' in index and (tmp_path / f"{name}.html").is_file()
    assert "2 lessons" in capsys.readouterr().out


def test_lessons_come_in_their_order(root: Path) -> None:
    names = command._lessons(root / "notebooks")
    assert names[0] == "00-start-here"
    games = [n for n in names if n.startswith("le-temps-des-as/")]
    assert games[0].endswith("/1-resource-points") and games[-1].endswith("/10-play")


@pytest.mark.parametrize(
    "line",
    [
        ["handout"],
        ["handout", "x", "--all", "y"],
        ["handout", "x", "--answers", "loud"],
        ["handout", "x", "--questions", "-1"],
        ["handout", "eye-in-the-sky/5-play", "--output", "page.pdf"],
    ],
)
def test_wrong_arguments(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line) == 2
    assert "usage: skylib handout" in capsys.readouterr().err


def test_what_cannot_be_done_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["handout", "no-such-lesson"]) == 1
    assert "there are 00-start-here" in capsys.readouterr().err
    (tmp_path / "file").write_text("x")
    blocked = str(tmp_path / "file" / "x.html")
    assert main(["handout", "eye-in-the-sky/5-play", "--output", blocked]) == 1
    assert "cannot be written" in capsys.readouterr().err
