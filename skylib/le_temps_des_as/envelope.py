"""Flying by the manoeuvre table: what may come next, what it costs, where it leads (6.1, 6.2).

A `Flight` is where an aircraft stands in the middle of its movement, an `Envelope` what it may
do; both are values, so that whole chains are searched without a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from skylib.core.hexes import Board, Hex
from skylib.core.rulings import Figure, Ruling
from skylib.core.wording import are_left, counted, points_of

from .manoeuvres import SLIP, STRAIGHT, Choice, Manoeuvre, choice_text, one_of_each

__all__ = ["Flight", "Envelope"]

BOMBING_SPEED = 4  # at the start of the turn (11.3)
BOMBING_CEILING = 3


class Flight(NamedTuple):
    """An aircraft in the middle of its movement."""

    hex: Hex
    facing: int
    level: int
    points: int  # resource points left
    effect: int = 0  # on speed, so far
    changed: bool = False  # has used its one change of level
    slipped: bool = False  # the last manoeuvre was a side slip
    reds: tuple[str, ...] = ()  # red manoeuvres flown this turn, sorted
    off: bool = False  # has left the map
    down: bool = False  # has flown into the ground


@dataclass(frozen=True)
class Envelope:
    """What one aircraft may do this turn: its class, start speed, ace, damage, readings."""

    table: Mapping[str, Manoeuvre] = field(hash=False, compare=False)
    board: Board = field(hash=False, compare=False)
    letter: str
    name: str
    speed: int  # at the start of the turn
    very_high: bool = False
    piloting: int = 0
    loaded: bool = False
    surcharges: tuple[str, ...] = ()  # what makes all but Straight Ahead dearer by one each
    no_red: bool = False  # a major wing hit
    barred: frozenset[str] = frozenset()
    red_once: str = "each"  # reading of TDA-RED-ONCE
    climb_effect: int = -1  # reading of TDA-SPEED
    spin_fast: bool = False  # reading of TDA-SPEED-CONDITION
    targets: frozenset[Hex] = frozenset()  # white dots it may bomb now
    # Those of the aircraft's own figures that are ours: class, very_high, barred.
    figures_of_ours: tuple[str, ...] = ()
    no_bombs: str = ""  # why it may bomb nothing now
    _shapes: dict[Any, Any] = field(default_factory=dict, repr=False, hash=False, compare=False)

    # ---- costs --------------------------------------------------------------------------

    def figures(self, flight: Flight, choice: Choice) -> tuple[Figure, ...]:
        """The cost of a choice, item by item (6.1.2, 6.2, 8.2)."""
        row = self.table[choice.manoeuvre]
        base = row.cost.get(self.letter, 0)
        out = [Figure(base, f"{row.name}, class {self.letter}", "TDA-MANOEUVRE-COST")]
        if row.id != STRAIGHT:
            out += [Figure(1, why, "TDA-WING") for why in self.surcharges]
        if row.levels + choice.climb > 0:
            if flight.level + 1 == 5:
                out.append(Figure(1, "up to level 5", "TDA-ALTITUDE-COST"))
            if self.loaded:
                out.append(Figure(1, "climbing loaded", "TDA-ALTITUDE-COST"))
        if choice.ace:
            so_far = sum(f.value for f in out)  # type: ignore[misc]
            off = min(self.piloting, so_far - 1)
            out.append(Figure(-off, "the ace's piloting quality", "TDA-ACE-STAR"))
        return tuple(out)

    def cost(self, flight: Flight, choice: Choice) -> int:
        """The cost of a choice in resource points."""
        row = self.table[choice.manoeuvre]
        cost = row.cost.get(self.letter, 0)
        if row.id != STRAIGHT:
            cost += len(self.surcharges)
        if row.levels + choice.climb > 0:
            cost += (flight.level == 4) + self.loaded
        return max(1, cost - self.piloting) if choice.ace else cost

    # ---- may it be flown ------------------------------------------------------------------

    def refusal(self, flight: Flight, choice: Choice) -> str:
        """The short name of the first check that a choice fails, or an empty text."""
        return self._never(choice) or self._not_now(flight, choice)

    def _never(self, choice: Choice) -> str:
        """Checks that hold for the whole turn: how it is said, class, damage, start speed."""
        row = self.table.get(choice.manoeuvre)
        if row is None:
            return "unknown"
        if (row.sides == "either") is not (choice.side != 0) and (
            row.sides != "optional" or abs(choice.side) > 1
        ):
            return "side"
        if row.free_facing is (choice.facing is None):
            return "facing"
        if row.id in self.barred:
            return "barred"
        if self.letter not in row.cost:
            return "class"
        if row.red and self.no_red:
            return "wing"
        if self.too_slow_or_fast(row):
            return "speed"
        if choice.climb and not (
            row.altitude == "either" or row.altitude == ("climb" if choice.climb > 0 else "descend")
        ):
            return "altitude"
        if choice.ace and not (row.star and self.piloting > 0):
            return "ace"
        if choice.bomb and (row.id != STRAIGHT or self.speed > BOMBING_SPEED or not self.targets):
            return "bomb"
        return ""

    def _not_now(self, flight: Flight, choice: Choice) -> str:
        """Checks that depend on the movement so far."""
        row = self.table[choice.manoeuvre]
        if row.red and (row.id in flight.reds or (flight.reds and self.red_once == "one-in-all")):
            return "red"
        if flight.slipped and row.id == SLIP:
            return "slip"
        change = row.levels + choice.climb
        if change:
            if flight.changed:
                return "once"
            if change > 0 and (flight.level >= 5 or (flight.level == 4 and not self.very_high)):
                return "five"
            if choice.climb < 0 and flight.level <= 1:
                return "ground"
        if self.cost(flight, choice) > flight.points:
            return "points"
        if choice.bomb and not self.over_target(flight, choice):
            return "bomb"
        return ""

    def too_slow_or_fast(self, row: Manoeuvre) -> bool:
        low, high = self.limits(row)
        return (low is not None and self.speed < low) or (high is not None and self.speed > high)

    def limits(self, row: Manoeuvre) -> tuple[int | None, int | None]:
        """The least and greatest start speed of a manoeuvre under the reading in force."""
        if self.spin_fast and row.id == "spin":
            return row.max_speed, None
        return row.min_speed, row.max_speed

    def over_target(self, flight: Flight, choice: Choice) -> bool:
        """Whether a Straight Ahead flies over a white dot, low enough to bomb it (11.3)."""
        if flight.level + choice.climb > BOMBING_CEILING:
            return False
        _, way, _ = self.path(flight, choice)
        return any(h in self.targets for h in way)

    # ---- where it leads -------------------------------------------------------------------

    def path(self, flight: Flight, choice: Choice) -> tuple[Hex, tuple[Hex, ...], int]:
        """The last hex, every hex entered in order, and the facing at the end."""
        q, r = flight.hex
        way, facing = self._shape(choice, flight.facing)
        entered = tuple(Hex(q + dq, r + dr) for dq, dr in way)
        return (entered[-1] if entered else Hex(q, r)), entered, facing

    def _shape(self, choice: Choice, facing: int) -> tuple[tuple[tuple[int, int], ...], int]:
        """The steps of a choice from that facing, and the facing at the end."""
        key = (choice.manoeuvre, choice.side, choice.facing, facing)
        if key not in self._shapes:
            steps = self.board.layout.steps
            q = r = 0
            way: list[tuple[int, int]] = []
            for token in self.table[choice.manoeuvre].path:
                if token == "any":
                    facing = choice.facing or 0
                elif token.startswith("turn"):
                    facing = (facing + int(token[5:]) * (choice.side or 1)) % 6
                else:
                    dq, dr = steps[(facing + (choice.side if token != "ahead" else 0)) % 6]
                    q, r = q + dq, r + dr
                    way.append((q, r))
            self._shapes[key] = (tuple(way), facing)
        return self._shapes[key]

    def after(self, flight: Flight, choice: Choice) -> Flight:
        """The flight after a choice, which is taken to be legal."""
        row = self.table[choice.manoeuvre]
        hex, entered, facing = self.path(flight, choice)
        change = row.levels + choice.climb
        effect = flight.effect + row.effect
        if choice.climb:
            effect += 1 if choice.climb < 0 else self.climb_effect
        level = flight.level + change
        return Flight(
            hex,
            facing,
            level,
            flight.points - self.cost(flight, choice),
            effect,
            flight.changed or change != 0,
            row.id == SLIP,
            tuple(sorted({*flight.reds, row.id})) if row.red else flight.reds,
            any(h not in self.board for h in entered),
            level < 1,
        )

    # ---- enumerating ------------------------------------------------------------------------

    @cached_property
    def options(self) -> tuple[Choice, ...]:
        """Every way to say every manoeuvre, legal or not, in the table's order."""
        return tuple(self._options())

    @cached_property
    def flyable(self) -> tuple[Choice, ...]:
        """Those that nothing rules out for the whole turn."""
        return tuple(c for c in self.options if not self._never(c))

    def _options(self) -> Iterator[Choice]:
        for row in self.table.values():
            sides = {"none": (0,), "either": (-1, 1), "optional": (0, -1, 1)}[row.sides]
            facings: tuple[int | None, ...] = tuple(range(6)) if row.free_facing else (None,)
            climbs = {"none": (0,), "climb": (0, 1), "descend": (0, -1), "either": (0, 1, -1)}
            aces = (False, True) if row.star and self.piloting > 0 else (False,)
            bombs = (False, True) if row.id == STRAIGHT and self.targets else (False,)
            for side in sides:
                for climb in climbs[row.altitude]:
                    for facing in facings:
                        for ace in aces:
                            for bomb in bombs:
                                yield Choice(row.id, side, climb, facing, ace, bomb)

    def legal(self, flight: Flight) -> Iterator[Choice]:
        """Every legal next manoeuvre, once each; none when the points are spent."""
        if flight.points <= 0 or flight.off or flight.down:
            return
        for choice in self.flyable:
            if not self._not_now(flight, choice):
                yield choice

    def chains(self, flight: Flight) -> Iterator[tuple[Choice, ...]]:
        """Every whole chain from here that spends exactly the points, once each, lazily.

        A chain that leaves the map or flies into the ground ends there, points or not.
        """
        for choice in self.legal(flight):
            after = self.after(flight, choice)
            if after.points == 0 or after.off or after.down:
                yield (choice,)
            else:
                for rest in self.chains(after):
                    yield (choice, *rest)

    def count_chains(self, flight: Flight) -> int:
        """How many chains `chains` gives, without making them: equal flights count once."""
        known: dict[Flight, int] = {}

        def count(f: Flight) -> int:
            if (n := known.get(f)) is None:
                n = 0
                for choice in self.legal(f):
                    after = self.after(f, choice)
                    n += 1 if after.points == 0 or after.off or after.down else count(after)
                known[f] = n
            return n

        return count(flight)

    def destinations(self, flight: Flight) -> dict[Flight, tuple[Choice, ...]]:
        """Every flight in which a whole chain may end, each with the first chain that leads there.

        Equal flights on the way are followed once, so this stays quick where there are
        thousands of chains.
        """
        ends: dict[Flight, tuple[Choice, ...]] = {}
        layer: dict[Flight, tuple[Choice, ...]] = {flight: ()}
        while layer:
            onward: dict[Flight, tuple[Choice, ...]] = {}
            for before, chain in layer.items():
                for choice in self.legal(before):
                    after = self.after(before, choice)
                    done = after.points == 0 or after.off or after.down
                    (ends if done else onward).setdefault(after, (*chain, choice))
            layer = onward
        return ends

    def standing(self, flight: Flight, id: str) -> tuple[str, Ruling]:
        """How a row of the table stands now, and why: ``lit`` if some way of flying it is legal,
        ``dimmed`` if not at this moment, ``struck`` if not this turn at all."""
        ways = [c for c in self.options if c.manoeuvre == id]
        for choice in ways:
            if not self.refusal(flight, choice):
                return "lit", self.ruling(flight, choice)
        plain = next((c for c in ways if not self._never(c)), None)
        if plain is not None:
            return "dimmed", self.ruling(flight, plain)
        return "struck", self.ruling(flight, ways[0])

    # ---- in words -----------------------------------------------------------------------------

    def ruling(self, flight: Flight, choice: Choice) -> Ruling:
        """What the rules say about a choice, with the cost item by item."""
        code = self.refusal(flight, choice)
        if code == "unknown":
            return Ruling(
                False,
                f"there is no manoeuvre {choice.manoeuvre!r}",
                ("TDA-MANOEUVRE-COST",),
                instead=tuple(map(choice_text, one_of_each(self.legal(flight)))),
            )
        row = self.table[choice.manoeuvre]
        readings: list[tuple[str, str]] = []
        ours = [*row.ours(f"cost {self.letter}"), *self._own("class")]
        if row.id == "spin":
            readings.append(("TDA-SPEED-CONDITION", "spin-fast" if self.spin_fast else "spin-slow"))
        if not code:
            return self._allowed(flight, choice, row, readings, ours)
        rule, reason, figures = self._refused(flight, choice, row, code)
        if code == "red":
            readings.append(("TDA-RED-ONCE", self.red_once))
        if code == "speed" and row.id != "spin":
            ours += row.ours("min_speed", "max_speed")
        if code not in ("points", "class"):
            ours = []
        ours += {
            "altitude": row.ours("altitude"),
            "side": row.ours("sides"),
            "red": row.ours("red"),
            "wing": row.ours("red"),
            "ace": row.ours("star"),
            "barred": self._own("barred"),
            "five": self._own("very_high"),
        }.get(code, ())
        instead = tuple(map(choice_text, one_of_each(self.legal(flight), choice)))
        return Ruling(False, reason, (rule,), figures, instead, tuple(readings), tuple(ours))

    def _own(self, name: str) -> tuple[str, ...]:
        """That figure of the aircraft in words, if it is ours."""
        if name not in self.figures_of_ours:
            return ()
        return (f"{self.name}: {name.replace('_', ' ')}",)

    def _allowed(
        self,
        flight: Flight,
        choice: Choice,
        row: Manoeuvre,
        readings: list[tuple[str, str]],
        ours: list[str],
    ) -> Ruling:
        after = self.after(flight, choice)
        figures = self.figures(flight, choice)
        rules = ["TDA-MANOEUVRE-COST", "TDA-RP"]
        rules += [f.rule for f in figures if f.rule not in rules]
        effect = after.effect - flight.effect
        ours += row.ours("effect", "path")
        had = counted(flight.points, "point")
        text = [f"{row.name} costs {self.cost(flight, choice)} of {had}"]
        if effect:
            text.append(f"speed {effect:+d} at the end of the movement")
        if choice.climb > 0:
            readings.append(("TDA-SPEED", "climb-minus-one" if self.climb_effect else "climb-free"))
        if after.level != flight.level:
            text.append(f"level {flight.level} to {after.level}")
            rules.append("TDA-ALTITUDE-ONCE")
            if after.level == 5:
                ours += self._own("very_high")
        if row.red:
            rules.append("TDA-RED-ONCE")
        if row.min_speed or row.max_speed:
            rules.append("TDA-SPEED-CONDITION")
            ours += row.ours(*(f for f in ("min_speed", "max_speed") if getattr(row, f)))
        if after.down:
            text.append("it flies into the ground")
            rules.append("TDA-CRASH")
        if after.off:
            text.append("it leaves the map")
            rules.append("TDA-OFF-MAP")
        if choice.bomb:
            text.append("it bombs the target (white dot) below")
            rules.append("TDA-BOMBING")
        facts = {
            "cost": self.cost(flight, choice),
            "points left": after.points,
            "effect": f"{effect:+d}",
            "defence": row.defence,
            "fire after": "yes" if row.fire else "no",
        }
        return Ruling(
            True, "; ".join(text), tuple(rules), figures, (), tuple(readings), tuple(ours), facts
        )

    def _refused(
        self, flight: Flight, choice: Choice, row: Manoeuvre, code: str
    ) -> tuple[str, str, tuple[Figure, ...]]:
        """The rule that a choice fails, why, and the figures; those that are limits as text."""
        name = row.name
        low, high = self.limits(row)
        level = Figure(str(flight.level), "level")
        if code == "side":
            words = {
                "either": f"{name} needs a side",
                "none": f"{name} has no side",
                "optional": f"{name} is flown ahead, left or right",
            }
            return "TDA-MANOEUVRE-COST", words[row.sides], ()
        if code == "facing":
            if row.free_facing:
                return "TDA-MANOEUVRE-COST", f"{name} needs a facing", ()
            return "TDA-MANOEUVRE-COST", f"{name} leaves no choice of facing", ()
        if code == "barred":
            return "TDA-AIRCRAFT", f"the {self.name} may not fly the {name}", ()
        if code == "class":
            return "TDA-MANOEUVRE-COST", f"class {self.letter} may not fly the {name}", ()
        if code == "wing":
            return "TDA-WING", f"a major wing hit forbids the red {name}", ()
        if code == "red":
            if row.id in flight.reds:
                return "TDA-RED-ONCE", f"{name} is red and was flown this turn already", ()
            done = self.table[flight.reds[0]].name
            return "TDA-RED-ONCE", f"one red manoeuvre a turn, and {done} was flown", ()
        if code == "speed":
            rule = "TDA-SPEED-CONDITION"
            slow = low is not None and self.speed < low
            word, limit = ("at least", low) if slow else ("at most", high)
            return (
                rule,
                f"{name} needs a speed of {word} {limit} at the start of the turn; "
                f"it was {self.speed}",
                (
                    Figure(str(self.speed), "speed at the start of the turn", "TDA-SPEED"),
                    Figure(f"{word} {limit}", f"for the {name}", rule),
                ),
            )
        if code == "slip":
            return "TDA-SIDESLIP", "never two side slips in a row", ()
        if code == "altitude":
            words = {
                "none": "allows no change of level by choice",
                "climb": "allows a climb only",
                "descend": "allows a descent only",
            }
            return "TDA-MANOEUVRE-COST", f"{name} {words[row.altitude]}", ()
        if code == "once":
            return "TDA-ALTITUDE-ONCE", "the level has changed once this turn already", ()
        if code == "five":
            rule = "TDA-ALTITUDE-FIVE"
            if flight.level >= 5:
                return rule, "level 5 is the highest", (level,)
            reason = f"the {self.name} has no cloud: level 4 is its highest"
            return rule, reason, (level,)
        if code == "ground":
            return "TDA-CRASH", "a descent from level 1 would be a crash", (level,)
        if code == "ace":
            if not row.star:
                return "TDA-ACE-STAR", f"{name} has no star", ()
            return "TDA-ACE-STAR", "no ace with a piloting quality is at the controls", ()
        if code == "bomb":
            return self._no_bomb(flight, choice)
        cost = self.cost(flight, choice)
        left = Figure(str(flight.points), points_of(flight.points, "left"), "TDA-RP")
        return (
            "TDA-RP",
            f"{name} costs {cost}; {are_left(flight.points, 'point')}",
            (*self.figures(flight, choice), left),
        )

    def _no_bomb(self, flight: Flight, choice: Choice) -> tuple[str, str, tuple[Figure, ...]]:
        rule = "TDA-BOMBING"
        if choice.manoeuvre != STRAIGHT:
            return rule, "bombs fall from a Straight Ahead only", ()
        if self.speed > BOMBING_SPEED:
            return (
                rule,
                f"bombing needs a speed of at most {BOMBING_SPEED}; it was {self.speed}",
                (
                    Figure(str(self.speed), "speed at the start of the turn", "TDA-SPEED"),
                    Figure(str(BOMBING_SPEED), "at the most", rule),
                ),
            )
        if not self.targets:
            return rule, self.no_bombs, ()
        level = flight.level + choice.climb
        if level > BOMBING_CEILING:
            return (
                rule,
                f"bombing from level {BOMBING_CEILING + 1} or more has no effect",
                (
                    Figure(str(level), "level at the end of the manoeuvre"),
                    Figure(f"{BOMBING_CEILING + 1} or more", "too high", rule),
                ),
            )
        return rule, "no bombing target (white dot) lies on the way", ()
