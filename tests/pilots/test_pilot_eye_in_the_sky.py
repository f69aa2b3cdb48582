"""The computer player of Eye in the Sky: legal, repeatable, and worth playing against."""

import random

import pytest

import skylib
from skylib.core.errors import SkylibError
from skylib.core.hexes import distance
from skylib.eye_in_the_sky.flight import Fly, Home, path
from skylib.pilots.eye_in_the_sky import choose


def new_game(scenario="training", **settings):
    return skylib.new_game("eye-in-the-sky", scenario=scenario, **{"seed": 1, **settings})


def play_random(game, moves, seed):
    dice = random.Random(seed)
    for _ in range(moves):
        if game.outcome:
            return
        game.play(dice.choice(list(game.legal_moves())))


# ---- opponents, written here and on purpose simple ----------------------------------------


def random_pilot(seed):
    dice = random.Random(seed)
    return lambda game: dice.choice(list(game.legal_moves()))


def greedy_pilot(game):
    """Takes the best photograph at once; with four on board it makes for the runway."""
    field, state = game.field, game.state
    plane = state.planes[state.turn]
    seen = state.black
    for hex in plane.photos:
        seen |= field.footprints[hex]

    def value(move):
        if isinstance(move, Home):
            return 0
        hex, facing, over = game.destination(state, move)
        points = -5 * over
        if isinstance(move, Fly) and move.photo is not None:
            at = (plane.hex, *path(plane.hex, plane.facing, move.distance))[move.photo]
            points += field.points(field.footprints[at] & ~seen)
        if len(plane.photos) >= 4:
            way = min(distance(hex, end) for end in field.runway)
            return points - 20 * way + 1000 * game.is_landing(hex, facing)
        left = [h for h in field.area if not seen >> field.board.index[h] & 1]
        return points - min((distance(hex, h) for h in left), default=0)

    return max(game.legal_moves(), key=value)


def play_out(game, pilots, at_most=150):
    while not game.outcome and len(game.history) < at_most:
        game.play(pilots[game.to_move](game))
    return game.state.planes


# ---- it plays by the rules -------------------------------------------------------------------

