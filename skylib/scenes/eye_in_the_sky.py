"""What there is to see of Eye in the Sky."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from skylib.core.hexes import ROWS, Hex, distance
from skylib.core.wording import counted
from skylib.eye_in_the_sky.flight import Fly, Home, Move, Spiral, path
from skylib.eye_in_the_sky.state import SEATS, Plane

from .scene import Area, Counter, Fill, Ground, Label, Mark, Path, Scene, Token

if TYPE_CHECKING:
    from skylib.eye_in_the_sky.board import Battlefield
    from skylib.eye_in_the_sky.game import EyeInTheSky

__all__ = ["ground", "scene"]


@lru_cache(maxsize=32)
def ground(field: Battlefield) -> Ground:
    """The battlefield without planes; made once for each field."""
    board = field.board
    wests: dict[int, Hex] = {}
    for hex in board:
        wests.setdefault(hex.r, hex)
    first_row = [h for h in board if h.r == 0]
    last_row = [h for h in board if h.r == max(wests)]
    guns = set(field.artillery)
    return Ground(
        board,
        (
            Fill("aoi", tuple(h for h in field.area if h not in guns), "area of interest"),
            Fill("runway", field.runway, "runway"),
            Fill("artillery", field.artillery, "artillery"),
        ),
        tuple((hex, str(r + 1)) for r, hex in wests.items()),
        tuple((hex, str(i)) for i, hex in enumerate(first_row, 1)),
        title=field.title,
        ours="" if field.source == "printed" else "a map of ours",
        south_labels=tuple((hex, str(i)) for i, hex in enumerate(last_row, 1)),
    )


def scene(
    game: EyeInTheSky,
    draft: Move | None = None,
    *,
    reach: bool = False,
    footprints: bool = False,
    hint: Move | None = None,
) -> Scene:
    """The present position.

    Args:
        game: the game; its last move is marked.
        draft: a move under consideration: shown as a path with a ghost at its end.
        reach: outline the hexes where legal flights of the plane to move end.
        footprints: outline what the undeveloped photographs of the plane to move cover.
        hint: a move to suggest: its end is marked.
    """
    state, field = game.state, game.field
    board = field.board
    over = state.phase == "over"
    seat = state.turn
    plane = state.planes[seat]

    areas: list[Area] = []
    if state.black:
        areas.append(Area("reported", board.hexes_of(state.black)))
    marks: list[Mark] = []
    if reach and not over:
        ends = _ends(game)
        areas.append(Area("reach", ends, seat))
        marks.append(Mark("legal", ends))
    shown: list[Hex] = list(plane.photos) if footprints else []
    paths: list[Path] = []
    counters = [_counter(game, i, p, not over and i == seat) for i, p in enumerate(state.planes)]

    if last := game.last:
        mover = last.before.turn
        old = last.before.planes[mover]
        if isinstance(last.move, Fly):
            along = (old.hex, *path(old.hex, old.facing, last.move.distance))
            paths.append(Path("flown", tuple(h for h in along if h in board), mover))
        marks.append(Mark("last", (game.destination(last.before, last.move)[0],)))
    if draft is not None and not over:
        end, facing, _ = game.destination(state, draft)
        if isinstance(draft, Fly):
            along = path(plane.hex, plane.facing, draft.distance)
            inside = tuple(h for h in along if h in board)
            beads = tuple((h, str(i), "point") for i, h in enumerate(inside, 1))
            paths.append(Path("planned", (plane.hex, *inside), seat, beads))
            # A draft may be refused, and its photograph lie anywhere.
            if draft.photo is not None and 0 <= draft.photo <= draft.distance:
                at = (plane.hex, *along)[draft.photo]
                if at in board:
                    shown.append(at)
        counters.append(
            Counter("draft", end, facing, seat, SEATS[seat], "where it would be", ghost=True)
        )
    if shown:
        areas.append(Area("footprint", board.hexes_of(_cover(field, shown)), seat))
    if hint is not None:
        marks.append(Mark("hint", (game.destination(state, hint)[0],)))
    tokens = tuple(
        Token("photo", hex, i, SEATS[i], f"photograph of {SEATS[i]}")
        for i, p in enumerate(state.planes)
        for hex in p.photos
    )
    return Scene(
        ground(field),
        tuple(areas),
        tokens,
        tuple(paths),
        tuple(counters),
        _kinds(game),
        tuple(marks),
        field.title,
        words(game, draft),
    )


def words(game: EyeInTheSky, draft: Move | None = None) -> tuple[str, ...]:
    """The position in sentences, for those who do not see the map."""
    state, field = game.state, game.field
    board = field.board
    area = field.area_mask.bit_count()
    seen = (field.area_mask & state.black).bit_count()
    out = [game.prompt]
    mixed = len({kind.name for kind in game.plane_types}) > 1
    for i, plane in enumerate(state.planes):
        kind = game.plane_types[i].name
        own = f" ({kind.casefold()})" if mixed else ""
        line = f"{SEATS[i]}{own}: {plane.score} {'point' if abs(plane.score) == 1 else 'points'}, "
        line += f"at {board.name(plane.hex)} facing "
        line += ROWS.facing_name(plane.facing)
        if plane.photos:
            line += ", photographs on board: " + ", ".join(board.name(h) for h in plane.photos)
        else:
            line += ", no photographs on board"
        home = min(distance(plane.hex, h) for h in field.runway)
        far = f"{counted(home, 'hex', 'hexes')} from" if home else "on"
        line += f", {far} the runway"
        out.append(line + ".")
    out.append(f"Reported so far: {seen} of the {area} hexes of the area of interest.")
    if state.wind is not None:
        out.append(f"The wind blows to the {ROWS.facing_name(state.wind)} (variant of ours).")
    if draft is not None:
        out.append(f"Planned: {draft}. {game.check(draft).reason}")
    return tuple(out)


def _counter(game: EyeInTheSky, seat: int, plane: Plane, active: bool) -> Counter:
    kind = game.plane_types[seat].name
    return Counter(
        SEATS[seat],
        plane.hex,
        plane.facing,
        seat,
        SEATS[seat],
        f"{kind} of {SEATS[seat]}",
        state="active" if active else "",
    )


def _kinds(game: EyeInTheSky) -> tuple[Label, ...]:
    """What a plane is, beside it, where it is another than the rulebook's."""
    kinds = game.plane_types
    if len({kind.name for kind in kinds}) == 1:
        return ()
    at: dict[Hex, list[str]] = {}
    for seat, plane, kind in zip(SEATS, game.state.planes, kinds, strict=False):
        if kind.source != "printed":
            at.setdefault(plane.hex, []).append(f"{seat}: {kind.name.casefold()}")
    return tuple(Label(hex, ", ".join(texts)) for hex, texts in at.items())


def _ends(game: EyeInTheSky) -> tuple[Hex, ...]:
    """Where the legal flights of the plane to move end, nearest first."""
    state = game.state
    ends = {
        game.destination(state, move)[0]: None
        for move in game.legal_moves()
        if not isinstance(move, Spiral | Home)
    }
    return tuple(ends)


def _cover(field: Battlefield, photos: list[Hex]) -> int:
    mask = 0
    for hex in photos:
        mask |= field.footprints[hex]
    return mask
