"""Every position of a whole game, to its last moment, is text that reads back as itself."""

from __future__ import annotations

import pytest

import skylib
from skylib.pilots import pilot_for

GAMES = [
    ("eye-in-the-sky", "training", {"players": "2"}),
    ("flying-circus-introductory", "2", {}),
    ("flying-circus", "air-1916-a", {}),  # ends with one shot down
    ("flying-circus", "photo-1918-german-a", {}),
    ("flying-circus", "trench-1917-german-b", {}),
    ("le-temps-des-as", "return-to-the-fold", {"setup": "ready"}),
    ("le-temps-des-as", "passage-of-the-geese", {"setup": "ready"}),
]


@pytest.mark.parametrize("name, scenario, options", GAMES)
def test_every_position_reads_back(name: str, scenario: str, options: dict[str, str]) -> None:
    game = skylib.new_game(name, scenario=scenario, seed=1, **options)
    choose = pilot_for(name)
    while not game.outcome:
        game.play(choose(game))
        again = skylib.new_game(name, scenario=scenario, seed=1, position=game.position, **options)
        assert again.position == game.position
        assert again.facts() == game.facts()
