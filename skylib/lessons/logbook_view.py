"""The logbook on screen: what was done, what to repeat, text to take along, and forgetting."""

from __future__ import annotations

import ipywidgets

from skylib import find_game
from skylib.core.errors import SkylibError

from .drill_sequence import recall
from .logbook import Logbook, own_logbook
from .logbook_pupil import save_results
from .logbook_repeat import Repeat
from .logbook_summary import (
    EMPTY,
    LISTED,
    Summary,
    lines_of,
    repeat_head,
    results_of,
    summary_text,
    summed,
    what,
)
from .markup import boxed, escape, style, table
from .question import Question
from .results import Result, tell
from .shown import Shown, close_all, guarded
from .worth import counted, so_many

__all__ = ["LogbookView"]

_WHEN = """<p>What you miss comes back after ten minutes. Each right answer, once it is due, sends
it on: it comes back after a day, after three days, after a week, and then no more. Another miss
sends it back to ten minutes; a right answer too early changes nothing.</p>"""
_ASKED = ("drill", "question")  # what can be repeated right here


class LogbookView(Shown):
    """A logbook to look at, to repeat from, to take along, and to empty.

    Its text is that of the logbook as it is; before anything was done it is the same for all.
    """

    def __init__(self, book: Logbook | None = None) -> None:
        self.book = book or own_logbook()
        self.question: Question | None = None
        self._now: Repeat | None = None  # what is being repeated
        self._passed: set[tuple[str, str, int | None, str]] = set()
        self._build()
        self.refresh()

    def _build(self) -> None:
        # Announced, so they are there before anything is said; each near what it answers.
        self._said, self._below = ipywidgets.HTML(), ipywidgets.HTML()
        self._summary = ipywidgets.HTML()
        self._due = ipywidgets.HTML()
        self._repeat = self._button("Repeat now", "ask what was missed", self.repeat, "primary")
        self._place = ipywidgets.VBox()
        look = self._button("Look again", "read the logbook anew", self.refresh)

        wide = {"width": "100%", "height": "110px", "max_width": "720px"}
        label = "Your whole logbook as text: copy all of it"
        self._copy = ipywidgets.Textarea(layout=wide, description="Copy this")
        self._paste = ipywidgets.Textarea(
            layout=wide, description="Paste here", placeholder="[skylib logbook …"
        )
        add = self._button("Add this logbook", "merge the text above", self._add_pasted)
        self._who = ipywidgets.Text(placeholder="your name", description="Name")
        save = self._button("Save my results", "a small file for your teacher", self._save)

        self._forget = self._button("Forget everything …", "asks first", self.ask_to_forget)
        self._really = self._button("Yes, forget it all", "for good", self.forget, "danger")
        self._keep = self._button("No, keep it", "nothing happens", self.keep)
        self._sure = ipywidgets.HBox([], layout={"flex_flow": "row wrap"})

        def words(text: str) -> ipywidgets.HTML:
            return ipywidgets.HTML(f"<p>{escape(text)}</p>")

        taking = ipywidgets.VBox(
            [
                words(
                    f"{label} and keep it, for Binder forgets. It can be added anywhere, twice too."
                ),
                self._copy,
                words("A logbook from another computer or another day: paste it here."),
                self._paste,
                add,
            ]
        )
        handing = ipywidgets.VBox(
            [
                words("For your teacher: a small text file beside this notebook."),
                ipywidgets.HBox([self._who, save], layout={"flex_flow": "row wrap"}),
            ]
        )
        forgetting = ipywidgets.VBox([self._forget, self._sure])
        folds = [
            _fold("Take along or add", taking),
            _fold("Hand in", handing),
            _fold("Forget", forgetting),
        ]
        row = ipywidgets.HBox([self._repeat, look], layout={"flex_flow": "row wrap"})
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(style()),
                self._summary,
                self._due,
                row,
                self._place,
                self._said,
                *folds,
                self._below,
            ]
        )
        self.widget.add_class("skylib-deck")

    def _button(self, text: str, tip: str, do, style: str = "") -> ipywidgets.Button:  # type: ignore[no-untyped-def]
        near = {"width": "auto", "align_self": "flex-start"}
        button = ipywidgets.Button(description=text, tooltip=tip, button_style=style, layout=near)
        above = do in (self.repeat, self.refresh)
        button.on_click(guarded(self._error if above else self._error_below, lambda _: do()))
        return button

    def _error(self, error: Exception) -> None:
        self._said.value = boxed("error", f'<p role="alert">{escape(str(error))}</p>')

    def _error_below(self, error: Exception) -> None:
        self._below.value = boxed("error", f'<p role="alert">{escape(str(error))}</p>')

    def _say(self, text: str, below: bool = True) -> None:
        place = self._below if below else self._said
        place.value = f'<div role="status">{boxed("story", f"<p>{escape(text)}</p>")}</div>'

    # ---- what was done ----------------------------------------------------------------------

    def _counts(self) -> tuple[Summary, list[Repeat], int]:
        every = self.book.to_repeat(due=False)
        due = self.book.to_repeat()
        return summed(self.book.entries()), due, len(every) - len(due)

    def refresh(self) -> None:
        """Read the logbook anew, other notebooks' results included."""
        summary, due, later = self._counts()
        parts = [_overview(summary)]
        for line in [self.book.warning, *self.book.complaints()]:
            if line:
                parts.append(boxed("error", f"<p>{escape(line)}</p>"))
        where = f"Kept in {self.book.path}." if self.book.path else "Kept until this kernel ends."
        parts.append(f'<p class="skylib-note">{escape(where)}</p>')
        self._summary.value = "".join(parts)
        items = "".join(f"<li>{escape(_call(item))}</li>" for item in due[:LISTED])
        if len(due) > LISTED:
            items += f"<li>and {len(due) - LISTED} more</li>"
        self._due.value = (
            boxed("goal", f"<p>{escape(repeat_head(due, later))}</p>")
            + (f"<ul>{items}</ul>" if items else "")
            + f"<details><summary>When does it come back?</summary>{_WHEN}</details>"
        )
        self._repeat.disabled = not any(item.kind in _ASKED for item in due)
        self._copy.value = self.book.export()

    # ---- repeating --------------------------------------------------------------------------

    def repeat(self) -> None:
        """Ask the next of what is due; what was passed over waits until all others were asked.

        Raises `SkylibError` if nothing is due that can be asked here.
        """
        if self._now is not None and self.question is not None and self.question.given is None:
            self._passed.add(self._now[:4])
        due = [item for item in self.book.to_repeat() if item.kind in _ASKED]
        due.sort(key=lambda item: item[:4] in self._passed)
        for item in due:
            try:
                question = self._asked(item)
            except SkylibError:
                self._passed.add(item[:4])
                continue  # of another version of the course
            self._show(item, question)
            return
        self._show(None, None)
        self._repeat.description = "Repeat now"
        raise SkylibError("nothing is due that can be asked here")

    def _asked(self, item: Repeat) -> Question:
        if item.kind == "question":
            from . import predict

            question = predict(item.name)
            question._answered = lambda given, good: self._after(good)
            return question
        posed = recall(item.name, item.seed, item.key)

        def answered(given: str, good: bool) -> None:
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
            self._after(good)

        return posed.problem.question(answered)

    def _after(self, good: bool) -> None:
        self.refresh()
        left = sum(item.kind in _ASKED for item in self.book.to_repeat())
        rest = f"{left} more to repeat." if left else "Nothing more is due."
        when = "It comes back another day." if good else "It comes back in ten minutes."
        self._say(f"{'Right.' if good else 'Not yet.'} {when} {rest}", below=False)
        self._repeat.description = "Repeat the next" if left else "Repeat now"

    def _show(self, item: Repeat | None, question: Question | None) -> None:
        old = self._place.children
        self._now, self.question = item, question
        self._place.children = (question.widget,) if question else ()
        for widget in old:
            close_all(widget)
        if item is not None:
            times = "once" if item.missed == 1 else f"{item.missed} times"
            self._say(f"You missed this one {times}: {what(item)}.", below=False)

    # ---- taking along -----------------------------------------------------------------------

    def _add_pasted(self) -> None:
        new = self.book.merge(self._paste.value)
        self._paste.value = ""
        self.refresh()
        self._say(f"{new} result{' was' if new == 1 else 's were'} new.")

    def _save(self) -> None:
        path = save_results(self._who.value, book=self.book)
        self._say(
            f"Your results stand in {path.name}, beside this notebook. In JupyterLab: right "
            "click on it in the list of files, Download, and hand it in."
        )

    # ---- forgetting -------------------------------------------------------------------------

    def ask_to_forget(self) -> None:
        """Ask whether everything is to be forgotten; nothing happens yet."""
        count = len(self.book.entries())
        self._sure.children = (self._really, self._keep)
        self._say(f"Forget all {count} results, for good? Another copy may be taken along first.")

    def keep(self) -> None:
        """The answer no."""
        self._sure.children = ()
        self._say("Nothing was forgotten.")

    def forget(self) -> None:
        """The answer yes."""
        self._sure.children = ()
        self.book.forget()
        self._show(None, None)
        self.refresh()
        self._say("Everything is forgotten.")

    def text(self) -> str:
        summary, due, later = self._counts()
        return summary_text(summary, due, later, self.book.complaints())


