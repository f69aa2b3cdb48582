"""Every row of own moves in a position, and what it comes to, whatever the others do.

A row solves a puzzle only if its test holds whichever legal move the others answer with and
whatever the dice show: all of it is tried. So the answers of a puzzle are proven, not
guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from skylib.core.chances import TooManyChances, outcomes
from skylib.core.games import Game
from skylib.pilots import pilot_for

from .goals import holds
from .puzzle_figures import figures, is_settled, takes_part
from .puzzles import Puzzle

__all__ = [
    "Leaf",
    "Solved",
    "Tried",
    "computer_solves",
    "holds_everywhere",
    "leaves",
    "solve",
    "tried",
]

_MANY = 600  # positions that a row may lead to before it counts as not proven


class Leaf(NamedTuple):
    """One row of own moves: how likely at random, and every position it may lead to.

    ``ends`` is empty for a row that fails on the way, that cannot be flown to its end
    against every answer, or that may lead to too many positions to tell.
    """

    row: tuple[Any, ...]
    chance: Fraction
    ends: tuple[Any, ...]


class Solved(NamedTuple):
    """What a search found: the solutions as texts, legal moves at first, rows, the share."""

    solutions: tuple[str, ...]
    legal: int
    rows: int
    share: float


def solve(puzzle: Puzzle, game: Game[Any, Any] | None = None) -> Solved:
    """All solutions of a puzzle, by trying every row of own moves."""
    game = game or puzzle.new_game()
    found, rows, share = [], 0, Fraction(0)
    search = _Search(game, puzzle.who, puzzle.failed, puzzle.until, puzzle.reached)
    for leaf in search.on((game.state,), (), puzzle.moves, Fraction(1)):
        rows += 1
        if holds_everywhere(game, puzzle.reached, leaf):
            found.append("; ".join(map(str, leaf.row)))
            share += leaf.chance
    legal = len(game.legal_moves())
    return Solved(tuple(sorted(found)), legal, rows, float(f"{float(share):.4g}"))


def holds_everywhere(game: Game[Any, Any], test: str, leaf: Leaf) -> bool:
    """Whether a test holds in every position that a row may lead to."""
    return bool(leaf.ends) and all(holds(test, figures(game, end)) for end in leaf.ends)


def leaves(
    game: Game[Any, Any], who: str, moves: int = 1, failed: str = "", until: str = ""
) -> Iterator[Leaf]:
    """Every row of ``moves`` settled own moves from here, once each; see `is_settled`."""
    search = _Search(game, who, failed, until)
    yield from search.on((game.state,), (), moves, Fraction(1))


class _Search:
    """``reached`` is known when a puzzle is solved: a row is given up at the first end that
    misses it. What is found is the same without it."""

    def __init__(
        self, game: Game[Any, Any], who: str, failed: str, until: str, reached: str = ""
    ) -> None:
        self.game, self.who, self.failed, self.until = game, who, failed, until
        self.reached = reached

    def on(
        self, states: tuple[Any, ...], row: tuple[Any, ...], left: int, chance: Fraction
    ) -> Iterator[Leaf]:
        """The rows that begin so. ``states`` are all the positions it may be in by now."""
        game = self.game
        legal = [move for move in game._moves(states[0]) if takes_part(move)]
        each = chance / max(1, len(legal))
        for move in legal:
            longer = (*row, move)
            reached = self.after(states, move, left)
            if reached is None:
                yield Leaf(longer, each, ())
                continue
            done, open = reached
            if not open:
                yield Leaf(longer, each, done)
                continue
            go_on: dict[int, list[Any]] = {}
            for number, state in open:
                go_on.setdefault(number, []).append(state)
            if len(go_on) > 1:
                yield Leaf(longer, each, ())
                continue
            ((number, same),) = go_on.items()
            yield from self.on(tuple(same), longer, number, each)

    def after(
        self, states: tuple[Any, ...], move: Any, left: int
    ) -> tuple[tuple[Any, ...], tuple[tuple[int, Any], ...]] | None:
        """The positions that a move leads to from any of the states: those where it is decided,
        and those where the own side moves again with so many moves left."""
        game = self.game
        done: dict[Any, None] = {}
        open: dict[tuple[int, Any], None] = {}
        for state in states:
            if not game._legal(state, move):
                return None
            todo = [(state, move, left)]
            while todo:
                before, played, still = todo.pop()
                try:
                    ways = [way.after for way in outcomes(game, before, played, _MANY)]
                except TooManyChances:
                    return None
                for after in ways:
                    if self.failed and holds(self.failed, figures(game, after)):
                        return None
                    over = game._outcome(after) is not None
                    now = still
                    if is_settled(game, self.who, before, after, self.until):
                        now -= 1
                    if over or (now == 0):
                        if self.reached and not holds(self.reached, figures(game, after)):
                            return None
                        done[after] = None
                    elif game._to_move(after) == self.who:
                        open[now, after] = None
                    else:
                        todo += [(after, reply, now) for reply in game._moves(after)]
                # Over in one case and still open in another: nothing can be proven.
                if (done and open) or len(done) + len(open) > _MANY:
                    return None
        return tuple(done), tuple(open)


class Tried(NamedTuple):
    """What has been tried in a puzzle so far: own moves, how many of them are settled, whether
    it is decided, the state by then, and the test it failed by on the way, if it did."""

    row: tuple[str, ...]
    settled: int
    decided: bool
    state: Any
    failed: str = ""


def tried(puzzle: Puzzle, game: Game[Any, Any]) -> Tried:
    """How far a game under way has come in a puzzle, from its history."""
    row: list[str] = []
    settled = 0
    for step in game.history:
        if step.who == puzzle.who and takes_part(step.move):
            row.append(str(step.move))
        if puzzle.failed and holds(puzzle.failed, figures(game, step.after)):
            return Tried(tuple(row), settled, True, step.after, puzzle.failed)
        settled += is_settled(game, puzzle.who, step.before, step.after, puzzle.until)
        if settled >= puzzle.moves or game._outcome(step.after) is not None:
            return Tried(tuple(row), settled, True, step.after)
    return Tried(tuple(row), settled, False, game.state)


def computer_solves(puzzle: Puzzle) -> bool:
    """Whether the computer player's own moves from the position solve it."""
    game = puzzle.new_game()
    choose = pilot_for(game.name)
    while not tried(puzzle, game).decided:
        game.play(choose(game))
    return "; ".join(tried(puzzle, game).row) in puzzle.solutions
