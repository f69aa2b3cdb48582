"""What a learner has done, told to whoever keeps it.

A level, drill, puzzle or question calls `tell` when it is answered; the logbook (and a
test) listens. Nobody who tells needs to know who listens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["KINDS", "Result", "listen", "tell"]

KINDS = ("level", "drill", "puzzle", "question")


@dataclass(frozen=True, slots=True)
class Result:
    """One thing tried.

    Args:
        kind: one of `KINDS`.
        name: ``GAME/NAME`` of the level, puzzle or question, or ``GAME/KIND`` of a drill.
        right: whether it was reached or answered rightly.
        stars: 0 (not done) to 3 (done at the first try, without a hint), in half stars.
        hints: how many hints were taken.
        seed: of a drill, so that the same question can come back.
        key: which of a drill's questions it was.
        rules: ids of the rules that decided.
    """

    kind: str
    name: str
    right: bool
    stars: float = 0
    hints: int = 0
    seed: int | None = None
    key: str = ""
    rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"{self.kind!r} is none of {', '.join(KINDS)}")
        if not 0 <= self.stars <= 3 or 2 * self.stars != int(2 * self.stars):
            raise ValueError(f"stars are 0 to 3, whole or half, not {self.stars}")


_listeners: list[Callable[[Result], object]] = []


def listen(listener: Callable[[Result], object]) -> Callable[[], None]:
    """Call ``listener`` with every result from now on; returns what ends that."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)


def tell(result: Result) -> None:
    """Tell all who listen, in the order in which they began to."""
    for listener in tuple(_listeners):
        listener(result)
