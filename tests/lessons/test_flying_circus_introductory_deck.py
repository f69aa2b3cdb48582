"""The introductory game on the flight deck."""

from __future__ import annotations

from hands import Pilot

from skylib import lessons
from skylib.flying_circus.introductory import IntroFire, IntroFly
from skylib.flying_circus.moves import Enter

MOVE = "turn 3 allied move; A1 1215 N 10; G1 1412 SE 10"
FIRE = "turn 3 allied fire; A1 1215 N 10; G1 1212 SE 10"


def deck(position: str | None = MOVE, scenario: str = "1"):
    made = lessons.fly("flying-circus-introductory", scenario=scenario, seed=1, position=position)
    return made, Pilot(made)


def test_keys_fly() -> None:
    made, pilot = deck()
    pilot.press("ArrowLeft", "ArrowUp", "Backspace", "ArrowUp")
    assert made.controls.draft.flight.steps == "LF"
    assert "8 of 10 points left" in pilot.status
    pilot.press(*["ArrowUp"] * 8, "Enter")
    assert made.game.to_move == "german"


def test_a_fourth_hexside_is_refused() -> None:
    made, pilot = deck()
    pilot.press(*["ArrowLeft"] * 4)
    assert "FCI-TURN" in pilot.ruling and made.controls.draft.flight.steps == "LLL"


def test_taps_go_through_the_facings() -> None:
    made, pilot = deck()
    seen = set()
    for _ in range(6):
        pilot.tap("1212")
        assert made.game.check(made.controls.draft)
        seen.add(made.controls.draft.flight.steps)
    assert len(seen) > 3
    pilot.tap("4001")
    assert "No flight of 10 points" in pilot.status


def test_every_listed_flight_is_legal() -> None:
    made, pilot = deck()
    pilot.press("ArrowUp")
    assert made._list.options
    for text in made._list.options:
        move = made.game.parse_move(text)
        assert isinstance(move, IntroFly) and made.game.check(move)
        assert move.flight.steps.startswith("F")


def test_fire_shows_the_odds_and_the_allowance_falls() -> None:
    made, pilot = deck(FIRE)
    pilot.tap("1212")
    assert isinstance(made.controls.draft, IntroFire)
    assert "Odds at range 3" in made.controls._odds.value
    before = made.game.state.find("G1").allowance
    pilot.press("Enter")
    damage = made.ruling.facts["damage"]
    assert made.game.state.find("G1").allowance == before - damage


def test_holding_fire_passes_the_turn() -> None:
    made, pilot = deck(FIRE)
    pilot.press("p")
    assert made.game.to_move == "german"


def test_entries_and_two_aircraft() -> None:
    made, pilot = deck(None, "2")
    side = made.game.to_move
    hex = "0112" if side == "allied" else "4512"
    pilot.tap("2012")
    assert "FCI-SETUP" in pilot.ruling
    pilot.tap(hex)
    pilot.press("Enter", "n")
    assert made.controls.id.endswith("2")


def test_the_panel_counts_the_allowance() -> None:
    made, _ = deck("turn 3 allied move; A1 1215 N 4; G1 1412 SE 10")
    bars = made.controls._allowance.value
    assert "4 points" in bars and "10 points" in bars
    assert "Allied 1, German 1" in made._scores.value


def test_a_whole_game_by_keys_alone() -> None:
    made = lessons.fly("flying-circus-introductory", computer=["german"], seed=4)
    pilot = Pilot(made)
    assert "Allied (you)" in made._prompt.value and "player turn 1: movement" in made._prompt.value
    pilot.press("ArrowDown", "ArrowLeft", "ArrowUp")
    assert isinstance(made.controls.draft, Enter) and made.controls.draft.name == "0112"
    pilot.press("Enter", *["ArrowUp"] * 10, "Enter")
    for _ in range(60):
        if made.game.outcome:
            break
        if made.game.state.step == "fire":
            pilot.press("n", "Enter")
        else:
            pilot.press("h", "Enter")
    assert made.game.outcome and "Game over" in made._prompt.value
    turns = len(made.game.history)
    pilot.press("Enter")
    assert "the game is over" in pilot.ruling and len(made.game.history) == turns


def test_enter_before_a_shot_says_how_to_choose_one() -> None:
    made, pilot = deck(FIRE)
    pilot.press("Enter")
    assert "n takes the next one" in pilot.ruling
    pilot.press("n")
    assert isinstance(made.controls.draft, IntroFire)
