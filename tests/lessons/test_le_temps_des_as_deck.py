"""The flight deck of Le Temps des As: every decision by row, key, tap and typed move."""

from __future__ import annotations

from typing import Any

import pytest
from hands import Pilot

from skylib import lessons
from skylib.le_temps_des_as.moves import Move
from skylib.lessons import FlightDeck
from skylib.lessons.choice_table import ChoiceRow, ChoiceTable
from skylib.lessons.markup import is_away
from skylib.pilots import pilot_for

GAME = "le-temps-des-as"
CUP = "cup=4,2,3,2,1,2,1,1,1,1,2,1,3"


def fly(position: str | None = None, **settings: Any) -> tuple[FlightDeck, Pilot]:
    settings = {"scenario": "skirmish", "seed": 1} | settings
    deck = lessons.fly(GAME, position=position, **settings)
    return deck, Pilot(deck)


def flying(rest: str, points: int = 5, more: str = "", **settings: Any) -> tuple[Any, Pilot]:
    return fly(
        f"turn=2 stage=manoeuvre asked=Entente holder=Entente {CUP} | act members=SpadXIII-1 "
        f"points={points} die=5 step=next group=SpadXIII-1{more} | {rest}",
        **settings,
    )


FREE = "SpadXIII-1 0914 N speed=4 | Albatros-1 0302 S speed=4 moved"


def rows(deck: Any) -> dict[str, dict[str, Any]]:
    return {row["key"]: row for row in deck.controls.table.rows}


def draft(deck: Any) -> str:
    return str(deck.controls.draft)


def test_after_a_move_it_is_said_what_comes_next() -> None:
    _, pilot = flying(FREE)
    pilot.type("straight")
    assert pilot.status == (
        "Allowed: Straight Ahead costs 1 of 5 points. "
        "Entente: the next manoeuvre of SpadXIII-1, 4 points left"
    )


# ---- the table of rows -----------------------------------------------------------------------


def test_the_manoeuvre_table_says_what_is_open_and_why_not() -> None:
    deck, pilot = flying(
        "SpadXIII-1 0914 N level=4 speed=3 | Albatros-1 0302 S speed=4 moved", points=2
    )
    table = rows(deck)
    assert list(table) == list(deck.game.setting.charts.manoeuvres)
    assert table["straight"]["state"] == "open" and table["spin"]["state"] == "open"
    assert table["tight-turn"]["state"] == "never"  # the speed at the start
    assert "needs a speed of at least 4" in table["tight-turn"]["reason"]
    assert table["split-s"]["state"] == "closed"  # two points are left
    before = deck.game.position
    deck.controls.pick("tight-turn")
    assert deck.controls.draft is None and deck.game.position == before
    assert "TDA-SPEED-CONDITION" in pilot.ruling and "Refused" in pilot.status


def test_rows_and_legal_moves_agree_in_a_whole_game() -> None:
    deck, _ = fly(scenario="passage-of-the-geese", setup="ready", seed=3)
    choose = pilot_for(GAME)
    for _ in range(60):
        if deck.game.outcome:
            break
        open_ = [r for r in deck.controls.offer.rows if r.state == "open"]
        legal = set(map(str, deck.game.legal_moves()))
        if deck.game.state.stage == "manoeuvre":
            assert {r.key for r in open_} == {m.choice.manoeuvre for m in deck.game.legal_moves()}
        else:
            assert {str(r.move) for r in open_} == legal
        for row in deck.controls.offer.rows:
            assert (row.state == "open") is deck.game.check(row.move).allowed
            assert row.reason
        deck.play(str(choose(deck.game)))


def test_costs_show_what_is_added_and_what_is_ours() -> None:
    deck, _ = fly(
        f"turn=2 stage=manoeuvre asked=Central holder=Central {CUP.replace('=4', '=3')} | act "
        "members=Roland-1 points=6 die=5 step=next group=Roland-1 | "
        "SpadXIII-1 0302 N speed=4 moved | "
        "Roland-1 1113 NE level=4 speed=5 damaged markers=wing",
        central="roland-c2",
    )
    cells = {key: row["cells"] for key, row in rows(deck).items()}
    assert cells["tight-turn"][1] == "4+1"  # printed, and the wing
    assert cells["straight"][1] == "1"
    assert cells["side-slip"][1] == "4+1◊"  # ours
    assert cells["immelmann"][2] == "≥5◊" and cells["spin"][2] == "≤4"


