"""All levels of a game in one place, with the stars so far."""

from __future__ import annotations

import ipywidgets

from skylib import find_game
from skylib.core.errors import SkylibError
from skylib.scenes import Scene

from .deck_level import LevelDeck
from .level_data import Level
from .markup import escape, style
from .results import Result, listen
from .session import best_stars
from .shown import Shown, guarded
from .tasks import tasks
from .worth import counted, in_stars

__all__ = ["Ladder"]


class Ladder(Shown):
    """The levels of a game as a row of buttons, and below it the first one not done yet.

    The stars are those of the logbook, or, if it is off, those since the kernel started.
    """

    def __init__(self, game: str, *, two_pilots: bool = False) -> None:
        self.game = find_game(game).name
        self.levels: tuple[Level, ...] = tuple(tasks(self.game)[0].values())
        if not self.levels:
            raise SkylibError(f"{self.game} has no levels")
        self.deck = LevelDeck(self._first_undone(), two_pilots=two_pilots)
        self.deck.on_level = self._mark
        self.map = self.deck.map
        self._buttons = [self._button(level) for level in self.levels]
        self._sum = ipywidgets.HTML()
        row = ipywidgets.HBox(
            [*self._buttons, self._sum], layout={"flex_flow": "row wrap", "align_items": "center"}
        )
        row.add_class("skylib-ladder")
        self.widget = ipywidgets.VBox([ipywidgets.HTML(style()), row, self.deck.widget])
        self.widget.add_class("skylib-deck")
        self._mark()
        listen(self._heard)

    def _first_undone(self) -> Level:
        done = best_stars()
        return next((v for v in self.levels if v.full_name not in done), self.levels[0])

    def _button(self, level: Level) -> ipywidgets.Button:
        button = ipywidgets.Button(layout={"width": "auto"})
        button.on_click(guarded(self.deck.show_error, lambda _: self.deck.go(level)))
        return button

    def _heard(self, result: Result) -> None:
        if result.kind == "level" and result.name.startswith(f"{self.game}/"):
            self._mark()

    def _mark(self) -> None:
        """Stars on every button, and which level is being flown."""
        total, best = 0.0, best_stars()
        for number, (level, button) in enumerate(zip(self.levels, self._buttons, strict=True), 1):
            stars = best.get(level.full_name)
            total += stars or 0
            here = level is self.deck.level
            button.description = f"{number} {in_stars(stars)}"
            state = "being flown" if here else "done" if stars is not None else "not done yet"
            button.tooltip = f"{level.title}: {state}, {counted(stars or 0)} of 3 stars"
            (button.add_class if here else button.remove_class)("skylib-here")
        text = f"{counted(total)} of {3 * len(self.levels)} stars"
        self._sum.value = f'<p class="skylib-note">{escape(text)}</p>'

    def picture(self) -> Scene:
        return self.deck.scene()

    def text(self) -> str:
        lines = [f"{n}. {level.title}: {level.goal.text}" for n, level in enumerate(self.levels, 1)]
        return "\n".join([f"The levels of {self.deck.game.title}:", *lines, "", self.deck.text()])
