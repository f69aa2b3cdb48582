"""Drills: seeded, endless, and always agreeing with the engine."""

from __future__ import annotations

import random
import re
from functools import lru_cache
from typing import Any

import ipywidgets.widgets.widget as core
import pytest
from hands import Pilot

import skylib
from skylib import lessons
from skylib.core.errors import SkylibError
from skylib.core.hexes import ROWS, Hex, distance
from skylib.lessons import eye_in_the_sky_drills as eye
from skylib.lessons import hexes_drills as hexes
from skylib.lessons.drill import Drill, Problem

MANY = 300
MAKERS = [getattr(module, name) for module in (eye, hexes) for name in module.__all__]


@lru_cache
def problems(maker: Any, seed: int = 1, many: int = MANY) -> list[Problem]:
    rng = random.Random(seed)
    return [maker(rng) for _ in range(many)]


def plane_of(problem: Problem) -> Any:
    """Plane A before the move, from the picture alone."""
    return next(c for c in problem.before.counters if c.id == "A")


def game_of(problem: Problem) -> Any:
    """The position of a problem, set up again from its picture alone."""
    scene = problem.before
    board = scene.ground.board
    parts = ["play round 1", "first A", "to move A"]
    for counter in scene.counters:
        text = f"{counter.id} {board.name(counter.hex)} {ROWS.facing_name(counter.facing)}"
        photos = [board.name(t.hex) for t in scene.tokens if t.letter == counter.id]
        parts.append(text + (" photos " + " ".join(photos) if photos else ""))
    black = [board.name(h) for a in scene.areas if a.kind == "reported" for h in a.hexes]
    parts.append(f"black {' '.join(black)}".strip())
    return skylib.new_game("eye-in-the-sky", seed=1, position="; ".join(parts))


# ---- every problem --------------------------------------------------------------------


@pytest.mark.parametrize("maker", MAKERS, ids=lambda m: m.__name__)
def test_every_problem_is_a_fair_question(maker: Any) -> None:
    made = problems(maker)
    rights = set()
    for problem in made:
        assert len(set(problem.answers)) == len(problem.answers) >= 2
        assert problem.right in problem.answers
        assert problem.asked and problem.because and problem.before is not None
        rights.add(problem.answers.index(problem.right))
    assert len(rights) > 1, "the right answer always stands in the same place"
    first = [p.asked for p in made[:20]]
    assert [p.asked for p in problems(maker, many=20)] == first
    assert [p.asked for p in problems(maker, seed=2, many=20)] != first


def test_is_it_legal_agrees_with_the_engine() -> None:
    count = 0
    for problem in problems(eye.is_it_legal):
        game = game_of(problem)
        text = re.fullmatch(r"Plane A wants to do this: (.+)\. Is the move legal\?", problem.asked)
        move = game.parse_move(text[1])
        legal = move in list(game.legal_moves())
        assert problem.right == ("legal" if legal else "not legal")
        assert problem.because == str(game.check(move))
        assert (problem.after == problem.before) is not legal
        count += legal
    assert MANY * 0.35 < count < MANY * 0.65


def test_where_does_it_end_agrees_with_the_engine() -> None:
    for problem in problems(eye.where_does_it_end):
        game = game_of(problem)
        text = re.fullmatch(r"Plane A: (.+)\. Where is it then\?", problem.asked)
        step = game.play(text[1])
        hex, facing, _ = game.destination(step.before, step.move)
        assert problem.right == f"{game.field.board.name(hex)} facing {ROWS.facing_name(facing)}"
        assert problem.because == str(step.ruling)
        for answer in problem.answers:
            name, _, side = answer.partition(" facing ")
            assert game.field.board.find(name) is not None and side in ROWS.facings


def test_is_it_a_landing_agrees_with_the_engine() -> None:
    count = 0
    for problem in problems(eye.is_it_a_landing):
        game = game_of(problem)
        text = re.fullmatch(r"Plane A: (.+)\. Is that a landing\?", problem.asked)
        photos = len(game.state.planes[0].photos)
        step = game.play(text[1])
        handed_in = photos > 0 and not step.after.planes[0].photos
        assert problem.right == ("a landing" if handed_in else "no landing")
        # All of them end on the runway: only the facing decides.
        assert game.destination(step.before, step.move)[0] in game.field.runway
        count += handed_in
    assert MANY * 0.15 < count < MANY * 0.6


def test_what_does_it_score_agrees_with_a_count_by_hand() -> None:
    for problem in problems(eye.what_does_it_score):
        game = game_of(problem)
        field, plane = game.field, game.state.planes[0]
        black = set(field.board.hexes_of(game.state.black))
        points = 0
        for photo in plane.photos:
            for hex in field.board:
                if distance(hex, photo) <= 2 and hex not in black:
                    black.add(hex)
                    points += 20 if hex in field.artillery else 3 if hex in field.area else 1
        assert problem.right == str(points)
        assert all(answer.isdecimal() for answer in problem.answers)
        assert list(map(int, problem.answers)) == sorted(map(int, problem.answers))


