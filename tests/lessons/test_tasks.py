"""Levels can be solved and questions have the answer that the engine gives."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hands import Pilot

import skylib
from skylib import lessons
from skylib.core.errors import DataError, SkylibError
from skylib.lessons import tasks
from skylib.lessons.goals import Goal, holds
from skylib.lessons.level_data import read_level

LEVELS = [f"{game}/{name}" for game in skylib.GAMES for name in tasks.tasks(game)[0]]
DOUBTS = [f"{game}/{name}" for game in skylib.GAMES for name in tasks.doubts(game)]
QUESTIONS = [f"{game}/{name}" for game in skylib.GAMES for name in tasks.tasks(game)[1]]


def test_there_are_tasks() -> None:
    assert len(LEVELS) >= 5 and len(QUESTIONS) >= 8


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_can_be_solved(name: str) -> None:
    """Its solution, played on the deck with the computer's answers, reaches the goal."""
    level = tasks.find_level(name)
    deck = lessons.level(name)
    pilot = Pilot(deck)
    assert level.solution and deck.verdict == ""
    for i, move in enumerate(level.solution):
        assert deck.verdict == "", f"reached already after {i} moves"
        made = len(deck.game.history)
        pilot.type(move)
        assert len(deck.game.history) > made, pilot.status
    assert deck.verdict == "reached"
    assert "✓ Done" in deck._goal.value
    # Written as the game writes it, so that the answer can be shown move by move.
    own = tuple(str(s.move) for s in deck.game.history if s.who not in deck.computer)
    assert own == level.solution
    assert level.goal.moves is None or len(level.solution) <= level.goal.moves


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_can_be_missed(name: str) -> None:
    """A level that cannot fail asks nothing: aimless flight does not do."""
    verdicts = {flown(name, which) for which in (0, -1)}
    assert "failed" in verdicts


def flown(name: str, which: int) -> str:
    """The verdict on aimless flight: spirals, or always the first or last legal move."""
    deck = lessons.level(name)
    pilot = Pilot(deck)
    for _ in range(60):
        if deck.verdict:
            break
        offers = deck.controls.offers() or tuple(map(str, deck.game.legal_moves()))
        pilot.type("spiral E" if "spiral E" in offers else offers[which])
    return str(deck.verdict)


@pytest.mark.parametrize("name", LEVELS)
def test_hints_lead_to_a_solution(name: str) -> None:
    level = tasks.find_level(name)
    assert len(level.goal.hints) >= 4
    assert level.goal.hints[-1] == f"One way: {'; '.join(level.solution)}."
    assert any(rule in hint for hint in level.goal.hints for rule in rules_of(level.game)) or any(
        char.isdigit() for hint in level.goal.hints[:-1] for char in hint
    )


def rules_of(game: str) -> tuple[str, ...]:
    return tuple(skylib.find_game(game).rules())


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_can_be_answered(name: str) -> None:
    found = tasks.find_question(name)
    question = lessons.predict(name)
    (right,) = question.right
    game = skylib.new_game(found.game, **{"seed": 1} | found.settings)
    ruling = game.check(found.move)
    if ruling.allowed:
        ruling = game.play(found.move, found.dice).ruling
    if found.by == "ruling" and found.right is None:
        assert right == found.answers[0 if ruling.allowed else 1] and len(found.answers) == 2
    elif found.right is None:
        assert right == str({**game.facts(), **ruling.facts}[found.by])
    assert question.because and question.rules  # whose reason it is: test_question
    for answer in found.answers:
        asked = lessons.predict(name)
        assert asked.answer(answer) is (answer == right)


def test_the_question_with_an_answer_of_its_own_is_right() -> None:
    found = tasks.find_question("eye-in-the-sky/second-home")
    game = skylib.new_game(found.game, **found.settings)
    assert int(game.play(found.move).ruling.facts["points"]) < 50 and found.right == "under 50"


@pytest.mark.parametrize("name", DOUBTS)
def test_every_doubt_makes_a_difference(name: str) -> None:
    """Its readings judge the move differently, or it ends differently."""
    found = tasks.find_doubt(name)
    shown = lessons.doubt(name)
    book = skylib.find_game(found.game).rules()
    assert [id for id, _, _ in shown.results] == [r.id for r in book[found.rule].readings]
    told = {(r.allowed, r.reason, str(scene.counters)) for _, r, scene in shown.results}
    assert len(told) > 1


def test_every_reading_is_shown_both_ways() -> None:
    """Every rule in doubt of Le Temps des As is tried under each of its readings somewhere."""
    book = skylib.find_game("le-temps-des-as").rules()
    tried = {d.rule for d in tasks.doubts("le-temps-des-as").values()}
    replayed = {"TDA-EXAMPLE-TURN-3"}  # by two records
    assert {r.id for r in book.values() if len(r.readings) > 1} == tried | replayed


@pytest.mark.parametrize(
    "call, complaint",
    [
        (lambda: lessons.doubt("eye-in-the-sky/moon"), "has no doubt 'moon'; there are none"),
        (lambda: lessons.level("eye-in-the-sky/moon"), "has no level 'moon'; there are straight-"),
        (lambda: lessons.level("eye-in-the-sky"), "has no level ''"),
        (lambda: lessons.predict("eye-in-the-sky/moon"), "has no question 'moon'"),
        (lambda: lessons.level("chess/one"), "there is no game 'chess'"),
    ],
)
def test_no_such_task(call: Any, complaint: str) -> None:
    with pytest.raises(SkylibError, match=complaint):
        call()


@pytest.mark.parametrize(
    "read, data, complaint",
    [
        (read_level, {"goal": "x"}, "tasks.toml, a: reached is missing"),
        (read_level, {"goal": "x", "reached": "y", "colour": 1}, "unknown field 'colour'"),
        (read_level, 3, "is no table"),
        (tasks._question, {"asked": "x", "answers": []}, "move is missing"),
        (tasks._doubt, {"rule": "x"}, "move is missing"),
        (tasks._doubt, {"rule": "x", "move": "y", "z": 1}, "unknown field 'z'"),
        (tasks._question, {"asked": "x", "answers": [], "move": "", "x": 1}, "unknown field 'x'"),
    ],
)
def test_bad_tasks(read: Any, data: Any, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        read("eye-in-the-sky", data, "tasks.toml", "a")


def test_every_goal_names_figures_that_there_are() -> None:
    for name in LEVELS:
        level = tasks.find_level(name)
        facts = skylib.new_game(level.game, **level.settings).facts()
        assert not holds(level.goal.reached, facts)
        assert not level.goal.failed or not holds(level.goal.failed, facts)
        assert isinstance(level.goal, Goal)


def test_every_task_is_used_by_a_notebook() -> None:
    course = Path(skylib.__file__).parents[1] / "notebooks"
    if not course.is_dir():
        pytest.skip("no notebooks beside the package")
    text = "".join(p.read_text("utf-8") for p in course.rglob("*.ipynb"))
    unused = [name for name in (*LEVELS, *QUESTIONS, *DOUBTS) if f"'{name}'" not in text]
    assert not unused


def test_task_files_are_toml() -> None:
    folder = Path(tasks.__file__).parent / "tasks"
    names = sorted(p.stem for p in folder.glob("*.toml"))
    assert set(names) <= set(skylib.GAMES)
    for name in names:
        data = tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))
        assert set(data) <= {"level", "question", "doubt"}
