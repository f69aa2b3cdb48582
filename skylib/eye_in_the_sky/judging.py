"""What the rules say about a move of Eye in the Sky, in words and figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skylib.core.games import Step
from skylib.core.hexes import ROWS, Hex
from skylib.core.rulings import Figure, Ruling

from .flight import Fly, Home, Move, Spiral, path
from .photographs import develop, figures
from .state import SEATS, State

if TYPE_CHECKING:
    from .game import EyeInTheSky

__all__ = ["EDGE_PENALTY", "explain", "judge"]

EDGE_PENALTY = 5


def judge(game: EyeInTheSky, state: State, move: Move) -> Ruling:
    """The ruling on a move, before any die is rolled."""
    if isinstance(move, Home):
        if state.phase == "last":
            return _allowed(game, state, move)
        return Ruling(
            False,
            "coming home at once is for the last round only; until then a plane flies home",
            ("EYE-LAST-ROUND", "EYE-LAND"),
            instead=_offer(game, state),
        )
    if isinstance(move, Spiral):
        if state.phase == "last":
            return Ruling(
                False,
                "in the last round a pilot comes home or flies one more move",
                ("EYE-LAST-ROUND",),
                instead=("home", *_offer(game, state)),
            )
        if not game.plane_types[state.turn].spiral:
            return Ruling(
                False,
                f"the {game.plane_types[state.turn].name} cannot spiral",
                ("EYE-OPTIONS", "EYE-SPIRAL"),
                ours=(f"the {game.plane_types[state.turn].name}",),
                instead=_offer(game, state),
            )
        return _allowed(game, state, move)
    refusal = _refused_flight(game, state, move)
    return refusal if refusal is not None else _allowed(game, state, move)


def _refused_flight(game: EyeInTheSky, state: State, move: Fly) -> Ruling | None:
    plane = state.planes[state.turn]
    kind = game.plane_types[state.turn]
    printed = kind.source == "printed"
    fly_rules = ("EYE-FLY",) if printed else ("EYE-FLY", "EYE-OPTIONS")
    ours = () if printed else (f"the {kind.name}",)
    distances = game.distances(state)
    if move.distance not in distances:
        wind = ""
        if state.wind is not None and plane.facing % 3 == state.wind % 3:
            wind = f" in a wind to the {ROWS.facing_name(state.wind)}"
        return Ruling(
            False,
            f"a plane flies {_list(distances)} hexes straight ahead{wind}, not {move.distance}",
            fly_rules if not wind else ("EYE-FLY", "EYE-OPTIONS"),
            (
                Figure(_list(distances), "hexes that it may fly", "EYE-FLY"),
                Figure(
                    str(move.distance), "hex asked for" if move.distance == 1 else "hexes asked for"
                ),
            ),
            ours=(*ours, *_wind(state)) if wind else ours,
            instead=_near(game, state, [Fly(d, move.turn) for d in distances]),
        )
    along = path(plane.hex, plane.facing, move.distance)
    inside = next((i for i, h in enumerate(along) if h not in game.field.board), len(along))
    over = inside < len(along)
    if move.turn not in kind.turns:
        return Ruling(
            False,
            f"a flight ends with at most {count(kind.left, 'side')} to the left or "
            f"{count(kind.right, 'side')} to the right",
            fly_rules,
            (
                Figure(str(kind.left), "to the left at the most", "EYE-FLY"),
                Figure(str(kind.right), "to the right at the most", "EYE-FLY"),
            ),
            ours=ours,
            instead=_near(game, state, [move._replace(turn=t) for t in kind.turns]),
        )
    if over and move.turn:
        return Ruling(
            False,
            f"this flight leaves the board {_after(inside)}: the plane is put back facing the "
            "opposite way and does not turn",
            ("EYE-EDGE",),
            (Figure(str(inside), "hexes to the edge", "EYE-EDGE"),),
            instead=(*_near(game, state, [move._replace(turn=0)]), *_inside(game, state)),
        )
    if move.photo is None:
        return None
    last = inside if over or game.with_end else move.distance - 1
    photos = tuple(str(move._replace(photo=p)) for p in (*range(last + 1), None))
    if move.photo < 0 or move.photo > move.distance or (over and move.photo > inside):
        return Ruling(
            False,
            "a photograph is taken on the start hex or on one that the flight passes over",
            ("EYE-PHOTO",),
            instead=photos,
        )
    if move.photo > last:
        return Ruling(
            False,
            "the hex where the flight ends is not one that it passes over; it can be "
            "photographed as the start hex of the next move",
            ("EYE-PHOTO",),
            instead=photos,
            readings=(("EYE-PHOTO", game.readings["EYE-PHOTO"]),),
        )
    return None


def _allowed(game: EyeInTheSky, state: State, move: Move) -> Ruling:
    """What an allowed move does, before any die is rolled."""
    seat = state.turn
    plane = state.planes[seat]
    board = game.field.board
    hex, facing, over = game.destination(state, move)
    rules: list[str] = []
    sums: list[Figure] = []
    readings: list[tuple[str, str]] = []
    ours: list[str] = []
    facts: dict[str, object] = {}
    photos = plane.photos
    if isinstance(move, Home):
        rules += ["EYE-LAST-ROUND", "EYE-SCORE"]
        text = f"{SEATS[seat]} comes home at once"
    elif isinstance(move, Spiral):
        rules.append("EYE-SPIRAL")
        text = f"spirals in {board.name(hex)} to face {ROWS.facing_name(facing)}"
    else:
        rules.append("EYE-FLY")
        if game.plane_types[seat].source != "printed":
            rules.append("EYE-OPTIONS")
            ours.append(f"the {game.plane_types[seat].name}")
        text = f"flies {ROWS.facing_name(plane.facing)} to {board.name(hex)}"
        if over:
            text = f"leaves the board and is put back on {board.name(hex)}"
            rules.append("EYE-EDGE")
            sums.append(Figure(-EDGE_PENALTY, "over the edge", "EYE-EDGE"))
            readings.append(("EYE-EDGE", game.readings["EYE-EDGE"]))
        text += f", facing {ROWS.facing_name(facing)}"
        if move.photo is not None:
            at = Hex(*((plane.hex, *path(plane.hex, plane.facing, move.distance))[move.photo]))
            photos = (*photos, at)
            rules.append("EYE-PHOTO")
            text += f", and photographs {board.name(at)}"
            facts["photographed"] = board.name(at)
            if not over and move.photo == move.distance:
                readings.append(("EYE-PHOTO", game.readings["EYE-PHOTO"]))
            if not game.field.footprints[at] & ~state.black:
                rules.append("EYE-USELESS-PHOTO")
                text += ". Everything within two hexes of it is black: it can score nothing"
        ours += _wind(state)
        if game.guns == "fire" and game.under_fire(hex):
            rules.append("EYE-OPTIONS")
            ours.append("guns fire at planes on or beside them: a 1 spoils the last photograph")
    lands = state.phase == "play" and game.is_landing(hex, facing)
    facts["landing"] = "yes" if lands else "no"
    if lands or isinstance(move, Home):
        developed, _ = develop(game.field, photos, state.black)
        sums += figures(game.field, developed)
        if lands:
            rules += ["EYE-LAND", "EYE-SCORE"]
            readings.append(("EYE-LAND", game.readings["EYE-LAND"]))
            text += f". It lands with {count(len(photos), 'photograph')}"
        if any(d.completes for d in developed):
            rules.append("EYE-COMPLETE")
            text += " and completes the picture"
    facts["points"] = sum(f.value for f in sums if isinstance(f.value, int))
    return Ruling(
        True,
        text + ".",
        tuple(dict.fromkeys(rules)),
        tuple(sums),
        readings=tuple(readings),
        ours=tuple(ours),
        facts=facts,
    )


def explain(game: EyeInTheSky, step: Step[State, Move]) -> Ruling:
    """The ruling on a played move, with what the dice and the end of the round brought."""
    ruling = judge(game, step.before, step.move)
    extra = [
        f"the {roll.purpose} blows to the {ROWS.facing_name(roll.value - 1)}"
        if roll.purpose.startswith("wind")
        else f"{roll.purpose}: {roll.value}"
        for roll in step.rolls
    ]
    figs = ruling.figures
    seat = step.before.turn
    plane, after = step.before.planes[seat], step.after.planes[seat]
    taken = isinstance(step.move, Fly) and step.move.photo is not None
    shot = next((r for r in step.rolls if r.purpose.startswith("guns")), None)
    if shot is not None and shot.value == 1 and (plane.photos or taken):
        extra.append("the last photograph is spoilt")
        # One picture less is handed in than `judge` foresaw.
        photos = plane.photos if taken else plane.photos[:-1]
        developed, _ = develop(game.field, photos, step.before.black)
        landed = game.is_landing(*game.destination(step.before, step.move)[:2])
        figs = tuple(f for f in figs if f.rule == "EYE-EDGE")
        if landed and step.before.phase == "play":
            figs += figures(game.field, developed)
    if step.before.phase == "play" and step.after.phase == "last":
        extra.append("the last round begins")
    if step.after.phase == "over":
        extra += _last_count(step)
    return Ruling(
        ruling.allowed,
        " ".join([ruling.reason, *(f"{e[0].upper()}{e[1:]}." for e in extra)]),
        ruling.rules,
        figs,
        readings=ruling.readings,
        ours=ruling.ours,
        facts={**ruling.facts, "points": after.score - plane.score},
    )


def _last_count(step: Step[State, Move]) -> list[str]:
    """What the pilots who flew on score when the game ends (EYE-LAST-ROUND)."""
    out = []
    for seat, before, after in zip(SEATS, step.before.planes, step.after.planes, strict=False):
        if after.ending == "flown":
            gained = after.score - before.score
            out.append(f"{seat}, who flew on, scores {gained} in the end")
    return [*out, "the game ends"]


def _near(game: EyeInTheSky, state: State, moves: list[Fly]) -> tuple[str, ...]:
    """Those moves, as far as needed without their photograph or their turn, that are legal."""
    found = []
    for move in moves:
        for near in (move, move._replace(photo=None), Fly(move.distance)):
            if game._legal(state, near):
                found.append(str(near))
                break
    return tuple(dict.fromkeys(found))


def _wind(state: State) -> tuple[str, ...]:
    """The wind, where there is one: a rule of ours."""
    return () if state.wind is None else (f"a wind to the {ROWS.facing_name(state.wind)}",)


def _offer(game: EyeInTheSky, state: State) -> tuple[str, ...]:
    return tuple(f"fly {d}" for d in game.distances(state))


def _inside(game: EyeInTheSky, state: State) -> tuple[str, ...]:
    plane = state.planes[state.turn]
    board = game.field.board
    return tuple(
        f"fly {d}" for d in game.distances(state) if path(plane.hex, plane.facing, d)[-1] in board
    )


def count(number: int, one: str, many: str | None = None) -> str:
    word = one if number == 1 else (many or one + "s")
    return f"{number or 'no'} {word}"


def _after(inside: int) -> str:
    """When a flight leaves the board that enters so many of its hexes."""
    return f"after {count(inside, 'hex', 'hexes')}" if inside else "with its first hex"


def _list(numbers: tuple[int, ...]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    return f"{', '.join(map(str, numbers[:-1]))} or {numbers[-1]}"
