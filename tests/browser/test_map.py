"""The map in a real JupyterLab: taps, keys, hover, reload, errors, taking down, sizes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from skylib.maps import look
from skylib.maps.lettering import text_width
from skylib.maps.outline import outline, unit

SETUP = """
import sys
sys.path.insert(0, {folder!r})
from boards import *
from skylib.maps import MapWidget, SceneMap
events = []
m = MapWidget(rows_scene())
m.on_tap(lambda hex: events.append(("tap", m.scene.ground.board.name(hex))))
m.on_double_tap(lambda hex: events.append(("double", m.scene.ground.board.name(hex))))
m.on_key(lambda key, modifiers: events.append(("key", key, *modifiers)))
"""


RESET = """
events.clear()
m.key_handler = None
m._listeners = {event: listeners[:1] for event, listeners in m._listeners.items()}
m.show(rows_scene(), status="")
m.cursor = None
m.error = ""
"""

BOARDS = str(Path(__file__).resolve().parents[1] / "maps")
sys.path.insert(0, BOARDS)

from boards import rows_scene  # noqa: E402

START = SETUP.format(folder=BOARDS)


@pytest.fixture(scope="module")
def shared(lab: Any, module_page: Any) -> Any:
    """One open notebook with one map; most tests use it, each after a reset."""
    notebook = lab.open(module_page, "shared", [START + "m"])
    notebook.run_all()
    notebook.maps()
    yield notebook
    notebook.close()


def ask(page: Any, code: str, argument: Any = None, number: int = 0) -> Any:
    """What a function says of one map's view; a windowed notebook may have it off the page
    for a moment, so wait for it."""
    found = page.wait_for_function(
        """([code, argument, number]) => {
          const node = document.querySelectorAll('.skylib-map')[number];
          const view = node?.parentElement?.skylibMap;
          return view?.plot && view.slots.roundels ? [eval(code)(view, argument)] : null;
        }""",
        arg=[code, argument, number],
    )
    return found.json_value()[0]


def spot(page: Any, name: str, number: int = 0) -> tuple[float, float]:
    """Where a hex lies on the screen, by the browser's own arithmetic."""
    x, y = ask(
        page,
        """(view, name) => {
          const board = view.board, i = board.table.names.indexOf(name);
          const [q, r] = board.table.hexes.slice(2 * i, 2 * i + 2);
          const [cx, cy] = board.layout === 'rows' ? [2 * q + r, 3 * r] : [3 * q, 2 * r + q];
          const { west, north, wide, tall } = view.window();
          const box = view.cover.getBoundingClientRect();
          return [
            box.left + ((cx * board.ux - west) / wide) * box.width,
            box.top + ((cy * board.uy - north) / tall) * box.height,
          ];
        }""",
        name,
        number,
    )
    return x, y


def show_whole(page: Any, number: int = 0) -> None:
    page.locator(".skylib-board").nth(number).evaluate(
        "node => node.scrollIntoView({ block: 'center' })"
    )


def events(notebook: Any) -> list[Any]:
    """What the listeners in the kernel have heard so far."""
    return eval(notebook.run_code("print(events)"))


def hears(notebook: Any, expected: list[Any]) -> bool:
    """Whether the listeners hear just that, now or within three seconds."""
    for _ in range(10):
        if events(notebook) == expected:
            return True
        notebook.page.wait_for_timeout(300)
    assert events(notebook) == expected
    return True


def shown(page: Any, slot: str, number: int = 0) -> list[Any]:
    """The shapes that are drawn for one thing: roundels with letters, cursor, edges ..."""
    code = "(view, slot) => (view.slots[slot] ?? []).map((one) => one.xs)"
    return ask(page, code, slot, number)


def window(page: Any) -> dict[str, float]:
    """The part of the board that is on screen."""
    return ask(page, "(view) => view.window()")


@pytest.fixture
def notebook(shared: Any, page: Any) -> Any:
    shared.run_code(RESET)
    page.mouse.move(2, 2)
    ask(page, "(view) => view.home()")
    shared.maps()
    show_whole(page)
    page.wait_for_timeout(400)  # taps of two tests are no double tap
    return shared


