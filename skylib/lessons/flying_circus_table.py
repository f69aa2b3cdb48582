"""The combat table with the column of the range lit, and the odds of one shot as bars."""

from __future__ import annotations

from html import escape

from skylib.core.wording import counted
from skylib.flying_circus.tables import DICE, RANGES, CombatTable

from .flying_circus_markup import OURS
from .markup import said

__all__ = ["odds_html", "odds_text", "table_html"]


def table_html(table: CombatTable, title: str, reach: int | None = None, enough: int = 99) -> str:
    """A combat table.

    Args:
        table: the table.
        title: its caption.
        reach: the range whose column is lit.
        enough: damage points that bring the target down; such cells of the column are marked.
    """
    head = []
    for range_ in RANGES:
        lit = range_ == reach
        mark = "▼ " if lit else ""
        head.append(f'<th scope="col" class="{"lit" if lit else ""}">{mark}{range_}</th>')
    rows = []
    for die in DICE:
        cells = []
        for range_ in RANGES:
            points = table.damage(die, range_)
            kind = "lit" if range_ == reach else ""
            sign = ""
            if range_ == reach and points >= enough:
                kind, sign = "lit kill", "✕"
            cells.append(f'<td class="{kind}">{points}{sign}</td>')
        rows.append(f'<tr><th scope="row">{die}</th>{"".join(cells)}</tr>')
    note = f" {OURS} ours" if any(table.ours(r) for r in RANGES) else ""
    return (
        f'<table class="skylib-crt"><caption>{escape(title)}{note}</caption><thead><tr>'
        f'<th scope="col">die</th>{"".join(head)}</tr></thead><tbody>{"".join(rows)}'
        "</tbody></table>"
    )


def odds_html(table: CombatTable, reach: int, enough: int, target: str, say: bool = False) -> str:
    """Bars for the chance of each damage in sixths, and the chance to shoot the target down,
    which screen readers are told at once if ``say`` is set."""
    rows = []
    for points, sixths in table.odds(reach):
        kill = points >= enough
        word = counted(points, "point")
        rows.append(
            f'<div class="row"><span>{word}</span>'
            f'<span class="bar{" kill" if kill else ""}" style="width:{22 * sixths}px"></span>'
            f"<span>{sixths} of 6{', shot down' if kill else ''}</span></div>"
        )
    down = sum(sixths for points, sixths in table.odds(reach) if points >= enough)
    text = f"Needs {enough} to shoot {target} down: {down} of 6 ({round(100 * down / 6)} %)."
    text += f" Mean damage {table.mean(reach):.1f}."
    return (
        f'<div class="skylib-odds"><strong>Odds at range {reach}</strong>{"".join(rows)}'
        f"{said(text) if say else f'<p>{escape(text)}</p>'}</div>"
    )


def odds_text(table: CombatTable, reach: int, enough: int, target: str) -> str:
    """The same in words."""
    parts = [f"{points}: {sixths} of 6" for points, sixths in table.odds(reach)]
    down = sum(sixths for points, sixths in table.odds(reach) if points >= enough)
    return (
        f"Damage at range {reach}: {', '.join(parts)}. {enough} shoot {target} down: {down} of 6."
    )
