"""Trial flights before the one that counts.

Rulebook: "Trial" Markers.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from skylib.core.rulings import Figure, Ruling

from .movement import Flight

__all__ = ["Trials"]


@dataclass(frozen=True, slots=True)
class Trials:
    """The trial flights of one aircraft ("Trial" Markers).

    After three the opponent may ask for a commitment.
    """

    flown: tuple[Flight, ...] = field(default=())

    LIMIT = 3

    def tried(self, flight: Flight) -> Trials:
        """These trials and one more."""
        return replace(self, flown=(*self.flown, flight))

    @property
    def left(self) -> int:
        """Trials until the opponent may ask for a commitment."""
        return max(0, self.LIMIT - len(self.flown))

    @property
    def may_be_called(self) -> bool:
        """Whether the opponent may now ask the player to commit himself."""
        return not self.left

    def check(self, called: bool = False) -> Ruling:
        """Whether one more trial is free; ``called``: the opponent has asked for an end."""
        count = Figure(str(len(self.flown)), "trials flown", "FC-TRIAL")
        if called and self.may_be_called:
            return Ruling(
                False,
                "Three trials are flown and the opponent asks for a commitment",
                ("FC-TRIAL",),
                (count,),
                instead=("fly one of the flights tried, or another, for good",),
            )
        if called:
            reason = f"The opponent may ask after {self.LIMIT} trials; {self.left} are still free"
        elif self.left:
            reason = f"Trial flights are free; {self.left} before the opponent may ask for an end"
        else:
            reason = "The opponent may ask for a commitment, and has not"
        return Ruling(True, reason, ("FC-TRIAL",), (count,))
