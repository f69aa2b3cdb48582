"""What every game must do. A game that joins `skylib.GAMES` is tested here at once."""

from __future__ import annotations

import random
from typing import Any

import pytest

import skylib
from skylib.core.dice import AskedDice, ScriptedDice, as_seed
from skylib.core.errors import DiceError, DiceNeeded, MoveTextError, NotAllowed, SkylibError
from skylib.core.games import Game, perft

GAMES = pytest.mark.parametrize("name", skylib.GAMES)
NONSENSE = ("", "castle", "fly", "<b>fly 3</b>", "fly 3\x00", "9" * 500, "'; DROP TABLE moves")


def played(name: str, seed: int, moves: int, **settings: Any) -> Game[Any, Any]:
    """A game after some random moves."""
    rng = random.Random(seed)
    game = skylib.new_game(name, seed=seed, **settings)
    for _ in range(moves):
        legal = list(game.legal_moves())
        if game.outcome or not legal:
            break
        game.play(rng.choice(legal))
    return game


@GAMES
def test_a_game_has_a_name_a_title_rules_and_scenarios(name: str) -> None:
    cls = skylib.find_game(name)
    assert cls.name == name
    assert cls.title
    assert len(cls.rules()) > 5
    assert cls.scenarios()


def test_names_are_read_generously() -> None:
    cls = skylib.find_game("eye-in-the-sky")
    for name in ("eye_in_the_sky", "Eye in the Sky", "EYE-IN-THE-SKY", " eye  in the sky "):
        assert skylib.find_game(name) is cls
    with pytest.raises(SkylibError, match="no game 'chess'; there are eye-in-the-sky"):
        skylib.find_game("chess")


@GAMES
@pytest.mark.parametrize("seed", range(3))
def test_undo_and_redo_are_exact_across_dice(name: str, seed: int) -> None:
    game = played(name, seed, 25)
    states, rolls, prompts = [game.state], [tuple(game.dice.rolls)], [game.prompt]
    while game.can_undo:
        game.undo()
        states.append(game.state)
        rolls.append(tuple(game.dice.rolls))
        prompts.append(game.prompt)
    with pytest.raises(SkylibError, match="no move to take back"):
        game.undo()
    for state, roll, prompt in zip(reversed(states), reversed(rolls), reversed(prompts)):
        assert (game.state, tuple(game.dice.rolls), game.prompt) == (state, roll, prompt)
        if game.can_redo:
            game.redo()
    with pytest.raises(SkylibError, match="no move to play again"):
        game.redo()


@GAMES
def test_a_taken_back_move_draws_the_same_dice_again(name: str) -> None:
    game = played(name, 4, 20)
    steps = []
    while game.can_undo:
        steps.append(game.undo())
    for step in reversed(steps):
        again = game.play(step.move)
        assert again.rolls == step.rolls
        assert again.after == step.after


@GAMES
@pytest.mark.parametrize("seed", range(3))
def test_a_record_replays_to_the_same_state(name: str, seed: int) -> None:
    game = played(name, seed, 25)
    text = str(game.record())
    replay = skylib.replay(skylib.Record.parse(text))
    assert replay.game.state == game.state
    assert str(replay.game.record()) == text


@GAMES
@pytest.mark.parametrize("moves", [0, 1, 7, 20])
def test_a_position_is_read_back(name: str, moves: int) -> None:
    game = played(name, 6, moves)
    again = skylib.new_game(name, position=game.position)
    assert again.position == game.position
    assert set(map(str, again.legal_moves())) == set(map(str, game.legal_moves()))


@GAMES
def test_moves_are_read_back(name: str) -> None:
    for moves in (0, 5, 15):
        game = played(name, 7, moves)
        for move in list(game.legal_moves())[:400]:
            assert game.parse_move(str(move)) == move
            assert move in game.legal_moves()
            assert str(move) in game.legal_moves()


@GAMES
def test_every_legal_move_is_allowed_and_explained(name: str) -> None:
    game = played(name, 8, 10)
    moves = list(game.legal_moves())
    assert len(moves) == len(set(moves)) == len(game.legal_moves())
    for move in random.Random(1).sample(moves, min(40, len(moves))):
        ruling = game.check(move)
        assert ruling.allowed, f"{move}: {ruling}"
        assert ruling.reason
        assert set(ruling.rules) <= set(game.rules())


