"""The flight deck: a game on a map, flown by tap, key, button or typed move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import ipywidgets

from skylib import replay
from skylib.core.errors import DiceNeeded, NotAllowed, SkylibError
from skylib.core.games import Game, Step
from skylib.core.hexes import Hex
from skylib.core.records import Record
from skylib.core.rulings import Ruling
from skylib.maps import MapWidget, scene_text
from skylib.pilots import pilot_for
from skylib.scenes import Scene

from .controls import controls_for
from .goals import Goal
from .markup import boxed, escape, paragraphs, style
from .shown import Shown, guarded

__all__ = ["FlightDeck"]

_DECK_KEYS = (
    ("Enter", "commit"),
    ("Escape", "forget"),
    ("u", "take back"),
    ("y", "play again"),
    ("h", "hint"),
    ("x", "fly / explore with the arrows"),
)


class FlightDeck(Shown):
    """A game to fly, alone, in a hot seat, or against the computer.

    Args:
        game: the game, in whatever position.
        computer: the seats or sides that the computer plays.
        goal: what a lesson asks for; its line stays in view.
    """

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
        self._dice: list[int] = []
        self._asked: Any = None
        self._hints = 0
        self._build()
        self._computer_plays()
        self.refresh()

    # ---- the widgets -------------------------------------------------------------------

    def _build(self) -> None:
        self.map = MapWidget()
        self.map.layout.width = "100%"
        self.map.label = f"{self.game.title}: map"
        self.map.on_tap(self._tapped)
        self.map.on_double_tap(self._double_tapped)
        self.map.key_handler = self._key
        self.controls = controls_for(self)

        self._goal = ipywidgets.HTML()
        self._prompt = ipywidgets.HTML()
        self._ruling = ipywidgets.HTML()
        self._scores = ipywidgets.HTML()
        self._typed = ipywidgets.Text(
            placeholder="type a move and press Enter",
            layout={"width": "100%"},
        )
        self._typed.description = "Move"
        self._typed.style = {"description_width": "44px"}
        self._commit = self._button("Fly", self.commit, "play the move (Enter)", "primary")
        self._undo = self._button("Take back", self.undo, "take the last move back (u)")
        self._redo = self._button("Play again", self.redo, "play a taken-back move again (y)")
        self._again = self._button("Start again", self.restart, "back to the first position")
        self._hint = self._button("Hint", self.hint, "one more hint (h)")
        self._list = ipywidgets.Select(options=(), rows=6, layout={"width": "100%"})
        self._list.description = "Legal"
        self._list.style = {"description_width": "44px"}
        self._list.observe(self._guard(self._listed), "value")
        self._typed.observe(self._guard(self._typing), "value")
        self._typed.on_msg(self._guard(self._entered))
        self._die = ipywidgets.Dropdown(layout={"width": "auto"})
        self._die_ok = self._button("Rolled", self._rolled, "go on with this number")
        self._ask = ipywidgets.HBox([self._die, self._die_ok], layout={"display": "none"})
        self._text = ipywidgets.Textarea(
            rows=8, layout={"width": "100%"}, placeholder="a game as text"
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
            for k, what in (*self.controls.keys, *_DECK_KEYS)
        )
        help_line = ipywidgets.HTML(f'<div class="skylib-help">Keys on the map: {keys}</div>')
        self._side = ipywidgets.VBox(
            [
                self._prompt,
                self.controls.widget,
                ipywidgets.HBox(
                    [self._commit, self._undo, self._redo, self._again, self._hint],
                    layout={"flex_flow": "row wrap"},
                ),
                self._ask,
                self._ruling,
                self._scores,
                self._typed,
                self._list,
            ],
            layout={
                "flex": "1 1 460px" if self.controls.beside else "1 1 300px",
                "min_width": "260px",
                "max_width": "460px",
            },
        )
        self._left = ipywidgets.VBox(
            [self.map, *self.controls.under],
            layout={"flex": "1 1 340px", "max_width": self.controls.map_width},
        )
        self._beside = ipywidgets.VBox(
            self.controls.beside,
            layout={"flex": "1 1 0", "min_width": "230px", "max_width": "460px"},
        )
        columns = [self._left, self._side, *([self._beside] if self.controls.beside else [])]
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(style()),
                self._goal,
                ipywidgets.HBox(columns, layout={"flex_flow": "row wrap"}),
                help_line,
                more,
            ]
        )
        self.widget.add_class("skylib-deck")

    def _button(
        self, text: str, action: Callable[[], object], tip: str, look: str = ""
    ) -> ipywidgets.Button:
        button = ipywidgets.Button(
            description=text, tooltip=tip, button_style=look, layout={"width": "auto"}
        )
        button.on_click(self._guard(lambda _: action()))
        return button

    def _guard(self, handler: Callable[..., object]) -> Callable[..., None]:
        return guarded(self.show_error, handler)

    def show_error(self, error: Exception) -> None:
        """Say under the controls, and to screen readers, what went wrong."""
        if isinstance(error, NotAllowed):
            self.show_ruling(error.ruling)
            return
        kind = "" if isinstance(error, SkylibError) else f"{type(error).__name__}: "
        text = f"{kind}{error}"
        self._ruling.value = boxed("error", f'<p role="alert">{escape(text)}</p>')
        self.map.status = text

    def show_ruling(self, ruling: Ruling, answers: Sequence[Step[Any, Any]] = ()) -> None:
        """Show a ruling in full with what others did since, and say the gist of it."""
        self.ruling = ruling
        since = [f"Then {step.who}, {step.move}: {step.ruling.reason}" for step in answers]
        told = "".join(f"<p>{escape(line)}</p>" for line in since)
        self._ruling.value = ruling._repr_html_() + (boxed("story", told) if told else "")
        kind = "Allowed" if ruling.allowed else "Refused"
        self.map.status = " ".join([f"{kind}: {ruling.reason}", *since])

    # ---- what the learner does -----------------------------------------------------------

    def commit(self) -> None:
        """Play the draft."""
        if self.controls.draft is None:
            raise SkylibError("choose a move first: tap a hex, use the keys or the list")
        self.play(self.controls.draft)

    def play(self, move: Any) -> Step[Any, Any] | None:
        """Play a move (or its text); a refusal is shown, not raised."""
        if isinstance(move, str):
            move = self.game.parse_move(move)
        try:
            step = self.game.play(move, self._dice)
        except DiceNeeded as need:
            self._ask_for(move, need)
            return None
        except NotAllowed as refusal:
            self._dice = []
            self.show_ruling(refusal.ruling)
            return None
        self._dice, self._asked = [], None
        self._ask.layout.display = "none"
        played = len(self.game.history)
        self._computer_plays()
        self.refresh()
        self.show_ruling(step.ruling, self.game.history[played:])
        self._judge()
        return step

    def undo(self) -> None:
        """Take back the last move, and the computer's answers to it."""
        self.game.undo()
        while self.game.can_undo and self.game.to_move in self.computer:
            self.game.undo()
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
        self._computer_plays()
        self._again_here("From the start.")

    def _again_here(self, word: str) -> None:
        self.ruling, self._dice, self._asked = None, [], None
        self._ask.layout.display = "none"
        self._ruling.value = ""
        self.refresh()
        self.map.status = f"{word} {self.game.prompt}"

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
        self.game = game
        self.controls = self._renewed_controls()
        self._again_here("Loaded.")

    def _renewed_controls(self) -> Any:
        old = self.controls
        new = controls_for(self)
        side = self._side
        side.children = tuple(new.widget if c is old.widget else c for c in side.children)
        self._left.children = (self.map, *new.under)
        self._beside.children = new.beside
        return new

    # ---- events --------------------------------------------------------------------------

    def _tapped(self, hex: Hex) -> None:
        try:
            self.controls.tap(hex)
        except SkylibError as error:
            self.show_error(error)

    def _double_tapped(self, hex: Hex) -> None:
        if self.controls.draft is not None:
            self.commit()

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
            self.controls.renew()
            self.redraw()
            self.map.status = self.game.prompt
        elif key == "u":
            self.undo()
        elif key == "y":
            self.redo()
        elif key == "h":
            self.hint()
        else:
            return self.controls.key(key)
        return True

    def _typing(self, change: Any) -> None:
        """While a move is typed, show it as soon as it can be read."""
        try:
            move = self.game.parse_move(change["new"])
        except SkylibError:
            return
        self.controls.set_draft(move if self.game.check(move).allowed else None)
        self.redraw()

    def _entered(self, _: Any, content: dict[str, Any], __: Any) -> None:
        """Enter in the text field plays the typed move."""
        if content.get("event") == "submit":
            self.type(self._typed.value)

    def type(self, text: str) -> None:
        """Play a typed move; the field is emptied if it was played."""
        if text.strip() and self.play(text.strip()) is not None:
            self._typed.value = ""

    def _listed(self, change: Any) -> None:
        if change["new"]:
            self.controls.set_draft(self.game.parse_move(change["new"]))
            self.redraw()

    def _ask_for(self, move: Any, need: DiceNeeded) -> None:
        self._asked = move
        self._die.description = f"Die of {need.sides} for {need.purpose}"
        self._die.style = {"description_width": "initial"}
        self._die.options = tuple(range(1, need.sides + 1))
        self._ask.layout.display = "flex"
        self.map.status = str(need)

    def _rolled(self) -> None:
        self._dice.append(int(self._die.value))
        self.play(self._asked)

    # ---- showing ---------------------------------------------------------------------------

    def _computer_plays(self) -> None:
        if not self.computer:
            return
        choose = pilot_for(self.game.name)
        while self.game.to_move in self.computer:
            self.game.play(choose(self.game))

    def redraw(self) -> None:
        """Show the draft: only the map and the words about the draft change."""
        self.map.show(self.controls.scene())
        if said := self.controls.said():
            self.map.status = said

    def refresh(self) -> None:
        """Show the present position everywhere."""
        self.controls.renew()
        self.map.show(self.controls.scene())
        self._prompt.value = f'<p class="skylib-prompt">{escape(self.game.prompt)}</p>'
        self._scores.value = self.controls.scores()
        self.relist()
        self._commit.description = self.controls.verb
        self._judge()
        self._show_words()

    def relist(self) -> None:
        """Fill the list of moves anew."""
        with self._list.hold_trait_notifications():
            self._list.options = self.controls.offers()
            self._list.value = None
        self._list.description = "Legal"

    def _judge(self) -> None:
        if self.goal is None:
            return
        who = next((s for s in self.seats if s not in self.computer), "")
        self.verdict = self.goal.verdict(self.game, who)
        made = sum(step.who == who for step in self.game.history)
        kind, mark = {
            "reached": ("done", "✓ Done: "),
            "failed": ("refused", "✗ Not this time: "),
        }.get(self.verdict, ("goal", "Goal: "))
        moves = f" (move {made} of {self.goal.moves})" if self.goal.moves else ""
        tail = " Start again to try another way." if self.verdict == "failed" else ""
        text = f"{mark}{self.goal.text}{moves}.{tail}".replace("..", ".")
        self._goal.value = boxed(kind, f"<p>{escape(text)}</p>")
        if self.verdict:
            self.map.status = f"{self.map.status} {text}"

    @property
    def seats(self) -> tuple[str, ...]:
        """Everybody who plays, in the order of their first turn as far as known."""
        seen = [s.who for s in self.game.history]
        if self.game.to_move:
            seen.append(self.game.to_move)
        return tuple(dict.fromkeys(seen))

    def _show_words(self) -> None:
        if self._more.selected_index == 1:
            self._words.value = paragraphs(scene_text(self.controls.scene()).replace("\n", "\n\n"))

    def picture(self) -> Scene:
        return self.controls.scene()

    def text(self) -> str:
        lines = [self.game.title]
        if self.goal:
            lines.append(f"Goal: {self.goal.text}")
        lines.append(scene_text(self.controls.scene()))
        if self.ruling is not None:
            lines.append(str(self.ruling))
        return "\n".join(lines)
