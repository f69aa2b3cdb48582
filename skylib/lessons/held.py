"""Widgets that keep what they have to say to the end of an action: one message each."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import ipywidgets

__all__ = ["FRAME", "Hold", "parts_of"]

# Seconds. What comes sooner after the first message is dealt with before that is on the screen.
FRAME = 0.015


def parts_of(widget: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """A widget and all that it is made of: what is shown in it, their layouts and styles."""
    yield widget
    for name in ("layout", "style"):
        part = getattr(widget, name, None)
        if isinstance(part, ipywidgets.Widget):
            yield part
    for child in getattr(widget, "children", ()):
        yield from parts_of(child)


class Hold:
    """Holds back what the parts of ``whole`` have to say: ``with hold(): ...``.

    At the end each that changed sends once; ``first``, the one that the learner looks at, sends
    before all others. Within another such hold this does nothing.
    """

    def __init__(self, first: ipywidgets.Widget, whole: ipywidgets.Widget) -> None:
        self.first = first
        self.whole = whole
        self._first: ExitStack | None = None

    @contextmanager
    def __call__(self) -> Iterator[None]:
        if self._first is not None:
            yield
            return
        with ExitStack() as stack:
            for part in parts_of(self.whole):
                if part is not self.first:
                    stack.enter_context(part.hold_sync())
                    if part.has_trait("max"):
                        stack.enter_context(_limits_first(part))
            self._first = now = ExitStack()
            now.enter_context(self.first.hold_sync())
            try:
                yield
            finally:
                self._first = None
                now.close()

    def first_now(self) -> None:
        """Let ``first`` send what it has by now, and leave the browser the time to draw it
        before the rest comes; outside of a hold it has sent already."""
        if self._first is not None:
            self._first.close()
            time.sleep(FRAME)
            self._first.enter_context(self.first.hold_sync())


@contextmanager
def _limits_first(slider: ipywidgets.Widget) -> Iterator[None]:
    """New limits go out before what else a slider has to say, unless they would cut the value
    that the browser still has: then the new value goes out before them.

    The parts of one message arrive in any order. A value that is outside of the limits is cut
    to them, and the browser sends the cut value back as if the learner had moved it.
    """
    before, value = (slider.min, slider.max), slider.value
    try:
        yield
    finally:
        if (slider.min, slider.max) != before and slider.comm is not None:
            if isinstance(value, int | float) and not slider.min <= value <= slider.max:
                slider.send_state("value")
            slider.send_state(["min", "max"])
