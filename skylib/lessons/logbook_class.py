"""A class's results: a folder of pupils' files as a table, and a picture of who needs what."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import ipywidgets

from skylib.core.errors import ReadError, SkylibError

from .logbook_entry import Entry
from .logbook_pupil import ENDING, Handed, read_results
from .logbook_summary import STARRED, Summary, Tally, spoken, summed
from .markup import boxed, escape, style, table
from .shown import Shown, close_all, guarded
from .worth import counted

__all__ = ["ClassResults", "Pupil", "read_class"]

MOST_FILES = 500
NEED = 0.7  # who gets less than this share right of something tried often enough needs it
ENOUGH = 3  # answers, before a share means something
_WIDE = 16  # columns in the picture: those where the class needs most


@dataclass
class Pupil:
    """One pupil: everything handed in under the name, in whatever number of files."""

    name: str
    entries: list[Entry] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    @cached_property
    def summary(self) -> Summary:
        """What all of it says; asked for once the folder is read."""
        return summed(self.entries)

    def needs(self) -> list[str]:
        """What was tried often enough and is right too seldom, the worst first."""
        kinds = _shares(self.summary)
        weak = [k for k, t in kinds.items() if t.tried >= ENOUGH and t.share < NEED]
        return sorted(weak, key=lambda k: kinds[k].share)


def _shares(summary: Summary) -> dict[str, Tally]:
    """Tallies of drills by kind, and of a game's questions, levels and puzzles together."""
    out = dict(summary.of_kind("drill"))
    for kind, word in (("question", "questions"), ("level", "levels"), ("puzzle", "puzzles")):
        for game in summary.games():
            total = summary.total(kind, game)
            if total.tried:
                out[f"{game}/{word}"] = total
    return out


def read_class(folder: str | Path) -> tuple[list[Pupil], list[str]]:
    """The pupils whose files lie in a folder, and a sentence for whatever is wrong there.

    Two files of one name are one pupil if they share a result or one is empty: the same
    logbook, saved twice. If they share none they are two of the same name. Raises
    `SkylibError` if there is no such folder.
    """
    place = Path(folder)
    try:
        names = sorted(entry.name for entry in os.scandir(place))
    except OSError as error:
        raise SkylibError(f"the folder {folder} cannot be read: {error.strerror}") from None
    ours = [name for name in names if name.lower().endswith(ENDING)]
    complaints = []
    if others := [n for n in names if n not in ours and not n.startswith(".")]:
        is_are = "is no file" if len(others) == 1 else "are no files"
        complaints.append(f"{len(others)} more {is_are} of the form NAME{ENDING}: left alone.")
    if len(ours) > MOST_FILES:
        complaints.append(f"Only the first {MOST_FILES} of {len(ours)} files are read.")
    pupils: list[Pupil] = []
    for name in ours[:MOST_FILES]:
        try:
            _take(read_results(place / name), pupils, complaints)
        except ReadError as error:
            complaints.append(f"{error}.")
    _tell_apart(pupils, complaints)
    _find_copies(pupils, complaints)
    return sorted(pupils, key=lambda pupil: pupil.name.casefold()), complaints


def _take(handed: Handed, pupils: list[Pupil], complaints: list[str]) -> None:
    """Add a file to its pupil, or begin a new one."""
    new = {entry.identity: entry for entry in handed.entries}
    for pupil in pupils:
        if pupil.name.casefold() != handed.who.casefold():
            continue
        have = {entry.identity for entry in pupil.entries}
        if not have or not new or have & set(new):
            pupil.entries += [entry for key, entry in new.items() if key not in have]
            pupil.files.append(handed.file)
            complaints.append(
                f"{handed.file}: {handed.who} has handed in {pupil.files[0]} too; what stands "
                "in both counts once."
            )
            return
    pupils.append(Pupil(handed.who, list(new.values()), [handed.file]))


