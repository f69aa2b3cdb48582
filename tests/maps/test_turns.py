"""Events that come out of order are dealt with in the order in which they happened."""

from __future__ import annotations

from itertools import permutations

import pytest

from skylib.maps import MapWidget
from skylib.maps.turns import PATIENCE, Turns


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("order", list(permutations(range(1, 5))))
def test_any_order_of_arrival(order: tuple[int, ...]) -> None:
    done: list[int] = []
    turns = Turns(lambda event: done.append(event["n"]), Clock())
    for n in order:
        turns.take({"n": n, "turn": ["view", n]})
    assert done == [1, 2, 3, 4]


def test_each_view_counts_for_itself() -> None:
    done: list[str] = []
    turns = Turns(lambda event: done.append(event["n"]), Clock())
    turns.take({"n": "b2", "turn": ["b", 2]})
    turns.take({"n": "a1", "turn": ["a", 1]})
    turns.take({"n": "free"})
    turns.take({"n": "b1", "turn": ["b", 1]})
    assert done == ["a1", "free", "b1", "b2"]


def test_what_is_lost_is_not_waited_for_long() -> None:
    done: list[int] = []
    clock = Clock()
    turns = Turns(lambda event: done.append(event["n"]), clock)
    turns.take({"n": 2, "turn": ["view", 2]})
    clock.now = PATIENCE / 2
    turns.take({"n": 3, "turn": ["view", 3]})
    assert done == []
    clock.now = PATIENCE + 0.1
    turns.take({"n": 4, "turn": ["view", 4]})
    assert done == [2, 3, 4]
    turns.take({"n": 1, "turn": ["view", 1]})  # not lost after all
    assert done == [2, 3, 4, 1]


def test_an_error_does_not_hold_up_what_follows() -> None:
    done: list[int] = []

    def act(event: dict[str, int]) -> None:
        if event["n"] == 1:
            raise ValueError
        done.append(event["n"])

    turns = Turns(act, Clock())
    with pytest.raises(ValueError):
        turns.take({"n": 1, "turn": ["view", 1]})
    turns.take({"n": 2, "turn": ["view", 2]})
    assert done == [2]


def test_a_map_takes_keys_in_their_order() -> None:
    keys: list[str] = []
    map = MapWidget(label="a map")
    map.key_handler = lambda key, _: bool(keys.append(key)) or True
    for n, key in ((2, "b"), (1, "a"), (3, "c")):
        map._handle_custom_msg({"event": "key", "key": key, "turn": ["view", n]}, [])
    assert keys == ["a", "b", "c"]
