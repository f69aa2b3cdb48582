"""The load test's own test: a class of two on a real server, and the report that comes of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

pytest.importorskip("jupyterlab")
sys.path.insert(0, str(Path(__file__).parent))

import class_at_once as load
from pupil import packed, unpacked


def test_messages_are_laid_out_as_jupyter_does_it() -> None:
    base = pytest.importorskip("jupyter_server.services.kernels.connection.base")
    message = {"header": {"msg_id": "1"}, "parent": {}, "metadata": {}, "content": {"ä": 2}}
    channel, parts = base.deserialize_msg_from_ws_v1(packed("shell", message))
    assert channel == "shell"
    assert [json.loads(part) for part in parts] == list(message.values())
    with_buffer = base.serialize_msg_to_ws_v1([*parts, b"\x00\xff"], "iopub")
    answer = unpacked(bytes(with_buffer))
    assert answer == {"header": {"msg_id": "1"}, "parent": {}, "content": {"ä": 2}}


def test_a_class_of_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "report.json"
    words = ["--pupils", "2", "--rounds", "3", "--json", str(file)]
    load_think, load.THINK = load.THINK, (0.0, 0.1)
    try:
        load.main([*words, "--lesson", "eye-in-the-sky/5-play"])
    finally:
        load.THINK = load_think
    report = json.loads(file.read_text("utf-8"))
    (row,) = report["classes"]
    assert row["errors"] == []
    assert row["pupils"] == row["opened"]["count"] == 2
    # Three rounds of five gestures and one taken back, twice, by two pupils.
    assert row["staggered"]["count"] == row["together"]["count"] == 2 * 16
    assert row["by_gesture"]["fly"]["count"] == 12
    assert row["flown"] == 12  # every flight changed what the map says
    # Memory is that of real kernels that have drawn maps: more than a bare Python, and
    # what is a kernel's alone is less than what is resident.
    assert 20 < row["kernel_uss"] <= row["kernel_pss"] <= row["kernel_rss"] < 2000
    assert row["all_pss"] > 2 * row["kernel_uss"] + row["server_pss"] / 2
    assert 0 < row["cpu_gesture"] < row["cpu_opening"]
    assert row["received_kb"] > 100  # BokehJS went over the wire
    assert "| 2 | " in capsys.readouterr().out


def row(pupils: int, all_pss: float) -> load.Measured:
    times = load.Times(1, 0.1, 0.2, 0.3)
    memory = (60.0, 50.0, 80.0, 100.0, all_pss)
    return load.Measured(
        pupils, times, times, times, {}, *memory, 2.0, 0.01, 500.0, 1, 0.0, 0.0, []
    )


def test_what_a_laptop_carries_is_worked_out_from_the_slope() -> None:
    carries = load.laptop([row(1, 170), row(11, 770)])
    assert (carries["mb_a_pupil"], carries["mb_server"]) == (60, 110)
    assert carries["by_memory"] == (load.LAPTOP - load.SYSTEM - 110) // 60
    assert carries["by_processor"] == int(sum(load.THINK) / 2 / 0.01)
    assert carries["seconds_to_open_together"] == 11
    assert load.laptop([row(2, 220)])["mb_a_pupil"] == 60  # of one class: its kernel's share


def test_times() -> None:
    times = load.Times.of([float(n) for n in range(100, 0, -1)])
    assert (times.count, times.median, times.most, times.worst) == (100, 50.5, 96, 100)
    assert load.Times.of([]).count == 0


@pytest.mark.parametrize("words", ["0", "5,1", "1,1", "x", ""])
def test_wrong_numbers(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        load.main(["--pupils", words])
    assert "growing numbers" in capsys.readouterr().err


def test_a_lesson_that_is_not_there() -> None:
    with pytest.raises(SystemExit, match="no lesson 'nope'"):
        load.main(["--lesson", "nope"])
