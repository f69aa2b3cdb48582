"""The computer players of both games: legal, repeatable, sensible, and they end games."""

from __future__ import annotations

import random

import pytest

import skylib
from skylib.core.dice import ScriptedDice
from skylib.core.errors import SkylibError
from skylib.core.hexes import COLUMNS, Hex, disk, distance, ray
from skylib.flying_circus import movement
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.introductory import FlyingCircusIntroductory
from skylib.flying_circus.moves import Fire, Fly, GroundFire, Objective, Pass, Strafe
from skylib.flying_circus.sighting import is_sighted
from skylib.pilots import flying_circus as pilot
from skylib.pilots import flying_circus_introductory as intro_pilot
from skylib.pilots import flying_circus_tables as tables


def at(position: str, scenario: str = "air-1917-b", **settings) -> FlyingCircus:
    return FlyingCircus.new_game(scenario, position=position, seed=1, **settings)


def play(game, choose, limit: int):
    while not game.outcome and len(game.history) < limit:
        move = choose(game)
        assert move in game.legal_moves()
        game.play(move)
    return game


@pytest.mark.parametrize(
    "name",
    ["air-1915-a", "photo-1916-german-b", "trench-1916-allied-b", "artillery-1915-german"],
)
def test_it_plays_a_game_to_its_end(name: str):
    game = play(FlyingCircus.new_game(name, seed=3), pilot.choose, 400)
    assert game.outcome is not None


@pytest.mark.parametrize("name", ["air-1919-b", "photo-1917-allied-c", "artillery-1918-german-b"])
def test_it_plays_the_largest_scenarios(name: str):
    game = play(FlyingCircus.new_game(name, seed=5), pilot.choose, 30)
    assert not any(step.after.events for step in game.history if "lost" in str(step.after.events))


def test_it_is_repeatable():
    games = [play(FlyingCircus.new_game("air-1917-a", seed=2), pilot.choose, 12) for _ in "ab"]
    assert [str(s.move) for s in games[0].history] == [str(s.move) for s in games[1].history]


def test_choosing_draws_no_dice_and_changes_nothing():
    game = play(FlyingCircus.new_game("air-1917-a", seed=2), pilot.choose, 9)
    before = game.position, game.dice.position
    pilot.choose(game)
    assert (game.position, game.dice.position) == before


def test_it_plays_under_every_reading():
    readings = {
        "FC-FORCED-SPEED": "two-steps",
        "FC-TURN-MODE": "both-directions",
        "FC-DIVE": "reset",
        "FC-START-SPEED": "maximum",
        "FC-PROGRESS-KEPT": "reset",
        "FC-SIGHT-CLIMB": "all-points",
        "FC-CEILING": "fifteen",
    }
    play(FlyingCircus.new_game("air-1916-a", seed=2, readings=readings), pilot.choose, 25)


def test_it_takes_a_good_shot():
    game = at(
        "phase 3 allied fire; A1 sopwith-camel 2014 N level 10 speed 6; "
        "G1 fokker-dr-i 2013 N level 10 speed 8; flown A1 2020 N 10 speed 6: FFFFFF; "
        "firing allied"
    )
    assert pilot.choose(game) == Fire("A1", "front", "G1")


def test_it_keeps_its_last_rounds_from_a_hopeless_shot():
    game = at(
        "phase 3 allied fire; A1 sopwith-camel 2014 N level 10 speed 8 front 1; "
        "G1 fokker-dr-i 2006 N level 10 speed 8; flown A1 2015 N 10 speed 1: F; firing allied"
    )
    reach = game.check("A1 fire front at G1")
    assert reach
    weak = game.charts.table(game.state["A1"].type.guns[0]).mean(8) < 0.6
    assert (pilot.choose(game) == Pass()) is weak


def test_it_flies_to_a_shot():
    """Behind an enemy that cannot answer it lines up for the last half and fires."""
    game = at(
        "phase 3 allied move; A1 sopwith-camel 2016 N level 10 speed 6; "
        "G1 fokker-dr-i 2008 N level 10 speed 8"
    )
    move = pilot.choose(game)
    step = game.play(move)
    assert step.ruling.facts["A1 front sights G1"] == "yes"
    assert isinstance(pilot.choose(game), Fire)


