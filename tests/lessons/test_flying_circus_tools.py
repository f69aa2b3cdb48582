"""The tools of the lessons of Flying Circus: flights, turn modes, fields, charts, odds."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
import pytest

from skylib import lessons
from skylib.core.errors import SkylibError
from skylib.flying_circus import decisions
from skylib.flying_circus.aircraft import Charts
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import TURN_MODES, Flight, Plan
from skylib.flying_circus.sighting import needed_points
from skylib.lessons.flying_circus_charts import ChartViewer
from skylib.lessons.flying_circus_cockpit import cockpit_html
from skylib.lessons.flying_circus_odds import cadence
from skylib.lessons.flying_circus_strip import strip_html
from skylib.lessons.flying_circus_table import odds_html, table_html
from skylib.lessons.flying_circus_turns import MODES, TurnModes, costs

COURSE = Path(__file__).parents[2] / "notebooks"
BRISTOL = {
    "scenario": "photo-1917-allied-b",
    "position": "phase 2 german move; A1 f2b 1718 NW level 10 speed 8; "
    "G1 fokker-d-vii 2217 N level 10 speed 8",
}
FLIGHT = "G1 speed 8: F F L L F F F"


# ---- flights -------------------------------------------------------------------------------


def test_the_strip_fills_as_the_learner_scrubs() -> None:
    player = lessons.flights(FLIGHT, **BRISTOL)
    for point in range(9):
        player.go(point)  # type: ignore[attr-defined]
        strip = player._strips[0].value  # type: ignore[attr-defined]
        seen = max(0, point - 4)
        assert (
            strip.count('class="cell in"') == seen + point
        )  # the front gun from 5 on, the rear gun always
        assert strip.count('class="cell later"') == 3 * (8 - point)
        assert ("✓ sighted" in strip) == (point == 8)
    assert "FC-SIGHT-FIRER-MOVED" in player._verdicts[0].value  # type: ignore[attr-defined]


def test_the_eyes_can_be_changed() -> None:
    player = lessons.flights(FLIGHT, **BRISTOL)
    player.go(8)  # type: ignore[attr-defined]
    player._eyes.value = 2  # type: ignore[attr-defined]
    assert str(player.pair()) == "A1 rear gun at G1"  # type: ignore[attr-defined]
    kinds = {kind for _, _, kind in player.maps[0].scene.paths[0].points}  # type: ignore[attr-defined]
    assert kinds == {"seen"}


def test_two_flights_side_by_side_show_the_same_part_of_the_map() -> None:
    player = lessons.flights(
        "G1 speed 4: F F L",
        "G1 speed 4: F L L",
        watch=["A1", "A2"],
        scenario="photo-1917-allied-b",
        position="phase 2 german move; A1 f2b 1712 S level 10 speed 8; "
        "A2 f2b 1716 NE level 10 speed 8; G1 fokker-d-vii 2015 N level 10 speed 4",
    )
    left, right = (m.scene for m in player.maps)  # type: ignore[attr-defined]
    assert left.around == right.around
    text = player.text()
    assert "..[##] sighted" in text and "FL[LL]" in text and "..[.#] not sighted" in text


def test_bad_flights_are_refused_in_words() -> None:
    with pytest.raises(SkylibError):
        lessons.flights(**BRISTOL)
    with pytest.raises(SkylibError):
        lessons.flights("pass", **BRISTOL)


@pytest.mark.parametrize("speed", range(1, 13))
def test_the_frame_of_the_strip_is_the_last_half(speed: int) -> None:
    from skylib.core.hexes import Hex
    from skylib.flying_circus.movement import Place, Plan, Task

    task = Task(Place(Hex(0, 0), 0, 5), Plan(speed), TURN_MODES["A"], TURN_MODES["A"])
    markup = strip_html("x", task, Flight("F" * speed), [])
    assert markup.count("half") - markup.count("half first") >= 0
    head = markup.split("</thead>")[0]
    assert head.count('class="half') == needed_points(speed)


# ---- turn modes -----------------------------------------------------------------------------


def test_the_printed_costs_in_all_modes() -> None:
    paid = {
        name: [c.points if not c.refused else None for c in costs(*modes, "FLLL")]
        for name, modes in MODES.items()
    }
    assert paid == {
        "mode A": [1, 1, 1, 1],
        "mode B": [1, 2, 1, 1],
        "mode C": [1, 1, 1, None],
        "mode D": [1, 2, 1, None],
        "Camel: B left, A right": [1, 2, 1, 1],
    }
    right = [c.points for c in costs(*MODES["Camel: B left, A right"], "FRRR")]
    assert right == [1, 1, 1, 1]


def test_the_rulebooks_turn_costs_eight_in_mode_b() -> None:
    shown = TurnModes("F L L F L F")
    assert shown.total("mode B") == 8
    assert shown.total("Camel: B left, A right") == 8
    assert shown.total("mode A") == 6


def test_steps_can_be_added_and_taken_back() -> None:
    shown = TurnModes("F")
    shown.add("R")
    assert shown.steps == "FR"
    shown.back()
    shown.clear()
    assert shown.steps == "" and shown.total("mode A") == 0
    shown.add("L")
    assert shown.total("mode A") is None
    assert "FC-TURN-FIRST-HEX" in shown._words.value


# ---- fields ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "aircraft, gun, count",
    [("spad-7", "front", 8), ("f2b", "rear", 78), ("roland-c-ii", "rear", 206)],
)
def test_the_fields_hold_the_hexes_they_should(aircraft: str, gun: str, count: int) -> None:
    shown = lessons.fields_of_fire(aircraft, gun)
    for _ in range(6):
        assert len(shown.hexes) == count  # type: ignore[attr-defined]
        shown.turn(1)  # type: ignore[attr-defined]
    assert f"{count} hexes" in shown.text()


def test_a_target_is_judged_where_it_is_put() -> None:
    shown = lessons.fields_of_fire("f2b", "rear")
    shown.tap(shown.board.hex("1212"))  # type: ignore[attr-defined]
    assert "blind spot" in shown._verdict.value  # type: ignore[attr-defined]
    shown.tap(shown.board.hex("1213"))  # type: ignore[attr-defined]
    assert "Allowed" in shown._verdict.value  # type: ignore[attr-defined]
    shown._levels.value = 1  # type: ignore[attr-defined]
    assert "FC-FIELD-LEVEL" in shown._verdict.value  # type: ignore[attr-defined]


# ---- charts, tables, ammunition -----------------------------------------------------------------


def test_a_chart_says_where_its_figures_are_from() -> None:
    shown = lessons.aircraft_chart("nieuport-11")
    text = shown.text()
    assert "maximum horizontal speed: 8 [printed]" in text
    assert "turn mode: A ◊ [ours" in text
    shown._damage.value = 4  # type: ignore[attr-defined]
    assert "1 damage point more" in shown.text()
    shown._damage.value = 5  # type: ignore[attr-defined]
    assert "shot down" in shown.text()


def test_every_chart_can_be_shown() -> None:
    shown = lessons.aircraft_chart("spad-7")
    for kind in shown.charts.types:  # type: ignore[attr-defined]
        shown._types.value = kind  # type: ignore[attr-defined]
        assert cockpit_html(shown.aircraft()) in shown._chart.value  # type: ignore[attr-defined]


def test_the_lit_column_and_the_deadly_cells() -> None:
    shown = lessons.odds("spad-7", "albatros-d-iii", 2)
    table = shown.charts.tables[3]  # type: ignore[attr-defined]
    markup = table_html(table, "x", 2, 3)
    assert markup.count("▼") == 1
    assert markup.count("✕") == sum(p >= 3 for p in table.column(2))
    down = sum(p >= 3 for p in table.column(2))
    assert f"{down} of 6" in odds_html(table, 2, 3, "it")


def test_titles_are_escaped() -> None:
    shown = lessons.odds("spad-7", "albatros-d-iii", 2)
    table = shown.charts.tables[3]  # type: ignore[attr-defined]
    assert "<b>" not in table_html(table, "<b>", 1)


def test_cadence_is_the_rulebooks() -> None:
    def fires(feed: str) -> list[int]:
        return [n for n, word in enumerate(cadence(feed, 9), 1) if word == "fires"]

    assert fires("belt") == [1, 3, 5, 7, 9]
    assert fires("single") == [1, 4, 7]
    assert fires("double") == [1, 3, 6, 8]


def test_any_gun_may_look_first() -> None:
    player = lessons.flights(FLIGHT, first="A1 rear", **BRISTOL)
    assert str(player.pair()) == "A1 rear gun at G1"  # type: ignore[attr-defined]
    with pytest.raises(SkylibError, match="A1 front"):
        lessons.flights(FLIGHT, first="G1 rear", **BRISTOL)


@pytest.mark.parametrize("kind", Charts.default().types.values(), ids=lambda kind: kind.id)
def test_a_chart_says_what_the_rules_allow_at_every_damage(kind: Any) -> None:
    """The sentence below the chart beside the rules' own answer."""
    viewer = ChartViewer(kind.id)
    for damage in range(kind.endurance):
        viewer._damage.value = damage
        a = viewer.aircraft()
        # Whatever it flew at before: all speeds that some speed before would allow.
        may = {
            name: sorted(
                {
                    speed
                    for before in range(kind.stall + 1, a.max_speed + 1)
                    for speed in decisions.legal_speeds(
                        replace(a, speed=before), plan, FlyingCircus.rules().choose()
                    )
                }
            )
            for name, plan in (("level", Plan(0)), ("climb", Plan(0, climb=True)))
        }
        said = viewer._said()
        low, high = may["level"][0], may["level"][-1]
        assert (f"fly at {low} only" if low == high else f"fly at {low} to {high},") in said
        climb = f"in a climb up to {may['climb'][-1]}" if may["climb"] else "cannot climb"
        assert climb in said, (damage, said, may)


