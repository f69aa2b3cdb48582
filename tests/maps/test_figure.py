"""Layers as rows, and the Bokeh figure that they fill."""

from __future__ import annotations

import json
import logging
from dataclasses import replace

import pytest
from boards import COLUMNS_GROUND, ROWS_GROUND, columns_scene, rows_scene

from skylib.core.hexes import disk
from skylib.maps.arrange import frame
from skylib.maps.figure import map_figure, map_item
from skylib.maps.layers import LAYERS, board_table, cursor_row, scene_layers
from skylib.maps.outline import outline, unit
from skylib.scenes import Area, Ground, Scene


def packed(value: object) -> int:
    """Bytes on the way to the browser."""
    return len(json.dumps(value, separators=(",", ":")))


@pytest.mark.parametrize("scene", [rows_scene(), columns_scene()], ids=["rows", "columns"])
def test_rows_are_short_plain_data(scene: Scene) -> None:
    rows = scene_layers(scene)
    assert tuple(rows) == LAYERS
    assert json.loads(json.dumps(rows)) == rows
    assert packed(rows) < 4000

    def numbers(value: object) -> list[float]:
        if isinstance(value, list):
            return [n for v in value for n in numbers(v)]
        return [value] if isinstance(value, float) else []

    assert all(n == round(n, 3) and n != int(n) for n in numbers(rows))


def test_only_what_changed_differs() -> None:
    scene = rows_scene()
    before = scene_layers(scene)
    first, *others = scene.counters
    moved = replace(first, facing=1)
    after = scene_layers(replace(scene, counters=(moved, *others)))
    assert [name for name in LAYERS if before[name] != after[name]] == ["counters"]
    assert scene_layers(rows_scene(ROWS_GROUND)) == before


def test_areas_carry_their_outline_and_dots() -> None:
    hexes = disk(ROWS_GROUND.board.hex("10.10"), 1)
    scene = Scene(ROWS_GROUND, areas=(Area("reported", hexes), Area("reach", hexes, 1, "r")))
    reported, reach = scene_layers(scene)["areas"]
    ((outer,),) = reported[2]
    points = list(zip(outer[::2], outer[1::2]))
    assert points == list(outline(ROWS_GROUND.board.layout, hexes)[0][0])
    assert len(reported[3]) == 14 and reach[3] == []
    assert reach[:2] == ["reach", 1] and reach[4] == "r" and len(reported) == 4


def test_an_area_without_hexes_is_not_sent() -> None:
    assert scene_layers(Scene(ROWS_GROUND, areas=(Area("reach", ()),)))["areas"] == []


@pytest.mark.parametrize("ground", [ROWS_GROUND, COLUMNS_GROUND], ids=["rows", "columns"])
def test_the_board_table_says_what_hovering_needs(ground: Ground) -> None:
    table = board_table(ground)
    assert json.loads(json.dumps(table)) == table
    board = ground.board
    assert table["names"] == list(board.names)
    assert table["hexes"][:2] == list(board.hexes[0])
    assert tuple(table["unit"]) == unit(board.layout)
    for name, indices in table["ground"]:
        assert all(name in ground.kinds_at(board.hexes[i]) for i in indices)


def test_cursor_row() -> None:
    board = ROWS_GROUND.board
    assert cursor_row(board, None) == []
    assert cursor_row(board, board.hex("1.1")) == [0, 0]


@pytest.mark.parametrize("ground", [ROWS_GROUND, COLUMNS_GROUND], ids=["rows", "columns"])
def test_the_figure_has_a_source_for_each_thing(
    ground: Ground, caplog: pytest.LogCaptureFixture
) -> None:
    plot = map_figure(ground)
    view = frame(ground)
    assert (plot.x_range.start, plot.x_range.end) == (view.west, view.east)
    assert (plot.y_range.start, plot.y_range.end) == (view.south, view.north)
    names = {r.data_source.name for r in plot.renderers}
    assert {
        "ground",
        "areas",
        "dots",
        "mark-lines",
        "paths",
        "tokens",
        "bodies",
        "roundels",
        "roundels-text",
        "levels",
        "labels",
        "points",
        "cursor",
    } <= names
    assert not plot.tools
    with caplog.at_level(logging.WARNING, logger="bokeh"):
        item = map_item(ground)
    assert not caplog.records
    assert packed(item) < 60_000
    assert item["root_id"] == plot.id or item["doc"]["roots"]


def test_tapped_counters_dim_nothing() -> None:
    for renderer in map_figure(ROWS_GROUND).renderers:
        assert renderer.nonselection_glyph is None and renderer.selection_glyph is None
