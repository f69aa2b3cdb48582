"""No message from Python to the browser may be lost on the way.

A kernel publishes on a ZeroMQ socket that throws messages away once a thousand wait for a
server that is too busy to fetch them (the socket's high water mark). A lesson run whole sends
more than that: on a crowded server some of its widgets would stay blank, or its last cell
would look as if it never ended. Without the mark they wait instead.
"""

from __future__ import annotations

import sys
from typing import Any

__all__ = ["keep_all"]


def keep_all(kernel: Any = None) -> bool:
    """Let the kernel that runs this (or ``kernel``) keep what it publishes until it is fetched.

    Returns whether there is such a kernel: not in a plain Python, nor in one that runs in a
    browser. To be called when the first widget is made; a second time does no harm.
    """
    if kernel is None:
        shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
        kernel = getattr(shell, "kernel", None)
    thread = getattr(kernel, "iopub_thread", None)
    if thread is None or not hasattr(thread.socket, "set_hwm"):
        return False
    thread.schedule(lambda: thread.socket.set_hwm(0))  # a socket belongs to its thread
    return True