# ---- flying ------------------------------------------------------------------------------------


def test_keys_fly() -> None:
    deck, pilot = flying(FREE)
    pilot.press("ArrowUp")
    assert draft(deck) == "straight"
    pilot.press("w")
    assert draft(deck) == "straight climb"
    pilot.press("s")
    assert draft(deck) == "straight descend"
    pilot.press("s")
    assert draft(deck) == "straight"
    pilot.press("ArrowRight")
    assert draft(deck) == "turn right"
    pilot.press("ArrowRight")
    assert draft(deck) == "tight turn right"
    pilot.press("ArrowLeft")
    assert draft(deck) == "tight turn left"
    pilot.press("4")
    assert draft(deck) == "side slip left"
    pilot.press("Escape")
    assert deck.controls.draft is None
    pilot.press("9")
    assert draft(deck) == "spin to N"
    pilot.press("ArrowRight", "ArrowRight")
    assert draft(deck) == "spin to SE"
    pilot.press("Enter")
    assert deck.game.facts()["facing SpadXIII-1"] == "SE"
    assert deck.game.facts()["level SpadXIII-1"] == "2"


def test_a_refused_switch_tells_why() -> None:
    deck, pilot = flying(FREE)
    pilot.press("3", "w")  # a tight turn allows no climb
    assert draft(deck) == "tight turn left" and "TDA-MANOEUVRE-COST" in pilot.ruling
    pilot.press("a")
    assert "TDA-ACE-STAR" in pilot.ruling
    pilot.press("Escape", "w")
    assert "choose a manoeuvre first" in pilot.status


def test_switches_offer_what_the_row_leaves_open() -> None:
    deck, pilot = flying(
        "SpadXIII-1 0914 N level=4 speed=4 piloting=1 | Albatros-1 0302 S speed=4 moved"
    )
    controls = deck.controls
    deck.controls.pick("turn")
    assert controls._side.options == ("left", "right")
    assert controls._climb.options == ("climb", "keep", "descend")
    assert is_away(controls._facing) and not is_away(controls._side)
    controls._side.value = "right"
    controls._climb.value = "descend"
    assert draft(deck) == "turn right descend"
    deck.controls.pick("barrel-roll")
    assert controls._side.options == ("left", "ahead", "right")
    assert controls._ace.options == ("full price", "ace's price")
    controls._ace.value = "ace's price"
    assert draft(deck) == "barrel roll right ace"
    deck.controls.pick("spin")
    controls._facing.value = "SW"
    assert draft(deck) == "spin to SW"
    pilot.click("Fly it")
    assert deck.game.facts()["facing SpadXIII-1"] == "SW"


def test_taps_plan_the_next_manoeuvre_and_whole_chains() -> None:
    deck, pilot = flying(FREE)
    pilot.tap("0913")
    first = draft(deck)
    seen = set()
    for _ in range(40):
        seen.add(draft(deck))
        pilot.tap("0913")
    env, flight = deck.game.envelopes[0]
    hex = deck.game.setting.map.board.hex("0913")
    ends = {str(m) for m in deck.game.legal_moves() if env.path(flight, m.choice)[0] == hex}
    assert first in ends and seen == ends
    pilot.tap("1113")  # five points away
    whole = (deck.controls.draft.choice, *deck.controls.plan)
    assert deck.game.check_chain(whole)[-1].allowed
    after = flight
    for choice in whole:
        after = env.after(after, choice)
    assert deck.game.setting.map.board.name(after.hex) == "1113" and after.points == 0
    assert "Then:" in pilot.status
    for _ in whole:
        pilot.click("Fly it")  # the plan goes on by itself
    assert deck.game.facts()["hex SpadXIII-1"] == "1113"
    assert deck.game.state.stage == "power"


def test_a_tap_out_of_reach_says_so() -> None:
    deck, pilot = flying(FREE)
    pilot.tap("0101")
    assert deck.controls.draft is None and "No chain of manoeuvres ends in 0101" in pilot.status


