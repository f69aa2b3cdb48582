"""What there is to see of Le Temps des As."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from skylib.core.hexes import COLUMNS, Hex, distance, ray
from skylib.core.wording import counted
from skylib.le_temps_des_as import fire, legal
from skylib.le_temps_des_as.envelope import Envelope, Flight
from skylib.le_temps_des_as.fire import RANGE
from skylib.le_temps_des_as.manoeuvres import Choice
from skylib.le_temps_des_as.moves import Move, chain_text
from skylib.le_temps_des_as.sources import is_ours
from skylib.le_temps_des_as.state import Aircraft, State

from .scene import Area, Counter, Fill, Ground, Label, Mark, Path, Scene, Token

if TYPE_CHECKING:
    from skylib.le_temps_des_as.game import LeTempsDesAs
    from skylib.le_temps_des_as.map import Map

__all__ = ["SIDE_NUMBERS", "arcs", "condition", "flown", "ground", "letters", "scene", "words"]

SIDE_NUMBERS = {"Entente": 0, "Central": 1}
NEAR = 6  # hexes within which others belong to the fight


# ---- the ground -----------------------------------------------------------------------


@lru_cache(maxsize=16)
def ground(map: Map) -> Ground:
    """The map with its zones and white dots; made once for each map."""
    board = map.board
    zones: dict[str, list[Hex]] = {}
    for hex in board:
        zones.setdefault(map.zone(hex), []).append(hex)
    fills = [
        Fill("field" if (ord(z[0]) + int(z[1])) % 2 else "zone", tuple(hexes), f"zone {z}")
        for z, hexes in zones.items()
    ]
    for target in map.targets:
        kind = "city" if "city" in target.name else "objective"
        fills.append(Fill(kind, target.hexes, target.name))
    tops = [h for h in board if map.place(h)[1] == 1]
    wests = [h for h in board if map.place(h)[0] == 1]
    return Ground(
        board,
        tuple(fills),
        tuple((h, f"{map.place(h)[1]:02}") for h in wests),
        tuple((h, f"{map.place(h)[0]:02}") for h in tops),
        "Le Temps des As",
        ours="the map is ours: the printed one is lost" if is_ours(map.source) else "",
    )


def zone_labels(map: Map) -> tuple[Label, ...]:
    """The name of each zone near its middle."""
    out = []
    for letter in "ABC":
        for number in "4321":
            (west, east), (north, south) = map.zones[letter], map.zones[number]
            name = f"{(west + east) // 2:02}{(north + south) // 2:02}"
            out.append(Label(map.board.hex(name), letter + number, "number"))
    return tuple(out)


# ---- counters -------------------------------------------------------------------------


def letters(game: LeTempsDesAs) -> dict[str, str]:
    """The short letters on the counters: one for each type of a side, with the number where
    a type has several."""
    out: dict[str, str] = {}
    for side in SIDE_NUMBERS:
        types: dict[str, list[str]] = {}
        for p in game.state.aircraft:
            if p.side == side:
                types.setdefault(p.type, []).append(p.id)
        used: set[str] = set()
        for type, ids in types.items():
            short = game.setting.charts.aircraft[type].short.upper()
            letter = next((c for c in short if c.isalpha() and c not in used), short[0])
            used.add(letter)
            for id in ids:
                out[id] = letter + (id.rpartition("-")[2] if len(ids) > 1 else "")
    return out


def condition(game: LeTempsDesAs, plane: Aircraft) -> str:
    """What is unusual about an aircraft, in a few words; empty if nothing is."""
    out = []
    if plane.out:
        out.append("stalled")
    if plane.debt:
        out.append("too fast")
    if plane.damaged:
        out.append("damaged")
    if plane.passes:
        out.append("loaded")
    return ", ".join(out)


def _counter(game: LeTempsDesAs, plane: Aircraft, letter: str, active: bool) -> Counter:
    assert plane.hex is not None
    sheet = game.setting.sheet(plane)
    hurt = condition(game, plane)
    return Counter(
        plane.id,
        plane.hex,
        None if sheet.is_balloon else plane.facing,
        SIDE_NUMBERS[plane.side],
        letter,
        plane.id if plane.id.startswith(sheet.name) else f"{plane.id}, {sheet.name}",
        plane.level,
        state="active" if active else "damaged" if hurt else "",
        kind="balloon" if sheet.is_balloon else "aircraft",
    )


# ---- paths ----------------------------------------------------------------------------


class Leg(NamedTuple):
    """One manoeuvre as it was flown: where it led, and by which hexes."""

    choice: Choice
    hexes: tuple[Hex, ...]
    facing: int
    level: int


def flown(game: LeTempsDesAs, id: str) -> tuple[Hex | None, tuple[Leg, ...]]:
    """Where an aircraft began its last movement of this turn, and the manoeuvres since."""
    steps = []
    for step in reversed(game.history):
        if step.before.turn != game.state.turn and not _ended(game, step.before.turn):
            break
        if step.move.kind == "fly" and step.before.act and id in step.before.act.group:
            steps.append(step)
        elif step.move.kind in ("choose", "follow") and steps:
            break
    if not steps:
        return None, ()
    legs: list[Leg] = []
    start = steps[-1].before.plane(id).hex
    for step in reversed(steps):
        act = step.before.act
        envelopes = dict(zip(act.group, _members(game, step.before), strict=True))
        env, flight = envelopes[id]
        _, way, facing = env.path(flight, step.move.choice)
        board = game.setting.map.board
        way = tuple(h for h in way if h in board)
        legs.append(Leg(step.move.choice, way, facing, env.after(flight, step.move.choice).level))
    return start, tuple(legs)


def _members(game: LeTempsDesAs, state: State) -> list[tuple[Envelope, Flight]]:
    return legal.members(game.setting, state)


def _ended(game: LeTempsDesAs, turn: int) -> bool:
    """Whether a new turn has only just begun, so that the old one's last flight still counts."""
    return game.state.turn == turn + 1 and game.state.stage in ("roll", "over")


