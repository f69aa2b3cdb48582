"""The flight deck with a level on it: stars, hints, consequences, the ladder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ipywidgets
import pytest
from hands import Pilot, widgets_of

from skylib import lessons
from skylib.core.errors import SkylibError
from skylib.lessons import session
from skylib.lessons.logbook import Logbook
from skylib.lessons.results import Result, listen
from skylib.lessons.tasks import tasks
from skylib.lessons.worth import Worth, in_stars, so_many
from skylib.scenes import Area, Label

GAME = "eye-in-the-sky"
FIRST = f"{GAME}/straight-ahead"
BEHIND = "flying-circus-introductory/get-behind"
RACE = f"{GAME}/home-first"


@pytest.fixture(autouse=True)
def nothing_done_yet() -> Iterator[None]:
    session.forget()
    yield
    session.forget()


@pytest.fixture
def heard() -> Iterator[list[Result]]:
    results: list[Result] = []
    stop = listen(results.append)
    yield results
    stop()


def level(name: str, **more: Any) -> tuple[lessons.LevelDeck, Pilot]:
    deck = lessons.level(name, **more)
    return deck, Pilot(deck)


def shown(deck: Any) -> list[str]:
    """The buttons that can be seen."""
    return [
        w.description
        for w in widgets_of(deck.widget)
        if isinstance(w, ipywidgets.Button | ipywidgets.ToggleButton) and w.layout.display != "none"
    ]


# ---- stars -----------------------------------------------------------------------------------


def test_three_stars_for_the_first_try_without_a_hint(heard: list[Result]) -> None:
    deck, pilot = level(FIRST)
    pilot.type("fly 4")
    assert "Level 1 of 12, move 1 of 2." in pilot.status and heard == []
    pilot.type("fly 3")
    assert deck.verdict == "reached" and "3 of 3 stars" in pilot.status
    assert heard == [Result("level", FIRST, True, 3, 0, rules=("EYE-FLY",))]
    # Flying on, taking back and reaching it once more says nothing new.
    pilot.type("fly 2")
    pilot.press("u", "u")
    assert deck.verdict == ""
    pilot.type("fly 3")
    assert deck.verdict == "reached" and len(heard) == 1


def test_hints_and_failed_tries_cost_half_a_star(heard: list[Result]) -> None:
    deck, pilot = level(FIRST)
    assert "Hint 1: ½ ★" in shown(deck)
    assert "costs half a star" in deck._hint.tooltip
    pilot.press("h")
    assert pilot.status.endswith("Worth 2 and a half stars now.")
    assert '<span class="skylib-stars" role="img" aria-label="2 and a half stars">★★½</span>' in (
        deck._goal.value
    )
    pilot.type("fly 4")
    pilot.type("fly 4")
    assert deck.verdict == "failed"
    assert heard == [Result("level", FIRST, False, 0, 1, rules=("EYE-FLY",))]
    pilot.press("R")
    assert deck.verdict == "" and not deck.game.history and "(move 0 of 2)" in pilot.status
    assert "Hint 1 again" in shown(deck)
    pilot.press("h")  # paid for already
    assert pilot.status.endswith("Worth 2 stars now.")
    pilot.type("fly 4")
    pilot.type("fly 3")
    assert heard[-1] == Result("level", FIRST, True, 2, 1, rules=("EYE-FLY",))
    assert len(heard) == 2


def test_one_star_is_for_having_done_it() -> None:
    assert str(Worth()) == "★★★" and Worth().words == "3 stars"
    assert [Worth(hints).stars for hints in range(5)] == [3, 2.5, 2, 1.5, 1]
    assert Worth(4, 9).stars == 1 and Worth(4, 9).words == "1 star" and str(Worth(4, 9)) == "★"
    assert [in_stars(s) for s in (None, 1, 1.5, 3)] == ["☆☆☆", "★☆☆", "★½☆", "★★★"]
    assert [so_many(s) for s in (0, 0.5, 1, 12.5)] == [
        "0 stars",
        "½ star",
        "1 star",
        "12½ stars",
    ]


def test_a_try_fails_once(heard: list[Result]) -> None:
    deck, pilot = level(FIRST)
    for _ in range(3):
        pilot.type("fly 4")
        pilot.type("fly 4")
        assert deck.verdict == "failed"
        pilot.press("u", "u")
    assert [r.right for r in heard] == [False]
    assert deck.worth.failed == 1


# ---- hints -----------------------------------------------------------------------------------


def test_the_place_of_the_goal_is_marked_from_the_start() -> None:
    deck, pilot = level(f"{GAME}/facing-west")
    scene = deck.scene()
    board = scene.ground.board
    assert Area("goal", (board.hex("5.6"),)) in scene.areas
    assert Label(board.hex("5.6"), "goal, W", "beside") in scene.labels
    assert "goal: 1 hex: 5.6" in deck.text() and "goal, W: 5.6" in deck.text()
    for move in deck.level.solution:
        pilot.type(move)
    assert deck.verdict == "reached" and "goal" not in {area.kind for area in deck.scene().areas}


def test_a_large_board_is_shown_close_up_where_a_level_says_so() -> None:
    deck, pilot = level(f"{GAME}/beat-twenty")
    scene = deck.scene()
    assert {scene.ground.board.hex("26.1"), *(c.hex for c in scene.counters)} <= set(scene.around)
    pilot.type(deck.level.solution[0])
    assert {c.hex for c in deck.scene().counters} <= set(deck.scene().around)


def test_a_close_up_shows_the_place_of_the_goal() -> None:
    deck, _ = level("flying-circus/straight-ahead")
    scene = deck.scene()
    assert scene.around and scene.ground.board.hex("1808") in scene.around


def test_the_third_hint_marks_the_hexes() -> None:
    deck, pilot = level(FIRST)

    def marked() -> list[str]:
        board = pilot.map.scene.ground.board
        return [board.name(h) for m in pilot.map.scene.marks if m.kind == "hint" for h in m.hexes]

    pilot.press("h", "h")
    assert marked() == []
    pilot.press("h")
    assert marked() == ["12.6", "12.7", "12.10"] == list(deck.level.hexes)
    assert "The hint marks 12.6, 12.7, 12.10." in pilot.map.scene.words
    pilot.type("fly 4")
    assert marked()  # they stay
    pilot.press("R")
    assert marked() == []


@pytest.mark.parametrize("name", [FIRST, BEHIND, f"{GAME}/two-home", RACE])
def test_the_answer_can_be_flown_move_by_move(name: str, heard: list[Result]) -> None:
    """By two keys: h plans the next move of the answer, Enter flies it."""
    deck, pilot = level(name)
    pilot.press("h", "h", "h")
    for move in deck.level.solution:
        pilot.press("h")
        assert f"Planned on the map: {move}." in pilot.status
        assert str(deck.controls.draft) == move
        pilot.press("Enter")
    assert deck.verdict == "reached" and heard[-1].right and heard[-1].stars == 1
    pilot.press("h")
    assert "It is done." in pilot.status


def test_the_answer_of_somebody_who_has_gone_astray() -> None:
    deck, pilot = level(FIRST)
    pilot.type("fly 2")
    pilot.press("h", "h", "h", "h")
    assert "Try again (R)" in pilot.status and deck.controls.draft is None
    pilot.press("R", "h", "h", "h", "h")
    assert str(deck.controls.draft) == "fly 4"


# ---- a wrong answer --------------------------------------------------------------------------


def test_the_other_side_punishes_a_wrong_answer(heard: list[Result]) -> None:
    deck, pilot = level(BEHIND)
    pilot.type("A1: F F F F F F F F F F")
    assert deck.verdict == "failed"
    moves = [str(s.move) for s in deck.game.history]
    assert moves[-1] == "G1 fire at A1"
    assert [c.id for c in pilot.map.scene.counters if c.id == "G1"]  # it has flown, on the map
    assert "G1 fire at A1" in pilot.status and "By FCI-FIRE." in pilot.status
    assert "(move 1 of 1)" in deck._goal.value
    # The rule is there to be opened, in the same place.
    assert "<details>" in pilot.ruling and "FCI-FIRE" in pilot.ruling
    assert heard[0].rules[0] == "FCI-FIRE" and not heard[0].right
    # The try is over.
    before = deck.game.state
    pilot.type("A1: F F F F F F F F F F")
    assert deck.game.state is before and "this try is over" in pilot.status
    pilot.press("y")
    assert "this try is over" in pilot.status
    # Taking back takes the consequence back as well; playing again plays it again.
    pilot.press("u")
    assert not deck.game.history and deck.verdict == ""
    pilot.press("y")
    assert [str(s.move) for s in deck.game.history] == moves and deck.verdict == "failed"
    pilot.click("Try again")
    assert not deck.game.history and deck.verdict == "" and len(heard) == 1
    pilot.type(deck.level.solution[0])
    assert deck.verdict == "reached" and heard[-1].stars == 2.5


@pytest.mark.parametrize("name", ["unseen", "shoot-it-down", "strafe"])
def test_nobody_flies_twice_for_a_wrong_answer(name: str) -> None:
    """Where the other side has answered already, the consequence is that answer."""
    deck, pilot = level(f"flying-circus/{name}")
    (line, *_) = deck.level.fails
    for move in line:
        pilot.type(move)
    assert deck.verdict == "failed"
    own = [str(step.move) for step in deck.game.history if step.who == deck.pilot]
    assert own == list(line) and deck.game.history[-1].who != deck.pilot


def test_scripted_answers() -> None:
    deck, pilot = level(RACE)
    pilot.type("fly 3 right")
    assert [str(s.move) for s in deck.game.history if s.who == "B"] == ["spiral W"]
    pilot.press("u")
    pilot.type("fly 4")
    assert [str(s.move) for s in deck.game.history if s.who == "B"] == ["spiral W"]


def test_scripted_answers_that_are_not_legal_any_more() -> None:
    """Then the computer thinks for itself."""
    deck, pilot = level("flying-circus-introductory/alone-against-two")
    pilot.type("A1: F F F F F F F F")
    german = [str(s.move) for s in deck.game.history if s.who == "german"]
    assert german and deck.game.to_move == "allied"


# ---- two pilots ------------------------------------------------------------------------------


def test_two_pilots_pass_and_play() -> None:
    deck, pilot = level(RACE, two_pilots=True)
    assert "Two pilots" in shown(deck) and deck.computer == ()
    for a, b in zip(deck.level.solution, deck.level.answers, strict=True):
        assert deck.game.to_move == "A"
        pilot.type(a)
        if deck.verdict:
            break
        assert deck.game.to_move == "B"
        pilot.type(b)
    assert deck.verdict == "reached"


def test_a_second_pilot_comes_and_goes() -> None:
    deck, pilot = level(RACE)
    deck._two.value = True
    assert "second pilot" in pilot.status
    pilot.type("fly 3 right")
    assert deck.game.to_move == "B" and deck.pilot == "A"
    deck._two.value = False
    assert deck.game.to_move == "A" and "computer flies B" in pilot.status
    alone, _ = level(FIRST)
    assert "Two pilots" not in shown(alone)


# ---- on --------------------------------------------------------------------------------------


def test_the_next_level_in_the_same_place() -> None:
    deck, pilot = level(FIRST)
    widget, map_ = deck.widget, deck.map
    assert "Next level" not in shown(deck)
    pilot.press("N")
    assert "reach the goal first" in pilot.status
    pilot.type("fly 4")
    pilot.type("fly 3")
    assert "Next level" in shown(deck) and "Next level: the button, or N." in pilot.status
    pilot.press("N")
    assert deck.level.name == "first-flight" and (deck.widget, deck.map) == (widget, map_)
    assert pilot.status.startswith("Level 2 of 12: Turn once. Goal: Bring plane A to hex 8.8")
    assert "Next level" not in shown(deck) and "Hint 1: ½ ★" in shown(deck)
    assert deck.worth.stars == 3 and deck.start == deck.game.position
    for move in deck.level.solution:
        pilot.type(move)
    pilot.click("Next level")
    assert deck.level.name == "facing-west"


def test_the_last_level_has_no_next() -> None:
    deck, pilot = level(f"{GAME}/two-home")
    for move in deck.level.solution:
        pilot.type(move)
    assert deck.verdict == "reached" and "That was the last level." in pilot.status
    assert "Next level" not in shown(deck)
    pilot.press("N")
    assert "that was the last level" in pilot.status


@pytest.mark.parametrize(
    "game", ["eye-in-the-sky", "flying-circus-introductory", "le-temps-des-as", "flying-circus"]
)
def test_a_whole_ladder_by_keys_alone(game: str) -> None:
    """With all its answers: four hints, then Enter and h in turn, then N."""
    ladder = lessons.levels(game)
    pilot = Pilot(ladder)
    for number, one in enumerate(ladder.levels, 1):
        assert ladder.deck.level is one and f"Level {number} of " in pilot.status
        pilot.press("h", "h", "h")
        for _ in one.solution:
            pilot.press("h", "Enter")
        assert ladder.deck.verdict == "reached", (one.name, pilot.status)
        if number < len(ladder.levels):
            pilot.press("N")
    assert f"{len(ladder.levels)} of {3 * len(ladder.levels)} stars" in ladder._sum.value


# ---- the ladder ------------------------------------------------------------------------------


def test_a_ladder_shows_the_stars_so_far() -> None:
    ladder = lessons.levels(GAME)
    pilot = Pilot(ladder)
    first, second = ladder._buttons[:2]
    assert first.description == "1 ☆☆☆" and first.tooltip == (
        "Fly straight: being flown, 0 of 3 stars"
    )
    pilot.map.receive({"event": "key", "key": "h", "modifiers": []})
    ladder.deck.play("fly 4")
    ladder.deck.play("fly 3")
    assert first.description == "1 ★★½" and "2½ of 36 stars" in ladder._sum.value
    # A level in a cell of its own counts as well.
    other = lessons.level(f"{GAME}/first-flight")
    other.play("fly 3 left")
    other.play("fly 4")
    assert second.description == "2 ★★★" and "not done" not in second.tooltip
    # A new ladder begins at the first one that is not done; the best try counts.
    again = lessons.levels(GAME)
    assert again.deck.level.name == "facing-west"
    for button in (again._buttons[0],):
        for handler in tuple(button._click_handlers.callbacks):
            handler(button)
    assert again.deck.level.name == "straight-ahead"
    assert "skylib-here" in again._buttons[0]._dom_classes
    assert "skylib-here" not in again._buttons[2]._dom_classes
    again.deck.play("fly 4")
    again.deck.play("fly 3")
    assert again._buttons[0].description == first.description == "1 ★★★"


def test_a_ladder_reads_the_logbook(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "logbook.jsonl"
    Logbook(file).add(Result("level", FIRST, True, stars=1.5))  # another day
    monkeypatch.setenv("SKYLIB_LOGBOOK", str(file))
    ladder = lessons.levels(GAME)
    assert ladder.deck.level.name == "first-flight"
    assert ladder._buttons[0].description == "1 ★½☆" and "1½ of 36 stars" in ladder._sum.value
    ladder.deck.play("fly 3 left")
    ladder.deck.play("fly 4")
    assert "4½ of 36 stars" in ladder._sum.value


def test_a_ladder_that_is_done_begins_anew() -> None:
    session.forget()
    for one in tasks(GAME)[0].values():
        session._hear(Result("level", one.full_name, True, stars=2))
    session._hear(Result("drill", f"{GAME}/straight-ahead", True, stars=3))
    session._hear(Result("level", f"{GAME}/straight-ahead", False))
    assert session.best_stars()[f"{GAME}/straight-ahead"] == 2
    assert lessons.levels(GAME).deck.level.name == "straight-ahead"


def test_what_a_ladder_says_without_a_kernel() -> None:
    ladder = lessons.levels(GAME)
    text = ladder.text()
    assert text.startswith("The levels of Eye in the Sky:\n1. Fly straight: Bring plane A to hex")
    assert "12. Two home with the photographs" in text and "Level 1 of 12" in text
    bundle = ladder._repr_mimebundle_()
    assert "image/png" in bundle and bundle["text/plain"] == text


def test_a_game_without_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SkylibError, match="there is no game 'chess'"):
        lessons.levels("chess")
    monkeypatch.setattr("skylib.lessons.ladder.tasks", lambda game: ({}, {}))
    with pytest.raises(SkylibError, match="has no levels"):
        lessons.levels(GAME)


def test_a_level_that_is_loaded_starts_afresh() -> None:
    deck, pilot = level(FIRST)
    pilot.type("fly 4")
    pilot.type("fly 4")
    pilot.click("Show this game as text")
    pilot.press("R")
    pilot.click("Load the text")
    assert deck.verdict == "failed"
    pilot.press("u")
    pilot.type("fly 3")
    assert deck.verdict == "reached"
