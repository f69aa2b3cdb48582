"""Predict, then look: a question that is answered before the board shows the truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import ipywidgets

from skylib.core.errors import SkylibError
from skylib.maps import MapWidget, scene_text
from skylib.scenes import Scene

from .markup import alarmed, boxed, escape, lines, paragraphs, spoken, stopped, style
from .results import Result, tell
from .shown import Shown, guarded

__all__ = ["Question"]


def _asked(text: str) -> str:
    """The box of a question. A new one, in a drill, takes the focus and so is read aloud."""
    box = 'class="skylib-box skylib-goal" tabindex="-1" data-skylib-focus'
    return f"<div {box}>{paragraphs(text)}</div>"


def _in_short(because: str) -> str:
    """The first line of each reason; the parts of a sum, which are reasons too, in a row."""
    first = [text.partition("\n")[0].strip() for text in because.strip().split("\n\n")]
    if first[0][:1] in "+-−":
        return ", ".join(first)
    return " ".join([*map(stopped, first[:-1]), first[-1]])


class Question(Shown):
    """A question with a choice of answers, over a map.

    Args:
        asked: the question.
        answers: what may be answered, in order.
        right: the right answer, or several equally right ones.
        because: why, in words (a ruling's text, for instance).
        before: the map while the learner thinks.
        after: the map that shows the truth, if it differs.
        feedback: a word of its own for a wrong answer.
        answered: called with the answer given and whether it was right.
        name: ``GAME/NAME``, by which the logbook keeps the answer; without it nobody does.
        rules: ids of the rules that decide.
    """

    def __init__(
        self,
        asked: str,
        answers: Sequence[str],
        right: str | Sequence[str],
        because: str,
        before: Scene | None = None,
        after: Scene | None = None,
        feedback: Mapping[str, str] | None = None,
        answered: Callable[[str, bool], object] | None = None,
        name: str = "",
        rules: Sequence[str] = (),
    ) -> None:
        self.asked, self.answers, self.because = asked, tuple(answers), because
        self.right = (right,) if isinstance(right, str) else tuple(right)
        if not set(self.right) <= set(self.answers) or len(set(self.answers)) < 2:
            raise SkylibError("a question needs two answers, and the right one among them")
        self.before, self.after = before, after
        self.feedback = dict(feedback or {})
        self.given: str | None = None
        self._answered = answered
        self.name, self.rules = name, tuple(rules)
        self._build()

    def _build(self) -> None:
        guard = lambda handler: guarded(self._error, handler)  # noqa: E731
        self._choice = ipywidgets.ToggleButtons(
            options=self.answers, value=None, style={"button_width": "auto"}
        )
        self._look = ipywidgets.Button(
            description="Look", button_style="primary", tooltip="show what is true"
        )
        self._look.on_click(guard(lambda _: self.look()))
        self._verdict = ipywidgets.HTML()
        panel = [
            ipywidgets.HTML(style() + _asked(self.asked)),
            self._choice,
            self._look,
            self._verdict,
        ]
        side = ipywidgets.VBox(
            panel,
            layout={"flex": "1 1 300px", "min_width": "min(260px, 100%)", "max_width": "460px"},
        )
        self.map: MapWidget | None = None
        parts: list[ipywidgets.Widget] = [side]
        if self.before is not None:
            self.map = MapWidget(label="map of the question")
            self.map.layout.width = "100%"
            self.map.show(self.before)
            parts.insert(
                0, ipywidgets.Box([self.map], layout={"flex": "1 1 340px", "max_width": "560px"})
            )
        self.widget = ipywidgets.HBox(parts, layout={"flex_flow": "row wrap"})
        self.widget.add_class("skylib-deck")

    def _error(self, error: Exception) -> None:
        self._verdict.value = boxed("error", alarmed(str(error)))

    def answer(self, given: str) -> bool:
        """Answer and look; True if it was right."""
        if given not in self.answers:
            raise SkylibError(f"the answers are {', '.join(self.answers)}")
        self._choice.value = given
        return self.look()

    def look(self) -> bool:
        """Show the truth beside the answer given. Raises `SkylibError` if there is none."""
        if self._choice.value is None:
            raise SkylibError("answer first; guessing is fine")
        first = self.given is None
        self.given = self.given or self._choice.value
        good = self.given in self.right
        if good:
            head = f"✓ {self.given}: right."
        else:
            head = f"✗ You said: {self.given}. Right is: {' or '.join(self.right)}."
        text = f"<p><strong>{escape(head)}</strong></p>"
        if not good and self.given in self.feedback:
            text += f"<p>{escape(self.feedback[self.given])}</p>"
        # Said in short: the whole sum stands in the box.
        reason, _, more = self.because.strip().partition("\n")
        if self.map is None:
            text = spoken(f"{text} {lines(reason)}") + lines(more)
        else:
            text += lines(self.because)
            if self.after is not None:
                self.map.show(self.after)
            self.map.status = f"{head} {_in_short(self.because)}".strip()
        self._verdict.value = boxed("allowed" if good else "refused", text)
        if first:
            self._tell(self.given, good)
        return good

    def _tell(self, given: str, good: bool) -> None:
        """Only the first answer counts: after it the truth is known."""
        if self.name:
            tell(Result("question", self.name, good, 3 if good else 0, rules=self.rules))
        if self._answered is not None:
            self._answered(given, good)

    def picture(self) -> Scene | None:
        return self.before

    def text(self) -> str:
        lines = [f"Question: {self.asked}", f"Answers: {' / '.join(self.answers)}"]
        if self.before is not None:
            lines.append(scene_text(self.before))
        return "\n".join(lines)