def _last_flyer(game: LeTempsDesAs) -> tuple[str, ...]:
    """Who flies now, or flew last."""
    if game.state.act:
        return game.state.act.members
    for step in reversed(game.history):
        if step.move.kind == "fly" and step.before.act:
            return step.before.act.members
        if step.move.kind == "roll":
            break
    return ()


def _flown_paths(game: LeTempsDesAs, id: str, short: str) -> tuple[list[Path], list[Counter]]:
    start, legs = flown(game, id)
    if start is None or not legs:
        return [], []
    side = SIDE_NUMBERS[game.state.plane(id).side]
    hexes = [start]
    points: dict[Hex, str] = {}
    for number, leg in enumerate(legs, 1):
        hexes += leg.hexes
        points[hexes[-1]] = f"{points[hexes[-1]]}, {number}" if hexes[-1] in points else str(number)
    beads = tuple((h, text, "") for h, text in points.items())
    ghosts = [
        Counter(
            f"{id} start",
            start,
            _first_facing(game, id),
            side,
            short,
            f"where {id} began",
            ghost=True,
        )
    ]
    return [Path("flown", tuple(hexes), side, beads)], ghosts


def _first_facing(game: LeTempsDesAs, id: str) -> int | None:
    for step in reversed(game.history):
        if step.move.kind in ("choose", "follow") and id in step.move.aircraft:
            return step.before.plane(id).facing
    return None


# ---- arcs -----------------------------------------------------------------------------


def arcs(
    game: LeTempsDesAs, plane: Aircraft, hex: Hex | None = None, facing: int | None = None
) -> tuple[Area, ...]:
    """Where the guns of an aircraft bear: the front line, the rear fan and its dead angle.

    ``hex`` and ``facing`` move it there in thought.
    """
    setting = game.setting
    board, side = setting.map.board, SIDE_NUMBERS[plane.side]
    here = plane.hex if hex is None else hex
    if here is None:
        return ()
    facing = plane.facing if facing is None else facing
    there = replace(plane, hex=here, facing=facing)
    out = []
    for gun in setting.sheet(plane).guns:
        if fire.gun_state(setting, plane, gun) != "ready":
            continue
        if gun == "front":
            hexes = ray(board.layout, here, facing, RANGE)
            out.append(Area("fire", _inside(game, hexes), side))
        elif gun == "round":
            hexes = tuple(h for h in board if distance(here, h) <= RANGE)
            out.append(Area("fire", hexes, side))
        else:
            out += _rear(game, there, side)
    return tuple(a for a in out if a.hexes)


