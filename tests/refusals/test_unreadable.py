"""Typed text that is no move: one sentence with what was written, as it was written, and what is
understood at this moment."""

from __future__ import annotations

import random
import re
from importlib import import_module
from pathlib import Path

import pytest

import skylib
from skylib.core.errors import MoveTextError

WRITTEN = (
    "fli 3 lft",
    "Fli 3 LFT",
    "Castle!",
    "  a1   SPEDE 8 ",
    "A1 speed 8 clim: F",
    "A1 speed 8: F F x",
    "a1 enters 0101 q",
    "turn Lefft",
    "power X",
    "choose Nobody-9",
    "spiral up",
    "",
    "9" * 500,
    "it's <b>bold</b>",
)


@pytest.mark.parametrize("name", skylib.GAMES)
def test_one_sentence_with_the_text_as_it_was_written(name: str, tmp_path: Path) -> None:
    module = import_module(f".{name.replace('-', '_')}", __package__)
    offered = 0
    for number, game in enumerate(module.positions(tmp_path)):
        if number % 7 or game.outcome:
            continue
        for text in WRITTEN:
            try:
                game.parse_move(text)
            except MoveTextError as error:
                said = str(error)
            else:
                continue
            assert len(said) < 500 and "\n" not in said and ". " not in said, said
            words = re.findall(r"'([^']*)'|\"([^\"]*)\"", said)
            quoted = [a or b for a, b in words]
            plain = " ".join(text.split())
            cut = plain if len(plain) <= 60 else f"{plain[:60]} ..."
            assert cut in quoted or any(q and q in plain for q in quoted) or not plain, said
            if "understood here" in said:
                assert said.startswith(f"{cut!r} is no move; ")
                for form in re.findall(r"'([^']+)'", said.partition("understood here: ")[2]):
                    game.parse_move(form)
                    offered += 1
    assert offered > 50


def test_a_letter_stays_as_it_was_typed() -> None:
    game = skylib.new_game("flying-circus", seed=1)
    for text, said in (
        ("A1 speed 8: F f x", "'x' is no step"),
        ("A1 speed 8: F f X", "'X' is no step"),
        ("A1 speed 8 Clim: F", "'Clim' in 'speed 8 Clim'"),
        ("A1 enters 0101 q", "'q' is no facing"),
    ):
        with pytest.raises(MoveTextError, match=said):
            game.parse_move(text)
    with pytest.raises(MoveTextError, match="'Lèfft' in 'turn Lèfft' says nothing"):
        skylib.new_game("le-temps-des-as", seed=1).parse_move("turn Lèfft")


def test_what_is_understood_goes_with_the_moment() -> None:
    rng = random.Random(3)
    game = skylib.new_game("le-temps-des-as", seed=3, setup="ready")
    seen = set()
    for _ in range(60):
        with pytest.raises(MoveTextError, match="'xyz' is no move; understood here: ") as error:
            game.parse_move("xyz")
        first = re.search(r"here: '([^']+)'", str(error.value))
        assert first is not None and first[1] in game.legal_moves()
        seen.add(game.state.stage)
        game.play(rng.choice(list(game.legal_moves())))
        if game.outcome:
            break
    assert len(seen) > 3
