"""Arrow keys in both layouts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from boards import COLUMNS_GROUND, ROWS_GROUND, columns_scene, rows_scene

from skylib.core.hexes import Board, Hex
from skylib.maps.keys import ARROWS, move, start
from skylib.scenes import Area, Counter, Ground, Mark, Scene

BACK = {
    "ArrowLeft": "ArrowRight",
    "ArrowRight": "ArrowLeft",
    "ArrowUp": "ArrowDown",
    "ArrowDown": "ArrowUp",
}


@pytest.mark.parametrize("ground", [ROWS_GROUND, COLUMNS_GROUND], ids=["rows", "columns"])
@pytest.mark.parametrize("key", ARROWS)
def test_a_key_and_its_counterpart_undo_each_other(ground: Ground, key: str) -> None:
    scene = Scene(ground)
    for name in ("14.9", "15.9", "14.10", "15.10", "2010", "2110", "2011", "2111"):
        hex = ground.board.find(name)
        if hex is not None:
            there = move(scene, hex, key)
            assert there != hex
            assert move(scene, there, BACK[key]) == hex


@pytest.mark.parametrize(("key", "dx", "dy"), [("ArrowLeft", -1, 0), ("ArrowRight", 1, 0)])
def test_in_rows_left_and_right_keep_the_row(key: str, dx: int, dy: int) -> None:
    hex = ROWS_GROUND.board.hex("10.5")
    assert move(Scene(ROWS_GROUND), hex, key) == Hex(hex.q + dx, hex.r + dy)


def test_in_rows_up_and_down_keep_to_a_column() -> None:
    scene, hex = Scene(ROWS_GROUND), ROWS_GROUND.board.hex("20.8")
    xs = []
    for _ in range(12):
        hex = move(scene, hex, "ArrowUp")
        xs.append(ROWS_GROUND.board.layout.centre(hex)[0])
    assert max(xs) - min(xs) == 0.5
    assert ROWS_GROUND.board.name(hex).startswith("8.")


def test_in_columns_left_and_right_keep_to_a_row() -> None:
    scene, hex = Scene(COLUMNS_GROUND), COLUMNS_GROUND.board.hex("3010")
    ys = []
    for _ in range(20):
        hex = move(scene, hex, "ArrowLeft")
        ys.append(COLUMNS_GROUND.board.layout.centre(hex)[1])
    assert max(ys) - min(ys) == 0.5
    assert COLUMNS_GROUND.board.name(hex).startswith("10")


def test_in_columns_up_and_down_keep_the_column() -> None:
    board = COLUMNS_GROUND.board
    assert board.name(move(Scene(COLUMNS_GROUND), board.hex("0812"), "ArrowUp")) == "0811"
    assert board.name(move(Scene(COLUMNS_GROUND), board.hex("0812"), "ArrowDown")) == "0813"


@pytest.mark.parametrize("ground", [ROWS_GROUND, COLUMNS_GROUND], ids=["rows", "columns"])
def test_every_hex_can_be_reached_and_none_leads_off_the_board(ground: Ground) -> None:
    scene = Scene(ground)
    seen, todo = {start(scene)}, [start(scene)]
    while todo:
        hex = todo.pop()
        for key in ARROWS:
            there = move(scene, hex, key)
            assert there in ground.board
            if there not in seen:
                seen.add(there)
                todo.append(there)
    assert len(seen) == len(ground.board)


def test_a_corner_holds_the_cursor() -> None:
    board = Board.of_rows([3])
    scene = Scene(Ground(board))
    assert move(scene, board.hex("1.1"), "ArrowLeft") == board.hex("1.1")
    assert move(scene, board.hex("1.2"), "ArrowUp") == board.hex("1.2")


def test_the_cursor_begins_where_the_eye_is() -> None:
    scene = rows_scene()
    assert move(scene, None, "ArrowUp") == scene.counters[0].hex  # the selected hex
    assert start(replace(scene, marks=())) == scene.counters[0].hex
    off = replace(scene, marks=(Mark("selected", (Hex(99, 99),)),), counters=())
    middle = start(off)
    assert ROWS_GROUND.board.name(middle) in ("13.10", "13.11", "14.10", "14.11", "14.12")
    assert start(columns_scene()) == COLUMNS_GROUND.board.hex("1713")


def test_the_cursor_begins_with_who_moves_or_where_one_may_be_set_up() -> None:
    board = ROWS_GROUND.board
    enemy = Counter("e", board.hex("3.3"), 0, 1, "E", "enemy")
    own = Counter("o", board.hex("20.10"), 0, 0, "O", "own", state="active, damaged")
    zone = tuple(board.hex(f"26.{n}") for n in range(3, 8))
    reach = Area("reach", zone, 0)
    assert start(Scene(ROWS_GROUND, counters=(enemy, own), areas=(reach,))) == own.hex
    assert start(Scene(ROWS_GROUND, counters=(enemy,), areas=(reach,))) == board.hex("26.5")
