"""Chains: complete, without repetition, spending exactly the points; counted a second way."""

import tomllib
from importlib import resources
from itertools import islice

import pytest

from skylib.core.hexes import Hex
from skylib.le_temps_des_as import charts
from skylib.le_temps_des_as.envelope import Envelope, Flight
from skylib.le_temps_des_as.moves import chain_text, parse_chain

from .setups import fight, flying, play

TABLE = charts.ours().manoeuvres
BOARD = charts.ours().map.board
MIDDLE = BOARD.hex("0910")
ROWS = tomllib.loads(
    resources.files("skylib.le_temps_des_as").joinpath("manoeuvres.toml").read_text("utf-8")
)["manoeuvre"]


def brute(letter, speed, points, level, cloud, piloting=0, extra=0, no_red=False):
    """Chains counted from the TOML file alone, with nothing of the engine: on an endless map
    geometry does not matter, so only the words of a choice count."""

    def go(points, level, changed, slipped, reds):
        if points == 0:
            return 1
        total = 0
        for row in ROWS:
            price = row["cost"].get(letter, 0)
            if not price:
                continue
            if speed < row.get("min_speed", 0) or speed > row.get("max_speed", 99):
                continue
            red = row.get("red", False)
            if red and (no_red or row["id"] in reds):
                continue
            if row["id"] == "side-slip" and slipped:
                continue
            if row["id"] != "straight":
                price += extra
            ways = {"none": 1, "either": 2, "optional": 3}[row["sides"]]
            ways *= 6 if "any" in row["path"] else 1
            changes = [row.get("levels", 0)]
            if row["altitude"] in ("either", "climb"):
                changes.append(1)
            if row["altitude"] in ("either", "descend"):
                changes.append(-1)
            for number, change in enumerate(changes):
                chosen = number > 0
                if change and changed:
                    continue
                if change > 0 and (level == 5 or (level == 4 and not cloud)):
                    continue
                if chosen and change < 0 and level == 1:
                    continue
                cost = price + (change > 0 and level == 4)
                prices = [cost]
                if row.get("star") and piloting:
                    prices.append(max(1, cost - piloting))
                for p in prices:
                    if p > points:
                        continue
                    if level + change < 1:
                        total += ways
                        continue
                    total += ways * go(
                        points - p,
                        level + change,
                        changed or change != 0,
                        row["id"] == "side-slip",
                        reds | {row["id"]} if red else reds,
                    )
        return total

    return go(points, level, False, False, frozenset())


@pytest.mark.parametrize("letter", "ABC")
@pytest.mark.parametrize("points", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("speed", "level", "cloud", "piloting", "extra", "no_red"),
    [(3, 3, False, 0, 0, False), (5, 4, True, 1, 0, False), (4, 1, False, 0, 1, True)],
)
def test_counted_a_second_way(letter, points, speed, level, cloud, piloting, extra, no_red):
    env = Envelope(
        TABLE,
        BOARD,
        letter,
        "test",
        speed,
        cloud,
        piloting,
        surcharges=("wing hit",) * extra,
        no_red=no_red,
    )
    start = Flight(MIDDLE, 0, level, points)
    chains = list(env.chains(start))
    expected = brute(letter, speed, points, level, cloud, piloting, extra, no_red)
    assert len(chains) == expected
    assert len(set(chains)) == expected
    assert env.count_chains(start) == expected


@pytest.mark.parametrize("letter", "ABC")
def test_longer_chains_are_counted_without_being_made(letter):
    env = Envelope(TABLE, BOARD, letter, "test", 5, True)
    assert env.count_chains(Flight(MIDDLE, 0, 3, 6)) == brute(letter, 5, 6, 3, True)


def test_every_chain_spends_exactly_the_points_and_flies():
    game = flying("Albatros-1 0910 N speed=4", die=4)
    env, start = game.envelopes[0]
    for chain in game.chains():
        flight, changes = start, 0
        for choice in chain:
            assert env.refusal(flight, choice) == ""
            after = env.after(flight, choice)
            changes += after.level != flight.level
            flight = after
        assert flight.points == 0
        assert changes <= 1
        assert 1 <= flight.level <= 5
        assert parse_chain(chain_text(chain), TABLE) == chain


