"""A pupil without a browser: opens a lesson on a Jupyter server and works its widgets.

What goes over the wire is what JupyterLab in a browser sends: a session of the lesson's
notebook, a WebSocket with kernel messages, the cells one after the other, then comm messages
of widgets. The answer to a gesture has come when the kernel is idle again and everything that
it changed has been sent.
"""

from __future__ import annotations

import asyncio
import json
import math
import struct
import time
import uuid
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

__all__ = ["GESTURES", "Pupil"]

PROTOCOL = "v1.kernel.websocket.jupyter.org"
GESTURES = ("tap", "key", "choose", "fly", "take back")
KEYS = ("ArrowUp", "ArrowLeft", "ArrowRight", "ArrowDown")


def packed(channel: str, message: dict[str, Any]) -> bytes:
    """A message as the protocol lays it out: offsets, channel, four parts of JSON."""
    parts = [channel.encode()]
    parts += [json.dumps(message[p]).encode() for p in ("header", "parent", "metadata", "content")]
    offsets = [8 * (len(parts) + 2)]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    return struct.pack(f"<{len(offsets) + 1}Q", len(offsets), *offsets) + b"".join(parts)


def unpacked(data: bytes) -> dict[str, Any]:
    """Header, parent and content of a message; its buffers are left where they are."""
    count = struct.unpack_from("<Q", data)[0]
    offsets = struct.unpack_from(f"<{count}Q", data, 8)
    texts = [data[a:b] for a, b in pairwise(offsets)]
    return {
        "header": json.loads(texts[1]),
        "parent": json.loads(texts[2]),
        "content": json.loads(texts[4]),
    }


