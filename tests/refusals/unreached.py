"""Places and sentences that no refusal comes by, each with the reason why."""

from __future__ import annotations

_PLAYED = "tells of a move that was played, which was allowed"

PLACES = {
    "eye_in_the_sky/judging.py explain: return Ruling( ruling.allowed, "
    '" ".join([ruling.reason, *(f"{e[0].upper()}{e[1:]}." for e ': _PLAYED,
}
SENTENCES = {
    "eye_in_the_sky/judging.py explain: "
    "f'the {roll.purpose} blows to the {ROWS.facing_name(roll.value - 1)}'": _PLAYED,
    "eye_in_the_sky/judging.py explain: 'the last photograph is spoilt'": _PLAYED,
    "eye_in_the_sky/judging.py explain: 'the last round begins'": _PLAYED,
    "le_temps_des_as/fire.py ruling: 'more than 6'": "a fact beside a ruling, not in its words",
}
