"""The flight deck with a level on it: stars, hints at a price, what a wrong answer meets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, ClassVar

import ipywidgets

from skylib import find_game
from skylib.core.errors import MoveTextError, NotAllowed, SkylibError
from skylib.core.games import Step
from skylib.core.hexes import Hex
from skylib.core.rulings import sentences
from skylib.pilots import pilot_for
from skylib.scenes import Area, Label, Mark, Scene

from .deck import FlightDeck
from .level_data import Level, Wrong
from .markup import boxed, escape, stopped
from .results import Result, tell
from .rule_card import find_rule, folded
from .tasks import tasks
from .worth import PRICE, Worth, counted

__all__ = ["LevelDeck"]

_HINTS = ("a nudge", "the rule", "the hexes on the map", "the answer")
_ANSWERS = 12  # moves of a consequence that the computer plays, at the most


class LevelDeck(FlightDeck):
    """A level to fly, and the next one after it in the same place.

    Args:
        level: where to begin.
        two_pilots: a second pilot at the same screen flies what the computer would.
    """

    own_keys: ClassVar[tuple[tuple[str, str], ...]] = (
        *FlightDeck.own_keys,
        ("R", "try again"),
        ("N", "next level"),
    )
    after_failure: ClassVar[str] = " Try again (R), or take the move back (u)."

    def __init__(self, level: Level, *, two_pilots: bool = False) -> None:
        self.level = level
        self.two_pilots = two_pilots
        self.worth = Worth()
        self.on_level: Callable[[], object] = lambda: None  # called when another one begins
        self._told: set[str] = set()  # outcomes of this try that were told
        self._judged: int | None = None  # moves that count; what follows is the consequence
        game = find_game(level.game).new_game(**level.settings)
        super().__init__(game, level.computer, level.goal)
        self.map.status = self._introduction()

    # ---- the ladder ------------------------------------------------------------------------

    @property
    def ladder(self) -> tuple[Level, ...]:
        """All levels of the game, in their order."""
        return tuple(tasks(self.level.game)[0].values())

    @property
    def number(self) -> int:
        """The level's place on the ladder, from 1."""
        return self.ladder.index(self.level) + 1

    @property
    def place(self) -> str:
        """Level 3 of 9: its title."""
        return f"Level {self.number} of {len(self.ladder)}: {self.level.title}"

    def go(self, level: Level) -> None:
        """Another level of the same game, in the same place."""
        self.level, self.goal, self.computer = level, level.goal, level.computer
        self.worth, self.verdict = Worth(), ""
        self._fresh()
        self._take(find_game(level.game).new_game(**level.settings))
        self.start = self.game.position
        self._check_seats()
        self._again_here("")
        self.map.status = self._introduction()
        self.on_level()

    def next(self) -> None:
        """The next level, once this one is done."""
        if "reached" not in self._told:
            raise SkylibError("reach the goal first; then the next level opens")
        if self.number == len(self.ladder):
            raise SkylibError("that was the last level")
        self.go(self.ladder[self.number])

    def _introduction(self) -> str:
        return f"{stopped(self.place)} {stopped(self.goal_line())} {self.game.prompt}"

    # ---- who flies -------------------------------------------------------------------------

    def _check_seats(self) -> None:
        super()._check_seats()
        self._others = self.computer
        if self.two_pilots:
            self.computer = ()
        self._two.layout.display = "" if self._others else "none"

    @property
    def pilot(self) -> str:
        return next((s for s in self.seats if s not in self._others), "")

    @property
    def made(self) -> int:
        return sum(step.who == self.pilot for step in self.game.history[: self._judged])

    def _reply(self) -> Any:
        """What the level says that the other side does, and after that what the computer does."""
        made = sum(step.who in self.computer for step in self.game.history)
        if made < len(self.level.answers) and self.level.answers[made] in self.game.legal_moves():
            return self.game.parse_move(self.level.answers[made])
        return super()._reply()

    def _pass_and_play(self, change: Any) -> None:
        self.two_pilots = change["new"]
        self.computer = () if self.two_pilots else self._others
        whose = " and ".join(self._others)
        self._again_here(
            f"A second pilot at this screen flies {whose}."
            if self.two_pilots
            else f"The computer flies {whose}."
        )

    # ---- the widgets -----------------------------------------------------------------------

    def _build(self) -> None:
        super()._build()
        self._buttons.children = (self._commit, self._undo, self._redo)

    def _head(self) -> ipywidgets.Widget:
        self._again.description = "Try again"
        self._again.tooltip = "this level from its start (R)"
        self._next = self._button("Next level", self.next, "go on (N)", "primary")
        self._two = ipywidgets.ToggleButton(
            description="Two pilots",
            value=self.two_pilots,
            tooltip="pass and play: a second pilot at this screen flies the other side",
            layout={"width": "auto"},
        )
        self._two.observe(self._guard(self._pass_and_play), "value")
        self._goal.layout = ipywidgets.Layout(flex="1 1 0", min_width="min(220px, 90%)")
        bar = ipywidgets.HBox(
            [self._goal, self._hint, self._again, self._next, self._two],
            layout={"flex_flow": "row wrap", "align_items": "center"},
        )
        bar.add_class("skylib-level")
        return bar

    def _goal_markup(self, line: str) -> str:
        worth = self.worth
        stars = f'<span class="skylib-stars" role="img" aria-label="{worth.words}">{worth}</span>'
        word = "earned" if self.verdict == "reached" else "worth"
        place = f'<p class="skylib-place">{escape(self.place)} · {word} {stars}</p>'
        return place + super()._goal_markup(line)

    def _judge(self) -> None:
        super()._judge()
        done, last = self.verdict == "reached", self.number == len(self.ladder)
        self._next.layout.display = "" if done and not last else "none"
        self._hint.layout.display = "none" if done else ""
        self._again.button_style = "primary" if self.verdict == "failed" else ""
        self._price()

    def _price(self) -> None:
        """Say on the button what the next hint costs, before it is taken."""
        hints, at = self.level.goal.hints, self._hints
        if at >= len(hints):
            self._hint.description = "Show the next move"
            self._hint.tooltip = "of the answer (h)"
            return
        kind = _HINTS[at] if len(hints) == len(_HINTS) else f"hint {at + 1}"
        paid = at < self.worth.hints or self.verdict == "reached"
        self._hint.description = f"Hint {at + 1}" + (" again" if paid else ": ½ ★")
        cost = "costs nothing more" if paid else f"costs {PRICE}"
        self._hint.tooltip = f"{kind}, hint {at + 1} of {len(hints)}: {cost} (h)"

    def _verdict(self) -> str:
        return self.level.goal.verdict(self.game, self.pilot, self._judged)

    @property
    def goal_places(self) -> tuple[str, ...]:
        return () if self.verdict == "reached" else self.level.places

    def scene(self) -> Scene:
        """The position, with the place that the goal names and the hexes that a hint named."""
        scene = super().scene()
        if self.level.around:
            board = scene.ground.board
            shown = [*map(board.hex, self.level.around), *(c.hex for c in scene.counters)]
            scene = replace(scene, around=tuple(dict.fromkeys(shown)))
        if self.goal_places:
            scene = self._with_goal(scene)
        hinted = self._hints >= len(self.level.goal.hints) - 1 and self.verdict != "reached"
        if hinted and self.level.hexes:
            scene = self._with_hint(scene)
        return scene

    def _with_goal(self, scene: Scene) -> Scene:
        level = self.level
        hexes = tuple(map(scene.ground.board.hex, level.places))
        text = f"goal, {level.there}" if level.there else "goal"
        return replace(
            _shown_too(scene, hexes),
            areas=(*scene.areas, Area("goal", hexes)),
            labels=(*scene.labels, Label(hexes[0], text, "beside")),
        )

    def _with_hint(self, scene: Scene) -> Scene:
        hexes = tuple(map(scene.ground.board.hex, self.level.hexes))
        words = f"The hint marks {', '.join(self.level.hexes)}."
        return replace(
            _shown_too(scene, hexes),
            marks=(*scene.marks, Mark("hint", hexes)),
            words=(*scene.words, words),
        )

    def text(self) -> str:
        return f"{self.place}\n{super().text()}"

    # ---- what the learner does -------------------------------------------------------------

    def _pressed(self, key: str) -> bool:
        if key == "R":
            self.restart()
        elif key == "N":
            self.next()
        else:
            return super()._pressed(key)
        return True

    def play(self, move: Any) -> Step[Any, Any] | None:
        if self.verdict == "failed":
            raise SkylibError("this try is over: try again (R), or take the last move back (u)")
        step = super().play(move)
        if step is not None:
            self._settle()
        return step

    def undo(self) -> None:
        """Take back the last own move, what followed it, and the consequence."""
        self._drop_consequence()
        super().undo()
        self._say(self._count())

    def redo(self) -> None:
        if self.verdict == "failed":
            raise SkylibError("this try is over: try again (R), or take the last move back (u)")
        super().redo()
        self._settle()

    def restart(self) -> None:
        """One more try."""
        self._drop_consequence()
        self._fresh()
        super().restart()
        self._say(self.goal_line())

    def load(self) -> None:
        self._fresh()
        super().load()

    def _fresh(self) -> None:
        self._told = set()
        self._judged = None
        self._hints = 0

    def _drop_consequence(self) -> None:
        while self._judged is not None and len(self.game.history) > self._judged:
            self.game.undo()
        self._judged = None

    # ---- hints -----------------------------------------------------------------------------

    def hint(self) -> None:
        """The next hint, at the price that its button says; after the last one the answer
        move by move."""
        hints = self.level.goal.hints
        said = ""
        if self._hints < len(hints):
            said = f"Hint {self._hints + 1}: {hints[self._hints]}"
            self._hints += 1
            if self.verdict != "reached":
                self.worth.hints = max(self.worth.hints, self._hints)
        if self._hints == len(hints):
            said = f"{said} {self._plan_answer()}".strip()
        self._judge()
        self.redraw()
        self._ruling.value = boxed("story", f"<p>{escape(said)}</p>")
        self.map.status = f"{said} Worth {self.worth.words} now."

    def _plan_answer(self) -> str:
        """Plan the next move of the solution, if so far it was flown."""
        solution = self.level.solution
        flown = tuple(str(s.move) for s in self.game.history if s.who not in self._others)
        if self.verdict == "reached":
            return "It is done."
        if not solution or solution[: len(flown)] != flown or len(flown) == len(solution):
            return "Try again (R), and ask once more, to see it move by move."
        if self.game.to_move in self._others:
            return "It is the other side's turn."
        move = self.game.parse_move(solution[len(flown)])
        self.controls.set_draft(move)
        return f"Planned on the map: {move}. Enter flies it, the next hint plans the next move."

    # ---- the outcome -----------------------------------------------------------------------

    def _settle(self) -> None:
        """Tell an outcome once, and let a failed try meet its consequence."""
        if not self.verdict:
            self._say(self._count())
            return
        new = self.verdict not in self._told
        self._told.add(self.verdict)
        if self.verdict == "reached":
            if new:
                self._tell(True, self.worth.stars, self.level.rules)
                self._praise()
            return
        _, facts = self.level.goal.judged(self.game, self.pilot)
        wrong = self.level.went_wrong(facts)
        if new:
            first = (wrong.rule,) if wrong and wrong.rule else ()
            self._tell(False, 0, tuple(dict.fromkeys((*first, *self.level.rules))))
            self.worth.failed += 1
        if wrong is not None:
            self._meet(wrong)

    def _tell(self, right: bool, stars: float, rules: tuple[str, ...]) -> None:
        name, hints = self.level.full_name, self.worth.hints
        tell(Result("level", name, right, stars, hints, rules=rules))

    def _praise(self) -> None:
        stars = self.worth.stars
        last = self.number == len(self.ladder)
        after = "That was the last level." if last else "Next level: the button, or N."
        text = f"{counted(stars)} of 3 stars. {after}"
        self._ruling.value = boxed("done", f"<p>{escape(text)}</p>") + self._ruling.value
        self.map.show(self.scene())  # what a hint had marked is found
        self._say(text)

    def _meet(self, wrong: Wrong) -> None:
        """Say what went wrong, play what comes of it, and cite the rule."""
        self._judged = len(self.game.history)
        ruling = self._ruling.value
        steps = list(self._consequence(wrong))
        if steps:
            self.refresh()
        told = [sentences(f"{step.who}: {step.move}", step.ruling.reason) for step in steps]
        parts = [f"<p>{escape(text)}</p>" for text in (wrong.say, *told)]
        if wrong.rule:
            parts.append(folded(find_rule(self.game.rules(), wrong.rule)))
        self._ruling.value = boxed("refused", "".join(parts)) + ruling
        cited = f"By {wrong.rule}." if wrong.rule else ""
        self.map.status = sentences(*filter(None, [wrong.say, *told, cited, self.goal_line()]))
        self._judge_quietly()

    def _judge_quietly(self) -> None:
        """Show the goal's box anew, with nothing more said."""
        said = self.map.status
        self._judge()
        self.map.status = said

    def _consequence(self, wrong: Wrong) -> Iterator[Step[Any, Any]]:
        if wrong.plays == ("computer",):
            yield from self._computer_goes_on()
            return
        for move in wrong.plays:
            try:
                yield self.game.play(move)
            except (MoveTextError, NotAllowed):
                return  # this wrong answer leaves no room for it

    def _computer_goes_on(self) -> Iterator[Step[Any, Any]]:
        """The rest of the pilot's turn, and what the others do until the pilot is asked again."""
        answered = self.game.history[-1].who != self.pilot  # the others may have had their turn
        for _ in range(_ANSWERS):
            who = self.game.to_move
            if who is None or (answered and who == self.pilot):
                return
            answered = answered or who != self.pilot
            yield self.game.play(pilot_for(self.game.name)(self.game))

    def _count(self) -> str:
        moves = self.level.goal.moves
        allowed = f" of {moves}" if moves else ""
        return f"Level {self.number} of {len(self.ladder)}, move {self.made}{allowed}."

    def _say(self, more: str) -> None:
        self.map.status = f"{stopped(self.map.status)} {more}".strip()


def _shown_too(scene: Scene, hexes: tuple[Hex, ...]) -> Scene:
    """The scene; its close-up, if it has one, shows these hexes as well."""
    return replace(scene, around=scene.around and tuple(dict.fromkeys((*scene.around, *hexes))))
