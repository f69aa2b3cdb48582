"""Fixtures of the lessons' tests."""

from __future__ import annotations

from typing import Any

import ipywidgets
import pytest


@pytest.fixture(autouse=True)
def errors_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a learner has it: errors are shown, not raised."""
    monkeypatch.delenv("SKYLIB_RAISE", raising=False)


@pytest.fixture(autouse=True)
def nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """No browser draws here, so nothing waits for one."""
    monkeypatch.setattr("skylib.lessons.held.FRAME", 0.0)


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Every message that widgets send to the browser from now on."""
    sent: list[dict[str, Any]] = []
    send = ipywidgets.Widget._send

    def counting(self: ipywidgets.Widget, msg: dict[str, Any], buffers: Any = None) -> None:
        sent.append({"widget": type(self).__name__, **msg})
        send(self, msg, buffers)

    monkeypatch.setattr(ipywidgets.Widget, "_send", counting)
    return sent