def test_how_far_agrees_with_a_walk() -> None:
    for problem in problems(hexes.how_far):
        board = problem.before.ground.board
        here = plane_of(problem).hex
        (there,) = problem.before.marks[0].hexes
        assert board.name(there) in problem.asked
        reached, steps = {here}, 0
        while there not in reached:
            reached |= {n for h in reached for n in board.neighbours(h)}
            steps += 1
        assert problem.right == str(steps)


def test_what_lies_ahead_agrees_with_a_walk() -> None:
    for problem in problems(hexes.what_lies_ahead):
        board, plane = problem.before.ground.board, plane_of(problem)
        n = int(re.search(r"lies (\d) hexes", problem.asked)[1])
        assert f"faces {ROWS.facing_name(plane.facing)}." in problem.asked
        hex: Hex = plane.hex
        for _ in range(n):
            hex = ROWS.neighbour(hex, plane.facing)
        assert problem.right == board.name(hex)
        assert problem.after.marks[0].hexes == (hex,)


# ---- the drill ----------------------------------------------------------------------------


def wrong(problem: Problem) -> str:
    return next(a for a in problem.answers if a != problem.right)


def test_a_drill_is_seeded_and_endless() -> None:
    def run(seed: int) -> list[str]:
        drill = lessons.drill("eye-in-the-sky", seed=seed)
        asked = []
        for _ in range(25):
            asked.append(drill.problem.asked)
            assert drill.answer(drill.problem.right)
            drill.next()
        assert (drill.asked, drill.right, drill.streak) == (25, 25, 25)
        return asked

    assert run(7) == run(7) != run(8)


@pytest.mark.parametrize("game", ["eye-in-the-sky", "hexes"])
def test_no_two_alike_follow_each_other(game: str) -> None:
    drill = lessons.drill(game, seed=2)
    last = drill.problem
    kinds = {last.kind}
    for _ in range(40):
        problem = drill.next()
        assert (problem.asked, problem.key) != (last.asked, last.key)
        kinds.add(problem.kind)
        last = problem
    assert len(kinds) == len((eye if game == "eye-in-the-sky" else hexes).__all__)


def test_missed_ones_come_back_after_three_others() -> None:
    drill = lessons.drill("hexes", seed=3)
    missed = drill.problem
    assert not drill.answer(wrong(missed))
    assert drill.streak == 0
    between = []
    while drill.next() is not missed:
        between.append(drill.problem)
        drill.answer(drill.problem.right)
    assert len(between) == 3
    drill.answer(missed.right)
    assert drill.streak == 4
    # Answered right it does not come back.
    for _ in range(8):
        assert drill.next() is not missed
        drill.answer(drill.problem.right)


def test_a_missed_one_that_was_skipped_comes_back_again() -> None:
    drill = lessons.drill("hexes", seed=3)
    missed = drill.problem
    drill.answer(wrong(missed))
    while drill.next() is not missed:
        drill.answer(drill.problem.right)
    drill.next()  # without an answer
    seen = [drill.problem]
    for _ in range(5):
        drill.answer(drill.problem.right)
        seen.append(drill.next())
    assert missed in seen


def test_five_in_a_row() -> None:
    drill = lessons.drill("hexes", seed=3)
    for n in range(1, 6):
        assert "Five in a row" not in drill._score.value
        drill.answer(drill.problem.right)
        assert f"{n} of {n} right, {n} in a row." in drill._score.value
        if n < 5:
            drill.next()
    assert "Five in a row" in drill._score.value
    drill.next()
    drill.answer(wrong(drill.problem))
    assert "5 of 6 right, 0 in a row." in drill._score.value


def test_a_maker_with_one_question_only_goes_on() -> None:
    problem = Problem("k", "Yes?", ("yes", "no"), "yes", "so it is")
    drill = Drill(lambda rng: problem)
    assert drill.next() is problem and drill.next() is problem


def test_errors_are_shown() -> None:
    def fails(rng: random.Random) -> Problem:
        if rng.random() < 0 or made:
            raise SkylibError("nothing left to ask")
        made.append(1)
        return Problem("k", "Yes?", ("yes", "no"), "yes", "so it is")

    made: list[int] = []
    drill = Drill(fails)
    drill.map = None
    Pilot(drill).click("Next question")
    assert "nothing left to ask" in drill._score.value


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (("chess",), "there is no game 'chess'"),
        (("eye-in-the-sky", "juggling"), "there is no drill 'juggling'; there are is-it-a-landing"),
    ],
)
def test_no_such_drill(arguments: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(SkylibError, match=complaint):
        lessons.drill(*arguments)


def test_old_questions_are_closed() -> None:
    """An endless drill does not fill the memory."""
    drill = lessons.drill("eye-in-the-sky", seed=2)
    drill.next()
    before = len(core._instances)
    for _ in range(20):
        drill.answer(drill.problem.right)
        drill.next()
    assert len(core._instances) <= before + 5


def test_what_a_cell_shows() -> None:
    one, two = (lessons.drill("eye-in-the-sky", seed=5) for _ in "ab")
    assert one.text() == two.text() == one._repr_mimebundle_()["text/plain"]
    assert one.text().startswith("Drill, seed 5. First question:\nQuestion: Plane A")
    assert "image/png" in one._repr_mimebundle_()
