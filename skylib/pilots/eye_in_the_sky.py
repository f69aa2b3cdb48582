"""A computer player for Eye in the Sky.

It looks ahead along its own moves only: a beam search over flights and photographs,
each line valued as if the plane then flew straight home. The value of a line is the
points it would bring when it lands, less a price for every turn it takes. The price is
what a turn of a fresh trip would earn, so the plane turns for home when one more
photograph is no longer worth the turns that it costs. Hexes that a rival has
photographed count less, the less the likelier the rival lands first.

Everything here is counted, never timed or drawn: the same position gives the same move.
It looks at no die before it is rolled.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from operator import add
from typing import NamedTuple

from skylib.core.dice import Dice
from skylib.core.errors import SkylibError
from skylib.core.hexes import Hex, distance
from skylib.eye_in_the_sky.board import Battlefield
from skylib.eye_in_the_sky.flight import Fly, Home, Move, PlaneType, Spiral, path
from skylib.eye_in_the_sky.game import EyeInTheSky, State
from skylib.eye_in_the_sky.judging import EDGE_PENALTY
from skylib.eye_in_the_sky.photographs import COMPLETION

__all__ = ["choose"]


class _Effort(NamedTuple):
    """How hard to think: lines kept at each depth, moves looked ahead, photographs tried a
    flight, and depths without a better line before it stops."""

    beam: int
    depth: int
    choice: int
    patience: int


_THOUGHT = _Effort(48, 24, 2, 6)
_GLANCE = _Effort(10, 24, 1, 6)

# How it weighs, found by letting versions play each other.
_PRICE = 1.0  # of a turn, as a share of what a fresh trip earns a turn
_AT_MOST = 0.8  # of a turn, as a share of what the best trip from here earns a turn
_DENIED = 0.7  # of a point more that a hex is worth if a rival loses it
_LANDS_EARLY = 0.5  # chance that a rival who could be home is home before it should be
_LANDS_THEN = 0.75  # chance that it is home when it should be
_DOES_AS_PLANNED = 0.6  # chance that a rival photographs what it should
_STAYS_OUT = 0.8  # what remains, each turn later, of the chance that it is not
_CALM = 40  # rounds after which it grows less and less afraid that rivals land first
_KEEPS = 0.96  # what a hex is still worth, each turn later, with rivals about
_NEVER = 999  # turns home where there is no way
_LONGEST = 100  # turns ahead for which chances are worked out


def choose(game: EyeInTheSky) -> Move:
    """The move that the computer would make for the pilot to move.

    Raises `SkylibError` when the game is over.
    """
    state = game.state
    if state.phase == "over":
        raise SkylibError("the game is over: there is no move to choose")
    if state.phase == "last":
        return _last_choice(game, state)
    return _Mind(game, state).best()


# ---- what a plane can do from each hex and facing ---------------------------------------


class _Flight(NamedTuple):
    """A flight of one distance: the places along it that may be photographed, where it
    may end (turn, place), and whether it goes over the edge."""

    distance: int
    photos: int  # photographs may be taken after 0 to photos - 1 hexes
    ends: tuple[tuple[int, int], ...]
    over: bool


class _Tables:
    """Where planes of one kind can go. A place is ``hex index * 6 + facing``."""

    def __init__(
        self, field: Battlefield, kind: PlaneType, with_end: bool, to_last_hex: bool
    ) -> None:
        self.field, self.kind = field, kind
        self.with_end, self.to_last_hex = with_end, to_last_hex
        self.take_off = self.place(field.take_off, field.take_off_facing)
        self.landings = frozenset(self.place(h, field.landing_facing) for h in field.runway)
        index = field.board.index
        self.near = [tuple(index[h] for h in field.board.neighbours(hex)) for hex in field.board]
        self._known: dict[tuple[int, tuple[int, ...]], tuple[_Flight, ...]] = {}
        self._prints: dict[int, tuple[int, ...]] = {}
        self.home = self._turns_home()

    def place(self, hex: Hex, facing: int) -> int:
        return self.field.board.index[hex] * 6 + facing

    def _turns_home(self) -> list[int]:
        """Turns until a plane can have landed, from every place, in still air."""
        board, kind = self.field.board, self.kind
        home = [_NEVER] * (6 * len(board))
        for place in self.landings:
            home[place] = 0
        front, turns = list(self.landings), 0
        while front:
            turns += 1
            reached = []
            for place in front:
                for before in self._before(board.hexes[place // 6], place % 6, kind):
                    if home[before] > turns:
                        home[before] = turns
                        reached.append(before)
            front = reached
        # A plane that hardly turns may have to turn round at the edge.
        stuck = [place for place, turns in enumerate(home) if turns == _NEVER]
        while stuck:
            found = {}
            for place in stuck:
                ends = [e for f in self.flights(place, kind.distances) for _, e in f.ends]
                if (turns := min(home[e] for e in ends) + 1) < _NEVER:
                    found[place] = turns
            if not found:
                break
            for place, turns in found.items():
                home[place] = turns
            stuck = [place for place in stuck if place not in found]
        return home

    def _before(self, hex: Hex, facing: int, kind: PlaneType) -> Iterator[int]:
        """The places from which one move without the edge leads here."""
        index = self.field.board.index
        if kind.spiral:
            first = index[hex] * 6
            yield from range(first, first + 6)
        for turn in kind.turns:
            before = (facing - turn) % 6
            along = path(hex, (before + 3) % 6, kind.distances[-1])
            for flown in kind.distances:
                if (i := index.get(along[flown - 1])) is not None:
                    yield i * 6 + before

    def flights(self, place: int, distances: tuple[int, ...]) -> tuple[_Flight, ...]:
        """The flights from a place."""
        flights = self._known.get((place, distances))
        if flights is None:
            made = tuple(self._flight(place, d) for d in distances)
            flights = self._known[place, distances] = made
        return flights

    def _flight(self, place: int, distance: int) -> _Flight:
        board = self.field.board
        index, facing = place // 6, place % 6
        inside, last = 0, index
        for hex in path(board.hexes[index], facing, distance):
            if hex not in board.index:
                back = last if self.to_last_hex else index
                return _Flight(distance, inside + 1, ((0, back * 6 + (facing + 3) % 6),), True)
            inside, last = inside + 1, board.index[hex]
        ends = tuple((turn, last * 6 + (facing + turn) % 6) for turn in self.kind.turns)
        return _Flight(distance, distance + self.with_end, ends, False)

    def footprints(self, place: int) -> tuple[int, ...]:
        """What a photograph shows, taken after 0, 1, 2 ... hexes straight ahead."""
        prints = self._prints.get(place)
        if prints is None:
            board, found = self.field.board, []
            start = board.hexes[place // 6]
            for hex in (start, *path(start, place % 6, self.kind.distances[-1] + 1)):
                if hex not in board.index:
                    break
                found.append(self.field.footprints[hex])
            prints = self._prints[place] = tuple(found)
        return prints


@lru_cache(maxsize=16)
def _tables(field: Battlefield, kind: PlaneType, with_end: bool, to_last_hex: bool) -> _Tables:
    return _Tables(field, kind, with_end, to_last_hex)


def _tables_for(game: EyeInTheSky, seat: int) -> _Tables:
    return _tables(game.field, game.plane_types[seat], game.with_end, game.to_last_hex)


# ---- looking ahead ------------------------------------------------------------------------


class _Line(NamedTuple):
    """A row of own moves: where it ends, the hexes that its photographs show, their points
    by group, the points lost on the way, and its first move."""

    place: int
    shown: int
    points: tuple[int, ...]
    lost: float
    first: Move | None


class _Outlook(NamedTuple):
    """What there is to gain, and how likely.

    ``groups`` are masks of hexes, and ``worths[turns][g]`` says what a point in group g is
    worth if the plane lands in so many turns: above all, the chance that no rival is there
    first. The last round comes after ``end`` own moves, or ``perhaps`` sooner; what is on
    board then counts as if landed one turn later.
    """

    tables: _Tables
    black: int
    groups: tuple[int, ...]
    worths: tuple[tuple[float, ...], ...]
    end: int
    perhaps: int
    danger: int  # hexes under fire

    def lures(self, shown: int, price: float) -> list[float]:
        """For each hex, what the best single photograph would bring if the plane flew
        there, took it and flew home: it draws lines that have no new photograph yet."""
        board, runway = self.tables.field.board, self.tables.field.runway[-1]
        step = price / self.tables.kind.distances[-1]
        lures = []
        for hex in board:
            new = self.tables.field.footprints[hex] & ~(self.black | shown)
            gain = self.expected(self.points(new), 0) if new else -_NEVER
            lures.append(gain - step * distance(hex, runway))
        # A hex is worth its best neighbour less a step: one sweep each way carries that far.
        near = self.tables.near
        for sweep in (range(len(lures)), range(len(lures) - 1, -1, -1)):
            for i in sweep:
                lures[i] = max(lures[i], max([lures[j] for j in near[i]], default=0) - step)
        return lures

    def points(self, new: int) -> tuple[int, ...]:
        """The points of hexes by group."""
        count = self.tables.field.points
        return tuple([count(new & group) for group in self.groups])

    def promise(self, line: _Line, depth: int) -> tuple[float, float]:
        """The points that a line may bring if the plane now flies straight home, and the
        turns that this takes."""
        turns = depth + self.tables.home[line.place]
        if turns > self.end:
            return self.gain(line, self.end + 1), self.end
        gain = self.gain(line, turns)
        if depth <= self.perhaps < turns:
            # Perhaps the last round comes first and brings the plane home at once.
            return (gain + self.gain(line, self.perhaps + 1)) / 2, (turns + self.perhaps) / 2
        return gain, turns

    def gain(self, line: _Line, turns: int) -> float:
        """The points that a line may bring if it is landed after so many turns."""
        gain = self.expected(line.points, turns) - line.lost
        if not self.tables.field.area_mask & ~(self.black | line.shown):
            gain += self.expected((COMPLETION,), turns)
        return gain

    def expected(self, points: tuple[int, ...], turns: int) -> float:
        """What points by group are worth when they are landed after so many turns."""
        total = 0.0
        for number, worth in zip(points, self.worths[min(turns, _LONGEST - 1)]):
            total += number * worth
        return total

    def longer(self, line: _Line, distances: tuple[int, ...], choice: int) -> Iterator[_Line]:
        """The lines that are one move longer; of the photographs that a flight may take,
        only the best ``choice``."""
        tables = self.tables
        place, shown, points, lost, first = line
        gains = []
        for at, footprint in enumerate(tables.footprints(place)):
            if new := footprint & ~shown & ~self.black:
                more = self.points(new)
                gains.append((sum(more), -at, new, more))
        gains.sort(reverse=True)
        for flown, photos, ends, over in tables.flights(place, distances):
            taken = [g for g in gains if -g[1] < photos][:choice] or _NO_PHOTO
            for gain, back, new, more in taken:
                both, together, cost = shown, points, lost
                if new:
                    both |= new
                    together = tuple(map(add, points, more))
                if over:
                    cost += EDGE_PENALTY
                for turn, end in ends:
                    risk = gain / 6 if self.danger >> end // 6 & 1 else 0
                    move = first or Fly(flown, turn, -back if new else None)
                    yield _Line(end, both, together, cost + risk, move)
        if tables.kind.spiral:
            start = place - place % 6
            for facing in range(6):
                if start + facing != place:
                    yield _Line(start + facing, shown, points, lost, first or Spiral(facing))


_NO_PHOTO: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 0, 0, ())]


class _Found(NamedTuple):
    """What a search found: the first move of the best line, the hexes that it brings home,
    the turns that it takes, and the most points a turn of any line."""

    move: Move | None
    shown: int
    turns: float
    rate: float


def _search(
    outlook: _Outlook, start: _Line, price: float, first: tuple[int, ...], effort: _Effort
) -> _Found:
    """The best line that a beam search finds at that price of a turn.

    ``first`` are the distances that the first move may fly (there may be a wind).
    """
    tables = outlook.tables
    lines = [start]
    lures = outlook.lures(start.shown, price)
    best, found, rate, since = float("-inf"), (None, start.shown, 0), 0.0, 0
    for depth in range(1, effort.depth + 1):
        distances = first if depth == 1 else tables.kind.distances
        ranked: dict[tuple[int, int], tuple[float, _Line]] = {}
        better = False
        for line in lines:
            for longer in outlook.longer(line, distances, effort.choice):
                gain, turns = outlook.promise(longer, depth)
                rate = max(rate, gain / turns)
                worth = gain - price * turns - 0.01 * tables.home[longer.place]
                if worth > best + 1e-9:
                    best, better, found = worth, True, (longer.first, longer.shown, turns)
                if longer.place in tables.landings or depth >= outlook.end:
                    continue
                if longer.shown == start.shown:
                    worth = max(worth, lures[longer.place // 6] - longer.lost - price * depth)
                key = longer.place, longer.shown
                if key not in ranked or worth > ranked[key][0]:
                    ranked[key] = worth, longer
        since = 0 if better or found[1] == start.shown else since + 1
        if since == effort.patience or not ranked:
            break
        kept = sorted(ranked.values(), key=_worth, reverse=True)[: effort.beam]
        lines = [line for _, line in kept]
    return _Found(*found, rate)


def _worth(entry: tuple[float, _Line]) -> float:
    return entry[0]


# ---- choosing a move -----------------------------------------------------------------------


class _Forecast(NamedTuple):
    """What a rival has photographed and what it is about to, how soon it can have landed,
    and when it is likely to."""

    shown: int
    planned: int
    soonest: int
    likely: int

    def landed(self, turns: int) -> float:
        """The chance that it has landed after so many turns."""
        if turns < self.soonest:
            return 0.0
        if turns < self.likely:
            return _LANDS_EARLY
        return 1 - (1 - _LANDS_THEN) * _STAYS_OUT ** (turns - self.likely)


class _Mind:
    """One decision: what is on the board, what rivals will do, what a turn is worth."""

    def __init__(self, game: EyeInTheSky, state: State) -> None:
        self.game, self.state, self.field = game, state, game.field
        self.everything = (1 << len(self.field.board)) - 1
        self.danger = 0
        if game.guns == "fire":
            self.danger = self.field.board.mask(h for h in self.field.board if game.under_fire(h))
        self.seats = range(game.players)
        self.tables = [_tables_for(game, s) for s in self.seats]
        self.places = [t.place(p.hex, p.facing) for t, p in zip(self.tables, state.planes)]
        self.shown = [_shown(self.field, p.photos) & ~state.black for p in state.planes]
        homes = [max(1, t.home[p]) for t, p in zip(self.tables, self.places)]
        self.forecasts = [_Forecast(m, 0, h, h) for m, h in zip(self.shown, homes)]

    def price(self) -> float:
        """What a turn is worth: a share of what a fresh trip would earn a turn once all that
        is now on board has been landed."""
        seen = self.state.black
        for mask in self.shown:
            seen |= mask
        tables = self.tables[self.state.turn]
        certain = ((1.0,),) * _LONGEST
        fresh = _Outlook(tables, seen, (self.everything,), certain, _NEVER, _NEVER, self.danger)
        guess = max(self.field.points(f & ~seen) for f in self.field.footprints.values()) / 3
        start = _Line(tables.take_off, 0, (0,), 0, None)
        found = _search(fresh, start, guess, tables.kind.distances, _GLANCE)
        return max(0.5, _PRICE * found.rate)

    def plan(self, seat: int, price: float, effort: _Effort) -> _Found:
        """The best line of a pilot, whoever is to move."""
        rivals = [f for s, f in enumerate(self.forecasts) if s != seat]
        groups, worths = self.groups(rivals)
        tables, shown = self.tables[seat], self.shown[seat]
        outlook = _Outlook(
            tables,
            self.state.black,
            groups,
            worths,
            self.end(),
            self.end_by(rivals),
            self.danger,
        )
        start = _Line(self.places[seat], shown, outlook.points(shown), 0, None)
        distances = self.game.distances(self.state._replace(turn=seat))
        return _search(outlook, start, price, distances, effort)

    def best(self) -> Move:
        """The first move of the best line of the pilot to move."""
        price, seat = self.price(), self.state.turn
        plans = {s: self.plan(s, price, _GLANCE) for s in self.seats if s != seat}
        for s, plan in plans.items():
            known = self.forecasts[s]
            self.forecasts[s] = known._replace(
                planned=plan.shown & ~known.shown, likely=max(known.soonest, int(plan.turns))
            )
        # A turn cannot be worth more than the best trip from here earns.
        price = min(price, _AT_MOST * self.plan(seat, price, _GLANCE).rate)
        move = self.plan(seat, price, _THOUGHT).move
        assert move is not None  # a plane can always fly
        return move

    def end(self) -> int:
        """Own moves, this one included, before the limit of rounds brings the last round."""
        limit = self.game.rounds
        return _NEVER if limit is None else max(1, limit - self.state.round + 1)

    def end_by(self, rivals: list[_Forecast]) -> int:
        """Own moves, this one included, before a rival may complete the area."""
        left = self.field.area_mask & ~self.state.black
        return min((f.likely for f in rivals if not left & ~f.shown), default=_NEVER)

    def groups(
        self, rivals: list[_Forecast]
    ) -> tuple[tuple[int, ...], tuple[tuple[float, ...], ...]]:
        """The hexes parted by which rivals have, or will have, photographed them, and what a
        point of each part is worth by turns to the landing."""
        # Two pilots who each wait for what the other does might circle for ever.
        fear = 0.9 ** max(0, self.state.round - _CALM)
        groups, rows = [], []
        for holds in product((0.0, 1.0, _DOES_AS_PLANNED), repeat=len(rivals)):
            mask = self.everything & ~self.state.black
            for hold, rival in zip(holds, rivals):
                if hold == 0:
                    mask &= ~(rival.shown | rival.planned)
                else:
                    mask &= rival.shown if hold == 1 else rival.planned
            if not mask:
                continue
            row = []
            for turns in range(_LONGEST):
                worth = _KEEPS**turns if rivals else 1.0
                for hold, rival in zip(holds, rivals):
                    # Rivals move after this pilot: first is who lands in fewer turns.
                    worth *= 1 - fear * hold * rival.landed(turns - 1)
                    worth *= 1 + hold * _DENIED / len(rivals)
                row.append(worth)
            groups.append(mask)
            rows.append(row)
        return tuple(groups), tuple(zip(*rows, strict=True))


def _shown(field: Battlefield, photos: tuple[Hex, ...]) -> int:
    """The hexes that photographs show."""
    mask = 0
    for hex in photos:
        mask |= field.footprints[hex]
    return mask


# ---- the last round ------------------------------------------------------------------------


class _Harmless:
    """Dice for thinking ahead in the last round: guns never hit."""

    def number(self, position: int, sides: int, purpose: str) -> int:
        return sides


def _last_choice(game: EyeInTheSky, state: State) -> Move:
    """Home at once, or one more photograph: every pilot's choices are few, so they are
    all played out, each pilot choosing what is best for itself."""
    dice = Dice(_Harmless())

    def played(state: State) -> tuple[State, Move | None]:
        if state.phase == "over":
            return state, None
        best: tuple[tuple[float, float], State, Move] | None = None
        for move in _last_moves(game, state):
            end, _ = played(game._apply(state, move, dice))
            standing = _standing(end, state.turn)
            if best is None or standing > best[0]:
                best = standing, end, move
        assert best is not None
        return best[1], best[2]

    move = played(state)[1]
    assert move is not None
    return move


def _last_moves(game: EyeInTheSky, state: State) -> list[Move]:
    """Home, and the few flights whose photographs show the most."""
    seat, field = state.turn, game.field
    plane, tables = state.planes[seat], _tables_for(game, seat)
    seen = state.black | _shown(field, plane.photos)
    place = tables.place(plane.hex, plane.facing)
    best: dict[int, tuple[int, Fly]] = {}
    for flight in tables.flights(place, game.distances(state)):
        end = field.board.hexes[flight.ends[0][1] // 6]
        cost = EDGE_PENALTY * flight.over
        cost += 2 if game.guns == "fire" and game.under_fire(end) else 0
        for at, footprint in enumerate(tables.footprints(place)[: flight.photos]):
            gain = field.points(footprint & ~seen) - cost
            if gain > best.get(at, (0, None))[0]:
                best[at] = gain, Fly(flight.distance, 0, at)
    flights = sorted(best.values(), key=lambda entry: entry[0], reverse=True)
    return [Home(), *(move for _, move in flights[:4])]


def _standing(state: State, seat: int) -> tuple[float, float]:
    """How a finished game looks to a pilot: won, shared or lost, and by how much."""
    own = state.planes[seat].score
    lead = own - max((p.score for s, p in enumerate(state.planes) if s != seat), default=0)
    return (lead > 0) - (lead < 0), lead