def test_nothing_goes_wrong_on_the_way(notebook: Any, page: Any) -> None:
    assert not [line for line in page.said if line.startswith("error")]
    assert page.locator(".skylib-alert").inner_text() == ""


@pytest.mark.parametrize("name", ["1.1", "2.22", "14.9", "26.1", "25.20"])
def test_tap_finds_its_hex(notebook: Any, page: Any, name: str) -> None:
    page.mouse.click(*spot(page, name))
    assert hears(notebook, [("tap", name)])
    assert page.evaluate("() => document.activeElement.className") == "skylib-board"


def test_many_taps_agree_with_python(notebook: Any, page: Any) -> None:
    """Forty places all over the map: the browser's hex is the one that Python calls it."""
    box = page.locator(".skylib-cover").bounding_box()
    names = []
    for i in range(40):
        x = box["x"] + box["width"] * ((i * 0.618) % 1)
        y = box["y"] + box["height"] * ((i * 0.377 + 0.01) % 1)
        code = """(view, [clientX, clientY]) =>
          view.board.table.names[view.board.at(...view.point({ clientX, clientY }))] ?? null"""
        names.append(ask(page, code, [x, y]))
        page.mouse.click(x, y)
    assert hears(notebook, [("tap", name) for name in names if name])
    assert sum(name is not None for name in names) > 25


def test_double_tap(notebook: Any, page: Any) -> None:
    page.mouse.dblclick(*spot(page, "5.5"))
    page.mouse.click(*spot(page, "6.6"))
    assert hears(notebook, [("tap", "5.5"), ("double", "5.5"), ("tap", "6.6")])


def test_two_quick_taps_on_two_hexes_are_no_double_tap(notebook: Any, page: Any) -> None:
    page.mouse.click(*spot(page, "5.5"))
    page.mouse.click(*spot(page, "5.9"))
    assert hears(notebook, [("tap", "5.5"), ("tap", "5.9")])


def test_drag_is_no_tap_and_pans_only_a_close_up(notebook: Any, page: Any) -> None:
    before = window(page)
    for zoomed in (False, True):
        if zoomed:
            page.locator(".skylib-button").first.click()
            before = window(page)
            assert before["wide"] < 20
        page.mouse.move(*spot(page, "14.11"))
        page.mouse.down()
        x, y = spot(page, "14.11")
        page.mouse.move(x + 40, y + 30, steps=4)
        page.mouse.up()
        after = window(page)
        moved = before["west"] - after["west"]
        assert moved == pytest.approx(40 / 560 * before["wide"], rel=0.1) if zoomed else not moved
    assert events(notebook) == []


def test_taps_and_hover_in_a_close_up(notebook: Any, page: Any) -> None:
    for _ in range(3):
        page.locator(".skylib-button").first.click()
    page.mouse.click(*spot(page, "13.11"))
    assert hears(notebook, [("tap", "13.11")])
    assert 8 < len(shown(page, "edges")) < 60  # row numbers at the edges of the close-up
    page.locator(".skylib-button").nth(2).click()
    assert shown(page, "edges") == []


def test_control_and_wheel_zoom_the_wheel_alone_does_not(notebook: Any, page: Any) -> None:
    whole = window(page)
    page.mouse.move(*spot(page, "14.9"))
    page.mouse.wheel(0, -20)
    assert window(page) == whole
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    page.wait_for_timeout(100)
    assert window(page)["wide"] < whole["wide"] - 1


def test_hover_says_hex_ground_and_counters(notebook: Any, page: Any) -> None:
    page.mouse.move(*spot(page, "26.3"))
    tip = page.locator(".skylib-tip")
    tip.wait_for(state="visible")
    assert tip.inner_text().split("\n") == ["26.3 · runway", "G Green", "P Purple"]
    page.mouse.move(*spot(page, "18.7"))
    page.wait_for_timeout(150)
    assert tip.inner_text() == "18.7 · area of interest\nphotograph by Blue"
    page.mouse.move(5, 5)
    page.wait_for_timeout(150)
    assert not tip.is_visible()


