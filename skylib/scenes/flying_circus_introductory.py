"""What there is to see of the introductory game of Flying Circus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skylib.core.hexes import COLUMNS, Board, Hex, ray
from skylib.core.wording import counted
from skylib.flying_circus.introductory import REACH, Airplane, IntroFire, IntroFly, IntroMove
from skylib.flying_circus.introductory_flights import path, places
from skylib.flying_circus.movement import Flight
from skylib.flying_circus.moves import Enter
from skylib.flying_circus.state import ENTERING, OFF, SHOT_DOWN

from .flying_circus_ground import SIDE, ground
from .scene import Area, Counter, Label, Mark, Path, Scene, Token

if TYPE_CHECKING:
    from skylib.flying_circus.introductory import FlyingCircusIntroductory

__all__ = ["WIDE", "end_of", "row_of", "scene", "words"]

WIDE = 130  # hexes; a larger reach says little and would cover everything


def end_of(start: Hex, facing: int, flight: Flight) -> tuple[Hex, int]:
    """Hex and facing when these steps are flown."""
    return path(start, facing, flight)[-1] if flight.steps else (start, facing)


def row_of(hex: Hex, facing: int, board: Board) -> tuple[Hex, ...]:
    """The straight row into which an aircraft fires, nearest first."""
    return tuple(h for h in ray(COLUMNS, hex, facing, REACH) if h in board.index)


def scene(
    game: FlyingCircusIntroductory,
    draft: IntroMove | None = None,
    *,
    reach: bool = False,
    rows: bool = False,
    hint: IntroMove | None = None,
) -> Scene:
    """The present position.

    Args:
        game: the game; its last flight or shot is shown.
        draft: a move under consideration; a flight may be unfinished.
        reach: outline the hexes where flights that go on from the draft can end, if they
            are not more than `WIDE`.
        rows: show the row of hexes into which each aircraft could fire.
        hint: a move to suggest: its end is marked.
    """
    state, board = game.state, game.map.board
    areas: list[Area] = []
    paths: list[Path] = []
    marks: list[Mark] = []
    tokens: list[Token] = []
    counters = [
        _counter(a, board, state.step == "move" and a in state.waiting() and not game.outcome)
        for a in state.airplanes
        if a.hex is not None
    ]
    shown: dict[str, tuple[Hex, int]] = {}
    if isinstance(draft, IntroFly) and (a := state.find(draft.id)) and a.hex is not None:
        sky = game.sky(state, draft.id)
        if reach:
            ends = {h for h, _ in places(a.hex, a.facing, a.allowance, sky, draft.flight)}
            inside = tuple(h for h in board.hexes if h in ends)
            if 0 < len(inside) <= WIDE:
                areas.append(Area("reach", inside, SIDE[a.side]))
        end, facing = shown[draft.id] = end_of(a.hex, a.facing, draft.flight)
        paths.append(_path("planned", a, draft.flight, board))
        if draft.flight.steps and end in board.index:
            name = f"{a.id}, where it would be"
            counters.append(Counter("draft", end, facing, SIDE[a.side], a.id, name, ghost=True))
        marks.append(Mark("selected", tuple(h for h in (a.hex,) if h in board.index)))
    elif isinstance(draft, Enter) and (a := state.find(draft.id)):
        hex = board.hex(draft.name)
        counters.append(
            Counter("draft", hex, draft.facing, SIDE[a.side], a.id, "its entry", ghost=True)
        )
        marks.append(Mark("selected", (hex,)))
    elif reach and state.step == "move" and any(a.status == OFF for a in state.waiting()):
        edge = game.map.edge(state.mover)
        marks.append(Mark("legal", tuple(h for h in board.hexes if h in edge)))
    last = game.last
    if last is not None and isinstance(last.move, IntroFly) and not isinstance(draft, IntroFly):
        flew = last.before.find(last.move.id)
        if flew is not None and flew.hex is not None:
            paths.append(_path("flown", flew, last.move.flight, board))
            now = state.find(flew.id)
            if now is not None and now.hex is not None:
                marks.append(Mark("last", (now.hex,)))
    if last is not None and isinstance(last.move, IntroFire):
        paths += _line(last.before, last.move)
        tokens += _damage(game)
    if isinstance(draft, IntroFire):
        paths += _line(state, draft)
    labels = tuple(
        Label(c.hex, counted(a.allowance, "point"))
        for c in counters
        if not c.ghost and (a := state.find(c.id))
    )
    numbers: tuple[Label, ...] = ()
    if rows:
        for a in state.airplanes:
            if a.flying and a.hex is not None:
                row = row_of(*shown.get(a.id, (a.hex, a.facing)), board)
                areas += [Area("fire", row, SIDE[a.side])] if row else []
                if a.side == state.mover and not numbers:
                    taken = {h for p in paths for h, _, _ in p.points}
                    numbers = tuple(
                        Label(h, str(n), "number") for n, h in enumerate(row, 1) if h not in taken
                    )
    if isinstance(hint, IntroFly) and (a := state.find(hint.id)) and a.hex is not None:
        marks.append(Mark("hint", (end_of(a.hex, a.facing, hint.flight)[0],)))
    return Scene(
        ground(game.map),
        tuple(areas),
        tuple(tokens),
        tuple(p for p in paths if p.hexes),
        tuple(counters),
        (*numbers, *labels),
        tuple(marks),
        game.title,
        words(game, draft),
        _around(game),
    )


def _counter(a: Airplane, board: Board, waiting: bool) -> Counter:
    assert a.hex is not None
    hex = a.hex if a.hex in board.index else COLUMNS.neighbour(a.hex, a.facing)
    name = f"aircraft {a.id}, allowance {a.allowance}"
    name += ", entering" if a.status == ENTERING else ""
    state = "active" if waiting else ""
    return Counter(a.id, hex, a.facing, SIDE[a.side], a.id, name, state=state)


def _path(kind: str, a: Airplane, flight: Flight, board: Board) -> Path:
    assert a.hex is not None
    along = [a.hex]
    beads: list[tuple[Hex, list[int], str]] = []
    for number, (hex, _) in enumerate(path(a.hex, a.facing, flight), 1):
        step = flight.steps[number - 1]
        if step == "F":
            along.append(hex)
        if hex not in board.index:
            continue
        if beads and beads[-1][0] == hex:
            beads[-1] = (hex, [*beads[-1][1], number], "turn" if step != "F" else beads[-1][2])
        else:
            beads.append((hex, [number], "turn" if step != "F" else ""))
    points = tuple(
        (hex, str(n[0]) if len(n) == 1 else f"{n[0]}–{n[-1]}", kind_) for hex, n, kind_ in beads
    )
    inside = tuple(h for h in along if h in board.index)
    return Path(kind, inside, SIDE[a.side], points)


def _line(state: object, move: IntroFire) -> list[Path]:
    firer, target = state.find(move.id), state.find(move.target)  # type: ignore[attr-defined]
    if firer and target and firer.hex is not None and target.hex is not None:
        return [Path("line-of-fire", (firer.hex, target.hex), SIDE[firer.side])]
    return []


def _damage(game: FlyingCircusIntroductory) -> list[Token]:
    """What the last shot has done to its target."""
    last = game.last
    assert last is not None and isinstance(last.move, IntroFire)
    was, now = last.before.find(last.move.target), game.state.find(last.move.target)
    if was is None or now is None or was.hex is None:
        return []
    if now.status == SHOT_DOWN:
        return [Token("wreck", was.hex, SIDE[was.side], "", f"{was.id} shot down")]
    points = was.allowance - now.allowance
    if not points:
        return []
    name = f"{was.id}: {counted(points, 'damage point')}"
    return [Token("damage", was.hex, SIDE[was.side], str(points), name)]


def _around(game: FlyingCircusIntroductory) -> tuple[Hex, ...]:
    state, board = game.state, game.map.board
    if any(a.status == OFF for a in state.waiting()):
        return ()
    out = []
    for a in state.airplanes:
        if a.hex is not None:
            q, r = a.hex
            out += [a.hex, Hex(q, r + 2), Hex(q, r - 2), Hex(q - 2, r + 1), Hex(q + 2, r - 1)]
            if a.side == state.mover:
                out += ray(COLUMNS, a.hex, a.facing, min(6, a.allowance))[-1:]
    return tuple(sorted({h for h in out if h in board.index}))


def words(game: FlyingCircusIntroductory, draft: IntroMove | None = None) -> tuple[str, ...]:
    """The position in sentences, for those who do not see the map."""
    state, board = game.state, game.map.board
    out = [game.prompt]
    for a in state.airplanes:
        if a.status == SHOT_DOWN:
            out.append(f"{a.id}: shot down.")
        elif a.hex is None:
            out.append(f"{a.id}: not yet on the map, movement allowance {a.allowance}.")
        else:
            entering = a.hex not in board.index
            hex = COLUMNS.neighbour(a.hex, a.facing) if entering else a.hex
            out.append(
                f"{a.id}: {'enters at' if entering else 'at'} {board.name(hex)} facing "
                f"{COLUMNS.facing_name(a.facing)}, movement allowance {a.allowance}."
            )
    last = game.last
    if last is not None and isinstance(last.move, IntroFly):
        out.append(f"Last flight: {last.move}.")
    out += [f"{event}." for event in state.events]
    if isinstance(draft, IntroFly) and not draft.flight.steps:
        out.append(f"Planned: {draft.id}; no step flown yet.")
    elif draft is not None:
        out.append(f"Planned: {draft}.")
    return tuple(out)
