"""Whether a move of the standard game may be made, and the ruling on it.

A refusal names what could be played instead, as near as may be to what was refused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from skylib.core.errors import MoveTextError
from skylib.core.hexes import COLUMNS, Hex
from skylib.core.rulings import Figure, Ruling

from . import combat, decisions, flight_ruling, ground_fire, movement
from .map import LETTERS, Map
from .movement import Plan
from .moves import (
    Announce,
    Enter,
    Fire,
    Fly,
    GroundFire,
    Height,
    Move,
    Objective,
    Strafe,
    parse_move,
)
from .patterns import can_fly
from .state import (
    ENTRY_FACINGS,
    OFF,
    Aircraft,
    State,
)

if TYPE_CHECKING:
    from .game import FlyingCircus

__all__ = ["edge_beyond", "is_legal", "ruling"]

_OFFERED = 9  # moves at the most that a refusal names
_MODES = {"L": "turn_left", "R": "turn_right"}


def is_legal(game: FlyingCircus, state: State, move: Move) -> bool:
    """Whether a move is legal, without working out why or what else would be."""
    match move:
        case Fly():
            return _may_fly(game, state, move)
        case Announce():
            return bool(_check_announce(game, state, move))
        case Fire() if state.step == "fire":
            return combat.may_fire(state, move, game.readings)
    return bool(_judged(game, state, move))


def _may_fly(game: FlyingCircus, state: State, move: Fly) -> bool:
    aircraft = state.find(move.id)
    if state.step != "move" or aircraft is None or aircraft not in state.to_fly():
        return False
    if aircraft.status == OFF or state.plan_of(move.id) not in (None, move.plan):
        return False
    if not decisions.is_plan(aircraft, move.plan, game.readings) and not state.plan_of(move.id):
        return False
    if move.progress is not None and (
        "D" not in move.flight.steps or move.progress not in game.markers(aircraft, move.plan)
    ):
        return False
    task = decisions.task_of(aircraft, move.plan, game.around(state, move.id))
    if movement.is_flight(task, move.flight):
        return True
    free = game.room(state, move.id)  # crowded everywhere?
    return not free.occupied and movement.is_flight(
        decisions.task_of(aircraft, move.plan, free), move.flight
    )


def ruling(game: FlyingCircus, state: State, move: Move) -> Ruling:
    """The ruling on a move; a refusal names at least one legal move instead, if there is one."""
    found = _judged(game, state, move)
    if found.allowed or any(map(_is_move, found.instead)):
        return found
    return replace(found, instead=(*found.instead, *_offer(game, state, move)))


def _is_move(text: str) -> bool:
    try:
        parse_move(text)
    except MoveTextError:
        return False
    return True


def _offer(game: FlyingCircus, state: State, move: Move) -> tuple[str, ...]:
    """Legal moves for a refusal to name: all choices where they are few, or a move of the
    aircraft that was to move, or else of each one that waits."""
    if state.step != "move":
        moves = [str(legal) for legal in game._moves(state)]
        return tuple(moves if len(moves) <= _OFFERED else [*moves[: _OFFERED - 1], moves[-1]])
    waiting = state.to_fly()
    own = [a for a in waiting if a.id == getattr(move, "id", "")]
    return tuple(str(_example(game, state, a, move)) for a in own or waiting)


def _example(game: FlyingCircus, state: State, aircraft: Aircraft, move: Move) -> Move:
    """A legal move of an aircraft that waits, as near as may be to one that was refused."""
    if aircraft.status == OFF:
        entries = list(game.entries(aircraft))
        return entries[len(entries) // 2]
    plans = [p for p in game.plans(state, aircraft.id) if can_fly(game.task(state, aircraft.id, p))]
    if isinstance(move, Fly) and move.plan in plans:
        plan, begun = move.plan, move.flight
    else:
        plan = min(plans, key=lambda p: (p.climb, p.dive, abs(p.speed - aircraft.speed)))
        begun = movement.Flight("")
        if state.plan_of(aircraft.id) is None:
            return Announce(aircraft.id, plan)
    flight = movement.nearest(game.task(state, aircraft.id, plan), begun)
    assert flight is not None  # the plan can be flown
    return Fly(aircraft.id, plan, flight)


def _judged(game: FlyingCircus, state: State, move: Move) -> Ruling:
    """The ruling on a move; a refusal may leave it to `ruling` to say what is allowed."""
    match move:
        case Objective():
            return _check_objective(game, state, move)
        case Height():
            return _check_height(game, state, move)
        case Enter():
            return _check_enter(game, state, move)
        case Announce():
            return _check_announce(game, state, move)
        case Fly():
            return _check_fly(game, state, move)
    if state.step != "fire":
        return _not_now("Fire belongs to the joint combat phase")
    match move:
        case Fire():
            return combat.check_fire(state, move, game.charts, game.readings)
        case Strafe():
            kind, attacker = game.scenario.kind, game.scenario.attacker
            return ground_fire.check_strafe(state, move, game.map, kind, attacker)
        case GroundFire():
            return ground_fire.check_ground_fire(state, move, game.map)
    return Ruling(True, "Fire is voluntary; no more of it now", ("FC-COMBAT-JOINT",))


def _not_now(reason: str, *figures: Figure) -> Ruling:
    return Ruling(False, reason, ("FC-SEQUENCE",), figures)


def _check_objective(game: FlyingCircus, state: State, move: Objective) -> Ruling:
    if state.step != "objective":
        return _not_now("There is no objective to be chosen now")
    assert game.scenario.target_side is not None
    letters = LETTERS[game.scenario.target_side]
    if move.letter is not None and move.letter not in letters:
        return Ruling(
            False,
            f"{move.letter} is not among the enemy's letters",
            ("FC-SCENARIO-PHOTO",),
            instead=tuple(f"objective {letter}" for letter in letters),
        )
    named = (move.letter,) if move.letter else letters
    ours = game.map.ours(*(f"letters.{letter}" for letter in named))
    return Ruling(
        True,
        "The objective is written down in secret",
        ("FC-SCENARIO-PHOTO",),
        ours=tuple(dict.fromkeys(ours)),
    )


def _check_height(game: FlyingCircus, state: State, move: Height) -> Ruling:
    if state.step != "height":
        return _not_now("There is no height to be chosen now")
    top = game.highest_start
    if not 1 <= move.level <= top:
        return Ruling(
            False,
            f"All aircraft start at one level, 1 to {top}",
            (game.mission_rule, "FC-AIRCRAFT"),
            (
                Figure("1", "lowest level", "FC-AIRCRAFT"),
                Figure(str(top), "highest level that all can reach", "FC-AIRCRAFT"),
            ),
            (f"height {min(max(1, move.level), top)}",),
            ours=_lowest_ceilings(game),
        )
    return Ruling(
        True,
        f"All aircraft enter at level {move.level}",
        (game.mission_rule,),
        ours=_lowest_ceilings(game) if move.level == top else (),
    )


def _lowest_ceilings(game: FlyingCircus) -> tuple[str, ...]:
    """The ceilings that keep all from starting higher, where they are ours."""
    kinds = dict.fromkeys(kind for line_up in game.line_ups.values() for kind in line_up)
    lowest = min(kind.ceiling for kind in kinds)
    return tuple(
        text
        for kind in kinds
        if kind.ceiling == lowest
        for text in decisions.ours_of(kind, "ceiling")
    )


def _check_mover(game: FlyingCircus, state: State, id: str) -> Ruling | Aircraft:
    """The aircraft that is to move, or why it does not."""
    if state.step != "move":
        return _not_now("Nobody moves in this phase")
    aircraft = state.find(id)
    if aircraft is None:
        return _not_now(f"There is no aircraft {id}")
    if aircraft.side != state.mover:
        return _not_now(f"It is the {state.mover.capitalize()} movement phase")
    if aircraft.gone:
        return Ruling(False, f"{id} is out of the game ({aircraft.status})", ("FC-SEQUENCE",))
    if state.flown_by(id):
        return _not_now(f"{id} has moved in this phase")
    return aircraft


def _check_enter(game: FlyingCircus, state: State, move: Enter) -> Ruling:
    aircraft = _check_mover(game, state, move.id)
    if isinstance(aircraft, Ruling):
        return aircraft
    if aircraft.status != OFF:
        return _not_now(f"{move.id} has its entry already")
    edge = "west" if aircraft.side == "allied" else "east"
    entries = list(game.entries(aircraft))
    if move not in entries:
        facings = " or ".join(COLUMNS.facing_name(f) for f in ENTRY_FACINGS[aircraft.side])
        return Ruling(
            False,
            f"{aircraft.id} enters over the {edge} edge, facing {facings}",
            ("FC-ENTER-EXIT",),
            instead=(str(entries[0]), str(entries[len(entries) // 2]), str(entries[-1])),
            ours=game.map.ours("columns", "rows"),
        )
    return Ruling(
        True,
        f"{move.id} comes in over the {edge} edge with its first hex of movement",
        ("FC-ENTER-EXIT",),
        ours=game.map.ours("columns", "rows"),
    )


def _check_plan(game: FlyingCircus, state: State, id: str, plan: Plan) -> Ruling | Aircraft:
    aircraft = _check_mover(game, state, id)
    if isinstance(aircraft, Ruling):
        return aircraft
    if aircraft.status == OFF:
        return _not_now(f"{id} must choose its entry first")
    announced = state.plan_of(id)
    if announced is not None and announced != plan:
        return Ruling(
            False,
            f"{announced} was announced for {id} and cannot be changed in this phase",
            ("FC-DECIDE",),
            (Figure(str(announced), "announced", "FC-DECIDE"),),
        )
    if announced is None:
        ruling = decisions.check_plan(aircraft, plan, game.readings)
        if not ruling:
            others = (Announce(id, Plan.parse(text)) for text in ruling.instead)
            open_ones = tuple(str(other) for other in others if is_legal(game, state, other))
            return replace(ruling, instead=open_ones)
    return aircraft


def _check_announce(game: FlyingCircus, state: State, move: Announce) -> Ruling:
    aircraft = _check_plan(game, state, move.id, move.plan)
    if isinstance(aircraft, Ruling):
        return aircraft
    if state.plan_of(move.id):
        return _not_now(
            f"{move.plan} is announced for {move.id} already",
            Figure(str(move.plan), "announced", "FC-DECIDE"),
        )
    if not can_fly(game.task(state, move.id, move.plan)):
        return Ruling(
            False,
            "Every flight of that plan would end with another aircraft at its level",
            ("FC-STACK",),
            readings=(("FC-STACK", game.readings["FC-STACK"]),),
        )
    return decisions.check_plan(aircraft, move.plan, game.readings)


def _check_fly(game: FlyingCircus, state: State, move: Fly) -> Ruling:
    aircraft = _check_plan(game, state, move.id, move.plan)
    if isinstance(aircraft, Ruling):
        return aircraft
    task = game.task(state, move.id, move.plan)
    flight = flight_ruling.check_flight(task, move.flight)
    ours: tuple[str, ...] = ()
    if "FC-TURN-MODE" in flight.rules:
        modes = dict.fromkeys(f for s, f in _MODES.items() if s in move.flight.steps)
        ours = decisions.ours_of(aircraft.type, *modes)
    if not flight:
        return replace(flight, ours=ours)
    readings: tuple[tuple[str, str], ...] = ()
    rules: tuple[str, ...] = ()
    reason = flight.reason
    if move.progress is not None:
        refused = _check_marker(game, aircraft, move)
        if refused is not None:
            return refused
        readings += (("FC-DIVE", "any"),)
        reason += f"; the climb marker is set to {move.progress}"
    end = movement.trace(task, move.flight)[-1].place
    if end.hex not in game.map.board.index:
        edge, home = edge_beyond(game.map, end.hex, aircraft.side)
        reason = f"{move.id} leaves the map over the {edge} edge"
        reason += ": an exit" if home else ", which counts as shot down"
    elif (end.hex, end.level) in game.around(state, move.id).occupied:
        rules = ("FC-STACK",)
        readings += (("FC-STACK", game.readings["FC-STACK"]),)
        reason += "; no flight ends in a free hex, so there is no collision"
    plan = decisions.check_plan(aircraft, move.plan, game.readings)
    return Ruling(
        True,
        reason,
        tuple(dict.fromkeys((*rules, *flight.rules, *plan.rules))),
        flight.figures,
        (),
        (*flight.readings, *plan.readings, *readings),
        (*ours, *plan.ours),
        facts={**plan.facts, **flight.facts},
    )


def _check_marker(game: FlyingCircus, aircraft: Aircraft, move: Fly) -> Ruling | None:
    top = aircraft.type.climb_grades - 1
    reason = ""
    figures: tuple[Figure, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    if "D" not in move.flight.steps:
        reason = "The climb marker is set anew only after a dive"
    elif game.readings["FC-DIVE"] == "reset":
        reason = "After a dive the climb marker returns to 0"
        figures = (Figure("0", "grade after a dive", "FC-DIVE"),)
        readings = (("FC-DIVE", "reset"),)
    elif move.progress == aircraft.progress:
        reason = f"The climb marker stands at {move.progress} already; leave it out"
        figures = (Figure(str(move.progress), "grade now", "FC-CLIMB"),)
    elif move.progress is not None and move.progress > top:
        reason = f"The climb marker of {move.id} runs from 0 to {top}"
        figures = (
            Figure("0", "lowest grade", "FC-CLIMB"),
            Figure(str(top), "highest grade to set", "FC-CLIMB"),
        )
    if not reason:
        return None
    return Ruling(
        False,
        reason,
        ("FC-DIVE", "FC-CLIMB"),
        figures,
        (str(replace(move, progress=None)),),
        readings,
    )


def edge_beyond(map: Map, hex: Hex, side: str) -> tuple[str, bool]:
    """The edge beyond which a hex lies, and whether it is that side's own."""
    columns = [h.q for h in (map.board.hexes[0], map.board.hexes[-1])]
    if hex.q < columns[0]:
        return "west", side == "allied"
    if hex.q > columns[1]:
        return "east", side == "german"
    south = COLUMNS.centre(hex)[1] > COLUMNS.centre(map.board.hexes[0])[1] + 1
    return ("south" if south else "north"), False