def test_keys_move_the_cursor_and_speak(notebook: Any, page: Any) -> None:
    page.locator(".skylib-board").focus()
    page.keyboard.press("ArrowRight")  # shows the cursor on the selected hex
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    status = page.locator("[role=status].skylib-status")
    page.wait_for_function(
        "() => document.querySelector('.skylib-status')?.textContent?.startsWith('Hex 13.9')"
    )
    assert "area of interest" in status.inner_text()
    assert "from 14.9" in status.inner_text()
    assert len(shown(page, "cursor")) == 12  # six corners, a light and a dark line each
    page.keyboard.press("Enter")
    page.keyboard.press("u")
    page.keyboard.press("Shift+U")
    page.keyboard.press("Escape")
    notebook.run_code("1")
    assert ("tap", "13.9") in events(notebook)
    assert events(notebook)[-3:] == [("key", "u"), ("key", "U", "shift"), ("key", "Escape")]
    page.wait_for_function(
        "() => !document.querySelector('.skylib-map')?.parentElement?.skylibMap"
        "?.model.get('cursor_at').length"
    )


def test_zoom_keys_stay_in_the_browser(notebook: Any, page: Any) -> None:
    page.locator(".skylib-board").focus()
    whole = window(page)
    page.keyboard.press("+")
    near = window(page)
    page.keyboard.press("Shift+ArrowRight")
    assert window(page)["west"] > near["west"]
    page.keyboard.press("-")
    page.keyboard.press("0")
    assert window(page) == whole
    assert events(notebook) == []


def test_a_close_up_is_drawn_sharp(notebook: Any, page: Any) -> None:
    """The whole ground, and over it once more what is on screen, in its own size."""
    page.locator(".skylib-board").focus()
    page.keyboard.press("+")
    page.wait_for_function(
        """() => {
          const view = document.querySelector('.skylib-map').parentElement.skylibMap;
          const { url, w } = view.source('ground').data;
          return url.length === 2 && Math.abs(w[1] - view.window().wide) < 1e-6;
        }"""
    )
    page.keyboard.press("0")


def test_keys_do_not_reach_the_notebook_and_tab_leaves(notebook: Any, page: Any) -> None:
    board = page.locator(".skylib-board")
    board.focus()
    cells = len(notebook.cells())
    for key in ("a", "b", "x", "d", "d", "m"):  # would add, cut, delete, change a cell
        page.keyboard.press(key)
    assert len(notebook.cells()) == cells
    focused = "() => document.activeElement.className"
    assert page.evaluate(focused) == "skylib-board"
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "skylib-button"
    for _ in range(3):
        page.keyboard.press("Tab")
    assert "skylib" not in page.evaluate(focused)
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(focused) == "skylib-button"


def test_control_keys_are_left_to_the_page(notebook: Any, page: Any) -> None:
    page.locator(".skylib-board").focus()
    page.keyboard.press("Control+s")
    page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")
    assert events(notebook) == []


def test_focus_is_seen_and_the_map_is_named(notebook: Any, page: Any) -> None:
    board = page.locator(".skylib-board")
    assert board.get_attribute("role") == "application"
    assert board.get_attribute("aria-label") == "Round 7: Blue to fly"
    helper = page.locator("#" + board.get_attribute("aria-describedby"))
    assert "Tab leaves the map" in helper.text_content()
    ring = """node => ['Left', 'Top', 'Right', 'Bottom'].map((side) => {
      const style = getComputedStyle(node);
      return [style[`border${side}Color`], parseFloat(style[`border${side}Width`])];
    })"""
    board.evaluate("node => node.blur()")
    assert {colour for colour, _ in board.evaluate(ring)} == {"rgb(253, 252, 248)"}
    board.focus()
    assert board.evaluate(ring) == [["rgb(0, 114, 178)", 3]] * 4


def test_reload_shows_the_present_position(notebook: Any, page: Any) -> None:
    # What a handler shows reaches the page as one message; a reload finds it again.
    notebook.run_code(
        """
from dataclasses import replace
def fly(hex):
    scene = rows_scene()
    first, *others = scene.counters
    m.show(replace(scene, counters=(replace(first, hex=hex), *others)), status="Flown.")
m.on_tap(fly)
"""
    )
    page.mouse.click(*spot(page, "20.5"))
    page.wait_for_function(
        "() => document.querySelector('.skylib-status')?.textContent === 'Flown.'"
    )
    there = shown(page, "roundels")
    notebook.save()
    notebook.reload()
    notebook.maps(steady=1500)
    assert shown(page, "roundels") == there
    assert page.locator(".skylib-status").inner_text() == "Flown."
    show_whole(page)
    page.mouse.click(*spot(page, "21.5"))
    page.wait_for_function(
        "there => JSON.stringify(document.querySelector('.skylib-map')?.parentElement"
        ".skylibMap?.slots.roundels.map((one) => one.xs)) !== JSON.stringify(there)",
        arg=there,
    )


