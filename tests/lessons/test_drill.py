"""Drills: seeded, endless, and always agreeing with the engine."""

from __future__ import annotations

import random
import re
import sys
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
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
from skylib.lessons.drill_sequence import Sequence, recall
from skylib.lessons.logbook import Logbook, own_logbook
from skylib.lessons.results import Result

logbook_module = sys.modules[Logbook.__module__]  # the package shows its function by that name

MANY = 150
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
    made = problems(maker, many=60)
    rights = set()
    for problem in made:
        assert len(set(problem.answers)) == len(problem.answers) >= 2
        assert problem.right in problem.answers
        assert problem.asked and problem.because and problem.before is not None
        rights.add(problem.answers.index(problem.right))
    assert len(rights) > 1, "the right answer always stands in the same place"
    first = [(p.asked, p.key) for p in made[:20]]
    assert [(p.asked, p.key) for p in problems(maker, many=20)] == first
    assert [(p.asked, p.key) for p in problems(maker, seed=2, many=20)] != first


def test_is_it_legal_agrees_with_the_engine() -> None:
    count = 0
    for problem in problems(eye.is_it_legal):
        game = game_of(problem)
        text = re.fullmatch(r"Plane A wants to do this: (.+)\. Is the move legal\?", problem.asked)
        move = game.parse_move(text[1])
        legal = move in list(game.legal_moves())
        assert problem.right == ("legal" if legal else "not legal")
        assert problem.because == str(game.check(move))
        # A legal move is played, a refused one is flown on the map all the same.
        assert problem.after != problem.before
        assert any(p.kind == ("flown" if legal else "planned") for p in problem.after.paths)
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
        # All of them end on the runway or beside it.
        end = game.destination(step.before, step.move)[0]
        assert min(distance(end, hex) for hex in game.field.runway) <= 1
        count += handed_in
    assert MANY * 0.3 < count < MANY * 0.6


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
        n = int(re.search(r"lies (\d) hex", problem.asked)[1])
        assert f"faces {ROWS.facing_name(plane.facing)}." in problem.asked
        hex: Hex = plane.hex
        for _ in range(n):
            hex = ROWS.neighbour(hex, plane.facing)
        assert problem.right == board.name(hex)
        assert problem.after.marks[0].hexes == (hex,)


def test_only_one_move_is_legal() -> None:
    for problem in problems(eye.which_move_is_legal, many=60):
        game = game_of(problem)
        legal = {str(move) for move in game.legal_moves()}
        assert [a for a in problem.answers if a in legal] == [problem.right]


def test_the_best_photograph_agrees_with_a_count_by_hand() -> None:
    for problem in problems(eye.which_photograph_scores_most, many=60):
        game = game_of(problem)
        field, black = game.field, set(game.field.board.hexes_of(game.state.black))

        def worth(name: str, field: Any = field, black: set[Hex] = black) -> int:
            photo = field.board.hex(name)
            seen = [h for h in field.board if distance(h, photo) <= 2 and h not in black]
            return sum(20 if h in field.artillery else 3 if h in field.area else 1 for h in seen)

        sums = {name: worth(name) for name in problem.answers}
        assert [n for n in sums if sums[n] == max(sums.values())] == [problem.right]


# ---- the drill ----------------------------------------------------------------------------


def wrong(problem: Problem) -> str:
    return next(a for a in problem.answers if a != problem.right)


def run(drill: Drill, count: int, right: bool = True) -> list[str]:
    """The questions of a drill that is answered rightly or wrongly all the way."""
    asked = []
    for _ in range(count):
        asked.append(
            f"{drill.posed.name} {drill.posed.key} {drill.problem.asked} {drill.problem.key}"
        )
        drill.answer(drill.problem.right if right else wrong(drill.problem))
        drill.next()
    return asked


def test_a_drill_is_seeded_and_endless() -> None:
    one, two, three = (lessons.drill("eye-in-the-sky", seed=seed) for seed in (7, 7, 8))
    assert run(one, 25) == run(two, 25) != run(three, 25)
    assert (one.asked, one.right, one.streak) == (25, 25, 25)


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