def test_it_goes_home_with_empty_guns():
    game = at(
        "phase 30 allied move; A1 sopwith-camel 0410 NW level 10 speed 6 front 0; "
        "G1 fokker-dr-i 3008 N level 10 speed 8"
    )
    move = pilot.choose(game)
    assert isinstance(move, Fly)
    game.play(move)
    assert game.state["A1"].status == "exited"


def test_it_brings_a_photograph_home():
    game = at(
        "phase 30 german move; A1 spad-13 1010 N level 4 speed 8; "
        "G1 roland-c-ii 4305 NE level 4 speed 7 photo; objective B",
        "photo-1917-german-a",
    )
    game.play(pilot.choose(game))
    assert game.outcome.winners == ("german",)


def test_it_photographs_strafes_and_answers():
    board = FlyingCircus.new_game("photo-1917-german-a", seed=1).map
    target = board.letters["B"]
    start = target
    for _ in range(7):
        start = COLUMNS.neighbour(start, 3)
    game = at(
        f"phase 5 german move; A1 spad-13 4002 N level 4 speed 8; "
        f"G1 roland-c-ii {board.board.name(start)} N level 4 speed 7; objective B",
        "photo-1917-german-a",
    )
    game.play(pilot.choose(game))
    assert game.state["G1"].photographed
    south = (Hex(q, r + 6) for q, r in sorted(board.german_trench))
    trench = next(hex for hex in south if hex in board.board)
    game = at(
        f"phase 5 allied move; A1 sopwith-camel {board.board.name(trench)} N level 1 speed 6; "
        "G1 fokker-dr-i 4402 S level 9 speed 8",
        "trench-1917-allied-b",
    )
    game.play(pilot.choose(game))
    assert isinstance(pilot.choose(game), Strafe)
    game.play(pilot.choose(game))
    assert isinstance(pilot.choose(game), GroundFire)


@pytest.mark.parametrize(
    ("scenario", "letter"), [("photo-1916-allied-a", "F"), ("photo-1917-german-a", "B")]
)
def test_it_photographs_what_is_nearest(scenario: str, letter: str):
    game = FlyingCircus.new_game(scenario, seed=1)
    assert pilot.choose(game) == Objective(letter)


def test_a_photographer_keeps_clear_of_the_enemys_guns():
    """Late in a fight a fighter dares what an observation aircraft on its way does not."""
    text = (
        "phase 40 allied move; A1 sopwith-strutter 2012 NE level 4 speed 6; A2 spad-7 2016 NE "
        "level 4 speed 8; G1 albatros-d-iii 2508 SW level 4 speed 8; G2 albatros-d-iii 2710 SW "
        "level 4 speed 8; objective F"
    )
    game = at(text, "photo-1916-allied-a")
    fliers = {id: pilot._Flier(game, game.state, game.state[id]) for id in ("A1", "A2")}
    assert fliers["A1"].caution > fliers["A2"].caution == 0
    home = at(
        text.replace("NE level 4 speed 6;", "NE level 4 speed 6 photo;"), "photo-1916-allied-a"
    )
    assert pilot._Flier(home, home.state, home.state["A1"]).home


def test_the_defender_expects_a_strafer_over_its_targets():
    """Over the trench hexes that it can reach at any speed; else on the shortest way to one."""
    text = (
        "phase 5 german move; A1 spad-13 {} NE level 1 speed 8; G1 pfalz-d-iii 4010 SW level 1 "
        "speed 8"
    )

    def expected(hex: str):
        game = at(text.format(hex), "trench-1917-allied-a")
        flier = pilot._Flier(game, game.state, game.state["G1"])
        assert flier.sure
        [enemy] = flier.enemies
        return game, {tables.hex_of(code) for code in enemy.guesses}

    game, over = expected("3306")
    assert over == {game.map.board.hex("3704")}
    assert over <= game.map.german_trench
    game, near = expected("2008")
    here = game.map.board.hex("2008")
    assert 1 < len(near) <= pilot._NEAREST

    def away(hex: Hex) -> int:
        return min(distance(hex, trench) for trench in game.map.german_trench)

    assert all(away(hex) <= away(here) - 6 for hex in near)


