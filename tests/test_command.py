"""The command `skylib` as a whole, and rules, assumptions, perft and check."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

import skylib
from skylib import GAMES, find_game
from skylib.command import COMMANDS, run
from skylib.command.page import harmless, table
from skylib.core.errors import DataError
from skylib.core.rulings import RuleBook

RECORD = """skylib record 1
game: eye-in-the-sky
option players: 2
seed: 1

A: fly 4 photo start
    expect: score A = 0
"""
MAP = """title = "A field"
source = "ours"
rows = 6
widths = [8, 9]
[runway]
row = 6
first = 1
length = 3
[area]
first_row = 2
last_row = 3
free = 2
"""
PLANE = """[heavy]
name = "Heavy"
source = "ours"
distances = [1, 2]
left = 1
right = 1
spiral = true
"""


def skylib_command(root: Path, *args: str, **more: object) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    environment = dict(os.environ, PYTHONPATH=str(root), PYTHONIOENCODING="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "skylib", *args],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        **more,  # type: ignore[call-overload]
    )


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, stood in, with the files that the examples of the help pages name."""
    (tmp_path / "my-game.txt").write_text(RECORD, "utf-8")
    (tmp_path / "my-map.toml").write_text(MAP, "utf-8")
    (tmp_path / "my-plane.toml").write_text(PLANE, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- as a whole --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["rules", "chess"],
        ["rules", "--rule", "NO-SUCH"],
        ["rules", "eye-in-the-sky", "--reading", "EYE-LAND"],
        ["rules", "eye-in-the-sky", "--reading", "EYE-LAND=north"],
        ["rules", "eye-in-the-sky", "--reading", "NO-SUCH=north"],
        ["perft"],
        ["perft", "eye-in-the-sky"],
        ["perft", "eye-in-the-sky", "-1"],
        ["perft", "eye-in-the-sky", "many"],
        ["perft", "eye-in-the-sky", "1", "--scenario", "moon"],
        ["perft", "eye-in-the-sky", "1", "--players", "0"],
        ["perft", "eye-in-the-sky", "1", "--players", "9"],
        ["perft", "eye-in-the-sky", "1", "--players", "2", "--option", "players=2"],
        ["perft", "eye-in-the-sky", "1", "--option", "first=A", "--option", "first=B"],
        ["perft", "eye-in-the-sky", "1", "--option", "wings=3"],
        ["perft", "eye-in-the-sky", "1", "--option", "first"],
        ["perft", "eye-in-the-sky", "1", "--option", "=3"],
        ["perft", "eye-in-the-sky", "1", "--reading", "EYE-WIN=luck"],
        ["play", "eye-in-the-sky", "--games", "1"],
        ["play", "eye-in-the-sky", "--seed", "one", "--games", "1"],
        ["play", "eye-in-the-sky", "--seed", "1", "--games", "0"],
        ["replay"],
        ["check"],
        ["lab", "--port", "0"],
        ["lab", "--port", "99999"],
        ["lab", "one", "two"],
    ],
    ids=" ".join,
)
def test_wrong_arguments_get_a_usage_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: skylib")
    assert "error: " in err and "Traceback" not in err


