"""What gives way to what: stacks, levels, labels, marks, close-ups."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import hypot

import pytest
from boards import COLUMNS_GROUND, ROWS_GROUND, columns_scene, rows_scene

from skylib.core.hexes import COLUMNS, ROWS, Board, Hex, neighbours
from skylib.maps import look
from skylib.maps.arrange import MOST_HEIGHT, MOST_WIDTH, arrange, columns_at, frame
from skylib.maps.lettering import text_width
from skylib.maps.shapes import ROUNDEL, turned
from skylib.scenes import Counter, Ground, Label, Mark, Path, Scene


def counter(id: str, hex: Hex, facing: int | None = 0, level: int | None = 5) -> Counter:
    return Counter(id, hex, facing, 0, id[0].upper(), id, level=level)


def middles(scene: Scene, pixels: float) -> list[tuple[float, float, float]]:
    """The discs with the letters: place and radius, in hexes."""
    places = arrange(scene, pixels)
    out = []
    for p in places.counters:
        x, y, radius = ROUNDEL
        ((tx, ty),) = turned([(x, y)], p.angle or 0)
        k = places.scale
        out.append(
            (
                p.x + k * (p.shift[0] + tx * p.size),
                p.y + k * (p.shift[1] + ty * p.size),
                k * p.size * radius,
            )
        )
    return out


def levels(scene: Scene, pixels: float) -> list[tuple[float, float]]:
    places = arrange(scene, pixels)
    return [
        (p.x + places.scale * p.badge[0], p.y + places.scale * p.badge[1])
        for p in places.counters
        if p.counter.level is not None
    ]


@pytest.mark.parametrize("ground", [ROWS_GROUND, COLUMNS_GROUND], ids=["rows", "columns"])
def test_the_natural_size_fits_a_laptop(ground: Ground) -> None:
    view = frame(ground)
    assert view.width <= MOST_WIDTH <= 1366 - 300 - 100
    assert view.width * view.high / view.wide <= MOST_HEIGHT + 1 <= 768 - 150
    assert view.hex_pixels() * 1.0 == pytest.approx(view.width / view.wide)


def test_a_small_board_does_not_blow_up() -> None:
    from skylib.core.hexes import Board

    view = frame(Ground(Board.of_rows([3, 3])))
    assert view.hex_pixels() <= 65


def test_close_up_holds_its_hexes_and_stays_on_the_map() -> None:
    whole = frame(COLUMNS_GROUND)
    for name in ("0101", "4530", "0130", "2015"):
        hex = COLUMNS_GROUND.board.hex(name)
        view = frame(COLUMNS_GROUND, [hex])
        x, y = COLUMNS.centre(hex)
        assert view.west <= x <= view.east and view.north <= y <= view.south
        assert whole.west <= view.west and view.east <= whole.east
        assert whole.north <= view.north and view.south <= whole.south
        assert min(view.wide, view.high) == pytest.approx(9)
        assert view.wide / view.high == pytest.approx(whole.wide / whole.high)
    far = [COLUMNS_GROUND.board.hex("0101"), COLUMNS_GROUND.board.hex("4530")]
    assert frame(COLUMNS_GROUND, far) == whole


@pytest.mark.parametrize("number", range(1, 9))
def test_letters_of_a_stack_do_not_cover_each_other(number: int) -> None:
    hex = ROWS_GROUND.board.hex("10.10")
    scene = Scene(ROWS_GROUND, counters=tuple(counter(f"c{i}", hex, i % 6) for i in range(number)))
    for pixels in (18, 24, 60):
        for (ax, ay, ar), (bx, by, br) in combinations(middles(scene, pixels), 2):
            assert hypot(ax - bx, ay - by) > (ar + br) * 0.95


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("layout", [ROWS, COLUMNS], ids=["rows", "columns"])
def test_a_level_stands_behind_the_tail(layout: object, facing: int) -> None:
    ground = ROWS_GROUND if layout is ROWS else COLUMNS_GROUND
    hex = ground.board.hex("10.10") if layout is ROWS else ground.board.hex("1010")
    (p,) = arrange(Scene(ground, counters=(counter("a", hex, facing),))).counters
    x, y = ground.board.layout.centre(ground.board.layout.neighbour((0, 0), facing))
    assert p.badge[0] * x + p.badge[1] * y == pytest.approx(-0.72, abs=0.01)


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("beside", range(6))
def test_a_level_covers_no_letter_and_no_level(facing: int, beside: int) -> None:
    """Two aircraft in neighbouring hexes, at every facing, both parities, two scales."""
    for name in ("10.10", "11.10"):
        hex = ROWS_GROUND.board.hex(name)
        near = neighbours(ROWS, hex)[beside]
        for other in range(6):
            scene = Scene(
                ROWS_GROUND, counters=(counter("a", hex, facing), counter("b", near, other))
            )
            for pixels in (40, 64):
                (ax, ay), (bx, by) = levels(scene, pixels)
                assert max(abs(ax - bx), abs(ay - by)) > 0.3
                for lx, ly in levels(scene, pixels):
                    for mx, my, radius in middles(scene, pixels):
                        assert hypot(lx - mx, ly - my) > radius


@pytest.mark.parametrize("pixels", [16, 30, 60])
def test_a_label_beside_a_hex_leaves_it_free(pixels: int) -> None:
    """Nor does it cover a counter near it, another label, or the edge of the page."""
    board = ROWS_GROUND.board
    view = frame(ROWS_GROUND)
    for name in ("1.1", "10.10", board.names[-1]):
        hex = board.hex(name)
        x, y = ROWS.centre(hex)
        near = board.neighbours(hex)[0]
        scene = Scene(
            ROWS_GROUND,
            counters=(counter("a", near),),
            labels=(Label(hex, "goal, SE", "beside"), Label(near, "10 points")),
        )
        at, other = arrange(scene, pixels).labels
        assert abs(at.y - y) > 0.7 or abs(at.x - x) > 0.9
        assert abs(at.y - other.y) > 0.4 or abs(at.x - other.x) > 1.2
        assert view.west < at.x < view.east and view.north < at.y < view.south


def test_labels_beads_and_marks_give_way_to_counters() -> None:
    board = ROWS_GROUND.board
    hex = board.hex("10.10")
    scene = Scene(
        ROWS_GROUND,
        counters=(counter("a", hex),),
        labels=(Label(hex, "entry"), Label(board.hex("14.12"), "free"), Label(hex, "3", "number")),
        paths=(Path("flown", (hex,), 0, ((hex, "1", ""), (hex, "2", ""))),),
        marks=(Mark("legal", (hex,)), Mark("hint", (board.hex("12.12"),)), Mark("last", (hex,))),
    )
    places = arrange(scene, 60)
    x, y = ROWS.centre(hex)
    entry, free, number = places.labels
    assert hypot(entry.x - x, entry.y - y) > 0.6
    assert (free.x, free.y) == ROWS.centre(board.hex("14.12"))
    assert (number.x, number.y) == (x, y)  # a number means its hex and lies under the counter
    (legal,), (hint,), last = places.points
    assert 0.3 < hypot(legal.x - x, legal.y - y) < 0.5  # aside, but still inside its hex
    assert (hint.x, hint.y) == ROWS.centre(board.hex("12.12"))
    assert last == ()
    ((one, two),) = places.beads
    assert hypot(one.x - two.x, one.y - two.y) > 0.3


@pytest.mark.parametrize("pixels", [9, 12, 16, 24])
def test_labels_give_way_to_counters_that_are_larger_than_their_hexes(pixels: float) -> None:
    """On a small map counters keep a readable size, and labels stay beside them."""
    ground = COLUMNS_GROUND
    board = ground.board
    hex = board.hex("0606")
    scene = Scene(
        ground,
        counters=(replace(counter("a", hex, level=None), state="active"),),
        labels=(Label(hex, "10 points"),),
    )
    places = arrange(scene, pixels)
    (p,), (at,) = places.counters, places.labels
    size = look.text_size(pixels, 0.36) / pixels
    wide, high = (text_width("10 points", size) + 0.5 * size) / 2, 0.68 * size
    aside, above = max(0.0, abs(at.x - p.x) - wide), max(0.0, abs(at.y - p.y) - high)
    assert hypot(aside, above) > 0.7 * places.scale


def test_everything_has_its_place_in_order() -> None:
    for scene in (rows_scene(), columns_scene()):
        places = arrange(scene)
        assert [p.counter for p in places.counters] == list(scene.counters)
        assert len(places.tokens) == len(scene.tokens)
        assert [len(b) for b in places.beads] == [len(p.points) for p in scene.paths]
        assert places == arrange(scene)


# ---- column numbers and stacks -------------------------------------------------------------


def two_rows(rows: int) -> Ground:
    """Rows by turns half a hex to the west, their columns numbered north and south."""
    board = Board.of_rows([5 + i % 2 for i in range(rows)], [-(i % 2) / 2 for i in range(rows)])

    def numbers(row: int) -> tuple[tuple[Hex, str], ...]:
        hexes = [h for h in board.hexes if h.r == row]
        return tuple((h, str(i)) for i, h in enumerate(hexes, 1))

    return Ground(board, column_labels=numbers(0), south_labels=numbers(rows - 1))


@pytest.mark.parametrize("rows", [6, 7])
def test_column_numbers_belong_to_the_row_beside_them(rows: int) -> None:
    ground = two_rows(rows)
    names = {h: ground.board.name(h).split(".")[1] for h in ground.board.hexes}
    for hex in ground.board.hexes:
        x, y = ROWS.centre(hex)
        for near in (y - 0.3, y, y + 0.3):
            places = {text: ROWS.centre(h)[0] for h, text in columns_at(ground, near)}
            if rows % 2 == 0 or hex.r % 2 == 0:
                assert places[names[hex]] == pytest.approx(x), (hex, near)
    for y, labels in ((-1.06, ground.column_labels), (0.87 * rows, ground.south_labels)):
        found = [(ROWS.centre(h)[0], text) for h, text in columns_at(ground, y)]
        assert found == [(pytest.approx(ROWS.centre(h)[0]), text) for h, text in labels]


def test_columns_of_a_board_of_columns_are_the_same_everywhere() -> None:
    for y in (-1.0, 4.3, 40.0):
        assert columns_at(COLUMNS_GROUND, y) == COLUMNS_GROUND.column_labels
    assert columns_at(ROWS_GROUND, 3.0) == ()


@pytest.mark.parametrize("number", range(2, 9))
def test_who_shares_a_hex_stands_on_one_plate(number: int) -> None:
    here, alone = ROWS_GROUND.board.hex("10.10"), ROWS_GROUND.board.hex("15.10")
    counters = (
        counter("z", alone),
        *(counter(f"c{i}", here, i % 6, 5 + i) for i in range(number)),
        replace(counter("g", here), ghost=True),
    )
    placed = arrange(Scene(ROWS_GROUND, counters=counters), 24)
    assert [p.stack.number for p in placed.counters if p.stack] == [number]
    (p,) = (p for p in placed.counters if p.stack)
    assert p.counter.id == "c0" and (p.x, p.y) == ROWS.centre(here)
    assert p.stack.plate(look.ROOMY) == 1.0  # the hex itself, where they fit into it
    assert p.stack.plate(placed.scale) > 1.0
    shifts = [hypot(*q.shift) for q in placed.counters if q.counter.hex == here]
    assert max(shifts) < p.stack.wide / 2 or number > 6


@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("facing", range(6))
def test_the_number_of_a_stack_covers_no_level(number: int, facing: int) -> None:
    for name in ("10.10", "11.10"):
        hex = ROWS_GROUND.board.hex(name)
        scene = Scene(
            ROWS_GROUND, counters=tuple(counter(f"c{i}", hex, facing) for i in range(number))
        )
        placed = arrange(scene, 24)
        (p,) = (p for p in placed.counters if p.stack)
        bx, by = p.stack.badge
        for q in placed.counters:
            assert hypot(q.badge[0] - bx, q.badge[1] - by) > 0.25, (name, q.counter.id)


def test_a_ghost_over_an_aircraft_is_no_stack() -> None:
    hex = ROWS_GROUND.board.hex("10.10")
    counters = (counter("a", hex), replace(counter("b", hex), ghost=True))
    assert not any(p.stack for p in arrange(Scene(ROWS_GROUND, counters=counters)).counters)


def test_a_label_at_the_edge_stays_on_the_page() -> None:
    view = frame(ROWS_GROUND)
    for name in ("1.3", "26.3"):
        hex = ROWS_GROUND.board.hex(name)
        scene = Scene(
            ROWS_GROUND,
            counters=(counter("a", hex), counter("b", hex)),
            labels=(Label(hex, "B: rotary scout"),),
        )
        (spot,) = arrange(scene, 24).labels
        assert view.north + 0.4 < spot.y < view.south - 0.4


@pytest.mark.parametrize("text", ["damaged", "loaded", "damaged, loaded", "out of control"])
@pytest.mark.parametrize("pixels", [24, 32, 48, 64])
def test_a_label_covers_no_level_and_no_letter(text: str, pixels: int) -> None:
    size = look.text_size(pixels, 0.36) / pixels
    wide, high = (text_width(text, size) + 0.5 * size) / 2, 0.68 * size
    scale = look.counter_scale(pixels)
    for ground, name in ((ROWS_GROUND, "10.10"), (ROWS_GROUND, "11.10"), (COLUMNS_GROUND, "")):
        board = ground.board
        hex = board.hex(name) if name else board.hexes[len(board.hexes) // 2 + 3]
        for facing in range(6):
            plane = replace(counter("a", hex), facing=facing, level=4, state="damaged")
            behind = replace(plane, id="b", hex=board.layout.neighbour(hex, facing + 3))
            for counters in ((plane,), (plane, behind)):
                labels = tuple(Label(c.hex, text) for c in counters)
                places = arrange(Scene(ground, counters=counters, labels=labels), pixels)
                for spot in places.labels:
                    for p in places.counters:
                        for dx, dy, radius in ((*p.badge, 0.17), (*p.shift, 0.2)):
                            aside = abs(p.x + scale * dx - spot.x) - wide
                            above = abs(p.y + scale * dy - spot.y) - high
                            far = hypot(max(aside, 0), max(above, 0))
                            assert far > radius * scale, (pixels, facing, spot)


def test_a_label_gives_way_to_the_dots_of_what_may_be_chosen() -> None:
    board = COLUMNS_GROUND.board
    hex = board.hexes[len(board.hexes) // 2 + 3]
    ahead = tuple(board.layout.neighbour(hex, side) for side in (0, 1, 5))
    plane = replace(counter("a", hex), level=4, state="damaged")
    for pixels in (24, 40, 64):
        size = look.text_size(pixels, 0.36) / pixels
        wide, high = (text_width("damaged", size) + 0.5 * size) / 2, 0.68 * size
        scene = Scene(
            COLUMNS_GROUND,
            counters=(plane,),
            labels=(Label(hex, "damaged"),),
            marks=(Mark("legal", ahead),),
        )
        places = arrange(scene, pixels)
        (spot,) = places.labels
        for dot in places.points[0]:
            assert abs(dot.x - spot.x) > wide or abs(dot.y - spot.y) > high
