"""The widget without a browser: what it sends, what it hears, what it says when it fails."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from boards import COLUMNS_GROUND, ROWS_GROUND, columns_scene, rows_scene

from skylib.core.errors import SkylibError
from skylib.core.hexes import Hex
from skylib.maps import MapWidget, SceneMap, scene_text
from skylib.scenes import Scene


@pytest.fixture
def widget() -> MapWidget:
    widget = MapWidget(rows_scene())
    widget.raise_errors = True
    return widget


@pytest.fixture
def sent(widget: MapWidget, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Messages to the browser from now on."""
    messages: list[dict[str, Any]] = []
    monkeypatch.setattr(type(widget), "_send", lambda self, msg, buffers=None: messages.append(msg))
    return messages


def tap(widget: MapWidget, name: str, event: str = "tap") -> None:
    x, y = widget.scene.ground.board.layout.centre(widget.scene.ground.board.hex(name))
    widget.receive({"event": event, "x": x + 0.2, "y": y - 0.3})


def key(widget: MapWidget, name: str, *modifiers: str) -> None:
    widget.receive({"event": "key", "key": name, "modifiers": list(modifiers)})


def fly(scene: Scene, facing: int) -> Scene:
    first, *others = scene.counters
    return replace(scene, counters=(replace(first, facing=facing), *others))


# ---- what is sent ---------------------------------------------------------------------


def test_a_change_is_one_message_with_what_changed(
    widget: MapWidget, sent: list[dict[str, Any]]
) -> None:
    widget.show(fly(rows_scene(), 1), status="Turned right.")
    (message,) = sent
    assert set(message["state"]) == {"counters", "status", "spoken"}
    assert len(json.dumps(message)) < 1000


def test_the_same_scene_again_sends_nothing(widget: MapWidget, sent: list[dict[str, Any]]) -> None:
    widget.show(rows_scene())
    assert sent == []


def test_a_new_ground_is_sent_whole_and_the_cursor_goes(
    widget: MapWidget, sent: list[dict[str, Any]]
) -> None:
    widget.cursor = Hex(3, 3)
    sent.clear()
    widget.show(columns_scene())
    (message,) = sent
    assert {"board", "counters", "cursor_at"} <= set(message["state"])
    assert message["buffer_paths"] == [["ground"]]
    assert widget.cursor is None
    assert widget.label == "Sighting: may the Albatros fire?"


def test_what_a_tap_changes_is_one_message(widget: MapWidget, sent: list[dict[str, Any]]) -> None:
    def fly_there(hex: Hex) -> None:
        widget.show(fly(widget.scene, 3))
        widget.status = "Flown."
        widget.cursor = hex

    widget.on_tap(fly_there)
    tap(widget, "5.5")
    (message,) = sent
    assert set(message["state"]) == {"counters", "status", "spoken", "cursor_at"}
    assert len(json.dumps(message)) < 4000


def test_two_maps_share_what_never_changes() -> None:
    one, two = MapWidget(rows_scene()), MapWidget(rows_scene())
    assert one.ground is two.ground and one.board == two.board
    assert one.parts is two.parts


def test_close_up(widget: MapWidget, sent: list[dict[str, Any]]) -> None:
    before = widget.labels, widget.paths
    widget.look_at([c.hex for c in widget.scene.counters[:2]])
    west, north, east, south = widget.close_up
    assert east - west < 12 and south - north < 12
    assert len(sent) == 1
    assert (widget.labels, widget.paths) != before  # arranged for the larger scale
    widget.look_at()
    assert widget.close_up == []
    assert (widget.labels, widget.paths) == before


# ---- what is heard --------------------------------------------------------------------


def test_taps_become_hexes(widget: MapWidget) -> None:
    heard: list[tuple[str, str]] = []
    name = ROWS_GROUND.board.name
    widget.on_tap(lambda hex: heard.append(("tap", name(hex))))
    widget.on_double_tap(lambda hex: heard.append(("double", name(hex))))
    tap(widget, "1.1")
    tap(widget, "26.22")
    tap(widget, "4.3", "double")
    widget.receive({"event": "tap", "x": -1.5, "y": 3.0})  # off the board
    assert heard == [("tap", "1.1"), ("tap", "26.22"), ("double", "4.3")]


def test_every_hex_of_both_boards_is_found() -> None:
    for scene in (rows_scene(), columns_scene()):
        widget = MapWidget(scene)
        heard: list[Hex] = []
        widget.on_tap(heard.append)
        for hex in scene.ground.board:
            x, y = scene.ground.board.layout.centre(hex)
            widget.receive({"event": "tap", "x": round(x, 3), "y": round(y, 3)})
        assert heard == list(scene.ground.board)


def test_a_listener_can_end(widget: MapWidget) -> None:
    heard: list[Hex] = []
    end = widget.on_tap(heard.append)
    tap(widget, "1.1")
    end()
    end()
    tap(widget, "1.1")
    assert len(heard) == 1


def test_arrow_keys_move_and_speak(widget: MapWidget) -> None:
    key(widget, "ArrowRight")
    assert widget.scene.ground.board.name(widget.cursor) == "14.9"
    key(widget, "ArrowRight")
    assert (
        widget.status == ("Hex 14.10, area of interest, in reach of B (reach). 1 hex from 14.9.")
        or widget.status == "Hex 14.10, area of interest, in reach (reach). 1 hex from 14.9."
    )
    heard: list[Hex] = []
    widget.on_tap(heard.append)
    key(widget, "Enter")
    assert heard == [widget.cursor]
    key(widget, "Escape")
    assert widget.cursor is None and widget.cursor_at == []
    key(widget, "Enter")
    assert len(heard) == 1


