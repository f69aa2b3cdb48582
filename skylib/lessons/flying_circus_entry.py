"""Coming onto the map: the edge hex and the facing, by tap, button or key; for both games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skylib.core.hexes import COLUMNS, Hex
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.introductory import FlyingCircusIntroductory
from skylib.flying_circus.moves import Enter

from .choices import Choice, ChoiceRow

__all__ = ["EntryRow", "entries_at", "entry_by_key", "entry_words"]

AnyGame = FlyingCircus | FlyingCircusIntroductory


class EntryRow(ChoiceRow):
    """The facings in which an aircraft may come in at the hex of the draft."""

    def offer(self, game: AnyGame, draft: Any) -> None:
        """Offer them; nothing without an entry as the draft."""
        moves = entries_at(game, draft.id, draft.name) if isinstance(draft, Enter) else []
        self.show(
            [Choice(m, f"{COLUMNS.facing_name(m.facing)} into {m.name}") for m in moves], draft
        )


def entry_words(id: str, side: str, more: str = "") -> str:
    """How to choose an entry, in a sentence."""
    edge = "west" if side == "allied" else "east"
    return (
        f"{id} comes in over the {edge} edge{more}: tap a marked hex, or take ↑ ↓ for the "
        "hex and ← → for the facing."
    )


def entries_at(game: AnyGame, id: str, name: str) -> list[Enter]:
    """The legal entries of an aircraft at a hex."""
    return [m for m in (Enter(id, name, facing) for facing in range(6)) if game.check(m)]


def entry_by_key(game: AnyGame, id: str, side: str, draft: Any, key: str) -> Enter | None:
    """The entry that a key leads to: along the edge with ↑ and ↓ (or n), another facing with
    ← and →, the first time the middle of the edge. None for another key."""
    along = {"ArrowUp": -1, "ArrowDown": 1, "n": 1}
    about = {"ArrowLeft": -1, "ArrowRight": 1}
    if key not in along and key not in about:
        return None
    hexes = _edge(game, side)
    if not isinstance(draft, Enter) or draft.id != id:
        return entries_at(game, id, hexes[len(hexes) // 2])[0]
    if key in about:
        moves = entries_at(game, id, draft.name)
        return moves[(moves.index(draft) + about[key]) % len(moves)]
    name = hexes[(hexes.index(draft.name) + along[key]) % len(hexes)]
    moves = entries_at(game, id, name)
    return next((m for m in moves if m.facing == draft.facing), moves[0])


def _edge(game: AnyGame, side: str) -> Sequence[str]:
    board, edge = game.map.board, game.map.edge(side)
    names = [board.name(hex) for hex in board.hexes if hex in edge]
    return sorted(names, key=lambda name: board.layout.centre(Hex(*board.hex(name)))[1])
