"""Widgets that keep what they have to say to the end of an action: one message each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import ipywidgets

__all__ = ["held", "parts_of"]


def parts_of(widget: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """A widget and all that it is made of: what is shown in it, their layouts and styles."""
    yield widget
    for name in ("layout", "style"):
        part = getattr(widget, name, None)
        if isinstance(part, ipywidgets.Widget):
            yield part
    for child in getattr(widget, "children", ()):
        yield from parts_of(child)


@contextmanager
def held(first: ipywidgets.Widget, whole: ipywidgets.Widget) -> Iterator[None]:
    """While this lasts, no part of ``whole`` sends; then each that changed sends once.

    ``first``, the one that the learner looks at, sends before all others. Within another
    such hold on the same ``first`` this does nothing.
    """
    if first._holding_sync:
        yield
        return
    with ExitStack() as stack:
        for part in parts_of(whole):
            if part is not first:
                stack.enter_context(part.hold_sync())
                if part.has_trait("max"):
                    stack.enter_context(_limits_first(part))
        stack.enter_context(first.hold_sync())  # entered last, it ends first
        yield


@contextmanager
def _limits_first(slider: ipywidgets.Widget) -> Iterator[None]:
    """New limits go out before what else a slider has to say.

    The parts of one message arrive in any order. A value that comes before its new limit is
    cut to the old one, and the browser sends the cut value back as if the learner had moved it.
    """
    before = slider.min, slider.max
    try:
        yield
    finally:
        if (slider.min, slider.max) != before and slider.comm is not None:
            slider.send_state(["min", "max"])
