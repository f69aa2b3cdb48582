"""The flight deck, flown by taps, keys, buttons, the list and typed moves."""

from __future__ import annotations

import re
from typing import Any

import ipywidgets
import pytest
from hands import Pilot, widgets_of

import skylib
from skylib import lessons
from skylib.core.dice import AskedDice
from skylib.core.errors import SkylibError
from skylib.eye_in_the_sky.flight import Fly, Home, Spiral
from skylib.lessons import FlightDeck, Goal
from skylib.lessons.markup import is_away
from skylib.lessons.tasks import find_level
from skylib.maps import MapWidget
from skylib.pilots import pilot_for

GAME = "eye-in-the-sky"
LAST = (
    "last round 9; to move A; A 2.9 W points 96; B 12.3 E points 96 done; "
    "black 5.4-5.9 6.4-6.10 7.4-7.9 8.4-8.10 9.4-9.9"
)


def fly(**settings: Any) -> tuple[FlightDeck, Pilot]:
    deck = lessons.fly(GAME, **{"scenario": "training", "players": 1, "seed": 1} | settings)
    return deck, Pilot(deck)


def facts(deck: FlightDeck) -> dict[str, str]:
    return deck.game.facts()


# ---- taps ------------------------------------------------------------------------------


def test_taps_choose_a_flight_and_turn_it() -> None:
    deck, pilot = fly()
    pilot.tap("12.6")
    assert deck.controls.draft == Fly(3)
    assert pilot.status == "Planned, fly 3: flies E to 12.6, facing E."
    turns = []
    for _ in range(3):
        pilot.tap("12.6")
        turns.append(deck.controls.draft.turn)
    assert sorted(turns) == [-1, 0, 1] and turns[-1] == 0
    pilot.tap("12.7")
    assert deck.controls.draft == Fly(4)
    assert facts(deck)["hex A"] == "12.3"  # nothing is played yet
    pilot.click("Fly")
    assert facts(deck)["hex A"] == "12.7" and deck.controls.draft is None


def test_two_quick_taps_commit_nothing() -> None:
    deck, pilot = fly()
    pilot.tap("12.6")
    pilot.tap("12.6", "double")
    assert deck.controls.draft.turn != 0 and not deck.game.history


def test_taps_on_the_plane_itself_spiral() -> None:
    deck, pilot = fly()
    facings = []
    for _ in range(7):
        pilot.tap("12.3")
        assert isinstance(deck.controls.draft, Spiral)
        facings.append(deck.controls.draft.facing)
    assert sorted(facings[:6]) == list(range(6)) and facings[6] == facings[0]


def test_a_tap_elsewhere_says_why_nothing_happens() -> None:
    deck, pilot = fly()
    for name in ("1.1", "12.4", "12.8", "11.4"):
        pilot.tap(name)
        assert deck.controls.draft is None
        assert pilot.status.startswith(f"{name} is not straight ahead within reach. Round 1")
    pilot.map.receive({"event": "tap", "x": -50.0, "y": 3.0})  # off the board
    assert deck.controls.draft is None and pilot.map.error == ""


def test_a_tap_on_the_plane_in_the_last_round_says_that_it_cannot_spiral() -> None:
    deck, pilot = fly(players=2, position=LAST)
    pilot.tap("2.9")
    assert deck.controls.draft is None and "cannot spiral now" in pilot.status


def test_a_flight_over_the_edge_cannot_be_tapped_but_chosen() -> None:
    deck, pilot = fly(position="play round 3; A 6.12 E; black")
    pilot.press("2")
    assert deck.controls.draft == Fly(2)
    assert "leaves the board" in pilot.status
    assert deck.controls._turn.options == ("W",)
    pilot.press("Enter")
    assert facts(deck)["score A"] == "-5"


# ---- keys ------------------------------------------------------------------------------


def test_keys_of_a_flight() -> None:
    deck, pilot = fly()
    drafts = {}
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"):
        pilot.press(key)
        drafts[len(drafts)] = deck.controls.draft
    assert list(drafts.values()) == [Fly(2), Fly(3), Fly(4), Fly(4)]
    pilot.press("ArrowLeft")
    assert deck.controls.draft == Fly(4, -1)
    pilot.press("ArrowLeft")
    assert deck.controls.draft == Fly(4, -1) and "cannot turn farther" in pilot.status
    pilot.press("ArrowRight", "ArrowRight")
    assert deck.controls.draft == Fly(4, 1)
    photos = []
    for _ in range(5):
        pilot.press("p")
        photos.append(deck.controls.draft.photo)
    assert photos == [0, 1, 2, 3, None]
    pilot.press("p", "p", "p", "p")
    pilot.press("2")  # three hexes in is beyond this flight: the photograph goes, not the key
    assert deck.controls.draft == Fly(2)
    pilot.press("ArrowDown")
    assert deck.controls.draft == Spiral(0)
    pilot.press("ArrowLeft")
    assert deck.controls.draft == Spiral(5)
    pilot.press("ArrowDown", "Escape")
    assert deck.controls.draft is None and pilot.status == deck.game.prompt