@GAMES
def test_legal_moves_are_lazy_and_set_like(name: str) -> None:
    game = skylib.new_game(name, seed=1)
    legal = game.legal_moves()
    first = next(iter(legal))
    assert first in legal
    assert bool(legal)
    assert object() not in legal
    assert "no such move at all" not in legal
    assert first in (legal & {first})
    assert repr(legal).startswith("<LegalMoves: ")


@GAMES
@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_no_move_and_changes_nothing(name: str, text: str) -> None:
    game = skylib.new_game(name, seed=1)
    before = (game.state, game.dice.position, len(game.history))
    for act in (game.parse_move, game.check, game.play):
        with pytest.raises(MoveTextError) as error:
            act(text)
        assert len(str(error.value)) < 600
    assert (game.state, game.dice.position, len(game.history)) == before


@GAMES
@pytest.mark.parametrize("text", [*NONSENSE, "play round 1", ";;;;"])
def test_a_bad_position_is_one_clear_error(name: str, text: str) -> None:
    with pytest.raises(SkylibError):
        skylib.new_game(name, position=text)


@GAMES
def test_bad_settings_are_named(name: str) -> None:
    for settings, word in (
        ({"scenario": "moon"}, "moon"),
        ({"readings": {"NO-RULE": "x"}}, "NO-RULE"),
        ({"colour": "red"}, "colour"),
    ):
        with pytest.raises(SkylibError, match=word):
            skylib.new_game(name, **settings)  # type: ignore[arg-type]


@GAMES
def test_without_a_seed_a_game_draws_one_and_keeps_it(name: str) -> None:
    game = skylib.new_game(name)
    assert game.setup.seed is not None
    assert skylib.new_game(name, seed=game.setup.seed).state == game.state


@GAMES
@pytest.mark.parametrize("seed", ["7", " 7 ", "-3", "9" * 40, "a word", "two  words\nand more"])
def test_a_seed_from_text_is_the_seed_that_a_record_holds(name: str, seed: str) -> None:
    game = skylib.new_game(name, seed=seed)
    rows = [[g.dice.roll(6, "x") for _ in range(20)] for g in (game, read_back(game))]
    assert rows[0] == rows[1]
    assert read_back(game).setup.seed == game.setup.seed


def test_seven_is_the_same_seed_as_text_and_as_a_number() -> None:
    assert as_seed("7") == as_seed(7) == 7
    with pytest.raises(SkylibError, match="not empty"):
        skylib.new_game("eye-in-the-sky", seed=" ")


def read_back(game: Game[Any, Any]) -> Game[Any, Any]:
    """The same game out of its record."""
    return skylib.replay(skylib.Record.parse(str(game.record()))).game


@GAMES
def test_a_position_may_be_pasted_over_several_lines(name: str) -> None:
    game = played(name, 3, 9)
    pasted = "  " + game.position.replace("; ", ";\n  ") + "\n"
    again = skylib.new_game(name, seed=1, position=pasted, **dict(game.setup.options))
    assert again.position == game.position
    assert read_back(again).position == game.position


@GAMES
@pytest.mark.parametrize("value", ["a\nposition: b", " a", "a\r"])
def test_an_option_is_one_line(name: str, value: str) -> None:
    for option in skylib.find_game(name).options():
        with pytest.raises(SkylibError, match=f"option {option} is one line"):
            skylib.new_game(name, **{option: value})


@GAMES
def test_perft_counts_what_the_legal_moves_say(name: str) -> None:
    game = skylib.new_game(name, seed=1)
    assert perft(game, 0) == 1
    assert perft(game, 1) == len(game.legal_moves())
    with pytest.raises(SkylibError, match="0 or more"):
        perft(game, -1)


def windy(dice: Any) -> Game[Any, Any]:
    """A game in which the second move draws a die."""
    return skylib.new_game(
        "eye-in-the-sky", scenario="training", players=2, weather="wind", dice=dice
    )


def test_a_refusal_is_atomic_and_carries_its_ruling() -> None:
    game = skylib.new_game("eye-in-the-sky", seed=1)
    with pytest.raises(NotAllowed) as refusal:
        game.play("fly 7")
    assert refusal.value.ruling.rule == "EYE-FLY"
    assert "Instead: fly 2; fly 3; fly 4" in str(refusal.value)
    assert game.history == []


