"""How fast the screen answers: a tap and a key on the map beside a button and its label.

    python tests/benchmarks/screen.py                # table of one run, about a minute
    python tests/benchmarks/screen.py --rounds 61 --json
    python tests/benchmarks/screen.py --deck         # a hex tap on the busiest flight deck alone

Everything runs in one page of a real JupyterLab in a headless Chromium, one after the
other in turn, so that load on the machine meets all alike. Time runs from the browser's own
time stamp of the pointer or key event to the end of the first frame that shows the answer:
the label's new text, or the canvas painted with the new position (aircraft moved, reach,
two ghosts, a path with points, the status line). Bytes are those of the WebSocket.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1] / "browser"), str(HERE.parents[1] / "maps")]

from lab import LabServer, Notebook, launch  # noqa: E402

SETUP = f"""
import os, sys
sys.path.insert(0, {str(HERE.parents[1] / "maps")!r})
from dataclasses import replace
import ipywidgets as W
from boards import ROWS_GROUND, rows_scene
from skylib.core.hexes import ROWS, ray, turned
from skylib.maps import MapWidget
from skylib.scenes import Area, Counter, Path, Scene

button, label = W.Button(description="answer"), W.Label("0")
button.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))

base, turn, board = rows_scene(), [0], ROWS_GROUND.board

def position(n):
    "A new moment: the aircraft moved, its reach, two ghosts, the path it would fly."
    here, facing = board.hex(f"14.{{8 + n % 6}}"), n % 6
    reach = [h for t in (-1, 0, 1) for h in ray(ROWS, here, turned(facing, t), 4)]
    way = ray(ROWS, here, facing, 3)
    flier, _, *others = base.counters
    ghosts = [
        Counter(f"ghost{{i}}", way[-1], turned(facing, t), 0, "B", "tried", ghost=True)
        for i, t in enumerate((0, 1))
    ]
    return replace(
        base,
        areas=(*base.areas[:2], Area("reach", tuple(reach), 0)),
        paths=(Path("ghost", (here, *way), 0, tuple((h, str(i), "") for i, h in enumerate(way))),),
        counters=(replace(flier, hex=here, facing=facing), *ghosts, *others),
    )

def answer(*_):
    turn[0] += 1
    m.show(position(turn[0]), status=f"Moved, {{turn[0]}}.")

m = MapWidget(position(0))
m.on_tap(answer)
m.on_key(lambda key, modifiers: answer() if key == "f" else None)
"""

# The busiest flight deck: Flying Circus' largest scenario, six aircraft close together. A tap
# on a hex in reach makes a flight there, draws it, and sets all controls beside the map.
DECK = """
import ipywidgets as W
from skylib import lessons
from skylib.scenes.flying_circus import reach_of

button, label = W.Button(description="answer"), W.Label("0")
button.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))
deck = lessons.fly("flying-circus", scenario="air-1919-b", seed=1, position=(
    "phase 9 german move; A1 nieuport-29 2014 NE level 12 speed 10; "
    "A2 spad-13 2216 N level 12 speed 9; A3 sopwith-snipe 1912 SE level 12 speed 8; "
    "G1 fokker-d-vii 2611 SW level 12 speed 9; G2 fokker-dr-i 2514 NW level 12 speed 8; "
    "G3 albatros-d-iii 2817 NW level 12 speed 8"))