def test_keys_before_a_flight_is_chosen() -> None:
    deck, pilot = fly()
    pilot.press("p")
    assert deck.controls.draft is None and "choose a distance first" in pilot.status
    pilot.press("Enter")
    assert "choose a move first" in pilot.status and "choose a move first" in pilot.ruling
    pilot.press("ArrowLeft")
    assert deck.controls.draft == Spiral(5)
    pilot.press("Escape", "s")
    assert deck.controls.draft == Spiral(0)


def test_c_shows_what_photographs_cover() -> None:
    _, pilot = fly(position="play round 3; A 9.3 E photos 7.6; black")
    kinds = lambda: [a.kind for a in pilot.map.scene.areas]  # noqa: E731
    assert "footprint" not in kinds()
    pilot.press("c")
    assert "footprint" in kinds()
    pilot.press("c")
    assert "footprint" not in kinds()


def test_keys_take_back_and_play_again_and_hint() -> None:
    deck, pilot = fly()
    pilot.press("3", "Enter", "u")
    assert facts(deck)["hex A"] == "12.3" and pilot.status.startswith("Taken back. Round 1")
    pilot.press("y")
    assert facts(deck)["hex A"] == "12.6" and pilot.status.startswith("Played again. Round 2")
    pilot.press("y")
    assert "no move to play again" in pilot.status
    pilot.press("h")
    assert pilot.status.startswith("The computer would play: ")


def test_an_unknown_key_changes_nothing() -> None:
    deck, pilot = fly()
    pilot.press("q", "Tab", "F5", "7")
    assert deck.controls.draft is None and pilot.map.error == ""


def test_exploring_moves_the_cursor_and_enter_taps() -> None:
    deck, pilot = fly()
    pilot.press("x")
    assert pilot.status.startswith("Exploring")
    pilot.press("ArrowRight")
    assert pilot.map.cursor is not None and deck.controls.draft is None
    assert pilot.status.startswith("Hex ")
    deck.map.cursor = deck.game.field.board.hex("12.6")
    pilot.press("Enter")
    assert deck.controls.draft == Fly(3) and not deck.game.history
    pilot.press("x")
    assert pilot.status.startswith("Flying")
    pilot.press("ArrowUp", "Enter")
    assert facts(deck)["hex A"] == "12.7"


def keys_for(deck: FlightDeck, move: Any) -> list[str]:
    """The keys that fly a move."""
    plane = deck.game.state.planes[deck.game.state.turn]
    if isinstance(move, Home):
        return ["ArrowDown", "Enter"]
    if isinstance(move, Spiral):
        turns = (move.facing - plane.facing) % 6
        return ["s", *["ArrowRight"] * turns, "Enter"]
    arrow = "ArrowLeft" if move.turn < 0 else "ArrowRight"
    photos = [] if move.photo is None else ["p"] * (move.photo + 1)
    return [str(move.distance), *[arrow] * abs(move.turn), *photos, "Enter"]


def test_a_whole_game_by_keys_alone() -> None:
    deck, pilot = fly(players=2)
    choose = pilot_for(GAME)
    while not deck.game.outcome:
        move, made = choose(deck.game), len(deck.game.history)
        assert made < 120
        pilot.press(*keys_for(deck, move))
        assert len(deck.game.history) == made + 1 and deck.game.last.move == move
    assert deck.game.prompt in deck._prompt.value
    assert facts(deck)["phase"] == "over"
    # Nothing that can be pressed now does anything but say so.
    for key in ("2", "ArrowUp", "ArrowLeft", "s", "p", "h", "Enter"):
        pilot.press(key)
        assert pilot.map.error == "" and deck.controls.draft is None
    pilot.tap("12.6")
    assert deck.controls.draft is None
    assert deck._list.options == () and deck.controls._way.options == ()


# ---- buttons, the list, typed moves ----------------------------------------------------


