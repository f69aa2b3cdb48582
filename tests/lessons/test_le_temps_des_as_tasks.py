"""What the tasks of Le Temps des As say of a position is so in that position."""

from __future__ import annotations

import re

import pytest

from skylib.core.hexes import COLUMNS
from skylib.le_temps_des_as.game import LeTempsDesAs
from skylib.le_temps_des_as.state import Aircraft
from skylib.lessons import tasks

GAME = "le-temps-des-as"
LEVELS, QUESTIONS = tasks.tasks(GAME)
FACING = re.compile(r"\b(?:flies|facing|faces) (NE|SE|SW|NW|N|S)\b")


def position(settings: object) -> tuple[LeTempsDesAs, tuple[Aircraft, ...]]:
    game = LeTempsDesAs.new_game(**dict(settings))  # type: ignore[call-overload]
    return game, game.state.aircraft


def said(pattern: str, text: str) -> set[int]:
    return {int(n) for n in re.findall(pattern + r" (\d)\b", text)}


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_figures_of_a_question_are_those_of_its_position(name: str) -> None:
    asked = QUESTIONS[name]
    game, planes = position(asked.settings)
    text = asked.asked
    sheets = [game.setting.sheet(p) for p in planes]
    speeds = {p.speed for p in planes}
    if asked.move.startswith("power"):  # the speed at the end is what is asked about
        speeds.add(int(game.check(game.parse_move(asked.move)).facts["new speed"]))
    assert said(r"[Ss]peed", text) <= speeds
    assert said("hit value", text) <= {s.hit for s in sheets}
    assert said(r"structure", text) <= {s.structure for s in sheets}
    if game.state.turn > 1:  # the tie of turn 2 is told, not shown
        assert said("level", text) <= {p.level for p in planes}
    facings = {COLUMNS.facings[p.facing] for p in planes}
    assert set(FACING.findall(text)) <= facings


@pytest.mark.parametrize("name", [n for n, q in QUESTIONS.items() if q.by in ("needs", "chance")])
def test_a_question_for_a_die_says_what_must_be_reached(name: str) -> None:
    """The map shows level, range and facing; the hit value stands on no map."""
    asked = QUESTIONS[name]
    game, _ = position(asked.settings)
    target = game.parse_move(asked.move).target
    hit = game.setting.sheet(game.state.plane(target)).hit
    assert f"hit value {hit}" in asked.asked


@pytest.mark.parametrize("name", LEVELS)
def test_the_figures_of_a_goal_are_those_of_its_position_or_of_its_end(name: str) -> None:
    level = LEVELS[name]
    _, planes = position(level.settings)
    end = {int(n) for n in re.findall(r"= (\d)\b", level.goal.reached)}
    assert said("speed", level.goal.text) <= {p.speed for p in planes} | end
    assert said("level", level.goal.text) <= {p.level for p in planes} | end
