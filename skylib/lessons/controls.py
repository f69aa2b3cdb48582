"""What a game adds to the flight deck: its own controls, keys and scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import ipywidgets

from skylib.core.games import Step
from skylib.core.hexes import Hex
from skylib.scenes import Scene

from .markup import escape

if TYPE_CHECKING:
    from .deck import FlightDeck

__all__ = ["Controls", "Panel", "controls_for", "panel_of"]


class Controls(ABC):
    """Turns taps, keys and buttons into a move under consideration, the draft.

    A game's controls live in ``skylib.lessons.<game>`` under the name ``Controls``.
    They hold no rule: what is legal they ask the game.
    """

    keys: tuple[tuple[str, str], ...] = ()  # (key, what it does), for the help line
    verb = "Fly"  # on the button that commits
    asks = "choose a move first: tap a hex, use the keys or the list"  # without a draft
    widget: ipywidgets.Widget
    above: tuple[ipywidgets.Widget, ...] = ()  # the map
    under: tuple[ipywidgets.Widget, ...] = ()  # below it
    beside: tuple[ipywidgets.Widget, ...] = ()  # in a column of their own, where there is room
    map_width = "640px"  # at the most

    def __init__(self, deck: FlightDeck) -> None:
        self.deck = deck
        self.draft: Any = None

    @abstractmethod
    def renew(self) -> None:
        """The game has moved on: forget the draft, offer what is legal now."""

    @abstractmethod
    def scene(self) -> Scene:
        """The position with the draft in it."""

    @abstractmethod
    def scores(self) -> str:
        """The score panel as markup."""

    @abstractmethod
    def tap(self, hex: Hex) -> None:
        """A hex was tapped."""

    def key(self, key: str) -> bool:
        """A key was pressed on the map; True if it meant something here."""
        return False

    def set_draft(self, move: Any) -> None:
        """Take a move as the draft, from the list of legal moves or a hint."""
        self.draft = move

    def heading(self) -> str:
        """What stands above the controls, as markup: what is asked, and of whom."""
        return f'<p class="skylib-prompt">{escape(self.deck.game.prompt)}</p>'

    def tells_next(self, step: Step[Any, Any]) -> bool:
        """Whether the status line says after this move what is asked now, and of whom."""
        return True

    def said(self) -> str:
        """What the status line says of the draft; empty without one."""
        if self.draft is None:
            return ""
        ruling = self.deck.game.check(self.draft)
        word = "Planned" if ruling.allowed else "Not allowed"
        return f"{word}, {self.draft}: {ruling.reason}"

    def offers(self) -> tuple[str, ...]:
        """The moves of the list beside the map: all legal ones, or, where there are
        thousands, those that matter now."""
        game = self.deck.game
        return () if game.outcome else tuple(map(str, game.legal_moves()))


def controls_for(deck: FlightDeck) -> Controls:
    """The controls of the deck's game."""
    module = import_module(f"{__package__}.{deck.game.name.replace('-', '_')}")
    return module.Controls(deck)  # type: ignore[no-any-return]


class Panel(NamedTuple):
    """What a replay of a game shows besides its story: markup from the game, in a column of
    its own or below the story; what its map is to show, after the figures expected; and,
    before a move, why a figure of it is what it is, where another ruling than that on the move
    itself tells: in words, on a map, by which rules."""

    markup: Callable[[Any], str]
    in_column: bool
    wishes: Callable[[Any, Sequence[str]], dict[str, Any]]
    why: Callable[[Any, str, str], tuple[str, Scene, tuple[str, ...]] | None]


def panel_of(game: str) -> Panel | None:
    """The panel of a game: ``beside`` of ``skylib.lessons.<game>_panels``, whether its
    ``IN_COLUMN`` is true, its ``wishes`` and ``why`` if it has any; None for a game without
    such panels."""
    name = f"{__package__}.{game.replace('-', '_')}_panels"
    if find_spec(name) is None:
        return None
    module = import_module(name)
    wishes = getattr(module, "wishes", lambda game, names: {})
    why = getattr(module, "why", lambda game, move, name: None)
    return Panel(module.beside, getattr(module, "IN_COLUMN", False), wishes, why)