def test_rows_of_buttons() -> None:
    deck, pilot = fly(position="play round 3; A 9.3 E; black")
    controls = deck.controls
    assert controls._way.options == ("spiral", "2", "3", "4") and controls._way.value is None
    assert is_away(controls._turn) and is_away(controls._photo)
    controls._way.value = "3"
    assert not is_away(controls._turn) and not is_away(controls._photo)
    assert controls._turn.options == ("NE", "E", "SE") and controls._turn.value == "E"
    assert controls._photo.options == ("none", "9.3", "9.4", "9.5")
    controls._turn.value = "SE"
    controls._photo.value = "9.4"
    assert controls.draft == Fly(3, 1, 1)
    controls._photo.value = "none"
    assert controls.draft == Fly(3, 1)
    controls._way.value = "spiral"
    assert set(controls._turn.options) == {"E", "SE", "SW", "W", "NW", "NE"}
    controls._turn.value = "NW"
    assert controls.draft == Spiral(4)
    assert is_away(controls._photo)
    pilot.click("Fly")
    assert facts(deck)["facing A"] == "NW"
    assert controls._way.value is None


def test_the_list_of_legal_moves() -> None:
    deck, pilot = fly()
    assert deck._list.options == tuple(map(str, deck.game.legal_moves()))
    assert deck._list.value is None
    deck._list.value = "fly 4 left photo 2"
    assert deck.controls.draft == Fly(4, -1, 2)
    assert deck.controls._way.value == "4" and deck.controls._turn.value == "NE"
    pilot.press("Escape")
    assert deck._list.value is None
    deck._list.value = "fly 4 left photo 2"  # the same once more
    pilot.click("Fly")
    assert facts(deck)["photos A"] == "1" and deck._list.value is None


def test_typed_moves() -> None:
    deck, pilot = fly()
    pilot.type("  Fly 4,  LEFT ")
    assert facts(deck)["hex A"] == "12.7" and deck._typed.value == ""
    assert "Allowed" in pilot.ruling and pilot.status.startswith("Allowed: flies E to 12.7")


def test_letters_and_enter_keep_their_order() -> None:
    """Letters come from the browser, which has them already: they are not sent back to it.
    What Python puts into the line is, even if the line was as empty before."""
    deck, _ = fly()
    line = deck._typed
    before = line._line
    for text in ("f", "fly 4 left"):
        line._handle_custom_msg({"event": "typing", "text": text}, [])
    assert line.value == "fly 4 left" and line._line == before
    assert str(deck.controls.draft) == "fly 4 left" and not deck.game.history
    line._handle_custom_msg({"event": "submit", "text": "fly 4 left"}, [])
    assert len(deck.game.history) == 1
    assert line.value == "" and line._line[0] > before[0] and line._line[1] == ""
    assert "value" not in line.get_state()


@pytest.mark.parametrize("text", ["hello", "fly", "fly -1", "spiral N", "<b>fly</b>", "fly 3 up"])
def test_typed_text_that_is_no_move(text: str) -> None:
    deck, pilot = fly()
    pilot.type(text)
    assert "is no move" in pilot.status and "skylib-error" in pilot.ruling
    assert 'role="alert"' not in pilot.ruling  # the status line says it, and says it once
    assert "<b>" not in pilot.ruling
    assert deck._typed.value == text and not deck.game.history  # still there, to be mended


@pytest.mark.parametrize(
    "text, rule, instead",
    [
        ("fly 7", "EYE-FLY", "fly 4"),
        ("fly 4 left 2", "EYE-FLY", "fly 4 left"),
        ("fly 3 photo end", "EYE-PHOTO", "fly 3 photo 2"),
        ("home", "EYE-LAST-ROUND", "fly 2"),
    ],
)
def test_a_refused_move_shows_the_ruling(text: str, rule: str, instead: str) -> None:
    deck, pilot = fly()
    pilot.type(text)
    ruling = deck.game.check(text)
    assert deck.ruling == ruling and not ruling.allowed
    assert ruling._repr_html_() in pilot.ruling
    assert "Refused" in pilot.ruling and rule in pilot.ruling
    assert f"Instead: {instead}" in pilot.ruling or instead in pilot.ruling
    assert pilot.status == f"Refused: {ruling.reason}"
    assert not deck.game.history and rule in deck.text()
    pilot.type("fly 3")
    assert facts(deck)["hex A"] == "12.6"


# ---- taking back, playing again, starting again ----------------------------------------


