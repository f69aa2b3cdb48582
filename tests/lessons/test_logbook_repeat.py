"""What is to be repeated, and when."""

from __future__ import annotations

from skylib.lessons.logbook_entry import Entry
from skylib.lessons.logbook_repeat import DAY, INTERVALS, MINUTE, Repeat, to_repeat
from skylib.lessons.results import Result


def entry(time: int, right: bool, key: str = "2.1", kind: str = "drill") -> Entry:
    return Entry(time, Result(kind, "hexes/how-far", right, seed=4, key=key))


def test_only_what_was_missed_comes_back() -> None:
    assert to_repeat([entry(0, True), entry(5, True, "2.2")]) == []
    (item,) = to_repeat([entry(0, True), entry(5, False, "2.2")])
    assert item == Repeat("drill", "hexes/how-far", 4, "2.2", 1, 5 + 10 * MINUTE, 0)


def test_the_intervals() -> None:
    """Ten minutes, a day, three days, a week, and it is done with."""
    assert INTERVALS == (10 * MINUTE, DAY, 3 * DAY, 7 * DAY)
    entries, time = [entry(0, False)], 0
    for step, wait in enumerate(INTERVALS):
        (item,) = to_repeat(entries)
        assert (item.step, item.due) == (step, time + wait)
        time += wait
        entries.append(entry(time, True))
    assert to_repeat(entries) == []


def test_too_early_moves_nothing() -> None:
    (item,) = to_repeat([entry(0, False), entry(MINUTE, True), entry(2 * MINUTE, True)])
    assert (item.step, item.due) == (0, 10 * MINUTE)


def test_another_miss_begins_again() -> None:
    one, two = 10 * MINUTE, 2 * DAY
    (item,) = to_repeat([entry(0, False), entry(one, True), entry(two, False)])
    assert (item.step, item.missed, item.due) == (0, 2, two + 10 * MINUTE)


def test_the_order_in_the_file_does_not_matter() -> None:
    entries = [entry(10 * MINUTE, True), entry(0, False)]
    assert to_repeat(entries) == to_repeat(reversed(entries))
    assert to_repeat(entries)[0].step == 1


def test_the_longest_overdue_first() -> None:
    found = to_repeat(
        [entry(9, False, "2.2"), entry(5, False, "2.1"), entry(1, False, "", "level")]
    )
    assert [(r.kind, r.key) for r in found] == [("level", ""), ("drill", "2.1"), ("drill", "2.2")]
