"""SVG, PNG and legend: well formed, escaped, fitting, and the same on every machine."""

from __future__ import annotations

import hashlib
import os
import re
import struct
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from boards import COLUMNS_GROUND, ROWS_GROUND, columns_scene, rows_scene

from skylib.maps import look, scene_png, scene_svg
from skylib.maps.ground import ground_svg
from skylib.maps.legend import legend_html, legend_items, legend_pictures, legend_text
from skylib.maps.lettering import text_width
from skylib.maps.png import notebook_png
from skylib.scenes import Area, Counter, Fill, Ground, Label, Mark, Path, Scene, Token

SVG = "{http://www.w3.org/2000/svg}"
SCENES = pytest.mark.parametrize("scene", [rows_scene(), columns_scene()], ids=["rows", "columns"])


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])  # type: ignore[return-value]


@SCENES
@pytest.mark.parametrize("width", [None, 240, 1400])
def test_svg_is_well_formed_and_of_its_width(scene: Scene, width: int | None) -> None:
    root = ElementTree.fromstring(scene_svg(scene, width))
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}title").text == scene.title  # type: ignore[union-attr]
    assert width is None or root.get("width") == str(width)
    assert {p.get("id") for p in root.iter(f"{SVG}pattern")} == set(
        re.findall(r"url\(#([^)]+)\)", scene_svg(scene, width))
    )


@SCENES
def test_the_same_scene_gives_the_same_picture(scene: Scene) -> None:
    assert scene_svg(scene) == scene_svg(scene)
    assert hashlib.sha256(scene_png(scene)).digest() == hashlib.sha256(scene_png(scene)).digest()


def written(root: ElementTree.Element) -> list[tuple[str, float, float]]:
    """Each line of text: the text, its left edge, its size."""
    out = []
    for group in root.iter(f"{SVG}g"):
        if group.get("aria-hidden"):
            text = "".join(chr(int(u.get("href")[8:], 16)) for u in group.iter(f"{SVG}use"))  # type: ignore[index]
            left, _, scale = map(float, re.findall(r"[-\d.]+", group.get("transform")))  # type: ignore[arg-type]
            out.append((text, left, 100 * scale))
    return out


@SCENES
@pytest.mark.parametrize("width", [240, 700, 1400])
def test_no_text_outside_its_box(scene: Scene, width: int) -> None:
    """Each box is followed by its text: the same middle, and wide and high enough."""
    root = ElementTree.fromstring(scene_svg(scene, width))
    boxes = 0
    for rect, group in pairwise(root):
        if rect.tag == f"{SVG}rect" and rect.get("rx") and group.tag == f"{SVG}g":
            ((text, left, size),) = written(group)
            wide = float(rect.get("width"))  # type: ignore[arg-type]
            gap = left - float(rect.get("x"))  # type: ignore[arg-type]
            assert gap > 0
            assert text_width(text, size) <= wide - 2 * gap + 0.05
            assert 1.2 * size <= float(rect.get("height"))  # type: ignore[arg-type]
            boxes += 1
    assert boxes > 2


@SCENES
@pytest.mark.parametrize("width", [240, 700])
def test_all_text_can_be_read(scene: Scene, width: int) -> None:
    """Labels, levels and letters keep a size that can be read however small the map; only
    the numbers at the edge shrink with it."""
    root = ElementTree.fromstring(scene_svg(scene, width))
    edge = {text for _, text in (*scene.ground.row_labels, *scene.ground.column_labels)}
    sizes = {text: size for text, _, size in written(root)}
    assert min(size for text, size in sizes.items() if text not in edge) >= 8.5
    if width == 700:
        assert min(sizes.values()) >= 8


def test_names_from_files_are_never_markup() -> None:
    bad = "<script>alert('&\"')</script>"
    hex = ROWS_GROUND.board.hex("3.3")
    ground = Ground(ROWS_GROUND.board, (Fill("aoi", (hex,), bad),), ((hex, bad),), title=bad)
    scene = Scene(
        ground,
        areas=(Area("reach", (hex,), 0, bad),),
        tokens=(Token("photo", hex, 0, "<", bad),),
        paths=(Path("flown", (hex,), 0, ((hex, bad, "seen"),)),),
        counters=(Counter("a", hex, 0, 0, "<", bad, level=1),),
        labels=(Label(hex, bad), Label(hex, bad, "number")),
        title=bad,
    )
    svg = scene_svg(scene)
    ElementTree.fromstring(svg)
    assert "<script" not in svg and "<script" not in legend_html(scene)
    assert size_of(scene_png(scene))[0] > 100