def test_the_odds_are_told_when_a_choice_changes() -> None:
    viewer = lessons.odds("spad-7", "albatros-d-iii", 1)
    before = viewer._shown.value
    viewer._hit.value = 3
    assert viewer._shown.value != before
    told = viewer._shown.value.partition('class="skylib-say"')[2].partition("</p>")[0]
    assert "to shoot the Albatros D III down" in told


def test_the_attack_from_below_of_lesson_7_is_one() -> None:
    """The flight that the text names fires first; the one that it warns of does not."""
    cells = nbformat.read(COURSE / "flying-circus" / "07-combat.ipynb", 4).cells
    at = next(n for n, cell in enumerate(cells) if cell.source.startswith("## From below"))
    (flight,) = re.findall(r"speed 6, `([A-Z ]+)`", cells[at].source)
    (position,) = re.findall(r"position='([^']+)'", cells[at + 1].source)
    for text, first in ((flight, True), ("C F F F F F F", False)):
        game = FlyingCircus.new_game("photo-1917-allied-b", seed=1, position=position)
        game.play(f"G1 speed 6 climb: {text}")
        ruling = game.check(game.parse_move("G1 fire front at A1"))
        assert ruling.allowed and ("FC-CLIMB-ATTACK" in ruling.rules) is first, text
