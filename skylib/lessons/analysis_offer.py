"""The button below a flight deck that opens the analysis once the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets

from .shown import close_all

if TYPE_CHECKING:
    from .deck import FlightDeck

__all__ = ["offer_analysis"]


def offer_analysis(deck: FlightDeck) -> None:
    """Offer the analysis below a deck whose game is over; take it away where it goes on."""
    place: ipywidgets.VBox | None = getattr(deck, "_after", None)
    over = deck.game.outcome is not None and bool(deck.game.history)
    if place is None and not over:
        return
    if place is None:
        place = deck._after = ipywidgets.VBox()  # type: ignore[attr-defined]
        deck.widget.children = (*deck.widget.children, place)
    if over and place.children:
        return  # still the same end
    old, place.children = place.children, ()
    for widget in old:
        close_all(widget)
    if over:
        button = deck._button(
            "Analyse this game", lambda: _open(deck), "each move weighed, what the dice did"
        )
        place.children = (button,)


def _open(deck: FlightDeck) -> None:
    from .analysis_board import AnalysisBoard

    place: ipywidgets.VBox = deck._after  # type: ignore[attr-defined]
    board = AnalysisBoard(deck.game)
    for old in place.children[1:]:
        close_all(old)
    place.children = (place.children[0], board.widget)
    deck.analysis = board  # type: ignore[attr-defined]
    deck.map.status = "The analysis stands below the board."
