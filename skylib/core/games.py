"""What every game offers: legal moves, check, play, undo, redo, outcome, records.

A game is a setup, an immutable state and a history. A subclass says what the rules
say (the hooks below ``Game``); everything else is here once for all games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from .dice import Dice, Roll, SeededDice, Source, as_seed
from .errors import DiceError, MoveTextError, NotAllowed, SkylibError
from .rulings import Figure, Readings, RuleBook, Ruling, sentences

if TYPE_CHECKING:
    from .records import Record

__all__ = ["Game", "Setup", "Step", "Outcome", "LegalMoves", "perft"]

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@lru_cache
def _load_rules(package: str) -> RuleBook:
    return RuleBook.load(package)


@dataclass(frozen=True)
class Setup:
    """What a game was made with: all that a record needs to make it again."""

    scenario: str
    readings: Readings
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int | str | None = None
    position: str | None = None


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winners (several share a win, none is a draw), and why."""

    winners: tuple[str, ...]
    reason: str
    scores: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.reason


class Step(Generic[StateT, MoveT]):
    """One played move: who, what, the states before and after, the dice it drew."""

    __slots__ = ("who", "move", "before", "after", "rolls", "_explain", "_ruling")

    def __init__(
        self,
        who: str,
        move: MoveT,
        before: StateT,
        after: StateT,
        rolls: tuple[Roll, ...],
        explain: Callable[[Step[StateT, MoveT]], Ruling],
    ) -> None:
        self.who, self.move, self.before, self.after = who, move, before, after
        self.rolls = rolls
        self._explain = explain
        self._ruling: Ruling | None = None

    @property
    def ruling(self) -> Ruling:
        """Why the move was allowed and what came of it; worked out when first asked for."""
        if self._ruling is None:
            self._ruling = self._explain(self)
        return self._ruling

    def __repr__(self) -> str:
        return f"<Step {self.who}: {self.move}>"


class LegalMoves(AbstractSet[MoveT], Generic[MoveT]):
    """The legal moves of one moment: iterate, count, or ask with ``in``. Nothing is
    worked out before it is needed."""

    __slots__ = ("_game", "_state")

    def __init__(self, game: Game[Any, MoveT], state: Any) -> None:
        self._game, self._state = game, state

    def __iter__(self) -> Iterator[MoveT]:
        return iter(self._game._moves(self._state))

    def __len__(self) -> int:
        moves = self._game._moves(self._state)
        return len(moves) if hasattr(moves, "__len__") else sum(1 for _ in moves)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __contains__(self, move: object) -> bool:
        """Whether a move, or the text of one, is legal; unreadable text is not."""
        if isinstance(move, str):
            try:
                move = self._game._parse(move, self._state)
            except MoveTextError:
                return False
        if not isinstance(move, self._game.move_types):
            return False
        return self._game._legal(self._state, move)  # type: ignore[arg-type]

    @classmethod
    def _from_iterable(cls, it: Iterable[MoveT]) -> frozenset[MoveT]:  # type: ignore[override]
        return frozenset(it)

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(map(str, self))}>"