class Pupil:
    """One learner with one lesson.

    Args:
        server: address of the Jupyter server, which asks for no password.
        path: the lesson's path there.
        seed: of the choices this pupil makes.

    Attributes:
        kernel: the kernel's id, once the lesson is open.
        answers: seconds until the answer, by gesture.
        errors: what went wrong, in words.
        bytes: received since the lesson was opened.
    """

    def __init__(self, server: str, path: str, seed: int) -> None:
        self.server, self.path = server, path
        self.chance = Random(seed)
        self.kernel = ""
        self.answers: dict[str, list[float]] = {name: [] for name in GESTURES}
        self.errors: list[str] = []
        self.bytes = 0
        self.flown = 0
        self._token = ""
        self._session = uuid.uuid4().hex
        self._models: dict[str, dict[str, Any]] = {}
        self._waiting: dict[str, asyncio.Future[None]] = {}
        self._socket: WebSocketClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    # ---- the lesson ------------------------------------------------------------------------

    async def open(self) -> float:
        """Start the kernel and run all cells; the seconds until the last one was done."""
        began = time.perf_counter()
        book = await self._ask("GET", f"/api/contents/{self.path}?content=1")
        # Two pupils with one notebook would share a kernel, as two tabs do.
        place = {"path": f"{self.path}#{self._session}", "name": self._session}
        body = place | {"type": "notebook", "kernel": {"name": "python3"}}
        session = await self._ask("POST", "/api/sessions", body)
        self.kernel = session["kernel"]["id"]
        url = self.server.replace("http", "ws", 1)
        self._socket = await websocket_connect(
            f"{url}/api/kernels/{self.kernel}/channels?session_id={self._session}",
            subprotocols=[PROTOCOL],
            max_message_size=1 << 28,
        )
        self._reader = asyncio.create_task(self._read())
        await self._send("kernel_info_request", {})
        for cell in book["content"]["cells"]:
            if cell["cell_type"] == "code" and cell["source"].strip():
                run = {"code": cell["source"], "silent": False, "store_history": True}
                run |= {"user_expressions": {}, "allow_stdin": False, "stop_on_error": True}
                await self._send("execute_request", run)
        return time.perf_counter() - began

    async def close(self) -> None:
        """End the kernel."""
        if self._socket is not None:
            self._socket.close()
        if self._reader is not None:
            await self._reader
        if self.kernel:
            await self._ask("DELETE", f"/api/kernels/{self.kernel}")

    # ---- the widgets -----------------------------------------------------------------------

    def _find(self, **wanted: Any) -> tuple[str, dict[str, Any]]:
        """The last widget with these values."""
        for name, state in reversed(self._models.items()):
            if all(state.get(key) == value for key, value in wanted.items()):
                return name, state
        raise LookupError(f"{self.path} has no widget with {wanted}")

    def _map(self) -> tuple[str, dict[str, Any]]:
        """The map of the last flight deck."""
        for name, state in reversed(self._models.items()):
            if str(state.get("label", "")).endswith(": map"):
                return name, state
        raise LookupError(f"{self.path} has no flight deck")

    async def gesture(self, kind: str) -> None:
        """Do one thing, wait for the answer, and note how long it took."""
        began = time.perf_counter()
        if kind == "tap":
            name, state = self._map()
            x, y = self._place(state["board"])
            await self._tell(name, {"event": "tap", "x": x, "y": y})
        elif kind == "key":
            name, _ = self._map()
            event = {"event": "key", "key": self.chance.choice(KEYS), "modifiers": []}
            await self._tell(name, event)
        elif kind == "choose":
            name, state = self._find(description="Legal")
            moves = state["_options_labels"]
            if not moves:  # the game is over
                await self._press("Start again")
                name, state = self._find(description="Legal")
                moves = state["_options_labels"]
            await self._set(name, {"index": self.chance.randrange(len(moves))})
        elif kind == "fly":
            before = self._map()[1].get("status")
            await self._press("Fly")
            self.flown += self._map()[1].get("status") != before
        else:
            await self._press("Take back")
        self.answers[kind].append(time.perf_counter() - began)
        trouble = self._map()[1].get("error")
        if trouble:
            self.errors.append(f"{kind}: {trouble}")

    def _place(self, board: dict[str, Any]) -> tuple[float, float]:
        """The middle of some hex."""
        hexes = board["hexes"]
        at = 2 * self.chance.randrange(len(hexes) // 2)
        q, r = hexes[at], hexes[at + 1]
        across = math.sqrt(3) / 2
        if board["layout"] == "rows":
            return round(q + r / 2, 3), round(r * across, 3)
        return round(q * across, 3), round(r + q / 2, 3)

    async def _press(self, description: str) -> None:
        """Press the last button of that name."""
        name, _ = self._find(_model_name="ButtonModel", description=description)
        await self._tell(name, {"event": "click"})

    async def _tell(self, name: str, content: dict[str, Any]) -> None:
        await self._comm(name, {"method": "custom", "content": content})

    async def _set(self, name: str, state: dict[str, Any]) -> None:
        self._models[name] |= state
        await self._comm(name, {"method": "update", "state": state, "buffer_paths": []})

    async def _comm(self, name: str, data: dict[str, Any]) -> None:
        await self._send("comm_msg", {"comm_id": name, "data": data})

    # ---- the wire --------------------------------------------------------------------------

    async def _send(self, kind: str, content: dict[str, Any], seconds: float = 300) -> None:
        """Send a message and wait until the kernel is idle after it."""
        assert self._socket is not None
        id = uuid.uuid4().hex
        header = {"msg_id": id, "msg_type": kind, "username": "pupil", "session": self._session}
        header |= {"date": "2000-01-01T00:00:00Z", "version": "5.3"}
        message = {"header": header, "parent": {}, "metadata": {}, "content": content}
        answer = self._waiting[id] = asyncio.get_running_loop().create_future()
        await self._socket.write_message(packed("shell", message), binary=True)
        try:
            await asyncio.wait_for(answer, seconds)
        finally:
            del self._waiting[id]

    async def _read(self) -> None:
        assert self._socket is not None
        while (data := await self._socket.read_message()) is not None:
            assert isinstance(data, bytes), "the server does not speak the present protocol"
            self.bytes += len(data)
            self._heard(unpacked(data))

    def _heard(self, message: dict[str, Any]) -> None:
        kind, content = message["header"]["msg_type"], message["content"]
        if kind == "comm_open":
            self._models[content["comm_id"]] = content["data"].get("state", {})
        elif kind == "comm_msg" and content["data"].get("method") in ("update", "echo_update"):
            self._models.get(content["comm_id"], {}).update(content["data"].get("state", {}))
        elif kind == "comm_close":
            self._models.pop(content["comm_id"], None)
        elif kind == "error":
            self.errors.append(f"{content['ename']}: {content['evalue']}")
        elif kind == "status" and content["execution_state"] == "idle":
            answer = self._waiting.get(message["parent"].get("msg_id", ""))
            if answer is not None and not answer.done():
                answer.set_result(None)

    async def _welcome(self) -> str:
        """The token against forgery that the page of JupyterLab gives to a browser."""
        answer = await fetch(f"{self.server}/lab")
        for line in answer.headers.get_list("Set-Cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            if name == "_xsrf":
                return str(value)
        raise RuntimeError("the server gives no token")

    async def _ask(self, method: str, path: str, body: Any = None) -> Any:
        text = None if body is None else json.dumps(body)
        if method != "GET" and not self._token:
            self._token = await self._welcome()
        token = {"Cookie": f"_xsrf={self._token}", "X-XSRFToken": self._token}
        answer = await fetch(self.server + path, method=method, body=text, headers=token)
        return json.loads(answer.body) if answer.body else None


async def fetch(url: str, **more: Any) -> Any:
    """An answer of the server; a class may wait in line for it."""
    request = HTTPRequest(url, request_timeout=300, connect_timeout=60, **more)
    return await AsyncHTTPClient(max_clients=200).fetch(request)


def script(rounds: int) -> Iterator[str]:
    """What every pupil does: look around, choose, fly, and now and then take it back."""
    for number in range(rounds):
        yield from ("tap", "key", "key", "choose", "fly")
        if number % 3 == 2:
            yield "take back"
