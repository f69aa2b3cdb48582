"""English for sentences that are put together: articles, lists, one and many."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["a_type", "are_left", "by_faces", "counted", "listing", "points_of"]

# Spoken letter by letter: F2B is an "eff two bee", SE 5a an "ess ee five a".
_SPELLED_WITH_A_VOWEL = frozenset("AEFHILMNORSX")


def a_type(name: str, begins: bool = False) -> str:
    """The name of an aircraft type with its article: a Spad 7, an Albatros D III, an SE 5a.

    ``begins`` is for the beginning of a sentence: A Spad 7.
    """
    word = name.split()[0]
    spelled = len(word) > 1 and not word[1].islower()
    vowel = word[0] in _SPELLED_WITH_A_VOWEL if spelled else word[0] in "AEIOU"
    article = "an" if vowel else "a"
    return f"{article.capitalize() if begins else article} {name}"


def counted(number: int, noun: str, many: str = "") -> str:
    """A number with its noun: 1 box, 2 boxes."""
    return f"{number} {noun if number == 1 else many or noun + 's'}"


def listing(items: Sequence[object]) -> str:
    """Things in a row: 1; 1 and 3; 1, 3 and 5."""
    *first, last = map(str, items)
    return f"{', '.join(first)} and {last}" if first else last


def are_left(number: int, noun: str = "") -> str:
    """What is not spent: 1 is left, 2 are left, 2 points are left."""
    what = counted(number, noun) if noun else number
    return f"{what} {'is' if number == 1 else 'are'} left"


def points_of(number: int, which: str) -> str:
    """What a figure counts, beside its number: point left, points left."""
    return f"{'point' if number == 1 else 'points'} {which}"


def by_faces(number: int) -> str:
    """How likely a shot brings its target down: with 2 of the six faces of the die."""
    many = {0: "none", 6: "all"}.get(number, number)
    return f"shot down with {many} of the six faces of the die"