def test_alike_questions_are_made_anew() -> None:
    """A maker that repeats itself is asked again, and the address still finds the question."""

    def coin(rng: random.Random, difficulty: int) -> Problem:
        side = rng.choice(("heads", "tails"))
        return Problem("coin", f"{side}?", ("yes", "no"), "yes", "so it is")

    sequence = Sequence({"hexes/coin": coin}, 1, 2)
    posed = [next(sequence) for _ in range(30)]
    sides = [p.problem.asked for p in posed]
    assert all(a != b for a, b in pairwise(sides))
    assert any(p.key.count(".") == 2 for p in posed)
    for p in posed:
        rng = random.Random(f"1 hexes/coin {p.key}")
        assert coin(rng, 2) == p.problem


# ---- difficulty ---------------------------------------------------------------------------


def test_difficulty_follows_the_learner() -> None:
    """Two right ones in a row raise it, a wrong one lowers it; it stays within 1 and 5."""
    drill = lessons.drill("hexes", seed=3)
    seen = []
    for good in (True, True, True, False, True, True, *[True] * 6, *[False] * 6):
        seen.append(drill.difficulty)
        drill.answer(drill.problem.right if good else wrong(drill.problem))
        assert f"Difficulty {drill.difficulty} of 5." in drill._score.value
        drill.next()
    assert seen == [2, 2, 3, 3, 2, 2, 3, 3, 4, 4, 5, 5, 5, 4, 3, 2, 1, 1]


def test_what_is_asked_at_a_difficulty_does_not_depend_on_the_learner() -> None:
    """Two learners who come to a difficulty by different ways meet the same questions."""
    able = lessons.drill("eye-in-the-sky", seed=5)
    slow = lessons.drill("eye-in-the-sky", seed=5)
    met: list[dict[str, str]] = [{}, {}]
    for drill, answers, found in ((able, (True,), met[0]), (slow, (True, True, False), met[1])):
        for number in range(30):
            found[f"{drill.posed.name} {drill.posed.key}"] = drill.problem.asked
            good = answers[number % len(answers)]
            drill.answer(drill.problem.right if good else wrong(drill.problem))
            drill.next()
    shared = set(met[0]) & set(met[1])
    assert len(shared) >= 4
    assert all(met[0][key] == met[1][key] for key in shared)


def test_a_class_is_asked_the_very_same() -> None:
    good, bad = (lessons.drill("eye-in-the-sky", seed=5, difficulty=3) for _ in "ab")
    assert run(good, 20) == run(bad, 20, right=False)
    assert good.difficulty == bad.difficulty == 3
    assert "Difficulty 3 of 5, the same for everybody." in good._score.value
    assert "the same for everybody" in good.text()


@pytest.mark.parametrize("difficulty", [0, 6, 2.5, "hard"])
def test_no_such_difficulty(difficulty: Any) -> None:
    with pytest.raises(SkylibError, match="a difficulty is 1 to 5"):
        lessons.drill("hexes", difficulty=difficulty)


def test_a_seed_is_a_number() -> None:
    with pytest.raises(SkylibError, match="whole number, not 'x'"):
        lessons.drill("hexes", seed="x")


# ---- missed ones --------------------------------------------------------------------------


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
    assert "This one you missed before." in drill._score.value
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


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Logbook:
    """A logbook on disk whose clock tests set."""
    monkeypatch.setenv("SKYLIB_LOGBOOK", str(tmp_path / "logbook.jsonl"))
    monkeypatch.setattr(logbook_module, "_own", None)
    book = own_logbook()
    book._clock = lambda: 1_700_000_000.0
    return book


def test_answers_are_told(book: Logbook) -> None:
    drill = lessons.drill("eye-in-the-sky", "is-it-legal", seed=11)
    rules = drill.problem.rules
    drill.answer(drill.problem.right)
    drill.next()
    drill.answer(wrong(drill.problem))
    one, two = (e.result for e in book.entries())
    assert one == Result(
        "drill", "eye-in-the-sky/is-it-legal", True, seed=11, key="2.1", rules=rules
    )
    assert rules and (two.right, two.key) == (False, "2.2")


