"""How much memory a lesson's kernel takes beside a bare one, and when its first map is there.

    python tests/benchmarks/kernel.py [--runs N]

Each run starts a bare kernel and a lesson's kernel, in turn, and reads their memory: all
that is resident (RSS, shared libraries included) and what is the process's alone (USS).
The table gives medians of one run of this script.
"""

from __future__ import annotations

import argparse
import statistics
import time

import psutil
from jupyter_client import KernelManager

LESSON = """
from skylib import lessons
deck = lessons.fly('eye-in-the-sky', players=2, computer=['B'], seed=1)
deck.play('fly 4 photo 2')
bundle = deck._repr_mimebundle_()
"""


def measured(code: str) -> tuple[float, float, float]:
    """Megabytes (RSS, USS) of a kernel after ``code``, and the seconds that took."""
    manager = KernelManager()
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        began = time.perf_counter()
        reply = client.execute_interactive(code, timeout=120, silent=True)
        seconds = time.perf_counter() - began
        if reply["content"]["status"] != "ok":
            raise SystemExit(f"the kernel says: {reply['content']}")
        process = psutil.Process(manager.provisioner.process.pid)
        info = process.memory_full_info()
        return info.rss / 1e6, info.uss / 1e6, seconds
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    bare, lesson = [], []
    for _ in range(runs):
        bare.append(measured("pass"))
        lesson.append(measured(LESSON))
    print(f"{'kernel':<24}{'RSS, MB':>10}{'of bare':>9}{'USS, MB':>10}{'of bare':>9}")
    base = [statistics.median(column) for column in zip(*bare, strict=True)]
    for name, rows in (("bare", bare), ("lesson with one deck", lesson)):
        rss, uss, _ = (statistics.median(column) for column in zip(*rows, strict=True))
        print(f"{name:<24}{rss:>10.1f}{rss / base[0]:>9.2f}{uss:>10.1f}{uss / base[1]:>9.2f}")
    first = statistics.median(row[2] for row in lesson)
    print(f"from import to first map, one move and its picture: {first:.2f} s")


if __name__ == "__main__":
    main()
