"""Drills: questions that the engine makes, without end, the same for the same seed."""

from __future__ import annotations

from collections.abc import Mapping

import ipywidgets

from skylib.core.errors import SkylibError
from skylib.scenes import Scene

from .drill_sequence import (
    EASIEST,
    HARDEST,
    START,
    Maker,
    Posed,
    Problem,
    Sequence,
    check_difficulty,
    recall,
)
from .logbook import own_logbook
from .markup import alarmed, boxed, escape, said, style
from .results import Result, tell
from .shown import Shown, close_all, guarded

__all__ = ["Drill", "Problem"]

STREAK = 5
RISE = 2  # so many right ones in a row make it harder; one wrong one makes it easier
_AGAIN = 3  # others are asked before a missed one comes back
_OLD, _BETWEEN = 5, 2  # at most so many of earlier days, with so many others between them


class Drill(Shown):
    """Endless questions of some kinds; five right ones in a row end the lesson's drill.

    Two right answers in a row raise the difficulty by one, a wrong answer lowers it by one.
    A missed question comes back after three others; those missed on earlier days, which the
    logbook remembers, come back between the first ones. What is asked at a difficulty is
    fixed by the seed (see `drill_sequence`).

    Args:
        makers: what makes the questions, by ``GAME/KIND``.
        seed: the same seed asks the same.
        difficulty: 1 to 5 keeps it there, for a class: then everybody is asked the very
            same questions in the same order, and missed ones wait for another day.

    Raises `SkylibError` for a difficulty that there is not, or a seed that is no number.
    """

    def __init__(
        self, makers: Mapping[str, Maker], seed: int = 1, difficulty: int | None = None
    ) -> None:
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise SkylibError(f"the seed of a drill is a whole number, not {seed!r}")
        self._makers = dict(makers)
        self.seed = seed
        self.fixed = difficulty is not None
        self.difficulty = START if difficulty is None else check_difficulty(difficulty)
        self._sequences: dict[int, Sequence] = {}
        self.asked, self.right, self.streak = 0, 0, 0
        self._run = 0  # right ones in a row since the difficulty changed
        self._missed: list[tuple[int, Posed]] = []  # due when so many are answered
        self._back = False  # the present question was missed before
        self._frames: tuple[ipywidgets.Widget, ...] = ()  # of the question, emptied
        self._remember()
        self._next = ipywidgets.Button(description="Next question", button_style="primary")
        self._next.layout = {"width": "auto", "align_self": "flex-start"}
        self._next.on_click(guarded(self._error, lambda _: self.next()))
        self._score = ipywidgets.HTML()
        self._map, self._panel = ipywidgets.Box(), ipywidgets.Box()
        # What leads on stands right below the answers, in view beside the map, and is never
        # made anew: the keyboard's focus stays on it.
        side = ipywidgets.VBox(
            [self._panel, self._next, self._score],
            layout={"flex": "1 1 300px", "min_width": "min(260px, 100%)", "max_width": "460px"},
        )
        self._map.layout = {"flex": "1 1 340px", "max_width": "560px"}
        self._places = ipywidgets.HBox([self._map, side], layout={"flex_flow": "row wrap"})
        self.widget = ipywidgets.VBox([ipywidgets.HTML(style()), self._places])
        self.widget.add_class("skylib-deck")
        self.posed: Posed = self._draw(None)
        self._show()

    @property
    def problem(self) -> Problem:
        """The present question."""
        return self.posed.problem

    # ---- what is asked next -----------------------------------------------------------

    def _remember(self) -> None:
        """What was missed on earlier days is asked again, between the first questions."""
        if self.fixed:
            return
        due = [r for r in own_logbook().to_repeat() if r.kind == "drill" and r.name in self._makers]
        for place, old in enumerate(due[:_OLD], 1):
            try:
                posed = recall(old.name, old.seed, old.key)
            except SkylibError:
                continue  # of another version of the course
            self._missed.append((place * _BETWEEN, posed))

    def _draw(self, last: Posed | None) -> Posed:
        due = next((m for m in self._missed if m[0] <= self.asked), None)
        self._back = due is not None and last is not None
        if due is not None and self._back:
            self._missed.remove(due)
            return due[1]
        if self.difficulty not in self._sequences:
            self._sequences[self.difficulty] = Sequence(self._makers, self.seed, self.difficulty)
        posed = next(self._sequences[self.difficulty])
        # Another difficulty may happen to go on with what was just asked.
        return next(self._sequences[self.difficulty]) if posed.is_like(last) else posed

    def next(self) -> Problem:
        """The next question. One that has come back and is passed over comes back again."""
        if self._back and self.question.given is None:
            self._missed.append((self.asked + 1, self.posed))
        self.posed = self._draw(self.posed)
        self._show()
        return self.problem

    # ---- answers ------------------------------------------------------------------------

    def answer(self, given: str) -> bool:
        """Answer the present question; True if right."""
        return self.question.answer(given)

    def _show(self) -> None:
        old = (*self._map.children, *self._panel.children)
        self.question = self.problem.question(self._count)
        *maps, panel = self.question.widget.children
        self._map.children, self._panel.children = tuple(maps), (panel,)
        self._map.layout.display = "flex" if maps else "none"
        self.question.widget.children = ()
        for widget in (*old, *self._frames):
            close_all(widget)
        self._frames = (self.question.widget,)
        self._tell()

    def _count(self, given: str, good: bool) -> None:
        self.asked += 1
        self.right += good
        self.streak = self.streak + 1 if good else 0
        if not good and not self.fixed:
            self._missed.append((self.asked + _AGAIN, self.posed))
        self._adapt(good)
        posed = self.posed
        tell(
            Result(
                "drill",
                posed.name,
                good,
                seed=posed.seed,
                key=posed.key,
                rules=posed.problem.rules,
            )
        )
        self._tell()

    def _adapt(self, good: bool) -> None:
        """Harder after two right ones in a row, easier after a wrong one."""
        if self.fixed:
            return
        self._run = self._run + 1 if good else 0
        if not good:
            self.difficulty = max(EASIEST, self.difficulty - 1)
        elif self._run == RISE:
            self._run = 0
            self.difficulty = min(HARDEST, self.difficulty + 1)

    # ---- words --------------------------------------------------------------------------

    def _level(self) -> str:
        if self.fixed:
            return f"Difficulty {self.difficulty} of {HARDEST}, the same for everybody."
        return f"Difficulty {self.difficulty} of {HARDEST}."

    def _tell(self) -> None:
        text = f"{self.right} of {self.asked} right, {self.streak} in a row. {self._level()}"
        if self._back and self.question.given is None:
            text = f"This one you missed before. {text}"
        if self.streak >= STREAK:
            text += " Five in a row: you can go on, or keep practising."
        markup = said(text)
        if warning := own_logbook().warning:
            markup += f"<p>{escape(warning)}</p>"
        self._score.value = boxed("story", markup)

    def _error(self, error: Exception) -> None:
        self._score.value = boxed("error", alarmed(str(error)))

    def picture(self) -> Scene | None:
        return self.problem.before

    def text(self) -> str:
        return f"Drill, seed {self.seed}. {self._level()} First question:\n{self.question.text()}"
