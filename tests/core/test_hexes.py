"""Hexes: both layouts, all six facings, both row parities, boards of any outline."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from math import hypot, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skylib.core.errors import NoSuchHex
from skylib.core.hexes import (
    COLUMNS,
    ROWS,
    Board,
    Hex,
    Layout,
    bearing,
    disk,
    distance,
    facing_difference,
    fan,
    neighbours,
    ray,
    ring,
    turned,
)

LAYOUTS = pytest.mark.parametrize("layout", [ROWS, COLUMNS], ids=["rows", "columns"])
FACINGS = pytest.mark.parametrize("facing", range(6))
small = st.integers(-12, 12)
hexes = st.builds(Hex, small, small)
layouts = st.sampled_from([ROWS, COLUMNS])
facings = st.integers(0, 5)


def walked(layout: Layout, start: Hex, end: Hex) -> int:
    """The distance by walking outwards, as a child would count it."""
    seen, queue = {start}, deque([(start, 0)])
    while queue:
        hex, steps = queue.popleft()
        if hex == end:
            return steps
        for next in neighbours(layout, hex):
            if next not in seen:
                seen.add(next)
                queue.append((next, steps + 1))
    raise AssertionError


# ---- facings ------------------------------------------------------------------------


def test_facings_go_round_clockwise() -> None:
    assert ROWS.facings == ("E", "SE", "SW", "W", "NW", "NE")
    assert COLUMNS.facings == ("N", "NE", "SE", "S", "SW", "NW")
    assert [ROWS.angle(f) for f in range(6)] == [90, 150, 210, 270, 330, 30]
    assert [COLUMNS.angle(f) for f in range(6)] == [0, 60, 120, 180, 240, 300]


@LAYOUTS
@FACINGS
def test_a_neighbour_lies_one_away_in_the_direction_of_the_facing(
    layout: Layout, facing: int
) -> None:
    for here in (Hex(0, 0), Hex(3, 1), Hex(-2, 5), Hex(4, -3)):  # both parities of row and column
        there = layout.neighbour(here, facing)
        (x, y), (u, v) = layout.centre(here), layout.centre(there)
        assert isclose(hypot(u - x, v - y), 1)
        assert bearing(layout, here, there) == pytest.approx(layout.angle(facing))
        assert layout.neighbour(there, facing + 3) == here


@LAYOUTS
@FACINGS
def test_names_of_facings_are_read_back(layout: Layout, facing: int) -> None:
    assert layout.facing(layout.facing_name(facing)) == facing
    assert layout.facing(f" {layout.facing_name(facing).lower()} ") == facing


@LAYOUTS
def test_a_facing_that_does_not_exist_says_which_do(layout: Layout) -> None:
    with pytest.raises(NoSuchHex, match=" ".join(layout.facings)):
        layout.facing("UP")


def test_north_is_a_facing_of_columns_only() -> None:
    assert COLUMNS.facing("N") == 0
    with pytest.raises(NoSuchHex):
        ROWS.facing("N")


@given(facings, st.integers(-7, 7))
def test_turning_and_turning_back(facing: int, sides: int) -> None:
    assert turned(turned(facing, sides), -sides) == facing


@given(facings, facings)
def test_the_short_way_round(a: int, b: int) -> None:
    d = facing_difference(a, b)
    assert -2 <= d <= 3
    assert turned(a, d) == b


# ---- distance, rays, rings, disks, fans ---------------------------------------------------


@given(layouts, st.builds(Hex, st.integers(-4, 4), st.integers(-4, 4)))
def test_distance_is_the_shortest_walk(layout: Layout, hex: Hex) -> None:
    assert distance(Hex(0, 0), hex) == walked(layout, Hex(0, 0), hex)


@given(hexes, hexes, hexes)
def test_distance_is_a_distance(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(layouts, hexes, facings, st.integers(0, 9))
def test_a_ray_goes_straight(layout: Layout, hex: Hex, facing: int, reach: int) -> None:
    line = ray(layout, hex, facing, reach)
    assert [distance(hex, h) for h in line] == list(range(1, reach + 1))
    assert all(bearing(layout, hex, h) == pytest.approx(layout.angle(facing)) for h in line)


@given(layouts, hexes, st.integers(0, 6), facings)
def test_a_ring_goes_round(layout: Layout, hex: Hex, radius: int, facing: int) -> None:
    around = ring(layout, hex, radius, facing)
    assert len(set(around)) == len(around) == max(1, 6 * radius)
    assert all(distance(hex, h) == radius for h in around)
    if radius:
        assert around[0] == ray(layout, hex, facing, radius)[-1]
        assert around[radius] == ray(layout, hex, facing + 1, radius)[-1]
        assert all(distance(a, b) == 1 for a, b in pairwise(around))


@given(hexes, st.integers(0, 6))
def test_a_disk_holds_what_is_near(hex: Hex, radius: int) -> None:
    inside = set(disk(hex, radius))
    assert len(inside) == 1 + 3 * radius * (radius + 1)
    wide = disk(hex, radius + 1)
    assert inside == {h for h in wide if distance(hex, h) <= radius}


def test_a_photograph_covers_nineteen_hexes() -> None:
    assert len(disk(Hex(0, 0), 2)) == 19


@LAYOUTS
@FACINGS
@pytest.mark.parametrize("degrees", [0, 60, 120, 180, 240, 300, 360])
def test_a_fan_holds_the_hexes_within_its_angle(layout: Layout, facing: int, degrees: int) -> None:
    here = Hex(2, -1)
    found = fan(layout, here, facing, degrees, 8)
    assert len(set(found)) == len(found)
    middle = layout.angle(facing)
    expected = set()
    for h in disk(here, 8):
        angle = bearing(layout, here, h)
        if angle is not None:
            off = abs((angle - middle + 180) % 360 - 180)
            if off <= degrees / 2 + 1e-6:
                expected.add(h)
    assert set(found) == expected


def test_a_fan_of_120_degrees_holds_2n_plus_1_hexes_at_range_n() -> None:
    for n in range(1, 9):
        at_n = [h for h in fan(COLUMNS, Hex(0, 0), 3, 120, 8) if distance(Hex(0, 0), h) == n]
        assert len(at_n) == 2 * n + 1


def test_a_fan_wants_whole_sixths() -> None:
    with pytest.raises(ValueError, match="60"):
        fan(ROWS, Hex(0, 0), 0, 90, 3)


def test_there_is_no_direction_within_a_hex() -> None:
    assert bearing(ROWS, Hex(1, 1), Hex(1, 1)) is None


# ---- the page ------------------------------------------------------------------------------


@given(layouts, hexes, st.floats(0, 0.49), st.floats(0, 6.283))
def test_every_point_near_a_centre_belongs_to_its_hex(
    layout: Layout, hex: Hex, radius: float, angle: float
) -> None:
    from math import cos, sin

    x, y = layout.centre(hex)
    assert layout.hex_at(x + radius * cos(angle), y + radius * sin(angle)) == hex


@LAYOUTS
@FACINGS
def test_a_facing_crosses_the_side_between_its_corners(layout: Layout, facing: int) -> None:
    here = Hex(1, 2)
    corners = layout.corners(here)
    left, right = corners[facing], corners[(facing + 1) % 6]
    x, y = layout.centre(here)
    u, v = layout.centre(layout.neighbour(here, facing))
    assert ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2) == pytest.approx(
        ((x + u) / 2, (y + v) / 2)
    )
    assert all(isclose(hypot(a - x, b - y), 1 / 3**0.5) for a, b in corners)


# ---- boards --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("widths", "starts"),
    [
        ([3, 4, 3], [0.0, -0.5, 0.0]),
        ([4, 3, 4], [0.0, 0.5, 0.0]),
        ([5, 5, 5], [0.0, -0.5, -1.0]),
        ([20, 22, 20], [0.0, -1.5, 0.0]),
    ],
)
def test_rows_lie_where_they_are_put(widths: list[int], starts: list[float]) -> None:
    board = Board.of_rows(widths, starts)
    assert len(board) == sum(widths)
    for row, (width, start) in enumerate(zip(widths, starts), 1):
        for place in range(1, width + 1):
            x, y = ROWS.centre(board.hex(f"{row}.{place}"))
            assert x == pytest.approx(start + place - 1)
            assert y == pytest.approx((row - 1) * 3**0.5 / 2)


def test_rows_without_starts_zigzag() -> None:
    by_hand = Board.of_rows([3, 4, 3, 4], [0.0, -0.5, 0.0, -0.5])
    assert Board.of_rows([3, 4, 3, 4]).hexes == by_hand.hexes


def test_rows_of_one_width_go_to_and_fro() -> None:
    board = Board.of_rows([4, 4, 4, 4, 5])
    first = {h.r: ROWS.centre(h)[0] for h in reversed(board.hexes)}
    assert first == {0: 0.0, 1: -0.5, 2: 0.0, 3: -0.5, 4: -1.0}


def test_rows_that_do_not_interlock_are_refused() -> None:
    with pytest.raises(ValueError, match="half a hex"):
        Board.of_rows([3, 3], [0.0, 0.25])


@pytest.mark.parametrize("first_low", [False, True])
def test_columns_lie_where_they_are_put(first_low: bool) -> None:
    board = Board.of_columns([5, 5, 5, 5], first_low=first_low)
    tops = [COLUMNS.centre(board.hex(f"{c:02}01"))[1] for c in range(1, 5)]
    low, high = (tops[0], tops[1]) if first_low else (tops[1], tops[0])
    assert low - high == pytest.approx(0.5)
    assert tops[2] == pytest.approx(tops[0])
    assert tops[3] == pytest.approx(tops[1])
    x, y = COLUMNS.centre(board.hex("0305"))
    assert (x, y - tops[2]) == pytest.approx((2 * 3**0.5 / 2, 4))


def test_names_and_hexes_are_each_others_inverse() -> None:
    for board in (Board.of_rows([20, 22] * 4), Board.of_columns([7, 6] * 5)):
        assert len(set(board.names)) == len(board)
        for hex in board:
            assert board.hex(board.name(hex)) == hex
            assert board.find(board.name(hex)) == hex
            assert board.hex_at(*board.layout.centre(hex)) == hex


def test_what_is_not_on_the_board_is_said_to_be_so() -> None:
    board = Board.of_rows([3, 4])
    assert Hex(9, 9) not in board
    assert board.find("9.9") is None
    assert board.hex_at(50, 50) is None
    with pytest.raises(NoSuchHex, match=r"1\.1 to 2\.4"):
        board.hex("9.9")
    with pytest.raises(NoSuchHex, match="off the board"):
        board.name(Hex(9, 9))


def test_a_hex_is_named_once() -> None:
    with pytest.raises(ValueError, match="once"):
        Board(ROWS, [(Hex(0, 0), "a"), (Hex(0, 0), "b")])
    with pytest.raises(ValueError, match="once"):
        Board(ROWS, [(Hex(0, 0), "a"), (Hex(1, 0), "a")])


@given(st.sets(st.sampled_from(Board.of_rows([5, 6, 5, 6]).hexes)))
def test_masks_hold_sets_of_hexes(chosen: set[Hex]) -> None:
    board = Board.of_rows([5, 6, 5, 6])
    mask = board.mask([*chosen, Hex(99, 99)])
    assert mask.bit_count() == len(chosen)
    assert set(board.hexes_of(mask)) == chosen


def test_inner_hexes_have_six_neighbours_on_the_board() -> None:
    board = Board.of_rows([5, 6, 5, 6])
    assert len(board.neighbours(board.hex("2.3"))) == 6
    assert {board.name(h) for h in board.neighbours(board.hex("1.1"))} == {"1.2", "2.1", "2.2"}


def test_the_extent_holds_all_corners() -> None:
    board = Board.of_columns([4, 5, 4])
    west, north, east, south = board.extent
    for hex in board:
        for x, y in board.layout.corners(hex):
            assert west <= x <= east
            assert north <= y <= south


@pytest.mark.parametrize("x", [float("nan"), float("inf"), float("-inf"), 1e300])
def test_a_point_that_is_nowhere_has_no_hex(x: float) -> None:
    board = Board.of_rows([3, 4])
    assert board.hex_at(x, 0.0) is None
    assert board.hex_at(0.0, x) is None
