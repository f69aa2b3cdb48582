"""What to repeat, and when: missed things come back at growing intervals.

Whatever is missed comes back after ten minutes. Each right answer to it, given when it was
due, moves it one step on: then it comes back after a day, after three, after seven, and then
it is done with. Another miss sends it to the beginning. A right answer before it is due moves
nothing: who has just seen the truth has not yet shown that it will be known tomorrow.
What was right at the first try never comes back.

The steps are ours and round numbers; that spacing helps is well established, that these
intervals are the best ones is not.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .logbook_entry import Entry

__all__ = ["INTERVALS", "Repeat", "to_repeat"]

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
INTERVALS = (10 * MINUTE, DAY, 3 * DAY, 7 * DAY)
"""How long after the last answer that counted it comes back, in milliseconds, by step."""


class Repeat(NamedTuple):
    """Something missed: what it was, how often it was missed, when it is due (ms), and how
    many right answers in a row it has had since."""

    kind: str
    name: str
    seed: int | None
    key: str
    missed: int
    due: int
    step: int


def to_repeat(entries: Iterable[Entry]) -> list[Repeat]:
    """Everything that is to come back, the longest overdue first."""
    open_: dict[tuple[str, str, int | None, str], Repeat] = {}
    for entry in sorted(entries, key=lambda e: e.time):
        item = entry.item
        known = open_.get(item)
        if not entry.result.right:
            missed = known.missed + 1 if known else 1
            open_[item] = Repeat(*item, missed, entry.time + INTERVALS[0], 0)
        elif known is not None and entry.time >= known.due:
            step = known.step + 1
            if step == len(INTERVALS):
                del open_[item]
            else:
                due = entry.time + INTERVALS[step]
                open_[item] = known._replace(step=step, due=due)
    return sorted(open_.values(), key=lambda repeat: repeat.due)
