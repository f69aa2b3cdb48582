"""The published table of balance is whole and honest."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from skylib.core.balance import HOPELESS, Result, load
from skylib.core.errors import SkylibError
from skylib.flying_circus.scenarios import scenarios
from skylib.lessons import chart

_FILE = Path(__file__).parents[1] / "benchmarks" / "balance_flying_circus.py"
_SPEC = spec_from_file_location("balance_flying_circus", _FILE)
assert _SPEC is not None and _SPEC.loader is not None
script = module_from_spec(_SPEC)
_SPEC.loader.exec_module(script)


def test_every_scenario_has_its_games():
    whole = load("skylib.flying_circus")
    assert [result.id for result in whole.results] == list(scenarios())
    assert whole.games >= 1
    for result in whole.results:
        assert min(*result.wins.values(), result.draws) >= 0
        assert result.games == whole.games, result.id
        assert 2 < result.length < 400
    assert whole.of("air-1917-a").id == "air-1917-a"
    with pytest.raises(KeyError):
        whole.of("air-1920-a")


def test_no_side_is_hopeless_without_a_reason():
    """And a reason stands only where it is needed, and names what is the rulebook's own."""
    for result in load("skylib.flying_circus").results:
        assert bool(result.why) is result.lopsided, result
        if result.lopsided:
            loser = min(("allied", "german"), key=result.share)
            assert result.why == script.reason(result.id, loser)


def test_shares():
    result = Result("x", {"allied": 3, "german": 17}, 5, 40.0)
    assert (result.games, result.share("allied"), result.share("german")) == (25, 0.15, 0.85)
    assert not result.lopsided
    assert Result("x", {"allied": 2, "german": 18}, 5, 40.0).lopsided
    assert Result("x", {"allied": 0, "german": 0}, 5, 40.0).share("german") == 0.5 > HOPELESS


def test_the_chart_tells_the_table():
    whole = load("skylib.flying_circus")
    shown = chart("flying-circus", "balance")
    assert len(shown.rows) == 71
    assert f"{whole.games} games of each scenario" in shown.text()
    for row, result in zip(shown.rows, whole.results, strict=True):
        assert row[0] == scenarios()[result.id].title
        assert row[2].startswith(f"{result.share('allied'):.0%}")
        assert row[3] == f"{result.share('german'):.0%}"
        assert (" " in row[2]) is bool(result.why)
    for why in {result.why for result in whole.results if result.why}:
        assert why in shown.text()
    photo = chart("flying-circus", "balance", kind="photo")
    assert {row[0].split()[0] for row in photo.rows} == {"Photographic"}
    with pytest.raises(SkylibError, match="there are air, photo, trench, artillery"):
        chart("flying-circus", "balance", kind="sea")


def test_a_table_is_written_from_the_games(tmp_path):
    """Only games with the numbers and the player of today count, whole rows of seeds alone."""
    results = tmp_path / "games.jsonl"
    row = '{{"scenario": "{}", "numbers": "{}", "seed": {}, "winner": "{}", "phase": 20}}\n'
    lines = [row.format("air-1915-a", "now", seed, "allied") for seed in (1, 2, 3)]
    lines += [row.format("air-1915-a", "then", 4, "german"), row.format("gone", "now", 1, "draw")]
    lines += [row.format("trench-1915-german", "now", seed, "german") for seed in (1, 2)]
    results.write_text("".join(lines), "utf-8")
    played = script.load(results, {"air-1915-a": "now", "trench-1915-german": "now"})
    assert {name: list(seeds) for name, seeds in played.items()} == {
        "air-1915-a": [1, 2, 3],
        "trench-1915-german": [1, 2],
    }
    text = script.table(played, 2)
    assert 'id = "air-1915-a"\nallied = 2\ngerman = 0\ndraws = 0\nlength = 20.0\n' in text
    assert "games = 2" in text
    air, trench = text.split("[[scenario]]")[1:]
    assert "why" not in air and "3 points for every strafing" in trench


def test_a_game_is_repeatable_and_its_numbers_are_signed():
    assert script.play("air-1915-a", 3) == script.play("air-1915-a", 3)
    signs = {script.numbers(script.FlyingCircus.new_game(name, seed=1)) for name in scenarios()}
    assert len(signs) > 30  # line-ups differ
