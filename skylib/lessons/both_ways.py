"""A doubt of the rulebook tried both ways: the same move under each reading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import ipywidgets

from skylib import find_game
from skylib.core.errors import DiceError, MoveTextError, SkylibError
from skylib.core.games import Game
from skylib.core.hexes import Hex
from skylib.core.rulings import Ruling, sentences
from skylib.maps import MapWidget
from skylib.scenes import Scene, scene_of

from .markup import boxed, escape, style
from .rule_card import find_rule
from .shown import Shown

__all__ = ["BothWays"]


_LARGE = 400  # hexes of a board that side by side would be too small to read

# Figures that follow from whose turn it is, which the prompt says.
_BOOKKEEPING = re.compile(r"phase|mover|step|objective|\w+ photograph")


class BothWays(Shown):
    """One move, judged and played under every reading of a rule.

    Args:
        game: the game's name.
        rule: the rule in doubt.
        move: the move to try, as text.
        dice: numbers that the move draws; one reading may need fewer of them than another.
        settings: those of ``new_game`` (a position, for instance).

    Raises `SkylibError` for an unknown rule, or one without readings.
    """

    def __init__(
        self, game: str, rule: str, move: str, dice: Sequence[int] = (), **settings: Any
    ) -> None:
        cls = find_game(game)
        self.rule = find_rule(cls.rules(), rule)
        if not self.rule.readings:
            raise SkylibError(f"{rule} has one reading only: there is nothing to compare")
        self.move = move
        self.results: list[tuple[str, Ruling, Scene]] = []
        self.then: list[str] = []
        facts: list[dict[str, str]] = []
        others = dict(settings.pop("readings", {}))
        for reading in self.rule.readings:
            chosen = others | {rule: reading.id}
            # One seed for all: only the reading may make a difference.
            made = cls.new_game(readings=chosen, **{"seed": 1} | settings)
            try:
                ruling = made.check(move)
                if ruling.allowed:
                    ruling = _played(made, move, tuple(dice))
            except MoveTextError as error:
                ruling = Ruling(False, str(error), (rule,))
            self.results.append((reading.id, ruling, scene_of(made)))
            self.then.append(made.prompt)
            facts.append(dict(made.facts()))
        # One close-up for all maps, so that they can be compared.
        scenes = [scene for _, _, scene in self.results]
        around = tuple(sorted({h for scene in scenes for h in scene.around or _moved(scene)}))
        if all(scene.around or len(scene.ground.board) > _LARGE for scene in scenes):
            self.results = [(id, r, replace(s, around=around)) for id, r, s in self.results]
        played = all(ruling.allowed for _, ruling, _ in self.results)
        self.differs = [
            {
                name: value
                for name, value in one.items()
                if played
                and not _BOOKKEEPING.fullmatch(name)
                and any(other.get(name) != value for other in facts)
            }
            for one in facts
        ]
        columns = []
        for reading, (id, ruling, scene) in zip(self.rule.readings, self.results, strict=True):
            map = MapWidget(label=f"map under reading {id}")
            map.show(scene)
            head = f"<p><strong>{escape(id)}</strong>: {escape(' '.join(reading.text.split()))}</p>"
            then = f"<p class='skylib-note'>Then: {escape(self._then(len(columns)))}</p>"
            words = ipywidgets.HTML(boxed("story", head) + ruling._repr_html_() + then)
            columns.append(ipywidgets.Box([words, map]))
        doubt = f"{self.rule.title}: {' '.join((self.rule.doubt or '').split())}"
        both = ipywidgets.Box(columns)
        both.add_class("skylib-both")
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(
                    style()
                    + boxed("goal", f"<p>{escape(doubt)}</p><p>The move: {escape(move)}</p>")
                ),
                both,
            ]
        )
        self.widget.add_class("skylib-deck")

    def _then(self, i: int) -> str:
        """What comes next under a reading, and the figures that differ from the others'."""
        figures = "; ".join(f"{name} {value}" for name, value in self.differs[i].items())
        return sentences(self.then[i], figures) if figures else self.then[i]

    def picture(self) -> Scene:
        return self.results[0][2]

    def text(self) -> str:
        lines = [f"{self.rule.id}, {self.rule.title}. The move: {self.move}"]
        for i, (id, ruling, _) in enumerate(self.results):
            lines.append(f"Reading {id}:")
            lines += [f"  {line}" for line in str(ruling).split("\n")]
            lines.append(f"  Then: {self._then(i)}")
        return "\n".join(lines)


def _moved(scene: Scene) -> set[Hex]:
    """Where the aircraft are and the lines that they flew."""
    hexes = {counter.hex for counter in scene.counters}
    return hexes.union(*(path.hexes for path in scene.paths))


def _played(game: Game[Any, Any], move: str, dice: tuple[int, ...]) -> Ruling:
    """Play a move with as many of the dice as it needs."""
    for count in range(len(dice), 0, -1):
        try:
            return game.play(move, dice[:count]).ruling
        except DiceError:
            continue  # some were left over
    return game.play(move).ruling
