"""What makes a drill harder is real: counted over many questions of each kind."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from functools import lru_cache

import pytest

from skylib import GAMES
from skylib.lessons.drill_sequence import EASIEST, HARDEST, Problem, makers_of

COUNT = 24
KINDS = [name for game in (*GAMES, "hexes") for name in makers_of(game)]


@lru_cache
def asked(name: str, difficulty: int) -> list[Problem]:
    maker = makers_of(name.partition("/")[0])[name]
    return [maker(random.Random(f"{name} {n}"), difficulty) for n in range(COUNT)]


def share(found: list[Problem]) -> float:
    """The share of near misses."""
    return sum(p.near for p in found) / len(found)


@pytest.mark.parametrize("game", GAMES)
def test_there_are_at_least_five_kinds_a_game(game: str) -> None:
    assert len(makers_of(game)) >= 5


@pytest.mark.parametrize("name", KINDS)
def test_near_misses_grow(name: str) -> None:
    easy, hard = share(asked(name, EASIEST)), share(asked(name, HARDEST))
    assert easy <= 0.5
    assert hard >= easy + 0.25, f"{easy:.2f} to {hard:.2f}"


@pytest.mark.parametrize("name", KINDS)
def test_choices_grow_where_their_number_is_free(name: str) -> None:
    easy, hard = (sum(len(p.answers) for p in asked(name, d)) for d in (EASIEST, HARDEST))
    assert hard >= easy
    if name.partition("/")[2].startswith(("how-many", "what", "which-flight", "which-move")):
        assert hard >= easy + COUNT, f"{easy} to {hard}"


@pytest.mark.parametrize("difficulty", [EASIEST, HARDEST])
@pytest.mark.parametrize("name", KINDS)
def test_every_question_is_fair(name: str, difficulty: int) -> None:
    found = asked(name, difficulty)
    for problem in found:
        assert problem.right in problem.answers
        assert 2 <= len(problem.answers) == len(set(problem.answers))
        assert problem.asked and problem.because
        assert problem.rules or name.startswith("hexes/")
    assert len({p.right for p in found}) > 1, "always the same answer"
    if len({p.answers for p in found}) == 1:  # yes or no: neither is the better guess
        counts = [sum(p.right == answer for p in found) for answer in found[0].answers]
        assert max(counts) <= COUNT * 0.8


@pytest.mark.parametrize("name", KINDS)
def test_the_same_numbers_ask_the_same(name: str) -> None:
    maker = makers_of(name.partition("/")[0])[name]
    one, two = (maker(random.Random("again"), 3) for _ in "ab")
    assert (one.asked, one.answers, one.right, one.key) == (
        two.asked,
        two.answers,
        two.right,
        two.key,
    )


LEGALITY = [k for k in KINDS if k.partition("/")[2] in ("is-it-legal", "is-the-flight-legal")]


@pytest.mark.parametrize("name", LEGALITY)
def test_an_illegal_move_is_flown_and_judged_after(name: str) -> None:
    """With nobody to stop it, as at a table: its path stands on the map that is shown last."""
    refused = [p for d in (1, 5) for p in asked(name, d) if p.right == "not legal"]
    assert len(refused) >= COUNT // 2
    for problem in refused:
        assert problem.after is not None
        assert any(path.kind == "planned" for path in problem.after.paths)
        assert any(counter.ghost for counter in problem.after.counters)
        assert "Refused" in problem.because
    hard = [p for p in asked(name, 5) if p.right == "not legal"]
    assert all(p.before != p.after for p in hard)


DIGEST = """
import hashlib, random
from skylib import GAMES
from skylib.lessons.drill_sequence import makers_of
for game in (*GAMES, "hexes"):
    for name, maker in makers_of(game).items():
        problem = maker(random.Random(name), 4)
        said = (problem.asked, problem.answers, problem.right, problem.key, problem.because)
        print(name, hashlib.sha256(repr(said).encode()).hexdigest()[:12])
"""


def test_every_computer_asks_the_same() -> None:
    """Python orders sets of texts differently in every process; no question may show it."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for seed in ("1", "2")
    ]
    assert len(runs[0]) == len(KINDS)
    assert runs[0] == runs[1]
