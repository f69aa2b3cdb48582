"""How much a deck sends for an action: the map first, every other part at most once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets
import pytest
from hands import Pilot

from skylib import lessons
from skylib.lessons.held import Hold, parts_of
from skylib.scenes.flying_circus import reach_of

Messages = list[dict[str, Any]]

BUSY = (
    "phase 9 german move; A1 nieuport-29 2014 NE level 12 speed 10; "
    "A2 spad-13 2216 N level 12 speed 9; A3 sopwith-snipe 1912 SE level 12 speed 8; "
    "G1 fokker-d-vii 2611 SW level 12 speed 9; G2 fokker-dr-i 2514 NW level 12 speed 8; "
    "G3 albatros-d-iii 2817 NW level 12 speed 8"
)
INTRODUCTORY = "turn 1 german move; A1 off 10; G1 enters 4501 SW 10"


def eye_in_the_sky() -> tuple[Any, Sequence[str]]:
    deck = lessons.fly("eye-in-the-sky", scenario="standard", players=2, seed=1)
    return deck, ("26.6", "26.6", "26.7", "26.6")


def flying_circus() -> tuple[Any, Sequence[str]]:
    deck = lessons.fly("flying-circus", scenario="air-1919-b", seed=1, position=BUSY)
    board = deck.game.map.board
    reach = sorted(reach_of(deck.controls._task()).hexes & set(board.hexes))
    return deck, [board.name(reach[len(reach) * i // 9]) for i in range(1, 9)]


def introductory() -> tuple[Any, Sequence[str]]:
    deck = lessons.fly("flying-circus-introductory", seed=1, position=INTRODUCTORY)
    return deck, ("3805", "4004", "4202", "4305", "4305", "4407")


def le_temps_des_as() -> tuple[Any, Sequence[str]]:
    deck = lessons.fly("le-temps-des-as", seed=1)
    while deck.game.state.stage != "manoeuvre":
        deck.play(next(iter(deck.game.legal_moves())))
    env, start = deck.game.envelopes[0]
    board = deck.game.setting.map.board
    choices = [m.choice for m in deck.game.legal_moves() if m.choice is not None]
    ends = dict.fromkeys(env.path(start, choice)[0] for choice in choices)
    return deck, [board.name(hex) for hex in ends if hex in board.index]


# What a tap changes besides the map: the list of moves, the line of the flight, the ways to
# the hex and the sighting strip; or the table, its sum and up to three switches.
MOST = {eye_in_the_sky: 4, flying_circus: 5, introductory: 3, le_temps_des_as: 6}


@pytest.mark.parametrize("game", MOST, ids=lambda game: game.__name__)
def test_a_tap_sends_the_map_first_and_the_rest_once(game: Any, messages: Messages) -> None:
    deck, hexes = game()
    pilot = Pilot(deck)
    pilot.tap(hexes[-1])  # the first tap also brings what stays from then on
    for hex in hexes:
        draft = deck.controls.draft
        messages.clear()
        pilot.tap(hex)
        assert deck.controls.draft != draft and pilot.map.error == "", hex
        assert [m["widget"] for m in messages].index("MapWidget") == 0, hex
        assert sum(m["widget"] == "MapWidget" for m in messages) == 1, hex
        assert len(messages) <= MOST[game], (hex, messages)


def test_a_button_sends_the_map_first_too(messages: Messages) -> None:
    deck, hexes = flying_circus()
    pilot = Pilot(deck)
    pilot.tap(hexes[0])
    messages.clear()
    pilot.click("⌫ back")
    names = [m["widget"] for m in messages]
    assert names[0] == "MapWidget" and names.count("MapWidget") == 1
    assert names.count("Dropdown") <= 1 and len(names) <= 8, messages


def test_the_map_goes_out_before_the_rest_is_worked_out(
    messages: Messages, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck, hexes = flying_circus()
    pilot = Pilot(deck)
    gone: list[int] = []
    relist = deck.relist
    monkeypatch.setattr(deck, "relist", lambda: (gone.append(len(messages)), relist()))
    messages.clear()
    pilot.tap(hexes[0])
    assert gone == [1] and messages[0]["widget"] == "MapWidget" and len(messages) > 1


def test_an_error_sends_what_was_held(messages: Messages) -> None:
    first, other = ipywidgets.HTML(), ipywidgets.HTML()
    whole = ipywidgets.VBox([other, first])
    messages.clear()
    hold = Hold(first, whole)
    with pytest.raises(ValueError), hold():
        other.value = "once"
        other.value = "twice"
        with hold():
            first.value = "looked at"
        assert not messages
        raise ValueError
    assert [m["state"] for m in messages] == [{"value": "looked at"}, {"value": "twice"}]
    other.value = "at once again"
    assert len(messages) == 3


def test_new_limits_of_a_slider_go_before_its_value(messages: Messages) -> None:
    """A value above the old limit would come back from the browser cut to it."""
    first, slider = ipywidgets.HTML(), ipywidgets.IntSlider(7, 0, 7)
    hold = Hold(first, ipywidgets.VBox([slider]))
    messages.clear()
    with hold():
        slider.max = 8
        slider.value = 8
    sent = [set(m["state"]) for m in messages]
    assert sent[0] == {"min", "max"} and "value" in sent[1]
    messages.clear()
    with hold():
        slider.value = 6
    assert [m["state"] for m in messages] == [{"value": 6}]
    with hold():
        slider.max = 5
        slider.close()


def test_a_limit_that_would_cut_the_old_value_goes_after_the_new_one(messages: Messages) -> None:
    """A flight at speed 9 is flown, the next aircraft flies at 8: the browser still has 9."""
    first, slider = ipywidgets.HTML(), ipywidgets.IntSlider(9, 0, 9)
    hold = Hold(first, ipywidgets.VBox([slider]))
    messages.clear()
    with hold():
        slider.max = 8
        slider.value = 0
    sent = [m["state"] for m in messages]
    assert sent[0] == {"value": 0} and sent[1] == {"min": 0, "max": 8}


def test_a_part_that_is_closed_meanwhile_sends_nothing(messages: Messages) -> None:
    first, other = ipywidgets.HTML(), ipywidgets.HTML()
    messages.clear()
    with Hold(first, ipywidgets.VBox([other]))():
        messages.clear()
        other.value = "gone"
        other.close()
    # What is sent without a line to the browser goes nowhere.
    assert other.comm is None and not other._holding_sync


def test_the_parts_are_children_layouts_and_styles() -> None:
    button = ipywidgets.Button()
    whole = ipywidgets.VBox([button])
    assert set(parts_of(whole)) == {whole, whole.layout, button, button.layout, button.style}