def test_missed_ones_come_back_in_a_later_session(book: Logbook) -> None:
    drill = lessons.drill("eye-in-the-sky", "is-it-legal", seed=11)
    missed = drill.problem
    drill.answer(wrong(missed))
    # At once it does not, nor in a drill of another kind.
    assert missed.key not in " ".join(run(lessons.drill("eye-in-the-sky", seed=2), 8))
    book._clock = lambda: 1_700_000_000.0 + 700
    other = lessons.drill("eye-in-the-sky", "where-does-it-end", seed=2)
    assert missed.key not in " ".join(run(other, 8))
    later = lessons.drill("eye-in-the-sky", "is-it-legal", seed=2)
    assert later.problem != missed, "what a cell shows at first is the same for all"
    for _ in range(2):
        later.answer(later.problem.right)
        later.next()
    assert later.problem == missed
    assert "This one you missed before." in later._score.value
    later.answer(missed.right)
    assert book.to_repeat() == [], "it is due tomorrow"
    (item,) = book.to_repeat(due=False)
    assert (item.name, item.seed, item.key, item.step) == (
        "eye-in-the-sky/is-it-legal",
        11,
        "2.1",
        1,
    )


def test_a_class_is_not_asked_what_one_of_them_missed(book: Logbook) -> None:
    drill = lessons.drill("hexes", seed=3, difficulty=2)
    missed = drill.problem
    drill.answer(wrong(missed))
    book._clock = lambda: 1_700_000_000.0 + 700
    again = lessons.drill("hexes", seed=4, difficulty=2)
    assert missed.key not in " ".join(run(again, 10))


@pytest.mark.parametrize(
    "name, seed, key",
    [
        ("hexes/juggling", 1, "2.1"),
        ("chess/how-far", 1, "2.1"),
        ("hexes/how-far", None, "2.1"),
        ("hexes/how-far", 1, "9.1"),
        ("hexes/how-far", 1, "2.0"),
        ("hexes/how-far", 1, ""),
        ("hexes/how-far", 1, "2.1.1.1"),
    ],
)
def test_what_no_version_asks_is_passed_over(
    book: Logbook, name: str, seed: int | None, key: str
) -> None:
    with pytest.raises(SkylibError):
        recall(name, seed, key)
    book.add(Result("drill", name, False, seed=seed, key=key))
    book._clock = lambda: 1_700_000_000.0 + 700
    run(lessons.drill("hexes", seed=4), 10)


def test_a_logbook_that_cannot_be_kept_is_told(
    book: Logbook, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "logbook.jsonl").mkdir()
    drill = lessons.drill("hexes", seed=3)
    assert "logbook" not in drill._score.value
    drill.answer(drill.problem.right)
    assert "cannot be kept on disk" in drill._score.value
    assert len(book.entries()) == 1


# ---- the rest -----------------------------------------------------------------------------


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
    drill = Drill({"hexes/k": lambda rng, difficulty: problem})
    assert drill.next() is problem and drill.next() is problem


def test_errors_are_shown() -> None:
    def fails(rng: random.Random, difficulty: int) -> Problem:
        if made:
            raise SkylibError("nothing left to ask")
        made.append(1)
        return Problem("k", "Yes?", ("yes", "no"), "yes", "so it is")

    made: list[int] = []
    drill = Drill({"hexes/k": fails})
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
    # Harder questions have more answers; each is a widget's option, not a widget.
    assert len(core._instances) <= before + 5


def test_what_a_cell_shows() -> None:
    one, two = (lessons.drill("eye-in-the-sky", seed=5) for _ in "ab")
    assert one.text() == two.text() == one._repr_mimebundle_()["text/plain"]
    head = "Drill, seed 5. Difficulty 2 of 5. First question:\nQuestion: "
    assert one.text().startswith(head)
    assert "image/png" in one._repr_mimebundle_()
