"""Moves to be refused in Le Temps des As."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from skylib import replay
from skylib.core.records import Record
from skylib.core.rulings import Ruling
from skylib.le_temps_des_as import charts
from skylib.le_temps_des_as.game import LeTempsDesAs
from skylib.le_temps_des_as.manoeuvres import Choice
from skylib.le_temps_des_as.moves import KINDS, Move

from .judged import Forms, puzzles

_SHORTS = {sheet.short: sheet.id for sheet in charts.ours().aircraft.values()}
_PLAIN = tuple(k for k in KINDS if k not in ("place", "fly", "fire", "unjam", "pursue", "power"))
_ALONE = (
    "ready",
    "roll",
    "take",
    "give",
    "pass",
    "subtract",
    "keep",
    "rise",
    "sink",
    "stay",
    "done",
)
NAMES = tuple(sheet.name for sheet in charts.ours().aircraft.values()) + tuple(
    marker.name for marker in charts.ours().markers.values()
)


def fight(entente: str, central: str, head: str, moves: str = "", **more: Any) -> LeTempsDesAs:
    """A skirmish with these counters, divided by ``|``, after moves divided by ``;``."""
    line_ups = {
        side: " ".join(_SHORTS[c.split()[0].rpartition("-")[0]] for c in text.split("|"))
        for side, text in (("entente", entente), ("central", central))
    }
    position = " | ".join((head, entente, central))
    game = LeTempsDesAs.new_game("skirmish", 1, position=position, **line_ups, **more)
    for text in filter(None, (m.strip() for m in moves.split(";"))):
        move, _, dice = text.partition(":")
        game.play(move, [int(d) for d in dice.split()])
    return game


def positions(folder: Path) -> Iterator[LeTempsDesAs]:
    """Games at many moments, each to be looked at before the next is asked for."""
    golden = Path(__file__).parents[1] / "le_temps_des_as" / "golden"
    for path in sorted(golden.glob("*.record")):
        yield from _replayed(path)
    yield from puzzles("le-temps-des-as")


def _replayed(path: Path) -> Iterator[LeTempsDesAs]:
    """A golden game: the first moments of each step of the turn, and some of the others."""
    game = replay(Record.read(path)).game
    assert isinstance(game, LeTempsDesAs)
    while game.can_undo:
        game.undo()
    seen: dict[str, int] = {}
    while True:
        times = seen[game.state.stage] = seen.get(game.state.stage, 0) + 1
        if times < 4 or times % 8 == 0:
            yield game
        if not game.can_redo:
            return
        game.redo()


def attempts(game: LeTempsDesAs, rng: random.Random) -> Iterator[Move]:
    """Moves of every kind, most of them not legal."""
    ids = [p.id for p in game.state.aircraft]
    board = game.setting.map.board

    def who() -> str:
        return rng.choice(ids)

    for kind in _PLAIN:
        yield Move(kind) if kind in _ALONE else Move(kind, (who(),))
    if len(ids) > 1:
        yield game.parse_move(f"choose {' '.join(rng.sample(ids, 2))}")
    for _ in range(4):
        yield Move("fire", (who(),), gun=rng.choice(("front", "rear", "round")), target=who())
        yield Move("pursue", (who(),), target=rng.choice((who(), "")))
        yield Move("unjam", (who(),), gun=rng.choice(("front", "rear")))
        level, ace = rng.choice((None, None, 1, 3, 5)), rng.choice(("", "", "RP-1", "Fire+1"))
        hex, facing = rng.choice(board.names), rng.choice(board.layout.facings)
        yield Move("place", (who(),), hex=hex, facing=facing, level=level, ace=ace)
    yield Move("power", power=rng.randint(-3, 3))
    table = list(game.setting.charts.manoeuvres)
    for _ in range(30 if game.state.stage == "manoeuvre" else 2):
        choice = Choice(
            rng.choice(table),
            rng.choice((0, -1, 1)),
            rng.choice((0, 0, 1, -1)),
            rng.choice((None, None, None, 2)),
            rng.random() < 0.2,
            rng.random() < 0.1,
        )
        yield Move("fly", choice=choice)


def others() -> Iterator[tuple[Ruling, bool]]:
    """Rulings of parts that lessons ask by themselves, and whether what they offer is true."""
    return iter(())


FORMS: Forms = {}
