"""Small fights, set down by hand."""

from __future__ import annotations

from typing import Any

from skylib.le_temps_des_as import charts
from skylib.le_temps_des_as.game import LeTempsDesAs

ENTENTE = ("spad-xiii", "spad-vii", "se5a", "camel", "hanriot-hd1", "dh4")
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")


def find(name: str) -> type[LeTempsDesAs]:
    assert name == LeTempsDesAs.name
    return LeTempsDesAs


def fight(
    entente: str = "SpadXIII-1 0915 N",
    central: str = "Albatros-1 0903 S",
    head: str = "stage=choose holder=Entente",
    act: str = "",
    readings: dict[str, str] | None = None,
    seed: int = 1,
    **options: Any,
) -> LeTempsDesAs:
    """A skirmish with these counters, divided by ``|``; Entente to choose unless said otherwise."""
    shorts = {s.short: s.id for s in charts.ours().aircraft.values()}
    line_ups = {
        side: " ".join(shorts[c.split()[0].rpartition("-")[0]] for c in text.split("|"))
        for side, text in (("entente", entente), ("central", central))
    }
    sections = [head, *([f"act {act}"] if act else []), entente, central]
    return LeTempsDesAs.new_game(
        "skirmish", seed, readings, position=" | ".join(sections), **line_ups, **options
    )


def flying(who: str = "SpadXIII-1 0910 N speed=5", die: int = 1, **more: Any) -> LeTempsDesAs:
    """One aircraft under way, its risk die rolled, nobody near."""
    side = "entente" if who.split()[0].rpartition("-")[0] in _ENTENTE_SHORTS else "central"
    other = {"entente": "central", "central": "entente"}[side]
    far = "Albatros-1 0101 NW" if side == "entente" else "Hanriot-1 0101 NW"
    holder = "Entente" if side == "entente" else "Central"
    game = fight(**{side: who, other: far, "head": f"stage=choose holder={holder}", **more})
    game.play(f"choose {who.split()[0]}", [die])
    return game


_ENTENTE_SHORTS = {charts.ours().aircraft[t].short for t in ENTENTE}


def play(game: LeTempsDesAs, *moves: str) -> LeTempsDesAs:
    """Play moves; dice stand behind a colon: ``choose Camel-1: 4``."""
    for text in moves:
        move, _, dice = text.partition(":")
        game.play(move, [int(d) for d in dice.split()])
    return game


def quietly(game: LeTempsDesAs, *moves: str) -> LeTempsDesAs:
    """Play moves; every chance to fire before them is passed."""
    for text in moves:
        while game.state.stage in ("opportunity", "fire"):
            game.play("pass")
        play(game, text)
    while game.state.stage in ("opportunity", "fire"):
        game.play("pass")
    return game


def refused(game: LeTempsDesAs, move: str, rule: str) -> None:
    """A move is refused by that rule, is not listed, and the refusal says what is allowed."""
    ruling = game.check(move)
    assert not ruling.allowed, ruling
    assert rule in ruling.rules, ruling
    assert move not in game.legal_moves()
    assert ruling.instead, ruling


def allowed(game: LeTempsDesAs, move: str, rule: str = "") -> None:
    """A move is allowed and listed, and that rule has its say."""
    ruling = game.check(move)
    assert ruling.allowed, ruling
    assert not rule or rule in ruling.rules, ruling
    assert game.parse_move(move) in list(game.legal_moves())
