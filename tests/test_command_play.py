"""`skylib play`: the computer against itself."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import Any

import pytest

import skylib
from skylib.command import run

SHORT = ["play", "eye-in-the-sky", "--scenario", "training", "--option", "rounds=2"]


@pytest.fixture
def simple_pilot(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """In place of the pilots: one that takes the fourth legal move. Says whom it was asked for."""
    asked: list[str] = []

    def pilot_for(name: str) -> Any:
        asked.append(name)
        return lambda game: list(game.legal_moves())[min(3, len(game.legal_moves()) - 1)]

    module = ModuleType("skylib.pilots")
    module.pilot_for = pilot_for  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "skylib.pilots", module)
    return asked


def test_a_list_of_games(simple_pilot: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    line = [*SHORT, "--players", "3", "--seed", "5", "--games", "3", "--json"]
    assert run.main(line) == 0
    out, err = capsys.readouterr()
    rows = json.loads(out)
    # The progress bar is for a terminal only.
    assert err == "The same game each time: nothing in it hangs on dice.\n"
    assert simple_pilot == ["eye-in-the-sky"]
    assert [row["seed"] for row in rows] == [5, 6, 7]
    for row in rows:
        assert set(row) == {"seed", "winner", "scores", "moves", "outcome"}
        assert set(row["scores"]) == set("ABC")
        assert row["moves"] == 9  # two rounds and the last one
    assert run.main(line) == 0
    assert json.loads(capsys.readouterr().out) == rows


def test_records_replay_to_the_same_end(
    simple_pilot: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    line = [*SHORT, "--option", "weather=wind", "--reading", "EYE-WIN=draw"]
    assert run.main([*line, "--seed", "1", "--games", "2", "--json", "--records"]) == 0
    for row in json.loads(capsys.readouterr().out):
        game = skylib.replay(skylib.Record.parse(row["record"])).game
        assert game.setup.seed == row["seed"]
        assert game.readings["EYE-WIN"] == "draw"
        assert len(game.history) == row["moves"]
        assert game.outcome is not None
        assert dict(game.outcome.scores) == row["scores"]
        assert str(game.outcome) == row["outcome"]
        assert (" ".join(game.outcome.winners) or None) == row["winner"]


def test_as_text(simple_pilot: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([*SHORT, "--seed", "-4", "--games", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Eye in the Sky"
    assert lines[1].split() == ["seed", "winner", "moves", "scores"]
    assert [line.split()[0] for line in lines[2:4]] == ["-4", "-3"]
    assert lines[4].startswith("Won: ")
    assert run.main([*SHORT, "--seed", "1", "--games", "1", "--records"]) == 0
    out, err = capsys.readouterr()
    assert err.splitlines()[0] == "Eye in the Sky"
    record = skylib.Record.parse(out)  # the table stays out of what `skylib replay -` reads
    assert skylib.replay(record).game.outcome


def test_a_game_that_does_not_end(
    simple_pilot: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["play", "eye-in-the-sky", "--seed", "1", "--games", "1", "--longest", "7"]
    assert run.main([*line, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["winner"], row["scores"], row["moves"]) == (None, {}, 7)
    assert row["outcome"] == "not finished"
    assert run.main(line) == 0
    assert "not finished" in capsys.readouterr().out


def test_progress_on_a_terminal(
    simple_pilot: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert run.main([*SHORT, "--seed", "1", "--games", "3", "--json"]) == 0
    out, err = capsys.readouterr()
    assert len(json.loads(out)) == 3
    assert "/3" in err and "game" in err


def test_a_file_that_does_not_fit(
    simple_pilot: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    line = ["play", "eye-in-the-sky", "--seed", "1", "--games", "1"]
    assert run.main([*line, "--option", f"map={tmp_path}/none.toml"]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"skylib: {tmp_path}/none.toml: cannot be read")


def test_the_real_pilot(capsys: pytest.CaptureFixture[str]) -> None:
    line = [*SHORT, "--seed", "1", "--games", "1", "--json"]
    assert run.main(line) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["moves"] == 6 and set(row["scores"]) == set("AB")


def test_games_with_dice_are_not_called_the_same(
    simple_pilot: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    line = [*SHORT, "--option", "first=roll", "--option", "weather=wind"]
    assert run.main([*line, "--seed", "1", "--games", "9"]) == 0
    assert capsys.readouterr().err == ""


def test_no_empty_column_for_a_game_without_points(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["play", "le-temps-des-as", "--option", "setup=ready", "--longest", "5"]
    assert run.main([*line, "--seed", "1", "--games", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["seed", "winner", "moves"]
