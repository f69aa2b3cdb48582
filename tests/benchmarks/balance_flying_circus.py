"""How the scenarios of Flying Circus balance with our numbers: computer against computer.

    python tests/benchmarks/balance_flying_circus.py [--games 200] [--round 10] [SCENARIO ...]
    python tests/benchmarks/balance_flying_circus.py --write

Both sides are played by the computer player with the default readings and the usual line-ups.
The computer always enters in the same hex, so here its entries are shifted along the edge by lot;
the dice and the lots come from the seeds 1, 2, 3 ..., so the same numbers and the same player give
the same table.

All scenarios get their first games before any gets more, and each game is a line of the results
file as soon as it is over: a run that is stopped goes on where it was. Games that were played with
other numbers (aircraft, combat tables, map) or by another player than those of today do not count.
``--write`` makes
``skylib/flying_circus/balance.toml`` of as many games as every scenario has.
"""

from __future__ import annotations

import argparse
import datetime
import gc
import json
import random
from collections import Counter
from hashlib import sha256
from pathlib import Path

import skylib.flying_circus as package
from skylib.core.balance import HOPELESS
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.moves import Enter
from skylib.flying_circus.scenarios import Choice
from skylib.flying_circus.state import enemy_of
from skylib.pilots import flying_circus as pilot
from skylib.pilots import flying_circus_tables as tables

TARGET = Path(package.__file__).with_name("balance.toml")
RESULTS = Path(__file__).with_name("balance_flying_circus.jsonl")
SHIFT = 6  # hexes along the edge, at most, either way

WHY = {
    "free": "One player chooses the aircraft of both sides and the other then his side: the usual "
    "line-up is one of many, and who chooses unevenly leaves the better side to the other.",
    "trench": "The rulebook pays 3 points for every strafing and 5 for an attacker shot down: who "
    "has strafed twice has won more than his own loss costs.",
    "artillery": "The rulebook pays 3 points for every strafing and 5 for an attacker shot down: "
    "two strafings outweigh a loss, though batteries fire better than trenches.",
    "numbers": "The rulebook's line-up has three aircraft against two.",
}
"""Why a side of a scenario may be all but hopeless: since its aircraft are chosen, by its kind,
or for being outnumbered."""

Result = tuple[str, int]  # who wins, and in which movement phase the game ends


def numbers(game: FlyingCircus) -> str:
    """A short sign of all the numbers that a scenario is played with, and of the player."""
    kinds = [kind for line_up in game.line_ups.values() for kind in line_up]
    board = game.map
    places = [board.letters, board.allied_trench, board.german_trench]
    places += [board.allied_artillery, board.german_artillery]
    parts = [str(sorted(place)) for place in places]
    parts += [str(board.letters), str(len(board.board))]
    parts += [repr(kind) for kind in kinds] + [str(t) for t in game.charts.tables.values()]
    parts += [Path(module.__file__ or "").read_text("utf-8") for module in (pilot, tables)]
    return sha256("\n".join(parts).encode()).hexdigest()[:12]


def shifted(game: FlyingCircus, move: Enter, lot: random.Random) -> Enter:
    """An entry moved along the edge by lot."""
    entries = [e for e in game.entries(game.state[move.id]) if e.facing == move.facing]
    place = entries.index(move) + lot.randint(-SHIFT, SHIFT)
    return entries[min(max(0, place), len(entries) - 1)]


def play(scenario: str, seed: int) -> Result:
    """One game between equal computer players."""
    game, lot = FlyingCircus.new_game(scenario, seed=seed), random.Random(seed)
    while not game.outcome:
        move = pilot.choose(game)
        game.play(shifted(game, move, lot) if isinstance(move, Enter) else move)
    winners = game.outcome.winners
    return winners[0] if winners else "draw", game.state.phase


def load(path: Path, signs: dict[str, str]) -> dict[str, dict[int, Result]]:
    """The games played with the numbers of today: scenario, seed, result."""
    out: dict[str, dict[int, Result]] = {name: {} for name in signs}
    if path.exists():
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            if signs.get(row["scenario"]) == row["numbers"]:
                out[row["scenario"]][row["seed"]] = row["winner"], row["phase"]
    return out


def reason(name: str, loser: str) -> str:
    """The rulebook's own reason why that side all but always loses, or nothing."""
    game = FlyingCircus.new_game(name, seed=1)
    line_ups = [game.scenario.line_up(side) for side in ("allied", "german")]
    if any(isinstance(line_up, Choice) and line_up.chooser == "one" for line_up in line_ups):
        return WHY["free"]
    if game.scenario.kind in WHY and loser != game.scenario.attacker:
        return WHY[game.scenario.kind]
    own, enemy = (len(game.line_ups[side]) for side in (loser, enemy_of(loser)))
    return WHY["numbers"] if own < enemy else ""


def table(played: dict[str, dict[int, Result]], games: int) -> str:
    """The table as TOML, of the games with the seeds 1 to ``games``."""
    lines = [
        "# How the scenarios balance with our numbers: computer against computer, usual line-ups,",
        "# default readings, entries shifted by lot, seeds from 1. Written by",
        "# tests/benchmarks/balance_flying_circus.py.",
        f"date = {datetime.date.today().isoformat()}",
        f"games = {games}",
        'sides = ["allied", "german"]',
        'unit = "phases"',
    ]
    for name, results in played.items():
        counted = [results[seed] for seed in range(1, games + 1)]
        wins = Counter(winner for winner, _ in counted)
        lines += [
            "",
            "[[scenario]]",
            f'id = "{name}"',
            f"allied = {wins['allied']}",
            f"german = {wins['german']}",
            f"draws = {wins['draw']}",
            f"length = {sum(phase for _, phase in counted) / games:.1f}",
        ]
        loser = min(("allied", "german"), key=lambda side: wins[side])
        hopeless = wins[loser] < HOPELESS * (wins["allied"] + wins["german"])
        if hopeless and (why := reason(name, loser)):
            lines.append(f'why = "{why}"')
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO")
    parser.add_argument("--games", type=int, default=200, help="of each scenario")
    parser.add_argument("--round", type=int, default=10, help="games before the next scenario")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--write", action="store_true", help="write the table, play nothing")
    options = parser.parse_args()

    known = list(FlyingCircus.scenarios())
    signs = {name: numbers(FlyingCircus.new_game(name, seed=1)) for name in known}
    played = load(options.results, signs)
    if options.write:
        games = min(sum(1 for _ in _from_one(results)) for results in played.values())
        if not games:
            raise SystemExit("not every scenario has been played with the numbers of today")
        TARGET.write_text(table(played, games), "utf-8")
        print(f"{games} games of each of {len(known)} scenarios in {TARGET}")
        return
    gc.disable()  # what a game leaves behind goes by itself
    with options.results.open("a", encoding="utf-8") as file:
        for done in range(options.round, options.games + options.round, options.round):
            for name in options.scenarios or known:
                for seed in range(1, min(done, options.games) + 1):
                    if seed not in played[name]:
                        winner, phase = played[name][seed] = play(name, seed)
                        row = {"scenario": name, "numbers": signs[name], "seed": seed}
                        print(json.dumps(row | {"winner": winner, "phase": phase}), file=file)
                file.flush()


def _from_one(results: dict[int, Result]):
    """The seeds 1, 2, 3 ... as far as there are results without a gap."""
    seed = 1
    while seed in results:
        yield seed
        seed += 1


if __name__ == "__main__":
    main()
