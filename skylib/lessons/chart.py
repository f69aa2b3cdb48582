"""A chart of a game as a table: every number with its source, ours marked."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets

from .markup import escape, style
from .shown import Shown

__all__ = ["Chart"]

OURS = "◊"

_WORDS, _LONG = 24, ' class="long"'  # a cell with more letters than that may have several lines


class Chart(Shown):
    """A table of texts; a cell that ends with ◊ holds a number of ours.

    Args:
        title: what the table shows.
        head: the names of its columns.
        rows: its rows; the first cell of each is its name.
        notes: sentences below it.
    """

    def __init__(
        self,
        title: str,
        head: Sequence[str],
        rows: Sequence[Sequence[str]],
        notes: Sequence[str] = (),
    ) -> None:
        self.title, self.head = title, tuple(head)
        self.rows = tuple(tuple(row) for row in rows)
        self.notes = tuple(notes)
        if self.has_ours:
            self.notes += (f"{OURS} is ours: the rulebook's own table is lost.",)
        self.widget = ipywidgets.HTML(style() + self._markup())
        self.widget.add_class("skylib-deck")

    @property
    def has_ours(self) -> bool:
        """Whether any number is ours."""
        return any(cell.endswith(OURS) for row in self.rows for cell in row)

    def _markup(self) -> str:
        cells = "".join(f'<th scope="col">{escape(h)}</th>' for h in self.head)
        out = [
            '<div class="skylib-scroll"><table class="skylib-table skylib-chart">',
            f"<caption>{escape(self.title)}</caption>",
            f"<thead><tr>{cells}</tr></thead><tbody>",
        ]
        for first, *rest in self.rows:
            body = "".join(f"<td{_LONG if len(c) > _WORDS else ''}>{_cell(c)}</td>" for c in rest)
            out.append(f'<tr><th scope="row">{_cell(first)}</th>{body}</tr>')
        out.append("</tbody></table></div>")
        out += [f'<p class="skylib-note">{escape(note)}</p>' for note in self.notes]
        return "".join(out)

    def text(self) -> str:
        lines = [self.title]
        table = [self.head, *self.rows]
        widths = [max(len(row[i]) for row in table) for i in range(len(self.head))]
        for row in table:
            lines.append("  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip())
        return "\n".join([*lines, *self.notes])


def _cell(text: str) -> str:
    if not text.endswith(OURS):
        return escape(text)
    return f'{escape(text[:-1])}<sup title="ours, not the rulebook\'s">{OURS}</sup>'
