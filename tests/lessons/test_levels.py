"""Every level: it can be done and missed, teaches a rule, and stands in its lesson."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import skylib
from skylib import lessons
from skylib.core.errors import DataError
from skylib.lessons.level_data import Level, Wrong, read_level
from skylib.lessons.tasks import tasks
from skylib.pilots import pilot_for

LEVELS = {level.full_name: level for game in skylib.GAMES for level in tasks(game)[0].values()}
NAMES = list(LEVELS)
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


def test_there_are_enough_of_them() -> None:
    counts = {game: len(tasks(game)[0]) for game in skylib.GAMES}
    assert min(counts.values()) >= 8
    assert sum(counts.values()) >= 40


@pytest.mark.parametrize("name", NAMES)
def test_what_a_level_says(name: str) -> None:
    level = LEVELS[name]
    book = skylib.find_game(level.game).rules()
    board = lessons.level(name).scene().ground.board
    assert level.title != level.name and len(level.title) <= 32
    assert level.rules and all(rule in book for rule in level.rules)
    assert level.hexes and all(board.hex(hex) for hex in level.hexes)
    named = re.findall(r"\b\d{4}\b|\b\d+\.\d+\b", level.goal.text)
    assert set(named) <= set(level.places), "the map marks the places that the goal names"
    assert all(board.hex(hex) for hex in level.places)
    nudge, rule, squares, answer = level.goal.hints
    cited = re.compile(r"\b(EYE|FCI?|TDA)-[A-Z0-9-]+")
    assert not cited.search(nudge), "the nudge names no rule yet"
    assert cited.search(rule), "the second hint names the rule"
    assert all(match[0] in book for match in cited.finditer(rule))
    assert any(hex in squares for hex in level.hexes) or not re.search(r"\d", squares)
    assert answer.startswith("One way: ")
    *_, last = level.wrong
    assert last.when == "", "the last of them meets every wrong answer"
    assert all(wrong.rule in book for wrong in level.wrong)


@pytest.mark.parametrize("name", NAMES)
def test_a_level_stands_in_its_lesson(name: str) -> None:
    level = LEVELS[name]
    text = (NOTEBOOKS / f"{level.lesson}.ipynb").read_text("utf-8")
    assert f"lessons.level('{name}')" in text


@pytest.mark.parametrize("game", skylib.GAMES)
def test_the_ladder_follows_the_lessons(game: str) -> None:
    order = [level.lesson for level in tasks(game)[0].values()]
    number = [int(re.search(r"(\d+)-", lesson)[1]) for lesson in order]  # type: ignore[index]
    assert number == sorted(number)
    last = {"flying-circus-introductory": "01-introductory-game"}.get(game, "-play")
    assert order[-1].endswith(last)


BAD = [(name, line) for name, level in LEVELS.items() for line in level.fails]


def test_every_level_has_a_line_that_fails() -> None:
    assert {name for name, _ in BAD} == set(NAMES)


@pytest.mark.parametrize("name, line", BAD)
def test_what_looks_good_and_is_not(name: str, line: tuple[str, ...]) -> None:
    """A tempting line ends the try, and is told why by a rule."""
    deck = lessons.level(name)
    for move in line:
        if deck.verdict:
            break
        assert deck.play(move) is not None, deck.map.status
    assert deck.verdict == "failed"
    assert any(wrong.say in deck.map.status for wrong in LEVELS[name].wrong)
    assert any(f"By {wrong.rule}." in deck.map.status for wrong in LEVELS[name].wrong)


@pytest.mark.parametrize("name", NAMES)
def test_luck_does_not_do_it(name: str) -> None:
    """Random play reaches few goals; of a game's first two levels it may reach more."""
    if name in [f"{g}/{k}" for g in skylib.GAMES for k in list(tasks(g)[0])[:2]]:
        return
    games = 2 if LEVELS[name].computer else 6  # the computer takes its time
    won = sum(at_random(LEVELS[name], random.Random(seed)) for seed in range(games))
    assert won <= 0.4 * games


def at_random(level: Level, dice: random.Random) -> bool:
    game = skylib.new_game(level.game, **level.settings)
    choose = pilot_for(level.game)
    who = ""
    for _ in range(40):
        if game.to_move in level.computer:
            game.play(choose(game))
            continue
        who = who or game.to_move or ""
        if verdict := level.goal.verdict(game, who):
            return verdict == "reached"
        # Among thousands of flights the first two thousand will do.
        which = dice.randrange(min(len(game.legal_moves()), 2000))
        game.play(next(m for i, m in enumerate(game.legal_moves()) if i == which))
    return level.goal.verdict(game, who) == "reached"


# ---- files --------------------------------------------------------------------------------


def test_what_a_failed_try_meets() -> None:
    level = read_level(
        "eye-in-the-sky",
        {
            "goal": "x",
            "reached": "a = 1",
            "wrong": [
                {"when": "a = 2 or b > 3", "say": "two", "rule": "EYE-FLY", "plays": "computer"},
                {"say": "all", "plays": ["fly 2"]},
            ],
        },
        "tasks.toml",
        "one",
    )
    assert level.full_name == "eye-in-the-sky/one" and level.title == "one"
    first = Wrong("two", "EYE-FLY", "a = 2 or b > 3", ("computer",))
    assert level.went_wrong({"a": "2", "b": "0"}) == first
    assert level.went_wrong({"a": "0", "b": "4"}) == first
    assert level.went_wrong({"a": "0", "b": "3"}) == Wrong("all", plays=("fly 2",))


@pytest.mark.parametrize(
    "more, complaint",
    [
        ({"solution": "fly 2"}, "solution is a list of texts"),
        ({"hexes": [12]}, "hexes is a list of texts"),
        ({"fails": "fly 2"}, "fails is a list of lists"),
        ({"fails": ["fly 2"]}, "fails is a list of texts"),
        ({"wrong": [{"rule": "EYE-FLY"}]}, "a, wrong: say is missing"),
        ({"wrong": [{"say": "no", "moves": 2}]}, "a, wrong: unknown field 'moves'"),
        ({"wrong": ["no"]}, "a, wrong: is no table"),
        ({"wrong": [{"say": "no", "plays": "fly 2"}]}, "plays is a list of texts"),
    ],
)
def test_bad_levels(more: dict[str, Any], complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        read_level("eye-in-the-sky", {"goal": "x", "reached": "y"} | more, "tasks.toml", "a")
