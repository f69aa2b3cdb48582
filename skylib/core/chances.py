"""Everything that a move can come to: each row of dice that it may draw, with its chance.

Nothing is simulated. A move is applied again and again, each time with the next row of
numbers, like the wheels of a milometer, until every row has been shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from .dice import Dice, Roll
from .errors import SkylibError
from .games import Game

__all__ = ["LARGEST", "Chance", "TooManyChances", "outcomes"]

LARGEST = 20_000  # rows of dice; the largest of the three games' moves stay far below
LONGEST = 12  # dice in a row; ties that are rolled again have no longest row


class Chance(NamedTuple):
    """One row of dice that a move may draw: how likely, which dice, the state after it."""

    chance: Fraction
    rolls: tuple[Roll, ...]
    after: Any


class TooManyChances(SkylibError):
    """A move that may draw too many different rows of dice to be counted."""


class _Row:
    """Dice that show given numbers, and 1 from then on."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def number(self, position: int, sides: int, purpose: str) -> int:
        if position >= LONGEST:
            raise TooManyChances(f"more than {LONGEST} dice in a row: {purpose}")
        return self.numbers[position] if position < len(self.numbers) else 1


def outcomes(
    game: Game[Any, Any], state: Any, move: Any, largest: int = LARGEST
) -> Iterator[Chance]:
    """Every row of dice that a legal move may draw in a state, in counting order.

    The chances add up to 1. A move without dice has one outcome. Raises `TooManyChances`
    for more than ``largest`` rows, or for a row that may go on for ever.
    """
    row: list[int] = []
    for _ in range(largest):
        dice = Dice(_Row(row))
        after = game._apply(state, move, dice)
        rolls = tuple(dice.rolls)
        chance = Fraction(1)
        for roll in rolls:
            chance /= roll.sides
        yield Chance(chance, rolls, after)
        row = [roll.value for roll in rolls]
        while row and row[-1] == rolls[len(row) - 1].sides:
            row.pop()
        if not row:
            return
        row[-1] += 1
    raise TooManyChances(f"more than {largest} rows of dice")
