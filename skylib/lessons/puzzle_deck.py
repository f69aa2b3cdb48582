"""A puzzle on the flight deck: one position, one question, a few answers that are proven."""

from __future__ import annotations

from typing import Any

from skylib.core.errors import SkylibError
from skylib.core.records import Record
from skylib.eye_in_the_sky.state import SEATS
from skylib.flying_circus.state import SIDES
from skylib.le_temps_des_as.state import other_side

from .deck import FlightDeck
from .goals import holds
from .markup import boxed, escape
from .puzzle_figures import figures, told
from .puzzle_search import Tried, tried
from .puzzles import Puzzle
from .results import Result, tell

__all__ = ["PuzzleDeck", "shortfall", "stars_text"]


def stars_text(grade: int) -> str:
    """A grade as a picture in letters, the same for all: ◆◆◇◇◇."""
    return "◆" * grade + "◇" * (5 - grade)


class PuzzleDeck(FlightDeck):
    """A puzzle to fly. Every move that is proven to do it counts; any other plays on, with
    what comes of it, and says which figure fell short. Hints and wrong tries cost a star each."""

    whole_game = False

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.tries = 0  # wrong ones
        self.solved = False
        self.seen = False  # the solution was shown
        self._told: tuple[str, ...] = ()  # the row that was judged last
        game = puzzle.new_game()
        super().__init__(game, _others(game, puzzle.who))
        self._solution = self._button("Solution", self.show_solution, "what does it, all of it")
        for row in self._side.children:
            if self._hint in getattr(row, "children", ()):
                row.children = (*row.children, self._solution)

    @property
    def stars(self) -> int:
        """What solving it now earns: 3 less one for each wrong try and hint, but at least 1;
        none once the solution was shown."""
        return 0 if self.seen else max(1, 3 - self.tries - self._hints)

    # ---- judging ---------------------------------------------------------------------------

    def _judge(self) -> None:
        now = tried(self.puzzle, self.game)
        right = now.decided and "; ".join(now.row) in self.puzzle.solutions
        self.verdict = "" if not now.decided else "reached" if right else "failed"
        text, kind = self._line(now, right)
        self._goal.value = boxed(kind, f"<p>{escape(text)}</p>")
        if now.decided:
            self.map.status = f"{self.map.status} {text}".strip()
        if now.decided and now.row != self._told:
            self._told = now.row
            self._count(right)
        elif not now.decided:
            self._told = ()

    def _line(self, now: Tried, right: bool) -> tuple[str, str]:
        puzzle = self.puzzle
        if right:
            many = len(puzzle.solutions) - 1
            other = f" {many} more {'way does' if many == 1 else 'ways do'} it." if many else ""
            earned = f" {'★' * self.stars}" if self.stars else ""
            return f"✓ Solved: {puzzle.asked}.{earned}{other}", "done"
        if now.decided:
            why = shortfall(puzzle, self.game, now)
            return f"✗ Not this time. {why} Start again to try another way.", "refused"
        which = f" (move {now.settled + 1} of {puzzle.moves})" if puzzle.moves > 1 else ""
        head = f"Puzzle {stars_text(puzzle.grade)} {puzzle.title}"
        return f"{head}. {puzzle.asked}{which}.", "goal"

    def _count(self, right: bool) -> None:
        """Tell the logbook: the first wrong try, and the first time it is solved."""
        if right and not self.solved:
            self.solved = True
            self._result(True, self.stars)
        elif not right:
            self.tries += 1
            if self.tries == 1 and not self.solved:
                self._result(False, 0)

    def _result(self, right: bool, stars: int) -> None:
        step = next((s for s in reversed(self.game.history) if s.who == self.puzzle.who), None)
        rules = step.ruling.rules if step else ()
        tell(Result("puzzle", self.puzzle.name, right, stars, self._hints, rules=rules))

    # ---- help --------------------------------------------------------------------------------

    def hint(self) -> None:
        """The next hint: a nudge, the rule, the place, how a solution begins. Each costs a star."""
        hints = (*self.puzzle.hints, f"It may begin so: {_beginning(self.puzzle.solutions[0])}")
        if self._hints >= len(hints):
            raise SkylibError("there are no more hints; the button Solution shows the answer")
        text = f"Hint {self._hints + 1} of {len(hints)}: {hints[self._hints]}"
        self._hints += 1
        price = f" Solved now it earns {'★' * self.stars}." if self.stars else ""
        self._ruling.value = boxed("story", f"<p>{escape(text)}</p><p>{escape(price)}</p>")
        self.map.status = f"{text}{price}"

    def show_solution(self) -> None:
        """All that does it, and the first of it planned on the map; from now on no stars."""
        if not self.solved and not self.seen:
            self.seen = True
            if self.tries == 0:
                self._result(False, 0)
        hints = self._hints
        self.restart()
        self._hints = hints
        ways = self.puzzle.solutions
        self.controls.set_draft(self.game.parse_move(ways[0].split("; ")[0]))
        self.redraw()
        count = f"{self.puzzle.rows} {'moves' if self.puzzle.moves == 1 else 'rows of moves'}"
        head = f"Of {count} looked at, {'this does' if len(ways) == 1 else 'these do'} it:"
        items = "".join(f"<li>{escape(way)}</li>" for way in ways)
        self._ruling.value = boxed("story", f"<p>{escape(head)}</p><ul>{items}</ul>")
        self.map.status = f"{head} {'. Or: '.join(ways)}."

    def restart(self) -> None:
        """Back to the position; hints and tries stay counted."""
        hints = self._hints
        super().restart()
        self._hints = hints

    def load(self) -> None:
        """Go on with a try that was saved. Raises `SkylibError` for another position's."""
        record = Record.parse(self._text.value)
        if record.position != self.game.setup.position:
            raise SkylibError("this text is of another position than the puzzle's")
        super().load()

    def text(self) -> str:
        puzzle = self.puzzle
        head = f"Puzzle {puzzle.name}, grade {puzzle.grade}: {puzzle.title}. {puzzle.asked}."
        rest = super().text().partition("\n")[2]
        return f"{self.game.title}\n{head}\n{rest}"


