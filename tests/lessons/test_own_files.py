"""Copies of our files, for users who make their own."""

from __future__ import annotations

from pathlib import Path

import pytest

import skylib
from skylib import lessons
from skylib.core.errors import SkylibError
from skylib.lessons.own_files import FILES, copy_file


@pytest.mark.parametrize("name", FILES)
def test_a_copy_is_accepted_by_its_game(name: str, tmp_path: Path) -> None:
    path = copy_file(name, tmp_path)
    game, what = name.split("/")
    assert path == tmp_path / f"{game}-{what}.toml"
    skylib.new_game(game, seed=1, **{what: str(path)})


def test_what_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    path = lessons.copy_file("eye-in-the-sky/map", tmp_path)
    path.write_text("mine")
    with pytest.raises(SkylibError, match="there already"):
        copy_file("eye-in-the-sky/map", tmp_path)
    assert path.read_text() == "mine"


def test_bad_names_and_folders(tmp_path: Path) -> None:
    with pytest.raises(SkylibError, match=r"no file 'chess/map' to copy; there are eye-in-the-sky"):
        copy_file("chess/map", tmp_path)
    with pytest.raises(SkylibError, match="cannot be written"):
        copy_file("eye-in-the-sky/map", tmp_path / "nowhere")
