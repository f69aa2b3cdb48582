"""How the scenarios of Le Temps des As balance with our numbers: computer against computer.

    python tests/benchmarks/balance_le_temps_des_as.py [games]

plays that many games of each scenario (20 if left out) with the suggested set-ups and the default
readings, and writes ``skylib/le_temps_des_as/balance.toml``. Seeds are 1, 2, 3 ..., so the same
numbers and the same player give the same table.
"""

from __future__ import annotations

import datetime
import sys
from collections import Counter
from pathlib import Path

import skylib.le_temps_des_as as package
from skylib.le_temps_des_as import scenarios
from skylib.le_temps_des_as.game import LeTempsDesAs
from skylib.pilots.le_temps_des_as import choose

PRINTED = [s.id for s in scenarios.load().values() if s.section.startswith("12.")]
TARGET = Path(package.__file__).with_name("balance.toml")


def outcome(scenario: str, seed: int) -> tuple[str, int]:
    """Who wins a game, and in which turn it ends."""
    game = LeTempsDesAs.new_game(scenario, seed=seed, setup="ready")
    while not game.outcome:
        game.play(choose(game))
    return " ".join(game.outcome.winners) or "draw", game.state.turn


def table(games: int) -> str:
    """The table as TOML."""
    lines = [
        "# How the scenarios balance with our numbers: computer against computer, suggested",
        "# set-ups, default readings, seeds from 1. Written by",
        "# tests/benchmarks/balance_le_temps_des_as.py.",
        f"date = {datetime.date.today().isoformat()}",
        f"games = {games}",
        'sides = ["Entente", "Central"]',
        'unit = "turns"',
    ]
    for id in PRINTED:
        results = [outcome(id, seed) for seed in range(1, games + 1)]
        wins = Counter(winner for winner, _ in results)
        lines += [
            "",
            "[[scenario]]",
            f'id = "{id}"',
            f"entente = {wins['Entente']}",
            f"central = {wins['Central']}",
            f"draws = {wins['draw']}",
            f"length = {sum(turn for _, turn in results) / games:.1f}",
        ]
        print(*lines[-6:], sep="  ", flush=True)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(table(int(sys.argv[1]) if len(sys.argv) > 1 else 20), "utf-8")
