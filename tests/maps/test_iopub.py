"""What a kernel publishes waits for a busy server instead of being thrown away."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import zmq

import skylib.lessons.access as access_module
import skylib.maps.widget as widget_module
from skylib.maps.iopub import keep_all

iostream = pytest.importorskip("ipykernel.iostream", reason="needs ipykernel")

MESSAGES = 6000
BYTES = b"x" * 8192  # together more than the buffers of a connection hold


@pytest.fixture
def kernel() -> Iterator[SimpleNamespace]:
    """A kernel's publishing thread, and a subscriber (a server) that is too busy to read."""
    context = zmq.Context()
    socket = context.socket(zmq.PUB)
    port = socket.bind_to_random_port("tcp://127.0.0.1")
    thread = iostream.IOPubThread(socket)
    thread.start()
    server = context.socket(zmq.SUB)
    server.subscribe(b"")
    server.connect(f"tcp://127.0.0.1:{port}")
    until = time.monotonic() + 60
    while not server.poll(20):  # until the subscription has come through
        assert time.monotonic() < until
        thread.send_multipart([b"hello"])
    yield SimpleNamespace(iopub_thread=thread, server=server)
    thread.io_loop.add_callback(thread.io_loop.stop)  # its stop() leaves a task behind
    thread.thread.join()
    context.destroy(linger=0)


def received(kernel: SimpleNamespace) -> int:
    """How many messages arrive when they are fetched only after all were published."""
    thread, server = kernel.iopub_thread, kernel.server
    for _ in range(MESSAGES):
        thread.send_multipart([BYTES])
    published: list[bool] = []
    thread.schedule(lambda: published.append(True))
    while not published:
        time.sleep(0.01)
    count = 0
    while server.poll(2000):
        count += server.recv() == BYTES
    return count


def test_a_kernel_throws_messages_away(kernel: SimpleNamespace) -> None:
    """Why this is needed, and that the next test can fail."""
    assert received(kernel) < MESSAGES


def test_all_messages_are_kept(kernel: SimpleNamespace) -> None:
    assert keep_all(kernel)
    assert received(kernel) == MESSAGES


def test_without_a_kernel() -> None:
    assert not keep_all()
    assert not keep_all(SimpleNamespace())
    assert not keep_all(SimpleNamespace(iopub_thread=SimpleNamespace(socket=None)))
    code = "from skylib.maps.iopub import keep_all; assert not keep_all()"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.parametrize(
    ("module", "first", "kept"),
    [(access_module, "access", "_shared"), (widget_module, "_shared_parts", "_parts")],
)
def test_the_first_widget_asks_for_it(
    monkeypatch: pytest.MonkeyPatch, module: object, first: str, kept: str
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(module, "keep_all", lambda: asked.append(True))
    monkeypatch.setattr(module, kept, [])
    getattr(module, first)()
    getattr(module, first)()
    assert asked == [True]
