"""Trial flights: what was tried in this phase, and the ghosts that stay on the map."""

from __future__ import annotations

from skylib.core.rulings import Ruling
from skylib.flying_circus.moves import Fly
from skylib.flying_circus.trials import Trials

from .markup import escape

__all__ = ["TrialBook"]


class TrialBook:
    """The trials of every aircraft in one phase."""

    def __init__(self) -> None:
        self._trials: dict[str, Trials] = {}
        self._flights: dict[str, list[Fly]] = {}
        self._phase = 0

    def __len__(self) -> int:
        return sum(map(len, self._flights.values()))

    def turn_to(self, phase: int, fresh: bool) -> None:
        """A new phase begins with none; so does a game that begins."""
        if fresh or phase != self._phase:
            self._trials, self._flights = {}, {}
        self._phase = phase

    def add(self, flight: Fly) -> Ruling:
        """One more trial; the ruling says whether the real flight may now be asked for."""
        trials = self._trials.get(flight.id, Trials()).tried(flight.flight)
        self._trials[flight.id] = trials
        self._flights.setdefault(flight.id, []).append(flight)
        return trials.check(called=trials.may_be_called)

    def ghosts(self, id: str) -> tuple[Fly, ...]:
        """What an aircraft has tried in this phase."""
        return tuple(self._flights.get(id, ()))

    def words(self, id: str) -> str:
        """The trials of an aircraft as markup; empty without any."""
        trials = self._trials.get(id)
        if trials is None:
            return ""
        reason = trials.check(called=trials.may_be_called).reason
        return f"Trials: {len(trials.flown)} of {Trials.LIMIT}. {escape(reason)}"