def _tell_apart(pupils: list[Pupil], complaints: list[str]) -> None:
    """Different pupils of one name are numbered."""
    by_name: dict[str, list[Pupil]] = {}
    for pupil in pupils:
        by_name.setdefault(pupil.name.casefold(), []).append(pupil)
    for same in by_name.values():
        if len(same) > 1:
            files = ", ".join(pupil.files[0] for pupil in same)
            complaints.append(f"{len(same)} pupils are called {same[0].name}: {files}.")
            for number, pupil in enumerate(same, 1):
                pupil.name = f"{pupil.name} ({number})"


def _find_copies(pupils: list[Pupil], complaints: list[str]) -> None:
    """Results that stand under two names come from one logbook. A single one may be chance:
    two pupils who answer one question in the same thousandth of a second."""
    owner: dict[tuple[object, ...], Pupil] = {}
    shared: Counter[tuple[str, str]] = Counter()
    for pupil in pupils:
        for entry in pupil.entries:
            other = owner.setdefault(entry.identity, pupil)
            if other is not pupil:
                shared[other.name, pupil.name] += 1
    for (one, two), count in shared.items():
        if count > 1:
            complaints.append(
                f"{two} and {one} share {count} results; perhaps they worked at one computer."
            )


class ClassResults(Shown):
    """The table, the picture and the complaints.

    Args:
        folder: where the files lie.

    Attributes:
        pupils: who handed something in.
        complaints: what is wrong in the folder, a sentence each.

    Raises `SkylibError` if there is no such folder.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._choice = ipywidgets.ToggleButtons(
            options=[("by what was done", "kind"), ("by rule", "rule")],
            value="kind",
            style={"button_width": "auto"},
            tooltips=["drills, questions, levels and puzzles", "the rules that decided"],
        )
        self._again = ipywidgets.Button(
            description="Read the folder again", layout={"width": "auto"}
        )
        self._again.on_click(guarded(self._error, lambda _: self.refresh()))
        self._choice.observe(guarded(self._error, lambda _: self._draw()), "value")
        self._table = ipywidgets.HTML()
        self._place = ipywidgets.VBox()
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(style()),
                self._table,
                ipywidgets.HBox([self._choice, self._again], layout={"flex_flow": "row wrap"}),
                self._place,
            ]
        )
        self.widget.add_class("skylib-deck")
        self.refresh()

    def _error(self, error: Exception) -> None:
        self._table.value = boxed("error", f'<p role="alert">{escape(str(error))}</p>')

    def refresh(self) -> None:
        """Read the folder again."""
        self.pupils, self.complaints = read_class(self.folder)
        shown = table(*self._rows(), f"Results of {_pupils(len(self.pupils))}")
        # Wider than a phone it is scrolled sideways, by keyboard too.
        inside = "overflow-x: auto; contain: inline-size"
        scrolled = f'role="region" aria-label="Results" tabindex="0" style="{inside}"'
        parts = [f"<div {scrolled}>{shown}</div>"]
        if self.complaints:
            items = "".join(f"<li>{escape(text)}</li>" for text in self.complaints)
            parts.append(boxed("story", f"<p>In the folder:</p><ul>{items}</ul>"))
        self._table.value = f'<div role="status">{"".join(parts)}</div>'
        self._draw()

    def _spoken(self, name: str) -> str:
        """The name of a drill, or of a game's questions, in words; that of a rule as it is."""
        games = {game for pupil in self.pupils for game in pupil.summary.games()}
        return spoken(name, games) if "/" in name else name

    # ---- the table ----------------------------------------------------------------------

    def _rows(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        head = ("Pupil", "Results", "Levels", "Puzzles", "Stars", "Questions", "Drills", "Needs")
        rows = []
        for pupil in self.pupils:
            summary = pupil.summary
            done = [summary.total(kind) for kind in STARRED]
            answers = [summary.total(kind) for kind in ("question", "drill")]
            rows.append(
                (
                    pupil.name,
                    str(summary.count),
                    *(f"{t.right} of {t.tried}" if t.tried else "–" for t in done),
                    counted(summary.stars()),
                    *(_share(t) for t in answers),
                    ", ".join(self._spoken(need) for need in pupil.needs()[:3]) or "–",
                )
            )
        return head, rows

    # ---- the picture --------------------------------------------------------------------

    def grid(self, by: str = "kind") -> tuple[list[str], dict[str, list[Tally | None]]]:
        """The pupils' names, and for each kind or rule their tallies in the same order;
        first what the class needs most."""
        count: Callable[[Summary], dict[str, Tally]] = (
            _shares if by == "kind" else lambda summary: summary.by_rule
        )
        each = [count(pupil.summary) for pupil in self.pupils]
        names = {name for tallies in each for name in tallies}

        def need(name: str) -> tuple[float, str]:
            """The class's share, with two right answers as a start: one answer says little."""
            tallies = [tallies[name] for tallies in each if name in tallies]
            right, tried = sum(t.right for t in tallies), sum(t.tried for t in tallies)
            return (right + 2) / (tried + 2), name

        columns = {n: [tallies.get(n) for tallies in each] for n in sorted(names, key=need)}
        return [pupil.name for pupil in self.pupils], columns

    def _cells(self):  # type: ignore[no-untyped-def]
        from skylib.maps.heat_map import Cell

        rows, columns = self.grid(self._choice.value)
        chosen = [(self._spoken(n), tallies) for n, tallies in list(columns.items())[:_WIDE]]
        cells = [
            Cell(
                row,
                column,
                tally.share,
                f"{tally.right}/{tally.tried}",
                f"{rows[row]}, {name}: {tally.right} of {tally.tried} right",
            )
            for column, (name, tallies) in enumerate(chosen)
            for row, tally in enumerate(tallies)
            if tally is not None
        ]
        return rows, [name for name, _ in chosen], cells

    def _draw(self) -> None:
        from skylib.maps.heat_map import HeatMap

        old = self._place.children
        rows, columns, cells = self._cells()
        if cells:
            label = (
                f"Who needs what: {_pupils(len(rows))} by {len(columns)} things tried, right "
                "answers of all. The same stands in the table and in the text of this cell."
            )
            hidden = len(self.grid(self._choice.value)[1]) - len(columns)
            note = "Orange: few right; white: all right."
            if hidden:
                note += f" {hidden} more that the class needs less are not drawn."
            self._place.children = (
                HeatMap(rows, columns, cells, label),
                ipywidgets.HTML(f'<p class="skylib-note">{escape(note)}</p>'),
            )
        else:
            self._place.children = (ipywidgets.HTML("<p>Nothing has been handed in yet.</p>"),)
        for widget in old:
            close_all(widget)

    def drawn(self) -> Mapping[str, str]:
        from skylib.maps.heat_map import heat_map_svg
        from skylib.maps.png import svg_picture

        rows, columns, cells = self._cells()
        return svg_picture(heat_map_svg(rows, columns, cells)) if cells else {}

    def text(self) -> str:
        head, rows = self._rows()
        out = [f"Results of {_pupils(len(self.pupils))}."]
        if rows:
            lines = [head, *rows]
            widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
            out += ["  ".join(c.ljust(w) for c, w in zip(line, widths)).rstrip() for line in lines]
            for by, title in (
                ("kind", "What the class needs, by what was done:"),
                ("rule", "By rule:"),
            ):
                _, columns = self.grid(by)
                out.append(title)
                for name, tallies in columns.items():
                    total = Tally(
                        sum(t.tried for t in tallies if t), sum(t.right for t in tallies if t)
                    )
                    who = sum(t is not None for t in tallies)
                    out.append(f"  {self._spoken(name)}: {_share(total)}, {_pupils(who)}")
        return "\n".join([*out, *self.complaints])


def _share(tally: Tally) -> str:
    if not tally.tried:
        return "–"
    return f"{tally.right} of {tally.tried} ({round(100 * tally.share)}\N{NO-BREAK SPACE}%)"


def _pupils(count: int) -> str:
    return f"{count} pupil{'' if count == 1 else 's'}"
