"""Drills: questions that the engine makes, without end, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import ipywidgets

from skylib.scenes import Scene

from .markup import alarmed, boxed, said, style
from .question import Question
from .shown import Shown, close_all, guarded

__all__ = ["Drill", "Problem"]

STREAK = 5


@dataclass(frozen=True)
class Problem:
    """One question of a drill with its map; ``kind`` tells the drills' kinds apart."""

    kind: str
    asked: str
    answers: tuple[str, ...]
    right: str
    because: str
    before: Scene | None = None
    after: Scene | None = None
    key: str = field(default="", compare=False)

    def question(self, answered: Callable[[str, bool], object] | None = None) -> Question:
        """The problem as a predict-then-look question."""
        return Question(
            self.asked,
            self.answers,
            self.right,
            self.because,
            self.before,
            self.after,
            answered=answered,
        )


class Drill(Shown):
    """Endless questions from a maker; five right ones in a row end the lesson's drill.

    ``maker(random)`` returns a `Problem`; the drill sees to it that no two alike follow
    each other and that missed ones come back after three others.
    """

    def __init__(self, maker: Callable[[random.Random], Problem], seed: int = 1) -> None:
        self._maker = maker
        self._random = random.Random(seed)
        self.seed = seed
        self.asked, self.right, self.streak = 0, 0, 0
        self._missed: list[tuple[int, Problem]] = []  # due when so many are answered
        self._back = False  # the present question was missed before
        self._next = ipywidgets.Button(description="Next question", button_style="primary")
        self._next.layout.width = "auto"
        self._next.on_click(guarded(self._error, lambda _: self.next()))
        self._score = ipywidgets.HTML()
        self._place = ipywidgets.VBox()
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(style()),
                self._place,
                ipywidgets.HBox(
                    [self._next, self._score],
                    layout={"flex_flow": "row wrap", "align_items": "center"},
                ),
            ]
        )
        self.widget.add_class("skylib-deck")
        self.problem: Problem = self._draw(None)
        self._show()

    def _draw(self, last: Problem | None) -> Problem:
        self._back = bool(self._missed) and self._missed[0][0] <= self.asked
        if self._back:
            return self._missed.pop(0)[1]
        for _ in range(50):
            problem = self._maker(self._random)
            if last is None or problem.asked != last.asked or problem.key != last.key:
                return problem
        return problem

    def next(self) -> Problem:
        """The next question. One that has come back and is passed over comes back again."""
        if self._back and self.question.given is None:
            self._missed.append((self.asked + 1, self.problem))
        self.problem = self._draw(self.problem)
        self._show()
        return self.problem

    def answer(self, given: str) -> bool:
        """Answer the present question; True if right."""
        return self.question.answer(given)

    def _show(self) -> None:
        old = self._place.children
        self.question = self.problem.question(self._count)
        self._place.children = (self.question.widget,)
        for widget in old:
            close_all(widget)
        self._tell()

    def _count(self, given: str, good: bool) -> None:
        self.asked += 1
        self.right += good
        self.streak = self.streak + 1 if good else 0
        if not good:
            self._missed.append((self.asked + 3, self.problem))
        self._tell()

    def _tell(self) -> None:
        text = f"{self.right} of {self.asked} right, {self.streak} in a row."
        if self.streak >= STREAK:
            text += " Five in a row: you can go on, or keep practising."
        self._score.value = boxed("story", said(text))

    def _error(self, error: Exception) -> None:
        self._score.value = boxed("error", alarmed(str(error)))

    def picture(self) -> Scene | None:
        return self.problem.before

    def text(self) -> str:
        return f"Drill, seed {self.seed}. First question:\n{self.question.text()}"


def mixed(
    *makers: Callable[[random.Random], Problem],
) -> Callable[[random.Random], Problem]:
    """One maker out of several, drawn anew for each question."""

    def make(rng: random.Random) -> Problem:
        maker: Any = rng.choice(makers)
        problem: Problem = maker(rng)
        return problem

    return make