def test_unknown_kinds_are_drawn() -> None:
    hex, other = ROWS_GROUND.board.hex("3.3"), ROWS_GROUND.board.hex("3.4")
    scene = Scene(
        Ground(ROWS_GROUND.board, (Fill("swamp", (other,)),)),
        areas=(Area("mist", (hex,)), Area("mist", ())),
        tokens=(Token("flag", hex), Token("wreck", hex), Token("damage", hex), Token("gun", hex)),
        paths=(Path("thread", (hex, other), None, ((hex, "", "odd"),)), Path("flown", ())),
        counters=(Counter("a", hex, 2, 7, "A", "a", state="puzzled"),),
        marks=(Mark("hint", ()),),
    )
    assert ElementTree.fromstring(scene_svg(scene)) is not None


def test_an_empty_scene_is_the_ground() -> None:
    assert ElementTree.fromstring(scene_svg(Scene(ROWS_GROUND))) is not None
    ground = ElementTree.fromstring(ground_svg(COLUMNS_GROUND))
    texts = [text for text, _, _ in written(ground)]
    assert texts.count("45") == 2 and texts.count("30") == 4  # columns and rows, both edges


def test_close_up_shows_only_its_numbers() -> None:
    scene = columns_scene()
    svg = scene_svg(scene, around=[c.hex for c in scene.counters][:2])
    texts = [text for text, _, _ in written(ElementTree.fromstring(svg))]
    assert "45" not in texts and "18" in texts


def test_png_has_the_size_asked_for() -> None:
    scene = rows_scene()
    assert size_of(scene_png(scene, 300, zoom=1))[0] == 300
    assert size_of(scene_png(scene, 300))[0] == 600
    with pytest.raises(ValueError, match="at least 1 pixel"):
        scene_svg(scene, -5)


