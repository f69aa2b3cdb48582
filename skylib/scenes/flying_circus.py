"""What there is to see of the standard game of Flying Circus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from skylib.core.hexes import COLUMNS, Board, Hex, distance
from skylib.core.wording import counted
from skylib.flying_circus import combat, field_of_fire
from skylib.flying_circus.movement import Flight, Place, Plan, Reach, Task, reachable, trace
from skylib.flying_circus.moves import Announce, Enter, Fire, Fly, Move, Strafe
from skylib.flying_circus.sighting import Timeline, moments_of, timeline
from skylib.flying_circus.state import ENTERING, OFF, SHOT_DOWN, Aircraft, Flown, State

from .flying_circus_ground import SIDE, ground, letters
from .scene import Area, Counter, Label, Mark, Path, Scene, Token

if TYPE_CHECKING:
    from skylib.flying_circus.game import FlyingCircus

__all__ = [
    "Pair",
    "flight_task",
    "last_flown",
    "place_after",
    "reach_of",
    "scene",
    "sighting",
    "words",
]

NEAR = 14  # hexes: who is farther away from everybody to move stays out of a close-up


class Pair(NamedTuple):
    """Whose gun is to sight whom."""

    firer: str
    gun: str  # front or rear
    target: str

    def __str__(self) -> str:
        return f"{self.firer} {self.gun} gun at {self.target}"


# ---- flights -------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def reach_of(task: Task) -> Reach:
    """Where a task can lead; worked out once."""
    return reachable(task)


_tasks: dict[tuple[int, str, Plan], tuple[State, Task]] = {}


def flight_task(game: FlyingCircus, move: Fly, state: State | None = None) -> Task | None:
    """What the flight of a move is to be, whether or not its plan is legal; None if the
    aircraft has nowhere to start from."""
    state = state or game.state
    aircraft = state.find(move.id)
    if aircraft is None or aircraft.hex is None:
        return None
    key = id(game), move.id, move.plan
    known = _tasks.get(key)
    if known is None or known[0] is not state:
        if len(_tasks) > 200:
            _tasks.clear()
        known = _tasks[key] = state, game.task(state, move.id, move.plan)
    return known[1]


def last_flown(game: FlyingCircus) -> tuple[State, tuple[Flown, ...]]:
    """The movements flown last, with a state that knows who flew them."""
    if game.state.flown:
        return game.state, game.state.flown
    out: list[Flown] = []
    found: State | None = None
    for step in reversed(game.history):
        if found is not None and step.before.phase != found.phase:
            break
        if isinstance(step.move, Fly):
            found = found or step.before
            start = step.before[step.move.id].place
            out.append(Flown(step.move.id, start, step.move.plan, step.move.flight))
    return found or game.state, tuple(reversed(out))


def place_after(task: Task, flight: Flight, points: int | None = None) -> Place:
    """Where a flight has come to when so many movement points are spent; at its end if None.

    Steps that cost nothing (a first level of a dive, a climb) belong to the point after
    them, like in a sighting, and those at the very end to the last.
    """
    place = task.start
    if points == 0:
        return place
    instants = tuple(trace(task, flight))
    last = max((n for n, instant in enumerate(instants) if instant.cost), default=-1)
    spent = 0
    for number, instant in enumerate(instants):
        if points is not None and spent >= points and number <= last:
            break
        place, spent = instant.place, instant.spent
    return place


def sighting(
    game: FlyingCircus, pair: Pair, state: State | None = None, draft: Fly | None = None
) -> Timeline | None:
    """How a pair stands after the flights of this phase, or would after the draft.

    None if one of the two is not on the map or has no such gun.
    """
    state = state or game.state
    firer, target = state.find(pair.firer), state.find(pair.target)
    if firer is None or target is None:
        return None
    gun = firer.gun(pair.gun)
    if gun is None:
        return None
    if draft is None or draft.id not in (pair.firer, pair.target):
        if not (firer.flying and target.flying):
            return None
        return combat.sight(state, firer, gun[1], target, game.readings)
    task = flight_task(game, draft, state)
    other = target if draft.id == pair.firer else firer
    if task is None or not other.flying or not draft.flight.steps:
        return None
    end = place_after(task, draft.flight)
    mover = "firer" if draft.id == pair.firer else "target"
    at = (end, other.place) if mover == "firer" else (other.place, end)
    return timeline(gun[1].mount, *at, task, draft.flight, mover, game.readings)


# ---- the scene -----------------------------------------------------------------------------


def scene(
    game: FlyingCircus,
    draft: Move | None = None,
    *,
    reach: bool = False,
    fields: Iterable[tuple[str, str]] = (),
    ghosts: Sequence[Fly] = (),
    sight: Pair | None = None,
    upto: int | None = None,
    hint: Move | None = None,
    around: Iterable[Hex] | None = None,
) -> Scene:
    """The present position.

    Args:
        game: the game; its last flights, shots and damage are shown.
        draft: a move under consideration; a flight may be unfinished.
        reach: outline the hexes where flights that go on from the draft can end.
        fields: (aircraft, gun) whose fields of fire are shown; that of an aircraft under
            way moves along with it.
        ghosts: trial flights, each shown with its end.
        sight: the pair whose sighting colours the movement points.
        upto: how many movement points of the flight to show as flown; all if left out.
        hint: a move to suggest: its end is marked.
        around: the hexes of a close-up, if not those where the aircraft are and may fly;
            empty for the whole board.
    """
    state, board = game.state, game.map.board
    fields = tuple(fields)
    if sight is None and not fields and state.flown and not isinstance(draft, Fly):
        sight = _watched(game, draft)
        fields = ((sight.firer, sight.gun),) if sight else ()
    areas: list[Area] = []
    paths: list[Path] = []
    marks: list[Mark] = []
    counters = [
        _counter(a, board, waiting=a in state.to_fly() and state.step == "move")
        for a in state.aircraft
        if a.hex is not None
    ]
    moved: dict[str, Place] = {}  # who is shown elsewhere than where they stand

    if isinstance(draft, Fly):
        task = flight_task(game, draft)
        if task is not None:
            if reach:
                areas += _reach(task, draft.flight, board, SIDE[state[draft.id].side])
            at = place_after(task, draft.flight, upto)
            moved[draft.id] = at
            seen = sighting(game, sight, None, draft) if sight else None
            paths.append(_path("planned", state[draft.id], task, draft.flight, board, seen, upto))
            if at != task.start and at.hex in board.index:
                counters.append(_ghost(state[draft.id], at, "draft"))
        marks.append(Mark("selected", _on(board, state[draft.id].hex)))
    then, flown = last_flown(game)
    for past in flown:
        if isinstance(draft, Fly) and draft.id == past.id:
            continue
        aircraft = then[past.id]
        task = combat.task_flown(aircraft, past)
        seen = None
        if sight and past.id in (sight.firer, sight.target) and state.flown_by(past.id):
            seen = sighting(game, sight)
        # Flights of an earlier phase are lines only; nothing is fired at them any more.
        shown = upto if past in state.flown else -1
        paths.append(_path("flown", aircraft, task, past.flight, board, seen, shown))
        if upto is not None and (sight is None or past.id in (sight.firer, sight.target)):
            at = place_after(task, past.flight, upto)
            moved[past.id] = at
            if at.hex in board.index and upto < past.plan.speed:
                counters.append(_ghost(aircraft, at, f"{past.id} at point {upto}"))
    for ghost in ghosts:
        task = flight_task(game, ghost)
        if task is not None:
            at = place_after(task, ghost.flight)
            paths.append(_path("ghost", state[ghost.id], task, ghost.flight, board, None, -1))
            if at.hex in board.index:
                counters.append(_ghost(state[ghost.id], at, "trial"))
    if isinstance(draft, Enter):
        entering = state[draft.id]
        here = board.hex(draft.name)
        counters.append(_ghost(entering, Place(here, draft.facing, entering.level), "entry"))
        marks.append(Mark("selected", (here,)))
    elif reach and state.step == "move" and draft is None:
        edge = _entry_hexes(game)
        if edge:
            marks.append(Mark("legal", edge))
    areas += _fields(game, fields, moved)
    paths += _fire_lines(game, draft)
    if flown and not isinstance(draft, Fly) and (last := game.last) and isinstance(last.move, Fly):
        end = state[last.move.id].hex
        marks.append(Mark("last", _on(board, end)))
    if isinstance(hint, Fly) and (task := flight_task(game, hint)):
        marks.append(Mark("hint", _on(board, place_after(task, hint.flight).hex)))
    return Scene(
        ground(game.map),
        tuple(areas),
        _tokens(game),
        tuple(p for p in paths if p.hexes),
        tuple(counters),
        (*letters(game.map), *_ranges(game, areas, paths)),
        tuple(marks),
        game.scenario.title,
        words(game, draft),
        _around(game, deciding=reach or draft is not None) if around is None else tuple(around),
    )


def _watched(game: FlyingCircus, draft: Move | None) -> Pair | None:
    """The pair to look at when nobody says which: of the shot under consideration or just
    declared, else the first that has sighted its target after the flights just flown."""
    for shot in (draft, *reversed(game.state.shots)):
        if isinstance(shot, Fire):
            return Pair(shot.id, shot.gun, shot.target)
    found = [(f.id, g.position, t.id, line, f.side) for f, g, t, line in game.sightings(game.state)]
    side = game.state.mover
    found.sort(key=lambda row: (not row[3].sighted, not row[3].in_field, row[4] != side))
    return Pair(*found[0][:3]) if found else None


def _on(board: Board, hex: Hex | None) -> tuple[Hex, ...]:
    return (hex,) if hex is not None and hex in board.index else ()


def _shown_hex(a: Aircraft, board: Board) -> Hex:
    """Where an aircraft is drawn: who enters stands on its entry hex until it flies."""
    assert a.hex is not None
    return a.hex if a.hex in board.index else COLUMNS.neighbour(a.hex, a.facing)


def _counter(a: Aircraft, board: Board, waiting: bool) -> Counter:
    state = "active" if waiting else ""
    if a.max_speed < a.type.max_speed and not waiting:
        state = "damaged"
    name = f"{a.type.name} {a.id}" + (", entering" if a.status == ENTERING else "")
    return Counter(
        a.id, _shown_hex(a, board), a.facing, SIDE[a.side], a.id, name, a.level, state=state
    )


def _ghost(a: Aircraft, at: Place, name: str) -> Counter:
    return Counter(
        f"{a.id} {name}", at.hex, at.facing, SIDE[a.side], a.id, f"{a.id}, {name}", at.level, True
    )


def _path(
    kind: str,
    aircraft: Aircraft,
    task: Task,
    flight: Flight,
    board: Board,
    seen: Timeline | None = None,
    upto: int | None = None,
) -> Path:
    """A flight as a line. Beads for its points, none if ``upto`` is negative; those after
    ``upto`` do not yet tell what was seen."""
    along = [task.start.hex]
    for instant in trace(task, flight):
        if instant.step == "F":
            along.append(instant.place.hex)
    inside = tuple(h for h in along if h in board.index)
    points = _beads(task, flight, board, seen, upto) if upto is None or upto >= 0 else ()
    return Path(kind, inside, SIDE[aircraft.side], points)


def _beads(
    task: Task, flight: Flight, board: Board, seen: Timeline | None, upto: int | None
) -> tuple[tuple[Hex, str, str], ...]:
    """One bead for the points spent in a hex; two where sighting begins or ends in it."""
    runs: list[tuple[Hex, str, list[int]]] = []
    for number, instant in moments_of(task, flight):
        hex = instant.place.hex
        if hex not in board.index:
            continue
        if seen is None:
            kind = "turn" if instant.step in "LR" else ""
        else:
            moment = next((m for m in seen.moments if m.number == number), None)
            kind = "seen" if moment and moment.inside else "unseen"
            if upto is not None and number > upto:
                kind = ""
        if runs and runs[-1][0] == hex and (seen is None or runs[-1][1] == kind):
            runs[-1][2].append(number)
            if kind == "turn":
                runs[-1] = (hex, kind, runs[-1][2])
        else:
            runs.append((hex, kind, [number]))
    return tuple(
        (hex, str(n[0]) if len(n) == 1 else f"{n[0]}–{n[-1]}", kind) for hex, kind, n in runs
    )


def _reach(task: Task, flight: Flight, board: Board, side: int) -> list[Area]:
    """Where the flights that begin with these steps can end."""
    begun = flight.steps
    hexes = {
        place.hex
        for place, ways in reach_of(task).places.items()
        if not begun or any(way.steps.startswith(begun) for way in ways)
    }
    inside = tuple(h for h in board.hexes if h in hexes)
    return [Area("reach", inside, side)] if inside else []


def _entry_hexes(game: FlyingCircus) -> tuple[Hex, ...]:
    """The edge hexes of the side to move, if somebody has to choose an entry."""
    state, board = game.state, game.map.board
    if not any(a.status == OFF for a in state.to_fly()):
        return ()
    edge = game.map.edge(state.mover)
    return tuple(h for h in board.hexes if h in edge)


def _fields(
    game: FlyingCircus, fields: Iterable[tuple[str, str]], moved: dict[str, Place]
) -> list[Area]:
    out = []
    for id, position in fields:
        aircraft = game.state.find(id)
        found = aircraft.gun(position) if aircraft else None
        if aircraft is None or found is None or aircraft.hex is None:
            continue
        at = moved.get(id, aircraft.place)
        hexes = field_of_fire.hexes(found[1].mount, at.hex, at.facing, game.map.board)
        if hexes:
            out.append(Area("fire", hexes, SIDE[aircraft.side]))
    return out


def _ranges(game: FlyingCircus, areas: Sequence[Area], paths: Sequence[Path]) -> tuple[Label, ...]:
    """The ranges 1 to 8 in the row of the first fixed gun, where nothing else is read."""
    lettered = set(game.map.letters.values())
    lettered |= {hex for path in paths for hex, _, _ in path.points}
    fields = [a.hexes for a in areas if a.kind == "fire"]
    if not fields or len(fields[0]) > field_of_fire.REACH:
        return ()
    return tuple(
        Label(hex, str(range_), "number")
        for range_, hex in enumerate(fields[0], 1)
        if hex not in lettered
    )


def _fire_lines(game: FlyingCircus, draft: Move | None) -> list[Path]:
    """Lines from firer to target: of the draft, of what is declared, of what was fired last."""
    state = game.state
    shots = [(state, s) for s in state.shots]
    last = game.last
    if last is not None and last.before.step == "fire" and state.step != "fire":
        shots += [(last.before, s) for s in (*last.before.shots, last.move)]
    if draft is not None:
        shots.append((state, draft))
    out = []
    for then, shot in shots:
        if isinstance(shot, Fire):
            firer, target = then.find(shot.id), then.find(shot.target)
            if firer and target and firer.hex is not None and target.hex is not None:
                out.append(Path("line-of-fire", (firer.hex, target.hex), SIDE[firer.side]))
    return out


def _tokens(game: FlyingCircus) -> tuple[Token, ...]:
    """The objective where it may be known, and what the last fire has done."""
    out = []
    facts = game.facts() if game.scenario.kind == "photo" else {}
    letter = facts.get("objective", "")
    if letter in game.map.letters:
        hex = game.map.letters[letter]
        out.append(Token("objective", hex, None, letter, f"objective {letter}"))
    last = game.last
    if last is None or last.before.step != "fire" or game.state.step == "fire":
        return tuple(out)
    down = {e.who for e in game.state.events if e.kind == "shot down"}
    hits: dict[str, int] = {}
    for event in game.state.events:
        if event.damage:
            hits[event.target] = hits.get(event.target, 0) + event.damage
    for id in dict.fromkeys((*hits, *down)):
        was = last.before.find(id)
        if was is None or was.hex is None:
            continue
        if id in down:
            out.append(Token("wreck", was.hex, SIDE[was.side], "", f"{id} shot down"))
        else:
            points = hits[id]
            name = f"{id}: {counted(points, 'damage point')}"
            out.append(Token("damage", was.hex, SIDE[was.side], str(points), name))
    return tuple(out)


def _around(game: FlyingCircus, deciding: bool) -> tuple[Hex, ...]:
    """The hexes that matter: who is to move, the sky ahead, and everybody near.

    Where nobody decides (a replay, an answer) those who flew last come first instead: they may
    be far from whoever is next. The hexes do not depend on the draft, so that the map keeps
    still while a flight is tried.
    """
    state, board = game.state, game.map.board
    there = {a.id: _shown_hex(a, board) for a in state.aircraft if a.hex is not None}
    if not there or (deciding and any(a.status == OFF for a in state.to_fly())):
        return ()
    waiting = [a.id for a in state.to_fly() if a.id in there] if state.step == "move" else []
    then, flown = last_flown(game)
    begun = {f.id: f.start.hex for f in flown if f.id in there and then.find(f.id)}
    first = (waiting if deciding else [*begun]) or waiting or [*there]
    near = [id for id, hex in there.items() if any(distance(hex, there[f]) <= NEAR for f in first)]
    out = [hex for id in near for hex in _roomy(there[id])]
    for a in state.to_fly():
        if a.hex is None or a.id not in near:
            continue
        for turn, far in ((-1, 5), (0, 8), (1, 5)):
            hex = a.hex
            for _ in range(min(far, a.max_speed)):
                hex = COLUMNS.neighbour(hex, a.facing + turn)
            out.append(hex)
    out += [hex for id, hex in begun.items() if id in near and hex in board.index]
    return tuple(sorted({_inside(board, h) for h in out}))


def _roomy(hex: Hex) -> tuple[Hex, ...]:
    """A hex with room for a level, and for the names of hexes at the map's edge."""
    q, r = hex
    return hex, Hex(q, r - 1), Hex(q, r + 1), Hex(q - 2, r + 1), Hex(q + 2, r - 1)


