"""Moves to be refused in Le Temps des As."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice, permutations
from pathlib import Path
from typing import Any, NamedTuple

from skylib import replay
from skylib.core.errors import MoveTextError
from skylib.core.hexes import distance
from skylib.core.records import Record
from skylib.core.rulings import Ruling
from skylib.le_temps_des_as import charts, placement
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
# What is tried in a game that began at a position, or stands at one.
_ASKED: dict[str, tuple[str | Move, ...]] = {}
_NEXT: dict[str, tuple[str | Move, ...]] = {}
NAMES = tuple(sheet.name for sheet in charts.ours().aircraft.values()) + tuple(
    marker.name for marker in charts.ours().markers.values()
)


class Scene(NamedTuple):
    """A skirmish, moves that lead to the moment, and what is tried there."""

    entente: str
    central: str
    head: str
    moves: str = ""
    asked: tuple[str | Move, ...] = ()
    more: dict[str, Any] = {}  # noqa: RUF012 - never changed


_CHOOSE = "stage=choose holder=Entente"
_SPAD = "SpadXIII-1 0910 N speed=6"
SCENES = (
    # A formation that pays different costs, and one aircraft on its own.
    Scene(
        "SpadXIII-1 0910 N speed=4 | SE5a-1 0911 N speed=4",
        "DVII-1 0303 S",
        _CHOOSE,
        "choose SpadXIII-1 SE5a-1: 1",
        ("turn left", "spin to N", "straight bomb", "fire DVII-1 front at SE5a-1"),
    ),
    Scene(
        _SPAD,
        "DVII-1 0303 S",
        _CHOOSE,
        "choose SpadXIII-1: 1",
        (Move("fly", choice=Choice("loop")), Move("fly", choice=Choice("barrel-roll", 2))),
    ),
    # What is no formation.
    Scene(
        "Hanriot-1 0910 N speed=4 | Hanriot-2 0911 N speed=3 | Hanriot-3 0909 N speed=4 level=4"
        " | Hanriot-4 0908 N speed=4 out | Camel-1 0810 N speed=4 | Camel-2 0101 N speed=4",
        "Albatros-1 0303 S speed=3 | DVII-1 0404 S status=destroyed",
        _CHOOSE,
        "",
        (
            "choose Hanriot-1 Hanriot-2",
            "choose Hanriot-1 Hanriot-3",
            "choose Hanriot-1 Hanriot-4",
            "choose Hanriot-1 Camel-2",
            "choose Hanriot-1 Albatros-1",
            Move("choose", ("Camel-1", "Hanriot-1")),
            Move("choose", ("Hanriot-1", "DVII-1")),
            Move("choose", ("Nobody-1",)),
        ),
    ),
    Scene(
        "Hanriot-1 0910 N speed=4 | Hanriot-2 0911 N speed=5",
        "Albatros-1 0303 S speed=3",
        _CHOOSE + " order=Hanriot-2,Hanriot-1,Albatros-1",
        "",
        ("choose Hanriot-1",),
        {"aircraft_initiative": "yes"},
    ),
    # Two that hunt each other: one of them waits already.
    Scene(
        "SpadXIII-1 0910 N speed=4 pursues=DVII-1",
        "DVII-1 0908 N speed=4 pursues=SpadXIII-1 waits",
        _CHOOSE,
        "",
        ("wait SpadXIII-1",),
    ),
    # Whom may it pursue?
    Scene(
        "SpadXIII-1 0910 N | Camel-1 0909 N",
        "DVII-1 0907 N | DVII-2 0908 N level=5 | DVII-3 0910 N level=4 | DVII-4 0906 S"
        " | DVII-5 0303 S | DVII-6 0304 S status=destroyed",
        "stage=pursue asked=Entente holder=Entente followers=SpadXIII-1",
        "",
        (
            *(f"pursue SpadXIII-1 DVII-{n}" for n in range(2, 7)),
            "pursue SpadXIII-1 Camel-1",
            "pursue Camel-1 DVII-1",
            Move("pursue", ("SpadXIII-1",), target="Nobody-1"),
        ),
    ),
    Scene(
        "SpadXIII-1 0910 N out | Camel-1 0909 N",
        "DVII-1 0907 N",
        "stage=pursue asked=Entente holder=Entente followers=SpadXIII-1,Camel-1",
        "",
        ("pursue SpadXIII-1 DVII-1",),
    ),
    # Recuperation.
    Scene(
        "SpadXIII-1 0910 N jammed=front | Camel-1 0909 N markers=weapon-destroyed-1 damaged"
        " | DH4-1 0808 N jammed=rear,front observer=dead | Hanriot-1 0707 N out"
        " | Hanriot-2 0606 N jammed=front",
        "Roland-1 0907 N jammed=rear out",
        "stage=recover asked=Entente holder=Entente tried=Hanriot-1_control,Hanriot-2_front",
        "",
        (
            "unjam Camel-1 front",
            "unjam DH4-1 rear",
            "unjam Hanriot-2 front",
            "unjam SpadXIII-1 rear",
            "unjam Roland-1 rear",
            "test Roland-1",
            "test Hanriot-1",
            "test SpadXIII-1",
            Move("unjam", ("Nobody-1",), gun="front"),
        ),
    ),
    # Fire at one that flies by: out of control, nobody at the gun, below and behind.
    Scene(
        "SpadXIII-1 0911 N speed=3 level=2",
        "Albatros-1 0907 S level=2 out | Roland-1 0908 N level=3 | Roland-2 0808 N level=3"
        " observer=dead",
        _CHOOSE,
        "choose SpadXIII-1: 1; straight",
        (
            "fire Albatros-1 front at SpadXIII-1",
            "fire Roland-1 rear at SpadXIII-1",
            "fire Roland-2 rear at SpadXIII-1",
        ),
    ),
    # It may fire, with its chance said.
    Scene(
        "SpadXIII-1 0911 N speed=3",
        "Albatros-1 0907 S",
        _CHOOSE,
        "choose SpadXIII-1: 1; straight",
        ("fire Albatros-1 front at SpadXIII-1",),
    ),
    # It might have fired, and was passed.
    Scene(
        "SpadXIII-1 0911 N speed=3",
        "Albatros-1 0907 S",
        _CHOOSE,
        "choose SpadXIII-1: 1; straight; pass",
        ("fire Albatros-1 front at SpadXIII-1",),
    ),
    # One that comes into the shooter's hex from its side.
    Scene(
        "SpadXIII-1 0911 N speed=3",
        "Albatros-1 0910 SE level=4 | DVII-1 0906 S",
        _CHOOSE,
        "choose SpadXIII-1: 1; straight",
        ("fire Albatros-1 front at SpadXIII-1",),
    ),
    Scene(
        "SpadXIII-1 0914 N speed=3 | Camel-1 0904 S speed=3",
        "AEG-1 0909 N",
        _CHOOSE,
        "choose SpadXIII-1: 1; straight; fire AEG-1 rear at SpadXIII-1: 1; straight; straight;"
        "power 0; pass; choose Camel-1: 1; straight",
        ("fire AEG-1 front at Camel-1",),
        {"readings": {"TDA-FIRE-WHEN": "one-target"}},
    ),
    # Red manoeuvres: one in all, and none with a major wing hit.
    Scene(
        "SpadXIII-1 0910 N speed=8",
        "DVII-1 0303 S",
        _CHOOSE,
        "choose SpadXIII-1: 6; chandelle left",
        ("immelmann", "chandelle left"),
        {"readings": {"TDA-RED-ONCE": "one-in-all"}},
    ),
    Scene(
        "SpadXIII-1 0910 N speed=8 markers=major-wing damaged",
        "DVII-1 0303 S",
        _CHOOSE,
        "choose SpadXIII-1: 6",
        ("immelmann",),
    ),
)
_NARROW = """
[map]
columns = 7
rows = 20
zones = { A = [1, 3], B = [4, 4], C = [5, 7], 4 = [1, 5], 3 = [6, 10], 2 = [11, 15], 1 = [16, 20] }
[[map.target]]
name = "camp"
zones = ["B2"]
hexes = ["0412"]
[[map.target]]
name = "city"
zones = ["A4", "B4"]
hexes = ["0303", "0304", "0403"]
"""
_OWNERS = """
[[manoeuvre]]
id = "immelmann"
cost = { A = 0, B = 4, C = 5 }
[[manoeuvre]]
id = "side-slip"
altitude = "climb"
"""


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
    for scene in SCENES:
        game = fight(scene.entente, scene.central, scene.head, scene.moves, **scene.more)
        _ASKED[game.setup.position or ""] = scene.asked
        yield game
    yield _balloon()
    yield _too_near(folder)
    owners = folder / "charts.toml"
    owners.write_text(_OWNERS, "utf-8")
    game = fight(_SPAD, "DVII-1 0302 S", _CHOOSE, "choose SpadXIII-1: 1", charts=str(owners))
    _ASKED[game.setup.position or ""] = ("immelmann", "side slip left descend")
    yield game
    for name in LeTempsDesAs.scenarios():
        game = LeTempsDesAs.new_game(name, 1)
        while game.state.stage == "place":
            yield game
            placed = list(islice(game.legal_moves(), 1, 40))
            game.play(placed[-1])
    golden = Path(__file__).parents[1] / "le_temps_des_as" / "golden"
    for path in sorted(golden.glob("*.record")):
        yield from _replayed(path)
    yield from puzzles("le-temps-des-as")


def _balloon() -> LeTempsDesAs:
    """One that may pursue an aircraft, and has a balloon before it too."""
    head = "stage=pursue asked=Entente holder=Entente followers=SpadVII-1"
    position = f"{head} | Balloon-1 0908 N | AEG-1 0907 N | SpadVII-1 0910 N level=2"
    _ASKED[position] = ("pursue SpadVII-1 Balloon-1",)
    return LeTempsDesAs.new_game("fire-on-the-balloons", 1, position=position)


def _too_near(folder: Path) -> LeTempsDesAs:
    """On a narrow map of an owner's: the first balloon so close to the next zone that the second
    there would be too near."""
    narrow = folder / "narrow.toml"
    narrow.write_text(_NARROW, "utf-8")
    game = LeTempsDesAs.new_game("fire-on-the-balloons", 1, charts=str(narrow))
    map, state = game.setting.map, game.state
    group = placement.group_of(game.setting, state.aircraft[0])
    entry = placement.entry_hexes(map, group)
    a, b = next(
        (a, b)
        for a, b in permutations(entry, 2)
        if distance(a, b) < group.one_each and map.zone(a) != map.zone(b)
    )
    while game.state.asked != "Central":
        game.play("ready")
    game.play(f"place Balloon-1 {map.board.name(a)} N")
    _NEXT[game.position] = (f"place Balloon-2 {map.board.name(b)} N",)
    return game


def _balloon_with(game: LeTempsDesAs, field: str) -> LeTempsDesAs:
    """The same moment with one field of the balloon that is asked."""
    assert game.state.act is not None
    id, key = game.state.act.group[0], field.partition("=")[0]
    parts = [
        re.sub(rf" {key}=\S+", "", part) + f" {field}" if part.startswith(f"{id} ") else part
        for part in game.position.split(" | ")
    ]
    return LeTempsDesAs.new_game(
        game.setup.scenario, 1, position=" | ".join(parts), **game.setup.options
    )


def _replayed(path: Path) -> Iterator[LeTempsDesAs]:
    """A golden game: the first moments of each step of the turn, and some of the others."""
    game = replay(Record.read(path)).game
    assert isinstance(game, LeTempsDesAs)
    while game.can_undo:
        game.undo()
    seen: dict[str, int] = {}
    while True:
        times = seen[game.state.stage] = seen.get(game.state.stage, 0) + 1
        if times < 3 or times % 12 == 0:
            yield game
            if game.state.stage == "balloon" and times == 1:
                yield _balloon_with(game, "level=1")
                yield _balloon_with(game, f"changed_turn={game.state.turn}")
        if not game.can_redo:
            return
        game.redo()


def attempts(game: LeTempsDesAs, rng: random.Random) -> Iterator[Move]:
    """Moves of every kind, most of them not legal."""
    ids = [p.id for p in game.state.aircraft]
    board = game.setting.map.board

    def who() -> str:
        return rng.choice(ids)

    for asked in (*_ASKED.get(game.setup.position or "", ()), *_NEXT.get(game.position, ())):
        yield game.parse_move(asked) if isinstance(asked, str) else asked
    if game.state.stage == "place":
        yield from _placings(game, rng)
    if game.state.stage == "choose":
        yield from (Move("choose", pair) for pair in islice(permutations(ids, 2), 40))
    if game.state.stage == "manoeuvre":
        yield from (Move("fly", choice=Choice("straight", 0, c, bomb=True)) for c in (-1, 0, 1))
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
    for _ in range(20 if game.state.stage == "manoeuvre" else 2):
        choice = Choice(
            rng.choice(table),
            rng.choice((0, -1, 1)),
            rng.choice((0, 0, 1, -1)),
            rng.choice((None, None, None, 2)),
            rng.random() < 0.2,
            rng.random() < 0.1,
        )
        yield Move("fly", choice=choice)


def _placings(game: LeTempsDesAs, rng: random.Random) -> Iterator[Move]:
    """Placements of the aircraft that is asked for: in its zone and out, every facing and level."""
    plane = placement.unplaced(game.state, game.state.asked)
    assert plane is not None
    group = placement.group_of(game.setting, plane)
    board = game.setting.map.board
    entry = placement.entry_hexes(game.setting.map, group)
    family = [p.hex for p in placement.siblings(game.setting, game.state, group) if p.hex]
    near = [h for h in board.hexes if family and distance(h, family[0]) <= 2]
    for hex in (*rng.sample(entry, 4), *near[:8], rng.choice(board.hexes)):
        facing = rng.choice(("N", *board.layout.facings))
        level = rng.choice((None, None, *group.levels, 1))
        ace = rng.choice(("", "", *group.aces, "RP-3"))
        yield Move("place", (plane.id,), hex=board.name(hex), facing=facing, level=level, ace=ace)
        yield Move("place", (plane.id,), hex=board.name(hex), facing="N", level=level, ace=ace)
    yield Move("place", (plane.id,), hex="9999", facing="N")


def others() -> Iterator[tuple[Ruling, bool]]:
    """Rulings of parts that lessons ask by themselves, and whether what they offer is true."""
    for scene in (SCENES[0], SCENES[1]):
        game = fight(scene.entente, scene.central, scene.head, scene.moves, **scene.more)
        for text in ("straight", "straight; " * 9 + "straight", "turn left", "loop the loop"):
            try:
                chain = game.parse_chain(text)
            except MoveTextError:
                continue
            told = game.check_chain(chain)
            for ruling in told:
                yield ruling, _chain_goes_on(game, chain[: len(told) - 1], ruling)


def _chain_goes_on(game: LeTempsDesAs, flown: tuple[Choice, ...], ruling: Ruling) -> bool:
    """Whether each manoeuvre that is offered after such a chain can be flown after it."""
    if ruling.instead == ("end the chain before it",):
        return all(game.check_chain(flown))
    after = [
        game.check_chain((*flown, game.parse_chain(text)[0]))[len(flown)] for text in ruling.instead
    ]
    return ruling.allowed or all(after)


FORMS: Forms = {}
