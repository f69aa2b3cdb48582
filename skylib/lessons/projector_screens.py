"""The screens of a projector: one idea each, as beats that follow one another."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from skylib import find_game, replay
from skylib.core.errors import SkylibError
from skylib.core.records import Entry, Frame, Narration, Record, Replay
from skylib.scenes import Scene

from .drill import Drill, Problem
from .question import Question
from .rule_card import find_rule
from .shown import close_all
from .stepper import stand_at, stop_scene, stops_of

__all__ = [
    "AskingScreen",
    "Beat",
    "CardScreen",
    "DrillScreen",
    "Line",
    "QuestionScreen",
    "SayScreen",
    "Screen",
    "StepScreen",
    "steps_of",
]

Phase = Literal["show", "ask", "vote", "reveal"]
ROOM, BESIDE_A_MAP = 420, 330  # letters that a screen holds at 1280 x 720, in 28 pixels
PAUSE = 25  # letters that the space between two lines takes


class Line(NamedTuple):
    """One text of a screen. ``kind`` is say, move, reason, figure or source."""

    kind: str
    text: str


@dataclass(frozen=True)
class Beat:
    """What the room sees at one moment.

    ``head`` says what is asked of the room; ``right`` names the right answers and is empty
    before the reveal, so that nothing that is sent to the browser gives them away.
    """

    head: str
    lines: tuple[Line, ...]
    scene: Scene | None = None
    phase: Phase = "show"
    answers: tuple[str, ...] = ()
    right: tuple[str, ...] = ()


class Screen(ABC):
    """One idea. ``again`` is true where another question can be drawn."""

    again = False

    @property
    @abstractmethod
    def beats(self) -> tuple[Beat, ...]:
        """What is shown one after the other; the first one gives nothing away."""

    @abstractmethod
    def text(self) -> str:
        """The screen as a few lines of plain text, without the answer to a question."""

    def renew(self) -> None:
        """Draw another question. Raises `SkylibError` where there is none to draw."""
        raise SkylibError("only a drill has another question")


@dataclass
class SayScreen(Screen):
    """A sentence of ours, and the section of the rulebook that it tells."""

    game: str
    say: str
    rule: str

    @cached_property
    def source(self) -> str:
        """Rule, rulebook and section, in a line."""
        return _source(self.game, self.rule)

    @property
    def beats(self) -> tuple[Beat, ...]:
        return (Beat("The rule", (Line("say", self.say), Line("source", self.source))),)

    def text(self) -> str:
        return f"The rule: {self.say}\n({self.source})"


@dataclass
class CardScreen(Screen):
    """The cards of a few rules, in the words of `skylib rules`."""

    game: str
    rules: tuple[str, ...]

    @property
    def beats(self) -> tuple[Beat, ...]:
        lines: list[Line] = []
        book = find_game(self.game).rules()
        for id in self.rules:
            rule = find_rule(book, id)
            lines += [Line("move", rule.title), Line("say", rule.statement)]
            lines.append(Line("source", _source(self.game, id)))
        return tuple(Beat("Rule card", page) for page in pages(lines, ROOM))

    def text(self) -> str:
        lines = (line.text for beat in self.beats for line in beat.lines)
        return "\n".join(["Rule card:", *lines])


@dataclass
class StepScreen(Screen):
    """One step of a record: the map, what is told, and the ruling in short."""

    replay: Replay
    stop: list[Frame]
    step: int  # the first is 1

    @cached_property
    def beats(self) -> tuple[Beat, ...]:
        stand_at(self.replay.game, self.stop)
        scene = stop_scene(self.replay.game, self.stop)
        head = f"See it: {self.title}"
        return tuple(Beat(head, page, scene) for page in pages(self._lines(), BESIDE_A_MAP))

    @property
    def title(self) -> str:
        """The record's title."""
        return self.replay.record.title or self.replay.game.title

    def _lines(self) -> Iterator[Line]:
        for frame in self.stop:
            item = frame.item
            if isinstance(item, Narration):
                yield Line("say", " ".join(item.text.split()))
            elif isinstance(item, Entry) and frame.ruling is not None:
                yield Line("move", f"{'Tried, ' if item.is_try else ''}{item.who}: {item.move}")
                word = "Allowed" if frame.ruling.allowed else "Refused"
                yield Line("reason", f"{word}: {frame.ruling.reason}")
            yield from (Line("reason", f"Expected {c}.") for c in frame.compared if not c.holds)

    def text(self) -> str:
        head = f"See it: {self.title}, step {self.step}:"
        return "\n".join([head, *(line.text for line in self._lines())])