def test_keys_reach_listeners_unless_the_owner_takes_them(widget: MapWidget) -> None:
    heard: list[tuple[str, tuple[str, ...]]] = []
    widget.on_key(lambda name, modifiers: heard.append((name, modifiers)))
    widget.key_handler = lambda name, modifiers: name == "ArrowUp"
    key(widget, "u")
    key(widget, "U", "shift")
    key(widget, "ArrowUp")
    assert heard == [("u", ()), ("U", ("shift",))]
    assert widget.cursor is None
    widget.key_handler = lambda name, modifiers: None  # only True counts as dealt with
    key(widget, "ArrowUp")
    assert widget.cursor is not None and len(heard) == 3


def test_the_cursor_must_stand_on_the_board(widget: MapWidget) -> None:
    with pytest.raises(ValueError, match="not on the board"):
        widget.cursor = (99, 99)
    with pytest.raises(ValueError, match="not on the board"):
        MapWidget().cursor = (0, 0)


# ---- errors ------------------------------------------------------------------------------


def test_an_error_is_shown_and_stays_until_the_next_good_action(widget: MapWidget) -> None:
    widget.raise_errors = False

    def fails(hex: Hex) -> None:
        if hex == widget.scene.ground.board.hex("3.3"):
            raise SkylibError("the engine is on fire")
        if hex == widget.scene.ground.board.hex("4.4"):
            raise KeyError("wing")

    widget.on_tap(fails)
    tap(widget, "3.3")
    assert widget.error == "the engine is on fire"
    tap(widget, "4.4")
    assert widget.error == "KeyError: 'wing'"
    tap(widget, "5.5")
    assert widget.error == ""


def test_an_error_is_raised_in_tests(widget: MapWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    widget.on_tap(lambda hex: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tap(widget, "3.3")
    assert "ZeroDivisionError" in widget.error
    monkeypatch.setenv("SKYLIB_RAISE", "1")
    assert MapWidget().raise_errors
    monkeypatch.delenv("SKYLIB_RAISE")
    assert not MapWidget().raise_errors


@pytest.mark.parametrize(
    "event",
    [{}, {"event": "dance"}, {"event": "tap"}, {"event": "tap", "x": "west", "y": 1}],
)
def test_nonsense_from_the_browser_is_an_error_in_words(
    widget: MapWidget, event: dict[str, Any]
) -> None:
    widget.raise_errors = False
    widget.receive(event)
    assert widget.error


def test_a_message_reaches_the_listeners(widget: MapWidget) -> None:
    heard: list[Hex] = []
    widget.on_tap(heard.append)
    widget._handle_msg(
        {
            "content": {"data": {"method": "custom", "content": {"event": "tap", "x": 0, "y": 0}}},
            "buffers": [],
        }
    )
    assert heard == [Hex(0, 0)]


# ---- without a kernel ----------------------------------------------------------------------


def test_a_cell_shows_map_picture_and_fixed_text() -> None:
    scene = rows_scene()
    for shown in (MapWidget(scene), SceneMap(scene)):
        data, _ = shown._repr_mimebundle_()
        assert data["text/plain"] == scene_text(scene)
        assert data["image/png"].startswith("iVBOR")
        assert "model_id" in data["application/vnd.jupyter.widget-view+json"]
    assert str(SceneMap(scene)) == scene_text(scene)


def test_a_scene_map_is_made_when_shown() -> None:
    shown = SceneMap(columns_scene(), label="Fight", around=[COLUMNS_GROUND.board.hex("1713")])
    assert shown._widget is None
    assert shown.widget is shown.widget
    assert shown.widget.label == "Fight" and shown.widget.close_up


def test_a_map_without_a_scene_says_so() -> None:
    widget = MapWidget()
    data, _ = widget._repr_mimebundle_()
    assert data["text/plain"] == "A map with nothing on it yet."
    key(widget, "ArrowUp")
    widget.receive({"event": "tap", "x": 0, "y": 0})
    assert widget.cursor is None and widget.describe((0, 0)) == "" and not widget.error


def test_a_map_is_shown_without_loading_bokeh() -> None:
    """It would cost every learner a second and 30 MB: see figure.py."""
    code = (
        "import sys; sys.path[:0] = [{tests!r}]\n"
        "from boards import rows_scene\nfrom skylib.maps import MapWidget\n"
        "MapWidget(rows_scene())._repr_mimebundle_()\n"
        "bad = {{'bokeh', 'numpy', 'pandas'}} & set(sys.modules)\n"
        "sys.exit(f'loaded: {{bad}}' if bad else 0)"
    ).format(tests=str(__file__).rsplit("/", 1)[0])
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": ":".join(sys.path)})


def test_words_and_svg_load_neither_bokeh_nor_widgets() -> None:
    code = (
        "import sys, skylib.maps as m\n"
        "m.scene_text, m.scene_svg, m.legend_html\n"
        "bad = {'bokeh', 'ipywidgets', 'anywidget', 'PIL', 'numpy'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {bad}' if bad else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": ":".join(sys.path)})
