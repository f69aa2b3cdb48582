"""The map in the notebook: a Bokeh figure carried by a widget of our own.

The figure goes to the browser once, a board's ground once, each change as one message with
only the layers that changed; each tap or key comes back as one message. The present scene
lies in the widget's state, so that a page that is loaded again shows the present position.
"""

from __future__ import annotations

import gzip
import json
import logging
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from importlib.util import find_spec
from pathlib import Path as FilePath
from typing import Any
from weakref import WeakKeyDictionary

import anywidget
import traitlets as t
from ipywidgets import Widget, widget_serialization

from skylib.core.errors import SkylibError
from skylib.core.hexes import Hex
from skylib.scenes import Ground, Scene

from . import keys, look
from .arrange import frame
from .begin import script
from .figure import bokeh_version, figure_item
from .ground import ground_svg
from .iopub import keep_all
from .layers import board_table, cursor_row, scene_layers, shapes_table
from .legend import legend_items, legend_pictures
from .lettering import lettering_bytes
from .png import picture
from .turns import Turns
from .words import describe_hex, scene_text

__all__ = ["MapWidget", "SceneMap"]

_log = logging.getLogger(__name__)

HexListener = Callable[[Hex], Any]
KeyListener = Callable[[str, tuple[str, ...]], Any]


def _text(name: str) -> str:
    return (resources.files(__package__) / "js" / name).read_text("utf-8")


# ---- what is sent once -------------------------------------------------------------------


@lru_cache
def _bokeh_js() -> bytes:
    spec = find_spec("bokeh")  # found, not loaded: see figure.py
    assert spec is not None and spec.origin is not None, "figure_item has asked for it"
    file = FilePath(spec.origin).parent / "server" / "static" / "js" / "bokeh.min.js"
    try:
        text = file.read_bytes()
    except OSError as error:
        raise SkylibError(f"this Bokeh lacks its part for the browser: {error}") from None
    return gzip.compress(text, 6, mtime=0)


class MapParts(anywidget.AnyWidget):
    """What all maps of a kernel share, sent once: BokehJS, letters, looks, shapes."""

    _esm = "export default { render() {} };"
    key = t.Unicode().tag(sync=True)  # changes with the contents
    version = t.Unicode().tag(sync=True)
    # As text: on the way from a Python in the browser, None in a table would not become null.
    tables = t.Unicode().tag(sync=True)
    script = t.Bytes().tag(sync=True)
    letters = t.Bytes().tag(sync=True)


_parts: list[MapParts] = []


def _shared_parts() -> MapParts:
    if not _parts or _parts[0].comm is None:
        keep_all()
        version = bokeh_version()
        tables = json.dumps(
            {
                "figure": figure_item(),
                "look": look.table(),
                "shapes": shapes_table(),
                "pictures": legend_pictures(),
            }
        )
        key = sha256(f"{version} {tables}".encode() + lettering_bytes()).hexdigest()[:16]
        _parts[:] = [
            MapParts(
                key=key,
                version=version,
                tables=tables,
                script=_bokeh_js(),
                letters=lettering_bytes(),
            )
        ]
    return _parts[0]


# ---- the ground, once a map ------------------------------------------------------------

_grounds: WeakKeyDictionary[Ground, tuple[bytes, dict[str, Any]]] = WeakKeyDictionary()


def _prepared(ground: Ground) -> tuple[bytes, dict[str, Any]]:
    """Picture and table of a ground; made when first shown, kept as long as the ground."""
    if ground not in _grounds:
        svg = gzip.compress(ground_svg(ground).encode(), 6, mtime=0)
        _grounds[ground] = (svg, board_table(ground))
    return _grounds[ground]


# ---- the map -----------------------------------------------------------------------------


class _Spoken(t.Unicode):
    """Words to be spoken whenever they are set, the same ones again as well."""

    def set(self, obj: Any, value: Any) -> None:
        with obj.hold_sync():  # one message
            super().set(obj, value)
            obj.spoken += 1


