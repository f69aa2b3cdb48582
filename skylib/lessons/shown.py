"""What a cell shows: a live widget, a picture and a fixed text."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec

import ipywidgets

from skylib.scenes import Scene

from .access import access

__all__ = ["Shown", "close_all", "guarded"]

P = ParamSpec("P")


class Shown(ABC):
    """Something a cell shows. With a kernel it is live; without one, its picture and text
    remain. The text is the same on every run, so that a test can compare it."""

    widget: ipywidgets.Widget

    @abstractmethod
    def text(self) -> str:
        """The fixed plain text."""

    def picture(self) -> Scene | None:
        """The scene to draw for readers without a kernel, if there is one."""
        return None

    def on_page(self) -> ipywidgets.Widget:
        """The widget with what looks after it on the page; made when first shown."""
        made: ipywidgets.Widget | None = getattr(self, "_on_page", None)
        if made is None or made.comm is None or self.widget not in made.children:
            made = self._on_page = ipywidgets.VBox([self.widget, access()])
            made.add_class("skylib-on-page")
        return made

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> Mapping[str, Any]:
        bundle: dict[str, Any] = dict(self.on_page()._repr_mimebundle_())
        return bundle | {"text/plain": self.text()} | self.drawn()

    def drawn(self) -> Mapping[str, str]:
        """The picture by its type, as a notebook saves it: that of the scene, if there is one."""
        from skylib.maps.png import picture

        scene = self.picture()
        return {} if scene is None else picture(scene)

    def __repr__(self) -> str:
        return self.text()


def raise_errors() -> bool:
    """Whether an error in a handler is raised after it is shown, as the tests want it.

    What the handler of a button raises, ipywidgets itself only logs.
    """
    return os.environ.get("SKYLIB_RAISE") == "1"


def guarded(show: Callable[[Exception], object], handler: Callable[P, object]) -> Callable[P, None]:
    """A handler whose errors are shown in words instead of vanishing."""

    @wraps(handler)
    def safe(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            handler(*args, **kwargs)
        except Exception as error:
            show(error)
            if raise_errors():
                raise

    return safe


def close_all(widget: ipywidgets.Widget) -> None:
    """Close a widget and everything in it: the browser forgets them, and so does the kernel."""
    parts = [getattr(widget, name, None) for name in ("layout", "style")]
    for part in (*getattr(widget, "children", ()), *parts):
        if isinstance(part, ipywidgets.Widget):
            close_all(part)
    widget.close()
