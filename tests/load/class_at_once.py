"""A class at once: so many kernels of one lesson on one machine, all flown at the same time.

    python tests/load/class_at_once.py [--pupils 1,5,10,20,30] [--lesson NAME] [--json FILE]

For each number of pupils, a JupyterLab server is started on this machine, all pupils open the
lesson at the same moment and run its cells, then fly: first each in his own time (staggered),
then everybody at the teacher's word (together). The report gives memory, answer times and
processor time, and what a laptop of 8 GB carries.

Processor time does not depend on what else the machine does; answer times do. So the report
says which share of the processors other programs took meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import shutil
import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import psutil
from pupil import GESTURES, Pupil, script

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from lab import LabServer  # noqa: E402

THINK = (2.0, 6.0)  # seconds between two gestures of a pupil who works by himself
MB = 1e6

LAPTOP, SYSTEM = 8000, 3000
"""A teacher's laptop, and what its system and a browser take of that, in MB: an assumption."""


@dataclass
class Times:
    """Seconds: how many, the middle one, 95 of 100 are below, the longest."""

    count: int
    median: float
    most: float
    worst: float

    @classmethod
    def of(cls, values: list[float]) -> Times:
        ordered = sorted(values) or [0.0]
        near = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
        numbers = (statistics.median(ordered), near, ordered[-1])
        return cls(len(values), *(round(n, 4) for n in numbers))


@dataclass
class Measured:
    """One class. Memory in MB: shared pages counted once (PSS), the kernel's alone (USS), all
    that is resident (RSS); the median kernel. Processor time in seconds a pupil."""

    pupils: int
    opened: Times
    staggered: Times
    together: Times
    by_gesture: dict[str, Times]
    kernel_pss: float
    kernel_uss: float
    kernel_rss: float
    server_pss: float
    all_pss: float
    cpu_opening: float
    cpu_gesture: float
    received_kb: float
    flown: int
    others: float  # share of all processors that other programs took, 0 to 1
    load: float  # the system's load before the class began
    errors: list[str]


def row_of(data: dict[str, Any]) -> Measured:
    """A class as it stands in a report."""
    times = {name: Times(**data[name]) for name in ("opened", "staggered", "together")}
    kinds = {name: Times(**value) for name, value in data["by_gesture"].items()}
    return Measured(**{**data, **times, "by_gesture": kinds})


def processes(server: int) -> tuple[psutil.Process, list[psutil.Process]]:
    """The server's process and those of its kernels."""
    top = psutil.Process(server)
    kernels = []
    for child in top.children(recursive=True):
        try:
            if any("ipykernel" in word for word in child.cmdline()):
                kernels.append(child)
        except psutil.Error:
            continue
    return top, kernels


def cpu(of: list[psutil.Process]) -> float:
    """Processor seconds that these processes have used."""
    total = 0.0
    for process in of:
        try:
            times = process.cpu_times()
            total += times.user + times.system
        except psutil.Error:
            continue
    return total


def busy() -> float:
    """Processor seconds that the whole machine has used."""
    times = psutil.cpu_times()
    return float(sum(times)) - times.idle - getattr(times, "iowait", 0.0) - times.guest


async def fly(
    pupils: list[Pupil], rounds: int, think: tuple[float, float] | None
) -> dict[str, list[float]]:
    """All fly the script; with ``think`` each waits between gestures, without all go at once."""
    for pupil in pupils:
        pupil.answers = {name: [] for name in GESTURES}
    if think is None:
        for kind in script(rounds):
            await asyncio.gather(*(pupil.gesture(kind) for pupil in pupils))
    else:
        await asyncio.gather(*(alone(pupil, rounds, think) for pupil in pupils))
    return {name: [t for p in pupils for t in p.answers[name]] for name in GESTURES}


async def alone(pupil: Pupil, rounds: int, think: tuple[float, float]) -> None:
    """One pupil in his own time."""
    chance = Random(pupil.chance.random())
    await asyncio.sleep(chance.uniform(0, think[1]))
    for kind in script(rounds):
        await pupil.gesture(kind)
        await asyncio.sleep(chance.uniform(*think))


async def lesson_of(
    server: LabServer, path: str, count: int, rounds: int, think: tuple[float, float]
) -> Measured:
    """One class of ``count`` pupils from the first click to the last flight."""
    assert server._process is not None
    load = os.getloadavg()[0]
    pupils = [Pupil(server.url, path, seed) for seed in range(1, count + 1)]
    try:
        clock, all_before = time.perf_counter(), busy()
        own_before = cpu([psutil.Process()])
        opened = await asyncio.gather(*(pupil.open() for pupil in pupils))
        top, kernels = processes(server._process.pid)
        opening = cpu(kernels)
        start = cpu([top, *kernels])
        apart = await fly(pupils, rounds, think)
        at_once = await fly(pupils, rounds, None)
        done = cpu([top, *kernels])
        took = time.perf_counter() - clock
        ours = done + cpu([psutil.Process()]) - own_before
        others = (busy() - all_before - ours) / (took * (psutil.cpu_count() or 1))
        memory = [kernel.memory_full_info() for kernel in kernels]
        server_pss = top.memory_full_info().pss / MB
        both = {name: apart[name] + at_once[name] for name in GESTURES}
        gestures = sum(map(len, both.values()))
        return Measured(
            pupils=count,
            opened=Times.of(list(opened)),
            staggered=Times.of([t for times in apart.values() for t in times]),
            together=Times.of([t for times in at_once.values() for t in times]),
            by_gesture={name: Times.of(times) for name, times in both.items()},
            kernel_pss=round(statistics.median(m.pss for m in memory) / MB, 1),
            kernel_uss=round(statistics.median(m.uss for m in memory) / MB, 1),
            kernel_rss=round(statistics.median(m.rss for m in memory) / MB, 1),
            server_pss=round(server_pss, 1),
            all_pss=round(sum(m.pss for m in memory) / MB + server_pss, 1),
            cpu_opening=round(opening / count, 3),
            cpu_gesture=round((done - start) / gestures, 4),
            received_kb=round(statistics.median(p.bytes for p in pupils) / 1e3, 1),
            flown=sum(p.flown for p in pupils),
            others=round(min(1.0, max(0.0, others)), 2),
            load=round(load, 1),
            errors=[f"pupil {i}: {e}" for i, p in enumerate(pupils, 1) for e in p.errors],
        )
    finally:
        await asyncio.gather(*(pupil.close() for pupil in pupils), return_exceptions=True)


