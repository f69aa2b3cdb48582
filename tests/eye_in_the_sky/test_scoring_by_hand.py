"""Whole games scored a second way: by a ledger kept as the rulebook says."""

from __future__ import annotations

import random

import pytest
from by_hand import Cell, Field, Ledger, Stand, moves, shown, step

from skylib.core.hexes import ROWS, Hex
from skylib.eye_in_the_sky.flight import Fly, Home, Move
from skylib.eye_in_the_sky.game import EyeInTheSky

FIELDS = {"standard": Field(26, 20, 22), "training": Field(12, 12, 13)}


def cell(game: EyeInTheSky, hex: Hex) -> Cell:
    row, place = game.field.board.name(hex).split(".")
    return int(row), int(place)


def area(field: Field, first: int, last: int) -> frozenset[Cell]:
    """Those rows, three hexes kept free at each end."""
    return frozenset(
        (row, place)
        for row in range(first, last + 1)
        for place in range(4, (field.odd if row % 2 else field.even) - 2)
    )


def ledger(scenario: str, seats: str) -> Ledger:
    field = FIELDS[scenario]
    rows, guns = (9, 20), [(4, 22 - n + 1) for n in (5, 10, 15, 20)]
    if scenario == "training":
        rows, guns = (5, 9), [(2, 13 - n + 1) for n in (3, 10)]
    return Ledger(
        field,
        area(field, *rows),
        frozenset(guns),
        set(),
        {seat: [] for seat in seats},
        dict.fromkeys(seats, 0),
    )


@pytest.mark.parametrize("scenario", FIELDS)
def test_every_photograph_shows_what_lies_within_two(scenario: str) -> None:
    game = EyeInTheSky.new_game(scenario, seed=1)
    board = game.field.board
    for hex in board:
        found = {cell(game, h) for h in board.hexes_of(game.field.footprints[hex])}
        assert found == shown(FIELDS[scenario], cell(game, hex))


def sensible(game: EyeInTheSky, rng: random.Random) -> Move:
    """A random move, with a photograph and inside the board, so that games get on."""
    state = game.state
    moves = list(game.legal_moves())
    landing = [m for m in moves if game.is_landing(*game.destination(state, m)[:2])]
    if landing and state.planes[state.turn].photos:
        return rng.choice(landing)
    some = [m for m in moves if getattr(m, "photo", 0) is not None]
    inside = [m for m in some if not game.destination(state, m)[2]]
    return rng.choice(inside if inside and rng.random() < 0.95 else moves)


@pytest.mark.parametrize(("scenario", "rounds"), [("standard", 60), ("training", None)])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_keeps_the_same_ledger(
    scenario: str, rounds: int | None, players: int, seed: int
) -> None:
    seats = "ABCD"[:players]
    rng = random.Random(seed)
    game = EyeInTheSky.new_game(scenario, seed, players=players, rounds=rounds)
    by_hand = ledger(scenario, seats)
    runway = {(by_hand.field.rows, place) for place in (1, 2, 3)}
    flown_on: list[str] = []
    completed: str | None = None
    while not game.outcome:
        state, who = game.state, str(game.to_move)
        plane = state.planes[state.turn]
        here = Stand(cell(game, plane.hex), ROWS.facing_name(plane.facing))
        move = sensible(game, rng)
        game.play(move)
        if isinstance(move, Home):
            by_hand.hand_in(who)
        else:
            end = dict(moves(by_hand.field, here))[str(move)]
            if isinstance(move, Fly):
                line = [here.cell]
                while len(line) <= move.distance:
                    line.append(step(by_hand.field, line[-1], here.facing))
                if move.photo is not None:
                    by_hand.markers[who].append(line[move.photo])
                if not all(by_hand.field.inside(c) for c in line):
                    by_hand.points[who] -= 5
            if state.phase == "last":
                flown_on.append(who)
            elif end.cell in runway and end.facing == "SE":
                by_hand.hand_in(who)
                if by_hand.area <= by_hand.black:
                    completed = who
        if game.outcome:
            first = seats.index(completed) + 1 if completed else seats.index("A")
            for seat in seats[first:] + seats[:first]:
                if seat in flown_on:
                    by_hand.hand_in(seat)
        assert {cell(game, h) for h in game.field.board.hexes_of(game.state.black)} == by_hand.black
        assert {s: p.score for s, p in zip(seats, game.state.planes)} == by_hand.points
        for seat, p in zip(seats, game.state.planes):
            assert [cell(game, h) for h in p.photos] == by_hand.markers[seat]
    assert (completed is not None) == (scenario == "training")
