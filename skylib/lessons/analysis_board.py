"""A game looked at move by move: the board, the moves that were better, the dice, the curve."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ipywidgets

from skylib.core.games import Game
from skylib.core.records import Record
from skylib.maps import MapWidget, scene_text
from skylib.scenes import Scene, scene_of

from .analysis import MARKS, Analysis, signed
from .analysis_chart import chart_svg, chart_words
from .markup import boxed, escape, paragraphs, style, table
from .shown import Shown, guarded

__all__ = ["AnalysisBoard"]


class AnalysisBoard(Shown):
    """An analysis to step through: back, next, the next move that was not good, a slider.

    A move is weighed when it is first looked at; "Weigh all moves" does the rest, so that the
    curve shows where the game turned.

    Args:
        source: a game, finished or not, a record, or the file of one.
    """

    def __init__(self, source: Game[Any, Any] | Record | str | Path) -> None:
        self.analysis = Analysis(source)
        self.game = self.analysis.game
        self.at = 0
        self._build()
        self.go(0)

    # ---- the widgets ---------------------------------------------------------------------

    def _build(self) -> None:
        self._guard = lambda handler: guarded(self.show_error, handler)
        self.map = MapWidget(label=f"{self.game.title}: analysis")
        self.map.layout.width = "100%"
        self.map.key_handler = self._key
        last = len(self.analysis.steps)
        self._where = ipywidgets.IntSlider(0, 0, last, description="Move")
        self._where.layout.width = "auto"
        self._where.observe(self._guard(lambda change: self.go(change["new"])), "value")
        buttons = []
        for text, tip, action in (
            ("◀ Back", "one move back (←)", self.back),
            ("Next ▶", "one move on (→)", self.next),
            ("Next mistake", "on to the next move that was not good (m)", self.next_mark),
            ("Weigh all moves", "judge every move and draw the marks (a)", self.judge_all),
        ):
            button = ipywidgets.Button(description=text, tooltip=tip, layout={"width": "auto"})
            button.on_click(self._guard(lambda _, action=action: action()))
            buttons.append(button)
        self._chart = ipywidgets.HTML()
        self._move = ipywidgets.HTML()
        self._sums = ipywidgets.HTML()
        keys = (("← →", "back, next"), ("< >", "first, last"), ("m", "next mistake"), ("a", "all"))
        help_line = " ".join(f"<kbd>{k}</kbd> {what} &nbsp;" for k, what in keys)
        left = ipywidgets.VBox(
            [self.map, self._chart], layout={"flex": "1 1 340px", "max_width": "640px"}
        )
        side = ipywidgets.VBox(
            [
                ipywidgets.HBox(buttons, layout={"flex_flow": "row wrap"}),
                self._where,
                self._move,
                self._sums,
            ],
            layout={"flex": "1 1 300px", "min_width": "min(260px, 100%)", "max_width": "520px"},
        )
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(style()),
                ipywidgets.HBox([left, side], layout={"flex_flow": "row wrap"}),
                ipywidgets.HTML(f'<div class="skylib-note">Keys on the map: {help_line}</div>'),
            ]
        )
        self.widget.add_class("skylib-deck")

    def show_error(self, error: Exception) -> None:
        """Say beside the map, and to screen readers, what went wrong."""
        self._move.value = boxed("error", f'<p role="alert">{escape(str(error))}</p>')
        self.map.status = str(error)

    def _key(self, key: str, modifiers: tuple[str, ...] = ()) -> bool:
        steps = {"ArrowLeft": -1, "ArrowRight": 1, "ArrowUp": -1, "ArrowDown": 1}
        if key in steps:
            self.go(self.at + steps[key])
        elif key in ("<", ">"):
            self.go(0 if key == "<" else len(self.analysis.steps))
        elif key == "m":
            self.next_mark()
        elif key == "a":
            self.judge_all()
        else:
            return False
        return True

    # ---- stepping --------------------------------------------------------------------------

    def go(self, at: int) -> None:
        """Show the position after so many moves, with what there is to say of the last one."""
        at = max(0, min(at, len(self.analysis.steps)))
        while len(self.game.history) > at:
            self.game.undo()
        while len(self.game.history) < at:
            self.game.redo()
        self.at = at
        if at:
            self.analysis.verdict(at - 1)
        self._where.value = at
        self.map.show(self.scene())
        self._move.value = self._markup()
        self._sums.value = self._summary()
        self._chart.value = chart_svg(self.analysis, at)
        self.map.status = self._words()

    def next(self) -> None:
        """One move on."""
        self.go(self.at + 1)

    def back(self) -> None:
        """One move back."""
        self.go(self.at - 1)

    def next_mark(self) -> None:
        """On to the next move that was inaccurate or a mistake, if there is one."""
        for number in range(self.at, len(self.analysis.steps)):
            if self.analysis.verdict(number).mark in ("inaccurate", "mistake"):
                self.go(number + 1)
                return
        self.map.status = "No move after this one was weighed as inaccurate or a mistake."

    def judge_all(self) -> None:
        """Weigh every move, and draw the marks."""
        self.map.status = "Weighing every move ..."
        self.analysis.judge_all()
        self.go(self.at)
        self.map.status = self.analysis.summary().replace("\n", " ")

    # ---- showing -----------------------------------------------------------------------------

    def scene(self) -> Scene:
        """The map in the position now shown."""
        return scene_of(self.game)

    def _words(self) -> str:
        if not self.at:
            return f"Before the first of {len(self.analysis.steps)} moves."
        lines = self.analysis.move_text(self.at - 1).splitlines()
        return "Move " + "; ".join(" ".join(line.split()) for line in lines) + "."

    def _markup(self) -> str:
        if not self.at:
            count = len(self.analysis.steps)
            first = f"Before the first of {count} move{'s' if count > 1 else ''}."
            return boxed("story", f"<p>{first} Step on to see what each was worth.</p>")
        analysis, number = self.analysis, self.at - 1
        step, verdict = analysis.steps[number], analysis.verdict(number)
        head = f"{number + 1}. {step.who}: {step.move}"
        out = [f'<p class="skylib-prompt">{escape(head)}</p>']
        unit = analysis.unit
        if verdict.value is None:
            out.append("<p>Nothing to weigh here: one move only, or a matter of habit.</p>")
            kind = "story"
        else:
            lost = f", {verdict.lost:.2f} less than the best" if verdict.lost > 0.005 else ""
            words = f"{MARKS[verdict.mark]} {verdict.mark}: {signed(verdict.value)} {unit}{lost}"
            out.append(f"<p><strong>{escape(words)}</strong></p>")
            rows = [
                (str(i), str(best.move), signed(best.value), "played" * (best.move == step.move))
                for i, best in enumerate(verdict.best, 1)
            ]
            out.append(table(("", f"best of {verdict.weighed}", unit, ""), rows))
            kind = {"good": "allowed", "mistake": "refused"}.get(verdict.mark, "story")
        if dice := analysis.owed(number):
            sides = analysis.sides
            rows = [
                (
                    die.roll.purpose,
                    str(die.roll.value),
                    f"{die.mean:g}",
                    *(
                        "not counted" if die.effect is None else signed(die.effect[side])
                        for side in sides
                    ),
                )
                for die in dice
            ]
            out.append(table(("die", "thrown", "mean", *sides), rows, "What the dice did"))
        return boxed(kind, "".join(out))

    def _summary(self) -> str:
        analysis = self.analysis
        luck, now = analysis.luck(), analysis.curve[self.at]
        rows = []
        for side in analysis.sides:
            marks = analysis.marks(side)
            rows.append(
                (
                    side,
                    signed(now[side]),
                    signed(luck[side]),
                    *(str(marks[m]) for m in ("good", "inaccurate", "mistake")),
                )
            )
        head = ("", "ahead now", "luck in all", "✓ good", "? inaccurate", "✗ mistake")
        weighed = sum(v.value is not None for v in analysis.judged.values())
        note = f"In {analysis.unit}. {weighed} of {len(analysis.steps)} moves weighed so far."
        return table(head, rows) + paragraphs(note).replace("<p>", '<p class="skylib-note">')

    def text(self) -> str:
        analysis = self.analysis
        title = analysis.replay.record.title or "a game"
        lines = [f"{self.game.title}: {title}, {len(analysis.steps)} moves looked at."]
        lines.append(chart_words(analysis))
        luck = ", ".join(f"{side} {signed(value)}" for side, value in analysis.luck().items())
        lines.append(f"What the dice gave: {luck}.")
        lines.append(scene_text(self.scene()))
        return "\n".join(lines)

    def drawn(self) -> Mapping[str, str]:
        from skylib.maps.png import svg_picture

        return svg_picture(chart_svg(self.analysis), 1.5)