@pytest.mark.parametrize("start", ["3710 S", "3705 N", "4006 NW"])
def test_the_defender_waits_where_the_strafer_has_to_come(start: str):
    """What can be hit next counts in every place it can reach, not only in the nearest ones: it
    has shot at a strafer that circles over one trench hex before that is done with strafing."""
    game = at(
        "phase 8 german move; A1 spad-13 3704 NE level 1 speed 8; "
        f"G1 pfalz-d-iii {start} level 1 speed 8",
        "trench-1917-allied-a",
    )
    fired = 0
    while game.state.phase < 18 and not game.outcome:
        move = pilot.choose(game)
        fired += isinstance(move, Fire) and move.id == "G1"
        game.play(move)
    assert fired >= 1


def test_fighters_without_a_mission_are_not_foreseen():
    for scenario in ("air-1917-a", "photo-1917-allied-a"):
        game = FlyingCircus.new_game(scenario, seed=1)
        while game.state.phase < 4:
            game.play(pilot.choose(game))
        if game.state.step == "move":
            flier = pilot._Flier(game, game.state, game.state.to_fly()[0])
            assert flier.enemies and not flier.sure


def test_a_finished_game_is_an_error():
    game = at("phase 3 allied move; A1 se-5a exited level 4; G1 fokker-dr-i 3008 N level 4 speed 8")
    with pytest.raises(SkylibError):
        pilot.choose(game)


@pytest.mark.parametrize("side", ["allied", "german"])
def test_it_beats_aimless_flying(side: str):
    """Against an opponent that flies at random but stays on the map."""
    lost = won = 0
    for seed in range(3):
        rng = random.Random(seed)
        game = FlyingCircus.new_game("air-1917-a", seed=seed)
        while not game.outcome and len(game.history) < 200:
            if game.to_move == side or game.state.step == "fire":
                game.play(pilot.choose(game))
                continue
            aircraft = game.state.to_fly()[0]
            if aircraft.status == "off":
                game.play(next(iter(game.legal_moves())))
                continue
            ways = [
                (plan, flight, movement.trace(task, flight)[-1].place.hex in game.map.board)
                for plan in game.plans(game.state, aircraft.id)
                if not plan.climb and not plan.dive
                for task in [game.task(game.state, aircraft.id, plan)]
                for flight in movement.flights(task)
            ]
            ways = [way for way in ways if way[2]] or ways
            plan, flight, _ = rng.choice(ways)
            game.play(Fly(aircraft.id, plan, flight))
        scores = {s: game.score(game.state, s) for s in ("allied", "german")}
        won += scores[side]
        lost += sum(scores.values()) - scores[side]
    assert won > lost


@pytest.mark.parametrize(
    ("left", "right", "speed"),
    [("A", "A", 6), ("B", "A", 7), ("D", "D", 8), ("C", "C", 5), ("B", "B", 4), ("B", "B", 2)],
)
def test_where_a_gun_can_bear_is_right(left: str, right: str, speed: int):
    """The short count against every flight and the sighting rule itself."""
    task = tables.task(left, right, speed, False)
    want: dict[Hex, int] = {}
    for flight in movement.flights(task):
        end = movement.trace(task, flight)[-1].place
        for reach, hex in enumerate(ray(COLUMNS, end.hex, end.facing, 8), 1):
            there = movement.Place(hex, 0, 0)
            if is_sighted("fixed", end, there, task, flight, "firer", {}):
                want[hex] = min(reach, want.get(hex, 9))
    assert set(want) <= set(disk(Hex(0, 0), speed + 8))
    assert tables.rows(left, right, speed, False) == want


