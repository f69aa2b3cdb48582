"""Rule cards, readings tried both ways, the lobby, the playground of hexes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets.widgets.widget as core
import pytest
from hands import Pilot, widgets_of

import skylib
from skylib import lessons
from skylib.core.errors import SkylibError
from skylib.core.hexes import COLUMNS, ROWS, distance, ray
from skylib.eye_in_the_sky.flight import Fly
from skylib.lessons import BothWays, HexPlayground, Lobby

GAME = "eye-in-the-sky"
DOUBTS = [
    (name, rule.id)
    for name in skylib.GAMES
    for rule in skylib.find_game(name).rules().values()
    if rule.readings
]


# ---- rule cards -----------------------------------------------------------------------


@pytest.mark.parametrize("game", skylib.GAMES)
def test_the_card_of_all_rules(game: str) -> None:
    book = skylib.find_game(game).rules()
    card = lessons.rules(game)
    for rule in book.values():
        assert rule.id in card.text() and f"rulebook: {rule.section}" in card.text()
        assert rule.statement in card.text() and rule.id in card.widget.value
        for reading in rule.readings:
            mark = " (in force)" if reading.id == rule.default else ""
            assert f"  - {reading.id}{mark}: " in card.text()
    assert card.text() == lessons.rules(game).text()
    assert "<script" not in card.widget.value


def test_a_card_of_some_rules() -> None:
    card = lessons.rules(GAME, "EYE-PHOTO", "EYE-OPTIONS")
    assert [r.id for r in card.rules] == ["EYE-PHOTO", "EYE-OPTIONS"]
    assert "not-destination (in force)" in card.text()
    assert "In doubt: Is the hex where the flight ends one that was passed over?" in card.text()
    assert "This rule is ours, not the rulebook's." in card.text()
    assert "◊ ours" in card.widget.value
    assert card._repr_mimebundle_()["text/plain"] == card.text()
    assert card.picture() is None


def test_no_such_rule() -> None:
    with pytest.raises(SkylibError, match="has no rule 'EYE-MOON'; there are EYE-MAP"):
        lessons.rules(GAME, "EYE-MOON")


# ---- both ways ------------------------------------------------------------------------


# A move for each rule in doubt whose readings judge it, or play it, differently.
TRIED: dict[str, tuple[str, dict[str, Any]]] = {
    "EYE-MAP": ("fly 4 left", {}),
    "EYE-SETUP": ("fly 4", {"scenario": "training"}),
    "EYE-PHOTO": ("fly 3 photo end", {"scenario": "training"}),
    "EYE-EDGE": (
        "fly 4",
        {"scenario": "training", "players": 1, "position": "play round 3; A 6.11 E; black"},
    ),
    "EYE-LAND": (
        "fly 2",
        {
            "scenario": "training",
            "players": 1,
            "position": "play round 6; A 10.2 SE photos 7.6; black",
        },
    ),
    "EYE-WIN": (
        "home",
        {
            "scenario": "training",
            "position": "last round 9; to move A; A 2.9 W points 96; B 12.3 E points 96 done; "
            "black 5.4-5.9 6.4-6.10 7.4-7.9 8.4-8.10 9.4-9.9",
        },
    ),
}


def test_every_doubt_of_eye_in_the_sky_is_tried() -> None:
    assert set(TRIED) == {rule for game, rule in DOUBTS if game == GAME}


@pytest.mark.parametrize("rule", TRIED)
def test_both_ways(rule: str) -> None:
    move, settings = TRIED[rule]
    shown = lessons.both_ways(GAME, rule, move, **{"seed": 1} | settings)
    readings = skylib.find_game(GAME).rules()[rule].readings
    assert [id for id, _, _ in shown.results] == [r.id for r in readings]
    outcomes = []
    for reading, (id, ruling, scene), then in zip(readings, shown.results, shown.then, strict=True):
        game = skylib.new_game(GAME, **{"seed": 1} | settings, readings={rule: id})
        allowed = game.check(move)
        if allowed:
            allowed = game.play(move).ruling
        assert ruling == allowed and then == game.prompt
        outcomes.append(
            (ruling.allowed, scene.counters, scene.areas, len(scene.ground.board), then)
        )
        assert f"Reading {id}:" in shown.text()
        words = " ".join(w.value for w in widgets_of(shown.widget) if hasattr(w, "value"))
        assert reading.id in words
    assert any(outcome != outcomes[0] for outcome in outcomes), "the readings make no difference"
    assert shown.text() == lessons.both_ways(GAME, rule, move, **{"seed": 1} | settings).text()
    assert "image/png" in shown._repr_mimebundle_()


def test_a_large_board_is_compared_close_up() -> None:
    move, settings = TRIED["EYE-MAP"]
    shown = lessons.both_ways(GAME, "EYE-MAP", move, **{"seed": 1} | settings)
    close = {scene.around for _, _, scene in shown.results}
    assert len(close) == 1 and all(close)


def test_both_ways_beside_another_reading() -> None:
    shown = lessons.both_ways(
        GAME,
        "EYE-LAND",
        "spiral SW",
        scenario="training",
        players=1,
        readings={"EYE-SETUP": "corner"},
        position="play round 6; A 12.1 E photos 7.6; black",
    )
    landings = {id: ruling.facts["landing"] for id, ruling, _ in shown.results}
    assert landings == {"as-printed": "yes", "east": "no", "south-west": "yes"}


def test_both_ways_of_text_that_is_no_move() -> None:
    shown = BothWays(GAME, "EYE-PHOTO", "sing")
    assert not any(ruling.allowed for _, ruling, _ in shown.results)
    assert "'sing' is no move" in shown.text()


@pytest.mark.parametrize(
    "rule, complaint",
    [("EYE-FLY", "EYE-FLY has one reading only"), ("EYE-MOON", "has no rule 'EYE-MOON'")],
)
def test_nothing_to_compare(rule: str, complaint: str) -> None:
    with pytest.raises(SkylibError, match=complaint):
        lessons.both_ways(GAME, rule, "fly 2")


# ---- rulings ------------------------------------------------------------------------------


def test_ruling() -> None:
    assert not lessons.ruling(GAME, "fly 3 photo end", seed=1)
    assert lessons.ruling(GAME, "fly 3", seed=1)
    assert lessons.ruling(skylib.new_game(GAME, seed=1), "fly 3")
    with pytest.raises(SkylibError, match="is no move"):
        lessons.ruling(GAME, "sing", seed=1)


# ---- the lobby -----------------------------------------------------------------------------


def start(lobby: Lobby) -> str:
    """Press Start; what is complained about, if anything."""
    lobby.map = None
    Pilot(lobby).click("Start")
    words = str(lobby._words.value)
    return "" if "The game has begun, below." in words else words


def test_the_lobby_as_it_is_starts_the_printed_game() -> None:
    lobby = lessons.play(GAME)
    assert start(lobby) == ""
    game = lobby.deck.game
    assert (game.setup.scenario, game.players, game.weather) == ("standard", 2, "none")
    assert not game.readings.changed()
    assert lobby.deck.widget in list(widgets_of(lobby.widget))


OPTIONS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "players": ("3", lambda game: game.players == 3),
    "first": ("B", lambda game: game.to_move == "B"),
    "map": ("training", lambda game: len(game.field.area) == 32),
    "planes": ("fast, slow", lambda game: game.distances(game.state) == (3, 4, 5)),
    "weather": ("wind", lambda game: game.state.wind is not None),
    "guns": ("fire", lambda game: game.guns == "fire"),
    "rounds": ("7", lambda game: game.rounds == 7),
}


def test_every_option_is_tried() -> None:
    assert set(OPTIONS) == set(skylib.find_game(GAME).options())


@pytest.mark.parametrize("name", OPTIONS)
def test_options_of_the_lobby(name: str) -> None:
    value, true = OPTIONS[name]
    lobby = lessons.play(GAME)
    field = lobby._options[name]
    field.value = value if hasattr(field, "options") else f" {value} "
    assert start(lobby) == ""
    assert true(lobby.deck.game)
    # The same as a setting of the call.
    lobby = lessons.play(GAME, **{name: value})
    assert lobby._options[name].value == value
    assert start(lobby) == "" and true(lobby.deck.game)


@pytest.mark.parametrize(
    "name, value",
    [
        ("players", "9"),
        ("players", "two"),
        ("first", "Z"),
        ("map", "none.toml"),
        ("planes", "zeppelin"),
        ("planes", "fast, fast, fast"),
        ("weather", "<b>snow</b>"),
        ("guns", "maybe"),
        ("rounds", "-1"),
    ],
)
def test_wrong_options_are_told_and_can_be_mended(name: str, value: str) -> None:
    lobby = lessons.play(GAME, scenario="training", **{name: value})
    complaint = start(lobby)
    assert 'role="alert"' in complaint and "<b>" not in complaint
    assert lobby.deck is None
    lobby._options[name].value = ""
    assert start(lobby) == "" and lobby.deck is not None


@pytest.mark.parametrize("seats", ["B", "b", "BC", "cA"])
def test_seats_of_the_computer(seats: str) -> None:
    lobby = lessons.play(GAME, scenario="training", players=3, computer=seats)
    assert [n for n, box in lobby._computer.items() if box.value] == sorted(seats.upper())
    assert start(lobby) == ""
    assert lobby.deck.computer == tuple(sorted(seats.upper()))


def test_seats_are_those_of_the_players_chosen() -> None:
    lobby = lessons.play(GAME, scenario="training", computer="BD")
    boxes = lobby._computer
    shown = lambda: "".join(n for n, box in boxes.items() if box.layout.display != "none")  # noqa: E731
    for players, seats in (("", "AB"), ("1", "A"), ("3", "ABC"), ("4", "ABCD")):
        lobby._options["players"].value = players
        assert shown() == seats
    assert start(lobby) == "" and lobby.deck.computer == ("B", "D")
    lobby._options["players"].value = "2"  # D's tick is there still, but nobody sits there
    assert start(lobby) == "" and lobby.deck.computer == ("B",)


@pytest.mark.parametrize("game", skylib.GAMES)
def test_every_game_knows_its_seats_before_it_begins(game: str) -> None:
    cls = skylib.find_game(game)
    begun = cls.new_game(seed=1)
    assert begun.seats == cls.seats_for({}) and begun.to_move in begun.seats
    lobby = lessons.play(game, computer=begun.seats[1:])
    assert start(lobby) == "" and lobby.deck.computer == begun.seats[1:]


@pytest.mark.parametrize("game", skylib.GAMES)
def test_choices_are_among_the_options_and_are_taken(game: str) -> None:
    cls = skylib.find_game(game)
    assert set(cls.choices()) <= set(cls.options())
    for name, values in cls.choices().items():
        for value in values:
            extra = {"players": "4"} if name == "first" else {}
            scenario = {"scenario": "voss-last-flight"} if name == "extra" else {}
            assert cls.new_game(seed=1, **scenario, **extra, **{name: value}).state is not None


def test_wrong_seats_of_the_computer() -> None:
    with pytest.raises(SkylibError, match="cannot play 'z'; the seats are A, B, C, D"):
        lessons.play(GAME, scenario="training", computer="Z")
    lobby = lessons.play(GAME, scenario="training", computer="AB")
    assert "has to fly" in start(lobby)


@pytest.mark.parametrize("rule", [rule for game, rule in DOUBTS if game == GAME])
def test_readings_of_the_lobby(rule: str) -> None:
    lobby = lessons.play(GAME)
    field = lobby._readings[rule]
    assert field.value == skylib.find_game(GAME).rules()[rule].default
    other = next(value for _, value in field.options if value != field.value)
    field.value = other
    assert start(lobby) == "" and lobby.deck.game.readings[rule] == other
    lobby = lessons.play(GAME, readings={rule: other})
    assert start(lobby) == "" and lobby.deck.game.readings[rule] == other


@pytest.mark.parametrize(
    "seed, kept", [("7", 7), ("-7", -7), ("class 3b", "class 3b"), ("--5", "--5")]
)
def test_seeds(seed: str, kept: int | str) -> None:
    lobby = lessons.play(GAME, scenario="training", seed=seed)
    assert start(lobby) == "" and lobby.deck.game.setup.seed == kept


def test_a_position_goes_along() -> None:
    position = "play round 6; A 7.5 E; B 12.3 E; black"
    lobby = lessons.play(GAME, scenario="training", position=position)
    assert start(lobby) == "" and lobby.deck.game.facts()["hex A"] == "7.5"


@pytest.mark.parametrize(
    "settings, complaint",
    [
        ({"colour": "red"}, "has no option 'colour'; there are players"),
        ({"scenario": "moon"}, "has no scenario 'moon'; there are standard, training"),
        ({"readings": {"EYE-MOON": "x"}}, "EYE-MOON"),
        ({"readings": {"EYE-MAP": "moon"}}, "moon"),
    ],
)
def test_settings_that_the_lobby_does_not_know(settings: Any, complaint: str) -> None:
    with pytest.raises(SkylibError, match=complaint):
        lessons.play(GAME, **settings)


def test_a_new_start_closes_the_old_deck() -> None:
    lobby = lessons.play(GAME, scenario="training")
    start(lobby)
    first, count = lobby.deck, len(core._instances)
    start(lobby)
    assert lobby.deck is not first and first.map.comm is None
    assert len(core._instances) <= count + 5


def test_what_the_lobby_shows() -> None:
    text = lessons.play(GAME).text()
    assert text == lessons.play(GAME, seed=3).text()
    assert "training: " in text and "  weather: none or wind" in text


# ---- the playground of hexes ------------------------------------------------------------------


@pytest.mark.parametrize("layout, facings", [("rows", ROWS.facings), ("columns", COLUMNS.facings)])
def test_measuring_from_everywhere_to_everywhere_near(layout: str, facings: Any) -> None:
    ground = lessons.hexes(layout)
    name = ground.board.name
    start = name(ground.here)
    assert ground.measure() == (
        f"The aircraft is on {start}, facing {facings[0]}. Tap another hex to measure."
    )
    for hex in ground.board:
        ground.target = hex if hex != ground.here else None
        if ground.target is None:
            continue
        words, n = ground.measure(), distance(ground.here, hex)
        assert f"{name(hex)} is {n} {'hex' if n == 1 else 'hexes'} away." in words
        straight = any(hex in ray(ground.layout, ground.here, f, n) for f in range(6))
        assert ("on a straight row" in words) is straight
        assert ("straight ahead." in words.replace("of straight ahead", "")) is (
            straight and hex in ray(ground.layout, ground.here, ground.facing, n)
        )


def test_tap_turn_and_fly_there() -> None:
    ground = lessons.hexes()
    pilot = Pilot(ground)
    pilot.tap("6.8")
    assert (
        "6.8 is 2 hexes away. It lies on a straight row of hexes, straight ahead." in pilot.status
    )
    assert [m.kind for m in pilot.map.scene.marks] == ["selected"]
    pilot.press("]")
    assert "2 hexes away. It lies on a straight row of hexes, 1 hex side to the left of" in (
        pilot.status
    )
    pilot.press("[", "[")
    assert ground._facing.value == "NE"
    pilot.click("Fly there")
    assert ground.board.name(ground.here) == "6.8" and ground.target is None
    pilot.click("Fly there")  # nowhere to fly to
    assert ground.board.name(ground.here) == "6.8"
    assert "Tap another hex" in pilot.status and "Tap another hex first" in ground._words.value
    pilot.tap("6.8")
    assert ground.target is None
    pilot.press("ArrowRight", "ArrowRight", "Enter")
    assert ground.target is not None


@pytest.mark.parametrize("layout", ["rows", "columns"])
def test_what_is_ahead_in_every_facing(layout: str) -> None:
    ground = lessons.hexes(layout)
    sizes = {"nothing": 0, "ray": 4, "60": 12, "120": 24, "disk": 19}
    for shows, size in sizes.items():
        ground._shows.value = shows
        for facing in ground.layout.facings:
            ground._facing.value = facing
            areas = ground.map.scene.areas
            count = len(areas[0].hexes) if areas else 0
            assert count == size, (shows, facing, count)
            assert all(h in ground.board for a in areas for h in a.hexes)


def test_no_such_layout() -> None:
    with pytest.raises(SkylibError, match="'rows' or in 'columns', not in 'spirals'"):
        HexPlayground("spirals")


def test_what_the_playground_shows() -> None:
    assert lessons.hexes().text() == lessons.hexes().text()
    assert lessons.hexes().text() != lessons.hexes("columns").text()
    bundle = lessons.hexes()._repr_mimebundle_()
    assert "image/png" in bundle and "The aircraft is on 6.6" in bundle["text/plain"]


def test_flight_notation_is_that_of_the_game() -> None:
    assert skylib.new_game(GAME, seed=1).parse_move("fly 3") == Fly(3)
