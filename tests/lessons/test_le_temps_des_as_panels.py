"""Flight board, sums, cup and charts of Le Temps des As."""

from __future__ import annotations

import re
from typing import Any

import pytest

import skylib
from skylib import lessons
from skylib.core.errors import SkylibError
from skylib.core.rulings import Figure
from skylib.le_temps_des_as.state import ROLLED
from skylib.lessons import le_temps_des_as_panels as panels
from skylib.lessons.chart import Chart

CUP = "cup=4,2,3,2,1,2,1,1,1,1,2,1,3"


def new(position: str | None = None, **settings: Any) -> Any:
    settings = {"scenario": "skirmish", "seed": 1} | settings
    return skylib.new_game("le-temps-des-as", position=position, **settings)


def plain(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def test_the_flight_board_has_a_card_for_every_counter() -> None:
    game = new(scenario="passage-of-the-geese", setup="ready")
    board = panels.flight_board(game, ["Central"])
    assert board.count("<li") == len(game.state.aircraft)
    text = plain(board)
    for plane in game.state.aircraft:
        assert plane.id in text
    assert "power ±2" in text and "loaded" in text and "ace RP-1/Fire+2" in text
    assert text.count("computer") == 5


def test_the_board_tells_points_damage_and_pursuit() -> None:
    game = new(
        f"turn=2 stage=manoeuvre asked=Entente holder=Entente {CUP.replace('=4', '=3')} | act "
        "members=SpadXIII-1 points=4 die=2 step=next group=SpadXIII-1 | "
        "SpadXIII-1 0914 N speed=4 pursues=Roland-1 jammed=front | "
        "Roland-1 0910 N speed=5 damaged markers=wing observer=wounded moved",
        central="roland-c2",
    )
    text = plain(panels.flight_board(game))
    assert "⚃ 4 left" in text and "pursues Roland-1" in text and "front gun jammed" in text
    assert "damaged (Wing)" in text and "observer wounded" in text and "✓ flown" in text


@pytest.mark.parametrize("speed, most", [(1, 5), (4, 8), (9, 8), (0, 6), (-2, 6)])
def test_the_track_says_its_speed_for_those_who_do_not_see_it(speed: int, most: int) -> None:
    track = panels.speed_track(speed, most)
    assert f'aria-label="speed {speed} of {most}"' in track
    assert track.count('height="15"') == max(speed, most)


def test_the_speed_sum_is_the_engines() -> None:
    """The total so far and each power factor agree with what the game makes of them."""
    game = new(
        f"turn=2 stage=choose asked=Entente holder=Entente {CUP} | Camel-1 0914 N level=2 speed=4 "
        "| Albatros-1 0302 S speed=4 moved",
        entente="camel",
    )
    game.play("choose Camel-1", [2])
    game.play("side slip right")
    game.play("straight")
    plan = game.parse_chain("turn left descend")
    text = plain(panels.speed_sum(game, plan))
    assert "4 start" in text and "−1 Side Slip" in text and "+1 descent" in text
    assert "= 3 so far" in text
    game.play("turn left descend")
    for power in (-1, 0, 1):
        new_speed = game.check(f"power {power:+d}" if power else "power 0").facts["new speed"]
        assert f"{panels.signed(power)} → {new_speed}" in text
    assert panels.speed_sum(new(setup="ready")) == ""


@pytest.mark.parametrize("total", range(-5, 4))
@pytest.mark.parametrize("hit", (3, 4, 5))
def test_the_faces_of_the_die_agree_with_the_odds(total: int, hit: int) -> None:
    from skylib.le_temps_des_as.odds import hit_chance

    markup = panels.fire_sum((Figure(total, "all", "X"),), hit, "A shot")
    assert markup.count("tda-face tda-hit") == hit_chance(total, hit) * 6
    assert markup.count("tda-face ") == 6
    assert f"{hit_chance(total, hit) * 6} of 6</strong> hit" in markup


def test_a_rolled_shot_shows_its_total() -> None:
    figures = (Figure(5, ROLLED, "X"), Figure(-1, "one level apart", "X"))
    text = plain(panels.fire_sum(figures, 4, "A shot"))
    assert "5 1d6 −1 one level apart = 4 total ≥ 4 hit value" in text
    assert "&lt;" not in text
    missed = plain(panels.fire_sum(figures, 5, "A <b>shot</b>"))
    assert "4 total &lt; 5" in missed and "&lt;b&gt;shot" in missed


def test_the_cup_shrinks_and_fills_again() -> None:
    game = new(
        f"turn=2 stage=fire asked=Entente holder=Entente {CUP} | act members=SpadXIII-1 points=0 "
        "die=5 step=fire chain=straight group=SpadXIII-1 firing=SpadXIII-1 | "
        "SpadXIII-1 0911 N level=4 speed=4 | Roland-1 0908 N level=4 speed=5",
        central="roland-c2",
    )
    assert "24 markers left" in panels.cup(game)
    game.play("fire SpadXIII-1 front at Roland-1", [5, 3, 1])
    text = plain(panels.cup(game))
    assert "23 markers left" in text and "Wing ■■■□ 3" in text
    assert "The shot of SpadXIII-1 (front gun) at Roland-1" in panels.beside(game)
    game.undo()
    assert "24 markers left" in panels.cup(game)


def test_threats_are_those_that_come_true() -> None:
    """What a manoeuvre would call forth is what the game then offers."""
    game = new(
        f"turn=2 stage=manoeuvre asked=Entente holder=Entente {CUP} | act members=SpadXIII-1 "
        "points=5 die=5 step=next group=SpadXIII-1 | SpadXIII-1 0914 N level=4 speed=4 | "
        "Roland-1 0911 NE level=4 speed=5 moved | Albatros-1 0710 SE level=3 speed=4 moved",
        central="roland-c2 albatros-d3",
    )
    met = 0
    for move in list(game.legal_moves()):
        told = {
            (f"fire {s.shooter} {s.gun} at {s.target}", str(r.facts["chance"]))
            for s, r in panels.threats(game, move.choice)
        }
        played = skylib.new_game(
            "le-temps-des-as",
            scenario="skirmish",
            seed=1,
            central="roland-c2 albatros-d3",
            position=game.position,
        )
        played.play(move)
        if played.state.clash is not None:
            continue
        true = (
            {
                (str(m), str(played.check(m).facts["chance"]))
                for m in played.legal_moves()
                if m.kind == "fire"
            }
            if played.state.stage == "opportunity"
            else set()
        )
        assert told == true, move
        met += bool(true)
    assert met >= 3


# ---- charts ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ("manoeuvres", "aircraft", "markers", "chances"))
def test_charts_are_tables_with_text(name: str) -> None:
    chart = lessons.chart("le-temps-des-as", name)
    text = chart.text()
    assert all(len(row) == len(chart.head) for row in chart.rows)
    assert text.splitlines()[0] == chart.title
    assert ("◊" in text) is chart.has_ours
    assert chart.widget.value.count('scope="row"') == len(chart.rows)


def test_charts_mark_what_is_ours() -> None:
    manoeuvres = {row[0]: row for row in lessons.chart("le-temps-des-as", "manoeuvres").rows}
    assert manoeuvres["Tight Turn"][2:5] == ("2", "3◊", "4")
    aircraft = {row[0]: row for row in lessons.chart("le-temps-des-as", "aircraft").rows}
    assert aircraft["Spad XIII"][1:5] == ("A", "5", "5", "8")
    assert aircraft["Spad VII"][2].endswith("◊")


def test_no_such_chart() -> None:
    with pytest.raises(SkylibError, match="has no chart 'moon'; there are manoeuvres, aircraft"):
        lessons.chart("le-temps-des-as", "moon")


def test_a_chart_escapes_what_it_shows() -> None:
    chart = Chart("<i>", ("<b>",), (("<script>◊",),), ("<u>",))
    assert "<script>" not in chart.widget.value and "<u>" not in chart.widget.value