def test_a_new_ground_is_drawn(notebook: Any, page: Any) -> None:
    notebook.run_code("m.show(columns_scene())")
    page.wait_for_function(
        "() => document.querySelector('.skylib-map')?.parentElement?.skylibMap"
        "?.board.layout === 'columns'"
    )
    notebook.maps()
    assert len(shown(page, "roundels")) == 14  # seven discs, seven letters
    show_whole(page)
    page.mouse.click(*spot(page, "4530"))
    assert hears(notebook, [("tap", "4530")])


def test_an_error_is_seen_and_goes_with_the_next_good_action(notebook: Any, page: Any) -> None:
    notebook.run_code(
        """
def fails(hex):
    if m.scene.ground.board.name(hex) == "3.3":
        raise RuntimeError("the <b>engine</b> is on fire")
m.on_tap(fails)
"""
    )
    alert = page.locator("[role=alert].skylib-alert")
    page.mouse.click(*spot(page, "3.3"))
    page.wait_for_function("() => document.querySelector('.skylib-alert')?.textContent")
    assert alert.inner_text() == "RuntimeError: the <b>engine</b> is on fire"
    page.mouse.click(*spot(page, "8.3"))
    page.wait_for_function("() => !document.querySelector('.skylib-alert')?.textContent")


def test_an_owner_can_take_keys(notebook: Any, page: Any) -> None:
    notebook.run_code("m.key_handler = lambda key, modifiers: key == 'ArrowLeft'")
    page.locator(".skylib-board").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("k")
    assert hears(notebook, [("key", "k")])
    assert shown(page, "cursor") == []


def test_fifty_times_opened_and_closed(open_cells: Any, page: Any) -> None:
    """Cells run again and again leave nothing behind in the page."""
    notebook = open_cells([START + "m"])
    notebook.maps()
    counts = """() => [
      window.Bokeh.documents.length,
      window.Bokeh.index.roots.length,
      document.querySelectorAll('.skylib-map').length,
    ]"""
    before = page.evaluate(counts)
    assert before[0] == before[2] == 1
    for _ in range(50):
        notebook.command("notebook:run-all-cells")
        notebook.wait_idle()
        notebook.maps()
    assert page.evaluate(counts) == before
    notebook.command("notebook:clear-all-cell-outputs")
    page.wait_for_function("() => !document.querySelector('.skylib-map')")
    page.wait_for_function("() => window.Bokeh.documents.length === 0")
    assert page.evaluate(counts) == [0, 0, 0]


def test_two_views_of_one_map_and_two_maps(open_cells: Any, page: Any) -> None:
    notebook = open_cells([START + "m", "m", "n = MapWidget(m.scene); n"])
    notebook.maps(3)
    notebook.run_code(
        "from dataclasses import replace\n"
        "s = rows_scene()\n"
        "m.show(replace(s, counters=s.counters[:2]))"
    )
    page.wait_for_function(
        """() => {
          const counts = [...document.querySelectorAll('.skylib-map')]
            .map((n) => n.parentElement.skylibMap.slots.roundels.length);
          return counts.join() === '4,4,10';
        }"""
    )
    show_whole(page, 1)
    page.mouse.click(*spot(page, "9.9", 1))
    assert hears(notebook, [("tap", "9.9")])


def test_narrow_page(open_cells: Any, page: Any) -> None:
    """On a screen of 360 pixels nothing sticks out, and the figure keeps its shape."""
    notebook = open_cells([START + "m"])
    notebook.maps()
    notebook.screen(360, 740)
    page.wait_for_function(
        "() => document.querySelector('.skylib-map')?.getBoundingClientRect().right <= 360"
    )
    box = page.locator(".skylib-board").bounding_box()
    west, north, east, south = ask(page, "(view) => view.board.table.frame")
    assert box["width"] / box["height"] == pytest.approx((east - west) / (south - north), rel=0.02)
    page.wait_for_function(
        "() => document.querySelector('.skylib-map').scrollWidth"
        " <= document.querySelector('.skylib-map').clientWidth"
    )
    page.wait_for_timeout(200)
    show_whole(page)
    page.mouse.click(*spot(page, "14.9"))
    assert hears(notebook, [("tap", "14.9")])