def _others(game: Any, who: str) -> tuple[str, ...]:
    """The seats that the computer plays."""
    if game.name == "eye-in-the-sky":
        return tuple(s for s in SEATS[: game.players] if s != who)
    if game.name == "le-temps-des-as":
        return (other_side(who),)
    return tuple(side for side in SIDES if side != who)


def _beginning(solution: str) -> str:
    """How a solution begins: its first move, or of one move the first half."""
    first, _, more = solution.partition("; ")
    if more:
        return f"{first} ..."
    words = first.split()
    return f"{' '.join(words[: max(1, (len(words) + 1) // 2)])} ..."


def shortfall(puzzle: Puzzle, game: Any, now: Tried) -> str:
    """Why a row of moves does not solve a puzzle: the figures beside what is asked for."""
    if now.failed:
        return f"On the way it came to this, which was to be avoided: {_clause(now.failed)}."
    have = figures(game, now.state)
    said = []
    for part in puzzle.reached.split(" and "):
        name, operator, wanted = _parts(part)
        if not holds(part, have):
            words = told(name)
            words = f"{words[0].upper()}{words[1:]}"
            said.append(f"{words}: {have[name]}, asked for {_sign(operator)}{wanted}")
    if not said:
        return (
            "It came out well, but only by luck: against another answer, or with other dice, "
            "it would not."
        )
    return f"{'; '.join(said)}."


def _parts(test: str) -> tuple[str, str, str]:
    *name, operator, value = test.split(" ")
    return " ".join(name), operator, value


def _sign(operator: str) -> str:
    words = {"=": "", "!=": "not ", ">=": "at least ", "<=": "at most "}
    return words.get(operator, {"<": "less than ", ">": "more than "}.get(operator, ""))


def _clause(test: str) -> str:
    if test == "stage = opportunity":
        return "an enemy gun had a shot"
    name, operator, wanted = _parts(test)
    return f"{told(name)} {_sign(operator)}{wanted}"