class Game(ABC, Generic[StateT, MoveT]):
    """One game under way. See the module's text for what a subclass adds."""

    name: ClassVar[str]  # as in records and on the command line: eye-in-the-sky
    title: ClassVar[str]
    package: ClassVar[str]  # where rules.toml lies
    end_rules: tuple[str, ...] = ()  # by which the game ends, for later moves
    move_types: ClassVar[tuple[type, ...]] = (object,)  # what its moves are

    def __init__(self, setup: Setup, source: Source) -> None:
        self.setup = setup
        self.readings = setup.readings
        self.dice = Dice(source)
        self.history: list[Step[StateT, MoveT]] = []
        self._undone: list[Step[StateT, MoveT]] = []
        self._state: StateT
        self.setup_rolls: tuple[Roll, ...] = ()
        self.text_so_far: Record | None = None  # a loaded record keeps its narration

    # ---- making a game ---------------------------------------------------------------

    @classmethod
    def rules(cls) -> RuleBook:
        """The game's rules and readings."""
        return _load_rules(cls.package)

    @classmethod
    @abstractmethod
    def scenarios(cls) -> Mapping[str, str]:
        """Scenario name to title; the first is the default."""

    @classmethod
    def options(cls) -> Mapping[str, str]:
        """Further settings that `new_game` takes, by name, with a word on each."""
        return {}

    @classmethod
    def choices(cls) -> Mapping[str, tuple[str, ...]]:
        """What can be chosen for those of the options that take one of a few values."""
        return {}

    @classmethod
    @abstractmethod
    def seats_for(cls, options: Mapping[str, str]) -> tuple[str, ...]:
        """Who plays with such options, by the names of `to_move`."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays, by the names of `to_move`."""
        return self.seats_for(self.setup.options)

    @classmethod
    def new_game(
        cls,
        scenario: str | None = None,
        seed: int | str | None = None,
        readings: Mapping[str, str] | None = None,
        *,
        dice: Source | None = None,
        position: str | None = None,
        setup_dice: Iterable[int] = (),
        **options: Any,
    ) -> Self:
        """Start a game.

        Args:
            scenario: a name from `scenarios`; the first one if left out.
            seed: makes the dice repeatable; without it they differ each time. A whole
                number, also as text, or a line of text.
            readings: rule id to reading id where the default is not wanted.
            dice: another source of numbers (scripted, or asked of people).
            position: a position text to start from instead of the scenario's start; line
                breaks count as blanks.
            setup_dice: numbers for draws made before the first move.
            options: see `options`.

        Raises:
            SkylibError: for an unknown scenario, reading or option.
        """
        scenario = cls._known_scenario(scenario)
        cls._known_options(options)
        if dice is None:
            if seed is None:
                import secrets

                seed = secrets.randbelow(1_000_000_000)
            seed = as_seed(seed)
            dice = SeededDice(seed)
        chosen = {k: str(v) for k, v in options.items() if v is not None}
        for key, value in chosen.items():
            if value != value.strip() or len(value.splitlines()) > 1:
                raise SkylibError(f"option {key} is one line of text, not {value[:60]!r}")
        if position is not None:
            position = " ".join(position.split())
        setup = Setup(scenario, cls.rules().choose(readings), chosen, seed, position)
        game = cls(setup, dice)
        game.dice.prime(setup_dice)
        game._state = game._begin(game.dice) if position is None else game._read(position)
        game._no_dice_left()
        game.setup_rolls = tuple(game.dice.rolls)
        return game

    @classmethod
    def _known_scenario(cls, name: str | None) -> str:
        """That scenario, or the first one. Raises `SkylibError` for an unknown one."""
        known = cls.scenarios()
        if name is None:
            return next(iter(known))
        if name not in known:
            raise SkylibError(f"{cls.title} has no scenario {name!r}; there are {', '.join(known)}")
        return name

    @classmethod
    def _known_options(cls, names: Iterable[str]) -> None:
        """Raises `SkylibError` for an unknown option."""
        known = cls.options()
        for name in names:
            if name not in known:
                offer = ", ".join(known) or "none"
                raise SkylibError(f"{cls.title} has no option {name!r}; there are {offer}")

    # ---- looking -----------------------------------------------------------------------

    @property
    def state(self) -> StateT:
        """The present state, a value that never changes."""
        return self._state

    @property
    def to_move(self) -> str | None:
        """The side or player asked to decide, or None when the game is over."""
        return None if self.outcome else self._to_move(self._state)

    @property
    def prompt(self) -> str:
        """What is asked, of whom, in a sentence."""
        outcome = self.outcome
        return str(outcome) if outcome else self._prompt(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._outcome(self._state)

    @property
    def position(self) -> str:
        """The present position as text that `new_game(position=…)` takes."""
        return self._write(self._state)

    @property
    def last(self) -> Step[StateT, MoveT] | None:
        """The last played move."""
        return self.history[-1] if self.history else None

    def facts(self) -> dict[str, str]:
        """The figures of the present position by name, as records' expectations name them."""
        return self._facts(self._state)

    def legal_moves(self) -> LegalMoves[MoveT]:
        """The legal moves now: a lazy set."""
        return LegalMoves(self, self._state)

    def parse_move(self, text: str) -> MoveT:
        """A move from its text, the inverse of ``str(move)``. Raises `MoveTextError`."""
        return self._parse(text, self._state)

    def check(self, move: MoveT | str) -> Ruling:
        """What the rules say about a move, without playing it.

        Raises `MoveTextError` for a text, or anything else, that is no move at all.
        """
        move = self._move(move)
        if outcome := self.outcome:
            points = tuple(Figure(str(n), f"points of {who}") for who, n in outcome.scores.items())
            back = ("take a move back",) if self.can_undo else ()
            instead = (*back, "start a new game")
            reason = sentences("The game is over", str(outcome))
            return Ruling(False, reason, self.end_rules, points, instead)
        ruling = self._check(self._state, move)
        return ruling if ruling.allowed else self._in_hindsight(move, ruling)

    # ---- playing -----------------------------------------------------------------------

    def play(self, move: MoveT | str, dice: Iterable[int] = ()) -> Step[StateT, MoveT]:
        """Play a move; ``dice`` are numbers that people rolled for it.

        Raises:
            MoveTextError: the text, or whatever else it is, is no move.
            NotAllowed: the rules refuse it; the error carries the ruling.
            DiceError: dice are missing or left over. Nothing has happened then.
        """
        state = self._state
        move = self._move(move)
        if self._outcome(state) is not None or not self._legal(state, move):
            raise NotAllowed(self.check(move))
        rolls = self.dice.rolls
        drawn = len(rolls)
        try:
            if dice:
                self.dice.prime(dice)
            after = self._apply(state, move, self.dice)
            if dice:
                self._no_dice_left()
        except BaseException:
            self.dice.take_primed()
            self.dice.rewind(drawn)
            raise
        step = Step(self._to_move(state), move, state, after, tuple(rolls[drawn:]), self._explain)
        self.history.append(step)
        if self._undone:
            self._undone.clear()
        self._state = after
        return step

    def _move(self, move: Any) -> MoveT:
        """A move given as itself or as text. Raises `MoveTextError` for anything else."""
        if isinstance(move, str):
            return self._parse(move, self._state)
        if not isinstance(move, self.move_types):
            raise MoveTextError(f"{move!r:.80} is no move of {self.title}")
        return move  # type: ignore[no-any-return]

    def _no_dice_left(self) -> None:
        left = self.dice.take_primed()
        if left:
            raise DiceError(f"dice left over: {' '.join(map(str, left))}")

    def undo(self) -> Step[StateT, MoveT]:
        """Take the last move back, its dice too. Raises `SkylibError` at the start."""
        if not self.history:
            raise SkylibError("there is no move to take back")
        step = self.history.pop()
        self._undone.append(step)
        self._state = step.before
        if step.rolls:
            self.dice.rewind(self.dice.position - len(step.rolls))
        return step

    def redo(self) -> Step[StateT, MoveT]:
        """Play again what `undo` took back, with the same dice."""
        if not self._undone:
            raise SkylibError("there is no move to play again")
        step = self._undone.pop()
        self.history.append(step)
        self._state = step.after
        self.dice.rolls.extend(step.rolls)
        return step

    @property
    def can_undo(self) -> bool:
        return bool(self.history)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def record(self) -> Record:
        """The game so far as a record: setup, moves, dice."""
        from .records import record_of

        return record_of(self)

    # ---- what a subclass says ------------------------------------------------------------

    @abstractmethod
    def _begin(self, dice: Dice) -> StateT:
        """The scenario's first state."""

    @abstractmethod
    def _moves(self, state: StateT) -> Iterable[MoveT]:
        """Every legal move, once each, in a fixed order; a sequence or a lazy iterator."""

    @abstractmethod
    def _check(self, state: StateT, move: MoveT) -> Ruling:
        """The ruling on a move; allowed exactly if `_moves` holds it."""

    def _in_hindsight(self, move: MoveT, refused: Ruling) -> Ruling:
        """The refusal of a move, where the moves before it say better than the state why."""
        return refused

    @abstractmethod
    def _apply(self, state: StateT, move: MoveT, dice: Dice) -> StateT:
        """The state after a legal move; may draw dice, changes nothing else."""

    @abstractmethod
    def _to_move(self, state: StateT) -> str: ...

    @abstractmethod
    def _prompt(self, state: StateT) -> str: ...

    @abstractmethod
    def _outcome(self, state: StateT) -> Outcome | None: ...

    @abstractmethod
    def _parse(self, text: str, state: StateT) -> MoveT:
        """The inverse of ``str(move)``. Raises `MoveTextError`."""

    @abstractmethod
    def _write(self, state: StateT) -> str:
        """The position text of a state."""

    @abstractmethod
    def _read(self, text: str) -> StateT:
        """The inverse of `_write`. Raises `PositionError`."""

    @abstractmethod
    def _facts(self, state: StateT) -> dict[str, str]: ...

    def _legal(self, state: StateT, move: MoveT) -> bool:
        """Whether a move is legal; a subclass may know a quicker way."""
        return move in self._moves(state)

    def _explain(self, step: Step[StateT, MoveT]) -> Ruling:
        """The ruling on a played move, with what came of it."""
        return self._check(step.before, step.move)

    def __repr__(self) -> str:
        return f"<{self.title}, {self.setup.scenario}: {self.prompt}>"


def perft(game: Game[StateT, MoveT], depth: int) -> int:
    """How many rows of ``depth`` legal moves there are from here.

    Moves that draw dice draw those that the game's own dice would show next.
    """

    def count(state: StateT, left: int) -> int:
        if game._outcome(state) is not None:
            return 0
        moves = game._moves(state)
        if left == 1:
            return len(moves) if hasattr(moves, "__len__") else sum(1 for _ in moves)
        total = 0
        for move in moves:
            position = game.dice.position
            total += count(game._apply(state, move, game.dice), left - 1)
            game.dice.rewind(position)
        return total

    if depth < 0:
        raise SkylibError(f"a depth is 0 or more, not {depth}")
    return 1 if depth == 0 else count(game.state, depth)
