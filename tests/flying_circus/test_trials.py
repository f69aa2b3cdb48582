"""Trial flights: three are free, then the opponent may ask for an end."""

from __future__ import annotations

from skylib.flying_circus.movement import Flight
from skylib.flying_circus.trials import Trials


def test_three_trials_then_a_commitment():
    trials = Trials()
    assert trials.left == 3
    for steps in ("FFFF", "FFLF"):
        trials = trials.tried(Flight(steps))
    assert not trials.may_be_called
    assert trials.check(called=True).allowed
    trials = trials.tried(Flight("FFRF"))
    assert trials.may_be_called
    assert trials.check().allowed
    ruling = trials.check(called=True)
    assert not ruling.allowed
    assert ruling.rule == "FC-TRIAL"
    assert [flight.steps for flight in trials.flown] == ["FFFF", "FFLF", "FFRF"]