def _inside(board: Board, hex: Hex) -> Hex:
    """The hex, or the nearest of the board to it on the page."""
    if hex in board.index:
        return hex
    x, y = COLUMNS.centre(hex)
    west, north, east, south = board.extent
    return (
        board.hex_at(min(max(x, west + 0.6), east - 0.6), min(max(y, north + 1.1), south - 1.1))
        or board.hexes[0]
    )


# ---- in words ------------------------------------------------------------------------------


def words(game: FlyingCircus, draft: Move | None = None) -> tuple[str, ...]:
    """The position in sentences, for those who do not see the map."""
    state = game.state
    out = [game.prompt]
    out += [_aircraft_words(game, a) for a in state.aircraft]
    for past in last_flown(game)[1]:
        name = game.map.board.name
        start = past.start.hex
        where = name(start) if start in game.map.board.index else "the edge"
        out.append(f"{past.id} flew {past.plan} from {where}: {past.flight}.")
    for event in state.events:
        out.append(f"{event.text}.")
    for shot in state.shots:
        out.append(f"Declared: {shot}.")
    if isinstance(draft, Fly | Announce | Enter | Fire | Strafe):
        out.append(_draft_words(game, draft))
    return tuple(out)


def _draft_words(game: FlyingCircus, draft: Move) -> str:
    if isinstance(draft, Fly) and not draft.flight.steps:
        return f"Planned: {draft.id} {draft.plan}; no step flown yet."
    return f"Planned: {draft}."


def _aircraft_words(game: FlyingCircus, a: Aircraft) -> str:
    kind = a.type
    if a.status == SHOT_DOWN:
        return f"{a.id}, {kind.name}: shot down."
    if a.hex is None:
        return f"{a.id}, {kind.name}: {'not yet on the map' if a.status == OFF else 'gone home'}."
    name = game.map.board.name(_shown_hex(a, game.map.board))
    where = "enters at" if a.status == ENTERING else "at"
    line = f"{a.id}, {kind.name}: {where} {name} facing {COLUMNS.facing_name(a.facing)}, "
    line += f"level {a.level}, speed {a.speed or 'not chosen'} (maximum {a.max_speed}, "
    line += f"dive maximum {a.dive_maximum}, stall {kind.stall}), "
    line += f"climb progress {a.progress} of {kind.climb_grades}"
    for gun, track in zip(kind.guns, a.guns, strict=True):
        if not track.left:
            ready = "empty"
        elif track.silent:
            ready = "reloading" if track.reloading else "resting"
        else:
            ready = "ready"
        line += f", {gun.position} gun {track.left} of {gun.boxes} boxes, {ready}"
    return line + "."