def test_a_plan_is_dropped_when_it_is_no_longer_legal_or_another_move_is_chosen() -> None:
    deck, pilot = flying(FREE)
    pilot.tap("1113")
    assert deck.controls.plan
    pilot.press("ArrowUp")
    assert not deck.controls.plan
    pilot.tap("1113")
    pilot.press("Escape")
    assert deck.controls.draft is None and not deck.controls.plan


def test_reach_holds_every_hex_where_a_plain_chain_ends() -> None:
    deck, pilot = flying(FREE, points=4)
    env, flight = deck.game.envelopes[0]
    ends = set()
    for chain in deck.game.chains():
        if any(c.climb or c.ace or c.bomb for c in chain):
            continue
        after = flight
        for choice in chain:
            after = env.after(after, choice)
        if not (after.off or after.down):
            ends.add(after.hex)
    assert set(deck.controls.reach()) == ends
    pilot.press("r")
    assert any(a.kind == "reach" and set(a.hexes) == ends for a in deck.map.scene.areas)


def test_the_warning_names_the_guns_that_would_bear() -> None:
    deck, pilot = flying(
        "SpadXIII-1 0915 N level=4 speed=4 | Roland-1 0910 N level=4 speed=5 moved",
        points=4,
        central="roland-c2",
    )
    pilot.press("ArrowUp")
    assert "In the sights of Roland-1 rear" in pilot.status
    assert "Roland-1 (rear gun)" in deck.controls._note.value
    made = deck.game.check(deck.controls.draft)
    assert made.allowed
    pilot.press("Enter")
    assert deck.game.state.stage == "opportunity"  # it was right
    chance = deck.game.check("fire Roland-1 rear at SpadXIII-1").facts["chance"]
    assert chance == rows(deck)["fire Roland-1 rear at SpadXIII-1"]["cells"][3].rstrip("◊")


# ---- fire, power, the end of a turn ------------------------------------------------------------


def test_a_chain_is_shot_at_in_the_middle_and_goes_on() -> None:
    deck, pilot = flying(
        "SpadXIII-1 0915 N level=4 speed=3 | Roland-1 0910 N level=4 speed=5 moved",
        points=3,
        central="roland-c2",
    )
    pilot.tap("0912")  # three hexes ahead
    plan = (deck.controls.draft.choice, *deck.controls.plan)
    assert len(plan) == 3
    pilot.press("Enter")
    assert deck.game.state.stage == "opportunity"
    table = rows(deck)
    assert table["pass"]["state"] == "open" and table["pass"]["hot"] == "2"
    pilot.press("1")
    assert draft(deck) == "fire Roland-1 rear at SpadXIII-1"
    assert (
        "Fire test" in deck.controls._sums.value and "6</strong> hit" in deck.controls._sums.value
    )
    pilot.press("p")
    assert draft(deck) == "pass"
    pilot.press("Enter")
    assert deck.game.state.stage == "manoeuvre"
    # Whoever was shot at flies on as planned.
    assert (deck.controls.draft.choice, *deck.controls.plan) == plan[1:]


def test_taking_back_forgets_the_plan() -> None:
    deck, pilot = flying(FREE)
    pilot.tap("1113")
    pilot.press("Enter")
    assert deck.controls.draft is not None
    pilot.press("u")
    assert deck.controls.draft is None and not deck.controls.plan


def test_power_shows_speed_and_the_chance_to_stall() -> None:
    deck, pilot = fly(
        f"turn=2 stage=power asked=Entente holder=Entente {CUP} | act members=SpadXIII-1 points=0 "
        "die=5 step=power chain=turn_left;turn_left effect=-2 group=SpadXIII-1 ending=SpadXIII-1 | "
        "SpadXIII-1 0914 N speed=3 | Albatros-1 0302 S speed=4 moved"
    )
    cells = {key: row["cells"] for key, row in rows(deck).items()}
    assert cells["power -1"] == ["power −1", "0", "stall", "6 of 6"]
    assert cells["power 0"] == ["power 0", "1", "control test", "4 of 6"]
    assert cells["power +1"] == ["power +1", "2", "–", "none"]
    pilot.press("ArrowDown", "Enter")  # the first row
    assert deck.game.facts()["control SpadXIII-1"] == "out"
    assert deck.game.state.stage == "recover"
    assert "stalled" in {label.text for label in deck.map.scene.labels}


