"""`skylib flights`: the list of flights as text and as JSON, and what is refused."""

from __future__ import annotations

import json

import pytest

from skylib.command import run
from skylib.flying_circus.assumptions import assumptions


def flights(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = run.main(["flights", *words])
    except SystemExit as end:
        code = int(end.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_a_list_of_flights(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = flights(capsys, "nieuport-11", "--speed", "5")
    head, *rows = out.splitlines()
    assert code == 0
    assert head == f"Nieuport 11, turn mode A, speed 5: {len(rows)} flights"
    assert rows[0] == "F F F F F"
    assert all(len(row.split()) == 5 for row in rows)  # every letter is a point in mode A


def test_the_same_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = flights(capsys, "Sopwith Camel", "--speed", "6", "--climb", "--json")
    data = json.loads(out)
    assert code == 0
    assert (data["turn_left"], data["turn_right"]) == ("B", "A")
    assert data["count"] == len(data["flights"]) > 0
    assert {row["levels"] for row in data["flights"]} == {1}


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        (("nieuport-11", "--speed", "9"), "FC-SPEED-MAX"),
        (("nieuport-11", "--speed", "3"), "FC-SPEED-STALL"),
        (("nieuport-11", "--speed", "8", "--climb"), "FC-SPEED-CLIMB"),
        (("nieuport-11", "--speed", "5", "--dive", "1"), "FC-SPEED-DIVE"),
    ],
)
def test_a_plan_that_is_not_allowed_says_by_which_rule(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], rule: str
) -> None:
    code, out, err = flights(capsys, *words)
    assert (code, out) == (1, "")
    assert f"By {rule}" in err


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("spad-7",),
        ("spad-7", "--speed", "fast"),
        ("spad-7", "--speed", "0"),
        ("spad-7", "--speed", "6", "--climb", "--dive", "1"),
    ],
)
def test_wrong_arguments_get_a_usage_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, _, err = flights(capsys, *words)
    assert code == 2
    assert err.startswith("usage: skylib flights")


def test_unknown_aircraft_and_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert flights(capsys, "zeppelin", "--speed", "5")[0] == 1
    code, _, err = flights(capsys, "spad-7", "--speed", "5", "--charts", "gone.toml")
    assert code == 1
    assert "gone.toml" in err


def test_the_assumptions_hold_every_aircraft_and_table_with_figures_of_ours() -> None:
    lines = list(assumptions())
    assert sum(line.startswith("Aircraft chart, ") for line in lines) == 20
    assert sum(line.startswith("Combat results table ") for line in lines) == 24
    assert not any(line.startswith("Introductory combat results table, die 1") for line in lines)
    assert any("max speed" in line for line in lines if line.startswith("Aircraft chart, Spad 7"))
    printed = [line for line in lines if line.startswith("Aircraft chart, Nieuport 11:")]
    assert not any("max speed" in line for line in printed)
    assert any(line.startswith("Map, trenches") for line in lines)