def _inside(game: LeTempsDesAs, hexes: Iterable[Hex]) -> tuple[Hex, ...]:
    board = game.setting.map.board
    return tuple(h for h in hexes if h in board)


def _rear(game: LeTempsDesAs, plane: Aircraft, side: int) -> list[Area]:
    setting = game.setting
    reading = setting.readings["TDA-ARC-REAR"]
    assert plane.hex is not None
    near = [h for h in setting.map.board if 1 <= distance(plane.hex, h) <= RANGE]
    fan = [h for h in near if fire.in_rear_arc(setting, plane, h, reading)]
    dead = [
        h
        for h in fan
        if fire.straight_behind(setting, plane, h)
        and (reading != "fan-one-hex" or distance(plane.hex, h) == 1)
    ]
    rest = tuple(h for h in fan if h not in dead)
    return [
        Area("fire", rest, side),
        Area("fire-dead", tuple(dead), side),
    ]


# ---- the scene ------------------------------------------------------------------------


def scene(
    game: LeTempsDesAs,
    draft: Move | None = None,
    *,
    plan: Sequence[Choice] = (),
    reach: bool = False,
    whole: Iterable[Hex] = (),
    guns: Iterable[str] = (),
    hint: Move | None = None,
    close: bool = True,
    goal: Iterable[Hex] = (),
) -> Scene:
    """The present position.

    Args:
        game: the game; the movement under way or flown last is drawn as a path.
        draft: a move under consideration. A manoeuvre is drawn as a path with a ghost at its
            end, a shot as a line of fire.
        plan: manoeuvres that are to follow the draft.
        reach: outline the hexes where the next manoeuvre may end, or a set-up may stand.
        whole: hexes to outline as the reach of the whole movement.
        guns: the aircraft whose fields of fire are outlined.
        hint: a move to suggest: where it ends is marked.
        close: show a close-up of what matters instead of the whole map.
        goal: hexes that a task names: a close-up shows them, too.
    """
    state, setting = game.state, game.setting
    short = letters(game)
    areas: list[Area] = []
    marks: list[Mark] = []
    paths: list[Path] = []
    ghosts: list[Counter] = []
    act = state.act
    for id in _last_flyer(game):
        more, counters = _flown_paths(game, id, short[id])
        paths += more
        ghosts += counters
    planes = [p for p in state.aircraft if p.flying and p.hex is not None]
    active = _active(state)
    around: list[Hex] = [p.hex for p in planes if p.hex is not None]
    for path in paths:
        around += path.hexes

    if reach and state.stage == "manoeuvre":
        ends = tuple(dict.fromkeys(_ends(game)))
        marks.append(Mark("legal", ends))
    whole = tuple(h for h in whole if h in setting.map.board)
    if whole and act:
        areas.append(Area("reach", whole, SIDE_NUMBERS[state.asked]))
    if reach and state.stage == "place":
        spots = _places(game)
        areas.append(Area("reach", spots, SIDE_NUMBERS[state.asked]))
        around += spots

    bearing = set(guns)
    drafted: dict[str, Flight] = {}
    if draft is not None and draft.kind == "fly" and draft.choice and state.stage == "manoeuvre":
        for id, way, flight in _planned(game, (draft.choice, *plan)):
            side = SIDE_NUMBERS[state.plane(id).side]
            paths.append(Path("planned", way, side))
            around += [h for h in way if h in setting.map.board]
            if flight.hex in setting.map.board:
                drafted[id] = flight
                ghosts.append(
                    Counter(
                        f"{id} draft",
                        flight.hex,
                        flight.facing,
                        side,
                        short[id],
                        f"where {id} would be",
                        flight.level,
                        ghost=True,
                    )
                )
    shot = draft if draft is not None else game.last.move if game.last else None
    if shot is not None and shot.kind == "fire":
        shooter, target = state.find(shot.aircraft[0]), state.find(shot.target)
        if shooter and target and shooter.hex and target.hex:
            paths.append(
                Path("line-of-fire", (shooter.hex, target.hex), SIDE_NUMBERS[shooter.side])
            )
    if draft is not None and draft.kind == "place":
        hex = setting.map.board.find(draft.hex)
        plane = state.find(draft.aircraft[0])
        if hex is not None and plane is not None:
            ghosts.append(
                Counter(
                    f"{plane.id} draft",
                    hex,
                    COLUMNS.facing(draft.facing),
                    SIDE_NUMBERS[plane.side],
                    short[plane.id],
                    f"where {plane.id} would stand",
                    draft.level if draft.level is not None else plane.level,
                    ghost=True,
                )
            )
    for plane in planes:
        if plane.id in bearing:
            there = drafted.get(plane.id)
            areas += arcs(
                game, plane, there.hex if there else None, there.facing if there else None
            )
    if draft is not None and draft.aircraft and draft.kind != "fire":
        chosen = tuple(
            p.hex for p in planes if p.id in (*draft.aircraft, draft.target) and p.hex is not None
        )
        if chosen:
            marks.append(Mark("selected", chosen))
    if hint is not None and hint.kind == "fly" and hint.choice and state.stage == "manoeuvre":
        ends = [f.hex for _, _, f in _planned(game, (hint.choice,))]
        marks.append(Mark("hint", _inside(game, ends)))

    tokens = [
        Token("gun", hex, SIDE_NUMBERS[side], "", f"gun on the ground, {side}")
        for side, hex in setting.ground_guns
    ]
    tokens += [Token("bombed", h, None, "", "hit by bombs") for h in state.bombs]
    counters = [_counter(game, p, short[p.id], p.id in active) for p in planes]
    labels = [
        Label(p.hex, text) for p in planes if p.hex is not None and (text := condition(game, p))
    ]
    # Who sets up looks for the zones of entry, wherever the aircraft are that stand already.
    near = close and state.stage != "place"
    shown = _close_up(game, around, tuple(goal)) if near else ()
    if not shown:
        labels += zone_labels(setting.map)
    return Scene(
        ground(setting.map),
        tuple(areas),
        tuple(tokens),
        tuple(paths),
        (*counters, *ghosts),
        tuple(labels),
        tuple(marks),
        f"{setting.scenario.title}, turn {state.turn} of {setting.scenario.turns}",
        words(game, draft, plan),
        shown,
    )


