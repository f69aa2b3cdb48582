"""The projector: a lesson for a whole room, one idea a screen, steered by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import ipywidgets

from skylib.core.errors import SkylibError
from skylib.maps import MapWidget
from skylib.maps.arrange import frame
from skylib.scenes import Scene

from .projector_screens import Beat, Screen
from .projector_stage import Stage
from .shown import Shown, guarded

__all__ = ["Projector"]

MOST_HANDS = 999
MAP_WIDTH = 2400  # pixels at most: all that a wall may have
KEYS = (
    "Keys: → next, ← back, v vote, digits the hands, Tab the next answer, r reveal, "
    "a another question, m map and Escape back, f full screen."
)


class Projector(Shown):
    """A deck of screens on a large stage.

    *Next* goes through a question in three beats: it is asked, hands are counted and drawn
    as bars, and the answer is revealed with its reason. *Reveal* goes there at once.

    Args:
        title: of the deck.
        screens: at least one.
        lesson: the notebook that the deck goes with, for its text.
        minutes: what it takes, for its text.
    """

    def __init__(
        self, title: str, screens: Sequence[Screen], lesson: str = "", minutes: int = 0
    ) -> None:
        if not screens:
            raise SkylibError("a deck for the projector needs at least one screen")
        self.title, self.screens = title, tuple(screens)
        self.lesson, self.minutes = lesson, minutes
        self.at = self.beat_at = 0
        self._votes: dict[int, list[int]] = {}
        self._times_shown = 0
        self.stage = Stage(guarded(self._error, self._do), guarded(self._error, self._typed))
        self.map = MapWidget(label=f"map of {title}", width=MAP_WIDTH)
        self.widget = ipywidgets.VBox([self.stage, self.map])
        self.widget.add_class("skylib-projector")
        self._show()

    # ---- where we are ------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        """The present screen."""
        return self.screens[self.at]

    @property
    def beat(self) -> Beat:
        """What is to be seen now."""
        return self.screen.beats[self.beat_at]

    @property
    def counts(self) -> tuple[int, ...]:
        """The hands counted for each answer of the present screen."""
        n = len(self.beat.answers)
        return tuple(self._votes.get(self.at, [0] * n))

    def go(self, screen: int) -> None:
        """Show the first beat of a screen, 1 being the first; beyond the ends, that end."""
        self.at = max(0, min(screen - 1, len(self.screens) - 1))
        self.beat_at = 0
        self._show()

    def next(self) -> None:
        """The next beat, or the first one of the next screen."""
        if self.beat_at + 1 < len(self.screen.beats):
            self.beat_at += 1
            self._show()
        elif self.at + 1 < len(self.screens):
            self.go(self.at + 2)

    def back(self) -> None:
        """The beat before, or the last one of the screen before."""
        if self.beat_at:
            self.beat_at -= 1
        elif self.at:
            self.at -= 1
            self.beat_at = len(self.screen.beats) - 1
        self._show()

    def reveal(self) -> None:
        """The truth of the present question. Raises `SkylibError` on any other screen."""
        self._to("reveal")

    def vote(self, counts: Iterable[int] = ()) -> None:
        """Count hands; ``counts`` are those of each answer in order, if they are known.

        Raises `SkylibError` on a screen that asks nothing, and for other than one whole
        number from 0 to 999 an answer.
        """
        self._to("vote")
        if given := list(counts):
            self._keep(given)
            self._show()

    def again(self) -> None:
        """Another question of the present drill. Raises `SkylibError` on other screens."""
        self.screen.renew()
        self._votes.pop(self.at, None)
        self.beat_at = 0
        self._show()

    def _to(self, phase: str) -> None:
        places = [i for i, beat in enumerate(self.screen.beats) if beat.phase == phase]
        if not places:
            raise SkylibError("this screen asks nothing")
        self.beat_at = places[0]
        self._show()

    # ---- the browser --------------------------------------------------------------------

    def _do(self, word: str) -> None:
        self.stage.error = ""
        acts: dict[str, Callable[[], object]] = {
            "next": self.next,
            "back": self.back,
            "reveal": self.reveal,
            "vote": self.vote,
            "again": self.again,
            "first": lambda: self.go(1),
            "last": lambda: self.go(len(self.screens)),
        }
        if word not in acts:
            raise SkylibError(f"the browser sent an unknown word: {word[:40]!r}")
        asks = bool(self.beat.answers)
        if (word in ("reveal", "vote") and not asks) or (word == "again" and not self.screen.again):
            return  # a key that means nothing on this screen
        acts[word]()

    def _typed(self, hands: list[int]) -> None:
        """Hands typed in the browser; those of a screen that has been left are too late."""
        if self.beat.phase != "vote" or len(hands) != len(self.beat.answers):
            return
        self._keep(hands)
        with self.stage.hold_sync():
            self.stage.counts = list(self.counts)
            self.stage.said = self._hands()

    def _keep(self, counts: list[int]) -> None:
        if len(counts) != len(self.beat.answers) or not all(
            type(n) is int and 0 <= n <= MOST_HANDS for n in counts
        ):
            raise SkylibError(
                f"hands are counted with one whole number from 0 to {MOST_HANDS} for each of "
                f"{', '.join(self.beat.answers)}"
            )
        self._votes[self.at] = counts

    def _error(self, error: Exception) -> None:
        self.stage.error = str(error)

    def _show(self) -> None:
        beat = self.beat
        self._times_shown += 1  # the browser draws anew even if nothing else differs
        with self.stage.hold_sync():
            self.stage.view = {
                "times": self._times_shown,
                "deck": self.title,
                "head": beat.head,
                "lines": [list(line) for line in beat.lines],
                "phase": beat.phase,
                "answers": list(beat.answers),
                "right": list(beat.right),
                "map": beat.scene is not None,
                "again": self.screen.again,
                "number": self.at + 1,
                "of": len(self.screens),
            }
            self.stage.counts = list(self.counts)
            self.stage.said = self._said()
        if beat.scene is not None:
            whole = frame(beat.scene.ground)
            ratio = whole.wide / whole.high
            self.map.layout.width = f"min(100%, calc(var(--map-high) * {ratio:.3f}))"
            self.map.show(beat.scene, "")

    # ---- words --------------------------------------------------------------------------

    def _hands(self) -> str:
        pairs = zip(self.beat.answers, self.counts, strict=True)
        return "Hands: " + ", ".join(f"{answer} {n}" for answer, n in pairs) + "."

    def _said(self) -> str:
        """What screen readers announce."""
        beat = self.beat
        words = [f"{self.at + 1} of {len(self.screens)}. {beat.head}."]
        if beat.phase == "reveal":
            words.append(f"Right: {' or '.join(beat.right)}.")
        words += [line.text for line in beat.lines]
        if beat.phase == "ask":
            words.append(f"Answers: {', '.join(beat.answers)}.")
        elif beat.phase in ("vote", "reveal") and any(self.counts):
            words.append(self._hands())
        return " ".join(words)

    def picture(self) -> Scene | None:
        """The first map of the deck."""
        scenes = (s.beats[0].scene for s in self.screens)
        return next((scene for scene in scenes if scene is not None), None)

    def text(self) -> str:
        about = f"Projector: {self.title}, {len(self.screens)} screens"
        about += f", about {self.minutes} minutes" if self.minutes else ""
        about += f" (lesson {self.lesson})" if self.lesson else ""
        lines = [about, KEYS]
        for number, screen in enumerate(self.screens, 1):
            first, *more = screen.text().split("\n")
            lines.append(f"{number}. {first}")
            lines += [f"   {line}" for line in more]
        return "\n".join(lines)