label.add_class("bench-label")
"""

# Notes, for one action, the time of the event and of the end of the frame with the answer.
WATCH = """() => {
  const view = document.querySelector('.skylib-map').parentElement.skylibMap;
  const plot = [...view.manager].find((v) => v.model === view.plot);
  const bench = (window.bench = { start: 0, kind: '', done: null });
  for (const name of ['pointerup', 'keydown']) {
    window.addEventListener(name, (e) => {
      if (bench.kind && !bench.start) bench.start = e.timeStamp;
    }, true);
  }
  const afterFrame = (act) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = act;
    channel.port2.postMessage(0);
  };
  const finish = () => afterFrame(() => {
    if (!bench.done) return;
    const time = performance.now() - bench.start;
    bench.kind = '';
    bench.done(time);
    bench.done = null;
  });
  const label = document.querySelector('.bench-label');
  new MutationObserver(() => {
    if (bench.kind === 'label') requestAnimationFrame(finish);
  }).observe(label, { childList: true, characterData: true, subtree: true });
  let painted = view.model.get('counters');
  const repaint = plot.repaint.bind(plot);
  plot.repaint = (...more) => { // Bokeh calls this from an animation frame
    repaint(...more);
    const counters = view.model.get('counters');
    if (bench.kind === 'map' && counters !== painted) finish();
    painted = counters;
  };
  bench.expect = (kind) => {
    bench.start = 0;
    bench.kind = kind;
    window.benchTime = new Promise((done) => { bench.done = done; });
  };
}"""


# Where a hex lies on the page.
SPOT = """(name) => {
  const view = document.querySelector('.skylib-map').parentElement.skylibMap;
  const board = view.board, i = board.table.names.indexOf(name);
  const [q, r] = board.table.hexes.slice(2 * i, 2 * i + 2);
  const [cx, cy] = board.layout === 'rows' ? [2 * q + r, 3 * r] : [3 * q, 2 * r + q];
  const { west, north, wide, tall } = view.window();
  const box = view.cover.getBoundingClientRect();
  return [
    box.left + ((cx * board.ux - west) / wide) * box.width,
    box.top + ((cy * board.uy - north) / tall) * box.height,
  ];
}"""


class Traffic:
    """WebSocket frames of the page, from when it is emptied."""

    def __init__(self, page: Any) -> None:
        self.sent: list[int] = []
        self.received: list[int] = []
        page.on("websocket", self._follow)

    def _follow(self, socket: Any) -> None:
        socket.on("framesent", lambda data: self.sent.append(_size(data)))
        socket.on("framereceived", lambda data: self.received.append(_size(data)))

    def clear(self) -> None:
        self.sent.clear()
        self.received.clear()


def _size(data: str | bytes) -> int:
    return len(data.encode() if isinstance(data, str) else data)


def measure(server: LabServer, page: Any, rounds: int) -> dict[str, Any]:
    """Run the rounds; times in milliseconds, traffic in bytes."""
    traffic = Traffic(page)
    bare = server.open(page, "bare", ["import os"])
    bare.run_all()
    memory_bare = _memory(bare)
    bare.close()
    notebook = server.open(
        page,
        "screen",
        [SETUP, "label.add_class('bench-label')\nW.VBox([W.HBox([button, label]), m])"],
    )
    notebook.run_all()
    notebook.maps()
    page.locator(".skylib-map").evaluate("node => node.scrollIntoView({ block: 'end' })")
    page.wait_for_timeout(800)
    page.evaluate(WATCH)
    box = page.locator(".skylib-cover").bounding_box()
    places = [
        (box["x"] + box["width"] * x, box["y"] + box["height"] * 0.25) for x in (0.2, 0.4, 0.6, 0.8)
    ]
    times: dict[str, list[float]] = {"button": [], "tap": [], "key": []}
    bytes_: dict[str, list[tuple[int, int, int, int]]] = {"button": [], "tap": [], "key": []}
    for turn in range(rounds + 3):
        for kind in times:
            page.wait_for_timeout(380)  # two taps in a row are no double tap
            if kind == "key":
                page.locator(".skylib-board").focus()
            traffic.clear()
            page.evaluate(
                "kind => window.bench.expect(kind)", "label" if kind == "button" else "map"
            )
            if kind == "button":
                page.locator("button", has_text="answer").click()
            elif kind == "tap":
                page.mouse.click(*places[turn % len(places)])
            else:
                page.keyboard.press("f")
            time = page.evaluate("() => window.benchTime")
            notebook.wait_idle()
            if turn >= 3:  # the first rounds warm up
                times[kind].append(time)
                bytes_[kind].append(
                    (
                        len(traffic.sent),
                        sum(traffic.sent),
                        len(traffic.received),
                        sum(traffic.received),
                    )
                )
    state = notebook.run_code(
        "import json\n"
        "old = {k: getattr(m, k) for k in ('areas','tokens','paths','counters','labels','marks')}\n"
        "sent = []\n"
        "send = type(m)._send\n"
        "type(m)._send = lambda self, msg, buffers=None: (sent.append(msg), "
        "send(self, msg, buffers))\n"
        "answer()\n"
        "type(m)._send = send\n"
        "print(len(sent), len(json.dumps(sent)))"
    ).split()
    return {
        "rounds": rounds,
        "times": times,
        "traffic": {
            kind: [statistics.median(c) for c in zip(*rows)] for kind, rows in bytes_.items()
        },
        "messages": int(state[0]),
        "message bytes": int(state[1]),
        "memory bare": memory_bare,
        "memory map": _memory(notebook),
        "open": _opening(page),
    }


def measure_deck(server: LabServer, page: Any, rounds: int) -> dict[str, Any]:
    """A hex tap on the busiest flight deck beside the button, in turn; times in milliseconds."""
    notebook = server.open(page, "deck", [DECK, "W.VBox([W.HBox([button, label]), deck.widget])"])
    notebook.run_all()
    notebook.maps()
    page.locator(".skylib-map").evaluate("node => node.scrollIntoView({ block: 'end' })")
    page.wait_for_timeout(800)
    page.evaluate(WATCH)
    names = notebook.run_code(
        "c, b = deck.controls, deck.game.map.board\n"
        "reach = sorted(reach_of(c._task()).hexes & set(b.hexes))\n"
        "print(*(b.name(reach[len(reach) * i // 5]) for i in (1, 2, 3, 4)))"
    ).split()
    times: dict[str, list[float]] = {"button": [], "hex tap": []}
    for turn in range(rounds + 3):
        for kind in times:
            page.wait_for_timeout(380)  # two taps in a row are no double tap
            page.evaluate(
                "kind => window.bench.expect(kind)", "label" if kind == "button" else "map"
            )
            if kind == "button":
                page.locator("button", has_text="answer").click()
            else:
                page.mouse.click(*page.evaluate(SPOT, names[turn % len(names)]))
            time = page.evaluate("() => window.benchTime")
            notebook.wait_idle()
            if turn >= 3:  # the first rounds warm up
                times[kind].append(time)
    own = notebook.run_code(
        "import time\n"
        "hexes, spent = [deck.game.map.board.hex(n) for n in " + repr(names) + "], []\n"
        "for i in range(20):\n"
        "    start = time.process_time()\n"
        "    deck._tapped(hexes[i % 4])\n"
        "    spent.append(1000 * (time.process_time() - start))\n"
        "print(sorted(spent)[10])"
    )
    return {"rounds": rounds, "times": times, "kernel": float(own)}


def deck_table(result: dict[str, Any]) -> str:
    """The hex tap on the busiest deck as a table for people."""
    lines = [
        f"{result['rounds']} rounds in turn, the largest scenario of Flying Circus",
        "what                10 %  median   90 %  to button",
    ]
    base = statistics.median(result["times"]["button"])
    for kind, times in result["times"].items():
        ordered, middle = sorted(times), statistics.median(times)
        lines.append(
            f"{kind:16}  {ordered[len(ordered) // 10]:6.1f}  {middle:6.1f}"
            f"  {ordered[9 * len(ordered) // 10]:5.1f}  {middle / base:9.2f}"
        )
    lines.append(f"of a tap the kernel computes {result['kernel']:.0f} ms")
    return "\n".join(lines)


def _memory(notebook: Notebook) -> float:
    """Megabytes of the kernel."""
    return float(
        notebook.run_code(
            "import os, psutil; print(psutil.Process(os.getpid()).memory_info().rss / 1e6)"
        )
    )


def _opening(page: Any) -> float:
    """Milliseconds to draw a map anew, once BokehJS is loaded."""
    return float(
        page.evaluate(
            """async () => {
              const view = document.querySelector('.skylib-map').parentElement.skylibMap;
              const start = performance.now();
              await view.draw();
              return performance.now() - start;
            }"""
        )
    )


def table(result: dict[str, Any]) -> str:
    """The result as a table for people."""
    lines = [
        f"{result['rounds']} rounds in turn, milliseconds to the frame with the answer",
        "what                10 %  median   90 %  to button   frames out/in  bytes out/in",
    ]
    base = statistics.median(result["times"]["button"])
    for kind, times in result["times"].items():
        ordered = sorted(times)
        sent, out, received, back = result["traffic"][kind]
        lines.append(
            f"{kind:16}  {ordered[len(ordered) // 10]:6.1f}  {statistics.median(times):6.1f}"
            f"  {ordered[9 * len(ordered) // 10]:5.1f}"
            f"  {statistics.median(times) / base:9.2f}  {sent:7.0f} / {received:3.0f}"
            f"  {out:7.0f} / {back:.0f}"
        )
    lines.append(f"a move: {result['messages']} message, {result['message bytes']} bytes of state")
    lines.append(f"opening a map once BokehJS is there: {result['open']:.0f} ms")
    bare, with_map = result["memory bare"], result["memory map"]
    lines.append(
        f"kernel: bare {bare:.0f} MB, with a map {with_map:.0f} MB, {with_map / bare:.2f} times"
    )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=31, help="rounds of each action (31)")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    parser.add_argument("--deck", action="store_true", help="the busiest flight deck alone")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("at least one round")
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as folder,
        LabServer(Path(folder)) as server,
        sync_playwright() as playwright,
        launch(playwright) as browser,
    ):
        page = browser.new_page(viewport={"width": 1366, "height": 900})
        run, told = (measure_deck, deck_table) if options.deck else (measure, table)
        result = run(server, page, options.rounds)
    print(json.dumps(result) if options.json else told(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
