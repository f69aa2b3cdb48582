"""The sighting strip: one cell a movement point, the last half framed, one row a gun."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from skylib.flying_circus.movement import Flight, Task, trace
from skylib.flying_circus.sighting import Timeline, moments_of, needed_points

__all__ = ["StripRow", "strip_html", "strip_text"]

SIGNS = {"F": ("↑", "forward"), "L": ("↶", "left"), "R": ("↷", "right"), "D": ("⤓", "dive")}


WORDED = 8  # points up to which a cell has room for its word


class StripRow(NamedTuple):
    """One direction of one pair: whose gun, at whom, and how its sighting stands; None
    before the first step."""

    name: str
    timeline: Timeline | None


def _levels(task: Task, flight: Flight) -> list[int]:
    """The level at each movement point."""
    return [instant.place.level for _, instant in moments_of(task, flight)]


def strip_html(
    title: str,
    task: Task,
    flight: Flight,
    rows: Sequence[StripRow],
    at: int | None = None,
    upto: int | None = None,
    narrow: bool = False,
) -> str:
    """The strip of one flight.

    Args:
        title: its caption.
        task, flight: what is flown; points not yet flown are dotted.
        rows: one for each gun and target.
        at: the point on which the ghost stands.
        upto: points after this one do not yet tell what was seen.
        narrow: signs without words in the cells.
    """
    speed = task.plan.speed
    points = list(moments_of(task, flight))
    first = speed - needed_points(speed) + 1
    head = []
    levels = _levels(task, flight)
    show_levels = len(set(levels) | {task.start.level}) > 1
    for number in range(1, speed + 1):
        instant = points[number - 1][1] if number <= len(points) else None
        sign, word = SIGNS[instant.step] if instant else ("·", "not flown")
        head.append(
            f'<th scope="col" class="{_classes(number, first, speed, at)}"><span class="num">'
            f'{number} <small><span aria-hidden="true">{sign}</span>'
            f'<span class="skylib-hidden">{word}</span></small></span></th>'
        )
    body = []
    if show_levels:
        cells = []
        for number in range(1, speed + 1):
            level = str(levels[number - 1]) if number <= len(levels) else "·"
            cells.append(f'<td class="{_classes(number, first, speed, at)}">{level}</td>')
        body.append(f'<tr><th scope="row">at level</th>{"".join(cells)}<td></td></tr>')
    seen_to = speed if upto is None else upto
    for row in rows:
        cells = []
        moments = () if row.timeline is None else row.timeline.moments
        inside = {m.number: m for m in moments}
        for number in range(1, speed + 1):
            moment = inside.get(number)
            if moment is None or number > seen_to:
                cell = '<span class="cell later">·</span>'
            else:
                sign, word = ("●", "in") if moment.inside else ("○", "out")
                kind = "cell in" if moment.inside else "cell"
                cell = (
                    f'<span class="{kind}" title="{escape(moment.why)}">{sign} '
                    f'<span class="word">{word}</span></span>'
                )
            cells.append(f'<td class="{_classes(number, first, speed, at)}">{cell}</td>')
        verdict = _verdict(row.timeline, len(points) == speed and seen_to >= speed)
        body.append(
            f'<tr><th scope="row">{escape(row.name)}</th>{"".join(cells)}'
            f'<td class="verdict">{verdict}</td></tr>'
        )
    return (
        f'<div class="skylib-strip-box"><table class="skylib-strip'
        f'{" narrow" if speed > WORDED or narrow else ""}" style="--points: {speed}">'
        f"<caption>{escape(title)}</caption>"
        f'<thead><tr><th scope="col">point</th>{"".join(head)}'
        "<td></td></tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )


def _classes(number: int, first: int, speed: int, at: int | None) -> str:
    out = []
    if number >= first:
        out.append("half")
        out += ["first"] if number == first else []
        out += ["last"] if number == speed else []
    if at == number:
        out.append("at")
    return " ".join(out)


def _verdict(line: Timeline | None, finished: bool) -> str:
    if line is None:
        return ""
    if not line.moments:
        return escape("✓ sighted" if line.sighted else "✗ not sighted")
    if not finished:
        return f"… under way<small>{line.needed} needed</small>"
    count = f"<small>{line.held} held, {line.needed} needed</small>"
    return f"{'✓ sighted' if line.sighted else '✗ not sighted'}{count}"


def strip_text(
    title: str, task: Task, flight: Flight, rows: Sequence[StripRow], at: int | None = None
) -> str:
    """The same as lines of text: ``#`` in the field, ``.`` not, the last half in brackets."""
    steps = [instant.step for instant in trace(task, flight) for _ in range(instant.cost)]
    half = task.plan.speed - needed_points(task.plan.speed)
    lines = [title]
    head = "".join(steps[:half]), "".join(steps[half:])
    wide = max([len("steps"), *(len(r.name) for r in rows)])
    lines.append(f"  {'steps'.ljust(wide)}  {head[0]}[{head[1]}]")
    for row in rows:
        if row.timeline is not None:
            lines.append(f"  {row.name.ljust(wide)}  {row.timeline}")
            lines.append(f"  {' ' * wide}  {row.timeline.ruling.reason}")
    return "\n".join(lines)