class MapWidget(anywidget.AnyWidget):
    """A scene on screen that can be tapped, steered by keys, and read aloud.

    Args:
        scene: what to show first.
        label: the map's name for screen readers; the scene's title if left out.
        width: the most it takes in CSS pixels; it shrinks with its place on the page.

    Attributes:
        status: the line under the map; screen readers announce a change.
        cursor: the hex that the arrow keys move, or None.
        error: what went wrong in the last action, in words; empty if nothing did.
        key_handler: called with key and modifiers before anything else; True means that
            the key is dealt with.
        holding: makes what holds messages back while an event is dealt with; at first
            `hold_sync`. Whoever shows more than the map can hold that back too.
        raise_errors: errors of listeners are raised as well as shown (for tests; also
            with the environment variable SKYLIB_RAISE=1).
    """

    _esm = script(*map(_text, ("load.js", "hexes.js", "painter.js", "view.js")))
    _css = _text("style.css")

    parts = t.Instance(Widget).tag(sync=True, **widget_serialization)
    ground = t.Bytes().tag(sync=True)
    board = t.Dict().tag(sync=True)

    areas = t.List().tag(sync=True)
    tokens = t.List().tag(sync=True)
    paths = t.List().tag(sync=True)
    counters = t.List().tag(sync=True)
    labels = t.List().tag(sync=True)
    marks = t.List().tag(sync=True)

    cursor_at = t.List().tag(sync=True)
    status = _Spoken("").tag(sync=True)
    spoken = t.Int(0).tag(sync=True)  # how often words were set
    label = t.Unicode("").tag(sync=True)
    legend = t.List().tag(sync=True)
    error = t.Unicode("").tag(sync=True)
    width = t.Int(0).tag(sync=True)
    close_up = t.List().tag(sync=True)

    def __init__(
        self, scene: Scene | None = None, *, label: str = "", width: int | None = None
    ) -> None:
        super().__init__(parts=_shared_parts(), width=width or 0)
        self._scene: Scene | None = None
        self._own_label = label
        self._around: tuple[Hex, ...] = ()
        self._hex_pixels: float | None = None
        self._cursor: Hex | None = None
        self._listeners: dict[str, list[Callable[..., Any]]] = {}
        self.key_handler: KeyListener | None = None
        self._turns = Turns(self.receive)
        self.holding: Callable[[], AbstractContextManager[None]] = self.hold_sync
        self.raise_errors = os.environ.get("SKYLIB_RAISE") == "1"
        if scene is not None:
            self.show(scene)

    # ---- what is shown ---------------------------------------------------------------

    @property
    def scene(self) -> Scene | None:
        """The scene on screen."""
        return self._scene

    def show(self, scene: Scene, status: str | None = None) -> None:
        """Show a scene: one message with the layers that changed, and the status if given."""
        old, self._scene = self._scene, scene
        with self.hold_sync():
            if old is None or old.ground is not scene.ground:
                self.ground, self.board = _prepared(scene.ground)
                self.cursor = None
            if scene.around != (old.around if old else ()):
                self._around = scene.around
            self._frame()
            for name, rows in scene_layers(scene, self._hex_pixels).items():
                setattr(self, name, rows)
            self.label = self._own_label or scene.title or scene.ground.title or "Map"
            self.legend = [list(item) for item in legend_items(scene)]
            if status is not None:
                self.status = status

    def look_at(self, hexes: Iterable[tuple[int, int]] = ()) -> None:
        """Show a close-up of these hexes; without any, of those that the scene names, or
        the whole map.

        The reader can zoom away; the button ⟲ changes between whole map and close-up.
        """
        self._around = tuple(Hex(*h) for h in hexes)
        if self._scene is not None:
            self.show(self._scene)

    def _frame(self) -> None:
        """The close-up in the shape of the whole map, and the scale to arrange things for."""
        assert self._scene is not None
        around = self._around or self._scene.around
        whole = frame(self._scene.ground)
        view = frame(self._scene.ground, around)
        wide = max(view.wide, view.high * whole.wide / whole.high)
        self._hex_pixels = min(self.width or whole.width, whole.width) / wide
        self.close_up = (
            [round(v, 3) for v in (view.west, view.north, view.east, view.south)] if around else []
        )

    @property
    def cursor(self) -> Hex | None:
        """The hex that the arrow keys move; None hides the cursor."""
        return self._cursor

    @cursor.setter
    def cursor(self, hex: tuple[int, int] | None) -> None:
        if hex is not None and (self._scene is None or hex not in self._scene.ground.board):
            raise ValueError(f"the cursor cannot stand on {hex!r}: it is not on the board")
        self._cursor = None if hex is None else Hex(*hex)
        if self._scene is not None:
            self.cursor_at = cursor_row(self._scene.ground.board, self._cursor)

    def describe(self, hex: tuple[int, int]) -> str:
        """A hex in words, with its distance from the selected hex if there is one."""
        if self._scene is None:
            return ""
        selected = next((m.hexes for m in self._scene.marks if m.kind == "selected"), ())
        return describe_hex(self._scene, hex, selected[0] if selected else None)

    # ---- listeners ---------------------------------------------------------------------

    def on_tap(self, listener: HexListener) -> Callable[[], None]:
        """Call ``listener(hex)`` for a tap, a click, or Enter on the cursor's hex.

        Returns a function that ends it. Of a double tap the first half comes as a tap.
        """
        return self._listen("tap", listener)

    def on_double_tap(self, listener: HexListener) -> Callable[[], None]:
        """Call ``listener(hex)`` for the second of two quick taps on one hex."""
        return self._listen("double", listener)

    def on_key(self, listener: KeyListener) -> Callable[[], None]:
        """Call ``listener(key, modifiers)`` for each key that `key_handler` left alone.

        Keys are named as in the browser: ``a``, ``Enter``, ``ArrowLeft``; of the
        modifiers only ``shift`` occurs. ``+ - 0`` zoom in the browser and never come.
        """
        return self._listen("key", listener)

    def _listen(self, event: str, listener: Callable[..., Any]) -> Callable[[], None]:
        listeners = self._listeners.setdefault(event, [])
        listeners.append(listener)

        def end() -> None:
            if listener in listeners:
                listeners.remove(listener)

        return end

    def _tell(self, event: str, *values: Any) -> None:
        for listener in tuple(self._listeners.get(event, ())):
            listener(*values)

    # ---- what comes from the browser ------------------------------------------------------

    def _handle_custom_msg(self, content: Any, buffers: Any) -> None:
        self._turns.take(content)
        super()._handle_custom_msg(content, buffers)

    def receive(self, event: dict[str, Any]) -> None:
        """Deal with one event of the browser; everything it changes is one message back.

        An error becomes the text under the map, and is raised if `raise_errors` is set.
        """
        with self.holding():
            try:
                self._receive(event)
            except Exception as error:
                known = isinstance(error, SkylibError)
                self.error = str(error) if known else f"{type(error).__name__}: {error}"
                _log.exception("an action on the map failed")
                if self.raise_errors:
                    raise
            else:
                self.error = ""

    def _receive(self, event: dict[str, Any]) -> None:
        kind = event.get("event")
        if kind in ("tap", "double"):
            hex = self._hex_at(event)
            if hex is not None:
                self._tell(str(kind), hex)
        elif kind == "key":
            self._key(str(event.get("key", "")), tuple(event.get("modifiers", ())))
        else:
            raise ValueError(f"the browser sent an unknown event: {kind!r}")

    def _hex_at(self, event: dict[str, Any]) -> Hex | None:
        if self._scene is None:
            return None
        return self._scene.ground.board.hex_at(float(event["x"]), float(event["y"]))

    def _key(self, key: str, modifiers: Sequence[str]) -> None:
        if self.key_handler is not None and self.key_handler(key, tuple(modifiers)) is True:
            return
        if self._scene is not None:
            if key in keys.ARROWS:
                self.cursor = keys.move(self._scene, self._cursor, key)
                self.status = self.describe(self.cursor)
            elif key == "Enter" and self._cursor is not None:
                self._tell("tap", self._cursor)
            elif key == "Escape":
                self.cursor = None
        self._tell("key", key, tuple(modifiers))

    # ---- what a page without a kernel shows --------------------------------------------------

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return still(self._scene, self._around) | {
            k: v for k, v in data.items() if "widget" in k
        }, metadata


def still(scene: Scene | None, around: Iterable[tuple[int, int]] = ()) -> dict[str, Any]:
    """A scene as a picture and as text, for pages without a kernel."""
    if scene is None:
        return {"text/plain": "A map with nothing on it yet."}
    return {
        "text/plain": scene_text(scene),
        **picture(scene, None, tuple(around)),
    }


class SceneMap:
    """A scene as the last value of a cell: live map, picture, and a fixed text."""

    def __init__(
        self,
        scene: Scene,
        *,
        label: str = "",
        width: int | None = None,
        around: Iterable[tuple[int, int]] = (),
    ) -> None:
        self.scene = scene
        self._around = tuple(around)
        self._settings: dict[str, Any] = {"label": label, "width": width}
        self._widget: MapWidget | None = None

    @property
    def widget(self) -> MapWidget:
        """The live map, made when first asked for."""
        if self._widget is None:
            self._widget = MapWidget(self.scene, **self._settings)
            self._widget.look_at(self._around)
        return self._widget

    def __str__(self) -> str:
        return scene_text(self.scene)

    __repr__ = __str__

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.widget._repr_mimebundle_(**kwargs)
