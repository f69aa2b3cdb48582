"""Where numbers come from: a seed, a script, or people at a table.

Every number drawn is kept with what it was for. Going back (undo) puts the dice
back too, so the same move draws the same numbers again and nobody can take a move
back to roll anew.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from .errors import DiceError, DiceNeeded, SkylibError

__all__ = ["Roll", "Dice", "SeededDice", "ScriptedDice", "AskedDice", "as_seed"]

T = TypeVar("T")


class Roll(NamedTuple):
    """One number drawn: the value, the sides of the die, and what it was for."""

    value: int
    sides: int
    purpose: str

    def __str__(self) -> str:
        return f"{self.value} of {self.sides} ({self.purpose})"


class Source(Protocol):
    """Gives the number at a position of the game's row of draws."""

    def number(self, position: int, sides: int, purpose: str) -> int: ...


class Dice:
    """A row of draws from a source, kept in order.

    Numbers handed over with `prime` come first; they serve replays and people who
    roll real dice.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.rolls: list[Roll] = []
        self._primed: list[int] = []

    @property
    def position(self) -> int:
        """How many numbers have been drawn."""
        return len(self.rolls)

    def prime(self, numbers: Iterable[int]) -> None:
        """Hand over the numbers that the next draws are to show."""
        self._primed = list(numbers)

    def take_primed(self) -> list[int]:
        """Take back the handed-over numbers that nobody drew."""
        left, self._primed = self._primed, []
        return left

    def roll(self, sides: int, purpose: str) -> int:
        """Draw 1 to ``sides``. Raises `DiceError` if a script runs out or does not fit."""
        value = (
            self._primed[0] if self._primed else self.source.number(self.position, sides, purpose)
        )
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= sides:
            raise DiceError(f"a die of {sides} sides cannot show {value!r} (for {purpose})")
        if self._primed:
            del self._primed[0]
        self.rolls.append(Roll(value, sides, purpose))
        return value

    def choose(self, options: Sequence[T], purpose: str) -> T:
        """Draw one of ``options``, each equally likely."""
        return options[self.roll(len(options), purpose) - 1]

    def rewind(self, position: int) -> None:
        """Go back to the moment when that many numbers had been drawn."""
        del self.rolls[position:]


def as_seed(seed: int | str) -> int | str:
    """A seed as records hold it: a whole number, also if it came as text, or a line of text.

    Any text is a seed ("abc" or a class's name), and gives the same dice each time. Raises
    `SkylibError` for an empty one, and for what is neither a whole number nor text.
    """
    if isinstance(seed, int) and not isinstance(seed, bool):
        return seed
    if not isinstance(seed, str):
        raise SkylibError(f"a seed is a whole number or a line of text, not {seed!r:.60}")
    words = " ".join(seed.split())
    if not words:
        raise SkylibError("a seed is a whole number or a line of text, and not empty")
    return int(words) if re.fullmatch(r"-?[0-9]{1,1000}", words) else words


class SeededDice:
    """Numbers from a seed: the same seed gives the same row, on every Python."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._random = random.Random(seed)
        self._units: list[float] = []

    def number(self, position: int, sides: int, purpose: str) -> int:
        while len(self._units) <= position:
            self._units.append(self._random.random())
        return 1 + int(self._units[position] * sides)


class ScriptedDice:
    """Numbers written down beforehand; running out is an error that says for what."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = tuple(numbers)

    def number(self, position: int, sides: int, purpose: str) -> int:
        if position >= len(self.numbers):
            raise DiceError(
                f"the script of {len(self.numbers)} dice has run out: one more is needed "
                f"for {purpose}"
            )
        return self.numbers[position]


class AskedDice:
    """Numbers that people roll. ``ask(sides, purpose)`` returns one.

    Without ``ask`` every draw raises `DiceNeeded`; the screen then asks, hands the
    number over with `Dice.prime` and plays the move again.
    """

    def __init__(self, ask: Callable[[int, str], int] | None = None) -> None:
        self.ask = ask

    def number(self, position: int, sides: int, purpose: str) -> int:
        if self.ask is None:
            raise DiceNeeded(sides, purpose)
        return self.ask(sides, purpose)
