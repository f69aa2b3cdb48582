"""Puzzles: every stored solution is found again by trying all legal moves."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

import skylib
from skylib.core.errors import DataError, SkylibError
from skylib.lessons.goals import holds
from skylib.lessons.puzzle_figures import figures, is_settled, takes_part, told
from skylib.lessons.puzzle_search import holds_everywhere, leaves, solve
from skylib.lessons.puzzles import (
    Puzzle,
    find_puzzle,
    grade_of,
    puzzles_of,
    read_puzzles,
)

LEAST = {
    "eye-in-the-sky": 20,
    "flying-circus": 20,
    "flying-circus-introductory": 10,
    "le-temps-des-as": 20,
}
ALL = [p for game in LEAST for p in puzzles_of(game).values()]


def hero(puzzle: Puzzle) -> str:
    """Who flies: named in the test behind the first figure."""
    facts = puzzle.new_game().facts()
    words = puzzle.reached.split(" ")
    return next(w for w in words if f"facing {w}" in facts or f"{w} facing" in facts)


@pytest.mark.parametrize("puzzle", ALL, ids=lambda p: p.name)
def test_all_legal_moves_tried_give_the_stored_solutions(puzzle: Puzzle) -> None:
    solved = solve(puzzle)
    assert solved.solutions == puzzle.solutions
    assert (solved.legal, solved.rows) == (puzzle.legal, puzzle.rows)
    assert solved.share == pytest.approx(puzzle.share)
    assert 1 <= len(puzzle.solutions) <= 4
    assert puzzle.grade == grade_of(puzzle.share, puzzle.computer)


@pytest.mark.parametrize("puzzle", ALL, ids=lambda p: p.name)
def test_a_solution_reaches_the_goal_when_it_is_played(puzzle: Puzzle) -> None:
    """By the game itself, with dice of its own, and the others answering with any move."""
    game = puzzle.new_game()
    assert game.to_move == puzzle.who
    row, left = list(puzzle.solutions[-1].split("; ")), puzzle.moves
    while left:
        if game.to_move == puzzle.who:
            step = game.play(row.pop(0))
        else:
            step = game.play(next(iter(game.legal_moves())))
        if puzzle.failed:
            assert not holds(puzzle.failed, figures(game, game.state))
        left -= is_settled(game, puzzle.who, step.before, step.after, puzzle.until)
    assert not row
    assert holds(puzzle.reached, figures(game, game.state))


@pytest.mark.parametrize("game", LEAST)
def test_there_are_enough_and_they_differ(game: str) -> None:
    there = list(puzzles_of(game).values())
    assert len(there) >= LEAST[game]
    assert len({p.motif for p in there}) >= 4
    assert max(Counter(p.motif for p in there).values()) <= len(there) / 2
    positions = Counter(p.settings["position"] for p in there)
    assert max(positions.values()) == 1
    questions = Counter((p.reached, p.solutions) for p in there)
    assert max(questions.values()) == 1
    assert len({(p.motif, p.title) for p in there}) > len(there) / 2
    assert len({p.grade for p in there}) >= 4
    assert [p.grade for p in there] == sorted(p.grade for p in there)


@pytest.mark.parametrize("game", LEAST)
def test_facings_and_rows_of_hexes_are_spread(game: str) -> None:
    facings, parities = Counter[str](), Counter[int]()
    for puzzle in puzzles_of(game).values():
        facts, id = puzzle.new_game().facts(), hero(puzzle)
        facings[facts.get(f"facing {id}") or facts[f"{id} facing"]] += 1
        name = facts.get(f"hex {id}") or facts[f"{id} hex"]
        parities[int(re.split(r"\.", name)[0] if "." in name else name[:2]) % 2] += 1
    assert len(facings) >= 5
    assert min(parities.values()) >= 3


@pytest.mark.parametrize("puzzle", ALL, ids=lambda p: p.name)
def test_hints_name_rules_that_there_are(puzzle: Puzzle) -> None:
    assert len(puzzle.hints) == 3
    book = skylib.find_game(puzzle.game).rules()
    named = [m for hint in puzzle.hints for m in re.findall(r"\b(?:EYE|FCI?|TDA)-[A-Z-]+", hint)]
    assert named
    assert all(id in book for id in named)
    for part in puzzle.reached.split(" and "):
        assert told(part.rsplit(" ", 2)[0])


@pytest.mark.parametrize("game", LEAST)
def test_giving_up_early_finds_the_same(game: str) -> None:
    """The search stops at a row's first end that misses; here every end is looked at."""
    there = sorted(puzzles_of(game).values(), key=lambda p: p.rows)
    for puzzle in there[:6]:
        start = puzzle.new_game()
        rows = list(leaves(start, puzzle.who, puzzle.moves, puzzle.failed, puzzle.until))
        found = [leaf for leaf in rows if holds_everywhere(start, puzzle.reached, leaf)]
        texts = sorted("; ".join(map(str, leaf.row)) for leaf in found)
        assert tuple(texts) == puzzle.solutions
        assert len(rows) == puzzle.rows
        assert len({leaf.row for leaf in rows}) == len(rows)
        assert sum(leaf.chance for leaf in rows) <= 1


