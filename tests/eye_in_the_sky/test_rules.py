"""Every rule of Eye in the Sky with an allowed and a refused example, every reading both ways."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skylib.core.errors import MoveTextError, NotAllowed, PositionError, SkylibError
from skylib.core.hexes import ROWS, distance
from skylib.core.rulings import Ruling
from skylib.eye_in_the_sky.flight import Fly, Home, Move, Spiral
from skylib.eye_in_the_sky.game import EyeInTheSky

ALL_BLACK = "5.4-5.9 6.4-6.10 7.4-7.9 8.4-8.10 9.4-9.9"  # the training field's area


def at(position: str, players: int = 1, scenario: str = "training", **settings: Any) -> EyeInTheSky:
    """The training field (12 rows of 12 and 13) in a position."""
    if "black" not in position:
        position += "; black"
    return EyeInTheSky.new_game(scenario, seed=1, players=players, position=position, **settings)


def refused(game: EyeInTheSky, move: str, rule: str) -> Ruling:
    ruling = game.check(move)
    assert not ruling.allowed, ruling
    assert ruling.rule == rule, ruling
    for text in ruling.instead:  # what is offered instead really is legal
        assert game.check(text).allowed, f"{text}: {game.check(text)}"
    with pytest.raises(NotAllowed):
        game.play(move)
    return ruling


# ---- spiral, fly --------------------------------------------------------------------------


@pytest.mark.parametrize("facing", ROWS.facings)
@pytest.mark.parametrize("start", ROWS.facings)
def test_a_spiral_takes_any_facing_in_place(start: str, facing: str) -> None:
    game = at(f"play round 2; A 6.6 {start}")
    ruling = game.play(f"spiral {facing}").ruling
    assert "EYE-SPIRAL" in ruling.rules
    assert (game.facts()["hex A"], game.facts()["facing A"]) == ("6.6", facing)
    assert game.facts()["photos A"] == "0"


# From 6.6 (an even row) and 7.6 (an odd one), four hexes each way.
FOUR = {
    "6.6": {"E": "6.10", "SE": "10.8", "SW": "10.4", "W": "6.2", "NW": "2.4", "NE": "2.8"},
    "7.6": {"E": "7.10", "SE": "11.8", "SW": "11.4", "W": "7.2", "NW": "3.4", "NE": "3.8"},
}


@pytest.mark.parametrize("facing", ROWS.facings)
@pytest.mark.parametrize("start", FOUR)
def test_a_flight_goes_straight_and_turns_one_side_at_the_end(start: str, facing: str) -> None:
    for turn, sides in (("", 0), (" left", -1), (" right", 1)):
        game = at(f"play round 2; A {start} {facing}")
        game.play(f"fly 4{turn}")
        facts = game.facts()
        assert facts["hex A"] == FOUR[start][facing]
        assert ROWS.facing(facts["facing A"]) == (ROWS.facing(facing) + sides) % 6


@pytest.mark.parametrize("distance", [0, 1, 5, 9, 99])
def test_a_flight_is_2_3_or_4_hexes(distance: int) -> None:
    game = at("play round 2; A 6.6 E")
    ruling = refused(game, f"fly {distance}", "EYE-FLY")
    assert ruling.instead == ("fly 2", "fly 3", "fly 4")
    assert str(distance) in ruling.reason


def test_a_flight_turns_one_side_at_most() -> None:
    game = at("play round 2; A 6.6 E")
    for turn in ("left 2", "right 2", "left 3"):
        ruling = refused(game, f"fly 3 {turn}", "EYE-FLY")
        assert ruling.instead == ("fly 3", "fly 3 left", "fly 3 right")


@pytest.mark.parametrize(
    "text",
    ["fly", "fly x", "fly -2", "fly 3 up", "spiral N", "spiral", "land", "fly 3 photo", "fly 300"],
)
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(MoveTextError, match="is no move; understood here: 'fly 3'"):
        at("play round 2; A 6.6 E").parse_move(text)


def test_moves_may_be_written_freely() -> None:
    game = at("play round 2; A 6.6 E")
    move = game.parse_move("  FLY 4,  Left  photo 6.8 ")
    assert str(move) == "fly 4 left photo 2"
    assert game.parse_move("fly 4 left photo end") == game.parse_move("fly 4 left photo 4")
    with pytest.raises(MoveTextError, match=r"2\.2 does not lie along.*6\.6, 6\.7, 6\.8"):
        game.parse_move("fly 2 photo 2.2")


# ---- photographs ----------------------------------------------------------------------------


@pytest.mark.parametrize("distance", [2, 3, 4])
def test_a_photograph_lies_on_the_start_or_a_hex_passed_over(distance: int) -> None:
    for photo in range(distance):
        game = at("play round 2; A 6.6 E")
        game.play(f"fly {distance} photo {photo}")
        assert game.field.board.name(game.state.planes[0].photos[0]) == f"6.{6 + photo}"
    ruling = refused(at("play round 2; A 6.6 E"), f"fly {distance} photo end", "EYE-PHOTO")
    assert ruling.readings == (("EYE-PHOTO", "not-destination"),)
    refused(at("play round 2; A 6.6 E"), f"fly {distance} photo {distance + 1}", "EYE-PHOTO")


def test_the_other_reading_counts_the_end_as_passed_over() -> None:
    game = at("play round 2; A 6.6 E", readings={"EYE-PHOTO": "with-destination"})
    ruling = game.play("fly 3 photo end").ruling
    assert ruling.readings == (("EYE-PHOTO", "with-destination"),)
    assert ruling.facts["photographed"] == "6.9"


def test_a_photograph_is_optional_and_one_a_move() -> None:
    game = at("play round 2; A 6.6 E")
    game.play("fly 2")
    assert game.facts()["photos A"] == "0"
    with pytest.raises(MoveTextError):
        game.parse_move("fly 2 photo 1 photo start")


def test_planes_and_markers_share_hexes_black_ones_too() -> None:
    game = at("play round 2; A 6.6 E photos 6.7; B 6.6 E photos 6.7; black 6.7", players=2)
    game.play("fly 2 photo 1")
    game.play("fly 2 photo 1")
    assert [p.photos.count(game.field.board.hex("6.7")) for p in game.state.planes] == [2, 2]


def test_a_useless_photograph_is_allowed_and_said_to_be_so() -> None:
    around = "5.5-5.7 6.5-6.9 7.5-7.8 8.6-8.8 4.6-4.8 6.4-6.10"
    game = at(f"play round 2; A 6.6 E; black {around} 5.4-5.9 7.4-7.9 4.4-4.9 8.4-8.9")
    useless = game.check("fly 2 photo 6.7")
    assert useless.allowed
    assert "EYE-USELESS-PHOTO" in useless.rules
    assert "can score nothing" in useless.reason
    assert "EYE-USELESS-PHOTO" not in game.check("fly 4 photo 6.9").rules


# ---- the edge -------------------------------------------------------------------------------

# An edge hex for each facing, in an odd and in an even row where there is one.
EDGES = {
    "E": ("5.12", "6.13"),
    "W": ("5.1", "6.1"),
    "NE": ("1.6", "6.13"),
    "NW": ("1.6", "6.1"),
    "SE": ("12.6", "6.13"),
    "SW": ("12.6", "6.1"),
}


@pytest.mark.parametrize("facing", EDGES)
@pytest.mark.parametrize("parity", [0, 1])
@pytest.mark.parametrize("distance", [2, 3, 4])
def test_over_the_edge_costs_five_and_turns_the_plane_about(
    facing: str, parity: int, distance: int
) -> None:
    hex = EDGES[facing][parity]
    game = at(f"play round 2; A {hex} {facing} points 3")
    ruling = game.play(f"fly {distance}").ruling
    assert "EYE-EDGE" in ruling.rules
    assert ruling.total == -5
    facts = game.facts()
    assert (facts["hex A"], facts["score A"], facts["edges A"]) == (hex, "-2", "1")
    assert ROWS.facing(facts["facing A"]) == (ROWS.facing(facing) + 3) % 6


@pytest.mark.parametrize(("reading", "hex"), [("last-hex", "6.13"), ("start-hex", "6.11")])
def test_which_hex_it_left(reading: str, hex: str) -> None:
    game = at("play round 2; A 6.11 E", readings={"EYE-EDGE": reading})
    ruling = game.play("fly 4").ruling
    assert game.facts()["hex A"] == hex
    assert ruling.readings == (("EYE-EDGE", reading),)


def test_over_the_edge_a_plane_does_not_turn_but_photographs_what_it_touched() -> None:
    game = at("play round 2; A 6.11 E")
    ruling = refused(game, "fly 4 left", "EYE-EDGE")
    assert ruling.instead == ("fly 4", "fly 2")
    game.play("fly 4 photo 2")
    assert game.field.board.name(game.state.planes[0].photos[0]) == "6.13"
    refused(at("play round 2; A 6.11 E"), "fly 4 photo 3", "EYE-PHOTO")


def test_points_may_fall_below_nothing() -> None:
    game = at("play round 2; A 1.6 NE")
    game.play("fly 2")
    assert game.facts()["score A"] == "-5"


# ---- landing and scoring --------------------------------------------------------------------


@pytest.mark.parametrize("hex", ["12.1", "12.2", "12.3"])
@pytest.mark.parametrize("facing", ROWS.facings)
def test_a_landing_needs_the_runway_and_the_facing(hex: str, facing: str) -> None:
    game = at(f"play round 9; A {hex} W photos 6.6")
    ruling = game.play(f"spiral {facing}").ruling
    lands = facing == "SE"
    assert ruling.facts["landing"] == ("yes" if lands else "no")
    assert ("EYE-LAND" in ruling.rules) is lands
    if lands:
        facts = game.facts()
        assert (facts["hex A"], facts["facing A"], facts["photos A"]) == ("12.3", "E", "0")
        assert facts["score A"] == str(ruling.total)


@pytest.mark.parametrize(
    ("reading", "lands"), [("as-printed", "SE"), ("east", "E"), ("south-west", "SW")]
)
def test_the_landing_facing_is_a_reading(reading: str, lands: str) -> None:
    for facing in ROWS.facings:
        game = at("play round 9; A 12.2 NW photos 6.6", readings={"EYE-LAND": reading})
        ruling = game.check(f"spiral {facing}")
        assert ruling.facts["landing"] == ("yes" if facing == lands else "no")
        if facing == lands:
            assert ("EYE-LAND", reading) in ruling.readings


def test_read_as_a_slip_planes_land_south_west_and_start_in_the_corner() -> None:
    game = at("play round 9; A 12.2 NW photos 6.6", readings={"EYE-SETUP": "corner"})
    assert game.play("spiral SW").ruling.facts["landing"] == "yes"
    assert game.facts()["hex A"] == "12.1"


def test_beside_the_runway_is_no_landing() -> None:
    assert at("play round 9; A 12.4 W").check("spiral SE").facts["landing"] == "no"
    assert at("play round 9; A 11.1 W").check("spiral SE").facts["landing"] == "no"


def test_landing_without_photographs_scores_nothing() -> None:
    game = at("play round 1; A 12.3 E")
    assert game.play("spiral SE").ruling.total == 0


@pytest.mark.parametrize(
    ("photo", "points"),
    [
        ("7.6", 19 * 3),  # deep in the area
        ("2.8", 12 + 2 * 0 + 4),  # 16 hexes exist, none of interest
        ("1.1", 8),  # a corner: eight hexes exist
        ("12.1", 7),  # the corner of the runway
        ("2.4", 20 + 15),  # artillery counts 20 in place of its 1
        ("5.4", 3 * 8 + 11),  # the corner of the area
    ],
)
def test_what_a_photograph_scores(photo: str, points: int) -> None:
    game = at(f"play round 9; A 12.2 W photos {photo}")
    board, field = game.field.board, game.field
    # Counted anew, hex by hex, from the sentence of the rule.
    counted = 0
    for hex in board:
        if distance(hex, board.hex(photo)) <= 2:
            counted += 20 if hex in field.artillery else 3 if hex in field.area else 1
    assert game.play("spiral SE").ruling.total == counted
    assert counted == points


def test_markers_come_off_one_by_one_and_a_hex_scores_once() -> None:
    game = at("play round 9; A 12.2 W photos 7.6 7.6 7.7")
    ruling = game.play("spiral SE").ruling
    assert [f.value for f in ruling.figures] == [57, 0, 15]
    assert game.facts()["black"] == "24"


def test_black_hexes_score_nothing_whoever_reported_them() -> None:
    game = at("play round 9; A 12.2 W photos 7.6; B 12.2 W photos 7.7", players=2)
    assert game.play("spiral SE").ruling.total == 57
    assert game.play("spiral SE").ruling.total == 15


# ---- completing, the last round, winning ----------------------------------------------------

LEFT_ONE = "5.4-5.9 6.4-6.10 7.4-7.9 8.4-8.10 9.4-9.8"  # all but 9.9


def test_the_last_hex_of_the_area_scores_twenty_more() -> None:
    game = at(f"play round 9; A 12.2 W photos 9.9; B 12.2 W; black {LEFT_ONE}", players=2)
    ruling = game.play("spiral SE").ruling
    assert "EYE-COMPLETE" in ruling.rules
    assert (20, "EYE-COMPLETE") in [(f.value, f.rule) for f in ruling.figures]
    assert game.facts()["phase"] == "last"


def test_without_the_last_hex_the_game_goes_on() -> None:
    game = at(f"play round 9; A 12.2 W photos 9.6; B 12.2 W; black {LEFT_ONE}", players=2)
    assert "EYE-COMPLETE" not in game.play("spiral SE").ruling.rules
    assert game.facts()["phase"] == "play"


def last_round(**settings: Any) -> EyeInTheSky:
    """B has completed the picture; C chooses, then D, then A."""
    return at(
        f"last round 9; first A; to move C; A 6.6 E points 10 photos 1.6; B 12.3 E points 50 done; "
        f"C 2.8 W points 5 photos 2.10; D 1.1 E points 45; black {ALL_BLACK}",
        players=4,
        **settings,
    )


def test_in_the_last_round_a_pilot_comes_home_or_flies_one_more_move() -> None:
    game = last_round()
    refused(game, "spiral E", "EYE-LAST-ROUND")
    assert {str(m).split()[0] for m in game.legal_moves()} == {"home", "fly"}
    refused(at("play round 3; A 6.6 E"), "home", "EYE-LAST-ROUND")


def test_home_scores_at_once_and_those_who_flew_on_score_after_all_have_chosen() -> None:
    game = last_round()
    game.play("fly 2 photo 1")  # C flies on
    assert game.facts()["score C"] == "5"
    assert game.to_move == "D"
    game.play("home")
    assert game.facts()["score D"] == "45"
    assert game.to_move == "A"
    step = game.play("home")
    assert "C, who flew on, scores" in step.ruling.reason
    assert game.outcome is not None
    assert game.facts()["phase"] == "over"
    # The one who completed the picture, B, had no further turn.
    assert [s.who for s in game.history] == ["C", "D", "A"]


def test_those_who_flew_on_score_clockwise_from_the_one_who_completed() -> None:
    game = at(
        f"last round 9; first A; to move C; A 2.6 E photos 2.8; B 12.3 E done; "
        f"C 2.8 W photos 2.8; black {ALL_BLACK}",
        players=3,
    )
    game.play("fly 2")
    game.play("fly 2")
    facts = game.facts()
    assert int(facts["score C"]) > 0  # C comes before A, and the two pictures are the same
    assert facts["score A"] == "0"


def test_a_last_flight_over_the_edge_still_costs_five() -> None:
    game = at(
        f"last round 9; first A; to move A; A 1.6 NE points 9; B 12.3 E done; black {ALL_BLACK}",
        players=2,
    )
    game.play("fly 2")
    assert game.facts()["score A"] == "4"


def test_a_last_flight_that_lands_scores_with_the_others() -> None:
    game = at(
        f"last round 9; first A; to move A; A 9.4 SW photos 2.8; B 12.3 E done; "
        f"C 2.8 E photos 2.8; black {ALL_BLACK}",
        players=3,
    )
    game.play("fly 3 left")
    assert game.facts()["score A"] == "0"


@pytest.mark.parametrize(
    ("reading", "winners", "word"),
    [("shared", ("A", "B"), "share the win"), ("draw", (), "A draw")],
)
def test_a_tie_at_the_top(reading: str, winners: tuple[str, ...], word: str) -> None:
    game = at(
        f"last round 9; to move A; A 2.9 W points 96; B 12.3 E points 96 done; "
        f"C 12.3 E points 4 home; black {ALL_BLACK}",
        players=3,
        readings={"EYE-WIN": reading},
    )
    game.play("home")
    assert game.outcome is not None
    assert game.outcome.winners == winners
    assert word in game.outcome.reason
    assert game.outcome.scores == {"A": 96, "B": 96, "C": 4}


def test_the_most_points_win() -> None:
    game = last_round()
    for _ in range(3):
        game.play("home")
    assert game.outcome is not None
    best = max(game.outcome.scores.values())
    assert game.outcome.winners == tuple(s for s, p in game.outcome.scores.items() if p == best)


# ---- seats and options ----------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round_clockwise_from_the_first_player(players: int) -> None:
    for first in "ABCD"[:players]:
        game = EyeInTheSky.new_game("training", players=players, first=first, seed=1)
        order = []
        for _ in range(2 * players):
            order.append(game.to_move)
            game.play("fly 2")
        seats = "ABCD"[:players]
        i = seats.index(first)
        assert "".join(map(str, order)) == (seats[i:] + seats[:i]) * 2
        assert game.facts()["round"] == "3"


def test_the_first_player_may_be_rolled() -> None:
    game = EyeInTheSky.new_game("training", players=3, first="roll", setup_dice=[2])
    assert game.to_move == "B"
    assert game.setup_rolls[0].purpose == "first player"


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"players": 5}, "1 to 4"),
        ({"players": 0}, "1 to 4"),
        ({"players": "two"}, "1 to 4"),
        ({"first": "C"}, "A, B or roll"),
        ({"weather": "snow"}, "none or wind"),
        ({"guns": "loud"}, "none or fire"),
        ({"rounds": "0"}, "1 to 999"),
        ({"planes": "zeppelin"}, "zeppelin"),
        ({"planes": "fast, slow, fast"}, "1 plane or 2"),
        ({"map": "nowhere.toml"}, "nowhere.toml"),
    ],
)
def test_options_that_do_not_exist(options: dict[str, Any], word: str) -> None:
    with pytest.raises(SkylibError, match=word):
        EyeInTheSky.new_game("training", seed=1, **options)


def test_other_planes_fly_otherwise_and_say_that_they_are_ours() -> None:
    game = at("play round 2; A 6.6 E; B 6.6 E", players=2, planes="rotary, fast")
    ruling = refused(game, "fly 3 left", "EYE-FLY")
    assert "EYE-OPTIONS" in ruling.rules
    assert game.play("fly 3 right 2").ruling.ours == ("the Rotary scout",)
    assert game.facts()["facing A"] == "SW"
    refused(game, "fly 2", "EYE-FLY")
    game.play("fly 5")


WIND = {"E": ("E", (2, 3, 4, 5)), "W": ("E", (2, 3)), "NE": ("E", (2, 3, 4))}


@pytest.mark.parametrize("facing", WIND)
def test_the_wind_lengthens_and_shortens_flights(facing: str) -> None:
    wind, distances = WIND[facing]
    game = at(f"play round 2; wind {wind}; A 6.7 {facing}; black", weather="wind")
    assert game.distances(game.state) == distances
    for n in range(1, 7):
        assert game.check(f"fly {n}").allowed is (n in distances)
    assert any("wind" in text for text in game.check(f"fly {distances[-1]}").ours)


def test_the_wind_is_drawn_anew_each_round() -> None:
    game = EyeInTheSky.new_game("training", players=2, weather="wind", setup_dice=[3])
    assert game.facts()["wind"] == "SW"
    game.play("fly 2")
    step = game.play("fly 2", dice=[5])
    assert step.rolls[0].purpose == "wind of round 2"
    assert "The wind of round 2 blows to the NW." in step.ruling.reason
    assert game.facts()["wind"] == "NW"


@pytest.mark.parametrize(("die", "photos"), [(1, "1"), (2, "2"), (6, "2")])
def test_guns_spoil_the_last_photograph_on_a_one(die: int, photos: str) -> None:
    game = at("play round 2; A 2.7 W photos 6.6; black", guns="fire")
    step = game.play("fly 3 photo 1", dice=[die])  # ends on 2.4, the western gun
    assert game.facts()["photos A"] == photos
    assert ("spoilt" in step.ruling.reason) is (die == 1)
    assert game.state.planes[0].photos[0] == game.field.board.hex("6.6")


def test_guns_do_not_fire_at_planes_farther_off_or_spiralling() -> None:
    game = at("play round 2; A 2.9 W; black", guns="fire")
    assert game.play("fly 3").rolls == ()  # two hexes from the gun
    game = at("play round 2; A 2.5 W; black", guns="fire")
    assert game.play("spiral E").rolls == ()


def test_a_limit_of_rounds_brings_the_last_round() -> None:
    game = EyeInTheSky.new_game("training", players=2, rounds=2, seed=1)
    for _ in range(4):
        assert game.facts()["phase"] == "play"
        game.play("fly 2")
    assert game.facts()["phase"] == "last"
    game.play("home")
    game.play("fly 2")
    assert game.outcome is not None


# ---- positions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "word"),
    [
        ("play round 1; A 99.1 E; black", "99.1"),
        ("play round 1; A 6.6 N; black", "facings are"),
        ("play round 1; A 6.6 E; A 6.6 E; black", "twice"),
        ("play round 1; B 6.6 E; black", "the pilots are A"),
        ("play round 1; A 6.6 E; to move B; black", "to move is one of"),
        ("play round 1; A 6.6 E; sideways; black", "cannot read 'sideways'"),
        ("play round 1; A 6.6 E; wind E; black", "weather is wind"),
        ("play round 1; A 6.6 E done; black", "last round"),
        ("last round 1; A 6.6 E done; black", "has chosen"),
        ("over round 1; A 6.6 E; black", "every pilot has chosen"),
        ("play round 1; A 6.6 E; black 9.9-1.1", "backwards"),
        (f"play round 1; A 6.6 E; black {ALL_BLACK}", "that is the last round"),
        ("play round 1; A 6.6 E photos 99.9; black", "99.9"),
    ],
)
def test_positions_that_cannot_be(position: str, word: str) -> None:
    with pytest.raises(PositionError, match=word):
        EyeInTheSky.new_game("training", players=1, position=position)


# ---- refusals -------------------------------------------------------------------------------

moves = st.one_of(
    st.builds(
        Fly, st.integers(-1, 8), st.integers(-3, 3), st.one_of(st.none(), st.integers(-1, 9))
    ),
    st.builds(Spiral, st.integers(0, 5)),
    st.just(Home()),
)


@given(
    st.data(),
    st.integers(0, 5),
    st.sampled_from(["play", "last"]),
    st.sampled_from([{}, {"planes": "rotary"}, {"planes": "slow"}, {"weather": "wind"}]),
    st.sampled_from(["not-destination", "with-destination"]),
    st.lists(moves, min_size=20, max_size=20),
)
@settings(max_examples=60)
def test_every_refusal_names_its_rule_and_what_would_be_allowed(
    data: st.DataObject,
    facing: int,
    phase: str,
    options: dict[str, str],
    photo: str,
    tried: list[Move],
) -> None:
    hex = data.draw(st.sampled_from(EyeInTheSky.new_game("training", seed=1).field.board.names))
    position = f"{phase} round 1; A {hex} {ROWS.facing_name(facing)}"
    if options.get("weather"):
        position += f"; wind {data.draw(st.sampled_from(ROWS.facings))}"
    if phase == "last":
        position += f"; black {ALL_BLACK}"
    game = at(position, readings={"EYE-PHOTO": photo}, **options)
    for move in tried:
        ruling = game.check(move)
        assert ruling.allowed == (move in game.legal_moves())
        assert set(ruling.rules) <= set(game.rules())
        assert ruling.rule
        if not ruling.allowed:
            assert ruling.instead, (str(move), str(ruling))
            for text in ruling.instead:
                assert text in game.legal_moves(), (str(move), str(ruling))
                assert str(game.parse_move(text)) == text
