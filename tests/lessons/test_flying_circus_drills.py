"""Every drill of Flying Circus asks what the engine answers; about half are near misses."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from skylib.flying_circus.game import FlyingCircus
from skylib.lessons import drill, flying_circus_drills, flying_circus_introductory_drills
from skylib.lessons.drill import Problem

STANDARD = flying_circus_drills.__all__
INTRODUCTORY = flying_circus_introductory_drills.__all__


def problems(module: object, name: str, count: int = 12) -> list[Problem]:
    make = getattr(module, name)
    return [make(random.Random(f"{name} {n}")) for n in range(count)]


@pytest.mark.parametrize("name", STANDARD)
def test_standard_problems_are_sound(name: str) -> None:
    check(problems(flying_circus_drills, name))


@pytest.mark.parametrize("name", INTRODUCTORY)
def test_introductory_problems_are_sound(name: str) -> None:
    check(problems(flying_circus_introductory_drills, name))


def check(found: list[Problem]) -> None:
    for problem in found:
        assert problem.right in problem.answers
        assert 2 <= len(set(problem.answers)) == len(problem.answers)
        assert problem.asked and problem.because
        if problem.before is not None:
            assert "efused" not in "\n".join(problem.before.words)
    assert len({p.right for p in found}) > 1, "always the same answer"
    assert len({p.key for p in found}) > 1


@pytest.mark.parametrize("name", ["is_it_sighted", "how_many_points", "which_gun_bears"])
def test_the_same_seed_asks_the_same(name: str) -> None:
    make = getattr(flying_circus_drills, name)
    one, two = make(random.Random(5)), make(random.Random(5))
    assert (one.asked, one.answers, one.right) == (two.asked, two.answers, two.right)


def test_points_are_counted_by_hand() -> None:
    """The costs of the turn mode chart, added up a second way."""
    first = {"A": 1, "B": 2, "C": 1, "D": 2}
    for n in range(30):
        problem = flying_circus_drills.how_many_points(random.Random(n))
        kind_id, steps, dive = problem.key.split()
        kind = FlyingCircus.new_game("air-1918-a", seed=1).charts[kind_id]
        total = 5 * (int(dive) - 1) if int(dive) else 0
        turned = False
        for step in steps:
            if step == "F":
                total, turned = total + 1, False
            elif step in "LR":
                mode = kind.turn_left if step == "L" else kind.turn_right
                total += 1 if turned else first[mode]
                turned = True
        assert problem.right == str(total), problem.asked


def test_illegal_flights_are_near_misses() -> None:
    found = problems(flying_circus_drills, "is_the_flight_legal", 30)
    share = sum(p.right == "not legal" for p in found) / len(found)
    assert 0.25 < share < 0.75


def test_the_drill_runs_with_all_kinds() -> None:
    shown = drill("flying-circus", seed=3)
    for _ in range(6):
        shown.answer(shown.problem.right)
        shown.next()
    assert shown.streak >= 5
    assert drill("flying-circus-introductory").text()


SLIPS = re.compile(
    r"\b1 (?:hexes|hexsides|points|boxes|phases|levels|are)\b"  # one with a plural
    r"|\ba (?:Albatros|SE|F2B)|\bA (?:Albatros|SE|F2B)"
    r"|Hex\(|Place\(|\[#|None\b"  # what only a programmer reads
    r"|\w+ and \w+ and \w+\?"
)


@pytest.mark.parametrize(
    "module, name",
    [(m, n) for m in (flying_circus_drills, flying_circus_introductory_drills) for n in m.__all__],
)
def test_drills_are_written_in_english(module: object, name: str) -> None:
    for difficulty in range(1, 6):
        for n in range(6):
            problem = getattr(module, name)(random.Random(f"{name} {n}"), difficulty)
            for text in (problem.asked, problem.because, *problem.answers):
                assert not (slip := SLIPS.search(text)), (slip, text)
                assert text[0] == text[0].upper() or text in problem.answers, text


def damage_told(asked: str, reach: int) -> dict[int, int]:
    """The column of a range, read from the words of a question alone."""
    if found := re.findall(r"die (\d): (\d)", asked):
        return {int(die): int(points) for die, points in found}
    rows = re.findall(r"of (\d): ((?:\d )+\d)", asked)
    assert len(rows) == 6
    return {int(die): int(row.split()[reach - 1]) for die, row in rows}


@pytest.mark.parametrize("difficulty", range(1, 6))
@pytest.mark.parametrize(
    "make",
    [
        flying_circus_drills.what_can_the_shot_do,
        flying_circus_introductory_drills.what_is_left,
        flying_circus_introductory_drills.how_likely_is_it_shot_down,
    ],
)
def test_a_shot_can_be_worked_out_from_the_question(make: Any, difficulty: int) -> None:
    """Nobody knows a combat table by heart; ours are in no book at all."""
    for n in range(12):
        problem = make(random.Random(n), difficulty)
        asked = problem.asked
        (reach,) = map(int, re.findall(r"at range (\d)", asked))
        points = damage_told(asked, reach)
        if speeds := re.search(r"maximum speed of (\d+) and a stall speed of (\d+)", asked):
            left = int(speeds[1]) - int(speeds[2])
        else:
            (left,) = map(int, re.findall(r"(\d+) movement point", asked))
        if rolled := re.search(r"rolls (\d)", asked):
            after = left - points[int(rolled[1])]
            assert problem.right == (str(after) if after > 0 else "shot down")
        else:
            assert problem.right == str(sum(p >= left for p in points.values()))
