"""Stored counts of legal moves, and the same counted a second way."""

from __future__ import annotations

import random
from collections.abc import Iterable

import by_hand
import pytest

import skylib
from skylib.core.games import perft
from skylib.core.hexes import ROWS, Hex
from skylib.eye_in_the_sky.game import EyeInTheSky
from skylib.eye_in_the_sky.state import Plane, State, write_position

FIELDS = {"standard": by_hand.Field(26, 20, 22), "training": by_hand.Field(12, 12, 13)}
SHAPES = {  # of the printed board, as EYE-MAP may be read
    "east": by_hand.Field(26, 20, 22),
    "west": by_hand.Field(26, 20, 22, west=1),
    "regular": by_hand.Field(26, 20, 21),
}


@pytest.mark.parametrize(
    ("scenario", "players", "counts"),
    [
        ("standard", 2, (42, 1764, 56910)),
        ("standard", 3, (42, 1764, 74088)),
        ("standard", 4, (42, 1764, 74088)),
        ("training", 2, (42, 1764, 56910)),
    ],
)
def test_counts_from_the_start(scenario: str, players: int, counts: tuple[int, ...]) -> None:
    game = skylib.new_game("eye-in-the-sky", scenario=scenario, players=players, seed=1)
    assert tuple(perft(game, depth) for depth in (1, 2, 3)) == counts


@pytest.mark.parametrize("scenario", FIELDS)
@pytest.mark.parametrize("players", [2, 3])
def test_the_same_counted_by_hand(scenario: str, players: int) -> None:
    field = FIELDS[scenario]
    runway = {(field.rows, place) for place in (1, 2, 3)}
    start = by_hand.Stand((field.rows, 3), "E")
    game = skylib.new_game("eye-in-the-sky", scenario=scenario, players=players, seed=1)
    for depth in (1, 2, 3):
        counted = by_hand.count(field, runway, start, (start,) * players, depth)
        assert perft(game, depth) == counted


def compare(game: EyeInTheSky, field: by_hand.Field, hexes: Iterable[Hex]) -> None:
    """All texts and all destinations from these hexes, facing all ways, against by_hand."""
    board = game.field.board
    for hex in hexes:
        row, place = map(int, board.name(hex).split("."))
        for facing in range(6):
            state = State((Plane(hex, facing),), 0)
            stand = by_hand.Stand((row, place), ROWS.facing_name(facing))
            expected = dict(by_hand.moves(field, stand))
            found = {}
            for move in game._moves(state):
                end, looks, _ = game.destination(state, move)
                at = tuple(map(int, board.name(end).split(".")))
                found[str(move)] = by_hand.Stand(at, ROWS.facing_name(looks))  # type: ignore[arg-type]
            assert found == expected, write_position(game, state)


def test_every_move_of_every_hex_and_facing_by_hand() -> None:
    game = EyeInTheSky.new_game("training", players=1, seed=1)
    compare(game, FIELDS["training"], game.field.board)


@pytest.mark.parametrize("shape", SHAPES)
def test_moves_along_all_edges_and_inside_by_hand(shape: str) -> None:
    game = EyeInTheSky.new_game("standard", 1, {"EYE-MAP": shape}, players=1)
    board = game.field.board
    edge = [h for h in board if len(board.neighbours(h)) < 6]
    compare(game, SHAPES[shape], [*edge, *random.Random(1).sample(board.hexes, 60)])