def test_before_the_power_factor_the_sum_tells_the_stall() -> None:
    deck, pilot = flying("SpadXIII-1 0914 N speed=3 | Albatros-1 0302 S speed=4 moved", points=3)
    pilot.type("turn left")
    pilot.press("ArrowLeft")
    sums = deck.controls._sums.value
    assert "(dashed: planned)" in sums
    assert "stall 6 of 6" in sums and "stall 4 of 6" in sums and "no stall" in sums


def test_setting_up_by_taps() -> None:
    deck, pilot = fly(scenario="return-to-the-fold")
    assert deck.game.state.stage == "place"
    pilot.tap("0101")
    assert deck.controls.draft is None and "TDA-MAP" in pilot.ruling
    pilot.tap("1503")
    assert draft(deck) == "place DVII-1 1503 N"
    pilot.tap("1503")
    assert draft(deck) == "place DVII-1 1503 NE"
    pilot.press("ArrowLeft", "ArrowLeft")
    assert draft(deck) == "place DVII-1 1503 NW"
    assert set(deck._list.options) == {"ready"} | {
        f"place DVII-1 1503 {f}" for f in ("N", "NE", "SE", "S", "SW", "NW")
    }
    pilot.press("Enter")
    assert deck.game.facts()["hex DVII-1"] == "1503"
    pilot.press("1", "Enter")
    assert deck.game.facts()["status Albatros-2"] == "flying"


def test_levels_and_aces_of_a_placement_are_switches() -> None:
    deck, pilot = fly(scenario="forced-passage")
    pilot.tap("1003")
    controls = deck.controls
    assert controls._climb.options == ("level 4", "level 5")
    assert set(controls._ace.options) == {"no ace", "RP-1/Fire+1"}
    controls._climb.value = "level 5"
    controls._ace.value = "RP-1/Fire+1"
    assert draft(deck) == "place Hanriot-1 1003 N level 5 ace RP-1/Fire+1"


def test_a_tap_on_a_counter_picks_its_row() -> None:
    deck, pilot = fly(
        f"turn=2 stage=choose asked=Entente holder=Entente {CUP} | SE5a-1 0814 N speed=4 | "
        "SE5a-2 0914 N speed=4 | Albatros-1 0302 S speed=4 moved",
        entente="se5a se5a",
    )
    pilot.tap("0814")
    assert draft(deck) == "choose SE5a-1"
    pilot.tap("0814")
    assert draft(deck) == "choose SE5a-1 SE5a-2"  # in formation
    pilot.tap("0302")
    assert "Nothing to decide about Albatros-1" in pilot.status


def test_a_formation_flies_on_one_table() -> None:
    deck, pilot = fly(
        f"turn=2 stage=choose asked=Entente holder=Entente {CUP} | SE5a-1 0814 N speed=4 | "
        "SE5a-2 0914 N speed=4 | Albatros-1 0302 S speed=4 moved",
        entente="se5a se5a",
    )
    pilot.type("choose SE5a-1 SE5a-2")
    assert "SE5a-1 and SE5a-2" in deck.controls.table.caption
    pilot.press("ArrowUp")
    ghosts = [c for c in deck.map.scene.counters if c.id.endswith("draft")]
    assert len(ghosts) == 2
    pilot.press("Enter")
    assert deck.game.facts()["hex SE5a-1"] == "0813"
    assert deck.game.facts()["hex SE5a-2"] == "0913"


def test_guns_and_close_up_are_switched_by_keys() -> None:
    deck, pilot = flying(
        "SpadXIII-1 0914 N speed=4 | Roland-1 0910 N speed=4 moved", central="roland-c2"
    )
    counts = []
    for _ in range(5):
        counts.append(len([a for a in deck.map.scene.areas if a.kind.startswith("fire")]))
        pilot.press("g")
    assert counts == [1, 1, 2, 3, 0]
    assert deck.map.scene.around
    pilot.press("z")
    assert not deck.map.scene.around


