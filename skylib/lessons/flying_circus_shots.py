"""The shots on offer: every gun with every enemy; what is barred says why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from skylib.core.hexes import Hex
from skylib.flying_circus.game import FlyingCircus
from skylib.flying_circus.moves import Fire, GroundFire, Strafe
from skylib.flying_circus.state import enemy_of

from .choices import Choice, ChoiceRow

if TYPE_CHECKING:
    from .deck import FlightDeck

__all__ = ["ShotRow"]


class ShotRow(ChoiceRow):
    """The shots of the side that is asked to fire, the possible ones first.

    ``hold`` is the button that ends its fire; it is there as long as the side is asked.
    """

    def __init__(
        self,
        deck: FlightDeck,
        chosen: Callable[[Any], object],
        hold: Callable[[], object],
    ) -> None:
        super().__init__("Fire", chosen)
        self.hold = deck._button("Hold fire", hold, "no further fire (p)")

    def offer(self, game: FlyingCircus, draft: Any) -> None:
        """Offer what may be fired now; nothing outside a combat phase."""
        firing = game.state.step == "fire" and not game.outcome
        self.hold.layout.display = "inline-flex" if firing else "none"
        shots = [_choice(game, shot) for shot in _shots(game)] if firing else []
        self.show(sorted(shots, key=lambda choice: not choice.allowed), draft)

    def at(self, game: FlyingCircus, hex: Hex) -> list[Any]:
        """The possible shots at whoever is in a hex, or the first that is barred."""
        here = {a.id for a in game.state.aircraft if a.hex == hex}
        found = [c for c in self.choices if getattr(c.value, "target", "") in here]
        return [c.value for c in found if c.allowed] or [c.value for c in found[:1]]


def _shots(game: FlyingCircus) -> Iterator[Any]:
    """Every gun of the side with every enemy, and what the ground can do."""
    side = game.to_move or ""
    for firer in game.state.of(side):
        if not firer.flying:
            continue
        for gun in firer.type.guns:
            for target in game.state.of(enemy_of(side)):
                if target.flying:
                    yield Fire(firer.id, gun.position, target.id)
    for shot in game.legal_moves():
        if isinstance(shot, Strafe | GroundFire):
            yield shot


def _choice(game: FlyingCircus, shot: Any) -> Choice:
    ruling = game.check(shot)
    text = str(shot).replace(" fire ", " ").replace(" at ", " → ")
    if ruling and isinstance(shot, Fire):
        down = ruling.facts["shot down with"]
        text += f", range {ruling.facts['range']}, shot down {down} of 6"
    return Choice(shot, text, ruling.reason, bool(ruling))