def _fold(title: str, content: ipywidgets.Widget) -> ipywidgets.VBox:
    """Something behind a button that opens and closes it; unlike the headers of an accordion
    it can be reached by keyboard."""
    button = ipywidgets.ToggleButton(
        description=f"▸ {title}",
        tooltip="open or close",
        layout={"width": "auto", "align_self": "flex-start"},
    )
    place = ipywidgets.VBox([button])

    def turned(change: dict[str, bool]) -> None:
        button.description = f"{'▾' if change['new'] else '▸'} {title}"
        place.children = (button, content) if change["new"] else (button,)

    button.observe(turned, "value")
    return place


def _title(game: str) -> str:
    """A game's title; the name itself of what is no game, like the hexes."""
    try:
        return find_game(game).title
    except SkylibError:
        return game


def _call(item: Repeat) -> str:
    """What is to be repeated, and how one gets there."""
    if item.kind in _ASKED:
        return what(item)
    if item.kind == "level":
        return f"{what(item)}: fly it again in its lesson, or with lessons.level('{item.name}')"
    return f"{what(item)}: try it again in its lesson"


def _overview(summary: Summary) -> str:
    """A table by game, and the single items folded below it."""
    if not summary.count:
        return boxed("story", f"<p>Your logbook. {escape(EMPTY)}</p>")
    rows = []
    for game in summary.games():
        levels, puzzles = (summary.total(kind, game) for kind in ("level", "puzzle"))
        questions, drills = (summary.total(kind, game) for kind in ("question", "drill"))
        rows.append(
            (
                _title(game),
                *(
                    f"{t.right} of {t.tried}, ★ {counted(t.stars)}" if t.tried else "–"
                    for t in (levels, puzzles)
                ),
                *(f"{t.right} of {t.tried} right" if t.tried else "–" for t in (questions, drills)),
            )
        )
    head = ("Game", "Levels", "Puzzles", "Questions", "Drills")
    caption = f"Your logbook: {results_of(summary)}, {so_many(summary.stars())}"
    out = [table(head, rows, caption)]
    for title, items in lines_of(summary):
        body = "".join(f"<li>{escape(name)}: {escape(text)}</li>" for name, text in items)
        out.append(f"<details><summary>{escape(title)}</summary><ul>{body}</ul></details>")
    return "".join(out)