def test_run_all_draws_before_the_last_cell_is_done(open_cells: Any, page: Any) -> None:
    """The map does not wait for the kernel: it is there while a later cell still works."""
    notebook = open_cells([START + "m", "import time; time.sleep(6)"], run=False)
    page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")
    notebook.maps(timeout=20_000)
    assert notebook.cells()[1]["execution_count"] is None
    notebook.wait_idle()


def test_a_saved_notebook_is_small_and_has_picture_and_text(notebook: Any, lab: Any) -> None:
    notebook.save()
    path = lab.notebooks / f"{notebook.name}.ipynb"
    text = path.read_text()
    assert "Round 7: Blue to fly" in text and '"image/png"' in text
    assert len(text) < 150_000
    assert "application/vnd.jupyter.widget-state+json" not in text


def test_out_of_sight_and_back(open_cells: Any, page: Any) -> None:
    """Lab takes outputs that are scrolled away off the page: the map comes back as it is."""
    notebook = open_cells([START + "m", *["print('x\\n' * 60)"] * 12])
    notebook.maps()
    scroll = """(bottom) => {
      const outer = document.querySelector('.jp-WindowedPanel-outer');
      outer.scrollTop = bottom ? outer.scrollHeight : 0;
    }"""
    for _ in range(3):
        page.evaluate(scroll, True)
        page.wait_for_timeout(500)
        notebook.run_code("m.show(columns_scene(), status='Meanwhile.')")
        page.evaluate(scroll, False)
        page.wait_for_function(
            "() => document.querySelector('.skylib-status')?.textContent === 'Meanwhile.'"
        )
        assert len(shown(page, "roundels")) == 14
        assert page.evaluate("() => window.Bokeh.documents.length") == 1
        notebook.run_code("m.show(rows_scene(), status='')")
        page.wait_for_timeout(200)


def test_kernel_restarted_and_run_again(open_cells: Any, page: Any) -> None:
    notebook = open_cells([START + "m"])
    notebook.maps()
    notebook.restart()
    notebook.run_all()
    notebook.maps()
    show_whole(page)
    page.mouse.click(*spot(page, "7.7"))
    assert hears(notebook, [("tap", "7.7")])
    assert page.evaluate("() => window.Bokeh.documents.length") == 1


def test_the_browser_reckons_as_python_does(notebook: Any, page: Any) -> None:
    """Sizes of counters and texts, and outlines, are worked out on both sides."""
    pixels = [8, 17, 24.5, 40, 64]
    scales = ask(page, "(view, pixels) => pixels.map((p) => view.painter.counterScale(p))", pixels)
    assert scales == pytest.approx([look.counter_scale(p) for p in pixels])
    texts = ["", "1", "Entry zone 3", "Élan ✓", "☃"]
    widths = ask(page, "(view, texts) => texts.map((t) => view.painter.width(t, 1))", texts)
    assert widths == pytest.approx([text_width(t, 1) for t in texts])
    scene = rows_scene()
    layout = scene.ground.board.layout
    ux, _ = unit(layout)
    drawn = ask(page, "(view) => view.slots['area lines'].map((one) => one.xs)")
    for area, polygons in zip(scene.areas, drawn, strict=True):
        expected = outline(layout, area.hexes)
        assert [len(p) for p in polygons] == [len(p) for p in expected]
        for ring, points in zip(polygons[0], expected[0]):
            assert ring == pytest.approx([x * ux for x, _ in points])
    boxes = ask(
        page,
        """(view) => view.slots.levels.concat(view.slots.beads).map((one) => one.xs.flat(2))
          .map((xs) => [Math.min(...xs), Math.max(...xs)])""",
    )
    for (left, right), (first, last) in zip(boxes[::2], boxes[1::2]):
        assert left < first and last < right  # letters lie inside their boxes
