"""Whole games: what must hold at every moment, and stored games replayed to the end."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import skylib
from skylib.core.errors import SkylibError
from skylib.eye_in_the_sky.game import EyeInTheSky

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.record"))
EXAMPLES = sorted(Path(skylib.__file__).parent.glob("eye_in_the_sky/examples/*.record"))


def balance(game: EyeInTheSky) -> tuple[int, int]:
    """The points of all pilots, and what black hexes, bonus and edges come to."""
    state, field = game.state, game.field
    scores = sum(p.score for p in state.planes)
    edges = sum(p.edges for p in state.planes)
    complete = 20 if game.complete(state.black) else 0
    return scores, field.points(state.black) + complete - 5 * edges


def homing(game: EyeInTheSky, rng: random.Random) -> object:
    """A random move, but a landing where there is one: so that games get on."""
    moves = list(game.legal_moves())
    landings = [m for m in moves if game.is_landing(*game.destination(game.state, m)[:2])]
    return rng.choice(landings if landings and rng.random() < 0.8 else moves)


@given(
    st.integers(1, 4),
    st.integers(0, 10_000),
    st.sampled_from(["none", "wind"]),
    st.sampled_from(["none", "fire"]),
    st.sampled_from(["standard", "fast", "slow", "rotary"]),
    st.sampled_from(["east", "west", "regular"]),
    st.sampled_from(["last-hex", "start-hex"]),
    st.sampled_from(["not-destination", "with-destination"]),
)
@settings(max_examples=40)
def test_the_scores_add_up_at_every_moment(
    players: int,
    seed: int,
    weather: str,
    guns: str,
    planes: str,
    shape: str,
    edge: str,
    photo: str,
) -> None:
    rng = random.Random(seed)
    game = EyeInTheSky.new_game(
        rng.choice(["standard", "training"]),
        seed,
        {"EYE-MAP": shape, "EYE-EDGE": edge, "EYE-PHOTO": photo},
        players=players,
        weather=weather,
        guns=guns,
        planes=planes,
        rounds=20,
    )
    moments = [game.state]
    black = 0
    while not game.outcome:
        game.play(homing(game, rng))
        state = game.state
        scores, expected = balance(game)
        assert scores == expected
        assert state.black & black == black  # black stays black
        black = state.black
        assert all(p.hex in game.field.board for p in state.planes)
        again = EyeInTheSky.new_game(
            game.setup.scenario,
            players=players,
            readings=dict(game.readings),
            position=game.position,
            weather=weather,
            planes=planes,
        )
        assert again.state == state
        moments.append(state)
    for moment in reversed(moments[:-1]):
        game.undo()
        assert game.state == moment
    for moment in moments[1:]:
        game.redo()
        assert game.state == moment
    replay = skylib.replay(skylib.Record.parse(str(game.record())))
    assert replay.game.state == game.state


@pytest.mark.parametrize("seed", range(6))
def test_a_game_to_the_completed_picture(seed: int) -> None:
    """Random pilots who come home do complete the training field; the bonus is paid once."""
    rng = random.Random(seed)
    game = EyeInTheSky.new_game("training", seed, players=3)
    for _ in range(5000):
        if game.outcome:
            break
        moves = [m for m in game.legal_moves() if getattr(m, "photo", 0) is not None]
        landings = [m for m in moves if game.is_landing(*game.destination(game.state, m)[:2])]
        inside = [m for m in moves if not game.destination(game.state, m)[2]]
        loaded = bool(game.state.planes[game.state.turn].photos)
        game.play(rng.choice((landings if loaded else []) or inside or moves))
    assert game.outcome is not None
    assert game.complete(game.state.black)
    bonuses = [f for s in game.history for f in s.ruling.figures if f.rule == "EYE-COMPLETE"]
    assert len(bonuses) == 1
    assert balance(game)[0] == balance(game)[1]


@pytest.mark.parametrize("path", [*GOLDEN, *EXAMPLES], ids=lambda p: p.stem)
def test_stored_games_replay_with_every_figure(path: Path) -> None:
    text = path.read_text("utf-8")
    replay = skylib.replay(path)
    assert replay.compared
    assert replay.failures == ()
    assert str(replay.record) == text
    assert replay.game.record().items == replay.record.items


def test_there_are_whole_games_for_two_three_and_four() -> None:
    players = set()
    for path in GOLDEN:
        game = skylib.replay(path).game
        assert game.outcome is not None
        assert game.complete(game.state.black)  # type: ignore[attr-defined]
        players.add(len(game.outcome.scores))
    assert players == {2, 3, 4}


def test_a_figure_that_does_not_hold_fails() -> None:
    """The golden games can fail: one wrong digit is found."""
    text = GOLDEN[0].read_text("utf-8")
    at = text.rindex("expect: score A = ")
    wrong = text[:at] + "expect: score A = 9999\n" + text[text.index("\n", at) + 1 :]
    with pytest.raises(SkylibError, match="9999: no, it is"):
        skylib.replay(skylib.Record.parse(wrong))
