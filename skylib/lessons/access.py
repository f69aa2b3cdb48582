"""What people without a mouse or without sight need beside a panel; access.js says what."""

from __future__ import annotations

from importlib import resources

import anywidget

from skylib.maps.begin import script
from skylib.maps.iopub import keep_all

__all__ = ["Access", "access"]


class Access(anywidget.AnyWidget):
    """Looks after the panel that it lies beside, in one box with it.

    It names what ipywidgets leaves nameless, keeps the focus from getting lost, keeps keys
    from JupyterLab's shortcuts, and says what stands in elements of class ``skylib-say``.
    """

    _esm = script((resources.files(__package__) / "access.js").read_text("utf-8"))
    _css = """
.skylib-access {
  position: absolute; top: 0; left: 0; width: 1px; height: 1px; margin: 0; overflow: hidden;
}
.skylib-voice { clip-path: inset(50%); white-space: nowrap; }
"""


_shared: list[Access] = []


def access() -> Access:
    """The one of this kernel: it has no state, so all panels share it."""
    if not _shared or _shared[0].comm is None:
        keep_all()
        _shared[:] = [Access()]
    return _shared[0]