SETTINGS = [
    {},
    {"players": 1},
    {"players": 1, "rounds": 3},
    {"players": 3},
    {"players": 4, "first": "C"},
    {"weather": "wind"},
    {"guns": "fire"},
    {"rounds": 5},
    {"planes": "fast,slow"},
    {"planes": "rotary"},
    {"readings": {"EYE-PHOTO": "with-destination", "EYE-EDGE": "start-hex"}},
    {"readings": {"EYE-SETUP": "corner", "EYE-LAND": "east"}},
    {"readings": {"EYE-SETUP": "corner"}},
    {"readings": {"EYE-LAND": "south-west", "EYE-WIN": "draw"}},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_it_plays_whole_games_by_the_rules(settings):
    game = new_game(**settings)
    while not game.outcome and len(game.history) < 200:
        move = choose(game)
        assert move in game.legal_moves()
        game.play(move)
    assert game.outcome


@pytest.mark.parametrize("scenario", ["training", "standard"])
@pytest.mark.parametrize("reading", ["east", "west", "regular"])
def test_it_answers_anywhere(scenario, reading):
    for seed in range(3):
        game = new_game(scenario, seed=seed, players=2 + seed, readings={"EYE-MAP": reading})
        play_random(game, 30 + seed, seed)
        assert choose(game) in game.legal_moves()


@pytest.mark.parametrize(
    "plane",
    [
        "distances = [1]\nleft = 0\nright = 1\nspiral = false",
        "distances = [2, 9]\nleft = 2\nright = 2\nspiral = true",
        "distances = [3]\nleft = 0\nright = 0\nspiral = false",
    ],
)
def test_it_flies_a_teachers_plane(plane, tmp_path):
    file = tmp_path / "plane.toml"
    file.write_text(f'[own]\nname = "Own"\nsource = "ours"\n{plane}\n')
    game = new_game(planes=str(file))
    for _ in range(12):
        if not game.outcome:
            game.play(choose(game))


def test_a_position_has_one_answer():
    """Whatever the seed, the way to the position, or how often it is asked."""
    game = new_game(players=3)
    play_random(game, 14, 3)
    move = choose(game)
    again = new_game(players=3, seed=99, position=game.position)
    assert choose(again) == move == choose(game)


@pytest.mark.parametrize("phase", ["play", "last"])
def test_it_draws_no_dice_and_changes_nothing(phase):
    game = new_game(weather="wind", guns="fire", rounds=1 if phase == "last" else 50)
    play_random(game, 2, 1)
    assert game.state.phase == phase
    before = game.position, tuple(game.dice.rolls), len(game.history)
    choose(game)
    assert (game.position, tuple(game.dice.rolls), len(game.history)) == before


def test_after_the_end_there_is_nothing_to_choose():
    game = new_game(rounds=1)
    while not game.outcome:
        game.play("home" if game.state.phase == "last" else "fly 2")
    with pytest.raises(SkylibError, match="over"):
        choose(game)


# ---- it plays well -----------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["A", "B"])
@pytest.mark.parametrize("rival", ["greedy", "random"])
def test_it_beats_simple_players(rival, seat):
    game = new_game()
    other = greedy_pilot if rival == "greedy" else random_pilot(1)
    planes = play_out(game, {s: choose if s == seat else other for s in "AB"})
    own, theirs = planes["AB".index(seat)], planes["BA".index(seat)]
    assert game.outcome is not None
    assert game.outcome.winners == (seat,)
    assert own.score > 2 * max(0, theirs.score) + 50


def test_with_a_full_load_beside_the_runway_it_lands():
    field = new_game().field
    runway = field.board.name(field.runway[1])
    game = new_game(
        position=f"play round 9; A {runway} W photos 6.6 8.6 6.9 8.9; B 6.6 E; to move A; black"
    )
    assert game.play(choose(game)).ruling.facts["landing"] == "yes"


def test_with_the_last_of_the_area_on_board_it_comes_home():
    game = new_game(
        position="play round 9; A 8.6 W photos 6.6 6.8; B 2.6 E photos 2.3; to move A; "
        "black 1.1-5.12 7.1-12.13"
    )
    others = {"A": choose, "B": lambda game: game.parse_move("spiral E")}
    while game.state.phase == "play":
        game.play(others[game.to_move](game))
    assert len(game.history) <= 7
    assert game.history[-1].who == "A"
    assert "EYE-COMPLETE" in game.history[-1].ruling.rules


def last_round(planes, black):
    return new_game(position=f"last round 9; first A; to move A; {planes}; black {black}")


def test_in_the_last_round_it_takes_one_more_photograph_where_that_pays():
    game = last_round("A 2.5 E; B 12.3 E points 10 done", "4.1-12.13")
    move = choose(game)
    assert isinstance(move, Fly)
    assert move.photo is not None


def test_in_the_last_round_it_comes_home_before_a_rival_scores_the_same_hexes():
    """Home scores at once; one photograph more is worth less than the race lost."""
    game = new_game(
        players=3,
        position="last round 9; first A; to move A; A 12.5 E photos 2.3 2.10; "
        "B 12.8 E photos 2.3 2.10; C 12.3 E points 10 done; black 4.1-12.13",
    )
    assert choose(game) == Home()


def test_in_the_last_round_with_nothing_to_gain_it_comes_home():
    assert choose(last_round("A 9.5 E; B 12.3 E points 10 done", "1.1-12.13")) == Home()


@pytest.mark.parametrize("rows", [1, 2, 5])
def test_it_flies_over_the_smallest_fields(rows, tmp_path):
    file = tmp_path / "small.toml"
    file.write_text(
        f'title = "Small"\nsource = "ours"\nrows = {rows}\nwidths = [3, 4]\n'
        f"[runway]\nrow = {rows}\nfirst = 1\nlength = 1\n"
        f"[area]\nfirst_row = 1\nlast_row = {rows}\nfree = 0\n"
    )
    game = new_game(map=str(file))
    while not game.outcome and len(game.history) < 40:
        game.play(choose(game))
    assert game.outcome