def test_python_m_skylib_is_the_command(root: Path) -> None:
    done = skylib_command(root, "--version")
    assert (done.returncode, done.stdout) == (0, f"skylib {skylib.__version__}\n")
    assert skylib_command(root, "rules", "chess").returncode == 2
    assert skylib_command(root, "replay", "no-such-file").returncode == 1


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--help"]) == 0
    page = capsys.readouterr().out
    for name in COMMANDS:
        assert re.search(rf"^ +{name}\s", page, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_examples_that_are_right(
    name: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = import_module(f"skylib.command.{name}")
    assert run.main([name, "--help"]) == 0
    page = capsys.readouterr().out
    assert module.EXAMPLE in page
    assert " ".join(module.ABOUT.split()) in " ".join(page.split())
    for line in module.EXAMPLE.splitlines():
        for part in line.split("|"):
            program, *arguments = shlex.split(part)
            assert program == "skylib"
            args = run.parser().parse_args(arguments)
            if name not in ("lab", "serve", "play", "handout") and "|" not in line:
                assert args.run(args) == 0


def test_start_up_loads_no_drawing_library(root: Path, files: Path) -> None:
    code = (
        "import sys\n"
        "from skylib.__main__ import main\n"
        "for line in (['rules'], ['assumptions'], ['perft', 'eye-in-the-sky', '1'],\n"
        "             ['replay', 'my-game.txt'], ['check', 'my-game.txt']):\n"
        "    assert main(line) == 0, line\n"
        "heavy = {'bokeh', 'ipywidgets', 'anywidget', 'numpy', 'jupyterlab', 'tqdm', 'IPython'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=dict(os.environ, PYTHONPATH=str(root)),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_interrupted_quietly(root: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "skylib", "replay", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ, PYTHONPATH=str(root)),
        # Who runs the tests in the background has interruptions ignored, and they inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        # It waits for input; once the module that reads it is loaded, it is inside.
        maps = Path(f"/proc/{process.pid}/wchan")
        for _ in range(100):
            time.sleep(0.1)
            if maps.exists() and "pipe" in maps.read_text():
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert (process.returncode, out, err) == (130, b"", b"")


def test_interrupted_in_the_middle(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("skylib.command.perft.perft", interrupted)
    assert run.main(["perft", "eye-in-the-sky", "1"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(os.name != "posix", reason="pipes as POSIX has them")
def test_nobody_reads(root: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "skylib", "rules", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ, PYTHONPATH=str(root)),
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=30) == 141
    process.stderr.close()


def test_letters_that_the_terminal_lacks(root: Path, files: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "skylib", "replay", "my-game.txt"],
        env=dict(os.environ, PYTHONPATH=str(root), PYTHONIOENCODING="ascii"),
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    assert b"? expected score A = 0: yes" in done.stdout


def test_nothing_harms_a_terminal() -> None:
    assert harmless("a\x1b[2Jb\x07\u202ec\td\ne") == "a\\x1b[2Jb\\x07\\x202ec\td\ne"
    assert "\x1b" not in table([("a\x1b]0;", 1)])


# ---- rules -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*GAMES, *(name.replace("-", "_") for name in GAMES)])
def test_rules_as_json(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["rules", name, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    book = find_game(name).rules()
    assert [row["id"] for row in rows] == list(book)
    for row in rows:
        rule = book[row["id"]]
        assert row["title"] == rule.title and row["section"] == rule.section
        assert row["statement"] == rule.statement
        assert row["lessons"] == list(rule.lessons)
        assert row["reading"] == rule.default
        assert [r["id"] for r in row["readings"]] == [r.id for r in rule.readings]


def test_rules_of_all_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["rules", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    books = {find_game(name).package: find_game(name).rules() for name in GAMES}
    assert len(rows) == sum(map(len, books.values()))  # games of one box share their rules
    assert {row["id"] for row in rows} == {id for book in books.values() for id in book}


@pytest.mark.parametrize("name", ["Eye in the Sky", "EYE_IN_THE_SKY", "eye in  the-sky"])
def test_a_game_has_its_name_in_any_writing(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["rules", name]) == 0
    assert capsys.readouterr().out.startswith("Eye in the Sky: ")


@pytest.mark.parametrize("id", ["EYE-FLY", "eye-fly", " FC-SIGHT", "TDA-RP"])
def test_a_rule_is_found_by_its_id_alone(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["rules", id]) == 0
    short = capsys.readouterr().out
    assert run.main(["rules", "--rule", id.strip()]) == 0
    assert short == capsys.readouterr().out
    assert id.strip().upper() in short and "1 rule\n" in short


def test_neither_game_nor_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["rules", "EYE-NONE"]) == 2
    err = capsys.readouterr().err
    assert "there is no game 'EYE-NONE'" in err and "nor is it the id of a rule" in err


def test_rules_as_text_say_all_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["rules"]) == 0
    page = capsys.readouterr().out
    flat = " ".join(page.split())
    for name in GAMES:
        for rule in find_game(name).rules().values():
            assert f"{rule.id}  {rule.title}" in page
            assert rule.statement in flat
            for reading in rule.readings:
                assert f"{reading.id}: {' '.join(reading.text.split())}" in flat
            for lesson in rule.lessons:
                assert lesson in flat
    assert max(map(len, page.splitlines())) <= 100


def test_a_reading_in_force(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["rules", "eye-in-the-sky", "--rule", "eye-win", "--reading", "EYE-WIN=draw"]
    assert run.main([*line, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["id"], row["reading"]) == ("EYE-WIN", "draw")
    assert run.main(line) == 0
    page = capsys.readouterr().out
    assert (
        "* draw: " in page and "- shared: " in page and page.startswith("Eye in the Sky: 1 rule\n")
    )


# ---- assumptions -------------------------------------------------------------------------


def test_assumptions_hold_every_reading_and_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["assumptions"]) == 0
    page = capsys.readouterr().out
    flat = " ".join(page.split())
    assert run.main(["assumptions", "--json"]) == 0
    data = {row["game"]: row for row in json.loads(capsys.readouterr().out)}
    assert {find_game(n).package for n in data} == {find_game(n).package for n in GAMES}
    for name in data:
        book = find_game(name).rules()
        with_readings = [rule for rule in book.values() if rule.readings]
        assert [row["id"] for row in data[name]["readings"]] == [r.id for r in with_readings]
        for rule in with_readings:
            for reading in rule.readings:
                mark = "*" if reading.id == rule.default else "-"
                assert f"{mark} {reading.id}: {' '.join(reading.text.split())}" in flat
        ours = [rule.id for rule in book.values() if rule.source != "printed"]
        assert [row["id"] for row in data[name]["rules"]] == ours
        for line in data[name]["numbers"]:
            assert line in flat


def test_numbers_of_eye_in_the_sky(capsys: pytest.CaptureFixture[str]) -> None:
    from skylib.eye_in_the_sky.board import known_maps, load_map
    from skylib.eye_in_the_sky.flight import known_planes

    assert run.main(["assumptions", "eye-in-the-sky", "--json"]) == 0
    (data,) = json.loads(capsys.readouterr().out)
    lines = data["numbers"]
    ours = [f"Map {n}," for n in known_maps() if load_map(n).source == "ours"]
    ours += [f"Plane {n}," for n, p in known_planes().items() if p.source == "ours"]
    for start in ours:
        assert sum(line.startswith(start) for line in lines) == 1
    assert not any(line.startswith(("Map standard", "Plane standard")) for line in lines)
    assert any(line.startswith("Wind") for line in lines)
    assert any(line.startswith("Guns") for line in lines)


# ---- perft -------------------------------------------------------------------------------


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["perft", "eye_in_the_sky", "2", "--players", "3", "--option", "planes=fast"]
    assert run.main([*line, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    game = skylib.new_game("eye-in-the-sky", players=3, planes="fast", seed=1)
    first = list(game.legal_moves())
    second = 0
    for move in first:
        game.play(move)
        second += len(game.legal_moves())
        game.undo()
    assert data["counts"] == [1, len(first), second]
    assert (data["count"], data["depth"], data["scenario"]) == (second, 2, "standard")
    assert run.main(line) == 0
    assert f"{second:,}" in capsys.readouterr().out.splitlines()[-1]


def test_perft_takes_scenario_and_reading(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["perft", "eye-in-the-sky", "1", "--json"]
    counts = []
    for more in ([], ["--reading", "EYE-PHOTO=with-destination"], ["--scenario", "training"]):
        assert run.main([*line, *more]) == 0
        counts.append(json.loads(capsys.readouterr().out))
    assert counts[0]["count"] < counts[1]["count"]
    assert counts[2]["scenario"] == "training"


# ---- check -------------------------------------------------------------------------------


def test_check_says_what_sound_files_are(
    files: Path, capsys: pytest.CaptureFixture[str], root: Path
) -> None:
    rules = str(root / "skylib" / "eye_in_the_sky" / "rules.toml")
    assert run.main(["check", "my-game.txt", "my-map.toml", "my-plane.toml", rules]) == 0
    out, err = capsys.readouterr()
    game, map_, plane, book = out.splitlines()
    assert game.endswith("a record of Eye in the Sky, 1 move, 1 of 1 expectations hold")
    assert "my-map.toml: a map, 'A field' (ours), 51 hexes, 9 of interest" in map_
    assert "my-plane.toml: a plane, 'Heavy' (ours)" in plane
    assert book.endswith(f"{len(RuleBook.read(rules))} rules of Eye in the Sky")
    assert err == ""


def test_check_goes_on_after_a_bad_file(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.toml").write_text(MAP.replace("rows = 6", "rows = 0"), "utf-8")
    assert run.main(["check", "bad.toml", "my-plane.toml"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("my-plane.toml: a plane")
    assert err == "skylib: bad.toml, rows: is a whole number 1 to 60, not 0\n"


BAD = {
    "no-such-file.toml": None,
    "no-such-file.txt": None,
    "empty.toml": "",
    "empty.txt": "",
    "cut.txt": RECORD[:40],
    "other-version.txt": RECORD.replace("record 1", "record 9"),
    "wrong-game.txt": RECORD.replace("eye-in-the-sky", "chess"),
    "refused.txt": RECORD.replace("fly 4", "fly 9"),
    "fails.txt": RECORD.replace("score A = 0", "score A = 7"),
    "noise.toml": "= = =",
    "deep.toml": "a = " + "[" * 5000,
    "long-number.toml": "a = " + "9" * 9000,
    "other-game.toml": 'game = "chess"\nkind = "board"',
    "shopping.toml": 'butter = 2\nbread = "one"',
    "rules.toml": 'game = "x"\ntitle = "X"\n[[rule]]\nid = "no id"',
    "bad-plane.toml": PLANE.replace("[1, 2]", "[0]"),
    "half-plane.toml": "[p]\nspiral = true",
}


@pytest.mark.parametrize("name", BAD)
def test_check_refuses(name: str, files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if (text := BAD[name]) is not None:
        Path(name).write_text(text, "utf-8")
    assert run.main(["check", name]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"skylib: {name}") and len(err.splitlines()) <= 6
    assert run.main(["check", name, "--json"]) == 1
    (row,) = json.loads(capsys.readouterr().out)
    assert row["file"] == name and row["sound"] is False and row["messages"]


def test_check_refuses_noise_and_folders(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("noise.txt").write_bytes(bytes(range(256)) * 40_000)
    Path("noise.toml").write_bytes(bytes(range(256)))
    Path("huge.toml").write_bytes(b"#" * 5_000_000)
    for name in ("noise.txt", "noise.toml", "huge.toml", ".", "a\0b"):
        assert run.main(["check", name]) == 1
        out, err = capsys.readouterr()
        assert out == "" and err.startswith("skylib: ") and "\0" not in err


class Finding(NamedTuple):
    kind: str
    text: str


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(
    ("found", "faults", "notes"),
    [
        (None, [], ["odd"]),
        ([], [], ["odd"]),
        ([Finding("note", "new")], [], ["new", "odd"]),
        ([Finding("note", "new"), Finding("error", "f.toml: bad")], ["f.toml: bad"], ["new"]),
        (DataError("bad", file="f.toml", field="x"), ["f.toml, x: bad"], []),
    ],
)
def test_check_takes_findings(
    found: object,
    faults: list[str],
    notes: list[str],
    named: bool,
    files: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A game whose files do not say whose they are: without --game only a sound one is its."""
    checks = SimpleNamespace(check_file=lambda path: found, remarks=lambda path: ["odd"])
    monkeypatch.setattr("skylib.command.check._checks_of", lambda package: checks)
    Path("f.toml").write_text("a = 1", "utf-8")
    line = ["check", "f.toml", "--json", *(["--game", "eye-in-the-sky"] if named else [])]
    assert run.main(line) == bool(faults)
    (row,) = json.loads(capsys.readouterr().out)
    if faults and not named:
        assert "--game" in row["messages"][0]
    else:
        assert (row["messages"], row["notes"]) == (faults, notes)
    if not faults:
        assert run.main(line[:2]) == 0
        out = capsys.readouterr().out
        assert out.startswith("f.toml: a data file, for ") and "  note: odd" in out


def test_check_as_json_gives_line_and_field(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.txt").write_text(RECORD.replace("seed: 1", "seed: 1\nspeed: 3"), "utf-8")
    Path("bad.toml").write_text(MAP.replace("length = 3", "length = 300"), "utf-8")
    assert run.main(["check", "my-game.txt", "bad.txt", "bad.toml", "--json"]) == 1
    good, text, toml = json.loads(capsys.readouterr().out)
    assert good["sound"] and good["messages"] == []
    assert text["line"] == 5
    assert toml["field"] == "runway.length"


def test_rules_named_after_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    """``skylib rules GAME RULE`` and ``skylib rules RULE RULE`` are what people try."""
    for line in (["eye-in-the-sky", "EYE-FLY", "eye-land"], ["EYE-FLY", "EYE-LAND"]):
        assert run.main(["rules", *line, "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)
        assert [row["id"] for row in rows] == ["EYE-FLY", "EYE-LAND"]
    assert run.main(["rules", "flying-circus", "EYE-FLY"]) == 2
    assert "there is no rule 'EYE-FLY'" in capsys.readouterr().err