def _close_up(game: LeTempsDesAs, around: list[Hex], goal: tuple[Hex, ...] = ()) -> tuple[Hex, ...]:
    """The hexes to show: all that matter, or the fight around who flies now and the goal; none
    where nearly the whole map is wanted anyhow."""
    inside = tuple(dict.fromkeys(h for h in (*around, *goal) if h in game.setting.map.board))
    if _small(game, inside):
        return inside
    act = game.state.act
    if act is None:
        return ()
    here = [p.hex for p in game.state.aircraft if p.id in act.members and p.flying and p.hex]
    side = game.state.plane(act.members[0]).side
    foes = [p.hex for p in game.state.aircraft if p.flying and p.side != side and p.hex]
    near = [h for h in foes if any(distance(h, o) <= NEAR for o in here)]
    if not near:
        return ()
    fight = tuple(dict.fromkeys([*here, *near, *goal]))
    return fight if _small(game, fight) else ()


def _small(game: LeTempsDesAs, hexes: tuple[Hex, ...]) -> bool:
    """Whether hexes span little enough of the map for a close-up to be worth while."""
    map = game.setting.map
    places = [map.place(h) for h in hexes]
    if not places:
        return False
    wide = max(c for c, _ in places) - min(c for c, _ in places)
    high = max(r for _, r in places) - min(r for _, r in places)
    return wide <= map.columns * 0.7 and high <= map.rows * 0.7


