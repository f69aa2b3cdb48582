"""Moves to be refused in Flying Circus."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from skylib.core.dice import ScriptedDice
from skylib.core.hexes import Hex, distance
from skylib.core.records import Record
from skylib.core.rulings import Ruling
from skylib.flying_circus.aircraft import Charts
from skylib.flying_circus.decisions import check_plan
from skylib.flying_circus.field_of_fire import check_field
from skylib.flying_circus.flight_ruling import check_flight
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.movement import TURN_MODES, Flight, Place, Plan, Task, nearest, places
from skylib.flying_circus.moves import (
    Announce,
    Enter,
    Fire,
    Fly,
    GroundFire,
    Height,
    Move,
    Objective,
    Pass,
    Strafe,
)
from skylib.flying_circus.patterns import can_fly
from skylib.flying_circus.scenarios import Choice, check_line_up, choices, scenarios
from skylib.flying_circus.sighting import timeline
from skylib.flying_circus.trials import Trials

from .judged import Forms, puzzles, spoilt

_IDS = ("A1", "A2", "G1", "G2", "A3")
_CHASE = (
    "phase 3 allied fire; A1 sopwith-camel 2014 N level 10 speed 6; "
    "G1 fokker-dr-i 2010 N level 10 speed 8; flown A1 2020 N 10 speed 6: FFFFFF; firing allied"
)
_TWO = (
    "phase 3 allied fire; A1 f2b 2014 N level 10 speed 6; "
    "G1 fokker-dr-i 2010 N level 10 speed 8; G2 roland-c-ii 2016 N level 10 speed 6; "
    "flown A1 2020 N 10 speed 6: FFFFFF; firing allied"
)
_SWAPS = (
    ("", ""),
    ("speed 6; G1", "speed 6 front 0; G1"),
    ("speed 6; G1", "speed 6 front 1; G1"),
    ("speed 6; G1", "speed 6 front 5 rest 1; G1"),
    ("speed 6; G1", "speed 6 front 5 reload 1; G1"),
    ("speed 6; G1", "speed 6 front 5 reload 2; G1"),
    ("2010 N level 10", "2010 N level 9"),
    ("2010 N level 10", "2110 N level 10"),
    ("2010 N level 10", "2005 N level 10"),
    ("2010 N level 10", "2014 N level 9"),
    ("2010 N level 10 speed 8", "off level 10"),
    ("2010 N level 10 speed 8", "shot-down level 10"),
    ("; flown A1 2020 N 10 speed 6: FFFFFF", ""),
    ("firing allied", "firing german"),
    ("firing allied", "firing allied; shot A1 fire front at G1"),
)
_GROUND = (
    "phase 9 allied fire; A1 f2b 3704 N level 1 speed 6; A2 f2b 3722 S level 2 speed 6; "
    "G1 fokker-dr-i 1704 N level 1 speed 8; G2 roland-c-ii 1010 N level 3 speed 6; "
    "flown A1 3710 N 1 speed 6: FFFFFF; flown A2 3716 S 2 speed 6: FFFFFF; firing "
)
_MOVING = (
    # crowded; low; a climb about to gain; at the ceiling; slow; damaged; entering; announced
    ("air-1917-b", "phase 5 allied move; A1 sopwith-camel 0101 NW level 2 speed 6; "
     "A2 sopwith-camel 2010 N level 1 speed 5 progress 3; G1 fokker-dr-i 2005 S level 1 speed 8; "
     "G2 fokker-dr-i 2009 S level 2 speed 5"),
    ("air-1917-b", "phase 5 german move; A1 sopwith-camel 2002 N level 19 speed 8; "
     "G1 fokker-dr-i 2005 S level 20 speed 9 progress 3; G2 fokker-d-vii 4501 N level 16 speed 10 "
     "high 20; plan G2 speed 8 dive 1"),
    ("air-1917-b", "phase 5 allied move; A1 spad-7 enters 0112 SE level 9; A2 nieuport-29 2010 N "
     "level 18 speed 12 high 23 progress 2; G1 fokker-dr-i 2005 S level 1 speed 6 max 5 dive 4; "
     "plan A1 speed 7 dive 2"),
    ("air-1917-b", "phase 6 german move; A1 sopwith-camel exited level 5; A2 spad-7 2010 N level 5 "
     "speed 6; G1 fokker-dr-i 2005 S level 1 speed 9 max 5 dive 4; G3 fokker-dr-i off level 4; "
     "G2 fokker-d-vii shot-down level 3"),
    ("air-1917-b", "phase 7 allied move; A1 nieuport-29 2010 N level 9 speed 12 max 6 dive 5; "
     "A2 nieuport-11 2012 N level 3 speed 4 max 4 dive 4; G1 fokker-dr-i 2011 S level 9 speed 6"),
)  # fmt: skip
# Positions with the moves that are to be tried there, each for a refusal of its own.
_ASKED = {
    "phase 5 allied move; A1 spad-7 2010 N level 9 speed 8; "
    "A2 sopwith-camel 2210 N level 5 speed 6 progress 3; "
    "A3 nieuport-29 enters 0112 SE level 18 speed 12 high 23 progress 3; "
    "G1 fokker-dr-i 2003 S level 9 speed 8": (
        "A1 speed 7 dive 2: F F F F",
        "A1 speed 8 dive 2: F L D F",
        "A1 speed 8 dive 2: F F F L",
        "A1 speed 7 dive 2: F D L F",
        "A1 speed 7: F L R F F F F",
        "A1 speed 7: F F F F F F F",
        "A1 speed 7 climb: F C C F F F F F",
        "A1 speed 7 dive 1: D F F F F F F F progress 3",
        "A1 speed 7 dive 1: D F F F F F F F progress 0",
        "A1 speed 7 dive 1: D F F F F F F F progress 4",
        "A1 speed 7 dive 1: D F F F F F F F progress 5",
        "A1 speed 7 dive 1: F F F F F F F",
        "A1 speed 7: F F F F F F F progress 3",
        "A2 speed 6 climb: C F C F F F F F",
        "A2 speed 6 climb: F F F F F F",
        "A3 speed 11 climb: C F F",
        "A3 speed 11 dive 1: D F F",
        "A3 speed 11 dive 2: D F F",
        "A3 speed 12",
        "A3 speed 5 dive 2",
        "A3 speed 5 dive 2: F F F F F",
    ),
    # At the ceiling, and with a dive announced.
    "phase 5 german move; A1 sopwith-camel 2002 N level 9 speed 8; "
    "G1 fokker-dr-i 2005 S level 20 speed 8; "
    "G2 fokker-d-vii 3010 N level 16 speed 10; plan G2 speed 8 dive 1": (
        "G1 speed 8 climb",
        "G2 speed 8 dive 1",
        "G2 speed 8 dive 1: F D F D F F F F",
    ),
    # Straight ahead somebody flies, and a turn costs two.
    "phase 3 german move; G1 roland-c-ii 2010 N level 9 speed 5; "
    "A1 sopwith-camel 2005 N level 9 speed 6": ("G1 speed 5: F F F F D", "G1 speed 5: F F F F F"),
}
_READINGS: tuple[dict[str, str], ...] = (
    {},
    {"FC-TURN-MODE": "both-directions", "FC-DIVE": "reset", "FC-CEILING": "fifteen"},
    {"FC-FORCED-SPEED": "two-steps", "FC-START-SPEED": "maximum"},
    {"FC-CEILING": "twenty-four-phases", "FC-SIGHT-CLIMB": "all-points"},
    {"FC-SIGHT-NOT-MOVED": "still-counts", "FC-PROGRESS-KEPT": "reset"},
)
NAMES = tuple(kind.name for kind in Charts.ours().types.values())


def positions(folder: Path) -> Iterator[FlyingCircus]:
    """Games at many moments, each to be looked at before the next is asked for."""
    for base in (_CHASE, _TWO):
        for old, new in _SWAPS:
            yield _at("air-1917-b", base.replace(old, new) if old else base)
    for scenario in ("trench-1917-allied", "artillery-1917-allied", "air-1917-b"):
        for firing in ("allied", "german"):
            name = next(n for n in FlyingCircus.scenarios() if n.startswith(scenario))
            yield _at(name, _GROUND + firing)
    for text in (
        _GROUND.replace("; flown A1 3710 N 1 speed 6: FFFFFF", "") + "allied",
        _GROUND + "allied; shot A1 strafe front",
        _GROUND + "german; shot trench fire at A1",
        _GROUND.replace("A1 f2b 3704 N level 1 speed 6", "A1 f2b 3704 N level 1 speed 6 front 1")
        + "allied",
    ):
        yield _at("trench-1917-allied-a", text)
    for scenario, text in _MOVING:
        for readings in _READINGS:
            yield _at(scenario, text, readings)
    for text in (*_ASKED, _crowd()):
        for readings in _READINGS:
            yield _at("air-1917-b", text, readings)
    golden = Path(__file__).parents[1] / "flying_circus" / "golden"
    for name in ("photo", "trench", "artillery", "air"):
        yield from _replayed(golden / f"{name}.record")
    yield from puzzles("flying-circus")


def _crowd() -> str:
    """A slow two-seater with aircraft in all five hexes that its flights at speed 4 can end in."""
    start = Place(Hex(20, 2), 0, 9)
    task = Task(start, Plan(4), TURN_MODES["D"], TURN_MODES["D"])
    ends = sorted({place.hex for place in places(task)})
    board = FlyingCircus.new_game("air-1917-b", seed=1).map.board
    kinds = ("G2 roland-c-ii", "G3 fokker-dr-i", "A1 spad-7", "A2 spad-7", "A3 spad-7")
    others = "; ".join(
        f"{kind} {board.name(hex)} N level 9 speed 6" for kind, hex in zip(kinds, ends, strict=True)
    )
    here = board.name(start.hex)
    return f"phase 3 german move; G1 roland-c-ii {here} N level 9 speed 4; {others}"


def _at(scenario: str, position: str, readings: dict[str, str] | None = None) -> FlyingCircus:
    return FlyingCircus.new_game(
        scenario, position=position, readings=readings, dice=ScriptedDice([])
    )


def _replayed(path: Path) -> Iterator[FlyingCircus]:
    """A golden game from its first position to its last, every third of them and the last."""
    from skylib import replay

    game = replay(Record.read(path)).game
    assert isinstance(game, FlyingCircus)
    while game.can_undo:
        game.undo()
    number = 0
    while game.can_redo:
        if number % 3 == 0 or number < 4:
            yield game
        game.redo()
        number += 1
    yield game


def plan(game: FlyingCircus, id: str, rng: random.Random) -> Plan:
    """A plan, right or wrong; most of the time one that a step or a level makes wrong."""
    announced = game.state.plan_of(id)
    if announced and rng.random() < 0.6:
        return announced
    aircraft = game.state.find(id)
    speed = (aircraft.speed if aircraft else 0) or 7
    return Plan(
        max(0, speed + rng.choice((-9, -3, -2, -1, 0, 0, 0, 1, 2, 5))),
        rng.random() < 0.25,
        rng.choice((0, 0, 0, 1, 2, 3, 9, 20)),
    )


def flown(game: FlyingCircus, id: str, plan: Plan, rng: random.Random) -> Flight:
    """A flight that is legal but for a step too many, too few or another one."""
    steps = "".join(rng.choices("FFFLRDC", k=rng.randint(1, 10)))
    aircraft = game.state.find(id)
    if aircraft is not None and aircraft.hex is not None:
        legal = nearest(game.task(game.state, id, plan), Flight(steps))
        steps = legal.steps if legal and legal.steps else steps
    return Flight(spoilt(steps, rng))


def attempts(game: FlyingCircus, rng: random.Random) -> Iterator[Move]:
    """Moves of every kind, most of them not legal."""
    for text in (*_ASKED.get(game.setup.position or "", ()), "G1 speed 4", "G1 speed 4: F F F F"):
        yield game.parse_move(text)
    yield Pass()
    yield from map(Objective, "AHZ" if game.state.step == "objective" else rng.choice("AH"))
    yield Objective(None)
    yield from (Height(0), Height(rng.randint(1, 20)), Height(30))
    names = ["0101", "0112", "4501", "4512", "2212", "0125", "4525"]
    for id in _IDS:
        yield Enter(id, rng.choice(names), rng.randrange(6))
        yield Strafe(id, rng.choice(("front", "rear")))
        yield GroundFire(rng.choice(("trench", "battery")), id)
        yield Fire(id, rng.choice(("front", "rear")), rng.choice(_IDS))
        if rng.random() < 0.5:
            yield Announce(id, plan(game, id, rng))
        for _ in range(2):
            made = plan(game, id, rng)
            flight = flown(game, id, made, rng)
            yield game.parse_move(
                str(Fly(id, made, flight, rng.choice((None, None, None, 0, 3, 30))))
            )
    if game.state.step == "fire":
        for a in game.state.aircraft:
            for gun in ("front", "rear"):
                yield Strafe(a.id, gun)
                for b in game.state.aircraft:
                    yield Fire(a.id, gun, b.id)
        for position in ("trench", "battery"):
            for id in _IDS:
                yield GroundFire(position, id)


# ---- refusals that are not of a move -----------------------------------------------------


def others() -> Iterator[tuple[Ruling, bool]]:
    """Rulings of parts that lessons ask by themselves, and whether what they offer is true."""
    charts = Charts.ours()
    for scenario in scenarios().values():
        for choice in (scenario.allied, scenario.german):
            if isinstance(choice, Choice):
                yield from _line_ups(choice, charts)
    for trials in (Trials(), Trials((Flight("FF"),) * 3)):
        for called in (False, True):
            yield trials.check(called), True
    start = Place(Hex(20, 2), 0, 9)
    modes = TURN_MODES["A"], TURN_MODES["A"]
    board = FlyingCircus.new_game("air-1917-b", seed=1).map.board
    for plan, steps in ((Plan(3, dive=2), "D"), (Plan(3, dive=2), "F"), (Plan(3), "FF")):
        ruling = check_flight(Task(start, plan, *modes), Flight(steps))
        yield ruling, bool(ruling.instead)
    off = FlyingCircus.new_game("air-1917-b", seed=1).around(_game().state, "A1", crowded=False)
    edge = Task(Place(board.hex("2003"), 0, 9), Plan(5), *modes, around=off)
    for steps in ("FFF", "FFFF"):
        yield check_flight(edge, Flight(steps)), True
    aircraft = _game().state["A1"]
    yield check_plan(aircraft, Plan(5, dive=-1), _game().readings), True
    target = Place(Hex(20, -8), 0, 9)
    yield check_field("fixed", start, start._replace(hex=Hex(20, -3))), True
    under_way = start._replace(hex=Hex(20, 0))
    task = Task(start, Plan(6), *modes)
    ahead = start._replace(hex=Hex(20, -5))
    yield timeline("fixed", under_way, ahead, task, Flight("FF"), "firer").ruling, True
    for flight, end in (("FFFFFF", start._replace(hex=Hex(20, -4))), ("FFL", start)):
        task = Task(start, Plan(6), *modes)
        for other in (target, start):
            yield timeline("fixed", end, other, task, Flight(flight), "firer").ruling, True
    # Long enough in the field, but out of it for a moment near the end.
    task = Task(start, Plan(8), *modes)
    far = start._replace(hex=Hex(20, -6))
    end = start._replace(hex=Hex(20, -4))
    yield timeline("fixed", end, far, task, Flight("FFFFFLRF"), "firer").ruling, True
    for reading in ("mover-only", "still-counts"):
        readings = {"FC-SIGHT-NOT-MOVED": reading}
        for other in (target, start):
            there = start._replace(hex=Hex(20, -4))
            yield timeline("fixed", there, other, readings=readings).ruling, True


def _game() -> FlyingCircus:
    return _at("air-1917-b", _CHASE)


def _line_ups(choice: Choice, charts: Charts) -> Iterator[tuple[Ruling, bool]]:
    ids = [*charts.types, "zeppelin"]
    legal = list(choices(choice, charts))
    fit = {charts.types[id].name for line_up in legal for id in line_up}
    for id in ids:
        for others in (legal[0][1:], legal[0], (id,) * (choice.count - 1)):
            ruling = check_line_up(choice, (id, *others), charts)
            offered = set(ruling.instead)
            yield ruling, ruling.allowed or offered <= fit or offered == {str(choice)}


# ---- what is said instead, besides moves -------------------------------------------------


def _task(game: Any, move: Fly) -> Any:
    return game.task(game.state, move.id, move.plan)


def _may_go_on(game: Any, move: Fly, match: re.Match[str]) -> bool:
    """Whether, after such steps, each of those named leads to a legal flight, and no other."""
    begun = match["done"].replace(" ", "") if match["done"] else ""
    named = set(match["steps"].split(", "))
    task = _task(game, move)
    for step in "FLRDC":
        wanted = Flight(begun + step)
        best = nearest(task, wanted)
        follows = best is not None and best.steps.startswith(wanted.steps)
        if follows != (step in named):
            return False
        if follows and Fly(move.id, move.plan, best) not in game.legal_moves():
            return False
    return True


def _ends(game: Any, move: Fly, match: re.Match[str]) -> bool:
    flight = Flight(match["done"].replace(" ", ""))
    return Fly(move.id, move.plan, flight) in game.legal_moves()


def _dead_end(game: Any, move: Fly, match: re.Match[str]) -> bool:
    best = nearest(_task(game, move), move.flight)
    return best is None or not move.flight.steps.startswith(best.steps)


def _elsewhere(game: Any, move: Fly, match: re.Match[str]) -> bool:
    return can_fly(_task(game, move))


def _pair(game: Any, move: Fire) -> tuple[Any, Any]:
    return game.state[move.id], game.state[move.target]


def _other_level(game: Any, move: Fire, match: re.Match[str]) -> bool:
    firer, target = _pair(game, move)
    return target.level == int(match[1]) != firer.level


def _nearer(game: Any, move: Fire, match: re.Match[str]) -> bool:
    firer, target = _pair(game, move)
    return distance(firer.hex, target.hex) > int(match[1]) == 8


def _mount(kind: str) -> Any:
    def held(game: Any, move: Fire, match: re.Match[str]) -> bool:
        return game.state[move.id].gun(move.gun)[1].mount in kind.split()

    return held


def _silent(game: Any, move: Any, match: re.Match[str]) -> bool:
    aircraft = game.state[move.id]
    track = aircraft.guns[aircraft.gun(move.gun)[0]]
    return track.silent == (int(match[1]) if match.re.groups else 1)


def _guns(game: Any, move: Any, match: re.Match[str]) -> bool:
    return [g.position for g in game.state[move.id].type.guns] == match[1].split(" or ")


_DONE = r"(at the start|after (?P<done>[FLRDC](?: [FLRDC])*))"
FORMS: Forms = {
    rf"{_DONE} possible: (?P<steps>[FLRDC](?:, [FLRDC])*)": _may_go_on,
    rf"{_DONE} end the flight": _ends,
    "another beginning: from here no flight comes to an end": _dead_end,
    "end in another hex or at another level; passing through is free": _elsewhere,
    "another plan: every flight of this one ends with another aircraft": (
        lambda game, move, match: not can_fly(_task(game, move))
    ),
    "have one of the two move first": (
        lambda game, move, match: (
            not (game.state.flown_by(move.id) or game.state.flown_by(move.target))
        )
    ),
    r"be at level (\d+) when the movement ends": _other_level,
    "be in another hex, at the target's level, when the movement ends": (
        lambda game, move, match: game.state[move.id].hex == game.state[move.target].hex
    ),
    r"come within (\d+) hexes": _nearer,
    "a fixed gun needs the target straight ahead": _mount("fixed"),
    "a rear gun fires past its own tail from range 3 on": _mount("swivel ring"),
    "all other hexes within range but the blind spot are in the field": _mount("ring"),
    "a swivel gun fires between the rows to the rear left and the rear right": _mount("swivel"),
    r"fire it (\d+) combat phases on": _silent,
    "fire it in the next combat phase": _silent,
    r"use its ((?:front|rear)(?: or rear)?) gun": _guns,
    r"have the target in the field for the last (\d+) points": (
        lambda game, move, match: (
            game.check(move).facts.get("needed", int(match[1])) == int(match[1])
        )
    ),
    "ground fire follows the movement that ends above it": (
        lambda game, move, match: game.state.flown_by(move.target) is None
    ),
    "strafing follows the movement that ends above the target": (
        lambda game, move, match: game.state.flown_by(move.id) is None
    ),
    r"end a movement above the target at level 1": (
        lambda game, move, match: game.state[move.id].level > 1
    ),
}