def steps_of(record: Record | Path, steps: Sequence[int] = ()) -> list[StepScreen]:
    """A screen for each step of a record, or for those named (the first is 1).

    Raises `SkylibError` for a step that the record has not.
    """
    played = replay(record, strict=False)
    stops = stops_of(played.frames)
    for n in steps:
        if not 1 <= n <= len(stops):
            raise SkylibError(f"the record has steps 1 to {len(stops)}, not {n}")
    return [StepScreen(played, stops[n - 1], n) for n in steps or range(1, len(stops) + 1)]


class AskingScreen(Screen):
    """A question to the room: asked, voted on, revealed."""

    head = "Predict"

    @abstractmethod
    def _problem(self) -> Question | Problem:
        """The question with its map and its reason."""

    @cached_property
    def beats(self) -> tuple[Beat, ...]:
        problem = self._problem()
        asked = Line("say", problem.asked)
        before, answers = problem.before, tuple(problem.answers)
        right = (problem.right,) if isinstance(problem.right, str) else tuple(problem.right)
        after = problem.after or before
        reason, *figures = _reasons(problem.because)
        long = sum(map(len, (asked.text, reason.text, *answers))) + 10 * len(answers)
        if long > BESIDE_A_MAP:  # the reason has to wait for the next beat
            figures.insert(0, reason)
        told = (asked,) if long > BESIDE_A_MAP else (asked, reason)
        return (
            Beat(self.head, (asked,), before, "ask", answers),
            Beat(f"{self.head}: hands up", (asked,), before, "vote", answers),
            Beat("What is true", told, after, "reveal", answers, right),
            *(Beat("Why", page, after) for page in pages(figures, BESIDE_A_MAP)),
        )


def _reasons(because: str) -> Iterator[Line]:
    """The reason of a ruling; the figures of its sum and its rules below it."""
    first, *more = (line.strip() for line in because.strip().split("\n"))
    yield Line("reason", first)
    for line in more:
        if line and not line.startswith(("Instead", "Reading ")):
            yield Line("source" if line.startswith("By ") else "figure", line)


def pages(lines: Iterable[Line], room: int) -> list[tuple[Line, ...]]:
    """Lines in as many beats as it takes, so that each can be read from the last row.

    A line that is too long alone is cut between sentences.
    """
    out: list[list[Line]] = []
    free = 0
    for line in lines:
        for part in _parts(line, room):
            if part and (not out or len(part) + PAUSE > free):
                out.append([])
                free = room
            out[-1].append(Line(line.kind, part))
            free -= len(part) + PAUSE
    return [tuple(page) for page in out]


def _parts(line: Line, room: int) -> list[str]:
    parts = [""]
    for sentence in re.split(r"(?<=[.:;]) ", line.text):
        if parts[-1] and len(parts[-1]) + len(sentence) > room - PAUSE:
            parts.append("")
        parts[-1] = f"{parts[-1]} {sentence}".strip()
    return parts


@dataclass
class QuestionScreen(AskingScreen):
    """A question of ``tasks/``: predict, raise hands, look."""

    name: str
    asked: str
    answers: tuple[str, ...]
    make: Callable[[], Question] = field(repr=False)

    def _problem(self) -> Question:
        question = self.make()
        close_all(question.widget)
        return question

    def text(self) -> str:
        return f"Predict: {self.asked}\nAnswers: {' / '.join(self.answers)}"


class DrillScreen(AskingScreen):
    """A drill for the whole room; the same seed asks the same questions."""

    head = "Drill"
    again = True

    def __init__(self, drill: Drill) -> None:
        self.drill = drill

    def _problem(self) -> Problem:
        return self.drill.problem

    def renew(self) -> None:
        self.drill.next()
        self.__dict__.pop("beats", None)

    def text(self) -> str:
        problem = self.drill.problem
        return (
            f"Drill, seed {self.drill.seed}: {problem.asked}\n"
            f"Answers: {' / '.join(problem.answers)}"
        )


def _source(game: str, id: str) -> str:
    rule = find_rule(find_game(game).rules(), id)
    ours = ", a rule of ours" if rule.source == "ours" else ""
    return f"{id} · Rulebook: {rule.section}{ours}"