def test_chains_are_lazy():
    env = Envelope(TABLE, BOARD, "A", "test", 9, True, 1)
    assert len(list(islice(env.chains(Flight(MIDDLE, 0, 3, 60)), 5))) == 5


def test_a_chain_may_end_off_the_map_with_points_left():
    env = Envelope(TABLE, BOARD, "A", "test", 5)
    start = Flight(BOARD.hex("0901"), 0, 3, 5)
    off = [c for c in env.chains(start) if len(c) == 1]
    assert any(c[0].manoeuvre == "straight" for c in off)


def test_chains_agree_with_the_game():
    """The game's own legal moves, played out manoeuvre by manoeuvre, give the same chains."""
    game = flying("Albatros-1 0910 N speed=2", die=4)
    wanted = {chain_text(c) for c in game.chains()}
    found = set()

    def walk(done):
        if game.state.stage != "manoeuvre":
            found.add("; ".join(done))
            return
        for move in list(game.legal_moves()):
            game.play(move)
            walk([*done, str(move)])
            game.undo()

    walk([])
    assert found == wanted and len(found) == 45


def test_check_chain():
    game = flying("SpadXIII-1 0910 N speed=4", die=4)
    good = game.check_chain("straight; tight turn right; straight; straight")
    assert [r.allowed for r in good] == [True] * 4
    assert [r.facts["cost"] for r in good] == [1, 2, 1, 1]
    short = game.check_chain("straight; tight turn right")
    assert not short[-1].allowed and short[-1].rule == "TDA-RP" and "2 are left" in short[-1].reason
    long = game.check_chain("straight; tight turn right; straight; straight; straight")
    assert not long[-1].allowed and len(long) == 5
    bad = game.check_chain("straight; side slip left; side slip left")
    assert bad[-1].rule == "TDA-SIDESLIP"


def test_check_chain_at_another_moment():
    game = fight()
    (ruling,) = game.check_chain("straight; straight")
    assert not ruling.allowed


def test_formation_chains():
    game = fight("SE5a-1 0915 N speed=2 piloting=1 | SE5a-2 1015 N speed=2", "Albatros-1 0101 NW")
    play(game, "choose SE5a-1 SE5a-2: 1")
    together = set(game.chains())
    alone = set(game.envelopes[1][0].chains(game.envelopes[1][1]))
    assert together == alone
    assert not any(c.ace for chain in together for c in chain)


def test_hex_values_stay_hexes():
    env = Envelope(TABLE, BOARD, "A", "test", 5)
    after = env.after(Flight(MIDDLE, 0, 3, 5), next(iter(env.legal(Flight(MIDDLE, 0, 3, 5)))))
    assert isinstance(after.hex, Hex)


@pytest.mark.parametrize(("letter", "points"), [("A", 3), ("B", 4), ("C", 5)])
def test_destinations_are_where_the_chains_end(letter, points):
    env = Envelope(TABLE, BOARD, letter, "test", 5, True)
    start = Flight(BOARD.hex("0903"), 0, 4, points)
    ends = set()
    for chain in env.chains(start):
        flight = start
        for choice in chain:
            flight = env.after(flight, choice)
        ends.add(flight)
    found = env.destinations(start)
    assert set(found) == ends
    for end, chain in found.items():
        flight = start
        for choice in chain:
            flight = env.after(flight, choice)
        assert flight == end


def test_how_a_row_of_the_table_stands():
    env = Envelope(TABLE, BOARD, "A", "test", 5)
    start = Flight(MIDDLE, 0, 3, 2)
    assert env.standing(start, "straight")[0] == "lit"
    dimmed, why = env.standing(start, "split-s")
    assert dimmed == "dimmed" and why.rule == "TDA-RP"
    struck, why = env.standing(start, "spin")
    assert struck == "struck" and why.rule == "TDA-SPEED-CONDITION"
    slipped = Flight(MIDDLE, 0, 3, 4, slipped=True)
    assert env.standing(slipped, "side-slip")[0] == "dimmed"
    for id in TABLE:
        state, ruling = env.standing(start, id)
        assert ruling.allowed is (state == "lit")
