"""The table of a game's balance for the lessons."""

from __future__ import annotations

from collections.abc import Mapping

from skylib.core.balance import Balance

from .chart import Chart

__all__ = ["balance_chart"]


def balance_chart(table: Balance, titles: Mapping[str, str], how: str) -> Chart:
    """How often each side won when the computer played both.

    Args:
        table: the published results.
        titles: scenario id to title.
        how: a sentence on how the games were set up.
    """
    rows = [
        (
            titles[row.id],
            *(f"{n} ({n / table.games:.0%})" for n in (*row.wins.values(), row.draws)),
            f"{row.length:.1f}",
        )
        for row in table.results
    ]
    head = ("scenario", *(side.capitalize() for side in table.sides), "draws", table.unit)
    notes = (
        f"{table.games} games of each scenario, the computer on both sides. {how} "
        f"{table.unit.capitalize()}: how long a game lasts on average.",
        "With the printed tables in place of our numbers, or with better pilots, it may be "
        "otherwise.",
    )
    return Chart("Who wins? The computer against itself", head, rows, notes)
