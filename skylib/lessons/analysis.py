"""A game looked at afterwards: each move against the best ones, and what the dice owed.

Nothing here draws a picture; `AnalysisBoard` does, and ``skylib analyse`` prints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from skylib import replay
from skylib.core.errors import SkylibError
from skylib.core.games import Game, Step
from skylib.core.records import Record
from skylib.pilots.judging import (
    BOUNDS,
    UNITS,
    DieOwed,
    Judged,
    advantage,
    at,
    dice_owed,
    judge,
)

__all__ = ["MARKS", "Analysis", "Verdict", "signed"]

MARKS = {"good": "✓", "inaccurate": "?", "mistake": "✗", "": "·"}
"""The marks of moves, with their signs; the last for moves that are not weighed."""

_TOP = 3


class Verdict(NamedTuple):
    """What the computer player thinks of one move.

    ``value`` is its worth, ``lost`` how much the best is worth more, ``best`` the three best
    moves, ``weighed`` how many there were. All are empty where it weighs nothing.
    """

    mark: str
    value: float | None
    lost: float
    best: tuple[Judged, ...]
    weighed: int


class Analysis:
    """A game, finished or not, with what there is to say about each of its moves.

    Args:
        source: a game, a record, or the file of one. The game itself is not touched.

    Raises `SkylibError` for a game without a move.
    """

    def __init__(self, source: Game[Any, Any] | Record | str | Path) -> None:
        record = source.record() if isinstance(source, Game) else source
        self.replay = replay(record, strict=False)
        self.game = self.replay.game
        self.steps: tuple[Step[Any, Any], ...] = tuple(self.game.history)
        if not self.steps:
            raise SkylibError("there is no move to look at yet: play some first")
        self._verdicts: dict[int, Verdict] = {}
        self._owed: dict[int, list[DieOwed]] = {}
        self._curve: list[dict[str, float]] = []

    @property
    def unit(self) -> str:
        """In what moves and positions are measured."""
        return UNITS[self.game.name]

    @property
    def sides(self) -> tuple[str, ...]:
        """Who plays, in the game's order."""
        return tuple(self.curve[0])

    @property
    def curve(self) -> list[dict[str, float]]:
        """Each side's advantage in every position, the first one included."""
        if not self._curve:
            states = [self.steps[0].before, *(step.after for step in self.steps)]
            self._curve = [advantage(self.game, state) for state in states]
        return self._curve

    def verdict(self, number: int) -> Verdict:
        """On the move of that number, the first being 0. Raises `SkylibError` for no such move."""
        step = self._step(number)
        if number not in self._verdicts:
            self._verdicts[number] = self._judged(step)
        return self._verdicts[number]

    def owed(self, number: int) -> list[DieOwed]:
        """The dice of a move, each with its mean and its effect."""
        step = self._step(number)
        if number not in self._owed:
            self._owed[number] = dice_owed(self.game, step)
        return self._owed[number]

    def _step(self, number: int) -> Step[Any, Any]:
        if not 0 <= number < len(self.steps):
            raise SkylibError(f"the game has moves 1 to {len(self.steps)}, not {number + 1}")
        return self.steps[number]

    def _judged(self, step: Step[Any, Any]) -> Verdict:
        ranked = judge(at(self.game, step.before), step.move)
        values = {judged.move: judged.value for judged in ranked}
        if step.move not in values or len(ranked) < 2:
            return Verdict("", None, 0.0, (), 0)
        lost = ranked[0].value - values[step.move]
        good, inaccurate = BOUNDS[self.game.name]
        mark = "good" if lost <= good else "inaccurate" if lost <= inaccurate else "mistake"
        return Verdict(mark, values[step.move], lost, tuple(ranked[:_TOP]), len(ranked))

    @property
    def judged(self) -> dict[int, Verdict]:
        """The verdicts that have been worked out so far."""
        return dict(self._verdicts)

    def judge_all(self, told: Callable[[int], object] | None = None) -> None:
        """Work out every verdict; some seconds for a long game. ``told`` hears the number of each
        move that has been weighed."""
        for number in range(len(self.steps)):
            self.verdict(number)
            if told is not None:
                told(number)

    def marks(self, side: str) -> Counter[str]:
        """How often each mark was given to a side, of the moves looked at so far."""
        return Counter(v.mark for i, v in self._verdicts.items() if self.steps[i].who == side)

    def luck(self) -> dict[str, float]:
        """What all dice together did to each side's advantage, against what was to be expected."""
        total = dict.fromkeys(self.sides, 0.0)
        for number in range(len(self.steps)):
            for die in self.owed(number):
                for who, effect in (die.effect or {}).items():
                    total[who] += effect
        return total

    # ---- in words ----------------------------------------------------------------------------

    def move_text(self, number: int) -> str:
        """One move in a few lines: the move, its mark, the best, its dice."""
        step, verdict = self._step(number), self.verdict(number)
        sign = MARKS[verdict.mark]
        lines = [f"{number + 1}. {step.who}: {step.move}  {sign} {verdict.mark}".rstrip(" ·")]
        if verdict.value is not None:
            words = f"worth {signed(verdict.value)} {self.unit}"
            if verdict.lost > 0.005:
                words += f", {verdict.lost:.2f} less than the best of {verdict.weighed}"
            lines.append(f"   {words}")
            if verdict.mark != "good":
                lines += [f"   {signed(b.value)}  {b.move}" for b in verdict.best]
        lines += [f"   {self.die_text(die)}" for die in self.owed(number)]
        return "\n".join(lines)

    def die_text(self, die: DieOwed) -> str:
        """One die in words: thrown, mean, effect."""
        roll = die.roll
        head = f"{roll.purpose}: {roll.value}, mean {die.mean:g}"
        if die.effect is None:
            return f"{head}; too many chances to count its effect"
        told = [f"{signed(e)} for {who}" for who, e in die.effect.items() if abs(e) > 0.005]
        return f"{head}; {', '.join(told) if told else 'nothing counted changes'}"

    def summary(self) -> str:
        """Marks and luck of each side, in lines."""
        lines = []
        luck = self.luck()
        for side in self.sides:
            marks = self.marks(side)
            given = ", ".join(f"{marks[m]} {m}" for m in ("good", "inaccurate", "mistake"))
            end = signed(self.curve[-1][side])
            lines.append(
                f"{side}: {given}; ahead by {end} {self.unit}, of which the dice gave "
                f"{signed(luck[side])}."
            )
        good, inaccurate = BOUNDS[self.game.name]
        lines.append(
            f"Good is at most {good:g} {self.unit} less than the best move, a mistake more than "
            f"{inaccurate:g}. Moves without a mark have nothing to choose, or are not weighed."
        )
        return "\n".join(lines)

    def text(self, only_marked: bool = False) -> str:
        """The whole analysis in words; with ``only_marked`` only moves that were not good."""
        self.judge_all()
        parts = []
        for number in range(len(self.steps)):
            poor = self.verdict(number).mark in ("inaccurate", "mistake")
            if poor or not only_marked:
                parts.append(self.move_text(number))
        return "\n".join([*parts, "", self.summary()])


def signed(number: float) -> str:
    """A number with its sign, two places: +1.50."""
    return f"{round(number, 2) + 0.0:+.2f}"