def test_take_back_takes_the_computers_answers_along() -> None:
    deck, pilot = fly(players=3, computer=["B", "C"])
    pilot.type("fly 3")
    who = [s.who for s in deck.game.history]
    assert who == ["A", "B", "C"] and deck.game.to_move == "A"
    moves = [str(s.move) for s in deck.game.history]
    pilot.type("fly 4 left")
    assert len(deck.game.history) == 6
    pilot.click("Take back")
    assert [str(s.move) for s in deck.game.history] == moves and deck.game.to_move == "A"
    pilot.click("Play again")
    assert len(deck.game.history) == 6 and deck.game.to_move == "A"
    pilot.click("Take back")
    pilot.click("Take back")
    assert not deck.game.history
    pilot.click("Take back")
    assert "no move to take back" in pilot.ruling


def test_take_back_stops_at_the_computers_opening() -> None:
    deck, pilot = fly(players=2, computer=["A"])
    assert [s.who for s in deck.game.history] == ["A"] and deck.game.to_move == "B"
    pilot.click("Take back")
    assert "no move to take back" in pilot.ruling
    assert deck.game.to_move == "B" and len(deck.game.history) == 1
    pilot.type("fly 2")
    assert [s.who for s in deck.game.history] == ["A", "B", "A"]
    pilot.click("Take back")
    assert [s.who for s in deck.game.history] == ["A"] and deck.game.to_move == "B"


def test_the_computers_answer_is_shown_and_said() -> None:
    deck, pilot = fly(players=2, computer=["B"])
    pilot.type("fly 3")
    answer = deck.game.last
    assert answer.who == "B"
    for told in (pilot.status, pilot.ruling):
        reason = answer.ruling.reason
        assert f"B: {answer.move}. {reason[0].upper()}{reason[1:]}" in told
    assert pilot.status.startswith("Allowed: flies E to 12.6")


def test_start_again() -> None:
    deck, pilot = fly(players=2, computer=["A"])
    first = str(deck.game.last.move)
    pilot.type("fly 2")
    pilot.type("fly 2")
    pilot.click("Start again")
    assert [str(s.move) for s in deck.game.history] == [first]
    assert deck.game.to_move == "B" and pilot.status.startswith("From the start.")
    assert pilot.ruling == ""


def test_start_again_keeps_what_can_be_played_again() -> None:
    deck, pilot = fly()
    pilot.type("fly 2")
    pilot.type("fly 3")
    pilot.click("Start again")
    pilot.click("Play again")
    pilot.click("Play again")
    assert [str(s.move) for s in deck.game.history] == ["fly 2", "fly 3"]


@pytest.mark.parametrize(
    "computer, complaint",
    [(["Z"], "'Z'; the seats are A, B"), ("AB", "somebody has to fly"), (["C"], "'C'")],
)
def test_seats_that_the_computer_cannot_play(computer: Any, complaint: str) -> None:
    with pytest.raises(SkylibError, match=complaint):
        lessons.fly(GAME, scenario="training", seed=1, computer=computer)


# ---- hints and goals -------------------------------------------------------------------


def towards_the_north() -> tuple[FlightDeck, Pilot]:
    """A game with a goal, which is no level."""
    return fly(goal=find_level(f"{GAME}/first-flight").goal)


def test_hints_come_in_steps_and_end_with_the_computer() -> None:
    deck, pilot = towards_the_north()
    said = []
    for _ in range(6):
        pilot.click("Hint")
        said.append(pilot.status)
    hints = deck.goal.hints
    assert len(hints) == 4 and "One way: fly 3 left; fly 4." in said[3]
    assert said[:4] == [f"Hint {i}: {h}" for i, h in enumerate(hints, 1)]
    assert said[4] == said[5] and said[4].startswith("The computer would play: ")
    assert str(deck.controls.draft) in said[4]
    assert deck.game.check(deck.controls.draft)
    assert not deck.game.history
    pilot.click("Start again")
    pilot.click("Hint")
    assert pilot.status == said[0]


def test_a_goal_reached() -> None:
    deck, pilot = towards_the_north()
    assert "Goal: Bring plane A to hex 8.8 (move 0 of 4)." in deck._goal.value
    pilot.type("fly 3 left")
    assert deck.verdict == "" and "(move 1 of 4)" in deck._goal.value
    pilot.type("fly 4")
    assert deck.verdict == "reached"
    assert "✓ Done: Bring plane A to hex 8.8 (move 2 of 4)." in deck._goal.value
    assert "✓ Done" in pilot.status
    # Flying on loses nothing.
    for _ in range(4):
        pilot.type("spiral E")
    assert deck.verdict == "reached" and "✓ Done" in deck._goal.value
    for _ in range(5):
        pilot.click("Take back")
    assert deck.verdict == "" and "Goal: " in deck._goal.value