def test_missing_dice_leave_everything_as_it_was() -> None:
    game = windy(ScriptedDice([2]))
    game.play("fly 2")
    before = game.state
    with pytest.raises(DiceError, match="wind of round 2"):
        game.play("fly 2")
    assert game.state == before
    assert game.dice.position == 1
    game.play("fly 2", dice=[4])
    assert [r.value for r in game.dice.rolls] == [2, 4]


def test_dice_left_over_leave_everything_as_it_was() -> None:
    game = windy(ScriptedDice([2, 3]))
    before = game.state
    with pytest.raises(DiceError, match="left over: 5"):
        game.play("fly 2", dice=[5])
    assert game.state == before
    game.play("fly 2")
    game.play("fly 2")
    assert [r.value for r in game.dice.rolls] == [2, 3]


def test_people_are_asked_for_their_dice_and_the_move_is_played_with_them() -> None:
    with pytest.raises(DiceNeeded):
        windy(AskedDice())
    game = skylib.new_game(
        "eye-in-the-sky",
        scenario="training",
        players=2,
        weather="wind",
        dice=AskedDice(),
        setup_dice=[1],
    )
    game.play("fly 2")
    with pytest.raises(DiceNeeded) as need:
        game.play("fly 2")
    assert need.value.sides == 6
    game.play("fly 2", dice=[6])
    assert game.facts()["wind"] == "NE"


def test_a_game_that_is_over_refuses_every_move() -> None:
    game = skylib.new_game("eye-in-the-sky", scenario="training", players=1, rounds=1, seed=1)
    game.play("fly 2")
    game.play("home")
    assert game.to_move is None
    assert game.outcome is not None
    assert game.prompt == str(game.outcome)
    assert list(game.legal_moves()) == []
    assert not game.legal_moves()
    with pytest.raises(
        NotAllowed, match=r"The game is over\. [\s\S]*Instead: take a move back; start a new game"
    ) as refusal:
        game.play("fly 2")
    assert refusal.value.ruling.rule == "EYE-LAST-ROUND"


@GAMES
def test_the_rules_of_the_end_are_rules_of_the_game(name: str) -> None:
    cls = skylib.find_game(name)
    assert cls.end_rules and set(cls.end_rules) <= set(cls.rules())


# ---- what is no move ---------------------------------------------------------------------


@pytest.mark.parametrize("name", list(skylib.GAMES))
@pytest.mark.parametrize("nothing", [None, 3, ("fly", 3), object, b"fly 3"])
def test_what_is_no_move_at_all_says_so(name: str, nothing: object) -> None:
    game = skylib.new_game(name, seed=1)
    before = game.position
    for ask in (game.check, game.play):
        with pytest.raises(MoveTextError, match=f"is no move of {game.title}"):
            ask(nothing)
    assert nothing not in game.legal_moves()
    assert game.position == before and not game.history


@pytest.mark.parametrize("name", list(skylib.GAMES))
def test_a_move_of_another_game_is_no_move(name: str) -> None:
    other = next(n for n in skylib.GAMES if not n.startswith(name[:6]))
    move = next(iter(skylib.new_game(other, seed=1).legal_moves()))
    game = skylib.new_game(name, seed=1)
    with pytest.raises(MoveTextError, match="is no move of"):
        game.check(move)
    assert move not in game.legal_moves()


@pytest.mark.parametrize("seed", [1.5, True, ["abc"], b"abc", object])
def test_a_seed_is_a_number_or_text(seed: object) -> None:
    with pytest.raises(SkylibError, match="a seed is a whole number or a line of text"):
        skylib.new_game("eye-in-the-sky", seed=seed)


def test_a_word_is_a_seed_that_gives_the_same_dice_again() -> None:
    rolls = []
    for seed in ("abc", " abc ", "abd"):
        game = skylib.new_game("eye-in-the-sky", seed=seed, weather="wind")
        rolls.append([game.dice.roll(6, "a test") for _ in range(20)])
    assert rolls[0] == rolls[1] != rolls[2]
    assert game.setup.seed == "abd"
