"""The screens of a projector: one idea each, as beats that follow one another."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil
from pathlib import Path
from typing import Literal, NamedTuple

from skylib import find_game, replay
from skylib.core.errors import SkylibError
from skylib.core.records import Entry, Narration, Record
from skylib.core.replays import Frame, Replay
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


class Room(NamedTuple):
    """What a screen of 1280 x 720 holds in full screen: letters in a row, and rows."""

    letters: int
    rows: float

    def rows_of(self, text: str, part: float = 1.0) -> float:
        """Rows that a text takes with the space below it, in a part of the width."""
        return ceil(len(text) / (self.letters * part)) + 0.5


ROOM, BESIDE_A_MAP = Room(62, 12.5), Room(34, 12)
ANSWER = 0.45  # of the width: the hands and the bar take the rest


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
    """A sentence of ours, and the sections of the rulebook that it tells."""

    game: str
    say: str
    rules: tuple[str, ...]

    @cached_property
    def source(self) -> str:
        """Rules, rulebook and sections, in a line."""
        return _source(self.game, *self.rules)

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
        book = find_game(self.game).rules()
        out: list[Beat] = []
        for rule in (find_rule(book, id) for id in self.rules):
            about = Line("source", _source(self.game, rule.id))
            texts = [page for (page,) in pages([(Line("say", rule.statement),)], ROOM)]
            for text in texts:
                out.append(Beat("Rule card", (Line("move", rule.title), text, about)))
        return tuple(out)

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
        return tuple(Beat("See it", page, scene) for page in pages(self._told(), BESIDE_A_MAP))

    @property
    def title(self) -> str:
        """The record's title."""
        return self.replay.record.title or self.replay.game.title

    def _told(self) -> Iterator[tuple[Line, ...]]:
        """What belongs together: a narration; a move with its ruling."""
        for frame in self.stop:
            item = frame.item
            if isinstance(item, Narration):
                yield (Line("say", " ".join(item.text.split())),)
            elif isinstance(item, Entry) and frame.ruling is not None:
                tried = "Tried, " if item.is_try else ""
                word = "Allowed" if frame.ruling.allowed else "Refused"
                text = f"{tried}{item.who}: {item.move}"
                move = Line("move", text[:1].upper() + text[1:])
                told = [move, Line("reason", f"{word}: {frame.ruling.reason}")]
                if frame.ruling.rules:
                    told.append(
                        Line("source", _source(self.replay.game.name, frame.ruling.rules[0]))
                    )
                yield tuple(told)
            for differs in (c for c in frame.compared if not c.holds):
                yield (Line("reason", f"Expected {differs}."),)

    def text(self) -> str:
        head = f"See it: {self.title}, step {self.step}:"
        return "\n".join([head, *(line.text for told in self._told() for line in told)])


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
        reason, *why = _reasons(problem.because)
        # What finds no room beside the bars comes in a beat of its own.
        room = BESIDE_A_MAP if before is not None else ROOM
        free = room.rows - room.rows_of(asked.text)
        free -= sum(room.rows_of(answer, ANSWER) for answer in answers)
        told: list[Line] = [asked]
        waits: list[Line] = []
        for line in (reason, *why):
            free -= room.rows_of(line.text)
            (waits if waits or free < 0 else told).append(line)
        # The names of rules alone are no screen: with them what stands before them, once more.
        if waits and all(line.kind == "source" for line in waits):
            waits.insert(0, told[-1])
        groups: list[tuple[Line, ...]] = [(line,) for line in waits]
        if waits and waits[-1].kind == "source":
            groups[-2:] = [tuple(waits[-2:])]
        return (
            Beat(self.head, (asked,), before, "ask", answers),
            Beat(f"{self.head}: hands up", (asked,), before, "vote", answers),
            Beat("What is true", tuple(told), after, "reveal", answers, right),
            *(Beat("Why", page, after) for page in pages(groups, BESIDE_A_MAP)),
        )


def _reasons(because: str) -> Iterator[Line]:
    """The reason of a ruling; the figures of its sum and its rules below it."""
    first, *more = (line.strip() for line in because.strip().split("\n"))
    yield Line("reason", first)
    for line in more:
        if line and not line.startswith(("Instead", "Reading ")):
            yield Line("source" if line.startswith("By ") else "figure", line)


def pages(groups: Iterable[tuple[Line, ...]], room: Room) -> list[tuple[Line, ...]]:
    """Lines in as many beats as it takes, so that each can be read from the last row.

    A group stays together if a screen holds it; a line that is too long for one is cut
    between sentences.
    """
    out: list[list[Line]] = []
    free = 0.0

    def put(lines: Sequence[Line]) -> None:
        nonlocal free
        size = sum(room.rows_of(line.text) for line in lines)
        if size > free:
            out.append([])
            free = room.rows
        out[-1] += lines
        free -= size

    for group in groups:
        if sum(room.rows_of(line.text) for line in group) <= room.rows:
            put(group)
        else:
            for line in group:
                for part in _parts(line.text, int(room.letters * (room.rows - 2))):
                    put([Line(line.kind, part)])
    return [tuple(page) for page in out]


def _parts(text: str, letters: int) -> list[str]:
    """A text cut between sentences into parts of so many letters."""
    parts = [""]
    for sentence in re.split(r"(?<=[.:;]) ", text):
        if parts[-1] and len(parts[-1]) + len(sentence) > letters:
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


def _source(game: str, *ids: str) -> str:
    """Rules and where they stand; a section that several share, or that holds another, is
    named once."""
    book = find_game(game).rules()
    rules = [find_rule(book, id) for id in ids]
    ours = ", a rule of ours" if any(rule.source == "ours" for rule in rules) else ""
    sections = dict.fromkeys(rule.section for rule in rules)
    own = [s for s in sections if not any(s.startswith(f"{other},") for other in sections)]
    return f"{', '.join(ids)} · Rulebook: {'; '.join(own)}{ours}"
