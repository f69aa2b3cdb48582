"""What the computer player of Eye in the Sky thinks of each move, in points."""

from __future__ import annotations

from typing import Any

from skylib.core.dice import Dice
from skylib.eye_in_the_sky.flight import Fly, Home
from skylib.eye_in_the_sky.photographs import develop
from skylib.eye_in_the_sky.state import SEATS

from . import eye_in_the_sky as pilot

__all__ = ["standing", "values"]

_ALL = 99  # photographs of the first flight that are tried
_LINES = 40  # lines kept at each depth, besides the best of each first move
_DEPTH = 14
_AGAIN = 4  # first moves that are looked at once more


def standing(game: Any, state: Any) -> dict[str, float]:
    """Points scored, and those that the photographs on board would score if landed now."""
    out = {}
    for seat, plane in zip(SEATS, state.planes):
        on_board = sum(d.points for d in develop(game.field, plane.photos, state.black)[0])
        out[seat] = float(plane.score + on_board)
    return out


def values(game: Any, also: tuple[Any, ...]) -> dict[Any, float]:
    """Expected points of the best line that begins with each move, less what its turns cost."""
    state = game.state
    if state.phase == "last":
        return _last(game, state, also)
    mind = pilot._Mind(game, state)
    price, seat = mind.price(), state.turn
    for other in mind.seats:
        if other != seat:
            plan, known = mind.plan(other, price, pilot._GLANCE), mind.forecasts[other]
            mind.forecasts[other] = known._replace(
                planned=plan.shown & ~known.shown, likely=max(known.soonest, int(plan.turns))
            )
    price = min(price, pilot._AT_MOST * mind.plan(seat, price, pilot._GLANCE).rate)
    rivals = [f for s, f in enumerate(mind.forecasts) if s != seat]
    groups, worths = mind.groups(rivals)
    tables, shown = mind.tables[seat], mind.shown[seat]
    outlook = pilot._Outlook(
        tables, state.black, groups, worths, mind.end(), mind.end_by(rivals), mind.danger
    )
    start = pilot._Line(mind.places[seat], shown, outlook.points(shown), 0, None)
    distances = game.distances(state)
    lures = outlook.lures(start.shown, price)
    found = _search(outlook, start, price, distances, lures)
    # All first moves together leave few lines to each: the ones that matter get their own look.
    ranked = sorted(found, key=lambda move: -found[move])
    for move in dict.fromkeys([*ranked[:_AGAIN], *(m for m in also if m in found)]):
        again = _search(outlook, start, price, distances, lures, move)
        found[move] = max(found[move], again[move])
    for move in also:
        if move not in found and isinstance(move, Fly):
            # A photograph that shows nothing new is worth what none is.
            bare = move._replace(photo=None)
            if bare in found:
                found[move] = found[bare]
    return found


def _search(
    outlook: Any,
    start: Any,
    price: float,
    first: tuple[int, ...],
    lures: list[float],
    only: Any = None,
) -> dict[Any, float]:
    """As the pilot's own search, but with the best of every first move kept; or of one only."""
    tables = outlook.tables
    home, landings, none = tables.home, tables.landings, start.shown
    best: dict[Any, float] = {}
    lines = [start]
    for depth in range(1, _DEPTH + 1):
        ranked: dict[tuple[Any, int, int], tuple[float, Any]] = {}
        # Many lines show the same and are as far from home: what they promise is the same, too.
        promised: dict[tuple[int, int], tuple[float, float]] = {}
        for line in lines:
            distances = first if depth == 1 else tables.kind.distances
            # At first with every photograph and with none; later with the best one.
            choices = (_ALL, 0) if depth == 1 else (1,)
            for longer in (x for n in choices for x in outlook.longer(line, distances, n)):
                place, shown, _, lost, move = longer
                if depth == 1 and only is not None and move != only:
                    continue
                away = home[place]
                known = promised.get((shown, away))
                if known is None:
                    gain, turns = outlook.promise(longer, depth)
                    known = promised[shown, away] = gain + lost, turns
                worth = known[0] - lost - price * known[1] - 0.01 * away
                if worth > best.get(move, float("-inf")):
                    best[move] = worth
                if place in landings or depth >= outlook.end:
                    continue
                if shown == none:
                    worth = max(worth, lures[place // 6] - lost - price * depth)
                key = move, place, shown
                if key not in ranked or worth > ranked[key][0]:
                    ranked[key] = worth, longer
        kept = sorted(ranked.values(), key=lambda entry: -entry[0])
        tops: dict[Any, Any] = {}
        for _, line in kept:
            tops.setdefault(line.first, line)
        lines = list(dict.fromkeys([line for _, line in kept[:_LINES]] + list(tops.values())))
    return best


def _last(game: Any, state: Any, also: tuple[Any, ...]) -> dict[Any, float]:
    """The lead at the end if the others then do what is best for them."""
    dice = Dice(pilot._Harmless())
    moves = dict.fromkeys([*pilot._last_moves(game, state), *also])
    out = {}
    for move in moves:
        if not isinstance(move, Home | Fly):
            continue
        end = game._apply(state, move, dice)
        while end.phase != "over":
            there = _at(game, end)
            end = game._apply(end, pilot._last_choice(there, end), dice)
        out[move] = pilot._standing(end, state.turn)[1]
    return out


def _at(game: Any, state: Any) -> Any:
    from .judging import at

    return at(game, state)