def test_a_threat_is_what_trying_every_flight_finds() -> None:
    """Whether an enemy's next flight can bring a gun to bear, once more without short cuts."""
    from skylib.flying_circus import decisions, movement
    from skylib.flying_circus.sighting import is_sighted

    position = (
        "phase 7 allied move; A1 spad-13 1510 NE level 10 speed 5 max 6 dive 5; "
        "G1 pfalz-d-iii 1214 NE level 10 speed 5 max 5 dive 5"
    )
    game: Any = skylib.new_game("flying-circus", scenario="air-1917-d", seed=1, position=position)
    board, answers = game.map.board, set()
    enemy = game.state["G1"]
    room = movement.Around(board, frozenset(), False)
    flown = []
    for plan in decisions.plans(enemy, game.readings):
        task = decisions.task_of(enemy, plan, room)
        flown += [(task, f, movement.trace(task, f)[-1].place) for f in movement.flights(task)]
    for leaf in leaves(game, "allied"):
        me = leaf.ends[0]["A1"]
        if me.flying:
            answers.add((me.place, figures(game, leaf.ends[0])["answers A1"]))
    assert {answer for _, answer in answers} == {"0", "1"}
    for place, answer in answers:
        sighted = any(
            is_sighted("fixed", end, place, task, flight, "firer", game.readings)
            for task, flight, end in flown
            if end.level == place.level
        )
        assert answer == str(int(sighted)), place


def test_announcing_a_plan_is_no_row_of_its_own() -> None:
    game = skylib.new_game("flying-circus", scenario="air-1917-d", seed=1)
    game.play("A1 enters 0112 SE")
    plan = next(m for m in game.legal_moves() if type(m).__name__ == "Announce")
    assert not takes_part(plan)


def test_a_row_that_luck_decides_solves_nothing() -> None:
    """Guns spoil the last photograph with a 1: beside them nothing is certain."""
    game: Any = skylib.new_game("eye-in-the-sky", seed=1, players="1", guns="fire")
    spoilt = 0
    for leaf in leaves(game, "A"):
        if len(leaf.ends) > 1:
            worths = {figures(game, end)["worth A"] for end in leaf.ends}
            spoilt += len(worths) > 1
    assert sum(len(leaf.ends) == 1 for leaf in leaves(game, "A")) + spoilt > 0


@pytest.mark.parametrize("name", ["eye-in-the-sky/no-such", "eye-in-the-sky/", "le-temps-des-as/x"])
def test_an_unknown_puzzle_is_refused_with_those_that_there_are(name: str) -> None:
    with pytest.raises(SkylibError, match="has no puzzle"):
        find_puzzle(name)
    with pytest.raises(SkylibError, match="there is no game"):
        find_puzzle("chess/mate")


GOOD = """
[puzzle.one]
motif = "m"
title = "t"
who = "A"
asked = "a"
reached = "score A >= 1"
legal = 2
rows = 2
share = 0.5
computer = "finds"
grade = 1
solutions = ["fly 4"]
settings = { position = "p" }
"""


def test_a_file_of_puzzles_is_read() -> None:
    there = read_puzzles(GOOD, "eye-in-the-sky", "f")
    assert there["one"].solutions == ("fly 4",)
    assert there["one"].name == "eye-in-the-sky/one"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('motif = "m"', "", "one.motif: is missing"),
        ('motif = "m"', 'motif = "m"\ncolour = "red"', "one.colour: is no field"),
        ("grade = 1", "grade = 6", "is 1 to 5"),
        ("grade = 1", "grade = 0", "whole number"),
        ("legal = 2", "legal = true", "whole number"),
        ("share = 0.5", "share = 1.5", "above 0"),
        ("share = 0.5", "share = 1", "above 0"),
        ('"finds"', '"guesses"', "finds or misses"),
        ('["fly 4"]', "[]", "are none"),
        ('["fly 4"]', "[4]", "list of texts"),
        ('{ position = "p" }', "{}", "with a position"),
        ('{ position = "p" }', "3", "with a position"),
        ('title = "t"', "title = 3", "is text"),
        ("[puzzle.one]", "[level.one]", "no table of puzzles"),
        ("[puzzle.one]", "[puzzle.one", "no TOML"),
        (GOOD, "puzzle = { one = 3 }", "is no table"),
    ],
)
def test_a_bad_file_is_refused_with_puzzle_and_field(old: str, new: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        read_puzzles(GOOD.replace(old, new), "eye-in-the-sky", "f")