def test_png_needs_no_font_of_the_machine() -> None:
    """Another letter gives another picture, in a process that can find no font at all."""
    code = (
        "import sys; sys.path[:0] = [{tests!r}]\n"
        "import hashlib\nfrom dataclasses import replace\n"
        "from boards import rows_scene\nfrom skylib.maps import scene_png\n"
        "s = rows_scene()\nc = replace(s.counters[0], letter='Q')\n"
        "for scene in (s, replace(s, counters=(c, *s.counters[1:]))):\n"
        "    print(hashlib.sha256(scene_png(scene, 500)).hexdigest())\n"
    ).format(tests=str(__file__).rsplit("/", 1)[0])
    environment = os.environ | {
        "FONTCONFIG_FILE": os.devnull,
        "FONTCONFIG_PATH": os.devnull,
        "HOME": os.devnull,
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    out = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    first, second = out.stdout.split()
    assert first != second
    assert first == hashlib.sha256(scene_png(rows_scene(), 500)).hexdigest()


@SCENES
def test_the_picture_saved_with_a_notebook_is_small(scene: Scene) -> None:
    assert len(notebook_png(scene)) < 110_000
    assert notebook_png(scene) is notebook_png(replace(scene))


def test_the_legend_names_what_is_there_and_nothing_else() -> None:
    scene = rows_scene()
    assert legend_text(scene) == (
        "blue: B; vermillion: R; green: G; purple: P; in one hex; "
        "area of interest; runway; artillery; already photographed; seen by a photograph; "
        "in reach; flown; tried; photograph; selected; may be chosen; last move; hint"
    )
    html = ElementTree.fromstring(legend_html(scene))
    assert [li[-1].tail for li in html] == [name for _, name in legend_items(scene)]
    assert legend_html(Scene(Ground(ROWS_GROUND.board))) == ""
    assert "tabindex" not in legend_html(scene) and "<button" not in legend_html(scene)


def test_every_kind_has_a_sample_in_the_legend() -> None:
    hex = ROWS_GROUND.board.hex("3.3")
    scene = Scene(
        Ground(ROWS_GROUND.board, tuple(Fill(k, (hex,)) for k in look.GROUNDS)),
        areas=tuple(Area(k, (hex,)) for k in [*look.AREAS, "mist"]),
        tokens=tuple(Token(k, hex) for k in look.TOKENS),
        paths=tuple(Path(k, (hex,)) for k in [*look.PATHS, "thread"]),
        marks=tuple(Mark(k, (hex,)) for k in look.MARKS),  # type: ignore[arg-type]
    )
    html = ElementTree.fromstring(legend_html(scene))
    assert all(len(li[0]) for li in html)
    assert set(legend_pictures()) >= {key for key, _ in legend_items(scene)}


def test_the_legend_shows_things_in_the_colour_of_their_side() -> None:
    hex, other = ROWS_GROUND.board.hex("3.3"), ROWS_GROUND.board.hex("3.4")
    pictures = legend_pictures()

    def shown(*areas: Area) -> dict[str, str]:
        scene = Scene(Ground(ROWS_GROUND.board), areas=areas)
        return {name: pictures[key] for key, name in legend_items(scene)}

    (blue,) = shown(Area("fire", (hex,), 0)).values()
    assert look.side(0).dark in blue and look.area("fire").line not in blue
    (plain,) = shown(Area("fire", (hex,))).values()
    assert look.area("fire").line in plain
    both = shown(Area("fire", (hex,), 0), Area("fire", (other,), 1))
    assert list(both) == ["field of fire (blue)", "field of fire (vermillion)"]
    (path,) = legend_items(
        Scene(Ground(ROWS_GROUND.board), paths=(Path("planned", (hex, other), 1),))
    )
    assert look.side(1).dark in pictures[path[0]] and path[1] == "planned"
    (measured,) = legend_items(
        Scene(Ground(ROWS_GROUND.board), paths=(Path("measured", (hex, other), 1),))
    )
    assert measured[1] == "measured" and look.side(1).dark not in pictures[measured[0]]


def test_a_stack_is_drawn_with_its_plate_and_number() -> None:
    hex = ROWS_GROUND.board.hex("5.5")
    counters = tuple(Counter(i, hex, 0, 0, i, i, level=3) for i in "AB")
    root = ElementTree.fromstring(scene_svg(Scene(ROWS_GROUND, counters=counters)))
    assert "×2" in [text for text, _, _ in written(root)]
    alone = ElementTree.fromstring(scene_svg(Scene(ROWS_GROUND, counters=counters[:1])))
    assert "×2" not in [text for text, _, _ in written(alone)]


def test_a_step_that_finds_no_free_place_is_still_to_be_read() -> None:
    """Numbers of steps lie on silhouettes and rings, below letters and levels."""
    hex = COLUMNS_GROUND.board.hex("0606")
    scene = Scene(
        COLUMNS_GROUND,
        counters=(Counter("c", hex, 0, 0, "C", "Camel-1", level=2, state="active"),),
        paths=(Path("flown", (hex,), 0, ((hex, "71", ""),)),),
    )
    picture = scene_svg(scene)
    bead = picture.index('stroke-width="1.4"')  # of a step's box
    painter = (files("skylib.maps") / "js" / "painter.js").read_text("utf-8")
    order = re.findall(r'"([a-z]+)"', painter.split("high: [")[2].split("]")[0])
    assert picture.index(look.side(0).colour) < bead
    assert order.index("rings") < order.index("beads") < order.index("roundels")


@pytest.mark.parametrize("ground", [rows_scene().ground, columns_scene().ground])
def test_the_numbers_around_the_board_can_be_cut_off(ground: Ground) -> None:
    """A close-up in the browser leaves them out: see view.js."""
    svg = ground_svg(ground)
    cut = re.sub(r'<g data-part="numbers">.*(?=</svg>)', "", svg, flags=re.DOTALL)
    edge = {text for _, text in (*ground.row_labels, *ground.column_labels)}
    assert {text for text, _, _ in written(ElementTree.fromstring(svg))} >= edge
    assert not written(ElementTree.fromstring(cut))