def test_a_hex_and_its_number():
    for hex in disk(Hex(3, -7), 12):
        assert tables.hex_of(tables.code(hex)) == hex


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize(("left", "right", "speed", "dive"), [("B", "A", 5, 0), ("D", "D", 6, 2)])
def test_the_menu_holds_every_end(left: str, right: str, speed: int, dive: int, facing: int):
    """Against the flights themselves: the ends, the way there, and the last half of it."""
    here, level = Hex(20, 5), 9
    task = movement.Task(
        movement.Place(here, facing, level),
        movement.Plan(speed, dive=dive),
        movement.TURN_MODES[left],
        movement.TURN_MODES[right],
    )
    ends = {}
    for flight in movement.flights(task):
        way = movement.trace(task, flight)
        place = tables.code(way[-1].place.hex) * 6 + way[-1].place.facing
        ends.setdefault(place, []).append(flight.steps)
        mode = left, right, speed, dive, facing, flight.steps
        passed = [tables.code(i.place.hex) for i in way if i.cost]
        assert [tables.code(here) + offset for offset in tables.path(*mode)] == passed
        half = tables.last_half(*mode)
        for target in (Hex(20, 2), Hex(22, 3), Hex(17, 8)):
            there = movement.Place(target, 0, way[-1].place.level)
            seen = all(
                not up and tables.code(target) - tables.code(here) - offset in bears
                for offset, towards, up in half
                for bears in [tables.ranges("fixed", towards)]
            )
            assert seen is is_sighted("fixed", way[-1].place, there, task, flight, "firer", {})
    menu = tables.menu(left, right, speed, dive, facing, False, 99)
    assert {tables.code(here) * 6 + key: list(ways) for key, ways in menu} == ends


def test_the_free_sky_is_the_boards():
    board = FlyingCircus.new_game("air-1917-a", seed=1).map.board
    sky = tables.free_ahead(board)
    assert len(sky) == 6 * len(board)
    for name, facing, free in [("0101", 0, 0), ("0101", 3, 5), ("2303", 0, 2), ("4525", 3, 0)]:
        assert sky[tables.code(board.hex(name)) * 6 + facing] == free


@pytest.mark.parametrize("name", ["air-1915-a", "air-1917-a", "air-1918-b"])
def test_equals_do_not_circle_for_ever(name: str):
    """They meet, and somebody fires, long before it grows late."""
    game = FlyingCircus.new_game(name, seed=1)
    while not any(event.kind == "shot" for event in game.state.events):
        game.play(pilot.choose(game))
        assert game.state.phase <= 40


def test_out_of_a_tight_circle_it_breaks_away():
    """Side by side, going round: nobody can ever shoot, so after a while it leaves."""
    circle = (
        "phase {} allied move; A1 sopwith-triplane 2207 N level 15 speed 8; "
        "G1 fokker-dr-i 2206 N level 15 speed 8"
    )
    apart = []
    for phase in (9, 21):
        game = at(circle.format(phase), "air-1917-a")
        game.play(pilot.choose(game))
        a, b = game.state["A1"].hex, game.state["G1"].hex
        apart.append(distance(a, b))
    assert apart[1] > apart[0]


# ---- the introductory game ---------------------------------------------------------------------


@pytest.mark.parametrize("scenario", "123")
def test_introductory_games_end(scenario: str):
    game = skylib.new_game("flying-circus-introductory", scenario=scenario, seed=2)
    play(game, intro_pilot.choose, 700)
    assert game.outcome is not None


def test_introductory_shot():
    def intro(position: str):
        return FlyingCircusIntroductory.new_game(
            "1", position=position, dice=ScriptedDice([1, 1, 1])
        )

    game = intro("turn 3 allied move; A1 2016 N 10; G1 2010 N 10")
    game.play(intro_pilot.choose(game))
    assert game.state.step == "fire"  # it has the enemy in its row
    game.play(intro_pilot.choose(game))
    assert game.facts()["G1 allowance"] != "10"
    over = intro("turn 3 allied move; A1 2016 N 10; G1 shot-down 0")
    with pytest.raises(SkylibError):
        intro_pilot.choose(over)
