"""The standard game on the flight deck: decisions, flights step by step, trials, fire."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hands import Pilot

from skylib import lessons
from skylib.flying_circus.movement import Plan
from skylib.flying_circus.moves import Enter, Fire, Fly
from skylib.lessons import FlightDeck
from skylib.lessons.markup import is_away
from skylib.scenes.flying_circus import Pair, reach_of

SPAD = (
    "phase 3 allied move; A1 spad-7 1514 NW level 10 speed 8; "
    "G1 albatros-d-iii 1405 SW level 10 speed 7"
)
BRISTOL = (
    "phase 2 german move; A1 f2b 1718 NW level 10 speed 8; G1 fokker-d-vii 2217 N level 10 speed 8"
)


def deck(position: str = SPAD, scenario: str = "air-1916-b", **more: Any) -> tuple[Any, Pilot]:
    made = lessons.fly("flying-circus", scenario=scenario, seed=1, position=position, **more)
    return made, Pilot(made)


def texts(row: Any) -> dict[str, bool]:
    """The buttons of a row of choices: text, and whether the rules allow it."""
    return {c.text: c.allowed for c in row.choices}


# ---- altitude and speed -------------------------------------------------------------------


def test_speeds_that_are_barred_say_why_and_do_nothing() -> None:
    made, pilot = deck()
    assert texts(made.controls.decision.speed) == {
        "4": False,
        "5": False,
        "6": True,
        "7": True,
        "8": True,
        "9": True,
        "10": False,
    }
    for rule in ("FC-SPEED-STALL", "FC-SPEED-STEP"):
        assert rule in made.controls.decision.why.value
    pilot.click("✗ 10")
    assert "Refused" in pilot.ruling and "FC-SPEED-STEP" in pilot.ruling
    assert made.controls.draft.plan.speed == 8
    pilot.click("9")
    assert made.controls.draft.plan.speed == 9
    assert "● 9" in [b.description for b in made.controls.decision.speed._buttons]


def test_the_reasons_are_folded_up_in_one_line() -> None:
    made, _ = deck()
    why = made.controls.decision.why
    assert why.value.startswith("<details") and "Why not speed 4–5, 10?" in why.value
    assert why.value.count("<li>") == 2
    low, _ = deck(SPAD.replace("1514 NW level 10", "1514 NW level 1"))
    assert "Why not dive 1, dive 2, speed 4–5, 10?" in low.controls.decision.why.value


def test_a_speed_of_two_digits_has_keys_too() -> None:
    made, pilot = deck(SPAD.replace("speed 8", "speed 9"))
    pilot.press(".")
    assert made.controls.draft.plan.speed == 10
    pilot.press(",")
    assert made.controls.draft.plan.speed == 9
    pilot.press(".", ".")
    assert "Refused" in pilot.ruling and made.controls.draft.plan.speed == 10


def test_a_climb_offers_only_its_speeds() -> None:
    made, pilot = deck(SPAD.replace("speed 8", "speed 10"))
    pilot.click("climb")
    assert made.controls.draft.plan.climb
    assert texts(made.controls.decision.speed)["10"] is False
    assert "FC-SPEED-CLIMB" in made.controls.decision.why.value


def test_a_dive_that_cannot_be_made_is_barred_with_its_reason() -> None:
    made, _ = deck(SPAD.replace("A1 spad-7 1514 NW level 10", "A1 spad-7 1514 NW level 1"))
    assert texts(made.controls.decision.altitude)["dive 1"] is False
    assert "FC-DIVE-GROUND" in made.controls.decision.why.value


def test_keys_decide_too() -> None:
    made, pilot = deck()
    pilot.press("7")
    assert str(made.controls.draft.plan) == "speed 7"
    pilot.press("a")
    assert str(made.controls.draft.plan) == "speed 7 climb"
    pilot.press("a")
    assert made.controls.draft.plan.dive == 1
    pilot.press("3")
    assert "Refused" in pilot.ruling


def test_an_announced_plan_cannot_be_changed() -> None:
    made, pilot = deck()
    pilot.click("Announce")
    assert made.game.state.plan_of("A1") is not None
    pilot.press("7")
    assert "FC-DECIDE" in pilot.ruling
    assert made.controls.draft.plan.speed == 8


# ---- step by step --------------------------------------------------------------------------


def test_arrow_keys_fly_and_backspace_goes_back() -> None:
    made, pilot = deck()
    pilot.press("ArrowUp", "ArrowRight")
    assert made.controls.draft.flight.steps == "FR"
    assert "2 of 8 points" in pilot.status
    pilot.press("Backspace")
    assert made.controls.draft.flight.steps == "F"
    pilot.press("ArrowRight", *["ArrowUp"] * 6, "Enter")
    assert made.game.facts()["A1 hex"] == "1407"
    assert made.game.state.step == "fire"


def test_after_a_move_it_is_said_what_comes_next() -> None:
    _, pilot = deck()
    pilot.type("A1 speed 8: F R F F F F F F")
    assert re.fullmatch(r"Allowed: 8 points spent.*\. Allied: fire.*", pilot.status), pilot.status


def test_a_step_against_the_rules_shows_its_ruling() -> None:
    made, pilot = deck()
    pilot.press("ArrowLeft")
    assert "FC-TURN-FIRST-HEX" in pilot.ruling
    assert made.controls.draft.flight.steps == ""


def test_d_and_c_decide_first_and_then_are_steps() -> None:
    made, pilot = deck(SPAD.replace("speed 8;", "speed 8 progress 4;", 1))
    pilot.press("d")
    assert made.controls.draft.plan.dive == 1 and not made.controls.draft.flight.steps
    pilot.press("ArrowUp", "d")
    assert made.controls.draft.flight.steps == "FD"
    assert texts(made.controls.line.marker)  # the climb marker may be set after a dive
    pilot.press("Escape", "c", "ArrowUp", "c")
    assert made.controls.draft.flight.steps == "FC"


def test_an_unfinished_flight_is_refused_with_what_is_missing() -> None:
    made, pilot = deck()
    pilot.press("ArrowUp", "Enter")
    assert "FC-SPEED-FIXED" in pilot.ruling and "7 are left" in pilot.ruling
    assert not made.game.history


def test_a_tap_chooses_a_flight_there_and_again_another_facing() -> None:
    made, pilot = deck()
    ends = set()
    for _ in range(6):
        pilot.tap("1409")
        draft = made.controls.draft
        assert made.game.check(draft)
        ends.add(made.game.check(draft).reason.split("facing ")[1].split()[0])
    assert len(ends) > 1
    assert not is_away(made.controls.line.ways)
    listed = made.controls.offers()
    assert all(made.game.check(text) for text in listed)


def test_a_tap_out_of_reach_names_the_decisions_that_lead_there() -> None:
    made, pilot = deck()
    game = made.game
    reach = [reach_of(game.task(game.state, "A1", Plan(speed))).hexes for speed in (6, 7, 8, 9)]
    only = reach[3] - reach[2] - reach[1] - reach[0]
    pilot.tap(min(only))
    assert "No flight of speed 8" in pilot.status and "speed 9" in pilot.status
    pilot.tap("4001")
    assert "Nor does" in pilot.status


def test_the_list_holds_flights_that_go_on_from_the_steps() -> None:
    made, pilot = deck()
    pilot.press("ArrowUp", "ArrowRight")
    assert made._list.options
    assert all(": F R" in text for text in made._list.options)
    made._list.value = made._list.options[0]
    assert str(made.controls.draft) == made._list.options[0]


def test_typed_moves_work() -> None:
    made, pilot = deck()
    pilot.type("A1 speed 8: F R F F F F F F")
    assert made.game.state.step == "fire"


# ---- trials -----------------------------------------------------------------------------------


def test_three_trials_stay_as_ghosts_and_then_may_be_called() -> None:
    made, pilot = deck()
    for n in range(1, 4):
        pilot.press("ArrowUp", "ArrowRight", *["ArrowUp"] * 6, "t")
        assert f"Trials: {n} of 3" in made.controls.line.words.value
        assert sum(p.kind == "ghost" for p in made.map.scene.paths) == n
        assert not made.controls.draft.flight.steps
    assert "FC-TRIAL" in pilot.ruling
    pilot.type("A1 speed 8: F R F F F F F F")
    pilot.press("u")
    assert made.game.state.step == "move"


def test_an_illegal_flight_cannot_be_tried() -> None:
    made, pilot = deck()
    pilot.press("ArrowUp", "t")
    assert "Refused" in pilot.ruling and not made.controls.trials


# ---- the strip ---------------------------------------------------------------------------------


def test_the_strip_follows_the_flight_and_the_ghost_the_slider() -> None:
    made, pilot = deck(BRISTOL, "photo-1917-allied-b")
    sight = made.controls.sight
    assert sight.pair is not None and sight.widget.layout.display == "flex"
    pilot.press("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft", *["ArrowUp"] * 3)
    assert sight._point.max == 8 and sight._point.value == 8
    assert "✓ sighted" in sight._strip.value and "4 held, 4 needed" in sight._strip.value
    ghost = next(c for c in made.map.scene.counters if c.ghost)
    sight._point.value = 2
    moved = next(c for c in made.map.scene.counters if c.ghost)
    assert moved.hex != ghost.hex
    assert "point 2" in pilot.status


def test_the_watched_pair_can_be_changed() -> None:
    made, _ = deck(BRISTOL, "photo-1917-allied-b")
    sight = made.controls.sight
    pairs = [pair for _, pair in sight._pairs.options]
    assert pairs == [
        Pair("G1", "front", "A1"),
        Pair("A1", "front", "G1"),
        Pair("A1", "rear", "G1"),
    ]
    sight._pairs.value = pairs[2]
    (field,) = [a for a in made.map.scene.areas if a.kind == "fire"]
    assert len(field.hexes) > 60


def test_odds_appear_when_the_flight_is_whole_and_sights_its_target() -> None:
    made, pilot = deck()
    assert made.controls.sight.odds.value == ""
    pilot.press("ArrowUp", "ArrowRight", *["ArrowUp"] * 6)
    assert "Odds at range 2" in made.controls.sight.odds.value
    assert "▼ 2" in made.controls.sight.odds.value


# ---- fire -------------------------------------------------------------------------------------


def test_shots_are_offered_with_range_and_odds_and_barred_ones_say_why() -> None:
    made, pilot = deck(BRISTOL, "photo-1917-allied-b")
    pilot.type("G1 speed 8: F F L L F F F")
    (choice,) = made.controls.shots.choices
    assert choice.allowed and "range 2" in choice.text and "of 6" in choice.text
    pilot.tap("1718")
    assert isinstance(made.controls.draft, Fire)
    assert [p.kind for p in made.map.scene.paths] == ["flown", "line-of-fire"]
    assert made._commit.description == "Fire"
    pilot.press("Enter")
    assert made.game.to_move == "allied"
    shown = {c.value.gun: c.allowed for c in made.controls.shots.choices}
    assert shown == {"rear": True, "front": False}
    barred = next(c for c in made.controls.shots.choices if not c.allowed)
    made.controls.choose_shot(barred.value)
    assert "Refused" in pilot.ruling
    pilot.press("p")
    assert made.game.state.step == "move" and made.game.state.phase == 3


# ---- coming onto the map -----------------------------------------------------------------------


def test_height_and_objective_are_buttons() -> None:
    made = lessons.fly("flying-circus", scenario="photo-1917-allied-b", seed=1)
    pilot = Pilot(made)
    assert set(texts(made.controls.first)) == {"E", "F", "G", "H", "draw it"}
    pilot.click("E")
    pilot.press("Enter")
    assert made.game.state.step == "height"
    pilot.click("5")
    pilot.press("Enter")
    assert made.game.state["A1"].level == 5


def test_an_entry_by_tap_then_flight() -> None:
    made = lessons.fly("flying-circus", scenario="air-1917-b", seed=1)
    pilot = Pilot(made)
    pilot.tap("2012")
    assert "FC-ENTER-EXIT" in pilot.ruling
    pilot.tap("0112")
    first = made.controls.draft
    assert isinstance(first, Enter)
    pilot.tap("0112")
    assert made.controls.draft != first  # the other facing
    assert made._commit.description == "Enter"
    pilot.press("Enter")
    assert isinstance(made.controls.draft, Fly)
    pilot.press("n")
    assert made.controls.id == "A2"


def test_take_back_returns_to_the_entry() -> None:
    made = lessons.fly("flying-circus", scenario="air-1917-a", seed=1)
    pilot = Pilot(made)
    pilot.tap("0112")
    pilot.press("Enter", "u")
    assert made.game.state["A1"].status == "off"


def test_against_the_computer_a_whole_turn() -> None:
    made, pilot = deck(computer=["german"])
    pilot.type("A1 speed 8: F R F F F F F F")
    pilot.type("A1 fire front at G1")
    assert made.game.to_move == "allied" and made.game.state.mover == "allied"


def test_the_aircraft_comes_in_by_keys_alone() -> None:
    made = lessons.fly("flying-circus", scenario="air-1917-a", seed=1)
    pilot = Pilot(made)
    pilot.press("Enter")
    assert "choose first where A1 comes in" in pilot.ruling
    pilot.press("ArrowDown")
    middle = made.controls.draft
    assert middle.name == "0113"
    pilot.press("ArrowUp")
    assert made.controls.draft.name == "0112" and made.controls.draft.facing == middle.facing
    pilot.press("ArrowRight")
    turned = made.controls.draft
    assert turned.name == "0112" and turned.facing != middle.facing
    for _ in range(12):
        pilot.press("ArrowUp")
    assert made.controls.draft.name == "0125"  # round the end of the edge
    pilot.press("Enter")
    assert made.game.state["A1"].status == "entering"


def test_shots_are_chosen_by_key() -> None:
    made, pilot = deck()
    pilot.press("ArrowUp", "ArrowRight", *["ArrowUp"] * 6, "Enter", "Enter")
    assert "n takes the next one" in pilot.ruling
    pilot.press("n")
    assert isinstance(made.controls.draft, Fire)
    pilot.press("Enter")
    assert made.game.to_move == "german"


# ---- whose turn ----------------------------------------------------------------------------


def test_the_sign_says_whose_turn_it_is() -> None:
    made, pilot = deck()
    sign = made._prompt
    assert "<strong>Allied</strong>" in sign.value
    assert "turn 2, phase 3: Allied movement" in sign.value
    blue = sign.value.split("background:")[1][:7]
    pilot.type("A1 speed 8: F R F F F F F F")
    assert "turn 2, phase 3: Allied fire<" in sign.value
    pilot.press("p")
    assert "<strong>German</strong>" in sign.value and blue not in sign.value
    assert "turn 2, phase 4: German movement" in sign.value


def test_the_sign_tells_people_from_the_computer() -> None:
    made, pilot = deck(computer=["german"])
    assert "Allied (you)" in made._prompt.value
    made, pilot = deck(BRISTOL, "photo-1917-allied-b")
    pilot.type("G1 speed 8: F F L L F F F")
    pilot.press("p")
    assert "German fire, the answer" in made._prompt.value
    made = lessons.fly("flying-circus", scenario="trench-1917-allied-a", seed=1)
    assert "before the first turn" in made._prompt.value


# ---- cockpit -----------------------------------------------------------------------------------


def test_the_cockpit_shows_the_chart_in_words_too() -> None:
    made, _ = deck(
        "phase 3 allied move; A1 f2b 1718 NW level 10 speed 8 max 9 dive 6 progress 2 "
        "front 4 rest 1 rear 3 reload 2; G1 fokker-d-vii 2217 N level 9 speed 8",
        "photo-1917-allied-b",
    )
    markup = made.controls.cockpits.value
    for part in (
        "now 8, maximum 9, stall",
        "dive maximum 6",
        "progress 2",
        "4 of 10 boxes left, rests",
        "reloading, 2 phases more",
        "◊",
    ):
        assert part in markup, part


def test_saved_games_are_loaded_with_all_panels() -> None:
    made, pilot = deck()
    pilot.type("A1 speed 8: F R F F F F F F")
    made.save()
    text = made._text.value
    other, hand = deck()
    other._text.value = text
    other.load()
    assert other.game.position == made.game.position
    assert other.controls.sight.widget in other._left.children
    hand.tap("1405")
    assert isinstance(other.controls.draft, Fire)


@pytest.mark.parametrize("scenario", ["air-1918-d", "photo-1917-german-d"])
def test_the_largest_scenarios_start(scenario: str) -> None:
    made = lessons.fly("flying-circus", scenario=scenario, seed=1)
    assert isinstance(made, FlightDeck) and made.text()