def test_a_goal_missed() -> None:
    deck, pilot = towards_the_north()
    for _ in range(4):
        assert deck.verdict == ""
        pilot.type("spiral E")
    assert deck.verdict == "failed"
    assert "✗ Not this time" in deck._goal.value and "Start again" in pilot.status
    pilot.click("Start again")
    assert deck.verdict == "" and "(move 0 of 4)" in deck._goal.value


def test_a_goal_that_can_fail_early() -> None:
    game = skylib.new_game(
        GAME, scenario="training", players=1, seed=1, position="play round 3; A 12.10 SE; black"
    )
    deck = FlightDeck(game, goal=Goal("Stay over the board", "hex A = 8.8", failed="edges A > 0"))
    Pilot(deck).type("fly 2")
    assert deck.verdict == "failed"


def test_the_last_move_counts_when_the_others_have_answered() -> None:
    """The goal is judged after the computer's answer to the last move allowed."""
    goal = Goal("Let round 2 begin", "round = 2", moves=1)
    game = skylib.new_game(GAME, scenario="training", players=2, seed=1)
    deck = FlightDeck(game, ["B"], goal)
    pilot = Pilot(deck)
    pilot.type("fly 2")
    assert deck.verdict == "reached"


@pytest.mark.parametrize(
    "test, true",
    [
        ("score A = 5", True),
        ("score A != 5", False),
        ("score A >= 5 and score A <= 5", True),
        ("score A > 5", False),
        ("score A < 40", True),
        ("hex A = 8.8", True),
        ("hex A = 8.8 and score A > 5", False),
    ],
)
def test_tests_of_goals(test: str, true: bool) -> None:
    assert lessons.goals.holds(test, {"score A": "5", "hex A": "8.8"}) is true


@pytest.mark.parametrize(
    "test, complaint",
    [
        ("score A", "no test"),
        ("speed A = 3", "no figure 'speed A'"),
        ("word A > 3", "no number"),
        ("", "no test"),
    ],
)
def test_tests_that_cannot_be_read(test: str, complaint: str) -> None:
    with pytest.raises(SkylibError, match=complaint):
        lessons.goals.holds(test, {"score A": "5", "word A": "x"})


# ---- save and load ---------------------------------------------------------------------


def test_save_and_load() -> None:
    deck, pilot = fly(players=2, computer=["B"], weather="wind", guns="fire", seed=8)
    for text in ("fly 2 photo 1", "spiral W", "fly 2"):
        pilot.type(text)
    pilot.click("Show this game as text")
    text = deck._text.value
    assert text.startswith("skylib record 1\n") and "option weather: wind" in text
    other, second = fly(players=1)
    other.computer = ("B",)
    other._text.value = text
    second.click("Load the text")
    assert other.game.state == deck.game.state and other.game.readings == deck.game.readings
    assert second.status.startswith("Loaded. ")
    assert other.controls.widget in list(widgets_of(other.widget))
    second.click("Show this game as text")
    assert other._text.value == text
    # Both go on alike, and both can be taken back.
    for p in (pilot, second):
        p.type("fly 3")
    assert other.game.state == deck.game.state
    second.click("Take back")
    second.press("2", "Enter")
    assert other.game.facts()["to move"] == "A"


def test_load_where_the_computer_is_to_move() -> None:
    deck, pilot = fly(players=2, computer=["B"])
    deck._text.value = f"skylib record 1\ngame: {GAME}\nscenario: training\nseed: 4\n\nA: fly 3\n"
    pilot.click("Load the text")
    assert [s.who for s in deck.game.history] == ["A", "B"]


