"""Pilots are found by the game's name, and loaded only when asked for."""

import subprocess
import sys

import pytest

from skylib.core.errors import SkylibError
from skylib.pilots import eye_in_the_sky, pilot_for


@pytest.mark.parametrize("name", ["eye-in-the-sky", "Eye in the Sky", "eye_in_the_sky"])
def test_a_pilot_is_found_by_its_game(name):
    assert pilot_for(name) is eye_in_the_sky.choose


def test_an_unknown_game_has_no_pilot():
    with pytest.raises(SkylibError, match=r"there is no game 'chess'; there are .*eye-in-the-sky"):
        pilot_for("chess")


def test_a_game_without_a_pilot_says_so(monkeypatch):
    monkeypatch.setattr("skylib.pilots.find_spec", lambda name: None)
    with pytest.raises(SkylibError, match="no computer player for eye-in-the-sky"):
        pilot_for("eye-in-the-sky")


def test_importing_the_pilots_loads_no_game():
    code = "import sys, skylib.pilots; print(sorted(m for m in sys.modules if 'eye_in' in m))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
