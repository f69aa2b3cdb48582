"""Puzzles on the flight deck, and the shelf of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hands import Pilot, widgets_of

from skylib import lessons
from skylib.core.errors import SkylibError
from skylib.lessons.puzzle_deck import PuzzleDeck
from skylib.lessons.puzzles import Puzzle, find_puzzle, puzzles_of
from skylib.lessons.results import Result, listen

GAMES = ("eye-in-the-sky", "flying-circus", "flying-circus-introductory", "le-temps-des-as")


@pytest.fixture
def results() -> Iterator[list[Result]]:
    got: list[Result] = []
    end = listen(got.append)
    yield got
    end()


def one(game: str, moves: int = 1) -> Puzzle:
    return next(p for p in puzzles_of(game).values() if p.moves == moves)


def fly(deck: PuzzleDeck, row: str) -> None:
    for move in row.split("; "):
        deck.play(move)


def wrong(deck: PuzzleDeck) -> str:
    """A first move that begins no solution."""
    begins = {s.split("; ")[0] for s in deck.puzzle.solutions}
    moves = (str(m) for m in deck.game.legal_moves() if type(m).__name__ != "Announce")
    return next(m for m in moves if m not in begins)


def fly_wrong(deck: PuzzleDeck) -> None:
    """Any row of moves that solves nothing, to where it is decided."""
    deck.play(wrong(deck))
    while not deck.verdict:
        deck.play(next(iter(deck.game.legal_moves())))


@pytest.mark.parametrize("game", GAMES)
def test_every_solution_counts_and_earns_three_stars(game: str, results: list[Result]) -> None:
    for number, row in enumerate(one(game).solutions):
        deck = lessons.puzzle(one(game).name)
        fly(deck, row)
        assert deck.verdict == "reached"
        assert "✓ Solved" in deck._goal.value
        assert "★★★" in deck._goal.value
        told = results[number]
        assert (told.kind, told.name, told.right) == ("puzzle", one(game).name, True)
        assert told.stars == 3
        assert told.rules


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_try_plays_on_and_says_which_figure_fell_short(
    game: str, results: list[Result]
) -> None:
    deck = lessons.puzzle(one(game).name)
    fly_wrong(deck)
    assert deck.verdict == "failed"
    assert "✗ Not this time" in deck._goal.value
    assert "asked for" in deck._goal.value or "avoided" in deck._goal.value
    assert deck.game.history
    assert [r.right for r in results] == [False]
    Pilot(deck).click("Start again")
    assert deck.verdict == ""
    fly(deck, deck.puzzle.solutions[0])
    assert [r.right for r in results] == [False, True]
    assert results[-1].stars == 2


def test_the_same_wrong_try_counts_once_and_many_leave_a_star(results: list[Result]) -> None:
    deck = lessons.puzzle(one("eye-in-the-sky").name)
    deck.play(wrong(deck))
    deck.refresh()
    deck.undo()
    deck.redo()
    assert deck.tries <= 2
    for _ in range(5):
        deck.restart()
        deck.play(wrong(deck))
    deck.restart()
    deck.play(deck.puzzle.solutions[0])
    assert results[-1].stars == 1
    assert [r.right for r in results] == [False, True]


def test_a_solved_puzzle_flown_again_is_told_once(results: list[Result]) -> None:
    deck = lessons.puzzle(one("eye-in-the-sky").name)
    deck.play(deck.puzzle.solutions[0])
    deck.restart()
    deck.play(deck.puzzle.solutions[0])
    assert len(results) == 1


def test_hints_come_in_steps_and_cost_a_star_each(results: list[Result]) -> None:
    deck = lessons.puzzle(one("eye-in-the-sky").name)
    pilot = Pilot(deck)
    pilot.press("h")
    assert deck.puzzle.hints[0] in pilot.status
    assert "★★" in pilot.status
    pilot.press("h", "h", "h")
    assert "begin so" in pilot.status
    pilot.press("h")
    assert "no more hints" in pilot.status
    deck.restart()
    deck.play(deck.puzzle.solutions[0])
    assert results[-1].stars == 1
    assert results[-1].hints == 4


def test_the_solution_is_shown_on_demand_and_earns_nothing_then(results: list[Result]) -> None:
    deck = lessons.puzzle(one("eye-in-the-sky").name)
    pilot = Pilot(deck)
    deck.play(wrong(deck))
    pilot.click("Solution")
    assert deck.game.history == []
    assert all(way in pilot.status for way in deck.puzzle.solutions)
    assert str(deck.controls.draft) == deck.puzzle.solutions[0]
    pilot.press("Enter")
    assert deck.verdict == "reached"
    assert results[-1].stars == 0


def test_two_moves_are_decided_after_the_second(results: list[Result]) -> None:
    puzzle = one("eye-in-the-sky", 2)
    deck = lessons.puzzle(puzzle.name)
    first, second = puzzle.solutions[0].split("; ")
    assert "(move 1 of 2)" in deck._goal.value
    deck.play(first)
    assert deck.verdict == ""
    assert "(move 2 of 2)" in deck._goal.value
    deck.play(second)
    assert deck.verdict == "reached"
    assert len(results) == 1


def test_luck_is_not_taken_for_a_solution() -> None:
    """A row that happens to reach the figures, but is not proven, is told so."""
    puzzle = one("eye-in-the-sky")
    deck = lessons.puzzle(puzzle.name)
    deck.puzzle = Puzzle(**{**_fields(puzzle), "solutions": ("spiral N",)})
    deck.play(puzzle.solutions[0])
    assert deck.verdict == "failed"
    assert "only by luck" in deck._goal.value


def _fields(puzzle: Puzzle) -> dict[str, Any]:
    return {name: getattr(puzzle, name) for name in Puzzle.__dataclass_fields__}


def test_a_saved_try_is_loaded_and_another_position_is_not() -> None:
    deck = lessons.puzzle(one("eye-in-the-sky").name)
    deck.play(wrong(deck))
    deck.save()
    deck.restart()
    deck.load()
    assert deck.verdict == "failed"
    other = lessons.fly("eye-in-the-sky", seed=1)
    other.save()
    deck._text.value = other._text.value
    with pytest.raises(SkylibError, match="another position"):
        deck.load()


@pytest.mark.parametrize("game", GAMES)
def test_the_shelf_goes_round_and_remembers_what_is_solved(game: str) -> None:
    shelf = lessons.puzzles(game)
    count = len(puzzles_of(game))
    assert shelf.text().startswith(f"{count} puzzles of ")
    assert shelf.puzzle.grade == 1 or shelf.puzzle.grade == min(p.grade for p in shelf.all)
    fly(shelf.deck, shelf.puzzle.solutions[0])
    shelf.go(1)
    assert "Solved here: 1" in shelf._said.value
    assert "✓" in shelf._list.options[0][0]
    shelf.go(-1)
    assert shelf.at == count - 1
    before = len(list(widgets_of(shelf.widget)))
    shelf.go(0)
    assert abs(len(list(widgets_of(shelf.widget))) - before) < 60


def test_the_shelf_by_grade_by_list_and_by_seed() -> None:
    shelf = lessons.puzzles("eye-in-the-sky")
    grades = sorted({p.grade for p in shelf.all})
    shelf._grade.value = grades[-1]
    assert {p.grade for p in shelf.puzzles} == {grades[-1]}
    shelf._grade.value = 0
    assert len(shelf.puzzles) == len(shelf.all)
    shelf._list.value = 3
    assert shelf.at == 3
    assert shelf.deck.puzzle is shelf.puzzles[3]
    names = [p.name for p in lessons.puzzles("eye-in-the-sky", seed=5).all]
    assert names == [p.name for p in lessons.puzzles("eye-in-the-sky", seed=5).all]
    assert names != [p.name for p in shelf.all]
    assert sorted(names) == sorted(p.name for p in shelf.all)


def test_what_the_shelf_does_not_have() -> None:
    with pytest.raises(SkylibError, match="1 to 5"):
        lessons.puzzles("eye-in-the-sky", grade=7)
    with pytest.raises(SkylibError, match="there is no game"):
        lessons.puzzles("chess")
    with pytest.raises(SkylibError, match="has no puzzle"):
        lessons.puzzle("eye-in-the-sky/none")


def test_the_text_of_a_puzzle_is_fixed() -> None:
    puzzle = one("eye-in-the-sky")
    text = lessons.puzzle(puzzle.name).text()
    assert text == lessons.puzzle(puzzle.name).text()
    assert puzzle.asked in text
    assert puzzle.solutions[0] not in text
    assert find_puzzle(puzzle.name) is puzzle