def test_load_a_game_that_is_over() -> None:
    deck, pilot = fly()
    deck._text.value = (
        f"skylib record 1\ngame: {GAME}\nscenario: training\nposition: {LAST}\n\nA: home\n"
    )
    pilot.click("Load the text")
    assert deck.game.outcome and "share the win" in pilot.status
    pilot.click("Take back")
    assert not deck.game.outcome


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("", "a record begins with"),
        ("hello <script>", "a record begins with"),
        ("skylib record 9", "version"),
        ("skylib record 1\ngame: chess\n", "there is no game"),
        ("skylib record 1\ngame: eye-in-the-sky\nscenario: moon\n", "scenario"),
        ("skylib record 1\ngame: eye-in-the-sky\n\nA: fly 9\n", "Refused"),
        ("skylib record 1\ngame: eye-in-the-sky\n\nB: fly 3\n", "A is to move, not B"),
        ("skylib record 1\ngame: eye-in-the-sky\nposition: nonsense\n", "cannot read"),
        ("skylib record 1\ngame: eye-in-the-sky\noption planes: zeppelin\n", "zeppelin"),
    ],
)
def test_text_that_is_no_game(text: str, complaint: str) -> None:
    deck, pilot = fly()
    pilot.type("fly 3")
    before = deck.game.state
    deck._text.value = text
    pilot.click("Load the text")
    assert complaint in pilot.status and "skylib-error" in pilot.ruling
    assert 'role="alert"' not in pilot.ruling  # the status line says it, and says it once
    assert "<script>" not in pilot.ruling
    assert deck.game.state == before
    pilot.type("fly 2")
    assert len(deck.game.history) == 2


# ---- dice that people roll -------------------------------------------------------------


def asked(computer: Any = (), **settings: Any) -> tuple[FlightDeck, Pilot]:
    """Guns under the way out, and dice that people roll."""
    position = "play round 3; A 2.7 W photos 7.6; B 2.7 W photos 7.6; black"
    game = skylib.new_game(
        GAME,
        scenario="training",
        dice=AskedDice(),
        **{"position": position, "guns": "fire"} | settings,
    )
    deck = FlightDeck(game, computer)
    return deck, Pilot(deck)


def dangerous(deck: FlightDeck) -> list[str]:
    """Flights that the guns shoot at."""
    game = deck.game
    return [
        str(m)
        for m in game.legal_moves()
        if isinstance(m, Fly)
        and m.photo is None
        and game.under_fire(game.destination(game.state, m)[0])
    ]


def test_people_roll_the_dice() -> None:
    deck, pilot = asked()
    move, other = dangerous(deck)[:2]
    assert deck._ask.layout.display == "none"
    pilot.type(move)
    assert not deck.game.history and deck._ask.layout.display == "flex"
    assert pilot.status == "please roll a die of 6 sides for: guns fire at A"
    assert deck._die.options == (1, 2, 3, 4, 5, 6) and "guns fire at A" in deck._die.description
    pilot.click("Rolled")
    assert "choose what the die shows first" in pilot.ruling and not deck.game.history
    deck._die.value = 1
    pilot.click("Rolled")
    assert facts(deck)["photos A"] == "0" and "spoilt" in pilot.ruling
    assert deck._ask.layout.display == "none"
    assert [r.value for r in deck.game.last.rolls] == [1]
    assert deck._typed.value == ""
    # Taken back and flown otherwise, the old die is gone.
    pilot.click("Take back")
    pilot.type(move)
    assert deck._die.value is None
    pilot.type(other)
    deck._die.value = 6
    pilot.click("Rolled")
    assert str(deck.game.last.move) == other and facts(deck)["photos A"] == "1"


def test_a_die_for_one_move_is_no_die_for_another() -> None:
    """A move that draws two dice, one of them rolled, is given up for another one."""
    position = "play round 3; first B; to move A; wind NE; A 2.7 W photos 7.6; B 2.7 W; black"
    deck, pilot = asked(weather="wind", position=position)
    pilot.type(dangerous(deck)[0])
    deck._die.value = 5
    pilot.click("Rolled")  # the guns; now the wind of round 4
    assert "wind of round 4" in pilot.status and deck._dice == [5]
    pilot.type("spiral E")  # needs one die only
    assert "wind of round 4" in pilot.status and deck._dice == []
    deck._die.value = 2
    pilot.click("Rolled")
    assert str(deck.game.last.move) == "spiral E"
    assert [r.value for r in deck.game.last.rolls] == [2]
    assert facts(deck)["wind"] == "SE"


def test_escape_gives_up_the_die() -> None:
    deck, pilot = asked()
    pilot.type(dangerous(deck)[0])
    pilot.press("Escape")
    assert deck._ask.layout.display == "none" and deck._asked is None


def test_people_roll_for_the_computer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    deck, pilot = asked(computer=["B"])
    target = dangerous(deck)[0]
    monkeypatch.setattr(
        "skylib.lessons.deck.pilot_for", lambda name: lambda g: g.parse_move(target)
    )
    pilot.type("spiral E")
    assert [s.who for s in deck.game.history] == ["A"]
    assert "Please roll a die of 6 sides for: guns fire at B" in pilot.status
    assert pilot.status.startswith("Allowed: spirals")
    pilot.type("spiral W")  # not now: the computer is to move
    assert "needs a die first" in pilot.status and len(deck.game.history) == 1
    pilot.press("Escape")
    assert deck._ask.layout.display == "flex"
    deck._die.value = 6
    pilot.click("Rolled")
    assert [s.who for s in deck.game.history] == ["A", "B"] and deck.game.to_move == "A"
    # Taken back, B's die is asked for again.
    pilot.click("Take back")
    assert not deck.game.history and deck._ask.layout.display == "none"


