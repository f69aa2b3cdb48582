"""The lobby: choose a scenario, who plays, the options and readings, and start."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import ipywidgets

from skylib import find_game
from skylib.core.errors import SkylibError

from .deck import FlightDeck
from .markup import alarmed, boxed, said, style
from .shown import Shown, close_all, guarded

__all__ = ["Lobby"]


class Lobby(Shown):
    """Everything a game can be started with, as controls; below them the deck.

    ``computer`` names the seats that the computer plays at first; ``settings`` are
    those of ``new_game`` that the controls begin with; ``position`` goes along unseen.
    Raises `SkylibError` for an unknown scenario, option or reading.
    """

    def __init__(self, game: str, computer: Iterable[str] = (), **settings: Any) -> None:
        self.cls = find_game(game)
        self.deck: FlightDeck | None = None
        scenarios = self.cls.scenarios()
        self._position = settings.pop("position", None)
        self._check(settings)
        readings = self.cls.rules().choose(settings.pop("readings", None))
        self._scenario = ipywidgets.Dropdown(
            options=[(title, name) for name, title in scenarios.items()],
            value=settings.pop("scenario", next(iter(scenarios))),
            description="Scenario",
        )
        self._computer = ipywidgets.Text(
            value=" ".join(computer),
            description="Computer",
            placeholder="the seats the computer plays, like: B C",
        )
        self._seed = ipywidgets.Text(
            value=str(settings.pop("seed", "")), description="Seed", placeholder="dice differ"
        )
        self._options = {
            name: ipywidgets.Text(
                value=str(settings.pop(name, "")),
                description=name.capitalize(),
                placeholder=word,
                tooltip=word,
            )
            for name, word in self.cls.options().items()
        }
        self._readings = {
            rule.id: ipywidgets.Dropdown(
                options=[(f"{r.id}: {' '.join(r.text.split())}", r.id) for r in rule.readings],
                value=readings[rule.id],
                description=rule.id,
            )
            for rule in self.cls.rules().values()
            if len(rule.readings) > 1
        }
        fields = (self._scenario, self._computer, *self._options.values(), self._seed)
        for field in (*fields, *self._readings.values()):
            field.layout = {"width": "auto", "max_width": "640px"}
            field.style = {"description_width": "92px"}
        start = ipywidgets.Button(
            description="Start", button_style="primary", tooltip="a new game as chosen above"
        )
        start.on_click(guarded(self._error, lambda _: self.start()))
        doubts = ipywidgets.Accordion(
            [ipywidgets.VBox(list(self._readings.values()))],
            titles=("How the rulebook's doubts are read",),
            selected_index=None,
        )
        self._words = ipywidgets.HTML()
        self._place = ipywidgets.VBox()
        self.widget = ipywidgets.VBox(
            [ipywidgets.HTML(style()), *fields, doubts, start, self._words, self._place]
        )
        self.widget.add_class("skylib-deck")

    def _check(self, settings: dict[str, Any]) -> None:
        known = self.cls.scenarios()
        if settings.get("scenario", next(iter(known))) not in known:
            raise SkylibError(
                f"{self.cls.title} has no scenario {settings['scenario']!r}; "
                f"there are {', '.join(known)}"
            )
        options = self.cls.options()
        for key in settings:
            if key not in ("scenario", "seed", "readings", *options):
                raise SkylibError(
                    f"{self.cls.title} has no option {key!r}; there are {', '.join(options)}"
                )

    def _error(self, error: Exception) -> None:
        self._words.value = boxed("error", alarmed(str(error)))

    def settings(self) -> dict[str, Any]:
        """What the controls say, as settings of ``new_game``."""
        chosen: dict[str, Any] = {"scenario": self._scenario.value}
        chosen |= {k: f.value.strip() for k, f in self._options.items() if f.value.strip()}
        if seed := self._seed.value.strip():
            chosen["seed"] = int(seed) if seed.removeprefix("-").isdecimal() else seed
        chosen["readings"] = {id: field.value for id, field in self._readings.items()}
        if self._position is not None:
            chosen["position"] = self._position
        return chosen

    def start(self) -> FlightDeck:
        """Start a game as chosen and show its deck."""
        seats = self._computer.value.replace(",", " ").split()
        old, self.deck = self.deck, FlightDeck(self.cls.new_game(**self.settings()), seats)
        self._words.value = said(f"The game has begun, below. {self.deck.game.prompt}")
        self._place.children = (self.deck.widget,)
        if old is not None:
            close_all(old.widget)
        return self.deck

    def text(self) -> str:
        lines = [f"{self.cls.title}: choose and start.", "Scenarios:"]
        lines += [f"  {name}: {title}" for name, title in self.cls.scenarios().items()]
        lines.append("Options:")
        lines += [f"  {name}: {word}" for name, word in self.cls.options().items()]
        return "\n".join(lines)
