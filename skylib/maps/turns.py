"""Events of the browser in the order in which they happened.

JupyterLab hands what widgets say to a thread of its own in the kernel as soon as there is one.
What was pressed just before still waits in the main thread, and may be dealt with later: a turn
would be flown before the hexes ahead of it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

__all__ = ["Turns"]

PATIENCE = 2.0  # seconds; an event that is missing for longer was lost


class Turns:
    """Passes numbered events on in their order, whichever thread brings them.

    ``take`` gets an event with ``turn``: the view that it is from, and its number there, from
    1 on. One that comes too early is kept until those before it have come; one without
    ``turn`` is passed on at once. ``act`` is called with one event at a time.
    """

    def __init__(
        self, act: Callable[[dict[str, Any]], object], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._act, self._clock = act, clock
        self._lock = threading.RLock()
        self._due: dict[str, int] = {}
        self._early: dict[str, dict[int, tuple[float, dict[str, Any]]]] = {}

    def take(self, event: dict[str, Any]) -> None:
        """Deal with an event, and with those that waited for it."""
        if "turn" not in event:
            self._act(event)
            return
        view, number = event["turn"]
        with self._lock:
            early = self._early.setdefault(view, {})
            early[number] = self._clock(), event
            while early:
                first = min(early)
                since = min(at for at, _ in early.values())
                if first > self._due.get(view, 1) and self._clock() - since < PATIENCE:
                    return
                self._due[view] = max(first + 1, self._due.get(view, 1))
                self._act(early.pop(first)[1])