def test_a_loaded_game_without_seed_asks_people_again() -> None:
    deck, pilot = asked()
    pilot.type(dangerous(deck)[0])
    deck._die.value = 3
    pilot.click("Rolled")
    pilot.click("Show this game as text")
    other, second = fly()
    other._text.value = deck._text.value
    second.click("Load the text")
    assert other.game.state == deck.game.state
    second.type(dangerous(other)[0])
    assert "please roll" in second.status
    other._die.value = 2
    second.click("Rolled")
    assert len(other.game.history) == 2


# ---- errors ----------------------------------------------------------------------------


def broken(deck: FlightDeck, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("nobody expected this")

    monkeypatch.setattr(deck.controls, name, fails)


def test_an_error_in_a_handler_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    deck, pilot = fly()
    broken(deck, monkeypatch, "scene")
    pilot.click("Start again")
    assert "ZeroDivisionError: nobody expected this" in pilot.ruling
    assert pilot.status == "ZeroDivisionError: nobody expected this"
    deck.controls._way.value = "3"
    assert "ZeroDivisionError" in pilot.ruling


def test_an_error_after_a_tap_or_key_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    deck, pilot = fly()
    broken(deck, monkeypatch, "tap")
    broken(deck, monkeypatch, "key")
    pilot.tap("12.6")
    assert pilot.map.error == "ZeroDivisionError: nobody expected this"
    pilot.press("h")
    assert pilot.map.error == ""
    pilot.press("2")
    assert pilot.map.error == "ZeroDivisionError: nobody expected this"


def test_errors_are_raised_where_tests_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKYLIB_RAISE", "1")
    deck, pilot = fly()
    broken(deck, monkeypatch, "tap")
    broken(deck, monkeypatch, "scene")
    with pytest.raises(ZeroDivisionError):
        pilot.click("Start again")
    assert "ZeroDivisionError" in pilot.ruling
    with pytest.raises(ZeroDivisionError):
        pilot.tap("12.6")
    with pytest.raises(SkylibError, match="no move"):
        pilot.type("hello")


def test_settings_belong_to_a_name() -> None:
    game = skylib.new_game(GAME, seed=1)
    with pytest.raises(SkylibError, match="settings"):
        lessons.fly(game, players=3)
    assert lessons.fly(game).game is game
    with pytest.raises(SkylibError, match="no option"):
        lessons.fly(GAME, colour="red")


# ---- what is shown, and how much -------------------------------------------------------


def test_scores_and_words() -> None:
    deck, pilot = fly(players=2, computer=["B"])
    assert deck._scores.value.count("<tr>") == 3
    assert "A (pilot)" in deck._scores.value and "B (computer)" in deck._scores.value
    assert "Reported: 0 of 32" in deck._scores.value
    assert deck._words.value == ""
    deck._more.selected_index = 1
    assert "A: 0 points, at 12.3 facing E" in deck._words.value
    pilot.type("fly 3")
    assert "at 12.6 facing E" in deck._words.value


def test_every_field_has_a_label() -> None:
    deck, _ = fly()
    for widget in widgets_of(deck.widget):
        if isinstance(widget, ipywidgets.Text | ipywidgets.Select | ipywidgets.ToggleButtons):
            assert widget.description
        if isinstance(widget, ipywidgets.Button):
            assert widget.description and widget.tooltip
        if isinstance(widget, ipywidgets.Textarea):
            assert widget.placeholder


def test_every_map_has_a_name_of_its_own() -> None:
    """Screen readers tell the maps of a page apart."""
    shown = [
        lessons.level(f"{GAME}/first-flight"),
        lessons.replay(f"{GAME}/flying"),
        lessons.predict(f"{GAME}/wind"),
        lessons.hexes(),
    ]
    labels = [s.map.label for s in shown]
    both = lessons.both_ways(GAME, "EYE-PHOTO", "fly 3 photo end", scenario="training")
    labels += [w.label for w in widgets_of(both.widget) if isinstance(w, MapWidget)]
    assert labels == [
        "Eye in the Sky: map",
        "Eye in the Sky: Flying: straight, turning, spiralling, over the edge",
        "map of the question",
        "playground of hexes",
        "map under reading not-destination",
        "map under reading with-destination",
    ]


def test_a_deck_is_small() -> None:
    deck, _ = fly(players=4, seed=1, computer=["B", "C", "D"])
    assert len(set(map(id, widgets_of(deck.widget)))) <= 60


def test_a_tap_sends_few_messages(messages: list[dict[str, Any]]) -> None:
    _, pilot = fly(players=2, scenario="standard")
    counts = {}
    for name, event in {
        "tap": lambda: pilot.tap("26.6"),
        "turn": lambda: pilot.tap("26.6"),
        "key": lambda: pilot.press("ArrowLeft"),
        "farther": lambda: pilot.press("ArrowUp"),
        "elsewhere": lambda: pilot.tap("1.1"),
        "commit": lambda: pilot.press("Enter"),
        "back": lambda: pilot.click("Take back"),
    }.items():
        messages.clear()
        event()
        counts[name] = len(messages)
        assert sum(m["widget"] == "MapWidget" for m in messages) <= 2, name
    assert counts["tap"] <= 6 and counts["turn"] <= 2 and counts["key"] <= 2
    assert counts["farther"] <= 4 and counts["elsewhere"] == 1
    assert counts["commit"] <= 12 and counts["back"] <= 8


def test_what_a_cell_shows() -> None:
    first = lessons.level(f"{GAME}/first-flight")
    bundle = first._repr_mimebundle_()
    assert set(bundle) == {
        "text/plain",
        "image/png",
        "application/vnd.jupyter.widget-view+json",
    }
    assert bundle["image/png"].startswith("iVBORw0KGgo")
    assert bundle["text/plain"] == first.text() == repr(first)
    assert "Goal: Bring plane A to hex 8.8" in first.text()
    assert not re.search(r"0x[0-9a-f]{6}", first.text())
    second = lessons.level(f"{GAME}/first-flight")
    assert second.text() == first.text()
    assert second._repr_mimebundle_()["image/png"] == bundle["image/png"]


def test_the_wind_is_shown_before_the_first_move() -> None:
    calm = lessons.fly("eye-in-the-sky", seed=3)
    assert calm.controls._wind.layout.display == "none"
    deck = lessons.fly("eye-in-the-sky", seed=3, weather="wind", planes="standard,rotary")
    assert deck.controls._wind in deck._left.children
    facing = deck.game.facts()["wind"]
    assert f"Wind to the {facing}" in deck.controls._wind.value
    assert deck.controls._wind.layout.display == ""
    assert "B (pilot, rotary scout)" in deck._scores.value


@pytest.mark.parametrize("name", list(skylib.GAMES))
def test_no_hint_of_the_lobby_is_cut(name: str) -> None:
    for option, word in skylib.find_game(name).options().items():
        assert len(word) <= 78, option


@pytest.mark.parametrize("name", ["flying-circus", "flying-circus-introductory"])
def test_the_end_of_a_game_is_said(name: str) -> None:
    """Not only shown: the last thing said is who has won."""
    game = skylib.new_game(name, seed=1)
    pilot = pilot_for(name)
    deck = FlightDeck(game)
    while game.outcome is None:
        last = pilot(game)
        game.play(last)
    game.undo()
    deck.refresh()
    deck.play(last)
    assert game.outcome is not None
    assert deck.map.status.rstrip(".").endswith(game.prompt.rstrip("."))


def test_what_was_typed_keeps_its_spelling() -> None:
    """The box capitalises our own words; a quotation that begins it is left alone."""
    _, pilot = fly()
    for text, quoted in (("fli 3 lft", True), ("fly 3 photo 99.9", False)):
        pilot.type(text)
        assert ("skylib-error skylib-quoted" in pilot.ruling) is quoted, pilot.ruling
        assert not quoted or "&#x27;fli 3 lft&#x27; is no move" in pilot.ruling


def test_whose_turn_it_is_now_is_said() -> None:
    """The prompt above the buttons is seen; the map's status is heard."""
    deck = lessons.fly("eye-in-the-sky", players=2, seed=1)
    deck.play("fly 3")
    assert deck.map.status.endswith(deck.game.prompt) and "B at" in deck.game.prompt
    alone = lessons.fly("eye-in-the-sky", players=2, seed=1, computer=["B"])
    alone.play("fly 3")
    assert "B: " in alone.map.status and alone.game.prompt not in alone.map.status
