"""Every refusal of every engine: it names rules, carries its figures, and what it says would be
allowed instead is allowed; and every place in the source that refuses is reached here."""

from __future__ import annotations

import random
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import skylib

from . import unreached
from .judged import faults, faults_of_others
from .places import Met, places, reached, sentences, watched

GAMES = tuple(skylib.GAMES)


@lru_cache
def swept(name: str) -> tuple[Met, tuple[str, ...]]:
    """What many attempts in many positions of a game have met, and all that was wrong with it."""
    module = import_module(f".{name.replace('-', '_')}", __package__)
    met, wrong = Met(), {}
    names = getattr(module, "NAMES", ())
    with TemporaryDirectory() as folder:
        for game in module.positions(Path(folder)):
            legal, offered = game.legal_moves(), {}
            rng = random.Random(f"7 {game.position}")  # no position changes another's attempts
            for move in module.attempts(game, rng):
                lines: set[tuple[str, int]] = set()
                with watched(lines):
                    ruling = game.check(move)
                met.hear(ruling)
                if ruling.allowed is not (game.outcome is None and move in legal):
                    wrong.setdefault(f"{move}: {ruling.allowed} against the list", game.position)
                if ruling.allowed:
                    continue
                met.lines |= lines
                for fault in faults(game, move, ruling, module.FORMS, names, offered):
                    wrong.setdefault(f"{fault}\n    {ruling.reason}", f"{move} in {game.position}")
    with watched(met.lines):
        for ruling, true in getattr(module, "others", lambda: ())():
            met.hear(ruling)
            if not ruling.allowed:
                for fault in faults_of_others(ruling, true, names):
                    wrong.setdefault(f"{fault}\n    {ruling.reason}", "by itself")
    return met, tuple(f"{fault}\n    {where}" for fault, where in wrong.items())


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_is_whole_and_true(name: str) -> None:
    _, wrong = swept(name)
    assert not wrong, f"{len(wrong)} faults:\n" + "\n".join(wrong[:40])


def test_every_place_that_refuses_is_reached() -> None:
    lines = set().union(*(swept(name)[0].lines for name in GAMES))
    missed = [str(place) for place in places() if not reached(place, lines)]
    assert len(places()) > 100
    assert sorted(missed) == sorted(unreached.PLACES)


def test_every_sentence_of_a_refusal_is_said() -> None:
    said = "\n".join(sorted(set().union(*(swept(name)[0].said for name in GAMES))))
    missed = [
        f"{where}: {text}" for where, text, pattern in sentences() if not pattern.search(said)
    ]
    assert len(sentences()) > 200
    assert sorted(missed) == sorted(unreached.SENTENCES)