# ---- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ("fire-on-the-balloons", "new-raid"))
def test_a_game_is_played_to_its_end_by_rows_only(scenario: str) -> None:
    deck, _ = fly(scenario=scenario, seed=2)
    choose = pilot_for(GAME)
    for _ in range(1500):
        if deck.game.outcome:
            break
        move: Move = choose(deck.game)
        key = move.choice.manoeuvre if move.choice else str(move)
        if move.kind == "place":
            deck.controls.set_draft(move)
        else:
            deck.controls.pick(key)
            if str(deck.controls.draft) != str(move):
                deck.controls.set_draft(move)
        deck.commit()
    assert deck.game.outcome
    assert deck.controls.table.rows == [] and deck.controls.draft is None


def test_the_computer_plays_its_side_and_undo_takes_it_back() -> None:
    deck, pilot = fly(scenario="return-to-the-fold", setup="ready", computer=["Central"])
    assert deck.game.to_move == "Entente" and deck.game.history
    before = deck.game.position
    pilot.press("1", "Enter")
    assert deck.game.position != before
    pilot.click("Take back")
    assert deck.game.position == before


def test_save_and_load_keep_the_panels() -> None:
    deck, pilot = flying(FREE)
    pilot.type("straight")
    deck.save()
    text = deck._text.value
    other, _ = fly(setup="ready")
    other._text.value = text
    other.load()
    assert other.game.position == deck.game.position
    assert rows(other) == rows(deck)
    assert other.controls._board.value == deck.controls._board.value
    assert other._beside.children == other.controls.beside


# ---- the table as a widget ---------------------------------------------------------------------


def test_a_table_sends_only_what_differs(messages: list[dict[str, Any]]) -> None:
    table = ChoiceTable()
    picked: list[str] = []
    table.on_pick(picked.append)
    shown = [ChoiceRow("a", ("A", "1")), ChoiceRow("b", ("B", "2◊"), "closed", "not now")]
    messages.clear()
    table.show("Choose", ("", "x"), shown)
    assert len(messages) == 1
    table.show("Choose", ("", "x"), shown)
    assert len(messages) == 1
    table.show("Choose", ("", "x"), shown, "a")
    assert len(messages) == 2 and table.rows[0]["chosen"]
    table._heard(None, {"pick": "b"}, None)
    table._heard(None, {"pick": 3}, None)
    table._heard(None, {}, None)
    assert picked == ["b"]


def test_a_pick_of_a_row_that_is_gone_does_nothing() -> None:
    deck, _ = flying(FREE)
    deck.controls.pick("nonsense")
    assert deck.controls.draft is None


# ---- the mission and the end -------------------------------------------------------------------


def test_a_whole_game_shows_turn_and_mission() -> None:
    deck = lessons.fly("le-temps-des-as", scenario="return-to-the-fold", setup="ready", seed=1)
    shown = deck._prompt.value
    assert "Turn 1 of 8." in shown and "12.2" in shown
    goals = deck.game.setting.scenario.goals
    assert all(goal in shown for goal in goals.values())
    alone = lessons.fly(
        "le-temps-des-as",
        scenario="return-to-the-fold",
        setup="ready",
        seed=1,
        computer=["Central"],
    )
    summary = alone._prompt.value.partition("</summary>")[0]
    assert goals["Entente"] in summary and goals["Central"] not in summary


def test_levels_and_puzzles_have_a_task_of_their_own() -> None:
    assert "Turn 2 of 8" not in lessons.level("le-temps-des-as/straight-ahead")._prompt.value
    assert "tda-mission" not in lessons.puzzles("le-temps-des-as").deck._prompt.value


def test_the_end_says_who_has_won() -> None:
    deck = lessons.fly(
        "le-temps-des-as",
        scenario="skirmish",
        turns="1",
        setup="ready",
        seed=1,
        position="stage=choose asked=Central holder=Entente | SpadXIII-1 0901 N level=3 speed=4 "
        "moved | Albatros-1 0918 S level=3 speed=4",
    )
    while not deck.game.outcome:
        legal = deck.game.legal_moves()
        deck.play(next(iter(legal)))
    outcome = deck.game.outcome
    shown = deck._prompt.value
    assert "The game is over: " in shown and "skylib-say" in shown
    assert (f"{outcome.winners[0]} wins" if outcome.winners else "a draw") in shown
