"""The flight deck: a game on a map, flown by tap, key, button or typed move."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import ipywidgets

from skylib import replay
from skylib.core.dice import AskedDice, ScriptedDice
from skylib.core.errors import DiceNeeded, NotAllowed, SkylibError
from skylib.core.games import Game, Step
from skylib.core.hexes import Hex
from skylib.core.records import Record
from skylib.core.rulings import Ruling, sentences
from skylib.maps import MapWidget, scene_text
from skylib.pilots import pilot_for
from skylib.scenes import Scene

from .analysis_offer import offer_analysis
from .controls import controls_for
from .goals import Goal
from .held import Hold
from .markup import boxed, escape, paragraphs, stopped, style
from .move_field import MoveField
from .shown import Shown, close_all, guarded

__all__ = ["FlightDeck"]

_FIGURES = 4  # of an allowed move, that are shown without being asked for
_KINDS = {"reached": "done", "failed": "refused", "": "goal"}  # of the box of the goal


class FlightDeck(Shown):
    """A game to fly, alone, in a hot seat, or against the computer.

    Args:
        game: the game, in whatever position.
        computer: the seats or sides that the computer plays.
        goal: what a lesson asks for; its line stays in view.

    Raises `SkylibError` if the computer is to play a seat that there is not, or all of them.
    """

    own_keys: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Enter", "commit"),
        ("Escape", "forget"),
        ("u", "take back"),
        ("y", "play again"),
        ("h", "hint"),
        ("x", "fly / explore with the arrows"),
    )
    after_failure: ClassVar[str] = " Start again to try another way."
    whole_game: ClassVar[bool] = True  # no part of one that asks something else

    def __init__(
        self, game: Game[Any, Any], computer: Iterable[str] = (), goal: Goal | None = None
    ) -> None:
        self.game = game
        self.computer = tuple(computer)
        self.goal = goal
        self.start = game.position
        self.ruling: Ruling | None = None
        self.verdict = ""
        self.exploring = False
        self._dice: list[int] = []  # what people have rolled so far for the move asked for
        self._asked: Any = None  # the move that waits for dice
        self._hints = 0
        self._build()
        self._check_seats()
        self._computer_plays()
        self.refresh()

    def _check_seats(self) -> None:
        seats = self.game.seats
        by_name = {seat.casefold(): seat for seat in seats}
        self.computer = tuple(by_name.get(seat.casefold(), seat) for seat in self.computer)
        for seat in self.computer:
            if seat not in seats:
                raise SkylibError(
                    f"the computer cannot play {seat!r}; the seats are {', '.join(seats)}"
                )
        if set(seats) <= set(self.computer):
            raise SkylibError("somebody has to fly: leave a seat that the computer does not play")

    # ---- the widgets -------------------------------------------------------------------

    def _build(self) -> None:
        self.map = MapWidget(label=f"{self.game.title}: map")
        self.map.layout.width = "100%"
        self.map.on_tap(self._tapped)
        self.map.on_double_tap(self._double_tapped)
        self.map.key_handler = self._key
        self.map.holding = lambda: self._hold()
        self.controls = controls_for(self)

        self._goal = ipywidgets.HTML()
        self._prompt = ipywidgets.HTML()
        self._ruling = ipywidgets.HTML()
        self._scores = ipywidgets.HTML()
        self._typed = MoveField(description="Move", placeholder="type a move and press Enter")
        self._typed.layout.width = "auto"
        self._commit = self._button("Fly", self.commit, "play the move (Enter)", "primary")
        self._undo = self._button("Take back", self.undo, "take the last move back (u)")
        self._redo = self._button("Play again", self.redo, "play a taken-back move again (y)")
        self._again = self._button("Start again", self.restart, "back to the first position")
        self._hint = self._button("Hint", self.hint, "one more hint (h)")
        self._buttons = ipywidgets.HBox(
            [self._commit, self._undo, self._redo, self._again, self._hint],
            layout={"flex_flow": "row wrap"},
        )
        self._list = ipywidgets.Select(options=(), rows=6, layout={"width": "auto"})
        self._list.description = "Legal"
        self._list.style = {"description_width": "44px"}
        self._list.observe(self._guard(self._listed), "value")
        self._typed.observe(self._guard(self._typing), "value")
        self._typed.on_msg(self._guard(self._entered))
        self._die = ipywidgets.Dropdown(layout={"width": "auto"})
        self._die_ok = self._button("Rolled", self._rolled, "go on with this number")
        self._ask = ipywidgets.HBox([self._die, self._die_ok], layout={"display": "none"})
        self._text = ipywidgets.Textarea(
            rows=8, layout={"width": "auto"}, placeholder="a game as text"
        )
        files = ipywidgets.VBox(
            [
                ipywidgets.HBox(
                    [
                        self._button("Show this game as text", self.save, "to copy and keep"),
                        self._button("Load the text", self.load, "go on with the game below"),
                    ],
                    layout={"flex_flow": "row wrap"},
                ),
                self._text,
            ]
        )
        self._words = ipywidgets.HTML()
        more = ipywidgets.Accordion([files, self._words], selected_index=None)
        more.titles = ("Save and load", "The board in words")
        self._more = more
        more.observe(self._guard(lambda _: self._show_words()), "selected_index")
        keys = " ".join(
            f"<kbd>{escape(k)}</kbd> {escape(what)} &nbsp;"
            for k, what in (*self.controls.keys, *self.own_keys)
        )
        help_line = ipywidgets.HTML(f'<div class="skylib-note">Keys on the map: {keys}</div>')
        self._side = ipywidgets.VBox(
            [
                self._prompt,
                self.controls.widget,
                self._buttons,
                self._ask,
                self._ruling,
                self._scores,
                self._typed,
                self._list,
            ],
            layout={
                "flex": "1 1 460px" if self.controls.beside else "1 1 300px",
                "min_width": "min(260px, 100%)",
                "max_width": "460px",
            },
        )
        self._left = ipywidgets.VBox(
            [*self.controls.above, self.map, *self.controls.under],
            layout={"flex": "1 1 340px", "max_width": self.controls.map_width},
        )
        self._beside = ipywidgets.VBox(
            self.controls.beside,
            layout={
                "flex": "1 1 0",
                "min_width": "min(230px, 100%)",
                "max_width": "460px",
                "display": "" if self.controls.beside else "none",
            },
        )
        columns = [self._left, self._side, self._beside]
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(style()),
                self._head(),
                ipywidgets.HBox(columns, layout={"flex_flow": "row wrap"}),
                help_line,
                more,
            ]
        )
        self.widget.add_class("skylib-deck")
        self._hold = Hold(self.map, self.widget)

    def _head(self) -> ipywidgets.Widget:
        """What stands above the map."""
        return self._goal

    def _button(
        self, text: str, action: Callable[[], object], tip: str, look: str = ""
    ) -> ipywidgets.Button:
        button = ipywidgets.Button(
            description=text, tooltip=tip, button_style=look, layout={"width": "auto"}
        )
        button.on_click(self._guard(lambda _: action()))
        return button

    def _guard(self, handler: Callable[..., object]) -> Callable[..., None]:
        """A handler that shows its errors, and whose words are said once, all together."""
        safe = guarded(self.show_error, handler)

        def act(*args: object, **kwargs: object) -> None:
            with self._hold():
                safe(*args, **kwargs)

        return act

    def show_error(self, error: Exception) -> None:
        """Say under the controls, and to screen readers, what went wrong."""
        if isinstance(error, NotAllowed):
            self.show_ruling(error.ruling)
            return
        kind = "" if isinstance(error, SkylibError) else f"{type(error).__name__}: "
        text = f"{kind}{error}"
        self._ruling.value = boxed("error", f"<p>{escape(text)}</p>")
        self.map.status = text

    def show_ruling(self, ruling: Ruling, answers: Iterable[Step[Any, Any]] = ()) -> None:
        """Show a ruling in full, and say its first sentence; below it what the computer did."""
        self.ruling = ruling
        kind = "allowed" if ruling.allowed else "refused"
        told = [sentences(f"{step.who}: {step.move}", step.ruling.reason) for step in answers]
        markup = "".join(f"<p>{escape(text)}</p>" for text in told)
        self._ruling.value = ruling.markup(_FIGURES) + (boxed("story", markup) if told else "")
        self.map.status = sentences(f"{kind}: {ruling.reason}", *told)

    # ---- what the learner does -----------------------------------------------------------

    def commit(self) -> None:
        """Play the draft."""
        if self.controls.draft is None:
            raise SkylibError("the game is over" if self.game.outcome else self.controls.asks)
        self.play(self.controls.draft)

    def play(self, move: Any) -> Step[Any, Any] | None:
        """Play a move (or its text); a refusal is shown, not raised."""
        if isinstance(move, str):
            move = self.game.parse_move(move)
        if move != self._asked:
            if self._asked is not None and self.game.to_move in self.computer:
                raise SkylibError("the computer's move needs a die first: choose what it shows")
            self._forget_dice()
        try:
            step = self.game.play(move, self._dice)
        except DiceNeeded as need:
            self.map.status = self._ask_for(move, need)
            return None
        except NotAllowed as refusal:
            self._forget_dice()
            self.show_ruling(refusal.ruling)
            return None
        except SkylibError:
            self._forget_dice()
            raise
        self._forget_dice()
        answers, asked = self._computer_plays()
        self.refresh()
        self.show_ruling(step.ruling, answers)
        told = self.game.outcome or (not asked and self.controls.tells_next(step))
        self.map.status = sentences(self.map.status, asked, self.game.prompt if told else "")
        self._judge()
        return step

    def undo(self) -> None:
        """Take back the last move of a pilot, and the computer's answers to it."""
        if all(step.who in self.computer for step in self.game.history):
            raise SkylibError("there is no move to take back")
        while self.game.undo().who in self.computer:
            pass
        self._again_here("Taken back.")

    def redo(self) -> None:
        """Play a taken-back move again, with the same dice, and the answers to it."""
        self.game.redo()
        while self.game.can_redo and self.game.to_move in self.computer:
            self.game.redo()
        self._again_here("Played again.")

    def restart(self) -> None:
        """Back to the first position."""
        while self.game.can_undo:
            self.game.undo()
        self._hints = 0
        self._again_here("From the start.")

    def _again_here(self, word: str) -> None:
        self.ruling = None
        self._ruling.value = ""
        self._forget_dice()
        _, asked = self._computer_plays()
        self.refresh()
        self.map.status = f"{word} {asked or self.game.prompt}"

    def _forget_dice(self) -> None:
        self._dice, self._asked = [], None
        self._ask.layout.display = "none"

    def hint(self) -> None:
        """The next hint of the goal; at the end, or without one, what the computer would do."""
        hints = self.goal.hints if self.goal else ()
        if self._hints < len(hints):
            text = f"Hint {self._hints + 1}: {hints[self._hints]}"
            self._hints += 1
        else:
            if self.game.outcome:
                raise SkylibError("the game is over")
            move = pilot_for(self.game.name)(self.game)
            self.controls.set_draft(move)
            self.redraw()
            text = f"The computer would play: {move}"
        self._ruling.value = boxed("story", f"<p>{escape(text)}</p>")
        self.map.status = text

    def save(self) -> None:
        """Put the game as text into the text field."""
        self._text.value = str(self.game.record())
        self.map.status = "The game stands in the text field as text."

    def load(self) -> None:
        """Go on with the game in the text field."""
        game = replay(Record.parse(self._text.value), strict=False).game
        if game.name != self.game.name:
            raise SkylibError(f"this text is a game of {game.title}, not of {self.game.title}")
        if isinstance(game.dice.source, ScriptedDice):
            # A game without a seed: people rolled its dice, and go on rolling.
            game.dice.source = AskedDice()
        self._take(game)
        self._again_here("Loaded.")

    def _take(self, game: Game[Any, Any]) -> None:
        """Go on with another game of the same kind, with fresh controls on the same map."""
        self.game = game
        old, self.controls = self.controls, controls_for(self)
        self._side.children = tuple(
            self.controls.widget if child is old.widget else child for child in self._side.children
        )
        self._left.children = (*self.controls.above, self.map, *self.controls.under)
        self._beside.children = self.controls.beside
        for part in (old.widget, *old.above, *old.under, *old.beside):
            close_all(part)

    # ---- events --------------------------------------------------------------------------

    def _tapped(self, hex: Hex) -> None:
        try:
            self.controls.tap(hex)
        except SkylibError as error:
            self.show_error(error)

    def _double_tapped(self, hex: Hex) -> None:
        # Two quick taps are two taps: whoever turns the plane in a hurry commits nothing.
        self._tapped(hex)

    def _key(self, key: str, modifiers: tuple[str, ...] = ()) -> bool:
        """True if the key was ours; otherwise the map moves its own cursor."""
        try:
            return self._pressed(key)
        except SkylibError as error:
            self.show_error(error)
            return True

    def _pressed(self, key: str) -> bool:
        if key == "x":
            self.exploring = not self.exploring
            self.map.status = (
                "Exploring: the arrows move from hex to hex, Enter taps."
                if self.exploring
                else "Flying: the arrows fly the aircraft."
            )
            return True
        if self.exploring and (key.startswith("Arrow") or key == "Enter"):
            return False
        if key == "Enter":
            self.commit()
        elif key == "Escape":
            self._forget()
        elif key == "u":
            self.undo()
        elif key == "y":
            self.redo()
        elif key == "h":
            self.hint()
        else:
            return self.controls.key(key)
        return True

    def _forget(self) -> None:
        """Forget the draft, and the die that was asked for it."""
        if self.game.to_move not in self.computer:
            self._forget_dice()
        self.controls.renew()
        self._list.value = None
        self.redraw()
        self.map.status = self.game.prompt

    def _typing(self, change: Any) -> None:
        """While a move is typed, show it as soon as it can be read."""
        try:
            move = self.game.parse_move(change["new"])
        except SkylibError:
            return
        if self.game.check(move).allowed:
            self.controls.set_draft(move)
            self.redraw()

    def _entered(self, _: Any, content: dict[str, Any], __: Any) -> None:
        """Enter in the text field plays the typed move."""
        if content.get("event") == "submit":
            self.type(content.get("text", self._typed.value))

    def type(self, text: str) -> None:
        """Play a typed move; the field is emptied if it was played."""
        if text.strip() and self.play(text.strip()) is not None:
            self._typed.value = ""

    def _listed(self, change: Any) -> None:
        if change["new"]:
            self.controls.set_draft(self.game.parse_move(change["new"]))
            self.redraw()

    def _ask_for(self, move: Any, need: DiceNeeded) -> str:
        """Ask people for a die; returns the question."""
        self._asked = move
        self._die.description = f"Die of {need.sides} for {need.purpose}"
        self._die.style = {"description_width": "initial"}
        self._die.options = tuple(range(1, need.sides + 1))
        self._die.value = None
        self._ask.layout.display = "flex"
        return str(need)

    def _rolled(self) -> None:
        if self._die.value is None:
            raise SkylibError("choose what the die shows first")
        self._dice.append(self._die.value)
        self.play(self._asked)

    # ---- showing ---------------------------------------------------------------------------

    def _computer_plays(self) -> tuple[list[Step[Any, Any]], str]:
        """Let the computer move while it is its turn: what it played, and the die that
        people must roll for it before it can go on."""
        played: list[Step[Any, Any]] = []
        while self.game.to_move in self.computer:
            move = self._reply()
            try:
                played.append(self.game.play(move))
            except DiceNeeded as need:
                return played, self._ask_for(move, need)
        return played, ""

    def _reply(self) -> Any:
        """The move of the computer whose turn it is."""
        return pilot_for(self.game.name)(self.game)

    @property
    def goal_places(self) -> tuple[str, ...]:
        """The hexes that the goal names, as long as they are to be reached."""
        return ()

    def scene(self) -> Scene:
        """What the map shows now."""
        return self.controls.scene()

    def redraw(self) -> None:
        """Show the draft: only the map and the words about the draft change."""
        self.map.show(self.scene())
        if said := self.controls.said():
            self.map.status = said
        self._hold.first_now()

    def refresh(self) -> None:
        """Show the present position everywhere."""
        self.controls.renew()
        self.map.show(self.scene())
        self._prompt.value = self.controls.heading()
        self._scores.value = self.controls.scores()
        self.relist()
        self._typed.value = ""
        self._commit.description = self.controls.verb
        self._judge()
        self._show_words()
        offer_analysis(self)

    def relist(self) -> None:
        """Fill the list of moves anew."""
        with self._list.hold_trait_notifications():
            self._list.options = self.controls.offers()
            self._list.value = None

    def _judge(self) -> None:
        if self.goal is None:
            return
        self.verdict = self._verdict()
        text = self.goal_line()
        self._goal.value = boxed(_KINDS[self.verdict], self._goal_markup(text))
        if self.verdict:
            self.map.status = f"{stopped(self.map.status)} {text}".strip()

    def _goal_markup(self, line: str) -> str:
        """The goal's box for the line of the goal."""
        return f"<p>{escape(line)}</p>"

    def _verdict(self) -> str:
        assert self.goal is not None
        return self.goal.verdict(self.game, self.pilot)

    @property
    def pilot(self) -> str:
        """Whose goal it is: the first of those who play themselves."""
        return next((s for s in self.seats if s not in self.computer), "")

    @property
    def made(self) -> int:
        """How many moves the pilot has made."""
        return sum(step.who == self.pilot for step in self.game.history)

    def goal_line(self) -> str:
        """The goal, whether it is reached, and the moves made of those allowed."""
        goal = self.goal
        if goal is None:
            return ""
        made = self.made
        mark = {"reached": "✓ Done: ", "failed": "✗ Not this time: "}.get(self.verdict, "Goal: ")
        moves = f" (move {min(made, goal.moves)} of {goal.moves})" if goal.moves else ""
        tail = self.after_failure if self.verdict == "failed" else ""
        return f"{mark}{goal.text}{moves}.{tail}".replace("..", ".")

    @property
    def seats(self) -> tuple[str, ...]:
        """Everybody who plays, in the order of their first turn as far as known."""
        seen = [s.who for s in self.game.history]
        if self.game.to_move:
            seen.append(self.game.to_move)
        return tuple(dict.fromkeys(seen))

    def _show_words(self) -> None:
        if self._more.selected_index == 1:
            self._words.value = paragraphs(scene_text(self.scene()).replace("\n", "\n\n"))

    def picture(self) -> Scene:
        return self.scene()

    def text(self) -> str:
        lines = [self.game.title]
        if self.goal:
            lines.append(f"Goal: {self.goal.text}")
        lines.append(scene_text(self.scene()))
        if self.ruling is not None:
            lines.append(str(self.ruling))
        return "\n".join(lines)
