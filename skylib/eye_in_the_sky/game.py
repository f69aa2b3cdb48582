"""Eye in the Sky as a game: seats, turns, landing, the last round, winning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from skylib.core.dice import Dice
from skylib.core.errors import SkylibError
from skylib.core.games import Game, Outcome, Setup, Step
from skylib.core.hexes import ROWS, Hex, distance
from skylib.core.rulings import Ruling

from .board import Battlefield, known_maps, load_map
from .flight import (
    FORMS,
    Fly,
    Home,
    Move,
    PlaneType,
    Spiral,
    flight_moves,
    load_plane,
    parse_move,
    path,
)
from .judging import EDGE_PENALTY, count, explain, judge
from .photographs import develop
from .state import SEATS, Plane, State, read_position, write_position

__all__ = ["EyeInTheSky", "Plane", "State", "SEATS"]


class EyeInTheSky(Game[State, Move]):
    """Two to four pilots race to photograph a battlefield and bring the pictures home."""

    name: ClassVar[str] = "eye-in-the-sky"
    title: ClassVar[str] = "Eye in the Sky"
    package: ClassVar[str] = "skylib.eye_in_the_sky"
    end_rules: tuple[str, ...] = ("EYE-LAST-ROUND", "EYE-WIN")
    move_types: ClassVar[tuple[type, ...]] = (Spiral, Fly, Home)

    # ---- setup -------------------------------------------------------------------------

    @classmethod
    def scenarios(cls) -> Mapping[str, str]:
        return known_maps_first_standard()

    @classmethod
    def seats_for(cls, options: Mapping[str, str]) -> tuple[str, ...]:
        players = options.get("players", "2")
        return tuple(SEATS[: int(players)] if players in cls.choices()["players"] else SEATS)

    @classmethod
    def choices(cls) -> Mapping[str, tuple[str, ...]]:
        return {
            "players": ("1", "2", "3", "4"),
            "first": (*SEATS, "roll"),
            "weather": ("none", "wind"),
            "guns": ("none", "fire"),
        }

    @classmethod
    def options(cls) -> Mapping[str, str]:
        return {
            "players": "2, 3 or 4 pilots (default 2); 1 for a practice flight (ours, EYE-OPTIONS)",
            "first": "who begins: A, B, C, D or roll (default A)",
            "map": "a teacher's map file (.toml) in place of the scenario's",
            "planes": "one for all, or one a pilot by comma: standard, fast, slow, rotary, a file",
            "weather": "none or wind (ours, EYE-OPTIONS)",
            "guns": "none or fire (ours, EYE-OPTIONS)",
            "rounds": "close the operation after so many rounds (ours, EYE-OPTIONS)",
        }

    def __init__(self, setup: Setup, source: object) -> None:
        super().__init__(setup, source)  # type: ignore[arg-type]
        get = setup.options.get
        self.players = _whole(get("players", "2"), "players", 1, 4)
        self.rounds = _whole(get("rounds"), "rounds", 1, 999) if get("rounds") else None
        self.first = get("first", "A")
        if self.first not in (*SEATS[: self.players], "roll"):
            raise SkylibError(f"first is one of {', '.join(SEATS[: self.players])} or roll")
        self.weather = _choice(get("weather", "none"), "weather", ("none", "wind"))
        self.guns = _choice(get("guns", "none"), "guns", ("none", "fire"))
        names = [n.strip() for n in get("planes", "standard").split(",")]
        if len(names) not in (1, self.players):
            raise SkylibError(f"planes names 1 plane or {self.players}, not {len(names)}")
        self.plane_types: tuple[PlaneType, ...] = tuple(
            load_plane(n) for n in (names * self.players if len(names) == 1 else names)
        )
        readings = setup.readings
        self.field: Battlefield = load_map(
            get("map") or setup.scenario,
            readings["EYE-MAP"],
            readings["EYE-SETUP"],
            readings["EYE-LAND"],
        )
        self.with_end = readings["EYE-PHOTO"] == "with-destination"
        self.to_last_hex = readings["EYE-EDGE"] == "last-hex"
        self._flights: dict[tuple[int, Hex, int, int | None], tuple[Move, ...]] = {}
        self._sets: dict[tuple[int, Hex, int, int | None], frozenset[Move]] = {}
        self._ends: dict[tuple[Hex, int, int, int], tuple[Hex, int, bool]] = {}

    def _begin(self, dice: Dice) -> State:
        if self.first == "roll":
            first = dice.roll(self.players, "first player")
        else:
            first = SEATS.index(self.first) + 1
        plane = Plane(self.field.take_off, self.field.take_off_facing)
        wind = dice.roll(6, "wind of round 1") - 1 if self.weather == "wind" else None
        return State((plane,) * self.players, first - 1, first=first - 1, wind=wind)

    # ---- moves ---------------------------------------------------------------------------

    def distances(self, state: State) -> tuple[int, ...]:
        """How far the plane to move may fly straight ahead, the wind included."""
        plane = state.planes[state.turn]
        return self._distances(state.turn, plane.facing, state.wind)

    def _distances(self, seat: int, facing: int, wind: int | None) -> tuple[int, ...]:
        base = self.plane_types[seat].distances
        if wind is None:
            return base
        if facing == wind:
            return (*base, base[-1] + 1)
        if facing == (wind + 3) % 6 and len(base) > 1:
            return base[:-1]
        return base

    def _flying(self, state: State) -> tuple[Move, ...]:
        seat = state.turn
        plane = state.planes[seat]
        key = (seat, plane.hex, plane.facing, state.wind)
        moves = self._flights.get(key)
        if moves is None:
            moves = self._flights[key] = flight_moves(
                self.plane_types[seat],
                self._distances(seat, plane.facing, state.wind),
                self.field.board,
                plane.hex,
                plane.facing,
                self.with_end,
            )
        return moves

    def _moves(self, state: State) -> Sequence[Move]:
        if state.phase == "over":
            return ()
        flying = self._flying(state)
        if state.phase == "last":
            return (Home(), *flying)
        if self.plane_types[state.turn].spiral:
            return (*_SPIRALS, *flying)
        return flying

    def _legal(self, state: State, move: Move) -> bool:
        if isinstance(move, Fly):
            if state.phase == "over":
                return False
            seat = state.turn
            plane = state.planes[seat]
            key = (seat, plane.hex, plane.facing, state.wind)
            flights = self._sets.get(key)
            if flights is None:
                flights = self._sets[key] = frozenset(self._flying(state))
            return move in flights
        if isinstance(move, Spiral):
            return (
                state.phase == "play"
                and self.plane_types[state.turn].spiral
                and 0 <= move.facing < 6
            )
        return isinstance(move, Home) and state.phase == "last"

    def destination(self, state: State, move: Move) -> tuple[Hex, int, bool]:
        """Where a move of the plane to move leads: hex, facing, and whether over the edge."""
        plane = state.planes[state.turn]
        if isinstance(move, Spiral):
            return plane.hex, move.facing, False
        if isinstance(move, Home):
            return self.field.take_off, self.field.take_off_facing, False
        return self._end(plane.hex, plane.facing, move.distance, move.turn)

    def _end(self, hex: Hex, facing: int, flown: int, turn: int) -> tuple[Hex, int, bool]:
        """Where a flight ends; kept, for the same flight is asked for many times."""
        key = hex, facing, flown, turn
        end = self._ends.get(key)
        if end is None:
            index = self.field.board.index
            last = hex
            end = None
            for step in path(hex, facing, flown):
                if step not in index:
                    end = last if self.to_last_hex else hex, (facing + 3) % 6, True
                    break
                last = step
            self._ends[key] = end = end or (last, (facing + turn) % 6, False)
        return end

    def is_landing(self, hex: Hex, facing: int) -> bool:
        """Whether a turn that ends like this is a landing (EYE-LAND)."""
        return facing == self.field.landing_facing and hex in self.field.runway

    def _apply(self, state: State, move: Move, dice: Dice) -> State:
        seat = state.turn
        planes = list(state.planes)
        hex, facing, photos, score, edges, ending = planes[seat]
        black, phase = state.black, state.phase
        if isinstance(move, Fly):
            flown, turn, photo = move
            if photo is not None:
                dq, dr = ROWS.steps[facing]
                photos = (*photos, Hex(hex[0] + dq * photo, hex[1] + dr * photo))
            hex, facing, over = self._end(hex, facing, flown, turn)
            if over:
                score -= EDGE_PENALTY
                edges += 1
            fired_at = self.guns == "fire" and self.under_fire(hex)
            if fired_at and dice.roll(6, f"guns fire at {SEATS[seat]}") == 1:
                photos = photos[:-1]
        elif isinstance(move, Spiral):
            facing = move.facing
        if phase == "last":
            ending = "home" if isinstance(move, Home) else "flown"
        if ending == "home" or (phase == "play" and self.is_landing(hex, facing)):
            developed, black = develop(self.field, photos, black)
            score += sum(d.points for d in developed)
            photos = ()
            hex, facing = self.field.take_off, self.field.take_off_facing
            if phase == "play" and self.complete(black):
                phase, ending = "last", "done"
        planes[seat] = Plane(hex, facing, photos, score, edges, ending)
        return self._next(state, tuple(planes), black, phase, dice)

    def under_fire(self, hex: Hex) -> bool:
        """Variant of ours: guns fire at planes that end a flight on or beside them."""
        return any(distance(hex, gun) <= 1 for gun in self.field.artillery)

    def _next(
        self, state: State, planes: tuple[Plane, ...], black: int, phase: str, dice: Dice
    ) -> State:
        turn = (state.turn + 1) % self.players
        number, wind = state.round, state.wind
        if phase == "play":
            if turn == state.first:
                number += 1
                if self.rounds is not None and number > self.rounds:
                    phase = "last"
                elif self.weather == "wind":
                    wind = dice.roll(6, f"wind of round {number}") - 1
            if phase == "play":
                return State(planes, turn, black, number, phase, state.first, wind)
        # The last round: the next pilot who has not chosen yet, clockwise.
        for _ in range(self.players):
            if not planes[turn].ending:
                return State(planes, turn, black, number, "last", state.first, wind)
            turn = (turn + 1) % self.players
        return self._close(state, planes, black, number)

    def _close(self, state: State, planes: tuple[Plane, ...], black: int, number: int) -> State:
        """Those who flew on score, clockwise from the pilot after the one who completed."""
        begin = next((i for i, p in enumerate(planes) if p.ending == "done"), state.first - 1)
        done = list(planes)
        for i in range(1, self.players + 1):
            seat = (begin + i) % self.players
            plane = done[seat]
            if plane.ending == "flown":
                developed, black = develop(self.field, plane.photos, black)
                done[seat] = plane._replace(
                    photos=(), score=plane.score + sum(d.points for d in developed)
                )
        return State(tuple(done), state.turn, black, number, "over", state.first, state.wind)

    def complete(self, black: int) -> bool:
        """Whether the area of interest is wholly black."""
        return not self.field.area_mask & ~black

    # ---- asking, ending --------------------------------------------------------------------

    def _to_move(self, state: State) -> str:
        return SEATS[state.turn]

    def _prompt(self, state: State) -> str:
        who = SEATS[state.turn]
        if state.phase == "last":
            return f"Last round: {who}, come home at once, or fly one more move?"
        plane = state.planes[state.turn]
        at = self.field.board.name(plane.hex)
        return (
            f"Round {state.round}: {who} at {at}, facing {ROWS.facing_name(plane.facing)}, "
            f"{count(len(plane.photos), 'photograph')} on board. Spiral or fly?"
        )

    def _outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        scores = {SEATS[i]: p.score for i, p in enumerate(state.planes)}
        best = max(scores.values())
        winners = tuple(s for s, points in scores.items() if points == best)
        listed = ", ".join(f"{s} {points}" for s, points in scores.items())
        if len(winners) == 1:
            return Outcome(winners, f"{winners[0]} wins. Points: {listed}.", scores)
        if self.readings["EYE-WIN"] == "draw":
            return Outcome((), f"A draw: {' and '.join(winners)} tie. Points: {listed}.", scores)
        return Outcome(winners, f"{' and '.join(winners)} share the win. Points: {listed}.", scores)

    def _check(self, state: State, move: Move) -> Ruling:
        return judge(self, state, move)

    def _explain(self, step: Step[State, Move]) -> Ruling:
        return explain(self, step)

    # ---- text ------------------------------------------------------------------------------

    def _parse(self, text: str, state: State) -> Move:
        plane = state.planes[state.turn]
        last = state.phase == "last"
        forms = tuple(f for f in FORMS if f != ("spiral NE" if last else "home"))
        return parse_move(text, self.field.board, plane.hex, plane.facing, forms)

    def _write(self, state: State) -> str:
        return write_position(self, state)

    def _read(self, text: str) -> State:
        return read_position(self, text)

    def _facts(self, state: State) -> dict[str, str]:
        field, board = self.field, self.field.board
        facts = {
            "round": str(state.round),
            "phase": state.phase,
            "black": str(state.black.bit_count()),
            "area left": str((field.area_mask & ~state.black).bit_count()),
            "area": str(field.area_mask.bit_count()),
            "hexes": str(len(board)),
            "legal moves": str(len(self._moves(state))),
            "to move": SEATS[state.turn] if state.phase != "over" else "nobody",
        }
        if outcome := self._outcome(state):
            facts["winners"] = " ".join(outcome.winners) or "nobody"
        if state.wind is not None:
            facts["wind"] = ROWS.facing_name(state.wind)
        for seat, plane in zip(SEATS, state.planes, strict=False):
            facts[f"hex {seat}"] = board.name(plane.hex)
            facts[f"facing {seat}"] = ROWS.facing_name(plane.facing)
            facts[f"score {seat}"] = str(plane.score)
            facts[f"photos {seat}"] = str(len(plane.photos))
            facts[f"edges {seat}"] = str(plane.edges)
        return facts


_SPIRALS: tuple[Move, ...] = tuple(Spiral(f) for f in range(6))


def known_maps_first_standard() -> dict[str, str]:
    """The maps as scenarios, the printed one first."""
    maps = known_maps()
    return {"standard": maps.pop("standard"), **maps}


def _whole(text: str | None, name: str, low: int, high: int) -> int:
    if text is None or not text.isdecimal() or not low <= int(text) <= high:
        raise SkylibError(f"{name} is a whole number {low} to {high}, not {text!r}")
    return int(text)


def _choice(text: str, name: str, known: tuple[str, ...]) -> str:
    if text not in known:
        raise SkylibError(f"{name} is {' or '.join(known)}, not {text!r}")
    return text
