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


_FIRST = ("players", "setup")  # options that everybody meets; the others fold away


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
        self._seed = ipywidgets.Text(
            value=str(settings.pop("seed", "")),
            description="Seed",
            placeholder="a number or a word gives the same dice again; empty, they differ",
        )
        self._options = {
            name: self._option(name, word, str(settings.pop(name, "")))
            for name, word in self.cls.options().items()
        }
        self._computer = self._seats(computer)
        self._readings = {
            rule.id: ipywidgets.Dropdown(
                options=[(f"{r.id}: {' '.join(r.text.split())}", r.id) for r in rule.readings],
                value=readings[rule.id],
                description=rule.id,
            )
            for rule in self.cls.rules().values()
            if len(rule.readings) > 1
        }
        first = [field for name, field in self._options.items() if name in _FIRST]
        options = [field for field in self._options.values() if field not in first]
        options.append(self._seed)
        for field in (self._scenario, *first, *options, *self._readings.values()):
            field.layout = {"width": "auto", "max_width": "640px"}
            field.style = {"description_width": "124px"}
        start = ipywidgets.Button(
            description="Start", button_style="primary", tooltip="a new game as chosen above"
        )
        start.on_click(guarded(self._error, lambda _: self.start()))
        more = ipywidgets.Accordion(
            [ipywidgets.VBox(options), ipywidgets.VBox(list(self._readings.values()))],
            titles=("Options", "How the rulebook's doubts are read"),
            selected_index=None,
        )
        self._words = ipywidgets.HTML()
        self._place = ipywidgets.VBox()
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(style()),
                self._scenario,
                *first,
                self._computer_row,
                more,
                start,
                self._words,
                self._place,
            ]
        )
        self.widget.add_class("skylib-deck")

    def _option(self, name: str, word: str, value: str) -> ipywidgets.Widget:
        """A field for an option: a choice where there are few, else a text."""
        label = name.replace("_", " ").replace("dca", "DCA")
        label = label[0].upper() + label[1:]
        few = self.cls.choices().get(name)
        if few is None or value not in ("", *few):
            return ipywidgets.Text(value=value, description=label, placeholder=word, tooltip=word)
        if len(few) == 1:  # taken or not
            what = word.removeprefix(f"'{few[0]}'").lstrip(": ")
            what, _, otherwise = what.partition("; otherwise ")
            chosen = [(f"no – {otherwise or what}", ""), (f"{few[0]} – {what}", few[0])]
        else:
            chosen = [("as usual", ""), *((text, text) for text in few)]
        return ipywidgets.Dropdown(options=chosen, value=value, description=label, tooltip=word)

    def _seats(self, computer: Iterable[str]) -> dict[str, ipywidgets.Checkbox]:
        """A box to tick for each seat that the computer may play; none that is not there.

        Raises `SkylibError` for a seat that no choice of options offers.
        """
        wanted = {seat.casefold() for seat in computer}
        every = [self.cls.seats_for({"players": n}) for n in self.cls.choices().get("players", "")]
        names = max(every, key=len, default=self.cls.seats_for({}))
        if unknown := sorted(wanted - {name.casefold() for name in names}):
            raise SkylibError(
                f"the computer cannot play {unknown[0]!r}; the seats are {', '.join(names)}"
            )
        boxes = {
            name: ipywidgets.Checkbox(
                name.casefold() in wanted,
                description=name[0].upper() + name[1:],
                indent=False,
                layout={"width": "auto", "margin": "2px 12px 2px 0"},
            )
            for name in names
        }
        label = ipywidgets.HTML('<span class="skylib-prompt">The computer plays</span>')
        self._computer_row = ipywidgets.HBox(
            [label, *boxes.values()], layout={"flex_flow": "row wrap", "align_items": "center"}
        )
        if (players := self._options.get("players")) is not None:
            players.observe(lambda _: self._show_seats(), "value")
        self._computer = boxes
        self._show_seats()
        return boxes

    def _show_seats(self) -> None:
        """Only seats that somebody has with the options chosen can be ticked."""
        there = self.cls.seats_for(
            {k: f.value.strip() for k, f in self._options.items() if f.value.strip()}
        )
        for name, box in self._computer.items():
            box.layout.display = "" if name in there else "none"

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
        game = self.cls.new_game(**self.settings())
        seats = [name for name in game.seats if self._computer[name].value]
        old, self.deck = self.deck, FlightDeck(game, seats)
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
