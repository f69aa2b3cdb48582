"""All puzzles of a game: a list by grade, one of them on the flight deck, next and back."""

from __future__ import annotations

import random
from collections import Counter

import ipywidgets

from skylib import find_game
from skylib.core.errors import SkylibError
from skylib.scenes import Scene

from .markup import boxed, escape, style
from .puzzle_deck import PuzzleDeck, stars_text
from .puzzles import GRADES, Puzzle, puzzles_of
from .shown import Shown, close_all, guarded

__all__ = ["PuzzleShelf"]


class PuzzleShelf(Shown):
    """The puzzles of a game, one after the other.

    Args:
        game: the game's name.
        seed: None for the easy ones first; a number for an order drawn with it, the same for
            everybody who gives that number.
        grade: only puzzles of that grade.

    Raises `SkylibError` if there are none.
    """

    def __init__(self, game: str, seed: int | None = None, grade: int | None = None) -> None:
        self.game = find_game(game)
        self.seed = seed
        self.all = tuple(puzzles_of(self.game.name).values())
        if not self.all:
            raise SkylibError(f"there are no puzzles of {self.game.title} yet")
        if seed is not None:
            order = list(self.all)
            random.Random(f"{self.game.name} {seed}").shuffle(order)
            self.all = tuple(order)
        self.solved: dict[str, bool] = {}
        self.at = 0
        self._listing = False
        self.grade = grade
        self.puzzles = self._of(grade)
        self._build()
        self.go(0)

    def _of(self, grade: int | None) -> tuple[Puzzle, ...]:
        if grade is not None and grade not in GRADES:
            raise SkylibError(f"a grade is 1 to 5, not {grade}")
        found = tuple(p for p in self.all if grade in (None, p.grade))
        if not found:
            raise SkylibError(f"{self.game.title} has no puzzle of grade {grade}")
        return found

    def _build(self) -> None:
        counts = Counter(p.grade for p in self.all)
        grades = [(f"all {len(self.all)}", 0)]
        grades += [(f"{stars_text(g)} ({counts[g]})", g) for g in GRADES if counts[g]]
        self._grade = ipywidgets.Dropdown(
            options=grades, value=self.grade or 0, description="Grade", layout={"width": "auto"}
        )
        self._grade.observe(self._guard(lambda c: self.choose(c["new"] or None)), "value")
        self._list = ipywidgets.Dropdown(description="Puzzle", layout={"width": "auto"})
        self._list.observe(self._guard(self._listed), "value")
        buttons = []
        for text, tip, step in (
            ("◀ Back", "the puzzle before", -1),
            ("Next puzzle ▶", "the next puzzle", 1),
        ):
            button = ipywidgets.Button(description=text, tooltip=tip, layout={"width": "auto"})
            button.on_click(self._guard(lambda _, step=step: self.go(self.at + step)))
            buttons.append(button)
        self._said = ipywidgets.HTML()
        self._place = ipywidgets.VBox()
        top = ipywidgets.HBox([self._grade, self._list, *buttons], layout={"flex_flow": "row wrap"})
        self.widget = ipywidgets.VBox([ipywidgets.HTML(style()), top, self._said, self._place])
        self.widget.add_class("skylib-deck")

    def _guard(self, handler):  # type: ignore[no-untyped-def]
        return guarded(self._error, handler)

    def _error(self, error: Exception) -> None:
        self._said.value = boxed("error", f'<p role="alert">{escape(str(error))}</p>')

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the deck."""
        return self.puzzles[self.at]

    def choose(self, grade: int | None) -> None:
        """Only puzzles of a grade from now on; None for all."""
        self.puzzles = self._of(grade)
        self.grade = grade
        self.go(0)

    def _listed(self, change: dict[str, int | None]) -> None:
        if not self._listing and change["new"] not in (None, self.at):
            self.go(change["new"])

    def go(self, at: int) -> None:
        """Put a puzzle on the deck; after the last one comes the first."""
        if hasattr(self, "deck"):
            self._keep()
        self.at = at % len(self.puzzles)
        old = self._place.children
        self.deck = PuzzleDeck(self.puzzle)
        self._place.children = (self.deck.widget,)
        for widget in old:
            close_all(widget)
        self._relist()

    def _keep(self) -> None:
        name = self.deck.puzzle.name
        self.solved[name] = self.solved.get(name, False) or self.deck.solved

    def _relist(self) -> None:
        options = [
            (
                f"{i + 1}. {stars_text(p.grade)} {p.title}"
                f"{' ✓' if self.solved.get(p.name) else ''}",
                i,
            )
            for i, p in enumerate(self.puzzles)
        ]
        self._listing = True  # new options choose the first of them by themselves
        self._list.options = options
        self._list.value = self.at
        self._listing = False
        done = sum(self.solved.values())
        text = f"Puzzle {self.at + 1} of {len(self.puzzles)}. Solved here: {done}."
        self._said.value = f'<p class="skylib-note" role="status">{escape(text)}</p>'

    def picture(self) -> Scene | None:
        return self.deck.picture()

    def text(self) -> str:
        counts = Counter(p.grade for p in self.all)
        listed = ", ".join(f"grade {g}: {counts[g]}" for g in GRADES if counts[g])
        order = "the easy ones first" if self.seed is None else f"in the order of seed {self.seed}"
        head = f"{len(self.all)} puzzles of {self.game.title}, {order} ({listed})."
        return f"{head}\n{self.deck.text()}"
