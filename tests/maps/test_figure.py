"""Layers as rows, and the Bokeh figure that they fill."""

from __future__ import annotations

import json
import logging
import re
from dataclasses import replace
from importlib import resources

import pytest
from boards import COLUMNS_GROUND, ROWS_GROUND, columns_scene, rows_scene

from skylib.core.hexes import disk
from skylib.maps.figure import (
    PLANES,
    TESTED,
    bokeh_version,
    build_item,
    figure_item,
    map_figure,
)
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


def test_the_figure_has_few_renderers_with_named_sources(
    caplog: pytest.LogCaptureFixture,
) -> None:
    plot = map_figure()
    assert [r.data_source.name for r in plot.renderers] == list(PLANES)
    for renderer in plot.renderers:
        assert tuple(renderer.data_source.data) == PLANES[renderer.data_source.name]
        assert renderer.nonselection_glyph is None  # a tap dims nothing
    assert not plot.tools and plot.y_range.start > plot.y_range.end
    with caplog.at_level(logging.WARNING, logger="bokeh"):
        build_item()
    assert not caplog.records


def test_the_stored_figure_is_what_bokeh_builds() -> None:
    """Else: ``python -m skylib.maps.figure``, and run the browser tests."""
    stored = json.loads((resources.files("skylib.maps") / "figure.json").read_text("utf-8"))
    assert stored["bokeh"] == TESTED
    if bokeh_version().rsplit(".", 1)[0] in TESTED:
        assert stored["item"] == build_item()


def test_another_bokeh_builds_its_own_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    item = figure_item()
    assert item["doc"]["version"] == bokeh_version()
    monkeypatch.setattr("skylib.maps.figure.bokeh_version", lambda: "3.99.1")
    monkeypatch.setattr("skylib.maps.figure.build_item", lambda: {"doc": {}})
    assert figure_item() == {"version": "3.99.1", "doc": {"version": "3.99.1"}}


def test_the_browser_fills_the_same_columns() -> None:
    script = (resources.files("skylib.maps") / "js" / "painter.js").read_text("utf-8")
    table = script.split("const PLANES = {")[1].split("};")[0]
    for name, columns in PLANES.items():
        if name != "ground":  # filled by drawGround
            found = re.search(rf"{name}: \[(.*?)\]", table)
            assert found and tuple(json.loads(f"[{found[1]}]")) == columns
