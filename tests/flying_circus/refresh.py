"""Play the golden games anew and write them down, after a change of rules or of figures.

Run ``python -m tests.flying_circus.refresh`` from the repository's root, then read what has
changed. Each game is played by the computer players; a condition says what it must hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import skylib
from skylib.core.games import Game
from skylib.core.records import Entry, Expectation, Record
from skylib.pilots import flying_circus as pilot
from skylib.pilots import flying_circus_introductory as intro_pilot

GOLDEN = Path(__file__).parent / "golden"
LONGEST = 260  # moves


def downed(game: Game) -> bool:
    return any(a.status == "shot down" for a in game.state.aircraft)


def photographed(game: Game) -> bool:
    return any(a.photographed and a.status == "exited" for a in game.state.aircraft)


def strafed(game: Game) -> bool:
    return game.state.strafes > 0


GAMES: tuple[tuple[str, str, str, Callable[[Game], bool]], ...] = (
    ("air", "flying-circus", "air-1917-b", downed),
    ("photo", "flying-circus", "photo-1917-german-a", photographed),
    ("trench", "flying-circus", "trench-1917-allied-b", strafed),
    ("artillery", "flying-circus", "artillery-1916-german-a", strafed),
    ("introductory", "flying-circus-introductory", "2", lambda game: True),
)


def played(name: str, scenario: str, wanted: Callable[[Game], bool]) -> Game:
    """The first game, by its seed, that ends in time and holds what is wanted."""
    choose = intro_pilot.choose if "introductory" in name else pilot.choose
    for seed in range(100):
        game = skylib.new_game(name, scenario=scenario, seed=seed)
        while not game.outcome and len(game.history) < LONGEST:
            game.play(choose(game))
        if game.outcome and wanted(game):
            return game
    raise SystemExit(f"no game of {scenario} holds what is wanted")


def written(game: Game) -> Record:
    """The record of a game with the dice's effects and the end as expectations."""
    record = game.record()
    steps = iter(game.history)
    items = []
    for item in record.items:
        if isinstance(item, Entry) and item.move:
            facts = next(steps).ruling.facts
            expected = [(k, v) for k, v in facts.items() if k.endswith((" die", " damage"))]
            item = replace(item, expectations=tuple(Expectation(k, str(v)) for k, v in expected))
        items.append(item)
    ends = ("status", " max", "allowance", "strafes")
    last = [(k, v) for k, v in game.facts().items() if k.startswith("score") or k.endswith(ends)]
    final = items[-1]
    assert isinstance(final, Entry)
    items[-1] = replace(
        final, expectations=(*final.expectations, *(Expectation(k, v) for k, v in last))
    )
    title = f"A whole game: {game.scenarios()[game.setup.scenario]}"
    return replace(record, title=title, items=tuple(items))


def main() -> None:
    for kind, name, scenario, wanted in GAMES:
        game = played(name, scenario, wanted)
        written(game).save(GOLDEN / f"{kind}.record")
        print(f"{kind}: seed {game.setup.seed}, {len(game.history)} moves. {game.outcome}")


if __name__ == "__main__":
    main()
