"""Games through: random play of every scenario, undo and redo, replay of what was played."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import skylib
from skylib.core.records import Record
from skylib.flying_circus import movement
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.moves import Announce, Fire, Fly
from skylib.pilots import flying_circus as pilot

STEPS = 40  # moves of a random game; by then most have flown off the map


def pick(game: FlyingCircus, rng: random.Random):
    """A random legal move; of a movement one of the first few hundred flights of a plan."""
    state = game.state
    if state.step != "move":
        return rng.choice(list(game.legal_moves()))
    aircraft = rng.choice(state.to_fly())
    if aircraft.status == "off":
        return rng.choice(list(game.entries(aircraft)))
    plans = list(game.plans(state, aircraft.id))
    rng.shuffle(plans)
    for plan in plans:
        task = game.task(state, aircraft.id, plan)
        ways = [steps for steps, _ in zip(movement.flights(task), range(400))]
        if not ways:
            continue
        if state.plan_of(aircraft.id) is None and rng.random() < 0.2:
            return Announce(aircraft.id, plan)
        flight = rng.choice(ways)
        dived = "D" in flight.steps
        marker = rng.choice(game.markers(aircraft, plan)) if dived else None
        return Fly(aircraft.id, plan, flight, marker)
    raise AssertionError(f"a dead end: {game.position}")


READINGS = (
    {},
    {
        "FC-FORCED-SPEED": "two-steps",
        "FC-TURN-MODE": "both-directions",
        "FC-DIVE": "reset",
        "FC-START-SPEED": "maximum",
        "FC-PROGRESS-KEPT": "reset",
        "FC-SIGHT-CLIMB": "all-points",
        "FC-SIGHT-NOT-MOVED": "still-counts",
        "FC-CEILING": "twenty-four-phases",
    },
    {"FC-CEILING": "fifteen"},
)


@pytest.mark.parametrize("name", FlyingCircus.scenarios())
def test_random_play_meets_no_dead_end(name: str):
    for number, readings in enumerate(READINGS):
        rng = random.Random(f"{name} {number}")
        game = FlyingCircus.new_game(name, seed=number, readings=readings)
        for _ in range(STEPS):
            if game.outcome:
                break
            move = pick(game, rng)
            assert game.check(move)
            assert game.parse_move(str(move)) == move
            game.play(move)
            if not game.outcome:
                assert game.prompt
                assert bool(game.legal_moves())
        for aircraft in game.state.aircraft:
            kind = aircraft.type
            assert aircraft.gone or aircraft.dive_maximum > kind.stall
            assert 1 <= aircraft.level <= kind.ceiling
            assert all(0 <= t.left <= g.boxes for t, g in zip(aircraft.guns, kind.guns))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(FlyingCircus.scenarios())), st.integers(0, 10**6))
def test_undo_redo_positions_and_replay(name: str, seed: int):
    rng = random.Random(seed)
    game = FlyingCircus.new_game(name, seed=seed)
    positions = [game.position]
    for _ in range(30):
        if game.outcome:
            break
        game.play(pick(game, rng))
        positions.append(game.position)
        again = FlyingCircus.new_game(name, seed=seed, position=game.position)
        assert again.state == game.state
        assert again.position == game.position
    rolls = list(game.dice.rolls)
    end = game.state
    for position in reversed(positions[:-1]):
        game.undo()
        assert game.position == position
    assert not game.dice.rolls
    while game.can_redo:
        game.redo()
    assert game.state == end
    assert game.dice.rolls == rolls
    # Taken back and played again by text, the same dice fall.
    moves = [str(step.move) for step in game.history]
    while game.can_undo:
        game.undo()
    for move in moves:
        game.play(move)
    assert game.state == end
    replayed = skylib.replay(Record.parse(str(game.record())))
    assert replayed.game.state == end


def test_the_quick_test_of_a_shot_is_the_rulings():
    """In fights flown by the computer: every gun at every aircraft, legal or not."""
    seen = {True: 0, False: 0}
    for name, seed in (("air-1917-e", 1), ("photo-1917-allied-c", 2)):
        game = FlyingCircus.new_game(name, seed=seed)
        while not game.outcome and len(game.history) < 70:
            if game.state.step == "fire":
                legal = set(map(str, game.legal_moves()))
                for a in game.state.aircraft:
                    for b in game.state.aircraft:
                        for gun in ("front", "rear"):
                            shot = Fire(a.id, gun, b.id)
                            ruling = game.check(shot)
                            assert (str(shot) in legal) is bool(ruling)
                            assert (shot in game.legal_moves()) is bool(ruling)
                            assert ruling.rules
                            seen[bool(ruling)] += 1
            game.play(pilot.choose(game))
    assert seen[True] > 3
    assert seen[False] > 50


def test_dice_fall_only_in_play():
    game = FlyingCircus.new_game("trench-1918-allied-b", seed=4)
    rng = random.Random(4)
    for _ in range(40):
        if game.outcome:
            break
        before = game.dice.position
        move = pick(game, rng)
        game.check(move)
        _ = game.prompt, game.facts(), game.position, move in game.legal_moves()
        assert game.dice.position == before
        game.play(move)
