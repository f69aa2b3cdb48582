"""The grid of shares: its colours, its figure for the browser, its picture."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from PIL import Image

from skylib.maps import look
from skylib.maps.heat_map import Cell, HeatMap, cell_colour, heat_map_svg
from skylib.maps.png import svg_png

ROWS, COLUMNS = ("Ada", "Ben"), ("legal", "landing", "score")
CELLS = [
    Cell(0, 0, 1.0, "4/4", "Ada, legal: 4 of 4 right"),
    Cell(1, 2, 0.0, "0/3", "Ben, score: 0 of 3 right"),
]


@pytest.mark.parametrize("share", [-1, 0, 0.25, 0.5, 1, 2])
def test_letters_can_be_read_on_every_colour(share: float) -> None:
    assert look.contrast(cell_colour(share), look.INK) >= 4.5


def test_colours_run_from_orange_to_white() -> None:
    assert [cell_colour(s) for s in (0, 0.5, 1)] == ["#e69f00", "#f2cf80", "#ffffff"]


def test_the_figure_holds_names_and_cells() -> None:
    text = json.dumps(HeatMap(ROWS, COLUMNS, CELLS, "who needs what").item)
    for word in (*ROWS, *COLUMNS, "4/4", "Ben, score: 0 of 3 right", "#e69f00"):
        assert f'"{word}"' in text


def test_the_picture() -> None:
    image = Image.open(BytesIO(svg_png(heat_map_svg(ROWS, COLUMNS, CELLS)))).convert("RGB")
    colours = {colour for _, colour in image.getcolors(1 << 20)}
    assert (0xE6, 0x9F, 0x00) in colours and (255, 255, 255) in colours
    more = Image.open(BytesIO(svg_png(heat_map_svg((*ROWS, "Cy"), COLUMNS, CELLS))))
    assert more.height > image.height


def test_strange_names_do_no_harm() -> None:
    names = ("<b>&", "李", "", "x" * 80)
    assert svg_png(heat_map_svg(names, names, [Cell(0, 0, 0.5, "1/2", "<script>")]))
