"""What rests on a number of ours says so, and what rests on a printed one does not.

The same games are played with our charts, and with the same figures from an owner, printed.
"""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import skylib
from skylib.core.games import Game
from skylib.core.rulings import Ruling
from skylib.maps.legend import legend_text
from skylib.scenes import scene_of

PACKAGE = Path(skylib.__file__).parent


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Options of a game for which all of our figures stand in files as printed."""
    folder = tmp_path_factory.mktemp("printed")
    circus, aces = PACKAGE / "flying_circus", PACKAGE / "le_temps_des_as"

    def text(path: Path) -> str:
        return re.sub(r'"ours[^"]*"', '"printed"', path.read_text("utf-8"))

    head = text(circus / "tables.toml").partition("[introductory]")
    charts = text(circus / "aircraft.toml") + head[1] + head[2]
    charts = charts.replace('kind = "charts"', 'kind = "charts"\nreplaces = "all"', 1)
    # A part of which a file says nothing is printed as all of the file.
    charts = charts.replace("[sources]", 'source = "printed"\n[sources]', 1)
    (folder / "charts.toml").write_text(charts, "utf-8")
    (folder / "map.toml").write_text(text(circus / "map.toml"), "utf-8")
    own = text(aces / "aircraft.toml") + text(aces / "manoeuvres.toml").replace("source =", "#", 1)
    own += text(aces / "damage.toml").partition("[sources]")[2].partition("\n\n")[2]
    own += "\n[map]\n" + re.sub(r"\[(\[?)(zones|target)", r"[\1map.\2", text(aces / "map.toml"))
    (folder / "aces.toml").write_text(own, "utf-8")
    return {
        "charts": str(folder / "charts.toml"),
        "map": str(folder / "map.toml"),
        "aces": str(folder / "aces.toml"),
    }


def rulings(game: Game[Any, Any], moves: int, seed: int = 5) -> list[Ruling]:
    """The rulings of a game at random, before and after each move."""
    rng = random.Random(seed)
    out = []
    for _ in range(moves):
        if game.outcome:
            break
        move = rng.choice(list(game.legal_moves()))
        out.append(game.check(move))
        out.append(game.play(move).ruling)
    return out


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("flying-circus", {"scenario": "air-1917-b"}),
        ("flying-circus", {"scenario": "trench-1917-german-a"}),
        ("flying-circus", {"scenario": "photo-1916-german-a"}),
        ("flying-circus-introductory", {"scenario": "3"}),
        ("le-temps-des-as", {"scenario": "new-raid"}),
        ("le-temps-des-as", {"scenario": "fire-on-the-balloons"}),
    ],
)
def test_with_printed_charts_nothing_is_ours(
    name: str, settings: dict[str, str], printed: dict[str, str]
) -> None:
    own = (
        {"charts": printed["aces"]}
        if name == "le-temps-des-as"
        else {key: printed[key] for key in ("charts", "map")}
    )
    ours = rulings(skylib.new_game(name, seed=1, **settings), 30)
    theirs = rulings(skylib.new_game(name, seed=1, **settings, **own), 30)
    assert [str(r.reason) for r in ours] == [str(r.reason) for r in theirs]
    assert any(r.ours for r in ours)
    left = {text for r in theirs for text in r.ours} - {"the suggested set-up"}
    assert not left


CHASE = (
    "phase 3 allied fire; A1 sopwith-camel 2014 N level 10 speed 6; "
    "G1 fokker-dr-i 2010 N level 10 speed 8; flown A1 2020 N 10 speed 6: FFFFFF; firing allied"
)
MOVING = (
    "phase 5 allied move; A1 sopwith-camel 2010 N level 5 speed 6; A2 nieuport-11 3010 N level 5 "
    "speed 6; G1 fokker-dr-i 2005 S level 9 speed 8"
)
STRAFING = (
    "phase 9 allied fire; A1 f2b 2410 N level 1 speed 6; G1 fokker-dr-i 2108 N level 9 speed 8; "
    "flown A1 2416 N 1 speed 6: FFFFFF; firing allied"
)


@pytest.mark.parametrize(
    ("settings", "move", "marked"),
    [
        ({"position": CHASE}, "A1 fire front at G1", "table 1 at range 4"),
        ({"position": CHASE}, "A1 fire front at G1", "Sopwith Camel, front gun, ammunition"),
        ({"position": MOVING}, "A1 speed 10", "Sopwith Camel, max speed 9"),
        ({"position": MOVING}, "A1 speed 3", "Sopwith Camel, stall 3"),
        ({"position": MOVING}, "A2 speed 6: F L F F F F", "Nieuport 11, turn left A"),
        ({"position": MOVING}, "A2 speed 6: F L L L L F", "Nieuport 11, turn left A"),
        ({"position": MOVING}, "A2 speed 6 climb", "Nieuport 11, climb grades 7"),
        ({"scenario": "trench-1917-allied-a", "position": STRAFING}, "A1 strafe front", "trenches"),
        ({"scenario": "air-1917-b"}, "A1 enters 0112 SE", "the map: rows"),
        ({"scenario": "photo-1916-german-a"}, "objective A", "the map: letters"),
    ],
)
def test_flying_circus_marks(settings: dict[str, str], move: str, marked: str) -> None:
    game = skylib.new_game("flying-circus", seed=1, **{"scenario": "air-1917-b"} | settings)
    assert marked in "; ".join(game.check(move).ours)


def test_flying_circus_does_not_mark_what_is_printed() -> None:
    """The Camel's climb and its turns, the Nieuport 11's speeds: the rulebook has them."""
    game = skylib.new_game("flying-circus", scenario="air-1917-b", position=MOVING)
    for move in ("A2 speed 9", "A2 speed 3", "A1 speed 6 climb", "A1 speed 6: F R F F F F"):
        assert not game.check(move).ours, move


def test_the_highest_start_is_marked_where_a_ceiling_of_ours_sets_it() -> None:
    game = skylib.new_game("flying-circus", scenario="photo-1916-german-a")
    game.play("objective drawn")
    top = game.highest_start  # type: ignore[attr-defined]
    assert "ceiling" in "; ".join(game.check(f"height {top}").ours)
    assert "ceiling" in "; ".join(game.check("height 30").ours)
    assert not game.check("height 1").ours


def test_le_temps_des_as_marks_the_class_of_an_aircraft_beside_the_cost() -> None:
    game = skylib.new_game("le-temps-des-as", scenario="voss-last-flight", seed=1)
    assert game.check("ready").ours == ("the suggested set-up",)
    while game.state.stage != "manoeuvre":
        game.play(next(iter(game.legal_moves())))
    told = game.check("turn left").ours
    kind = game.state.plane(game.state.act.group[0])
    name = game.setting.sheet(kind).name  # type: ignore[attr-defined]
    assert f"{name}: class" in told and "Turn: cost" in "; ".join(told)
    example = skylib.new_game("le-temps-des-as", scenario="example-turn-2", seed=1)
    while example.state.stage != "manoeuvre":
        example.play(next(iter(example.legal_moves())))
    assert not any("class" in text for text in example.check("straight").ours)  # printed, Turn 2


@pytest.mark.parametrize(
    ("name", "settings", "marked"),
    [
        ("eye-in-the-sky", {}, False),
        ("eye-in-the-sky", {"scenario": "training"}, True),
        ("flying-circus", {}, True),
        ("flying-circus-introductory", {}, True),
        ("le-temps-des-as", {}, True),
    ],
)
def test_the_legend_of_a_map_says_whether_it_is_ours(
    name: str, settings: dict[str, str], marked: bool, printed: dict[str, str]
) -> None:
    assert ("ours" in legend_text(scene_of(skylib.new_game(name, seed=1, **settings)))) is marked
    own = {"charts": printed["aces"]} if name == "le-temps-des-as" else {"map": printed["map"]}
    if not name.startswith("eye"):
        assert "ours" not in legend_text(scene_of(skylib.new_game(name, seed=1, **own)))


def test_every_table_of_ours_is_in_the_files() -> None:
    """The files above hold all that there is: nothing of ours could hide in one left out."""
    files = {
        p.name
        for game in ("flying_circus", "le_temps_des_as")
        for p in (PACKAGE / game).glob("*.toml")
    }
    assert files == {
        *("aircraft.toml", "balance.toml", "damage.toml", "example-charts.toml", "manoeuvres.toml"),
        *("map.toml", "rules.toml", "scenarios.toml", "tables.toml"),
    }
    assert (
        tomllib.loads((PACKAGE / "flying_circus/scenarios.toml").read_text())["source"] == "printed"
    )