def one_class(
    source: Path, count: int, rounds: int, think: tuple[float, float], tries: int = 3
) -> Measured:
    """One number of pupils; a server that does not start on a busy machine is tried again."""
    folder = Path(tempfile.mkdtemp(prefix="skylib-class-"))
    try:
        with LabServer(folder) as server:
            shutil.copy2(source, server.notebooks / "lesson.ipynb")
            # In a thread of its own, since the caller's may have a loop that runs already.
            with ThreadPoolExecutor(1) as own:
                work = lesson_of(server, "lesson.ipynb", count, rounds, think)
                return own.submit(asyncio.run, work).result()
    except RuntimeError as error:
        if tries <= 1 or "did not start" not in str(error):
            raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return one_class(source, count, rounds, think, tries - 1)


def measure(
    counts: list[int], lesson: str, rounds: int = 4, think: tuple[float, float] = THINK
) -> list[Measured]:
    """Each number of pupils with a server of its own.

    Raises `SystemExit` if the course has no such lesson.
    """
    source = ROOT / "notebooks" / f"{lesson}.ipynb"
    if not source.is_file():
        raise SystemExit(f"there is no lesson {lesson!r}")
    out: list[Measured] = []
    for count in counts:
        out.append(one_class(source, count, rounds, think))
        print(f"{count} pupils done, {out[-1].others:.0%} of the machine was others'", flush=True)
    return out


def laptop(rows: list[Measured]) -> dict[str, float]:
    """What a laptop carries: by memory, and by processor time.

    A further pupil costs the slope between the smallest and the largest class; with one
    class only, its kernel's share. By processor: half of two cores, gestures as thought.
    """
    first, last = rows[0], rows[-1]
    if last.pupils > first.pupils:
        each = (last.all_pss - first.all_pss) / (last.pupils - first.pupils)
    else:
        each = last.kernel_pss
    base = first.all_pss - first.pupils * each
    by_memory = int((LAPTOP - SYSTEM - base) / each)
    pause = sum(THINK) / 2
    by_processor = int(0.5 * 2 * pause / last.cpu_gesture) if last.cpu_gesture else 0
    return {
        "mb_a_pupil": round(each, 1),
        "mb_server": round(base, 1),
        "by_memory": by_memory,
        "by_processor": by_processor,
        "seconds_to_open_together": round(last.cpu_opening * last.pupils / 2, 1),
    }


def table(rows: list[Measured]) -> str:
    """The report as a table of Markdown."""
    head = (
        "| pupils | open all cells, median / worst | own time: median / 95 % / worst | at once: "
        "median / 95 % / worst | kernel PSS / USS / RSS | all, PSS | CPU a gesture | others |"
    )
    lines = [head, "|" + "---:|" * 8]
    for row in rows:
        own, at_once = row.staggered, row.together
        lines.append(
            f"| {row.pupils} | {row.opened.median:.1f} / {row.opened.worst:.1f} s "
            f"| {own.median * 1e3:.0f} / {own.most * 1e3:.0f} / {own.worst * 1e3:.0f} ms "
            f"| {at_once.median * 1e3:.0f} / {at_once.most * 1e3:.0f} / "
            f"{at_once.worst * 1e3:.0f} ms "
            f"| {row.kernel_pss:.0f} / {row.kernel_uss:.0f} / {row.kernel_rss:.0f} MB "
            f"| {row.all_pss:.0f} MB | {row.cpu_gesture * 1e3:.0f} ms | {row.others:.0%} |"
        )
    return "\n".join(lines)


def numbers(text: str) -> list[int]:
    """``1,5,10`` as numbers."""
    try:
        out = [int(part) for part in text.split(",")]
    except ValueError:
        out = []
    if not out or min(out) < 1 or out != sorted(set(out)):
        raise argparse.ArgumentTypeError(f"growing numbers with commas, not {text!r}")
    return out


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pupils", type=numbers, default=[1, 5, 10, 20, 30], metavar="N,N,…")
    parser.add_argument("--lesson", default="eye-in-the-sky/1-flying", metavar="NAME")
    parser.add_argument("--rounds", type=int, default=4, help="flights of each pupil, twice")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    args = parser.parse_args(argv)
    rows = measure(args.pupils, args.lesson, args.rounds)
    carries = laptop(rows)
    print(f"\n{args.lesson}\n\n{table(rows)}\n")
    for key, value in carries.items():
        print(f"{key}: {value}")
    for error in [error for row in rows for error in row.errors][:20]:
        print(error)
    if args.json:
        report = {
            "lesson": args.lesson,
            "date": time.strftime("%Y-%m-%d"),
            "python": platform.python_version(),
            "cores": psutil.cpu_count(),
            "memory_mb": round(psutil.virtual_memory().total / MB),
            "think_seconds": THINK,
            "classes": [asdict(row) for row in rows],
            "laptop": {"memory_mb": LAPTOP, "system_mb": SYSTEM} | carries,
        }
        args.json.write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
