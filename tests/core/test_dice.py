"""Dice: seeded, scripted, asked of people; every number kept with what it was for."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skylib.core.dice import AskedDice, Dice, Roll, ScriptedDice, SeededDice
from skylib.core.errors import DiceError, DiceNeeded


def test_the_same_seed_gives_the_same_row() -> None:
    a, b = Dice(SeededDice(7)), Dice(SeededDice(7))
    assert [a.roll(6, "x") for _ in range(50)] == [b.roll(6, "x") for _ in range(50)]


def test_the_row_of_a_seed_is_fixed_for_ever() -> None:
    dice = Dice(SeededDice(1))
    assert [dice.roll(6, "x") for _ in range(10)] == [1, 6, 5, 2, 3, 3, 4, 5, 1, 1]


def test_a_seeded_die_is_fair() -> None:
    dice = Dice(SeededDice("fair"))
    counts = Counter(dice.roll(6, "x") for _ in range(12_000))
    assert set(counts) == set(range(1, 7))
    assert all(abs(n - 2000) < 200 for n in counts.values())


@given(st.lists(st.integers(2, 20), max_size=12), st.integers(0, 12))
def test_going_back_draws_the_same_numbers_again(sides: list[int], back: int) -> None:
    dice = Dice(SeededDice(3))
    first = [dice.roll(s, "x") for s in sides]
    back = min(back, len(sides))
    dice.rewind(back)
    assert dice.position == back
    assert first[:back] + [dice.roll(s, "x") for s in sides[back:]] == first


def test_rolls_are_kept_with_what_they_were_for() -> None:
    dice = Dice(ScriptedDice([4, 2]))
    dice.roll(6, "initiative")
    dice.roll(3, "damage")
    assert dice.rolls == [Roll(4, 6, "initiative"), Roll(2, 3, "damage")]
    assert str(dice.rolls[0]) == "4 of 6 (initiative)"


def test_a_script_that_runs_out_says_for_what() -> None:
    dice = Dice(ScriptedDice([4]))
    dice.roll(6, "initiative")
    with pytest.raises(DiceError, match=r"1 dice has run out.*the fire test"):
        dice.roll(6, "the fire test")
    assert dice.position == 1


@pytest.mark.parametrize("number", [0, 7, -1])
def test_a_number_that_the_die_does_not_have_is_refused(number: int) -> None:
    dice = Dice(ScriptedDice([number]))
    with pytest.raises(DiceError, match=f"6 sides cannot show {number}"):
        dice.roll(6, "x")
    assert dice.rolls == []


def test_people_are_asked() -> None:
    asked = []

    def ask(sides: int, purpose: str) -> int:
        asked.append((sides, purpose))
        return 5

    assert Dice(AskedDice(ask)).roll(6, "fire") == 5
    assert asked == [(6, "fire")]


def test_without_somebody_to_ask_the_need_is_raised() -> None:
    dice = Dice(AskedDice())
    with pytest.raises(DiceNeeded) as need:
        dice.roll(6, "fire")
    assert (need.value.sides, need.value.purpose) == (6, "fire")
    dice.prime([3])
    assert dice.roll(6, "fire") == 3


def test_numbers_handed_over_come_first_and_what_is_left_can_be_taken_back() -> None:
    dice = Dice(SeededDice(1))
    dice.prime([6, 6, 2])
    assert [dice.roll(6, "x"), dice.roll(6, "x")] == [6, 6]
    assert dice.take_primed() == [2]
    assert dice.roll(6, "x") == 5  # the seed's row goes on where it would be


def test_a_choice_is_a_roll() -> None:
    dice = Dice(ScriptedDice([2]))
    assert dice.choose(["wing", "motor", "tank"], "damage marker") == "motor"
    assert dice.rolls == [Roll(2, 3, "damage marker")]