def _active(state: State) -> tuple[str, ...]:
    if state.act and state.stage not in ("fire", "power"):
        return state.act.group
    if state.stage == "power" and state.act:
        return state.act.ending[:1]
    if state.stage == "fire" and state.act:
        return state.act.firing[:1]
    if state.stage in ("follow", "pursue"):
        return state.followers[:1]
    return ()


def _ends(game: LeTempsDesAs) -> Iterable[Hex]:
    """Where the legal next manoeuvres end, on the map."""
    group = game.envelopes
    board = game.setting.map.board
    for move in game.legal_moves():
        assert move.choice is not None
        env, start = group[0]
        hex, _, _ = env.path(start, move.choice)
        if hex in board:
            yield hex


def _places(game: LeTempsDesAs) -> tuple[Hex, ...]:
    board = game.setting.map.board
    return tuple(dict.fromkeys(board.hex(m.hex) for m in game.legal_moves() if m.kind == "place"))


def _planned(
    game: LeTempsDesAs, choices: Sequence[Choice]
) -> Iterable[tuple[str, tuple[Hex, ...], Flight]]:
    """For each aircraft that flies now the way along these manoeuvres and where it leads."""
    act = game.state.act
    if act is None:
        return
    for id, (env, flight) in zip(act.group, game.envelopes, strict=True):
        way = [flight.hex]
        for choice in choices:
            if choice.manoeuvre not in env.table:
                break
            _, entered, _ = env.path(flight, choice)
            way += entered
            flight = env.after(flight, choice)
        yield id, tuple(way), flight


# ---- in words -------------------------------------------------------------------------


def words(
    game: LeTempsDesAs, draft: Move | None = None, plan: Sequence[Choice] = ()
) -> tuple[str, ...]:
    """The position in sentences, for those who do not see the map."""
    state, setting = game.state, game.setting
    short = letters(game)
    out = [game.prompt]
    for p in state.aircraft:
        out.append(_plane_words(game, p, short[p.id]))
    act = state.act
    if act and (act.chain or state.stage == "manoeuvre"):
        said = chain_text(act.chain) or "nothing yet"
        out.append(
            f"Flown so far by {' and '.join(act.members)}: {said}; "
            f"{counted(act.points, 'point')} left, speed {act.effect:+d}."
        )
    if state.bombs:
        names = ", ".join(setting.map.board.name(h) for h in state.bombs)
        out.append(f"Bombs have hit {names}.")
    if draft is not None:
        out.append(f"Planned: {draft}. {game.check(draft).reason}")
    if plan:
        out.append(f"After that: {chain_text(plan)}.")
    return tuple(out)


def _plane_words(game: LeTempsDesAs, plane: Aircraft, letter: str) -> str:
    setting = game.setting
    sheet = setting.sheet(plane)
    head = f"{letter} {plane.id} ({plane.side}, {sheet.name})"
    if plane.status == "unplaced":
        return f"{head}: not set up yet."
    if not plane.flying or plane.hex is None:
        return f"{head}: {plane.fate or plane.status}."
    out = [f"{head}: hex {setting.map.board.name(plane.hex)}"]
    if not sheet.is_balloon:
        out.append(f"facing {setting.map.board.layout.facing_name(plane.facing)}")
    out.append(f"level {plane.level}")
    if not sheet.is_balloon:
        out.append(f"speed {plane.speed} of {sheet.max_speed}, power {plane.power}")
    if plane.ace:
        out.append(f"ace {plane.ace}")
    if text := condition(game, plane):
        out.append(text)
    names = [setting.charts.markers[m].name for m in plane.markers]
    if names:
        out.append(f"markers {', '.join(names)}")
    if plane.pursues:
        out.append(f"pursues {plane.pursues}")
    if plane.moved:
        out.append("has flown this turn")
    return ", ".join(out) + "."
