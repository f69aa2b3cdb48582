"""The parts of the decks of Flying Circus, each alone."""

from __future__ import annotations

import pytest

from skylib import new_game
from skylib.core.hexes import Hex
from skylib.flying_circus.flight_ruling import check_flight
from skylib.flying_circus.movement import Flight, Plan, trace
from skylib.flying_circus.moves import Enter, Fly
from skylib.lessons.flying_circus_decision import nearest, runs
from skylib.lessons.flying_circus_entry import entries_at, entry_by_key
from skylib.lessons.flying_circus_panels import beside
from skylib.lessons.flying_circus_trials import TrialBook
from skylib.lessons.flying_circus_ways import goes_on, next_steps, way_words, ways_to
from skylib.lessons.turn_sign import turn_sign
from skylib.pilots import pilot_for
from skylib.scenes.flying_circus import place_after

SPAD = (
    "phase 3 allied move; A1 spad-7 1514 NW level 10 speed 8; "
    "G1 albatros-d-iii 1405 SW level 10 speed 7"
)


def spad():
    game = new_game("flying-circus", scenario="air-1916-b", seed=1, position=SPAD)
    return game, game.task(game.state, "A1", Plan(8))


@pytest.mark.parametrize(
    ("numbers", "text"),
    [([], ""), ([4], "4"), ([4, 9, 10, 11], "4, 9–11"), ([1, 2, 4], "1–2, 4")],
)
def test_runs_of_numbers_are_short(numbers: list[int], text: str) -> None:
    assert runs(numbers) == text


def test_the_nearest_plan_is_legal() -> None:
    game, _ = spad()
    assert nearest(game, game.state["A1"], Plan(1)).speed == 6
    assert nearest(game, game.state["A1"], Plan(20)).speed == 9


def test_steps_lead_on_exactly_where_legal_flights_do() -> None:
    _, task = spad()
    assert next_steps(task, "") == {"F"}
    assert goes_on(task, "FR") and not goes_on(task, "L")
    steps = ""
    while more := next_steps(task, steps):
        steps += min(more)
    assert check_flight(task, Flight(steps))
    assert sum(i.cost for i in trace(task, Flight(steps))) == 8


def test_ways_to_a_hex_begin_with_one_for_each_end() -> None:
    game, task = spad()
    hex = game.map.board.hex("1409")
    ways = ways_to(task, hex, Flight(""))
    ends = [place_after(task, way) for way in ways]
    firsts = len(set(ends))
    assert firsts > 1 and len(set(ends[:firsts])) == firsts
    assert all(end.hex == hex for end in ends)
    assert way_words(task, ways[0]).endswith(str(ways[0]))
    begun = Flight(ways[-1].steps[:3])
    assert all(way.steps.startswith(begun.steps) for way in ways_to(task, hex, begun))
    assert ways_to(task, hex, ways[0], again=True) == ways
    assert ways_to(task, Hex(-50, -50), Flight("")) == ()


def test_trials_belong_to_a_phase() -> None:
    book = TrialBook()
    flight = Fly("A1", Plan(8), Flight("FFFFFFFF"))
    book.turn_to(3, fresh=True)
    for _ in range(3):
        ruling = book.add(flight)
    assert "FC-TRIAL" in ruling.rules and len(book) == 3
    assert book.ghosts("A1") == (flight,) * 3 and book.ghosts("A2") == ()
    assert book.words("A1").startswith("Trials: 3 of 3. ") and book.words("A2") == ""
    book.turn_to(3, fresh=False)
    assert len(book) == 3
    book.turn_to(4, fresh=False)
    assert len(book) == 0


@pytest.mark.parametrize("name", ["flying-circus", "flying-circus-introductory"])
@pytest.mark.parametrize("side", ["allied", "german"])
def test_keys_lead_to_every_entry(name: str, side: str) -> None:
    scenario = {"flying-circus": "air-1917-a"}.get(name)
    game = new_game(name, scenario=scenario, seed=1)
    id = "A1" if side == "allied" else "G1"
    while game.to_move != side:
        game.play(pilot_for(name)(game))
    legal = {m for m in game.legal_moves() if isinstance(m, Enter) and m.id == id}
    draft, found = None, set()
    for _ in range(26):
        draft = entry_by_key(game, id, side, draft, "ArrowDown")
        for _ in entries_at(game, id, draft.name):
            draft = entry_by_key(game, id, side, draft, "ArrowRight")
            found.add(draft)
    assert found == legal
    assert entry_by_key(game, id, side, draft, "q") is None


def test_a_replay_shows_the_strips_of_the_flights_just_flown() -> None:
    game, _ = spad()
    assert beside(game) == ""
    game.play("A1 speed 8: F R F F F F F F")
    assert "A1 at speed 8" in beside(game) and "sighted" in beside(game)


def test_the_sign_is_escaped_and_nobody_is_grey() -> None:
    markup = turn_sign("allied", 0, ("german",), "turn <1>", "fly & fire")
    assert "Allied (you)" in markup and "&lt;1&gt;" in markup and "fly &amp; fire" in markup
    assert "Allied (computer)" in turn_sign("allied", 0, ("allied",), "", "")
    assert "Game over" in turn_sign("", None, (), "turn 2", "")
